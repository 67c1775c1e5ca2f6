"""pysolve test: for the author of a type."""

from __future__ import annotations

import json
import sys

import click

from ..run.limits import MEMORY_LIMIT
from .exit_codes import ExitCode
from .options import OWN_TYPES, WATCH, Seconds, TypeName, type_named


@click.command()
@click.argument("type_", metavar="TYPE", type=TypeName())
@click.argument("files", metavar="[FILE...]", nargs=-1)
@click.option("--corpus", metavar="FILE", help="Puzzles with published answers: each is solved and compared.")
@click.option("--boards", is_flag=True, help="Show the wrong boards that were found for the rules.")
@click.option("--quick", is_flag=True, help="Without wrong boards, and with one example only.")
@click.option(
    "--format", "-f", "format_", type=click.Choice(["text", "json"]), default="text",
    help="A line for each finding (default), or a JSON line.",
)  # fmt: skip
@click.option(
    "--time-limit", metavar="SECONDS", type=Seconds(min=0, min_open=True), default=60.0, show_default=True,
    help="Stop each puzzle after this time.",
)  # fmt: skip
@click.option(
    "--memory-limit", metavar="MB", type=click.IntRange(1, 2**30), default=MEMORY_LIMIT, show_default=True,
    help="Memory that a puzzle may take.",
)  # fmt: skip
@OWN_TYPES
@WATCH
def test(
    type_: str, files: tuple[str, ...], corpus: str | None, boards: bool, quick: bool, format_: str, time_limit: float,
    memory_limit: int, own_types: tuple[str, ...], watching: bool,
) -> ExitCode:  # fmt: skip
    """Test a type: do its rules, manifest and examples fit together, and do they do what they say?

    TYPE is the name of a type, or its folder. FILEs are puzzles to solve besides the type's examples.

    \b
    rules         can be read
    facts         what tokens become is read by a rule
    drawing       what is shown and drawn is derived
    sentences     every rule that can refute an answer has its sentence (%!), which names its variables
    messages      invalid/3 and impossible/3 have a value for each {}
    make          give.lp or make.lp derives clues for every part
    examples      each has one answer, or what it says
    use           the examples use every token, option and mark
    links         what the manifest says of links can be read, and examples come back out of them as they were
    clues         the answer of an example implies its clues
    wrong boards  for each rule there is a board that it alone refuses: found, or stated in wrong.yaml
    corpus        each answer is the published one

    Exit codes: 0 nothing to fix, 1 there are warnings or errors, 2 wrong input.
    """
    from ..analysis.type_checks import Level
    from ..analysis.type_tests import TypeTest, run_tests
    from ..report import lines as report
    from ..run.analyses import steps
    from ..solving.settings import Settings

    if watching:
        if corpus or boards or format_ == "json":
            raise click.UsageError("--watch does the quick checks alone: without --corpus, --boards and JSON")
        from .watching import watch_type

        watch_type(type_, files, own_types, Settings(time_limit=time_limit), memory_limit)
    tested, own_types = type_named(type_, own_types)
    shows = _Progress()
    findings = []
    settings = Settings(time_limit=time_limit)
    with steps(tested, settings, memory_limit) as apart:
        for finding in run_tests(TypeTest(tested, files, corpus, own_types, quick), settings, shows, apart):
            shows.clear()
            findings.append(finding)
            if format_ == "json":
                click.echo(json.dumps(report.finding_record(finding), ensure_ascii=False))
            elif finding.board is None or boards:
                click.echo("\n".join([report.finding_line(finding), *report.lines_below(finding)]))
    shows.clear()
    if format_ == "text":
        click.echo(f"\n{report.summary_line(findings)}")
    return ExitCode.SUCCESS if all(finding.level is Level.OK for finding in findings) else ExitCode.NEGATIVE


class _Progress:
    """On a terminal, says what is being looked at."""

    def __init__(self) -> None:
        self._shown = False
        self._wanted = sys.stderr.isatty()

    def __call__(self, what: str) -> None:
        if self._wanted:
            click.echo(f"\r\x1b[K{what} …"[:100], nl=False, err=True)
            self._shown = True

    def clear(self) -> None:
        """Takes the line away."""
        if self._shown:
            click.echo("\r\x1b[K", nl=False, err=True)
            self._shown = False
