"""Empty boards to make puzzles on, and puzzles made from facts."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from pathlib import Path

from .. import formats
from ..analysis.clues import clues, place_of
from ..model import terms
from ..model.alphabets import ALPHABETS, NUMBERS
from ..model.board import Board, BoardShape
from ..model.errors import PuzzleError, Remark, alternatives, quote
from ..model.options import check_options
from ..model.puzzle import Puzzle, Token
from ..model.puzzle_type import Part, PartShape, PuzzleType
from ..model.terms import Term, Value
from ..solving import facts

LARGEST_SIDE = 100


def empty(type_: PuzzleType, size: str, options: dict[str, str]) -> Puzzle:
    """A board without tokens. size: rows x columns ('9x12'), a side ('9'), or a hexagon with such a side ('hex5').

    PuzzleError if there is no such board, or the type is not played on it.
    """
    match = re.fullmatch(r"(hex)?(\d{1,3})(?:[x×](\d{1,3}))?", size.strip().lower())
    if (
        match is None
        or (match[1] and match[3])
        or not all(1 <= int(n) <= LARGEST_SIDE for n in match.groups()[1:] if n)
    ):
        raise PuzzleError(f"found the size {quote(size)}, expected one such as 9, 9x12 or hex5 (up to {LARGEST_SIDE})")
    kind = BoardShape.HEX if match[1] else BoardShape.SQUARE
    if kind not in type_.boards:
        raise PuzzleError(f"{type_.title} is played on a board that is {alternatives(list(type_.boards))}, not {kind}")
    side = int(match[2])
    board = Board.hexagon(side) if kind == BoardShape.HEX else Board.square(side, int(match[3] or side))
    return Puzzle(
        type=type_, file=f"{type_.name} {size}", name=type_.name, board=board, tokens={},
        options=check_options(type_, options),
        alphabet=ALPHABETS[type_.alphabets[0]] if type_.alphabets else NUMBERS,
    )  # fmt: skip


def with_words(puzzle: Puzzle, path: str | None) -> Puzzle:
    """The board with the words of a file, for types that take a list."""
    part = puzzle.type.list_part
    if part is None:
        if path is not None:
            raise PuzzleError(f"a {puzzle.type.title} puzzle takes no words")
        return puzzle
    if path is None:
        raise PuzzleError(f"a {puzzle.type.title} puzzle needs words; give a list with --words FILE")
    remarks: list[Remark] = []
    lists = {part.name: formats.word_list(path, remarks=remarks)}
    return replace(puzzle, lists=lists, remarks=tuple(remarks))


def read_picture(path: str) -> str:
    """The answer text of a picture: a text (x or # or 1 for what is filled, other signs for what is not), or a PBM
    file.

    PuzzleError if it is neither.
    """
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        raise PuzzleError(f"the picture cannot be read: {(error.strerror or str(error)).lower()}", file=path) from None
    if content[:2] in (b"P1", b"P4"):
        return _bitmap(content, path)
    try:
        rows = [line.rstrip() for line in content.decode("utf-8-sig").splitlines() if line.strip()]
    except UnicodeDecodeError:
        raise PuzzleError("found bytes that are no text, expected a text or a PBM picture", file=path) from None
    signs = [
        row.split() if " " in row.strip() and all(len(part) == 1 for part in row.split()) else list(row) for row in rows
    ]
    width = max((len(row) for row in signs), default=0)
    if not width:
        raise PuzzleError("the picture is empty", file=path)
    filled = "xX#1*█@"
    return "\n".join(
        " ".join("x" if sign in filled else "-" for sign in [*row, *" " * (width - len(row))]) for row in signs
    )


def _bitmap(content: bytes, path: str) -> str:
    """The answer text of a portable bitmap: P1 (digits) or P4 (bits)."""
    header = re.match(rb"P([14])(?:\s|#[^\n]*\n)+?(\d+)(?:\s|#[^\n]*\n)+?(\d+)\s", content)
    if header is None:
        raise PuzzleError("the header of the PBM picture cannot be read", file=path)
    columns, rows = int(header[2]), int(header[3])
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
    """The board of a puzzle, with all that is no clue."""
    taken = {id(token) for clue in clues(puzzle) for token in clue.tokens}
    tokens = {name: tuple(token for token in part if id(token) not in taken) for name, part in puzzle.tokens.items()}
    return replace(puzzle, tokens=tokens, answer=None, verdict=None, title="", source="")


def filled(puzzle: Puzzle, found: Collection[Term]) -> Puzzle:
    """The puzzle with tokens for these facts, besides those that it has."""
    tokens = {}
    for part in puzzle.type.parts:
        old = puzzle.tokens.get(part.name, ())
        if part.shape == PartShape.WORDS:
            continue
        new = tuple(_tokens(puzzle, part, found))
        covered = {str(_key(part, token)) for token in new}
        kept = [token for token in old if str(_key(part, token)) not in covered]
        if kept or new or not part.optional:
            tokens[part.name] = (*kept, *new)
    return replace(puzzle, tokens=tokens)


def _key(part: Part, token: Token) -> tuple[Value, Value]:
    listed = part.shape.is_lists
    return place_of(token), token.values["I"] if listed else 0


def _tokens(puzzle: Puzzle, part: Part, found: Collection[Term]) -> Iterator[Token]:
    """The tokens of a part that become facts of these, at each place the one that becomes the most of them."""
    best: dict[str, Token] = {}
    have = set(found) | set(facts.atoms(puzzle))  # a block may get a number
    for key, templates in part.tokens.items():
        if isinstance(templates, str) or not templates:
            continue
        leading = max(templates, key=lambda template: len(set(terms.variables(template))))
        for fact in found:
            values = terms.match(leading, fact)
            if values is None or not all(terms.fill(template, _named(key, values)) in have for template in templates):
                continue
            token = Token(_text(puzzle, key, values), _named(key, values), templates)
            place = str(_key(part, token))
            if place not in best or len(templates) > len(best[place].templates):
                best[place] = token
    order: dict[Value, int] = {place: number for number, place in enumerate(puzzle.board.spaces)}
    yield from sorted(
        best.values(),
        key=lambda token: (
            order[token.values["X"]] if part.shape == PartShape.GRID else token.values.get("R", token.values.get("C")),
            token.values.get("I", 0),
        ),
    )


def _named(key: str, values: dict[str, Value]) -> dict[str, Value]:
    """The values of a token; a literal one is its own value where its templates do not say otherwise."""
    text = values.get("V", values.get("G", key))
    return {"V": text, "G": text, **values}


def _text(puzzle: Puzzle, key: str, values: dict[str, Value]) -> str:
    if key not in ("int", "letter", "symbol", "any"):
        return key
    value = values.get("V", values.get("G"))
    if key == "symbol" and isinstance(value, int):
        return puzzle.alphabet.name(value)
    return value if isinstance(value, str) else terms.write(value) if value is not None else key
