"""What the commands that analyse puzzles have in common: each puzzle's results, and how they are written."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ..formats import Reading, Source
from ..model.errors import PuzzleError
from ..report.lines import so_far
from .exit_codes import ExitCode, gravest
from .options import INPUTS, reading_options, search_options, several_sources, writing_options
from .output import Output, complain, warn_once

if TYPE_CHECKING:
    from ..analysis.result import Result
    from ..model.puzzle import Puzzle
    from ..results.adjusted import AdjustedRecord
    from ..results.record import Drawing, Record
    from ..results.reduced import ReducedRecord
    from ..run.analyses import Analysed, PuzzleAnalysis
    from ..solving.settings import Settings
    from .where import Where

_Result = TypeVar("_Result", bound="Result")

#: What reads a puzzle and analyses it.
_Opened = Callable[[], "Analysed[_Result]"]


class AnalysisCommand:
    """Runs an analysis on one puzzle after the other, and writes its results."""

    def __init__(
        self, inputs: Sequence[str], reading: Reading, settings: Settings, memory_limit: int | None, format_: str,
        style: str | None, output: str | None,
    ) -> None:  # fmt: skip
        """memory_limit: megabytes. format_, style and output as `writing_options` has them.

        PuzzleError if the output cannot be written, or there is no such input.
        """
        self.format = format_
        self.output = Output(output)
        self.style = style or self.output.style
        self.reading = reading
        self.settings = settings
        self.memory_limit = memory_limit
        self.interrupted = False
        self.several, self.sources = several_sources(inputs, settings, memory_limit)

    def each(
        self,
        nothing: _Result,
        analysis: PuzzleAnalysis[_Result],
        write: Callable[[Puzzle, Iterator[_Result]], ExitCode],
        where: Where | None = None,
    ) -> ExitCode:
        """Analyses each puzzle; returns the exit code for all. nothing: what is known at the beginning. write: writes
        the results (each is more complete than the one before), and returns the exit code for this puzzle. where:
        several are analysed there at once.
        """
        codes = []
        try:
            for source, opened in self._opened(nothing, analysis, where):
                codes.append(self._one(source, opened, nothing, write))
                if self.interrupted:
                    raise KeyboardInterrupt
        finally:
            self.output.close()
        return gravest(codes)

    def _opened(
        self, nothing: _Result, analysis: PuzzleAnalysis[_Result], where: Where | None
    ) -> Iterator[tuple[Source, _Opened[_Result]]]:
        from ..run.analyses import analyse_each
        from ..run.many import InTurn

        is_named = where is not None and where.is_named
        place = where.place(self.memory_limit) if where and is_named else InTurn(memory_limit=self.memory_limit)
        yield from analyse_each(nothing, analysis, self.sources, self.reading, self.settings, place)

    def _one(
        self,
        source: Source,
        opened: _Opened[_Result],
        nothing: _Result,
        write: Callable[[Puzzle, Iterator[_Result]], ExitCode],
    ) -> ExitCode:
        try:
            read, results = opened()
            puzzle = read.puzzle if read is not None else None
            if read is not None:
                for remark in read.puzzle.remarks:
                    click.echo(f"Note: {remark}.", err=True)
                warn_once(read.warnings)
            if self.several and self.format in ("text", "plain"):
                self.write(f"{source.file}\n")
            if puzzle is not None:
                return write(puzzle, self._until_interrupted(nothing, results))
            reason = next(results).reason  # a limit was reached while reading
            self.lines([f"Unknown: {reason}."])
            if self.format == "json":
                from ..results.solved import check_record
                from ..solving.outcome import Outcome

                self.json(check_record(source.name, None, Outcome(reason=reason)))
            return ExitCode.LIMIT_REACHED
        except PuzzleError as error:
            complain(error)
            return ExitCode.WRONG_INPUT

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

    def draw(self, drawing: Drawing, title: str = "") -> None:
        """Draws on the terminal, where that is wanted."""
        if self.format == "text":
            self.output.write(f"\n{title}" if title else "")
            self.output.draw(drawing.picture, self.style)
            self.output.flush()

    def figures(self, drawings: Sequence[Drawing], title: str | None = None) -> None:
        """Writes a figure, where that is wanted. title: another one than the puzzle's."""
        if self.format == "svg":
            from ..render import svg

            self.write(svg.render([each.picture for each in drawings], title or drawings[0].title).rstrip("\n"))

    def json(self, record: Record) -> None:
        """Writes a record, where that is wanted."""
        if self.format == "json":
            from ..results.record import json_line

            self.write(json_line(record))

    def write_instance(self, record: ReducedRecord | AdjustedRecord) -> None:
        """Writes a puzzle that was made of another one, below what is said of it; or only what is said."""
        from ..formats.native import yaml_of
        from ..render import terminal

        if record.details.puzzle is None or record.drawing is None:
            self.lines(list(record.sentences()))
        else:
            comment = "\n".join(record.sentences())
            if self.format == "text":
                comment += f"\n\n{terminal.render(record.drawing.picture, self.style)}\n"
            self.lines([yaml_of(record.details.puzzle, comment).rstrip("\n")])
            self.figures([record.drawing])
        self.json(record)


def analysis_options(command: Callable[..., ExitCode]) -> Callable[..., ExitCode]:
    """Adds the argument and the options that all analyses share; the command gets them as one `analysis`."""

    @INPUTS
    @writing_options
    @reading_options
    @search_options
    @wraps(command)
    def with_analysis(
        inputs: tuple[str, ...], reading: Reading, settings: Settings, memory_limit: int | None, format_: str,
        style: str | None, output: str | None, **named: Any,
    ) -> ExitCode:  # fmt: skip
        analysis = AnalysisCommand(inputs, reading, settings, memory_limit, format_, style, output)
        return command(analysis=analysis, **named)

    return with_analysis


def last(results: Iterator[_Result]) -> _Result:
    """The most complete of the results."""
    return deque(results, maxlen=1).pop()


def limit_lines(reason: str | None) -> list[str]:
    """The lines that say which limit was reached, after an empty one; none if there was no limit."""
    return ["", *so_far(reason)] if reason else []
