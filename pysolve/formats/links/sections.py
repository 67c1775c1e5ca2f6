"""The sections of a link's board: each is one object that reads itself from a link and writes itself into one.

A section whose places or values need ways of their own is a class here, with its entry in _KINDS; the others are places
in their order, each with a value of the section's codec.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, product
from typing import TYPE_CHECKING

from ...model.board import Board, Cell, Pair, Side, cell_of, side_between
from ...model.errors import PuzzleError, quote
from ...model.parts import HOLE, Part
from ...model.puzzle import Token
from ...model.puzzle_type import PuzzleType
from ...model.terms import Value, variables
from ...model.tokens import ALPHABETS, Pattern, is_pattern, pattern
from . import rare
from .codecs import DIRECTIONS, PARTNERS, UNKNOWN, Codec, in_base
from .genre import (
    BLANK_KEY,
    DRAWN,
    NO_PLACE,
    Genre,
    Place,
    Section,
    cells_beside_sides,
    codec_of,
    groups_of_sides,
    halves_of,
    partner_of,
    places_of,
    regions_between,
    runs_of,
    sides_of,
    within,
)

if TYPE_CHECKING:
    from .board import BoardReader, GenreWriter


class LinkSection:
    """A section of a genre of a type; as it is, of places with a value each."""

    def __init__(self, section: Section, parts: tuple[Part, ...]) -> None:
        """parts: none where it is a text or an option's value."""
        self.section, self.parts = section, parts

    @cached_property
    def codec(self) -> Codec:
        """That of its values."""
        return codec_of(self.section.coding)

    def codec_on(self, board: Board) -> Codec:
        """That of the values on the sides of a board."""
        return rare.Strokes(board.rows, board.columns) if self.section.codec == "strokes" else self.codec

    def read(self, link: BoardReader) -> None:
        """Takes the section from a link; PuzzleError, with the character, for what means nothing there."""
        for places in runs_of(link.empty, self.section):
            if self.section.on:
                with_it = {x for of in link.texts.values() for x, texts in of.items() if self.section.on in texts}
                places = [place for place in places if place[1] in with_it]
            self.put(link, places, self.codec.decode(link.cursor, len(places)))

    def write(self, link: GenreWriter) -> str:
        """The section of a puzzle's link; PuzzleError for what it cannot say."""
        runs = runs_of(link.puzzle, self.section)
        if self.section.on:
            runs = [[place for place in places if place[1] in link.places[self.section.on]] for places in runs]
        of_runs = [[self.taken(link, part, place) for part, place in places] for places in runs]
        return "".join(map(self.codec.encode, of_runs))

    def leave_out(self, link: BoardReader) -> None:
        """What it says of a link in which it is left out."""

    def says(self, written: str, took: bool) -> bool:
        """Whether it has to be written. took: whether tokens or holes of the puzzle stand in it."""
        return took

    def put(self, link: BoardReader, places: Sequence[Place], values: Sequence[str | None]) -> None:
        """The tokens that values mean, in their places."""
        for (part, place), value in zip(places, values):
            text = self.section.tokens.get(BLANK_KEY if value is None else value)
            if text is None and value is not None:
                text = _named(link.type, part, value)
            if text is not None and place == NO_PLACE:
                raise PuzzleError(f"found {quote(text)} on the edge of the board")
            if text is not None and text != part.blank:
                link.texts[part.name].setdefault(place, []).insert(0, text)  # of a list, the last one comes first

    def taken(self, link: GenreWriter, part: Part, place: Value) -> str | None:
        """The next value of a place that has not been written yet; PuzzleError if the codec has no such value."""
        cell = cell_of(place)
        if cell is not None and cell in link.holes:
            value = self.of_hole(part)
            link.holes -= set() if value is None else {cell}
            return value
        tokens = link.tokens.get((part.name, place))
        if not tokens:
            return next((value for value, text in self.section.tokens.items() if text == part.blank), None)
        whole = is_repeated(part, tokens[-1])
        value = self.written(link, part, tokens if whole else tokens[-1:])
        if value is None and part.name in link.left:
            return None  # a later section says it
        if value is None:
            raise link.wrong(tokens[-1].text, link.puzzle.board.name(place) or part.name)
        tokens.pop()
        if whole or not tokens:
            del link.tokens[part.name, place]
        return None if value == BLANK_KEY else value

    def of_hole(self, part: Part) -> str | None:
        """The value that stands for a hole."""
        hole = next((text for text, target in part.tokens.items() if target == HOLE), None)
        return next((value for value, text in self.meanings.items() if text == hole), None)

    def written(self, link: GenreWriter, part: Part, tokens: Sequence[Token]) -> str | None:
        """The value for a token, in all of its repetitions; None if the codec has no such value."""
        value = self.value(part, tokens)
        if value is None or value == BLANK_KEY:
            return value
        try:
            self.codec.encode([value])
        except PuzzleError:
            return None
        most = max(link.puzzle.board.rows, link.puzzle.board.columns, 3)
        return None if self.section.bounded and int(value) > most else value

    def value(self, part: Part, tokens: Sequence[Token]) -> str | None:
        """What the codec would write for a token, in all of its repetitions."""
        token = tokens[-1]
        key = _pattern_of(part, token)
        says_text = any("V" in variables(each) for each in token.templates)  # then others say something else
        meant = part.tokens.get(token.text)
        same = [text for text, becomes in part.tokens.items() if becomes == meant and not says_text]
        text = token.text if key is None else key.write([each.values for each in tokens])
        literal = {text: value for value, text in self.meanings.items()}
        for each in (text, token.text, *same):
            if each in literal:
                return literal[each]
        if key is None and text != UNKNOWN:
            number = token.values.get("V")
            text = str(number) if isinstance(number, int) else ""
        return text if text and text not in self.section.tokens else None  # one that means another token is not its own

    @cached_property
    def meanings(self) -> dict[str, str]:
        """From the values of the codec to tokens, where they differ or are literal."""
        coding = self.section.coding
        literal = [*coding.signs.values(), *coding.repeats, *map("".join, product(coding.quotients, coding.remainders))]
        return {**{value: value for value in literal}, **self.section.tokens}


class _Literal(LinkSection):
    """A text."""

    def read(self, link: BoardReader) -> None:
        if not link.cursor.skip(self.section.text) and not link.cursor.is_at_end:
            raise link.cursor.unexpected(quote(self.section.text))

    def write(self, link: GenreWriter) -> str:
        return self.section.text


class _Option(LinkSection):
    """The value of an option."""

    def read(self, link: BoardReader) -> None:
        link.draft.options[self.section.parts[0]] = str(self.codec.decode(link.cursor, 1)[0])

    def write(self, link: GenreWriter) -> str:
        value = link.options.pop(self.section.parts[0], None)
        if value is None:
            raise PuzzleError(f"a link of this genre needs the option {quote(self.section.parts[0])}")
        return self.codec.encode([value])


class _Sums(LinkSection):
    """A board whose blocks hold sums."""

    def read(self, link: BoardReader) -> None:
        blocks = rare.read_sums(link.cursor, link.board.rows, link.board.columns)
        link.texts[self.parts[0].name] = {cell: [text] for cell, text in blocks.items()}

    def write(self, link: GenreWriter) -> str:
        board, name = link.puzzle.board, self.parts[0].name
        blocks = {cell: link.tokens.pop((name, cell))[0].text for cell in board.cells if (name, cell) in link.tokens}
        return rare.write_sums(blocks, board.rows, board.columns)


class _Bank(LinkSection):
    """A part that is one list, at the end of a link."""

    def read(self, link: BoardReader) -> None:
        (part,) = self.parts
        texts = rare.BANKS[self.section.codec].read(link.cursor)
        link.texts[part.name] = {part.place({"I": at}): [text] for at, text in enumerate(texts, 1)}

    def write(self, link: GenreWriter) -> str:
        (part,) = self.parts
        tokens = [link.tokens.pop(place)[0] for place in list(link.tokens) if place[0] == part.name]
        return rare.BANKS[self.section.codec].write(part.shape.rows(part, link.puzzle.board, tokens)[0])


class _OnePlace(LinkSection):
    """The number of the only place that has the section's token."""

    def read(self, link: BoardReader) -> None:
        places = places_of(link.empty, self.section)
        at = int(self.codec.decode(link.cursor, 1)[0] or 0)
        if at >= len(places):
            raise PuzzleError(f"found the place {at}, but there are {len(places)}, from 0 on")
        self.put(link, [places[at]], ["1"])

    def write(self, link: GenreWriter) -> str:
        (text,) = self.section.tokens.values()
        places = places_of(link.puzzle, self.section)
        return self.codec.encode([str(places.index(link.take_only(text, places)))])


class _Coordinates(LinkSection):
    """For each of the section's tokens the column and the row of the only cell in which it stands."""

    def read(self, link: BoardReader) -> None:
        for text in self.section.tokens.values():
            found = self.codec.decode(link.cursor, 2)
            column, row = (int(value) if value and value.isdecimal() else 0 for value in found)
            if (row, column) not in link.board:
                raise PuzzleError(f"found row {row}, column {column} for {quote(text)}, where there is no cell")
            link.texts[self.parts[0].name][row, column] = [text]

    def write(self, link: GenreWriter) -> str:
        numbers: list[str] = []
        for text in self.section.tokens.values():
            _, place = link.take_only(text, [(self.parts[0], cell) for cell in link.puzzle.board.cells])
            numbers += map(str, reversed(cell_of(place) or ()))
        return self.codec.encode(numbers)


class _Lists(LinkSection):
    """Lines, each of which is a list; in a line without anything nothing stands."""

    def places(self, board: Board) -> list[Place]:
        """The lines."""
        return [(part, place) for part in self.parts for _, _, place in part.shape.places(part, board)]

    def read(self, link: BoardReader) -> None:
        places = self.places(link.board)
        for (part, place), line in zip(places, self.codec.decode(link.cursor, len(places))):
            link.texts[part.name][place] = (line or "0").split()

    def write(self, link: GenreWriter) -> str:
        lines: list[str | None] = []
        for part, place in self.places(link.puzzle.board):
            tokens = link.tokens.pop((part.name, place), [])
            if not tokens or not all(isinstance(token.values.get("V"), int) for token in tokens):
                raise link.wrong(tokens[0].text if tokens else "?", link.puzzle.board.name(place))
            lines.append(" ".join(str(token.values["V"]) for token in tokens if token.values["V"]) or None)
        return self.codec.encode(lines)


class _Halves(LinkSection):
    """Dots in the middles, on the sides and in the corners of cells; a token has that of each half, or their sum."""

    def read(self, link: BoardReader) -> None:
        (part,) = self.parts
        places = halves_of(link.board, points=link.genre.points)
        for ((row, column), half), value in zip(places, self.codec.decode(link.cursor, len(places))):
            dots = self.section.tokens.get(value or "", "").split()
            if value is None:
                continue
            if half >= len(dots):
                raise PuzzleError("found a dot where there can be none of its kind", row=row, column=column)
            texts = link.texts[part.name].setdefault((row, column), [])
            summed = all(map(str.isdecimal, [*texts, dots[half]]))
            together = str(sum(map(int, [*texts, dots[half]]))) if texts and summed else dots[half]
            if texts and (together in dots or not {together, "int"} & part.tokens.keys()):
                raise PuzzleError("two dots touch each other", row=row, column=column)
            texts[:] = [together]

    def write(self, link: GenreWriter) -> str:
        (part,), board = self.parts, link.puzzle.board
        dots: dict[tuple[Cell, int], str] = {}
        for cell in board.spaces:
            tokens = link.tokens.get((part.name, cell), [])
            halves = self.halves_with(tokens[0].text) if tokens else {}
            if halves:
                dots |= {(cell, half): value for half, value in halves.items()}
                del link.tokens[part.name, cell]
        values = [dots.pop(place, None) for place in halves_of(board, points=link.genre.points)]
        for (cell, half), value in dots.items():
            raise link.wrong(self.section.tokens[value].split()[half], board.name(cell))
        return self.codec.encode(values)

    def halves_with(self, text: str) -> dict[int, str]:
        """The halves of a cell that have a dot, each with its colour, as a token says that stands for a dot alone, or
        is the sum of several.
        """
        of_colours = {colour: texts.split() for colour, texts in self.section.tokens.items()}
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


class _Sides(LinkSection):
    """The sides that no cell beside them counts, or, if they are marked, that these count."""

    def read(self, link: BoardReader) -> None:
        sides = cells_beside_sides(link.board)
        totals = dict.fromkeys(link.board.spaces, 0)
        inside = sum(len(cells) == 2 for cells in sides)
        codec = self.codec_on(link.board)
        is_short = len(link.cursor.rest) == len(codec.encode([None] * inside))  # where nothing stands at the edge
        values = codec.decode(link.cursor, inside if is_short else len(sides))
        for cells, mark in zip(sides, [*values, *[None] * (len(sides) - len(values))]):
            for side, cell in cells.items() if (mark is not None) == self.section.marked else ():
                totals[cell] += self.section.weights.get(side, 0)
        link.texts[self.parts[0].name] = {cell: [str(total)] for cell, total in totals.items()}

    def write(self, link: GenreWriter) -> str:
        board, counted = link.puzzle.board, self.counted(link)
        values: list[str | None] = []
        inside = 0
        for cells in cells_beside_sides(board):
            here = {(cell, side) in counted for side, cell in cells.items()}
            if len(here) > 1:
                names = " and ".join(board.name(cell) for cell in cells.values())
                raise PuzzleError(f"{names} do not say the same of the side between them")
            values.append("1" if (True in here) == self.section.marked else None)
            inside += len(cells) == 2
        return self.codec_on(board).encode(values if any(values[inside:]) else values[:inside])

    def counted(self, link: GenreWriter) -> set[tuple[Cell, str]]:
        """The sides that cells count, each with the cell."""
        counted: set[tuple[Cell, str]] = set()
        for cell in link.puzzle.board.spaces:
            token = link.tokens.pop((self.parts[0].name, cell), [None])[0]
            number = int(token.text) if token is not None and token.text.isdecimal() else 0
            for side, weight in sorted(self.section.weights.items(), key=lambda item: -item[1]):
                if number >= weight:
                    counted.add((cell, side))
                    number -= weight
            if token is not None and number:
                raise link.wrong(token.text, link.puzzle.board.name(cell))
        return counted


class _Pairs(LinkSection):
    """For each cell the letter that says where the other one of its region lies, or the sign of a hole."""

    def read(self, link: BoardReader) -> None:
        (part,), cells = self.parts, link.board.spaces
        letters = dict(zip(cells, self.codec.decode(link.cursor, len(cells))))
        partners = {cell: partner_of(cell, letter) for cell, letter in letters.items()}
        for cell, other in partners.items():
            if other is not None and partners.get(other) != cell:
                raise PuzzleError("found one half of a pair, without the other one", row=cell[0], column=cell[1])
        link.put_regions(part, {(x, y) for group in sides_of(link.board) for x, y in group if partners[x] != y})
        for cell in (cell for cell, other in partners.items() if other is None):
            link.texts[part.name][cell] = [self.section.coding.signs[str(letters[cell])]]

    def write(self, link: GenreWriter) -> str:
        (part,) = self.parts
        regions: dict[str, set[Cell]] = {}
        for cell in link.puzzle.board.cells:
            for token in link.tokens.pop((part.name, cell), []):
                regions.setdefault(token.text, set()).add(cell)
        pair_of = {cell: region for region in regions.values() for cell in region if len(region) == 2}
        hole = next((sign for sign, text in self.section.coding.signs.items() if part.tokens.get(text) == HOLE), None)
        values: list[str | None] = []
        for cell in link.puzzle.board.spaces:
            letters = (letter for letter in PARTNERS if {cell, partner_of(cell, letter)} == pair_of.get(cell))
            value = hole if cell in link.holes else next(letters, None)
            if value is None:
                raise link.wrong("a region that is no pair of neighbours", link.puzzle.board.name(cell))
            link.holes.discard(cell)
            values.append(value)
        return self.codec.encode(values)


class _Comparisons(LinkSection):
    """For each cell its number, and the directions in which smaller ones lie; with weights, those in which sides of it
    are marked, which its token adds up.
    """

    def read(self, link: BoardReader) -> None:
        (grid, signs), cells, weights = self.parts, link.board.spaces, self.weights
        for cell, value in zip(cells, self.codec.decode(link.cursor, len(cells))):
            number = (value or "").rstrip("".join(DIRECTIONS))
            if int(number):
                link.texts[grid.name][cell] = [str(int(number))]
            letters = (value or "").removeprefix(number)
            if weights and letters:
                link.texts[signs.name][cell] = [str(sum(weights[letter] for letter in set(letters)))]
            for letter in letters:
                down, right = DIRECTIONS[letter]
                other = (cell[0] + down, cell[1] + right)
                if other not in link.board:
                    raise PuzzleError("found a sign towards the edge of the board", row=cell[0], column=cell[1])
                if not weights:
                    self.put(link, [(signs, side_between(cell, other))], [letter])

    @property
    def weights(self) -> dict[str, int]:
        """What each direction adds to the token of a cell; nothing where signs stand on the sides themselves."""
        weights = self.section.weights
        return {letter: weights.get(side, 0) for letter, side in zip(DIRECTIONS, "nesw")} if weights else {}

    def write(self, link: GenreWriter) -> str:
        (grid, signs), board = self.parts, link.puzzle.board
        values: list[str | None] = []
        for cell in board.spaces:
            numbers = link.tokens.pop((grid.name, cell), [])
            value = str(numbers[0].values["V"]) if numbers else "0"
            for letter, (down, right) in DIRECTIONS.items():
                other = (cell[0] + down, cell[1] + right)
                if other in board and self.is_signed(link, signs, cell, other, letter):
                    value += letter
            values.append(value)
        link.tokens = {place: tokens for place, tokens in link.tokens.items() if place[0] != signs.name}
        return self.codec.encode(values)

    def is_signed(self, link: GenreWriter, signs: Part, cell: Cell, other: Cell, letter: str) -> bool:
        """Whether the ID has this letter for the way from the cell to the other one. Either may say a marked side."""
        if not (weights := self.weights):
            tokens = link.tokens.get((signs.name, side_between(cell, other)), [])
            return bool(tokens) and tokens[0].templates == signs.tokens[self.section.tokens[letter]]
        back = {"U": "D", "R": "L", "D": "U", "L": "R"}[letter]
        said = ((cell, weights[letter]), (other, weights[back]))
        found = [(link.tokens.get((signs.name, place), []), weight) for place, weight in said]
        return any(tokens and tokens[0].text.isdecimal() and int(tokens[0].text) & weight for tokens, weight in found)


#: The exits of a tile, as the bits of its digit.
_BITS = {"e": 1, "n": 2, "w": 4, "s": 8}


def _exits_of(digit: int) -> str:
    """The exits that a digit says, as tokens have them."""
    return "".join(name for name in "nsew" if digit & _BITS[name])


def _bits_of(exits: str) -> int:
    return sum(_BITS[name] for name in exits)


class _Signposts(LinkSection):
    """For each cell its number, if it has one, and its arrow; that of the last number says nothing."""

    def read(self, link: BoardReader) -> None:
        cells = link.board.spaces
        for cell, value in zip(cells, self.codec.decode(link.cursor, len(cells))):
            number = (value or "").rstrip("nesw")
            for part, text in zip(self.parts, ((value or "").removeprefix(number), number)):
                if text:
                    link.texts[part.name][cell] = [text]

    def write(self, link: GenreWriter) -> str:
        values = []
        for cell in link.puzzle.board.spaces:
            arrow, number = (link.tokens.pop((part.name, cell), None) for part in self.parts)
            values.append((number[0].text if number else "") + (arrow[0].text if arrow else ""))
        return self.codec.encode(values)


class _Tiles(LinkSection):
    """For each cell a digit with the exits of its tile, and behind it the walls on its right and lower side: those on
    the edge of the board are of parts of their own.
    """

    def wall(self, board: Board, cell: Cell, letter: str) -> tuple[Part, Value]:
        """The part and the place of a wall on the right or lower side of a cell."""
        _, walls, right, below = self.parts
        other = (cell[0], cell[1] + 1) if letter == "v" else (cell[0] + 1, cell[1])
        if other in board:
            return walls, side_between(cell, other)
        return (right, Side.RIGHT.at(cell[0])) if letter == "v" else (below, Side.BOTTOM.at(cell[1]))

    def read(self, link: BoardReader) -> None:
        for cell in link.board.spaces:
            (digit,) = self.codec.decode(link.cursor, 1)
            link.texts[self.parts[0].name][cell] = [_exits_of(int(digit or "0", 16))]
            while letter := link.cursor.one_of("vh"):
                part, place = self.wall(link.board, cell, letter)
                link.texts[part.name][place] = [next(iter(part.tokens))]

    def write(self, link: GenreWriter) -> str:
        text = ""
        for cell in link.puzzle.board.spaces:
            tokens = link.tokens.pop((self.parts[0].name, cell), [])
            text += self.codec.encode([in_base(_bits_of(tokens[0].text), 16) if tokens else None])
            for letter in "vh":
                part, place = self.wall(link.puzzle.board, cell, letter)
                text += letter if link.tokens.pop((part.name, place), []) else ""
        return text


class _Rails(LinkSection):
    """Pieces of a track, then the numbers of columns and rows, with an S before that of the column where the track
    leaves the board at the bottom, and of the row where it comes in from the left. Here these cells are the ends of the
    track; that they lead out of the board goes without saying.
    """

    def ends(self, board: Board, column: int, row: int) -> dict[Cell, str]:
        """The cells at which the track begins and ends, with the direction in which it leaves the board there."""
        return {(row, 1): "w", (board.rows, column): "s"}

    def read(self, link: BoardReader) -> None:
        grid, board, marked = self.parts[0], link.board, list[int]()
        pieces = dict(zip(board.spaces, self.codec.decode(link.cursor, len(board.spaces))))
        for part in self.parts[1:]:
            for number, (_, _, place) in enumerate(part.shape.places(part, board), 1):
                link.cursor.expect(",")
                marked += [number] * link.cursor.skip("S")
                link.texts[part.name][place] = [link.cursor.decimal()]
        if len(marked) != 2 or len(ends := self.ends(board, *marked)) != 2:
            raise PuzzleError("expected an S before the number of one column, and of one row")
        for cell, value in pieces.items():
            exits = _exits_of(int(value or "0"))
            if cell in ends:
                exits = exits.replace(ends[cell], "") or "o"
            if exits:
                link.texts[grid.name][cell] = [exits]

    def write(self, link: GenreWriter) -> str:
        board = link.puzzle.board
        tokens = {cell: link.tokens.pop((self.parts[0].name, cell), None) for cell in board.cells}
        texts = {cell: each[0].text for cell, each in tokens.items() if each}
        marks = self.marks(texts, board.rows)
        if marks is None or link.holes:
            raise PuzzleError(f"{link.genre.form} has a track from the left edge to the lower one")
        ends = self.ends(board, *marks)
        exits = [texts.get(cell, "").replace("o", "") + ends.get(cell, "") for cell in board.spaces]
        text = self.codec.encode([str(_bits_of(each)) if len(each) == 2 else None for each in exits])
        return text + "".join(self.numbers(link, part, mark) for part, mark in zip(self.parts[1:], marks))

    @staticmethod
    def marks(texts: Mapping[Cell, str], rows: int) -> tuple[int, int] | None:
        """The column and the row in which the track leaves the board; None if it does so elsewhere."""
        found = [cell for cell, text in texts.items() if len(text) == 1]
        pairs = [(one, other) for one in found for other in found if one != other]
        return next(((one[1], other[0]) for one, other in pairs if one[0] == rows and other[1] == 1), None)

    def numbers(self, link: GenreWriter, part: Part, mark: int) -> str:
        """The numbers of all columns or rows, with an S before one of them."""
        places = [place for _, _, place in part.shape.places(part, link.puzzle.board)]
        values = [rare.Separated(",", has_blanks=False).encode([self.taken(link, part, place)]) for place in places]
        return "".join("," + "S" * (number == mark) + value for number, value in enumerate(values, 1))


class _Walls(LinkSection):
    """The sides that part regions."""

    @classmethod
    def holds(cls, type_: PuzzleType, section: Section) -> bool:
        """Whether a section's marks are such sides."""
        part = type_.part(section.parts[0])
        is_coded = section.codec in ("bits", "gaps", "joined", "alternating", "strokes") and not section.tokens
        return is_coded and part is not None and type_.is_regions(part)

    def read(self, link: BoardReader) -> None:
        walls: set[Pair] = set()
        for group in groups_of_sides(link.board, self.section.codec):
            bits = self.codec_on(link.board).decode(link.cursor, len(group))
            walls.update(pair for pair, bit in zip(group, bits) if bool(bit) != (self.section.codec == "joined"))
        link.put_regions(self.parts[0], walls)
        link.walls[self.parts[0].name] = self.section, walls

    def leave_out(self, link: BoardReader) -> None:
        link.put_regions(self.parts[0], set())

    def says(self, written: str, took: bool) -> bool:
        return bool(written.strip("0"))

    def write(self, link: GenreWriter) -> str:
        walls = self.walls(link, self.parts[0])
        groups = groups_of_sides(link.puzzle.board, self.section.codec)
        if self.section.codec == "joined":
            walls = {pair for group in groups for pair in group if pair not in walls}
        codec = self.codec_on(link.puzzle.board)
        return "".join(codec.encode(["1" if pair in walls else None for pair in group]) for group in groups)

    def walls(self, link: GenreWriter, part: Part) -> set[Pair]:
        """The sides that part the regions of a part, and walls within them."""
        board = link.puzzle.board
        names = self.names(link, part)
        inner = self.walls_within(link)
        pairs = [pair for group in groups_of_sides(board, self.section.codec) for pair in group]
        walls = {(x, y) for x, y in pairs if names[x] != names[y] or side_between(x, y) in inner}
        regions = link.regions[part.name] = regions_between(board, walls)
        for region in regions:
            if len(region) < self.section.regions.smallest:
                raise link.wrong(f"a region of {len(region)} cell", board.name(region[0]))
        if len(regions) > len(set(names.values())):
            raise PuzzleError(f"a region is in several pieces, which {link.genre.form} cannot say")
        drawn = link.puzzle.cosmetics.walls  # holes part regions by themselves: beside them, what was drawn is written
        return {pair for pair in walls if not link.holes.intersection(pair) or pair in drawn}

    def names(self, link: GenreWriter, part: Part) -> dict[Cell, str]:
        """The region of each cell; holes and blocks are regions of their own, which a later section says to be such."""
        blocks = self.section.regions.blocks
        others = ((place, tokens[0].text) for (name, place), tokens in link.tokens.items() if name != part.name)
        link.cut = {cell for place, text in others if text in blocks and (cell := cell_of(place))} | link.holes
        names: dict[Cell, str] = {}
        for cell in link.puzzle.board.spaces:
            name = link.puzzle.board.name(cell)
            tokens = link.tokens.pop((part.name, cell), None)
            if tokens is None and cell not in link.cut:
                raise PuzzleError(f"{name} belongs to no region, which {link.genre.form} cannot say")
            names[cell] = name if cell in link.cut or tokens is None else tokens[0].text
        return names

    def walls_within(self, link: GenreWriter) -> set[Value]:
        """The sides on which there are walls besides those between regions."""
        part = self.section.regions.walls
        if part == DRAWN:
            return {side_between(*cells) for cells in link.puzzle.cosmetics.walls}
        sides = {place for name, place in link.tokens if name == part}
        for place in sides:
            del link.tokens[str(part), place]
        return sides


class _Nested(_Walls):
    """Regions within regions: for each cell what its right and its lower side part, 1 regions of both parts, 2 of the
    inner one alone.
    """

    def read(self, link: BoardReader) -> None:
        cells = link.board.spaces
        sides: dict[Pair, int] = {}
        for (r, c), value in zip(cells, self.codec.decode(link.cursor, len(cells))):
            number = int(value or 0) if value != UNKNOWN else 9
            if number > 8:
                raise PuzzleError(f"found {quote(str(value))}, expected two sides, a number up to 8", row=r, column=c)
            sides |= {((r, c), (r, c + 1)): number // 3, ((r, c), (r + 1, c)): number % 3}
        for part, kinds in zip(self.parts, ((1,), (1, 2))):
            walls = {pair for pair, kind in sides.items() if kind in kinds and pair[1] in link.board}
            link.put_regions(part, walls)
            link.put_walls(self.section, within(link.regions[part.name], walls))

    def write(self, link: GenreWriter) -> str:
        outer, inner = self.parts
        rough, fine = self.walls(link, outer), self.walls(link, inner)
        if not rough <= fine:
            raise PuzzleError(f"{link.genre.form} cannot hold a region of {inner.name!r} across the border of others")
        pairs = [(((r, c), (r, c + 1)), ((r, c), (r + 1, c))) for r, c in link.puzzle.board.spaces]
        kinds = [[1 if pair in rough else 2 if pair in fine else 0 for pair in each] for each in pairs]
        return self.codec.encode([str(3 * right + lower) for right, lower in kinds])


class _OfRegions(LinkSection):
    """A value for each region of another part, which stands in one of its cells."""

    def read(self, link: BoardReader) -> None:
        name = str(self.section.at)
        holes = link.part_regions(name)
        regions = [region for region in link.regions[name] if holes.isdisjoint(region)]
        values = self.codec.decode(link.cursor, len(regions))
        self.put(link, [(self.parts[0], region[0]) for region in regions], values)

    def write(self, link: GenreWriter) -> str:
        (part,) = self.parts
        values = []
        for region in link.regions[str(self.section.at)]:
            if link.cut.isdisjoint(region):
                holders = [cell for cell in region if (part.name, cell) in link.tokens]
                values.append(self.taken(link, part, (holders or region)[0]))
        return self.codec.encode(values)


#: The sections that have ways of their own, by their codecs.
_KINDS: Mapping[str, type[LinkSection]] = {
    "": _Literal, "number": _Option, "tiles": _Tiles, "signposts": _Signposts, "rails": _Rails,
    "sums": _Sums, **dict.fromkeys(rare.BANKS, _Bank), "place": _OnePlace,
    "coordinates": _Coordinates, "lists": _Lists, "sides": _Sides, "pairs": _Pairs, "comparisons": _Comparisons,
    "nested": _Nested,
}  # fmt: skip


def sections(type_: PuzzleType, genre: Genre) -> Iterator[LinkSection]:
    """The sections of a genre, one after the other."""
    for section in genre.sections:
        kind = _KINDS.get(section.codec)
        if kind is None:
            places = _OfRegions if section.at is not None else LinkSection
            of_sides = _Sides if section.codec == "strokes" else _Halves if section.of_halves else places
            kind = _Walls if _Walls.holds(type_, section) else of_sides
        yield kind(section, tuple(part for name in section.parts if (part := type_.part(name)) is not None))


def _named(type_: PuzzleType, part: Part, value: str) -> str:
    """The token for a value: its name in the type's first alphabet, where the part's tokens are such names."""
    if "symbol" in part.tokens and value.isdecimal():
        return ALPHABETS[type_.alphabets[0]].name(int(value))
    return value


def _pattern_of(part: Part, token: Token) -> Pattern | None:
    """The pattern that a token fits."""
    keys = (key for key, becomes in part.tokens.items() if becomes == token.templates and is_pattern(key))
    return next(map(pattern, keys), None)


def is_repeated(part: Part, token: Token) -> bool:
    """Whether it is one of the repetitions of a token, such as '3,1', that is written as a whole."""
    key = _pattern_of(part, token)
    return key is not None and key.separator is not None and not part.shape.is_lists
