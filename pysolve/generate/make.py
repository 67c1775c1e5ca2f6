"""Makes puzzles with exactly one answer: a random answer, the clues that it implies, then as few of them as do.

A type says in give.lp which clues an answer implies. Where that is not all that a puzzle consists of (regions, ends of
paths), make.lp says what a puzzle and its answer are together (docs/rules.md, 'Making puzzles').
"""

from __future__ import annotations

import random
import time
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from .. import rules
from ..analysis.assumptions import AssumptionSolver, Result, SearchLimitError, TooManyOpenError, implied_clues
from ..analysis.clues import GIVE, Clue, clue_of, file_of, make_program, own_clues, parts_not_given, without
from ..analysis.hint import Grade, Level, grade_puzzle, range_of
from ..analysis.progress import labelled, stated_literals
from ..analysis.reduce import BETWEEN, Reducer, ReduceRequest, turned
from ..model import terms
from ..model.errors import PuzzleError, quote
from ..model.puzzle import Puzzle, Token, Verdict
from ..model.puzzle_type import PuzzleType, RuleFile
from ..model.terms import Term, Value
from ..render import answer_text
from ..rules import display
from ..solving import facts
from ..solving.search import open_local
from ..solving.settings import Settings, with_options
from .boards import board_of, check_board_size, filled, tokens_of

# -- What making a puzzle results in


@dataclass(frozen=True)
class MadePuzzle(Result):
    """A puzzle with its answer text; None where none was found (yet).

    complete: it is as requested. Until then it may have clues that can go, or another difficulty. answer: its atoms.
    given: facts that are drawn. clues: how many. difficulty, level: see grade.Grade, where one of them was wanted; of a
    puzzle that is too hard, the difficulty of the steps up to where that was seen, and no level. off: how far it is
    from what was wanted. tries: answers that were begun with. failure: why there is no such puzzle. seed, number: the
    same two give the same puzzle.
    """

    puzzle: Puzzle | None = None
    complete: bool = False
    answer: tuple[Term, ...] = ()
    given: tuple[Term, ...] = ()
    clues: int = 0
    difficulty: float | None = None
    level: Level | None = None
    off: float = 0.0
    tries: int = 0
    failure: str | None = None
    seed: int | None = None
    number: int = 0


def random_seed() -> int:
    """A seed where none is given: six digits, which one can copy by hand."""
    return random.randrange(10**6)


# -- How near puzzles come to a wanted difficulty or level, and which one is looked at next


#: The least and the most difficulty.
Range = tuple[float, float]


class Aim:
    """What is wanted, and what is known of how hard puzzles of the board are."""

    #: Of puzzles that need no search, after one was too easy, this many are passed over before one is graded again.
    PASSED_OVER = 5

    def __init__(self, wanted: Range | Level, settings: Settings, bounds: Sequence[float] = ()) -> None:
        """wanted: a difficulty, or a level. bounds: of the levels of the type, if it has its own."""
        self._by_level = isinstance(wanted, Level)
        self._least, self._most = range_of(wanted, bounds) if isinstance(wanted, Level) else wanted
        self._settings = settings
        self._plain_is_easy = False  # a puzzle that needs no search was too easy
        self._passed_over = 0

    def off(self, grade: Grade) -> float:
        """How far a grade lies outside of what is wanted."""
        return round(max(self._least - self._figure(grade), self._figure(grade) - self._most, 0), 1)

    def is_too_easy(self, grade: Grade) -> bool:
        """Whether a grade lies below what is wanted."""
        return self._figure(grade) < self._least

    def rank(self, grade: Grade) -> tuple[float, float]:
        """What is less for a better grade: of two that are too easy by as much, that with the larger reasons."""
        return self.off(grade), -grade.difficulty if self.is_too_easy(grade) else 0

    def grade(self, puzzle: Puzzle) -> Grade:
        """The grade of a puzzle with one answer; as far as to where it is seen to be too hard, if it is."""
        grade = Grade()
        for grade in grade_puzzle(puzzle, self._settings):
            if self._figure(grade) > self._most:  # further steps can only make it harder
                break
        if self.is_too_easy(grade):
            self._plain_is_easy = self._plain_is_easy or self._needs_no_search(puzzle)
        return grade

    def graded(self, full: Puzzle, smaller: Puzzle, may_add: bool, chance: random.Random) -> tuple[Puzzle, Grade]:
        """The smaller puzzle, or, if that is too hard, one with some of the full one's clues back, if these may be
        added; and its grade.
        """
        puzzle, grade = smaller, self.grade(smaller)
        back = _clues_away(full, smaller) if may_add else []
        chance.shuffle(back)
        few, many = 1, len(back) if not self.is_too_easy(grade) else 0  # more clues would not make it harder
        while few <= many and self.off(grade):
            middle = (few + many) // 2
            puzzle = without(full, back[middle:])
            grade = self.grade(puzzle)
            few, many = (few, middle - 1) if self.is_too_easy(grade) else (middle + 1, many)
        return puzzle, grade

    def passes_over(self, puzzle: Puzzle) -> bool:
        """Whether a puzzle is not worth being graded: it needs no search, and another one that needs none was too easy.
        Of Sudokus 9x9 these are more than half, and to see it takes a hundredth of the time of a grade.
        """
        is_easy = self._plain_is_easy and self._passed_over < self.PASSED_OVER and self._needs_no_search(puzzle)
        self._passed_over = self._passed_over + 1 if is_easy else 0
        return is_easy

    def _needs_no_search(self, puzzle: Puzzle) -> bool:
        """Whether propagation alone leads to the answer, and to there being no other one."""
        return AssumptionSolver(puzzle, self._settings).conflicts(models=2) == 0

    def _figure(self, grade: Grade) -> float:
        return grade.figure if self._by_level else grade.difficulty


#: How many clues come back before others go.
MORE = 4


def with_more_clues(full: Puzzle, smaller: Puzzle, symmetric: bool, chance: random.Random) -> Puzzle:
    """The smaller puzzle with a few more of the full one's clues. symmetric: with those that a half turn maps to
    them.
    """
    away = _clues_away(full, smaller)
    places = {place for clue in chance.sample(away, min(MORE, len(away))) for place in clue.places}
    if symmetric:
        places |= {turned(full, place) for place in places}
    return without(full, [clue for clue in away if places.isdisjoint(clue.places)])


def _clues_away(full: Puzzle, smaller: Puzzle) -> list[Clue]:
    """The clues of the full puzzle at whose places the smaller one has none."""
    places = {place for clue in own_clues(smaller) for place in clue.places}
    return [clue for clue in own_clues(full) if places.isdisjoint(clue.places)]


# -- Makes boards with an answer that need not be the only one, such as crosswords, whose clues stand outside the board
# make.lp, if there is one and the board has nothing of what it gives, chooses a pattern; the answer is then found by
# the rules. Constants that make.lp alone declares say what pattern is wanted.


#: Patterns that are tried, and conflicts after which the search for the answer of one is given up.
PATTERNS, CONFLICTS = 30, 20_000

#: Words of a list that a pattern is chosen for: enough to see that the list is long.
MANY = 20_000


def fill_pattern(made: MadePuzzle, board: Puzzle, settings: Settings, chance: random.Random) -> Iterator[MadePuzzle]:
    """The tries, and at last the board with its answer."""
    file = file_of(board.type, "make.lp")
    pattern = None
    if file is not None:
        declared = rules.load([file]).constants
        wanted = {name: value for name, value in settings.constants.items() if name in declared}
        own = rules.load(board.type.rule_files).constants
        others = {name: value for name, value in settings.constants.items() if name not in declared or name in own}
        lists = {
            name: replace(words, scores=dict(islice(words.scores.items(), MANY))) for name, words in board.lists.items()
        }
        pattern = AssumptionSolver(replace(board, lists=lists), replace(settings, constants=wanted), rules_file=file)
        given = {atom.name for atom in map(clue_of, pattern.literals_of(GIVE))}
        pattern = None if given & {fact.name for fact in facts.atoms(board)} else pattern
        settings = replace(settings, constants=others)
    while made.puzzle is None and made.failure is None:
        if made.tries == PATTERNS:
            made = replace(made, failure=f"no answer was found for {PATTERNS} boards")
            break
        yield (made := replace(made, tries=made.tries + 1))
        made = _filled_once(made, board, settings, pattern, chance)
    yield made


def _filled_once(
    made: MadePuzzle, board: Puzzle, settings: Settings, pattern: AssumptionSolver | None, chance: random.Random
) -> MadePuzzle:
    """What one try made; the same as before if it led nowhere. pattern: chooses the pattern, where it is open."""
    puzzle = board
    if pattern is not None:
        pattern.settle(chance.randrange(2**31))
        given = {clue_of(atom): literal for atom, literal in pattern.literals_of(GIVE).items()}
        model = pattern.holds([], given.values())
        if model is None:
            return replace(made, failure="there is no such board")
        puzzle = filled(board, [clue for clue, literal in given.items() if literal in model])
    seed = chance.randrange(2**31)
    search = open_local(puzzle, replace(settings, models=2, seed=seed, conflicts=CONFLICTS))
    answers = [answer.atoms for answer in search]
    if not answers:
        if search.outcome.exhausted and pattern is None:
            return replace(made, failure=str(search.outcome.impossible or "the board has no answer"))
        return made
    text = answer_text.write(puzzle, answers[0])
    verdict = None if search.outcome.verdict == Verdict.UNIQUE else Verdict.MULTIPLE
    return replace(
        made, puzzle=replace(puzzle, answer=text, source="made by pysolve", verdict=verdict),
        complete=True, answer=answers[0], given=search.outcome.given,
    )  # fmt: skip


# -- Clues that say less: a circle in place of a circle with a number, where the answer stays the only one


def with_weaker_clues(puzzle: Puzzle, settings: Settings, answer: Collection[Term], chance: random.Random) -> Puzzle:
    """The puzzle with tokens that say less in place of some of its clues, chosen at random among those that can be.

    answer: the only answer, which stays the only one. Clues that are to be kept stay as they are.
    """
    given = []
    for clue in own_clues(puzzle):
        weaker = [] if clue.kind.keep else list(_weaker(puzzle, clue))
        if weaker:
            given.append(replace(clue, placeholders=(chance.choice(weaker),)))
    if not given:
        return puzzle
    left = Reducer(puzzle, settings, given, answer, ReduceRequest()).minimal(chance)
    return without(puzzle, [clue for number, clue in enumerate(given) if number not in left])


def _weaker(puzzle: Puzzle, clue: Clue) -> Iterator[Token]:
    """The tokens that say less than the clue's own, and more than what is left without it."""
    if len(clue.tokens) > 1 or len(clue.tokens[0].templates) < 2:
        return
    said, left = set(clue.facts), set(clue.facts_away)
    for token in tokens_of(puzzle, clue.part, clue.tokens[0]):
        says = set(replace(clue, tokens=(token,)).facts)
        if left < says < said:
            yield token


#: Conflicts within which a clue has to prove superfluous.
REDUCING = 2000

#: While clues go, a puzzle is kept in case that a limit ends this; the next one after as many times what that took.
KEEPING = 20

#: Where a difficulty is wanted: how many puzzles of an answer are looked at in succession without coming nearer, before
#: another answer is begun with.
STEADY = 6


@dataclass(frozen=True)
class MakeRequest:
    """What puzzle to make.

    seed, number: the same two give the same puzzle. symmetric: the clues are mapped to themselves by a half turn.
    clues: how many; None for as few as can be reached by taking them away one by one. keep_all: take none away.
    difficulty: the least and the most difficulty (see grade.Grade), or a level. picture: the answer text that the
    puzzle shall have.
    """

    seed: int = 0
    number: int = 0
    symmetric: bool = False
    clues: int | None = None
    keep_all: bool = False
    difficulty: Range | Level | None = None
    picture: str | None = None


def make_on(
    type_: PuzzleType,
    size: str,
    words: str | None,
    own_types: tuple[str, ...],
    settings: Settings,
    request: MakeRequest,
) -> Iterator[MadePuzzle]:
    """The same on the board that a user names (see boards.board_of)."""
    yield from make_puzzle(board_of(type_, size, words, own_types), settings, request)


def make_puzzle(board: Puzzle, settings: Settings, request: MakeRequest) -> Iterator[MadePuzzle]:
    """The tries, and at last the puzzle.

    board: a puzzle without clues; what it has (holes, blocks, regions) stays.
    """
    board, settings = with_options(_with_usual_options(board), settings)
    chance = random.Random(f"{request.seed} {request.number}")
    made = MadePuzzle(seed=request.seed, number=request.number)
    if not board.type.unique:
        yield from fill_pattern(made, board, settings, chance)
        return
    maker = Maker(board, settings)
    aim = None if request.difficulty is None else Aim(request.difficulty, settings, board.type.levels)
    while not made.complete and made.failure is None:
        yield (made := replace(made, tries=made.tries + 1))
        for better in _tried(made, maker, request, aim, chance):
            yield (made := better)


def _with_usual_options(board: Puzzle) -> Puzzle:
    """The board with the options that its type names for large ones."""
    large = board.type.made
    if large is None or len(board.cells) <= large.above:
        return board
    return replace(board, options={**large.options, **board.options})


def _tried(
    made: MadePuzzle, maker: Maker, request: MakeRequest, aim: Aim | None, chance: random.Random
) -> Iterator[MadePuzzle]:
    """What one try makes of what was made before it, better and better; nothing if it leads nowhere."""
    settings = maker.settings
    if request.picture is not None:
        puzzle = maker.of_picture(request.picture)
        failure = "the clues of this picture leave several answers, or none" if puzzle is None else None
    else:
        puzzle = maker.unique(chance)
        failure = _no_answer(maker.puzzle, settings) if maker.impossible else None
    full = _confirmed(puzzle, made, settings) if puzzle is not None else None
    if puzzle is None or full is None:
        yield replace(made, failure=failure)
        return
    if made.difficulty is None:
        yield full
    if aim is not None:
        yield from _aimed(puzzle, full.answer, made, settings, request, aim, chance)
        return
    next_at = time.monotonic() + BETWEEN
    for smaller, as_requested in _with_fewer_clues(puzzle, full.answer, settings, request, chance):
        if as_requested:
            last = _confirmed(smaller, made, settings) or _with_all_clues(full, request)
            yield made if last is None else replace(last, complete=True)
        elif (began := time.monotonic()) > next_at:
            kept = _confirmed(smaller, made, settings) or made
            next_at = time.monotonic() + max(BETWEEN, KEEPING * (time.monotonic() - began))
            yield kept


def _with_all_clues(full: MadePuzzle, request: MakeRequest) -> MadePuzzle | None:
    """The puzzle with all its clues, where one less is another puzzle, as where a loop comes through all cells without
    one; None if fewer are asked for.
    """
    return full if request.clues is None and not request.symmetric else None


def _aimed(
    full: Puzzle, answer: Collection[Term], made: MadePuzzle, settings: Settings, request: MakeRequest, aim: Aim,
    chance: random.Random,
) -> Iterator[MadePuzzle]:  # fmt: skip
    """Puzzles with this answer that come ever nearer to what is wanted, and nearer than what was made before.

    As long as one is too easy, a few clues come back into the hardest so far, and others go.
    """
    may_add = request.clues is None and not request.symmetric
    larger, best, patience = full, None, STEADY
    while patience:
        patience -= 1
        last = [puzzle for puzzle, wanted in _with_fewer_clues(larger, answer, settings, request, chance) if wanted]
        if last and not aim.passes_over(last[0]):
            puzzle, grade = aim.graded(full, last[0], may_add, chance)
            nearer = _nearer(puzzle, grade, made, settings, aim)
            if nearer is not None:
                yield (made := nearer)
            if made.complete or not aim.is_too_easy(grade):
                return
            if best is None or aim.rank(grade) <= best[0]:
                patience = STEADY if best is None or aim.rank(grade) < best[0] else patience
                best = aim.rank(grade), puzzle
        larger = with_more_clues(full, best[1], request.symmetric, chance) if best is not None else full


def _nearer(puzzle: Puzzle, grade: Grade, made: MadePuzzle, settings: Settings, aim: Aim) -> MadePuzzle | None:
    """What was made, with this puzzle; None if that is no nearer to what is wanted, or the rules do not confirm it."""
    off = aim.off(grade)
    if made.difficulty is not None and off >= made.off:
        return None
    confirmed = _confirmed(puzzle, made, settings)
    if confirmed is None:
        return None
    return replace(confirmed, difficulty=grade.difficulty, level=grade.level, off=off, complete=not off)


def _confirmed(puzzle: Puzzle, made: MadePuzzle, settings: Settings) -> MadePuzzle | None:
    """What was made, with this puzzle; None if the rules do not confirm that it has one answer."""
    search = open_local(puzzle, replace(settings, models=2, count=False))
    answers = [answer.atoms for answer in search]
    if search.outcome.verdict != Verdict.UNIQUE:
        return None
    return replace(
        made, puzzle=replace(puzzle, answer=answer_text.write(puzzle, answers[0]), source="made by pysolve"),
        answer=answers[0], given=search.outcome.given, clues=len(own_clues(puzzle)),
    )  # fmt: skip


def _no_answer(board: Puzzle, settings: Settings) -> str:
    """Why there is no puzzle on a board without an answer. PuzzleError if its size is wrong."""
    check_board_size(board, settings)
    if make_program(board.type, board).chooses or not board.type.parts:
        return "the rules leave no answer on this board"
    return (
        "the rules leave no answer on this board as long as nothing is given; a make.lp beside them can choose what is "
        "given together with the answer (docs/rules.md, 'Making puzzles')"
    )


def _with_fewer_clues(
    puzzle: Puzzle, answer: Collection[Term], settings: Settings, request: MakeRequest, chance: random.Random
) -> Iterator[tuple[Puzzle, bool]]:
    """Puzzles with ever fewer clues and this one answer; each with whether it is as requested, as the last one is
    unless that cannot be done in this order of trying.
    """
    given = own_clues(puzzle)
    kept = frozenset(place for clue in given for place in clue.places if clue.kind.keep or request.keep_all)
    if len(given) <= (request.clues or 0) or all(kept & set(clue.places) for clue in given):
        yield puzzle, True
        return
    reducer = Reducer(puzzle, settings, given, answer, ReduceRequest(kept, request.symmetric, effort=REDUCING))

    def with_only(left: Collection[int]) -> Puzzle:
        return without(puzzle, [clue for number, clue in enumerate(given) if number not in left])

    smaller = puzzle
    for left in reducer.smaller(chance):
        yield (smaller := with_only(left)), False
    if request.clues is None:
        yield with_weaker_clues(smaller, settings, answer, chance), True
    elif len(left := reducer.enlarged(left, request.clues, chance)) <= request.clues:
        yield with_only(left), True


def no_derived_clues(type_: PuzzleType) -> PuzzleError:
    """The error that a type does not say which clues an answer implies."""
    how = " (a file give.lp beside its rules does)"
    return PuzzleError(f"{type_.title} does not say what may be given as a clue", how=how)


def difficulty_of(puzzle: Puzzle, settings: Settings, most: float | None = None) -> float:
    """The difficulty of a puzzle with one answer; where it comes to `most`, as far as to where that is seen."""
    grade = Grade()
    for grade in grade_puzzle(puzzle, settings):
        if most is not None and grade.difficulty >= most:
            break  # further steps can only make it harder
    return grade.difficulty


class _Tried(NamedTuple):
    """A puzzle that was tried: the literals that hold in it and its answer, and what it leaves open."""

    model: set[int]
    open: set[Term]


class Maker:
    """Random puzzles of one type and board."""

    #: Atoms that are chosen at random before the search chooses the rest; conflicts that each may cost; how many in
    #: succession may fail before no more are tried.
    CHOSEN, EFFORT, MISSES = 20, 100, 3
    #: Conflicts after which a first answer is looked for in another way.
    FIRST = 3000
    #: How often a puzzle with several answers is changed where they differ, without coming nearer to having one, before
    #: another puzzle is begun.
    PATIENCE = 60
    #: What of that it takes to find that a change is not possible.
    IMPOSSIBLE = 0.25
    #: How many changes are tried on one grounding, where those before led nowhere, and how many come from one search.
    LOT, WAYS = 8, 4

    def __init__(self, board: Puzzle, settings: Settings) -> None:
        """PuzzleError if the type does not say which clues an answer implies."""
        self.puzzle = board
        self.settings = settings
        self.impossible = False
        self._files, constants, chooses, self._apart = make_program(board.type, board)
        if not self._files:
            raise no_derived_clues(board.type)
        self._check_parts(self._files)
        of_program = replace(settings, constants={**constants, **settings.constants})
        first, *others = (file for file in self._files if file != self._apart)
        self._solver = AssumptionSolver(board, of_program, rules_file=first, files=others)
        if chooses:  # other rules have to know what is given
            self._solver.check_input()
        self._clue_literals = {clue_of(atom): literal for atom, literal in self._solver.literals_of(GIVE).items()}
        self._placed = [
            (literal, frozenset(_places(atom)))
            for atom, literal in [*self._solver.shown.items(), *self._clue_literals.items()]
        ]
        self._literals = {literal for literal, _ in self._placed}
        self._clues = {*self._clue_literals.values()} if not self._apart else self._literals
        self._at: dict[Value, set[int]] = {}
        for literal, places in self._placed:
            for place in places:
                self._at.setdefault(place, set()).add(literal)
        self._anywhere = set[int]().union(*self._at.values())
        given = self._solver.shown if self._apart else self._clue_literals
        self._names = {literal: atom.name for atom, literal in given.items()}
        self._following: set[int] | None = None
        self._numbers: dict[Term, dict[Value, int]] = {}  # of regions, which keep them while a puzzle is changed
        self._luck: dict[tuple[str, bool], list[int]] = {}  # changes that were tried, and that were possible

    def _check_parts(self, files: Sequence[RuleFile]) -> None:
        """PuzzleError if a part that a puzzle needs would be empty: it is not made, and the board does not have it."""
        type_ = self.puzzle.type
        for part in parts_not_given(type_, [*files, *self.settings.rules]):
            if not self.puzzle.tokens.get(part.name):
                raise PuzzleError(
                    f"{type_.title}: no rule says what stands in the part {quote(part.name)}: expected one that "
                    f"derives give({part.templates[0]}), or in place of a size a puzzle that has this part",
                    file=display(files[-1]),
                )

    def unique(self, chance: random.Random) -> Puzzle | None:
        """A puzzle with one answer, with all its clues; None if this try led nowhere."""
        model = self._first(chance)
        if model is None:
            self.impossible = True
            return None
        best = self._best([model])
        assert best is not None
        if best.open and self._following is None:
            self._following = self._found_to_follow(model, chance)
        patience: float = self.PATIENCE
        count = 1
        while best.open and patience > 0:
            changes: list[set[int]] = []
            while len(changes) < count and patience > 0:
                changed = self._changed(best, chance, min(count, self.WAYS))
                patience -= 1 if changed else self.IMPOSSIBLE
                changes += changed
            better = self._best(changes, best) if changes else None
            if better is None:
                count = min(2 * count, self.LOT)
                continue
            patience = self.PATIENCE if len(better.open) < len(best.open) else patience
            best, count = better, max(count // 2, 1)
        return None if best.open else self._puzzle(best.model)

    def varied(
        self, facts: Collection[Term], answer: Collection[Term], places: Collection[Value], chance: random.Random
    ) -> Puzzle | None:
        """A puzzle with other clues at some of these places, and with the same answer, perhaps among others; None if
        none is soon found. facts: of the puzzle as it is.
        """
        given = {literal for clue, literal in self._clue_literals.items() if clue in facts}
        free = {literal for clue, literal in self._clue_literals.items() if not set(_places(clue)).isdisjoint(places)}
        if not given & free:
            return None
        shown = [literal if atom in answer else -literal for atom, literal in self._solver.shown.items()]
        others = (
            literal if literal in given else -literal for literal in self._clue_literals.values() if literal not in free
        )
        self._solver.settle(chance.randrange(2**31))
        found = self._possible([-chance.choice(sorted(given & free)), *shown, *others], 1)
        return self._puzzle(found[0]) if found else None

    def _best(self, models: Sequence[set[int]], before: _Tried | None = None) -> _Tried | None:
        """Of these puzzles the one that leaves least open; None if all leave more open than the one before.

        They are grounded together, as most of it is the same.
        """
        puzzles = [self._puzzle(model, self._numbers) for model in models]
        solver = AssumptionSolver(puzzles[0], self.settings, others=puzzles[1:])
        best, most = None, None if before is None else len(before.open)
        for number, model in enumerate(models):
            with suppress(TooManyOpenError):
                open_ = solver.left_open(most, solver.chosen[number : number + 1])
                if open_ is None:
                    file = display(self._files[-1])
                    found = f"the answer from which {Path(file).name} gets its clues is none by the rules with them"
                    raise PuzzleError(f"{self.puzzle.type.title}: {found}", file=file)
                if best is None or len(open_) < len(best.open):
                    best, most = _Tried(model, open_), len(open_)
        return best

    def of_picture(self, text: str) -> Puzzle | None:
        """The puzzle that has this answer; None if it is not the only one, or none by the rules."""
        atoms = set(labelled(self.puzzle, self._solver, answer_text.parse(self.puzzle, text)))
        model = self._model(stated_literals(self.puzzle, self._solver, atoms))
        best = self._best([model]) if model is not None else None
        return None if best is None or best.open else self._puzzle(best.model)

    def _first(self, chance: random.Random) -> set[int] | None:
        """A random answer, as `_model` has it; None if there is none.

        Where one way leads to an answer within a thousand conflicts, another one may not within a million. So what
        takes long is begun anew, with ever more patience, and with ever less that is chosen at random.
        """
        effort, chosen = self.FIRST, self.CHOSEN
        while True:
            self._solver.settle(chance.randrange(2**31))
            with suppress(SearchLimitError):
                return self._model(self._chosen(chance, chosen), effort)
            effort, chosen = effort * 3 // 2, chosen // 2

    def _chosen(self, chance: random.Random, most: int) -> list[int]:
        """Assumptions at random under which there is an answer, this many at most: so that answers differ."""
        literals = sorted(self._solver.shown.values())
        chosen: list[int] = []
        misses = 0
        for literal in chance.sample(literals, min(len(literals), most)):
            signed = literal if chance.random() < 0.5 else -literal
            if self._solver.possible([*chosen, signed], self.EFFORT):
                chosen.append(signed)
                misses = 0
            elif (misses := misses + 1) == self.MISSES:
                break
        return chosen

    def _model(self, assumptions: Sequence[int], effort: int | None = None) -> set[int] | None:
        """The literals of shown and given atoms that hold in an answer; None if there is none.

        SearchLimitError as `holds`.
        """
        asked, held = self._asked(assumptions)
        more = self._solver.holds(assumptions, asked, effort)
        return None if more is None else more | held

    def _puzzle(self, model: set[int], numbers: dict[Term, dict[Value, int]] | None = None) -> Puzzle:
        facts = [clue for clue, literal in self._clue_literals.items() if literal in model]
        if self._apart:
            answer = [atom for atom, literal in self._solver.shown.items() if literal in model]
            facts = implied_clues(self.puzzle, self.settings, answer, self._apart)
        return filled(self.puzzle, _numbered(self.puzzle.type, facts, {} if numbers is None else numbers))

    def _changed(self, tried: _Tried, chance: random.Random, ways: int) -> list[set[int]]:
        """Puzzles with one change near a place where answers differ, which may be made in up to `ways` ways; none if it
        is not possible.

        The search tends to find the same again: so one thing has to differ, a clue that goes or one that comes. Kinds
        of changes that were mostly possible are tried far more often: that a cell leaves its region, say, and seldom
        that it comes to a certain other one, which mostly lies far away.
        """
        reach = chance.choice((1, 1, 2, 2, 3))
        model = tried.model
        far = self._far_from(self._centres(tried.open, chance), reach)
        changing = far - (self._following or set())
        fixed = [*sorted(changing & model), *(-literal for literal in sorted(changing - model))]
        free: dict[tuple[str, bool], list[int]] = {}  # by kind: the name of a clue, and whether it is given
        for literal in sorted(self._names.keys() - far):
            held = literal in model
            free.setdefault((self._names[literal], held), []).append(literal if held else -literal)
        if not free:
            return self._possible(fixed, ways)
        lucks = [self._luck.setdefault(kind, [2, 1]) for kind in free]
        kind, luck = chance.choices([*zip(free, lucks)], [(possible / tried) ** 2 for tried, possible in lucks])[0]
        changed = self._possible([-chance.choice(free[kind]), *fixed], ways)
        luck[0] += 1
        luck[1] += bool(changed)
        return changed

    def _far_from(self, centres: Collection[tuple[int, int]], reach: int) -> set[int]:
        """The literals of what lies farther than `reach` rows or columns from all these places; none without places."""
        if not centres:
            return set()
        steps = range(-reach, reach + 1)
        return self._anywhere.difference(
            *(self._at.get((y + down, x + right), ()) for y, x in centres for down in steps for right in steps)
        )

    def _possible(self, assumptions: Sequence[int], ways: int) -> list[set[int]]:
        """The same as `_model` in so many ways at most, within a small effort; none where that does not suffice."""
        asked, held = self._asked(assumptions)
        found: dict[frozenset[int], set[int]] = {}
        with suppress(SearchLimitError):
            for more in self._solver.holding(assumptions, asked, ways, self.EFFORT):
                found.setdefault(frozenset(more & self._clues), more | held)
        return [*found.values()]

    def _asked(self, assumptions: Sequence[int]) -> tuple[set[int], set[int]]:
        """The literals of which an answer has to be asked, and those of the others that are assumed to hold."""
        held = self._literals.intersection(assumptions)
        return self._literals.difference(held, [-literal for literal in assumptions]), held

    def _found_to_follow(self, model: set[int], chance: random.Random) -> set[int]:
        """The literals of clues that follow from the answer and clues of other kinds, as sums do (some are tried)."""
        kinds: dict[str, list[int]] = {}
        for clue, literal in self._clue_literals.items():
            kinds.setdefault(clue.name, []).append(literal)
        following: set[int] = set()
        for literals in kinds.values() if len(kinds) > 1 and not self._apart else ():
            own = {*literals}
            others = [literal if literal in model else -literal for literal, _ in self._placed if literal not in own]
            held = sorted(own & model)
            tried = chance.sample(held, min(self.MISSES, len(held)))
            if tried and not any(self._solver.satisfiable([-literal, *others]) for literal in tried):
                following |= own
        return following

    def _centres(self, differing: Collection[Term], chance: random.Random) -> list[tuple[int, int]]:
        """Where a puzzle is changed: at one of the places of these atoms; empty if they have none."""
        spots = sorted({place for atom in differing for place in _places(atom)})
        if not spots:
            return []
        row, column = chance.choice(spots)
        if chance.random() >= 0.25:
            return [(row, column)]
        # And where a half turn of the board puts it: puzzles may have to be symmetric.
        return [(row, column), (self.puzzle.board.rows + 1 - row, self.puzzle.board.columns + 1 - column)]


def _numbered(type_: PuzzleType, facts: Collection[Term], known: dict[Term, dict[Value, int]]) -> list[Term]:
    """The facts with other names, as make.lp may choose any: regions, and clues that belong together, are numbered in
    reading order. known: numbers that names had before, which they keep where they can; gets the new ones, too.
    """
    names = {kind.template: kind.together for kind in type_.clues if kind.together}
    names |= {rule.template: rule.values[0] for rule in type_.draw if rule.layer.is_area}
    renamed = list(facts)
    for template, variable in names.items():
        ordered = (terms.match(template, fact) for fact in sorted(renamed, key=lambda fact: list(_places(fact))))
        found = [*dict.fromkeys(values[variable] for values in ordered if values is not None)]
        numbers = _numbers_of(found, known.setdefault(template, {}))
        renamed = [_renamed(fact, template, variable, numbers) for fact in renamed]
    return renamed


def _numbers_of(names: Sequence[Value], before: dict[Value, int]) -> dict[Value, int]:
    """A number for each name: that which it had before, where no earlier one has that; `before` gets new ones."""
    taken = {before[name]: name for name in names[::-1] if name in before}
    numbers = {name: number for number, name in taken.items()}
    free = (number for number in range(1, len(names) + 1) if number not in taken)
    numbers |= {name: next(free) for name in names if name not in numbers}
    before |= numbers
    return numbers


def _renamed(fact: Term, template: Term, variable: str, names: dict[Value, int]) -> Term:
    values = terms.match(template, fact)
    if values is None:
        return fact
    named = terms.fill(template, {**values, variable: names[values[variable]]})
    assert isinstance(named, Term)
    return named


def _places(atom: Term) -> Iterator[tuple[int, int]]:
    """The cells and corners that an atom names."""
    for part in atom.args:
        if isinstance(part, tuple) and len(part) == 2 and all(isinstance(each, int) for each in part):
            yield part
        elif isinstance(part, Term):
            yield from _places(Term("", (part.args,))) if part.name == "p" else _places(part)
