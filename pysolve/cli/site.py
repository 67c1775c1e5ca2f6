"""pysolve site: the workbench as files."""

from __future__ import annotations

from pathlib import Path

import click

from ..model.errors import require
from .exit_codes import ExitCode


@click.command()
@click.argument("folder", metavar="FOLDER", type=click.Path(file_okay=False, path_type=Path))
@click.option("--pyodide", metavar="FOLDER", type=click.Path(exists=True, file_okay=False, path_type=Path),
              help="npm's package pyodide (default: in node_modules, or in a folder of NODE_PATH).")  # fmt: skip
def site(folder: Path, pyodide: Path | None) -> ExitCode:
    """Write the workbench as files: solver, rules and page run in the browser, without a service (docs/browser.md).

    The folder may lie under any address of a web server. Needs msgspec and starlette, and npm's package pyodide.

    \b
    pysolve site workbench && python -m http.server -d workbench
    """
    require("web", "msgspec", "starlette", need="the site")
    from ..web.site import write

    count = write(folder, pyodide)
    click.echo(f"{count} files are in {folder}; to look at them: python -m http.server -d {folder}")
    return ExitCode.SUCCESS
