"""Reading what was written gives the same puzzle, for random puzzles of every type; and nothing is read in two ways."""

from __future__ import annotations

import re
from dataclasses import fields
from typing import Any

import pytest
import yaml
from conftest import INSTANCES
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st
from samples import SMALL, TYPES

import pysolve
from pysolve.formats import Reading, Source, native, read
from pysolve.model import build as drafts_
from pysolve.model import yaml_text
from pysolve.model.build import Draft, build
from pysolve.model.errors import PuzzleError
from pysolve.model.marks import Colour
from pysolve.model.parts import CORNERS, GRID, SEQUENCE, SIDES, WORDS, Part
from pysolve.model.puzzle import Puzzle, fold_words
from pysolve.model.puzzle_type import HeaderKind, PuzzleType
from pysolve.model.rows import Rows
from pysolve.model.tokens import is_pattern, pattern

#: A YAML library's own reading of texts.
YAML: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

#: Random puzzles of each type.
EXAMPLES = 5

#: Texts as titles, sources and comments have them: quotes, colons, letters of other scripts, characters YAML minds.
TITLES = st.text(
    st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Z"), exclude_characters="\x85\u2028\u2029")
)

NOTES = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S")), max_size=12)

WORD = st.text("abcdefghéß", min_size=1, max_size=6)


#: What fields of patterns may hold.
FIELDS = {
    "number": st.integers(0, 99).map(str), "number?": st.sampled_from(["0", "12", "?"]), "letter": st.sampled_from("ABX"), "operator": st.sampled_from("+-*/x"),
    "direction": st.sampled_from(["n", "e", "s", "w"]), "exits": st.sampled_from(["n", "se", "nsew"]),
    "symbol": st.sampled_from("123"), "shape": st.sampled_from(["x", ".x/xx", "x.x/xxx"]),
    "word": st.sampled_from(["AB", "ÄÖ", "LINE"]),
}  # fmt: skip


def tokens_of(part: Part, symbols: str | None) -> st.SearchStrategy[str]:
    """Tokens that the part knows: literals, patterns, numbers of several digits, letters, values of the alphabet, names."""
    numbers = st.integers(0, 1200).map(str)
    kinds = {
        "int": numbers, "letter": st.sampled_from("abXYZé"),
        "symbol": st.sampled_from(symbols) if symbols else st.integers(1, 9).map(str),
        "any": st.one_of(numbers, st.sampled_from(["a", "bc", "{x", "'", '"', "a:b", "[1]", "é"])),
    }  # fmt: skip
    known = [of_pattern(key) if is_pattern(key) else kinds.get(key, st.just(key)) for key in part.tokens]
    return st.one_of(st.just("."), st.just("-"), *known)


def of_pattern(key: str) -> st.SearchStrategy[str]:
    """Tokens that fit a pattern."""
    fields = pattern(key).fields
    return st.fixed_dictionaries({name: FIELDS[kind] for name, kind in fields.items()}).map(
        lambda texts: re.sub(r"<([A-Z])(:\w+\??)?>", lambda field: texts[field[1]], key.removesuffix("..."))
    )


@st.composite
def drafts(draw: Any, type_: PuzzleType, whole: bool = False) -> Draft:
    """A draft with random tokens on a random board: squares, hexagons or bricks, one row or one column among them.

    whole: on a board of equal rows, with all parts, no list of them empty, and nothing that a plain text cannot say.
    """
    shape = type_.boards[0] if whole else draw(st.sampled_from(type_.boards))
    symbols = draw(st.sampled_from([None, "WXYZ", "MASTERING"])) if type_.alphabets and not whole else None
    if shape != "square" and not whole:
        lengths = draw(st.sampled_from([[1], [1, 1], [2, 2, 2], [1, 2, 3], [3, 4, 5, 4, 3], [2, 1, 2]]))
    else:
        inner = any(part.inner for part in type_.parts)  # a single row has none, which do not say that it is there
        sized = any(part.shape is GRID or part.shape.is_margin for part in type_.parts if not part.optional)
        sides = inner or any(part.shape is SIDES for part in type_.parts)
        least = 2 if (whole and sides) or (inner and not sized) else 1
        lengths = [draw(st.integers(least, 4))] * draw(st.integers(least, 4))
    rows, columns = len(lengths), lengths[0]
    draft = Draft("random", shape=shape, symbols=symbols)
    if not whole:
        draft.title, draft.author, draft.source = (draw(TITLES).strip() for _ in range(3))
        draft.cosmetics["colours"] = [(1, f"r1c1 = {draw(st.sampled_from(Colour))}")] if draw(st.booleans()) else []
        draft.cosmetics["notes"] = [(1, f"r1c1 = {note}")] if (note := draw(NOTES).strip()) else []
        draft.rules = "\n".join(draw(st.lists(TITLES, max_size=3))).strip()
    for part in type_.parts:
        if part.shape is WORDS:
            draft.lists[part.name] = fold_words(draw(st.lists(WORD, max_size=4)))
            continue
        if part.optional and not whole and draw(st.booleans()):
            continue
        token = tokens_of(part, symbols)
        more = -1 if part.inner else 1
        lines = {
            GRID: lengths, CORNERS: [columns + more] * (rows + more),
            SIDES: [columns - 1 + row % 2 for row in range(2 * rows - 1)],
            SEQUENCE: [draw(st.integers(1, 3))],
        }.get(part.shape)  # fmt: skip
        count = rows if part.shape.along_rows else columns
        if lines is not None:
            draft.parts[part.name] = Rows([[draw(token) for _ in range(length)] for length in lines])
        elif part.shape.is_lists:
            lists = st.lists(token, min_size=int(whole), max_size=3)
            draft.parts[part.name] = Rows([draw(lists) for _ in range(count)])
        else:
            draft.parts[part.name] = Rows([[draw(token) for _ in range(count)]])
    for option in type_.options.values():
        if not whole and draw(st.booleans()):
            draft.options[option.name] = draw(st.sampled_from(list(option.choices) or ["0", "3", "-2"]))
    draft.verdict = draw(st.sampled_from([None, "unique", "none"])) if not whole else None
    return draft


def content(puzzle: Puzzle) -> dict[str, Any]:
    """What tells puzzles apart: all but where they were read from. An empty list of tokens says nothing."""
    values = {field.name: getattr(puzzle, field.name) for field in fields(puzzle)}
    for name in ("type", "file", "name", "remarks"):
        del values[name]
    values["alphabet"] = puzzle.alphabet.symbols
    return values


@pytest.mark.parametrize("name", TYPES)
@settings(
    max_examples=2 * EXAMPLES,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],  # tokens are random
)
@given(st.data())
def test_what_was_written_is_read_as_it_was(name: str, data: Any) -> None:
    type_ = TYPES[name]
    draft = data.draw(drafts(type_))
    try:
        puzzle = build(type_, draft)
    except PuzzleError:
        reject()  # a random token that the alphabet does not know
    text = native.yaml_of(puzzle, comments="a comment:\nof two lines")
    again = read(Source("again", "again", text.encode()))
    assert content(again) == content(puzzle), text
    here, there = yaml_text.load_mapping(text, "again"), yaml.load(text, YAML)
    assert here.keys() == there.keys()
    for key, value in there.items():
        assert here[key] == value or not isinstance(here[key], str), text  # options may be numbers there


@pytest.mark.parametrize("kind", ["small", pytest.param("every", marks=pytest.mark.rest)])
def test_instances_are_read_by_a_yaml_library_as_they_are_read_here(kind: str) -> None:
    for path in INSTANCES.rglob("*.yaml"):
        if kind == "small" and path.stat().st_size > SMALL // 4:
            continue
        text = path.read_text(encoding="utf-8")
        for piece, document in zip(native.split(text.encode()), yaml.load_all(text, YAML), strict=True):
            here = yaml_text.load_mapping(piece[1].decode(), str(path))
            for key, value in document.items():
                assert here[key] == value or not isinstance(value, str), (path, key)


def plain_text(type_: PuzzleType, draft: Draft, rows: int, columns: int) -> list[str]:
    """The lines of a plain text with a header."""
    sequences = {item.name for item in type_.header if item.kind == HeaderKind.SEQUENCE}
    rows += type_.counted_lines
    lines = [" ".join([str(rows), str(columns), *(text for name in sequences for text in draft.parts[name].tokens[0])])]
    for part in type_.parts:
        if part.name not in sequences:
            lines += [" ".join(row) for row in draft.parts[part.name].tokens]
    return lines


#: Types whose plain texts have all their parts, and nothing before a sequence in the header.
PLAIN = [
    type_ for type_ in TYPES.values()
    if type_.list_part is None and (not type_.header or type_.header[0].kind in (HeaderKind.SEQUENCE, HeaderKind.NUMBER))
    and not (len(type_.header) > 1 and type_.header[-1].kind == HeaderKind.SEQUENCE)
]  # fmt: skip


@pytest.mark.parametrize("type_", PLAIN, ids=lambda type_: type_.name)
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_a_text_with_a_header_is_read_as_it_says_and_refused_when_it_is_cut_short(type_: PuzzleType, data: Any) -> None:
    draft = data.draw(drafts(type_, whole=True))
    try:
        puzzle = build(type_, draft)
    except PuzzleError:
        reject()
    lines = plain_text(type_, draft, *puzzle.board.extent)
    again = read(Source("again", "again", "\n".join(lines).encode()), Reading(type=type_.name))
    assert content(again) == content(puzzle), lines
    if not any(part.optional for part in type_.parts):
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
        ("22\n22\n" + "." * 22 + "\n", "numberlink", "found 1 row of 'grid', expected 22"),
        ("1\n.\n1\n", "numberlink", "a board of one column needs a first line with the numbers of rows and columns"),
        ("2\n1\n3\n3\n", "numberlink", None),
        ("12\n34\n.1\n", "numberlink", None),
        ("2 3\n1 .\n. .\n", "tawa", "found 2 rows, the first of 2 cells, expected 2 of 3"),
        ("2 2\n1 1\n", "starbattle", "found 1 row of 'regions', expected 2"),
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
    return drafts_.rows(puzzle, puzzle.type.parts[0])


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
    assert (crossword.board.rows, crossword.board.columns) == (1, 2)
    assert dict(crossword.lists["words"].scores) == {"AB": 0, "CD": 3}
    killer = pysolve.read_text("2 2\n3 .\n. .\n1 1\n2 2\n1 2\n. .\n", "killer")
    assert [token.text for token in killer.tokens["givens"]] == ["1", "2"]
