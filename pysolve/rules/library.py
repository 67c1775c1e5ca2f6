"""Rule files, and the library that comes with pysolve: resolves includes, and knows which line of which file a line of
the program is.

clingo looks for an included file in the current directory first, so that a stray file there would win.
Here it is looked for beside the including file, then in pysolve's library, and nowhere else: all files
become one text, and messages about that text are translated back with Program.place.

Beside a file of rules may stand two more: what only makes them faster, and what a person knows beyond them
(docs/rules.md, 'Speed-ups' and 'What a person knows'). The one is read with it, unless the rules are wanted as they
stand; the other where reasons are wanted.

What was read is kept while all files are as they were (many puzzles need the same rules).
"""

from __future__ import annotations

import os
import re
import stat
import time
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import islice
from pathlib import Path
from types import MappingProxyType

from ..model.caches import Kept
from ..model.errors import PuzzleError, quote, together
from ..model.puzzle_type import LARGEST_INTEGER, PuzzleType
from . import syntax
from .program import Program
from .text import Text, tokens

# -- What clingo would not survive, or would not say clearly: looked for before it gets the text

#: Brackets and operators within each other. clingo walks through terms by recursion, and ends its process where they
#: are some tens of thousands deep.
DEEPEST = 1000

#: Characters of a line that an error shows.
_LONGEST = 500


def problems(text: Text, shown: str) -> Iterator[PuzzleError]:
    """What stands in a text of rules that none may hold. shown: what messages call the file."""
    if text.unclosed is not None:  # it would reach into the next file
        yield _error("found a comment that is not closed by '*%'", text, text.unclosed, shown)
    if not text.text.isascii():
        yield from _characters(text, shown)
    if re.search(r"\d{10}", text.text):
        yield from _numbers(text, shown)
    if sum(map(text.text.count, "([{-+*/\\&?^~|.")) > DEEPEST:
        yield from _nesting(text, shown)


def _error(sentence: str, text: Text, at: int, shown: str) -> PuzzleError:
    """An error about a place of a text, with the line that it stands in, if that is not too long to be shown."""
    begin = text.text.rfind("\n", 0, at) + 1
    error = PuzzleError(sentence, file=shown, line=text.line_of(at), column=at - begin + 1)
    line = text.text[begin:].partition("\n")[0]
    if len(line) <= _LONGEST:
        error.excerpt = f"    {line}\n    {' ' * (at - begin)}^"
    return error


def _characters(text: Text, shown: str) -> Iterator[PuzzleError]:
    """Characters that no code may hold: clingo's own message would break off in them."""
    for token in tokens(text.code):
        if token.lastgroup in ("other", "unclosed") and not token[0].isascii():
            found = next(each for each in token[0] if not each.isascii())
            sentence = f"found {quote(found)}, which may stand in texts and comments only"
            yield _error(sentence, text, token.start() + token[0].index(found), shown)


def _numbers(text: Text, shown: str) -> Iterator[PuzzleError]:
    """Numbers that clingo cannot hold: it would take others for them, and say nothing."""
    for token in tokens(text.code):
        if token.lastgroup == "number" and token[0].isdigit() and int(token[0][:20]) > LARGEST_INTEGER:
            sentence = f"found a number over {LARGEST_INTEGER}, the largest in rules"
            yield _error(sentence, text, token.start(), shown)


def _nesting(text: Text, shown: str) -> Iterator[PuzzleError]:
    """The first brackets or operators that are nested so deeply that clingo would not survive them."""
    operators = [0]  # since the last separator, for each bracket that is open, and outside of all
    depth = 0
    for token in tokens(text.code):
        kind, sign = token.lastgroup, token[0]
        if sign in ("(", "[", "{"):
            operators.append(0)
            depth += 1
        elif sign in (")", "]", "}"):
            if len(operators) > 1:
                depth -= operators.pop() + 1
        elif kind == "operator":
            operators[-1] += 1
            depth += 1
        elif sign in (",", ";", ":"):
            depth -= operators[-1]
            operators[-1] = 0
        elif kind == "end":
            operators, depth = [0], 0
        if depth > DEEPEST:
            sentence = f"this is nested too deeply, expected at most {DEEPEST} brackets and operators within each other"
            yield _error(sentence, text, token.end(), shown)
            return


@cache
def library() -> Path:
    """The folder of the types that come with pysolve: in the package, or beside it in a checkout."""
    package = Path(__file__).resolve().parents[1]
    inside = package / "asp"
    return inside if inside.is_dir() else package.parent / "asp"


@cache
def well_known() -> Mapping[str, int]:
    """The types that lists begin with, by name: which place each has."""
    lines = (library() / "wellknown.txt").read_text(encoding="utf-8").split("\n")
    names = (line for line in lines if line and not line.startswith("#"))
    return MappingProxyType({name: at for at, name in enumerate(names)})


# -- Rule files


#: The files beside a type's rules.lp: what only makes them faster, and what a person knows beyond them.
FAST, BEYOND = "fast.lp", "known.lp"

#: Bytes of a rule file: more are a slip.
LARGEST_FILE = 64 * 2**20

_PIECE = 2**16  # bytes that are read at once

#: Problems of a file that are told at once.
_MOST_PROBLEMS = 50


def load(files: Iterable[str | Path], *, plain: bool = False, beyond: bool = False) -> Program:
    """The rule files with all that they include, each file once; PuzzleError, with all that is known to be wrong,
    if one cannot be read.

    plain: without what only makes them faster. beyond: with what a person knows beyond them.
    """
    paths = [Path(file) for file in files]
    beside_ = ((FAST,) if not plain else ()) + ((BEYOND,) if beyond else ())
    key = (beside_, Path.cwd(), *paths)  # relative names mean, and are shown as, what they are in the current directory
    reading = _kept.get(key)
    if reading is None or not reading.is_current():
        reading = _Reading(beside_)
        for path in paths:
            reading.add(path)
        if reading.errors:
            raise together(reading.errors)
        reading.show_what_is_open()
        _kept.put(key, reading)
    return reading.program.copy()


def default_options(type_: PuzzleType) -> dict[str, str]:
    """The values of the options that a puzzle does not set: from the rules, where alone they stand."""
    return {name: value for name, value in load([type_.rules_file]).constants.items() if name in type_.options}


def beside(path: Path, name: str) -> Path:
    """Where the file of this name (FAST, BEYOND) would stand: fast.lp beside rules.lp, fast/X.lp beside X.lp."""
    return path.with_name(name) if path.name == "rules.lp" else path.parent / name.removesuffix(".lp") / path.name


def includes(path: Path) -> list[tuple[str, int]]:
    """The names by which a rule file includes others, each with its line; PuzzleError if it cannot be read."""
    text = _read(path, display(path))
    return [(name, text.line_of(statement.start)) for name, statement in text.includes]


def beyond_rules(files: Iterable[Path]) -> list[Path]:
    """The files with what a person knows beyond these rule files, and those that they include."""
    return [path for file in included(files) if (path := beside(file, BEYOND)).is_file()]


def looked_for(files: Iterable[Path]) -> list[Path]:
    """The rule files with all that they include, at any depth, and the places at which that was looked for in vain."""
    reading = _Reading()
    for file in files:
        reading.add(file)
    return [Path(path) for path in reading.states]


def included(files: Iterable[Path]) -> list[Path]:
    """The rule files that are there, what they include, at any depth, and what stands beside them."""
    reading = _Reading()
    for file in files:
        reading.add(file)
    return reading.files


#: What a file was like: time of its last change, size, device, number. None: it was not there, or no plain file.
_State = tuple[int, int, int, int] | None

_YOUNG = 2 * 10**9  # nanoseconds after a change within which another one might leave the same time


def state(path: str) -> _State:
    """What a file is like: something else as soon as it has changed."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    if not stat.S_ISREG(status.st_mode):
        return None
    return status.st_mtime_ns, status.st_size, status.st_dev, status.st_ino


class _Reading:
    """A program made from files, and what those files were like, with those that were looked for in vain."""

    def __init__(self, beside_: tuple[str, ...] = (FAST, BEYOND)) -> None:
        self.program = Program()
        self.errors: list[PuzzleError] = []
        self._beside = beside_
        self._seen: set[Path] = set()
        self.states: dict[str, _State] = {}
        self._lasting = True  # every file is a plain one that was not changed just now

    @property
    def files(self) -> list[Path]:
        """The files that were there, under the names by which they were looked for."""
        return [Path(path) for path, state in self.states.items() if state is not None]

    def is_current(self) -> bool:
        """Whether reading the files again would give the same."""
        return self._lasting and all(state(path) == known for path, known in self.states.items())

    def add(self, path: Path, beyond: bool = False) -> None:
        """Adds what a file includes, the file itself, then what stands beside it; what cannot be read is an error.

        beyond: the file says what a person knows beyond the rules.
        """
        resolved = path.resolve()
        if resolved in self._seen:
            return
        self._seen.add(resolved)
        found = self._state_of(path)  # before it is read: a change in between is noticed the next time
        if found is None or found[0] > time.time_ns() - _YOUNG:
            self._lasting = False
        shown = display(path)
        try:
            text = _read(path, shown)
        except PuzzleError as error:
            self.errors.append(error)
            return
        self.errors += islice(problems(text, shown), _MOST_PROBLEMS)
        includes = text.includes
        for name, statement in includes:
            target = self._find(name, path)
            if target is None:
                line = text.line_of(statement.start)
                sentence = f"there is no file {quote(name, 80)} to include"
                self.errors.append(PuzzleError(sentence, file=shown, line=line))
            else:
                self.add(target)
        from_library = resolved.is_relative_to(library())
        own = text.without([each for _, each in includes])
        self.program.add(own, shown, from_library=from_library, beyond=beyond)
        for name in self._beside:
            further = beside(path, name)
            if self._state_of(further) is not None:
                self.add(further, name == BEYOND)

    def show_what_is_open(self) -> None:
        """Where the rules do not say what is shown, has them show what may differ between answers.

        clingo would show all: the board, the clues, and what is added to programs besides.
        """
        if self.program.selects:
            return
        shows = [f"#show {name}/{arity}." for name, arity in syntax.open_predicates(self.program.text)]
        if shows:
            self.program.add("\n".join(shows), "")

    def _find(self, name: str, including: Path) -> Path | None:
        """The file of an include: beside the including file, or, for '../lib/x.lp', in pysolve's library."""
        places = [including.parent / name]
        if name.startswith("../"):
            places.append(library() / name.removeprefix("../"))
        return next((place for place in places if self._state_of(place) is not None), None)

    def _state_of(self, path: Path) -> _State:
        self.states[str(path)] = found = state(str(path))
        return found


#: By what of beside them is read, the current directory and the files. Nothing is added to a reading that is kept.
# As many as there may be types, several times: with what makes them faster, and the like. To read one again takes 1 ms.
_kept = Kept[tuple[object, ...], _Reading](1024)


def _read(path: Path, shown: str) -> Text:
    try:
        with open(path, "rb") as file:
            pieces = iter(lambda: file.read(_PIECE), b"")  # to read all at once would reserve as much as it may be
            data = b"".join(islice(pieces, LARGEST_FILE // _PIECE + 1))
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
    return _known(text)


_known = lru_cache(maxsize=512)(Text)  # many types include the same file


def display(path: Path) -> str:
    """A path as messages show it: relative to the current directory if it lies below it."""
    full = os.path.normpath(os.path.abspath(path))
    try:
        return str(Path(full).relative_to(Path.cwd()))
    except ValueError:
        return full
