"""Folders for new types of puzzles: begun from a template, or copied from a type that is there."""

from __future__ import annotations

import shutil
from contextlib import AbstractContextManager
from pathlib import Path

from ..catalog import templates
from ..model.errors import PuzzleError, alternatives, quote
from ..model.puzzle_type import PuzzleType
from .files import whole_folder


def new(name: str, folder: Path, like: str = templates.KINDS[0]) -> Path:
    """Makes the folder of a new type in `folder`. PuzzleError if it cannot be called so, or is there."""
    if like not in templates.KINDS:
        raise PuzzleError(f"found {quote(like)}, expected {alternatives(list(templates.KINDS))}")
    with _new_folder(folder, name) as part:
        for file, text in templates.new_type(name, like).items():
            (part / file).write_text(text, encoding="utf-8")
    return folder / name


def copy(type_: PuzzleType, folder: Path) -> Path:
    """Copies the folder of a type into `folder`. PuzzleError if there is one of its name."""
    with _new_folder(folder, type_.name) as part:
        shutil.copytree(type_.folder, part, dirs_exist_ok=True)
    return folder / type_.name


def _new_folder(parent: Path, name: str) -> AbstractContextManager[Path]:
    """A new folder for a type, there whole or not at all. PuzzleError if it has no such name."""
    if not name.isidentifier() or name != name.lower() or not name.isascii():
        raise PuzzleError(f"found {quote(name)}, expected a name of small letters, digits and _ for the type")
    return whole_folder(parent / name)
