"""Files of Sudoku programs: collections (.sdm), .sdk and .ss, read and written."""

from __future__ import annotations

import pytest
from conftest import INSTANCES
from conftest import command as run

import pysolve
from pysolve import PuzzleError, formats

CLASSIC = pysolve.read(str(INSTANCES / "sudoku" / "classic.yaml"))
LINE = formats.write(CLASSIC, "sdm").decode().strip()
ROWS = [LINE[at : at + 9] for at in range(0, 81, 9)]
LARGE = pysolve.read(str(INSTANCES / "sudoku" / "16x16.yaml"))

FRAMED = """\
 *-----------*
 |{}|
 |---+---+---|
 |{}|
 |---+---+---|
 |{}|
 *-----------*
""".format(
    *("|\n |".join("|".join(row[at : at + 3] for at in (0, 3, 6)) for row in ROWS[b : b + 3]) for b in (0, 3, 6))
)

TEXTS = {
    "a line": LINE,
    "zeros": LINE.replace(".", "0"),
    "stars": LINE.replace(".", "*"),
    "hyphens": LINE.replace(".", "-"),
    "both": LINE.replace(".", "0", 5),
    "a comment": f"# easy\n{LINE}   # 3 stars",
    "Windows": f"\N{BYTE ORDER MARK}{LINE}\r\n\r\n",
    "an answer": f"{LINE},{(CLASSIC.answer or '').replace(' ', '').replace(chr(10), '')}",
    "sdk": "#Asomebody\n#DA puzzle\n#LEasy\n" + "\n".join(ROWS) + "\n",
    "sdk with sections": "[Puzzle]\n" + "\n".join(ROWS) + "\n[State]\n" + "123456789\n" * 9,
    "ss": FRAMED,
    "ss without a frame": "\n".join(line[2:-1] for line in FRAMED.split("\n") if line.startswith(" |")),
    "ss in another frame": FRAMED.replace("*", "+"),
    "ss with a footer": FRAMED + " Simple Sudoku\n  Version 4.2n\n",
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_is_read_without_its_type(name: str):
    puzzle = formats.read_text(TEXTS[name])
    assert puzzle.type.name == "sudoku"
    assert formats.write(puzzle, "sdm").decode() == LINE + "\n"


def test_what_stands_beside_the_board_is_kept():
    assert formats.read_text(TEXTS["an answer"]).answer == CLASSIC.answer
    puzzle = formats.read_text(TEXTS["sdk"])
    assert (puzzle.author, puzzle.title) == ("somebody", "A puzzle")
    assert "the section [State] holds what is filled in" in str(
        formats.read_text(TEXTS["sdk with sections"]).remarks[0]
    )


@pytest.mark.parametrize("format_", ["sdm", "sdk", "ss"])
@pytest.mark.parametrize("puzzle", [CLASSIC, LARGE], ids=["9x9", "16x16"])
def test_what_is_written_is_read_as_the_same_puzzle(format_: str, puzzle: pysolve.Puzzle):
    again = formats.read_text(formats.write(puzzle, format_).decode())
    assert (again.tokens, again.alphabet) == (puzzle.tokens, puzzle.alphabet)


def test_what_is_written_looks_as_other_programs_write_it():
    assert formats.write(CLASSIC, "ss").decode() == FRAMED
    assert formats.write(CLASSIC, "sdk").decode().endswith("\n" + "\n".join(ROWS) + "\n")


def test_a_zero_beside_dots_is_a_value_of_a_large_board():
    line = formats.write(LARGE, "sdm").decode().strip().replace("G", "0")
    assert "." in line and "0" in line
    puzzle = formats.read_text(line)
    assert puzzle.alphabet.symbols == "0123456789ABCDEF"
    assert pysolve.check(puzzle) == "unique"


def test_a_collection_holds_a_puzzle_a_line(write):
    done = run("check", write(f"# two\n{LINE}\n\n{LINE.replace('5', '.', 1)}\n{'.' * 81}\n", "some.sdm"))
    assert [line.split()[0] for line in done.out.splitlines()] == ["unique", "unique", "multiple"]
    assert "some.sdm, line 2" in done.out
    converted = run("convert", write(f"{LINE}\n{LINE}\n", "two.sdm"), "--to", "sdm")
    assert converted.out == f"{LINE}\n{LINE}\n"


def test_plain_rows_in_a_file_of_a_sudoku_program_are_a_sudoku(write):
    rows = "\n".join(ROWS) + "\n"
    assert run("check", write(rows, "puzzle.sdk")).out == "unique\n"
    assert "does not say what type" in run("check", write(rows, "puzzle.txt")).err


def test_rows_of_another_type_are_not_taken_for_boards(write):
    file = write(("1" + "." * 80 + "\n") * 2, "a.txt")
    assert "Hidato needs a first line with the numbers of rows" in run("check", file, "--type", "hidato").err


WRONG = {
    LINE + "\n" + LINE[:-1]: "line 2: found 80 characters, expected a board of 81, 256 or 625 cells",
    LINE[:-1] + "Z": "row 9, column 9: found 'Z', expected",
    "#Ax\n" + "\n".join(ROWS[:8]): "row 1: found 9 cells, expected 8",
    "[Puzzle]\n1...\n....\n....\n...).": "row 4: found 5 cells",
    FRAMED.replace("|---+---+---|", "x :- y.", 1): "line 5: expected a row with bars between the boxes",
}


@pytest.mark.parametrize("text", WRONG, ids=range(len(WRONG)))
def test_what_is_wrong_is_said(text: str, write):
    done = run("check", write(text, "a.txt"))
    assert done.code == 2
    assert WRONG[text] in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize("format_", ["sdm", "sdk", "ss"])
@pytest.mark.parametrize("more", ["anti-king: yes", "options: {diagonals: yes}"])
def test_what_is_more_than_a_board_is_not_written(format_: str, more: str):
    text = formats.write(CLASSIC).decode().replace("answer:", f"{more}\nanswer:")
    with pytest.raises(
        PuzzleError, match=r"cannot hold added constraints: anti-king|hold plain boards, without options"
    ):
        formats.write(pysolve.read_text(text), format_)


def test_other_types_are_not_written():
    with pytest.raises(PuzzleError, match="files of Sudoku programs hold no Hidato puzzles"):
        formats.write(pysolve.read(str(next((INSTANCES / "hidato").glob("*.yaml")))), "sdm")


DIGITS = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


@pytest.mark.parametrize(
    "address",
    ["https://sudokuexchange.com/play/?s={}", "https://www.sudokuwiki.org/sudoku.htm?bd={}", "https://example.org/a?x=1&b={}&c=2",
     "https://sudoku.coach/en/play/{}", "https://example.org/solver?{}"],
)  # fmt: skip
def test_an_address_with_81_digits_is_a_sudoku(address: str):
    for board in (DIGITS, DIGITS.replace(".", "0")):
        found = pysolve.read(address.format(board))
        assert found.type.name == "sudoku" and found.tokens == pysolve.read_text(f"{DIGITS}\n", "sudoku").tokens
    for board in (DIGITS[:-1], DIGITS + "1"):
        with pytest.raises(
            PuzzleError,
            match=r"of a form that is known here|holds no plain Sudoku|names a puzzle that sudoku.coach keeps",
        ):
            pysolve.read(address.format(board))


#: The digits above as SudokuWiki packs them, with a 4 that was found, and candidates 1 and 2 or none.
PACKED = "S9B" + "".join({".": "0l"}.get(each, f"0{each}") for each in DIGITS[:-3]) + "0d0709"


def packed_before(value: str) -> str:
    """A cell as SudokuWiki packed it before: base 32, a bit for each candidate, doubled, and 1 for a given value."""
    code = 6 if value == "." else (2 << int(value) - 1) + 1
    digits = "0123456789abcdefghijklmnopqrstuv"
    return digits[code // 32] + digits[code % 32]


@pytest.mark.parametrize("packed", [PACKED, "".join(map(packed_before, DIGITS))])
def test_a_board_that_sudokuwiki_packs_is_its_given_values(packed: str):
    found = pysolve.read(f"https://www.sudokuwiki.org/sudoku.htm?bd={packed}")
    assert found.tokens == pysolve.read_text(f"{DIGITS}\n", "sudoku").tokens
    assert [each.sentence for each in found.remarks] == ["what somebody has found, and candidates, are left out"]


@pytest.mark.parametrize("cell", ["zz", "eq"])
def test_what_sudokuwiki_packs_for_no_cell_is_an_error_with_its_place(cell: str):
    with pytest.raises(PuzzleError, match=f"row 2, column 1: found '{cell}', which SudokuWiki has for no cell"):
        pysolve.read(f"https://www.sudokuwiki.org/sudoku.htm?bd={PACKED[:21]}{cell}{PACKED[23:]}")


@pytest.mark.parametrize(
    "page", ["Jigsaw.htm", "killersudoku.htm", "sudokux.htm", "Sudoku_X", "x-sudoku/play", "samurai"]
)
def test_digits_of_a_page_for_a_variant_are_no_plain_sudoku_unless_one_says_so(page: str):
    address = f"https://www.sudokuwiki.org/{page}?bd={DIGITS}"
    with pytest.raises(PuzzleError, match="of a page for another puzzle"):
        pysolve.read(address)
    assert pysolve.read(address, type="sudoku").tokens == pysolve.read_text(f"{DIGITS}\n", "sudoku").tokens
