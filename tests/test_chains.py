"""Reasons as chains: what follows from the opposite of a fact, one after the other, up to a contradiction."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from conftest import INSTANCES, ROOT, command

sys.path.insert(0, str(ROOT / "bench"))

from sufficiency import SufficiencyCheck

import pysolve
from pysolve import Settings
from pysolve.analyses.hint import chain_picture, hint_record
from pysolve.analysis.assumptions import AssumptionSolver
from pysolve.analysis.clues import clues
from pysolve.analysis.cut_off import ByConnection
from pysolve.analysis.hint import Hints
from pysolve.analysis.progress import Fact
from pysolve.analysis.walk import Walk
from pysolve.report.reasons import TOGETHER, brief_sentence, chain_lines, chain_sentences, step_reasons


def literal(solver: AssumptionSolver, fact: Fact) -> int:
    return solver.shown[fact.atom] if fact.holds else -solver.shown[fact.atom]


def test_what_goes_without_saying_stands_behind_what_it_follows_from():
    puzzle = pysolve.read(str(INSTANCES / "yajilin/8x8.yaml"))
    steps = [step for step in pysolve.hint(puzzle, steps=40).details.steps if step.chain is not None]
    said, *_ = [lines for step in steps if "; then" in (lines := chain_sentences(puzzle, step))[0]]
    assert said[0] == (
        "Suppose that row 4, column 7 is shaded; then no lines join row 4, column 7 to the cells above and on the right."
    )
    assert not any("does not come through" in line for line in said)


def test_no_place_is_said_to_hold_two_values():
    puzzle = pysolve.read(str(INSTANCES / "hidato/made-6x6.yaml"))
    chained = [step for step in pysolve.hint(puzzle, steps=0).details.steps if step.chain is not None]
    said, *_ = [each.says for step in chained for each in chain_lines(puzzle, step.chain) if "would both" in each.says]
    both = re.match(
        r"But (\d+) and (\d+) would both have to stand in (row \d, column \d), because \d+ and \d+ stand beside", said
    )
    assert both is not None
    assert f"holds {both[1]}; {both[3]} holds {both[2]}" not in said


@pytest.mark.rest
@pytest.mark.parametrize("path", ["starbattle/6x6", "heyawake/8x8", "masyu/8x8", "norinori/8x8"])
def test_each_link_of_a_chain_follows_from_what_stands_before_it(path: str):
    puzzle = pysolve.read(str(INSTANCES / f"{path}.yaml"))
    solver = AssumptionSolver(puzzle, Settings(), clues(puzzle), by_rules=True, beyond=True)
    given = [*solver.assume(range(len(solver.clues)))]
    chained = [step for step in pysolve.hint(puzzle, steps=0).details.steps if step.chain is not None]
    assert chained
    for step in chained:
        assert step.chain is not None
        *links, last = step.chain.links
        assert Fact(step.chain.supposed.atom, not step.chain.supposed.holds) in step.facts
        known = {*step.known, step.chain.supposed}
        for link in step.chain.links:
            assert set(link.known) <= known and set(link.constraints) <= set(step.constraints)
            reason = [solver.required[each] for each in link.constraints] + given
            reason += [literal(solver, fact) for fact in link.known]
            for fact in link.facts:
                assert solver.core([-literal(solver, fact), *reason]) is not None
            known |= set(link.facts)
        assert not last.facts and solver.core(reason) is not None
        used = {fact for link in step.chain.links for fact in link.known}
        assert step.chain.supposed in used
        assert all(used & set(link.facts) for link in links)  # none is beside the point


def test_a_chain_goes_on_by_what_breaks_at_once_where_nothing_follows_by_itself():
    puzzle = pysolve.read(str(INSTANCES / "heyawake/5x5.yaml"))
    step = pysolve.hint(puzzle, steps=4).details.steps[3]
    assert step.chain is not None
    assert chain_sentences(puzzle, step)[1].startswith(
        "Then row 3, column 1 is shaded, because row 5, column 1 is connected with the other white cells, and because the 2 "
        "shaded cells of the room of row 3, column 1 do not share sides, so they are"
    )


def test_a_full_room_is_shaded_in_one_of_two_ways():
    """A room two cells wide that takes as many shaded cells as it can hold; so a chain needs no pairs of its cells."""
    puzzle = pysolve.read(str(INSTANCES / "heyawake/5x5.yaml"))
    chain = chain_sentences(puzzle, pysolve.hint(puzzle, steps=2).details.steps[1])
    assert any(
        line.endswith(
            "because the 3 shaded cells of the room of row 1, column 3 do not share sides, so they are row 1, column 3; "
            "row 2, column 4; row 3, column 3, or row 1, column 4; row 2, column 3; row 3, column 4."
        )
        for line in chain
    )


def test_what_a_white_line_would_break_is_said():
    puzzle = pysolve.read(str(INSTANCES / "heyawake/8x8.yaml"))
    lines = [
        line
        for step in pysolve.hint(puzzle, steps=0).details.steps
        for line in (chain_sentences(puzzle, step) if step.chain is not None else step_reasons(puzzle, step))
    ]
    assert any(
        "is shaded, because otherwise the white line from row 1, column 2 to row 1, column 4" in each for each in lines
    )


@cache
def star_battle() -> tuple[pysolve.Puzzle, Hints]:
    """A puzzle whose seventh step is the first one with a chain, and the steps up to that one."""
    puzzle = pysolve.read(str(INSTANCES / "starbattle/6x6.yaml"))
    return puzzle, pysolve.hint(puzzle, steps=7).details


def test_a_chain_may_rest_on_what_its_step_makes_plain(tmp_path: Path):
    """A value that is found stands for what was crossed out in its cell, but not in the reason that led to it."""
    clues_ = {"top": "3 1 2 2 4", "bottom": "1 2 3 3 2", "left": "2 2 3 4 1", "right": "3 2 2 1 4"}
    parts = [f"{name}: |\n  {row}\n" for name, row in clues_.items()]
    (tmp_path / "5x5.yaml").write_text("".join(["puzzle: skyscrapers\n", *parts, "grid: |\n", "  . . . . .\n" * 5]))
    hints = pysolve.hint(pysolve.read(tmp_path / "5x5.yaml"), steps=0).details
    assert hints.done and any(step.chain is not None for step in hints.steps)


def test_a_chain_is_said_in_the_order_in_which_it_is_followed():
    puzzle, hints = star_battle()
    step = hints.steps[-1]
    assert step.chain is not None
    assert chain_sentences(puzzle, step) == [
        "Suppose that row 1, column 3 has a star.",
        "Then row 2, column 2 has no star, because no star touches the one in row 1, column 3.",
        "Then row 1, columns 1 and 2 have no stars, because there is 1 star in row 1.",
        "But the region of row 1, column 1 holds 1 star: a contradiction.",
    ]
    said = "Row 1, column 3 has no star; or else this breaks: the region of row 1, column 1 holds 1 star."
    assert brief_sentence(puzzle, step) == said


def test_what_a_link_rests_on_is_told_though_the_loop_that_closes_is_traced():
    puzzle = pysolve.read(str(INSTANCES / "simpleloop/8x8.yaml"))
    told = [chain_sentences(puzzle, each) for each in pysolve.hint(puzzle, steps=0).details.steps if each.chain]
    loops = [lines for lines in told if any(line.startswith("But a loop would close") for line in lines)]
    assert any(
        "way through row 5, column 2, and no line joins row 5, column 1" in line for lines in loops for line in lines
    )


def test_a_step_without_a_chain_is_said_briefly_by_what_decides():
    puzzle = pysolve.read(str(INSTANCES / "sudoku/classic.yaml"))
    (step,) = pysolve.hint(puzzle).details.steps
    assert (
        step.chain is None and hint_record(puzzle, Hints(steps=(step,))).steps[0].chain is None
    )  # it follows directly
    assert brief_sentence(puzzle, step) == "Row 3, column 7 holds 5: 5 stands exactly once in box 3."


def test_the_cells_of_a_chain_are_numbered_on_its_picture():
    puzzle, hints = star_battle()
    picture = chain_picture(puzzle, hints, len(hints.steps))
    assert picture is not None
    assert picture.cosmetics.notes == {(1, 3): "1", (2, 2): "2", (1, 1): "3", (1, 2): "3"}


@pytest.mark.rest
def test_what_follows_by_the_same_rule_from_a_line_stands_in_it_and_has_its_number():
    puzzle = pysolve.read(str(INSTANCES / "masyu/8x8.yaml"))
    hints = pysolve.hint(puzzle, steps=0).details
    for number, step in enumerate(hints.steps, 1):
        if step.chain is None or not step.chain.links[-1].constraints:  # two marks in one place are told as one
            continue
        lines = chain_lines(puzzle, step.chain)
        facts = [fact for line in lines for fact in line.facts]
        links = [step.chain.supposed, *(fact for link in step.chain.links for fact in link.facts)]
        assert {*facts} == {*links} and len(facts) == len(
            links
        )  # what follows by no rule stands behind what it rests on
        notes = chain_picture(puzzle, hints, number).cosmetics.notes
        for line, each in enumerate(lines, 1):
            assert each.says.count("likewise for") < TOGETHER
            for fact in each.facts:
                assert any(str(line) in notes.get(cell, "").split(",") for cell in fact.atom.args)  # type: ignore[call-overload]
    record = pysolve.hint(pysolve.read(str(INSTANCES / "regionalyajilin/7x7.yaml")), steps=0)
    said = [line for step in record.steps if step.chain for line in step.chain.says]
    assert any("; so " in line and ", likewise for " in line for line in said)


def test_hints_say_chains_and_on_request_only_what_decides():
    whole = command("hint", INSTANCES / "starbattle/6x6.yaml", "--steps", "7").out
    assert "   Suppose that row " in whole and ": a contradiction.\n" in whole
    brief = command("hint", INSTANCES / "starbattle/6x6.yaml", "--all", "--brief").out.splitlines()
    assert [line.split(".")[0] for line in brief[:-2]] == [str(number) for number in range(1, len(brief) - 1)]
    assert brief[-1] == "Everything is known." and any("; or else this breaks: " in line for line in brief)


@pytest.mark.rest
def test_what_a_fact_contradicts_at_once_is_no_chain():
    steps = pysolve.hint(pysolve.read(str(INSTANCES / "shakashaka/8x8.yaml")), steps=40).details.steps
    assert all(any(link.constraints for link in step.chain.links[:-1]) for step in steps if step.chain is not None)


@pytest.mark.rest
def test_what_the_rules_of_a_chain_do_not_lead_to_is_a_step_of_its_own():
    puzzle = pysolve.read(str(INSTANCES / "starbattle/10x10.yaml"))
    steps = pysolve.hint(puzzle, steps=0).details.steps
    assert not [gap for gap in SufficiencyCheck(puzzle, Settings()).gaps(steps) if gap.missing]


@pytest.mark.parametrize("path", ["kurotto/5x5", "norinori/8x8", "heyawake/8x8"])
def test_a_chain_does_not_come_to_what_is_known(path: str):
    hints = pysolve.hint(pysolve.read(str(INSTANCES / f"{path}.yaml")), steps=0).details
    assert any(step.chain is not None for step in hints.steps)
    known = {fact.atom for fact in hints.start}
    for step in hints.steps:
        links = step.chain.links if step.chain is not None else ()
        assert known.isdisjoint(fact.atom for link in links for fact in link.facts)
        known.update(fact.atom for fact in step.facts)


def test_what_a_chain_contradicts_by_itself_is_told_before(monkeypatch: pytest.MonkeyPatch):
    puzzle = pysolve.read(str(INSTANCES / "nurikabe/7x9.yaml"))
    monkeypatch.setattr(ByConnection, "find", lambda _, __, best: best)  # which finds what breaks so before
    monkeypatch.setattr(ByConnection, "is_hidden", lambda *_: False)

    def by_one_link() -> int:
        """How many chains break by a single link beside what is known."""
        chains = filter(None, (step.chain for step in pysolve.hint(puzzle, steps=0).details.steps))
        led = [
            (chain, {fact for link in chain.links for fact in link.facts} & {*chain.links[-1].known})
            for chain in chains
            if chain.supposed not in chain.links[-1].known
        ]
        return sum(len(broken) == 1 for _, broken in led)

    told = by_one_link()
    monkeypatch.setattr(Walk, "key_to", lambda *_: [])
    assert told < by_one_link()


KEYED = """puzzle: kurotto
grid: |2
   1  0  .  0  .  .  .  .
   .  . 28  . 33  .  7  .
   .  .  . 28  .  .  .  .
   .  .  .  .  .  .  .  2
   .  . 28 28  . 28  .  .
  28  . 28  .  .  .  .  .
   .  .  . 28 28  .  .  .
   . 28  .  . 28  .  . 28
"""


def test_a_chain_takes_nothing_back_that_was_told_before(tmp_path: Path):
    (tmp_path / "keyed.yaml").write_text(KEYED)
    told: set[Fact] = set()
    for step in pysolve.hint(pysolve.read(str(tmp_path / "keyed.yaml")), steps=0).details.steps:
        links = step.chain.links if step.chain is not None else ()
        assert told.isdisjoint(replace(fact, holds=not fact.holds) for link in links for fact in link.facts)
        told.update(step.facts)


def test_of_clues_that_only_keep_cells_empty_nothing_is_said():
    puzzle = pysolve.read(str(INSTANCES / "kurotto/5x5.yaml"))
    steps = pysolve.hint(puzzle, steps=0).details.steps
    assert not any(line.startswith("Clue") for step in steps for line in step_reasons(puzzle, step))
    assert any(step.walls for step in steps)
    assert not [gap for gap in SufficiencyCheck(puzzle, Settings()).gaps(steps) if gap.missing]


def test_that_no_loop_ends_keeps_no_chain_from_what_is_looked_ahead():
    steps = pysolve.hint(pysolve.read(INSTANCES / "slitherlink/hexagon.yaml"), steps=0).details.steps
    by_many = [step for step in steps if len([each for each in step.constraints if each not in step.evident]) > 2]
    assert by_many and all(step.chain is not None for step in by_many)


def test_what_a_rule_leaves_is_no_link_to_that_it_leaves_nothing():
    steps = pysolve.hint(pysolve.read(INSTANCES / "fillomino/largest.yaml"), steps=0).details.steps
    chains = [step.chain.links for step in steps if step.chain is not None and len(step.chain.links) > 2]
    assert chains
    for *links, last in chains:
        known = [{*each.known} for each in (*links, last)]
        for link in links:
            is_last_thing = [not each.isdisjoint(link.facts) for each in known] == [False] * len(links) + [True]
            assert not (is_last_thing and link.constraints and {*link.constraints} == {*last.constraints})
