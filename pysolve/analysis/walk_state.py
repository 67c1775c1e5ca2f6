"""What a walk knows: the ground program, what steps may lead to, what goes without saying, what is known so far."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from ..model.board import Cell, Point, cell_of
from ..model.marks import MARKS, Layer
from ..model.puzzle import Puzzle, Token
from ..model.puzzle_type import Drawn, DrawRule, PuzzleType, value_of
from ..model.terms import Term, Value
from ..render.picture import Mark, draw
from ..solving import facts
from ..solving.ledger import PLACEMENT
from ..solving.settings import Settings
from .assumptions import AssumptionSolver, ConstraintInstance
from .clues import clues
from .progress import Fact, facts_of, labelled, places_of, step_marks, whole_answer, with_labels, wrong_ones
from .propagation import LIGHTER, Completion, Label, Loops, Propagation
from .regions import Regions
from .steps import Premises, Step, StepMaker, text_of
from .techniques import Group, identity_of, techniques

#: The idea of constraints that say what is drawn in a puzzle: what follows from one of these alone is no step.
GIVEN = "given"

# -- What the steps of a walk may lead to: marks of the answer, and what a person notes on the way to it


class WalkFacts(NamedTuple):
    """Facts by their literals.

    answer: those of the answer; the walk ends as soon as all the true ones are known. Others are mentioned only where a
    later step needs them.
    notes: those of the type, and their negations. elsewhere: regions that a cell does not belong to. noted:
    both of these, and which values and shapes do not stand in a cell.
    """

    answer: dict[int, Fact]
    notes: dict[int, Fact]
    elsewhere: dict[int, Fact]
    noted: dict[int, Fact]

    @property
    def absent(self) -> set[int]:
        """Which values and shapes do not stand in a cell."""
        return self.noted.keys() - self.notes.keys() - self.elsewhere.keys()


def walk_facts(
    type_: PuzzleType,
    marks: Mapping[Term, str],
    literals: Mapping[Term, int],
    given: Collection[Term],
    following: Callable[[dict[int, int]], Container[int]],
) -> WalkFacts:
    """The facts of a puzzle. marks: what the atoms of answers leave. literals: of the atoms that are shown. given:
    those that hold whatever is chosen. following: what follows from literals, without any constraint.

    Of values, steps say which one a cell holds. So they do of shapes, where a cell always has one, or notes say whether
    it has any; and of regions and numbers of lines, where there are notes.
    """
    answer = {literals[atom]: Fact(atom) for atom in marks}
    absent: dict[int, Fact] = {}
    elsewhere: dict[int, Fact] = {}
    for atom, mark in marks.items():
        layer = MARKS[mark].layer
        is_value = layer is Layer.TEXT or (layer is Layer.SIGN and type_.notes)
        among = absent if is_value else elsewhere if _says_elsewhere(type_, atom, layer) else answer
        among[-literals[atom]] = Fact(atom, False)
    for shapes in _shapes_of_places(type_, marks) if not type_.notes else ():
        here = [literals[atom] for atom in shapes]
        if len(here) > 1 and here[0] in following(dict.fromkeys((-each for each in here[1:]), 0)):
            absent |= {-each: answer.pop(-each) for each in here}
    notes = _notes(type_, literals, given)
    return WalkFacts(answer, notes, elsewhere, notes | elsewhere | absent)


def _notes(type_: PuzzleType, literals: Mapping[Term, int], given: Collection[Term]) -> dict[int, Fact]:
    """The notes of a type, and their negations."""
    notes: dict[int, Fact] = {}
    for atom, literal in literals.items():
        if type_.is_note(atom) and atom not in given:
            notes |= {literal: Fact(atom), -literal: Fact(atom, False)}
    return notes


def _says_elsewhere(type_: PuzzleType, atom: Term, layer: Layer) -> bool:
    """Whether it is about the region of a cell, or the number of a line, where there are notes."""
    mark = type_.mark_of(atom)
    return layer.is_area or (bool(type_.notes) and layer is Layer.LINE and mark is not None and bool(mark[0].values))


def _shapes_of_places(type_: PuzzleType, marks: Mapping[Term, str]) -> Iterable[list[Term]]:
    """The atoms that put shapes into the same place, or symbols: a white circle or a black one."""
    shapes: dict[tuple[str, Value], list[Term]] = defaultdict(list)
    for atom, mark in marks.items():
        layer = MARKS[mark].layer
        if layer in (Layer.SIGN, Layer.SYMBOL) and (drawn := type_.mark_of(atom)) is not None:
            shapes[atom.name if layer is Layer.SIGN else "", drawn[1].place].append(atom)
    return shapes.values()


# -- What goes without saying: facts that a person sees at once, and would not call a step
#
# They follow from what stands in a cell, for this cell alone: a cell with a number is not shaded, no line comes into
# it. Likewise that a cell belongs, or does not belong, to the region that is called after it, if that follows from this
# cell alone: it draws nothing.


class _Mark(NamedTuple):
    """The mark that a fact is about."""

    rule: DrawRule
    drawn: Drawn

    @property
    def places(self) -> list[Value]:
        return [place for place in (self.drawn.place, self.drawn.other) if place is not None]

    @property
    def is_own(self) -> bool:
        """Whether it is a cell of the region that is called after this cell."""
        return self.rule.layer.is_area and self.drawn.values[self.rule.values[0]] == self.drawn.place


def evident_facts(
    puzzle: Puzzle,
    premises: Premises,
    known: Iterable[int],
    open_: Collection[int],
    following: Callable[[list[int]], Mapping[int, Label]],
) -> Iterator[int]:
    """Those of the open facts that go without saying. known: those that are known before the first step. following:
    what follows from some premises alone, and from which of them; premises that settle other cells, too, make a step.
    """
    marks = _marks(puzzle, premises, open_)
    alone = _premises_by_cell(premises, _marks(puzzle, premises, known))
    texts = _given_texts(puzzle)
    for cell, here in _facts_by_cell(marks, texts).items():
        follows = following(alone[cell])
        # what no constraint is needed for may follow from any clue
        telling = {follows[each] for each in open_ if each in follows and each not in here} - {0}
        lines = [each for each in here if marks[each].rule.layer is Layer.LINE]
        is_passed_by = all(each in follows and not premises.fact_of[each].holds for each in lines)
        for literal in here:
            mark = marks[literal]
            is_seen = _is_seen(puzzle, mark, texts.get(cell, ())) and (is_passed_by or not mark.rule.layer.is_pair)
            if is_seen and literal in follows and follows[literal] not in telling:
                yield literal


def _marks(puzzle: Puzzle, premises: Premises, literals: Iterable[int]) -> dict[int, _Mark]:
    """The marks that facts are about."""
    drawn = {literal: puzzle.type.mark_of(premises.fact_of[literal].atom) for literal in literals}
    return {literal: _Mark(*mark) for literal, mark in drawn.items() if mark is not None}


def _is_seen(puzzle: Puzzle, mark: _Mark, texts: Collection[str]) -> bool:
    """Whether a mark is no text, or one of those that are written in its cell; a wall beside it is found, not seen."""
    if mark.rule.layer is Layer.WALL:
        return False
    return mark.rule.layer is not Layer.TEXT or value_of(mark.rule, mark.drawn, puzzle.alphabet) in texts


def _premises_by_cell(premises: Premises, known: Mapping[int, _Mark]) -> Mapping[Cell, list[int]]:
    """The premises that are about one cell and nothing else, by this cell."""
    places_of: dict[int, Iterable[Value]] = {literal: mark.places for literal, mark in known.items()}
    for literal, instance in premises.constraint_of.items():
        places_of[literal] = [each for each in instance.values if isinstance(each, tuple) or _has_arguments(each)]
    alone: dict[Cell, list[int]] = defaultdict(list)
    for literal, places in places_of.items():
        if (cell := _only_cell(places)) is not None:
            alone[cell].append(literal)
    return alone


def _has_arguments(value: Value) -> bool:
    return isinstance(value, Term) and bool(value.args)


def _facts_by_cell(marks: Mapping[int, _Mark], texts: Container[Cell]) -> Mapping[Cell, list[int]]:
    """The facts about cells in which something is given, or whose region is called after them, by these cells."""
    about: dict[Cell, list[int]] = defaultdict(list)
    for literal, mark in marks.items():
        for place in mark.places:
            if (cell := cell_of(place)) is not None and (cell in texts or mark.is_own):
                about[cell].append(literal)
    return about


def _given_texts(puzzle: Puzzle) -> dict[Cell, set[str]]:
    """What is written in each cell in which something is given."""
    texts: dict[Cell, set[str]] = {}
    for mark in draw(puzzle).marks:
        if (cell := cell_of(mark.place)) is not None and not mark.layer.is_area:
            texts.setdefault(cell, set()).update([mark.value] if mark.layer is Layer.TEXT else [])
    for clue in clues(puzzle):
        if (cell := _only_cell(clue.places)) is not None:
            texts.setdefault(cell, set()).add(clue.text)
    return texts


def _given_tokens(puzzle: Puzzle) -> list[Token]:
    """The tokens of the clues."""
    return [token for clue in clues(puzzle) for token in clue.tokens]


def _only_cell(places: Iterable[Value]) -> Cell | None:
    """The cell that all these places are; None if there are others, or none."""
    every = set(places)
    return cell_of(every.pop()) if len(every) == 1 else None


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
        lighter: float = LIGHTER,
        *,
        assumes_one_answer: bool = False,
    ) -> None:
        """answer: the only one; None if there are several. grounded_by: what grounds the puzzle, and numbers its atoms.
        lighter: by how much a known fact is lighter than a rule. assumes_one_answer: techniques may rest on that.

        PuzzleError if the rules cannot be grounded.
        """
        self.puzzle = puzzle
        self.assumes_one_answer = assumes_one_answer
        self.solver = grounded_by(puzzle, settings, by_rules=True, beyond=True)
        self.constraint_of = {literal: instance for instance, literal in self.solver.required.items()}
        self.constraints = [*self.constraint_of]
        given = {each.name for token in _given_tokens(puzzle) for each in token.templates}
        self.labels = PremiseLabels(self.constraint_of, self.solver.settled_by(given))
        self.marks = step_marks(puzzle, self.solver.shown.keys())
        notes = {atom for atom in self.solver.shown if puzzle.type.is_note(atom)}
        spoken_of = {abs(self.solver.shown[atom]) for atom in (*self.marks, *notes)}
        overfull = {literal: instance for instance, literal in self.solver.overfull.items()}
        rules = (each for each in self.solver.ground_rules if each.head or each.body.literals[0] not in overfull)
        completion = Completion([*rules], spoken_of, [*self.solver.broken.values(), *overfull])
        self.bare = Propagation(completion, lighter)  # what follows without premises
        self._single_places = SinglePlaces(overfull, self.labels, self.bare)
        self.bare.run(0)
        self.facts = walk_facts(puzzle.type, self.marks, self.solver.shown, self.solver.facts, self.bare.following)
        self.fact_of = self.facts.answer | self.facts.noted
        self._absent = self.facts.absent
        certain = self._certain(answer)
        self._has_one_answer = answer is not None
        #: The facts of the answer, and notes, that can be known; notes that certainly do not hold are left out, as far
        #: as propagation shows.
        self.true = sorted(certain & set(self.facts.answer), key=abs)
        holding = self.bare.following(dict.fromkeys(certain, 0)) if notes else {}
        self.notes = dict.fromkeys(each for each in self.facts.notes if -each not in holding)
        self.known: dict[int, None] = {}
        #: Known facts that say what does not stand in a filled place, each with what does.
        self.instead: dict[Fact, Fact] = {}
        #: What was on the board before the step that is being told.
        self.seen: Sequence[int] = ()
        #: The facts without which a part would be cut off, as the board shows (see ByConnection).
        self.cut_off: set[int] = set()
        self.propagation = self.bare.copy()
        #: The constraints of the last step, and what is about the same clues: these are looked at next.
        self.looked_at: Label = 0
        self._places_at: dict[int, tuple[Value, ...]] = {}
        self._marked, self._with_marks = set[int](), self.bare.copy()
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
        """The facts that clues state themselves: a given value, or line, is known before the first step."""
        texts = {text_of(self.puzzle, self.fact_of[literal].atom): self.fact_of[literal] for literal in self.true}
        atoms = (facts.term(each, token.values) for token in _given_tokens(self.puzzle) for each in token.templates)
        given = [
            premise for premise, each in self.constraint_of.items() if techniques().idea(identity_of(each)) == GIVEN
        ]
        drawn = {literal for each in given for literal in self.bare.following({each: 0})}
        return [
            *(fact for atom in atoms if (text := text_of(self.puzzle, atom)) and (fact := texts.get(text))),
            *(self.fact_of[literal] for literal in self.true if literal in drawn),
        ]

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
    def constraints_about(self) -> dict[Value, Label]:
        """The constraints that are about a place."""
        about: dict[Value, Label] = {}
        for literal, instance in self.constraint_of.items():
            for value in instance.values:
                about[value] = about.get(value, 0) | self.labels.bit(literal)
        return about

    def counted_by(self, instance: ConstraintInstance, among: Container[int]) -> list[int]:
        """Those of some atoms that the ground rules of a constraint count, through atoms without a name alone."""
        found: dict[int, None] = {}
        waiting, seen = [self.solver.broken[instance]], set[int]()
        while waiting:
            atom = waiting.pop()
            if atom in among:
                found[atom] = None
            elif atom not in seen and (not seen or atom not in self._named):
                waiting += self._reads.get(atom, ())
            seen.add(atom)
        return sorted(found)

    @cached_property
    def _named(self) -> set[int]:
        return {atom.literal for atom in self.solver.control.symbolic_atoms}

    @cached_property
    def _reads(self) -> dict[int, list[int]]:
        """What the rules of each atom speak of."""
        reads: dict[int, list[int]] = defaultdict(list)
        for rule in self.solver.ground_rules:
            for head in rule.head:
                reads[head] += map(abs, rule.body.literals)
        return reads

    def swapped(self, groups: Iterable[Group]) -> set[int]:
        """The marks that may change places: they are chosen freely, and all that rules say of them is that one of each
        of these groups holds. So another choice of which one of each holds is an answer, too.
        """
        homes = [group for group in groups if group.is_home and group.times == 1]
        chosen = {atom for rule in self.solver.ground_rules if rule.choice for atom in rule.head}
        atoms = chosen.intersection(chain.from_iterable(group.atoms for group in homes))
        free = {atom for atom in atoms if not self._reads.get(atom)}
        for instance, broken in (*self.solver.broken.items(), *self.solver.overfull.items()):
            read = self._chosen_below(broken, chosen)
            literal = self.solver.required.get(instance)  # none of what goes without saying, which any group may say
            if not any(read <= group.atoms for group in homes if literal in (None, group.literal)):
                free -= read
        return free

    def _chosen_below(self, atom: int, chosen: Container[int]) -> set[int]:
        """What is chosen, and an atom depends on."""
        waiting, seen = [abs(atom)], set[int]()
        while waiting:
            one = waiting.pop()
            if one not in seen:
                seen.add(one)
                waiting += self._reads.get(one, ())
        return {each for each in seen if each in chosen}

    @cached_property
    def has_pieces(self) -> bool:
        """Whether the rules put pieces on the board, and say where each lies."""
        return bool(self.solver.literals_of(PLACEMENT))

    @cached_property
    def regions(self) -> Regions:
        """The parts of the ground program that are solved by themselves."""
        return Regions(self.solver.ground_rules, [abs(fact) for fact in (*self.true, *self.notes)])

    @cached_property
    def loops(self) -> Loops:
        """The atoms that depend on themselves."""
        return self.regions.graph.loops()

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

    def learn(self, filled: Iterable[Fact], *, seeing: bool = True) -> None:
        """Adds these facts to what is known; seeing: and what is seen beside them."""
        literals = self.literals(filled)
        for literal in [*literals, *self.seen_beside(literals)] if seeing else literals:
            if literal in self.fact_of:
                self.known[literal] = None
                self.propagation.facts |= self.labels.bit(literal)
                self.propagation.add(literal, self.labels.bit(literal))
                self._fill(literal)
        self.propagation.run(1)  # what else could have stood in a filled place is excluded at once

    def seen_beside(self, literals: Collection[int]) -> dict[int, None]:
        """What goes without saying in the places of these facts, for each place by what is drawn or noted there: that a
        cell with two lines takes no further one, and is not shaded; that a cell without any is noted as empty.
        """
        places = dict.fromkeys(place for each in literals for place in self.places(each))
        seen = dict.fromkeys(each for place in places for each in self._seen_at(place, literals))
        return {each: None for each in seen if each not in self.known and each not in literals}

    def details(self) -> Step:
        """What is seen of places by what is noted there and around them, without any rule: which part of a ship a ship
        cell is, once it is clear where the ship goes on.
        """
        noted = {place for each in self.known if each in self.notes and each > 0 for place in self.places(each)}
        open_ = [each for each in self.open() if each > 0 and self._place_of_detail.get(each) in noted]
        following = self.bare.following({each: self.labels.bit(each) for each in self.known}) if open_ else {}
        literals = [each for each in open_ if each in following]
        premises = dict.fromkeys(each for literal in literals for each in self.labels.own(following[literal]))
        return self.step(literals, premises, {})

    @cached_property
    def _place_of_detail(self) -> dict[int, Value]:
        """The place of each sign and symbol of an answer, where there are notes."""
        marks = self.true if self.notes else ()
        drawn = ((each, self.puzzle.type.mark_of(self.fact_of[each].atom)) for each in marks)
        details = (Layer.SIGN, Layer.SYMBOL)
        return {each: mark[1].place for each, mark in drawn if mark is not None and mark[0].layer in details}

    def _seen_at(self, place: Value, literals: Collection[int]) -> Iterator[int]:
        """What goes without saying in one place."""
        about = self._with_lines.get(place, ())
        here = [each for each in about if each in self.known or each in literals]
        drawn = self.bare.following({each: 0 for each in here if each > 0 or each in self.notes})
        noted = self.bare.following(dict.fromkeys(here, 0)) if self.notes else {}
        for each in about:
            if each in (noted if each in self.notes else drawn if each < 0 else ()):
                yield each

    @cached_property
    def _with_lines(self) -> dict[Value, list[int]]:
        """What is known or can be known of a place, for those at which lines may be drawn."""
        about: dict[Value, list[int]] = defaultdict(list)
        for literal in [*self.true, *self.notes]:
            for place in self.places(literal):
                about[place].append(literal)
        lines = {atom for atom, mark in self.marks.items() if MARKS[mark].layer is Layer.LINE}
        return {place: some for place, some in about.items() if any(self.fact_of[each].atom in lines for each in some)}

    def places(self, literal: int) -> tuple[Value, ...]:
        """The places that a fact speaks of; none if it is no fact."""
        if (places := self._places_at.get(literal)) is None:
            fact = self.fact_of.get(literal)
            places = self._places_at[literal] = tuple(places_of(self.puzzle, fact.atom)) if fact is not None else ()
        return places

    def _fill(self, literal: int) -> None:
        """Where a mark stands, no reason says any longer what does not stand there."""
        others = [each for each in self.known if each in self._absent] if literal > 0 else ()
        following = self.bare.following({literal: 0}) if others else {}
        for other in others:
            if following.get(other) == 0:
                self.labels.stand_for(other, literal)
                self.instead[self.fact_of[other]] = self.fact_of[literal]

    def stands_for(self, step: Step) -> None:
        """From now on the fact of a step stands for the only constraint that it follows from, if it says as much: that
        a cell by itself holds 1 is seen on the board.
        """
        if len(step.facts) == len(step.constraints) == 1 and not step.known:
            (literal,), premise = self.literals(step.facts), self.solver.required[step.constraints[0]]
            if not self.solver.satisfiable([literal, -premise]):
                self.labels.stand_for(premise, literal)

    # -- What is known, and what follows

    def known_facts(self) -> list[Fact]:
        """What is known by now."""
        return [self.fact_of[literal] for literal in self.known]

    def open(self) -> list[int]:
        """What can be known of the answer, and is not known yet. Where all lines of the only answer are drawn, nobody
        asks why there are no others.
        """
        open_ = self._unknown(self.true)
        return [] if self._has_one_answer and self._absent_lines.issuperset(open_) else open_

    @cached_property
    def _absent_lines(self) -> set[int]:
        """That there is no line, for each place of one."""
        return {-self.solver.shown[atom] for atom, mark in self.marks.items() if MARKS[mark].layer is Layer.LINE}

    def open_notes(self) -> list[int]:
        """The notes that may still be made, each as a step."""
        return [each for each in self._unknown(self.notes) if each in self.stepping_notes]

    @cached_property
    def stepping_notes(self) -> set[int]:
        """The notes that may be steps of their own; others are only said of what is supposed."""
        makes_step = self.puzzle.type.makes_step
        return {each for each, fact in self.facts.notes.items() if makes_step(fact.atom, fact.holds)}

    @cached_property
    def said_notes(self) -> set[int]:
        """The notes that chains say: not the negations of those that are no steps of their own."""
        return {each for each, fact in self.facts.notes.items() if fact.holds or self.puzzle.type.makes_step(fact.atom)}

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

    def with_marks(self, marks: Sequence[int]) -> Propagation:
        """What follows from marks: from more of them the next time, so that only what is new is propagated."""
        if not self._marked <= {*marks}:
            self._marked, self._with_marks = set(), self.bare.copy()
        for each in marks:
            if each not in self._marked:
                self._with_marks.add(each, 0)
        self._with_marks.run(0)
        self._marked.update(marks)
        return self._with_marks

    def points(self, literal: int) -> list[Point]:
        """Where the places of a fact are."""
        points = map(self.puzzle.board.point, self.places(literal))
        return [each for each in points if each is not None]

    def region_of(self, fact: int) -> tuple[Value, ...] | None:
        """The label of the region that a fact puts a cell into; None for others."""
        mark = self.puzzle.type.mark_of(self.fact_of[fact].atom) if fact > 0 else None
        return tuple(mark[1].values.values()) if mark is not None and mark[0].layer.is_area else None

    def step(self, literals: Collection[int], reason: Collection[int], following: Mapping[int, Label]) -> Step:
        """The step to these facts. following: what follows from the reason, with the labels of premises."""
        step = self._steps.step(literals, reason, self.premises_of(following, literals), self.known.keys())
        filled, unfilled = self._places(literals, reason)
        return replace(step, filled=filled, unfilled=unfilled)

    def _places(self, literals: Collection[int], reason: Collection[int]) -> tuple[int, int]:
        """On how many places a step rests that must not have two marks: those with a known one, and others."""
        needed = self._single_places.needed(literals, reason)
        if not needed:
            return 0, 0
        known = (self.fact_of[each] for each in reason if each in self.known)
        filled = {place for fact in known if fact.holds for place in places_of(self.puzzle, fact.atom)}
        is_filled = [not filled.isdisjoint(each.values) for each in needed]
        return sum(is_filled), len(is_filled) - sum(is_filled)

    def premises_of(self, following: Mapping[int, Label], without: Collection[int]) -> dict[int, set[int]]:
        """What follows, except for some facts, each with the premises of its label."""
        return {each: {*self.labels.premises(label)} for each, label in following.items() if each not in without}

    @cached_property
    def _steps(self) -> StepMaker:
        return StepMaker(self.puzzle, self.solver.shown, Premises(self.fact_of, self.constraint_of))


class SinglePlaces:
    """Places that must not have two marks, which goes without saying: the constraints, and which of them a step needs.

    overfull: for each of the constraints, by the literal that says that it is violated.
    """

    def __init__(self, overfull: Mapping[int, ConstraintInstance], labels: PremiseLabels, bare: Propagation) -> None:
        """bare: what follows without premises, of which these constraints become a part."""
        self._overfull = overfull
        self._labels = labels
        self._by_places = bare.copy()  # what follows with these constraints as premises
        for literal in overfull:
            self._by_places.add(-literal, labels.bit(-literal))
            bare.add(-literal, 0)
        self._by_places.run(1)

    def needed(self, literals: Collection[int], reason: Collection[int]) -> list[ConstraintInstance]:
        """The constraints without which these facts do not follow from the reason."""
        if not self._overfull or not reason:
            return []
        labels = {premise: self._labels.bit(premise) for premise in reason}
        most = len(labels) + len(self._overfull)
        following = self._by_places.broken(labels, most)[1]
        direct = [following[each] for each in literals if each in following]
        opposite = {-each: 0 for each in [*literals][:1]}
        label = min(direct, key=int.bit_count) if direct else self._by_places.broken(labels | opposite, most)[0] or 0
        return [self._overfull[-each] for each in self._labels.premises(label) if -each in self._overfull]


class PremiseLabels:
    """The bits of the premises of one walk, which are literals.

    constraint_of: the constraints among them. settled: the predicates of clues, and those that clues settle.
    """

    def __init__(self, constraint_of: Mapping[int, ConstraintInstance], settled: Collection[str]) -> None:
        self._constraint_of = constraint_of
        self._settled = settled
        self._held: list[int | None] = []  # the premise with this bit; None for a clue
        self._instead: dict[int, int] = {}  # premises, each with the one that takes its place
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
        """The premises of a label, or what stands for them."""
        return [*dict.fromkeys(self._instead.get(each, each) for each in self.own(label))]

    def own(self, label: Label) -> list[int]:
        """The premises of a label, whatever stands for them: a step may itself lead to that."""
        premises: list[int] = []
        while label:
            lowest = label & -label
            premise = self._held[lowest.bit_length() - 1]
            if premise is not None:
                premises.append(premise)
            label ^= lowest
        return premises

    def stand_for(self, premise: int, other: int) -> None:
        """From now on, another premise, from which this one follows by itself, takes its place."""
        self._instead[premise] = other

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
