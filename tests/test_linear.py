"""Readers take time in proportion to their input (bench/pump.py): fields are pumped, and the time must not grow faster.

Only ratios of processor times count, of times that are long enough to be measured.
"""

from __future__ import annotations

import io
import random
import sys
from collections.abc import Callable

import pytest
from conftest import ROOT

sys.path.insert(0, str(ROOT / "bench"))

import pump

import pysolve
from pysolve.formats.source import InputFile
from pysolve.rules.library import check_strange

TEXTS = {text.name: text for text in pump.texts()}


def read_words(text: str) -> None:
    TEXTS["a list of words"].read(text)


def check_rules(text: str) -> None:
    check_strange("rules.lp", text)


IPUZ = '{"version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/sudoku#1"], "puzzle": [[0]], "intro": "'
NON = "width 5\nheight 1\n"

#: Texts for which time once grew with the square of their length: what reads them, and what stands before and behind
#: what is repeated.
FOUND: list[tuple[str, Callable[[str], object], str, str, str]] = [
    ("brackets in HTML", pump.read_puzzle, IPUZ, "<", '"}'),
    ("blanks in a word", read_words, "on", " ", "e"),
    ("blanks before a score", read_words, "one;", " ", "x"),
    ("blanks in a title", pump.read_puzzle, f'{NON}title "a', " ", 'b\nrows\n1\ncolumns\n1\n"'),
    ("blank lines before a nonogram", pump.read_puzzle, NON, "\n", "x\nrows\n1"),
    ("blank lines behind a nonogram", pump.read_puzzle, f"{NON}\nrows\n1\ncolumns\n1\n", "\n", ""),
    ("blanks in a line of a Sudoku", pump.read_puzzle, "1" + "." * 80 + "\n" + "." * 81, " ", "x"),
    ("blocks", pump.read_puzzle, "puzzle: sudoku\n", "x: |\n", ""),
    ("documents", pump.read_puzzle, "", "x: |\n---\n", ""),
    ("keys of JSON", pump.read_puzzle, '{"problem": "1", "puzzle": "sudoku"', ', "a": 1', "}"),
    ("zeros behind a crossword", TEXTS["a .puz file"].read, TEXTS["a .puz file"].text, "\0", ""),
    ("blank lines in rules", pump.read_rules, "", "\n", ""),
    ("blanks behind a constant", pump.read_rules, "#const a = b", " ", "c"),
    ("comments without end", pump.read_rules, "", "%*\n", ""),
    ("texts without end", pump.read_rules, 'a("', '\\"', ""),
    ("shows on a line", pump.read_rules, "", "#show a/1. ", ""),
    ("includes", check_rules, "", '#include "../lib/loop.lp".\n', ""),
]


@pytest.mark.parametrize(
    ("read", "before", "unit", "behind"), [each[1:] for each in FOUND], ids=[each[0] for each in FOUND]
)
def test_what_was_quadratic_is_linear(read: Callable[[str], object], before: str, unit: str, behind: str):
    grown = pump.growth(read, lambda count: before + unit * (count // len(unit)) + behind, 25_000)
    assert grown is None, grown


@pytest.mark.parametrize("name", TEXTS)
def test_no_field_takes_longer_than_it_is_long(name: str):
    """At a few places of a text each, a few units; all of them with `python bench/pump.py`."""
    units = random.Random(name).sample(pump.UNITS, 2)
    assert not list(pump.slow_places(TEXTS[name], 2, 8_000, units))


def test_a_reader_that_is_quadratic_is_noticed():
    def read(text: str) -> int:
        return sum(text.count("a", 0, at) for at in range(0, len(text), 10))

    assert pump.growth(read, lambda count: "a" * count, 50_000)


def test_a_slow_sender_costs_no_more_than_a_fast_one(monkeypatch):
    """A line that comes byte by byte is not looked through again for each of them."""

    class Sender(io.BytesIO):
        def read(self, count: int | None = -1) -> bytes:
            return super().read(1)

    def receive(text: str, whole: bool) -> None:
        sender = Sender(text.encode())
        monkeypatch.setattr(sys, "stdin", type("Input", (), {"buffer": sender})())
        with InputFile("-") as opened:
            assert opened.first_line() == text.encode()
            assert list(opened.lines()) == ([text.encode()] if whole else [text.encode()[:-1], b""])

    assert pump.growth(lambda text: receive(text, True), lambda count: "a" * count, 50_000) is None
    receive("one\n", False)


def test_a_file_of_many_documents_names_lines_of_the_whole_file(write):
    file = write(
        "puzzle: sudoku\ngrid: |\n  1 .\n  . 1\n---\n\npuzzle: sudoku\ngrid: |\n  1 .\n  . !\n---\nx\n", "many.yaml"
    )
    *_, second, third = pysolve.formats.sources([str(file)])
    for source, line in ((second, 10), (third, 12)):
        with pytest.raises(pysolve.PuzzleError) as raised:
            pysolve.formats.read(source)
        assert raised.value.line == line or f"line {line}" in str(raised.value)
