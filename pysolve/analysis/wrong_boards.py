"""Wrong boards: for each constraint of the rules, an answer that violates it and no other.

They are looked for on a puzzle: if there is none, the constraint follows from the others on this board, or does not
apply there. Others are stated by an author, in a file of instances that say what their answer breaks:

    puzzle: mine
    breaks: Row R has exactly one shaded cell.      # or a list of sentences that it breaks together
    grid: |
      . .
    answer: |
      x x
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from .. import formats
from ..formats import Reading, Source
from ..model import yaml_text
from ..model.errors import PuzzleError
from ..model.puzzle import Puzzle
from ..model.puzzle_type import PuzzleType
from ..model.terms import Term
from ..render import answer_text
from ..rules import display
from ..rules.library import library
from ..solving.settings import Settings
from .assumptions import AssumptionSolver
from .clues import clues
from .constraints import Constraint
from .mus import SearchLimitError
from .progress import labelled, stated_literals

#: Conflicts after which the search for a wrong board is given up.
EFFORT = 20_000


class Unbroken(StrEnum):
    """Why no answer was found that breaks one constraint alone."""

    NEVER_APPLIES = "never applies"
    FOLLOWS = "follows from the others"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class WrongBoard:
    """A constraint, and an answer that only it refutes; None if none was found on this board, and why."""

    constraint: Constraint
    answer: tuple[Term, ...] | None
    unbroken: Unbroken | None = None


def wrong_boards(puzzle: Puzzle, settings: Settings, names: Collection[str] | None = None) -> Iterator[WrongBoard]:
    """A wrong board for each constraint of the type's rules, in their order; with `names`, for each that has one of
    these sentences or identities. PuzzleError as solve.
    """
    given = clues(puzzle)
    solver = AssumptionSolver(puzzle, settings, given, by_rules=True)
    violated: dict[int, int] = {}  # by the constraint's number: the literal of 'one of its instances is violated'
    with solver.control.backend() as backend:
        for instance, literal in solver.broken.items():
            number = instance.constraint.number
            if number not in violated:
                violated[number] = backend.add_atom()
            backend.add_rule([violated[number]], [literal])
    base = solver.assume(range(len(given)))
    for constraint in solver.constraints:
        if names is not None and not _is_named(constraint, names):
            continue
        others = [each for instance, each in solver.required.items() if instance.constraint != constraint]
        if constraint.number not in violated:
            yield WrongBoard(constraint, None, Unbroken.NEVER_APPLIES)
            continue
        wrong = [*base, violated[constraint.number], *others]
        answer = next(solver.answers(wrong, effort=EFFORT), None)
        yield WrongBoard(constraint, answer, _unbroken(solver, wrong) if answer is None else None)


def _unbroken(solver: AssumptionSolver, wrong: Sequence[int]) -> Unbroken:
    try:
        solver.core(wrong, EFFORT)
    except SearchLimitError:
        return Unbroken.UNDECIDED
    return Unbroken.FOLLOWS


def _is_named(constraint: Constraint, names: Collection[str]) -> bool:
    return constraint.sentence in names or constraint.identity in names


# -- Wrong boards that an author states


@dataclass(frozen=True)
class StatedBoard:
    """An instance, and the rules that its answer breaks, by their sentences or identities.

    file: where it stands, as messages say it; line: the first of its file.
    """

    file: str
    line: int
    text: str
    breaks: tuple[str, ...]

    def puzzle(self, reading: Reading | None = None) -> Puzzle:
        """The instance; PuzzleError if it is wrong."""
        path = Path(self.file)
        return formats.read(Source(path.stem, self.file, self.text.encode(), path), reading or Reading())


def stated_boards(type_: PuzzleType) -> Iterator[StatedBoard]:
    """The wrong boards in wrong.yaml beside the type's rules, or, for types of pysolve's own, with its tests."""
    for path in (type_.folder / "wrong.yaml", library().parent / "tests" / "wrong" / f"{type_.name}.yaml"):
        if path.is_file():
            yield from read_stated(path)


def read_stated(path: Path) -> Iterator[StatedBoard]:
    """The boards of a file; PuzzleError if one does not say what it breaks."""
    line = 1
    for text in re.split(r"(?m)^---\s*\n", path.read_text(encoding="utf-8")):
        if text.strip():
            document = yaml_text.load_mapping(text, display(path))
            try:
                yield StatedBoard(display(path), line, _without_breaks(text), _breaks(document))
            except PuzzleError as error:
                raise error.at(file=display(path), line=line) from None
        line += text.count("\n") + 1


def _without_breaks(text: str) -> str:
    """The instance itself, without the key that says what its answer breaks."""
    return re.sub(r"(?m)^breaks:.*\n(?:[ \t-].*(?:\n|\Z))*", "", text)


def _breaks(document: Mapping[str, object]) -> tuple[str, ...]:
    breaks = document.get("breaks")
    if not isinstance(breaks, (str, list)):
        raise PuzzleError("expected 'breaks' with a rule's sentence or name")
    names = [breaks] if isinstance(breaks, str) else breaks
    return tuple(" ".join(str(name).split()) for name in names)


class Judge:
    """Judges the answer that is published with a puzzle by some of the rules."""

    def __init__(self, puzzle: Puzzle, settings: Settings = Settings()) -> None:
        """PuzzleError if the board itself is wrong, or as answer_literals."""
        self._solver = AssumptionSolver(puzzle, settings, by_rules=True)
        if self._solver.literals_of("invalid"):
            raise PuzzleError("the board itself is wrong, not only its answer", file=puzzle.file)
        self._answer = answer_literals(puzzle, self._solver)

    @property
    def names(self) -> set[str | None]:
        """The sentences and identities of the constraints."""
        return {name for each in self._solver.constraints for name in (each.sentence, each.identity)}

    def accepts(self, without: Collection[str] = ()) -> bool:
        """Whether the answer is right by the rules without those that have these sentences or identities."""
        kept = [
            literal
            for instance, literal in self._solver.required.items()
            if not _is_named(instance.constraint, without)
        ]
        return self._solver.satisfiable([*self._answer, *kept])


def answer_literals(puzzle: Puzzle, solver: AssumptionSolver) -> list[int]:
    """Assumptions under which the answer is the one that is published with the puzzle.

    PuzzleError if there is none, or if no rule derives what it says.
    """
    if puzzle.answer is None:
        raise PuzzleError("expected an answer", file=puzzle.file)
    wanted = set(labelled(puzzle, solver, answer_text.parse(puzzle, puzzle.answer)))
    for atom in wanted:
        if atom not in solver.shown:
            raise PuzzleError(f"the rules never derive {atom}, which the answer says", file=puzzle.file)
    return stated_literals(puzzle, solver, wanted)
