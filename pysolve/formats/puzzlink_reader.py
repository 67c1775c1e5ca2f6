"""The board of a link, made into the parts of a draft."""

from __future__ import annotations

from ..catalog.genres import GenreOfType
from ..model import build as drafts
from ..model import tokens
from ..model.board import Board, Cell, cell_of, check_size, side_between
from ..model.build import Draft
from ..model.cell_shapes import BRICK
from ..model.errors import PuzzleError, quote
from ..model.genre import BLANK_KEY, CodecName, Section
from ..model.parts import HOLE, Part
from ..model.puzzle import Cosmetics, Puzzle
from ..model.puzzle_type import PuzzleType
from ..model.rows import Rows
from ..model.terms import Value
from .link_text import MOST_CELLS, UNKNOWN, Codec, Cursor
from .puzzlink_codecs import codec_of
from .puzzlink_places import (
    DIRECTIONS,
    NO_PLACE,
    Place,
    cells_beside_sides,
    groups_of_sides,
    halves_of,
    is_walls,
    partner_of,
    places_of,
    regions_between,
    runs_of,
    sections,
    sides_of,
    wall,
    walls_within,
)  # fmt: skip
from .puzzlink_ships import BANKS
from .puzzlink_sums import read_sums


def read_board(draft: Draft, genre_of_type: GenreOfType, board: Cursor) -> None:
    """Fills the draft, whose size is known, with what the board of a link says; PuzzleError, with the character, for
    what its genre does not have, and for a board that is larger than those of links.
    """
    assert draft.size is not None
    check_size(*draft.size, cells=MOST_CELLS)
    _BoardReader(draft, genre_of_type, board).read()


class _BoardReader:
    def __init__(self, draft: Draft, genre_of_type: GenreOfType, cursor: Cursor) -> None:
        self.type, self.genre = genre_of_type
        self.draft = draft
        self.cursor = cursor
        assert draft.size is not None
        board = self.wall() if self.genre.shape is BRICK else Board.square(*draft.size)
        self.empty = Puzzle(self.type, draft.file, draft.name, board, {}, {})
        self.texts: dict[str, dict[Value, list[str]]] = {part.name: {} for part in self.type.parts}
        self.regions: dict[str, list[list[Cell]]] = {}
        self.walls: dict[str, tuple[Section, set[tuple[Cell, Cell]]]] = {}
        self.said = False  # whether the section that was read last is optional
        self.drawn_walls: set[tuple[Cell, Cell]] = set()  # within regions and beside holes: they mean nothing

    def wall(self) -> Board:
        """The wall of bricks whose first row has as many of them as the draft columns."""
        assert self.draft.size is not None
        board = wall(self.cursor.number(1, 4), *self.draft.size)
        if not self.cursor.is_at_end:
            self.cursor.expect("/")
        return board

    def read(self) -> None:
        for section, parts in sections(self.type, self.genre):
            self.cursor.part = ", ".join(section.parts)
            start = self.cursor.at
            self.section(section, parts)
            if section.instead and self.cursor.text[start : self.cursor.at] != section.instead:
                self.cursor.skip(section.instead)  # where the section is there, it may stand behind it
        if not self.cursor.is_at_end:
            whole = f"the {self.cursor.whole}"
            raise self.cursor.unexpected(f"the end of {whole}: a value stands before it for each place of the board")
        self.put_all_walls()
        for part in self.type.parts:
            texts = self.texts[part.name]
            if texts or not part.optional:
                blank = drafts.blank_rows(self.empty, part)
                rows = part.shape.with_texts(part, self.empty.board, blank, texts)
                self.draft.parts[part.name] = Rows(rows)

    def section(self, section: Section, parts: tuple[Part, ...]) -> None:
        if section.codec is None:
            if not self.cursor.skip(section.text) and not self.cursor.is_at_end:
                raise self.cursor.unexpected(quote(section.text))
            return
        if section.instead and self.cursor.skip(section.instead):
            return
        if section.before:
            if section.optional and not self.cursor.rest.startswith(section.before):
                return
            self.cursor.expect(section.before)
        elif section.optional and self.cursor.rest[:1] in ("", "/") and not self.said:
            if is_walls(self.type, section):
                self.put_regions(parts[0], set())
            return
        self.said = section.optional  # then the optional sections behind it are there, too
        if section.codec is CodecName.SUMS:
            blocks = read_sums(self.cursor, self.empty.board.rows, self.empty.board.columns)
            self.texts[parts[0].name] = {cell: [text] for cell, text in blocks.items()}
            return
        if section.codec in BANKS:
            texts = BANKS[section.codec].read(self.cursor)
            self.texts[parts[0].name] = {parts[0].place({"I": at}): [text] for at, text in enumerate(texts, 1)}
            return
        codec = codec_of(section.coding)
        if section.codec is CodecName.NUMBER:
            (value,) = codec.decode(self.cursor, 1)
            self.draft.options[section.parts[0]] = str(value)
        elif is_walls(self.type, section):
            self.read_regions(section, codec, parts[0])
        elif section.codec is CodecName.COORDINATES:
            self.read_coordinates(section, codec, parts[0])
        elif section.codec is CodecName.PLACE:
            places = places_of(self.empty, section)
            at = int(codec.decode(self.cursor, 1)[0] or 0)
            if at >= len(places):
                raise PuzzleError(f"found the place {at}, but there are {len(places)}, from 0 on")
            self.put(section, [places[at]], ["1"])
        elif section.codec is CodecName.LISTS:
            self.read_lists(codec, parts)
        elif section.codec is CodecName.PAIRS:
            self.read_pairs(section, codec, parts[0])
        elif section.codec is CodecName.COMPARISONS:
            self.read_comparisons(section, codec, *parts)
        elif section.codec is CodecName.NESTED:
            self.read_nested(section, codec, *parts)
        elif section.of_halves:
            self.read_dots(section, codec, parts[0])
        elif section.codec is CodecName.SIDES:
            self.read_sides(section, codec, parts[0])
        elif section.at is not None:
            holes = self.part_regions(section.at)
            regions = [region for region in self.regions[section.at] if holes.isdisjoint(region)]
            values = codec.decode(self.cursor, len(regions))
            self.put(section, [(parts[0], region[0]) for region in regions], values)
        else:
            for places in runs_of(self.empty, section):
                if section.on:
                    with_it = {x for of in self.texts.values() for x, texts in of.items() if section.on in texts}
                    places = [place for place in places if place[1] in with_it]
                self.put(section, places, codec.decode(self.cursor, len(places)))

    def put(self, section: Section, places: list[Place], values: list[str | None]) -> None:
        for (part, place), value in zip(places, values):
            text = section.tokens.get(BLANK_KEY) if value is None else section.tokens.get(value)
            if text is None and value is not None:
                text = _named(self.type, part, value)
            if text is not None and place == NO_PLACE:
                raise PuzzleError(f"found {quote(text)} on the edge of the board")
            if text is not None and text != part.blank:
                self.texts[part.name].setdefault(place, []).insert(0, text)  # of a list, the last one comes first

    def read_coordinates(self, section: Section, codec: Codec, part: Part) -> None:
        """For each of the section's tokens the column and the row of the cell in which it stands."""
        for text in section.tokens.values():
            column, row = (int(value) if value and value.isdecimal() else 0 for value in codec.decode(self.cursor, 2))
            if (row, column) not in self.empty.board:
                raise PuzzleError(f"found row {row}, column {column} for {quote(text)}, where there is no cell")
            self.texts[part.name][row, column] = [text]

    def read_dots(self, section: Section, codec: Codec, part: Part) -> None:
        places = halves_of(self.empty.board, points=self.genre.points)
        for (cell, half), value in zip(places, codec.decode(self.cursor, len(places))):
            if value is None:
                continue
            row, column = cell
            dots = section.tokens.get(value, "").split()
            if half >= len(dots):
                raise PuzzleError("found a dot where there can be none of its kind", row=row, column=column)
            texts = self.texts[part.name].setdefault(cell, [])
            summed = all(map(str.isdecimal, [*texts, dots[half]]))
            together = str(sum(map(int, [*texts, dots[half]]))) if texts and summed else dots[half]
            if texts and (together in dots or not {together, "int"} & part.tokens.keys()):
                raise PuzzleError("two dots touch each other", row=row, column=column)
            texts[:] = [together]

    def read_sides(self, section: Section, codec: Codec, part: Part) -> None:
        sides = cells_beside_sides(self.empty.board)
        totals = dict.fromkeys(self.empty.board.spaces, 0)
        inside = sum(len(cells) == 2 for cells in sides)
        is_short = len(self.cursor.rest) == len(codec.encode([None] * inside))  # where nothing stands at the edge
        values = codec.decode(self.cursor, inside if is_short else len(sides))
        for cells, mark in zip(sides, [*values, *[None] * (len(sides) - len(values))]):
            for side, cell in cells.items() if (mark is not None) == section.marked else ():
                totals[cell] += section.weights.get(side, 0)
        self.texts[part.name] = {cell: [str(total)] for cell, total in totals.items()}

    def read_lists(self, codec: Codec, parts: tuple[Part, ...]) -> None:
        """Lines, each of which is a list; in a line without anything nothing stands."""
        lines = [(part, place) for part in parts for _, _, place in part.shape.places(part, self.empty.board)]
        for (part, place), line in zip(lines, codec.decode(self.cursor, len(lines))):
            self.texts[part.name][place] = (line or "0").split()

    def read_regions(self, section: Section, codec: Codec, part: Part) -> None:
        walls: set[tuple[Cell, Cell]] = set()
        for group in groups_of_sides(self.empty.board, section.codec):
            bits = codec.decode(self.cursor, len(group))
            walls.update(pair for pair, bit in zip(group, bits) if bool(bit) != (section.codec is CodecName.JOINED))
        self.put_regions(part, walls)
        self.walls[part.name] = section, walls

    def read_nested(self, section: Section, codec: Codec, outer: Part, inner: Part) -> None:
        """Regions within regions: what the right and the lower side of each cell part."""
        cells = self.empty.board.spaces
        sides: dict[tuple[Cell, Cell], int] = {}
        for (r, c), value in zip(cells, codec.decode(self.cursor, len(cells))):
            number = int(value or 0) if value != UNKNOWN else 9
            if number > 8:
                raise PuzzleError(f"found {quote(str(value))}, expected two sides, a number up to 8", row=r, column=c)
            sides |= {((r, c), (r, c + 1)): number // 3, ((r, c), (r + 1, c)): number % 3}
        for part, kinds in (outer, (1,)), (inner, (1, 2)):
            walls = {pair for pair, kind in sides.items() if kind in kinds and pair[1] in self.empty.board}
            self.put_regions(part, walls)
            self.put_walls(section, walls_within(self.regions[part.name], walls))

    def part_regions(self, name: str) -> set[Cell]:
        """Holes and blocks, which later sections say, part regions as walls do; these cells."""
        section, walls = self.walls[name]
        part = next(part for part in self.type.parts if part.name == name)
        standing = [(other, cell, texts) for other in self.type.parts for place, texts in self.texts[other.name].items()
                    if (cell := cell_of(place)) is not None]  # fmt: skip
        holes = {cell for other, cell, texts in standing if other.tokens.get(texts[0]) == HOLE}
        blocks = {cell for other, cell, texts in standing if other is not part and texts[0] in section.regions.blocks}
        if cut := holes | blocks:
            sides = {pair for group in sides_of(self.empty.board) for pair in group if cut.intersection(pair)}
            texts_of_holes: dict[Value, list[str]] = {
                cell: texts for other, cell, texts in standing if other is part and cell in holes
            }
            self.put_regions(part, walls | sides)
            self.texts[name] |= texts_of_holes
            self.drawn_walls |= {pair for pair in walls if holes.intersection(pair)}
            walls -= sides
        return cut

    def put_all_walls(self) -> None:
        """The walls within regions."""
        for name, (section, walls) in self.walls.items():
            self.part_regions(name)
            self.put_walls(section, walls_within(self.regions[name], walls))
        if self.drawn_walls:
            lines = Cosmetics(walls=frozenset(self.drawn_walls)).wall_lines()
            self.draft.cosmetics["walls"] = list(enumerate(lines, 1))

    def put_walls(self, section: Section, walls: list[tuple[Cell, Cell]]) -> None:
        """The walls within regions; PuzzleError if the genre knows of none."""
        if walls and section.regions.walls is None:
            (row, column), other = walls[0]
            sentence = f"found a wall within a region, towards {self.empty.board.name(other)}; the genre has none such"
            raise PuzzleError(sentence, row=row, column=column)
        part = self.type.part(section.regions.walls or "")
        if part is None:
            self.drawn_walls.update(walls)
            return
        for cells in walls:
            self.texts[part.name][side_between(*cells)] = [next(iter(part.tokens))]

    def read_pairs(self, section: Section, codec: Codec, part: Part) -> None:
        """Pairs of neighbours as regions; cells that are in none get the token of their sign."""
        cells = self.empty.board.spaces
        letters = dict(zip(cells, codec.decode(self.cursor, len(cells))))
        partners = {cell: partner_of(cell, letter) for cell, letter in letters.items()}
        for cell, other in partners.items():
            if other is not None and partners.get(other) != cell:
                raise PuzzleError("found one half of a pair, without the other one", row=cell[0], column=cell[1])
        self.put_regions(part, {(x, y) for group in sides_of(self.empty.board) for x, y in group if partners[x] != y})
        for cell in (cell for cell, other in partners.items() if other is None):
            self.texts[part.name][cell] = [section.coding.signs[str(letters[cell])]]

    def read_comparisons(self, section: Section, codec: Codec, grid: Part, signs: Part) -> None:
        """Numbers, and the signs towards smaller neighbours."""
        cells = self.empty.board.spaces
        for cell, value in zip(cells, codec.decode(self.cursor, len(cells))):
            number = (value or "").rstrip("".join(DIRECTIONS))
            if int(number):
                self.texts[grid.name][cell] = [str(int(number))]
            for letter in (value or "").removeprefix(number):
                down, right = DIRECTIONS[letter]
                other = (cell[0] + down, cell[1] + right)
                if other not in self.empty.board:
                    raise PuzzleError("found a sign towards the edge of the board", row=cell[0], column=cell[1])
                self.put(section, [(signs, side_between(cell, other))], [letter])

    def put_regions(self, part: Part, walls: set[tuple[Cell, Cell]]) -> None:
        """Names the regions that walls leave."""
        regions = self.regions[part.name] = regions_between(self.empty.board, walls)
        letters = tokens.CAPITALS + tokens.CAPITALS.lower()
        for number, region in enumerate(regions):
            name = letters[number] if len(regions) <= len(letters) else str(number + 1)
            for cell in region:
                self.texts[part.name][cell] = [name]


def _named(type_: PuzzleType, part: Part, value: str) -> str:
    """The token for a value: its name in the type's first alphabet, where the part's tokens are such names."""
    if "symbol" in part.tokens and value.isdecimal():
        return tokens.ALPHABETS[type_.alphabets[0]].name(int(value))
    return value
