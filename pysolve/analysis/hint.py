"""The next step of a person who solves a puzzle, and its reason.

Step-wise explanation by minimal unsatisfiable subsets: a fact follows from what is known, from clues and from
instances of rules if its opposite contradicts them; of the facts that are still open, that one comes next whose
smallest reason found is the smallest (Bogaerts, Gamba, Guns, 'A framework for step-wise explaining how to solve
constraint satisfaction problems', Artificial Intelligence 300, 2021; Espasa, Gent, Hoffmann, Jefferson, Lynch, 'Using
small MUSes to explain how to solve pen and paper puzzles', 2021). Every reason is minimal: nothing in it is redundant.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from ..formats.source import decode, read_bytes
from ..model.errors import PuzzleError
from ..model.marks import MARKS, NOTHING, Layer
from ..model.puzzle import Puzzle
from ..model.terms import Term, Value
from ..model.verdict import Verdict
from ..render import answer_reader
from ..render.picture import Mark
from ..solving import facts
from ..solving.settings import Settings
from ..solving.strategy import open_local
from .assumptions import AssumptionSolver, ConstraintInstance
from .clues import Clue, clues
from .mus import shrink
from .progress import Fact, facts_of, step_marks, wrong_ones
from .result import Result, all_answers


@dataclass(frozen=True)
class Step:
    """Facts that follow together, and why.

    facts: what follows. constraints, clues, known: the reason; `known` are facts that were known before.
    """

    facts: tuple[Fact, ...]
    constraints: tuple[ConstraintInstance, ...]
    clues: tuple[Clue, ...]
    known: tuple[Fact, ...]

    @property
    def size(self) -> int:
        """How many things the reason names."""
        return len(self.constraints) + len(self.clues) + len(self.known)


@dataclass(frozen=True)
class Hints(Result):
    """What is known of the steps. wrong: facts of the partial answer that no answer has: then there are no steps.

    start: the facts that are known before the first step. done: nothing is left that could be deduced.
    """

    verdict: Verdict = Verdict.UNKNOWN
    given: tuple[Term, ...] = ()
    wrong: tuple[Fact, ...] = ()
    start: tuple[Fact, ...] = ()
    steps: tuple[Step, ...] = ()
    done: bool = False


@dataclass(frozen=True)
class HintRequest:
    """partial: an answer text with what is filled in already. steps: how many steps, 0 for all. filled: marks that are
    filled in already, besides.
    """

    partial: str | None = None
    steps: int = 1
    filled: tuple[Mark, ...] = ()


def explain_steps(puzzle: Puzzle, settings: Settings, request: HintRequest) -> Iterator[Hints]:
    """The next steps, one after the other. PuzzleError if the rules optimize, or for a wrong partial answer."""
    search = open_local(puzzle, replace(settings, models=2, count=False))
    answers = all_answers(search)
    hints = Hints(verdict=search.outcome.verdict, given=search.outcome.given)
    yield hints
    if hints.verdict in (Verdict.NONE, Verdict.UNKNOWN):
        return
    if search.outcome.optimized:
        raise PuzzleError("the rules look for the best answer, and steps do not lead to it", file=puzzle.file)
    walk = Walk(puzzle, settings, set(answers[0]) if hints.verdict == Verdict.UNIQUE else None)
    filled = partial_facts(puzzle, request.partial, walk.marks) if request.partial is not None else []
    filled += facts_of(puzzle, request.filled, walk.marks)
    wrong = walk.wrong(filled)
    if wrong:
        yield replace(hints, wrong=tuple(wrong))
        return
    walk.learn(filled)
    yield (hints := replace(hints, start=tuple(walk.known_facts())))
    while not request.steps or len(hints.steps) < request.steps:
        step = walk.next()
        if step is None:
            yield replace(hints, done=True)
            return
        yield (hints := replace(hints, steps=(*hints.steps, step)))


# -- What is filled in


def partial_facts(puzzle: Puzzle, text: str, marks: dict[Term, str]) -> list[Fact]:
    """The facts of an answer text in which cells may be open ('.'); '-' is a cell in which nothing stands."""
    atoms = answer_reader.parse(puzzle, text, marks)
    facts_ = [Fact(atom) for atom in atoms]
    rows = [line.split() for line in text.split("\n") if line.strip()]
    tokens = dict(zip(puzzle.board.spaces, (token for row in rows for token in row)))
    settled = {cell for cell, token in tokens.items() if token == NOTHING}
    filled = set(atoms)
    for atom, mark in marks.items():
        if MARKS[mark].layer is not Layer.TEXT and atom not in filled and set(places_of(puzzle, atom)) & settled:
            facts_.append(Fact(atom, False))
    return facts_


def places_of(puzzle: Puzzle, atom: Term) -> Iterator[Value]:
    """The places that an atom of an answer speaks of."""
    for rule in puzzle.type.draw:
        if (drawn := rule.match(atom)) is not None:
            yield drawn.place
            if drawn.other is not None:
                yield drawn.other


def _text(puzzle: Puzzle, atom: Term) -> tuple[Value, Value] | None:
    """The place and the value of an atom that is drawn as a text."""
    for rule in puzzle.type.draw:
        drawn = rule.match(atom) if rule.layer in (Layer.TEXT, Layer.SIGN) else None
        if drawn is not None:
            return drawn.place, tuple(drawn.values.values())
    return None


# -- The walk


class Walk:
    """Step after step from what is known to all that can be known."""

    #: How often the reason of a fact is looked for, each time in another order: for every fact, and for the next one.
    LOOKS, MORE_LOOKS = 1, 8

    #: Where a reason has more elements than LARGE, a smaller one is looked for LOOKS_IF_LARGE times for every fact.
    LARGE, LOOKS_IF_LARGE = 12, 4

    #: For how large a reason is looked, and with how many conflicts at most for each, until there is one.
    ROUNDS = ((6, 20), (12, 50), (24, 100), (48, 400), (None, None))

    #: A reason of this size or less is plain enough: no smaller one is looked for.
    PLAIN = 2

    def __init__(self, puzzle: Puzzle, settings: Settings, answer: set[Term] | None) -> None:
        """answer: the only one, if there is only one. PuzzleError if the rules cannot be grounded."""
        self.puzzle = puzzle
        self._clues = clues(puzzle)
        self._solver = AssumptionSolver(puzzle, settings, self._clues, by_rules=True)
        self._constraint_of = {literal: instance for instance, literal in self._solver.required.items()}
        self._clue_of = dict(zip(self._solver.given, self._clues))
        self._base = [*self._constraint_of, *self._clue_of]
        self.marks = step_marks(puzzle, self._solver.shown.keys())
        self._chance = random.Random(settings.seed or 0)
        self._fact_of: dict[int, Fact] = {}
        for atom, mark in self.marks.items():
            literal = self._solver.shown[atom]
            self._fact_of[literal] = Fact(atom)
            if MARKS[mark].layer is not Layer.TEXT:
                self._fact_of[-literal] = Fact(atom, False)
        self._true = self._certain(answer)
        self._known: dict[int, None] = {}
        self._reasons: dict[int, list[int]] = {}
        self._far: dict[int, dict[int, float]] = {}
        self._shown_by: set[int] = set()  # clues that say nothing but what is visible at the start
        self.learn(self._visible())

    def _certain(self, answer: set[Term] | None) -> set[int]:
        """The literals of the facts that hold in every answer."""
        shown = self._solver.shown
        if answer is not None:
            return {literal if atom in answer else -literal for atom, literal in shown.items()} & set(self._fact_of)
        every = self._solver.last_consequences(self._base, "cautious")
        some = self._solver.last_consequences(self._base, "brave")
        true = {shown[atom] for atom in every} | {-literal for atom, literal in shown.items() if atom not in some}
        return true & set(self._fact_of)

    def _visible(self) -> list[Fact]:
        """What the clues show themselves: a given value is known before the first step."""
        texts = {_text(self.puzzle, self._fact_of[literal].atom): self._fact_of[literal] for literal in self._true}
        given = []
        for literal, clue in self._clue_of.items():
            atoms = [facts.term(template, token.values) for token in clue.tokens for template in token.templates]
            facts_ = [fact for atom in atoms if (text := _text(self.puzzle, atom)) and (fact := texts.get(text))]
            if facts_:
                self._shown_by.add(literal)
            given += facts_
        return given

    def _literal(self, fact: Fact) -> int | None:
        literal = self._solver.shown.get(fact.atom)
        return None if literal is None else literal if fact.holds else -literal

    def wrong(self, filled: Collection[Fact]) -> list[Fact]:
        """Those of the facts that no answer has; all that are not certain, if there are several answers and none
        fits.
        """
        return wrong_ones(self._solver, {fact: self._literal(fact) for fact in filled}, self._base)

    def learn(self, new: Collection[Fact]) -> None:
        """From now on, these facts are known."""
        for fact in new:
            literal = self._literal(fact)
            if literal is not None and literal in self._fact_of:
                self._known[literal] = None
                self._reasons.pop(literal, None)

    def known_facts(self) -> list[Fact]:
        """What is known by now."""
        return [self._fact_of[literal] for literal in self._known]

    def next(self) -> Step | None:
        """The next step, which is then known; None if nothing is left."""
        open_ = [literal for literal in sorted(self._true, key=abs) if literal not in self._known]
        if not open_:
            return None
        chosen = min(open_, key=lambda literal: len(self._reasons.get(literal, self._base)))
        reason = self._reasons.get(chosen)
        for bound, effort in self.ROUNDS:
            if reason is not None and bound is not None and len(reason) <= bound:
                bound = len(reason) - 1
            for literal in open_:
                if reason is not None and len(reason) <= self.PLAIN:
                    break
                smaller = self._smaller_reason(literal, bound, self.LOOKS, effort)
                if smaller is not None:
                    chosen, reason, bound = literal, smaller, len(smaller) - 1
            if reason is not None:
                break
        assert reason is not None
        if len(reason) > self.LARGE:
            for literal in open_:
                smaller = self._smaller_reason(literal, len(reason) - 1, self.LOOKS_IF_LARGE, effort)
                if smaller is not None:
                    chosen, reason = literal, smaller
        reason = shrink(lambda part: self._core(chosen, part), reason) or reason
        if len(reason) > self.PLAIN:
            reason = self._smaller_reason(chosen, len(reason) - 1, self.MORE_LOOKS) or reason
        together = [literal for literal in open_ if literal == chosen or self._follows(literal, reason)]
        step = self._step(together, reason)
        self.learn(step.facts)
        return step

    def _smaller_reason(
        self, literal: int, most: int | None, times: int, effort: int | None = None
    ) -> list[int] | None:
        """The smallest reason found for a fact that has no more things than `most`; with an effort, not surely
        minimal.
        """
        best: list[int] | None = None
        far = self._distances(literal)
        things = [*self._known, *self._clue_of, *self._constraint_of]
        for _ in range(times):
            # The solver takes what is assumed in this order and stops at a contradiction, so near things are in its
            # core; and what is last in the list is left out first.
            self._chance.shuffle(things)
            things.sort(key=far.__getitem__)
            shrunk = shrink(lambda part: self._core(literal, part, effort), things, most=most)
            if shrunk is not None:
                best, most = shrunk, len(shrunk) - 1
                self._reasons[literal] = shrunk
        return best

    def _distances(self, literal: int) -> dict[int, float]:
        """How far clues, constraints and known facts are from a fact; clues that only say what is seen are farthest."""
        far = self._far.get(abs(literal))
        if far is None:
            steps = self._solver.ground_graph.distances(abs(literal))
            most = len(steps)
            far = {
                each: steps.get(self._solver.broken[instance], most) for each, instance in self._constraint_of.items()
            }
            far |= {each: 2 * most if each in self._shown_by else steps.get(abs(each), most) for each in self._clue_of}
            far |= {each: steps.get(abs(each), most) for each in self._fact_of}
            self._far[abs(literal)] = far
        return far

    def _core(self, literal: int, things: Sequence[int], effort: int | None = None) -> list[int] | None:
        # The opposite comes first: the solver takes assumptions in order and stops at a contradiction.
        core = self._solver.core([-literal, *things], effort)
        return None if core is None else [each for each in core if each != -literal]

    def _follows(self, literal: int, reason: list[int]) -> bool:
        return literal not in reason and self._solver.core([-literal, *reason]) is not None

    def _step(self, literals: list[int], reason: list[int]) -> Step:
        constraints = [self._constraint_of[each] for each in reason if each in self._constraint_of]
        return Step(
            facts=tuple(self._fact_of[each] for each in literals),
            constraints=tuple(sorted(constraints, key=lambda each: (each.constraint.number, str(each.values)))),
            clues=tuple(self._clue_of[each] for each in reason if each in self._clue_of),
            known=tuple(self._fact_of[each] for each in reason if each in self._known),
        )


def read_partial(path: str, patience: float | None = None) -> str:
    """The text of a partial answer in a file; PuzzleError if it cannot be read. patience: seconds to wait for it."""
    data = read_bytes(path, patience)
    return decode(data, path) if data.strip() else ""
