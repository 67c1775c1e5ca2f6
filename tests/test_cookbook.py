"""What docs/rules.md says under 'I want …' can be ground, and has answers."""

from __future__ import annotations

import re

import pytest
from conftest import ROOT

import pysolve

_SECTION = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8").partition("## I want …")[2].partition("\n## ")[0]

_ROWS = [[cell.strip() for cell in line.split("|")[1:-1]] for line in _SECTION.splitlines() if line.startswith("| ")][
    2:
]

#: From what one wants to the laws and the rules for that.
RECIPES = {want: (re.findall(r"`(\w+)`", laws), rules.strip("`")) for want, laws, rules in _ROWS}

MANIFEST = """
name: Wanted
group: my own
about: What one wants.
rules: [What one wants.]
read:
  grid:
    int: "clue(X,V)"
  regions?: "region(V,X)"
draw:
  "region(G,X)": border
  "clue(X,V)": text
  "shade(X)": shade
"""

PUZZLE = {"grid": [[None] * 4, [None, 1, None, None], [None] * 4, [None] * 4], "regions": ["AABB"] * 2 + ["CCDD"] * 2}


@pytest.mark.parametrize("want", RECIPES)
def test_what_one_wants_has_answers(want, tmp_path):
    laws, rules = RECIPES[want]
    included = "".join(f'#include "../lib/{law}.lp".\n' for law in ["board", *laws])
    chosen = "" if ("{" in rules and "} :-" in rules) or "shade" not in rules else "{ shade(X) } :- cell(X).\n"
    folder = tmp_path / "wanted"
    folder.mkdir()
    (folder / "manifest.yaml").write_text(MANIFEST)
    (folder / "rules.lp").write_text(
        f"{included}#defined clue/2.\n#defined region/2.\n#defined shade/1.\n{chosen}{rules}\n#show shade/1.\n"
    )
    given = {part: rows for part, rows in PUZZLE.items() if part == "grid" or "division" not in laws}
    board = pysolve.puzzle("wanted", types=str(tmp_path), **given)
    assert str(pysolve.check(board)) in ("unique", "multiple")


def test_there_are_recipes():
    assert len(RECIPES) > 20
