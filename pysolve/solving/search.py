"""Grounds a puzzle with its rules and enumerates the answers. The only module that imports clingo.

A question runs in a thread of its own, so that the caller can stop waiting at any time: search is
interrupted; grounding cannot be, so its thread is left behind (`Search.abandoned`), and a program that
wants to be rid of it ends its process. Workers (pysolve.worker) are such processes.
"""

from __future__ import annotations

import queue
import re
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import clingo

from ..model.errors import PuzzleError
from ..model.options import check_option, check_options
from ..model.puzzle import Puzzle
from ..model.terms import Term, Value, match
from . import facts, rules

UNIQUE, MULTIPLE, NONE, UNKNOWN = "unique", "multiple", "none", "unknown"

TIME_LIMIT = "the time limit was reached"
MEMORY_LIMIT = "the memory limit was reached"
STOPPED = "it was stopped"

_POLL = 0.05  # seconds between looks at the clock
_AHEAD = 5000  # answers that the search may be ahead of who reads them: memory stays bounded
_MANY = 100  # answers after which others are awaited in bunches: the two threads would hand over at every answer,
_PAUSE = 0.005  # which takes longer than the search; seconds in which a bunch gathers
_PATIENCE = 0.8  # seconds that an interrupted search gets to end


@dataclass(frozen=True)
class Settings:
    """How to search.

    models: stop after so many answers, 0 for all. rules: further rule files. constants: options that win over
    the instance's. time_limit: seconds. threads: a portfolio of so many. configuration: one of catalog.CONFIGURATIONS.
    seed: lets clasp choose at random with this seed. conflicts: give up after so many. count: answers are
    counted, not read. drawing: read the facts that pictures show. statistics: keep clasp's statistics.
    """

    models: int = 2
    rules: tuple[str, ...] = ()
    constants: Mapping[str, str] = field(default_factory=dict)
    time_limit: float | None = None
    threads: int = 1
    configuration: str | None = None
    seed: int | None = None
    conflicts: int | None = None
    count: bool = False
    drawing: bool = True
    statistics: bool = False

    def arguments(self) -> list[str]:
        """clingo's command line for these settings."""
        found = ["--models=0", "--project=show", "--opt-mode=optN"]
        if self.threads > 1:
            found.append(f"--parallel-mode={self.threads}")
        if self.configuration:
            found.append(f"--configuration={self.configuration}")
        if self.seed is not None:
            found += [f"--seed={self.seed}", "--rand-freq=0.02", "--sign-def=rnd"]
        if self.conflicts is not None:
            found.append(f"--solve-limit={self.conflicts}")
        if self.statistics:
            found.append("--stats")
        return found


class AnswerSet(NamedTuple):
    """An answer as the search finds it: its shown atoms, the costs if the rules optimize, and which of the watched
    atoms hold in it.
    """

    atoms: tuple[Term, ...]
    costs: tuple[int, ...] = ()
    holds: frozenset[str] = frozenset()


@dataclass
class Outcome:
    """What is known at the end of a search, or so far.

    count: answers found. exhausted: there are no others. reason: why the search ended early, if it did.
    impossible: a plain reason for there being no answer, if the rules know one. warnings: clingo's remarks
    on the rules. optimized: the rules optimize, so the answers are the best ones. best: the best answer so far
    where the optimum was not proved.
    """

    count: int = 0
    exhausted: bool = False
    reason: str | None = None
    impossible: str | None = None
    warnings: tuple[str, ...] = ()
    best: AnswerSet | None = None
    optimized: bool = False
    seconds: float = 0.0
    given: tuple[Term, ...] = ()
    statistics: dict[str, Any] = field(default_factory=dict)

    @property
    def verdict(self) -> str:
        """unique, multiple, none, or unknown where the search ended before it could tell."""
        if self.count > 1:
            return MULTIPLE
        if not self.exhausted:
            return UNKNOWN
        return UNIQUE if self.count else NONE


class Search:
    """One question to clingo. Iterate over it for the answers; `outcome` tells the rest.

    PuzzleError comes out of the iteration if the rules cannot be grounded or find the input invalid.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        settings: Settings = Settings(),
        files: Sequence[Path] = (),
        choice: facts.Choice | None = None,
    ) -> None:
        """files: rule files to be used in place of the type's rules.lp. choice: words in place of the whole list."""
        self.puzzle = puzzle
        self.settings = _for_board(settings, puzzle)
        self.outcome = Outcome()
        self.abandoned = False
        self.unneeded = False
        self._program = program(puzzle, settings, files, choice)
        self._watched: list[clingo.Symbol] = []
        self._unneeded: str | None = None
        self._events: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
        self._stop = threading.Event()
        self._control: clingo.Control | None = None
        self._messages: list[tuple[clingo.MessageCode, str]] = []
        self._read = Reader()

    def __iter__(self) -> Iterator[AnswerSet]:
        started = time.monotonic()
        deadline = None if self.settings.time_limit is None else started + self.settings.time_limit
        thread = threading.Thread(target=self._work, daemon=True)
        thread.start()
        try:
            yield from self._consume(deadline, started)
        finally:
            self.outcome.seconds = time.monotonic() - started
            self._end(thread)
            self._keep_count()

    def watch(self, *names: str, unneeded: str | None = None) -> None:
        """Has answers tell which of these atoms hold in them.

        unneeded: an atom that ends the search after grounding if it is a fact; `unneeded` tells so afterwards.
        """
        self._watched = [clingo.Function(name) for name in names]
        self._unneeded = unneeded

    @property
    def pending(self) -> bool:
        """Whether more has been found than the iteration has given so far."""
        return not self._events.empty()

    # -- The caller's side

    def _consume(self, deadline: float | None, started: float) -> Iterator[AnswerSet]:
        best: tuple[list[clingo.Symbol], tuple[int, ...]] | None = None
        while True:
            try:
                kind, content = self._next_event(deadline)
            except TimeoutError:
                self.outcome.reason = TIME_LIMIT
                break
            if kind == "answer":
                symbols, costs, holds = content
                self.outcome.count += 1
                self.outcome.seconds = time.monotonic() - started
                yield AnswerSet(self._read.atoms(symbols), costs, holds)
            elif kind == "better":
                best = content
                self.outcome.optimized = True
            elif kind == "grounded":
                self.outcome.given, self.outcome.impossible = content
            elif kind == "counted":
                self.outcome.count = content
            elif kind == "error":
                raise content
            elif kind == "limit":
                self.outcome.reason = content
                break
            else:
                self.outcome.exhausted = content
                break
        self.outcome.warnings = self._warnings()
        if self.outcome.count == 0 and best is not None:
            self.outcome.best = AnswerSet(self._read.atoms(best[0]), best[1])

    def _next_event(self, deadline: float | None) -> tuple[str, Any]:
        if self.outcome.count >= _MANY and self._events.empty():
            time.sleep(_PAUSE)
        while True:
            wait = _POLL if deadline is None else min(_POLL, deadline - time.monotonic())
            try:
                return self._events.get(timeout=wait) if wait > 0 else self._events.get_nowait()
            except queue.Empty:
                if deadline is not None and time.monotonic() >= deadline:
                    raise TimeoutError from None

    def _end(self, thread: threading.Thread) -> None:
        """Stops the search if it still runs; grounding does not listen and is left behind."""
        self._stop.set()
        patience = time.monotonic() + _PATIENCE
        while thread.is_alive() and time.monotonic() < patience:
            if self._control is not None:
                self._control.interrupt()
            thread.join(_POLL)
        self.abandoned = thread.is_alive()
        if self.abandoned:
            _keep_for_ever(self._control)

    def _keep_count(self) -> None:
        """Takes over what was counted by the time at which the search was stopped."""
        while not self._events.empty():
            kind, content = self._events.get()
            if kind == "counted":
                self.outcome.count = content

    # -- The thread's side

    def _work(self) -> None:
        try:
            self._ground()
            if self.unneeded:
                self._put("end", False)
            elif not self._stop.is_set():
                self._search()
        except PuzzleError as error:
            self._put("error", error)
        except (MemoryError, RuntimeError) as error:
            if isinstance(error, MemoryError) or "bad_alloc" in str(error):
                self._put("limit", MEMORY_LIMIT)
            else:
                self._put("error", self._translate(error))

    def _put(self, kind: str, content: object) -> bool:
        """Hands something to the caller; False if nobody listens any more."""
        while self._events.qsize() > _AHEAD and not self._stop.is_set():
            time.sleep(0.001)
        self._events.put((kind, content))
        return not self._stop.is_set()

    def _ground(self) -> None:
        arguments = self.settings.arguments()
        arguments += [f"-c {name}={value}" for name, value in self._constants().items()]
        control = clingo.Control(arguments, logger=self._log, message_limit=50)
        self._control = control
        control.add("base", [], self._program.text)
        control.ground([("base", [])])
        for code, message in self._messages:
            if code == clingo.MessageCode.AtomUndefined:
                raise self._explain(message)
        self._check_input(control)
        if self._unneeded is not None:
            atom = control.symbolic_atoms[clingo.Function(self._unneeded)]
            self.unneeded = atom is not None and atom.is_fact
        given = tuple(self._drawn_facts(control)) if self.settings.drawing else ()
        self._put("grounded", (given, self._impossible(control)))

    def _log(self, code: clingo.MessageCode, text: str) -> None:
        self._messages.append((code, text))

    def _constants(self) -> dict[str, str]:
        return {**self.puzzle.options, **check_constants(self.puzzle, self._program, self.settings.constants)}

    def _search(self) -> None:
        assert self._control is not None
        if self.settings.count and not self.settings.models and not self._may_optimize():
            exhausted = bool(self._control.solve().exhausted)  # clasp counts: no call back for each answer
            count = int(self._control.statistics["summary"]["models"]["enumerated"])
        else:
            count, exhausted = self._enumerate(self._control)
        if self.settings.statistics:
            self.outcome.statistics = dict(self._control.statistics)
        if self.settings.count:
            self._put("counted", count)
        self._put("end", exhausted)

    def _may_optimize(self) -> bool:
        """Whether answers may have costs: clasp's count would hold those that are not the best, too."""
        return any(sign in self._program.text for sign in ("#minimi", "#maximi", ":~"))

    def _enumerate(self, control: clingo.Control) -> tuple[int, bool]:
        """Hands over the answers, unless they are only counted; how many, and whether there are no others."""
        count = 0
        optimizing = True  # until a model says that it has no costs
        wanted = self.settings.models

        def on_model(model: clingo.Model) -> bool:
            nonlocal count, optimizing
            costs = tuple(model.cost) if optimizing else ()
            optimizing = bool(costs)
            if costs and not model.optimality_proven:
                self._put("better", (model.symbols(shown=True), costs))
                return not self._stop.is_set()
            count += 1
            if not self.settings.count:
                holds = frozenset(symbol.name for symbol in self._watched if model.contains(symbol))
                if not self._put("answer", (model.symbols(shown=True), costs, holds)):
                    return False
            return not self._stop.is_set() and count != wanted

        exhausted = bool(control.solve(on_model=on_model).exhausted)
        return count, exhausted and not (wanted and count == wanted)

    # -- What grounding tells

    def _check_input(self, control: clingo.Control) -> None:
        """PuzzleError for the first invalid/3 in reading order."""
        found = [self._read.term(each.symbol) for each in control.symbolic_atoms.by_signature("invalid", 3)]
        if found:
            place, sentence, arguments = min(found, key=_reading_order).args
            raise self._place_error(place, self._sentence(sentence, arguments))

    def _impossible(self, control: clingo.Control) -> str | None:
        found = [self._read.term(each.symbol) for each in control.symbolic_atoms.by_signature("impossible", 3)]
        if not found:
            return None
        place, sentence, arguments = min(found, key=_reading_order).args
        said = self._sentence(sentence, arguments)
        name = self.puzzle.board.name(place)
        return f"{name}: {said}" if name else said

    def _sentence(self, sentence: Value, arguments: Value) -> str:
        values = arguments if isinstance(arguments, tuple) else (arguments,)
        said = [self._argument(value) for value in values]
        try:
            return str(sentence).format(*said)
        except (IndexError, KeyError, ValueError):
            return f"{sentence} {' '.join(said)}"

    def _argument(self, value: Value) -> str:
        if isinstance(value, Term) and value.name == "symbol" and isinstance(value.args[0], int):
            return self.puzzle.alphabet.name(value.args[0])
        return self.puzzle.board.name(value) or (value if isinstance(value, str) else str(value))

    def _place_error(self, place: Value, sentence: str) -> PuzzleError:
        token = self.puzzle.token_at(place)
        said = f"found '{token}', {sentence}" if token is not None else sentence
        if isinstance(place, tuple) and len(place) == 2:
            return PuzzleError(said, file=self.puzzle.file, row=place[0], column=self.puzzle.board.position(place))
        name = self.puzzle.board.name(place)
        return PuzzleError(f"{name}: {said}" if name else said, file=self.puzzle.file)

    def _drawn_facts(self, control: clingo.Control) -> Iterator[Term]:
        for template, _ in self.puzzle.type.draw:
            for atom in control.symbolic_atoms.by_signature(template.name, len(template.args)):
                if atom.is_fact:
                    term = self._read.term(atom.symbol)
                    if match(template, term) is not None:
                        yield term

    # -- Messages

    def _translate(self, error: BaseException) -> PuzzleError:
        for code, message in self._messages:
            if code == clingo.MessageCode.RuntimeError or ": error:" in message:
                return self._explain(message)
        return PuzzleError(f"clingo: {error}", file=self.puzzle.file)

    def _explain(self, message: str) -> PuzzleError:
        return explain(message, self._program)

    def _warnings(self) -> tuple[str, ...]:
        return tuple(
            str(self._explain(message))
            for code, message in self._messages
            if code not in (clingo.MessageCode.RuntimeError, clingo.MessageCode.AtomUndefined)
        )


def _for_board(settings: Settings, puzzle: Puzzle) -> Settings:
    """The settings, with the configuration that the type names for large boards where the user names none."""
    large = puzzle.type.search
    if large is None or settings.configuration is not None or len(puzzle.cells) <= large.above:
        return settings
    return replace(settings, configuration=large.configuration)


def _keep_for_ever(control: clingo.Control | None) -> None:
    """Never frees a control that a thread still grounds with: not even at the end of the process, which would crash."""
    import ctypes

    ctypes.pythonapi.Py_IncRef(ctypes.py_object(control))


class Reader:
    """clingo's symbols as terms; what was read once is remembered, and is the same object ever after.

    Programs share their symbols, which clingo never frees, so what one search has read serves the next ones.
    """

    _shared: ClassVar[dict[Any, Any]] = {}
    _MOST_SHARED = 500_000

    def __init__(self) -> None:
        if len(self._shared) > self._MOST_SHARED:
            Reader._shared = {}
        self._known = self._shared  # by what _number and _numbers give

    def atoms(self, symbols: Sequence[clingo.Symbol]) -> tuple[Term, ...]:
        """The terms of a model's symbols."""
        numbers = _numbers(symbols)
        try:
            return tuple([self._known[number] for number in numbers])
        except KeyError:
            return tuple([self.term(symbol) for symbol in symbols])

    def term(self, symbol: clingo.Symbol) -> Any:
        """The value of a symbol: a Term for an atom."""
        number = _number(symbol)
        known = self._known.get(number)
        if known is None:
            known = self._known[number] = self._convert(symbol)
        return known

    def _convert(self, symbol: clingo.Symbol) -> Value:
        kind = symbol.type
        if kind is clingo.SymbolType.Function:
            name = symbol.name
            args = tuple([self.term(argument) for argument in symbol.arguments])
            if not name:
                return args
            return Term(name if symbol.positive else f"-{name}", args)
        if kind is clingo.SymbolType.Number:
            return symbol.number
        if kind is clingo.SymbolType.String:
            return symbol.string
        return Term(str(symbol))


def _numbers(symbols: Sequence[clingo.Symbol]) -> list[Any]:
    """What tells a model's symbols apart: clingo's numbers for them, which are read ten times faster than symbols.

    They are not part of clingo's documented interface; where they are missing, the symbols do.
    """
    numbers = getattr(symbols, "_p_symbols", None)
    return list(symbols) if numbers is None else list(numbers)


def _number(symbol: clingo.Symbol) -> Any:
    """The same of one symbol."""
    return getattr(symbol, "_rep", symbol)


def program(
    puzzle: Puzzle, settings: Settings = Settings(), files: Sequence[Path] = (), choice: facts.Choice | None = None
) -> rules.Program:
    """The type's rules (or other files in their place), the added ones and the puzzle's facts as one program."""
    found = rules.load([*(files or [puzzle.type.rules_file]), *settings.rules])
    found.add(facts.text(puzzle, choice), puzzle.file)
    return found


def derive(puzzle: Puzzle, settings: Settings, file: Path) -> list[Term]:
    """All facts that a program without choices derives from the board; words of lists are not looked at."""
    found = rules.load([file])
    found.add(facts.text(puzzle, facts.Choice(())), puzzle.file)
    constants = check_constants(puzzle, rules.load([puzzle.type.rules_file]), settings.constants)
    said: list[tuple[clingo.MessageCode, str]] = []
    arguments = [f"-c {name}={value}" for name, value in {**puzzle.options, **constants}.items()]
    control = clingo.Control(arguments, logger=lambda *message: said.append(message), message_limit=50)
    try:
        control.add("base", [], found.text)
        control.ground([("base", [])])
    except RuntimeError as error:
        raise explain(next((text for _, text in said if ": error:" in text), str(error)), found) from None
    for code, text in said:
        if code == clingo.MessageCode.AtomUndefined:
            raise explain(text, found)
    read = Reader()
    return [read.term(atom.symbol) for atom in control.symbolic_atoms if atom.is_fact]


def check_constants(puzzle: Puzzle, text: rules.Program, constants: Mapping[str, str]) -> dict[str, str]:
    """Options given by the user, checked: the type's, and `#const`s that added rule files declare."""
    if not constants:
        return {}
    declared = set(rules.defaults(text.text))
    checked = {}
    for name, value in constants.items():
        option = puzzle.type.options.get(name)
        if option is not None:
            checked[name] = check_option(name, value, list(option.choices))
        elif name in declared:
            if not re.fullmatch(r"-?\d{1,10}|_*[a-z]\w*", value):
                raise PuzzleError(f"option {name}: found '{value}', expected a number or a word")
            checked[name] = value
        else:
            known = [*puzzle.type.options, *sorted(declared - set(puzzle.type.options))]
            what = f"its options are {', '.join(known)}" if known else "it has none"
            raise PuzzleError(f"{puzzle.type.title} has no option '{name}'; {what}")
    return checked


def _reading_order(message: Term) -> tuple[int, str, str]:
    place = message.args[0]
    if isinstance(place, tuple):
        return (0, "".join(f"{part:09}" for part in place if isinstance(part, int)), str(message.args[1]))
    return (1, str(place), str(message.args[1]))


_MESSAGE = r"<block>:(\d+):(\d+)(?:-(?:(\d+):)?(\d+))?: (?:error|info|warning): (.*)"  # compiled when there is one


def explain(message: str, text: rules.Program) -> PuzzleError:
    """A message of clingo in plain words, with the file, the line and what stands there."""
    found = re.match(_MESSAGE, message.strip(), re.DOTALL)
    if found is None:
        return PuzzleError(f"clingo: {message.strip().splitlines()[0]}")
    line, column = int(found[1]), int(found[2])
    sentence = _in_plain_words(found[5].strip())
    if not text.place(line)[0]:  # between two files: what stands at the end of the first one goes on here
        line = text.end_before(line)
        column = len(text.line(line).encode()) + 1
        sentence = "this is the end of the file, but not of the rule: expected a '.'"
    file, file_line = text.place(line)
    said = text.line(line)
    at = len(said.encode()[: column - 1].decode(errors="ignore"))
    error = PuzzleError(sentence, file=file, line=file_line)
    error.excerpt = f"    {said}\n    {' ' * at}^"
    return error


def _in_plain_words(said: str) -> str:
    if said.startswith("unsafe variables in"):
        names = sorted(set(re.findall(r"'(\w+)' is unsafe", said)))
        which = f"the variable {names[0]} is" if len(names) == 1 else f"the variables {', '.join(names)} are"
        return f"{which} unsafe: no positive atom of the rule says which values to take"
    if said.startswith("atom does not occur in any rule head"):
        atom = said.split(":", 1)[1].strip()
        return f"no fact and no rule defines {atom} (a predicate that may be empty is declared by #defined)"
    if said.startswith("syntax error"):
        return "this cannot be read as a rule: " + " ".join(said.split())
    return " ".join(said.split())


def run(puzzle: Puzzle, settings: Settings = Settings()) -> tuple[list[AnswerSet], Outcome]:
    """All answers that the settings ask for, and what is known at the end."""
    search = Search(puzzle, settings)
    return list(search), search.outcome


def with_options(puzzle: Puzzle, settings: Settings) -> tuple[Puzzle, Settings]:
    """Options of the type that the user set become the puzzle's own, so that it says them; and the other settings."""
    own = {name: value for name, value in settings.constants.items() if name in puzzle.type.options}
    others = {name: value for name, value in settings.constants.items() if name not in own}
    options = puzzle.options | check_options(puzzle.type, own)
    return replace(puzzle, options=options), replace(settings, constants=others)
