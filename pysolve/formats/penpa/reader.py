"""The drawing of a Penpa+ link, made into the parts of a draft; and the answers that it holds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Set
from itertools import permutations

from ...catalog import manifest
from ...model.board import Board, Cell, Pair, Side, cell_of, corner_of, pair_of
from ...model.build import Draft, blank_rows, read_token
from ...model.errors import PuzzleError, quote
from ...model.marks import NOTHING, Layer, Tone
from ...model.parts import HOLE, SEQUENCE, SIDES, TOKEN_CLASSES, WORDS, Part
from ...model.puzzle import Puzzle
from ...model.puzzle_type import Drawn, DrawRule, PuzzleType, value_of
from ...model.rows import Rows, answer_of, write_group
from ...model.symbols import from_zero
from ...model.terms import Term, Value, fill, match
from ...model.tokens import ALPHABETS, SHOWN, Alphabet, choose_alphabet, is_pattern, pattern
from ..links.genre import named_regions, regions_between, sides_of, within
from ..sudoku.files import usual_boxes
from .added import Left, taken
from .drawing import (
    BOX,
    DARK_CELL,
    FRAME,
    RINGS,
    STEPS,
    Drawing,
    Element,
    ElementKind,
    Exit,
    Kind,
    PenpaLayer,
    Spot,
    across,
    exits_of,
    side_of,
)
from .likeness import Likeness, as_known, frame_of, holes_of, tone_of
from .link import CHECKED
from .looks import (
    BACK,
    DOTS,
    NO_DOT,
    Looks,
    PenpaKey,
    StrokeKind,
    Strokes,
    area_layer,
    margin_parts,
    penpa_of,
    side_arrows,
    sides_of_boxes,
    spot_of,
    summed,
    tube_rule,
)

# -- What a solver drew into a Penpa+ link, as an answer text


def answer_text(type_: PuzzleType, drawing: Drawing) -> str | None:
    """The answer that a link holds, a token a cell; None if it holds none, or a part of one that fills all cells."""
    answer = drawing.answer
    is_drawn = any((answer.elements, answer.edges, answer.lines, answer.stubs))
    if not is_drawn or (drawing.checked and answer.others):  # what is not understood would be missing
        return None
    given = {template.name for template in type_.templates}
    rules = [rule for rule in type_.draw if rule.template.name not in given]
    tokens = _Answer(drawing, rules, penpa_of(type_)).tokens()
    fills_all = Layer.TEXT in [rule.layer for rule in rules] and not drawing.checked
    if not tokens or (fills_all and not drawing.cells <= tokens.keys()):
        return None
    columns = range(1, drawing.columns + 1)
    rows = ([tokens.get((row, column), NOTHING) for column in columns] for row in range(1, drawing.rows + 1))
    return answer_of(rows)


def _board_of(drawing: Drawing, cells: Set[Cell]) -> Board:
    """The board of a drawing, with holes for all but these cells."""
    spaces = Board.square(drawing.rows, drawing.columns)
    return spaces.with_holes(spaces.cell_set - cells)


class _Answer:
    def __init__(self, drawing: Drawing, rules: list[DrawRule], key: PenpaKey) -> None:
        self.drawing = drawing
        self.rules = rules
        # The edges of the question are lines of the answer, too, where givens are edges.
        given = StrokeKind.EDGES in [strokes.kind for strokes in key.strokes.values()]
        self.given_edges = drawing.question.edges if given else set()
        self.board = _board_of(drawing, drawing.cells)

    def tokens(self) -> dict[Cell, str]:
        """The tokens of the cells in which an answer says something."""
        tokens = self.regions() | self.inside() | self.lines()
        for rule in reversed(self.rules):
            for cell in self.drawing.cells:
                token = self.token(rule, cell)
                if token is not None:
                    tokens[cell] = token
        return tokens

    def token(self, rule: DrawRule, cell: Cell) -> str | None:
        """What a cell holds of the marks of a rule."""
        spot = Spot(Kind.MIDDLE, *cell)
        there = self.drawing.answer.elements.get(spot, [])
        own = rule.kind.token if rule.token is None else rule.token
        looks = {Layer.FILL: (ElementKind.FILL, tone_of(rule)), Layer.SYMBOL: (ElementKind.SHAPE, rule.kind.name)}
        if rule.layer in looks:
            return own if Element(*looks[rule.layer]) in there else None
        if rule.layer is Layer.TEXT:
            both = [*there, *self.drawing.question.elements.get(spot, [])]
            return next((each.value for each in both if each.kind is ElementKind.TEXT), None)
        signs = [each.value for each in there if each.kind in (ElementKind.SHAPE, ElementKind.TEXT)]
        if rule.layer is not Layer.SIGN or not signs or self.is_of_another(rule, signs[0]):
            return None
        value = {shape: value for value, shape in reversed([*rule.shapes.items()])}.get(signs[0], signs[0])
        return rule.tokens.get(value, own or value)

    def is_of_another(self, rule: DrawRule, shape: str) -> bool:
        """Whether a shape is that of another rule, and none of this one's."""
        return shape not in rule.shapes.values() and any(shape in other.shapes.values() for other in self.rules)

    def lines(self) -> dict[Cell, str]:
        """The exits of the cells that lines go through."""
        rule = next((each for each in self.rules if each.layer is Layer.LINE), None)
        if rule is None:
            return {}
        question, answer = self.drawing.question, self.drawing.answer
        doubles = answer.doubles | question.doubles
        joined = answer.lines | question.lines | {across(*stub) for stub in question.stubs | answer.stubs} | doubles
        exits: dict[Cell, str] = {}
        for cell in self.drawing.cells:
            if names := "".join(direction for direction in STEPS if across(cell, direction) in joined):
                exits[cell] = names
        if any(self.is_loose(*exit_) for exit_ in exits.items()):
            return {}
        for cell, directions in exits.items():
            count = [1 + (across(cell, direction) in doubles) for direction in directions]
            tokens = self.passed(rule, cell, directions)
            each = "".join(direction * times for direction, times in zip(directions, count))
            exits[cell] = tokens[count[0] - 1] if tokens else each
        return exits

    def passed(self, rule: DrawRule, cell: Cell, exits: str) -> tuple[str, ...]:
        """The tokens of a cell that lines go over: of one, of two side by side; none where they begin or end in it."""
        if len(exits) != 2 or Spot(Kind.MIDDLE, *cell) in self.drawing.question.elements:
            return ()
        return next((tokens for name, tokens in rule.over.items() if set(exits) == {name, BACK[name]}), ())

    def is_loose(self, cell: Cell, exits: str) -> bool:
        """Whether a line ends in a cell that has no clue: then somebody has begun to draw."""
        return len(exits) == 1 and Spot(Kind.MIDDLE, *cell) not in self.drawing.question.elements

    def regions(self) -> dict[Cell, str]:
        """The numbers of regions, where the answer is a division of the board."""
        edges = self.drawing.answer.edges | self.drawing.question.edges
        if not self.drawing.answer.edges or not any(rule.layer is Layer.BORDER for rule in self.rules):
            return {}
        regions = [region for region in regions_between(self.board, edges) if region[0] in self.board.cell_set]
        if within(regions, edges):  # somebody has begun to draw
            return {}
        return {cell: str(number) for number, region in enumerate(regions, 1) for cell in region}

    def inside(self) -> dict[Cell, str]:
        """The cells inside a loop along sides, where the type fills them."""
        edges = self.drawing.answer.edges | self.given_edges
        fill = next((rule for rule in self.rules if rule.layer is Layer.FILL and tone_of(rule) == "pale"), None)
        if fill is None or not edges or not any(rule.layer is Layer.LINE for rule in self.rules):
            return {}
        wide = Board.square(self.board.rows + 2, self.board.columns + 2)
        shifted = {((r + 1, c + 1), (s + 1, d + 1)) for (r, c), (s, d) in edges}
        outside = set(regions_between(wide, shifted)[0])
        own = fill.kind.token if fill.token is None else fill.token
        return {(r, c): own for r, c in self.drawing.cells if (r + 1, c + 1) not in outside}


# -- The answer that a link checks: from the atoms of an answer to what is drawn


def solution_of(puzzle: Puzzle, atoms: Iterable[Term], question: PenpaLayer) -> PenpaLayer | None:
    """What a solver draws: the marks of an answer that are not given; None if some of them cannot be checked."""
    solver = _Solver(puzzle, question)
    for atom in atoms:
        for rule in puzzle.type.draw:
            if (drawn := rule.match(atom)) is not None and not solver.draw(rule, drawn):
                return None
    return solver.finished()


class _Solver:
    def __init__(self, puzzle: Puzzle, question: PenpaLayer) -> None:
        self.puzzle, self.question = puzzle, question
        self.layer = PenpaLayer()
        self.regions: dict[Cell, str] = {}

    def draw(self, rule: DrawRule, drawn: Drawn) -> bool:
        """Draws a mark; whether it can be checked, or need not be."""
        value = value_of(rule, drawn, self.puzzle.alphabet)
        cell, other = cell_of(drawn.place), None if drawn.other is None else cell_of(drawn.other)
        if rule.kind.follows or rule.layer is Layer.HOLE:
            return True
        if rule.layer is Layer.LINE:
            return self.line(drawn, value)
        if cell is None:
            return rule.layer is Layer.SYMBOL and rule.kind.name in ("circle", "disc")  # dots, which are given
        if rule.layer is Layer.BORDER:
            self.regions[cell] = value
            return True
        if rule.layer is Layer.WALL and other is not None:
            self.layer.edges.add(pair_of(cell, other))
            return True
        return self.element(Spot(Kind.MIDDLE, *cell), rule, value)

    def element(self, spot: Spot, rule: DrawRule, value: str) -> bool:
        """Draws an element that is not given; whether it can be checked."""
        given = self.question.elements.get(spot, [])
        if rule.layer is Layer.FILL:
            element, is_checked = DARK_CELL, rule.kind.tone is not Tone.PALE
            is_given = any(each.kind is ElementKind.FILL for each in given)
        elif rule.layer is Layer.TEXT:
            element, is_checked = Element(ElementKind.TEXT, value), bool(re.fullmatch(r"\d+|[A-Za-z]+", value))
            is_given = element in given and is_checked
        elif rule.layer in (Layer.SYMBOL, Layer.SIGN):
            element = Element(ElementKind.SHAPE, rule.kind.name if rule.layer is Layer.SYMBOL else value)
            is_given = element in given
            is_checked = is_given or element.value in CHECKED
        else:
            return False
        if not is_given:
            self.layer.elements.setdefault(spot, []).append(element)
        return is_checked

    def line(self, drawn: Drawn, value: str) -> bool:
        """A line from cell to cell, perhaps over others, or along the side of a cell."""
        if drawn.other is None or value not in ("", "0", "1", "2"):
            return False
        one, other = cell_of(drawn.place), cell_of(drawn.other)
        if one is not None and other is not None:
            if one[0] != other[0] and one[1] != other[1]:
                return False
            for pair in _steps(one, other):
                (self.layer.doubles if value == "2" else self.layer.lines).add(pair)
            return True
        corners = sorted(end for end in (corner_of(drawn.place), corner_of(drawn.other)) if end is not None)
        if len(corners) < 2:
            return False
        (r, c), (s, _) = corners
        pair = ((r, c - 1), (r, c)) if s > r else ((r - 1, c), (r, c))  # the cells on both sides of it
        if pair not in self.question.edges:
            self.layer.edges.add(pair)
        return True

    def finished(self) -> PenpaLayer | None:
        """What was drawn; None if that is nothing."""
        layer = self.layer
        texts = any(each.kind is ElementKind.TEXT for there in layer.elements.values() for each in there)
        if self.regions and not texts:
            for row, column in self.puzzle.board.cells:
                for other in ((row + 1, column), (row, column + 1)):
                    pair = ((row, column), other)
                    if other in self.puzzle.board.cell_set and self.regions.get(other) != self.regions.get(pair[0]):
                        layer.edges |= {pair} - self.question.edges
        return layer if layer.elements or layer.edges or layer.lines or layer.doubles else None


def _steps(cell: Cell, other: Cell) -> Iterator[tuple[Cell, Cell]]:
    """The pairs of neighbours from one cell to another in the same row or column."""
    (row, column), (last_row, last_column) = pair_of(cell, other)
    while (row, column) != (last_row, last_column):
        there = (row + (last_row > row), column + (last_column > column))
        yield (row, column), there
        row, column = there


#: The text of a clue that says nothing of its value.
UNKNOWN = "?"

#: The sides of a cell, as small texts stand at them, clockwise.
_SIDES = ("upper", "right", "lower", "left")

#: Among what is ignored: edges around filled cells, and those behind arrows, such as where the wood of a pencil begins.
OUTLINES, TAILS = "outlines", "tails"

#: Texts in a place that may be the values of one token.
MOST_TEXTS = 4

#: The elements whose values may be tokens.
_READ_AS_TEXT = (ElementKind.TEXT, ElementKind.ARROW, ElementKind.NOTE, ElementKind.SHAPE)


def fill_draft(draft: Draft, type_: PuzzleType, drawing: Drawing, given: Collection[str] = ()) -> PuzzleType:
    """Fills the draft with the tokens that look like the drawing; PuzzleError, with the place, if none of them do. The
    type, with the constraints that the drawing adds. given: the parts that are said beside the drawing.
    """
    drawing = drawing.on_corners() if penpa_of(type_).corners else drawing
    reader = _DrawingReader(type_, drawing, given)
    draft.parts, draft.size = reader.read(), (drawing.rows, drawing.columns)
    type_ = reader.type
    for said in reader.remarks:
        draft.note(said)
    draft.options = reader.options
    draft.symbols = reader.symbols
    draft.answer = answer_text(type_, drawing)
    draft.is_answer_drawn = draft.answer is not None and not drawing.checked
    said = "the answer was drawn in the solver's layer, and the link does not check it: it may be a part of one"
    if drawing.answer.is_drawn and draft.answer is None:
        said = "what is drawn in the solver's layer, or checked, is not understood as a whole answer, and is left out"
    if drawing.answer.is_drawn and (draft.answer is None or draft.is_answer_drawn):
        draft.note(said)
    if drawing.several:
        draft.note("what the link checks, several answers or parts of one, any of which is right, is left out")
    draft.title, draft.author, draft.source = drawing.title, drawing.author, drawing.source
    return type_


class _DrawingReader:
    def __init__(self, type_: PuzzleType, drawing: Drawing, given: Collection[str]) -> None:
        self.type = type_
        self.drawing = drawing
        self.given = given
        key = penpa_of(type_)
        like = Likeness(type_, key)
        drawing.question.edges -= frame_of(drawing)
        holes = holes_of(drawing, like)
        self.board = _board_of(drawing, inside := drawing.cells - holes)
        self.empty = Puzzle(type_, "", "", self.board, {}, {})
        self.ignored, self.optional, self.dots = set(key.ignore), set(key.optional), key.dots
        self.strokes = key.strokes
        self.key, self.looks = key, Looks(type_)
        self.left = {
            spot: set(elements) for spot, elements in drawing.question.elements.items()
            if spot.kind is not Kind.MIDDLE or spot.cell not in holes
        }  # fmt: skip
        as_known(self.left, inside, like)
        self.rings = set(drawing.question.rings)
        self.ring_parts = self.parts_of_rings()
        self.options: dict[str, str] = {}
        self.symbols: str | None = None
        self.edges = {pair for pair in drawing.question.edges if inside.issuperset(pair)}
        self.edges -= self.outlines() if OUTLINES in key.ignore else set()
        self.edges -= self.tails() if TAILS in key.ignore else set()
        self.off_board = {pair for pair in drawing.question.edges if inside.isdisjoint(pair)}
        self.lines, self.stubs = drawing.question.lines, drawing.question.stubs
        self.cages, self.thermos = drawing.question.cages, drawing.question.thermos
        self.arrows = drawing.question.arrows
        self.remarks: list[str] = []
        self.usual: dict[str, Rows] = {}
        strokes = [strokes.kind for strokes in key.strokes.values()]
        inner = {pair for pair in drawing.question.erased if drawing.cells.issuperset(pair)}
        self.erased = set() if StrokeKind.DOTTED in strokes else inner
        self.written_otherwise()
        self.alphabet = self.choose_alphabet()
        self.own_letters()
        self.known: dict[tuple[str, frozenset[Element], bool], tuple[str, frozenset[Element]] | None] = {}

    def parts_of_rings(self) -> set[str]:
        """The parts with tokens that are circles; in a part of its own, one around a number means something, too."""
        symbols = [rule for rule in self.looks.rules if rule.layer is Layer.SYMBOL]
        circles = {rule.template.name for rule in symbols if rule.kind.name in ("circle", "disc")}
        return {part.name for part in self.type.parts if any(each.name in circles for each in part.templates)}

    def outlines(self) -> set[Pair]:
        """The edges between filled cells and others."""
        filled = {spot.cell for spot, there in self.left.items() if any(e.kind is ElementKind.FILL for e in there)}
        return {pair for pair in self.edges if (pair[0] in filled) != (pair[1] in filled)}

    def tails(self) -> set[Pair]:
        """The edges behind arrows."""
        shapes = (
            (spot.cell, e.value) for spot, there in self.left.items() for e in there if e.kind is ElementKind.SHAPE
        )
        return {across(cell, BACK[shape]) for cell, shape in shapes if shape in BACK}

    def written_otherwise(self) -> None:
        """What has another form than the tokens have: numbers in circles, in corners, in cells with edges around them,
        beside the board.
        """
        for spot, there in self.left.items():
            texts = [each for each in there if each.kind is ElementKind.TEXT]
            if texts and self.key.circled and there & RINGS:
                self.rings.add(spot)
            if texts and self.looks.corner and spot.cell in self.board.cell_set and not any(
                each.kind is ElementKind.NOTE for each in there
            ):  # fmt: skip
                there -= set(texts)
                there |= {Element(ElementKind.NOTE, each.value, self.looks.corner) for each in texts}
        if self.key.boxed:
            self.boxed()
        for option, shape in self.key.beside.items():
            self.beside_board(option, shape)

    def boxed(self) -> None:
        """Edges go around what stands in cells, also where only they say that something does; between two such cells
        they may be missing, and so may all of them.
        """
        around = {cell for cell in self.board.cells if Spot(Kind.MIDDLE, *cell) in self.left}
        around |= {spot.cell for spot in self.drawing.question.blanks} & self.board.cell_set
        around |= self.enclosed(around)
        between = {across(cell, to) for cell in around for to in STEPS}
        inner = {pair for pair in between if around.issuperset(pair)}
        edges = self.drawing.question.edges
        if not edges or between - inner <= edges <= between:
            self.edges = set()
            self.erased -= inner
            for cell in around:
                self.left.setdefault(Spot(Kind.MIDDLE, *cell), set()).add(Element(ElementKind.EDGE, BOX))

    def enclosed(self, around: set[Cell]) -> set[Cell]:
        """The cells that edges go around, also together with some of these, beside the largest region without any of
        them: nothing need stand in them.
        """
        regions = [self.board.cell_set.intersection(region) for region in regions_between(self.board, self.edges)]
        outside = max((cells for cells in regions if not cells & around), key=len, default=set[Cell]())
        beside = {cell for pair in (across(cell, to) for cell in outside for to in STEPS) for cell in pair}
        return {cell for cells in regions if cells != outside and not beside.isdisjoint(cells) for cell in cells}

    def beside_board(self, option: str, shape: str) -> None:
        """A number and a shape side by side beside the board, or a text, are the value of an option."""
        for spot, there in list(self.left.items()):
            texts = [each.value for each in there if each.kind is ElementKind.TEXT]
            outside = spot.kind is Kind.MIDDLE and spot.cell not in self.board.cell_set
            if not outside or len(there) != 1 or len(texts) != 1 or option in self.options:
                continue
            if is_pattern(shape):
                values = pattern(shape).read(texts[0], ALPHABETS[self.type.alphabets[0]])
                if values:
                    self.options[option] = str(values[0]["V"])
                    del self.left[spot]
            elif texts[0].isdecimal():
                following = spot._replace(column=spot.column + 1)
                if self.left.get(following) == {Element(ElementKind.SHAPE, shape)}:
                    self.options[option] = texts[0]
                    del self.left[spot], self.left[following]

    def choose_alphabet(self) -> Alphabet:
        """The first alphabet of the type that knows the texts in the cells."""
        texts = [each.value for spot in self.left if spot.kind is Kind.MIDDLE for each in self.left[spot]
                 if each.kind is ElementKind.TEXT]  # fmt: skip
        zeros = from_zero(self.board.rows)
        if SHOWN in self.type.alphabets and "0" in texts and all(map(zeros.value, texts)):
            self.symbols = zeros.symbols  # a 0 that is drawn is no blank
            return zeros
        return choose_alphabet([ALPHABETS[name] for name in self.type.alphabets], texts)

    def own_letters(self) -> None:
        """Where a letter is beyond as many as a row has cells, those of the drawing are all that there are."""
        counted = [name for name, shape in self.key.beside.items() if is_pattern(shape) and name not in self.options]
        texts = {each.value for there in self.left.values() for each in there if each.kind is ElementKind.TEXT}
        values = [self.alphabet.value(text) for text in texts if len(text) == 1]
        if counted and any(value is not None and value > self.board.columns for value in values):
            self.symbols = "".join(sorted(text for text in texts if self.alphabet.value(text) is not None))
            self.options |= dict.fromkeys(counted, str(len(self.symbols)))
            self.remarks.append(f"the letters are those that the drawing holds, {self.symbols}")

    def read(self) -> dict[str, Rows]:
        if self.board.holes and not any(HOLE in part.tokens.values() for part in self.type.parts):
            hole = self.board.name(min(self.board.holes))
            raise PuzzleError(f"{hole} is not part of the board, but {self.type.a_puzzle} has no holes")
        texts = self.areas()
        self.boxes()
        self.edges_at_sides()
        for part in self.type.parts:
            if part.shape in (SEQUENCE, WORDS) and not part.optional and part.name not in self.given:
                self.told(part)
            if part.name in self.key.notes:
                texts[part.name] = self.four_notes()
            strokes = self.strokes.get(part.name)
            if strokes is not None and strokes.kind is StrokeKind.LINES:
                texts[part.name] |= self.tokens(part)
            if part.shape.is_layer and part.name not in texts:
                texts[part.name] = self.tokens(part) | self.dots_of(part)
        for side, parts in margin_parts(self.type):
            texts |= self.margin(side, parts)
        self.arrows_on_sides(texts)
        rows = self.rows(texts) | self.usual
        rows |= self.added()
        self.check_left()
        return rows

    def added(self) -> dict[str, Rows]:
        """The groups of the constraints that the drawing adds to the type."""
        crowded = {spot for spot, there in self.drawing.question.elements.items() if len(there) > 1}
        left = Left(self.left, self.cages, self.thermos, self.arrows, crowded)
        found, said = taken(self.type, left)
        self.remarks += said
        self.cages, self.thermos, self.arrows = left.cages, left.thermos, left.arrows
        groups = (cell for groups in found.values() for cells, _ in groups for cell in cells)
        self.check_inside(groups, "a cage, a line or a mark beside the board")
        added = [each.name for each in self.type.added]
        self.type = manifest.with_constraints(self.type, [name for name in found if name not in added])
        return {name: Rows([write_group(cells, value) for cells, value in groups]) for name, groups in found.items()}

    def told(self, part: Part) -> None:
        """A part that no drawing has: what it usually holds; PuzzleError if that is not known."""
        name = quote(part.name)
        if part.name not in self.key.usual:
            beside = "an instance may say it beside its 'link'"
            raise PuzzleError(f"a link of Penpa+ cannot hold the part {name} of {self.type.a_puzzle}; {beside}")
        self.remarks.append(f"a link of Penpa+ does not hold the part {name}; the usual one is taken")
        self.usual[part.name] = Rows([self.key.usual[part.name].split()])

    def areas(self) -> dict[str, dict[Value, list[str]]]:
        """The tokens of the parts that are strokes, regions or tubes."""
        texts: dict[str, dict[Value, list[str]]] = {}
        for part in self.type.parts:
            if part.name in self.strokes:
                texts[part.name] = self.stroked(self.strokes[part.name])
            elif area_layer(self.type, part) is not None:
                texts[part.name] = self.area(part)
            elif (rule := tube_rule(self.type, part)) is not None:
                texts[part.name] = self.tubes(part, rule)
        return texts

    def rows(self, texts: dict[str, dict[Value, list[str]]]) -> dict[str, Rows]:
        """The tokens as the rows of their parts; optional parts without any are left out."""
        rows = {}
        for part in self.type.parts:
            if texts.get(part.name) or (not part.optional and part.shape not in (SEQUENCE, WORDS)):
                blank = blank_rows(self.empty, part)
                rows[part.name] = Rows(part.shape.with_texts(part, self.board, blank, texts.get(part.name, {})))
        return rows

    def check_left(self) -> None:
        """PuzzleError for whatever no token accounts for."""
        question = self.drawing.question
        for name in [*question.others, *(["deletelineE"] if self.erased else [])]:
            if name not in self.ignored:
                raise PuzzleError(f"the link holds {quote(name)}, which {self.type.a_puzzle} does not have here")
        for spot, elements in sorted(self.left.items()):
            for element in sorted(elements):
                if not self.is_ignored(element):
                    raise self.unexpected(element.about, spot)
        strokes = (("edges", "between cells", self.edges), ("lines", "between cells", self.lines),
                   ("lines", "to a side", self.stubs), ("edges", "beside the board", self.off_board))  # fmt: skip
        for what, where, places in strokes:
            if places and what not in self.ignored:
                raise self.unexpected(f"{what} {where}", Spot(Kind.MIDDLE, *min(places)[0]))
        if question.crosses:
            raise self.unexpected("a cross on a side", min(question.crosses))
        for what, lines in (("a cage", self.cages), ("a thermo", self.thermos), ("an arrow", self.arrows)):
            if lines:
                raise self.unexpected(what, Spot(Kind.MIDDLE, *lines[0][0]))

    def check_inside(self, cells: Iterable[Cell], what: str) -> None:
        """PuzzleError for the first of these cells that is none of the board. what: what is there then."""
        for cell in cells:
            if cell not in self.board.cell_set:
                raise self.unexpected(what, Spot(Kind.MIDDLE, *cell))

    def unexpected(self, what: str, spot: Spot) -> PuzzleError:
        where = f"row {spot.row}, column {spot.column}"
        return PuzzleError(f"{where}: the link holds {what}, which {self.type.a_puzzle} does not have there")

    # -- Boxes

    def boxes(self) -> None:
        """Edges that part the boxes of the board, of the sides that options say, or of others, which are then these."""
        size = self.board.columns
        if not self.key.boxes or not self.edges or self.board.rows != size:
            return
        for rows in sorted((n for n in range(1, size + 1) if size % n == 0), key=lambda n: n != usual_boxes(size)[0]):
            if self.edges == sides_of_boxes(size, rows, size // rows):
                self.edges = set()
                if rows != usual_boxes(size)[0]:
                    self.options |= dict(zip(self.key.boxes, (str(rows), str(size // rows)), strict=True))
                return

    # -- Strokes

    def stroked(self, strokes: Strokes) -> dict[Value, list[str]]:
        """The tokens of the cells that have strokes, which are then accounted for."""
        directions: dict[Cell, set[str]] = {}
        for cell, direction in self.taken_exits(strokes.kind):
            directions.setdefault(cell, set()).add(direction)
        return {cell: [strokes.token(names)] for cell, names in directions.items()}

    def taken_exits(self, kind: StrokeKind) -> set[Exit]:
        """The directions in which cells have strokes; an edge parts two cells, and is one of both."""
        cells, question = self.board.cell_set, self.drawing.question
        if kind is StrokeKind.DOTTED:
            return {(cell, to) for cell in cells for to in STEPS if across(cell, to) not in question.erased}
        if kind is StrokeKind.LINES:
            exits = {exit_ for pair in self.lines for exit_ in exits_of(pair)} | self.stubs
            self.check_inside((cell for cell, _ in exits), "a line beside the board")
            self.lines, self.stubs = set(), set()
            return exits
        for pair in question.edges:
            if cells.isdisjoint(pair):
                raise self.unexpected("an edge beside the board", side_of(pair))
        self.edges = set()
        return {exit_ for pair in question.edges for exit_ in exits_of(pair) if exit_[0] in cells}

    # -- Regions

    def area(self, part: Part) -> dict[Value, list[str]]:
        """The labels of the cells of a part with regions, from cages or edges."""
        if area_layer(self.type, part) is Layer.CAGE and self.cages:
            regions = self.taken_cages()
        elif area_layer(self.type, part) is Layer.CAGE and self.erased:
            regions = self.tiles()
        elif self.edges:
            beside = {pair_of(hole, near) for hole in self.board.holes for near in self.board.neighbours(hole)}
            walls = self.edges | beside  # holes part regions without edges, too
            regions = [region for region in regions_between(self.board, walls) if region[0] in self.board.cell_set]
            self.edges = set(within(regions, self.edges))  # part nothing
        elif part.optional:
            return {}
        else:
            raise PuzzleError(f"the link holds no edges between cells; {self.type.a_puzzle} needs regions")
        return named_regions(regions)

    def tiles(self) -> list[list[Cell]]:
        """The cells between which the grid is not drawn, which is then accounted for."""
        drawn = {pair for pairs in sides_of(self.board) for pair in pairs} - self.erased
        self.erased = set()
        return [region for region in regions_between(self.board, drawn) if region[0] in self.board.cell_set]

    def taken_cages(self) -> list[list[Cell]]:
        """The cells of all cages, which are then accounted for."""
        taken, self.cages = self.cages, []
        cells = Counter(cell for cells in taken for cell in cells)
        for cell in cells:
            if cells[cell] > 1 or cell not in self.board.cell_set:
                raise self.unexpected("a cage beside the board, or on another one", Spot(Kind.MIDDLE, *cell))
        return taken

    def tubes(self, part: Part, rule: DrawRule) -> dict[Value, list[str]]:
        """The tokens of the cells of thermos, which are numbered."""
        [key] = part.tokens
        template = next(each for each in part.templates if each.name == rule.template.name)
        tokens: dict[Value, list[str]] = {}
        for number, cells in enumerate(self.taken_thermos(), 1):
            for index, cell in enumerate(cells, 1):
                if cell in tokens:
                    raise self.unexpected("a thermo on another one", Spot(Kind.MIDDLE, *cell))
                values = match(template, fill(rule.template, {rule.values[0]: number, "I": index, "X": cell}))
                assert values is not None
                tokens[cell] = [pattern(key).write([values])]
        return tokens

    def taken_thermos(self) -> list[list[Cell]]:
        """The cells of all thermos, which are then accounted for."""
        taken, self.thermos = self.thermos, []
        self.check_inside((cell for cells in taken for cell in cells), "a thermo beside the board")
        return taken

    def edges_at_sides(self) -> None:
        """Edges become elements where a type has tokens between cells, and so do lines if these are such."""
        between = {template.name for part in self.type.parts if part.shape is SIDES for template in part.templates}
        if any(part.shape is SIDES for part in self.type.parts):
            for pair in self.edges:
                self.left.setdefault(side_of(pair), set()).add(Element(ElementKind.EDGE))
            self.edges = set()
        if any(rule.layer is Layer.LINE and rule.template.name in between for rule in self.looks.rules):
            for pair in self.lines:
                self.left.setdefault(side_of(pair), set()).add(Element(ElementKind.LINE))
            self.lines = set()

    # -- Tokens

    def tokens(self, part: Part) -> dict[Value, list[str]]:
        """The tokens of a part that look like what stands in its places."""
        tokens: dict[Value, list[str]] = {}
        for _, _, place in part.shape.places(part, self.board):
            spot = spot_of(place, self.board)
            text = self.token(part, place, spot) if spot is not None else None
            if text is not None:
                tokens[place] = [text]
        return tokens

    def four_notes(self) -> dict[Value, list[str]]:
        """The tokens of cells with small texts at their sides, clockwise: `2/?/?/1`."""
        tokens: dict[Value, list[str]] = {}
        for spot, there in list(self.left.items()):
            at_side = {each.corner: each for each in there if each.kind is ElementKind.NOTE and each.corner in _SIDES}
            framed = {each for each in there if each.kind is ElementKind.OTHER and each.value == FRAME}
            if spot.kind is Kind.MIDDLE and (at_side or framed):
                values = [at_side[side].value if side in at_side else UNKNOWN for side in _SIDES]
                tokens[spot.row, spot.column] = ["/".join(values)]
                there -= {*at_side.values(), *framed}
                if not there:
                    del self.left[spot]
        return tokens

    def arrows_on_sides(self, texts: dict[str, dict[Value, list[str]]]) -> None:
        """Adds the tokens that arrows on the sides of cells stand for."""
        known = side_arrows(self.key, self.board)
        part_at = {place: part.name for part in self.type.parts for _, _, place in part.shape.places(part, self.board)
                   if known and (part.shape is SIDES or part.shape.is_margin)}  # fmt: skip
        for spot, there in list(self.left.items()):
            for each in sorted(there):
                place, text = known.get((spot, each.value), (None, ""))
                if each.kind is ElementKind.SHAPE and place in part_at:
                    texts[part_at[place]][place] = [text]
                    there.remove(each)
            if not there:
                del self.left[spot]

    def dots_of(self, part: Part) -> dict[Value, list[str]]:
        """The tokens of the cells that have shapes in their middles, on their sides or corners."""
        tokens: dict[Value, list[str]] = {}
        dots = {Element(ElementKind.SHAPE, shape): texts for shape, texts in self.dots.get(part.name, {}).items()}
        for spot, elements in list(self.left.items()):
            for element in elements & dots.keys():
                cell, texts = spot.cell, dots[element]
                known = cell in self.board.cell_set and DOTS.index(spot.kind) < len(texts)
                here = [*tokens.get(cell, []), texts[DOTS.index(spot.kind)]] if known else [NO_DOT]
                text = None if NO_DOT in here else summed(part, here) or part.together(here)
                if text is None:
                    raise self.unexpected(f"another {element.value}", spot)
                tokens[cell] = [text]
                elements.discard(element)
            if not elements:
                del self.left[spot]
        return tokens

    def token(self, part: Part, place: Value, spot: Spot, index: int = 1) -> str | None:
        """The token of a part that looks like what stands at a spot, or most of it, which is then accounted for."""
        there = self.left.get(spot)
        if not there:
            return None
        ringed = spot in self.rings
        key = part.name, frozenset(there), ringed
        if key not in self.known:
            self.known[key] = self.like(part, part.shape.values_at(part, place, index), there, ringed)
        found = self.known[key]
        if found is None:
            return None
        text, elements = found
        there -= elements
        if not there or (ringed and there <= RINGS and not self.ring_parts - {part.name}):
            del self.left[spot]
        return text

    def like(
        self, part: Part, place: dict[str, Value], there: set[Element], ringed: bool
    ) -> tuple[str, frozenset[Element]] | None:
        """The token that looks like most of what stands there, and this."""
        box = {Element(ElementKind.EDGE, BOX)} if self.key.boxed else set()
        rings = RINGS if ringed else set[Element]()
        if self.says_unknown(there, box | rings) and self.is_known(part, self.key.unknown, place):
            return self.key.unknown, frozenset(there)
        seen = {}
        for text in _candidates(part, there):
            read = read_token(self.type, part, text, place, self.alphabet)
            seen[text] = box.union(*(self.looks.of(token, self.alphabet) for token in read)) if read else set()
            if text in part.tokens and UNKNOWN in text:
                seen[text] |= {Element(ElementKind.TEXT, UNKNOWN)} & there
        return self.most_like(seen, there, rings, False) or self.most_like(seen, there, rings, True)

    def most_like(
        self, seen: dict[str, set[Element]], there: set[Element], rings: frozenset[Element] | set[Element], bare: bool
    ) -> tuple[str, frozenset[Element]] | None:
        """The token that looks like most of what stands there. bare: a text may lack the colour of its cell, where it
        is the text of one token only.
        """
        best: tuple[str, frozenset[Element]] | None = None
        most = 0, False
        for text, looks in seen.items():
            needed = {each for each in looks if each.value not in self.optional} or looks
            if bare and any(each.kind is ElementKind.TEXT for each in looks):
                needed = {each for each in needed if each.kind is not ElementKind.FILL}
            looks = looks & there
            if not looks or not needed <= looks:
                continue
            score = len(looks), all(map(self.is_ignored, there - looks - rings))
            if score > most:
                best, most = (text, frozenset(looks)), score
            elif bare and best is not None:
                return None
        return best

    def says_unknown(self, there: set[Element], around: set[Element]) -> bool:
        """Whether a question mark stands there, and nothing else but what may go around it."""
        marks = {each for each in there if each.value == UNKNOWN and each.kind in (ElementKind.TEXT, ElementKind.NOTE)}
        return bool(marks) and there <= marks | around

    def is_known(self, part: Part, text: str, place: dict[str, Value]) -> bool:
        """Whether a part has this token, even if it says nothing."""
        return text in part.tokens or bool(read_token(self.type, part, text, place, self.alphabet))

    def is_ignored(self, element: Element) -> bool:
        return element.value in self.ignored or element.kind in self.ignored

    # -- Margins

    def margin(self, side: Side, parts: tuple[Part, ...]) -> dict[str, dict[Value, list[str]]]:
        """The tokens beside the rows or columns on a side."""
        texts: dict[str, dict[Value, list[str]]] = {part.name: {} for part in parts}
        inwards = side in (Side.TOP, Side.LEFT)
        for number, spots in self.beside(side).items():
            place = side.at(number)
            if len(parts) == 1 and parts[0].shape.is_lists:
                filled = (spots[distance] for distance in sorted(spots, reverse=inwards))
                line = [self.token(parts[0], place, spot, index) for index, spot in enumerate(filled, 1)]
                told = list(filter(None, line))
                texts[parts[0].name] |= {place: told} if len(told) == len(line) else {}
                continue
            for distance, spot in spots.items():
                at = len(parts) - distance if inwards else distance - 1
                text = self.token(parts[at], place, spot) if 0 <= at < len(parts) else None
                if text is not None:
                    texts[parts[at].name][place] = [text]
                elif 0 <= at < len(parts) and self.left.get(spot) == {Element(ElementKind.TEXT, UNKNOWN)}:
                    del self.left[spot]  # the part has no token for a clue that is not told: it is none
        return texts

    def beside(self, side: Side) -> dict[int, dict[int, Spot]]:
        """What stands on a side of the board: by row or column, and by how many cells from the board."""
        rows, columns = self.board.rows, self.board.columns
        result: dict[int, dict[int, Spot]] = {}
        for spot in self.left:
            kind, row, column = spot
            along, across = (row, column) if side.along_rows else (column, row)
            length, width = (rows, columns) if side.along_rows else (columns, rows)
            distance = 1 - across if side in (Side.TOP, Side.LEFT) else across - width
            if kind is Kind.MIDDLE and 1 <= along <= length and distance > 0:
                result.setdefault(along, {})[distance] = spot
        return result


def _candidates(part: Part, there: set[Element]) -> Iterator[str]:
    """Texts that may look so: those that stand there, and the part's own words."""
    texts = sorted(each.value for each in there if each.kind in _READ_AS_TEXT)
    for key in part.tokens:
        if key in TOKEN_CLASSES:
            yield from texts
        elif not is_pattern(key):
            yield key
        else:
            tail = key.rpartition(">")[2].strip()
            yield from texts
            names = re.findall("<[^>]*>", key)
            missing = [UNKNOWN] * (len(names) - len(texts)) if all(name.endswith("?>") for name in names) else []
            values = [*texts, *missing]
            if 1 < len(names) <= len(values) <= MOST_TEXTS or len(names) == 1:
                for chosen in permutations(values, len(names)):
                    yield re.sub("<[^>]*>", lambda _, left=list(chosen): left.pop(0), key)  # type: ignore[misc]
            yield from (text + tail for text in texts if tail)
