"""Empty boards to make puzzles on, and puzzles made from facts."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from .. import catalog, formats
from ..analysis.clues import own_clues
from ..analysis.ground import InputRules, nearest_size, size_refusal
from ..model import terms
from ..model.board import CELL_SHAPES, Board, CellShape, cell_of, cell_shape, check_size
from ..model.build import Draft, blank_rows, build, draft_of
from ..model.errors import PuzzleError, Remark, alternatives, quote
from ..model.parts import SIDES, TOKEN_CLASSES, WORDS, Part
from ..model.puzzle import NOTHING, Puzzle, Token, number_or_text
from ..model.puzzle_type import PuzzleType, check_options
from ..model.rows import Rows
from ..model.terms import Term, Value, Variable
from ..model.tokens import ALPHABETS, NUMBERS, Values, is_pattern, pattern, single
from ..solving import facts
from ..solving.settings import Settings

LARGEST_SIDE = 100

#: A size that the rules take is looked for among squares with sides up to this.
_SIDES = 30

#: Cells of the smallest board that is no mere toy, of six by six.
_NO_TOY = 36

_LARGEST_PICTURE = 2**20  # bytes


def empty(type_: PuzzleType, size: str, options: dict[str, str]) -> Puzzle:
    """A board without tokens. size: rows x columns ('9x12'), a side ('9'), or a hexagon with such a side ('hex5').
    On a board of bricks the columns are the bricks in a row. For a type that is played on hexagons alone, a number by
    itself is the side of a hexagonal board.

    PuzzleError if there is no such board, or the type is not played on it.
    """
    match = re.fullmatch(r"(hex)?(\d{1,3})|(\d{1,3})[x×](\d{1,3})", size.strip().lower())
    if match is None or not all(1 <= int(n) <= LARGEST_SIDE for n in match.groups()[1:] if n):
        raise PuzzleError(f"found the size {quote(size)}, expected one such as 9, 9x12 or hex5 (up to {LARGEST_SIDE})")
    hexagon, side, rows, columns = match.groups()
    by_side = bool(hexagon or (side and all(each.by_side for each in _shapes(type_))))
    shape = next(each for each in (*_shapes(type_), *CELL_SHAPES) if bool(each.by_side) == by_side)
    if shape.name not in type_.boards:
        raise PuzzleError(f"{type_.title} is played on a board that is {alternatives(list(type_.boards))}, not {shape}")
    board = Board.hexagon(int(side)) if by_side else Board.of_rows(shape, [int(columns or side)] * int(rows or side))
    return Puzzle(
        type=type_, file=f"{type_.name} {size}", name=type_.name, board=board, tokens={},
        options=check_options(type_, options),
        alphabet=ALPHABETS[type_.alphabets[0]] if type_.alphabets else NUMBERS,
    )  # fmt: skip


def _shapes(type_: PuzzleType) -> list[CellShape]:
    """The shapes of cells of the boards that a type is played on."""
    return [cell_shape(name) for name in type_.boards]


def usual_size(type_: PuzzleType, own_types: tuple[str, ...] = ()) -> str:
    """The size of a board where nobody names one: that of the smallest example that is no mere toy, of those on the
    type's first shape of board without options, which may go with a size.
    """
    by_side = _shapes(type_)[0].by_side
    usual = f"{by_side}4" if by_side else "6"
    for file in catalog.examples(type_):
        example = formats.read(next(formats.sources((str(file),))), formats.Reading(type_.name, own_types))
        board = example.board
        if board.shape.name == type_.boards[0] and not example.options:
            in_row = max(Counter(row for row, _ in board.spaces).values())
            usual = f"{by_side}{(board.rows + 1) // 2}" if by_side else f"{board.rows}x{in_row}"
            if len(board.cells) >= _NO_TOY:
                break
    return usual


def board_of(type_: PuzzleType, size: str, words: str | None, own_types: tuple[str, ...]) -> Puzzle:
    """The board that a user names: a size as `empty` takes it, or a puzzle file, of which clues are left out.

    words: a file of words, for types that take a list. PuzzleError if there is no such board.
    """
    if not os.path.isfile(size):
        return with_words(empty(type_, size, {}), words_for(type_, words))
    puzzle = formats.read(next(formats.sources((size,))), formats.Reading(type_.name, own_types, words=words))
    if puzzle.type.name != type_.name:
        raise PuzzleError(f"found {puzzle.type.a_puzzle}, expected one of {type_.title}", file=size)
    return without_clues(puzzle)


def resized(puzzle: Puzzle, rows: int, columns: int) -> Puzzle:
    """A board without tokens, of another size; with the same options."""
    return replace(empty(puzzle.type, f"{rows}x{columns}", {}), options=puzzle.options)


def check_board_size(puzzle: Puzzle, settings: Settings) -> None:
    """PuzzleError if the rules do not take this board without tokens, but one of another size."""
    if puzzle.tokens or not puzzle.board.in_columns:
        return
    input_rules, of_size = InputRules(puzzle, settings), partial(resized, puzzle)
    refused = size_refusal(input_rules, puzzle)
    if refused is None:
        return
    rows, columns = puzzle.board.rows, puzzle.board.columns
    squares = (size_refusal(input_rules, of_size(side, side)) for side in range(1, _SIDES + 1))
    if None in squares or nearest_size(input_rules, of_size, rows, columns, keep_columns=False) is not None:
        raise PuzzleError(refused, file=puzzle.file)


def words_for(type_: PuzzleType, words: str | None) -> str | None:
    """The file of words that an empty board gets: the one given, or else the list that comes with the type, if any."""
    if words is not None:
        return formats.word_file(words)
    if type_.list_part is None:
        return None
    return next(map(str, formats.shipped_word_lists(type_.name)), None)


def with_words(puzzle: Puzzle, path: str | None) -> Puzzle:
    """The board with the words of a file, for types that take a list."""
    part = puzzle.type.list_part
    if part is None:
        if path is not None:
            raise PuzzleError(f"{puzzle.type.a_puzzle} takes no words")
        return puzzle
    if path is None:
        raise PuzzleError(f"{puzzle.type.a_puzzle} needs words", how="; give a list with --words FILE")
    remarks: list[Remark] = []
    lists = {part.name: formats.word_list(path, remarks=remarks)}
    return replace(puzzle, lists=lists, remarks=tuple(remarks))


def read_picture(path: str, patience: float | None = None) -> str:
    """The answer text of a picture: a text (x or # or 1 for what is filled, other characters for what is not), or a PBM
    file. patience: seconds that one waits for it.

    PuzzleError if it is neither.
    """
    content = formats.read_bytes(path, patience)
    if len(content) > _LARGEST_PICTURE:
        raise PuzzleError("the picture is larger than any board", file=path)
    if content[:2] in (b"P1", b"P4"):
        return _bitmap(content, path)
    try:
        rows = [line.rstrip() for line in content.decode("utf-8-sig").splitlines() if line.strip()]
    except UnicodeDecodeError:
        raise PuzzleError("found bytes that are not text, expected a text or a PBM picture", file=path) from None
    characters = [
        row.split() if " " in row.strip() and all(len(part) == 1 for part in row.split()) else list(row) for row in rows
    ]
    width = max((len(row) for row in characters), default=0)
    if not width:
        raise PuzzleError("the picture is empty", file=path)
    filled = "xX#1*█@"
    return "\n".join(
        " ".join("x" if each in filled else "-" for each in [*row, *" " * (width - len(row))]) for row in characters
    )


def _bitmap(content: bytes, path: str) -> str:
    """The answer text of a portable bitmap: P1 (digits) or P4 (bits)."""
    header = re.match(rb"P([14])(?:\s|#[^\n]*\n)+?(\d{1,9})(?:\s|#[^\n]*\n)+?(\d{1,9})\s", content)
    if header is None:
        raise PuzzleError("the header of the PBM picture cannot be read", file=path)
    columns, rows = int(header[2]), int(header[3])
    check_size(rows, columns)
    data = content[header.end() :]
    if header[1] == b"1":
        bits = [digit == ord("1") for digit in re.sub(rb"#[^\n]*", b"", data) if digit in b"01"]
    else:
        length = (columns + 7) // 8
        bits = [
            bool(data[r * length + c // 8] >> (7 - c % 8) & 1)
            for r in range(rows)
            for c in range(columns)
            if r * length + c // 8 < len(data)
        ]
    if not rows or not columns or len(bits) != rows * columns:
        raise PuzzleError(f"found {len(bits)} pixels, expected {rows} rows of {columns}", file=path)
    return "\n".join(" ".join("x" if bits[r * columns + c] else "-" for c in range(columns)) for r in range(rows))


def without_clues(puzzle: Puzzle) -> Puzzle:
    """The board of a puzzle, with all that is not a clue; constraints that the puzzle added stay. What is given stays,
    too, where several answers are right: it says what is wanted of the answer.
    """
    clues = own_clues(puzzle) if puzzle.type.unique else ()
    taken = {id(token) for clue in clues for token in clue.tokens}
    tokens = {name: tuple(token for token in part if id(token) not in taken) for name, part in puzzle.tokens.items()}
    bare = replace(puzzle, tokens=tokens, answer=None, verdict=None, cosmetics=NOTHING)
    return replace(bare, title="", author="", source="", rules="")


def filled(puzzle: Puzzle, new: Collection[Term]) -> Puzzle:
    """The puzzle with tokens for these facts, in place of those that stand where they do."""
    draft = draft_of(puzzle)
    # A block may get a number, so what was there counts, too.
    known = _Known(dict.fromkeys([*new, *facts.atoms(puzzle)]))
    for part in puzzle.type.parts:
        if part.shape is not WORDS and not part.is_ignored:
            _fill(puzzle, part, draft, set(new), known)
    return build(puzzle.type, draft)


class _Known:
    """Facts, by their names, and by their names and first arguments."""

    def __init__(self, known: Iterable[Term]) -> None:
        self._by: dict[tuple[Value, ...], list[Term]] = {}
        for fact in known:
            for key in {(fact.name,), (fact.name, *fact.args[:1])}:
                self._by.setdefault(key, []).append(fact)

    def like(self, template: Term, values: Values) -> Sequence[Term]:
        """Those that may be this template with these values, in their order."""
        first = template.args[0] if template.args else None
        if isinstance(first, Variable) and first.name in values:
            return self._by.get((template.name, values[first.name]), ())
        return self._by.get((template.name,), ())


def _fill(puzzle: Puzzle, part: Part, draft: Draft, new: set[Term], known: _Known) -> None:
    """Puts the tokens of a part for these facts into a draft: in each place the token that becomes the most facts."""
    best: dict[Value, tuple[int, str, list[Values]]] = {}
    for key, templates in part.tokens.items():
        if isinstance(templates, str) or not templates:
            continue
        repeated: dict[Value, list[Values]] = {}
        for values in _bound(part, key, templates, known, new):
            repeated.setdefault(part.place(values), []).append(values)
        for place, readings in repeated.items():
            if place not in best or len(templates) > best[place][0]:
                best[place] = (len(templates), key, readings)
    if not best and (part.optional or part.name in draft.parts):
        return
    texts = {place: _text(puzzle, part, key, readings) for place, (_, key, readings) in best.items()}
    rows = draft.parts.get(part.name) or Rows(blank_rows(puzzle, part))
    draft.parts[part.name] = Rows(part.shape.with_texts(part, puzzle.board, rows.tokens, texts))


def tokens_of(puzzle: Puzzle, part: Part, token: Token) -> Iterator[Token]:
    """The tokens of a part that say, in the place of this one, nothing but what it says, itself among them."""
    says = [facts.term(template, token.values) for template in token.templates]
    known, everything = _Known(says), {*says}
    for key, templates in part.tokens.items():
        if not isinstance(templates, str) and templates:
            for values in _bound(part, key, templates, known, everything):
                text = _text(puzzle, part, key, [values])[0]
                yield Token(text, {**token.values, **values}, templates)


def _bound(
    part: Part, key: str, templates: tuple[Term, ...], known: _Known, new_facts: set[Term]
) -> Iterator[dict[str, Value]]:
    """The values for which all templates are known facts, and one at least is a new one. key: of their token; one that
    is literal has its own value alone.

    A token between two cells is read from the first of them on.
    """
    own = {} if is_pattern(key) or key in TOKEN_CLASSES else single(number_or_text(key))
    ordered = sorted(templates, key=lambda template: -len(set(terms.variables(template))))

    def bind(at: int, values: dict[str, Value], new: bool) -> Iterator[dict[str, Value]]:
        if at == len(ordered):
            is_own = all(values.get(name, value) == value for name, value in own.items())
            if new and is_own and not (part.shape is SIDES and _is_backwards(values)):
                yield values
            return
        for fact in known.like(ordered[at], values):
            more = terms.match(ordered[at], fact, dict(values))
            if more is not None:
                yield from bind(at + 1, more, new or fact in new_facts)

    return bind(0, {}, False)


def _is_backwards(values: Values) -> bool:
    one, other = cell_of(values["X"]), cell_of(values["Y"])
    return one is not None and other is not None and one > other


def _text(puzzle: Puzzle, part: Part, key: str, readings: list[Values]) -> list[str]:
    """The tokens of a place: one, or as many as a list in the margin has."""
    readings = sorted(readings, key=lambda values: str(values.get("I", 0)).rjust(9))
    if is_pattern(key) and part.shape.is_lists and pattern(key).separator is None:
        return [pattern(key).write([values], puzzle.alphabet) for values in readings]
    if is_pattern(key):
        return [pattern(key).write(_with_exits(puzzle, readings), puzzle.alphabet)]
    if key not in TOKEN_CLASSES:
        return [key]
    return [_value_text(puzzle, key, values.get("V", values.get("G"))) for values in readings]


def _with_exits(puzzle: Puzzle, readings: list[Values]) -> list[Values]:
    """The readings of a token; where each is one exit of a cell, to its neighbour Y, one reading with all of them."""
    first = readings[0]
    cell = cell_of(first.get("X"))
    if "Y" not in first or cell is None:
        return readings
    ways = {puzzle.board.beside(cell, name): name for name in puzzle.board.steps(cell)}
    neighbours = {values["Y"] for values in readings}
    return [{**first, "E": "".join(name for place, name in ways.items() if place in neighbours)}]


def _value_text(puzzle: Puzzle, key: str, value: Value | None) -> str:
    if key == "symbol" and isinstance(value, int):
        return puzzle.alphabet.name(value)
    return value if isinstance(value, str) else terms.write(value) if value is not None else key
