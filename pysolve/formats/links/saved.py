"""Files that puzz.link saves (`pzprv3`): genre, size and what stands in cells and on sides, a token each, row by row;
and the addresses of kanpen.net, which hold the same for some genres, without what a solver has drawn.

    pzprv3⏎nurikabe⏎2⏎3⏎. 2 . ⏎# . . ⏎
    http://www.kanpen.net/nurikabe.html?problem=2/3/._2_._/._._._/

What a file holds of the puzzle are the values of a link's sections; so it is read as the link that says them, and
written from it. The keys `saved` and `kanpen` of a genre say what stands in each block (`forms`). What a solver has
drawn is what is filled in so far.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple
from urllib.parse import unquote

from ...model.board import Board, Cell, Pair, check_size, corner
from ...model.build import Draft
from ...model.errors import PuzzleError, many, quote
from ...model.marks import Layer, Tone
from ...model.parts import HOLE, SIDES
from ...model.puzzle import Puzzle
from ...model.puzzle_type import DrawRule, PuzzleType
from ...model.terms import Term, Value, fill, match, variables
from ..source import Context
from . import rare
from .address import genre_named
from .board import link_of, read_board
from .codecs import MOST_CELLS, Cursor, Found
from .forms import Block, Drawn, Saved, Where
from .genre import (
    Genre,
    GenreOfType,
    Section,
    codec_of,
    first_written,
    genres,
    regions_between,
    runs_of,
    sides_of,
    within,
)

#: A file, or the same behind an address, with slashes for the ends of lines.
_FILE = re.compile(
    r"\s*(?:(?:https?://)?[\w.:-]+(?:/[\w./~-]*)?\?(?:\w+=\w+&)*)?(pzprv3(?:\.(\d+))?)\s*?[\n/](.*)", re.DOTALL
)

#: An address of kanpen.net, or of the applet before it.
_KANPEN = re.compile(
    r"\s*(?:https?://)?(?:[\w.-]*kanpen\.net|www\.geocities(?:\.co)?\.jp/pencil_applet)/(?:[\w.~-]+/)*?"
    r"([0-9a-z]+)\.html\?problem=(\S*)\s*",
    re.ASCII,
)

#: What addresses that are written begin with.
_SITE = "http://www.kanpen.net/"

#: What stands behind the board: what a solver only tries, what is said of the puzzle, and what was done, in this order.
_BEHIND = re.compile(r"^[ \t]*+(?:TrialData|info:|history:|__HISTORY__|https?:)", re.MULTILINE)


def sniff(data: bytes) -> bool:
    """Whether it begins as such a file, or is the address of one."""
    return _FILE.match(data[:400].decode("latin-1")) is not None


class _Drawing(NamedTuple):
    """What a solver has drawn in a block: tokens, by places."""

    what: Drawn
    where: Where
    tokens: dict[Any, str]


class _Lines:
    """The lines of a file, from the first one behind its size."""

    def __init__(self, lines: Iterable[str], version: int, board: Board) -> None:
        self.left, self.version, self.board = deque(filter(None, lines)), version, board
        self.drawings: list[_Drawing] = []
        self.clued: set[Value] = set()  # the cells with clues
        self.inner: list[str] = []  # what stands in the cells of a block with clues around them

    def row(self, count: int, where: Where = Where.ONE) -> list[str]:
        """The tokens of the next line; PuzzleError unless there are exactly this many."""
        tokens = self.left.popleft().split() if self.left and count else []
        if where is Where.DOTS and len(tokens) == 1:
            tokens = [*tokens[0]]
        if len(tokens) != count:
            raise PuzzleError(f"found {many(len(tokens), 'token')} in a line of the file, expected {count}")
        return tokens

    def edge(self, where: Where) -> Where:
        """Where a block stands that may have the sides on the edge of the board, or not, as its first line has them."""
        if where not in (Where.SIDES, Where.ALL_SIDES) or not self.left:
            return where
        return Where.ALL_SIDES if len(self.left[0].split()) == self.board.columns + 1 else Where.SIDES

    def tokens(self, where: Where) -> list[str]:
        """The tokens of a block."""
        return [token for width in where.widths(self.board) for token in self.row(width, where)]

    def walls(self, block: Block) -> set[Pair]:
        """The sides that part regions; in old files the regions are numbered."""
        pairs = [pair for group in sides_of(self.board) for pair in group]
        if _is_numbered(block, self.version):
            self.row(1)  # how many regions
            return self.parted(dict(zip(self.board.spaces, self.tokens(Where.CELLS))))
        return {pair for pair, token in zip(pairs, self.clues(block, Where.SIDES)) if block.value(token)}

    def rectangles(self) -> tuple[set[Pair], Found]:
        """The sides that part rectangles, each a line of the file, and their numbers, in their first cells."""
        (count,) = map(_whole, self.row(1))
        names, numbers = dict.fromkeys(self.board.spaces, 0), dict[Cell, str]()
        for name in range(1, count + 1):
            *edges, number = self.row(5) if self.left and len(self.left[0].split()) == 5 else [*self.row(4), ""]
            top, left, bottom, right = (_whole(edge) + 1 for edge in edges)
            cells = [cell for cell in names if top <= cell[0] <= bottom and left <= cell[1] <= right]
            if (top, left) not in cells or (bottom, right) not in cells or any(names[cell] for cell in cells):
                raise PuzzleError(f"found a rectangle {quote(' '.join(edges))} outside the board, or over another one")
            names |= dict.fromkeys(cells, name)
            if number:
                numbers[top, left] = str(_whole(number))
        return self.parted(names), [numbers.get(cell) for cell in self.board.spaces]

    def bank(self) -> str:
        """What a link says of a bank: the letter of a usual one, or how many pieces there are, a line each."""
        (first,) = self.row(1)
        pieces = [self.row(1)[0] for _ in range(_whole(first))] if first.isdecimal() else []
        return "/".join(["", first, *pieces] if first.isdecimal() else ["", "", first])

    def sums(self) -> Found:
        """The blocks of a board that hold sums, as tokens; the first row has those of the runs below alone, the first
        column those to the right, and others both, to the right first. A sum of 0 is none.
        """
        found: list[str | None] = []
        for (row, column), token in zip(self.board.spaces, self.tokens(Where.CELLS)):
            if token == "." and min(row, column) > 1:
                found.append(None)
                continue
            right, comma, down = token.partition(",")
            if bool(comma) is (min(row, column) == 1):
                expected = "the sum of one run" if min(row, column) == 1 else "two sums such as 16,-1"
                raise PuzzleError(f"found {quote(token)} in the file, expected {expected}")
            down = down if comma else token
            at_edge = ["" if row == 1 else right, "" if column == 1 else down]
            sums = ["" if each in ("-1", "0", "", ".") else str(_whole(each)) for each in at_edge]
            found.append(rare.block_of(sums[1], sums[0]))
        return found

    def parted(self, names: Mapping[Cell, object]) -> set[Pair]:
        """The sides between cells of other names."""
        return {(one, other) for group in sides_of(self.board) for one, other in group if names[one] != names[other]}

    def clues(self, block: Block, where: Where) -> list[str]:
        """The tokens of a block that are clues; what a solver has drawn in the cells among them is kept."""
        if block.form.at is None:
            return self.tokens(where)
        tokens, at = self.tokens(block.form.where), block.form.at(self.board)
        if block.form.cells is not None:
            self.keep(block, Where.CELLS, inner := [tokens[number] for number in block.form.cells(self.board)])
            self.inner = inner
        return [tokens[number] for number in at]

    def values(self, block: Block, where: Where, tokens: Sequence[str]) -> Found:
        """The values of a block with clues; what a solver has drawn there is kept."""
        tokens = [block.unmarked(token) for token in tokens]
        self.keep(block, where, tokens)
        values = [block.value(token) for token in tokens]
        self.clued |= {place for place, value in zip(_places(self.board, where), values) if value}
        return values

    def take_drawn(self, block: Block) -> None:
        """Takes a block that solvers draw, which may be missing at the end; what is used of a bank is not kept."""
        if self.left and block.forms in (("ticks",), ("literal",)):
            self.left.popleft()
        elif self.left and not (block.new and self.version == 0):
            where = self.edge(block.form.where)
            tokens = self.tokens(where)
            strange = next((token for token in tokens if token != block.blank), None)
            if strange is not None and not block.form.drawn:
                raise PuzzleError(f"found {quote(strange)} in the file, where this genre has nothing")
            self.keep(block, where, tokens)

    def keep(self, block: Block, where: Where, tokens: Sequence[str]) -> None:
        """What a solver has drawn in a block."""
        places = _places(self.board, where)
        drawn = [(place, token, block.drawn(token)) for place, token in zip(places, tokens)]
        for what in _WAYS:
            of_kind = {place: token for place, token, found in drawn if found is what}
            if of_kind:
                self.drawings.append(_Drawing(what, where, of_kind))


def _whole(token: str) -> int:
    """A number; PuzzleError for another token."""
    if not re.fullmatch(r"\d{1,6}", token, re.ASCII):
        raise PuzzleError(f"found {quote(token)} in the file, expected a number")
    return int(token)


def _is_numbered(block: Block, version: int) -> bool:
    return version == 0 and block.forms == ("regions",)


def _places(board: Board, where: Where) -> list[Cell | Pair]:
    """The places of a block on which solvers draw."""
    if where is Where.CELLS:
        return [*board.spaces]
    if where is Where.WITHIN:
        return [cell for cell in board.spaces if min(cell) > 1]
    if where is Where.SIDES:
        return [pair for group in sides_of(board) for pair in group]
    if where is not Where.ALL_SIDES:
        return []
    down, across = range(1, board.rows + 1), range(1, board.columns + 1)
    upright = [((r, c), (r, c + 1)) for r in down for c in (0, *across)]
    return [*upright, *(((r, c), (r + 1, c)) for r in (0, *down) for c in across)]


def read(draft: Draft, data: bytes, context: Context) -> PuzzleType:
    """Fills the draft with what a file holds; PuzzleError for what is not as its genre has it."""
    text = context.text(data)
    found = _FILE.match(text)
    assert found is not None
    body = unquote(found[3]).replace("/", "\n") if "\n" not in text.strip() else found[3]
    behind = _BEHIND.search(body)
    _about(draft, "" if behind is None else body[behind.start() :])
    name, *rest = (line.strip() for line in body[: behind.start() if behind else None].split("\n"))
    genre_of_type = genre_named(name, context)
    genre = genre_of_type.genre
    if genre.saved is None:
        raise PuzzleError(
            f"files that puzz.link saves are not read here for the genre {quote(name)}: open it there, and take the "
            "address of the puzzle"
        )
    held = _fill(draft, genre_of_type, genre.saved, rest, int(found[2] or 0))
    draft.filled, is_left = _filled(genre_of_type.type, held)
    if is_left or held.left:
        draft.note("some of what a solver has drawn in the file is left out")
    return genre_of_type.type


def _fill(draft: Draft, genre_of_type: GenreOfType, saved: Saved, lines: Sequence[str], version: int = 0) -> _Lines:
    """Fills the draft with what lines say of a puzzle, from its size on. What a solver has drawn is kept."""
    genre, count = genre_of_type.genre, 1 if saved.square else 2
    sizes = [int(line) for line in lines[:count] if re.fullmatch(r"\d{1,6}", line, re.ASCII)]
    if len(sizes) != count:
        raise PuzzleError("expected the numbers of rows and columns behind the genre, on a line each")
    check_size(sizes[0], sizes[-1], cells=MOST_CELLS)
    sizes = [size + genre.rim for size in sizes]
    rest = [*lines[count:]]
    draft.size, draft.options = (sizes[0], sizes[-1]), dict(genre.options)
    if saved.first and rest:
        draft.options |= _said_first(genre_of_type, saved, rest.pop(0))
    while rest and rest[0] in genre.flags:
        draft.options |= genre.flags[rest.pop(0)]
    held = _Lines(rest, version, Board.square(*draft.size))
    contents = _Contents(genre, saved, Puzzle(genre_of_type.type, "", "", held.board, {}, {}))
    contents.take_lines(held)
    read_board(draft, genre_of_type, Cursor(contents.as_link(), whole="file"))
    return held


def _said_first(genre_of_type: GenreOfType, saved: Saved, line: str) -> Mapping[str, str]:
    """The options that a line before the blocks says: those of a flag, or of another genre of the type."""
    for flag, said in saved.instead.items():
        if said == line:
            return genre_of_type.genre.flags[flag]
    others = (each for each in genres(genre_of_type.type) if each.saved is not None and each.saved.first == line)
    return next((each.options for each in others), {})


def _about(draft: Draft, text: str) -> None:
    """What the file says of its puzzle in words."""
    start = text.find("info:")
    if start < 0:
        return
    try:
        said, _ = json.JSONDecoder().raw_decode(text[start + len("info:") :].strip())
        about = said["metadata"]
        draft.author, draft.source = (str(about.get(key, "")) for key in ("author", "source"))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        draft.note("what the file says of its author cannot be read")


class _OfSection:
    """A section of a link, and where its values stand in a file."""

    def __init__(self, puzzle: Puzzle, section: Section, text: str) -> None:
        """puzzle: one on this board; only its places count. text: what stands literally before the section."""
        self.section, self.board, self.text = section, puzzle.board, text
        parts = [part for name in section.parts if (part := puzzle.type.part(name)) is not None]
        of_walls = section.codec == "bits" and not section.tokens and any(map(puzzle.type.is_regions, parts))
        meant = {str(part.tokens.get(text)) for part in parts for text in section.tokens.values()}
        self.is_bank, self.is_sums = section.codec in rare.BANKS, section.codec == "sums"
        self.is_place = section.codec == "place"
        self.name = "a hole" if meant == {HOLE} else ", ".join(section.parts)
        runs = sides_of(self.board) if of_walls else runs_of(puzzle, section)
        one, dots = [1], [sum(Where.DOTS.widths(self.board))]  # one: an option, or the number of a place
        own = {"number": one, "place": one, "coordinates": [2 * len(section.tokens)], "dots": dots, "dot-pairs": dots}
        self.counts = own.get(section.codec, [*map(len, runs)])  # of values that the codec takes at once
        wheres = [Where.CELLS, Where.CORNERS, Where.INNER_CORNERS, Where.ONE]
        if len(runs) == 2 or {part.shape for part in parts} == {SIDES}:
            wheres = []  # of these there may be as many as cells on small boards
        elif self.counts is dots:
            wheres = [Where.DOTS]
        count = sum(self.counts)
        self.where = next((each for each in wheres if sum(each.widths(self.board)) == count), Where.SIDES)

    def said(self, values: Found, walls: set[Pair]) -> str:
        """What a link says, of the values in a file. walls: those that part regions."""
        if self.is_bank:
            return self.text + (values[0] or "")
        if self.is_sums:
            blocks = {cell: token for cell, token in zip(self.board.spaces, values) if token}
            return self.text + rare.write_sums(blocks, self.board.rows, self.board.columns)
        codec, counts = codec_of(self.section.coding), [len(values)] if self.section.on else self.counts
        if self.section.at is not None:
            of_cells = dict(zip(self.board.spaces, values))
            regions = regions_between(self.board, walls)
            values = [next(filter(None, map(of_cells.get, region)), None) for region in regions]
            counts = [len(values)]
        each = iter(values)
        return self.text + self.section.before + "".join(codec.encode([*islice(each, count)]) for count in counts)

    def _begins(self, cursor: Cursor) -> bool:
        """Whether the section is there; then what stands before its values is passed over."""
        is_left_out = cursor.is_at_end or (self.section.instead and cursor.skip(self.section.instead))
        if self.section.optional and is_left_out:
            return False
        cursor.skip(self.text)
        if self.section.before:
            cursor.expect(self.section.before)
        return True

    def values(self, cursor: Cursor, walls: set[Pair]) -> Found:
        """What stands in a file, by what a link says."""
        if self.is_bank:
            return [cursor.take(len(cursor.rest))]
        if self.is_sums:
            blocks = rare.read_sums(cursor, self.board.rows, self.board.columns)
            return [blocks.get(cell) for cell in self.board.spaces]
        codec = codec_of(self.section.coding)
        if not self._begins(cursor):
            return [None] * sum(self.counts)
        regions = regions_between(self.board, walls) if self.section.at is not None else []
        counts = [len(regions)] if regions else self.counts
        values = [value for count in counts for value in codec.decode(cursor, count)]
        if not regions:
            return values
        held = {region[0]: value for region, value in zip(regions, values)}
        return [held.get(cell) for cell in self.board.spaces]


class _Contents:
    """The values of a genre's sections: taken from the lines of a file or from a link, and written as the other one."""

    def __init__(self, genre: Genre, saved: Saved, puzzle: Puzzle) -> None:
        """puzzle: one on this board; only its places count."""
        self.genre, self.saved, self.board = genre, saved, puzzle.board
        texts = ["", *(section.text for section in genre.sections)]  # before each
        pairs = zip(genre.sections, texts, strict=False)
        self.sections = [_OfSection(puzzle, section, text) for section, text in pairs if section.codec]
        self.pairs = [pair for group in sides_of(self.board) for pair in group]
        self.values: dict[int, Found] = {}  # by the numbers of the sections
        self.walls: set[Pair] = set()  # those that part regions

    def take_lines(self, held: _Lines) -> None:
        """Takes the values of a file; what a solver has drawn is kept with its lines."""
        for block in self.saved.blocks:
            if block.section is None:
                held.take_drawn(block)
            elif block.forms == ("bank",):
                self.values[block.section] = [held.bank()]
            elif block.forms == ("sums",):
                self.values[block.section] = held.sums()
            elif block.forms == ("coordinates",):
                numbers = held.row(self.sections[block.section].counts[0])
                self.values[block.section] = [block.value(each) for each in numbers]
            elif block.forms == ("gates",):
                self.values[block.section] = [str(_whole(held.row(1)[0]) - len(self.pairs))]
            elif block.says_walls:
                self.take_walls(block, block.section, held)
            else:
                self.take_clues(block, block.section, held)

    def take_walls(self, block: Block, section: int, held: _Lines) -> None:
        """Takes what parts regions and, of rectangles, their numbers, which are of the section behind."""
        if block.is_rectangles:
            own, self.values[section + 1] = held.rectangles()
        else:
            own = held.walls(block)
        self.walls |= own
        self.values[section] = ["1" if pair in own else None for pair in self.pairs]

    def take_clues(self, block: Block, section: int, held: _Lines) -> None:
        """Takes clues, and what marks before their tokens, or tokens in the cells among them, say of other sections."""
        tokens = held.clues(block, where := self.sections[section].where)
        if block.inner is not None:
            self.values[block.inner[1]] = [*map(block.inside, held.inner)]
        values = self.values[section] = held.values(block, where, tokens)
        for mark, (other, value) in block.marks.items() if block.inner is None else ():
            among = block.marked_places(self.board, len(tokens))
            marked = [value if tokens[at].startswith(mark) else None for at in among]
            if value == self.sections[section].section.on:
                marked = [value if own else each for own, each in zip(values, marked)]
            if self.sections[other].is_place:
                self.values[other] = [str(at) for at, each in enumerate(marked) if each] or [None]
                continue
            known = self.values.get(other, [None] * len(marked))
            self.values[other] = [each or before for each, before in zip(marked, known)]

    def as_link(self) -> str:
        """What a link says."""
        held = ((section, self.values.get(number)) for number, section in enumerate(self.sections))
        return "".join(
            section.said(self.among(section, values), self.walls) for section, values in held if values is not None
        )

    def carrying(self, section: _OfSection) -> list[int] | None:
        """The numbers of the cells that have the token on which alone values of a section stand; None if all may."""
        if not (on := section.section.on):
            return None
        number = self.sections.index(section)
        block = next(block for block in self.saved.blocks if block.section == number)
        other = next(other for other, value in block.marks.values() if value == on)
        return [at for at, value in enumerate(self.values[other]) if value == on]

    def among(self, section: _OfSection, values: Found) -> Found:
        """The values of a section that a link says."""
        carrying = self.carrying(section)
        return values if carrying is None else [values[at] for at in carrying]

    def take_link(self, body: str) -> None:
        """Takes the values of a link; PuzzleError for those that a file cannot hold."""
        cursor = Cursor(body)
        blocks = {section: block for block in self.saved.blocks for section in block.sections}
        for number, section in enumerate(self.sections):
            block = blocks.get(number)
            if block is None and cursor.is_at_end:
                break
            values = self.values[number] = self.read(section, cursor)
            if block is None and any(values):
                raise PuzzleError(f"a file that puzz.link saves cannot hold {section.name}")
            if block is not None and number == block.section and block.says_walls:
                self.walls |= {pair for pair, value in zip(self.pairs, values) if value}

    def read(self, section: _OfSection, cursor: Cursor) -> Found:
        """The values of a section in a link, one for each of its places."""
        carrying = self.carrying(section)
        if carrying is None:
            return section.values(cursor, self.walls)
        found = dict(zip(carrying, codec_of(section.section.coding).decode(cursor, len(carrying))))
        return [found.get(at) for at in range(sum(section.counts))]

    def version(self) -> int:
        """The version of a file that holds them: old programs know regions by their numbers alone."""
        is_old = any(block.forms == ("regions",) for block in self.saved.blocks)
        return 0 if is_old and not within(regions_between(self.board, self.walls), self.walls) else self.saved.version

    def lines(self, block: Block, version: int) -> Iterator[str]:
        """The lines of a block."""
        if block.section is None:
            return self.undrawn(block, version)
        if block.forms == ("bank",):
            said = (self.values[block.section][0] or "").removeprefix("/")
            return iter([said[1:]] if said.startswith("/") else said.split("/"))
        if block.is_rectangles:
            return self.rectangles(self.values[block.section + 1])
        if block.forms == ("sums",):
            return self.sums(self.values[block.section])
        if block.forms == ("gates",):
            return iter([str(int(self.values[block.section][0] or 0) + len(self.pairs))])
        if block.forms == ("coordinates",):
            return iter([" ".join(block.token(each) for each in self.values[block.section])])
        if _is_numbered(block, version):
            return self.numbered()
        return self.clues(block, block.section)

    def undrawn(self, block: Block, version: int) -> Iterator[str]:
        """The lines of a block that solvers draw, before they do."""
        if block.forms == ("literal",):
            return iter([block.blank])
        is_left_out = block.forms == ("ticks",) or block.optional or (block.new and not version)
        widths = [] if is_left_out else block.form.where.widths(self.board)
        return _in_lines([block.blank] * sum(widths), widths)

    def clues(self, block: Block, section: int) -> Iterator[str]:
        """The lines of a block with clues."""
        where = self.sections[section].where
        tokens, widths = self.marked(block, section), where.widths(self.board)
        if block.form.at is not None:
            widths = block.form.where.widths(self.board)
            clues = {**dict(zip(block.form.at(self.board), tokens)), **self.inner(block)}
            tokens = [clues.get(number, block.blank) for number in range(sum(widths))]
        return _in_lines(tokens, widths, "" if where is Where.DOTS else " ")

    def marked(self, block: Block, section: int) -> list[str]:
        """The tokens of a section's clues, with marks before them for what is of other sections."""
        tokens = [block.token(value) for value in self.values[section]]
        for mark, (other, value) in block.marks.items() if block.inner is None else ():
            among = block.marked_places(self.board, len(tokens))
            values = self.values.get(other, ())
            if self.sections[other].is_place:  # the number of the cell
                values = [value if str(at) in values else None for at in among]
            for at, held in zip(among, values, strict=False):
                is_said = value == self.sections[section].section.on and tokens[at] != block.blank
                tokens[at] = block.marked(mark, tokens[at]) if held == value and not is_said else tokens[at]
        return tokens

    def inner(self, block: Block) -> dict[int, str]:
        """The tokens of clues in cells that others stand around, by their numbers in the block."""
        if block.inner is None or block.form.cells is None:
            return {}
        mark, section = block.inner
        pairs = zip(block.form.cells(self.board), self.values.get(section, ()), strict=False)
        return {number: mark + block.token(value) for number, value in pairs if value}

    def sums(self, blocks: Found) -> Iterator[str]:
        """The lines of a board whose blocks hold sums."""
        tokens = []
        for (row, column), block in zip(self.board.spaces, blocks):
            down, right = ((each or "-1") for each in rare.sums_of(block or ""))
            inside = "." if block is None else f"{right},{down}"
            at_edge = "0" if row + column == 2 else down if row == 1 else right
            tokens.append(inside if min(row, column) > 1 else at_edge)
        return _in_lines(tokens, Where.CELLS.widths(self.board))

    def regions(self) -> list[list[Cell]]:
        """The regions; PuzzleError for walls within them, which are not said by them."""
        regions = regions_between(self.board, self.walls)
        if within(regions, self.walls):
            raise PuzzleError(f"a file of the genre {quote(self.genre.name)} cannot hold a wall within a region")
        return regions

    def rectangles(self, numbers: Found) -> Iterator[str]:
        """The regions as rectangles, with their numbers; PuzzleError for those that are none."""
        regions, number = self.regions(), dict(zip(self.board.spaces, numbers))
        yield str(len(regions))
        for region in regions:
            (top, left), (bottom, right) = min(region), max(region)
            if len(region) != (bottom - top + 1) * (right - left + 1):
                genre = quote(self.genre.name)
                raise PuzzleError(f"an address of kanpen.net for the genre {genre} holds rectangles alone")
            yield f"{top - 1} {left - 1} {bottom - 1} {right - 1} {number[top, left] or ''}"

    def numbered(self) -> Iterator[str]:
        """The regions, numbered."""
        regions = self.regions()
        number = {cell: str(at) for at, region in enumerate(regions) for cell in region}
        yield str(len(regions))
        yield from _in_lines((number[cell] for cell in self.board.spaces), Where.CELLS.widths(self.board))


# -- Writing


def write(puzzle: Puzzle) -> bytes:
    """The puzzle as a file; PuzzleError if its type has no genre that is written here, or none can say all of it."""
    known = [genre for genre in genres(puzzle.type) if genre.saved and genre.shape is puzzle.board.shape]
    none = f"files that puzz.link saves are not written here for {puzzle.type.a_puzzle}"
    return first_written(puzzle, known, _file, none)


def _file(puzzle: Puzzle, genre: Genre) -> str:
    """The file of a genre."""
    assert genre.saved is not None
    flags, version, blocks = _written(puzzle, genre, genre.saved)
    header = [f"pzprv3.{version}" if version else "pzprv3", genre.name, *_sizes(puzzle, genre.saved, genre.rim)]
    instead = genre.saved.instead
    first = next((instead[flag] for flag in flags if flag in instead), genre.saved.first)
    lines = [*header, *filter(None, [first]), *(flag for flag in flags if flag not in instead), *blocks]
    about = {key: text for key, text in (("author", puzzle.author), ("source", puzzle.source)) if text}
    if about:
        lines.append("info:" + json.dumps({"metadata": about}, ensure_ascii=False, indent=1))
    return "\n".join(lines) + "\n"


def _sizes(puzzle: Puzzle, saved: Saved, rim: int = 0) -> list[str]:
    return [str(size - rim) for size in puzzle.board.extent[: 1 if saved.square else 2]]


def _written(puzzle: Puzzle, genre: Genre, saved: Saved) -> tuple[list[str], int, list[str]]:
    """The flags, the version and the lines of the blocks of a file."""
    if saved.square and puzzle.board.rows != puzzle.board.columns:
        raise PuzzleError(f"a file of the genre {quote(genre.name)} holds square boards alone")
    flags, body = link_of(puzzle, genre)
    flags = [flag for flag in flags if flag not in genre.required]  # links alone tell genres of other times by these
    if flags and saved.plain:
        raise PuzzleError(
            f"a file of the genre {quote(genre.name)} cannot hold the flag {quote(flags[0])} of its links"
        )
    contents = _Contents(genre, saved, puzzle)
    contents.take_link(body)
    version = contents.version()
    return flags, version, [line for block in saved.blocks for line in contents.lines(block, version)]


def _in_lines(tokens: Iterable[str], widths: Iterable[int], behind: str = " ") -> Iterator[str]:
    """Tokens in lines of such widths. behind: what stands behind each."""
    each = iter(tokens)
    for width in widths:
        yield "".join(f"{next(each)}{behind}" for _ in range(width))


# -- Addresses of kanpen.net


class _Kanpen:
    """An address of kanpen.net, with slashes for the ends of lines and '_' for blanks."""

    @staticmethod
    def sniff(data: bytes) -> bool:
        """Whether it is one, or is to be one."""
        return _KANPEN.match(data[:400].decode("latin-1")) is not None

    @staticmethod
    def read(draft: Draft, data: bytes, context: Context) -> PuzzleType:
        """Fills the draft with what an address holds; PuzzleError for what is not as its genre has it."""
        address = _KANPEN.match(context.text(data))
        assert address is not None
        genre_of_type = genre_named(address[1], context)
        if genre_of_type.genre.kanpen is None:
            raise PuzzleError(
                f"addresses of kanpen.net are not read here for the genre {quote(address[1])}: open it in puzz.link, "
                "and take the address of the puzzle there"
            )
        lines = [line.strip() for line in unquote(address[2]).replace("_", " ").split("/")]
        if _fill(draft, genre_of_type, genre_of_type.genre.kanpen, lines).left:
            raise PuzzleError("the address goes on behind the last row of the board")
        return genre_of_type.type

    @staticmethod
    def write(puzzle: Puzzle) -> bytes:
        """The puzzle as an address; PuzzleError if its type has no genre there, or none can say all of it."""
        known = [genre for genre in genres(puzzle.type) if genre.kanpen and genre.shape is puzzle.board.shape]
        none = f"addresses of kanpen.net are not written here for {puzzle.type.a_puzzle}"
        return first_written(puzzle, known, _address, none)


def _address(puzzle: Puzzle, genre: Genre) -> str:
    """The address of a genre."""
    assert genre.kanpen is not None
    _, _, blocks = _written(puzzle, genre, genre.kanpen)
    body = "/".join([*_sizes(puzzle, genre.kanpen), *blocks]).replace(" ", "_")
    return f"{_SITE}{genre.kanpen.name}.html?problem={body}/\n"


kanpen = _Kanpen()


# -- What a solver has drawn


def _filled(puzzle_type: PuzzleType, held: _Lines) -> tuple[tuple[Term, ...], bool]:
    """The atoms of what is drawn, and whether some of it is none."""
    given = {template.name for template in puzzle_type.templates}
    rules = [
        rule for rule in puzzle_type.draw
        if rule.template.name not in given and not rule.kind.follows
        and not (rule.layer is Layer.FILL and rule.kind.tone is Tone.PALE)
    ]  # fmt: skip
    found = [atom for drawing in held.drawings for atom in _atoms(rules, held, drawing)]
    return tuple(filter(None, found)), None in found


def _atoms(rules: Sequence[DrawRule], held: _Lines, drawing: _Drawing) -> Iterator[Term | None]:
    """The atoms of a drawing; None for what has none."""
    ways = ((marks, [rule for rule in rules if rule.layer is layer]) for layer, marks in _WAYS[drawing.what])
    marks, of_layer = next((way for way in ways if way[1]), (_others, []))
    if drawing.what is Drawn.SHADED and len(of_layer) > 1:
        marks = _others  # who knows which one is meant
    for places, value in marks(held, drawing):
        yield next(filter(None, (_atom(of_layer[0], each, value) for each in places)), None)


#: What a solver drew: the places that say so, in one way or another, the first of which counts that a rule has; and a
#: value.
_Mark = tuple[Sequence[Sequence[Value]], int | None]


def _others(held: _Lines, drawing: _Drawing) -> Iterator[_Mark]:
    """What has no atom."""
    yield [], None


def _cells(held: _Lines, drawing: _Drawing) -> Iterator[_Mark]:
    return (([[cell]], None) for cell in drawing.tokens)


def _numbers(held: _Lines, drawing: _Drawing) -> Iterator[_Mark]:
    return (([[cell]], int(token.partition("[")[0])) for cell, token in drawing.tokens.items())


def _closed(held: _Lines, drawing: _Drawing) -> Iterator[_Mark]:
    """The cells of the regions that sides close, with their numbers; where a board is divided in part, the largest is
    left out.
    """
    walls = set(drawing.tokens)
    regions = regions_between(held.board, walls)
    open_ = {cell for pair in within(regions, walls) for cell in pair}
    if open_:
        largest = max(regions, key=len)
        regions = [region for region in regions if region is not largest and open_.isdisjoint(region)]
    return (([[cell]], number) for number, region in enumerate(regions, 1) for cell in region)


def _bridges(held: _Lines, drawing: _Drawing) -> Iterator[_Mark]:
    """The lines from clue to clue, and how many there are side by side."""
    for (one, other), token in drawing.tokens.items():
        if one not in held.clued:
            continue
        step = other[0] - one[0], other[1] - one[1]
        while other not in held.clued:
            after = other[0] + step[0], other[1] + step[1]
            if drawing.tokens.get((other, after)) != token:
                break
            other = after
        if other in held.clued:
            yield [(one, other)], int(token)


def _strokes(held: _Lines, drawing: _Drawing) -> Iterator[_Mark]:
    """Lines from cell to cell or, along a side, from corner to corner."""
    for pair, token in drawing.tokens.items():
        (one, other) = pair
        s, d = other
        ends = (corner(s, d), corner(s + 1, d) if one[0] == s else corner(s, d + 1))
        yield [pair, ends] if drawing.where is Where.SIDES else [ends], int(token[0])


#: How solvers' marks become atoms: the layers of the rules that may draw them, the first one first, and what is read.
_WAYS: Mapping[Drawn, Sequence[tuple[Layer, Callable[[_Lines, _Drawing], Iterator[_Mark]]]]] = {
    Drawn.SHADED: [(layer, _cells) for layer in (Layer.FILL, Layer.SYMBOL, Layer.SIGN)],
    Drawn.NUMBER: [(Layer.TEXT, _numbers)],
    Drawn.LINE: [(Layer.LINE, _strokes)], Drawn.BRIDGE: [(Layer.LINE, _bridges)],
    Drawn.EDGE: [(Layer.BORDER, _closed), (Layer.WALL, _strokes), (Layer.LINE, _strokes)], Drawn.OTHER: [],
}  # fmt: skip


def _atom(rule: DrawRule, places: Sequence[Value], value: int | None = None) -> Term | None:
    """The atom that a rule draws there; None if it does not say all."""
    bindings: dict[str, Value] = {}
    for template, place in zip(rule.places, places):
        if match(template, place, bindings) is None:
            return None
    if rule.values and value is not None:
        bindings[rule.values[0]] = value
    elif value not in (None, 1) and rule.layer is Layer.LINE:
        return None
    if not bindings.keys() >= set(variables(rule.template)):
        return None
    atom = fill(rule.template, bindings)
    return atom if isinstance(atom, Term) else None
