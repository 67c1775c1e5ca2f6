"""The part of a program that its answers depend on: the rest is left out before grounding.

A plain rule (`head :- body.`) of pysolve's library is needed if its head is. Every other statement, and every rule of
an author, is needed in any case: so clingo still says what is wrong with it. A predicate is needed if it stands in a
needed statement, or if the caller reads its atoms. What is left out is stratified: none of its predicates depends on
itself through a negation, a condition or an aggregate. So no shown atom changes, and no number of answers:

- No head of what is left out stands in a needed statement. The atoms of the needed predicates are therefore a splitting
  set (Lifschitz, Turner 1994): an answer set of the program is one of the needed statements, together with one of the
  rest, given the former.
- A stratified program has exactly one answer set (Apt, Blair, Walker 1988; with aggregates, Faber, Pfeifer, Leone
  2011). So the rest neither refutes an answer of the needed statements nor makes two of one; and what is shown is
  needed.

Tokens of the text are looked at, and no syntax tree: to get one takes longer than to solve many a board. Predicates are
told apart by their names alone, and constants and functions in a needed statement count as predicates. Both only keep
more than is needed. A program with statements that are not understood here is kept as it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from ..rules.program import Program, ProgramText
from ..rules.text import Statement, Text, depends_on

#: What every puzzle has (docs/manifest.md, 'Facts that every instance has').
_ALWAYS_GIVEN = frozenset({"rows", "columns", "board", "cell"})


def needed_part(program: Program, wanted: Iterable[str]) -> tuple[Program, frozenset[str]]:
    """What the answers of a program depend on, line for line, and the predicates that it lacks.

    wanted: predicates whose atoms are read, besides those shown.
    """
    texts, left_out = _sliced(program.pieces, frozenset(wanted))
    return program.with_pieces(texts) if left_out else program, left_out


@lru_cache(maxsize=1024)
def _sliced(pieces: tuple[ProgramText, ...], wanted: frozenset[str]) -> tuple[tuple[Text, ...], frozenset[str]]:
    """The texts with blanks in place of what is not needed, and the predicates that were left out."""
    texts = tuple([piece.text for piece in pieces])
    statements = [each for text in texts for each in text.statements]
    understood = all(text.rest is None for text in texts) and not any(each.strange for each in statements)
    if not understood or not any(each.selects for each in statements):
        return texts, frozenset()
    known = _ALWAYS_GIVEN.union(*(each.derives for each in statements))
    rules: list[tuple[str, Statement]] = []  # what may be left out, with the predicate that it derives
    needed = set(wanted)
    for piece in pieces:
        for each in piece.text.statements:
            if each.head is not None and piece.from_library and each.atoms <= known:
                rules.append((each.head, each))
            else:  # one with an atom that nothing defines, too: clingo says so
                needed |= each.names if each.head is None else {each.head, *each.names}
    reads: dict[str, set[str]] = {}
    for head, rule in rules:
        reads.setdefault(head, set()).update(rule.names)
    unstratified = {head for head, rule in rules if not rule.positive and head in depends_on(rule.names, reads)}
    needed = depends_on([*needed, *unstratified], reads)
    left_out = frozenset([head for head, _ in rules if head not in needed])
    return tuple(
        [text.without([each for each in text.statements if each.head in left_out]) for text in texts]
    ), left_out
