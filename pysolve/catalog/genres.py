"""The key `puzzlink` of a manifest: the genres of puzz.link that a type has; and the type that a genre belongs to.

It is read when there is a link, which is seldom.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from ..model.errors import PuzzleError, alternatives, quote
from ..model.genre import CodecName, Genre, Section
from ..model.options import defaults
from ..model.puzzle_type import PuzzleType
from ..model.yaml_text import Node
from . import names
from .keys import Keys
from .loading import load, manifest_bytes

#: The keys of a genre, and those of a section beside its parts.
GENRE_KEYS = ("name", "also", "options", "flags", "body")
SECTION_KEYS = ("at", "tokens", "signs", "base", "blanks", "weights")


class GenreOfType(NamedTuple):
    """A genre, and the type that has it."""

    type: PuzzleType
    genre: Genre


def find_genre(name: str, own: Sequence[str | Path] = ()) -> GenreOfType | None:
    """The genre of this name, or alias; None if no type has it. PuzzleError if the manifest that names it is wrong."""
    written = name.encode(errors="replace")
    for folder in names(own).values():
        text = manifest_bytes(f"{folder}/manifest.yaml")
        if b"\npuzzlink:" in text and written in text:
            genre_of_type = genre_of(load(folder), name)
            if genre_of_type is not None:
                return genre_of_type
    return None


def genre_of(type_: PuzzleType, name: str) -> GenreOfType | None:
    """The genre of this name among those of a type; None if it has none."""
    return next((GenreOfType(type_, genre) for genre in genres(type_) if name in genre.names), None)


def genres(type_: PuzzleType) -> tuple[Genre, ...]:
    """The genres of a type; PuzzleError, with the line, for what docs/manifest.md does not know."""
    value = type_.puzzlink
    if value is None:
        return ()
    reader = _Reader(type_, Keys({}, f"{type_.folder.name}/manifest.yaml"))
    return tuple(map(reader.genre, value if isinstance(value, list) else [value]))


def default_options(type_: PuzzleType) -> dict[str, str]:
    """The values of the options that a puzzle does not set: from the rules, where alone they stand."""
    values: dict[str, str] = {}
    for folder in (*reversed(type_.parents), type_.folder):
        values |= defaults((folder / "rules.lp").read_text(encoding="utf-8"))
    return {name: value for name, value in values.items() if name in type_.options}


class _Reader:
    def __init__(self, type_: PuzzleType, keys: Keys) -> None:
        self.type = type_
        self.keys = keys

    def wrong(self, sentence: str, value: object = None) -> PuzzleError:
        return self.keys.wrong(f"puzzlink: {sentence}", value)

    def genre(self, value: Node) -> Genre:
        if not isinstance(value, dict) or not {"name", "body"} <= value.keys() <= set(GENRE_KEYS):
            raise self.wrong(f"expected 'name' and 'body' and perhaps {alternatives(list(GENRE_KEYS[1:-1]))}", value)
        name, aliases, body, flags = value["name"], value.get("also", []), value["body"], value.get("flags", {})
        if not isinstance(name, str) or not isinstance(aliases, list) or not isinstance(body, list):
            raise self.wrong("expected a text as 'name', lists as 'also' and 'body'", name)
        if not isinstance(flags, dict):
            raise self.wrong("expected lines of the form 'flag: options' as 'flags'", flags)
        return Genre(
            str(name), tuple(map(str, aliases)), self.options(value.get("options", {})),
            {flag: self.options(options) for flag, options in flags.items()}, tuple(map(self.section, body)),
        )  # fmt: skip

    def texts(self, value: Node, key: str) -> dict[str, str]:
        if not isinstance(value, dict) or not all(isinstance(each, str) for each in value.values()):
            raise self.wrong(f"{key}: expected lines of the form 'name: value'", value)
        return {name: str(each) for name, each in value.items()}

    def options(self, value: Node) -> dict[str, str]:
        options = self.texts(value, "options")
        for name in options:
            if name not in self.type.options:
                raise self.wrong(f"{quote(name)} is no option of the type", value)
        return options

    def section(self, value: Node) -> Section:
        if isinstance(value, str):
            return Section(text=str(value))
        named = [key for key in value if key not in SECTION_KEYS] if isinstance(value, dict) else []
        if not isinstance(value, dict) or len(named) != 1:
            raise self.wrong("body: expected a text, or the names of parts with a codec", value)
        codec, base = value[named[0]], value.get("base", "0")
        if codec not in list(CodecName):
            raise self.wrong(f"body: {named[0]}: the codecs are {', '.join(CodecName)}", codec)
        groups = tuple(
            tuple(name.strip() for name in group.split("+")) for group in named[0].removesuffix("?").split(",")
        )
        at, blanks = value.get("at"), value.get("blanks", "g")
        self.check_parts([name for group in groups for name in group], str(codec), at)
        if not str(base).isdecimal() or not 0 <= int(str(base)) <= 36 or not isinstance(blanks, str):
            raise self.wrong("body: expected a number up to 36 as 'base', a letter as 'blanks'", base)
        return Section(
            groups, CodecName(str(codec)), at=None if at is None else str(at), optional=named[0].endswith("?"),
            tokens=self.texts(value.get("tokens", {}), "tokens"), signs=self.texts(value.get("signs", {}), "signs"),
            base=int(str(base)), blanks=None if blanks == "no" else str(blanks),
            weights=self.weights(value.get("weights", {})),
        )  # fmt: skip

    def weights(self, value: Node) -> dict[str, int]:
        weights = self.texts(value, "weights")
        if not set(weights) <= set("nesw") or not all(weight.isdecimal() for weight in weights.values()):
            raise self.wrong("weights: expected numbers for the sides n, e, s and w", value)
        return {side: int(weight) for side, weight in weights.items()}

    def check_parts(self, parts: Sequence[str], codec: str, at: Node | None) -> None:
        known = list(self.type.options) if codec == CodecName.NUMBER else [part.name for part in self.type.parts]
        for name in (*parts, *([] if at is None else [at])):
            if name not in known:
                raise self.wrong(f"body: {quote(str(name))} is not one of {', '.join(known)}", name)
