"""What a walk knows: the ground program, its facts and premises, and what is known so far."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from ..model.puzzle import Puzzle
from ..model.terms import Term
from ..render.picture import Mark
from ..solving import facts
from ..solving.settings import Settings
from .assumptions import AssumptionSolver, ConstraintInstance
from .clues import clues
from .completion import Completion
from .progress import Fact, facts_of, step_marks, wrong_ones
from .propagation import Label, Propagation
from .region_labels import labelled, whole_answer, with_labels
from .regions import Regions
from .steps import Premises, Step, StepMaker, text_of
from .walk_facts import evident_facts, walk_facts


class WalkState:
    """What is known of a puzzle on a walk through it.

    Facts and premises (instances of constraints, known facts) are literals of the ground program.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        settings: Settings,
        answer: set[Term] | None,
        grounded_by: type[AssumptionSolver] = AssumptionSolver,
    ) -> None:
        """answer: the only one; None if there are several. grounded_by: what grounds the puzzle, and numbers its atoms.

        PuzzleError if the rules cannot be grounded.
        """
        self.puzzle = puzzle
        self.solver = grounded_by(puzzle, settings, by_rules=True, beyond=True)
        self.constraint_of = {literal: instance for instance, literal in self.solver.required.items()}
        self.constraints = [*self.constraint_of]
        given = {each.name for clue in clues(puzzle) for token in clue.tokens for each in token.templates}
        self.labels = PremiseLabels(self.constraint_of, self.solver.settled_by(given))
        self.marks = step_marks(puzzle, self.solver.shown.keys())
        notes = {atom for atom in self.solver.shown if puzzle.type.is_note(atom)}
        spoken_of = {abs(self.solver.shown[atom]) for atom in (*self.marks, *notes)}
        completion = Completion(self.solver.ground_rules, spoken_of, self.solver.broken.values())
        self.bare = Propagation(completion)  # what follows without premises
        for literal in completion.certain:
            self.bare.add(literal, 0)
        self.bare.run(0)
        self.facts = walk_facts(puzzle.type, self.marks, self.solver.shown, self.solver.facts, self.bare.following)
        self.fact_of = self.facts.answer | self.facts.noted
        certain = self._certain(answer)
        #: The facts of the answer, and notes, that can be known; notes that certainly do not hold are left out, as far
        #: as propagation shows.
        self.true = sorted(certain & set(self.facts.answer), key=abs)
        holding = self.bare.following(dict.fromkeys(certain, 0)) if notes else {}
        self.notes = dict.fromkeys(each for each in self.facts.notes if -each not in holding)
        self.known: dict[int, None] = {}
        self.propagation = self.bare.copy()
        #: The constraints of the last step, and what is about the same clues: these are looked at next.
        self.looked_at: Label = 0
        self._followed: tuple[frozenset[int], dict[int, Label]] = frozenset(), {}
        self.learn(self._visible())
        self.learn(self._evident())
        for premise in self.constraints:
            self.propagation.add(premise, self.labels.of([premise]))

    # -- Facts and premises

    def _certain(self, answer: set[Term] | None) -> set[int]:
        """The literals of the marks of which it is certain that they are there, or are not."""
        shown = self.solver.shown
        if answer is not None:
            return {shown[atom] if atom in answer else -shown[atom] for atom in self.marks}
        every = self.solver.last_consequences(self.constraints, "cautious")
        some = self.solver.last_consequences(self.constraints, "brave")
        return {shown[atom] for atom in every} | {-literal for atom, literal in shown.items() if atom not in some}

    def _visible(self) -> list[Fact]:
        """The facts that clues state themselves: a given value is known before the first step."""
        texts = {text_of(self.puzzle, self.fact_of[literal].atom): self.fact_of[literal] for literal in self.true}
        atoms = (
            facts.term(template, token.values)
            for clue in clues(self.puzzle)
            for token in clue.tokens
            for template in token.templates
        )
        return [fact for atom in atoms if (text := text_of(self.puzzle, atom)) and (fact := texts.get(text))]

    def _evident(self) -> list[Fact]:
        """The facts that go without saying."""
        open_ = [*self.open(), *self.open_notes()]
        premises = Premises(self.fact_of, self.constraint_of)
        evident = {*evident_facts(self.puzzle, premises, self.known, open_, self.following)}
        return [self.fact_of[each] for each in open_ if each in evident]

    def literal(self, fact: Fact) -> int | None:
        """The literal of a fact; None if the program does not have its atom."""
        literal = self.solver.shown.get(fact.atom)
        return None if literal is None else literal if fact.holds else -literal

    def literals(self, facts_: Iterable[Fact]) -> list[int]:
        """The literals of facts, of those that have one."""
        return [literal for fact in facts_ if (literal := self.literal(fact)) is not None]

    @cached_property
    def constraint_label(self) -> Label:
        """The label of all constraints, without the clues that they speak of."""
        return sum(map(self.labels.bit, self.constraints))

    @cached_property
    def regions(self) -> Regions:
        """The parts of the ground program that are solved by themselves."""
        return Regions(self.solver.ground_rules, [abs(fact) for fact in (*self.true, *self.notes)])

    # -- What is filled in

    def facts_of(self, marks: Sequence[Mark]) -> list[Fact]:
        """The facts that these marks stand for, whatever their regions are labelled."""
        return facts_of(self.puzzle, with_labels(self.puzzle, self.solver, marks, self.constraints), self.marks)

    def labelled(self, stated: Sequence[Fact], *, is_whole: bool) -> list[Fact]:
        """The facts that an answer's text states, whatever its regions are labelled. is_whole: nothing is open, so that
        an answer is known with all that its text leaves out.
        """
        atoms = labelled(self.puzzle, self.solver, [fact.atom for fact in stated], self.constraints)
        holding = [atom for fact, atom in zip(stated, atoms) if fact.holds]
        answer = whole_answer(self.puzzle, self.solver, holding, self.constraints) if is_whole else None
        if answer is not None:
            return [Fact(atom, atom in answer) for atom in self.marks]
        return [replace(fact, atom=atom) for fact, atom in zip(stated, atoms)]

    def wrong(self, filled: Collection[Fact]) -> list[Fact]:
        """Those of the facts that no answer has; all that are not certain, if there are several answers and none
        fits.
        """
        return wrong_ones(self.solver, {fact: self.literal(fact) for fact in filled}, self.constraints)

    def learn(self, filled: Iterable[Fact]) -> None:
        """Adds these facts to what is known."""
        for literal in self.literals(filled):
            if literal in self.fact_of:
                self.known[literal] = None
                self.propagation.add(literal, self.labels.bit(literal))

    # -- What is known, and what follows

    def known_facts(self) -> list[Fact]:
        """What is known by now."""
        return [self.fact_of[literal] for literal in self.known]

    def open(self) -> list[int]:
        """What can be known of the answer, and is not known yet."""
        return self._unknown(self.true)

    def open_notes(self) -> list[int]:
        """The notes that may still be made."""
        return self._unknown(self.notes)

    def open_elsewhere(self) -> list[int]:
        """The facts that a cell does not belong to a region, as far as they are still unknown."""
        return self._unknown(self.facts.elsewhere)

    def _unknown(self, literals: Iterable[int]) -> list[int]:
        return [each for each in literals if each not in self.known]

    def following(self, reason: Iterable[int]) -> dict[int, Label]:
        """What follows from a reason by unit propagation, and from which of its premises."""
        reason = [*reason]
        if self._followed[0] != frozenset(reason):  # a chain begins where its step was just made
            labels = {premise: self.labels.bit(premise) for premise in reason}
            following = self.bare.following(labels)
            rest = {literal: label for literal, label in following.items() if literal not in labels}
            self._followed = frozenset(reason), rest
        return self._followed[1]

    def step(self, literals: Collection[int], reason: Collection[int], following: Mapping[int, Label]) -> Step:
        """The step to these facts. following: what follows from the reason, with the labels of premises."""
        return self._steps.step(literals, reason, self.premises_of(following, literals), self.known.keys())

    def premises_of(self, following: Mapping[int, Label], without: Collection[int]) -> dict[int, set[int]]:
        """What follows, but for some facts, each with the premises of its label."""
        return {each: {*self.labels.premises(label)} for each, label in following.items() if each not in without}

    @cached_property
    def _steps(self) -> StepMaker:
        return StepMaker(self.puzzle, self.solver.shown, Premises(self.fact_of, self.constraint_of))


class PremiseLabels:
    """The bits of the premises of one walk, which are literals.

    constraint_of: the constraints among them. settled: the predicates of clues, and those that clues settle.
    """

    def __init__(self, constraint_of: Mapping[int, ConstraintInstance], settled: Collection[str]) -> None:
        self._constraint_of = constraint_of
        self._settled = settled
        self._held: list[int | None] = []  # the premise with this bit; None for a clue
        self._bits: dict[object, Label] = {}

    def bit(self, premise: int) -> Label:
        """The label that has this premise alone."""
        return self._bit(premise, premise)

    def of(self, premises: Iterable[int]) -> Label:
        """The label of premises, and of the clues that they speak of."""
        label = 0
        for premise in premises:
            label |= self.bit(premise)
            for clue in self._clues_of(premise):
                label |= self._bit(clue, None)
        return label

    def premises(self, label: Label) -> list[int]:
        """The premises of a label."""
        premises = []
        while label:
            lowest = label & -label
            premise = self._held[lowest.bit_length() - 1]
            if premise is not None:
                premises.append(premise)
            label ^= lowest
        return premises

    def _bit(self, held: object, premise: int | None) -> Label:
        if held not in self._bits:
            self._bits[held] = 1 << len(self._held)
            self._held.append(premise)
        return self._bits[held]

    def _clues_of(self, premise: int) -> Iterator[object]:
        """The atoms in a constraint that clues settle, each as its predicate and the values of its variables."""
        instance = self._constraint_of.get(premise)
        if instance is not None:
            values = dict(zip(instance.constraint.variables, instance.values))
            for name, variables in instance.constraint.atoms:
                if name in self._settled:
                    yield name, (*(values.get(each) for each in variables),)
