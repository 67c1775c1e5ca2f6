"""A manifest made into a type (docs/manifest.md)."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from ..model.cell_shapes import CELL_SHAPES
from ..model.errors import alternatives, quote
from ..model.formats import FormatKey
from ..model.parts import (
    COLUMN_CLUES,
    SEQUENCE,
    Part,  # fmt: skip
)
from ..model.puzzle_type import (  # fmt: skip
    LARGEST_SHARED,
    HeaderItem,
    HeaderKind,
    LargeMade,
    Option,
    PuzzleType,
    RegionSizes,
)
from ..model.tokens import ALPHABETS
from ..model.yaml_text import Node
from .clue_kinds import read_clue_kinds
from .draw_rules import read_draw_rules, with_alphabets, with_slots
from .keys import Keys
from .parts import read_parts
from .search_options import read_search


def read_type(keys: Keys, folder: Path, parent: PuzzleType | None) -> PuzzleType:
    """The type that a manifest describes.

    folder: where its files lie. parent: the type that it takes over what it does not say from. PuzzleError, with the
    line, if the manifest is not as docs/manifest.md says.
    """
    parts = read_parts(keys) if "read" in keys or parent is None else parent.parts
    parts = _with_rows(keys, parts)
    options = _options(keys)
    draw = read_draw_rules(keys)
    if parent is not None:
        options = {**parent.options, **options}
        draw = tuple({rule.template: rule for rule in (*parent.draw, *draw)}.values())
    draw = with_alphabets(draw, parts)
    notes = with_alphabets(read_draw_rules(keys, "notes"), parts) if "notes" in keys else ()
    type_ = PuzzleType(
        name=folder.name,
        folder=folder,
        title=keys.text("name"),
        group=keys.text("group"),
        about=keys.text("about"),
        aliases=keys.texts("aliases"),
        rules=keys.texts("rules", parent.rules if parent else ()),
        boards=_boards(keys, parent.boards if parent else ("square",)),
        parts=parts,
        header=_header(keys, options, parts, parent.header if parent else ()),
        alphabets=_alphabets(keys, parent.alphabets if parent else ()),
        options=options,
        draw=draw,
        notes=notes if "notes" in keys or parent is None else parent.notes,
        multishot=_multishot(keys, parent.multishot if parent else 0),
        clues=read_clue_kinds(keys, parts, draw, parent.clues if parent else ()),
        unique=keys.switch("unique", parent.unique if parent else True),
        search=read_search(keys, parent.search if parent else None),
        made=_made(keys, options, parent.made if parent else None),
        regions=_regions(keys, parts, parent.regions if parent else None),
        formats={key: keys.data[key] for key in FormatKey if key in keys},
        offered=_offered(keys, parent.offered if parent else None),
        parents=(parent.folder, *parent.parents) if parent else (),
    )
    return with_slots(type_)


def _made(keys: Keys, options: dict[str, Option], default: LargeMade | None) -> LargeMade | None:
    """The options of large boards that are made."""
    value = keys.data.get("make")
    if value is None or (isinstance(value, dict) and set(value) == {"regions"}):
        return default
    above, chosen = (value.get("above"), value.get("options")) if isinstance(value, dict) else (None, None)
    if not str(above).isdecimal() or not isinstance(chosen, dict) or not chosen:
        raise keys.wrong("make: expected 'above', a number of cells, and 'options', a value for each option", value)
    for name, word in chosen.items():
        if name not in options or word not in (options[name].choices or [word]):
            raise keys.wrong(f"make: {quote(name)} is no option that can be {quote(str(word))}", word)
    return LargeMade(int(str(above)), {name: str(word) for name, word in chosen.items()})


def _regions(keys: Keys, parts: tuple[Part, ...], default: RegionSizes | None) -> RegionSizes | None:
    """How large the regions are that are made, if pysolve makes them."""
    value = keys.data.get("make")
    if not isinstance(value, dict) or "regions" not in value:
        return default
    match = re.fullmatch(r"([1-9]\d{0,2})-([1-9]\d{0,2})", str(value["regions"]))
    if match is None or int(match[1]) > int(match[2]):
        raise keys.wrong("make: expected for 'regions' the fewest and the most cells of a region, such as 2-6", value)
    if not any(part.says_regions for part in parts):
        raise keys.wrong("make: there are no regions to make: no part of 'read' has a template region(V,X)", value)
    return RegionSizes(int(match[1]), int(match[2]))


def _multishot(keys: Keys, default: int) -> int:
    value = keys.data.get("multishot")
    if isinstance(value, str) and value.isdecimal() and len(value) < 10:
        return int(value)
    if value not in (None, "yes", "no"):
        raise keys.wrong("the key 'multishot' needs 'yes', 'no' or a number of cells", value)
    return default if value is None else LARGEST_SHARED if value == "yes" else 0


def _offered(keys: Keys, default: str | None) -> str | None:
    """The folder of constraints, in `lib`, that puzzles of the type may add; 'no' for none of the parent's."""
    if "constraints" not in keys:
        return default
    name = keys.text("constraints")
    if not re.fullmatch(r"[\w-]{1,100}", name):
        raise keys.wrong(f"constraints: found {quote(name)}, expected the name of a folder", keys.data["constraints"])
    return None if name == "no" else name


def _boards(keys: Keys, default: tuple[str, ...]) -> tuple[str, ...]:
    boards = keys.texts("board", default)
    if not boards or not set(boards) <= {shape.name for shape in CELL_SHAPES}:
        raise keys.wrong(f"board: expected a list of {alternatives([quote(shape.name) for shape in CELL_SHAPES])}")
    return boards


def _header(
    keys: Keys, options: dict[str, Option], parts: tuple[Part, ...], default: tuple[HeaderItem, ...]
) -> tuple[HeaderItem, ...]:
    value = keys.data.get("header")
    if value is None:
        return default
    if not isinstance(value, list):
        raise keys.wrong("header: expected a list of names", value)
    sequences = {part.name for part in parts if part.shape is SEQUENCE}
    items = [_header_item(keys, item, set(options), sequences) for item in value if not _is_rows(item)]
    if any(item.kind == HeaderKind.SEQUENCE for item in items[:-1]):
        raise keys.wrong("header: a sequence takes all tokens that follow, so it must be the last", value)
    return tuple(items)


def _is_rows(item: Node) -> bool:
    """Whether an item of `header` says what the number of rows counts, rather than what follows it."""
    return isinstance(item, dict) and set(item) == {"rows"}


def _with_rows(keys: Keys, parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """The parts, knowing whether the number of rows counts their lines."""
    value = keys.data.get("header")
    names = (
        [item["rows"] for item in value if isinstance(item, dict) and _is_rows(item)] if isinstance(value, list) else []
    )
    lines = [part.name for part in parts if part.shape is COLUMN_CLUES and not part.optional]
    for name in names:
        if name not in lines:
            raise keys.wrong(
                f"header: rows: {quote(str(name))} is not a part with one line of tokens for the columns", name
            )
    return tuple(replace(part, in_rows=part.in_rows or part.name in names) for part in parts)


def _header_item(keys: Keys, item: Node, options: set[str], sequences: set[str]) -> HeaderItem:
    name, kind = (item, None) if isinstance(item, str) else _only_entry(item)
    if name in sequences and kind is None:
        return HeaderItem(name, HeaderKind.SEQUENCE)
    if name not in options:
        raise keys.wrong(f"header: {quote(name)} is neither an option nor a sequence of 'read'", item)
    if kind is None:
        return HeaderItem(name)
    return HeaderItem(name, HeaderKind.LETTER) if kind == "letter" else HeaderItem(name, HeaderKind.FLAG, kind)


def _only_entry(item: Node) -> tuple[str, str | None]:
    """The name and what stands behind it of an item such as {diagonals: D}; an empty name for another item."""
    if isinstance(item, dict) and len(item) == 1:
        name, kind = next(iter(item.items()))
        if isinstance(kind, str):
            return name, str(kind)
    return "", None


def _alphabets(keys: Keys, default: tuple[str, ...]) -> tuple[str, ...]:
    chosen = keys.texts("alphabets", default)
    for name in chosen:
        if name not in ALPHABETS:
            raise keys.wrong(f"alphabets: unknown {quote(name)}; known are {', '.join(ALPHABETS)}")
    return chosen


def _options(keys: Keys) -> dict[str, Option]:
    options = {}
    for name, value in keys.mapping("options").items():
        choices: object = {}
        text: object = value
        if isinstance(value, dict):
            text, choices = value.get("help"), value.get("choices", {})
        if not isinstance(text, str) or not isinstance(choices, dict):
            raise keys.wrong(f"options, {name}: expected a help text, or 'help' and 'choices'", value)
        for word, about in choices.items():
            if not isinstance(about, str) or not about:
                raise keys.wrong(f"options, {name}: the choice {quote(word)} has no help text", about)
        options[name] = Option(name, text, {word: str(about) for word, about in choices.items()})
    return options
