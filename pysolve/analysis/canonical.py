"""A ground program numbered by its structure, so that a board turned, mirrored or relabelled has the same one, if its
rules ground to the same: those that follow the reading order do not.

Where several steps are equally easy, a walk takes the one whose literal comes first. In reading order that is another
one on a board that was turned, and other steps follow. Here atoms are numbered by what the program says of them: by
their colours, which are refined until atoms differ that occur differently (Weisfeiler, Leman, 'The reduction of a graph
to canonical form', 1968). If some of the atoms that an answer may show are alike in the end, one of them is singled
out, and the colours are refined once more: mostly the board has a symmetry, which leads to the same.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from .assumptions import AssumptionSolver
from .propagation import Body, Rule

#: How often colours are refined, and how often an atom is singled out, at most: what is alike then keeps its order.
REFINED, SINGLED_OUT = 40, 8

#: Colours have 61 bits; they are mixed in words of 64.
_BITS, _WORD = (1 << 61) - 1, (1 << 64) - 1

#: By which they are spread: primes of xxHash (Collet, 2012).
_PRIMES = 0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x27D4EB2F165667C5


class CanonicalSolver(AssumptionSolver):
    """The same with other numbers: those of the literals in `required`, `broken`, `shown` and `ground_rules`.

    It is there to be walked with; what it is asked under assumptions has to be told in its own numbers.
    """

    def __init__(self, *arguments: Any, **named: Any) -> None:
        """As AssumptionSolver."""
        super().__init__(*arguments, **named)
        roles = {abs(literal): f"shown {term.name}" for term, literal in self.shown.items()}
        roles |= {abs(literal): f"broken {each.constraint.number}" for each, literal in self.broken.items()}
        self._number = numbering(self.ground_rules, roles, {abs(each) for each in self.shown.values()})
        self.ground_rules = sorted(map(self._rule, self.ground_rules), key=lambda rule: (*rule[:2], rule.body.literals))
        self.shown = self._sorted(self.shown)
        self.broken = self._sorted(self.broken)
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
    atoms = dict.fromkeys((*roles, *(abs(each) for rule in rules for each in (*rule.head, *rule.body.literals))))
    colours = {atom: zlib.crc32(roles.get(atom, "").encode()) for atom in atoms}
    apart = dict.fromkeys(different)
    left = REFINED
    for number in range(SINGLED_OUT + 1):
        left -= _refine(colours, rules, left)
        sizes = Counter(colours[atom] for atom in apart)
        alike = min((colour for colour, size in sizes.items() if size > 1), default=None)
        if alike is None or left <= 0:
            break
        one = next(atom for atom in apart if colours[atom] == alike)
        colours[one] = _mixed(alike, number)
    order = sorted(atoms, key=lambda atom: colours[atom])  # those that are alike stay in their order
    return {atom: number for number, atom in enumerate(order, 1)}


def _refine(colours: dict[int, int], rules: Sequence[Rule], most: int) -> int:
    """Refines the colours until no more of them differ; returns how many rounds that took."""
    differing = len(set(colours.values()))
    for rounds in range(1, most + 1):
        sums = dict.fromkeys(colours, 0)
        for choice, head, (literals, weights, least) in rules:
            says = [_mixed(colours[atom], 1) for atom in head]
            if weights is None:
                says += [_mixed(colours[abs(each)], 2 if each > 0 else 3) for each in literals]
            else:
                says += [
                    _mixed(colours[abs(each)], weight, 4 if each > 0 else 5) for each, weight in zip(literals, weights)
                ]
            whole = _mixed(sum(says) & _BITS, len(head), choice, least)
            for atom, each in zip((*head, *map(abs, literals)), says):
                sums[atom] += _mixed(whole, each)
        for atom, says_all in sums.items():
            colours[atom] = _mixed(colours[atom], says_all & _BITS)
        now = len(set(colours.values()))
        if now == differing:
            return rounds
        differing = now
    return most


def _mixed(*numbers: int) -> int:
    """One colour for several numbers in their order, by the rounds of xxHash: the same on every machine, which `hash`
    is not.
    """
    factor, spread, mixed = _PRIMES
    for number in numbers:
        mixed = (mixed + number * spread) & _WORD
        mixed = (mixed << 31 | mixed >> 33) * factor & _WORD
    return (mixed + (len(numbers) ^ _PRIMES[2] ^ 3527539)) & _BITS
