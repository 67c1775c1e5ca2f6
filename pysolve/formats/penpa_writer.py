"""A puzzle as the drawing of a Penpa+ link."""

from __future__ import annotations

from ..catalog.penpa import StrokeKind, Strokes, penpa_of
from ..model.board import Cell, Side, cell_of
from ..model.errors import PuzzleError
from ..model.marks import Layer
from ..model.parts import GROUPS, Part, groups_of
from ..model.puzzle import Puzzle, Token
from ..model.puzzle_type import DrawRule
from ..model.terms import Term, Value, fill
from ..model.tokens import is_pattern, pattern
from ..rules.library import default_options
from .penpa_drawing import STEPS, Drawing, Element, ElementKind, Kind, PenpaLayer, Spot, across
from .penpa_marks import (
    DOTS,
    Looks,
    Margin,
    area_layer,
    draw_rules,
    margin_parts,
    refused,
    sides_of_boxes,
    spot_of,
    stroked_exits,
    tube_rule,
)
from .penpa_words import SMALL
from .puzzlink_places import regions_between, sides_of
from .sudokus import box_sides


def drawing_of(puzzle: Puzzle, tags: tuple[str, ...]) -> Drawing:
    """The drawing of a puzzle; PuzzleError, with the place, for a token that Penpa+ cannot show."""
    return _Writer(puzzle).drawing(tags)


class _Writer:
    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.rules, self.looks = draw_rules(puzzle.type), Looks(puzzle.type)
        self.key = key = penpa_of(puzzle.type)
        self.dots, self.strokes = key.dots, key.strokes
        self.layer = PenpaLayer()
        self.margins = {
            side: Margin(tuple((part.name, max(self.width(part), len(parts) > 1)) for part in parts))
            for side, parts in margin_parts(puzzle.type)
        }

    def width(self, part: Part) -> int:
        """How many tokens the longest line of a part in the margin has."""
        indices = [token.values.get("I", 1) for token in self.puzzle.tokens.get(part.name, ())]
        return max((index for index in indices if isinstance(index, int)), default=0)

    def drawing(self, tags: tuple[str, ...]) -> Drawing:
        board, puzzle = self.puzzle.board, self.puzzle
        rows, columns = ({cell[axis] for cell in board.cells} for axis in (0, 1))
        if (min(rows), max(rows), min(columns), max(columns)) != (1, board.rows, 1, board.columns):
            raise PuzzleError("a link of Penpa+ cannot hold a board whose first or last row or column is empty")
        if puzzle.lists:
            raise PuzzleError("a link of Penpa+ cannot hold a list of words")
        if others := [each.name for each in puzzle.type.added if not each.thermos]:
            raise PuzzleError(f"a link of Penpa+ cannot hold added constraints: {', '.join(others)}")
        for part in puzzle.type.parts:
            if part.shape is GROUPS:
                self.layer.thermos += [cells for cells, _ in groups_of(puzzle.tokens.get(part.name, ()))]
            elif part.name in self.strokes:
                self.draw_strokes(part, self.strokes[part.name])
            elif area_layer(puzzle.type, part) is not None:
                self.area(part)
            elif (rule := tube_rule(puzzle.type, part)) is not None:
                self.thermos(part, rule)
            else:
                for token in puzzle.tokens.get(part.name, ()):
                    self.token(part, token)
        self.boxes()
        beside = (self.margins.get(side) for side in (Side.TOP, Side.BOTTOM, Side.LEFT, Side.RIGHT))
        top, bottom, left, right = (margin.width if margin is not None else 0 for margin in beside)
        known = default_options(puzzle.type) | puzzle.options
        for option, shape in self.key.beside.items():
            if option in known:
                self.beside(-top, known[option], shape)
                top += 1
        return Drawing(
            board.rows, board.columns, set(board.cells), self.layer, PenpaLayer(), puzzle.title, puzzle.author,
            puzzle.source, tags=tags, margins=(top, bottom, left, right),
            dotted=any(strokes.kind is StrokeKind.DOTTED for strokes in self.strokes.values()),
            looped=self.key.points,
        )  # fmt: skip

    def beside(self, row: int, value: str, shape: str) -> None:
        """The value of an option above the board: a number with a shape behind it, or a text."""
        last = self.puzzle.board.columns
        if is_pattern(shape):
            number = int(value) if value.isdecimal() else value
            text = pattern(shape).write([{"V": number}], self.puzzle.alphabet)
            self.layer.elements[Spot(Kind.MIDDLE, row, max(last - 1, 1))] = [Element(ElementKind.TEXT, text)]
        else:
            self.layer.elements[Spot(Kind.MIDDLE, row, last - 1)] = [Element(ElementKind.TEXT, value)]
            self.layer.elements[Spot(Kind.MIDDLE, row, last)] = [Element(ElementKind.SHAPE, shape)]

    def boxes(self) -> None:
        """The edges between the boxes that two options say."""
        board, names = self.puzzle.board, self.key.boxes
        if names and board.rows == board.columns and not board.holes and not self.layer.edges:
            found = box_sides(board.rows, [self.puzzle.options.get(name, "0") for name in names])
            self.layer.edges |= sides_of_boxes(board.rows, *found) if found is not None else set()

    def draw_strokes(self, part: Part, strokes: Strokes) -> None:
        """The strokes that the tokens of a part stand for."""
        exits = stroked_exits(self.puzzle, part, strokes)
        pairs = {across(*each) for each in exits}
        if strokes.kind is StrokeKind.LINES:
            self.layer.stubs |= exits
        elif strokes.kind is StrokeKind.EDGES:
            self.layer.edges |= pairs
        else:
            self.layer.erased |= {across(cell, to) for cell in self.puzzle.board.cells for to in STEPS} - pairs

    def thermos(self, part: Part, rule: DrawRule) -> None:
        """The thermos, each from its bulb."""
        tubes: dict[Value, dict[int, Cell]] = {}
        for token in self.puzzle.tokens.get(part.name, ()):
            for template in token.templates:
                atom = fill(template, token.values)
                drawn = rule.match(atom) if isinstance(atom, Term) else None
                cell = None if drawn is None else cell_of(drawn.place)
                if drawn is not None and cell is not None:
                    cells = tubes.setdefault(drawn.values[rule.values[0]], {})
                    if drawn.index in cells:
                        raise refused(self.puzzle, part, token)
                    cells[drawn.index] = cell
        for number, cells in tubes.items():
            if sorted(cells) != list(range(1, len(cells) + 1)):
                raise PuzzleError(f"the thermo {number} lacks some of its cells, which a link of Penpa+ cannot say")
        self.layer.thermos += [[cells[at] for at in sorted(cells)] for cells in tubes.values()]

    def token(self, part: Part, token: Token) -> None:
        place = part.place(token.values)
        cell = cell_of(place)
        for shape, texts in self.dots.get(part.name, {}).items():
            drawn = [text for text in texts if set(part.tokens[text]) <= set(token.templates)]
            if cell is not None and part.together(drawn) == token.text:
                for text in drawn:
                    self.layer.elements[Spot(DOTS[texts.index(text)], *cell)] = [
                        Element(ElementKind.SHAPE, shape, SMALL)
                    ]
                return
        elements = self.looks.of(token, self.puzzle.alphabet)
        if self.looks.circled and [each.kind for each in elements] == [ElementKind.TEXT]:
            elements = (*elements, Element(ElementKind.SHAPE, "circle"))
        distance = self.distance(part, token) if part.shape.is_margin else 1
        spot = spot_of(place, self.puzzle.board, distance)
        if self.key.boxed and (cell := cell_of(place)) is not None:
            self.layer.edges ^= {across(cell, to) for to in STEPS}  # none between two such cells
        elif not elements:
            raise refused(self.puzzle, part, token)
        if spot is None:
            raise refused(self.puzzle, part, token)
        for element in elements:
            if element.kind is ElementKind.EDGE:
                one, other = (cell_of(token.values[name]) for name in ("X", "Y"))
                assert one is not None and other is not None
                self.layer.edges.add((min(one, other), max(one, other)))
            elif element not in self.layer.elements.setdefault(spot, []):
                self.layer.elements[spot].append(element)

    def distance(self, part: Part, token: Token) -> int:
        index = token.values.get("I", 1)
        variable = "R" if part.shape.along_rows else "C"
        line = [
            each.values.get("I", 1) for each in self.puzzle.tokens[part.name]
            if each.values[variable] == token.values[variable]
        ]  # fmt: skip
        numbers = [number for number in line if isinstance(number, int)]
        return self.margins[part.side].distance(
            part.name, part.side, index if isinstance(index, int) else 1, max(numbers)
        )

    def area(self, part: Part) -> None:
        board = self.puzzle.board
        groups: dict[str, list[Cell]] = {}
        for token in self.puzzle.tokens.get(part.name, ()):
            cell = cell_of(token.values["X"])
            if cell is not None:
                groups.setdefault(token.text, []).append(cell)
        if not groups and part.optional:
            return
        names = {cell: name for name, cells in groups.items() for cell in cells}
        is_caged = area_layer(self.puzzle.type, part) is Layer.CAGE
        for cell in board.cells if not is_caged else ():
            if cell not in names:
                raise PuzzleError(f"{board.name(cell)} belongs to no region, which a link of Penpa+ cannot say")
        pairs = [pair for group in sides_of(board) for pair in group]
        walls = {pair for pair in pairs if names.get(pair[0]) != names.get(pair[1])}
        if len([each for each in regions_between(board, walls) if each[0] in names]) > len(groups):
            raise PuzzleError("a region is in several pieces, which a link of Penpa+ cannot say")
        if is_caged:
            self.layer.cages = [sorted(cells) for cells in groups.values()]
        else:
            self.layer.edges |= {pair for pair in walls if all(cell in names for cell in pair)}
