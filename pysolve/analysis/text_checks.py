"""Whether the answer texts of a type say all of its answers: what is written is read back, and what the manifest leaves
out follows from the rest.
"""

from __future__ import annotations

from collections.abc import Iterator

from .. import rules
from ..model.errors import PuzzleError
from ..model.puzzle import Puzzle
from ..model.puzzle_type import PuzzleType
from ..model.terms import Term
from ..render import answer_text
from ..solving.settings import Settings
from .assumptions import AssumptionSolver
from .clues import clues, without
from .findings import Check, Finding, Level
from .progress import stated_literals
from .rule_checks import all_well, manifest_place

#: How many answers of an example are looked at, and conflicts after which no more of them are looked for.
_ANSWERS, _EFFORT = 5, 20_000


def check_texts(type_: PuzzleType, puzzles: list[Puzzle], settings: Settings) -> Iterator[Finding]:
    """A finding for each predicate whose atoms texts lose; that all is well, where the manifest leaves some out."""
    found = _findings(type_, puzzles, settings)
    shown = rules.load(type_.rule_files).shown_names
    silent = [rule for rule in type_.draw if rule.token == "" or "" in rule.tokens.values()]
    leaves_out = any(rule.template.name in shown for rule in silent)
    yield from (
        all_well(Check.TEXTS, "what answer texts leave out follows from the rest", found) if leaves_out else found
    )


def _findings(type_: PuzzleType, puzzles: list[Puzzle], settings: Settings) -> Iterator[Finding]:
    said: set[str] = set()
    for puzzle in puzzles:
        for atom in _lost_atoms(puzzle, settings):
            if atom.name in said:
                continue
            said.add(atom.name)
            rule = next((rule for rule in type_.draw if rule.match(atom) is not None), None)
            file, line = manifest_place(type_, "draw", str(rule.template) if rule is not None else "")
            words = f"the answer text does not tell whether {atom} holds, so different answers look alike"
            yield Finding(Check.TEXTS, Level.ERROR, words, file, line)


def _lost_atoms(puzzle: Puzzle, settings: Settings) -> Iterator[Term]:
    """Atoms of answers of a board that the texts of these answers lose: without its clues, so that there are many."""
    for board in (without(puzzle, clues(puzzle)), puzzle):
        try:
            solver = AssumptionSolver(board, settings)
        except PuzzleError:  # the rules want clues
            continue
        solver.settle(1)
        for answer in list(solver.answers([], _ANSWERS, _EFFORT)):
            yield from _lost(board, solver, answer)
        return


def _lost(puzzle: Puzzle, solver: AssumptionSolver, answer: tuple[Term, ...]) -> list[Term]:
    said = [atom for atom in answer if answer_text.says(puzzle, atom)]
    read = answer_text.parse(puzzle, answer_text.write(puzzle, answer))
    areas = [rule for rule in puzzle.type.draw if rule.numbers_regions]  # any labels will do
    lost = [atom for atom in said if atom not in read and not any(rule.match(atom) for rule in areas)]
    if len(said) == len(answer):
        return lost
    stated = stated_literals(puzzle, solver, set(said))
    some, every = (solver.last_consequences(stated, mode) for mode in ("brave", "cautious"))
    return lost + sorted(some - every, key=str)
