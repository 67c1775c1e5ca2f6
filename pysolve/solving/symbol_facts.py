"""Facts as symbols, which clingo takes in a third of the time that it needs for their text.

A rule of each predicate gets them while clingo grounds: `clue(A0,A1) :- clue(A0,A1) = @_facts("clue").`
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import clingo

from ..model.puzzle import Puzzle
from . import facts

_CONSTANT = re.compile(r"#const\s+(\w+)")


class SymbolFacts:
    """The facts of a puzzle's tokens, by the names of their predicates: a context for clingo.

    rules: the rules that get them from here.
    """

    def __init__(self, puzzle: Puzzle, constants: Iterable[str], program: str) -> None:
        """constants: those that are set. program: the text that may declare others.

        ValueError if the facts are to be text: clingo then says what is wrong with them, or puts its value in the place
        of a constant, whose name may be in them.
        """
        atoms: dict[str, list[str]] = {}
        for fact in facts.token_facts(puzzle):
            atoms.setdefault(fact[:-1].partition("(")[0], []).append(fact[:-1])
        names = [*constants, *_CONSTANT.findall(program)]
        self._symbols = {name: _symbols(",".join(of_name), names) for name, of_name in atoms.items()}
        predicates = facts.predicates(puzzle.type, self._symbols)
        self.rules = [f'{atom(*each)} :- {atom(*each)} = @_facts("{each[0]}").' for each in predicates]

    def _facts(self, name: clingo.Symbol) -> Sequence[clingo.Symbol]:
        """Called by clingo."""
        return self._symbols[name.string]


def with_context(
    puzzle: Puzzle, words: facts.WordSelection | None, constants: Iterable[str], program: str
) -> tuple[str, SymbolFacts | None]:
    """All facts of a puzzle, as text and, but for few puzzles, with the context in which this is ground.

    See facts.text and SymbolFacts.
    """
    try:
        context = SymbolFacts(puzzle, constants, program)
    except ValueError:
        return facts.text(puzzle, words), None
    return facts.text(puzzle, words, context.rules), context


def atom(name: str, arity: int) -> str:
    """An atom of a predicate, with variables."""
    return f"{name}({','.join(f'A{at}' for at in range(arity))})" if arity else name


def _symbols(atoms: str, constants: Sequence[str]) -> Sequence[clingo.Symbol]:
    """The symbols of atoms. ValueError as in SymbolFacts."""
    if atoms.startswith("-") or "\0" in atoms or any(name in atoms for name in constants):
        raise ValueError(atoms)
    try:
        return clingo.parse_term(f"({atoms},)", logger=lambda code, message: None).arguments
    except RuntimeError:
        raise ValueError(atoms) from None
