"""Homes in lines, of which techniques speak: almost locked sets, sets where two lines cross; and deadly patterns.

A line is what constraints of one identity connect: of the cells of a Sudoku, those of a row, by the constraints that
each value stands there once. Homes of a line whose marks lie within one constraint more than there are homes are almost
locked: of any two of these constraints, one has its mark in these homes. Where the mark of one set excludes that of
another one, one of the others holds (ALS-XZ). Homes of two lines that cross may lie within as many constraints of both
(Sue de Coq). Marks are deadly together if each constraint that speaks of one speaks of two: if they alone are left, the
others of each two would do as well, so there are two answers (unique rectangles, BUG).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import chain, combinations, product
from operator import and_, or_
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:  # techniques are what is looked for here
    from .techniques import Group, Home

#: The fewest homes of two almost locked sets: two of two marks each are a naked pair.
FEWEST = 3

#: How many homes in which two lines cross are looked at together, and of each line beside them.
CROSSING, BESIDE = 3, 3

#: Homes of one line by their literals, their constraints, and how many more these are.
_Beside: TypeAlias = tuple[tuple[int, ...], int, int]

#: A set of atoms, or of constraints of a line: bit i stands for number i.
_Bits: TypeAlias = int


def bits_of(numbers: Iterable[int]) -> _Bits:
    """The set of these numbers."""
    return reduce(or_, (1 << each for each in numbers), 0)


def numbers_of(bits: _Bits) -> Iterator[int]:
    """The numbers in a set."""
    while bits:
        yield (bits & -bits).bit_length() - 1
        bits &= bits - 1


class Line(NamedTuple):
    """Homes that constraints of one identity connect, and for each of their atoms the number of its constraint."""

    homes: Sequence[Group]
    covers: Sequence[Group]
    cover_of: Mapping[int, int]

    def open(self, homes: Mapping[int, Home]) -> list[tuple[Home, _Bits]]:
        """Those of its homes of which several marks are left, each with its constraints. homes: by their literals."""
        left = [homes[each.literal] for each in self.homes if each.literal in homes]
        return [(home, bits_of(self.cover_of[atom] for atom in home.left)) for home in left]


def lines_of(homes: Sequence[Group], covers: Sequence[Group]) -> Iterator[Line]:
    """The lines of homes that constraints of one identity connect; a home that also has other marks is in none."""
    cover_of = {atom: number for number, cover in enumerate(covers) for atom in cover.atoms}
    lines: list[tuple[set[int], list[Group]]] = []
    for home in homes:
        numbers = {cover_of.get(atom, -1) for atom in home.atoms}
        if -1 not in numbers:
            together: list[Group] = []
            for line in [line for line in lines if not numbers.isdisjoint(line[0])]:
                lines.remove(line)
                numbers |= line[0]
                together += line[1]
            lines.append((numbers, [*together, home]))
    for _, own in lines:
        if len(own) > 1:
            atoms = chain.from_iterable(home.atoms for home in own)
            yield Line(own, covers, {atom: cover_of[atom] for atom in atoms})


# -- Almost locked sets


class AlmostSet(NamedTuple):
    """Homes within one constraint more. marks: of each of these, those of the homes that it speaks of."""

    homes: Sequence[Home]
    covers: Sequence[Group]
    marks: Sequence[_Bits]

    def needed(self, *but: int) -> list[Group]:
        """Its constraints but for some, by their numbers: of these at least one mark holds, as of the others at most
        one each does.
        """
        return [cover for number, cover in enumerate(self.covers) if number not in but]


class Linked(NamedTuple):
    """Two almost locked sets: the marks of one constraint each exclude one another, and those of another one each
    exclude all that is out. link, end: the numbers of these constraints in both sets.
    """

    sets: tuple[AlmostSet, AlmostSet]
    link: tuple[int, int]
    end: tuple[int, int]
    out: _Bits


def almost_sets(line: Line, homes: Mapping[int, Home], most: int) -> Iterator[AlmostSet]:
    """The almost locked sets of a line, with at most `most` homes."""
    open_ = line.open(homes)
    for size in range(1, min(most, len(open_) - 1) + 1):
        for some in combinations(open_, size):
            within = reduce(or_, (covers for _, covers in some))
            if within.bit_count() == size + 1:
                own = [home for home, _ in some]
                numbers = [*numbers_of(within)]
                marks = dict.fromkeys(numbers, 0)
                for atom in chain.from_iterable(home.left for home in own):
                    marks[line.cover_of[atom]] |= 1 << atom
                yield AlmostSet(own, [line.covers[each] for each in numbers], [*marks.values()])


class AlmostPairs:
    """The search for two almost locked sets that exclude something, with at most `most` homes between them.

    beside: of each atom, those that it excludes.
    """

    def __init__(self, sets: Iterable[AlmostSet], beside: Mapping[int, _Bits], most: int) -> None:
        once = {tuple(sorted(home.group.literal for home in each.homes)): each for each in sets}
        self._sets = sorted(once.values(), key=lambda each: len(each.homes))
        self._beside = beside
        self._most = most
        self._common: dict[_Bits, _Bits] = {}
        self._ends = [[self._excluded(each) for each in one.marks] for one in self._sets]
        self._homes = [bits_of(abs(home.group.literal) for home in each.homes) for each in self._sets]
        self._with_first: dict[int, list[tuple[int, int]]] = {}  # by the first atom, the smaller sets first
        for number, one in enumerate(self._sets):
            for at, marks in enumerate(one.marks):
                self._with_first.setdefault(marks & -marks, []).append((number, at))

    def _excluded(self, marks: _Bits) -> _Bits:
        """What each of the marks excludes."""
        if marks not in self._common:
            self._common[marks] = reduce(and_, (self._beside[atom] for atom in numbers_of(marks)))
        return self._common[marks]

    def __iter__(self) -> Iterator[Linked]:
        for number, ends in enumerate(self._ends):
            for at, excluded in enumerate(ends):
                if any(end for other, end in enumerate(ends) if other != at):
                    yield from self._linked_by(number, at, excluded)

    def _linked_by(self, number: int, at: int, excluded: _Bits) -> Iterator[Linked]:
        """Those in which the marks of this constraint of a set exclude all marks of one of a later set."""
        one, room = self._sets[number], self._most - len(self._sets[number].homes)
        for first in numbers_of(excluded):
            for other, there in self._with_first.get(1 << first, ()):
                if len(self._sets[other].homes) > room:
                    break
                is_linked = not self._sets[other].marks[there] & ~excluded
                is_linked &= len(self._sets[number].homes) + len(self._sets[other].homes) >= FEWEST
                if is_linked and other > number and not self._homes[number] & self._homes[other]:
                    for end, out in self._out(self._ends[number], at, self._ends[other], there):
                        yield Linked((one, self._sets[other]), (at, there), end, out)

    @staticmethod
    def _out(
        ends: Sequence[_Bits], at: int, others: Sequence[_Bits], there: int
    ) -> Iterator[tuple[tuple[int, int], _Bits]]:
        for (number, one), (other_number, other) in product(enumerate(ends), enumerate(others)):
            if one & other and number != at and other_number != there:
                yield (number, other_number), one & other


# -- Sets where two lines cross


class Crossed(NamedTuple):
    """Homes of two lines that cross, within as many constraints. either: two constraints, one of each line, which speak
    of the same marks where the lines cross, and one of which counts.
    """

    homes: Sequence[Home]
    covers: Sequence[Group]
    either: Sequence[tuple[Group, Group]]


class Crossings:
    """The search for homes of two lines within as many constraints of both: some where the lines cross, and some of
    each line beside them, which by themselves lie within few constraints more.

    homes: those of which several marks are left, by their literals. most: how many of them.
    """

    def __init__(self, one: Line, other: Line, homes: Mapping[int, Home], most: int) -> None:
        self._lines = one, other
        self._open = [{home.group.literal: (home, covers) for home, covers in line.open(homes)} for line in self._lines]
        self._both = [each for each in self._open[0] if each in self._open[1]]
        self._most = most

    def __iter__(self) -> Iterator[Crossed]:
        for size in range(2, min(CROSSING, len(self._both)) + 1):
            one, other = self._beside(0, size), self._beside(1, size)
            for crossing in combinations(self._both, size) if one and other else ():
                yield from self._within(crossing, one, other)

    def _within(self, crossing: Sequence[int], one: Sequence[_Beside], other: Sequence[_Beside]) -> Iterator[Crossed]:
        """Those with these homes where the lines cross."""
        pairs = self._pairs(crossing)
        for some, covers, more in one:
            rest = reduce(or_, (there for here, there in pairs if not here & covers), 0)
            for others, other_covers, other_more in other:
                left = rest & ~other_covers
                is_full = left.bit_count() + more + other_more == len(crossing)
                if is_full and len(crossing) + len(some) + len(others) <= self._most:
                    own = [
                        *(self._open[0][each][0] for each in (*crossing, *some)),
                        *(self._open[1][each][0] for each in others),
                    ]
                    either = [(here, there) for here, there in pairs if there & left and not here & covers]
                    yield Crossed(
                        own,
                        [*self._groups(0, covers), *self._groups(1, other_covers)],
                        [(self._groups(0, here)[0], self._groups(1, there)[0]) for here, there in either],
                    )

    def _pairs(self, crossing: Iterable[int]) -> list[tuple[_Bits, _Bits]]:
        """The constraints of both lines that speak of each mark of these homes."""
        one, other = (line.cover_of for line in self._lines)
        atoms = chain.from_iterable(self._open[0][each][0].left for each in crossing)
        return sorted({(1 << one[atom], 1 << other[atom]) for atom in atoms})

    def _groups(self, number: int, covers: _Bits) -> list[Group]:
        return [self._lines[number].covers[each] for each in numbers_of(covers)]

    def _beside(self, number: int, size: int) -> list[_Beside]:
        """Some homes that are in one line alone."""
        own = [each for each in self._open[number] if each not in self._both]
        found = []
        for some in chain.from_iterable(combinations(own, each) for each in range(1, BESIDE + 1)):
            covers = reduce(or_, (self._open[number][each][1] for each in some))
            if 0 < (more := covers.bit_count() - len(some)) < size:
                found.append((some, covers, more))
        return found


# -- Deadly patterns


class Deadly(NamedTuple):
    """Marks that are deadly together: two of each of these homes."""

    homes: Sequence[Home]
    marks: frozenset[int]


class DeadlyPatterns:
    """The search for marks that are deadly together.

    homes: those of which several marks are left; swapped: the marks of which no other rule speaks than the groups that
    they are in (with_), so that they may change places. left: of a group. most: how many are tried.
    """

    def __init__(
        self,
        homes: Sequence[Home],
        swapped: Collection[int],
        with_: Mapping[int, Sequence[Group]],
        left: Mapping[frozenset[int], frozenset[int]],
        most: int,
    ) -> None:
        self._homes = homes
        self._home_of = {atom: home for home in homes for atom in home.left}
        self._swapped = swapped
        self._with = with_
        self._left = left
        self._most = most

    def all_but_one(self) -> Iterator[Deadly]:
        """All that is left, but for one mark of the only home that has more than two."""
        more = [each for each in self._homes if len(each.left) != 2]
        for spare in sorted(more[0].left) if len(more) == 1 and len(more[0].left) == 3 else ():
            marks = frozenset(self._home_of) - {spare}
            if marks <= {*self._swapped} and self._is_deadly(marks):
                yield Deadly(self._homes, marks)

    def of(self, count: int) -> Iterator[Deadly]:
        """Those with `count` homes, one of which has two marks left."""
        seen: set[frozenset[int]] = set()
        for home in self._homes:
            if len(home.left) == 2 and home.left <= {*self._swapped}:
                yield from self._going_on(home.left, count, seen)

    def _going_on(self, marks: frozenset[int], count: int, seen: set[frozenset[int]]) -> Iterator[Deadly]:
        if marks in seen or len(seen) > self._most:
            return
        seen.add(marks)
        single = next(
            (group for atom in sorted(marks) for group in self._with[atom] if len(group.atoms & marks) == 1), None
        )
        if single is None:
            homes = [*{self._home_of[atom].group.literal: self._home_of[atom] for atom in sorted(marks)}.values()]
            if len(homes) == count and self._is_deadly(marks):
                yield Deadly(homes, marks)
            return
        for atom in sorted(self._left[single.atoms] - marks):
            if atom in self._swapped and atom in self._home_of and self._fits(atom, marks, count):
                yield from self._going_on(marks | {atom}, count, seen)

    def _fits(self, atom: int, marks: frozenset[int], count: int) -> bool:
        """Whether a mark may be one of those, with `count` homes in all."""
        homes = {self._home_of[each].group.literal for each in (*marks, atom)}
        return len(homes) <= count and all(len(group.atoms & marks) < 2 for group in self._with[atom])

    def _is_deadly(self, marks: frozenset[int]) -> bool:
        """Whether of each identity, each mark is in one constraint, which speaks of two of them. As one of two marks of
        each home holds, there are as many as constraints of each identity; none has two, so each has one. The others of
        the two would do as well.
        """
        groups = {id(group): group for atom in marks for group in self._with[atom]}
        by_identity: dict[str, list[frozenset[int]]] = {}
        for group in groups.values():
            by_identity.setdefault(group.identity, []).append(group.atoms & marks)
        return all(
            {len(each) for each in pairs} == {2} and 2 * len(pairs) == len(marks) == len(frozenset().union(*pairs))
            for pairs in by_identity.values()
        )
