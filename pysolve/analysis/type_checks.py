"""Checks of a type one by one: whether its rules, its manifest, its answer texts and its links fit (`pysolve test`)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from .. import rules
from ..formats.links.board import GenreWriter, difference
from ..formats.links.genre import Genre, GenreOfType, genres
from ..model.errors import PuzzleError, quote
from ..model.formats import FormatKey
from ..model.puzzle import Puzzle
from ..model.puzzle_type import PuzzleType
from ..model.terms import Term
from ..render import answer_text
from ..rules import Program, display
from ..rules.syntax import Predicates, predicates_of
from ..solving.grounding import check_safety, parse
from ..solving.ledger import Slip, slips
from ..solving.settings import Settings
from .assumptions import AssumptionSolver
from .clues import clues, make_program, parts_not_given, without
from .constraints import Constraint, constraints_of
from .progress import stated_literals


class Check(StrEnum):
    """What is tested, in the order in which it is."""

    RULES = "rules"
    FACTS = "facts"
    EFFECT = "effect"
    DRAWING = "drawing"
    SENTENCES = "sentences"
    MESSAGES = "messages"
    MAKE = "make"
    EXAMPLES = "examples"
    TEXTS = "answer texts"
    USE = "use"
    LINKS = "links"
    CLUES = "clues"
    WRONG_BOARDS = "wrong boards"
    CORPUS = "corpus"


class Level(StrEnum):
    """How grave a finding is. warning: probably a slip; error: something does not work."""

    OK = "ok"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True)
class Finding:
    """What a check says: that all is well, or one thing that is not."""

    check: Check
    level: Level
    sentence: str  # without a full stop
    file: str | None = None
    line: int | None = None
    board: str | None = None  # the answer that a constraint refutes, as a plain text
    column: int | None = None  # of rules, as PuzzleError has it
    excerpt: str | None = None  # likewise


def of_error(check: Check, error: PuzzleError) -> Iterator[Finding]:
    """An error, and what else is wrong, as findings: the row and the column of a cell stand in the sentence."""
    for each in (error, *error.others):
        in_text = each.row is None and each.line is not None
        place = [] if in_text else [f"{name} {n}" for name in ("row", "column") if (n := getattr(each, name))]
        sentence = f"{', '.join(place)}: {each.sentence}{each.how}" if place else each.sentence + each.how
        column = each.column if in_text else None
        yield Finding(check, Level.ERROR, sentence, each.file, each.line, column=column, excerpt=each.excerpt)


# -- Rules, manifest and make programs

_VARIABLE_LIKE = re.compile(r"\b[A-Z]\d?\b")
_TIMES = {0: "nowhere", 1: "once", 2: "twice"}
_ARTICLE = re.compile(r"(?:^|[.:!?]\s+)A\b")


def check_rules(type_: PuzzleType) -> Iterator[Finding]:
    """The findings of all checks that need no puzzle. If the rules cannot be read, that is the only one."""
    try:
        program = rules.load(type_.rule_files, plain=True)
        predicates = predicates_of(parse(program))
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
    made = {template.signature for part in type_.parts for template in part.templates}
    for (name, arity), line in predicates.shown.items():
        if name and (name, arity) not in predicates.derived | made:
            sentence = f"#show names {name}/{arity}, which nothing derives"
            yield Finding(Check.DRAWING, Level.WARNING, sentence, *program.place(line))
    for rule in type_.draw:
        predicate = rule.template.signature
        if predicate not in predicates.derived | made:
            sentence = f"'{rule.template}' is drawn, but no rule derives it and no token becomes it"
            place = manifest_place(type_, "draw", str(rule.template))
            yield Finding(Check.DRAWING, Level.WARNING, sentence, *place)
        for name in sorted(rule.dropped):
            sentence = f"'{rule.template}' is drawn without {name}, so answers that differ in it alone look alike"
            place = manifest_place(type_, "draw", str(rule.template))
            yield Finding(Check.DRAWING, Level.WARNING, sentence, *place)
    beyond = set()
    if type_.notes:
        beyond = predicates_of(parse(rules.load(type_.rule_files, plain=True, beyond=True))).derived
    for rule in type_.notes:
        if rule.template.signature not in beyond:
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
        places = sentence.count("{}") + sentence.count("{,}")
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


# -- Whether the answer texts of a type say all of its answers: what is written is read back, and what the manifest
# leaves out follows from the rest.


#: How many answers of an example are looked at, and conflicts after which no more of them are looked for.
_ANSWERS, _EFFORT = 5, 20_000


def check_texts(type_: PuzzleType, puzzles: list[Puzzle], settings: Settings) -> Iterator[Finding]:
    """A finding for each predicate whose atoms texts lose; that all is well, where the manifest leaves some out."""
    found = _lost_predicates(type_, puzzles, settings)
    shown = rules.load(type_.rule_files).shown_names
    silent = [rule for rule in type_.draw if rule.token == "" or "" in rule.tokens.values()]
    leaves_out = any(rule.template.name in shown for rule in silent)
    yield from (
        all_well(Check.TEXTS, "what answer texts leave out follows from the rest", found) if leaves_out else found
    )


def _lost_predicates(type_: PuzzleType, puzzles: list[Puzzle], settings: Settings) -> Iterator[Finding]:
    said: set[str] = set()
    for puzzle in puzzles:
        for atom in _lost_atoms(puzzle, settings):
            if atom.name in said:
                continue
            said.add(atom.name)
            rule = next((rule for rule in type_.draw if rule.match(atom) is not None), None)
            file, line = manifest_place(type_, "draw", str(rule.template) if rule is not None else "")
            words = f"the answer text does not tell whether {atom} holds, so different answers look alike"
            yield Finding(Check.TEXTS, Level.ERROR, words, file, line)


def _lost_atoms(puzzle: Puzzle, settings: Settings) -> Iterator[Term]:
    """Atoms of answers of a board that the texts of these answers lose: without its clues, so that there are many."""
    for board in (without(puzzle, clues(puzzle)), puzzle):
        try:
            solver = AssumptionSolver(board, settings)
        except PuzzleError:  # the rules want clues
            continue
        solver.settle(1)
        for answer in list(solver.answers([], _ANSWERS, _EFFORT)):
            yield from _lost_by_text(board, solver, answer)
        return


def _lost_by_text(puzzle: Puzzle, solver: AssumptionSolver, answer: tuple[Term, ...]) -> list[Term]:
    said = [atom for atom in answer if answer_text.says(puzzle, atom)]
    read = answer_text.parse(puzzle, answer_text.write(puzzle, answer))
    areas = [rule for rule in puzzle.type.draw if rule.numbers_regions]  # any labels will do
    lost = [atom for atom in said if atom not in read and not any(rule.match(atom) for rule in areas)]
    if len(said) == len(answer):
        return lost
    stated = stated_literals(puzzle, solver, set(said))
    some, every = (solver.last_consequences(stated, mode) for mode in ("brave", "cautious"))
    return lost + sorted(some - every, key=str)


# -- Whether what a manifest says of links and game IDs (`LINK_KEYS`) can be read, and whether each of their
# sections keeps what examples say: what was written is read again.


#: The keys whose sections `formats/links` reads and writes.
LINK_KEYS = (FormatKey.PUZZLINK, FormatKey.TATHAM, FormatKey.KUDAMONO)


def check_links(type_: PuzzleType, examples: Sequence[Puzzle]) -> Iterator[Finding]:
    """The findings for each genre that the type has; none if it has none."""
    if any(type_.formats.get(key) is not None for key in LINK_KEYS):
        yield from all_well(Check.LINKS, "examples come back out of links as they were", _of_links(type_, examples))


def _of_links(type_: PuzzleType, examples: Sequence[Puzzle]) -> Iterator[Finding]:
    for key in LINK_KEYS:
        try:
            known = genres(type_, key)
        except PuzzleError as error:
            file, line = manifest_place(type_, key, "")
            yield Finding(Check.LINKS, Level.ERROR, error.sentence, file, line)
            continue
        problems: list[PuzzleError] = []
        for genre in known:
            yield from _missing_parts(type_, genre)
        fitting = [(genre, puzzle) for genre in known for puzzle in examples if genre.shape is puzzle.board.shape]
        for genre, puzzle in fitting:
            yield from _of_genre(type_, genre, puzzle, problems)
        if key is FormatKey.PUZZLINK and problems and len(problems) == len(fitting):
            file, line = manifest_place(type_, key, "")
            yield Finding(
                Check.LINKS, Level.WARNING, f"no example can be written as a link: {problems[0].sentence}", file, line
            )


def _missing_parts(type_: PuzzleType, genre: Genre) -> Iterator[Finding]:
    """The parts that every puzzle has to have, and that no section of the genre holds."""
    held = {name for section in genre.sections for name in section.parts}
    for part in type_.parts:
        if not part.optional and part.name not in held:
            file, line = manifest_place(type_, genre.key, "")
            words = f"{genre.form} does not hold the part {quote(part.name)}, which a puzzle needs"
            yield Finding(Check.LINKS, Level.ERROR, words, file, line)


def _of_genre(type_: PuzzleType, genre: Genre, puzzle: Puzzle, problems: list[PuzzleError]) -> Iterator[Finding]:
    """The findings of a genre. problems: why examples cannot be written; a number is too large for it, say."""
    try:
        writer = GenreWriter(puzzle, genre)
        flags, text = writer.flags(), writer.body()
    except PuzzleError as error:
        problems.append(error)
        return
    sentence = difference(puzzle, GenreOfType(type_, genre), flags, text)
    if sentence is not None:
        file, line = manifest_place(type_, genre.key, "")
        what = f"{genre.form}: {puzzle.file} becomes {quote(text)}, and that {sentence}"
        yield Finding(Check.LINKS, Level.ERROR, what, file, line)
