"""The genres that puzz.link has, with the names that it gives them; only for messages about those without rules here.

Source: pzpr (https://github.com/robx/pzprjs), whose genres these are.
"""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path

from ..model.errors import quote

#: A genre and its name on each line.
_NAMES = Path(__file__).with_suffix(".tsv")


def without_rules(genre: str) -> str:
    """What is wrong with a link of a genre that no type has."""
    names = dict(line.split("\t") for line in _NAMES.read_text(encoding="utf-8").splitlines())
    if genre in names:
        return f"found a link of the genre {quote(genre)} ({names[genre]}), for which there are no rules here"
    near = get_close_matches(genre, names, n=1)
    hint = f"; did you mean {quote(near[0])}?" if near else ""
    return f"found a link of the genre {quote(genre)}, which is not one of puzz.link's{hint}"
