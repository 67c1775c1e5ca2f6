"""Clues that say less: a circle in place of a circle with a number, where the answer stays the only one."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from dataclasses import replace

from ..analysis.clues import Clue, own_clues, without
from ..analysis.reduce import Reducer, ReduceRequest
from ..model.puzzle import Puzzle, Token
from ..model.terms import Term
from ..solving.settings import Settings
from .boards import tokens_of


def with_weaker_clues(puzzle: Puzzle, settings: Settings, answer: Collection[Term], chance: random.Random) -> Puzzle:
    """The puzzle with tokens that say less in place of some of its clues, chosen at random among those that can be.

    answer: the only answer, which stays the only one. Clues that are to be kept stay as they are.
    """
    given = []
    for clue in own_clues(puzzle):
        weaker = [] if clue.kind.keep else list(_weaker(puzzle, clue))
        if weaker:
            given.append(replace(clue, placeholders=(chance.choice(weaker),)))
    if not given:
        return puzzle
    left = Reducer(puzzle, settings, given, answer, ReduceRequest()).minimal(chance)
    return without(puzzle, [clue for number, clue in enumerate(given) if number not in left])


def _weaker(puzzle: Puzzle, clue: Clue) -> Iterator[Token]:
    """The tokens that say less than the clue's own, and more than what is left without it."""
    if len(clue.tokens) > 1 or len(clue.tokens[0].templates) < 2:
        return
    said, left = set(clue.facts), set(clue.facts_away)
    for token in tokens_of(puzzle, clue.part, clue.tokens[0]):
        says = set(replace(clue, tokens=(token,)).facts)
        if left < says < said:
            yield token
