"""Rows of a table (CSV), for the commands that have a line for each puzzle or type."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import click

CSV = click.option("--csv", "as_csv", is_flag=True, help="Write a table: a row for each, as CSV.")


class Rows:
    """Writes rows, below a line with the names of their values."""

    def __init__(self, write: Callable[[str], object] = click.echo) -> None:
        """write: takes a row, without a line end."""
        self._write = write
        self._names: list[str] = []

    def add(self, values: Mapping[str, object]) -> None:
        """Writes a row. The first one says which values there are."""
        if not self._names:
            self._names = list(values)
            self._write(_line(self._names))
        self._write(_line([_cell(values.get(name)) for name in self._names]))


def _line(cells: list[str]) -> str:
    import csv  # takes time at the start
    from io import StringIO

    text = StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue().removesuffix("\n")


def _cell(value: object) -> str:
    """A value as a cell: texts below each other, others as JSON has them."""
    if value is None or isinstance(value, str):
        return value or ""
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return "\n".join(value)
    import json

    return json.dumps(value, ensure_ascii=False)
