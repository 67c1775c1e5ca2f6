"""The requests for analyses and for new puzzles: why, candidates, reduce, adjust, make, hint and grade."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from ..analysis.grade import Grade, grade_puzzle
from ..analysis.hint import Guess, HintRequest, Hints, explain_steps
from ..analysis.reduce import ReducedPuzzle, ReduceRequest, check_kept, reduce_clues
from ..analysis.result import Result
from ..analysis.why import Candidates, Why, WhyRequest, explain_verdict, find_candidates
from ..generate import boards
from ..generate.adjust import AdjustedPuzzle, AdjustRequest, adjust_difficulty
from ..generate.make import MadePuzzle, MakeRequest, make_puzzle
from ..model.errors import PuzzleError
from ..model.puzzle import Puzzle
from ..results.adjusted import adjusted_record
from ..results.candidates import candidates_record
from ..results.grade import grade_record
from ..results.hints import StepRecord, hint_record
from ..results.made import made_record
from ..results.pictures import place_of
from ..results.record import Record
from ..results.reduced import reduced_record
from ..results.why import why_record
from ..solving.outcome import StopReason
from ..solving.settings import with_options
from . import records, requests
from .context import RequestContext
from .events import Piece, Pieces, When

_Result = TypeVar("_Result", bound=Result)


def _pieces(
    context: RequestContext[requests.SearchRequest], puzzle: Puzzle | None, nothing: _Result,
    results: Iterator[_Result], record_of: Callable[[_Result], Record],
) -> Pieces:  # fmt: skip
    """The records of an analysis's results. nothing: what is known at the beginning. puzzle: what it is about."""

    def record(result: _Result) -> records.Record:
        about = context.about(puzzle) if puzzle is not None else {}
        return {**about, **context.json(record_of(result))}

    result = nothing
    yield Piece(partial(record, result), When.AT_ONCE)
    try:
        for result in results:
            yield Piece(partial(record, result))
    except MemoryError:
        result = replace(result, reason=StopReason.MEMORY_LIMIT)
    yield Piece(partial(record, result), When.AT_LAST)


def why(context: RequestContext[requests.Why]) -> Pieces:
    """Why there is no answer, or more than one."""
    puzzle, settings = with_options(context.puzzle(), context.settings())
    body = context.request
    request = WhyRequest(body.conflicts, body.models, body.farthest, body.repair)
    results = explain_verdict(puzzle, settings, request)
    yield from _pieces(context, puzzle, Why(), results, partial(why_record, puzzle))


def candidates(context: RequestContext[requests.Candidates]) -> Pieces:
    """What holds in some answer, and what in all."""
    puzzle, settings = with_options(context.puzzle(), context.settings())
    results = find_candidates(puzzle, settings)
    yield from _pieces(context, puzzle, Candidates(), results, partial(candidates_record, puzzle))


def reduce(context: RequestContext[requests.Reduce]) -> Pieces:
    """The puzzle with fewer clues."""
    puzzle, body = context.puzzle(), context.request
    keep = frozenset(map(place_of, body.keep))
    request = ReduceRequest(keep, body.symmetric, body.seed, body.smallest)
    check_kept(puzzle, keep)
    results = reduce_clues(puzzle, context.settings(), request)
    yield from _pieces(context, puzzle, ReducedPuzzle(), results, partial(reduced_record, puzzle))


def adjust(context: RequestContext[requests.Adjust]) -> Pieces:
    """A harder puzzle, or an easier one."""
    puzzle, body = context.puzzle(), context.request
    keep = frozenset(map(place_of, body.keep))
    check_kept(puzzle, keep)
    request = AdjustRequest(body.harder, keep, body.symmetric, body.seed, body.tries, body.one)
    results = adjust_difficulty(puzzle, context.settings(), request)
    yield from _pieces(context, puzzle, AdjustedPuzzle(harder=body.harder), results, partial(adjusted_record, puzzle))


def make(context: RequestContext[requests.Make]) -> Pieces:
    """A new puzzle."""
    body = context.request
    type_ = context.type(body.type)
    if body.puzzle is not None:
        puzzle = boards.without_clues(context.puzzle())
    elif body.size is not None:
        words = boards.words_for(type_, _words(context))
        puzzle = boards.with_words(boards.empty(type_, body.size, {}), words)
    else:
        raise PuzzleError("expected a 'size', such as 9, 9x12 or hex5, or a 'puzzle' with the board")
    request = MakeRequest(body.seed, 0, body.symmetric, body.clues, body.all_clues, body.difficulty)
    results = make_puzzle(puzzle, context.settings(), request)
    yield from _pieces(context, None, MadePuzzle(), results, partial(made_record, type_.name))


def _words(context: RequestContext[requests.Make]) -> str | None:
    """The file of the words that the body brings."""
    if context.request.words is None:
        return None
    (Path(context.folder) / "words.txt").write_text(context.request.words, encoding="utf-8")
    return "words.txt"


def hint(context: RequestContext[requests.Hint]) -> Pieces:
    """The next steps."""
    puzzle, settings = with_options(context.puzzle(), context.settings())
    marks = tuple(records.mark_of(each) for each in context.request.filled or ())
    body = context.request
    request = HintRequest(body.partial, body.steps, marks, _guess(body.guess), tuple(body.avoid))
    earlier: list[StepRecord] = []

    def record_of(hints: Hints) -> Record:
        record = hint_record(puzzle.with_short_names() if body.r1c1 else puzzle, hints, earlier)
        earlier[:] = record.steps
        return record

    yield from _pieces(context, puzzle, Hints(), explain_steps(puzzle, settings, request), record_of)


def _guess(text: str | None) -> Guess | None:
    try:
        return None if text is None else Guess.parse(text)
    except ValueError as error:
        raise PuzzleError(f"'try': {error}") from None


def grade(context: RequestContext[requests.Grade]) -> Pieces:
    """How hard the puzzle is."""
    puzzle, settings = with_options(context.puzzle(), context.settings())
    yield from _pieces(context, puzzle, Grade(), grade_puzzle(puzzle, settings), partial(grade_record, puzzle))
