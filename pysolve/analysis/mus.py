"""Minimal unsatisfiable subsets: of elements that cannot all hold, some that cannot either, all of them needed.

`core` is a call to a solver: which of these elements already contradict each other? None if they do not.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from ..solving.grounding import new_control

Core = Callable[[Sequence[int]], "Collection[int] | None"]

#: The same with an effort: conflicts after which it raises SearchLimitError.
LimitedCore = Callable[[Sequence[int], int], "Collection[int] | None"]


class SearchLimitError(Exception):
    """A search did not come to its end within its effort."""


def shrink(core: Core, elements: Collection[int], chance: random.Random | None = None) -> list[int] | None:
    """A minimal unsatisfiable subset of the elements; None if they do not contradict each other.

    Deletion with cores (Marques-Silva, 'Minimal unsatisfiability: models, algorithms and applications', ISMVL 2010):
    each element is left out once, and what the solver did not need goes with it. chance: shuffles the elements first.
    """
    begun = _begun(core, elements, chance)
    return None if begun is None else begun.go_on(core)


def shrinking(
    core: Core, elements: Collection[int], chance: random.Random | None = None
) -> Iterator[tuple[list[int], list[int]]]:
    """Ever smaller unsatisfiable subsets, each as what is known to be needed in it and what may go; nothing of the
    last one may. There are none if the elements do not contradict each other.
    """
    begun = _begun(core, elements, chance)
    if begun is None:
        return
    yield begun.needed, begun.left
    while begun.left:
        begun.leave_one_out(core)
        yield begun.needed, begun.left


class Shrinking:
    """Elements that contradict each other, on the way to a minimal subset.

    needed: those without which the others do not contradict each other. left: those of which that is not known yet.
    """

    def __init__(self, elements: Iterable[int]) -> None:
        self.needed: list[int] = []
        self.left = list(elements)

    def go_on(self, core: Core, most: int | None = None) -> list[int] | None:
        """The minimal subset; None as soon as it must have more than `most` elements: then one may go on later."""
        while self.left and (most is None or len(self.needed) <= most):
            self.leave_one_out(core)
        return self.needed if most is None or len(self.needed) <= most else None

    def leave_one_out(self, core: Core) -> None:
        """Decides of one element whether it is needed. Nothing is changed if the solver gives up."""
        *others, element = self.left
        subset = core(self.needed + others)
        if subset is None:
            self.needed.append(element)
            self.left = others
        else:
            self.keep(subset)

    def keep(self, elements: Collection[int]) -> None:
        """Leaves out what is not among these elements, which contradict each other, too."""
        wanted = set(elements)
        self.left = [element for element in self.left if element in wanted]


def roughly_shrunk(core: LimitedCore, elements: Iterable[int], efforts: Iterable[int]) -> list[int]:
    """Of elements that contradict each other, some that do so, too: without those of which the solver finds that they
    are not needed. Where it gives up with one effort, it tries again with the next one.
    """
    needed: list[int] = []
    left = [*elements]
    for effort in efforts:
        doubtful: list[int] = []
        while left:
            *left, element = left
            try:
                subset = core([*needed, *doubtful, *left], effort)
            except SearchLimitError:
                doubtful.insert(0, element)
                continue
            if subset is None:
                needed.append(element)
            else:
                wanted = {*subset}
                left, doubtful = ([each for each in some if each in wanted] for some in (left, doubtful))
        left = doubtful
    return [*needed, *left]


def _begun(core: Core, elements: Collection[int], chance: random.Random | None) -> Shrinking | None:
    """What the solver needs of the elements; None if they do not contradict each other."""
    elements = list(elements)
    if chance is not None:
        chance.shuffle(elements)
    first = core(elements)
    if first is None:
        return None
    wanted = set(first)
    return Shrinking(element for element in elements if element in wanted)


def smallest_first(
    core: Core,
    elements: Sequence[int],
    weights: dict[int, int] | None = None,
    going: Callable[[], bool] | None = None,
) -> Iterator[list[int]]:
    """All minimal unsatisfiable subsets of the elements, the lightest first.

    A subset is unsatisfiable only if it has an element from the complement of each satisfiable subset. So the lightest
    set that hits all complements known so far is tried: if it is unsatisfiable, no lighter subset is (Ignatiev,
    Previti, Liffiton, Marques-Silva, 'Smallest MUS extraction with minimal hitting set dualization', CP 2015).
    going: called before each call of the solver; false ends the search.
    """
    hitting = _Hitting(elements, weights or {})
    while (candidate := hitting.lightest()) is not None:
        if going is not None and not going():
            return
        if core(candidate) is not None:
            yield candidate
            hitting.exclude(candidate)
            continue
        satisfied = set(candidate)
        for element in elements:
            if going is not None and not going():
                return
            if element not in satisfied and core([*satisfied, element]) is None:
                satisfied.add(element)
        hitting.hit([element for element in elements if element not in satisfied])


class _Hitting:
    """The lightest sets that have an element of every complement, and are no superset of an excluded one."""

    def __init__(self, elements: Sequence[int], weights: dict[int, int]) -> None:
        self._control = new_control(["--opt-mode=opt"])
        self._pick: dict[int, int] = {}
        with self._control.backend() as backend:
            for element in elements:
                self._pick[element] = backend.add_atom()
                backend.add_rule([self._pick[element]], choice=True)
            backend.add_minimize(0, [(atom, weights.get(element, 1)) for element, atom in self._pick.items()])

    def lightest(self) -> list[int] | None:
        """The lightest set; None if none is left."""
        best: list[int] | None = None
        with self._control.solve(yield_=True) as handle:
            for model in handle:
                best = [element for element, atom in self._pick.items() if model.is_true(atom)]
        return best

    def hit(self, complement: Sequence[int]) -> None:
        """From now on, one of these is in the set."""
        with self._control.backend() as backend:
            backend.add_rule([], [-self._pick[element] for element in complement])

    def exclude(self, elements: Sequence[int]) -> None:
        """From now on, not all of these are in the set."""
        with self._control.backend() as backend:
            backend.add_rule([], [self._pick[element] for element in elements])
