"""The service's questions, as a worker answers them: everything that comes from a stranger is looked at here.

Each question yields records, ever more complete; the last one is the answer. A worker answers one question and ends.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, StrEnum, auto
from functools import partial
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from .. import catalog, formats
from ..analysis.candidates import Candidates, find_candidates
from ..analysis.grade import Grade, grade_puzzle
from ..analysis.hint import HintRequest, Hints, explain_steps
from ..analysis.input_limits import InputRules, nearest_size, number_ranges, size_refusal
from ..analysis.progress import Fact, check_progress
from ..analysis.reduce import ReducedPuzzle, ReduceRequest, check_kept, reduce_clues
from ..analysis.result import Result
from ..analysis.why import Conflict, Why, WhyRequest, explain_verdict
from ..catalog.library import library
from ..formats import Reading, native, native_writer
from ..generate import boards
from ..generate.made import MadePuzzle
from ..generate.make import MakeRequest, make_puzzle
from ..model.errors import PuzzleError, Remark, quote
from ..model.puzzle import Puzzle
from ..model.puzzle_type import PartShape, PuzzleType
from ..model.verdict import Verdict
from ..model.yaml_text import load_mapping
from ..render import answer_text
from ..render.answers import Answer
from ..render.picture import Picture, draw
from ..report.candidates import candidates_line, open_places
from ..report.grade import grade_line
from ..report.hints import hints_end, step_because, step_picture, step_says, wrong_lines
from ..report.made import made_line
from ..report.phrases import bare, many, title_of
from ..report.reduced import reduced_line
from ..report.verdicts import outcome_line
from ..report.why import (
    common_picture,
    conflict_clues,
    conflict_constraints,
    conflict_head,
    conflict_picture,
    farthest,
    pair,
    repair_lines,
    verdict_line,
)
from ..solving.outcome import Outcome, StopReason
from ..solving.settings import Settings, with_options
from ..solving.strategy import AUXILIARY_PROGRAMS, open_local
from . import puzzles, records, requests
from .records import Record

_Result = TypeVar("_Result", bound=Result)

#: Bytes of one answer, all its pictures included.
LARGEST_ANSWER = 16 * 2**20

#: Seconds between two reports of what is known so far.
INTERVAL = 0.2


class EventKind(StrEnum):
    """What a worker sends: a further answer, what is known so far, and at last the result or what is wrong."""

    ANSWER = "answer"
    FOUND = "found"
    RESULT = "result"
    ERROR = "error"

    @property
    def is_last(self) -> bool:
        """Whether nothing comes afterwards."""
        return self in (EventKind.RESULT, EventKind.ERROR)


class Event(NamedTuple):
    """A part of an answer. content: JSON. final: it will always be the same, so it may be kept for others."""

    kind: EventKind
    content: bytes
    final: bool


class When(Enum):
    """When a piece of an answer is sent: at once as one more answer, at once, or if nothing newer comes soon."""

    ANSWER = auto()
    AT_ONCE = auto()
    SOME_TIME = auto()


class Piece(NamedTuple):
    """What a question yields: how to make the record of what is known, which may not be needed."""

    record: Callable[[], Record]
    when: When = When.SOME_TIME


Pieces = Iterator[Piece]


def answer(
    name: str, request: requests.Request, time_limit: float, folder: str, own_types: tuple[str, ...]
) -> Iterator[Event]:
    """Answers the question of this name. time_limit: seconds. folder: an empty one, for files of the question.

    own_types: folders of types besides pysolve's.
    """
    os.chdir(folder)
    sent = 0
    try:
        question = Question(request, time_limit, folder, own_types)
        for kind, record in _in_time(_QUESTIONS[name](question)):
            encoded = _encoded(record)
            sent += len(encoded)
            if sent > LARGEST_ANSWER:
                raise PuzzleError(f"the answer is larger than {LARGEST_ANSWER // 2**20} MB; ask for fewer answers")
            yield Event(kind, encoded, record.get("reason") is None)
    except PuzzleError as error:
        yield Event(EventKind.ERROR, _encoded(records.error(error, own_types)), True)


def _encoded(record: Record) -> bytes:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode(errors="replace")


def _in_time(pieces: Pieces) -> Iterator[tuple[EventKind, Record]]:
    """What is known so far every now and then, answers always; the last record is the result."""
    last: Callable[[], Record] | None = None
    sent = time.monotonic()
    for record, when in pieces:
        if when == When.ANSWER:
            yield EventKind.ANSWER, record()
            continue
        last = record
        if when == When.AT_ONCE or time.monotonic() - sent >= INTERVAL:
            yield EventKind.FOUND, record()
            sent = time.monotonic()
    if last is not None:
        yield EventKind.RESULT, last()


R = TypeVar("R", bound=requests.Request, covariant=True)


@dataclass
class Question(Generic[R]):
    """A question that is being answered: its request, the seconds it may take, the folder of its files, and the folders
    of types besides pysolve's.
    """

    request: R
    time_limit: float
    folder: str
    own_types: tuple[str, ...]

    def __post_init__(self) -> None:
        """Writes the files that the request brings. PuzzleError if they are not allowed."""
        types = self.request.types
        if types:
            self.own_types = (write_types(types, Path(self.folder), self.own_types), *self.own_types)
        if isinstance(self.request, requests.SearchRequest) and self.request.rules.strip():
            check_rules("added.lp", self.request.rules)
            (Path(self.folder) / "added.lp").write_text(self.request.rules, encoding="utf-8")

    @property
    def show(self: Question[requests.SearchRequest]) -> Sequence[str]:
        """How answers and pictures are represented."""
        return self.request.show

    def type(self, name: str) -> PuzzleType:
        """The type of this name."""
        return catalog.find(name, self.own_types)

    def puzzle(self: Question[requests.PuzzleRequest | requests.Make]) -> Puzzle:
        """The puzzle; PuzzleError if it cannot be understood."""
        request = self.request
        reading = Reading(request.type, self.own_types, confined=True)
        if request.board is not None:
            board = shelved_board(request.board.strip())
            reading = reading._replace(type=reading.type or board.parent.name, board=str(board))
        text = puzzles.text_of(request.puzzle or "")
        if not text.strip():
            raise PuzzleError("there is nothing in it, expected a puzzle", file="puzzle")
        return formats.read_one(text, "puzzle", reading)

    def settings(self: Question[requests.SearchRequest], **more: Any) -> Settings:
        """How to search. Options of the request go into the puzzle; here are those that only added rules know."""
        rules = (str(Path(self.folder) / "added.lp"),) if (Path(self.folder) / "added.lp").exists() else ()
        return Settings(rules=rules, constants=puzzles.words_of(self.request.options), **more)

    def about(self, puzzle: Puzzle) -> Record:
        """What all answers begin with."""
        return {
            "type": puzzle.type.name, "notes": [remark.sentence for remark in puzzle.remarks],
            "input_remarks": [records.remark(each, self.own_types) for each in puzzle.remarks],
        }  # fmt: skip

    def drawn(self: Question[requests.SearchRequest], picture: Picture | None, puzzle: Puzzle) -> Record:
        """A picture in the ways that are wanted."""
        return records.drawn(picture, self.show, title_of(puzzle))


def shelved_board(name: str) -> Path:
    """The instance of this name that comes with pysolve; PuzzleError if there is none."""
    found = [file for file in sorted((library().parent / "instances").glob("*/*.yaml")) if file.stem == name]
    if not found:
        raise PuzzleError(f"there is no board {quote(name)} here")
    return found[0]


# -- Rules of strangers

_INCLUDE = re.compile(r'#include\s*"(?:\.\./[\w-]+/)?[\w-]+\.lp"\s*\.')


def check_rules(file: str, text: str) -> None:
    """PuzzleError if rules could do more than state a puzzle: run scripts, or read files besides pysolve's.

    Looks at comments and texts, too, so that nothing can hide in them.
    """
    for match in re.finditer(r"#\s*(script|include)", text):
        line = text.count("\n", 0, match.start()) + 1
        if match[1] == "script":
            raise PuzzleError("found #script, but rules on this server cannot run programs", file=file, line=line)
        if not _INCLUDE.match(text, match.start()):
            sentence = 'found an #include of another file, expected one of pysolve\'s, such as "../lib/loop.lp"'
            raise PuzzleError(sentence, file=file, line=line)


def write_types(types: Mapping[str, Mapping[str, str]], folder: Path, own_types: Sequence[str]) -> str:
    """Writes types as folders; what they lack is taken from the types of the same names. Returns the folder."""
    for name, files in types.items():
        target = folder / name
        known = catalog.lookup(name, own_types, aliases=False)
        if known is not None and known.folder.name == name:
            shutil.copytree(known.folder, target, ignore=shutil.ignore_patterns("__pycache__", "variants"))
            if files.get("rules.lp", _read(target / "rules.lp")) != _read(target / "rules.lp"):
                for program in AUXILIARY_PROGRAMS:
                    (target / program).unlink(missing_ok=True)
        else:
            target.mkdir(parents=True)
        for file, text in files.items():
            if file.endswith(".lp"):
                check_rules(f"{name}/{file}", text)
            if file not in AUXILIARY_PROGRAMS or known is None or (target / file).exists():
                (target / file).write_text(text, encoding="utf-8")
        for needed in ("manifest.yaml", "rules.lp"):
            if not (target / needed).exists():
                raise PuzzleError(f"the type {quote(name)} has no {needed}")
    return str(folder)


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


# -- Puzzles and types


def read(question: Question[requests.Read]) -> Pieces:
    """A puzzle, understood."""
    puzzle = with_options(question.puzzle(), question.settings())[0]
    yield Piece(lambda: _editable(question, puzzle, _named_lists(question, puzzle.type)))


def board(question: Question[requests.Board]) -> Pieces:
    """An empty board."""
    request = question.request
    puzzle = boards.empty(question.type(request.type), request.size, puzzles.words_of(request.options))
    yield Piece(lambda: _editable(question, puzzle, {}))


def limits(question: Question[requests.InputLimits]) -> Pieces:
    """The numbers that parts take on a board of a size; what is wrong with the size, and the nearest right one."""
    request = question.request
    type_ = question.type(request.type)
    puzzle, settings = with_options(boards.empty(type_, request.size, {}), question.settings())
    input_rules = InputRules(puzzle, settings)

    def board(rows: int, columns: int) -> Puzzle:
        return replace(boards.empty(type_, f"{rows}x{columns}", {}), options=puzzle.options)

    refused, size = size_refusal(input_rules, puzzle), None
    if refused is not None and not puzzle.board.is_hex:
        size = nearest_size(input_rules, board, puzzle.rows, puzzle.columns, keep_columns=request.keep_columns)
    ranges = number_ranges(input_rules, puzzle if size is None else board(*size))
    record = {
        "type": type_.name, "refused": refused, "size": list(size) if size is not None else None,
        "numbers": {name: range_._asdict() for name, range_ in ranges.items()},
    }  # fmt: skip
    yield Piece(lambda: record)


def _editable(question: Question[requests.SearchRequest], puzzle: Puzzle, files: Mapping[str, str]) -> Record:
    native = native_writer.write(puzzle, words=next(iter(files.values()), None))
    picture = draw(puzzle)
    return {
        **question.about(puzzle), "model": records.model(puzzle, files), "native": native,
        "board": records.picture(picture),
    }  # fmt: skip


def _named_lists(question: Question[requests.Read], type_: PuzzleType) -> dict[str, str]:
    """The lists of words that a text names instead of bringing them."""
    text = puzzles.text_of(question.request.puzzle)
    if not native.sniff(text.encode()):
        return {}
    data = load_mapping(text, "puzzle")
    named = {
        part.name: native.named_word_list(data.get(part.name)) for part in type_.parts if part.shape == PartShape.WORDS
    }
    return {name: file for name, file in named.items() if file is not None}


def type_(question: Question[requests.Type]) -> Pieces:
    """A type, with the kinds of marks that the answer of its smallest example has."""
    found = question.type(question.request.type)
    yield Piece(lambda: records.details(found, _example_picture(found, question.own_types)))


def _example_picture(found: PuzzleType, own_types: tuple[str, ...]) -> Picture | None:
    for file in catalog.examples(found)[:1]:
        try:
            puzzle = formats.read(next(formats.sources((str(file),))), Reading(found.name, own_types))
            search = open_local(puzzle, Settings(models=1))
            for each in search:
                return Answer(puzzle, each.atoms, search.outcome.given).picture()
        except PuzzleError:
            return None  # rules that are being written; the question about the puzzle says what is wrong
    return None


def examples(question: Question[requests.Examples]) -> Pieces:
    """The pictures of types' smallest examples with their answers, for web/thumbnails.py."""
    for name in question.request.names:
        type_ = question.type(name)
        record = {"type": name, **records.drawn(_example_picture(type_, question.own_types), ("svg",), type_.title)}
        yield Piece(partial(dict, record), When.ANSWER)
    yield Piece(dict)


# -- Solving


def solve(question: Question[requests.Solve]) -> Pieces:
    """The answers, as they are found."""
    puzzle, settings = with_options(question.puzzle(), question.settings(models=question.request.models))
    search = open_local(puzzle, replace(settings, time_limit=question.time_limit))
    writer = answer_text.Writer(puzzle)
    answers: list[Record] = []

    def result() -> Record:
        outcome = search.outcome
        return {
            **question.about(puzzle), **_verdict(outcome, question.own_types), "answers": answers,
            "board": question.drawn(draw(puzzle, given=outcome.given), puzzle).get("picture"),
        }  # fmt: skip

    yield Piece(result, When.AT_ONCE)
    for found in search:
        answers.append(_answer(question, Answer(puzzle, found.atoms, search.outcome.given, found.costs, writer)))
        yield Piece(partial(answers.__getitem__, -1), When.ANSWER)
    best = search.outcome.best
    if best is not None:
        answers.append(_answer(question, Answer(puzzle, best.atoms, search.outcome.given, best.costs, writer)))
    yield Piece(result)


def _verdict(outcome: Outcome, own_types: Sequence[str]) -> Record:
    remarks = [records.remark(each, own_types) for each in outcome.warnings]
    return {
        "verdict": outcome.verdict, "reason": outcome.reason, "says": [outcome_line(outcome)], "count": outcome.count,
        "exhausted": outcome.exhausted, "impossible": str(outcome.impossible) if outcome.impossible else None,
        "optimized": outcome.optimized,
        "warnings": [str(Remark(**each)) for each in remarks], "rule_remarks": remarks,
        "seconds": round(outcome.seconds, 4),
    }  # fmt: skip


def _answer(question: Question[requests.SearchRequest], found: Answer) -> Record:
    record: Record = {"costs": list(found.costs)} if found.costs else {}
    if "plain" in question.show:
        record["plain"] = found.plain
    if "atoms" in question.show:
        record["atoms"] = records.atoms(found.atoms)
    if "cells" in question.show:
        record["cells"] = records.cells(found)
    if {"svg", "marks"} & set(question.show):
        record |= question.drawn(found.picture(), found.puzzle)
    return record


def check(question: Question[requests.Check]) -> Pieces:
    """The verdict, and what is wrong in what was filled in."""
    puzzle, settings = with_options(question.puzzle(), question.settings())
    marks = [records.mark_of(each) for each in question.request.filled or ()]
    wanted = replace(settings, models=2, count=True, drawing=False, time_limit=question.time_limit)
    search = open_local(puzzle, wanted)
    for _ in search:
        pass
    record = {**question.about(puzzle), **_verdict(search.outcome, question.own_types)}
    yield Piece(lambda: record)
    if question.request.filled is not None:
        found = check_progress(puzzle, settings, search.outcome.verdict, marks)
        record |= {"wrong": [records.mark(each) for each in found.wrong], "complete": found.complete}
        yield Piece(lambda: record)


# -- Analyses


def _pieces(nothing: _Result, results: Iterator[_Result], record: Callable[[_Result], Record]) -> Pieces:
    """The records of an analysis's results. nothing: what is known at the beginning."""
    result = nothing
    yield Piece(partial(record, result), When.AT_ONCE)
    try:
        for result in results:
            yield Piece(partial(record, result))
    except MemoryError:
        yield Piece(partial(record, replace(result, reason=StopReason.MEMORY_LIMIT)))


def why_(question: Question[requests.Why]) -> Pieces:
    """Why there is no answer, or more than one."""
    puzzle, settings = with_options(question.puzzle(), question.settings())
    body = question.request
    request = WhyRequest(body.conflicts, body.models, body.farthest, body.repair)

    def record_of(found: Why) -> Record:
        record = {
            **question.about(puzzle), "verdict": found.verdict, "reason": found.reason,
            "says": [verdict_line(found)] if found.verdict != Verdict.UNKNOWN or found.reason else [],
        }  # fmt: skip
        if found.verdict == Verdict.NONE:
            record |= {"smallest": found.smallest, "complete": found.complete}
            record["conflicts"] = [_conflict(question, puzzle, found, each) for each in found.conflicts]
        elif len(found.answers) > 1:
            record |= _answers(question, puzzle, found)
        elif found.answers:
            record["answers"] = [_answer(question, Answer(puzzle, found.answers[0], found.given))]
        return record

    yield from _pieces(Why(), explain_verdict(puzzle, settings, request), record_of)


def _conflict(question: Question[requests.Why], puzzle: Puzzle, found: Why, conflict: Conflict) -> Record:
    return {
        "says": conflict_head(conflict), "clues": conflict_clues(puzzle, conflict),
        "because": conflict_constraints(puzzle, conflict),
        **question.drawn(conflict_picture(puzzle, found.given, conflict), puzzle),
    }  # fmt: skip


def _answers(question: Question[requests.Why], puzzle: Puzzle, found: Why) -> Record:
    atoms, pictures, line = pair(puzzle, found)
    answers = [
        _answer(question, Answer(puzzle, tuple(each), found.given)) | question.drawn(picture, puzzle)
        for each, picture in zip(atoms, pictures)
    ]
    record: Record = {
        "count": len(found.answers), "exhausted": found.exhausted, "answers": answers, "pair": line,
        "repairs": repair_lines(puzzle, found),
    }  # fmt: skip
    common = common_picture(puzzle, found)
    if common is not None:
        open_ = many(open_places(common), "place")
        record["common"] = {
            "says": f"What all answers have in common ({open_} open):", **question.drawn(common, puzzle)
        }  # fmt: skip
    far = farthest(puzzle, found)
    if far is not None:
        record["farthest"] = {"says": far[1], **question.drawn(far[0], puzzle)}
    return record


def candidates_(question: Question[requests.Candidates]) -> Pieces:
    """What holds in some answer, and what in all."""
    puzzle, settings = with_options(question.puzzle(), question.settings())

    def record_of(found: Candidates) -> Record:
        picture = draw_found(puzzle, found) if found.some or found.every is not None else None
        return {
            **question.about(puzzle), "verdict": found.verdict, "reason": found.reason,
            "says": [candidates_line(found, picture)] if found.verdict != Verdict.UNKNOWN or found.reason else [],
            "some": records.atoms(found.some),
            "every": records.atoms(found.every) if found.every is not None else None, **question.drawn(picture, puzzle),
        }  # fmt: skip

    yield from _pieces(Candidates(), find_candidates(puzzle, settings), record_of)


def draw_found(puzzle: Puzzle, found: Candidates) -> Picture:
    """The picture of what is known of the candidates so far."""
    from ..render.picture import draw_candidates

    return draw_candidates(puzzle, found.some, found.every or (), found.given)


def reduce_(question: Question[requests.Reduce]) -> Pieces:
    """The puzzle with fewer clues."""
    puzzle, body = question.puzzle(), question.request
    request = ReduceRequest(frozenset(body.keep), body.symmetric, body.seed, body.smallest)
    check_kept(puzzle, body.keep)

    def record_of(found: ReducedPuzzle) -> Record:
        record = {
            **question.about(puzzle), "verdict": found.verdict, "reason": found.reason,
            "says": [reduced_line(found)] if found.puzzle or found.verdict != "unique" else [],
        }  # fmt: skip
        if found.puzzle is not None:
            record |= {"instance": native_writer.write(found.puzzle), "clues": len(found.left)}
            record |= {"removed": len(found.removed), "fewest": found.fewest}
            record |= question.drawn(bare(found.puzzle, found.given), puzzle)
        return record

    yield from _pieces(ReducedPuzzle(), reduce_clues(puzzle, question.settings(), request), record_of)


def make_(question: Question[requests.Make]) -> Pieces:
    """A new puzzle."""
    body = question.request
    type_ = question.type(body.type)
    if body.puzzle is not None:
        puzzle = boards.without_clues(question.puzzle())
    elif body.size is not None:
        puzzle = boards.with_words(boards.empty(type_, body.size, {}), _words(question, type_))
    else:
        raise PuzzleError("expected a 'size', such as 9, 9x12 or hex5, or a 'puzzle' with the board")
    request = MakeRequest(body.seed, 0, body.symmetric, body.clues, body.all_clues, body.difficulty)

    def record_of(found: MadePuzzle) -> Record:
        record: Record = {"type": type_.name, "reason": found.reason, "tries": found.tries, "says": []}
        if found.puzzle is not None or found.failure is not None:
            record["says"] = [made_line(found)]
        if found.puzzle is not None:
            record |= {
                "instance": native_writer.write(found.puzzle),
                "clues": found.clues,
                "difficulty": found.difficulty,
            }
            record |= question.drawn(bare(found.puzzle, found.given), found.puzzle)
            record["answer"] = _answer(question, Answer(found.puzzle, found.answer, found.given))
        return record

    yield from _pieces(MadePuzzle(), make_puzzle(puzzle, question.settings(), request), record_of)


def _words(question: Question[requests.Make], type_: PuzzleType) -> str | None:
    """The file of the words that a new puzzle is made of: those of the body, or the shortest list of pysolve's."""
    if question.request.words is not None:
        (Path(question.folder) / "words.txt").write_text(question.request.words, encoding="utf-8")
        return "words.txt"
    if type_.list_part is None:
        return None
    lists = sorted((library().parent / "instances" / type_.name).glob("*.words"))
    return str(lists[0]) if lists else None


def hint_(question: Question[requests.Hint]) -> Pieces:
    """The next steps."""
    puzzle, settings = with_options(question.puzzle(), question.settings())
    marks = tuple(records.mark_of(each) for each in question.request.filled or ())
    request = HintRequest(question.request.partial, question.request.steps, marks)
    steps: list[Record] = []

    def record_of(found: Hints) -> Record:
        for number in range(len(steps) + 1, len(found.steps) + 1):
            steps.append(_step(question, puzzle, found, number))
        end = hints_end(found) if found.verdict != Verdict.UNKNOWN or found.reason else None
        return {
            **question.about(puzzle), "verdict": found.verdict, "reason": found.reason, "says": [end] if end else [],
            "steps": steps, "wrong": wrong_lines(puzzle, found), "done": found.done,
            "known": [records.mark(mark) for mark in _new_marks(puzzle, found.start)],
        }  # fmt: skip

    yield from _pieces(Hints(), explain_steps(puzzle, settings, request), record_of)


def _step(question: Question[requests.Hint], puzzle: Puzzle, found: Hints, number: int) -> Record:
    step = found.steps[number - 1]
    return {
        "says": step_says(puzzle, step), "because": step_because(puzzle, step),
        "new": [records.mark(mark) for mark in _new_marks(puzzle, step.facts)],
        **question.drawn(step_picture(puzzle, found, number), puzzle),
    }  # fmt: skip


def _new_marks(puzzle: Puzzle, facts: Sequence[Fact]) -> list[Any]:
    from ..render.picture import marks_of

    return [mark for fact in facts if fact.holds for mark in marks_of(puzzle, fact.atom)]


def grade_(question: Question[requests.Grade]) -> Pieces:
    """How hard the puzzle is."""
    puzzle, settings = with_options(question.puzzle(), question.settings())

    def record_of(found: Grade) -> Record:
        settled = found.verdict in (Verdict.NONE, Verdict.MULTIPLE)
        return {
            **question.about(puzzle), "verdict": found.verdict, "reason": found.reason,
            "says": [grade_line(found)] if found.done or found.reason or found.steps or settled else [],
            "difficulty": found.difficulty, "steps": found.steps, "largest": found.largest, "total": found.total,
            "done": found.done,
        }  # fmt: skip

    yield from _pieces(Grade(), grade_puzzle(puzzle, settings), record_of)


_QUESTIONS: dict[str, Callable[[Question[Any]], Pieces]] = {
    "read": read, "board": board, "limits": limits, "type": type_, "examples": examples, "solve": solve, "check": check,
    "why": why_, "candidates": candidates_, "reduce": reduce_, "make": make_, "hint": hint_, "grade": grade_,
}  # fmt: skip
