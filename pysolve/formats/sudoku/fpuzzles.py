"""Links of f-puzzles.com, which SudokuPad opens, too: a Sudoku with constraints as JSON, compressed by lz-string.

    https://f-puzzles.com/?load=N4Ig…        https://sudokupad.app/fpuzzlesN4Ig…

The type is the one whose manifest names this format; what its constraints are called here their files say (`fpuzzles`),
and how they lie in the JSON: FORMS. A link is only decoded; nothing is ever fetched. What is not known is an error:
nothing of a puzzle is left out, except for what somebody has filled in and what the explicit lists here name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import unquote

from ... import catalog
from ...catalog import manifest, types_with
from ...model.board import Cell, cell_of
from ...model.build import Draft, blank_rows, build, rows, symbols
from ...model.errors import PuzzleError, many, quote
from ...model.formats import FormatKey
from ...model.parts import GRID, Part, groups_of
from ...model.puzzle import LONGEST_NOTE, WORDS_ABOUT, OnlyAnswer, Puzzle, no_answer
from ...model.puzzle_type import AddedConstraint, PuzzleType
from ...model.rows import NO_VALUE, Rows, answer_of, by_cell, cut, write_group
from ...model.terms import Term, variables
from ...model.yaml_text import Node
from ..addresses import unread
from ..source import Context, parse_json
from . import sudokupad
from .files import box_sides, usual_boxes

# -- How constraints lie in the JSON of f-puzzles: each form reads the groups of cells of a constraint, and writes them
# A new form is a class here, with its entry in FORMS: what the file of a constraint says behind `as`.


#: The largest board of f-puzzles.
LARGEST_SIZE = 16

#: What a cell is called.
_CELL = re.compile(r"R(\d{1,3})C(\d{1,3})", re.ASCII)

#: The cells of a group, and the token behind them.
Group = tuple[list[Cell], str]

#: An object of the JSON.
Record = dict[str, Any]

#: Keys of an entry that say nothing about the answer: colours and sizes.
_OF_ENTRIES = (
    "outlineC", "baseC", "fontC", "width", "height", "size", "angle", "isNewConstraint", "fromConstraint", "style",
)  # fmt: skip


class _Form:
    """How the groups of a constraint lie in the JSON: as a list of entries, each of which says one, or some."""

    keys: tuple[str, ...] = ("cells", "value")  # of an entry

    def groups(self, key: str, data: Record, size: int) -> list[Group] | None:
        """The groups of cells of the constraint, with their values; None if the puzzle does not have it."""
        value = data.get(key)
        if value is None or value == []:
            return None
        groups: list[Group] = []
        for entry in objects(value, key):
            check_keys(entry, (*self.keys, *_OF_ENTRIES), f"{key}: this puzzle holds", "there")
            groups += self.read(key, entry, size)
        return groups

    def put(self, record: Record, key: str, held: Sequence[Group], size: int) -> None:
        """Writes the groups into the JSON; PuzzleError if f-puzzles cannot say one."""
        record[key] = [entry for cells, value in held for entry in self.write(cells, value, size)]

    def read(self, key: str, entry: Record, size: int) -> Iterator[Group]:
        """The groups of an entry."""
        for cells in self.cells(key, entry, size):
            yield cells, _value(key, entry)

    def write(self, cells: list[Cell], value: str, size: int) -> list[Record]:
        """The entries of a group."""
        if value == "?":
            raise PuzzleError("f-puzzles has no sign that says nothing, '?'")
        return [self.entry(cells, size) | ({} if value == NO_VALUE else {"value": value})]

    def cells(self, key: str, entry: Record, size: int) -> Iterator[list[Cell]]:
        """The cells of the groups of an entry."""
        yield _cells(key, entry.get("cells"))

    def entry(self, cells: list[Cell], size: int) -> Record:
        """The entry that says these cells."""
        return {"cells": _names(cells)}


class _OneCell(_Form):
    """{"cell": "R1C1"}"""

    keys = ("cell", "value")

    def cells(self, key: str, entry: Record, size: int) -> Iterator[list[Cell]]:
        yield [_cell(key, entry.get("cell"))]

    def write(self, cells: list[Cell], value: str, size: int) -> list[Record]:
        return [entry for cell in cells for entry in super(_OneCell, self).write([cell], value, size)]

    def entry(self, cells: list[Cell], size: int) -> Record:
        return {"cell": _name(cells[0])}


class _Lines(_Form):
    """{"lines": [["R1C1", …], …]}"""

    keys = ("lines", "value")

    def cells(self, key: str, entry: Record, size: int) -> Iterator[list[Cell]]:
        yield from _lines(key, entry)

    def entry(self, cells: list[Cell], size: int) -> Record:
        return {"lines": [_names(cells)]}


class _Values(_Form):
    """{"cells": ["R1C1", …], "values": [1, 2]}"""

    keys = ("cells", "values")

    def read(self, key: str, entry: Record, size: int) -> Iterator[Group]:
        values = entry.get("values")
        if not isinstance(values, list) or not values or not all(type(value) is int for value in values):
            raise PuzzleError(f"{key}: expected a list of values")
        yield _cells(key, entry.get("cells")), ",".join(map(str, values))

    def write(self, cells: list[Cell], value: str, size: int) -> list[Record]:
        return [{"cells": _names(cells), "values": [int(each) for each in value.split(",")]}]


class _Clones(_Form):
    """{"cells": ["R1C1", …], "cloneCells": ["R3C3", …]}"""

    keys = ("cells", "cloneCells")

    def read(self, key: str, entry: Record, size: int) -> Iterator[Group]:
        cells, clones = (_cells(key, entry.get(name)) for name in self.keys)
        if len(cells) != len(clones):
            found = f"{many(len(cells), 'cell')} and {len(clones)} in the clone"
            raise PuzzleError(f"{key}: found {found}, expected as many")
        yield [*cells, *clones], NO_VALUE

    def write(self, cells: list[Cell], value: str, size: int) -> list[Record]:
        names, half = _names(cells), len(cells) // 2
        return [{"cells": names[:half], "cloneCells": names[half:]}]


class _Arrow(_Form):
    """{"cells": [the circle], "lines": [[from the circle on], …]}"""

    keys = ("lines", "cells")

    def read(self, key: str, entry: Record, size: int) -> Iterator[Group]:
        circle = sorted(_cells(key, entry.get("cells")))  # its digits are read as they stand
        for line in _lines(key, entry) if entry.get("lines") else ():  # a circle alone imposes nothing
            if line[0] not in circle:
                raise PuzzleError(f"{key}: expected a line that begins in its circle")
            yield [*circle, *line[1:]], str(len(circle)) if len(circle) > 1 else NO_VALUE

    def write(self, cells: list[Cell], value: str, size: int) -> list[Record]:
        length = 1 if value == NO_VALUE else int(value)
        circle, shaft = cells[:length], cells[length:]
        if circle != sorted(circle):
            raise PuzzleError("f-puzzles reads the digits of a circle from left to right and from top to bottom")
        beside = (cell for cell in circle if max(abs(cell[0] - shaft[0][0]), abs(cell[1] - shaft[0][1])) == 1)
        line = [next(beside, circle[-1]), *shaft] if shaft else circle
        return [{"cells": _names(circle), "lines": [_names(line)]}]


#: Where a diagonal goes.
_DIRECTIONS = {"DR": (1, 1), "DL": (1, -1), "UR": (-1, 1), "UL": (-1, -1)}


class _Diagonal(_Form):
    """{"cell": "R0C1", "direction": "DR", "value": "7"}: the cell outside of the board from which it goes"""

    keys = ("cell", "cells", "direction", "value")

    def cells(self, key: str, entry: Record, size: int) -> Iterator[list[Cell]]:
        outside, step = _cell(key, entry.get("cell")), _DIRECTIONS.get(str(entry.get("direction")))
        if step is None:
            raise PuzzleError(f"{key}: expected one of {', '.join(_DIRECTIONS)} as direction")
        cells = _diagonal(outside, step, size)
        named = entry.get("cells") or cells
        if not cells or (named is not cells and _cells(key, named) != cells):
            raise PuzzleError(f"{key}: expected a cell outside of the board, and the cells of the diagonal from there")
        yield cells

    def entry(self, cells: list[Cell], size: int) -> Record:
        for direction, step in _DIRECTIONS.items():
            outside = (cells[0][0] - step[0], cells[0][1] - step[1])
            if _diagonal(outside, step, size) == cells:
                return {"cell": _name(outside), "direction": direction, "cells": _names(cells)}
        raise PuzzleError("f-puzzles knows little killers along whole diagonals only")


def _diagonal(outside: Cell, step: Cell, size: int) -> list[Cell]:
    """The cells of a diagonal on the board, from the one beside a cell outside of it."""
    if all(1 <= each <= size for each in outside):
        return []
    cells = []
    cell = (outside[0] + step[0], outside[1] + step[1])
    while all(1 <= each <= size for each in cell):
        cells.append(cell)
        cell = (cell[0] + step[0], cell[1] + step[1])
    return cells


class _Line(_Form):
    """{"cell": "R0C1", "value": "7"}: the cell outside of the board, beside the row or column"""

    keys = ("cell", "value")

    def __init__(self, is_view: bool = False) -> None:
        """is_view: whether the cells come in the order in which one sees them from there."""
        self.is_view = is_view

    def cells(self, key: str, entry: Record, size: int) -> Iterator[list[Cell]]:
        row, column = _cell(key, entry.get("cell"))
        along, rim = range(1, size + 1), (0, size + 1)
        if not (row in rim and column in along) and not (column in rim and row in along):
            raise PuzzleError(f"{key}: expected a cell beside a row or column")
        cells = [(each, column) for each in along] if row in rim else [(row, each) for each in along]
        yield cells[::-1] if self.is_view and size + 1 in (row, column) else cells

    def entry(self, cells: list[Cell], size: int) -> Record:
        row, column = cells[0]
        for outside in ((row, 0), (0, column), (row, size + 1), (size + 1, column)):
            entry = {"cell": _name(outside)}
            if next(self.cells("", entry, size)) == cells:
                return entry
        raise PuzzleError("f-puzzles knows numbers beside whole rows and columns only")


class _Names(_Form):
    """ "R1C1", in a list of its own, not in an entry"""

    def groups(self, key: str, data: Record, size: int) -> list[Group] | None:
        return [(_cells(key, data[key]), NO_VALUE)] if data.get(key) else None

    def put(self, record: Record, key: str, held: Sequence[Group], size: int) -> None:
        record[key] = [name for cells, _ in held for name in _names(cells)]


class _OnlyRead(_Form):
    """As cells; SudokuPad's own links have it (formats/sudoku/sudokupad), f-puzzles does not."""

    def put(self, record: Record, key: str, held: Sequence[Group], size: int) -> None:
        raise PuzzleError(f"f-puzzles has no {key}")


class _Switch(_Form):
    """true"""

    def groups(self, key: str, data: Record, size: int) -> list[Group] | None:
        value = data.get(key)
        if value is not None and type(value) is not bool:
            raise PuzzleError(f"{key}: expected true or false")
        return [] if value else None

    def put(self, record: Record, key: str, held: Sequence[Group], size: int) -> None:
        record[key] = True


class _Negative(_Form):
    """Its key in the list "negative"."""

    def groups(self, key: str, data: Record, size: int) -> list[Group] | None:
        return [] if key in strings(data.get("negative") or [], "negative") else None

    def put(self, record: Record, key: str, held: Sequence[Group], size: int) -> None:
        record.setdefault("negative", []).append(key)


class _Regions(_Form):
    """The numbers in the cells of the grid, where they are not the usual boxes."""

    def groups(self, key: str, data: Record, size: int) -> list[Group] | None:
        regions: dict[int, list[Cell]] = {}
        usual, sides = True, usual_boxes(size)
        for (r, c), cell in by_cell(data["grid"]).items():
            default = box_of(sides, r - 1, c - 1)
            region = cell.get("region", default)
            usual = usual and region == default
            if region is None:
                continue
            if type(region) is not int or abs(region) > LARGEST_SIZE**2:
                raise PuzzleError("region: expected a number", row=r, column=c)
            regions.setdefault(region, []).append((r, c))
        return None if usual else [(cells, NO_VALUE) for _, cells in sorted(regions.items())]

    def put(self, record: Record, key: str, held: Sequence[Group], size: int) -> None:
        number_of = {cell: number for number, (cells, _) in enumerate(held) for cell in cells}
        sides = usual_boxes(size)
        for (r, c), cell in by_cell(record["grid"]).items():
            region = number_of.get((r, c))
            cell.pop("region", None)
            if region != box_of(sides, r - 1, c - 1):
                cell["region"] = region


class _Marks(_Form):
    """The values that stand below its key in a cell of the grid, one of which it holds; a given one says it all."""

    def groups(self, key: str, data: Record, size: int) -> list[Group] | None:
        groups: list[Group] = []
        for (r, c), cell in by_cell(data["grid"]).items():
            values = cell.get(key)
            if not values or cell.get("given") is True:
                continue
            if not isinstance(values, list) or not all(type(each) is int and 1 <= each <= size for each in values):
                raise PuzzleError(f"{key}: expected a list of values from 1 to {size}", row=r, column=c)
            groups.append(([(r, c)], ",".join(map(str, sorted({*values})))))
        return groups or None

    def put(self, record: Record, key: str, held: Sequence[Group], size: int) -> None:
        for cells, values in held:
            for r, c in cells:
                cell = record["grid"][r - 1][c - 1]
                if key in cell:
                    raise PuzzleError("f-puzzles has one list of candidates a cell", row=r, column=c)
                cell[key] = [int(each) for each in values.split(",")]


#: The forms, by what the file of a constraint says behind `as`.
FORMS: Mapping[str, _Form] = {
    "cells": _Form(), "cell": _OneCell(), "lines": _Lines(), "arrow": _Arrow(), "diagonal": _Diagonal(),
    "line": _Line(), "view": _Line(is_view=True), "values": _Values(), "clones": _Clones(), "switch": _Switch(),
    "negative": _Negative(), "regions": _Regions(), "marks": _Marks(),
    "names": _Names(), "read": _OnlyRead(),
}  # fmt: skip


def check_keys(record: Record, known: Collection[str], holds: str, where: str) -> None:
    """PuzzleError for a key that is not known and holds something. holds, where: the sentence around it."""
    for key, held in record.items():
        if key not in known and held:
            raise PuzzleError(f"{holds} {quote(key)} {where}, which pysolve does not know")


def objects(value: Any, key: str) -> list[Record]:
    if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
        raise PuzzleError(f"{key}: expected a list of objects")
    return value


def _name(cell: Cell) -> str:
    return f"R{cell[0]}C{cell[1]}"


def _names(cells: Sequence[Cell]) -> list[str]:
    return [_name(cell) for cell in cells]


def _lines(key: str, entry: dict[str, Any]) -> list[list[Cell]]:
    lines = entry.get("lines")
    if not isinstance(lines, list) or not lines:
        raise PuzzleError(f"{key}: expected a list of lines")
    return [_cells(key, line) for line in lines]


def _cells(key: str, value: Any) -> list[Cell]:
    if not isinstance(value, list) or not value:
        raise PuzzleError(f"{key}: expected a list of cells")
    return [_cell(key, each) for each in value]


def _cell(key: str, value: Any) -> Cell:
    match = _CELL.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        raise PuzzleError(f"{key}: found {quote(str(value))}, expected a cell such as R1C1")
    return int(match[1]), int(match[2])


def _value(key: str, entry: dict[str, Any]) -> str:
    """The value of an entry, as the token of a group."""
    value = entry.get("value")
    if value is None or value == "":
        return NO_VALUE
    if type(value) not in (str, int) or len(str(value)) > 20 or len(str(value).split()) != 1:
        raise PuzzleError(f"{key}: found {quote(str(value))}, expected a value")
    return str(value)


def strings(value: Any, key: str) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise PuzzleError(f"{key}: expected a list of texts")
    return value


def box_of(sides: tuple[int, int], row: int, column: int) -> int:
    """The number of the box, of these sides, that a cell (from 0) lies in."""
    height, width = sides
    return row // height * height + column // width


#: What links that are written begin with.
SITE = "https://f-puzzles.com/?load="

#: The sites whose links these are; what stands before a puzzle of this format in them, and in those of other programs
#: that open such links, too.
_HOSTS = rb"f-puzzles\.com|sudokupad\.app|crackingthecryptic\.com"
_LINK = re.compile(
    rb"\s*(?:(?:https?://)?(?:[\w-]+\.)*(?:"
    + _HOSTS
    + rb")/|https?://\S{1,150}(?:[?&]load=|[/=](?:fpuzzles|fpuz))N4I)",
    re.IGNORECASE,
)
_PAYLOAD = re.compile(r"(?:[?&]load=|[/=](?:fpuzzles|fpuz))(?P<text>[^&#?\s]+)")


def sniff(data: bytes) -> bool:
    """Whether the first line is a link to one of the sites."""
    return _LINK.match(data[:200]) is not None


def read(draft: Draft, data: bytes, context: Context) -> PuzzleType:
    """Fills the draft with what a link holds; PuzzleError for what is damaged, or not known."""

    match = _PAYLOAD.search(context.text(data))
    if match is None:
        raise unread(context.text(data), f"{SITE}N4Ig…")
    data = parse_json(sudokupad.decompress(unquote(match["text"]).replace(" ", "+")))
    if not isinstance(data, dict):
        raise PuzzleError("expected a JSON object")
    return read_puzzle(draft, data, type_of(context), context.reading.dropped)


def type_of(context: Context) -> PuzzleType:
    """The type that the user named, or the one that such puzzles are of; PuzzleError if there is none."""

    if context.reading.type is not None:
        return context.type()
    for type_ in types_with(FormatKey.FPUZZLES, context.reading.own_types):
        if other_type(type_) is None:
            return type_
    raise PuzzleError(f"no puzzle type has the key '{FormatKey.FPUZZLES}'")


def write(puzzle: Puzzle, only_answer: OnlyAnswer = no_answer) -> bytes:
    """The puzzle as a link to f-puzzles; PuzzleError if it cannot say all of it."""
    return f"{SITE}{compressed(puzzle, only_answer)}\n".encode()


def compressed(puzzle: Puzzle, only_answer: OnlyAnswer = no_answer) -> str:
    """The puzzle as the text that links hold."""
    return sudokupad.compress(json.dumps(record_of(puzzle, only_answer), separators=(",", ":"), ensure_ascii=False))


#: Keys that say nothing about the answer: what the author says, colours, and how the site is set.
OF_NO_MEANING = (
    "author", "title", "ruleset", "highlightConflicts", "disabledlogic", "truecandidatesoptions", "size", "grid",
    "solution", "negative", "activeConstraints",
)  # fmt: skip

#: The same of a cell: its colours, and what somebody has noted.
_OF_CELLS = (
    "value", "given", "region", "c", "cArray", "highlight", "centerPencilMarks", "cornerPencilMarks", "candidates",
)  # fmt: skip


# -- Reading


def read_puzzle(draft: Draft, data: Record, type_: PuzzleType, dropped: Sequence[str] = ()) -> PuzzleType:
    """Fills the draft; returns the type with the constraints of the puzzle. dropped: keys that are left out if they are
    not known, with a remark. PuzzleError for what else is not known.
    """
    part, size = grid_part(type_), _size(data.get("size"))
    known = {name_of(each): each for each in manifest.offered(type_) if each.fpuzzles is not None}
    grid = _grid(data.get("grid"), size, {key for key, form in known if form == "marks"}.union(dropped))
    for key in {key for _, cell in by_cell(grid).items() for key, held in cell.items() if held}.intersection(dropped):
        draft.note(f"{quote(key)} of cells {_LEFT_OUT}")
    read = {each.name: FORMS[form].groups(key, data, size) for (key, form), each in known.items()}
    added = {name: groups for name, groups in read.items() if groups is not None}
    extended = manifest.with_constraints(type_, list(added))
    _read_others(draft, data, extended, known, dropped)
    for constraint in extended.added:
        if constraint.takes_cells:
            draft.parts[constraint.name] = Rows([write_group(*group) for group in added[constraint.name]])
    _read_givens(draft, grid, part)
    draft.answer = _answer(data.get("solution"), size)
    return extended


def _size(value: Any) -> int:
    if type(value) is not int or not 1 <= value <= LARGEST_SIZE:
        raise PuzzleError(f"size: expected a number from 1 to {LARGEST_SIZE}")
    return value


def _read_others(
    draft: Draft, data: Record, type_: PuzzleType, known: Collection[tuple[str, str]], dropped: Sequence[str]
) -> None:
    """Words and drawings; PuzzleError for what is neither, nor one of the constraints that are known, nor dropped."""
    words = _read_words(draft, data, type_)
    meant = {name for name, form in known if form not in ("negative", "marks")}.union(OF_NO_MEANING)
    open_ = []
    for key in (key for key, value in data.items() if value and key not in meant):
        if key in dropped:
            draft.note(f"{quote(key)} {_LEFT_OUT}")
            continue
        try:
            read_drawings(draft, key, data, data["size"], has_rules=words)
        except PuzzleError as error:
            open_.append(error)
    if open_:
        open_[0].droppable = tuple(key for each in open_ for key in each.droppable)
        raise open_[0]
    for key in strings(data.get("negative") or [], "negative"):
        if (key, "negative") not in known:
            what = f"{quote(key)} among its negative constraints"
            raise PuzzleError(f"this puzzle holds {what}, which pysolve does not know")


#: What is said of a part of a puzzle that the user has dropped.
_LEFT_OUT = "is left out, and with it whatever rule it may add"


def _droppable(sentence: str, key: str, how: str = " (--drop leaves it out)") -> PuzzleError:
    """The error that something is not known, which may be left out."""
    error = PuzzleError(sentence, how=how)
    error.droppable = (key,)
    return error


def name_of(constraint: AddedConstraint) -> tuple[str, str]:
    """What f-puzzles calls a constraint, and how it lies in the JSON."""
    value = constraint.fpuzzles
    if not isinstance(value, dict) or set(value) != {"key", "as"} or value["as"] not in FORMS:
        forms = ", ".join(FORMS)
        raise PuzzleError(f"the constraint {constraint.name}: fpuzzles: expected 'key', and 'as' with one of {forms}")
    return str(value["key"]), str(value["as"])


def grid_part(type_: PuzzleType) -> Part:
    """The part that holds the givens; PuzzleError for a type whose puzzles are none of f-puzzles."""
    for part in type_.parts if FormatKey.FPUZZLES in type_.formats and other_type(type_) is None else ():
        if part.shape is GRID and any("V" in variables(each) for each in part.templates):
            return part
    raise PuzzleError(f"{type_.a_puzzle} cannot be read from, or written for, f-puzzles")


def _grid(value: Any, size: int, marks: set[str]) -> list[list[dict[str, Any]]]:
    """The cells, checked. marks: keys of cells that belong to constraints."""
    if not isinstance(value, list) or len(value) != size:
        raise PuzzleError(f"grid: expected {size} rows, as 'size' says")
    for number, row in enumerate(value, 1):
        if not isinstance(row, list) or len(row) != size or not all(isinstance(cell, dict) for cell in row):
            raise PuzzleError(f"grid: expected {size} cells", row=number)
        for at, cell in enumerate(row, 1):
            for key, held in cell.items():
                if key not in _OF_CELLS and key not in marks and held:
                    raise _droppable(f"a cell holds {quote(key)}, which pysolve does not know", key).at(
                        row=number, column=at
                    )
    return value


def _read_givens(draft: Draft, grid: list[list[Record]], part: Part) -> None:
    """The values that are given; what somebody has filled in is not part of the puzzle."""
    filled = 0
    tokens = [[NO_VALUE] * len(grid) for _ in grid]
    for (r, c), cell in by_cell(grid).items():
        value = cell.get("value")
        if value is None:
            continue
        if type(value) is not int or not 1 <= value <= len(grid):
            raise PuzzleError(f"expected a value from 1 to {len(grid)}", row=r, column=c)
        if cell.get("given") is True:
            tokens[r - 1][c - 1] = str(value)
        else:
            filled += 1
    draft.parts[part.name] = Rows(tokens)
    if filled:
        values = "1 value that is" if filled == 1 else f"{filled} values that are"
        draft.note(f"{values} filled in, but not given, is left out")


def _read_words(draft: Draft, data: dict[str, Any], type_: PuzzleType) -> bool:
    """Title, author, and the rules in the author's words, which are for people. Whether there are any: those of
    the type itself say no more than it.
    """
    draft.title, draft.author = (" ".join(_text_lines(data, key)) for key in ("title", "author"))
    rules = _text_lines(data, "ruleset")
    known = {" ".join(rule.split()) for rule in type_.rules}
    if not known.issuperset(rules):
        draft.rules = "\n".join(rules)
        said = "the puzzle's own rules in words are kept, but not read; what they add to the constraints does not count"
        draft.note(f"{said}: {quote(' '.join(rules), 300)}")
    return bool(draft.rules)


def _text_lines(data: dict[str, Any], key: str) -> list[str]:
    """The lines of a text that hold anything."""
    value = data.get(key) or ""
    if not isinstance(value, str):
        raise PuzzleError(f"{key}: expected a text")
    lines = ("".join(each if each.isprintable() else " " for each in line) for line in value.splitlines())
    return [" ".join(line.split()) for line in lines if line.strip()]


def _answer(value: Any, size: int) -> str | None:
    """The answer text, if the puzzle brings its whole solution."""
    values = list(value) if isinstance(value, (list, str)) else []
    numbers = [str(each) for each in values if type(each) in (int, str)]
    if len(numbers) != size**2 or not all(re.fullmatch(r"[1-9]\d?", each, re.ASCII) for each in numbers):
        return None
    return answer_of(cut(numbers, size))


# -- What f-puzzles draws and does not check: lines, shapes, texts, cages without a rule. Some of them are the looks of
# a constraint, which they name (`fromConstraint`); the others are decoration, or mean what the rules in words say

#: The keys of drawings.
DRAWN = ("line", "rectangle", "circle", "text", "cage")


def read_drawings(draft: Draft, key: str, data: dict[str, Any], size: int, has_rules: bool) -> None:
    """Takes the drawings below a key as decoration; those that are the looks of a constraint are passed over.

    PuzzleError if it is the key of something else, or if rules in words may give them a meaning.
    """
    if key not in DRAWN:
        raise _droppable(f"this puzzle holds {quote(key)}, which pysolve does not know", key)
    own = [entry for entry in objects(data[key], key) if not _is_look(entry, data)]
    if not own:
        return
    if has_rules:
        sentence = f"this puzzle holds {quote(key)}, drawings to which its rules in words may give a meaning"
        raise _droppable(sentence, key, f" (--drop {key} takes them as decoration)")
    if key == "text":
        _note_texts(draft, own, size)
    draft.note(f"{many(len(own), 'drawing')} {quote(key)} taken as decoration: no rule speaks of them")


def _is_look(entry: dict[str, Any], data: dict[str, Any]) -> bool:
    """Whether a drawing shows a constraint that the puzzle has, in cells that the constraint has."""
    name = entry.get("fromConstraint")
    shown = data.get("".join(name.lower().split())) if isinstance(name, str) else None
    cells = {*_cells_within(entry)}
    return bool(shown) and bool(cells) and cells <= {*_cells_within(shown)}


def _cells_within(value: Any) -> Iterator[str]:
    """The names of cells somewhere in a value, however deep."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, dict):
            waiting += each.values()
        elif isinstance(each, list):
            waiting += each
        elif isinstance(each, str) and _CELL.fullmatch(each):
            yield each


def _note_texts(draft: Draft, entries: list[dict[str, Any]], size: int) -> None:
    """Texts in single cells become notes of the picture, one a cell, if they are short."""
    noted = set()
    for entry in entries:
        cells, text = entry.get("cells"), entry.get("value")
        match = _CELL.fullmatch(str(cells[0])) if isinstance(cells, list) and len(cells) == 1 else None
        if match is None or not isinstance(text, str) or not text.strip() or not text.isprintable():
            continue
        cell = (int(match[1]), int(match[2]))
        if len(text.strip()) <= LONGEST_NOTE and cell not in noted and all(1 <= each <= size for each in cell):
            noted.add(cell)
            draft.cosmetics.setdefault("notes", []).append((1, f"r{cell[0]}c{cell[1]} = {text.strip()}"))


# -- Writing


def record_of(puzzle: Puzzle, only_answer: OnlyAnswer = no_answer) -> Record:
    """The JSON of a puzzle; PuzzleError if f-puzzles cannot hold all of it."""
    held = as_held(puzzle)
    size, grid = held.board.rows, _written_grid(held)  # a type without such a grid is refused before its options
    extended = manifest.with_constraints(held.type, _of_options(held))
    record: Record = {"size": size, "title": held.title, "author": held.author, "grid": grid}
    FORMS["regions"].put(record, "", _boxes(held), size)
    record["ruleset"] = held.rules or "\n".join(rule for rule in extended.rules if "`" not in rule)  # of no option
    for constraint in extended.added:
        key, form = name_of(_known(constraint))
        part = held.type.part(constraint.name)
        groups = groups_of(held.tokens.get(part.name, ())) if part is not None else []
        FORMS[form].put(record, key, groups, size)
    if (atoms := only_answer(puzzle)) is not None and (values := _values(atoms, puzzle)) is not None:
        record["solution"] = values
    return record


def _values(atoms: tuple[Term, ...], puzzle: Puzzle) -> list[int] | None:
    """The values of an answer, row by row; None if it is not one number a cell."""
    found = {cell_of(atom.args[0]): atom.args[1] for atom in atoms if len(atom.args) == 2}
    values = [found.get(cell) for cell in puzzle.board.cells]
    numbers = [value for value in values if isinstance(value, int)]
    return numbers if len(numbers) == len(values) == len(atoms) else None


def _of_options(puzzle: Puzzle) -> list[str]:
    """The constraints that say the same as the puzzle's options; PuzzleError if one cannot be said so."""
    said = _said(puzzle.type)
    added: list[str] = []
    for name, value in puzzle.options.items():
        if name in _box_options(puzzle.type):  # see _boxes
            continue
        meaning = said.get(f"{name}={value}")
        if not isinstance(meaning, list):
            raise PuzzleError(f"f-puzzles cannot hold the option {name}: {value}")
        added += [str(each) for each in meaning if each not in (known.name for known in puzzle.type.added)]
    return added


def _said(type_: PuzzleType) -> dict[str, Node]:
    """What the manifest says of this format."""
    said = type_.formats.get(FormatKey.FPUZZLES)
    return said if isinstance(said, dict) else {}


def _box_options(type_: PuzzleType) -> list[str]:
    """The two options that say the sides of the boxes; none if the type has no such options."""
    return [name for name in str(_said(type_).get("boxes", "")).split(" x ") if name]


def _boxes(puzzle: Puzzle) -> list[Group]:
    """The cells of each box; PuzzleError if the options say boxes that do not fit."""
    size = puzzle.board.rows
    given = {name: puzzle.options.get(name, "0") for name in _box_options(puzzle.type)}
    sides = box_sides(size, given.values()) if given else usual_boxes(size)
    if sides is None:
        said = ", ".join(f"{name}: {value}" for name, value in given.items())
        raise PuzzleError(f"f-puzzles has boxes that fill a board of this size, found {said}")
    groups: list[Group] = [([], NO_VALUE) for _ in range(size)]
    for r, c in puzzle.board.cells:
        groups[box_of(sides, r - 1, c - 1)][0].append((r, c))
    return groups


def _written_grid(puzzle: Puzzle) -> list[list[Record]]:
    """The cells with their givens; PuzzleError for a board, or a part, that f-puzzles does not have."""
    size, part = puzzle.board.rows, grid_part(puzzle.type)
    if not puzzle.board.in_columns or size != puzzle.board.columns or size > LARGEST_SIZE or puzzle.board.holes:
        raise PuzzleError(f"f-puzzles has square boards without holes, of up to {LARGEST_SIZE} rows")
    others = puzzle.tokens.keys() - {part.name, *(each.name for each in puzzle.type.added)}
    if any(map(puzzle.tokens.get, others)):
        raise PuzzleError(_ONLY_NUMBERS)
    grid: list[list[Record]] = [[{} for _ in range(size)] for _ in range(size)]
    for token in puzzle.tokens.get(part.name, ()):
        cell, value = cell_of(token.values["X"]), token.values.get("V")
        if cell is None or not isinstance(value, int):
            raise PuzzleError(_ONLY_NUMBERS)
        if not 1 <= value <= size:
            where = puzzle.board.name(cell)
            raise PuzzleError(f"{where}: f-puzzles has values from 1 to {size}, found {quote(token.text)}")
        grid[cell[0] - 1][cell[1] - 1] |= {"value": value, "given": True}
    if named := symbols(puzzle):
        raise PuzzleError(f"f-puzzles holds numbers, not the symbols {quote(named)}")
    return grid


_ONLY_NUMBERS = "f-puzzles holds numbers in cells, and the constraints of a puzzle, no more"


# -- Puzzles of types that f-puzzles holds as another one: a Killer Sudoku is a Sudoku with cages. The manifest says
# how:
#
#     fpuzzles: {type: sudoku, grid: givens, cage: {cells: cages, value: totals}}
#
# The part `givens` becomes the grid of that type, and each letter of the grid `cages` a group of the constraint `cage`,
# whose value stands in one of its cells in the grid `totals`.


def other_type(type_: PuzzleType) -> dict[str, Node] | None:
    """What the manifest says, if puzzles of this type are held as those of another one."""
    said = type_.formats.get(FormatKey.FPUZZLES)
    return said if isinstance(said, dict) and "type" in said else None


def _groups_by(recipe: Mapping[str, Any], puzzle: Puzzle) -> Iterator[list[str]]:
    """The groups of cells, with their values, that a recipe finds in the parts of a puzzle."""
    values = _texts(puzzle, _part(puzzle.type, recipe["value"])) if "value" in recipe else {}
    cells_of: dict[str, list[Cell]] = {}
    for cell, letter in _texts(puzzle, _part(puzzle.type, recipe.get("cells"))).items():
        cells_of.setdefault(letter, []).append(cell)
    for cells in cells_of.values():
        yield write_group(cells, *[values[cell] for cell in cells if cell in values][:1])


def as_held(puzzle: Puzzle) -> Puzzle:
    """The puzzle as f-puzzles holds it; PuzzleError if the manifest says no right way."""
    said = other_type(puzzle.type)
    if said is None:
        return puzzle
    held = catalog.find(str(said["type"]))
    grid = _part(puzzle.type, said.get("grid"))
    draft = Draft(
        puzzle.file, name=puzzle.name, options=dict(puzzle.options), symbols=symbols(puzzle) or None,
        **{name: getattr(puzzle, name) for name in WORDS_ABOUT},
    )  # fmt: skip
    draft.parts[held.parts[0].name] = Rows(
        rows(puzzle, grid) if grid.name in puzzle.tokens else blank_rows(puzzle, grid)
    )
    recipes = {name: recipe for name, recipe in said.items() if isinstance(recipe, dict)}
    draft.parts |= {name: Rows([*_groups_by(recipe, puzzle)]) for name, recipe in recipes.items()}
    for added in puzzle.type.added:
        groups = groups_of(puzzle.tokens.get(_known(added).name, ()))
        if added.takes_cells:
            before = draft.parts.get(added.name, Rows([])).tokens
            draft.parts[added.name] = Rows([*before, *(write_group(*group) for group in groups)])
    return build(manifest.with_constraints(held, [*recipes, *(each.name for each in puzzle.type.added)]), draft)


def _known(constraint: AddedConstraint) -> AddedConstraint:
    """The constraint; PuzzleError if f-puzzles does not have it."""
    if constraint.fpuzzles is None:
        raise PuzzleError(f"f-puzzles has no constraint {constraint.name}")
    return constraint


def _part(type_: PuzzleType, name: object) -> Part:
    part = type_.part(str(name))
    if part is None:
        raise PuzzleError(f"fpuzzles: {type_.title} has no part {name}")
    return part


def _texts(puzzle: Puzzle, part: Part) -> dict[Cell, str]:
    """What stands in the cells of a part."""
    return {
        cell: token.text
        for token in puzzle.tokens.get(part.name, ())
        if (cell := cell_of(token.values["X"])) is not None
    }
