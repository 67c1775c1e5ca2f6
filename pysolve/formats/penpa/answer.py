"""What a solver drew into a Penpa+ link, as an answer text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ...model.board import Board, Cell, cell_of, corner_of
from ...model.marks import NOTHING, Layer, Tone
from ...model.puzzle import Puzzle
from ...model.puzzle_type import Drawn, DrawRule, PuzzleType, value_of
from ...model.terms import Term
from ..links.places import regions_between, within
from .drawing import (
    STEPS,
    Drawing,
    Element,
    ElementKind,
    Kind,
    PenpaLayer,
    Spot,
    across,
    pair_of,
)
from .link import CHECKED
from .looks import PenpaKey, StrokeKind, penpa_of


def answer_text(type_: PuzzleType, drawing: Drawing) -> str | None:
    """The answer that a link holds, a token a cell; None if it holds none, or a part of one that fills all cells."""
    answer = drawing.answer
    is_drawn = any((answer.elements, answer.edges, answer.lines, answer.stubs))
    if not is_drawn or (drawing.checked and answer.others):  # what is not understood would be missing
        return None
    given = {template.name for part in type_.parts for template in part.templates}
    rules = [rule for rule in type_.draw if rule.template.name not in given]
    tokens = _Answer(drawing, rules, penpa_of(type_)).tokens()
    fills_all = Layer.TEXT in [rule.layer for rule in rules] and not drawing.checked
    if not tokens or (fills_all and not drawing.cells <= tokens.keys()):
        return None
    columns = range(1, drawing.columns + 1)
    rows = ([tokens.get((row, column), NOTHING) for column in columns] for row in range(1, drawing.rows + 1))
    return "".join(" ".join(row) + "\n" for row in rows)


_BACK = {"e": "w", "s": "n"}


class _Answer:
    def __init__(self, drawing: Drawing, rules: list[DrawRule], key: PenpaKey) -> None:
        self.drawing = drawing
        self.rules = rules
        # The edges of the question are lines of the answer, too, where givens are edges.
        given = StrokeKind.EDGES in [strokes.kind for strokes in key.strokes.values()]
        self.given_edges = drawing.question.edges if given else set()
        spaces = Board.square(drawing.rows, drawing.columns)
        self.board = spaces.with_holes({cell for cell in spaces.cells if cell not in drawing.cells})

    def tokens(self) -> dict[Cell, str]:
        """The tokens of the cells in which an answer says something."""
        tokens = self.regions() | self.inside() | self.lines()
        for rule in reversed(self.rules):
            for cell in self.drawing.cells:
                token = self.token(rule, cell)
                if token is not None:
                    tokens[cell] = token
        return tokens

    def token(self, rule: DrawRule, cell: Cell) -> str | None:
        """What a cell holds of the marks of a rule."""
        spot = Spot(Kind.MIDDLE, *cell)
        there = self.drawing.answer.elements.get(spot, [])
        own = rule.kind.token if rule.token is None else rule.token
        marks = {
            Layer.FILL: Element(ElementKind.FILL, _tone(rule)), Layer.SYMBOL: Element(ElementKind.SHAPE, rule.kind.name)
        }  # fmt: skip
        if rule.layer in marks:
            return own if marks[rule.layer] in there else None
        if rule.layer is Layer.TEXT:
            both = [*there, *self.drawing.question.elements.get(spot, [])]
            return next((each.value for each in both if each.kind is ElementKind.TEXT), None)
        signs = [each.value for each in there if each.kind in (ElementKind.SHAPE, ElementKind.TEXT)]
        if rule.layer is not Layer.SIGN or not signs:
            return None
        value = {shape: value for value, shape in reversed([*rule.shapes.items()])}.get(signs[0], signs[0])
        return rule.tokens.get(value, own or value)

    def lines(self) -> dict[Cell, str]:
        """The exits of the cells that lines go through."""
        rule = next((each for each in self.rules if each.layer is Layer.LINE), None)
        if rule is None:
            return {}
        question, answer = self.drawing.question, self.drawing.answer
        doubles = answer.doubles | question.doubles
        joined = answer.lines | question.lines | {across(*stub) for stub in question.stubs | answer.stubs} | doubles
        exits: dict[Cell, str] = {}
        for cell in self.drawing.cells:
            if names := "".join(direction for direction in STEPS if across(cell, direction) in joined):
                exits[cell] = names
        if any(self.is_loose(*exit_) for exit_ in exits.items()):
            return {}
        for cell, directions in exits.items():
            count = [1 + (across(cell, direction) in doubles) for direction in directions]
            tokens = self.passed(rule, cell, directions)
            each = "".join(direction * times for direction, times in zip(directions, count))
            exits[cell] = tokens[count[0] - 1] if tokens else each
        return exits

    def passed(self, rule: DrawRule, cell: Cell, exits: str) -> tuple[str, ...]:
        """The tokens of a cell that lines go over: of one, of two side by side; none where they begin or end in it."""
        if len(exits) != 2 or Spot(Kind.MIDDLE, *cell) in self.drawing.question.elements:
            return ()
        return next((tokens for name, tokens in rule.over.items() if set(exits) == {name, _BACK[name]}), ())

    def is_loose(self, cell: Cell, exits: str) -> bool:
        """Whether a line ends in a cell that has no clue: then somebody has begun to draw."""
        return len(exits) == 1 and Spot(Kind.MIDDLE, *cell) not in self.drawing.question.elements

    def regions(self) -> dict[Cell, str]:
        """The numbers of regions, where the answer is a division of the board."""
        edges = self.drawing.answer.edges | self.drawing.question.edges
        if not self.drawing.answer.edges or not any(rule.layer is Layer.BORDER for rule in self.rules):
            return {}
        regions = [region for region in regions_between(self.board, edges) if region[0] in self.board.cell_set]
        if within(regions, edges):  # somebody has begun to draw
            return {}
        return {cell: str(number) for number, region in enumerate(regions, 1) for cell in region}

    def inside(self) -> dict[Cell, str]:
        """The cells inside a loop along sides, where the type fills them."""
        edges = self.drawing.answer.edges | self.given_edges
        fill = next((rule for rule in self.rules if rule.layer is Layer.FILL and _tone(rule) == "pale"), None)
        if fill is None or not edges or not any(rule.layer is Layer.LINE for rule in self.rules):
            return {}
        wide = Board.square(self.board.rows + 2, self.board.columns + 2)
        shifted = {((r + 1, c + 1), (s + 1, d + 1)) for (r, c), (s, d) in edges}
        outside = set(regions_between(wide, shifted)[0])
        own = fill.kind.token if fill.token is None else fill.token
        return {(r, c): own for r, c in self.drawing.cells if (r + 1, c + 1) not in outside}


def _tone(rule: DrawRule) -> str:
    return "pale" if rule.kind.tone is Tone.PALE else "dark"


# -- The answer that a link checks: from the atoms of an answer to what is drawn


def solution_of(puzzle: Puzzle, atoms: Iterable[Term], question: PenpaLayer) -> PenpaLayer | None:
    """What a solver draws: the marks of an answer that are not given; None if some of them cannot be checked."""
    solver = _Solver(puzzle, question)
    for atom in atoms:
        for rule in puzzle.type.draw:
            if (drawn := rule.match(atom)) is not None and not solver.draw(rule, drawn):
                return None
    return solver.finished()


class _Solver:
    def __init__(self, puzzle: Puzzle, question: PenpaLayer) -> None:
        self.puzzle, self.question = puzzle, question
        self.layer = PenpaLayer()
        self.regions: dict[Cell, str] = {}

    def draw(self, rule: DrawRule, drawn: Drawn) -> bool:
        """Draws a mark; whether it can be checked, or need not be."""
        value = value_of(rule, drawn, self.puzzle.alphabet)
        cell, other = cell_of(drawn.place), None if drawn.other is None else cell_of(drawn.other)
        if rule.kind.follows or rule.layer is Layer.HOLE:
            return True
        if rule.layer is Layer.LINE:
            return self.line(drawn, value)
        if cell is None:
            return rule.layer is Layer.SYMBOL and rule.kind.name in ("circle", "disc")  # dots, which are given
        if rule.layer is Layer.BORDER:
            self.regions[cell] = value
            return True
        if rule.layer is Layer.WALL and other is not None:
            self.layer.edges.add(pair_of(cell, other))
            return True
        return self.element(Spot(Kind.MIDDLE, *cell), rule, value)

    def element(self, spot: Spot, rule: DrawRule, value: str) -> bool:
        """Draws an element that is not given; whether it can be checked."""
        given = self.question.elements.get(spot, [])
        if rule.layer is Layer.FILL:
            element, is_checked = Element(ElementKind.FILL, "dark"), rule.kind.tone is not Tone.PALE
            is_given = any(each.kind is ElementKind.FILL for each in given)
        elif rule.layer is Layer.TEXT:
            element, is_checked = Element(ElementKind.TEXT, value), bool(re.fullmatch(r"\d+|[A-Za-z]+", value))
            is_given = element in given and is_checked
        elif rule.layer in (Layer.SYMBOL, Layer.SIGN):
            element = Element(ElementKind.SHAPE, rule.kind.name if rule.layer is Layer.SYMBOL else value)
            is_given = element in given
            is_checked = is_given or element.value in CHECKED
        else:
            return False
        if not is_given:
            self.layer.elements.setdefault(spot, []).append(element)
        return is_checked

    def line(self, drawn: Drawn, value: str) -> bool:
        """A line from cell to cell, perhaps over others, or along the side of a cell."""
        if drawn.other is None or value not in ("", "0", "1", "2"):
            return False
        ends = [cell_of(drawn.place), cell_of(drawn.other)]
        if None not in ends:
            for pair in _steps(*(end for end in ends if end is not None)):
                (self.layer.doubles if value == "2" else self.layer.lines).add(pair)
            return True
        corners = sorted(end for end in (corner_of(drawn.place), corner_of(drawn.other)) if end is not None)
        if len(corners) < 2:
            return False
        (r, c), (s, _) = corners
        pair = ((r, c - 1), (r, c)) if s > r else ((r - 1, c), (r, c))  # the cells on both sides of it
        if pair not in self.question.edges:
            self.layer.edges.add(pair)
        return True

    def finished(self) -> PenpaLayer | None:
        """What was drawn; None if that is nothing."""
        layer = self.layer
        texts = any(each.kind is ElementKind.TEXT for there in layer.elements.values() for each in there)
        if self.regions and not texts:
            for row, column in self.puzzle.board.cells:
                for other in ((row + 1, column), (row, column + 1)):
                    pair = ((row, column), other)
                    if other in self.puzzle.board.cell_set and self.regions.get(other) != self.regions.get(pair[0]):
                        layer.edges |= {pair} - self.question.edges
        return layer if layer.elements or layer.edges or layer.lines or layer.doubles else None


def _steps(cell: Cell, other: Cell) -> Iterator[tuple[Cell, Cell]]:
    """The pairs of neighbours from one cell to another in the same row or column."""
    (row, column), (last_row, last_column) = pair_of(cell, other)
    while (row, column) != (last_row, last_column):
        there = (row + (last_row > row), column + (last_column > column))
        yield (row, column), there
        row, column = there
