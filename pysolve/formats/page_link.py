"""Links of pysolve's page: JSON, deflated, as base64 behind `#/play/p=`, as web/static/share.js writes it (`#/p=`
before the page had doors); or the text of a puzzle behind `#puzzle=`. What stands before says where the page was, and
does not matter.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from .. import catalog, rules
from ..catalog import manifest
from ..model.build import Draft
from ..model.errors import PuzzleError, check_characters, quote
from ..model.puzzle import Puzzle
from ..model.puzzle_type import PuzzleType, RuleText
from ..rules.library import check_strange, library
from . import codec, format_of, native, read_one
from .source import LARGEST_PUZZLE, Context, Reading, parse_json

_MARK = "#(/(?:(?:play|make|study)/)?p|puzzle)="


def sniff(data: bytes) -> bool:
    """Whether the first line has one of the marks, and nothing but an address before it."""
    return re.match(rf"\s*[^\s#]*{_MARK}\S".encode(), data[:LARGEST_PUZZLE]) is not None


def read(draft: Draft, data: bytes, context: Context) -> PuzzleType:
    """Reads the puzzle that the link holds, with rules that its sender added, and types. PuzzleError if it is damaged,
    or brings a type where it may not.
    """
    mark, text = re.split(_MARK, context.text(data).strip(), maxsplit=1)[1:]
    added = ""
    if mark != "puzzle":
        work = _unpacked(text)
        added = work.get("rules") or ""
        if (work.get("types") and context.reading.confined) or not isinstance(added, str):
            raise PuzzleError("the link brings a type of its sender: open it in the page, which shows its rules")
        context = replace(context, reading=_with_types(context.reading, work.get("types") or {}))
        check_strange(draft.file, added)
        check_characters(added)
        if work.get("progress"):
            draft.note("what was filled in is left out")
        text = work["puzzle"]
    else:
        text = unquote(text)
    check_characters(text)
    puzzle = text.encode(errors="surrogatepass")
    if sniff(puzzle):
        raise PuzzleError("the link holds another link of the page: open that one")
    type_ = codec(format_of(puzzle).name).read(draft, puzzle, context)
    if type_.text is not None:
        draft.note(f"the rules of {type_.title} are those of the link's sender")
    type_ = manifest.with_own_rules(type_, [RuleText(added, draft.file)] if added.strip() else ())
    if any(isinstance(each.rules_file, RuleText) for each in type_.added):
        draft.note(f"the link's sender added rules to those of {type_.title}")
    return type_


def write(puzzle: Puzzle) -> bytes:
    """The puzzle as what follows the address of a page, with its type, if that does not come with pysolve. PuzzleError
    if the type needs files that no link brings.
    """
    type_ = puzzle.type
    files = _files_of(type_)
    work = {"puzzle": native.yaml_of(puzzle), **({"types": {type_.name: files}} if files else {})}
    packing = zlib.compressobj(9, wbits=-zlib.MAX_WBITS)
    packed = packing.compress(json.dumps(work, ensure_ascii=False).encode()) + packing.flush()
    link = b"#/play/p=" + base64.urlsafe_b64encode(packed).rstrip(b"=") + b"\n"
    if files or not all(each.is_own or _comes_along(each.rules_file) for each in type_.added):
        try:
            rules.load(read_one(link, puzzle.file, Reading()).type.rule_files)
        except PuzzleError as error:
            sentence = f"a link brings a type's manifest.yaml and rules.lp alone, and {type_.title} needs more"
            raise PuzzleError(f"{sentence}: {error.sentence}") from None
    return link


def _files_of(type_: PuzzleType) -> dict[str, str]:
    """The files of a type that a link brings; none if it comes with pysolve."""
    if type_.text is not None:
        return {"manifest.yaml": type_.manifest_text, "rules.lp": type_.text.text}
    if _comes_along(type_.folder):
        return {}
    return {name: (type_.folder / name).read_text(encoding="utf-8") for name in ("manifest.yaml", "rules.lp")}


def _comes_along(file: object) -> bool:
    return isinstance(file, Path | str) and Path(file).resolve().is_relative_to(library())


def _with_types(reading: Reading, types: Any) -> Reading:
    """The reading, with types that a link brings; PuzzleError if their rules could do more than state a puzzle."""
    brought = []
    for name, files in types.items() if isinstance(types, dict) else ():
        texts = {file: text for file, text in files.items() if isinstance(text, str)} if isinstance(files, dict) else {}
        if not re.fullmatch(r"[\w-]{1,100}", name):
            raise PuzzleError(f"the link brings a type called {quote(name)}, expected letters and digits")
        for file, text in texts.items():
            check_strange(f"{name}/{file}", text)
            check_characters(text)
        brought.append(manifest.brought(name, texts, catalog.lookup(name, reading.own_types, aliases=False)))
    return reading._replace(brought=tuple(brought))


def _unpacked(text: str) -> dict[str, Any]:
    """What was packed into a link: an object with a text as `puzzle`."""
    try:
        packed = base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)
        unpacking = zlib.decompressobj(-zlib.MAX_WBITS)
        unpacked = unpacking.decompress(packed, LARGEST_PUZZLE)
        work = parse_json(unpacked.decode()) if unpacking.eof else None
    except (ValueError, zlib.error, PuzzleError):
        work = None
    if not isinstance(work, dict) or not isinstance(work.get("puzzle"), str):
        raise PuzzleError("this link of pysolve's page is damaged: part of it is missing or changed")
    return work
