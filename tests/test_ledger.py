"""The ledger of rules: what has no effect is named, with its place and what was likely meant."""

from __future__ import annotations

from pathlib import Path

import pytest
from samples import TYPES

from pysolve import catalog, formats
from pysolve.analysis.type_checks import Check, Level
from pysolve.analysis.type_tests import TypeTest, run_tests
from pysolve.formats import Reading
from pysolve.rules import syntax
from pysolve.solving.ledger import slips
from pysolve.solving.search import open_local
from pysolve.solving.settings import Settings

MANIFEST = """\
name: Mine
group: shading
about: Shade some cells.
rules: [Shade some cells.]
read:
  grid:
    "#": hole
    b: "circle(X,black)"
    w: "circle(X,white)"
    "?": "any(X)"
    "<V><D>": "arrow(X,V,D)"
    int: "clue(X,V)"
options:
  kind: {help: how many, choices: {few: few cells, many: many cells}}
draw:
  "clue(X,V)": text
  "any(X)": {mark: circle, token: "?"}
  "circle(X,V)": note
  "shade(X)": shade
"""

RULES = """\
#include "../lib/board.lp".
#include "../lib/connected.lp".
#include "../lib/apart.lp".

#defined arrow/3.
#defined circle/2.
#defined clue/2.
#defined any/1.

#const kind = few.
#const least = 1.

{ shade(X) } :- cell(X).
connected(sea).
in(sea, X) :- cell(X), not shade(X).
apart(dark).
in(dark, X) :- shade(X).
said(X, V) :- clue(X, V).
said(X, V) :- arrow(X, V, n).

:- said(X, V), not V { shade(Y) : adjacent(X, Y) } V.
:- circle(X, black), not shade(X).
:- circle(X, white), shade(X).
:- arrow(X, _, D), D != n, next(D, X, Y), shade(Y).
:- kind = many, not least { shade(X) : cell(X) }.

#show shade/1.
"""

#: A change of the rules: what stood there, what stands there now, and what is said of it.
SLIPS = {
    "a law that is not included": (
        '#include "../lib/connected.lp".\n', "",
        "line 13, column 1: no rule that has an effect reads connected/1 (is '#include \"../lib/connected.lp\".' missing?)",
    ),
    "a text in place of a number": (
        ":- circle(X, black)", ':- said(X, "5").\n:- circle(X, black)',
        "line 22, column 4: argument 2 of said/2 is never \"5\", but a number",
    ),
    "a number in place of a text": (
        "circle(X, black)", "circle(X, 1)", "line 22, column 4: argument 2 of circle/2 is never a number, but black or white",
    ),
    "a predicate misspelt in a head": (
        "said(X, V) :- clue", "siad(X, V) :- clue", "line 18, column 1: no rule that has an effect reads siad/2 (is said/2 meant?)",
    ),
    "a predicate misspelt in a body": (
        ":- said(X, V), not V", ":- siad(X, V), not V",
        "line 21, column 4: nothing derives siad/2, and no token becomes it (is said/2 meant?)",
    ),
    "one that is negated": (
        "not shade(X).\n:- circle(X, white)", "not shaed(X).\n:- circle(X, white)",
        "line 22, column 26: nothing derives shaed/1, and no token becomes it (is shade/1 meant?)",
    ),
    "one that is counted, and declared": (
        "not V { shade(Y) : adjacent(X, Y) } V.", "not V { shaed(Y) : adjacent(X, Y) } V.\n#defined shaed/1.",
        "line 21, column 24: nothing derives shaed/1, and no token becomes it (is shade/1 meant?)",
    ),
    "another number of arguments": (
        "said(X, V) :- clue(X, V).", "said(X, V, 1) :- clue(X, V).",
        "line 18, column 1: no rule that has an effect reads said/3 (is said/2 meant?)",
    ),
    "a tag misspelt": (
        "in(dark, X)", "in(drak, X)", "line 17, column 1: argument 1 of in/2 is drak here, but what reads it takes only sea",
    ),
    "a tag misspelt where the law gets it": (
        "connected(sea)", "connected(see)", "line 14, column 1: ",
    ),
    "arguments in another order": (
        ":- said(X, V), not V", ":- said(V, X), not V", "line 21, column ",
    ),
    "a constant where others are known": (
        "circle(X, white), shade", "circle(X, whit), shade",
        "line 23, column 4: argument 2 of circle/2 is never whit, but black or white",
    ),
    "a direction that is none": ("D != n", "D != north", "line 24, column 20: one side is "),
    "a word that an option does not have": ("kind = many", "kind = much", "line 25, column 4: one side is few or many"),
    "calculation with a text": (
        "said(X, V) :- clue(X, V).", 'said(X, V+"1") :- clue(X, V).', "line 18, column 1: this calculates with something that is not a number",
    ),
    "a condition that never holds": (
        "{ shade(X) : cell(X) }", '{ shade(X) : cell(X), X = "1" }', "line 25, column 49: one side is (_,_)",
    ),
    "a comparison of number and text": (
        "D != n, next", 'D != n, V > "3", clue(X, V), next', "one side is a number, the other one \"3\"",
    ),
    "a law that nobody uses": (
        "apart(dark).\nin(dark, X) :- shade(X).\n", "", "line 3: '../lib/apart.lp' has no effect: nothing here gives it what it speaks of",
    ),
    "a constant that no rule uses": ("not least {", "not 1 {", "line 11, column 1: no rule uses the constant least"),
    "a rule that only feeds itself": (
        "apart(dark).", "reached(X) :- clue(X, _).\nreached(Y) :- reached(X), adjacent(X, Y).\napart(dark).",
        "line 16, column 1: no rule that has an effect reads reached/1",
    ),
    "a message about no place": (
        ":- circle(X, black)", 'invalid(baord, "expected two rows", ()) :- rows(1).\n:- circle(X, black)',
        "line 22, column 1: found baord, expected a place or 'board'",
    ),
    "a token that means nothing": (
        ":- circle(X, white), shade(X).\n", "",
        "no rule reads the facts circle(X,white) of a token: argument 2 of circle/2 is white here, but what reads it takes "
        "only black",
    ),
    "tokens that mean nothing": (
        "said(X, V) :- clue(X, V).\n", "", "manifest.yaml: no rule reads the facts clue/2 of tokens",
    ),
}  # fmt: skip


def mine(folder: Path, rules: str = RULES) -> Path:
    """A type of our own."""
    own = folder / "mine"
    own.mkdir(exist_ok=True)
    (own / "manifest.yaml").write_text(MANIFEST)
    (own / "rules.lp").write_text(rules)
    return own


def found(folder: Path) -> list[str]:
    return [str(each.remark) for each in slips(catalog.load(folder), whole=True)]


def test_rules_without_slips_are_not_remarked(tmp_path):
    assert found(mine(tmp_path)) == []


@pytest.mark.parametrize("name", SLIPS)
def test_a_slip_is_named_with_its_place(name: str, tmp_path):
    old, new, expected = SLIPS[name]
    assert RULES.count(old) == 1
    said = found(mine(tmp_path, RULES.replace(old, new)))
    assert any(expected in each for each in said), said


@pytest.mark.parametrize("name", list(TYPES))
def test_no_type_says_anything_in_vain(name: str):
    assert [str(each.remark) for each in slips(TYPES[name], whole=True)] == []


def test_a_slip_is_an_error_in_tests_and_a_remark_while_solving(tmp_path):
    own = mine(tmp_path, RULES.replace('#include "../lib/connected.lp".\n', ""))
    (own / "example.yaml").write_text("puzzle: mine\ngrid: |\n  . 1\n  . b\n")
    type_ = catalog.load(own)
    errors = [each for each in run_tests(TypeTest(type_, quick=True), Settings()) if each.check is Check.EFFECT]
    assert [(each.level, each.line, each.column) for each in errors] == [
        (Level.ERROR, 13, 1), (Level.ERROR, 14, 1),
    ]  # fmt: skip
    assert errors[0].excerpt == "    connected(sea).\n    ^"
    puzzle = formats.read(next(formats.sources([str(own / "example.yaml")])), Reading(own_types=(str(tmp_path),)))
    search = open_local(puzzle, Settings(models=1))
    list(search)
    assert [(each.line, each.column) for each in search.outcome.warnings] == [(13, 1), (14, 1)]


@pytest.mark.parametrize(
    ("rule", "remarks"),
    [
        (':- value((1,1), "4").', ["argument 2 of value/2 is never \"4\", but a number"]),
        ("connected(low). in(low, X) :- value(X, 1).", ["no rule that has an effect reads connected/1", "no rule that has an effect reads in/2"]),
        (":- value((1,1), 4).", []),
    ],
)  # fmt: skip
def test_added_rules_are_looked_at_and_those_of_pysolve_are_not(rule: str, remarks: list[str], tmp_path):
    (tmp_path / "more.lp").write_text(rule)
    (tmp_path / "puzzle.yaml").write_text("puzzle: sudoku\ngrid: |\n  1 . . .\n  . . . .\n  . . . .\n  . . . .\n")
    puzzle = formats.read(next(formats.sources([str(tmp_path / "puzzle.yaml")])), Reading())
    search = open_local(puzzle, Settings(models=1, rules=(str(tmp_path / "more.lp"),)))
    list(search)
    said = [each.sentence for each in search.outcome.warnings]
    assert len(said) == len(remarks) and all(map(str.startswith, said, remarks)), said


def test_kinds_meet_and_join():
    number_or_text = syntax.join(syntax.NUMBERS, syntax.text("?"))
    assert syntax.meet(number_or_text, syntax.TEXTS) == syntax.text("?")
    pair = syntax.function("", [syntax.NUMBERS, number_or_text])
    assert syntax.meet(pair, syntax.function("", [syntax.NUMBERS, syntax.NUMBERS])) == syntax.function(
        "", [syntax.NUMBERS] * 2
    )
    assert syntax.meet(pair, syntax.function("", [syntax.TEXTS, syntax.ANYTHING])) == syntax.NOTHING
    assert syntax.meet(pair, syntax.ANYTHING) is pair and syntax.join(pair, syntax.ANYTHING) is syntax.ANYTHING


def test_nested_terms_come_to_an_end(tmp_path):
    more = "list(()). list((X, L)) :- list(L), cell(X), #count { Y : in(sea, Y) } > 0.\n:- list((_, (_, (_, ())))).\n"
    assert found(mine(tmp_path, RULES.replace("#show", more + "#show"))) == []
