"""All types in short, kept in a file among the user's caches: to read 300 manifests takes longer than to list them.

The file is taken only if no manifest, and nothing of what reads them, has changed since; else the manifests are read,
and it is written anew. It may be deleted at any time.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import Any

from .. import catalog, model
from ..catalog.installed import installed
from ..catalog.loading import stamp
from ..model.errors import PuzzleError
from ..report.lines import type_in_short


def types_in_short(own: Sequence[str | Path] = ()) -> tuple[list[dict[str, Any]], list[PuzzleError]]:
    """All types in short, sorted by group and name, and the errors of those that cannot be read.

    own: folders of the user's own types. PuzzleError if one is not there.
    """
    file = _file()
    state = list(_state(own))
    if (kept := _kept(file, state)) is not None:
        return kept, list(installed().errors)
    survey = catalog.survey(own)
    types = [type_in_short(each) for each in sorted(survey.types, key=lambda each: (each.group, each.name))]
    if len(survey.errors) == len(installed().errors):  # all manifests could be read
        _keep(file, state, types)
    return types, survey.errors


def _file() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser(), "pysolve", "types.json")


def _state(own: Sequence[str | Path]) -> Iterator[list[str | int]]:
    """What the list depends on, with what tells whether it is as it was: manifests, and the modules that read them."""
    manifests = (f"{os.path.abspath(folder)}/manifest.yaml" for folder in catalog.names(own).values())
    modules = (file for package in (catalog, model) for file in Path(package.__path__[0]).glob("*.py"))
    for file in chain(manifests, sorted(map(str, modules))):
        with suppress(OSError):  # its reading says what is wrong
            yield [file, *stamp(Path(file))]


def _kept(file: Path, state: list[list[str | int]]) -> list[dict[str, Any]] | None:
    """What was kept for this state; None if it was another one, or the file is not whole."""
    try:
        data = json.loads(file.read_bytes())
        types: list[dict[str, Any]] | None = data["types"] if data["state"] == state else None
    except (OSError, ValueError, LookupError, TypeError):
        return None
    return types


def _keep(file: Path, state: list[list[str | int]], types: list[dict[str, Any]]) -> None:
    """Writes the file; where that cannot be done, the next list takes as long as this one."""
    from .files import WholeFile

    with suppress(OSError, PuzzleError):
        file.parent.mkdir(parents=True, exist_ok=True)
        whole = WholeFile(file)
        whole.write(json.dumps({"state": state, "types": types}))
        whole.finish()
