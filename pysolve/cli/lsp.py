"""pysolve lsp: the language server."""

from __future__ import annotations

import click

from .. import __version__
from ..model.errors import require
from .exit_codes import ExitCode


@click.command()
def lsp() -> None:
    """Serve editors over standard input and output (the Language Server Protocol): errors while you type, the
    headers of laws, definitions across #include, completion, and what sentences say of the example.

    docs/editors.md says how editors are set up. Needs pygls.
    """
    require("lsp", "pygls", need="the language server")
    from ..author.server import create
    from . import leave

    server = create(__version__)
    try:
        server.start_io()
    finally:
        server.executor.close()
    leave(ExitCode.SUCCESS)  # the streams are closed
