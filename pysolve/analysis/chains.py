"""What is supposed, and where that leads: the chain by which a step is found, and the steps from a guess that breaks.

A reason is a set. Where propagation from the opposite of the fact leads through other facts to a contradiction, these
can be said one by one, as a person follows them: from what is supposed on, with all that stands on the board, those
facts come next that need the fewest constraints beside those that only exclude something, until a contradiction needs
no more than they do. What it does not rest on is left out.

From a guess, the fact with the smallest reason that rests on it comes next, as in a walk, until a contradiction is no
larger than that. Where propagation comes upon none, the solver has one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from itertools import groupby
from operator import or_

from ..model.terms import Value
from .assumptions import shrink
from .finders import PLAIN, PROBES, Reason, reason_of
from .placements import Placements
from .progress import Fact, places_of
from .propagation import Label, Propagation
from .rings import Rings
from .steps import Chain, Premises, Step, StepMaker, distance_to, text_of
from .techniques import GOES_ON, identity_of, is_cut_off, techniques
from .walk import Walk
from .walk_state import WalkState


class Chains:
    """The chains that lead to the steps of a walk."""

    #: The least links and constraints of a chain, together; one that is shorter is seen at a glance.
    SHORTEST = 4

    #: What follows from no more known facts than this by no constraint is seen at once.
    SEEN = 4

    #: After this many facts, each resting on the one before, nobody remembers what was supposed.
    LONGEST = 12

    #: How many facts of a step are tried: the shortest chain is shown.
    TRIES = 3

    #: How many facts are tried for a step where nothing follows by itself, and for a link; from how many premises at
    #: most, and how many constraints their opposites may break.
    LOOKED_AT, FOR_A_LINK, LARGEST, AHEAD = 240, 80, 40, 4

    #: A contradiction by no more rules than this is seen before anything else that follows.
    AT_ONCE = 1

    #: What is no farther than this from a rule, is seen to follow from it.
    NEAR = 1.5

    #: By how much a known fact is lighter than a rule.
    LIGHTER = 0.75

    #: What a premise counts for, beside that of a constraint, where pieces are put on the board.
    FACT = 0.01

    #: How many links more a chain may have that goes around the loop which would close.
    AROUND = 2

    #: Of how many of these it is looked what their opposites leave without support.
    LOOPS = 30

    def __init__(self, state: WalkState, placements: Placements, *, canonical: bool = False) -> None:
        """canonical: grades rest on rules alone, not on what is seen along lines."""
        self._state = state
        self._placements = placements
        self._canonical = canonical
        self.rings = Rings(state, are_seen=not canonical)
        self._left = 0  # of the facts that may be tried for this step

    def of(self, step: Step) -> Chain | None:
        """The chain by which a step is found; None if it follows directly, by a technique, or not by propagation."""
        if self._needs_none(step):
            return None
        literals, is_traced = self._state.literals(step.facts), is_cut_off(step)
        self._left, self._distance = self.LOOKED_AT, distance_to(self._state.puzzle, step)
        self._weigh()
        reason = [*dict.fromkeys([*self._reason(step), *self._state.seen, *self._always])]
        following = self._board.following(self._labels(reason))
        indirect = [each for each in literals if each not in following]
        fact, links = self._shortest(indirect, reason)
        if links.keys() == {0} and self._is_hidden(step):
            links = self._one_by_one(-fact, reason)
        ring = self._ring_of(links)
        is_short = len(links) + len(step.constraints) < self.SHORTEST and not is_traced
        if len(links) < 2 or (not ring and (is_short or self._is_seen_at_once(step))):
            return None
        links = self._without_last(links)
        steps = self._in_steps(self._all_stepwise(links), {*reason, -fact} & self._both_ways.keys())
        if ring:
            steps[-1] = self.rings.told(steps[-1], ring)
        elif not is_traced and self._are_seen(step, steps[:-1]):
            return None  # what the opposite of the fact contradicts is seen at once
        return Chain(self._both_ways[-fact], tuple(steps), self._likewise(fact, reason, indirect))

    def _without_last(self, links: dict[int, Label]) -> dict[int, Label]:
        """The links without what a rule leaves as the last thing, where the contradiction is that it leaves nothing."""
        broken, by_rules = links[0], links[0] & self._state.constraint_label
        for each, label in links.items() if len(links) > 2 else ():
            others = (other for of, other in links.items() if of)
            bit = self._state.labels.bit(each) if each else 0
            if broken & bit and label & self._state.constraint_label == by_rules and not any(o & bit for o in others):
                return {**{of: other for of, other in links.items() if of not in (0, each)}, 0: broken & ~bit | label}
        return links

    def _likewise(self, fact: int, reason: Sequence[int], facts: Iterable[int]) -> tuple[Fact, ...]:
        """The facts of a step whose opposites lead to a contradiction, too, but for what follows from one of them."""
        with_fact = self._board.following(dict.fromkeys([*reason, fact], 0))
        return tuple(self._both_ways[each] for each in facts if each not in with_fact)

    def _needs_none(self, step: Step) -> bool:
        """Whether a step needs no chain: a technique shows it, or the board does, or it is seen at a glance."""
        is_seen = self._state.cut_off.issuperset(self._state.literals(step.facts))
        return step.pattern is not None or is_seen or (self._is_seen_at_once(step) and not self.rings.bars(step))

    def _shortest(self, facts: Sequence[int], reason: list[int]) -> tuple[int, dict[int, Label]]:
        """The fact whose opposite leads to a contradiction by the fewest links, and these; none if there are none."""
        chains = ((fact, self._links(-fact, reason)) for fact in facts[: self.TRIES])
        return min((each for each in chains if each[1]), key=lambda each: len(each[1]), default=(0, {}))

    def _is_seen_at_once(self, step: Step) -> bool:
        """Whether a single constraint decides, of which there are no other words for the parts of a chain, and what it
        leaves of pieces is near.
        """
        told = [each for each in step.constraints if each not in step.evident]
        if len(told) != 1 or any(where.startswith("to ") for where, _ in told[0].constraint.forms):
            return False
        places = {place for fact in step.facts for place in places_of(self._state.puzzle, fact.atom)}
        return not step.left or any(not left.ever or places & left.ever for left in step.left)

    def _is_hidden(self, step: Step) -> bool:
        """Whether a step rests on more known facts than are seen together, and on no rule that could be told."""
        return not (self._canonical or step.constraints or step.left) and len(step.known) > self.SEEN

    def _are_seen(self, step: Step, links: Sequence[Step]) -> bool:
        """Whether links that take no constraint are seen at once."""
        by_rules = any(link.constraints for link in links) or self._is_hidden(step)
        return not by_rules and bool(step.left or not self._state.has_pieces)

    def _one_by_one(self, supposed: int, reason: list[int]) -> dict[int, Label]:
        """The links to a contradiction to which all follows without a rule: what is drawn, one after the other, by what
        was drawn right before.
        """
        labels = self._labels([*reason, supposed])
        said = self._state.facts.answer.keys() | self._state.said_notes
        links: dict[int, Label] = {}
        for each in [each for each in self._board.broken(labels)[1] if each in said and each not in labels]:
            if (label := self._board.following(labels).get(each)) is not None:
                links[each], labels[each] = label, self._state.labels.bit(each)
                self._board.facts |= labels[each]
        broken = self._board.broken(labels)[0]
        return {} if broken is None else self._needed(links | {0: broken})

    def _weigh(self) -> None:
        """All that is known is seen, so it counts for little."""
        self._board = self._state.bare.copy()
        self._board.facts, self._board.lighter = self._state.propagation.facts, self.LIGHTER

    def _labels(self, premises: Iterable[int]) -> dict[int, Label]:
        return {each: self._state.labels.bit(each) for each in premises}

    def _all_stepwise(self, links: Mapping[int, Label]) -> dict[int, Label]:
        """The links, each after what it rests on in between."""
        stepwise: dict[int, Label] = {}
        for link in links:
            for each, label in self._stepwise(link, links[link], links):
                stepwise.setdefault(each, label)
        return stepwise

    def _stepwise(self, link: int, label: Label, links: Collection[int]) -> Iterator[tuple[int, Label]]:
        """A link; before it, where it is far from the only rule that leads to it, what follows from that in between.
        links: what the chain says anyway.
        """
        own = self._state.labels.own(label)
        rules = len([each for each in own if each in self._state.constraint_of])
        if link and rules == 1 and (far := self._away(link, label)[0]) > self.NEAR:
            following = self._board.following(self._labels(own))
            said = self._state.facts.answer.keys() | self._state.stepping_notes
            said = (said & following.keys()).difference(own, links, self._state.known)
            nearer = [each for each in sorted(said) if self._away(each, label)[0] < far]
            nearby = self._board.following(self._labels([*own, *nearer])).get(link)
            if nearby is not None and not nearby & self._state.constraint_label:
                for each in nearer:
                    if nearby & self._state.labels.bit(each):
                        yield from self._stepwise(each, following[each], links)
                label, rules = nearby, 0
        if link and not rules:
            notes, label = self._by_notes(link, label)
            yield from notes.items()
        yield link, label

    def _by_notes(self, link: int, label: Label) -> tuple[dict[int, Label], Label]:
        """Notes of the places of a link that are no steps of their own, with what they follow from, and the label that
        the link has by these, if it follows from them alone.
        """
        notes = self._state.facts.notes.keys() - self._state.stepping_notes
        if not notes:
            return {}, label
        own = self._state.labels.own(label)
        places, following = self._places(link), self._board.following(self._labels(own))
        here = [each for each in notes & following.keys() if each > 0 and not places.isdisjoint(self._places(each))]
        known = self._state.known
        nearby = self._board.following(self._labels(sorted(here, key=lambda each: (each in known, each)))).get(link)
        if nearby is None:
            return {}, label
        said = sorted({*self._state.labels.own(nearby)}.difference(known, own))
        return {each: following[each] for each in said}, nearby

    def _places(self, literal: int) -> set[Value]:
        return {*places_of(self._state.puzzle, self._both_ways[literal].atom)}

    def _in_steps(self, links: Mapping[int, Label], known: set[int]) -> list[Step]:
        """The links as steps, as few as may be. known: before them."""
        steps = []
        for premises, literals in min(([*self._together(each)] for each in (links, self._in_levels(links))), key=len):
            steps.append(self._link(literals, premises, known))
            known.update(literals)
        return [*steps[:-1], replace(steps[-1], left=self._placements.against(steps[-1]))]

    def _reason(self, step: Step) -> list[int]:
        """The premises of a step."""
        return [*(self._state.solver.required[each] for each in step.constraints), *self._state.literals(step.known)]

    def _links(self, supposed: int, reason: list[int]) -> dict[int, Label]:
        """The facts that lead from what is supposed to a contradiction, each after those that it rests on, with the
        labels of what it follows from; the last one is 0, which stands for the contradiction. Empty if there is none.
        """
        labels = self._labels([*reason, supposed])
        without = self._board.following(self._labels(reason))
        links: dict[int, Label] = {}
        for _ in range(self.LONGEST):
            if ring := self._closed(labels, [supposed, *links], reason):
                return self._needed(links | {0: ring})
            known = labels.keys() | without.keys()
            broken, following = self._board.broken(labels)
            next_ = self._cheapest(following, known)
            if broken is None and not next_:
                broken, following = self._unsupported(self._board, labels, following, len(labels))
                next_ = self._cheapest(following, known)
            cost = self._cost(following)
            at_once = any(label & next_.get(-each, 0) & self._state.constraint_label for each, label in next_.items())
            next_ = {each: label for each, label in next_.items() if self._comes_first(each, next_)}
            least = min(map(cost, next_.values()), default=float("inf"))
            if broken is not None and (cost(broken) <= max(least, self.AT_ONCE) or at_once):
                plain, ringed = self._needed(links | {0: broken}), self._with_ring(links, labels, reason)
                return ringed if 0 < len(ringed) <= len(plain) + self.AROUND else plain
            next_ = next_ or self._looked_ahead(labels, without)
            if not next_:
                break
            links |= next_
            labels |= {literal: self._state.labels.bit(literal) for literal in next_}
        return {}

    def _with_ring(
        self, links: Mapping[int, Label], labels: Mapping[int, Label], reason: Sequence[int]
    ) -> dict[int, Label]:
        """The links to a contradiction, with lines that follow and close a ring; empty if none do."""
        if self.rings.closing.keys().isdisjoint(reason):
            return {}
        premises = {each: labels[each] for each in labels if each not in self.rings.closing}
        following = self._board.following(premises | self._labels(self.rings.going_on))
        lines = {each: label for each, label in following.items() if each > 0 and each not in labels}
        closed = self._closed([*labels, *lines], lines, reason)
        return self._needed({**links, **lines, 0: closed}) if closed else {}

    def _closed(self, labels: Collection[int], new: Iterable[int], reason: Collection[int]) -> Label:
        """The premises by which a ring may not close that new lines make with others; 0 if they make none. So one goes
        along the lines, before anything else follows from where these do not lead.
        """
        ring = self.rings.closed(labels, new)
        return reduce(or_, map(self._state.labels.bit, self.rings.barred(ring, reason)), 0)

    def _ring_of(self, links: Mapping[int, Label]) -> list[int]:
        """The lines of the ring by which a chain ends; none if it does not."""
        premises = [*self._state.labels.own(links.get(0, 0))]
        return self.rings.closed(premises, [*(each for each in premises if each in links), *premises])

    def _comes_first(self, link: int, links: Mapping[int, Label]) -> bool:
        """Whether a fact, and not its opposite, comes next where both follow: the one that is nearer to its rules."""
        return -link not in links or self._away(link, links[link]) < self._away(-link, links[-link])

    def _away(self, link: int, label: Label) -> tuple[float, bool]:
        """How far a link is from the rules that lead to it; of two as far, what holds comes first."""
        rules = (self._state.constraint_of.get(each) for each in self._state.labels.own(label))
        about = Step((), tuple(each for each in rules if each is not None), (), ())
        return distance_to(self._state.puzzle, about)(self._state.points(link)), not self._both_ways[link].holds

    def _looked_ahead(self, labels: Mapping[int, Label], without: Collection[int]) -> dict[int, Label]:
        """Where nothing follows by itself: the fact whose opposite breaks by the fewest constraints."""
        said = labels.keys() | without
        open_ = [each for each in self._looked_at if each not in said and -each not in said]
        premises = labels.keys() - self._state.known.keys() - {*self._always}
        if not open_ or len(premises) > self.LARGEST or self._left <= 0:
            return {}
        given = self._board.copy()
        for premise, label in labels.items():
            given.add(premise, label)
        given.run(len(labels))
        near, most = sorted(open_, key=self._far)[: min(self._left, self.FOR_A_LINK)], len(labels) + 1
        return self._refuted(given, near, most) or self._refuted(given, near[: self.LOOPS], most, loops=True)

    @cached_property
    def _looked_at(self) -> list[int]:
        """The facts of which it is looked where their opposites lead. Of pieces, which cells they cover: nobody asks of
        a cell which shape does not cover it.
        """
        state = self._state
        every = [*(each for each in state.facts.notes if each in state.stepping_notes), *state.facts.answer]
        if not state.has_pieces:
            return every
        return [each for each in every if text_of(state.puzzle, state.fact_of[each].atom) is None]

    def _refuted(self, given: Propagation, facts: Iterable[int], most: int, *, loops: bool = False) -> dict[int, Label]:
        """That of some facts whose opposite breaks by the fewest constraints. loops: it is looked what nothing supports
        any more, too.
        """
        found: dict[int, Label] = {}
        least, cost = self.AHEAD + 1.0, self._cost({})
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
        return self._distance(self._state.points(literal))

    def _cheapest(self, following: Mapping[int, Label], known: Collection[int]) -> dict[int, Label]:
        """Of what follows, the facts of the answer, and notes, that are not known yet, by the fewest constraints."""
        said, cost = self._state.facts.answer.keys() | self._state.said_notes, self._cost(following)
        new = {each: cost(label) for each, label in following.items() if each in said and each not in known}
        least = min(new.values(), default=0)
        return {each: following[each] for each in new if new[each] == least}

    def _cost(self, following: Mapping[int, Label]) -> Callable[[Label], float]:
        """How many constraints a label has, without those that only exclude values of cells, and say nothing that is
        noted, if it has others."""
        constraints, facts = self._state.constraint_label, self._state.facts
        excluding = noting = 0
        for literal, label in following.items():
            if (label & constraints).bit_count() == 1:
                if literal in facts.notes:
                    noting |= label & constraints
                elif -literal in facts.answer and literal not in facts.answer:
                    excluding |= label & constraints
        excluding &= ~noting
        lighter = self.FACT if self._state.has_pieces else 0  # where they lie often follows from facts alone

        def cost(label: Label) -> float:
            return (label & constraints & ~excluding or label & constraints).bit_count() + lighter * label.bit_count()

        return cost

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
        if literals or not self.rings.closed(reason, reason):  # of a ring all is needed
            reason = self._without_needless(literals, reason)
        following = {
            each: {*self._state.labels.own(label)}
            for each, label in self._state.following(reason).items()
            if each not in literals
        }
        return self._steps.step(literals, reason, following, known)

    def _without_needless(self, literals: Collection[int], reason: list[int]) -> list[int]:
        """The premises of a link without known facts that it does not need; those of a contradiction, without any."""
        for fact in [each for each in reversed(reason) if each in self._state.known or not literals]:
            fewer = [each for each in reason if each != fact]
            if self._leads(fewer, literals):
                reason = fewer
        return reason

    def _leads(self, reason: list[int], literals: Collection[int]) -> bool:
        """Whether a reason leads to some facts; if there are none, to a contradiction."""
        for opposite in [[-each] for each in literals] or [[]]:
            labels = self._labels([*reason, *opposite])
            broken, following = self._board.broken(labels)
            if broken is None:
                broken, _ = self._unsupported(self._board, labels, following, len(labels))
            if broken is None:
                return False
        return True

    @cached_property
    def _always(self) -> list[int]:
        """The constraints that a way goes on which hold by what the rules draw, whatever is required of it: a loop does
        not end. The first one of a rule speaks for all.
        """
        by_rule: dict[int, list[int]] = defaultdict(list)
        for literal, instance in self._state.constraint_of.items():
            if techniques().idea(identity_of(instance)) == GOES_ON:
                by_rule[instance.constraint.number].append(literal)
        solver = self._state.solver
        return [each for some in by_rule.values() if not solver.satisfiable([-some[0]]) for each in some]

    @cached_property
    def _both_ways(self) -> dict[int, Fact]:
        """The facts and their opposites."""
        facts = self._state.fact_of
        return {-literal: Fact(fact.atom, not fact.holds) for literal, fact in facts.items()} | facts

    @cached_property
    def _steps(self) -> StepMaker:
        premises = Premises(self._both_ways, self._state.constraint_of)
        return StepMaker(self._state.puzzle, self._state.solver.shown, premises)


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
            if fact is None or (broken is not None and self._state.propagation.size(broken) <= fact.size):
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
                    reason_of(self._state, fact, label)
                    for fact in self._spoken_of
                    if (label := labels.get(fact, 0)) & rests_on
                    and self._state.propagation.size(label) <= bound
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
            most = self.LARGEST if best is None else self._state.propagation.size(best) - 2
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
