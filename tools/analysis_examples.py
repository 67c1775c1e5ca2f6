"""What each analysis says, by an example a type: the site's page docs/analysis.md. Takes minutes for all types."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path

import pysolve
from pysolve import PuzzleError, catalog
from pysolve.analysis.assumptions import count
from pysolve.analysis.clues import Clue, clues, without
from pysolve.model.puzzle import Puzzle, Token
from pysolve.report.words import Words, sentence
from pysolve.solving.settings import Settings

LIMIT = Settings(time_limit=60)

HEAD = """# Analyses, type by type

What the commands say about one small instance of each type (the first one that has a single answer), and about the
same instance with one clue less, or one clue changed. Seeds are 0, and puzzles are made in the size of the instance.
A dash: the instance has no such clue, or the command took more than 60 s.

"""


@cache
def instance(name: str) -> tuple[Path, Puzzle] | None:
    """The smallest instance of a type with one answer."""
    for path in catalog.examples(catalog.find(name)):
        puzzle = pysolve.read(str(path))
        if pysolve.check(puzzle, LIMIT) == "unique":
            return path, puzzle
    return None


def spoilt(puzzle: Puzzle) -> Puzzle | None:
    """The puzzle with one of its numbers changed so that there is no answer."""
    for clue in clues(puzzle):
        token = clue.tokens[0]
        value = token.values.get("V")
        if not isinstance(value, int) or clue.kind.together:
            continue
        for other in (value - 1, value + 1):
            changed = Token(puzzle.alphabet.name(other), {**token.values, "V": other, "G": other}, token.templates)
            parts = {
                name: tuple(changed if each is token else each for each in part) for name, part in puzzle.tokens.items()
            }
            candidate = replace(puzzle, tokens=parts, answer=None)
            try:
                if pysolve.check(candidate, LIMIT) == "none":
                    return candidate
            except PuzzleError:
                continue
    return None


def several(puzzle: Puzzle) -> tuple[Puzzle, Clue] | None:
    """The puzzle without one of its clues, so that there are several answers."""
    for clue in clues(puzzle):
        candidate = without(puzzle, [clue])
        with suppress(PuzzleError):  # the rules need this clue
            if pysolve.check(candidate, LIMIT) == "multiple":
                return candidate, clue
    return None


def why_none(puzzle: Puzzle) -> str:
    """The clues that conflict, and one of the constraints by which they do."""
    candidate = spoilt(puzzle)
    if candidate is None:
        return "–"
    result = pysolve.why(candidate, LIMIT).details
    if not result.conflicts:
        return "–"
    words, conflict = Words(candidate), result.conflicts[0]
    named = "; ".join(words.clue(clue) for clue in conflict.clues)
    because = sentence(words.constraint(conflict.because[0])) if conflict.because else ""
    more = f" … ({len(conflict.because)} constraints)" if len(conflict.because) > 1 else ""
    return f"conflict: {named}. {because}{more}"


def why_several(puzzle: Puzzle) -> str:
    """How many answers there are without a clue, and how near the nearest is."""
    made = several(puzzle)
    if made is None:
        return "–"
    candidate, clue = made
    result = pysolve.why(candidate, LIMIT).details
    number = f"{'' if result.exhausted else 'at least '}{len(result.answers)}"
    near = count(candidate, result.answers[0], result.nearest) if result.nearest else "?"
    return f"without {Words(puzzle).clue(clue)}: {number} answers, the nearest differ in {near} places"


def candidates(puzzle: Puzzle) -> str:
    """What is certain without that clue."""
    made = several(puzzle)
    if made is None:
        return "–"
    result = pysolve.candidates(made[0], LIMIT).details
    return f"{len(result.every or ())} marks certain, {len(result.some)} possible"


def reduced(puzzle: Puzzle) -> str:
    """How many clues can go."""
    try:
        result = pysolve.reduce(puzzle, LIMIT).details
    except PuzzleError as error:
        return error.sentence
    return f"{len(result.removed)} of {len(result.removed) + len(result.left)} clues taken away"


def hinted(puzzle: Puzzle) -> str:
    """The first step, and its reason."""
    result = pysolve.hint(puzzle, LIMIT).details
    if not result.steps:
        return "–"
    words, step = Words(puzzle), result.steps[0]
    reasons = [sentence(words.constraint(each)) for each in step.constraints]
    reasons += [f"Clue: {words.clue(clue)}." for clue in step.clues]
    reasons += [f"Known: {words.atom(fact.atom, fact.holds)}." for fact in step.known]
    shown = " ".join(reasons[:3]) + (f" … ({len(reasons)} in all)" if len(reasons) > 3 else "")
    facts = "; ".join(words.atom(fact.atom, fact.holds) for fact in step.facts[:2])
    return f"**{sentence(facts)}** {shown}"


def graded(puzzle: Puzzle) -> str:
    """The grade."""
    result = pysolve.grade(puzzle, LIMIT)
    return f"{result.difficulty} ({result.steps} steps, largest {result.largest})" if result.done else "–"


def made(puzzle: Puzzle) -> str:
    """What is left of a made puzzle of the same size; a dash where only an option of this one makes that size right."""
    type_, board = puzzle.type, puzzle.board
    words = (
        next((catalog.library().parent / "instances" / type_.name).glob("*.words"), None) if type_.list_part else None
    )
    size = f"{board.rows}x{board.columns}"
    try:
        made_puzzle = pysolve.make(type_.name, size, LIMIT, seed=1, words=str(words) if words else None)
    except PuzzleError:
        return "–"
    if made_puzzle.puzzle is None:
        return "–"
    shown = size.replace("x", "×")
    return f"{shown}, {made_puzzle.clues} clues" if type_.unique else f"{shown}, filled"


#: The sections of the page, and what is said there of each puzzle.
SECTIONS: dict[str, Callable[[Puzzle], str]] = {
    "why, no answer": why_none, "why, several answers": why_several, "candidates": candidates, "reduce": reduced,
    "hint": hinted, "grade": graded, "make": made,
}  # fmt: skip


def tables(names: Collection[str]) -> str:
    """What each analysis says of each of these types."""
    lines = []
    for title, example in SECTIONS.items():
        lines.append(f"## {title}\n\n| type | instance | |\n| --- | --- | --- |")
        for type_ in map(catalog.find, names):
            if (smallest := instance(type_.name)) is not None:
                path, puzzle = smallest
                lines.append(f"| {type_.title} | `{path.parent.name}/{path.name}` | {example(puzzle)} |")
        lines.append("")
    return "\n".join(lines)
