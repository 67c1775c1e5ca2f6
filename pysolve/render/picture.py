"""A picture: marks at places. What is drawn, not how; `text` and `svg` draw it.

Two layers: what was given (facts of the puzzle, and what the rules derive from them alone) and the answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from ..model import terms
from ..model.board import Board, Cell, Side, cell_of, margin_of, side_between
from ..model.errors import PuzzleError
from ..model.marks import BORDER, MARKS, TEXT, Figure, Layer, MarkKind, figure_of, of_layers
from ..model.parts import SEQUENCE
from ..model.puzzle import NOTHING, Cosmetics, Puzzle
from ..model.puzzle_type import Drawn, DrawRule, value_of, written
from ..model.terms import Term, Value
from ..model.tokens import CORNERS, Alphabet, drawing, spelt
from ..solving import facts

#: (side, row or column) names one line of texts in the margins.
Margin = tuple[Side, int]

#: What stands in a cell where a mark without a text is open, and where a text is given but not said.
OPEN = "?"


@dataclass(frozen=True)
class Mark:
    """One mark (docs/manifest.md, 'draw').

    kind: a key of MARKS. place: a place of the board (model/board.py).
    other: the other end of a line, or the cell behind a wall. value: the text, the name of a sign's shape, the label of
    a border or cage, or how many lines lie side by side. arrows: the text with arrows for directions, if it has any.
    index: which of several in a margin, or of the cells of a tube, from 1. given: it belongs to the puzzle, not to the
    answer. differs: the answer that this one is compared with has no such mark. open: some answers have it, not all.
    """

    kind: str
    place: Value
    other: Value | None = None
    value: str = ""
    index: int = 1
    given: bool = False
    differs: bool = False
    open: bool = False
    arrows: str = ""

    @property
    def entry(self) -> MarkKind:
        """What the table says of such marks."""
        return MARKS[self.kind]

    @property
    def layer(self) -> Layer:
        """How it is drawn."""
        return MARKS[self.kind].layer

    @property
    def figure(self) -> Figure | None:
        """The shape of a symbol or a sign; None for other marks, and for a sign whose value names none."""
        return figure_of(MARKS[self.kind], self.value)

    @property
    def asks(self) -> bool:
        """Whether it is given and says only that some text stands there."""
        return self.given and self.kind == TEXT and self.value == OPEN

    @property
    def is_counted(self) -> bool:
        """Whether it is a line that says how many there are."""
        return self.layer is Layer.LINE and self.value.isdecimal()

    @property
    def lines(self) -> int:
        """How many lines lie side by side."""
        return int(self.value) if self.is_counted else 1

    def text(self, unicode: bool = True) -> str:
        """What is written: its value, or the character that stands for its shape. unicode: also other than ASCII."""
        if (figure := self.figure) is not None:
            return figure.glyph.unicode if unicode else figure.glyph.ascii
        if self.layer not in (Layer.TEXT, Layer.NOTE, Layer.SIGN):
            return ""
        return (self.arrows if unicode else "") or self.value


class Picture(NamedTuple):
    """Marks on a board.

    missing: cells in which the answer that this one is compared with has a mark and this one has none.
    highlighted: places that are pointed at, with a mark of their own.
    slots: of the sides beside which several parts stand, how many these are; a line may lack the marks of some.
    cosmetics: colours and notes that mean nothing; walls are marks as others are. dotted: lines run from corner to
    corner, so that these are dots, and there is no grid. bank: the shapes and words that are listed beside the board,
    as drawings (xx/.x) and in capitals. numbered: figures have the numbers of rows and columns beside the board.
    """

    board: Board
    marks: tuple[Mark, ...]
    missing: frozenset[Cell] = frozenset()
    highlighted: frozenset[Value] = frozenset()
    slots: Mapping[Side, int] = {}
    cosmetics: Cosmetics = NOTHING
    dotted: bool = False
    bank: tuple[str, ...] = ()
    numbered: bool = False

    @property
    def cells(self) -> frozenset[Cell]:
        """The cells of the board."""
        return self.board.cell_set

    def of(self, *layers: Layer) -> list[Mark]:
        """The marks of these layers."""
        return [mark for mark in self.marks if mark.layer in layers]

    def in_cells(self, *layers: Layer) -> dict[Cell, list[Mark]]:
        """The marks of these layers by cell, in the order of the layers, and then of the table of marks."""
        order = {name: at for at, name in enumerate(of_layers(*layers))}
        marks: dict[Cell, list[Mark]] = {}
        for mark in sorted(self.of(*layers), key=lambda mark: order[mark.kind]):
            cell = cell_of(mark.place)
            if cell is not None:
                marks.setdefault(cell, []).append(mark)
        return marks

    def in_margins(self) -> dict[Margin, list[Mark | None]]:
        """The marks of each margin, in the order of their indices; None where one of several parts says nothing."""
        return {margin: self._in_slots(margin[0], marks) for margin, marks in self._by_margin().items()}

    def _in_slots(self, side: Side, marks: list[Mark]) -> list[Mark | None]:
        if side not in self.slots:
            return list(marks)
        last = max(self.slots[side], marks[-1].index)
        line: list[Mark | None] = []
        for slot in range(1, last + 1):
            line += [mark for mark in marks if mark.index == slot] or [None]
        return line

    def _by_margin(self) -> dict[Margin, list[Mark]]:
        marks: dict[Margin, list[Mark]] = {}
        for mark in sorted(self.of(*(layer for layer in Layer if layer.in_margins)), key=lambda mark: mark.index):
            margin = margin_of(mark.place)
            if margin is not None:
                marks.setdefault(margin, []).append(mark)
        return marks

    def tubes(self) -> list[list[Mark]]:
        """The marks of each tube, from its bulb on. Tubes of two constraints may have the same number and look alike;
        their marks follow each other, so that the second one begins where the count begins anew.
        """
        tubes: list[list[Mark]] = []
        last: dict[tuple[str, str, bool], list[Mark]] = {}
        for mark in self.of(Layer.TUBE):
            tube = last.get((mark.kind, mark.value, mark.given))
            if tube is None or mark.index <= tube[-1].index:
                tube = last[mark.kind, mark.value, mark.given] = []
                tubes.append(tube)
            tube.append(mark)
        return tubes

    def differing_cells(self) -> frozenset[Cell]:
        """The cells with a mark that the other answer does not have. Lines that differ show it themselves."""
        marks = self.in_cells(*(layer for layer in Layer if layer is not Layer.LINE))
        return frozenset(cell for cell, here in marks.items() if any(mark.differs for mark in here))


def same_groups(one: list[Mark], other: list[Mark]) -> bool:
    """Whether two cells with these borders, or cages, belong to the same groups."""
    return {mark.value for mark in one} == {mark.value for mark in other}


def draw(
    puzzle: Puzzle,
    answer: Iterable[Term] = (),
    given: Iterable[Term] = (),
    compared_with: Iterable[Term] | None = None,
) -> Picture:
    """The picture of a puzzle, with an answer or without.

    answer: its shown atoms. given: further facts to draw, as a search read them. compared_with: the atoms of
    another answer; marks that it does not have are drawn as different.
    Raises PuzzleError if an atom leaves a mark where there can be none, such as a shaded corner.
    """
    answer = list(answer)
    fixed = _marks(puzzle, set(facts.atoms(puzzle)) | (set(given) - set(answer)), given=True)
    found = _marks(puzzle, answer, given=False)
    written = {mark.place for mark in found.values() if mark.kind == TEXT}
    fixed = {key: mark for key, mark in fixed.items() if not (mark.asks and mark.place in written)}
    marks = {**fixed, **found, **fixed}
    missing: frozenset[Cell] = frozenset()
    if compared_with is not None:
        others = _marks(puzzle, compared_with, given=False)
        missing = frozenset(_cells_of(others.keys() - marks.keys()))
        marks = {key: mark if mark.given or key in others else _as_different(mark) for key, mark in marks.items()}
    marks |= _outlines(puzzle, marks.values())
    for cell, other in puzzle.cosmetics.walls:
        marks["wall", cell, other, "", 1] = Mark("wall", cell, other, given=True)
    return Picture(
        _without_holes(puzzle.board, marks.values()),
        tuple(marks.values()),
        missing,
        slots={side: len(parts) for side in Side if (parts := puzzle.type.slots(side))},
        cosmetics=_coloured(puzzle, marks.values()),
        dotted=any(rule.layer is Layer.LINE and rule.places == CORNERS for rule in puzzle.type.draw),
        bank=_bank(puzzle),
    )


def _coloured(puzzle: Puzzle, marks: Iterable[Mark]) -> Cosmetics:
    """What the puzzle draws besides, with the colours that values give their cells."""
    if not (by_value := puzzle.type.colours):
        return puzzle.cosmetics
    texts = {cell: mark.value for mark in marks if mark.kind == TEXT and (cell := cell_of(mark.place)) is not None}
    colours = {cell: by_value[value] for cell, value in texts.items() if value in by_value}
    return puzzle.cosmetics._replace(colours={**puzzle.cosmetics.colours, **colours})


def _bank(puzzle: Puzzle) -> tuple[str, ...]:
    """The shapes and words of lists."""
    values = (
        token.values.get("V")
        for part in puzzle.type.parts
        if part.shape is SEQUENCE
        for token in puzzle.tokens.get(part.name, ())
    )
    lists = (value for value in values if isinstance(value, tuple) and value)
    return tuple(drawing(value) if isinstance(value[0], tuple) else spelt(value) for value in lists)


def _outlines(puzzle: Puzzle, marks: Iterable[Mark]) -> dict[_Key, Mark]:
    """The regions of equal texts, called after their first cells; none as long as a cell has no text."""
    kinds = {rule.mark for rule in puzzle.type.draw if rule.outlined}
    text = {cell: mark.value for mark in marks if mark.kind in kinds and (cell := cell_of(mark.place)) is not None}
    if not puzzle.board.cell_set <= text.keys():
        return {}
    region: dict[Cell, Cell] = {}
    for first in puzzle.board.cells:
        edge = [first] if region.setdefault(first, first) == first else []
        while edge:
            for cell in puzzle.board.neighbours(edge.pop()):
                if cell not in region and text[cell] == text[first]:
                    region[cell] = first
                    edge.append(cell)
    outlines = (Mark(BORDER, cell, value=terms.write(first)) for cell, first in region.items())
    return {(mark.kind, mark.place, None, mark.value, mark.index): mark for mark in outlines}


def _without_holes(board: Board, marks: Iterable[Mark]) -> Board:
    """The board without the cells that marks take out of it."""
    holes = {cell for mark in marks if mark.layer is Layer.HOLE and (cell := cell_of(mark.place)) is not None}
    return board.with_holes(board.holes | holes) if holes else board


def draw_candidates(puzzle: Puzzle, some: Iterable[Term], every: Iterable[Term], given: Iterable[Term] = ()) -> Picture:
    """The picture of what is certain and what is open.

    some: the atoms that hold in some answer; every: those that hold in all. given: as in draw(). The texts that may
    stand in a cell stand in it together; a cell that may be filled has a '?'.
    """
    every = set(every)
    certain = draw(puzzle, every, given)
    fixed = {
        (mark.kind, mark.place)
        for mark in certain.marks
        if not (mark.layer.is_area or mark.layer is Layer.NOTE or mark.asks)
    }
    texts: dict[Value, list[Mark]] = {}
    lines = []
    for mark in _marks(puzzle, (atom for atom in some if atom not in every), given=False).values():
        if mark.layer.is_pair:
            lines.append(Mark(mark.kind, mark.place, mark.other, open=True))
        elif not mark.entry.follows and (mark.kind, mark.place) not in fixed:
            texts.setdefault(mark.place, []).append(mark)
    together = [_together(place, marks) for place, marks in texts.items()]
    alone = (mark for mark in certain.marks if not (mark.asks and mark.place in texts))
    return certain._replace(marks=(*alone, *together, *dict.fromkeys(lines)), missing=frozenset())


def _together(place: Value, marks: list[Mark]) -> Mark:
    """What may stand in a cell, as one text."""
    values, arrows = (
        _joined((mark.text(style) if mark.layer.is_written else "") or OPEN for mark in marks)
        for style in (False, True)
    )
    return Mark(TEXT, place, value=values, arrows=arrows if arrows != values else "", open=True)


def _joined(values: Iterable[str]) -> str:
    """Texts as one, without commas if each is a single character."""
    values = sorted(dict.fromkeys(values), key=lambda value: (len(value), value))
    return ("" if all(len(value) == 1 for value in values) else ",").join(values)


def mark_places(picture: Picture, places: Iterable[Value]) -> Picture:
    """The picture with these cells and margins marked as different."""
    wanted = set(places)
    marks = tuple(
        _as_different(mark) if mark.place in wanted and not mark.layer.is_area else mark for mark in picture.marks
    )
    marked = {mark.place for mark in marks if mark.differs}
    bare = frozenset(place for place in wanted - marked if isinstance(place, tuple) and len(place) == 2)
    return picture._replace(marks=marks, missing=picture.missing | bare)


#: What stands where something is certainly absent: a mark in a cell, a line.
ABSENT, NO_LINE = "-", "x"


def cross_out(puzzle: Puzzle, picture: Picture, absent: Iterable[Term], new: Iterable[Term] = ()) -> Picture:
    """The picture with a mark where these atoms certainly do not hold.

    new: those of them that are marked as different.
    """
    new = set(new)
    filled = {mark.place for mark in (*picture.of(Layer.TEXT), *picture.of(Layer.SIGN))}
    marks = []
    for atom in absent:
        for mark in _marks(puzzle, [atom], given=False).values():
            if mark.layer.is_pair and not mark.value:  # one line less may still be one
                marks.append(Mark(mark.kind, mark.place, mark.other, NO_LINE, differs=atom in new, open=True))
            elif not mark.layer.is_area and mark.layer is not Layer.TEXT and mark.place not in filled:
                marks.append(Mark(TEXT, mark.place, value=ABSENT, differs=atom in new, open=True))
    return picture._replace(marks=(*picture.marks, *marks))


def marks_of(puzzle: Puzzle, atom: Term) -> list[Mark]:
    """The marks that an atom of an answer leaves."""
    return list(_marks(puzzle, [atom], given=False).values())


def highlight_places(picture: Picture, places: Iterable[Value]) -> Picture:
    """The picture with these places pointed at."""
    return picture._replace(highlighted=picture.highlighted | frozenset(places))


_Key = tuple[str, Value, Value | None, str, int]


def _marks(puzzle: Puzzle, atoms: Iterable[Term], given: bool) -> dict[_Key, Mark]:
    """The marks of atoms, each once, in the order of the manifest and then of the places."""
    by_key: dict[_Key, Mark] = {}
    atoms = list(atoms)
    for number, rule in enumerate(puzzle.type.mark_rules):
        marks = []
        for atom in atoms:
            if (drawn := rule.match(atom)) is not None:
                mark = _mark(rule, drawn, puzzle.alphabet, given)
                _check(puzzle, atom, mark)
                if mark.layer is not Layer.LINE or mark.lines:
                    marks.append(mark)
        is_tube = rule.layer is Layer.TUBE  # in its order, and by itself where others are called the same
        for mark in sorted(marks, key=lambda mark: (mark.index if is_tube else 0, terms.write(mark.place), mark.index)):
            value = f"{number} {mark.value}" if is_tube else mark.value
            by_key.setdefault((mark.kind, mark.place, mark.other, value, mark.index), mark)
    return by_key


def _mark(rule: DrawRule, drawn: Drawn, alphabet: Alphabet, given: bool) -> Mark:
    value = value_of(rule, drawn, alphabet)
    arrows = written(rule, drawn.values, alphabet, arrows=True) if "D" in drawn.values else value
    return Mark(
        rule.mark,
        drawn.place,
        drawn.other,
        value,
        arrows=arrows if arrows != value and rule.layer is not Layer.SIGN else "",
        index=drawn.index,
        given=given,
    )


def _check(puzzle: Puzzle, atom: Term, mark: Mark) -> None:
    """PuzzleError if a mark stands where none of its kind can."""
    for place in (mark.place, mark.other):
        if place is not None and not mark.layer.fits(place):
            where = puzzle.board.name(place) or terms.write(place)
            raise PuzzleError(
                f"draw: {terms.write(atom)} leaves the mark {mark.kind} at {where}, where there can be none",
                file=f"{puzzle.type.name}/manifest.yaml",
            )
    if mark.layer is Layer.WALL and not _share_side(puzzle.board, mark):
        raise PuzzleError(
            f"draw: {terms.write(atom)} leaves the mark {mark.kind} between cells that share no side",
            file=f"{puzzle.type.name}/manifest.yaml",
        )


def _share_side(board: Board, mark: Mark) -> bool:
    one, other = cell_of(mark.place), cell_of(mark.other)
    return one is not None and other is not None and side_between(one, other) in board.sides_of(one).values()


def _as_different(mark: Mark) -> Mark:
    return replace(mark, differs=True)


def _cells_of(keys: Iterable[_Key]) -> Iterable[Cell]:
    for _, place, other, _, _ in keys:
        for each in (place, other):
            if isinstance(each, tuple) and len(each) == 2:
                yield each
