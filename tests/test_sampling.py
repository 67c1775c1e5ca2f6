"""Which tests are made for the default run, and for CI."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import pytest
from conftest import INSTANCES
from samples import TYPES
from sampling import (
    FEW_SEEDS,
    FEW_TYPES,
    MANY_SEEDS,
    MANY_TYPES,
    Sample,
    Some,
    base,
    chosen,
    in_firefox,
    touched,
    type_of,
    without_browser,
)

NAMES = [f"type{number}" for number in range(40)]
DEFAULT, ALL = Sample(NAMES), Sample(NAMES, default=False)


def values_of(mark: pytest.Mark) -> list[object]:
    """The values of a mark, without those of the mark `rest`."""
    values = [getattr(value, "values", (value,)) for value in mark.args[1] if "rest" not in marks_of(value)]
    return [value[0] if len(value) == 1 else value for value in values]


def marks_of(value: object) -> list[str]:
    return [mark.name for mark in getattr(value, "marks", ())]


def made(values: Sequence[object], sample: Sample = DEFAULT, test: str = "a", every_type: bool = False, **given):
    """What is made of a test with these values."""
    return sample.of(test, pytest.mark.parametrize("name", values, **given).mark, every_type)


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


def test_a_test_is_made_for_few_of_many_types_and_another_one_for_others():
    kept = [values_of(made(NAMES, test=test)) for test in ("a", "b", "a")]
    assert kept[0] == kept[2] != kept[1]
    assert {len(each) for each in kept} == {FEW_TYPES}
    assert values_of(made(NAMES[:FEW_TYPES])) == NAMES[:FEW_TYPES]
    assert values_of(made(["other", *NAMES]))[0] == "other"


def test_a_new_type_takes_the_place_of_one_at_most():
    before, after = chosen("a", NAMES), chosen("a", [*NAMES, "new"])
    assert len(before - after) <= 1 and after - before <= {"new"}


def test_what_is_for_every_type_is_made_once_for_each():
    twice = [Path(f"instances/{name}/{file}") for name in NAMES for file in ("small.yaml", "large.yaml")]
    assert values_of(made(twice, every_type=True)) == twice[::2]


def test_values_keep_their_names_and_marks():
    values = [pytest.param(name, 1, id=name.upper(), marks=pytest.mark.chromium) for name in NAMES]
    kept = DEFAULT.of("a", pytest.mark.parametrize(("name", "number"), values).mark)
    assert [each.id.lower() for each in kept.args[1]] == [each.values[0] for each in kept.args[1]]
    assert all(marks_of(each) == ["chromium"] for each in kept.args[1])
    named = made(NAMES, ids=[name.upper() for name in NAMES])
    assert [name.lower() for name in named.kwargs["ids"]] == values_of(named)


def test_the_first_seeds_are_kept_and_what_is_slow_is_not_made():
    assert values_of(made(range(100))) == [*range(FEW_SEEDS)]
    assert len(values_of(made([str(number) for number in range(100)]))) == 100
    slow = [pytest.param(name, marks=pytest.mark.slow) for name in NAMES[:30]]
    assert values_of(made([*slow, *NAMES[30:]])) == values_of(made(NAMES[30:]))


def test_where_all_are_made_those_beyond_the_default_run_have_a_mark():
    every = made(NAMES, ALL)
    assert len(every.args[1]) == len(NAMES) and values_of(every) == values_of(made(NAMES))
    slow = made([pytest.param(name, marks=pytest.mark.slow) for name in NAMES[:5]] + NAMES, ALL)
    assert [marks_of(each) for each in slow.args[1][:5]] == [["slow"]] * 5
    pairs = ALL.of("a", pytest.mark.parametrize(("name", "number"), [(name, 1) for name in NAMES]).mark)
    assert [getattr(each, "values", each) for each in pairs.args[1]] == [(name, 1) for name in NAMES]


def test_ci_makes_some_more_and_those_that_a_change_touched():
    names = [f"type{number}" for number in range(MANY_TYPES * 10)]

    def made_in_ci(changed: Sequence[str], every_type: bool = False) -> set[str]:
        mark = made(names, Sample(names, False, MANY_TYPES, changed), every_type=every_type)
        return {getattr(value, "values", (value,))[0] for value in mark.args[1]}

    usual = made_in_ci([])
    assert len(usual) == MANY_TYPES and usual >= set(values_of(made(names, Sample(names))))
    changed = next(name for name in names if name not in usual)
    assert made_in_ci([changed]) == {*usual, changed}
    assert len(made_in_ci(names)) == MANY_TYPES  # a law of all types
    assert len(made_in_ci([], every_type=True)) == len(names)
    seeds = made(range(1000), Sample(names, False, MANY_TYPES)).args[1]
    assert len(seeds) == MANY_SEEDS > FEW_SEEDS


def test_what_takes_long_to_tell_is_told_of_as_few_types_as_are_taken():
    asked: list[str] = []

    def holds(name: str) -> bool:
        asked.append(name)
        return int(name[4:]) % 2 == 0

    kept = made(Some.where(NAMES, holds))
    assert values_of(kept) == sorted(values_of(made(NAMES[::2]))) and len(asked) < len(NAMES) / 2
    assert values_of(made(Some.where(NAMES, holds), ALL)) == values_of(made(NAMES[::2], ALL))
    few = made(
        Some(NAMES, lambda name: [pytest.param(name, marks=pytest.mark.slow)]), Sample(NAMES, False, 5, NAMES[:2])
    )
    assert {each.values[0] for each in few.args[1]} == chosen("a", NAMES, 5) | {*NAMES[:2]}


def test_a_change_touches_the_types_of_its_files_and_laws():
    laws = {"type1": {"asp/lib/board.lp", "asp/lib/loop.lp"}, "type2": {"asp/lib/board.lp"}, "type3": set()}
    assert touched(["asp/lib/loop.lp", "docs/rules.md"], laws) == {"type1"}
    assert touched(["asp/lib/board.lp"], laws) == {"type1", "type2"}
    assert touched(["asp/type3/rules.lp", "tests/wrong/type2.yaml"], laws) == {"type2", "type3"}
    assert touched(["instances/type1/4x4.yaml", "asp/gone/rules.lp", "tests/wrong/README.md"], laws) == {"type1"}


def test_a_change_is_what_came_in_the_last_hours_of_commits_as_far_as_a_clone_reaches(tmp_path):
    def git(*arguments: str, at: int = 0, folder: Path = tmp_path / "whole") -> str:
        date = f"{1_700_000_000 + at * 3600} +0000"
        who = {f"GIT_{role}_{key}": "x" for role in ("AUTHOR", "COMMITTER") for key in ("NAME", "EMAIL")}
        dates = {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date}
        made = subprocess.run(
            ["git", *arguments],
            cwd=folder,
            env={**os.environ, **who, **dates},
            capture_output=True,
            text=True,
            check=True,
        )
        return made.stdout.strip()

    (tmp_path / "whole").mkdir()
    git("init", "-q")
    commits = []
    for hour in (0, 10, 12, 15):
        git("commit", "-q", "--allow-empty", "-m", str(hour), at=hour)
        commits.append(git("rev-parse", "HEAD"))
    assert base(tmp_path / "whole", hours=6) == commits[0]
    assert base(tmp_path / "whole", hours=4) == commits[1]
    assert base(tmp_path / "whole", hours=100) == commits[0]
    git("clone", "-q", "--depth", "2", (tmp_path / "whole").as_uri(), "shallow", folder=tmp_path)
    assert base(tmp_path / "shallow") == commits[2]


def test_tests_of_the_page_are_left_out_unless_they_are_representative():
    def item(fixtures: Sequence[str], *marks: str):
        return SimpleNamespace(fixturenames=fixtures, get_closest_marker=lambda mark: mark in marks or None)

    page, kept, other = item(["browser"]), item(["browser"], "representative"), item(["tmp_path"])
    assert list(without_browser([page, kept, other])) == [page]


def test_firefox_runs_what_is_representative_and_a_part_of_the_rest():
    def item(number: int, marked: bool) -> SimpleNamespace:
        return SimpleNamespace(nodeid=f"test_{number}", get_closest_marker=lambda name: marked or None)

    plain, marked = ([item(number, each) for number in range(300)] for each in (False, True))
    assert list(in_firefox(marked)) == marked
    assert 0 < len(list(in_firefox(plain))) < len(plain) / 2
