"""Boards whose empty cells are written as blanks: there the width of the rows says where cells are.

Rows of tokens between blanks have as many in each row, and are none. Others are read where it is certain where each
cell stands: all rows are of one width, and it is that of the board. Editors cut off blanks at the ends of rows, perhaps
at both; so shorter ones are refused, unless the strokes of a frame say where they begin.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from ..model.board import stands_in_columns
from ..model.errors import PuzzleError
from ..model.parts import GRID, WORDS
from ..model.puzzle_type import PuzzleType
from ..model.rows import BLANK, Line

#: What a frame is made of, and the upright strokes of frames other than '|'.
FRAME = frozenset("|+-=─━═│┃║┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╟╢╤╧╪╫┏┓┗┛┠┨┯┷┿╂")
BARS = str.maketrans(dict.fromkeys("│┃║", "|"))

#: Where the cells of a row stand: the place of each, and behind its last character.
_Cut = Sequence[tuple[int, int]]


def dotted(lines: Sequence[Line], type_: PuzzleType) -> list[Line] | None:
    """The lines with '.' for empty cells, and blanks between the cells; None if blanks are none there. PuzzleError
    where rows are shorter than others.
    """
    required = [part for part in type_.parts if not part.optional]
    if not all(part.shape is GRID for part in required) or any(part.shape is WORDS for part in type_.parts):
        return None
    held = [line for line in lines if line[1]]
    head = _size(held[0][1]) if held else None
    body = held[1:] if head else held
    if not body or not stands_in_columns(type_.boards[0]) or (head is None and len(required) != 1):
        return None
    if type_.alphabets and head is None:
        return _square(lines, body)
    width = head[1] if head else len(body[0][1])
    texts = [text for _, text in body]
    if width < 2 or len(body) < 2 or {*map(len, texts)} != {width} or not _is_uneven(texts):
        return None
    if any(map(str.isspace, texts)) and any(BLANK in text for text in texts):
        return None  # a line between rows, as their empty cells are written
    return [*held[: len(held) - len(body)], *((number, _written(text, _even(width, 1))) for number, text in body)]


def _size(text: str) -> tuple[int, int] | None:
    """Rows and columns, if that is what a line says."""
    tokens = text.split()
    if (
        len(tokens) != 2
        or not all(token.isdecimal() and len(token) < 4 for token in tokens)
        or text != " ".join(tokens)
    ):
        return None
    return int(tokens[0]), int(tokens[1])


def _is_uneven(texts: Sequence[str]) -> bool:
    """Whether the tokens between the blanks make no rectangle."""
    counts = {len(text.split()) for text in texts}
    if not any(" " in text for text in texts):
        return False
    if counts == {1}:
        return len({text.index(text.strip()) for text in texts}) > 1 or len({len(text.strip()) for text in texts}) > 1
    return len(counts) > 1


def _square(lines: Sequence[Line], body: Sequence[Line]) -> list[Line] | None:
    """The same for a board with as many rows as columns, perhaps in a frame, or with gaps between its boxes."""
    rows, bars = _unframed(body)
    texts = [text for _, text in rows]
    size = len(rows)
    if size < 4 or not _is_uneven([text.replace("|", " ") for text in texts]):
        return None
    if not all(sign.isalnum() or sign in " |" for text in texts for sign in text):
        return None
    most, least = max(map(len, texts)), min(map(len, texts))
    if not bars and least >= size and not any(text[size:].strip() for text in texts):
        is_fixed = size in (most, least) or any(text[0] != " " for text in texts)
        texts = [text[:size] for text in texts] if is_fixed else texts
    padded = [text.ljust(max(map(len, texts))) for text in texts]
    cut = next((cut for cut in _cuts(padded, bars) if _fits(padded, cut)), None)
    if cut is not None and not bars and len({*map(len, texts)}) > 1:
        if most > size and not any("  " in text for text in texts):
            return None  # a row that lacks a token
        _check_whole(rows, texts)
    elif cut is None and most == size + 1:
        _check_missing(lines, most)
    return None if cut is None else [(number, _written(text, cut)) for (number, _), text in zip(rows, padded)]


def _unframed(body: Sequence[Line]) -> tuple[list[Line], tuple[int, ...]]:
    """The rows without the lines of a frame, and where the bars between their cells stand, the same in all; without
    these the rows as they are.
    """
    rows = [(number, text.translate(BARS)) for number, text in body]
    rows = [row for row in rows if row[1].isspace() or not FRAME.issuperset(row[1].replace(" ", ""))]
    places = {tuple(at for at, sign in enumerate(text) if sign == "|") for _, text in rows}
    if len(places) == 1 and (bars := places.pop()):
        return rows, bars
    return rows, ()


def _check_whole(rows: Sequence[Line], texts: Sequence[str]) -> None:
    """PuzzleError if rows of a square are shorter than others, so that their ends may be cut off."""
    most = max(map(len, texts))
    short = next((at for at, text in enumerate(texts) if len(text) < most), None)
    if short is not None:
        found = f"found {len(texts[short])} characters, expected {most}"
        sentence = f"{found}: write '.' for an empty cell, not a blank"
        raise PuzzleError(sentence, row=short + 1, line=rows[short][0])


def _check_missing(lines: Sequence[Line], size: int) -> None:
    """PuzzleError for a board that lacks one row: it may be empty, so that its blanks are cut off."""
    filled = [at for at, (_, text) in enumerate(lines) if text]
    within = lines[filled[0] : filled[-1] + 1]
    gap = next((at for at, (_, text) in enumerate(within) if not text), None)
    row = None if gap is None or len(within) != size else gap + 1
    sentence = f"found {size - 1} rows of {size} characters, expected as many: write '.' for an empty cell, not a blank"
    raise PuzzleError(sentence, row=row, line=within[row - 1][0] if row else None)


def _cuts(texts: Sequence[str], bars: Sequence[int]) -> Iterator[_Cut]:
    """The ways in which the cells of the rows of a square may stand in a line of this length."""
    size, length = len(texts), len(texts[0])
    if bars:
        edges = [-1, *bars, length]
        boxes = [(left + 1, right) for left, right in pairwise(edges) if right > left + 1]
        if len({right - left for left, right in boxes}) == 1 and size % len(boxes) == 0:
            inner = _in_width(size // len(boxes), boxes[0][1] - boxes[0][0])
            yield from ([(left + a, left + b) for left, _ in boxes for a, b in cut] for cut in inner)
        return
    yield from _in_width(size, length)
    for width in range(2, size):
        if size % width == 0 and length == size + size // width - 1:
            yield [(at + at // width, at + at // width + 1) for at in range(size)]
    margin = min(len(text) - len(text.lstrip()) for text in texts)
    if length == size + margin and any(not text.endswith(" ") for text in texts):
        yield [(at + margin, at + margin + 1) for at in range(size)]


def _in_width(cells: int, width: int) -> Iterator[_Cut]:
    """The ways in which cells of one width may stand in so many characters."""
    if width == cells:
        yield _even(cells, 1)
    if width in (2 * cells - 1, 2 * cells):
        yield [(2 * at, 2 * at + 1) for at in range(cells)]
    if width in (2 * cells, 2 * cells + 1):
        yield [(2 * at + 1, 2 * at + 2) for at in range(cells)]
    if width == 3 * cells:
        yield _even(cells, 3)


def _even(cells: int, width: int) -> _Cut:
    return [(width * at, width * at + width) for at in range(cells)]


def _fits(texts: Sequence[str], cut: _Cut) -> bool:
    """Whether nothing stands outside of the cells, and no text goes over from one to the next."""
    within = {at for left, right in cut for at in range(left, right)}
    if any(sign not in " |" for text in texts for at, sign in enumerate(text) if at not in within):
        return False
    if cut[0][1] - cut[0][0] == 1:
        return True
    ends = ({text[left] for text in texts for left, _ in cut}, {text[right - 1] for text in texts for _, right in cut})
    return {" "} in ends and all(len(text[left:right].split()) < 2 for text in texts for left, right in cut)


def _written(text: str, cut: _Cut) -> str:
    """A row with blanks between its cells, if one of them takes several characters."""
    cells = [text[left:right].strip() or BLANK for left, right in cut]
    return (" " if any(right - left > 1 for left, right in cut) else "").join(cells)
