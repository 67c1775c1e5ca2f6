"""The text drawing of a board of hexagons: tokens, each row shifted by half cells.

    draw(canvas, picture, style, token_width)

A column of the picture is half a cell wide. Lines and borders between cells of a row stand between their tokens;
those between rows are slopes on lines of text of their own, which are there only if they are needed.
"""

from __future__ import annotations

from ..model.board import Cell, cell_of, halves_of, margin_of
from ..model.marks import Layer
from ..model.terms import Value
from .canvas import DIFFERENCE, Canvas, Extent, Ink, Style, Token, fills, ink_of, prefixes, token_of
from .characters import width
from .picture import OPEN, Mark, Picture, same_groups


def draws(picture: Picture, mark: Mark) -> bool:
    """Whether characters can show a mark: in cells and at their sides, and lines between neighbours."""
    if (margin := margin_of(mark.place)) is not None:
        side, number = margin
        return mark.layer.in_margins and 1 <= number <= (
            picture.board.rows if side.along_rows else picture.board.columns
        )
    if mark.layer.is_pair:
        return _step(picture, mark.place, mark.other) is not None
    if (halves := halves_of(mark.place)) is not None:
        within = 1 <= halves[0] <= 2 * picture.board.rows + 1 and 1 <= halves[1] <= 2 * picture.board.columns + 1
        return mark.layer.fits(mark.place) and within
    cell = cell_of(mark.place)
    return cell is not None and _is_on_board(picture, cell)


def _is_on_board(picture: Picture, cell: Cell) -> bool:
    return 1 <= cell[0] <= picture.board.rows and 1 <= cell[1] <= picture.board.columns


def _step(picture: Picture, place: Value | None, other: Value | None) -> Cell | None:
    """Rows and half cells from a cell to its neighbour; None if they are no neighbours."""
    start, end = cell_of(place), cell_of(other)
    if start is None or end is None or not (_is_on_board(picture, start) and _is_on_board(picture, end)):
        return None
    step = end[0] - start[0], end[1] - start[1]
    return step if (abs(step[0]), abs(step[1])) in ((0, 2), (1, 1)) else None


def _is_stroke(mark: Mark) -> bool:
    """Whether something stands between two cells, rather than a border: a line, or whether there is a wall."""
    return mark.layer is Layer.LINE or mark.open or mark.differs


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
    for place, token in board.between_cells.items():
        board.put_between(canvas, place, token)
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
        self.between_cells = self.find_between()  # by their half cells
        self.lines = [mark for mark in picture.of(Layer.LINE, Layer.WALL) if draws(picture, mark) and _is_stroke(mark)]
        self.ends = {cell for mark in self.lines for cell in (cell_of(mark.place), cell_of(mark.other))}
        self.borders = self.find_borders()
        sloped = any(cell_of(mark.place) is not None and self.is_slope(mark.place, mark.other) for mark in self.lines)
        sloped = sloped or any(self.is_slope(*pair) for pair in self.borders)
        sloped = sloped or any(down % 2 for down, _ in self.between_cells)
        self.spread = 2 if sloped else 1
        self.width = max([token_width, *(token.width for token in self.tokens.values())])
        self.half = max((self.width + 2) // 2, self.spread)

    def has(self, cell: Cell) -> bool:
        return _is_on_board(self.picture, cell)

    def find_between(self) -> dict[Cell, Token]:
        """What stands at the sides of cells, by their half cells."""
        marks: dict[Cell, list[Mark]] = {}
        for mark in self.picture.of(Layer.TEXT, Layer.SYMBOL, Layer.SIGN, Layer.NOTE):
            if (halves := halves_of(mark.place)) is not None and draws(self.picture, mark):
                marks.setdefault(halves, []).append(mark)
        return {halves: token_of(here, self.style) for halves, here in marks.items()}

    # -- Neighbours

    def is_slope(self, place: Value | None, other: Value | None) -> bool:
        step = _step(self.picture, place, other)
        return step is not None and step[0] != 0

    def find_borders(self) -> dict[tuple[Cell, Cell], Ink]:
        """The pairs of neighbours that a border or cage parts."""
        borders = {}
        for layer in (Layer.CAGE, Layer.BORDER):
            groups = self.picture.in_cells(layer)
            for r, c in sorted(self.picture.cells):
                for other in ((r, c + 2), (r + 1, c - 1), (r + 1, c + 1)):
                    here, there = groups.get((r, c), []), groups.get(other, [])
                    if other in self.picture.cells and not same_groups(here, there):
                        given = all(mark.given for mark in here + there)
                        borders[(r, c), other] = Ink.PLAIN if given else Ink.ANSWER
        for mark in self.picture.of(Layer.WALL):
            one, other_ = cell_of(mark.place), cell_of(mark.other)
            if one is not None and other_ is not None and draws(self.picture, mark) and not mark.open:
                borders[min(one, other_), max(one, other_)] = ink_of([mark])
        return borders

    # -- Places: the tokens of a cell end where the cell ends

    def line(self, row: int) -> int:
        return (row - 1) * self.spread

    def end(self, column: int) -> int:
        return (column + 1) * self.half - 1

    def middle(self, cell: Cell) -> tuple[int, int]:
        return self.line(cell[0]), self.end(cell[1]) - (self.width - 1) // 2

    def between(self, one: Cell, other: Cell) -> tuple[int, int]:
        """The place in the middle between two neighbours."""
        return self.at_halves((one[0] + other[0], one[1] + other[1]))

    def at_halves(self, halves: Cell) -> tuple[int, int]:
        """The place of half cells, such as those of a side."""
        line = (halves[0] - 2) * self.spread // 2
        return line, (halves[1] + 2) * self.half // 2 - 1 - (self.width - 1) // 2

    def extent(self) -> Extent:
        rows = {row: self.line(row) for row in range(1, self.picture.board.rows + 1)}
        columns = {column: self.end(column) for column in range(1, self.picture.board.columns + 1)}
        lines = [0, *rows.values(), *(self.at_halves(halves)[0] for halves in self.between_cells)]
        return Extent(rows, columns, min(lines), 0, max(lines), max(columns.values(), default=0))

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
        step = _step(self.picture, one, other)
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
            self.put_level_line(canvas, one, other, ink_of([mark]), 1 if mark.lines == 1 else 3)
        if mark.lines > 2 or (mark.lines > 1 and step[0]):
            canvas.put(*place, mark.value, ink_of([mark]))

    def put_level_line(self, canvas: Canvas, left: Cell, right: Cell, ink: Ink, weight: int) -> None:
        """A line between neighbours of a row: from the end of one token to the beginning of the next."""
        line, first = self.middle(left)
        first = self.end(left[1]) if left in self.tokens else first
        last = self.middle(right)[1]
        if right in self.tokens:
            last = self.end(right[1]) + 1 - self.tokens[right].width
        canvas.put(line, first + 1, self.style.across(weight) * (last - first - 1), ink)

    def put_between(self, canvas: Canvas, halves: Cell, token: Token) -> None:
        line, column = self.at_halves(halves)
        text = DIFFERENCE + token.text if token.ink == Ink.DIFFERS else token.text
        canvas.put(line, column - (width(text) - 1) // 2, text, token.ink)

    def put_prefix(self, canvas: Canvas, cell: Cell, prefix: str) -> None:
        line, column = self.middle(cell)
        if cell in self.tokens:
            column = self.end(cell[1]) + 1 - self.tokens[cell].width
        canvas.put(line, column - 1, prefix, Ink.DIFFERS)


def _tokens_with_notes(picture: Picture, style: Style) -> dict[Cell, Token]:
    """The tokens of the cells; there is no room for a small note, so it stands before the token."""
    tokens = {}
    for cell, marks in picture.in_cells(Layer.NOTE, Layer.TEXT, Layer.SYMBOL, Layer.SIGN).items():
        notes = token_of([mark for mark in marks if mark.layer is Layer.NOTE], style).text
        rest = token_of([mark for mark in marks if mark.layer is not Layer.NOTE], style).text
        if notes or rest:
            tokens[cell] = Token(f"{notes}:{rest}" if notes and rest else notes + rest, ink_of(marks))
    return tokens
