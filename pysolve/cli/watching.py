"""--watch: looks again each time that a file is saved which the answer depends on."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, NoReturn

import click

from ..analysis.type_checks import Level
from ..analysis.type_tests import TypeTest, run_tests
from ..formats.source import Reading, Source
from ..model.errors import PuzzleError, StoppedError, many
from ..model.puzzle import Puzzle
from ..model.puzzle_type import PuzzleType
from ..report.lines import finding_line, ground_lines, lines_below
from ..rules.library import display, looked_for, state
from ..run.searches import ReceivedSearch, bounded, ground_source, search
from ..run.worker import Call, Executor, Item, can_limit_memory, with_grace
from ..solving.outcome import AnswerSet, Outcome
from .options import Asked, ExitCode, complain, forget_warnings, type_named

if TYPE_CHECKING:
    from ..analysis.ground import Ground
    from ..solving.settings import Settings

_POLL = 0.05  # seconds between looks at the files
_USES = 500  # calls after which a worker is replaced by a new one

#: Predicates that are listed.
_MOST = 8


class _Saved(Exception):
    """A file was saved meanwhile: the look is over."""


class Watch:
    """The files that a look depends on, and the workers in which it is done. Leave it as a context."""

    def __init__(self, memory_limit: int | None = None) -> None:
        """memory_limit: megabytes."""
        self._executor = Executor(memory_limit, standby=2, most_uses=_USES)
        self._states: dict[Path, object] = {}
        self._begun = 0  # when the look began, in nanoseconds
        self._checked = 0.0
        self._saved: Path | None = None

    def __enter__(self) -> Watch:
        self._executor.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._executor.close()

    def looks(self, look: Callable[[], None]) -> NoReturn:
        """Looks, and again each time that a file is saved, until Ctrl-C."""
        on_terminal = sys.stdout.isatty()
        while True:
            self._states = {path: state(str(path)) for path in self._states}
            self._begun = time.time_ns()
            forget_warnings()
            if on_terminal:
                click.echo("\x1b[H\x1b[2J\x1b[3J", nl=False)
            if self._saved is not None:
                click.echo(f"{display(self._saved)} was saved at {time.strftime('%T')}.\n")
            with suppress(_Saved):
                look()
                click.echo(f"\nWaiting for changes in {len(self._states)} files; Ctrl-C ends.")
                sys.stdout.flush()
                while True:
                    time.sleep(_POLL)
                    self._check()

    def follow(self, paths: Iterable[Path]) -> None:
        """Further files that the look depends on, there or not."""
        for path in paths:
            path = Path(os.path.abspath(path))
            if path not in self._states:
                now = state(str(path))
                self._states[path] = () if now is not None and now[0] > self._begun else now

    def items(self, call: Call[Item], time_limit: float | None = None) -> Iterator[Item]:
        """What a call yields in a worker, which ends if a file is saved. StoppedError and PuzzleError as
        Executor.stream.
        """
        with self._executor.submit(call, with_grace(time_limit)) as job:
            yield from job.items(_POLL, self._check)

    def _check(self) -> None:
        """_Saved if a file is not as it was when the look began. Looks at them every now and then."""
        if time.monotonic() < self._checked + _POLL:
            return
        self._checked = time.monotonic()
        for path, before in self._states.items():
            if state(str(path)) != before:
                self._saved = path
                raise _Saved


def type_files(type_: PuzzleType) -> Iterator[Path]:
    """The files that a type is made of, with the laws that its rules include."""
    folders = (type_.folder, *type_.parents)
    yield from (path for folder in folders for path in folder.glob("*.yaml"))
    yield from looked_for([*type_.rule_files, *(path for folder in folders for path in folder.glob("*.lp"))])


# -- Types


def watch_type(
    name: str, files: tuple[str, ...], own_types: tuple[str, ...], settings: Settings, memory_limit: int
) -> NoReturn:
    """Does the quick tests of a type again and again, and says which findings are new, and how many are gone."""
    before: set[str] | None = None
    with Watch(memory_limit if can_limit_memory() else None) as watch:

        def look() -> None:
            nonlocal before
            watch.follow([Path(name) / "manifest.yaml", *map(Path, files)])
            lines = []
            try:
                tested, folders = type_named(name, own_types)
                watch.follow(type_files(tested))
                test = TypeTest(tested, files, None, folders, quick=True)
                quick = Call(bounded, (tested, settings, run_tests, test, settings))
                for finding in watch.items(quick, settings.time_limit):
                    if finding.level is not Level.OK:
                        line = finding_line(finding)
                        new = before is not None and line not in before
                        click.echo("\n".join([line + ("  (new)" if new else ""), *lines_below(finding)]))
                        lines.append(line)
            except StoppedError as stopped:
                lines.append(f"not decided: {stopped.reason}")
                click.echo(lines[-1])
            except PuzzleError as error:
                lines.append(str(error))
                complain(error)
            gone = len((before or set()) - set(lines))
            click.echo(f"\n{many(len(lines), 'thing')} to fix{f', {gone} mended' if gone else ''}.")
            before = set(lines)

        watch.looks(look)


# -- Puzzles


class _Known(NamedTuple):
    """What a look found of a puzzle."""

    verdict: str
    ground: Ground | None


def watch_puzzles(asked: Asked, write: Callable[[Source, ReceivedSearch], ExitCode]) -> NoReturn:
    """Searches puzzles again and again. write: writes what a search finds, and returns the exit code for the puzzle."""
    reading, settings = asked.reading, asked.settings
    if "-" in asked.inputs:
        raise click.UsageError("--watch looks at files, not at standard input")
    before: dict[str, _Known] = {}
    with Watch(asked.memory_limit) as watch:

        def look() -> None:
            watch.follow(looked_for(map(Path, settings.rules)))
            watch.follow(Path(file) for file in (reading.board, reading.words) if file is not None)
            for source in asked.sources():
                watch.follow([*([source.path] if source.path else []), *_manifests(source, reading)])
                received = ReceivedSearch(_searched(watch, source, reading, settings))
                code = write(source, received)
                sys.stdout.flush()
                verdict = "error" if code == ExitCode.WRONG_INPUT else str(received.outcome.verdict)
                known, ground = before.get(source.file), None
                if known is not None and known.verdict != verdict:
                    click.echo(f"The verdict has changed: {verdict}, {known.verdict} before.")
                if verdict != "error":
                    ground = _ground(watch, source, reading, settings)
                if ground is not None:
                    lines = ground_lines(ground, _MOST, known.ground if known is not None else None)
                    click.echo("\n" + "\n".join(lines))
                before[source.file] = _Known(verdict, ground or (known.ground if known is not None else None))

        watch.looks(look)


def _searched(
    watch: Watch, source: Source, reading: Reading, settings: Settings
) -> Iterator[Puzzle | AnswerSet | Outcome]:
    if source.problem is not None:
        raise source.problem
    for item in watch.items(Call(search, ((source, reading), settings)), settings.time_limit):
        if isinstance(item, Puzzle):
            watch.follow(type_files(item.type))
        yield item


def _ground(watch: Watch, source: Source, reading: Reading, settings: Settings) -> Ground | None:
    """The size of the ground program; None if a limit was reached before that was known."""
    with suppress(StoppedError, PuzzleError):  # the search has said what is wrong
        return next(watch.items(Call(ground_source, (source, reading, settings)), settings.time_limit), None)
    return None


def _manifests(source: Source, reading: Reading) -> Iterator[Path]:
    """The manifests that may be wrong where a puzzle cannot be read."""
    yield source.folder / "manifest.yaml"
    for folder in reading.own_types:
        yield from Path(folder).glob("*/manifest.yaml")
