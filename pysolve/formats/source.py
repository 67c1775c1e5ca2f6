"""Where puzzles are read from: files, folders, links and standard input, their bytes and texts, and what is known
beside these.
"""

from __future__ import annotations

import codecs
import os
import re
import select
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import catalog
from ..catalog import type_with, types_with
from ..model.build import Draft, build
from ..model.errors import PuzzleError, Remark, StoppedError, alternatives, check_characters, placed, quote
from ..model.formats import FORMATS, FormatKey, endings
from ..model.puzzle import Puzzle, StopReason, Words, fold_words
from ..model.puzzle_type import PuzzleType
from ..rules.library import library
from .addresses import is_unusual, only_address

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

# -- The bytes of one input: a file, a pipe or standard input, of which there may be too many, or which may never come


STANDARD_INPUT = "-"

#: Bytes of a file: more are no puzzle. Files with a puzzle a line are read line by line, and may be of any length.
LARGEST_FILE = 64 * 2**20

#: Bytes of one puzzle: a million cells, with blanks between them.
LARGEST_PUZZLE = 4 * 2**20

#: Bytes of a line where each is a puzzle.
LARGEST_RECORD = 2**20

_PIECE = 2**16
_LONGEST_WAIT = 10**6  # seconds: the system counts no further


class InputFile(AbstractContextManager["InputFile"]):
    """An input that is open for reading; PuzzleError wherever it cannot be read.

    patience: seconds that one waits for all of it, or, if it is read line by line, for the first line: then
    StoppedError is raised, also if the input is a pipe that nobody writes to.
    """

    def __init__(self, given: str, patience: float | None = None) -> None:
        self.name = "standard input" if given == STANDARD_INPUT else given
        self._patience = patience
        self._began = time.monotonic()
        self._buffer = b""
        self._own = given != STANDARD_INPUT
        self._descriptor: int | None = None  # None: standard input is not a file, but something in its stead
        try:
            self._descriptor = os.open(given, os.O_RDONLY | _OPENING) if self._own else _standard_input()
        except OSError as error:
            raise self._unreadable(error) from None
        except ValueError:  # a NUL in the name
            raise PuzzleError("this is not the name of a file", file=quote(given)) from None

    def __exit__(self, *error: object) -> None:
        """Closes the file, unless it is standard input."""
        if self._own and self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    @property
    def waited(self) -> float:
        """Seconds since the input was opened."""
        return time.monotonic() - self._began

    def first_line(self) -> bytes:
        """The first line with its end, or as much of it as a record may have. It stays to be read."""
        began, data = b"\n" in self._buffer, bytearray(self._buffer)
        while not began and len(data) < LARGEST_RECORD and (piece := self._piece()):
            data += piece
            began = b"\n" in piece
        self._buffer = bytes(data)
        line, end, _ = self._buffer.partition(b"\n")
        return line + end

    def read(self, expected: str = "a puzzle") -> bytes:
        """All that is left, text as UTF-8 with lines that end as usual. expected: what it should hold."""
        data = bytearray(self._buffer)
        self._buffer = b""
        while piece := self._piece():
            data += piece
            if len(data) > LARGEST_FILE:
                raise PuzzleError(f"found more than {LARGEST_FILE // 2**20} MB, expected {expected}", file=self.name)
        return as_usual(bytes(data))

    def lines(self) -> Iterator[bytes]:
        """What is left, line by line, without their ends, however long the next one takes to come. Of a line that is
        too long only the beginning is given, which is too long, too.
        """
        self._patience = None
        piece, self._buffer = self._buffer, b""
        rest = bytearray()
        while True:
            head, *others = piece.split(b"\n")
            rest += head[: max(2 * LARGEST_RECORD - len(rest), 0)]
            for line in others:
                yield bytes(rest)
                rest = bytearray(line)
            piece = self._piece()
            if not piece:
                break
        yield bytes(rest)

    def _piece(self) -> bytes:
        """The next bytes; none at the end."""
        try:
            if self._descriptor is None:
                return bytes(sys.stdin.buffer.read(_PIECE))
            self._wait(self._descriptor)
            return os.read(self._descriptor, _PIECE)
        except (OSError, AttributeError) as error:  # standard input may be closed, and so not be there
            raise self._unreadable(error) from None

    def _wait(self, descriptor: int) -> None:
        """Waits until there is something to read: so that reading does not wait."""
        if not hasattr(select, "poll"):
            return
        waiting = select.poll()
        waiting.register(descriptor, select.POLLIN)
        if self._patience is None:
            waiting.poll()
            return
        left = self._patience - self.waited
        if left <= 0 or not waiting.poll(1000 * min(left, _LONGEST_WAIT)):
            sentence = f"the input did not come within {self._patience:g} seconds"
            raise StoppedError(StopReason.TIME_LIMIT, sentence, file=self.name)

    def _unreadable(self, error: OSError | AttributeError) -> PuzzleError:
        if isinstance(error, IsADirectoryError):
            return PuzzleError("this is a folder, expected a file", file=self.name)
        reason = str(error.strerror or error).lower() if isinstance(error, OSError) else "it is closed"
        return PuzzleError(f"the file cannot be read: {reason}", file=self.name)


#: Ends of lines of word processors: what they write within a paragraph, and U+2028, U+2029 and U+0085.
_LINE_ENDS = (b"\x0b", b"\xe2\x80\xa8", b"\xe2\x80\xa9", b"\xc2\x85")


def as_usual(data: bytes) -> bytes:
    """Text in UTF-16, as Excel saves 'Unicode text', also without its mark, as UTF-8, which needs none; lines that end
    in CR alone, or as word processors end them, end in LF; an address that stands in a frame, or among words, alone.
    Other bytes as they are.
    """
    encodings = {
        "utf-32": (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE),  # before the others, as it begins like one of them
        "utf-16": (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE),
    }
    encoding = next((name for name, marks in encodings.items() if data.startswith(marks)), _unmarked(data))
    if encoding is not None:
        with suppress(UnicodeDecodeError):
            data = data.decode(encoding).encode("utf-8", "surrogatepass")
    data = data.removeprefix(codecs.BOM_UTF8)
    if b"\r" in data and b"\n" not in data and b"\0" not in data:
        data = data.replace(b"\r", b"\n")
    if b"\0" not in data and data.lstrip()[:1] not in (b"{", b"[", b"<"):
        for end in _LINE_ENDS:
            data = data.replace(end, b"\n")
    return only_address(data) or data


def _unmarked(data: bytes) -> str | None:
    """UTF-16 that no mark says: of each two bytes one is mostly zero, and the other one never."""
    head = data[:1000]
    for name, zeros, others in (("utf-16-le", head[1::2], head[::2]), ("utf-16-be", head[::2], head[1::2])):
        if len(data) % 2 == 0 and 0 not in others and zeros.count(0) * 2 > len(zeros):
            return name
    return None


_OPENING: int = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)  # opening a pipe would wait for its writer


def _standard_input() -> int | None:
    try:
        return sys.stdin.fileno()
    except (OSError, ValueError, AttributeError):
        return None


#: A longer line is not a puzzle; reading it would only take long.
LONGEST_LINE = 200_000

#: The cells of a Sudoku, one after the other.
_DIGITS = re.compile(r"[0-9._*-]{81}", re.ASCII)

#: Characters of a link that messages show.
LONGEST_SHOWN = 80


class Reading(NamedTuple):
    """How to read: the type if the user named it, folders of own types, a board and words from other files.

    confined: the text comes from a stranger: lists of words that it names are those that come with pysolve, no others.
    dropped: names of what is left out: what a link may hold that pysolve does not know, such as drawings, and lists of
    words that are not here.
    beside: the parts that are said beside a link, which need not hold them. brought: types that a link brings.
    named: what the file is called that a text comes from.
    given: whether what is given stays where the text's own answer has it, too.
    """

    type: str | None = None
    own_types: tuple[str, ...] = ()
    board: str | None = None
    words: str | None = None
    confined: bool = False
    dropped: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    brought: tuple[PuzzleType, ...] = ()
    given: bool = True
    named: str = ""


class Source(NamedTuple):
    """One puzzle that has been found but not yet understood.

    name: what reports call it. file: what messages call it. path: the file that it lies in, if it lies in one.
    problem: why it cannot even be looked at, if so. waited: seconds until its bytes were there. line: of the
    file, on which it begins.
    """

    name: str
    file: str
    data: bytes = b""
    path: Path | None = None
    problem: PuzzleError | None = None
    waited: float = 0.0
    line: int = 1

    @classmethod
    def of_path(cls, given: str) -> Source:
        """The source of a file, or of standard input, its bytes not yet read."""
        if given == STANDARD_INPUT:
            return cls("-", "standard input")
        path = Path(given)
        return cls(path.name.removesuffix(path.suffix), given, path=path)

    @classmethod
    def of_address(cls, given: str) -> Source:
        """The source of a link or game ID, which holds the puzzle itself and is never fetched."""
        shown = given if len(given) <= LONGEST_SHOWN else f"{given[:LONGEST_SHOWN]}…"
        name = re.sub(r"\W+", "-", shown.partition("?")[2] or shown)
        return cls(name, shown, as_usual(given.encode(errors="replace")))

    @property
    def folder(self) -> Path:
        """What file names in it are relative to."""
        return self.path.parent if self.path is not None else Path()

    @property
    def type_hints(self) -> list[str]:
        """What names of puzzle, file and folder may say about the type: of 'two-words-3.txt' all, 'twowords', 'two'."""
        if self.path is None:
            return []
        named = []
        for name in dict.fromkeys((self.name, self.path.name)):  # of the puzzle, such as a sheet, and of the file
            words = [word for word in re.split(r"[\W_\d]+", name) if word]
            named += ["".join(words[:count]) for count in range(len(words), 0, -1)]
        return [self.path.stem, *named, self.path.resolve().parent.name]


@dataclass
class Context:
    """What a format may ask while it reads: the puzzle's type, lists of words, the board that goes with it."""

    source: Source
    reading: Reading
    board_used: bool = False

    def text(self, data: bytes) -> str:
        """The text of a format that is text; PuzzleError if it is none."""
        return decode(data, self.source.file)

    def document(self, data: bytes) -> str:
        """The same where messages name lines of the whole file (Source.line)."""
        try:
            return self.text(data)
        except PuzzleError as error:
            raise error.moved(self.source.line - 1) from None

    def type(self, named: str | None = None, line: int | None = None, board: str = "") -> PuzzleType:
        """The type: as the user named it, else as the text says, else after the file's or the folder's name.

        A type whose folder the file lies in needs no --types. line: where the text names it. board: a text of 81 digits
        and blanks is a Sudoku where nothing else says what it is.
        """
        reading, folder = self.reading, self.source.folder
        own_types = reading.own_types
        if not reading.confined and self.source.path is not None and os.path.isfile(folder / "manifest.yaml"):
            own_types = (*own_types, str(folder.resolve().parent))
        for each in reading.brought:
            if catalog.has_name(each, reading.type or named or each.name):
                return each
        if reading.type is not None:
            return catalog.find(reading.type, own_types)
        if named is not None:
            with placed(line=line):
                return catalog.find(named, own_types)
        type_ = self._named_like(own_types)
        if type_ is None and _DIGITS.fullmatch(board):
            type_ = type_with(FormatKey.SDK, own_types)
        if type_ is None:
            how = ": name it with --type ('pysolve types' lists all)"
            untyped = PuzzleError("the text does not say what type of puzzle it is", how=how)
            untyped.missing = "type"
            raise untyped
        return type_

    def _named_like(self, own_types: Sequence[str]) -> PuzzleType | None:
        """The type that names of puzzle, file and folder speak of, or the ending of the file's name; if any does."""
        hints = [] if self.reading.confined else self.source.type_hints
        for aliases in (False, True):
            for name in hints:
                known = catalog.lookup(name, own_types, aliases=aliases)
                if known is not None:
                    return known
        ending = self.source.path.suffix.lower() if self.source.path is not None else ""
        keys = (each.key for each in FORMATS if each.plain_rows and ending in each.endings)
        return next((type_with(key, own_types) for key in keys if key is not None), None)

    def types_with(self, key: FormatKey) -> Iterator[PuzzleType]:
        """The type that the user named, or those whose manifests have the key of a format."""
        return iter([self.type()]) if self.reading.type else types_with(key, self.reading.own_types)

    def words(self, name: str, remarks: list[Remark]) -> Words:
        """The words of a file that the text names, unless the user names another one, whose words count."""
        if self.reading.words is not None:
            return Words()
        if self.reading.confined or not os.path.exists(path := word_file(name, self.source.folder)):
            return word_list(str(shipped_word_list(name)), name, remarks)
        return word_list(path, remarks=remarks)

    def board(self, type_: PuzzleType) -> Draft | None:
        """The puzzle of --board, whose board a list of cells belongs to."""
        self.board_used = True
        given = self.reading.board
        if given is None:
            return None
        source = Source.of_path(given)._replace(data=read_bytes(given))
        return self.read_draft(source, self.reading._replace(type=type_.name, board=None))[1]

    def read_draft(self, source: Source, reading: Reading) -> tuple[PuzzleType, Draft]:
        """The puzzle of another source, not yet checked against its type."""
        from . import read_draft  # the formats, which know this module

        return read_draft(source, reading)


def read_back(puzzle: Puzzle, fill: Callable[[Draft], PuzzleType]) -> Puzzle | None:
    """The puzzle of a draft that is filled with what was written of another one; None if it is not the same, but for
    options. fill: fills the draft, as `read` of a format does.
    """
    draft = Draft(puzzle.file)
    try:
        again = build(fill(draft), draft)
    except PuzzleError:  # its message would speak of a text that nobody wrote
        return None
    same = all(getattr(again, name) == getattr(puzzle, name) for name in ("board", "tokens", "alphabet", "lists"))
    return again if same else None


# -- Files


#: What addresses begin with, also without their protocol, in small letters.
_ADDRESSES = (
    "https://", "http://", "www.", "puzz.link/", "pzv.jp/", "#/play/p=", "sudokupad.app/", "tinyurl.com/",
    "swaroopg92.github.io/",
)  # fmt: skip


def is_address(given: str) -> bool:
    """Whether an input is the address of a page rather than a file."""
    return given.lstrip()[:100].lower().startswith(_ADDRESSES)


def is_game_id(given: str) -> bool:
    """Whether an input is a game ID ('GAME:7x7:…', or '7x7:…') rather than a file."""
    form = r"(?:(?:[a-z]+:)?\d+(?:x\d+)?|[a-z]+:[cw]\d)[A-Za-z0-9]*[:#]\S"
    return re.match(form, given) is not None and not os.path.exists(given)


def files_in(given: str) -> Iterator[str | Source]:
    """The file or link itself, or those of a folder that may hold puzzles; a source with a problem if it has none."""
    if is_address(given) or is_game_id(given) or (is_unusual(given) and not os.path.exists(given)):
        yield Source.of_address(given)
    elif given == STANDARD_INPUT or not os.path.isdir(given):
        yield given
    else:
        yield from _files_below(given)


def _files_below(top: str) -> Iterator[str | Source]:
    known = endings()
    closed: list[OSError] = []
    files: list[Path] = []
    for folder, folders, names in os.walk(top, onerror=closed.append):
        folders[:] = filter(_is_shown, folders)
        of_type = {"manifest.yaml"} if "rules.lp" in names else set()  # a puzzle type, perhaps with puzzles
        paths = (Path(folder, name) for name in filter(_is_shown, names) if name not in of_type)
        files += (path for path in paths if path.suffix.lower() in known and _may_be_file(path))
    for error in closed:
        if not isinstance(error, FileNotFoundError):  # it was there a moment ago
            reason = (error.strerror or str(error)).lower()
            yield _unreadable(str(error.filename), f"the folder cannot be read: {reason}")
    if not files and not closed:
        yield _unreadable(top, f"the folder holds no puzzles ({', '.join(filter(None, known))})")
    yield from map(str, sorted(files))


def _unreadable(folder: str, sentence: str) -> Source:
    return Source(folder, folder, problem=PuzzleError(sentence, file=folder))


def _is_shown(name: str) -> bool:
    return not name.startswith(".")


def _may_be_file(path: Path) -> bool:
    """Whether it is a file, or whatever cannot be looked at: reading it then says why."""
    try:
        return path.is_file()
    except OSError:
        return True


def read_bytes(given: str, patience: float | None = None, expected: str = "a puzzle") -> bytes:
    """The bytes of a file or of standard input; PuzzleError if it cannot be read, or is too large. patience: seconds
    until all of it must be there. expected: what it should hold.
    """
    with InputFile(given, patience) as opened:
        return opened.read(expected)


def first_character(data: bytes) -> bytes:
    """The first byte of a text that is no blank, after a byte order mark."""
    return data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]


def decode(data: bytes, file: str, expected: str = "a puzzle") -> str:
    """The text of a file, with plain line ends; PuzzleError if it is none. expected: what it should hold."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise PuzzleError("found bytes that are not text, expected UTF-8", file=file, line=line) from None
    check_characters(text, file)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        raise PuzzleError(f"the file is empty, expected {expected}", file=file)
    for number, line_ in enumerate(text.split("\n"), 1):
        if len(line_) > LONGEST_LINE:
            sentence = f"the line has {len(line_):,} characters, expected at most {LONGEST_LINE:,}"
            raise PuzzleError(sentence, file=file, line=number)
    return text


def parse_json(text: str) -> Any:
    """The value that a JSON text holds; PuzzleError if it is none, also for a key named twice, and for NaN."""
    import json  # only when there is such a text, as there seldom is

    try:
        return json.loads(text, object_pairs_hook=each_key_once, parse_constant=_no_constant)
    except RecursionError:
        raise PuzzleError("this JSON is nested too deeply") from None
    except json.JSONDecodeError as error:
        place = f" at character {error.colno}" if error.lineno == 1 else ""
        line = None if error.lineno == 1 else error.lineno
        raise PuzzleError(f"this is not valid JSON: {error.msg.lower()}{place}", line=line) from None
    except ValueError:  # a number of more digits than Python reads
        raise PuzzleError("this JSON holds a number that is too long") from None


def parse_xml(text: str, what: str) -> Element:
    """The tree of a text of XML; PuzzleError, with the line, if it is none, or declares what readers would expand.
    what: the puzzle that it should be.
    """
    from xml.etree import ElementTree  # few puzzles are XML

    text = re.sub(r"<!DOCTYPE[^>\[]*>|<\?xml[^>]*\?>", "", text)
    if "<!" in re.sub(r"(?s)<!--.*?-->|<!\[CDATA\[.*?\]\]>", "", text):
        raise PuzzleError(f"found declarations of XML, which {what} does not have")
    try:
        return ElementTree.fromstring(text.strip())
    except ElementTree.ParseError as error:
        raise PuzzleError(f"the XML is broken: {error.msg}", line=error.position[0]) from None


def each_key_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """A JSON object; PuzzleError if it has a key twice."""
    values = dict(pairs)
    if len(values) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        twice = next(key for key in values if counts[key] > 1)
        raise PuzzleError(f"the key {quote(twice)} stands twice in this JSON")
    return values


def _no_constant(name: str) -> object:
    raise PuzzleError(f"found {name} in this JSON, which is not a number")


# -- Lists of words


def shipped_word_lists(type_name: str = "*") -> list[Path]:
    """The lists that come with a type, or with all of them."""
    return sorted((library().parent / "instances").glob(f"{type_name}/*.words"))


def shipped_word_list(name: str) -> Path:
    """The list of this name that comes with pysolve; PuzzleError if there is none."""
    if (file := _shipped(name)) is not None:
        return file
    known = alternatives([file.stem for file in shipped_word_lists()])
    error = PuzzleError(
        f"there is no list of words {quote(name)} here; known is {known}, or write the words themselves",
        how=", or name a file of them with --words FILE",
    )
    error.missing = "words"
    raise error


def _shipped(name: str) -> Path | None:
    return next((file for file in shipped_word_lists() if name in (file.name, file.stem)), None)


def word_file(name: str, folder: Path = Path()) -> str:
    """The file of words that is meant: the one of this name, seen from the folder, or else a list that comes with
    pysolve ('english'), wherever that lies.
    """
    path = folder / name
    if not path.exists() and Path(name).name == name:
        path = _shipped(name) or path
    return str(path)


def shipped_name(path: str) -> str | None:
    """What a puzzle may call a list of words that comes with pysolve; None if the file is none."""
    resolved = Path(path).resolve()
    return next((file.stem for file in shipped_word_lists() if file.resolve() == resolved), None)


def word_list(path: str, name: str | None = None, remarks: list[Remark] | None = None) -> Words:
    """The words of a file; PuzzleError if it cannot be read. name: what messages call it. remarks: what is remarkable
    is added to them.
    """
    file = name or path
    try:
        words = fold_words(decode(read_bytes(path, expected="words"), path, "words").split("\n"))
    except PuzzleError as error:
        error.file = file if error.file in (None, path) else error.file
        raise
    words.name = shipped_name(path) or ""
    if remarks is not None:
        remarks += words.remarks(file)
    return words
