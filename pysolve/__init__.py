"""pysolve: logic puzzles solved from rules that anyone can read and edit.

import pysolve

puzzle = pysolve.read("board.yaml")
for answer in pysolve.solve(puzzle):
    print(answer)
print(pysolve.check(puzzle))     # unique, multiple, none or unknown
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from .analysis.result import Result
    from .model.errors import PuzzleError
    from .model.puzzle import Puzzle
    from .model.terms import Value
    from .model.verdict import Verdict
    from .render.answers import Answer
    from .results.adjusted import AdjustedRecord
    from .results.candidates import CandidatesRecord
    from .results.grade import GradeRecord
    from .results.hints import HintRecord
    from .results.made import MadeRecord
    from .results.reduced import ReducedRecord
    from .results.why import WhyRecord
    from .run.jobs import Analysis
    from .solving.settings import Settings

_Result = TypeVar("_Result", bound="Result")

__version__ = "0.1.0"

__all__ = [
    "Puzzle", "PuzzleError", "Settings", "Verdict", "__version__", "adjust",
    "candidates", "check", "check_all", "grade", "hint", "make",
    "read", "read_all", "read_text", "reduce", "solve", "why",
]  # fmt: skip


#: Where the classes are defined. They are imported when they are needed, so that `import pysolve` is quick, and Ctrl-C
#: finds the command line ready for it.
_CLASSES = {
    "Puzzle": "model.puzzle", "PuzzleError": "model.errors", "Settings": "solving.settings", "Verdict": "model.verdict",
}  # fmt: skip


def __getattr__(name: str) -> object:
    if name not in _CLASSES:
        raise AttributeError(f"module 'pysolve' has no attribute '{name}'")
    from importlib import import_module

    return getattr(import_module(f".{_CLASSES[name]}", __name__), name)


def read(path: str, type: str | None = None, *, types: str | None = None, words: str | None = None) -> Puzzle:
    """The puzzle in a file, or in a link, from which nothing is fetched.

    type: the puzzle type where the file does not say. types: a folder of own types. words: a file of words.
    Raises PuzzleError if the file cannot be understood or holds more than one puzzle.
    """
    from .model.errors import PuzzleError

    puzzles = list(read_all(path, type, types=types, words=words))
    if len(puzzles) != 1:
        raise PuzzleError(f"found {len(puzzles)} puzzles, expected one (read_all reads several)", file=str(path))
    return puzzles[0]


def read_all(
    path: str, type: str | None = None, *, types: str | None = None, words: str | None = None
) -> Iterator[Puzzle]:
    """The puzzles in a file or folder, one after the other. Raises PuzzleError at the first that is wrong."""
    from . import formats

    _let_draw()
    reading = formats.Reading(type, (str(types),) if types else (), words=words)
    return formats.read_inputs([str(path)], reading)


def read_text(text: str, type: str | None = None) -> Puzzle:
    """The puzzle in a text of any format. Raises PuzzleError if it cannot be understood."""
    from . import formats

    _let_draw()
    return formats.read_text(text, type)


def solve(puzzle: Puzzle, settings: Settings | None = None) -> Iterator[Answer]:
    """The answers of a puzzle, each as soon as it is found; all of them unless the settings say otherwise.

    settings: see pysolve.Settings. A time limit ends the iteration; the search then runs in a process of
    its own, which can be ended.
    Raises PuzzleError if the rules cannot be grounded or find the puzzle invalid.
    """
    from .render import answer_text
    from .render.answers import Answer
    from .run import searches
    from .solving.settings import Settings

    writer = answer_text.Writer(puzzle)
    running = searches.open_search(puzzle, settings or Settings(models=0))
    for answer_set in running:
        yield Answer(puzzle, answer_set.atoms, running.outcome.given, answer_set.costs, writer)
    if running.outcome.best is not None:
        yield Answer(puzzle, running.outcome.best.atoms, running.outcome.given, running.outcome.best.costs)


def check(puzzle: Puzzle, settings: Settings | None = None) -> Verdict:
    """The verdict, a str: 'unique', 'multiple', 'none', or 'unknown' if a limit was reached before it was clear.

    Raises PuzzleError as solve does.
    """
    from .run import searches
    from .solving.settings import Settings

    running = searches.open_search(puzzle, settings or Settings(drawing=False, count=True))
    for _ in running:
        pass
    return running.outcome.verdict


def check_all(puzzles: Iterable[Puzzle], settings: Settings | None = None) -> Iterator[Verdict]:
    """The verdicts of many puzzles, in order; boards of one shape share a grounding where that saves time.

    Raises PuzzleError at a puzzle that check would raise it for.
    """
    from .run import searches
    from .solving import multishot
    from .solving.settings import Settings

    puzzles = list(puzzles)
    settings = settings or Settings(drawing=False, count=True)
    groups = multishot.Groups(puzzles if settings.time_limit is None else (), settings)
    for puzzle in puzzles:
        running = groups.search(puzzle) or searches.open_search(puzzle, settings)
        for _ in running:
            pass
        yield running.outcome.verdict


def _svg(puzzle: Puzzle) -> str:
    from .render import svg
    from .render.picture import draw

    return svg.render([draw(puzzle)], puzzle.title or puzzle.type.title)


def _url(puzzle: Puzzle, solution: bool = True) -> str:
    from . import formats
    from .model.puzzle import no_answer
    from .run.solutions import only_answer

    return formats.write(puzzle, "url", only_answer if solution else no_answer).decode().strip()


def _let_draw() -> None:
    """Lets puzzles draw themselves and write their links, which the model by itself cannot do."""
    from .model.puzzle import Puzzle

    Puzzle._repr_svg_ = _svg
    Puzzle.url = _url


# -- Analyses: each returns its record (docs/results.md). A time limit leaves what is known by then; `reason` says so.


def why(
    puzzle: Puzzle, settings: Settings | None = None, *, conflicts: int = 1, models: int = 100, farthest: bool = False,
    repair: bool = False,
) -> WhyRecord:  # fmt: skip
    """Why a puzzle has no answer, or several.

    conflicts: how many sets of clues that conflict to look for, 0 for all. models: how many answers to count at most,
    0 for all. farthest: also find the answer that differs the most. repair: also find the clues that, one of them
    added, leave one answer. Raises PuzzleError as solve does.
    """
    from .analysis.why import Why, WhyRequest, explain_verdict
    from .results.why import why_record

    request = WhyRequest(conflicts, models, farthest, repair)
    return why_record(puzzle, _last(Why(), functools.partial(explain_verdict, puzzle, request=request), settings))


def candidates(puzzle: Puzzle, settings: Settings | None = None) -> CandidatesRecord:
    """What holds in some answer, and what in all. Raises PuzzleError as solve does."""
    from .analysis.candidates import Candidates, find_candidates
    from .results.candidates import candidates_record

    return candidates_record(puzzle, _last(Candidates(), functools.partial(find_candidates, puzzle), settings))


def reduce(
    puzzle: Puzzle, settings: Settings | None = None, *, keep: Iterable[Value] = (), symmetric: bool = False,
    seed: int = 0, smallest: bool = False,
) -> ReducedRecord:  # fmt: skip
    """The puzzle with as few clues as are left when none can be taken away without other answers appearing.

    keep: places whose clues stay: cells (row, column), or terms such as left(2). symmetric: clues that a half turn maps
    to each other go together. seed: for the order in which clues are tried. smallest: the fewest clues. Raises
    PuzzleError as solve does.
    """
    from .analysis.reduce import ReducedPuzzle, ReduceRequest, reduce_clues
    from .results.reduced import reduced_record

    request = ReduceRequest(frozenset(keep), symmetric, seed, smallest)
    found = _last(ReducedPuzzle(), functools.partial(reduce_clues, puzzle, request=request), settings)
    return reduced_record(puzzle, found)


def adjust(
    puzzle: Puzzle, settings: Settings | None = None, *, harder: bool = True, keep: Iterable[Value] = (),
    symmetric: bool = False, seed: int = 0, tries: int = 10,
) -> AdjustedRecord:  # fmt: skip
    """A harder puzzle, or an easier one, with the same answer and other clues.

    keep, symmetric, seed: as for reduce. tries: how many puzzles to look at. Raises PuzzleError as solve does.
    """
    from .generate.adjust import AdjustedPuzzle, AdjustRequest, adjust_difficulty
    from .results.adjusted import adjusted_record

    request = AdjustRequest(harder, frozenset(keep), symmetric, seed, tries)
    analysis = functools.partial(adjust_difficulty, puzzle, request=request)
    return adjusted_record(puzzle, _last(AdjustedPuzzle(harder=harder), analysis, settings))


def hint(
    puzzle: Puzzle, settings: Settings | None = None, *, partial: str | None = None, steps: int = 1,
    guess: str | None = None, avoid: Iterable[str] = (),
) -> HintRecord:  # fmt: skip
    """The next steps of a person, each with its reason.

    partial: an answer text with what is filled in already ('.' is open). steps: how many, 0 for all. guess: such as
    '2,5=7' (row 2, column 5 holds 7): the steps lead to where it breaks. avoid: techniques that no step shall use,
    called as grade() names them, or by their identities. Raises PuzzleError as solve does, ValueError for a guess that
    is none.
    """
    from .analysis.hint import Guess, HintRequest, Hints, explain_steps
    from .results.hints import hint_record

    supposed = Guess.parse(guess) if guess is not None else None
    request = HintRequest(partial, steps, guess=supposed, avoid=tuple(avoid))
    return hint_record(puzzle, _last(Hints(), functools.partial(explain_steps, puzzle, request=request), settings))


def grade(puzzle: Puzzle, settings: Settings | None = None) -> GradeRecord:
    """How hard a puzzle is, by the steps of hint(). Raises PuzzleError as solve does."""
    from .analysis.grade import Grade, grade_puzzle
    from .results.grade import grade_record

    return grade_record(puzzle, _last(Grade(), functools.partial(grade_puzzle, puzzle), settings))


def make(
    type: str, size: str, settings: Settings | None = None, *, seed: int | None = None, number: int = 0,
    symmetric: bool = False, clues: int | None = None, all_clues: bool = False,
    difficulty: tuple[float, float] | str | None = None, types: str | None = None, words: str | None = None,
) -> MadeRecord:  # fmt: skip
    """A new puzzle with exactly one answer.

    size: '9', '9x12' or 'hex5'. seed, number: the same two give the same puzzle; without a seed,
    a random one, which the result says. clues: how many; all_clues: as many
    as the answer implies; without either, as few as are left when none can go. difficulty: from and to, or a level
    such as 'hard', as grade() says it. types: a folder of own types. words: a file of words; without one, the
    list that comes with the type. Raises PuzzleError if there is no such type or board.
    """
    from . import catalog
    from .analysis.levels import Level
    from .generate import boards
    from .generate.made import MadePuzzle, random_seed
    from .generate.make import MakeRequest, make_puzzle
    from .results.made import made_record

    _let_draw()
    found = catalog.find(type, (types,) if types else ())
    words = boards.words_for(found, words)
    board = boards.with_words(boards.empty(found, size, {}), words)
    wanted = Level(difficulty) if isinstance(difficulty, str) else difficulty
    request = MakeRequest(random_seed() if seed is None else seed, number, symmetric, clues, all_clues, wanted)
    made = _last(MadePuzzle(), functools.partial(make_puzzle, board, request=request), settings)
    return made_record(found.name, made, words)


def _last(nothing: _Result, analysis: Analysis[_Result], settings: Settings | None) -> _Result:
    from .run import jobs
    from .solving.settings import Settings

    return jobs.last_result(nothing, analysis, settings or Settings())
