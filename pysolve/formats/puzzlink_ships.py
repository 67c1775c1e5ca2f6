"""The fleet, or the sizes of areas, at the end of a link.

A fleet is a letter for a usual one, `//c`, or how many ships there are and each one's shape.

    /4/13s/12o/12o/11g

A shape is its width, its height, and its cells, five a digit of base 32, without zeros at the end; ships are one cell
wide.

Source: decodePieceBank and encodePieceBank of pzpr (https://github.com/robx/pzprjs).
"""

from __future__ import annotations

from collections.abc import Sequence

from ..model.errors import PuzzleError, quote
from ..model.genre import CodecName, Coding
from ..model.rows import BLANK
from .puzzlink_codecs import MOST_CELLS, Cursor, codec_of

#: The usual fleets, by letter: how many ships there are of each length, from 1.
USUAL = {"c": (3, 2, 1), "d": (4, 3, 2, 1), "e": (5, 4, 3, 2, 1)}

#: Ships, and the cells of the longest one, are fewer than a board has rows and columns.
MOST, LONGEST = 100, 35

_LENGTHS = "0123456789abcdefghijklmnopqrstuvwxyz"


def read_ships(cursor: Cursor) -> list[str]:
    """How many ships there are of each length, from 1; PuzzleError, with the character, for another bank of pieces."""
    if cursor.is_at_end:
        return []
    _slash(cursor)
    if cursor.rest.startswith("/"):
        cursor.take()
        letter = cursor.rest[:1]
        if letter not in USUAL:
            raise cursor.unexpected(f"the letter of a fleet that is known here, {' or '.join(USUAL)}")
        cursor.take()
        return [str(count) for count in USUAL[letter]]
    (total,) = codec_of(Coding(CodecName.NUMBER)).decode(cursor, 1)
    if int(total or 0) > MOST:
        raise PuzzleError(f"found a fleet of {total} ships, expected {MOST} at most")
    shapes = {shape: length for length in range(1, LONGEST + 1) for shape in (_shape(length), _lying(length))}
    lengths = []
    for _ in range(int(total or 0)):
        _slash(cursor)
        shape = cursor.rest.partition("/")[0]
        if shape not in shapes:
            raise cursor.unexpected("a ship one cell wide, such as 13s")
        cursor.take(len(shape))
        lengths.append(shapes[shape])
    return [str(lengths.count(length) or BLANK) for length in range(1, max(lengths, default=0) + 1)]


def write_ships(counts: Sequence[int]) -> str:
    """The reverse of read_ships; PuzzleError for a fleet that is too large."""
    while counts and not counts[-1]:
        counts = counts[:-1]
    for letter, usual in USUAL.items():
        if tuple(counts) == usual:
            return f"//{letter}"
    if sum(counts) > MOST or len(counts) > LONGEST:
        raise PuzzleError(f"a link of this genre cannot hold a fleet of {quote(str(sum(counts)))} ships")
    shapes = [_shape(length) for length in range(len(counts), 0, -1) for _ in range(counts[length - 1])]
    return "/" + "/".join([str(len(shapes)), *shapes])


def _shape(length: int) -> str:
    return f"1{_LENGTHS[length]}{_cells(length)}"


def _lying(length: int) -> str:
    return f"{_LENGTHS[length]}1{_cells(length)}"


def _cells(length: int) -> str:
    return codec_of(Coding(CodecName.BITS)).encode(["1"] * length)


def _slash(cursor: Cursor) -> None:
    if not cursor.rest.startswith("/"):
        raise cursor.unexpected("a fleet")
    cursor.take()


def read_sizes(cursor: Cursor) -> list[str]:
    """How many areas there are of each size, from 1; PuzzleError, with the character, for anything else.

    `//6` is one of each size up to 6, `/3/4/4/5` are three, of 4, 4 and 5 cells.
    """
    number = codec_of(Coding(CodecName.NUMBER))
    if cursor.is_at_end:
        return []
    _slash(cursor)
    if each := cursor.rest.startswith("/"):
        cursor.take()
    total = int(number.decode(cursor, 1)[0] or 0)
    if total > MOST:
        raise PuzzleError(f"found {total} sizes, expected {MOST} at most")
    sizes = list(range(1, total + 1))
    for at in range(total if not each else 0):
        _slash(cursor)
        sizes[at] = int(number.decode(cursor, 1)[0] or 0)
        if not 0 < sizes[at] <= MOST_CELLS:
            raise PuzzleError(f"found an area of {sizes[at]} cells, expected 1 to {MOST_CELLS}")
    return [str(sizes.count(size) or BLANK) for size in range(1, max(sizes, default=0) + 1)]


def write_sizes(counts: Sequence[int]) -> str:
    """The reverse of read_sizes; PuzzleError for too many sizes."""
    sizes = [size for size, count in enumerate(counts, 1) for _ in range(count)]
    if len(sizes) > MOST:
        raise PuzzleError(f"a link of this genre cannot hold {len(sizes)} sizes")
    if sizes == list(range(1, len(sizes) + 1)):
        return f"//{len(sizes)}"
    return f"/{len(sizes)}" + "".join(f"/{size}" for size in sizes)
