"""A puzzle as the link of a genre, without the site."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, product

from ..catalog.genres import GenreOfType
from ..model.board import Cell, cell_of, check_size, side_between
from ..model.cell_shapes import BRICK
from ..model.errors import PuzzleError, quote
from ..model.genre import BLANK_KEY, DRAWN, CodecName, Genre, Section
from ..model.parts import HOLE, SEQUENCE, Part
from ..model.puzzle import Puzzle, Token
from ..model.terms import Value, variables
from ..model.tokens import Pattern, is_pattern, pattern
from ..rules.library import default_options
from .link_meaning import check
from .link_text import MOST_CELLS, UNKNOWN, Codec
from .puzzlink_codecs import codec_of
from .puzzlink_places import (
    DIRECTIONS,
    PARTNERS,
    cells_beside_sides,
    digit_of_wall,
    groups_of_sides,
    halves_of,
    is_walls,
    partner_of,
    places_of,
    regions_between,
    runs_of,
    sections,
)  # fmt: skip
from .puzzlink_ships import BANKS
from .puzzlink_sums import write_sums


def write_link(puzzle: Puzzle, genre: Genre) -> str:
    """The puzzle as a link of a genre of its type; PuzzleError for what the genre cannot say."""
    return GenreWriter(puzzle, genre).write()


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
                if not tokens or part.shape.is_lists or part.shape is SEQUENCE or _is_repeated(part, token):
                    tokens.append(token)

    def write(self) -> str:
        """The whole link; PuzzleError if it would be read as another puzzle."""
        rows, columns = self.puzzle.board.extent
        flags = self.flags()
        header = "".join(flags) + ("/" if flags else "")
        body = self.body()
        check_size(rows - self.genre.rim, columns - self.genre.rim)
        check(self.puzzle, GenreOfType(self.puzzle.type, self.genre), flags, body)
        body += "" if body[-1:].isalnum() else "/"  # a sign at the end is not taken for a part of a link
        return f"{self.genre.name}/{header}{columns - self.genre.rim}/{rows - self.genre.rim}/{body}"

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
        text, optional, said, instead = self.start(), "", False, ""
        self.left = [name for section in self.genre.sections for name in section.parts]
        for section, parts in sections(self.puzzle.type, self.genre):
            del self.left[: len(section.parts)]
            if not section.optional or section.before:
                text, optional, said, instead = text + (optional if said else instead), "", False, ""
            unsaid = len(self.tokens), len(self.holes)
            written = self.section(section, parts)
            if section.optional:
                took = unsaid != (len(self.tokens), len(self.holes))
                says = bool(written.strip("0")) if is_walls(self.puzzle.type, section) else took
                optional, said = optional + written, said or says
                instead += section.instead
            else:
                text += written
        self.check_left()
        return text + (optional if said else instead)

    def start(self) -> str:
        """How the rows lie of a board of bricks."""
        return f"{digit_of_wall(self.puzzle.board)}/" if self.genre.shape is BRICK else ""

    def check_left(self) -> None:
        for name, value in self.options.items():
            if value != self.defaults.get(name):
                raise PuzzleError(f"{self.genre.form} cannot say {name}={value}")
        for (part, place), tokens in self.tokens.items():
            where = self.puzzle.board.name(place) or part
            raise self.wrong(tokens[0].text, where)
        for cell in sorted(self.holes):
            raise self.wrong("a hole", self.puzzle.board.name(cell))

    def wrong(self, text: str, where: str) -> PuzzleError:
        shown = text if text.startswith("a ") else quote(text)
        return PuzzleError(f"{where}: {self.genre.form} cannot hold {shown}")

    def section(self, section: Section, parts: tuple[Part, ...]) -> str:
        if section.codec is None:
            return section.text
        if section.codec is CodecName.SUMS:
            places = [cell for cell in self.puzzle.board.cells if (parts[0].name, cell) in self.tokens]
            blocks = {cell: self.tokens.pop((parts[0].name, cell))[0].text for cell in places}
            return write_sums(blocks, self.puzzle.board.rows, self.puzzle.board.columns)
        if section.codec in BANKS:
            return BANKS[section.codec].write(self.texts_of(parts[0]))
        codec = codec_of(section.coding)
        if section.codec is CodecName.PAIRS:
            return section.before + codec.encode(self.pairs(section, parts[0]))
        if section.codec is CodecName.COMPARISONS:
            return section.before + codec.encode(self.comparisons(section, *parts))
        if section.codec is CodecName.NUMBER:
            value = self.options.pop(section.parts[0], None)
            if value is None:
                raise PuzzleError(f"a link of this genre needs the option {quote(section.parts[0])}")
            return codec.encode([value])
        if section.codec is CodecName.SIDES:
            return self.sides(section, codec, parts[0])
        if is_walls(self.puzzle.type, section):
            return section.before + self.write_regions(section, codec, parts[0])
        if section.codec is CodecName.NESTED:
            return codec.encode(self.nested(section, *parts))
        if section.codec is CodecName.LISTS:
            return section.before + self.write_lists(codec, parts)
        if section.codec is CodecName.PLACE:
            return section.before + codec.encode([self.number_of_place(section)])
        if section.codec is CodecName.COORDINATES:
            return codec.encode([str(number) for number in self.coordinates(section, parts[0])])
        if section.of_halves:
            values = self.dots(section, parts[0])
        elif section.at is not None:
            regions = [region for region in self.regions[section.at] if self.cut.isdisjoint(region)]
            values = [self.of_region(section, codec, parts[0], region) for region in regions]
        else:
            runs = runs_of(self.puzzle, section)
            if section.on:
                runs = [[place for place in places if place[1] in self.places[section.on]] for places in runs]
            of_runs = [[self.taken(section, codec, part, place) for part, place in places] for places in runs]
            return section.before + "".join(map(codec.encode, of_runs))
        return section.before + codec.encode(values)

    def number_of_place(self, section: Section) -> str:
        """The number of the only place that has the section's token."""
        (text,) = section.tokens.values()
        places = places_of(self.puzzle, section)
        found = [at for at, (part, place) in enumerate(places) if self.has(part, place, text)]
        if len(found) != 1:
            raise PuzzleError(f"{self.genre.form} needs exactly one {quote(text)}")
        part, place = places[found[0]]
        del self.tokens[part.name, place]
        return str(found[0])

    def coordinates(self, section: Section, part: Part) -> Iterator[int]:
        """Column and row of the only cell that has each of the section's tokens."""
        for text in section.tokens.values():
            cells = [cell for cell in self.puzzle.board.cells if self.has(part, cell, text)]
            if len(cells) != 1:
                raise PuzzleError(f"{self.genre.form} needs exactly one {quote(text)}")
            del self.tokens[part.name, cells[0]]
            yield from reversed(cells[0])

    def has(self, part: Part, place: Value, text: str) -> bool:
        """Whether a token stands in a place of a part."""
        return any(token.text == text for token in self.tokens.get((part.name, place), ()))

    def dots(self, section: Section, part: Part) -> list[str | None]:
        """The dots of all half cells."""
        dots: dict[tuple[Cell, int], str] = {}
        for cell in self.puzzle.board.spaces:
            tokens = self.tokens.get((part.name, cell), [])
            halves = _halves_with(tokens[0].text, section.tokens) if tokens else {}
            if halves:
                dots |= {(cell, half): value for half, value in halves.items()}
                del self.tokens[part.name, cell]
        values = [dots.pop(place, None) for place in halves_of(self.puzzle.board, points=self.genre.points)]
        for (cell, half), value in dots.items():
            raise self.wrong(section.tokens[value].split()[half], self.puzzle.board.name(cell))
        return values

    def texts_of(self, part: Part) -> list[str]:
        """The tokens of a sequence, blanks included."""
        tokens = [self.tokens.pop(place)[0] for place in list(self.tokens) if place[0] == part.name]
        return part.shape.rows(part, self.puzzle.board, tokens)[0]

    def sides(self, section: Section, codec: Codec, part: Part) -> str:
        """The sides that no cell beside them counts, or, if they are marked, that these count; PuzzleError if one cell
        does and the other does not.
        """
        board = self.puzzle.board
        counted: set[tuple[Cell, str]] = set()
        for cell in board.spaces:
            token = self.tokens.pop((part.name, cell), [None])[0]
            number = int(token.text) if token is not None and token.text.isdecimal() else 0
            for side, weight in sorted(section.weights.items(), key=lambda item: -item[1]):
                if number >= weight:
                    counted.add((cell, side))
                    number -= weight
            if token is not None and number:
                raise self.wrong(token.text, board.name(cell))
        values: list[str | None] = []
        inside = 0
        for cells in cells_beside_sides(board):
            here = {(cell, side) in counted for side, cell in cells.items()}
            if len(here) > 1:
                names = " and ".join(board.name(cell) for cell in cells.values())
                raise PuzzleError(f"{names} do not say the same of the side between them")
            values.append("1" if (True in here) == section.marked else None)
            inside += len(cells) == 2
        return codec.encode(values if any(values[inside:]) else values[:inside])

    def pairs(self, section: Section, part: Part) -> list[str | None]:
        """For each cell the letter that says where the other one of its region lies, or the sign of a hole."""
        regions: dict[str, set[Cell]] = {}
        for cell in self.puzzle.board.cells:
            for token in self.tokens.pop((part.name, cell), []):
                regions.setdefault(token.text, set()).add(cell)
        pair_of = {cell: region for region in regions.values() for cell in region if len(region) == 2}
        hole = next((sign for sign, text in section.coding.signs.items() if part.tokens.get(text) == HOLE), None)
        values: list[str | None] = []
        for cell in self.puzzle.board.spaces:
            letters = (letter for letter in PARTNERS if {cell, partner_of(cell, letter)} == pair_of.get(cell))
            value = hole if cell in self.holes else next(letters, None)
            if value is None:
                raise self.wrong("a region that is no pair of neighbours", self.puzzle.board.name(cell))
            self.holes.discard(cell)
            values.append(value)
        return values

    def comparisons(self, section: Section, grid: Part, signs: Part) -> list[str | None]:
        """For each cell its number and where smaller ones lie."""
        board = self.puzzle.board
        values: list[str | None] = []
        for cell in board.spaces:
            value = str(self.tokens.pop((grid.name, cell))[0].values["V"]) if (grid.name, cell) in self.tokens else "0"
            for letter, (down, right) in DIRECTIONS.items():
                other = (cell[0] + down, cell[1] + right)
                tokens = self.tokens.get((signs.name, side_between(cell, other)), []) if other in board else []
                if tokens and tokens[0].templates == signs.tokens[section.tokens[letter]]:
                    value += letter
            values.append(value)
        self.tokens = {place: tokens for place, tokens in self.tokens.items() if place[0] != signs.name}
        return values

    def of_region(self, section: Section, codec: Codec, part: Part, region: list[Cell]) -> str | None:
        """The value that stands in one of the cells of a region."""
        holders = [cell for cell in region if (part.name, cell) in self.tokens]
        return self.taken(section, codec, part, (holders or region)[0])

    def taken(self, section: Section, codec: Codec, part: Part, place: Value) -> str | None:
        """The next value of a place that has not been written yet; PuzzleError if the codec has none such."""
        if cell_of(place) in self.holes:
            hole = next((text for text, target in part.tokens.items() if target == HOLE), None)
            value = next((value for value, text in _values(section).items() if text == hole), None)
            if value is not None:
                self.holes.discard(cell_of(place) or (0, 0))
            return value
        tokens = self.tokens.get((part.name, place))
        if not tokens:
            return next((value for value, text in section.tokens.items() if text == part.blank), None)
        token = tokens[-1]
        whole = _is_repeated(part, token)
        value = _value(section, part, tokens if whole else [token])
        if value != BLANK_KEY:
            try:
                codec.encode([value])
            except PuzzleError:
                value = None
            if section.bounded and value and int(value) > max(self.puzzle.board.rows, self.puzzle.board.columns, 3):
                value = None
            if value is None and part.name in self.left:  # a later section says it
                return None
        if value is None:
            raise self.wrong(token.text, self.puzzle.board.name(place) or part.name)
        tokens.pop()
        if whole or not tokens:
            del self.tokens[part.name, place]
        return None if value == BLANK_KEY else value

    def write_lists(self, codec: Codec, parts: tuple[Part, ...]) -> str:
        lines: list[str | None] = []
        for part in parts:
            for _, _, place in part.shape.places(part, self.puzzle.board):
                tokens = self.tokens.pop((part.name, place), [])
                if not tokens or not all(isinstance(token.values.get("V"), int) for token in tokens):
                    raise self.wrong(tokens[0].text if tokens else "?", self.puzzle.board.name(place))
                lines.append(" ".join(str(token.values["V"]) for token in tokens if token.values["V"]) or None)
        return codec.encode(lines)

    def nested(self, section: Section, outer: Part, inner: Part) -> list[str]:
        """For each cell what its right and its lower side part: 1 regions of both parts, 2 of the inner one alone."""
        rough, fine = self.walls(section, outer), self.walls(section, inner)
        if not rough <= fine:
            raise PuzzleError(f"{self.genre.form} cannot hold a region of {inner.name!r} across the border of others")
        pairs = [(((r, c), (r, c + 1)), ((r, c), (r + 1, c))) for r, c in self.puzzle.board.spaces]
        kinds = [[1 if pair in rough else 2 if pair in fine else 0 for pair in each] for each in pairs]
        return [str(3 * right + lower) for right, lower in kinds]

    def write_regions(self, section: Section, codec: Codec, part: Part) -> str:
        walls = self.walls(section, part)
        groups = groups_of_sides(self.puzzle.board, section.codec)
        if section.codec is CodecName.JOINED:
            walls = {pair for group in groups for pair in group if pair not in walls}
        return "".join(codec.encode(["1" if pair in walls else None for pair in group]) for group in groups)

    def walls(self, section: Section, part: Part) -> set[tuple[Cell, Cell]]:
        """The sides that part the regions of a part, and walls within them."""
        board = self.puzzle.board
        names: dict[Cell, str] = {}
        others = ((place, tokens[0].text) for (name, place), tokens in self.tokens.items() if name != part.name)
        self.cut = {cell for place, text in others if text in section.regions.blocks and (cell := cell_of(place))}
        self.cut |= self.holes
        for cell in board.spaces:
            tokens = self.tokens.pop((part.name, cell), None)
            if cell in self.cut:
                names[cell] = board.name(cell)  # a region of its own, which a later section says to be a hole or block
                continue
            if tokens is None:
                raise PuzzleError(f"{board.name(cell)} belongs to no region, which {self.genre.form} cannot say")
            names[cell] = tokens[0].text
        within = self.walls_within(section)
        pairs = [pair for group in groups_of_sides(board, section.codec) for pair in group]
        walls = {(x, y) for x, y in pairs if names[x] != names[y] or side_between(x, y) in within}
        regions = self.regions[part.name] = regions_between(board, walls)
        for region in regions:
            if len(region) < section.regions.smallest:
                raise self.wrong(f"a region of {len(region)} cell", board.name(region[0]))
        if len(regions) > len(set(names.values())):
            raise PuzzleError(f"a region is in several pieces, which {self.genre.form} cannot say")
        drawn = self.puzzle.cosmetics.walls  # holes part regions by themselves: beside them, what was drawn is written
        return {pair for pair in walls if not self.holes.intersection(pair) or pair in drawn}

    def walls_within(self, section: Section) -> set[Value]:
        """The sides on which there are walls besides those between regions."""
        if section.regions.walls == DRAWN:
            return {side_between(*cells) for cells in self.puzzle.cosmetics.walls}
        sides = {place for name, place in self.tokens if name == section.regions.walls}
        for place in sides:
            del self.tokens[str(section.regions.walls), place]
        return sides


def _halves_with(text: str, tokens: Mapping[str, str]) -> dict[int, str]:
    """The halves of a cell that have a dot, each with its colour, as a token says that stands for a dot alone, or is
    the sum of several. tokens: for each colour those of the halves.
    """
    of_colours = {colour: texts.split() for colour, texts in tokens.items()}
    for colour, dots in of_colours.items():
        if text in dots:
            return {dots.index(text): colour}
    summed = all(map(str.isdecimal, [text, *chain(*of_colours.values())]))
    halves = range(max(map(len, of_colours.values()))) if summed else ()
    choices = [[None, *(colour for colour, dots in of_colours.items() if half < len(dots))] for half in halves]
    for colours in sorted(product(*choices), key=lambda colours: -colours.count(None)):
        chosen = {half: colour for half, colour in enumerate(colours) if colour is not None}
        if chosen and sum(int(of_colours[colour][half]) for half, colour in chosen.items()) == int(text):
            return chosen
    return {}


def _values(section: Section) -> dict[str, str]:
    """From the values of a section's codec to tokens, where they differ or are literal."""
    coding = section.coding
    literal = [*coding.signs.values(), *coding.repeats, *map("".join, product(coding.quotients, coding.remainders))]
    return {**{value: value for value in literal}, **section.tokens}


def _pattern_of(part: Part, token: Token) -> Pattern | None:
    """The pattern that a token fits."""
    keys = (key for key, becomes in part.tokens.items() if becomes == token.templates and is_pattern(key))
    return next(map(pattern, keys), None)


def _is_repeated(part: Part, token: Token) -> bool:
    """Whether it is one of the repetitions of a token, such as '3,1', that is written as a whole."""
    key = _pattern_of(part, token)
    return key is not None and key.separator is not None and not part.shape.is_lists


def _value(section: Section, part: Part, tokens: Sequence[Token]) -> str | None:
    """The codec's value for a token, in all of its repetitions; None if there is none."""
    token = tokens[-1]
    key = _pattern_of(part, token)
    says_text = any("V" in variables(each) for each in token.templates)  # then others say something else
    same = [text for text, becomes in part.tokens.items() if becomes == part.tokens.get(token.text) and not says_text]
    text = token.text if key is None else key.write([each.values for each in tokens])
    literal = {text: value for value, text in _values(section).items()}
    for each in (text, token.text, *same):
        if each in literal:
            return literal[each]
    if key is None and text != UNKNOWN:
        number = token.values.get("V")
        text = str(number) if isinstance(number, int) else ""
    return text if text and text not in section.tokens else None  # a value that means another token is not this one's
