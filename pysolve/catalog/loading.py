"""The type in a folder: read once, and again as soon as its manifest or a parent's has changed."""

from __future__ import annotations

import os
import re
import time
from itertools import count
from pathlib import Path
from typing import NamedTuple

from ..model.caches import Kept
from ..model.errors import PuzzleError, quote
from ..model.puzzle_type import PuzzleType
from ..model.yaml_text import load_mapping
from ..rules.library import library
from .keys import Keys
from .manifest import read_type

#: What a file was like when it was read: another one means that it has changed.
Stamp = tuple[int, ...]


_YOUNG = 2 * 10**9  # nanoseconds after a change within which another one might leave the same time
_count = count()

#: Bytes of a manifest: more are a slip.
LARGEST_MANIFEST = 2**20

#: The most ancestors that a type may have.
MOST_PARENTS = 20


class _Loaded(NamedTuple):
    stamp: Stamp
    keys: Keys
    parent: PuzzleType | None
    type: PuzzleType


_loaded = Kept[Path, _Loaded](4096)


def load(folder: Path) -> PuzzleType:
    """The type in a folder; PuzzleError if its manifest is not as docs/manifest.md says."""
    return _load(Path(os.path.abspath(folder)), ())


def _load(folder: Path, children: tuple[Path, ...]) -> PuzzleType:
    """children: the folders of the types that have this one as parent, the nearest first."""
    file = f"{folder.name}/manifest.yaml"
    path = folder / "manifest.yaml"
    try:
        now = stamp(path)
        known = _loaded.get(folder)
        same = known is not None and known.stamp == now
        keys = known.keys if known and same else Keys(load_mapping(_text(path, file), file), file)
    except OSError as error:
        raise PuzzleError(f"the file cannot be read: {(error.strerror or str(error)).lower()}", file=file) from None
    except UnicodeDecodeError:
        raise PuzzleError("found bytes that are no text, expected UTF-8", file=file) from None
    parent = _parent(keys, folder, children)
    if known and same and known.parent is parent:
        return known.type
    type_ = read_type(keys, folder.resolve(), parent)
    _loaded.put(folder, _Loaded(now, keys, parent, type_))
    return type_


def _text(path: Path, file: str) -> str:
    """The text of a manifest; PuzzleError if it is too long."""
    data = manifest_bytes(path)
    if len(data) > LARGEST_MANIFEST:
        raise PuzzleError(f"found more than {LARGEST_MANIFEST // 2**20} MB, expected a manifest", file=file)
    return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")


def manifest_bytes(path: Path | str) -> bytes:
    """The bytes of a manifest, or as many as are too many. OSError if it cannot be read."""
    with open(path, "rb", buffering=0) as file:
        return file.read(LARGEST_MANIFEST + 1)


def stamp(path: Path | str) -> Stamp:
    """Another one as soon as the file has changed. OSError if it is not there.

    Of a file that was changed just now it is another one each time: a further change might leave the same time.
    """
    status = os.stat(path)
    if status.st_mtime_ns > time.time_ns() - _YOUNG:
        return (next(_count),)
    return (status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino, status.st_dev)


def _parent(keys: Keys, folder: Path, children: tuple[Path, ...]) -> PuzzleType | None:
    """The type that a manifest names as its parent: in the folder beside it, or one of pysolve's own."""
    if "parent" not in keys:
        return None
    name, value = keys.text("parent"), keys.data["parent"]
    if not re.fullmatch(r"[\w-]{1,100}", name):
        raise keys.wrong(f"parent: found {quote(name)}, expected the name of a puzzle type", value)
    for candidate in (folder.parent / name, library() / name):
        if candidate == folder or not os.path.isfile(candidate / "manifest.yaml"):
            continue
        if candidate in children:
            circle = " → ".join(each.name for each in reversed((candidate, folder, *children)))
            raise keys.wrong(f"parent: the types are each other's parents: {circle}", value)
        if len(children) == MOST_PARENTS:
            raise keys.wrong(f"parent: expected at most {MOST_PARENTS} types that are parents of each other", value)
        return _load(candidate, (folder, *children))
    raise keys.wrong(f"there is no puzzle type {quote(name)} to be the parent", value)
