"""Answers in pzpr's file text, as the programs around puzz.link save boards: sections of lines, one after the other.

    pzprv3/slither/2/2/3 . /. 3 /1 0 1 /1 1 1 /1 0 /0 1 /1 1 /

What stands in which section is told by those who have such a board, in the order of the text. A section is one of
KINDS, alone if it holds clues, or with a table from its tokens to atoms:

    sections: [cells, {edges: {"1": "line(P,Q)"}}]

`int` is any number, V; a token with the atom '' is a clue, and so is all that stands outside of the cells. Instead of
a table, an atom of regions may stand: those that the sides part, or whose cells hold the same token. Nothing is
guessed: a token that the table does not have is an error, unless it is one of BLANKS.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ..model import terms
from ..model.board import Board, Cell, corner
from ..model.errors import PuzzleError, alternatives, quote
from ..model.terms import Term, Value

#: The kinds of sections: one line of any length; a token a cell, with one more row and column before the board (rim),
#: or on all sides of it (frame); a token a corner, or only for those inside (crosses); the sides between cells, those
#: between the cells of a row first, or with those on the rim (edges).
KINDS = ("line", "cells", "rim", "frame", "corners", "crosses", "sides", "edges")

#: What marks a place at which nothing is drawn.
BLANKS = frozenset({".", "+", "-", "0", "-1"})

Values = dict[str, Value]


class Section(NamedTuple):
    """kind: one of KINDS. atoms: by the token; empty for clues, alone. regions: the atom of regions."""

    kind: str
    atoms: Mapping[str, tuple[Term, ...]]
    regions: Term | None = None


@dataclass
class FileAnswer:
    """What a text says of an answer.

    atoms: those that hold. said: the templates of all that it says; other atoms like them do not hold. regions: the
    label of each cell, by the template. clues: what is a clue, in the order of the text. unsaid: templates of
    numbers, and cells whose clue stands for the number.
    """

    atoms: set[Term] = field(default_factory=set)
    said: set[Term] = field(default_factory=set)
    regions: dict[Term, dict[Cell, object]] = field(default_factory=dict)
    clues: list[str] = field(default_factory=list)
    unsaid: set[tuple[Term, Value]] = field(default_factory=set)


def read_sections(value: object) -> list[Section]:
    """The sections as YAML states them; PuzzleError for what is none."""
    if not isinstance(value, list) or not value:
        raise PuzzleError("sections: expected a list such as [cells, {edges: {'1': 'line(P,Q)'}}]")
    return [_section(each) for each in value]


def _section(value: object) -> Section:
    kind, content = next(iter(value.items())) if isinstance(value, dict) and len(value) == 1 else (value, {})
    if kind not in KINDS:
        raise PuzzleError(f"sections: found {quote(str(kind))}, expected {alternatives(list(KINDS))}")
    if isinstance(content, str):
        return Section(kind, {}, _atom(content))
    if not isinstance(content, dict) or not all(isinstance(each, (str, list)) for each in content.values()):
        raise PuzzleError(f"sections: expected atoms by the tokens of {quote(kind)}, or the atom of regions")
    atoms = {
        token: tuple(_atom(str(each)) for each in ([given] if isinstance(given, str) else given) if each)
        for token, given in content.items()
    }
    return Section(kind, atoms)


def _atom(text: str) -> Term:
    try:
        return terms.parse(text)
    except ValueError as error:
        raise PuzzleError(f"sections: {quote(text)}: {error}") from None


def read(text: str, sections: Sequence[Section], board: Board) -> FileAnswer:
    """The answer in a text; PuzzleError, with the line, for one that these sections do not describe."""
    head, *lines = [line.split() for line in text.strip().rstrip("/").split("/")]
    size = lines[1:3]
    if not head or not head[0].startswith("pzprv3") or size != [[str(board.rows)], [str(board.columns)]]:
        raise PuzzleError(f"expected a text 'pzprv3/NAME/{board.rows}/{board.columns}/…', found {quote(text, 40)}")
    reader = _Reader(lines[3:], board, FileAnswer())
    for section in sections:
        reader.section(section)
    return reader.answer


@dataclass
class _Reader:
    """lines: those behind the size. at: the next one. clued: the cells in which a clue of the last section stands."""

    lines: list[list[str]]
    board: Board
    answer: FileAnswer
    at: int = 0
    clued: set[Value] = field(default_factory=set)

    def section(self, section: Section) -> None:
        tokens: dict[_Place, str] = {}
        for rows, columns, place in _blocks(section.kind, self.board):
            for r in range(rows):
                tokens |= {place(r, c): token for c, token in enumerate(self.row(columns))}
        if section.regions is None and not section.atoms:
            self.answer.clues += tokens.values()
            if section.kind in ("cells", "rim", "frame"):
                blank = (".", "+", "-1")
                self.clued = {dict(places)["X"] for places, token in tokens.items() if token not in blank}
            return
        self.answer.said |= {template for each in section.atoms.values() for template in each}
        if section.regions is not None:
            self.answer.regions[section.regions] = self.regions(section.kind, tokens)
        for places, token in tokens.items():
            values = dict(places)
            if section.regions is None and ("Y" in values or values.get("X", 0) in (0, *self.board.cells)):
                self.answer.atoms |= set(self.read(section, values, token))
            elif section.regions is None:
                self.answer.clues.append(f"{token} {values}")

    def row(self, columns: int | None) -> list[str]:
        """The tokens of the next line."""
        self.at += 1
        line = self.lines[self.at - 1] if self.at <= len(self.lines) else []
        if columns is not None and len(line) != columns:
            raise PuzzleError(f"line {self.at + 4}: found {len(line)} tokens, expected {columns}")
        return line

    def read(self, section: Section, values: Values, token: str) -> Iterator[Term]:
        """The atoms of a token."""
        templates = section.atoms.get(token)
        if templates is None and "int" in section.atoms and token.isdigit():
            templates, values = section.atoms["int"], {**values, "V": int(token)}
        if templates is None and token not in BLANKS:
            known = alternatives([quote(each) for each in section.atoms])
            raise PuzzleError(f"found {quote(token)} in a section of {section.kind}, expected {known} or a blank")
        if templates == ():
            self.answer.clues.append(f"{token} {values}")
        if templates is None and values.get("X") in self.clued:
            self.answer.unsaid |= {(template, values["X"]) for template in section.atoms.get("int", ())}
        for template in templates or ():
            atom = terms.fill(template, values)
            assert isinstance(atom, Term)
            yield atom

    def regions(self, kind: str, tokens: Mapping[_Place, str]) -> dict[Cell, object]:
        """A label for each cell: the token, or a cell of those that no side parts from it."""
        if kind not in ("sides", "edges"):
            return {cell: token for places, token in tokens.items() for cell in [_cell(dict(places)["X"])]}
        labels: dict[Cell, object] = {cell: cell for cell in self.board.cells}
        for places, token in tokens.items():
            one, other = (labels.get(_cell(dict(places)[name])) for name in "XY")
            if token in BLANKS and one != other and None not in (one, other):
                labels = {cell: one if label == other else label for cell, label in labels.items()}
        return labels


#: Where a token stands, as the values of variables; and of the token with this number in this line of a block.
_Place = tuple[tuple[str, Value], ...]
_At = Callable[[int, int], _Place]


def _blocks(kind: str, board: Board) -> Iterator[tuple[int, int | None, _At]]:
    """The blocks of a section: how many lines it has, how many tokens each, and where these stand."""
    rows, columns = board.rows, board.columns
    if kind == "line":
        yield 1, None, lambda r, c: (("N", c),)
    elif kind in ("cells", "rim", "frame"):
        before, more = int(kind != "cells"), {"cells": 0, "rim": 1, "frame": 2}[kind]
        yield rows + more, columns + more, lambda r, c: (("X", (r + 1 - before, c + 1 - before)),)
    elif kind in ("corners", "crosses"):
        inner = 1 if kind == "crosses" else 0
        yield rows + 1 - 2 * inner, columns + 1 - 2 * inner, lambda r, c: (("P", corner(r + 1 + inner, c + 1 + inner)),)
    else:
        inner = 1 if kind == "sides" else 0
        yield rows, columns + 1 - 2 * inner, lambda r, c: _side(r + 1, c + inner, r + 1, c + inner + 1)
        yield rows + 1 - 2 * inner, columns, lambda r, c: _side(r + inner, c + 1, r + inner + 1, c + 1)


def _side(r: int, c: int, s: int, d: int) -> _Place:
    """The side between two cells, which end it has (P, Q), and which cells share it (X, Y)."""
    ends = (corner(s, d), corner(s + 1, d)) if r == s else (corner(s, d), corner(s, d + 1))
    return ("P", ends[0]), ("Q", ends[1]), ("X", (r, c)), ("Y", (s, d))


def _cell(place: Value) -> Cell:
    assert isinstance(place, tuple)
    return place
