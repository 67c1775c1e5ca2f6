"""pysolve solve, check and facts."""

from __future__ import annotations

import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from .. import formats
from ..formats import Reading, Source
from ..model.errors import PuzzleError
from .exit_codes import ExitCode, gravest
from .options import INPUTS, OUTPUT, STYLE, clasp_options, reading_options, search_options, several_sources
from .output import Output, complain

if TYPE_CHECKING:
    from ..model.puzzle import Puzzle
    from ..render.answers import Answer
    from ..solving.outcome import Outcome
    from ..solving.protocol import AnswerSearch
    from ..solving.settings import Settings


@click.command(short_help="Find answers, and say whether there is only one.")
@INPUTS
@click.option("-n", "models", metavar="N", type=click.IntRange(min=1), help="Stop after N answers (default: 2).")
@click.option("--all", "-a", "everything", is_flag=True, help="Find all answers; each is written as it is found.")
@click.option("--count", is_flag=True, help="Only count the answers.")
@click.option(
    "--format", "-f", "format_", type=click.Choice(["text", "plain", "json", "svg", "facts"]), default="text",
    help="How answers are written: drawn (default), a token a cell, JSON lines, a picture, ASP facts.",
)  # fmt: skip
@STYLE
@OUTPUT
@reading_options
@search_options
@clasp_options
@click.option("--stats", is_flag=True, help="Say on standard error how the search went.")
def solve(
    inputs: tuple[str, ...], models: int | None, everything: bool, count: bool, format_: str, style: str | None,
    output: str | None, reading: Reading, settings: Settings, memory_limit: int | None, stats: bool,
) -> ExitCode:  # fmt: skip
    """Solve puzzles: files, folders, or '-' for standard input.

    Looks for two answers, writes the first as soon as it is found, says whether it is the only one, and if
    not, shows the second with the cells that differ marked.
    """
    if everything and models is not None:
        raise click.UsageError("-n and --all contradict each other")
    settings = replace(settings, models=0 if everything or (count and models is None) else models or 2)
    target = Output(output)
    default = models is None and not everything
    writer = _Writer(target, format_, style or target.style, count, stats, default)
    codes = []
    several, sources = several_sources(inputs, settings.time_limit)
    try:
        for source in sources:
            codes.append(writer.solve(source, reading, settings, memory_limit, titled=several))
    finally:
        writer.output.close()
    return gravest(codes)


class _Writer:
    """Solves one puzzle after the other and writes what is found in the format that the user chose."""

    def __init__(self, output: Output, format_: str, style: str, count: bool, stats: bool, default: bool) -> None:
        self.output = output
        self.format = format_
        self.style = style
        self.count = count
        self.stats = stats
        self.default = default  # two answers are looked for to see whether there is one

    def solve(
        self, source: Source, reading: Reading, settings: Settings, memory_limit: int | None, titled: bool
    ) -> ExitCode:
        """Solves one puzzle; returns the exit code for it alone."""
        from ..run.searches import open_source

        try:
            settings = replace(settings, count=self.count, statistics=self.stats)
            puzzle, search = open_source(source, reading, settings, memory_limit)
            for remark in puzzle.remarks if puzzle is not None else ():
                click.echo(f"Note: {remark}.", err=True)
            if titled and self.format == "text":
                self.output.write(f"{source.file}\n")
                self.output.flush()
            if puzzle is None:
                self._end(source.name, None, [], search.outcome)
                return ExitCode.LIMIT_REACHED
            return self._run(puzzle, search)
        except PuzzleError as error:
            complain(error)
            return ExitCode.WRONG_INPUT

    def _run(self, puzzle: Puzzle, search: AnswerSearch) -> ExitCode:
        from ..render.answers import Answer

        writer = None
        if self.format in ("plain", "json"):
            from ..render.answer_text import Writer

            writer = Writer(puzzle)
        answers: list[Answer] = []
        number = 0
        interrupted = False
        try:
            for answer_set in search:
                number += 1
                answer = Answer(puzzle, answer_set.atoms, search.outcome.given, answer_set.costs, writer)
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

            leave(ExitCode.INTERRUPTED)
        if outcome.reason is not None:
            return ExitCode.LIMIT_REACHED
        return ExitCode.SUCCESS if outcome.count else ExitCode.NEGATIVE

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
    figures = outcome.statistics
    if not figures:
        return "statistics: none, the search did not end"
    problem, solving, times = figures["problem"], figures["solving"]["solvers"], figures["summary"]["times"]
    counts = {
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
    rows = [f"{name:<12} {int(value):>12,}" for name, value in counts.items()]
    rows.append(f"{'seconds':<12} {times['total']:>12.3f}  (search {times['solve']:.3f})")
    return "\n".join(rows)


@click.command(short_help="Only the verdict, a line for each puzzle.")
@INPUTS
@reading_options
@search_options
@clasp_options
def check(inputs: tuple[str, ...], reading: Reading, settings: Settings, memory_limit: int | None) -> ExitCode:
    """Say of each puzzle: unique, multiple, none, unknown or error.

    With several puzzles, each line also names the puzzle.
    """
    settings = replace(settings, models=2, count=True, drawing=False)
    several, sources = several_sources(inputs, settings.time_limit)
    codes = []
    for source in sources:
        verdict, code = _check(source, reading, settings, memory_limit)
        click.echo(f"{verdict:<8}  {source.file}" if several else verdict)
        codes.append(code)
    return gravest(codes)


def _check(source: Source, reading: Reading, settings: Settings, memory_limit: int | None) -> tuple[str, ExitCode]:
    from ..model.verdict import Verdict
    from ..run.searches import open_source

    try:
        _, search = open_source(source, reading, settings, memory_limit)
        for _ in search:
            pass
    except PuzzleError as error:
        complain(error)
        return "error", ExitCode.WRONG_INPUT
    verdict = search.outcome.verdict
    if search.outcome.reason is not None:
        click.echo(f"{source.file}: {search.outcome.reason}.", err=True)
    return verdict, {Verdict.UNIQUE: ExitCode.SUCCESS, Verdict.UNKNOWN: ExitCode.LIMIT_REACHED}.get(
        verdict, ExitCode.NEGATIVE
    )


@click.command(short_help="The puzzle as ASP facts, for plain clingo.")
@INPUTS
@reading_options
def facts(inputs: tuple[str, ...], reading: Reading) -> ExitCode:
    """Write a puzzle as ASP facts.

    \b
    pysolve facts FILE | clingo asp/TYPE/rules.lp -
    """
    from ..solving import facts as asp_facts

    for source in formats.sources(inputs):
        puzzle = formats.read(source, reading)
        sys.stdout.write(asp_facts.options(puzzle) + asp_facts.text(puzzle))
    return ExitCode.SUCCESS
