"""Boards that the page turns and mirrors: four quarter turns are nothing, and what is turned has as many answers."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from samples import SMALL, TYPES

import pysolve
from pysolve import catalog
from pysolve.model.errors import PuzzleError
from pysolve.model.symmetry import SYMMETRIES, Motion, exchanged, moved, symmetries
from pysolve.solving.settings import Settings
from pysolve.web import records

ROOT = Path(__file__).parent.parent
MOST = 40  # answers that are counted

#: The ways in which the others are made of motions; the verdict of each says something about one of them.
WAYS = ("right", "mirrored", "flipped", "transposed")

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="needs node")


def turned(name: str, puzzles: list[Any], folder: Path) -> list[Any]:
    """What moved.mjs says of the puzzles of a type."""
    (folder / "tables.json").write_bytes(records.encode(records.drawing()))
    record = records.details(TYPES[name], None)
    models = [records.model(puzzle, {}) for puzzle in puzzles]
    command = ["node", "--import", str(ROOT / "tools" / "page" / "tables.js"), str(ROOT / "tests" / "moved.mjs")]
    environment = {**os.environ, "PAGE_TABLES": str(folder / "tables.json")}
    text = json.dumps({"type": record, "models": models})
    done = subprocess.run(command, input=text, env=environment, capture_output=True, text=True, check=False, timeout=60)
    assert not done.returncode, done.stderr
    return list(json.loads(done.stdout))


def answers(text: str) -> str:
    """How many answers a puzzle has; 'invalid' if the rules refuse it."""
    try:
        return str(len(list(pysolve.solve(pysolve.read_text(text), Settings(models=MOST)))))
    except PuzzleError:
        return "invalid"


@needs_node
@pytest.mark.parametrize("name", list(TYPES))
def test_what_is_turned_is_the_same_puzzle(name: str, tmp_path: Path):
    files = [file for file in catalog.examples(TYPES[name]) if file.stat().st_size < SMALL][:2]
    puzzles = [pysolve.read(str(file), name) for file in files]
    for puzzle, found in zip(puzzles, turned(name, puzzles, tmp_path), strict=True):
        assert not found["wrong"], puzzle.file
        there = str(min(MOST, len(list(pysolve.solve(puzzle, Settings(models=MOST))))))
        fewer = answers(found["thinner"][""])
        for way in WAYS:
            if way in found["texts"]:
                assert answers(found["texts"][way]) == there, f"{puzzle.file} {way}"
                assert answers(found["thinner"][way]) == fewer, f"{puzzle.file} {way}, with fewer clues"


def test_what_a_token_becomes():
    def of(name: str, motion: Motion, part: str) -> tuple[str, dict[str, str]]:
        to, tokens = (moved(TYPES[name], motion) or {})[part]
        return to, {key: each for key, each in tokens.items() if key != each}

    assert of("skyscrapers", Motion.MIRRORED, "left") == ("right", {})
    assert of("skyscrapers", Motion.TRANSPOSED, "bottom") == ("right", {})
    assert of("nanameguri", Motion.MIRRORED, "grid") == ("grid", {"/": "\\", "\\": "/"})
    assert of("slalom", Motion.TRANSPOSED, "grid") == ("grid", {"h": "v", "v": "h"})
    assert of("myopia", Motion.TRANSPOSED, "grid")[1]["nsw"] == "new"
    assert of("tents", Motion.FLIPPED, "left") == ("left", {})
    signs = TYPES["futoshiki"].part("signs")
    assert signs is not None and exchanged(signs) == {"<": ">", ">": "<", "^": "v", "v": "^"}
    assert symmetries(TYPES["aquarium"]) == ("mirrored",) and symmetries(TYPES["crossword"]) == ()
    assert symmetries(TYPES["slitherlink"]) == tuple(SYMMETRIES)


def test_a_manifest_says_how_its_boards_are_turned(tmp_path: Path):
    def of(line: str) -> pysolve.model.puzzle_type.PuzzleType:  # type: ignore[name-defined]
        folder = tmp_path / "mine"
        folder.mkdir(exist_ok=True)
        text = f"name: Mine\ngroup: other\nabout: Nothing.\nread:\n  left: 'clue(left(R),V)'\n{line}\n"
        (folder / "manifest.yaml").write_text(text)
        return catalog.load(folder)

    assert symmetries(of("")) == ("flipped",)  # what the right side would read nobody knows
    assert symmetries(of("symmetry: yes")) == tuple(SYMMETRIES)
    assert symmetries(of("symmetry: no")) == ()
    assert symmetries(of("symmetry: [half]")) == ("half",)
    with pytest.raises(PuzzleError, match="symmetry: expected 'yes', 'no' or a list of some of 'turned'"):
        of("symmetry: [upside]")
