"""What others rely on (docs/stability.md) is still there."""

from __future__ import annotations

import copy
import json
import re
import runpy
import sys

import pytest
from conftest import ROOT

import pysolve

pytest.importorskip("starlette", reason="needs the extra 'web'")

STABLE = runpy.run_path(str(ROOT / "tools" / "stable.py"))
RELEASED = json.loads(STABLE["FILE"].read_text())


def test_nothing_that_was_released_is_lost():
    assert [*STABLE["lost"](RELEASED, STABLE["interface"]())] == []


@pytest.mark.parametrize(
    ("change", "lost"),
    [
        (lambda now: now["python"].pop("hint"), "python / hint"),
        (lambda now: now["python"]["hint"]["parameters"].remove("steps"), "python / hint / parameters / steps"),
        (lambda now: now["python"]["solve"]["needs"].append("mood"), "python / solve / needs / mood is new"),
        (lambda now: now["commands"]["solve"]["options"].remove("--all"), "commands / solve / options / --all"),
        (lambda now: now["exit codes"].update(NEGATIVE=4), "exit codes / NEGATIVE: 1 is 4"),
        (lambda now: now["types"]["sudoku"]["parts"].remove("grid"), "types / sudoku / parts / grid"),
        (lambda now: now["laws"]["board"]["gives"].remove("adjacent"), "laws / board / gives / adjacent"),
    ],
)
def test_what_is_lost_is_named(change, lost):
    now = copy.deepcopy(RELEASED)
    change(now)
    assert [*STABLE["lost"](RELEASED, now)] == [lost]


def test_what_is_new_is_no_loss():
    now = copy.deepcopy(RELEASED)
    now["python"]["hint"]["parameters"].append("mood")
    now["commands"]["new command"] = {}
    now["version"] = "9.0.0"
    assert [*STABLE["lost"](RELEASED, now)] == []


def test_all_files_say_the_same_version():
    changes = re.findall(r"^## (\S+) \((\S+)\)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    cited = (ROOT / "CITATION.cff").read_text()
    assert changes[0][0] == RELEASED["version"] == pysolve.__version__
    assert f"\nversion: {changes[0][0]}\ndate-released: {changes[0][1]}\n" in cited


@pytest.mark.parametrize(("version", "written"), [("1.9.0", False), ("2.0.0", True)])
def test_a_release_takes_something_away_only_with_another_major_version(version, written, monkeypatch, write, capsys):
    now = copy.deepcopy(RELEASED) | {"version": version}
    now["python"].pop("hint")
    file = write(json.dumps(RELEASED), "stable.json")
    monkeypatch.setitem(STABLE["main"].__globals__, "FILE", file)
    monkeypatch.setitem(STABLE["main"].__globals__, "interface", lambda: now)
    monkeypatch.setattr(sys, "argv", ["stable.py", "--release"])
    assert STABLE["main"]() == int(not written)
    assert capsys.readouterr().out == "python / hint\n"
    assert (json.loads(file.read_text()) == now) is written


def test_what_a_value_is_called_in_words_may_change_but_not_a_value_of_that_name():
    now, lost = copy.deepcopy(RELEASED), STABLE["lost"]
    steps = now["records"]["GradeRecord"]["properties"]["steps"]
    steps["description"] = "the steps"
    assert [*lost(RELEASED, now)] == []
    steps["type"] = "string"
    assert [*lost(RELEASED, now)] == ["records / GradeRecord / properties / steps / type: 'integer' is 'string'"]
    assert [*lost({"description": {"type": "string"}}, {})] == ["description"]
