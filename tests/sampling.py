"""Which tests are made, so that a run fits into a few minutes however many types there are.

A test whose parameters stand for many types is made for a few of them, other ones for each test; one that is marked
`every_type` once for each type; of many seeds, it takes the first. That is the default run. CI adds more types, those that
a change touched, and more seeds; `-m ''`, `-m 'not slow'` and the name of a single test make them all. What goes beyond the
default run has the mark `rest` then; so has, by its author, a test that costs seconds, and one that needs a browser unless it
is marked `representative`.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from zlib import crc32

import pytest
from _pytest.mark import ParameterSet

ROOT = Path(__file__).resolve().parent.parent

#: Types, and seeds, for which a test is made in the default run.
FEW_TYPES, FEW_SEEDS = 2, 12

#: Types for which a test is made in CI, beside as many of those that a change touched; and seeds in CI.
MANY_TYPES, MANY_SEEDS = 4, 40

#: In CI, Firefox runs the representative tests of the page and one in this many of the others; Chromium runs them all.
ONE_IN_FIREFOX = 3


def type_of(value: object, types: Collection[str]) -> str | None:
    """The type that a parameter of a test stands for: by its name, a file of its folder, or what has its name."""
    if isinstance(value, tuple):
        return next(filter(None, (type_of(each, types) for each in value)), None)
    names: list[object] = [value, getattr(value, "name", None)]
    path = value if isinstance(value, Path) else Path(str(getattr(value, "file", "")))
    names += [path.parent.name, path.stem]
    return next((str(name) for name in names if isinstance(name, str) and name in types), None)


def shuffled(test: str, types: Iterable[str]) -> list[str]:
    """The types in the order in which a test takes some of them: as good as random, and the same for the same types."""
    return sorted(types, key=lambda name: crc32(f"{test} {name}".encode()))


def chosen(test: str, types: Iterable[str], count: int = FEW_TYPES) -> set[str]:
    """The types for which a test runs. Of more types, more."""
    return set(shuffled(test, types)[:count])


class Some:
    """Values of a test's parameters that are found for one type after another, where that takes long: for as many types
    as a sample takes.
    """

    def __init__(self, types: Iterable[str], values: Callable[[str], Sequence[object]]) -> None:
        self.types, self.of_type = list(types), cache(values)

    @classmethod
    def where(cls, types: Iterable[str], holds: Callable[[str], object]) -> Some:
        """The types for which something holds."""
        return cls(types, lambda name: [name] if holds(name) else [])

    def __iter__(self) -> Iterator[object]:
        return (value for name in self.types for value in self.of_type(name))

    def first(self, test: str, count: int, quick: bool = False, among: Collection[str] | None = None) -> set[str]:
        """The first types of a test that have values, or quick ones; among others none."""
        names = shuffled(test, self.types if among is None else {*self.types} & {*among})
        found = (name for name in names if any(not (quick and _is_slow(value)) for value in self.of_type(name)))
        return set(islice(found, count))


@dataclass(frozen=True)
class Sample:
    """Which values of a test's parameters are made into tests.

    default: those of the default run alone, else also others, with the mark `rest`: of all types, or of `most` and as
    many of the `changed` ones.
    """

    types: Collection[str]
    default: bool = True
    most: int | None = None
    changed: Collection[str] = ()

    def of(self, test: str, mark: pytest.Mark, every_type: bool = False) -> pytest.Mark:
        """A mark 'parametrize' with the values that are made. every_type: the test is made once for each type."""
        if len(mark.args) != 2:
            return mark
        values = self._found(test, mark.args[1])
        usual = self._usual(test, values, every_type)
        if usual is None:
            return pytest.mark.parametrize(mark.args[0], values, **mark.kwargs).mark
        made = sorted(usual if self.default else self._more(test, values, every_type) | usual)
        ids = mark.kwargs.get("ids")
        given = {**mark.kwargs, "ids": [ids[each] for each in made]} if isinstance(ids, Sequence) else mark.kwargs
        marked = [values[each] if each in usual else _beyond(values[each]) for each in made]
        thinned: pytest.Mark = pytest.mark.parametrize(mark.args[0], marked, **given).mark
        return thinned

    def _found(self, test: str, values: Iterable[object]) -> list[object]:
        """The values from which some are taken: of those that take long to tell, no more than are taken."""
        if not isinstance(values, Some) or (not self.default and self.most is None):
            return list(values)
        names = values.first(test, FEW_TYPES, quick=True)
        if not self.default:
            names |= values.first(test, self.most) | values.first(test, self.most, among=self.changed)
        return [value for name in sorted(names) for value in values.of_type(name)]

    def _usual(self, test: str, values: Sequence[object], every_type: bool) -> set[int] | None:
        """The values of the default run, by their numbers; None for all. It leaves out what is slow anyway."""
        quick = [number for number, value in enumerate(values) if not _is_slow(value)]
        of_type = {number: type_of(_bare(values[number]), self.types) for number in quick}
        types = set(filter(None, of_type.values()))
        if every_type:
            return {min(number for number in quick if of_type[number] == type_) for type_ in types}
        if len(types) > FEW_TYPES:
            some = {None, *chosen(test, types)}
            return {number for number in quick if of_type[number] in some}
        if len(values) > FEW_SEEDS and _are_seeds(values):
            return set(quick[:FEW_SEEDS])
        return None

    def _more(self, test: str, values: Sequence[object], every_type: bool) -> set[int]:
        if self.most is None or every_type:
            return set(range(len(values)))
        if _are_seeds(values):
            return set(range(min(len(values), MANY_SEEDS)))
        of_type = [type_of(_bare(value), self.types) for value in values]
        types = set(filter(None, of_type))
        some = {None, *chosen(test, types, self.most), *chosen(test, types & set(self.changed), self.most)}
        return {number for number, type_ in enumerate(of_type) if type_ in some}


def _bare(value: object) -> object:
    """A value without its marks and its name: one, or several as a tuple."""
    if isinstance(value, ParameterSet):
        return value.values[0] if len(value.values) == 1 else tuple(value.values)
    return value


def _are_seeds(values: Iterable[object]) -> bool:
    return all(isinstance(_bare(value), int) for value in values)


def _is_slow(value: object) -> bool:
    return any(mark.name == "slow" for mark in getattr(value, "marks", ()))


def _beyond(value: object) -> object:
    """A value that the default run leaves out; a slow one has its mark already."""
    if _is_slow(value):
        return value
    if isinstance(value, ParameterSet):
        return pytest.param(*value.values, marks=[*value.marks, pytest.mark.rest], id=value.id)
    return pytest.param(*(value if isinstance(value, tuple) else [value]), marks=pytest.mark.rest)


def without_browser(items: Iterable[pytest.Item]) -> Iterator[pytest.Item]:
    """The tests that the default run leaves out because they need a browser."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()) and not item.get_closest_marker("representative"):
            yield item


def in_firefox(items: Iterable[pytest.Item]) -> Iterator[pytest.Item]:
    """The tests that Firefox runs in CI, the same ones each time."""
    for item in items:
        if item.get_closest_marker("representative") or crc32(item.nodeid.encode()) % ONE_IN_FIREFOX == 0:
            yield item


# -- What a change touched


def touched(files: Iterable[str], laws: Mapping[str, Collection[str]]) -> set[str]:
    """The types that files of the repository belong to. laws: the files of asp/lib that each type includes."""
    found = set()
    for file in files:
        if file.startswith("asp/lib/"):
            found |= {name for name, included in laws.items() if file in included}
        elif named := re.match(r"(?:asp|instances|tests/wrong)/(\w+)", file):
            found.add(named[1])
    return found & set(laws)


def base(repository: Path, hours: int = 3) -> str:
    """The newest commit that is so many hours older than the last one, or else the first: of a shallow clone, the
    first that it has.
    """

    def git(*arguments: str) -> list[str]:
        command = ["git", *arguments]
        return subprocess.run(command, cwd=repository, capture_output=True, text=True, check=True).stdout.split()

    last = int(git("log", "-1", "--format=%ct")[0])
    older = git("rev-list", "-1", f"--min-age={last - hours * 3600}", "HEAD")
    return (older or git("rev-list", "--max-parents=0", "HEAD"))[-1]


def main(since: str | None = None) -> None:
    """Prints the types whose files or laws differ from a commit, with commas; none if git does not know it."""
    from pysolve import catalog
    from pysolve.rules import library

    command = ["git", "diff", "--name-only", since or base(ROOT), "--", "asp", "instances", "tests/wrong"]
    files = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout.split()
    laws = {
        type_.name: {path.relative_to(ROOT).as_posix() for path in library.included([type_.rules_file])}
        for type_ in catalog.every()
    }
    print(",".join(sorted(touched(files, laws))))


if __name__ == "__main__":
    main(*sys.argv[1:])
