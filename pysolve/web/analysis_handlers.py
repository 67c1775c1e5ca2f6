"""The requests for analyses and for new puzzles: why, candidates, reduce, adjust, make, hint and grade."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TypeVar

from ..analysis.candidates import Candidates, find_candidates
from ..analysis.grade import Grade, grade_puzzle
from ..analysis.hint import Guess, HintRequest, Hints, explain_steps
from ..analysis.progress import Fact
from ..analysis.reduce import ReducedPuzzle, ReduceRequest, check_kept, reduce_clues
from ..analysis.result import Result
from ..analysis.techniques import technique_of
from ..analysis.trial import Trial
from ..analysis.why import Conflict, Why, WhyRequest, explain_verdict
from ..catalog.library import library
from ..formats import native_writer
from ..generate import boards
from ..generate.adjust import AdjustedPuzzle, AdjustRequest, adjust_difficulty
from ..generate.made import MadePuzzle
from ..generate.make import MakeRequest, make_puzzle
from ..model.errors import PuzzleError
from ..model.puzzle import Puzzle
from ..model.puzzle_type import PuzzleType
from ..model.verdict import Verdict
from ..render.answers import Answer
from ..render.picture import Mark, Picture, draw_candidates, marks_of
from ..report.adjusted import adjusted_line
from ..report.candidates import candidates_line, open_places
from ..report.chains import brief_sentence, chain_sentences
from ..report.grade import grade_line, level_line, technique_records
from ..report.hints import (
    chain_picture,
    guess_sentence,
    hints_end,
    step_picture,
    step_sentence,
    trial_end,
    two_ways,
    wrong_lines,
)
from ..report.made import made_line
from ..report.phrases import bare, many
from ..report.reasons import step_reasons
from ..report.reduced import reduced_line
from ..report.why import (
    MOST_REPAIRS,
    common_picture,
    conflict_clues,
    conflict_constraints,
    conflict_head,
    conflict_picture,
    conflict_rules,
    farthest,
    pair,
    repair_lines,
    verdict_line,
)
from ..solving.outcome import StopReason
from ..solving.settings import with_options
from . import records, requests
from .context import RequestContext
from .events import Piece, Pieces, When
from .records import Record

_Result = TypeVar("_Result", bound=Result)


def _pieces(nothing: _Result, results: Iterator[_Result], record: Callable[[_Result], Record]) -> Pieces:
    """The records of an analysis's results. nothing: what is known at the beginning."""
    result = nothing
    yield Piece(partial(record, result), When.AT_ONCE)
    try:
        for result in results:
            yield Piece(partial(record, result))
    except MemoryError:
        yield Piece(partial(record, replace(result, reason=StopReason.MEMORY_LIMIT)))


def why(context: RequestContext[requests.Why]) -> Pieces:
    """Why there is no answer, or more than one."""
    puzzle, settings = with_options(context.puzzle(), context.settings())
    body = context.request
    request = WhyRequest(body.conflicts, body.models, body.farthest, body.repair)

    def record_of(result: Why) -> Record:
        record = {
            **context.about(puzzle), "verdict": result.verdict, "reason": result.reason,
            "says": [verdict_line(result)] if result.verdict != Verdict.UNKNOWN or result.reason else [],
        }  # fmt: skip
        if result.verdict == Verdict.NONE:
            record |= {"smallest": result.smallest, "complete": result.complete}
            record["conflicts"] = [_conflict(context, puzzle, result, each) for each in result.conflicts]
        elif len(result.answers) > 1:
            record |= _answers(context, puzzle, result)
        elif result.answers:
            record["answers"] = [context.answer(Answer(puzzle, result.answers[0], result.given))]
        return record

    yield from _pieces(Why(), explain_verdict(puzzle, settings, request), record_of)


def _conflict(context: RequestContext[requests.Why], puzzle: Puzzle, result: Why, conflict: Conflict) -> Record:
    return {
        "says": conflict_head(conflict), "clues": conflict_clues(puzzle, conflict),
        "because": conflict_constraints(puzzle, conflict),
        "rules": [records.remark(each, context.own_types) for each in conflict_rules(conflict)],
        **context.drawn(conflict_picture(puzzle, result.given, conflict), puzzle),
    }  # fmt: skip


def _answers(context: RequestContext[requests.Why], puzzle: Puzzle, result: Why) -> Record:
    atoms, pictures, line = pair(puzzle, result)
    answers = [
        context.answer(Answer(puzzle, tuple(each), result.given)) | context.drawn(picture, puzzle)
        for each, picture in zip(atoms, pictures)
    ]
    record: Record = {
        "count": len(result.answers), "exhausted": result.exhausted, "answers": answers, "pair": line,
        "repairs": repair_lines(puzzle, result),
        "repaired": [
            native_writer.write(boards.filled(puzzle, [each.clue])) for each in (result.repairs or ())[:MOST_REPAIRS]
        ],
    }  # fmt: skip
    common = common_picture(puzzle, result)
    if common is not None:
        open_ = many(open_places(common), "place")
        record["common"] = {
            "says": f"What all answers have in common ({open_} open):", **context.drawn(common, puzzle)
        }  # fmt: skip
    far = farthest(puzzle, result)
    if far is not None:
        record["farthest"] = {"says": far[1], **context.drawn(far[0], puzzle)}
    return record


def candidates(context: RequestContext[requests.Candidates]) -> Pieces:
    """What holds in some answer, and what in all."""
    puzzle, settings = with_options(context.puzzle(), context.settings())

    def record_of(result: Candidates) -> Record:
        picture = _draw_candidates(puzzle, result) if result.some or result.every is not None else None
        return {
            **context.about(puzzle), "verdict": result.verdict, "reason": result.reason,
            "says": [candidates_line(result, picture)] if result.verdict != Verdict.UNKNOWN or result.reason else [],
            "some": records.atoms(result.some),
            "every": records.atoms(result.every) if result.every is not None else None,
            **context.drawn(picture, puzzle),
        }  # fmt: skip

    yield from _pieces(Candidates(), find_candidates(puzzle, settings), record_of)


def _draw_candidates(puzzle: Puzzle, result: Candidates) -> Picture:
    """The picture of what is known of the candidates so far."""
    return draw_candidates(puzzle, result.some, result.every or (), result.given)


def reduce(context: RequestContext[requests.Reduce]) -> Pieces:
    """The puzzle with fewer clues."""
    puzzle, body = context.puzzle(), context.request
    keep = frozenset(map(records.place_of, body.keep))
    request = ReduceRequest(keep, body.symmetric, body.seed, body.smallest)
    check_kept(puzzle, keep)

    def record_of(reduced: ReducedPuzzle) -> Record:
        record = {
            **context.about(puzzle), "verdict": reduced.verdict, "reason": reduced.reason,
            "says": [reduced_line(reduced)] if reduced.puzzle or reduced.verdict != "unique" else [],
        }  # fmt: skip
        if reduced.puzzle is not None:
            record |= {"instance": native_writer.write(reduced.puzzle), "clues": len(reduced.left)}
            record |= {"removed": len(reduced.removed), "fewest": reduced.fewest}
            record |= context.drawn(bare(reduced.puzzle, reduced.given), puzzle)
        return record

    yield from _pieces(ReducedPuzzle(), reduce_clues(puzzle, context.settings(), request), record_of)


def adjust(context: RequestContext[requests.Adjust]) -> Pieces:
    """A harder puzzle, or an easier one."""
    puzzle, body = context.puzzle(), context.request
    keep = frozenset(map(records.place_of, body.keep))
    check_kept(puzzle, keep)
    request = AdjustRequest(body.harder, keep, body.symmetric, body.seed, body.tries)

    def record_of(adjusted: AdjustedPuzzle) -> Record:
        told = adjusted.before is not None or adjusted.puzzle is not None
        known = told or adjusted.verdict in (Verdict.NONE, Verdict.MULTIPLE) or adjusted.reason
        record = {
            **context.about(puzzle), "verdict": adjusted.verdict, "reason": adjusted.reason, "tries": adjusted.tries,
            "before": adjusted.before, "difficulty": adjusted.difficulty,
            "says": [adjusted_line(adjusted)] if known else [],
        }  # fmt: skip
        if adjusted.puzzle is not None:
            record |= {"instance": native_writer.write(adjusted.puzzle), "clues": adjusted.clues}
            record |= context.drawn(bare(adjusted.puzzle, adjusted.given), puzzle)
        return record

    yield from _pieces(
        AdjustedPuzzle(harder=body.harder), adjust_difficulty(puzzle, context.settings(), request), record_of
    )


def make(context: RequestContext[requests.Make]) -> Pieces:
    """A new puzzle."""
    body = context.request
    type_ = context.type(body.type)
    if body.puzzle is not None:
        puzzle = boards.without_clues(context.puzzle())
    elif body.size is not None:
        puzzle = boards.with_words(boards.empty(type_, body.size, {}), _words(context, type_))
    else:
        raise PuzzleError("expected a 'size', such as 9, 9x12 or hex5, or a 'puzzle' with the board")
    request = MakeRequest(body.seed, 0, body.symmetric, body.clues, body.all_clues, body.difficulty)

    def record_of(made: MadePuzzle) -> Record:
        record: Record = {"type": type_.name, "reason": made.reason, "tries": made.tries, "says": []}
        if made.puzzle is not None or made.failure is not None:
            record["says"] = [made_line(made)]
        if made.puzzle is not None:
            record |= {
                "instance": native_writer.write(made.puzzle),
                "clues": made.clues,
                "difficulty": made.difficulty,
                "complete": made.complete,
            }
            record |= context.drawn(bare(made.puzzle, made.given), made.puzzle)
            record["answer"] = context.answer(Answer(made.puzzle, made.answer, made.given))
        return record

    yield from _pieces(MadePuzzle(), make_puzzle(puzzle, context.settings(), request), record_of)


def _words(context: RequestContext[requests.Make], type_: PuzzleType) -> str | None:
    """The file of the words that a new puzzle is made of: those of the body, or the shortest list of pysolve's."""
    if context.request.words is not None:
        (Path(context.folder) / "words.txt").write_text(context.request.words, encoding="utf-8")
        return "words.txt"
    if type_.list_part is None:
        return None
    lists = sorted((library().parent / "instances" / type_.name).glob("*.words"))
    return str(lists[0]) if lists else None


def hint(context: RequestContext[requests.Hint]) -> Pieces:
    """The next steps."""
    puzzle, settings = with_options(context.puzzle(), context.settings())
    marks = tuple(records.mark_of(each) for each in context.request.filled or ())
    body = context.request
    request = HintRequest(body.partial, body.steps, marks, _guess(body.guess), tuple(body.avoid))
    steps: list[Record] = []

    def record_of(hints: Hints) -> Record:
        for number in range(len(steps) + 1, len(hints.steps) + 1):
            steps.append(_step(context, puzzle, hints, number))
        end = hints_end(hints) if hints.verdict != Verdict.UNKNOWN or hints.reason else None
        ways = two_ways(puzzle, hints)
        tried = {"try": _trial(puzzle, hints, hints.trial)} if hints.trial is not None else {}
        return {
            **context.about(puzzle), "verdict": hints.verdict, "reason": hints.reason, "says": [end] if end else [],
            "steps": steps, "wrong": wrong_lines(puzzle, hints), "done": hints.done, "stuck": hints.stuck,
            "known": [records.mark(mark) for mark in _new_marks(puzzle, hints.start)], **tried,
            "ways": {"says": ways[0], "pictures": [context.drawn(each, puzzle) for each in ways[1]]} if ways else None,
        }  # fmt: skip

    yield from _pieces(Hints(), explain_steps(puzzle, settings, request), record_of)


def _guess(text: str | None) -> Guess | None:
    try:
        return None if text is None else Guess.parse(text)
    except ValueError as error:
        raise PuzzleError(f"'try': {error}") from None


def _trial(puzzle: Puzzle, hints: Hints, trial: Trial) -> Record:
    return {"says": guess_sentence(puzzle, trial), "breaks": trial.breaks, "end": trial_end(puzzle, hints, trial)}


def _step(context: RequestContext[requests.Hint], puzzle: Puzzle, hints: Hints, number: int) -> Record:
    step = hints.steps[number - 1]
    guess = hints.trial.guess if hints.trial is not None else ()
    chain = chain_picture(puzzle, hints, number)
    return {
        "says": step_sentence(puzzle, step), "because": step_reasons(puzzle, step, guess), "size": step.size,
        "brief": brief_sentence(puzzle, step),
        "chain": {"says": chain_sentences(puzzle, step.chain), **context.drawn(chain, puzzle)} if step.chain else None,
        "technique": technique_of(step),
        "new": [records.mark(mark) for mark in _new_marks(puzzle, step.facts)],
        **context.drawn(step_picture(puzzle, hints, number), puzzle),
    }  # fmt: skip


def _new_marks(puzzle: Puzzle, facts: Sequence[Fact]) -> list[Mark]:
    return [mark for fact in facts if fact.holds for mark in marks_of(puzzle, fact.atom)]


def grade(context: RequestContext[requests.Grade]) -> Pieces:
    """How hard the puzzle is."""
    puzzle, settings = with_options(context.puzzle(), context.settings())

    def record_of(result: Grade) -> Record:
        settled = result.verdict in (Verdict.NONE, Verdict.MULTIPLE)
        is_news = settled or result.done or result.reason is not None or result.steps > 0
        return {
            **context.about(puzzle), "verdict": result.verdict, "reason": result.reason,
            "says": [grade_line(result), *level_line(puzzle, result)] if is_news else [],
            "difficulty": result.difficulty, "level": result.level, "steps": result.steps, "largest": result.largest,
            "total": result.total, "techniques": technique_records(result), "done": result.done,
        }  # fmt: skip

    yield from _pieces(Grade(), grade_puzzle(puzzle, settings), record_of)
