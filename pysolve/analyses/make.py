"""A new puzzle."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import Annotated

from .. import catalog
from ..analysis.hint import Level
from ..formats import native
from ..generate import boards
from ..generate.make import MadePuzzle, MakeRequest, make_puzzle, random_seed
from ..model.errors import checked, many
from ..model.puzzle import Puzzle
from ..report.lines import bare
from ..report.results import AnswerRecord, Drawing, Record, answer_record
from ..solving.settings import Settings
from .entry import SEEDS, Analysis, Says, Task


@dataclass(frozen=True, kw_only=True)
class MadeRecord(Record):
    """A new puzzle, and its answer."""

    type: Annotated[str, "the type of the puzzle"]
    reason: Annotated[str | None, "which limit was reached; the rest is then what was known by that time"]
    says: Annotated[list[str], "sentences that say what was made"]
    tries: Annotated[int, "how many answers were begun with"]
    instance: Annotated[str | None, "the puzzle, in the native form; null if none was found"]
    answer: Annotated[AnswerRecord | None, "its answer"]
    clues: Annotated[int, "how many clues it has"]
    difficulty: Annotated[float | None, "its difficulty, where that or a level was wanted"]
    level: Annotated[Level | None, "its level, where that or a difficulty was wanted"]
    complete: Annotated[bool, "it is as requested; otherwise it is the best so far"]
    seed: Annotated[int | None, "the seed, which makes the same puzzle again"]
    number: Annotated[int, "which puzzle of this seed it is, from 1"]
    drawing: Drawing | None
    details: MadePuzzle = field(repr=False)

    @property
    def puzzle(self) -> Puzzle | None:
        """The new puzzle."""
        return self.details.puzzle


def made_record(type_: str, made: MadePuzzle, words: str | None = None) -> MadeRecord:
    """What was made so far. type_: the name of its type. words: a file of words, as the puzzle is to name it."""
    puzzle = made.puzzle
    return MadeRecord(
        type=type_, reason=made.reason, tries=made.tries,
        says=[made_line(made)] if puzzle is not None or made.failure is not None or made.reason is not None else [],
        instance=native.yaml_of(puzzle, words=words) if puzzle is not None else None,
        answer=answer_record(puzzle, made.answer, made.given) if puzzle is not None else None,
        clues=made.clues, difficulty=made.difficulty, level=made.level, complete=made.complete,
        seed=made.seed, number=made.number + 1,
        drawing=Drawing(puzzle, lambda: bare(puzzle, made.given)) if puzzle is not None else None, details=made,
    )  # fmt: skip


def made_line(made: MadePuzzle) -> str:
    """What was made, in a sentence."""
    if made.puzzle is None:
        return f"No puzzle: {made.failure or made.reason}."
    seed = f"seed {made.seed}" if not made.number else f"number {made.number + 1} of seed {made.seed}"
    clues = many(made.clues, "clue") if made.puzzle.type.unique else "One of its answers"
    text = clues
    if made.difficulty is not None:
        text += f", difficulty {made.difficulty}{f', {made.level}' if made.level is not None else ' at least'}"
    if made.complete:
        return f"{text}, {seed}."
    so_far = "the fewest so far" if made.difficulty is None else "the nearest so far"
    return f"{text}, {so_far}, {seed}" + (f": {made.reason}." if made.reason is not None else ".")


_A_LEVEL = "from and to, or a level such as hard, as grade says it"


@checked
def make(
    type: str,
    size: str | int,
    settings: Settings | None = None,
    *,
    seed: Annotated[
        int | None,
        Says(
            "for what is chosen at random: the same seed makes the same puzzle",
            "the same seed makes the same puzzle (default: a random one, which is said)", limits=SEEDS,
            chosen=random_seed,
        ),
    ] = None,
    number: int = 0,
    symmetric: Annotated[bool, Says("a half turn of the board maps the clues to each other")] = False,
    clues: Annotated[
        int | None,
        Says(
            "the number of clues (default: until no other can be taken away)",
            "leave N clues (default: as few as possible)", served=(0, 100_000),
        ),
    ] = None,
    all_clues: Annotated[bool, Says("take no clues away")] = False,
    difficulty: Annotated[tuple[float, float] | str | None, Says(_A_LEVEL, option=None)] = None,
    types: str | None = None,
    words: str | None = None,
) -> MadeRecord:  # fmt: skip
    """A new puzzle with exactly one answer.

    size: 9, '9x12' or 'hex5'. Without a seed, a random one, which the result says. number: another puzzle of the same
    seed. types: a folder of own types. words: a file of words; without one, the list that comes with the type. Raises
    PuzzleError if there is no such type or board.

    >>> print(pysolve.make("sudoku", 4, seed=1, clues=6))
    6 clues, seed 1.
    """
    found = catalog.find(type, (types,) if types else ())
    words = boards.words_for(found, words)
    board = boards.with_words(boards.empty(found, str(size), {}), words)
    wanted = Level(difficulty) if isinstance(difficulty, str) else difficulty
    request = MakeRequest(random_seed() if seed is None else seed, number, symmetric, clues, all_clues, wanted)
    return _task(request, words).last(board, settings)


def _task(request: MakeRequest, words: str | None = None) -> Task[MadePuzzle, MadeRecord]:
    def record(board: Puzzle, made: MadePuzzle) -> MadeRecord:
        return made_record(board.type.name, made, words)

    return Task(MadePuzzle(), partial(make_puzzle, request=request), record)


MAKE = Analysis(make, lambda all_clues, **values: _task(MakeRequest(keep_all=all_clues, **values)))
