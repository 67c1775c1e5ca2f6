"""What a person sees of a line of buildings refutes no line, however many places stay empty."""

from __future__ import annotations

import clingo
import pytest
from conftest import ROOT

_LINE = """
symbol(1..heights). place(left(1), I, (1, I)) :- I = 1..heights+empty. seen(left(1), N) :- N = given.
{ value((1, I), V) : symbol(V) } 1 :- I = 1..heights+empty.
:- symbol(V), { value((1, I), V) } != 1.
#show value/2.
"""


def lines(*texts: str, **numbers: int) -> int:
    """How many lines of buildings these rules have."""
    options = [f"-c {name}={number}" for name, number in numbers.items()]
    control = clingo.Control(["0", "--warn=none", *(part for option in options for part in option.split())])
    control.add("base", [], "".join([*texts, _LINE]))
    control.ground([("base", [])])
    with control.solve(yield_=True) as found:
        return sum(1 for _ in found)


@pytest.mark.parametrize("empty", [0, 1, 2])
@pytest.mark.parametrize("heights", [2, 3, 4, 5])
def test_no_line_is_lost(heights: int, empty: int):
    rules, known = ((ROOT / "asp/lib" / each).read_text() for each in ("skyline.lp", "known/skyline.lp"))
    for given in range(1, heights + 1):
        numbers = {"heights": heights, "empty": empty, "given": given}
        assert lines(rules, known, **numbers) == lines(rules, **numbers) > 0
