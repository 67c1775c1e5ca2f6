"""Reading from a path, or from bytes, to puzzles, and back: by the records of `model/formats` and a module for each.

Nothing here knows one format from another; but that JSON lines are read line by line, so that a file of them may be of
any length.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from importlib import import_module
from itertools import chain, islice
from pathlib import Path
from typing import Protocol, cast

from ..catalog import types_with
from ..model.build import Draft, build
from ..model.errors import PuzzleError, Remark, alternatives, placed, quote
from ..model.formats import FORMATS, Format, FormatKey, format_named
from ..model.puzzle import OnlyAnswer, Puzzle, added_names, no_answer
from ..model.puzzle_type import PuzzleType
from .json_files import json_lines
from .source import (
    LARGEST_PUZZLE,
    Context,
    InputFile,
    Reading,
    Source,
    as_usual,
    files_in,
    read_bytes,
    shipped_word_lists,
    word_file,
    word_list,
)

#: Names of other modules that are taken from here.
__all__ = [
    "FORMATS", "Format", "Reading", "Source", "format_named", "read_bytes", "shipped_word_lists", "word_file",
    "word_list",
]  # fmt: skip

_HEAD = 8192  # bytes

_AT_ONCE = 2**16  # bytes of text, which any format splits in milliseconds

#: What splits a file, as `split` does.
Splitter = Callable[[bytes], Iterator[tuple[str, bytes, int]]]


class Codec(Protocol):
    """What a module of this package offers (model/formats); one that is only written lacks the first three."""

    def sniff(self, data: bytes) -> bool:
        """Whether the bytes of a file are of this format; only a look, they need not be right."""

    def read(self, draft: Draft, data: bytes, context: Context) -> PuzzleType:
        """Fills the draft with what the bytes say; returns the type. PuzzleError if they cannot be understood."""

    def split(self, data: bytes) -> Iterator[tuple[str, bytes, int]]:
        """The puzzles of a file that may hold several: id (or ''), bytes and number of the first line, or 0."""

    def write(self, puzzle: Puzzle, only_answer: OnlyAnswer = no_answer) -> bytes:
        """The puzzle as the bytes of a file; PuzzleError if the format cannot hold it. only_answer: gives the answer
        that is written, too, where the format `checks` answers; others take no such argument.
        """

    def write_several(self, puzzles: Sequence[Puzzle]) -> bytes:
        """Puzzles as the bytes of one file, where they are more than those of each (`in_one`)."""


@cache
def codec(name: str) -> Codec:
    """What reads and writes a format; its module is imported when it is needed, as most commands need one."""
    own = format_named(name).module
    module = import_module(f".{own or name}", __package__)
    return cast(Codec, getattr(module, name, module))


def format_of(data: bytes, path: Path | None = None) -> Format:
    """The format that bytes are in, seen from them alone; but that some are only known from the file's name. path: of
    the file, if it is one.
    """
    named = [each for each in FORMATS if each.by_name and path is not None and path.suffix.lower() in each.endings]
    if named:
        return named[0]
    data = data[:LARGEST_PUZZLE]
    head = data.lstrip()[:_HEAD].lower()
    likely = (
        each for each in FORMATS if each.reads and (each.marks is None or any(mark in head for mark in each.marks))
    )
    return next(each for each in likely if codec(each.name).sniff(data))


def split(data: bytes) -> Iterator[tuple[str, bytes, int]]:
    """The puzzles of a file: id (or ''), bytes and number of the first line."""
    format_ = format_of(data)
    module = codec(format_.name)
    if format_.line_each:
        yield from (("", line, number) for number, line in enumerate(data.splitlines(), 1) if line.strip())
    elif hasattr(module, "split"):
        yield from module.split(data)
    else:
        yield "", data, 1


def is_split_at_once(data: bytes) -> bool:
    """Whether splitting these bytes takes no time to speak of, whatever they are: it is a text, and short."""
    return len(data) <= _AT_ONCE and format_of(data).is_text


def sources(inputs: Sequence[str], patience: float | None = None, split: Splitter = split) -> Iterator[Source]:
    """The puzzles in files, in folders (searched through), in links and on standard input ('-'), in order; each file is
    read when its turn comes. patience: seconds that one waits for the bytes of a file, or, where each line is a puzzle,
    for the first line; then a source has a StoppedError as its problem. split: what splits files, with limits.
    """
    for given in inputs:
        for file in files_in(given):
            if isinstance(file, Source):
                yield file
            else:
                yield from _in_file(file, patience, split)


def _in_file(given: str, patience: float | None, split: Splitter) -> Iterator[Source]:
    whole = Source.of_path(given)
    try:
        with InputFile(given, patience) as opened:
            if json_lines.has_line_each(opened.first_line()):
                whole = whole._replace(waited=opened.waited)
                yield from _parts(whole, json_lines.split_lines(opened.lines()))
                return
            data = opened.read()
        parts = split(data)
        ahead = list(islice(parts, 1))  # what that takes is part of the wait
        yield from _parts(whole._replace(waited=opened.waited), chain(ahead, parts), data)
    except PuzzleError as error:
        yield whole._replace(problem=error.at(file=whole.file))


def _parts(whole: Source, parts: Iterator[tuple[str, bytes, int]], data: bytes | None = None) -> Iterator[Source]:
    """The puzzles of a file; the file itself if it holds only one that has no id. data: its bytes, if known."""
    ahead = list(islice(parts, 1))
    if not ahead or not ahead[0][0]:
        ahead += islice(parts, 1)
        if len(ahead) < 2:
            yield whole._replace(data=data or ahead[0][1])
            return
    for id_, part, line in chain(ahead, parts):
        shown = whole.file + (f", line {line}" if line else "") + (f" ({id_})" if id_ else "")
        yield whole._replace(name=id_ or f"{whole.name}-{line}", file=shown, data=part, line=line)
        whole = whole._replace(waited=0.0)


def read(source: Source, reading: Reading = Reading()) -> Puzzle:
    """The puzzle in a source; PuzzleError, with the place, if it cannot be understood."""
    if source.problem is not None:
        raise source.problem
    if len(source.data) > LARGEST_PUZZLE:
        sentence = f"found more than {LARGEST_PUZZLE // 2**20} MB, expected a puzzle"
        raise PuzzleError(sentence, file=source.file)
    try:
        type_, draft = read_draft(source, reading)
        if reading.words is not None:
            part = type_.list_part
            if part is None:
                raise PuzzleError(f"--words: {type_.a_puzzle} takes no words")
            draft.lists[part.name] = word_list(word_file(reading.words), remarks=draft.remarks)
        return build(type_, draft)
    except PuzzleError as error:
        if error.missing == "type" and not error.likely and _is_square_of_digits(source.data):
            error.likely = tuple(type_.name for type_ in types_with(FormatKey.SDK, reading.own_types))
        if error.file in (None, source.file):
            error.sentence = _unlike_its_name(source) + error.sentence
        raise error.at(file=source.file) from None


def _is_square_of_digits(data: bytes) -> bool:
    """Whether a text is a board of 81 digits and blanks, in whatever frame."""
    words, cells = re.search(rb"(?!null|None)[A-Za-z]{2}", data), re.findall(rb"[0-9._*]|null|None", data)
    return words is None and len(cells) == 81


def _unlike_its_name(source: Source) -> str:
    """What stands before an error where the file is called like one of a format that its bytes are not of: as no other
    format knew them either, they were read as plain text.
    """
    ending = source.path.suffix.lower() if source.path is not None else ""
    named = [each for each in FORMATS if ending in each.endings]
    fits = FORMATS[-1] in named or any(each.plain_rows for each in named)
    if not named or fits or format_of(source.data, source.path) is not FORMATS[-1]:
        return ""
    titles = alternatives([each.title for each in named if each.reads])
    return f"the name ends with '{ending}', but this is not {titles}; as {FORMATS[-1].title}: "


def read_draft(source: Source, reading: Reading) -> tuple[PuzzleType, Draft]:
    """The puzzle in a source, not yet checked against its type."""
    draft = Draft(source.file, name=source.name)
    context = Context(source, reading)
    path = source.path or (Path(reading.named) if reading.named else None)
    type_ = codec(format_of(source.data, path).name).read(draft, source.data, context)
    if reading.board is not None and not context.board_used:
        raise PuzzleError("--board goes with a JSON list of cells; this puzzle brings its own board")
    return type_, draft


def read_inputs(inputs: Sequence[str], reading: Reading = Reading()) -> Iterator[Puzzle]:
    """The puzzles in files and folders, read one after the other; PuzzleError at the first that is wrong."""
    for source in sources(inputs):
        yield read(source, reading)


def read_text(text: str, type: str | None = None, file: str = "text") -> Puzzle:
    """The puzzle in a text of any format (for JSON lines: a text of one line)."""
    return read_one(text, file, Reading(type=type))


def read_one(content: str | bytes, file: str, reading: Reading, first: bool = False) -> Puzzle:
    """The puzzle in a text, or in the bytes of a file, that must hold no others; PuzzleError, too, if it does. first:
    of several the first one is taken, with a remark.
    """
    data = as_usual(content.encode(errors="surrogatepass") if isinstance(content, str) else content)
    parts = list(split(data))
    if not parts or (len(parts) > 1 and not first):
        raise PuzzleError(f"found {len(parts)} puzzles, expected one", file=file)
    puzzle = read(Source(file, file, parts[0][1], line=parts[0][2]), reading)
    if len(parts) == 1:
        return puzzle
    remark = Remark(f"this is the first of {len(parts)} puzzles; the others are left out")
    return replace(puzzle, remarks=(*puzzle.remarks, remark))


def writable(*, text: bool = False) -> list[str]:
    """The formats that puzzles can be written in. text: those that are text."""
    return [each.name for each in FORMATS if each.writes and (each.is_text or not text)]


def write(puzzle: Puzzle, format_: str = "native", only_answer: OnlyAnswer = no_answer) -> bytes:
    """The puzzle as the bytes of a file; PuzzleError if the format cannot be written, or cannot hold this puzzle.
    only_answer: gives the answer that goes with it, where the format holds answers.
    """
    return write_all([puzzle], format_, only_answer)


def write_all(puzzles: Iterable[Puzzle], format_: str = "native", only_answer: OnlyAnswer = no_answer) -> bytes:
    """Puzzles as the bytes of one file; PuzzleError, with the file that it was read from, for one that does not fit.
    only_answer: as for write.
    """
    record = format_named(format_)
    if not record.writes:
        raise PuzzleError(f"{record.title} cannot be written")
    puzzles, written = list(puzzles), []
    for puzzle in puzzles:
        with placed(file=puzzle.file):
            if added_names(puzzle) and not record.constraints:
                raise PuzzleError(f"{record.title} cannot hold added constraints: {added_names(puzzle)}")
            if puzzle.type.own_rules and not record.own_rules:
                said = " ".join(puzzle.type.own_rules[0].about.split()) or puzzle.type.own_rules[0].name
                raise PuzzleError(f"{record.title} cannot hold the puzzle's own rules: {quote(said)}")
            module = codec(format_)
            written.append(module.write(puzzle, only_answer) if record.checks else module.write(puzzle))
    if len(written) == 1:
        return written[0]
    if record.in_one:
        return codec(format_).write_several(puzzles)
    if record.between is None:
        raise PuzzleError(f"{record.title} holds one puzzle a file, found {len(written)}")
    return record.between.join(written)
