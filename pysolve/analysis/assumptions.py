"""A puzzle grounded so that its clues, and on request its rules, can be assumed or left out one by one."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import clingo
from clingo import ast

from ..model.puzzle import Puzzle
from ..model.terms import Term, Value
from ..solving import rules
from ..solving.search import Reader, Settings, check_constants, explain
from .clues import Clue, relaxed
from .constraints import BROKEN, Constraint, Rewriter
from .ground_graph import GroundGraph


@dataclass(frozen=True)
class ConstraintInstance:
    """A demand of the rules with values for its variables."""

    constraint: Constraint
    values: tuple[Value, ...]


class AssumptionSolver:
    """One grounding, asked again and again under assumptions.

    given: the literal of each clue: true, it is given; false, it is away. Every question has to say which.
    required: the literal of each rule instance: true, the rule holds for it. Without `by_rules` there are none, and all
    rules hold.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        settings: Settings,
        clues: Sequence[Clue] = (),
        *,
        by_rules: bool = False,
        files: Sequence[Path] = (),
        instead: Path | None = None,
    ) -> None:
        """files: further rule files. instead: a rule file in place of the type's rules.lp.

        PuzzleError if the rules cannot be grounded.
        """
        self.puzzle = puzzle
        self.settings = settings
        self.clues = list(clues)
        self.read = Reader()
        self._program = rules.load([instead or puzzle.type.rules_file, *settings.rules, *files])
        self._messages: list[str] = []
        self._program.add("\n".join(relaxed(puzzle, self.clues)), puzzle.file)
        constants = {**puzzle.options, **check_constants(puzzle, self._program, settings.constants)}
        arguments = ["--models=0", "--project=show"]
        if settings.seed is not None:
            arguments.append(f"--seed={settings.seed}")
        arguments += [f"-c {name}={value}" for name, value in constants.items()]
        self.control = clingo.Control(arguments, logger=lambda _, text: self._messages.append(text), message_limit=50)
        self.constraints: list[Constraint] = []
        self.ground_graph = GroundGraph()
        if by_rules:
            self.control.register_observer(self.ground_graph)
        try:
            self._ground(by_rules)
        except RuntimeError as error:
            if "bad_alloc" in str(error):
                raise MemoryError from None
            message = next((each for each in self._messages if ": error:" in each), str(error))
            raise explain(message, self._program) from None
        atoms = self.control.symbolic_atoms
        literal_of = {atom.symbol.arguments[0].number: atom.literal for atom in atoms.by_signature("desk_given", 1)}
        self.given = [literal_of[number] for number in range(len(self.clues))]
        self.required: dict[ConstraintInstance, int] = {}
        self.broken: dict[ConstraintInstance, int] = {}
        if by_rules:
            self._demand()
        self.shown = self._shown()

    def _ground(self, by_rules: bool) -> None:
        rewriter = Rewriter(self._program)
        with ast.ProgramBuilder(self.control) as builder:
            if by_rules:
                for statement in rewriter.statements(self._program.text):
                    builder.add(statement)
            else:
                ast.parse_string(self._program.text, lambda statement: _add(builder, statement))
        self.constraints = rewriter.constraints
        self.control.ground([("base", [])])

    def _demand(self) -> None:
        """For every instance that could be broken, a free atom under which it must not be."""
        atoms = list(self.control.symbolic_atoms.by_signature(BROKEN, 2))
        with self.control.backend() as backend:
            for atom in atoms:
                number, values = atom.symbol.arguments
                instance = ConstraintInstance(self.constraints[number.number], self.read.term(values))
                selector = backend.add_atom()
                backend.add_rule([selector], choice=True)
                backend.add_rule([], [selector, atom.literal])
                self.required[instance] = selector
                self.broken[instance] = atom.literal

    def _shown(self) -> dict[Term, int]:
        """The atoms that an answer may show, with their literals."""
        found = {}
        names = rules.shown(self._program.text)
        for name, arity, positive in self.control.symbolic_atoms.signatures:
            if name in names and positive:
                for atom in self.control.symbolic_atoms.by_signature(name, arity):
                    found[self.read.term(atom.symbol)] = atom.literal
        return found

    def literals_of(self, name: str) -> dict[Term, int]:
        """All atoms of a predicate that may hold, with their literals."""
        return {
            self.read.term(atom.symbol): atom.literal
            for signature in self.control.symbolic_atoms.signatures
            if signature[0] == name
            for atom in self.control.symbolic_atoms.by_signature(signature[0], signature[1])
        }

    # -- Questions

    def assume(self, given: Iterable[int] = ()) -> list[int]:
        """Assumptions under which exactly the clues with these numbers are given."""
        wanted = set(given)
        return [literal if number in wanted else -literal for number, literal in enumerate(self.given)]

    def answers(self, assumptions: Sequence[int], models: int = 1) -> Iterator[tuple[Term, ...]]:
        """The answers under the assumptions, as their shown atoms; at most so many, 0 for all."""
        self._configure(models, "auto")
        with self.control.solve(assumptions=assumptions, yield_=True) as handle:
            for model in handle:
                yield self.read.atoms(model.symbols(shown=True))

    def satisfiable(self, assumptions: Sequence[int]) -> bool:
        """Whether there is an answer."""
        self._configure(1, "auto")
        return bool(self.control.solve(assumptions=assumptions).satisfiable)

    def possible(self, assumptions: Sequence[int], effort: int) -> bool:
        """Whether an answer is found with so many conflicts at most."""
        self._configure(1, "auto", effort)
        return bool(self.control.solve(assumptions=assumptions).satisfiable)

    def core(self, assumptions: Sequence[int], effort: int | None = None) -> list[int] | None:
        """Some of the assumptions that already leave no answer; None if there is an answer.

        effort: None, too, if that is not clear after so many conflicts.
        """
        self._configure(1, "auto", effort)
        with self.control.solve(assumptions=assumptions, yield_=True) as handle:
            if handle.model() is not None or handle.get().unknown:
                return None
            return list(handle.core())

    def holds(self, assumptions: Sequence[int], literals: Iterable[int]) -> set[int] | None:
        """Which of the literals are true in some answer under the assumptions; None if there is no answer."""
        self._configure(1, "auto")
        with self.control.solve(assumptions=assumptions, yield_=True) as handle:
            model = handle.model()
            return None if model is None else {literal for literal in literals if model.is_true(literal)}

    def consequences(self, assumptions: Sequence[int], mode: str) -> Iterator[set[Term]]:
        """What holds in all answers (mode 'cautious') or in some ('brave'), ever more exactly.

        The last set is exact. Nothing comes if there is no answer.
        """
        self._configure(0, mode)
        with self.control.solve(assumptions=assumptions, yield_=True) as handle:
            for model in handle:
                yield set(self.read.atoms(model.symbols(shown=True)))
        self._configure(0, "auto")

    def last_consequences(self, assumptions: Sequence[int], mode: str) -> set[Term]:
        """What holds in all answers (mode 'cautious') or in some ('brave'); nothing if there is no answer."""
        last: set[Term] = set()
        for found in self.consequences(assumptions, mode):
            last = found
        return last

    def _configure(self, models: int, mode: str, effort: int | None = None) -> None:
        configuration: Any = self.control.configuration
        configuration.solve.solve_limit = "umax" if effort is None else str(effort)
        configuration.solve.models = models
        configuration.solve.enum_mode = mode

    def settle(self, seed: int) -> None:
        """Has the search choose at random, with this seed."""
        configuration: Any = self.control.configuration
        configuration.solver.seed = random.Random(seed).randrange(2**31)
        configuration.solver.rand_freq = "0.2"
        configuration.solver.sign_def = "rnd"


def _add(builder: Any, statement: ast.AST) -> None:
    if statement.ast_type not in (ast.ASTType.Minimize, ast.ASTType.Comment):
        builder.add(statement)
