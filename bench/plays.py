"""How many clicks, drags and keys it takes to solve a board: where one plays on the page, and in the players of others.

    python bench/plays.py DOCS

Fills in the answer of a small board of each of eight types, all made by pysolve: on the page in Chromium, which has to
say that it is solved, on puzz.link, by pzpr's own player on node (NODE_PATH names the folder in which pzpr is), and in
the page of Penpa+ itself, whose checks have to agree. DOCS is penpa-edit's folder `docs`. Prints a table; docs/page.md
has it.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import quote

from clicks import ROOT, Acts, OnPage, Point, board_text, half_cells, in_words, walk
from clients.penpa_page import PenpaPage
from playwright.sync_api import sync_playwright
from web_server import CHROMIUM, launch, serving

import pysolve
from pysolve.model.puzzle import Puzzle
from pysolve.render.picture import Mark

BOARDS = {
    "Slitherlink": "slitherlink/made-5x5.yaml", "Nurikabe": "nurikabe/5x5.yaml", "Masyu": "masyu/5x5.yaml",
    "Heyawake": "heyawake/5x5.yaml", "Sudoku": "sudoku/4x4.yaml", "Akari": "akari/6x6.yaml",
    "Yajilin": "yajilin/8x8.yaml", "Hashi": "hashi/5x5.yaml",
}  # fmt: skip


def point_of(place: Any) -> Point:
    """A place of an answer as a point in cells: corners lie between them."""
    row, column = (float(number) for number in re.findall(r"\d+", str(place)))
    return (row - 0.5, column - 0.5) if str(place).startswith("p") else (row, column)


def answer_of(puzzle: Puzzle) -> list[Mark]:
    """The marks that somebody who solves it fills in."""
    answer = next(iter(pysolve.solve(puzzle)))
    return [mark for mark in answer.picture().marks if not mark.given and mark.kind != "tint"]


def loop(lines: Iterable[tuple[Point, Point]]) -> list[Point]:
    """The way along a loop, back to where it began."""
    beside: dict[Point, list[Point]] = {}
    for one, other in lines:
        beside.setdefault(one, []).append(other)
        beside.setdefault(other, []).append(one)
    way = [min(beside)]
    while len(way) <= len(beside):
        way.append(next(each for each in beside[way[-1]] if len(way) < 2 or each != way[-2]))
    return way


def groups(cells: Sequence[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    """Cells that are connected along their sides, as ways through them."""
    left = sorted(cells)
    while left:
        together = walk(left)
        yield together
        left = [cell for cell in left if cell not in together]


def in_player(puzzle: Puzzle, together: bool) -> Acts:
    """How the answer is filled in. together: whether several cells can be selected, to write one value into all."""
    acts, marks = Acts(), answer_of(puzzle)
    lines = [(point_of(mark.place), point_of(mark.other), mark.value) for mark in marks if mark.other is not None]
    cells = [(*map(int, point_of(mark.place)), mark.value) for mark in marks if mark.other is None]
    if puzzle.type.name == "hashi":
        for one, other, value in lines:
            acts.done += [("drag", one, other)] * (int(value) if value.isdigit() else 1)
    elif lines:
        acts.drag(loop((one, other) for one, other, _ in lines))
    if puzzle.type.name == "sudoku" and together:
        for value in sorted({value for *_, value in cells}):
            first, *more = ((row, column) for row, column, each in cells if each == value)
            acts.click(*first)
            acts.done += [("also", *cell) for cell in more]
            acts.type(value)
    elif puzzle.type.name == "sudoku":
        for row, column, value in cells:
            acts.click(row, column)
            acts.type(value)
    else:
        for way in groups([(row, column) for row, column, _ in cells]):
            if len(way) > 1:
                acts.drag(way)
            else:
                acts.click(*way[0])
    return acts


def solved_here(page: OnPage, text: str, acts: Acts) -> bool:
    """Does the acts where one plays; whether the page says that it is solved."""
    page.page.goto("about:blank")
    page.page.goto(f"{page.server}/#puzzle={quote(text)}")
    page.page.locator(".board-frame svg").first.wait_for()
    for kind, *rest in acts.done:
        if kind == "also":
            page.page.keyboard.down("Control")
        page.do(("click" if kind == "also" else kind, *rest))
        if kind == "also":
            page.page.keyboard.up("Control")
    return page.settle(lambda: "Solved" in page.page.locator("#findings").inner_text())


def solved_there(boards: Sequence[tuple[Puzzle, Acts]]) -> list[bool]:
    """Does the acts in pzpr's player; whether it says that they are solved."""
    links = [str(pysolve.convert(puzzle, "puzzlink")).strip().split("?")[1] for puzzle, _ in boards]
    body = [[link, list(map(half_cells, acts.done)), "play"] for link, (_, acts) in zip(links, boards)]
    done = subprocess.run(
        ["node", str(ROOT / "bench" / "clicks.js")], input=json.dumps(body), capture_output=True, text=True, check=True
    )
    return [bool(each) for each in json.loads(done.stdout)]


#: Where a point of the board is on the screen, in Penpa+.
_SPOT = """([row, column]) => { const box = document.getElementById("canvas").getBoundingClientRect();
  const first = pu.point[2 + 2 * pu.nx0];
  return [box.x + first.x + (column - 1) * pu.size, box.y + first.y + (row - 1) * pu.size] }"""


def in_penpa(puzzle: Puzzle) -> Acts:
    """How the answer is filled in there. A drag that ends where it began shades that cell of a Yajilin, so that the
    loop's last line is a drag of its own.
    """
    acts = in_player(puzzle, True)
    if puzzle.type.name != "yajilin":
        return acts
    (kind, *way), *others = acts.done
    return replace(acts, done=[(kind, *way[:-1]), (kind, *way[-2:]), *others])


def solved_in_penpa(docs: Path, boards: Mapping[str, tuple[Puzzle, Acts]]) -> dict[str, bool]:
    """Does the acts in the page of Penpa+, with the tools that our links begin with; whether it calls them right."""
    solved = {}
    with PenpaPage(docs) as there:
        mouse, keyboard = there.page.mouse, there.page.keyboard
        for name, (puzzle, acts) in boards.items():
            there.open(str(pysolve.convert(puzzle, "penpa")).strip())
            for kind, *rest in acts.done:
                if kind == "key":
                    keyboard.press(rest[0])
                    continue
                first, *others = ([*there.page.evaluate(_SPOT, spot)] for spot in (rest if kind == "drag" else [rest]))
                if kind == "also":
                    keyboard.down("Control")
                mouse.move(*first)
                mouse.down()
                for spot in others:
                    mouse.move(*spot, steps=4)
                mouse.up()
                keyboard.up("Control")
            solved[name] = bool(there.page.evaluate("pu.sol_flag"))
    return solved


def main() -> int:
    """Solves all boards; 1 if one did not come out, or costs more on the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("docs", type=Path)
    docs = parser.parse_args().docs
    if CHROMIUM is None:
        raise SystemExit("needs chromium")
    texts = {name: board_text(where).partition("answer:")[0] for name, where in BOARDS.items()}
    puzzles = {name: pysolve.read_text(text) for name, text in texts.items()}
    there = {name: in_player(puzzle, False) for name, puzzle in puzzles.items()}
    agreed = dict(zip(puzzles, solved_there([(puzzles[name], acts) for name, acts in there.items()])))
    penpa = {name: in_penpa(puzzle) for name, puzzle in puzzles.items()}
    congratulated = solved_in_penpa(docs, {name: (puzzles[name], acts) for name, acts in penpa.items()})
    failed = 0
    print("| board | on the page | puzz.link | Penpa+ |\n| --- | --- | --- | --- |")
    with serving() as server, sync_playwright() as started:
        browser = launch(started, "chromium", CHROMIUM)
        page = OnPage(browser.new_page(viewport={"width": 1366, "height": 850}), server)
        for name, puzzle in puzzles.items():
            here = in_player(puzzle, True)
            print(f"| {name} | {in_words(here)} | {in_words(there[name])} | {in_words(penpa[name])} |", flush=True)
            solved = {
                "the page": solved_here(page, texts[name], here),
                "pzpr": agreed[name],
                "Penpa+": congratulated[name],
            }
            for where in (where for where, is_solved in solved.items() if not is_solved):
                print(f"{name}: not solved for {where}")
            least = min(len(there[name].done), len(penpa[name].done))
            failed += not all(solved.values()) or len(here.done) > least
        browser.close()
    return int(failed > 0)


if __name__ == "__main__":
    raise SystemExit(main())
