"""The next steps of a person who solves a puzzle, each with its reason."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..formats.source import decode, read_bytes
from ..model.errors import PuzzleError
from ..model.marks import MARKS, NOTHING, Layer
from ..model.puzzle import Puzzle
from ..model.terms import Term, Value
from ..model.verdict import Verdict
from ..render import answer_reader
from ..render.picture import Mark
from ..solving.settings import Settings
from ..solving.strategy import open_local
from .progress import Fact
from .result import Result, all_answers
from .walk import Step, Walk


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
    filled += walk.facts_of(request.filled)
    wrong = walk.wrong(filled) if filled else []
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


def read_partial(path: str, patience: float | None = None) -> str:
    """The text of a partial answer in a file; PuzzleError if it cannot be read. patience: seconds to wait for it."""
    data = read_bytes(path, patience)
    return decode(data, path) if data.strip() else ""
