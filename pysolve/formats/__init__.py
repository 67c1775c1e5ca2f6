"""Formats of puzzles: the registry, and reading from a path, or from bytes, to puzzles.

Each format is a module of this package with

    NAME                       what messages call it
    sniff(data)                whether the bytes are of this format
    read(draft, data, context) fills a draft; returns the type
    split(data)                where a file may hold several puzzles: each one's id, bytes and first line
                               (JSON lines also line by line, so that a file of them may be of any length)
    write(puzzle)              where it can be written: the bytes
    BETWEEN                    where it can hold several: what parts them

and one line in FORMATS; nothing else needs to know of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import import_module
from itertools import chain, islice
from typing import Protocol, cast

from ..model.build import build
from ..model.draft import Draft
from ..model.errors import PuzzleError
from ..model.puzzle import Puzzle, added_names
from ..model.puzzle_type import PuzzleType
from . import json_lines
from .input_file import InputFile, LateInputError
from .source import Context, Reading, Source, files_in, read_bytes, word_list

__all__ = [
    "FORMATS", "Context", "Format", "LateInputError", "Reading", "Source", "format_of", "read", "read_bytes",
    "read_inputs", "read_one", "read_text", "sources", "word_list", "writable", "write", "write_all",
]  # fmt: skip

#: The formats, in the order in which they are tried; the last one takes any bytes.
FORMATS = (
    "puz", "cell_list", "json_lines", "native", "tatham", "penpa", "ipuz", "non", "sudokupad", "fpuzzles", "puzzlink",
    "url", "sdm", "sdk", "ss", "plain_text",
)  # fmt: skip


#: For formats that few files are in: bytes of which one stands in their first lines, so that their modules are imported
#: when they are needed only.
_MARKS = {
    "puz": (b"across&down",), "cell_list": (b"[",), "sudokupad": (b"sudokupad", b"crackingthecryptic"),
    "sdk": (b"#", b"[puzzle]"), "ss": (b"|",),
    "fpuzzles": (b"f-puzzles", b"sudokupad", b"crackingthecryptic"), "url": (),
}  # fmt: skip
_HEAD = 8192  # bytes


#: The formats that hold constraints that a puzzle adds to its type, or refuse them by name.
_WITH_CONSTRAINTS = ("native", "fpuzzles", "sudokupad", "penpa", "url")


class Format(Protocol):
    """What a module of this package offers; `split`, `write` and `BETWEEN` may be missing."""

    NAME: str
    BETWEEN: bytes

    def sniff(self, data: bytes) -> bool:
        """Whether the bytes of a file are of this format; only a look, they need not be right."""

    def read(self, draft: Draft, data: bytes, context: Context) -> PuzzleType:
        """Fills the draft with what the bytes say; returns the type. PuzzleError if they cannot be understood."""

    def split(self, data: bytes) -> Iterator[tuple[str, bytes, int]]:
        """The puzzles of a file that may hold several: id (or ''), bytes and number of the first line."""

    def write(self, puzzle: Puzzle) -> bytes:
        """The puzzle as the bytes of a file; PuzzleError if the format cannot hold it."""


@cache
def format_named(name: str) -> Format:
    """The module of a format; imported when it is needed, as most commands need one."""
    return cast(Format, import_module(f".{name}", __package__))


def format_of(data: bytes) -> Format:
    """The format that bytes are in, seen from them alone."""
    head = data.lstrip()[:_HEAD].lower()
    likely = (name for name in FORMATS if name not in _MARKS or any(mark in head for mark in _MARKS[name]))
    return next(each for name in likely if (each := format_named(name)).sniff(data))


def sources(inputs: Sequence[str], patience: float | None = None) -> Iterator[Source]:
    """The puzzles in files, in folders (searched through), in links and on standard input ('-'), in order; each file is
    read when its turn comes. patience: seconds that one waits for the bytes of a file, or, where each line is a puzzle,
    for the first line; then a source has a LateInputError as its problem.
    """
    for given in inputs:
        for file in files_in(given):
            if isinstance(file, Source):
                yield file
            else:
                yield from _in_file(file, patience)


def _in_file(given: str, patience: float | None) -> Iterator[Source]:
    whole = Source.of_path(given)
    try:
        with InputFile(given, patience) as opened:
            if json_lines.has_line_each(opened.first_line()):
                whole = whole._replace(waited=opened.waited)
                yield from _parts(whole, json_lines.split_lines(opened.lines()))
                return
            data = opened.read()
            whole = whole._replace(waited=opened.waited)
        format_ = format_of(data)
        yield from _parts(whole, format_.split(data) if hasattr(format_, "split") else iter([("", data, 1)]), data)
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
        shown = f"{whole.file}, line {line}" + (f" ({id_})" if id_ else "")
        yield whole._replace(name=id_ or f"{whole.name}-{line}", file=shown, data=part, line=line)
        whole = whole._replace(waited=0.0)


def read(source: Source, reading: Reading = Reading()) -> Puzzle:
    """The puzzle in a source; PuzzleError, with the place, if it cannot be understood."""
    if source.problem is not None:
        raise source.problem
    try:
        type_, draft = _draft(source, reading)
        if reading.words is not None:
            part = type_.list_part
            if part is None:
                raise PuzzleError(f"--words: {type_.a_puzzle} takes no words")
            draft.lists[part.name] = word_list(reading.words, remarks=draft.remarks)
        return build(type_, draft)
    except PuzzleError as error:
        raise error.at(file=source.file) from None


def _draft(source: Source, reading: Reading) -> tuple[PuzzleType, Draft]:
    draft = Draft(source.file, name=source.name)
    context = Context(source, reading, _draft)
    type_ = format_of(source.data).read(draft, source.data, context)
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


def read_one(text: str, file: str, reading: Reading) -> Puzzle:
    """The puzzle in a text that must hold no others; PuzzleError, too, if it does."""
    data = text.encode(errors="surrogatepass")
    format_ = format_of(data)
    parts = list(format_.split(data)) if hasattr(format_, "split") else [("", data, 1)]
    if len(parts) != 1:
        raise PuzzleError(f"found {len(parts)} puzzles, expected one", file=file)
    return read(Source(file, file, parts[0][1], line=parts[0][2]), reading)


def writable() -> list[str]:
    """The formats that puzzles can be written in."""
    return [name for name in FORMATS if hasattr(format_named(name), "write")]


def write(puzzle: Puzzle, format_: str = "native") -> bytes:
    """The puzzle as the bytes of a file; PuzzleError if the format cannot be written, or cannot hold this puzzle."""
    return write_all([puzzle], format_)


def write_all(puzzles: Iterable[Puzzle], format_: str = "native") -> bytes:
    """Puzzles as the bytes of one file; PuzzleError, with the file that it was read from, for one that does not fit."""
    module = format_named(format_)
    if not hasattr(module, "write"):
        raise PuzzleError(f"{module.NAME} cannot be written")
    written = []
    for puzzle in puzzles:
        try:
            if puzzle.type.added and format_ not in _WITH_CONSTRAINTS:
                raise PuzzleError(f"{module.NAME} cannot hold added constraints: {added_names(puzzle)}")
            written.append(module.write(puzzle))
        except PuzzleError as error:
            raise error.at(file=puzzle.file) from None
    if len(written) == 1:
        return written[0]
    if not hasattr(module, "BETWEEN"):
        raise PuzzleError(f"{module.NAME} holds one puzzle a file, found {len(written)}")
    return module.BETWEEN.join(written)
