"""A ground program numbered by its structure, so that a board turned, mirrored or relabelled has the same one, if its
rules ground to the same: those that follow the reading order do not.

Where several steps are equally easy, a walk takes the one whose literal comes first. In reading order that is another
one on a board that was turned, and other steps follow. Here atoms are numbered by what the program says of them: by
their colours, which are refined until atoms differ that occur differently (Weisfeiler, Leman, 'The reduction of a
graph to canonical form', 1968). If some of the atoms that an answer may show are alike in the end, one of them is
singled out, and the colours are refined once more: mostly the board has a symmetry, which leads to the same.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from .assumptions import AssumptionSolver
from .propagation import Body, Rule

#: How often an atom is singled out, at most: what is alike then keeps its order.
SINGLED_OUT = 8

#: Colours have 60 bits, which Python's integers hold in two digits.
_BITS = (1 << 60) - 1

#: By which they are spread: primes of xxHash (Collet, 2012), as far as they fit.
_PRIMES = 0x9E3779B185EBCA87 & _BITS, 0xC2B2AE3D27D4EB4F & _BITS, 0x165667B19E3779F9 & _BITS


class CanonicalSolver(AssumptionSolver):
    """The same with other numbers: those of the literals in `required`, `broken`, `shown` and `ground_rules`.

    It is there to be walked with; what it is asked under assumptions has to be told in its own numbers.
    """

    def __init__(self, *arguments: Any, **named: Any) -> None:
        """As AssumptionSolver."""
        super().__init__(*arguments, **named)
        roles = {abs(literal): f"shown {term.name}" for term, literal in self.shown.items()}
        broken = self.broken | self.overfull
        roles |= {abs(literal): f"broken {each.constraint.number}" for each, literal in broken.items()}
        open_ = {abs(literal) for term, literal in self.shown.items() if term not in self.facts}
        self._number = numbering(self.ground_rules, roles, open_)
        self.ground_rules = sorted(map(self._rule, self.ground_rules), key=lambda rule: (*rule[:2], rule.body.literals))
        self.shown = self._sorted(self.shown)
        self.broken, self.overfull = self._sorted(self.broken), self._sorted(self.overfull)
        self.required = {instance: -literal for instance, literal in self.broken.items()}

    def _own(self, literal: int) -> int:
        number = self._number[abs(literal)]
        return number if literal > 0 else -number

    def _sorted(self, literals: Mapping[Any, int]) -> dict[Any, int]:
        own = {each: self._own(literal) for each, literal in literals.items()}
        return dict(sorted(own.items(), key=lambda item: abs(item[1])))

    def _rule(self, rule: Rule) -> Rule:
        literals, weights, least = rule.body
        own = [*map(self._own, literals)]
        order = sorted(range(len(own)), key=lambda at: (abs(own[at]), own[at]))
        body = Body(
            tuple(own[at] for at in order),
            None if weights is None else tuple(weights[at] for at in order),
            least,
        )
        return Rule(rule.choice, tuple(sorted(map(self._own, rule.head))), body)


def numbering(rules: Sequence[Rule], roles: Mapping[int, str], different: Iterable[int]) -> dict[int, int]:
    """A number for each atom, from 1. roles: of atoms, what tells them from others whatever the rules say of them.
    different: the atoms that are to have different colours, one being singled out where some are alike.
    """
    colours = _Colours(rules, roles)
    colours.refine(colours.of.keys())
    apart = dict.fromkeys(different)
    for number in range(SINGLED_OUT):
        sizes = Counter(colours.of[atom] for atom in apart)
        alike = min((colour for colour, size in sizes.items() if size > 1), default=None)
        if alike is None:
            break
        one = next(atom for atom in apart if colours.of[atom] == alike)
        colours.give({one: _mixed(alike, number)})
        colours.refine([one])
    order = sorted(colours.of, key=colours.of.__getitem__)  # those that are alike stay in their order
    return {atom: number for number, atom in enumerate(order, 1)}


class _Colours:
    """The colours of atoms, and of the rules that these occur in."""

    def __init__(self, rules: Sequence[Rule], roles: Mapping[int, str]) -> None:
        self._parts = [*map(_parts, rules)]
        self._kinds = [
            _mixed(_mixed(len(rule.head), rule.choice), _mixed(rule.body.least, rule.body.weights is None))
            for rule in rules
        ]
        self._of_rules = [0] * len(rules)
        self._uses: dict[int, list[tuple[int, int]]] = {atom: [] for atom in roles}  # the rules, and what it is there
        for number, parts in enumerate(self._parts):
            for atom, part in parts:
                self._uses.setdefault(atom, []).append((number, part))
        self.of = {atom: zlib.crc32(roles.get(atom, "").encode()) for atom in self._uses}
        self._sizes = Counter(self.of.values())

    def give(self, colours: Mapping[int, int]) -> None:
        """Gives atoms other colours."""
        for atom, colour in colours.items():
            self._sizes[self.of[atom]] -= 1
            self._sizes[colour] += 1
            self.of[atom] = colour

    def refine(self, changed: Collection[int]) -> None:
        """Refines the colours until no more of them differ. changed: the atoms whose colours are new. Only atoms that
        share a rule with one of these are looked at, and a colour that all who have it would change alike stays: so a
        round costs what it changes.
        """
        while changed:
            touched = {number for atom in changed for number, _ in self._uses[atom]}
            for number in touched:
                says = sum([_mixed(self.of[atom], part) for atom, part in self._parts[number]])
                self._of_rules[number] = _mixed(says & _BITS, self._kinds[number])
            new = [
                atoms
                for colour, atoms in self._alike(touched).items()
                if len(atoms) < self._sizes[colour] or len({*atoms.values()}) > 1
            ]
            for atoms in new:
                self.give(atoms)
            changed = [atom for atoms in new for atom in atoms]

    def _alike(self, rules: Iterable[int]) -> dict[int, dict[int, int]]:
        """The atoms of these rules that share their colour, by that, with what colours they would have."""
        of, of_rules, sizes = self.of, self._of_rules, self._sizes
        alike: dict[int, dict[int, int]] = {}
        for atom in {atom for number in rules for atom, _ in self._parts[number]}:
            if sizes[of[atom]] > 1:
                says = sum([_mixed(of_rules[number], part) for number, part in self._uses[atom]])
                alike.setdefault(of[atom], {})[atom] = _mixed(of[atom], says & _BITS)
        return alike


def _parts(rule: Rule) -> list[tuple[int, int]]:
    """The atoms of a rule, each with what it is there: in the head, or in the body, negated or not, of some weight."""
    literals, weights, _ = rule.body
    parts = [(atom, 1) for atom in rule.head]
    for literal, weight in zip(literals, weights or [0] * len(literals)):
        parts.append((abs(literal), _mixed(weight, literal > 0) + 2))
    return parts


def _mixed(one: int, other: int) -> int:
    """One colour for two numbers in their order: the same on every machine, which `hash` is not."""
    mixed = (one * _PRIMES[0] + (other + 1) * _PRIMES[1]) & _BITS
    mixed = ((mixed ^ mixed >> 29) * _PRIMES[2]) & _BITS
    return mixed ^ mixed >> 31
