"""Rule files: resolves their includes and knows which line of which file a line of the program is.

clingo looks for an included file in the current directory first, so that a stray file there would win.
Here it is looked for beside the including file, then in pysolve's library, and nowhere else: all files
become one text, and messages about that text are translated back with Program.place.

What was read is kept while all files are as they were (many puzzles need the same rules).
"""

from __future__ import annotations

import os
import re
import stat
import time
from bisect import bisect_right
from collections.abc import Iterable
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from ..catalog.library import library
from ..model.errors import PuzzleError, quote
from ..model.options import LARGEST_INTEGER

#: Bytes of a rule file: more are a slip.
LARGEST_FILE = 64 * 2**20

#: Brackets and operators within each other. clingo walks through terms by recursion, and ends its process where they
#: are some tens of thousands deep.
DEEPEST = 1000


class Piece(NamedTuple):
    """One of the texts of a program. from_library: it comes with pysolve."""

    text: str
    from_library: bool


class Program:
    """One text of ASP made from several files."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._starts: list[int] = []  # the line of the program on which each text begins
        self._files: list[str] = []
        self._next = 1
        self._library: set[int] = set()  # the texts that come with pysolve, by their numbers

    def add(self, text: str, file: str, *, from_library: bool = False) -> None:
        """Appends the text of a file, as a part of the base program whatever stands before it."""
        self.__dict__.pop("text", None)
        if from_library:
            self._library.add(len(self._texts) + 1)
        for name, piece in (("", "#program base."), (file, text)):
            self._files.append(name)
            self._starts.append(self._next)
            self._texts.append(piece)
            self._next += piece.count("\n") + 1

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The texts that it is made from."""
        return tuple([Piece(text, number in self._library) for number, text in enumerate(self._texts)])

    def with_pieces(self, texts: Iterable[str]) -> Program:
        """The same program with other texts in place of its own, line for line."""
        other = self.copy()
        other._texts = list(texts)
        return other

    @cached_property
    def text(self) -> str:
        """The whole text."""
        return "\n".join(self._texts) + "\n"

    def place(self, line: int) -> tuple[str, int]:
        """The file, and the line in it, of a line of the program (from 1)."""
        at = max(bisect_right(self._starts, line) - 1, 0)
        return self._files[at], line - self._starts[at] + 1

    def end_before(self, line: int) -> int:
        """The last line before a line of the program that is not blank, and no comment."""
        lines = self.text.split("\n")
        return next((n for n in range(line - 1, 0, -1) if lines[n - 1].partition("%")[0].strip()), line)

    def begin_of(self, line: int, column: int) -> int:
        """The line on which the statement begins that goes on at a line and column of the program (from 1)."""
        before = "".join(f"{each}\n" for each in self.text.split("\n")[: line - 1])
        return self.text.count("\n", 0, statement_start(self.text, len(before) + column - 1)) + 1

    def line(self, number: int) -> str:
        """The text of a line of the program."""
        lines = self.text.split("\n")
        return lines[number - 1] if 0 < number <= len(lines) else ""

    def copy(self) -> Program:
        """The same program, to be added to."""
        other = Program()
        other._texts, other._starts, other._files = self._texts.copy(), self._starts.copy(), self._files.copy()
        other._next, other._library = self._next, self._library.copy()
        return other


def load(files: Iterable[str | Path]) -> Program:
    """The rule files with all that they include, each file once; PuzzleError if one cannot be read."""
    paths = [Path(file) for file in files]
    key = (Path.cwd(), *paths)  # relative names mean, and are shown as, what they are in the current directory
    reading = _kept.get(key)
    if reading is None or not reading.is_current():
        reading = _Reading()
        for path in paths:
            reading.add(path)
        if len(_kept) >= _MOST_KEPT:
            _kept.clear()
        _kept[key] = reading
    return reading.program.copy()


def included(files: Iterable[Path]) -> list[Path]:
    """The rule files that are there, and what they include, at any depth."""
    reading = _Reading()
    for file in files:
        with suppress(PuzzleError):
            reading.add(file)
    return reading.files


#: What a file was like: time of its last change, size, device, number. None: it was not there, or no plain file.
_State = tuple[int, int, int, int] | None

_YOUNG = 2 * 10**9  # nanoseconds after a change within which another one might leave the same time


def _state(path: str) -> _State:
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    if not stat.S_ISREG(status.st_mode):
        return None
    return status.st_mtime_ns, status.st_size, status.st_dev, status.st_ino


class _Reading:
    """A program made from files, and what those files were like, with those that were looked for in vain."""

    def __init__(self) -> None:
        self.program = Program()
        self._seen: set[Path] = set()
        self._states: dict[str, _State] = {}
        self._lasting = True  # every file is a plain one that was not changed just now

    @property
    def files(self) -> list[Path]:
        """The files that were there, under the names by which they were looked for."""
        return [Path(path) for path, state in self._states.items() if state is not None]

    def is_current(self) -> bool:
        """Whether reading the files again would give the same."""
        return self._lasting and all(_state(path) == state for path, state in self._states.items())

    def add(self, path: Path) -> None:
        """Adds what a file includes, then the file itself; PuzzleError if it cannot be read."""
        resolved = path.resolve()
        if resolved in self._seen:
            return
        self._seen.add(resolved)
        state = self._state_of(path)  # before it is read: a change in between is noticed the next time
        if state is None or state[0] > time.time_ns() - _YOUNG:
            self._lasting = False
        shown = display(path)
        text = _read(path, shown)
        kept: list[str] = []
        end = 0
        for match in _PIECE.finditer(text):
            name = match["name"]
            if name is None:
                continue
            target = self._find(name, path)
            if target is None:
                line = text.count("\n", 0, match.start()) + 1
                raise PuzzleError(f"there is no file {quote(name, 80)} to include", file=shown, line=line)
            self.add(target)
            kept += [text[end : match.start()], "\n".join([" " * len(line) for line in match[0].split("\n")])]
            end = match.end()
        from_library = resolved.is_relative_to(library())
        self.program.add("".join(kept) + text[end:], shown, from_library=from_library)

    def _find(self, name: str, including: Path) -> Path | None:
        """The file of an include: beside the including file, or, for '../lib/x.lp', in pysolve's library."""
        places = [including.parent / name]
        if name.startswith("../"):
            places.append(library() / name.removeprefix("../"))
        return next((place for place in places if self._state_of(place) is not None), None)

    def _state_of(self, path: Path) -> _State:
        state = self._states[str(path)] = _state(str(path))
        return state


_MOST_KEPT = 64
_kept: dict[tuple[Path, ...], _Reading] = {}  # by the current directory and the files


def _read(path: Path, shown: str) -> str:
    try:
        with open(path, "rb") as file:
            data = file.read(LARGEST_FILE + 1)
        text = data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise PuzzleError(f"the rule file cannot be read: {reason}", file=shown) from None
    except ValueError as error:
        if not isinstance(error, UnicodeDecodeError):  # a NUL in the name
            raise PuzzleError("this is no name of a file", file=quote(shown)) from None
        raise PuzzleError("found bytes that are no text, expected rules in UTF-8", file=shown) from None
    if "\0" in text:
        raise PuzzleError("found binary data, expected rules", file=shown)
    if len(data) > LARGEST_FILE:
        raise PuzzleError(f"found more than {LARGEST_FILE // 2**20} MB, expected rules", file=shown)
    if not text.isascii() or "%*" in text:
        _check_characters(text, shown)
    if re.search(r"\d{10}", text):
        _check_numbers(text, shown)
    if sum(map(text.count, "([{-+*/\\&?^~|.")) > DEEPEST:
        _check_nesting(text, shown)
    return text


# A comment, an include or a string, whichever begins first: an include inside the others is none.
# What is not closed is a piece, too, as far as it may reach: nothing is looked at twice.
_PIECE = re.compile(
    r'%\*.*?(?:\*%|\Z)|%[^\n]*|#include\s*"(?P<name>(?:[^"\\\n]|\\.)*+)"\s*\.|"(?:[^"\\\n]|\\.)*+"?', re.DOTALL
)


_SPECIAL = r'%\*|%|"(?:[^"\\\n]|\\.)*+"?|[^\x00-\x7f]'


def _check_characters(text: str, shown: str) -> None:
    """PuzzleError for a character that may stand in strings and comments only (clingo's own message would break off in
    it), and for a comment without an end (it would reach into the next file).
    """
    special = re.compile(_SPECIAL)  # only here, as most rules hold neither
    at = 0
    while match := special.search(text, at):
        piece, at = match[0], match.end()
        if piece == "%*":
            at = _comment_end(text, at)
            if at > len(text):
                line = text.count("\n", 0, match.start()) + 1
                raise PuzzleError("found a comment that is not closed by '*%'", file=shown, line=line)
        elif piece == "%":
            at = max(text.find("\n", at), 0) or len(text)
        elif not piece.isascii() and not (len(piece) > 1 and piece.endswith('"')):
            found = next(each for each in piece if not each.isascii())
            line = text.count("\n", 0, match.start()) + 1
            sentence = f"found {quote(found)}, which may stand in texts and comments only"
            raise PuzzleError(sentence, file=shown, line=line)


_TOKEN = re.compile(
    r"""(?P<comment>%\*)|%[^\n]*|"(?:[^"\\\n]|\\.)*+"?|(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<operator>\.\.|[-+*/\\&?^~|])
    |(?P<next>[,;:])|(?P<end>\.)""",
    re.VERBOSE,
)
_COMMENT = re.compile(r"%\*|\*%")


def _check_nesting(text: str, shown: str) -> None:
    """PuzzleError for brackets and operators that are nested so deeply that clingo would not survive them."""
    operators = [0]  # since the last separator, for each bracket that is open, and outside of all
    depth = at = 0
    while match := _TOKEN.search(text, at):
        at, kind = match.end(), match.lastgroup
        if kind == "comment":
            at = _comment_end(text, at)
        elif kind == "open":
            operators.append(0)
            depth += 1
        elif kind == "close" and len(operators) > 1:
            depth -= operators.pop() + 1
        elif kind == "operator":
            operators[-1] += 1
            depth += 1
        elif kind == "next":
            depth -= operators[-1]
            operators[-1] = 0
        elif kind == "end":
            operators, depth = [0], 0
        if depth > DEEPEST:
            line = text.count("\n", 0, at) + 1
            sentence = f"this is nested too deeply, expected at most {DEEPEST} brackets and operators within each other"
            raise PuzzleError(sentence, file=shown, line=line)


_NUMBER = re.compile(r"(?P<number>\b\d{10,}\b)|" + _TOKEN.pattern, re.VERBOSE)


def _check_numbers(text: str, shown: str) -> None:
    """PuzzleError for a number that clingo cannot hold: it would take another one for it, and say nothing."""
    at = 0
    while match := _NUMBER.search(text, at):
        at = _comment_end(text, match.end()) if match.lastgroup == "comment" else match.end()
        if match["number"] and int(match["number"][:20]) > LARGEST_INTEGER:
            line = text.count("\n", 0, match.start()) + 1
            raise PuzzleError(f"found a number over {LARGEST_INTEGER}, the largest in rules", file=shown, line=line)


def statement_start(text: str, end: int) -> int:
    """Where the statement begins that has not ended before a place in a text."""
    start = at = 0
    while match := _TOKEN.search(text, at):
        at = _comment_end(text, match.end()) if match.lastgroup == "comment" else match.end()
        if at > end:
            break
        if match.lastgroup == "end":
            start = at
    while match := _BETWEEN.match(text, start):
        start = _comment_end(text, match.end()) if match[0].endswith("%*") else match.end()
    return start


#: What may stand between statements.
_BETWEEN = re.compile(r"\s+|%\*|%[^\n]*")


def _comment_end(text: str, at: int) -> int:
    """Where the comment ends whose beginning stands before this place, beyond the text if it does not; comments may
    hold others.
    """
    depth = 1
    while depth and (match := _COMMENT.search(text, at)):
        depth += 1 if match[0] == "%*" else -1
        at = match.end()
    return len(text) + 1 if depth else at


def display(path: Path) -> str:
    """A path as messages show it: relative to the current directory if it lies below it."""
    full = os.path.normpath(os.path.abspath(path))
    try:
        return str(Path(full).relative_to(Path.cwd()))
    except ValueError:
        return full


def shown(text: str) -> set[str]:
    """The names of the predicates that a program shows."""
    return set(re.findall(r"#show\s+([a-z_]\w*)\s*[/(]", re.sub(r"%[^\n]*", "", text)))
