"""Folders for new types of puzzles: begun from a template, or copied from a type that is there."""

from __future__ import annotations

import shutil
from contextlib import AbstractContextManager
from pathlib import Path

from ..catalog import templates
from ..model.errors import PuzzleError, alternatives, quote
from ..model.puzzle_type import PuzzleType
from .files import whole_folder


def new(name: str, folder: Path, like: str = templates.KINDS[0], link: str | None = None) -> Path:
    """Makes the folder of a new type in `folder`. link: one of its links at puzz.link, of a genre without rules here.

    PuzzleError if it cannot be called so, or is there, or if no type has links like that one.
    """
    kinds = [each for each in templates.KINDS if link is None or each != "words"]  # which no link holds
    if like not in kinds:
        raise PuzzleError(f"found {quote(like)}, expected {alternatives(kinds)}")
    with _new_folder(folder, name) as part:
        if link is None:
            texts = templates.new_type(name, like)
        else:
            from .linked_types import files_of_link

            texts = files_of_link(name, link, like)
        for file, text in texts.items():
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
