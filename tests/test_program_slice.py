"""What is left out of a program before grounding changes no answer, and no number of answers."""

from __future__ import annotations

import random
from pathlib import Path

import clingo
import pytest

import pysolve
from pysolve import PuzzleError, Settings, catalog, rules
from pysolve.model.puzzle import Puzzle
from pysolve.rules import Program
from pysolve.rules.library import needed_part
from pysolve.solving import search as search_module
from pysolve.solving.search import Search


def program(text: str, *, from_library: bool = True) -> Program:
    result = Program()
    result.add(text, "a.lp", from_library=from_library)
    return result


def left_out(text: str, *wanted: str) -> set[str]:
    return set(needed_part(program(text), wanted)[1])


RULES = "{ a(X) } :- cell(X). b(X) :- a(X), not c(X). c(X) :- cell(X), X < 2. #show a/1.\n"


def test_what_no_answer_depends_on_is_left_out_line_for_line():
    text = "% Neighbours\n{ a(X) } :- cell(X).\nb(X) :-\n  a(X). c :- b(1). #show a/1.\n"
    part, left_out = needed_part(program(text), ())
    assert left_out == {"b", "c"}
    lines = part.text.split("\n")
    assert [line.strip() for line in lines] == [
        "#program base.", "% Neighbours", "{ a(X) } :- cell(X).", "", "#show a/1.", "", ""
    ]  # fmt: skip
    assert part.place(5) == ("a.lp", 4)


@pytest.mark.parametrize(
    ("added", "unneeded"),
    [
        ("", {"b", "c"}),
        (":- b(_).", set()),
        (":- a(X), c(X).", {"b"}),
        ("#show b/1.", set()),
        ("#show f(X) : c(X).", {"b"}),
        ("#minimize { X : c(X) }.", {"b"}),
        (":~ a(X), c(X). [1@2, X]", {"b"}),
        ("#external d : c(1). [true]", {"b"}),
        ("{ d } :- c(1).", {"b"}),
        ("d ; e :- c(1).", {"b"}),
        ("-d :- c(1).", {"b"}),
        ("#heuristic a(X) : c(X). [1, true]", {"b"}),
        ("#edge (X, X) : c(X).", {"b"}),
        ("#project c/1.", {"b"}),
        ("d :- c(1).", {"b", "c", "d"}),
        ("d(b). :- d(X), a(X).", {"b", "c"}),  # in a text, a fact's arguments and a comment nothing is read
        (':- a("b(1)"). % b(1).', {"b", "c"}),
        ("d :- not e. e :- not d.", {"b", "c"}),  # two answers
        ("d :- not d.", {"b", "c"}),  # none
        ("d :- e. e :- not f. f :- d.", {"b", "c"}),
        ("d :- e : b(_). e :- d.", set()),
        ("d :- #count { X : e, c(X) } 0. e :- d.", {"b"}),
        ("d :- e. e :- d.", {"b", "c", "d", "e"}),
        ("d :- c(X), e(X).", {"b"}),  # nothing defines e: clingo is to say so
        ("d :- c(X), e(X). #defined e/1.", {"b", "c", "d"}),
        ("d :- rows(R), R = largest. #const largest = 2.", {"b", "c", "d"}),
        ("#program check(t).", None),
        ("#script (lua) #end.", None),
        ("&diff { a - b } <= 1.", None),
        ("%* a :- b. *%", {"b", "c"}),
        (":~ b(X). [X@1, \"a]\"]", None),
        ("d :- c(1)", None),
    ],
)  # fmt: skip
def test_what_is_left_out(added: str, unneeded: set[str] | None):
    assert left_out(RULES + added) == (unneeded or set())
    if unneeded is None:
        whole = program(RULES + added)
        assert needed_part(whole, ())[0] is whole


def test_without_a_list_of_what_is_shown_everything_is():
    assert left_out("{ a }. b :- a.") == left_out("{ a }. b :- a. #show f(X) : c(X).") == set()
    assert left_out("{ a }. b :- a. #show.") == {"b"}


def test_what_the_caller_reads_is_needed():
    assert left_out(RULES, "b") == set()
    assert left_out(RULES, "c") == {"b"}


def test_the_rules_of_an_author_are_kept():
    assert needed_part(program(RULES, from_library=False), ())[1] == set()
    both = program(RULES)
    both.add("d :- b(X).", "own.lp")
    assert needed_part(both, ())[1] == set()


def test_the_rules_of_the_library_are_known_as_such(write):
    file = write('#include "../lib/board.lp".\n{ a(X) } :- cell(X). mine(X) :- next(_, X, _). #show a/1.\n', "own.lp")
    left_out = {"adjacent", "adjacent_pair", "touching", "touching_pair", "board_diagonal"}
    assert needed_part(rules.load([file]), ())[1] == left_out


def random_program(chance: random.Random) -> str:
    """A program of a few atoms, with choices, constraints, aggregates and recursion through all of them."""
    atoms = "abcdefgh"

    def literal() -> str:
        kind = chance.random()
        name = chance.choice(atoms)
        if kind < 0.1:
            return f"#count {{ 1 : {name}; 2 : {chance.choice(atoms)} }} {chance.randint(0, 1)}"
        if kind < 0.15:
            return f"{name} : {chance.choice(atoms)}"
        return name if kind < 0.6 else f"not {name}"

    statements = [f"#show {name}/0." for name in chance.sample(atoms, 2)]
    statements += [f"{{ {name} }}." for name in chance.sample(atoms, chance.randint(1, 3))]
    for _ in range(chance.randint(3, 9)):
        body = "; ".join(literal() for _ in range(chance.randint(1, 3)))
        head = chance.choice(["", *atoms, *atoms])
        statements.append(f"{head} :- {body}.")
    statements.append(" ".join(f"#defined {name}/0." for name in atoms))
    return "\n".join(statements)


def answers(text: str) -> list[str]:
    """What is shown of each answer set, sorted: as often as there are answer sets."""
    control = clingo.Control(["--models=0"], logger=lambda *_: None)
    control.add("base", [], text)
    control.ground([("base", [])])
    found: list[str] = []
    control.solve(on_model=lambda model: found.append(" ".join(sorted(map(str, model.symbols(shown=True))))))
    return sorted(found)


@pytest.mark.rest
def test_random_programs_keep_their_answers_and_their_number():
    chance = random.Random(15)
    shorter = 0
    for _ in range(1500):
        text = random_program(chance)
        part, left_out = needed_part(program(text), ())
        shorter += bool(left_out)
        assert answers(part.text) == answers(text), text
    assert shorter > 300


def examples() -> list[Path]:
    """The smallest instance of each type of ours."""
    files = [catalog.examples(type_)[:1] for type_ in catalog.every() if type_.folder.parent == catalog.library()]
    return [file for each in files for file in each]


def outcome(puzzle: Puzzle) -> tuple[list[frozenset[str]], str, str]:
    search = Search(puzzle, Settings(models=20))
    atoms = sorted((frozenset(map(str, answer.atoms)) for answer in search), key=sorted)
    enough = len(atoms) == 20  # which ones come first is left to the search
    return ([] if enough else atoms), str(len(atoms)), str(search.outcome.impossible)


@pytest.mark.parametrize("file", examples(), ids=lambda file: file.parent.name)
def test_puzzles_have_the_same_answers_by_the_whole_rules(file: Path, monkeypatch):
    puzzle = next(pysolve.read_all(str(file)))
    sliced = outcome(puzzle)
    monkeypatch.setattr(search_module, "needed_part", lambda whole, _: (whole, frozenset()))
    assert outcome(puzzle) == sliced


def test_a_plain_reason_is_found_where_its_rules_were_left_out():
    puzzle = pysolve.read_text("puzzle: norinori\nregions: |\n  a b b b\n", None)
    assert "impossible" in needed_part(rules.load([puzzle.type.rules_file]), ["invalid"])[1]
    search = Search(puzzle)
    assert list(search) == [] and search.outcome.exhausted
    assert str(search.outcome.impossible) == "row 1, column 1: the region has one cell only, but two are shaded"


def test_what_nothing_defines_is_an_error_in_a_rule_that_no_answer_depends_on(write):
    with pytest.raises(PuzzleError, match="no fact and no rule defines b"):
        list(Search(pysolve.read_text("1 2\n2 1\n", "sudoku"), Settings(rules=(str(write("a :- b.\n", "own.lp")),))))
