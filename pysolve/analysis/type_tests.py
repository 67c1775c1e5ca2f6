"""Tests of a type for its author: whether its rules, manifest and examples fit, and do what they say (`pysolve test`).

What needs no puzzle stands in type_checks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

from .. import catalog, formats, rules
from ..formats import Reading, Source
from ..model import terms, yaml_text
from ..model.errors import PuzzleError, quote
from ..model.parts import TOKEN_CLASSES, WORDS, Part
from ..model.puzzle import Puzzle, Reason, Token, Verdict
from ..model.puzzle_type import PuzzleType, RuleText
from ..model.terms import Term
from ..model.tokens import is_pattern, pattern
from ..render import answer_text
from ..render.answer_text import compare
from ..rules import display
from ..rules.library import library
from ..rules.syntax import predicates_of
from ..solving.grounding import parse
from ..solving.outcome import Outcome
from ..solving.search import open_local
from ..solving.settings import Settings
from .assumptions import AssumptionSolver, SearchLimitError
from .clues import GIVE, MAKE, Clue, clue_of, clues, derived_clues_file, file_of, without
from .constraints import Constraint, constraints_of
from .progress import labelled, stated_literals
from .type_checks import (
    Check,
    Finding,
    Level,
    all_well,
    check_links,
    check_rules,
    check_texts,
    manifest_place,
    of_error,
)

# -- Wrong boards: for each constraint of the rules, an answer that violates it and no other
# They are looked for on a puzzle: if there is none, the constraint follows from the others on this board, or does not
# apply there. Others are stated by an author, in a file of instances that say what their answer breaks:
#
# puzzle: mine
# breaks: Row R has exactly one shaded cell.      # or a list of sentences that it breaks together
# grid: |
# . .
# answer: |
# x x


#: Conflicts after which the search for a wrong board is given up.
EFFORT = 20_000


class Unbroken(StrEnum):
    """Why no answer was found that breaks one constraint alone."""

    NEVER_APPLIES = "never applies"
    FOLLOWS = "follows from the others"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class WrongBoard:
    """A constraint, and an answer that only it refutes; None if none was found on this board, and why."""

    constraint: Constraint
    answer: tuple[Term, ...] | None
    unbroken: Unbroken | None = None


def wrong_boards(puzzle: Puzzle, settings: Settings, names: Collection[str] | None = None) -> Iterator[WrongBoard]:
    """A wrong board for each constraint of the type's rules, in their order; with `names`, for each that has one of
    these sentences or identities. PuzzleError as solve.
    """
    given = clues(puzzle)
    solver = AssumptionSolver(puzzle, settings, given, by_rules=True)
    violated: dict[int, int] = {}  # by the constraint's number: the literal of 'one of its instances is violated'
    with solver.control.backend() as backend:
        for instance, literal in solver.broken.items():
            number = instance.constraint.number
            if number not in violated:
                violated[number] = backend.add_atom()
            backend.add_rule([violated[number]], [literal])
    base = solver.assume(range(len(given)))
    for constraint in solver.constraints:
        if names is not None and not _is_named(constraint, names):
            continue
        others = [each for instance, each in solver.required.items() if instance.constraint != constraint]
        if constraint.number not in violated:
            yield WrongBoard(constraint, None, Unbroken.NEVER_APPLIES)
            continue
        wrong = [*base, violated[constraint.number], *others]
        answer = next(solver.answers(wrong, effort=EFFORT), None)
        yield WrongBoard(constraint, answer, _unbroken_rules(solver, wrong) if answer is None else None)


def _unbroken_rules(solver: AssumptionSolver, wrong: Sequence[int]) -> Unbroken:
    try:
        solver.core(wrong, EFFORT)
    except SearchLimitError:
        return Unbroken.UNDECIDED
    return Unbroken.FOLLOWS


def _is_named(constraint: Constraint, names: Collection[str]) -> bool:
    return constraint.sentence in names or constraint.identity in names


# -- Wrong boards that an author states


@dataclass(frozen=True)
class StatedBoard:
    """An instance, and the rules that its answer breaks, by their sentences or identities.

    file: where it stands, as messages say it; line: the first of its file.
    """

    file: str
    line: int
    text: str
    breaks: tuple[str, ...]

    def puzzle(self, reading: Reading | None = None) -> Puzzle:
        """The instance; PuzzleError if it is wrong."""
        path = Path(self.file)
        return formats.read(Source(path.stem, self.file, self.text.encode(), path), reading or Reading())


def stated_boards(type_: PuzzleType) -> Iterator[StatedBoard]:
    """The wrong boards in wrong.yaml beside the type's rules, or, for types of pysolve's own, with its tests."""
    for path in (type_.folder / "wrong.yaml", library().parent / "tests" / "wrong" / f"{type_.name}.yaml"):
        if path.is_file():
            yield from read_stated(path)


def read_stated(path: Path) -> Iterator[StatedBoard]:
    """The boards of a file; PuzzleError if one does not say what it breaks."""
    line = 1
    for text in re.split(r"(?m)^---\s*\n", path.read_text(encoding="utf-8")):
        if text.strip():
            document = yaml_text.load_mapping(text, display(path))
            try:
                yield StatedBoard(display(path), line, _without_breaks(text), _breaks(document))
            except PuzzleError as error:
                raise error.at(file=display(path), line=line) from None
        line += text.count("\n") + 1


def _without_breaks(text: str) -> str:
    """The instance itself, without the key that says what its answer breaks."""
    return re.sub(r"(?m)^breaks:.*\n(?:[ \t-].*(?:\n|\Z))*", "", text)


def _breaks(document: Mapping[str, object]) -> tuple[str, ...]:
    breaks = document.get("breaks")
    if not isinstance(breaks, (str, list)):
        raise PuzzleError("expected 'breaks' with a rule's sentence or name")
    names = [breaks] if isinstance(breaks, str) else breaks
    return tuple(" ".join(str(name).split()) for name in names)


class Judge:
    """Judges the answer that is published with a puzzle by some of the rules."""

    def __init__(self, puzzle: Puzzle, settings: Settings = Settings()) -> None:
        """PuzzleError if the board itself is wrong, or as answer_literals."""
        self._solver = AssumptionSolver(puzzle, settings, by_rules=True)
        if self._solver.literals_of("invalid"):
            raise PuzzleError("the board itself is wrong, not only its answer", file=puzzle.file)
        self._answer = answer_literals(puzzle, self._solver)

    @property
    def names(self) -> set[str | None]:
        """The sentences and identities of the constraints."""
        return {name for each in self._solver.constraints for name in (each.sentence, each.identity)}

    def accepts(self, without: Collection[str] = ()) -> bool:
        """Whether the answer is right by the rules without those that have these sentences or identities."""
        kept = [
            literal
            for instance, literal in self._solver.required.items()
            if not _is_named(instance.constraint, without)
        ]
        return self._solver.satisfiable([*self._answer, *kept])


def answer_literals(puzzle: Puzzle, solver: AssumptionSolver) -> list[int]:
    """Assumptions under which the answer is the one that is published with the puzzle.

    PuzzleError if there is none, or if no rule derives what it says.
    """
    if puzzle.answer is None:
        raise PuzzleError("expected an answer", file=puzzle.file)
    wanted = set(labelled(puzzle, solver, answer_text.parse(puzzle, puzzle.answer)))
    for atom in wanted:
        if atom not in solver.shown:
            raise PuzzleError(f"the rules never derive {atom}, which the answer says", file=puzzle.file)
    return stated_literals(puzzle, solver, wanted)


#: Cells of the largest example on which wrong boards are looked for, and on how many examples.
_LARGEST, _EXAMPLES = 120, 3

#: How many puzzles are made, and conflicts after which one is given up.
_MADE, _EFFORT = 3, 20_000


Item = TypeVar("Item")


@dataclass(frozen=True)
class TypeTest:
    """What to test a type with."""

    type: PuzzleType
    files: tuple[str, ...] = ()  # puzzles besides the type's own examples
    corpus: str | None = None  # a file of puzzles with published answers
    own_types: tuple[str, ...] = ()  # folders of types besides pysolve's
    quick: bool = False  # only the first example is solved, and no wrong boards are looked for


@dataclass
class _Seen:
    """The examples, and what they make use of."""

    tokens: set[tuple[str, tuple[Term, ...]]] = field(default_factory=set)  # name of the part, what tokens become
    options: set[str] = field(default_factory=set)
    drawn: set[Term] = field(default_factory=set)
    small: list[Puzzle] = field(default_factory=list)  # those on which wrong boards are looked for
    puzzles: list[Puzzle] = field(default_factory=list)
    solved: int = 0

    def note_input(self, puzzle: Puzzle) -> None:
        self.puzzles.append(puzzle)
        for part in puzzle.type.parts:
            self.tokens |= {
                (part.name, templates)
                for token in puzzle.tokens.get(part.name, ())
                for templates in _readings(part, token, puzzle)
            }
        self.options |= puzzle.options.keys()
        if len(puzzle.cells) <= _LARGEST and len(self.small) < _EXAMPLES:
            self.small.append(puzzle)

    def note_drawn(self, puzzle: Puzzle, atoms: list[tuple[Term, ...]]) -> None:
        self.solved += 1
        shown = {atom for some in atoms for atom in some}
        self.drawn |= {rule.template for rule in puzzle.type.draw if any(map(rule.match, shown))}


#: Runs what grounds, a function of this package with its arguments, and yields what it yields; if a limit ended it, the
#: reason comes last.
Apart = Callable[..., Iterator[Any]]


def here(function: Callable[..., Iterator[Item]], *arguments: object) -> Iterator[Item]:
    """Runs it in this process, where limits hold for searches alone."""
    yield from function(*arguments)


def run_tests(
    test: TypeTest, settings: Settings, progress: Callable[[str], None] = lambda what: None, apart: Apart = here
) -> Iterator[Finding]:
    """The findings of all checks, as they come. settings: the limits hold for each puzzle. progress: is called
    with what is looked at next. apart: runs what grounds.
    """
    known = set()
    for finding in _Tests(test, settings, progress, apart).run():
        place = finding.file, finding.line, finding.column
        if finding.column is None or place not in known:  # an error of the rules is one everywhere, whoever finds it
            known.add(place)
            yield finding


class _Tests:
    """The tests of a type, with what to test and how."""

    def __init__(self, test: TypeTest, settings: Settings, progress: Callable[[str], None], apart: Apart) -> None:
        self.test = test
        self.settings = settings
        self.progress = progress
        self.apart = apart
        self.seen = _Seen()

    def run(self) -> Iterator[Finding]:
        self.progress("rules")
        broken = False
        for finding in _findings(Check.RULES, self.apart(check_rules, self.test.type)):
            broken = broken or finding.check == Check.RULES
            yield finding
        if broken:
            return
        yield from self._examples()
        if self.seen.puzzles:
            yield from all_well(Check.USE, "the examples use every token, option and mark", self._unused())
        small = self.seen.small[: 1 if self.test.quick else None]
        yield from _guarded(Check.TEXTS, self.apart(check_texts, self.test.type, small, self.settings))
        yield from check_links(self.test.type, self.seen.puzzles)
        self.progress("clues")
        yield from _guarded(Check.CLUES, self.apart(_clues, self.test.type, self.settings, self.seen))
        if not self.test.quick:
            self.progress("make")
            yield from _guarded(Check.MAKE, self.apart(_made, self.test.type, self.settings, small))
            yield from _guarded(Check.WRONG_BOARDS, self._wrong_boards())
        if self.test.corpus is not None:
            yield from self._corpus(self.test.corpus)

    def _examples(self) -> Iterator[Finding]:
        """Solves the examples, and notes what they use."""
        files = [*map(display, catalog.examples(self.test.type)), *self.test.files]
        if not files:
            yield Finding(Check.EXAMPLES, Level.WARNING, "there is no example; a puzzle beside the rules is one")
            return
        solved = self._solved(files)
        yield from all_well(Check.EXAMPLES, lambda: _said(self.seen.solved), solved)

    def _solved(self, files: list[str]) -> Iterator[Finding]:
        reading = Reading(own_types=self.test.own_types)
        for source in formats.sources(files):
            self.progress(source.file)
            try:
                puzzle = formats.read(source, reading)
                if puzzle.type.name != self.test.type.name:
                    raise PuzzleError(f"this is a puzzle of {puzzle.type.title}, not of {self.test.type.title}")
                self.seen.note_input(puzzle)
                if not self.seen.solved or not self.test.quick:
                    yield from self._solve(puzzle)
            except PuzzleError as error:
                yield from of_error(Check.EXAMPLES, error.at(file=source.file))

    def _solve(self, puzzle: Puzzle) -> Iterator[Finding]:
        answers, outcome = _found(self.apart(_answers, puzzle, self.settings))
        self.seen.note_drawn(puzzle, [*answers[:1], tuple(outcome.given)])
        expected = puzzle.verdict or Verdict.UNIQUE
        level, sentence = Level.ERROR, None
        if outcome.reason is not None:
            level, sentence = Level.WARNING, f"not decided: {outcome.reason}"
        elif outcome.verdict != expected and (puzzle.verdict is not None or puzzle.type.unique):
            sentence = f"the verdict is '{outcome.verdict}', expected '{expected}'"
        elif puzzle.answer is not None and answers:
            sentence = _compared(puzzle, answers)
        if sentence is not None:
            yield Finding(Check.EXAMPLES, level, sentence, puzzle.file)

    def _unused(self) -> Iterator[Finding]:
        """What the manifest says and no example uses; what it takes over from a parent is tested there."""
        type_ = self.test.type
        own = display(type_.folder / "manifest.yaml")
        for key, part, text, sentence in self._unused_words():
            file, line = manifest_place(type_, key, text, part)
            if file == own:
                yield Finding(Check.USE, Level.WARNING, sentence, file, line)

    def _unused_words(self) -> Iterator[tuple[str, str, str, str]]:
        """The key of the manifest, the part of the puzzle if there is one, the text below them, what to say of it."""
        for part in self.test.type.parts:
            for key, templates in part.tokens.items():
                if isinstance(templates, str) or not templates or part.shape is WORDS:
                    continue
                if (part.name, templates) not in self.seen.tokens:
                    yield "read", part.name, key, f"no example uses {quote(key)} in the part {quote(part.name)}"
        for name in self.test.type.options:
            if name not in self.seen.options:
                yield "options", "", name, f"no example sets the option {quote(name)}"
        for rule in self.test.type.draw if self.seen.solved and not self.test.quick else ():
            if rule.template not in self.seen.drawn:
                yield "draw", "", str(rule.template), f"in no example is there a '{rule.template}' to draw"

    def _wrong_boards(self) -> Iterator[Finding]:
        """For each sentence of the type's own rules, a board that breaks it and nothing else: generated, or stated."""
        missing = _own_rules(self.test.type)
        total = len({each.sentence for each in missing.values()})
        for stated in stated_boards(self.test.type):
            self.progress(stated.file)
            yield from self._stated(stated)
            missing = {name: each for name, each in missing.items() if not {name, each.sentence} & {*stated.breaks}}
        if missing and self.seen.puzzles and not self.seen.small:
            words = f"no example has at most {_LARGEST} cells, so wrong boards cannot be looked for"
            yield Finding(Check.WRONG_BOARDS, Level.WARNING, words)
        unbroken: dict[str, set[Unbroken]] = {name: set() for name in missing}
        for puzzle in self.seen.small if missing else ():
            self.progress(f"wrong boards of {puzzle.file}")
            yield from self._looked_for(puzzle, missing, unbroken)
        for name, constraint in missing.items() if self.seen.small else ():
            words = f"{_unbroken(unbroken[name])}: {constraint.sentence}"
            yield Finding(Check.WRONG_BOARDS, Level.WARNING, words, *constraint.place)
        if not missing:
            words = f"each of the type's own {total} rules is broken by some board that breaks no other"
            words = words if total else "the type has no rules of its own that can refute an answer"
            yield Finding(Check.WRONG_BOARDS, Level.OK, words)

    def _stated(self, stated: StatedBoard) -> Iterator[Finding]:
        try:
            puzzle = stated.puzzle(Reading(own_types=self.test.own_types))
            yield from _findings(Check.WRONG_BOARDS, self.apart(_judged, puzzle, stated, self.settings), stated.file)
        except PuzzleError as error:
            yield from of_error(Check.WRONG_BOARDS, error.at(file=stated.file, line=stated.line))

    def _looked_for(
        self, puzzle: Puzzle, missing: dict[str, Constraint], unbroken: dict[str, set[Unbroken]]
    ) -> Iterator[Finding]:
        """The wrong boards that are found on an example: what they break is missing no more.

        unbroken: why the others were not broken, by the identities of the constraints.
        """
        found = self.apart(_broken, puzzle, self.settings, tuple(missing))
        for each in _findings(Check.WRONG_BOARDS, found, puzzle.file):
            if isinstance(each, Finding):
                yield each
            elif each[0] in missing and isinstance(each[1], Unbroken):
                unbroken[each[0]].add(each[1])
            elif (broken := missing.get(each[0])) is not None:
                for name in [name for name, other in missing.items() if other.sentence == broken.sentence]:
                    del missing[name]
                yield Finding(Check.WRONG_BOARDS, Level.OK, str(broken.sentence), *broken.place, board=each[1])

    def _corpus(self, corpus: str) -> Iterator[Finding]:
        """Each puzzle's answer beside the one that is published with it."""
        agree = total = 0
        for source in formats.sources((corpus,)):
            self.progress(f"{source.file}: {agree} answers agree")
            total += 1
            try:
                puzzle = formats.read(source, Reading(type=self.test.type.name, own_types=self.test.own_types))
                answers, outcome = _found(self.apart(_answers, puzzle, replace(self.settings, drawing=False)))
            except PuzzleError as error:
                yield from of_error(Check.CORPUS, error.at(file=source.file))
                continue
            level, sentence = _corpus_sentence(puzzle, outcome, answers)
            if sentence is None:
                agree += 1
            else:
                yield Finding(Check.CORPUS, level, sentence, source.file)
        level = Level.OK if total and agree == total else Level.WARNING
        yield Finding(Check.CORPUS, level, f"{agree} of {total} puzzles have one answer, the published one", corpus)


def _guarded(check: Check, findings: Iterator[Finding]) -> Iterator[Finding]:
    """The findings of a check; an error or a limit that ends it is one, too."""
    try:
        yield from _findings(check, findings)
    except PuzzleError as error:
        yield from of_error(check, error)


def _findings(check: Check, found: Iterator[Any], file: str | None = None) -> Iterator[Any]:
    """What comes from elsewhere; a reason to stop becomes a finding. file: of the puzzle that was looked at."""
    for each in found:
        stopped = isinstance(each, Reason)
        yield Finding(check, Level.WARNING, f"not decided: {each}", file) if stopped else each


# -- Examples


def _said(count: int) -> str:
    if count == 1:
        return "the example has the answer that it should have"
    return f"{count} examples have the answers that they should have"


def _answers(puzzle: Puzzle, settings: Settings) -> Iterator[tuple[list[tuple[Term, ...]], Outcome]]:
    """The answers of a puzzle, up to two, and what is known besides."""
    search = open_local(puzzle, replace(settings, models=2))
    yield [answer.atoms for answer in search], search.outcome


def _found(found: Iterator[Any]) -> tuple[list[tuple[Term, ...]], Outcome]:
    """The same from elsewhere; none if a limit ended the search before."""
    for each in found:
        return each if isinstance(each, tuple) else ([], Outcome(reason=each))
    return [], Outcome()


def _compared(puzzle: Puzzle, answers: list[tuple[Term, ...]]) -> str | None:
    """How the answers differ from the one that the puzzle says; None if one of them is the same."""
    assert puzzle.answer is not None
    comparisons = [compare(puzzle, answer_text.write(puzzle, atoms), puzzle.answer) for atoms in answers]
    if any(comparison.agrees for comparison in comparisons):
        return None
    first = comparisons[0]
    if first.problem is not None:
        return first.problem
    row, column = first.differing[0]
    where = f"row {row}, column {puzzle.board.position((row, column))}"
    cells = "in one cell" if len(first.differing) == 1 else f"in {len(first.differing)} cells"
    return f"the answer is not the one that the file says: it differs {cells}, first in {where}"


def _readings(part: Part, token: Token, puzzle: Puzzle) -> Iterator[tuple[Term, ...]]:
    """What the keys of a part's table that may have read a token become; other keys may become the same."""
    for key, templates in part.tokens.items():
        if isinstance(templates, str):
            continue
        fits = key in TOKEN_CLASSES and set(token.templates) <= set(templates)
        if key == token.text or fits or (is_pattern(key) and pattern(key).read(token.text, puzzle.alphabet)):
            yield templates


# -- Clues


def _clues(type_: PuzzleType, settings: Settings, seen: _Seen) -> Iterator[Finding]:
    """Whether the answer of an example implies its clues by the rules of give.lp."""
    file = derived_clues_file(type_)
    puzzle = next((each for each in seen.small if each.answer is not None), None) or next(iter(seen.small), None)
    if file is None or puzzle is None or not type_.unique:
        return
    stated = clues(puzzle)
    solver = AssumptionSolver(
        without(puzzle, stated), settings, files=[file]
    )  # says what is wrong with the file itself
    if puzzle.answer is None:
        return
    wrong = next(_not_implied(puzzle, stated, solver, predicates_of(parse(rules.load([file]))).given), None)
    if wrong is not None:
        place = puzzle.board.name(wrong.places[0]) or str(wrong.places[0])
        sentence = f"the answer of {puzzle.file} does not imply its clue {quote(wrong.text)} in {place}"
        yield Finding(Check.CLUES, Level.WARNING, sentence, display(file))
    else:
        yield Finding(Check.CLUES, Level.OK, "the answer of an example implies its clues")


def _not_implied(
    puzzle: Puzzle, stated: Iterable[Clue], solver: AssumptionSolver, given: Container[tuple[str, int] | None]
) -> Iterator[Clue]:
    """The clues that an answer does not imply. given: the predicates of those that some answer does."""
    literals = {clue_of(atom): literal for atom, literal in solver.literals_of(GIVE).items()}
    answer = answer_literals(puzzle, solver)
    for clue in stated:
        for token in clue.tokens:
            for template in token.templates:
                is_given = template == clue.kind.template and template.signature in given
                if is_given and not _possible(solver, answer, literals.get(_filled(template, token))):
                    yield clue


def _possible(solver: AssumptionSolver, answer: list[int], literal: int | None) -> bool:
    """Whether the answer may imply a clue: give.lp may leave a choice, of the cell for an island's number, say."""
    return literal is not None and solver.satisfiable([*answer, literal])


def _filled(template: Term, token: Token) -> Term:
    fact = terms.fill(template, token.values)
    assert isinstance(fact, Term)
    return fact


# -- Puzzles that are made


def _made(type_: PuzzleType, settings: Settings, examples: Iterable[Puzzle]) -> Iterator[Finding]:
    """Whether the answers that make.lp chooses, on the board of an example, are answers of the rules with their clues:
    it may be a parent's, and know nothing of rules that the type adds.
    """
    file = file_of(type_, MAKE)
    board = next((each for each in examples if not each.type.added), None)
    if file is None or board is None or not type_.unique:
        return
    bare = replace(board, tokens={}, answer=None)
    for clues_ in _made_clues(AssumptionSolver(bare, settings, rules_file=file), type_):
        if clues_ is None:  # no puzzles of this size are made
            return
        if not AssumptionSolver(bare, settings, files=[RuleText(clues_, display(file))]).satisfiable([]):
            whose = "" if file.parent == type_.folder else f", which {type_.title} takes over from its parent,"
            sentence = f"the answer from which {MAKE}{whose} gets its clues is none by the rules with them"
            yield Finding(Check.MAKE, Level.WARNING, sentence, display(file))
            return
    yield Finding(Check.MAKE, Level.OK, f"answers that {MAKE} chooses are answers of the rules")


def _made_clues(solver: AssumptionSolver, type_: PuzzleType) -> Iterator[str | None]:
    """The clues of some answers, as facts; None if there is no answer."""
    read = {template.signature for part in type_.parts for template in part.templates}
    given = {clue: each for atom, each in solver.literals_of(GIVE).items() if (clue := clue_of(atom)).signature in read}
    for seed in range(_MADE):
        solver.settle(seed)
        with suppress(SearchLimitError):
            model = solver.holds([], given.values(), _EFFORT)
            if model is None:
                yield None
            else:
                yield "".join(f"{clue}.\n" for clue, literal in given.items() if literal in model)


# -- Wrong boards


def _unbroken(reasons: set[Unbroken]) -> str:
    """What is said of a rule that no board was found to break alone, by why that is so on each example."""
    if reasons == {Unbroken.NEVER_APPLIES}:
        return "this rule applies in none of the examples"
    if Unbroken.FOLLOWS in reasons and Unbroken.UNDECIDED not in reasons:
        return "on the examples this rule follows from the others, so it is redundant, or they are too small"
    return "no board was found that breaks this rule and no other"


def _broken(puzzle: Puzzle, settings: Settings, names: tuple[str, ...]) -> Iterator[tuple[str, str | Unbroken]]:
    """The constraints, by their identities, with a board that breaks them alone, or why there is none."""
    for wrong in wrong_boards(puzzle, settings, names):
        if wrong.answer is not None:
            yield wrong.constraint.identity, answer_text.write(puzzle, wrong.answer)
        elif wrong.unbroken is not None:
            yield wrong.constraint.identity, wrong.unbroken


def _judged(puzzle: Puzzle, stated: StatedBoard, settings: Settings) -> Iterator[Finding]:
    judge = Judge(puzzle, settings)
    unknown = [sentence for sentence in stated.breaks if sentence not in judge.names]
    if unknown:
        words = f"no rule has the sentence {quote(unknown[0], 200)}"
    elif judge.accepts():
        words = "this board is meant to be wrong, but the rules accept it"
    elif not judge.accepts(stated.breaks):
        words = "this board breaks other rules, too"
    else:
        return
    yield Finding(Check.WRONG_BOARDS, Level.ERROR, words, stated.file, stated.line)


def _own_rules(type_: PuzzleType) -> dict[str, Constraint]:
    """The constraints of a type's own rules with sentences, by their identities; of several with one, the first."""
    constraints = constraints_of(rules.load(type_.rule_files, plain=True))
    own = [each for each in constraints if each.sentence is not None and not _is_law(each.place[0])]
    return dict(reversed({each.identity: each for each in reversed(own)}.items()))


def _is_law(file: str) -> bool:
    """Whether a rule file is one of pysolve's own library, which has tests of its own."""
    return Path(file).resolve().is_relative_to((library() / "lib").resolve())


# -- A corpus


def _corpus_sentence(puzzle: Puzzle, outcome: Outcome, answers: list[tuple[Term, ...]]) -> tuple[Level, str | None]:
    """What is wrong with the answers of a puzzle of a corpus, and how grave that is; None if nothing is."""
    differs = _compared(puzzle, answers) if puzzle.answer is not None and answers else None
    if differs is None and outcome.reason is not None:
        return Level.WARNING, f"not decided: {outcome.reason}"
    if outcome.verdict != Verdict.UNIQUE and (puzzle.type.unique or not answers):
        return Level.ERROR, f"the verdict is '{outcome.verdict}', expected '{Verdict.UNIQUE}'"
    if puzzle.answer is None:
        return Level.WARNING, "there is no published answer to compare with"
    return Level.ERROR, differs
