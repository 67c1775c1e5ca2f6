"""A puzzle as ASP facts."""

from __future__ import annotations

from collections.abc import Iterator

from . import terms
from .puzzle import Puzzle
from .terms import Term, Value


def text(puzzle: Puzzle) -> str:
    """All facts of the puzzle as ASP text (docs/manifest.md, 'Facts that every instance has' and 'read')."""
    return "\n".join([*board(puzzle), *clues(puzzle)]) + "\n"


def board(puzzle: Puzzle) -> Iterator[str]:
    """Size, kind and cells of the board."""
    yield f"rows({puzzle.rows}). columns({puzzle.columns}). board({puzzle.board})."
    if len(puzzle.cells) == puzzle.rows * puzzle.columns:
        yield f"cell((1..{puzzle.rows},1..{puzzle.columns}))."
        return
    row = 0
    line: list[str] = []
    for r, c in puzzle.cells:
        if r != row and line:
            yield " ".join(line)
            line = []
        row = r
        line.append(f"cell(({r},{c})).")
    yield " ".join(line)


def clues(puzzle: Puzzle) -> Iterator[str]:
    """What the tokens of the puzzle say."""
    for part in puzzle.tokens.values():
        for token in part:
            for template in token.templates:
                yield terms.writer(template)(token.values) + "."


def options(puzzle: Puzzle) -> str:
    """The puzzle's options as `#const` statements, for running under plain clingo."""
    return "".join(f"#const {name} = {value}. [override]\n" for name, value in puzzle.options.items())


def atoms(puzzle: Puzzle) -> Iterator[Term]:
    """The facts of the tokens as terms."""
    for part in puzzle.tokens.values():
        for token in part:
            for template in token.templates:
                yield term(template, token.values)


def term(template: Term, values: object) -> Term:
    """A template filled to an atom."""
    filled: Value = terms.fill(template, values)  # type: ignore[arg-type]
    assert isinstance(filled, Term)
    return filled
