"""What a solver drew into a Penpa+ link, as an answer text."""

from __future__ import annotations

from ..catalog.penpa import StrokeKind, penpa_of
from ..model.board import Board, Cell
from ..model.marks import NOTHING, Layer, Tone
from ..model.puzzle_type import DrawRule, PuzzleType
from .penpa_drawing import STEPS, Drawing, Element, ElementKind, Kind, Spot, across
from .puzzlink_places import regions_between, within


def answer_text(type_: PuzzleType, drawing: Drawing) -> str | None:
    """The answer that a link holds, a token a cell; None if it holds none, or a part of one that fills all cells."""
    answer = drawing.answer
    if not (answer.elements or answer.edges or answer.lines or answer.stubs):
        return None
    if drawing.checked and answer.others:  # what is not understood would be missing
        return None
    given = {template.name for part in type_.parts for template in part.templates}
    rules = [rule for rule in type_.draw if rule.template.name not in given]
    given_edges = any(strokes.kind is StrokeKind.EDGES for strokes in penpa_of(type_).strokes.values())
    tokens = _Answer(drawing, rules, given_edges).tokens()
    cells = [(row, column) for row in range(1, drawing.rows + 1) for column in range(1, drawing.columns + 1)]
    fills_all = any(rule.layer is Layer.TEXT for rule in rules)
    if not tokens or (fills_all and not drawing.checked and not drawing.cells <= tokens.keys()):
        return None
    return "".join(
        tokens.get(cell, NOTHING) + ("\n" if cell[1] == drawing.columns else " ") for cell in cells
    )  # fmt: skip


_BACK = {"e": "w", "s": "n"}


class _Answer:
    def __init__(self, drawing: Drawing, rules: list[DrawRule], given_edges: bool) -> None:
        """given_edges: whether the edges of the question are lines of the answer, too."""
        self.drawing = drawing
        self.rules = rules
        self.given_edges = drawing.question.edges if given_edges else set()
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
        spot = Spot(Kind.MIDDLE, *cell)
        own = rule.kind.token if rule.token is None else rule.token
        for element in self.drawing.answer.elements.get(spot, []):
            if rule.layer is Layer.FILL and element == Element(ElementKind.FILL, _tone(rule)):
                return own
            if rule.layer is Layer.SYMBOL and element == Element(ElementKind.SHAPE, rule.kind.name):
                return own
            if rule.layer is Layer.SIGN and element.kind in (ElementKind.SHAPE, ElementKind.TEXT):
                values = [value for value, shape in rule.shapes.items() if shape == element.value] or [element.value]
                return rule.tokens.get(values[0], own or values[0])
        if rule.layer is Layer.TEXT:
            both = [*self.drawing.answer.elements.get(spot, []), *self.drawing.question.elements.get(spot, [])]
            return next((each.value for each in both if each.kind is ElementKind.TEXT), None)
        return None

    def lines(self) -> dict[Cell, str]:
        rule = next((each for each in self.rules if each.layer is Layer.LINE), None)
        if rule is None:
            return {}
        question = self.drawing.question
        answer = self.drawing.answer
        doubles = answer.doubles | question.doubles
        joined = answer.lines | question.lines | {across(*stub) for stub in question.stubs | answer.stubs} | doubles
        exits: dict[Cell, str] = {}
        for cell in self.drawing.cells:
            if names := [direction for direction in STEPS if across(cell, direction) in joined]:
                exits[cell] = "".join(names)
        if any(self.is_loose(*exit_) for exit_ in exits.items()):
            return {}
        for cell, directions in exits.items():
            count = [2 if across(cell, direction) in doubles else 1 for direction in directions]
            if tokens := self.passed(rule, cell, directions):
                exits[cell] = tokens[count[0] - 1]
            else:
                exits[cell] = "".join(direction * times for direction, times in zip(directions, count))
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
