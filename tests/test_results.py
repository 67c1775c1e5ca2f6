"""Records of analyses: one schema, of which the command line, the service and Python are projections."""

from __future__ import annotations

import inspect
import json
from collections.abc import Mapping
from typing import Any, get_args, get_origin

import pytest
from conftest import INSTANCES, command

import pysolve
from pysolve.analyses import schema
from pysolve.report.results import AnswerRecord, Record

#: A puzzle for each analysis, and the arguments of its command.
ANALYSES = {
    "why": ("akari/6x6", []), "candidates": ("akari/6x6", []), "reduce": ("sudoku/4x4", []),
    "adjust": ("sudoku/4x4", ["--tries", "1"]), "hint": ("akari/6x6", ["--steps", "2"]), "grade": ("akari/6x6", []),
}  # fmt: skip
SEVERAL = "puzzle: sudoku\ngrid: |\n  1 . . .\n  . . . .\n  . . . .\n  . . . 2\n"
CONFLICTING = "puzzle: sudoku\ngrid: |\n  1 . . 1\n  . . . .\n  . . . .\n  . . . .\n"

#: What a guess that breaks, or one that does not, and a type with a chain have besides.
CASES = [(name, path, arguments) for name, (path, arguments) in ANALYSES.items()]


def agrees(value: Any, type_: Any) -> bool:
    """Whether a JSON value is of a type of the schema."""
    if get_origin(type_) is list:
        return isinstance(value, list) and all(agrees(each, get_args(type_)[0]) for each in value)
    if get_origin(type_) is dict:
        return isinstance(value, dict)
    if get_args(type_):
        return any(agrees(value, each) for each in get_args(type_))
    if isinstance(type_, type) and issubclass(type_, Record):
        return isinstance(value, dict) and not faults(value, type_)
    if isinstance(type_, type) and hasattr(type_, "__members__"):
        return value in [each.value for each in type_]
    if type_ is schema.Remark:
        return set(value) == {"sentence", "file", "line"}
    return isinstance(value, (int, float) if type_ is float else type_) and not (type_ is int and value is True)


def faults(record: Mapping[str, Any], kind: type[Record]) -> list[str]:
    """What of a JSON object is not as the schema says."""
    values = {name: (type_, always) for name, type_, _, always in schema.values_of(kind)}
    missing = [name for name, (_, always) in values.items() if always and name not in record]
    unknown = [name for name in record if name not in values]
    wrong = [name for name in record if name in values and not agrees(record[name], values[name][0])]
    return [*missing, *unknown, *wrong]


def printed(*arguments: str) -> dict[str, Any]:
    """The last line of JSON that a command writes, without the version."""
    done = command(*arguments, "-f", "json")
    record = json.loads(done.out.splitlines()[-1])
    assert record.pop("schema") == 1
    return record


@pytest.mark.parametrize(("name", "path", "arguments"), CASES, ids=[name for name, *_ in CASES])
def test_the_command_line_writes_what_the_schema_says(name, path, arguments):
    record = printed(name, str(INSTANCES / f"{path}.yaml"), *arguments)
    assert not faults(record, schema.RECORDS[name])


@pytest.mark.parametrize("puzzle", [SEVERAL, CONFLICTING], ids=["several answers", "none"])
@pytest.mark.parametrize("name", ["why", "candidates", "reduce", "hint", "grade"])
def test_so_it_does_for_puzzles_without_one_answer(tmp_path, name, puzzle):
    (tmp_path / "board.yaml").write_text(puzzle)
    record = printed(name, str(tmp_path / "board.yaml"), *(["--repair", "--farthest"] if name == "why" else []))
    assert record["verdict"] in ("multiple", "none") and not faults(record, schema.RECORDS[name])


def test_a_guess_and_a_new_puzzle_are_as_the_schema_says():
    guess = printed("hint", str(INSTANCES / "akari/6x6.yaml"), "--try", "6,2")
    assert guess["trial"]["breaks"] and not faults(guess, schema.RECORDS["hint"])
    assert not faults(printed("make", "sudoku", "4"), schema.RECORDS["make"])
    assert not faults(printed("solve", str(INSTANCES / "akari/6x6.yaml")), schema.RECORDS["check"])


def test_the_service_answers_with_the_same(server):
    httpx = pytest.importorskip("httpx", reason="needs httpx")
    remarks = {"notes", "input_remarks", "warnings", "rule_remarks"}
    with httpx.Client(base_url=server, timeout=60) as client:
        for name, (path, arguments) in ANALYSES.items():
            text = (INSTANCES / f"{path}.yaml").read_text()
            body = {"puzzle": text, "show": ["plain"]}
            body |= {"--steps": {"steps": 2}, "--tries": {"tries": 1}}.get(arguments[0], {}) if arguments else {}
            answered = client.post(f"/api/{name}", json=body).json()
            expected = printed(name, str(INSTANCES / f"{path}.yaml"), *arguments)
            assert {key: value for key, value in answered.items() if key not in remarks} == {**expected, "id": "puzzle"}


def test_python_has_the_same():
    puzzle = pysolve.read(str(INSTANCES / "akari/6x6.yaml"))
    expected = printed("hint", str(INSTANCES / "akari/6x6.yaml"), "--steps", "2")
    assert pysolve.hint(puzzle, steps=2).json() == expected


@pytest.mark.parametrize("name", [name for name in schema.RECORDS if name not in ("solve", "check")])
def test_every_analysis_is_a_function_of_the_package_that_returns_its_record(name):
    assert inspect.signature(getattr(pysolve, name)).return_annotation == schema.RECORDS[name].__name__


def test_pictures_are_drawn_where_they_are_wanted():
    step = pysolve.hint(pysolve.read(str(INSTANCES / "akari/6x6.yaml"))).steps[0]
    assert step.json(("marks",))["picture"]["rows"] == 6 and "picture" not in step.json()
    assert step.drawing._repr_svg_().startswith("<svg") and "◯" in str(step.drawing)
    assert schema.name_of(AnswerRecord) == "Answer"
