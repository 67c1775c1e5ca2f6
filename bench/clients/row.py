"""A row of the conformance table: what one client and pysolve make of each other's puzzles."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """What was measured for one type in one format; None is 'not tried', never 'fails'.

    Counts are pairs: how many were right, of how many that were tried.
    """

    client: str  # the program and its version
    format: str  # as `pysolve convert --to` calls it
    type: str
    read: tuple[int, int] | None = None  # of the client's own exports: read with the facts that they have there
    refused: int = 0  # of these: refused in a sentence that names what was found (neither right nor wrong)
    shown: tuple[int, int] | None = None  # of our links: opened there without an error, all parts drawn
    verdict: tuple[int, int] | None = None  # verdicts that agree with the client's own
    answer: tuple[int, int] | None = None  # our answer accepted there, or found in what we wrote
    note: str = ""  # what is missing or different, in one sentence
