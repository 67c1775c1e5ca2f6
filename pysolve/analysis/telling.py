"""How the steps of a walk are told: by the marks that a person sees on the board. What is only crossed out or noted
is not told before another step needs it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from itertools import chain as in_turn
from operator import itemgetter
from typing import TypeAlias

from ..model.board import Cell, cell_of
from ..model.puzzle import Puzzle
from ..model.terms import Term, Value
from .assumptions import ConstraintInstance, SearchLimitError
from .finders import PLAIN
from .placements import Placements
from .progress import Fact, seen_notes
from .propagation import Label, Propagation
from .steps import Pattern, Step, distance_to, is_shape, text_of
from .techniques import CONNECTED, identity_of, techniques
from .walk_state import WalkState

#: Facts that go without saying once what comes before them is known.
Seen: TypeAlias = tuple[Fact, ...]


class ByTheBoard:
    """Tells steps by what stands on the board, where a person sees it all: with as few constraints as it takes beside
    that, and by what is near.
    """

    #: How many known facts take the place of a constraint.
    SEEN = 5

    #: More than a reason has premises.
    MOST = 1000

    def __init__(self, state: WalkState, untold: Collection[Fact], placements: Placements, traces: bool) -> None:
        """untold: what was not told so far. The marks are what is known, but for that and what was crossed out.
        traces: what is connected is traced along them, however many these are.
        """
        self._state = state
        self._placements = placements
        self._untold = untold
        self._traces = traces
        known = (each for each in state.known if each not in state.facts.absent)
        self.marks = [each for each in known if state.fact_of[each] not in untold]
        self._given = state.with_marks(self.marks)

    def tell(self, step: Step) -> Step:
        """The step by what stands on the board by now, in place of what was crossed out before it stood there, and of
        constraints that lead to nothing else.
        """
        plain = self._seen_by_now(step)
        state = self._state
        literals, known = state.literals(step.facts), state.literals(step.known)
        if step.assumes_one_answer or self._is_left(step.pattern) or (plain and not step.constraints):
            return self._by_marks(step, plain)
        if not step.constraints:
            return self._by_the_nearest(step, literals, known)
        constraints = {state.solver.required[each] for each in step.constraints}
        constraints.update({*in_turn(*plain.values())}.difference(state.known))
        board = self._nearest_first(step, [each for each in known if state.fact_of[each] not in plain])
        if premises := self._traced(literals, board, constraints):
            return state.step(literals, premises, state.following(premises))
        fewest = self._premises(self._given.copy(), literals, dict.fromkeys(board, 0), sorted(constraints))
        premises = self._needed(literals, board, fewest)
        spared = len(constraints) - self._named(premises, literals)
        if not premises or len(premises) > len(constraints) + len(known) + spared * self.SEEN:
            if plain:
                return step
            premises = [*constraints, *known]
        premises = [*dict.fromkeys(self._nearest(each, board) for each in premises)]
        return state.step(literals, premises, state.following(premises))

    def _traced(self, literals: Sequence[int], board: Iterable[int], constraints: Collection[int]) -> list[int]:
        """What some facts need of the board and of one of several constraints that says what is connected: along the
        marks, however many these are, that is seen before anything is combined. Empty if they need more.
        """
        instances = ((each, self._state.constraint_of.get(each)) for each in sorted(constraints))
        for constraint, instance in instances if self._traces and len(constraints) > 1 else ():
            if instance is not None and techniques().idea(identity_of(instance)) in CONNECTED:
                premises = [constraint, *self._connected_with(instance), *board]
                if all(self._follows(each, premises) for each in literals):
                    return self._state.regions.needed(literals, premises)
        return []

    def _connected_with(self, instance: ConstraintInstance) -> Iterator[int]:
        """The constraints that what stands on the board is connected, too: whichever part rules call cut off."""
        of = _without_cells(instance)
        here = set().union(*(self._places(each) for each in self.marks if each > 0))
        for literal, each in self._state.constraint_of.items():
            if each.constraint == instance.constraint and _without_cells(each) == of and here.intersection(each.values):
                yield literal

    def _follows(self, fact: int, premises: Sequence[int]) -> bool:
        """Whether the solver finds that a fact follows."""
        with suppress(SearchLimitError):
            return self._state.solver.core([*premises, -fact], self.MOST) is not None
        return False

    def _named(self, premises: Iterable[int], literals: Sequence[int]) -> int:
        """How many rules a reason names: that only one region is left for a cell is one, too, as it is easier to see
        than why others do not fit over their own.
        """
        named = [each for each in premises if each in self._state.constraint_of]
        return len(named) or int(self._state.region_of(literals[0]) is not None)

    def _is_left(self, pattern: Pattern | None) -> bool:
        """Whether a step has a pattern, each home of which has several places left that are not filled by now."""
        return pattern is not None and all(
            sum(-each not in self._given.labels for each in self._state.literals(left)) > 1 for _, left in pattern.homes
        )

    def _by_the_nearest(self, step: Step, literals: Sequence[int], known: Sequence[int]) -> Step:
        """A step without constraints by what is nearest: of a loop, by the sides that meet in one corner."""
        board = self._nearest_first(step, known)
        if len(known) <= PLAIN:
            needed = self._state.regions.needed(literals, known)
            return step if {*needed} == {*known} else self._state.step(literals, needed, self._state.following(needed))
        farthest = max(board[each] for each in known)
        near = [each for each, distance in board.items() if distance <= farthest]
        premises = self._state.regions.needed(literals, near)
        return self._state.step(literals, premises, self._state.following(premises))

    def whole(self, step: Step) -> Step:
        """The step with all that the constraint which decides it says of the board, or, without one, of the piece that
        it speaks of: a thought is closed.
        """
        state = self._state
        literals = state.literals(step.facts)
        if step.pattern is not None or len(step.deciding) > 1 or not {*literals} <= state.facts.answer.keys():
            return step
        constraints = [state.solver.required[each] for each in step.constraints]
        board = self._nearest_first(step, state.literals(step.known))
        new = self._of_piece(literals, board) if not constraints else self._decided(literals, board, constraints)
        seen = state.seen_beside([each for each in new if each > 0])
        whole = [each for each in new if each not in seen]
        if {*whole} <= {*literals} or not {*literals} <= {*new}:
            return step
        premises = self._needed(whole, board, constraints)
        if not premises or (not constraints and len(premises) > len(step.known) + PLAIN):  # another thought
            return step
        return state.step(whole, premises, state.following(premises))

    def _decided(self, literals: Sequence[int], board: Collection[int], constraints: Iterable[int]) -> list[int]:
        """What follows from constraints and the board, but for what does so without them. What these facts lead to is
        another thought, unless it is the rest of a piece.
        """
        state = self._state
        without, by_facts, following = (self._following([*board, *more]) for more in ((), literals, constraints))
        open_ = [each for each in state.open() if each in state.facts.answer and each in following]
        is_piece = literals[0] > 0 and state.has_pieces
        own = [each for each in open_ if each in literals or each not in by_facts or (is_piece and each > 0)]
        return [each for each in self._of_one_region(literals[0], own) if each not in without]

    def _following(self, literals: Iterable[int]) -> Mapping[int, Label]:
        """What follows from the board and some literals."""
        labels = self._given.labels
        return {**labels, **self._given.following({each: 0 for each in literals if each not in labels})}

    def _of_one_region(self, literal: int, others: list[int]) -> list[int]:
        """Those that are about the same region as a fact, if it puts a cell into one."""
        region = self._state.region_of(literal)
        return others if region is None else [each for each in others if self._state.region_of(each) == region]

    def _of_piece(self, literals: Sequence[int], board: Collection[int]) -> list[int]:
        """What follows from the board by itself and touches these facts, as far as it has no other value."""
        state = self._state
        following = self._following(board)
        left = {each: self._places(each) for each in state.open() if each in following and each not in literals}
        values = {*filter(None, map(self._value, literals))}

        def fits(literal: int) -> bool:
            return literal > 0 and (not values or self._value(literal) in values | {()})

        found = self._touching(literals, {each: places for each, places in left.items() if fits(each)})
        if literals[0] < 0:
            return [*literals]
        always = self._placements.always(literals[0], self._following([*board, *literals]))
        found += [each for each in state.open() if each in always and each not in found and fits(each)]
        return self._touching(found, self._beside_piece(found, board)) if state.has_pieces else found

    def _beside_piece(self, literals: Sequence[int], board: Collection[int]) -> dict[int, set[Cell]]:
        """What else is seen once a piece is there, as it has no more: what lies beside it, and its shape; with its
        places.
        """
        state = self._state
        whole = state.bare.following(dict.fromkeys([*literals, *(each for each in board if each > 0)], 0))
        rest = (each for each in state.open() if each in whole and each not in literals)
        return {each: self._places(each) for each in rest if each < 0 or self._is_text(each)}

    def _touching(self, literals: Iterable[int], left: dict[int, set[Cell]]) -> list[int]:
        """These facts, and of those that are left, with their places, what touches them or one another."""
        found, waiting = [*literals], [*literals]
        while waiting:
            reached = self._places(waiting.pop())
            reached = reached.union(*map(self._state.puzzle.board.neighbours, reached))
            new = [each for each, places in left.items() if places & reached]
            found, waiting = [*found, *new], [*waiting, *new]
            for each in new:
                del left[each]
        return found

    def _places(self, literal: int) -> set[Cell]:
        return {cell for place in self._state.places(literal) if (cell := cell_of(place)) is not None}

    def _value(self, literal: int) -> tuple[Value, ...]:
        """What a fact says of its places: a digit, a letter; empty if it is only a mark."""
        mark = self._state.puzzle.type.mark_of(self._state.fact_of[literal].atom)
        return () if mark is None else tuple(mark[1].values.values())

    def _is_text(self, literal: int) -> bool:
        return text_of(self._state.puzzle, self._state.fact_of[literal].atom) is not None

    def _nearest_first(self, step: Step, others: Iterable[int]) -> dict[int, float]:
        """What stands on the board, and others, with how far that is from what the step is about."""
        distance = distance_to(self._state.puzzle, replace(step, known=()))
        distances = {each: distance(self._state.points(each)) for each in (*self.marks, *others)}
        return dict(sorted(distances.items(), key=itemgetter(1)))

    def _nearest(self, premise: int, board: Mapping[int, float]) -> int:
        """Of the known facts that say as much, the nearest: of a region, a cell that is spoken of."""
        against = self._state.bare.following({-premise: 0}) if premise in board else {}
        alike = [premise, *(each for each in board if -each in against)]
        return min(alike, key=lambda each: board.get(each, 0))

    def _needed(self, literals: Sequence[int], board: Iterable[int], constraints: Iterable[int]) -> list[int]:
        """What these facts need of what stands on the board and of some constraints; empty if that is not found."""
        known = {each: self._state.labels.bit(each) for each in board}
        premises = self._premises(self._state.bare.copy(), literals, known, constraints)
        return self._state.regions.needed(literals, premises) if premises else []

    def _premises(
        self, given: Propagation, literals: Iterable[int], known: Mapping[int, Label], constraints: Iterable[int]
    ) -> list[int]:
        """What these facts follow from, by propagation. given: what it begins with. known: with their labels, the
        nearest first. Empty if it finds that of one of them nowhere.
        """
        for each in constraints:
            given.add(each, self._state.labels.bit(each))
        for literal, label in known.items():  # of labels of the same size, the first one stays
            given.add(literal, label)
            given.run(1)
        given.run(self.MOST)
        union = 0
        for literal in literals:
            labels = [given.labels.get(literal), given.probe(-literal, self.MOST)[0]]
            found = [each for each in labels if each is not None]
            if not found:
                return []
            union |= min(found, key=int.bit_count)
        return self._state.labels.own(union)

    def _seen_by_now(self, step: Step) -> dict[Fact, list[int]]:
        """What a step rests on and was never told, as far as it is seen on the board by now, with what says so. A
        note is worth a step, and so is a place that stays without a shape.
        """
        state = self._state
        held = [(fact, literal) for fact in step.known if fact in self._untold and (literal := state.literal(fact))]
        held = [each for each in held if each[1] in state.facts.absent and not is_shape(state.puzzle, each[0].atom)]
        return {fact: self._seen[literal] for fact, literal in held if literal in self._seen}

    @cached_property
    def _seen(self) -> dict[int, list[int]]:
        """What each mark on the board excludes by a single constraint, with the two of them."""
        state = self._state
        premises = {each: state.labels.bit(each) for each in [*self.marks, *state.constraints]}
        _, following = state.bare.broken(premises, PLAIN)
        return {each: state.labels.own(label) for each, label in following.items() if label & ~state.constraint_label}

    def _by_marks(self, step: Step, plain: Mapping[Fact, list[int]]) -> Step:
        """The step of a technique, or without constraints, by what stands on the board, not by what was not told."""
        if not plain:
            return step
        known = [fact for fact in step.known if fact not in plain]
        facts = (self._state.fact_of[each] for seen in plain.values() for each in seen if each in self._state.known)
        return replace(step, known=tuple(dict.fromkeys([*known, *facts])))


def _without_cells(instance: ConstraintInstance) -> list[Value]:
    return [value for value in instance.values if cell_of(value) is None]


class Untold:
    """The steps of a walk that are held back so far, in their order."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._steps: list[Step] = []

    def add(self, step: Step) -> None:
        """Adds the next step, with what is seen beside its facts: what rests on that, rests on these."""
        self._steps.append(step)

    def taken_over(self, step: Step, facts: Set[Fact]) -> list[Fact]:
        """Those of the facts that no step here rests on, nor the next one: the steps here that lead to nothing else no
        longer tell them.
        """
        needed = {*step.known, *(fact for each in self._steps for fact in (*each.known, *each.seen))}
        taken = [each for each in self._steps if facts >= {*each.facts} and needed.isdisjoint(each.facts)]
        self._steps = [each for each in self._steps if each not in taken]
        return [fact for each in taken for fact in each.facts]

    def told_before(self, facts: Set[Fact]) -> None:
        """Facts that have been told by now are no longer told by the steps here."""
        left = (replace(each, facts=tuple(fact for fact in each.facts if fact not in facts)) for each in self._steps)
        self._steps = [each for each in left if each.facts]

    def facts(self, *, by_rules: bool = False) -> set[Fact]:
        """What all these steps lead to; by_rules: those of them that rest on constraints."""
        return {fact for step in self._steps if step.constraints or not by_rules for fact in step.facts}

    def seen(self) -> set[Fact]:
        """What is seen beside that."""
        return {fact for step in self._steps for fact in step.seen}

    def spelled_out(self, step: Step) -> set[Fact]:
        """What a step rests on, with what its notes follow from in their place, if that takes no constraints."""
        known = {*step.known}
        for held in reversed(self._steps):
            if not (known.isdisjoint(held.facts) or held.constraints):
                known = known.difference(held.facts).union(held.known)
        return known

    def needed_by(
        self, step: Step, known: Iterable[Term], instead: Mapping[Fact, Fact], afresh: Callable[[Step], Step]
    ) -> list[Step | Seen]:
        """The held-back steps that a step needs, in their order; they are no longer held back.

        known: the atoms that were known to hold before it. instead: facts that need not be told, each with what says as
        much; what only the step itself says came too late for them. afresh: tells a step by what is on the board by
        now.
        """
        instead = {fact: other for fact, other in instead.items() if other not in step.facts}
        seen_at_once = seen_notes(self._puzzle, self.facts(), known)
        needed, told, left = {*step.known}, list[Step | Seen](), list[Step]()
        for held in reversed(self._steps):
            facts = tuple(fact for fact in held.facts if fact not in instead)
            each = replace(
                held, facts=facts, known=tuple(dict.fromkeys(instead.get(fact, fact) for fact in held.known))
            )
            wanted = needed.intersection(each.facts) if needed.isdisjoint(held.seen) else {*each.facts}
            seen = [fact for fact in each.facts if fact in wanted & seen_at_once]
            rest = tuple(fact for fact in each.facts if fact not in seen)
            if len(wanted) > len(seen):
                each = afresh(each)
                needed.update(each.known)
                told.append(replace(each, facts=rest))
            elif rest:
                left.append(replace(each, facts=rest))
            if seen:
                told.append(tuple(seen))
        self._steps = left[::-1]
        return told[::-1]
