"""What a manifest can say: of the input patterns, corners, sides, sequences, headers and parts that may be missing; of
answers tokens, regions, shapes, walls and several values.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

import pysolve
from pysolve import PuzzleError
from pysolve.analysis.assumptions import AssumptionSolver
from pysolve.analysis.progress import labelled, whole_answer
from pysolve.formats import Reading, Source, native, read
from pysolve.generate import boards
from pysolve.model import terms
from pysolve.model.marks import Layer
from pysolve.model.puzzle import Puzzle
from pysolve.model.terms import Term
from pysolve.render import answer_text, svg, terminal
from pysolve.render.answer_text import Answer, compare
from pysolve.render.picture import draw
from pysolve.report.words import Words
from pysolve.solving import facts
from pysolve.solving.settings import Settings

HEAD = "name: Any\ngroup: tests\nabout: Anything.\n"


@pytest.fixture
def reader(tmp_path: Path) -> Callable[..., Puzzle]:
    """Reads a text with a type that has this manifest."""

    def read_with(manifest: str, text: str, rules: str = "#show shade/1. { shade(X) } :- cell(X).\n") -> Puzzle:
        folder = tmp_path / "any"
        folder.mkdir(exist_ok=True)
        (folder / "manifest.yaml").write_text(HEAD + manifest)
        (folder / "rules.lp").write_text(rules)
        return read(Source("any", "any", text.encode()), Reading("any", (str(tmp_path),)))

    return read_with


def clue_facts(puzzle: Puzzle) -> list[str]:
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
    "a list in a cell with numbers that are not told": (
        table('"<V:number?>,...": "run(X,I,V)"'), "1 2\n3,? ?\n",
        ["run((1,1),1,3)", 'run((1,1),2,"?")', 'run((1,2),1,"?")'],
    ),
    "a list in a cell": (
        table('"<V>,...": "run(X,I,V)"'), "1 2\n3,1 2\n", ["run((1,1),1,3)", "run((1,1),2,1)", "run((1,2),1,2)"],
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
    "shapes": (
        'read:\n  shapes:\n    "<V:shape>": "bank(I,V)"\n  grid:\n    int: "clue(X,V)"\n', "1 2\n.x/.xx x\n3 .\n",
        ["bank(1,((0,0),((1,0),((1,1),()))))", "bank(2,((0,0),()))", "clue((1,1),3)"],
    ),
    "words": (
        'read:\n  words:\n    "<V:word>": "word(I,V)"\n  grid:\n    int: "clue(X,V)"\n', "1 2\nno On\n3 .\n",
        ['word(1,("N",("O",())))', 'word(2,("O",("N",())))', "clue((1,1),3)"],
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
    assert sorted(clue_facts(puzzle)) == sorted(expected)
    again = reader(manifest, native.yaml_of(puzzle))
    assert clue_facts(again) == clue_facts(puzzle)
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
def test_what_is_wrong_is_reported(manifest: str, text: str, sentence: str, reader: Callable[..., Puzzle]) -> None:
    with pytest.raises(PuzzleError) as raised:
        reader(manifest, text)
    assert sentence in str(raised.value)


# -- What a manifest can say of answers

ANSWERS = {
    "another token": (
        '"white(X)": {mark: circle, token: w}\n  "black(X)": disc', "white((1,1)). black((1,2)).\n", "w b", ["○", "●"], ["row 1, column 1 has a circle"],
    ),
    "no token": ('"white(X)": {mark: circle, token: ""}', "white((1,1)).\n", "- -", ["○"], ["row 1, column 1 has a circle"]),
    "regions with cells as labels": (
        '"region(K,X)": border', "region((1,2),(1,2)). region((9,9),(1,1)).\n", "1 2", ["│ · │ · │"],
        ["row 1, column 1 belongs to the region of row 9, column 9"],
    ),
    "a value names a shape": (
        '"got(X,V)": {mark: sign, shapes: {1: slash, 2: backslash}, tokens: {1: "/", 2: "\\\\"}}', "got((1,1),1). got((1,2),2).\n",
        "/ \\", ["╱ ╲"], ["row 1, column 1 has a slash", "row 1, column 2 has a backslash"],
    ),
    "a value is a shape": ('"got(X,D)": sign', "got((1,1),ne). got((1,2),tree).\n", "ne tree", ["↗ ♣"], ["row 1, column 1 has an arrow to the north-east"]),
    "a value that names no shape is written": ('"got(X,V)": {mark: sign, shapes: {1: slash}}', "got((1,1),7).\n", "7 -", ["7 ·"], ["row 1, column 1 has 7"]),
    "a noun": (
        '"got(X)": {mark: circle, noun: orange}\n  "had(X)": {mark: shade, noun: part of it|part of it}', "got((1,1)). had((1,2)).\n", "o x", ["○"],
        ["row 1, column 1 has an orange", "row 1, column 2 is part of it"],
    ),
    "a noun for each value": (
        '"got(X,V)": {mark: sign, shapes: {1: plus, 2: star}, nouns: {1: positive pole, 7: dwarf|dwarves}}', "got((1,1),1). got((1,2),7).\n",
        "1 7", ["+ 7"], ["row 1, column 1 has a positive pole", "row 1, column 2 has a dwarf"],
    ),
    "a number and a direction": ('"got(X,V,D)": text', "got((1,1),3,e).\n", "3e -", ["3→"], ["row 1, column 1 holds 3e"]),
    "two values": ('"got(X,V,W)": text', "got((1,1),3,1). got((1,2),3,12).\n", "31 3,12", ["31 3,12"], ["row 1, column 2 holds 3,12"]),
    "parallel lines": (
        '"got(X,Y,N)": line', "got((1,1),(1,2),2).\n", "ee ww", ["═"], ["row 1, column 1 and row 1, column 2 are joined by 2 lines"],
    ),
    "walls": ('"got(X,Y)": wall', "got((1,1),(1,2)).\n", "e w", ["│ · ┃ · │"], ["a wall parts row 1, column 1 and row 1, column 2"]),
    "cells that do not exist": ('"got(X)": hole', "got((1,2)).\n", "- -\ngot((1,2)).", ["│ ·   │"], ["row 1, column 2 is not part of the board"]),
    "a shape without a value": (
        '"got(X)": {mark: sign, shape: square}\n  "had(X)": {mark: sign, shape: star, token: s}', "got((1,1)). had((1,2)).\n", "square s", ["□ ★"],
        ["row 1, column 1 has a square", "row 1, column 2 has a star"],
    ),
    "regions whose labels matter": (
        '"got(N,X)": {mark: cage, numbered: no}', "got(7,(1,2)). got(12,(1,1)).\n", "12 7", ["│"], ["row 1, column 2 belongs to the cage 7"],
    ),
    "sums of corners": (
        '"got(P)": {mark: disc, weights: {nw: 8, ne: 1, sw: 4, se: 2}}', "got(p(1,2)). got(p(2,3)).\n", "1 10", ["●"],
        ["the upper left corner of row 1, column 2 has a disc"],
    ),
    "fills before other tokens": (
        '"got(X)": {mark: shade, joined: yes}\n  "line(X,Y)": line', "got((1,1)). line((1,1),(1,2)).\n", "xe w", ["█"], [],
    ),
    "sums of lines between corners": (
        '"got(P,Q)": {mark: line, weights: {n: 8, e: 4, s: 2, w: 1}}',
        "got(p(1,1),p(1,2)). got(p(1,2),p(2,2)).\n", "12 1", ["╶───┐"], [],
    ),
    "sums of sides": ('"got(X,Y)": {mark: wall, weights: {n: 8, e: 4, s: 2, w: 1}}', "got((1,1),(1,2)).\n", "15 15", ["┃"], []),
    "other names of variables": ('"got(A,X)": text', "got(5,(1,1)).\n", "5 -", ["5"], ["row 1, column 1 holds 5"]),
}  # fmt: skip


@pytest.mark.parametrize("name", ANSWERS)
def test_answers_and_what_they_are_drawn_as(name: str, tmp_path: Path) -> None:
    draw, rules, plain, drawn, words = ANSWERS[name]
    answer = solved(tmp_path, draw, rules)
    assert answer.plain == plain
    drawing = str(answer)
    assert all(piece in drawing for piece in drawn), drawing
    assert set(words) <= {Words(answer.puzzle).atom(atom) for atom in answer.atoms}
    assert terminal.render(answer.picture(), style="ascii").isascii()
    assert "not drawn" not in drawing
    solver = AssumptionSolver(answer.puzzle, Settings())
    stated = labelled(answer.puzzle, solver, answer_text.parse(answer.puzzle, plain))
    assert whole_answer(answer.puzzle, solver, stated) == set(answer.atoms)


def solved(folder: Path, draw: str, program: str, board: str = "1 2\n. .\n", alphabet: str = "numbers") -> Answer:
    """The answer of a puzzle whose type draws so and has these facts as its answer."""
    type_ = folder / "mine"
    type_.mkdir(parents=True)
    shown = {(atom.name, len(atom.args)) for atom in map(terms.parse, program.strip().rstrip(".").split(". "))}
    shows = "".join(f"#show {name}/{arity}.\n" for name, arity in sorted(shown))
    read_ = f'read:\n  grid: {{int: "clue(X,V)"}}\nalphabets: [{alphabet}]\n'
    (type_ / "manifest.yaml").write_text(f"{HEAD}{read_}draw:\n  {draw}\n")
    (type_ / "rules.lp").write_text(f"{program}{shows}#defined clue/2.\n")
    (answer,) = pysolve.solve(read(Source("mine", "mine", board.encode()), Reading("mine", (str(folder),))))
    return answer


def test_regions_are_compared_up_to_their_names(tmp_path: Path) -> None:
    answer = solved(
        tmp_path,
        '"region(K,X)": border',
        "region(1,(1,1)). region(1,(1,2)). region(a,(2,1)). region(b,(2,2)).\n",
        "2 2\n. .\n. .\n",
    )
    assert answer.plain == "1 1\n2 3"
    assert compare(answer.puzzle, answer.plain, "7 7\nx 1\n").agrees
    assert not compare(answer.puzzle, answer.plain, "1 1\n2 2\n").agrees


def test_a_line_may_end_beyond_blank_cells(tmp_path: Path) -> None:
    answer = solved(tmp_path, '"got(X,Y,N)": line', "got((1,1),(1,3),2).\n", "1 3\n. . .\n")
    assert answer.plain == "ee - ww"
    assert answer_text.parse(answer.puzzle, answer.plain) == list(answer.atoms)


def test_a_line_is_written_into_the_cells_that_it_goes_over(tmp_path: Path) -> None:
    draw = '"got(X,Y,N)": {mark: line, over: {e: 1 2, s: a b}}'
    facts = "got((1,1),(1,4),2). got((1,1),(3,1),1). got((3,1),(3,2),1).\n"
    answer = solved(tmp_path, draw, facts, "3 4\n. . . .\n. . . .\n. . . .\n")
    assert answer.plain == "see 2 2 ww\na - - -\nne w - -"
    assert set(answer_text.parse(answer.puzzle, answer.plain)) == set(answer.atoms)


def test_notes_in_three_corners(tmp_path: Path) -> None:
    draw = '"one(X,V)": note\n  "two(X,V)": note_right\n  "three(X,V)": note_below'
    answer = solved(tmp_path, draw, "one((1,1),1). two((1,1),2). three((1,1),3).\n")
    lines = str(answer).split("\n")
    assert re.search("1.*2", lines[0]) and "3" in lines[2]
    figure = ElementTree.fromstring(svg.render([answer.picture()]))
    at = {
        each.text: (float(each.get("x", 0)), float(each.get("y", 0)))
        for each in figure.iter("{http://www.w3.org/2000/svg}text")
    }
    assert at["1"][0] < 20 < at["2"][0] < 40 and at["1"][1] == at["2"][1] < 20 < at["3"][1] < 40 and at["3"][0] < 20


def test_signs_in_margins(tmp_path: Path) -> None:
    answer = solved(tmp_path, '"got(left(R),D)": sign', "got(left(1),se).\n")
    assert "↘" in str(answer) and "↘" in svg.render([answer.picture()])
    assert "se" in terminal.render(answer.picture(), style="ascii")


def test_signs_between_cells(tmp_path: Path) -> None:
    draw_ = '"less(X,Y)": {mark: sign, shape: less}\n  "near(X,Y)": disc\n  "sum(X,Y,V)": text'
    facts = "less((1,1),(1,2)). less((2,1),(1,1)). near((1,2),(1,3)). less((2,3),(2,2)). less((1,2),(2,2)). sum((1,3),(2,3),7).\n"
    answer = solved(tmp_path, draw_, facts, "2 3\n. . .\n. . .\n")
    assert [line.strip("│ ") for line in str(answer).split("\n")[1:4]] == ["· < · ● ·", "∨   ∧   7", "·   · > ·"]
    assert "not drawn" not in str(answer)
    at = {(str(mark.place), mark.value) for mark in answer.picture().marks}
    assert at == {
        ("h(2,3)", "less_e"), ("h(3,2)", "less_n"), ("h(2,5)", ""), ("h(4,5)", "less_w"), ("h(3,4)", "less_s"),
        ("h(3,6)", "7"),
    }  # fmt: skip
    words = {Words(answer.puzzle).atom(atom) for atom in answer.atoms}
    assert "the side between row 1, column 1 and row 1, column 2 has a less-than sign" in words


def test_a_tube_goes_from_its_bulb_through_its_cells(tmp_path: Path) -> None:
    facts = "got(a,2,(1,2)). got(a,1,(1,1)). got(a,3,(2,2)). got(b,1,(2,1)).\n"
    answer = solved(tmp_path, '"got(G,I,X)": tube', facts, "2 2\n. .\n. .\n")
    lines = str(answer).split("\n")
    assert re.search("○─+╮", lines[1]) and re.search("○ .*╵", lines[3]), str(answer)
    picture = answer.picture()
    assert [[mark.place for mark in tube] for tube in picture.tubes()] == [[(1, 1), (1, 2), (2, 2)], [(2, 1)]]
    figure = ElementTree.fromstring(svg.render([picture]))
    paths = [each.get("d") for each in figure.iter("{http://www.w3.org/2000/svg}path")]
    assert paths.count("M20 20H60V60") == 2  # the tube and its rim
    bulbs = {(each.get("cx"), each.get("cy")) for each in figure.iter("{http://www.w3.org/2000/svg}circle")}
    assert bulbs == {("20", "20"), ("20", "60")}


def test_equal_texts_are_outlined_once_all_are_there(tmp_path: Path) -> None:
    facts = "got((1,1),1). got((1,2),2). got((2,1),2). got((2,2),2).\n"
    answer = solved(tmp_path, '"got(X,V)": {mark: text, outlined: yes}', facts, "2 2\n. .\n. .\n")
    assert str(answer) == "┌───┬───┐\n│ 1 │ 2 │\n├───┘   │\n│ 2   2 │\n└───────┘"
    assert answer.plain == "1 2\n2 2"
    part = draw(answer.puzzle, answer.atoms[1:])
    assert not part.of(Layer.BORDER)
    other = [*answer.atoms[:3], terms.parse("got((2,2),1)")]
    compared = draw(answer.puzzle, answer.atoms, compared_with=other)
    assert [mark.place for mark in compared.marks if mark.differs] == [(2, 2)]


def test_several_parts_on_one_side_have_their_own_places(tmp_path: Path) -> None:
    """Equal clues of two parts are drawn twice, and a clue stands where its part does, also alone."""
    parts = '{one: {int: "first(left(R),V)"}, two: {int: "second(left(R),V)"}, grid: blank}'
    draw = '"first(left(R),V)": text\n  "second(left(R),V)": text'
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/manifest.yaml").write_text(f"{HEAD}read: {parts}\ndraw:\n  {draw}\n")
    (tmp_path / "mine/rules.lp").write_text("#defined first/2. #defined second/2. #show.")
    puzzle = read(Source("mine", "mine", b"3 1\n3 4 .\n3 . 5\n.\n.\n.\n"), Reading("mine", (str(tmp_path),)))
    (answer,) = pysolve.solve(puzzle)
    assert [line[:4] for line in str(answer).split("\n")[1:4]] == ["3 3 ", "4   ", "  5 "]
    figure = ElementTree.fromstring(svg.render([answer.picture()]))
    texts = [(each.text, each.get("x")) for each in figure.iter("{http://www.w3.org/2000/svg}text")]
    (first, second), fourth, fifth = [x for text, x in texts if text == "3"], *(x for _, x in texts[2:])
    assert (first, second) == (fourth, fifth)


def test_margins_are_written_in_the_alphabet_unless_they_are_read_as_numbers(tmp_path: Path) -> None:
    answer = solved(tmp_path, '"got(left(R),V)": text', "got(left(1),3).\n", alphabet="letters")
    assert "C" in str(answer)
    (rule,) = answer.puzzle.type.draw
    assert rule.in_alphabet
    given = solved(tmp_path / "given", '"clue(X,V)": text', "got(1).\n", "1 2\n3 .\n", alphabet="letters")
    assert "3" in str(given)


def test_exits_are_written_as_one_token(reader: Callable[..., Puzzle]) -> None:
    puzzle = reader(table('"<E>": ["piece(X)", "exit(X,Y)"]'), "2 2\n. .\n. .\n")
    wanted = {"piece((1,1))", "exit((1,1),(1,2))", "exit((1,1),(2,1))"}
    filled = boards.filled(puzzle, [fact for fact in map(terms.parse, wanted) if isinstance(fact, Term)])
    assert {token.text for token in filled.tokens["grid"]} == {"se"}
    assert set(clue_facts(filled)) == wanted


@pytest.mark.parametrize(
    ("draw", "sentence"),
    [
        ('"got(X,V)": {mark: sign, shapes: {1: slahs}}', "draw: unknown shape 'slahs'; known are circle"),
        ('"got(X)": {mark: circle, shapes: {1: slash}}', "draw: the mark circle has no shapes"),
        ('"got(X)": {mark: circle, tokn: a}', "draw: unknown key 'tokn'; the keys are mark, token, shape"),
        ('"got(X)": {mark: circle, token: a b}', "draw: token: expected a token without blanks"),
        ('"got(X)": {mark: circle, shape: star}', "draw: shape: only a sign has one"),
        ('"got(X,V)": {mark: sign, shape: star}', "draw: shape: expected a template without a value"),
        ('"got(X)": {mark: sign, shape: slahs}', "draw: unknown shape 'slahs'; known are circle"),
        ('"got(G,X)": {mark: cage, numbered: never}', "draw: numbered: expected 'yes' or 'no'"),
        ('"got(X)": {mark: star, numbered: no}', "draw: numbered: expected 'yes' or 'no', behind a mark with the name of a"),
        ('"got(X)": {mark: star, joined: yes}', "draw: joined: expected 'yes' or 'no', behind a mark that fills a cell"),
        ('"got(X)": {mark: star, weights: {nw: 1}}', "draw: weights: only walls, lines between corners and marks on corners have them"),
        ('"got(P)": {mark: star, weights: {nw: 1}}', "draw: weights: expected 1, 2, 4 and 8 for ne, se, sw, nw, in any order"),
        ('"got(X,Y)": {mark: wall, token: a}', "the token of lines and walls are exits"),
        ('"got(X,Y)": {mark: line, over: {w: 1}}', "draw: over: expected tokens for the directions e and s"),
        ('"got(X,Y)": {mark: line, over: {e: ""}}', "draw: over: expected tokens for the directions e and s"),
        ('"got(X)": {mark: circle, over: {e: 1}}', "draw: the mark circle has no over"),
        ('"got(V)": text', "draw: the mark text needs V and X in its template"),
        ('"got(A,B,X)": border', "draw: the mark border needs G and X in its template"),
        ('"got(X)": line', "draw: the mark line needs X and Y in its template"),
    ],
)  # fmt: skip
def test_what_cannot_be_drawn_is_reported(draw: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(PuzzleError) as raised:
        solved(tmp_path, draw, "got(1).\n")
    assert sentence in str(raised.value)
    assert raised.value.line is not None


def test_a_wall_between_cells_that_share_no_side_is_an_error(tmp_path: Path) -> None:
    answer = solved(tmp_path, '"got(X,Y)": wall', "got((1,1),(1,3)).\n", "1 3\n. . .\n")
    with pytest.raises(PuzzleError, match="between cells that share no side"):
        answer.picture()
