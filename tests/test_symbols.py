"""Boards of values in letters and digits as people have them: what each symbol is, and which cells are empty."""

from __future__ import annotations

import pytest

import pysolve
from pysolve import PuzzleError, formats
from pysolve.formats import Reading

#: Rows and columns of a box.
BOXES = {4: (2, 2), 9: (3, 3), 12: (3, 4), 16: (4, 4), 25: (5, 5)}

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LETTERS = DIGITS[10:]


def board(symbols: str, blank: str = ".", without: str = "", between: str = "") -> list[str]:
    """The rows of a board that these symbols fill, a third of the cells empty, and those of one of the symbols."""
    size = len(symbols)
    height, width = BOXES[size]
    cells = [[symbols[(width * (r % height) + r // height + c) % size] for c in range(size)] for r in range(size)]
    empty = [
        [(7 * r * r + 3 * c * c + r * c + 4 * r) % 11 < 4 or cells[r][c] in without.split() for c in range(size)]
        for r in range(size)
    ]
    return [between.join(blank if gone else cell for cell, gone in zip(*row)) for row in zip(cells, empty)]


def read(text: str, type_: str = "sudoku") -> pysolve.Puzzle:
    return formats.read_one(text, "board.txt", Reading(type=type_))


def given(puzzle: pysolve.Puzzle) -> list[str]:
    """The rows of the board as its own alphabet writes them."""
    texts = {token.values["X"]: puzzle.alphabet.name(token.values["V"]) for token in puzzle.tokens["grid"]}  # type: ignore[arg-type]
    return ["".join(texts.get(cell, ".") for cell in row) for row in puzzle.board.space_rows]


#: How the rows of a board are laid out: each way takes the rows as characters.
LAYOUTS = {
    "rows": "\n".join,
    "tokens": lambda rows: "\n".join(map(" ".join, rows)),
    "a line": "".join,
    "a table": lambda rows: "\n".join(map(",".join, rows)),
    "boxes": lambda rows: "\n".join(
        " ".join(row[at : at + BOXES[len(row)][1]] for at in range(0, len(row), BOXES[len(row)][1])) for row in rows
    ),
    "strokes": lambda rows: "\n".join(
        "|".join(row[at : at + BOXES[len(row)][1]] for at in range(0, len(row), BOXES[len(row)][1])) for row in rows
    ),
    "native": lambda rows: "puzzle: sudoku\ngrid: |\n" + "\n".join(f"  {row}" for row in rows),
    "JSON": lambda rows: "[" + ",".join("[" + ",".join(f'"{cell}"' for cell in row) + "]" for row in rows) + "]",
}


@pytest.mark.parametrize(
    ("layout", "blank"),
    [
        (layout, blank)
        for layout in LAYOUTS
        for blank in (".", "-", "?")
        if (layout, blank) != ("a line", "?")  # no blank of a board on a line
    ],
)
@pytest.mark.parametrize("symbols", [DIGITS[:16], DIGITS[:12], DIGITS[:25], DIGITS[:16].lower()])
def test_zero_beside_another_blank_is_a_value_among_letters(symbols: str, blank: str, layout: str):
    puzzle = read(LAYOUTS[layout](board(symbols, blank)) + "\n")
    assert given(puzzle) == board(symbols.upper())
    assert puzzle.alphabet.symbols == symbols.upper()
    assert [str(remark.sentence) for remark in puzzle.remarks][-1].startswith("'0' is read as a value")


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("blank", [".", "-", "0"])
@pytest.mark.parametrize(
    "symbols", [DIGITS[1:17], LETTERS[:16], LETTERS[:16].lower(), DIGITS[1:13], LETTERS[:9], LETTERS[:25], DIGITS[1:26]]
)
def test_symbols_of_the_usual_alphabets_are_read(symbols: str, blank: str, layout: str):
    puzzle = read(LAYOUTS[layout](board(symbols, blank)) + "\n")
    assert given(puzzle) == board(symbols.upper())
    assert puzzle.remarks == ()


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("symbols", ["MASTERING", "mastering", "COMPUTERS", "LOVE", "GHIJKLMNOPQRSTUV"])
def test_letters_of_a_word_are_the_values(symbols: str, layout: str):
    puzzle = read(LAYOUTS[layout](board(symbols)) + "\n", "sudoku")
    assert given(puzzle) == board(symbols.upper())
    assert puzzle.alphabet.symbols == "".join(sorted(symbols.upper()))
    assert "the values are the letters that stand on the board" in str(puzzle.remarks[0])
    again = formats.read_text(formats.write(puzzle).decode())
    assert (again.tokens, again.alphabet) == (puzzle.tokens, puzzle.alphabet)


def test_a_letter_that_the_board_does_not_show_has_another_name():
    puzzle = read("\n".join(board("MASTERING", without="G")) + "\n")
    assert puzzle.alphabet.symbols == "AEIMNRSTB"
    assert str(puzzle.remarks[0].sentence).endswith("AEIMNRST, and one that does not, written as 'B'")
    assert given(puzzle) == board("MASTERING", without="G")


def test_letters_are_the_values_of_a_jigsaw_too():
    regions = "\n".join("".join(str(3 * (r // 3) + c // 3 + 1) for c in range(9)) for r in range(9))
    puzzle = read("9 9\n" + "\n".join(board("MASTERING")) + f"\n{regions}\n", "jigsawsudoku")
    assert given(puzzle) == board("MASTERING")


@pytest.mark.parametrize("sign", "_*#x")
@pytest.mark.parametrize("symbols", [DIGITS[1:17], DIGITS[:16], LETTERS[:16], LETTERS[:25], "MASTERING"])
def test_signs_for_blanks_stand_among_letters_too(symbols: str, sign: str):
    puzzle = read("\n".join(board(symbols, sign)) + "\n")
    assert given(puzzle) == board(symbols)
    assert f"'{sign}' is read as a blank" in str(puzzle.remarks[0])


def test_remarks_say_of_zero_and_of_each_sign_how_they_are_read():
    rows = board(DIGITS[:16], "x")
    puzzle = read("\n".join([*rows[:8], *(row.replace("x", "X") for row in rows[8:])]) + "\n")
    assert given(puzzle) == board(DIGITS[:16])
    read_as = "'X' is read as a blank; 'x' is read as a blank; '0' is read as a value, as 'X' stands for an empty cell"
    assert [str(remark.sentence) for remark in puzzle.remarks] == [read_as]


BLANKS_TOO = [DIGITS[1:17], LETTERS[:16], DIGITS[1:10], DIGITS[1:26]]


@pytest.mark.parametrize("symbols", BLANKS_TOO)
def test_zero_beside_the_last_value_is_a_blank(symbols: str):
    rows = "\n".join(board(symbols)).replace(".", "0", 5)
    assert given(read(rows + "\n")) == board(symbols)


def test_numbers_from_0_on_are_refused():
    rows = [" ".join(str(int(cell, 36)) if cell != "." else cell for cell in row) for row in board(DIGITS[:16])]
    with pytest.raises(
        PuzzleError, match=r"two ways: '0' and '\.' .* of the values 0 to 15; write '\.' for every blank"
    ):
        read("\n".join(rows) + "\n")
    assert given(read("\n".join(rows).replace("15", "16") + "\n"))


WRONG = {
    "0 to 8": (board(DIGITS[:9]), "in two ways: '0' and '.' are both blanks, or 0 is one of the values 0 to 8; write"),
    "0 to 8, named": (board(DIGITS[:9]), "name the values with 'symbols: 012345678' in the native format"),
    "two letters less": (board("MASTERING", without="G A"), "found 7 different letters, EIMNRST, expected 9, as many"),
    "a letter more": (["Q" + row[1:] if not at else row for at, row in enumerate(board("MASTERING"))], "10 different"),
    "a slip": (
        ["Z" + row[1:] if not at else row for at, row in enumerate(board(LETTERS[:9]))],
        "row 1, column 1: found 'Z'",
    ),
    "both cases": (
        board("abcdABCDe"),
        "found both 'a' and 'A': they may be one value or two; write letters in one case",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_can_be_read_in_two_ways_is_refused(name: str):
    rows, sentence = WRONG[name]
    with pytest.raises(PuzzleError) as caught:
        pysolve.check(read("\n".join(rows) + "\n"))
    assert sentence in str(caught.value)


def test_the_symbols_may_be_said():
    rows = "\n".join(f"  {row}" for row in board(DIGITS[:9]))
    puzzle = formats.read_text(f"puzzle: sudoku\nsymbols: '012345678'\ngrid: |\n{rows}\n")
    assert given(puzzle) == board(DIGITS[:9])


@pytest.mark.parametrize("format_", ["ipuz", "penpa", "csv", "xlsx", "sdm", "sdk", "ss", "plain_text", "page_link"])
@pytest.mark.parametrize("symbols", [DIGITS[:16], "MASTERING"])
def test_formats_that_hold_characters_keep_the_symbols(symbols: str, format_: str):
    puzzle = read("\n".join(board(symbols)) + "\n")
    again = formats.read_one(formats.write(puzzle, format_), "again", Reading(type="sudoku"))
    assert given(again) == board(symbols)
    assert again.alphabet == puzzle.alphabet


def test_a_zero_that_is_drawn_is_a_value():
    said = "\n".join(f"  {row}" for row in board(DIGITS[:9]))
    puzzle = formats.read_text(f"puzzle: sudoku\nsymbols: '012345678'\ngrid: |\n{said}\n")
    again = formats.read_text(formats.write(puzzle, "penpa").decode(), "sudoku")
    assert (again.tokens, again.alphabet) == (puzzle.tokens, puzzle.alphabet)


# -- Blanks as empty cells

ROWS = [row.replace(".", " ") for row in board(DIGITS[1:10])]
NUMBERS = [[f"{int(cell, 36) if cell != '.' else '':>3}" for cell in row] for row in board(DIGITS[1:17])]


def boxed(rows: list[str], before: str, between: str, behind: str, join: str = "") -> list[str]:
    """Rows with bars between their boxes."""
    return [before + between.join(join.join(row[at : at + 3]) for at in (0, 3, 6)) + behind for row in rows]


SPACED = {
    "rows": ROWS,
    "a blank more behind one": [ROWS[0] + " ", *ROWS[1:]],
    "two blanks more behind all": [row + "  " for row in ROWS],
    "moved to the right": ["    " + row for row in ROWS],
    "blanks between": [" ".join(row) for row in ROWS],
    "blanks around": ["".join(f" {cell} " for cell in row) for row in ROWS],
    "empty lines between boxes": [*ROWS[:3], "", *ROWS[3:6], "", *ROWS[6:]],
    "gaps between boxes": boxed(ROWS, "", " ", ""),
    "bars": boxed(ROWS, "", "|", ""),
    "bars, and ends cut off": [row.rstrip() for row in boxed(ROWS, "", "|", "")],
    "bars around": boxed(ROWS, "|", "|", "|"),
    "bars and blanks": boxed(ROWS, "| ", " | ", " |", " "),
    "below a title": ["My puzzle", *ROWS],
    "below rows and columns": ["9 9", *ROWS],
    "commas": [",".join(row) for row in ROWS],
    "tabs": ["\t".join(row) for row in ROWS],
}


@pytest.mark.parametrize("name", SPACED)
def test_blanks_are_empty_cells_where_all_rows_are_of_one_width(name: str):
    assert ROWS[0][0] == " "
    assert given(read("\n".join(SPACED[name]) + "\n")) == board(DIGITS[1:10])


def test_rows_of_blanks_are_rows():
    for at in (0, 4, 8):
        rows = [" " * 9 if row == at else text for row, text in enumerate(ROWS)]
        assert given(read("\n".join(rows) + "\n")) == [row.replace(" ", ".") for row in rows]


def test_numbers_of_two_digits_stand_below_each_other():
    puzzle = read("\n".join("".join(row) for row in NUMBERS) + "\n")
    assert [token.text for token in puzzle.tokens["grid"]] == [
        cell.strip() for row in NUMBERS for cell in row if cell.strip()
    ]


CUT_OFF = {
    "ends of rows": ([row.rstrip() for row in ROWS], "row 2: found 7 characters, expected 9: write '.'"),
    "ends with blanks between": (
        [" ".join(row).rstrip() for row in ROWS],
        "found 13 characters, expected 17: write '.'",
    ),
    "a row": ([*ROWS[:4], "", *ROWS[5:]], "row 5: found 8 rows of 9 characters, expected as many: write '.' for"),
    "the last row": (
        ROWS[:8],
        "found 8 rows of 9 characters, expected as many: write '.' for an empty cell, not a blank",
    ),
    "on a line": (["".join(ROWS)], "found blanks of different widths on the line of a board: write '.' for"),
    "numbers": (["".join(row).rstrip() for row in NUMBERS], "characters, expected 48: write '.' for an empty cell"),
    "native": (
        ["puzzle: sudoku", "grid: |2", *("  " + row for row in ROWS)],
        "cells are empty cells, write '.' for each",
    ),
}


@pytest.mark.parametrize("name", CUT_OFF)
def test_where_blanks_may_be_cut_off_a_sentence_says_what_to_write(name: str):
    rows, sentence = CUT_OFF[name]
    with pytest.raises(PuzzleError) as caught:
        pysolve.check(read("\n".join(rows) + "\n"))
    assert sentence.replace("cells are empty cells, ", "") in str(caught.value)


def test_gaps_may_be_columns_where_the_last_ones_are_empty():
    rows = ["1    ", "   4 ", " 2 3 ", "   2 "]
    with pytest.raises(PuzzleError, match="two ways, with gaps between cells or with blanks behind the rows: write"):
        read("\n".join(rows) + "\n")
    assert given(read("\n".join([*rows[:3], "   23"]) + "\n")) == ["1...", "..4.", ".23.", "..23"]


def test_numbers_on_a_line_are_tokens():
    rows = [" ".join(cell.strip() or "." for cell in row) for row in NUMBERS]
    assert given(read(" ".join(rows) + "\n")) == given(read("\n".join(rows) + "\n"))


@pytest.mark.parametrize(
    ("type_", "rows", "tokens"),
    [
        ("akari", " 1 \n   \n  2\n", 2),
        ("nurikabe", " 2  \n    \n   3\n    \n", 2),
        ("slitherlink", "4 4\n3  2\n    \n 1  \n   0\n", 4),
        ("masyu", " w b \n     \nb    \n   w \n     \n", 4),
    ],
)
def test_blanks_are_empty_cells_of_other_types_too(type_: str, rows: str, tokens: int):
    puzzle = read(rows, type_)
    assert len(puzzle.tokens["grid"]) == tokens
    dotted = [
        row if " " in row and row[0].isdigit() and row[2:].isdigit() and len(row) == 3 else row.replace(" ", ".")
        for row in rows.split("\n")
    ]
    assert puzzle.tokens == read("\n".join(dotted), type_).tokens
    assert "a blank is read as an empty cell" in str(puzzle.remarks[0])


def test_rows_that_lack_a_token_are_said_to():
    rows = [" ".join(row).replace(".", "0") for row in board(DIGITS[1:10])]
    with pytest.raises(PuzzleError, match="row 2: found 8 cells, expected 9"):
        read("\n".join([rows[0], rows[1][2:], *rows[2:]]) + "\n")
    dense = [row.replace(".", "0") for row in board(DIGITS[1:10])]
    with pytest.raises(PuzzleError, match="row 2: found 8 cells, expected 9"):
        read("\n".join([dense[0], dense[1][1:], *dense[2:]]) + "\n")
