"""Windows: an answer beside a known one, from which it differs within a small part of the board only.

Where a puzzle has several answers and each takes long to find, a second one often differs in a few cells only. What a
window finds is an answer like any other; where none finds one, nothing follows.
"""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

import clingo

from ..model.board import Board
from ..model.terms import Term
from ..rules import Program
from .facts import SymbolReader
from .grounding import GroundProgram

#: Cells along a side of a window, and from one window to the next: any five by five lie in one of them.
SIDE, STEP = 8, 4

#: Conflicts that a window may cost.
_EFFORT = 300


class Window(NamedTuple):
    """A part of a board, as the points of its picture."""

    left: float
    top: float

    def holds(self, points: Collection[tuple[float, float]]) -> bool:
        """Whether all of these lie in it."""
        return all(0 <= x - self.left <= SIDE and 0 <= y - self.top <= SIDE for x, y in points)


def windows(board: Board) -> Iterator[Window]:
    """Windows that cover the board."""
    width, height = board.size
    for top in range(0, max(int(height) - SIDE, 0) + STEP, STEP):
        for left in range(0, max(int(width) - SIDE, 0) + STEP, STEP):
            yield Window(left, top)


class Others:
    """The answers of a ground program other than one that is known: those under the assumption `differs`."""

    def __init__(
        self, ground: GroundProgram, board: Board, answer: Sequence[clingo.Symbol], reader: SymbolReader
    ) -> None:
        """answer: the atoms that it shows, of a program that is known_of."""
        self._control = ground.control
        self._board = board
        held = set(answer)
        self._shown: list[tuple[int, list[tuple[float, float]]]] = []  # literals, and the points of their places
        for name, arity in ground.program.shown:
            for atom in ground.atoms(name.removeprefix("-"), arity, not name.startswith("-")):
                if not atom.is_fact:
                    term: Term = reader.term(atom.symbol)
                    points = [point for place in term.args if (point := board.point(place)) is not None]
                    self._shown.append((atom.literal if atom.symbol in held else -atom.literal, points))
        with self._control.backend() as backend:
            self.differs = backend.add_atom()
            backend.add_rule([self.differs], [], choice=True)
            backend.add_rule([], [self.differs, *(literal for literal, _ in self._shown)])

    @staticmethod
    def known_of(program: Program) -> bool:
        """Whether what a program shows tells its answers apart, and none is better than another."""
        return program.selects and not program.shown_terms and not program.has(":~", "#minimize", "#maximize")

    def near(self, stop: threading.Event) -> Sequence[clingo.Symbol] | None:
        """What another answer shows, all of which but for a window is as in the known one; None if none is found."""
        configuration: Any = self._control.configuration
        before = configuration.solve.solve_limit
        configuration.solve.solve_limit = str(_EFFORT)
        try:
            found = (self._within(window) for window in windows(self._board) if not stop.is_set())
            return next((symbols for symbols in found if symbols is not None), None)
        finally:
            configuration.solve.solve_limit = before

    def _within(self, window: Window) -> Sequence[clingo.Symbol] | None:
        fixed = [literal for literal, points in self._shown if not points or not window.holds(points)]
        if len(fixed) == len(self._shown):
            return None
        with self._control.solve([*fixed, self.differs], yield_=True) as handle:
            model = handle.model()
            return None if model is None else model.symbols(shown=True)
