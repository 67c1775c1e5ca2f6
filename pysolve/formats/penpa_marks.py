"""What the tokens of a puzzle look like in Penpa+: by the marks that their facts leave."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..catalog.penpa import StrokeKind, Strokes, penpa_of
from ..model.board import Board, Cell, Side, cell_of, corner_of, halves_of, margin_of
from ..model.errors import PuzzleError, quote
from ..model.marks import SHAPES, Layer, Tone
from ..model.parts import GRID, Part
from ..model.puzzle import Puzzle, Token
from ..model.puzzle_type import Drawn, DrawRule, PuzzleType, value_of
from ..model.terms import Term, Value, fill
from ..model.tokens import Alphabet
from .penpa_drawing import Element, ElementKind, Exit, Kind, Pair, Spot, across, exits_of
from .penpa_words import CORNERS, DIRECTIONS

#: Where the dots of a cell may be, in the order of their tokens.
DOTS = (Kind.MIDDLE, Kind.RIGHT, Kind.BELOW, Kind.LOWER_RIGHT)


class Margin(NamedTuple):
    """The parts on a side of the board with the number of their slots, the outermost first at the top and the left."""

    parts: tuple[tuple[str, int], ...]

    @property
    def width(self) -> int:
        """How many cells lie beside the board."""
        return sum(width for _, width in self.parts)

    def distance(self, part: str, side: Side, index: int, length: int) -> int:
        """How many cells from the board a token of a part stands. index: which of its line's tokens, from 1; length:
        how many these are.
        """
        at = next(number for number, (name, _) in enumerate(self.parts) if name == part)
        if side in (Side.TOP, Side.LEFT):
            return sum(width for _, width in self.parts[at + 1 :]) + length - index + 1
        return sum(width for _, width in self.parts[:at]) + index


def draw_rules(type_: PuzzleType) -> tuple[DrawRule, ...]:
    """How facts are drawn: as the manifest's `penpa` says, else as its `draw` does."""
    special = penpa_of(type_).draw
    named = {rule.template for rule in special}
    return (*special, *(rule for rule in type_.draw if rule.template not in named))


class Looks:
    """What the tokens of a type look like."""

    def __init__(self, type_: PuzzleType) -> None:
        key = penpa_of(type_)
        self.fills, self.circled = key.fills, key.circled
        self.rules = [rule for rule in draw_rules(type_) if rule.template.name not in key.fills]
        #: The corner of the cell in which numbers stand, if the manifest says that they do.
        self.corner = next((str(rule.kind.corner) for rule in key.draw if rule.layer is Layer.NOTE), None)

    def of(self, token: Token, alphabet: Alphabet) -> tuple[Element, ...]:
        """The elements of a token; none if its facts leave no marks, or some that Penpa+ does not have."""
        found = elements_of(token, self.rules, alphabet)
        colours = [self.fills[template.name] for template in token.templates if template.name in self.fills]
        if not colours or (not found and len(colours) < len(token.templates)):
            return found
        return tuple(each for each in found if each.kind is not ElementKind.FILL) + (
            () if colours[-1] == "white" else (Element(ElementKind.FILL, colours[-1]),)
        )


def area_layer(type_: PuzzleType, part: Part) -> Layer | None:
    """BORDER or CAGE for a part whose tokens say which region a cell belongs to."""
    names = {template.name for template in part.templates} if part.shape is GRID else set()
    return next((rule.layer for rule in draw_rules(type_) if rule.layer.is_area and rule.template.name in names), None)


def tube_rule(type_: PuzzleType, part: Part) -> DrawRule | None:
    """How a part whose tokens say which thermo a cell belongs to is drawn; None for another part."""
    names = {template.name for template in part.templates} if part.shape is GRID else set()
    return next((rule for rule in type_.draw if rule.layer is Layer.TUBE and rule.template.name in names), None)


def stroked_exits(puzzle: Puzzle, part: Part, strokes: Strokes) -> set[Exit]:
    """Where the cells of a part have strokes: of the sides of cells at both cells, even if one token alone names them.
    PuzzleError, with the place, for a token that is none of strokes.
    """
    exits: set[Exit] = set()
    for token in puzzle.tokens.get(part.name, ()):
        cell, directions = cell_of(part.place(token.values)), strokes.directions(token.text)
        if cell is None or directions is None:
            raise refused(puzzle, part, token)
        exits |= {(cell, direction) for direction in directions}
    if strokes.kind is StrokeKind.LINES:
        return exits
    return {other for each in exits for other in exits_of(across(*each))}


def refused(puzzle: Puzzle, part: Part, token: Token) -> PuzzleError:
    """What is wrong with a token that Penpa+ cannot show."""
    where = puzzle.board.name(part.place(token.values)) or part.name
    return PuzzleError(f"{where}: a link of Penpa+ cannot hold {quote(token.text)}")


def elements_of(token: Token, rules: Sequence[DrawRule], alphabet: Alphabet) -> tuple[Element, ...]:
    """What a token looks like; nothing if its facts leave no marks, or some that Penpa+ does not have."""
    elements = []
    for template in token.templates:
        atom = fill(template, token.values)
        assert isinstance(atom, Term)
        for rule in rules:
            drawn = rule.match(atom)
            if drawn is not None:
                element = _element(rule, drawn, alphabet)
                if element is None:
                    return ()
                elements.append(element)
    return tuple(dict.fromkeys(elements))


def _element(rule: DrawRule, drawn: Drawn, alphabet: Alphabet) -> Element | None:
    kind = rule.kind
    if rule.layer is Layer.FILL:
        return Element(ElementKind.FILL, "pale" if kind.tone is Tone.PALE else "dark")
    if rule.layer is Layer.SYMBOL:
        return Element(ElementKind.SHAPE, kind.name)
    if rule.layer is Layer.WALL:
        return Element(ElementKind.EDGE)
    if not rule.layer.is_written:
        return None
    value = value_of(rule, drawn, alphabet)
    if rule.layer is Layer.NOTE:
        return Element(ElementKind.NOTE, value, str(kind.corner)) if kind.corner in CORNERS else None
    if rule.layer is Layer.SIGN and value in SHAPES:
        return Element(ElementKind.SHAPE, value)
    points = "D" in drawn.values and value.endswith(tuple(DIRECTIONS))  # an arrow may be given without its direction
    return Element(ElementKind.ARROW if points else ElementKind.TEXT, value)


def spot_of(place: Value, board: Board, distance: int = 1) -> Spot | None:
    """Where a place of the board lies. distance: of a margin, how many cells from the board; None for other terms."""
    if (cell := cell_of(place)) is not None:
        return Spot(Kind.MIDDLE, *cell)
    if (at := corner_of(place)) is not None:
        return Spot(Kind.LOWER_RIGHT, at[0] - 1, at[1] - 1)
    if (halves := halves_of(place)) is not None:
        kinds = {(0, 0): Kind.MIDDLE, (1, 1): Kind.LOWER_RIGHT, (1, 0): Kind.BELOW, (0, 1): Kind.RIGHT}
        return Spot(kinds[halves[0] % 2, halves[1] % 2], halves[0] // 2, halves[1] // 2)
    if (margin := margin_of(place)) is not None:
        side, number = margin
        beyond = 1 - distance if side in (Side.TOP, Side.LEFT) else distance
        if side.along_rows:
            return Spot(Kind.MIDDLE, number, beyond if side is Side.LEFT else board.columns + beyond)
        return Spot(Kind.MIDDLE, beyond if side is Side.TOP else board.rows + beyond, number)
    return None


def margin_parts(type_: PuzzleType) -> Iterator[tuple[Side, tuple[Part, ...]]]:
    """The sides of the board with the parts beside them, in the manifest's order."""
    for side in Side:
        parts = tuple(part for part in type_.parts if part.shape.is_margin and part.side == side)
        if parts:
            yield side, parts


def sides_of_boxes(size: int, rows: int, columns: int) -> set[Pair]:
    """The sides between the boxes of these sides on a board of size x size."""
    cells = [(row, column) for row in range(1, size + 1) for column in range(1, size + 1)]
    below = {((r, c), (r + 1, c)) for r, c in cells if r % rows == 0 and r < size}
    return below | {((r, c), (r, c + 1)) for r, c in cells if c % columns == 0 and c < size}


def labels(regions: Sequence[Sequence[Cell]], letters: str) -> Iterator[tuple[str, Sequence[Cell]]]:
    """Names for regions: letters, or numbers if these do not suffice."""
    for number, region in enumerate(regions):
        yield letters[number] if len(regions) <= len(letters) else str(number + 1), region
