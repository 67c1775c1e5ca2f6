"""What the models for CP-SAT share: answers one after the other."""

from __future__ import annotations

from collections.abc import Callable

from board import Rows
from ortools.sat.python import cp_model

#: Reads an answer from the solver and forbids it in the model.
Look = Callable[[cp_model.CpSolver, cp_model.CpModel], Rows]


def search(model: cp_model.CpModel, limit: int, look: Look) -> list[Rows]:
    """Answers, not more than the limit; each is forbidden before the model is solved again.

    One worker: all solvers here use one thread and are measured in CPU seconds.
    """
    answers: list[Rows] = []
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    while len(answers) < limit:
        status = solver.solve(model)
        if status == cp_model.INFEASIBLE:
            break
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            raise RuntimeError(f"CP-SAT ended with {solver.status_name(status)}")
        answers.append(look(solver, model))
    return answers
