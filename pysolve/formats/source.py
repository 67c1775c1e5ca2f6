"""Where puzzles are read from: files, folders, standard input, and what is known beside their texts."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from .. import catalog
from ..model.build import Draft
from ..model.errors import PuzzleError, Remark, alternatives, check_characters, quote
from ..model.formats import FORMATS, endings
from ..model.puzzle_type import PuzzleType
from ..rules.library import library
from .input_file import STANDARD_INPUT, InputFile

if TYPE_CHECKING:
    from ..model.puzzle import Words

#: A longer line is no puzzle; reading it would only take long.
LONGEST_LINE = 200_000

#: Characters of a link that messages show.
LONGEST_SHOWN = 80


class Reading(NamedTuple):
    """How to read: the type if the user named it, folders of own types, a board and words from other files.

    confined: the text comes from a stranger: lists of words that it names are those that come with pysolve, no others.
    dropped: names of what a link may hold that pysolve does not know, such as drawings, and that is left out.
    """

    type: str | None = None
    own_types: tuple[str, ...] = ()
    board: str | None = None
    words: str | None = None
    confined: bool = False
    dropped: tuple[str, ...] = ()


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
        return cls(re.sub(r"\W+", "-", shown.partition("?")[2] or shown), shown, given.encode(errors="replace"))

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
    read_draft: Callable[[Source, Reading], tuple[PuzzleType, Draft]]
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

    def type(self, named: str | None = None, line: int | None = None) -> PuzzleType:
        """The type: as the user named it, else as the text says, else after the file's or the folder's name.

        A type whose folder the file lies in needs no --types. line: where the text names it.
        """
        reading, folder = self.reading, self.source.folder
        own_types = reading.own_types
        if not reading.confined and self.source.path is not None and os.path.isfile(folder / "manifest.yaml"):
            own_types = (*own_types, str(folder.resolve().parent))
        if reading.type is not None:
            return catalog.find(reading.type, own_types)
        if named is not None:
            try:
                return catalog.find(named, own_types)
            except PuzzleError as error:
                raise error.at(line=line) from None
        hints = [] if reading.confined else self.source.type_hints
        for aliases in (False, True):
            for name in hints:
                known = catalog.lookup(name, own_types, aliases=aliases)
                if known is not None:
                    return known
        ending = self.source.path.suffix.lower() if self.source.path is not None else ""
        for format_ in FORMATS:
            if format_.plain_rows and format_.key is not None and ending in format_.endings:
                from ..catalog.listed import type_with  # few files are called so

                return type_with(format_.key, own_types)
        sentence = "the text does not say what type of puzzle it is: name it with --type ('pysolve types' lists all)"
        untyped = PuzzleError(sentence)
        untyped.missing = "type"
        raise untyped

    def words(self, name: str, remarks: list[Remark]) -> Words:
        """The words of a file that the text names."""
        if self.reading.confined:
            return word_list(str(shipped_word_list(name)), name, remarks)
        return word_list(str(self.source.folder / name), remarks=remarks)

    def board(self, type_: PuzzleType) -> Draft | None:
        """The puzzle of --board, whose board a list of cells belongs to."""
        self.board_used = True
        given = self.reading.board
        if given is None:
            return None
        source = Source.of_path(given)._replace(data=read_bytes(given))
        return self.read_draft(source, self.reading._replace(type=type_.name, board=None))[1]


# -- Files


def is_address(given: str) -> bool:
    """Whether an input is the address of a page rather than a file."""
    return given.lstrip().startswith(("https://", "http://", "puzz.link/", "pzv.jp/"))


def is_game_id(given: str) -> bool:
    """Whether an input is a game ID ('GAME:7x7:…', or '7x7:…') rather than a file."""
    return re.match(r"(?:[a-z]+:)?\d+(?:x\d+)?[A-Za-z0-9]*[:#]\S", given) is not None and not os.path.exists(given)


def files_in(given: str) -> Iterator[str | Source]:
    """The file or link itself, or those of a folder that may hold puzzles; a source with a problem if it has none."""
    if is_address(given) or is_game_id(given):
        yield Source.of_address(given)
        return
    if given == STANDARD_INPUT or not os.path.isdir(given):
        yield given
        return
    files: list[Path] = []
    known = endings()
    closed: list[OSError] = []
    for folder, folders, names in os.walk(given, onerror=closed.append):
        folders[:] = [name for name in folders if not name.startswith(".")]
        of_type = {"manifest.yaml"} if "rules.lp" in names else set()  # a puzzle type, perhaps with puzzles
        paths = (Path(folder, name) for name in names if not name.startswith(".") and name not in of_type)
        files += (path for path in paths if path.suffix.lower() in known and _may_be_file(path))
    for error in closed:
        if not isinstance(error, FileNotFoundError):  # it was there a moment ago
            name = str(error.filename)
            reason = (error.strerror or str(error)).lower()
            yield Source(name, name, problem=PuzzleError(f"the folder cannot be read: {reason}", file=name))
    if not files and not closed:
        problem = PuzzleError(f"the folder holds no puzzles ({', '.join(filter(None, known))})", file=given)
        yield Source(given, given, problem=problem)
    yield from map(str, sorted(files))


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
        raise PuzzleError("found bytes that are no text, expected UTF-8", file=file, line=line) from None
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


def each_key_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """A JSON object; PuzzleError if it has a key twice."""
    values = dict(pairs)
    if len(values) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        twice = next(key for key in values if counts[key] > 1)
        raise PuzzleError(f"the key {quote(twice)} stands twice in this JSON")
    return values


def _no_constant(name: str) -> object:
    raise PuzzleError(f"found {name} in this JSON, which is no number")


# -- Lists of words


def shipped_word_lists(type_name: str = "*") -> list[Path]:
    """The lists that come with a type, or with all of them."""
    return sorted((library().parent / "instances").glob(f"{type_name}/*.words"))


def shipped_word_list(name: str) -> Path:
    """The list of this name that comes with pysolve; PuzzleError if there is none."""
    lists = shipped_word_lists()
    for file in lists:
        if file.name == name:
            return file
    known = alternatives([file.name for file in lists])
    raise PuzzleError(f"there is no list of words {quote(name)} here; known is {known}, or write the words themselves")


def word_list(path: str, name: str | None = None, remarks: list[Remark] | None = None) -> Words:
    """The words of a file; PuzzleError if it cannot be read. name: what messages call it. remarks: what is remarkable
    is added to them.
    """
    from ..model.puzzle import fold_words  # most types have no words

    file = name or path
    try:
        words = fold_words(decode(read_bytes(path, expected="words"), path, "words").split("\n"))
    except PuzzleError as error:
        error.file = file if error.file in (None, path) else error.file
        raise
    if remarks is not None:
        remarks += words.remarks(file)
    return words
