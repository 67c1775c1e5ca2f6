"""Plain text: a line with rows and columns (or two lines), then the parts in the manifest's order.

What else stands on the first line the manifest says in `header`: options, and parts that are one list of tokens. A text
without such a line is the rows of a board. A first line of two numbers (and as many more tokens as the type may have
there) is always rows and columns; so a board of two columns, and one of one column, needs such a line.

Parts that may be missing are there if the number of lines says so. Some programs write sections of their own behind the
puzzle, each below its name in brackets ([moves]): these are left out, with a remark.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, combinations, pairwise
from types import MappingProxyType
from typing import Any, NamedTuple

from ..catalog import has_name
from ..model import rows
from ..model.board import LARGEST_SIDE, check_size, stands_in_columns
from ..model.build import Draft, draft_of
from ..model.errors import PuzzleError, alternatives, many, quote
from ..model.parts import GRID, GROUPS, WORDS, Part
from ..model.puzzle import Puzzle, fold_words
from ..model.puzzle_type import HeaderItem, HeaderKind, PuzzleType
from ..model.rows import BLANK, BLANKS, Line, Rows
from ..model.symbols import CROSSES
from ..model.tokens import ALPHABETS, CAPITALS, SHOWN
from .addresses import UNSEEN
from .blank_cells import BARS, FRAME, WRITE_DOTS, dotted
from .source import Context, read_back

#: A line of a frame, or between the boxes of a board.
_RULE = re.compile(r"[-=|]*[+*][-=+*|]*")

#: What others write for a blank.
_SIGNS = frozenset("_*#·⬜□") | CROSSES

#: Characters without a width, also those of digits in frames, dashes that word processors make of '-', and digits of
#: full width, as others write them.
_PLAIN = {
    **dict.fromkeys(map(ord, f"{UNSEEN}\ufe0f\u20e3")),
    **dict.fromkeys(map(ord, "\u2010\u2011\u2013\u2212"), "-"),
    **{0xFF10 + digit: str(digit) for digit in range(10)},
    0xFF0E: BLANK,
}

#: A line of dashes below the head of a table in Markdown.
_BELOW_HEAD = re.compile(r"\|[|: -]*-[|: -]*\|")

#: A line that code is put between, and a first line that says rows and columns in another way.
_FENCE, _SIZE = r"(?:```|~~~)\w*", r"\(?\d{1,4} ?[x×X*,;/] ?\d{1,4}\)?"

#: A line that brings no board: what code is put between, and remarks.
_NO_ROW = re.compile(rf"{_FENCE}|(?:#|//|;|%|--)\s.*[^\W\d_]{{3}}.*")

#: A row behind what may stand before it: '>', its number or letter, or the mark of a list.
_BEFORE_ROW = re.compile(r"[ \t]*(?:(>)|(\w{1,3})(?::|[.)](?=[ \t]))|([-*+•](?=[ \t])))[ \t]*(.*)")

#: What may say that a text holds several boards.
GAP = "a blank line within the board is passed over; several boards stand in a file each"
TWICE = "the second half of the rows is the same as the first; both are read as one board"

#: What word processors make of three dots.
_ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"

_LETTERS = re.compile(r"[^\W\d_]{3,}")

#: The heading of one of several boards in a text: 'Grid 01'.
_HEADING = re.compile(rb"(?mi)^[ \t]*(?:grid|puzzle|sudoku|board)[ \t]*#?\d+[ \t]*:?[ \t\r]*$")

#: A row of nine digits or blanks.
_NINE = re.compile(rb"[ \t]*[0-9._*xX-]{9}[ \t\r]*")

_SECTION = re.compile(r"\[[a-z]+\]")

_NONE: Mapping[str, Any] = MappingProxyType({})

#: The number of a line, and its cells.
_RowOfTable = tuple[int, list[str]]


class Header(NamedTuple):
    """What the first line, or the first two, say. sequences: parts that stand there. lines: how many they are."""

    rows: int
    columns: int
    options: Mapping[str, str] = _NONE
    sequences: Mapping[str, list[str]] = _NONE
    lines: int = 1


def sniff(data: bytes) -> bool:
    """Every text may be of this format."""
    return True


def split(data: bytes) -> Iterator[tuple[str, bytes, int]]:
    """The boards of a text: each below a heading such as 'Grid 01', or several Sudokus one below the other, with their
    first lines.
    """
    heads = list(_HEADING.finditer(data))
    if heads and not data[: heads[0].start()].strip():
        ends = [*(head.start() for head in heads[1:]), len(data)]
        for head, end in zip(heads, ends):
            yield head[0].decode().strip().rstrip(":"), data[head.end() : end], data.count(b"\n", 0, head.end()) + 2
    elif boards := _nines(data) or _blocks(data):
        yield from boards
    else:
        yield "", data, 1


def _nines(data: bytes) -> list[tuple[str, bytes, int]]:
    """Several boards of nine rows of nine digits or blanks; none where anything else stands there but rules."""
    if _NINE.fullmatch(data.lstrip().partition(b"\n")[0]) is None:
        return []
    held = [(number, line) for number, line in enumerate(data.split(b"\n"), 1) if line.strip().strip(b"-=")]
    if len(held) < 18 or len(held) % 9 or not all(_NINE.fullmatch(line) for _, line in held):
        return []
    return _each(rows.cut(held, 9))


def _blocks(data: bytes) -> list[tuple[str, bytes, int]]:
    """Several boards with empty lines between them: squares of one size, or boards below the same first line of rows
    and columns; none where anything else stands there.
    """
    if not re.search(rb"\n[ \t\r]*\n[ \t\r]*\S", data[:100_000]):
        return []
    blocks: list[list[tuple[int, bytes]]] = [[]]
    for number, line in enumerate(data.split(b"\n"), 1):
        if line.strip():
            blocks[-1].append((number, line))
        elif blocks[-1]:
            blocks.append([])
    blocks = [block for block in blocks if block]
    sizes = {_size([line.split() for _, line in block]) for block in blocks}
    if len(blocks) < 2 or len(sizes) != 1 or None in sizes:
        return []
    return _each(blocks)


def _each(boards: Sequence[Sequence[tuple[int, bytes]]]) -> list[tuple[str, bytes, int]]:
    """Boards as `split` gives them. boards: the numbered lines of each."""
    return [("", b"\n".join(line for _, line in board) + b"\n", board[0][0]) for board in boards]


def _size(block: Sequence[Sequence[bytes]]) -> tuple[bool, int, int] | None:
    """Rows and columns of a block of lines, if these are a square of four or more, or what its first line says; and
    which of both.
    """
    first = [int(token) for token in block[0] if token.isdigit() and len(token) < 4]
    says = len(first) == len(block[0]) == 2 and len(block) > 1
    rows, columns = first if says else (len(block), len(block))
    widths = {len(line) if len(line) > 1 else len(line[0]) for line in block[says:]}
    return (says, rows, columns) if rows == len(block) - says and widths == {columns} and columns > 3 - says else None


def read(draft: Draft, data: bytes, context: Context) -> PuzzleType:
    """Fills the draft with the parts of a plain text; PuzzleError if there are not the lines that there should be."""
    text = context.text(data)
    try:
        type_ = context.type()
    except PuzzleError as error:
        if error.missing == "type" and re.search(r'(?<!")https?://', text):  # in JSON it is a value
            raise PuzzleError("found an address among words: take the address alone") from None
        raise
    return read_parts(draft, text, type_)


def read_parts(draft: Draft, text: str, type_: PuzzleType) -> PuzzleType:
    """The same for a text that something else brings, of a type that is known."""
    if type_.list_part is None:
        text = text.translate(_PLAIN)
        if _ELLIPSIS in text:
            draft.note(f"{quote(_ELLIPSIS)} is read as '...'")
            text = text.replace(_ELLIPSIS, "...")
    lines = _bare(draft, _with_spaces(draft, list(enumerate(text.split("\n"), 1)), type_), type_)
    lines = _before_sections(draft, rows.filled(lines), type_)
    lines = _uncounted(draft, _unframed(_with_blanks(draft, lines, type_), type_))
    if not lines:
        raise PuzzleError("the text is empty, expected a puzzle")
    header = _header(lines, type_)
    if header is None:
        _without_header(draft, lines, type_)
        for said, number in _strays(lines, type_):
            draft.note(said, number)
    else:
        _with_header(draft, header, lines[header.lines :], type_)
    return type_


def _bare(draft: Draft, lines: list[Line], type_: PuzzleType) -> list[Line]:
    """The lines of a puzzle without the words around it, the quotes around its rows and the bars of a table: a line of
    words above it is its title. PuzzleError for what is a page of the web.
    """
    held = rows.filled(lines)
    if not held or type_.list_part is not None:
        return lines
    if re.match(r"<[!?/a-zA-Z]", held[0][1].strip()) is not None:
        raise PuzzleError("found HTML or XML, expected a puzzle: copy the board as text", line=held[0][0])
    held = _unmarked(draft, _without_words(draft, _fenced(draft, held), type_), type_)
    if all(re.fullmatch(r"\s*([\"'])[^\"']*\1[,;]?\s*", text) for _, text in held):
        return [(number, text.strip(" \t,;\"'")) for number, text in held]
    table = _table(draft, held, type_)
    return table or (held if held != rows.filled(lines) else lines)


def _fenced(draft: Draft, held: list[Line]) -> list[Line]:
    """The lines between two fences of code, if there are two."""
    fences = [at for at, (_, text) in enumerate(held) if re.fullmatch(_FENCE, text.strip())]
    if len(fences) != 2 or fences[1] == fences[0] + 1:
        return held
    around = [*held[: fences[0]], *held[fences[1] + 1 :]]
    _note_words(draft, [text.strip() for _, text in around], may_be_title=fences[0] > 0)
    return held[fences[0] + 1 : fences[1]]


def _unmarked(draft: Draft, held: list[Line], type_: PuzzleType) -> list[Line]:
    """The lines without what stands before each of them: '>', as mails are quoted, where the type has none, the number
    or letter of the row, or the mark of a list, where that stands nowhere else.
    """
    found = [_BEFORE_ROW.fullmatch(text) for _, text in held]
    marks = [next(filter(None, each.groups())) for each in found if each is not None]
    bare = [(number, each[4]) for (number, _), each in zip(held, found) if each is not None]
    if len(bare) < len(held) or not _are_marks(marks, "\n".join(text for _, text in bare), type_):
        return held
    if marks[0] != ">":
        said = "the numbers of rows are left out" if counts(marks) else f"{quote(marks[0])} before each row is left out"
        draft.note(said, held[0][0])
    return bare


def _are_marks(marks: Sequence[str], behind: str, type_: PuzzleType) -> bool:
    """Whether what stands before all rows is no part of them. behind: the rows without it."""
    if counts(marks):
        return {*map(len, behind.split())} != {len(marks[0]) + 1}  # of which they may be groups
    if not behind or len({*marks}) > 1:
        return False
    mark, known = marks[0], {re.sub("<[A-Z]+>", "", token) for token in _known(type_)}
    if mark == ">":
        return not any(mark in token for token in known)
    is_list = len(marks) > 2 and mark in "-*+•" and mark not in behind
    return is_list and (BLANK in behind if mark in BLANKS else mark not in known)


def _without_words(draft: Draft, held: list[Line], type_: PuzzleType) -> list[Line]:
    """The lines without those of words above and below, where the lines between hold no words."""
    bare = [_is_of_words(text, type_) for _, text in held]
    first = next((at for at, said in enumerate(bare) if not said), 0)
    last = next((at for at in range(len(bare), 0, -1) if not bare[at - 1]), 0)
    board = held[first:last]
    if len(board) in (0, len(held)) or any(bare[first:last]) or _BELOW_HEAD.fullmatch(board[0][1].strip()):
        return held
    width = {len(text.split()) for _, text in board} - {1}
    around = [text.strip() for _, text in (*held[:first], *held[last:])]
    if any(len(text.split()) in width for text in around if not _NO_ROW.fullmatch(text)):
        return held  # a row with a wrong token, rather
    _note_words(draft, around, may_be_title=first > 0)
    return board


def _note_words(draft: Draft, around: Sequence[str], may_be_title: bool) -> None:
    """Takes a single line of words as the title, if it may be one, and says how many are left out otherwise."""
    said = [text for text in around if not re.match("```|~~~", text)]
    if len(said) == 1 and may_be_title and not draft.title:
        draft.title = said[0].strip("#/;%*_=- \t").removesuffix(":")
    elif said:
        are = "is" if len(said) == 1 else "are"
        draft.note(f"{many(len(said), 'line')} of words {are} left out")


def _is_of_words(text: str, type_: PuzzleType) -> bool:
    """Whether a line is no row of a board: it names the type, or has several words, of which no one is a token, and
    does not begin with rows and columns.
    """
    if _NO_ROW.fullmatch(text.strip()) is not None:
        return True
    tokens = text.split()
    words = [word for word in _LETTERS.findall(text) if len({*word.lower()}) > 1]
    if not words or not _known(type_).isdisjoint(tokens) or (_numbers(tokens[:2]) and len(tokens) > 1):
        return False
    return len(tokens) > 1 or text.rstrip().endswith(":") or has_name(type_, tokens[0])


def _known(type_: PuzzleType) -> set[str]:
    """The tokens of a type."""
    return set().union(*(part.tokens for part in type_.parts))


def _table(draft: Draft, held: list[Line], type_: PuzzleType) -> list[Line] | None:
    """The rows of a table with bars between its cells and at both ends of its rows, as Markdown has them, with '.' for
    an empty cell; None if it is none.
    """
    lines = [(number, text.strip().translate(BARS)) for number, text in held]
    rules = [at for at, (_, text) in enumerate(lines) if _BELOW_HEAD.fullmatch(text)]
    table = _cells([line for at, line in enumerate(lines) if at not in rules])
    if table is None or rules not in ([], [0], [1]):
        return None
    if rules == [1]:
        table = _without_head(draft, table, type_)
    elif not rules and not all(all(row) for _, row in table):
        draft.note("a blank is read as an empty cell")
    return [(number, " ".join(cell or BLANK for cell in row)) for number, row in table]


def _cells(lines: Sequence[Line]) -> list[_RowOfTable] | None:
    """The cells between the bars of each line, as many in all of them, a token each or empty; None if these are no such
    lines. Where all are of one length, and not of one character, the bars are others, such as those between boxes.
    """
    table = [(number, [cell.strip() for cell in text[1:-1].split("|")]) for number, text in lines]
    if len({len(row) for _, row in table}) != 1 or len(table[0][1]) < 2:
        return None
    cells = {cell for _, row in table for cell in row}
    lengths = {*map(len, cells)}
    has_bars = all(text[0] == text[-1] == "|" for _, text in lines)
    are_tokens = all(len(cell.split()) < 2 for cell in cells) and (len(lengths) > 1 or lengths == {1})
    return table if has_bars and are_tokens else None


def _without_head(draft: Draft, table: list[_RowOfTable], type_: PuzzleType) -> list[_RowOfTable]:
    """The rows of a table whose first one is a head, above a line. If that is empty or only counts columns, it is none,
    unless the board is square with it.
    """
    number, head = table[0]
    if any(head) and not counts(head):
        return table
    is_row = bool(type_.alphabets) and len(table) == len(head)
    draft.note(f"the head of the table is {'read as a row' if is_row else 'left out'}", number)
    return table[not is_row :]


def counts(cells: Sequence[str]) -> bool:
    """Whether cells count from 0, from 1, or from A."""
    counts = ([str(at + first) for at in range(len(cells))] for first in (0, 1))
    return len(cells) > 1 and (list(cells) in counts or list(cells) == [chr(ord("A") + at) for at in range(len(cells))])


def _before_sections(draft: Draft, lines: list[Line], type_: PuzzleType) -> list[Line]:
    """The lines up to the first that names a section, such as [moves]; words that the type takes may look like that."""
    at = next((at for at, (_, line) in enumerate(lines) if _SECTION.fullmatch(line.strip())), None)
    if not at or type_.list_part is not None:
        return lines
    number, name = lines[at]
    draft.note(f"what follows {quote(name.strip())} is not part of the puzzle", number)
    return lines[:at]


def _with_spaces(draft: Draft, lines: list[Line], type_: PuzzleType) -> list[Line]:
    """The lines with '.' for blanks that are empty cells, also below a line of words."""
    start = next((at for at, (_, text) in enumerate(lines) if text), 0)
    has_title = len(lines) > start + 1 and _is_of_words(lines[start][1], type_)
    for skipped in range(start, start + 1 + has_title):
        if (found := dotted(lines[skipped:], type_)) is not None:
            draft.note("a blank is read as an empty cell")
            return [*lines[start:skipped], *found]
    return lines


def _with_blanks(draft: Draft, lines: list[Line], type_: PuzzleType) -> list[Line]:
    """The lines of a board of digits with '.' for what else stands for a blank there, such as '_', with '|' for upright
    strokes, and without rules of strokes.
    """
    if not type_.alphabets:
        return lines
    strokes = [line for line in lines if not FRAME.issuperset("".join(line[1].split())) or not line[1].strip("|+-= ")]
    lines = [(number, line.translate(BARS)) for number, line in strokes]
    sign = _blank_sign([line for _, line in lines if not FRAME.issuperset(line)], type_)
    if sign is None:
        return lines
    draft.note(f"{quote(sign)} is read as a blank")
    return [(number, line.replace(sign, BLANK)) for number, line in lines]


def _blank_sign(texts: Sequence[str], type_: PuzzleType) -> str | None:
    """The sign that stands for a blank on a board of digits or letters; None if none does. Where the board has blanks
    of the usual kind, another sign is a slip.
    """
    found = {*"".join("".join(texts).split())}
    has_letters = SHOWN in type_.alphabets and any(map(str.isalpha, found - _SIGNS))
    signs = found & (_SIGNS - CROSSES if has_letters else _SIGNS)
    others = found - signs - FRAME
    if len(signs) != 1 or not others or found & BLANKS or signs <= _known(type_):
        return None
    has_zero = any("0" in (text.split() if " " in text.strip() else text) for text in texts)
    is_value = str.isalnum if has_letters else str.isdigit
    return signs.pop() if all(map(is_value, others)) and (has_letters or not has_zero) else None


def _unframed(lines: list[Line], type_: PuzzleType) -> list[Line]:
    """The lines without the frame around a board of values and the bars between its boxes, the same in all rows."""
    unruled = [line for line in lines if _RULE.fullmatch(line[1].strip()) is None]
    bars = {line.count("|") for _, line in unruled}
    if not type_.alphabets or len(bars) != 1 or (bars == {0} and len(unruled) == len(lines)):
        return lines
    return [(number, line.replace("|", " ")) for number, line in unruled]


def _uncounted(draft: Draft, lines: list[Line]) -> list[Line]:
    """The lines without the numbers or letters of columns and of rows, where each row has one more than there are
    columns.
    """
    head, *tokens = [line.split() for _, line in lines] or [[]]
    if {len(row) for row in tokens} != {len(head) + 1} or not counts(head) or not counts([row[0] for row in tokens]):
        return lines
    draft.note("the numbers of rows and columns are left out", lines[0][0])
    return [(number, " ".join(row[1:])) for (number, _), row in zip(lines[1:], tokens)]


# -- The header


def _header(lines: list[Line], type_: PuzzleType) -> Header | None:
    """What the text says of its size; None if it says nothing."""
    first = lines[0][1].split()
    size = _numbers(first[:2])
    if size is not None and len(size) == 2:
        further = _further(first[2:], type_)
        return None if further is None else Header(size[0] - type_.counted_lines, size[1], *further)
    second = lines[1][1].split() if len(lines) > 1 else []
    size = _numbers(first + second)
    if len(first) != 1 or len(second) != 1 or size is None or (len(lines) > 2 and max(size) > LARGEST_SIDE):
        return None  # digits of cells, rather
    return _two_lines(Header(size[0] - type_.counted_lines, size[1], lines=2), lines, type_)


def _further(tokens: list[str], type_: PuzzleType) -> tuple[dict[str, str], dict[str, list[str]]] | None:
    """The options and parts that the tokens behind rows and columns say; None if they are no such tokens."""
    options: dict[str, str] = {}
    sequences: dict[str, list[str]] = {}
    left = deque(tokens)
    for item in type_.header:
        if not left:
            break
        if item.kind == HeaderKind.SEQUENCE:
            sequences[item.name] = list(left)
            left.clear()
        elif item.kind == HeaderKind.FLAG:
            if left[0] == item.flag:
                options[item.name] = "yes"
                left.popleft()
        elif item.kind == HeaderKind.LETTER and left[0].upper() in CAPITALS:
            options[item.name] = str(CAPITALS.index(left.popleft().upper()) + 1)
        elif (number := _numbers([left[0]])) is not None:
            options[item.name] = str(number[0])
            left.popleft()
        else:
            return None
    return None if left else (options, sequences)


def _two_lines(header: Header, lines: list[Line], type_: PuzzleType) -> Header | None:
    """The header of two lines that hold a number each; None if they are the first rows of a board without blanks."""
    if not rows.is_dense(lines[2:]):
        return header
    if len({len(line.strip()) for _, line in lines}) > 1 or len(lines[0][1].strip()) == 1:
        return header  # they cannot be rows of one board; and a board of one column needs a header
    if header.rows > len(lines) or header.columns not in (1, len(lines[0][1].strip())):
        return None  # digits of cells, which may be millions as one number
    if len(lines) - 2 == _expected_lines(type_, header):
        raise PuzzleError(
            "this can be read in two ways: with rows and columns on the first two lines, or without; "
            "write rows and columns on one line, with a blank between them",
            line=lines[0][0],
        )
    return None


def _numbers(tokens: list[str]) -> list[int] | None:
    if not all(token.isascii() and token.isdigit() and len(token) < 10 for token in tokens):
        return None
    return [int(token) for token in tokens]


# -- The parts


def _expected_lines(type_: PuzzleType, header: Header) -> int:
    parts = [part for part in type_.parts if not part.optional and part.shape is not WORDS]
    return sum(
        part.shape.lines(part, header.rows, header.columns) for part in parts if part.name not in header.sequences
    )


def _given_parts(type_: PuzzleType, header: Header, lines: list[Line]) -> list[Part]:
    """The parts that stand behind the header: those that may be missing are there if the number of lines says so."""
    in_header = {item.name for item in type_.header}
    parts = [part for part in type_.parts if part.name not in in_header and part.shape is not GROUPS]
    optional = [part for part in parts if part.optional and part.shape is not WORDS]
    extra = len(lines) - _expected_lines(type_, header)
    there: Sequence[Part] = optional if extra > 0 else ()
    if there and type_.list_part is None:
        there = _with_lines(optional, header, extra, lines[0][0]) or optional
    return [part for part in parts if part not in optional or part in there]


def _with_lines(parts: list[Part], header: Header, count: int, line: int) -> Sequence[Part]:
    """The parts whose lines add up to this count, or none. PuzzleError, with the line, if several choices do."""
    lines = {part.name: part.shape.lines(part, header.rows, header.columns) for part in parts}
    some = chain.from_iterable(combinations(parts, number) for number in range(len(parts) + 1))
    fitting = [chosen for chosen in some if sum(lines[part.name] for part in chosen) == count]
    if len(fitting) > 1:
        names = alternatives([" and ".join(f"'{part.name}'" for part in chosen) for chosen in fitting])
        sentence = f"this can be read in several ways, with {names}: write the puzzle in the native format"
        raise PuzzleError(sentence, line=line)
    return fitting[0] if fitting else ()


def _with_header(draft: Draft, header: Header, lines: list[Line], type_: PuzzleType) -> None:
    check_size(header.rows, header.columns, line=1)
    draft.size = (header.rows, header.columns)
    draft.options = dict(header.options)
    draft.parts |= {name: Rows([tokens], [1]) for name, tokens in header.sequences.items()}
    at = 0
    for part in _given_parts(type_, header, lines):
        if at == len(lines) and (part.optional or part.shape is WORDS):
            continue
        if part.shape is WORDS:
            draft.lists[part.name] = fold_words([line for _, line in lines[at:]], lines[at][0])
            draft.remarks += draft.lists[part.name].remarks(draft.file)
            return
        count = part.shape.lines(part, header.rows, header.columns)
        part_lines = lines[at : at + count]
        if len(part_lines) < count:
            last = lines[-1][0] if lines else 1
            found = many(len(part_lines), "row" if part.shape is GRID else "line")
            raise PuzzleError(
                f"found {found} of '{part.name}', expected {count}: "
                f"the first line says {header.rows + type_.counted_lines} rows and {header.columns} columns",
                line=last,
            )
        draft.parts[part.name] = _rows(part, part_lines, header.columns)
        at += count
    if at < len(lines):
        found = many(len(lines) - at, "line")
        raise PuzzleError(f"found {found} more than the board has: expected the end here", line=lines[at][0])


def _rows(part: Part, lines: list[Line], columns: int | None = None) -> Rows:
    if part.shape is GRID and part.is_ignored:
        return Rows([["."] * (columns or 0) for _ in lines], [number for number, _ in lines])
    return part.shape.of_lines(part, lines, columns)


def _without_header(draft: Draft, lines: list[Line], type_: PuzzleType) -> None:
    required = [part for part in type_.parts if not part.optional and part.shape is not WORDS]
    if len(required) != 1 or required[0].shape is not GRID:
        further = "".join(f", then {item.name}" for item in type_.header)
        raise PuzzleError(f"expected a first line with the numbers of rows and columns{further}", line=lines[0][0])
    part = required[0]
    _check_no_header(lines, type_)
    size = re.match(_SIZE + r"(?=\s|$)", lines[0][1].strip())
    if size is not None and len(lines) > 1 and len(lines[0][1].strip()) != len(lines[1][1].strip()):
        sentence = f"found {quote(size[0])}, expected rows and then columns, with a blank between them"
        raise PuzzleError(sentence, line=lines[0][0])
    table = _values(lines, type_) if "symbol" in part.tokens else None
    if table is not None:
        draft.group = _group(lines)
    table = table or rows.grid(lines)
    if all(len(row) == 1 for row in table.tokens):
        sentence = "a board of one column needs a first line with the numbers of rows and columns"
        raise PuzzleError(sentence, line=lines[0][0])
    draft.parts[part.name] = table


def _group(lines: list[Line]) -> int | None:
    """How many characters stand between blanks, if they are as many everywhere."""
    lengths = {len(group) for _, line in lines for group in line.split()}
    return lengths.pop() if len(lines) > 1 and len(lengths) == 1 else None


def _strays(lines: list[Line], type_: PuzzleType) -> Iterator[tuple[str, int]]:
    """Remarks, with their lines, on what may be no part of a board without a first line that says its size: two boards
    with a blank line between them, and numbers of rows. Sudokus often have blank lines between their boxes.
    """
    gap = next((number for (number, _), (after, _) in pairwise(lines) if after > number + 1), None)
    if gap is not None and not type_.alphabets:
        yield GAP, gap + 1
    texts = ["".join(line.split()) for _, line in lines]
    if is_twice(texts) and not BLANKS.issuperset("".join(texts)):
        yield TWICE, lines[len(lines) // 2][0]
    firsts = [line.split()[0] for _, line in lines if len(line.split()) > 1]
    if len(firsts) < max(len(lines), 3):
        return
    if {*firsts} == {"-"} and "".join(texts).count("-") == len(lines):
        yield "'-' stands before each row and nowhere else; it is read as a column of the board", lines[0][0]
    if counts(firsts) and firsts[0] != "A":
        yield "the first column counts the rows; it is read as one of the board", lines[0][0]


def is_twice(rows: Sequence[object]) -> bool:
    """Whether rows may be two boards that are the same."""
    half = len(rows) // 2
    return half > 1 and rows[:half] == rows[half:]


def _check_no_header(lines: list[Line], type_: PuzzleType) -> None:
    """PuzzleError if the first line says rows and columns, and then what the type does not have there: it is not a row
    of the board, as it is longer or shorter than all others.
    """
    (number, first), *others = ((number, line.split()) for number, line in lines)
    size, further = _numbers(first[:2]), " ".join(first[2:])
    if size is None or not further or not others or not all(map(stands_in_columns, type_.boards)):
        return
    if all(len(other) != len(first) for _, other in others):
        known = alternatives([_in_words(item) for item in type_.header]) if type_.header else "nothing"
        row = f"as a row of the board it would have {len(first)} cells, the one below has {len(others[0][1])}"
        raise PuzzleError(f"found {quote(further)} behind rows and columns, expected {known}; {row}", line=number)


def _in_words(item: HeaderItem) -> str:
    """What stands behind rows and columns."""
    if item.kind == HeaderKind.FLAG:
        return f"'{item.flag}'"
    return f"a {'letter' if item.kind == HeaderKind.LETTER else 'number'} for {item.name}"


def _values(lines: list[Line], type_: PuzzleType) -> Rows | None:
    """The rows of a board of one-character values that is written in groups with blanks between them, or on one line.

    None if it is not such a text: groups are no values themselves, and what stands on one line is a square board.
    """
    is_value = _is_value(type_)
    characters = [list("".join(line.split())) for _, line in lines]
    if len(characters) == 1:
        return _on_one_line(lines[0]) if all(map(is_value, characters[0])) else None
    groups = [token for _, line in lines for token in line.split() if len(token) > 1]
    if rows.is_dense(lines) or not groups or (any(map(is_value, groups)) and not _are_boxes(lines, characters)):
        return None
    return Rows(characters, [number for number, _ in lines])


def _on_one_line(line: Line) -> Rows | None:
    """The rows of a square board on one line: characters, perhaps in groups of one length, or tokens. PuzzleError where
    blanks might be its empty cells.
    """
    tokens = line[1].split()
    if len({*map(len, tokens)}) == 1:
        return rows.square(line)
    board = rows.in_square(tokens)
    if board is not None and all(token in BLANKS or token.isdecimal() for token in tokens):
        return Rows(board, [line[0]] * len(board))
    raise PuzzleError(f"found blanks of different widths on the line of a board: {WRITE_DOTS}")


def _are_boxes(lines: list[Line], characters: Sequence[Sequence[str]]) -> bool:
    """Whether groups of as many characters make a square of single ones, which they do not as values."""
    tokens = [line.split() for _, line in lines]
    lengths = {len(token) for row in tokens for token in row}
    return len(lengths) == 1 and {len(row) for row in characters} == {len(lines)} != {len(row) for row in tokens}


def _is_value(type_: PuzzleType) -> Callable[[str], bool]:
    """Whether a text is a value of the type's alphabets, or a blank."""
    known = [ALPHABETS[name] for name in type_.alphabets]
    return lambda text: text in BLANKS or text == "0" or any(each.value(text) is not None for each in known)


# -- Writing


def write(puzzle: Puzzle) -> bytes:
    """The line with the size, then the parts; the answer is not part of it.

    PuzzleError if a plain text cannot hold the puzzle: hexagons, options that its first line does not say, and what
    would be read as another puzzle.
    """
    type_, draft = puzzle.type, draft_of(puzzle)
    sequences = {item.name for item in type_.header if item.kind == HeaderKind.SEQUENCE}
    lines = [" ".join(_header_tokens(puzzle, draft))]
    for part in type_.parts:
        if part.name in puzzle.lists:
            lines += puzzle.lists[part.name].lines()
        elif part.name in draft.parts and part.name not in sequences:
            lines += part.shape.to_lines(puzzle.board, draft.parts[part.name].tokens)
    text = "\n".join(lines) + "\n"
    again = read_back(puzzle, lambda draft: read_parts(draft, text, type_))
    unset = {(item.name, "no") for item in type_.header if item.kind == HeaderKind.FLAG}  # saying nothing says so
    if again is None or again.options != dict(puzzle.options.items() - unset):
        raise PuzzleError("a plain text cannot hold this puzzle: it would be read as another one", file=puzzle.file)
    return text.encode()


def _header_tokens(puzzle: Puzzle, draft: Draft) -> Iterator[str]:
    rows, columns = puzzle.board.extent
    yield str(rows + puzzle.type.counted_lines)
    yield str(columns)
    for item in puzzle.type.header:
        if item.kind == HeaderKind.SEQUENCE:
            yield from draft.parts[item.name].tokens[0] if item.name in draft.parts else ()
        elif item.name in puzzle.options and (value := _option(item, puzzle.options[item.name])):
            yield value


def _option(item: HeaderItem, value: str) -> str:
    """How the first line says the value of an option; nothing for a flag that is not set."""
    if item.kind == HeaderKind.FLAG:
        return item.flag if value == "yes" else ""
    is_letter = item.kind == HeaderKind.LETTER and value.isdigit() and 0 < int(value) <= len(CAPITALS)
    return CAPITALS[int(value) - 1] if is_letter else value
