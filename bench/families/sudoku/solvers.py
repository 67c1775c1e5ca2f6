"""Sudoku by other solvers. Each imports what it needs when it is made."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from board import EMPTY, Board, Rows, filled

from families.sudoku.boards import candidates, units


class Sat:
    """A variable for each cell and value that the clues leave; exactly one a cell, exactly one a unit and value."""

    def __init__(self, engine: str) -> None:
        import sat

        self.sat, self.engine = sat, engine

    def read(self, board: Board) -> Board:
        return board

    def solve(self, board: Board, limit: int) -> list[Rows]:
        formula = self.sat.Clauses()
        variables = {(cell, v): formula.new() for cell, values in candidates(board).items() for v in values}
        for cell, values in candidates(board).items():
            formula.exactly_one([variables[cell, v] for v in values])
        for unit in units(len(board.rows)):
            for v in range(1, len(board.rows) + 1):
                formula.exactly_one([variables[cell, v] for cell in unit if (cell, v) in variables])

        def look(model: set[int]) -> tuple[Rows, list[list[int]]]:
            true = [(cell, v, variable) for (cell, v), variable in variables.items() if variable in model]
            return filled(board, {cell: str(v) for cell, v, _ in true}), [[-variable for _, _, variable in true]]

        return self.sat.search(self.engine, formula, limit, look)


class CpSat:
    """An integer for each cell, among the values that the clues leave; AllDifferent for each unit."""

    def __init__(self) -> None:
        import cpsat

        self.cpsat = cpsat

    def read(self, board: Board) -> Board:
        return board

    def solve(self, board: Board, limit: int) -> list[Rows]:
        cp_model = self.cpsat.cp_model
        model = cp_model.CpModel()
        free = candidates(board)
        if not all(free.values()):
            return []
        numbers = {cell: model.new_int_var_from_domain(cp_model.Domain.from_values(v), "") for cell, v in free.items()}
        for unit in units(len(board.rows)):
            model.add_all_different([numbers[cell] for cell in unit])

        def look(solver: Any, model: Any) -> Rows:
            values = {cell: solver.value(number) for cell, number in numbers.items()}
            others = []
            for cell, value in values.items():
                if len(free[cell]) > 1:
                    other = model.new_bool_var("")
                    model.add(numbers[cell] != value).only_enforce_if(other)
                    others.append(other)
            model.add_bool_or(others)
            return filled(board, {cell: str(value) for cell, value in values.items()})

        return self.cpsat.search(model, limit, look)


class NaiveAsp:
    """naive.lp: one value a cell, and no two equal values in a unit, pair by pair."""

    def __init__(self) -> None:
        import naive

        self.naive = naive

    def read(self, board: Board) -> Board:
        return board

    def solve(self, board: Board, limit: int) -> list[Rows]:
        facts = [f"size({len(board.rows)})."]
        facts += [f"clue({r},{c},{token})." for (r, c), token in board.cells.items() if token != EMPTY]
        for number, unit in enumerate(units(len(board.rows))):
            facts += [f"unit({number},({r},{c}))." for r, c in unit]

        def read(symbols: list[Any]) -> Rows:
            values = [[argument.number for argument in symbol.arguments] for symbol in symbols]
            return filled(board, {(r, c): str(value) for r, c, value in values})

        return self.naive.search(Path(__file__).with_name("naive.lp"), "\n".join(facts), limit, read)
