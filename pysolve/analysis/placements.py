"""What is left: of pieces on a board, a person says which ones still fit, not why all others do not; of a sum, what
known values leave.

Rules say with `placement(P, X)` that the atom P covers the cell X (docs/rules.md). A constraint speaks of those that
its ground rules count; a known fact of those that make it true. With `summand(P, X, N)` they say that the value of X
is a part of the sum N where a constraint speaks of P and of N; with `factor(P, X, N)`, likewise, of a product.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Set
from dataclasses import replace
from functools import cached_property, partial, reduce
from itertools import chain, product
from operator import add, floordiv, mul, sub

from ..model.board import cell_of
from ..model.terms import Term, Value
from ..solving.ledger import FACTOR, PLACEMENT, SUMMAND
from .assumptions import ConstraintInstance
from .progress import Fact
from .steps import Left, Rest, Step, text_of
from .techniques import identity_of, is_cut_off, techniques
from .walk_state import WalkState

#: More placements than this are not told one by one.
MOST = 3

#: How a known value is taken off a number, with its sign, and how values make it, with the name of that in sentences.
_TAKEN = {SUMMAND: ("−", sub, "plus", add), FACTOR: ("÷", floordiv, "times", mul)}

#: The values of more cells, and more ways, than this are not listed.
_CELLS_LISTED, _WAYS_LISTED = 3, 4

#: Of no more placements it is tried whether they fit with what stands on the board.
_TRIED = 8

#: More placements over a cell than this nobody looks through.
_LOOKED_THROUGH = 60


def _joined(name: str, values: Iterable[Value]) -> Value:
    """Values as a term, the name of which sentences write between them (analysis/constraints.py)."""
    return reduce(lambda joined, value: Term(name, (joined, value)), values)


def _puts_something(step: Step) -> bool:
    """Whether a fact of a step says that something is there."""
    return any(fact.holds for fact in step.facts)


class Placements:
    """The placements of one puzzle."""

    def __init__(self, state: WalkState) -> None:
        self._state = state
        self._follows: dict[int, Mapping[int, object]] = {}  # from each placement

    def told(self, step: Step) -> Step:
        """The step with what is left by its reason."""
        return replace(step, left=self.left(step), rests=tuple(self._rests(step)))

    def left(self, step: Step) -> tuple[Left, ...]:
        """What is left by the reason of a step that follows directly: for each constraint that decides it, as far as it
        counts placements; else, for the known fact that decides it, or where something is not there.
        """
        if not self._cells or step.pattern is not None or step.chain is not None:
            return ()
        state = self._state
        reason = [*(state.solver.required[each] for each in step.constraints), *state.literals(step.known)]
        following = state.following(reason)
        if step.constraints:
            counted = {each: placed for each in step.deciding if (placed := state.counted_by(each, self._cells))}
            if counted:
                seen, left = self._seen(step, counted, following), partial(self._counted, step, following=following)
                return tuple(left(of, placed)._replace(seen=seen) for of, placed in counted.items())
            if not _puts_something(step):
                return self._over_new(step)
        return self._over_known(step, following) or self._over_new(step) or self._over_refuted(step, reason, following)

    def _over_refuted(self, step: Step, reason: Iterable[int], following: Mapping[int, object]) -> tuple[Left, ...]:
        """What is left over a known place once placements are gone that contradict the premises of a step, and why
        those are gone that would leave nothing over another place.
        """
        making: dict[ConstraintInstance | Fact, list[int]]
        making = {fact: self._making(fact) for fact in step.known if fact.holds}
        refuted = self._refuted(step, {*chain.from_iterable(making.values())})
        over = self._over_known(step, refuted)
        excluded = [-each for each in self._cells if -each in refuted and -each not in following]
        gone = [each for left in over for each in making.get(left.of, ()) if -each in excluded]
        known = [each for each in reason if each not in self._state.constraint_of]  # these say what they exclude
        shut = self._shutting(gone, {*known, *excluded}, making)
        return tuple(left._replace(shut=shut[:MOST]) for left in over)

    def _shutting(
        self, gone: Iterable[int], reason: Set[int], making: Mapping[ConstraintInstance | Fact, Collection[int]]
    ) -> tuple[tuple[tuple[Value, ...], Fact], ...]:
        """The cells of those of some placements that leave nothing over a known place, with what is known of it.

        reason: what is known. making: the placements over each place.
        """
        shut = []
        for each in gone:
            given = self._state.bare.copy()
            for literal in [*reason - {-each}, each]:
                given.add(literal, 0)
            given.run(0)
            others = ((of, made) for of, made in making.items() if made and each not in made)
            empty = (of for of, made in others if all(-other in given.labels for other in made))
            shut += [(self._cells[each], of) for of in [*empty][:1] if isinstance(of, Fact)]
        return tuple(shut)

    def are_closed(self, step: Step) -> bool:
        """Whether all that follows is that cells do not belong to regions that are seen to be whole: where the board
        leaves one place for each, and all of that is known to be there.
        """
        state = self._state
        literals = state.literals(step.facts)
        if not (self._cells and literals and state.facts.elsewhere.keys() >= {*literals}):
            return False
        counted = [state.counted_by(each, self._cells) for each in step.deciding]
        required = [state.solver.required[each] for each in step.deciding]
        seen = state.bare.following(dict.fromkeys([*state.seen, *required], 0))
        left = [[each for each in placed if -each not in seen] for placed in counted]
        return bool(left) and all(len(some) == 1 and some[0] in seen for some in left)

    def _counted(
        self, step: Step, of: ConstraintInstance, placed: Collection[int], following: Mapping[int, object]
    ) -> Left:
        """What is left of the placements that a constraint counts: if that does not cover what is there by the step,
        without those that contradict its premises at once.
        """
        left = self._left(of, placed, following)
        new = {place for fact in step.facts if fact.holds for place in fact.atom.args}
        cells = {cell for each in placed for cell in self._cells[each]}
        return left if new & cells <= left.always else self._left(of, placed, self._refuted(step, placed))

    def _over_known(self, step: Step, following: Mapping[int, object]) -> tuple[Left, ...]:
        """What is left over the known fact that decides a step without constraints."""
        making: dict[ConstraintInstance | Fact, list[int]]
        making = {fact: made for fact in step.known if fact.holds and (made := self._making(fact))}
        left = [self._left(of, made, following) for of, made in making.items()]
        new = {fact: {*self._making(fact)} for fact in step.facts}

        def decides(each: Left) -> bool:
            ways = {way for way in making[each.of] if -way not in following}
            return all(
                ways <= made if fact.holds else ways.isdisjoint(made) and made <= {*making[each.of]}
                for fact, made in new.items()
            )

        deciding = [each for each in left if each.ever and decides(each)]
        return tuple(sorted(deciding, key=lambda each: len(each.ever))[:1])

    def _refuted(self, step: Step, placed: Iterable[int]) -> Mapping[int, object]:
        """What follows from the premises of a step, and that placements are not there which contradict them."""
        given = self._state.bare.copy()
        required = (self._state.solver.required[each] for each in step.constraints)
        for literal in (*required, *self._state.literals(step.known)):
            given.add(literal, 0)
        given.run(0)
        placed = [*placed]
        for each in (*placed, *placed):  # what one of them shows may refute another one
            if given.probe(each, 0)[0] is not None:
                given.add(-each, 0)
                given.run(0)
        return given.labels

    def _over_new(self, step: Step) -> tuple[Left, ...]:
        """What known facts leave over the places in which nothing is put, by a step that has no other facts: of what
        any of it covers, only what the constraints speak of; nothing where that follows from the other facts.
        """
        if _puts_something(step):
            return ()
        spoken_of = {cell for each in step.constraints for value in each.values for cell in self._around(value)}
        direct = [fact for fact in step.facts if not spoken_of.isdisjoint(fact.atom.args)]
        known = self._known_places(step)
        by_known = self._state.following(self._state.literals(step.known))
        then = self._state.bare.following(dict.fromkeys(self._state.literals([*step.known, *direct]), 0))
        left = []
        for fact in step.facts:
            of = replace(fact, holds=True)
            over = self._left(of, self._making(of), by_known if fact in direct else then)
            covered = over.always & spoken_of - known - {*fact.atom.args} if fact in direct else frozenset()
            if covered or (over.ever and is_cut_off(step)):
                left.append(Left(of, (), covered, over.ever))
            elif self._says_why(over, step, fact in direct):
                left.append(over)
        return tuple(left)

    def _says_why(self, over: Left, step: Step, is_direct: bool) -> bool:
        """Whether it is said what is left over a place by a step: nothing, or what has a shape that it speaks of."""
        assert isinstance(over.of, Fact)
        nothing = not is_direct and not over.ever and bool(self._making(over.of))
        return nothing or (bool(over.ways) and self._is_of_shapes(step))

    def against(self, link: Step) -> tuple[Left, ...]:
        """What is left over what a contradiction rests on and nobody knows, if it is of that: nothing, or what has a
        shape that constraints speak of.
        """
        state = self._state
        known = {*state.literals(link.known)}
        new = [fact for fact in link.known if fact.holds and not {*state.literals([fact])} & {*state.seen}]
        is_of_shapes = self._is_of_shapes(link)
        if not (new and self._cells and (is_of_shapes or not link.constraints)):
            return ()
        left, following = [], state.bare.following(dict.fromkeys(known, 0))
        for fact in new:
            over = self._left(fact, self._making(fact), following)
            if over.ways if is_of_shapes else not over.ever and self._making(fact):
                left.append(over)
        return tuple(left[:1])

    def _is_of_shapes(self, step: Step) -> bool:
        """Whether constraints of a step speak of what would be written in places, if something were put there."""
        return any(not self._written.isdisjoint(product(each.values, each.values)) for each in step.constraints)

    @cached_property
    def _written(self) -> set[tuple[Value, Value]]:
        """What may be written in places."""
        texts = filter(None, (text_of(self._state.puzzle, each.atom) for each in self._state.fact_of.values()))
        return {(place, value) for place, values in texts if isinstance(values, tuple) for value in values}

    def _known_places(self, step: Step) -> set[Value]:
        """What a step's known facts are about, and what stands on the board."""
        seen = [fact for each in self._state.seen if (fact := self._state.fact_of[each]).holds]
        return {place for fact in [*step.known, *seen] for place in fact.atom.args}

    def _around(self, value: Value) -> Iterable[Value]:
        """The cells that a place is, or that meet in it."""
        return [value] if cell_of(value) is not None else self._state.puzzle.board.cells_around(value)

    def _seen(
        self, step: Step, counted: Mapping[ConstraintInstance, Iterable[int]], following: Mapping[int, object]
    ) -> frozenset[ConstraintInstance | Fact]:
        """The premises that a step takes only for placements that they exclude."""
        literal_of: dict[ConstraintInstance | Fact, int] = {
            each: self._state.solver.required[each] for each in step.constraints if each not in counted
        }
        literal_of |= {fact: literal for fact in step.known if (literal := self._state.literal(fact)) is not None}
        facts = {*self._state.literals(step.facts)}
        needed = {*literal_of.values(), *(self._state.solver.required[each] for each in counted)}
        needed |= {-each for placed in counted.values() for each in placed if -each in following}
        for literal in literal_of.values() if facts <= following.keys() else ():
            if facts <= self._state.bare.following(dict.fromkeys(needed - {literal}, 0)).keys():
                needed.discard(literal)
        return frozenset(each for each, literal in literal_of.items() if literal not in needed)

    def _left(self, of: ConstraintInstance | Fact, placed: Iterable[int], following: Mapping[int, object]) -> Left:
        """What is left of these placements, as far as it is not excluded; if that is something, nor by the board."""
        left = [each for each in placed if -each not in following]
        left = self._fitting(of, left) or left
        ways = [*dict.fromkeys(self._cells[each] for each in left)]
        always = frozenset(ways[0]).intersection(*ways) if ways else frozenset()
        there = bool(left) and all(each in following for each in left)
        return Left(of, tuple(ways) if len(ways) <= MOST else (), always, frozenset().union(*ways), there=there)

    def _fitting(self, of: ConstraintInstance | Fact, placed: list[int]) -> list[int]:
        """Those of some placements that fit with what stands on the board, and make what they are left for."""
        excluded = {-each for each in self._state.seen}  # not what follows from all of that together
        placed = [each for each in placed if excluded.isdisjoint(self._made(each))]
        if len(placed) > _TRIED:
            return placed
        made = dict.fromkeys(self._state.literals([of]) if isinstance(of, Fact) else (), 0)
        return [each for each in placed if self._state.bare.broken({each: 0, **made})[0] is None]

    def _numbers(self, step: Step) -> dict[Value, tuple[int, Fact]]:
        """The numbers that stand in places before a step, whether it needs them or not: all of them are taken off."""
        written: dict[Value, tuple[int, Fact]] = {}
        for fact in [*step.known, *(self._state.fact_of[each] for each in self._state.seen)]:
            text = text_of(self._state.puzzle, fact.atom) if fact.holds else None
            if text is not None and isinstance(text[1], tuple) and isinstance(text[1][0], int):
                written[text[0]] = text[1][0], fact
        return written

    def _rests(self, step: Step) -> Iterator[Rest]:
        """What the known facts of a step leave of the numbers that its constraints speak of."""
        if not self._parts or step.chain is not None:
            return
        written = self._numbers(step)
        for each in step.constraints:
            for (kind, of, whole), cells in self._parts.items():
                known = [written[cell] for cell in cells if cell in written]
                if known and {of, whole} <= {*each.values}:
                    sign, taken, joined, made = _TAKEN[kind]
                    values, facts = zip(*known)
                    open_ = tuple(cell for cell in cells if cell not in written)
                    rest = Rest(each, sign, (whole, *values), reduce(taken, values, whole), facts, open_)
                    if open_:
                        ways = [_joined(joined, way) for way in self._ways(rest, made)]
                        yield rest._replace(ways=_joined("either", ways) if ways else None)

    def _ways(self, rest: Rest, made: Callable[[int, int], int]) -> list[tuple[int, ...]]:
        """The values that make what is left, by the constraint, by what was taken off, and by where values stand once;
        empty if these are many, or if they are of one cell. made: what two values make.
        """
        if not 1 < len(rest.cells) <= _CELLS_LISTED:
            return []
        state, given = self._state, self._state.bare.copy()
        for each in (state.solver.required[rest.of], *self._once, *state.literals(rest.facts)):
            given.add(each, 0)
        given.run(0)
        allowed: list[list[tuple[int, int, Mapping[int, object]]]] = []
        for cell in rest.cells:
            tried = ((value, literal, given.broken({literal: 0})) for value, literal in self._at(cell))
            allowed.append([(value, literal, led) for value, literal, (broken, led) in tried if broken is None])
        found: dict[tuple[int, ...], None] = {}
        for chosen in product(*allowed):
            values = [value for value, _, _ in chosen]
            fits = not any(-literal in led for _, literal, _ in chosen for _, _, led in chosen)
            if reduce(made, values) == rest.rest and fits:
                found[tuple(sorted(values))] = None
        return sorted(found) if len(found) <= _WAYS_LISTED else []

    @cached_property
    def _once(self) -> list[int]:
        """The constraints that techniques speak of: that a value stands once, or once at most, in some cells."""
        every = self._state.constraint_of.items()
        return [literal for literal, each in every if techniques().kind_of(identity_of(each)) is not None]

    def _at(self, cell: Value) -> list[tuple[int, int]]:
        """The numbers that can stand in a cell, with their literals."""
        return self._numbers_at.get(cell, [])

    @cached_property
    def _numbers_at(self) -> dict[Value, list[tuple[int, int]]]:
        at: dict[Value, list[tuple[int, int]]] = defaultdict(list)
        for atom, literal in self._state.solver.shown.items():
            text = text_of(self._state.puzzle, atom)
            if text is not None and isinstance(text[1], tuple) and isinstance(text[1][0], int):
                at[text[0]].append((text[1][0], literal))
        return at

    @cached_property
    def _parts(self) -> dict[tuple[str, Value, int], list[Value]]:
        """The cells whose values make a number, by how they do, what has the number, and the number."""
        parts: dict[tuple[str, Value, int], list[Value]] = defaultdict(list)
        for kind in _TAKEN:
            for atom in self._state.solver.literals_of(kind):
                of, cell, whole = atom.args
                if isinstance(whole, int):
                    parts[kind, of, whole].append(cell)
        return {of: sorted(cells, key=str) for of, cells in parts.items()}

    @cached_property
    def _cells(self) -> dict[int, tuple[Value, ...]]:
        """The cells of each placement, by its literal."""
        cells: dict[Term, list[Value]] = defaultdict(list)
        for atom in self._state.solver.literals_of(PLACEMENT):
            placed, cell = atom.args
            if isinstance(placed, Term):
                cells[placed].append(cell)
        literals: dict[Term, int] = {}
        for name in {placed.name for placed in cells}:
            literals |= self._state.solver.literals_of(name)
        return {literals[placed]: tuple(sorted(here, key=str)) for placed, here in cells.items() if placed in literals}

    def always(self, literal: int, following: Collection[int]) -> set[int]:
        """What else follows from each placement from which a fact does, of those that are not excluded. following: what
        is known.
        """
        making = self._making(self._state.fact_of[literal])
        made = [self._made(each).keys() for each in making if -each not in following]
        return set(made[0]).intersection(*made) if self._cells and made else set()

    def _making(self, fact: Fact) -> list[int]:
        """The placements from which a fact follows by itself."""
        literal, places = self._state.literal(fact), set(fact.atom.args)
        over = [each for each, cells in self._cells.items() if not places.isdisjoint(cells)]
        return [each for each in over if literal in self._made(each)] if len(over) <= _LOOKED_THROUGH else []

    def _made(self, placement: int) -> Mapping[int, object]:
        """What follows from a placement by itself."""
        if placement not in self._follows:
            self._follows[placement] = self._state.bare.following({placement: 0})
        return self._follows[placement]
