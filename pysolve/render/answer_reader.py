"""The atoms that a plain answer text states (docs/manifest.md, 'Answer text'); `render/answer_text` writes it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping

from .. import rules
from ..model import terms
from ..model.alphabets import NUMBERS
from ..model.board import Cell, side_between
from ..model.errors import PuzzleError, quote
from ..model.figures import SHAPES
from ..model.letters import field_of
from ..model.marks import NOTHING, Layer
from ..model.puzzle import Puzzle, number_or_text
from ..model.puzzle_type import DrawRule
from ..model.terms import Term, Value, Variable
from ..model.tokens import pattern
from .answer_text import blocks, outline


def parse(puzzle: Puzzle, text: str) -> list[Term]:
    """The atoms that a plain answer text states; PuzzleError for a token that no answer has.

    Atoms that the plain text does not show (the fence of a loop whose inside is marked) are not among them.
    The labels of regions are those of the text; analysis/region_labels finds those of the rules.
    """
    lines = [line.split() for line in text.split("\n") if line.strip()]
    wanted = list(puzzle.board.spaces)
    rows: dict[int, list[Cell]] = {}
    for cell in wanted:
        rows.setdefault(cell[0], []).append(cell)
    if len(lines) != len(rows):
        raise PuzzleError(f"answer: found {len(lines)} rows, expected {len(rows)}", file=puzzle.file)
    grid: dict[Cell, str] = {}
    for number, (cells, line) in enumerate(zip(rows.values(), lines), 1):
        if len(cells) != len(line):
            raise PuzzleError(f"answer: found {len(line)} cells, expected {len(cells)}", file=puzzle.file, row=number)
        grid.update(zip(cells, line))
    fixed = blocks(puzzle)
    reader = _AnswerReader(puzzle, grid)
    atoms: list[Term] = []
    for cell, token in grid.items():
        if token in (NOTHING, ".", fixed.get(cell)):
            continue
        try:
            atoms += reader.atoms(cell, token)
        except PuzzleError as error:
            raise error.at(file=puzzle.file, row=cell[0], column=puzzle.board.position(cell)) from None
    return list(dict.fromkeys(atoms))


def shown_rules(puzzle: Puzzle) -> list[DrawRule]:
    """The entries of `draw` that an answer's plain text shows: of predicates that the rules show."""
    shown = rules.load(puzzle.type.rule_files).shown_names
    return [rule for rule in puzzle.type.draw if rule.template.name in shown and _has_token(rule) and _on_cells(rule)]


#: The exit of a line that leads to a cell in another row and column.
_OFFSET = re.compile(r"([ns])(\d{1,4})([ew])(\d{1,4})", re.ASCII)


def _has_token(rule: DrawRule) -> bool:
    if rule.dropped:
        return False  # no text says the whole atom
    if rule.token is not None:
        return bool(rule.token)
    layer = rule.layer
    return bool(rule.kind.token or rule.tokens) or layer in (Layer.TEXT, Layer.SIGN) or layer.is_pair or layer.is_area


def _on_cells(rule: DrawRule) -> bool:
    return bool(rule.weights) or all(isinstance(place, Variable) and place.name in "XY" for place in rule.places)


class _AnswerReader:
    """Reads the tokens of one answer text."""

    def __init__(self, puzzle: Puzzle, grid: dict[Cell, str]) -> None:
        self.puzzle = puzzle
        self.grid = grid
        self.rules = shown_rules(puzzle)
        self.over = {NOTHING}.union(*(tokens for rule in self.rules for tokens in rule.over.values()))

    def atoms(self, cell: Cell, token: str) -> Iterator[Term]:
        """The atoms that a token states. A token with a name of its own comes before values, exits and regions."""
        if token in self.over:  # the line's ends say it
            return
        for rule in self.rules:
            if rule.joined and token.startswith(prefix := rule.token or rule.kind.token):
                yield _atom(rule, cell, {})
                token = token.removeprefix(prefix)
        if not token:
            return
        for rule in self.rules:
            if token == (rule.kind.token if rule.token is None else rule.token) and not rule.weights:
                yield _atom(rule, cell, {})
                return
        for rule in self.rules:
            if rule.weights:
                if token.isdecimal() and int(token) <= sum(rule.weights.values()):
                    yield from self.weighed(rule, cell, int(token))
                    return
            elif rule.layer.is_pair:
                if (exits := self.exits(token)) is not None and (rule.values or max(exits.values()) == 1):
                    yield from self.pairs(rule, cell, exits)
                    return
            elif rule.layer.is_area:
                yield _atom(rule, cell, {rule.values[0]: number_or_text(token)})
                return
            elif rule.layer is Layer.SIGN and token not in _known_signs(rule):
                continue
            elif rule.layer.is_written and (values := self.values(rule, token)) is not None:
                yield _atom(rule, cell, values)
                return
        for rule in self.rules:  # a sign of a value that names no shape
            if rule.layer is Layer.SIGN and (values := self.values(rule, token)) is not None:
                yield _atom(rule, cell, values)
                return
        raise PuzzleError(f"found {quote(token)}, expected a token of an answer")

    def exits(self, token: str) -> Counter[str] | None:
        """How many lines leave in each direction, or None if the token names no exits."""
        board = self.puzzle.board
        names = Counter(token.split("+") if not board.is_square or "+" in token or _OFFSET.fullmatch(token) else token)
        known = (name in board.directions or (board.is_square and _OFFSET.fullmatch(name)) for name in names)
        return names if all(known) else None

    def weighed(self, rule: DrawRule, cell: Cell, total: int) -> Iterator[Term]:
        """The atoms of the sides or corners whose weights have this sum; closed sides at the edge are no atoms."""
        board = self.puzzle.board
        for name, place in outline(rule, board, cell).items():
            if not total & rule.weights[name]:
                continue
            if rule.layer is Layer.LINE:
                start, end = (corner for where, corner in board.corners_of(cell).items() if name in where)
                yield _atom(rule, start, {}, end)
            elif rule.layer is not Layer.WALL:
                yield _atom(rule, place, {})
            elif len(around := board.cells_around(place)) == 2:
                yield _atom(rule, around[0], {}, around[1])

    def pairs(self, rule: DrawRule, cell: Cell, exits: Counter[str]) -> Iterator[Term]:
        for name, count in exits.items():
            end = self.end(rule, cell, name)
            first, second = (cell, end) if isinstance(end, Term) else sorted((cell, end))
            values: dict[str, Value] = {rule.values[0]: count} if rule.values else {}
            yield _atom(rule, first, values, second)

    def end(self, rule: DrawRule, cell: Cell, name: str) -> Cell | Term:
        """Where a line ends that leaves a cell: in the next one, or behind cells that it goes over, if a line leaves
        there in the opposite direction; where there is no next one, at the side of the cell.
        """
        board = self.puzzle.board
        if (offset := _OFFSET.fullmatch(name)) is not None:
            vertical, down, level, right = offset.groups()
            return cell[0] + int(down) * (-1) ** (vertical == "n"), cell[1] + int(right) * (-1) ** (level == "w")
        down, right = board.directions[name]
        first = end = (cell[0] + down, cell[1] + right)
        if rule.layer is not Layer.LINE:
            return first
        if first not in board:
            return side_between(cell, first)
        while self.grid.get(end) in self.over:
            end = (end[0] + down, end[1] + right)
        back = next(each for each, step in board.directions.items() if step == (-down, -right))
        return end if back in (self.exits(self.grid.get(end, "")) or ()) else first

    def values(self, rule: DrawRule, token: str) -> dict[str, Value] | None:
        """The values that are written so, by variable; None if none are."""
        alphabet = self.puzzle.alphabet if self.puzzle.type.alphabets and rule.in_alphabet else None
        if rule.tokens or rule.layer is Layer.NOTE:
            named = next((value for value, its_token in rule.tokens.items() if its_token == token), None)
            if named is None and (rule.layer is Layer.NOTE or token in rule.tokens):
                return None
            token = named or token
        if len(rule.values) == 1:
            (name,) = rule.values
            value: Value | None
            if rule.layer is Layer.SIGN or name == "D":
                value = int(token) if token.isdecimal() else _constant(token)
            else:
                value = alphabet.value(token) if alphabet else number_or_text(token)
            return None if value is None else {name: value}
        usual = "number" if alphabet is None or alphabet == NUMBERS else "symbol"
        kinds = [field_of(name, usual) for name in rule.values]
        fields = [f"<{name}:{kind}>" for name, kind in zip(rule.values, kinds)]
        with_comma = "".join(
            ("," if at and kind in ("symbol", "number") else "") + field
            for at, (kind, field) in enumerate(zip(kinds, fields))
        )
        for key in ("".join(fields), with_comma):
            if (readings := pattern(key).read(token, alphabet)) is not None:
                return dict(readings[0])
        return None


def _known_signs(rule: DrawRule) -> set[str]:
    """The tokens of the values of which the manifest says what they look like."""
    return {rule.tokens.get(value, value) for value in rule.shapes or SHAPES} | set(rule.tokens.values())


def _constant(text: str) -> Value:
    """A name as the constant that rules write so; any other text as a string."""
    return Term(text) if text[:1].islower() and text.isidentifier() else text


def _atom(rule: DrawRule, place: Value, values: Mapping[str, Value], other: Value | None = None) -> Term:
    """The atom of an entry at this place, or these two."""
    where = {each.name: here for each, here in zip(rule.places, (place, other)) if isinstance(each, Variable) and here}
    filled = terms.fill(rule.template, {**where, **values})
    assert isinstance(filled, Term)
    return filled
