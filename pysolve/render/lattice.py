"""The text drawing of a board of squares.

The board is a lattice of nodes: cell (r,c) is node (2r-1, 2c-1), corner p(r,c) is node (2r-2, 2c-2), and between
two cells, or two corners, lies a node of an edge. A stroke goes from node to node and leaves arms at both, so
each node knows its joint. Lines of nodes in which nothing is drawn are left out.
"""

from __future__ import annotations

from typing import NamedTuple

from ..model.board import Cell, cell_of, corner_of, halves_of, margin_of
from ..model.marks import Layer, NoteCorner
from ..model.terms import Value
from .canvas import DIFFERENCE, Canvas, Extent, Ink, Style, Token, fills, ink_of, prefixes, token_of, tokens
from .picture import OPEN, Mark, Picture, same_groups

Node = tuple[int, int]

LIGHT, HEAVY, DOUBLE = 1, 2, 3
_UP, _RIGHT, _DOWN, _LEFT = range(4)
_STEPS = {(-1, 0): (_UP, _DOWN), (0, 1): (_RIGHT, _LEFT), (1, 0): (_DOWN, _UP), (0, -1): (_LEFT, _RIGHT)}


def draw(canvas: Canvas, picture: Picture, style: Style, token_width: int) -> Extent:
    """Draw the board on a canvas. token_width: the least width that the tokens need."""
    board = _Board(picture, style)
    board.lay_out(token_width)
    for node in board.visible_nodes():
        board.put(canvas, node)
    return board.extent()


def draws(picture: Picture, mark: Mark) -> bool:
    """Whether characters can show a mark: on the board, and lines that run along a row, a column or a diagonal."""
    if (margin := margin_of(mark.place)) is not None:
        side, number = margin
        return mark.layer.in_margins and 1 <= number <= (
            picture.board.rows if side.along_rows else picture.board.columns
        )
    start, end = (_node(place) for place in (mark.place, mark.other))
    if start is None or not _is_on_board(picture, start) or not mark.layer.fits(mark.place):
        return False
    if not mark.layer.is_pair:
        return True
    if end is None or end == start:
        return False
    down, right = abs(end[0] - start[0]), abs(end[1] - start[1])
    if mark.layer is Layer.WALL:
        return (down, right) in ((0, 2), (2, 0))
    return _is_on_board(picture, end) and (down == 0 or right == 0 or down == right)


def _is_on_board(picture: Picture, node: Node) -> bool:
    return 0 <= node[0] <= 2 * picture.board.rows and 0 <= node[1] <= 2 * picture.board.columns


def _node(place: Value | None) -> Node | None:
    """The node of a cell, a corner or a side; None for other places."""
    if (cell := cell_of(place)) is not None:
        return 2 * cell[0] - 1, 2 * cell[1] - 1
    if (corner := corner_of(place)) is not None:
        return 2 * corner[0] - 2, 2 * corner[1] - 2
    if (halves := halves_of(place)) is not None:
        return halves[0] - 1, halves[1] - 1
    return None


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


class _Board:
    """The strokes, tokens and fills of one picture by node, and then their places on a canvas."""

    def __init__(self, picture: Picture, style: Style) -> None:
        self.picture = picture
        self.style = style
        self.rows = 2 * picture.board.rows + 1
        self.columns = 2 * picture.board.columns + 1
        self.arms: dict[Node, list[int]] = {}
        self.inks: dict[Node, Ink] = {}  # of the strokes
        self.slopes: dict[Node, set[bool]] = {}  # True: falling
        self.ends: set[Node] = set()  # of lines
        self.dots: set[Node] = set()
        self.prefixes: dict[Node, str] = {}  # before the tokens, or in the middle of lines
        self.open: dict[Node, str] = {}  # in the middle of lines that only some answers have, or none
        self.lines = [mark for mark in picture.of(Layer.LINE) if draws(picture, mark)]
        self.fences = [mark for mark in self.lines if corner_of(mark.place) is not None]
        self.paths = [mark for mark in self.lines if cell_of(mark.place) is not None]
        areas = picture.of(Layer.BORDER, Layer.CAGE)
        self.dotted = bool(self.fences) or (bool(self.paths) and not areas and not style.unicode)
        self.full = bool(self.paths or picture.of(Layer.CAGE, Layer.NOTE))
        self.tokens = _at_nodes(tokens(picture, style, Layer.TEXT, Layer.SYMBOL, Layer.SIGN))
        self.notes = self.find_notes()
        self.fills = _at_nodes(fills(picture, style))
        self.add_tokens_between()
        self.add_frame()
        self.add_areas(Layer.CAGE, LIGHT)
        self.add_areas(Layer.BORDER, self.border_weight())
        for mark in picture.of(Layer.WALL):
            if draws(picture, mark):
                self.add_wall(mark)
        for mark in self.lines:
            self.add_line(mark)
        self.add_dots()
        self.prefixes |= {(2 * r - 1, 2 * c - 1): prefix for (r, c), prefix in prefixes(picture).items()}

    # -- Strokes

    def border_weight(self) -> int:
        """Borders are heavy where they meet lighter strokes, and light where they are alone."""
        return HEAVY if self.lines or self.picture.of(Layer.CAGE) else LIGHT

    def add_frame(self) -> None:
        borders = self.picture.of(Layer.BORDER)
        if self.dotted and not borders and not self.picture.of(Layer.CAGE):
            return
        weight = self.border_weight() if borders else LIGHT
        bottom, right = self.rows - 1, self.columns - 1
        for a, b in (((0, 0), (0, right)), ((bottom, 0), (bottom, right))):
            self.stroke(a, b, weight, Ink.PLAIN)
        for a, b in (((0, 0), (bottom, 0)), ((0, right), (bottom, right))):
            self.stroke(a, b, weight, Ink.PLAIN)

    def add_areas(self, layer: Layer, weight: int) -> None:
        """Strokes between cells that belong to different borders, or cages."""
        groups = self.picture.in_cells(layer)
        for r in range(1, self.picture.board.rows + 1):
            for c in range(1, self.picture.board.columns + 1):
                here = groups.get((r, c), [])
                right, below = groups.get((r, c + 1), []), groups.get((r + 1, c), [])
                if c < self.picture.board.columns and not same_groups(here, right):
                    self.stroke((2 * r - 2, 2 * c), (2 * r, 2 * c), weight, _area_ink(here + right))
                if r < self.picture.board.rows and not same_groups(here, below):
                    self.stroke((2 * r, 2 * c - 2), (2 * r, 2 * c), weight, _area_ink(here + below))

    def add_line(self, mark: Mark) -> None:
        """A line that characters can show (see draws)."""
        start, end = _node(mark.place), _node(mark.other)
        assert start is not None and end is not None
        ink = ink_of([mark])
        down, right = end[0] - start[0], end[1] - start[1]
        if mark.open:
            self.open[start[0] + down // 2, start[1] + right // 2] = DIFFERENCE if mark.differs else mark.value or OPEN
            return
        if mark.lines > 2:
            self.open[start[0] + down // 2, start[1] + right // 2] = mark.value
        if down == 0 or right == 0:
            self.stroke(start, end, LIGHT if mark.lines == 1 else DOUBLE, ink)
        else:
            self.slope(start, end, ink)
        self.ends |= {start, end}
        if mark.differs:
            self.prefixes[start[0] + down // 2, start[1] + right // 2] = DIFFERENCE

    def add_wall(self, mark: Mark) -> None:
        """A stroke along the side between two cells; in its middle stands what is open."""
        start, end = _node(mark.place), _node(mark.other)
        assert start is not None and end is not None
        row, column = (start[0] + end[0]) // 2, (start[1] + end[1]) // 2
        if mark.open:
            self.open[row, column] = DIFFERENCE if mark.differs else mark.value or OPEN
            return
        down, right = (1, 0) if start[0] == end[0] else (0, 1)
        self.stroke((row - down, column - right), (row + down, column + right), HEAVY, ink_of([mark]))
        if mark.differs:
            self.prefixes[row, column] = DIFFERENCE

    def find_notes(self) -> dict[Node, tuple[Token | None, Token | None]]:
        """What stands on the line above each cell: at its left end, and at its right one.

        On the line below a cell, that above the next one, a note stands at the right, so that both can be told apart.
        Notes at sides stand together at the left, each with an arrow.
        """
        notes: dict[Node, list[list[Mark]]] = {}
        for (r, c), marks in self.picture.in_cells(Layer.NOTE).items():
            for mark in marks:
                row = 2 * r if mark.entry.corner is NoteCorner.LOWER_LEFT else 2 * r - 2
                ends = notes.setdefault((row, 2 * c - 1), [[], []])
                ends[mark.entry.corner in (NoteCorner.UPPER_RIGHT, NoteCorner.LOWER_LEFT)].append(mark)
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

    def add_tokens_between(self) -> None:
        """What stands at corners and sides."""
        by_node: dict[Node, list[Mark]] = {}
        for mark in self.picture.of(Layer.TEXT, Layer.SYMBOL, Layer.SIGN, Layer.NOTE):
            node = _node(mark.place) if cell_of(mark.place) is None else None
            if node is not None:
                by_node.setdefault(node, []).append(mark)
        for node, marks in by_node.items():
            token = token_of(marks, self.style)
            self.tokens[node] = token
            if token.ink == Ink.DIFFERS:
                self.tokens[node] = Token(DIFFERENCE + token.text, token.ink)

    def add_dots(self) -> None:
        """Dots at the corners of the cells, and in cells that would be blank without."""
        for r, c in self.picture.cells:
            if self.dotted:
                row, column = 2 * r - 1, 2 * c - 1
                self.dots |= {(row + down, column + right) for down in (-1, 1) for right in (-1, 1)}
            else:
                self.dots.add((2 * r - 1, 2 * c - 1))

    # -- Layout

    def lay_out(self, token_width: int) -> None:
        """Decide which lines of nodes are visible, and where they stand on the canvas."""
        marked = {*self.slopes, *self.notes, *self.dots, *self.tokens, *self.open}
        rows, columns = {row for row, _ in marked}, {column for _, column in marked}
        rows |= {node[0] for node, arms in self.arms.items() if not _passes(arms, _UP, _DOWN)}
        columns |= {node[1] for node, arms in self.arms.items() if not _passes(arms, _LEFT, _RIGHT)}
        rows, columns = _filled_up(rows, self.rows), _filled_up(columns, self.columns)
        shown = [row for row in range(self.rows) if self.full or row % 2 or row in rows]
        self.lines_of = {row: line for line, row in enumerate(shown)}
        visible = [column % 2 == 1 or self.full or column in columns for column in range(self.columns)]
        widths = {
            odd: max((token.width for node, token in self.tokens.items() if node[1] % 2 == odd), default=1)
            for odd in (0, 1)
        }
        notes = [sum(token.width + 1 for token in ends if token) - 2 for ends in self.notes.values()]
        inner = max([token_width, widths[1], 1, *notes])
        tight = bool(self.fills) and not all(visible)
        self.places: dict[int, _Column] = {}
        start = 0
        for column in range(self.columns):
            if column % 2 == 0:
                size = widths[0] if visible[column] else 0
                self.places[column] = _Column(start, size, start + size - 1)
            else:
                size = 1 + inner + (1 if visible[column + 1] and not tight else 0)
                self.places[column] = _Column(start, size, start + inner)
            start += size

    def visible_nodes(self) -> list[Node]:
        return [(row, column) for row in self.lines_of for column in range(self.columns) if self.places[column].width]

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

    def put(self, canvas: Canvas, node: Node) -> None:
        """Draw one node over the width of its column: fill, then strokes, then tokens, then differences."""
        line, place = self.lines_of[node[0]], self.places[node[1]]
        fill = self.fill_at(node)
        arms = self.arms.get(node)
        if fill is not None:
            canvas.put(line, place.start, fill.text * place.width, fill.ink)
        elif arms is None and node in self.dots:
            canvas.put(line, place.joint, self.style.empty if _is_cell(node) else self.style.dot)
        if arms is not None:
            self.put_joint(canvas, node, arms)
        if node in self.slopes:
            slope = self.style.slope(True in self.slopes[node], False in self.slopes[node])
            canvas.put(line, place.joint, slope, self.inks[node])
        if node in self.notes:
            left, right = self.notes[node]
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
        if self.dotted and not self.fences and node[0] % 2 and node[1] == self.columns - 1:
            canvas.put(line, place.start, "  ")  # as Copris writes it: every cell takes four columns

    def put_joint(self, canvas: Canvas, node: Node, arms: list[int]) -> None:
        """The joint of a node, and its arms to the left and to the right as far as the column reaches."""
        line, place, ink = self.lines_of[node[0]], self.places[node[1]], self.inks[node]
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
        around = [self.fills.get((row, column)) for row in rows for column in columns]
        first = around[0]
        if first is None or any(fill is None or fill.text != first.text for fill in around):
            return None
        return first


def _area_ink(marks: list[Mark]) -> Ink:
    """Borders that were given have the plain ink of the frame."""
    return Ink.PLAIN if all(mark.given for mark in marks) else Ink.ANSWER


def _direction(number: int) -> int:
    """-1, 0 or 1."""
    return (number > 0) - (number < 0)
