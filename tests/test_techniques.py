"""Techniques: what steps are called by, and walks that do without some of them."""

from __future__ import annotations

import fnmatch
import functools

import pytest
from conftest import INSTANCES
from samples import TYPES

import pysolve
from pysolve import PuzzleError, rules
from pysolve.analysis.constraints import constraints_of
from pysolve.analysis.steps import Step
from pysolve.analysis.techniques import identity_named, technique_of, techniques

BOX, ROW, COLUMN = (f"a value stands exactly once in a {unit}" for unit in ("box", "row", "column"))


@functools.cache
def steps(instance: str, *avoid: str) -> tuple[Step, ...]:
    return pysolve.hint(pysolve.read(str(INSTANCES / instance)), steps=0, avoid=avoid).details.steps


def test_a_technique_is_the_same_in_each_box_whatever_excludes_the_other_cells():
    first, second = steps("sudoku/classic.yaml")[:2]
    assert {each.values for each in first.deciding} != {each.values for each in second.deciding}
    assert technique_of(first).name == technique_of(second).name == BOX


@pytest.mark.rest
@pytest.mark.parametrize(
    ("instance", "technique"),
    [
        ("akari/6x6.yaml", "N lights stand beside a cell"),
        (
            "akari/6x6.yaml",
            "a row, columns N to N hold at most one light",
        ),
        ("starbattle/8x8.yaml", "one line in one region"),
        ("starbattle/10x10.yaml", "a region puts at least N stars into a row; there are N stars in a row"),
        ("starbattle/6x6.yaml", "the stars in two cells do not touch"),
        ("nurikabe/5x5.yaml", "a cell is connected with the other sea cells"),
        ("slitherlink/made-5x5.yaml", "nothing else is possible"),
        ("slitherlink/made-5x5.yaml", "the loop uses N sides of a cell (twice)"),
    ],
)
def test_techniques_are_called_by_the_sentences_of_the_rules(instance: str, technique: str):
    assert technique in {technique_of(step).name for step in steps(instance)}


@pytest.mark.parametrize(
    ("instance", "names"),
    [
        ("masyu/5x5.yaml", {"circles", "only way on"}),
        *(
            pytest.param(instance, names, marks=pytest.mark.rest)
            for instance, names in (
                ("heyawake/8x8.yaml", {"touching", "cut off", "three rooms"}),
                ("slitherlink/made-5x5.yaml", {"counting", "early loop", "counting and early loop"}),
                ("yajilin/5x5.yaml", {"only way on", "dead ends", "counting"}),
            )
        ),
    ],
)
def test_ideas_have_names_that_many_types_share(instance: str, names: set[str]):
    assert names <= {technique_of(step).called for step in steps(instance)}


@pytest.mark.slow
def test_every_name_is_that_of_a_constraint_of_some_type():
    every = {
        each.identity
        for type_ in TYPES.values()
        for each in constraints_of(rules.load([type_.rules_file], beyond=True))
    }
    known = techniques()
    patterns = {each for names in (known.kinds, known.ideas) for _, several in names for each in several}
    assert {each for each in patterns if not fnmatch.filter(every, each.partition("/")[0])} == set()


@pytest.mark.parametrize(
    ("instance", "avoid"), [("sudoku/4x4.yaml", (BOX, ROW)), ("starbattle/6x6.yaml", ("a row holds N stars",))]
)
def test_a_walk_can_do_without_techniques(instance: str, avoid: tuple[str, ...]):
    before, after = steps(instance), steps(instance, *avoid)
    assert set(avoid) & {technique_of(step).name for step in before}
    assert not set(avoid) & {technique_of(step).name for step in after}
    assert {fact for step in after for fact in step.facts} == {fact for step in before for fact in step.facts}


def test_a_walk_says_where_there_is_no_other_way():
    puzzle = pysolve.read(str(INSTANCES / "akari/6x6.yaml"))
    hints = pysolve.hint(puzzle, steps=0, avoid=["A cell is lit."]).details
    assert (hints.done, hints.stuck) == (False, True)
    assert 0 < len(hints.steps) < len(pysolve.hint(puzzle, steps=0).details.steps)


def test_a_technique_that_the_rules_do_not_know():
    puzzle = pysolve.read(str(INSTANCES / "akari/6x6.yaml"))
    with pytest.raises(PuzzleError, match="avoid: found 'x-wing', expected a technique as 'pysolve grade' says it"):
        pysolve.hint(puzzle, avoid=["x-wing"])


def test_a_guess_in_python():
    puzzle = pysolve.read(str(INSTANCES / "sudoku/4x4.yaml"))
    answer = next(pysolve.solve(puzzle)).plain.split()
    wrong = str(int(answer[0]) % 4 + 1)
    trial = pysolve.hint(puzzle, guess=f"1,1={wrong}").details.trial
    assert trial is not None and trial.breaks
    with pytest.raises(ValueError, match="expected a guess such as 2,5=7"):
        pysolve.hint(puzzle, guess="1=1")
    with pytest.raises(PuzzleError, match="a guess is refuted by any technique"):
        pysolve.hint(puzzle, guess=f"1,1={wrong}", avoid=[BOX])


# -- Identities


@pytest.fixture(scope="module")
def reworded(tmp_path_factory) -> pysolve.Puzzle:
    """A Star Battle whose rules say the same in other words, and one of which has a name of its own."""
    type_ = pysolve.catalog.find("starbattle")
    folder = tmp_path_factory.mktemp("types") / "starbattle"
    folder.mkdir()
    text = type_.rules_file.read_text(encoding="utf-8")
    for before, after in (
        ("%! Row R holds S {star|stars}.", "%! In der Zeile R: S {Stern|Sterne}."),
        ("%! Region G holds S {star|stars}.", "%! Das Gebiet G hat S {Stern|Sterne}."),
        ("%! The stars in X and Y do not touch.", "%! apart: Die Sterne in X und Y sind getrennt."),
    ):
        assert before in text
        text = text.replace(before, after)
    (folder / "rules.lp").write_text(text, encoding="utf-8")
    for name in ("manifest.yaml", "known.lp"):
        (folder / name).write_bytes((type_.folder / name).read_bytes())
    return pysolve.read(str(INSTANCES / "starbattle/6x6.yaml"), types=str(folder.parent))


def test_other_words_are_the_same_techniques(reworded: pysolve.Puzzle):
    plain = pysolve.grade(pysolve.read(str(INSTANCES / "starbattle/6x6.yaml")))
    other = pysolve.grade(reworded)
    assert (plain.sizes, plain.level) == (other.sizes, other.level)
    assert all("Zeile" in each.name for each in other.techniques if "rows" in each.id)
    by_author = [(each.id.replace("touching_pair-star", "apart"), each.steps) for each in plain.techniques]
    assert sorted(("+".join(sorted(each.split("+"))), steps) for each, steps in by_author) == sorted(
        (each.id, each.steps) for each in other.techniques
    )


def test_what_is_avoided_is_called_by_identity_or_name_whatever_the_words(reworded: pysolve.Puzzle):
    identity, name = "star-region-rows", "a row holds N stars"
    without = steps("starbattle/6x6.yaml", name)
    assert [step.facts for step in steps("starbattle/6x6.yaml", identity)] == [step.facts for step in without]
    others = pysolve.hint(reworded, steps=0, avoid=[identity]).details.steps
    assert [step.facts for step in others] == [step.facts for step in without]
    with pytest.raises(PuzzleError, match=f"avoid: found '{name}'"):
        pysolve.hint(reworded, avoid=[name])


def test_how_often_a_technique_needs_a_constraint_belongs_to_it():
    known = {"a row holds N stars": "row", "the stars touch": "touch", "nothing else is possible": "nothing-else"}
    for name, identity in (
        ("A row holds N stars; the stars touch (twice).", "row+touch*2"),
        ("the stars touch (often)", "touch*"),
        ("touch*3+row", "row+touch*3"),
        ("Nothing else is possible", "nothing-else"),
    ):
        assert identity_named(name, known) == identity
    with pytest.raises(ValueError, match="x-wing"):
        identity_named("a row holds N stars; x-wing", known)


def test_constraints_are_called_by_their_predicates_and_those_that_say_the_same_alike(write):
    text = """
        { a(X) : c(X); b }. c(1..3).
        %! One.
        :- a(X), b.
        %! Two.
        :- b, a(2), a(X), X < 2.
        %! One.
        :- a(3), b.
        :- c(X), not -d(X). -d(1).
        %! named: Three.
        :- a(1).
        %! Four.
        :- 1 < 0.
    """
    program = rules.load([write(text, "a.lp")])
    assert [each.identity for each in constraints_of(program)] == ["a-b", "b-a", "a-b", "c-d", "named", "rule"]
