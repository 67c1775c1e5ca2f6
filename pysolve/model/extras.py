"""The packages that only some commands need: whether they are there, and in words how they are had."""

from __future__ import annotations

import re
from importlib import metadata
from importlib.util import find_spec

from .errors import PuzzleError

#: What pysolve is called where packages are kept; the import and the command are `pysolve`.
DISTRIBUTION = "pysolve-puzzles"


def require(extra: str, *modules: str, need: str) -> None:
    """PuzzleError if one of the modules is not there: `need` (such as 'a PNG') and the command that installs them.

    The command names the packages themselves, so that it works wherever pysolve came from.
    """
    for module in modules:
        if find_spec(module) is None:
            raise PuzzleError(f"{need} needs {module}, which is not installed: {_command(extra)}")


def _command(extra: str) -> str:
    try:
        requirements = metadata.requires(DISTRIBUTION) or []
    except metadata.PackageNotFoundError:  # run from its folder, without being installed
        return f"pip install '.[{extra}]' in pysolve's folder"
    of_extra = [re.split(r"\s*;", each)[0] for each in requirements if re.search(rf"extra == ['\"]{extra}['\"]", each)]
    return "python -m pip install " + " ".join(f"'{each}'" for each in of_extra)
