"""The next steps, each with its reason; and how hard a puzzle is."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Annotated, Any

from ..analysis.chains import Trial
from ..analysis.hint import Grade, Guess, HintRequest, Hints, Level, explain_steps, grade_puzzle
from ..analysis.progress import Fact, places_of, seen_notes
from ..analysis.steps import Step
from ..analysis.techniques import Technique, technique_of
from ..model.board import Cell, cell_of
from ..model.errors import checked, many
from ..model.marks import Layer
from ..model.puzzle import Puzzle, Verdict
from ..model.terms import Term
from ..render import svg
from ..render.picture import Picture, cross_out, draw, highlight_places, marks_of
from ..render.sheet import PathStep
from ..report.lines import bare, so_far, title_of
from ..report.reasons import Run, brief_sentence, chain_lines, chain_sentences, runs, step_reasons
from ..report.reasons import notation as notation_of
from ..report.results import AnswerRecord, Drawing, Json, PuzzleRecord, Record, answer_record, as_html, mark
from ..report.words import Words, facts_in_words, places_in_words, sentence, what_follows
from ..run.searches import last
from ..solving.settings import Settings
from .entry import Analysis, Drawn, Figure, Lines, Says, Shown, Switch, Task


@dataclass(frozen=True, kw_only=True)
class ChainRecord(Record):
    """A reason as a chain: from the opposite of what follows to a contradiction."""

    says: Annotated[list[str], "its sentences; their numbers stand in the cells of the picture that they speak of"]
    drawing: Drawing


@dataclass(frozen=True, kw_only=True)
class StepRecord(Record):
    """What follows next, and why."""

    chapter: Annotated[str | None, "which part of the board is left, as a sentence, where that is less than before"]
    where: Annotated[str, "where to look, and nothing else, as a sentence"]
    idea: Annotated[str, "which idea it takes, as a sentence that names no place"]
    says: Annotated[str, "what follows, as a sentence"]
    because: Annotated[list[str], "the reason, as a person would give it"]
    brief: Annotated[str, "what follows and what decides it, in a line"]
    chain: Annotated[ChainRecord | None, "the reason as a chain, where the step is found by supposing the opposite"]
    notation: Annotated[
        str, "an alternating chain as it is often written, '(3=5)r1c1-(5=7)r1c4 => …'; empty for others"
    ]
    technique: Annotated[str, "what steps of this kind are called"]
    called: Annotated[str, "how solvers call the technique, such as 'naked pair'; empty if they have no name for it"]
    technique_id: Annotated[str, "the identity of the technique, which outlives its name"]
    size: Annotated[int, "how many premises the reason has"]
    holds: Annotated[list[str], "the atoms that follow"]
    holds_not: Annotated[list[str], "the atoms that are shown to be false"]
    facts: Annotated[list[str], "what follows, a sentence for each atom"]
    constraints: Annotated[list[str], "the premises: constraints of the rules"]
    clues: Annotated[list[str], "the premises: clues"]
    known: Annotated[list[str], "the premises: what was known before the step"]
    seen: Annotated[list[dict[str, Any]], "the marks that went without saying by then"]
    new: Annotated[list[dict[str, Any]], "the marks that follow, as in pictures"]
    drawing: Drawing
    details: Step = field(repr=False)

    @property
    def head(self) -> str:
        """What follows, and the technique in brackets, unless the reason begins with it or nothing follows."""
        is_said = not self.new or any(each.lower().startswith(self.called.lower()) for each in self.because[:1])
        return self.says if is_said or not self.called else f"{self.says} ({self.called})"


@dataclass(frozen=True, kw_only=True)
class TrialRecord(Record):
    """What became of a guess."""

    says: Annotated[str, "what is supposed, as a sentence"]
    breaks: Annotated[bool, "it leads to a contradiction: the last step has no new atoms, its premises cannot all hold"]
    end: Annotated[str, "what became of it, as a sentence"]
    holds: Annotated[list[str], "the atoms that are supposed"]
    holds_not: Annotated[list[str], "the atoms that are supposed to be false"]


@dataclass(frozen=True, kw_only=True)
class WaysRecord(Record):
    """Two answers, where nothing more is certain."""

    says: Annotated[str, "what can be filled in two ways"]
    answers: Annotated[list[AnswerRecord], "the nearest two; what differs is marked"]


@dataclass(frozen=True, kw_only=True)
class HintRecord(PuzzleRecord):
    """The next steps."""

    wrong: Annotated[list[str], "what is wrong in a partial answer: then there are no steps"]
    start: Annotated[list[dict[str, Any]], "the marks that are known before the first step, as in pictures"]
    trial: Annotated[TrialRecord | None, "what became of a guess"]
    steps: Annotated[list[StepRecord], "the steps"]
    done: Annotated[bool, "nothing is left that could be deduced"]
    stuck: Annotated[bool, "what is left needs techniques that are to be avoided"]
    ways: Annotated[WaysRecord | None, "what can be filled in two ways, where nothing more is certain"]
    could_assume: Annotated[bool, "with `one_answer`, steps could rest on that the puzzle has one answer"]
    details: Hints = field(repr=False)

    @property
    def found(self) -> bool:
        """See Record."""
        return bool(self.steps) or (self.done and not self.wrong)

    def sentences(self) -> Iterator[str]:
        """See Record."""
        yield from (f"Wrong: {each}" for each in self.wrong)
        for number, step in enumerate(self.steps, 1):
            yield from (step.chapter,) if step.chapter is not None else ()
            yield f"{number}. {step.head}"
            yield from (f"   {reason}" for reason in step.because)
        yield from self.says

    def _repr_html_(self) -> str:
        """Its steps, to click through."""
        steps = (
            f"<details><summary>{number}. {escape(step.head)}</summary>{as_html(*step.because, drawing=step.drawing)}"
            "</details>"
            for number, step in enumerate(self.steps, 1)
        )
        return as_html(*self.wrong) + "".join(steps) + as_html(*self.says)


def hint_record(puzzle: Puzzle, hints: Hints, earlier: Sequence[StepRecord] = ()) -> HintRecord:
    """What is known so far. earlier: the records of the first steps, if they were made before."""
    words = Words(puzzle)
    end = _end(hints) if hints.verdict != Verdict.UNKNOWN or hints.reason else None
    later = [step_record(puzzle, hints, number) for number in range(len(earlier) + 1, len(hints.steps) + 1)]
    return HintRecord(
        id=puzzle.name, type=puzzle.type.name, verdict=hints.verdict, reason=hints.reason, says=[end] if end else [],
        wrong=[sentence(words.atom(fact.atom, fact.holds)) for fact in hints.wrong],
        start=_new_marks(puzzle, hints.start),
        trial=trial_record(puzzle, hints, hints.trial) if hints.trial is not None else None,
        steps=[*earlier, *later], done=hints.done, stuck=hints.stuck, ways=_ways(puzzle, hints),
        could_assume=hints.could_assume, details=hints,
    )  # fmt: skip


def step_record(puzzle: Puzzle, hints: Hints, number: int, step: Step | None = None) -> StepRecord:
    """A step of the hints, by its number from 1. step: in its place, it and some that follow it as one (see runs)."""
    words, step = Words(puzzle), step or hints.steps[number - 1]
    guess = hints.trial.guess if hints.trial is not None else ()
    before = [*hints.start, *(fact for each in hints.steps[: number - 1] for fact in each.facts)]
    chain, technique = None, technique_of(step)
    if step.chain is not None:
        drawing = Drawing(puzzle, lambda: chain_picture(puzzle, hints, number))
        chain = ChainRecord(says=chain_sentences(puzzle, step, hints.start, before), drawing=drawing)
    return StepRecord(
        chapter=f"Now only the {step.part} is left." if step.part is not None else None,
        where=_where_to_look(words, step), idea=_idea(step, technique),
        says=step_sentence(puzzle, step), because=step_reasons(puzzle, step, guess, hints.start, before),
        brief=brief_sentence(puzzle, step), chain=chain, notation=notation_of(puzzle, step), technique=technique.name,
        called=technique.called, technique_id=technique.identity, size=step.size,
        **_atoms(step.facts), facts=[words.atom(fact.atom, fact.holds) for fact in step.facts],
        constraints=[words.constraint(each) for each in step.constraints],
        clues=[words.clue(clue) for clue in step.clues],
        known=[words.atom(fact.atom, fact.holds) for fact in step.known],
        seen=_new_marks(puzzle, step.seen), new=_new_marks(puzzle, step.facts),
        drawing=Drawing(puzzle, lambda: step_picture(puzzle, hints, number, step)), details=step,
    )  # fmt: skip


def _where_to_look(words: Words, step: Step) -> str:
    """Where to look for what follows; where to begin, if nothing does."""
    atoms = [fact.atom for fact in step.facts or step.known]
    return sentence(f"look here: {'; '.join(_where(words, atoms))}") if atoms else "Look around."


def _where(words: Words, atoms: Iterable[Term]) -> list[str]:
    """The places that atoms speak of, in words."""
    marks = (words.puzzle.type.mark_of(atom) for atom in atoms)
    drawn = [mark[1] for mark in marks if mark is not None]
    places = {words.puzzle.board.side_along(each.place, each.other) or each.place for each in drawn}
    return places_in_words(words, sorted(places, key=str))


def _idea(step: Step, technique: Technique) -> str:
    """The technique of a step: its name, and what it says."""
    if step.pattern is not None:
        return sentence(f"{technique.called}: {step.pattern.technique.says}")
    return sentence(f"{technique.called}: {technique.name}" if technique.called else technique.name)


def _atoms(facts: Collection[Fact]) -> dict[str, list[str]]:
    return {
        "holds": [*map(str, _of_facts(facts))],
        "holds_not": [*map(str, _of_facts(facts, holding=False))],
    }


def _new_marks(puzzle: Puzzle, facts: Sequence[Fact]) -> list[dict[str, Any]]:
    """The marks of an answer that facts leave."""
    atoms = [fact.atom for fact in facts if fact.holds and not puzzle.type.is_note(fact.atom)]
    return [mark(each) for atom in atoms for each in marks_of(puzzle, atom)]


def step_sentence(puzzle: Puzzle, step: Step) -> str:
    """What follows in a step, as a sentence; of a step from which nothing follows, that its premises contradict each
    other.
    """
    if not step.facts:
        return "This cannot be:"
    return sentence(what_follows(Words(puzzle), step))


def trial_record(puzzle: Puzzle, hints: Hints, trial: Trial) -> TrialRecord:
    """What is supposed, and what became of it so far."""
    words = Words(puzzle)
    return TrialRecord(
        says=sentence(f"suppose that {facts_in_words(words, trial.guess)}"), breaks=trial.breaks,
        end=_trial_end(words, hints, trial), **_atoms(trial.guess),
    )  # fmt: skip


def _trial_end(words: Words, hints: Hints, trial: Trial) -> str:
    if trial.breaks:
        if len(trial.guess) > 1:
            return "So the guess is wrong."
        (fact,) = trial.guess
        return sentence(f"so {words.atom(fact.atom, not fact.holds)}")
    why = "it is right" if hints.verdict == Verdict.UNIQUE else "some answer has it"
    return f"This guess does not break: {why}."


def _ways(puzzle: Puzzle, hints: Hints) -> WaysRecord | None:
    """Which places can be filled in two ways where nothing more is certain."""
    if hints.ways is None:
        return None
    one, other = hints.ways
    where = "; ".join(_where(Words(puzzle), set(one) ^ set(other)))
    answers = [
        answer_record(puzzle, first, hints.given, draw(puzzle, first, hints.given, second))
        for first, second in ((one, other), (other, one))
    ]
    return WaysRecord(says=f"{where[:1].upper()}{where[1:]} can be filled in two ways (marked):", answers=answers)


def _end(hints: Hints) -> str | None:
    """Why there are no further steps, as a sentence; None if there may be."""
    if hints.verdict == Verdict.NONE:
        return "There is no answer, so there is no step."
    if hints.wrong:
        return "This is wrong:"
    if hints.verdict == Verdict.UNKNOWN:
        return f"Unknown: {hints.reason}."
    if hints.reason:
        return so_far(hints.reason)[0]
    if hints.stuck:
        return "There is no other way from here: what is left needs a technique that is to be avoided."
    if hints.done and hints.verdict == Verdict.MULTIPLE:
        return "Nothing more is certain: there are several answers."
    return "Everything is known." if hints.done else None


# -- Pictures


def step_picture(puzzle: Puzzle, hints: Hints, number: int, step: Step | None = None) -> Picture:
    """What is known after a step; what it adds is marked, and so are the places of its reason.

    step: in place of the one with this number, it and some that follow it as one (see runs).
    """
    step = step or hints.steps[number - 1]
    picture = _picture(puzzle, hints, number, step.facts)
    reason = {place for fact in step.known for place in places_of(puzzle, fact.atom)}
    reason |= {place for clue in step.clues for place in clue.places}
    return highlight_places(picture, reason)


def chain_picture(puzzle: Puzzle, hints: Hints, number: int) -> Picture:
    """What is known before a step that has a chain, and what the chain supposes and leads to; the cells have the
    numbers of the sentences that speak of them, from 1.
    """
    chain = hints.steps[number - 1].chain
    assert chain is not None
    lines = [line.facts for line in chain_lines(puzzle, chain)]
    picture = _picture(puzzle, hints, number, [fact for facts in lines for fact in facts])
    numbers: dict[Cell, list[str]] = {}
    for line, facts in enumerate(lines, 1):
        for cell in {cell for fact in facts if (cell := _cell_of(puzzle, fact)) is not None}:
            numbers.setdefault(cell, []).append(str(line))
    notes = {**picture.cosmetics.notes, **{cell: ",".join(each) for cell, each in numbers.items()}}
    return picture._replace(cosmetics=picture.cosmetics._replace(notes=notes))


def _picture(puzzle: Puzzle, hints: Hints, number: int, facts: Sequence[Fact]) -> Picture:
    """What is known before a step, and these facts, which are marked."""
    earlier = [fact for each in hints.steps[: number - 1] for fact in (*each.seen, *each.facts)]
    before = [*hints.start, *earlier, *hints.steps[number - 1].seen]
    # where marks of the answer stand, notes are no longer drawn
    seen = {fact for fact in seen_notes(puzzle, [*before, *facts], _of_facts([*before, *facts])) if fact.holds}
    before, facts = ([fact for fact in some if fact not in seen] for some in (before, facts))
    known, absent = _of_facts(before), _of_facts(facts, holding=False)
    every_absent = [*_of_facts(before, holding=False), *absent]
    picture = draw(puzzle, [*known, *_of_facts(facts)], hints.given, known)
    picture = picture._replace(missing=frozenset(), numbered=True)  # nothing is missing: the answer only grows
    picture = cross_out(puzzle, picture, [*dict.fromkeys(every_absent)], absent)
    return _with_candidates(puzzle, picture, every_absent)


def _of_facts(facts: Iterable[Fact], holding: bool = True) -> list[Term]:
    """The atoms of the facts that hold, or of the others."""
    return [fact.atom for fact in facts if fact.holds is holding]


def _with_candidates(puzzle: Puzzle, picture: Picture, absent: Iterable[Term]) -> Picture:
    """The picture with the values that were crossed out, in the cells that are open: '≠3,5'."""
    filled = {mark.place for mark in picture.of(Layer.TEXT)}
    words = Words(puzzle)
    crossed: dict[Cell, list[str]] = {}
    for atom in absent:
        found = words.mark_of(atom)
        cell = cell_of(found[1].place) if found is not None and found[0].layer is Layer.TEXT else None
        if found is not None and cell is not None and cell not in filled:
            crossed.setdefault(cell, []).append(words.written(*found))
    notes = {**picture.cosmetics.notes, **{cell: f"≠{','.join(sorted(each))}" for cell, each in crossed.items()}}
    return picture._replace(cosmetics=picture.cosmetics._replace(notes=notes))


def _cell_of(puzzle: Puzzle, fact: Fact) -> Cell | None:
    """The cell that stands for a fact: its own, or one beside the side that it is about; None if there is none."""
    *others, place = places_of(puzzle, fact.atom)
    for each in (puzzle.board.side_along(others[0], place), place) if others else (place,):
        if each is not None and (cells := [cell_of(each), *puzzle.board.cells_around(each)][:2])[-1] is not None:
            return cells[-1]
    return None


# -- The way to an answer as it comes onto a sheet: its steps, each with a picture of what is known after it


def path_steps(puzzle: Puzzle, hints: Hints) -> Iterator[PathStep]:
    """The steps; like ones that follow one another are one. What ended the path before the answer is a step without a
    picture.
    """
    for run in runs(hints.steps):
        step = step_record(puzzle, hints, run.first, run.step)
        because, drawing = (step.because, step.drawing) if step.chain is None else (step.chain.says, step.chain.drawing)
        picture = svg.render([drawing.picture], f"step {run.numbers}")
        yield PathStep(
            run.numbers, step.head, tuple(because), picture, step.chapter or "", is_chain=step.chain is not None
        )
    if hints.reason is not None:
        yield PathStep("", sentence(f"no further step was found: {hints.reason}"), (), "")


# -- How they are shown


def _show(
    puzzle: Puzzle,
    results: Iterator[Hints],
    *,
    r1c1: bool,
    tell: Annotated[
        str,
        Says(
            "how much of each step: where to look, also which idea it takes, or all of it",
            choices=("where", "idea", "reason"),
        ),
    ] = "reason",
    brief: Annotated[bool, Says("a line for each step: what follows, and what decides it; no pictures")] = False,
    notation: Annotated[
        bool, Says("alternating chains also as they are often written: (3=5)r1c1-(5=7)r1c4 => …")
    ] = False,
) -> Iterator[Shown]:
    """Say what can be deduced next, and why: the step with the smallest reason comes first.

    A reason names clues, constraints and what is known already, as little as the solver finds in time. Where a step is
    found by supposing the opposite, the reason is a chain: what follows from that, one after the other, up to a
    contradiction. What is wrong in a partial answer is pointed out first.

    With --try, the steps lead from a wrong guess to where it breaks. V is written as in an answer text; lines along the
    sides of a cell, as in a Slitherlink, are named by these (ns: above and below).

    Exit codes: 0 a step was found or all is known, 1 there is none, or the guess does not break, 2 wrong input, 3 a
    limit was reached.
    """
    puzzle = puzzle.with_short_names() if r1c1 else puzzle
    written, supposed = 0, False
    for hints, ended in _with_end(results):
        if hints.trial is not None and not supposed:
            supposed = True
            yield Lines([trial_record(puzzle, hints, hints.trial).says])
        together = tell == "reason" and not brief and hints.trial is None
        waiting = [*runs(hints.steps[written:], written + 1, together=together)]
        for run in waiting if ended or not together else waiting[:-1]:  # the last one may be one with what follows
            yield from _show_run(puzzle, hints, run, "brief" if brief else tell, notation)
            written = run.last
    yield from _show_end(hint_record(puzzle, hints))


def _with_end(results: Iterator[Hints]) -> Iterator[tuple[Hints, bool]]:
    """The results, and the last one once more, as the end."""
    hints = Hints()
    for hints in results:
        yield hints, False
    yield hints, True


def _show_run(puzzle: Puzzle, hints: Hints, run: Run, tell: str, notation: bool) -> Iterator[Shown]:
    step = step_record(puzzle, hints, run.first, run.step)
    if step.chapter is not None:
        yield Lines([*([""] if tell == "reason" else []), step.chapter])
    if tell in ("where", "idea"):
        yield Lines([f"{run.numbers}. {step.where}", *([f"   {step.idea}"] if tell == "idea" else [])])
        return
    if tell == "brief":
        yield Lines([f"{run.numbers}. {step.brief}"])
    else:
        because = step.chain.says if step.chain is not None else step.because
        written = [step.notation] if notation and step.notation else []
        said = [f"{run.numbers}. {step.head}", *(f"   {each}" for each in [*because, *written])]
        yield Lines([*([""] if run.first > 1 else []), *said])
        yield Drawn(step.drawing)
    yield Figure([step.drawing], f"{title_of(puzzle)}, step {run.numbers}")


def _show_end(record: HintRecord) -> Iterator[Shown]:
    if record.says:
        wrong = [f"  {line}" for line in record.wrong]
        yield Lines([*([""] if record.steps or record.reason else []), *record.says, *wrong])
    if record.trial is not None:
        yield Lines([*([""] if record.steps else []), record.trial.end])
    if record.ways is not None:
        yield Lines(["", record.ways.says])
        drawings = [answer.shown for answer in record.ways.answers]
        yield from map(Drawn, drawings)
        yield Figure(drawings, f"{drawings[0].title}, filled in two ways")
    yield record


# -- The analysis


@checked
def hint(
    puzzle: Puzzle,
    settings: Settings | None = None,
    *,
    partial: Annotated[
        str | None,
        Says(
            "an answer text with what is filled in already ('.' is open)",
            "a file with what is filled in already: an answer text with '.' for open cells",
            metavar="ANSWER", in_file=True,
        ),
    ] = None,
    steps: Annotated[
        int,
        Says(
            "the number of steps, 0 for all", "how many steps", limits=(1, None), served=(0, 10_000),
            switch=Switch("--all", 0, "All steps, up to the answer."),
        ),
    ] = 1,
    guess: Annotated[
        str | None,
        Says(
            "a guess such as 2,5=7 (row 2, column 5 holds 7): the steps lead to where it breaks",
            "where this guess breaks: V in row R, column C; R,C alone is a mark without a value, R,C=- nothing there",
            "--try", "R,C=V", key="try", read=Guess.parse,
        ),
    ] = None,
    avoid: Annotated[
        Iterable[str],
        Says(
            "techniques that no step shall use, called as grade calls them, or by their ids",
            "steps without this technique, called as 'pysolve grade' calls it, or by its id. May be repeated",
            metavar="TECHNIQUE",
        ),
    ] = (),
    one_answer: Annotated[
        bool,
        Says(
            "steps may rest on that the puzzle has one answer (unique rectangles, BUG+1), and say so",
            "steps that take for granted that the puzzle has one answer, too: unique rectangles, BUG+1. They say so",
        ),
    ] = False,
    r1c1: Annotated[bool, Says("call cells R1C2 in place of 'row 1, column 2'")] = False,
) -> HintRecord:  # fmt: skip
    """The next steps of a person, each with its reason. Raises PuzzleError as solve does, and for one_answer if there
    are several; ValueError for what is no guess.

    >>> print(pysolve.hint(board))
    1. Row 3, column 2 holds 1. (hidden single)
       1 stands exactly once in box 3.
       1 already stands in row 4.
       Known: row 3, column 1 holds 4.
    """
    supposed = Guess.parse(guess) if guess is not None else None
    request = {"partial": partial, "steps": steps, "guess": supposed, "avoid": tuple(avoid), "one_answer": one_answer}
    return _task(r1c1, **request).last(puzzle, settings)


def _task(r1c1: bool, **values: Any) -> Task[Hints, HintRecord]:
    return Task(Hints(), functools.partial(explain_steps, request=HintRequest(**values)), _Records(r1c1))


class _Records:
    """Makes records of hints as they grow: those of steps once. r1c1: cells are called so."""

    def __init__(self, r1c1: bool) -> None:
        self._r1c1 = r1c1
        self._before: tuple[Puzzle, list[StepRecord]] | None = None

    def __call__(self, puzzle: Puzzle, hints: Hints) -> HintRecord:
        earlier = self._before[1] if self._before is not None and self._before[0] is puzzle else []
        record = hint_record(puzzle.with_short_names() if self._r1c1 else puzzle, hints, earlier)
        self._before = (puzzle, record.steps)
        return record


def _contradiction(
    *,
    guess: Guess | None,
    steps: int,
    avoid: Sequence[str],
    one_answer: bool,
    tell: str,
    brief: bool,
    **others: object,
) -> str | None:
    if guess is not None and steps != 1:
        return "--try leads to where the guess breaks; --steps and --all have no place there"
    if guess is not None and avoid:
        return "--try refutes a guess by any technique; --avoid has no place there"
    if guess is not None and one_answer:
        return "--try refutes a guess by the rules alone; --one-answer has no place there"
    if tell != "reason" and (brief or guess is not None):
        return "--tell says less than the reason; --brief and --try have no place there"
    return None


HINT = Analysis(hint, _task, _show, _contradiction)


# -- How hard a puzzle is


@dataclass(frozen=True, kw_only=True)
class TechniqueRecord(Record):
    """A technique, and how often it is used."""

    id: Annotated[str, "its identity, which outlives its name"]
    name: Annotated[str, "what it is called"]
    called: Annotated[str, "how solvers call it; empty if they have no name for it"]
    steps: Annotated[int, "how many steps are of it"]


@dataclass(frozen=True, kw_only=True)
class GradeRecord(PuzzleRecord):
    """How hard a puzzle is, by the steps of hints."""

    difficulty: Annotated[float, "how much the three hardest steps combine, and look at; to be compared within a type"]
    combined: Annotated[float, "how many constraints the three steps combine that combine the most, as a mean"]
    level: Annotated[Level | None, "from easy to extreme; null before the end of the walk"]
    within_type: Annotated[
        bool, "the level says how hard it is for its type, by the difficulty; otherwise by what is combined"
    ]
    steps: Annotated[int, "how many steps there are"]
    largest: Annotated[int, "the size of the largest reason"]
    total: Annotated[int, "the sum of the sizes of all reasons"]
    sizes: Annotated[list[int], "the sizes of the reasons, in the order of the steps"]
    hardest: Annotated[str | None, "what follows in the first step with the largest reason, as a sentence"]
    techniques: Annotated[list[TechniqueRecord], "the techniques, the most frequent first"]
    done: Annotated[bool, "the walk came to the end; otherwise the figures are those of its beginning"]
    details: Grade = field(repr=False)

    @property
    def found(self) -> bool:
        """See Record."""
        return self.verdict == Verdict.UNIQUE

    def row(self) -> Json:
        """See Record."""
        return super().row() | {"techniques": [f"{each.steps} {each.name}" for each in self.techniques]}


def grade_record(puzzle: Puzzle, grade: Grade) -> GradeRecord:
    """What is known so far."""
    settled = grade.verdict in (Verdict.NONE, Verdict.MULTIPLE)
    is_news = settled or grade.done or grade.reason is not None or grade.steps > 0
    return GradeRecord(
        id=puzzle.name, type=puzzle.type.name, verdict=grade.verdict, reason=grade.reason,
        says=[_line(grade), *_level_line(grade)] if is_news else [], difficulty=grade.difficulty,
        combined=grade.combined, level=grade.level, within_type=bool(grade.bounds), steps=grade.steps,
        largest=grade.largest, total=grade.total,
        sizes=list(grade.sizes),
        hardest=step_sentence(puzzle, grade.hardest) if grade.hardest is not None else None,
        techniques=[
            TechniqueRecord(id=each.identity, name=each.name, called=each.called, steps=steps)
            for each, steps in grade.techniques
        ], done=grade.done,
        details=grade,
    )  # fmt: skip


def _line(grade: Grade) -> str:
    """The grade in a sentence."""
    if grade.verdict == Verdict.NONE:
        return "No answer, so no grade."
    if grade.verdict == Verdict.MULTIPLE:
        return "Several answers, so no grade."
    if not grade.done and not grade.steps:
        return f"Unknown: {grade.reason} before the first step."
    largest = many(grade.largest, "thing")
    figures = f"{many(grade.steps, 'step')}; the largest reason names {largest}, all reasons together {grade.total}"
    if not grade.done:
        so_far = f"so far {figures}, and it is {grade.least_level} at least"
        return f"Unknown: {grade.reason}; {so_far}." if grade.reason else f"{so_far[:1].upper()}{so_far[1:]}."
    within = " within this type" if grade.bounds else ""
    return f"Difficulty {grade.difficulty}, {grade.level}{within}: {figures}."


def _level_line(grade: Grade) -> list[str]:
    """What the level means, as a sentence; none if the walk did not come to the end."""
    if grade.level is None or not grade.steps:
        return []
    if grade.combined <= 1:
        return ["No step combines constraints."]
    return [f"The hardest steps combine {grade.combined} constraints."]


#: Of techniques of one name, more kinds than this, by their constraints, are one line.
MANY_KINDS = 3


def _show_grade(puzzle: Puzzle, results: Iterator[Grade]) -> Iterator[Shown]:
    """Grade puzzles by the steps of 'pysolve hint --all'.

    The difficulty says how much the hardest steps take: the constraints that are combined, and, for less, what one has
    to look at. It can be compared within a type. The level, from easy to extreme, says how many constraints the hardest
    steps combine, which means the same for all types, or, where it says so, how hard it is within the type.

    Exit codes: 0 graded, 1 there is not exactly one answer, 2 wrong input, 3 a limit was reached.
    """
    record = grade_record(puzzle, last(results))
    head, *level = record.says
    yield Lines([head, *(f"  {line}" for line in [*level, *_details(record)])])
    title = f"{title_of(puzzle)}, difficulty {record.difficulty}"
    yield Figure([Drawing(puzzle, lambda: bare(puzzle))], title)
    yield record


def _details(grade: GradeRecord) -> Iterator[str]:
    """How many steps have reasons of each size, the hardest step, and how often each technique is used, in lines."""
    if grade.hardest is None:
        return
    sizes = sorted(Counter(grade.sizes).items())
    yield f"Reasons: {', '.join(f'{count} of size {size}' for size, count in sizes)}."
    yield f"Hardest: {grade.hardest}"
    yield "Techniques:"
    kinds = Counter(each.called for each in grade.techniques)
    lines: Counter[str] = Counter()
    for each in grade.techniques:
        is_whole = each.called == each.name or kinds[each.called] > MANY_KINDS
        lines[(each.called if is_whole else f"{each.called}: {each.name}") if each.called else each.name] += each.steps
    for line, steps in lines.most_common():
        yield f"  {many(steps, 'step')}: {line}"


@checked
def grade(puzzle: Puzzle, settings: Settings | None = None) -> GradeRecord:
    """How hard a puzzle is, by the steps of hint(). Raises PuzzleError as solve does.

    >>> pysolve.grade(board).done
    True
    """
    return _grade_task().last(puzzle, settings)


def _grade_task() -> Task[Grade, GradeRecord]:
    return Task(Grade(), grade_puzzle, grade_record)


GRADE = Analysis(grade, _grade_task, _show_grade, many=True)
