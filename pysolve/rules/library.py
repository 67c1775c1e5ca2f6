"""Where the types that come with pysolve lie."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType


@cache
def library() -> Path:
    """The folder of the types that come with pysolve: in the package, or beside it in a checkout."""
    package = Path(__file__).resolve().parents[1]
    inside = package / "asp"
    return inside if inside.is_dir() else package.parent / "asp"


@cache
def well_known() -> Mapping[str, int]:
    """The types that lists begin with, by name: which place each has."""
    lines = (library() / "wellknown.txt").read_text(encoding="utf-8").split("\n")
    names = (line for line in lines if line and not line.startswith("#"))
    return MappingProxyType({name: at for at, name in enumerate(names)})
