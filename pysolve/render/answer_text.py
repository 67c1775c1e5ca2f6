"""The answer as plain text, one token a cell (docs/manifest.md, 'Answer text'); `answer_reader` reads it back."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from enum import Enum, auto

from ..model import terms
from ..model.alphabets import NUMBERS
from ..model.board import Board, Cell, beyond, cell_of, corner_of, side_between
from ..model.kept import Kept
from ..model.marks import NOTHING, Layer
from ..model.puzzle import Puzzle
from ..model.puzzle_type import Drawn, DrawRule
from ..model.terms import Term, Variable
from ..model.written import written


def write(puzzle: Puzzle, atoms: Iterable[Term]) -> str:
    """The plain text of an answer's shown atoms, without a line end at the end."""
    return Writer(puzzle).write(atoms)


class _Way(Enum):
    """How what an atom writes becomes the token of a cell."""

    TOKEN = auto()  # it is one
    EXIT = auto()  # it is one of the exits of the cell
    REGION = auto()  # it is the label of a region of the cell; regions are numbered
    PREFIX = auto()  # it stands before the token
    WEIGHT = auto()  # it is a number; the sum of the numbers of the cell is its token


#: What an atom writes into one place: the place's number, in which way, its rank (of several tokens the one with the
#: least is seen), and the token, exit or label; an exit where several lines leave stands there several times, joined by
#: '+'. No NamedTuple, which takes longer to unpack.
_Written = tuple[int, _Way, int, str]

#: The rank of texts, which are seen before all others; the others follow in the order of the manifest.
_FIRST = -1


class _KnownAtoms:
    """What atoms write on a board. By the atom's identity, and with the atom, so that it lives as long: a search gives
    the same object for the same atom, and hashing a term takes long.

    Entries are only ever added, and two threads that add the same one write the same.

    texts: place and token of the atoms that write one text and nothing else. index: the numbers of places.
    rows: where each row of places begins and ends. empty: the tokens of an answer without atoms.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        places = puzzle.board.spaces
        self.index = {cell: number for number, cell in enumerate(places)}
        starts = [0, *(at for at, cell in enumerate(places) if at and cell[0] != places[at - 1][0])]
        self.rows = list(zip(starts, [*starts[1:], len(places)]))
        self.all: dict[int, tuple[Term, list[_Written]]] = {}
        self.texts: dict[int, tuple[int, str]] = {}
        sums = _smallest_sums(puzzle)
        self.empty = [str(sums.get(cell, NOTHING)) for cell in places]


#: For the last boards that were written: many puzzles may share a search, and so its atoms.
_boards = Kept[Hashable, _KnownAtoms](4)

_MOST_ATOMS = 100_000


def _known_atoms(puzzle: Puzzle) -> _KnownAtoms:
    key = (puzzle.type.folder, puzzle.board, puzzle.alphabet.symbols)
    known = _boards.get(key)
    if known is None or len(known.all) > _MOST_ATOMS:
        known = _KnownAtoms(puzzle)
        _boards.put(key, known)
    return known


class Writer:
    """Writes the answers of one puzzle; what an atom writes is worked out once."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self._known = _known_atoms(puzzle)
        self._index, self._rows = self._known.index, self._known.rows
        self._is_square = puzzle.board.is_square
        self._empty = self._known.empty.copy()
        self._blocks = set()
        for cell, token in blocks(puzzle).items():
            self._empty[self._index[cell]] = token
            self._blocks.add(self._index[cell])
        self._joined: dict[tuple[str, ...], str] = {}  # exits, from the order in which they came
        self._rules: dict[str, list[tuple[int, DrawRule]]] = {}
        for rank, rule in enumerate(puzzle.type.draw):
            self._rules.setdefault(rule.template.name, []).append((rank, rule))
        self._alphabets = {
            name: puzzle.alphabet if rules[0][1].in_alphabet else NUMBERS
            for name, rules in self._rules.items()
            if _only_writes(rules[0][1]) and len(rules) == 1
        }

    def write(self, atoms: Iterable[Term]) -> str:
        """The plain text of an answer's shown atoms, without a line end at the end."""
        tokens = self._empty.copy()
        atoms = list(atoms)
        if not self._texts_alone(atoms, tokens):
            self._all_marks(atoms, tokens)
        rows = [tokens[start:end] for start, end in self._rows]
        return "\n".join([" ".join(row) for row in rows]) if self._is_square else self._shifted(rows)

    def _texts_alone(self, atoms: list[Term], tokens: list[str]) -> bool:
        """Writes atoms that are known to leave one text each; false, and nothing written, if there are others."""
        if self._blocks:
            return False
        texts = self._known.texts
        try:
            for at, token in [texts[id(atom)] for atom in atoms]:
                tokens[at] = token
        except KeyError:
            return False
        return True

    def _all_marks(self, atoms: list[Term], tokens: list[str]) -> None:
        blocks = self._blocks
        ranks: dict[int, int] = {}
        exits: dict[int, list[str]] = {}
        labels: dict[int, set[str]] = {}
        prefixes: dict[int, str] = {}
        known = self._known.all
        token, exit_ = _Way.TOKEN, _Way.EXIT  # looked up once: this runs for every atom of every answer
        for atom in atoms:
            entry = known.get(id(atom))
            if entry is None:
                entry = known[id(atom)] = (atom, list(self._written_by(atom)))
                if len(entry[1]) == 1 and entry[1][0][2] == _FIRST:
                    self._known.texts[id(atom)] = entry[1][0][0], entry[1][0][3]
            for at, way, rank, text in entry[1]:
                if way is token:
                    if at not in blocks and rank <= ranks.get(at, rank):
                        tokens[at], ranks[at] = text, rank
                elif way is exit_:
                    exits.setdefault(at, []).append(text)
                elif way is _Way.WEIGHT:
                    if at not in blocks and at not in ranks:
                        tokens[at] = str(int(tokens[at]) + int(text))
                elif way is _Way.PREFIX:
                    prefixes[at] = text
                else:
                    labels.setdefault(at, set()).add(text)
        for at, names in exits.items():
            if tokens[at] == NOTHING:
                key = tuple(names)
                joined = self._joined.get(key)
                if joined is None:
                    joined = self._joined[key] = self._join(names)
                tokens[at] = joined
        numbers: dict[frozenset[str], int] = {}
        for at in sorted(labels):
            number = numbers.setdefault(frozenset(labels[at]), len(numbers) + 1)
            if tokens[at] == NOTHING:
                tokens[at] = str(number)
        for at, prefix in prefixes.items():
            tokens[at] = prefix + tokens[at].removeprefix(NOTHING)

    def _written_by(self, atom: Term) -> Iterator[_Written]:
        alphabet = self._alphabets.get(atom.name)
        if alphabet is not None and len(atom.args) == 2 and isinstance(value := atom.args[1], int):
            if (place := self._index.get(atom.args[0])) is not None:  # type: ignore[arg-type]
                yield place, _Way.TOKEN, _FIRST, alphabet.name(value)  # as the entry says, in a quarter of the time
            return
        for rank, rule in self._rules.get(atom.name, ()):
            if (drawn := rule.match(atom)) is None:
                continue
            if rule.weights:
                for cell, weight in _weights(rule, drawn, self.puzzle.board):
                    yield self._index[cell], _Way.WEIGHT, rank, str(weight)
                continue
            place = self._index.get(drawn.place)  # type: ignore[arg-type]
            if rule.layer.is_pair and rule.token is None:
                yield from self._exits(rule, drawn, rank)
                yield from self._over(rule, drawn, rank)
            elif place is None:
                continue
            elif rule.numbers_regions:
                yield place, _Way.REGION, rank, terms.write(drawn.values[rule.values[0]])
            elif token := self._token(rule, drawn):
                way = _Way.PREFIX if rule.joined else _Way.TOKEN
                yield place, way, _FIRST if rule.layer is Layer.TEXT else rank, token

    def _token(self, rule: DrawRule, drawn: Drawn) -> str:
        """The token of a mark; empty if it has none."""
        if rule.token is not None:
            return rule.token
        if not rule.layer.has_value:
            return rule.kind.token
        value = written(rule, drawn.values, self.puzzle.alphabet)
        return rule.tokens.get(value, "" if rule.layer is Layer.NOTE else value)

    def _exits(self, rule: DrawRule, drawn: Drawn, rank: int) -> Iterator[_Written]:
        """The exits of a line at both of its ends, or the sides of two cells that a wall closes."""
        count = drawn.values[rule.values[0]] if rule.values else 1
        if not isinstance(count, int) or count < 1:
            return
        for one, two in ((drawn.place, drawn.other), (drawn.other, drawn.place)):
            start = cell_of(one)
            end = cell_of(two) or (beyond(start, two) if start is not None else None)
            name = _direction(self.puzzle.board, start, end) if start is not None and end is not None else None
            if name is not None and start in self._index:
                yield self._index[start], _Way.EXIT, rank, "+".join([name] * count)

    def _over(self, rule: DrawRule, drawn: Drawn, rank: int) -> Iterator[_Written]:
        """The tokens of the cells that a line goes over."""
        count = drawn.values[rule.values[0]] if rule.values else 1
        start, end = cell_of(drawn.place), cell_of(drawn.other)
        if not rule.over or start is None or end is None or not isinstance(count, int):
            return
        (row, column), last = min(start, end), max(start, end)
        name = _direction(self.puzzle.board, (row, column), last) or ""
        tokens = rule.over.get(name, ())
        if 0 < count <= len(tokens):
            down, right = self.puzzle.board.directions[name]
            while (row := row + down, column := column + right) != last:
                yield self._index[row, column], _Way.TOKEN, rank, tokens[count - 1]

    def _join(self, names: list[str]) -> str:
        """Exits as a token, each once, but for those where several lines leave."""
        exits = {exit_.split("+")[0]: exit_ for exit_ in sorted(names)}
        order = {name: at for at, name in enumerate(self.puzzle.board.directions)}
        joined = "+".join(exits[name] for name in sorted(exits, key=lambda name: (order.get(name, len(order)), name)))
        return joined.replace("+", "") if self._is_square and exits.keys() <= order.keys() else joined

    def _shifted(self, rows: list[list[str]]) -> str:
        """Rows that are shifted by half cells."""
        width = max(len(token) for row in rows for token in row)
        width += 1 - width % 2  # so that half a cell is a whole number of characters
        lines = []
        for start, row in zip(self.puzzle.board.row_starts, rows):
            indent = " " * ((start - 1) * (width + 1) // 2)
            lines.append((indent + " ".join(token.center(width) for token in row)).rstrip())
        return "\n".join(lines)


def _only_writes(rule: DrawRule) -> bool:
    """Whether the atoms of an entry write their second argument into the place that is their first, and do no more."""
    plain = rule.layer is Layer.TEXT and rule.token is None and not rule.tokens and not rule.weights
    return plain and rule.template.args == (Variable("X"), Variable("V")) and rule.values == ("V",)


def blocks(puzzle: Puzzle) -> dict[Cell, str]:
    """The cells with marks that belong to the board, with the tokens that they have in the puzzle."""
    drawn = {rule.template.name for rule in puzzle.type.draw if rule.kind.on_board}
    if not drawn:
        return {}
    return {
        token.values["X"]: token.text  # type: ignore[misc]
        for part in puzzle.tokens.values()
        for token in part
        if "X" in token.values and any(template.name in drawn for template in token.templates)
    }


def _weights(rule: DrawRule, drawn: Drawn, board: Board) -> Iterator[tuple[Cell, int]]:
    """The cells that a mark with weights lies around, and what it adds to the token of each."""
    one, other = cell_of(drawn.place), cell_of(drawn.other)
    mark = side_between(one, other) if one is not None and other is not None else drawn.place
    if (start := corner_of(drawn.place)) is not None and (end := corner_of(drawn.other)) is not None:
        mark = side_between(start, (end[0] - 1, end[1] - 1))  # a corner lies half a cell up and left of its cell
    for cell in board.cells_around(mark):
        yield from ((cell, rule.weights[name]) for name, place in outline(rule, board, cell).items() if place == mark)


def outline(rule: DrawRule, board: Board, cell: Cell) -> dict[str, Term]:
    """The sides of a cell, or its corners, by the names that the weights of an entry have."""
    return board.sides_of(cell) if rule.layer.is_pair else board.corners_of(cell)


def _smallest_sums(puzzle: Puzzle) -> dict[Cell, int]:
    """The tokens of cells without a mark where these are sums: 0, or the closed sides at the edge of the board."""
    sums: dict[Cell, int] = {}
    board = puzzle.board
    for rule in puzzle.type.draw:
        for cell in board.cells if rule.weights else ():
            rim = rule.layer is Layer.WALL
            closed = [name for name, place in outline(rule, board, cell).items() if len(board.cells_around(place)) < 2]
            sums[cell] = sum(rule.weights[name] for name in closed if rim)
    return sums


def _direction(board: Board, start: Cell, end: Cell) -> str | None:
    """The name of the direction from a cell to another. On squares, of one in another row and column it says how far it
    lies away: s1e2; None if they are the same, or, on hexagons, no neighbours.
    """
    down, right = end[0] - start[0], end[1] - start[1]
    if board.is_square and down and right:
        return f"{'s' if down > 0 else 'n'}{abs(down)}{'e' if right > 0 else 'w'}{abs(right)}"
    if board.is_square and (down == 0) != (right == 0):
        down, right = down and down // abs(down), right and right // abs(right)
    return next((name for name, step in board.directions.items() if step == (down, right)), None)
