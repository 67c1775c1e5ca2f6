"""The service's requests, as a worker answers them: everything that comes from a stranger is looked at here.

Each handler yields records, ever more complete; the last one is the answer. A worker answers one request and ends.
"""

from __future__ import annotations

import json
import os
import tempfile
import time
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from .. import analyses, catalog, formats
from ..analyses import ANALYSES
from ..analyses.entry import Task
from ..analyses.hint import path_steps
from ..analysis.assumptions import Result
from ..analysis.ground import InputRules, nearest_size, number_ranges, size_refusal
from ..analysis.hint import HintRequest, Hints, explain_steps
from ..analysis.progress import check_progress, play_conflicts
from ..analysis.retype import retyped, takers
from ..formats import native
from ..formats.crosswords import Crossword
from ..formats.source import Reading
from ..generate import boards
from ..model.errors import PuzzleError, Remark, fault
from ..model.parts import WORDS
from ..model.puzzle import OnlyAnswer, Puzzle, Reason, StopReason, Verdict, no_answer
from ..model.puzzle_type import PuzzleType
from ..model.yaml_text import load_mapping
from ..render import answer_text
from ..render import sheet as sheets
from ..render.answer_text import Answer
from ..render.picture import Picture, draw
from ..report import results as pictures
from ..report.lines import sheet_entry
from ..report.results import AnswerRecord, Json, PuzzleRecord, check_record, solve_record
from ..run.files import PATIENCE
from ..solving.outcome import AnswerSet, Outcome
from ..solving.search import open_local
from ..solving.settings import Settings, with_options, with_rules
from . import context as puzzles
from . import records, requests
from .context import Event, EventKind, Piece, Pieces, RequestContext, When
from .requests import REQUESTS

#: Of the time of a request that writes, what its searches may take together; the seconds that each may take at least.
SHARE, LEAST_TIME = 0.8, 0.05


def read(context: RequestContext[requests.Read]) -> Pieces:
    """A puzzle, understood."""
    puzzle = with_options(context.puzzle(), context.settings())[0]
    yield Piece(lambda: _editable(context, puzzle, _named_lists(context, puzzle.type)), When.AT_LAST)


def convert(context: RequestContext[requests.Convert]) -> Pieces:
    """The puzzle in every format that can hold all of it, with its only answer where the format holds answers. Where
    its own answer is known, a long list of words is left to those who fill boards.
    """
    puzzle = Crossword.with_own_words(with_options(context.puzzle(), context.settings())[0])
    written = dict(_written(puzzle, formats.writable(), no_answer))

    def record() -> Json:
        return {**context.about(puzzle), "formats": [*written.values()]}

    with_answer = [name for name in written if formats.format_named(name).checks]
    yield Piece(record, When.AT_ONCE if with_answer else When.AT_LAST)
    if not with_answer:
        return
    search = open_local(puzzle, Settings(models=2, time_limit=min(PATIENCE, SHARE * context.left)))
    only, outcome = search.only(), search.outcome
    limit = {"reason": outcome.reason} if outcome.verdict is Verdict.UNKNOWN and outcome.reason else {}
    if only is not None:
        written |= _written(puzzle, with_answer, lambda _: only)
    yield Piece(lambda: {**record(), **limit}, When.AT_LAST)


def _written(puzzle: Puzzle, names: Iterable[str], only_answer: OnlyAnswer) -> Iterator[tuple[str, Json]]:
    for name in names:
        record = formats.format_named(name)
        try:
            data = formats.write(puzzle, name, only_answer)
        except PuzzleError:
            continue
        held = {"text": data.decode().rstrip("\n")} if record.is_text else {"base64": b64encode(data).decode()}
        ending = record.endings[0] if record.endings else ""
        yield name, {"name": name, "title": record.title, **held, "ending": ending}


def board(context: RequestContext[requests.Board]) -> Pieces:
    """An empty board."""
    request = context.request
    puzzle = boards.empty(context.type(request.type), request.size, puzzles.words_of(request.options))
    yield Piece(lambda: _editable(context, puzzle, {}), When.AT_LAST)


def limits(context: RequestContext[requests.InputLimits]) -> Pieces:
    """The numbers that parts take on a board of a size; what is wrong with the size, and the nearest right one."""
    request = context.request
    type_ = context.type(request.type)
    puzzle, settings = with_options(boards.empty(type_, request.size, {}), context.settings())
    input_rules = InputRules(puzzle, settings)
    refused, size = size_refusal(input_rules, puzzle), None
    if refused is not None and puzzle.board.in_columns:
        rows, columns = puzzle.board.rows, puzzle.board.columns
        size = nearest_size(
            input_rules, partial(boards.resized, puzzle), rows, columns, keep_columns=request.keep_columns
        )
    ranges = number_ranges(input_rules, puzzle if size is None else boards.resized(puzzle, *size))
    record = {
        "type": type_.name, "refused": refused, "size": list(size) if size is not None else None,
        "numbers": {name: range_._asdict() for name, range_ in ranges.items()},
    }  # fmt: skip
    yield Piece(lambda: record, When.AT_LAST)


def retype(context: RequestContext[requests.Retype]) -> Pieces:
    """The other types that take all clues, or the puzzle as one of them."""
    puzzle, name = context.puzzle(), context.request.to
    if name is not None:
        other = retyped(puzzle, context.type(name))
        yield Piece(lambda: {**context.about(other), "puzzle": native.yaml_of(other)}, When.AT_LAST)
        return
    types = [{"name": each.name, "title": each.title} for each in takers(puzzle, catalog.every(context.own_types))]
    yield Piece(lambda: {**context.about(puzzle), "types": types}, When.AT_LAST)


def _editable(context: RequestContext[requests.Request], puzzle: Puzzle, files: Mapping[str, str]) -> Json:
    text = native.yaml_of(puzzle, words=next(iter(files.values()), None))
    picture = draw(puzzle)
    return {
        **context.about(puzzle), "model": records.model(puzzle, files), "native": text,
        "board": pictures.picture(picture),
    }  # fmt: skip


def _named_lists(context: RequestContext[requests.Read], type_: PuzzleType) -> dict[str, str]:
    """The lists of words that a text names instead of bringing them."""
    text = puzzles.text_of(context.request.puzzle)
    if not native.sniff(text.encode()):
        return {}
    data = load_mapping(text, "puzzle")
    named = {part.name: native.named_word_list(data.get(part.name)) for part in type_.parts if part.shape is WORDS}
    return {name: file for name, file in named.items() if file is not None}


def type_(context: RequestContext[requests.Type]) -> Pieces:
    """A type, with the kinds of marks that the answer of its smallest example has."""
    described = context.type(context.request.type)
    picture = example_picture(described, context.own_types)
    yield Piece(lambda: records.details(described, picture), When.AT_LAST)


def example_picture(type_: PuzzleType, own_types: tuple[str, ...]) -> Picture | None:
    """The smallest example of a type with its first answer; None if it has none, or none can be found."""
    for file in catalog.examples(type_)[:1]:
        try:
            puzzle = formats.read(next(formats.sources((str(file),))), Reading(type_.name, own_types))
            search = open_local(puzzle, Settings(models=1))
            for each in search:
                return Answer(puzzle, each.atoms, search.outcome.given).picture()
        except PuzzleError:
            return None  # rules that are being written; a request about the puzzle says what is wrong
    return None


def unsolved(puzzle: Puzzle) -> Picture:
    """The picture of a puzzle without its answer, with what its rules derive from it (the boxes of a Sudoku)."""
    search = open_local(puzzle, Settings(models=1))
    next(iter(search), None)
    return draw(puzzle, given=search.outcome.given)


def opening_picture(type_: PuzzleType, own_types: tuple[str, ...]) -> Json:
    """As SVG, the puzzle that a type begins with; nothing if there is none, or it cannot be read."""
    file = catalog.opening(type_)
    if file is None:
        return {}
    try:
        puzzle = formats.read(next(formats.sources((str(file),))), Reading(type_.name, own_types))
        return pictures.drawn(unsolved(puzzle), ("svg",), type_.title)
    except PuzzleError:
        return {}  # rules that are being written; a request about the puzzle says what is wrong


def examples(context: RequestContext[requests.Examples]) -> Pieces:
    """The pictures of the puzzles that types begin with, for web/cache.py."""
    for name in context.request.names:
        record = {"type": name, **opening_picture(context.type(name), context.own_types)}
        yield Piece(partial(dict, record), When.ANSWER)
    yield Piece(dict, When.AT_LAST)


def day(context: RequestContext[requests.Day]) -> Pieces:
    """The puzzle of a day."""
    text = catalog.of_day(context.request.day)
    puzzle = formats.read_one(text, "puzzle", Reading(None, (), confined=True))
    type_ = puzzle.type
    record = {
        "day": context.request.day, "type": type_.name, "title": type_.title, "about": type_.about,
        "puzzle": native.yaml_of(puzzle), "model": records.model(puzzle, {}),
        **pictures.drawn(unsolved(puzzle), ("svg",), type_.title),
    }  # fmt: skip
    yield Piece(lambda: record, When.AT_LAST)


# -- Solving


def solve(context: RequestContext[requests.Solve]) -> Pieces:
    """The answers, each as soon as there is one."""
    puzzle, settings = with_options(context.puzzle(), context.settings(models=context.request.models))
    search = open_local(puzzle, replace(settings, statistics=True, improving=True, time_limit=context.left))
    writer = answer_text.Writer(puzzle)
    answers: list[AnswerRecord] = []

    def result(known: Sequence[AnswerRecord], is_last: bool = False) -> Json:
        given = search.outcome.given
        is_drawn = "marks" in context.show and (is_last or given)
        board = pictures.picture(draw(puzzle, given=given)) if is_drawn else None
        return _record(context, puzzle, search.outcome, solve_record(puzzle, search.outcome, [*known], board))

    def record(answer: AnswerSet) -> AnswerRecord:
        return AnswerRecord(answer=Answer(puzzle, answer.atoms, search.outcome.given, answer.costs, writer))

    yield Piece(partial(result, ()), When.AT_ONCE)
    for each in search:
        if each.so_far:
            yield Piece(partial(result, [record(each)]), When.AT_ONCE)
        else:
            answers.append(record(each))
            yield Piece(partial(context.json, answers[-1]), When.ANSWER)
    if search.outcome.best is not None:
        answers.append(record(search.outcome.best))
    yield Piece(partial(result, answers, True), When.AT_LAST)


def _record(context: RequestContext[requests.Request], puzzle: Puzzle, outcome: Outcome, record: PuzzleRecord) -> Json:
    """The record of a search, with what is remarkable about the puzzle and the rules."""
    remarks = [records.remark(each, context.own_types) for each in outcome.warnings]
    warnings = {"warnings": [str(Remark(**each)) for each in remarks], "rule_remarks": remarks}
    return {**context.about(puzzle), **context.json(record), **warnings}


def check(context: RequestContext[requests.Check]) -> Pieces:
    """The verdict, and what is wrong in what was filled in."""
    puzzle, settings = with_options(context.puzzle(), context.settings())
    marks = [records.mark_of(each) for each in context.request.filled or ()]
    drawing = context.request.filled is not None  # what the rules derive need not be filled in
    wanted = replace(settings, models=2, count=True, drawing=drawing, statistics=True, time_limit=context.left)

    def verdict(outcome: Outcome) -> Json:
        return _record(context, puzzle, outcome, check_record(puzzle.name, puzzle.type.name, outcome))

    yield Piece(partial(verdict, Outcome()), When.AT_ONCE)
    search = open_local(puzzle, wanted)
    record = verdict(search.finish())
    yield Piece(lambda: record)
    if context.request.filled is not None:
        progress = check_progress(puzzle, settings, search.outcome.verdict, marks, search.outcome.given)
        record |= {"wrong": [pictures.mark(each) for each in progress.wrong], "complete": progress.complete}
    yield Piece(lambda: record, When.AT_LAST)


def conflicts(context: RequestContext[requests.PlayConflicts]) -> Pieces:
    """Which of the marks filled in break a rule outright."""
    puzzle, settings = with_options(context.puzzle(), context.settings())
    marks = [records.mark_of(each) for each in context.request.filled]
    yield Piece(lambda: {**context.about(puzzle), "conflicts": []}, When.AT_ONCE)
    found = play_conflicts(puzzle, settings, marks)
    conflicting = [pictures.mark(each) for each in found]
    yield Piece(lambda: {**context.about(puzzle), "conflicts": conflicting}, When.AT_LAST)


def _path(puzzle: Puzzle, until: float) -> Iterator[sheets.PathStep]:
    """The way to the answer, as far as it is found until then."""
    hints = Hints()
    for hints in explain_steps(puzzle, Settings(), HintRequest(steps=0)):
        if time.monotonic() > until and not hints.done:
            hints = replace(hints, reason=StopReason.TIME_LIMIT)
            break
    return path_steps(puzzle, hints)


def sheet(context: RequestContext[requests.Sheet]) -> Pieces:
    """Puzzles as an HTML document to print. Each is solved, and explained, in its part of the time that is left."""
    request = context.request
    entries: list[sheets.Entry] = []
    end = time.monotonic() + SHARE * context.time_limit
    for number, text in enumerate(request.puzzles, 1):
        puzzle = formats.read_one(text, f"puzzle {number}", Reading(request.type, context.own_types, confined=True))
        left = max((end - time.monotonic()) / (len(request.puzzles) - len(entries)), LEAST_TIME)
        until = time.monotonic() + left
        search = open_local(puzzle, Settings(models=2, time_limit=left))
        entry = sheet_entry(puzzle, list(search), search.outcome)
        entries.append(entry._replace(path=tuple(_path(puzzle, until))) if request.steps else entry)

    def record() -> Json:
        html = sheets.render(
            entries, request.title, per_page=request.per_page, paper=request.paper, answers=request.answers
        )
        return {"html": html}

    yield Piece(record, When.AT_LAST)


# -- Analyses


def analysis(name: str) -> Callable[[RequestContext[Any]], Pieces]:
    """What answers the request for the analysis of this name."""

    def answer(context: RequestContext[requests.PuzzleRequest]) -> Pieces:
        puzzle, settings = with_options(context.puzzle(), context.settings())
        yield from _found(context, puzzle, settings, _task(name, context.request), context.about(puzzle))

    return answer


def make(context: RequestContext[requests.MakeRequest]) -> Pieces:
    """A new puzzle."""
    body = context.request
    type_ = context.type(body.type)
    if body.puzzle is not None:
        board = boards.without_clues(context.puzzle())
    elif body.size is not None:
        words = boards.words_for(type_, _words(context))
        board = boards.with_words(boards.empty(type_, body.size, {}), words)
    else:
        raise PuzzleError("expected a 'size', such as 9, 9x12 or hex5, or a 'puzzle' with the board")
    yield from _found(context, board, context.settings(), _task("make", body), {})


def _words(context: RequestContext[requests.MakeRequest]) -> str | None:
    """The file of the words that the body brings."""
    if context.request.words is None:
        return None
    (Path(context.folder) / "words.txt").write_text(context.request.words, encoding="utf-8")
    return "words.txt"


def _task(name: str, body: requests.Request) -> Task[Any, Any]:
    """What an analysis has to do: the values of its parameters are those of the body."""
    entry = analyses.named(name)
    values = {each.name: requests.read(each, getattr(body, each.name)) for each in entry.parameters}
    if isinstance(body, requests.Check):
        values["filled"] = tuple(records.mark_of(each) for each in body.filled or ())
    return entry.task(**values)


def _found(
    context: RequestContext[Any], puzzle: Puzzle, settings: Settings, task: Task[Any, Any], about: Json
) -> Pieces:
    """The records of what an analysis finds. about: what they begin with."""

    puzzle, settings = with_rules(puzzle, settings)

    def record(result: Result) -> Json:
        return {**about, **context.json(task.record(puzzle, result))}

    result = task.nothing
    yield Piece(partial(record, result), When.AT_ONCE)
    try:
        for result in task.find(puzzle, settings):
            yield Piece(partial(record, result))
    except MemoryError:
        result = replace(result, reason=StopReason.MEMORY_LIMIT)
    yield Piece(partial(record, result), When.AT_LAST)


#: What answers a request, by the last part of its address ('examples' and 'day' are requests of the service itself).
HANDLERS: dict[str, Callable[[RequestContext[Any]], Pieces]] = {
    **{name: analysis(name) for name in ANALYSES}, "make": make, "read": read, "board": board, "limits": limits,
    "retype": retype, "type": type_, "examples": examples, "day": day, "solve": solve, "check": check,
    "conflicts": conflicts, "convert": convert, "sheet": sheet,
}  # fmt: skip


# -- Answering one of them


#: Bytes of one answer, all its pictures included.
LARGEST_ANSWER = 16 * 2**20

#: Seconds between two reports of what is known so far; and how many may come at once, as what is passed over is lost if
#: the next one takes for ever.
INTERVAL, BURST = 0.2, 8


def answer(
    name: str, request: requests.Body, time_limit: float, folder: str, own_types: tuple[str, ...]
) -> Iterator[Event]:
    """Answers the request of this name. time_limit: seconds. folder: an empty one, for files of the request.

    own_types: folders of types besides pysolve's.
    """
    os.chdir(folder)
    sent = 0
    try:
        context = RequestContext(request, time_limit, folder, own_types)
        for kind, record in _in_time(HANDLERS[name](context)):
            encoded = records.encode(record)
            sent += len(encoded)
            if sent > LARGEST_ANSWER:
                raise PuzzleError(f"the answer is larger than {LARGEST_ANSWER // 2**20} MB; ask for fewer answers")
            yield Event(kind, encoded, record.get("reason") is None)
    except PuzzleError as error:
        yield failed(error, True, own_types)


def failed(error: PuzzleError, final: bool = False, own_types: Sequence[str] = ()) -> Event:
    """The last event where something is wrong."""
    return Event(EventKind.ERROR, records.encode(records.error(error, own_types)), final)


def _in_time(pieces: Pieces) -> Iterator[tuple[EventKind, Json]]:
    """What is known so far every now and then, answers always; the last record is the result."""
    started, sent = time.monotonic(), 0
    for record, when in pieces:
        if when is When.ANSWER:
            yield EventKind.ANSWER, record()
        elif when is When.AT_LAST:
            yield EventKind.RESULT, record()
        elif when is When.AT_ONCE or sent < BURST + (time.monotonic() - started) / INTERVAL:
            yield EventKind.PROGRESS, record()
            sent += 1


def ended_by(reason: Reason, known: bytes | None, answers: list[bytes]) -> Event:
    """What was known when a limit ended a request: the answer then. known: the last record; answers: all that came."""
    nothing = check_record("puzzle", None, Outcome())  # not even the puzzle was read
    record: dict[str, Any] = nothing.json(()) if known is None else json.loads(known)
    record["reason"] = reason
    if answers:
        record |= {"answers": [json.loads(each) for each in answers], "count": len(answers)}
        record["verdict"] = Verdict.MULTIPLE if len(answers) > 1 else Verdict.UNKNOWN
    if not record.get("says") or record.get("verdict") == Verdict.UNKNOWN:
        record["says"] = [f"Unknown: {reason}."]
    return Event(EventKind.RESULT, records.encode(record), False)


# -- The service's requests where a worker of the page itself answers them, in WebAssembly (docs/browser.md)


def answer_page(name: str, body: str, time_limit: float, send: Callable[[str, str], object]) -> None:
    """Answers the request of this name: send(kind, JSON) for each event, the last one a result or an error.

    time_limit: seconds. It is looked at between answers; whoever waits longer ends the worker, and has the next one
    tell by 'ended' what was known till then: reason, the name of a StopReason; known, the last record, or null;
    answers.
    """
    try:
        if name == "ended":
            given = json.loads(body)
            known = None if given["known"] is None else records.encode(given["known"])
            answers = [records.encode(each) for each in given["answers"]]
            ended = ended_by(StopReason[given["reason"]], known, answers)
            send(ended.kind.value, ended.content.decode())
            return
        request = requests.request(REQUESTS[name], body.encode())
        with tempfile.TemporaryDirectory() as folder:
            try:
                for event in answer(name, request, time_limit, folder, ()):
                    send(event.kind.value, event.content.decode())
            finally:
                os.chdir(tempfile.gettempdir())
    except PuzzleError as error:
        send(EventKind.ERROR.value, failed(error).content.decode())
    except Exception as error:  # whatever it is, the page waits for an answer
        if type(error).__name__ == "JsException":
            raise  # clingo itself has broken down: the worker is to be ended
        send(EventKind.ERROR.value, failed(fault(error)).content.decode())
