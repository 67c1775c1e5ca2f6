"""What a manifest can say of the input: patterns, corners, sides, sequences, headers, parts that may be missing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pysolve import PuzzleError
from pysolve.formats import Reading, Source, native_writer, read
from pysolve.model.puzzle import Puzzle
from pysolve.solving import facts

HEAD = "name: Any\ngroup: tests\nabout: Anything.\n"


@pytest.fixture
def reader(tmp_path: Path) -> Callable[..., Puzzle]:
    """Reads a text with a type that has this manifest."""

    def read_with(manifest: str, text: str) -> Puzzle:
        folder = tmp_path / "any"
        folder.mkdir(exist_ok=True)
        (folder / "manifest.yaml").write_text(HEAD + manifest)
        (folder / "rules.lp").write_text("#show shade/1. { shade(X) } :- cell(X).\n")
        return read(Source("any", "any", text.encode()), Reading("any", (str(tmp_path),)))

    return read_with


def said(puzzle: Puzzle) -> list[str]:
    return [fact.rstrip(".") for fact in facts.clues(puzzle)]


def table(*lines: str) -> str:
    return "read:\n  grid:\n" + "".join(f"    {line}\n" for line in lines)


CASES = {
    "a number and a direction": (table('"<V><D>": "arrow(X,V,D)"'), "1 2\n12nw 3E\n", ["arrow((1,1),12,nw)", "arrow((1,2),3,e)"]),
    "in either order": (
        table('"<V>b": "black(X,V)"', '"b<V>": "black(X,V)"', 'b: "black(X,0)"'), "1 3\n3b b4 b\n",
        ["black((1,1),3)", "black((1,2),4)", "black((1,3),0)"],
    ),
    "parts of a token may be missing": (
        table('"<V>,<W>": ["down(X,V)", "right(X,W)"]', '"<V>,": "down(X,V)"', '",<W>": "right(X,W)"'),
        "1 3\n18,6 32, ,34\n", ["down((1,1),18)", "right((1,1),6)", "down((1,2),32)", "right((1,3),34)"],
    ),
    "operators": (
        table('"<V><O>": "cage(X,V,O)"', 'int: "cage(X,V)"'), "1 3\n12x 3- 7\n",
        ['cage((1,1),12,"*")', 'cage((1,2),3,"-")', "cage((1,3),7)"],
    ),
    "a list in a cell": (
        table('"<V>,...": "run(X,I,V)"'), "1 2\n3,1, 2\n", ["run((1,1),1,3)", "run((1,1),2,1)", "run((1,2),1,2)"],
    ),
    "digits in a cell": (table('"<V>...": "run(X,I,V)"'), "1 2\n31 .\n", ["run((1,1),1,3)", "run((1,1),2,1)"]),
    "two symbols": (
        table('"<A:symbol><B:symbol>": ["first(X,A)", "second(X,B)"]') + "alphabets: [numbers]\n", "1 2\n31 02\n",
        ["first((1,1),3)", "second((1,1),1)", "first((1,2),0)", "second((1,2),2)"],
    ),
    "exits": (
        table('"<E>": ["piece(X)", "given_line(X,Y)"]'), "2 2\n. sw\n. .\n",
        ["piece((1,2))", "given_line((1,2),(2,2))", "given_line((1,2),(1,1))"],
    ),
    "a blank with a meaning": (table('".": hole', 'int: "clue(X,V)"', '"-": "circle(X)"'), "1 3\n. - 3\n", ["circle((1,2))", "clue((1,3),3)"]),
    "all corners": ('read:\n  corners:\n    int: "meet(P,V)"\n', "1 2\n. 1 .\n2 . 0\n", ["meet(p(1,2),1)", "meet(p(2,1),2)", "meet(p(2,3),0)"]),
    "corners of several characters": ('read:\n  corners:\n    int: "meet(P,V)"\n', "1 1\n10 1\n2 .\n", ["meet(p(1,1),10)", "meet(p(1,2),1)", "meet(p(2,1),2)"]),
    "inner corners": (
        'read:\n  grid:\n    int: "clue(X,V)"\n  circles:\n    "<V><O>": "circle(Q,V,O)"\n', "2 3\n1 . .\n. . .\n3+ .\n",
        ["clue((1,1),1)", 'circle(p(2,2),3,"+")'],
    ),
    "sides": (
        'read:\n  signs:\n    "<": "less(X,Y)"\n    ">": "less(Y,X)"\n', "2 2\n<\n. >\n.\n", ["less((1,1),(1,2))", "less((2,2),(1,2))"],
    ),
    "a sequence in the header": (
        'read:\n  fleet: "fleet(I,V)"\n  top: "total(top(C),V)"\n  left: "total(left(R),V)"\nheader: [fleet]\n',
        "1 2 4 3 0\n1 .\n5\n",
        ["fleet(1,4)", "fleet(2,3)", "fleet(3,0)", "total(top(1),1)", "total(left(1),5)"],
    ),
    "four margins": (
        'read:\n  top: "seen(top(C),V)"\n  bottom: "seen(bottom(C),V)"\n  left: "seen(left(R),V)"\n  right: "seen(right(R),V)"\n  grid?: {int: "clue(X,V)"}\n',
        "1 2\n1 2\n. 3\n4\n5\n",
        ["seen(top(1),1)", "seen(top(2),2)", "seen(bottom(2),3)", "seen(left(1),4)", "seen(right(1),5)"],
    ),
    "a part that may be missing although others follow": (
        'read:\n  top: "plus(top(C),V)"\n  grid?: {"+": "plus(X)"}\n  regions: "region(V,X)"\n', "1 2\n1 .\n7 7\n",
        ["plus(top(1),1)", "region(7,(1,1))", "region(7,(1,2))"],
    ),
    "the same, given": (
        'read:\n  top: "plus(top(C),V)"\n  grid?: {"+": "plus(X)"}\n  regions: "region(V,X)"\n', "1 2\n1 .\n. +\n7 7\n",
        ["plus(top(1),1)", "plus((1,2))", "region(7,(1,1))", "region(7,(1,2))"],
    ),
    "a part that says nothing": ('read:\n  grid: blank\n  regions: "region(V,X)"\n', "1 2\n- -\n7 8\n", ["region(7,(1,1))", "region(8,(1,2))"]),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_what_tokens_become(name: str, reader: Callable[..., Puzzle]) -> None:
    manifest, text, expected = CASES[name]
    puzzle = reader(manifest, text)
    assert sorted(said(puzzle)) == sorted(expected)
    again = reader(manifest, native_writer.write(puzzle))
    assert said(again) == said(puzzle)
    assert again.board == puzzle.board


OPTIONS = "options:\n  last: the last letter\n  diagonals: {help: whether, choices: {no: no, yes: yes}}\n"


@pytest.mark.parametrize(
    ("header", "line", "options"),
    [
        ("[last]", "1 1 5", {"last": "5"}),
        ("[{last: letter}]", "1 1 d", {"last": "4"}),
        ("[last, {diagonals: D}]", "1 1 5 D", {"last": "5", "diagonals": "yes"}),
        ("[last, {diagonals: D}]", "1 1 5", {"last": "5"}),
        ("[{diagonals: D}, last]", "1 1 5", {"last": "5"}),
    ],
)
def test_headers(header: str, line: str, options: dict[str, str], reader: Callable[..., Puzzle]) -> None:
    puzzle = reader(table('int: "clue(X,V)"') + OPTIONS + f"header: {header}\n", f"{line}\n3\n")
    assert puzzle.options == options


@pytest.mark.parametrize(
    ("manifest", "text", "sentence"),
    [
        (table('"<V><D>": "arrow(X,V,D)"'), "1 2\n3q .\n", "row 1, column 1: found '3q', expected VD with V a number and D a"),
        (table('"<E>": "line(X,Y)"'), "1 2\nnn .\n", "row 1, column 1: found 'nn', expected E with E exits"),
        ('read:\n  corners:\n    int: "meet(P,V)"\n', "2 2\n. . .\n. . .\n", "found 2 lines of 'corners', expected 3"),
        ('read:\n  corners:\n    int: "meet(P,V)"\n', "1 2\n. . .\n. .\n", "found 2 tokens on line 2 of 'corners', expected 3"),
        ('read:\n  signs:\n    "<": "less(X,Y)"\n', "2 2\n<\n. x\n.\n", "found 'x', expected '<' or a blank ('.' or '-') (line 2 of 'signs')"),
        (
            'read:\n  a?: {int: "a(X,V)"}\n  b?: {int: "b(X,V)"}\n  c: {int: "c(X,V)"}\n', "1 1\n1\n2\n",
            "this can be read in several ways, with 'a' or 'b': write the puzzle in the native format",
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(manifest: str, text: str, sentence: str, reader: Callable[..., Puzzle]) -> None:
    with pytest.raises(PuzzleError) as raised:
        reader(manifest, text)
    assert sentence in str(raised.value)
