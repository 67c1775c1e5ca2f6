"""Steps of one kind in a row, shown as one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..analysis.steps import Step
from ..analysis.techniques import technique_of

#: The most premises that a step has which is seen at a glance; larger ones are shown one by one.
PLAIN = 2

#: As many facts are taken in at once.
MOST_FACTS = 20


class Run(NamedTuple):
    """Steps in a row. first, last: their numbers, from 1. step: all of them as one."""

    first: int
    last: int
    step: Step

    @property
    def numbers(self) -> str:
        """'3', '3 and 4', '3 to 5'."""
        between = "and" if self.last == self.first + 1 else "to"
        return str(self.first) if self.first == self.last else f"{self.first} {between} {self.last}"


def runs(steps: Sequence[Step], number: int = 1, *, together: bool = True) -> Iterator[Run]:
    """The steps, where plain ones of the same technique follow one another, none resting on another, as one.

    number: that of the first step. together: without it, every step stands by itself.
    """
    run: list[Step] = []
    for at, step in enumerate(steps, number):
        if run and not (together and _goes_on(run, step)):
            yield _as_one(run, at - 1)
            run = []
        run.append(step)
    if run:
        yield _as_one(run, number + len(steps) - 1)


def _goes_on(run: Sequence[Step], step: Step) -> bool:
    return (
        all(each.size <= PLAIN and each.chain is None for each in (run[0], step))
        and step.part is None
        and technique_of(step).identity == technique_of(run[0]).identity
        and {fact.holds for each in (run[0], step) for fact in each.facts} != {True, False}
        and sum(len(each.facts) for each in (*run, step)) <= MOST_FACTS
        and bool(run[0].emptied) == bool(step.emptied)
        and all(set(each.facts).isdisjoint(step.known) for each in run)
    )


def _as_one(run: Sequence[Step], last: int) -> Run:
    step = Step(
        facts=tuple(dict.fromkeys(fact for each in run for fact in each.facts)),
        constraints=tuple(dict.fromkeys(one for each in run for one in each.constraints)),
        clues=tuple({id(clue): clue for each in run for clue in each.clues}.values()),
        known=tuple(dict.fromkeys(fact for each in run for fact in each.known)),
        excluding={one: facts for each in run for one, facts in each.excluding.items()},
        evident=frozenset().union(*(each.evident for each in run)),
        emptied=tuple(dict.fromkeys(place for each in run for place in each.emptied)),
        chain=run[0].chain,
        pattern=run[0].pattern,
        part=run[0].part,
    )
    return Run(last + 1 - len(run), last, step)
