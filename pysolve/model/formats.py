"""The formats: one record each, and all that the command line, the service, the page and the docs say of them.

A new format is a module of `formats/` with its name, or an object of this name in one (`module`), and a record: a line
of `formats.tsv`. The module, or the object, has

    sniff(data)                whether the bytes are of this format (where it is read)
    read(draft, data, context) fills a draft; returns the type
    split(data)                where a file may hold several puzzles: each one's id, bytes and first line
                               (not where each line is one: `line_each` says so)
    write(puzzle)              where it is written: the bytes
    write_several(puzzles)     where it writes several as one (`in_one`)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from .puzzle import WORDS_ABOUT
from .tables import table


class FormatKey(StrEnum):
    """The keys of a manifest that say how the formats of other programs hold puzzles of the type."""

    PUZZLINK = "puzzlink"
    TATHAM = "tatham"
    KUDAMONO = "kudamono"
    PENPA = "penpa"
    NON = "non"
    IPUZ = "ipuz"
    PUZ = "puz"
    FPUZZLES = "fpuzzles"
    SDK = "sdk"


class Format(NamedTuple):
    """What is known of a format without its module.

    name: as `convert --to` has it. module: the one in which an object of this name reads and writes it; '': the module
    of this name does. title: what messages call it. looks: what one looks like, for the docs.
    key: the manifest's, which says what it means for a type; without it a format holds all types. types: which it
    holds, for the docs, where neither says it.
    endings: of file names; '' is none. marks: bytes of which one stands in its first lines, in small letters, where few
    files are of this format, so that its module is imported when it is needed only.
    line_each: each line of a file is a puzzle. between: what parts the puzzles of a file that is written; None where it
    holds one, or its module writes several as one (in_one). is_text: it can be pasted. plain_rows: a file with its
    ending may hold plain rows, of the first type that has the key.
    by_name: the ending of a file's name says that it is of this format, whatever it looks like.
    checks: its program checks answers, so that `write(puzzle, only_answer)` is handed what gives the only one.
    said: which of the words about a puzzle it holds. answers: whether a published answer is read from it. constraints:
    whether it holds those that a puzzle adds to its type, or refuses them by name. own_rules: whether it holds rules
    that a puzzle brings with it; own_types: and a type.
    """

    name: str
    title: str
    looks: str = ""
    key: FormatKey | None = None
    endings: tuple[str, ...] = ()
    marks: tuple[bytes, ...] = (b"",)
    line_each: bool = False
    in_one: bool = False
    between: bytes | None = None
    is_text: bool = True
    plain_rows: bool = False
    by_name: bool = False
    said: tuple[str, ...] = ()
    answers: bool = False
    checks: bool = False
    constraints: bool = False
    own_rules: bool = False
    own_types: bool = False
    reads: bool = True
    writes: bool = True
    types: str = ""
    module: str = ""

    @property
    def holds_several(self) -> bool:
        """Whether a file that is written may hold several puzzles."""
        return self.in_one or self.between is not None


def _format(line: Mapping[str, str]) -> Format:
    """The format of a line of the table, by its columns, which are fields of Format. flags: those that are so or not
    so, where that is not the usual, '-' before the latter. between: 'nothing' where one puzzle simply follows the
    other.
    """
    values: dict[str, Any] = {name: line[name] for name in ("name", "title", "module", "types", "looks")}
    values |= {flag.removeprefix("-"): not flag.startswith("-") for flag in line["flags"].split()}
    values["said"] = WORDS_ABOUT if line["said"] == "all" else tuple(line["said"].split())
    if line["key"]:
        values["key"] = FormatKey(line["key"])
    if line["endings"]:
        values["endings"] = tuple(line["endings"].split("|"))
    if line["marks"]:
        values["marks"] = tuple(map(_bytes, line["marks"].split()))
    if line["between"]:
        values["between"] = b"" if line["between"] == "nothing" else _bytes(line["between"])
    return Format(**values)


def _bytes(text: str) -> bytes:
    """The bytes that a text stands for, with escapes as in Python."""
    return text.encode().decode("unicode_escape").encode("latin-1")


def _table() -> Iterator[dict[str, str]]:
    """The lines of the table beside this module, by the names of its columns."""
    names, *lines = table(__file__)
    return (dict(zip(names, line, strict=True)) for line in lines)


#: The formats, in the order in which they are tried; the last one takes any bytes.
FORMATS = tuple(map(_format, _table()))

_BY_NAME = {format_.name: format_ for format_ in FORMATS}


def format_named(name: str) -> Format:
    """The format of this name."""
    return _BY_NAME[name]


def endings() -> tuple[str, ...]:
    """What files are called whose puzzles some format holds, each ending once; '' is none."""
    return tuple(dict.fromkeys(ending for format_ in FORMATS for ending in format_.endings))
