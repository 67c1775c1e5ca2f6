"""The puzzle types: finds the folders that hold them, by name, title or alias (docs/manifest.md)."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from ..model.caches import Kept
from ..model.errors import PuzzleError, nearest, quote
from ..model.formats import FormatKey
from ..model.puzzle_type import PuzzleType
from ..rules.library import library
from .manifest import Stamp, among, load, manifest_bytes, stamp
from .parts import KEYS

__all__ = [
    "KINDS", "TYPES_VARIABLE", "Survey", "every", "every_day", "examples", "find", "folders", "has_name", "library",
    "load", "lookup", "names", "new_type", "of_day", "opening", "survey", "type_with", "types_with", "unknown",
]  # fmt: skip

#: The environment variable that names folders of one's own types (as PATH does).
TYPES_VARIABLE = "PYSOLVE_TYPES"


class Survey(NamedTuple):
    """All types, in the order of their names, and what is wrong with the manifests of others."""

    types: list[PuzzleType]
    errors: list[PuzzleError]


def examples(type_: PuzzleType) -> list[Path]:
    """The instances of a type, the smallest first: those that come with pysolve, or lie in the type's folder (where
    wrong.yaml holds boards that are wrong on purpose).
    """
    beside = library().parent / "instances" / type_.name
    files = [*beside.glob("*.yaml"), *type_.folder.glob("*.yaml")]
    return sorted(
        (file for file in files if file.name not in ("manifest.yaml", "wrong.yaml")),
        key=lambda file: (file.stat().st_size, file),
    )


#: How many times as long as the smallest an example may be that is preferred to it.
_FAR_LARGER = 3


def opening(type_: PuzzleType) -> Path | None:
    """The example that a type begins with: the one called 'classic', which shows the type as people know it; else the
    smallest with one answer, as far as the examples say, rather one without options, unless it is far larger. None if
    there is none.
    """
    texts = {file: file.read_text(encoding="utf-8") for file in examples(type_)}
    answered = [
        file for file, text in texts.items()
        if re.search(r"(?m)^answer:", text) and not re.search(r"(?m)^verdict:\s*(multiple|none)", text)
    ]  # fmt: skip
    smallest = next(iter(answered or texts), None)
    if smallest is None:
        return None
    most = _FAR_LARGER * len(texts[smallest])
    plain = (file for file in answered if not re.search(r"(?m)^options:", texts[file]) and len(texts[file]) <= most)
    classic = (file for file in answered if file.stem == "classic")
    return next(classic, next(plain, smallest))


def folders(own: Sequence[str | Path] = ()) -> list[Path]:
    """The folders in which types are looked for, the first wins: own, $PYSOLVE_TYPES, pysolve's own. Those of installed
    packages come last.

    PuzzleError if one is not there.
    """
    named = [Path(folder) for folder in own]
    named += [Path(folder) for folder in os.environ.get(TYPES_VARIABLE, "").split(os.pathsep) if folder]
    for folder in named:
        if not os.path.isdir(folder):  # a name that is too long is not a folder, either
            raise PuzzleError("there is no such folder of puzzle types", file=str(folder))
    return [*named, library()]


def names(own: Sequence[str | Path] = ()) -> dict[str, Path]:
    """All types: from name to folder, sorted by name."""
    return _names_in([*folders(own), *installed().folders])


def _names_in(folders: Sequence[Path]) -> dict[str, Path]:
    by_name: dict[str, Path] = {}
    for folder in folders:
        for name in os.listdir(folder):
            if name not in by_name and os.path.isfile(f"{folder}/{name}/manifest.yaml"):
                by_name[name] = folder / name
    return dict(sorted(by_name.items()))


def find(name: str, own: Sequence[str | Path] = ()) -> PuzzleType:
    """The type of this name, title or alias; PuzzleError if there is none, or if its manifest is wrong."""
    type_ = lookup(name, own)
    if type_ is None:
        raise unknown(name, own)
    return type_


def lookup(name: str, own: Sequence[str | Path] = (), *, aliases: bool = True) -> PuzzleType | None:
    """The type of this name, or, with aliases, of this title or alias; None if there is none.

    Parses the manifests that may have the name, which is hardly ever more than one. PuzzleError if the manifest of the
    very type is wrong; those of others do not matter.
    """
    places = folders(own)
    type_ = _lookup_in(places, name, aliases)
    if type_ is None:
        type_ = _lookup_in(installed().folders, name, aliases)
    return type_ and _among(type_, places)


def _among(type_: PuzzleType, places: Sequence[Path]) -> PuzzleType:
    """The type, with the constraints that lie in these folders of types."""
    own = tuple([place for place in places[:-1] if os.path.isdir(place / "lib")])
    return among(type_, own) if own else type_


def _lookup_in(folders: Sequence[Path], name: str, aliases: bool) -> PuzzleType | None:
    for folder in folders:
        if re.fullmatch(r"[\w-]{1,100}", name) and os.path.isfile(folder / name / "manifest.yaml"):
            return load(folder / name)
    wanted = plain(name)
    if not wanted or not aliases:
        return None
    key = (wanted, os.getcwd(), *map(str, folders))
    if (type_ := _recently_used(key)) is None and (type_ := _by_alias(wanted, folders)) is not None:
        _recent.put(key, (type_.folder, time.monotonic() + _SHORT))
    return type_


#: Seconds after which all manifests are looked at again for a name. The boards of a file are mostly of one type, and to
#: look for it takes longer than to read a board. That the type still has the name is seen each time.
_SHORT = 0.5

#: Where the types of titles and aliases lay a short time ago, and until when that holds: by plain name, current
#: directory and folders.
_recent = Kept[tuple[str, ...], tuple[Path, float]](64)

#: Likewise the types whose manifests have a key and hold a text: as many as were asked for, and whether these are all,
#: as long as no type comes to the folders or leaves them.
_recent_with = Kept[tuple[object, ...], tuple[tuple[Path, ...], bool, float]](64)


def _recently_used(key: tuple[str, ...]) -> PuzzleType | None:
    folder, until = _recent.get(key) or (None, 0.0)
    if folder is None or time.monotonic() > until:
        return None
    try:
        type_ = load(folder)
    except PuzzleError:
        return None
    return type_ if has_name(type_, key[0]) else None


def has_name(type_: PuzzleType, wanted: str) -> bool:
    """Whether this is a name, title or alias of the type."""
    return plain(wanted) in map(plain, (type_.folder.name, type_.title, *type_.aliases))


def _by_alias(wanted: str, folders: Sequence[Path]) -> PuzzleType | None:
    """The first type of this plain name, title or alias; PuzzleError if it is wrong."""
    broken: PuzzleError | None = None
    for folder in _likely_first(wanted, folders):
        is_name = plain(folder.name) == wanted
        head = None if is_name else head_of(folder)
        if head is not None and not head.may_hold(wanted):
            continue
        try:
            type_ = load(folder)
        except PuzzleError as error:
            if head is None or wanted in head.names:
                broken = broken or error
            continue
        if has_name(type_, wanted):
            return type_
    if broken is not None:
        raise broken
    return None


def _likely_first(wanted: str, folders: Sequence[Path]) -> Iterator[Path]:
    """The folders of all types: first that of this plain name (most other spellings differ in capitals alone), then
    those that begin like it. To look at all manifests takes longer than to solve a small board.
    """
    likely = next((folder / wanted for folder in folders if os.path.isfile(f"{folder}/{wanted}/manifest.yaml")), None)
    if likely is not None:
        yield likely
    others = [folder for folder in _names_in(folders).values() if folder != likely]
    yield from sorted(others, key=lambda folder: not folder.name.startswith(wanted[:3]))


def unknown(name: str, own: Sequence[str | Path] = ()) -> PuzzleError:
    """That there is no type of this name, with the nearest name that there is."""
    known: dict[str, str] = {}
    for folder_name, folder in names(own).items():
        known |= dict.fromkeys(head_of(folder).names, folder_name) | {plain(folder_name): folder_name}
    near = nearest(plain(name), known)
    sentence = f"there is no puzzle type {quote(name)}"
    if near is not None:
        return PuzzleError(f"{sentence}; did you mean {quote(known[near])}?")
    return PuzzleError(sentence, how="; 'pysolve types' lists all")


def survey(own: Sequence[str | Path] = ()) -> Survey:
    """All types, and the errors of those that cannot be read."""
    result, places = Survey([], list(installed().errors)), folders(own)
    for folder in names(own).values():
        try:
            result.types.append(_among(load(folder), places))
        except PuzzleError as error:
            result.errors.append(error)
    return result


def every(own: Sequence[str | Path] = ()) -> list[PuzzleType]:
    """All types that can be read, in the order of their names."""
    return survey(own).types


def type_with(key: FormatKey, own: Sequence[str | Path] = ()) -> PuzzleType:
    """The first type whose manifest has this key; PuzzleError if there is none."""
    for type_ in types_with(key, own):
        return type_
    raise PuzzleError(f"no puzzle type has the key {quote(key)}")


def types_with(key: FormatKey, own: Sequence[str | Path] = (), mention: str = "") -> Iterator[PuzzleType]:
    """The types whose manifests have this key, sorted by name. mention: only those whose manifests hold this text.

    What was found a short time ago comes first, before all manifests are looked at again, unless those were all.
    """
    places = folders(own)
    asked = (key, mention, os.getcwd(), *places, *(os.stat(place).st_mtime_ns for place in places))
    known, are_all, until = _recent_with.get(asked) or ((), False, 0.0)
    fresh = time.monotonic() < until
    found = {folder: None for folder in known if _mentions(folder, key, mention)} if fresh else {}
    yield from (_among(load(folder), places) for folder in tuple(found))
    if fresh and are_all:
        return
    until = time.monotonic() + _SHORT
    for folder in names(own).values():
        if folder not in found and _mentions(folder, key, mention):
            found[folder] = None
            _recent_with.put(asked, (tuple(found), False, until))
            yield _among(load(folder), places)
    _recent_with.put(asked, (tuple(found), True, until))


def _mentions(folder: Path, key: FormatKey, mention: str) -> bool:
    """Whether the manifest in a folder has a key, and holds a text somewhere."""
    try:
        text = manifest_bytes(f"{folder}/manifest.yaml")
    except OSError:
        return False
    return b"\n%s:" % key.encode() in text and mention.encode(errors="replace") in text


# -- What types are called, got from the text of their manifests without parsing it
#
# Parsing 500 manifests to find the one with an alias takes longer than solving a small puzzle; reading them and cutting
# out two keys takes 7 ms. What is found so is only a filter: it passes every type that has the name, and rarely
# another, and the caller parses what is left. So nothing needs to be kept in files, and nothing can be out of date.

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
        return _read_head(path, stamp(path))
    except OSError:
        return Head("", "")


@lru_cache(maxsize=4096)
def _read_head(path: str, stamp: Stamp) -> Head:
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


# -- A start for new types


#: The kinds of puzzles that there is a start for: 'pysolve new NAME --like KIND'. The first is the usual one.
KINDS = ("shading", "division", "loop", "path", "numbers", "margins", "placement", "words")


def new_type(name: str, like: str = KINDS[0]) -> dict[str, str]:
    """From file name to text: rules, clues to make puzzles, manifest and example of a new type.

    like: one of KINDS, each a folder of new_type, with NAME for the type's name.
    """
    from importlib.resources import files  # takes time, and the kinds alone are asked for more often

    templates = sorted(files(__package__).joinpath("new_type", like).iterdir(), key=lambda file: file.name)
    return {file.name: file.read_text(encoding="utf-8").replace("NAME", name) for file in templates}


# -- Puzzles of the day: one for each date, the same every year (tools/days.py makes them, the date is their seed)


def of_day(day: str) -> str:
    """The text of a day's puzzle. day: 11-27 for 27 November. PuzzleError if there is no such day."""
    puzzles = every_day()
    if day not in puzzles:
        raise PuzzleError(f"there is no puzzle of the day {quote(day)}, expected a month and a day, such as 11-27")
    return puzzles[day]


def every_day() -> dict[str, str]:
    """The days that have a puzzle, in the order of the calendar, each with its text."""
    text = (library() / "days.yaml").read_text(encoding="utf-8")
    return dict(re.findall(r"(?ms)^# (\d\d-\d\d)\n(.*?)(?:^---\n|\Z)", text))
