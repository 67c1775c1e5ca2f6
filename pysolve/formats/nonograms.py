"""Nonograms as other programs have them: .non files (Steve Simpson's format, with what others added to it:
https://github.com/mikix/nonogram-db), .nin, .cwd and .mk files, the .g files of Petr and Mirek Olšák, and the XML of
webpbn.com.

What a file says becomes `_Lines`, whatever its form. Where runs have several colours, it is of the type whose manifest
names colours; where there is one colour only, that is black. The manifest's key `non` says which parts of
which type `rows` and `columns` are, and which letter a colour has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape, unescape
from itertools import groupby
from typing import NamedTuple
from xml.etree.ElementTree import Element

from ..model.board import check_size
from ..model.build import Draft, draft_of
from ..model.errors import PuzzleError, many, quote
from ..model.formats import FormatKey
from ..model.marks import NOTHING, Layer
from ..model.puzzle import Puzzle
from ..model.puzzle_type import PuzzleType
from ..model.rows import BLANKS, Line, Rows, answer_of, cut, filled, lines_of
from .source import Context, parse_xml

#: What a line without runs is called in a draft.
_NO_RUN = "0"

#: The keys with a quoted text that says where the puzzle comes from.
_SOURCES = ("catalogue", "copyright", "license")

_LISTS = ("rows", "columns")

_KEYS = ("title", "by", *_SOURCES, "width", "height", *_LISTS, "goal")

#: The keys that say the size as well as the lists do.
_SIZES = {"rows": "height", "columns": "width"}

_KEY = re.compile(r"([a-z]+)(?:\s+(.*))?")

_NUMBER = re.compile(r"\d{1,6}", re.ASCII)

#: A run: its length, and the sign of its colour.
_RUN = re.compile(r"(\d{1,6})([!-+\-./:-~]?)", re.ASCII)

#: Colours by their names, as far as files name them without saying what they look like.
_NAMED = {
    "black": "000000", "white": "ffffff", "red": "ff0000", "green": "00a000", "blue": "0000ff", "yellow": "ffff00",
    "orange": "ff8800", "purple": "800080", "violet": "800080", "brown": "884400", "pink": "ff99cc", "grey": "909090",
    "gray": "909090", "cyan": "00a0a0", "teal": "00a0a0", "magenta": "ff99cc", "lime": "99ff00",
}  # fmt: skip


class _Run(NamedTuple):
    length: str
    colour: str = ""  # its sign or name; empty where none is said


#: The runs of a line, with the number of the line that says them.
_Held = tuple[int, list[_Run]]


@dataclass
class _Lines:
    """What a file says. colours: from the sign of a colour to what it looks like, six hex digits, or a name. goal: the
    published answer, a sign a cell, `0` and `.` for a blank; with the number of its line.
    """

    rows: list[_Held]
    columns: list[_Held]
    colours: Mapping[str, str] = field(default_factory=dict)
    goal: tuple[int, Sequence[str]] | None = None

    def fill(self, draft: Draft, context: Context) -> PuzzleType:
        """Fills the draft; the type that has as many colours."""
        used = {run.colour for _, runs in (*self.rows, *self.columns) for run in runs} - {""}
        type_ = _type(context, len(used) > 1)
        letters = _letters(type_, sorted(used), self.colours)
        draft.size = len(self.rows), len(self.columns)
        check_size(*draft.size)
        for key, held in zip(_LISTS, (self.rows, self.columns)):
            tokens = [[run.length + letters.get(run.colour, "") for run in runs] or [_NO_RUN] for _, runs in held]
            draft.parts[_part_name(type_, key)] = Rows(tokens, [number for number, _ in held])
        if self.goal is not None:
            draft.answer = _answer(type_, *self.goal, draft.size, letters)
        return type_


class Non:
    """A .non file. Keys that the format does not know are passed over, as it says, with a remark."""

    def sniff(self, data: bytes) -> bool:
        """Whether lines say width and height, and rows or columns follow."""
        head = data[:4000]
        sizes = (rb"(?:width|columns)", rb"(?:height|rows)")
        return all(re.search(rb"(?m)^[ \t]*%s[ \t]+\d" % key, head) for key in sizes) and (
            re.search(rb"(?m)^[ \t]*(?:rows|columns)(?:[ \t]+\d+)?[ \t\r]*$", data[:200_000]) is not None
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
        values, lists, colours = _keys(draft, context.text(data))
        size = _number(values, "height"), _number(values, "width")
        check_size(*size)
        rows, columns = (_runs(draft, key, lists.get(key, []), count) for key, count in zip(_LISTS, size))
        type_ = _Lines(rows, columns, colours, values.get("goal")).fill(draft, context)
        draft.title, draft.author = (values.get(key, (0, ""))[1] for key in ("title", "by"))
        draft.source = "; ".join(values[key][1] for key in _SOURCES if key in values)
        return type_

    def write(self, puzzle: Puzzle) -> bytes:
        """The puzzle as a .non file; PuzzleError if it is no nonogram, or has lines that are not known."""
        type_ = puzzle.type
        if FormatKey.NON not in type_.formats:
            raise PuzzleError(f"{type_.a_puzzle} is no nonogram")
        parts = draft_of(puzzle).parts
        runs = {key: parts[_part_name(type_, key)].tokens for key in _LISTS}
        letters = sorted({run[-1] for held in runs.values() for each in held for run in each if run[-1].isalpha()})
        lines = [*_words_about(puzzle)]
        lines += [f"color {letter.lower()} #{_palette(type_).get(letter, '808080')}" for letter in letters]
        lines += [f"width {puzzle.board.columns}", f"height {puzzle.board.rows}"]
        for key in _LISTS:
            lines += ["", key]
            lines += (_written(key, *each) for each in enumerate(runs[key], 1))
        lines += _goal_line(puzzle, {letter: letter.lower() for letter in letters} or {_mark(type_): "1"})
        return ("\n".join(lines) + "\n").encode()


class _Plain:
    """A file of numbers alone: its size, then the runs of each row, then those of each column.

    head: what the first line or lines are. width_first: whether the number of columns stands before that of rows.
    """

    head: re.Pattern[str]
    width_first = False

    def sniff(self, data: bytes) -> bool:
        """Whether a text without a name can be nothing else; else its name says it."""
        return False

    def read(self, draft: Draft, data: bytes, context: Context) -> PuzzleType:
        """Fills the draft with a nonogram; PuzzleError, with the line, if there are not as many lines as it says."""
        text = context.text(data)
        found = self.head.match(text)
        if found is None:
            first, line = next(iter(filled(lines_of(text))), (1, ""))
            expected = "width and height" if self.width_first else "height and width"
            raise PuzzleError(f"found {quote(line.strip())}, expected {expected}", line=first)
        height, width = (int(number) for number in (found.groups()[::-1] if self.width_first else found.groups()))
        first = 1 + text[: found.end(1)].count("\n")
        check_size(height, width, line=first)
        above = text[: found.end()].count("\n")
        held = list(enumerate(text[found.end() :].removesuffix("\n").split("\n"), above + 1))
        lines = self.lines(held, height, width)
        if len(lines) != height + width:
            expected = f"expected {height} of rows and {width} of columns"
            sentence = f"found {many(len(lines), 'line')} below width {width} and height {height}, {expected}"
            raise PuzzleError(sentence, line=lines[-1][0] if lines else first)
        runs = [(number, _plain_runs(line, number)) for number, line in lines]
        return _Lines(runs[:height], runs[height:]).fill(draft, context)

    def lines(self, held: list[Line], height: int, width: int) -> list[Line]:
        """The lines with runs: a blank one is one without runs where they are as many with them."""
        readings = (held, _without_end(held, height + width))
        return next((lines for lines in readings if len(lines) == height + width), filled(held))


class Nin(_Plain):
    """A .nin file. Plain text has rows and columns on its first line, and the runs of columns before those of rows:
    only the name of a file says which of both it is.
    """

    head = re.compile(r"\s*(\d{1,6})[ \t,]+(\d{1,6})[ \t]*(?:\n|$)", re.ASCII)
    width_first = True


class Mk(_Plain):
    """A .mk file: height and width, and a `#` between rows and columns."""

    head = Nin.head

    def sniff(self, data: bytes) -> bool:
        """Whether only numbers stand around a `#`, before it a line for each row: elsewhere it is a hole of a board."""
        form = rb"\s*(\d{1,6})[ \t]+\d+[ \t\r]*\n((?:[\d \t\r,]*\n)+)#[^\n]*\n[\d\s,]*"
        found = re.fullmatch(form, data[:200_000])
        lines = found[2].split(b"\n")[:-1] if found else []
        return found is not None and sum(bool(line.strip()) for line in lines) <= int(found[1]) <= len(lines)

    def lines(self, held: list[Line], height: int, width: int) -> list[Line]:
        at = next((at for at, (_, line) in enumerate(held) if line.strip().startswith("#")), len(held))
        return [*super().lines(held[:at], height, 0), *super().lines(held[at + 1 :], width, 0)]


class Cwd(_Plain):
    """A .cwd file: height and width, a line each, and a blank line between rows and columns."""

    head = re.compile(r"\s*(\d{1,6})[ \t]*\n[ \t]*(\d{1,6})[ \t]*(?:\n|$)", re.ASCII)

    def lines(self, held: list[Line], height: int, width: int) -> list[Line]:
        if len(held) > height and not held[height][1].strip():
            return [*held[:height], *super().lines(held[height + 1 :], width, 0)]
        return super().lines(held, height, width)


class Olsak:
    """A .g file: words, then colours below `#d`, then the runs of rows and of columns, each below a line that begins
    with a colon. Three-sided boards are refused.
    """

    def sniff(self, data: bytes) -> bool:
        """Whether colours are declared, and lines with a colon follow."""
        return re.search(rb"(?mi)^#d[^\n]*\n(?:[ \t]*[^\s:]:.*\n)+:(?:.*\n)+?:", data[:200_000]) is not None

    def read(self, draft: Draft, data: bytes, context: Context) -> PuzzleType:
        """Fills the draft with a nonogram; PuzzleError, with the line, for what is none of two sides."""
        blocks: list[list[Line]] = [[]]
        for number, line in lines_of(context.text(data)):
            if line.lower().startswith("#t"):
                raise PuzzleError("found a board of triangles, which has no rules here", line=number)
            if line.startswith(":"):
                blocks.append([])
            elif line[:1] == "#" and len(blocks) == 1:
                blocks[0] = []  # what stood before are words
            else:
                blocks[-1].append((number, line))
        if len(blocks) < 3:
            raise PuzzleError("found no lines ':' before the rows and before the columns of a nonogram")
        declared = re.search(r"(?mi)^#d", context.text(data)) is not None
        colours = dict(_declared(blocks[0] if declared else []))
        usual = "1" if "1" in colours or not declared else ""
        rows, columns = (
            [(number, _plain_runs(line, number, usual)) for number, line in _without_end(block, 0)]
            for block in blocks[1:3]
        )
        return _Lines(rows, columns, colours).fill(draft, context)


class Webpbn:
    """The XML of webpbn.com."""

    def sniff(self, data: bytes) -> bool:
        """Whether the text is XML with a puzzle of lines of counts."""
        head = data[:200_000]
        return re.search(rb"<puzzle\b", data[:20_000]) is not None and (b"<line>" in head or b"<image>" in head)

    def read(self, draft: Draft, data: bytes, context: Context) -> PuzzleType:
        """Fills the draft with the only puzzle; PuzzleError for what is none of two sides."""
        root = parse_xml(context.text(data), "a nonogram")
        puzzles = [root] if root.tag == "puzzle" else root.findall("puzzle")
        if len(puzzles) != 1:
            raise PuzzleError(f"found {len(puzzles)} puzzles in the XML, expected one")
        return _of_xml(draft, puzzles[0], context)


class Lists:
    """Lists of the runs of rows and of columns as JSON and programs have them: `rows = [[1, 1], [5]]`, `cols: …`."""

    named = re.compile(
        r"""(?i)["']?\b(row|col(?:umn)?)s?(?:_?(?:clues|hints|runs))?["']?\s*[:=]\s*"""
        r"""([\[({](?:\s*[\[({][\d\s,]*[\])}]\s*,?)+\s*[\])}])"""
    )

    def sniff(self, data: bytes) -> bool:
        """Whether there are such lists of rows and of columns."""
        found = [each[1].lower()[:3] for each in self.named.finditer(data[:200_000].decode("latin-1"))]
        return sorted(found) == ["col", "row"] and re.search(rb"(?i)\bpuzzle\b", data) is None

    def read(self, draft: Draft, data: bytes, context: Context) -> PuzzleType:
        """Fills the draft with a nonogram."""
        text = context.text(data)
        held: dict[str, list[_Held]] = {}
        for each in self.named.finditer(text):
            first = text.count("\n", 0, each.start(2)) + 1
            lists = re.findall(r"[\[({]([\d\s,]*)[\])}]", each[2])
            held[each[1].lower()[:3]] = [(first, _plain_runs(runs, first)) for runs in lists]
        beside = {*re.findall(r"[A-Za-z_]{3,}", self.named.sub("", text))} - {"width", "height", "size", "clues"}
        if beside:
            draft.note(f"passed over beside the lists: {' and '.join(map(quote, sorted(beside)))}")
        return _Lines(held["row"], held["col"]).fill(draft, context)


non, nin, mk, cwd, olsak, webpbn, runs = Non(), Nin(), Mk(), Cwd(), Olsak(), Webpbn(), Lists()


def _type(context: Context, coloured: bool) -> PuzzleType:
    """The type that the user named, or the one whose manifest names these formats, and colours if there are several;
    PuzzleError if there is none.
    """
    types = list(context.types_with(FormatKey.NON))
    if context.reading.type is None:
        types = [type_ for type_ in types if bool(_palette(type_)) is coloured]
    if not types:
        raise PuzzleError("found a nonogram, for which there are no rules here")
    type_ = types[0]
    if FormatKey.NON not in type_.formats:
        raise PuzzleError(f"found a nonogram; {type_.a_puzzle} is none")
    if coloured and not _palette(type_):
        raise PuzzleError(f"found a nonogram of several colours; {type_.a_puzzle} has one")
    return type_


def _table(type_: PuzzleType) -> Mapping[str, object]:
    table = type_.formats.get(FormatKey.NON)
    return table if isinstance(table, dict) else {}


def _part_name(type_: PuzzleType, key: str) -> str:
    """The name of the part that a list is."""
    name = _table(type_).get(key)
    if not isinstance(name, str) or type_.part(name) is None:
        expected = "expected the names of parts as 'rows' and 'columns'"
        raise PuzzleError(f"{type_.folder.name}/manifest.yaml: non: {expected}")
    return name


def _palette(type_: PuzzleType) -> Mapping[str, str]:
    """From the letters of colours to what they look like; empty if the type has none."""
    colours = _table(type_).get("colours", {})
    return {str(letter): str(look) for letter, look in colours.items()} if isinstance(colours, dict) else {}


def _letters(type_: PuzzleType, signs: Sequence[str], colours: Mapping[str, str]) -> dict[str, str]:
    """The letters of colours: of those that are left, each has the one that looks most like it."""
    left = dict(_palette(type_))
    letters: dict[str, str] = {}
    for sign in signs if left else ():
        look = _look(colours.get(sign, sign))
        own = sign.upper() if len(sign) == 1 else ""
        free = left or {letter: "808080" for letter in "CDEFHJMQSUVXZ" if letter not in letters.values()}
        if not free:
            raise PuzzleError(f"found {len(signs)} colours, expected {len(letters)} at most")
        best = own if look is None and own in free else min(free, key=lambda letter: _distance(free[letter], look))
        letters[sign] = best
        left.pop(best, None)
    return letters


def _look(said: str) -> str | None:
    """Six hex digits for a colour; None if it is not known."""
    digits = said.strip().strip('"').removeprefix("#").lower()
    if re.fullmatch(r"[0-9a-f]{3}", digits):
        digits = "".join(digit * 2 for digit in digits)
    return digits if re.fullmatch(r"[0-9a-f]{6}", digits) else _NAMED.get(digits)


def _distance(one: str, other: str | None) -> int:
    pairs = ((int(one[at : at + 2], 16), int((other or "808080")[at : at + 2], 16)) for at in (0, 2, 4))
    return sum((first - second) ** 2 for first, second in pairs)


def _mark(type_: PuzzleType) -> str:
    """What answers write into a filled cell."""
    rule = next((rule for rule in type_.draw if rule.layer is Layer.FILL), None)
    return "" if rule is None else rule.kind.token if rule.token is None else rule.token


# -- Reading a .non file


def _keys(draft: Draft, text: str) -> tuple[dict[str, Line], dict[str, list[Line]], dict[str, str]]:
    """The values of keys with their lines, the lines behind `rows` and `columns`, and the colours. A remark on keys
    that are passed over; PuzzleError for other lines.
    """
    values: dict[str, Line] = {}
    lists: dict[str, list[Line]] = {}
    colours: dict[str, str] = {}
    current: list[Line] | None = None
    for number, line in enumerate(map(str.strip, text.split("\n")), 1):
        match = _KEY.fullmatch(line)
        if match is None:
            _add_line(current, number, line)
            continue
        key, value = match[1], match[2] or ""
        if key in _SIZES and value:  # the size, perhaps above the lines
            values.setdefault(_SIZES[key], (number, value))
            current = lists.setdefault(key, [])
        elif key == "color":
            sign, _, look = value.partition(" ")
            colours[sign] = look
        elif key not in _KEYS:
            current = None
            draft.note(f"the key {quote(key)} is passed over", number)
        elif key in values or lists.get(key):
            raise PuzzleError(f"{quote(key)} stands twice", line=number)
        elif key in _LISTS:
            current = lists[key] = []
        else:
            current = None
            values[key] = number, unescape(value.strip('"'))
    return values, lists, colours


def _add_line(held: list[Line] | None, number: int, line: str) -> None:
    """Adds a line without a key to the list that it stands in; PuzzleError if it is not one of a list."""
    if held is not None and (not line or line[0].isdigit()):
        held.append((number, line))
    elif line:
        sentence = f"found {quote(line)}, expected a key, or numbers below 'rows' or 'columns'"
        raise PuzzleError(sentence, line=number)


def _number(values: dict[str, Line], key: str) -> int:
    line, value = values.get(key, (None, ""))
    if not _NUMBER.fullmatch(value):
        raise PuzzleError(f"found {quote(value)} as {key}, expected a number", line=line)
    return int(value)


def _runs(draft: Draft, key: str, lines: list[Line], count: int) -> list[_Held]:
    """The runs of a list. Blank lines are lines without runs if there are just as many with them."""
    held = filled(lines)
    if len(held) != count:
        held = _without_end(lines, count)
    if len(held) != count:
        expected = f"expected {count}; a line without runs is written as {_NO_RUN}"
        found = f"found {many(len(held), 'line')} under {quote(key)}"
        raise PuzzleError(f"{found}, {expected}", line=held[0][0] if held else None)
    for number, line in held:
        if not line:
            draft.note(f"a blank line is read as one of the {key}, without runs", number)
    return [(number, _of_texts(line.split(",") if line else [], number, "commas", key)) for number, line in held]


def _without_end(lines: list[Line], count: int) -> list[Line]:
    """The lines of a list except for a blank last one, which parts it from the next, and others that are too many."""
    end = len(lines)
    while end and not lines[end - 1][1].strip() and (end > count or end == len(lines)):
        end -= 1
    return lines[:end]


def _of_texts(texts: Sequence[str], line: int, between: str, key: str = "", usual: str = "") -> list[_Run]:
    """The runs of a line; PuzzleError for a text that is none. between: what parts them. usual: the sign of the colour
    that is said of none.
    """
    runs = []
    for text in map(str.strip, texts):
        match = _RUN.fullmatch(text)
        if match is None:
            where = f" under {quote(key)}" if key else ""
            raise PuzzleError(f"found {quote(text)}{where}, expected numbers with {between} between them", line=line)
        if int(match[1]) or len(texts) > 1:
            runs.append(_Run(str(int(match[1])), match[2] or usual))
    return runs


def _plain_runs(line: str, number: int, usual: str = "") -> list[_Run]:
    """The runs of a line that has blanks or commas between them."""
    return _of_texts(line.replace(",", " ").split(), number, "blanks", usual=usual)


def _answer(
    type_: PuzzleType, line: int, goal: Sequence[str], size: tuple[int, int], letters: Mapping[str, str]
) -> str:
    rows, columns = size
    marks = letters or {sign: _mark(type_) for sign in {*goal} - {"0", "."}}
    if len(goal) != rows * columns or not set(goal) <= {"0", ".", *marks} or (not letters and len(marks) > 1):
        expected = f"expected {rows * columns}, each 0 or {'the letter of a colour' if letters else '1'}"
        raise PuzzleError(f"found {len(goal)} characters as goal, {expected}", line=line)
    tokens = [marks.get(each, NOTHING) for each in goal]
    return answer_of(cut(tokens, columns))


def _written(key: str, number: int, runs: Sequence[str]) -> str:
    """The line of a list as a .non file has it."""
    if not all(_RUN.fullmatch(run) or run in BLANKS for run in runs):
        raise PuzzleError(f"{key[:-1]} {number}: a .non file cannot hold {quote(' '.join(runs))}")
    return ",".join(run.lower() for run in runs if run not in (*BLANKS, _NO_RUN)) or _NO_RUN


# -- Reading .g files and XML


def _declared(lines: Sequence[Line]) -> Iterator[tuple[str, str]]:
    """The colours of a .g file: the sign of each, and what it looks like. `0` is the background."""
    for number, line in filled(lines):
        found = re.match(r"\s*([^\s:]):(\S?)\s*(\S+)", line)
        if found is None:
            raise PuzzleError(f"found {quote(line.strip())}, expected a colour such as 'r:r #ff0000'", line=number)
        if found[1] != "0":
            yield found[1], found[3]


def _words_about(puzzle: Puzzle) -> Iterator[str]:
    """What is said of a puzzle, as lines of a .non file."""
    for key, text in {"title": puzzle.title, "by": puzzle.author, "catalogue": puzzle.source}.items():
        if text:
            yield f'{key} "{escape(" ".join(text.split()))}"'


def _goal_line(puzzle: Puzzle, signs: Mapping[str, str]) -> Iterator[str]:
    """The answer as a .non file holds it, if the puzzle has one. signs: of the tokens that stand in cells."""
    tokens = (puzzle.answer or "").split()
    if len(tokens) == len(puzzle.board.cells) and set(tokens) <= {*signs, NOTHING}:
        yield from ("", f'goal "{"".join(signs.get(token, "0") for token in tokens)}"')


def _clues_of_picture(goal: Sequence[str], columns: int) -> dict[str, list[_Held]]:
    """The runs of rows and of columns of a picture, a name of a colour a cell."""
    rows = cut([*goal], columns)
    return {
        key: [(0, [_Run(str(len([*cells])), name) for name, cells in groupby(line) if name != "0"]) for line in lines]
        for key, lines in zip(_LISTS, (rows, [*map(list, zip(*rows))]))
    }


def _clues_of_xml(puzzle: Element) -> dict[str, list[_Held]]:
    """The runs of rows and of columns; PuzzleError if one of them is missing."""
    usual = puzzle.get("defaultcolor", "black")
    clues: dict[str, list[_Held]] = {}
    for side in puzzle.iter("clues"):
        counts = [[(count, count.text or "") for count in line.iter("count")] for line in side.iter("line")]
        clues[side.get("type", "")] = [
            (0, [_Run(run.length, count.get("color", usual)) for count, text in line for run in _plain_runs(text, 0)])
            for line in counts
        ]  # fmt: skip
    if clues.keys() != {*_LISTS}:
        raise PuzzleError("found no clues of rows and columns in the XML")
    return clues


def _of_xml(draft: Draft, puzzle: Element, context: Context) -> PuzzleType:
    kind = puzzle.get("type", "grid")
    if kind != "grid":
        raise PuzzleError(f"found a puzzle of the type {quote(kind)}, expected a grid")
    ground = puzzle.get("backgroundcolor", "white")
    looks = {each.get("name", ""): (each.get("char", ""), (each.text or "").strip()) for each in puzzle.iter("color")}
    goal = _goal(puzzle, {char: name for name, (char, _) in looks.items() if char}, ground)
    if goal is not None and puzzle.find("clues") is None:  # it is all that the file has
        row = re.search(r"\|([^|\s]+)\|", puzzle.findtext("solution/image", ""))
        clues = _clues_of_picture(goal[1], len(row[1]) if row else len(goal[1]))
    else:
        clues = _clues_of_xml(puzzle)
    draft.title, draft.author = (" ".join((puzzle.findtext(tag) or "").split()) for tag in ("title", "author"))
    source = " ".join(filter(None, (puzzle.findtext(tag, "").strip() for tag in ("source", "id"))))
    draft.source = "; ".join(filter(None, (source, puzzle.findtext("copyright", "").strip())))
    lines = _Lines(clues["rows"], clues["columns"], {name: look for name, (_, look) in looks.items()}, goal)
    return lines.fill(draft, context)


def _goal(puzzle: Element, names: Mapping[str, str], ground: str) -> tuple[int, Sequence[str]] | None:
    """The picture that webpbn names as the goal, a name of a colour a cell; None if there is none, or a part of one."""
    for solution in puzzle.iter("solution"):
        image = solution.findtext("image", "")
        signs = re.sub(r"[|\s]", "", image)
        if solution.get("type", "goal") == "goal" and signs and "[" not in signs and "?" not in signs:
            known = [names.get(sign, {".": ground, "X": "black"}.get(sign, sign)) for sign in signs]
            return 0, ["0" if name == ground else name for name in known]
    return None
