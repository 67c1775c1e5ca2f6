"""Which atoms of a ground program stand near each other: in the same rule, or in a chain of few rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import clingo


class GroundGraph(clingo.Observer):
    """Observes grounding; afterwards it knows how far atoms are from one another."""

    def __init__(self) -> None:
        self._rules: list[tuple[int, ...]] = []
        self._rules_of: dict[int, list[int]] = {}

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        """A ground rule."""
        self._keep([*head, *map(abs, body)])

    def weight_rule(self, choice: bool, head: Sequence[int], lower_bound: int, body: Sequence[tuple[int, int]]) -> None:
        """A ground rule with a sum in its body."""
        self._keep([*head, *(abs(literal) for literal, _ in body)])

    def _keep(self, atoms: Iterable[int]) -> None:
        together = tuple(dict.fromkeys(atoms))
        if len(together) > 1:
            for atom in together:
                self._rules_of.setdefault(atom, []).append(len(self._rules))
            self._rules.append(together)

    def distances(self, start: int) -> dict[int, int]:
        """How many rules lead from an atom to each other one; atoms that none do are not in it."""
        distances = {start: 0}
        seen: set[int] = set()
        border = [start]
        while border:
            following = []
            for atom in border:
                for number in self._rules_of.get(atom, ()):
                    if number in seen:
                        continue
                    seen.add(number)
                    for other in self._rules[number]:
                        if other not in distances:
                            distances[other] = distances[atom] + 1
                            following.append(other)
            border = following
        return distances
