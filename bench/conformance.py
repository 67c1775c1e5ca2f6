"""What other programs and pysolve make of each other's puzzles: docs/conformance.md.

    python bench/conformance.py [FOLDER] [--types NAME...] [--clients NAME...] [--results FILE]
                                [--output docs/conformance.md]

Each client is a module of bench/clients with `rows(material, types)`; one that is not installed is named, with the
reason. FOLDER holds what others exported (what a client takes from it stands in its module); without it only our own
examples are tried. Rows are added to the file of results as they are made, and the page is made from all that stand in
it; a later row of a client for the same type and note takes the place of an earlier one.
"""

from __future__ import annotations

import argparse
import importlib
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from datetime import date
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import every_assignment  # noqa: E402
from clients.row import Row  # noqa: E402

from pysolve import __version__, catalog  # noqa: E402

#: The modules of bench/clients.
CLIENTS = ("pzpr", "penpa_page", "tatham", "sudokupad")

HEAD = ("type", "read", "refused", "shown", "verdict", "answer", "note")


def measured(clients: Sequence[str], material: Path, types: Sequence[str]) -> Iterator[Row | tuple[str, str]]:
    """The rows of each client; its name and the reason for one that cannot be asked."""
    for name in clients:
        try:
            module = importlib.import_module(f"clients.{name}")
            yield from module.rows(material, types)
        except Exception as error:  # whatever a client lacks
            yield name, f"{error}" or type(error).__name__


def page(rows: Sequence[Row], missing: Sequence[tuple[str, str]], today: str) -> Iterator[str]:
    """The lines of the page."""
    yield "# Other programs\n"
    yield (
        "What other programs and pysolve make of each other's puzzles, measured with the programs themselves. Made by "
        f"`python bench/conformance.py` on {today}, pysolve {__version__}. Two numbers are how many were right, of how "
        "many that were tried; a dash is 'not tried'.\n"
    )
    yield "- **read**: the program's own exports that are read with the facts that they have there;"
    yield "- **refused**: exports beside these that are refused with a sentence;"
    yield "- **shown**: our examples that it opens with all that they say;"
    yield "- **verdict**: puzzles with one answer here whose answer it calls complete, too;"
    yield "- **answer**: answers of which it finds every change wrong, or answers found in what we wrote.\n"
    for client, format_ in dict.fromkeys((row.client, row.format) for row in rows):
        of_client = [row for row in rows if (row.client, row.format) == (client, format_)]
        yield f"## {client}, `--to {format_}`\n"
        yield f"| {' | '.join(HEAD)} |"
        yield f"| {' | '.join(['---'] + ['--:'] * (len(HEAD) - 2) + ['---'])} |"
        yield from (_line(row) for row in of_client)
        yield _total(of_client) + "\n"
    yield from every_assignment.page()
    if missing:
        yield "## Not measured\n"
        yield from (f"- `{name}`: {reason}" for name, reason in missing)


def _pair(pair: Sequence[int] | None) -> str:
    return "–" if pair is None else f"{pair[0]} of {pair[1]}"


def _line(row: Row) -> str:
    cells = (row.type, _pair(row.read), row.refused or "–", _pair(row.shown), _pair(row.verdict), _pair(row.answer))
    return f"| {' | '.join(map(str, cells))} | {row.note.replace('|', chr(92) + '|')} |"


def _total(rows: Sequence[Row]) -> str:
    def total(pairs: Sequence[Sequence[int] | None]) -> str:
        known = [pair for pair in pairs if pair is not None]
        return _pair((sum(pair[0] for pair in known), sum(pair[1] for pair in known))) if known else "–"

    sums = [total([getattr(row, name) for row in rows]) for name in ("read", "shown", "verdict", "answer")]
    return f"| **all** | {sums[0]} | {sum(row.refused for row in rows)} | {' | '.join(sums[1:])} | |"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=HERE / "no-folder")
    parser.add_argument("--types", nargs="+")
    parser.add_argument("--clients", nargs="+", choices=CLIENTS, default=list(CLIENTS))
    parser.add_argument("--results", type=Path)
    parser.add_argument("--output", type=Path)
    chosen = parser.parse_args()
    types = chosen.types or [type_.name for type_ in catalog.every()]
    lines = chosen.results.read_text().splitlines() if chosen.results and chosen.results.exists() else []
    rows = {_key(row): row for row in (Row(**json.loads(line)) for line in lines)}
    missing: list[tuple[str, str]] = []
    for found in measured(chosen.clients, chosen.folder, types):
        if not isinstance(found, Row):
            missing.append(found)
            print(f"{found[0]}: {found[1]}", file=sys.stderr)
            continue
        rows[_key(found)] = found
        print(_line(found), file=sys.stderr)
        if chosen.results:
            with chosen.results.open("a") as file:
                file.write(json.dumps(asdict(found)) + "\n")
    text = "\n".join(page(list(rows.values()), missing, f"{date.today():%Y-%m-%d}")) + "\n"
    if chosen.output:
        chosen.output.write_text(text, encoding="utf-8")
    else:
        print(text)
    return 0


def _key(row: Row) -> tuple[str, str, str]:
    return row.client, row.format, row.type


if __name__ == "__main__":
    sys.exit(main())
