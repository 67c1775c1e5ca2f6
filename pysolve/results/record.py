"""What all records have in common: named values that become JSON, and pictures that are drawn when they are wanted.

A value is described beside its type: `Annotated[int, "how many"]`. The docs and the OpenAPI document are made from that
(schema.py).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, fields
from enum import Enum
from functools import cached_property
from html import escape
from typing import Annotated, Any

from ..model.errors import PuzzleError, Remark, alternatives, quote
from ..model.puzzle import Puzzle, Verdict
from ..model.terms import Term
from ..render.answer_text import Answer
from ..render.picture import Picture
from ..report.lines import title_of
from ..report.record import RecordVerdict
from .pictures import Json, atoms, cells, drawn

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
        from ..render import svg

        return svg.render([self.picture], self.title)

    def __str__(self) -> str:
        from ..render import terminal

        return terminal.render(self.picture)

    def document(self, kind: str) -> str | bytes:
        """It as a file: svg, png, pdf, or txt for the terminal's drawing. PuzzleError if that cannot be written."""
        if kind == "txt":
            return f"{self}\n"
        if kind == "png":
            from ..render import sheet

            sheet.check_png()
            return sheet.to_png(self._repr_svg_())
        if kind == "pdf":
            from ..render import sheet

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
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name == "drawing":
                record |= value.json(show) if value is not None else {}
            elif field.name != "details":
                record[field.name] = _json(value, show, named)
        return record

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
