"""Links of Penpa+, a page on which puzzles are drawn by hand.

    https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VRdb5swFH3nV0x…

A link knows no rules: it says where texts, symbols, dark cells and edges stand. `looks` knows what a token looks like
there; a token is read where just this stands (`reader`), and what no token accounts for is an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import product

from ... import catalog
from ...catalog.manifest import load
from ...model.board import Cell, Side, cell_of, pair_of
from ...model.build import Draft, build
from ...model.errors import PuzzleError, Remark, alternatives, quote
from ...model.marks import Layer
from ...model.parts import GROUPS, Part, groups_of
from ...model.puzzle import OnlyAnswer, Puzzle, Token, no_answer
from ...model.puzzle_type import DrawRule, PuzzleType
from ...model.terms import Term, Value, fill
from ...model.tokens import is_pattern, pattern
from ...rules.library import default_options
from ..links.genre import genres_named, regions_between, sides_of
from ..source import Context
from ..sudoku.files import box_sides
from . import added
from .drawing import (
    SMALL,
    STEPS,
    Drawing,
    Element,
    ElementKind,
    Kind,
    PenpaLayer,
    Spot,
    across,
)
from .likeness import as_written
from .link import read_drawing, write_drawing
from .looks import (
    DOTS,
    NO_DOT,
    Looks,
    Margin,
    StrokeKind,
    Strokes,
    area_layer,
    draw_rules,
    margin_parts,
    penpa_of,
    refused,
    side_arrows,
    sides_of_boxes,
    spot_of,
    stroked_exits,
    tube_rule,
    types_tagged,
)
from .reader import fill_draft, solution_of

#: Types that an error names.
MOST_LIKELY = 12


def sniff(data: bytes) -> bool:
    """Whether the first line is a link of Penpa+, or what stands behind its address."""
    line = data[:400].lstrip().partition(b"\n")[0]
    return re.search(rb"(?:^|[#?&]|=penpa)m=(?:edit|solve)&(?:\S*&)?p=", line) is not None


def read(draft: Draft, data: bytes, context: Context) -> PuzzleType:
    """Fills the draft with what a link draws; PuzzleError for what the type has no token for."""

    drawing = read_drawing(context.text(data).strip())
    problem: PuzzleError | None = None
    for type_ in _types(drawing.tags or (drawing.title,), context):
        try:
            type_ = fill_draft(draft, type_, drawing, context.reading.beside)
            draft.options = dict(penpa_of(type_).options) | draft.options
        except PuzzleError as error:
            problem = problem or error
            continue
        if problem is not None and context.reading.type is not None:
            draft.remarks.append(Remark(f"this is read as {type_.title}, which links call {context.reading.type}, too"))
        _read_rules(draft, type_, drawing.rules)
        draft.remarks += map(Remark, _open_questions(type_, drawing, context))
        return type_
    if problem is not None:
        raise problem
    try:
        return context.type()
    except PuzzleError as error:
        raise _with_likely_types(error, drawing, context) from None


def _open_questions(type_: PuzzleType, drawing: Drawing, context: Context) -> Iterator[str]:
    """What may be meant otherwise than it is read."""
    blanks = [spot for spot in drawing.question.blanks if spot not in drawing.question.elements]
    if blanks and not penpa_of(type_).boxed and any(part.tokens.get(penpa_of(type_).unknown) for part in type_.parts):
        _, row, column = min(blanks)
        yield f"row {row}, column {column}: a text of blanks is read as nothing, where a '?' may have been"
    if not drawing.tags and not drawing.rules.strip() and context.reading.type is not None:
        tags = penpa_of(type_).tags[:1]
        others = [other.title for other in types_tagged(tags, context.reading.own_types) if other.name != type_.name]
        such = f" such as {alternatives(others)}" if others else ""
        yield f"the link says no rules; those of {type_.title} hold, not those of a variant{such}"


def _with_likely_types(error: PuzzleError, drawing: Drawing, context: Context) -> PuzzleError:
    """The error that the type is not known, with the types that account for all that is drawn, and that rule out most
    other drawings: those with the fewest kinds of tokens.
    """
    likely = []
    for folder in catalog.names(context.reading.own_types).values():
        draft = Draft("")
        with suppress(PuzzleError):
            type_ = fill_draft(draft, load(folder), drawing)
            puzzle = build(type_, draft)
            if puzzle.tokens and any(puzzle.tokens.values()):
                likely.append((sum(len(part.tokens) for part in type_.parts), type_.name))
    if not likely:
        return error.adding("no type accounts for all that is drawn")
    shown = [name for _, name in sorted(likely)[:MOST_LIKELY]]
    more = ", among others" if len(likely) > len(shown) else ""
    error.likely = tuple(shown)
    return error.adding(f"what is drawn fits {alternatives(shown)}{more}")


def _types(tags: tuple[str, ...], context: Context) -> Iterator[PuzzleType]:
    """The types that the link may hold: the one that the user named, or those that it names itself."""

    named = context.reading.type
    if named is None:
        yield from types_tagged(tags, context.reading.own_types)
        return
    alike = [genre.type for genre in genres_named(named, context.reading.own_types)]
    try:
        type_ = context.type()
    except PuzzleError:
        if not alike:
            raise
    else:
        yield type_
        alike = [other for other in alike if other.name != type_.name]
    yield from alike
    tagged = types_tagged((named,), context.reading.own_types)
    yield from (other for other in tagged if named.lower() in penpa_of(other).tags and other not in alike)


def _read_rules(draft: Draft, type_: PuzzleType, rules: str) -> None:
    """The rules in words, whose last line has the options of a puzzle that pysolve wrote: `name=value, …`. A remark
    where there are none.
    """
    *lines, last = rules.split("\n")
    said = [item.partition("=") for item in last.split(", ")]
    draft.rules = rules.strip()
    if all(equals and name in type_.options for name, equals, _ in said):
        draft.options |= {name: value for name, _, value in said}
        draft.rules = "\n".join(lines).strip()
    elif names := [name for name in type_.options if name not in draft.options]:
        draft.remarks.append(
            Remark(f"a link of Penpa+ does not say the option {alternatives(names)}; its default holds")
        )


def write(puzzle: Puzzle, only_answer: OnlyAnswer = no_answer) -> bytes:
    """The puzzle as a link; PuzzleError if a link cannot draw all of it."""

    if not puzzle.board.in_columns:
        raise PuzzleError(f"boards of {puzzle.board.shape.plural} are not written as links of Penpa+")
    tags = penpa_of(puzzle.type).tags or (puzzle.type.title.lower(),)
    drawing = drawing_of(puzzle, tags[:1])
    atoms = only_answer(puzzle)
    if atoms is not None:
        drawing.answer = solution_of(puzzle, atoms, drawing.question) or drawing.answer
    known = default_options(puzzle.type) | puzzle.options
    options = ", ".join(f"{name}={value}" for name, value in known.items())
    drawing.rules = "\n".join(filter(None, (puzzle.rules, options)))
    link = write_drawing(drawing)
    _check(puzzle, link)
    return f"{link}\n".encode()


def _check(puzzle: Puzzle, link: str) -> None:
    """PuzzleError, with the place, if somebody who reads the link reads another puzzle: tokens may look alike."""

    draft = Draft(puzzle.file)
    type_ = fill_draft(draft, puzzle.type, read_drawing(link))
    draft.options = puzzle.options
    again = build(type_, draft)
    for part in puzzle.type.parts:
        strokes = penpa_of(puzzle.type).strokes.get(part.name)
        if strokes is not None:
            if stroked_exits(puzzle, part, strokes) != stroked_exits(again, part, strokes):
                raise PuzzleError(f"{part.name}: what stands there in a link of Penpa+ would be read otherwise")
        elif area_layer(puzzle.type, part) is None and tube_rule(puzzle.type, part) is None:
            here, there = (
                {(part.place(token.values), fill(template, token.values)): token.text
                 for token in each.tokens.get(part.name, ()) for template in token.templates}
                for each in (puzzle, again)
            )  # fmt: skip
            for place, atom in here.keys() ^ there.keys():
                where = puzzle.board.name(place) or part.name
                text = (here | there)[place, atom]
                raise PuzzleError(f"{where}: what stands for {quote(text)} in a link of Penpa+ would be read otherwise")


# -- A puzzle as a drawing


def drawing_of(puzzle: Puzzle, tags: tuple[str, ...]) -> Drawing:
    """The drawing of a puzzle; PuzzleError, with the place, for a token that Penpa+ cannot show."""
    return _Writer(puzzle).drawing(tags)


class _Writer:
    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.rules, self.looks = draw_rules(puzzle.type), Looks(puzzle.type)
        self.key = key = penpa_of(puzzle.type)
        self.dots, self.strokes = key.dots, key.strokes
        self.arrows = {said: at for at, said in side_arrows(key, puzzle.board).items()}
        self.layer = PenpaLayer()
        self.margins = {
            side: Margin(tuple((part.name, max(self.width(part), len(parts) > 1)) for part in parts))
            for side, parts in margin_parts(puzzle.type)
        }

    def width(self, part: Part) -> int:
        """How many tokens the longest line of a part in the margin has."""
        indices = [token.values.get("I", 1) for token in self.puzzle.tokens.get(part.name, ())]
        return max((index for index in indices if isinstance(index, int)), default=0)

    def drawing(self, tags: tuple[str, ...]) -> Drawing:
        board, puzzle = self.puzzle.board, self.puzzle
        self.check()
        for part in puzzle.type.parts:
            self.part(part)
        self.boxes()
        beside = (self.margins.get(side) for side in (Side.TOP, Side.BOTTOM, Side.LEFT, Side.RIGHT))
        top, bottom, left, right = (margin.width if margin is not None else 0 for margin in beside)
        known = default_options(puzzle.type) | puzzle.options
        for option, shape in self.key.beside.items():
            if option in known:
                self.beside(-top, known[option], shape)
                top += 1
        return Drawing(
            board.rows, board.columns, set(board.cells), self.layer, PenpaLayer(), puzzle.title, puzzle.author,
            puzzle.source, tags=tags, margins=(top, bottom, left, right),
            dotted=any(strokes.kind is StrokeKind.DOTTED for strokes in self.strokes.values()),
            looped=self.key.points,
        )  # fmt: skip

    def check(self) -> None:
        """PuzzleError for what Penpa+ does not have."""
        board = self.puzzle.board
        rows, columns = ({cell[axis] for cell in board.cells} for axis in (0, 1))
        if (min(rows), max(rows), min(columns), max(columns)) != (1, board.rows, 1, board.columns):
            raise PuzzleError("a link of Penpa+ cannot hold a board whose first or last row or column is empty")
        if self.puzzle.lists:
            raise PuzzleError("a link of Penpa+ cannot hold a list of words")
        if others := [each.name for each in self.puzzle.type.added if not each.penpa]:
            raise PuzzleError(f"a link of Penpa+ cannot hold added constraints: {', '.join(others)}")

    def part(self, part: Part) -> None:
        """Draws a part."""
        tokens, type_ = self.puzzle.tokens.get(part.name, ()), self.puzzle.type
        if part.shape is GROUPS:
            constraint = next(each for each in type_.added if each.name == part.name)
            added.draw(constraint, groups_of(tokens), self.layer)
        elif part.name in self.strokes:
            strokes = self.strokes[part.name]
            self.draw_strokes(part, strokes)
            for token in tokens if strokes.kind is StrokeKind.LINES else ():
                if strokes.directions(token.text) is None:
                    self.token(part, token)
        elif area_layer(type_, part) is not None:
            self.area(part)
        elif (rule := tube_rule(type_, part)) is not None:
            self.thermos(part, rule)
        else:
            for token in tokens:
                self.token(part, token)

    def beside(self, row: int, value: str, shape: str) -> None:
        """The value of an option above the board: a number with a shape behind it, or a text."""
        last = self.puzzle.board.columns
        if is_pattern(shape):
            number = int(value) if value.isdecimal() else value
            text = pattern(shape).write([{"V": number}], self.puzzle.alphabet)
            self.layer.elements[Spot(Kind.MIDDLE, row, max(last - 1, 1))] = [Element(ElementKind.TEXT, text)]
        else:
            self.layer.elements[Spot(Kind.MIDDLE, row, last - 1)] = [Element(ElementKind.TEXT, value)]
            self.layer.elements[Spot(Kind.MIDDLE, row, last)] = [Element(ElementKind.SHAPE, shape)]

    def boxes(self) -> None:
        """The edges between the boxes that two options say."""
        board, names = self.puzzle.board, self.key.boxes
        if names and board.rows == board.columns and not board.holes and not self.layer.edges:
            found = box_sides(board.rows, [self.puzzle.options.get(name, "0") for name in names])
            self.layer.edges |= sides_of_boxes(board.rows, *found) if found is not None else set()

    def draw_strokes(self, part: Part, strokes: Strokes) -> None:
        """The strokes that the tokens of a part stand for."""
        exits = stroked_exits(self.puzzle, part, strokes)
        pairs = {across(*each) for each in exits}
        if strokes.kind is StrokeKind.LINES:
            self.layer.stubs |= exits
        elif strokes.kind is StrokeKind.EDGES:
            self.layer.edges |= pairs
        else:
            self.layer.erased |= {across(cell, to) for cell in self.puzzle.board.cells for to in STEPS} - pairs

    def thermos(self, part: Part, rule: DrawRule) -> None:
        """The thermos, each from its bulb."""
        tubes: dict[Value, dict[int, Cell]] = {}
        for token in self.puzzle.tokens.get(part.name, ()):
            for template in token.templates:
                atom = fill(template, token.values)
                drawn = rule.match(atom) if isinstance(atom, Term) else None
                cell = None if drawn is None else cell_of(drawn.place)
                if drawn is not None and cell is not None:
                    cells = tubes.setdefault(drawn.values[rule.values[0]], {})
                    if drawn.index in cells:
                        raise refused(self.puzzle, part, token)
                    cells[drawn.index] = cell
        for number, cells in tubes.items():
            if sorted(cells) != list(range(1, len(cells) + 1)):
                raise PuzzleError(f"the thermo {number} lacks some of its cells, which a link of Penpa+ cannot say")
        self.layer.thermos += [[cells[at] for at in sorted(cells)] for cells in tubes.values()]

    def token(self, part: Part, token: Token) -> None:
        """Draws a token."""
        place = part.place(token.values)
        if (place, token.text) in self.arrows:
            side, arrow = self.arrows[place, token.text]
            self.layer.elements.setdefault(side, []).append(Element(ElementKind.SHAPE, arrow))
            return
        cell = cell_of(place)
        dots = None if cell is None else self.dots_of(part, token, cell)
        if dots is not None:
            self.layer.elements |= dots
            return
        elements = self.elements_of(token)
        spot = spot_of(place, self.puzzle.board, self.distance(part, token) if part.shape.is_margin else 1)
        box = {across(cell, to) for to in STEPS} if self.key.boxed and cell is not None else set()
        if spot is None or not (elements or box):
            raise refused(self.puzzle, part, token)
        self.layer.edges ^= box  # none between two such cells
        for element in elements:
            self.put(element, spot, token)

    def elements_of(self, token: Token) -> tuple[Element, ...]:
        """What a token looks like; a text alone has a circle, where the type says so."""
        elements = tuple(as_written(each, self.key) for each in self.looks.of(token, self.puzzle.alphabet))
        if self.looks.circled and [each.kind for each in elements] == [ElementKind.TEXT]:
            return (*elements, Element(ElementKind.SHAPE, "circle"))
        return elements

    def put(self, element: Element, spot: Spot, token: Token) -> None:
        """Draws an element of a token: a stroke between its cells, or something at a spot."""
        strokes = {ElementKind.EDGE: self.layer.edges, ElementKind.LINE: self.layer.lines}
        if element.kind in strokes:
            one, other = (cell_of(token.values[name]) or (0, 0) for name in ("X", "Y"))
            strokes[element.kind].add(pair_of(one, other))
        elif element not in self.layer.elements.setdefault(spot, []):
            self.layer.elements[spot].append(element)

    def dots_of(self, part: Part, token: Token, cell: Cell) -> dict[Spot, list[Element]] | None:
        """The dots in the middle, on sides or in a corner of its cell that a token stands for; None if it does not."""
        dots, chosen = self.dots.get(part.name, {}), None
        if dots and "int" in part.tokens and token.text.isdecimal():
            chosen = _adding_up(dots, int(token.text))
        for shape, texts in dots.items() if chosen is None else ():
            drawn = [text for text in texts if text in part.tokens and set(part.tokens[text]) <= set(token.templates)]
            if part.together(drawn) == token.text:
                chosen = [(DOTS[texts.index(text)], shape) for text in drawn]
                break
        if chosen is None:
            return None
        return {Spot(kind, *cell): [Element(ElementKind.SHAPE, shape, SMALL)] for kind, shape in chosen}

    def distance(self, part: Part, token: Token) -> int:
        index = token.values.get("I", 1)
        variable = "R" if part.shape.along_rows else "C"
        line = [
            each.values.get("I", 1) for each in self.puzzle.tokens[part.name]
            if each.values[variable] == token.values[variable]
        ]  # fmt: skip
        numbers = [number for number in line if isinstance(number, int)]
        return self.margins[part.side].distance(
            part.name, part.side, index if isinstance(index, int) else 1, max(numbers)
        )

    def area(self, part: Part) -> None:
        """Draws the regions of a part: as cages, or as the edges between them."""
        board, is_caged = self.puzzle.board, area_layer(self.puzzle.type, part) is Layer.CAGE
        names = {token.values["X"]: token.text for token in self.puzzle.tokens.get(part.name, ())}
        if not names and part.optional:
            return
        free = set(board.cells) - names.keys()
        if free and not is_caged:
            raise PuzzleError(f"{board.name(min(free))} belongs to no region, which a link of Penpa+ cannot say")
        walls = {pair for group in sides_of(board) for pair in group if names.get(pair[0]) != names.get(pair[1])}
        regions = [region for region in regions_between(board, walls) if region[0] in names]
        in_order = list(dict.fromkeys(names.values()))
        if len(regions) > len(in_order):
            raise PuzzleError("a region is in several pieces, which a link of Penpa+ cannot say")
        if is_caged:
            regions.sort(key=lambda region: in_order.index(names[region[0]]))
            self.layer.cages = list(map(sorted, regions))
        else:
            self.layer.edges |= {pair for pair in walls if free.isdisjoint(pair)}


def _adding_up(dots: Mapping[str, Sequence[str]], number: int) -> list[tuple[Kind, str]] | None:
    """Shapes, at each point one at most, whose numbers add up to this one; None if there are none."""
    choices = [[("", "0")] for _ in DOTS]
    for shape, texts in dots.items():
        for at, text in enumerate(texts):
            choices[at] += [] if text == NO_DOT else [(shape, text)]
    for chosen in product(*choices):
        if sum(int(text) for _, text in chosen) == number:
            return [(kind, shape) for kind, (shape, _) in zip(DOTS, chosen) if shape]
    return None
