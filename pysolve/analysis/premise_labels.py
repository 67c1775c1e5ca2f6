"""Labels of premises: a bit for each, and one for each clue that a constraint speaks of, which is held in mind, too."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from .assumptions import ConstraintInstance
from .propagation import Label


class PremiseLabels:
    """The bits of the premises of one walk, which are literals.

    constraint_of: the constraints among them. settled: the predicates of clues, and those that clues settle.
    """

    def __init__(self, constraint_of: Mapping[int, ConstraintInstance], settled: Collection[str]) -> None:
        self._constraint_of = constraint_of
        self._settled = settled
        self._held: list[int | None] = []  # the premise with this bit; None for a clue
        self._bits: dict[object, Label] = {}

    def bit(self, premise: int) -> Label:
        """The label that has this premise alone."""
        return self._bit(premise, premise)

    def of(self, premises: Iterable[int]) -> Label:
        """The label of premises, and of the clues that they speak of."""
        label = 0
        for premise in premises:
            label |= self.bit(premise)
            for clue in self._clues_of(premise):
                label |= self._bit(clue, None)
        return label

    def premises(self, label: Label) -> list[int]:
        """The premises of a label."""
        premises = []
        while label:
            lowest = label & -label
            premise = self._held[lowest.bit_length() - 1]
            if premise is not None:
                premises.append(premise)
            label ^= lowest
        return premises

    def _bit(self, held: object, premise: int | None) -> Label:
        if held not in self._bits:
            self._bits[held] = 1 << len(self._held)
            self._held.append(premise)
        return self._bits[held]

    def _clues_of(self, premise: int) -> Iterator[object]:
        """The atoms in a constraint that clues settle, each as its predicate and the values of its variables."""
        instance = self._constraint_of.get(premise)
        if instance is not None:
            values = dict(zip(instance.constraint.variables, instance.values))
            for name, variables in instance.constraint.atoms:
                if name in self._settled:
                    yield name, (*(values.get(each) for each in variables),)
