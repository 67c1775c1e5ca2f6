"""Which tests the default run leaves out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from conftest import INSTANCES
from samples import TYPES
from sampling import FEW_SEEDS, FEW_TYPES, MANY_TYPES, chosen, rest, seldom, type_of

NAMES = [f"type{number}" for number in range(40)]


class Case(SimpleNamespace):
    """What the sample looks at of a pytest item."""

    __hash__ = object.__hash__


def cases(values: Sequence[object], *marks: str, test: str = "tests/test_x.py::test_y", fixtures: Sequence[str] = ()):
    """The items of a test with one parameter."""
    return [
        Case(
            nodeid=f"{test}[{number}]", callspec=SimpleNamespace(params={"name": value}), fixturenames=fixtures,
            get_closest_marker=lambda mark: mark in marks or None,
        )
        for number, value in enumerate(values)
    ]  # fmt: skip


def left_out(items: Any, types: Sequence[str] = NAMES) -> list[object]:
    return [item.callspec.params["name"] for item in rest(items, types)]


@pytest.mark.parametrize(
    "value",
    ["sudoku", TYPES["sudoku"], INSTANCES / "sudoku" / "4x4.yaml", Path("tests/wrong/sudoku.yaml"), ("sudoku", "facts"),
     ("left for right", "sudoku"), SimpleNamespace(file="tests/wrong/sudoku.yaml")],
)  # fmt: skip
def test_a_parameter_stands_for_its_type(value):
    assert type_of(value, TYPES) == "sudoku"


@pytest.mark.parametrize("value", [3, "--help", None, Path("docs/rules.md"), ()])
def test_other_parameters_stand_for_none(value):
    assert type_of(value, TYPES) is None


def test_a_test_runs_for_few_of_many_types_and_another_one_for_others():
    kept = [set(NAMES) - set(left_out(cases(NAMES, test=test))) for test in ("a", "b", "a")]
    assert kept[0] == kept[2] != kept[1]
    assert {len(each) for each in kept} == {FEW_TYPES}
    assert left_out(cases(NAMES[:FEW_TYPES])) == []


def test_a_new_type_takes_the_place_of_one_at_most():
    before, after = chosen("a", NAMES), chosen("a", [*NAMES, "new"])
    assert len(before - after) <= 1 and after - before <= {"new"}


def test_what_is_for_every_type_runs_once_for_each():
    twice = [Path(f"instances/{name}/{file}") for name in NAMES for file in ("small.yaml", "large.yaml")]
    assert left_out(cases(twice, "every_type")) == twice[1::2]


def test_the_first_seeds_and_the_representative_tests_of_the_page_are_kept():
    assert left_out(cases(range(100))) == [*range(FEW_SEEDS, 100)]
    assert left_out(cases([str(number) for number in range(100)])) == []
    assert left_out(cases([1], fixtures=["browser"])) == [1]
    assert left_out(cases([1], "representative", fixtures=["browser"])) == []
    assert left_out(cases(NAMES, "slow")) == []


def test_ci_leaves_out_what_goes_beyond_many_types():
    names = [f"type{number}" for number in range(MANY_TYPES + 30)]
    beyond = [item.callspec.params["name"] for item in seldom(cases(names), names)]
    assert len(beyond) == 30 and not set(beyond) & (set(names) - set(left_out(cases(names), names)))
    assert list(seldom(cases(names, "every_type"), names)) == list(seldom(cases(range(500)), names)) == []
