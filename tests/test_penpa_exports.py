"""What the page of Penpa+ itself exports of our puzzles (penpa_exports.jsonl), and such drawings with an object more,
less or elsewhere. `python -m bench.clients.penpa_page DOCS --record` has the page write these links.
"""

from __future__ import annotations

import base64
import json
import random
import sys
import zlib
from pathlib import Path
from typing import Any

import pytest
from conftest import INSTANCES, ROOT, command

import pysolve
from pysolve import formats
from pysolve.formats import Reading, Source
from pysolve.formats.penpa.drawing import SITE
from pysolve.formats.penpa.link import text_of
from pysolve.formats.penpa.looks import penpa_of
from pysolve.model.errors import PuzzleError
from pysolve.model.puzzle import Puzzle, Verdict
from pysolve.run.files import only_answer

sys.path.insert(0, str(ROOT))

from bench.clients.meaning import meaning

EXPORTS: dict[str, str] = {
    record["instance"]: record["link"]
    for record in map(json.loads, (Path(__file__).parent / "penpa_exports.jsonl").read_text().splitlines())
}

#: Objects that may be added anywhere: the layer, and what it holds there.
ADDED = (
    ("symbol", [1, "circle_L", 1]), ("symbol", [2, "star", 1]), ("symbol", [2, "sun_moon", 1]), ("surface", 1),
    ("surface", 3), ("surface", 7), ("number", ["7", 1, "1"]), ("number", ["?", 1, "1"]), ("number", ["z", 2, "2"]),
)  # fmt: skip


def read(link: str, type_: str) -> Puzzle:
    return formats.read(Source.of_address(link), Reading(type=type_))


@pytest.mark.parametrize("instance", EXPORTS)
def test_what_the_page_exports_has_the_facts_of_the_puzzle(instance: str):
    puzzle = pysolve.read(str(INSTANCES / instance))
    again = read(EXPORTS[instance], puzzle.type.name)
    assert meaning(again, clues_of_regions=True) == meaning(puzzle, clues_of_regions=True)


def packed(text: str) -> str:
    """A link of what it holds."""
    packing = zlib.compressobj(9, zlib.DEFLATED, -15)
    return f"{SITE}#m=edit&p={base64.b64encode(packing.compress(text.encode()) + packing.flush()).decode()}"


def changed(link: str, chance: random.Random) -> tuple[str, str, Any]:
    """The link with one object more, less, or elsewhere; the layer, and the object."""
    lines = text_of(link).split("\n")
    layers = json.loads(lines[3])
    columns = int(lines[0].split(",")[1]) + 4
    filled = [name for name in ("surface", "number", "symbol", "lineE", "numberS") if layers[name]]
    cells, at = [], 0
    for step in json.loads(lines[5]):
        at += step
        cells.append(at)
    what = chance.choice(["add", "remove", "move"])
    if what == "add" or not filled:
        name, thing = chance.choice(ADDED)
        layers[name][str(chance.choice(cells))] = thing
    else:
        name = chance.choice(filled)
        key = chance.choice(sorted(layers[name]))
        thing = layers[name].pop(key)
        if what == "move":
            by = 4 * columns if name == "numberS" else columns
            layers[name][",".join(str(int(each) + by) for each in key.split(","))] = thing
    lines[3] = json.dumps(layers)
    return packed("\n".join(lines)), name, thing


def says_nothing(puzzle: Puzzle, name: str, thing: Any) -> bool:
    """Whether the manifest says so of an object."""
    key = penpa_of(puzzle.type)
    known = {"lineE": "edges", "surface": "dark" if thing in (1, 4) else "pale"}
    shape = str(thing[1]).partition("_")[0] if name == "symbol" else ""
    optional = known.get(name) in key.optional
    tails = {"tails"} if name == "lineE" else set()
    return optional or bool({known.get(name), shape, *tails} & set(key.ignored)) or (key.circled and shape == "circle")


@pytest.mark.parametrize("instance", EXPORTS)
def test_no_object_is_passed_over(instance: str):
    """Another drawing is another puzzle, or is refused."""
    puzzle = pysolve.read(str(INSTANCES / instance))
    before = meaning(read(EXPORTS[instance], puzzle.type.name))
    chance = random.Random(instance)
    for _ in range(12):
        link, name, thing = changed(EXPORTS[instance], chance)
        if text_of(link).split("\n")[3] == text_of(EXPORTS[instance]).split("\n")[3]:
            continue
        try:
            after = meaning(read(link, puzzle.type.name))
        except PuzzleError as error:
            assert error.sentence
        else:
            assert after != before or says_nothing(puzzle, name, thing), (name, thing, link)


@pytest.mark.parametrize("instance", sorted(EXPORTS)[::6])
def test_the_answer_travels(instance: str):
    """Links that are written hold the only answer as one that the page checks, and it comes back as the published one."""
    puzzle = pysolve.read(str(INSTANCES / instance))
    plain, solved = (formats.write(puzzle, "penpa", *each).decode() for each in ((), (only_answer,)))
    assert "#m=edit" in plain and "&a=" not in plain
    again = read(solved.strip(), puzzle.type.name)
    assert meaning(again) == meaning(puzzle)
    if "&a=" in solved:
        assert "#m=solve" in solved and pysolve.check(puzzle) is Verdict.UNIQUE
        report = command("batch", solved.strip(), "--type", puzzle.type.name, "--compare", "--report", "-").out
        assert json.loads(report.splitlines()[0])["agrees"] is True


def test_that_a_link_checks_one_of_several_answers_is_said():
    """Such a link keeps parts of answers, none of which is the puzzle's own."""
    puzzle = formats.read_text("1 2 . .\n3 4 . .\n. . 4 .\n. . . 2\n", "sudoku")
    link = formats.write(puzzle, "penpa", only_answer).decode().strip()
    text = text_of(link)
    head, rest = text.split("\n", 1)
    fields = [*head.split(","), *[""] * 21]
    fields[20] = "true"
    packing = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = base64.b64encode(packing.compress(f"{','.join(fields)}\n{rest}".encode()) + packing.flush()).decode()
    before, after = link.partition("&p=")[0], link.partition("&a=")[2]
    several = read(f"{before}&p={packed}&a={after}", "sudoku")
    assert several.answer is None and "several answers or parts of one" in str(several.remarks[0])
    assert read(link, "sudoku").answer and not read(link, "sudoku").remarks


def test_only_edges_behind_the_tips_of_pencils_say_nothing():
    """Penpa+ draws an edge where the wood of a pencil begins; one elsewhere would be a given border."""
    link = EXPORTS["pencils/4x4-tips.yaml"]
    lines = text_of(link).split("\n")
    layers = json.loads(lines[3])
    layers["lineE"]["91,99"] = 2
    lines[0], lines[3] = ",".join(lines[0].split(",")[:21]), json.dumps(layers)
    with pytest.raises(PuzzleError, match="the link holds edges between cells"):
        read(packed("\n".join(lines)), "pencils")
