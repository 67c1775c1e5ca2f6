"""The words of answer texts: for each entry of `draw` an object that writes what its atoms leave in cells and reads it.

`answer_text` puts the words of a cell together, and writes below the grid what no word says.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import NamedTuple, Protocol

from .. import rules
from ..model import terms
from ..model.board import Cell, beyond, cell_of, side_between
from ..model.marks import NOTHING, SHAPES, Layer
from ..model.puzzle import Puzzle
from ..model.puzzle_type import Drawn, DrawRule, written
from ..model.terms import Term, Value, Variable
from ..model.tokens import CORNERS, NUMBERS, Alphabet, field_of, pattern

#: What stands between the words of a cell, and between the name of a predicate and its word.
SEPARATOR, NAMES = "&", "="

#: What says that a cell is open, which may hold anything, and what says that nothing stands in it or that it is open.
OPEN = "."
BLANK = frozenset({NOTHING, OPEN})


class Grid(Protocol):
    """The words of an answer text, as those that read one of them see the others."""

    def goes_over(self, cell: Cell) -> bool:
        """Whether a line may go over the cell: nothing stands in it, or what lines write there."""

    def has_exit(self, way: Exits, cell: Cell, name: str) -> bool:
        """Whether a line leaves the cell in this direction."""


class Way:
    """How the atoms of an entry stand in cells: as the mark's own token, unless a subclass says otherwise.

    whole: a word says all of the atom. hides: in its cell, lines are not said that their other ends say.
    """

    hides = True

    def __init__(self, rule: DrawRule, puzzle: Puzzle) -> None:
        self.rule, self.board = rule, puzzle.board
        self.name = rule.template.name
        self.token = rule.kind.token if rule.token is None else rule.token
        if rule.joined:
            self.hides = False
        named = {*terms.variables(rule.places), *self.told}
        self.whole = set(terms.variables(rule.template)) <= named

    @property
    def told(self) -> Iterable[str]:
        """The variables whose values a word tells."""
        return ()

    def pieces(self, drawn: Drawn) -> list[tuple[Cell, Hashable]]:
        """What an atom adds to the words of cells; empty if no word says it."""
        cell = cell_of(drawn.place)
        return [(cell, self.token)] if cell is not None and drawn.other is None else []

    def words(self, pieces: list[Hashable]) -> list[str]:
        """The words that all of these make in one cell."""
        return [str(each) for each in pieces]

    def is_usual(self, pieces: list[Hashable]) -> bool:
        """Whether pieces need no word beside others, as all cells have them."""
        return False

    def claims(self, word: str, loose: bool) -> bool:
        """Whether a word without a name may be one of its own. loose: whether it may be one if no other has it."""
        return word == self.token

    def atoms(self, cell: Cell, word: str, grid: Grid) -> Iterator[Term]:
        """What a word says."""
        if self.whole:
            yield self.atom((cell,))

    def atom(self, places: Iterable[Value], values: Mapping[str, Value] | None = None) -> Term:
        """The atom of the entry at this place, or these two."""
        bindings = dict(values or {})
        for template, place in zip(self.rule.places, places):
            terms.match(template, place, bindings)
        filled = terms.fill(self.rule.template, bindings)
        assert isinstance(filled, Term)
        return filled


class Valued(Way):
    """A value, or several, as they are written."""

    def __init__(self, rule: DrawRule, puzzle: Puzzle) -> None:
        super().__init__(rule, puzzle)
        self.alphabet = puzzle.alphabet if rule.in_alphabet else NUMBERS
        self.own = {token: value for value, token in rule.tokens.items()}
        self.signs = {rule.tokens.get(value, value) for value in rule.shapes or SHAPES} | set(rule.tokens.values())
        self._values: dict[tuple[Value, ...], str] = {}

    @property
    def told(self) -> Iterable[str]:
        return self.rule.values

    def pieces(self, drawn: Drawn) -> list[tuple[Cell, Hashable]]:
        cell = cell_of(drawn.place)
        if cell is None or drawn.other is not None:
            return []
        key = tuple(drawn.values.values())
        word = self._values.get(key)
        if word is None:
            word = self._values[key] = self._word(drawn.values)
        return [(cell, word)] if word else []

    def _word(self, values: Mapping[str, Value]) -> str:
        """The word of values, in quotes if they would be read otherwise; empty if none is read as they are."""
        text = written(self.rule, values, self.alphabet)
        words = [self.rule.tokens.get(text, "" if self.rule.layer is Layer.NOTE else text)]
        words += [terms.write(value) for value in values.values() if len(values) == 1]
        return next((word for word in words if is_word(word) and self.values(word) == values), "")

    def claims(self, word: str, loose: bool) -> bool:
        values = self.values(word)
        if values is None or loose or word in self.own:
            return values is not None
        if self.rule.layer is Layer.SIGN:
            return word in self.signs
        return len(values) > 1 or word[0] == '"' or all(isinstance(value, int) for value in values.values())

    def atoms(self, cell: Cell, word: str, grid: Grid) -> Iterator[Term]:
        values = self.values(word)
        if self.whole and values is not None:
            yield self.atom((cell,), values)

    def values(self, word: str) -> Mapping[str, Value] | None:
        """The values that are written so, by variable; None if none are."""
        rule = self.rule
        if word in self.own:
            word = self.own[word]
        elif word in rule.tokens or rule.layer is Layer.NOTE:
            return None
        if len(rule.values) == 1:
            return {rule.values[0]: value_of(word, self.alphabet)}
        usual = "number" if self.alphabet == NUMBERS else "symbol"
        kinds = [field_of(name, usual) for name in rule.values]
        fields = [f"<{name}:{kind}>" for name, kind in zip(rule.values, kinds)]
        with_comma = "".join(
            ("," if at and kind in ("symbol", "number") else "") + field
            for at, (kind, field) in enumerate(zip(kinds, fields))
        )
        for key in ("".join(fields), with_comma):
            if (readings := pattern(key).read(word, self.alphabet)) is not None:
                return dict(readings[0])
        return None


class Label(Way):
    """The number of a region, in the order of their first cells; as labels mean nothing, all of them are read."""

    hides = False

    @property
    def told(self) -> Iterable[str]:
        return self.rule.values

    def pieces(self, drawn: Drawn) -> list[tuple[Cell, Hashable]]:
        cell = cell_of(drawn.place)
        return [(cell, drawn.values[self.rule.values[0]])] if cell is not None else []

    def words(self, pieces: list[Hashable]) -> list[str]:
        return ["1"]  # some number

    def claims(self, word: str, loose: bool) -> bool:
        return loose or word.isdecimal()

    def atoms(self, cell: Cell, word: str, grid: Grid) -> Iterator[Term]:
        if self.whole:
            yield self.atom((cell,), {self.rule.values[0]: value_of(word, NUMBERS)})


class Exit(NamedTuple):
    """What a line or a wall adds to a cell: a direction, how many lines, and whether the neighbour has them, too."""

    name: str
    lines: int
    near: bool


class Over(NamedTuple):
    """The token of a cell that a line goes over; empty if it writes none."""

    token: str


#: The exit of a line that leads to a cell in another row and column.
_OFFSET = re.compile(r"([ns])(\d{1,4})([ew])(\d{1,4})", re.ASCII)


class Exits(Way):
    """The exits of a line at both ends, or the sides that a wall closes, and the cells that a line goes over."""

    hides = False

    def __init__(self, rule: DrawRule, puzzle: Puzzle) -> None:
        super().__init__(rule, puzzle)
        self.order = {name: at for at, name in enumerate(self.board.directions)}
        self.over = {token for tokens in rule.over.values() for token in tokens}

    @property
    def told(self) -> Iterable[str]:
        return self.rule.values

    def pieces(self, drawn: Drawn) -> list[tuple[Cell, Hashable]]:
        count = drawn.values[self.rule.values[0]] if self.rule.values else 1
        one, other = cell_of(drawn.place), cell_of(drawn.other)
        if one is None or one not in self.board or not isinstance(count, int) or not 1 <= count <= 9:
            return []
        if other is None:
            return self._out(one, beyond(one, drawn.other), count)
        if one > other or other not in self.board:
            return []
        return self._across(one, other, count)

    def _out(self, one: Cell, end: Cell | None, count: int) -> list[tuple[Cell, Hashable]]:
        """What a line adds that leaves the board. end: where the cell would lie that it leads to."""
        name = self.direction(one, end) if end is not None and end not in self.board else None
        return [(one, Exit(name, count, False))] if name is not None and self.rule.layer is Layer.LINE else []

    def _across(self, one: Cell, other: Cell, count: int) -> list[tuple[Cell, Hashable]]:
        """What a line or a wall adds to both cells, and to those that it goes over."""
        name = self.direction(one, other)
        between = self.between(one, other, name) if name is not None else []
        near = not between and name in self.order
        if name is None or not (near or self.rule.layer is Layer.LINE):
            return []
        tokens = self.rule.over.get(name, ())
        back = self.direction(other, one) or ""
        pieces: list[tuple[Cell, Hashable]] = [(one, Exit(name, count, near)), (other, Exit(back, count, near))]
        return pieces + [(cell, Over(tokens[count - 1] if count <= len(tokens) else "")) for cell in between]

    def between(self, one: Cell, other: Cell, name: str) -> list[Cell]:
        """The cells that a line goes over."""
        if name not in self.board.directions:
            return []
        cells = [self.board.beside(one, name)]
        while cells[-1] != other:
            cells.append(self.board.beside(cells[-1], name))
        return cells[:-1]

    def words(self, pieces: list[Hashable]) -> list[str]:
        """Exits as words, each direction once in each of them."""
        words = [each.token for each in pieces if isinstance(each, Over) and each.token]
        left = sorted(each for each in pieces if isinstance(each, Exit))
        while left:
            exits = {each.name: each for each in reversed(left)}
            left = [each for each in left if exits[each.name] is not each]
            names = sorted(exits, key=lambda name: (self.order.get(name, len(self.order)), name))
            text = "+".join("+".join([name] * exits[name].lines) for name in names)
            words.append(text.replace("+", "") if self.board.in_columns and exits.keys() <= self.order.keys() else text)
        return words

    def claims(self, word: str, loose: bool) -> bool:
        exits = self.exits(word)
        return word in self.over or (exits is not None and bool(self.rule.values or max(exits.values()) == 1))

    def exits(self, word: str) -> Counter[str] | None:
        """How many lines leave in each direction, or None if the word names no exits."""
        in_one = self.board.in_columns and "+" not in word and not _OFFSET.fullmatch(word)
        names = Counter(word if in_one else word.split("+"))
        known = (name in self.order or (self.board.in_columns and _OFFSET.fullmatch(name)) for name in names)
        return names if names and all(known) else None

    def atoms(self, cell: Cell, word: str, grid: Grid) -> Iterator[Term]:
        if word in self.over or not self.whole:
            return  # the ends of the line say it
        for name, count in (self.exits(word) or {}).items():
            end = self.end(cell, name, grid)
            first, second = (cell, end) if isinstance(end, Term) else sorted((cell, end))
            yield self.atom((first, second), {self.rule.values[0]: count} if self.rule.values else {})

    def end(self, cell: Cell, name: str, grid: Grid) -> Cell | Term:
        """Where a line ends that leaves a cell: in the next one, or behind cells that it goes over, if a line leaves
        there in the opposite direction; where there is no next one, at the side of the cell.
        """
        if (offset := _OFFSET.fullmatch(name)) is not None:
            vertical, down, level, right = offset.groups()
            return cell[0] + int(down) * (-1) ** (vertical == "n"), cell[1] + int(right) * (-1) ** (level == "w")
        first = end = self.board.beside(cell, name)
        if self.rule.layer is not Layer.LINE:
            return first
        if first not in self.board:
            return side_between(cell, first)
        while grid.goes_over(end):
            end = self.board.beside(end, name)
        back = self.direction(first, cell)
        return end if back is not None and grid.has_exit(self, end, back) else first

    def direction(self, start: Cell, end: Cell) -> str | None:
        """The name of the direction from a cell to another. On squares, of one in another row and column it says how
        far it lies away: s1e2; None if they are the same, or, on hexagons, no neighbours.
        """
        down, right = end[0] - start[0], end[1] - start[1]
        if self.board.in_columns and down and right:
            return f"{'s' if down > 0 else 'n'}{abs(down)}{'e' if right > 0 else 'w'}{abs(right)}"
        if self.board.in_columns and (down == 0) != (right == 0):
            down, right = down and down // abs(down), right and right // abs(right)
        return next((name for name, step in self.board.steps(start).items() if step == (down, right)), None)


class Weight(NamedTuple):
    """What a side or a corner adds to a cell; edge: because the board ends there, and nothing is marked."""

    amount: int
    edge: bool = False


class Sum(Way):
    """The sum of what the sides or corners of a cell weigh; the edge of the board counts as a wall."""

    hides = False

    def pieces(self, drawn: Drawn) -> list[tuple[Cell, Hashable]]:
        one, other = cell_of(drawn.place), cell_of(drawn.other)
        mark = side_between(one, other) if one is not None and other is not None else drawn.place
        mark = self.board.side_along(drawn.place, drawn.other) or mark
        around = [
            (cell, self.rule.weights[name])
            for cell in self.board.cells_around(mark)
            for name, place in self.outline(cell).items()
            if place == mark
        ]
        said = around and [self.rule.match(atom) for atom in self.read(*around[0])] == [drawn]
        return [(cell, Weight(weight)) for cell, weight in around] if said else []

    def edge(self, cell: Cell) -> list[Weight]:
        """What a cell without marks weighs: the sides at the edge of the board, and nothing besides; a hole nothing."""
        if cell in self.board.holes:
            return []
        names = self.outline(cell).items() if self.rule.layer is Layer.WALL else ()
        closed = (name for name, place in names if len(self.board.cells_around(place)) < 2)
        return [Weight(0, True), *(Weight(self.rule.weights[name], True) for name in closed)]

    def words(self, pieces: list[Hashable]) -> list[str]:
        return [str(sum(each.amount for each in pieces if isinstance(each, Weight)))]

    def is_usual(self, pieces: list[Hashable]) -> bool:
        return all(isinstance(each, Weight) and each.edge for each in pieces)

    def claims(self, word: str, loose: bool) -> bool:
        return word.isdecimal() and int(word) <= sum(self.rule.weights.values())

    def atoms(self, cell: Cell, word: str, grid: Grid) -> Iterator[Term]:
        if self.whole:
            yield from self.read(cell, int(word))

    def read(self, cell: Cell, total: int) -> list[Term]:
        """The atoms of the sides or corners whose weights have this sum; closed sides at the edge are no atoms."""
        atoms = []
        for name, place in self.outline(cell).items():
            if not total & self.rule.weights[name]:
                continue
            if self.rule.layer is Layer.LINE:
                atoms.append(self.atom(self.board.ends_of_sides(cell)[name]))
            elif self.rule.layer is not Layer.WALL:
                atoms.append(self.atom((place,)))
            elif len(around := self.board.cells_around(place)) == 2:
                atoms.append(self.atom(around))
        return atoms

    def outline(self, cell: Cell) -> Mapping[str, Term]:
        """The sides of a cell, or its corners, by the names that weights have."""
        return self.board.sides_of(cell) if self.rule.layer.is_pair else self.board.corners_of(cell)


class Fence(Way):
    """The lines along the sides of what another entry fills: they need no words where they lie around it and nowhere
    else. So each side has two bits, to which a line and each filled cell beside it add 1: the sum has to be even.
    """

    def __init__(self, rule: DrawRule, puzzle: Puzzle, fill: Way) -> None:
        super().__init__(rule, puzzle)
        self.fill = fill
        self.lines: dict[Term, Term] = {}
        for cell in self.board.cells:
            ends = self.board.ends_of_sides(cell)
            for name, side in self.board.sides_of(cell).items():
                self.lines.setdefault(self.atom(ends[name]), side)
        self.bits = {side: 4**number for number, side in enumerate(self.lines.values())}
        self.odd = sum(self.bits.values())

    def claims(self, word: str, loose: bool) -> bool:
        return False

    def amount(self, atom: Term, pieces: list[tuple[Cell, Hashable]]) -> int:
        """What an atom adds, a line or what is filled."""
        return (
            sum(self.bits[side] for cell, _ in pieces for side in self.board.sides_of(cell).values())
            or self.bits[self.lines[atom]]
        )

    def differing(self, total: int) -> Iterator[Term]:
        """The lines at the sides whose sums are odd."""
        return (line for line, side in self.lines.items() if total & self.bits[side])

    def between(self, filled: set[Cell], open_: set[Cell]) -> Iterator[Term]:
        """The lines around cells that are filled. open_: those that may be filled or not."""
        for line, side in self.lines.items():
            cells = self.board.cells_around(side)
            if len(filled.intersection(cells)) == 1 and open_.isdisjoint(cells):
                yield line


# -- The entries of a type


def ways(puzzle: Puzzle) -> list[Way]:
    """How the entries of `draw` are said that stand in cells and that the rules show, texts first."""
    shown = rules.load(puzzle.type.rule_files).shown_names
    drawn = [rule for rule in puzzle.type.draw if rule.template.name in shown or not shown]
    order = sorted(drawn, key=lambda rule: rule.layer is not Layer.TEXT)
    kinds = ((rule, _kind(rule)) for rule in order)
    found = [kind(rule, puzzle) for rule, kind in kinds if kind is not None]
    return found + _fences(puzzle, order, found)


def _fences(puzzle: Puzzle, order: list[DrawRule], found: list[Way]) -> list[Way]:
    """The entry of the lines around what another entry fills, if there are both."""
    fill = next((way for way in found if way.rule.kind.follows and way.whole), None)
    if fill is None or not puzzle.board.shape.corners:
        return []
    lines = (rule for rule in order if rule.layer is Layer.LINE and rule.places == CORNERS and not rule.values)
    rule = next(lines, None)
    return [] if rule is None or rule.token is not None or rule.weights else [Fence(rule, puzzle, fill)]


def _kind(rule: DrawRule) -> type[Way] | None:
    """The way of an entry; None if no cell has a word of it."""
    if rule.token == "":
        return None
    if rule.weights:
        return Sum
    if not all(map(_is_cell, rule.places)):
        return None
    if rule.layer.is_pair:
        return Exits
    if rule.numbers_regions:
        return Label
    if rule.token is None and (rule.layer.is_written or rule.layer.is_area):
        return Valued
    return Way if rule.token or rule.kind.token else None


def _is_cell(place: Value) -> bool:
    return isinstance(place, tuple) or (isinstance(place, Variable) and place.name in "XY")


def is_left_out(rule: DrawRule, atom: Term, alphabet: Alphabet) -> bool:
    """Whether the manifest says that texts leave an atom out, as it follows from the others or from the puzzle."""
    if rule.token != "" and not rule.kind.on_board and "" not in rule.tokens.values():
        return False
    drawn = rule.match(atom)
    if drawn is None or rule.token == "" or rule.kind.on_board:
        return drawn is not None
    return rule.tokens.get(written(rule, drawn.values, alphabet)) == ""


# -- Words and values


def is_word(text: str) -> bool:
    """Whether a text can stand as a word in a cell, and is none of what else stands in answer texts."""
    return text.split() == [text] and text != NOTHING and SEPARATOR not in text and not text.endswith(OPEN)


_NUMBER = re.compile(r"-?\d{1,10}", re.ASCII)
_CONSTANT = re.compile(r"_*[a-z]\w*", re.ASCII)
_TERM = re.compile(r'".*"|(?:_*[a-z]\w*)?\(.*\)', re.ASCII)


def value_of(word: str, alphabet: Alphabet) -> Value:
    """The value that is written so: of the alphabet, a number, a constant, another term of ASP, or a string."""
    value = alphabet.value(word)
    if value is not None:
        return value
    if _NUMBER.fullmatch(word):
        return int(word)
    if _CONSTANT.fullmatch(word):
        return Term(word)
    if _TERM.fullmatch(word):
        with suppress(ValueError):
            return terms.parse(f"value({word})").args[0]
    return word
