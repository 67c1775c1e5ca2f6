"""The keys `puzzlink` and `tatham` of a manifest: the genres that a type has elsewhere; and the type that a genre
belongs to.

They are read when there is a link, which is seldom.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ..model.cell_shapes import BRICK, SQUARE, CellShape
from ..model.errors import PuzzleError, alternatives, quote
from ..model.formats import FormatKey
from ..model.genre import DRAWN, CodecName, Coding, Genre, Regions, Section
from ..model.parts import SIDES
from ..model.puzzle_type import PuzzleType
from ..model.yaml_text import Node
from . import types_with
from .keys import Keys

#: The keys of a genre, those that only one of an ID may have, and those of a section beside its parts.
GENRE_KEYS = ("name", "also", "options", "flags", "body", "points", "board")
ID_KEYS = ("size", "parameters", "ignored", "sides")
SECTION_KEYS = (
    "at", "tokens", "signs", "base", "blanks", "weights", "before", "separator", "counted", "trimmed", "bounded",
    "marked", "smallest", "walls", "blocks", "ended", "repeats", "quotients", "remainders", "instead", "on",
    "leading",
)  # fmt: skip

#: What stands in place of the options of a flag that all links of the genre have.
REQUIRED = "required"


class GenreOfType(NamedTuple):
    """A genre, and the type that has it."""

    type: PuzzleType
    genre: Genre


def genres_named(
    name: str, own: Sequence[str | Path] = (), key: FormatKey = FormatKey.PUZZLINK
) -> Iterator[GenreOfType]:
    """The genres of this name, or alias. PuzzleError if a manifest that names it is wrong."""
    for type_ in types_with(key, own, name):
        yield from (GenreOfType(type_, genre) for genre in genres(type_, key) if name in genre.names)


def find_genre(name: str, own: Sequence[str | Path] = ()) -> GenreOfType | None:
    """The first genre of puzz.link of this name, or alias; None if no type has it."""
    return next(genres_named(name, own), None)


def genre_of(type_: PuzzleType, name: str) -> GenreOfType | None:
    """The genre of this name among those of a type; None if it has none."""
    return next((GenreOfType(type_, genre) for genre in genres(type_) if name in genre.names), None)


def genres(type_: PuzzleType, key: FormatKey = FormatKey.PUZZLINK) -> tuple[Genre, ...]:
    """The genres of a type; PuzzleError, with the line, for what docs/manifest.md does not know."""
    value = type_.formats.get(key)
    if value is None:
        return ()
    reader = _GenreReader(type_, key, Keys({}, f"{type_.folder.name}/manifest.yaml"))
    return tuple(map(reader.genre, value if isinstance(value, list) else [value]))


class _GenreReader:
    def __init__(self, type_: PuzzleType, key: FormatKey, keys: Keys) -> None:
        self.type = type_
        self.key = key
        self.keys = keys

    def wrong(self, sentence: str, value: object = None) -> PuzzleError:
        return self.keys.wrong(f"{self.key}: {sentence}", value)

    def genre(self, value: Node) -> Genre:
        known = GENRE_KEYS if self.key is FormatKey.PUZZLINK else GENRE_KEYS + ID_KEYS
        if not isinstance(value, dict) or not {"name", "body"} <= value.keys() <= set(known):
            others = [key for key in known if key not in ("name", "body")]
            raise self.wrong(f"expected 'name' and 'body' and perhaps {alternatives(others)}", value)
        name, aliases, body, flags = value["name"], value.get("also", []), value["body"], value.get("flags", {})
        if not isinstance(name, str) or not isinstance(aliases, list) or not isinstance(body, list):
            raise self.wrong("expected a text as 'name', lists as 'also' and 'body'", name)
        if not isinstance(flags, dict):
            raise self.wrong("expected lines of the form 'flag: options' as 'flags'", flags)
        return Genre(
            str(name), tuple(map(str, aliases)), self.key, self.options(value.get("options", {})),
            {flag: {} if options == REQUIRED else self.options(options) for flag, options in flags.items()},
            tuple(map(self.section, body)), tuple(flag for flag, options in flags.items() if options == REQUIRED),
            self.size(value.get("size", "columns x rows")), self.parameters(value.get("parameters", {})),
            tuple(str(value.get("ignored", "")).split()), self.sides(value.get("sides", "1-")),
            points=value.get("points") == "yes",
            shape=self.shape(value.get("board", SQUARE.name)),
        )  # fmt: skip

    def shape(self, value: Node) -> CellShape:
        for shape in (SQUARE, BRICK):
            if shape.name == value and shape.name in self.type.boards:
                return shape
        raise self.wrong(f"board: expected '{SQUARE}' or '{BRICK}', on which the type is played", value)

    def size(self, value: Node) -> tuple[str, ...]:
        size = tuple(str(value).split(" x "))
        known = size in (("columns", "rows"), ("size",)) or all(re.fullmatch(r"size \+ \d", each) for each in size)
        if not known and not (len(size) == 2 and set(size) <= set(self.type.options)):
            raise self.wrong(
                "size: expected 'columns x rows', 'size', 'size + 2 x size + 1' or two options with ' x ' between them",
                value,
            )
        return size

    def sides(self, value: Node) -> tuple[int, int | None]:
        found = re.fullmatch(r"([1-9]\d?)-([1-9]\d?)?", str(value), re.ASCII)
        if found is None:
            raise self.wrong("sides: expected the least and the most, '3-9', or the least, '6-'", value)
        return int(found[1]), int(found[2]) if found[2] else None

    def parameters(self, value: Node) -> dict[str, str]:
        parameters = self.texts(value, "parameters")
        for letter, name in parameters.items():
            if len(letter) != 1 or name not in self.type.options:
                raise self.wrong("parameters: expected lines of the form 'letter: option'", value)
        return parameters

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
        smallest = int(str(value.get("smallest", "1")) if str(value.get("smallest", "1")).isdecimal() else 1)
        groups = tuple(
            tuple(name.strip() for name in group.split("+")) for group in named[0].removesuffix("?").split(",")
        )
        at, blanks = value.get("at"), value.get("blanks", "a" if codec == CodecName.ARROW else "g")
        self.check_parts([name for group in groups for name in group], str(codec), at)
        if not str(base).isdecimal() or not 0 <= int(str(base)) <= 36 or not isinstance(blanks, str):
            raise self.wrong("body: expected a number up to 36 as 'base', a letter as 'blanks'", base)
        coding = Coding(
            CodecName(str(codec)), self.texts(value.get("signs", {}), "signs"), int(str(base)),
            blanks=None if blanks == "no" else str(blanks), separator=str(value.get("separator", ",")),
            repeats=self.texts(value.get("repeats", {}), "repeats"), quotients=self.listed(value, "quotients"),
            remainders=self.listed(value, "remainders"), leading=self.listed(value, "leading"),
            **{flag: value.get(flag) == "yes" for flag in ("counted", "trimmed", "ended")},
        )  # fmt: skip
        if coding.remainders and not (coding.quotients and coding.quotients[-1].isdecimal()):
            raise self.wrong("body: expected a number as the last one of 'quotients'", value)
        return Section(
            groups, coding, at=None if at is None else str(at), on=str(value.get("on", "")),
            tokens=self.texts(value.get("tokens", {}), "tokens"),
            weights=self.weights(value.get("weights", {})), optional=named[0].endswith("?"),
            before=str(value.get("before", "")), instead=str(value.get("instead", "")),
            bounded=value.get("bounded") == "yes", marked=value.get("marked") == "yes",
            regions=Regions(smallest, self.walls(value.get("walls")), tuple(str(value.get("blocks", "")).split())),
        )  # fmt: skip

    def listed(self, section: dict[str, Node], key: str) -> tuple[str, ...]:
        """The texts of a list."""
        value = section.get(key, [])
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            raise self.wrong(f"{key}: expected a list of texts", value)
        return tuple(map(str, value))

    def weights(self, value: Node) -> dict[str, int]:
        weights = self.texts(value, "weights")
        if not set(weights) <= set("nesw") or not all(weight.isdecimal() for weight in weights.values()):
            raise self.wrong("weights: expected numbers for the sides n, e, s and w", value)
        return {side: int(weight) for side, weight in weights.items()}

    def walls(self, value: Node | None) -> str | None:
        if value is None or value == DRAWN:
            return None if value is None else DRAWN
        part = self.type.part(str(value))
        if part is None or part.shape is not SIDES:
            raise self.wrong(f"walls: expected a part on the sides between cells, or '{DRAWN}'", value)
        return part.name

    def check_parts(self, parts: Sequence[str], codec: str, at: Node | None) -> None:
        known = list(self.type.options) if codec == CodecName.NUMBER else [part.name for part in self.type.parts]
        for name in (*parts, *([] if at is None else [at])):
            if name not in known:
                raise self.wrong(f"body: {quote(str(name))} is not one of {', '.join(known)}", name)
