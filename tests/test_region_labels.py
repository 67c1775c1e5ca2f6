"""Regions that somebody paints are compared with those of an answer whatever they are called."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from samples import TYPES, small
from sampling import Some

import pysolve
from pysolve import rules
from pysolve.analysis.hint import HintRequest, explain_steps
from pysolve.analysis.progress import Progress, check_progress
from pysolve.model.puzzle import Verdict
from pysolve.render.picture import Mark
from pysolve.solving.settings import Settings


def divides(name: str) -> bool:
    """Whether an answer consists of regions alone."""
    shown = rules.load([TYPES[name].rules_file]).shown_names
    kinds = [rule.kind for rule in TYPES[name].draw if rule.template.name in shown]
    return any(kind.layer.is_area for kind in kinds) and all(kind.layer.is_area or kind.follows for kind in kinds)


def painted(name: str) -> list[Mark]:
    """The regions of the answer of a small puzzle, by other names."""
    answer = next(iter(pysolve.solve(small(name), Settings(models=1))))
    regions = [mark for mark in answer.picture().marks if mark.layer.is_area and not mark.given]
    names = {label: f"my {number}" for number, label in enumerate(dict.fromkeys(mark.value for mark in regions))}
    return [replace(mark, value=names[mark.value]) for mark in regions]


def check(name: str, marks: list[Mark]) -> Progress:
    return check_progress(small(name), Settings(), Verdict.UNIQUE, marks)


@pytest.mark.parametrize("name", Some.where(TYPES, divides))
def test_regions_are_right_by_any_name(name):
    marks = painted(name)
    assert check(name, marks) == Progress((), complete=True)
    assert check(name, marks[::2]) == Progress((), complete=False)


@pytest.mark.parametrize("name", Some.where(TYPES, divides))
def test_cells_of_another_region_are_wrong(name):
    marks = painted(name)
    sizes = Counter(mark.value for mark in marks)
    largest, other = (value for value, _ in sizes.most_common(2))
    at = next(at for at, mark in enumerate(marks) if mark.value == other)
    moved = [*marks[:at], replace(marks[at], value=largest), *marks[at + 1 :]]
    assert check(name, moved) == Progress((moved[at],), complete=False)
    at = next(at for at, mark in enumerate(marks) if mark.value == largest)
    divided = [*marks[:at], replace(marks[at], value="a region more"), *marks[at + 1 :]]
    result = check(name, divided)
    assert result.wrong and not result.complete


def test_hints_go_on_from_regions_by_any_name():
    puzzle, marks = small("shikaku"), painted("shikaku")
    *_, hints = explain_steps(puzzle, Settings(), HintRequest(filled=tuple(marks[:4])))
    assert not hints.wrong and hints.steps
