"""clingo as WebAssembly, in node: its Python package says what it says natively, and the end of its memory has words."""

from __future__ import annotations

import json
import runpy
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import ROOT

pytestmark = [pytest.mark.rest, pytest.mark.timeout(300)]

API = ROOT / "tests" / "clingo_api.py"


def in_node(workbench: Path, file: Path, *arguments: str) -> list[str]:
    """The lines that a file of Python prints there."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("needs node")
    (worker,) = (workbench / "browser").iterdir()
    command = [node, str(ROOT / "tests" / "wasm.mjs"), str(worker), str(file), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.splitlines()


def test_all_parts_of_clingos_interface_behave_as_natively(workbench, tmp_path):
    file = tmp_path / "api.py"
    file.write_text(API.read_text(encoding="utf-8") + "\nprint('\\n'.join(LINES))\n", encoding="utf-8")
    expected = "\n".join(runpy.run_path(str(API))["LINES"])
    assert not [line for line in expected.splitlines() if line.startswith("FAILED")]
    assert in_node(workbench, file) == expected.splitlines()


def test_what_needs_threads_is_refused_in_words(workbench, tmp_path):
    file = tmp_path / "threads.py"
    file.write_text(
        "import clingo\ntry:\n    clingo.Control().solve(async_=True)\nexcept RuntimeError as error:\n    print(error)\n"
    )
    assert in_node(workbench, file) == ["Solve mode not supported!"]


LARGE = """
import json
from pysolve.web import worker as inworker

def solve(rows):
    grid = "\\n  ".join(rows)
    body = {"puzzle": f"puzzle: slitherlink\\ngrid: |\\n  {grid}\\n", "show": []}
    inworker.answer_page("solve", json.dumps(body), 60, lambda kind, data: print(data) if kind == "result" else None)

solve(["." * 60] * 60)
solve(["3.", ".3"])
"""


def test_where_memory_ends_the_answer_says_so_and_the_next_board_is_solved(workbench, tmp_path):
    file = tmp_path / "large.py"
    file.write_text(LARGE)
    large, small = map(json.loads, in_node(workbench, file, "10"))
    assert (large["verdict"], large["reason"]) == ("unknown", "the memory limit was reached")
    assert large["says"] == ["Unknown: the memory limit was reached."]
    assert small["verdict"] == "multiple"


def test_each_start_has_pysolve_imported_and_random_numbers_of_its_own(workbench, tmp_path):
    file = tmp_path / "start.py"
    file.write_text("import random, sys\nprint('pysolve.generate.make' in sys.modules)\nprint(random.random())\n")
    (one, first), (other, second) = in_node(workbench, file), in_node(workbench, file)
    assert (one, other) == ("True", "True")
    assert first != second
