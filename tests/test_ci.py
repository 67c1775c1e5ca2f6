"""What .ci/run does with tests that fail."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

AGAIN = runpy.run_path(str(ROOT / ".ci" / "again.py"))

FAILS_ONCE = """
from pathlib import Path

def test_a():
    once = Path(__file__).with_name("once")
    there = once.exists()
    once.touch()
    assert there

def test_b(): pass
"""


def first_run(folder: Path) -> int:
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "test_x.py"], cwd=folder, capture_output=True
    ).returncode


@pytest.mark.rest
@pytest.mark.parametrize(
    ("reasons", "code", "said"),
    [
        ({"test_x.py::test_a": "it may"}, 0, "Tried again: test_x.py::test_a: it may\n"),
        ({"test_x.py": "it may"}, 0, "Tried again: test_x.py::test_a: it may\n"),
        ({"test_x.py::test_b": "it may"}, 1, "Not tried again (code 1): test_x.py::test_a\n"),
    ],
)
def test_only_what_is_listed_is_tried_again(reasons, code, said, write, tmp_path, capfd):
    write(FAILS_ONCE, "test_x.py")
    assert first_run(tmp_path) == 1
    assert AGAIN["again"](1, tmp_path, reasons, ["-q"]) == code
    assert capfd.readouterr().out.startswith(said)


@pytest.mark.parametrize("code", [1, 2, 3, 4])
def test_a_run_that_did_not_end_or_never_began_is_not_tried_again(code, tmp_path, capfd):
    assert AGAIN["again"](code, tmp_path, {}, []) == code
    assert "no test has failed" in capfd.readouterr().out


def test_every_test_of_the_list_is_there_and_has_a_reason():
    listed = AGAIN["allowed"]((ROOT / ".ci" / "again.txt").read_text(encoding="utf-8"))
    for test in listed:
        file, _, name = test.partition("::")
        text = (ROOT / file).read_text(encoding="utf-8")
        assert not name or re.search(rf"^def {name}\(", text, re.MULTILINE), test
    assert len(listed) <= 12, "the list only shrinks"
    assert AGAIN["allowed"]("# a remark\n\ntests/a.py::test_b  a reason\n") == {"tests/a.py::test_b": "a reason"}
    with pytest.raises(ValueError, match="no reason"):
        AGAIN["allowed"]("tests/a.py::test_b\n")
