"""How many clicks, drags and keys it takes to enter a puzzle: on the page, and in the editors that setters know.

    python bench/clicks.py

Enters a small board of each of twelve types, all made by pysolve, on the page in Chromium, beginning with an empty
board of its size; what stands there in the end has to be the board. The same for puzz.link, in pzpr's own editor on
node (NODE_PATH names the folder in which pzpr is). Where pzpr has no such type, what Penpa+ offers is counted:
a click for each mode. A key with Shift is one key. Prints a table; docs/page.md has it.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from playwright.sync_api import sync_playwright  # noqa: E402
from web_server import CHROMIUM, launch, serving  # noqa: E402

import pysolve  # noqa: E402
from pysolve.model.puzzle import Puzzle  # noqa: E402

#: Milliseconds that the page may take for anything.
PATIENCE = 20_000

#: A point of the board in cells: 1, 1 is the middle of the first one.
Point = tuple[float, float]
Rows = Sequence[Sequence[str]]

THERMO_WHISPER = """puzzle: sudoku
grid: |
  . . . . . .
  . . . . . .
  . . . . . .
  . . . . . .
  . . . . . .
  4 . . . . .
thermometer: |
  r1c1-r1c4
  r6c6-r4c6
whispers: |
  r3c2-r3c4
  r4c4 r5c4
"""

#: For each name, where its board stands.
BOARDS = {
    "Killer Sudoku": "killer/6x6.yaml", "Sudoku with thermometers and whispers": THERMO_WHISPER,
    "Yajilin": "yajilin/8x8.yaml", "Galaxies": "galaxies/5x5.yaml", "Slitherlink": "slitherlink/made-5x5.yaml",
    "Nurikabe": "nurikabe/5x5.yaml", "Masyu": "masyu/5x5.yaml", "Heyawake": "heyawake/5x5.yaml",
    "Kakuro": "kakuro/5x5.yaml", "Nonogram": "nonogram/5x5.yaml", "Numberlink": "numberlink/classic.yaml",
    "Star Battle": "starbattle/6x6.yaml",
}  # fmt: skip


@dataclass
class Acts:
    """What somebody does, counted. Points are in cells."""

    done: list[tuple[Any, ...]] = field(default_factory=list)

    def click(self, row: float, column: float, times: int = 1) -> None:
        """Clicks on the board."""
        self.done += [("click", row, column)] * times

    def drag(self, points: Sequence[Point]) -> None:
        """Drags over these points."""
        self.done.append(("drag", *points))

    def type(self, *keys: str) -> None:
        """Presses these keys."""
        self.done += [("key", key) for key in keys]

    def choose(self, where: str, what: str) -> None:
        """Clicks a tool beside the board."""
        self.done.append(("choose", where, what))

    @property
    def counts(self) -> Counter[str]:
        """How many clicks, drags and keys."""
        return Counter("click" if act[0] in ("choose", "also") else act[0] for act in self.done)


# -- What somebody does, on the page and elsewhere


def parts_of(text: str) -> dict[str, list[list[str]]]:
    """The parts of a puzzle in the native form, as rows of tokens."""
    found = re.findall(r"^([\w-]+): \|\n((?:  .*\n)+)", f"{text}\n", re.MULTILINE)
    return {name: [line.split() for line in lines.splitlines()] for name, lines in found if name != "answer"}


def given(rows: Rows) -> Iterator[tuple[int, int, str]]:
    """What stands in cells: row, column, token."""
    for row, tokens in enumerate(rows, 1):
        yield from ((row, column, token) for column, token in enumerate(tokens, 1) if token != ".")


def typed(acts: Acts, rows: Rows, keys: Callable[[str], Iterable[str]] = tuple) -> None:
    """Clicks each cell in which something stands, and types it."""
    for row, column, token in given(rows):
        acts.click(row, column)
        acts.type(*keys(token))


def trails(regions: Rows) -> list[list[Point]]:
    """The borders between regions as drags from corner to corner: a walk as far as it goes, from odd corners first."""
    beside: dict[Point, set[Point]] = {}

    def join(one: Point, other: Point) -> None:
        beside.setdefault(one, set()).add(other)
        beside.setdefault(other, set()).add(one)

    for row, labels in enumerate(regions, 1):
        for column, label in enumerate(labels, 1):
            if column < len(labels) and labels[column] != label:
                join((row - 0.5, column + 0.5), (row + 0.5, column + 0.5))
            if row < len(regions) and regions[row][column - 1] != label:
                join((row + 0.5, column - 0.5), (row + 0.5, column + 0.5))
    drags = []
    while beside:
        here = min(beside, key=lambda corner: (len(beside[corner]) % 2 == 0, corner))
        way = [here]
        while beside.get(here):
            there = min(beside[here])
            for one, other in ((here, there), (there, here)):
                beside[one].remove(other)
                if not beside[one]:
                    del beside[one]
            way.append(here := there)
        drags.append(way)
    return drags


def cells_of(regions: Rows) -> dict[str, list[tuple[int, int]]]:
    """The cells of each region, one beside the other as far as that goes."""
    cells: dict[str, list[tuple[int, int]]] = {}
    for row, column, label in given(regions):
        cells.setdefault(label, []).append((row, column))
    return {label: walk(some) for label, some in cells.items()}


def walk(cells: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """A way through connected cells, over some of them again where it has to."""
    way, left = [cells[0]], set(cells[1:])

    def visit(cell: tuple[int, int]) -> None:
        row, column = cell
        for near in ((row, column + 1), (row + 1, column), (row, column - 1), (row - 1, column)):
            if near in left:
                left.remove(near)
                way.append(near)
                visit(near)
                if left:
                    way.append(cell)

    visit(cells[0])
    return way


def black(rows: Rows) -> list[list[tuple[int, int]]]:
    """The black cells without a sum, those that lie together as one drag."""
    left = {(row, column) for row, column, token in given(rows) if token == "-"}
    drags = []
    while left:
        together, found = [min(left)], {min(left)}
        for row, column in together:
            near = {(row, column + 1), (row + 1, column), (row, column - 1), (row - 1, column)} & left - found
            found |= near
            together += sorted(near)
        drags.append(walk(sorted(together)))
        left -= found
    return drags


ARROWS = {"n": "ArrowUp", "s": "ArrowDown", "w": "ArrowLeft", "e": "ArrowRight"}
PZPR_ARROWS = {"n": "shift+up", "s": "shift+down", "w": "shift+left", "e": "shift+right"}


def on_page(name: str, parts: dict[str, list[list[str]]]) -> Acts:
    """How the board is entered on the page."""
    acts = Acts()
    rows = parts.get("grid", [])
    if name == "Killer Sudoku":
        totals = {(row, column): total for row, column, total in given(parts["totals"])}
        acts.choose("layer", "cages")
        for cells in cells_of(parts["cages"]).values():
            acts.drag(cells)
            acts.type(*next((totals[cell] for cell in cells if cell in totals), ""))
    elif name.startswith("Sudoku"):
        typed(acts, rows)
        for constraint, lines in parts.items():
            if constraint == "grid":
                continue
            acts.choose("constraint", constraint)
            for line in lines:
                acts.drag([tuple(map(int, re.findall(r"\d+", cell))) for group in line for cell in group.split("-")])
    elif name == "Yajilin":
        typed(acts, rows, lambda token: [ARROWS.get(each, each) for each in token])
    elif name == "Galaxies":
        for row, column, token in given(rows):
            down, right = divmod(int(token), 2)
            acts.click(row + down / 2, column + right / 2)
    elif name == "Masyu":
        for token in "bw":
            acts.choose("tool", f"token {token}")
            for row, column, each in given(rows):
                if each == token:
                    acts.click(row, column)
    elif name in ("Heyawake", "Star Battle"):
        for way in trails(parts["regions"]):
            acts.drag(way)
        typed(acts, rows)
    elif name == "Kakuro":
        latest = ""  # a number alone is completed as the clue before it was
        for row, column, token in given(rows):
            if token == "-":
                continue
            acts.click(row, column)
            alone = token.strip(",")
            acts.type(*(alone if latest.replace("N", alone) == token else token))
            if "," not in alone:
                latest = token.replace(alone, "N")
        for cells in black(rows):
            acts.drag(cells)
            acts.type("-")
    elif name == "Nonogram":
        for part, place in (("columns", (0.5, 1)), ("rows", (1, 0.5))):
            acts.click(place[0] - 0.3 if part == "columns" else 1, place[1] - 0.3 if part == "rows" else 1)
            for number, line in enumerate(parts[part], 1):
                goes_on = number < len(parts[part]) or part == "rows"  # where the last one is left, it counts as well
                acts.type(*" ".join(line), *(["Enter"] if goes_on else []))
    else:
        typed(acts, rows)
    return acts


def in_pzpr(name: str, parts: dict[str, list[list[str]]]) -> Acts | None:
    """How it is entered in pzpr; None if that has no such type."""
    acts = Acts()
    rows = parts.get("grid", [])
    if name == "Yajilin":
        typed(acts, rows, lambda token: ["-"] if token == "x" else [token[0], PZPR_ARROWS[token[1]]])
    elif name == "Masyu":
        for token, tool in (("b", "circle-shade"), ("w", "circle-unshade")):
            acts.choose("mode", tool)
            for row, column, each in given(rows):
                if each == token:
                    acts.click(row, column)
    elif name == "Kakuro":
        for row, column, token in given(rows):
            down, _, right = token.partition(",")
            if row > 1 and column > 1:
                acts.click(row - 1, column - 1)
                acts.type("q")
            elif token != "-":
                acts.click(row - 1, column - 1)
            if token != "-":
                acts.type(*right, *(["shift"] if down and row > 1 and column > 1 else []), *down)
    elif name == "Numberlink":
        typed(acts, rows, lambda token: ["abcdefghi"[int(token) - 1]])  # pzpr reads the link as that of letters
    elif name in ("Galaxies", "Heyawake", "Star Battle", "Slitherlink", "Nurikabe"):
        return on_page(name, parts)
    else:
        return None
    return acts


# -- Doing it


def board_text(where: str) -> str:
    """The text of a board of BOARDS."""
    return where if "\n" in where else (ROOT / "instances" / where).read_text(encoding="utf-8")


class OnPage:
    """The page with an empty board, on which acts are done."""

    def __init__(self, page: Any, server: str) -> None:
        self.page, self.server = page, server
        page.set_default_timeout(PATIENCE)

    def text(self) -> str:
        """The puzzle's file, as the page shows it."""
        return str(self.page.locator("#panel-puzzle pre").text_content())

    def settle(self, holds: Callable[[], bool]) -> bool:
        """Waits for something; whether it came."""
        end = time.monotonic() + PATIENCE / 1000
        while not holds() and time.monotonic() < end:
            time.sleep(0.02)
        return holds()

    def empty(self, puzzle: Puzzle) -> None:
        """Puts an empty board of the puzzle's type and size on the page."""
        page = self.page
        page.goto("about:blank")
        page.goto(f"{self.server}/#/make/{puzzle.type.name}")
        page.locator("#board svg").first.wait_for()
        for name in ("rows", "columns"):
            said = f"{getattr(puzzle.board, name)} {name}"
            page.locator(f"#{name}").fill(said.split()[0])
            page.locator(f"#{name}").press("Enter")
            self.settle(lambda said=said: said in page.locator(".board-frame").get_attribute("aria-label"))
        page.locator("#examples").select_option("Empty board")
        self.settle(lambda: page.locator("#verdict").get_attribute("data-verdict") == "bare")

    def spot(self, row: float, column: float) -> Point:
        """Where a point of the board is on the screen."""
        matrix = "(m => [m.a, m.e, m.f])(document.querySelector('.board-frame > svg .board-marks').getScreenCTM())"
        scale, x, y = self.page.evaluate(matrix)
        return x + (column - 0.5) * 40 * scale, y + (row - 0.5) * 40 * scale

    def do(self, act: tuple[Any, ...]) -> None:
        """One act of `on_page`."""
        page, (kind, *rest) = self.page, act
        if kind == "key":
            page.keyboard.press("Space" if rest[0] == " " else rest[0])
        elif kind == "click":
            page.mouse.click(*self.spot(*rest))
        elif kind == "drag":
            page.mouse.move(*self.spot(*rest[0]))
            page.mouse.down()
            for point in rest[1:] or rest:
                page.mouse.move(*self.spot(*point), steps=4)
            page.mouse.up()
        elif rest[0] == "constraint":
            page.locator(f"[data-draws={rest[1]}]").click()
        elif rest[0] == "layer":
            page.get_by_role("radio", name=rest[1], exact=False).click()
        else:
            page.locator(f"[data-tool='{rest[1]}']").click()

    def enter(self, puzzle: Puzzle, acts: Acts) -> str | None:
        """Enters a puzzle; None if it stands there in the end, or else what does."""
        self.empty(puzzle)
        for act in acts.done:
            self.do(act)
        if self.settle(lambda: self.holds(puzzle)):
            return None
        return self.text()

    def holds(self, puzzle: Puzzle) -> bool:
        """Whether the puzzle stands on the page, whatever its regions are called."""
        try:
            return same(pysolve.read_text(self.text()), puzzle)
        except pysolve.PuzzleError:
            return False


def same(one: Puzzle, other: Puzzle) -> bool:
    """Whether two puzzles are the same, whatever their regions are called."""
    return meaning(parts_of(pysolve.convert(one))) == meaning(parts_of(pysolve.convert(other)))


def meaning(parts: dict[str, list[list[str]]]) -> dict[str, Any]:
    """The parts of a puzzle; of regions, only which cells belong together."""
    return {
        name: sorted(map(sorted, cells_of(rows).values())) if name in ("regions", "cages") else rows
        for name, rows in parts.items()
    }


def half_cells(act: tuple[Any, ...]) -> list[Any]:
    """An act as clicks.js takes it: columns first, in half cells."""
    kind, *rest = act
    if kind == "drag":
        return [kind, *(2 * each - 1 for row, column in rest for each in (column, row))]
    if kind == "click":
        return [kind, 2 * rest[1] - 1, 2 * rest[0] - 1]
    return ["mode", rest[1]] if kind == "choose" else list(act)


def check_pzpr(entries: Sequence[tuple[Puzzle, Acts]]) -> None:
    """Does the acts in pzpr; RuntimeError if another board comes of them than pysolve's link says."""
    links = [pysolve.convert(puzzle, "puzzlink").split("?")[1] for puzzle, _ in entries]
    empty = ["/".join(link.split("/")[:3]) for link in links]
    body = [[link, list(map(half_cells, acts.done))] for link, (_, acts) in zip(empty, entries)]
    done = subprocess.run(
        ["node", str(ROOT / "bench" / "clicks.js")], input=json.dumps(body), capture_output=True, text=True, check=True
    )
    for link, made in zip(links, json.loads(done.stdout)):
        if made.split("?")[1].split("/", 1)[1] != link.split("/", 1)[1]:
            raise RuntimeError(f"pzpr has {made}, expected {link}")


# -- The report


def in_penpa(name: str, parts: dict[str, list[list[str]]]) -> Acts:
    """How it is entered in Penpa+, whose modes are buttons: numbers after a click each, cages and lines as drags."""
    acts = Acts()
    if name == "Killer Sudoku":
        acts.choose("mode", "Cage")
        for cells in cells_of(parts["cages"]).values():
            acts.drag(cells)
        acts.choose("mode", "Number")
        acts.choose("mode", "Killer")
        typed(acts, parts["totals"])
        return acts
    acts.choose("mode", "Number")
    for part, lines in parts.items():
        if part == "grid":
            typed(acts, lines)
        elif name == "Nonogram":  # each number has a cell of its own beside the board
            for number in (number for line in lines for number in line):
                acts.click(0, 0)
                acts.type(*number)
        else:
            acts.choose("mode", part)
            for _ in lines:
                acts.drag([(1, 1), (1, 2)])
    return acts


def entries() -> Iterator[tuple[str, Puzzle, Acts, str, Acts]]:
    """For each board: its name, the acts on the page, and those in the other editor, which is named."""
    for name, where in BOARDS.items():
        text = board_text(where)
        parts = parts_of(text)
        other = in_pzpr(name, parts)
        editor = "Penpa+" if other is None else "puzz.link"
        yield name, pysolve.read_text(text), on_page(name, parts), editor, other or in_penpa(name, parts)


def in_words(acts: Acts) -> str:
    """How many acts, and of which kinds."""
    kinds = [f"{count} {kind}{'s' if count > 1 else ''}" for kind, count in sorted(acts.counts.items())]
    return f"{len(acts.done)} ({', '.join(kinds)})"


def main() -> int:
    """Enters all boards; 1 if one did not come out, or costs more on the page."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    all_ = list(entries())
    check_pzpr([(puzzle, other) for _, puzzle, _, editor, other in all_ if editor == "puzz.link"])
    worse = 0
    print("| board | on the page | elsewhere |\n| --- | --- | --- |")
    with serving() as server, sync_playwright() as started:
        if CHROMIUM is None:
            raise SystemExit("needs chromium")
        browser = launch(started, "chromium", CHROMIUM)
        page = OnPage(browser.new_page(viewport={"width": 1366, "height": 850}), server)
        for name, puzzle, acts, editor, other in all_:
            print(f"| {name} | {in_words(acts)} | {editor}: {in_words(other)} |", flush=True)
            stands = page.enter(puzzle, acts)
            if stands is not None:
                print(f"{name}: there stands\n{stands}", file=sys.stderr)
            worse += stands is not None or len(acts.done) > len(other.done)
        browser.close()
    return int(worse > 0)


if __name__ == "__main__":
    raise SystemExit(main())
