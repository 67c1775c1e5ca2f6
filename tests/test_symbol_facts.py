"""Facts that clingo gets as symbols: those of the text, which stays where clingo has something to say of it."""

from __future__ import annotations

import clingo
import pytest
from conftest import INSTANCES
from samples import TYPES

import pysolve
from pysolve import PuzzleError, catalog
from pysolve.solving import facts
from pysolve.solving.facts import SymbolFacts, with_context
from pysolve.solving.grounding import Functions
from pysolve.solving.settings import Settings

SUDOKU = "4 4\n1 - - -\n- 2 - -\n- - - -\n- - - 4"


def ground_facts(text: str, context: SymbolFacts | None) -> set[str]:
    """All facts of a program."""
    control = clingo.Control()
    control.add("base", [], text)
    control.ground([("base", [])], Functions(context))
    return {str(atom.symbol) for atom in control.symbolic_atoms if atom.is_fact}


def test_they_are_the_facts_of_the_text():
    files = [file for type_ in list(TYPES.values())[::3] for file in catalog.examples(type_)[:1]]
    puzzles = [next(pysolve.read_all(str(file))) for file in files]
    contexts = 0
    for puzzle in puzzles:
        text, context = with_context(puzzle, None, puzzle.options)
        assert ground_facts(text, context) == ground_facts(facts.text(puzzle), None), puzzle.name
        contexts += context is not None
    assert contexts > 0.9 * len(puzzles)


def test_a_name_that_may_be_that_of_a_constant_is_read_with_the_program():
    puzzle = pysolve.read_text(SUDOKU, "sudoku")
    assert "clue(A0,A1) :-" in with_context(puzzle, None, ["given", "n"])[0]
    assert with_context(puzzle, None, ["n", "clue"]) == (facts.text(puzzle), None)


NOT_MEANT = ["__init__", "__class__", "__doc__", "__getattribute__", "_facts", "of", "free", "rules", "print", "main"]


@pytest.mark.parametrize(
    ("instance", "name", "rule"),
    [
        *(("sudoku/4x4", name, "q(f(@{}(1))).") for name in NOT_MEANT),
        ("sudoku/4x4", "main", "q(X) :- cell(Y), X = @{}(Y)."),
        ("crossword/3x3", "_facts", 'q(X) :- X = @{}("no such facts").'),
    ],
)
def test_rules_reach_no_attribute_of_an_object(instance: str, name: str, rule: str, write):
    """Each is refused with its place, also where other facts go as text, and so there is nothing to call."""
    file = write("b(1).\n" + rule.format(name) + "\n", "calls.lp")
    puzzle = pysolve.read(str(INSTANCES / f"{instance}.yaml"))
    with pytest.raises(PuzzleError, match=f"calls.lp, line 2: found '@{name}': there are no functions here"):
        pysolve.check(puzzle, Settings(rules=(str(file),)))
