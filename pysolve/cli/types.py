"""pysolve types, show, new and copy."""

from __future__ import annotations

import json
from itertools import groupby
from pathlib import Path
from typing import Any

import click

from .. import catalog
from ..model.errors import alternatives
from .exit_codes import ExitCode
from .options import JSON, OWN_TYPES, TypeName, type_named
from .output import complain, json_line
from .rows import CSV, Rows


@click.command()
@OWN_TYPES
@click.option("--json", "as_json", is_flag=True, help="Write a JSON line for each type.")
@CSV
def types(own_types: tuple[str, ...], as_json: bool, as_csv: bool) -> ExitCode:
    """List the types of puzzles: name and what one has to do.

    A type whose manifest is wrong is left out; its error follows at the end, and the exit code is 2.
    """
    from ..author.types import types_in_short

    in_order, errors = types_in_short(own_types)
    if as_csv:
        rows = Rows()
        for each in in_order:
            rows.add(each)
    elif as_json:
        for each in in_order:
            click.echo(json.dumps(each, ensure_ascii=False))
    else:
        _list(in_order)
    for error in errors:
        complain(error)
    return ExitCode.WRONG_INPUT if errors else ExitCode.SUCCESS


def _list(in_order: list[dict[str, Any]]) -> None:
    width = max((len(each["name"]) for each in in_order), default=0)
    for group, members in groupby(in_order, key=lambda each: each["group"]):
        click.echo(click.style(str(group), bold=True))
        for each in members:
            click.echo(f"  {each['name']:<{width}}  {each['about']}")


@click.command()
@click.argument("type_", metavar="TYPE", type=TypeName())
@OWN_TYPES
@JSON
def show(type_: str, own_types: tuple[str, ...], as_json: bool) -> ExitCode:
    """Explain a type of puzzles: what it is, its rules, its input by example, its options, its files."""
    from ..results.types import type_record

    record = type_record(type_named(type_, own_types)[0])
    if as_json:
        click.echo(json_line(record))
        return ExitCode.SUCCESS
    names = f"also: {', '.join(record.aliases)}" if record.aliases else ""
    click.echo(f"{click.style(record.title, bold=True)}  ({record.name})\n{record.about}")
    click.echo("".join(f"{line}\n" for line in (names,) if line))
    for title, lines in record.sections():
        _section(title, lines)
    return ExitCode.SUCCESS


def _section(title: str, lines: list[str]) -> None:
    if lines:
        click.echo(click.style(title, bold=True))
        click.echo("".join(f"  {line}\n" for line in lines))


#: What each file of a new type is, in the order in which it is said.
_FILES = {
    "rules.lp": "the rules",
    "manifest.yaml": "how input is read and answers are drawn",
    "give.lp": "the clues that an answer implies, for 'pysolve make'",
    "make.lp": "puzzles together with their answers, for 'pysolve make'",
    "example.yaml": "a puzzle",
}


@click.command()
@click.argument("name")
@click.option(
    "--like", metavar="KIND", type=click.Choice(catalog.KINDS), default=catalog.KINDS[0],
    help=f"What it begins as: {alternatives(list(catalog.KINDS))} (default: {catalog.KINDS[0]}).",
)  # fmt: skip
@click.option(
    "--link", metavar="URL",
    help="One of its links at puzz.link: its board becomes the example, and the manifest says how it is read.",
)  # fmt: skip
@click.option("--in", "folder", metavar="DIR", default=".", help="Where to put its folder (default: here).")
@JSON
def new(name: str, like: str, link: str | None, folder: str, as_json: bool) -> ExitCode:
    """Make a folder for a new type: commented rules, a manifest and an example that solves at once.

    With --link, for a genre of puzz.link that has no rules here yet: the types that are here are tried, and what
    links like that one hold is taken over from them. The rules say what answers look like; what clues mean is yours
    to add.
    """
    from ..author import types as new_types
    from ..rules import display

    target = new_types.new(name, Path(folder), like, link)
    files = sorted(file.name for file in target.iterdir())
    if as_json:
        return _written(target, files)
    shown = display(target)
    width = max(len(file) for file in files)
    for file, about in _FILES.items():
        if file in files:
            click.echo(f"{shown}/{file:<{width}}  {about}")
    click.echo(f"\nTry: pysolve solve {shown}/example.yaml\n     pysolve test {shown}")
    return ExitCode.SUCCESS


@click.command()
@click.argument("type_", metavar="TYPE", type=TypeName())
@click.argument("folder", metavar="DIR")
@OWN_TYPES
@JSON
def copy(type_: str, folder: str, own_types: tuple[str, ...], as_json: bool) -> ExitCode:
    """Copy the folder of a type into DIR, to edit its rules; 'pysolve solve --types DIR' then uses the copy."""
    from ..author import types as new_types
    from ..rules import display

    target = new_types.copy(type_named(type_, own_types)[0], Path(folder))
    if as_json:
        return _written(target, sorted(path.relative_to(target).as_posix() for path in target.rglob("*.*")))
    click.echo(f"{display(target)}\n\nTry: pysolve solve --types {folder} INPUT")
    return ExitCode.SUCCESS


def _written(folder: Path, files: list[str]) -> ExitCode:
    """Writes the record of a type's new folder."""
    from ..results.written import FolderRecord
    from ..rules import display

    click.echo(json_line(FolderRecord(type=folder.name, folder=display(folder), files=files)))
    return ExitCode.SUCCESS
