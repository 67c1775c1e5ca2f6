"""The words of rules: what header comments say, and the predicates of types."""

from __future__ import annotations

import pytest
from samples import TYPES

from pysolve.analysis.constraints import Predicate, header_of, laws, predicates_of_type
from pysolve.solving.remarks import fill

TEXT = """\
% Rays: cells in one direction. X need not be a cell.
% needs: cell/1 (each one), look(X,D) (a ray goes from X
%        in direction D: n or (DR,DC)), ray.lp, value/2 (unit.lp)
% takes: stop(X); gives: give(clue(X,V)) (V may be given), line(X,Y), at((R,C),V) (it is)
% Remarks follow: no(X) (is none).
a(X).
"""


def test_a_header_says_what_a_file_is_about_and_its_predicates():
    header = header_of(TEXT)
    assert header.says == "Rays: cells in one direction"
    assert header.needs == [
        Predicate("cell", 1, "cell/1", "each one"),
        Predicate("look", 2, "look(X,D)", "a ray goes from X in direction D: n or (DR,DC)"),
        Predicate("value", 2, "value/2", ""),
        Predicate("stop", 1, "stop(X)", ""),
    ]
    assert header.gives == [
        Predicate("give", 1, "give(clue(X,V))", "V may be given"),
        Predicate("line", 2, "line(X,Y)", ""),
        Predicate("at", 2, "at((R,C),V)", "it is"),
    ]
    assert header_of("a. % no header") == header_of("")


def test_every_law_says_what_it_is_about_and_names_predicates():
    for law in laws():
        assert law.header.says and (law.header.needs or law.header.gives), law.name


@pytest.mark.parametrize("name", TYPES)
def test_a_type_knows_its_facts(name: str):
    known = {(each.name, each.arity): each for each in predicates_of_type(TYPES[name])}
    templates = [template for part in TYPES[name].parts for template in part.templates]
    assert {(each.name, len(each.args)) for each in templates} <= known.keys()
    assert known["cell", 1].form == "cell(X)" and known["cell", 1].says


def test_a_type_knows_what_its_facts_mean():
    known = {each.form: each.says for each in predicates_of_type(TYPES["slitherlink"])}
    assert known["clue(X,V)"] == "X holds V"
    assert known["inside(X)"] == "the cells inside the loop"


def test_what_is_wrong_with_the_input_is_said_of_one_and_of_several():
    sentence = "there is room for {} {cell|cells} of its island only"
    assert fill(sentence, ["1"]) == "there is room for 1 cell of its island only"
    assert fill(sentence, ["3"]) == "there is room for 3 cells of its island only"
    assert fill("{a|b} {} {row|rows} and {} {column|columns} {x}", ["2", "1"]) == "{a|b} 2 rows and 1 column {x}"
