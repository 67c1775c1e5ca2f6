"""Plain text: a line with rows and columns (or two lines), then the parts in the manifest's order.

Further numbers on the first line are the options that the manifest names in `header`. A text without
such a line is the rows of a board.
"""

from __future__ import annotations

from ..catalog import COLUMN_LISTS, GRID, LIST, ROW_LISTS, Part, PuzzleType
from ..errors import PuzzleError
from ..puzzle import Block, Draft

#: Larger boards are not meant.
LARGEST_SIDE = 10_000


def fill(draft: Draft, text: Block, type_: PuzzleType) -> None:
    """Puts the parts of a plain text into draft; PuzzleError if there are not the lines that there should be."""
    lines = [(number, line) for number, line in enumerate(text.lines, text.first_line) if line.strip()]
    if not lines:
        raise PuzzleError("the text is empty, expected a puzzle")
    header = _header(lines, type_)
    if header is None:
        _without_header(draft, lines, type_)
    else:
        numbers, length = header
        _with_header(draft, numbers, lines[length:], type_)


def _header(lines: list[tuple[int, str]], type_: PuzzleType) -> tuple[list[int], int] | None:
    """The numbers of the first line (or of the first two) and how many lines they take; None without any."""
    first = _numbers(lines[0][1])
    if first is None:
        return None
    if len(first) == 1:
        second = _numbers(lines[1][1]) if len(lines) > 1 else None
        if second is None or len(second) != 1 or len(str(first[0])) > 5:
            return None
        return first + second, 2
    if len(first) > 2 + max(len(type_.header), 1):
        return None
    following = lines[1:]
    fits = len(following) == _expected_lines(type_, first[0], first[1])
    rows_differ = bool(following) and len(following[0][1].split()) != len(first)
    return (first, 1) if fits or rows_differ else None


def _numbers(line: str) -> list[int] | None:
    tokens = line.split()
    return [int(token) for token in tokens] if all(t.isascii() and t.isdigit() for t in tokens) else None


def _lines_of(part: Part, rows: int, columns: int) -> int:
    return {GRID: rows, ROW_LISTS: rows, COLUMN_LISTS: columns}.get(part.shape, 1)


def _expected_lines(type_: PuzzleType, rows: int, columns: int) -> int:
    parts = [part for part in type_.parts if not part.optional and part.shape != LIST]
    return sum(_lines_of(part, rows, columns) for part in parts)


def _with_header(draft: Draft, numbers: list[int], lines: list[tuple[int, str]], type_: PuzzleType) -> None:
    rows, columns = numbers[:2]
    if not (0 < rows <= LARGEST_SIDE and 0 < columns <= LARGEST_SIDE):
        raise PuzzleError(f"found a board of {rows} rows and {columns} columns, expected 1 to {LARGEST_SIDE}", line=1)
    if _is_square_after_all(lines, rows, columns, type_):
        draft.notes.append(f"the first line says {rows} rows, but the board has {columns}: it was read as a square")
        rows = columns
    draft.size = (rows, columns)
    draft.options = {name: str(number) for name, number in zip(type_.header, numbers[2:])}
    at = 0
    for part in type_.parts:
        if at == len(lines) and (part.optional or part.shape == LIST):
            continue
        count = len(lines) - at if part.shape == LIST else _lines_of(part, rows, columns)
        found = lines[at : at + count]
        if len(found) < count:
            last = lines[-1][0] if lines else 1
            what = "rows" if part.shape == GRID else "lines"
            raise PuzzleError(f"found {len(found)} {what} of '{part.name}', expected {count}", line=last)
        draft.parts[part.name] = Block([line for _, line in found], found[0][0])
        at += count
    if at < len(lines):
        number = lines[at][0]
        raise PuzzleError(f"found {len(lines) - at} lines more than the board has: expected the end here", line=number)


def _is_square_after_all(lines: list[tuple[int, str]], rows: int, columns: int, type_: PuzzleType) -> bool:
    """Whether a wrong number of rows was announced for what is a whole square board.

    Any other board with too few rows was probably cut off, and is an error.
    """
    lone_grid = [part.shape for part in type_.parts if not part.optional] == [GRID]
    return lone_grid and rows != columns == len(lines) and all(len(line.split()) == columns for _, line in lines)


def _without_header(draft: Draft, lines: list[tuple[int, str]], type_: PuzzleType) -> None:
    required = [part for part in type_.parts if not part.optional and part.shape != LIST]
    if len(required) != 1 or required[0].shape != GRID:
        raise PuzzleError(
            "expected a first line with the numbers of rows and columns"
            + (f" and {', '.join(type_.header)}" if type_.header else ""),
            line=lines[0][0],
        )
    draft.parts[required[0].name] = Block([line for _, line in lines], lines[0][0])
