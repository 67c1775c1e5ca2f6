"""The size of ground programs."""

from __future__ import annotations

import json

import clingo
import pytest
from conftest import INSTANCES, command

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


def test_a_limit_and_wrong_rules(write):
    board = write(GRID, "a.yaml")
    grows = write("n(1).\nn(X+1) :- n(X), X < 100000000.\n", "grows.lp")
    done = command("ground", board, "-r", grows, "--time-limit", "1")
    assert done.code == 3 and "time limit" in done.err and done.out == ""
    done = command("ground", board, "-r", write("a(X).\nb(X).\n", "wrong.lp"))
    assert done.code == 2 and done.err.count("is unsafe") == 2
