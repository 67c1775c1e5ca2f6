"""Step after step from what is known to all that can be known, in the order of a person: singles, techniques that have
names, and only then whatever else is small.

Of the facts that are still open, one with a small reason comes next (analysis/finders.py). Where rules have constraints
that techniques speak of (lib/techniques.yaml), values that cannot stand in a cell are crossed out, and are known from
then on; so are notes (docs/manifest.md, 'notes'). Steps to what no later step rests on are not told. Clues are facts of
the program here; which of them a step needs is found afterwards, on a grounding in which each may be given or not: with
clues that are open, as many rules as a hundred times come out of grounding, for what would be possible without them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain as in_turn
from itertools import groupby
from operator import itemgetter

from ..model.board import Point
from ..model.puzzle import Puzzle
from ..model.terms import Term, Value
from ..solving.facts import term
from ..solving.settings import Settings
from .assumptions import AssumptionSolver, SearchLimitError, roughly_shrunk, shrink
from .clues import Clue, clues
from .finders import (
    LARGE,
    PLAIN,
    PROBES,
    ByProbing,
    ByPropagation,
    BySmallest,
    BySolving,
    ByTechniques,
    OtherWays,
    Reason,
    is_plain,
)
from .progress import Fact, places_of, seen_notes
from .propagation import Label, Propagation
from .steps import Chain, Premises, Step, StepMaker
from .techniques import single_of
from .walk_state import WalkState


class Walk:
    """The walk through a puzzle. It may end before everything is known, if techniques are avoided."""

    def __init__(self, state: WalkState, settings: Settings, avoided: Iterable[str] = ()) -> None:
        """avoided: techniques, by identity or by name. PuzzleError for one that the rules do not know on this board."""
        self.state = state
        self._propagation = ByPropagation(state)
        self._techniques = ByTechniques(state)
        self.probing = ByProbing(state, self._techniques.candidates)
        self._finders = (
            self._propagation, self._techniques, self.probing, BySmallest(state), BySolving(state, self.probing)
        )  # fmt: skip
        self._steps = ReasonSteps(state, self._techniques)
        self._other_ways = OtherWays(state, self._techniques, self._steps.step, avoided)
        self._needed_clues = NeededClues(state.puzzle, settings)
        self._coming: Iterator[Step] = iter(())  # those that come next: the clues of each are looked for when it comes
        self._untold_yet: dict[Fact, None] = {}  # what they tell
        self._untold = Untold(state.puzzle)

    @property
    def is_stuck(self) -> bool:
        """Whether facts are left, but no way to them: so after the last step."""
        return bool(self.state.open())

    def open_facts(self) -> list[Fact]:
        """What can be known, and was not told yet."""
        open_ = [self.state.fact_of[literal] for literal in self.state.open()]
        return [*open_, *(fact for fact in self._untold_yet if fact.holds)]

    def next(self) -> Step | None:
        """The next step, whose facts are known from then on; None if nothing is left, or no way to it. What it needs
        that was crossed out or noted before comes first.
        """
        state = self.state
        while (following := next(self._coming, None)) is None:
            open_ = state.open()
            step = self._next(open_) if open_ else None
            if step is None:
                return None
            step = self._without_seen(self._by_the_board(self._without_notes(step)))
            known = [fact.atom for fact in state.known_facts() if fact.holds]
            state.learn(step.facts)
            state.stands_for(step)
            if all(literal in state.facts.noted for literal in state.literals(step.facts)):
                self._untold.add(step)
            else:
                before = self._untold.needed_by(step, known, state.instead)
                self._coming = in_turn(before, self._needed_clues.steps(step))
                self._untold_yet = dict.fromkeys(fact for each in (*before, step) for fact in each.facts)
        for fact in following.facts:
            self._untold_yet.pop(fact, None)
        return self.with_clues(following)

    def _without_notes(self, step: Step) -> Step:
        """The step by what its notes follow from, where all of that meets in one place: what lines do at a corner is
        seen without them.
        """
        state = self.state
        known = self._untold.spelled_out(step)
        if known == {*step.known}:
            return step
        places = [{*places_of(state.puzzle, fact.atom)} for fact in (*step.facts, *known)]
        if not set.intersection(*places):
            return step
        literals = state.literals(step.facts)
        given = [*(state.solver.required[each] for each in step.constraints), *state.literals(known)]
        premises = state.regions.needed(literals, given)
        return state.step(literals, premises, state.following(premises))

    def _by_the_board(self, step: Step) -> Step:
        """The step by what stands on the board by now, in place of what was crossed out before it stood there."""
        state = self.state
        held = self._untold.among(step.known)
        seen = self._seen_on_the_board() if held else {}
        plain = {fact: seen[each] for fact in held if (each := state.literal(fact)) in seen}
        if not plain:
            return step
        known = [fact for fact in step.known if fact not in plain]
        if step.pattern is not None:
            facts = (state.fact_of[each] for by_now in plain.values() for each in by_now if each in state.known)
            return replace(step, known=tuple(dict.fromkeys([*known, *facts])))
        literals = state.literals(step.facts)
        given = [*(state.solver.required[each] for each in step.constraints), *state.literals(known)]
        plainly = [each for by_now in plain.values() for each in by_now]
        premises = state.regions.needed(literals, [*dict.fromkeys([*plainly, *given])])
        return state.step(literals, premises, state.following(premises))

    def _seen_on_the_board(self) -> dict[int, list[int]]:
        """What each mark on the board excludes by a single constraint, with the two of them."""
        state = self.state
        premises = {each: state.labels.bit(each) for each in [*self._on_the_board(), *state.constraints]}
        _, following = state.bare.broken(premises, PLAIN)
        return {each: state.labels.own(label) for each, label in following.items() if label & ~state.constraint_label}

    def _on_the_board(self) -> list[int]:
        """What is known, but for what was crossed out."""
        return [each for each in self.state.known if each not in self.state.facts.absent]

    def _without_seen(self, step: Step) -> Step:
        """The step without what is seen beside what else it leads to."""
        seen = self.state.seen_beside(self.state.literals(fact for fact in step.facts if fact.holds))
        return replace(step, facts=tuple(fact for fact in step.facts if self.state.literal(fact) not in seen))

    def with_clues(self, step: Step) -> Step:
        """The step with its clues, which are looked at next, too."""
        if step.seen:
            return step
        clues_ = step.clues or self._needed_clues.of(step)
        for clue in clues_:
            for place in clue.places:
                self.state.looked_at |= self._about.get(place, 0)
        return replace(step, clues=clues_)

    def with_chain(self, step: Step, chain: Chain | None) -> Step:
        """The step with the chain that leads to it, and the clues of its links."""
        return (
            step if chain is None else replace(step, chain=chain, clues=self._needed_clues.of_links(step, chain.links))
        )

    @cached_property
    def _about(self) -> dict[Value, Label]:
        """The constraints that are about a place."""
        about: dict[Value, Label] = {}
        for literal, instance in self.state.constraint_of.items():
            for value in instance.values:
                about[value] = about.get(value, 0) | self.state.labels.bit(literal)
        return about

    def _next(self, open_: list[int]) -> Step | None:
        """A step to one of these facts at least, without an avoided technique; None if there is none."""
        notes = self.state.open_notes()
        step = self._step(open_, notes)
        if self._other_ways.is_avoided(step):
            return self._other_ways.step([*open_, *notes])
        return step

    def _step(self, open_: list[int], notes: list[int]) -> Step:
        """A single; if there is none, the easiest named technique that excludes something; or else any step."""
        if notes:
            plain = self._propagation.find(open_)
            if not is_plain(plain):
                plain = self.probing.find(open_, plain, [PLAIN])
            if plain is not None and is_plain(plain):
                return self._steps.step(plain, open_)
        open_ = [*open_, *notes, *self.state.open_elsewhere()]
        for single in self._singles(open_) if self._techniques.patterns.techniques else ():
            step = self._steps.step(single, open_)
            if step.size <= PLAIN or single_of(step) is not None:
                return step
        return self._steps.step(self._reason(open_), open_)

    def _singles(self, open_: list[int]) -> Iterator[Reason]:
        """What may be a single: what one constraint says with what is on the board, however much that is, and the fact
        with the smallest label; that one first if it is plain.
        """
        smallest = self._propagation.find(open_)
        if smallest is not None and not is_plain(smallest):
            yield from self._by_one_constraint(open_)
        if smallest is not None:
            yield smallest

    def _by_one_constraint(self, open_: list[int]) -> Iterator[Reason]:
        """A mark of the answer that follows from one constraint and what is on the board."""
        state = self.state
        marks = self._on_the_board()
        bits = {each: state.labels.bit(each) for each in state.constraints}
        _, following = state.bare.broken({**dict.fromkeys(marks, 0), **bits}, 1)
        fact = next((each for each in open_ if each > 0 and following.get(each) and each in state.facts.answer), None)
        if fact is not None:
            (constraint,) = state.labels.own(following[fact])
            premises = {each: state.labels.bit(each) for each in [constraint, *marks]}
            yield Reason(fact, state.bare.following(premises)[fact])

    def _reason(self, open_: list[int]) -> Reason:
        """The smallest reason for one of these facts that the finders come upon."""
        best: Reason | None = None
        for finder in self._finders:
            best = finder.find(open_, best)
            if best is not None and (best.found is not None or best.size <= PLAIN):
                break
        assert best is not None  # the last region is the whole program, in which all facts that are certain follow
        return best


class ReasonSteps:
    """Makes steps of reasons."""

    #: Of how many facts before a fact, and after it, it is looked whether they follow likewise.
    LIKEWISE = 40

    def __init__(self, state: WalkState, techniques: ByTechniques) -> None:
        self._state = state
        self._techniques = techniques

    def step(self, reason: Reason, open_: list[int]) -> Step:
        """The step that a reason leads to, without the premises that are redundant. Of the facts that are open, those
        of its kind follow with it: a step to a mark of the answer does not list notes.
        """
        if reason.found is not None:
            return self._techniques.step(reason.found)
        state = self._state
        premises = state.labels.premises(reason.premises)
        if not reason.minimal:
            premises = state.regions.needed([reason.fact], premises)
        open_ = self._of_its_kind(reason.fact, open_)
        literals = following_facts(state, reason.fact, premises, open_)
        return state.step(literals, premises, state.following(premises) if premises else {})

    def _of_its_kind(self, fact: int, open_: list[int]) -> list[int]:
        facts = self._state.facts
        if fact in facts.notes:
            return self._state.open_notes()
        if fact in facts.elsewhere:
            return self._state.open_elsewhere()
        if fact in facts.noted:
            return self._techniques.candidates()
        return [each for each in open_ if each in facts.answer]


def following_facts(state: WalkState, fact: int, premises: list[int], open_: list[int]) -> list[int]:
    """Those of the open facts that a step to one of them leads to: what follows from its premises and from it by
    propagation, and what is like it and follows from them likewise. What the premises are about is looked at next.
    """
    if not premises:  # the clues alone say it, and what follows like it from no premise
        return [each for each in open_ if state.bare.labels.get(each) == 0 or each == fact]
    state.looked_at = state.labels.of(each for each in premises if each not in state.known)
    together: Mapping[int, Label] = state.following(premises)
    if fact not in together:
        likewise = [fact, *_likewise(state, fact, premises, open_)]
        together = state.bare.following(dict.fromkeys([*premises, *likewise], 0))
    return [each for each in open_ if each in together]


def _likewise(state: WalkState, fact: int, premises: list[int], open_: list[int]) -> Iterator[int]:
    """Of the facts near this one that say the same of other places, those whose opposites contradict the premises, too,
    as propagation shows.
    """

    def kind(literal: int) -> tuple[str, bool]:
        return state.fact_of[literal].atom.name, state.fact_of[literal].holds

    alike = [each for each in open_ if kind(each) == kind(fact)]
    at = alike.index(fact)
    given = state.bare.copy()
    for premise in premises:
        given.add(premise, 0)
    given.run(0)
    for each in alike[max(0, at - ReasonSteps.LIKEWISE) : at + ReasonSteps.LIKEWISE]:
        if each != fact and given.probe(-each, 0)[0] is not None:
            yield each


def left_open(puzzle: Puzzle, settings: Settings, answer: Collection[Term]) -> int:
    """How many facts of a puzzle's only answer are left open where steps with small reasons end: there, a puzzle has
    its break-in. They are found without searches, by propagation, and from the opposite of a fact as far as that is
    short.

    PuzzleError as WalkState.
    """
    state = WalkState(puzzle, settings, set(answer))
    propagation, probing = ByPropagation(state), ByProbing(state)
    while state.open():
        open_ = [*state.open(), *state.open_notes()]
        best = propagation.find(open_)
        if not is_plain(best):
            best = probing.find(open_, best, [LARGE])
        if best is None:
            break
        premises = state.labels.premises(best.premises)  # only which facts follow counts
        state.learn(state.fact_of[each] for each in following_facts(state, best.fact, premises, open_))
    return len(state.open())


# -- What the walk tells


class Untold:
    """The steps of a walk that are held back so far, in their order."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._steps: list[Step] = []

    def add(self, step: Step) -> None:
        """Adds the next step."""
        self._steps.append(step)

    def among(self, facts: Iterable[Fact]) -> list[Fact]:
        """Those of some facts that a step leads to which is held back."""
        held = {fact for step in self._steps for fact in step.facts}
        return [fact for fact in facts if fact in held]

    def spelled_out(self, step: Step) -> set[Fact]:
        """What a step rests on, with what its notes follow from in their place, if that takes no constraints."""
        known = {*step.known}
        for held in reversed(self._steps):
            if not (known.isdisjoint(held.facts) or held.constraints):
                known = known.difference(held.facts).union(held.known)
        return known

    def needed_by(self, step: Step, known: Iterable[Term], instead: Mapping[Fact, Fact]) -> list[Step]:
        """The held-back steps that a step needs, in their order; they are no longer held back.

        known: the atoms that were known to hold before it. instead: facts that need not be told, each with what says as
        much; what only the step itself says came too late for them. Notes that go without saying are steps without a
        reason.
        """
        instead = {fact: other for fact, other in instead.items() if other not in step.facts}
        seen_at_once = seen_notes(self._puzzle, [fact for each in self._steps for fact in each.facts], known)
        needed, told, left = {*step.known}, list[Step](), list[Step]()
        for held in reversed(self._steps):
            each = replace(held, known=tuple(dict.fromkeys(instead.get(fact, fact) for fact in held.known)))
            wanted = needed.intersection(each.facts)
            seen = [fact for fact in each.facts if fact in wanted & seen_at_once]
            rest = tuple(fact for fact in each.facts if fact not in seen)
            if len(wanted) > len(seen):
                needed.update(each.known)
                told.append(replace(each, facts=rest))
            elif rest:
                left.append(replace(each, facts=rest))
            if seen:
                told.append(Step(tuple(seen), (), (), (), seen=True))
        self._steps = left[::-1]
        return told[::-1]


def distance_to(puzzle: Puzzle, step: Step) -> Callable[[Iterable[Point]], float]:
    """How far points are from what a step is about."""
    places = {each for fact in (*step.facts, *step.known) for each in places_of(puzzle, fact.atom)}
    places.update(*(each.values for each in step.constraints))
    about = [point for place in places if (point := puzzle.board.point(place)) is not None]

    def distance(points: Iterable[Point]) -> float:
        return min((abs(x - a) + abs(y - b) for x, y in points for a, b in about), default=0)

    return distance


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


# -- What is supposed, and where that leads: the chain by which a step is found, and the steps from a guess that breaks
# A reason is a set. Where propagation from the opposite of the fact leads through other facts to a contradiction, these
# can be said one by one, as a person follows them: from what is supposed on, those facts come next that need the fewest
# constraints beside those that only exclude something, until a contradiction needs no more than they do. What it does
# not rest on is left out.
#
# From a guess, the fact with the smallest reason that rests on it comes next, as in a walk, until a contradiction is no
# larger than that. Where propagation comes upon none, the solver has one.


class Chains:
    """The chains that lead to the steps of a walk."""

    #: The least links and constraints of a chain, together; one that is shorter is seen at a glance.
    SHORTEST = 4

    #: After this many facts, each resting on the one before, nobody remembers what was supposed.
    LONGEST = 12

    #: How many facts of a step are tried: the shortest chain is shown.
    TRIES = 3

    #: How many facts are tried for a step where nothing follows by itself, from how many premises at most, and how
    #: many constraints their opposites may break.
    LOOKED_AT, LARGEST, AHEAD = 150, 40, 4

    #: Of how many of these it is looked what their opposites leave without support.
    LOOPS = 30

    def __init__(self, state: WalkState) -> None:
        self._state = state
        self._left = 0  # of the facts that may be tried for this step

    def of(self, step: Step) -> Chain | None:
        """The chain by which a step is found; None if it follows directly, by a technique, or not by propagation."""
        if step.pattern is not None or _is_seen_at_once(step):
            return None
        self._left, self._distance = self.LOOKED_AT, distance_to(self._state.puzzle, step)
        reason = self._reason(step)
        following = self._state.following(reason)
        indirect = [each for each in self._state.literals(step.facts) if each not in following]
        chains = ((fact, self._links(-fact, reason)) for fact in indirect[: self.TRIES])
        fact, links = min((each for each in chains if each[1]), key=lambda each: len(each[1]), default=(0, {}))
        if len(links) < 2 or len(links) + len(step.constraints) < self.SHORTEST:
            return None
        steps = self._in_steps(links, {*reason, -fact} & self._both_ways.keys())
        if not any(link.constraints for link in steps[:-1]):
            return None  # what the opposite of the fact contradicts is seen at once
        with_fact = self._state.bare.following(dict.fromkeys([*reason, fact], 0))
        likewise = tuple(self._both_ways[each] for each in indirect if each not in with_fact)
        return Chain(self._both_ways[-fact], tuple(steps), likewise)

    def _in_steps(self, links: Mapping[int, Label], known: set[int]) -> list[Step]:
        """The links as steps, as few as may be. known: before them."""
        steps = []
        for premises, literals in min(([*self._together(each)] for each in (links, self._in_levels(links))), key=len):
            steps.append(self._link(literals, premises, known))
            known.update(literals)
        return steps

    def _reason(self, step: Step) -> list[int]:
        """The premises of a step."""
        return [*(self._state.solver.required[each] for each in step.constraints), *self._state.literals(step.known)]

    def _links(self, supposed: int, reason: list[int]) -> dict[int, Label]:
        """The facts that lead from what is supposed to a contradiction, each after those that it rests on, with the
        labels of what it follows from; the last one is 0, which stands for the contradiction. Empty if there is none.
        """
        labels = {premise: self._state.labels.bit(premise) for premise in [*reason, supposed]}
        without = self._state.following(reason)
        links: dict[int, Label] = {}
        for _ in range(self.LONGEST):
            known = labels.keys() | without.keys()
            broken, following = self._state.bare.broken(labels)
            next_ = self._cheapest(following, known)
            if broken is None and not next_:
                broken, following = self._unsupported(self._state.bare, labels, following, len(labels))
                next_ = self._cheapest(following, known)
            cost = self._cost(following)
            least = min(map(cost, next_.values()), default=0)
            if broken is not None and (not next_ or cost(broken) <= least or any(-each in next_ for each in next_)):
                return self._needed(links | {0: broken})
            next_ = next_ or self._looked_ahead(labels, without)
            if not next_:
                break
            links |= next_
            labels |= {literal: self._state.labels.bit(literal) for literal in next_}
        return {}

    def _looked_ahead(self, labels: Mapping[int, Label], without: Collection[int]) -> dict[int, Label]:
        """Where nothing follows by itself: the fact whose opposite breaks by the fewest constraints."""
        facts = {**self._state.notes, **self._state.facts.answer}
        open_ = [each for each in facts if {each, -each}.isdisjoint(labels.keys() | without)]
        if not open_ or len(labels) > self.LARGEST or self._left <= 0:
            return {}
        given = self._state.bare.copy()
        for premise, label in labels.items():
            given.add(premise, label)
        given.run(len(labels))
        near, most = sorted(open_, key=self._far)[: self._left], len(labels) + 1
        return self._refuted(given, near, most) or self._refuted(given, near[: self.LOOPS], most, loops=True)

    def _refuted(self, given: Propagation, facts: Iterable[int], most: int, *, loops: bool = False) -> dict[int, Label]:
        """That of some facts whose opposite breaks by the fewest constraints. loops: it is looked what nothing supports
        any more, too.
        """
        found: dict[int, Label] = {}
        least, cost = self.AHEAD + 1, self._cost({})
        for literal in facts:
            self._left -= not loops
            supposed = {literal: self._state.labels.bit(literal)}
            broken, following = given.broken(supposed, most)
            if broken is None and loops:
                broken, _ = self._unsupported(given, supposed, following, most)
            if broken is not None and cost(broken) < least:
                found, least = {-literal: broken & ~supposed[literal]}, cost(broken)
                if least <= PLAIN:
                    break
        return found

    def _unsupported(
        self, given: Propagation, labels: Mapping[int, Label], following: dict[int, Label], most: int
    ) -> tuple[Label | None, dict[int, Label]]:
        """What propagation comes upon if it also sees what nothing supports any more (see Loops). following: what
        follows without that.
        """
        broken: Label | None = None
        labels = {**labels}
        while broken is None and (barred := self._state.loops.unsupported({**given.labels, **following})):
            labels |= barred
            broken, following = given.broken(labels, most)
        return broken, following

    def _far(self, literal: int) -> float:
        """How far a fact is from the step: what it is about, is near."""
        points = map(self._state.puzzle.board.point, places_of(self._state.puzzle, self._state.fact_of[literal].atom))
        return self._distance([each for each in points if each is not None])

    def _cheapest(self, following: Mapping[int, Label], known: Collection[int]) -> dict[int, Label]:
        """Of what follows, the facts of the answer, and notes, that are not known yet, by the fewest constraints."""
        said, cost = self._state.facts.answer.keys() | self._state.notes.keys(), self._cost(following)
        new = {each: cost(label) for each, label in following.items() if each in said and each not in known}
        least = min(new.values(), default=0)
        return {each: following[each] for each in new if new[each] == least}

    def _cost(self, following: Mapping[int, Label]) -> Callable[[Label], int]:
        """How many constraints a label has, without those that only exclude values of cells, if it has others."""
        constraints = self._state.constraint_label
        excluding = 0
        for literal, label in following.items():
            if (
                -literal in self._state.facts.answer
                and literal not in self._state.facts.answer
                and (label & constraints).bit_count() == 1
            ):
                excluding |= label & constraints
        return lambda label: (label & constraints & ~excluding or label & constraints).bit_count()

    def _needed(self, links: Mapping[int, Label]) -> dict[int, Label]:
        """The links that the contradiction rests on, each right before it is needed."""
        needed: dict[int, Label] = {}

        def add(link: int) -> None:
            for each in self._state.labels.own(links[link]):
                if each in links and each not in needed:
                    add(each)
            needed[link] = links[link]

        add(0)
        return needed

    def _in_levels(self, links: Mapping[int, Label]) -> dict[int, Label]:
        """The same links, those first that rest on none of the others, then those that rest on these; of a level, those
        by the same rules in a row.
        """
        level: dict[int, int] = {}
        for link, label in links.items():
            level[link] = 1 + max((level[each] for each in self._state.labels.own(label) if each in level), default=0)
        level[0] = len(links)
        kinds = {link: str(self._kind_of_link(link, label, links)) for link, label in links.items()}
        return {each: links[each] for each in sorted(links, key=lambda each: (level[each], kinds[each]))}

    def _kind_of_link(self, link: int, label: Label, links: Collection[int]) -> tuple[bool, list[int], list[int]]:
        """What links that are said together have in common: the rules, and the links that they rest on."""
        premises = self._state.labels.own(label)
        rules = {
            self._state.constraint_of[each].constraint.number for each in premises if each in self._state.constraint_of
        }
        return link == 0, sorted(rules), sorted(each for each in premises if each in links)

    def _together(self, links: Mapping[int, Label]) -> Iterator[tuple[list[int], list[int]]]:
        """The links with their premises; those in a row that follow from the same facts, by the same rules, are one."""

        for _, alike in groupby(links, key=lambda link: self._kind_of_link(link, links[link], links)):
            literals = list(alike)
            premises = dict.fromkeys(each for link in literals for each in self._state.labels.own(links[link]))
            yield [*premises], [each for each in literals if each]

    def _link(self, literals: list[int], reason: list[int], known: Collection[int]) -> Step:
        """A link of a chain as a step."""
        following = {
            each: {*self._state.labels.own(label)}
            for each, label in self._state.following(reason).items()
            if each not in literals
        }
        return self._steps.step(literals, reason, following, known)

    @cached_property
    def _both_ways(self) -> dict[int, Fact]:
        """The facts and their opposites."""
        facts = self._state.fact_of
        return {-literal: Fact(fact.atom, not fact.holds) for literal, fact in facts.items()} | facts

    @cached_property
    def _steps(self) -> StepMaker:
        premises = Premises(self._both_ways, self._state.constraint_of)
        return StepMaker(self._state.puzzle, self._state.solver.shown, premises)


def _is_seen_at_once(step: Step) -> bool:
    """Whether a single constraint decides, of which there are no other words for the parts of a chain."""
    told = [each for each in step.constraints if each not in step.evident]
    return len(told) == 1 and not any(where.startswith("to ") for where, _ in told[0].constraint.forms)


# -- A guess


@dataclass(frozen=True)
class Trial:
    """A guess, and whether it breaks: if so, the last of the steps has no facts, and its premises cannot all hold."""

    guess: tuple[Fact, ...]
    breaks: bool


class GuessWalk:
    """The walk from a guess, which goes on from where another one is. That is of no use afterwards: the guess stays
    among what is known.
    """

    #: The largest contradiction that propagation looks for.
    LARGEST = 30

    #: After this many steps without a contradiction the solver has to name one.
    MOST_STEPS = 60

    def __init__(self, walk: Walk) -> None:
        self._walk = walk
        self._state = walk.state
        #: What steps may lead to.
        self._spoken_of = [*walk.state.facts.answer, *walk.state.facts.notes]

    def breaks(self, guess: Iterable[Fact]) -> bool:
        """Whether no answer has the guess with all that is known. Its atoms are among `marks`."""
        return not self._state.solver.satisfiable(
            [*self._state.constraints, *self._state.known, *self._state.literals(guess)]
        )

    def refute(self, guess: Sequence[Fact]) -> list[Step]:
        """The steps from a guess that breaks. The last one has no facts: its premises contradict each other."""
        before = list(self._state.known)
        self._state.learn(guess, seeing=False)
        assumed = new = self._state.literals(guess)
        broken: Label | None = None
        steps: list[Step] = []
        while len(steps) < self.MOST_STEPS:
            fact = self._nearest(self._state.labels.of(assumed))
            broken = self._broken(new, broken)
            if fact is None or (broken is not None and broken.bit_count() <= fact.size):
                break
            reason = self._state.regions.needed([fact.fact], self._state.labels.premises(fact.premises))
            if self._state.solver.core(reason) is not None:
                broken = self._state.labels.of(reason)
                break
            following = self._state.following(reason)
            new = [each for each in self._spoken_of if each in {fact.fact, *following} - self._state.known.keys()]
            steps.append(self._state.step(new, reason, following))
            self._state.learn(steps[-1].facts, seeing=False)
            assumed = [*assumed, *new]
        premises = (
            [*assumed[::-1], *before, *self._state.constraints]
            if broken is None
            else self._state.labels.premises(broken)
        )
        contradiction = shrink(self._state.solver.core, premises)
        assert contradiction is not None  # the guess breaks
        steps.append(self._state.step([], contradiction, self._state.following(contradiction)))
        return [*map(self._walk.with_clues, _needed(steps))]

    def _nearest(self, assumed: Label) -> Reason | None:
        """The open fact with the smallest reason that rests on what is assumed; if none does, on anything; if there is
        none, either, one whose opposite leads to a contradiction.
        """
        labels = self._state.propagation.labels
        for rests_on in (assumed, ~0):
            for bound in PROBES:
                self._state.propagation.run(bound)
                reasons = [
                    Reason(fact, label)
                    for fact in self._spoken_of
                    if (label := labels.get(fact, 0)) & rests_on
                    and label.bit_count() <= bound
                    and not {fact, -fact} & self._state.known.keys()
                ]
                if reasons:
                    return min(reasons, key=lambda each: each.size)
        return self._walk.probing.find(
            [each for each in self._spoken_of if not {each, -each} & self._state.known.keys()], None
        )

    def _broken(self, new: Iterable[int], best: Label | None) -> Label | None:
        """The label of the smallest contradiction that propagation comes upon from something new, known by now; or else
        the best so far.
        """
        for literal in new:
            most = self.LARGEST if best is None else best.bit_count() - 2
            label, _ = self._state.propagation.probe(literal, most)
            if label is not None:
                best = label | self._state.labels.bit(literal)
        return best


def _needed(steps: Sequence[Step]) -> list[Step]:
    """Those of the steps, and of their facts, that the last one needs."""
    *before, last = steps
    needed, kept = set(last.known), [last]
    for step in reversed(before):
        facts = tuple(fact for fact in step.facts if fact in needed)
        if facts:
            kept.append(replace(step, facts=facts))
            needed.update(step.known)
    return kept[::-1]
