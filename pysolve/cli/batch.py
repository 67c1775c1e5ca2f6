"""pysolve batch."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from ..formats.source import STANDARD_INPUT
from ..model.errors import PuzzleError, quote
from ..report.lines import RecordVerdict, ReportLine
from ..run import batch as reports
from ..run import files
from .options import (
    INPUTS,
    Asked,
    ExitCode,
    Progress,
    Rows,
    Whole,
    asked_together,
    gravest,
    make_folder,
    place_options,
    reading_options,
    search_options,
)

if TYPE_CHECKING:
    from ..formats.source import Source
    from ..run.batch import Digests, ReportFile

_CODES = {
    "unique": ExitCode.SUCCESS, "answered": ExitCode.SUCCESS, "multiple": ExitCode.NEGATIVE, "none": ExitCode.NEGATIVE,
    "unknown": ExitCode.LIMIT_REACHED, "error": ExitCode.WRONG_INPUT,
}  # fmt: skip


class Shard(NamedTuple):
    """A part of the input: one of several blocks of puzzles that are as long as each other, or one longer.

    part: from 1.
    """

    part: int
    parts: int

    def bounds(self, total: int) -> tuple[int, int]:
        """The range of puzzles in this shard, out of `total`: where it begins (from 0) and where it ends."""
        return (self.part - 1) * total // self.parts, self.part * total // self.parts

    @property
    def suffix(self) -> str:
        """What names of its files have, so that they stand in the order of the parts."""
        return f"-{self.part:0{len(str(self.parts))}}-of-{self.parts}"


class ShardType(click.ParamType):  # type: ignore[type-arg]
    """K/N."""

    name = "shard"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Shard:
        if isinstance(value, Shard):
            return value
        match = re.fullmatch(r"(\d{1,9})/(\d{1,9})", value)
        if match is None or not 1 <= int(match[1]) <= int(match[2]):
            self.fail(f"found {quote(value)}, expected K/N with K from 1 to N, such as 3/16", param, ctx)
        return Shard(int(match[1]), int(match[2]))


@click.command()
@INPUTS
@click.option("-n", "models", metavar="N", type=Whole(min=1), default=2, help="Answers to look for (2).")
@click.option("--output", "-o", metavar="DIR", help="Write an answer file for each puzzle into this folder.")
@click.option(
    "--report", metavar="FILE", help="Write the JSON lines there; '-' is standard output (the default without -o)."
)
@click.option("--csv", "table", metavar="FILE", help="Also write all lines as a table (CSV).")
@click.option("--stats", is_flag=True, help="Also say of each how it was solved: sizes, conflicts, rules, options.")
@click.option("--compare", is_flag=True, help="Compare answers with those published with the puzzles.")
@place_options
@click.option("--shard", metavar="K/N", type=ShardType(), help="Only the K-th of N equal parts of the puzzles.")
@click.option("--resume", is_flag=True, help="Continue a report that was cut off: only what is missing is solved.")
@reading_options
@search_options
@asked_together
def batch(
    asked: Asked, models: int, output: str | None, report: str | None, table: str | None, stats: bool,
    shard: Shard | None, compare: bool, resume: bool,
) -> ExitCode:  # fmt: skip
    """Solve all puzzles of folders, files and .jsonl files, in several processes.

    For each puzzle it writes a file with its boards and 'Solution is unique.', or 'No solution', and a line of JSON:
    id, puzzle, verdict, answers, seconds, error. With -o alone the lines go to DIR/report.jsonl.
    A puzzle that is wrong, or reaches a limit, does not stop the others.

    With --stats the lines also have details: atoms and ground_rules of the ground program, choices and conflicts of the
    search, the rules that were added, and options. With --csv FILE all lines become a table, too.

    With --compare the lines also have agrees (whether the published answer is among the answers) and differs (the cells
    in which the first one differs), and the exit code is 1 if a published answer is not confirmed.
    """
    asked = asked.with_settings(models=models, drawing=False, statistics=stats)
    folder = None if output is None else make_folder(output)
    target = report or (str(folder / f"report{shard.suffix if shard else ''}.jsonl") if folder else "-")
    if resume and target == "-":
        raise click.UsageError("--resume needs a report in a file: --report FILE, or -o DIR")
    if shard is not None and STANDARD_INPUT in asked.inputs:
        raise click.UsageError("--shard needs files: standard input can be read only once")
    file = None if target == "-" else reports.ReportFile(target, resume)
    digests = reports.Digests(asked.reading, asked.settings, asked.memory_limit, compare)
    results = _Results(folder, file, _Table(table, compare, stats), compare, digests)
    complete = False
    try:
        sources = asked.sources()
        if shard is not None:
            first, end = shard.bounds(sum(1 for _ in asked.sources()))
            results.pass_over(islice(sources, first))
            sources = islice(sources, end - first)
        records = asked.place().results(reports.LotWork(asked.reading, asked.settings), results.left(sources))
        progress = Progress()
        for record in records:
            results.keep(record)
            progress.say(f"{results.count:,} puzzles; {record.id}: {record.verdict}")
        progress.end()
        results.keep_earlier()
        complete = True
    finally:
        results.close(complete)
    results.say_again()
    results.say_wrong()
    if compare:
        click.echo(results.compared(), err=True)
    return gravest(results.codes)


class _Table:
    """All lines as a table, if one is wanted."""

    def __init__(self, path: str | None, compare: bool, stats: bool) -> None:
        self._file = None if path is None else files.WholeFile(path)
        self._rows = Rows(self._write)
        self._columns = (compare, stats)

    def add(self, record: ReportLine) -> None:
        """Adds a row."""
        if self._file is not None:
            self._rows.add(record.row(*self._columns))

    def _write(self, line: str) -> None:
        assert self._file is not None
        self._file.write(f"{line}\n")

    def close(self, complete: bool) -> None:
        """Puts the file in its place. complete: all is in it; otherwise it is taken away."""
        if self._file is not None:
            self._file.finish() if complete else self._file.discard()


class _Results:
    """Puts every record where it belongs."""

    def __init__(
        self, folder: Path | None, report: ReportFile | None, table: _Table, compare: bool, digests: Digests
    ) -> None:
        """folder: for answer files. report: where the lines go, if not to standard output. compare: whether lines say
        how answers compare with published ones. digests: those of puzzles.
        """
        self.folder = folder
        self.report = report
        self.compare = compare
        self.count = 0
        self.agree = self.differ = 0
        self.error: str | None = None  # the first
        self.codes: set[ExitCode] = set()
        self._wrong: list[str] = []  # what is wrong with inputs
        self._notes: list[str] = []  # what is remarkable about them
        self._digests = digests
        self._table = table
        self._names = reports.FileNames()
        #: Digests of what is being solved, and records of an earlier run.
        self._coming: deque[str | ReportLine] = deque()
        self._again: Counter[str] = Counter()  # how many are solved again, by what has changed

    def pass_over(self, sources: Iterator[Source]) -> None:
        """These belong to others; answer files are named as if they were here, so that names stay different."""
        for source in sources:
            self._names.next(source.name)

    def left(self, sources: Iterator[Source]) -> Iterator[Source]:
        """The sources without a record of an earlier run that still holds; those that have one are kept.

        PuzzleError if the records there are not those of these sources.
        """
        report, goes_on = self.report, self.report is not None  # whether all records until here still hold
        for source in sources:
            known = report.earlier() if report is not None else None
            is_of_it = known is not None and known.id == source.name
            if goes_on and known is not None and not is_of_it:
                raise self._unlike(known)
            if known is not None and is_of_it and self._holds(source, known):
                self._coming.append(known)
                self.keep_earlier()
            else:
                goes_on = False
                yield self._to_do(source)
        if goes_on and report is not None and (known := report.earlier()) is not None:
            raise self._unlike(known)

    def _unlike(self, record: ReportLine) -> PuzzleError:
        """That a record of the report is not that of the source in its place."""
        assert self.report is not None
        sentence = f"the report has the puzzle '{record.id}' where the input has another: it cannot be resumed"
        return PuzzleError(sentence, file=self.report.path, line=self.report.number)

    def _holds(self, source: Source, record: ReportLine) -> bool:
        change = self._digests.change(source, record)
        if change is not None:
            self._again[change] += 1
        return change is None

    def _to_do(self, source: Source) -> Source:
        self._coming.append("" if self.report is None else self._digests.puzzle(source))
        return source

    def keep(self, record: ReportLine) -> None:
        """A puzzle is solved. The answer file first, then the line that says that it is there."""
        self.keep_earlier()
        self._count(record)
        digest = self._coming.popleft()
        assert isinstance(digest, str)
        if self.report is None:
            click.echo(record.line(self.compare))
        else:
            record.digest = self._digests.of(digest, record.verdict)
            self.report.write(record, self.compare)

    def keep_earlier(self) -> None:
        """Takes over the records of an earlier run that come next."""
        while self.report is not None and self._coming and isinstance(record := self._coming[0], ReportLine):
            self._coming.popleft()
            self._count(record, missing_only=True)
            self.report.keep(record, self.compare)

    def say_again(self) -> None:
        """Says how many puzzles of an earlier run were solved again, and why."""
        for change, count in self._again.items():
            was = "puzzle was" if count == 1 else "puzzles were"
            click.echo(f"{count:,} {was} solved again: {change} since.", err=True)

    def say_wrong(self) -> None:
        """Says what is remarkable about inputs, and what is wrong with them: the first of each, and how many more there
        are; where lines go to standard output, they say so themselves.
        """
        for what, said in (("Note", self._notes), ("Error", self._wrong)) if self.report is not None else ():
            more = f" ({len(said) - 1:,} more in the report)" if len(said) > 1 else ""
            for first in said[:1]:
                click.echo(f"{what}: {first}{more}", err=True)

    def _count(self, record: ReportLine, missing_only: bool = False) -> None:

        self.count += 1
        self._table.add(record)
        if record.verdict is RecordVerdict.ERROR:
            self._wrong.append(record.error or "")
        self._notes += record.notes or ()
        self.codes.add(_CODES[record.verdict])
        if self.compare:
            self.error = self.error or record.error
            self.agree += record.agrees is True
            self.differ += record.agrees is False
            self.codes |= {ExitCode.NEGATIVE} if record.agrees is False else set()
        if self.folder is None:
            return
        path = self.folder / self._names.next(record.id)
        if not (missing_only and path.exists()):
            # A name of its own for the part, the same at every try: one that a kill leaves is taken up by --resume.
            files.write_whole(path, record.answer_file(), path.with_name(f".{path.name}.part"))

    def compared(self) -> str:
        """How many answers are the published ones, and of the others the first error, in a line."""
        rest = self.count - self.agree - self.differ
        agree = "1 answer is the published one" if self.agree == 1 else f"{self.agree:,} answers are the published ones"
        differ = "1 differs" if self.differ == 1 else f"{self.differ:,} differ"
        because = f": {self.error}" if self.error else "."
        return f"{agree}, {differ}, {rest:,} could not be compared{because}"

    def close(self, complete: bool) -> None:
        """Closes the report and the table. complete: all is in them."""
        if self.report is not None:
            self.report.close(complete)
        self._table.close(complete)
