"""The next steps of a person who solves a puzzle, each with its reason; the steps that refute a guess;
and how hard the puzzle is by them.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby

from ..formats.source import decode, read_bytes
from ..model.board import Cell
from ..model.errors import PuzzleError, quote
from ..model.marks import MARKS, NOTHING, Layer
from ..model.puzzle import Puzzle, Verdict
from ..model.terms import Term
from ..render import answer_text
from ..render.answer_words import OPEN
from ..render.picture import Mark
from ..solving.settings import Settings
from .assumptions import AssumptionSolver, Result, by_difference, first_answers
from .chains import Chains, GuessWalk, Trial
from .numbering import CanonicalSolver
from .progress import Fact, places_of
from .rings import Rings
from .rivals import Rivals
from .steps import Chain, Chapters, Part, Step, only_excludes
from .techniques import Technique, technique_of
from .walk import Walk
from .walk_state import WalkState

#: By how much a known fact is lighter than a rule on a canonical walk: what takes few rules comes first, however much
#: of the board it takes. A loop that would be closed is seen before two clues are combined.
AT_A_GLANCE = 0.9


@dataclass(frozen=True)
class Hints(Result):
    """What is known of the steps. wrong: facts of the partial answer that no answer has: then there are no steps.

    start: the facts that are known before the first step, or go without saying later on; a guess is among them. done:
    nothing is left that could be deduced. stuck: something is, but not without the techniques that are avoided. trial:
    what became of the guess; None if there is none, or as long as that is not known. ways: where nothing more is
    certain, an answer that has all that is known, and one that differs from it the least. could_assume: the puzzle has
    one answer, and there are techniques that would rest on that (see HintRequest).
    """

    verdict: Verdict = Verdict.UNKNOWN
    given: tuple[Term, ...] = ()
    wrong: tuple[Fact, ...] = ()
    start: tuple[Fact, ...] = ()
    steps: tuple[Step, ...] = ()
    done: bool = False
    stuck: bool = False
    trial: Trial | None = None
    ways: tuple[tuple[Term, ...], tuple[Term, ...]] | None = None
    could_assume: bool = False


@dataclass(frozen=True)
class Guess:
    """What somebody supposes of a cell.

    row, column: from 1. token: what stands there, as in an answer text ('-' is nothing), or the sides along which lines
    run ('ns'); None for the mark that needs no value.
    """

    row: int
    column: int
    token: str | None = None

    @classmethod
    def parse(cls, text: str) -> Guess:
        """The guess that a text such as '2,5=7' states; ValueError for another text."""
        match = re.fullmatch(r"r?(\d{1,9})[,c](\d{1,9})(?:=(\S+))?", text.strip())
        if match is None:
            raise ValueError(f"found {quote(text)}, expected a guess such as 2,5=7 (row 2, column 5 holds 7)")
        return cls(int(match[1]), int(match[2]), match[3])


@dataclass(frozen=True)
class HintRequest:
    """partial: an answer text with what is filled in already. steps: how many steps, 0 for all. filled: marks that are
    filled in already, besides. guess: where it breaks is looked for, in place of the next steps. avoid: techniques, by
    their names, that no step shall use (not with a guess). one_answer: steps may rest on that there is only one, which
    no rule says (not with a guess).
    """

    partial: str | None = None
    steps: int = 1
    filled: tuple[Mark, ...] = ()
    guess: Guess | None = None
    avoid: tuple[str, ...] = ()
    canonical: bool = False
    one_answer: bool = False

    def refused(self, optimized: bool, verdict: Verdict) -> str:
        """Why there are no such steps; empty if there may be some."""
        if optimized:
            return "the rules look for the best answer, and steps do not lead to it"
        if self.guess is not None and self.avoid:
            return "a guess is refuted by any technique: none can be avoided"
        if self.guess is not None and self.one_answer:
            return "a guess is refuted by the rules alone, not by that there is one answer"
        if self.one_answer and verdict == Verdict.MULTIPLE:
            return "there are several answers, so no step can rest on that there is one"
        return ""


def explain_steps(puzzle: Puzzle, settings: Settings, request: HintRequest) -> Iterator[Hints]:
    """The next steps, one after the other, or those that refute a guess.

    PuzzleError if the rules optimize, or for a partial answer or a guess that cannot be read.
    """
    answers, outcome = first_answers(puzzle, settings)
    hints = Hints(verdict=outcome.verdict, given=outcome.given)
    yield hints
    if hints.verdict in (Verdict.NONE, Verdict.UNKNOWN):
        return
    if refused := request.refused(outcome.optimized, hints.verdict):
        raise PuzzleError(refused, file=puzzle.file)
    answer = set(answers[0]) if hints.verdict == Verdict.UNIQUE else None
    state = (
        WalkState(puzzle, settings, answer, CanonicalSolver, AT_A_GLANCE)
        if request.canonical
        else WalkState(puzzle, settings, answer, assumes_one_answer=request.one_answer)
    )
    walk = Walk(state, settings, request.avoid, request.canonical)
    guess = guessed_facts(puzzle, request.guess, state.marks) if request.guess is not None else None
    filled = _filled_facts(state, request)
    wrong = state.wrong(filled) if filled else []
    if wrong:
        yield replace(hints, wrong=tuple(wrong))
        return
    state.learn(filled)
    could_assume = answer is not None and not request.canonical and walk.could_assume
    yield (hints := replace(hints, start=tuple(state.known_facts()), could_assume=could_assume))
    if guess is not None:
        yield from _tried(walk, guess, hints)
    else:
        yield from _steps(walk, hints, request, settings)


def _filled_facts(state: WalkState, request: HintRequest) -> list[Fact]:
    """What is filled in already."""
    filled = []
    if (partial := request.partial) is not None:
        stated = partial_facts(state.puzzle, partial, state.marks)
        filled = state.labelled(stated, is_whole=OPEN not in partial.split())
    return filled + state.facts_of(request.filled)


def _tried(walk: Walk, guess: list[Fact], hints: Hints) -> Iterator[Hints]:
    """What becomes of a guess."""
    from_guess = GuessWalk(walk)
    trial = Trial(tuple(guess), from_guess.breaks(guess))
    yield (hints := replace(hints, start=tuple(dict.fromkeys([*hints.start, *guess])), trial=trial))
    if trial.breaks:
        yield replace(hints, steps=tuple(from_guess.refute(guess)))


def _steps(walk: Walk, hints: Hints, request: HintRequest, settings: Settings) -> Iterator[Hints]:
    """Ever more steps, as many as are asked for."""
    puzzle, most = walk.state.puzzle, request.steps
    placements, chapters, rivals = walk.placements, Chapters(puzzle), Rivals(walk.state)
    chains = Chains(walk.state, placements, canonical=request.canonical)
    part: Part | None = None  # that begins with the next step
    while not most or len(hints.steps) < most:
        part = chapters.begins(walk.open_facts()) or part
        step = walk.next()
        if step is None:
            yield (hints := replace(hints, done=not walk.is_stuck, stuck=walk.is_stuck))
            if hints.done and hints.verdict == Verdict.MULTIPLE:
                yield replace(hints, ways=two_ways(puzzle, settings, walk.state.known_facts()))
            return
        step = placements.told(replace(step, part=part))
        if (step.size or _is_news(puzzle, step)) and not (
            only_excludes(puzzle, step) or (not request.canonical and placements.are_closed(step))
        ):
            if request.canonical:
                told = walk.with_chain(step, chains.of(step))
            else:
                keys, step, chain = _keys(walk, chains, step)
                named = (_by_ring(walk, chains.rings, each) for each in (*keys, *walk.with_chain(step, chain)))
                told = [rivals.told(walk.with_walls(each)) for each in named]
            hints = replace(hints, steps=(*hints.steps, *told))
            part = None
        else:  # nobody would call it a step
            hints = replace(hints, start=(*hints.start, *step.facts))
        yield hints


def _by_ring(walk: Walk, rings: Rings, step: Step) -> Step:
    """The step, by the ring that it bars, if it does."""
    by_ring = rings.beside(step)
    return step if by_ring is step else walk.with_clues(by_ring)


def _keys(walk: Walk, chains: Chains, step: Step) -> tuple[list[Step], Step, Chain | None]:
    """The steps to what breaks by itself where a step leads to it, the step then, and its chain."""
    keys = []
    chain = chains.of(step)
    while keyed := walk.key_to(step, chain) or (walk.ring_apart(step, chains.rings) if chain is None else []):
        key, step = keyed
        keys.append(key)
        chain = chains.of(step)
    return keys, step, chain


def _is_news(puzzle: Puzzle, step: Step) -> bool:
    """Whether a step without premises, as the rules say it of this board whatever its clues are, draws something: not
    only that regions have the cells that they are called after.
    """
    marks = [puzzle.type.mark_of(fact.atom) for fact in step.facts if fact.holds and not puzzle.type.is_note(fact.atom)]
    return any(mark is not None and not mark[0].layer.is_area for mark in marks)


def two_ways(
    puzzle: Puzzle, settings: Settings, known: Iterable[Fact]
) -> tuple[tuple[Term, ...], tuple[Term, ...]] | None:
    """An answer that has all that is known, and the one that differs from it the least; None if there is no other."""
    solver = AssumptionSolver(puzzle, settings)
    literals = ((solver.shown.get(fact.atom), fact.holds) for fact in known)
    assumed = [literal if holds else -literal for literal, holds in literals if literal is not None]
    (first,) = solver.answers(assumed)
    nearest = deque(by_difference(solver, first, assumed, most=False), maxlen=1)
    return (first, nearest[0]) if nearest else None


# -- What is filled in


def partial_facts(puzzle: Puzzle, text: str, marks: dict[Term, str]) -> list[Fact]:
    """The facts of an answer text in which cells may be open ('.'); '-' is a cell in which nothing stands."""
    atoms = answer_text.parse(puzzle, text)
    facts_ = [Fact(atom) for atom in atoms]
    rows = [line.split() for line in text.split("\n") if line.strip()]
    tokens = dict(zip(puzzle.board.spaces, (token for row in rows for token in row)))
    settled = {cell for cell, token in tokens.items() if token == NOTHING}
    filled = set(atoms)
    for atom, mark in marks.items():
        if MARKS[mark].layer is Layer.TEXT or atom in filled or settled.isdisjoint(places_of(puzzle, atom)):
            continue
        if answer_text.says(puzzle, atom):
            facts_.append(Fact(atom, False))
    return facts_


def guessed_facts(puzzle: Puzzle, guess: Guess, marks: dict[Term, str]) -> list[Fact]:
    """The facts of a guess; PuzzleError if there is no such cell, or nothing that the token could mean there."""
    cell = puzzle.board.cell_at(guess.row, guess.column)
    where = f"guess: row {guess.row}, column {guess.column}"
    if cell is None:
        raise PuzzleError(f"{where} is not a cell of the board", file=puzzle.file)
    sides = _sides(puzzle, cell, marks)
    token = guess.token if guess.token is not None else _token_without_value(puzzle, marks)
    if token is None:
        example = f"{guess.row},{guess.column}={next(iter(sides), 1)}"
        raise PuzzleError(f"{where}: a value is missing, for example {example}", file=puzzle.file)
    guessed = _guessed_sides(sides, token) or partial_facts(puzzle, _text_with(puzzle, cell, token), marks)
    if not guessed or any(fact.atom not in marks for fact in guessed):
        raise PuzzleError(f"{where}: found {quote(token)}, expected a mark of an answer", file=puzzle.file)
    return guessed


def _guessed_sides(sides: dict[str, Term], token: str) -> list[Fact]:
    """The facts of lines along sides of a cell, which a token names; none if it does not."""
    if sides and token == NOTHING:
        return [Fact(atom, False) for atom in sides.values()]
    return [Fact(sides[name]) for name in token] if {*token} <= sides.keys() else []


def _text_with(puzzle: Puzzle, cell: Cell, token: str) -> str:
    """An answer text in which nothing but this cell is filled in."""
    rows = groupby(puzzle.board.spaces, key=lambda space: space[0])
    return "\n".join(" ".join(token if space == cell else "." for space in row) for _, row in rows)


def _sides(puzzle: Puzzle, cell: Cell, marks: Iterable[Term]) -> dict[str, Term]:
    """The atoms of the lines along the sides of a cell, which answer texts do not show, by the names of the sides."""
    if not puzzle.board.in_columns:
        return {}
    drawn = ((atom, each) for atom in marks for rule in puzzle.type.draw if (each := rule.match(atom)) is not None)
    along = {puzzle.board.side_along(each.place, each.other): atom for atom, each in drawn if each.other is not None}
    return {name: along[side] for name, side in puzzle.board.sides_of(cell).items() if side in along}


def _token_without_value(puzzle: Puzzle, marks: dict[Term, str]) -> str | None:
    """The token of the first mark of answers that stands in a cell and has no value; None if all have one."""
    for rule in answer_text.shown_rules(puzzle):
        has_value = bool(rule.values) if rule.layer is Layer.SIGN else rule.layer.has_value
        if rule.mark in marks.values() and not (has_value or rule.layer.is_pair or rule.weights):
            return rule.token if rule.token is not None else rule.shapes.get("", rule.kind.token)
    return None


def read_partial(path: str, patience: float | None = None) -> str:
    """The text of a partial answer in a file; PuzzleError if it cannot be read. patience: seconds to wait for it."""
    data = read_bytes(path, patience)
    text = answer_text.FileText(decode(data, path) if data.strip() else "")
    text.file = path
    return text


# -- How hard a puzzle is: its level, a word from easy to extreme
#
# By how many constraints the hardest steps combine, it means the same for every type and size, so that a puzzle of a
# type that nobody has seen before has a level, too. The bounds are such that each level is that of about a fifth of
# published puzzles. A type may have bounds of its own (`levels` in its manifest), of the difficulty: by these a level
# says how hard it is for its type, as makers have it, and nothing of others (docs/benchmarks.md; bench/levels.py).


#: How much the first four levels combine at most: in their hardest steps, on average.
BOUNDS = (1.7, 3.0, 5.0, 9.0)


class Level(StrEnum):
    """How hard it is, the least first."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    EXPERT = "expert"
    EXTREME = "extreme"


def level_of(figure: float, bounds: Sequence[float] = ()) -> Level:
    """The level of puzzles of which this is the figure (see Grade). bounds: those of the type, if it has any."""
    return list(Level)[bisect_left(bounds or BOUNDS, figure)]


def range_of(level: Level, bounds: Sequence[float] = ()) -> tuple[float, float]:
    """The least and the most that the figures of puzzles of a level are. bounds: those of the type."""
    number = list(Level).index(level)
    least, most = [0.0, *(bounds or BOUNDS), float("inf")][number : number + 2]
    return round(least + 0.1, 1) if number else 0.0, most  # grades have one decimal place


#: What is combined, and the difficulty, are means over this many steps: those that have the most.
HARDEST = 3

#: How much a constraint makes of the difficulty of a step, half of which is for those that only exclude something, too;
#: and how much, of a thing that is looked at: that orders steps which combine as many.
COMBINING, LOOKING = 10, 0.2


@dataclass(frozen=True)
class Grade(Result):
    """The figures of a walk from the clues to the answer: the same for a board turned, mirrored or relabelled, where
    its rules say the same of all cells and symbols; those of connected cells and of loops begin at the first cell in
    reading order. `difficulty` can be compared within a type, `combined` everywhere.

    difficulty: how much the steps combine, and look at, as a mean over the three that have the most (see COMBINING).
    largest, total: of all reasons' sizes.
    combined: how many constraints have to be combined, as a mean over the three steps that combine the most.
    sizes: of the reasons, in the order of the steps. hardest: the first step with the largest reason.
    techniques: with how many steps are of each; the most frequent first.
    level: from easy to extreme, by what is combined, or, where the type has bounds for that, by the difficulty; None
    before the end of the walk.
    done: the walk came to the end; otherwise the figures are those of its beginning.
    bounds: of levels within the type, of the difficulty; empty if its levels are those of all types.
    """

    verdict: Verdict = Verdict.UNKNOWN
    steps: int = 0
    difficulty: float = 0.0
    combined: float = 0.0
    largest: int = 0
    total: int = 0
    done: bool = False
    sizes: tuple[int, ...] = ()
    hardest: Step | None = None
    techniques: tuple[tuple[Technique, int], ...] = ()
    level: Level | None = None
    bounds: Sequence[float] = ()

    @property
    def figure(self) -> float:
        """What its level is given by."""
        return self.difficulty if self.bounds else self.combined

    @property
    def least_level(self) -> Level:
        """The level that it has at least, by the steps so far."""
        return level_of(self.figure, self.bounds)


def grade_puzzle(puzzle: Puzzle, settings: Settings) -> Iterator[Grade]:
    """The grade of the steps so far, after each one."""
    for hints in explain_steps(puzzle, settings, HintRequest(steps=0, canonical=True)):
        yield grade_steps(hints.verdict, hints.steps, hints.done, puzzle.type.levels)
        if hints.verdict != Verdict.UNIQUE:
            return


def grade_steps(verdict: Verdict, steps: Sequence[Step], done: bool, bounds: Sequence[float] = ()) -> Grade:
    """The grade of some steps. verdict: of the puzzle. done: they lead to the end. bounds: of the type's own levels."""
    sizes = tuple(step.looked_at for step in steps)
    largest = max(sizes, default=0)
    used = [technique_of(step) for step in steps]
    named = {(each.identity, each.called): each for each in reversed(used)}
    techniques = [
        (named[each], times) for each, times in Counter((one.identity, one.called) for one in used).most_common()
    ]
    grade = Grade(
        verdict, len(sizes), _mean_of_most(map(_weight, steps)), _mean_of_most(step.combined for step in steps),
        largest, sum(sizes), done, sizes, steps[sizes.index(largest)] if steps else None, tuple(techniques),
        bounds=bounds,
    )  # fmt: skip
    return replace(grade, level=grade.least_level) if done and verdict == Verdict.UNIQUE else grade


def _weight(step: Step) -> float:
    return COMBINING * (step.combined + len(step.constraints)) / 2 + LOOKING * step.looked_at


def _mean_of_most(figures: Iterable[float]) -> float:
    return round(sum(sorted(figures, reverse=True)[:HARDEST]) / HARDEST, 1)
