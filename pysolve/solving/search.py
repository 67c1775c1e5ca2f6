"""Which way a puzzle is solved; grounds it with its rules and enumerates the answers.

A search is a generator of events. It runs in a thread of its own, so that the caller can stop waiting at any time:
solving is interrupted; grounding cannot be, so its thread is left behind (`Search.abandoned`), and a program that
wants to be rid of it ends its process. Workers (run/worker.py) are such processes. Where there are no threads, as in
a browser, it runs in the caller's: limits are then looked at between answers, and whoever cannot wait ends the worker.
"""

from __future__ import annotations

import atexit
import queue
import random
import sys
import threading
import time
from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import clingo

from .. import rules
from ..model.errors import PuzzleError, fault
from ..model.puzzle import Puzzle, StopReason
from ..model.puzzle_type import PuzzleType, RuleFile
from ..model.terms import Term, Value, match, write
from ..rules.library import BEYOND, FAST, needed_part
from . import facts, words
from .facts import SymbolReader, with_context
from .grounding import GroundProgram
from .outcome import AnswerSearch, AnswerSet, Contradiction, Outcome
from .remarks import IMPOSSIBLE, INVALID, InputChecks, without_effect
from .settings import Settings, constants_of, for_board
from .windows import Built, Others

_THREADS = sys.platform != "emscripten"  # whether there are threads
_POLL = 0.05  # seconds between looks at the clock
_AHEAD = 5000  # answers that the search may be ahead of who reads them: memory stays bounded
_MANY = 100  # answers after which others are awaited in bunches: the two threads would hand over at every answer,
_BETWEEN = 1.0  # seconds between answers that are given while better ones are looked for
_PAUSE = 0.005  # which takes longer than the search; seconds in which a bunch gathers
_PATIENCE = 0.8  # seconds that an interrupted search gets to end, …
_GROUNDING_PATIENCE = 0.1  # … and grounding, which cannot be interrupted
_LEAVING = 10.0  # seconds that the end of the process waits for one that was left behind: it would crash within clingo


# -- What a search says as it goes


class _Grounded(NamedTuple):
    """The program is grounded. given: the facts that pictures show."""

    given: tuple[Term, ...]
    impossible: Contradiction | None


class _NoAnswer(NamedTuple):
    """It is proved that there is no answer; a plain reason is still looked for."""


class _Reason(NamedTuple):
    """A plain reason for there being no answer."""

    impossible: Contradiction | None


class _Answer(NamedTuple):
    """An answer, as in AnswerSet, with symbols that are not read yet."""

    symbols: Sequence[clingo.Symbol]
    costs: tuple[int, ...]
    holds: frozenset[str]


class _Better(NamedTuple):
    """An answer that is better than those before, though perhaps not the best."""

    symbols: Sequence[clingo.Symbol]
    costs: tuple[int, ...]


class _Ended(NamedTuple):
    """The search is over. exhausted: there are no other answers. reason: the limit that ended it."""

    exhausted: bool
    reason: StopReason | None = None


class _Failed(NamedTuple):
    """The search is over, for an error."""

    error: PuzzleError


_Event = _Grounded | _NoAnswer | _Reason | _Answer | _Better | _Ended | _Failed


class Search(AnswerSearch):
    """One search by clingo. abandoned: whether a thread was left behind that still grounds, see above."""

    _always_ends = False  # whether its thread ends soon enough, once it is stopped, to be waited for

    def __init__(
        self,
        puzzle: Puzzle,
        settings: Settings = Settings(),
        files: Sequence[RuleFile] = (),
        words: facts.WordSelection | None = None,
        *,
        watched: Sequence[str] = (),
        skip_if: Sequence[str] = (),
        known: Sequence[Value] = (),
        differing: Collection[Value] = (),
        beside: bool = False,
    ) -> None:
        """files: rule files to be used in place of the type's rules.lp. words: in place of the whole list. watched:
        atoms of which answers say whether they hold. skip_if: if one of these atoms is a fact, nothing is searched.
        known: facts besides those of the puzzle. differing: places of which each answer holds something else than all
        before it; which is better does not count then.
        """
        self.puzzle = puzzle
        self.settings = for_board(settings, puzzle)
        self.outcome = Outcome(asked=settings.models)
        self.abandoned = False
        self.skipped = False
        program = rules.load([*(files or puzzle.type.rule_files), *settings.rules], plain=settings.plain)
        own_rules = not files or puzzle.type.rules_file in files  # others may need less of the puzzle
        self._remarks = without_effect(puzzle, settings.rules) if own_rules else ()
        drawn = [rule.template.name for rule in puzzle.type.draw] if settings.drawing else []
        self._program, left_out = needed_part(program, [INVALID, *watched, *skip_if, *drawn])
        self._whole = program if IMPOSSIBLE in left_out else None  # where that is to be seen
        self._words = words
        self._known = "".join(f"{write(fact)}.\n" for fact in known)
        self._watched = [clingo.Function(name) for name in watched]
        self._skip_if = skip_if
        self._differing = differing
        self._beside = beside
        self._events: queue.SimpleQueue[_Event] = queue.SimpleQueue()
        self._stop = threading.Event()
        self._ground: GroundProgram | None = None
        self._grounded = False
        self._last: Sequence[clingo.Symbol] = ()  # what the last answer shows
        self._reader = SymbolReader()

    def __iter__(self) -> Generator[AnswerSet, None, None]:
        started = time.monotonic()
        deadline = None if self.settings.time_limit is None else started + self.settings.time_limit
        with closing((self._from_thread if _THREADS else self._in_turn)(deadline)) as events:
            try:
                yield from self._consume(events, started)
            finally:
                self.outcome.seconds = time.monotonic() - started

    @property
    def has_more_ready(self) -> bool:
        """Whether the search is ahead of the iteration."""
        return not self._events.empty()

    # -- The caller's side

    def _consume(self, events: Iterator[_Event], started: float) -> Iterator[AnswerSet]:
        best: _Better | None = None
        shown = started
        for event in events:
            if isinstance(event, _Answer):
                self.outcome.count += 1
                self.outcome.costs = event.costs
                self.outcome.seconds = time.monotonic() - started
                yield AnswerSet(self._reader.atoms(event.symbols), event.costs, event.holds)
            elif isinstance(event, _Better):
                best = event
                self.outcome.optimized, self.outcome.costs = True, event.costs
                if self.settings.improving and (now := time.monotonic()) >= shown + _BETWEEN:
                    shown = now
                    yield AnswerSet(self._reader.atoms(event.symbols), event.costs, so_far=True)
            elif isinstance(event, _Grounded):
                self.outcome.given, self.outcome.impossible = event
            elif isinstance(event, _NoAnswer):
                self.outcome.exhausted = True
            elif isinstance(event, _Reason):
                self.outcome.impossible = event.impossible
            elif isinstance(event, _Failed):
                raise event.error
            else:
                if not self.outcome.exhausted:
                    self.outcome.exhausted, self.outcome.reason = event
                break
        if self._ground is not None:
            self.outcome.warnings = (*self._remarks, *self._ground.remarks)
        if self.outcome.count == 0 and best is not None:
            self.outcome.best = AnswerSet(self._reader.atoms(best.symbols), best.costs)

    def _in_turn(self, deadline: float | None) -> Generator[_Event, None, None]:
        """The events, without a thread; one that ends them if one comes after the deadline."""
        try:
            with closing(self._run()) as events:
                for event in events:
                    yield event
                    if deadline is not None and time.monotonic() >= deadline:
                        yield _Ended(False, StopReason.TIME_LIMIT)
        except MemoryError:
            yield _Ended(False, StopReason.MEMORY_LIMIT)

    def _from_thread(self, deadline: float | None) -> Generator[_Event, None, None]:
        """The events, from a thread that ends with the iteration."""
        thread = threading.Thread(target=self._work, daemon=True)
        thread.start()
        try:
            yield from self._received(thread, deadline)
        finally:
            self._end(thread)

    def _received(self, thread: threading.Thread, deadline: float | None) -> Iterator[_Event]:
        """The events, as they come; at the deadline, or if the thread is gone, one that ends them."""
        while True:
            if self.outcome.count >= _MANY and self._events.empty():
                time.sleep(_PAUSE)
            lives = thread.is_alive()  # looked at first: what it sent before it ended is there then
            wait = _POLL if deadline is None else min(_POLL, deadline - time.monotonic())
            try:
                yield self._events.get(timeout=wait) if wait > 0 and lives else self._events.get_nowait()
            except queue.Empty:
                if deadline is not None and time.monotonic() >= deadline:
                    yield _Ended(False, StopReason.TIME_LIMIT)
                elif not lives:
                    yield _Failed(PuzzleError("a fault in pysolve itself: the search ended without a result"))

    def _end(self, thread: threading.Thread) -> None:
        """Stops the search if it still runs; grounding cannot be stopped and is left behind."""
        self._stop.set()
        patience = time.monotonic() + (_PATIENCE if self._grounded else _GROUNDING_PATIENCE)
        while thread.is_alive() and (self._always_ends or time.monotonic() < patience):
            if self._ground is not None:
                self._ground.control.interrupt()
            thread.join(_POLL)
        self.abandoned = thread.is_alive()
        if self.abandoned:
            atexit.register(thread.join, _LEAVING)
            if self._ground is not None:
                _keep_for_ever(self._ground.control)

    # -- The thread's side

    def _work(self) -> None:
        try:
            with closing(self._run()) as events:
                for event in events:
                    if not self._put(event):
                        break
        except PuzzleError as error:
            self._put(_Failed(error))
        except MemoryError:
            self._put(_Ended(False, StopReason.MEMORY_LIMIT))
        except SystemExit:
            raise
        except BaseException as error:  # whatever it is, it belongs to the waiting caller
            self._put(_Failed(fault(error)))

    def _put(self, event: _Event) -> bool:
        """Hands something to the caller; False if nobody waits for more."""
        while self._events.qsize() > _AHEAD and not self._stop.is_set():
            time.sleep(0.001)
        self._events.put(event)
        return not self._stop.is_set()

    # -- The search itself

    def _run(self) -> Generator[_Event, None, None]:
        ground = self._ground_program(self._program)
        checks = InputChecks(ground, self.puzzle, self._reader)
        checks.check()
        self.skipped = any(ground.is_fact(name) for name in self._skip_if)
        given = tuple(self._drawn_facts(ground)) if self.settings.drawing else ()
        yield _Grounded(given, checks.contradiction())
        if self.skipped:
            yield _Ended(False)
            return
        with ground.errors_in_words():
            count, exhausted = yield from self._search(ground)
        if exhausted and not count and self._whole is not None:
            yield _NoAnswer()
            checks = InputChecks(self._ground_program(self._whole), self.puzzle, self._reader)
            yield _Reason(checks.contradiction())
        yield _Ended(exhausted)

    def _ground_program(self, program: rules.Program) -> GroundProgram:
        """A program ground with the puzzle."""
        constants = constants_of(self.puzzle, program, self.settings)
        text, context = with_context(self.puzzle, self._words, [*constants, *program.constants])
        program = program.copy()
        program.add(text + self._known, self.puzzle.file)
        self._grounded = False
        self._ground = ground = GroundProgram(program, self.settings.arguments(), constants, context=context)
        ground.ground()
        self._grounded = True
        return ground

    def _drawn_facts(self, ground: GroundProgram) -> Iterator[Term]:
        for template in [rule.template for rule in self.puzzle.type.draw]:
            for atom in ground.atoms(*template.signature):
                if atom.is_fact:
                    term = self._reader.term(atom.symbol)
                    if match(template, term) is not None:
                        yield term

    def _search(self, ground: GroundProgram) -> Generator[_Event, None, tuple[int, bool]]:
        """The answers, unless they are only counted; how many, and whether there are no others.

        With `beside` a second one is looked for beside the first one, before the search goes on.
        """
        control = ground.control
        if self._differing:
            configuration: Any = control.configuration
            configuration.solve.opt_mode = "ignore"
        if not self._beside or not Others.known_of(ground.program):
            return (yield from self._answers(control, self.settings.models))
        count, exhausted = yield from self._answers(control, 1)
        if not count or self._stop.is_set():
            return count, exhausted
        others = Others(ground, self.puzzle.board, self._reader.atoms(self._last), self._reader)
        near = others.near(self._stop)
        if near is not None:
            yield _Answer(near, (), frozenset())
            return count + 1, False
        more, exhausted = yield from self._answers(control, 1, [others.differs])
        return count + more, exhausted

    def _answers(
        self, control: clingo.Control, most: int, assumptions: Sequence[int] = ()
    ) -> Generator[_Event, None, tuple[int, bool]]:
        """Up to `most` answers, or all of them if it is 0. Returns how many there were, and whether those were all."""
        count = 0
        exhausted = False
        try:
            with control.solve(assumptions, yield_=True) as handle:
                for model in handle:
                    costs = tuple(model.cost)
                    if costs and not model.optimality_proven:
                        yield _Better(model.symbols(shown=True), costs)
                        continue
                    count += 1
                    if self.settings.count:
                        self.outcome.count = count  # as it goes: what ends the search may come at any time
                        if self._stop.is_set():
                            break
                    else:
                        holds = frozenset(symbol.name for symbol in self._watched if model.contains(symbol))
                        self._last = model.symbols(shown=True)
                        yield _Answer(self._last, costs, holds)
                    if count == most:
                        break
                    if self._differing:
                        model.context.add_clause([(each, False) for each in self._held(model)])
                else:
                    exhausted = bool(handle.get().exhausted)
        except GeneratorExit:  # nobody waits for more
            self._keep_statistics(control)
            raise
        self._keep_statistics(control)
        return count, exhausted

    def _held(self, model: clingo.Model) -> Iterator[clingo.Symbol]:
        """What an answer shows at the places in which others are to differ."""
        for symbol in model.symbols(shown=True):
            if any(place in self._differing for place in self._reader.atom(symbol).args):
                yield symbol

    def _keep_statistics(self, control: clingo.Control) -> None:
        if self.settings.statistics:  # those of all that was asked of the control, of the program as it was ground
            program = {"problem": self.outcome.statistics["problem"]} if self.outcome.statistics else {}
            self.outcome.statistics = {**control.statistics, **control.statistics["accu"], **program}


class BuiltSearch(Search):
    """A search whose first answer is built (windows.Built), and a second near it; nothing follows if it has none."""

    _always_ends = True  # it grounds small programs, one after the other: what is left behind would go on with the next

    def __init__(self, puzzle: Puzzle, settings: Settings, route: Path, window: Path) -> None:
        """route, window: the programs by which it is built."""
        super().__init__(puzzle, settings)
        self._route, self._window = rules.load([route]), rules.load([window])

    def _run(self) -> Generator[_Event, None, None]:
        built = Built(self.puzzle, self._ground_program(self._route), self._ground_window, self._stop)
        if Others.known_of(self._program) and self._is_built(built):
            ground = self._ground_program(self._program)
            yield _Grounded(tuple(self._drawn_facts(ground)) if self.settings.drawing else (), None)
            with ground.errors_in_words():
                yield from self._confirmed(ground, built.shown)
        yield _Ended(False)

    def _is_built(self, built: Built) -> bool:
        """Whether some attempt leads to an answer. The smaller a board, the fewer may end with poor places."""
        patience = len(self.puzzle.cells)
        for chance in map(random.Random, range(_ATTEMPTS)):
            if patience <= 0 or self._stop.is_set():
                break
            if built.begin(chance):
                if built.improve(chance):
                    return True
                patience -= _CELLS
        return False

    def _ground_window(self, text: str, arguments: Sequence[str]) -> GroundProgram:
        program = self._window.copy()
        program.add(text + "\n", self.puzzle.file)
        self._ground = ground = GroundProgram(program, arguments)
        ground.ground()
        return ground

    def _confirmed(self, ground: GroundProgram, shown: Collection[Term]) -> Generator[_Event, None, None]:
        """The answer that was built, if it is one by the rules, and another one near it."""
        others = Others(ground, self.puzzle.board, shown, self._reader)
        count, _ = yield from self._answers(ground.control, 1, others.known)
        near = others.near(self._stop) if count and self.settings.models > 1 else None
        if near is not None:
            yield _Answer(near, (), frozenset())


def _keep_for_ever(control: clingo.Control) -> None:
    """Never frees a control that a thread still grounds with: not even at the end of the process, which would crash."""
    import ctypes

    ctypes.pythonapi.Py_IncRef(ctypes.py_object(control))


def run(puzzle: Puzzle, settings: Settings = Settings()) -> tuple[list[AnswerSet], Outcome]:
    """All answers that the settings ask for, and what is known at the end."""
    search = Search(puzzle, settings)
    return list(search), search.outcome


# -- Which way a puzzle is solved, and verdicts by a type's further programs (docs/rules.md, 'Canonical answers')
# first.lp        an addition to rules.lp that leaves fewer answers and finds one fast
# route.lp        of what a first answer is built, which window.lp makes better (docs/rules.md, 'A first answer, built')
# canonical.lp    a program by itself: every answer of rules.lp can be turned into one of its answers
#
# They only save time: what they leave open is decided by rules.lp alone.


#: Programs beside rules.lp: to find a first answer, to settle the verdict, to say where the words of a list can stand.
FIRST, CANONICAL, SLOTS = "first.lp", "canonical.lp", "slots.lp"

#: To build a first answer.
ROUTE, WINDOW = "route.lp", "window.lp"

#: Those that make steps of a search.
STEPS = (FIRST, ROUTE, WINDOW, CANONICAL)

#: All of them: programs that suit the rules beside which they stand, and no others.
AUXILIARY_PROGRAMS = (FAST, BEYOND, *STEPS, SLOTS)

#: What an answer of canonical.lp may derive: it is an answer of rules.lp, too; if it is alone, so is that one.
VALID, SETTLED = "valid", "settled"

#: What an answer of canonical.lp may show besides: a fact that the rules may be given if this answer is alone.
KNOWN = "known"

#: A fact of canonical.lp for puzzles that rules.lp alone decides as fast.
UNNEEDED = "canonical_unneeded"

#: An answer is built on boards of more cells, and of more cells for each fact of a token: few of them have one answer.
_LARGE, _SPARSE = 190, 9

#: How often one begins anew, at most, and the cells of a board for each time that it may end with places that are poor:
#: for a small one it pays to search then.
_ATTEMPTS, _CELLS = 12, 256

#: Conflicts that first.lp is given before, and the part of the time that is left for what comes after.
_EFFORT_BEFORE, _RESERVE = 3000, 0.25


def auxiliary_program(type_: PuzzleType, name: str) -> Path | None:
    """The program of this name beside the type's rules; None if it has none."""
    path = type_.folder / name
    return path if path.is_file() else None


def open_local(puzzle: Puzzle, settings: Settings) -> AnswerSearch:
    """A search in this process, with the type's further programs where they apply."""
    if settings.plain or settings.rules or puzzle.type.added:  # the further programs know nothing of added rules
        return Search(puzzle, settings)
    slots = auxiliary_program(puzzle.type, SLOTS) if puzzle.lists else None
    if slots is not None:
        return words.open_word_search(puzzle, settings, slots)
    if 0 < settings.models <= 2:
        steps = {name: path for name in STEPS if (path := auxiliary_program(puzzle.type, name)) is not None}
        if steps:
            return Strategy(puzzle, settings, steps)
    return Search(puzzle, settings)


class Strategy(AnswerSearch):
    """Looks for one or two answers in steps: first.lp, an answer that is built, canonical.lp, rules.lp alone."""

    def __init__(self, puzzle: Puzzle, settings: Settings, programs: Mapping[str, Path]) -> None:
        """programs: those of STEPS that the type has, by their names."""
        self.puzzle = puzzle
        self.settings = settings
        self.outcome = Outcome(asked=settings.models)
        self._programs = programs
        self._answers: list[AnswerSet] = []
        self._known: tuple[Value, ...] = ()
        self._several = False  # whether there are several canonical answers, so likely several of rules.lp
        self._started = 0.0

    def __iter__(self) -> Iterator[AnswerSet]:
        self._started = time.monotonic()
        for step in self._steps():
            if self._done():
                break
            yield from step
        self.outcome.count = len(self._answers)
        self.outcome.seconds = time.monotonic() - self._started

    def _steps(self) -> Iterator[Iterator[AnswerSet]]:
        """What is to be tried, one after the other, as long as it is not done."""
        built = self._can_be_built()
        if FIRST in self._programs:
            yield self._by_first_program(_EFFORT_BEFORE if built else None)
        if built and not self._answers:
            yield self._by_building()
            if FIRST in self._programs and not self._answers:
                yield self._by_first_program()
        if CANONICAL in self._programs:
            yield self._by_canonical_answers(self._programs[CANONICAL])
        yield self._by_rules_alone()

    def _done(self) -> bool:
        enough = len(self._answers) >= self.settings.models
        return enough or self.outcome.exhausted or self.outcome.reason is not None

    def _can_be_built(self) -> bool:
        """Whether the board is large and has few clues, and the search may take as long as it likes."""
        cells = len(self.puzzle.cells)
        possible = ROUTE in self._programs and WINDOW in self._programs and self.settings.conflicts is None
        return possible and cells > _LARGE and sum(1 for _ in facts.token_facts(self.puzzle)) * _SPARSE < cells

    def _by_first_program(self, conflicts: int | None = None) -> Iterator[AnswerSet]:
        """The answer of first.lp, if it has one, or if one is found so soon."""
        search = self._search([self.puzzle.type.rules_file, self._programs[FIRST]], models=1)
        if conflicts is not None:
            search.settings = replace(search.settings, conflicts=conflicts)
        yield from self._new(search)

    def _by_building(self) -> Iterator[AnswerSet]:
        """An answer that is built, and one near it."""
        left = self._time_left()
        settings = replace(self.settings, count=False, time_limit=None if left is None else left * (1 - _RESERVE))
        yield from self._new(BuiltSearch(self.puzzle, settings, self._programs[ROUTE], self._programs[WINDOW]))
        self.outcome.reason = None  # its own limit ends it only

    def _time_left(self) -> float | None:
        limit = self.settings.time_limit
        return None if limit is None else max(limit - (time.monotonic() - self._started), 0.01)

    def _search(
        self,
        files: list[RuleFile],
        models: int,
        *,
        watched: Sequence[str] = (),
        skip_if: Sequence[str] = (),
        known: Sequence[Value] = (),
        beside: bool = False,
    ) -> Search:
        settings = replace(self.settings, models=models, count=False, time_limit=self._time_left())
        return Search(self.puzzle, settings, files, watched=watched, skip_if=skip_if, known=known, beside=beside)

    def _new(self, search: Search) -> Generator[AnswerSet, None, None]:
        """The answers of a search that were not given before."""
        try:
            with closing(iter(search)) as answers:
                for answer in answers:
                    self._learn(search)
                    if self._is_new(answer):
                        yield self._keep(answer)
        finally:  # statistics are there once it has ended, also where nobody waits for more
            self._learn(search)
        if search.outcome.reason is not None:
            self.outcome.reason = search.outcome.reason

    def _is_new(self, answer: AnswerSet) -> bool:
        return all(set(answer.atoms) != set(known.atoms) for known in self._answers)

    def _keep(self, answer: AnswerSet) -> AnswerSet:
        self._answers.append(answer)
        self.outcome.count = len(self._answers)
        return answer

    def _learn(self, search: Search) -> None:
        """Keeps what a search shows of the puzzle besides its answers."""
        if not self._known:  # pictures would show it as given; otherwise rules.lp, which comes last, knows best
            self.outcome.given = search.outcome.given or self.outcome.given
        self.outcome.statistics = search.outcome.statistics
        self.outcome.warnings = search.outcome.warnings
        self.outcome.impossible = search.outcome.impossible

    def _by_canonical_answers(self, program: Path) -> Iterator[AnswerSet]:
        """Two canonical answers at most, and what they settle."""
        search = self._search([program], models=2, watched=(VALID, SETTLED), skip_if=[UNNEEDED])
        answers = list(search)
        if search.skipped:
            return
        self.outcome.given = self.outcome.given or search.outcome.given
        if search.outcome.reason is not None:
            self.outcome.reason = search.outcome.reason
        if search.outcome.exhausted:
            self.outcome.exhausted = not answers or (len(answers) == 1 and SETTLED in answers[0].holds)
            if len(answers) == 1:
                self._known = tuple(atom.args[0] for atom in answers[0].atoms if atom.name == KNOWN)
        self._several = len(answers) > 1
        for answer in answers:
            if VALID in answer.holds and len(self._answers) < self.settings.models and self._is_new(answer):
                yield self._keep(answer)

    def _by_rules_alone(self) -> Iterator[AnswerSet]:
        """By rules.lp alone. Two of its answers are one more than is known, even if one of them is known."""
        search = self._search([self.puzzle.type.rules_file], models=2, known=self._known, beside=self._several)
        with closing(self._new(search)) as answers:
            for answer in answers:
                yield answer
                if self._done():
                    return
        self.outcome.exhausted = search.outcome.exhausted
