"""Reading what was written gives the same puzzle, for random puzzles of every type; and nothing is read in two ways."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st

import pysolve
from pysolve import catalog
from pysolve.formats import Reading, Source, native_writer, read
from pysolve.model.draft import Draft, Rows, build
from pysolve.model.errors import PuzzleError
from pysolve.model.puzzle import Puzzle
from pysolve.model.puzzle_type import Part, PartShape, PuzzleType
from pysolve.model.word_list import fold_words

TYPES = list(catalog.every())

#: Random puzzles of each type: fewer the more types there are.
EXAMPLES = max(5, 300 // len(TYPES))

#: Texts as titles, sources and comments have them: quotes, colons, letters of other scripts, characters YAML minds.
TITLES = st.text(
    st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Z"), exclude_characters="\x85\u2028\u2029")
)

WORDS = st.text("abcdefghéß", min_size=1, max_size=6)


def tokens_of(part: Part, type_: PuzzleType, symbols: str | None) -> st.SearchStrategy[str]:
    """Tokens that the part knows: literals, numbers of several digits, letters, values of the alphabet, names."""
    numbers = st.integers(0, 1200).map(str)
    kinds = {
        "int": numbers, "letter": st.sampled_from("abXYZé"),
        "symbol": st.sampled_from(symbols) if symbols else st.integers(1, 30).map(str),
        "any": st.one_of(numbers, st.sampled_from(["a", "bc", "{x", "'", '"', "a:b", "[1]", "é"])),
    }  # fmt: skip
    known = [kinds.get(token, st.just(token)) for token in part.tokens]
    return st.one_of(st.just("."), st.just("-"), *known)


@st.composite
def drafts(draw: Any, type_: PuzzleType) -> Draft:
    """A draft with random tokens on a random board: squares or hexagons, one row or one column among them."""
    shape = draw(st.sampled_from(type_.boards))
    symbols = draw(st.sampled_from([None, "WXYZ", "MASTERING"])) if type_.alphabets else None
    if shape == "hex":
        lengths = draw(st.sampled_from([[1], [1, 1], [2, 2, 2], [1, 2, 3], [3, 4, 5, 4, 3], [2, 1, 2]]))
    else:
        lengths = [draw(st.integers(1, 4))] * draw(st.integers(1, 4))
    rows, columns = len(lengths), lengths[0]
    draft = Draft("random", shape=shape, symbols=symbols, title=draw(TITLES).strip(), source=draw(TITLES).strip())
    for part in type_.parts:
        if part.shape == PartShape.WORDS:
            draft.lists[part.name] = fold_words(draw(st.lists(WORDS, max_size=4)))
            continue
        if part.optional and draw(st.booleans()):
            continue
        token = tokens_of(part, type_, symbols)
        count = rows if part.shape.along_rows else columns
        if part.shape == PartShape.GRID:
            draft.parts[part.name] = Rows([[draw(token) for _ in range(length)] for length in lengths])
        elif part.shape.is_lists:
            draft.parts[part.name] = Rows([draw(st.lists(token, max_size=3)) for _ in range(count)])
        else:
            draft.parts[part.name] = Rows([[draw(token) for _ in range(count)]])
    for option in type_.options.values():
        if draw(st.booleans()):
            draft.options[option.name] = draw(st.sampled_from(list(option.choices) or ["0", "3", "-2"]))
    draft.verdict = draw(st.sampled_from([None, "unique", "none"]))
    return draft


def content(puzzle: Puzzle) -> dict[str, Any]:
    """What tells puzzles apart: all but where they were read from. An empty list of tokens says nothing."""
    found = {field.name: getattr(puzzle, field.name) for field in fields(puzzle)}
    for name in ("type", "file", "name", "remarks"):
        del found[name]
    found["alphabet"] = puzzle.alphabet.symbols
    return found


@pytest.mark.parametrize("type_", TYPES, ids=lambda type_: type_.name)
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_what_was_written_is_read_as_it_was(type_: PuzzleType, data: Any) -> None:
    draft = data.draw(drafts(type_))
    try:
        puzzle = build(type_, draft)
    except PuzzleError:
        reject()  # a random token that the alphabet does not know
    text = native_writer.write(puzzle, comments="a comment:\nof two lines")
    again = read(Source("again", "again", text.encode()))
    assert content(again) == content(puzzle), text


def plain_text(type_: PuzzleType, draft: Draft) -> list[str]:
    """The lines of a plain text with a header, for drafts in which no part is missing and no list is empty."""
    grid = next((draft.parts[part.name] for part in type_.parts if part.shape == PartShape.GRID), None)
    rows = len(grid.tokens) if grid else len(draft.parts[type_.parts[1].name].tokens)
    columns = len(grid.tokens[0]) if grid else len(draft.parts[type_.parts[0].name].tokens)
    lines = [f"{rows} {columns}"]
    for part in type_.parts:
        lines += [" ".join(row) for row in draft.parts[part.name].tokens]
    return lines


@pytest.mark.parametrize("type_", [each for each in TYPES if each.list_part is None], ids=lambda type_: type_.name)
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_a_text_with_a_header_is_read_as_it_says_and_refused_when_it_is_cut_short(type_: PuzzleType, data: Any) -> None:
    draft = data.draw(drafts(type_))
    whole = all(part.name in draft.parts for part in type_.parts)
    if draft.shape == "hex" or not whole or any(not row for rows in draft.parts.values() for row in rows.tokens):
        reject()
    draft.symbols, draft.options, draft.title, draft.source, draft.verdict = None, {}, "", "", None
    lines = plain_text(type_, draft)
    try:
        puzzle = build(type_, draft)
    except PuzzleError:
        reject()
    again = read(Source("again", "again", "\n".join(lines).encode()), Reading(type=type_.name))
    assert content(again) == content(puzzle), lines
    if not type_.parts[-1].optional:
        with pytest.raises(PuzzleError):
            read(Source("cut", "cut", "\n".join(lines[:-1]).encode()), Reading(type=type_.name))


@pytest.mark.parametrize(
    ("text", "type_", "sentence"),
    [
        ("3 2\n1 .\n. .\n", "numberlink", "line 3: found 2 rows of 'grid', expected 3: the first line says 3 rows"),
        ("3 2\n1 .\n. .\n", "nurikabe", "found 2 rows of 'grid', expected 3"),
        ("3 2\n1 .\n. .\n", "slitherlink", "found 2 rows of 'grid', expected 3"),
        ("5 3\n. . .\n. . .\n. . .\n", "nurikabe", "found 3 rows of 'grid', expected 5"),
        ("3\n2\n1 .\n. .\n", "numberlink", "found 2 rows of 'grid', expected 3"),
        ("22\n22\n" + "." * 22 + "\n", "numberlink", "found 1 rows of 'grid', expected 22"),
        ("1\n.\n1\n", "numberlink", "a board of one column needs a first line with the numbers of rows and columns"),
        ("2\n1\n3\n3\n", "numberlink", None),
        ("12\n34\n.1\n", "numberlink", None),
        ("2 2\n1 1\n", "starbattle", "found 1 rows of 'regions', expected 2"),
    ],
)
def test_a_header_that_does_not_fit_is_an_error(text: str, type_: str, sentence: str | None) -> None:
    if sentence is None:
        pysolve.read_text(text, type_)
        return
    with pytest.raises(PuzzleError) as raised:
        pysolve.read_text(text, type_)
    assert sentence in str(raised.value)


def grid(text: str, type_: str = "hidato") -> list[list[str]]:
    puzzle = pysolve.read_text(f"puzzle: {type_}\n{text}")
    return native_writer.rows(puzzle, puzzle.type.parts[0])


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("grid: |\n  30 3\n  12 1\n  12 .\n", [["30", "3"], ["12", "1"], ["12", "."]]),
        ("grid: [[10], [12]]\n", [["10"], ["12"]]),
        ("grid: [[10, 12]]\n", [["10", "12"]]),
        ("grid: [10 ., . 12]\n", [["10", "."], [".", "12"]]),
        ("grid: |\n  10\n  12\n", [["1", "0"], ["1", "2"]]),
        ("board: hex\ngrid: |\n  11 .\n   3 .\n", [["11", "."], ["3", "."]]),
        ("board: hex\ngrid: [[10], [12, 3]]\n", [["10"], ["12", "3"]]),
    ],
)
def test_rows_that_hold_blanks_are_never_split_again(text: str, rows: list[list[str]]) -> None:
    assert grid(text) == rows


def test_boards_of_two_columns_with_further_parts_are_read() -> None:
    crossword = pysolve.read_text("1 2\n. .\nAB\nCD;3\n", "crossword")
    assert (crossword.rows, crossword.columns) == (1, 2)
    assert dict(crossword.lists["words"].scores) == {"AB": 0, "CD": 3}
    killer = pysolve.read_text("2 2\n3 .\n. .\n1 1\n2 2\n1 2\n. .\n", "killer")
    assert [token.text for token in killer.tokens["givens"]] == ["1", "2"]
