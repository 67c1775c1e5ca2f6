"""A manifest made into a type (docs/manifest.md), and files of constraints that puzzles add to it."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import NamedTuple, TypeGuard

from ..model.board import CELL_SHAPES
from ..model.caches import Kept
from ..model.errors import PuzzleError, alternatives, quote, said_by_system
from ..model.formats import FormatKey
from ..model.parts import COLUMN_CLUES, SEQUENCE, Part
from ..model.puzzle_type import (
    LARGEST_SHARED,
    LEVELS,
    AddedConstraint,
    HeaderItem,
    HeaderKind,
    LargeMade,
    Option,
    PuzzleType,
    RegionSizes,
    RuleFile,
    RuleText,
)
from ..model.tokens import ALPHABETS
from ..model.yaml_text import Node, load_mapping
from ..rules.library import library, sentences_of
from .parts import (
    Keys,
    read_clue_kinds,
    read_draw_rules,
    read_groups,
    read_parts,
    read_search,
    with_alphabets,
    with_slots,
)

#: What a type without a parent takes over.
_NO_PARENT = PuzzleType("", Path(), "", "", "")


def read_type(keys: Keys, folder: Path, parent: PuzzleType | None) -> PuzzleType:
    """The type that a manifest describes.

    folder: where its files lie. parent: the type that it takes over what it does not say from. PuzzleError, with the
    line, if the manifest is not as docs/manifest.md says.
    """
    of = parent or _NO_PARENT
    parts = read_parts(keys) if "read" in keys or parent is None else parent.parts
    options = {**of.options, **_options(keys, "options", keys.mapping("options"))}
    drawn = {rule.template: rule for rule in (*of.draw, *read_draw_rules(keys))}
    draw = with_alphabets(drawn.values(), parts)
    return with_slots(
        PuzzleType(
            name=folder.name,
            folder=folder,
            title=keys.text("name"),
            group=keys.text("group"),
            about=keys.text("about"),
            aliases=keys.texts("aliases"),
            rules=keys.texts("rules", of.rules),
            boards=_boards(keys, of.boards),
            parts=parts,
            header=_header(keys, options, parts, of.header),
            counted_lines=_counted_lines(keys, parts, of.counted_lines),
            alphabets=_alphabets(keys, of.alphabets),
            options=options,
            draw=draw,
            notes=with_alphabets(read_draw_rules(keys, "notes"), parts) if "notes" in keys else of.notes,
            multishot=_multishot(keys, of.multishot),
            levels=_levels(keys),
            clues=read_clue_kinds(keys, parts, draw, of.clues),
            unique=keys.switch("unique", of.unique),
            symmetry=_symmetry(keys, of.symmetry),
            search=read_search(keys, of.search),
            made=_made(keys, options, of.made),
            pattern=_pattern(keys, of.pattern),
            regions=_regions(keys, parts, of.regions),
            formats={key: keys.data[key] for key in FormatKey if key in keys},
            offered=_offered(keys, of.offered),
            parents=(parent.folder, *parent.parents) if parent else (),
        )
    )


def _made(keys: Keys, options: dict[str, Option], default: LargeMade | None) -> LargeMade | None:
    """The options of large boards that are made."""
    value = keys.data.get("make")
    if value is None or (isinstance(value, dict) and value and set(value) <= {"regions", "pattern"}):
        return default
    above, chosen = (value.get("above"), value.get("options")) if isinstance(value, dict) else (None, None)
    if not str(above).isdecimal() or not isinstance(chosen, dict) or not chosen:
        raise keys.wrong("make: expected 'above', a number of cells, and 'options', a value for each option", value)
    for name, word in chosen.items():
        if name not in options or word not in (options[name].choices or [word]):
            raise keys.wrong(f"make: {quote(name)} is not an option that can be {quote(str(word))}", word)
    return LargeMade(int(str(above)), {name: str(word) for name, word in chosen.items()})


def _pattern(keys: Keys, default: dict[str, Option]) -> dict[str, Option]:
    """What can be said of the pattern that make.lp chooses."""
    value = keys.data.get("make")
    if not isinstance(value, dict) or "pattern" not in value:
        return default
    if not isinstance(value["pattern"], dict):
        raise keys.wrong("make: expected for 'pattern' lines of the form 'name: help'", value)
    return _options(keys, "make, pattern", value["pattern"])


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


def _levels(keys: Keys) -> tuple[float, ...]:
    """The most difficulty of each level but the last one, within the type."""
    value = keys.data.get("levels")
    if value is None:
        return ()
    texts = value if isinstance(value, list) else []
    bounds = [float(each) for each in texts if isinstance(each, str) and re.fullmatch(r"\d{1,4}(\.\d)?", each)]
    if len(bounds) != LEVELS - 1 or len(texts) != len(bounds) or bounds != sorted({*bounds}):
        raise keys.wrong(f"the key 'levels' needs {LEVELS - 1} rising numbers, such as [13, 26, 45, 80]", value)
    return tuple(bounds)


def _symmetry(keys: Keys, default: tuple[str, ...] | None) -> tuple[str, ...] | None:
    """What the boards of the type may be: a list of SYMMETRIES, 'yes' for all of them, or 'no'."""
    value = keys.data.get("symmetry")
    if value is None:
        return default
    from ..model.symmetry import SYMMETRIES  # few manifests have the key

    names = {"yes": tuple(SYMMETRIES), "no": ()}.get(str(value)) if isinstance(value, str) else keys.texts("symmetry")
    if names is None or not set(names) <= set(SYMMETRIES):
        known = ", ".join(map(quote, SYMMETRIES))
        raise keys.wrong(f"symmetry: expected 'yes', 'no' or a list of some of {known}", value)
    return names


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


def _is_rows(item: Node) -> TypeGuard[dict[str, Node]]:
    """Whether an item of `header` says what the number of rows counts, rather than what follows it."""
    return isinstance(item, dict) and set(item) == {"rows"}


def _counted_lines(keys: Keys, parts: tuple[Part, ...], default: int) -> int:
    """How many lines of parts the number of rows counts."""
    value = keys.data.get("header")
    names = [item["rows"] for item in value if _is_rows(item)] if isinstance(value, list) else []
    lines = [part.name for part in parts if part.shape is COLUMN_CLUES and not part.optional]
    for name in names:
        if name not in lines:
            sentence = f"{quote(str(name))} is not a part with one line of tokens for the columns"
            raise keys.wrong(f"header: rows: {sentence}", name)
    return default if value is None else len(set(map(str, names)))


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


def _options(keys: Keys, key: str, said: Mapping[str, object]) -> dict[str, Option]:
    options = {}
    for name, value in said.items():
        choices: object = {}
        text: object = value
        if isinstance(value, dict):
            text, choices = value.get("help"), value.get("choices", {})
        if not isinstance(text, str) or not isinstance(choices, dict):
            raise keys.wrong(f"{key}, {name}: expected a help text, or 'help' and 'choices'", value)
        for word, about in choices.items():
            if not isinstance(about, str) or not about:
                raise keys.wrong(f"{key}, {name}: the choice {quote(word)} has no help text", about)
        options[name] = Option(name, text, {word: str(about) for word, about in choices.items()})
    return options


# -- The type in a folder: read once, and again as soon as its manifest or a parent's has changed


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
        raise PuzzleError(f"the file cannot be read: {said_by_system(error)}", file=file) from None
    except UnicodeDecodeError:
        raise PuzzleError("found bytes that are not text, expected UTF-8", file=file) from None
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


def brought(name: str, files: Mapping[str, str], known: PuzzleType | None) -> PuzzleType:
    """A type that a link brings as texts, manifest.yaml and rules.lp; what it lacks is that of the known type of this
    name. PuzzleError if there is no such text, or the manifest is wrong.
    """
    for file in ("manifest.yaml", "rules.lp"):
        if file not in files and known is None:
            raise PuzzleError(f"the link brings the type {quote(name)} without {file}")
        if file not in files:
            files = {**files, file: (known.folder / file).read_text(encoding="utf-8")} if known else files
    folder = library() / "links" / name  # a place that there is not, from which parents and laws are found
    keys = Keys(load_mapping(files["manifest.yaml"], f"{name}/manifest.yaml"), f"{name}/manifest.yaml")
    type_ = read_type(keys, folder, _parent(keys, folder, ()))
    text = RuleText(files["rules.lp"], f"{name}/rules.lp")
    return replace(type_, multishot=0, text=text, manifest_text=files["manifest.yaml"])


# -- Constraints that puzzles add to their types: small files beside the laws, `lib/<folder>/<name>.yaml` and `.lp`
# (docs/constraints.md). A type offers those of the folder that its key `constraints` names.
#
# They are read when a puzzle names one; so a type may offer many.


#: The keys of a constraint's file.
CONSTRAINT_KEYS = ("name", "aliases", "about", "rules", "read", "draw", "clues", "fpuzzles", "penpa", "symmetry")

#: What constraints may be called.
_NAME = re.compile(r"[a-z][a-z0-9-]{0,40}")


#: The folders of constraints that say something of an answer which is given, by the mark that it leaves. They are not
#: offered: drawings of other programs have them, and files that hold these.
_GIVEN = {"shade(X)": "given"}


def constraint_folders(type_: PuzzleType) -> list[Path]:
    """The folders in which the constraints lie that a type offers: in folders of types that the user named, beside it
    or a parent, then pysolve's own. A type that names no folder has one of its own name.
    """
    return _folders_called(type_, type_.offered or type_.name)


def _folders_called(type_: PuzzleType, name: str) -> list[Path]:
    beside = [*type_.around, *(folder.parent for folder in (type_.folder, *type_.parents))]
    return [each / "lib" / name for each in dict.fromkeys([*beside, library()])]


@lru_cache(maxsize=1024)
def among(type_: PuzzleType, folders: tuple[Path, ...]) -> PuzzleType:
    """The type, which offers the constraints that lie in these folders of types, too."""
    return replace(type_, around=folders)


def constraint_names(type_: PuzzleType) -> list[str]:
    """The constraints that a type offers, sorted: not those whose name one of its own parts has."""
    files = [file for folder in constraint_folders(type_) for file in folder.glob("*.yaml")]
    parts = {part.name for part in type_.parts} - {each.name for each in type_.added}
    return sorted({file.stem for file in files if _NAME.fullmatch(file.stem)} - parts)


def file_of(type_: PuzzleType, name: str) -> Path | None:
    """The file that describes a constraint; None if puzzles of the type may add none of this name."""
    if not _NAME.fullmatch(name):
        return None
    folders = [*constraint_folders(type_), *_given_folders(type_)]
    return next((path for folder in folders if (path := folder / f"{name}.yaml").is_file()), None)


def _given_folders(type_: PuzzleType) -> list[Path]:
    given = {folder for rule in type_.draw if (folder := _GIVEN.get(str(rule.template))) is not None}
    return [path for each in sorted(given) for path in _folders_called(type_, each)]


def drawable(type_: PuzzleType) -> list[AddedConstraint]:
    """The constraints that puzzles of the type may add, and that are drawn in Penpa+."""
    given = {file.stem for folder in _given_folders(type_) for file in folder.glob("*.yaml")}
    names = [name for name in (*constraint_names(type_), *sorted(given)) if type_.part(name) is None]
    found = [*type_.added, *(with_constraints(type_, [name]).added[-1] for name in names)]
    return [each for each in found if each.penpa]


def with_constraints(type_: PuzzleType, added: Sequence[str]) -> PuzzleType:
    """The type with these constraints, which it offers; PuzzleError if the file of one is wrong."""
    if not added:
        return type_
    files = [(path, stamp(path)) for name in dict.fromkeys(added) if (path := file_of(type_, name)) is not None]
    return _with_files(type_, tuple(files))


def with_own_rules(type_: PuzzleType, brought: Sequence[str | RuleFile]) -> PuzzleType:
    """The type with rules that a puzzle brings with it, in files or as texts; PuzzleError if they cannot be read."""
    files: list[tuple[RuleFile, Stamp]] = []
    for each in brought:
        path = Path(each) if isinstance(each, str) else each
        try:
            files.append((path, () if isinstance(path, RuleText) else stamp(path)))
        except (OSError, ValueError):  # who reads it says why
            files.append((path, (next(_count),)))
    return _with_own_rules(type_, tuple(files)) if files else type_


@lru_cache(maxsize=256)
def _with_own_rules(type_: PuzzleType, files: tuple[tuple[RuleFile, Stamp], ...]) -> PuzzleType:
    added = list(type_.added)
    for rules, _ in files:
        name = "rules.lp" if isinstance(rules, RuleText) else rules.name
        about = "\n".join(dict.fromkeys(sentences_of(rules)))
        added.append(AddedConstraint(name, name, about, rules, takes_cells=False, is_own=True))
    return replace(type_, added=tuple(added))


def offered(type_: PuzzleType) -> Iterator[AddedConstraint]:
    """All that a type offers, in the order of their names."""
    for name in constraint_names(type_):
        yield from with_constraints(type_, [name]).added


def titles(type_: PuzzleType) -> list[str]:
    """What the constraints that a type offers are called, aliases included; their files are not parsed for that. Types
    are found by them, so only those have some after which the folder is called, and their children.
    """
    family = {folder.name for folder in (type_.folder, *type_.parents)}
    return list(_titles(tuple(constraint_folders(type_)))) if (type_.offered or type_.name) in family else []


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
        path.stem, keys.text("name"), keys.text("about"), path.with_suffix(".lp"), part is not None,
        keys.data.get("fpuzzles"), str(keys.data.get("penpa", "")), _motions(keys),
    )  # fmt: skip
    return replace(
        type_, parts=parts, draw=tuple({rule.template: rule for rule in (*type_.draw, *drawn)}.values()),
        clues=(*type_.clues, *clues), rules=(*type_.rules, *keys.texts("rules")), added=(*type_.added, constraint),
    )  # fmt: skip


def _motions(keys: Keys) -> Mapping[str, str] | None:
    """The key `symmetry`: from the motions that a board with the constraint may make to what the constraint is then."""
    if "symmetry" not in keys:
        return None
    from ..model.symmetry import Motion

    table = {str(motion): str(name) for motion, name in keys.mapping("symmetry").items()}
    if not set(table) <= {*Motion}:
        raise keys.wrong(f"symmetry: expected a constraint for some of {', '.join(Motion)}", keys.data["symmetry"])
    return table
