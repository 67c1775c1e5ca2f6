"""SudokuPad and f-puzzles, as far as their format can be asked for: lz-string of npm, and the JSON as published.

Neither site's program is in a registry; so nothing here says what SudokuPad shows. What can be measured: that npm's
lz-string, which both sites use, unpacks what we write to the JSON that we meant, with the board, the rules and the only
answer in the form that both read; and that links of others are read, and written again as they were.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import unquote

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))


import pysolve  # noqa: E402
from pysolve import catalog, formats  # noqa: E402
from pysolve.formats.sudoku import fpuzzles, sudokupad  # noqa: E402
from pysolve.model.errors import PuzzleError  # noqa: E402
from pysolve.model.puzzle import Puzzle, Verdict  # noqa: E402
from pysolve.model.terms import Term  # noqa: E402
from pysolve.solving.search import open_local  # noqa: E402
from pysolve.solving.settings import Settings  # noqa: E402

from .row import Row  # noqa: E402

UNPACK = """
const { decompressFromBase64 } = require("lz-string");
const texts = JSON.parse(require("fs").readFileSync(0));
console.log(JSON.stringify(texts.map((text) => decompressFromBase64(text))));
"""

NOTE = "neither site's program can be had: unpacked by npm's lz-string, and compared with the published form"


def rows(material: Path, types: Sequence[str]) -> Iterator[Row]:
    """A row for each type and site. material: a folder that may hold `links/fpuzzles-*.jsonl`, links of others."""
    client = f"lz-string {_node('-p', 'require(`lz-string/package.json`).version').strip()}"
    for name in types:
        for format_, start in (("fpuzzles", fpuzzles.SITE), ("sudokupad", sudokupad.SITE)):
            others = _others(material) if format_ == "fpuzzles" else []
            if (row := _row(client, format_, start, name, others)) is not None:
                yield row


def _row(client: str, format_: str, start: str, name: str, others: Sequence[str]) -> Row | None:
    written: list[tuple[str, list[int | None]]] = []
    for file in catalog.examples(catalog.find(name)):
        puzzle = pysolve.read(str(file))
        try:
            link = formats.write(puzzle, format_, only_answer).decode().strip()
        except PuzzleError:
            continue
        written.append((link, [puzzle.alphabet.value(token) for token in (puzzle.answer or "").split()]))
    if not written:
        return None
    records = _unpacked([unquote(link.removeprefix(start)) for link, _ in written])
    right = sum(_is_whole(record) for record in records)
    answers = sum(record.get("solution") == answer for record, (_, answer) in zip(records, written, strict=True))
    read = opened = refused = 0
    notes = [NOTE]
    for link in others:
        try:
            puzzle = pysolve.read_text(link)
            if puzzle.type.name != name:
                continue
            again = pysolve.read_text(formats.write(puzzle, format_).decode())
        except PuzzleError as error:
            refused += name == "sudoku"
            notes.append(error.sentence[:120])
            continue
        opened += 1
        read += again.tokens == puzzle.tokens and {each.name for each in again.type.added} == {
            each.name for each in puzzle.type.added
        }
    return Row(
        client, format_, name, (read, opened) if opened else None, refused if opened else 0, (right, len(written)),
        None, (answers, len(written)), "; ".join(dict.fromkeys(notes)) if opened else NOTE,
    )  # fmt: skip


def _is_whole(record: dict[str, Any]) -> bool:
    """Whether an object has what both sites read: a square grid of cells, rules in words, lists of constraints."""
    size, grid = record.get("size"), record.get("grid")
    square = isinstance(grid, list) and len(grid) == size and all(len(row) == size for row in grid)
    cells = [cell for row in grid or () for cell in row]
    values = all(1 <= cell["value"] <= len(grid or ()) and cell["given"] is True for cell in cells if "value" in cell)
    named = set(re.findall(r"R\d+C\d+", json.dumps(record)))
    inside = all(0 <= int(number) <= len(grid or ()) + 1 for name in named for number in re.findall(r"\d+", name))
    return square and values and inside and bool(record.get("ruleset"))


def only_answer(puzzle: Puzzle) -> tuple[Term, ...] | None:
    """The only answer, for which there is more patience here: a busy machine is no fault of a format."""
    search = open_local(puzzle, Settings(models=2, time_limit=60))
    try:
        answers = [answer.atoms for answer in search]
    except PuzzleError:  # the rules find the puzzle invalid
        return None
    return answers[0] if search.outcome.verdict is Verdict.UNIQUE else None


def _others(material: Path) -> list[str]:
    files = sorted((material / "links").glob("fpuzzles-*.jsonl"))
    return [json.loads(line)["text"] for file in files for line in file.read_text(encoding="utf-8").splitlines()]


def _unpacked(texts: Sequence[str]) -> list[dict[str, Any]]:
    return [json.loads(text) for text in json.loads(_node("-e", UNPACK, text=json.dumps(texts)))]


def _node(*arguments: str, text: str = "") -> str:
    done = subprocess.run(["node", *arguments], input=text, capture_output=True, text=True, timeout=60, check=False)
    if done.returncode:
        raise PuzzleError("lz-string is not installed (npm install lz-string, NODE_PATH)")
    return done.stdout
