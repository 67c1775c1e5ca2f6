"""Options that several commands share, and what they are made into."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import wraps
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, NamedTuple

import click
from click.shell_completion import CompletionItem

from .. import catalog, formats
from ..formats.source import Reading, Source
from ..model.errors import quote
from ..run import cluster as clusters
from ..run import many, worker
from ..solving.settings import Settings

if TYPE_CHECKING:
    from ..model.puzzle_type import PuzzleType


_Command = Callable[..., Any]


class TypeName(click.ParamType):  # type: ignore[type-arg]
    """The name of a puzzle type; the shell completes it."""

    name = "type"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(name) for name in catalog.names() if name.startswith(incomplete)]


def type_named(name: str, own_types: tuple[str, ...]) -> tuple[PuzzleType, tuple[str, ...]]:
    """The type of this name, or the one whose folder this is; and the folders of own types, then with the one that the
    folder lies in. PuzzleError if there is none.
    """
    from pathlib import Path

    folder = Path(name)
    if not os.path.isfile(folder / "manifest.yaml"):  # Path.is_file complains of a name that is too long
        return catalog.find(name, own_types), own_types
    folder = folder.resolve()
    return catalog.load(folder), (*own_types, str(folder.parent))


def complete_files(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Has the shell complete the name of a file."""
    return [CompletionItem(incomplete, type="file")]


class Seconds(click.FloatRange):
    """A time; what is no number is none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        seconds: float = super().convert(value, param, ctx)
        if math.isnan(seconds):
            self.fail(f"found {quote(str(value))}, expected a number of seconds", param, ctx)
        return seconds


class Constant(click.ParamType):  # type: ignore[type-arg]
    """NAME=VALUE."""

    name = "name=value"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, str]:
        if isinstance(value, tuple):
            return value
        match = re.fullmatch(r"\s*([A-Za-z_]\w*)\s*=\s*(\S+)\s*", value)
        if match is None:
            self.fail(f"found {quote(value)}, expected NAME=VALUE", param, ctx)
        return match[1], match[2]

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The options of the type that --type names."""
        type_ = catalog.lookup(ctx.params.get("type_") or "", ctx.params.get("own_types") or ())
        names = type_.options if type_ is not None else ()
        return [CompletionItem(f"{name}=") for name in names if name.startswith(incomplete)]


INPUTS = click.argument("inputs", metavar="INPUT...", nargs=-1, required=True, shell_complete=complete_files)

OWN_TYPES = click.option(
    "--types", "own_types", metavar="DIR", multiple=True, shell_complete=complete_files,
    help=f"A folder of your own types; they win over pysolve's. Also: ${catalog.TYPES_VARIABLE}.",
)  # fmt: skip

WORDS = click.option(
    "--words",
    metavar="FILE",
    shell_complete=complete_files,
    help="A list of words, one per line, optionally word;score.",
)

STYLE = click.option(
    "--style", type=click.Choice(["unicode", "ascii"]),
    help="Strokes of the drawing (default: unicode, where the terminal's encoding has them).",
)  # fmt: skip

JSON = click.option("--json", "as_json", is_flag=True, help="Write a JSON line for each.")

OUTPUT = click.option("--output", "-o", metavar="FILE", shell_complete=complete_files, help="Write to a file.")

SOLUTION = click.option(
    "--solution/--no-solution", default=None,
    help="Write the answer, too, if there is only one, or none. Without either: where the format checks answers.",
)  # fmt: skip

SEED = click.option(
    "--seed", type=click.IntRange(0, 2**31 - 1), default=0, metavar="N",
    help="For random choices: the same seed leads to the same result (default: 0).",
)  # fmt: skip

WATCH = click.option(
    "--watch",
    "watching",
    is_flag=True,
    help="Look again each time that the puzzle, its rules or its manifest is saved.",
)

_READING = [
    click.option("--type", "-t", "type_", metavar="TYPE", type=TypeName(), help="The type, if the file doesn't say."),
    OWN_TYPES,
    WORDS,
    click.option("--board", metavar="FILE", shell_complete=complete_files, help="The board of a JSON list of cells."),
    click.option(
        "--drop", "dropped", metavar="NAME", multiple=True,
        help="Leave out what a link holds by this name, such as a drawing, if pysolve does not know it.",
    ),
]  # fmt: skip

_LIMITS = [
    click.option("--time-limit", metavar="SECONDS", type=Seconds(min=0, min_open=True),
                 help="Stop after this time; with several puzzles, it is the limit for each."),
    click.option("--memory-limit", metavar="MB", type=click.IntRange(1, 2**30), help="Memory that a puzzle may take."),
]  # fmt: skip

_SEARCH = [
    click.option(
        "--rules", "-r", metavar="RULES.lp", multiple=True, shell_complete=complete_files,
        help="Rules to add to the type's own: a variant."
    ),
    click.option(
        "--const", "-c", "constants", metavar="NAME=VALUE", type=Constant(), multiple=True,
        help="Set an option of the type ('pysolve show TYPE' lists them).",
    ),
    click.option(
        "--plain", is_flag=True, help="The type's rules as they stand, without its files that only make them faster."
    ),
    *_LIMITS,
]  # fmt: skip

_CLASP = [
    click.option("--threads", metavar="N", type=click.IntRange(1, 64), default=1, help="Search with several threads."),
    click.option(
        "--configuration", metavar="NAME",
        type=click.Choice(["auto", "frumpy", "jumpy", "tweety", "handy", "crafty", "trendy", "many"]),
        help="clasp's search configuration: auto, frumpy, jumpy, tweety, handy, crafty, trendy, many.",
    ),
    click.option("--seed", metavar="N", type=click.IntRange(0, 2**31 - 1), help="Search at random, with this seed."),
]  # fmt: skip

_WRITING = [
    click.option(
        "--format", "-f", "format_", type=click.Choice(["text", "plain", "json", "svg"]), default="text",
        help="How it is written: words and a drawing (default), words alone, a JSON line, a picture.",
    ),
    STYLE,
    OUTPUT,
]  # fmt: skip


def with_options(options: Iterable[Callable[[_Command], _Command]]) -> Callable[[_Command], _Command]:
    """What adds options to a command, in this order."""

    def added(command: _Command) -> _Command:
        for option in reversed(list(options)):
            command = option(command)
        return command

    return added


#: Adds the options that say how results are written: `format_`, `style` and `output`.
writing_options = with_options(_WRITING)


def reading_options(command: _Command) -> _Command:
    """Adds the options that say how puzzles are read; the command gets them as one `reading`.

    The command raises PuzzleError for a type or a folder that is not there.
    """

    @with_options(_READING)
    @wraps(command)
    def with_reading(
        *, type_: str | None, own_types: tuple[str, ...], words: str | None, board: str | None,
        dropped: tuple[str, ...], **named: Any,
    ) -> Any:  # fmt: skip
        catalog.folders(own_types)
        if type_ is not None:
            type_ = str(catalog.find(type_, own_types).name)
        return command(reading=Reading(type_, own_types, board, words, dropped=dropped), **named)

    return with_reading


def search_options(command: _Command) -> _Command:
    """Adds the options that say how to search; the command gets them as `settings`, and `memory_limit` (megabytes).

    The command raises PuzzleError where memory cannot be limited.
    """
    return with_options(_SEARCH)(_with_settings(command))


def limit_options(command: _Command) -> _Command:
    """Adds the limits among them alone."""
    return with_options(_LIMITS)(_with_settings(command))


def _with_settings(command: _Command) -> _Command:
    @wraps(command)
    def with_settings(
        *, time_limit: float | None, memory_limit: int | None, rules: tuple[str, ...] = (),
        constants: tuple[tuple[str, str], ...] = (), plain: bool = False, **named: Any,
    ) -> Any:  # fmt: skip
        if memory_limit is not None:
            worker.check_memory_limit()
        settings = Settings(rules=rules, plain=plain, constants=dict(constants), time_limit=time_limit)
        return command(settings=settings, memory_limit=memory_limit, **named)

    return with_settings


def clasp_options(command: _Command) -> _Command:
    """Adds the options that clasp takes to those of `search_options`, which stands above: they go into `settings`."""

    @with_options(_CLASP)
    @wraps(command)
    def with_clasp(
        *, settings: Settings, threads: int, configuration: str | None, seed: int | None, **named: Any
    ) -> Any:
        return command(settings=replace(settings, threads=threads, configuration=configuration, seed=seed), **named)

    return with_clasp


def sources_of(inputs: Sequence[str], settings: Settings, memory_limit: int | None) -> Iterator[Source]:
    """The sources; with limits, they are found under them (see run.many.sources)."""
    if settings.time_limit is None and memory_limit is None:
        return formats.sources(inputs)
    return many.sources(inputs, settings.time_limit, memory_limit)


def several_sources(
    inputs: Sequence[str], settings: Settings, memory_limit: int | None
) -> tuple[bool, Iterator[Source]]:
    """Whether there are several sources, and the sources."""
    sources = sources_of(inputs, settings, memory_limit)
    ahead = list(islice(sources, 2))
    return len(ahead) > 1, chain(ahead, sources)


# -- Options that say where many puzzles are worked at: in processes of this machine, or on a cluster


_LOCAL = "local"


class Where(NamedTuple):
    """What the options say. jobs: how many processes. cluster: the address of a scheduler, or _LOCAL for a new one."""

    jobs: int | None = None
    cluster: str | None = None

    @property
    def is_named(self) -> bool:
        """Whether the user says anything of it."""
        return self != Where()

    def place(self, memory_limit: int | None, jobs: int | None = None) -> many.Place:
        """The place. memory_limit: megabytes for each process. jobs: how many, if the user does not say."""
        jobs = self.jobs or jobs or _processors()
        if self.cluster is not None:
            return clusters.Cluster(self.cluster, jobs, memory_limit)
        return many.Workers(jobs, memory_limit)


_PLACE = [
    click.option(
        "--jobs", "-j", metavar="N", type=click.IntRange(1, 256), help="Processes (default: one per processor)."
    ),
    click.option(
        "--cluster", metavar="ADDRESS",
        help="Work on a dask cluster: tcp://HOST:PORT of its scheduler, or 'local' to make one here.",
    ),
]  # fmt: skip


def place_options(command: _Command) -> _Command:
    """Adds these options to a command; it gets them as one `where`."""

    @with_options(_PLACE)
    @wraps(command)
    def with_where(*, jobs: int | None, cluster: str | None, **named: Any) -> Any:
        if jobs is not None and cluster not in (None, _LOCAL):
            raise click.UsageError("--jobs is for this machine; how much a cluster does at once is up to its workers")
        return command(where=Where(jobs, cluster), **named)

    return with_where


def _processors() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not every system says
        return os.cpu_count() or 1
