"""Writes docs/desk.md: for each type, an example of what each command of the setter's desk says.

python docs/desk.py > docs/desk.md
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pysolve
from pysolve import PuzzleError, catalog
from pysolve.analysis.clues import Clue, clues, without
from pysolve.model.puzzle import Puzzle, Token
from pysolve.report.words import Words, sentence
from pysolve.solving.settings import Settings

#: For each type, the size of a made puzzle, small enough that this page is written soon.
SIZES = {
    "akari": "6", "hidato": "5", "killer": "4", "nonogram": "5", "numberlink": "5", "nurikabe": "5", "slitherlink": "5",
    "starbattle": "6", "sudoku": "6", "crossword": "5",
}  # fmt: skip

LIMIT = Settings(time_limit=60)

HEAD = """\
# The setter's desk, type by type

What the commands say about one small instance of each type (the first one that has a single answer), and about the
same instance spoilt: with one clue less, or one clue changed. Written by `python docs/desk.py`; seeds are 0. A dash:
the instance has no such clue, or the command took more than 60 s on a loaded machine with 2 cores.
[using.md](using.md) describes the commands.
"""


def instance(type_: catalog.PuzzleType) -> tuple[Path, Puzzle] | None:
    """The smallest instance with one answer."""
    for path in catalog.examples(type_):
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
        if pysolve.check(candidate, LIMIT) == "multiple":
            return candidate, clue
    return None


def why_none(puzzle: Puzzle) -> str:
    """The clues that conflict, and one of the demands by which they do."""
    candidate = spoilt(puzzle)
    if candidate is None:
        return "–"
    found = pysolve.why(candidate, LIMIT)
    if not found.conflicts:
        return "–"
    words, conflict = Words(candidate), found.conflicts[0]
    named = "; ".join(words.clue(clue) for clue in conflict.clues)
    because = sentence(words.constraint(conflict.because[0])) if conflict.because else ""
    more = f" … ({len(conflict.because)} demands)" if len(conflict.because) > 1 else ""
    return f"conflict: {named}. {because}{more}"


def why_several(puzzle: Puzzle) -> str:
    """How many answers there are without a clue, and how near the nearest is."""
    from pysolve.analysis.differences import count

    made = several(puzzle)
    if made is None:
        return "–"
    candidate, clue = made
    found = pysolve.why(candidate, LIMIT)
    number = f"{'' if found.exhausted else 'at least '}{len(found.answers)}"
    near = count(candidate, found.answers[0], found.nearest) if found.nearest else "?"
    return f"without {Words(puzzle).clue(clue)}: {number} answers, the nearest differ in {near} places"


def candidates(puzzle: Puzzle) -> str:
    """What is certain without that clue."""
    made = several(puzzle)
    if made is None:
        return "–"
    found = pysolve.candidates(made[0], LIMIT)
    return f"{len(found.every or ())} marks certain, {len(found.some)} possible"


def reduced(puzzle: Puzzle) -> str:
    """How many clues can go."""
    try:
        found = pysolve.reduce(puzzle, LIMIT)
    except PuzzleError as error:
        return error.sentence
    return f"{len(found.removed)} of {len(found.removed) + len(found.left)} clues taken away"


def hinted(puzzle: Puzzle) -> str:
    """The first step, and its reason."""
    found = pysolve.hint(puzzle, LIMIT)
    if not found.steps:
        return "–"
    words, step = Words(puzzle), found.steps[0]
    reasons = [sentence(words.constraint(each)) for each in step.constraints]
    reasons += [f"Clue: {words.clue(clue)}." for clue in step.clues]
    reasons += [f"Known: {words.atom(fact.atom, fact.holds)}." for fact in step.known]
    shown = " ".join(reasons[:3]) + (f" … ({len(reasons)} in all)" if len(reasons) > 3 else "")
    facts = "; ".join(words.atom(fact.atom, fact.holds) for fact in step.facts[:2])
    return f"**{sentence(facts)}** {shown}"


def graded(puzzle: Puzzle) -> str:
    """The grade."""
    found = pysolve.grade(puzzle, LIMIT)
    return f"{found.difficulty} ({found.steps} steps, largest {found.largest})" if found.done else "–"


def made(type_: catalog.PuzzleType) -> str:
    """What is left of a small made puzzle."""
    words = str(catalog.library().parent / "instances" / "crossword" / "english.words") if type_.list_part else None
    found = pysolve.make(type_.name, SIZES[type_.name], LIMIT, words=words)
    if found.puzzle is None:
        return "–"
    side = f"{found.puzzle.rows}×{found.puzzle.columns}"
    return f"{side}, {found.clues} clues" if type_.unique else f"{side}, filled"


def rows() -> Iterator[str]:
    """The lines of the page."""
    yield HEAD
    for title, function in (
        ("why, no answer", why_none), ("why, several answers", why_several), ("candidates", candidates),
        ("reduce", reduced), ("hint", hinted), ("grade", graded),
    ):  # fmt: skip
        yield f"## {title}\n\n| type | instance | |\n| --- | --- | --- |"
        for type_ in catalog.every():
            found = instance(type_)
            if found is not None:
                path, puzzle = found
                yield f"| {type_.title} | `{path.parent.name}/{path.name}` | {function(puzzle)} |"
        yield ""
    yield "## make\n\n| type | |\n| --- | --- |"
    for type_ in catalog.every():
        yield f"| {type_.title} | {made(type_)} |"


if __name__ == "__main__":
    for line in rows():
        print(line)
