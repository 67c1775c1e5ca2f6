"""Step after step from what is known to all that can be known, in the order of a person: singles, techniques that have
names, and only then whatever else is small.

Of the facts that are still open, one with a small reason comes next (analysis/finders.py). Where rules have constraints
that techniques speak of (lib/techniques.yaml), values that cannot stand in a cell are crossed out, and are known from
then on; so are notes (docs/manifest.md, 'notes'). Steps to what no later step rests on are not told. Clues are facts of
the program here; which of them a step needs is found afterwards, on a grounding in which each may be given or not: with
clues that are open, as many rules as a hundred times come out of grounding, for what would be possible without them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from ..model.puzzle import Puzzle
from ..model.terms import Term, Value
from ..solving.settings import Settings
from .assumptions import AssumptionSolver
from .clues import Clue, clues
from .finders import (
    LARGE,
    PLAIN,
    ByProbing,
    ByPropagation,
    BySmallest,
    BySolving,
    ByTechniques,
    OtherWays,
    Reason,
    is_plain,
)
from .mus import SearchLimitError, roughly_shrunk
from .progress import Fact, seen_notes
from .propagation import Label
from .steps import Step
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
        self._told: list[Step] = []  # those that come next
        self._untold = Untold(state.puzzle)

    @property
    def is_stuck(self) -> bool:
        """Whether facts are left, but no way to them: so after the last step."""
        return bool(self.state.open())

    def open_facts(self) -> list[Fact]:
        """What can be known, and was not told yet."""
        open_ = [self.state.fact_of[literal] for literal in self.state.open()]
        return [*open_, *(fact for step in self._told for fact in step.facts if fact.holds)]

    def next(self) -> Step | None:
        """The next step, whose facts are known from then on; None if nothing is left, or no way to it. What it needs
        that was crossed out or noted before comes first.
        """
        state = self.state
        while not self._told:
            open_ = state.open()
            step = self._next(open_) if open_ else None
            if step is None:
                return None
            known = [fact.atom for fact in state.known_facts() if fact.holds]
            state.learn(step.facts)
            if all(literal in state.facts.noted for literal in state.literals(step.facts)):
                self._untold.add(step)
            else:
                self._told = [*self._untold.needed_by(step, known), *self._needed_clues.steps(step)]
        return self.with_clues(self._told.pop(0))

    def with_clues(self, step: Step) -> Step:
        """The step with its clues, which are looked at next, too."""
        if step.seen:
            return step
        clues_ = step.clues or self._needed_clues.of(step)
        for clue in clues_:
            for place in clue.places:
                self.state.looked_at |= self._about.get(place, 0)
        return replace(step, clues=clues_)

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
        if self._techniques.patterns.techniques and (single := self._propagation.find(open_)) is not None:
            step = self._steps.step(single, open_)
            if step.size <= PLAIN or single_of(step) is not None:
                return step
        return self._steps.step(self._reason(open_), open_)

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

    def needed_by(self, step: Step, known: Iterable[Term]) -> list[Step]:
        """The held-back steps that a step needs, in their order; they are no longer held back.

        known: the atoms that were known to hold before it. Notes that go without saying are steps without a reason.
        """
        seen_at_once = seen_notes(self._puzzle, [fact for each in self._steps for fact in each.facts], known)
        needed, told, left = {*step.known}, list[Step](), list[Step]()
        for each in reversed(self._steps):
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


class NeededClues:
    """Finds the clues of steps of one puzzle. It is grounded for the first one."""

    #: How many conflicts a search may take that says whether a clue is needed, and another one if it takes more; a clue
    #: for which that takes more, too, is kept.
    EFFORTS = (300, 3000)

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
        premises = [self._solver.required[each] for each in step.constraints]
        premises += [literal for fact in step.known if (literal := self._literal(fact)) is not None]
        facts = [literal for fact in step.facts if (literal := self._literal(fact)) is not None]
        if facts:
            premises.append(-self._solver.any_of([facts]))

        def core(some: Sequence[int], effort: int) -> list[int] | None:
            found = self._solver.core([*premises, *some], effort)
            return None if found is None else [each for each in some if each in found]

        needed = roughly_shrunk(core, self._solver.given, self.EFFORTS)  # with all of them, the step is one of the walk
        return tuple(clue for literal, clue in zip(self._solver.given, self._clues) if literal in needed)

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
        """Those of the facts that follow from these clues, whatever others are given; none if the solver gives up."""
        given = [literal for literal, clue in zip(self._solver.given, self._clues) if clue in clues_]
        left = {literal: fact for fact in facts if (literal := self._literal(fact)) is not None}
        try:
            while left and (holding := self._holding(given, left)) is not None:
                left = {literal: left[literal] for literal in left if literal in holding}
        except SearchLimitError:
            return []
        return [*left.values()]

    def _holding(self, given: list[int], facts: Collection[int]) -> set[int] | None:
        """Those of the facts that hold in an answer in which not all do; None if there is none."""
        return self._solver.holds([*given, -self._solver.any_of([[*facts]])], facts, self.EFFORTS[0])

    def _literal(self, fact: Fact) -> int | None:
        """The literal of a fact; None for what no choice of clues makes possible, and so is never."""
        literal = self._solver.shown.get(fact.atom)
        return None if literal is None else literal if fact.holds else -literal
