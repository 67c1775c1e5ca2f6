"""pysolve why, candidates, reduce, hint and grade: the setter's desk."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from .. import formats
from ..formats import Source
from ..model.errors import PuzzleError
from ..model.marks import NOTHING, Layer
from ..report import sentences
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
    from ..analysis.candidates import Candidates
    from ..analysis.grade import Grade
    from ..analysis.hint import Hints, Step
    from ..analysis.reduce import Reduced
    from ..analysis.why import Conflict, Why
    from ..model.puzzle import Puzzle
    from ..render.picture import Picture

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
            for remark in puzzle.remarks:
                click.echo(f"Note: {remark}.", err=True)
            if len(self.sources) > 1 and self.format in ("text", "plain"):
                self.write(f"{source.file}\n")
            return answer(puzzle)
        except PuzzleError as error:
            complain(error)
            return BAD_INPUT

    def ask(self, result: Any, findings: Callable[..., Any], puzzle: Puzzle, *wanted: object) -> Iterator[Any]:
        """The result, ever more complete; Ctrl-C leaves it as it is."""
        from ..run.jobs import gather

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


def _limit(reason: str | None) -> list[str]:
    return ["", *sentences.so_far(reason)] if reason else []


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
    from ..analysis.why import Wanted, Why, findings
    from ..model.verdict import Verdict

    desk = Desk(inputs, **options)
    wanted = Wanted(0 if all_conflicts else 1, models, farthest, repair)

    def answer(puzzle: Puzzle) -> int:
        found: Why = desk.answer(Why(), findings, puzzle, wanted)
        if found.verdict == Verdict.NONE:
            _write_conflicts(desk, puzzle, found, all_conflicts)
        elif found.verdict == Verdict.MULTIPLE:
            _write_answers(desk, puzzle, found)
        elif found.verdict == Verdict.UNIQUE:
            _write_unique(desk, puzzle, found)
        else:
            desk.lines([sentences.verdict_line(found)])
        desk.json(sentences.why_record(puzzle, found))
        if found.reason is not None or found.verdict == Verdict.UNKNOWN:
            return LIMIT_REACHED
        return FOUND if found.verdict == Verdict.UNIQUE else NOT_SO

    return desk.each(answer)


def _write_conflicts(desk: Desk, puzzle: Puzzle, found: Why, everything: bool) -> None:
    lines = [sentences.verdict_line(found)]
    for number, conflict in enumerate(found.conflicts, 1):
        lines += ["", *_conflict_lines(puzzle, conflict, f"{number}. " if everything else "")]
    if found.conflicts and found.conflicts[0].clues:
        if not found.smallest:
            lines += ["", "There may be a smaller conflict."]
        if everything and found.complete:
            lines += ["", "There is no other conflict."]
    desk.lines([*lines, *_limit(found.reason)])
    pictures = [sentences.conflict_picture(puzzle, found.given, conflict) for conflict in found.conflicts]
    for number, picture in enumerate(pictures, 1):
        desk.draw(picture, f"{number}." if everything else "")
    desk.figures(pictures or [sentences.bare(puzzle, found.given)], sentences.title_of(puzzle))


def _conflict_lines(puzzle: Puzzle, conflict: Conflict, number: str) -> Iterator[str]:
    yield number + sentences.conflict_head(conflict)
    yield from (f"  {clue}" for clue in sentences.conflict_clues(puzzle, conflict))
    because = sentences.conflict_demands(puzzle, conflict)
    if because:
        yield "because" if conflict.clues else "These demands of theirs cannot all be met:"
        yield from (f"  {demand}" for demand in because)


def _write_unique(desk: Desk, puzzle: Puzzle, found: Why) -> None:
    from ..render.picture import draw

    desk.lines([sentences.verdict_line(found)])
    picture = draw(puzzle, found.answers[0], found.given)
    desk.draw(picture)
    desk.figures([picture], sentences.title_of(puzzle))


def _write_answers(desk: Desk, puzzle: Puzzle, found: Why) -> None:
    lines = [sentences.verdict_line(found)]
    if found.repairs is not None:
        head, *clues = sentences.repair_lines(puzzle, found)
        lines += ["", head, *(f"  {clue}" for clue in clues)]
    desk.lines([*lines, *_limit(found.reason)])
    pictures = []
    common = sentences.common_picture(puzzle, found)
    if common is not None:
        open_ = sentences.many(sentences.open_places(common), "place")
        pictures.append((common, f"What all answers have in common ({open_} open):"))
    _, (one, other), line = sentences.pair(puzzle, found)
    pictures += [(one, line), (other, "")]
    far = sentences.farthest(puzzle, found)
    if far is not None:
        pictures.append(far)
    for picture, title in pictures:
        desk.draw(picture, title)
    desk.figures([picture for picture, _ in pictures], sentences.title_of(puzzle))


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
    from ..analysis.candidates import Candidates, findings
    from ..model.verdict import Verdict

    desk = Desk(inputs, **options)

    def answer(puzzle: Puzzle) -> int:
        found: Candidates = desk.answer(Candidates(), findings, puzzle)
        certain = found.every if found.every is not None else frozenset()
        some = certain if forced else found.some
        if found.verdict in (Verdict.NONE, Verdict.UNKNOWN):
            desk.lines([sentences.candidates_line(found, None)])
        else:
            _write_candidates(desk, puzzle, found, some)
        desk.json({
            "id": puzzle.name, "puzzle": puzzle.type.name, "verdict": found.verdict,
            "some": None if forced else sorted(map(str, found.some)),
            "every": sorted(map(str, certain)) if found.every is not None else None, "reason": found.reason,
        })  # fmt: skip
        if found.reason is not None:
            return LIMIT_REACHED
        return NOT_SO if found.verdict == Verdict.NONE else FOUND

    return desk.each(answer)


def _write_candidates(desk: Desk, puzzle: Puzzle, found: Candidates, some: Any) -> None:
    from ..render.picture import draw_candidates

    every = found.every if found.every is not None else frozenset()
    picture = draw_candidates(puzzle, some, every, found.given)
    desk.draw(picture)
    said = sentences.candidates_line(found, picture)
    desk.lines([*([""] if desk.format == "text" else _table(picture)), said, *_limit(found.reason)])
    desk.figures([picture], sentences.title_of(puzzle))


def _table(picture: Picture) -> Iterator[str]:
    """A token a cell, as in the answer text: values with commas between them, '?' for what is open, '-' for nothing."""
    said: dict[Any, str] = {}
    for mark in picture.marks:
        if mark.layer not in (Layer.FILL, Layer.SYMBOL, Layer.TEXT):
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
    from ..analysis.reduce import Reduced, Wanted, check_kept, findings

    desk = Desk(inputs, **options)
    wanted = Wanted(frozenset(keep), symmetric, seed, smallest)

    def answer(puzzle: Puzzle) -> int:
        check_kept(puzzle, keep)
        found: Reduced = desk.answer(Reduced(), findings, puzzle, wanted)
        _write_reduced(desk, puzzle, found)
        if found.reason is not None:
            return LIMIT_REACHED
        return FOUND if found.puzzle is not None else NOT_SO

    return desk.each(answer)


def _write_reduced(desk: Desk, puzzle: Puzzle, found: Reduced) -> None:
    from ..formats.native_writer import write

    record: dict[str, Any] = {"id": puzzle.name, "puzzle": puzzle.type.name, "verdict": found.verdict}
    said = sentences.reduced_line(found, desk.settings.rules)
    if found.puzzle is None:
        desk.lines([said])
        desk.json({**record, "reason": found.reason})
        return
    picture = sentences.bare(found.puzzle)
    desk.lines([write(found.puzzle, desk.comments(said, picture)).rstrip("\n")])
    desk.figures([picture], sentences.title_of(puzzle))
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
    from ..analysis.hint import Hints, Wanted, findings, read_partial

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
    because = [f"   {reason}" for reason in sentences.step_because(puzzle, step)]
    desk.lines([*([""] if number > 1 else []), f"{number}. {sentences.step_says(puzzle, step)}", *because])
    if desk.format in ("text", "svg"):
        picture = sentences.step_picture(puzzle, found, number)
        desk.draw(picture)
        desk.figures([picture], f"{sentences.title_of(puzzle)}, step {number}")


def _end_hints(desk: Desk, puzzle: Puzzle, found: Hints) -> None:
    from ..report.words import Words

    end = sentences.hints_end(found)
    if end is not None:
        wrong = [f"  {line}" for line in sentences.wrong_lines(puzzle, found)]
        desk.lines([*([""] if found.steps or found.reason else []), end, *wrong])
    words = Words(puzzle)
    desk.json({
        "id": puzzle.name, "puzzle": puzzle.type.name, "verdict": found.verdict,
        "wrong": [words.atom(fact.atom, fact.holds) for fact in found.wrong],
        "steps": [sentences.step_record(puzzle, step) for step in found.steps], "done": found.done,
        "reason": found.reason,
    })  # fmt: skip


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
    from ..analysis.grade import Grade, findings
    from ..model.verdict import Verdict

    desk = Desk(inputs, **options)

    def answer(puzzle: Puzzle) -> int:
        found: Grade = desk.answer(Grade(), findings, puzzle)
        desk.lines([sentences.grade_line(found)])
        desk.json({
            "id": puzzle.name, "puzzle": puzzle.type.name, "verdict": found.verdict, "difficulty": found.difficulty,
            "steps": found.steps, "largest": found.largest, "total": found.total, "done": found.done,
            "reason": found.reason,
        })  # fmt: skip
        if desk.format == "svg":
            desk.figures([sentences.bare(puzzle)], f"{sentences.title_of(puzzle)}, difficulty {found.difficulty}")
        if found.reason is not None:
            return LIMIT_REACHED
        return FOUND if found.verdict == Verdict.UNIQUE else NOT_SO

    return desk.each(answer)
