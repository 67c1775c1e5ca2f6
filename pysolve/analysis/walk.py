"""Step after step from what is known to all that can be known, in the order of a person: singles, techniques that have
names, and only then whatever else is small.

Of the facts that are still open, one with a small reason comes next (analysis/finders.py). Where rules have constraints
that techniques speak of (lib/techniques.yaml), values that cannot stand in a cell are crossed out, and are known from
then on; so are notes (docs/manifest.md, 'notes'). Steps to what no later step rests on are not told. Clues are facts of
the program here; which of them a step needs is found afterwards, on a grounding in which each may be given or not: with
clues that are open, as many rules as a hundred times come out of grounding, for what would be possible without them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import replace
from functools import cached_property, partial
from itertools import chain as in_turn
from operator import itemgetter
from typing import TypeAlias

from ..model.board import Cell, Point, cell_of
from ..model.puzzle import Puzzle
from ..model.terms import Term, Value
from ..solving.facts import term
from ..solving.settings import Settings
from .assumptions import AssumptionSolver, SearchLimitError, roughly_shrunk
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
    reason_of,
    size_of,
)
from .placements import Placements
from .progress import Fact, places_of, seen_notes
from .propagation import Label
from .steps import Chain, Pattern, Step, is_shape, text_of
from .techniques import CONNECTED, identity_of, single_of, techniques
from .walk_state import WalkState

#: Facts that go without saying once what comes before them is known.
Seen: TypeAlias = tuple[Fact, ...]


class Walk:
    """The walk through a puzzle. It may end before everything is known, if techniques are avoided."""

    #: Conflicts after which it is taken that a fact follows from what a chain names.
    EFFORT = 1000

    def __init__(
        self, state: WalkState, settings: Settings, avoided: Iterable[str] = (), canonical: bool = False
    ) -> None:
        """avoided: techniques, by identity or by name. canonical: of a grade; whatever is seen at a glance counts, so
        what is connected is not traced along the marks, and no step looks for more than it found.

        PuzzleError for a technique that the rules do not know on this board.
        """
        self.state = state
        self._traces = not canonical
        self.placements = Placements(state)
        self._propagation = ByPropagation(state)
        self._techniques = ByTechniques(state, for_grade=canonical)
        self.probing = ByProbing(state, self._techniques.candidates)
        self._finders = (
            self._propagation, self._techniques, self.probing, BySmallest(state), BySolving(state, self.probing)
        )  # fmt: skip
        self._steps = ReasonSteps(state, self._techniques, looks_further=not canonical)
        self._other_ways = OtherWays(state, self._techniques, self._steps.step, avoided)
        self._needed_clues = NeededClues(state.puzzle, settings)
        self._coming: Iterator[Step | Seen] = iter(())  # what comes next: the clues of a step are looked for then
        self._untold_yet: dict[Fact, None] = {}  # what they tell
        self._untold = Untold(state.puzzle)

    @property
    def is_stuck(self) -> bool:
        """Whether facts are left, but no way to them: so after the last step."""
        return bool(self.state.open())

    @property
    def could_assume(self) -> bool:
        """Whether steps could rest on that there is one answer."""
        return self._techniques.could_assume

    def open_facts(self) -> list[Fact]:
        """What can be known, and was not told yet."""
        open_ = [self.state.fact_of[literal] for literal in self.state.open()]
        return [*open_, *(fact for fact in self._untold_yet if fact.holds)]

    def next(self) -> Step | None:
        """The next step, whose facts are known from then on; None if nothing is left, or no way to it. What it needs
        that was crossed out or noted before comes first.
        """
        state = self.state
        seen: Seen = ()
        while not isinstance(following := next(self._coming, None), Step):
            if following is not None:
                seen += following
                continue
            open_ = state.open()
            step = self._next(open_) if open_ else None
            if step is None:
                return None
            untold = {*self._untold.facts(), *self._untold.seen()}
            board = ByTheBoard(state, untold, self.placements, self._traces)
            state.seen = board.marks
            step = self._without_seen(self._told_by(board, self._without_notes(step)))
            step = self._without_elsewhere(step, board)
            before = state.known_facts()
            known = [fact.atom for fact in before if fact.holds]
            state.learn(step.facts)
            state.stands_for(step)
            if not self._is_held_back(step, before):
                if self._goes_without_saying(step, untold):
                    self._untold_yet |= dict.fromkeys(step.facts)
                    self._coming = in_turn(self._coming, [step.facts])
                else:
                    self._tell(step, known, board, self._needed_clues.steps)
            details = state.details()
            if details.facts:
                state.learn(details.facts)
                self._tell(details, known, board, lambda step: [step.facts if state.open() else step])
        for fact in (*seen, *following.facts):
            self._untold_yet.pop(fact, None)
        return self.with_clues(replace(following, seen=seen))

    def _is_held_back(self, step: Step, before: Iterable[Fact]) -> bool:
        """Whether a step, which has been taken, only crosses out or notes, and is told when another one needs it.
        before: what was known before it.
        """
        literals, facts = self.state.literals(step.facts), self.state.facts
        if facts.elsewhere.keys() >= {*literals}:
            for fact in step.facts:  # only what is needed is told, cell by cell
                self._untold.add(replace(step, facts=(fact,)))
            return True
        if facts.noted.keys() >= {*literals}:
            beside = {*self.state.known_facts()}.difference(before, step.facts)
            step = replace(step, facts=(*self._untold.taken_over(step, self._likewise(step)), *step.facts))
            self._untold.add(replace(step, seen=tuple(beside)))
            return True
        return False

    def _likewise(self, step: Step) -> set[Fact]:
        """What was noted before, and follows by the only rule of a step as well, with no more than that takes."""
        state, fact = self.state, step.facts[0]
        if len(step.constraints) != 1 or step.pattern is not None or not state.puzzle.type.is_note(fact.atom):
            return set()
        premises = [state.solver.required[step.constraints[0]], *state.literals(step.known)]
        following = state.bare.following(dict.fromkeys(premises, 0))
        atoms = (each.atom for each in state.known_facts() if each.holds)
        noted = {each for each in self._untold.facts(by_rules=True) if each.atom.name == fact.atom.name}
        likewise = {each for each in noted if each.holds == fact.holds and state.literal(each) in following}
        return likewise.difference(step.known, seen_notes(state.puzzle, likewise, atoms))

    def _goes_without_saying(self, step: Step, untold: Set[Fact]) -> bool:
        """Whether it takes no rule, and nothing that was held back, to see that nothing is drawn there, in a type in
        which nobody says so.
        """
        if step.constraints or step.pattern is not None or not untold.isdisjoint(step.known):
            return False
        marks = [self.state.puzzle.type.mark_of(fact.atom) for fact in step.facts if not fact.holds]
        return len(marks) == len(step.facts) and all(mark is not None and not mark[0].negated for mark in marks)

    def _tell(
        self, step: Step, known: Iterable[Term], board: ByTheBoard, told: Callable[[Step], Iterable[Step | Seen]]
    ) -> None:
        """Tells a step, as it is told, after what it needs that was held back. known: the atoms that held before it."""
        before = self._untold.needed_by(step, known, self.state.instead, partial(self._told_by, board))
        before, step = self._in_one(before, step)
        facts = (each.facts if isinstance(each, Step) else each for each in (*before, step))
        self._untold_yet |= dict.fromkeys(in_turn(*facts))
        self._coming = in_turn(self._coming, before, told(step))

    def _in_one(self, before: Sequence[Step | Seen], step: Step) -> tuple[list[Step | Seen], Step]:
        """A step and what comes before it. What the places that it fills do not hold by the same rule, and by others
        that only exclude something, is one thought with it, if nothing else needs it.
        """
        state, left = self.state, list[Step | Seen]()
        filled = {text[0] for fact in step.facts if fact.holds and (text := text_of(state.puzzle, fact.atom))}
        for held in reversed(before):
            if isinstance(held, Step) and self._is_part_of(held, step, filled, left):
                literals = state.literals(step.facts)
                known = dict.fromkeys(fact for fact in (*held.known, *step.known) if fact not in held.facts)
                rules = dict.fromkeys(state.solver.required[each] for each in (*held.constraints, *step.constraints))
                premises = state.regions.needed(literals, [*rules, *state.literals(known)])
                following = state.following(premises)
                if {*literals} <= following.keys():
                    step = state.step(literals, premises, following)
                    continue
            left.append(held)
        return left[::-1], step

    def _is_part_of(self, held: Step, step: Step, filled: Collection[Value], others: Iterable[Step | Seen]) -> bool:
        """Whether a step that is held back is a part of the thought of another one. others: what rests on it, too."""
        texts = [text_of(self.state.puzzle, fact.atom) for fact in held.facts]
        same = {*held.constraints}.intersection(step.constraints)
        return (
            held.pattern is None and step.pattern is None
            and bool(same) and {*held.constraints} <= same | held.excluding.keys()
            and all(text is not None and text[0] in filled for text in texts)
            and all({*held.facts}.isdisjoint(each.known) for each in others if isinstance(each, Step))
        )  # fmt: skip

    def _told_by(self, board: ByTheBoard, step: Step) -> Step:
        """The step by what stands on the board, if that is no avoided technique."""
        told = board.whole(board.tell(step))
        return step if self._other_ways.is_avoided(told) else told

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

    def _without_elsewhere(self, step: Step, board: ByTheBoard) -> Step:
        """The step by the regions that cells belong to, in place of those that other cells therefore do not belong to,
        where no constraint is needed for that: it is seen on the board.
        """
        state = self.state
        elsewhere = {*state.literals(step.known)} & state.facts.elsewhere.keys()
        if not elsewhere or step.pattern is not None:
            return step
        marks = {each: state.labels.bit(each) for each in board.marks if each not in state.facts.elsewhere}
        seen = state.bare.following(marks)
        instead = {each: state.labels.own(seen[each]) for each in elsewhere if each in seen}
        if not instead:
            return step
        known = [each for fact in state.literals(step.known) for each in instead.get(fact, [fact])]
        premises = [*(state.solver.required[each] for each in step.constraints), *dict.fromkeys(known)]
        literals = state.literals(step.facts)
        return self._with_reason(literals, premises)

    def _without_seen(self, step: Step) -> Step:
        """The step without what is seen beside what else it leads to."""
        seen = self.state.seen_beside(self.state.literals(fact for fact in step.facts if fact.holds))
        return replace(step, facts=tuple(fact for fact in step.facts if self.state.literal(fact) not in seen))

    def with_clues(self, step: Step) -> Step:
        """The step with its clues, which are looked at next, too."""
        clues_ = step.clues or (() if _assumes(step) else self._needed_clues.of(step))
        for clue in clues_:
            for place in clue.places:
                self.state.looked_at |= self._about.get(place, 0)
        return replace(step, clues=clues_)

    def with_walls(self, step: Step) -> Step:
        """The step, told as it is, with those of its clues that are seen as cells in which nothing is drawn."""
        links = step.chain.links if step.chain is not None else ()
        return replace(step, walls=self._needed_clues.walls(step.clues, [step, *links]))

    def key_to(self, step: Step, chain: Chain | None) -> list[Step]:
        """The step to what a chain contradicts, and the step itself, which rests on that; empty if there is none. Where
        all that a chain leads to breaks by itself, beside what is known, nobody has to suppose anything.
        """
        key = self._key_of(chain) if chain is not None else None
        if key is None:
            return []
        first = replace(self._with_reason(*key), part=step.part)
        self.state.learn(first.facts)
        assert chain is not None
        return [*map(self.with_clues, (first, self._beside_key(step, chain, *key[0])))]

    def _key_of(self, chain: Chain) -> tuple[list[int], list[int]] | None:
        """What has to hold as all that a chain leads to breaks by its last link, and the premises of that; None if that
        takes more than one fact, or the one that is supposed.
        """
        state, last = self.state, chain.links[-1]
        led = {chain.supposed, *in_turn(*(link.facts for link in chain.links))}
        broken = [fact for fact in last.known if fact in led]
        key = state.literals([replace(fact, holds=not fact.holds) for fact in broken])
        if len(key) != 1 or chain.supposed in broken or key[0] not in state.open() or not last.constraints:
            return None
        known = state.literals([fact for fact in last.known if fact not in broken])
        return key, [*(state.solver.required[each] for each in last.constraints), *known]

    def _beside_key(self, step: Step, chain: Chain, key: int) -> Step:
        """The step beside what its chain broke by, which is known: by the rules of its other links, if they suffice."""
        state = self.state
        literals = [each for each in state.literals(step.facts) if each != key]
        others = {each for link in chain.links[:-1] for each in link.constraints}
        state.seen = [*state.seen, key]
        premises: list[int] = []
        for constraints, known in ((others, state.seen), (others, ()), ({*step.constraints}, ())):
            premises = [state.solver.required[each] for each in step.constraints if each in constraints]
            premises += [*dict.fromkeys([key, *state.literals(step.known), *known])]
            if all(self._follows(each, premises) for each in literals):
                break
        return self._with_reason(literals, premises)

    def _with_reason(self, literals: Sequence[int], premises: Sequence[int]) -> Step:
        """The step to some facts by what they need of these premises."""
        needed = self.state.regions.needed(literals, premises)
        return self.state.step(literals, needed, self.state.following(needed))

    def with_chain(self, step: Step, chain: Chain | None) -> list[Step]:
        """The step with the chain that leads to it, and the clues of its links; and one to those of its facts that need
        what the chain does not name, if there are any.
        """
        if chain is None:
            return [step]
        constraints = {each for link in chain.links for each in link.constraints}
        used = tuple(each for each in step.constraints if each in constraints)
        told = replace(step, chain=chain, known=chain.rests_on(), constraints=used, left=(), rests=())
        told = replace(told, clues=self._needed_clues.of_links(told, chain.links))
        if len(used) == len(step.constraints):
            return [told]
        named = [*(self.state.solver.required[each] for each in used), *self.state.literals(told.known)]
        by_chain = [each for each in self.state.literals(step.facts) if self._follows(each, named)]
        return self._in_two(step, told, by_chain) if 0 < len(by_chain) < len(step.facts) else [told]

    def _follows(self, fact: int, premises: Sequence[int]) -> bool:
        """Whether the solver does not refute in time that a fact follows from premises."""
        with suppress(SearchLimitError):
            return self.state.solver.core([*premises, -fact], self.EFFORT) is not None
        return True

    def _in_two(self, step: Step, told: Step, literals: Sequence[int]) -> list[Step]:
        """A step to some facts as it is told, and one to the others, which rest on them."""
        state = self.state
        others = [each for each in state.literals(step.facts) if each not in literals]
        premises = [*(state.solver.required[each] for each in step.constraints), *literals, *state.literals(step.known)]
        facts = tuple(state.fact_of[each] for each in literals)
        assert told.chain is not None
        likewise = tuple(fact for fact in told.chain.likewise if fact in facts)
        told = replace(told, facts=facts, chain=replace(told.chain, likewise=likewise))
        return [told, self.with_clues(self._with_reason(others, premises))]

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
        marks = [each for each in state.known if each not in state.facts.absent]
        bits = {each: state.labels.bit(each) for each in state.constraints}
        _, following = state.bare.broken({**dict.fromkeys(marks, 0), **bits}, 1)
        fact = next((each for each in open_ if each > 0 and following.get(each) and each in state.facts.answer), None)
        if fact is not None:
            (constraint,) = state.labels.own(following[fact])
            premises = {each: state.labels.bit(each) for each in [constraint, *marks]}
            yield reason_of(state, fact, state.bare.following(premises)[fact])

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

    def __init__(self, state: WalkState, techniques: ByTechniques, looks_further: bool) -> None:
        """looks_further: for what says more than the fact of a reason, and follows from the same constraint."""
        self._state = state
        self._techniques = techniques
        self._looks_further = looks_further

    def step(self, reason: Reason, open_: list[int]) -> Step:
        """The step that a reason leads to, without the premises that are redundant. Of the facts that are open, those
        of its kind follow with it: a step to a mark of the answer does not list notes.
        """
        if reason.found is not None:
            return self._techniques.step(reason.found)
        state = self._state
        if self._looks_further:
            reason = self._further(reason, open_)
        premises = state.labels.premises(reason.premises)
        if not reason.minimal:
            premises = state.regions.needed([reason.fact], premises)
        open_ = self._of_its_kind(reason.fact, open_)
        literals = following_facts(state, reason.fact, premises, open_)
        region = state.region_of(reason.fact) if state.known else None
        if region is not None:  # what follows for the next one is another thought
            literals = [each for each in literals if state.region_of(each) == region]
        return state.step(literals, premises, state.following(premises) if premises else {})

    def _further(self, reason: Reason, open_: list[int]) -> Reason:
        """The reason of what says more about a place than the fact of a reason, where that is as small, or follows from
        the same constraint and what is known: where one bridge is left for two islands, nobody says first that they are
        joined.
        """
        state, fact = self._state, reason.fact
        constraints = state.labels.own(reason.premises & state.constraint_label)
        if len(constraints) != 1 or not (fact in state.facts.answer or fact in state.facts.notes):
            return reason
        says_more = self._implying(fact, open_)
        if not says_more:
            return reason
        premises = {each: state.labels.bit(each) for each in (*constraints, *state.known)}
        by_it = state.bare.following({**premises, fact: reason.premises})
        found = [reason_of(state, each, by_it[each]) for each in says_more & by_it.keys()]
        labels = state.propagation.labels
        alike = (reason_of(state, each, labels[each]) for each in says_more & labels.keys())
        found += (each for each in alike if each.size <= reason.size)
        return min(found, key=size_of, default=reason)

    def _implying(self, fact: int, open_: Iterable[int]) -> Set[int]:
        """The open facts of the answer about a place of this one that say as much, and more."""
        state = self._state
        places = {*places_of(state.puzzle, state.fact_of[fact].atom)}
        others = dict.fromkeys(each for each in open_ if each != fact and each in state.facts.answer)
        near = (each for each in others if places.intersection(places_of(state.puzzle, state.fact_of[each].atom)))
        return {each: None for each in near if fact in state.bare.following({each: 0})}.keys()

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

    def tell(self, step: Step) -> Step:
        """The step by what stands on the board by now, in place of what was crossed out before it stood there, and of
        constraints that lead to nothing else.
        """
        plain = self._seen_by_now(step)
        state = self._state
        literals, known = state.literals(step.facts), state.literals(step.known)
        if _assumes(step) or self._is_left(step.pattern) or (plain and not step.constraints):
            return self._by_marks(step, plain)
        if not step.constraints:
            return self._by_the_nearest(step, literals, known)
        constraints = {state.solver.required[each] for each in step.constraints}
        constraints.update({*in_turn(*plain.values())}.difference(state.known))
        board = self._nearest_first(step, [each for each in known if state.fact_of[each] not in plain])
        if premises := self._traced(literals, board, constraints):
            return state.step(literals, premises, state.following(premises))
        fewest = self._premises(literals, dict.fromkeys(board, 0), sorted(constraints))
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
                premises = [constraint, *board]
                if all(self._follows(each, premises) for each in literals):
                    return self._state.regions.needed(literals, premises)
        return []

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
        filled = self._state.bare.following(dict.fromkeys(self.marks, 0)) if pattern is not None else {}
        return pattern is not None and all(
            sum(-each not in filled for each in self._state.literals(left)) > 1 for _, left in pattern.homes
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
        return state.step(whole, premises, state.following(premises)) if premises else step

    def _decided(self, literals: Sequence[int], board: Collection[int], constraints: Iterable[int]) -> list[int]:
        """What follows from constraints and the board, but for what does so without them. What these facts lead to is
        another thought, unless it is the rest of a piece.
        """
        state = self._state
        without, by_facts, following = (
            state.bare.following(dict.fromkeys([*board, *more], 0)) for more in ((), literals, constraints)
        )
        open_ = [each for each in state.open() if each in state.facts.answer and each in following]
        is_piece = literals[0] > 0 and state.has_pieces
        own = [each for each in open_ if each in literals or each not in by_facts or (is_piece and each > 0)]
        return [each for each in self._of_one_region(literals[0], own) if each not in without]

    def _of_one_region(self, literal: int, others: list[int]) -> list[int]:
        """Those that are about the same region as a fact, if it puts a cell into one."""
        region = self._state.region_of(literal)
        return others if region is None else [each for each in others if self._state.region_of(each) == region]

    def _of_piece(self, literals: Sequence[int], board: Collection[int]) -> list[int]:
        """What follows from the board by itself and touches these facts, as far as it has no other value."""
        state = self._state
        following = state.bare.following(dict.fromkeys(board, 0))
        left = {each: self._places(each) for each in state.open() if each in following and each not in literals}
        values = {*filter(None, map(self._value, literals))}

        def fits(literal: int) -> bool:
            return literal > 0 and (not values or self._value(literal) in values | {()})

        found = self._touching(literals, {each: places for each, places in left.items() if fits(each)})
        if literals[0] < 0:
            return [*literals]
        always = self._placements.always(literals[0], state.bare.following(dict.fromkeys([*board, *literals], 0)))
        return [*found, *(each for each in state.open() if each in always and each not in found and fits(each))]

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
        atom = self._state.fact_of[literal].atom
        return {cell for place in places_of(self._state.puzzle, atom) if (cell := cell_of(place)) is not None}

    def _value(self, literal: int) -> tuple[Value, ...]:
        """What a fact says of its places: a digit, a letter; empty if it is only a mark."""
        mark = self._state.puzzle.type.mark_of(self._state.fact_of[literal].atom)
        return () if mark is None else tuple(mark[1].values.values())

    def _nearest_first(self, step: Step, others: Iterable[int]) -> dict[int, float]:
        """What stands on the board, and others, with how far that is from what the step is about."""
        distance = distance_to(self._state.puzzle, replace(step, known=()))
        distances = {each: distance(points_of(self._state, each)) for each in (*self.marks, *others)}
        return dict(sorted(distances.items(), key=itemgetter(1)))

    def _nearest(self, premise: int, board: Mapping[int, float]) -> int:
        """Of the known facts that say as much, the nearest: of a region, a cell that is spoken of."""
        against = self._state.bare.following({-premise: 0}) if premise in board else {}
        alike = [premise, *(each for each in board if -each in against)]
        return min(alike, key=lambda each: board.get(each, 0))

    def _needed(self, literals: Sequence[int], board: Iterable[int], constraints: Iterable[int]) -> list[int]:
        """What these facts need of what stands on the board and of some constraints; empty if that is not found."""
        premises = self._premises(literals, {each: self._state.labels.bit(each) for each in board}, constraints)
        return self._state.regions.needed(literals, premises) if premises else []

    def _premises(self, literals: Iterable[int], known: Mapping[int, Label], constraints: Iterable[int]) -> list[int]:
        """What these facts follow from, by propagation. known: with their labels, the nearest first. Empty if it finds
        that of one of them nowhere.
        """
        given = self._state.bare.copy()
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


def _assumes(step: Step) -> bool:
    """Whether a step rests on that there is one answer, so that it does not follow from its premises alone."""
    return step.pattern is not None and step.pattern.technique.assumes_one_answer


# -- What the walk tells


class Untold:
    """The steps of a walk that are held back so far, in their order."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._steps: list[Step] = []

    def add(self, step: Step) -> None:
        """Adds the next step, with what is seen beside its facts: what rests on that, rests on these."""
        self._steps.append(step)

    def taken_over(self, step: Step, facts: Set[Fact]) -> list[Fact]:
        """Those of the facts that no step here rests on, nor the next one: the steps here no longer tell them."""
        needed = {*step.known, *(fact for each in self._steps for fact in (*each.known, *each.seen))}
        taken = [fact for each in self._steps for fact in each.facts if fact in facts and fact not in needed]
        left = (replace(each, facts=tuple(fact for fact in each.facts if fact not in taken)) for each in self._steps)
        self._steps = [each for each in left if each.facts]
        return taken

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


def distance_to(puzzle: Puzzle, step: Step) -> Callable[[Iterable[Point]], float]:
    """How far points are from what a step is about."""
    places = {each for fact in (*step.facts, *step.known) for each in places_of(puzzle, fact.atom)}
    places.update(*(each.values for each in step.constraints))
    about = [point for place in places if (point := puzzle.board.point(place)) is not None]

    def distance(points: Iterable[Point]) -> float:
        return min((abs(x - a) + abs(y - b) for x, y in points for a, b in about), default=0)

    return distance


def points_of(state: WalkState, literal: int) -> list[Point]:
    """Where the places of a fact are."""
    points = map(state.puzzle.board.point, places_of(state.puzzle, state.fact_of[literal].atom))
    return [each for each in points if each is not None]


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
