"""Rule files: resolves their includes and knows which line of which file a line of the program is.

clingo looks for an included file in the current directory first, so that a stray file there would win.
Here it is looked for beside the including file, then in pysolve's library, and nowhere else: all files
become one text, and messages about that text are translated back with Program.place.
"""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path

from .catalog import library
from .errors import PuzzleError, quote


class Program:
    """One text of ASP made from several files."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._starts: list[int] = []  # the line of the program on which each text begins
        self._files: list[str] = []
        self._next = 1

    def add(self, text: str, file: str) -> None:
        """Appends the text of a file, as a part of the base program whatever stands before it."""
        for name, piece in (("", "#program base."), (file, text)):
            self._files.append(name)
            self._starts.append(self._next)
            self._texts.append(piece)
            self._next += piece.count("\n") + 1

    @cached_property
    def text(self) -> str:
        """The whole text; nothing can be added afterwards."""
        return "\n".join(self._texts) + "\n"

    def place(self, line: int) -> tuple[str, int]:
        """The file, and the line in it, of a line of the program (from 1)."""
        at = max(bisect_right(self._starts, line) - 1, 0)
        return self._files[at], line - self._starts[at] + 1

    def line(self, number: int) -> str:
        """The text of a line of the program."""
        lines = self.text.split("\n")
        return lines[number - 1] if 0 < number <= len(lines) else ""


def load(files: Iterable[str | Path]) -> Program:
    """The rule files with all that they include, each file once; PuzzleError if one cannot be read."""
    program = Program()
    seen: set[Path] = set()
    for file in files:
        _load(Path(file), program, seen)
    return program


def _load(path: Path, program: Program, seen: set[Path]) -> None:
    if path.resolve() in seen:
        return
    seen.add(path.resolve())
    shown = display(path)
    text = _read(path, shown)
    kept: list[str] = []
    end = 0
    for match in _PIECE.finditer(text):
        name = match["name"]
        if name is None:
            continue
        line = text.count("\n", 0, match.start()) + 1
        target = _find(name, path)
        if target is None:
            raise PuzzleError(f"there is no file {quote(name, 80)} to include", file=shown, line=line)
        _load(target, program, seen)
        kept += [text[end : match.start()], re.sub(r"[^\n]", " ", match[0])]
        end = match.end()
    program.add("".join(kept) + text[end:], shown)


def _read(path: Path, shown: str) -> str:
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise PuzzleError(f"the rule file cannot be read: {reason}", file=shown) from None
    except UnicodeDecodeError:
        raise PuzzleError("found bytes that are no text, expected rules in UTF-8", file=shown) from None
    if "\0" in text:
        raise PuzzleError("found binary data, expected rules", file=shown)
    return text.replace("\r\n", "\n")


# A comment, an include or a string, whichever begins first: an include inside the others is none.
_PIECE = re.compile(r'%\*.*?\*%|%[^\n]*|#include\s*"(?P<name>(?:[^"\\\n]|\\.)*)"\s*\.|"(?:[^"\\\n]|\\.)*"', re.DOTALL)


def _find(name: str, including: Path) -> Path | None:
    """The file of an include: beside the including file, or, for '../lib/x.lp', in pysolve's library."""
    beside = including.parent / name
    if beside.is_file():
        return beside
    if name.startswith("../"):
        inside = library() / name.removeprefix("../")
        if inside.is_file():
            return inside
    return None


def display(path: Path) -> str:
    """A path as messages show it: relative to the current directory if it lies below it."""
    full = os.path.normpath(os.path.abspath(path))
    try:
        return str(Path(full).relative_to(Path.cwd()))
    except ValueError:
        return full


def defaults(text: str) -> dict[str, str]:
    """What a program declares with `#const`: from name to default."""
    return dict(re.findall(r"^\s*#const\s+([a-z_]\w*)\s*=\s*([^.%\n]*?)\s*\.", text, re.MULTILINE))


def shown(text: str) -> set[str]:
    """The names of the predicates that a program shows."""
    return set(re.findall(r"^\s*#show\s+([a-z_]\w*)\s*[/(]", text, re.MULTILINE))
