"""Links of pysolve's page: JSON, deflated, as base64 behind `#/play/p=`, as web/static/share.js writes it (`#/p=`
before the page had doors); or the text of a puzzle behind `#puzzle=`. What stands before says where the page was, and
does not matter.
"""

from __future__ import annotations

import base64
import re
import zlib
from dataclasses import replace
from typing import Any
from urllib.parse import unquote

from .. import catalog
from ..catalog import manifest
from ..model.build import Draft
from ..model.errors import PuzzleError, Remark, check_characters, quote
from ..model.puzzle_type import PuzzleType, RuleText
from ..rules.library import check_strange
from . import codec, format_of
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
    rules = ""
    if mark != "puzzle":
        work = _unpacked(text)
        rules = work.get("rules") or ""
        if (work.get("types") and context.reading.confined) or not isinstance(rules, str):
            raise PuzzleError("the link brings a type of its sender: open it in the page, which shows its rules")
        context = replace(context, reading=_with_types(context.reading, work.get("types") or {}))
        check_strange(draft.file, rules)
        check_characters(rules)
        if work.get("progress"):
            draft.remarks.append(Remark("what was filled in is left out", draft.file))
        text = work["puzzle"]
    else:
        text = unquote(text)
    check_characters(text)
    puzzle = text.encode(errors="surrogatepass")
    if sniff(puzzle):
        raise PuzzleError("the link holds another link of the page: open that one")
    type_ = codec(format_of(puzzle).name).read(draft, puzzle, context)
    if type_.text is not None:
        draft.remarks.append(Remark(f"the rules of {type_.title} are those of the link's sender", draft.file))
    return manifest.with_own_rules(type_, [RuleText(rules, draft.file)] if rules.strip() else ())


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
