"""What other programs and pysolve make of each other's puzzles: docs/conformance.md.

    python bench/conformance.py [FOLDER] [--types NAME...] [--clients NAME...] [--table bench/conformance.tsv]

Each client is a module of bench/clients with `rows(material, types)`; one that is not installed is named, with the
reason. FOLDER holds what others exported (what a client takes from it stands in its module); without it only our own
examples are tried. Rows go into the table as they are made; a later row of a client for the same format and type
takes the place of an earlier one.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import tables  # noqa: E402
from clients.row import Row  # noqa: E402

from pysolve import catalog  # noqa: E402

#: The modules of bench/clients.
CLIENTS = ("pzpr", "penpa_page", "tatham", "sudokupad")


def measured(clients: Sequence[str], material: Path, types: Sequence[str]) -> Iterator[Row | tuple[str, str]]:
    """The rows of each client; its name and the reason for one that cannot be asked."""
    for name in clients:
        try:
            module = importlib.import_module(f"clients.{name}")
            yield from module.rows(material, types)
        except Exception as error:  # whatever a client lacks
            yield name, f"{error}" or type(error).__name__


def _pair(pair: Sequence[int] | None) -> str:
    return "–" if pair is None else f"{pair[0]} of {pair[1]}"


def line(row: Row) -> tuple[str, ...]:
    """A row as it stands in the table."""
    pairs = (_pair(row.read), str(row.refused or "–"), _pair(row.shown), _pair(row.verdict), _pair(row.answer))
    return row.client, row.format, row.type, *pairs, row.note


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=HERE / "no-folder")
    parser.add_argument("--types", nargs="+")
    parser.add_argument("--clients", nargs="+", choices=CLIENTS, default=list(CLIENTS))
    parser.add_argument("--table", type=Path)
    chosen = parser.parse_args()
    types = chosen.types or [type_.name for type_ in catalog.every()]
    for found in measured(chosen.clients, chosen.folder, types):
        if isinstance(found, Row):
            print(*line(found), sep="\t", flush=True)
            tables.add(chosen.table, [line(found)], keys=3)
        else:
            print(f"{found[0]}: {found[1]}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
