"""pysolve why, candidates, reduce, hint and grade: the setter's desk."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from .. import formats
from ..errors import PuzzleError
from ..formats import Source
from .options import (
    BAD_INPUT,
    FOUND,
    INPUTS,
    LIMIT_REACHED,
    NOT_SO,
    READING,
    SEARCHING,
    complain,
    gravest,
    with_options,
)  # fmt: skip
from .solve import Output, _reading_of, _settings

if TYPE_CHECKING:
    from ..desk.assumed import Instance
    from ..desk.candidates import Candidates
    from ..desk.grade import Grade
    from ..desk.hint import Hints, Step
    from ..desk.reduce import Reduced
    from ..desk.why import Conflict, Why
    from ..picture import Picture
    from ..puzzle import Puzzle
    from ..terms import Term

WRITING = [
    click.option(
        "--format", "-f", "format_", type=click.Choice(["text", "plain", "json", "svg"]), default="text",
        help="How it is written: words and a drawing (default), words alone, a JSON line, a picture.",
    ),
    click.option(
        "--style", type=click.Choice(["unicode", "ascii"]),
        help="Strokes of the drawing (default: unicode, where the terminal's encoding has them).",
    ),
    click.option("--output", "-o", metavar="FILE", help="Write to a file."),
]  # fmt: skip

SEED = click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=0, metavar="N",
                    help="For what is chosen at random: the same seed gives the same result (default: 0).")  # fmt: skip


class Desk:
    """Asks a question about one puzzle after the other and writes what is found."""

    def __init__(
        self, inputs: Sequence[str], format_: str, style: str | None, output: str | None, **options: Any
    ) -> None:
        """options: those of READING and SEARCHING. PuzzleError if one of them is wrong."""
        self.sources = list(formats.sources(tuple(inputs)))
        self.format = format_
        self.output = Output(output)
        self.style = style or self.output.style
        self.reading = _reading_of(options)
        self.settings = _settings(options)
        self.memory_limit = options["memory_limit"]

    def each(self, answer: Callable[[Puzzle], int]) -> int:
        """Asks about each puzzle; returns the exit code for all."""
        codes = []
        try:
            for source in self.sources:
                codes.append(self._one(source, answer))
        finally:
            self.output.close()
        return gravest(codes)

    def _one(self, source: Source, answer: Callable[[Puzzle], int]) -> int:
        try:
            puzzle = formats.read(source, self.reading)
            for note in puzzle.notes:
                click.echo(f"Note: {puzzle.file}: {note}.", err=True)
            if len(self.sources) > 1 and self.format in ("text", "plain"):
                self.write(f"{source.file}\n")
            return answer(puzzle)
        except PuzzleError as error:
            complain(error)
            return BAD_INPUT

    def ask(self, result: Any, findings: Callable[..., Any], puzzle: Puzzle, *wanted: object) -> Iterator[Any]:
        """The result, ever more complete; Ctrl-C leaves it as it is."""
        from ..desk.asking import gather

        try:
            yield from gather(
                result, findings, puzzle, self.settings, *wanted, memory_limit=self.memory_limit, apart=True
            )
        except KeyboardInterrupt:
            result.reason = "it was interrupted"
            yield result

    def answer(self, *arguments: Any) -> Any:
        """The result at the end."""
        result, *asked = arguments
        for _ in self.ask(result, *asked):
            pass
        return result

    def write(self, text: str) -> None:
        """Writes lines, at once."""
        self.output.write(text)
        self.output.flush()

    def lines(self, lines: Iterable[str]) -> None:
        """Writes words, where words are wanted."""
        if self.format in ("text", "plain"):
            self.write("\n".join(lines))

    def draw(self, picture: Picture, title: str = "") -> None:
        """Draws on the terminal, where that is wanted."""
        if self.format == "text":
            from .. import text

            self.write((f"\n{title}\n" if title else "\n") + text.render(picture, self.style, self.output.colour))

    def comments(self, said: str, picture: Picture) -> str:
        """What stands above an instance: a sentence, and a drawing, where that is wanted."""
        from .. import text

        return f"{said}\n\n{text.render(picture, self.style)}\n" if self.format == "text" else said

    def figures(self, pictures: Sequence[Picture], title: str) -> None:
        """Writes a figure, where that is wanted."""
        if self.format == "svg":
            from .. import svg

            self.write(svg.render(pictures, title).rstrip("\n"))

    def json(self, record: dict[str, Any]) -> None:
        """Writes a record, where that is wanted."""
        if self.format == "json":
            self.write(json.dumps(record, ensure_ascii=False))


def _limit(reason: str | None) -> list[str]:
    return [f"\nThis is what was found so far: {reason}."] if reason else []


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _title(puzzle: Puzzle) -> str:
    return puzzle.title or puzzle.type.title


# -- why


@click.command(short_help="Why there is no answer, or more than one.")
@INPUTS
@click.option("--all-conflicts", is_flag=True, help="List all sets of clues that conflict, the smallest first.")
@click.option("--repair", is_flag=True, help="List the clues that would leave one answer if one of them were added.")
@click.option("--farthest", is_flag=True, help="Show the answer that differs the most, too.")
@click.option("-n", "models", metavar="N", type=click.IntRange(min=0), default=100,
              help="Count up to N answers, 0 for all (default: 100).")  # fmt: skip
@with_options(WRITING, READING, SEARCHING)
def why(inputs: tuple[str, ...], all_conflicts: bool, repair: bool, farthest: bool, models: int, **options: Any) -> int:
    """Say why a puzzle has no answer or several.

    No answer: a smallest set of clues that conflict, and the rules by which they do. Several: what all answers have in
    common, and the answer that differs the least.

    Exit codes: 0 there is one answer, 1 there is none or more than one, 2 wrong input, 3 a limit was reached.
    """
    from ..desk.why import Wanted, Why, findings
    from ..solver import MULTIPLE, NONE, UNIQUE, UNKNOWN

    desk = Desk(inputs, **options)
    wanted = Wanted(0 if all_conflicts else 1, models, farthest, repair)

    def answer(puzzle: Puzzle) -> int:
        found: Why = desk.answer(Why(), findings, puzzle, wanted)
        if found.verdict == NONE:
            _write_conflicts(desk, puzzle, found, all_conflicts)
        elif found.verdict == MULTIPLE:
            _write_answers(desk, puzzle, found)
        elif found.verdict == UNIQUE:
            _write_unique(desk, puzzle, found)
        else:
            desk.lines([f"Unknown: {found.reason}."])
        desk.json(_why_record(puzzle, found))
        if found.reason is not None or found.verdict == UNKNOWN:
            return LIMIT_REACHED
        return FOUND if found.verdict == UNIQUE else NOT_SO

    return desk.each(answer)


_MOST_DEMANDS = 12  # that are listed


def _write_conflicts(desk: Desk, puzzle: Puzzle, found: Why, everything: bool) -> None:
    lines = [f"No answer{f': {found.impossible}' if found.impossible else ''}."]
    for number, conflict in enumerate(found.conflicts, 1):
        lines += ["", *_conflict_lines(puzzle, conflict, f"{number}. " if everything else "")]
    if found.conflicts and found.conflicts[0].clues:
        if not found.smallest:
            lines += ["", "There may be a smaller conflict."]
        if everything and found.complete:
            lines += ["", "There is no other conflict."]
    desk.lines([*lines, *_limit(found.reason)])
    pictures = [_marked(puzzle, found.given, conflict) for conflict in found.conflicts]
    for number, picture in enumerate(pictures, 1):
        desk.draw(picture, f"{number}." if everything else "")
    desk.figures(pictures or [_plain_picture(puzzle, found.given)], _title(puzzle))


def _conflict_lines(puzzle: Puzzle, conflict: Conflict, number: str) -> Iterator[str]:
    from ..desk.words import Words, sentence

    words = Words(puzzle)
    if conflict.clues:
        count = len(conflict.clues)
        if count == 1:
            yield f"{number}This clue cannot be met:"
        else:
            yield f"{number}These {count} clues conflict; without any one of them there is an answer:"
        yield from (f"  {words.clue(clue)}" for clue in conflict.clues)
    else:
        yield f"{number}The rules leave no answer on this board, whatever the clues are."
    because = [each for each in conflict.because if not _says_a_clue(each, conflict)]
    if because:
        yield "because" if conflict.clues else "These demands of theirs cannot all be met:"
        yield from (f"  {sentence(words.demand(each))}" for each in because[:_MOST_DEMANDS])
        if len(because) > _MOST_DEMANDS:
            yield f"  … and {len(because) - _MOST_DEMANDS} more demands of the rules"


def _says_a_clue(demand: Instance, conflict: Conflict) -> bool:
    """Whether a demand only says that one of the clues holds: it speaks of the clue's place and value, and no other."""
    return any(
        len(demand.values) > 1 and set(demand.values) <= set(token.values.values())
        for clue in conflict.clues
        for token in clue.tokens
    )


def _plain_picture(puzzle: Puzzle, given: Sequence[Term]) -> Picture:
    from ..picture import draw

    return draw(puzzle, given=given)


def _marked(puzzle: Puzzle, given: Sequence[Term], conflict: Conflict) -> Picture:
    """The puzzle with the clues that conflict; without any, the places that the demands speak of."""
    from ..picture import mark_places

    places = [place for clue in conflict.clues for place in clue.places]
    if not places:
        places = [value for each in conflict.because for value in each.values if isinstance(value, tuple)]
    return mark_places(_plain_picture(puzzle, given), places)


def _write_unique(desk: Desk, puzzle: Puzzle, found: Why) -> None:
    desk.lines(["Unique: there is one answer, so there is nothing to explain."])
    picture = _answer_picture(puzzle, found.answers[0], found.given)
    desk.draw(picture)
    desk.figures([picture], _title(puzzle))


def _answer_picture(puzzle: Puzzle, answer: Sequence[Term], given: Sequence[Term], other: Any = None) -> Picture:
    from ..picture import draw

    return draw(puzzle, answer, given, other)


def _write_answers(desk: Desk, puzzle: Puzzle, found: Why) -> None:
    from ..desk.differences import count
    from ..desk.words import Words
    from ..picture import draw_candidates

    number = len(found.answers)
    first = found.answers[0]
    lines = [f"{number} answers." if found.exhausted else f"Not unique: at least {number} answers."]
    pictures = []
    if found.some is not None and found.every is not None:
        pictures.append(draw_candidates(puzzle, found.some, found.every, found.given))
        open_ = len({mark.place for mark in pictures[0].marks if mark.open})
        desk_title = f"What all answers have in common ({_many(open_, 'place')} open):"
    other = found.nearest or found.answers[1]
    spots = count(puzzle, first, other)
    if found.repairs is not None:
        lines += ["", *_repair_lines(Words(puzzle), found)]
    desk.lines([*lines, *_limit(found.reason)])
    for picture in pictures:
        desk.draw(picture, desk_title)
    named = "The nearest pair" if found.nearest is not None else "Two answers"
    shown = [_answer_picture(puzzle, first, found.given, other), _answer_picture(puzzle, other, found.given, first)]
    desk.draw(shown[0], f"{named}, different in {_many(spots, 'place')} (marked):")
    desk.draw(shown[1])
    if found.farthest is not None:
        far = _answer_picture(puzzle, found.farthest, found.given, first)
        desk.draw(
            far, f"The answer that differs the most from the first, in {count(puzzle, first, found.farthest)} places:"
        )
        shown.append(far)
    desk.figures([*pictures, *shown], _title(puzzle))


def _repair_lines(words: Any, found: Why) -> Iterator[str]:
    repairs = found.repairs or []
    if not repairs:
        yield "No single clue would leave one answer."
        return
    yield f"{'Any one of these clues' if len(repairs) > 1 else 'This clue'} would leave one answer:"
    yield from (f"  {words.atom(clue)}" for clue in repairs)


def _why_record(puzzle: Puzzle, found: Why) -> dict[str, Any]:
    from ..desk.words import Words
    from ..plain import write

    words = Words(puzzle)
    record: dict[str, Any] = {
        "id": puzzle.name, "puzzle": puzzle.type.name, "verdict": found.verdict,
        "reason": found.reason or found.impossible,
    }  # fmt: skip
    if found.conflicts:
        record["smallest"], record["complete"] = found.smallest, found.complete
        record["conflicts"] = [
            {
                "clues": [words.clue(clue) for clue in conflict.clues],
                "because": [words.demand(each) for each in conflict.because],
            }
            for conflict in found.conflicts
        ]
    if found.answers:
        record["count"], record["exhausted"] = len(found.answers), found.exhausted
        record["answers"] = [write(puzzle, answer) for answer in found.answers[:2]]
    for name in ("nearest", "farthest"):
        if (answer := getattr(found, name)) is not None:
            record[name] = write(puzzle, answer)
    for name in ("some", "every", "repairs"):
        if (atoms := getattr(found, name)) is not None:
            record[name] = sorted(map(str, atoms))
    return record


# -- candidates


@click.command(short_help="What may stand in each cell, and what is certain.")
@INPUTS
@click.option("--forced", is_flag=True, help="Only what is certain.")
@with_options(WRITING, READING, SEARCHING)
def candidates(inputs: tuple[str, ...], forced: bool, **options: Any) -> int:
    """Show what holds in some answer, and what in all.

    Every value that a cell has in some answer stands in it; a '?' is a cell that is filled in some answers only, or a
    line that only some have. What is filled or blank in all answers is drawn so.

    Exit codes: 0 there is an answer, 1 there is none, 2 wrong input, 3 a limit was reached.
    """
    from ..desk.candidates import Candidates, findings
    from ..solver import NONE, UNIQUE, UNKNOWN

    desk = Desk(inputs, **options)

    def answer(puzzle: Puzzle) -> int:
        found: Candidates = desk.answer(Candidates(), findings, puzzle)
        certain = found.every if found.every is not None else frozenset()
        some = certain if forced else found.some
        if found.verdict == NONE:
            desk.lines(["No answer."])
        elif found.verdict == UNKNOWN:
            desk.lines([f"Unknown: {found.reason}."])
        else:
            _write_candidates(desk, puzzle, found, some, found.verdict == UNIQUE)
        desk.json({
            "id": puzzle.name, "puzzle": puzzle.type.name, "verdict": found.verdict,
            "some": None if forced else sorted(map(str, found.some)),
            "every": sorted(map(str, certain)) if found.every is not None else None, "reason": found.reason,
        })  # fmt: skip
        if found.reason is not None:
            return LIMIT_REACHED
        return NOT_SO if found.verdict == NONE else FOUND

    return desk.each(answer)


def _write_candidates(desk: Desk, puzzle: Puzzle, found: Candidates, some: Any, unique: bool) -> None:
    from ..picture import draw_candidates

    every = found.every if found.every is not None else frozenset()
    picture = draw_candidates(puzzle, some, every, found.given)
    open_ = len({mark.place for mark in picture.marks if mark.open})
    if unique:
        said = "Unique: everything is certain."
    elif found.every is None:
        said = "What was seen in some answer; what is certain is not known."
    else:
        said = f"{_many(len(every), 'mark')} certain" + (f"; {_many(open_, 'place')} open." if open_ else ".")
    desk.draw(picture)
    desk.lines([*([""] if desk.format == "text" else _table(picture)), said, *_limit(found.reason)])
    desk.figures([picture], _title(puzzle))


def _table(picture: Picture) -> Iterator[str]:
    """A token a cell, as in the answer text: values with commas between them, '?' for what is open, '-' for nothing."""
    said: dict[Any, str] = {}
    for mark in picture.marks:
        if mark.kind in ("border", "cage", "note", "line"):
            continue
        text = ",".join(mark.value) if mark.open and "," not in mark.value else mark.value
        said.setdefault(mark.place, text or {"circle": "o"}.get(mark.kind, "x"))
    rows: dict[int, list[str]] = {}
    for cell in sorted(picture.cells):
        rows.setdefault(cell[0], []).append(said.get(cell, "-"))
    yield from (" ".join(row) for row in rows.values())


# -- reduce


def _places(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> frozenset[tuple[int, int]]:
    found = set()
    for value in values:
        for each in re.split(r"[;\s]+", value.strip()):
            match = re.fullmatch(r"r?(\d+)[,c](\d+)", each)
            if match is None:
                raise click.BadParameter(f"found '{each}', expected a cell such as 2,5 (row 2, column 5)", ctx, param)
            found.add((int(match[1]), int(match[2])))
    return frozenset(found)


@click.command(short_help="Take clues away while the answer stays the only one.")
@INPUTS
@click.option("--keep", metavar="R,C", multiple=True, callback=_places, help="Keep the clue in this cell.")
@click.option("--symmetric", is_flag=True, help="Clues that a half turn of the board maps to each other go together.")
@click.option("--smallest", is_flag=True, help="Find the fewest clues that leave one answer; for small boards.")
@SEED
@with_options(WRITING, READING, SEARCHING)
def reduce(
    inputs: tuple[str, ...],
    keep: frozenset[tuple[int, int]],
    symmetric: bool,
    smallest: bool,
    seed: int,
    **options: Any,
) -> int:
    """Take clues away, one after the other, while the answer stays the only one, until none can go.

    Writes the puzzle that is left in the native format.

    Exit codes: 0 done, 1 the answer is not the only one to begin with, 2 wrong input, 3 a limit was reached.
    """
    from ..desk.reduce import Reduced, Wanted, findings

    desk = Desk(inputs, **options)
    wanted = Wanted(frozenset(keep), symmetric, seed, smallest)

    def answer(puzzle: Puzzle) -> int:
        _check_kept(puzzle, keep)
        found: Reduced = desk.answer(Reduced(), findings, puzzle, wanted)
        _write_reduced(desk, puzzle, found, smallest)
        if found.reason is not None:
            return LIMIT_REACHED
        return FOUND if found.puzzle is not None else NOT_SO

    return desk.each(answer)


def _check_kept(puzzle: Puzzle, keep: Iterable[tuple[int, int]]) -> None:
    from ..desk.clues import clues

    places = {place for clue in clues(puzzle) for place in clue.places}
    for cell in sorted(keep):
        if cell not in places:
            raise PuzzleError("there is no clue to keep", file=puzzle.file, row=cell[0], column=cell[1])


def _write_reduced(desk: Desk, puzzle: Puzzle, found: Reduced, smallest: bool) -> None:
    from ..formats.writing import write

    record: dict[str, Any] = {"id": puzzle.name, "puzzle": puzzle.type.name, "verdict": found.verdict}
    if found.puzzle is None:
        said = {
            "none": "There is no answer, so nothing can be reduced ('pysolve why' says why).",
            "multiple": "There are several answers, so nothing can be reduced ('pysolve why' says why).",
            "unknown": f"Unknown: {found.reason}.",
            "unique": f"Nothing was taken away: {found.reason}.",
        }[found.verdict]
        desk.lines([said])
        desk.json({**record, "reason": found.reason})
        return
    removed, left = len(found.removed), len(found.left)
    said = f"{_many(removed, 'clue')} of {removed + left} taken away; {left} left"
    if found.fewest:
        said += ", and fewer would not do"
    if found.reason:
        said += f" ({found.reason} before the fewest were found)"
    if desk.settings.rules:
        said += f" (with {' '.join(f'-r {file}' for file in desk.settings.rules)})"
    picture = _plain_picture(found.puzzle, ())
    desk.lines([write(found.puzzle, desk.comments(said + ".", picture)).rstrip("\n")])
    desk.figures([picture], _title(puzzle))
    desk.json({
        **record, "removed": len(found.removed), "left": len(found.left), "fewest": found.fewest,
        "instance": write(found.puzzle), "reason": found.reason,
    })  # fmt: skip


# -- hint


@click.command(short_help="The next step, and its reason.")
@INPUTS
@click.option(
    "--partial", metavar="ANSWER", help="A file with what is filled in already: an answer text with '.' for open cells."
)
@click.option("--steps", metavar="N", type=click.IntRange(min=1), default=1, help="So many steps (default: 1).")
@click.option("--all", "everything", is_flag=True, help="All steps, up to the answer.")
@with_options(WRITING, READING, SEARCHING)
def hint(inputs: tuple[str, ...], partial: str | None, steps: int, everything: bool, **options: Any) -> int:
    """Say what can be deduced next, and why: the smallest reason found comes first.

    A reason names clues, demands of the rules and what is known already; nothing in it is to spare. What is wrong in a
    partial answer is pointed out first.

    Exit codes: 0 a step was found or all is known, 1 there is none, 2 wrong input, 3 a limit was reached.
    """
    from ..desk.hint import Hints, Wanted, findings, read_partial

    desk = Desk(inputs, **options)
    text = read_partial(partial) if partial is not None else None
    wanted = Wanted(text, 0 if everything else steps)

    def answer(puzzle: Puzzle) -> int:
        found = Hints()
        written = 0
        for _ in desk.ask(found, findings, puzzle, wanted):
            for step in found.steps[written:]:
                written += 1
                _write_step(desk, puzzle, found, written, step)
        _end_hints(desk, puzzle, found)
        if found.reason is not None:
            return LIMIT_REACHED
        return FOUND if found.steps or (found.done and not found.wrong) else NOT_SO

    return desk.each(answer)


def _write_step(desk: Desk, puzzle: Puzzle, found: Hints, number: int, step: Step) -> None:
    desk.lines([*([""] if number > 1 else []), *_step_lines(puzzle, number, step)])
    if desk.format in ("text", "svg"):
        picture = _step_picture(puzzle, found, number)
        desk.draw(picture)
        desk.figures([picture], f"{_title(puzzle)}, step {number}")


def _step_lines(puzzle: Puzzle, number: int, step: Step) -> Iterator[str]:
    from ..desk.words import Words, sentence

    words = Words(puzzle)
    facts = [words.atom(fact.atom, fact.holds) for fact in step.facts]
    yield f"{number}. {sentence('; '.join(facts))}"
    reasons = [words.demand(each) for each in step.demands]
    reasons += [f"clue: {words.clue(clue)}" for clue in step.clues]
    reasons += [f"known: {words.atom(fact.atom, fact.holds)}" for fact in step.known]
    if not reasons:
        yield "   Nothing else is possible on this board."
    yield from (f"   {sentence(reason)}" for reason in reasons)


def _step_picture(puzzle: Puzzle, found: Hints, number: int) -> Picture:
    """What is known after a step; what it adds is marked, and so are the places of its reason."""
    from ..desk.hint import places_of
    from ..picture import cross_out, draw, note_places

    step = found.steps[number - 1]
    before = [*found.start, *(fact for each in found.steps[: number - 1] for fact in each.facts)]
    known = [fact.atom for fact in before if fact.holds]
    picture = draw(puzzle, [*known, *(fact.atom for fact in step.facts if fact.holds)], found.given, known)
    picture = replace(picture, missing=frozenset())  # nothing is missing: the answer only grows
    absent = [fact.atom for fact in step.facts if not fact.holds]
    picture = cross_out(puzzle, picture, [fact.atom for fact in before if not fact.holds] + absent, absent)
    reason = {place for fact in step.known for place in places_of(puzzle, fact.atom)}
    reason |= {place for clue in step.clues for place in clue.places}
    return note_places(picture, reason)


def _end_hints(desk: Desk, puzzle: Puzzle, found: Hints) -> None:
    from ..desk.words import Words, sentence
    from ..solver import MULTIPLE, NONE, UNKNOWN

    words = Words(puzzle)
    lines = []
    if found.verdict == NONE:
        lines.append("There is no answer, so there is no step ('pysolve why' says why).")
    elif found.wrong:
        lines.append("This is wrong:")
        lines += [f"  {sentence(words.atom(fact.atom, fact.holds))}" for fact in found.wrong]
    elif found.verdict == UNKNOWN:
        lines.append(f"Unknown: {found.reason}.")
    elif found.reason:
        lines += _limit(found.reason)
    elif found.done and found.verdict == MULTIPLE:
        lines.append("Nothing more is certain: there are several answers ('pysolve why' says more).")
    elif found.done:
        lines.append("Everything is known.")
    if lines:
        desk.lines([*([""] if found.steps else []), *lines])
    desk.json({
        "id": puzzle.name, "puzzle": puzzle.type.name, "verdict": found.verdict,
        "wrong": [words.atom(fact.atom, fact.holds) for fact in found.wrong],
        "steps": [_step_record(words, step) for step in found.steps], "done": found.done, "reason": found.reason,
    })  # fmt: skip


def _step_record(words: Any, step: Step) -> dict[str, Any]:
    return {
        "holds": [str(fact.atom) for fact in step.facts if fact.holds],
        "holds not": [str(fact.atom) for fact in step.facts if not fact.holds],
        "says": [words.atom(fact.atom, fact.holds) for fact in step.facts],
        "demands": [words.demand(each) for each in step.demands],
        "clues": [words.clue(clue) for clue in step.clues],
        "known": [words.atom(fact.atom, fact.holds) for fact in step.known],
    }


# -- grade


@click.command(short_help="How hard a puzzle is.")
@INPUTS
@with_options(WRITING, READING, SEARCHING)
def grade(inputs: tuple[str, ...], **options: Any) -> int:
    """Grade puzzles by the steps of 'pysolve hint --all'.

    The difficulty is the mean size of the reasons of the three hardest steps: how many clues, demands of the rules and
    known facts one has to see together. It can be compared within a type.

    Exit codes: 0 graded, 1 there is not exactly one answer, 2 wrong input, 3 a limit was reached.
    """
    from ..desk.grade import Grade, findings
    from ..solver import UNIQUE

    desk = Desk(inputs, **options)

    def answer(puzzle: Puzzle) -> int:
        found: Grade = desk.answer(Grade(), findings, puzzle)
        desk.lines([_grade_line(found)])
        desk.json({
            "id": puzzle.name, "puzzle": puzzle.type.name, "verdict": found.verdict, "difficulty": found.difficulty,
            "steps": found.steps, "largest": found.largest, "total": found.total, "done": found.done,
            "reason": found.reason,
        })  # fmt: skip
        if desk.format == "svg":
            desk.figures([_plain_picture(puzzle, ())], f"{_title(puzzle)}, difficulty {found.difficulty}")
        if found.reason is not None:
            return LIMIT_REACHED
        return FOUND if found.verdict == UNIQUE else NOT_SO

    return desk.each(answer)


def _grade_line(found: Grade) -> str:
    if found.verdict == "none":
        return "No answer, so no grade."
    figures = f"{_many(found.steps, 'step')}; the largest reason has {found.largest}, all together {found.total}"
    if found.verdict == "multiple":
        return "Several answers, so no grade."
    if not found.done:
        return f"Unknown: {found.reason}; so far {figures}."
    return f"Difficulty {found.difficulty}: {figures}."
