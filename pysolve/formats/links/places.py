"""Where the values of a link's sections stand on a board."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from ...model.board import Board, Cell
from ...model.cell_shapes import BRICK
from ...model.errors import PuzzleError
from ...model.parts import SIDES, Part
from ...model.puzzle import Puzzle
from ...model.terms import Value
from .codecs import PARTNERS
from .genre import Section

#: A place of a part.
Place = tuple[Part, Value]

#: Two cells that share a side, in reading order.
Pair = tuple[Cell, Cell]


#: How many bricks every second row of a wall has more than the first one, by the digit in the link. With 2, the first
#: row is shifted and not the second: that wall is the next one without the last brick of every second row.
_MORE_BRICKS = (-1, 0, 1, 1)


def wall(digit: int, rows: int, columns: int) -> Board:
    """The wall of bricks whose rows lie as the digit of a link says. columns: bricks in the first row."""
    lengths = [columns + _MORE_BRICKS[digit] * (row % 2) for row in range(rows)]
    if not all(lengths):
        raise PuzzleError("found rows without bricks")
    board = Board.of_rows(BRICK, lengths)
    return board.with_holes(row[-1] for row in board.space_rows[1::2]) if digit == 2 else board


def digit_of_wall(board: Board) -> int:
    """The digit that says how the rows of a wall lie; PuzzleError if there is none."""
    for digit in range(len(_MORE_BRICKS)):
        with suppress(PuzzleError):
            if wall(digit, board.rows, len(board.space_rows[0])) == board:
                return digit
    raise PuzzleError("a link of this genre holds only walls whose rows are shifted in turn, without other holes")


def places_of(puzzle: Puzzle, section: Section) -> list[Place]:
    """The places of a section, in the order of its values.

    The list of a row or column has a place for every second cell of it; the token nearest to the board comes first.
    """
    result: list[Place] = []
    for group in section.groups:
        parts = [part for name in group if (part := puzzle.type.part(name)) is not None]
        in_turn = zip(*(_places(puzzle, part) for part in parts), strict=True)
        result += [place for places in in_turn for place in places]
    return result


#: What stands for the right side of a cell at the right edge, and the lower side of one at the lower edge.
NO_PLACE = 0


def runs_of(puzzle: Puzzle, section: Section) -> list[list[Place]]:
    """Its places in runs that begin with a character of their own: of bits, upright sides and then level ones. Of
    side-pairs, the right and the lower side of each cell but the last.
    """
    places = places_of(puzzle, section)
    if section.codec == "side-pairs" and places:
        rest, beyond, board = iter(places), (places[0][0], NO_PLACE), puzzle.board
        right = {(r, c): next(rest) for r, c in board.spaces if c < board.columns}
        below = {(r, c): next(rest) for r, c in board.spaces if r < board.rows}
        return [[sides.get(cell, beyond) for cell in board.spaces[:-1] for sides in (right, below)]]
    if section.codec != "bits" or not places or places[0][0].shape is not SIDES:
        return [places]
    upright = puzzle.board.rows * (puzzle.board.columns - 1)
    return [places[:upright], places[upright:]]


def _places(puzzle: Puzzle, part: Part) -> list[Place]:
    crossed = puzzle.board.columns if part.shape.along_rows else puzzle.board.rows
    each = (crossed + 1) // 2 if part.shape.is_lists else 1
    places = list(part.shape.places(part, puzzle.board))
    if not puzzle.board.in_columns:
        places = [place for place in places if place[2] not in puzzle.board.holes]  # the wall has nothing there
    if part.shape is SIDES:
        places.sort(key=lambda place: place[0] % 2)  # all upright sides, then all level ones
    return [(part, place) for _, _, place in places for _ in range(each)]


def halves_of(board: Board, *, points: bool) -> list[tuple[Cell, int]]:
    """The middles, sides and corners inside the board, row by row: each with the cell that it is the middle of (0), or
    lies right of (1), below (2), or at the lower right corner of (3). points: the cells are points, and the outermost
    ones, with what lies between them, are the edge of the link's board.
    """
    return [
        ((down // 2 + 1, right // 2 + 1), 2 * (down % 2) + right % 2)
        for down in range(points, 2 * board.rows - 1 - points)
        for right in range(points, 2 * board.columns - 1 - points)
    ]


def partner_of(cell: Cell, letter: str | None) -> Cell | None:
    """The other cell of its pair; None if it is in no pair."""
    step = PARTNERS.get(letter or "")
    return None if step is None else (cell[0] + step[0], cell[1] + step[1])


def sides_of(board: Board) -> tuple[list[Pair], list[Pair]]:
    """The pairs of cells that share an upright side, row by row, and those that share a level one."""
    spaces = board.spaces
    return (
        [((r, c), (r, c + 1)) for r, c in spaces if c < board.columns],
        [((r, c), (r + 1, c)) for r, c in spaces if r < board.rows],
    )


def cells_beside_sides(board: Board) -> list[dict[str, Cell]]:
    """All sides: those inside the board, then the edge's, at the top, at the bottom, on the left and on the right. Each
    with the cells beside it, by where it lies for them: n, e, s or w.
    """
    upright, level = sides_of(board)
    down, across = range(1, board.rows + 1), range(1, board.columns + 1)
    return [
        *({"e": one, "w": other} for one, other in upright), *({"s": one, "n": other} for one, other in level),
        *({"n": (1, c)} for c in across), *({"s": (board.rows, c)} for c in across),
        *({"w": (r, 1)} for r in down), *({"e": (r, board.columns)} for r in down),
    ]  # fmt: skip


def groups_of_sides(board: Board, codec: str) -> list[list[Pair]]:
    """The pairs of cells that share a side, as a codec of regions takes them: upright and level sides each by
    themselves; of gaps all at once, the level ones column by column, of joined cells all at once.
    """
    upright, level = sides_of(board)
    if codec == "joined":
        return [upright + level]
    if codec != "gaps":
        return [upright, level]
    return [upright + sorted(level, key=lambda pair: (pair[0][1], pair[0][0]))]


def walls_within(regions: list[list[Cell]], walls: set[Pair]) -> list[Pair]:
    """The walls that have the same region on both sides, in reading order."""
    region_of = {cell: number for number, region in enumerate(regions) for cell in region}
    return sorted((one, other) for one, other in walls if region_of[one] == region_of[other])


def regions_between(board: Board, walls: set[Pair]) -> list[list[Cell]]:
    """The regions that walls leave, in the order of their first cells, each with its cells."""
    regions: list[list[Cell]] = []
    seen: set[Cell] = set()
    for first in board.spaces:
        region = [] if first in seen else [first]
        seen.add(first)
        for cell in region:  # it grows meanwhile
            open_ = [near for near in board.neighbours(cell) if (min(cell, near), max(cell, near)) not in walls]
            region += [near for near in open_ if near not in seen]
            seen.update(open_)
        if region:
            regions.append(region)
    return regions


def within(regions: Iterable[Iterable[Cell]], edges: Iterable[Pair]) -> list[Pair]:
    """The edges that part no two regions: both cells beside them belong to the same one."""
    label = {cell: number for number, region in enumerate(regions) for cell in region}
    return sorted(pair for pair in edges if pair[0] in label and label[pair[0]] == label.get(pair[1]))
