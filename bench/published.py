#!/usr/bin/env python3
"""What our rules say of right and wrong boards of puzz.link's genres, in pzpr's file text.

    python bench/published.py CASES.jsonl [GENRE…]

CASES.jsonl: a line a genre: `link`, `right` and `rights` (texts), `wrong` (`board` and `code` each). sections.yaml
says what stands in the texts of each genre. A board with other clues than the first right one is judged as the puzzle
of its own link where npm's pzpr can say that (NODE_PATH), elsewhere as the first puzzle with these clues in its grid,
and left out where that cannot be done. Prints a row a genre, and each board of which the rules think otherwise.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import pzpr_text  # noqa: E402
from published_boards import PublishedBoards, judged  # noqa: E402
from pzpr import available, node  # noqa: E402

from pysolve import formats  # noqa: E402
from pysolve.formats import Source  # noqa: E402
from pysolve.formats.links.address import SITE  # noqa: E402
from pysolve.formats.links.genre import find_genre  # noqa: E402
from pysolve.model.board import Board  # noqa: E402
from pysolve.model.build import build, draft_of  # noqa: E402
from pysolve.model.errors import PuzzleError  # noqa: E402
from pysolve.model.puzzle import Puzzle  # noqa: E402
from pysolve.model.rows import Rows  # noqa: E402
from pysolve.solving.settings import Settings  # noqa: E402

#: Clues as pzpr_text reads them: the number of their section, their place, and their token.
Clues = list[tuple[int, tuple[tuple[str, Any], ...], str]]

#: The link of each board, null for one of a genre that this pzpr does not have.
LINKS = """
const pzpr = require("pzpr");
console.log(JSON.stringify(JSON.parse(require("fs").readFileSync(0)).map(text => {
  if (!pzpr.variety(text.split("/")[1]).valid) return null;
  const puzzle = new pzpr.Puzzle();
  try { puzzle.open(text.replace(/\\//g, "\\n")); } catch (error) { return null; }
  return puzzle.getURL().split("?")[1].replace(/^[^/]*/, "");
})));
"""


def main() -> None:
    sections = yaml.safe_load((ROOT / "bench" / "sections.yaml").read_text(encoding="utf-8"))
    total: Counter[str] = Counter()
    for line in Path(sys.argv[1]).read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        name = case["right"].split("/")[1]
        if (sys.argv[2:] and name not in sys.argv[2:]) or find_genre(
            case["link"].partition("?")[2].split("/")[0]
        ) is None:
            continue
        counts: Counter[str] = Counter()
        for kind, code, says in said(case, sections.get(name)):
            counts[kind] += 1
            if kind == "other":
                print(f"  {name}, {code}: {says}")
        print(f"{name}: " + ", ".join(f"{count} {kind}" for kind, count in sorted(counts.items())), flush=True)
        total += counts
    print(f"all: {dict(total)}")


def said(case: dict[str, object], sections: list[object] | None) -> Iterator[tuple[str, str, str]]:
    """For each board whether it is as expected, `other`, or `unread`; its code; and what is said of it."""
    texts = [("right", str(case["right"])), *(("right", text) for text in case.get("rights", []))]  # type: ignore[attr-defined]
    texts += [(wrong["code"], wrong["board"]) for wrong in case["wrong"]]  # type: ignore[attr-defined]
    first = formats.read(Source.of_address(str(case["link"])))
    kinds = pzpr_text.read_sections(sections) if sections else []
    base = next((text for code, text in texts if code == "right" and fits(text, kinds, first)), "")
    bodies = node("-e", LINKS, value=[text for _, text in texts]) if available() else [None] * len(texts)
    for (code, text), body in zip(texts, bodies, strict=True):
        right = code == "right"
        try:
            puzzle, before = puzzle_of(first, case, body, bodies[0])
            if before and not base:
                raise PuzzleError("no right board is of the size of the puzzle")
            if before and text != base:
                board = puzzle.board if fits(text, kinds, puzzle) else square(text)
                clues = pzpr_text.read(base, kinds, puzzle.board).clues
                puzzle = with_clues(puzzle, clues, pzpr_text.read(text, kinds, board).clues, board)
            boards = {
                "sections": sections,
                "right": [text] if right else [],
                "wrong": [] if right else [text],
            }
            *_, found = judged(puzzle, PublishedBoards.of_document(boards), Settings())
            yield ("as expected" if found.agrees else "other"), code, found.says
        except PuzzleError as error:
            yield "unread", code, error.sentence


def fits(text: str, sections: list[pzpr_text.Section], puzzle: Puzzle) -> bool:
    """Whether a text is of the puzzle's size, and holds what the sections say."""
    try:
        return bool(pzpr_text.read(text, sections, puzzle.board))
    except PuzzleError:
        return False


def square(text: str) -> Board:
    """A board of the size of a text."""
    rows, columns = text.split("/")[2:4]
    if not (rows + columns).isdigit():
        raise PuzzleError("has no size of two numbers")
    return Board.square(int(rows), int(columns))


def with_clues(puzzle: Puzzle, clues: Clues, wanted: Clues, board: Board) -> Puzzle:
    """The puzzle with other clues in a grid: one to which all tokens of their section are translated alike. A token
    that stands nowhere yet is a number, or '-' for an unknown one, in a section whose numbers are ours. PuzzleError
    where there is no such grid; on a board of another size, all that the puzzle holds has to stand in one.
    """
    draft = draft_of(puzzle)
    larger = {name: [["."] * board.columns for _ in range(board.rows)] for name in draft.parts}
    resized = board.extent != puzzle.board.extent
    if resized and any(part.shape.name != "grid" for part in puzzle.type.parts if puzzle.tokens.get(part.name)):
        raise PuzzleError("is of another size, and the puzzle holds more than grids")
    changed = [each for each in wanted if resized or each not in set(clues)]
    for number in {number for number, _, _ in changed}:
        found = []
        grids = [part.name for part in puzzle.type.parts if part.shape.name == "grid" and part.name in draft.parts]
        for rows in (draft.parts[name].tokens for name in grids):
            cells = [(at(place), token) for each, place, token in clues if each == number]
            means = {token: rows[r - 1][c - 1] for (r, c), token in cells}
            if set(means.values()) - {".", "-"} and all(rows[r - 1][c - 1] == means[token] for (r, c), token in cells):
                found.append((rows, means))
        if len(found) != 1:
            raise PuzzleError("has other clues than the first right board, which are not found in the puzzle")
        ((rows, means),) = found
        (name,) = (name for name in grids if draft.parts[name].tokens is rows)
        numbers = [token for token in means if token.isdigit()]
        if numbers and all(means[token] == token for token in numbers):
            means = {"-": "?"} | {token: token for _, _, token in changed if token.isdigit()} | means
        for _, place, token in (each for each in changed if each[0] == number):
            if token not in means:
                raise PuzzleError(f"has {token!r} among its clues, which the first right board does not have")
            r, c = at(place)
            (larger[name] if resized else rows)[r - 1][c - 1] = means[token]
    if resized:
        draft.size, draft.parts = board.extent, {name: Rows(rows) for name, rows in larger.items()}
    return build(puzzle.type, draft)


def at(place: tuple[tuple[str, object], ...]) -> tuple[int, int]:
    """The cell of a place; PuzzleError if it is none."""
    cell = dict(place).get("X")
    if len(place) != 1 or not isinstance(cell, tuple):
        raise PuzzleError("has other clues than the first right board, outside of cells")
    return cell


def puzzle_of(first: Puzzle, case: dict[str, object], body: str | None, same: str | None) -> tuple[Puzzle, bool]:
    """The puzzle that a board is judged as, and whether its clues have to be those of the first right one."""
    if body is None:
        return first, True
    name = str(case["link"]).partition("?")[2].split("/")[0]
    try:
        own = formats.read(Source.of_address(f"{SITE}{name}{body}"))
    except PuzzleError:
        if body != same:
            raise
        return first, False
    # The first right board is mostly that of the link, which this pzpr may read less well than we do.
    return (first if body == same and own.board.extent == first.board.extent else own), False


if __name__ == "__main__":
    main()
