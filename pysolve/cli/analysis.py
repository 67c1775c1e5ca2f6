"""The commands that analyse puzzles, made from the table of analyses."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Generic, TypeVar

import click

from .. import analyses
from ..analyses.entry import Drawn, Figure, Instance, Lines, Parameter, Shown, Task
from ..analysis import hint as hints
from ..analysis.assumptions import Result
from ..formats import native
from ..formats.source import Source
from ..model.errors import PuzzleError
from ..model.puzzle import StopReason
from ..render import svg, terminal
from ..report.results import CheckRecord, Record, check_record, json_line
from ..run import searches as running
from ..solving.outcome import Outcome
from ..solving.settings import Settings
from .options import (
    CSV,
    INPUTS,
    Asked,
    ExitCode,
    Output,
    Rows,
    Whole,
    Word,
    asked_together,
    complain,
    gravest,
    place_options,
    reading_options,
    say_notes,
    search_options,
    warn_once,
    with_options,
    writing_options,
)  # fmt: skip

R = TypeVar("R", bound=Result)


def command(name: str) -> click.Command:
    """The command of the analysis of this name."""
    entry = analyses.named(name)
    assert entry.show is not None
    has_place: list[Callable[[Any], Any]] = [place_options, CSV] if entry.many else []

    @INPUTS
    @with_options(option for parameter in entry.options for option in options_of(parameter))
    @with_options([writing_options, reading_options, search_options, *has_place])
    @asked_together
    def run(
        asked: Asked, format_: str, style: str | None, output: str | None, as_csv: bool = False, **given: Any
    ) -> ExitCode:
        values = values_of(entry.options, given, asked.settings)
        contradiction = entry.contradiction(**values)
        if contradiction is not None:
            raise click.UsageError(contradiction)
        writer = Writer(Output(output), "csv" if as_csv else format_, style)
        several, sources = asked.several_sources()
        task = entry.task(**{each.name: values[each.name] for each in entry.parameters})
        how = asked.reading, asked.settings, asked.place_if_named()
        opened = running.analyse_each(task.nothing, task.find, sources, *how)
        show = partial(entry.shown, values=values)
        return _write_each(task, show, opened, writer, several)

    return click.command(name, help=entry.show.__doc__)(run)


# -- Options


def options_of(parameter: Parameter) -> Iterator[Callable[[Any], Any]]:
    """The options that a parameter has."""
    name, kind, default, says = parameter
    if says.option is not None:
        words = says.help or says.text
        named: dict[str, Any] = {"metavar": says.metavar, "callback": partial(_read, says.read)} if says.read else {}
        if kind == "bool":
            named = {"default": default, "is_flag": True}
        elif says.choices:
            named = {"type": Word(says.choices), "default": default}
        elif kind.startswith("int"):
            named = {"type": Whole(*says.limits), "metavar": says.metavar or "N", "default": default}
        elif kind.startswith("Iterable"):
            named |= {"multiple": True, "metavar": says.metavar}
        else:
            named |= {"metavar": says.metavar}
        if (default and default is not True) or (default == 0 and default is not False):
            words += f" (default: {default})"
        option = says.option or f"--{name.replace('_', '-')}"
        yield click.option(option, name, help=f"{words[:1].upper()}{words[1:]}.", **named)
    if says.switch is not None:
        yield click.option(says.switch.option, f"{name}_switch", is_flag=True, help=says.switch.says)


def _read(
    read: Callable[[str], Any], context: click.Context, option: click.Parameter, given: str | tuple[str, ...] | None
) -> Any:
    """What was given, understood; of several, all that they name together."""
    try:
        if isinstance(given, tuple):
            return frozenset(each for one in given for each in read(one))
        return None if given is None else read(given)
    except ValueError as error:
        raise click.BadParameter(str(error), context, option) from None


def values_of(options: Iterable[Parameter], given: Mapping[str, Any], settings: Settings) -> dict[str, Any]:
    """The values of parameters, by name. given: those of their options."""
    values = {}
    for name, _, default, says in options:
        value = given.get(name, default)
        if says.switch is not None and given[f"{name}_switch"]:
            if value != default:
                raise click.UsageError(f"{says.switch.option} and --{name} contradict each other: give one of them")
            value = says.switch.value
        values[name] = hints.read_partial(value, settings.time_limit) if says.in_file and value is not None else value
    return values


# -- Puzzles

#: A source with what reads and analyses its puzzle.
Opened = tuple[Source, Callable[[], running.Analysed[R]]]


def _write_each(
    task: Task[R, Any], show: Callable[[Any, Iterator[R]], Iterator[Shown]], opened: Iterable[Opened[R]],
    writer: Writer, several: bool,
) -> ExitCode:  # fmt: skip
    """Analyses each puzzle, and writes what is shown of it; returns the exit code for all."""
    codes = []
    try:
        for source, open_ in opened:
            results = _Results(task.nothing)
            try:
                codes.append(_write(source, open_, results, show, writer, several))
            except PuzzleError as error:
                complain(error)
                codes.append(ExitCode.WRONG_INPUT)
            if results.interrupted:
                raise KeyboardInterrupt
    finally:
        writer.output.close()
    return gravest(codes)


def _write(
    source: Source, open_: Callable[[], running.Analysed[R]], results: _Results[R],
    show: Callable[[Any, Iterator[R]], Iterator[Shown]], writer: Writer, several: bool,
) -> ExitCode:  # fmt: skip
    """Writes what is shown of a puzzle; returns the exit code for it alone."""
    read, found = open_()
    if read is not None:
        say_notes(read.puzzle)
        warn_once(read.warnings)
    if several:
        writer.show(Lines([f"{source.file}\n"]))
    if read is None:  # a limit was reached before
        outcome = Outcome(reason=next(found).reason)
        writer.show(Lines([f"Unknown: {outcome.reason}."]))
        writer.show(check_record(source.name, None, outcome))
        return ExitCode.LIMIT_REACHED
    shown: Shown = Lines([])
    for shown in show(read.puzzle, results.of(found)):
        writer.show(shown)
    assert isinstance(shown, Record)
    if getattr(shown, "reason", None) is not None:
        return ExitCode.LIMIT_REACHED
    return ExitCode.SUCCESS if shown.found else ExitCode.NEGATIVE


class _Results(Generic[R]):
    """The results of a puzzle. Ctrl-C leaves the last one, so that it is shown."""

    def __init__(self, nothing: R) -> None:
        self._nothing = nothing
        self.interrupted = False

    def of(self, results: Iterator[R]) -> Iterator[R]:
        """The results."""
        result = self._nothing
        try:
            for result in results:
                yield result
        except KeyboardInterrupt:
            self.interrupted = True
            yield replace(result, reason=StopReason.INTERRUPTED)


class Writer:
    """Writes what analyses show, in the format that the user chose."""

    def __init__(self, output: Output, format_: str, style: str | None) -> None:
        """format_: text, plain, json, svg or csv. style: of strokes; None for what the output can show."""
        self.output = output
        self._format = format_
        self._style = style or output.style
        self._rows = Rows(output.write)

    def show(self, shown: Shown) -> None:
        """Writes a piece, where the format has it, at once."""
        if isinstance(shown, Record):
            if self._format == "json":
                self.output.write(json_line(shown))
            elif self._format == "csv" and not isinstance(shown, CheckRecord):
                self._rows.add(shown.row())
        elif isinstance(shown, Figure):
            if self._format == "svg":
                pictures = [each.picture for each in shown.drawings]
                self.output.write(svg.render(pictures, shown.title or shown.drawings[0].title).rstrip("\n"))
        elif self._format in ("text", "plain"):
            self._write(shown)
        self.output.flush()

    def _write(self, shown: Lines | Drawn | Instance) -> None:
        """Writes words, and drawings below them."""
        if isinstance(shown, Lines):
            if shown.format in (None, self._format):
                self.output.write("\n".join(shown.lines))
        elif isinstance(shown, Instance):
            comment = "\n".join(shown.lines)
            if self._format == "text":
                comment += f"\n\n{terminal.render(shown.drawing.picture, self._style)}\n"
            self.output.write(native.yaml_of(shown.puzzle, comment).rstrip("\n"))
        elif self._format == "text":
            self.output.write(f"\n{shown.title}" if shown.title else "")
            self.output.draw(shown.drawing.picture, self._style)
