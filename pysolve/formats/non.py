"""Nonograms as .non files (Steve Simpson's format, as of 2015-05-11: https://github.com/mikix/nonogram-db).

    title "Dancer"
    width 5
    height 10
    rows
    2
    2,1
    …

The manifest's key `non` says which parts of which type `rows` and `columns` are. Keys that the format does not know
are passed over, as it says, with a remark; several colours are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..catalog.listed import types_with
from ..model.board import check_size
from ..model.build import Draft, draft_of
from ..model.errors import PuzzleError, Remark, quote
from ..model.formats import FormatKey
from ..model.marks import NOTHING, Layer
from ..model.puzzle import Puzzle
from ..model.puzzle_type import PuzzleType
from ..model.rows import BLANKS, Rows
from .source import Context

#: What a line without runs is called in a draft.
_NO_RUN = "0"

#: The keys with a quoted text that says where the puzzle comes from.
_SOURCES = ("catalogue", "copyright", "license")

_KEY = re.compile(r"([a-z]+)(?:\s+(.*))?")

_KEYS = ("title", "by", *_SOURCES, "width", "height", "rows", "columns", "goal")


def sniff(data: bytes) -> bool:
    """Whether lines say width and height, and rows or columns follow."""
    head = data[:4000]
    return all(re.search(rb"(?m)^[ \t]*%s[ \t]+\d" % key, head) for key in (b"width", b"height")) and (
        re.search(rb"(?m)^[ \t]*(?:rows|columns)[ \t\r]*$", data[:200_000]) is not None
    )


def split(data: bytes) -> Iterator[tuple[str, bytes, int]]:
    """The puzzles of a file, which lines of '====' part."""
    line = 1
    for piece in re.split(rb"(?m)^====[ \t\r]*\n", data):
        if piece.strip():
            yield "", piece, line
        line += piece.count(b"\n") + 1


def read(draft: Draft, data: bytes, context: Context) -> PuzzleType:
    """Fills the draft with a nonogram; PuzzleError, with the line, for what the format does not have."""
    values, lists = _keys(draft, context.text(data))
    type_ = type_for(context)
    size = {key: _number(values, key) for key in ("height", "width")}
    check_size(size["height"], size["width"])
    draft.size = size["height"], size["width"]
    for key, count in (("rows", size["height"]), ("columns", size["width"])):
        numbers, tokens = _runs(draft, key, lists.get(key, []), count)
        draft.parts[part_name(type_, key)] = Rows(tokens, numbers)
    draft.title, draft.author = (values.get(key, (0, ""))[1] for key in ("title", "by"))
    draft.source = "; ".join(values[key][1] for key in _SOURCES if key in values)
    if "goal" in values:
        draft.answer = _answer(type_, *values["goal"], *draft.size)
    return type_


def type_for(context: Context) -> PuzzleType:
    """The type that the user named, or the one whose manifest names this format; PuzzleError if there is none."""
    type_ = context.type() if context.reading.type else next(types_with(FormatKey.NON, context.reading.own_types), None)
    if type_ is None or FormatKey.NON not in type_.formats:
        raise PuzzleError("found a nonogram, for which there are no rules here" if type_ is None else (
            f"found a nonogram; {type_.a_puzzle} is none"
        ))  # fmt: skip
    return type_


def part_name(type_: PuzzleType, key: str) -> str:
    """The name of the part that a key of the format is."""
    table = type_.formats[FormatKey.NON]
    name = table.get(key) if isinstance(table, dict) else None
    if not isinstance(name, str) or type_.part(name) is None:
        raise PuzzleError(
            f"{type_.folder.name}/manifest.yaml: non: expected the names of parts as 'rows' and 'columns'"
        )
    return name


def _keys(draft: Draft, text: str) -> tuple[dict[str, tuple[int, str]], dict[str, list[tuple[int, str]]]]:
    """The values of keys with their lines, and the lines behind `rows` and `columns`. A remark on keys that are passed
    over; PuzzleError for other lines. The only colour of a nonogram is black, whatever it is called.
    """
    from html import unescape

    values: dict[str, tuple[int, str]] = {}
    lists: dict[str, list[tuple[int, str]]] = {}
    colours: list[str] = []
    current: list[tuple[int, str]] | None = None
    for number, line in enumerate(text.split("\n"), 1):
        match = _KEY.fullmatch(line.strip())
        if match is None:
            if current is not None and (not line.strip() or line.strip()[0].isdigit()):
                current.append((number, line.strip()))
            elif line.strip():
                raise PuzzleError(
                    f"found {quote(line.strip())}, expected a key, or numbers below 'rows' or 'columns'", line=number
                )
            continue
        key, value = match[1], match[2] or ""
        if key == "color":
            colours.append(value.partition(" ")[0])
            if len(colours) > 1:
                raise PuzzleError("found a second colour; nonograms of several colours have no rules here", line=number)
            continue
        if key not in _KEYS:
            current = None
            draft.remarks.append(Remark(f"the key {quote(key)} is passed over", draft.file, number))
            continue
        if key in values or key in lists:
            raise PuzzleError(f"{quote(key)} stands twice", line=number)
        current = lists.setdefault(key, []) if key in ("rows", "columns") else None
        if current is None:
            values[key] = number, unescape(value.strip('"'))
    if colours and all(run.strip().endswith(colours[0]) for run in _runs_of(lists)):
        lists = {key: [(number, line.replace(colours[0], "")) for number, line in held] for key, held in lists.items()}
        values |= {"goal": (values["goal"][0], values["goal"][1].replace(colours[0], "1"))} if "goal" in values else {}
    return values, lists


def _runs_of(lists: dict[str, list[tuple[int, str]]]) -> Iterator[str]:
    """All runs that are not zero."""
    runs = (run for lines in lists.values() for _, line in lines for run in line.split(","))
    return (run for run in runs if run.strip() not in ("", _NO_RUN))


def _number(values: dict[str, tuple[int, str]], key: str) -> int:
    line, value = values.get(key, (None, ""))
    if not re.fullmatch(r"\d{1,6}", value, re.ASCII):
        raise PuzzleError(f"found {quote(value)} as {key}, expected a number", line=line)
    return int(value)


def _runs(draft: Draft, key: str, lines: list[tuple[int, str]], count: int) -> tuple[list[int], list[list[str]]]:
    """The lines of a list and their runs. Blank lines are lines without runs if there are just as many with them; but
    the last one is what parts the list from what follows.
    """
    filled = [(number, line) for number, line in lines if line]
    end = len(lines) - 1 if lines and not lines[-1][1] else len(lines)
    while end > count and not lines[end - 1][1]:
        end -= 1
    lines = lines[:end]
    if len(filled) != count:
        filled = lines
    if len(filled) != count:
        place = lines[0][0] if lines else None
        what = "1 line" if len(filled) == 1 else f"{len(filled)} lines"
        raise PuzzleError(f"found {what} under {quote(key)}, expected {count}; a line without runs is written as 0",
                          line=place)  # fmt: skip
    tokens = []
    for number, line in filled:
        runs = [run.strip() for run in line.split(",")] if line else [_NO_RUN]
        if not line:
            draft.remarks.append(Remark(f"a blank line is read as one of the {key}, without runs", draft.file, number))
        for run in runs:
            if not re.fullmatch(r"\d{1,6}", run, re.ASCII):
                colour = re.fullmatch(r"\d+[^\d\s]", run) is not None
                what = "a colour" if colour else quote(run)
                raise PuzzleError(
                    f"found {what} under {quote(key)}, expected numbers with commas between them", line=number
                )
        tokens.append([str(int(run)) for run in runs])
    return [number for number, _ in filled], tokens


def _mark(type_: PuzzleType) -> str:
    """What answers write into a filled cell."""
    rule = next(rule for rule in type_.draw if rule.layer is Layer.FILL)
    return rule.kind.token if rule.token is None else rule.token


def _answer(type_: PuzzleType, line: int, goal: str, rows: int, columns: int) -> str:
    if len(goal) != rows * columns or not set(goal) <= {"0", "1"}:
        raise PuzzleError(f"found {len(goal)} characters as goal, expected {rows * columns}, each 0 or 1", line=line)
    tokens = [_mark(type_) if each == "1" else NOTHING for each in goal]
    return "".join(" ".join(tokens[start : start + columns]) + "\n" for start in range(0, len(tokens), columns))


def write(puzzle: Puzzle) -> bytes:
    """The puzzle as a .non file; PuzzleError if it is no nonogram, or has lines that are not known."""
    from html import escape

    type_ = puzzle.type
    if FormatKey.NON not in type_.formats:
        raise PuzzleError(f"{type_.a_puzzle} is no nonogram")
    parts = draft_of(puzzle).parts
    said = {"title": puzzle.title, "by": puzzle.author, "catalogue": puzzle.source}
    lines = [f'{key} "{escape(" ".join(text.split()))}"' for key, text in said.items() if text]
    lines += [f"width {puzzle.board.columns}", f"height {puzzle.board.rows}"]
    for key in ("rows", "columns"):
        lines += ["", key]
        for number, runs in enumerate(parts[part_name(type_, key)].tokens, 1):
            if not all(run.isdecimal() or run in BLANKS for run in runs):
                raise PuzzleError(f"{key[:-1]} {number}: a .non file cannot hold {quote(' '.join(runs))}")
            lines.append(",".join(run for run in runs if run not in (*BLANKS, _NO_RUN)) or _NO_RUN)
    tokens = (puzzle.answer or "").split()
    if len(tokens) == len(puzzle.board.cells) and set(tokens) <= {_mark(type_), NOTHING}:
        lines += ["", f'goal "{"".join(str(int(token != NOTHING)) for token in tokens)}"']
    return ("\n".join(lines) + "\n").encode()
