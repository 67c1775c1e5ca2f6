"""Tables that come with pysolve: files of lines, cut at tabs, beside the modules that read them."""

from __future__ import annotations

from pathlib import Path


def table(module: str, name: str = "") -> list[list[str]]:
    """The lines of the table beside a module, which has the module's name if none is said. module: its `__file__`."""
    path = Path(module)
    text = (path.with_name(name) if name else path.with_suffix(".tsv")).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines()]
