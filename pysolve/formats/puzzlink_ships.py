"""The bank at the end of a link: a fleet, the sizes of areas, shapes, words, or figures of lines.

A fleet, or a bank of shapes, is a letter for a usual one, `//c`, or how many ships or shapes there are, and each one.

    /4/13s/12o/12o/11g

A shape is its width, its height, and its cells, five a digit of base 32, without zeros at the end; ships that are
one cell wide are counted.

Source: decodePieceBank and encodePieceBank of pzpr (https://github.com/robx/pzprjs).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from ..model.errors import PuzzleError, quote
from ..model.genre import CodecName, Coding
from ..model.rows import BLANK
from .link_text import MOST_CELLS, Cursor, cannot_hold, in_base
from .puzzlink_codecs import codec_of

#: The usual fleets, by letter: how many ships there are of each length, from 1.
USUAL = {"c": (3, 2, 1), "d": (4, 3, 2, 1), "e": (5, 4, 3, 2, 1)}

#: The usual banks of shapes, by letter: pentominoes, tetrominoes once and twice, none.
_TETROMINOES = "x/x/x/x", ".x/.x/xx", "xx/xx", ".x/xx/x.", ".x/xx/.x"
USUAL_SHAPES: Mapping[str, tuple[str, ...]] = {
    "p": (
        "..x/xxx/.x.", "x/x/x/x/x", ".x/.x/.x/xx", ".x/.x/xx/x.", ".x/xx/xx", "..x/xxx/..x",
        "xx/.x/xx", "..x/..x/xxx", "..x/.xx/xx.", ".x./xxx/.x.", ".x/.x/xx/.x", "..x/xxx/x..",
    ),
    "t": _TETROMINOES,
    "d": tuple(shape for shape in _TETROMINOES for _ in range(2)),
    "z": (),
}  # fmt: skip

#: The usual lists of sizes, by letter: up to which there is one of each.
USUAL_SIZES = {"i": 9, "z": 0}

#: Ships and shapes, and the rows and columns of one, are fewer than a board has rows and columns.
MOST, LONGEST = 100, 35

_A_FIGURE = "the columns and rows of a figure and its lines, such as 2/2/30"

_LENGTHS = "0123456789abcdefghijklmnopqrstuvwxyz"

_BITS, _NUMBER = codec_of(Coding(CodecName.BITS)), codec_of(Coding(CodecName.PLACE))  # a number from 0 on


def read_ships(cursor: Cursor) -> list[str]:
    """How many straight ships there are of each length, from 1, then the others as drawings; PuzzleError, with the
    character, for anything else.
    """
    fleets = {
        letter: ["/".join("x" * length) for length, count in enumerate(counts, 1) for _ in range(count)]
        for letter, counts in USUAL.items()
    }
    ships = _read_bank(cursor, fleets, "a fleet", are_ships=True)
    lengths = [ship.count("x") for ship in ships if _is_straight(ship)]
    counts = [str(lengths.count(length) or BLANK) for length in range(1, max(lengths, default=0) + 1)]
    return [*counts, *(ship for ship in ships if not _is_straight(ship))]


def _is_straight(drawing: str) -> bool:
    """Whether a drawing is that of a straight ship."""
    return set(drawing) == {"x"} or set(drawing.split("/")) == {"x"}


def write_ships(texts: Sequence[str]) -> str:
    """The reverse of read_ships; PuzzleError for a fleet that is too large."""
    counts = _counts(texts)
    while counts and not counts[-1]:
        counts.pop()
    others = [text.lower() for text in texts if "x" in text.lower()]
    for letter, usual in USUAL.items():
        if tuple(counts) == usual and not others:
            return f"//{letter}"
    ships = sum(counts) + len(others)
    if ships > MOST or len(counts) > LONGEST:
        raise PuzzleError(f"a link of this genre cannot hold a fleet of {quote(str(ships))} ships")
    straight = ["/".join("x" * length) for length in range(len(counts), 0, -1) for _ in range(counts[length - 1])]
    return _written([*straight, *others])


def read_shapes(cursor: Cursor) -> list[str]:
    """The shapes as drawings, such as xx/.x; PuzzleError, with the character, for anything else."""
    return _read_bank(cursor, USUAL_SHAPES, "a bank of shapes")


def write_shapes(texts: Sequence[str]) -> str:
    """The reverse of read_shapes; PuzzleError for too many shapes, or too large ones."""
    shapes = [text.lower() for text in texts if text != BLANK]
    for letter, usual in USUAL_SHAPES.items():
        if tuple(shapes) == usual:
            return f"//{letter}"
    if len(shapes) > MOST:
        raise PuzzleError(f"a link of this genre cannot hold {len(shapes)} shapes")
    return _written(shapes)


def _read_bank(cursor: Cursor, usual: Mapping[str, Sequence[str]], bank: str, are_ships: bool = False) -> list[str]:
    _slash(cursor, bank)
    if cursor.rest.startswith("/"):
        cursor.take()
        letter = cursor.rest[:1]
        if letter not in usual:
            raise cursor.unexpected(f"the letter of {bank} that is known here, {' or '.join(usual)}")
        cursor.take()
        return list(usual[letter])
    total = int(_NUMBER.decode(cursor, 1)[0] or 0)
    if total > MOST:
        what = "ships" if are_ships else "shapes"
        raise PuzzleError(f"found {'a fleet' if are_ships else 'a bank'} of {total} {what}, expected {MOST} at most")
    shapes = []
    for _ in range(total):
        _slash(cursor, bank)
        start = cursor.at
        width, height = cursor.number(1, 36), cursor.number(1, 36)
        text = cursor.rest.partition("/")[0]
        digits = -(-width * height // 5)
        if len(text) > digits:
            cursor.take(digits)
            raise cursor.unexpected(f"{bank} of {total}, each with as many cells as it says")
        whole = text.ljust(digits, "0")  # zeros at the end are left out
        cells = _BITS.decode(Cursor(whole, cursor.start + cursor.at), width * height)
        cursor.take(len(text))
        rows = [cells[row * width : (row + 1) * width] for row in range(height)]
        shapes.append("/".join("".join("x" if cell else "." for cell in row) for row in rows))
        if "x" not in shapes[-1]:
            cursor.at = start
            raise cursor.unexpected(f"a {'ship' if are_ships else 'shape'}, such as 23fg")
    return shapes


def _written(shapes: Iterable[str]) -> str:
    texts = []
    for shape in shapes:
        rows = shape.split("/")
        width = max(map(len, rows))
        if max(width, len(rows)) > LONGEST:
            raise PuzzleError(f"a link of this genre cannot hold a shape of {len(rows)} rows and {width} columns")
        cells = ["1" if each == "x" else None for row in rows for each in row.ljust(width, ".")]
        texts.append(f"{_LENGTHS[width]}{_LENGTHS[len(rows)]}{_BITS.encode(cells).rstrip('0')}")
    return "/" + "/".join([str(len(texts)), *texts])


def _slash(cursor: Cursor, bank: str) -> None:
    if not cursor.rest.startswith("/"):
        raise cursor.unexpected(bank)
    cursor.take()


def _counts(texts: Sequence[str]) -> list[int]:
    return [int(text) if text.isdecimal() else 0 for text in texts]


def read_sizes(cursor: Cursor) -> list[str]:
    """How many areas there are of each size, from 1; PuzzleError, with the character, for anything else.

    `//6` is one of each size up to 6, and so is `//i` up to 9; `/3/4/4/5` are three, of 4, 4 and 5 cells.
    """
    _slash(cursor, "a list of sizes")
    if each := cursor.rest.startswith("/"):
        cursor.take()
    letter = next((letter for letter in USUAL_SIZES if each and cursor.skip(letter)), None)
    total = USUAL_SIZES[letter] if letter else int(_NUMBER.decode(cursor, 1)[0] or 0)
    if total > MOST:
        raise PuzzleError(f"found {total} sizes, expected {MOST} at most")
    sizes = list(range(1, total + 1))
    for at in range(total if not each else 0):
        _slash(cursor, "a list of sizes")
        sizes[at] = int(_NUMBER.decode(cursor, 1)[0] or 0)
        if not 0 < sizes[at] <= MOST_CELLS:
            raise PuzzleError(f"found an area of {sizes[at]} cells, expected 1 to {MOST_CELLS}")
    return [str(sizes.count(size) or BLANK) for size in range(1, max(sizes, default=0) + 1)]


def write_sizes(texts: Sequence[str]) -> str:
    """The reverse of read_sizes; PuzzleError for too many sizes."""
    sizes = [size for size, count in enumerate(_counts(texts), 1) for _ in range(count)]
    if len(sizes) > MOST:
        raise PuzzleError(f"a link of this genre cannot hold {len(sizes)} sizes")
    if sizes == list(range(1, len(sizes) + 1)):
        letter = next((letter for letter, most in USUAL_SIZES.items() if most == len(sizes)), None)
        return f"//{letter or len(sizes)}"
    return f"/{len(sizes)}" + "".join(f"/{size}" for size in sizes)


def read_words(cursor: Cursor) -> list[str]:
    """The words, `/2/LINE/WALL`, or `//z` for none; PuzzleError, with the character, for anything else."""
    words: list[str] = []
    _slash(cursor, "a list of words")
    if cursor.skip("/z"):
        return words
    total = int(_NUMBER.decode(cursor, 1)[0] or 0)
    if total > MOST:
        raise PuzzleError(f"found {total} words, expected {MOST} at most")
    for _ in range(total):
        _slash(cursor, "a word")
        word = cursor.rest.partition("/")[0]
        if not (word.isascii() and word.isalpha() and len(word) > 1):
            raise cursor.unexpected("a word of two letters at least")
        words.append(cursor.take(len(word)))
    return words


def write_words(texts: Sequence[str]) -> str:
    """The reverse of read_words; PuzzleError for too many words, or other letters than A to Z."""
    words = [text.upper() for text in texts if text != BLANK]
    for word in words:
        if not word.isascii():
            raise PuzzleError(f"a link of this genre cannot hold the word {quote(word)}")
    if len(words) > MOST:
        raise PuzzleError(f"a link of this genre cannot hold {len(words)} words")
    return "/" + "/".join([str(len(words)), *words]) if words else "//z"


def read_figures(cursor: Cursor) -> list[str]:
    """The figures of lines, `/3/2/2e1`, as drawings, `x...x/x...x/xxxxx`; PuzzleError, with the character, for others.

    A figure is the columns and the rows of its points, then a hex digit for every two of them: 1 if a line leads from
    the first one to the right, 2 if one leads down, and four times as much for the second one. In a drawing every
    second row and column has points; lines lie between them. The last point of all is left out where it has no second.
    """
    figures: list[str] = []
    while not cursor.is_at_end:
        _slash(cursor, "a figure")
        if cursor.is_at_end and not figures:
            break  # without figures the slash is there as well
        if len(figures) == MOST:
            raise PuzzleError(f"found more figures than {MOST}, the most that are read")
        start = cursor.at
        texts = cursor.rest.split("/")[:3]
        columns, rows = (int(text) if text.isdecimal() and len(text) < 3 else 0 for text in (*texts, "", "")[:2])
        if not (0 < columns <= LONGEST and 0 < rows <= LONGEST and len(texts[-1]) == columns * rows // 2):
            raise cursor.unexpected(_A_FIGURE)
        cursor.take(len("/".join(texts)) - len(texts[-1]))
        digits = [cursor.number(1, 16) for _ in texts[-1]]
        drawn: set[tuple[int, int]] = set()
        for at in range(2 * len(digits)):
            lines, row, column = digits[at // 2] >> at % 2 * 2, at // columns * 2, at % columns * 2
            drawn |= {(row, column + step) for step in range(3) if lines & 1}
            drawn |= {(row + step, column) for step in range(3) if lines & 2}
        height, width = 2 * rows - 1, 2 * columns - 1
        if not drawn or any(row >= height or column >= width for row, column in drawn):
            cursor.at = start
            raise cursor.unexpected(_A_FIGURE)
        figures.append("/".join("".join(".x"[(r, c) in drawn] for c in range(width)) for r in range(height)))
    return figures


def write_figures(texts: Sequence[str]) -> str:
    """The reverse of read_figures; PuzzleError for too many figures, too large ones, and shapes that are no figures."""
    figures = []
    for text in (text.lower() for text in texts if text != BLANK):
        drawing = text.split("/")
        drawn = {(r, c) for r, row in enumerate(drawing) for c, each in enumerate(row) if each == "x"}
        columns, rows = (max(map(len, drawing)) + 1) // 2, (len(drawing) + 1) // 2
        lines = [
            int((2 * r, 2 * c + 1) in drawn) + 2 * int((2 * r + 1, 2 * c) in drawn)
            for r in range(rows) for c in range(columns)
        ]  # fmt: skip
        digits = "".join(in_base(one + 4 * other, 16) for one, other in zip(lines[::2], lines[1::2]))
        figures.append(f"{columns}/{rows}/{digits}")
        if max(columns, rows) > LONGEST or read_figures(Cursor(f"/{figures[-1]}")) != [
            "/".join(row.ljust(2 * columns - 1, ".") for row in drawing)
        ]:
            raise cannot_hold(text)
    if len(figures) > MOST:
        raise PuzzleError(f"a link of this genre cannot hold {len(figures)} figures")
    return "/" + "/".join(figures)


class Bank(NamedTuple):
    """How a part that is one list is read from the end of a link, and written there."""

    read: Callable[[Cursor], list[str]]
    write: Callable[[Sequence[str]], str]


#: The codecs of banks.
BANKS: Mapping[CodecName | None, Bank] = {
    CodecName.SHIPS: Bank(read_ships, write_ships),
    CodecName.SIZES: Bank(read_sizes, write_sizes),
    CodecName.SHAPES: Bank(read_shapes, write_shapes),
    CodecName.WORDS: Bank(read_words, write_words),
    CodecName.FIGURES: Bank(read_figures, write_figures),
}
