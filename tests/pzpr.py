"""pzpr (https://github.com/sabo2/pzprjs) as a judge of answers: it has rules of its own for 120 genres of puzz.link.

pzpr.yaml says, as data, what the marks of our answers are on its boards, which of its codes mean which sentences of our
rules, and in what it differs. pzpr.js runs it on node.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from shutil import which
from typing import Any, NamedTuple

import pytest
import yaml

from pysolve.formats.links.genre import genre_of
from pysolve.model import terms
from pysolve.model.board import Cell, cell_of, corner_of, margin_of, side_between
from pysolve.model.marks import Layer
from pysolve.model.puzzle import Puzzle
from pysolve.model.puzzle_type import Drawn, DrawRule
from pysolve.model.terms import Term, Value
from pysolve.solving import facts

HERE = Path(__file__).resolve().parent
DATA: dict[str, Any] = yaml.load((HERE / "pzpr.yaml").read_bytes(), yaml.CSafeLoader)

#: The codes by which it says that nothing has been drawn at all.
EMPTY = {"brNoLine", "brNoShade"}


class Mark(NamedTuple):
    """A property of a place on pzpr's board; column and row in half cells. A segment is called so with its other end."""

    column: int
    row: int
    property: str
    value: int


#: Marks that are there together, or not at all.
Marks = tuple[Mark, ...]


class Board(NamedTuple):
    """A link, without the site, an answer, and the name of the genre.

    For a genre that pzpr does not have, an empty board of another one: with the marks that it starts with, and the
    names of the checks that it gets in place of its own.
    """

    link: str
    answer: tuple[Marks, ...]
    genre: str
    givens: tuple[Marks, ...] = ()
    checks: tuple[str, ...] = ()


class Judgement(NamedTuple):
    """The codes of the rules that an answer breaks, and those that it breaks with one of its marks left out or, where
    it is a number, changed: for each that is not given already. understood: whether pzpr read all of the link; links of
    later years have sections that it does not know.
    """

    understood: bool
    codes: set[str]
    changed: list[set[str]]


class CannotBeSaid(Exception):
    """An answer that pzpr's board cannot hold: two numbers in a cell, say."""


# -- The answer as marks


def board_of(puzzle: Puzzle, link: str, atoms: Iterable[Term]) -> Board:
    """An answer on the board of a link; CannotBeSaid if it cannot stand there."""
    genre = link.partition("/")[0]
    data = genre_data(genre)
    answer = tuple(_Marks(puzzle, genre, list(atoms), "marks").all())
    if not (other := data.get("as")):
        return Board(link, _whole_lines(answer) if data.get("whole_lines") else answer, genre)
    givens = tuple(_Marks(puzzle, genre, list(facts.atoms(puzzle)), "givens").all())
    link = f"{other}/{puzzle.board.columns}/{puzzle.board.rows}/"
    return Board(link, answer, genre, givens, tuple(data["checks"]))


class _Marks:
    """What atoms leave on a board. key: that of pzpr.yaml under which it says what they mean."""

    def __init__(self, puzzle: Puzzle, genre: str, atoms: list[Term], key: str) -> None:
        matching = genre_of(puzzle.type, genre)
        assert matching is not None
        self.puzzle = puzzle
        self.rim = 1 if matching.genre.points else 2 * matching.genre.rim  # in half cells
        self.atoms = atoms
        self.meanings = {**DATA[key], **genre_data(genre).get(key, {})}

    def all(self) -> Iterator[Marks]:
        """The marks of the answer; CannotBeSaid if two of them would stand in one place."""
        values: dict[tuple[int, int, str], int] = {}
        for rule in self.puzzle.type.draw:
            drawn = [each for atom in self.atoms if (each := rule.match(atom)) is not None]
            meaning = self.meanings.get(terms.write(rule.template), self.meanings.get(rule.mark))
            for name, value in meaning.items() if meaning and drawn else ():
                for marks in self.of_rule(rule, drawn, name, value):
                    for mark in marks:
                        if values.setdefault(mark[:3], mark.value) != mark.value:
                            raise CannotBeSaid
                    yield marks

    def of_rule(self, rule: DrawRule, drawn: list[Drawn], name: str, value: Any) -> Iterator[Marks]:
        """The marks that an entry of `draw` leaves. value: of the property; V for the atom's own; a table from that; or
        how the cells are surrounded.
        """
        if rule.layer is Layer.BORDER:
            yield from self.between(self.regions(drawn), name)
        elif value == "outline":
            sides = Counter(side for each in drawn for side in self.sides(each.place))
            yield from ((Mark(*side, name, 1),) for side, count in sides.items() if count == 1)
        elif name == "segment":
            for each in drawn:
                (a, b), (c, d) = sorted((self.point(each.place), self.point(each.other)))
                yield (Mark(a, b, f"{name} {c} {d}", 1),)
        else:
            for each in drawn:
                own = next(iter(each.values.values()), 1)
                number = own if value == "V" else value[self.key(each, own)] if isinstance(value, Mapping) else value
                yield tuple(Mark(*at, name, int(number)) for at in self.points(each))

    def key(self, drawn: Drawn, own: Value) -> Value:
        """What a table goes by: the atom's value or, if it has none, where the other cell of its cage lies."""
        if drawn.values:
            return own if isinstance(own, int) else str(own)
        cages = [
            (each.values, cell_of(each.place))
            for rule in self.puzzle.type.draw if rule.layer is Layer.CAGE
            for atom in self.atoms if (each := rule.match(atom)) is not None
        ]  # fmt: skip
        labels = [label for label, cell in cages if cell == drawn.place]
        others = [cell for label, cell in cages if label in labels and cell != drawn.place]
        for side, cell in zip("nsew", _around(drawn.place)):
            if others == [cell]:
                return side
        raise CannotBeSaid

    def regions(self, drawn: list[Drawn]) -> dict[Cell, object]:
        """The label of each cell; CannotBeSaid if one has none, or two."""
        labels = {cell: each.values for each in drawn if (cell := cell_of(each.place)) is not None}
        if len(labels) < len(drawn) or labels.keys() != set(self.puzzle.cells):
            raise CannotBeSaid
        return labels

    def between(self, regions: Mapping[Cell, object], name: str) -> Iterator[Marks]:
        """The sides between regions."""
        for one, label in regions.items():
            for other in _around(one):
                if one < other and regions.get(other, label) != label:
                    yield (Mark(*self.point(side_between(one, other)), name, 1),)

    def sides(self, place: Value) -> list[tuple[int, int]]:
        """The sides of a cell."""
        x, y = self.point(place)
        return [(x, y - 1), (x, y + 1), (x - 1, y), (x + 1, y)]

    def points(self, drawn: Drawn) -> list[tuple[int, int]]:
        """The place itself, or the sides that a line goes over."""
        if drawn.other is None:
            return [self.point(drawn.place)]
        (a, b), (c, d) = sorted((self.point(drawn.place), self.point(drawn.other)))
        return [(x, b) for x in range(a + 1, c, 2)] if b == d else [(a, y) for y in range(b + 1, d, 2)]

    def point(self, place: Value) -> tuple[int, int]:
        """Column and row of a place in half cells, from the board's upper left corner."""
        if (cell := cell_of(place)) is not None:
            row, column = 2 * cell[0], 2 * cell[1] if self.puzzle.board.in_columns else cell[1] + 1
        elif (corner := corner_of(place)) is not None:
            row, column = 2 * corner[0] - 1, 2 * corner[1] - 1
        elif (margin := margin_of(place)) is not None:
            side, number = margin
            row, column = (2 * number, 0) if side.along_rows else (0, 2 * number)
        else:
            assert isinstance(place, Term) and place.name == "h"
            row, column = (int(str(number)) for number in place.args)
        return column - 1 - self.rim, row - 1 - self.rim


def _around(place: Value) -> list[Cell]:
    """The cells above, below, to the right and to the left."""
    row, column = cell_of(place) or (0, 0)
    return [(row - 1, column), (row + 1, column), (row, column + 1), (row, column - 1)]


def _whole_lines(answer: Iterable[Marks]) -> tuple[Marks, ...]:
    """The marks with straight lines as one."""
    lines: list[Marks] = []
    for marks in sorted(answer):
        column, row, name, value = marks[0]
        before = Mark(column - 2, row, name, value) if column % 2 == 0 else Mark(column, row - 2, name, value)
        line = next((line for line in lines if before in line), ())
        lines = [other for other in lines if other != line] + [line + marks]
    return tuple(lines)


# -- What pzpr says


def genre_data(genre: str) -> dict[str, Any]:
    """What pzpr.yaml says of a genre."""
    data: dict[str, Any] = DATA["genres"].get(genre) or {}
    return data


@cache
def available() -> bool:
    """Whether node and pzpr are here."""
    node = which("node")
    return (
        node is not None
        and not subprocess.run([node, "-e", 'require.resolve("pzpr")'], capture_output=True, check=False).returncode
    )


def node(program: str, *arguments: str, value: object) -> Any:
    """What a program of node makes of a JSON value; skips where node or pzpr is missing."""
    if not available():
        pytest.skip("needs node and pzpr (npm install pzpr@0.10.1, NODE_PATH)")
    done = subprocess.run(
        ["node", program, *arguments], input=json.dumps(value), capture_output=True, text=True, check=False,
        env=os.environ,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def judged(boards: Iterable[Board]) -> list[Judgement]:
    """What pzpr finds wrong with each answer, except for the codes in which it differs, as pzpr.yaml says."""
    boards = list(boards)
    result = []
    for board, found in zip(boards, node(str(HERE / "pzpr.js"), value=boards), strict=True):
        others = set(genre_data(board.genre).get("differs", {}))
        understood = board.checks or genre_data(board.genre).get("rewritten", _body(found["read"]) == _body(board.link))
        result.append(
            Judgement(bool(understood), set(found["codes"]) - others, [set(codes) for codes in found["changed"]])
        )
    return result


def _body(link: str) -> str:
    """What stands behind the genre's name, which pzpr may have another one for."""
    return link.partition("/")[2].rstrip("/")


def sentences_of(genre: str, code: str) -> set[str]:
    """The sentences of our rules that mean the same as a code."""
    sentences = genre_data(genre).get("codes", {}).get(code) or DATA["codes"].get(code)
    assert sentences, f"{genre}: pzpr.yaml does not say what {code} means"
    return {sentences} if isinstance(sentences, str) else set(sentences)
