"""Links of Penpa+, a page on which puzzles are drawn by hand.

    https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VRdb5swFH3nV0x…

A link knows no rules: it says where texts, symbols, dark cells and edges stand. `penpa_marks` knows what a token looks
like there; a token is read where just this stands, and what no token accounts for is an error.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress

from ..model.build import Draft, build
from ..model.errors import PuzzleError, Remark, alternatives, quote
from ..model.puzzle import OnlyAnswer, Puzzle, no_answer
from ..model.puzzle_type import PuzzleType
from ..model.terms import fill
from .penpa_drawing import Drawing
from .source import Context

#: Types that an error names.
MOST_LIKELY = 12


def sniff(data: bytes) -> bool:
    """Whether the first line is a link of Penpa+, or what stands behind its address."""
    line = data[:400].lstrip().partition(b"\n")[0]
    return re.search(rb"(?:^|[#?&])m=(?:edit|solve)&(?:\S*&)?p=", line) is not None


def read(draft: Draft, data: bytes, context: Context) -> PuzzleType:
    """Fills the draft with what a link draws; PuzzleError for what the type has no token for."""
    from ..catalog.penpa import penpa_of
    from .penpa_link import read_drawing
    from .penpa_reader import fill_draft, with_drawn

    drawing = read_drawing(context.text(data).strip())
    problem: PuzzleError | None = None
    for type_ in _types(drawing.tags or (drawing.title,), context):
        try:
            type_ = with_drawn(type_, drawing)
            fill_draft(draft, type_, drawing)
            draft.options = dict(penpa_of(type_).options) | draft.options
        except PuzzleError as error:
            problem = problem or error
            continue
        _read_rules(draft, type_, drawing.rules)
        if drawing.question.blanks and any(part.tokens.get(penpa_of(type_).unknown) for part in type_.parts):
            _, row, column = min(drawing.question.blanks)
            where = f"row {row}, column {column}"
            draft.remarks.append(Remark(f"{where}: a text of blanks is read as nothing, where a '?' may have been"))
        if not drawing.tags and not drawing.rules.strip() and context.reading.type is not None:
            draft.remarks.append(Remark(f"the link says no rules; those of {type_.title} hold, not those of a variant"))
        return type_
    if problem is not None:
        raise problem
    try:
        return context.type()
    except PuzzleError as error:
        raise _with_likely_types(error, drawing, context) from None


def _with_likely_types(error: PuzzleError, drawing: Drawing, context: Context) -> PuzzleError:
    """The error that the type is not known, with the types that account for all that is drawn, and that rule out most
    other drawings: those with the fewest kinds of tokens.
    """
    from ..catalog import names
    from ..catalog.manifest import load
    from .penpa_reader import fill_draft

    likely = []
    for folder in names(context.reading.own_types).values():
        draft = Draft("")
        with suppress(PuzzleError):
            type_ = load(folder)
            fill_draft(draft, type_, drawing)
            puzzle = build(type_, draft)
            if puzzle.tokens and any(puzzle.tokens.values()):
                likely.append((sum(len(part.tokens) for part in type_.parts), type_.name))
    if not likely:
        return PuzzleError(f"{error.sentence}; no type accounts for all that is drawn")
    shown = [name for _, name in sorted(likely)[:MOST_LIKELY]]
    more = ", among others" if len(likely) > len(shown) else ""
    return PuzzleError(f"{error.sentence}; what is drawn fits {alternatives(shown)}{more}")


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
        draft.options |= {name: value for name, _, value in said}
        draft.rules = "\n".join(lines).strip()
    elif names := [name for name in type_.options if name not in draft.options]:
        draft.remarks.append(
            Remark(f"a link of Penpa+ does not say the option {alternatives(names)}; its default holds")
        )


def write(puzzle: Puzzle, only_answer: OnlyAnswer = no_answer) -> bytes:
    """The puzzle as a link; PuzzleError if a link cannot draw all of it."""
    from ..catalog.penpa import penpa_of
    from ..rules.library import default_options
    from .penpa_link_writer import write_drawing
    from .penpa_solution import solution_of
    from .penpa_writer import drawing_of

    if not puzzle.board.in_columns:
        raise PuzzleError(f"boards of {puzzle.board.shape.plural} are not written as links of Penpa+")
    tags = penpa_of(puzzle.type).tags or (puzzle.type.title.lower(),)
    drawing = drawing_of(puzzle, tags[:1])
    atoms = only_answer(puzzle)
    if atoms is not None:
        drawing.answer = solution_of(puzzle, atoms, drawing.question) or drawing.answer
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
