"""pysolve batch."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .. import formats
from ..model.errors import PuzzleError
from .options import (
    BAD_INPUT,
    FOUND,
    INPUTS,
    LIMIT_REACHED,
    NOT_SO,
    READING,
    SEARCHING,
    gravest,
    reading,
    with_options,
)

if TYPE_CHECKING:
    from ..formats import Source
    from ..run.batch import Record

_CODES = {"unique": FOUND, "multiple": NOT_SO, "none": NOT_SO, "unknown": LIMIT_REACHED, "error": BAD_INPUT}


@click.command(short_help="Solve many puzzles: an answer file and a line of JSON each.")
@INPUTS
@click.option("-n", "models", metavar="N", type=click.IntRange(min=1), default=2, help="Answers to look for (2).")
@click.option("--output", "-o", metavar="DIR", help="Write an answer file for each puzzle into this folder.")
@click.option(
    "--report", metavar="FILE", help="Write the JSON lines there; '-' is standard output (the default without -o)."
)
@click.option("--jobs", metavar="N", type=click.IntRange(1, 256), help="Processes (default: one a processor).")
@click.option("--resume", is_flag=True, help="Go on with a report that was cut off: only what is missing is solved.")
@with_options(READING, SEARCHING)
def batch(
    inputs: tuple[str, ...], models: int, output: str | None, report: str | None, jobs: int | None, resume: bool,
    **options: Any,
) -> int:  # fmt: skip
    """Solve all puzzles of folders, files and .jsonl files, in several processes.

    Each puzzle gives a file with its boards and 'Solution is unique.', or 'No solution', and a line of JSON:
    id, puzzle, verdict, answers, seconds, error. With -o alone the lines go to DIR/report.jsonl.
    A puzzle that is wrong, or reaches a limit, costs only itself.
    """
    from ..run.batch import Pool, Report, file_names
    from .solve import _settings

    how = reading(options["type_"], options["own_types"], options["words"], options["board"])
    settings = _settings(options, models=models, drawing=False)
    sources = list(formats.sources(inputs))
    folder = None if output is None else _folder(output)
    target = report or (str(folder / "report.jsonl") if folder else "-")
    if resume and target == "-":
        raise click.UsageError("--resume needs a report in a file: --report FILE, or -o DIR")
    file = None if target == "-" else Report(target, resume)
    keeper = _Keeper(folder, file_names(sources), file)
    try:
        if file is not None:
            file.check(sources)
        keeper.known(file.done if file is not None else [])
        pool = Pool(how, settings, jobs or _processors(), options["memory_limit"])
        _run(pool, keeper, sources)
    finally:
        if file is not None:
            file.close()
    return gravest(keeper.codes)


def _run(pool: Any, keeper: _Keeper, sources: Sequence[Source]) -> None:
    done = len(keeper.codes)
    records = pool.run(sources[done:])
    if not sys.stderr.isatty():
        for record in records:
            keeper.keep(record)
        return
    with click.progressbar(
        length=len(sources), label="Solving", file=sys.stderr, show_pos=True, item_show_func=lambda name: name or ""
    ) as bar:
        bar.update(done)
        for record in records:
            keeper.keep(record)
            bar.update(1, f"{record.id}: {record.verdict}")


class _Keeper:
    """Puts every record where it belongs."""

    def __init__(self, folder: Path | None, names: list[str], report: Any) -> None:
        self.folder = folder
        self.names = names
        self.report = report
        self.codes: list[int] = []

    def known(self, records: list[Record]) -> None:
        """Takes over what an earlier run has found."""
        for record in records:
            if self.folder is not None and not (self.folder / self.names[len(self.codes)]).exists():
                self._write(record)
            self.codes.append(_CODES[record.verdict])

    def keep(self, record: Record) -> None:
        """The answer file first, then the line that says that it is there."""
        if self.folder is not None:
            self._write(record)
        if self.report is not None:
            self.report.write(record)
        else:
            click.echo(record.line())
        self.codes.append(_CODES[record.verdict])

    def _write(self, record: Record) -> None:
        from ..run.batch import answer_file, write_whole

        assert self.folder is not None
        write_whole(self.folder / self.names[len(self.codes)], answer_file(record))


def _folder(name: str) -> Path:
    folder = Path(name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise PuzzleError(f"the folder cannot be made: {reason}", file=name) from None
    return folder


def _processors() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not every system tells
        return os.cpu_count() or 1
