"""The files that puzzles need beside their own bytes, taken to another machine.

There, they lie below one folder just as they lie below the root of this machine. A worker that reads puzzles there has
as its current directory what stands for ours; so names that are relative mean, and are shown as, what they are here.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path

from .. import catalog, rules
from ..formats import Reading, Source
from ..model.errors import PuzzleError
from ..solving.settings import Settings

_LARGEST_NAMED = 2**26  # bytes of a file that a puzzle may name


@dataclass(frozen=True)
class Parcel:
    """Files, from absolute path to bytes, and folders that are to be there though nothing lies in them."""

    files: dict[str, bytes]
    folders: tuple[str, ...] = ()

    @cached_property
    def key(self) -> str:
        """Another one for other contents."""
        digest = hashlib.sha256(repr(self.folders).encode())
        for path, data in sorted(self.files.items()):
            digest.update(f"{path!r} {len(data)} ".encode() + data)
        return digest.hexdigest()

    def unpack(self, root: Path) -> None:
        """Puts all below a folder; what is there already stays."""
        for folder in self.folders:
            below(root, folder).mkdir(parents=True, exist_ok=True)
        for name, data in self.files.items():
            path = below(root, name)
            if not path.exists():
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)


def below(root: Path, path: str) -> Path:
    """Where a path of the other machine lies below a folder; a relative one is below the current directory anyway."""
    return root / path.lstrip("/") if os.path.isabs(path) else Path(path)


# -- Packing


def with_named_types(reading: Reading) -> Reading:
    """The reading, with the folders of types that the environment names said as those of the command line."""
    return reading._replace(own_types=tuple(str(folder) for folder in catalog.folders(reading.own_types)[:-1]))


def shared_parcel(reading: Reading, settings: Settings) -> Parcel:
    """What all puzzles need: added rules, folders of types, the list of words, the board.

    A file that cannot be read stays behind: the reader then says so, of each puzzle.
    """
    paths = [Path(file) for file in settings.rules]
    for folder in map(Path, reading.own_types):
        paths += [*folder.glob("*/manifest.yaml"), *folder.glob("*/*.lp"), *_constraints(folder)]
    paths += [Path(file) for file in (reading.words, reading.board) if file is not None]
    if reading.board is not None:
        board = Source.of_path(reading.board)
        data = _files([Path(reading.board)]).get(os.path.abspath(reading.board), b"")
        paths += _named_files(board._replace(data=data))
    folders = (os.getcwd(), *map(os.path.abspath, reading.own_types))
    return Parcel(_files(_with_includes(paths)), folders)


def parcel_of_folder(folder: Path) -> Parcel | None:
    """The type whose folder this is, with its ancestors; None if it is none. Puzzles in it need no --types."""
    if not (folder / "manifest.yaml").is_file():
        return None
    try:
        parents = catalog.load(folder).parents
    except PuzzleError:  # the reader will say so
        parents = ()
    paths = [path for each in (folder, *parents) for path in (each / "manifest.yaml", *each.glob("*.lp"))]
    return Parcel(_files(_with_includes([*paths, *_constraints(folder.parent)])))


def _constraints(types: Path) -> list[Path]:
    """The constraints that lie beside types."""
    return [*types.glob("lib/*/*.yaml"), *types.glob("lib/*/*.lp")]


def named_parcels(source: Source) -> Iterator[tuple[str, Parcel]]:
    """Parcels with the files that a puzzle names, such as lists of words, each with its absolute path."""
    for path in _named_files(source):
        if path.stat().st_size <= _LARGEST_NAMED:
            yield os.path.abspath(path), Parcel(_files([path]))


_VALUE = re.compile(
    rb"^[A-Za-z][\w-]*:[ \t]+[\"']?([^\s\"'|>\[{#][^\r\n\"'#]*+)[\"']?[ \t]*+(?:#.*)?\r?$", re.MULTILINE
)


def _named_files(source: Source) -> list[Path]:
    """Values of keys that are names of files, seen from the puzzle's folder. (Its file is not yet understood.)"""
    if source.path is None or source.data.lstrip()[:1] in (b"{", b"["):
        return []
    names = (os.fsdecode(value.rstrip()) for value in _VALUE.findall(source.data))
    return [path for name in names if len(name) < 200 and _is_file(path := source.folder / name)]


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _with_includes(paths: Iterable[Path]) -> list[Path]:
    paths = list(paths)
    return [*paths, *rules.included([path for path in paths if path.suffix == ".lp"])]


def _files(paths: Iterable[Path]) -> dict[str, bytes]:
    """The bytes of the files that can be read, by absolute path; those of pysolve's own library are everywhere."""
    files: dict[str, bytes] = {}
    own = catalog.library()
    for path in paths:
        full = os.path.abspath(path)
        if full in files or Path(full).is_relative_to(own) or not _is_file(path):
            continue
        try:
            files[full] = path.read_bytes()
        except OSError:
            continue
    return files


# -- Unpacked


def reading_below(root: Path, reading: Reading) -> Reading:
    """The reading with absolute paths below the root."""

    def moved(path: str | None) -> str | None:
        return None if path is None else str(below(root, path))

    own_types = tuple(str(below(root, path)) for path in reading.own_types)
    return reading._replace(own_types=own_types, board=moved(reading.board), words=moved(reading.words))


def settings_below(root: Path, settings: Settings) -> Settings:
    """The settings with absolute paths below the root."""
    return replace(settings, rules=tuple(str(below(root, path)) for path in settings.rules))


def source_below(root: Path, source: Source) -> Source:
    """The source with an absolute path below the root; messages call it what they did."""
    return source if source.path is None else source._replace(path=below(root, str(source.path)))


# -- The same program on both sides


@lru_cache(maxsize=1)
def fingerprint() -> str:
    """A digest of pysolve's code and of its library of rules."""
    digest = hashlib.sha256()
    for folder, pattern in ((Path(__file__).parents[1], "*/*.py"), (catalog.library(), "**/*")):
        for path in sorted(folder.glob(pattern)):
            if path.suffix in (".py", ".lp", ".yaml"):
                digest.update(f"{path.relative_to(folder)} ".encode() + path.read_bytes())
    return digest.hexdigest()[:12]
