"""pzpr, the program behind puzz.link, as npm has it: its links read here, ours read there, our answers judged there.

What its marks and codes mean stands in tests/pzpr.yaml, as for the tests. It has rules of its own for 120 genres; of
later ones only the links are compared: what was read is written again as it was.
"""

from __future__ import annotations

import csv
import json
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from subprocess import run

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))

from pzpr import DATA, EMPTY, CannotBeSaid, available, board_of, genre_data, judged, node  # noqa: E402

import pysolve  # noqa: E402
from pysolve import catalog, formats  # noqa: E402
from pysolve.formats import Reading, Source  # noqa: E402
from pysolve.formats.links.address import SITE  # noqa: E402
from pysolve.formats.links.board import meaning  # noqa: E402
from pysolve.formats.links.genre import find_genre, genres  # noqa: E402
from pysolve.model.errors import PuzzleError  # noqa: E402
from pysolve.model.puzzle import Puzzle, Verdict  # noqa: E402
from pysolve.solving.search import open_local  # noqa: E402
from pysolve.solving.settings import Settings  # noqa: E402

from .row import Row  # noqa: E402

#: Seconds that a puzzle may take, and how many of a genre are solved.
SECONDS, SOLVED = 10.0, 12

#: Each link as pzpr writes it again; null for a genre that it does not have.
AGAIN = """
const pzpr = require("pzpr"), links = JSON.parse(require("fs").readFileSync(0));
console.log(JSON.stringify(links.map(link => {
  if (!pzpr.variety(link.split("/")[0]).valid) return null;
  const puzzle = new pzpr.Puzzle();
  puzzle.open(link);
  return puzzle.getURL().split("?")[1];
})));
"""

#: Whether each board, a text of pzpr's file form, holds just these marks: [text, marks, link] -> yes or no, null if it
#: cannot be read or has other clues than the link. A mark is [column, row, property, value]; others of the same
#: properties must not be there.
HOLDS = """
const pzpr = require("pzpr"), boards = JSON.parse(require("fs").readFileSync(0));
const nothing = {anum: -1};
console.log(JSON.stringify(boards.map(([text, marks, link]) => {
  try {
    const puzzle = new pzpr.Puzzle();
    puzzle.open(text.replace(/\\//g, "\\n"));
    const body = text => text.replace(/^.*\\?/, "").replace(/^[^/]*/, "").replace(/\\/$/, "");
    if (body(puzzle.getURL()) !== body(link)) return null;
    const board = puzzle.board, wanted = {}, properties = new Set();
    for (const [column, row, property, value] of marks) {
      properties.add(property);
      wanted[[column, row, property]] = value;
      const piece = board.getobj(column, row);
      const is = property === "anum" ? piece.getNum() : property === "line" ? +(piece.isLine() || piece.isLineEX()) : piece[property];
      if (is !== value && !(property === "qans" && piece.ques === value)) return false;
    }
    for (const list of [board.cell, board.border, board.cross]) for (let i = 0; i < list.length; i++) {
      const piece = list[i];
      for (const property of properties) {
        const value = piece[property];
        if (value && value !== nothing[property] && wanted[[piece.bx, piece.by, property]] === undefined) return false;
      }
    }
    return true;
  } catch (error) { return null; }
})));
"""  # noqa: E501


@dataclass
class Links:
    """The links of one genre that others wrote, and boards that are right or wrong by pzpr's own tests."""

    links: dict[str, None] = field(default_factory=dict)  # in their order, each once
    cases: list[tuple[str, str, list[str]]] = field(default_factory=list)  # link, right board, wrong boards


def rows(material: Path, types: Sequence[str]) -> Iterator[Row]:
    """A row for each genre of the types. material: a folder with `links/puzzlink-*.jsonl`, `formats/puzzlink.tsv` and
    `genres/cases.jsonl`, each of which may be missing.
    """
    if not available():
        raise PuzzleError("pzpr is not installed (npm install pzpr@0.10.1, NODE_PATH)")
    version = run(
        ["node", "-p", 'require("pzpr/package.json").version'], capture_output=True, text=True, check=True
    ).stdout.strip()
    foreign = _foreign(material)
    for name in types:
        known = genres(catalog.find(name))
        for genre in known:
            shown = name if len(known) == 1 else f"{name} ({genre.name})"
            yield _row(name, shown, genre.name, foreign.get(genre.name, Links()), f"pzpr {version}")


def _foreign(material: Path) -> dict[str, Links]:
    """What the folder has, by the name of our genre."""
    found: dict[str, Links] = {}

    def of(link: str) -> tuple[Links, str] | None:
        text = link.partition("?")[2] or link
        name = re.match(r"([a-z0-9-]+?)(?:_edit|_play)?/", text)
        matching = find_genre(name[1]) if name else None
        return None if matching is None else (found.setdefault(matching.genre.name, Links()), text.strip())

    for file in sorted((material / "links").glob("puzzlink-*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            if (known := of(json.loads(line)["text"])) is not None:
                known[0].links[known[1]] = None
    if (table := material / "formats" / "puzzlink.tsv").exists():
        with table.open(encoding="utf-8", newline="") as lines:
            for row in csv.DictReader(lines, delimiter="\t"):
                if (known := of(f"{row['pid']}/{row['url']}")) is not None:
                    known[0].links[known[1]] = None
    if (cases := material / "genres" / "cases.jsonl").exists():
        for line in cases.read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            if (known := of(case["link"])) is not None:
                known[0].links[known[1]] = None
                known[0].cases.append((known[1], case["right"], [wrong["board"] for wrong in case["wrong"]]))
    return found


def _row(type_: str, shown_as: str, genre: str, foreign: Links, client: str) -> Row:
    puzzles: list[Puzzle] = []
    read = refused = 0
    exports = [
        link or text for link, text in zip(node("-e", AGAIN, value=list(foreign.links)), foreign.links, strict=True)
    ]
    notes = []
    for link in exports:
        try:
            puzzle = _read(link)
            again = _read(_written(puzzle))
        except PuzzleError as error:
            refused += 1
            notes.append(error.sentence)
            continue
        matching = find_genre(link.partition("/")[0])
        assert matching is not None
        if _body(_written(puzzle)) == _body(link) or meaning(again, matching.genre) == meaning(puzzle, matching.genre):
            read += 1
            puzzles.append(puzzle)
    own = [puzzle for puzzle in _own(type_) if _link(puzzle).partition("/")[0] == genre]
    links = [_link(puzzle) for puzzle in own]
    there = node("-e", AGAIN, value=links)
    shown = sum(other is not None and _body(other) == _body(link) for other, link in zip(there, links, strict=True))
    unique = [(puzzle, answer) for puzzle in [*own, *puzzles][:SOLVED] if (answer := _only(puzzle)) is not None]
    verdict, answer = _judged(genre, unique)
    boards = _boards(genre, foreign)
    known = any(other is not None for other in there) or genre in DATA["genres"]
    if not known or genre in DATA.get("unjudged", ()):
        notes.append("npm's pzpr has no such genre: its links are only read and written again")
    elif shown < sum(other is not None for other in there):
        notes.append("npm's pzpr is older than some flags or sections of our links")
    if known and "as" in genre_data(genre):
        notes.append("npm's pzpr has no such genre: some of its checks for others judge the answers")
    if boards:
        notes.append(boards)
    return Row(
        client, "puzzlink", shown_as, (read, len(exports) - refused) if exports else None, refused,
        (shown, len(links)) if any(there) else None, verdict, answer, "; ".join(dict.fromkeys(notes)),
    )  # fmt: skip


def _judged(
    genre: str, unique: list[tuple[Puzzle, list[object]]]
) -> tuple[tuple[int, int] | None, tuple[int, int] | None]:
    """Of puzzles that have one answer here: how many answers pzpr calls complete; and of how many it finds a fault in
    each that has one mark changed.
    """
    if genre not in DATA["genres"]:
        return None, None
    boards = []
    for puzzle, atoms in unique:
        if "unknown" in genre_data(genre) and "." in _link(puzzle):
            continue
        try:
            boards.append(board_of(puzzle, _link(puzzle), atoms))  # type: ignore[arg-type]
        except CannotBeSaid:
            continue
    found = [(board, each) for board, each in zip(boards, judged(boards), strict=True) if each.understood]
    if not found:
        return None, None
    content = sum(not each.codes - EMPTY for _, each in found)
    refused = sum(all(each.changed) or bool(board.checks) for board, each in found)
    return (content, len(found)), (refused, len(found))


def _boards(genre: str, foreign: Links) -> str:
    """Of pzpr's own right and wrong boards: whether our only answer is the right one."""
    asked: list[tuple[str, list[object], str]] = []
    right: list[bool] = []
    for link, good, wrong in foreign.cases:
        if genre not in DATA["genres"] or "as" in genre_data(genre):
            continue
        try:
            puzzle = _read(link)
            atoms = _only(puzzle)
            marks = [list(mark) for marks in board_of(puzzle, _link(puzzle), atoms or ()).answer for mark in marks]
        except (PuzzleError, CannotBeSaid):
            continue
        if atoms is not None:
            asked += [(text, marks, _link(puzzle)) for text in (good, *wrong)]
            right += [True, *[False] * len(wrong)]
    verdicts = [(is_right, holds) for is_right, holds in zip(right, node("-e", HOLDS, value=asked), strict=True)]
    tried = [(is_right, holds) for is_right, holds in verdicts if holds is not None]
    if not any(is_right and holds for is_right, holds in tried):  # its marks are others than ours
        return ""
    good_ones = [holds for is_right, holds in tried if is_right]
    bad_ones = [holds for is_right, holds in tried if not is_right]
    return (
        f"right boards that are our answer: {sum(good_ones)} of {len(good_ones)}, "
        f"wrong ones that are not: {sum(not holds for holds in bad_ones)} of {len(bad_ones)}"
    )


def _own(type_: str) -> Iterator[Puzzle]:
    """The examples of a type that a link can hold."""
    for file in catalog.examples(catalog.find(type_)):
        puzzle = pysolve.read(str(file))
        try:
            _written(puzzle)
        except PuzzleError:
            continue
        yield puzzle


def _only(puzzle: Puzzle) -> list[object] | None:
    """The answer, if it is the only one."""
    search = open_local(puzzle, Settings(models=2, time_limit=SECONDS))
    found = [answer.atoms for answer in search]
    return list(found[0]) if search.outcome.verdict is Verdict.UNIQUE else None


def _read(link: str) -> Puzzle:
    return formats.read(Source.of_address(SITE + link), Reading())


def _written(puzzle: Puzzle) -> str:
    return formats.write(puzzle, "puzzlink").decode().strip().removeprefix(SITE)


def _link(puzzle: Puzzle) -> str:
    return _written(puzzle)


def _body(link: str) -> str:
    """What stands behind the name."""
    return link.partition("/")[2].rstrip("/")
