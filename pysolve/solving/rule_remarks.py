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
from .rules import Program, display


def unread_facts(puzzle: Puzzle, text: str) -> tuple[Remark, ...]:
    """A remark for each predicate of which the puzzle has facts that no rule reads. text: of its rules."""
    unread = unread_templates(puzzle.type, text)
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


def unread_templates(type_: PuzzleType, text: str) -> list[Term]:
    """What the tokens of a type become, as far as a program neither reads it nor declares it by `#defined`."""
    templates = dict.fromkeys(template for part in type_.parts for template in part.templates)
    return [template for template in templates if not _mentions(text, template)]


def signature(template: Term) -> str:
    """The predicate of a template: its name and how many arguments it has, 'clue/2'."""
    return f"{template.name}/{len(template.args)}"


def _mentions(text: str, template: Term) -> bool:
    """Whether a rule has an atom like the template, or `#defined` names its predicate."""
    name = template.name
    at = text.find(name)
    while at >= 0:
        before, after = text[at - 1 : at], at + len(name)
        line = text.rfind("\n", 0, at) + 1
        if not (before.isalnum() or before == "_" or _in_comment(text[line:at])):
            if text.startswith("(", after) and _arguments(text, after) in (len(template.args), None):
                return True
            if text.startswith(f"/{len(template.args)}", after) and text.startswith("#defined", line):
                return True
            if not template.args and not (text[after : after + 1].isalnum() or text[after : after + 1] in ("_", "(")):
                return True
        at = text.find(name, after)
    return False


def _in_comment(before: str) -> bool:
    """Whether what follows on a line stands in a comment: behind a '%' that is not within quotes."""
    return "%" in before and any("%" in piece for piece in before.split('"')[::2])


def _arguments(text: str, start: int) -> int | None:
    """How many arguments stand in the brackets that open at `start`; None where a pool leaves that open."""
    depth, count, quoted = 0, 1, False
    for at in range(start, len(text)):
        character = text[at]
        if character == '"' and text[at - 1] != "\\":
            quoted = not quoted
        elif quoted:
            continue
        elif character == "(":
            depth += 1
        elif character == ")":
            depth -= 1
            if not depth:
                return count
        elif depth == 1 and character == ",":
            count += 1
        elif depth == 1 and character == ";":
            return None
    return None


def uncovered_rules(program: Program) -> Iterator[Remark]:
    """A remark for each constraint that follows at once on one with a sentence, and has none itself."""
    before = covered = False  # whether the last rule was a constraint with a sentence; whether a sentence stands above
    for number, line in enumerate(program.text.split("\n"), 1):
        if line.lstrip().startswith("%!"):
            covered = True
        elif line.startswith(":-"):
            if before and not covered:
                file, at = program.place(number)
                yield Remark("this rule has no sentence; the one above belongs to the rule before it alone", file, at)
            before, covered = before or covered, False
        elif not line.strip() or not line[0].isspace():
            before = covered = False
