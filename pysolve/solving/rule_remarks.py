"""Slips in rules that clingo passes over in silence, seen from their text alone: so cheaply that every search can look.

A fact that the manifest makes and that no rule reads is mostly a predicate with two names (the manifest makes number/2,
the rules read clue/2): the clues then say nothing. A sentence belongs to the next rule alone: the second of two rules
below it has none.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..model.errors import Remark
from ..model.puzzle import Puzzle
from ..model.puzzle_type import PuzzleType
from ..model.terms import Term
from ..rules import Program, display


def unread_facts(puzzle: Puzzle, program: Program) -> tuple[Remark, ...]:
    """A remark for each predicate of which the puzzle has facts that no rule reads. program: its rules."""
    unread = unread_templates(puzzle.type, program)
    if not unread:
        return ()
    made = {template for part in puzzle.tokens.values() for token in part for template in token.templates}
    made |= {template for name in puzzle.lists if (part := puzzle.type.part(name)) for template in part.templates}
    names = dict.fromkeys(signature(template) for template in unread if template in made)
    file = display(puzzle.type.folder / "manifest.yaml")
    return tuple(Remark(unread_sentence(name), file) for name in names)


def unread_sentence(name: str) -> str:
    """That no rule reads the facts of a predicate, such as 'clue/2'."""
    return f"no rule reads the facts {name} that tokens become (if that is meant, '#defined {name}.' says so)"


def unread_templates(type_: PuzzleType, program: Program) -> list[Term]:
    """What the tokens of a type become, as far as a program neither reads it nor declares it by `#defined`."""
    templates = dict.fromkeys(template for part in type_.parts for template in part.templates)
    return [template for template in templates if not program.mentions(template.name, len(template.args))]


def signature(template: Term) -> str:
    """The predicate of a template: its name and how many arguments it has, 'clue/2'."""
    return f"{template.name}/{len(template.args)}"


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
