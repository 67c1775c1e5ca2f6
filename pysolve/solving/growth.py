"""Which predicate grows while a program is grounded: what is said where a limit ends a grounding.

clingo does not tell what it grounds until it has. So where a grounding takes long, the program is grounded a second
time beside the first, for a moment, with an observer that ends it; then its atoms are counted.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import clingo
from clingo.backend import Observer

from ..model.errors import PuzzleError
from ..rules import Program
from .outcome import LimitReason, StopReason

if TYPE_CHECKING:
    from clingo.ast import AST

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
    from .grounding import parse

    try:
        rules = [each for each in parse(program) if _derives(each, name, arity)]
    except PuzzleError:
        return None
    again = [each for each in rules if any(_speaks_of(part, name, arity) for part in each.body)]
    chosen = again[0] if again else rules[0] if len(rules) == 1 else None
    return program.place(chosen.location.begin.line) if chosen is not None else None


def _derives(statement: AST, name: str, arity: int) -> bool:
    from clingo import ast

    return statement.ast_type == ast.ASTType.Rule and _speaks_of(statement.head, name, arity)


def _speaks_of(part: AST, name: str, arity: int) -> bool:
    """Whether an atom of this predicate stands in a part of a rule."""
    from clingo import ast

    found = False

    class Visitor(ast.Transformer):
        def visit_SymbolicAtom(self, node: AST) -> AST:
            nonlocal found
            term = node.symbol
            function = term.ast_type == ast.ASTType.Function
            found = found or (function and (term.name, len(term.arguments)) == (name, arity))
            return node

    Visitor().visit(part)
    return found
