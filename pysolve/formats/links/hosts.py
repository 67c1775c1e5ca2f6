"""Addresses that hold no puzzle that can be read here: which site they are of, and what one can do instead.

A site is an entry of SITES; nothing is ever fetched.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ...model.errors import PuzzleError

#: Sites whose addresses name a puzzle that they keep: what an address begins with, as a pattern, and the site's name.
_KEEPING: Mapping[str, str] = {
    r"(?:[\w-]+\.)*f-puzzles\.com/\?id=": "f-puzzles",
    r"(?:[\w-]+\.)*(?:sudokupad\.app|crackingthecryptic\.com)/": "SudokuPad",
    r"(?:www\.)?puzzle-[a-z-]+\.com/": "this site",
    r"(?:www\.)?puzzles-mobile\.com/": "this site",
    r"(?:www\.)?puzsq\.(?:jp|logicpuzzle\.app)/": "Puzzle Square",
    r"(?:www\.)?logic-masters\.de/": "the Logic Masters portal",
    r"(?:www\.)?gmpuzzles\.com/": "Grandmaster Puzzles",
    r"(?:www\.)?janko\.at/": "janko.at",
    r"(?:www\.)?nonograms\.(?:org|ru)/": "this site",
    r"(?:www\.)?crosshare\.org/": "Crosshare",
    r"(?:www\.)?linkedin\.com/games/": "LinkedIn",
    r"(?:www\.)?nytimes\.com/": "The New York Times",
    r"(?:www\.)?sudoku\.coach/": "sudoku.coach",
    r"(?:www\.)?brainbashers\.com/": "BrainBashers",
}

#: What is said of an address that only names a puzzle; `{}` is the site.
_KEPT = (
    "this address only names a puzzle that {} keeps, and is never fetched: open it there, and take the puzzle itself, "
    "or an address that holds all of it"
)

#: What one can do with an address of each site, by a pattern of what it begins with.
SITES: Mapping[str, str] = {
    r"(?:www\.)?(?:tinyurl\.com|bit\.ly|is\.gd|t\.co|git\.io|goo\.gl|rb\.gy|cutt\.ly|v\.gd|ow\.ly)/": (
        "this address stands for a longer one, and is never fetched: open it in a browser, and take the long address "
        "that it leads to"
    ),
    r"(?:www\.)?webpbn\.com/": (
        "this address names a puzzle that webpbn keeps, and is never fetched: export the puzzle there, for example as "
        "a .non file"
    ),
    r"(?:www\.)?kanpen\.net/|(?:www\.)?geocities(?:\.co)?\.jp/|indi\.s58\.xrea\.com/": (
        "this is an old address of a puzzle applet, whose form is not read here: open it in puzz.link, and take the "
        "address of the puzzle there"
    ),
    r"(?:www\.)?sudokumaker\.app/": (
        "links of SudokuMaker are not read here: export the puzzle there to SudokuPad or f-puzzles, and take that link"
    ),
    r"(?:www\.)?chiark\.greenend\.org\.uk/": (
        "this address of Simon Tatham's collection holds no game ID that can be read here; one with a random seed is "
        "made into a board by the program alone"
    ),
    r"(?:www\.)?sudokuwiki\.org/": (
        "this address of SudokuWiki holds no plain Sudoku, as 81 digits or as the site packs it; no other is read here"
    ),
    r"[\w.-]+/penpa-edit/": (
        "this address opens Penpa+ without a drawing, or is cut off: take the whole address that 'Share' gives there"
    ),
    **{pattern: _KEPT.format(site) for pattern, site in _KEEPING.items()},
    r"\S*[?&]id=": _KEPT.format("another site"),
}

#: Addresses that look as if they were to be links of puzz.link, or of a site with the same program.
_PUZZLINK = re.compile(
    r"(?:https?://)?(?:[\w.-]*(?:puzz\.link|pzv\.jp|pzpr)[\w.-]*/\S*|[\w.:-]+/p(?:\.html)?\?\S*)", re.ASCII
)


def unread(address: str, form: str) -> PuzzleError:
    """What is wrong with an address, or another text, that holds no puzzle. form: of links of puzz.link."""
    address = address.strip()
    for pattern, sentence in SITES.items():
        if re.match(rf"(?:https?://)?(?:{pattern})", address, re.IGNORECASE):
            return PuzzleError(sentence)
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
