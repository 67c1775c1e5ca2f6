"""Why a puzzle has no answer, or several."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Annotated

from ..analysis.assumptions import ConstraintInstance, count
from ..analysis.constraints import Constraint
from ..analysis.why import Addition, Conflict, Why, WhyRequest, explain_verdict
from ..formats import native
from ..generate import boards
from ..model.errors import Remark, checked, many
from ..model.puzzle import Puzzle, Verdict
from ..model.terms import Term
from ..render.picture import Picture, draw, mark_places
from ..report.lines import bare, limit_lines, no_answer_line
from ..report.results import AnswerRecord, Drawing, PuzzleRecord, Record, answer_record, as_html, atoms
from ..report.words import Words, sentence
from ..rules import library
from ..run.searches import last
from ..solving.settings import Settings
from .candidates import candidates_drawing, open_places
from .entry import MOST, Analysis, Drawn, Figure, Lines, Says, Shown, Switch, Task

_MOST_CONSTRAINTS = 12  # that are listed

#: How many clues are listed that would leave several answers.
_MOST_REPAIRS = 12


@dataclass(frozen=True, kw_only=True)
class ConflictRecord(Record):
    """Clues that contradict each other; without any one of them there is an answer."""

    says: Annotated[str, "what the conflict is, as the head of its clues"]
    clues: Annotated[list[str], "the clues; without any, the rules alone leave no answer on this board"]
    because: Annotated[
        list[str], "the constraints with which they contradict each other; those that repeat a clue are left out"
    ]
    constraints: Annotated[list[str], "all of these constraints"]
    rules: Annotated[list[Remark], "the rules that the constraints come from: each once, with its file and line"]
    said: Annotated[list[str], "for each of these rules, in the same order, what the first of its constraints says"]
    drawing: Drawing


@dataclass(frozen=True, kw_only=True)
class CommonRecord(Record):
    """What all answers have in common."""

    says: Annotated[str, "the head of the picture"]
    drawing: Drawing


@dataclass(frozen=True, kw_only=True)
class FarthestRecord(Record):
    """The answer that differs the most from the first one."""

    says: Annotated[str, "the head of the picture"]
    answer: Annotated[AnswerRecord, "the answer"]


@dataclass(frozen=True, kw_only=True)
class RepairRecord(Record):
    """A clue that could be added."""

    says: Annotated[str, "the clue, and what it would leave"]
    clue: Annotated[str, "the clue, as an atom"]
    answers: Annotated[int, "how many answers it leaves"]
    exhausted: Annotated[bool, "it leaves no others"]
    open: Annotated[int, "in how many places these answers differ"]
    instance: Annotated[str, "the puzzle with this clue, in the native form"]


@dataclass(frozen=True, kw_only=True)
class RepairsRecord(Record):
    """Clues that could be added, the best first."""

    says: Annotated[str, "the head of the list"]
    clues: Annotated[list[RepairRecord], "the clues: those that leave one answer, or else the least open"]


@dataclass(frozen=True, kw_only=True)
class WhyRecord(PuzzleRecord):
    """Why a puzzle has no answer, or several."""

    smallest: Annotated[bool, "the first conflict is the smallest of all; otherwise it is minimal"]
    complete: Annotated[bool, "there are no other conflicts"]
    conflicts: Annotated[list[ConflictRecord], "sets of clues that contradict each other, the smallest first"]
    count: Annotated[int, "how many answers were counted"]
    exhausted: Annotated[bool, "there are no others"]
    answers: Annotated[list[AnswerRecord], "two answers, the nearest pair if it is known; what differs is marked"]
    pair: Annotated[str | None, "which two answers these are"]
    common: Annotated[CommonRecord | None, "what all answers have in common"]
    some: Annotated[list[str] | None, "the atoms that hold in some answer"]
    every: Annotated[list[str] | None, "the atoms that hold in every answer"]
    farthest: Annotated[FarthestRecord | None, "the answer that differs the most from the first one"]
    repairs: Annotated[RepairsRecord | None, "clues that could be added"]
    details: Why = field(repr=False)

    @property
    def found(self) -> bool:
        """See Record."""
        return self.verdict == Verdict.UNIQUE

    def sentences(self) -> Iterator[str]:
        """See Record."""
        yield from self.says
        for conflict in self.conflicts:
            yield conflict.says
            yield from (f"  {each}" for each in (*conflict.clues, *conflict.because))
        if self.repairs is not None:
            yield from (self.repairs.says, *(f"  {each.says}" for each in self.repairs.clues))

    def _repr_html_(self) -> str:
        """What it says, and the pictures of conflicts or answers."""
        pictures = [*(each.drawing for each in self.conflicts), *(each.shown for each in self.answers)]
        return as_html(*self.sentences()) + "".join(as_html(drawing=each) for each in pictures)


def why_record(puzzle: Puzzle, why: Why) -> WhyRecord:
    """What is known so far."""
    several = why.verdict != Verdict.NONE and len(why.answers) > 1
    two, line = _pair(puzzle, why) if several else ([], None)
    if not several and why.answers:
        two = [answer_record(puzzle, why.answers[0], why.given)]
    return WhyRecord(
        id=puzzle.name, type=puzzle.type.name, verdict=why.verdict, reason=why.reason,
        says=[_verdict_line(why)] if why.verdict != Verdict.UNKNOWN or why.reason else [],
        smallest=why.smallest, complete=why.complete,
        conflicts=[_conflict(puzzle, why, each) for each in why.conflicts],
        count=len(why.answers), exhausted=why.exhausted, answers=two, pair=line, common=_common(puzzle, why),
        some=atoms(why.some) if why.some is not None else None,
        every=atoms(why.every) if why.every is not None else None,
        farthest=_farthest(puzzle, why), repairs=_repairs(puzzle, why), details=why,
    )  # fmt: skip


def _verdict_line(why: Why) -> str:
    if why.verdict == Verdict.NONE:
        return no_answer_line(why.impossible)
    if why.verdict == Verdict.UNIQUE:
        return "Unique: there is one answer, so there is nothing to explain."
    if why.verdict == Verdict.UNKNOWN:
        return f"Unknown: {why.reason}."
    number = len(why.answers)
    return f"{number} answers." if why.exhausted else f"Not unique: at least {number} answers."


def _conflict(puzzle: Puzzle, why: Why, conflict: Conflict) -> ConflictRecord:
    words = Words(puzzle)
    ordered, own = _authors_first(puzzle, conflict.because)
    telling = [each for each in ordered if each.constraint in own or not _repeats_clue(each, conflict)]
    listed = telling[: max(_MOST_CONSTRAINTS, len(own))]
    because = [sentence(words.constraint(each)) for each in listed]
    if len(telling) > len(listed):
        because.append(f"… and {many(len(telling) - len(listed), 'more constraint')}")
    rules: dict[Constraint, ConstraintInstance] = {}
    for each in ordered:
        rules.setdefault(each.constraint, each)
    return ConflictRecord(
        says=_conflict_head(puzzle, conflict), clues=[words.clue(clue) for clue in conflict.clues], because=because,
        constraints=[words.constraint(each) for each in conflict.because],
        rules=[Remark(rule.sentence or rule.text, *rule.place) for rule in rules],
        said=[sentence(words.constraint(each)) for each in rules.values()],
        drawing=Drawing(puzzle, lambda: _conflict_picture(puzzle, why.given, conflict)),
    )  # fmt: skip


def _authors_first(
    puzzle: Puzzle, constraints: Sequence[ConstraintInstance]
) -> tuple[list[ConstraintInstance], Collection[Constraint]]:
    """Those of rules by the puzzle's author before those that everybody knows, and one of each of these rules before
    the others of the same, as each is named, however long the list; and these rules.
    """
    is_by_author = library.by_author(puzzle.type)
    own = {each.constraint for each in constraints if is_by_author(*each.constraint.place)}
    first = {each.constraint: each for each in reversed(constraints) if each.constraint in own}
    return sorted(constraints, key=lambda each: (each.constraint not in own, first.get(each.constraint) != each)), own


def _conflict_head(puzzle: Puzzle, conflict: Conflict) -> str:
    if not puzzle.type.clues:
        return "The puzzle as it stands has no answer; nothing in it is a clue that could be taken away."
    if not conflict.clues:
        return "Even without any clue the rules leave no answer on this board."
    if len(conflict.clues) == 1:
        return "This clue cannot be met:"
    if not conflict.minimal:
        return f"These {len(conflict.clues)} clues conflict; some of them may not be needed for that:"
    return f"These {len(conflict.clues)} clues conflict; without any one of them there is an answer:"


def _repeats_clue(constraint: ConstraintInstance, conflict: Conflict) -> bool:
    """Whether a constraint only says that one of the clues holds: it speaks of its place and value, and no other."""
    return any(
        len(constraint.values) > 1 and set(constraint.values) <= set(token.values.values())
        for clue in conflict.clues
        for token in clue.tokens
    )


def _conflict_picture(puzzle: Puzzle, given: Sequence[Term], conflict: Conflict) -> Picture:
    """The puzzle with the clues that conflict; without any, the places that the constraints speak of."""
    places = [place for clue in conflict.clues for place in clue.places]
    if not places:
        places = [value for each in conflict.because for value in each.values if isinstance(value, tuple)]
    return mark_places(bare(puzzle, given), places)


def _common(puzzle: Puzzle, why: Why) -> CommonRecord | None:
    if why.some is None or why.every is None:
        return None
    drawing = candidates_drawing(puzzle, why.some, why.every, why.given)
    open_ = many(open_places(drawing.picture), "place")
    return CommonRecord(says=f"What all answers have in common ({open_} open):", drawing=drawing)


def _pair(puzzle: Puzzle, why: Why) -> tuple[list[AnswerRecord], str]:
    """Two answers with their differences marked, and a line that says which two they are."""
    first, other = why.answers[0], why.nearest or why.answers[1]
    spots = many(count(puzzle, first, other), "place")
    named = "The nearest pair" if why.nearest is not None else "Two answers"
    answers = [
        answer_record(puzzle, one, why.given, draw(puzzle, one, why.given, two))
        for one, two in ((first, other), (other, first))
    ]
    return answers, f"{named}, different in {spots} (marked):"


def _farthest(puzzle: Puzzle, why: Why) -> FarthestRecord | None:
    if why.farthest is None:
        return None
    first = why.answers[0]
    places = many(count(puzzle, first, why.farthest), "place")
    picture = draw(puzzle, why.farthest, why.given, first)
    return FarthestRecord(
        says=f"The answer that differs the most from the first, in {places}:",
        answer=answer_record(puzzle, why.farthest, why.given, picture),
    )


def _repairs(puzzle: Puzzle, why: Why) -> RepairsRecord | None:
    """The clues that would leave one answer, or else the least open."""
    if why.repairs is None:
        return None
    if not why.repairs:
        return RepairsRecord(says="No single clue would leave one answer.", clues=[])
    settles = why.repairs[0].answers == 1
    if settles:
        head = f"{'Any one of these clues' if len(why.repairs) > 1 else 'This clue'} would leave one answer:"
    else:
        head = "No single clue would leave one answer. These would leave the least open:"
    listed = why.repairs if settles else why.repairs[:_MOST_REPAIRS]
    return RepairsRecord(says=head, clues=[_repair(puzzle, each, settles) for each in listed])


def _repair(puzzle: Puzzle, addition: Addition, settles: bool) -> RepairRecord:
    least = "" if addition.exhausted else "at least "
    leaves = f": {least}{addition.answers} answers, {many(addition.open, 'place')} open"
    return RepairRecord(
        says=Words(puzzle).atom(addition.clue) + ("" if settles else leaves), clue=str(addition.clue),
        answers=addition.answers, exhausted=addition.exhausted, open=addition.open,
        instance=native.yaml_of(boards.filled(puzzle, [addition.clue])),
    )  # fmt: skip


def _show(puzzle: Puzzle, results: Iterator[Why], *, conflicts: int) -> Iterator[Shown]:
    """Say why a puzzle has no answer or several.

    No answer: a smallest set of clues that conflict, and the rules by which they do. Several: what all answers have in
    common, and the answer that differs the least.

    Exit codes: 0 there is one answer, 1 there is none or more than one, 2 wrong input, 3 a limit was reached.
    """
    record = why_record(puzzle, last(results))
    if record.verdict == Verdict.NONE:
        yield from _show_conflicts(puzzle, record, conflicts == 0)
    elif record.verdict == Verdict.MULTIPLE:
        yield from _show_answers(record)
    else:
        yield Lines(record.says)
        for answer in record.answers:
            yield from (Drawn(answer.shown), Figure([answer.shown]))
    yield record


def _show_conflicts(puzzle: Puzzle, record: WhyRecord, all_conflicts: bool) -> Iterator[Shown]:
    lines = [*record.says]
    for number, conflict in enumerate(record.conflicts, 1):
        lines += ["", *_conflict_lines(conflict, f"{number}. " if all_conflicts else "")]
    if record.conflicts and record.conflicts[0].clues:
        if not record.smallest:
            lines += ["", "There may be a smaller conflict."]
        if all_conflicts and record.complete:
            lines += ["", "There is no other conflict."]
    yield Lines([*lines, *limit_lines(record.reason)])
    drawings = [conflict.drawing for conflict in record.conflicts]
    for number, drawing in enumerate(drawings, 1):
        yield Drawn(drawing, f"{number}." if all_conflicts else "")
    yield Figure(drawings or [Drawing(puzzle, lambda: bare(puzzle, record.details.given))])


def _conflict_lines(conflict: ConflictRecord, number: str) -> Iterator[str]:
    yield number + conflict.says
    yield from (f"  {clue}" for clue in conflict.clues)
    if conflict.because:
        yield "because" if conflict.clues else "These constraints cannot all be satisfied:"
        yield from (f"  {constraint}" for constraint in conflict.because)


def _show_answers(record: WhyRecord) -> Iterator[Shown]:
    lines = [*record.says]
    if record.repairs is not None:
        lines += ["", record.repairs.says, *(f"  {each.says}" for each in record.repairs.clues)]
    yield Lines([*lines, *limit_lines(record.reason)])
    one, other = record.answers
    answers = [(record.pair or "", one), ("", other)]
    if record.farthest is not None:
        answers.append((record.farthest.says, record.farthest.answer))
    drawings = [(answer.shown, title) for title, answer in answers]
    if record.common is not None:
        drawings.insert(0, (record.common.drawing, record.common.says))
    yield Lines(("\n" + f"{title}\n{answer.plain}".strip() for title, answer in answers), "plain")
    yield from (Drawn(drawing, title) for drawing, title in drawings)
    yield Figure([drawing for drawing, _ in drawings])


_ALL = Switch("--all-conflicts", 0, "List all sets of clues that conflict, the smallest first.")


@checked
def why(
    puzzle: Puzzle,
    settings: Settings | None = None,
    *,
    conflicts: Annotated[
        int, Says("the number of conflicts, 0 for all", served=(0, MOST), option=None, switch=_ALL)
    ] = 1,
    repair: Annotated[bool, Says("list the clues that would leave one answer if one of them were added")] = False,
    farthest: Annotated[bool, Says("show the answer that differs the most, too")] = False,
    models: Annotated[
        int,
        Says("the number up to which answers are counted", "count up to N answers, 0 for all", "-n", served=(2, MOST)),
    ] = 100,
) -> WhyRecord:
    """Why a puzzle has no answer, or several. Raises PuzzleError as solve does.

    >>> print(pysolve.why(pysolve.puzzle("sudoku", grid=[[1, 1, 0, 0], *[[0] * 4] * 3])))
    No answer.
    These 2 clues conflict; without any one of them there is an answer:
      1 in row 1, column 1
      1 in row 1, column 2
      1 stands exactly once in row 1.
    """
    return _task(WhyRequest(conflicts, models, farthest, repair)).last(puzzle, settings)


def _task(request: WhyRequest) -> Task[Why, WhyRecord]:
    return Task(Why(), partial(explain_verdict, request=request), why_record)


WHY = Analysis(why, lambda **values: _task(WhyRequest(**values)), _show)
