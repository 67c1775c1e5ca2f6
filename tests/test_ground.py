"""The size of ground programs."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress

import clingo
import pytest
from conftest import INSTANCES, command
from samples import TYPES, smallest
from sampling import shuffled

import pysolve
from pysolve import Settings
from pysolve.analysis.ground import ground_puzzle
from pysolve.generate.boards import without_clues
from pysolve.model.errors import PuzzleError
from pysolve.model.puzzle import Puzzle

GRID = "puzzle: sudoku\ngrid: |\n  1 . . .\n  . . . .\n  . . . .\n  . . . 2\n"
RULES = """\
pair(X, Y) :- cell(X), cell(Y), X < Y.
{ odd(X) } :- cell(X).
odd(X) :- pair(X, Y), odd(Y).
:- odd((1, 1)), odd((2, 2)).
#minimize { 1, X : odd(X) }.
"""


def sizes(*arguments: object) -> dict[str, dict]:
    done = command("ground", "--json", *arguments)
    assert done.code == 0, done.err
    return {each["predicate"]: each for each in json.loads(done.out)["predicates"]}


def test_sizes_by_predicate_with_the_lines_that_make_them(write):
    rules = write(RULES, "odd.lp")
    found = sizes(write(GRID, "a.yaml"), "-r", rules)

    def lines(predicate: str) -> list[tuple[int, list[int]]]:
        return [(each["rules"], [place["line"] for place in each["places"]]) for each in found[predicate]["lines"]]

    assert (found["pair/2"]["atoms"], lines("pair/2")) == (120, [(120, [1])])
    assert found["odd/1"]["atoms"] == 16
    assert sorted(lines("odd/1")) == [(16, [2]), (120, [3])]
    ours = [each for each in found["constraints"]["lines"] if each["places"][0]["file"] == str(rules)]
    assert [(each["rules"], each["places"][0]["line"]) for each in ours] == [(1, 4)]
    plain = command("ground", write(GRID, "a.yaml"), "-r", rules).out.splitlines()
    assert plain[0] == f"Ground: {sum(each['atoms'] for each in found.values()):,} atoms, " + (
        f"{sum(each['rules'] for each in found.values()):,} rules"
    )
    assert any(line.split()[:3] == ["odd/1", "16", "136"] and line.endswith("line 3 (120)") for line in plain)


@pytest.mark.parametrize("path", ["nurikabe/classic.yaml", "sudoku/4x4.yaml", "akari/6x6.yaml"])
def test_the_ground_text_has_the_same_answers(path):
    done = command("ground", "--text", INSTANCES / path)
    control = clingo.Control(["0"])
    control.add("base", [], done.out)
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        answers = [sorted(map(str, model.symbols(shown=True))) for model in handle]
    expected = command("solve", "--all", "-f", "facts", INSTANCES / path).out.splitlines()
    assert [" ".join(f"{atom}." for atom in answer) for answer in answers] == [
        " ".join(sorted(each.split())) for each in expected
    ]


def test_costs_are_in_the_ground_text(write):
    done = command("ground", "--text", write(GRID, "a.yaml"), "-r", write(RULES, "odd.lp"))
    assert done.out.count("\n:~ odd(") == 16


# -- For other solvers

#: Answers that are compared; of boards without clues there may be more.
MOST = 100


def written(puzzle: Puzzle, form: str) -> str:
    """The ground program of a puzzle in a form."""
    *_, found = ground_puzzle(puzzle, Settings(), form=form)
    return found.text or ""


def models(dimacs: str, most: int = MOST) -> tuple[set[str], set[frozenset[str]]]:
    """The atoms whose variables are to be shown, and which of these are true in the models of the clauses, of at most
    that many.
    """
    solvers = pytest.importorskip("pysat.solvers", reason="needs the extra 'bench'")
    comments = [line.split(" ", 2) for line in dimacs.splitlines() if line.startswith("c ")]
    atoms = {int(number): atom for _, number, atom in comments if number.isdecimal()}
    shown = [int(number) for _, kind, rest in comments if kind == "p" for number in rest.split()[1:-1]]
    clauses = [[int(number) for number in line.split()[:-1]] for line in dimacs.splitlines() if line[0] not in "cp"]
    assert f"\np cnf {max(abs(each) for clause in clauses for each in clause)} {len(clauses)}\n" in dimacs
    found: set[frozenset[str]] = set()
    with solvers.Solver("cadical153", bootstrap_with=clauses) as solver:
        while len(found) < most and solver.solve():
            model = {*solver.get_model()}
            found.add(frozenset(atoms[each] for each in shown if each in model))
            solver.add_clause([-each if each in model else each for each in shown])
    return {atoms[each] for each in shown}, found


def boards_of(name: str) -> Iterator[tuple[Puzzle, list[set[str]]]]:
    """The smallest instance of a type, and its board without clues if the rules take that, with their answers."""
    puzzle = pysolve.read(str(smallest(name)))
    for each in (puzzle, without_clues(puzzle)):
        with suppress(PuzzleError):
            yield each, [{*map(str, answer.atoms)} for answer in pysolve.solve(each, Settings(models=MOST))]


@pytest.mark.rest
@pytest.mark.parametrize("name", shuffled("dimacs", TYPES)[:20])
def test_the_clauses_have_as_many_models_as_there_are_answers(name):
    for puzzle, answers in boards_of(name):
        shown, found = models(written(puzzle, "dimacs"))
        assert len(found) == len(answers)
        if len(answers) < MOST:
            assert found == {frozenset(answer & shown) for answer in answers}


#: What atoms that rely on each other, sums, and heads of several atoms become.
CIRCLES = """\
{ a; b; c }.
p :- q. q :- p. p :- a. q :- 2 <= #sum { 1, x : b; 1, y : p; 2, z : c }.
r :- r. s :- 2 <= #count { 1 : s; 2 : a; 3 : b }.
u ; v :- c. w :- u, not b. u :- w.
#show. #show a/0. #show b/0. #show c/0. #show p/0. #show q/0. #show r/0. #show s/0. #show u/0. #show v/0. #show w/0.
"""


@pytest.mark.rest
def test_circles_sums_and_heads_of_several_atoms(write):
    done = command("ground", "--dimacs", write(GRID, "a.yaml"), "-r", write(CIRCLES, "circles.lp"))
    shown, found = models(done.out, 10_000)
    own = {*"abcpqrsuvw"}
    control = clingo.Control(["0"])
    control.add("base", [], CIRCLES)
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        expected = {frozenset(map(str, model.symbols(shown=True))) for model in handle}
    assert {each & own for each in found} == {each & shown for each in expected} and own - shown == {"r"}


def test_aspif_has_the_same_answers(write):
    path = INSTANCES / "slitherlink" / smallest("slitherlink").name
    aspif = command("ground", "--aspif", path).out
    read = [sys.executable, "-m", "clingo", "--mode=clasp", "0", "--outf=2"]
    done = subprocess.run(read, input=aspif, stdout=subprocess.PIPE, text=True)
    (witness,) = json.loads(done.stdout)["Call"][0]["Witnesses"]
    (expected,) = command("solve", "--all", "-f", "facts", path).out.splitlines()
    assert sorted(f"{atom}." for atom in witness["Value"]) == sorted(expected.split())


def test_what_dimacs_cannot_say_is_refused(write):
    board = write(GRID, "a.yaml")
    done = command("ground", "--dimacs", board, "-r", write(RULES, "odd.lp"))
    assert done.code == 2 and "#minimize" in done.err and "--aspif" in done.err and done.out == ""
    assert command("ground", "--aspif", board, "-r", write(RULES, "odd.lp")).out.count("\n2 0 16 ") == 1
    circle = write("p ; q. p :- q. q :- p.\n", "circle.lp")
    done = command("ground", "--dimacs", board, "-r", circle)
    assert done.code == 2 and "rely on each other" in done.err
    assert command("ground", "--dimacs", "--json", board).code == 2


def test_a_limit_and_wrong_rules(write):
    board = write(GRID, "a.yaml")
    grows = write("n(1).\nn(X+1) :- n(X), X < 100000000.\n", "grows.lp")
    done = command("ground", board, "-r", grows, "--time-limit", "1")
    assert done.code == 3 and "time limit" in done.err and done.out == ""
    done = command("ground", board, "-r", write("a(X).\nb(X).\n", "wrong.lp"))
    assert done.code == 2 and done.err.count("is unsafe") == 2
