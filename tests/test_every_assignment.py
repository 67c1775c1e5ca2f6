"""Tiny boards on which pzpr accepts as many of all assignments as pysolve finds answers (bench/every_assignment.py).

edges.tsv: a link without the site and the number of its answers, by genre; the boards came out of runs of that program with
random boards of our own, of few cells and with edge values.
"""

from __future__ import annotations

import random
import sys
from itertools import groupby
from pathlib import Path

import pytest
from conftest import ROOT
from pzpr import available
from samples import type_of_genre

import pysolve
from pysolve import catalog
from pysolve.solving.settings import Settings

sys.path.insert(0, str(ROOT / "bench"))

import every_assignment

LINES = [line.split("\t") for line in (ROOT / "tests" / "edges.tsv").read_text(encoding="utf-8").splitlines()[1:]]
EDGES = {
    genre: [(link, int(count)) for _, link, count in lines]
    for genre, lines in groupby(sorted(LINES), key=lambda line: line[0])
}


@pytest.mark.parametrize(("type_", "genre"), [(type_of_genre()[genre], genre) for genre in EDGES])
def test_as_many_answers_as_pzpr_accepts(type_: str, genre: str):
    for link, count in EDGES[genre]:
        puzzle = pysolve.read(every_assignment.SITE + link)
        answers = list(pysolve.solve(puzzle, Settings(models=count + 1, drawing=False)))
        assert len(answers) == count, link


@pytest.fixture
def pzpr(tmp_path: Path) -> Path:
    """npm's pzpr, as a folder like one that was built; with a test of Nurikabe."""
    if not available():
        pytest.skip("needs node and pzpr (npm install pzpr@0.10.1, NODE_PATH)")
    right = "pzprv3/nurikabe/2/2/1 # /# # /"
    files = {
        "dist/js/pzpr.js": 'module.exports = require("pzpr");',
        "test/script/nurikabe.js": f'ui.debug.addDebugData("nurikabe", {{ failcheck: [[null, "{right}"]] }});',
    }
    for name, text in files.items():
        file = tmp_path / "pzpr" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return tmp_path / "pzpr"


def test_a_wrong_rule_is_noticed(pzpr: Path, tmp_path: Path):
    """Nurikabe with its own rules, and without one of them."""
    type_ = catalog.find("nurikabe")
    made = every_assignment.links(type_, ["nurikabe"], 20, random.Random(3), 6)
    links = [link for link in made if "." not in link]  # this version knows no '?'
    found = every_assignment.accepted(pzpr, links, 100_000)
    assert not any("error" in each for each in found) and any(each["count"] for each in found)
    assert not any(
        result.differs for link, each in zip(links, found) if (result := every_assignment.compared(link, each))
    )
    folder = tmp_path / "types" / "nurikabe"
    folder.mkdir(parents=True)
    rules = (type_.folder / "rules.lp").read_text().replace("../lib/", f"{ROOT}/asp/lib/")
    assert "\n:- square(P, _)" in rules
    (folder / "rules.lp").write_text(rules.replace("\n:- square(P, _)", "\n%"))
    (folder / "manifest.yaml").write_text((type_.folder / "manifest.yaml").read_text())
    assert any(
        result.differs for link, each in zip(links, found)
        if (result := every_assignment.compared(link, each, own=[str(folder.parent)]))
    )  # fmt: skip
