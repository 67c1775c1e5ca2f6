"""pysolve serve, site and lsp, which run until they are ended or make others run; man and completion, for a shell."""

from __future__ import annotations

import ipaddress
import os
import re
import socket
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from typing import Any

import click
from click.shell_completion import get_completion_class

from .. import __version__
from ..model.errors import PuzzleError, require, said_by_system
from ..web import pool
from .options import OWN_TYPES, ExitCode, Seconds, Whole, Word, leave


@click.command()
@click.option("--host", metavar="ADDRESS", default="127.0.0.1", help="Listen here (default: 127.0.0.1, this machine).")
@click.option("--port", metavar="N", type=Whole(0, 65535), default=8000,
              help="The port (default: 8000, or the next that is free; 0 takes any).")  # fmt: skip
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
@OWN_TYPES
@click.option("--time-limit", metavar="SECONDS", type=Seconds(min=0.1), default=20.0,
              help="The most that a request may take (default: 20).")  # fmt: skip
@click.option("--memory-limit", metavar="MB", type=Whole(min=64), default=1000,
              help="The most memory that a request may take (default: 1000).")  # fmt: skip
@click.option("--workers", metavar="N", type=Whole(1, 256), help="Requests at once (default: one per processor).")
@click.option("--waiting", metavar="N", type=Whole(0, 10_000), default=100,
              help="Requests that may wait for their turn (default: 100).")  # fmt: skip
@click.option(
    "--allow-origin", metavar="URL", multiple=True,
    help="Another site whose pages may send requests and show puzzles, or '*' (CORS).",
)  # fmt: skip
def serve(
    host: str, port: int, no_browser: bool, own_types: tuple[str, ...], time_limit: float, memory_limit: int,
    workers: int | None, waiting: int, allow_origin: tuple[str, ...],
) -> ExitCode:  # fmt: skip
    """Serve the workbench: a page in the browser, and the HTTP service that it uses (docs/service.md).

    Needs msgspec, starlette and uvicorn. Ctrl-C ends it.
    """
    require("web", "msgspec", "starlette", "uvicorn", need="the service")
    from ..web import app as service  # what needs packages of an extra is imported late, here and below

    limits = pool.Limits(time=time_limit, waiting=waiting)
    limits = replace(limits, workers=workers or limits.workers, memory=memory_limit if limits.memory else None)
    os.getcwd()  # workers start in the current directory
    listening = _listen(host, port, port == 8000)
    names = _names(host, listening)
    app = service.create(limits, own_types, allow_origin, names)
    address = _address(host, listening.getsockname()[1])
    click.echo(f"pysolve is at {address} (Ctrl-C ends it)")
    sys.stdout.flush()
    if names == ["*"]:
        click.echo("Everyone who reaches this address can have this machine solve puzzles.", err=True)
    if not no_browser:
        threading.Timer(0.5, _open, (address,)).start()
    _run(app, listening)
    return ExitCode.SUCCESS


def _names(host: str, listening: socket.socket) -> list[str]:
    """What requests may call the server. One that only this machine reaches, whatever its address is called, answers to
    no other name: so a page of another site cannot reach it by having its own name point here.
    """
    address = str(listening.getsockname()[0])
    bound = ipaddress.ip_address(address.partition("%")[0])
    mapped = getattr(bound, "ipv4_mapped", None)
    if not (bound.is_loopback or (mapped is not None and mapped.is_loopback)):
        return ["*"]
    return list(dict.fromkeys(["127.0.0.1", "localhost", "::1", address.lower(), host.lower()]))


def _listen(host: str, port: int, others: bool) -> socket.socket:
    """A socket that listens. others: a port near it will do. PuzzleError if there is none."""
    for each in range(port, port + (20 if others else 1)):
        try:
            family = socket.getaddrinfo(host, each, type=socket.SOCK_STREAM)[0][0]
            return socket.create_server((host, each), family=family, backlog=512)
        except (OSError, OverflowError) as error:
            last = error
    raise PuzzleError(f"cannot listen at {host}, port {port}: {said_by_system(last)}")


def _address(host: str, port: int) -> str:
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}/"


def _open(address: str) -> None:
    import webbrowser

    webbrowser.open(address)


def _run(app: Any, listening: socket.socket) -> None:
    import uvicorn

    from ..web.app import config

    server = uvicorn.Server(config(app))
    server.run(sockets=[listening])
    if not server.started:
        raise PuzzleError("the service could not start: see above")


# -- pysolve site: the workbench as files


@click.command()
@click.argument("folder", metavar="FOLDER", type=click.Path(file_okay=False, path_type=Path))
@click.option("--pyodide", metavar="FOLDER", type=click.Path(exists=True, file_okay=False, path_type=Path),
              help="npm's package pyodide (default: in node_modules, or in a folder of NODE_PATH).")  # fmt: skip
@OWN_TYPES
def site(folder: Path, pyodide: Path | None, own_types: tuple[str, ...]) -> ExitCode:
    """Write the workbench as files: solver, rules and page run in the browser, without a service (docs/browser.md).
    Types of your own (--types) are part of it.

    The folder may lie under any address of a web server. Needs msgspec and starlette, and npm's package pyodide.

    \b
    pysolve site workbench && python -m http.server -d workbench
    """
    require("web", "msgspec", "starlette", need="the site")
    from ..web.site import write

    count = write(folder, pyodide, own_types)
    click.echo(f"{count} files are in {folder}; to look at them: python -m http.server -d {folder}")
    return ExitCode.SUCCESS


# -- pysolve lsp: the language server


@click.command()
def lsp() -> None:
    """Serve editors over standard input and output (the Language Server Protocol): errors while you type, the
    headers of laws, definitions across #include, completion, and what sentences say of the example.

    docs/editors.md says how editors are set up. Needs pygls.
    """
    require("lsp", "pygls", need="the language server")
    from ..author.server import create

    server = create(__version__)
    try:
        server.start_io()
    finally:
        server.executor.close()
    leave(ExitCode.SUCCESS)  # the streams are closed


# -- pysolve man and completion: what a shell knows of the commands, made from them


_SHELLS = ("bash", "zsh", "fish", "powershell")


@click.command()
def man() -> ExitCode:
    """Write the manual page, with all commands and options.

    \b
    pysolve man | man -l -                                 read it
    pysolve man > ~/.local/share/man/man1/pysolve.1        from then on: man pysolve
    """
    click.echo("\n".join(_page(click.get_current_context().find_root().command)))
    return ExitCode.SUCCESS


@click.command()
@click.argument("shell", type=Word(_SHELLS))
def completion(shell: str) -> ExitCode:
    """Write the script with which a shell completes commands, options, the names of types and their options, and files.

    \b
    eval "$(pysolve completion bash)"                      in ~/.bashrc; zsh likewise, in ~/.zshrc
    pysolve completion fish > ~/.config/fish/completions/pysolve.fish
    pysolve completion powershell | Out-String | Invoke-Expression     in the file that $PROFILE names
    """
    cli = click.get_current_context().find_root().command
    kind = get_completion_class(shell)
    if kind is None:
        version = metadata.version("click")  # powershell came with 8.5
        raise PuzzleError(f"found click {version}, expected 8.5 or later for completion in {shell}")
    # Not source(), which first asks whether the bash that is found is new enough.
    click.echo(kind.source_template % kind(cli, {}, "pysolve", "_PYSOLVE_COMPLETE").source_vars())
    return ExitCode.SUCCESS


def _page(cli: click.Command) -> Iterator[str]:
    """The lines of the manual page, in the language of man(7)."""
    assert isinstance(cli, click.Group)
    with click.Context(cli, info_name="pysolve") as context:
        about, *rest = _paragraphs(cli)
        yield f'.TH PYSOLVE 1 "" "pysolve {__version__}" "User Commands"'
        yield from (".SH NAME", _text(f"pysolve - {about[:1].lower()}{about[1:].rstrip('.')}"))
        yield from (".SH SYNOPSIS", r".B pysolve", r"\fICOMMAND\fR [\fIOPTION\fR]... [\fIARGUMENT\fR]...")
        yield ".SH DESCRIPTION"
        yield from _described(rest)
        yield from _options(cli, context)
        yield ".SH COMMANDS"
        for name in cli.list_commands(context):
            command = cli.get_command(context, name)
            assert command is not None
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
