"""Options that several commands share, and what they are made into."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

import click

from .. import catalog
from ..formats import Reading
from ..model.errors import PuzzleError, quote

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from ..model.puzzle_type import PuzzleType

FOUND, NOT_SO, BAD_INPUT, LIMIT_REACHED, FAULT, INTERRUPTED, TERMINATED = 0, 1, 2, 3, 70, 130, 143

#: From harmless to grave: what a command about several puzzles ends with.
_GRAVITY = (FOUND, NOT_SO, LIMIT_REACHED, BAD_INPUT)

_Command = TypeVar("_Command", bound=Callable[..., Any])


def gravest(codes: Iterable[int]) -> int:
    """The exit code for several puzzles."""
    return max(codes, key=_GRAVITY.index, default=FOUND)


def complain(error: PuzzleError) -> None:
    """Says on standard error what is wrong. The traceback goes to the logger `pysolve`, at debug level."""
    import logging  # takes time at the start

    if error.__traceback__ is not None:
        logging.getLogger("pysolve").debug("An error was raised.", exc_info=error)
    with suppress(OSError):  # there is nowhere else to say it
        click.echo(f"Error: {error}", err=True)
        if error.excerpt:
            click.echo(error.excerpt, err=True)


def warn_once(warnings: Iterable[object]) -> None:
    """Says on standard error what is remarkable about the rules; of several puzzles, with the first one alone."""
    said: set[str] = click.get_current_context().meta.setdefault("pysolve.warnings", set())
    for warning in map(str, warnings):
        if warning not in said:
            said.add(warning)
            click.echo(f"Warning: {warning}", err=True)


class TypeName(click.ParamType):  # type: ignore[type-arg]
    """The name of a puzzle type; the shell completes it."""

    name = "type"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        return [CompletionItem(name) for name in catalog.names() if name.startswith(incomplete)]


def type_named(name: str, own_types: tuple[str, ...]) -> tuple[PuzzleType, tuple[str, ...]]:
    """The type of this name, or the one whose folder this is; and the folders of own types, then with the one that the
    folder lies in. PuzzleError if there is none.
    """
    from pathlib import Path

    folder = Path(name)
    if not (folder / "manifest.yaml").is_file():
        return catalog.find(name, own_types), own_types
    folder = folder.resolve()
    return catalog.load(folder), (*own_types, str(folder.parent))


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


INPUTS = click.argument("inputs", metavar="INPUT...", nargs=-1, required=True)

OWN_TYPES = click.option(
    "--types", "own_types", metavar="DIR", multiple=True,
    help=f"A folder of your own types; they win over pysolve's. Also: ${catalog.TYPES_VARIABLE}.",
)  # fmt: skip

READING = [
    click.option("--type", "-t", "type_", metavar="TYPE", type=TypeName(), help="The type, if the file doesn't say."),
    OWN_TYPES,
    click.option("--words", metavar="FILE", help="A list of words, one a line, optionally word;score."),
    click.option("--board", metavar="FILE", help="The board of a JSON list of cells."),
]

SEARCHING = [
    click.option(
        "--rules", "-r", metavar="RULES.lp", multiple=True, help="Rules to add to the type's own: a variant."
    ),
    click.option(
        "--const", "-c", "constants", metavar="NAME=VALUE", type=Constant(), multiple=True,
        help="Set an option of the type ('pysolve show TYPE' lists them).",
    ),
    click.option("--time-limit", metavar="SECONDS", type=Seconds(min=0, min_open=True),
                 help="Stop after so long; for several puzzles, after so long for each."),
    click.option("--memory-limit", metavar="MB", type=click.IntRange(1, 2**30), help="Memory that a puzzle may take."),
]  # fmt: skip

CLASP = [
    click.option("--threads", "-j", type=click.IntRange(1, 64), default=1, help="Search with several threads."),
    click.option(
        "--configuration", metavar="NAME",
        type=click.Choice(["auto", "frumpy", "jumpy", "tweety", "handy", "crafty", "trendy", "many"]),
        help="clasp's search configuration: auto, frumpy, jumpy, tweety, handy, crafty, trendy, many.",
    ),
    click.option("--seed", metavar="N", type=click.IntRange(0, 2**31 - 1), help="Search at random, with this seed."),
]  # fmt: skip


def with_options(*groups: list[Any]) -> Callable[[_Command], _Command]:
    """Adds groups of options to a command, in this order."""

    def add(command: _Command) -> _Command:
        for option in reversed([option for group in groups for option in group]):
            command = option(command)
        return command

    return add


def reading(type_: str | None, own_types: tuple[str, ...], words: str | None, board: str | None) -> Reading:
    """The reading options together; PuzzleError for a type or folder that is not there."""
    catalog.folders(own_types)
    if type_ is not None:
        type_ = str(catalog.find(type_, own_types).name)
    return Reading(type_, own_types, board, words)


def wants_colour(file: Any = None) -> bool:
    """Whether to write colours: on a terminal, unless NO_COLOR is set."""
    import os

    stream = file or sys.stdout
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
