"""Step after step from what is known to all that can be known, in the order of a person: singles, techniques that have
names, and only then whatever else is small.

Of the facts that are still open, one with a small reason comes next (analysis/finders.py). Where rules have constraints
that techniques speak of (lib/techniques.yaml), values that cannot stand in a cell are crossed out, and are known from
then on; so are notes (docs/manifest.md, 'notes'). Steps to what no later step rests on are not told. Clues are facts of
the program here; which of them a step needs is found afterwards (analysis/needed_clues.py): with clues that are open,
as many rules as a hundred times come out of grounding, for what would be possible without them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import chain as in_turn

from ..model.puzzle import Puzzle
from ..model.terms import Term, Value
from ..solving.settings import Settings
from .assumptions import ConstraintInstance, SearchLimitError
from .cut_off import ByConnection
from .finders import (
    LARGE,
    PLAIN,
    ByProbing,
    ByPropagation,
    BySmallest,
    BySolving,
    ByTechniques,
    Finder,
    OtherWays,
    Reason,
    is_plain,
    reason_of,
    size_of,
)
from .needed_clues import NeededClues
from .placements import Placements
from .progress import Fact, places_of, seen_notes
from .propagation import Label
from .rings import Rings
from .steps import Chain, Step, text_of
from .techniques import single_of
from .telling import ByTheBoard, Seen, Untold
from .walk_state import WalkState


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
        self._connection = None if canonical else ByConnection(state)
        self._finders: tuple[Finder, ...] = (
            self._propagation, self._techniques, *filter(None, (self._connection,)), self.probing, BySmallest(state),
            BySolving(state, self.probing),
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
            likewise = self._likewise(step, self._untold.facts(by_rules=True))
            step = replace(step, facts=(*self._untold.taken_over(step, likewise), *step.facts))
            self._untold.add(replace(step, seen=tuple(beside)))
            return True
        return False

    def _likewise(self, step: Step, noted: Iterable[Fact]) -> set[Fact]:
        """Those of noted facts that follow by the only rule of a step as well, with no more than that takes."""
        state, fact = self.state, step.facts[0]
        if len(step.constraints) != 1 or step.pattern is not None or not state.puzzle.type.is_note(fact.atom):
            return set()
        premises = [state.solver.required[step.constraints[0]], *state.literals(step.known)]
        following = state.bare.following(dict.fromkeys(premises, 0))
        atoms = (each.atom for each in state.known_facts() if each.holds)
        alike = {each for each in noted if (each.atom.name, each.holds) == (fact.atom.name, fact.holds)}
        likewise = {each for each in alike if state.literal(each) in following}
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
        before = self._in_full(before)
        facts = (each.facts if isinstance(each, Step) else each for each in (*before, step))
        self._untold_yet |= dict.fromkeys(in_turn(*facts))
        self._coming = in_turn(self._coming, before, told(step))

    def _in_full(self, before: Sequence[Step | Seen]) -> list[Step | Seen]:
        """What comes before a step, with all that each rule shows and nobody has told yet: of a line all its cells."""
        said, full = set[Fact](), list[Step | Seen]()
        for at, step in enumerate(before):
            if not isinstance(step, Step):
                full.append(step)
            elif facts := tuple(fact for fact in step.facts if fact not in said):
                later = (each for each in before[at + 1 :] if isinstance(each, Step) and each.constraints)
                noted = {*in_turn(*(each.facts for each in later))} | self._untold.facts(by_rules=True)
                more = self.state.literals(self._likewise(step, noted).difference(step.facts, said))
                facts += tuple(self.state.fact_of[each] for each in sorted(more))
                said.update(facts)
                full.append(replace(step, facts=facts))
        self._untold.told_before(said)
        return full

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
        clues_ = step.clues or (() if step.assumes_one_answer else self._needed_clues.of(step))
        for clue in clues_:
            for place in clue.places:
                self.state.looked_at |= self.state.constraints_about.get(place, 0)
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
        others = dict.fromkeys(each for link in chain.links[:-1] for each in link.constraints)
        return [*map(self.with_clues, (first, self._beside_key(step, others, *key[0])))]

    def ring_apart(self, step: Step, rings: Rings) -> list[Step]:
        """The step to one fact of several, by the ring that it bars, and to the others, which rest on that; empty if
        there is none.
        """
        for fact, literal in zip(step.facts, self.state.literals(step.facts)) if len(step.facts) > 1 else ():
            alone = replace(step, facts=(fact,))
            first = rings.beside(alone)
            if first is not alone:
                self.state.learn(first.facts)
                return [*map(self.with_clues, (first, self._beside_key(step, (), literal)))]
        return []

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

    def _beside_key(self, step: Step, others: Collection[ConstraintInstance], key: int) -> Step:
        """The step once it is known what its chain broke by. others: the rules that it is told by, if they suffice."""
        state = self.state
        literals = [each for each in state.literals(step.facts) if each != key]
        state.seen = [*state.seen, key]
        premises: list[int] = []
        for constraints, known in ((others, state.seen), (others, ()), (step.constraints, ())):
            premises = [state.solver.required[each] for each in constraints]
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
        constraints = dict.fromkeys(in_turn(*(link.constraints for link in chain.links)))
        along = constraints if chain.links[-1].ring else ()  # by which one goes along it
        used = tuple(dict.fromkeys([*(each for each in step.constraints if each in constraints), *along]))
        excluding = {each: facts for each, facts in step.excluding.items() if each not in along}
        told = replace(
            step, chain=chain, known=chain.rests_on(), constraints=used, excluding=excluding, left=(), rests=()
        )
        told = replace(told, clues=self._needed_clues.of_links(told, chain.links))
        is_whole = constraints.keys() >= {*step.constraints}
        is_whole &= not self._traces or {*told.known} >= {*step.known}
        if is_whole or len(step.facts) == 1:
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
        propagated: Reason | None = None
        for finder in self._finders:
            best = finder.find(open_, best)
            if best is not None and (best.found is not None or best.size <= PLAIN):
                break
            if finder is self.probing:
                propagated = best
        assert best is not None  # the last region is the whole program, in which all facts that are certain follow
        if self._connection is None or not self._connection.is_hidden(best):
            return best
        return self._connection.find(open_, None) or min(best, propagated or best, key=self._connection.is_hidden)


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
        if self._looks_further and not reason.likewise:
            reason = self._further(reason, open_)
        premises = state.labels.premises(reason.premises)
        if not reason.minimal:
            premises = state.regions.needed([reason.fact], premises)
        open_ = self._of_its_kind(reason.fact, open_)
        literals = following_facts(state, reason.fact, premises, open_)
        if reason.likewise:  # what these lead to is another thought
            literals = [*reason.likewise]
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
            return self._fuller(reason, constraints[0], open_)
        premises = {each: state.labels.bit(each) for each in (*constraints, *state.known)}
        by_it = state.bare.following({**premises, fact: reason.premises})
        found = [reason_of(state, each, by_it[each]) for each in says_more & by_it.keys()]
        labels = state.propagation.labels
        alike = (reason_of(state, each, labels[each]) for each in says_more & labels.keys())
        found += (each for each in alike if each.size <= reason.size)
        return min(found, key=size_of, default=reason)

    def _fuller(self, reason: Reason, constraint: int, open_: Iterable[int]) -> Reason:
        """The reason by another constraint about a place of its fact, where that says more of the answer with the same
        known facts: nobody says that one way is left, and then how it goes on there.
        """
        state, fact = self._state, reason.fact
        places = [*places_of(state.puzzle, state.fact_of[fact].atom)]
        about = [state.constraints_about.get(place, 0) for place in places]
        own = state.labels.own(reason.premises)
        known = {each: state.labels.bit(each) for each in own if each != constraint}
        constraints = dict.fromkeys([constraint, *(each for label in about for each in state.labels.own(label))])
        by = {each: state.bare.following({**known, each: state.labels.bit(each)}) for each in constraints}
        new = {each for each in open_ if each > 0 and each in state.facts.answer}
        said = {each: len(found.keys() & new) for each, found in by.items() if fact in found}
        fullest = max(said, key=said.__getitem__, default=constraint)
        return reason_of(state, fact, by[fullest][fact]) if fullest != constraint else reason

    def _implying(self, fact: int, open_: Iterable[int]) -> Set[int]:
        """The open facts of the answer about a place of this one that say as much, and more."""
        state = self._state
        places = {*state.places(fact)}
        others = dict.fromkeys(each for each in open_ if each != fact and each in state.facts.answer)
        near = (each for each in others if not places.isdisjoint(state.places(each)))
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
