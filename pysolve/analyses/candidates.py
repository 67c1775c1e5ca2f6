"""What may stand where."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated

from ..analysis.why import Candidates, find_candidates
from ..model.board import cell_of
from ..model.errors import checked, many
from ..model.marks import NOTHING, Layer
from ..model.puzzle import Puzzle, Verdict
from ..model.rows import write_group
from ..model.terms import Term, Value, write
from ..render.picture import Picture, draw_candidates
from ..report.lines import limit_lines, no_answer_line
from ..report.results import Drawing, PuzzleRecord, Record, atoms
from ..run.searches import last
from ..solving.settings import Settings
from ..solving.words import SlotWords
from .entry import MOST, Analysis, Drawn, Figure, Lines, Says, Shown, Task, read_places


@dataclass(frozen=True, kw_only=True)
class SlotRecord(Record):
    """The words of a list that fit a slot, with what is given and with those that fit the slots that cross it."""

    cells: Annotated[str, "where its letters stand, such as r1c1-r1c5"]
    count: Annotated[int, "how many words fit"]
    words: Annotated[list[str], "as many of them as were asked for, those with the best scores first"]
    scores: Annotated[list[int], "their scores"]
    fills: Annotated[
        list[bool | None], "whether the other slots can be filled, too, for words that were tried; those come first"
    ]


@dataclass(frozen=True, kw_only=True)
class CandidatesRecord(PuzzleRecord):
    """What holds in some answer, and what in all; or the words that fit each slot."""

    some: Annotated[list[str], "the atoms that hold in some answer"]
    every: Annotated[list[str] | None, "the atoms that hold in every answer; null if that is not known"]
    slots: Annotated[list[SlotRecord] | None, "the words of each slot, in reading order, where they were asked for"]
    drawing: Drawing | None
    details: Candidates = field(repr=False)

    @property
    def found(self) -> bool:
        """See Record."""
        return self.verdict != Verdict.NONE


def candidates_record(puzzle: Puzzle, candidates: Candidates, *, forced: bool = False) -> CandidatesRecord:
    """What is known so far. forced: only what is certain."""
    every = candidates.every
    some = (every or frozenset()) if forced else candidates.some
    drawing = candidates_drawing(puzzle, some, every or (), candidates.given) if some or every is not None else None
    if candidates.verdict == Verdict.NONE:
        drawing = None
    slots = candidates.slots
    return CandidatesRecord(
        id=puzzle.name, type=puzzle.type.name, verdict=candidates.verdict, reason=candidates.reason,
        says=list(_says(candidates, drawing)), some=atoms(some), every=atoms(every) if every is not None else None,
        slots=None if slots is None else list(map(_slot, slots)),
        drawing=drawing, details=candidates,
    )  # fmt: skip


def _says(candidates: Candidates, drawing: Drawing | None) -> Iterator[str]:
    slots = candidates.slots or ()
    dead = [slot for slot in slots if not slot.fitting]
    if not dead and (candidates.verdict != Verdict.UNKNOWN or candidates.reason):
        yield _line(candidates, drawing)
    yield from _slot_lines(slots, dead)


def _slot(slot: SlotWords) -> SlotRecord:
    words, scores, fills = [list(values) for values in zip(*slot.words)] or [[], [], []]
    return SlotRecord(cells=_cells(slot), count=slot.fitting, words=words, scores=scores, fills=fills)


def _cells(slot: SlotWords) -> str:
    cells = [cell for place in slot.places if (cell := cell_of(place)) is not None]
    return " ".join(write_group(cells) if len(cells) == len(slot.places) else map(write, slot.places))


def _slot_lines(slots: Sequence[SlotWords], dead: Sequence[SlotWords]) -> Iterator[str]:
    """The slots that no word fits; or the one that the fewest fit."""
    for slot in dead:
        yield f"No word of the list fits {_cells(slot)}: there is no answer."
    if slots and not dead:
        few = min(slots, key=lambda slot: slot.fitting)
        yield f"{many(len(slots), 'slot')}; the fewest words, {few.fitting}, fit {_cells(few)}."


def candidates_drawing(
    puzzle: Puzzle, some: Collection[Term], every: Collection[Term], given: Sequence[Term]
) -> Drawing:
    """The picture of what may stand in each place, and what is certain."""
    return Drawing(puzzle, lambda: draw_candidates(puzzle, some, every, given))


def open_places(picture: Picture) -> int:
    """In how many places something is open."""
    return len({mark.place for mark in picture.marks if mark.open})


def _line(candidates: Candidates, drawing: Drawing | None) -> str:
    """How much is certain, in a sentence."""
    if candidates.verdict == Verdict.NONE:
        return no_answer_line()
    if candidates.verdict == Verdict.UNKNOWN or drawing is None:
        return f"Unknown: {candidates.reason}."
    if candidates.verdict == Verdict.UNIQUE:
        return "Unique: everything is certain."
    if candidates.every is None:
        return "What was seen in some answer; what is certain is not known."
    open_ = open_places(drawing.picture)
    return f"{many(len(candidates.every), 'mark')} certain" + (f"; {many(open_, 'place')} open." if open_ else ".")


def _show(
    puzzle: Puzzle, results: Iterator[Candidates], *, forced: Annotated[bool, Says("only what is certain")] = False
) -> Iterator[Shown]:
    """Show what holds in some answer, and what in all.

    Every value that a cell has in some answer stands in it; a '?' is a cell that is filled in some answers only, or a
    line that only some have. What is filled or blank in all answers is drawn so. Where a list of words fills slots, the
    best words that fit the given letters, and words of the slots that cross; if a slot has many, nothing else. With
    --try, the words with which all slots can be filled come first (+), then others, and at last those with which some
    slot cannot (-).

    Exit codes: 0 there is an answer, 1 there is none, 2 wrong input, 3 a limit was reached.
    """
    record = candidates_record(puzzle, last(results), forced=forced)
    drawing = None if record.verdict == Verdict.UNKNOWN else record.drawing
    if drawing is not None:
        yield Drawn(drawing)
        yield Lines([""], "text")
        yield Lines(_table(drawing.picture), "plain")
    if record.slots is not None:
        yield Lines([*map(_slot_line, record.slots), ""])
    yield Lines([*record.says, *(limit_lines(record.reason) if drawing is not None else ())])
    if drawing is not None:
        yield Figure([drawing])
    yield record


#: How words are marked after which the other slots can be filled, those that were not tried, and the others.
_FILLS = {True: "+", None: "", False: "-"}


def _slot_line(slot: SlotRecord) -> str:
    """'r1c1-r1c3: 214 words, CAT 50, DOG 50, …'."""
    words = zip(slot.words, slot.scores, slot.fills)
    best = [f"{_FILLS[fills]}{word} {score or ''}".rstrip() for word, score, fills in words]
    return ", ".join([f"{slot.cells}: {many(slot.count, 'word')}", *best, *["…"][: slot.count - len(best)]])


def _table(picture: Picture) -> Iterator[str]:
    """A token a cell, as in the answer text: values with commas between them, '?' for what is open, '-' for nothing."""
    texts: dict[Value, str] = {}
    for mark in picture.marks:
        if mark.layer in (Layer.FILL, Layer.SYMBOL, Layer.SIGN, Layer.TEXT):
            text = ",".join(mark.value) if mark.open and "," not in mark.value else mark.value
            texts.setdefault(mark.place, text or mark.entry.token or "x")
    rows: dict[int, list[str]] = {}
    for cell in sorted(picture.cells):
        rows.setdefault(cell[0], []).append(texts.get(cell, NOTHING))
    yield from (" ".join(row) for row in rows.values())


@checked
def candidates(
    puzzle: Puzzle,
    settings: Settings | None = None,
    *,
    slots: Annotated[
        int | None,
        Says(
            "list up to this many of the best words for each slot, and nothing else; 0 lists none, and without it some "
            "are listed, with what each cell may hold where no slot has many",
            "the N best words of the list that fit each slot, and which slots no word fits; 0 for what each cell may "
            "hold instead", served=(0, MOST),
        ),
    ] = None,
    tried: Annotated[
        Iterable[Value],
        Says(
            "places of a slot whose words are tried: those after which the other slots can be filled come first",
            "try the words of the slots through this cell, and put those first after which the other slots can be "
            "filled", option="--try", metavar="R,C", read=read_places,
        ),
    ] = (),
) -> CandidatesRecord:  # fmt: skip
    """What holds in some answer, and what in all. Raises PuzzleError as solve does, and if there are no slots.

    >>> print(pysolve.candidates(board))
    Unique: everything is certain.
    """
    return _task(slots, tried).last(puzzle, settings)


def _task(slots: int | None, tried: Iterable[Value]) -> Task[Candidates, CandidatesRecord]:
    return Task(Candidates(), partial(find_candidates, slots=slots, tried=frozenset(tried)), candidates_record)


CANDIDATES = Analysis(candidates, _task, _show)
