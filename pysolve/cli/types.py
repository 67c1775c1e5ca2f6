"""pysolve types, show, new and copy."""

from __future__ import annotations

import json
from contextlib import AbstractContextManager
from itertools import groupby
from pathlib import Path

import click

from .. import catalog
from ..catalog import templates
from ..model.errors import PuzzleError, alternatives, quote
from ..model.puzzle_type import PuzzleType
from ..report.types import constraint_lines, option_lines, part_line, type_record
from ..rules import display, speed_up
from .exit_codes import ExitCode
from .options import OWN_TYPES, TypeName, type_named
from .output import complain


@click.command(short_help="List the types of puzzles.")
@OWN_TYPES
@click.option("--json", "as_json", is_flag=True, help="Write a JSON line for each type.")
def types(own_types: tuple[str, ...], as_json: bool) -> ExitCode:
    """List the types of puzzles: name and what one has to do.

    A type whose manifest is wrong is left out; its error follows at the end, and the exit code is 2.
    """
    survey = catalog.survey(own_types)
    in_order = sorted(survey.types, key=lambda each: (each.group, each.name))
    if as_json:
        for each in in_order:
            click.echo(json.dumps(type_record(each), ensure_ascii=False))
    else:
        _list(in_order)
    for error in survey.errors:
        complain(error)
    return ExitCode.WRONG_INPUT if survey.errors else ExitCode.SUCCESS


def _list(in_order: list[PuzzleType]) -> None:
    width = max((len(each.name) for each in in_order), default=0)
    for group, members in groupby(in_order, key=lambda each: each.group):
        click.echo(click.style(group, bold=True))
        for each in members:
            click.echo(f"  {each.name:<{width}}  {each.about}")


@click.command(short_help="Explain a type: its rules, its input by example, its options.")
@click.argument("type_", metavar="TYPE", type=TypeName())
@OWN_TYPES
def show(type_: str, own_types: tuple[str, ...]) -> ExitCode:
    """Explain a type of puzzles: what it is, its rules, its input by example, its options, its files."""
    puzzle_type, _ = type_named(type_, own_types)
    names = f"also: {', '.join(puzzle_type.aliases)}" if puzzle_type.aliases else ""
    click.echo(f"{click.style(puzzle_type.title, bold=True)}  ({puzzle_type.name})\n{puzzle_type.about}")
    click.echo("".join(f"{line}\n" for line in (names,) if line))
    _section("Rules", [f"- {rule}" for rule in puzzle_type.rules])
    _section("Parts of the input", [part_line(part) for part in puzzle_type.parts])
    _section("Options", [line for option in puzzle_type.options.values() for line in option_lines(puzzle_type, option)])
    _section("Constraints that a puzzle may add (docs/constraints.md)", constraint_lines(puzzle_type))
    variants = sorted((puzzle_type.folder / "variants").glob("*.lp"))
    _section("Variants (-r FILE)", [display(variant) for variant in variants])
    examples = catalog.examples(puzzle_type)
    if examples:
        text = examples[0].read_text(encoding="utf-8").rstrip()
        _section(f"Example: {display(examples[0])}", text.split("\n"))
    files = [puzzle_type.rules_file, speed_up(puzzle_type.rules_file), puzzle_type.folder / "manifest.yaml"]
    _section("Files", [display(file) for file in files if file.is_file()])
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


@click.command(short_help="Start a new type of puzzles.")
@click.argument("name")
@click.option(
    "--like", metavar="KIND", type=click.Choice(templates.KINDS), default=templates.KINDS[0],
    help=f"What it begins as: {alternatives(list(templates.KINDS))} (default: {templates.KINDS[0]}).",
)  # fmt: skip
@click.option("--in", "folder", metavar="DIR", default=".", help="Where to put its folder (default: here).")
def new(name: str, like: str, folder: str) -> ExitCode:
    """Make a folder for a new type: commented rules, a manifest and an example that solves at once."""
    files = templates.new_type(name, like)
    target = Path(folder) / name
    with _new_folder(Path(folder), name) as part:
        for file, text in files.items():
            (part / file).write_text(text, encoding="utf-8")
    shown = display(target)
    width = max(len(file) for file in files)
    for file, about in _FILES.items():
        if file in files:
            click.echo(f"{shown}/{file:<{width}}  {about}")
    click.echo(f"\nTry: pysolve solve {shown}/example.yaml\n     pysolve test {shown}")
    return ExitCode.SUCCESS


@click.command(short_help="Copy a type, to edit it.")
@click.argument("type_", metavar="TYPE", type=TypeName())
@click.argument("folder", metavar="DIR")
@OWN_TYPES
def copy(type_: str, folder: str, own_types: tuple[str, ...]) -> ExitCode:
    """Copy the folder of a type into DIR, to edit its rules; 'pysolve solve --types DIR' then uses the copy."""
    import shutil

    puzzle_type, _ = type_named(type_, own_types)
    target = Path(folder) / puzzle_type.name
    with _new_folder(Path(folder), puzzle_type.name) as part:
        shutil.copytree(puzzle_type.folder, part, dirs_exist_ok=True)
    click.echo(f"{display(target)}\n\nTry: pysolve solve --types {folder} INPUT")
    return ExitCode.SUCCESS


def _new_folder(parent: Path, name: str) -> AbstractContextManager[Path]:
    """A new folder for a type, there whole or not at all. PuzzleError if it has no such name."""
    from ..run.files import whole_folder

    if not name.isidentifier() or name != name.lower() or not name.isascii():
        raise PuzzleError(f"found {quote(name)}, expected a name of small letters, digits and _ for the type")
    return whole_folder(parent / name)
