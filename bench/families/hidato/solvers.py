"""Hidato by other solvers. CP-SAT and the SAT solvers get the same pruned domains (boards.domains)."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

from board import EMPTY, Board, Cell, Rows, filled, touching

from families.hidato.boards import domains


class Sat:
    """A variable for each number and cell of its domain: a permutation, and each number beside its successor."""

    def __init__(self, engine: str) -> None:
        import sat

        self.sat, self.engine = sat, engine

    def read(self, board: Board) -> Board:
        return board

    def solve(self, board: Board, limit: int) -> list[Rows]:
        formula, beside = self.sat.Clauses(), touching(board.cells)
        variables = [{cell: formula.new() for cell in sorted(domain)} for domain in domains(board)]
        numbers: dict[Cell, list[int]] = {cell: [] for cell in board.cells}
        for places in variables:
            formula.exactly_one(places.values())
            for cell, variable in places.items():
                numbers[cell].append(variable)
        for literals in numbers.values():
            formula.exactly_one(literals)
        for lower, higher in itertools.pairwise(variables):
            for places, others in ((lower, higher), (higher, lower)):
                for cell, variable in places.items():
                    formula.add(-variable, *(others[other] for other in beside[cell] if other in others))

        def look(model: set[int]) -> tuple[Rows, list[list[int]]]:
            chosen = [(c, str(v), x) for v, places in enumerate(variables, 1) for c, x in places.items() if x in model]
            return filled(board, {c: v for c, v, _ in chosen}), [[-x for _, _, x in chosen]]

        return self.sat.search(self.engine, formula, limit, look)


class CpSat:
    """The same boolean model, with CP-SAT's own exactly-one constraints."""

    def __init__(self) -> None:
        import cpsat

        self.cpsat = cpsat

    def read(self, board: Board) -> Board:
        return board

    def solve(self, board: Board, limit: int) -> list[Rows]:
        model, beside = self.cpsat.cp_model.CpModel(), touching(board.cells)
        variables = [{cell: model.new_bool_var("") for cell in sorted(domain)} for domain in domains(board)]
        numbers: dict[Cell, list[Any]] = {cell: [] for cell in board.cells}
        for places in variables:
            model.add_exactly_one(places.values())
            for cell, variable in places.items():
                numbers[cell].append(variable)
        for literals in numbers.values():
            model.add_exactly_one(literals)
        for lower, higher in itertools.pairwise(variables):
            for places, others in ((lower, higher), (higher, lower)):
                for cell, variable in places.items():
                    near = [others[other] for other in beside[cell] if other in others]
                    model.add_bool_or([variable.negated(), *near])

        def look(solver: Any, model: Any) -> Rows:
            chosen = [
                (cell, str(v), variable)
                for v, places in enumerate(variables, 1)
                for cell, variable in places.items()
                if solver.boolean_value(variable)
            ]
            model.add_bool_or([variable.negated() for _, _, variable in chosen])
            return filled(board, {cell: value for cell, value, _ in chosen})

        return self.cpsat.search(model, limit, look)


class NaiveAsp:
    """naive.lp: a permutation in which every number stands beside the next."""

    def __init__(self) -> None:
        import naive

        self.naive = naive

    def read(self, board: Board) -> Board:
        return board

    def solve(self, board: Board, limit: int) -> list[Rows]:
        facts = [f"cell(({r},{c}))." for r, c in board.cells]
        facts += [f"clue(({r},{c}),{token})." for (r, c), token in board.cells.items() if token != EMPTY]

        def read(symbols: list[Any]) -> Rows:
            values = {}
            for symbol in symbols:
                place, value = symbol.arguments
                values[place.arguments[0].number, place.arguments[1].number] = str(value.number)
            return filled(board, values)

        return self.naive.search(Path(__file__).with_name("naive.lp"), "\n".join(facts), limit, read)
