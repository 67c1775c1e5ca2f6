"""Choices of one mark for one place: that no second one stands there goes without saying.

'X holds exactly one digit' says two things. That some digit stands in X is what a reason may rest on; that no two do is
what it means to fill in a cell, and a reason without it would speak of cells with two values. So where rules choose one
of several atoms that are all drawn in the same place (`draw` in the manifest), nobody has to be told.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from clingo import ast

from ..model import terms
from ..model.marks import Layer
from ..model.puzzle_type import DrawRule
from ..model.terms import Term, Variable

_SAME, _NO_LESS, _NO_MORE = (
    ast.ComparisonOperator.Equal, ast.ComparisonOperator.GreaterEqual, ast.ComparisonOperator.LessEqual
)  # fmt: skip

#: The guards on the left and on the right of choices of at most one atom, and how many these take at least.
_ONE_AT_MOST: dict[tuple[object, object], int] = {
    ((_SAME, "1"), None): 1,
    ((_NO_MORE, "1"), (_NO_MORE, "1")): 1,
    ((_NO_LESS, "1"), None): 0,
    ((_NO_MORE, "0"), (_NO_MORE, "1")): 0,
}


def least_of_one(head: ast.AST, fixed: Collection[str], marks: Sequence[DrawRule]) -> int | None:
    """How many marks a choice takes at least, 0 or 1, if it takes one at most, and all are of one place; None for other
    choices.

    fixed: the variables that have one value for all that is chosen from. marks: what is drawn.
    """
    left, right = (
        None if guard is None else (guard.comparison, str(guard.term)) for guard in (head.left_guard, head.right_guard)
    )
    least = _ONE_AT_MOST.get((left, right))
    if least is None or head.ast_type != ast.ASTType.Aggregate:
        return None
    spots = {_spot(each.literal, fixed, marks) for each in head.elements}
    return least if len(spots) == 1 and None not in spots else None


#: How a mark is drawn, and where: the terms of its places.
_Spot = tuple[Layer, frozenset[str]]


def _spot(literal: ast.AST, fixed: Collection[str], marks: Iterable[DrawRule]) -> _Spot | None:
    """Where the atoms of an element of a choice are drawn; None if nowhere, or not all of them in one place."""
    symbol = getattr(literal.atom, "symbol", None)
    if symbol is None or symbol.ast_type != ast.ASTType.Function:
        return None
    for rule in marks:
        bindings = _bindings(rule.template, symbol)
        if bindings is not None:
            places = [*rule.places]
            if all(isinstance(each, Variable) and bindings[each.name] in fixed for each in places):
                return rule.layer, frozenset(bindings[each.name] for each in places if isinstance(each, Variable))
    return None


def _bindings(template: Term, symbol: ast.AST) -> dict[str, str] | None:
    """The terms that stand for the variables of a template; None if the atom is not like it."""
    if (symbol.name, len(symbol.arguments)) != template.signature:
        return None
    pairs = [*zip(template.args, symbol.arguments)]
    if any(not isinstance(own, Variable) and terms.write(own) != str(other) for own, other in pairs):
        return None
    return {own.name: str(other) for own, other in pairs if isinstance(own, Variable)}
