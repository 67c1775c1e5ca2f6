"""pysolve solve, check and facts."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

import click

from .. import formats
from ..formats import Reading, Source
from ..model.errors import PuzzleError
from .options import (
    BAD_INPUT,
    CLASP,
    FOUND,
    INPUTS,
    LIMIT_REACHED,
    NOT_SO,
    READING,
    SEARCHING,
    complain,
    gravest,
    reading,
    wants_colour,
    with_options,
)

if TYPE_CHECKING:
    from ..model.puzzle import Puzzle
    from ..render.answers import Answer
    from ..run.files import WholeFile
    from ..solving.outcome import Outcome
    from ..solving.protocol import AnswerSearch
    from ..solving.settings import Settings


class Output:
    """Standard output, or a file that is there whole or not at all."""

    def __init__(self, path: str | None) -> None:
        """PuzzleError if the file cannot be written."""
        self._file: WholeFile | None = None
        if path is not None:
            from ..run.files import WholeFile

            self._file = WholeFile(path)
        self.colour = path is None and wants_colour()

    @property
    def style(self) -> str:
        """The strokes that can be written: ASCII ones where the encoding has no others."""
        encoding = "utf-8" if self._file is not None else sys.stdout.encoding or "ascii"
        try:
            "┌│★█╭".encode(encoding)
        except (UnicodeEncodeError, LookupError):
            return "ascii"
        return "unicode"

    def write(self, text: str) -> None:
        """Writes a line, or several."""
        (self._file or sys.stdout).write(text + "\n")

    def flush(self) -> None:
        """Sends what was written on its way."""
        if self._file is None:
            sys.stdout.flush()

    def close(self) -> None:
        """Puts the file in its place, if anything was written."""
        if self._file is None:
            return
        if self._file.is_empty:
            self._file.discard()
        else:
            self._file.finish()


@click.command(short_help="Find answers, and say whether there is only one.")
@INPUTS
@click.option("-n", "models", metavar="N", type=click.IntRange(min=1), help="Stop after N answers (default: 2).")
@click.option("--all", "-a", "everything", is_flag=True, help="Find all answers; each is written as it is found.")
@click.option("--count", is_flag=True, help="Only count the answers.")
@click.option(
    "--format", "-f", "format_", type=click.Choice(["text", "plain", "json", "svg", "facts"]), default="text",
    help="How answers are written: drawn (default), a token a cell, JSON lines, a picture, ASP facts.",
)  # fmt: skip
@click.option(
    "--style", type=click.Choice(["unicode", "ascii"]),
    help="Strokes of the drawing (default: unicode, where the terminal's encoding has them).",
)  # fmt: skip
@click.option("--output", "-o", metavar="FILE", help="Write to a file.")
@with_options(READING, SEARCHING, CLASP)
@click.option("--stats", is_flag=True, help="Say on standard error how the search went.")
def solve(
    inputs: tuple[str, ...], models: int | None, everything: bool, count: bool, format_: str, style: str | None,
    output: str | None, stats: bool, **options: Any,
) -> int:  # fmt: skip
    """Solve puzzles: files, folders, or '-' for standard input.

    Looks for two answers, writes the first as soon as it is found, says whether it is the only one, and if
    not, shows the second with the cells that differ marked.
    """
    if everything and models is not None:
        raise click.UsageError("-n and --all contradict each other")
    how = _reading_of(options)
    settings = _settings(options, models=0 if everything or (count and models is None) else models or 2)
    target = Output(output)
    default = models is None and not everything
    writer = _Writer(target, format_, style or target.style, count, stats, default)
    codes = []
    several, sources = several_sources(inputs, settings.time_limit)
    try:
        for source in sources:
            codes.append(writer.solve(source, how, settings, options["memory_limit"], titled=several))
    finally:
        writer.output.close()
    return gravest(codes)


def _reading_of(options: dict[str, Any]) -> Reading:
    return reading(options["type_"], options["own_types"], options["words"], options["board"])


def several_sources(inputs: Sequence[str], patience: float | None) -> tuple[bool, Iterator[Source]]:
    """Whether there are several sources, and the sources; patience as formats.sources takes it."""
    sources = formats.sources(inputs, patience)
    ahead = list(islice(sources, 2))
    return len(ahead) > 1, chain(ahead, sources)


def _settings(options: dict[str, Any], **more: Any) -> Settings:
    from ..solving.settings import Settings

    if options["memory_limit"] is not None:
        from ..run.workers import check_memory_limit

        check_memory_limit()
    return Settings(
        rules=options["rules"],
        constants=dict(options["constants"]),
        time_limit=options["time_limit"],
        threads=options.get("threads", 1),
        configuration=options.get("configuration"),
        seed=options.get("seed"),
        **more,
    )


class _Writer:
    """Solves one puzzle after the other and writes what is found in the format that the user chose."""

    def __init__(self, output: Output, format_: str, style: str, count: bool, stats: bool, default: bool) -> None:
        self.output = output
        self.format = format_
        self.style = style
        self.count = count
        self.stats = stats
        self.default = default  # two answers are looked for to see whether there is one

    def solve(self, source: Source, how: Reading, settings: Settings, memory_limit: int | None, titled: bool) -> int:
        """Solves one puzzle; returns the exit code that it alone would give."""
        from dataclasses import replace

        from ..run.searches import open_source

        try:
            settings = replace(settings, count=self.count, statistics=self.stats)
            puzzle, search = open_source(source, how, settings, memory_limit)
            for remark in puzzle.remarks if puzzle is not None else ():
                click.echo(f"Note: {remark}.", err=True)
            if titled and self.format == "text":
                self.output.write(f"{source.file}\n")
                self.output.flush()
            if puzzle is None:
                self._end(source.name, None, [], search.outcome)
                return LIMIT_REACHED
            return self._run(puzzle, search)
        except PuzzleError as error:
            complain(error)
            return BAD_INPUT

    def _run(self, puzzle: Puzzle, search: AnswerSearch) -> int:
        from ..render.answers import Answer

        writer = None
        if self.format in ("plain", "json"):
            from ..render.answer_text import Writer

            writer = Writer(puzzle)
        answers: list[Answer] = []
        number = 0
        interrupted = False
        try:
            for found in search:
                number += 1
                answer = Answer(puzzle, found.atoms, search.outcome.given, found.costs, writer)
                if len(answers) < 2 or self.format == "svg":
                    answers.append(answer)
                self._answer(puzzle, number, answer, answers[0])
                if not search.has_more_ready:
                    self.output.flush()
        except KeyboardInterrupt:
            from ..solving.outcome import StopReason

            interrupted = True
            search.outcome.reason = StopReason.INTERRUPTED
        outcome = search.outcome
        if outcome.best is not None:
            answers.append(Answer(puzzle, outcome.best.atoms, outcome.given, outcome.best.costs))
            self._answer(puzzle, 1, answers[0], answers[0])
        self._end(puzzle.name, puzzle, answers, outcome)
        if interrupted:
            self.output.close()
            from . import leave
            from .options import INTERRUPTED

            leave(INTERRUPTED)
        if outcome.reason is not None:
            return LIMIT_REACHED
        return FOUND if outcome.count else NOT_SO

    def _answer(self, puzzle: Puzzle, number: int, answer: Answer, first: Answer) -> None:
        if self.format == "text":
            from ..render import text

            compared = first if number == 2 and self.default else None
            if compared is not None:
                self.output.write(f"\nNot unique: another answer, {_difference(answer, first)}.\n")
            elif number > 1:
                self.output.write("")
            self.output.write(text.render(answer.picture(compared), self.style, self.output.colour))
        elif self.format == "plain":
            self.output.write(("\n" if number > 1 else "") + answer.plain)
        elif self.format == "facts":
            self.output.write(answer.facts)
        elif self.format == "json":
            import json

            atoms = sorted(map(str, answer.atoms))
            record = {"id": puzzle.name, "puzzle": puzzle.type.name, "answer": number, "plain": answer.plain}
            self.output.write(json.dumps({**record, "atoms": atoms}, ensure_ascii=False))

    def _end(self, name: str, puzzle: Puzzle | None, answers: list[Answer], outcome: Outcome) -> None:
        from ..report.verdicts import solve_line

        for warning in outcome.warnings:
            click.echo(f"Warning: {warning}", err=True)
        if self.count:
            self.output.write(str(outcome.count))
            if outcome.reason:
                click.echo(f"At least {outcome.count}: {outcome.reason}.", err=True)
        elif self.format == "json":
            import json

            self.output.write(json.dumps(_summary(name, puzzle, outcome), ensure_ascii=False))
        elif self.format == "svg" and answers:
            from ..render import svg

            first = answers[0] if self.default else None
            pictures = [answers[0].picture(), *(each.picture(first) for each in answers[1:])]
            puzzle = answers[0].puzzle
            self.output.write(svg.render(pictures, puzzle.title or puzzle.type.title).rstrip("\n"))
        verdict = solve_line(outcome, self.default)
        if not self.count and self.format == "text":
            self.output.write(("\n" if answers else "") + verdict)
        elif not self.count and self.format != "json":
            click.echo(verdict, err=True)
        if self.stats:
            click.echo(_statistics(outcome), err=True)


def _difference(answer: Answer, first: Answer) -> str:
    differing = {mark.place for mark in answer.picture(first).marks if mark.differs}
    cells = {place for place in differing if isinstance(place, tuple)} | set(answer.picture(first).missing)
    if not cells:
        return "differences marked"
    return f"which differs in {len(cells)} cell{'s' if len(cells) > 1 else ''} (marked)"


def _summary(name: str, puzzle: Puzzle | None, outcome: Outcome) -> dict[str, Any]:
    from ..report.record import RecordVerdict

    return {
        "id": name, "puzzle": puzzle and puzzle.type.name, "verdict": RecordVerdict.of(outcome), "count": outcome.count,
        "exhausted": outcome.exhausted, "seconds": round(outcome.seconds, 4),
        "reason": outcome.reason or (str(outcome.impossible) if outcome.impossible else None),
    }  # fmt: skip


def _statistics(outcome: Outcome) -> str:
    """The figures of clasp that show how hard a search was."""
    found = outcome.statistics
    if not found:
        return "statistics: none, the search did not end"
    problem, solving, times = found["problem"], found["solving"]["solvers"], found["summary"]["times"]
    lines = {
        "rules": problem["lp"].get("rules", 0),
        "atoms": problem["lp"].get("atoms", 0),
        "variables": problem["generator"]["vars"],
        "constraints": sum(
            problem["generator"][name] for name in ("constraints", "constraints_binary", "constraints_ternary")
        ),
        "choices": solving["choices"],
        "conflicts": solving["conflicts"],
        "restarts": solving["restarts"],
    }
    said = [f"{name:<12} {int(value):>12,}" for name, value in lines.items()]
    said.append(f"{'seconds':<12} {times['total']:>12.3f}  (search {times['solve']:.3f})")
    return "\n".join(said)


@click.command(short_help="Only the verdict, a line for each puzzle.")
@INPUTS
@with_options(READING, SEARCHING, CLASP)
def check(inputs: tuple[str, ...], **options: Any) -> int:
    """Say of each puzzle: unique, multiple, none, unknown or error.

    With several puzzles, each line also names the puzzle.
    """
    how = _reading_of(options)
    settings = _settings(options, models=2, count=True, drawing=False)
    several, sources = several_sources(inputs, settings.time_limit)
    codes = []
    for source in sources:
        verdict, code = _check(source, how, settings, options["memory_limit"])
        click.echo(f"{verdict:<8}  {source.file}" if several else verdict)
        codes.append(code)
    return gravest(codes)


def _check(source: Source, how: Reading, settings: Settings, memory_limit: int | None) -> tuple[str, int]:
    from ..model.verdict import Verdict
    from ..run.searches import open_source

    try:
        _, search = open_source(source, how, settings, memory_limit)
        for _ in search:
            pass
    except PuzzleError as error:
        complain(error)
        return "error", BAD_INPUT
    verdict = search.outcome.verdict
    if search.outcome.reason is not None:
        click.echo(f"{source.file}: {search.outcome.reason}.", err=True)
    return verdict, {Verdict.UNIQUE: FOUND, Verdict.UNKNOWN: LIMIT_REACHED}.get(verdict, NOT_SO)


@click.command(short_help="The puzzle as ASP facts, for plain clingo.")
@INPUTS
@with_options(READING)
def facts(inputs: tuple[str, ...], **options: Any) -> int:
    """Write a puzzle as ASP facts.

    \b
    pysolve facts FILE | clingo asp/TYPE/rules.lp -
    """
    from ..solving import facts as made

    how = _reading_of(options)
    for source in formats.sources(inputs):
        puzzle = formats.read(source, how)
        sys.stdout.write(made.options(puzzle) + made.text(puzzle))
    return FOUND
