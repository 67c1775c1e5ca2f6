"""Addresses that hold no puzzle that can be read here: which site they are of, and what one can do instead.

A site is a line of `hosts.tsv`: a pattern of what its addresses begin with, then what one can do with these, or who
keeps the puzzles that they only name. Nothing is ever fetched.
"""

from __future__ import annotations

import re

from ...model.errors import PuzzleError
from ...model.tables import table

#: What is said of an address that only names a puzzle; `{}` is the site.
_KEPT = (
    "this address only names a puzzle that {} keeps, and is never fetched: open it there, and take the puzzle itself, "
    "or an address that holds all of it"
)

#: Before who keeps the puzzles that addresses only name.
_KEPT_BY = "kept by "

#: Addresses that look as if they were to be links of puzz.link, or of a site with the same program.
_PUZZLINK = re.compile(
    r"(?:https?://)?(?:[\w.-]*(?:puzz\.link|pzv\.jp|pzpr)[\w.-]*/\S*|[\w.:-]+/p(?:\.html)?\?\S*)", re.ASCII
)


def unread(address: str, form: str) -> PuzzleError:
    """What is wrong with an address, or another text, that holds no puzzle. form: of links of puzz.link."""
    address = address.strip()
    for pattern, said in table(__file__):
        if re.match(rf"(?:https?://)?(?:{pattern})", address, re.IGNORECASE):
            site = said.removeprefix(_KEPT_BY)
            return PuzzleError(said if site == said else _KEPT.format(site))
    if re.search(r"\s", address):
        return PuzzleError("found a blank within the address, or words behind it: take the address alone")
    if _PUZZLINK.match(address):
        return PuzzleError(f"this address holds no board, as one of puzz.link of the form {form} does")
    if not address.startswith(("https://", "http://")):
        return PuzzleError(f"this is not a link of the form {form}")
    return PuzzleError(
        "this address holds no puzzle of a form that is known here, and is never fetched: take the puzzle itself, or a "
        "link of puzz.link, Penpa+, f-puzzles or SudokuPad that holds it"
    )
