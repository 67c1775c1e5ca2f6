"""pysolve types, show, new, copy and test: for who looks at types of puzzles, or writes one."""

from __future__ import annotations

import json
from itertools import groupby
from pathlib import Path
from typing import Any

import click

from .. import catalog
from ..analysis import type_checks, type_tests
from ..author import types as new_types
from ..model.errors import alternatives, quote
from ..report import lines as report
from ..report import results
from ..rules import library
from ..run import searches
from ..run.worker import MEMORY_LIMIT
from ..solving.settings import Settings
from . import watching
from .options import (
    CSV,
    JSON,
    OWN_TYPES,
    WATCH,
    ExitCode,
    Progress,
    Rows,
    Seconds,
    TypeName,
    Whole,
    Word,
    complain,
    type_named,
)


@click.command()
@OWN_TYPES
@click.option("--json", "as_json", is_flag=True, help="Write a JSON line for each type.")
@CSV
def types(own_types: tuple[str, ...], as_json: bool, as_csv: bool) -> ExitCode:
    """List the types of puzzles: name and what one has to do.

    A type whose manifest is wrong is left out; its error follows at the end, and the exit code is 2.
    """
    in_order, errors = new_types.types_in_short(own_types)
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

    record = results.type_record(type_named(type_, own_types)[0])
    if as_json:
        click.echo(results.json_line(record))
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
    "--like", metavar="KIND", type=Word(catalog.KINDS), default=catalog.KINDS[0],
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

    shadowed = catalog.lookup(name, ())
    target = new_types.new(name, Path(folder), like, link)
    if shadowed is not None:
        sentence = f"{shadowed.title} comes with pysolve and is called {quote(name)}, too; with --types yours is meant"
        click.echo(f"Note: {sentence}.", err=True)
    files = sorted(file.name for file in target.iterdir())
    if as_json:
        return _written(target, files)
    shown = library.display(target)
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

    target = new_types.copy(type_named(type_, own_types)[0], Path(folder))
    if as_json:
        return _written(target, sorted(path.relative_to(target).as_posix() for path in target.rglob("*.*")))
    click.echo(f"{library.display(target)}\n\nTry: pysolve solve --types {folder} INPUT")
    return ExitCode.SUCCESS


def _written(folder: Path, files: list[str]) -> ExitCode:
    """Writes the record of a type's new folder."""

    click.echo(results.json_line(results.FolderRecord(type=folder.name, folder=library.display(folder), files=files)))
    return ExitCode.SUCCESS


# -- pysolve test: for the author of a type


@click.command()
@click.argument("type_", metavar="TYPE", type=TypeName())
@click.argument("files", metavar="[FILE...]", nargs=-1)
@click.option("--corpus", metavar="FILE", help="Puzzles with published answers: each is solved and compared.")
@click.option("--boards", is_flag=True, help="Show the wrong boards that were found for the rules.")
@click.option("--quick", is_flag=True, help="Without wrong boards, and with one example only.")
@click.option(
    "--format", "-f", "format_", type=Word(["text", "json"]), default="text",
    help="A line for each finding (default), or a JSON line.",
)  # fmt: skip
@click.option(
    "--time-limit", metavar="SECONDS", type=Seconds(min=0, min_open=True), default=60.0, show_default=True,
    help="Stop each puzzle after this time.",
)  # fmt: skip
@click.option(
    "--memory-limit", metavar="MB", type=Whole(1, 2**30), default=MEMORY_LIMIT, show_default=True,
    help="Memory that a puzzle may take.",
)  # fmt: skip
@OWN_TYPES
@WATCH
def test(
    type_: str, files: tuple[str, ...], corpus: str | None, boards: bool, quick: bool, format_: str, time_limit: float,
    memory_limit: int, own_types: tuple[str, ...], watched: bool,
) -> ExitCode:  # fmt: skip
    """Test a type: do its rules, manifest and examples fit together, and do they do what they say?

    TYPE is the name of a type, or its folder. FILEs are puzzles to solve besides the type's examples.

    \b
    rules         can be read
    facts         what tokens become is read by a rule
    drawing       what is shown and drawn is derived
    sentences     every rule that can refute an answer has its sentence (%!), which names its variables
    messages      invalid/3 and impossible/3 have a value for each {}
    make          give.lp or make.lp derives clues for every part, and its answers are some by the rules
    examples      each has one answer, or what it says
    use           the examples use every token, option and mark
    links         what the manifest says of links can be read, and examples come back out of them as they were
    clues         the answer of an example implies its clues
    wrong boards  for each rule there is a board that it alone refuses: found, or stated in wrong.yaml
    corpus        each answer is the published one

    Exit codes: 0 nothing to fix, 1 there are warnings or errors, 2 wrong input.
    """
    if watched:
        if corpus or boards or format_ == "json":
            raise click.UsageError("--watch does the quick checks alone: without --corpus, --boards and JSON")
        watching.watch_type(type_, files, own_types, Settings(time_limit=time_limit), memory_limit)
    tested, own_types = type_named(type_, own_types)
    progress = Progress()
    findings = []
    settings = Settings(time_limit=time_limit)
    with searches.steps(tested, settings, memory_limit) as apart:
        tested_with = type_tests.TypeTest(tested, files, corpus, own_types, quick)
        for finding in type_tests.run_tests(tested_with, settings, lambda what: progress.say(f"{what} …"[:96]), apart):
            progress.clear()
            findings.append(finding)
            if format_ == "json":
                click.echo(json.dumps(report.finding_record(finding), ensure_ascii=False))
            elif finding.board is None or boards:
                click.echo("\n".join([report.finding_line(finding), *report.lines_below(finding)]))
    progress.clear()
    if format_ == "text":
        click.echo(f"\n{report.summary_line(findings)}")
    return ExitCode.SUCCESS if all(finding.level is type_checks.Level.OK for finding in findings) else ExitCode.NEGATIVE
