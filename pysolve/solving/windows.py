"""Windows: an answer beside a known one, from which it differs within a small part of the board only; and one that is
built: ways that leave places empty, made better within one window after the other (docs/rules.md).

Where a puzzle has several answers and each takes long to find, a second one often differs in a few cells only. What a
window finds is an answer like any other; where none finds one, nothing follows.
"""

from __future__ import annotations

import random
import threading
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import count, pairwise
from math import inf
from typing import Any, NamedTuple

import clingo

from ..model.board import Board
from ..model.puzzle import Puzzle
from ..model.terms import Term, Value, write
from ..rules import Program
from . import facts
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

    def __init__(self, ground: GroundProgram, board: Board, answer: Collection[Term], reader: SymbolReader) -> None:
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
                    self._shown.append((atom.literal if term in held else -atom.literal, points))
        with self._control.backend() as backend:
            self.differs = backend.add_atom()
            backend.add_rule([self.differs], [], choice=True)
            backend.add_rule([], [self.differs, *(literal for literal, _ in self._shown)])

    @staticmethod
    def known_of(program: Program) -> bool:
        """Whether what a program shows tells its answers apart, and none is better than another."""
        return program.selects and not program.shown_terms and not program.has_costs

    @property
    def known(self) -> list[int]:
        """What makes the answer the known one."""
        return [literal for literal, _ in self._shown]

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


# -- An answer that is built


class Tariff(NamedTuple):
    """What a way pays for a place besides 1: at the rim, where it walls off; one, two, three steps from an end; beside
    another way.
    """

    rim: float = 0.0
    near: Sequence[float] = (8.0, 4.0, 2.0)
    beside: float = 2.0


#: Ways are laid by each of these in turn. Some boards have ways along the rim only, some only close together: of eleven
#: wound boards without any in four trials of the first two, twelve more of each found ways for nine, and the third
#: for one more.
TARIFFS = (Tariff(rim=4.0), Tariff(), Tariff(near=(), beside=0.0))

#: What it pays for a place of another way, which then gives way, and how much more after each time. Ways that are laid
#: before all are laid anew.
_CROSSING, _GROWTH, _WAYS = 30.0, 2.0, 150


#: From a place to those beside it.
Graph = Mapping[Value, Collection[Value]]


def ways(
    graph: Graph,
    leads: Sequence[tuple[Value, Value]],
    chance: random.Random,
    stop: threading.Event,
    tariff: Tariff = TARIFFS[0],
) -> list[list[Value]] | None:
    """Ways through a graph, of which no two share a place, one for each pair of ends; None if that is not found.

    One after the other is laid, each as cheaply as can be. What it crosses is taken up again, and gets dearer to cross.
    """
    price = _prices(graph, {end for lead in leads for end in lead}, tariff)
    crossing = [_CROSSING] * len(leads)
    waiting = list(range(len(leads)))
    laid: dict[int, list[Value]] = {}
    for _ in range(_WAYS):
        if not waiting or stop.is_set():
            break
        now = dict(price)
        for number, way in laid.items():
            for place in way[1:-1]:
                now[place] += crossing[number]
            for place in now.keys() & _beside(graph, way):
                now[place] += tariff.beside
        number = waiting.pop(chance.randrange(len(waiting)))
        way = _cheapest(graph, now, *leads[number])
        crossed = [other for other, places in laid.items() if not set(way).isdisjoint(places)]
        for other in crossed:
            del laid[other]
            crossing[other] *= _GROWTH
        waiting += crossed
        laid[number] = way
    return list(laid.values()) if len(laid) == len(leads) else None


def _beside(graph: Graph, places: Iterable[Value]) -> set[Value]:
    return {beside for place in places for beside in graph[place]}


def _prices(graph: Graph, ends: set[Value], tariff: Tariff) -> dict[Value, float]:
    """What each place costs at first; the ends, which belong to one way alone, have no price."""
    most = max(map(len, graph.values()))
    price = {place: 1.0 + tariff.rim * (len(beside) < most) for place, beside in graph.items() if place not in ends}
    seen = ring = ends
    for more in tariff.near:
        ring = _beside(graph, ring) - seen
        seen = seen | ring
        for place in ring:
            price[place] += more
    return price


def _cheapest(graph: Graph, price: Mapping[Value, float], start: Value, end: Value) -> list[Value]:
    """The cheapest way from start to end over places that have a price; from start alone if there is none."""
    best = {start: 0.0}
    before: dict[Value, Value] = {}
    order = count()
    queue: list[tuple[float, int, Value]] = [(0.0, next(order), start)]
    while queue:
        paid, _, place = heappop(queue)
        if place == end:
            way = [place]
            while way[-1] != start:
                way.append(before[way[-1]])
            return way
        for beside in graph[place]:
            sum_ = paid + (0.0 if beside == end else price.get(beside, inf))
            if sum_ < best.get(beside, inf):
                best[beside], before[beside] = sum_, place
                heappush(queue, (sum_, next(order), beside))
    return [start]


#: A window is told of the poor places outside it if there are at most this many in all. How often a window is half as
#: large again: one in so many.
_FEW, _LARGER = 12, 10

#: Windows that may leave as many poor places as there were; then one begins anew. Of 25 boards of 20x20 and less that
#: were built none had more than 18 such windows one after the other.
_VAIN = 50

#: How a window is searched. Most get as few poor places as can be, which is seen at once from below: it takes a third
#: of the time.
_WINDOW = ("--opt-strategy=usc", "--trans-ext=no", "--rand-freq=0.02", "--sign-def=rnd", "--solve-limit=1500")


class Built:
    """A poor answer of a puzzle, and what becomes of it. A place is poor if nothing that is shown speaks of it."""

    def __init__(
        self,
        puzzle: Puzzle,
        route: GroundProgram,
        ground: Callable[[str, Sequence[str]], GroundProgram],
        stop: threading.Event,
    ) -> None:
        """route: what route.lp says of the puzzle. ground: grounds window.lp with more text, and clingo's arguments."""
        self._ground = ground
        self._stop = stop
        self._reader = SymbolReader()
        self._leads: list[tuple[Value, Value]] = [
            self._reader.term(atom.symbol).args for atom in route.atoms("lead", 2)
        ]
        self._way: dict[Value, dict[Value, Term]] = defaultdict(dict)
        for atom in route.atoms("way", 3):
            one, other, shown = self._reader.term(atom.symbol).args
            self._way[one][other] = self._way[other][one] = shown
        self._point = {cell: puzzle.board.shape.middle(*cell) for cell in puzzle.cells}
        self._cell = {(int(x), int(y)): cell for cell, (x, y) in self._point.items()}
        self._size = puzzle.board.size
        self._given = _by_place(facts.atoms(puzzle))
        self._shown = _by_place(())
        self._poor: set[Value] = set()

    @property
    def shown(self) -> set[Term]:
        """What the answer shows."""
        return {atom for atoms in self._shown.values() for atom in atoms}

    def begin(self, chance: random.Random) -> bool:
        """Lays ways; whether there are some."""
        layings = (ways(self._way, self._leads, chance, self._stop, each) for each in (TARIFFS if self._leads else ()))
        found = next((laid for laid in layings if laid is not None), None)
        self._shown = _by_place(self._way[x][y] for way in found or () for x, y in pairwise(way))
        self._poor = self._way.keys() - self._shown.keys()
        return found is not None

    def improve(self, chance: random.Random) -> bool:
        """Goes through windows until no place is poor; whether it comes to that."""
        fewest, vain = len(self._poor), 0
        while self._poor and vain < _VAIN and not self._stop.is_set():
            self._improve(self._window(chance), f"--seed={chance.randrange(1 << 16)}")
            vain = 0 if len(self._poor) < fewest else vain + 1
            fewest = min(fewest, len(self._poor))
        return not self._poor and not self._stop.is_set()

    def _window(self, chance: random.Random) -> set[Value]:
        """The cells of a window around a poor one, somewhere in it."""
        middle = self._point[chance.choice(sorted(self._poor))]  # type: ignore[type-var, index]
        side = SIDE if chance.randrange(_LARGER) else SIDE * 3 // 2
        left, top = (
            max(0, min(int(at) - chance.randrange(side), int(size) - side))
            for at, size in zip(middle, self._size, strict=True)
        )
        points = ((x, y) for x in range(left, left + side) for y in range(top, top + side))
        return {self._cell[point] for point in points if point in self._cell}

    def _improve(self, window: set[Value], seed: str) -> None:
        """Puts something better in a window, if it is found, in place of what lies wholly in it."""
        now = {atom for cell in window for atom in self._shown[cell]}
        limit = f"--opt-mode=opt,{len(self._poor & window)}"
        found = self._best(self._ground(self._known(window, now), [*_WINDOW, limit, seed])) if now else None
        if found is None:
            return
        for atom in now:
            if not any(place in self._point and place not in window for place in atom.args):
                for place in atom.args:
                    self._shown[place].discard(atom)
        for place, atoms in _by_place(found).items():
            self._shown[place] |= atoms
        self._poor = self._poor - window | {cell for cell in window & self._way.keys() if not self._shown[cell]}

    def _known(self, window: set[Value], now: set[Term]) -> str:
        """What the program of a window is given."""
        known = [f"window({write(cell)})." for cell in window]
        known += [f"{write(atom)}." for cell in window for atom in self._given[cell]]
        known += [f"now({write(atom)})." for atom in now]
        if len(self._poor) <= _FEW:
            known += [f"poor_elsewhere({write(place)})." for place in self._poor - window]
        return " ".join(sorted(known))

    def _best(self, ground: GroundProgram) -> tuple[Term, ...] | None:
        """What the best answer shows that a window has; None if none is found."""
        best = None
        with ground.control.solve(yield_=True) as handle:
            for model in handle:
                best = self._reader.atoms(model.symbols(shown=True))
                if not any(model.cost):
                    break
        return best


def _by_place(atoms: Iterable[Term]) -> defaultdict[Value, set[Term]]:
    found = defaultdict(set)
    for atom in atoms:
        for place in atom.args:
            found[place].add(atom)
    return found
