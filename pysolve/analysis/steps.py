"""Steps of a walk: facts that follow together, and what of their reason decides, excludes, or goes without saying."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from operator import neg
from typing import NamedTuple

from ..model.board import Cell, Point, cell_of
from ..model.marks import Layer
from ..model.puzzle import Puzzle
from ..model.terms import Term, Value
from .assumptions import ConstraintInstance
from .clues import Clue
from .progress import Fact, places_of, step_marks
from .techniques import NamedTechnique

# -- Chapters: all that is open lies in a half of the board, then in a corner


class Part(StrEnum):
    """A part of a board."""

    UPPER = "upper half"
    LOWER = "lower half"
    LEFT = "left half"
    RIGHT = "right half"
    TOP_LEFT = "top left"
    TOP_RIGHT = "top right"
    BOTTOM_LEFT = "bottom left"
    BOTTOM_RIGHT = "bottom right"


_CORNERS = {
    (Part.UPPER, Part.LEFT): Part.TOP_LEFT, (Part.UPPER, Part.RIGHT): Part.TOP_RIGHT,
    (Part.LOWER, Part.LEFT): Part.BOTTOM_LEFT, (Part.LOWER, Part.RIGHT): Part.BOTTOM_RIGHT,
}  # fmt: skip


class Chapters:
    """Where the walk through a puzzle comes to a smaller part of the board."""

    #: The fewest rows and columns of a board that has parts.
    SMALLEST = 6

    #: The fewest cells that a chapter begins with, and the fewest steps of the one before.
    CELLS, STEPS = 4, 3

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        board = puzzle.board
        self._has_parts = board.in_columns and min(board.rows, board.columns) >= self.SMALLEST
        self._cells_of: dict[Term, list[Cell]] = {}
        self._part: Part | None = None
        self._steps = -1  # of this chapter, so far

    def begins(self, open_: Iterable[Fact]) -> Part | None:
        """The part that is left from the next step on, where there was more before. open_: what is not known yet."""
        if not self._has_parts:
            return None
        self._steps += 1
        cells = {cell for fact in open_ for cell in self._cells(fact.atom)}
        part = self._around(cells) if len(cells) >= self.CELLS else None
        if part is None or part == self._part or self._part in _CORNERS.values() or 0 < self._steps < self.STEPS:
            return None
        is_first, self._part, self._steps = self._steps == 0, part, 0
        return None if is_first else part  # no more was open from the beginning

    def _cells(self, atom: Term) -> list[Cell]:
        if atom not in self._cells_of:
            places = [*places_of(self._puzzle, atom)]
            own = [cell for place in places if (cell := cell_of(place)) is not None]
            self._cells_of[atom] = own or [each for place in places for each in self._puzzle.board.cells_around(place)]
        return self._cells_of[atom]

    def _around(self, cells: Iterable[Cell]) -> Part | None:
        """The smallest part that all cells lie in; the middle row and column belong to both sides."""
        board = self._puzzle.board
        rows, columns = zip(*cells)
        upright = _half(rows, board.rows, Part.UPPER, Part.LOWER)
        level = _half(columns, board.columns, Part.LEFT, Part.RIGHT)
        return _CORNERS[upright, level] if upright is not None and level is not None else upright or level


def _half(numbers: Collection[int], most: int, first: Part, last: Part) -> Part | None:
    least, largest = min(numbers), max(numbers)
    return first if 2 * largest <= most + 1 else last if 2 * least >= most + 1 else None


# -- Steps


class Left(NamedTuple):
    """What is left of the placements that a constraint counts, or that make a known fact true.

    ways: the cells of each; empty if they are many. always: the cells that all of them cover; ever: that any does.
    seen: the premises of the step that do no more than exclude others. there: whether all of them certainly lie there.
    shut: what would leave nothing over a place, with that.
    """

    of: ConstraintInstance | Fact
    ways: tuple[tuple[Value, ...], ...]
    always: frozenset[Value]
    ever: frozenset[Value]
    seen: frozenset[ConstraintInstance | Fact] = frozenset()
    there: bool = False
    shut: tuple[tuple[tuple[Value, ...], Fact], ...] = ()


class Rest(NamedTuple):
    """What known facts leave of a number that the values of some cells make together.

    sign: between what is taken off; parts: the number, and the values of these facts; rest: what that makes. cells:
    those that it is left for. ways: to make it in these by the constraint, where they are few.
    """

    of: ConstraintInstance
    sign: str
    parts: tuple[int, ...]
    rest: int
    facts: tuple[Fact, ...]
    cells: tuple[Value, ...]
    ways: Value | None = None


class Rival(NamedTuple):
    """Why another region does not come to the cell of a step. needs: the cell that it would need, too, as if that
    belonged to it. taken: to which region that belongs, by the known fact `known`, which the step rests on.
    """

    needs: Fact
    taken: Fact
    known: Fact


@dataclass(frozen=True)
class Step:
    """Facts that follow together, and why.

    facts: what follows. constraints, clues, known: the premises of the reason; `known` are facts that were known
    before. excluding: constraints that exclude something by themselves, with these known facts. evident: of
    these, those that exclude other values of a filled place, and no more. emptied: places of which the last of several
    marks is excluded. chain: how the opposite of a fact leads to a contradiction; None if the facts follow directly.
    pattern: the named technique that excludes what follows; None for other steps. part: of the board, which is all that
    is left from this step on, where more was left before. filled, unfilled: of how many places with a known mark, and
    without one, it has to be seen that they take no second one. seen: what went without saying by then, so that it
    is drawn, and not told. left: of what is put on the board, what may still be there by these premises. rests: of
    sums, what they leave. rivals: other regions that do not come to its cell. walls: clues of which it only matters
    that nothing is drawn in their cells: that is seen. one_by_one: of steps told as one, each constraint decides by
    itself, one after the other. ring: the places of the loop that would close, in their order.
    """

    facts: tuple[Fact, ...]
    constraints: tuple[ConstraintInstance, ...]
    clues: tuple[Clue, ...]
    known: tuple[Fact, ...]
    excluding: Mapping[ConstraintInstance, tuple[Fact, ...]] = field(default_factory=dict)
    evident: frozenset[ConstraintInstance] = frozenset()
    emptied: tuple[Value, ...] = ()
    chain: Chain | None = None
    pattern: Pattern | None = None
    part: Part | None = None
    filled: int = 0
    unfilled: int = 0
    seen: tuple[Fact, ...] = ()
    left: tuple[Left, ...] = ()
    rests: tuple[Rest, ...] = ()
    rivals: tuple[Rival, ...] = ()
    walls: tuple[Clue, ...] = ()
    one_by_one: bool = False
    ring: tuple[Value, ...] = ()

    @property
    def deciding(self) -> tuple[ConstraintInstance, ...]:
        """The constraints that are needed beside those that only exclude; all, if there are no others."""
        return self._combined or self.constraints

    @property
    def combined(self) -> int:
        """How many constraints have to be combined, and places that have one mark: what only excludes is looked at by
        itself.
        """
        return max(1, len(self._combined) + self.unfilled)

    @property
    def _combined(self) -> tuple[ConstraintInstance, ...]:
        return tuple(each for each in self.constraints if each not in self.excluding)

    @property
    def size(self) -> int:
        """How many premises the reason has."""
        return len(self.constraints) + len(self.clues) + len(self.known)

    @property
    def assumes_one_answer(self) -> bool:
        """Whether it rests on that there is one answer, so that it does not follow from its premises alone."""
        return self.pattern is not None and self.pattern.technique.assumes_one_answer

    @property
    def looked_at(self) -> int:
        """How much has to be seen together: the premises, and the places of which it takes that they have one mark."""
        return self.size + self.filled + self.unfilled


@dataclass(frozen=True)
class Pattern:
    """A use of a named technique. homes: constraints of which one mark holds each, with the marks that are left. chain:
    the two marks of each of them, as one comes through a chain: if the first one does not hold, the last one does.
    ends: marks of which one holds. beside: constraints of further homes, of which it is seen what is left.
    """

    technique: NamedTechnique
    homes: tuple[tuple[ConstraintInstance, tuple[Fact, ...]], ...]
    chain: tuple[Fact, ...] = ()
    ends: tuple[Fact, ...] = ()
    beside: frozenset[ConstraintInstance] = frozenset()


@dataclass(frozen=True)
class Chain:
    """What follows from the opposite of a fact, one after the other. links: the last one has no facts: its premises
    contradict each other. likewise: other facts of the step, whose opposites lead to a contradiction, too.
    """

    supposed: Fact
    links: tuple[Step, ...]
    likewise: tuple[Fact, ...] = ()

    def rests_on(self) -> tuple[Fact, ...]:
        """What was known before, and links rest on."""
        followed = {self.supposed, *(fact for link in self.links for fact in link.facts)}
        return tuple(dict.fromkeys(fact for link in self.links for fact in link.known if fact not in followed))


class Premises(NamedTuple):
    """What literals stand for: facts and constraints."""

    fact_of: Mapping[int, Fact]
    constraint_of: Mapping[int, ConstraintInstance]


class StepMaker:
    """Makes steps of literals. shown: the atoms that an answer may show, with their literals."""

    def __init__(self, puzzle: Puzzle, shown: Mapping[Term, int], premises: Premises) -> None:
        self._puzzle = puzzle
        self._shown = shown
        self._premises = premises

    def step(
        self,
        literals: Collection[int],
        reason: Collection[int],
        following: Mapping[int, set[int]],
        known: Collection[int],
    ) -> Step:
        """The step to these facts. reason: its premises. following: what else follows from these, with those that it
        needs. known: the facts that were known before.
        """
        facts, constraints = self._premises
        excluding = _excluding(following, known)
        return Step(
            facts=tuple(facts[each] for each in literals),
            constraints=tuple(
                sorted(
                    (constraints[each] for each in reason if each in constraints),
                    key=lambda each: (each.constraint.number, in_order(each.values)),
                )
            ),
            clues=(),
            known=tuple(facts[each] for each in sorted({*reason}.intersection(known), key=abs)),
            excluding={
                constraints[each]: tuple(facts[fact] for fact in sorted(set().union(*self._marked(by)), key=abs))
                for each, by in excluding.items()
            },
            evident=frozenset(constraints[each] for each, by in excluding.items() if self._only_fills(by)),
            emptied=self._emptied(literals, known),
        )

    def _marked(self, excluded: Mapping[int, set[int]]) -> Collection[set[int]]:
        """The known facts with which a constraint excludes marks; if it excludes none, all that it is used with."""
        return [by for literal, by in excluded.items() if abs(literal) in self._shown_atoms] or excluded.values()

    def _only_fills(self, excluded: Mapping[int, set[int]]) -> bool:
        """Whether all that is excluded are other values of a place that is known to be filled."""
        filled = {self._text_at.get(literal) for known in excluded.values() for literal in known}
        atoms = [-literal for literal in excluded if abs(literal) in self._shown_atoms]
        return len(filled) == 1 and None not in filled and bool(atoms) and {*map(self._text_at.get, atoms)} == filled

    @cached_property
    def _shown_atoms(self) -> frozenset[int]:
        return frozenset(self._shown.values())

    @cached_property
    def _text_at(self) -> dict[int, Value]:
        """The place that each atom writes into, if it does."""
        written = ((atom, text_of(self._puzzle, term)) for term, atom in self._shown.items())
        return {atom: text[0] for atom, text in written if text is not None}

    def _emptied(self, literals: Collection[int], known: Collection[int]) -> tuple[Value, ...]:
        """The places of which these facts exclude the last of several marks."""
        excluded = {-literal for literal in (*known, *literals) if literal < 0}
        return tuple(
            place for place, marks in self._marks_at.items()
            if len(marks) > 1 and marks <= excluded and not marks.isdisjoint(map(neg, literals))
        )  # fmt: skip

    @cached_property
    def _marks_at(self) -> dict[Value, set[int]]:
        """The atoms that put signs and symbols into each place."""
        atoms: dict[Value, set[int]] = {}
        rules = [rule for rule in self._puzzle.type.draw if rule.layer in (Layer.SIGN, Layer.SYMBOL)]
        stepped = step_marks(self._puzzle, self._shown.keys()) if rules else {}
        for rule in rules:
            for atom in stepped:
                if (drawn := rule.match(atom)) is not None:
                    atoms.setdefault(drawn.place, set()).add(self._shown[atom])
        return atoms


def _excluding(following: Mapping[int, set[int]], known: Collection[int]) -> dict[int, dict[int, set[int]]]:
    """For each premise from which something follows with known facts alone: what follows, and those facts."""
    excluding: dict[int, dict[int, set[int]]] = {}
    for literal, premises in following.items():
        facts = premises.intersection(known)
        others = list(premises - facts)
        if facts and len(others) == 1:
            excluding.setdefault(others[0], {})[literal] = facts
    return excluding


def text_of(puzzle: Puzzle, atom: Term) -> tuple[Value, Value] | None:
    """The place and the value of an atom that is drawn as a text."""
    for rule in puzzle.type.draw:
        drawn = rule.match(atom) if rule.layer in (Layer.TEXT, Layer.SIGN) else None
        if drawn is not None:
            return drawn.place, tuple(drawn.values.values())
    return None


def is_shape(puzzle: Puzzle, atom: Term) -> bool:
    """Whether an atom puts a shape into a place, or a symbol."""
    mark = puzzle.type.mark_of(atom)
    return mark is not None and mark[0].layer in (Layer.SIGN, Layer.SYMBOL)


def spot_of(puzzle: Puzzle, atom: Term) -> tuple[Term, frozenset[Value | None]] | None:
    """A place for one mark of several: a shape, the lines between two places, the region of a cell. Where one of them
    is, nobody would say that there is no other.
    """
    for rule in puzzle.type.draw:
        if (drawn := rule.match(atom)) is not None:
            is_one_of = rule.layer is Layer.SIGN or rule.layer.is_area or (rule.layer is Layer.LINE and drawn.values)
            return (rule.template, frozenset({drawn.place, drawn.other})) if is_one_of else None
    return None


def in_order(values: object) -> str:
    """A text by which values are sorted: column 9 before column 10."""
    return re.sub(r"\d+", lambda digits: digits[0].zfill(6), str(values))


def only_excludes(puzzle: Puzzle, step: Step) -> bool:
    """Whether all that follows is that there are no other marks where one is known."""
    filled = {spot_of(puzzle, fact.atom) for fact in step.known if fact.holds} - {None}
    return bool(filled) and all(not fact.holds and spot_of(puzzle, fact.atom) in filled for fact in step.facts)


def distance_to(puzzle: Puzzle, step: Step) -> Callable[[Iterable[Point]], float]:
    """How far points are from what a step is about."""
    places = {each for fact in (*step.facts, *step.known) for each in places_of(puzzle, fact.atom)}
    places.update(*(each.values for each in step.constraints))
    about = [point for place in places if (point := puzzle.board.point(place)) is not None]

    def distance(points: Iterable[Point]) -> float:
        return min((abs(x - a) + abs(y - b) for x, y in points for a, b in about), default=0)

    return distance
