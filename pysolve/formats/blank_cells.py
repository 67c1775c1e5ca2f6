"""Boards whose empty cells are written as blanks: there the width of the rows says where cells are.

Rows of tokens between blanks have as many in each row, and are none. Others are read where it is certain where each
cell stands: all rows are of one width, and it is that of the board. Editors cut off blanks at the ends of rows, perhaps
at both; so shorter ones are refused, unless the strokes of a frame say where they begin.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from ..model.board import stands_in_columns
from ..model.errors import PuzzleError
from ..model.parts import GRID
from ..model.puzzle_type import PuzzleType
from ..model.rows import BLANK, Line

#: What a frame is made of, and the upright strokes of frames other than '|'.
FRAME = frozenset("|+-=─━═│┃║┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╟╢╤╧╪╫┏┓┗┛┠┨┯┷┿╂")
BARS = str.maketrans(dict.fromkeys("│┃║", "|"))

#: What to do where blanks might be cells, or not.
WRITE_DOTS = "write '.' for an empty cell, not a blank"

#: Rows and columns on a line of their own.
_SIZE = re.compile(r"\d{1,3} (\d{1,3})")

#: Where the cells of a row stand: the place of each, and behind its last character.
_Cut = Sequence[tuple[int, int]]

#: How cells may stand side by side: from one to the next, before the first, and how broad each is; and what they take
#: up beyond as many steps, as blanks at the ends of all rows may be there or not.
_WAYS = ((1, 0, 1, (0,)), (2, 0, 1, (-1, 0)), (2, 1, 1, (0, 1)), (3, 0, 3, (0,)))


def dotted(lines: Sequence[Line], type_: PuzzleType) -> list[Line] | None:
    """The lines with '.' for empty cells, and blanks between the cells; None if blanks are none there. PuzzleError
    where rows are shorter than others.
    """
    held = [line for line in lines if line[1]]
    size = _SIZE.fullmatch(held[0][1]) if held else None
    head, body = (held[:1], held[1:]) if size else ([], held)
    texts = [text for _, text in body]
    if not body or not _is_of_rows(type_, is_counted=size is not None):
        return None
    if type_.alphabets and size is None:
        return _square(lines, body)
    width = int(size[1]) if size else len(texts[0])
    if min(width, len(body)) < 2 or {*map(len, texts)} != {width} or not _are_cells(texts):
        return None
    return [*head, *((number, re.sub(r"\s", BLANK, text)) for number, text in body)]


def _is_of_rows(type_: PuzzleType, is_counted: bool) -> bool:
    """Whether a text of the type holds rows of cells alone, where rows and columns are said or not."""
    shapes = [part.shape for part in type_.parts if not part.optional]
    is_plain = {*shapes} <= {GRID} and type_.list_part is None and stands_in_columns(type_.boards[0])
    return is_plain and (is_counted or len(shapes) == 1)


def _are_cells(texts: Sequence[str]) -> bool:
    """Whether blanks are cells: the tokens between them make no rectangle. Where empty cells are written otherwise, a
    line of blanks only stands between rows.
    """
    spans = [[token.span() for token in re.finditer(r"\S+", text)] for text in texts]
    is_rectangle = len({row[0] if len(row) == 1 else len(row) for row in spans}) == 1
    return " " in "".join(texts) and not is_rectangle and (all(spans) or BLANK not in "".join(texts))


def _square(lines: Sequence[Line], body: Sequence[Line]) -> list[Line] | None:
    """The same for a board with as many rows as columns, perhaps in a frame, or with gaps between its boxes."""
    rows, bars = _unframed(body)
    size, found = len(rows), [text for _, text in rows]
    unbarred = [text.replace("|", " ") for text in found]
    if size < 4 or not "".join(unbarred).replace(" ", "").isalnum() or not _are_cells(unbarred):
        return None
    texts, most = found if bars else _ended(found), max(map(len, found))
    cut = next(_cuts(texts, bars), None)
    if cut is None:
        if most == size + 1:
            raise _missing(lines, most)
        return None
    if not bars and len({*map(len, texts)}) > 1:
        if most > size and "  " not in "\n".join(texts):
            return None  # a row that lacks a token
        raise _cut_off(rows, texts)
    return [(number, _written(text, cut)) for (number, _), text in zip(rows, texts)]


def _ended(texts: Sequence[str]) -> Sequence[str]:
    """The rows of a square without what stands behind their last cells, if that are blanks: where a row is as long as
    there are rows, or one begins with a cell. PuzzleError where the cells may as well stand with gaps between them.
    """
    size, lengths = len(texts), {*map(len, texts)}
    has_more = min(lengths) < size or any(text[size:].strip() for text in texts)
    is_fixed = size in (min(lengths), max(lengths)) or any(text[0] != " " for text in texts)
    if has_more or not is_fixed:
        return texts
    if max(lengths) > size and next(_cuts(texts, ()), None) is not None:
        ways = "with gaps between cells or with blanks behind the rows"
        raise PuzzleError(f"this can be read in two ways, {ways}: {WRITE_DOTS}")
    return [text[:size] for text in texts]


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


def _cut_off(rows: Sequence[Line], texts: Sequence[str]) -> PuzzleError:
    """An error for a square whose rows differ in length, so that their ends may be cut off."""
    most = max(map(len, texts))
    short = next(at for at, text in enumerate(texts) if len(text) < most)
    sentence = f"found {len(texts[short])} characters, expected {most}: {WRITE_DOTS}"
    return PuzzleError(sentence, row=short + 1, line=rows[short][0])


def _missing(lines: Sequence[Line], size: int) -> PuzzleError:
    """An error for a board that lacks one row: it may be empty, so that its blanks are cut off."""
    filled = [at for at, (_, text) in enumerate(lines) if text]
    within = lines[filled[0] : filled[-1] + 1]
    gap = next((at for at, (_, text) in enumerate(within) if not text), None)
    row = None if gap is None or len(within) != size else gap + 1
    sentence = f"found {size - 1} rows of {size} characters, expected as many: {WRITE_DOTS}"
    return PuzzleError(sentence, row=row, line=within[row - 1][0] if row else None)


def _cuts(texts: Sequence[str], bars: Sequence[int]) -> Iterator[_Cut]:
    """The ways in which the cells of the rows of a square may stand, in boxes between bars or gaps, or in one."""
    texts = [text.ljust(max(map(len, texts))) for text in texts]
    for edges in [[-1, *bars, len(texts[0])]] if bars else _edges(texts):
        boxes = [(left + 1, right) for left, right in pairwise(edges) if right > left + 1]
        widths = {right - left for left, right in boxes}
        cells, rest = divmod(len(texts), len(boxes))
        for step, first, broad, beyond in _WAYS if len(widths) == 1 and not rest else ():
            starts = [left + first + step * at for left, _ in boxes for at in range(cells)]
            cut = [(at, at + broad) for at in starts]
            if max(widths) - step * cells in beyond and _fits(texts, cut):
                yield cut


def _edges(texts: Sequence[str]) -> Iterator[Sequence[int]]:
    """What may stand around the boxes of a square without bars: nothing, a blank between them, or blanks before all
    rows, if none are behind them.
    """
    size, length = len(texts), len(texts[0])
    yield -1, length
    for width in range(2, size):
        if size % width == 0 and length == size + size // width - 1:
            yield range(-1, length + 1, width + 1)
    margin = min(len(text) - len(text.lstrip()) for text in texts)
    if length == size + margin and any(text[-1] != " " for text in texts):
        yield margin - 1, length


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
    """A row with blanks between its cells, if they take several characters."""
    cells = [text[left:right].strip() or BLANK for left, right in cut]
    return (" " if cut[0][1] - cut[0][0] > 1 else "").join(cells)
