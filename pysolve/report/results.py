"""What all records have in common: named values that become JSON, and pictures that are drawn when they are wanted.

A value is described beside its type: `Annotated[int, "how many"]`. The docs and the OpenAPI document are made from that
(analyses/schema.py).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from enum import Enum
from functools import cached_property
from html import escape
from typing import Annotated, Any

from .. import catalog
from ..analysis.clues import default_patterns
from ..analysis.ground import Ground
from ..model import terms
from ..model.errors import PuzzleError, Remark, alternatives, quote
from ..model.marks import Layer
from ..model.puzzle import Cosmetics, Puzzle, Verdict, number_or_text
from ..model.puzzle_type import PuzzleType
from ..model.terms import Term, Value
from ..render import sheet, svg, terminal
from ..render.answer_text import Answer
from ..render.picture import Mark, Picture
from ..rules.library import BEYOND, FAST, beside, default_options, display
from ..solving.outcome import Outcome
from ..solving.settings import Settings
from .lines import (
    RecordVerdict,
    constraint_lines,
    name_of,
    option_lines,
    outcome_line,
    part_line,
    title_of,
    word_lines,
)

# -- Pictures, marks and places as JSON (docs/service.md, 'Pictures')


Json = dict[str, Any]


def place(value: Value) -> list[Any]:
    """A place of a board as a list: [row, column], or the name of a term and its numbers."""
    if isinstance(value, tuple):
        return list(value)
    if isinstance(value, Term):
        return [value.name, *value.args]
    return [str(value)]


def place_of(parts: Sequence[Any]) -> Value:
    """The place that place() writes as this list."""
    if isinstance(parts[0], str):
        return Term(parts[0], tuple(parts[1:]))
    return tuple(parts)


def mark(drawn: Mark) -> Json:
    """A mark, without what is false, empty or 1."""
    record: Json = {"kind": drawn.kind, "place": place(drawn.place)}
    if drawn.other is not None:
        record["other"] = place(drawn.other)
    if drawn.value:
        record["value"] = drawn.value
    if drawn.arrows:
        record["arrows"] = drawn.arrows
    if drawn.index != 1:
        record["index"] = drawn.index
    flags = {"given": drawn.given, "differs": drawn.differs, "open": drawn.open}
    return record | {name: True for name, flag in flags.items() if flag}


def picture(picture_: Picture) -> Json:
    """A picture."""
    return {
        "rows": picture_.board.rows, "columns": picture_.board.columns, "board": picture_.board.shape.name,
        "cells": [list(cell) for cell in sorted(picture_.cells)],
        "marks": [mark(each) for each in picture_.marks],
        "missing": [list(cell) for cell in sorted(picture_.missing)],
        "noted": [place(each) for each in sorted(picture_.highlighted, key=str)],
        **({"slots": dict(picture_.slots)} if picture_.slots else {}),
        **({"dotted": True} if picture_.dotted else {}),
        **({"cosmetics": cosmetics(picture_.cosmetics)} if picture_.cosmetics else {}),
    }  # fmt: skip


def cosmetics(cosmetics_: Cosmetics) -> Json:
    """Colours, notes and walls as lists of [cell, colour], [cell, text] and [cell, neighbour], in reading order."""
    adorned = {"colours": cosmetics_.colours, "notes": cosmetics_.notes}
    return {
        **{name: [[list(cell), text] for cell, text in sorted(cells.items())] for name, cells in adorned.items()},
        "walls": [[list(cell), list(other)] for cell, other in sorted(cosmetics_.walls)],
    }


def drawn(picture_: Picture | None, show: Sequence[str], title: str = "") -> Json:
    """A picture in the ways that are wanted: as `marks`, as `svg`."""
    if picture_ is None:
        return {}
    record: Json = {}
    if "marks" in show:
        record["picture"] = picture(picture_)
    if "svg" in show:
        record["svg"] = svg.render([picture_], title)
    return record


def cells(answer: Answer) -> list[Json]:
    """The cells of a board with the texts that an answer has in them, in reading order."""
    texts = {mark.place: mark.value for mark in answer.picture().of(Layer.TEXT)}
    return [
        {
            "row": cell[0],
            "col": answer.puzzle.board.position(cell),
            "val": number_or_text(texts[cell]) if cell in texts else None,
        }
        for cell in answer.puzzle.cells
    ]


def atoms(atoms_: Iterable[Term]) -> list[str]:
    """Atoms as text, in order."""
    return sorted(terms.write(each) for each in atoms_)


#: The version of the records; it grows when a name goes or changes its meaning, not when one comes.
VERSION = 1

#: The kinds of files that pictures are written into.
PICTURES = ("svg", "png", "pdf", "txt")

#: How answers are represented unless it is said otherwise.
PLAIN = ("plain",)


#: What a file is called where a record goes.
FileNames = Callable[[str | None], str | None] | None


class Drawing:
    """A picture of a puzzle that is drawn when it is looked at. Notebooks show it."""

    def __init__(self, puzzle: Puzzle, draw: Callable[[], Picture]) -> None:
        """draw: makes the picture."""
        self.title = title_of(puzzle)
        self._draw = draw
        self._made: dict[tuple[str, ...], Json] = {}

    @cached_property
    def picture(self) -> Picture:
        """The picture."""
        return self._draw()

    def json(self, show: Collection[str]) -> Json:
        """The picture in the ways that are wanted (see Record.json), made once: records come again as they grow."""
        wanted = tuple(each for each in ("marks", "svg") if each in show)
        if wanted not in self._made:
            self._made[wanted] = drawn(self.picture, wanted, self.title) if wanted else {}
        return self._made[wanted]

    def _repr_svg_(self) -> str:

        return svg.render([self.picture], self.title)

    def __str__(self) -> str:

        return terminal.render(self.picture)

    def document(self, kind: str) -> str | bytes:
        """It as a file: svg, png, pdf, or txt for the terminal's drawing. PuzzleError if that cannot be written."""
        if kind == "txt":
            return f"{self}\n"
        if kind == "png":
            sheet.check_png()
            return sheet.to_png(self._repr_svg_())
        if kind == "pdf":
            sheet.check_pdf()
            return sheet.to_pdf(sheet.PICTURE_PAGE.format(self._repr_svg_()))
        if kind != "svg":
            raise PuzzleError(f"found {quote(kind)}, expected {alternatives(list(PICTURES))} for a picture")
        return self._repr_svg_()


@dataclass(frozen=True, kw_only=True)
class Record:
    """Named values.

    drawing: a picture; in JSON `picture` (its marks) and `svg`, where these are wanted. details: the analysis's own
    result, with atoms, clues and constraints as values; not in JSON.
    """

    def json(self, show: Collection[str] = PLAIN, named: FileNames = None) -> Json:
        """The values as JSON has them. show: how answers and pictures are represented, as requests say it: `plain`,
        `atoms`, `cells`; `marks`, `svg`. named: what files are called there.
        """
        record: Json = {}
        for each in fields(self):
            value = getattr(self, each.name)
            if each.name == "drawing":
                record |= value.json(show) if value is not None else {}
            elif each.name != "details":
                record[each.name] = _json(value, show, named)
        return record

    def row(self) -> Json:
        """The values as a row of a table."""
        return self.json()

    @property
    def found(self) -> bool:
        """Whether what was looked for is there: the exit code of the command is 0."""
        return True

    def sentences(self) -> Iterator[str]:
        """What it says, in lines."""
        says = getattr(self, "says", ())
        yield from [says] if isinstance(says, str) else says

    def __str__(self) -> str:
        return "\n".join(self.sentences())

    def _repr_html_(self) -> str:
        return as_html(*self.sentences(), drawing=getattr(self, "drawing", None))


def as_html(*lines: str, drawing: Drawing | None = None) -> str:
    """Lines as paragraphs, and a picture below them, for a notebook."""
    picture = drawing._repr_svg_() if drawing is not None else ""
    return "".join(f"<p>{escape(line)}</p>" for line in lines) + picture


def json_line(record: Record, show: Collection[str] = PLAIN) -> str:
    """A record as a line of JSON, with the version of its schema."""
    return json.dumps({"schema": VERSION, **record.json(show)}, ensure_ascii=False)


def _json(value: Any, show: Collection[str], named: FileNames) -> Any:
    if isinstance(value, Record):
        return value.json(show, named)
    if isinstance(value, Remark):
        column = {} if value.column is None else {"column": value.column}
        file = named(value.file) if named else value.file
        return {"sentence": value.sentence, "file": file, "line": value.line, **column}
    if isinstance(value, (list, tuple)):
        return [_json(each, show, named) for each in value]
    return value.value if isinstance(value, Enum) else value


@dataclass(frozen=True, kw_only=True)
class PuzzleRecord(Record):
    """What the record of every analysis of a puzzle begins with."""

    id: Annotated[str, "the puzzle's name: that of its file, or the one that its text has"]
    type: Annotated[str | None, "the type of the puzzle; null if a limit came before it was read"]
    verdict: Annotated[Verdict | RecordVerdict, "how many answers the puzzle has, as far as that is known"]
    reason: Annotated[str | None, "which limit was reached; the rest is then what was known by that time"]
    says: Annotated[list[str], "sentences that say what was found, without what other values say; none as yet: empty"]


@dataclass(frozen=True, kw_only=True)
class AnswerRecord(Record):
    """An answer, represented in the ways that are wanted."""

    answer: Answer
    drawing: Drawing | None = None

    @property
    def plain(self) -> str:
        """A token a cell."""
        return self.answer.plain

    @property
    def atoms(self) -> tuple[Term, ...]:
        """The atoms that the rules show."""
        return self.answer.atoms

    def json(self, show: Collection[str] = PLAIN, named: FileNames = None) -> Json:
        """The answer in these ways: `plain`, `atoms`, `cells`; `marks`, `svg`."""
        record: Json = {"costs": list(self.answer.costs)} if self.answer.costs else {}
        if "plain" in show:
            record["plain"] = self.answer.plain
        if "atoms" in show:
            record["atoms"] = atoms(self.answer.atoms)
        if "cells" in show:
            record["cells"] = cells(self.answer)
        return record | self.shown.json(show)

    @property
    def shown(self) -> Drawing:
        """Its picture."""
        return self.drawing or Drawing(self.answer.puzzle, self.answer.picture)

    def _repr_html_(self) -> str:
        return as_html(drawing=self.shown)

    def __str__(self) -> str:
        return str(self.shown)


def answer_record(
    puzzle: Puzzle, atoms: Sequence[Term], given: Sequence[Term] = (), picture: Picture | None = None
) -> AnswerRecord:
    """The record of an answer. given: facts of the puzzle that pictures show. picture: another one than the usual."""
    drawing = Drawing(puzzle, lambda: picture) if picture is not None else None
    return AnswerRecord(answer=Answer(puzzle, tuple(atoms), tuple(given)), drawing=drawing)


# -- The records of what searches find, of types, and of what commands write


@dataclass(frozen=True, kw_only=True)
class GroundRecord(Record):
    """The size of the ground program."""

    atoms: Annotated[int, "how many atoms it has"]
    rules: Annotated[int, "how many rules it has"]


@dataclass(frozen=True, kw_only=True)
class PortfolioRecord(Record):
    """Which of several searches the verdict comes from."""

    members: Annotated[int, "how many searches there were"]
    configuration: Annotated[str | None, "clasp's, in the first that came to an end; null for the usual one"]
    seed: Annotated[int | None, "its seed"]
    decided: Annotated[bool, "one of the searches came to an end"]


@dataclass(frozen=True, kw_only=True)
class _Searched:
    """What a search says of the puzzle, whether its answers are shown or not."""

    count: Annotated[int, "how many answers were found"]
    exhausted: Annotated[bool, "there are no others"]
    impossible: Annotated[str | None, "a plain reason why there is no answer"]
    optimized: Annotated[bool, "the rules ask for the best answers, and these are meant"]
    score: Annotated[float | None, "the mean score of the words of the first answer, where words of a list have scores"]
    ground: Annotated[GroundRecord | None, "the size of the ground program"]
    seconds: Annotated[float, "how long it took"]
    portfolio: Annotated[PortfolioRecord | None, "of a portfolio of searches: the one that decided"]


@dataclass(frozen=True, kw_only=True)
class CheckRecord(_Searched, PuzzleRecord):
    """The verdict of a search."""


@dataclass(frozen=True, kw_only=True)
class SolveRecord(_Searched, PuzzleRecord):
    """The answers of a search."""

    answers: Annotated[list[AnswerRecord], "the answers"]
    board: Annotated[Json | None, "a picture of the puzzle without an answer, where `marks` are wanted"]


def check_record(
    name: str, type_: str | None, outcome: Outcome, portfolio: PortfolioRecord | None = None
) -> CheckRecord:
    """The verdict at the end of a search. name, type_: of the puzzle; its type is not known where a limit came before
    it was read.
    """
    return CheckRecord(**_of_outcome(name, type_, RecordVerdict.of(outcome), outcome), portfolio=portfolio)


def portfolio_record(settings: Settings, members: int, decided: bool) -> PortfolioRecord:
    """Which member of a portfolio the verdict comes from. settings: that member's."""
    return PortfolioRecord(members=members, configuration=settings.configuration, seed=settings.seed, decided=decided)


def solve_record(puzzle: Puzzle, outcome: Outcome, answers: list[AnswerRecord], board: Json | None) -> SolveRecord:
    """The answers so far. board: the picture without an answer."""
    about = _of_outcome(puzzle.name, puzzle.type.name, RecordVerdict.of(outcome), outcome)
    return SolveRecord(**about, portfolio=None, answers=answers, board=board)


def _of_outcome(name: str, type_: str | None, verdict: Verdict | RecordVerdict, outcome: Outcome) -> dict[str, Any]:
    return {
        "id": name, "type": type_, "verdict": verdict, "reason": outcome.reason,
        "says": [outcome_line(outcome), *word_lines(outcome)],
        "count": outcome.count, "exhausted": outcome.exhausted,
        "impossible": str(outcome.impossible) if outcome.impossible else None, "optimized": outcome.optimized,
        "score": None if outcome.filled is None or outcome.filled.score is None else round(outcome.filled.score, 1),
        "ground": GroundRecord(**dict(zip(("atoms", "rules"), outcome.ground_size))) if outcome.ground_size else None,
        "seconds": round(outcome.seconds, 4),
    }  # fmt: skip


# -- A type of puzzles, as it is explained


@dataclass(frozen=True, kw_only=True)
class TypeRecord(Record):
    """A type of puzzles: what it is, its rules, its input by example, its options, its files."""

    name: Annotated[str, "its name"]
    title: Annotated[str, "what people call it"]
    group: Annotated[str, "the group that it is listed in"]
    about: Annotated[str, "what one has to do, in a sentence"]
    aliases: Annotated[list[str], "other names"]
    boards: Annotated[list[str], "the shapes of boards that it is played on"]
    rules: Annotated[list[str], "its rules, a sentence each"]
    parts: Annotated[list[str], "the parts of the input: a line each, with the tokens that it takes"]
    options: Annotated[list[str], "its options, in lines"]
    patterns: Annotated[list[str], "what can be said of the patterns of boards that are made, in lines"]
    constraints: Annotated[list[str], "the constraints that a puzzle may add, a line each"]
    variants: Annotated[list[str], "files of rules that make a variant of it"]
    example: Annotated[str | None, "the file of an example"]
    files: Annotated[list[str], "its own files"]
    details: PuzzleType = field(repr=False)

    def sections(self) -> Iterator[tuple[str, list[str]]]:
        """What is said of it below its name: titles, and the lines of each."""
        yield "Rules", [f"- {rule}" for rule in self.rules]
        yield "Parts of the input", self.parts
        yield "Options", self.options
        yield "Patterns that are made (pysolve make -c NAME=VALUE)", self.patterns
        yield "Constraints that a puzzle may add (docs/constraints.md)", self.constraints
        yield "Variants (-r FILE)", self.variants
        if self.example is not None:
            text = catalog.examples(self.details)[0].read_text(encoding="utf-8")
            yield f"Example: {self.example}", text.rstrip().split("\n")
        yield "Files", self.files

    def sentences(self) -> Iterator[str]:
        """See Record."""
        yield from (f"{self.title} ({self.name})", self.about, *self.rules)


def type_record(type_: PuzzleType) -> TypeRecord:
    """All that is said of a type."""
    examples = catalog.examples(type_)
    first = type_.folder / "rules.lp"
    files = [first, *(beside(first, name) for name in (FAST, BEYOND)), type_.folder / "manifest.yaml"]
    return TypeRecord(
        name=type_.name, title=type_.title, group=type_.group, about=type_.about, aliases=list(type_.aliases),
        boards=list(type_.boards), rules=list(type_.rules), parts=[part_line(part) for part in type_.parts],
        options=option_lines(type_.options.values(), default_options(type_)),
        patterns=option_lines(type_.pattern.values(), default_patterns(type_)),
        constraints=constraint_lines(type_),
        variants=[display(variant) for variant in sorted((type_.folder / "variants").glob("*.lp"))],
        example=display(examples[0]) if examples else None,
        files=[display(file) for file in files if file.is_file()], details=type_,
    )  # fmt: skip


# -- What commands wrote into files


@dataclass(frozen=True, kw_only=True)
class FolderRecord(Record):
    """The folder of a type that was begun, or copied."""

    type: Annotated[str, "the name of the type"]
    folder: Annotated[str, "the folder"]
    files: Annotated[list[str], "its files"]


@dataclass(frozen=True, kw_only=True)
class WrittenRecord(Record):
    """A puzzle that was written in another form."""

    id: Annotated[str, "the puzzle's name: that of its file, or the one that its text has"]
    type: Annotated[str | None, "the type of the puzzle; null if it could not be read"]
    format: Annotated[str, "what it was written in: a format, `facts`, or the kind of picture"]
    text: Annotated[str | None, "what was written, where it went to no file and is text"]
    file: Annotated[str | None, "the file that it went to"]
    error: Annotated[str | None, "why it was not written"]


# -- How large a puzzle's program is when it is grounded


@dataclass(frozen=True, kw_only=True)
class PlaceRecord(Record):
    """A line of a rule file."""

    file: Annotated[str, "the file"]
    line: Annotated[int, "the line on which the rule begins"]


@dataclass(frozen=True, kw_only=True)
class LineRecord(Record):
    """Ground rules that come from one rule."""

    rules: Annotated[int, "how many there are"]
    places: Annotated[list[PlaceRecord], "the rule; several where they cannot be told apart"]


@dataclass(frozen=True, kw_only=True)
class PredicateRecord(Record):
    """The part of a ground program that derives a predicate."""

    predicate: Annotated[str, "its name and number of arguments"]
    atoms: Annotated[int, "how many atoms it has"]
    rules: Annotated[int, "how many ground rules derive them"]
    lines: Annotated[list[LineRecord], "the rules that these come from, the most first"]


@dataclass(frozen=True, kw_only=True)
class GroundSizeRecord(Record):
    """The size of a ground program."""

    id: Annotated[str, "the puzzle's name"]
    type: Annotated[str | None, "its type; null if a limit came before it was read"]
    reason: Annotated[str | None, "which limit was reached"]
    atoms: Annotated[int, "how many atoms there are"]
    rules: Annotated[int, "how many rules there are"]
    predicates: Annotated[list[PredicateRecord], "by predicate, the largest first"]


def ground_size_record(name: str, type_: str | None, ground: Ground) -> GroundSizeRecord:
    """The size of a puzzle's ground program."""
    predicates = [
        PredicateRecord(
            predicate=name_of(size.predicate), atoms=size.atoms, rules=size.rules,
            lines=[
                LineRecord(rules=count, places=[PlaceRecord(file=file, line=line) for file, line in places])
                for places, count in size.lines
            ],
        )
        for size in ground.sizes
    ]  # fmt: skip
    reason = str(ground.reason) if ground.reason is not None else None
    return GroundSizeRecord(
        id=name, type=type_, reason=reason, atoms=ground.atoms, rules=ground.rules, predicates=predicates
    )
