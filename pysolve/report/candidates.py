"""What may stand where: in a sentence."""

from __future__ import annotations

from ..analysis.candidates import Candidates
from ..model.verdict import Verdict
from ..render.picture import Picture
from .phrases import many
from .verdicts import no_answer_line


def open_places(picture: Picture) -> int:
    """In how many places something is open."""
    return len({mark.place for mark in picture.marks if mark.open})


def candidates_line(candidates: Candidates, picture: Picture | None) -> str:
    """How much is certain, in a sentence. picture: of the candidates."""
    if candidates.verdict == Verdict.NONE:
        return no_answer_line()
    if candidates.verdict == Verdict.UNKNOWN or picture is None:
        return f"Unknown: {candidates.reason}."
    if candidates.verdict == Verdict.UNIQUE:
        return "Unique: everything is certain."
    if candidates.every is None:
        return "What was seen in some answer; what is certain is not known."
    open_ = open_places(picture)
    return f"{many(len(candidates.every), 'mark')} certain" + (f"; {many(open_, 'place')} open." if open_ else ".")
