"""Pictures as one SVG figure, side by side.

    render([picture])                    a puzzle, or its answer
    render([one, other])                 two answers; what differs stands on amber

The figure brings its own light paper, so it can be read on any page. What was given is black and bold, the
answer is blue. Cells in which this answer lacks a mark of the other one have a dashed amber outline. What is pointed at
stands on green; what only some answers have is small, or dashed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from html import escape
from itertools import pairwise

from ..model.board import Board, Cell, Point, Side, cell_of, corner_of, margin_of
from ..model.marks import Colour, Layer, NoteCorner, Shape, Stroke, Tone
from ..model.terms import Value
from .look import COLOURS, INKS, MOST_LINES, PAPER, SIZES, UNIT, printable, width
from .picture import Margin, Mark, Picture, same_groups

# -- The geometry of a board: where places are, and how edges of cells become outlines. Units are those of the SVG


Edge = tuple[Point, Point]

HEAD = 0.16  # how far the head of an arrow reaches back, and to each side, in widths of a cell


class Layout:
    """A board in the units of the SVG."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.width, self.height = (UNIT * length for length in board.size)

    def centre(self, cell: Cell) -> Point:
        """The middle of a cell."""
        point = self.point(cell)
        assert point is not None
        return point

    def point(self, place: Value | None) -> Point | None:
        """Where any place is; None for what is not a place."""
        point = self.board.point(place)
        return None if point is None else (UNIT * point[0], UNIT * point[1])

    def outline(self, cell: Cell, scale: float = 1.0) -> list[Point]:
        """The corners of a cell, clockwise; rounded, so that neighbours have the same ones."""
        x, y = self.centre(cell)
        return [
            (round(x + scale * (UNIT * cx - x), 2), round(y + scale * (UNIT * cy - y), 2))
            for cx, cy in self.board.outline(cell).values()
        ]

    def edges(self, cell: Cell) -> list[tuple[Cell, Edge]]:
        """The sides of a cell, clockwise, each with the neighbour behind it."""
        points = self.outline(cell)
        return [
            (self.board.beside(cell, name), (start, end))
            for name, start, end in zip(self.board.outline(cell), points, points[1:] + points[:1])
        ]

    def inset(self, cells: set[Cell], distance: float) -> list[list[Point]]:
        """The outlines of an area, moved inwards; one for each piece and each hole of it."""
        sides = {
            (cell, edge[0]): edge[1] for cell in sorted(cells) for other, edge in self.edges(cell) if other not in cells
        }
        starts: dict[Point, list[Cell]] = {}
        for cell, start in sides:
            starts.setdefault(start, []).append(cell)
        loops = []
        while sides:
            cell, start = next(iter(sides))
            loop = [start]
            while (cell, start) in sides:
                following = sides.pop((cell, start))
                # Where two pieces touch in a corner, the outline stays with the cell that it comes from.
                owners = [owner for owner in starts[following] if (owner, following) in sides]
                cell, start = cell if cell in owners or not owners else owners[0], following
                loop.append(start)
            loops.append(_moved(loop[:-1], distance))
        return loops


def _moved(loop: list[Point], distance: float) -> list[Point]:
    """The corners of a clockwise loop after all its sides were moved inwards."""
    moved = []
    for before, (x, y), after in zip(loop[-1:] + loop[:-1], loop, loop[1:] + loop[:1]):
        (ax, ay), (bx, by) = _inwards(before, (x, y)), _inwards((x, y), after)
        turn = 1 + ax * bx + ay * by
        if turn < 1.999:  # a corner; where the sides run on straight, none is needed
            moved.append((round(x + distance * (ax + bx) / turn, 2), round(y + distance * (ay + by) / turn, 2)))
    return moved


def _inwards(start: Point, end: Point) -> Point:
    """The unit vector at a right angle to a side, to the inside of a clockwise loop."""
    x, y = end[0] - start[0], end[1] - start[1]
    length = math.hypot(x, y)
    return -y / length, x / length


def chains(edges: Iterable[Edge]) -> list[list[Point]]:
    """Edges joined to long polylines, straight on where they can; each edge once."""
    after: dict[Point, set[Point]] = {}
    for start, end in edges:
        if start != end:
            after.setdefault(start, set()).add(end)
            after.setdefault(end, set()).add(start)
    polylines = []
    for first in sorted(after, key=lambda point: (len(after[point]) % 2 == 0, point)):
        while after[first]:
            chain = [first]
            while after[chain[-1]]:
                here = chain[-1]
                straight = [each for each in after[here] if len(chain) > 1 and _is_straight(chain[-2], here, each)]
                following = min(straight or after[here])
                after[here].remove(following)
                after[following].remove(here)
                if straight:
                    chain.pop()
                chain.append(following)
            polylines.append(chain)
    return polylines


def _is_straight(before: Point, here: Point, after: Point) -> bool:
    ax, ay, bx, by = here[0] - before[0], here[1] - before[1], after[0] - here[0], after[1] - here[1]
    length = math.hypot(ax, ay) * math.hypot(bx, by)
    return ax * bx + ay * by > 0.999 * length


def head(points: list[Point]) -> list[Point]:
    """The head of an arrow along a polyline, at its last point."""
    (ax, ay), (x, y) = points[-2:]
    length = math.hypot(x - ax, y - ay) or 1.0
    right, down = HEAD * UNIT * (x - ax) / length, HEAD * UNIT * (y - ay) / length
    return [(x - right - down, y - down + right), (x, y), (x - right + down, y - down - right)]


def path(points: list[Point], closed: bool = False) -> str:
    """The polyline as the data of an SVG path."""
    if len(points) > 2 and points[0] == points[-1]:
        points, closed = points[:-1], True
    parts = [f"M{decimal(points[0][0])} {decimal(points[0][1])}"]
    for (before_x, before_y), (x, y) in pairwise(points):
        if y == before_y:
            parts.append(f"H{decimal(x)}")
        elif x == before_x:
            parts.append(f"V{decimal(y)}")
        else:
            parts.append(f"L{decimal(x)} {decimal(y)}")
    return "".join(parts) + ("Z" if closed else "")


def decimal(value: float) -> str:
    """A number as short as it can be, with two decimals at most."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def side_by_side(edge: Edge, count: int) -> list[Edge]:
    """An edge as several parallel ones; as a single one where a number says how many they are."""
    (ax, ay), (bx, by) = edge
    length = math.hypot(bx - ax, by - ay)
    if count > MOST_LINES or not length:
        count = 1
    x, y = (ay - by) / length if length else 0.0, (bx - ax) / length if length else 0.0
    gaps = [UNIT * SIZES["side_by_side"] * (at - (count - 1) / 2) for at in range(count)]
    return [((ax + gap * x, ay + gap * y), (bx + gap * x, by + gap * y)) for gap in gaps]


# -- The elements of an SVG document, as text: paths, strokes, symbols, and texts that fit into their room


GIVEN, ANSWER = INKS["given"].light, INKS["answer"].light


def path_of(paths: list[str], attributes: str) -> str:
    return f'<path d="{"".join(paths)}" {attributes}/>' if any(paths) else ""


def strokes(edges: Iterable[Edge], ink: str, thickness: float, more: str = "") -> str:
    paths = [path(chain) for chain in chains(edges)]
    return path_of(
        paths, f'fill="none" stroke="{ink}" stroke-width="{decimal(thickness)}" stroke-linecap="round"{more}'
    )


def circle(centre: Point, radius: float, ink: str, thickness: float, fill: str = PAPER) -> str:
    x, y = centre
    return (
        f'<circle cx="{decimal(x)}" cy="{decimal(y)}" r="{decimal(radius)}" '
        f'fill="{fill}" stroke="{ink}" stroke-width="{decimal(thickness)}"/>'
    )


def symbol(shape: Shape, centre: Point, size: float, ink: str) -> str:
    """A symbol around a point. size: of its unit."""
    data = shape.mapped(lambda x, y: f"{decimal(centre[0] + size * x)} {decimal(centre[1] + size * y)}")
    stroke = f' stroke="{ink}" stroke-width="2"' if shape.outlined else ""
    return f'<path d="{data}" fill="{ink if shape.filled else PAPER}"{stroke}/>'


def fitting_size(text: str, size: float, room: float) -> float:
    """The font size in which a text fits into its room."""
    return min(size, room / (0.6 * max(1, width(text))))


def text_of(centre: Point, text: str, size: float, room: float) -> str:
    """A text around its centre; smaller if it is too long."""
    if not text:
        return ""
    fitting = fitting_size(text, size, room)
    smaller = f' font-size="{decimal(fitting)}"' if fitting < size else ""
    x, y = centre
    return f'<text x="{decimal(x)}" y="{decimal(y + 0.36 * fitting)}"{smaller}>{escape(text, quote=False)}</text>'


def group(texts: list[str], given: bool, size: float, ink: str = "") -> str:
    """Texts in the ink of the puzzle, or in that of the answer, or in one that is named."""
    if not any(texts):
        return ""
    weight = ' font-weight="bold"' if given else ""
    ink = ink or (GIVEN if given else ANSWER)
    return f'<g fill="{ink}" font-size="{decimal(size)}"{weight}>{"".join(texts)}</g>'


GRID, DIFFERS, MISSING, HIGHLIGHT, REMARK = (
    INKS[name].light for name in ("grid", "differs", "missing", "noted", "remark")
)
PATH = {True: INKS["path-given"].light, False: INKS["path-answer"].light}  # through cells, pale: texts stand on them
FILL = {tone: INKS[tone].light for tone in Tone}
FONT = "Helvetica,Arial,sans-serif"

PADDING, TEXT, NOTE, BESIDE, SLOT = (UNIT * SIZES[name] for name in ("padding", "text", "note", "beside", "slot"))
GAP = 1.2 * UNIT  # between pictures
BANK = 0.3 * UNIT  # a square of a shape of the bank


def render(pictures: Sequence[Picture], title: str = "") -> str:
    """The pictures as an SVG document of one line, without a newline at the end."""
    figures = [_Figure(picture) for picture in pictures]
    top = PADDING + max((figure.top for figure in figures), default=0)
    x, parts = PADDING, []
    for figure in figures:
        x += figure.left
        parts.append(f'<g transform="translate({decimal(x)} {decimal(top)})">{figure.draw()}</g>')
        x += figure.board.width + figure.right + GAP
    wide = decimal(max(x - GAP, PADDING) + PADDING)
    high = decimal(top + max((figure.board.height + figure.bottom for figure in figures), default=0) + PADDING)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" '
        f'viewBox="0 0 {wide} {high}" width="{wide}" height="{high}">'
        f"<title>{escape(printable(title), quote=False) or 'Puzzle'}</title>"
        f'<rect width="{wide}" height="{high}" rx="6" fill="{PAPER}"/>'
        f'<g stroke-linejoin="round" font-family="{FONT}" text-anchor="middle">{"".join(parts)}</g></svg>'
    )


class _Figure:
    """One picture; the origin is the upper left corner of its board."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self.board = Layout(picture.board)
        self.margins = picture.in_margins()
        aside = [
            mark for (side, _), line in self.margins.items() if side.along_rows for mark in line if mark is not None
        ]
        self.slot = max([BESIDE, *(0.6 * BESIDE * (width(_text([mark])) + 0.4) for mark in aside)])
        self.left, self.right = self.margin(Side.LEFT, self.slot), self.margin(Side.RIGHT, self.slot)
        self.top, self.bottom = self.margin(Side.TOP, SLOT), self.margin(Side.BOTTOM, SLOT)
        if self.is_numbered:
            self.left, self.top = self.left + SLOT, self.top + SLOT
        self.bank, high = self.in_bank()
        self.bottom += high
        self.fills = {cell: marks[0] for cell, marks in picture.in_cells(Layer.FILL).items()}
        self.dark_cells = {cell for cell, mark in self.fills.items() if mark.entry.is_dark}
        symbols = picture.in_cells(Layer.SYMBOL, Layer.SIGN).items()
        self.dark_middles = self.dark_cells | {cell for cell, marks in symbols if any(map(_is_dark, marks))}

    @property
    def is_numbered(self) -> bool:
        """Whether the numbers of rows and columns stand beside the board."""
        return self.picture.numbered and self.picture.board.in_columns

    def draw_numbers(self) -> Iterable[str]:
        """The numbers of rows and columns, outside of what is given there."""
        if not self.is_numbered:
            return
        rows, columns = (range(1, most + 1) for most in (self.picture.board.rows, self.picture.board.columns))
        points = [(str(row), (SLOT / 2 - self.left, self.board.centre((row, 1))[1])) for row in rows]
        points += [(str(column), (self.board.centre((1, column))[0], SLOT / 2 - self.top)) for column in columns]
        texts = [text_of(point, text, NOTE, math.inf) for text, point in points]
        yield group(texts, given=False, size=NOTE, ink=REMARK)

    def margin(self, side: Side, slot: float) -> float:
        """How much room a margin takes."""
        longest = max((len(line) for (each, _), line in self.margins.items() if each == side), default=0)
        return longest * slot + (0.15 * UNIT if longest else 0)

    def in_bank(self) -> tuple[list[tuple[Point, str]], float]:
        """The upper left corners of the squares of the bank's shapes, without a text, and the middles of words, each
        with it, in rows below the board, and how high these are.
        """
        items: list[tuple[Point, str]] = []
        x, below, high = 0.0, self.board.height + self.bottom + 0.4 * UNIT, 0.0
        for item in self.picture.bank:
            rows = item.split("/")
            wide = 0.6 * NOTE * width(item) if item.isupper() else len(rows[0]) * BANK
            if x and x + wide > self.board.width:
                x, below, high = 0.0, below + high + BANK, 0.0
            if item.isupper():
                items.append(((x + wide / 2, below + BANK / 2), item))
            else:
                squares = [(row, at) for row, text in enumerate(rows) for at, each in enumerate(text) if each == "x"]
                items += [((x + at * BANK, below + row * BANK), "") for row, at in squares]
            x, high = x + wide + BANK, max(high, len(rows) * BANK)
        return items, below + high - self.board.height - self.bottom if items else 0.0

    def draw_bank(self) -> Iterable[str]:
        """The shapes and words that are to be placed."""
        corners = [point for point, text in self.bank if not text]
        paths = [path([(x, y), (x + BANK, y), (x + BANK, y + BANK), (x, y + BANK)], closed=True) for x, y in corners]
        yield path_of(paths, f'fill="{GRID}" stroke="{GIVEN}" stroke-width="1"')
        texts = [text_of(point, text, NOTE, math.inf) for point, text in self.bank if text]
        yield group(texts, given=True, size=NOTE)

    def draw(self) -> str:
        """All layers, from the paper upwards."""
        layers: list[Callable[[], Iterable[str]]] = [
            self.draw_colours, self.draw_differences, self.draw_fills, self.draw_halves, self.draw_grid,
            self.draw_tubes, self.draw_cages, self.draw_borders, self.draw_lines, self.draw_symbols, self.draw_texts,
            self.draw_notes, self.draw_margins, self.draw_numbers, self.draw_remarks, self.draw_bank,
        ]  # fmt: skip
        return "".join(part for layer in layers for part in layer())

    # -- Areas

    def draw_colours(self) -> Iterable[str]:
        for colour in Colour:
            cells = sorted(cell for cell, each in self.picture.cosmetics.colours.items() if each is colour)
            outlines = [path(self.board.outline(cell), closed=True) for cell in cells if cell in self.picture.cells]
            yield path_of(outlines, f'fill="{COLOURS[colour].light}"')

    def draw_differences(self) -> Iterable[str]:
        cells = sorted(self.picture.differing_cells())
        yield path_of([path(self.board.outline(cell), closed=True) for cell in cells], f'fill="{DIFFERS}"')
        missing = [path(self.board.outline(cell, 0.84), closed=True) for cell in sorted(self.picture.missing)]
        yield path_of(missing, f'fill="none" stroke="{MISSING}" stroke-width="2" stroke-dasharray="4 3"')
        cells = sorted(cell for cell in self.picture.cells if cell in self.picture.highlighted)
        yield path_of([path(self.board.outline(cell), closed=True) for cell in cells], f'fill="{HIGHLIGHT}"')
        for place in sorted(self.picture.highlighted, key=str):
            point = self.board.point(place) if cell_of(place) is None else None
            if point is not None and margin_of(place) is None:
                yield circle(point, 0.14 * UNIT, HIGHLIGHT, 0, HIGHLIGHT)

    def draw_fills(self) -> Iterable[str]:
        for tone in Tone:
            outlines = [
                path(self.board.outline(cell, 0.72 if mark.differs else 1.0), closed=True)
                for cell, mark in sorted(self.fills.items(), key=lambda item: item[0])
                if mark.entry.tone is tone
            ]
            yield path_of(outlines, f'fill="{FILL[tone]}"')

    def draw_grid(self) -> Iterable[str]:
        """Thin lines around all cells, and a stronger one around the board and its holes; or dots."""
        if self.picture.dotted:
            points = {point for cell in self.picture.cells for point in self.board.outline(cell)}
            yield "".join(circle(point, SIZES["dot"] * UNIT, GIVEN, 0, GIVEN) for point in sorted(points))
            return
        inner: set[Edge] = set()
        outer: set[Edge] = set()
        for cell in self.picture.cells:
            for other, edge in self.board.edges(cell):
                (inner if other in self.picture.cells else outer).add(_undirected(edge))
        yield strokes(inner, GRID, 1)
        yield strokes(outer, GIVEN, 1.5)

    def draw_halves(self) -> Iterable[str]:
        """The blocks that hold two notes, one for a row and one for a column, are divided."""
        noted = self.picture.in_cells(Layer.NOTE)
        halves = []
        for cell, mark in sorted(self.fills.items(), key=lambda item: item[0]):
            notes = noted.get(cell, ()) if mark.entry.on_board else ()
            if any(note.entry.corner is not NoteCorner.UPPER_LEFT for note in notes):
                corners = self.board.outline(cell)
                halves.append(path([corners[-1], corners[len(corners) // 2 - 1]]))
        yield path_of(halves, f'fill="none" stroke="{GRID}" stroke-width="1"')

    def draw_tubes(self) -> Iterable[str]:
        """Tubes are pale, also upon cells that are filled: these are to be seen on both sides of them."""
        for stroke, lines in self.tubes().items():
            layers = [(PATH[True], stroke.rim), (INKS[stroke.ink].light, 0.0)]
            long = [points for points in lines if len(points) > 1]
            paths = [path(points) for points in long + ([head(points) for points in long] if stroke.head else [])]
            for ink, rim in layers if stroke.rim else layers[1:]:
                pen = f'fill="none" stroke="{ink}" stroke-width="{decimal((stroke.breadth + 2 * rim) * UNIT)}"'
                yield path_of(paths, f'{pen} stroke-linecap="round"')
                for points in lines if stroke.bulb else ():
                    yield circle(points[0], (stroke.bulb + rim) * UNIT, ink, 0, ink)

    def tubes(self) -> dict[Stroke, list[list[Point]]]:
        """The points of the tubes by how they are drawn."""
        tubes: dict[Stroke, list[list[Point]]] = {}
        for tube in self.picture.tubes():
            points = [point for mark in tube if (point := self.board.point(mark.place))]
            if (stroke := tube[0].entry.stroke) is not None and points:
                tubes.setdefault(stroke, []).append(points)
        return tubes

    def draw_cages(self) -> Iterable[str]:
        groups: dict[str, list[Mark]] = {}
        for mark in self.picture.of(Layer.CAGE):
            groups.setdefault(mark.value, []).append(mark)
        outlines: dict[bool, list[str]] = {}
        for marks in groups.values():
            cells = {cell for mark in marks if (cell := cell_of(mark.place)) is not None}
            loops = self.board.inset(cells, 0.08 * UNIT)
            outlines.setdefault(_given(marks), []).extend(path(loop, closed=True) for loop in loops)
        for given, paths in sorted(outlines.items()):
            ink = GIVEN if given else ANSWER
            yield path_of(paths, f'fill="none" stroke="{ink}" stroke-width="1" stroke-dasharray="3 2"')

    def draw_borders(self) -> Iterable[str]:
        groups = self.picture.in_cells(Layer.BORDER)
        edges_of: dict[bool, set[Edge]] = {}
        for cell, marks in groups.items():
            for other, edge in self.board.edges(cell):
                if not same_groups(marks, groups.get(other, [])):
                    given = _given(marks + groups.get(other, []))
                    edges_of.setdefault(given, set()).add(_undirected(edge))
        different: set[Edge] = set()
        for mark in self.picture.of(Layer.WALL):
            for wall in self.side_of(mark):
                if mark.differs and not mark.open:
                    different.add(wall)
                if not mark.open:
                    edges_of.setdefault(mark.given, set()).add(wall)
                elif mark.value:
                    yield self.no_line(wall, mark.differs)
                else:
                    yield strokes([wall], ANSWER, 1.5, ' stroke-dasharray="3 5"')
        yield strokes(different, DIFFERS, 0.3 * UNIT)
        for given, edges in sorted(edges_of.items()):
            yield strokes(edges, GIVEN if given else ANSWER, 3)

    def side_of(self, mark: Mark) -> list[Edge]:
        """The side between the two cells of a mark; none if they share none."""
        cell, other = cell_of(mark.place), cell_of(mark.other)
        if cell is None:
            return []
        return [_undirected(edge) for neighbour, edge in self.board.edges(cell) if neighbour == other]

    # -- Lines and symbols

    def draw_lines(self) -> Iterable[str]:
        full: dict[tuple[bool, bool], set[Edge]] = {}
        different: set[Edge] = set()
        open_: set[Edge] = set()
        numbers: list[tuple[Edge, Mark]] = []
        for mark in self.picture.of(Layer.LINE):
            start, end = self.board.point(mark.place), self.board.point(mark.other)
            if start is not None and end is not None:
                edge = _undirected((start, end))
                if mark.open and mark.value:
                    yield self.no_line(edge, mark.differs)
                    continue
                if mark.open:
                    open_.add(edge)
                    continue
                fence = corner_of(mark.place) is not None or mark.is_counted
                full.setdefault((fence, mark.given), set()).update(side_by_side(edge, mark.lines))
                if mark.lines > MOST_LINES:
                    numbers.append((edge, mark))
                if mark.differs:
                    different.add(edge)
        yield strokes(different, DIFFERS, 0.42 * UNIT)
        yield strokes(open_, PATH[False], 0.06 * UNIT, ' stroke-dasharray="3 5"')
        for (fence, given), edges in sorted(full.items()):
            if fence:
                yield strokes(edges, GIVEN if given else ANSWER, SIZES["fence"] * UNIT)
            else:
                yield strokes(edges, PATH[given], SIZES["path"] * UNIT)
        for ((ax, ay), (bx, by)), mark in numbers:
            middle = (ax + bx) / 2, (ay + by) / 2
            yield circle(middle, 0.2 * UNIT, PAPER, 0)
            yield group([text_of(middle, mark.value, 0.36 * UNIT, 0.36 * UNIT)], mark.given, 0.36 * UNIT)

    def no_line(self, edge: Edge, differs: bool) -> str:
        """A cross in the middle between two places that no line joins."""
        x, y = (edge[0][0] + edge[1][0]) / 2, (edge[0][1] + edge[1][1]) / 2
        arm = 0.07 * UNIT
        cross = path([(x - arm, y - arm), (x + arm, y + arm)]) + path([(x - arm, y + arm), (x + arm, y - arm)])
        ground = circle((x, y), 0.16 * UNIT, DIFFERS, 0, DIFFERS) if differs else ""
        return ground + path_of([cross], f'fill="none" stroke="{ANSWER}" stroke-width="1.5"')

    def draw_symbols(self) -> Iterable[str]:
        """The symbols of cells, and, half as large, those between cells."""
        for mark in self.picture.of(Layer.SYMBOL, Layer.SIGN):
            point = self.board.point(mark.place)
            figure = mark.figure
            if point is not None and figure is not None and margin_of(mark.place) is None:
                yield symbol(
                    figure.shape, point, UNIT if cell_of(mark.place) else UNIT / 2, GIVEN if mark.given else ANSWER
                )

    # -- Texts

    def draw_remarks(self) -> Iterable[str]:
        """The notes that mean nothing, small, at the lower edge of their cells, on squares to the right."""
        for cell, note in sorted(self.picture.cosmetics.notes.items()):
            if cell in self.picture.cells:
                x, y = self.board.centre(cell)
                size = fitting_size(note, NOTE, 0.9 * UNIT)
                if self.board.board.in_columns:
                    x += 0.44 * UNIT - 0.3 * size * width(note)
                ink = PAPER if cell in self.dark_cells else REMARK
                text = text_of((x, y + 0.43 * UNIT - size / 2), note, NOTE, 0.9 * UNIT)
                yield f'<g font-size="{decimal(NOTE)}" font-style="italic" fill="{ink}">{text}</g>'

    def draw_texts(self) -> Iterable[str]:
        groups: dict[tuple[bool, bool], list[str]] = {}
        size, lower = (0.46 * UNIT, 0.09 * UNIT) if self.picture.of(Layer.NOTE) else (TEXT, 0)  # notes need room
        for cell, marks in sorted(self.written().items(), key=lambda item: item[0]):
            x, y = self.board.centre(cell)
            if any(mark.open for mark in marks):
                yield self.pencil_marks((x, y + lower), _text(marks), size)
            else:
                text = text_of((x, y + lower), _text(marks), size, 0.88 * UNIT)
                groups.setdefault((not _given(marks), cell in self.dark_middles), []).append(text)
        yield from self.texts_between()
        for (answered, dark), texts in sorted(groups.items()):
            yield group(texts, not answered, size, PAPER if dark else "")

    def texts_between(self) -> Iterable[str]:
        """The texts at corners and sides, each on a disc."""
        for mark in self.picture.of(Layer.TEXT, Layer.SIGN, Layer.NOTE):
            point = self.board.point(mark.place) if mark.figure is None else None
            if point is not None and cell_of(mark.place) is None and margin_of(mark.place) is None:
                yield circle(point, 0.24 * UNIT, DIFFERS if mark.differs else GRID, 1.5)
                yield group([text_of(point, _text([mark]), 0.32 * UNIT, 0.32 * UNIT)], mark.given, 0.32 * UNIT)

    def written(self) -> dict[Cell, list[Mark]]:
        """The texts of cells, and the values of signs that name no shape."""
        cells = self.picture.in_cells(Layer.SIGN, Layer.TEXT)
        bare = {cell: [mark for mark in marks if mark.figure is None] for cell, marks in cells.items()}
        return {cell: marks for cell, marks in bare.items() if marks}

    def pencil_marks(self, centre: Point, text: str, size: float) -> str:
        """What may stand in a cell, small, in as many columns as rows."""
        texts = text.split(",") if "," in text else list(text)
        columns = max(math.ceil(math.sqrt(len(texts))), 2)
        rows = [texts[at : at + columns] for at in range(0, len(texts), columns)]
        step = 1.6 * size / columns
        x, y = centre[0] - step * (len(rows[0]) - 1) / 2, centre[1] - step * (len(rows) - 1) / 2
        small = [
            text_of((x + step * column, y + step * row), value, 0.8 * step, 0.95 * step)
            for row, line in enumerate(rows)
            for column, value in enumerate(line)
        ]
        return group(small, False, 0.8 * step)

    def draw_notes(self) -> Iterable[str]:
        """Small texts in the corners of their cells, or at their sides; of hexagons below the upper corner, or above
        the lower one.
        """
        groups: dict[tuple[bool, bool], list[str]] = {}
        grounds: list[str] = []
        for cell, all_marks in sorted(self.picture.in_cells(Layer.NOTE).items(), key=lambda item: item[0]):
            by_corner: dict[NoteCorner, list[Mark]] = {}
            for mark in all_marks:
                by_corner.setdefault(mark.entry.corner or NoteCorner.UPPER_LEFT, []).append(mark)
            for corner, marks in by_corner.items():
                x, y = self.board.centre(cell)
                text = _text(marks)
                size = fitting_size(text, NOTE, 0.7 * UNIT)
                inwards = 0.3 * size * width(text) - 0.42 * UNIT
                if corner.across > 0 or self.board.board.in_columns:
                    x -= corner.across * inwards
                y += corner.down * (0.41 * UNIT - size / 2)
                note = text_of((x, y), text, NOTE, 0.7 * UNIT)
                if cell not in self.dark_cells:
                    half = 0.3 * size * width(text) + 1, size / 2
                    corners = [
                        (x + right * half[0], y + down * half[1]) for right, down in pairwise((-1, -1, 1, 1, -1))
                    ]
                    grounds.append(path(corners, closed=True))
                groups.setdefault((_given(marks), cell in self.dark_cells), []).append(note)
        if self.picture.of(Layer.CAGE):  # their outlines make way
            yield path_of(grounds, f'fill="{PAPER}"')
        for (given, dark), texts in sorted(groups.items()):
            yield group(texts, given, NOTE, PAPER if dark else "")

    def draw_margins(self) -> Iterable[str]:
        for given in (True, False):
            texts = []
            for margin, line in sorted(self.margins.items()):
                for index, mark in enumerate(line):
                    if mark is None:
                        continue
                    x, y = self.beside(margin, index - len(line) if margin[0] in (Side.LEFT, Side.TOP) else index)
                    ground = DIFFERS if mark.differs else HIGHLIGHT if mark.place in self.picture.highlighted else None
                    if ground is not None and mark.given == given:
                        yield circle((x, y), 0.26 * UNIT, ground, 0, ground)
                    if mark.given == given and self.is_beside(margin):
                        room = math.inf if margin[0].along_rows else 0.94 * UNIT
                        texts.append(text_of((x, y), _text([mark]), BESIDE, room))
            yield group(texts, given, BESIDE)

    def is_beside(self, margin: Margin) -> bool:
        side, line = margin
        return 1 <= line <= (self.picture.board.rows if side.along_rows else self.picture.board.columns)

    def beside(self, margin: Margin, slot: int) -> Point:
        """The middle of a slot of a margin; slots before the board have negative numbers."""
        side, line = margin
        x, y = self.board.centre((line, line))
        gap = 0.15 * UNIT if slot >= 0 else -0.15 * UNIT
        if side.along_rows:
            return (0 if side is Side.LEFT else self.board.width) + gap + (slot + 0.5) * self.slot, y
        return x, (0 if side is Side.TOP else self.board.height) + gap + (slot + 0.5) * SLOT


# -- Elements


def _given(marks: list[Mark]) -> bool:
    return all(mark.given for mark in marks)


def _is_dark(mark: Mark) -> bool:
    return mark.figure.shape.filled if mark.figure is not None else mark.entry.is_dark


def _undirected(edge: Edge) -> Edge:
    return min(edge), max(edge)


def _text(marks: list[Mark]) -> str:
    """The values of texts, and the characters of symbols that stand in a margin."""
    return ",".join(filter(None, (printable(mark.text()) for mark in marks)))
