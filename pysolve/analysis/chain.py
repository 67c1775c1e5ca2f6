"""A reason as a chain: what follows, one thing after the other, if the opposite of a fact is supposed.

A reason is a set. Where propagation from the opposite of the fact leads through other facts to a contradiction, these
can be said one by one, as a person follows them: from what is supposed on, those facts come next that need the fewest
constraints beside those that only exclude something, until a contradiction needs no more than they do. What it does not
rest on is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cached_property
from itertools import groupby

from .named_walk import NamedWalk
from .progress import Fact
from .propagation import Label
from .steps import Chain, Premises, Step, StepMaker


class ChainWalk(NamedWalk):
    """A walk that says of its steps which chains lead to them."""

    #: The least links and constraints of a chain, together; one that is shorter is seen at a glance.
    SHORTEST = 4

    #: After this many facts, each resting on the one before, nobody remembers what was supposed.
    LONGEST = 12

    #: How many facts of a step are tried: the shortest chain is shown.
    TRIES = 3

    _last: tuple[frozenset[int], dict[int, Label]] = frozenset(), {}

    def chain(self, step: Step) -> Chain | None:
        """The chain by which a step is found; None if it follows directly, by a technique, or not by propagation."""
        if step.pattern is not None:
            return None
        reason = self._reason(step)
        following = self._following(reason)
        indirect = [each for fact in step.facts if (each := self._literal(fact)) is not None and each not in following]
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
        with_fact = self._bare.following(dict.fromkeys([*reason, fact], 0))
        likewise = tuple(self._both_ways[each] for each in indirect if each not in with_fact)
        return Chain(self._both_ways[-fact], tuple(steps), likewise)

    def _following(self, reason: list[int]) -> dict[int, Label]:
        if self._last[0] != frozenset(reason):  # a chain begins where its step was just made
            self._last = frozenset(reason), super()._following(reason)
        return self._last[1]

    def _reason(self, step: Step) -> list[int]:
        """The premises of a step."""
        literals = [self._solver.required[each] for each in step.constraints]
        return literals + [each for fact in step.known if (each := self._literal(fact)) is not None]

    def _links(self, supposed: int, reason: list[int]) -> dict[int, Label]:
        """The facts that lead from what is supposed to a contradiction, each after those that it rests on, with the
        labels of what it follows from; the last one is 0, which stands for the contradiction. Empty if there is none.
        """
        labels = {premise: self._labels.bit(premise) for premise in [*reason, supposed]}
        without = self._following(reason)
        links: dict[int, Label] = {}
        for _ in range(self.LONGEST):
            broken, following = self._bare.broken(labels)
            cost = self._cost(following)
            new = {
                literal: label
                for literal, label in following.items()
                if literal in self._fact_of and literal not in labels and literal not in without
            }
            least = min(map(cost, new.values()), default=0)
            next_ = {literal: label for literal, label in new.items() if cost(label) == least}
            if broken is not None and (not next_ or cost(broken) <= least or any(-each in next_ for each in next_)):
                return self._needed(links | {0: broken})
            if not next_:
                break
            links |= next_
            labels |= {literal: self._labels.bit(literal) for literal in next_}
        return {}

    def _cost(self, following: Mapping[int, Label]) -> Callable[[Label], int]:
        """How many constraints a label has, without those that only exclude values of cells, if it has others."""
        constraints = self._constraint_label
        excluding = 0
        for literal, label in following.items():
            if -literal in self._fact_of and literal not in self._fact_of and (label & constraints).bit_count() == 1:
                excluding |= label & constraints
        return lambda label: (label & constraints & ~excluding or label & constraints).bit_count()

    def _needed(self, links: Mapping[int, Label]) -> dict[int, Label]:
        """The links that the contradiction rests on, each right before it is needed."""
        needed: dict[int, Label] = {}

        def add(link: int) -> None:
            for each in self._labels.premises(links[link]):
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
            level[link] = 1 + max((level[each] for each in self._labels.premises(label) if each in level), default=0)
        level[0] = len(links)
        kinds = {link: str(self._kind_of_link(link, label, links)) for link, label in links.items()}
        return {each: links[each] for each in sorted(links, key=lambda each: (level[each], kinds[each]))}

    def _kind_of_link(self, link: int, label: Label, links: Collection[int]) -> tuple[bool, list[int], list[int]]:
        """What links that are said together have in common: the rules, and the links that they rest on."""
        premises = self._labels.premises(label)
        rules = {self._constraint_of[each].constraint.number for each in premises if each in self._constraint_of}
        return link == 0, sorted(rules), sorted(each for each in premises if each in links)

    def _together(self, links: Mapping[int, Label]) -> Iterator[tuple[list[int], list[int]]]:
        """The links with their premises; those in a row that follow from the same facts, by the same rules, are one."""

        for _, alike in groupby(links, key=lambda link: self._kind_of_link(link, links[link], links)):
            literals = list(alike)
            premises = dict.fromkeys(each for link in literals for each in self._labels.premises(links[link]))
            yield [*premises], [each for each in literals if each]

    def _link(self, literals: list[int], reason: list[int], known: Collection[int]) -> Step:
        """A link of a chain as a step."""
        following = {each: {*self._labels.premises(label)} for each, label in self._following(reason).items()}
        return self._chain_steps.step(
            literals, reason, {each: by for each, by in following.items() if each not in literals}, known
        )

    @cached_property
    def _both_ways(self) -> dict[int, Fact]:
        """The facts and their opposites."""
        facts = self._fact_of | self._noted
        return {-literal: Fact(fact.atom, not fact.holds) for literal, fact in facts.items()} | facts

    @cached_property
    def _chain_steps(self) -> StepMaker:
        premises = Premises(self._both_ways, self._constraint_of)
        return StepMaker(self.puzzle, self._solver.shown, premises)
