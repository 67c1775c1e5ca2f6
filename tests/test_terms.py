"""Terms and templates: writing and reading are each other's inverse."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pysolve.model import terms
from pysolve.model.terms import Term, Variable

values = st.recursive(
    st.integers(0, 10**6) | st.text(max_size=8).filter(lambda text: "\r" not in text),
    lambda inner: (
        st.lists(inner, min_size=1, max_size=3).map(tuple)
        | st.builds(Term, st.sampled_from(["p", "left", "value"]), st.lists(inner, max_size=3).map(tuple))
    ),
    max_leaves=8,
)
atoms = st.builds(Term, st.sampled_from(["value", "shade"]), st.lists(values, min_size=1, max_size=3).map(tuple))


@given(atoms)
def test_parse_of_write(atom: Term):
    assert terms.parse(terms.write(atom)) == atom


@given(atoms, st.dictionaries(st.sampled_from("XVRC"), values, min_size=4, max_size=4))
def test_match_finds_what_fill_put_in(atom: Term, values: dict[str, object]):
    template = Term(atom.name, (Variable("X"), (Variable("R"), Variable("C")), Term("left", (Variable("V"),))))
    filled = terms.fill(template, values)
    assert terms.match(template, filled) == values


def test_a_variable_that_stands_twice_takes_one_value():
    template = terms.parse("line(X,X)")
    assert terms.match(template, terms.parse("line((1,2),(1,2))")) == {"X": (1, 2)}
    assert terms.match(template, terms.parse("line((1,2),(1,3))")) is None


@pytest.mark.parametrize("text", ["clue(X,V", "clue X", "", "clue(X))", "Clue(X)", "3"])
def test_invalid_templates(text: str):
    with pytest.raises(ValueError):
        terms.parse(text)


def test_a_long_list_is_written():
    items: terms.Value = ()
    for number in range(5000, 0, -1):
        items = (number, items)
    assert terms.write(Term("bank", (items,))) == f"bank({''.join(f'({n},' for n in range(1, 5001))}(){')' * 5000})"
