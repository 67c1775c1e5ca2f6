"""Links of Penpa+, a page on which puzzles are drawn by hand.

    https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VRdb5swFH3nV0x…

A link knows no rules: it says where texts, symbols, dark cells and edges stand. `penpa_marks` knows what a token looks
like there; a token is read where just this stands, and what no token accounts for is an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..model.build import build
from ..model.draft import Draft
from ..model.errors import PuzzleError, Remark, alternatives, quote
from ..model.puzzle import Puzzle
from ..model.puzzle_type import PuzzleType
from ..model.terms import fill
from .source import Context

NAME = "a link of Penpa+"

BETWEEN = b""


def sniff(data: bytes) -> bool:
    """Whether the first line is a link of Penpa+, or what stands behind its address."""
    line = data[:400].lstrip().partition(b"\n")[0]
    return re.search(rb"(?:^|[#?&])m=(?:edit|solve)&(?:\S*&)?p=", line) is not None


def split(data: bytes) -> Iterator[tuple[str, bytes, int]]:
    """The links of a file, a line each."""
    for number, line in enumerate(data.splitlines(), 1):
        if line.strip():
            yield "", line, number


def read(draft: Draft, data: bytes, context: Context) -> PuzzleType:
    """Fills the draft with what a link draws; PuzzleError for what the type has no token for."""
    from .penpa_link import read_drawing
    from .penpa_reader import fill_draft, with_drawn

    drawing = read_drawing(context.text(data).strip())
    problem: PuzzleError | None = None
    for type_ in _types(drawing.tags or (drawing.title,), context):
        try:
            type_ = with_drawn(type_, drawing)
            fill_draft(draft, type_, drawing)
        except PuzzleError as error:
            problem = problem or error
            continue
        _read_rules(draft, type_, drawing.rules)
        return type_
    if problem is not None:
        raise problem
    return context.type()


def _types(tags: tuple[str, ...], context: Context) -> Iterator[PuzzleType]:
    """The types that the link may hold: the one that the user named, or those that it names itself."""
    from ..catalog.penpa import types_tagged

    if context.reading.type is not None:
        yield context.type()
        return
    yield from types_tagged(tags, context.reading.own_types)


def _read_rules(draft: Draft, type_: PuzzleType, rules: str) -> None:
    """The rules in words, whose last line has the options of a puzzle that pysolve wrote: `name=value, …`. A remark
    where there are none.
    """
    *lines, last = rules.split("\n")
    said = [item.partition("=") for item in last.split(", ")]
    draft.rules = rules.strip()
    if all(equals and name in type_.options for name, equals, _ in said):
        draft.options = {name: value for name, _, value in said}
        draft.rules = "\n".join(lines).strip()
    elif type_.options:
        names = list(type_.options)
        draft.remarks.append(
            Remark(f"a link of Penpa+ does not say the option {alternatives(names)}; its default holds")
        )


def write(puzzle: Puzzle) -> bytes:
    """The puzzle as a link; PuzzleError if a link cannot draw all of it."""
    from ..catalog.option_defaults import default_options
    from ..catalog.penpa import penpa_of
    from .penpa_link_writer import write_drawing
    from .penpa_writer import drawing_of

    if puzzle.board.is_hex:
        raise PuzzleError("boards of hexagons are not written as links of Penpa+")
    tags = penpa_of(puzzle.type).tags or (puzzle.type.title.lower(),)
    drawing = drawing_of(puzzle, tags[:1])
    known = default_options(puzzle.type) | puzzle.options
    options = ", ".join(f"{name}={value}" for name, value in known.items())
    drawing.rules = "\n".join(filter(None, (puzzle.rules, options)))
    link = write_drawing(drawing)
    _check(puzzle, link)
    return f"{link}\n".encode()


def _check(puzzle: Puzzle, link: str) -> None:
    """PuzzleError, with the place, if somebody who reads the link reads another puzzle: tokens may look alike."""
    from ..catalog.penpa import penpa_of
    from .penpa_link import read_drawing
    from .penpa_marks import area_layer, stroked_exits, tube_rule
    from .penpa_reader import fill_draft

    draft = Draft(puzzle.file)
    fill_draft(draft, puzzle.type, read_drawing(link))
    draft.options = puzzle.options
    again = build(puzzle.type, draft)
    for part in puzzle.type.parts:
        strokes = penpa_of(puzzle.type).strokes.get(part.name)
        if strokes is not None:
            if stroked_exits(puzzle, part, strokes) != stroked_exits(again, part, strokes):
                raise PuzzleError(f"{part.name}: what stands there in a link of Penpa+ would be read otherwise")
        elif area_layer(puzzle.type, part) is None and tube_rule(puzzle.type, part) is None:
            here, there = (
                {(part.place(token.values), fill(template, token.values)): token.text
                 for token in each.tokens.get(part.name, ()) for template in token.templates}
                for each in (puzzle, again)
            )  # fmt: skip
            for place, atom in here.keys() ^ there.keys():
                where = puzzle.board.name(place) or part.name
                text = (here | there)[place, atom]
                raise PuzzleError(f"{where}: what stands for {quote(text)} in a link of Penpa+ would be read otherwise")
