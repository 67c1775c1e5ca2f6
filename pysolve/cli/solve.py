"""pysolve solve, check and facts."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import click

from ..analysis import ground as sizes
from ..formats.source import Reading, Source
from ..model.errors import PuzzleError, StoppedError
from ..model.puzzle import StopReason, Verdict
from ..render import answer_text, svg
from ..report import lines as report_lines
from ..report import results as records
from ..run.searches import analyse_each, open_source, race, search_each, source_facts
from . import watching
from .options import (
    CSV,
    INPUTS,
    JSON,
    OUTPUT,
    STYLE,
    WATCH,
    Asked,
    Attempts,
    ExitCode,
    Output,
    Rows,
    Whole,
    Word,
    asked_together,
    clasp_options,
    complain,
    gravest,
    leave,
    limit_options,
    on_terminal,
    place_options,
    reading_options,
    say_notes,
    search_options,
    warn_once,
    written_line,
)

if TYPE_CHECKING:
    from ..model.puzzle import Puzzle
    from ..render.answer_text import Answer
    from ..run.searches import Race, ReceivedSearch
    from ..solving.outcome import AnswerSearch, AnswerSet, Outcome
    from ..solving.settings import Settings


@click.command()
@INPUTS
@click.option("-n", "models", metavar="N", type=Whole(min=1), help="Stop after N answers (default: 2).")
@click.option("--all", "-a", "everything", is_flag=True, help="Find all answers; each is written as it is found.")
@click.option("--count", is_flag=True, help="Only count the answers.")
@click.option(
    "--format", "-f", "format_", type=Word(["text", "plain", "json", "svg", "facts"]), default="text",
    help="How answers are written: drawn (default), a token per cell, JSON lines, a picture, ASP facts.",
)  # fmt: skip
@STYLE
@OUTPUT
@reading_options
@search_options
@clasp_options
@place_options
@click.option(
    "--portfolio", metavar="N", type=Whole(2, 256),
    help="Search in N ways at once, with other configurations and seeds: the first to end decides.",
)  # fmt: skip
@WATCH
@click.option("--stats", is_flag=True, help="Say on standard error how the search went.")
@asked_together
def solve(
    asked: Asked, models: int | None, everything: bool, count: bool, format_: str, style: str | None,
    output: str | None, watched: bool, stats: bool,
) -> ExitCode:  # fmt: skip
    """Solve puzzles: files, folders, or '-' for standard input.

    Looks for two answers, writes the first as soon as it is found, says whether it is the only one, and if
    not, shows the second with the cells that differ marked.

    With --jobs or --cluster, several puzzles are solved at once, and written in the same order.
    """
    _check_together(
        ("-n and --all contradict each other", everything and models is not None),
        ("--watch writes here what it finds here: without --jobs, --cluster, --portfolio and -o",
         watched and (asked.where.is_named or output is not None)),
        ("--all writes answers as they are found; with --jobs, --cluster or --portfolio, use -n",
         everything and not count and asked.where.is_named),
    )  # fmt: skip
    wanted = models or (0 if everything or count else 2)
    target, improving = Output(output), format_ == "text" and output is None and on_terminal()
    asked = asked.with_settings(models=wanted, count=count, statistics=stats, improving=improving)
    default = models is None and not everything
    writer = _Writer(target, format_, style, count, stats, default)
    if watched:
        watching.watch_puzzles(asked, writer.solve_again)
    codes = []
    several, sources = asked.several_sources()
    try:
        for source, opened in _opened(sources, asked):
            codes.append(writer.solve(source, opened, titled=several))
    finally:
        writer.output.close()
    return gravest(codes)


class _Opened(NamedTuple):
    """A puzzle with the search for its answers. puzzle: None if a limit came before it was read."""

    puzzle: Puzzle | None
    search: AnswerSearch
    race: Race | None = None


def _opened(sources: Iterable[Source], asked: Asked) -> Iterator[tuple[Source, Callable[[], _Opened]]]:
    """The sources, each with what opens it: here, one after the other, or at a place where several are searched at
    once. Opening raises PuzzleError if the puzzle cannot be understood.
    """
    _, reading, settings, memory_limit, where = asked
    if where.portfolio is not None:
        for source in sources:
            raced = race(source, reading, settings, asked.place(), where.portfolio)
            yield source, partial(_received, raced.search, raced)
    elif where.is_named or settings.time_limit is not None or memory_limit is not None:
        for source, search in search_each(sources, reading, settings, asked.place_if_named()):
            yield source, partial(_received, search)
    else:
        for source in sources:
            yield source, partial(_open, source, reading, settings)


def _check_together(*contradictions: tuple[str, bool]) -> None:
    """UsageError for the first one that holds."""
    for sentence, holds in contradictions:
        if holds:
            raise click.UsageError(sentence)


def _open(source: Source, reading: Reading, settings: Settings) -> _Opened:
    return _Opened(*open_source(source, reading, settings))


def _received(search: ReceivedSearch, race: Race | None = None) -> _Opened:
    return _Opened(search.read(), search, race)


class _Writer:
    """Solves one puzzle after the other and writes what is found in the format that the user chose."""

    def __init__(
        self, output: Output, format_: str, style: str | None, count: bool, stats: bool, default: bool
    ) -> None:
        self.output = output
        self.format = format_
        self.style = style or output.style
        self.count = count
        self.stats = stats
        self.default = default  # two answers are looked for to see whether there is one
        self.race: Race | None = None  # of the puzzle that is being written
        self._answers: list[Answer] = []  # of that puzzle
        self._so_far = False  # whether one is shown while better ones are looked for
        self._before: Answer | None = None  # that it had when it was solved the last time
        self._first: dict[str, Answer] = {}  # the first answers of puzzles, by the names of their files

    def solve(self, source: Source, opened: Callable[[], _Opened], titled: bool) -> ExitCode:
        """Solves one puzzle; returns the exit code for it alone."""
        try:
            now = opened()
            puzzle, search, self.race = now.puzzle, now.search, now.race
            say_notes(puzzle)
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

    def solve_again(self, source: Source, search: ReceivedSearch) -> ExitCode:
        """Solves a puzzle that may have been solved before; the first answer is compared with the one that it had."""
        self._before = self._first.get(source.file)
        code = self.solve(source, partial(_received, search), titled=False)
        if self._answers:
            self._first[source.file] = self._answers[0]
        return code

    def _run(self, puzzle: Puzzle, search: AnswerSearch) -> ExitCode:

        writer = None
        if self.format in ("plain", "json"):
            writer = answer_text.Writer(puzzle)
        answers: list[answer_text.Answer] = []
        self._answers = answers
        self._so_far = False
        before = self._before.puzzle if self._before is not None else None
        if before and (before.type.name, before.cells) != (puzzle.type.name, puzzle.cells):
            self._before = None
        number = 0
        interrupted = False
        try:
            for answer_set in search:
                if answer_set.so_far:
                    self._answer_so_far(puzzle, answer_set, search.outcome)
                    continue
                number += 1
                answer = answer_text.Answer(puzzle, answer_set.atoms, search.outcome.given, answer_set.costs, writer)
                if len(answers) < 2 or self.format == "svg":
                    answers.append(answer)
                self._answer(puzzle, number, answer, answers[0])
                if not search.has_more_ready:
                    self.output.flush()
        except KeyboardInterrupt:
            interrupted = True
            search.outcome.reason = StopReason.INTERRUPTED
        outcome = search.outcome
        if outcome.best is not None:
            answers.append(answer_text.Answer(puzzle, outcome.best.atoms, outcome.given, outcome.best.costs))
            self._answer(puzzle, 1, answers[0], answers[0])
        self._end(puzzle.name, puzzle, answers, outcome)
        if interrupted:
            self.output.close()
            leave(ExitCode.INTERRUPTED)
        if outcome.reason is not None:
            return ExitCode.LIMIT_REACHED
        return ExitCode.SUCCESS if outcome.count else ExitCode.NEGATIVE

    def _answer_so_far(self, puzzle: Puzzle, found: AnswerSet, outcome: Outcome) -> None:
        """Shows the first answer that is known while better ones are looked for; of the others what they cost."""
        cost = report_lines.cost_in_words(found.costs)
        if self._so_far:
            self.output.write(f"A better one{cost}.")
        else:
            self._so_far = True
            self.output.draw(answer_text.Answer(puzzle, found.atoms, outcome.given, found.costs).picture(), self.style)
            self.output.write(f"An answer{cost}; better ones are looked for.\n")
        self.output.flush()

    def _answer(self, puzzle: Puzzle, number: int, answer: Answer, first: Answer) -> None:
        if self.format == "text":
            compared = first if number == 2 and self.default else None
            if compared is not None:
                self.output.write(f"\nNot unique: another answer, {_difference(answer, first)}.\n")
            elif number > 1:
                self.output.write("")
            elif self._before is not None and set(self._before.atoms) != set(answer.atoms):
                compared = self._before
                self.output.write(f"Another answer than before, {_difference(answer, compared)}.\n")
            self.output.draw(answer.picture(compared), self.style)
        elif self.format == "plain":
            self.output.write(("\n" if number > 1 else "") + answer.plain)
        elif self.format == "facts":
            self.output.write(answer.facts)
        elif self.format == "json":
            record = records.AnswerRecord(answer=answer).json(("plain", "atoms"))
            about = {"id": puzzle.name, "type": puzzle.type.name, "number": number}
            self.output.write(json.dumps(about | record, ensure_ascii=False))

    def _end(self, name: str, puzzle: Puzzle | None, answers: list[Answer], outcome: Outcome) -> None:
        """Writes what is known when all answers are."""
        warn_once(outcome.warnings)
        if self.count:
            self.output.write(str(outcome.count))
            if outcome.reason:
                click.echo(f"At least {outcome.count}: {outcome.reason}.", err=True)
        elif self.format == "json":
            type_ = puzzle.type.name if puzzle is not None else None
            portfolio = records.portfolio_record(*self.race.result) if self.race is not None else None
            self.output.write(records.json_line(records.check_record(name, type_, outcome, portfolio)))
        else:
            if self.format == "svg" and answers:
                self._draw(answers)
            self._say(outcome, "\n" if answers else "")
        if self.stats:
            click.echo(_statistics(outcome), err=True)

    def _draw(self, answers: list[Answer]) -> None:
        """Writes all answers as one picture."""
        first, puzzle = answers[0], answers[0].puzzle
        pictures = [first.picture(), *(each.picture(first if self.default else None) for each in answers[1:])]
        self.output.write(svg.render(pictures, puzzle.title or puzzle.type.title).rstrip("\n"))

    def _say(self, outcome: Outcome, before: str) -> None:
        """Says the verdict: below the drawings, or where nothing else is written."""
        lines = [*report_lines.word_lines(outcome), report_lines.solve_line(outcome, self.default)]
        if self.race is not None:
            lines.append(report_lines.portfolio_line(*self.race.result))
        verdict = "\n".join(lines)
        if self.format == "text":
            self.output.write(before + verdict)
        else:
            click.echo(verdict, err=True)


def _difference(answer: Answer, first: Answer) -> str:
    differing = {mark.place for mark in answer.picture(first).marks if mark.differs}
    cells = {place for place in differing if isinstance(place, tuple)} | set(answer.picture(first).missing)
    if not cells:
        return "differences marked"
    return f"which differs in {len(cells)} cell{'s' if len(cells) > 1 else ''} (marked)"


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


@click.command()
@INPUTS
@reading_options
@search_options
@clasp_options
@place_options
@click.option("--json", "as_json", is_flag=True, help="Write a JSON line for each puzzle, as batch --report does.")
@CSV
@WATCH
@asked_together
def check(asked: Asked, as_json: bool, as_csv: bool, watched: bool) -> ExitCode:
    """Print a verdict for each puzzle: unique, multiple, none, unknown or error.

    With several puzzles, each line also names the puzzle. With --jobs or --cluster, several are checked at once.
    """
    asked = asked.with_settings(models=2, count=True, drawing=False)
    if watched:
        if asked.where.is_named or as_json or as_csv:
            raise click.UsageError("--watch checks here and in words: without --jobs, --cluster, --json and --csv")
        watching.watch_puzzles(asked, _check_again)
    several, sources = asked.several_sources()
    codes, rows = [], Rows()
    for source, opened in _opened(sources, asked):
        record, code = _check(source, opened)
        if as_csv:
            rows.add(record.values())
        elif as_json:
            click.echo(record.line())
        else:
            click.echo(f"{record.verdict:<8}  {source.file}" if several else record.verdict)
        codes.append(code)
    return gravest(codes)


def _check_again(source: Source, search: ReceivedSearch) -> ExitCode:
    record, code = _check(source, partial(_received, search))
    click.echo(f"{record.verdict:<8}  {source.file}")
    return code


def _check(source: Source, opened: Callable[[], _Opened]) -> tuple[report_lines.ReportLine, ExitCode]:
    try:
        puzzle, search, _ = opened()
        say_notes(puzzle)
        outcome = search.finish()
    except PuzzleError as error:
        complain(error)
        return report_lines.ReportLine(
            source.name, verdict=report_lines.RecordVerdict.ERROR, error=str(error)
        ), ExitCode.WRONG_INPUT
    warn_once(outcome.warnings)
    record = report_lines.ReportLine(
        source.name, puzzle.type.name if puzzle is not None else "", report_lines.RecordVerdict(outcome.verdict),
        seconds=round(outcome.seconds, 4), error=outcome.reason,
        notes=[*map(str, puzzle.remarks)] or None if puzzle is not None else None,
    )  # fmt: skip
    if outcome.reason is not None:
        click.echo(f"{source.file}: {outcome.reason}.", err=True)
    codes = {Verdict.UNIQUE: ExitCode.SUCCESS, Verdict.UNKNOWN: ExitCode.LIMIT_REACHED}
    return record, codes.get(outcome.verdict, ExitCode.NEGATIVE)


@click.command()
@INPUTS
@reading_options
@limit_options
@JSON
@asked_together
def facts(asked: Asked, as_json: bool) -> ExitCode:
    """Write a puzzle as ASP facts.

    \b
    pysolve facts FILE | python -m clingo asp/TYPE/rules.lp -
    """
    attempts = Attempts()
    for source in asked.sources():
        text = None
        with attempts.at(source.file):
            text, remarks = source_facts(source, asked.reading, asked.settings, asked.memory_limit)
            warn_once(remarks)
        if as_json:
            click.echo(written_line(source.name, "facts", text=text, error=attempts.error))
        else:
            sys.stdout.write(text or "")
    return gravest(attempts.codes)


@click.command()
@INPUTS
@click.option("--text", "form", flag_value="text", help="Write the ground program itself, as clingo reads it.")
@click.option("--aspif", "form", flag_value="aspif", help="Write it in clingo's format for solvers of ASP.")
@click.option("--dimacs", "form", flag_value="dimacs",
              help="Write it as clauses for SAT solvers, with the atom of each variable.")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Write a JSON line for each puzzle.")
@OUTPUT
@reading_options
@search_options
@asked_together
def ground(asked: Asked, form: str | None, as_json: bool, output: str | None) -> ExitCode:
    """Say how large the program is that clingo searches: its atoms and rules by predicate, the largest first, each with
    the line of the rules that makes most of it.

    Rules that cannot be told apart by the predicates that they derive and read are named together.
    """
    if form and as_json:
        raise click.UsageError(f"--{form} and --json contradict each other")
    target = Output(output)
    analysis = partial(sizes.ground_puzzle, form=form)
    several, sources = asked.several_sources()
    attempts, place = Attempts(), asked.place_if_named()
    for source, opened in analyse_each(sizes.Ground(), analysis, sources, asked.reading, asked.settings, place):
        with attempts.at(source.file):
            read, results = opened()
            *_, found = results
            if found.reason is not None and not as_json:
                raise StoppedError(found.reason)
            if found.reason is not None:
                attempts.codes.append(ExitCode.LIMIT_REACHED)
            if as_json:
                type_ = read.puzzle.type.name if read is not None else None
                target.write(records.json_line(records.ground_size_record(source.name, type_, found)))
            elif form:
                target.write((found.text or "").rstrip("\n"))
            else:
                target.write("\n".join([*([source.file] if several else []), *report_lines.ground_lines(found)]))
    target.close()
    return gravest(attempts.codes)
