"""What a walk knows: the ground program, its facts and premises, and what is known so far."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from ..model.puzzle import Puzzle
from ..model.terms import Term
from ..render.picture import Mark
from ..solving import facts
from ..solving.settings import Settings
from .assumptions import AssumptionSolver
from .clues import clues
from .completion import Completion
from .evident import evident_facts
from .premise_labels import PremiseLabels
from .progress import Fact, facts_of, step_marks, wrong_ones
from .propagation import Label, Propagation
from .region_labels import labelled, whole_answer, with_labels
from .steps import Premises, StepMaker, text_of
from .walk_facts import walk_facts


class WalkState:
    """What is known of a puzzle on a walk through it.

    Inside, facts and premises (instances of constraints, known facts) are literals of the ground program.
    """

    #: What grounds the puzzle.
    GROUNDED_BY = AssumptionSolver

    def __init__(self, puzzle: Puzzle, settings: Settings, answer: set[Term] | None) -> None:
        """answer: the only one; None if there are several. PuzzleError if the rules cannot be grounded."""
        self.puzzle = puzzle
        self._solver = self.GROUNDED_BY(puzzle, settings, by_rules=True, beyond=True)
        self._constraint_of = {literal: instance for instance, literal in self._solver.required.items()}
        self._base = [*self._constraint_of]
        given = {each.name for clue in clues(puzzle) for token in clue.tokens for each in token.templates}
        self._labels = PremiseLabels(self._constraint_of, self._solver.settled_by(given))
        self.marks = step_marks(puzzle, self._solver.shown.keys())
        notes = {atom for atom in self._solver.shown if puzzle.type.is_note(atom)}
        spoken_of = {abs(self._solver.shown[atom]) for atom in (*self.marks, *notes)}
        self._completion = Completion(self._solver.ground_rules, spoken_of, self._solver.broken.values())
        self._bare = self._without_premises()
        shown, facts_ = self._solver.shown, self._solver.facts
        self._facts = walk_facts(puzzle.type, self.marks, shown, facts_, self._bare.following)
        self._fact_of, self._noted = self._facts.answer, self._facts.noted
        premises = Premises(self._fact_of | self._noted, self._constraint_of)
        self._steps = StepMaker(puzzle, self._solver.shown, premises)
        certain = self._certain(answer)
        self._true = sorted(certain & set(self._fact_of), key=abs)
        self._known: dict[int, None] = {}
        # without the notes that certainly do not hold, as far as propagation shows
        holding = self._bare.following(dict.fromkeys(certain, 0)) if notes else {}
        self._notes = dict.fromkeys(each for each in self._facts.notes if -each not in holding)
        self._propagation = self._bare.copy()
        self.learn(self._visible())
        self.learn(self._evident(premises))
        for premise in self._base:
            self._propagation.add(premise, self._labels.of([premise]))

    # -- Facts and premises

    def _certain(self, answer: set[Term] | None) -> set[int]:
        """The literals of the marks of which it is certain that they are there, or are not."""
        shown = self._solver.shown
        if answer is not None:
            return {shown[atom] if atom in answer else -shown[atom] for atom in self.marks}
        every = self._solver.last_consequences(self._base, "cautious")
        some = self._solver.last_consequences(self._base, "brave")
        return {shown[atom] for atom in every} | {-literal for atom, literal in shown.items() if atom not in some}

    def _without_premises(self) -> Propagation:
        """What follows without premises."""
        bare = Propagation(self._completion)
        for literal in self._completion.certain:
            bare.add(literal, 0)
        bare.run(0)
        return bare

    def _visible(self) -> list[Fact]:
        """The facts that clues state themselves: a given value is known before the first step."""
        texts = {text_of(self.puzzle, self._fact_of[literal].atom): self._fact_of[literal] for literal in self._true}
        atoms = (
            facts.term(template, token.values)
            for clue in clues(self.puzzle)
            for token in clue.tokens
            for template in token.templates
        )
        return [fact for atom in atoms if (text := text_of(self.puzzle, atom)) and (fact := texts.get(text))]

    def _evident(self, premises: Premises) -> list[Fact]:
        """The facts that go without saying."""
        open_ = [*self._open(), *self._open_notes()]
        evident = {*evident_facts(self.puzzle, premises, self._known, open_, self._following)}
        return [premises.fact_of[each] for each in open_ if each in evident]

    def _literal(self, fact: Fact) -> int | None:
        literal = self._solver.shown.get(fact.atom)
        return None if literal is None else literal if fact.holds else -literal

    # -- What is known

    def facts_of(self, marks: Sequence[Mark]) -> list[Fact]:
        """The facts that these marks stand for, whatever their regions are labelled."""
        return facts_of(self.puzzle, with_labels(self.puzzle, self._solver, marks, self._base), self.marks)

    def labelled(self, stated: Sequence[Fact], *, is_whole: bool) -> list[Fact]:
        """The facts that an answer's text states, whatever its regions are labelled. is_whole: nothing is open, so that
        an answer is known with all that its text leaves out.
        """
        atoms = labelled(self.puzzle, self._solver, [fact.atom for fact in stated], self._base)
        holding = [atom for fact, atom in zip(stated, atoms) if fact.holds]
        answer = whole_answer(self.puzzle, self._solver, holding, self._base) if is_whole else None
        if answer is not None:
            return [Fact(atom, atom in answer) for atom in self.marks]
        return [replace(fact, atom=atom) for fact, atom in zip(stated, atoms)]

    def wrong(self, filled: Collection[Fact]) -> list[Fact]:
        """Those of the facts that no answer has; all that are not certain, if there are several answers and none
        fits.
        """
        return wrong_ones(self._solver, {fact: self._literal(fact) for fact in filled}, self._base)

    def learn(self, filled: Collection[Fact]) -> None:
        """Adds these facts to what is known."""
        for fact in filled:
            literal = self._literal(fact)
            if literal is not None and (literal in self._fact_of or literal in self._noted):
                self._known[literal] = None
                self._propagation.add(literal, self._labels.bit(literal))

    def open_facts(self) -> list[Fact]:
        """What can be known, and was not told yet."""
        return [self._fact_of[literal] for literal in self._open()]

    def known_facts(self) -> list[Fact]:
        """What is known by now."""
        return [self._fact_of.get(literal) or self._noted[literal] for literal in self._known]

    def _open(self) -> list[int]:
        return [literal for literal in self._true if literal not in self._known]

    def _open_notes(self) -> list[int]:
        """The notes that may still be made."""
        return [each for each in self._notes if each not in self._known]

    def _following(self, reason: list[int]) -> dict[int, Label]:
        """What follows from a reason by unit propagation, and from which of its premises."""
        labels = {premise: self._labels.bit(premise) for premise in reason}
        following = self._bare.following(labels)
        return {literal: label for literal, label in following.items() if literal not in labels}
