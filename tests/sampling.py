"""Which tests belong to the default run, so that it fits into a few minutes however many types there are.

A test that runs for many types runs for a few of them, other ones for each test; one that is marked `every_type` runs
once for each type. Of many seeds a test meets the first. A test that needs a browser is left out unless it is marked
`representative`. What is left out gets the mark `rest`, and runs in .ci/run; a test may have that mark of its own, if it
costs seconds. So a new type makes only the tests marked `every_type` longer.

CI has an hour, and types become more: there, too, a test runs for many types at most. Those beyond get the mark `seldom`
and run with `-m ''`; but a test that is marked `every_type` runs for all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from zlib import crc32

import pytest

#: Types, and seeds, for which a test runs.
FEW_TYPES, FEW_SEEDS = 4, 12

#: Types for which it runs in CI.
MANY_TYPES = 30


def type_of(value: object, types: Collection[str]) -> str | None:
    """The type that a parameter of a test stands for: by its name, a file of its folder, or what has its name."""
    if isinstance(value, tuple):
        return next(filter(None, (type_of(each, types) for each in value)), None)
    names: list[object] = [value, getattr(value, "name", None)]
    path = value if isinstance(value, Path) else Path(str(getattr(value, "file", "")))
    names += [path.parent.name, path.stem]
    return next((str(name) for name in names if isinstance(name, str) and name in types), None)


def chosen(test: str, types: Iterable[str], count: int = FEW_TYPES) -> set[str]:
    """The types for which a test runs: as good as random, and the same for the same types. Of more types, more."""
    return set(sorted(types, key=lambda name: crc32(f"{test} {name}".encode()))[:count])


def rest(items: Iterable[pytest.Item], types: Collection[str]) -> Iterator[pytest.Item]:
    """The tests that do not belong to the default run."""
    by_test: dict[str, dict[pytest.Item, str | None]] = {}
    for item in items:
        if not item.get_closest_marker("slow"):
            by_test.setdefault(item.nodeid.partition("[")[0], {})[item] = _type_of(item, types)
    for test, cases in by_test.items():
        of_types = set(filter(None, cases.values()))
        if "browser" in getattr(next(iter(cases)), "fixturenames", ()):
            yield from (item for item in cases if not item.get_closest_marker("representative"))
        elif next(iter(cases)).get_closest_marker("every_type"):
            first = {type_: item for item, type_ in reversed(cases.items())}
            yield from (item for item, type_ in cases.items() if type_ is None or first[type_] is not item)
        elif len(of_types) > FEW_TYPES:
            kept = chosen(test, of_types)
            yield from (item for item, type_ in cases.items() if type_ is not None and type_ not in kept)
        elif len(cases) > FEW_SEEDS and all(map(_is_of_numbers, cases)):
            yield from list(cases)[FEW_SEEDS:]


def seldom(items: Iterable[pytest.Item], types: Collection[str]) -> Iterator[pytest.Item]:
    """The tests that do not belong to CI's run either."""
    by_test: dict[str, dict[pytest.Item, str]] = {}
    for item in items:
        if (type_ := _type_of(item, types)) is not None:
            by_test.setdefault(item.nodeid.partition("[")[0], {})[item] = type_
    for test, cases in by_test.items():
        if not next(iter(cases)).get_closest_marker("every_type"):
            kept = chosen(test, set(cases.values()), MANY_TYPES)
            yield from (item for item, type_ in cases.items() if type_ not in kept)


def _type_of(item: pytest.Item, types: Collection[str]) -> str | None:
    spec = getattr(item, "callspec", None)
    values = spec.params.values() if spec is not None else ()
    return next(filter(None, (type_of(value, types) for value in values)), None)


def _is_of_numbers(item: pytest.Item) -> bool:
    spec = getattr(item, "callspec", None)
    return spec is not None and all(isinstance(value, int) for value in spec.params.values())
