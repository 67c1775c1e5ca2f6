"""Readers whose time grows faster than their input: every field of every format, pumped.

    python bench/pump.py [--formats ipuz puz] [--places 30] [--size 20000]

A puzzle is written in each format, and at many places of it something is repeated (UNITS): blanks, brackets, digits,
line ends. Where reading four times as much takes more than ten times as long, the reader is quadratic (16 times) and
not linear (4 times). Only processor time counts, and only where it is long enough to be measured. Texts of rules and
manifests are pumped as well. What is found is printed; then the exit code is 1.
"""

from __future__ import annotations

import argparse
import gc
import json
import re
import struct
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pysolve
from pysolve import catalog, formats, rules
from pysolve.formats import source
from pysolve.formats.source import Reading, Source
from pysolve.formats.sudoku import sudokupad
from pysolve.model.errors import PuzzleError
from pysolve.model.yaml_text import load_mapping
from pysolve.rules import library as program_slice
from pysolve.rules.library import check_strange
from pysolve.rules.text import Text as RuleText

ROOT = Path(__file__).resolve().parents[1]

#: What is repeated.
UNITS = [
    " ", "\n", "\t", "0", "1", "a", "A", ".", ",", ";", "-", "=", "<", "(", "[", "{", '"', "'", "\\", "/", "|", "#",
    "%", ":", "&", "?", "z", "é", "\0", "a ", "1,", "\n ", " \n", "\n\n#", "<br>", "[1],", "r1c1 ", "x: |\n", "---\n",
    "a.", "%*", "a:-b.\n", '#include "a".\n',
]  # fmt: skip

#: Seconds below which nothing is said of a time, and how much longer four times as much may take.
SHORTEST, RATIO = 0.15, 10


class Text(NamedTuple):
    """A text, and what reads it: bytes of a file, or the inside of a link."""

    name: str
    text: str
    read: Callable[[str], object]


def read_puzzle(text: str, type_: str | None = None, path: str = "text") -> None:
    """Reads a text as the bytes of a file."""
    data = text.encode("latin-1" if path == "a.puz" else "utf-8", errors="replace")
    with suppress(PuzzleError):
        formats.read(Source("text", "text", data), Reading(type=type_))
    with suppress(PuzzleError):
        formats.format_of(data)


def texts() -> Iterator[Text]:
    """A puzzle in each format, and a text of each other kind that users write."""
    sudoku = pysolve.read(str(ROOT / "instances/sudoku/4x4.yaml"))
    yield from _written("sudoku", sudoku)
    for name in ("nonogram/5x5", "akari/6x6", "kakuro/4x5", "hidato/hexagon", "sudoku/clones", "crossword/3x3"):
        yield from _written(name, pysolve.read(str(ROOT / f"instances/{name}.yaml")))
    lines = "4 4\n1 . . .\n. . . .\n. . 3 .\n. 2 . 4\n"
    yield Text("plain text", lines, partial(read_puzzle, type_="sudoku"))
    yield Text("JSON lines", json.dumps({"id": "a", "puzzle": "sudoku", "problem": lines}) + "\n", read_puzzle)
    cells = json.dumps([{"row": r, "col": c, "val": None} for r in (1, 2) for c in (1, 2)])
    yield Text("a list of cells", cells, partial(read_puzzle, type_="hidato"))
    yield Text("a table", formats.write_all([sudoku, sudoku], "csv").decode(), read_puzzle)
    yield Text("a game ID", "lightup:7x7b20s4d0:e3b2c1B0d2aBg1a", read_puzzle)
    yield Text("a .puz file", _puz(), partial(read_puzzle, path="a.puz"))
    yield Text("a list of words", "one\ntwo;3\n", lambda text: _ignore(lambda: _words(text)))
    rules_ = '% a\n%! X is one.\na(1..3). b(X) :- a(X), not c("x"). { c(X) } :- b(X).\n#show b/1.\n'
    yield Text("rules", rules_, read_rules)
    manifest = (ROOT / "asp/kenken/manifest.yaml").read_text(encoding="utf-8")
    yield Text("a manifest", manifest, lambda text: _ignore(lambda: load_mapping(text, "manifest.yaml")))


def _written(name: str, puzzle: pysolve.Puzzle) -> Iterator[Text]:
    for format_ in formats.writable(text=True):
        try:
            text = formats.write(puzzle, format_).decode()
        except PuzzleError:
            continue
        yield Text(f"{format_}, {name}", text, partial(read_puzzle, type_=puzzle.type.name))
        if format_ == "fpuzzles":
            site = text[: text.index("load=") + 5]
            inside = sudokupad.decompress(text.removeprefix(site).strip())
            yield Text(f"{format_}, {name}, inside", inside, _read_inside)


def _read_inside(text: str) -> None:
    from pysolve.formats.source import parse_json
    from pysolve.formats.sudoku import fpuzzles
    from pysolve.model.build import Draft

    with suppress(PuzzleError):
        fpuzzles.read_puzzle(Draft("text"), parse_json(text), catalog.find("sudoku"), ())


def _puz() -> str:
    zeros = (0,) * 5
    header = struct.pack("<H12s5H4sHH12sBBHHH", 0, b"ACROSS&DOWN\0", *zeros, b"1.3\0", 0, 0, b"\0" * 12, 3, 3, 2, 1, 0)
    return (header + b"ABCDEFGHI" + b"-" * 9 + b"title\0author\0right\0one\0two\0notes\0").decode("latin-1")


def _words(text: str) -> object:
    from pysolve.model.puzzle import fold_words

    return fold_words(source.decode(text.encode(), "words").split("\n"))


def read_rules(text: str) -> None:
    """Reads rules in all the ways in which texts of rules are looked at, but for clingo's own."""
    with tempfile.TemporaryDirectory() as folder, suppress(PuzzleError):
        file = Path(folder, "rules.lp")
        file.write_text(text, encoding="utf-8")
        program = rules.load([file])
        program_slice.needed_part(program, ["b"])
    read = RuleText(text)
    assert read.constants is not None
    assert read.shown is not None and read.sentences is not None
    read.statement_at(len(text) // 2)
    with suppress(PuzzleError):
        check_strange("rules.lp", text)


def _ignore(call: Callable[[], object]) -> None:
    with suppress(PuzzleError):
        call()


def places(text: str, most: int) -> list[int]:
    """Places in a text where a word begins or ends, spread over it."""
    every = sorted({each for match in re.finditer(r"\w+|[^\w\s]", text) for each in match.span()} | {0, len(text)})
    step = max(1, len(every) // most)
    return every[::step]


def seconds(read: Callable[[str], object], text: str) -> float:
    """Processor time."""
    gc.freeze()  # what the process holds besides is none of the reader's business, and takes long to look through
    started = time.process_time()
    try:
        read(text)
        return time.process_time() - started
    finally:
        gc.unfreeze()


def growth(read: Callable[[str], object], pumped: Callable[[int], str], size: int) -> str | None:
    """The times for a size and for four times as much, if they grow faster than the size; None if they do not."""
    large = seconds(read, pumped(4 * size))
    if large < SHORTEST:
        return None
    small = min(seconds(read, pumped(size)) for _ in range(2))
    large = min(large, seconds(read, pumped(4 * size)))
    if large <= max(SHORTEST, RATIO * small):
        return None
    return f"{small:.3f} s for {size:,}, {large:.3f} s for {4 * size:,}"


def slow_places(text: Text, most: int, size: int, units: list[str] = UNITS) -> Iterator[str]:
    """Where a text is read in more than linear time."""
    for place in places(text.text, most):
        for unit in units:

            def pumped(count: int, place: int = place, unit: str = unit) -> str:
                return text.text[:place] + unit * (count // len(unit)) + text.text[place:]

            if times := growth(text.read, pumped, size):
                before = text.text[max(0, place - 20) : place]
                yield f"{text.name}: {unit!r} behind {before!r}: {times}"


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--formats", nargs="+", default=[""])
    parser.add_argument("--places", type=int, default=30)
    parser.add_argument("--size", type=int, default=20_000)
    chosen = parser.parse_args()
    found = 0
    for text in texts():
        if any(text.name.startswith(each) for each in chosen.formats):
            print(f"{text.name} …", flush=True)
            for sentence in slow_places(text, chosen.places, chosen.size):
                print(sentence, flush=True)
                found += 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
