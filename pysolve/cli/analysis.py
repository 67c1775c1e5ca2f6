"""pysolve why, candidates, reduce, hint and grade."""

from __future__ import annotations

import functools
import json
import re
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ..formats import Source
from ..model.errors import PuzzleError
from ..model.marks import NOTHING, Layer
from ..report.phrases import bare, many, so_far, title_of
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
    warn_once,
    with_options,
)  # fmt: skip
from .solve import Output, _reading_of, _settings, several_sources

if TYPE_CHECKING:
    from ..analysis.candidates import Candidates
    from ..analysis.hint import Hints, Step
    from ..analysis.reduce import ReducedPuzzle
    from ..analysis.result import Result
    from ..analysis.why import Conflict, Why
    from ..model.puzzle import Puzzle
    from ..model.terms import Term, Value
    from ..render.picture import Picture
    from ..run.jobs import PuzzleAnalysis

_Result = TypeVar("_Result", bound="Result")

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
                    help="For random choices: the same seed leads to the same result (default: 0).")  # fmt: skip


class AnalysisCommand:
    """Runs an analysis on one puzzle after the other, and writes what it finds."""

    def __init__(
        self, inputs: Sequence[str], format_: str, style: str | None, output: str | None, **options: Any
    ) -> None:
        """options: those of READING and SEARCHING. PuzzleError if one of them is wrong."""
        self.format = format_
        self.output = Output(output)
        self.style = style or self.output.style
        self.reading = _reading_of(options)
        self.settings = _settings(options)
        self.memory_limit = options["memory_limit"]
        self.interrupted = False
        self.several, self.sources = several_sources(inputs, self.settings.time_limit)

    def each(
        self,
        nothing: _Result,
        analysis: PuzzleAnalysis[_Result],
        write: Callable[[Puzzle, Iterator[_Result]], int],
    ) -> int:
        """Analyses each puzzle; returns the exit code for all. nothing: what is known at the beginning. write: writes
        what the results say (each is more complete than the one before), and returns the exit code for this puzzle.
        """
        codes = []
        try:
            for source in self.sources:
                codes.append(self._one(source, nothing, analysis, write))
                if self.interrupted:
                    raise KeyboardInterrupt
        finally:
            self.output.close()
        return gravest(codes)

    def _one(
        self,
        source: Source,
        nothing: _Result,
        analysis: PuzzleAnalysis[_Result],
        write: Callable[[Puzzle, Iterator[_Result]], int],
    ) -> int:
        from ..run.jobs import source_results

        try:
            puzzle, results = source_results(nothing, analysis, source, self.reading, self.settings, self.memory_limit)
            for remark in puzzle.remarks if puzzle is not None else ():
                click.echo(f"Note: {remark}.", err=True)
            if puzzle is not None:
                self._warn(puzzle)
            if self.several and self.format in ("text", "plain"):
                self.write(f"{source.file}\n")
            if puzzle is not None:
                return write(puzzle, self._until_interrupted(nothing, results))
            reason = next(results).reason
            self.lines([f"Unknown: {reason}."])
            self.json({"id": source.name, "puzzle": None, "verdict": "unknown", "reason": reason})
            return LIMIT_REACHED
        except PuzzleError as error:
            complain(error)
            return BAD_INPUT

    def _warn(self, puzzle: Puzzle) -> None:
        """Says what is remarkable about the rules, as far as their text shows it."""
        from ..solving import rules
        from ..solving.rule_remarks import uncovered_rules, unread_facts

        with suppress(PuzzleError):  # if they cannot be read, the analysis says so
            program = rules.load([puzzle.type.rules_file, *self.settings.rules])
            warn_once([*unread_facts(puzzle, program.text), *uncovered_rules(program)])

    def _until_interrupted(self, nothing: _Result, results: Iterator[_Result]) -> Iterator[_Result]:
        """The results; Ctrl-C leaves the last, so that it is written."""
        from ..solving.outcome import StopReason

        result = nothing
        try:
            for result in results:
                yield result
        except KeyboardInterrupt:
            self.interrupted = True
            yield replace(result, reason=StopReason.INTERRUPTED)

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
            from ..render import text

            self.write((f"\n{title}\n" if title else "\n") + text.render(picture, self.style, self.output.colour))

    def comments(self, said: str, picture: Picture) -> str:
        """What stands above an instance: a sentence, and a drawing, where that is wanted."""
        from ..render import text

        return f"{said}\n\n{text.render(picture, self.style)}\n" if self.format == "text" else said

    def figures(self, pictures: Sequence[Picture], title: str) -> None:
        """Writes a figure, where that is wanted."""
        if self.format == "svg":
            from ..render import svg

            self.write(svg.render(pictures, title).rstrip("\n"))

    def json(self, record: dict[str, Any]) -> None:
        """Writes a record, where that is wanted."""
        if self.format == "json":
            self.write(json.dumps(record, ensure_ascii=False))


def _last(results: Iterator[_Result]) -> _Result:
    """The most complete of the results."""
    return deque(results, maxlen=1).pop()


def _limit(reason: str | None) -> list[str]:
    return ["", *so_far(reason)] if reason else []


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
    from ..analysis.why import Why, WhyRequest, explain_verdict
    from ..model.verdict import Verdict
    from ..report.why import verdict_line, why_record

    command = AnalysisCommand(inputs, **options)
    request = WhyRequest(0 if all_conflicts else 1, models, farthest, repair)

    def write(puzzle: Puzzle, results: Iterator[Why]) -> int:
        found = _last(results)
        if found.verdict == Verdict.NONE:
            _write_conflicts(command, puzzle, found, all_conflicts)
        elif found.verdict == Verdict.MULTIPLE:
            _write_answers(command, puzzle, found)
        elif found.verdict == Verdict.UNIQUE:
            _write_unique(command, puzzle, found)
        else:
            command.lines([verdict_line(found)])
        command.json(why_record(puzzle, found))
        if found.reason is not None or found.verdict == Verdict.UNKNOWN:
            return LIMIT_REACHED
        return FOUND if found.verdict == Verdict.UNIQUE else NOT_SO

    return command.each(Why(), functools.partial(explain_verdict, request=request), write)


def _write_conflicts(command: AnalysisCommand, puzzle: Puzzle, found: Why, everything: bool) -> None:
    from ..report.why import conflict_picture, verdict_line

    lines = [verdict_line(found)]
    for number, conflict in enumerate(found.conflicts, 1):
        lines += ["", *_conflict_lines(puzzle, conflict, f"{number}. " if everything else "")]
    if found.conflicts and found.conflicts[0].clues:
        if not found.smallest:
            lines += ["", "There may be a smaller conflict."]
        if everything and found.complete:
            lines += ["", "There is no other conflict."]
    command.lines([*lines, *_limit(found.reason)])
    pictures = [conflict_picture(puzzle, found.given, conflict) for conflict in found.conflicts]
    for number, picture in enumerate(pictures, 1):
        command.draw(picture, f"{number}." if everything else "")
    command.figures(pictures or [bare(puzzle, found.given)], title_of(puzzle))


def _conflict_lines(puzzle: Puzzle, conflict: Conflict, number: str) -> Iterator[str]:
    from ..report.why import conflict_clues, conflict_constraints, conflict_head

    yield number + conflict_head(conflict)
    yield from (f"  {clue}" for clue in conflict_clues(puzzle, conflict))
    because = conflict_constraints(puzzle, conflict)
    if because:
        yield "because" if conflict.clues else "These constraints cannot all be satisfied:"
        yield from (f"  {constraint}" for constraint in because)


def _write_unique(command: AnalysisCommand, puzzle: Puzzle, found: Why) -> None:
    from ..render.picture import draw
    from ..report.why import verdict_line

    command.lines([verdict_line(found)])
    picture = draw(puzzle, found.answers[0], found.given)
    command.draw(picture)
    command.figures([picture], title_of(puzzle))


def _write_answers(command: AnalysisCommand, puzzle: Puzzle, found: Why) -> None:
    from ..report.candidates import open_places
    from ..report.why import common_picture, farthest, pair, repair_lines, verdict_line

    lines = [verdict_line(found)]
    if found.repairs is not None:
        head, *clues = repair_lines(puzzle, found)
        lines += ["", head, *(f"  {clue}" for clue in clues)]
    command.lines([*lines, *_limit(found.reason)])
    pictures = []
    common = common_picture(puzzle, found)
    if common is not None:
        open_ = many(open_places(common), "place")
        pictures.append((common, f"What all answers have in common ({open_} open):"))
    _, (one, other), line = pair(puzzle, found)
    pictures += [(one, line), (other, "")]
    far = farthest(puzzle, found)
    if far is not None:
        pictures.append(far)
    for picture, title in pictures:
        command.draw(picture, title)
    command.figures([picture for picture, _ in pictures], title_of(puzzle))


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
    from ..analysis.candidates import Candidates, find_candidates
    from ..model.verdict import Verdict
    from ..report.candidates import candidates_line

    command = AnalysisCommand(inputs, **options)

    def write(puzzle: Puzzle, results: Iterator[Candidates]) -> int:
        found = _last(results)
        certain = found.every if found.every is not None else frozenset()
        some = certain if forced else found.some
        if found.verdict in (Verdict.NONE, Verdict.UNKNOWN):
            command.lines([candidates_line(found, None)])
        else:
            _write_candidates(command, puzzle, found, some)
        command.json({
            "id": puzzle.name, "puzzle": puzzle.type.name, "verdict": found.verdict,
            "some": None if forced else sorted(map(str, found.some)),
            "every": sorted(map(str, certain)) if found.every is not None else None, "reason": found.reason,
        })  # fmt: skip
        if found.reason is not None:
            return LIMIT_REACHED
        return NOT_SO if found.verdict == Verdict.NONE else FOUND

    return command.each(Candidates(), find_candidates, write)


def _write_candidates(command: AnalysisCommand, puzzle: Puzzle, found: Candidates, some: Collection[Term]) -> None:
    from ..render.picture import draw_candidates
    from ..report.candidates import candidates_line

    every = found.every if found.every is not None else frozenset()
    picture = draw_candidates(puzzle, some, every, found.given)
    command.draw(picture)
    said = candidates_line(found, picture)
    command.lines([*([""] if command.format == "text" else _table(picture)), said, *_limit(found.reason)])
    command.figures([picture], title_of(puzzle))


def _table(picture: Picture) -> Iterator[str]:
    """A token a cell, as in the answer text: values with commas between them, '?' for what is open, '-' for nothing."""
    said: dict[Value, str] = {}
    for mark in picture.marks:
        if mark.layer not in (Layer.FILL, Layer.SYMBOL, Layer.SIGN, Layer.TEXT):
            continue
        text = ",".join(mark.value) if mark.open and "," not in mark.value else mark.value
        said.setdefault(mark.place, text or mark.entry.token or "x")
    rows: dict[int, list[str]] = {}
    for cell in sorted(picture.cells):
        rows.setdefault(cell[0], []).append(said.get(cell, NOTHING))
    yield from (" ".join(row) for row in rows.values())


# -- reduce


def _places(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> frozenset[tuple[int, int]]:
    found = set()
    for value in values:
        for each in re.split(r"[;\s]+", value.strip()):
            match = re.fullmatch(r"r?(\d{1,9})[,c](\d{1,9})", each)
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
    from ..analysis.reduce import ReducedPuzzle, ReduceRequest, check_kept, reduce_clues

    command = AnalysisCommand(inputs, **options)
    request = ReduceRequest(frozenset(keep), symmetric, seed, smallest)

    def write(puzzle: Puzzle, results: Iterator[ReducedPuzzle]) -> int:
        check_kept(puzzle, keep)
        found = _last(results)
        _write_reduced(command, puzzle, found)
        if found.reason is not None:
            return LIMIT_REACHED
        return FOUND if found.puzzle is not None else NOT_SO

    return command.each(ReducedPuzzle(), functools.partial(reduce_clues, request=request), write)


def _write_reduced(command: AnalysisCommand, puzzle: Puzzle, found: ReducedPuzzle) -> None:
    from ..formats.native_writer import write
    from ..report.reduced import reduced_line

    record: dict[str, Any] = {"id": puzzle.name, "puzzle": puzzle.type.name, "verdict": found.verdict}
    said = reduced_line(found, command.settings.rules)
    if found.puzzle is None:
        command.lines([said])
        command.json({**record, "reason": found.reason})
        return
    picture = bare(found.puzzle)
    command.lines([write(found.puzzle, command.comments(said, picture)).rstrip("\n")])
    command.figures([picture], title_of(puzzle))
    command.json({
        **record, "removed": len(found.removed), "left": len(found.left), "fewest": found.fewest,
        "instance": write(found.puzzle), "reason": found.reason,
    })  # fmt: skip


# -- hint


@click.command(short_help="The next step, and its reason.")
@INPUTS
@click.option(
    "--partial", metavar="ANSWER", help="A file with what is filled in already: an answer text with '.' for open cells."
)
@click.option("--steps", metavar="N", type=click.IntRange(min=1), default=1, help="How many steps (default: 1).")
@click.option("--all", "everything", is_flag=True, help="All steps, up to the answer.")
@with_options(WRITING, READING, SEARCHING)
def hint(inputs: tuple[str, ...], partial: str | None, steps: int, everything: bool, **options: Any) -> int:
    """Say what can be deduced next, and why: the smallest reason found comes first.

    A reason names clues, constraints and what is known already; nothing in it is redundant. What is wrong in a
    partial answer is pointed out first.

    Exit codes: 0 a step was found or all is known, 1 there is none, 2 wrong input, 3 a limit was reached.
    """
    from ..analysis.hint import HintRequest, Hints, explain_steps, read_partial

    command = AnalysisCommand(inputs, **options)
    text = read_partial(partial, options["time_limit"]) if partial is not None else None
    request = HintRequest(text, 0 if everything else steps)

    def write(puzzle: Puzzle, results: Iterator[Hints]) -> int:
        found = Hints()
        written = 0
        for found in results:
            for step in found.steps[written:]:
                written += 1
                _write_step(command, puzzle, found, written, step)
        _end_hints(command, puzzle, found)
        if found.reason is not None:
            return LIMIT_REACHED
        return FOUND if found.steps or (found.done and not found.wrong) else NOT_SO

    return command.each(Hints(), functools.partial(explain_steps, request=request), write)


def _write_step(command: AnalysisCommand, puzzle: Puzzle, found: Hints, number: int, step: Step) -> None:
    from ..report.hints import step_because, step_picture, step_says

    because = [f"   {reason}" for reason in step_because(puzzle, step)]
    command.lines([*([""] if number > 1 else []), f"{number}. {step_says(puzzle, step)}", *because])
    if command.format in ("text", "svg"):
        picture = step_picture(puzzle, found, number)
        command.draw(picture)
        command.figures([picture], f"{title_of(puzzle)}, step {number}")


def _end_hints(command: AnalysisCommand, puzzle: Puzzle, found: Hints) -> None:
    from ..report.hints import hints_end, step_record, wrong_lines
    from ..report.words import Words

    end = hints_end(found)
    if end is not None:
        wrong = [f"  {line}" for line in wrong_lines(puzzle, found)]
        command.lines([*([""] if found.steps or found.reason else []), end, *wrong])
    words = Words(puzzle)
    command.json({
        "id": puzzle.name, "puzzle": puzzle.type.name, "verdict": found.verdict,
        "wrong": [words.atom(fact.atom, fact.holds) for fact in found.wrong],
        "steps": [step_record(puzzle, step) for step in found.steps], "done": found.done,
        "reason": found.reason,
    })  # fmt: skip


# -- grade


@click.command(short_help="How hard a puzzle is.")
@INPUTS
@with_options(WRITING, READING, SEARCHING)
def grade(inputs: tuple[str, ...], **options: Any) -> int:
    """Grade puzzles by the steps of 'pysolve hint --all'.

    The difficulty is the mean size of the reasons of the three hardest steps: how many clues, constraints and known
    facts one has to see together. It can be compared within a type.

    Exit codes: 0 graded, 1 there is not exactly one answer, 2 wrong input, 3 a limit was reached.
    """
    from ..analysis.grade import Grade, grade_puzzle
    from ..model.verdict import Verdict
    from ..report.grade import grade_line

    command = AnalysisCommand(inputs, **options)

    def write(puzzle: Puzzle, results: Iterator[Grade]) -> int:
        found = _last(results)
        command.lines([grade_line(found)])
        command.json({
            "id": puzzle.name, "puzzle": puzzle.type.name, "verdict": found.verdict, "difficulty": found.difficulty,
            "steps": found.steps, "largest": found.largest, "total": found.total, "done": found.done,
            "reason": found.reason,
        })  # fmt: skip
        if command.format == "svg":
            command.figures([bare(puzzle)], f"{title_of(puzzle)}, difficulty {found.difficulty}")
        if found.reason is not None:
            return LIMIT_REACHED
        return FOUND if found.verdict == Verdict.UNIQUE else NOT_SO

    return command.each(Grade(), grade_puzzle, write)
