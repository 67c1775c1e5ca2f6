"""The way to an answer as it comes onto a sheet: its steps, each with a picture of what is known after it."""

from __future__ import annotations

from collections.abc import Iterator

from ..analysis.hint import Hints
from ..model.puzzle import Puzzle
from ..render import svg
from ..render.sheet import PathStep
from ..report.reasons import runs
from ..report.words import sentence
from .hints import step_record


def path_steps(puzzle: Puzzle, hints: Hints) -> Iterator[PathStep]:
    """The steps; like ones that follow one another are one. What ended the path before the answer is a step without a
    picture.
    """
    for run in runs(hints.steps):
        step = step_record(puzzle, hints, run.first, run.step)
        because, drawing = (step.because, step.drawing) if step.chain is None else (step.chain.says, step.chain.drawing)
        picture = svg.render([drawing.picture], f"step {run.numbers}")
        yield PathStep(
            run.numbers, step.head, tuple(because), picture, step.chapter or "", is_chain=step.chain is not None
        )
    if hints.reason is not None:
        yield PathStep("", sentence(f"no further step was found: {hints.reason}"), (), "")
