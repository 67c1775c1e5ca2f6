"""Packages that only some commands need."""

from __future__ import annotations

import subprocess
import sys

import pytest

from pysolve.model import errors
from pysolve.model.errors import PuzzleError


def test_what_is_there_is_not_asked_for():
    errors.require("web", "clingo", need="nothing")


@pytest.mark.parametrize(
    "extra, package", [("web", "msgspec"), ("png", "resvg-py"), ("cluster", "distributed"), ("tables", "openpyxl")]
)
def test_an_error_names_the_command_that_installs_what_is_missing(extra, package):
    with pytest.raises(PuzzleError, match="a rest needs no_such_module, which is not installed: ") as raised:
        errors.require(extra, "no_such_module", need="a rest")
    command = str(raised.value).partition("installed: ")[2]
    assert command.startswith("python -m pip install '") and f"'{package}>=" in command
    assert "pysolve" not in command and ";" not in command


def test_the_service_without_its_packages_says_how_they_are_had(tmp_path):
    code = "import sys; sys.modules['uvicorn'] = None; from pysolve.__main__ import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "serve"], capture_output=True, text=True, cwd=tmp_path, timeout=60
    )
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert "uvicorn, which is not installed: python -m pip install" in done.stderr
