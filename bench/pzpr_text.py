"""Answers in pzpr's file text, as the programs around puzz.link save boards: sections of lines, one after the other.

    pzprv3/slither/2/2/3 . /. 3 /1 0 1 /1 1 1 /1 0 /0 1 /1 1 /

What stands in which section is told by those who have such a board, in the order of the text. A section is one of
KINDS, alone if it holds clues, or with a table from its tokens to atoms:

    sections: [cells, {edges: {"1": "line(P,Q)"}}]

`int` is any number, V; a token with the atom '' is a clue, one with no atom ([]) is a note and says nothing, and `rim`
is any mark on a side at the edge. Where a clue of the section before stands, a blank says nothing of numbers, nor of
anything else in a table with the key `given`.

Instead of a table, an atom of regions may stand: those that the sides part, or whose cells hold the same token. The key
`regions` says it in a table that says which tokens part; the key `apart` is an atom that parts two cells if only one of
them has it. Nothing is guessed: a token that the table does not have is an error, unless it is one of BLANKS.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from pysolve.model import terms
from pysolve.model.board import Board, Cell, corner, side_between
from pysolve.model.errors import PuzzleError, alternatives, quote
from pysolve.model.terms import Term, Value

#: The kinds of sections: one line of any length; a token a cell, with one more row and column before the board (rim),
#: two (rims), half as many as it has (margins), or one on all sides of it (frame); a token a cell of a board of points,
#: whose size the text says as one less, or of all but its first row and column (within); a token a cell, of which two
#: numbers part regions if they differ, clues or, with a table, not (numbers); a token a corner, or only for those
#: inside (crosses); the sides between cells, those between the cells of a row first, or with those on the rim (edges),
#: or those that join cells where they are marked (links); lines from point to point (segments).
KINDS = (
    *("line", "cells", "rim", "rims", "margins", "frame", "points", "within", "numbers"),
    *("corners", "crosses", "sides", "edges", "links", "segments"),
)

#: The kinds of boards of points.
OF_POINTS = ("points", "within", "segments")

#: How many rows and columns stand before the board, and how many more there are in all; by their number on the board.
_MARGINS: dict[str, Callable[[int], tuple[int, int]]] = {
    "cells": lambda n: (0, 0),
    "numbers": lambda n: (0, 0),
    "points": lambda n: (0, 0),
    "within": lambda n: (-1, -1),
    "rim": lambda n: (1, 1),
    "rims": lambda n: (2, 2),
    "margins": lambda n: ((n + 1) // 2, (n + 1) // 2),
    "frame": lambda n: (1, 2),
}

#: What marks a place at which nothing is drawn.
BLANKS = frozenset({".", "+", "-", "0", "-1"})

Values = dict[str, Value]

#: Where a token stands, as the values of variables; and of the token with this number in this line of a block.
_Place = tuple[tuple[str, Value], ...]
_At = Callable[[int, int], _Place]


class Section(NamedTuple):
    """kind: one of KINDS. atoms: by the token; empty for clues, alone. regions: the atom of regions. apart: that which
    parts them. notes: tokens that say nothing.
    """

    kind: str
    atoms: Mapping[str, tuple[Term, ...]]
    regions: Term | None = None
    apart: Term | None = None
    notes: frozenset[str] = frozenset()


@dataclass
class FileAnswer:
    """What a text says of an answer.

    atoms: those that hold. said: the templates of all that it says; other atoms like them do not hold. regions: by
    the template, pairs of cells that belong to one region, unless only one of them has the atom that parts regions.
    clues: each with the number of its section, and its place as the values of variables. unsaid: templates, and cells
    whose clue stands for the atom.
    """

    atoms: set[Term] = field(default_factory=set)
    said: set[Term] = field(default_factory=set)
    regions: dict[Term, tuple[list[tuple[Cell, Cell]], Term | None]] = field(default_factory=dict)
    clues: list[tuple[int, _Place, str]] = field(default_factory=list)
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
        if given != []
    }
    regions, apart = ((atoms.pop(key, None) or (None,))[0] for key in ("regions", "apart"))
    return Section(kind, atoms, regions, apart, frozenset(token for token, given in content.items() if given == []))


def _atom(text: str) -> Term:
    try:
        return terms.parse(text)
    except ValueError as error:
        raise PuzzleError(f"sections: {quote(text)}: {error}") from None


def read(text: str, sections: Sequence[Section], board: Board) -> FileAnswer:
    """The answer in a text; PuzzleError, with the line, for one that these sections do not describe."""
    head, *lines = [line.split() for line in text.strip().rstrip("/").split("/")]
    more = any(section.kind in OF_POINTS for section in sections)
    size = [[str(board.rows - more)], [str(board.columns - more)]]
    if size[0] == size[1] and len(lines) > 2 and len(lines[2]) > 1:
        size = size[:1]  # of square boards alone, one number may be said
    if not head or not head[0].startswith("pzprv3") or lines[1 : 1 + len(size)] != size:
        raise PuzzleError(f"expected a text 'pzprv3/NAME/{'/'.join(n for (n,) in size)}/…', found {quote(text, 40)}")
    reader = _Reader(lines[1 + len(size) :], board, FileAnswer())
    for reader.number, section in enumerate(sections, 1):
        reader.section(section)
    return reader.answer


@dataclass
class _Reader:
    """lines: those behind the size. at: the next one. number: of the section that is read. clued: the cells in which a
    clue of the last section stands. numbers: those that part regions.
    """

    lines: list[list[str]]
    board: Board
    answer: FileAnswer
    at: int = 0
    number: int = 0
    clued: set[Value] = field(default_factory=set)
    numbers: dict[Value, str] = field(default_factory=dict)

    @cached_property
    def cells(self) -> frozenset[Value]:
        """The cells of the board."""
        return frozenset(self.board.cells)

    def section(self, section: Section) -> None:
        tokens: dict[_Place, str] = {}
        if section.kind == "segments":
            tokens = dict(self.segments())
        for rows, columns, place in _blocks(section.kind, self.board):
            for r in range(rows):
                tokens |= {place(r, c): token for c, token in enumerate(self.row(columns))}
        if section.kind == "numbers":
            self.numbers |= {dict(places)["X"]: token for places, token in tokens.items() if token.isdigit()}
            if section.notes:
                return
        if section.regions is None and not section.atoms:
            nothing = BLANKS | section.notes if section.notes else ()
            clues = ((places, "." if token in nothing else token) for places, token in tokens.items())
            self.answer.clues += ((self.number, places, token) for places, token in clues)
            if section.kind in _MARGINS:
                blank = {".", "+", "-1"} | section.notes
                self.clued = {dict(places)["X"] for places, token in tokens.items() if token not in blank}
            return
        if section.regions is not None:
            self.answer.regions[section.regions] = list(self.joined(section, tokens)), section.apart
            return
        self.answer.said |= {template for each in section.atoms.values() for template in each}
        for places, token in tokens.items():
            values = dict(places)
            if section.kind not in _MARGINS or values["X"] in self.cells:
                self.answer.atoms |= set(self.read(section, values, token))
            else:
                self.answer.clues.append((self.number, places, token))

    def segments(self) -> Iterator[tuple[_Place, str]]:
        """The lines from point to point: how many there are, then the ends of each in half cells, first the columns."""
        count = self.row(1)[0].replace(".", "0")
        if not count.isdigit():
            raise PuzzleError(f"line {self.at + 4}: found {quote(count)}, expected the number of lines")
        for _ in range(int(count)):
            ends = self.row(None)[:4]
            if len(ends) < 4 or not all(end.isdigit() and int(end) % 2 == 0 for end in ends):
                raise PuzzleError(f"line {self.at + 4}: expected the columns and rows of two points")
            column, row, last_column, last_row = (int(end) // 2 + 1 for end in ends)
            yield (("X", (row, column)), ("Y", (last_row, last_column))), "line"

    def row(self, columns: int | None) -> list[str]:
        """The tokens of the next line; a text that ends behind the size is an empty board."""
        if not self.lines:
            return ["."] * (columns or 0)
        self.at += 1
        line = self.lines[self.at - 1] if self.at <= len(self.lines) else []
        if columns is not None and len(line) != columns:
            raise PuzzleError(f"line {self.at + 4}: found {len(line)} tokens, expected {columns}")
        return [token.partition("[")[0] for token in line]  # behind a bracket: what somebody thinks possible

    def read(self, section: Section, values: Values, token: str) -> Iterator[Term]:
        """The atoms of a token."""
        if "rim" in section.atoms.keys() | section.notes and isinstance(values["Y"], Term) and token not in BLANKS:
            token = "rim"
        notes = BLANKS | section.notes
        templates = section.atoms.get(token)
        if "int" in section.atoms and token.isdigit() and token not in section.atoms.keys() | section.notes:
            templates, values = section.atoms["int"], {**values, "V": int(token)}
        if templates is None and token not in notes:
            known = alternatives([quote(each) for each in section.atoms])
            raise PuzzleError(f"found {quote(token)} in a section of {section.kind}, expected {known} or a blank")
        if templates == ():
            self.answer.clues.append((self.number, tuple(values.items()), token))
        if templates is None and values.get("X") in self.clued:
            silent = section.atoms if "given" in section.notes else {"int"} & section.atoms.keys()
            self.answer.unsaid |= {(template, values["X"]) for key in silent for template in section.atoms[key]}
        for template in templates or ():
            atom = terms.fill(template, values)
            assert isinstance(atom, Term)
            yield atom

    def joined(self, section: Section, tokens: Mapping[_Place, str]) -> Iterator[tuple[Cell, Cell]]:
        """The pairs of cells in one region: those that hold the same token, or that no side parts."""
        parts = section.kind != "links"
        first: dict[str, Value] = {}
        for places, token in tokens.items():
            values = dict(places)
            if section.kind in _MARGINS:
                pair = (values["X"], first.setdefault(token, values["X"]))
            elif (token in section.atoms or token not in BLANKS | section.notes) != parts:
                pair = (values["X"], values["Y"])
            else:
                continue
            if {*pair} <= self.cells and len({self.numbers[cell] for cell in pair if cell in self.numbers}) < 2:
                yield pair  # type: ignore[misc]


def _blocks(kind: str, board: Board) -> Iterator[tuple[int, int | None, _At]]:
    """The blocks of a section: how many lines it has, how many tokens each, and where these stand."""
    rows, columns = board.rows, board.columns
    if kind == "line":
        yield 1, None, lambda r, c: (("N", c),)
    elif kind in _MARGINS:
        (above, more), (left, wider) = _MARGINS[kind](rows), _MARGINS[kind](columns)
        yield rows + more, columns + wider, lambda r, c: (("X", (r + 1 - above, c + 1 - left)),)
    elif kind in ("corners", "crosses"):
        inner = 1 if kind == "crosses" else 0
        yield rows + 1 - 2 * inner, columns + 1 - 2 * inner, lambda r, c: _corner(r + inner, c + inner)
    elif kind != "segments":
        inner = 1 if kind in ("sides", "links") else 0
        yield rows, columns + 1 - 2 * inner, lambda r, c: _side(board, (r + 1, c + inner), (r + 1, c + inner + 1))
        yield rows + 1 - 2 * inner, columns, lambda r, c: _side(board, (r + inner, c + 1), (r + inner + 1, c + 1))


def _corner(r: int, c: int) -> _Place:
    """The corner behind a cell, P, and the four cells around it in reading order: X, Y, Z, W."""
    return ("P", corner(r + 1, c + 1)), ("X", (r, c)), ("Y", (r, c + 1)), ("Z", (r + 1, c)), ("W", (r + 1, c + 1))


def _side(board: Board, one: Cell, other: Cell) -> _Place:
    """The side between two cells, which end it has (P, Q), and which cells share it (X, Y); Y is the side itself, as a
    place, if there is one cell alone.
    """
    s, d = other
    across = one[0] == other[0]
    first, last = corner(s, d), corner(s + 1, d) if across else corner(s, d + 1)
    cells = [cell for cell in (one, other) if 1 <= cell[0] <= board.rows and 1 <= cell[1] <= board.columns]
    beyond = cells[1] if len(cells) > 1 else side_between(one, other)
    return ("P", first), ("Q", last), ("X", cells[0]), ("Y", beyond)
