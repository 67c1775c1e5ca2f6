"""The puzzle types: finds folders of rules and reads and checks their manifests (docs/manifest.md)."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from ..model.errors import PuzzleError, quote
from ..model.puzzle_type import PuzzleType
from .library import library
from .manifest import load

#: The environment variable that names folders of one's own types (as PATH does).
TYPES_VARIABLE = "PYSOLVE_TYPES"


def examples(type_: PuzzleType) -> list[Path]:
    """The instances of a type, the smallest first: those that come with pysolve, or lie in the type's folder."""
    beside = library().parent / "instances" / type_.name
    found = [*beside.glob("*.yaml"), *type_.folder.glob("*.yaml")]
    return sorted(
        (file for file in found if file.name != "manifest.yaml"), key=lambda file: (file.stat().st_size, file)
    )


def folders(own: Sequence[str | Path] = ()) -> list[Path]:
    """The folders in which types are looked for, the first wins: own, $PYSOLVE_TYPES, pysolve's own."""
    named = [Path(folder) for folder in own]
    named += [Path(folder) for folder in os.environ.get(TYPES_VARIABLE, "").split(os.pathsep) if folder]
    for folder in named:
        if not folder.is_dir():
            raise PuzzleError("there is no such folder of puzzle types", file=str(folder))
    return [*named, library()]


def names(own: Sequence[str | Path] = ()) -> dict[str, Path]:
    """All types: from name to folder, sorted by name."""
    found: dict[str, Path] = {}
    for folder in folders(own):
        for manifest in folder.glob("*/manifest.yaml"):
            found.setdefault(manifest.parent.name, manifest.parent)
    return dict(sorted(found.items()))


def find(name: str, own: Sequence[str | Path] = ()) -> PuzzleType:
    """The type of this name or alias; PuzzleError, with near names, if there is none."""
    found = lookup(name, own)
    if found is None:
        from difflib import get_close_matches

        known = {_plain(type_.title): type_.name for type_ in every(own)}
        known |= {_plain(each): each for each in names(own)}
        near = get_close_matches(_plain(name), list(known), n=1, cutoff=0.6)
        hint = f"; did you mean {quote(known[near[0]])}?" if near else "; 'pysolve types' lists all"
        raise PuzzleError(f"there is no puzzle type {quote(name)}{hint}")
    return found


def lookup(name: str, own: Sequence[str | Path] = (), *, aliases: bool = True) -> PuzzleType | None:
    """The type of this name or alias, or None. A folder's name is found without reading other manifests."""
    for folder in folders(own):
        if re.fullmatch(r"[\w-]+", name) and (folder / name / "manifest.yaml").is_file():
            return load(folder / name)
    wanted = _plain(name)
    if not wanted or not aliases:
        return None
    for type_ in every(own):
        if wanted in {_plain(each) for each in (type_.name, type_.title, *type_.aliases)}:
            return type_
    return None


def every(own: Sequence[str | Path] = ()) -> Iterator[PuzzleType]:
    """All types, in the order of their names."""
    for folder in names(own).values():
        yield load(folder)


def _plain(name: str) -> str:
    return re.sub(r"[\W_]+", "", name).lower()
