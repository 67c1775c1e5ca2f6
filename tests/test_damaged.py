"""Damaged, cut, stray or ambiguous inputs (damaged.yaml): each is refused, remarked on, or the puzzle that was meant."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from conftest import ROOT

from pysolve import formats
from pysolve.formats import Reading
from pysolve.model.errors import PuzzleError
from pysolve.model.puzzle import Puzzle
from pysolve.solving.facts import atoms

DATA: dict[str, Any] = yaml.safe_load((ROOT / "tests" / "damaged.yaml").read_text(encoding="utf-8"))
BOARDS: dict[str, dict[str, str]] = DATA["boards"]
CASES: list[dict[str, str]] = [
    {**case, "of": name} for name, cases in DATA["cases"].items() for case in cases
]  # fmt: skip


def puzzle_of(case: dict[str, Any], folder: Path) -> Puzzle:
    """The only puzzle of a file with the text of a case, or of a link; PuzzleError if there is none, or more."""
    text = case["in"]
    given = text.strip("\n")
    if not text.startswith("https://") or "\n" in text.strip():
        path = folder / case.get("file", "board.txt")
        path.write_bytes(text.encode(case.get("as", "utf-8")))
        given = str(path)
    sources = list(formats.sources([given]))
    if len(sources) != 1:
        raise PuzzleError(f"found {len(sources)} puzzles, expected one")
    type_ = case.get("type", BOARDS[case["of"]].get("type"))
    return formats.read(sources[0], Reading(type=type_))


@pytest.fixture(scope="module")
def undamaged(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Puzzle]:
    """The puzzle of a board by its name, read once."""
    folder = tmp_path_factory.mktemp("undamaged")

    @cache
    def puzzle(name: str) -> Puzzle:
        return puzzle_of({"of": name, **BOARDS[name]}, folder)

    return puzzle


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['of']}-{case.get('damage', case['in'])[:40]}")
def test_nothing_is_taken_for_another_puzzle_in_silence(
    case: dict[str, Any], tmp_path: Path, undamaged: Callable[[str], Puzzle]
) -> None:
    meant = undamaged(case["of"])
    if "refused" in case:
        with pytest.raises(PuzzleError) as raised:
            puzzle_of(case, tmp_path)
        assert case["refused"] in str(raised.value)
        return
    puzzle = puzzle_of(case, tmp_path)
    said = "; ".join(remark.sentence for remark in puzzle.remarks)
    if "remark" in case:
        assert case["remark"] in said
    else:
        assert set(atoms(puzzle)) == set(atoms(meant)) and puzzle.board == meant.board
        assert said == "; ".join(remark.sentence for remark in meant.remarks)
