"""pysolve hint: the next steps, with their reasons."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from ..report.lines import title_of
from .analysis import AnalysisCommand, analysis_options
from .exit_codes import ExitCode

if TYPE_CHECKING:
    from ..analysis.hint import Guess, Hints
    from ..model.puzzle import Puzzle
    from ..report.reasons import Run
    from ..results.hints import HintRecord


def _guess(ctx: click.Context, param: click.Parameter, value: str | None) -> Guess | None:
    from ..analysis.hint import Guess

    if value is None:
        return None
    try:
        return Guess.parse(value)
    except ValueError as error:
        raise click.BadParameter(str(error), ctx, param) from None


@click.command()
@click.option(
    "--partial", metavar="ANSWER", help="A file with what is filled in already: an answer text with '.' for open cells."
)
@click.option("--steps", metavar="N", type=click.IntRange(min=1), default=1, help="How many steps (default: 1).")
@click.option("--all", "everything", is_flag=True, help="All steps, up to the answer.")
@click.option(
    "--try",
    "guess",
    metavar="R,C=V",
    callback=_guess,
    help="Where this guess breaks: V in row R, column C; R,C alone is a mark without a value, R,C=- nothing there.",
)
@click.option(
    "--avoid", metavar="TECHNIQUE", multiple=True,
    help="Steps without this technique, called as 'pysolve grade' calls it, or by its id. May be repeated.",
)  # fmt: skip
@click.option(
    "--tell", type=click.Choice(["where", "idea", "reason"]), default="reason",
    help="How much of each step: where to look, also which idea it takes, or all of it (default: reason).",
)  # fmt: skip
@click.option("--r1c1", is_flag=True, help="Call cells R1C2 in place of 'row 1, column 2'.")
@click.option("--brief", is_flag=True, help="A line for each step: what follows, and what decides it; no pictures.")
@analysis_options
def hint(
    analysis: AnalysisCommand, partial: str | None, steps: int, everything: bool, guess: Guess | None,
    avoid: tuple[str, ...], tell: str, r1c1: bool, brief: bool,
) -> ExitCode:  # fmt: skip
    """Say what can be deduced next, and why: the step with the smallest reason comes first.

    A reason names clues, constraints and what is known already; nothing in it is redundant. Where a step is found by
    supposing the opposite, the reason is a chain: what follows from that, one after the other, up to a contradiction.
    What is wrong in a partial answer is pointed out first.

    With --try, the steps lead from a wrong guess to where it breaks. V is written as in an answer text; lines along the
    sides of a cell, as in a Slitherlink, are named by these (ns: above and below).

    Exit codes: 0 a step was found or all is known, 1 there is none, or the guess does not break, 2 wrong input, 3 a
    limit was reached.
    """
    from ..analysis.hint import HintRequest, Hints, explain_steps, read_partial
    from ..results.hints import hint_record, trial_record

    if guess is not None and (everything or steps > 1):
        raise click.UsageError("--try leads to where the guess breaks; --steps and --all have no place there")
    if guess is not None and avoid:
        raise click.UsageError("--try refutes a guess by any technique; --avoid has no place there")
    if tell != "reason" and (brief or guess is not None):
        raise click.UsageError("--tell says less than the reason; --brief and --try have no place there")
    text = read_partial(partial, analysis.settings.time_limit) if partial is not None else None
    request = HintRequest(text, 0 if everything else steps, guess=guess, avoid=avoid)

    def write(puzzle: Puzzle, results: Iterator[Hints]) -> ExitCode:
        hints = Hints()
        written, supposed = 0, False
        puzzle = puzzle.with_short_names() if r1c1 else puzzle
        for hints in results:
            if hints.trial is not None and not supposed:
                supposed = True
                analysis.lines([trial_record(puzzle, hints, hints.trial).says])
            if tell == "reason":
                written = _write_steps(analysis, puzzle, hints, written, brief, ended=False)
            else:
                written = _point_to_steps(analysis, puzzle, hints, written, tell)
        if tell == "reason":
            _write_steps(analysis, puzzle, hints, written, brief, ended=True)
        _end_hints(analysis, hint_record(puzzle, hints))
        if hints.reason is not None:
            return ExitCode.LIMIT_REACHED
        return ExitCode.SUCCESS if hints.steps or (hints.done and not hints.wrong) else ExitCode.NEGATIVE

    return analysis.each(Hints(), functools.partial(explain_steps, request=request), write)


def _write_steps(
    analysis: AnalysisCommand, puzzle: Puzzle, hints: Hints, written: int, brief: bool, ended: bool
) -> int:  # fmt: skip
    """Writes the steps from number `written` on; how many are written then. ended: the last one is followed by no other
    that could be shown together with it.
    """
    from ..report.reasons import runs

    waiting = [*runs(hints.steps[written:], written + 1, together=not brief and hints.trial is None)]
    for run in waiting if ended else waiting[:-1]:
        _write_run(analysis, puzzle, hints, run, brief)
        written = run.last
    return written


def _point_to_steps(analysis: AnalysisCommand, puzzle: Puzzle, hints: Hints, written: int, tell: str) -> int:
    """Says of the steps from number `written` on where to look, or also which idea they take, and draws nothing."""
    from ..results.hints import step_record

    for number in range(written + 1, len(hints.steps) + 1):
        step = step_record(puzzle, hints, number)
        chapter = [step.chapter] if step.chapter is not None else []
        analysis.lines([*chapter, f"{number}. {step.where}", *([f"   {step.idea}"] if tell == "idea" else [])])
    return len(hints.steps)


def _write_run(analysis: AnalysisCommand, puzzle: Puzzle, hints: Hints, run: Run, brief: bool) -> None:
    from ..results.hints import step_record

    step = step_record(puzzle, hints, run.first, run.step)
    if step.chapter is not None:
        analysis.lines([*([""] if not brief else []), step.chapter])
    if brief:
        analysis.lines([f"{run.numbers}. {step.brief}"])
    else:
        because = step.chain.says if step.chain is not None else step.because
        said = [f"{run.numbers}. {step.head}", *(f"   {each}" for each in because)]
        analysis.lines([*([""] if run.first > 1 else []), *said])
        analysis.draw(step.drawing)
    analysis.figures([step.drawing], f"{title_of(puzzle)}, step {run.numbers}")


def _end_hints(analysis: AnalysisCommand, hints: HintRecord) -> None:
    if hints.says:
        wrong = [f"  {line}" for line in hints.wrong]
        analysis.lines([*([""] if hints.steps or hints.reason else []), *hints.says, *wrong])
    if hints.trial is not None:
        analysis.lines([*([""] if hints.steps else []), hints.trial.end])
    if hints.ways is not None:
        analysis.lines(["", hints.ways.says])
        drawings = [answer.shown for answer in hints.ways.answers]
        for drawing in drawings:
            analysis.draw(drawing)
        analysis.figures(drawings, f"{drawings[0].title}, filled in two ways")
    analysis.json(hints)
