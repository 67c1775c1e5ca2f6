"""Numberlink by other solvers, in the readings full and tidy."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from board import EMPTY, Board, Cell, Rows, sides

from families.numberlink.boards import drawn, squares

Edge = tuple[Cell, Cell]


def edges(tokens: dict[Cell, str]) -> list[Edge]:
    """Pairs of neighbours, the first one in reading order first."""
    return [(cell, other) for cell, near in sides(tokens).items() for other in near if cell < other]


def loops(tokens: dict[Cell, str], chosen: set[Edge]) -> list[list[Edge]]:
    """The closed loops among chosen edges, for cells that have two each, ends one."""
    near: dict[Cell, list[Cell]] = {cell: [] for cell in tokens}
    for cell, other in chosen:
        near[cell].append(other)
        near[other].append(cell)
    seen: set[Cell] = set()

    def part(start: Cell) -> set[Cell]:
        cycles, stack = {start}, [start]
        while stack:
            for other in near[stack.pop()]:
                if other not in cycles:
                    cycles.add(other)
                    stack.append(other)
        return cycles

    for cell, token in tokens.items():
        if token != EMPTY and cell not in seen:
            seen |= part(cell)
    cycles = []
    for cell in tokens:
        if cell not in seen:
            loop = part(cell)
            seen |= loop
            cycles.append([edge for edge in chosen if edge[0] in loop])
    return cycles


class Sat:
    """A variable for each pair of neighbours and for each cell and label; loops are excluded as they turn up."""

    def __init__(self, engine: str) -> None:
        import sat

        self.sat, self.engine = sat, engine

    def read(self, board: Board) -> Board:
        return board

    def solve(self, board: Board, limit: int) -> list[Rows]:
        formula, tokens = self.sat.Clauses(), board.cells
        labels = sorted(set(tokens.values()) - {EMPTY})
        line = {edge: formula.new() for edge in edges(tokens)}
        label = {(cell, name): formula.new() for cell in tokens for name in labels}
        at: dict[Cell, list[int]] = {cell: [] for cell in tokens}
        for edge, variable in line.items():
            for cell in edge:
                at[cell].append(variable)
            for name in labels:
                one, other = label[edge[0], name], label[edge[1], name]
                formula.add(-variable, -one, other)
                formula.add(-variable, one, -other)
        for cell, token in tokens.items():
            formula.exactly_one([label[cell, name] for name in labels])
            if token != EMPTY:
                formula.add(label[cell, token])
                formula.exactly_one(at[cell])
            else:
                exactly_two(formula, at[cell])
        if board.options.get("reading") == "tidy":
            for square in squares(tokens):
                for left_out in square:
                    formula.add(*(-line[edge] for edge in square if edge != left_out))

        def look(model: set[int]) -> tuple[Rows | None, list[list[int]]]:
            chosen = {edge for edge, variable in line.items() if variable in model}
            closed = loops(tokens, chosen)
            if closed:
                return None, [[-line[edge] for edge in loop] for loop in closed]
            answer = drawn(board.rows, {frozenset(edge) for edge in chosen})
            return answer, [[-line[edge] for edge in chosen]]

        return self.sat.search(self.engine, formula, limit, look)


def exactly_two(formula: Any, literals: list[int]) -> None:
    """Exactly two of at most four literals: no three of them, and one of any that leave one out."""
    if len(literals) < 2:  # a contradiction
        never = formula.new()
        formula.add(never)
        formula.add(-never)
        return
    for index, left_out in enumerate(literals):
        formula.add(*literals[:index], *literals[index + 1 :])
        if len(literals) == 4:
            formula.add(*(-literal for literal in literals if literal != left_out))
    if len(literals) == 3:
        formula.add(*(-literal for literal in literals))


class CpSat:
    """One circuit through all cells: along each path from its first end to its second, and on to the next path.

    A boolean for each step from cell to cell, an integer for each cell's label; a step keeps the label. (With a boolean
    for each cell and label, boards of 14x14 to 20x20 took two to nine times as long.)
    """

    def __init__(self) -> None:
        import cpsat

        self.cpsat = cpsat

    def read(self, board: Board) -> Board:
        return board

    def solve(self, board: Board, limit: int) -> list[Rows]:
        model, tokens = self.cpsat.cp_model.CpModel(), board.cells
        number = {cell: index for index, cell in enumerate(tokens)}
        labels = sorted(set(tokens.values()) - {EMPTY})
        first, second = {}, {}
        for cell, token in tokens.items():
            if token != EMPTY:
                (second if token in first else first)[token] = cell
        label = {
            cell: model.new_int_var(0, len(labels) - 1, "")
            if token == EMPTY
            else model.new_constant(labels.index(token))
            for cell, token in tokens.items()
        }
        starts, stops = set(first.values()), set(second.values())
        step = {}
        for edge in edges(tokens):
            for cell, other in (edge, edge[::-1]):
                if cell not in stops and other not in starts:
                    step[cell, other] = model.new_bool_var("")
        arcs = [(number[cell], number[other], variable) for (cell, other), variable in step.items()]
        for name, following in zip(labels, labels[1:] + labels[:1]):
            arcs.append((number[second[name]], number[first[following]], True))
        model.add_circuit(arcs)
        for (cell, other), variable in step.items():
            model.add(label[cell] == label[other]).only_enforce_if(variable)
        if board.options.get("reading") == "tidy":
            for square in squares(tokens):
                both = [step[way] for a, b in square for way in ((a, b), (b, a)) if way in step]
                model.add(sum(both) <= 2)

        def look(solver: Any, model: Any) -> Rows:
            chosen = [way for way, variable in step.items() if solver.boolean_value(variable)]
            model.add_bool_or([step[way].negated() for way in chosen])
            return drawn(board.rows, {frozenset(way) for way in chosen})

        return self.cpsat.search(model, limit, look)


class NaiveAsp:
    """naive.lp: lines, a label for each cell, and what is reached from the ends with each label."""

    def __init__(self) -> None:
        import naive

        self.naive = naive

    def read(self, board: Board) -> Board:
        return board

    def solve(self, board: Board, limit: int) -> list[Rows]:
        tokens = board.cells
        facts = [f"cell(({r},{c}))." for r, c in tokens]
        facts += [f'end(({r},{c}),"{token}").' for (r, c), token in tokens.items() if token != EMPTY]
        if board.options.get("reading") == "tidy":
            facts.append("tidy.")

        def cell(symbol: Any) -> Cell:
            return symbol.arguments[0].number, symbol.arguments[1].number

        def read(symbols: list[Any]) -> Rows:
            return drawn(board.rows, {frozenset(map(cell, symbol.arguments)) for symbol in symbols})

        return self.naive.search(Path(__file__).with_name("naive.lp"), "\n".join(facts), limit, read)
