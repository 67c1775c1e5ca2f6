"""What is supposed, and where that leads: the chain by which a step is found, and the steps from a guess that breaks.

A reason is a set. Where propagation from the opposite of the fact leads through other facts to a contradiction, these
can be said one by one, as a person follows them: from what is supposed on, those facts come next that need the fewest
constraints beside those that only exclude something, until a contradiction needs no more than they do. What it does not
rest on is left out.

From a guess, the fact with the smallest reason that rests on it comes next, as in a walk, until a contradiction is no
larger than that. Where propagation comes upon none, the solver has one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby

from .finders import PROBES, Reason
from .mus import shrink
from .progress import Fact
from .propagation import Label
from .steps import Chain, Premises, Step, StepMaker
from .walk import Walk
from .walk_state import WalkState


class Chains:
    """The chains that lead to the steps of a walk."""

    #: The least links and constraints of a chain, together; one that is shorter is seen at a glance.
    SHORTEST = 4

    #: After this many facts, each resting on the one before, nobody remembers what was supposed.
    LONGEST = 12

    #: How many facts of a step are tried: the shortest chain is shown.
    TRIES = 3

    def __init__(self, state: WalkState) -> None:
        self._state = state

    def of(self, step: Step) -> Chain | None:
        """The chain by which a step is found; None if it follows directly, by a technique, or not by propagation."""
        if step.pattern is not None:
            return None
        reason = self._reason(step)
        following = self._state.following(reason)
        indirect = [each for each in self._state.literals(step.facts) if each not in following]
        chains = ((fact, self._links(-fact, reason)) for fact in indirect[: self.TRIES])
        fact, links = min((each for each in chains if each[1]), key=lambda each: len(each[1]), default=(0, {}))
        if len(links) < 2 or len(links) + len(step.constraints) < self.SHORTEST:
            return None
        known = {*reason, -fact} & self._both_ways.keys()
        steps = []
        for premises, literals in min(([*self._together(each)] for each in (links, self._in_levels(links))), key=len):
            steps.append(self._link(literals, premises, known))
            known.update(literals)
        if not any(link.constraints for link in steps[:-1]):
            return None  # what the opposite of the fact contradicts is seen at once
        with_fact = self._state.bare.following(dict.fromkeys([*reason, fact], 0))
        likewise = tuple(self._both_ways[each] for each in indirect if each not in with_fact)
        return Chain(self._both_ways[-fact], tuple(steps), likewise)

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
            broken, following = self._state.bare.broken(labels)
            cost = self._cost(following)
            new = self._answer_facts(following, labels.keys() | without.keys())
            least = min(map(cost, new.values()), default=0)
            next_ = {literal: label for literal, label in new.items() if cost(label) == least}
            if broken is not None and (not next_ or cost(broken) <= least or any(-each in next_ for each in next_)):
                return self._needed(links | {0: broken})
            if not next_:
                break
            links |= next_
            labels |= {literal: self._state.labels.bit(literal) for literal in next_}
        return {}

    def _answer_facts(self, following: Mapping[int, Label], known: Collection[int]) -> dict[int, Label]:
        """Of what follows, the facts of the answer that are not known yet."""
        answer = self._state.facts.answer
        return {each: label for each, label in following.items() if each in answer and each not in known}

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
            for each in self._state.labels.premises(links[link]):
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
            level[link] = 1 + max(
                (level[each] for each in self._state.labels.premises(label) if each in level), default=0
            )
        level[0] = len(links)
        kinds = {link: str(self._kind_of_link(link, label, links)) for link, label in links.items()}
        return {each: links[each] for each in sorted(links, key=lambda each: (level[each], kinds[each]))}

    def _kind_of_link(self, link: int, label: Label, links: Collection[int]) -> tuple[bool, list[int], list[int]]:
        """What links that are said together have in common: the rules, and the links that they rest on."""
        premises = self._state.labels.premises(label)
        rules = {
            self._state.constraint_of[each].constraint.number for each in premises if each in self._state.constraint_of
        }
        return link == 0, sorted(rules), sorted(each for each in premises if each in links)

    def _together(self, links: Mapping[int, Label]) -> Iterator[tuple[list[int], list[int]]]:
        """The links with their premises; those in a row that follow from the same facts, by the same rules, are one."""

        for _, alike in groupby(links, key=lambda link: self._kind_of_link(link, links[link], links)):
            literals = list(alike)
            premises = dict.fromkeys(each for link in literals for each in self._state.labels.premises(links[link]))
            yield [*premises], [each for each in literals if each]

    def _link(self, literals: list[int], reason: list[int], known: Collection[int]) -> Step:
        """A link of a chain as a step."""
        following = self._state.premises_of(self._state.following(reason), literals)
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
        self._state.learn(guess)
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
            self._state.learn(steps[-1].facts)
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
