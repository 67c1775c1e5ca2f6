"""A ground program numbered by its structure has the same numbers whatever its atoms were called."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping

import pytest

from pysolve.analysis.numbering import _Colours, numbering
from pysolve.analysis.propagation import Body, Rule


def program(chance: random.Random) -> list[Rule]:
    """Some rules of all kinds, in which atoms from 1 to 30 occur, many of them alike."""
    rules = []
    for _ in range(chance.randint(5, 40)):
        head = tuple(chance.sample(range(1, 31), chance.randint(0, 2)))
        literals = tuple(each * chance.choice([1, -1]) for each in chance.sample(range(1, 31), chance.randint(0, 3)))
        weights = tuple(chance.randint(1, 2) for _ in literals) if literals and chance.random() < 0.3 else None
        rules.append(Rule(bool(head) and chance.random() < 0.5, head, Body(literals, weights, 2 if weights else 0)))
    return rules


def renamed(rule: Rule, names: Mapping[int, int]) -> Rule:
    """A rule with other atoms, in the order of these."""
    literals, weights, least = rule.body
    pairs = sorted(
        (names[abs(each)] * (1 if each > 0 else -1), weight) for each, weight in zip(literals, weights or literals)
    )
    own = tuple(each for each, _ in pairs), None if weights is None else tuple(weight for _, weight in pairs)
    return Rule(rule.choice, tuple(sorted(names[each] for each in rule.head)), Body(*own, least))


def refined(rules: list[Rule]) -> set[frozenset[int]]:
    """The atoms that are alike, as one finds them who looks at all of them again and again."""
    atoms = {abs(each) for rule in rules for each in (*rule.head, *rule.body.literals)}
    colours = dict.fromkeys(atoms, 0)
    for _ in atoms:
        about: dict[int, list[object]] = {atom: [] for atom in atoms}
        for rule in rules:
            weights = rule.body.weights or [0] * len(rule.body.literals)
            roles: list[tuple[int, object]] = [(each, "head") for each in rule.head]
            roles += [(abs(each), (each > 0, weight)) for each, weight in zip(rule.body.literals, weights)]
            kind = rule.choice, rule.body.weights is None, rule.body.least
            whole = kind, sorted((str(role), colours[atom]) for atom, role in roles)
            for atom, role in roles:
                about[atom].append((whole, role))
        keys = {atom: (colours[atom], sorted(map(str, about[atom]))) for atom in atoms}
        names = {str(key): number for number, key in enumerate(sorted(map(str, keys.values())))}
        colours = {atom: names[str(key)] for atom, key in keys.items()}
    return {frozenset(atom for atom in atoms if colours[atom] == colour) for colour in colours.values()}


@pytest.mark.parametrize("seed", range(40))
def test_atoms_have_different_colours_if_they_occur_differently(seed: int):
    rules = program(random.Random(seed))
    colours = _Colours(rules, {})
    colours.refine(colours.of.keys())
    classes = {frozenset(atom for atom in colours.of if colours.of[atom] == each) for each in colours.of.values()}
    assert classes == refined(rules)


@pytest.mark.parametrize("seed", range(40))
def test_a_program_with_other_names_is_numbered_alike(seed: int):
    chance = random.Random(seed)
    rules = program(chance)
    atoms = sorted({abs(each) for rule in rules for each in (*rule.head, *rule.body.literals)})
    names = dict(zip(atoms, chance.sample(range(100, 200), len(atoms))))
    others = chance.sample([renamed(rule, names) for rule in rules], len(rules))
    numbers = numbering(rules, {}, atoms), numbering(others, {}, names.values())
    first, second = (Counter(renamed(rule, each) for rule in some) for some, each in zip((rules, others), numbers))
    assert first == second and sorted(numbers[0].values()) == [*range(1, len(atoms) + 1)]
