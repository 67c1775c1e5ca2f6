"""The answer text as a format: what is written is read back as the same atoms, of every type and of own ones."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import command
from samples import TYPES, small
from test_vocabulary import reader, solved  # noqa: F401

import pysolve
from pysolve.analysis.assumptions import AssumptionSolver
from pysolve.analysis.clues import clues, without
from pysolve.analysis.progress import Progress, labelled, whole_answer
from pysolve.model import terms
from pysolve.model.puzzle import Puzzle
from pysolve.model.terms import Term
from pysolve.render import answer_text
from pysolve.solving import search
from pysolve.solving.settings import Settings


def same(puzzle: Puzzle, one: list[Term], other: list[Term]) -> bool:
    """Whether these are the same atoms, up to the labels of regions."""
    return up_to_labels(puzzle, one) == up_to_labels(puzzle, other)


def up_to_labels(puzzle: Puzzle, atoms: list[Term]) -> set[object]:
    regions: dict[object, set[object]] = {}
    others: set[object] = set()
    for atom in atoms:
        drawn = next((each for rule in puzzle.type.draw if rule.numbers_regions and (each := rule.match(atom))), None)
        if drawn is None:
            others.add(atom)
        else:
            regions.setdefault((atom.name, *drawn.values.values()), set()).add(drawn.place)
    return others | {frozenset(cells) for cells in regions.values()}


@pytest.mark.parametrize("name", TYPES)
def test_answers_and_parts_of_them_are_read_as_they_were_written(name: str) -> None:
    """Of the puzzle itself, of the puzzle without most of its clues, and of what somebody has filled in as yet."""
    puzzle, chance = small(name), random.Random(name)
    more = without(puzzle, [clue for clue in clues(puzzle) if chance.random() < 0.7])
    for board in (puzzle, more):
        try:
            answers, _ = search.run(board, Settings(models=3, conflicts=2000))
        except pysolve.PuzzleError:
            continue  # the rules want more clues
        texts: dict[str, set[Term]] = {}
        for answer in answers:
            said = [atom for atom in answer.atoms if answer_text.says(board, atom)]
            some = [chance.sample(said, len(said) * part // 4) for part in (1, 2, 3)]
            for atoms in (said, *some):
                text = answer_text.write(board, atoms)
                assert same(board, answer_text.parse(board, text), atoms), text
            assert texts.setdefault(answer_text.write(board, said), {*answer.atoms}) == {*answer.atoms}


@pytest.mark.parametrize("name", TYPES)
def test_a_finished_answer_is_complete(name: str) -> None:
    puzzle = small(name)
    answer = next(pysolve.solve(puzzle), None)
    if answer is not None:
        assert pysolve.progress(puzzle, answer.plain) == Progress(complete=True)


#: What own types draw, their answers, and the texts of these.
OWN = {
    "two signs in one place": ('"bar(X,D)": sign', "bar((1,1),h). bar((1,1),v).", "h&v -"),
    "a value and a fill": ('"got(X,V)": text\n  "dark(X)": shade', "got((1,1),3). dark((1,1)). dark((1,2)).", "3&x x"),
    "two marks with the same token": ('"a(X)": shade\n  "b(X)": star', "a((1,1)). b((1,1)). b((1,2)).", "x&b=x b=x"),
    "two values": ('"got(X,V)": text\n  "had(X,V)": text', "got((1,1),3). had((1,1),3). had((1,2),4).", "3&had=3 had=4"),
    "two regions": (
        '"a(G,X)": border\n  "b(G,X)": cage', "a(7,(1,1)). a(8,(1,2)). b(p,(1,1)). b(p,(1,2)).", "1&b=1 2&b=1",
    ),
    "a cell in two regions": ('"a(G,X)": cage', "a(7,(1,1)). a(8,(1,1)). a(8,(1,2)).", "1&2 2"),
    "lines of two kinds": ('"a(X,Y)": line\n  "b(X,Y)": wall', "a((1,1),(1,2)). b((1,1),(1,2)).", "e&b=e w&b=w"),
    "lines of two kinds with their numbers": (
        '"a(X,Y,N)": line\n  "b(X,Y,N)": line', "a((1,1),(1,2),1). b((1,1),(1,2),2).", "e&b=ee w&b=ww",
    ),
    "a line between two circles": ('"a(X,Y)": line\n  "o(X)": circle', "a((1,1),(1,2)). o((1,1)). o((1,2)).", "o&e o&w"),
    "a line from a circle": ('"a(X,Y)": line\n  "o(X)": circle', "a((1,1),(1,2)). o((1,1)).", "o w"),
    "a line over a circle": ('"a(X,Y)": line\n  "o(X)": circle', "a((1,1),(1,3)). o((1,2)).", "- o -\na((1,1),(1,3))."),
    "a line beside another one": ('"a(X,Y)": line', "a((1,1),(1,3)). a((1,1),(1,2)).", "e w -\na((1,1),(1,3))."),
    "a line named backwards": ('"a(X,Y)": line', "a((1,2),(1,1)).", "- -\na((1,2),(1,1))."),
    "no lines at all": ('"a(X,Y,N)": line', "a((1,1),(1,2),0).", "- -\na((1,1),(1,2),0)."),
    "marks on corners": ('"dot(P)": disc', "dot(p(1,2)). dot(p(2,3)).", "- -\ndot(p(1,2)). dot(p(2,3))."),
    "marks on sides": ('"dot(X,Y)": disc', "dot((1,1),(1,2)).", "- -\ndot((1,1),(1,2))."),
    "marks outside": ('"sum(left(R),V)": text', "sum(left(1),4).", "- -\nsum(left(1),4)."),
    "a fence and what lies inside": (
        '"in(X)": tint\n  "a(P,Q)": line',
        "in((1,1)). a(p(1,1),p(1,2)). a(p(1,1),p(2,1)). a(p(2,1),p(2,2)). a(p(1,2),p(2,2)).", "x -",
    ),
    "a fence elsewhere": (
        '"in(X)": tint\n  "a(P,Q)": line',
        "in((1,1)). a(p(1,1),p(1,2)). a(p(1,1),p(2,1)). a(p(2,1),p(2,2)). a(p(1,3),p(2,3)).",
        "x -\na(p(1,3),p(2,3)).\nnot a(p(1,2),p(2,2)).",
    ),
    "negative numbers": ('"got(X,V)": text', "got((1,1),-3). got((1,2),0).", "-3 0"),
    "a joined mark and a negative number": (
        '"got(X,V)": text\n  "dark(X)": {mark: shade, joined: yes}', "got((1,1),-3). dark((1,1)). dark((1,2)).", "x-3 x",
    ),
    "a value that begins like a joined mark": (
        '"got(X,V)": text\n  "dark(X)": {mark: shade, joined: yes}', "got((1,1),xy). got((1,2),xy). dark((1,2)).",
        "&xy xxy",
    ),
    "texts like exits": ('"a(X,Y)": line\n  "got(X,V)": text', 'a((1,1),(1,2)). got((1,1),"es"). got((1,2),"n").', '"es"&e "n"&w'),
    "texts like tokens of nothing": ('"got(X,V)": text', 'got((1,1),"-"). got((1,2),".").', '"-" "."'),
    "texts and constants": ('"got(X,V)": text', 'got((1,1),"red"). got((1,2),red).', '"red" red'),
    "texts like numbers": ('"got(X,V)": text', 'got((1,1),"3"). got((1,2),3).', '"3" 3'),
    "texts with blanks": ('"got(X,V)": text', 'got((1,1),"a b"). got((1,2),"").', '- ""\ngot((1,1),"a b").'),
    "texts with signs": ('"got(X,V)": text', 'got((1,1),"a+b|c"). got((1,2),"a&b").', 'a+b|c -\ngot((1,2),"a&b").'),
    "terms": ('"got(X,V)": text', "got((1,1),f(2)). got((1,2),(1,2)).", "f(2) (1,2)"),
    "labels that matter": ('"got(N,X)": {mark: cage, numbered: no}', 'got("AB",(1,1)). got((1,2),(1,2)).', "AB (1,2)"),
    "two numbers": ('"got(X,V,W)": text', "got((1,1),1,23). got((1,2),12,3).", "1,23 12,3"),
    "a number that is not drawn": ('"got(X,V)": shade', "got((1,1),3).", "x -\ngot((1,1),3)."),
    "an atom that is not drawn": ('"got(X)": shade', "got((1,1)). other(3).", "x -\nother(3)."),
    "a mark with the token of nothing": ('"got(X)": {mark: circle, token: "-"}', "got((1,1)).", "- -\ngot((1,1))."),
}  # fmt: skip


@pytest.mark.parametrize("what", OWN)
def test_answers_of_own_types_are_read_as_they_were_written(what: str, tmp_path: Path) -> None:
    draw, atoms, text = OWN[what]
    answer = solved(
        tmp_path, draw, f"{atoms}\n", "1 3\n. . .\n" if len(text.split("\n")[0].split()) == 3 else "1 2\n. .\n"
    )
    assert answer.plain == text
    read = answer_text.parse(answer.puzzle, text)
    assert same(answer.puzzle, read, list(answer.atoms))
    solver = AssumptionSolver(answer.puzzle, Settings())
    assert whole_answer(answer.puzzle, solver, labelled(answer.puzzle, solver, read)) == {*answer.atoms}
    for atom in answer.atoms:  # and each by itself
        assert same(answer.puzzle, answer_text.parse(answer.puzzle, answer_text.write(answer.puzzle, [atom])), [atom])


# -- Random answers of random own types

ENTRIES = (
    '"@(X,V)": text', '"@(X,V)": sign', '"@(X,V)": note', '"@(X,V)": shade', '"@(X,V,W)": text', '"@(X)": shade', '"@(X)": star',
    '"@(X)": tint', '"@(X)": {mark: shade, joined: yes}', '"@(X)": {mark: sign, shape: square}', '"@(X)": hole', '"@(X,Y)": disc',
    '"@(X,V)": {mark: sign, shapes: {1: slash, 2: bar}, tokens: {1: "/", 2: "|"}}', '"@(X,Y)": line', '"@(X,Y,N)": line',
    '"@(X,Y,N)": {mark: line, over: {e: 1 2, s: a b}}', '"@(G,X)": border', '"@(G,X)": {mark: cage, numbered: no}',
    '"@(P,Q)": line', '"@(P,Q)": {mark: line, weights: {n: 8, e: 4, s: 2, w: 1}}', '"@(P)": disc',
    '"@(P)": {mark: disc, weights: {nw: 8, ne: 1, sw: 4, se: 2}}', '"@(left(R),V)": text', '"@(G,I,X)": tube',
)  # fmt: skip

VALUES = (
    *range(-2, 13), "n", "es", "A", "-", ".", "x", "a b", "", "3", "red", "a&b", "b=3", '"', "x1", "&", "w1e", "5.", "p=x",
    Term("red"), Term("n"), Term("w"), Term("f", (2,)), (1, 2),
)  # fmt: skip


@pytest.mark.parametrize("seed", range(500))
def test_random_answers_of_random_types_are_read(seed: int, reader: Callable[..., Puzzle]) -> None:  # noqa: F811
    chance = random.Random(seed)
    entries = [chance.choice(ENTRIES).replace("@", name) for name in "pqrs"[: chance.randint(1, 4)]]
    templates = [terms.parse(entry.split('"')[1]) for entry in entries]
    rows, columns = chance.randint(1, 3), chance.randint(1, 4)
    shows = "".join(f"#show {each.name}/{len(each.args)}.\n" for each in templates)
    board = f"{rows} {columns}\n" + rows * (columns * ". " + "\n")
    puzzle = reader(
        'read:\n  grid: {int: "clue(X,V)"}\ndraw:\n' + "".join(f"  {each}\n" for each in entries), board, shows
    )
    cells = puzzle.board.cells
    atoms = set()
    for template in [each for each in templates for _ in range(chance.randint(0, 6))]:
        (row, column), other = chance.choice(cells), chance.choice(cells)
        near = chance.choice([(row + 1, column), (row, column + 1)])
        values = {name: chance.choice(VALUES) for name in "VWG"} | {name: chance.randint(0, 3) for name in "NIR"}
        values |= {"X": (row, column), "Y": other, "P": Term("p", (row, column)), "Q": Term("p", near)}
        atoms.add(terms.fill(template, values))
    text = answer_text.write(puzzle, atoms)
    assert same(puzzle, answer_text.parse(puzzle, text), list(atoms)), text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("x x\ngot((1,1)", "answer: found 2 rows, expected 1"),
        ("x x x", "row 1: answer: found 3 cells, expected 2"),
        ("x x&q", "row 1, column 2: found 'q', expected a token of an answer"),
        ("x x\ngot((1,1).", "answer: found 'got((1,1)', expected an atom"),
    ],
)
def test_what_is_no_answer_is_an_error(text: str, sentence: str, tmp_path: Path) -> None:
    answer = solved(tmp_path, '"got(X)": shade', "got((1,1)).\n")
    with pytest.raises(pysolve.PuzzleError, match="found") as raised:
        answer_text.parse(answer.puzzle, text)
    assert sentence in str(raised.value)


def test_atoms_below_the_grid_are_read_as_facts(tmp_path: Path) -> None:
    answer = solved(tmp_path, '"got(X)": shade\n  "dot(P)": disc', "got((1,1)). dot(p(1,1)).\n")
    read = answer_text.parse(answer.puzzle, "x x\ndot(p(2,2)).  not got((1,2)).")
    assert read == [terms.parse("got((1,1))"), terms.parse("dot(p(2,2))")]
    assert answer.grid == [["x", None]]


# -- `pysolve test`

ONE_MARK = "1 { got(X) : cell(X) } 1.\n%! V is in X.\n:- clue(X, V), not got(X).\n#show got/1.\n#defined clue/2.\n"

LOOK_ALIKE = r"error .*manifest.yaml, line 9: the answer text does not tell whether more\(.*\) holds, so different answers look alike"

#: How a type with one mark goes on, what it draws, and what `pysolve test` says of its answer texts.
TESTED = {
    "what is left out is free": (
        "{ more(X) : got(X) }.\n#show more/1.\n", '"more(X)": {mark: circle, token: ""}', [LOOK_ALIKE],
    ),
    "what is left out follows": (
        "more(X) :- cell(X), not got(X).\n#show more/1.\n", '"more(X)": {mark: circle, token: ""}',
        ["ok +answer texts: what answer texts leave out follows from the rest"],
    ),
    "a value without a token": (
        "1 { more(X, 1..2) } 1 :- got(X).\n#show more/2.\n", '"more(X,V)": {mark: text, tokens: {1: "", 2: ""}}',
        [LOOK_ALIKE],
    ),
    "nothing is left out": ("{ more(X) : got(X) }.\n#show more/1.\n", '"more(X)": circle', []),
    "what is not drawn is said": ("{ more(X) : got(X) }.\n#show more/1.\n", '"clue(X,V)": text', []),
}  # fmt: skip


@pytest.mark.parametrize("what", TESTED)
def test_a_test_of_a_type_says_what_its_answer_texts_lose(what: str, write: Callable[..., Path]) -> None:
    rules, draw, expected = TESTED[what]
    write(ONE_MARK + rules, "mine/rules.lp")
    about = "name: Mine\ngroup: tests\nabout: One mark.\nrules: [One.]\n"
    parts = 'read: {grid: {int: "clue(X,V)"}}\nclues: ["clue(X,V)"]\n'
    folder = write(f'{about}{parts}draw:\n  "got(X)": shade\n  {draw}\n', "mine/manifest.yaml").parent
    write("puzzle: mine\nverdict: multiple\ngrid: |\n  1 .\n", "mine/board.yaml")
    found = [line for line in command("test", folder).out.split("\n") if "answer text" in line]
    assert len(found) == len(expected) and all(map(re.fullmatch, expected, found)), found
