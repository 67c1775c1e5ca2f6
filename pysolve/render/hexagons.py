"""The text drawing of a board of hexagons: tokens, each row shifted by half cells.

    draw(canvas, picture, style, token_width)

A column of the picture is half a cell wide. Lines and borders between cells of a row stand between their tokens;
those between rows are slopes on lines of text of their own, which are there only if they are needed. Marks at
corners of hexagons are not drawn.
"""

from __future__ import annotations

from ..model.board import Cell, cell_of
from ..model.marks import Layer
from ..model.terms import Value
from .canvas import DIFFERENCE, Canvas, Extent, Ink, Style, Token, fills, ink_of, prefixes, token_of
from .picture import OPEN, Mark, Picture, same_groups


def draw(canvas: Canvas, picture: Picture, style: Style, token_width: int) -> Extent:
    """Draw the board on a canvas. token_width: the least width that the tokens need."""
    board = _Board(picture, style, token_width)
    for cell in sorted(picture.cells | board.fills.keys() | board.tokens.keys()):
        if board.has(cell):
            board.put_cell(canvas, cell)
    for (one, other), ink in board.borders.items():
        board.put_border(canvas, one, other, ink)
    for mark in board.lines:
        board.put_line(canvas, mark)
    for cell, prefix in prefixes(picture).items():
        if board.has(cell):
            board.put_prefix(canvas, cell, prefix)
    return board.extent()


class _Board:
    """What stands in the cells, and their places on a canvas."""

    def __init__(self, picture: Picture, style: Style, token_width: int) -> None:
        self.picture = picture
        self.style = style
        self.fills = fills(picture, style)
        self.tokens = _tokens_with_notes(picture, style)
        self.lines = [mark for mark in picture.of(Layer.LINE) if self.step(mark.place, mark.other) is not None]
        self.ends = {cell for mark in self.lines for cell in (cell_of(mark.place), cell_of(mark.other))}
        self.borders = self.find_borders()
        sloped = any(cell_of(mark.place) is not None and self.is_slope(mark.place, mark.other) for mark in self.lines)
        self.spread = 2 if sloped or any(self.is_slope(*pair) for pair in self.borders) else 1
        self.width = max([token_width, *(token.width for token in self.tokens.values())])
        self.half = max((self.width + 2) // 2, self.spread)

    def has(self, cell: Cell) -> bool:
        return 1 <= cell[0] <= self.picture.rows and 1 <= cell[1] <= self.picture.columns

    # -- Neighbours

    def step(self, place: Value | None, other: Value | None) -> Cell | None:
        """Rows and half cells from a cell to its neighbour; None if they are no neighbours."""
        start, end = cell_of(place), cell_of(other)
        if start is None or end is None or not (self.has(start) and self.has(end)):
            return None
        step = end[0] - start[0], end[1] - start[1]
        return step if (abs(step[0]), abs(step[1])) in ((0, 2), (1, 1)) else None

    def is_slope(self, place: Value | None, other: Value | None) -> bool:
        step = self.step(place, other)
        return step is not None and step[0] != 0

    def find_borders(self) -> dict[tuple[Cell, Cell], Ink]:
        """The pairs of neighbours that a border or cage parts."""
        found = {}
        for layer in (Layer.CAGE, Layer.BORDER):
            groups = self.picture.in_cells(layer)
            for r, c in sorted(self.picture.cells):
                for other in ((r, c + 2), (r + 1, c - 1), (r + 1, c + 1)):
                    here, there = groups.get((r, c), []), groups.get(other, [])
                    if other in self.picture.cells and not same_groups(here, there):
                        given = all(mark.given for mark in here + there)
                        found[(r, c), other] = Ink.PLAIN if given else Ink.ANSWER
        return found

    # -- Places: the tokens of a cell end where the cell ends

    def line(self, row: int) -> int:
        return (row - 1) * self.spread

    def end(self, column: int) -> int:
        return (column + 1) * self.half - 1

    def middle(self, cell: Cell) -> tuple[int, int]:
        return self.line(cell[0]), self.end(cell[1]) - (self.width - 1) // 2

    def between(self, one: Cell, other: Cell) -> tuple[int, int]:
        """The place in the middle between two neighbours."""
        (row, column), (next_row, next_column) = self.middle(one), self.middle(other)
        return (row + next_row) // 2, (column + next_column) // 2

    def extent(self) -> Extent:
        rows = {row: self.line(row) for row in range(1, self.picture.rows + 1)}
        columns = {column: self.end(column) for column in range(1, self.picture.columns + 1)}
        return Extent(rows, columns, 0, 0, max(rows.values(), default=0), max(columns.values(), default=0))

    # -- Drawing

    def put_cell(self, canvas: Canvas, cell: Cell) -> None:
        line, end = self.line(cell[0]), self.end(cell[1])
        fill, token = self.fills.get(cell), self.tokens.get(cell)
        if fill is not None:
            canvas.put(line, end + 1 - 2 * self.half, fill.text * 2 * self.half, fill.ink)
        if token is not None:
            canvas.put(line, end + 1 - token.width, token.text, token.ink)
        elif fill is None:
            canvas.put(*self.middle(cell), self.style.knot if cell in self.ends else self.style.empty)

    def put_border(self, canvas: Canvas, one: Cell, other: Cell, ink: Ink) -> None:
        down, right = other[0] - one[0], other[1] - one[1]
        stroke = self.style.slope(right < 0, right > 0) if down else self.style.joint((1, 0, 1, 0))
        canvas.put(*self.between(one, other), stroke, ink)

    def put_line(self, canvas: Canvas, mark: Mark) -> None:
        one, other = cell_of(mark.place), cell_of(mark.other)
        step = self.step(one, other)
        if one is None or other is None or step is None:
            return
        if step < (0, 0):
            one, other, step = other, one, (-step[0], -step[1])
        place = self.between(one, other)
        if mark.differs:
            canvas.put(*place, DIFFERENCE, Ink.DIFFERS)
        elif mark.open:
            canvas.put(*place, mark.value or OPEN, Ink.ANSWER)
        elif step[0]:
            canvas.put(*place, self.style.slope(step[1] > 0, step[1] < 0), ink_of([mark]))
        else:
            self.put_level_line(canvas, one, other, ink_of([mark]))

    def put_level_line(self, canvas: Canvas, left: Cell, right: Cell, ink: Ink) -> None:
        """A line between neighbours of a row: from the end of one token to the beginning of the next."""
        line, first = self.middle(left)
        first = self.end(left[1]) if left in self.tokens else first
        last = self.middle(right)[1]
        if right in self.tokens:
            last = self.end(right[1]) + 1 - self.tokens[right].width
        canvas.put(line, first + 1, self.style.across(1) * (last - first - 1), ink)

    def put_prefix(self, canvas: Canvas, cell: Cell, prefix: str) -> None:
        line, column = self.middle(cell)
        if cell in self.tokens:
            column = self.end(cell[1]) + 1 - self.tokens[cell].width
        canvas.put(line, column - 1, prefix, Ink.DIFFERS)


def _tokens_with_notes(picture: Picture, style: Style) -> dict[Cell, Token]:
    """The tokens of the cells; there is no room for a small note, so it stands before the token."""
    found = {}
    for cell, marks in picture.in_cells(Layer.NOTE, Layer.TEXT, Layer.SYMBOL).items():
        notes = token_of([mark for mark in marks if mark.layer is Layer.NOTE], style).text
        rest = token_of([mark for mark in marks if mark.layer is not Layer.NOTE], style).text
        if notes or rest:
            found[cell] = Token(f"{notes}:{rest}" if notes and rest else notes + rest, ink_of(marks))
    return found
