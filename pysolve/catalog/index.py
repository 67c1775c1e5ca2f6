"""What types are called, got from the text of their manifests without parsing it.

Parsing 500 manifests to find the one with an alias takes longer than solving a small puzzle; reading them and cutting
out two keys takes 7 ms. What is found so is only a filter: it passes every type that has the name, and rarely another,
and the caller parses what is left. So nothing needs to be kept in files, and nothing can be out of date.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from ..model.errors import PuzzleError, quote
from .keys import KEYS
from .manifest import Stamp, manifest_bytes, stamp

#: The lines of the keys that hold names: from the key to the next one. It is compiled when it is needed.
_HEAD = rf"(?m)^(?:name|aliases):.*(?:\n(?!(?:{'|'.join(KEYS)}):).*)*"


def plain(name: str) -> str:
    """A name without what does not matter: capitals, blanks, punctuation."""
    return re.sub(r"[\W_]+", "", name).casefold()


class Head(NamedTuple):
    """What the head of a manifest says of a type's names.

    values: what stands behind the keys that hold them. text: all of that, plain; None if the manifest is written in a
    way that only a parser understands.
    """

    values: str
    text: str | None

    def may_hold(self, name: str) -> bool:
        """Whether the type may be called so: False is certain. name: plain."""
        return self.text is None or name in self.text

    @property
    def names(self) -> set[str]:
        """The single names, plain, as far as they can be told apart without a parser."""
        return set(filter(None, map(plain, re.split(r"[\[\],\n]|\s#.*", self.values))))


def head_of(folder: Path) -> Head:
    """The head of the manifest in a folder. A file that cannot be read has one without names."""
    path = f"{folder}/manifest.yaml"
    try:
        return _read(path, stamp(path))
    except OSError:
        return Head("", "")


@lru_cache(maxsize=4096)
def _read(path: str, stamp: Stamp) -> Head:
    """stamp: of the file, which tells whether it is still as it was."""
    text = manifest_bytes(path).decode("utf-8-sig", errors="replace")
    values: dict[str, list[str]] = {"name": [], "aliases": []}
    for lines in re.findall(_HEAD, text):
        key, _, value = lines.partition(":")
        values[key].append(value)
    head = "\n".join([*values["name"], *values["aliases"]])
    understood = "\\" not in head and len(values["name"]) == 1 and len(values["aliases"]) == text.count("aliases")
    return Head(head, plain(head) if understood else None)


# -- Types that installed packages bring: each entry point of this group names a package whose folder holds folders of
# types.


GROUP = "pysolve.types"


class Installed(NamedTuple):
    """The folders that hold types, and what is wrong with entry points that name none."""

    folders: tuple[Path, ...]
    errors: tuple[PuzzleError, ...]


@cache
def installed() -> Installed:
    """What the packages of this environment bring; nothing of them is imported."""
    from importlib import metadata  # takes time, and most types are pysolve's own

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
    from importlib import util

    outermost, *inner = module.split(".")
    try:
        spec = util.find_spec(outermost)
    except (ImportError, ValueError):
        return []
    return [Path(place, *inner) for place in (spec and spec.submodule_search_locations) or ()]
