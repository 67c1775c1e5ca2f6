"""Grounding: the one place that makes clingo's controls.

A program is grounded once; whoever grounded it then searches, assumes or adds rules by its control.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import clingo

from ..model.errors import PuzzleError, Remark
from ..rules import Program
from . import growth

if TYPE_CHECKING:
    from clingo.ast import AST

    from .symbol_facts import SymbolFacts

#: What a statement of a program becomes; None where all stay as they are.
Rewrite = Callable[["AST"], Iterable["AST"]]

_MOST_MESSAGES = 50

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
            with growth.watched(self.program, self._arguments, context):
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
        from clingo import ast  # takes longer to import than many a puzzle to solve

        statements: list[AST] = []
        ast.parse_string(text, statements.append, logger=self._log, message_limit=_MOST_MESSAGES)
        with ast.ProgramBuilder(self.control) as builder:
            for statement in statements:
                for each in rewrite(statement):
                    builder.add(each)

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
        from clingo import ast

        lines: list[int] = []

        class Calls(ast.Transformer):
            def visit_Function(self, call: AST) -> AST:
                if call.external and call.name == name:
                    lines.append(call.location.begin.line)
                self.visit_children(call)
                return call

        calls = Calls()
        for statement in parse(self.program):
            calls.visit(statement)
        file, line = self.program.place(lines[0]) if lines else (None, None)
        return PuzzleError(f"found '@{name}': there are no functions here that rules could call", file=file, line=line)

    def _explained(self, messages: Sequence[str]) -> PuzzleError:
        from .messages import explain_all  # most programs are without fault

        return explain_all(messages, self.program)

    def _errors(self) -> Iterator[str]:
        for code, message in self._messages:
            if code == clingo.MessageCode.RuntimeError or ": error:" in message:
                yield message

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """What clingo says about the program besides errors."""
        ending = (clingo.MessageCode.RuntimeError, clingo.MessageCode.AtomUndefined)
        return tuple(self._remark(message) for code, message in self._messages if code not in ending)

    def _remark(self, message: str) -> Remark:
        from .messages import remark

        return remark(message, self.program)

    def atoms(self, name: str, arity: int, positive: bool = True) -> Iterator[clingo.SymbolicAtom]:
        """The atoms of a predicate that may hold. clingo lists more: without any rule, with the literal 0."""
        return (atom for atom in self.control.symbolic_atoms.by_signature(name, arity, positive) if atom.literal)

    def is_fact(self, name: str) -> bool:
        """Whether an atom without arguments holds whatever is chosen."""
        atom = self.control.symbolic_atoms[clingo.Function(name)]
        return atom is not None and atom.is_fact


def parse(program: Program) -> list[AST]:
    """The statements of a program that is not to be grounded; PuzzleError if it cannot be parsed."""
    from clingo import ast

    statements: list[AST] = []
    ground = GroundProgram(program)
    with ground.errors_in_words():
        ast.parse_string(program.text, statements.append, logger=ground._log, message_limit=_MOST_MESSAGES)
    return statements


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
    return clingo.Control(list(arguments), logger=logger, message_limit=_MOST_MESSAGES)
