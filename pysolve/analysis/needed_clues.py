"""Which clues the steps of a walk need, found on a grounding in which each may be given or not."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from itertools import chain as in_turn
from operator import itemgetter

from ..model.board import Cell, Point, cell_of
from ..model.puzzle import Puzzle
from ..model.terms import Term, Value
from ..solving.facts import term
from ..solving.settings import Settings
from .assumptions import AssumptionSolver, SearchLimitError, roughly_shrunk
from .clues import Clue, clues
from .progress import Fact, places_of
from .steps import Step, distance_to, text_of


class NeededClues:
    """Finds the clues of steps of one puzzle. It is grounded for the first one."""

    #: How many conflicts a search may take that says whether a clue is needed, and another one if it takes more; a clue
    #: for which that takes more, too, is kept.
    EFFORTS = (300, 3000)

    #: How many it may take that says whether all of some facts follow. Where it takes more, each by itself takes a few.
    TOGETHER = 30

    def __init__(self, puzzle: Puzzle, settings: Settings) -> None:
        self._puzzle = puzzle
        self._settings = settings
        self._clues = clues(puzzle)

    @cached_property
    def _solver(self) -> AssumptionSolver:
        return AssumptionSolver(
            self._puzzle, self._settings, self._clues, by_rules=True, keep_rules=False, beyond=True, unknown=True
        )

    def of(self, step: Step) -> tuple[Clue, ...]:
        """The clues from which the step's facts follow with its other premises, none of which is redundant; if it has
        no facts, those with which its premises contradict each other.
        """
        if not self._clues:
            return ()
        told = self._told(step)
        premises = [*self._against(step), *told]

        def core(some: Sequence[int], effort: int) -> list[int] | None:
            found = self._solver.core([*premises, *some], effort)
            return None if found is None else [each for each in some if each in found]

        others = [each for each in self._nearest_first(step) if each not in told]
        needed = {*told, *roughly_shrunk(core, others, self.EFFORTS)}  # with all of them, the step is one of the walk
        return tuple(clue for literal, clue in zip(self._solver.given, self._clues) if literal in needed)

    def _told(self, step: Step) -> list[int]:
        """The literals of the clues that constraints of a step speak of: as these are needed, so are they."""
        told: dict[int, None] = {}
        for instance in step.constraints:
            values = dict(zip(instance.constraint.variables, instance.values))
            for name, variables in instance.constraint.atoms:
                told |= dict.fromkeys(
                    self._by_atom.get(Term(name, tuple(values.get(each, "") for each in variables)), ())
                )
        return [*told]

    @cached_property
    def _by_atom(self) -> dict[Term, list[int]]:
        """The literals of the clues that state an atom."""
        by_atom: dict[Term, list[int]] = {}
        for literal, clue in zip(self._solver.given, self._clues):
            atoms = (term(each, token.values) for token in clue.tokens for each in token.templates)
            for atom, text in zip(atoms, clue.facts):
                if text not in clue.facts_unknown:
                    by_atom.setdefault(atom, []).append(literal)
        return by_atom

    def _nearest_first(self, step: Step) -> list[int]:
        """The literals of the clues, of those first that are near what a step is about: so they contradict its opposite
        without the others.
        """
        distance = distance_to(self._puzzle, step)
        distances = [distance(points) for points in self._points]
        return [literal for _, literal in sorted(zip(distances, self._solver.given), key=itemgetter(0))]

    @cached_property
    def _points(self) -> list[list[Point]]:
        """Where each clue stands."""
        point = self._puzzle.board.point
        return [[at for place in clue.places if (at := point(place)) is not None] for clue in self._clues]

    def of_links(self, step: Step, links: Iterable[Step]) -> tuple[Clue, ...]:
        """The clues of a step, and those that links of its chain need beside them."""
        found = step.clues
        for link in links if self._clues else ():
            given = [literal for literal, clue in zip(self._solver.given, self._clues) if clue in found]
            if not self._contradict([*self._against(link), *given]):
                found = (*found, *(clue for clue in self.of(link) if clue not in found))
        return found

    def walls(self, needed: Sequence[Clue], steps: Sequence[Step]) -> tuple[Clue, ...]:
        """Those of the clues that some steps need of which it only matters that nothing is drawn in their cells."""
        by_literal = {literal: clue for literal, clue in zip(self._solver.given, self._clues) if clue in needed}
        told = {each for step in steps for each in self._told(step)}
        empty = [each for each in by_literal if each not in told and self._left_empty[each]]
        return tuple(by_literal[each] for each in self._spared(by_literal.keys(), empty, steps))

    def _spared(self, needed: Set[int], empty: Sequence[int], steps: Sequence[Step]) -> list[int]:
        """Those of some clues, by their literals, in whose place the steps only need that their cells are empty."""
        against = [self._against(step) for step in steps] if empty else []

        def suffice(walls: Set[int]) -> bool:
            given = [*needed - walls, *in_turn(*(self._left_empty[each] for each in walls))]
            return all(self._refuted([*premises, *given]) for premises in against)

        walls: set[int] = set()
        for more in ({*empty}, *({each} for each in empty)):
            if not more <= walls and suffice(walls | more):
                walls |= more
        return [each for each in empty if each in walls]

    @cached_property
    def _left_empty(self) -> dict[int, list[int]]:
        """For each clue, by its literal, that what could be drawn in its cell, without a value, is not there."""
        puzzle = self._puzzle
        drawn: dict[Cell | None, list[int]] = {}
        for atom, literal in self._solver.shown.items():
            places = [*places_of(puzzle, atom)]
            if len(places) == 1 and (cell := cell_of(places[0])) is not None and not text_of(puzzle, atom):
                drawn.setdefault(cell, []).append(literal)
        about: dict[Value, list[int]] = defaultdict(list)
        for instance, literal in self._solver.required.items():
            for value in instance.values:
                about[value].append(literal)
        return {
            given: [
                -each
                for place in clue.places
                for each in drawn.get(cell_of(place), ())
                if self._refuted([given, each, *about[place]])
            ]
            for given, clue in zip(self._solver.given, self._clues)
        }

    def _refuted(self, literals: Sequence[int]) -> bool:
        """Whether the solver finds that the literals cannot all hold."""
        with suppress(SearchLimitError):
            return self._solver.core(literals, self.EFFORTS[0]) is not None
        return False

    def _contradict(self, literals: Sequence[int]) -> bool:
        """Whether the literals cannot all hold, or the solver gives up on that."""
        try:
            return self._solver.core(literals, self.EFFORTS[0]) is not None
        except SearchLimitError:
            return True

    def _against(self, step: Step) -> list[int]:
        """What a step rests on, and that not all of its facts hold."""
        premises = [self._solver.required[each] for each in step.constraints]
        premises += [literal for fact in step.known if (literal := self._literal(fact)) is not None]
        facts = [literal for fact in step.facts if (literal := self._literal(fact)) is not None]
        return [*premises, -self._solver.any_of([facts])] if facts else premises

    def steps(self, step: Step) -> Iterator[Step]:
        """The step; or, if it has no premises but clues, one to what needs none of these, and one for each of the clues
        that some of the other facts need.
        """
        if step.constraints or step.known:
            yield step
            return
        without = self._following((), step.facts)
        if without:
            yield replace(step, facts=tuple(without))
        left = [each for each in step.facts if each not in without]
        while left:
            needed = self.of(replace(step, facts=(left[0],)))
            following = [left[0], *self._following(needed, left[1:])]
            yield replace(step, facts=tuple(following), clues=needed)
            left = [each for each in left if each not in following]

    def _following(self, clues_: Sequence[Clue], facts: Sequence[Fact]) -> list[Fact]:
        """Those of the facts that follow from these clues, whatever others are given, if the solver finds it out."""
        given = [literal for literal, clue in zip(self._solver.given, self._clues) if clue in clues_]
        left = {literal: fact for fact in facts if (literal := self._literal(fact)) is not None}
        try:
            while left and (holding := self._holding(given, left)) is not None:
                left = {literal: left[literal] for literal in left if literal in holding}
        except SearchLimitError:
            return [fact for literal, fact in left.items() if self._follows(given, literal)]
        return [*left.values()]

    def _follows(self, given: list[int], literal: int) -> bool:
        """Whether a fact follows; no, if the solver gives up."""
        with suppress(SearchLimitError):
            return self._solver.core([*given, -literal], self.EFFORTS[0]) is not None
        return False

    def _holding(self, given: list[int], facts: Collection[int]) -> set[int] | None:
        """Those of the facts that hold in an answer in which not all do; None if there is none."""
        return self._solver.holds([*given, -self._solver.any_of([[*facts]])], facts, self.TOGETHER)

    def _literal(self, fact: Fact) -> int | None:
        """The literal of a fact; None for what no choice of clues makes possible, and so is never."""
        literal = self._solver.shown.get(fact.atom)
        return None if literal is None else literal if fact.holds else -literal
