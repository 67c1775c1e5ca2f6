"""What can be seen of a type without solving anything: whether its rules, its manifest and its make programs fit."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from .. import rules
from ..model.errors import PuzzleError, quote
from ..model.puzzle_type import PuzzleType
from ..rules import Program, display
from ..solving.grounding import check_safety
from ..solving.ledger import Slip, slips
from .clues import make_program, parts_not_given
from .constraints import Constraint, constraints_of
from .findings import Check, Finding, Level, of_error
from .predicates import Predicates, predicates_of

_VARIABLE_LIKE = re.compile(r"\b[A-Z]\d?\b")
_TIMES = {0: "nowhere", 1: "once", 2: "twice"}
_ARTICLE = re.compile(r"(?:^|[.:!?]\s+)A\b")


def check_rules(type_: PuzzleType) -> Iterator[Finding]:
    """The findings of all checks that need no puzzle. If the rules cannot be read, that is the only one."""
    try:
        program = rules.load(type_.rule_files, plain=True)
        predicates = predicates_of(program)
        check_safety(program)
    except PuzzleError as error:
        yield from of_error(Check.RULES, error)
        return
    found = slips(type_, whole=True)
    yield from all_well(Check.FACTS, "every fact that a token becomes is read by a rule", _unread_facts(type_, found))
    yield from all_well(Check.EFFECT, "every rule can apply, and what it derives is read", _without_effect(found))
    yield from all_well(Check.DRAWING, "what is shown and drawn is derived", _drawing(type_, program, predicates))
    constraints = constraints_of(program)
    yield from all_well(Check.SENTENCES, _sentence_count(len(constraints)), _sentences(program, constraints))
    yield from all_well(Check.MESSAGES, "each {} of a message has its value", _messages(program, predicates))
    yield from _make(type_)


def all_well(check: Check, well: str | Callable[[], str], findings: Iterator[Finding]) -> Iterator[Finding]:
    """The findings; if there are none, that all is well: a sentence, or what says it then."""
    none = True
    for finding in findings:
        none = False
        yield finding
    if none:
        yield Finding(check, Level.OK, well if isinstance(well, str) else well())


def _unread_facts(type_: PuzzleType, found: list[Slip]) -> Iterator[Finding]:
    for slip in found:
        if slip.facts is not None:
            file, line = manifest_place(type_, "read", f"{slip.facts[0]}(")
            yield Finding(Check.FACTS, Level.ERROR, slip.sentence, file, line)


def _without_effect(found: list[Slip]) -> Iterator[Finding]:
    for slip in found:
        if slip.facts is None:
            yield Finding(
                Check.EFFECT, Level.ERROR, slip.sentence, slip.file, slip.line, None, slip.column, slip.excerpt
            )


def _drawing(type_: PuzzleType, program: Program, predicates: Predicates) -> Iterator[Finding]:
    made = {(template.name, len(template.args)) for part in type_.parts for template in part.templates}
    for (name, arity), line in predicates.shown.items():
        if name and (name, arity) not in predicates.derived.keys() | made:
            sentence = f"#show names {name}/{arity}, which nothing derives"
            yield Finding(Check.DRAWING, Level.WARNING, sentence, *program.place(line))
    for rule in type_.draw:
        predicate = rule.template.name, len(rule.template.args)
        if predicate not in predicates.derived.keys() | made:
            sentence = f"'{rule.template}' is drawn, but no rule derives it and no token becomes it"
            place = manifest_place(type_, "draw", str(rule.template))
            yield Finding(Check.DRAWING, Level.WARNING, sentence, *place)
        for name in sorted(rule.dropped):
            sentence = f"'{rule.template}' is drawn without {name}, so answers that differ in it alone look alike"
            place = manifest_place(type_, "draw", str(rule.template))
            yield Finding(Check.DRAWING, Level.WARNING, sentence, *place)
    beyond = predicates_of(rules.load(type_.rule_files, plain=True, beyond=True)).derived if type_.notes else {}
    for rule in type_.notes:
        if (rule.template.name, len(rule.template.args)) not in beyond:
            sentence = f"'{rule.template}' is noted, but no rule derives it"
            place = manifest_place(type_, "notes", str(rule.template))
            yield Finding(Check.DRAWING, Level.WARNING, sentence, *place)


def _sentence_count(count: int) -> str:
    return f"each of the {count} rules that can refute an answer has one" if count != 1 else "the one rule has one"


def _sentences(program: Program, constraints: list[Constraint]) -> Iterator[Finding]:
    """Rules without a sentence, sentences without a rule, and variables that only the sentence has."""
    sentences = list(program.sentences())
    below = {first for each, first, _ in program.statements() if each.head is not None}  # where definitions begin
    above = set()  # the last lines of sentences that belong to a rule that can refute an answer
    for constraint in constraints:
        place = program.place(constraint.line)
        if constraint.sentence is None:
            sentence = "this rule can refute an answer, but no %! sentence stands right above it"
            if any(each.last < constraint.line <= each.last + 3 for each in sentences):
                sentence += " (one sentence belongs to one rule)"
            yield Finding(Check.SENTENCES, Level.WARNING, sentence, *place)
            continue
        above.add(constraint.line - 1)
        text = _ARTICLE.sub("", constraint.sentence)
        unknown = [name for name in _VARIABLE_LIKE.findall(text) if name not in constraint.variables]
        for name in dict.fromkeys(unknown):
            sentence = f"the sentence names {name}, which is no variable of the rule outside of conditions and counts"
            yield Finding(Check.SENTENCES, Level.WARNING, sentence, *place)
    for each in sentences:
        if each.last in above:
            continue
        if each.last + 1 not in below:
            sentence = "this sentence stands above no rule"
            yield Finding(Check.SENTENCES, Level.WARNING, sentence, *program.place(each.last))
        elif names := [*dict.fromkeys(_VARIABLE_LIKE.findall(_ARTICLE.sub("", each.words)))]:
            sentence = f"the sentence names {names[0]}, but above a definition no variable is filled in"
            yield Finding(Check.SENTENCES, Level.WARNING, sentence, *program.place(each.last))


def _messages(program: Program, predicates: Predicates) -> Iterator[Finding]:
    for line, sentence, values in predicates.sentences:
        places = sentence.count("{}")
        if values is not None and places != values:
            count = "1 value" if values == 1 else f"{values} values"
            words = f"the message {quote(sentence, 60)} has {{}} {_TIMES.get(places, f'{places} times')}, but {count}"
            yield Finding(Check.MESSAGES, Level.WARNING, words, *program.place(line))


def _make(type_: PuzzleType) -> Iterator[Finding]:
    files = make_program(type_).files
    if not type_.unique:
        return
    if not files:
        sentence = "there is neither give.lp nor make.lp: 'pysolve make' makes no puzzles of this type"
        yield Finding(Check.MAKE, Level.OK, sentence)
        return
    try:
        missing = list(parts_not_given(type_, files))
    except PuzzleError as error:
        yield from of_error(Check.MAKE, error)
        return
    for part in missing:
        sentence = f"nothing derives give(…) for the part {quote(part.name)}, such as give({part.templates[0]})"
        yield Finding(Check.MAKE, Level.WARNING, sentence, display(files[-1]))
    if not missing:
        yield Finding(Check.MAKE, Level.OK, "give(…) is derived for every part that a puzzle needs")


def manifest_place(type_: PuzzleType, key: str, text: str, part: str = "") -> tuple[str, int | None]:
    """Where a text stands below a key of the manifest, or of a parent's: file and line. part: the one that it belongs
    to.
    """
    for folder in (type_.folder, *type_.parents):
        path = folder / "manifest.yaml"
        if (line := _line_below(path, key, part, text)) is not None:
            return display(path), line
    return display(type_.folder / "manifest.yaml"), None


def _line_below(path: Path, key: str, part: str, text: str) -> int | None:
    below = in_part = False
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
        if re.match(r"\w", line):
            below, in_part = line.startswith(f"{key}:"), not part
        in_part = in_part or re.match(rf"\s+[\"']?{re.escape(part)}\??[\"']?:", line) is not None
        if below and in_part and text.replace(" ", "") in line.replace(" ", ""):
            return number
    return None
