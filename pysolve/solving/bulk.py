"""Many calls of clingo at once. In a browser, where one takes ten times as long, they are one (browser/_clingo.py)."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

import clingo

#: A rule as a backend takes it: its head, its body, whether it is a choice.
Rule = tuple[Sequence[int], Sequence[int], bool]

if sys.platform == "emscripten":
    from _clingo import add_atoms, add_rules, which_hold
else:

    def which_hold(model: clingo.Model, literals: Iterable[int]) -> list[bool]:
        """Whether each of the literals is true in the model."""
        return [model.is_true(literal) for literal in literals]

    def add_atoms(backend: clingo.Backend, count: int) -> list[int]:
        """As many new atoms."""
        return [backend.add_atom() for _ in range(count)]

    def add_rules(backend: clingo.Backend, rules: Iterable[Rule]) -> None:
        """Adds the rules."""
        for head, body, choice in rules:
            backend.add_rule(head, body, choice)
