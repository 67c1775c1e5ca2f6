"""Places, values, atoms and constraints of the rules in words, and what follows in a step."""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from functools import cached_property
from itertools import groupby
from typing import TypeGuard

from ..analysis.assumptions import ConstraintInstance
from ..analysis.clues import Clue
from ..analysis.constraints import JOINED_BY, LISTED_BY, Form
from ..analysis.progress import Fact
from ..analysis.steps import Step, spot_of
from ..model import terms
from ..model.board import (
    SHORT_NAME,
    Board,
    Cell,
    Side,
    cell_of,
    corner_of,
    is_side,
    margin_of,
    side_between,
)
from ..model.marks import Layer, Noun, figure_of, group_of, listed, sentence_of
from ..model.parts import GROUPS
from ..model.puzzle import Puzzle
from ..model.puzzle_type import Drawn, DrawRule, value_of
from ..model.rows import NO_VALUE
from ..model.terms import Term, Value
from ..model.tokens import LABELS
from ..solving import facts

_DIRECTIONS = {
    "n": "north", "s": "south", "e": "east", "w": "west",
    "ne": "north-east", "nw": "north-west", "se": "south-east", "sw": "south-west",
}  # fmt: skip

_BESIDE = {"n": "above", "s": "below", "w": "to the left of", "e": "to the right of"}

#: Where a side of a cell is; those of hexagons slant.
_AT_SIDE = _BESIDE | {
    f"{down}{right}": f"to the {upper} {left} of"
    for down, upper in (("n", "upper"), ("s", "lower"))
    for right, left in (("w", "left"), ("e", "right"))
}

#: A corner that four cells share is named by two of them; on the rim, by the one cell that it is a corner of.
_INNER_CORNER = "the corner between {one} and {other}"


#: Three or more places that a sentence names in a row.
_ROW_OF_THREE = re.compile(r"\b[A-Z](?:, [A-Z])+ and [A-Z]\b")

#: From one row, or column, to another.
_SPAN = re.compile(r"\b(rows|columns) (\d+) to (\d+)\b", re.IGNORECASE)

_DIGITS = re.compile(r"\d+")

#: The layers of marks that a clue is called after: a circle, a ship.
_SYMBOLS = (Layer.SYMBOL, Layer.SIGN, Layer.WALL)

#: Those, and the layers that need no word besides.
_TOLD = (*_SYMBOLS, Layer.TEXT, Layer.FILL)

#: What the terms of regions are called.
_AREAS = ("region", "cage")

#: Such a word before the place of its first cell.
_BARE_AREA = re.compile(rf"(?<![Tt]he )\b({'|'.join(_AREAS)})(?= of (?:row |R\d))", re.IGNORECASE)


class Words:
    """What the things in a puzzle and its rules are called. follows, known: in the words for a step, the places of the
    marks that follow from it, and of those that it rests on, by themselves and with what is written there. Lines do not
    count, as each lies in two places. start: the facts that are known before the first step. decided: what nothing else
    than the constraints `deciding` decides, 'to value', 'alone'.
    """

    def __init__(self, puzzle: Puzzle, start: Collection[Fact] = ()) -> None:
        self.puzzle = puzzle
        self.start = frozenset(start)
        self.follows: Collection[Value] = ()
        self.known: Collection[Value] = ()
        self.decided: Collection[str] = ()
        self.deciding: Collection[ConstraintInstance] = ()

    def of(self, step: Step) -> Words:
        """The same, with the words that suit a step."""
        words = copy(self)
        words.follows, words.known = (
            {drawn.place for _, drawn in _marks(self, some) if drawn.other is None} for some in (step.facts, step.known)
        )
        written = _marks(self, [fact for fact in step.known if fact.holds])
        stated = {(drawn.place, value) for _, drawn in written for value in drawn.values.values()}
        words.known = {*words.known, *stated}
        words.decided, words.deciding = _decided(step), step.deciding
        return words

    def value(self, value: Value, variable: str = "") -> str:
        """A value. variable: the one that it stands for in a rule; V is the value of a cell, as its letter says."""
        board = self.puzzle.board
        if place := board.name(value):
            around = board.cells_around(value) if corner_of(value) is not None else []
            inner = {"one": board.name(around[0]), "other": board.name(around[-1])} if len(around) == 4 else None
            return _INNER_CORNER.format(**inner) if inner else place
        if isinstance(value, int):
            return self.puzzle.alphabet.name(value) if variable == "V" else str(value)
        if isinstance(value, Term):
            return self._term(value, variable)
        if isinstance(value, tuple) and len(value) == 2 and str(value[1]) in _DIRECTIONS:
            return f"the cells {_BESIDE.get(str(value[1]), f'to the {self.value(value[1])} of')} {self.value(value[0])}"
        if isinstance(value, tuple):
            return f"({', '.join(map(self.value, value))})"
        return value if isinstance(value, str) else terms.write(value)

    def _term(self, value: Term, variable: str) -> str:
        if not value.args:
            return self._shape(value) if variable == "V" else _DIRECTIONS.get(value.name, value.name)
        if len(value.args) == 2 and (joined := JOINED_BY.get(value.name)) is not None:
            return joined.join(map(self.value, value.args))
        if len(value.args) == 2 and (last := LISTED_BY.get(value.name)) is not None:
            return self._list(_flat(value), last)
        if value.name in _AREAS and (first := self._labels.get(value.args[0])) is not None:
            return f"the {value.name} of {first}"
        the = ["the"] if any(cell_of(part) is not None for part in value.args) else []
        return " ".join([*the, value.name, *map(self.value, value.args)])

    def _list(self, values: Sequence[Value], last: str) -> str:
        """Values with a word before the last one; of cells, what they have in common once."""
        cells = [cell for each in values if (cell := cell_of(each)) is not None]
        if len(cells) == len(values):
            return "; ".join(places_in_words(self, cells))
        for line in ("row", "column"):
            numbers = [each.args[0] for each in values if isinstance(each, Term) and each.name == line]
            if len(numbers) == len(values):
                return f"{line}s {numbers_in_words([number for number in numbers if isinstance(number, int)])}"
        *others, final = map(self.value, values)
        return f"{', '.join(others)} {last} {final}"

    def _shape(self, value: Term) -> str:
        """The value of a cell that is a shape: 'a circle'."""
        is_drawn = any(figure_of(rule.kind, value.name) for rule in self.puzzle.type.draw if rule.layer is Layer.SIGN)
        return Noun.parse(value.name).with_article if is_drawn else _DIRECTIONS.get(value.name, value.name)

    @cached_property
    def first_cells(self) -> dict[Value, Cell]:
        """The first cell of each region that the puzzle itself has, by its label, which no picture shows."""
        cells: dict[Value, list[Cell]] = {}
        areas = [rule for rule in self.puzzle.type.draw if rule.layer.is_area]
        for atom in facts.atoms(self.puzzle) if areas else ():
            for rule in areas:
                drawn = rule.match(atom)
                if drawn is not None and (cell := cell_of(drawn.place)) is not None:
                    cells.setdefault(drawn.values[rule.values[0]], []).append(cell)
        return {label: min(here) for label, here in cells.items()}

    @cached_property
    def _labels(self) -> dict[Value, str]:
        """What these cells are called."""
        return {label: self.puzzle.board.name(cell) for label, cell in self.first_cells.items()}

    def atom(self, atom: Term, holds: bool = True, value: str | None = None) -> str:
        """What an atom of an answer says, or that it does not hold. value: in place of its own."""
        if (mark := self.mark_of(atom)) is None:
            return terms.write(atom) if holds else f"not {terms.write(atom)}"
        rule, drawn = mark
        value = value or self.written(rule, drawn)
        kind = rule.kind_of(value)
        side = self.puzzle.board.side_along(drawn.place, drawn.other)
        if kind.along is not None and not drawn.values and side is not None:
            return kind.along[not holds].format(x=self.sides([side])[0])
        place, other = (self.value(each) if each is not None else "" for each in (drawn.place, drawn.other))
        label = drawn.values[rule.values[0]] if rule.layer.is_area else None
        if _is_list(label):
            return f"{self.value(label)} are {_article(rule, holds)}"
        return sentence_of(kind, self.puzzle.board, place, other, value, label, holds)

    def group(self, rule: DrawRule, drawn: Drawn) -> str:
        """What an area is called: 'the rectangle of row 1, column 5'."""
        value = self.written(rule, drawn)
        return group_of(rule.kind_of(value), self.puzzle.board, value, drawn.values[rule.values[0]])

    def own_area(self, fact: Fact) -> Value | None:
        """The cell of a fact that says that it belongs to the area that is called after it; None for other facts."""
        mark = self.mark_of(fact.atom) if fact.holds else None
        is_own = mark is not None and mark[0].layer.is_area and mark[1].values[mark[0].values[0]] == mark[1].place
        return mark[1].place if mark is not None and is_own else None

    def mark_of(self, atom: Term) -> tuple[DrawRule, Drawn] | None:
        """The mark that an atom of an answer, or a note, leaves, if it leaves one."""
        return self.puzzle.type.mark_of(atom)

    def written(self, rule: DrawRule, drawn: Drawn) -> str:
        """The value of a mark, as it is written; empty if it has none."""
        if rule.layer.is_written and rule.layer is not Layer.SIGN and len(drawn.values) == 1:
            return self.value(drawn.values[rule.values[0]], "V" if rule.in_alphabet else "")
        return value_of(rule, drawn, self.puzzle.alphabet)

    def sides(self, sides: Sequence[Value]) -> list[str]:
        """Where sides of cells are: 'above and to the left of row 1, column 2'."""
        board = self.puzzle.board
        parts: list[str] = []
        left = dict.fromkeys(sides)
        for cell, here in self.sides_by_cell(sides):
            where = (
                "all around" if len(here) == len(board.sides_of(cell)) else listed([_AT_SIDE[name] for name in here])
            )
            parts.append(f"{where} {board.name(cell)}")
            left = {side: None for side in left if side not in here.values()}
        return [*parts, *map(self.value, left)]  # what is left lies between holes

    def sides_by_cell(self, sides: Iterable[Value]) -> Iterator[tuple[Cell, dict[str, Value]]]:
        """Sides of cells, each at one of its cells, by their names there; the cell that has the most of them
        comes first.
        """
        board = self.puzzle.board
        sides_of = {cell: board.sides_of(cell) for cell in board.cells}
        left = {*sides}
        while left:
            cell = max(board.cells, key=lambda cell: sum(side in left for side in sides_of[cell].values()))
            here: dict[str, Value] = {name: side for name, side in sides_of[cell].items() if side in left}
            if not here:
                return
            left.difference_update(here.values())
            yield cell, here

    def clue(self, clue: Clue, near: Collection[Cell] = ()) -> str:
        """A clue and where it stands; also of which part it is, where several stand on one side of the board.

        near: of a clue that stands in several of these cells or beside them, those alone are named.
        """
        places = [self.value(place) for place in self._places_near(clue, near)]
        if clue.part.shape is GROUPS:
            return self._group(clue, places)
        several = clue.part.shape.is_margin and clue.part in self.puzzle.type.slots(clue.part.side)
        part = f" ({clue.part.name.replace('_', ' ')})" if several else ""
        where = " and ".join(places).removeprefix("the side ")
        return f"{self._token(clue)} {'' if where.startswith('between ') else 'in '}{where}{part}"

    def _places_near(self, clue: Clue, near: Collection[Cell]) -> Sequence[Value]:
        cells = [cell for place in clue.places if (cell := cell_of(place)) is not None]
        around = {each for cell in near for each in (cell, *self.puzzle.board.neighbours(cell))}
        return [cell for cell in cells if cell in around] or clue.places

    def _token(self, clue: Clue) -> str:
        """What stands in the place of a clue: '3 in a white circle', or 'a white circle' where nothing is written."""
        marks = self._marks_of(clue)
        notes = [f"{self.written(rule, drawn)} {rule.kind.speaks_of}" for rule, drawn in marks if rule.kind.speaks_of]
        if notes and any(rule.kind.on_board for rule, _ in marks):
            return " and ".join(notes)
        told = self._symbol_with_number(marks)
        return told if told and _DIGITS.findall(told) == _DIGITS.findall(clue.text) else clue.text

    def _symbol_with_number(self, marks: Sequence[tuple[DrawRule, Drawn]]) -> str:
        """'3 in a white circle', of a symbol, a number, or both; empty if there are others, or more of them."""
        texts = [self._number(rule, drawn) for rule, drawn in marks if rule.layer is Layer.TEXT]
        nouns = [noun.with_article for mark in marks if mark[0].layer in _SYMBOLS and (noun := self.noun_of(*mark))]
        is_told = len(texts) < 2 and len(nouns) < 2 and all(rule.layer in _TOLD for rule, _ in marks)
        return " in ".join([*texts, *nouns]) if is_told else ""

    def symbol(self, clue: Clue) -> str:
        """What a clue is called that is nothing but a symbol; empty if it is more."""
        marks = self._marks_of(clue)
        noun = self.noun_of(*marks[0]) if len(marks) == 1 else None
        return "" if noun is None else noun.one

    def _marks_of(self, clue: Clue) -> list[tuple[DrawRule, Drawn]]:
        atoms = (facts.term(template, token.values) for token in clue.tokens for template in token.templates)
        return [mark for atom in atoms if (mark := self.mark_of(atom)) is not None]

    def _number(self, rule: DrawRule, drawn: Drawn) -> str:
        """What is written, '2 to the south' of a number with an arrow."""
        *numbers, last = drawn.values.values()
        direction = _DIRECTIONS.get(str(last))
        what = ", ".join(map(self.value, numbers)) or "an arrow"
        return f"{what} to the {direction}" if direction else self.written(rule, drawn)

    def noun_of(self, rule: DrawRule, drawn: Drawn) -> Noun | None:
        """What a mark is called, if it is a thing that one can count."""
        return rule.kind_of(self.written(rule, drawn)).noun

    def _group(self, clue: Clue, places: Sequence[str]) -> str:
        """A group of cells: what it is called, its value if it has one, and where it begins and ends."""
        name = next((each.title for each in self.puzzle.type.added if each.name == clue.part.name), clue.part.name)
        value = "" if clue.text == NO_VALUE else f" {clue.text}"
        where = f"in {places[0]}" if len(places) == 1 else f"from {places[0]} to {places[-1]}"
        return f"the {name.lower()}{value} {where}"

    def constraint(self, instance: ConstraintInstance) -> str:
        """What a constraint says, with the values filled in."""
        values, form = self._several(instance)
        text = _with_article(instance.constraint.words(values, self.in_sentence, form))
        return _SPAN.sub(lambda span: f"{span[1]} {numbers_in_words([*range(int(span[2]), int(span[3]) + 1)])}", text)

    def _several(self, instance: ConstraintInstance) -> tuple[tuple[Value, ...], Form | None]:
        """The values and the form of a constraint; of three cells of a line and more that are named in a row, the first
        one stands for all.
        """
        values, variables, form = instance.values, instance.constraint.variables, self.form(instance)
        if (row := _ROW_OF_THREE.search(self.sentence(instance))) is None:
            return values, form
        at = [variables.index(name) for name in re.findall(r"\w+", row[0]) if name in variables]
        cells = [cell for each in at if (cell := cell_of(values[each])) is not None]
        if len(cells) != len(row[0].split()) - 1 or len(places_in_words(self, cells)) > 1:
            return values, form
        all_of_them: Value = cells[0]
        for cell in cells[1:]:
            all_of_them = Term("both", (all_of_them, cell))
        told = Form(self.sentence(instance).replace(row[0], variables[at[0]]), cells[0])
        return (*values[: at[0]], all_of_them, *values[at[0] + 1 :]), told

    def form(self, instance: ConstraintInstance) -> Form | None:
        """The form of a constraint's sentence in a step; None if it has none."""
        decided = self.decided if instance in self.deciding else ()
        return instance.constraint.form(instance.values, self.follows, self.known, decided)

    def sentence(self, instance: ConstraintInstance) -> str:
        """A constraint's sentence in a step, or a form of it, with its variables; empty if it has none."""
        form = self.form(instance)
        return instance.constraint.sentence or "" if form is None else form.words

    def in_sentence(self, value: Value, variable: str, before: str) -> str:
        """A value in a sentence of the rules. before: the words right before it.

        There a place in a margin stands for its line, as one looks along it from there.
        """
        if variable in LABELS and (first := self._labels.get(value)) is not None:
            return f"of {first}"
        if (margin := margin_of(value)) is None:
            return self.value(value, variable)
        side, number = margin
        line = f"{'row' if side.along_rows else 'column'} {number}"
        if before.endswith("from "):
            return f"the {side} of {line}"
        return line + {Side.RIGHT: " from the right", Side.BOTTOM: " from below"}.get(side, "")


#: The form of sentences that many constraints say together.
OF_MANY = "of many"

#: So many constraints more than there are facts that follow from them at once have to be looked at together.
MANY = 3


def _decided(step: Step) -> Collection[str]:
    """What a constraint decides beside which others only exclude, and what holds by it and others. What cannot be lacks
    one of what is known not to hold, or has too many of what holds.
    """
    told = [each for each in step.deciding if each not in step.evident]
    holding = {f"for {fact.atom.name}" for fact in step.facts if fact.holds} | _of_many(step, told)
    if len({each.constraint for each in told}) != 1:
        return holding
    facts = step.facts or [replace(fact, holds=not fact.holds) for fact in step.known]
    said = {f"to {'' if fact.holds else 'not '}{fact.atom.name}" for fact in facts}
    return {"alone", *holding, *(said if len(said) == 1 and (len(told) == 1 or step.one_by_one) else ())}


def _of_many(step: Step, told: Sequence[ConstraintInstance]) -> set[str]:
    many = sum(OF_MANY in dict(each.constraint.forms) for each in told) - len(step.facts) >= MANY
    return {OF_MANY} if many and step.chain is None else set()


def _flat(value: Value) -> list[Value]:
    """What a term lists that has a list of the same kind, or what comes first, in front."""
    last: list[Value] = []
    head = value
    while isinstance(head, Term) and isinstance(value, Term) and head.name == value.name and len(head.args) == 2:
        head, final = head.args
        last.append(final)
    return [head, *reversed(last)]


def _with_article(text: str) -> str:
    """'Region of row 1, column 2 has …' as 'The region of …'."""
    return _BARE_AREA.sub(lambda word: f"{'The' if word[1][0].isupper() else 'the'} {word[1].lower()}", text)


def sentence(text: str) -> str:
    """The text with a capital letter and a full stop."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


# -- What follows in a step, in words: facts of one kind are said together, with their places in reading order


#: Facts of one kind that are still said one by one.
FEW = 2

#: Where a neighbour of a cell lies.
_TOWARDS = {"n": "above", "s": "below", "w": "on the left", "e": "on the right"}


def what_follows(words: Words, step: Step) -> str:
    """The facts of a step, without those that go without saying."""
    facts = [*step.facts]
    for without in (
        _without_other_marks,
        _without_own_regions,
        _without_other_areas,
        _without_other_shapes,
        _without_fills,
    ):
        facts = without(words, step, facts)
    return facts_in_words(words, facts or step.facts, step.emptied)


def _without_other_marks(words: Words, step: Step, facts: list[Fact]) -> list[Fact]:
    """Where one mark of several is, there is no other."""
    filled = {spot_of(words.puzzle, fact.atom) for fact in (*step.known, *step.facts) if fact.holds} - {None}
    return [fact for fact in facts if fact.holds or spot_of(words.puzzle, fact.atom) not in filled]


def _without_own_regions(words: Words, step: Step, facts: list[Fact]) -> list[Fact]:
    """A region has the cell that it is called after, if it has another one."""
    areas = {area for fact in step.facts if fact.holds and (area := _area(words, fact)) is not None}
    named = {each for area in areas if area[0] != area[1] for each in area}
    own = {(each, each) for each in named}
    return [fact for fact in facts if _area(words, fact) not in own]


def _without_other_areas(words: Words, step: Step, facts: list[Fact]) -> list[Fact]:
    """Where an area does not come goes without saying if it is said where it does."""
    inside = [fact for fact in facts if fact.holds and _area(words, fact) is not None]
    return [fact for fact in facts if fact.holds or not inside or _area(words, fact) is None]


def _without_other_shapes(words: Words, step: Step, facts: list[Fact]) -> list[Fact]:
    """Which shapes do not stand in a place goes without saying if more follows."""
    if not step.emptied and not any(fact.holds for fact in facts):
        return facts
    return [fact for fact in facts if fact.holds or _place(words, fact) in step.emptied or not _is_shape(words, fact)]


def _without_fills(words: Words, step: Step, facts: list[Fact]) -> list[Fact]:
    """That a cell is shaded goes without saying if it is said what stands there."""
    written = {_place(words, fact) for fact in facts if fact.holds and _is_text(words, fact)}
    return [fact for fact in facts if not (fact.holds and _is_fill(words, fact) and _place(words, fact) in written)]


def _is_fill(words: Words, fact: Fact) -> bool:
    mark = words.mark_of(fact.atom)
    return mark is not None and mark[0].layer is Layer.FILL


def _is_shape(words: Words, fact: Fact) -> bool:
    mark = words.mark_of(fact.atom)
    return mark is not None and mark[0].layer is Layer.SIGN


def _is_text(words: Words, fact: Fact) -> bool:
    mark = words.mark_of(fact.atom)
    return mark is not None and mark[0].layer is Layer.TEXT


def _area(words: Words, fact: Fact) -> tuple[Value, Value] | None:
    """The cell and the region of a fact that speaks of these."""
    mark = words.mark_of(fact.atom)
    if mark is None or not mark[0].layer.is_area:
        return None
    return mark[1].place, mark[1].values[mark[0].values[0]]


def facts_in_words(words: Words, facts: Sequence[Fact], emptied: Collection[Value] = ()) -> str:
    """The facts, with semicolons between: a few by themselves, many of one kind as one list of places.

    emptied: places of which they exclude the last mark.
    """
    kinds: dict[Hashable, list[Fact]] = {}
    for fact in facts:
        if _place(words, fact) not in emptied:
            kinds.setdefault(_kind(words, fact), []).append(fact)
    parts: list[str] = []
    if emptied:
        stay = "stays" if len(emptied) == 1 else "stay"
        parts.append(f"{'; '.join(places_in_words(words, sorted(emptied, key=str)))} {stay} empty")
    for kind, alike, value in _with_values(words, kinds):
        if kind is not None and (sentence := _in_one_line(words, alike, value)) is not None:
            parts.append(sentence)
        elif kind is not None and (joined := _joined(words, alike)) is not None:
            parts += joined
        elif kind is None or len(alike) <= (1 if _area(words, alike[0]) else FEW):
            parts += [words.atom(fact.atom, fact.holds, value) for fact in alike]
        else:
            parts.append(_together(words, alike, value))
    return "; ".join(dict.fromkeys(parts))  # the cells of an area that is called after them say the same


def _is_list(label: Value | None) -> TypeGuard[Term]:
    """Whether an area is called after its cells."""
    return isinstance(label, Term) and label.name in LISTED_BY


def _article(rule: DrawRule, holds: bool) -> str:
    """'a domino', or 'no domino'."""
    noun = rule.nouns.get("") or Noun.parse(rule.kind.name)
    return noun.with_article if holds else f"no {noun.one}"


def _with_values(
    words: Words, kinds: Mapping[Hashable, list[Fact]]
) -> Iterator[tuple[Hashable, list[Fact], str | None]]:
    """Facts of each kind, and in place of their value several: of values that the same places do not hold, the facts of
    the first one are there, with '1, 2 or 5'.
    """
    left = dict(kinds)
    for kind, alike in kinds.items():
        if kind not in left:
            continue
        if (where := _excluded_from(words, alike)) is None:
            yield kind, alike, None
            continue
        same = [each for each, facts in left.items() if _excluded_from(words, facts) == where]
        left = {each: facts for each, facts in left.items() if each not in same}
        *others, last = [words.written(*found) for each in same if (found := words.mark_of(kinds[each][0].atom))]
        yield kind, alike, f"{', '.join(others)} or {last}" if others else None


def _excluded_from(words: Words, facts: Sequence[Fact]) -> set[Value | None] | None:
    """The places that do not hold a value; None for other facts."""
    return None if facts[0].holds or not _is_text(words, facts[0]) else {_place(words, fact) for fact in facts}


def _kind(words: Words, fact: Fact) -> Hashable:
    """What facts that can be said together have in common; None for one that is said by itself."""
    mark = words.mark_of(fact.atom)
    if mark is None:
        return None
    rule, drawn = mark
    if rule.layer.is_area:
        label = drawn.values[rule.values[0]]
        return None if _is_list(label) else (rule.mark, label, fact.holds)
    if (
        drawn.other is not None
        and words.puzzle.board.side_along(drawn.place, drawn.other) is None
        and not _is_between(words, rule, drawn)
    ):
        return None
    return rule.mark, words.written(rule, drawn), fact.holds


def _place(words: Words, fact: Fact) -> Value | None:
    mark = words.mark_of(fact.atom)
    return None if mark is None else mark[1].place


def _marks(words: Words, facts: Sequence[Fact]) -> list[tuple[DrawRule, Drawn]]:
    return [mark for fact in facts if (mark := words.mark_of(fact.atom)) is not None]


def _in_one_line(words: Words, facts: Sequence[Fact], value: str | None) -> str | None:
    """'row 1, columns 2 and 4 have lights'; None if the facts are not about several cells of one row or column, or if
    it is not said of several cells at once.
    """
    marks = _marks(words, facts)
    rule, drawn = marks[0]
    value = value or words.written(rule, drawn)
    cells = sorted({cell for _, each in marks if (cell := cell_of(each.place)) is not None})
    several = rule.kind_of(value).several
    if several is None or len(cells) < max(len(marks), 2):
        return None
    rows, columns = {row for row, _ in cells}, {column for _, column in cells}
    if len(rows) > 1 and (len(columns) > 1 or not words.puzzle.board.in_columns):
        return None
    (place,) = places_in_words(words, cells)
    return several[not facts[0].holds].format(x=place, v=value)


def _is_path(words: Words, rule: DrawRule, drawn: Drawn) -> bool:
    """Whether it is a line, without a number, between cells that share a side."""
    return rule.layer is Layer.LINE and _is_between(words, rule, drawn)


def _is_between(words: Words, rule: DrawRule, drawn: Drawn) -> bool:
    """Whether it is a line or a wall, without a number, between cells that share a side."""
    one, other = cell_of(drawn.place), cell_of(drawn.other)
    is_plain = rule.layer in (Layer.LINE, Layer.WALL) and not drawn.values and words.puzzle.board.in_columns
    return is_plain and one is not None and other is not None and abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


def _side_between(drawn: Drawn) -> Value:
    """The side that two cells share, of a wall between them."""
    one, other = cell_of(drawn.place), cell_of(drawn.other)
    return drawn.place if one is None or other is None else side_between(one, other)


def _joined(words: Words, facts: Sequence[Fact]) -> list[str] | None:
    """'lines join row 1, column 2 to the cells below and on the left': the cell that has the most of them comes first;
    None if they are no lines between cells.
    """
    board = words.puzzle.board
    marks = [words.mark_of(fact.atom) for fact in facts]
    paths = [mark for mark in marks if mark is not None and _is_path(words, *mark)]
    if len(paths) < len(marks):
        return None
    lines = {_side_between(drawn): fact for (_, drawn), fact in zip(paths, facts)}
    noun = paths[-1][0].kind_of("").noun
    several = "lines" if noun is None else noun.several
    parts = []
    for row in _rows_of_lines(board, lines):
        cells = "; ".join(places_in_words(words, sorted(set[Cell]().union(*map(board.cells_around, row)))))
        parts.append(f"{_no([lines.pop(side) for side in row])}{several} join {cells} in a row")
    for cell, here in words.sides_by_cell(lines):
        first, *others = (lines[side] for side in here.values())
        if not others:
            parts.append(words.atom(first.atom, first.holds))
            continue
        is_all = len(here) == len(board.neighbours(cell)) > FEW
        where = "its neighbours" if is_all else f"the cells {listed([_TOWARDS[name] for name in here])}"
        parts.append(f"{_no([first])}{several} join {board.name(cell)} to {where}")
    return parts


def _no(facts: Sequence[Fact]) -> str:
    """'no ', if these facts do not hold."""
    return "" if facts[0].holds else "no "


#: So many lines in a row are said as one.
IN_A_ROW = 3


def _rows_of_lines(board: Board, sides: Iterable[Value]) -> list[list[Value]]:
    """Of sides that lines go over, those one behind the other in a row or a column, where they are many."""
    along: dict[tuple[int, int], dict[int, Value]] = {}  # by which coordinate is the same, and that
    for side in sides:
        one, other = sorted(board.cells_around(side))
        same = 0 if one[0] == other[0] else 1
        along.setdefault((same, one[same]), {})[one[1 - same]] = side
    rows = ([found[each] for each in run] for found in along.values() for run in _followed(sorted(found)))
    return [row for row in rows if len(row) >= IN_A_ROW]


def _together(words: Words, facts: Sequence[Fact], value: str | None) -> str:
    """'no lights: row 1, columns 2, 3 and 5; row 2, column 1'."""
    marks = _marks(words, facts)
    rule, drawn = marks[0]
    value = value or words.written(rule, drawn)
    if rule.layer.is_area:
        cells = "; ".join(places_in_words(words, [drawn.place for _, drawn in marks]))
        return f"{cells} {'belong' if facts[0].holds else 'do not belong'} to {words.group(rule, drawn)}"
    kind = rule.kind_of(value)
    along = words.puzzle.board.side_along
    sides = [along(drawn.place, drawn.other) or _side_between(drawn) for _, drawn in marks]
    places = "; ".join(places_in_words(words, sides))
    if kind.noun is None and kind.several is not None and (value or not kind.here):
        return kind.several[not facts[0].holds].format(x=places, v=value)
    what = kind.noun.several if kind.noun is not None else kind.here.format(v=value)
    no = "not" if rule.layer is Layer.FILL else "no"
    return f"{what if facts[0].holds else f'{no} {what}'}: {places}"


def places_in_words(words: Words, places: Sequence[Value]) -> list[str]:
    """'row 1, columns 2 and 3': the cells of each row, or 'rows 2 and 3 of column 1', or in short 'R1C2 and R1C3'; then
    the other places, corners by the cells that they are called after.
    """
    board = words.puzzle.board
    others = [place for place in places if cell_of(place) is None]
    at_sides = (lambda place: corner_of(place) is None and board.cells_around(place), is_side)[board.in_columns]
    sides = [place for place in others if at_sides(place)]
    on_rim = [each for each in others if board.corner_of_cell(each) and len(board.cells_around(each)) < 4]
    parts = _cells_in_words(words, sorted(cell for place in places if (cell := cell_of(place)) is not None))
    parts += [*words.sides(sides), *_corners_in_words(words, on_rim)]
    return parts + [words.value(each) for each in others if each not in (*sides, *on_rim)]


def _corners_in_words(words: Words, corners: Sequence[Value]) -> Iterator[str]:
    """Corners on the rim of a board, by the cells that they are corners of."""
    cells_of: dict[str, list[Cell]] = {}
    for corner, cell in filter(None, map(words.puzzle.board.corner_of_cell, corners)):
        cells_of.setdefault(corner, []).append(cell)
    for corner, cells in cells_of.items():
        noun = "corner" if len(cells) == 1 else "corners"
        yield f"the {corner} {noun} of {'; '.join(_cells_in_words(words, sorted(cells)))}"


def _cells_in_words(words: Words, cells: Sequence[Cell]) -> list[str]:
    board = words.puzzle.board
    if board.short_names and not board.in_columns:
        return [listed([board.name(cell) for cell in cells])] if cells else []
    blocks = _blocks(board, cells)
    if board.short_names:
        return [listed([span for block in blocks for span in _spans(*block)])] if blocks else []
    return [_block(*block) for block in blocks]


def _blocks(board: Board, cells: Sequence[Cell]) -> list[tuple[list[int], list[int]]]:
    """Rows that follow one another, or all of them, with the columns of their cells."""
    rows = {row: [board.position(cell) for cell in group] for row, group in groupby(cells, key=lambda cell: cell[0])}
    blocks: list[tuple[list[int], list[int]]] = []
    is_block = len({*map(tuple, rows.values())}) == 1
    for row, columns in rows.items():
        if blocks and board.in_columns and columns == blocks[-1][1] and (is_block or row == blocks[-1][0][-1] + 1):
            blocks[-1][0].append(row)
        else:
            blocks.append(([row], columns))
    return blocks


def _spans(rows: Sequence[int], columns: Sequence[int]) -> Iterator[str]:
    """'R1C2 to R1C5', 'R2C3'."""
    is_column = len(rows) > 1 and len(columns) == 1
    runs = [[(row, column) for row in run] for column in columns for run in _followed(rows)]
    if not is_column:
        runs = [[(row, column) for column in run] for row in rows for run in _followed(columns)]
    for run in runs:
        names = [SHORT_NAME.format(row=row, column=column) for row, column in run]
        yield from [f"{names[0]} to {names[-1]}"] if len(names) > FEW else names


def _block(rows: Sequence[int], columns: Sequence[int]) -> str:
    """'row 1, columns 2 and 3', 'rows 1 and 2 of column 3', 'rows 1 and 2, columns 3 and 4'."""
    if len(rows) > 1 and len(columns) == 1:
        return f"rows {numbers_in_words(rows)} of column {columns[0]}"
    across = f"column{'s' * (len(columns) > 1)} {numbers_in_words(columns)}"
    return f"row{'s' * (len(rows) > 1)} {numbers_in_words(rows)}, {across}"


def numbers_in_words(numbers: Sequence[int]) -> str:
    """'1, 2 and 4'; of three or more that follow one another the first and the last: '1 to 4 and 7'."""
    runs = _followed(sorted(numbers))
    parts = [[f"{run[0]} to {run[-1]}"] if len(run) > FEW else list(map(str, run)) for run in runs]
    return listed([part for each in parts for part in each])


def _followed(numbers: Iterable[int]) -> list[list[int]]:
    """Numbers in their order, those together that follow one another."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return runs
