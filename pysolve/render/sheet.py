"""Puzzles on pages to print, as one HTML document: their rules once, the boards, the answers at the end.

Everything is placed in millimetres (sheet.css), so that a browser and a PDF writer make the same pages of it.
"""

from __future__ import annotations

import math
import re
import textwrap
from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from ..model.errors import PuzzleError, require
from ..model.puzzle_type import PuzzleType
from .look import PAPER, UNIT, printable

#: Width and height in millimetres.
PAPERS = {"a4": (210, 297), "letter": (216, 279)}

MARGIN, GAP = 15, 6
TITLE, CAPTION, LINE = 16, 11, 4.6  # heights: of the sheet's title, of a puzzle's, of a line of rules
LETTER = 1.75  # the width of a letter of the rules, on average
LARGEST_CELL = 14  # a board of few cells does not fill the page

#: How much of a page's width the picture of a step takes.
STEP = 0.26

#: The fewest answers to a page: they are drawn smaller than puzzles.
ANSWERS = 12


class PathStep(NamedTuple):
    """A step on the way to an answer. numbers: its own, or the first and the last of several. says: what follows.
    because: why, in sentences. board: what is known after it, an SVG document, or "". chapter: what stands above it.
    is_chain: the sentences have numbers, which stand in the cells of the board that they speak of.
    """

    numbers: str
    says: str
    because: tuple[str, ...]
    board: str
    chapter: str = ""
    is_chain: bool = False


class TextList(NamedTuple):
    """What stands in columns beside a board: clues, or words."""

    heading: str
    items: tuple[str, ...]


class Entry(NamedTuple):
    """A puzzle on a sheet.

    below: who made it, and where it comes from. rules: its own, in words; said: those of its type. board, answer: SVG
    documents; the answer is None if there is none. note: on the answer. path: the way to it. lists: what stands below
    the board.
    """

    type: PuzzleType
    title: str
    below: str
    rules: str
    said: tuple[str, ...]
    board: str
    answer: str | None
    note: str = ""
    path: tuple[PathStep, ...] = ()
    lists: tuple[TextList, ...] = ()


def render(
    entries: Sequence[Entry],
    title: str = "",
    *,
    per_page: int = 2,
    paper: str = "a4",
    rules: bool = True,
    answers: bool = True,
) -> str:
    """The sheet as an HTML document. paper: a key of PAPERS. rules: with those of the types, in words. The boards and
    answers of the entries are SVG documents as render/svg makes them.
    """
    width, height = PAPERS[paper]
    size = (width - 2 * MARGIN, height - 2 * MARGIN)
    pages = [*_puzzle_pages(entries, title, size, per_page, rules)]
    if answers:
        pages += _answer_pages(entries, size, max(ANSWERS, per_page))
    pages += _paths(entries, size[0])
    shown = escape(printable(title)) or "Puzzles"
    style = Path(__file__).with_suffix(".css").read_text(encoding="utf-8")
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8"/>\n<title>{shown}</title>\n'
        f"<style>\n{style % (width, height, MARGIN, size[0])}</style>\n</head>\n<body>\n{''.join(pages)}</body>\n"
        "</html>\n"
    )


class _Size(NamedTuple):
    """In millimetres."""

    width: float
    height: float


def _puzzle_pages(
    entries: Sequence[Entry], title: str, size: tuple[float, float], per_page: int, rules: bool
) -> Iterator[str]:
    """Pages of puzzles; above those of a type that comes for the first time, or with other options, stand its rules. If
    they leave too little room, they have a page of their own.
    """
    explained: set[tuple[str, tuple[str, ...]]] = set()
    for first, page in _by_page(entries, size, per_page):
        above = f"<h1>{escape(printable(title))}</h1>" if title and not first else ""
        used = TITLE if above else 0.0
        met = {(entry.type.title, entry.said): None for entry in page if rules}
        new = [each for each in met if each not in explained]
        explained |= met.keys()
        for type_title, said in new:
            text, height = _rules(type_title, said, size[0])
            if used + height > size[1]:
                yield _page(above)
                above, used = "", 0.0
            above, used = above + text, used + height
        if used > 0.45 * size[1]:
            yield _page(above)
            above, used = "", 0.0
        numbered = [
            _Captioned(f"{first + index}. {entry.title}", entry.board, entry.below, entry.rules, entry.lists)
            for index, entry in enumerate(page, 1)
        ]
        if len(page) == 1 and not _fits(page[0], size, per_page):
            alone = numbered[0]._replace(lists=())
            board = _grid([alone], _Size(size[0], 0.55 * size[1] - used), 1)
            yield _page(f'{above}{board}<div class="row">{_columns(page[0].lists, size[0])[0]}</div>')
        else:
            yield _page(above + _grid(numbered, _Size(size[0], size[1] - used), per_page))


def _by_page(
    entries: Sequence[Entry], size: tuple[float, float], per_page: int
) -> Iterator[tuple[int, Sequence[Entry]]]:
    """The entries of each page, and how many come before: one whose lists are long has pages of its own."""
    first = 0
    while first < len(entries):
        last = first + 1
        if _fits(entries[first], size, per_page):
            while last < min(first + per_page, len(entries)) and _fits(entries[last], size, per_page):
                last += 1
        yield first, entries[first:last]
        first = last


def _fits(entry: Entry, size: tuple[float, float], per_page: int) -> bool:
    """Whether the lists of an entry take less than half of its place on a page of several."""
    columns = math.isqrt(per_page)
    return _columns(entry.lists, size[0] / columns - GAP)[1] < 0.4 * size[1] / math.ceil(per_page / columns)


def _columns(lists: Sequence[TextList], width: float) -> tuple[str, float]:
    """Lists in columns, and the height that they take, somewhat too large rather than too small."""
    if not lists:
        return "", 0.0
    count = max(1, int(width // 48))
    lines = sum(1.2 + sum(_lines(item, width / count - 10) for item in each.items) for each in lists)
    text = "".join(
        f"<h3>{escape(printable(each.heading))}</h3>"
        + "".join(f"<p>{escape(printable(item))}</p>" for item in each.items)
        for each in lists
    )
    return f'<div class="lists" style="column-count:{count}">{text}</div>', (math.ceil(lines / count) + 2) * 3.9


def _rules(title: str, said: Sequence[str], width: float) -> tuple[str, float]:
    """The rules of a type, and the height that they take, somewhat too large rather than too small."""
    items = "".join(f"<li>{escape(printable(rule))}</li>" for rule in said)
    lines = sum(_lines(rule, width - 5) for rule in said)
    text = f'<div class="rules"><h2>{escape(printable(title))}</h2><ul>{items}</ul></div>'
    return text, lines * LINE + 6 + 4


def _lines(text: str, width: float) -> int:
    """How many lines a paragraph takes, one at least; somewhat too many rather than too few."""
    return max(1, len(textwrap.wrap(text, int(width / LETTER))))


def _answer_pages(entries: Sequence[Entry], size: tuple[float, float], per_page: int) -> Iterator[str]:
    """Pages of answers, under the numbers of their puzzles."""
    numbered = [(number, entry) for number, entry in enumerate(entries, 1) if entry.answer is not None or entry.note]
    for first in range(0, len(numbered), per_page):
        page = numbered[first : first + per_page]
        above = "<h1>Answers</h1>" if not first else ""
        figures = [_Captioned(f"{number}. {entry.note}".rstrip(), entry.answer or "") for number, entry in page]
        yield _page(above + _grid(figures, _Size(size[0], size[1] - (TITLE if above else 0)), per_page))


def _paths(entries: Sequence[Entry], width: float) -> Iterator[str]:
    """The ways to the answers, under the numbers of their puzzles: each begins a page, and flows on over others."""
    room = _Size(width * STEP, width * STEP)
    for number, entry in enumerate(entries, 1):
        if entry.path:
            above = f"<h1>{number}. {escape(printable(entry.title))}, step by step</h1>"
            yield _page(above + "".join(_step(step, room) for step in entry.path))


def _step(step: PathStep, room: _Size) -> str:
    """A step: its picture, and beside it what it says."""
    reasons = "".join(f"<li>{escape(printable(each))}</li>" for each in step.because)
    list_ = "ol" if step.is_chain else "ul"
    number = f"{step.numbers}. " if step.numbers else ""
    text = f"<p>{number}{escape(printable(step.says))}</p>" + (f"<{list_}>{reasons}</{list_}>" if reasons else "")
    picture = _scaled(step.board, room) if step.board else ""
    above = f'<h2 class="chapter">{escape(printable(step.chapter))}</h2>\n' if step.chapter else ""
    return f'{above}<div class="step"><div style="width:{room.width:.1f}mm">{picture}</div><div>{text}</div></div>\n'


def _page(content: str) -> str:
    return f'<section class="page">\n{content}\n</section>\n'


class _Captioned(NamedTuple):
    """A picture, an SVG document, with its caption; what stands small below this; a text above the picture; and lists
    below it.
    """

    caption: str
    picture: str
    below: str = ""
    text: str = ""
    lists: tuple[TextList, ...] = ()


def _grid(figures: Sequence[_Captioned], room: _Size, per_page: int) -> str:
    """Figures in rows."""
    columns = math.isqrt(per_page)
    rows = math.ceil(per_page / columns)
    free = room.width - (columns - 1) * GAP - 1, room.height - rows * GAP
    cell = _Size(math.floor(10 * free[0] / columns) / 10, math.floor(10 * free[1] / rows) / 10)
    lines = []
    for _, line in groupby(enumerate(figures), lambda item: item[0] // columns):
        boxes = "".join(_figure(figure, cell, last=index % columns == columns - 1) for index, figure in line)
        lines.append(f'<div class="row">{boxes}</div>')
    return "\n".join(lines)


def _figure(figure: _Captioned, cell: _Size, last: bool) -> str:
    small = f"<br/><small>{escape(printable(figure.below))}</small>" if figure.below else ""
    text, height = _own_rules(figure.text, cell)
    lists, lower = _columns(figure.lists, cell.width)
    room = _Size(cell.width, cell.height - CAPTION - height - lower)
    board = _scaled(figure.picture, room) if figure.picture else ""
    gap = 0 if last else GAP
    return (
        f'<figure style="width:{cell.width:.1f}mm;height:{cell.height:.1f}mm;margin:0 {gap}mm {GAP}mm 0">'
        f"<figcaption>{escape(printable(figure.caption))}{small}</figcaption>{text}{board}{lists}</figure>"
    )


def _own_rules(text: str, cell: _Size) -> tuple[str, float]:
    """The rules of a puzzle in words, and the height that they take: half of the figure at most."""
    if not text:
        return "", 0.0
    lines = text.split("\n")
    height = min(sum(_lines(line, cell.width) for line in lines) * LINE, cell.height / 2)
    shown = "<br/>".join(escape(printable(line)) for line in lines)
    return f'<p style="height:{height:.1f}mm">{shown}</p>', height


def _scaled(picture: str, room: _Size) -> str:
    """An SVG document on white paper, as large as there is room for it."""
    match = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)" width="[\d.]+" height="[\d.]+"', picture)
    assert match is not None  # render/svg wrote it
    width, height = float(match[1]), float(match[2])
    scale = min(room.width / width, room.height / height, LARGEST_CELL / UNIT)
    size = f'viewBox="0 0 {match[1]} {match[2]}" width="{width * scale:.2f}mm" height="{height * scale:.2f}mm"'
    return (picture[: match.start()] + size + picture[match.end() :]).replace(PAPER, "#ffffff")


# -- HTML documents as PDF, by weasyprint (the extra `pdf`)


#: A page with one picture, which is as wide as the page.
PICTURE_PAGE = "<!doctype html><style>@page {{ margin: 15mm }} svg {{ width: 100%; height: auto }}</style>{}"


def check_pdf() -> None:
    """PuzzleError if weasyprint is not there, or lacks a library of the system."""
    require("pdf", "weasyprint", need="a PDF")
    try:
        import weasyprint  # noqa: F401
    except OSError as error:
        raise PuzzleError(f"weasyprint cannot start, since a library of the system is missing: {error}") from None


def to_pdf(html: str) -> bytes:
    """The pages of an HTML document as a PDF. Nothing is fetched for it, whatever stands in titles."""
    import weasyprint

    written: bytes = weasyprint.HTML(string=html, url_fetcher=_fetcher()).write_pdf()
    return written


def _fetcher() -> Any:
    """What fetches nothing, in the form in which this version of weasyprint takes it."""
    try:
        from weasyprint.urls import URLFetcher
    except ImportError:  # older versions take a function

        def refuse(url: str, **_: object) -> object:
            raise ValueError("a sheet names no other files")

        return refuse
    return URLFetcher(allowed_protocols=())


# -- SVG documents as PNG pictures, by resvg (the extra `png`)


#: Pixels for each unit of the document.
SCALE = 2


def check_png() -> None:
    """PuzzleError if resvg-py is not there."""
    require("png", "resvg_py", need="a PNG")


def to_png(document: str) -> bytes:
    """The picture; PuzzleError if the text is no single SVG document, or too large to be drawn."""
    import resvg_py

    if "<image" in document:  # resvg would read the file that it names; no picture of pysolve's has one
        raise PuzzleError("the picture cannot be drawn: it names another file")
    try:
        return bytes(resvg_py.svg_to_bytes(svg_string=document, zoom=SCALE))
    except ValueError as error:
        if not document.startswith("<svg") or document.count("<svg") > 1:
            raise PuzzleError("a PNG is made of one picture: add --format svg, for a single puzzle") from None
        raise PuzzleError(f"the picture cannot be drawn: {error}") from None
