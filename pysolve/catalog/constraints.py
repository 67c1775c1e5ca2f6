"""Constraints that puzzles add to their types: small files beside the laws, `lib/<folder>/<name>.yaml` and `.lp`
(docs/constraints.md). A type offers those of the folder that its key `constraints` names.

They are read when a puzzle names one; so a type may offer many.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from ..model.errors import PuzzleError, quote
from ..model.puzzle_type import AddedConstraint, PuzzleType
from ..model.yaml_text import Node, load_mapping
from ..rules.library import library
from .clue_kinds import read_clue_kinds
from .draw_rules import read_draw_rules, with_alphabets
from .keys import Keys
from .loading import Stamp, manifest_bytes, stamp
from .parts import read_groups

#: The keys of a constraint's file.
CONSTRAINT_KEYS = ("name", "aliases", "about", "rules", "read", "draw", "clues", "fpuzzles", "penpa")

#: What constraints may be called.
_NAME = re.compile(r"[a-z][a-z0-9-]{0,40}")


def folders(type_: PuzzleType) -> list[Path]:
    """The folders in which the constraints lie that a type offers: beside it or a parent, then pysolve's own."""
    if type_.offered is None:
        return []
    beside = [folder.parent for folder in (type_.folder, *type_.parents)]
    return [each / "lib" / type_.offered for each in dict.fromkeys([*beside, library()])]


def names(type_: PuzzleType) -> list[str]:
    """The constraints that a type offers, sorted."""
    files = [file for folder in folders(type_) for file in folder.glob("*.yaml")]
    return sorted({file.stem for file in files if _NAME.fullmatch(file.stem)})


def file_of(type_: PuzzleType, name: str) -> Path | None:
    """The file that describes a constraint; None if the type offers none of this name."""
    if not _NAME.fullmatch(name):
        return None
    paths = (folder / f"{name}.yaml" for folder in folders(type_))
    return next((path for path in paths if path.is_file()), None)


def with_constraints(type_: PuzzleType, added: Sequence[str]) -> PuzzleType:
    """The type with these constraints, which it offers; PuzzleError if the file of one is wrong."""
    if not added:
        return type_
    files = [(path, stamp(path)) for name in dict.fromkeys(added) if (path := file_of(type_, name)) is not None]
    return _with_files(type_, tuple(files))


def offered(type_: PuzzleType) -> Iterator[AddedConstraint]:
    """All that a type offers, in the order of their names."""
    for name in names(type_):
        yield from with_constraints(type_, [name]).added


def titles(type_: PuzzleType) -> list[str]:
    """What the constraints that a type offers are called, aliases included; their files are not parsed for that."""
    return list(_titles(tuple(folders(type_))))


@lru_cache(maxsize=64)
def _titles(places: tuple[Path, ...]) -> tuple[str, ...]:
    texts = (file.read_text(encoding="utf-8") for folder in places for file in sorted(folder.glob("*.yaml")))
    found = (line for text in texts for line in re.findall(r"^(?:name|aliases):(.*)$", text, re.MULTILINE))
    return tuple(title.strip() for line in found for title in line.strip(" []").split(","))


@lru_cache(maxsize=256)
def _with_files(type_: PuzzleType, files: tuple[tuple[Path, Stamp], ...]) -> PuzzleType:
    """The type with the constraints of these files. Their stamps tell whether they are still as they were."""
    for path, _ in files:
        type_ = _with_file(type_, path)
    return type_


def _with_file(type_: PuzzleType, path: Path) -> PuzzleType:
    shown = f"{path.parent.name}/{path.name}"
    try:
        text = manifest_bytes(path).decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except (OSError, UnicodeDecodeError):
        raise PuzzleError("the file cannot be read, expected a constraint in UTF-8", file=shown) from None
    keys = Keys(load_mapping(text, shown), shown, CONSTRAINT_KEYS)
    part = read_groups(keys, path.stem) if "read" in keys else None
    if part is not None and type_.part(part.name) is not None:
        raise PuzzleError(f"{type_.title} has a part {quote(part.name)} already", file=shown)
    parts = type_.parts if part is None else (*type_.parts, part)
    drawn = with_alphabets(read_draw_rules(keys), parts)
    clues = read_clue_kinds(keys, () if part is None else (part,), drawn, ())
    constraint = AddedConstraint(
        path.stem, keys.text("name"), keys.text("about"), path.with_suffix(".lp"), part is not None, _fpuzzles(keys),
        _is_drawn_as_thermos(keys),
    )  # fmt: skip
    return replace(
        type_, parts=parts, draw=tuple({rule.template: rule for rule in (*type_.draw, *drawn)}.values()),
        clues=(*type_.clues, *clues), rules=(*type_.rules, *keys.texts("rules")), added=(*type_.added, constraint),
    )  # fmt: skip


def _fpuzzles(keys: Keys) -> Node | None:
    return keys.data.get("fpuzzles")


def _is_drawn_as_thermos(keys: Keys) -> bool:
    if (drawn := keys.data.get("penpa")) not in (None, "thermo"):
        raise keys.wrong("penpa: expected 'thermo'", drawn)
    return drawn is not None
