"""Reading: formats, rows, hexagonal boards, words, and parse(print(x)) = x."""

from __future__ import annotations

import base64
import itertools
import json
import os
import shutil
import subprocess
import sys
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import pytest
from conftest import INSTANCES, ROOT, command
from hypothesis import given
from hypothesis import strategies as st

import pysolve
from pysolve import catalog, formats
from pysolve.formats import Reading, Source
from pysolve.formats.source import Context
from pysolve.model import rows
from pysolve.model.board import Board
from pysolve.model.build import draft_of
from pysolve.model.errors import PuzzleError
from pysolve.model.puzzle import fold_words
from pysolve.model.terms import Term
from pysolve.render import answer_text, picture, terminal
from pysolve.run.worker import is_own
from pysolve.solving import facts
from pysolve.solving.settings import Settings

FOUR = "1 . . 4\n. . . .\n. . . .\n2 . . 3\n"


def clues(text: str, type_: str) -> set[Term]:
    return set(facts.atoms(formats.read_text(text, type_)))


def test_all_formats_of_one_board_say_the_same(write):
    expected = clues(FOUR, "sudoku")
    assert Term("clue", ((1, 4), 4)) in expected and len(expected) == 4
    same = [
        "4 4\n" + FOUR,
        "4\n4\n" + FOUR.replace(".", "-"),
        FOUR.replace(" ", ""),
        FOUR.replace(" ", "").replace("\n", ""),
        "puzzle: sudoku\ngrid: |\n" + "".join(f"  {line}\n" for line in FOUR.splitlines()),
        '{"id": "a", "problem": "4 4\\n' + FOUR.replace("\n", "\\n") + '", "puzzle": "sudoku"}',
        '[{"row":1,"col":1,"val":1},{"row":1,"col":4,"val":"4"},{"row":4,"col":1,"val":2},{"row":4,"col":4,"val":3},'
        + ",".join(
            f'{{"row":{r},"col":{c},"val":null}}' for r in range(1, 5) for c in range(1, 5)
            if not (r in (1, 4) and c in (1, 4))
        )
        + "]",
    ]  # fmt: skip
    for text in same:
        assert clues(text, "sudoku") == expected, text
    letters = FOUR.translate(str.maketrans("1234", "ABCD"))
    assert clues(letters, "sudoku") == clues(letters.lower(), "sudoku") == expected
    named = "puzzle: sudoku\nsymbols: WXYZ\ngrid: |\n" + "".join(
        f"  {x}\n" for x in FOUR.translate(str.maketrans("1234", "WXYZ")).splitlines()
    )
    assert clues(named, "sudoku") == expected
    assert pysolve.read_text(named).alphabet.name(2) == "X"


PAGE = "https://example.org/workbench/"


def page_link(**work: object) -> str:
    """The link that the page gives for work (web/static/share.js)."""
    packing = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    packed = packing.compress(json.dumps(work).encode()) + packing.flush()
    return f"{PAGE}#/play/p={base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


def test_links_of_the_page_are_read():
    sliced = "puzzle: sudoku\ngrid: |\n" + "".join(f"  {line}\n" for line in FOUR.splitlines())
    for link in (
        page_link(puzzle=sliced), page_link(puzzle=sliced, mode="set", rules="", types={}),
        f"{PAGE}#puzzle={quote(sliced)}",
    ):  # fmt: skip
        assert {*facts.atoms(formats.read_text(link))} == clues(FOUR, "sudoku"), link
    for slither in (
        "https://puzz.link/p?slither/5/5/cbcbcddad",
        quote("https://puzz.link/p?slither/5/5/cbcbcddad", safe=""),
    ):
        assert formats.read_text(f"{PAGE}#puzzle={slither}").type.name == "slitherlink"
    filled = formats.read_text(page_link(puzzle=sliced, progress=[["1,2", "3"]]))
    assert [remark.sentence for remark in filled.remarks] == ["what was filled in is left out"]
    assert formats.read_text(page_link(puzzle="1 4\n1 . . 1\n"), "numberlink").type.name == "numberlink"


HONEY = {
    "manifest.yaml": "name: Honey\ngroup: shading\nabout: No two shaded cells touch.\nrules: [No two shaded cells touch.]\nboard: [hex]\nread: {grid: {int: 'clue(X,V)'}}\n"
    "draw: {'shade(X)': shade, 'clue(X,V)': text}\n",
    "rules.lp": '#include "../lib/board.lp".\n{ shade(X) : cell(X) }.\n%! No two shaded cells touch.\n'
    ":- shade(X), shade(Y), adjacent(X, Y).\n%! A number counts the shaded cells around it.\n"
    ":- clue(X, N), N != #count { Y : adjacent(X, Y), shade(Y) }.\n#show shade/1.\n",
}


@pytest.fixture
def honey(tmp_path):
    """A folder with a type of one's own on hexagons, and a puzzle of it."""
    (tmp_path / "own" / "honey").mkdir(parents=True)
    for name, text in HONEY.items():
        (tmp_path / "own" / "honey" / name).write_text(text)
    board = tmp_path / "honey.yaml"
    board.write_text("puzzle: honey\nboard: hex\ngrid: |2\n   1 .\n  . . .\n   . 1\n")
    return tmp_path / "own", board


def test_a_link_of_the_page_is_written_with_a_type_of_ones_own_on_hexagons(honey, tmp_path):
    own, board = honey
    assert "--to page_link" in command("convert", "--types", own, "--to", "url", board).err
    link = command("convert", "--types", own, "--to", "page_link", board).out.strip()
    assert link.startswith("#/play/p=")
    for elsewhere in (link, f"{PAGE}{link}"):
        count = command("solve", "--all", "--format", "plain", elsewhere).out.count("\n\n")
        assert count == command("solve", "--all", "--format", "plain", "--types", own, board).out.count("\n\n") > 1
        assert command("convert", "--to", "page_link", elsewhere).out.strip() == link
    kept = command("convert", "--to", "native", link)
    assert "the type Honey stands in the link alone, and is not written; --to page_link writes it, too" in kept.err
    assert "is not written" not in command("convert", "--to", "page_link", link).err
    ours = tmp_path / "ours.yaml"
    ours.write_text("puzzle: akari\ngrid: |\n  . .\n  . 2\n")
    assert "types" not in work_of(command("convert", "--to", "page_link", ours).out)


def work_of(link: str) -> dict[str, object]:
    """What the page reads in a link."""
    packed = link.strip().partition("p=")[2]
    return json.loads(zlib.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), -zlib.MAX_WBITS))


def test_a_type_that_needs_more_than_a_link_brings_is_refused(honey):
    own, board = honey
    (own / "honey" / "more.lp").write_text(":- shade((1,1)).\n")
    rules = own / "honey" / "rules.lp"
    rules.write_text(f'{rules.read_text()}#include "more.lp".\n')
    done = command("convert", "--types", own, "--to", "page_link", board)
    assert done.code == 2 and "manifest.yaml and rules.lp alone" in done.err and "more.lp" in done.err


def test_a_link_that_brings_a_type_is_read_wherever_its_rules_have_limits():
    files = catalog.new_type("mine")
    puzzle = files["example.yaml"]
    types = {"mine": {name: files[name] for name in ("manifest.yaml", "rules.lp")}}
    link = page_link(puzzle=puzzle, types=types)
    read = formats.read_text(link)
    assert read.type.title == "mine" and is_own(read.type, Settings())
    assert [each.sentence for each in read.remarks] == ["the rules of mine are those of the link's sender"]
    assert pysolve.check(read) == "unique"
    shown = command("solve", link, "-f", "plain")
    assert (shown.code, "the rules of mine are those of the link's sender" in shown.err) == (0, True)
    assert command("why", link).code == 0
    changed = {"akari": {"rules.lp": '#include "../akari/rules.lp".\n%! No light is in row R.\n:- light((R,_)).\n'}}
    board = "puzzle: akari\ngrid: |\n  . .\n  . .\n"
    assert pysolve.check(formats.read_text(page_link(puzzle=board, types=changed))) == "none"
    assert pysolve.check(formats.read_text(board)) == "multiple"
    with pytest.raises(PuzzleError, match="open it in the page, which shows its rules"):
        formats.read(Source("a", "a", link.encode()), Reading(confined=True))


@pytest.mark.parametrize(
    ("link", "sentence"),
    [
        (page_link(puzzle="2 2\n. .\n. .\n")[:-7], "this link of pysolve's page is damaged"),
        (f"{PAGE}#/p=ab%20", "this link of pysolve's page is damaged"),
        (page_link(other="2 2"), "this link of pysolve's page is damaged"),
        (page_link(puzzle="2 2\n. .\n. .\n", types={"mine": {}}), "the link brings the type 'mine' without"),
        (
            page_link(puzzle="", types={"mine": {"manifest.yaml": "", "rules.lp": "#script (lua) #end."}}),
            "rules that come with a puzzle cannot run programs",
        ),
        (page_link(puzzle=page_link(puzzle="")), "the link holds another link of the page"),
        (page_link(puzzle="2 2\n. .\n. .\n"), "the text does not say what type of puzzle it is"),
    ],
)
def test_links_of_the_page_that_cannot_be_read(link: str, sentence: str):
    with pytest.raises(PuzzleError, match=sentence):
        formats.read_text(link)


@pytest.mark.parametrize(
    ("name", "type_"),
    [("sudoku-3.txt", "sudoku"), ("Star Battle 8x8.txt", "starbattle"), ("hidato/easy.txt", "hidato"),
     ("NumberLink.txt", "numberlink"), ("alphadoku_1.txt", "sudoku"), ("killer-sudoku-easy.txt", "killer")],
)  # fmt: skip
def test_the_type_is_seen_from_the_name(name, type_, write):
    source = next(formats.sources([str(write("x", name))]))
    assert Context(source, Reading()).type().name == type_


@pytest.mark.parametrize(
    ("lines", "columns", "tokens"),
    [
        (["1 2", "3 4"], None, [["1", "2"], ["3", "4"]]),
        (["12", "34"], None, [["1", "2"], ["3", "4"]]),
        (["12 3", "4 56"], None, [["12", "3"], ["4", "56"]]),
        (["12 34", "56 78"], 2, [["12", "34"], ["56", "78"]]),
        (["10", "12"], 1, [["10"], ["12"]]),
        (["10", "12"], 2, [["1", "0"], ["1", "2"]]),
        (["..", "..."], None, [[".", "."], [".", ".", "."]]),
        (["1 . 3", "10 . ."], None, [["1", ".", "3"], ["10", ".", "."]]),
        (["AB CD", "EF GH"], None, [["AB", "CD"], ["EF", "GH"]]),
    ],
)
def test_lines_as_rows(lines, columns, tokens):
    assert rows.grid(list(enumerate(lines, 1)), columns).tokens == tokens


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("AB CD\nCD AB\nBA DC\nDC BA\n", 4),  # groups
        ("1234 3412 2143 4321\n", 4),  # a whole board on a line
        ("1234341221434321\n", 4),
        ("12 34\n34 12\n21 43\n43 21\n", None),  # a first line of two numbers is rows and columns
    ],
)
def test_values_of_one_character_may_stand_in_groups(text, size):
    if size is None:
        with pytest.raises(pysolve.PuzzleError, match="expected 12: the first line says 12 rows and 34"):
            pysolve.read_text(text, "sudoku")
    else:
        assert pysolve.read_text(text, "sudoku").board.rows == size


def test_two_lines_of_one_number_each_are_rows_of_digits():
    puzzle = formats.read_one("01\n12\n", "x.txt", Reading(type="nurikabe"))
    assert puzzle.board.extent == (2, 2)
    with pytest.raises(PuzzleError, match="line 1: expected a first line with the numbers of rows and columns"):
        formats.read_one("01\n22\n", "x.txt", Reading(type="heyawake"))


@given(st.integers(1, 4).flatmap(lambda w: st.lists(st.lists(st.sampled_from([".", "1", "2", "10"]), min_size=w, max_size=w), min_size=1, max_size=4)))  # fmt: skip
def test_a_board_with_a_header_reads_back(rows):
    text = f"{len(rows)} {len(rows[0])}\n" + "\n".join(" ".join(row) for row in rows)
    values = {atom.args[0]: atom.args[1] for atom in clues(text, "nurikabe") if atom.name == "clue"}
    expected = {(r, c): int(t) for r, row in enumerate(rows, 1) for c, t in enumerate(row, 1) if t != "."}
    assert values == expected


@pytest.mark.parametrize(
    ("lengths", "starts", "width"),
    [([3, 4, 5, 4, 3], [3, 2, 1, 2, 3], 9), ([2, 2, 2], [1, 2, 1], 4), ([1, 2, 3], [3, 2, 1], 5), ([4], [1], 7)],
)
def test_hexagonal_rows(lengths, starts, width):
    board = Board.hexagonal(lengths)
    assert (list(board.row_starts), board.columns) == (starts, width)


def test_a_hexagonal_board_may_be_drawn_as_one():
    text = "puzzle: hidato\nboard: hex\ngrid: |\n    1 . 3\n   . . . .\n  . . # . .\n   . . . .\n    . . 18\n"
    puzzle = pysolve.read_text(text)
    assert len(puzzle.cells) == 18
    assert (3, 5) not in puzzle.cells
    assert set(facts.atoms(puzzle)) == {
        Term("clue", ((1, 3), 1)),
        Term("clue", ((1, 7), 3)),
        Term("clue", ((5, 7), 18)),
    }
    for answer in list(zip(range(3), pysolve.solve(puzzle))):
        values = {atom.args[1]: atom.args[0] for atom in answer[1].atoms}
        for value in range(1, 18):
            (r, c), (s, d) = values[value], values[value + 1]
            assert (abs(r - s), abs(c - d)) in {(0, 2), (1, 1)}
        assert answer_text.parse(puzzle, answer[1].plain) == sorted(answer[1].atoms, key=lambda atom: atom.args[0])


def test_wrong_rows_of_a_hexagonal_board():
    with pytest.raises(pysolve.PuzzleError, match="row 2: found 5 cells, expected rows of a board of hexagons"):
        pysolve.read_text("puzzle: hidato\nboard: hex\ngrid: |\n  . . .\n  . . . . .\n")


def test_words_are_folded():
    words = fold_words(["apple", "Ångström", "straße;5", "", "don't", "APPLE;3", "  pear ; 7 ", "zu spät"])
    assert words.scores == {"APPLE": 3, "ÅNGSTRÖM": 0, "STRASSE": 5, "PEAR": 7, "ZUSPÄT": 0}
    assert words.left_out == 1


def test_lists_as_other_programs_write_them():
    lines = [
        "kupu-kupu;50",
        "ice cream\t60",
        "water,40",
        "half;50.5",
        "clued;50;Has one, or two",
        "R2D2",
        "# note",
        "a,b",
    ]
    words = fold_words(lines)
    assert words.scores == {"KUPUKUPU": 50, "ICECREAM": 60, "WATER": 40, "HALF": 50, "CLUED": 50, "AB": 0}
    assert words.left_out == 2


def test_the_signs_of_a_letter_belong_to_it():
    text = "puzzle: crossword\ngrid: |\n  . न् .\nwords: [हिन्दी, ABC]\n"
    puzzle = pysolve.read_text(text)
    assert [answer.plain for answer in pysolve.solve(puzzle)] == ["हि न् दी"]


def test_letters_with_accents_survive():
    text = "puzzle: crossword\ngrid: |\n  é . .\nwords: [Été, ÉTA]\n"
    puzzle = pysolve.read_text(text)
    assert Term("clue", ((1, 1), "É")) in set(facts.atoms(puzzle))
    assert {answer.plain for answer in pysolve.solve(puzzle)} == {"É T É", "É T A"}


def test_words_left_out_are_counted():
    puzzle = pysolve.read_text("puzzle: crossword\ngrid: |\n  . . .\nwords: [ABC, R2D2]\n")
    assert [remark.sentence for remark in puzzle.remarks] == [
        "1 of 2 words hold characters that are no letters and were left out"
    ]


def test_sections_of_other_programs_behind_a_board_are_left_out():
    puzzle = pysolve.read_text("2 2\n1 .\n. .\n[moves]\n1 2\n3 4\n", "nurikabe")
    assert puzzle.board.rows == 2
    assert [(remark.sentence, remark.line) for remark in puzzle.remarks] == [
        ("what follows '[moves]' is not part of the puzzle", 4)
    ]
    with pytest.raises(pysolve.PuzzleError, match="found 2 lines more"):
        pysolve.read_text("2 2\n1 .\n. .\n1 2\n3 4\n", "nurikabe")


def test_a_number_of_the_first_line_that_says_nothing():
    text = "2 2 {}\n1 0\n1 0\n. w\n. .\n"
    answers = [
        [answer.plain for answer in pysolve.solve(pysolve.read_text(text.format(n), "starrysky"))] for n in (0, 1)
    ]
    assert answers == [["* -\n- -"], ["* -\n- -"]]


def test_a_folder_is_searched_through(write, tmp_path):
    write(FOUR, "sudoku/a.txt")
    write(FOUR, "sudoku/deep/b.txt")
    write("no puzzle", "sudoku/c.words")
    write("hidden", "sudoku/.d.txt")
    assert [source.name for source in formats.sources([str(tmp_path)])] == ["a", "b"]


def test_a_folder_that_cannot_be_read_costs_only_itself(write, tmp_path, monkeypatch):
    for name in ("a.txt", "closed/b.txt", "gone/c.txt"):
        write("1 .\n", name)
    errors = {
        str(tmp_path / "closed"): PermissionError(13, "Permission denied", str(tmp_path / "closed")),
        str(tmp_path / "gone"): FileNotFoundError(2, "No such file or directory", str(tmp_path / "gone")),
    }
    scandir = os.scandir

    def failing(path):
        if str(path) in errors:
            raise errors[str(path)]
        return scandir(path)

    monkeypatch.setattr(os, "scandir", failing)
    closed, read = formats.sources([str(tmp_path)])
    assert str(closed.problem) == f"{tmp_path}/closed: the folder cannot be read: permission denied"
    assert read.name == "a"


def test_an_empty_folder_is_reported(tmp_path):
    with pytest.raises(pysolve.PuzzleError, match="the folder holds no puzzles"):
        list(formats.read_inputs([str(tmp_path)]))


def test_margins_give_the_size():
    puzzle = pysolve.read_text("puzzle: nonogram\ncolumns: |\n  1\n  2\n  0\nrows: |\n  2\n  1\n")
    assert (puzzle.board.rows, puzzle.board.columns) == (2, 3)
    assert [answer.plain for answer in pysolve.solve(puzzle)] == ["x x -\n- x -"]


def test_types_with_options_read_them_from_the_first_line():
    puzzle = pysolve.read_text("2 2 3\n1 1\n2 2\n", "starbattle")
    assert puzzle.options == {"stars": "3"}


def test_every_class_of_tokens_is_used_by_some_type():
    used = {token for type_ in catalog.every() for part in type_.parts for token in part.tokens}
    assert {"int", "letter", "symbol", "any"} <= used


@pytest.mark.parametrize(
    "text",
    [
        '{"problem": "1 1\\n\\ud800", "puzzle": "numberlink"}',
        '{"problem": "1 1\\n\\u0000", "puzzle": "numberlink"}',
        '[{"row": 1, "col": 1, "val": "\\ud800"}]',
        "1 1\n\x00\n",
        "1 1\n\ud800\n",
    ],
)
def test_what_no_text_holds_is_refused(text):
    with pytest.raises(pysolve.PuzzleError, match=r"found binary data|found bytes that are not text"):
        pysolve.read_text(text, "numberlink")


def test_an_object_over_several_lines_is_one_puzzle(write):
    path = write('{\n  "id": "a",\n  "problem": "1 2\\n1 1",\n  "puzzle": "numberlink"\n}\n', "one.json")
    assert [source.name for source in formats.sources([str(path)])] == ["a"]
    assert pysolve.read(str(path)).board.columns == 2


@pytest.mark.parametrize("digits", [11, 5000])
def test_a_long_number_is_an_error(digits):
    for text in (f"2 2\n{'9' * digits} .\n. .\n", f"puzzle: nurikabe\ngrid: [[{'9' * digits}]]\n"):
        with pytest.raises(
            pysolve.PuzzleError, match=r"row 1, column 1: found '9+…?', expected a number up to 10000000"
        ):
            pysolve.read_text(text, "nurikabe")
    with pytest.raises(pysolve.PuzzleError):
        pysolve.read_text(f"{'9' * digits}\n9\n. .", "nurikabe")
    with pytest.raises(pysolve.PuzzleError, match=r"expected|too long"):
        pysolve.read_text(f'[{{"row": 1, "col": 1, "val": {"9" * digits}}}]', "hidato")


def test_documents_that_follow_each_other_are_puzzles_of_their_own(write):
    one = "puzzle: numberlink\ngrid: |\n  1 1\n"
    path = write(f"# three\n---\n{one}---\n{one.replace('1 1', '1 .')}---\n{one}", "three.yaml")
    sources = list(formats.sources([str(path)]))
    assert [source.name for source in sources] == ["three-3", "three-7", "three-11"]
    assert [formats.read(source).board.columns for source in sources] == [2, 2, 2]
    with pytest.raises(pysolve.PuzzleError, match=r"line 7, line 9: unknown key 'grit'|line 7: unknown key 'grit'"):
        formats.read(
            list(formats.sources([str(write(path.read_text().replace("grid: |\n  1 .", "grit: |\n  1 ."), "b.yaml"))]))[
                1
            ]
        )
    assert [source.name for source in formats.sources([str(write("---\n" + one, "one.yaml"))])] == ["one"]


# -- Plain text, written


@pytest.mark.parametrize("type_", catalog.names())
def test_what_is_written_as_plain_text_is_read_as_the_same_puzzle(type_: str):
    texts = 0
    for file in catalog.examples(catalog.find(type_)):
        puzzle = pysolve.read(str(file))
        try:
            text = formats.write(puzzle, "plain_text").decode()
        except PuzzleError:
            said = puzzle.options or not puzzle.board.in_columns or puzzle.lists or puzzle.type.added
            assert said or "symbols:" in file.read_text()
            continue
        texts += 1
        assert set(facts.atoms(formats.read_text(text, type_))) == set(facts.atoms(puzzle))
    assert texts or puzzle.options


def test_a_plain_text_holds_one_puzzle():
    puzzle = pysolve.read_text("puzzle: sudoku\ngrid: |\n  1 2 3 4\n  . . . .\n  . . . .\n  . . . .\n")
    with pytest.raises(PuzzleError, match="holds one puzzle a file, found 2"):
        formats.write_all([puzzle, puzzle], "plain_text")


def test_options_stand_on_the_first_line_of_a_plain_text():
    puzzle = formats.read_text("puzzle: starbattle\noptions: {stars: 2}\nregions: |\n  a a\n  b b\n")
    assert formats.write(puzzle, "plain_text").decode().startswith("2 2 2\n")


def test_a_plain_text_that_would_be_another_puzzle_is_not_written():
    puzzle = formats.read_text("puzzle: numberlink\noptions: {reading: sparse}\ngrid: |\n  1 . 1\n  . . .\n")
    with pytest.raises(PuzzleError, match="a plain text cannot hold this puzzle: it would be read as another one"):
        formats.write(puzzle, "plain_text")


def test_every_format_that_is_written_is_named_in_the_help_and_in_the_docs():
    help_ = " ".join(command("convert", "--help").out.split())
    page = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    for format_ in formats.FORMATS:
        assert (f"{format_.name}: {format_.title}" in help_.replace("- ", "-")) == format_.writes
        assert f"| {format_.title} |" in page


def test_a_record_says_what_its_module_can():
    for format_ in formats.FORMATS:
        module = formats.codec(format_.name)
        assert hasattr(module, "write") == format_.writes
        assert hasattr(module, "read") == hasattr(module, "sniff") == format_.reads
        assert not (format_.line_each and hasattr(module, "split"))


def test_a_json_line_needs_no_other_format(monkeypatch):
    needed: list[str] = []
    codec = formats.codec
    monkeypatch.setattr(formats, "codec", lambda name: needed.append(name) or codec(name))
    assert formats.format_of(b'{"id": "1", "problem": "2 2"}').title == "JSON lines"
    assert needed == ["json_lines"]


NEW_MODULE = '''"""A format of the tests: a sign, then plain text."""

from . import plain_text

SIGN = b"@@\\n"


def sniff(data):
    return data.startswith(SIGN)


def read(draft, data, context):
    return plain_text.read(draft, data.removeprefix(SIGN), context)


def write(puzzle):
    return SIGN + plain_text.write(puzzle)
'''

NEW_RECORD = """    Format(
        "signed", "a signed text", "`@@`, then plain text", endings=(".signed",), marks=(b"@@",),
        between=b"",
    ),
    Format(
        "plain_text","""


@pytest.mark.rest
def test_a_new_format_is_a_module_and_a_record(tmp_path):
    """In a copy of the package: read, searched for in folders, written, in the help, the service and the docs."""
    copy = tmp_path / "pysolve"
    shutil.copytree(ROOT / "pysolve", copy, ignore=shutil.ignore_patterns("__pycache__", "static"))
    for name in ("asp", "instances", "docs", "tools", "README.md"):
        (tmp_path / name).symlink_to(ROOT / name)
    (copy / "formats" / "signed.py").write_text(NEW_MODULE)
    records = copy / "model" / "formats.py"
    text = records.read_text()
    assert text.count('    Format(\n        "plain_text",') == 1
    records.write_text(text.replace('    Format(\n        "plain_text",', NEW_RECORD))
    folder = tmp_path / "numberlink"
    folder.mkdir()
    (folder / "first.signed").write_text("@@\n2 2\n1 1\n2 2\n")

    def said(*command: str) -> str:
        done = subprocess.run(
            [sys.executable, *command], cwd=tmp_path, capture_output=True, text=True, encoding="utf-8",
            env={**os.environ, "PYTHONPATH": str(tmp_path), "COLUMNS": "200"},
        )  # fmt: skip
        return done.stdout + done.stderr

    assert "unique" in said("-m", "pysolve", "check", str(folder))
    assert said("-m", "pysolve", "convert", str(folder), "--to", "signed") == "@@\n2 2\n1 1\n2 2\n"
    assert "signed: a signed text" in " ".join(said("-m", "pysolve", "convert", "--help").split())
    made = tmp_path / "made"
    said("-m", "pysolve", "make", "sudoku", "4", "--count", "2", "--to", "signed", "-o", str(made))
    assert sorted(path.suffix for path in made.iterdir()) == [".signed", ".signed"]
    (tmp_path / "empty").mkdir()
    assert ".signed" in said("-m", "pysolve", "check", str(tmp_path / "empty"))
    page = "from pysolve.web import records; print(records.formats())"
    assert "'endings': ['.signed']" in said("-c", page)


SAID = {
    "title": "A, b & <c>", "author": "D = e", "source": "a book", "rules": "Two lines, the first = 1 & 2.\nThe <second>."
}  # fmt: skip

#: A puzzle that a format holds, where it is not Sudoku.
HELD_THERE = {"non": ["nonogram/5x5"], "penpa": ["sudoku/4x4", "starbattle/8x8"]}

HELD = [
    (each.name, instance)
    for each in formats.FORMATS if each.reads and each.writes and each.said and each.key != "puz"  # test_ipuz
    for instance in HELD_THERE.get(each.name, ["sudoku/4x4"])
]  # fmt: skip


@pytest.mark.parametrize(("name", "instance"), HELD)
def test_what_is_said_of_a_puzzle_travels_with_it(name: str, instance: str):
    puzzle = replace(pysolve.read(str(INSTANCES / f"{instance}.yaml")), **SAID)
    again = formats.read(Source("again", "again", formats.write(puzzle, name)))
    held = formats.format_named(name).said
    assert {key: getattr(again, key) for key in held} == {key: SAID[key] for key in held}


@pytest.mark.parametrize(("name", "title"), [
    ("a.ipuz", "ipuz"), ("a.yaml", "the native format"), ("a.csv", r"a table \(CSV\)"), ("a.xlsx", r"a workbook \(.xlsx\)"),
    ("a.json", "a list of cells or JSON lines"),
])  # fmt: skip
def test_a_file_that_is_not_of_the_format_that_its_name_says_is_called_so(write, name: str, title: str):
    path = write("no puzzle\n", name)
    sentence = (
        rf"{name}: the name ends with '{path.suffix}', but this is not {title}; as plain text: the text does not say"
    )
    with pytest.raises(PuzzleError, match=sentence):
        pysolve.read(str(path))


@pytest.mark.parametrize("name", ["a.txt", "a", "a.sdk", "a.words"])
def test_other_files_may_hold_plain_text(write, name: str):
    with pytest.raises(PuzzleError) as raised:
        pysolve.read(str(write("3 2\n1 1\n. .\n", name)), "numberlink")
    assert "this is not" not in str(raised.value)
    assert pysolve.read(str(write("2 2\n1 1\n. .\n", "a.yaml")), "numberlink").board.rows == 2


def test_an_instance_may_be_a_link(write):
    link = "https://puzz.link/p?slither/2/2/3c"
    board = pysolve.read(str(write(f"link: {link}\noptions: {{full: yes}}\nverdict: none\n", "a.yaml")))
    assert board.type.name == "slitherlink" and board.verdict == "none" and board.options == {"full": "yes"}
    assert [str(atom) for atom in facts.atoms(board)] == [str(atom) for atom in facts.atoms(pysolve.read(link))]
    changed = pysolve.read(str(write(f"puzzle: slitherlink\nlink: {link}\ngrid: |\n  . 2\n  . .\n", "b.yaml")))
    assert [token.text for token in changed.tokens["grid"]] == ["2"]
    for text, sentence in (
        (f"title: a\nlink: {link}!\n", "c.yaml, line 2: found '!' at character 35 of the link"),
        (f"puzzle: masyu\nlink: {link}\n", "found a link of the genre 'slither'; Masyu has 'mashu'"),
        ("link: slither\n", "link: expected the address of a puzzle"),
    ):
        with pytest.raises(PuzzleError) as caught:
            pysolve.read(str(write(text, "c.yaml")))
        assert sentence in str(caught.value)


# -- Boards as people have them

CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
CLASSIC_ROWS = [CLASSIC[at : at + 9] for at in range(0, 81, 9)]
CLASSIC_ANSWER = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def grids_of(text: str, write: Callable[..., Path], name: str = "board.txt") -> list[str]:
    """The boards of a file of Sudokus, as 81 characters each."""
    found = formats.read_inputs([str(write(text, name))], Reading(type="sudoku"))
    return ["".join(itertools.chain(*draft_of(puzzle).parts["grid"].tokens)).replace("0", ".") for puzzle in found]


@pytest.mark.parametrize("sign", "_*x#·")
def test_what_stands_for_blanks_among_digits_is_a_blank(sign: str, write):
    assert grids_of("\n".join(CLASSIC_ROWS).replace(".", sign), write) == [CLASSIC]
    spaced = "\n".join(" ".join(row) for row in CLASSIC_ROWS).replace(".", sign)
    assert grids_of(spaced, write) == [CLASSIC]
    [puzzle] = formats.read_inputs([str(write(spaced, "board.txt"))], Reading(type="sudoku"))
    assert f"'{sign}' is read as a blank" in str(puzzle.remarks[0])


def test_a_sign_that_is_a_token_or_stands_beside_letters_is_none(write):
    assert grids_of("12x4\n3a12\n2143\n4321\n", write) == ["12x43a1221434321"]


def test_the_frames_of_pysolve_s_own_pictures_are_passed_over(write):
    puzzle = formats.read_text(CLASSIC, "sudoku")
    assert grids_of(terminal.render(picture.draw(puzzle)), write) == [CLASSIC]


def test_blanks_between_the_strokes_of_a_frame_are_empty_cells(write):
    rows = ["│".join(["", row[:3], row[3:6], row[6:], ""]).replace(".", " ") for row in CLASSIC_ROWS]
    rule = "├───┼───┼───┤"
    assert grids_of("\n".join([rule, *rows[:3], rule, *rows[3:6], rule, *rows[6:], rule]) + "\n", write) == [CLASSIC]


@pytest.mark.parametrize("between", ["\n", "\n\n\n", "---\n", ""])
def test_several_sudokus_in_a_text_are_several(between: str, write):
    text = "\n".join(CLASSIC_ROWS) + "\n"
    assert grids_of(between.join([text] * 3), write) == [CLASSIC] * 3


def test_boards_below_headings_are_called_so(write):
    zeros = "\n".join(CLASSIC_ROWS).replace(".", "0")
    path = write(f"Grid 01\n{zeros}\nGrid 02\n{zeros}\n", "many.txt")
    assert [source.name for source in formats.sources([str(path)])] == ["Grid 01", "Grid 02"]
    assert grids_of(path.read_text(), write) == [CLASSIC] * 2


@pytest.mark.parametrize("blank", [0, None, "", "."])
def test_lists_of_lists_in_json_are_the_rows_of_a_board(blank: object, write):
    rows = [[int(each) if each.isdigit() else blank for each in row] for row in CLASSIC_ROWS]
    assert grids_of(json.dumps(rows), write, "board.json") == [CLASSIC]
    assert grids_of(json.dumps(CLASSIC_ROWS), write, "board.json") == [CLASSIC]


#: A small board of another type, and how programs write it.
AKARI = [["x", ".", "1"], [".", "2", "."]]
LISTS = {
    "json": '[["x", null, 1], [null, 2, null]]',
    "python": "grid = [['x', None, 1],\n        ['', 2, ' '],]\n",
    "tuples": "(('x', None, 1), (None, 2, None))",
    "numpy": "np.array([['x' None 1.]\n          [None 2. None]])",
    "cpp": "char board[2][3] = {{'x', '.', '1'},\n {'.', '2', '.'}};",
    "vector": 'std::vector<std::string> board = {"x.1", ".2."};',
    "texts": "['x.1', '.2.']",
    "object": '{"grid": [["x", null, 1], [null, 2, null]], "difficulty": "hard"}',
    "text": '{"board": "x.1\\n.2.\\n"}',
    "within": '{"newboard": {"grids": [{"value": ["x.1", ".2."]}], "results": 1, "message": "All Ok"}}',
    "utf-16-le": b"x . 1\n. 2 .\n".decode().encode("utf-16-le"),
    "utf-16-be": b"x . 1\n. 2 .\n".decode().encode("utf-16-be"),
}


@pytest.mark.parametrize("form", LISTS)
def test_lists_of_programs_are_the_rows_of_a_board(form: str):
    puzzle = formats.read_one(LISTS[form], "board", Reading(type="akari"))
    assert draft_of(puzzle).parts["grid"].tokens == AKARI


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[[1, 2 3], [4, 5, 6]]", "row 1, column 3: expected a comma before '3'"),
        ("[[1, 2, 3],, [4, 5, 6]]", "row 2: found a comma with nothing before it, expected a value"),
        ("[[1, 2, 3], [4,, 6]]", "row 2, column 2: found a comma with nothing before it, expected a value"),
        ("[[1, 2, 3], [4, 5,]]", "row 2, column 3: found the end of a row, expected a value"),
        ("{{1, 2, 3} {4, 5, 6}}", "row 2: expected a comma before a row"),
        ("[[1, 2, 3], [4, 5]]", "row 2: found 2 cells, expected 3"),
        ("[[1, 2, [3]], [4, 5, 6]]", "found a list within a row, expected a value"),
        ("x = [[1, 2, 3], [4, 5, 6]", "found the end of the text, expected the end of the lists"),
        ("x = [[1, 2, 3], [4, 5, 6]] + 1", "found '+ 1', expected the end"),
        ('{"grid": [[1]], "board": [[2]]}', "found 'grid' and 'board'"),
        (
            '{"size": 4}',
            "expected a JSON object with a text as 'problem', or one board, as 'grid', 'board' or the like",
        ),
    ],
)
def test_slips_in_lists_are_said_with_their_place(text: str, sentence: str):
    with pytest.raises(PuzzleError) as raised:
        formats.read_one(text, "board", Reading(type="sudoku"))
    assert sentence in str(raised.value)


def test_all_cells_of_a_square_may_stand_one_after_the_other(write):
    cells = [int(each) if each.isdigit() else 0 for each in CLASSIC]
    for text in (
        json.dumps({"puzzle": CLASSIC, "solution": CLASSIC_ANSWER}),
        json.dumps(cells),
        CLASSIC.replace(".", "x"),
    ):
        assert grids_of(text, write, "board.json") == [CLASSIC]


def test_blanks_may_be_empty_cells_where_rows_are_whole(write):
    text = "\n".join(CLASSIC_ROWS).replace(".", " ") + "\n"
    assert grids_of(text, write) == [CLASSIC]
    puzzle = formats.read_one(text, "board", Reading(type="sudoku"))
    assert "a blank is read as an empty cell" in str(puzzle.remarks[0])
    trimmed = "\n".join(line.rstrip() for line in text.split("\n"))
    with pytest.raises(
        PuzzleError, match=r"found \d characters, expected 9: write '\.' for an empty cell, not a blank"
    ):
        formats.read_one(trimmed, "board", Reading(type="sudoku"))
    with pytest.raises(PuzzleError):
        formats.read_one(text.replace("\n", "\n ", 3), "board", Reading(type="sudoku"))


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("1...\n....\n....\n...2\n\n....\n3...\n....\n....\n", [1, 6]),
        ("2 3\n1 . .\n. . .\n\n2 3\n. . .\n. . 2\n", [1, 5]),
        ("1...\n....\n\n....\n...2\n", [1]),
        ("2 3\n1 . .\n. . .\n\n2 2\n. .\n. 2\n", [1]),
    ],
)
def test_boards_of_one_size_are_parted_by_empty_lines(text: str, lines: list[int], write):
    found = list(formats.sources([str(write(text, "boards.txt"))]))
    assert [source.line for source in found] == lines


def test_published_lists_of_boards_with_answers_are_read(write):
    row = f"{CLASSIC.replace('.', '0')},{CLASSIC_ANSWER}"
    for text in (f"quizzes,solutions\n{row}\n", f"id,puzzle,solution,clues\n7,{row},30\n"):
        [puzzle] = formats.read_inputs([str(write(text, "board.csv"))], Reading(type="sudoku"))
        assert "".join((puzzle.answer or "").split()) == CLASSIC_ANSWER and pysolve.check(puzzle) == "unique"


def test_an_address_at_the_end_of_a_line_of_words_is_read():
    link = "https://puzz.link/p?slither/1/2/g1"
    for before in ("my puzzle: ", "Try this one (", "\u4eca\u65e5\u306e ", "1. today: "):
        assert formats.read_text(before + link).type.name == "slitherlink"
    for text in (f"see {link}.", f"see {link} (hard)", f"Hello\n{link}\nbye", f"{link} too", f"a {link} b {link}"):
        with pytest.raises(PuzzleError, match="take the address alone"):
            formats.read_text(text)


SPACED = [row.replace(".", " ") for row in CLASSIC_ROWS]
HEAD = "|" + "|".join("123456789") + "|\n|" + "---|" * 9 + "\n"
TABLE = "".join("| " + " | ".join(row) + " |\n" for row in SPACED)
ROWS = "\n".join(CLASSIC_ROWS) + "\n"

#: A Sudoku as it stands in a page, a mail, a forum.
AROUND = {
    "a title": "Easy puzzle No. 3\n" + ROWS,
    "a title and an empty line": "Sunday Times\n\n" + ROWS,
    "a remark": "# my sudoku\n" + ROWS,
    "the type": "sudoku\n" + ROWS,
    "words around": "Here is my sudoku:\n\n" + ROWS + "\nCan you solve it?\n",
    "fences": "```text\n" + ROWS + "```\n",
    "a table": TABLE,
    "a table below an empty head": "|   " * 9 + "|\n|" + "---|" * 9 + "\n" + TABLE,
    "a table below numbers": HEAD + TABLE,
    "a table with its first row as the head": TABLE.replace("\n", "\n|" + ":-:|" * 9 + "\n", 1),
    "quotes": "".join(f'"{row}"\n' for row in CLASSIC_ROWS),
    "full width": ROWS.translate({ord(each): 0xFF10 + int(each) for each in "123456789"}),
    "keycaps": "".join(each + "\ufe0f\u20e3" * each.isdigit() for each in ROWS).replace(".", "\u2b1c"),
    "no width": "\u200b" + ROWS,
    "a quoted mail": "".join(f"> {row}\n" for row in CLASSIC_ROWS),
    "rows with numbers": "".join(f"{at}: {row}\n" for at, row in enumerate(CLASSIC_ROWS, 1)),
    "all cells of a table in a row": ",".join(CLASSIC).replace(".", "0") + "\n",
    "lists of Prolog": "[" + ",\n".join(f"[{','.join(row)}]" for row in CLASSIC_ROWS).replace(".", "_") + "]\n",
    "groups": "".join(f"{row[:3]} | {row[3:6]} | {row[6:]}\n" for row in CLASSIC_ROWS),
    "groups of zeros": "".join(f"{row[:3]} {row[3:6]} {row[6:]}\n" for row in CLASSIC_ROWS).replace(".", "0"),
    "numbers of rows and columns": "  1 2 3 4 5 6 7 8 9\n"
    + "".join(f"{letter} {' '.join(row)}\n" for letter, row in zip("ABCDEFGHI", CLASSIC_ROWS)),
}


@pytest.mark.parametrize("name", AROUND)
def test_what_stands_around_a_board_is_no_row_of_it(name: str, write):
    assert grids_of(AROUND[name], write) == [CLASSIC]


def test_words_above_a_board_are_its_title_and_others_are_said_to_be_left_out():
    puzzle = formats.read_text("Nurikabe by me\n2 2\n. 1\n. .\n", "nurikabe")
    assert puzzle.title == "Nurikabe by me" and not puzzle.remarks
    said = formats.read_text(AROUND["words around"], "sudoku").remarks
    assert "2 lines of words are left out" in str(said[0])


@pytest.mark.parametrize(
    ("text", "type_", "found"),
    [
        ("aab\naab\nabb\n", "norinori", 3),  # letters of regions are no words
        ("# # .\n. 1 .\n. . .\n", "hidato", 3),  # nor are holes remarks
        ("abc def ghi\n1 2 3\n4 5 6\n", "hidato", None),  # a row with wrong tokens is no title
        ("|  |  |\n|--|--|\n| . | 1 |\n| . | . |\n", "nurikabe", 2),
        ("<table><tr><td>1</td></tr></table>", "nurikabe", None),
    ],
)
def test_rows_are_not_taken_for_words(text: str, type_: str, found: int | None):
    if found is None:
        with pytest.raises(PuzzleError, match=r"found 'abc'|found HTML or XML, expected a puzzle"):
            formats.read_text(text, type_)
    else:
        assert formats.read_text(text, type_).board.rows == found


@pytest.mark.parametrize(
    "text",
    [
        f"{CLASSIC} 12 easy\n",
        f"{CLASSIC.replace('.', '0')},7.2\n",
        f"0000183b305c {CLASSIC}  1.2\n",
        f"source,question,answer,rating\nme,{CLASSIC},{CLASSIC_ANSWER},3\n",
        json.dumps([{"puzzle": CLASSIC, "solution": CLASSIC_ANSWER}] * 2),
        json.dumps([[[int(each) if each.isdigit() else 0 for each in row] for row in CLASSIC_ROWS]] * 2),
    ],
)
def test_lists_of_boards_are_read_with_what_they_say_of_each(text: str, write):
    found = grids_of(text, write, "boards.json" if text.startswith("[") else "boards.txt")
    assert found == [CLASSIC] * (2 if text.startswith("[") else 1)
