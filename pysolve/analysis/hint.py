"""The next steps of a person who solves a puzzle, each with its reason; or the steps that refute a guess."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from ..formats.source import decode, read_bytes
from ..model.board import Cell, side_along
from ..model.errors import PuzzleError, quote
from ..model.marks import MARKS, NOTHING, Layer
from ..model.puzzle import Puzzle, Verdict
from ..model.terms import Term
from ..render import answer_text
from ..render.answer_words import OPEN
from ..render.picture import Mark
from ..solving.settings import Settings
from .assumptions import AssumptionSolver, by_difference
from .canonical import CanonicalSolver
from .chain import Chains, GuessWalk, Trial
from .progress import Fact, places_of
from .result import Result, first_answers
from .steps import Chapters, Part, Step, only_excludes
from .walk import Walk
from .walk_state import WalkState


@dataclass(frozen=True)
class Hints(Result):
    """What is known of the steps. wrong: facts of the partial answer that no answer has: then there are no steps.

    start: the facts that are known before the first step, or go without saying later on; a guess is among them. done:
    nothing is left that could be deduced. stuck: something is, but not without the techniques that are avoided. trial:
    what became of the guess; None if there is none, or as long as that is not known. ways: where nothing more is
    certain, an answer that has all that is known, and one that differs from it the least.
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
    their names, that no step shall use (not with a guess).
    """

    partial: str | None = None
    steps: int = 1
    filled: tuple[Mark, ...] = ()
    guess: Guess | None = None
    avoid: tuple[str, ...] = ()
    canonical: bool = False


def explain_steps(puzzle: Puzzle, settings: Settings, request: HintRequest) -> Iterator[Hints]:
    """The next steps, one after the other, or those that refute a guess.

    PuzzleError if the rules optimize, or for a partial answer or a guess that cannot be read.
    """
    answers, outcome = first_answers(puzzle, settings)
    hints = Hints(verdict=outcome.verdict, given=outcome.given)
    yield hints
    if hints.verdict in (Verdict.NONE, Verdict.UNKNOWN):
        return
    if outcome.optimized:
        raise PuzzleError("the rules look for the best answer, and steps do not lead to it", file=puzzle.file)
    if request.guess is not None and request.avoid:
        raise PuzzleError("a guess is refuted by any technique: none can be avoided", file=puzzle.file)
    answer = set(answers[0]) if hints.verdict == Verdict.UNIQUE else None
    state = WalkState(puzzle, settings, answer, CanonicalSolver if request.canonical else AssumptionSolver)
    walk = Walk(state, settings, request.avoid)
    guess = guessed_facts(puzzle, request.guess, state.marks) if request.guess is not None else None
    filled = _filled_facts(state, request)
    wrong = state.wrong(filled) if filled else []
    if wrong:
        yield replace(hints, wrong=tuple(wrong))
        return
    state.learn(filled)
    yield (hints := replace(hints, start=tuple(state.known_facts())))
    if guess is not None:
        yield from _tried(walk, guess, hints)
    else:
        yield from _steps(walk, hints, request.steps, settings)


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


def _steps(walk: Walk, hints: Hints, most: int, settings: Settings) -> Iterator[Hints]:
    """Ever more steps. most: how many, 0 for all."""
    puzzle = walk.state.puzzle
    chains, chapters = Chains(walk.state), Chapters(puzzle)
    part: Part | None = None  # that begins with the next step
    while not most or len(hints.steps) < most:
        part = chapters.begins(walk.open_facts()) or part
        step = walk.next()
        if step is None:
            yield (hints := replace(hints, done=not walk.is_stuck, stuck=walk.is_stuck))
            if hints.done and hints.verdict == Verdict.MULTIPLE:
                yield replace(hints, ways=two_ways(puzzle, settings, walk.state.known_facts()))
            return
        if step.size and not only_excludes(puzzle, step):
            hints = replace(hints, steps=(*hints.steps, replace(step, chain=chains.of(step), part=part)))
            part = None
        else:  # nobody would call it a step
            hints = replace(hints, start=(*hints.start, *step.facts))
        yield hints


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
        raise PuzzleError(f"{where} is no cell of the board", file=puzzle.file)
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
    along = {side_along(each.place, each.other): atom for atom, each in drawn if each.other is not None}
    return {name: along[side] for name, side in puzzle.board.sides_of(cell).items() if side in along}


def _token_without_value(puzzle: Puzzle, marks: dict[Term, str]) -> str | None:
    """The token of the first mark of answers that stands in a cell and has no value; None if all have one."""
    for rule in answer_text.shown_rules(puzzle):
        if rule.mark in marks.values() and not (rule.layer.has_value or rule.layer.is_pair or rule.weights):
            return rule.token if rule.token is not None else rule.kind.token
    return None


def read_partial(path: str, patience: float | None = None) -> str:
    """The text of a partial answer in a file; PuzzleError if it cannot be read. patience: seconds to wait for it."""
    data = read_bytes(path, patience)
    return decode(data, path) if data.strip() else ""
