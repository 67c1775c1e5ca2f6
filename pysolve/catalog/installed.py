"""Types that installed packages bring: each entry point of the group `pysolve.types` names a package whose folder holds
folders of types.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import metadata, util
from pathlib import Path
from typing import NamedTuple

from ..model.errors import PuzzleError, quote

GROUP = "pysolve.types"


class Installed(NamedTuple):
    """The folders that hold types, and what is wrong with entry points that name none."""

    folders: tuple[Path, ...]
    errors: tuple[PuzzleError, ...]


@cache
def installed() -> Installed:
    """What the packages of this environment bring; nothing of them is imported."""
    folders: dict[Path, None] = {}
    errors = []
    for entry_point in sorted(metadata.entry_points(group=GROUP)):
        places = [place for place in _places(entry_point.module) if place.is_dir()]
        folders |= dict.fromkeys(places)
        if not places:
            brought = f" of {entry_point.dist.name}" if entry_point.dist is not None else ""
            errors.append(
                PuzzleError(
                    f"the entry point {quote(entry_point.name)}{brought} in {GROUP} names {quote(entry_point.value)}, "
                    "expected a package that is a folder of puzzle types"
                )
            )
    return Installed(tuple(folders), tuple(errors))


def _places(module: str) -> Iterable[Path]:
    """Where a package lies, without importing it: in the folders of the outermost one, which importing never runs."""
    outermost, *inner = module.split(".")
    try:
        spec = util.find_spec(outermost)
    except (ImportError, ValueError):
        return []
    return [Path(place, *inner) for place in (spec and spec.submodule_search_locations) or ()]
