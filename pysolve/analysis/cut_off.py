"""What would be cut off: of cells that belong together, a person sees on the board which parts have one way out left.

Rules say of the cells of a set, one by one, that each is connected with the others (the idea 'cut off',
lib/techniques.yaml). Here the board is looked at as it stands: cells of which it is known that they do not belong to
the set part it, and nothing else is combined with that. So where one cell is all that holds two parts together, it
belongs to the set (a cut vertex: Hopcroft, Tarjan, 'Algorithm 447', Communications of the ACM 16, 1973), and what no
way leads to does not. The solver says of each such reason whether it suffices.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import NamedTuple

from ..model.board import Cell, cell_of
from ..model.terms import Term, Value
from .assumptions import ConstraintInstance, SearchLimitError
from .finders import Reason, reason_of, size_of
from .techniques import CUT_OFF, identity_of, techniques
from .walk_state import WalkState


class _Set(NamedTuple):
    """A set that is connected. required: for cells, that they are connected if they belong to it. belongs: the literals
    of that they do; of cells that may: 0 for those that certainly do.
    """

    required: Mapping[Cell, int]
    belongs: Mapping[Cell, int]


class _Board(NamedTuple):
    """What is known of a set: which of the cells that may belong to it do, and do not, each by a known fact; 0 for what
    goes without saying. ways: for each that may, those beside it that may.
    """

    inside: Mapping[Cell, int]
    outside: Mapping[Cell, int]
    ways: Mapping[Cell, Sequence[Cell]]


class _Cut(NamedTuple):
    """What follows as a part would be cut off: the cells that belong to the set, or do not, and the part."""

    cells: tuple[Cell, ...]
    belong: bool
    part: frozenset[Cell]


class ByConnection:
    """A fact without which a part of what belongs together would be cut off, as the board stands."""

    #: Of more sets than this nobody looks where each has its way out.
    MOST_SETS = 4

    #: Of how many of the smallest parts it is tried whether they suffice.
    TRIES = 3

    #: Conflicts after which a reason is taken not to suffice.
    EFFORT = 1000

    def __init__(self, state: WalkState) -> None:
        self._state = state
        self._following: dict[int, list[int]] = {}

    def find(self, open_: list[int], best: Reason | None) -> Reason | None:
        """See Finder."""
        return self._smallest(open_, size_of(best)) or best

    def is_hidden(self, reason: Reason) -> bool:
        """Whether a reason takes that something is connected, and more than the board shows of that."""
        own = {*self._state.labels.own(reason.premises)}
        return not reason.likewise and any(own.intersection(each.required.values()) for each in self._sets)

    def _smallest(self, open_: Iterable[int], below: float) -> Reason | None:
        """The smallest such reason of an open fact, if one is smaller than this."""
        state = self._state
        facts = {each for each in open_ if each in state.facts.answer}
        found: list[tuple[float, list[int], list[int]]] = []
        for each in self._sets:
            board = self._board(each)
            for cut in _cuts(board) if board.inside else ():
                if literals := self._opened(each, cut, facts):
                    premises = self._premises(each, board, cut)
                    found.append((state.propagation.size(state.labels.of(premises[1:])), literals, premises))
        for size, literals, premises in sorted(found)[: self.TRIES]:
            if size < below and all(self._follows(each, premises) for each in literals):
                needed = state.regions.needed(literals, premises)
                reason = reason_of(state, literals[0], state.labels.of(needed), minimal=True)
                if reason.size >= below:
                    break
                state.cut_off.update(literals)
                return reason._replace(likewise=tuple(literals))
        return None

    def _follows(self, fact: int, premises: Sequence[int]) -> bool:
        with suppress(SearchLimitError):
            return self._state.solver.core([*premises, -fact], self.EFFORT) is not None
        return False

    def _opened(self, of: _Set, cut: _Cut, facts: Collection[int]) -> list[int]:
        """The open facts that say of the cells of a cut what follows."""
        signs = {cell: of.belongs[cell] if cut.belong else -of.belongs[cell] for cell in cut.cells}
        about = ((each, said) for cell, said in signs.items() for each in self._about.get(cell, ()) if each in facts)
        return [each for each, said in about if -said in self._led(-each)]

    def _premises(self, of: _Set, board: _Board, cut: _Cut) -> list[int]:
        """What a cut rests on: that what lies within is connected, and what lies beyond; by what something does; and
        what bars the ways between them.
        """
        neighbours = self._state.puzzle.board.neighbours
        around = dict.fromkeys(near for cell in sorted(cut.part) for near in neighbours(cell))
        within, beyond = (
            [each for each in sorted(board.inside) if (each in cut.part) is here][:1] for here in (True, False)
        )
        known = [board.inside[each] for each in (*within, *beyond)]
        known += [board.outside[each] for each in around if each in board.outside]
        about = [*(within or sorted(cut.part)), *beyond]
        required = [of.required[each] for each in about if each in of.required]
        return [*required, *dict.fromkeys(filter(None, known))]

    def _board(self, of: _Set) -> _Board:
        """What is known of a set."""
        inside: dict[Cell, int] = {}
        outside: dict[Cell, int] = {}
        labels, cells = self._state.bare.labels, {literal: cell for cell, literal in of.belongs.items() if literal}
        for cell, literal in of.belongs.items():
            if not literal or literal in labels:
                inside[cell] = 0
            elif -literal in labels:
                outside[cell] = 0
        for fact in self._state.known:
            for each in self._led(fact):
                if (there := cells.get(abs(each))) is not None:
                    (inside if (each in cells) else outside).setdefault(there, fact)
        may = of.belongs.keys() - outside.keys()
        neighbours = self._state.puzzle.board.neighbours
        return _Board(
            inside, outside, {cell: [each for each in neighbours(cell) if each in may] for cell in sorted(may)}
        )

    def _led(self, literal: int) -> Collection[int]:
        """What of the membership of cells follows from a fact alone."""
        if literal not in self._following:
            following = self._state.bare.following({literal: 0})
            self._following[literal] = [each for each in following if abs(each) in self._belonging]
        return self._following[literal]

    @cached_property
    def _belonging(self) -> set[int]:
        return {abs(literal) for each in self._sets for literal in each.belongs.values()}

    @cached_property
    def _about(self) -> dict[Value, list[int]]:
        """The facts of the answer about one cell each, by this cell."""
        about: dict[Value, list[int]] = defaultdict(list)
        for literal in self._state.true:
            places = self._state.places(literal)
            if len(places) == 1:
                about[places[0]].append(literal)
        return about

    @cached_property
    def _sets(self) -> list[_Set]:
        """The sets that are connected."""
        required: dict[tuple[str, tuple[Value, ...]], dict[Cell, int]] = defaultdict(dict)
        for literal, instance in self._state.constraint_of.items():
            if techniques().idea(identity_of(instance)) == CUT_OFF and (member := _member(instance)) is not None:
                atom, cell = member
                required[atom.name, tuple(each for each in atom.args if each != cell)][cell] = literal
        if len(required) > self.MOST_SETS:
            return []
        return [_Set(cells, self._members(*of)) for of, cells in required.items()]

    def _members(self, name: str, of: Sequence[Value]) -> dict[Cell, int]:
        """The cells that may belong to a set, with the literals of that. of: what its atoms say beside the cell."""
        solver = self._state.solver
        members = {}
        for atom, literal in solver.literals_of(name).items():
            cells = [cell for each in atom.args if (cell := cell_of(each)) is not None]
            if len(cells) == 1 and [each for each in atom.args if each != cells[0]] == [*of]:
                members[cells[0]] = 0 if literal in self._state.bare.labels else literal
        return members


def _member(instance: ConstraintInstance) -> tuple[Term, Cell] | None:
    """The atom that says that a cell belongs to a set, and the cell, of a constraint that says that it is connected;
    None if it speaks of something else.
    """
    values = dict(zip(instance.constraint.variables, instance.values))
    cells = {name: cell for name, value in values.items() if (cell := cell_of(value)) is not None}
    if len(cells) != 1:
        return None
    ((variable, cell),) = cells.items()
    for name, variables in instance.constraint.atoms:
        if variable in variables and all(each in values for each in variables):
            return Term(name, tuple(values[each] for each in variables)), cell
    return None


def _cuts(board: _Board) -> Iterator[_Cut]:
    """What follows as parts would be cut off."""
    root = min(board.inside)
    main = _reached(board.ways, root)
    left = board.ways.keys() - main
    while left:
        part = _reached(board.ways, min(left))
        left -= part
        if part.isdisjoint(board.inside):
            yield _Cut(tuple(sorted(part)), False, part)
    parts = {part: cell for cell, part in _cut_vertices(board, root, len(main))}
    followed = {part | {cell} for part, cell in parts.items()}
    for part, cell in parts.items():
        if part not in followed:  # what leads on from the only way out is the same thought
            cells = [cell]
            while (more := parts.get(part | {cells[-1]})) is not None:
                part |= {cells[-1]}
                cells.append(more)
            yield _Cut(tuple(cells), True, part)


def _reached(ways: Mapping[Cell, Sequence[Cell]], start: Cell, without: Cell | None = None) -> frozenset[Cell]:
    """The cells to which ways lead from one, through none but others than one."""
    reached, waiting = {start}, [start]
    while waiting:
        new = [each for each in ways[waiting.pop()] if each not in reached and each != without]
        reached.update(new)
        waiting += new
    return frozenset(reached)


def _cut_vertices(board: _Board, root: Cell, size: int) -> Iterator[tuple[Cell, frozenset[Cell]]]:
    """The open cells without which cells of the set would be cut off from the root, each with the smaller part. size:
    how many cells ways lead to from the root.
    """
    number, lowest, order = {root: 0}, {root: 0}, [root]
    path = [(root, iter(board.ways[root]))]
    while path:
        cell, ways = path[-1]
        new = next(ways, None)
        if new is None:
            path.pop()
            above = path[-1][0] if path else cell
            lowest[above] = min(lowest[above], lowest[cell])
            part = frozenset(order[number[cell] :])
            if lowest[cell] >= number[above] and above not in board.inside and not part.isdisjoint(board.inside):
                is_smaller = 2 * len(part) <= size
                yield above, part if is_smaller else _reached(board.ways, root, above)
        elif new not in number:
            number[new] = lowest[new] = len(order)
            order.append(new)
            path.append((new, iter(board.ways[new])))
        else:
            lowest[cell] = min(lowest[cell], number[new])
