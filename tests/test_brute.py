"""pysolve against brute force on small boards (bench/brute.py), and brute force against clingo.

A few boards of every type by default; with `-m slow` many.
"""

from __future__ import annotations

import random
import sys

import clingo
import pytest
from conftest import ROOT

from pysolve import catalog

sys.path.insert(0, str(ROOT / "bench"))

import brute
from oracles import stable
from oracles.boards import hole_of
from oracles.words import ORACLES

NAMES = list(catalog.names())


def random_program(chance: random.Random) -> str:
    """A ground program of some atoms: rules, choices, sums and constraints, with loops through either sign."""
    atoms = "abcdef"

    def literals(count: int) -> list[str]:
        return [chance.choice(["", "", "not "]) + chance.choice(atoms) for _ in range(count)]

    lines = []
    for _ in range(chance.randint(3, 12)):
        kind = chance.randrange(6)
        body = ", ".join(literals(chance.randint(1, 3)))
        if kind == 0:
            lines.append(f"{{ {chance.choice(atoms)} }}.")
        elif kind == 1:
            lines.append(f"{{ {chance.choice(atoms)}; {chance.choice(atoms)} }} 1 :- {body}.")
        elif kind == 2:
            sums = "; ".join(f"{chance.randint(1, 3)},{number}: {each}" for number, each in enumerate(literals(3)))
            lines.append(f"{chance.choice(atoms)} :- {chance.randint(1, 4)} #sum {{ {sums} }}.")
        elif kind == 3 and chance.random() < 0.4:
            lines.append(f":- {body}.")
        else:
            lines.append(f"{chance.choice(atoms)} :- {body}.")
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(4))
def test_answer_sets_by_hand_are_those_of_clingo(write, seed: int):
    chance = random.Random(seed)
    some = 0
    for _ in range(100):
        program = random_program(chance)
        control = clingo.Control(["--models=0"], logger=lambda *_: None)
        control.add("base", [], program)
        control.ground([("base", [])])
        expected = set()
        control.solve(on_model=lambda model, keep=expected: keep.add(frozenset(map(str, model.symbols(shown=True)))))
        assert stable.answers([], program, 100_000) == expected, program
        some += len(expected) > 1
    assert some > 10


def test_answer_sets_by_hand_end_when_there_are_too_many_steps():
    with pytest.raises(stable.TooLarge):
        stable.answers([], "{ a(1..20) }.", 1000)
    with pytest.raises(stable.TooLarge):
        stable.answers([], "a ; b.", 1000)


def test_rules_in_words_are_those_of_a_type():
    assert set(ORACLES) <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_small_boards_have_the_answers_of_brute_force(name: str):
    tally = brute.run(catalog.find(name), 1, 1, 1, 6)
    assert not tally.faults, tally.faults[0]


#: Types whose answers take too many steps to be enumerated even on the smallest boards.
TOO_MANY_STEPS = {"mrtile"}


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in NAMES if hole_of(catalog.find(name))])
def test_boards_with_holes_have_the_answers_of_brute_force(name: str):
    tally = brute.run(catalog.find(name), 15, 3, 6, 16, holes=True)
    assert not tally.faults, tally.faults[0]


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_many_boards_have_the_answers_of_brute_force(name: str):
    tally = brute.run(catalog.find(name), 15, 3, 10, 12)
    assert not tally.faults, tally.faults[0]
    assert tally.counts["enumerated"] or name in TOO_MANY_STEPS
    assert tally.counts["in words"] or name not in ORACLES
    if not tally.counts["unique"] + tally.counts["multiple"]:  # few boards of the type have an answer
        tally = brute.run(catalog.find(name), 150, 4, 60, 12)
        assert not tally.faults, tally.faults[0]
    assert tally.counts["unique"] or tally.counts["multiple"], "no board had an answer"


def test_a_wrong_rule_is_noticed(write, tmp_path):
    """Two types whose rules lack a rule, or have one too many."""
    rules = (ROOT / "asp/akari/rules.lp").read_text().replace("../lib/", f"{ROOT}/asp/lib/")
    manifest = (ROOT / "asp/akari/manifest.yaml").read_text()
    for change in (
        rules.replace("2 { light(X) : run(e, (R, C), X) }", "3 { light(X) : run(e, (R, C), X) }"),
        rules + "\n:- light((1, 1)).",
    ):
        folder = tmp_path / str(len(change)) / "akari"
        folder.mkdir(parents=True)
        (folder / "rules.lp").write_text(change)
        (folder / "manifest.yaml").write_text(manifest)
        tally = brute.run(catalog.find("akari", (str(folder.parent),)), 12, 1, 30, 9)
        assert tally.faults and "in words" in tally.faults[0]
