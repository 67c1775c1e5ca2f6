"""The board of a link: read section by section into a draft, written section by section, and read again to see that it
is the same.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from ...model.board import BRICK, Board, Cell, Pair, cell_of, check_size, side_between
from ...model.build import Draft, blank_rows, build
from ...model.errors import PuzzleError, quote
from ...model.parts import HOLE, SEQUENCE, Part
from ...model.puzzle import Cosmetics, Puzzle, Token
from ...model.rows import Rows
from ...model.terms import Value, fill
from ...rules.library import default_options
from . import rare
from .codecs import MOST_CELLS, Cursor
from .genre import (
    Genre,
    GenreOfType,
    Place,
    Section,
    digit_of_wall,
    named_regions,
    regions_between,
    sides_of,
    wall,
    within,
)
from .sections import LinkSection, is_repeated, sections


def read_board(draft: Draft, genre_of_type: GenreOfType, board: Cursor) -> None:
    """Fills the draft, whose size is known, with what the board of a link says; PuzzleError, with the character, for
    what its genre does not have, and for a board that is larger than those of links.
    """
    assert draft.size is not None
    check_size(*draft.size, cells=MOST_CELLS)
    BoardReader(draft, genre_of_type, board).read()


class BoardReader:
    """Reads the board of a link; its sections put tokens into `texts`, and what parts regions into `walls`."""

    def __init__(self, draft: Draft, genre_of_type: GenreOfType, cursor: Cursor) -> None:
        self.type, self.genre = genre_of_type
        self.draft, self.cursor = draft, cursor
        assert draft.size is not None
        self.board = self.wall(*draft.size) if self.genre.shape is BRICK else Board.square(*draft.size)
        self.empty = Puzzle(self.type, draft.file, draft.name, self.board, {}, {})
        self.texts: dict[str, dict[Value, list[str]]] = {part.name: {} for part in self.type.parts}
        self.regions: dict[str, list[list[Cell]]] = {}
        self.walls: dict[str, tuple[Section, set[Pair]]] = {}
        self.said = False  # whether the section that was read last is optional
        self.drawn_walls: set[Pair] = set()  # within regions and beside holes: they mean nothing

    def wall(self, rows: int, columns: int) -> Board:
        """The wall of bricks whose first row has as many of them as the draft columns."""
        board = wall(self.cursor.number(1, 4), rows, columns)
        if not self.cursor.is_at_end:
            self.cursor.expect("/")
        return board

    def read(self) -> None:
        """Takes all sections; PuzzleError if the link goes on behind them."""
        for each in sections(self.type, self.genre):
            self.cursor.part = ", ".join(each.section.parts)
            start, instead = self.cursor.at, each.section.instead
            if self.is_there(each):
                each.read(self)
            if instead and self.cursor.text[start : self.cursor.at] != instead:
                self.cursor.skip(instead)  # where the section is there, it may stand behind it
        if not self.cursor.is_at_end:
            whole = f"the {self.cursor.whole}"
            raise self.cursor.unexpected(f"the end of {whole}: a value stands before it for each place of the board")
        self.put_all_walls()
        for part in self.type.parts:
            texts = self.texts[part.name]
            if texts or not part.optional:
                blank = blank_rows(self.empty, part)
                rows = part.shape.with_texts(part, self.board, blank, texts)
                self.draft.parts[part.name] = Rows(rows)

    def is_there(self, each: LinkSection) -> bool:
        """Whether a section has not been left out; takes what stands before it, or in place of it."""
        section = each.section
        if not section.codec:
            return True
        if section.instead and self.cursor.skip(section.instead):
            return False
        if section.before:
            if section.optional and not self.cursor.rest.startswith(section.before):
                return False
            self.cursor.expect(section.before)
        elif section.optional and self.cursor.next in ("", "/") and not self.said:
            each.leave_out(self)
            return False
        self.said = section.optional  # then the optional sections behind it are there, too
        return True

    def put_regions(self, part: Part, walls: set[Pair]) -> None:
        """Names the regions that walls leave."""
        regions = self.regions[part.name] = regions_between(self.board, walls)
        self.texts[part.name] |= named_regions(regions)

    def part_regions(self, name: str) -> set[Cell]:
        """Holes and blocks, which later sections say, part regions as walls do; these cells."""
        section, walls = self.walls[name]
        part = next(part for part in self.type.parts if part.name == name)
        holes, blocks, of_holes = self.cut(part, section.regions.blocks)
        if cut := holes | blocks:
            sides = {pair for group in sides_of(self.board) for pair in group if cut.intersection(pair)}
            self.put_regions(part, walls | sides)
            self.texts[name] |= of_holes
            self.drawn_walls |= {pair for pair in walls if holes.intersection(pair)}
            walls -= sides
        return cut

    def cut(self, part: Part, blocks: Sequence[str]) -> tuple[set[Cell], set[Cell], dict[Value, list[str]]]:
        """The holes, the cells in which other parts have blocks, and the tokens that say holes in the part itself."""
        holes, blocked, of_holes = set[Cell](), set[Cell](), dict[Value, list[str]]()
        standing = [(other, *item) for other in self.type.parts for item in self.texts[other.name].items()]
        for other, place, texts in standing:
            cell = cell_of(place)
            if cell is None:
                continue
            if other.tokens.get(texts[0]) == HOLE:
                holes.add(cell)
            if other is part and cell in holes:
                of_holes[cell] = texts
            if other is not part and texts[0] in blocks:
                blocked.add(cell)
        return holes, blocked, of_holes

    def put_all_walls(self) -> None:
        """The walls within regions."""
        for name, (section, walls) in self.walls.items():
            self.part_regions(name)
            self.put_walls(section, within(self.regions[name], walls))
        if self.drawn_walls:
            lines = Cosmetics(walls=frozenset(self.drawn_walls)).lines()["walls"]
            self.draft.cosmetics["walls"] = list(enumerate(lines, 1))

    def put_walls(self, section: Section, walls: list[Pair]) -> None:
        """The walls within regions; PuzzleError if the genre knows of none."""
        if walls and section.regions.walls is None:
            (row, column), other = walls[0]
            sentence = f"found a wall within a region, towards {self.board.name(other)}; the genre has no such walls"
            raise PuzzleError(sentence, row=row, column=column)
        part = self.type.part(section.regions.walls or "")
        if part is None:
            self.drawn_walls.update(walls)
            return
        for cells in walls:
            self.texts[part.name][side_between(*cells)] = [next(iter(part.tokens))]


class GenreWriter:
    """Writes a puzzle in a genre; what has been written is taken from `options`, `tokens` and `holes`.

    PuzzleError for a board that is larger than those of links.
    """

    def __init__(self, puzzle: Puzzle, genre: Genre) -> None:
        check_size(puzzle.board.rows, puzzle.board.columns, cells=MOST_CELLS)
        self.puzzle = puzzle
        self.genre = genre
        self.defaults = default_options(puzzle.type)
        self.options = self.defaults | puzzle.options  # those that the link does not say yet; likewise tokens and holes
        self.holes = set() if genre.shape is BRICK else set(puzzle.board.holes)
        self.left: list[str] = []  # the parts of the sections that are still to be written
        self.regions: dict[str, list[list[Cell]]] = {}
        self.cut: set[Cell] = set()  # holes and blocks, which part regions as walls do
        self.tokens: dict[tuple[str, Value], list[Token]] = {}
        self.places: dict[str, set[Value]] = defaultdict(set)  # by token
        for part in puzzle.type.parts:
            for token in puzzle.tokens.get(part.name, ()):
                self.places[token.text].add(part.place(token.values))
                tokens = self.tokens.setdefault((part.name, part.place(token.values)), [])
                if not tokens or part.shape.is_lists or part.shape is SEQUENCE or is_repeated(part, token):
                    tokens.append(token)

    def flags(self) -> list[str]:
        """The flags of the link; the options that they and the genre itself mean are said by them."""
        required = self.genre.required
        flags = [
            flag for flag, options in self.genre.flags.items()
            if flag in required or (options and all(self.options.get(name) == value for name, value in options.items()))
        ]  # fmt: skip
        meant = dict(self.genre.options)
        for flag in flags:
            meant |= self.genre.flags[flag]
        for name, value in meant.items():
            if (own := self.options.pop(name, None)) != value:
                raise PuzzleError(f"{self.genre.form} means {name}={value}, found {own}")
        return flags

    def body(self) -> str:
        """All sections; PuzzleError if the puzzle has anything that they, or what was written before, do not say.

        Sections that may be missing are there if they say something, or one of those beside them.
        """
        optional, said, instead = "", False, ""
        text = f"{digit_of_wall(self.puzzle.board)}/" if self.genre.shape is BRICK else ""  # how its rows lie
        self.left = [name for section in self.genre.sections for name in section.parts]
        for each in sections(self.puzzle.type, self.genre):
            section = each.section
            del self.left[: len(section.parts)]
            if not section.optional or section.before:
                text, optional, said, instead = text + (optional if said else instead), "", False, ""
            unsaid = len(self.tokens), len(self.holes)
            written = section.before + each.write(self)
            if not section.optional:
                text += written
                continue
            said = each.says(written, unsaid != (len(self.tokens), len(self.holes))) or said
            optional, instead = optional + written, instead + section.instead
        self.check_left()
        return text + (optional if said else instead)

    def check_left(self) -> None:
        """PuzzleError for what no section has said."""
        for name, value in self.options.items():
            if value != self.defaults.get(name):
                raise PuzzleError(f"{self.genre.form} cannot say {name}={value}")
        for (part, place), tokens in self.tokens.items():
            raise self.wrong(tokens[0].text, self.puzzle.board.name(place) or part)
        for cell in sorted(self.holes):
            raise self.wrong("a hole", self.puzzle.board.name(cell))

    def wrong(self, text: str, where: str) -> PuzzleError:
        """That the genre cannot say this."""
        shown = text if text.startswith("a ") else quote(text)
        return PuzzleError(f"{where}: {self.genre.form} cannot hold {shown}")

    def take_only(self, text: str, places: Sequence[Place]) -> Place:
        """The only one of these places that has a token, which is then said; PuzzleError if it is not the only one."""
        standing = [(part, place) for part, place in places
                    if any(token.text == text for token in self.tokens.get((part.name, place), ()))]  # fmt: skip
        if len(standing) != 1:
            raise PuzzleError(f"{self.genre.form} needs exactly one {quote(text)}")
        part, place = standing[0]
        del self.tokens[part.name, place]
        return standing[0]


def write_link(puzzle: Puzzle, genre: Genre) -> str:
    """The puzzle as a link of a genre of its type, without the site; PuzzleError for what the genre cannot say, or if
    it would be read as another puzzle.
    """
    flags, body = link_of(puzzle, genre)
    rows, columns = puzzle.board.extent
    header = "".join(flags) + ("/" if flags else "")
    body += "" if body[-1:].isalnum() else "/"  # a sign at the end is not taken for a part of a link
    return f"{genre.name}/{header}{columns - genre.rim}/{rows - genre.rim}/{body}"


def link_of(puzzle: Puzzle, genre: Genre) -> tuple[list[str], str]:
    """The flags and the body of a puzzle's link; PuzzleError as for write_link."""
    writer = GenreWriter(puzzle, genre)
    flags, body = writer.flags(), writer.body()
    check_size(puzzle.board.rows - genre.rim, puzzle.board.columns - genre.rim)
    check(puzzle, GenreOfType(puzzle.type, genre), flags, body)
    return flags, body


# -- What a link has to keep of a puzzle, and whether it does


def difference(puzzle: Puzzle, matching: GenreOfType, flags: Sequence[str], text: str) -> str | None:
    """What is another when the board of a link is read that was written for a puzzle; None if nothing is."""
    genre = matching.genre
    draft = Draft(puzzle.file, size=puzzle.board.extent, options=dict(genre.options))
    for flag in flags:
        draft.options |= genre.flags[flag]
    try:
        read_board(draft, matching, Cursor(text))
        again = build(puzzle.type, draft)
    except PuzzleError as error:
        return f"cannot be read: {error.sentence}"
    before, after = meaning(puzzle, genre), meaning(again, genre)
    different = [name for name in before if before[name] != after[name] and name != "options"]
    unlike = [name for name in before["options"] if before["options"][name] != after["options"].get(name)]
    unlike = [name for name in unlike if name not in genre.parameters.values() and name not in genre.size]
    return f"is read with another {' and '.join(map(quote, different + unlike))}" if different or unlike else None


def check(puzzle: Puzzle, matching: GenreOfType, flags: Sequence[str], text: str) -> None:
    """PuzzleError if the board of a link that was written for a puzzle is read as another one."""
    if (sentence := difference(puzzle, matching, flags, text)) is not None:
        raise PuzzleError(f"{matching.genre.form} cannot hold this puzzle: what would be written {sentence}")


def meaning(puzzle: Puzzle, genre: Genre) -> dict[str, Any]:
    """All tokens by their places, options and holes; of regions only which cells belong together, and of the values of
    whole regions which region they belong to, as links say no more.
    """
    found: dict[str, Any] = _regions_of(puzzle, genre)
    region_of = {name: {cell: region for region in regions for cell in region} for name, regions in found.items()}
    where = {name: region_of.get(section.at or "", {}) for section in genre.sections for name in section.parts}
    banks = {name for section in genre.sections if section.codec in rare.BANKS for name in section.parts}
    for part in puzzle.type.parts:
        tokens = puzzle.tokens.get(part.name, ())
        if part.name in banks:  # shapes may be turned, and blanks are left out
            found[part.name] = len(tokens)
        elif part.name not in found:
            found[part.name] = Counter(_said(part, token, where.get(part.name, {})) for token in tokens)
    return {**found, "options": default_options(puzzle.type) | puzzle.options, "holes": puzzle.board.holes}


def _regions_of(puzzle: Puzzle, genre: Genre) -> dict[str, set[frozenset[Cell]]]:
    """The regions of each part that says such, without the cells of blocks."""
    blocks = {text for section in genre.sections for text in section.regions.blocks}
    areas = [part for part in puzzle.type.parts if puzzle.type.is_regions(part)]
    others = [part for part in puzzle.type.parts if part not in areas]
    cut = {part.place(token.values) for part in others for token in puzzle.tokens.get(part.name, ())
           if token.text in blocks}  # fmt: skip
    found = {}
    for part in areas:
        groups: dict[str, set[Any]] = defaultdict(set)
        for token in puzzle.tokens.get(part.name, ()):
            if token.values["X"] not in cut:
                groups[token.text].add(token.values["X"])
        found[part.name] = {frozenset(cells) for cells in groups.values()}
    return found


def _said(
    part: Part, token: Token, places: Mapping[Value, frozenset[Cell]]
) -> tuple[str, Value | None, tuple[Value, ...]]:
    """Where a token counts, as which of several, and its facts there: a clue of a region counts in its first cell."""
    place, values = part.place(token.values), token.values
    if (region := places.get(place)) is not None:
        place = min(region)
        values = {**values, "X": place}
    return str(place), token.values.get("I"), tuple(fill(template, values) for template in token.templates)
