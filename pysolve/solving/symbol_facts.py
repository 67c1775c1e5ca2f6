"""Facts as symbols, which clingo takes in a third of the time that it needs for their text.

A rule of each predicate gets them while clingo grounds: `clue(A0,A1) :- clue(A0,A1) = @_facts("clue").`
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import clingo

from ..model.puzzle import Puzzle
from ..model.puzzle_type import PuzzleType
from . import facts

#: What rules call for the facts of a predicate.
FACTS = "_facts"

_CONSTANT = re.compile(r"#const\s+(\w+)")


class SymbolFacts:
    """The facts of tokens, by the names of their predicates: GroundProgram has clingo call `of` for FACTS."""

    def __init__(self, type_: PuzzleType, given: Iterable[str], constants: Iterable[str], program: str) -> None:
        """given: the facts, of tokens of this type. constants: those that are set. program: the text that may declare
        others.

        ValueError if the facts are to be text: clingo then says what is wrong with them, or puts its value in the place
        of a constant, whose name may be in them.
        """
        atoms: dict[str, list[str]] = {}
        for fact in given:
            atoms.setdefault(fact[:-1].partition("(")[0], []).append(fact[:-1])
        names = [*constants, *_CONSTANT.findall(program)]
        self._symbols = {name: _symbols(",".join(of_name), names) for name, of_name in atoms.items()}
        self._predicates = facts.predicates(type_, self._symbols)

    @property
    def rules(self) -> list[str]:
        """The rules that get the facts from here."""
        return [f"{atom(*each)} :- {self._each_of(*each)}." for each in self._predicates]

    def free(self, prefix: str) -> list[str]:
        """Rules by which the same atoms, with something before their names, are true or false as the search chooses.

        By a rule, for clingo leaves out instances of other rules where such atoms are added by its backend before it
        grounds (5.8).
        """
        return [f"{{ {prefix}{atom(*each)} }} :- {self._each_of(*each)}." for each in self._predicates]

    def _each_of(self, name: str, arity: int) -> str:
        return f'{atom(name, arity)} = @{FACTS}("{name}")'

    def of(self, *arguments: clingo.Symbol) -> Sequence[clingo.Symbol]:
        """The facts of a predicate, whose name is the one argument of a call by clingo. KeyError if it is none such."""
        names = [each.string for each in arguments if each.type is clingo.SymbolType.String]
        return self._symbols[names[0] if len(names) == len(arguments) == 1 else ""]


def with_context(
    puzzle: Puzzle, words: facts.WordSelection | None, constants: Iterable[str], program: str
) -> tuple[str, SymbolFacts | None]:
    """All facts of a puzzle, as text and, but for few puzzles, with the context in which this is ground.

    See facts.text and SymbolFacts.
    """
    try:
        context = SymbolFacts(puzzle.type, facts.token_facts(puzzle), constants, program)
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
