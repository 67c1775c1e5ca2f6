"""What .ci/run runs is there, and it ends with tests: what it ends with says how many passed."""

from __future__ import annotations

import re
import subprocess

from conftest import ROOT

RUN = (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_it_is_a_script_that_a_shell_reads():
    done = subprocess.run(["sh", "-n", ROOT / ".ci" / "run"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_files_that_it_names_are_there():
    named = set(re.findall(r"\b(?:tests|tools)/[\w./]+", RUN))
    assert len(named) > 10
    assert [path for path in named if not (ROOT / path).is_file()] == []


def test_the_marks_that_it_chooses_tests_by_are_those_of_the_project(pytestconfig):
    marks = {line.partition(":")[0] for line in pytestconfig.getini("markers")}
    chosen = set(re.findall(r"\w+", " ".join(re.findall(r"-m '([^']+)'", RUN)))) - {"not", "and", "or"}
    assert chosen and chosen <= marks


def test_nothing_but_what_waits_for_others_is_tried_again_and_the_tests_come_last():
    assert "pytest" in RUN.rstrip().rpartition("\n")[2]
    assert not re.search(r"pytest[^\n]*\|\||--last-failed", RUN)
    assert re.findall(r"--reruns[^\n']*", RUN) == ["--reruns 1 --only-rerun Locator|Page|Frame|settle|come.to.that"]
