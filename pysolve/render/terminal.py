"""A picture as text for a terminal.

    render(picture)                      box-drawing characters
    render(picture, style="ascii")       + - | and other ASCII, except for the texts of the puzzle themselves

With colour, what was given is bold and the answer has an ink of its own. What another answer does not have
is marked in words that need no colour: by a `*` before the token of its cell, or in the middle of a line. The
same `*` stands in a cell in which this answer lacks a mark (or a line's end) that the other one has. A `'` stands
before what is pointed at, a `?` where some answers have a mark or a line.

The characters of fills and symbols stand in the table of marks (model/marks.py); `·`, in ASCII `.`, is a cell with
nothing yet, and a hole is blank. What characters cannot show, such as a line that is neither level, upright nor
diagonal, stands in words below the drawing.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, product
from typing import NamedTuple

from ..model import terms
from ..model.board import Cell, Side, beyond, cell_of, corner_of, in_halves, margin_of
from ..model.marks import Layer, NoteCorner, sentence_of
from ..model.terms import Term, Value
from .canvas import (
    DIFFERENCE,
    HIGHLIGHT,
    STYLES,
    Canvas,
    Extent,
    Ink,
    Style,
    Token,
    area_ink,
    fills,
    ink_of,
    prefixes,
    token_of,
    tokens,
)
from .look import printable, width
from .picture import OPEN, Margin, Mark, Picture, same_groups

#: What stands in a margin where one of several parts says nothing.
_GAP = " "


def render(picture: Picture, style: str = "unicode", colour: bool = False) -> str:
    """The picture as lines of text, without a newline at the end. style: unicode or ascii."""
    characters = STYLES[style]
    picture = _with_strokes(picture)
    canvas = Canvas()
    beside = _margin_tokens(picture, characters)
    across = [token.width for (side, _), line in beside.items() if not side.along_rows for token in line]
    board = (_Lattice if picture.board.shape.in_columns else _ShiftedRows)(picture, characters)
    extent = board.draw(canvas, max(across, default=1))
    for margin, line in beside.items():
        _put_margin(canvas, extent, margin, line)
    undrawn = (
        _words(picture, mark) for mark in picture.marks if mark.layer is not Layer.HOLE and not board.draws(mark)
    )
    bank = _bank(picture, "##" if style == "ascii" else "██")
    return "\n".join([*canvas.lines(colour), *bank, *(f"not drawn: {words}" for words in undrawn)])


def _bank(picture: Picture, square: str) -> list[str]:
    """The shapes and words of the bank, side by side, in lines of 60 characters at most, behind a blank line."""
    lines: list[str] = []
    first = width = 60
    for shape in picture.bank:
        rows = [shape] if shape.isupper() else shape.replace("x", square).replace(".", "  ").split("/")
        if width + len(rows[0]) > 60:
            lines.append("")
            first, width = len(lines), 0
        lines += [""] * (first + len(rows) - len(lines))
        for at, row in enumerate(rows, first):
            lines[at] = lines[at].ljust(width) + row
        width += len(rows[0]) + 2
    return [line.rstrip() for line in lines]


def _with_strokes(picture: Picture) -> Picture:
    """The picture with lines in place of tubes, circles in place of their bulbs, and arrows in place of their heads."""
    strokes: list[Mark] = []
    for tube in picture.tubes():
        stroke = tube[0].entry.stroke
        if stroke is not None and stroke.bulb:
            strokes.append(replace(tube[0], kind="circle", value="", index=1))
        strokes += [replace(one, kind="line", other=other.place, value="", index=1) for one, other in pairwise(tube)]
        if stroke is not None and stroke.head and len(tube) > 1:
            strokes += _head(tube[-2], tube[-1])
    if not strokes:
        return picture
    others = tuple(mark for mark in picture.marks if mark.layer is not Layer.TUBE)
    return picture._replace(marks=(*others, *strokes))


def _head(before: Mark, last: Mark) -> list[Mark]:
    """The arrow between the last two cells of a tube, if they touch."""
    start, end = cell_of(before.place), cell_of(last.place)
    if start is None or end is None:
        return []
    wind = {-1: "n", 0: "", 1: "s"}.get(end[0] - start[0]), {-1: "w", 0: "", 1: "e"}.get(end[1] - start[1])
    place = Term("h", (start[0] + end[0], start[1] + end[1]))
    return [] if None in wind else [replace(last, kind="sign", place=place, value="".join(map(str, wind)), index=1)]


def _words(picture: Picture, mark: Mark) -> str:
    """A mark that characters cannot show, in words."""
    x, y = (picture.board.name(place) or terms.write(place) for place in (mark.place, mark.other or ()))
    return sentence_of(mark.entry.of(mark.value), picture.board, x, y, printable(mark.value))


def _margin_tokens(picture: Picture, style: Style) -> dict[Margin, list[Token]]:
    """The tokens of each margin, those of another answer marked as such."""
    tokens = {}
    for margin, marks in picture.in_margins().items():
        line = [token_of([mark], style) if mark is not None else Token(_GAP, Ink.PLAIN) for mark in marks]
        side, number = margin
        before = HIGHLIGHT if side.at(number) in picture.highlighted else ""
        tokens[margin] = [
            Token((DIFFERENCE if token.ink == Ink.DIFFERS else before) + token.text, token.ink)
            for token in line
            if token.text
        ]
    return tokens


def _put_margin(canvas: Canvas, extent: Extent, margin: Margin, line: list[Token]) -> None:
    """Write one margin: lists grow away from the board at the left and the top, in reading order."""
    side, number = margin
    if side.along_rows:
        if number not in extent.rows:
            return
        length = sum(token.width + 1 for token in line)
        column = extent.left - length if side is Side.LEFT else extent.right + 2
        for token in line:
            if token.text != _GAP:
                canvas.put(extent.rows[number], column, token.text, token.ink)
            column += token.width + 1
    elif number in extent.columns:
        row = extent.top - len(line) if side is Side.TOP else extent.bottom + 1
        for below, token in enumerate(line):
            if token.text == _GAP:
                continue
            canvas.put(row + below, extent.columns[number] - token.width + 1, token.text, token.ink)


class _Board:
    """A board on a canvas: what stands where, and which marks characters can show."""

    def __init__(self, picture: Picture, style: Style) -> None:
        self.picture = picture
        self.style = style

    def draw(self, canvas: Canvas, token_width: int) -> Extent:
        """Draw the board on a canvas. token_width: the least width that the tokens need."""
        raise NotImplementedError

    def draws(self, mark: Mark) -> bool:
        """Whether characters can show a mark: beside the board, or where fits() says."""
        if (margin := margin_of(mark.place)) is not None:
            side, number = margin
            most = self.picture.board.rows if side.along_rows else self.picture.board.columns
            return mark.layer.in_margins and 1 <= number <= most
        return mark.layer.fits(mark.place) and self.fits(mark)

    def fits(self, mark: Mark) -> bool:
        """Whether characters can show a mark on the board."""
        raise NotImplementedError

    def between_cells(self) -> dict[Cell, Token]:
        """What stands at corners and sides, by their half cells."""
        marks: dict[Cell, list[Mark]] = {}
        for mark in self.picture.of(Layer.TEXT, Layer.SYMBOL, Layer.SIGN, Layer.NOTE):
            if cell_of(mark.place) is None and (halves := in_halves(mark.place)) is not None and self.draws(mark):
                marks.setdefault(halves, []).append(mark)
        return {halves: token_of(here, self.style) for halves, here in marks.items()}


# -- A board whose cells stand in columns: a lattice of nodes. Cell (r,c) is node (2r-1, 2c-1), corner p(r,c) is node
# (2r-2, 2c-2), and between two cells, or two corners, lies a node of an edge. A stroke goes from node to node and
# leaves arms at both, so each node knows its joint. Lines of nodes in which nothing is drawn are left out.

Node = tuple[int, int]

LIGHT, HEAVY, DOUBLE = 1, 2, 3
_UP, _RIGHT, _DOWN, _LEFT = range(4)
_STEPS = {(-1, 0): (_UP, _DOWN), (0, 1): (_RIGHT, _LEFT), (1, 0): (_DOWN, _UP), (0, -1): (_LEFT, _RIGHT)}


def _node(place: Value | None) -> Node | None:
    """The node of a cell, a corner or a side; None for other places."""
    halves = in_halves(place)
    return None if halves is None else (halves[0] - 1, halves[1] - 1)


def _passes(arms: list[int], back: int, forth: int) -> bool:
    """Whether a stroke only passes between these two directions, so that it looks the same without the node."""
    return arms[back] == arms[forth] == max(arms) and sum(arms) == 2 * max(arms)


def _filled_up(drawn: set[int], count: int) -> set[int]:
    """The lattice lines in which something is drawn; all of them if most are, so that cells stay equally large."""
    between = set(range(2, count - 1, 2))
    return drawn | between if 2 * len(drawn & between) > len(between) else drawn


def _at_nodes(tokens: dict[Cell, Token]) -> dict[Node, Token]:
    return {(2 * r - 1, 2 * c - 1): token for (r, c), token in tokens.items()}


def _is_cell(node: Node) -> bool:
    return node[0] % 2 == 1 and node[1] % 2 == 1


class _Column(NamedTuple):
    """A lattice column on the canvas: where it starts, how wide it is, and where its joints stand in it."""

    start: int
    width: int
    joint: int


class _Lattice(_Board):
    """The strokes, tokens and fills of one picture by node, and then their places on a canvas."""

    def __init__(self, picture: Picture, style: Style) -> None:
        super().__init__(picture, style)
        self.rows = 2 * picture.board.rows + 1
        self.columns = 2 * picture.board.columns + 1
        self.arms: dict[Node, list[int]] = {}
        self.inks: dict[Node, Ink] = {}  # of the strokes
        self.slopes: dict[Node, set[bool]] = {}  # True: falling
        self.ends: set[Node] = set()  # of lines
        self.dots: set[Node] = set()
        self.prefixes: dict[Node, str] = {}  # before the tokens, or in the middle of lines
        self.open: dict[Node, str] = {}  # in the middle of lines that only some answers have, or none
        self.lines = self.drawn(Layer.LINE)
        self.fences = [mark for mark in self.lines if corner_of(mark.place) is not None]
        paths = any(cell_of(mark.place) is not None for mark in self.lines)
        areas = picture.of(Layer.BORDER, Layer.CAGE)
        self.dotted = bool(self.fences) or (paths and not areas and not style.unicode)
        self.full = paths or bool(picture.of(Layer.CAGE, Layer.NOTE))
        self.tokens = _at_nodes(tokens(picture, style, Layer.TEXT, Layer.SYMBOL, Layer.SIGN))
        self.notes = self.find_notes()
        self.fills = _at_nodes(fills(picture, style))
        for (row, column), token in self.between_cells().items():
            before = DIFFERENCE if token.ink == Ink.DIFFERS else ""
            self.tokens[row - 1, column - 1] = Token(before + token.text, token.ink)
        self.add_frame()
        self.add_areas(Layer.CAGE, LIGHT)
        self.add_areas(Layer.BORDER, self.border_weight())
        for mark in self.drawn(Layer.WALL):
            self.add_wall(mark)
        for mark in self.lines:
            self.add_line(mark)
        self.add_dots()
        self.prefixes |= {(2 * r - 1, 2 * c - 1): prefix for (r, c), prefix in prefixes(picture).items()}

    def drawn(self, layer: Layer) -> list[Mark]:
        """The marks of a layer that characters can show."""
        return [mark for mark in self.picture.of(layer) if self.draws(mark)]

    def fits(self, mark: Mark) -> bool:
        """On the board, and lines that run along a row, a column or a diagonal."""
        start, end = _node(mark.place), _node(mark.other)
        if start is None or not self.has(start):
            return False
        if not mark.layer.is_pair:
            return True
        if end is None or end == start:
            return False
        down, right = abs(end[0] - start[0]), abs(end[1] - start[1])
        if mark.layer is Layer.WALL:
            return (down, right) in ((0, 2), (2, 0))
        return self.has(end) and (down == 0 or right == 0 or down == right)

    def has(self, node: Node) -> bool:
        return 0 <= node[0] < self.rows and 0 <= node[1] < self.columns

    # -- Strokes

    def border_weight(self) -> int:
        """Borders are heavy where they meet lighter strokes, and light where they are alone."""
        return HEAVY if self.lines or self.picture.of(Layer.CAGE) else LIGHT

    def add_frame(self) -> None:
        borders = self.picture.of(Layer.BORDER)
        if self.dotted and not borders and not self.picture.of(Layer.CAGE):
            return
        weight = self.border_weight() if borders else LIGHT
        top_left, bottom_right = (0, 0), (self.rows - 1, self.columns - 1)
        for corner in ((0, self.columns - 1), (self.rows - 1, 0)):
            self.stroke(top_left, corner, weight, Ink.PLAIN)
            self.stroke(corner, bottom_right, weight, Ink.PLAIN)

    def add_areas(self, layer: Layer, weight: int) -> None:
        """Strokes between cells that belong to different borders, or cages."""
        groups = self.picture.in_cells(layer)
        board = self.picture.board
        for r, c in product(range(1, board.rows + 1), range(1, board.columns + 1)):
            for down, right in ((0, 1), (1, 0)):
                here, there = groups.get((r, c), []), groups.get((r + down, c + right), [])
                if r + down <= board.rows and c + right <= board.columns and not same_groups(here, there):
                    start = 2 * (r - 1 + down), 2 * (c - 1 + right)
                    self.stroke(start, (2 * r, 2 * c), weight, area_ink(here + there))

    def add_line(self, mark: Mark) -> None:
        """A line that characters can show."""
        start, end = _node(mark.place), _node(mark.other)
        assert start is not None and end is not None
        middle = (start[0] + end[0]) // 2, (start[1] + end[1]) // 2
        if self.is_open(mark, middle):
            return
        if mark.lines > 2:
            self.open[middle] = mark.value
        if start[0] == end[0] or start[1] == end[1]:
            self.stroke(start, end, LIGHT if mark.lines == 1 else DOUBLE, ink_of([mark]))
        else:
            self.slope(start, end, ink_of([mark]))
        self.ends |= {start, end}

    def add_wall(self, mark: Mark) -> None:
        """A stroke along the side between two cells."""
        start, end = _node(mark.place), _node(mark.other)
        assert start is not None and end is not None
        row, column = (start[0] + end[0]) // 2, (start[1] + end[1]) // 2
        if not self.is_open(mark, (row, column)):
            down, right = (1, 0) if start[0] == end[0] else (0, 1)
            self.stroke((row - down, column - right), (row + down, column + right), HEAVY, ink_of([mark]))

    def is_open(self, mark: Mark, middle: Node) -> bool:
        """Whether a line, or a wall, is open: then that alone stands in its middle. What differs has a sign there."""
        if mark.open:
            self.open[middle] = DIFFERENCE if mark.differs else mark.value or OPEN
        elif mark.differs:
            self.prefixes[middle] = DIFFERENCE
        return mark.open

    def find_notes(self) -> dict[Node, tuple[Token | None, Token | None]]:
        """What stands on the line above each cell: at its left end, and at its right one.

        On the line below a cell, that above the next one, a note stands at the right, so that both can be told apart.
        Notes at sides stand together at the left, each with an arrow.
        """
        notes: dict[Node, tuple[list[Mark], list[Mark]]] = {}
        for (r, c), marks in self.picture.in_cells(Layer.NOTE).items():
            for mark in marks:
                corner = mark.entry.corner or NoteCorner.UPPER_LEFT
                is_below = corner.down > 0 and not corner.direction
                ends = notes.setdefault((2 * r if is_below else 2 * r - 2, 2 * c - 1), ([], []))
                ends[is_below or (corner.across > 0 and not corner.direction)].append(mark)
        return {
            node: (token_of(left, self.style) if left else None, token_of(right, self.style) if right else None)
            for node, (left, right) in notes.items()
        }

    def stroke(self, start: Node, end: Node, weight: int, ink: Ink) -> None:
        """A straight stroke; where strokes meet, the heavier arm and the greater ink stay."""
        step = _direction(end[0] - start[0]), _direction(end[1] - start[1])
        if step == (0, 0):
            return
        forth, back = _STEPS[step]
        node = start
        while node != end:
            following = node[0] + step[0], node[1] + step[1]
            for at, arm in ((node, forth), (following, back)):
                arms = self.arms.setdefault(at, [0, 0, 0, 0])
                arms[arm] = max(arms[arm], weight)
                self.inks[at] = max(self.inks.get(at, ink), ink)
            node = following

    def slope(self, start: Node, end: Node, ink: Ink) -> None:
        """A diagonal stroke: characters at the nodes between its ends."""
        down, right = _direction(end[0] - start[0]), _direction(end[1] - start[1])
        for step in range(1, abs(end[0] - start[0])):
            node = start[0] + step * down, start[1] + step * right
            self.slopes.setdefault(node, set()).add(down == right)
            self.inks[node] = max(self.inks.get(node, ink), ink)

    def add_dots(self) -> None:
        """Dots at the corners of the cells, or in cells, which would be blank without."""
        around = (-1, 1) if self.dotted else (0,)
        for r, c in self.picture.cells:
            self.dots |= {(2 * r - 1 + down, 2 * c - 1 + right) for down in around for right in around}

    # -- Layout

    def lay_out(self, token_width: int) -> None:
        """Decide which lines of nodes are visible, and where they stand on the canvas."""
        rows, columns = self.needed()
        shown = [row for row in range(self.rows) if self.full or row % 2 or row in rows]
        self.lines_of = {row: line for line, row in enumerate(shown)}
        visible = [column % 2 == 1 or self.full or column in columns for column in range(self.columns)]
        inner = max(token_width, self.token_width(1), 1, self.notes_width())
        tight = bool(self.fills) and not all(visible)
        self.places: dict[int, _Column] = {}
        start = 0
        for column in range(self.columns):
            if column % 2 == 0:
                size = self.token_width(0) if visible[column] else 0
                self.places[column] = _Column(start, size, start + size - 1)
            else:
                size = 1 + inner + (1 if visible[column + 1] and not tight else 0)
                self.places[column] = _Column(start, size, start + inner)
            start += size

    def needed(self) -> tuple[set[int], set[int]]:
        """The rows and columns of nodes in which something is seen that would not be seen without."""
        marked = {*self.slopes, *self.notes, *self.dots, *self.tokens, *self.open}
        rows = {node[0] for node, arms in self.arms.items() if not _passes(arms, _UP, _DOWN)}
        columns = {node[1] for node, arms in self.arms.items() if not _passes(arms, _LEFT, _RIGHT)}
        rows, columns = rows | {row for row, _ in marked}, columns | {column for _, column in marked}
        return _filled_up(rows, self.rows), _filled_up(columns, self.columns)

    def notes_width(self) -> int:
        """How wide a cell has to be for its notes."""
        ends = ([token.width + 1 for token in ends if token] for ends in self.notes.values())
        return max((sum(widths) - 2 for widths in ends), default=0)

    def token_width(self, odd: int) -> int:
        """The width of the widest token in the odd columns, or in the even ones."""
        return max((token.width for node, token in self.tokens.items() if node[1] % 2 == odd), default=1)

    def extent(self) -> Extent:
        last = self.places[self.columns - 1]
        return Extent(
            rows={r: self.lines_of[2 * r - 1] for r in range(1, self.picture.board.rows + 1)},
            columns={c: self.places[2 * c - 1].joint for c in range(1, self.picture.board.columns + 1)},
            top=0,
            left=0,
            bottom=len(self.lines_of) - 1,
            right=last.start + last.width - 1,
        )

    # -- Drawing

    def draw(self, canvas: Canvas, token_width: int) -> Extent:
        self.lay_out(token_width)
        for row, line in self.lines_of.items():
            for column, place in self.places.items():
                if place.width:
                    self.put_strokes(canvas, (row, column), line, place)
                    self.put_texts(canvas, (row, column), line, place)
            if self.dotted and not self.fences and row % 2:
                canvas.put(line, self.places[self.columns - 1].start, "  ")  # as Copris does: each cell has 4 columns
        return self.extent()

    def put_strokes(self, canvas: Canvas, node: Node, line: int, place: _Column) -> None:
        """One node over the width of its column: its fill, or a dot, then strokes."""
        fill = self.fill_at(node)
        arms = self.arms.get(node)
        if fill is not None:
            canvas.put(line, place.start, fill.text * place.width, fill.ink)
        elif arms is None and node in self.dots:
            canvas.put(line, place.joint, self.style.empty if _is_cell(node) else self.style.dot)
        if arms is not None:
            self.put_joint(canvas, node, line, place, arms)
        if node in self.slopes:
            slope = self.style.slope(True in self.slopes[node], False in self.slopes[node])
            canvas.put(line, place.joint, slope, self.inks[node])

    def put_texts(self, canvas: Canvas, node: Node, line: int, place: _Column) -> None:
        """What is written at one node: notes, then tokens, then differences."""
        left, right = self.notes.get(node, (None, None))
        if left is not None:
            canvas.put(line, place.start, left.text, left.ink)
        if right is not None:
            canvas.put(line, place.start + place.width - right.width, right.text, right.ink)
        token = self.tokens.get(node)
        if token is not None:
            canvas.put(line, place.joint + 1 - token.width, token.text, token.ink)
        if node in self.open:
            canvas.put(line, place.joint, self.open[node], Ink.ANSWER)
        if node in self.prefixes:
            before = (token.width if token else 1) if _is_cell(node) else 0
            canvas.put(line, place.joint - before, self.prefixes[node], Ink.DIFFERS)

    def put_joint(self, canvas: Canvas, node: Node, line: int, place: _Column, arms: list[int]) -> None:
        """The joint of a node, and its arms to the left and to the right as far as the column reaches."""
        ink = self.inks[node]
        up, right, down, left = arms
        if left:
            canvas.put(line, place.start, self.style.across(left) * (place.joint - place.start), ink)
        if right:
            rest = place.start + place.width - 1 - place.joint
            canvas.put(line, place.joint + 1, self.style.across(right) * rest, ink)
        joint = self.style.joint((up, right, down, left), knot=node in self.ends, rounded=_is_cell(node))
        canvas.put(line, place.joint, joint, ink)

    def fill_at(self, node: Node) -> Token | None:
        """What fills a node: its cell's fill, or between cells the fill that all of them share."""
        rows = (node[0],) if node[0] % 2 else (node[0] - 1, node[0] + 1)
        columns = (node[1],) if node[1] % 2 else (node[1] - 1, node[1] + 1)
        around = [self.fills.get(each) for each in product(rows, columns)]
        first = around[0]
        if first is None or any(fill is None or fill.text != first.text for fill in around):
            return None
        return first


def _direction(number: int) -> int:
    """-1, 0 or 1."""
    return (number > 0) - (number < 0)


# -- Other boards: rows of tokens, shifted against each other. A column of the picture is one of the board, a part of a
# cell. Lines and borders between cells of a row stand between their tokens; those between rows are slopes on lines of
# text of their own, which are there only if they are needed.


class _ShiftedRows(_Board):
    """What stands in the cells, and their places on a canvas."""

    def __init__(self, picture: Picture, style: Style) -> None:
        super().__init__(picture, style)
        self.fills = fills(picture, style)
        self.tokens = _tokens_with_notes(picture, style)
        self.between = self.between_cells()
        self.lines = [
            mark
            for mark in map(self.across, picture.of(Layer.LINE, Layer.WALL))
            if self.draws(mark) and (mark.layer is Layer.LINE or mark.open or mark.differs)  # others are borders
        ]
        self.ends = {cell for mark in self.lines for cell in (cell_of(mark.place), cell_of(mark.other))}
        self.borders = self.find_borders()
        sloped = any(self.step(mark)[0] for mark in self.lines) or any(down % 2 for down, _ in self.between)
        self.spread = 2 if sloped or any(one[0] != other[0] for one, other in self.borders) else 1

    def has(self, cell: Cell | None) -> bool:
        board = self.picture.board
        return cell is not None and 1 <= cell[0] <= board.rows and 1 <= cell[1] <= board.columns

    def fits(self, mark: Mark) -> bool:
        """In cells and at their sides, and lines between neighbours."""
        if mark.layer.is_pair:
            return self.step(mark) != (0, 0)
        halves = in_halves(mark.place)
        board = self.picture.board
        return (
            corner_of(mark.place) is None
            and halves is not None
            and 1 <= halves[0] <= 2 * board.rows + 1
            and 1 <= halves[1] <= 2 * board.columns + 1
        )

    def step(self, mark: Mark) -> Cell:
        """The step from the place of a line, or wall, to the other one; (0, 0) if they are no neighbours."""
        mark = self.across(mark)
        start, end = cell_of(mark.place), cell_of(mark.other)
        if start is None or end is None or not self.has(start) or not (self.has(end) or mark.layer is Layer.WALL):
            return 0, 0
        step = end[0] - start[0], end[1] - start[1]
        return step if step in self.picture.board.steps(start).values() else (0, 0)

    def across(self, mark: Mark) -> Mark:
        """A line from corner to corner as the wall between the cells on both sides; others as they are."""
        side = self.picture.board.side_along(mark.place, mark.other)
        if side is None or not (cells := self.picture.board.cells_around(side)):
            return mark
        other = cells[1] if len(cells) > 1 else beyond(cells[0], side)
        return replace(mark, kind=Layer.WALL, place=cells[0], other=other)

    def find_borders(self) -> dict[tuple[Cell, Cell], Ink]:
        """The pairs of neighbours that a border or cage parts."""
        borders = {}
        for layer in (Layer.CAGE, Layer.BORDER):
            groups = self.picture.in_cells(layer)
            for cell in sorted(self.picture.cells):
                for other in sorted(self.picture.board.neighbours(cell)):
                    here, there = groups.get(cell, []), groups.get(other, [])
                    if other > cell and not same_groups(here, there):
                        borders[cell, other] = area_ink(here + there)
        for mark in map(self.across, self.picture.of(Layer.LINE, Layer.WALL)):
            if mark.layer is Layer.LINE:
                continue
            one, other_ = cell_of(mark.place), cell_of(mark.other)
            if one is not None and other_ is not None and self.draws(mark) and not mark.open:
                borders[min(one, other_), max(one, other_)] = ink_of([mark])
        return borders

    # -- Places: the tokens of a cell end where the cell ends

    def lay_out(self, token_width: int) -> None:
        """How wide the tokens are, and a column of the board."""
        self.width = max([token_width, *(token.width for token in self.tokens.values())])
        self.apart = self.picture.board.shape.apart
        self.column = max(-(-(self.width + 1) // self.apart), self.spread)

    def line(self, row: int) -> int:
        return (row - 1) * self.spread

    def end(self, column: int) -> int:
        return (column + 1) * self.column - 1

    def first(self, cell: Cell) -> int:
        """Where the token of a cell begins, or what stands there in place of one."""
        if cell in self.tokens:
            return self.end(cell[1]) + 1 - self.tokens[cell].width
        return self.at_halves((2 * cell[0], 2 * cell[1]))[1]

    def at_halves(self, halves: Cell) -> tuple[int, int]:
        """The place of half cells, such as those of a side."""
        line = (halves[0] - 2) * self.spread // 2
        return line, (halves[1] + 2) * self.column // 2 - 1 - (self.width - 1) // 2

    def extent(self) -> Extent:
        rows = {row: self.line(row) for row in range(1, self.picture.board.rows + 1)}
        columns = {column: self.end(column) for column in range(1, self.picture.board.columns + 1)}
        lines = [0, *rows.values(), *(self.at_halves(halves)[0] for halves in self.between)]
        return Extent(rows, columns, min(lines), 0, max(lines), max(columns.values(), default=0))

    # -- Drawing

    def draw(self, canvas: Canvas, token_width: int) -> Extent:
        self.lay_out(token_width)
        for cell in sorted(self.picture.cells | self.fills.keys() | self.tokens.keys()):
            if self.has(cell):
                self.put_cell(canvas, cell)
        for (one, other), ink in self.borders.items():
            stroke = self.stroke(one, other, along=True)
            canvas.put(*self.at_halves((one[0] + other[0], one[1] + other[1])), stroke, ink)
        for mark in self.lines:
            self.put_line(canvas, mark)
        for halves, token in self.between.items():
            line, column = self.at_halves(halves)
            text = DIFFERENCE + token.text if token.ink == Ink.DIFFERS else token.text
            canvas.put(line, column - (width(text) - 1) // 2, text, token.ink)
        for cell, prefix in prefixes(self.picture).items():
            if self.has(cell):
                canvas.put(self.line(cell[0]), self.first(cell) - 1, prefix, Ink.DIFFERS)
        return self.extent()

    def put_cell(self, canvas: Canvas, cell: Cell) -> None:
        line, end = self.line(cell[0]), self.end(cell[1])
        fill, token = self.fills.get(cell), self.tokens.get(cell)
        if fill is not None:
            wide = self.apart * self.column
            canvas.put(line, end + 1 - wide, fill.text * wide, fill.ink)
        if token is not None:
            canvas.put(line, self.first(cell), token.text, token.ink)
        elif fill is None:
            canvas.put(line, self.first(cell), self.style.knot if cell in self.ends else self.style.empty)

    def stroke(self, one: Cell, other: Cell, along: bool) -> str:
        """The character of a line from a cell to a neighbour behind it, or of a border along the side between them."""
        down, right = other[0] - one[0], other[1] - one[1]
        if down and right:
            return self.style.slope((right < 0) == along, (right > 0) == along)
        return self.style.joint((1, 0, 1, 0) if bool(down) != along else (0, 1, 0, 1))

    def put_line(self, canvas: Canvas, mark: Mark) -> None:
        one, other = sorted(cell for cell in (cell_of(mark.place), cell_of(mark.other)) if cell is not None)
        place = self.at_halves((one[0] + other[0], one[1] + other[1]))
        is_level = one[0] == other[0]
        if mark.differs:
            canvas.put(*place, DIFFERENCE, Ink.DIFFERS)
        elif mark.open:
            canvas.put(*place, mark.value or OPEN, Ink.ANSWER)
        elif is_level:
            self.put_level_line(canvas, one, other, ink_of([mark]), 1 if mark.lines == 1 else 3)
        else:
            canvas.put(*place, self.stroke(one, other, along=False), ink_of([mark]))
        if mark.lines > (2 if is_level else 1):
            canvas.put(*place, mark.value, ink_of([mark]))

    def put_level_line(self, canvas: Canvas, left: Cell, right: Cell, ink: Ink, weight: int) -> None:
        """A line between neighbours of a row: from the end of one token to the beginning of the next."""
        start = self.end(left[1]) if left in self.tokens else self.first(left)
        canvas.put(self.line(left[0]), start + 1, self.style.across(weight) * (self.first(right) - start - 1), ink)


def _tokens_with_notes(picture: Picture, style: Style) -> dict[Cell, Token]:
    """The tokens of the cells; there is no room for a small note, so it stands before the token."""
    tokens = {}
    for cell, marks in picture.in_cells(Layer.NOTE, Layer.TEXT, Layer.SYMBOL, Layer.SIGN).items():
        notes = token_of([mark for mark in marks if mark.layer is Layer.NOTE], style).text
        rest = token_of([mark for mark in marks if mark.layer is not Layer.NOTE], style).text
        if notes or rest:
            tokens[cell] = Token(f"{notes}:{rest}" if notes and rest else notes + rest, ink_of(marks))
    return tokens
