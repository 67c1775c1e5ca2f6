"""Slips in the rules of a puzzle that clingo passes over in silence.

What has no effect stands in the ledger. A sentence belongs to the next rule alone: the second of two rules below it
has none.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress

from ..model.errors import PuzzleError, Remark
from ..model.puzzle import Puzzle
from ..rules import Program
from ..rules.library import library


def without_effect(puzzle: Puzzle, added: Sequence[str] = ()) -> tuple[Remark, ...]:
    """What has no effect in the rules of a puzzle. added: rule files besides those of its type.

    Of a type that comes with pysolve, which is tested, only they are looked at.
    """
    whole = not puzzle.type.folder.resolve().is_relative_to(library())
    if (
        not whole and not added
    ) or sys.platform == "emscripten":  # in a browser clingo ends where it looks at some trees
        return ()
    from .ledger import slips  # needs syntax trees, which take longer to import than many a puzzle to solve

    made = {
        (each.name, len(each.args)) for part in puzzle.tokens.values() for token in part for each in token.templates
    }
    lists = [part for name in puzzle.lists if (part := puzzle.type.part(name)) is not None]
    made |= {(each.name, len(each.args)) for part in lists for each in part.templates}
    with suppress(PuzzleError):  # whoever grounds the rules says why
        found = slips(puzzle.type, added, whole=whole)
        return tuple(each.remark for each in found if each.facts is None or each.facts in made)
    return ()


def uncovered_rules(program: Program) -> Iterator[Remark]:
    """A remark for each constraint that follows at once on one with a sentence, and has none itself."""
    covered_to = 0  # the last line of such a constraint, and of those that follow on it
    for statement, first, last in program.statements():
        if statement.keyword == ":-":
            if program.sentence_above(first) is not None:
                covered_to = last
            elif first - 1 <= covered_to:
                covered_to = last
                sentence = "this rule has no sentence; the one above belongs to the rule before it alone"
                yield Remark(sentence, *program.place(first))
