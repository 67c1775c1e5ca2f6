"""Step after step from what is known to all that can be known.

Step-wise explanation by minimal unsatisfiable subsets: a fact follows from what is known, from clues and from instances
of constraints if its opposite contradicts them; of the facts that are still open, one comes next whose reason is small
(Bogaerts, Gamba, Guns, 'A framework for step-wise explaining how to solve constraint satisfaction problems', Artificial
Intelligence 300, 2021; Espasa, Gent, Hoffmann, Jefferson, Lynch, 'Using small MUSes to explain how to solve pen and
paper puzzles', 2021). Reasons are looked for in three ways, each only where the one before leaves none that is plain:
unit propagation; unit propagation from the opposite of a fact; the solver, on parts of the program that grow. Every
reason is minimal in the end: nothing in it is redundant for the whole program.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ..model.marks import MARKS, Layer
from ..model.puzzle import Puzzle
from ..model.terms import Term, Value
from ..render.picture import Mark
from ..solving import facts
from ..solving.settings import Settings
from .assumptions import AssumptionSolver, ConstraintInstance
from .clues import Clue, clues
from .completion import Completion
from .mus import shrink
from .progress import Fact, facts_of, step_marks, wrong_ones
from .propagation import Label, Propagation
from .region_labels import with_labels
from .regions import Region, RuleGraph


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


class _Reason(NamedTuple):
    """A fact, and things that it follows from: all of them literals."""

    fact: int
    things: Label


class _Probe(NamedTuple):
    """The opposite of a fact, propagated in vain. bound: for how large a reason. atoms: where that led."""

    bound: int
    atoms: set[int]


class Walk:
    """The walk through a puzzle.

    Inside, facts and things (clues, instances of constraints, known facts) are literals of the ground program.
    """

    #: A reason of this size or less is plain enough: no smaller one is looked for.
    PLAIN = 2

    #: For how large a reason the opposite of facts is propagated, until one is found.
    PROBES = (4, 8, 16, 30)

    #: Where a reason is larger than this, or there is none, parts of the program are solved.
    LARGE = 8

    #: How many atoms these parts have: at last, all.
    PARTS = (150, 600, None)

    #: How many of the facts that follow in a part are looked at closely: those whose reasons seem to be the smallest.
    CLOSER = 12

    def __init__(self, puzzle: Puzzle, settings: Settings, answer: set[Term] | None) -> None:
        """answer: the only one, if there is only one. PuzzleError if the rules cannot be grounded."""
        self.puzzle = puzzle
        self._clues = clues(puzzle)
        self._solver = AssumptionSolver(puzzle, settings, self._clues, by_rules=True)
        self._constraint_of = {literal: instance for instance, literal in self._solver.required.items()}
        self._clue_of = dict(zip(self._solver.given, self._clues))
        self._base = [*self._constraint_of, *self._clue_of]
        self.marks = step_marks(puzzle, self._solver.shown.keys())
        self._fact_of: dict[int, Fact] = {}
        for atom, mark in self.marks.items():
            literal = self._solver.shown[atom]
            self._fact_of[literal] = Fact(atom)
            if MARKS[mark].layer is not Layer.TEXT:
                self._fact_of[-literal] = Fact(atom, False)
        self._true = self._certain(answer)
        self._known: dict[int, None] = {}
        self._things: list[int] = []  # by the number of their bit in labels
        self._bits: dict[int, Label] = {}
        self._completion = Completion(self._solver.ground_rules, map(abs, self._fact_of), self._solver.broken.values())
        self._bare = Propagation(self._completion)  # what holds whatever is given and required
        for literal in self._completion.certain:
            self._bare.add(literal, 0)
        self._bare.run(0)
        self._propagation = self._bare.copy()
        self._probes: dict[int, _Probe] = {}
        self._regions: dict[tuple[int, int | None], Region] = {}
        self.learn(self._visible())
        for thing in self._base:
            self._propagation.add(thing, self._bit(thing))

    # -- Facts and things

    def _certain(self, answer: set[Term] | None) -> list[int]:
        """The literals of the facts that hold in every answer."""
        shown = self._solver.shown
        if answer is not None:
            true = {literal if atom in answer else -literal for atom, literal in shown.items()}
        else:
            every = self._solver.last_consequences(self._base, "cautious")
            some = self._solver.last_consequences(self._base, "brave")
            true = {shown[atom] for atom in every} | {-literal for atom, literal in shown.items() if atom not in some}
        return sorted(true & set(self._fact_of), key=abs)

    def _visible(self) -> list[Fact]:
        """What the clues show themselves: a given value is known before the first step."""
        texts = {_text(self.puzzle, self._fact_of[literal].atom): self._fact_of[literal] for literal in self._true}
        atoms = (
            facts.term(template, token.values)
            for clue in self._clue_of.values()
            for token in clue.tokens
            for template in token.templates
        )
        return [fact for atom in atoms if (text := _text(self.puzzle, atom)) and (fact := texts.get(text))]

    def _literal(self, fact: Fact) -> int | None:
        literal = self._solver.shown.get(fact.atom)
        return None if literal is None else literal if fact.holds else -literal

    def _bit(self, thing: int) -> Label:
        """The label that holds this thing alone."""
        if thing not in self._bits:
            self._bits[thing] = 1 << len(self._things)
            self._things.append(thing)
        return self._bits[thing]

    def _in_label(self, label: Label) -> list[int]:
        """The things of a label."""
        found = []
        while label:
            lowest = label & -label
            found.append(self._things[lowest.bit_length() - 1])
            label ^= lowest
        return found

    def _label(self, things: Iterable[int]) -> Label:
        label = 0
        for thing in things:
            label |= self._bit(thing)
        return label

    # -- What is known

    def facts_of(self, marks: Sequence[Mark]) -> list[Fact]:
        """The facts that leave these marks; labels of regions do not matter."""
        return facts_of(self.puzzle, with_labels(self.puzzle, self._solver, marks, self._base), self.marks)

    def wrong(self, filled: Collection[Fact]) -> list[Fact]:
        """Those of the facts that no answer has; all that are not certain, if there are several answers and none
        fits.
        """
        return wrong_ones(self._solver, {fact: self._literal(fact) for fact in filled}, self._base)

    def learn(self, filled: Collection[Fact]) -> None:
        """From now on, these facts are known."""
        for fact in filled:
            literal = self._literal(fact)
            if literal is not None and literal in self._fact_of:
                self._known[literal] = None
                self._propagation.add(literal, self._bit(literal))

    def known_facts(self) -> list[Fact]:
        """What is known by now."""
        return [self._fact_of[literal] for literal in self._known]

    # -- Steps

    def next(self) -> Step | None:
        """The next step, which is then known; None if nothing is left."""
        open_ = [literal for literal in self._true if literal not in self._known]
        if not open_:
            return None
        best = self._by_propagation(open_)
        if _size(best) > self.PLAIN:
            best = self._by_probing(open_, best)
        if _size(best) > self.LARGE:
            best = self._by_solving(open_, best)
        assert best is not None  # the last part is the whole program, in which all facts that are certain follow
        reason = shrink(lambda part: self._core(best.fact, part), self._in_label(best.things))
        assert reason is not None
        following = self._following(reason)
        step = self._step([each for each in open_ if each == best.fact or each in following], reason)
        self.learn(step.facts)
        return step

    def _by_propagation(self, open_: list[int]) -> _Reason | None:
        """The fact with the smallest label, if one has any."""
        labels = self._propagation.labels
        while True:
            known = ((label.bit_count(), literal) for literal in open_ if (label := labels.get(literal)) is not None)
            size, literal = min(
                known, default=(None, 0), key=lambda each: each[0]
            )  # the first one of those, as one reads
            waiting = self._propagation.waiting
            if waiting is None or (size is not None and size <= waiting):
                return None if size is None else _Reason(literal, labels[literal])
            self._propagation.run(waiting)

    def _by_probing(self, open_: list[int], best: _Reason | None) -> _Reason | None:
        """A smaller reason than the best so far, if the opposite of a fact leads to one."""
        self._forget_probes()
        for bound in self.PROBES:
            for fact in open_:
                most = min(bound, _size(best) - 1)
                earlier = self._probes.get(fact)
                if earlier is not None and earlier.bound >= most:
                    continue
                contradiction, atoms = self._propagation.probe(-fact, most)
                if contradiction is None:
                    self._probes[fact] = _Probe(most, atoms)
                else:
                    best = _Reason(fact, contradiction)
            if _size(best) <= bound:
                break
        return best

    def _forget_probes(self) -> None:
        """Probes end otherwise where labels that they met have become smaller."""
        improved = self._propagation.take_improved()
        matters = {
            bound: {atom for atom, size in improved.items() if size <= bound}
            for bound in {probe.bound for probe in self._probes.values()}
        }
        self._probes = {
            fact: probe for fact, probe in self._probes.items() if probe.atoms.isdisjoint(matters[probe.bound])
        }

    def _by_solving(self, open_: list[int], best: _Reason | None) -> _Reason | None:
        """A smaller reason than the best so far, if there is one in a part of the program; in the last part there is
        one for each fact.
        """
        things = [*self._base, *self._known]
        for size in self.PARTS:
            seen: set[int] = set()  # the facts that stood near the middle of a part
            for middle in open_:
                if middle in seen:
                    continue
                region = self._region(abs(middle), size)
                seen.update(fact for fact in open_ if region.is_central(abs(fact)))
                following = sorted(region.consequences(open_, things).items(), key=lambda item: len(item[1]))
                for fact, _ in following[: self.CLOSER]:
                    reason = region.shrunk(fact, None if best is None else _size(best) - 1)
                    if reason is not None:
                        best = _Reason(fact, self._label(reason))
            if best is not None:
                break
        return best

    @cached_property
    def _graph(self) -> RuleGraph:
        return RuleGraph(self._solver.ground_rules)

    def _region(self, middle: int, size: int | None) -> Region:
        key = (0 if size is None else middle, size)
        if key not in self._regions:
            self._regions[key] = Region(self._graph, middle, size, [abs(fact) for fact in self._true])
        return self._regions[key]

    def _core(self, literal: int, things: Iterable[int]) -> list[int] | None:
        core = self._solver.core([-literal, *things])
        return None if core is None else [each for each in core if each != -literal]

    def _following(self, reason: list[int]) -> set[int]:
        """What follows from a reason by unit propagation."""
        propagation = self._bare.copy()
        for thing in reason:
            propagation.add(thing, 0)
        propagation.run(0)
        return propagation.labels.keys() - set(reason)

    def _step(self, literals: list[int], reason: list[int]) -> Step:
        constraints = [self._constraint_of[each] for each in reason if each in self._constraint_of]
        given = set(reason)
        return Step(
            facts=tuple(self._fact_of[each] for each in literals),
            constraints=tuple(sorted(constraints, key=lambda each: (each.constraint.number, str(each.values)))),
            clues=tuple(clue for literal, clue in self._clue_of.items() if literal in given),
            known=tuple(self._fact_of[each] for each in sorted(given & self._known.keys(), key=abs)),
        )


def _size(reason: _Reason | None) -> int:
    """How many things a reason has; without one, more than any."""
    return 10**9 if reason is None else reason.things.bit_count()


def _text(puzzle: Puzzle, atom: Term) -> tuple[Value, Value] | None:
    """The place and the value of an atom that is drawn as a text."""
    for rule in puzzle.type.draw:
        drawn = rule.match(atom) if rule.layer in (Layer.TEXT, Layer.SIGN) else None
        if drawn is not None:
            return drawn.place, tuple(drawn.values.values())
    return None
