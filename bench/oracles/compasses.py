"""The rules of genres of puzz.link in words: several numbers of a cell, arrows that show the way, countries."""

from __future__ import annotations

from collections.abc import Iterator

from .places import STEPS, Board, Cell, groups, oracle, shadings
from .shading import Shaded, lonely, white


@oracle("guidearrow")
def guidearrow(board: Board) -> Iterator[str]:
    goals, arrows = set(board.tokens("star")), board.tokens()

    def fits(shaded: Shaded) -> bool:
        free = white(board, shaded)
        joints = sum(y in free for x in free for y in board.near(x)) // 2
        return (
            lonely(board, shaded) and joints == max(0, len(free) - 1) and not shaded & {*goals, *arrows}
            and all(begins(free - {x}, board.ray(x, name)[:1]) for x, name in arrows.items() if name in STEPS)
        )  # fmt: skip

    def begins(free: set[Cell], step: list[Cell]) -> bool:
        return any(goals & group and group.issuperset(step) for group in groups(free)) and bool(step)

    yield from shadings(board, fits)


@oracle("interbd")
def interbd(board: Board) -> Iterator[str]:
    tokens = board.tokens()
    colour = {x: text[0] for x, text in tokens.items() if text[0].isalpha()}
    number = {x: int(text.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")) for x, text in tokens.items() if text[-1].isdigit()}

    def fits(shaded: Shaded) -> bool:
        countries = groups(white(board, shaded))
        colours = [{colour[x] for x in country if x in colour} for country in countries]
        return (
            all(len(each) == 1 for each in colours) and sum(map(len, colours)) == len(set().union(*colours))
            and all(sum(any(y in country for y in board.near(x)) for country in countries) > 1 for x in shaded)
            and all(sum(y in shaded for y in board.near(x)) == n for x, n in number.items())
        )  # fmt: skip

    yield from shadings(board, fits, set(board.cells) - set(tokens))
