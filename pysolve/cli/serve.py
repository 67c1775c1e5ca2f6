"""pysolve serve: the page in the browser, and the service behind it."""

from __future__ import annotations

import os
import socket
import sys
import threading
from typing import Any

import click

from ..model.errors import PuzzleError, require
from .exit_codes import ExitCode
from .options import OWN_TYPES


@click.command()
@click.option("--host", metavar="ADDRESS", default="127.0.0.1", help="Listen here (default: 127.0.0.1, this machine).")
@click.option("--port", metavar="N", type=click.IntRange(0, 65535), default=8000,
              help="The port (default: 8000, or the next that is free; 0 takes any).")  # fmt: skip
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
@OWN_TYPES
@click.option("--time-limit", metavar="SECONDS", type=click.FloatRange(min=0.1), default=20.0,
              help="The most that a request may take (default: 20).")  # fmt: skip
@click.option("--memory-limit", metavar="MB", type=click.IntRange(min=64), default=1000,
              help="The most memory that a request may take (default: 1000).")  # fmt: skip
@click.option(
    "--workers", metavar="N", type=click.IntRange(1, 256), help="Requests at once (default: one per processor)."
)
@click.option("--waiting", metavar="N", type=click.IntRange(0, 10_000), default=100,
              help="Requests that may wait for their turn (default: 100).")  # fmt: skip
@click.option(
    "--allow-origin", metavar="URL", multiple=True, help="Another site whose pages may send requests, or '*' (CORS)."
)
def serve(
    host: str, port: int, no_browser: bool, own_types: tuple[str, ...], time_limit: float, memory_limit: int,
    workers: int | None, waiting: int, allow_origin: tuple[str, ...],
) -> ExitCode:  # fmt: skip
    """Serve the workbench: a page in the browser, and the HTTP service that it uses (docs/service.md).

    Needs msgspec, starlette and uvicorn. Ctrl-C ends it.
    """
    require("web", "msgspec", "starlette", "uvicorn", need="the service")
    from dataclasses import replace

    from ..web.app import create
    from ..web.pool import Limits

    limits = Limits(time=time_limit, waiting=waiting)
    limits = replace(limits, workers=workers or limits.workers, memory=memory_limit if limits.memory else None)
    os.getcwd()  # workers start in the current directory
    listening = _listen(host, port, port == 8000)
    names = _names(host, listening)
    app = create(limits, own_types, allow_origin, names)
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
    from ipaddress import ip_address

    address = str(listening.getsockname()[0])
    bound = ip_address(address.partition("%")[0])
    mapped = getattr(bound, "ipv4_mapped", None)
    if not (bound.is_loopback or (mapped is not None and mapped.is_loopback)):
        return ["*"]
    return list(dict.fromkeys(["127.0.0.1", "localhost", "::1", address.lower(), host.lower()]))


def _listen(host: str, port: int, others: bool) -> socket.socket:
    """A socket that listens. others: a port near it will do. PuzzleError if there is none."""
    last: OSError | None = None
    for each in range(port, port + (20 if others else 1)):
        try:
            family = socket.getaddrinfo(host, each, type=socket.SOCK_STREAM)[0][0]
            return socket.create_server((host, each), family=family, backlog=512)
        except (OSError, OverflowError) as error:
            last = error if isinstance(error, OSError) else OSError(str(error))
    reason = ((last.strerror if last else None) or str(last)).lower()
    raise PuzzleError(f"cannot listen at {host}, port {port}: {reason}")


def _address(host: str, port: int) -> str:
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}/"


def _open(address: str) -> None:
    import webbrowser

    webbrowser.open(address)


def _run(app: Any, listening: socket.socket) -> None:
    import uvicorn

    from ..web.server import config

    server = uvicorn.Server(config(app))
    server.run(sockets=[listening])
    if not server.started:
        raise PuzzleError("the service could not start: see above")
