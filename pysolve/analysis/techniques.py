"""Techniques: those that have names, where one of them excludes something, and what steps have in common.

Steps are alike if the constraints that decide them say the same, of other places and with other numbers. What excludes
something together with known facts alone is looking, not thinking: in a Sudoku, that a row, which has its 5, takes no
other one. It does not count. So one technique is 'a value stands exactly once in a box' wherever all cells but one of
some box are excluded, for whatever reasons.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import cache, lru_cache
from itertools import chain, combinations, permutations, product
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ..model.board import cell_of, is_side, margin_of
from ..model.marks import Noun, listed
from ..model.terms import Term, Value
from ..model.tokens import LABELS
from ..model.yaml_text import load_mapping
from ..rules.library import library
from .assumptions import ConstraintInstance
from .constraints import JOINED_BY, LISTED_BY
from .lines import AlmostPairs, Crossings, Deadly, DeadlyPatterns, Line, almost_sets, bits_of, lines_of, numbers_of

if TYPE_CHECKING:  # each of the two modules knows the other one
    from .steps import Step

#: The ideas of constraints that say what is connected, by lines or not.
BY_LINES = "early loop"
CUT_OFF = "cut off"
CONNECTED = {CUT_OFF, BY_LINES}

#: The idea of constraints that say that a way goes on.
GOES_ON = "only way on"

#: The idea of constraints that say how many cells belong together.
OF_A_SIZE = "size of a region"

#: How techniques are found. Deadly patterns rest on that there is one answer.
DEADLY = "deadly"
SHAPES = ("single", "set", "chain", "fins", "almost", "crossing", DEADLY)

# -- Techniques as data: which ones there are (lib/techniques.yaml), and where one of them excludes something
#
# All of them rest on constraints by which at most one of some marks holds, and on homes, in which exactly one does.
# What is left of a home are the marks that are not excluded yet. If `count` homes have what is left of them within as
# many constraints, each of these has its mark in a home, and no other one: naked and hidden sets, pointing, claiming,
# X-wings. If each of several homes has two marks left, and one of them excludes one of the next home, then the first
# mark or the last one holds: XY-wings, turbot fishes.


@dataclass(frozen=True)
class NamedTechnique:
    """A technique that has a name.

    says: what is seen. shape: one of SHAPES; count: of its homes, or how many these are at most. of: their kinds;
    within: those of the constraints that they lie within. filled: of a single, all else is filled in. along: the kinds
    of the homes of a chain in their order, where that matters. cover: of 'fins' and 'almost', the kinds of the
    constraints that the homes lie within but for the fins, or but for one, which then exclude by those of `within`; of
    'deadly', those of a home that may be between. graded: how many homes it has at most on a grade's walk.
    """

    name: str
    says: str
    shape: str
    count: int
    of: frozenset[str]
    within: frozenset[str]
    filled: bool = False
    along: tuple[frozenset[str], ...] = ()
    cover: frozenset[str] = frozenset()
    graded: int | None = None

    @property
    def identity(self) -> str:
        """What it is called in programs."""
        return self.name.lower().replace(" ", "-")

    @property
    def for_grade(self) -> NamedTechnique | None:
        """The technique as a grade's walk has it; None if it does without."""
        return self if self.graded is None else replace(self, count=self.graded) if self.graded else None

    @property
    def assumes_one_answer(self) -> bool:
        """Whether it rests on that the puzzle has one answer, which no rule says."""
        return self.shape == DEADLY


#: Names, each with the patterns of identities that have it.
NamedPatterns: TypeAlias = tuple[tuple[str, tuple[str, ...]], ...]


class Techniques(NamedTuple):
    """All techniques, the easier first. kinds: of constraints, each with the patterns of their identities; ideas: what
    it is called that such constraints decide a step, likewise.
    """

    kinds: NamedPatterns
    every: Sequence[NamedTechnique]
    ideas: NamedPatterns

    def kind_of(self, identity: str) -> str | None:
        """The kind of the constraints with this identity, if they have one."""
        return _fitting(self.kinds, identity)

    def idea(self, identity: str) -> str:
        """What it is called that constraints with this identity decide a step; empty if it has no name."""
        return _fitting(self.ideas, identity) or ""

    def single(self, identity: str, is_filled: bool = False) -> NamedTechnique | None:
        """What it is called that one constraint with this identity decides. is_filled: by what is filled in alone."""
        kind = self.kind_of(identity)
        singles = (each for each in self.every if each.shape == "single" and kind in each.of)
        return next((each for each in singles if is_filled or not each.filled), None)


@lru_cache(maxsize=4096)
def _fitting(patterns: NamedPatterns, identity: str) -> str | None:
    """The first name of which a pattern fits an identity."""
    fitting = (name for name, every in patterns if any(fnmatchcase(identity, each) for each in every))
    return next(fitting, None)


@cache
def techniques() -> Techniques:
    """The techniques of the library."""
    path = library() / "lib" / "techniques.yaml"
    data: Any = load_mapping(path.read_text(encoding="utf-8"), path.name)
    every = tuple(_technique(each) for each in data["techniques"])
    kinds, ideas = (tuple((name, tuple(some)) for name, some in data[key].items()) for key in ("kinds", "ideas"))
    return Techniques(kinds, every, ideas)


def _technique(entry: Mapping[str, Any]) -> NamedTechnique:
    shape = next(each for each in SHAPES if each in entry)
    form = {"count": "1", "of": entry["single"]} if shape == "single" else entry[shape]
    of, within, cover = (frozenset(form.get(key, "").split()) for key in ("of", "within", "cover"))
    along = tuple(frozenset(each.split()) for each in form.get("along", ()))
    count, filled = int(form.get("count", 0)), "filled" in entry
    graded = int(entry["graded"]) if "graded" in entry else None
    return NamedTechnique(entry["name"], entry["says"], shape, count, of, within, filled, along, cover, graded)


class Group(NamedTuple):
    """Marks of which at most one holds by a constraint: its literal, its identity, its kind. is_home: one does.
    is_place: that no two hold goes without saying, and does not rest on the constraint. times: so many hold, not one.
    """

    literal: int
    identity: str
    kind: str
    atoms: frozenset[int]
    is_home: bool
    is_place: bool = False
    times: int = 1

    @property
    def barring(self) -> tuple[int, ...]:
        """The constraint by which no two of the marks hold, if it takes one."""
        return () if self.is_place else (self.literal,)


class Home(NamedTuple):
    """A constraint by which exactly one mark holds, and the atoms that are left of it."""

    group: Group
    left: frozenset[int]


class Found(NamedTuple):
    """A technique that excludes something. out: the atoms that do not hold. homes: what it rests on, besides the other
    constraints, which are literals. chain: of a chain, the two marks of each home in turn, as one comes through it.
    ends: marks of which one holds, and each of which excludes what is out; if it is the only one, it is what follows.
    beside: further homes, of which nobody says what is left.
    """

    technique: NamedTechnique
    out: list[int]
    homes: list[Home]
    constraints: list[int]
    chain: tuple[int, ...] = ()
    ends: Sequence[int] = ()
    beside: Sequence[Home] = ()

    @property
    def facts(self) -> list[int]:
        """What follows, as literals."""
        return [*self.ends] if len(self.ends) == 1 else [-atom for atom in sorted(self.out)]

    @property
    def every(self) -> Iterator[Home]:
        """All homes that it rests on."""
        return chain(self.homes, self.beside)

    @property
    def own(self) -> list[int]:
        """Its constraints, and those of its homes."""
        return [*dict.fromkeys([*self.constraints, *(home.group.literal for home in self.every)])]


#: From the atoms of groups to those of them that are left.
_Left = Mapping[frozenset[int], frozenset[int]]


class Patterns:
    """The search for techniques on a board."""

    #: How many sets of homes, and chains, are looked at for one technique.
    MOST_TRIED = 20_000

    def __init__(self, groups: Sequence[Group], swapped: Collection[int] = (), *, for_grade: bool = False) -> None:
        """swapped: marks that may change places, as no other rule speaks of them, if there is only one answer; without
        any, no technique takes that for granted. for_grade: only those that a grade's walk has.
        """
        self._groups = groups
        self._swapped = swapped
        self._lines: dict[
            tuple[frozenset[str], frozenset[str]], Mapping[str, list[Line]]
        ] = {}  # by the kinds of homes, and others
        self._of_kind: dict[str, list[Group]] = {}  # by identity
        self._with: dict[int, list[Group]] = {}  # by atom
        for group in groups:
            self._of_kind.setdefault(group.identity, []).append(group)
            for atom in group.atoms:
                self._with.setdefault(atom, []).append(group)
        homes = {group.kind for group in groups if group.is_home}
        kinds = {group.kind for group in groups}
        #: Those that there may be on the board, the easier first.
        every = [each.for_grade for each in techniques().every] if for_grade else techniques().every
        self.techniques = [
            each
            for each in every
            if each is not None
            if each.of & homes and any(each.within & kinds - {kind} for kind in each.of)
            if swapped or not each.assumes_one_answer
        ]

    def find(
        self, state: Callable[[int], bool | None], size: Callable[[Found], float], avoided: Collection[str] = ()
    ) -> Found | None:
        """The smallest use of the easiest technique that excludes something. state: whether an atom is known to hold,
        or not to; None if neither is known. size: of what a technique rests on. avoided: identities of techniques.
        """
        left = {each.atoms: frozenset(atom for atom in each.atoms if state(atom) is not False) for each in self._groups}
        homes = [
            Home(group, left[group.atoms])
            for group in self._groups
            if group.is_home and len(left[group.atoms]) > group.times > sum(state(atom) is True for atom in group.atoms)
        ]
        for technique in (each for each in self.techniques if each.identity not in avoided):
            found = min(self.uses(technique, homes, left), key=size, default=None)
            if found is not None:
                return found
        return None

    def uses(self, technique: NamedTechnique, homes: Sequence[Home], left: _Left) -> Iterator[Found]:
        """All uses of a technique that exclude something, as far as that is looked for. homes: those that are open."""
        search = {
            "set": self._sets, "chain": self._chains, "fins": self._fins, "almost": self._almost,
            "crossing": self._crossings, DEADLY: self._deadly,
        }[technique.shape]  # fmt: skip
        kinds = technique.of | technique.cover if technique.shape == DEADLY else technique.of
        return search(technique, [each for each in homes if each.group.kind in kinds], left)

    # -- Sets of homes

    def _sets(self, technique: NamedTechnique, homes: Sequence[Home], left: _Left) -> Iterator[Found]:
        """Homes of one identity, within as many constraints of another one."""
        for within, groups in self._of_kind.items():
            if groups[0].kind not in technique.within:
                continue
            cover_of = {atom: number for number, group in enumerate(groups) for atom in left[group.atoms]}
            apart = (each for each in homes if each.group.identity != within and each.group.times == groups[0].times)
            for own in _by_identity(apart):
                covered = _covered(own, cover_of, technique.count)
                for chosen, covers in _Sets(covered, technique.count, self.MOST_TRIED):
                    out = _beyond(chosen, (atom for cover in covers for atom in left[groups[cover].atoms]))
                    if out:
                        yield Found(
                            technique, out, chosen, [each for cover in covers for each in groups[cover].barring]
                        )

    # -- Chains of homes with two marks each

    def _chains(self, technique: NamedTechnique, homes: Sequence[Home], left: _Left) -> Iterator[Found]:
        pairs = [each for each in homes if len(each.left) == 2 and each.group.times == 1]
        ends: dict[int, list[tuple[Group, int]]] = {}  # from an atom to its homes, each with its other atom
        for group, (one, other) in pairs:
            ends.setdefault(one, []).append((group, other))
            ends.setdefault(other, []).append((group, one))
        beside = {atom: self._excluded(atom, left, technique.within) for atom in ends}
        chains = _Chains(technique, ends, beside, self.MOST_TRIED)
        for start, last, chosen, links, atoms in (each for pair in pairs for each in chains.through(pair)):
            found = [Home(each, left[each.atoms]) for each in chosen]
            out = _beyond(found, beside[start].keys() & beside[last].keys())
            if out:
                by = [each for atom in out for side in (beside[start], beside[last]) for each in side[atom]]
                yield Found(technique, out, found, [*dict.fromkeys([*links, *by])], atoms)

    # -- Homes with fins

    def _fins(self, technique: NamedTechnique, homes: Sequence[Home], left: _Left) -> Iterator[Found]:
        """So many homes whose marks, but for some, the fins, lie within one constraint fewer: one of the fins holds."""
        own = [each for each in homes if each.group.times == 1 and len(each.left) <= technique.count + 2]
        for alike in _by_identity(own):
            for chosen, covers in _Finned(technique, alike, self._with, left, self.MOST_TRIED):
                fins = _fins_of(chosen, covers, left)
                beside = [self._excluded(fin, left, technique.within) for fin in fins]
                common = set(beside[0]).intersection(*beside[1:]) if beside else set()
                out = _beyond(chosen, sorted(common))
                if out:
                    by = (group.barring for group in covers), (side[atom] for atom in out for side in beside)
                    constraints = [*dict.fromkeys(chain.from_iterable(chain(*by)))]
                    yield Found(technique, out, chosen, constraints, ends=fins)

    # -- Homes in lines

    def _lines_of(self, technique: NamedTechnique, kinds: frozenset[str]) -> Mapping[str, list[Line]]:
        """The lines of the homes of a technique and of constraints of these kinds, by the identity of these."""
        key = technique.of, kinds
        if key not in self._lines:
            homes = [each for each in self._groups if each.is_home and each.kind in technique.of and each.times == 1]
            covers = (each for each in self._of_kind.values() if each[0].kind in kinds and each[0].times == 1)
            self._lines[key] = {each[0].identity: [*lines_of(homes, each)] for each in covers}
        return self._lines[key]

    def _almost(self, technique: NamedTechnique, homes: Sequence[Home], left: _Left) -> Iterator[Found]:
        """Two almost locked sets, with at most as many homes between them as the technique counts."""
        open_ = {each.group.literal: each for each in homes}
        lines = chain.from_iterable(self._lines_of(technique, technique.cover).values())
        sets = chain.from_iterable(almost_sets(line, open_, technique.count - 1) for line in lines)
        excluded = {atom: self._excluded(atom, left, technique.within) for home in homes for atom in home.left}
        beside = {atom: bits_of(by) for atom, by in excluded.items()}
        for (one, other), link, end, out in AlmostPairs(sets, beside, technique.count):
            covers = [*one.needed(link[0], end[0]), *other.needed(link[1], end[1])]
            ends = [*numbers_of(one.marks[end[0]] | other.marks[end[1]])]
            by = [
                self._between(numbers_of(one.marks[link[0]]), [*numbers_of(other.marks[link[1]])], technique.within),
                self._between(ends, [*numbers_of(out)], technique.within),
            ]
            constraints = chain.from_iterable([*(cover.barring for cover in covers), *by])
            own = [*one.homes, *other.homes]
            yield Found(technique, [*numbers_of(out)], own, [*dict.fromkeys(constraints)], ends=ends)

    def _between(self, some: Iterable[int], others: Collection[int], within: frozenset[str]) -> Iterator[int]:
        """Constraints of these kinds by which each of some marks excludes each of others: as few as will do, about."""
        left = {*product(some, others)}
        while left:
            groups = (group for atom, _ in sorted(left) for group in self._with[atom] if group.kind in within)
            speaks = {id(each): (each, {pair for pair in left if each.atoms.issuperset(pair)}) for each in groups}
            group, pairs = max(speaks.values(), key=lambda each: len(each[1]))
            yield from group.barring
            left -= pairs

    def _crossings(self, technique: NamedTechnique, homes: Sequence[Home], left: _Left) -> Iterator[Found]:
        """Homes of two lines that cross, so many at most, within as many constraints of both."""
        open_ = {each.group.literal: each for each in homes}
        for some, others in combinations(self._lines_of(technique, technique.within).values(), 2):
            for one, other in product(some, others):
                for own, covers, either in Crossings(one, other, open_, technique.count):
                    beyond = {id(each): _beyond(own, left[each.atoms]) for each in chain(covers, *either)}
                    chosen = [[each for each in pair if beyond[id(each)]] or [pair[0]] for pair in either]
                    used = [*covers, *chain.from_iterable(chosen)]
                    out = [*dict.fromkeys(atom for each in used for atom in beyond[id(each)])]
                    if out:
                        barring = chain.from_iterable(each.barring for each in used)
                        yield Found(technique, out, [*own], [*dict.fromkeys(barring)])

    # -- Deadly patterns

    def _deadly(self, technique: NamedTechnique, homes: Sequence[Home], left: _Left) -> Iterator[Found]:
        """Marks of so many homes, or of all, that are deadly together: as there is one answer, one of the other marks
        of these homes holds. What excludes each of them does not, by itself or by what is left of one more home.
        """
        pairs = [each for each in homes if each.group.kind in technique.cover and len(each.left) == 2]
        for chosen, marks in self._deadly_marks(technique, homes, left):
            with_more = [home for home in chosen if home.left - marks]
            fins = [*chain.from_iterable(sorted(home.left - marks) for home in with_more)]
            told, beside = ([*chosen], ()) if technique.count else (with_more, chosen)
            if len(fins) == 1:
                yield Found(technique, [], told, [], ends=fins, beside=beside)
            elif fins:
                for between, out in self._out_by_each(fins, pairs, left, technique.within):
                    constraints = [*dict.fromkeys(chain.from_iterable(out.values()))]
                    yield Found(technique, [*out], [*told, *between], constraints, ends=fins, beside=beside)

    def _deadly_marks(self, technique: NamedTechnique, homes: Sequence[Home], left: _Left) -> Iterator[Deadly]:
        """Marks that are deadly together, each with their homes."""
        own = [each for each in homes if each.group.kind in technique.of and each.group.times == 1]
        search = DeadlyPatterns(own, self._swapped, self._with, left, self.MOST_TRIED)
        return search.of(technique.count) if technique.count else search.all_but_one()

    def _out_by_each(
        self, fins: Sequence[int], pairs: Iterable[Home], left: _Left, within: frozenset[str]
    ) -> Iterator[tuple[list[Home], dict[int, list[int]]]]:
        """What each of several marks excludes, with the constraints that say so: by themselves, or else by what is left
        of one home between, which comes first.
        """
        excluding = [self._excluded(atom, left, within) for atom in fins]
        for between in (None, *pairs):
            by = [self._by_way_of(between, each, left, within) for each in excluding]
            out = sorted(set(by[0]).intersection(*by[1:]))
            if out:
                said = {atom: [*chain.from_iterable(each[atom] for each in by)] for atom in out}
                if between is None:
                    yield [], said
                    return
                yield [between], said

    def _by_way_of(
        self, between: Home | None, excluding: Mapping[int, tuple[int, ...]], left: _Left, within: frozenset[str]
    ) -> Mapping[int, tuple[int, ...]]:
        """What excludes a mark by itself, or by excluding one of the two marks left of a home, the other one of which
        does; each with the constraints that say so. excluding: the former.
        """
        found = dict(excluding)
        for one, other in permutations(between.left) if between is not None else ():
            for atom, barring in self._excluded(one, left, within).items() if other in excluding else ():
                found.setdefault(atom, (*barring, *excluding[other]))
        return found

    def _excluded(self, atom: int, left: _Left, within: frozenset[str]) -> dict[int, tuple[int, ...]]:
        """The atoms that are left and do not hold if this one does, each with the constraint of these kinds that says
        so, if it takes one.
        """
        groups = [group for group in self._with[atom] if group.kind in within and group.times == 1]
        return {other: group.barring for group in groups for other in left[group.atoms] if other != atom}


def _fins_of(homes: Sequence[Home], covers: Sequence[Group], left: _Left) -> list[int]:
    """The atoms of the homes that lie in none of the covers."""
    covered = {atom for cover in covers for atom in left[cover.atoms]}
    return [atom for home in homes for atom in home.left if atom not in covered]


def _by_identity(homes: Iterable[Home]) -> Iterable[list[Home]]:
    """The homes of each identity."""
    identities: dict[str, list[Home]] = {}
    for home in homes:
        identities.setdefault(home.group.identity, []).append(home)
    return identities.values()


def _beyond(homes: Iterable[Home], atoms: Iterable[int]) -> list[int]:
    """Those of the atoms that are left of none of the homes."""
    inside = frozenset().union(*(home.left for home in homes))
    return [atom for atom in atoms if atom not in inside]


def _covered(homes: Iterable[Home], cover_of: Mapping[int, int], most: int) -> list[tuple[Home, set[int]]]:
    """The homes that lie within a few constraints, each with the numbers of these."""
    covered = ((home, {cover_of.get(atom, -1) for atom in home.left}) for home in homes)
    return [(home, covers) for home, covers in covered if len(covers) <= most and -1 not in covers]


class _Chain(NamedTuple):
    """Groups that follow one another, by these constraints; the first atom or the last one of them holds. atoms: the
    two of each group.
    """

    start: int
    last: int
    groups: list[Group]
    links: list[int]
    atoms: tuple[int, ...]


class _Chains:
    """The search for chains of a technique.

    ends: from an atom to the groups of two that it is in, each with the other atom. beside: the atoms that an atom
    excludes, each with the constraint that says so. most: how many are tried.
    """

    def __init__(
        self,
        technique: NamedTechnique,
        ends: Mapping[int, Sequence[tuple[Group, int]]],
        beside: Mapping[int, Mapping[int, tuple[int, ...]]],
        most: int,
    ) -> None:
        self._length = technique.count
        self._along = technique.along
        self._ends = ends
        self._beside = beside
        self._left = most

    def through(self, home: Home) -> Iterator[_Chain]:
        """Those that begin with this group, in one of the two directions in which each is found."""
        for start in home.left if self._may_be(0, home.group) else ():
            (other,) = home.left - {start}
            chains = self._going_on(_Chain(start, other, [home.group], [], (start, other)))
            yield from (each for each in chains if each.last >= start)

    def _may_be(self, number: int, group: Group) -> bool:
        """Whether this group may come so far in a chain."""
        return not self._along or group.kind in self._along[number]

    def _going_on(self, chain: _Chain) -> Iterator[_Chain]:
        self._left -= 1
        if self._left < -1:
            return
        start, last, groups, links, atoms = chain
        if len(groups) == self._length:
            yield chain
            return
        for atom, link in self._beside[last].items():
            for group, other in self._ends.get(atom, ()):
                if group not in groups and other != start and self._may_be(len(groups), group):
                    longer = _Chain(start, other, [*groups, group], [*links, *link], (*atoms, atom, other))
                    yield from self._going_on(longer)


class _Finned:
    """The search for homes of a technique with fins, each connected with those before by one of the constraints, one
    fewer, that may hold their marks. with_: of each atom, the constraints that speak of it. most: how many are tried.
    """

    def __init__(
        self,
        technique: NamedTechnique,
        homes: Sequence[Home],
        with_: Mapping[int, Sequence[Group]],
        left: _Left,
        most: int,
    ) -> None:
        self._technique = technique
        self._homes = homes
        self._with = with_
        self._left = left
        self._most = most
        self._seen: set[tuple[frozenset[int], frozenset[int]]] = set()
        self._of_atom: dict[int, list[Home]] = {}
        for home in homes:
            for atom in home.left:
                self._of_atom.setdefault(atom, []).append(home)

    def __iter__(self) -> Iterator[tuple[list[Home], list[Group]]]:
        for home in self._homes:
            yield from self._going_on([home], [])

    def _going_on(self, chosen: list[Home], covers: list[Group]) -> Iterator[tuple[list[Home], list[Group]]]:
        key = frozenset(id(each.group) for each in chosen), frozenset(id(each) for each in covers)
        if key in self._seen or len(self._seen) > self._most:
            return
        self._seen.add(key)
        if len(chosen) == self._technique.count:
            yield chosen, covers
            return
        inside = frozenset().union(*(home.left for home in chosen))
        for cover in {id(each): each for atom in sorted(inside) for each in self._with[atom]}.values():
            if cover.kind in self._technique.cover and cover.times == 1 and cover not in covers:
                for home in self._beyond(cover, inside):
                    yield from self._going_on([*chosen, home], [*covers, cover])

    def _beyond(self, cover: Group, inside: frozenset[int]) -> Iterator[Home]:
        """The homes with an atom of a cover that have none of these atoms."""
        for atom in sorted(self._left[cover.atoms] - inside):
            yield from (home for home in self._of_atom.get(atom, ()) if home.left.isdisjoint(inside))


class _Sets:
    """The search for a number of homes without a common atom within as many constraints, each connected with those
    before by one of these.

    covered: homes, each with the numbers of the constraints. most: how many sets are tried.
    """

    def __init__(self, covered: Sequence[tuple[Home, set[int]]], size: int, most: int) -> None:
        self._covered = covered
        self._size = size
        self._most = most
        self._seen: set[frozenset[int]] = set()
        self._with_cover: dict[int, list[int]] = {}
        for number, (_, covers) in enumerate(covered):
            for cover in covers:
                self._with_cover.setdefault(cover, []).append(number)

    def __iter__(self) -> Iterator[tuple[list[Home], set[int]]]:
        for number, (_, covers) in enumerate(self._covered):
            for chosen in self._going_on(frozenset({number}), covers):
                found = [self._covered[each] for each in sorted(chosen)]
                within = set().union(*(more for _, more in found))
                if len(within) == self._size:
                    yield [home for home, _ in found], within

    def _going_on(self, chosen: frozenset[int], covers: set[int]) -> Iterator[frozenset[int]]:
        if chosen in self._seen or len(self._seen) > self._most:
            return
        self._seen.add(chosen)
        if len(chosen) == self._size:
            yield chosen
            return
        for number in sorted({number for cover in covers for number in self._with_cover[cover]} - chosen):
            home, more = self._covered[number]
            apart = all(home.left.isdisjoint(self._covered[each][0].left) for each in chosen)
            if apart and len(covers | more) <= self._size:
                yield from self._going_on(chosen | {number}, covers | more)


#: How often a technique needs constraints of one kind, in its name and in its identity; more are not told apart.
_TIMES = {1: "", 2: " (twice)", 3: " (3 times)"}
_NUMBERED = {1: "", 2: "*2", 3: "*3"}

#: A number, a label or a direction in a sentence, with the variable that it stands for.
_NUMBER = "\0"

_DIRECTIONS = tuple(Term(name) for name in ("n", "e", "s", "w", "ne", "nw", "se", "sw"))

#: Numbers behind such words only say which row it is, or which region.
_LABELLED = re.compile(rf"\b(row|column|region|cage|run|place|direction) {_NUMBER}\w+", re.IGNORECASE)
_TWO_LABELLED = re.compile(rf"\bthe (regions) {_NUMBER}\w+ and(?: of)? {_NUMBER}\w+", re.IGNORECASE)

_NEIGHBOUR = re.compile(r"\b(its neighbour) (?:a|another|that|a third) cell\b")

#: A number that stands in a cell; all others are counts.
_TWO_VALUES = re.compile(rf"{_NUMBER}V and {_NUMBER}W")
_IN_CELL = re.compile(rf"(?:^|(?<=holds )|(?<=hold )){_NUMBER}[VW](?= stands| is\b|[,.]|$)")


class Technique(NamedTuple):
    """What steps have in common. identity: the same whatever the sentences of the rules say; name: what they say.
    called: how solvers call it, or the ideas that it joins, up to three; empty if they have no name for it.
    """

    identity: str
    name: str
    called: str = ""


#: The technique of steps that no constraint decides.
NOTHING_ELSE = Technique("nothing-else", "nothing else is possible", "direct consequence")

#: The same where it is said what is left of the pieces that could lie over a cell.
WHAT_FITS = NOTHING_ELSE._replace(called="what fits")


def technique_of(step: Step) -> Technique:
    """The technique of a step: the named one that it uses, or by the constraints that decide it."""
    if step.pattern is not None:
        technique = step.pattern.technique
        return Technique(technique.identity, technique.name, technique.name)
    if not step.deciding:
        return WHAT_FITS if step.left else NOTHING_ELSE
    single = single_of(step)
    ideas = sorted({techniques().idea(identity_of(each)) for each in step.deciding})
    kinds = Counter(map(identity_of, step.deciding)).items()
    said = Counter(map(kind_of, step.deciding)).items()
    identity = "+".join(sorted(f"{each}{_NUMBERED.get(times, '*')}" for each, times in kinds))
    return Technique(
        f"{single.identity}:{identity}" if single is not None and single.filled else identity,
        "; ".join(f"{each}{_TIMES.get(times, ' (often)')}" for each, times in sorted(said)),
        single.name if single is not None else listed(ideas) if all(ideas) and len(ideas) < 4 else "",
    )


def is_cut_off(step: Step) -> bool:
    """Whether constraints that say what is connected decide a step, and no others."""
    return bool(step.deciding) and all(techniques().idea(identity_of(each)) == CUT_OFF for each in step.deciding)


def single_of(step: Step) -> NamedTechnique | None:
    """The single that a step is, if it is one."""
    if len(step.deciding) != 1:
        return None
    is_filled = len(step.constraints) == 1 and all(fact.holds for fact in step.known)
    return techniques().single(identity_of(step.deciding[0]), is_filled)


def identities_in(technique: str) -> list[str]:
    """The kinds of constraints of a technique by its identity, without how often it needs each of them."""
    return [each.partition("*")[0] for each in in_general(technique).split("+")]


def in_general(technique: str) -> str:
    """The identity of what a technique is a simple case of, as a full house is of a hidden single; or else its own."""
    return technique.rpartition(":")[2]


def identity_named(name: str, known: Mapping[str, str]) -> str:
    """The identity of a technique by its identity or its name, before which may stand what it is called. known: the
    identities of kinds of constraints by what these say. ValueError, with what is not known, for another text.
    """
    if {*identities_in(name)} <= {*known.values()}:
        return "+".join(sorted(name.split("+")))
    called, _, name = name.strip().rpartition(": ")
    simple = [f"{each.identity}:" for each in techniques().every if each.filled and each.name == called.lower()]
    by_case = {said.lower(): each for said, each in known.items()}
    pieces = []
    for each in name.removesuffix(".").lower().split("; "):
        said = re.sub(r" \([\w ]+\)$", "", each)
        if said not in by_case:
            raise ValueError(name if said == name.lower() else said)
        times = next((mark for times, mark in _NUMBERED.items() if each == said + _TIMES[times]), "*")
        pieces.append(by_case[said] + times)
    return "".join(simple) + "+".join(sorted(pieces))


def identity_of(instance: ConstraintInstance) -> str:
    """What a constraint is called, with the kinds of its places but cells: 'unit-symbol-value/box'."""
    kinds = [
        _in_general(value).partition(" ")[2] or str(value)
        for name, value in zip(instance.constraint.variables, instance.values)
        if not _is_number(value) and name not in LABELS and value not in _DIRECTIONS and cell_of(value) is None
    ]
    return "/".join([instance.constraint.identity, *kinds])


def kind_of(instance: ConstraintInstance) -> str:
    """What a constraint says, whatever its places and numbers are: 'a value stands exactly once in a row'."""
    cells: list[Value] = []

    def name(value: Value, variable: str, before: str) -> str:
        if _is_number(value) or variable in LABELS or value in _DIRECTIONS:
            return f"{_NUMBER}{variable}"
        if cell_of(value) is None:
            return _in_general(value)
        if value in cells:
            return "that cell"
        cells.append(value)
        return ("a cell", "another cell", "a third cell")[min(len(cells), 3) - 1]

    plural = tuple(2 if isinstance(value, int) else value for value in instance.values)
    text = instance.constraint.words(plural, name).removesuffix(".")
    text = _NEIGHBOUR.sub(r"\1", text.replace("a cell and another cell", "two cells"))
    text = _TWO_LABELLED.sub(r"two \1", text)
    text = text.replace(f" (direction {_NUMBER}D)", "")
    text = _LABELLED.sub(lambda label: Noun.parse(label[1].lower()).with_article, text)
    text = _IN_CELL.sub("a value", _TWO_VALUES.sub("two values", text))
    text = re.sub(rf"{_NUMBER}\w+", "N", text)
    return text if text.startswith("N ") else text[:1].lower() + text[1:]


def _is_number(value: Value) -> bool:
    """Whether it is a number, or what is joined or listed of such."""
    return isinstance(value, int) or (isinstance(value, Term) and value.name in JOINED_BY | LISTED_BY)


def _in_general(value: Value) -> str:
    """What a place other than a cell, a group of cells or a mark is called, whichever it is."""
    if (margin := margin_of(value)) is not None:
        return "a row" if margin[0].along_rows else "a column"
    if isinstance(value, Term) and value.args:
        noun = "side" if is_side(value) else "corner" if value.name == "p" else value.name
        return Noun.parse(noun).with_article
    if isinstance(value, tuple):
        return "a line of cells" if any(cell_of(part) is not None for part in value) else "a group"
    return str(value)
