"""Steps of one kind in a row, shown as one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..analysis.clues import Clue
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
    """The steps, where those that follow one another are one: with the same reason, or plain, of the same technique,
    and none resting on another.

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
    first = run[0]
    if step.part is not None or any(
        each is not None for each in (first.chain, step.chain, first.pattern, step.pattern)
    ):
        return False
    if _premises(step) == _premises(run[-1]):
        return True  # nothing would be said anew
    return (
        all(_is_plain(each, first.clues) for each in (first, step))
        and technique_of(step).identity == technique_of(first).identity
        and {fact.holds for each in (first, step) for fact in each.facts} != {True, False}
        and sum(len(each.facts) for each in (*run, step)) <= MOST_FACTS
        and bool(first.emptied) == bool(step.emptied)
        and all(set(each.facts).isdisjoint(step.known) for each in run)
    )


def _premises(step: Step) -> tuple[object, ...]:
    return step.constraints, step.known, step.clues


def _is_plain(step: Step, clues: Sequence[Clue]) -> bool:
    """Whether a step is seen at a glance; its clues take no further one if they are these."""
    return step.size <= PLAIN or (step.clues == clues and step.size - len(clues) < PLAIN)


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
