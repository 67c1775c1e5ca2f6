"""pysolve man and completion: what a shell knows of the commands, made from them."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click
from click.shell_completion import get_completion_class

from .. import __version__
from ..model.errors import PuzzleError
from .exit_codes import ExitCode

_SHELLS = ("bash", "zsh", "fish")


@click.command()
def man() -> ExitCode:
    """Write the manual page, with all commands and options.

    \b
    pysolve man | man -l -                                 read it
    pysolve man > ~/.local/share/man/man1/pysolve.1        from then on: man pysolve
    """
    click.echo("\n".join(_page()))
    return ExitCode.SUCCESS


@click.command()
@click.argument("shell", type=click.Choice(_SHELLS))
def completion(shell: str) -> ExitCode:
    """Write the script with which a shell completes commands, options, the names of types and their options, and files.

    \b
    eval "$(pysolve completion bash)"                      in ~/.bashrc; zsh likewise, in ~/.zshrc
    pysolve completion fish > ~/.config/fish/completions/pysolve.fish
    """
    from . import cli

    kind = get_completion_class(shell)
    if kind is None:
        raise PuzzleError(f"click knows no completion for {shell}")
    # Not source(), which first asks whether the bash that is found is new enough.
    click.echo(kind.source_template % kind(cli, {}, "pysolve", "_PYSOLVE_COMPLETE").source_vars())
    return ExitCode.SUCCESS


def _page() -> Iterator[str]:
    """The lines of the manual page, in the language of man(7)."""
    from . import cli, commands

    with click.Context(cli, info_name="pysolve") as context:
        about, *rest = _paragraphs(cli)
        yield f'.TH PYSOLVE 1 "" "pysolve {__version__}" "User Commands"'
        yield from (".SH NAME", _text(f"pysolve - {about[:1].lower()}{about[1:].rstrip('.')}"))
        yield from (".SH SYNOPSIS", r".B pysolve", r"\fICOMMAND\fR [\fIOPTION\fR]... [\fIARGUMENT\fR]...")
        yield ".SH DESCRIPTION"
        yield from _described(rest)
        yield from _options(cli, context)
        yield ".SH COMMANDS"
        for name, command in commands().items():
            with click.Context(command, info_name=name, parent=context) as own:
                usage = " ".join(command.collect_usage_pieces(own))
                yield from (".SS", _text(f"pysolve {name} {usage}"))
                yield from _described(_paragraphs(command))
                yield from _options(command, own)


def _paragraphs(command: click.Command) -> list[str]:
    return re.split(r"\n\s*\n", (command.help or "").strip())


def _described(paragraphs: list[str]) -> Iterator[str]:
    for each in paragraphs:
        if "\b" in each:  # lines that stay as they are
            lines = [line for line in each.splitlines() if line.strip("\b ")]
            yield from (".PP", ".nf", *(_text(line) for line in lines), ".fi")
        else:
            yield from (".PP", _text(" ".join(each.split())))


def _options(command: click.Command, context: click.Context) -> Iterator[str]:
    records = (each.get_help_record(context) for each in command.get_params(context))
    for usage, help_ in filter(None, records):
        yield from (".TP", rf"\fB{_text(usage)}\fR", _text(help_))


def _text(text: str) -> str:
    """A line of text, in which nothing is a command of man(7)."""
    escaped = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{escaped}" if escaped.startswith((".", "'")) else escaped
