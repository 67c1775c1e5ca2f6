"""A puzzle grounded so that its clues, and on request its rules, can be assumed or left out one by one; and the
smallest sets of what cannot hold together.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import compress
from typing import Any, NamedTuple

import clingo

from .. import rules
from ..model.marks import Layer
from ..model.puzzle import Puzzle, Reason, StopReason
from ..model.puzzle_type import RuleFile
from ..model.terms import Term, Value
from ..rules import Program
from ..solving import facts, grounding, search
from ..solving.facts import SymbolReader
from ..solving.grounding import GroundProgram, new_control
from ..solving.ledger import TOLD
from ..solving.outcome import Outcome
from ..solving.remarks import InputChecks
from ..solving.settings import Settings, constants_of
from .clues import GIVE, GIVEN, Clue, clue_of, held_anyway, relaxed
from .constraints import RELEVANT, VIOLATED, Constraint, Rewriter, speaks_of_pairs, with_answer
from .propagation import GroundRules, Rule

# -- Minimal unsatisfiable subsets: of elements that cannot all hold, some that cannot either, all of them needed
# `core` is a call to a solver: which of these elements already contradict each other? None if they do not.


Core = Callable[[Sequence[int]], "Collection[int] | None"]

#: The same with an effort: conflicts after which it raises SearchLimitError.
LimitedCore = Callable[[Sequence[int], int], "Collection[int] | None"]


class SearchLimitError(Exception):
    """A search did not come to its end within its effort."""


class TooManyOpenError(Exception):
    """Answers differ in more than was asked for."""


class TooManyAtomsError(Exception):
    """A ground program has more atoms than were asked for."""


def shrink(core: Core, elements: Collection[int], chance: random.Random | None = None) -> list[int] | None:
    """A minimal unsatisfiable subset of the elements; None if they do not contradict each other.

    Deletion with cores (Marques-Silva, 'Minimal unsatisfiability: models, algorithms and applications', ISMVL 2010):
    each element is left out once, and what the solver did not need goes with it. chance: shuffles the elements first.
    """
    begun = _begun(core, elements, chance)
    return None if begun is None else begun.go_on(core)


def shrinking(
    core: Core, elements: Collection[int], chance: random.Random | None = None
) -> Iterator[tuple[list[int], list[int]]]:
    """Ever smaller unsatisfiable subsets, each as what is known to be needed in it and what may go; nothing of the
    last one may. There are none if the elements do not contradict each other.
    """
    begun = _begun(core, elements, chance)
    if begun is None:
        return
    yield begun.needed, begun.left
    while begun.left:
        begun.leave_one_out(core)
        yield begun.needed, begun.left


class Shrinking:
    """Elements that contradict each other, on the way to a minimal subset.

    needed: those without which the others do not contradict each other. left: those of which that is not known yet.
    """

    def __init__(self, elements: Iterable[int]) -> None:
        self.needed: list[int] = []
        self.left = list(elements)

    def go_on(self, core: Core, most: int | None = None) -> list[int] | None:
        """The minimal subset; None as soon as it must have more than `most` elements: then one may go on later."""
        while self.left and (most is None or len(self.needed) <= most):
            self.leave_one_out(core)
        return self.needed if most is None or len(self.needed) <= most else None

    def leave_one_out(self, core: Core) -> None:
        """Decides of one element whether it is needed. Nothing is changed if the solver gives up."""
        others = self.left[:-1]
        subset = core(self.needed + others)
        if subset is not None:
            self.keep(subset)
        else:
            self.needed.append(self.left[-1])
            self.left = others

    def keep(self, elements: Collection[int]) -> None:
        """Leaves out what is not among these elements, which contradict each other, too."""
        wanted = set(elements)
        self.left = [element for element in self.left if element in wanted]


def roughly_shrunk(core: LimitedCore, elements: Iterable[int], efforts: Iterable[int]) -> list[int]:
    """Of elements that contradict each other, some that do so, too: without those of which the solver finds that they
    are not needed. Where it gives up with one effort, it tries again with the next one.
    """
    needed: list[int] = []
    left = [*elements]
    for effort in efforts:
        doubtful: list[int] = []
        while left:
            *left, element = left
            try:
                subset = core([*needed, *doubtful, *left], effort)
            except SearchLimitError:
                doubtful.insert(0, element)
                continue
            if subset is None:
                needed.append(element)
            else:
                wanted = {*subset}
                left, doubtful = ([each for each in some if each in wanted] for some in (left, doubtful))
        left = doubtful
    return [*needed, *left]


def _begun(core: Core, elements: Collection[int], chance: random.Random | None) -> Shrinking | None:
    """What the solver needs of the elements; None if they do not contradict each other."""
    elements = list(elements)
    if chance is not None:
        chance.shuffle(elements)
    first = core(elements)
    if first is None:
        return None
    wanted = set(first)
    return Shrinking(element for element in elements if element in wanted)


def smallest_first(
    core: Core,
    elements: Sequence[int],
    weights: dict[int, int] | None = None,
    going: Callable[[], bool] | None = None,
) -> Iterator[list[int]]:
    """All minimal unsatisfiable subsets of the elements, the lightest first.

    A subset is unsatisfiable only if it has an element from the complement of each satisfiable subset. So the lightest
    set that hits all complements known so far is tried: if it is unsatisfiable, no lighter subset is (Ignatiev,
    Previti, Liffiton, Marques-Silva, 'Smallest MUS extraction with minimal hitting set dualization', CP 2015).
    going: called before each call of the solver; false ends the search.
    """
    hitting = _Hitting(elements, weights or {})
    while (candidate := hitting.lightest()) is not None:
        if going is not None and not going():
            return
        if core(candidate) is not None:
            yield candidate
            hitting.exclude(candidate)
            continue
        satisfied = set(candidate)
        for element in elements:
            if going is not None and not going():
                return
            if element not in satisfied and core([*satisfied, element]) is None:
                satisfied.add(element)
        hitting.hit([element for element in elements if element not in satisfied])


class _Hitting:
    """The lightest sets that have an element of every complement, and are no superset of an excluded one."""

    def __init__(self, elements: Sequence[int], weights: dict[int, int]) -> None:
        self._control = new_control(["--opt-mode=opt"])
        self._pick: dict[int, int] = {}
        with self._control.backend() as backend:
            for element in elements:
                self._pick[element] = backend.add_atom()
                backend.add_rule([self._pick[element]], choice=True)
            backend.add_minimize(0, [(atom, weights.get(element, 1)) for element, atom in self._pick.items()])

    def lightest(self) -> list[int] | None:
        """The lightest set; None if none is left."""
        best: list[int] | None = None
        with self._control.solve(yield_=True) as handle:
            for model in handle:
                best = [element for element, atom in self._pick.items() if model.is_true(atom)]
        return best

    def hit(self, complement: Sequence[int]) -> None:
        """From now on, one of these is in the set."""
        with self._control.backend() as backend:
            backend.add_rule([], [-self._pick[element] for element in complement])

    def exclude(self, elements: Sequence[int]) -> None:
        """From now on, not all of these are in the set."""
        with self._control.backend() as backend:
            backend.add_rule([], [self._pick[element] for element in elements])


# -- What every analysis has in common: a result that becomes more complete while one looks


@dataclass(frozen=True, kw_only=True)
class Result:
    """What is known so far. An analysis is a generator of its results, each more complete than the one before.

    reason: which limit ended the analysis early; None if none did.
    """

    reason: Reason | None = None


def first_answers(puzzle: Puzzle, settings: Settings) -> tuple[list[tuple[Term, ...]], Outcome]:
    """The answers that an analysis begins with: two, if there are several; and what else the search found. MemoryError
    if there was no memory left for them.
    """
    found = search.open_local(puzzle, replace(settings, models=2, count=False))
    answers = [answer.atoms for answer in found]
    if found.outcome.reason in (StopReason.MEMORY_LIMIT, StopReason.NO_MEMORY):
        raise MemoryError
    return answers, found.outcome


def implied_clues(puzzle: Puzzle, settings: Settings, answer: Collection[Term], file: RuleFile) -> list[Term]:
    """The clues that an answer of the puzzle implies. file: derives them."""
    solver = AssumptionSolver(puzzle, settings, files=[file], answer=answer)
    clues = {clue_of(atom): literal for atom, literal in solver.literals_of(GIVE).items()}
    model = solver.holds([], clues.values()) or set()
    return [clue for clue, literal in clues.items() if literal in model]


@dataclass(frozen=True)
class ConstraintInstance:
    """A constraint of the rules with values for its variables."""

    constraint: Constraint
    values: tuple[Value, ...]


class ShownTerms(clingo.Observer):
    """Observes grounding, and keeps under which conditions `#show t : …` shows a term."""

    def __init__(self) -> None:
        self.found: dict[clingo.Symbol, list[Sequence[int]]] = {}

    def output_term(self, symbol: clingo.Symbol, condition: Sequence[int]) -> None:
        """A term, and a condition of its own."""
        self.found.setdefault(symbol, []).append(list(condition))


class _MostAtoms(clingo.Observer):
    """Observes grounding, and raises TooManyAtomsError as soon as atoms have larger numbers than this."""

    def __init__(self, most: int) -> None:
        self._most = most

    def rule(self, choice: bool, head: Sequence[int], body: Sequence[int]) -> None:
        """A ground rule."""
        if head and head[0] > self._most:
            raise TooManyAtomsError


def _watching(most: int | None) -> _MostAtoms | None:
    return _MostAtoms(most) if most is not None else None


def _seed(settings: Settings) -> list[str]:
    return [f"--seed={settings.seed}"] if settings.seed is not None else []


class AssumptionSolver:
    """One grounding, solved again and again under assumptions.

    given: the literal of each clue: true, it is given; false, it is away. Every call has to say which.
    required: for each instance of a constraint the literal that says that it is not violated. Without `by_rules` there
    are none, and all constraints hold. broken: the opposite of these literals.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        settings: Settings,
        clues: Sequence[Clue] = (),
        *,
        by_rules: bool = False,
        keep_rules: bool = True,
        beyond: bool = False,
        unknown: bool = False,
        files: Sequence[RuleFile] = (),
        rules_file: RuleFile | None = None,
        answer: Collection[Term] | None = None,
        others: Sequence[Puzzle] = (),
        most: int | None = None,
    ) -> None:
        """keep_rules: with by_rules, `ground_rules` are kept. beyond: with what a person knows beyond the rules; notes
        are shown then. unknown: clues that are away are not known; otherwise they are removed. files: further rule
        files. rules_file: a rule file in place of the type's rules.lp. answer: the only one that is left, by its shown
        atoms: then hardly anything is open. others: further puzzles on the same board; which of them all is meant, a
        literal of `chosen` says, which has to be assumed. most: TooManyAtomsError as soon as there are more atoms, with
        those that have no name.

        PuzzleError if the rules cannot be grounded.
        """
        self.puzzle = puzzle
        self.settings = settings
        self.clues = list(clues)
        self.read = SymbolReader()
        # What makes rules faster takes the clues for facts, and does by itself what reasons name the rules for.
        plain = settings.plain or by_rules or bool(self.clues)
        beyond = beyond and not settings.plain
        self._marks = puzzle.type.draw if beyond else ()
        program = self._program(rules_file, files, plain, beyond)
        relevant = by_rules and self._confine(program)
        rewrite = with_answer(program, answer, puzzle.file)
        held = held_anyway(program, self.clues, unknown)
        given = facts.alternatives([puzzle, *others]) if others else relaxed(puzzle, self.clues, unknown)
        program.add("\n".join([*given, *held]), puzzle.file)
        arguments = ["--models=0", "--project=show", *_seed(settings)]
        observer = GroundRules() if by_rules and keep_rules else None
        watching = observer or _watching(most)
        self._ground = GroundProgram(program, arguments, constants_of(puzzle, program, settings), watching)
        self.control = self._ground.control
        self._configured: tuple[int, str, int | None] | None = None
        self._terms = ShownTerms()
        if program.shown_terms:
            self.control.register_observer(self._terms)
        rewriter = Rewriter(program, relevant, self._marks)
        self._ground.ground(rewriter.rewrite if by_rules else rewrite)
        self.constraints = rewriter.constraints
        self.given = self._given()
        #: overfull: what says that a place has no two marks, likewise: it always holds.
        self.broken, self.overfull = self._broken() if by_rules else ({}, {})
        self.required = {instance: -literal for instance, literal in self.broken.items()}
        self.facts: set[Term] = set()  # of the shown atoms, those that hold whatever is chosen
        self._keyed: dict[Hashable, tuple[Term, int]] = {}
        self.shown = self._shown()
        self.ground_rules = self._telling(observer.rules) if observer is not None else []

    @property
    def chosen(self) -> list[int]:
        """A literal for each of several puzzles, which says that it is meant."""
        chosen = self.literals_of(facts.CHOSEN)
        return [chosen[Term(facts.CHOSEN, (number,))] for number in range(1, len(chosen) + 1)]

    def _program(self, own: RuleFile | None, files: Sequence[RuleFile], plain: bool, beyond: bool) -> Program:
        """The rules, with notes that are shown if `beyond`. own: a file in place of the type's."""
        every = [*([own] if own else self.puzzle.type.rule_files), *self.settings.rules, *files]
        program = rules.load(every, plain=plain, beyond=beyond)
        noted = [f"{each.template.name}/{len(each.template.args)}" for each in self.puzzle.type.notes if beyond]
        if noted:
            program.add("\n".join(f"#defined {each}. #show {each}." for each in noted), self.puzzle.file)
        if beyond:
            for name, arity in TOLD.items():
                told = f"#defined {name}/{arity}. _{name}_told :- {name}({', '.join('_' * arity)})."
                program.add(told, self.puzzle.file)
        return program

    def _confine(self, program: Program) -> bool:
        """Adds which instances of constraints are relevant, where that saves time; whether it does."""
        saves = bool(self.clues) and speaks_of_pairs(program)
        if saves:
            program.add("\n".join(self._relevant(program.copy())), self.puzzle.file)
        return saves

    def _relevant(self, program: Program) -> Iterator[str]:
        """The instances of constraints that could be violated where all clues are given, as facts.

        All others hold anyway, so no reason needs them. Where clues are open, there are often a hundred times as many:
        an island without its number could come everywhere, and meet every other one.
        """
        program.add(facts.text(self.puzzle), self.puzzle.file)
        ground = GroundProgram(program, (), constants_of(self.puzzle, program, self.settings))
        ground.ground(Rewriter(program, marks=self._marks).rewrite)
        yield f"#defined {RELEVANT}/2."
        for atom in ground.atoms(VIOLATED, 2):
            number, values = atom.symbol.arguments
            yield f"{RELEVANT}({number},{values})."

    def _given(self) -> list[int]:
        """The literals of the clues, in their order."""
        literal_of = {atom.symbol.arguments[0].number: atom.literal for atom in self._ground.atoms(GIVEN, 1)}
        return [literal_of[number] for number in range(len(self.clues))]

    def _broken(self) -> tuple[dict[ConstraintInstance, int], dict[ConstraintInstance, int]]:
        """Every instance that could be violated, with the literal that says that it is; apart, those that go without
        saying.
        """
        broken: dict[ConstraintInstance, int] = {}
        evident: dict[ConstraintInstance, int] = {}
        for atom in self._ground.atoms(VIOLATED, 2):
            number, values = atom.symbol.arguments
            instance = ConstraintInstance(self.constraints[number.number], self.read.term(values))
            (evident if instance.constraint.is_evident else broken)[instance] = atom.literal
        return broken, evident

    def _telling(self, rules_: Iterable[Rule]) -> list[Rule]:
        """The rules without those that are there for words alone, on which no answer depends."""
        names = {each for name in TOLD for told in (name, f"_{name}_told") for each in self.literals_of(told).values()}
        return [rule for rule in rules_ if names.isdisjoint(rule.head)]

    def _shown(self) -> dict[Term, int]:
        """The atoms that an answer may show, with their literals."""
        literals = {}
        shown = self._ground.program.shown
        for name, arity, positive in self.control.symbolic_atoms.signatures:
            if (name if positive else f"-{name}", arity) in shown:
                for atom in self._ground.atoms(name, arity, positive):
                    term = self.read.term(atom.symbol)
                    literals[term] = atom.literal
                    self._keyed[facts.key_of(atom.symbol)] = term, atom.literal
                    if atom.is_fact:
                        self.facts.add(term)
        for symbol, conditions in self._terms.found.items():
            term = self.read.atom(symbol)
            literals[term] = self.any_of(conditions)
            self._keyed[facts.key_of(symbol)] = term, literals[term]
            known = self.control.symbolic_atoms[symbol]
            if known is not None and known.is_fact:
                self.facts.add(term)
        return literals

    def any_of(self, conditions: Sequence[Sequence[int]]) -> int:
        """A literal that is true if one of the conditions is, all of whose literals are."""
        if len(conditions) == len(conditions[0]) == 1:
            return conditions[0][0]
        with self.control.backend() as backend:
            atom: int = backend.add_atom()
            for condition in conditions:
                backend.add_rule([atom], condition)
        return atom

    def check_input(self) -> None:
        """PuzzleError for what is wrong with the puzzle by its rules, whatever they choose."""
        InputChecks(self._ground, self.puzzle, self.read, whatever_is_chosen=True).check()

    def literals_of(self, name: str) -> dict[Term, int]:
        """All atoms of a predicate that may hold, with their literals."""
        return {
            self.read.term(atom.symbol): atom.literal
            for signature in self.control.symbolic_atoms.signatures
            if signature[0] == name
            for atom in self._ground.atoms(signature[0], signature[1])
        }

    def settled_by(self, names: Iterable[str]) -> set[str]:
        """These predicates, and those that all of their rules derive from such ones, if none of their atoms may hold or
        not.
        """
        pieces = self._ground.program.pieces
        rules_ = [
            each
            for piece in pieces
            if ":-" in piece.text.text
            for each in piece.text.statements
            if each.keyword != "#defined"
        ]
        settled, more = set[str](), {*names}
        while more:
            settled |= more
            derived, otherwise = (
                {name for each in rules_ if settled.isdisjoint(each.names) is other for name in each.derives}
                for other in (False, True)
            )
            more = {name for name in derived - otherwise - settled if self._is_settled(name)}
        return settled

    def _is_settled(self, name: str) -> bool:
        """Whether all atoms of a predicate are facts."""
        signatures = [each for each in self.control.symbolic_atoms.signatures if each[0] == name]
        return all(atom.is_fact for signature in signatures for atom in self._ground.atoms(*signature))

    # -- What holds under assumptions

    def assume(self, given: Iterable[int] = ()) -> list[int]:
        """Assumptions under which exactly the clues with these numbers are given."""
        wanted = set(given)
        return [literal if number in wanted else -literal for number, literal in enumerate(self.given)]

    def answers(
        self, assumptions: Sequence[int], models: int = 1, effort: int | None = None
    ) -> Iterator[tuple[Term, ...]]:
        """The answers under the assumptions, as their shown atoms; at most `models`, 0 for all.

        effort: conflicts after which the search is given up.
        """
        self._configure(models, "auto", effort)
        with self.control.solve(assumptions=assumptions, yield_=True) as handle:
            for model in handle:
                yield self.read.atoms(model.symbols(shown=True))

    def conflicts(self, models: int) -> int:
        """How many conflicts a search for this many answers runs into."""
        deque(self.answers([], models), maxlen=0)
        return int(self.control.statistics["solving"]["solvers"]["conflicts"])

    def satisfiable(self, assumptions: Sequence[int]) -> bool:
        """Whether there is an answer."""
        self._configure(1, "auto")
        return bool(self.control.solve(assumptions=assumptions).satisfiable)

    def possible(self, assumptions: Sequence[int], effort: int) -> bool:
        """Whether an answer is found within `effort` conflicts."""
        self._configure(1, "auto", effort)
        return bool(self.control.solve(assumptions=assumptions).satisfiable)

    def core(self, assumptions: Sequence[int], effort: int | None = None) -> list[int] | None:
        """Some of the assumptions that already leave no answer; None if there is an answer.

        effort: conflicts after which SearchLimitError is raised.
        """
        self._configure(1, "auto", effort)
        with self.control.solve(assumptions=assumptions, yield_=True) as handle:
            if handle.model() is not None:
                return None
            if handle.get().unknown:
                raise SearchLimitError
            return list(handle.core())

    def holds(self, assumptions: Sequence[int], literals: Iterable[int], effort: int | None = None) -> set[int] | None:
        """Which of the literals are true in some answer under the assumptions; None if there is no answer.

        effort: conflicts after which SearchLimitError is raised.
        """
        return next(self.holding(assumptions, literals, 1, effort), None)

    def holding(
        self, assumptions: Sequence[int], literals: Iterable[int], models: int, effort: int | None = None
    ) -> Iterator[set[int]]:
        """The same for up to `models` answers, one after the other. SearchLimitError may come after some of them."""
        self._configure(models, "auto", effort)
        asked = list(literals)
        with self.control.solve(assumptions=assumptions, yield_=True) as handle:
            while (model := handle.model()) is not None:
                yield set(compress(asked, grounding.which_hold(model, asked)))
                if models == 1:
                    return
                handle.resume()
            if handle.get().unknown:
                raise SearchLimitError

    def consequences(self, assumptions: Sequence[int], mode: str) -> Iterator[set[Term]]:
        """What holds in all answers (mode 'cautious') or in some ('brave'), ever more exactly.

        The last set is exact. Nothing comes if there is no answer.
        """
        self._configure(0, mode)
        with self.control.solve(assumptions=assumptions, yield_=True) as handle:
            for model in handle:
                yield set(self.read.atoms(model.symbols(shown=True)))
        self._configure(0, "auto")

    def left_open(self, most: int | None = None, assumptions: Sequence[int] = ()) -> set[Term] | None:
        """The shown atoms that hold in some answers, but not in all; None if there is no answer.

        Each answer that is looked for has an atom that no answer before had, or lacks one that all of them had.
        TooManyOpenError as soon as more than `most` atoms are seen to be open.
        """
        some: frozenset[Hashable] = frozenset()
        every: frozenset[Hashable] | None = None
        self._configure(0, "record")
        with self.control.solve(assumptions=assumptions, yield_=True) as handle:
            for model in handle:
                shown = frozenset(facts.keys_of(model.symbols(shown=True)))
                some, every = some | shown, shown if every is None else every & shown
                if most is not None and len(some) - len(every) > most:
                    raise TooManyOpenError
                others = [
                    -literal if key in every else literal
                    for key, (_, literal) in self._keyed.items()
                    if key in every or key not in some
                ]
                model.context.add_clause(others)
        return None if every is None else {self._keyed[key][0] for key in some - every}

    def last_consequences(self, assumptions: Sequence[int], mode: str) -> set[Term]:
        """What holds in all answers (mode 'cautious') or in some ('brave'); nothing if there is no answer."""
        last: set[Term] = set()
        for atoms in self.consequences(assumptions, mode):
            last = atoms
        return last

    def _configure(self, models: int, mode: str, effort: int | None = None) -> None:
        if self._configured == (models, mode, effort):
            return  # for whatever is set, clasp prepares its solver anew
        self._configured = models, mode, effort
        configuration: Any = self.control.configuration
        configuration.solve.solve_limit = "umax" if effort is None else str(effort)
        configuration.solve.models = models
        configuration.solve.enum_mode = mode

    def settle(self, seed: int) -> None:
        """Has the search take what it decides for true or false at random, with this seed.

        Which atom is decided next is left to the search: where that is random, too, first answers take many times
        longer.
        """
        configuration: Any = self.control.configuration
        configuration.solver.seed = random.Random(seed).randrange(2**31)
        configuration.solver.sign_def = "rnd"


# -- Answers that differ from one as little, or as much, as they can


class Spot(NamedTuple):
    """What differences are counted in. mark: what is drawn, '' for a value. place, other: where; a line has both."""

    mark: str
    place: Value
    other: Value | None = None


def spot(puzzle: Puzzle, atom: Term) -> Spot:
    """What an atom speaks of: a cell for a value in it, a pair of places for a line; differences count these."""
    for rule in puzzle.type.draw:
        if (drawn := rule.match(atom)) is not None:
            return Spot("" if rule.layer in (Layer.TEXT, Layer.SIGN) else rule.mark, drawn.place, drawn.other)
    return Spot(atom.name, atom)


def by_difference(
    solver: AssumptionSolver, answer: Collection[Term], assumptions: list[int], most: bool
) -> Iterator[tuple[Term, ...]]:
    """Other answers, each differing in fewer spots (or, if `most`, in more) than the one before.

    The last one differs the least (or the most); nothing comes if there is no other answer. The grounding can be asked
    nothing else afterwards.
    """
    control = solver.control
    shown = set(answer)
    spots: dict[Spot, list[int]] = {}
    for atom, literal in solver.shown.items():
        spots.setdefault(spot(solver.puzzle, atom), []).append(-literal if atom in shown else literal)
    with control.backend() as backend:
        differs = []
        for literals in spots.values():
            differs.append(backend.add_atom())
            for literal in literals:
                backend.add_rule([differs[-1]], [literal])
        backend.add_rule([], [-atom for atom in differs])
        backend.add_minimize(0, [(atom, -1 if most else 1) for atom in differs])
    configuration = control.configuration
    configuration.solve.opt_mode = "opt"  # type: ignore[union-attr]
    configuration.solve.models = 0  # type: ignore[union-attr]
    with control.solve(assumptions=assumptions, yield_=True) as handle:
        for model in handle:
            yield solver.read.atoms(model.symbols(shown=True))


def count(puzzle: Puzzle, one: Collection[Term], other: Collection[Term]) -> int:
    """In how many spots two answers differ."""
    return len({spot(puzzle, atom) for atom in set(one) ^ set(other)})
