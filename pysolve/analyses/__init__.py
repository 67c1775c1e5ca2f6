"""The table of analyses: what each is called and is for. All faces are made from it: commands, requests, functions of
Python, the service's description, the reference.

An analysis stands in the module that is named here: its function, whose signature says which parameters it has, and its
entry, an `Analysis` (entry.py).
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from .entry import Analysis


class Line(NamedTuple):
    """A line of the table. module: without the entry being imported, which takes long."""

    about: str
    module: str


#: In the order in which they are listed.
ANALYSES = {
    "why": Line("Why there is no answer, or more than one.", "why"),
    "candidates": Line("What may stand in each cell, and what is certain.", "candidates"),
    "reduce": Line("Take clues away while the answer stays the only one.", "clues"),
    "adjust": Line("Make a puzzle harder, or easier, with the same answer.", "clues"),
    "hint": Line("The next step, and its reason.", "hint"),
    "grade": Line("How hard a puzzle is.", "hint"),
    "make": Line("Make new puzzles.", "make"),
}


def named(name: str) -> Analysis[Any, Any]:
    """The entry of the analysis of this name."""
    found: Analysis[Any, Any] = getattr(import_module(f".{ANALYSES[name].module}", __name__), name.upper())
    return found
