"""Boards in pzpr's file text, right and wrong, as bench/published.py judges them; all of them drawn for these tests."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from conftest import ROOT

from pysolve import formats
from pysolve.formats import Source
from pysolve.model.errors import PuzzleError
from pysolve.solving.settings import Settings

sys.path.insert(0, str(ROOT / "bench"))

from published_boards import PublishedBoards, judged

#: For each kind of section a puzzle, what its text holds, a right board and wrong ones by what they break.
CASES: dict[str, tuple[str, list[Any], str, dict[str, str]]] = {
    "edges": (
        "puzzle: slitherlink\ngrid: |\n  3 2\n  . .\n",
        ["cells", {"edges": {"1": "line(P,Q)"}}],
        "slither/2/2/3 2 /. . /1 1 0 /1 0 1 /1 0 /0 1 /1 1 /",
        {
            "There is a loop.": "slither/2/2/3 2 /. . /0 0 0 /0 0 0 /0 0 /0 0 /0 0 /",
            "The loop uses V {side|sides} of X.": "slither/2/2/3 2 /. . /1 -1 1 /1 -1 1 /1 1 /-1 0 /1 1 /",
        },
    ),
    "sides": (
        "puzzle: simpleloop\ngrid: |\n  . . .\n  . # .\n  . . .\n",
        ["cells", {"sides": {"1": "line(X,Y)"}}],
        "simpleloop/3/3/. . . /. # . /. . . /1 1 /0 0 /1 1 /1 -1 1 /1 0 1 /",
        {
            "The loop that comes into X leaves it once.":
                "simpleloop/3/3/. . . /. # . /. . . /1 1 /0 0 /1 0 /1 -1 1 /1 0 1 /",
        },
    ),
    "regions by sides": (
        "puzzle: shikaku\ngrid: |\n  2 2 2\n  . . .\n",
        ["cells", {"sides": "region(K,X)"}],
        "shikaku/2/3/2 2 2 /. . . /1 1 /1 1 /0 -1 0 /",
        {"": "shikaku/2/3/2 2 2 /. . . /0 1 /0 1 /-1 -1 0 /"},
    ),
    "regions by values": (
        "puzzle: shikaku\ngrid: |\n  4 . 2\n  . . .\n",
        ["cells", {"cells": "region(K,X)"}],
        "shikaku/2/3/4 . 2 /. . . /a a b /a a b /",
        {"": "shikaku/2/3/4 . 2 /. . . /a b b /a b b /"},
    ),
    "values": (
        "puzzle: sudoku\noptions: {box_rows: 1, box_columns: 2}\ngrid: |\n  1 .\n  . .\n",
        ["cells", {"cells": {"int": "value(X,V)"}}],
        "latin/2/2/1 . /. . /. 2 /2 1 /",
        {
            "V stands exactly once in U.": "latin/2/2/1 . /. . /. 2 /1 2 /",
            "X holds exactly one value.": "latin/2/2/1 . /. . /. 2 /2 .[1,2] /",
        },
    ),
    "clues among answers": (
        "puzzle: nurikabe\ngrid: |\n  2 .\n  . .\n",
        [{"cells": {"int": "", "#": "shade(X)"}}],
        "nurikabe/2/2/2 + /# # /",
        {"The island of K has V {cell|cells}.": "nurikabe/2/2/2 # /# # /"},
    ),
    "rim": (
        "puzzle: kakurasu\ncolumns: 1 .\nrows: 1 .\n",
        [{"rim": {"#": "shade(X)"}}],
        "box/2/2/. 1 . /1 # + /. + # /",
        {"": "box/2/2/. 1 . /1 + + /. + + /"},
    ),
    "corners": (
        "puzzle: gokigennaname\ncorners: |\n  . . .\n  . 4 .\n  . . .\n",
        ["corners", {"cells": {"1": "slant(X,2)", "2": "slant(X,1)"}}],
        "gokigen/2/2/. . . /. 4 . /. . . /1 2 /2 1 /",
        {"V {diagonal meets|diagonals meet} in P.": "gokigen/2/2/. . . /. 4 . /. . . /1 2 /2 2 /"},
    ),
    "segments between points": (
        "puzzle: kouchoku\ngrid: |\n  A . A\n  . . .\n  o . o\n",
        ["points", {"segments": {"line": "line(X,Y)"}}],
        "kouchoku/2/2/1 . 1 /. . . /- . - /4/0 0 4 0/4 4 4 0/0 4 4 4/0 0 0 4/",
        {
            "The points with the letter V follow each other.":
                "kouchoku/2/2/1 . 1 /. . . /- . - /4/0 0 4 4/4 4 4 0/0 4 4 0/0 0 0 4/",
            "Two lines lead to the point X.": "kouchoku/2/2/1 . 1 /. . . /- . - /1/0 0 4 0/",
            "": "kouchoku/2/2/1 . 1 /. . . /- . - /4/0 0 4 0/4 4 4 0/0 4 4 4/0 0 2 2/",
        },
    ),
    "margins": (
        "puzzle: nonogram\ncolumns: |\n  1\n  1\n  2\nrows: |\n  2\n  1 1\n",
        [{"margins": {"#": "shade(X)"}}],
        "nonogram/2/3/. . 1 1 2 /. 2 . # # /1 1 # . # /",
        {"": "nonogram/2/3/. . 1 1 2 /. 2 # # . /1 1 . # # /"},
    ),
    "a size of one number, and one more row and column": (
        "puzzle: kakuro\ngrid: |\n  - 3, 4,\n  ,4 . .\n  ,3 . .\n",
        ["points", {"within": {"int": "value(X,V)"}}],
        "kakuro/2/0 3 4 /4 . . /3 . . /1 3 /2 1 /",
        {"": "kakuro/2/0 3 4 /4 . . /3 . . /2 2 /1 2 /"},
    ),
    "four cells of a corner": (
        "puzzle: diamondchain\ngrid: |\n  . . .\n  . . .\n  . . .\n",
        ["cells", {"crosses": {"1": ["half(X,se)", "half(Y,sw)", "half(Z,ne)", "half(W,nw)"]}}],
        "diamond/3/3/. . . /. . . /. . . /1 0 /0 0 /",
        {"": "diamond/3/3/. . . /. . . /. . . /1 0 /0 1 /"},
    ),
    "clues that stand for values, and an atom that is not shown": (
        "puzzle: lollipops\ngrid: |\n  . . v\n  . . .\n",
        ["cells", {"cells": {"given": [], "1": "filled(X)", "2": []}}],
        "lollipops/2/3/. . 2 /. . . /. . . /. . 1 /",
        {"": "lollipops/2/3/. . 2 /. . . /. 1 . /. . . /"},
    ),
    "sides that join": (
        "puzzle: wittgen\ngrid: |\n  1 . . .\n",
        ["cells", {"cells": {"2": []}}, {"links": "strip(K,X)"}],
        "wittgen/1/4/1 . . . /0 2 0 0 /0 1 1 /",
        {"": "wittgen/1/4/1 . . . /0 0 2 0 /0 0 0 /"},
    ),
    "marked sides that part, and an atom that does": (
        "puzzle: lapaz\ngrid: |\n  1 . .\n",
        ["cells", {"sides": {"2": [], "regions": "region(K,X)", "apart": "shade(X)"}}, {"cells": {"#": "shade(X)"}}],
        "lapaz/1/3/1 . . /2 0 /. . # /",
        {"": "lapaz/1/3/1 . . /1 0 /. . # /"},
    ),
    "numbers that part regions": (
        "puzzle: shikaku\ngrid: |\n  4 . 2\n  . . .\n",
        ["numbers", {"numbers": {".": []}}, {"sides": "region(K,X)"}],
        "shikaku/2/3/4 . 2 /. . . /. 4 . /4 4 2 /0 0 /0 0 /0 0 0 /",
        {"": "shikaku/2/3/4 . 2 /. . . /. . . /4 4 2 /0 0 /0 0 /0 0 0 /"},
    ),
    "sides at the edge": (
        "puzzle: anglers\ntop: . .\nbottom: . .\nleft: 2\nright: .\ngrid: |\n  . o\n",
        ["frame", {"edges": {"1": "line(X,Y)", "rim": "stub(X,Y)"}}],
        "anglers/1/2/. . . . /2 . 0 . /. . . . /1 1 0 /0 0 /0 0 /",
        {"": "anglers/1/2/. . . . /2 . 0 . /. . . . /1 1 1 /0 0 /0 0 /"},
    ),
}  # fmt: skip


def says(puzzle: str, sections: list[Any], right: str, wrong: dict[str, str]) -> list[tuple[str, bool]]:
    """What the rules say of each board, and whether that was to be so."""
    boards = PublishedBoards.of_document(
        {
            "sections": sections,
            "right": f"pzprv3/{right}",
            "wrong": {name: f"pzprv3/{text}" for name, text in wrong.items()},
        }
    )
    read = formats.read(Source("case", "case", puzzle.encode()))
    return [(each.says, each.agrees) for each in judged(read, boards, Settings())]


@pytest.mark.parametrize("kind", CASES)
def test_right_boards_are_accepted_and_wrong_ones_break_what_is_said(kind: str):
    puzzle, sections, right, wrong = CASES[kind]
    found = says(puzzle, sections, right, wrong)
    assert [agrees for _, agrees in found] == [True] * (1 + len(wrong)), found
    swapped = says(puzzle, sections, next(iter(wrong.values())), {"": right})
    assert [agrees for _, agrees in swapped] == [False, False]
    assert swapped[1][0] == "the wrong board 1 is accepted by the rules"


@pytest.mark.parametrize(
    "sections, text, sentence",
    [
        (["cells", "cels"], "", "sections: found 'cels', expected line, cells"),
        ([{"cells": {"#": "shade("}}], "", "sections: 'shade(': a bracket is not closed"),
        (["cells"], "nurikabe/2/3/2 + . /# # . /", "expected a text 'pzprv3/NAME/2/2/…'"),
        (["cells"], "nurikabe/2/2/2 + + /# # /", "the right board 1: line 5: found 3 tokens, expected 2"),
        ([{"cells": {"#": "shade(X)"}}], "nurikabe/2/2/2 + /# # /", "found '2' in a section of cells, expected '#' or a blank"),
    ],
)  # fmt: skip
def test_what_is_not_described_is_an_error(sections: list[Any], text: str, sentence: str):
    with pytest.raises(PuzzleError) as caught:
        says(CASES["clues among answers"][0], sections, text or "nurikabe/2/2/2 + /# # /", {})
    assert sentence in str(caught.value)


def test_other_clues_need_a_puzzle_of_their_own():
    puzzle, sections, right, _ = CASES["clues among answers"]
    with pytest.raises(PuzzleError, match="the wrong board 1 has other clues than the first one"):
        says(puzzle, sections, right, {"": "nurikabe/2/2/3 + /# # /"})
