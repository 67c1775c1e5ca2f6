"""Nonograms as .non files (Steve Simpson's format, as of 2015-05-11: https://github.com/mikix/nonogram-db):

    title "Dancer"
    width 5
    height 10
    rows
    2
    2,1
    …

and as .nin files: a line with width and height, then the runs of each row, then those of each column.

    4 2
    1 1
    3
    2
    …

The manifest's key `non` says which parts of which type `rows` and `columns` are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape, unescape

from ..model.board import check_size
from ..model.build import Draft, draft_of
from ..model.errors import PuzzleError, Remark, quote
from ..model.formats import FormatKey
from ..model.marks import NOTHING, Layer
from ..model.puzzle import Puzzle
from ..model.puzzle_type import PuzzleType
from ..model.rows import BLANKS, Line, Rows, filled, lines_of
from .source import Context

#: What a line without runs is called in a draft.
_NO_RUN = "0"

#: The keys with a quoted text that says where the puzzle comes from.
_SOURCES = ("catalogue", "copyright", "license")

_LISTS = ("rows", "columns")

_KEYS = ("title", "by", *_SOURCES, "width", "height", *_LISTS, "goal")

_KEY = re.compile(r"([a-z]+)(?:\s+(.*))?")

_NUMBER = re.compile(r"\d{1,6}", re.ASCII)


class Non:
    """A .non file. Keys that the format does not know are passed over, as it says, with a remark; several colours are
    refused.
    """

    def sniff(self, data: bytes) -> bool:
        """Whether lines say width and height, and rows or columns follow."""
        head = data[:4000]
        return all(re.search(rb"(?m)^[ \t]*%s[ \t]+\d" % key, head) for key in (b"width", b"height")) and (
            re.search(rb"(?m)^[ \t]*(?:rows|columns)[ \t\r]*$", data[:200_000]) is not None
        )

    def split(self, data: bytes) -> Iterator[tuple[str, bytes, int]]:
        """The puzzles of a file, which lines of '====' part."""
        line = 1
        for piece in re.split(rb"(?m)^====[ \t\r]*\n", data):
            if piece.strip():
                yield "", piece, line
            line += piece.count(b"\n") + 1

    def read(self, draft: Draft, data: bytes, context: Context) -> PuzzleType:
        """Fills the draft with a nonogram; PuzzleError, with the line, for what the format does not have."""
        values, lists = _keys(draft, context.text(data))
        type_ = _type(context)
        height, width = draft.size = _number(values, "height"), _number(values, "width")
        check_size(height, width)
        for key, count in zip(_LISTS, draft.size):
            draft.parts[_part_name(type_, key)] = _runs(draft, key, lists.get(key, []), count)
        draft.title, draft.author = (values.get(key, (0, ""))[1] for key in ("title", "by"))
        draft.source = "; ".join(values[key][1] for key in _SOURCES if key in values)
        if "goal" in values:
            draft.answer = _answer(type_, *values["goal"], height, width)
        return type_

    def write(self, puzzle: Puzzle) -> bytes:
        """The puzzle as a .non file; PuzzleError if it is no nonogram, or has lines that are not known."""
        type_ = puzzle.type
        if FormatKey.NON not in type_.formats:
            raise PuzzleError(f"{type_.a_puzzle} is no nonogram")
        said = {"title": puzzle.title, "by": puzzle.author, "catalogue": puzzle.source}
        lines = [f'{key} "{escape(" ".join(text.split()))}"' for key, text in said.items() if text]
        lines += [f"width {puzzle.board.columns}", f"height {puzzle.board.rows}"]
        parts = draft_of(puzzle).parts
        for key in _LISTS:
            lines += ["", key]
            lines += (_written(key, *each) for each in enumerate(parts[_part_name(type_, key)].tokens, 1))
        tokens = (puzzle.answer or "").split()
        if len(tokens) == len(puzzle.board.cells) and set(tokens) <= {_mark(type_), NOTHING}:
            lines += ["", f'goal "{"".join(str(int(token != NOTHING)) for token in tokens)}"']
        return ("\n".join(lines) + "\n").encode()


class Nin:
    """A .nin file. Plain text has rows and columns on its first line, and the runs of columns before those of rows:
    only the name of a file says which of both it is.
    """

    def sniff(self, data: bytes) -> bool:
        """Never: its name says it."""
        return False

    def read(self, draft: Draft, data: bytes, context: Context) -> PuzzleType:
        """Fills the draft with a nonogram; PuzzleError, with the line, if there are not as many lines as it says."""
        (first, size), *lines = filled(lines_of(context.text(data)))
        found = re.fullmatch(r"\s*(\d{1,6})[\s,]+(\d{1,6})\s*", size, re.ASCII)
        if found is None:
            raise PuzzleError(f"found {quote(size.strip())}, expected width and height", line=first)
        type_ = _type(context)
        width, height = int(found[1]), int(found[2])
        check_size(height, width, line=first)
        if len(lines) != height + width:
            expected = f"expected {height} of rows and {width} of columns"
            sentence = f"found {len(lines)} lines below width {width} and height {height}, {expected}"
            raise PuzzleError(sentence, line=lines[-1][0] if lines else first)
        draft.size = height, width
        for key, held in zip(_LISTS, (lines[:height], lines[height:])):
            tokens = [_lengths(line.split(), number, "blanks") for number, line in held]
            draft.parts[_part_name(type_, key)] = Rows(tokens, [number for number, _ in held])
        return type_


non, nin = Non(), Nin()


def _type(context: Context) -> PuzzleType:
    """The type that the user named, or the one whose manifest names these formats; PuzzleError if there is none."""
    type_ = next(context.types_with(FormatKey.NON), None)
    if type_ is None:
        raise PuzzleError("found a nonogram, for which there are no rules here")
    if FormatKey.NON not in type_.formats:
        raise PuzzleError(f"found a nonogram; {type_.a_puzzle} is none")
    return type_


def _part_name(type_: PuzzleType, key: str) -> str:
    """The name of the part that a list is."""
    table = type_.formats[FormatKey.NON]
    name = table.get(key) if isinstance(table, dict) else None
    if not isinstance(name, str) or type_.part(name) is None:
        expected = "expected the names of parts as 'rows' and 'columns'"
        raise PuzzleError(f"{type_.folder.name}/manifest.yaml: non: {expected}")
    return name


def _mark(type_: PuzzleType) -> str:
    """What answers write into a filled cell."""
    rule = next(rule for rule in type_.draw if rule.layer is Layer.FILL)
    return rule.kind.token if rule.token is None else rule.token


# -- Reading a .non file


def _keys(draft: Draft, text: str) -> tuple[dict[str, Line], dict[str, list[Line]]]:
    """The values of keys with their lines, and the lines behind `rows` and `columns`. A remark on keys that are passed
    over; PuzzleError for other lines.
    """
    values: dict[str, Line] = {}
    lists: dict[str, list[Line]] = {}
    colour: str | None = None
    current: list[Line] | None = None
    for number, line in enumerate(map(str.strip, text.split("\n")), 1):
        match = _KEY.fullmatch(line)
        if match is None:
            _add_line(current, number, line)
            continue
        key, value = match[1], match[2] or ""
        if key == "color":
            if colour is not None:
                raise PuzzleError("found a second colour; nonograms of several colours have no rules here", line=number)
            colour = value.partition(" ")[0]
        elif key not in _KEYS:
            current = None
            draft.remarks.append(Remark(f"the key {quote(key)} is passed over", draft.file, number))
        elif key in values or key in lists:
            raise PuzzleError(f"{quote(key)} stands twice", line=number)
        elif key in _LISTS:
            current = lists[key] = []
        else:
            current = None
            values[key] = number, unescape(value.strip('"'))
    if colour is not None:
        _take_as_black(values, lists, colour)
    return values, lists


def _add_line(held: list[Line] | None, number: int, line: str) -> None:
    """Adds a line without a key to the list that it stands in; PuzzleError if it is not one of a list."""
    if held is not None and (not line or line[0].isdigit()):
        held.append((number, line))
    elif line:
        sentence = f"found {quote(line)}, expected a key, or numbers below 'rows' or 'columns'"
        raise PuzzleError(sentence, line=number)


def _take_as_black(values: dict[str, Line], lists: dict[str, list[Line]], colour: str) -> None:
    """The only colour of a nonogram is black, whatever it is called: its name goes, where all runs have it."""
    runs = (run.strip() for held in lists.values() for _, line in held for run in line.split(","))
    if all(run.endswith(colour) for run in runs if run not in ("", _NO_RUN)):
        for held in lists.values():
            held[:] = [(number, line.replace(colour, "")) for number, line in held]
        if "goal" in values:
            number, goal = values["goal"]
            values["goal"] = number, goal.replace(colour, "1")


def _number(values: dict[str, Line], key: str) -> int:
    line, value = values.get(key, (None, ""))
    if not _NUMBER.fullmatch(value):
        raise PuzzleError(f"found {quote(value)} as {key}, expected a number", line=line)
    return int(value)


def _runs(draft: Draft, key: str, lines: list[Line], count: int) -> Rows:
    """The runs of a list. Blank lines are lines without runs if there are just as many with them."""
    held = filled(lines)
    if len(held) != count:
        held = _without_end(lines, count)
    if len(held) != count:
        what = "1 line" if len(held) == 1 else f"{len(held)} lines"
        expected = f"expected {count}; a line without runs is written as {_NO_RUN}"
        raise PuzzleError(f"found {what} under {quote(key)}, {expected}", line=held[0][0] if held else None)
    tokens = []
    for number, line in held:
        if not line:
            draft.remarks.append(Remark(f"a blank line is read as one of the {key}, without runs", draft.file, number))
        runs = [run.strip() for run in (line or _NO_RUN).split(",")]
        tokens.append(_lengths(runs, number, "commas", f" under {quote(key)}"))
    return Rows(tokens, [number for number, _ in held])


def _without_end(lines: list[Line], count: int) -> list[Line]:
    """The lines of a list except for a blank last one, which parts it from the next, and others that are too many."""
    end = len(lines)
    while end and not lines[end - 1][1] and (end > count or end == len(lines)):
        end -= 1
    return lines[:end]


def _lengths(runs: Sequence[str], line: int, between: str, where: str = "") -> list[str]:
    """The lengths of runs; PuzzleError for one that is not a number. between: what parts them."""
    for run in runs:
        if not _NUMBER.fullmatch(run):
            what = "a colour" if where and re.fullmatch(r"\d+[^\d\s]", run) else quote(run)
            raise PuzzleError(f"found {what}{where}, expected numbers with {between} between them", line=line)
    return [str(int(run)) for run in runs]


def _answer(type_: PuzzleType, line: int, goal: str, rows: int, columns: int) -> str:
    if len(goal) != rows * columns or not set(goal) <= {"0", "1"}:
        raise PuzzleError(f"found {len(goal)} characters as goal, expected {rows * columns}, each 0 or 1", line=line)
    tokens = [_mark(type_) if each == "1" else NOTHING for each in goal]
    return "".join(" ".join(tokens[start : start + columns]) + "\n" for start in range(0, len(tokens), columns))


def _written(key: str, number: int, runs: Sequence[str]) -> str:
    """The line of a list as a .non file has it."""
    if not all(run.isdecimal() or run in BLANKS for run in runs):
        raise PuzzleError(f"{key[:-1]} {number}: a .non file cannot hold {quote(' '.join(runs))}")
    return ",".join(run for run in runs if run not in (*BLANKS, _NO_RUN)) or _NO_RUN
