"""Grounding: the one place that makes clingo's controls.

A program is grounded once; whoever grounded it then searches, assumes or adds rules by its control.
"""

from __future__ import annotations

import re
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import clingo
from clingo.backend import Observer

from ..model.errors import PuzzleError, Remark, nearest, together
from ..model.puzzle import LimitReason, StopReason
from ..rules import Program, syntax
from ..rules.library import MOST_MESSAGES

if TYPE_CHECKING:
    from clingo.ast import AST

    from .facts import SymbolFacts


# -- Which predicate grows while a program is grounded: what is said where a limit ends a grounding
# clingo does not tell what it grounds until it has. So where a grounding takes long, the program is grounded a second
# time beside the first, for a moment, with an observer that ends it; then its atoms are counted.


_PATIENCE = 1.0  # seconds that grounding may take before one looks at it
_SECONDS, _RULES = 0.7, 100_000  # what is grounded a second time, at most
_FINISHING = 0.2  # seconds that one waits for what is found
_MANY = 5_000  # atoms of a predicate that grows, at least, …
_MOST = 0.5  # … and which part of all atoms


@dataclass
class _Grounding:
    """A grounding under way. note: what is known of its growth."""

    program: Program
    arguments: Sequence[str]
    context: object
    started: float
    looking: threading.Thread | None = None
    note: str = ""


_wanted = False  # whether groundings of this process are looked at
_current: _Grounding | None = None  # the one under way, or the last, if it failed: for a lack of memory, say


@contextmanager
def wanted() -> Iterator[None]:
    """Within, groundings are looked at that take long. For a process that works at one puzzle after the other."""
    global _wanted, _current
    before, _wanted, _current = _wanted, True, None
    try:
        yield
    finally:
        _wanted, _current = before, None


@contextmanager
def watched(program: Program, arguments: Sequence[str], context: object) -> Iterator[None]:
    """Within, this program is grounded."""
    global _current
    if not _wanted:
        yield
        return
    _current = _Grounding(program, arguments, context, time.monotonic())
    yield
    _current = None


def look(soon: bool = False) -> None:
    """Looks at the grounding under way, if it takes long, or `soon`. To be called every now and then."""
    grounding = _current
    if grounding is None or grounding.looking is not None:
        return
    if soon or time.monotonic() > grounding.started + _PATIENCE:
        grounding.looking = threading.Thread(target=_note, args=(grounding,), daemon=True)
        grounding.looking.start()


def reason(kind: StopReason, limit: str = "") -> LimitReason:
    """Why a limit ended the work of this process, with what grew, if something did. limit: what to add of the limit."""
    grounding = _current
    if grounding is not None and grounding.looking is not None:
        grounding.looking.join(_FINISHING)
    return LimitReason(kind, limit + (grounding.note if grounding is not None else ""))


# -- What grows


class _Enough(Exception):
    """Enough is grounded."""


class _Counter(Observer):
    def __init__(self) -> None:
        self._left = _RULES
        self._until = time.monotonic() + _SECONDS

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        self._left -= 1
        if not self._left or (not self._left % 100 and time.monotonic() > self._until):
            raise _Enough


def _note(grounding: _Grounding) -> None:
    """Grounds the program a second time and notes which predicate grows, if one does."""
    control = clingo.Control(list(grounding.arguments), logger=lambda code, text: None)
    control.register_observer(_Counter())
    try:
        control.add("base", [], grounding.program.text)
        control.ground([("base", [])], grounding.context)
        return  # it ends
    except _Enough:
        pass
    except (RuntimeError, MemoryError):
        return
    atoms = control.symbolic_atoms
    counts = {(name, arity): sum(1 for _ in atoms.by_signature(name, arity)) for name, arity, _ in atoms.signatures}
    (name, arity), most = max(counts.items(), key=lambda each: each[1], default=(("", 0), 0))
    if most < _MANY or most < _MOST * sum(counts.values()):
        return
    grounding.note = f" while the rules were grounded, and {name}/{arity} grew: over {most:,} atoms"
    place = _rule_of(grounding.program, name, arity)
    if place is not None:
        grounding.note += f", by the rule in {place[0]}, line {place[1]}"


def _rule_of(program: Program, name: str, arity: int) -> tuple[str, int] | None:
    """The place of the rule by which a predicate may grow: the first that derives it from itself, else the only one."""
    try:
        statements = parse(program)
    except PuzzleError:
        return None
    grown = (name, arity)
    rules = [each for each in statements if syntax.is_rule(each) and grown in syntax.atoms(each.head)]
    again = [each for each in rules if grown in syntax.atoms(each.body)]
    chosen = again[0] if again else rules[0] if len(rules) == 1 else None
    return program.place(chosen.location.begin.line) if chosen is not None else None


#: What a statement of a program becomes; None where all stay as they are.
Rewrite = Callable[["AST"], Iterable["AST"]]


#: A directive about what the search decides first; clasp ignores it unless its heuristic is 'Domain'.
_HINT = "#heuristic"


class _UnknownFunctionError(Exception):
    """Rules call a function that there is not. clingo raises it anew, with the first one as its argument."""


class Functions:
    """What rules may call ('@name(…)'): the facts of a puzzle. clingo gets no other attribute of this object, and never
    none in its place, for then it would look in the main module.
    """

    __slots__ = ("_given",)

    def __init__(self, facts: SymbolFacts | None) -> None:
        self._given = facts

    def __getattribute__(self, name: str) -> Callable[..., Sequence[clingo.Symbol]]:
        given = object.__getattribute__(self, "_given")

        def call(*arguments: clingo.Symbol) -> Sequence[clingo.Symbol]:
            try:
                return given.of(*arguments)  # type: ignore[no-any-return]
            except KeyError:
                raise _UnknownFunctionError(name) from None

        if name != "_facts" or given is None:
            raise _UnknownFunctionError(name)
        return call


class GroundProgram:
    """A program with its control. What clingo says about it is kept, and becomes errors and remarks.

    It is grounded by ground(), not when it is made, so that the control is known while it grounds.
    """

    def __init__(
        self,
        program: Program,
        arguments: Sequence[str] = (),
        constants: Mapping[str, str] | None = None,
        observer: clingo.Observer | None = None,
        context: SymbolFacts | None = None,
    ) -> None:
        """arguments: clingo's command line. constants: values of `#const`s. observer: is shown the ground rules.
        context: has facts that rules of the program get.
        """
        self.program = program
        self._context = context
        self._messages: list[tuple[clingo.MessageCode, str]] = []
        keep = self._messages.append
        # No method of this object: it and the control would hold each other, and keep their memory.
        self._log = lambda code, text: keep((code, text))
        definitions = [f"-c {name}={value}" for name, value in (constants or {}).items()]
        chosen = any(argument.startswith("--heuristic") for argument in arguments)
        heuristic = ["--heuristic=Domain"] if program.has(_HINT) and not chosen else []
        self._arguments = [*arguments, *heuristic, *definitions]
        self.control = new_control(self._arguments, self._log)
        if observer is not None:
            self.control.register_observer(observer)

    def ground(self, rewrite: Rewrite | None = None) -> None:
        """Grounds the program. rewrite: what to make of each statement before.

        PuzzleError if it cannot be parsed or grounded, or if a rule speaks of an atom that nothing defines; MemoryError
        if the memory does not suffice.
        """
        with self.errors_in_words():
            self._add(rewrite)
            context = Functions(self._context)
            with watched(self.program, self._arguments, context):
                self.control.ground([("base", [])], context)
        undefined = [message for code, message in self._messages if code == clingo.MessageCode.AtomUndefined]
        if undefined:
            raise self._explained(undefined)

    def _add(self, rewrite: Rewrite | None) -> None:
        text = self.program.text
        if "\0" in text:  # clingo would take it for the end
            raise self._unfit(text.index("\0"), "a NUL character")
        try:
            if rewrite is None:
                self.control.add("base", [], text)
            else:
                self._add_rewritten(text, rewrite)
        except UnicodeEncodeError as error:
            raise self._unfit(error.start, "half of a surrogate pair") from None

    def _add_rewritten(self, text: str, rewrite: Rewrite) -> None:
        statements = syntax.statements(text, self._log)
        syntax.add(self.control, (each for statement in statements for each in rewrite(statement)))

    def _unfit(self, at: int, what: str) -> PuzzleError:
        """An error about a character, by its number in the program's text, that clingo cannot take."""
        file, line = self.program.place(self.program.text.count("\n", 0, at) + 1)
        return PuzzleError(f"found {what}, which no text may hold", file=file, line=line)

    @contextmanager
    def errors_in_words(self) -> Iterator[None]:
        """Turns the errors of clingo that happen within into PuzzleErrors, and into MemoryErrors what is one."""
        try:
            yield
        except _UnknownFunctionError as error:
            raise self._unknown_function(str(error)) from None
        except RuntimeError as error:
            if "bad_alloc" in str(error):
                raise MemoryError from None
            raise self._explained(list(self._errors()) or [str(error)]) from None

    def _unknown_function(self, name: str) -> PuzzleError:
        """An error about a call of a function ('@name(…)'), at the first such call."""
        line = syntax.call_of(name, parse(self.program))
        file, line = self.program.place(line) if line is not None else (None, None)
        return PuzzleError(f"found '@{name}': there are no functions here that rules could call", file=file, line=line)

    def _explained(self, messages: Sequence[str]) -> PuzzleError:
        return explain_all(messages, self.program)

    def _errors(self) -> Iterator[str]:
        for code, message in self._messages:
            if code == clingo.MessageCode.RuntimeError or ": error:" in message:
                yield message

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """What clingo says about the program besides errors."""
        ending = (clingo.MessageCode.RuntimeError, clingo.MessageCode.AtomUndefined)
        return tuple(remark(message, self.program) for code, message in self._messages if code not in ending)

    def atoms(self, name: str, arity: int, positive: bool = True) -> Iterator[clingo.SymbolicAtom]:
        """The atoms of a predicate that may hold. clingo lists more: without any rule, with the literal 0."""
        return (atom for atom in self.control.symbolic_atoms.by_signature(name, arity, positive) if atom.literal)

    def is_fact(self, name: str) -> bool:
        """Whether an atom without arguments holds whatever is chosen."""
        atom = self.control.symbolic_atoms[clingo.Function(name)]
        return atom is not None and atom.is_fact


def parse(program: Program) -> list[AST]:
    """The statements of a program that is not to be grounded; PuzzleError if it cannot be parsed."""
    ground = GroundProgram(program)
    with ground.errors_in_words():
        return syntax.statements(program.text, ground._log)


def check_safety(program: Program) -> None:
    """PuzzleError for what clingo refuses before it grounds anything, such as unsafe variables."""
    ground = GroundProgram(program)
    with ground.errors_in_words():
        ground._add(None)
        ground.control.ground([])


def new_control(
    arguments: Sequence[str], logger: Callable[[clingo.MessageCode, str], None] | None = None
) -> clingo.Control:
    """A control without a program: for rules that are added one by one."""
    return clingo.Control(list(arguments), logger=logger, message_limit=MOST_MESSAGES)


# -- What clingo says about a program, in plain words and with the place in the user's file


#: What clingo says of a predicate of which there is nothing, for each atom of it.
_UNDEFINED = "atom does not occur in any rule head"

# A text that is parsed at once is a block; one that is rewritten before, a string.
_MESSAGE = r"<(?:block|string)>:(\d+):(\d+)(?:-(?:(\d+):)?(\d+))?: (?:error|info|warning): (.*)"


def explain_all(messages: Iterable[str], program: Program) -> PuzzleError:
    """Messages of clingo as one error, that of the first place, which knows the others."""
    errors: dict[str, PuzzleError] = {}
    for message in sorted(messages, key=_place):
        error = explain(message, program)
        errors.setdefault(error.sentence if _UNDEFINED in message else str(error), error)
    return together(list(errors.values()))


def _place(message: str) -> tuple[int, int]:
    """The line and the column of a program that a message is about."""
    parts = re.match(_MESSAGE, message.strip(), re.DOTALL)
    return (int(parts[1]), int(parts[2])) if parts is not None else (0, 0)


def explain(message: str, program: Program) -> PuzzleError:
    """A message of clingo in plain words, with the file, the line, the column and what stands there."""
    parts = re.match(_MESSAGE, message.strip(), re.DOTALL)  # compiled when there is a message, as there seldom is
    if parts is None:
        return PuzzleError(f"clingo: {(message.strip() or 'an error without a message').splitlines()[0]}")
    line, column = int(parts[1]), int(parts[2])  # columns count bytes
    sentence = _in_plain_words(parts[5].strip(), program)
    unclosed = _unclosed(parts[5], program, line, column)
    if unclosed is not None:
        sentence = f"this rule is not closed: expected a '.' (or a ',') before {unclosed.where}"
        line, column = unclosed.begin, 1
    file, file_line = program.place(line)
    text = program.line(line)
    at = len(text.encode()[: column - 1].decode(errors="ignore"))
    error = PuzzleError(sentence, file=file, line=file_line, column=at + 1)
    error.excerpt = f"    {text}\n    {' ' * at}^"
    return error


class _Unclosed(NamedTuple):
    """A statement that seems to lack its end: the line of the program on which it begins, and where it might end."""

    begin: int
    where: str


def _unclosed(message: str, program: Program, line: int, column: int) -> _Unclosed | None:
    """The statement before a syntax error that lies where another one begins, or the file ends."""
    if not message.startswith("syntax error"):
        return None
    if not program.place(line)[0]:  # between two files: what stands at the end of the first one goes on here
        line = program.end_before(line)
        return _Unclosed(program.begin_of(line, len(program.line(line)) + 1), "the end of the file")
    text = program.line(line).encode()
    before, rest = (each.decode(errors="ignore") for each in (text[: column - 1], text[column - 1 :]))
    if before.strip() and not rest.startswith((":-", ":~")):
        return None
    begin = program.begin_of(line, len(before) + 1)
    file, number = program.place(line)
    return _Unclosed(begin, f"line {number}") if begin < line and program.place(begin)[0] == file else None


def remark(message: str, program: Program) -> Remark:
    """The same for a message that ends nothing."""
    error = explain(message, program)
    return Remark(error.sentence, error.file, error.line)


def _predicate(atom: str) -> str:
    """The predicate of an atom as clingo has rewritten it, as clew/2."""
    atom = re.sub(r'"(?:[^"\\]|\\.)*"', "", atom.removeprefix("(") if atom.startswith("(-") else atom)
    name, _, arguments = atom.partition("(")
    depth, commas = 1, 0
    for sign in arguments:
        depth += (sign == "(") - (sign == ")")
        commas += sign == "," and depth == 1
        if not depth:
            break
    return f"{name.rstrip(')')}/{commas + 1 if arguments else 0}"


def _in_plain_words(text: str, program: Program) -> str:
    if text.startswith("unsafe variables in"):
        names = sorted(set(re.findall(r"'(\w+)' is unsafe", text)))
        which = f"the variable {names[0]} is" if len(names) == 1 else f"the variables {', '.join(names)} are"
        return f"{which} unsafe: no positive atom of the rule says which values to take"
    if text.startswith(_UNDEFINED):
        predicate = _predicate(text.split(":", 1)[1].strip())
        named = {*re.findall(r"(?<![\w@])_*[a-z]\w*(?=\()", program.text)}
        name = predicate.partition("/")[0]
        likely = nearest(name, sorted(named - {name}))
        meant = f"is {likely} meant? A" if likely else "a"
        return f"no fact and no rule defines {predicate} ({meant} predicate that may be empty is declared by #defined)"
    if text.startswith("syntax error"):
        return "this cannot be read as a rule: " + " ".join(text.split())
    return " ".join(text.split())


# -- Many calls of clingo at once. In a browser, where one takes ten times as long, they are one (browser/_clingo.py)


#: A rule as a backend takes it: its head, its body, whether it is a choice.
Rule = tuple[Sequence[int], Sequence[int], bool]

if sys.platform == "emscripten":
    from _clingo import add_atoms, add_rules, which_hold
else:

    def which_hold(model: clingo.Model, literals: Iterable[int]) -> list[bool]:
        """Whether each of the literals is true in the model.

        The function that `model.is_true` calls is called without it, in a fourth of the time. It is not part of the
        documented interface; where it is missing, that method takes its place.
        """
        library, memory = (getattr(clingo.solving, name, None) for name in ("_lib", "_ffi"))
        if library is None or memory is None:
            return [model.is_true(literal) for literal in literals]
        is_true, known, of = library.clingo_model_is_true, memory.new("bool*"), model._rep
        return [known[0] for literal in literals if is_true(of, literal, known)]

    def add_atoms(backend: clingo.Backend, count: int) -> list[int]:
        """As many new atoms."""
        return [backend.add_atom() for _ in range(count)]

    def add_rules(backend: clingo.Backend, rules: Iterable[Rule]) -> None:
        """Adds the rules."""
        for head, body, choice in rules:
            backend.add_rule(head, body, choice)
