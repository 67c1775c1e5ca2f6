"""Whether solvers agree, and whether their answers are answers."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from board import Board, Rows
from measure import DONE, ERROR, Measurement

#: How many answers a verdict has come with.
ANSWERS = {"none": 0, "found": 1, "unique": 1, "multiple": 2}


def faults(
    measurements: Sequence[Measurement], boards: Sequence[Board], fault: Callable[[Board, Rows], str | None]
) -> list[str]:
    """What is wrong with the measurements of one task, a sentence each. Runs that reached a limit say nothing."""
    sentences = []
    for each in measurements:
        if each.outcome == ERROR:
            sentences.append(f"{each.solver} failed: {each.error}")
    done = [each for each in measurements if each.outcome == DONE]
    for index, board in enumerate(boards):
        sentences += [f"{board.name}: {sentence}" for sentence in _on_board(done, index, board, fault)]
    where = f"{measurements[0].row}, seed {measurements[0].seed}" if measurements else ""
    return [f"{where}: {sentence}" for sentence in sentences]


def _on_board(
    done: Sequence[Measurement], index: int, board: Board, fault: Callable[[Board, Rows], str | None]
) -> list[str]:
    sentences = []
    verdicts = {each.solver: each.verdicts[index] for each in done}
    if len(set(verdicts.values())) > 1:
        sentences.append(
            "disagreement: " + ", ".join(f"{solver} says {verdict}" for solver, verdict in verdicts.items())
        )
    only: dict[Rows, str] = {board.answer: "the known answer"} if board.answer else {}
    for each in done:
        if board.answer and each.verdicts[index] == "none":
            sentences.append(f"{each.solver} says none, but an answer is known")
        if not each.answers:
            continue
        answers = each.answers[index]
        sentences += [
            f"{each.solver}: {sentence}"
            for sentence in (_fault(board, answer, fault) for answer in answers)
            if sentence
        ]
        if len(set(answers)) != ANSWERS[each.verdicts[index]]:
            sentences.append(f"{each.solver} says {each.verdicts[index]} with {len(set(answers))} different answers")
        if each.verdicts[index] == "unique":
            only.setdefault(answers[0], each.solver)
    if "unique" in verdicts.values() and len(only) > 1:
        sentences.append("disagreement: different only answers of " + ", ".join(only.values()))
    return sentences


def _fault(board: Board, answer: Rows, fault: Callable[[Board, Rows], str | None]) -> str | None:
    """As the family's check says; an answer that it cannot read is wrong, too."""
    try:
        return fault(board, answer)
    except (KeyError, IndexError, ValueError, StopIteration) as error:
        return f"the answer cannot be read ({type(error).__name__}: {error})"
