"""Links of puzz.link: read, solved and written; compared with the reference implementation, where node has it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from conftest import INSTANCES, ROOT, command
from hypothesis import given, settings
from hypothesis import strategies as st
from puzzlink import EXAMPLES, SITE, has_later_sections, read, without_some_clues, written
from pzpr import node
from samples import TYPES, type_of_genre

import pysolve
from pysolve import catalog, formats
from pysolve.formats import Reading, Source, addresses
from pysolve.formats.links.board import meaning
from pysolve.formats.links.codecs import Codec, Coding, Cursor, Numbers
from pysolve.formats.links.genre import codec_of, find_genre, genre_of, genres
from pysolve.model.build import draft_of
from pysolve.model.errors import PuzzleError, quote
from pysolve.model.puzzle import Puzzle
from pysolve.solving.facts import atoms

#: The types that have a genre.
LINKED = [type_.name for type_ in TYPES.values() if genres(type_)]


# -- Examples


def test_every_genre_of_a_type_has_an_example():
    assert {genre.name for name in LINKED for genre in genres(catalog.find(name))} == set(EXAMPLES)


#: The genres of the examples, with their types.
GENRES = [(type_of_genre()[genre], genre) for genre in EXAMPLES]


@cache
def example(genre: str) -> Puzzle:
    return read(f"{genre}/{EXAMPLES[genre]}", type_of_genre()[genre])


def test_every_example_comes_back_out_unchanged():
    assert {genre: written(example(genre)) for genre in EXAMPLES} == {
        genre: f"{genre}/{body}" for genre, body in EXAMPLES.items()
    }


@pytest.mark.parametrize(("type_", "genre"), GENRES)
def test_an_example_has_one_answer_and_the_same_native_form(type_: str, genre: str):
    puzzle = example(genre)
    assert puzzle.type.name == type_ and pysolve.check(puzzle) == "unique"
    assert draft_of(formats.read_text(formats.write(puzzle).decode())).parts == draft_of(puzzle).parts


@pytest.mark.parametrize(
    ("link", "parts"),
    [
        ("disloop/2/2/*0004ah", {"grid": [["2,2,4,4n", "?n"], [".", "."]]}),
        ("magnets/3/2/g1l1g800030", {"plates": [["A", "A", "B"], ["#", "#", "B"]]}),
        ("battleship/3/3/lo/3/13s/11g/11g", {"fleet": [["2", ".", "1"]]}),
        ("battleship/3/3/lo/0", {"fleet": [[]]}),
        ("battleship/2/2/j7ah/2/11g/22u", {"fleet": [["1", "xx/xx"]], "grid": [["nw", "se"], [".", "."]]}),
        ("midloop/2/2/g3f", {"grid": [["5", "."], [".", "."]]}),
        ("bosanowa/2/2/kg1g1", {"grid": [[".", "1"], [".", "1"]]}),
        ("mejilink/2/2/00g", {"grid": [["15", "14"], ["15", "15"]]}),
        ("snake/2/2/i9g1h", {"grid": [["x", "."], [".", "o"]], "columns": [[".", "1"]], "rows": [[".", "."]]}),
        ("arukone/2/2/1122", {"grid": [["1", "1"], ["2", "2"]]}),
        ("tetrominous/2/2/cg04", {"grid": [["#", "."], ["I", "T"]]}),
        ("kakuro/2/2/l.-7-34", {"grid": [["-", "-", "3,"], [",4", ".", "."], ["-", "-", ",7"]]}),
        ("compass/2/2/_.12.h", {"grid": [["#", "?/?/1/2"], [".", "."]]}),
        ("mukkonn/2/2/_..2.h", {"grid": [["#", "?/?/?/2"], [".", "."]]}),
        ("fakearrow/2/2/0051h", {"grid": [["#", "n"], [".", "."]]}),
        ("pentatouch/2/2/18//t", {"grid": [[".", "#"], [".", "."]], "dots": [["."]]}),
        ("bdblock/2/2/9/.1h", {"grid": [["?", "1"], [".", "."]]}),
        ("scrabble/2/2/.-1ah/1/AB", {"grid": [["?", "Z"], [".", "."]]}),
        ("dominion/2/1/-34-1a", {"grid": [["z", "Z"]]}),
        ("nikoji/2/1/1-1b", {"grid": [["A", "a"]]}),
        ("kaero/3/2/009-0-FAb", {"grid": [["j", "k", "z"], ["A", ".", "."]]}),
        ("roundtrip/2/2/1m", {"top": [["1", "."]]}),
        ("tateyoko/2/1/.0", {"grid": [["?", "0"]]}),
        ("hebi/2/2/03071.a", {"grid": [["3", "7"], ["?n", "."]]}),
        ("yajikazu/2/2/030.b", {"grid": [["3", "?"], [".", "."]]}),
        ("firefly/2/2/030.b", {"grid": [["3", "?"], [".", "."]]}),
        ("kuroclone/2/2/000.c", {"grid": [["?", "."], [".", "."]]}),
        ("narrow/2/2/1.h", {"grid": [["A", "?"], [".", "."]]}),
        ("kaero/2/2/00A.b", {"grid": [["A", "?"], [".", "."]]}),
        ("uturns/2/2/2.b", {"grid": [["g", "?"], [".", "."]]}),
        ("balance/2/2/0-23h", {"grid": [["w", "17b"], [".", "."]]}),
        ("fillomino/2/2/2ig0", {"grid": [["2", "."], [".", "."]], "walls": [["|"], [".", "."], ["."]]}),
        ("shwolf/1/2/00", {"grid": [["."], ["."]]}),
        ("numcity/2/2/1i", {"regions": [["A", "A"], ["A", "A"]]}),
        ("railpool/2/2/n00", {"grid": [[".", "."], [".", "."]]}),
        ("snakeegg/2/2/0c//i", {"sizes": [["1"] * 9], "grid": [["o", "."], [".", "."]]}),
        ("scrabble/2/2/j//z", {"grid": [[".", "."], [".", "."]]}),
        ("simpleloop/2/2//", {"grid": [[".", "."], [".", "."]]}),
        ("sashikabe/2/2/@m", {"grid": [["?", "."], [".", "."]]}),
        ("box/2/2/-100v3", {"columns": [["32", "0"]], "rows": [["31", "3"]]}),
    ],
)
def test_a_link_becomes_these_tokens_and_comes_back_out_unchanged(link: str, parts: dict[str, list[list[str]]]):
    puzzle = read(link)
    tokens = draft_of(puzzle).parts
    assert {name: tokens[name].tokens for name in parts} == parts
    assert written(puzzle) == link


#: Genres whose links say less where nothing stands at the end, and what is left out: cut off there, they are other links.
OPEN_ENDED = {
    **dict.fromkeys(("bunnyhop", "ruleofthree", "simpleloop", "vertigo"), "holes, if there are none"),
    "dosufuwa": "blanks", "ringring": "blanks", "curvedata": "all figures",
    "lohkous": "the last numbers of the last place", "scrabble": "the last letters of the last word",
    "icebarn": "digits of a place", "icelom2": "digits of a place", "slalom": "digits of a place",
}  # fmt: skip


@pytest.mark.parametrize(("type_", "genre"), GENRES)
def test_a_link_that_was_cut_off_is_refused(type_: str, genre: str):
    link = f"{genre}/{EXAMPLES[genre]}".rstrip("/")
    start = re.match(r"[^\d/]*[\w-]*/(?:[a-z]+/)*\d+/\d+", link)
    assert start is not None
    for end in {*range(start.end(), start.end() + 3), (start.end() + len(link)) // 2, *range(len(link) - 3, len(link))}:
        if start.end() <= end < len(link):
            try:
                puzzle = read(link[:end])
            except PuzzleError:
                continue
            assert genre in OPEN_ENDED and written(puzzle).rstrip("/") == link[:end].rstrip("/"), link[:end]


# -- Puzzles of our own


@pytest.mark.parametrize("name", LINKED)
def test_what_was_written_as_a_link_is_read_as_it_was(name: str):
    count = 0
    for path in sorted((INSTANCES / name).glob("*.yaml")):
        for puzzle in without_some_clues(pysolve.read(str(path)), seed=count):
            try:
                link = written(puzzle)
            except PuzzleError:  # such a puzzle has holes, say, or a number that is too large
                continue
            count += 1
            again = read(link, name)
            matching = genre_of(puzzle.type, link.partition("/")[0])
            assert matching is not None
            assert meaning(again, matching.genre) == meaning(puzzle, matching.genre), link
            assert written(again) == link
    assert count, f"no instance of {name} can be written as a link"


# -- Codecs

NUMBERS = st.integers(0, 70_000).map(str)
DIRECTIONS = st.sampled_from(["", "n", "e", "s", "w"])

#: Codecs, and the values that they can write.
CODECS: dict[str, tuple[Codec, st.SearchStrategy[str]]] = {
    "4": (codec_of(Coding(codec="4")), st.sampled_from("01234?")),
    "10": (codec_of(Coding(codec="10")), st.sampled_from("0123456789?")),
    "16": (codec_of(Coding(codec="16")), NUMBERS | st.just("?")),
    "46": (codec_of(Coding(codec="46")), st.integers(0, 45).map(str) | st.sampled_from("?x")),
    "10-or-16": (codec_of(Coding(codec="10-or-16")), st.integers(0, 300).map(str) | st.just("?")),
    "bits": (codec_of(Coding(codec="bits")), st.just("1")),
    "ones": (codec_of(Coding(codec="ones")), st.just("1")),
    "thirds": (codec_of(Coding(codec="thirds")), st.sampled_from("12")),
    "arrow": (
        codec_of(Coding(codec="arrow")),
        st.tuples(st.integers(0, 4000).map(str) | st.just("?"), DIRECTIONS).map("".join),
    ),
    "several": (
        codec_of(Coding(codec="several")),
        st.sampled_from(["?", "0", "8", "5,1", "?,?", "3,1,?", "1,1,1,1", "1,?,1,1"]),
    ),
    "sets": (
        codec_of(Coding(codec="sets", blanks="k", ended=True)),
        st.sampled_from(["?", "1", "9,2", "?,?", "3,1,?"]),
    ),
    "fours": (
        codec_of(Coding(codec="fours")),
        st.lists(NUMBERS | st.just("?"), min_size=4, max_size=4).map("/".join),
    ),
    "lettered": (
        codec_of(Coding(codec="lettered")),
        st.builds("{}{}".format, st.sampled_from("ABZ"), st.integers(0, 300).map(str) | st.just("")),
    ),
    "dots": (codec_of(Coding(codec="dots")), st.sampled_from("12")),
    "ended skips": (codec_of(Coding(codec="skips", ended=True)), st.just("1")),
    "dot-pairs": (codec_of(Coding(codec="dot-pairs")), st.sampled_from("123")),
    "side-pairs": (codec_of(Coding(codec="side-pairs")), st.sampled_from("12")),
    "coloured": (
        codec_of(Coding(codec="arrow", signs={"1": "o", "2": "x", "0": ""})),
        st.tuples(st.integers(0, 300).map(str), DIRECTIONS, st.sampled_from(["", "o", "x"])).map("".join),
    ),
    "table": (Numbers(36, (("-", 2, 0),), "", {}), st.integers(0, 1295).map(str)),
    "signs": (Numbers(7, (), "a", {"7": "#"}), st.sampled_from("0123456#")),
    "signs with numbers": (
        Numbers(
            16, (("-", 2, 0),), "n i#", {"$0": "o", "$#": "#o", "%##": "#o", "@####": "#,#", ".": "?"}, {"x": "opq"}
        ),
        st.integers(0, 255).map(str) | st.sampled_from(["o", "x", "?", "1o", "15o", "16o", "255o", "3,200"]),
    ),
    "divided": (
        codec_of(Coding(codec="16", quotients=("b", "?", "0"), remainders=("", "n", "e"))),
        st.tuples(st.integers(0, 300).map(str) | st.sampled_from("b?"), st.sampled_from(["n", "e"])).map("".join),
    ),
    "leading digits": (
        codec_of(Coding(codec="16", leading=("n", "s", "x"))),
        st.builds(
            "{}{}".format,
            st.lists(st.sampled_from("123456789?"), min_size=1, max_size=4).map(",".join),
            st.sampled_from("nsx"),
        )
        | st.sampled_from(["0", "7", "?"]),
    ),
    "digits for blanks": (Numbers(0, (), "6", {"0": "0", "5": "#"}), st.sampled_from("0#")),
}


def test_blanks_behind_the_last_mark_are_left_out():
    codec, values = codec_of(Coding(codec="skips")), [*[None] * 37, "1", "1", *[None] * 3]
    assert codec.encode(values) == ".10"
    assert codec.decode(Cursor(".10"), len(values)) == values


def test_numbers_above_9_change_the_base_of_all():
    codec = codec_of(Coding(codec="10-or-16"))
    for values, text in ((["1", None, "9"], "1a9"), (["1", None, "10"], "-1ga"), (["?", "255"], "-.-ff")):
        assert codec.encode(values) == text
        assert codec.decode(Cursor(text), len(values)) == values


def test_a_large_number_stands_behind_the_prefix_with_the_largest_start():
    codec = codec_of(Coding(codec="16"))
    assert codec.encode(["8191", "8192", "12239", "12240", "77775", "77776"]) == "=fff@000@fcf*0000*ffff$00000"


def test_a_run_of_blanks_behind_numbers_counts_their_own_place():
    codec = codec_of(Coding(codec="sets", blanks="a"))
    values = [None, "2", "3,?", None, None, *[None] * 26, "1"]
    assert codec.encode(values) == "a2a30zc1"
    assert codec.decode(Cursor("a2a30zc1"), len(values)) == values


@pytest.mark.parametrize("name", CODECS)
@settings(max_examples=25)
@given(st.data())
def test_a_codec_reads_what_it_wrote_and_no_further(name: str, data: Any):
    codec, value = CODECS[name]
    values = data.draw(st.lists(st.none() | value, max_size=60))
    text = codec.encode(values)
    cursor = Cursor(text + "x")
    assert codec.decode(cursor, len(values)) == values
    assert cursor.rest == "x"


@settings(max_examples=100)
@given(st.sampled_from(sorted(EXAMPLES)), st.text("0159afgkz.-+=%/!é?", max_size=30), st.integers(0, 40))
def test_whatever_a_link_holds_is_read_or_refused_with_a_sentence(genre: str, text: str, at: int):
    size, body = EXAMPLES[genre][:4], EXAMPLES[genre][4:]
    try:
        puzzle = read(f"{genre}/{size}{body[:at]}{text}{body[at + 2 :]}")
    except PuzzleError as error:
        assert error.file is not None
    else:
        assert puzzle.board.cells


# -- Links and their errors


@pytest.mark.parametrize(
    "link",
    ["https://puzz.link/p?slither/5/5/cbcbcddad", "http://puzz.link/p?slither/5/5/cbcbcddad/",
     "puzz.link/p?slither/5/5/cbcbcddad", "http://pzv.jp/p.html?slither/5/5/cbcbcddad", "pzv.jp/p.html?slither/5/5/cbcbcddad",
     "http://indi.s58.xrea.com/pzpr/v3/p.html?slither_edit/5/5/cbcbcddad//", "https://puzz.link/p?slitherlink/5/5/cbcbcddad",
     "https://puzz.link/p?slither%2F5%2F5%2Fcbcbcddad"],
)  # fmt: skip
def test_links_of_all_kinds_are_read(link: str, write):
    assert command("convert", link, "--to", "puzzlink").out.strip() == "https://puzz.link/p?slither/5/5/cbcbcddad"
    path = write(f"\n{link}\n{link}\n", "links.txt")
    assert command("check", str(path)).out.split() == [
        word for line in (2, 3) for word in ("unique", f"{path},", "line", str(line))
    ]


@pytest.mark.parametrize(
    ("link", "type_", "sentence"),
    [
        ("slalom/2/2/5/0", None, "expected the flag 'd': without it, links of 'slalom' mean another thing"),
        ("parquet/2/1/90", None, "row 1, column 1: found '9', expected two sides, a number up to 8"),
        (
            "parquet/2/2/3000",
            None,
            "found a wall within a region, towards row 1, column 2; the genre has no such walls",
        ),
        *(
            (
                f"{name}/2/2/g0{rest}",
                None,
                "found a wall within a region, towards row 1, column 2; the genre has no such walls",
            )
            for name, rest in {"wataridori": "j", "disco": "", "marutaring": "g", "tetroctb": "g"}.items()
        ),
        ("ququ/2/2/i13k1i.g", None, "found a link of the genre 'ququ' (Ququ), for which there are no rules here"),
        (
            "tappa/5/5/3n",
            None,
            "found a link of the genre 'tappa', which is not one of puzz.link's; did you mean 'tapa'?",
        ),
        ("qqqqq/5/5/3n", None, "found a link of the genre 'qqqqq', which is not one of puzz.link's"),
        ("tawa/5/5/4/w", None, "found '4' at character 10 of the link, expected a digit of base 4"),
        ("tawa/1/2/0/a", None, "found rows without bricks"),
        ("slither/5/5/cbcb!ddad", None, "found '!' at character 17 of the link, expected a clue or a run of blanks"),
        (
            "slither/5/5/cbcbcddadcc",
            None,
            "found 'c' at character 22 of the link, expected the end of the link: a value stands before it for each place",
        ),
        ("slither/q/5/5/cbcb", None, "found the flag 'q', which is not known here for the genre 'slither'"),
        ("slither/50000/5/g", None, "found a board of 5 rows and 50000 columns"),
        ("slither/0/5/g", None, "found a board of 5 rows and 0 columns"),
        ("slither/999/999/g", None, "found a board of 999 rows and 999 columns, expected at most 40000 cells"),
        ("nurikabe/2/1/-", None, "the link ends in the middle of a number, at character 14"),
        ("nurikabe/2/1/-1x", None, "found 'x' at character 16 of the link, expected a digit of base 16"),
        (
            "starbattle/6/6/x",
            None,
            "found 'x' at character 16 of the link, expected a number from 1 on, of at most 10 digits",
        ),
        (
            "isowatari/2/2/0/00",
            None,
            "found '0' at character 15 of the link, expected a number from 1 on, of at most 10",
        ),
        (f"starbattle/6/6/{'1' * 5000}/", None, "found '1' at character 16 of the link, expected a number"),
        ("battleship/2/2/jj//p", None, "found 'p' at character 20 of the link, expected the letter of a fleet that is"),
        ("battleship/2/2/jj/1/220", None, "found '2' at character 21 of the link, expected a ship, such as 23fg"),
        ("battleship/2/2/jj/999999999/11g", None, "found a fleet of 999999999 ships, expected 100 at most"),
        ("statuepark/2/2/00/1/110", None, "found '1' at character 21 of the link, expected a shape, such as 23fg"),
        (
            "statuepark/2/2/00//q",
            None,
            "found 'q' at character 20 of the link, expected the letter of a bank of shapes",
        ),
        (
            "curvedata/2/2/0i/2/2/3",
            None,
            "found '2' at character 18 of the link, expected the columns and rows of a figure and its lines, such as 2/2/30",
        ),
        (
            "curvedata/2/2/0i/1/2/1",
            None,
            "found '1' at character 18 of the link, expected the columns and rows of a figure and its lines, such as 2/2/30",
        ),
        (
            "curvedata/2/2/0i/2/2/00",
            None,
            "found '2' at character 18 of the link, expected the columns and rows of a figure and its lines, such as 2/2/30",
        ),
        ("curvedata/2/2/0i/2/2/z0", None, "found 'z' at character 22 of the link, expected a digit of base 16"),
        ("curvedata/2/2/0i" + "/2/2/30" * 101, None, "found more figures than 100, the most that are read"),
        ("statuepark/2/2/00/101/11g", None, "found a bank of 101 shapes, expected 100 at most"),
        ("scrabble/2/2/j/1/A", None, "found 'A' at character 18 of the link, expected a word of two letters at least"),
        ("haisu/2/2/1132", None, "found row 2, column 3 for 'G', where there is no cell"),
        ("meidjuluk/2/2/j/1/0", None, "found an area of 0 cells, expected 1 to 40000"),
        ("meidjuluk/2/2/j//101", None, "found 101 sizes, expected 100 at most"),
        ("icebarn/2/2/044/8/0", None, "found the place 8, but there are 8, from 0 on"),
        ("box/2/2/123", None, "found 3 values for 'columns, rows', expected 4; then the link ends, at character 11"),
        *(
            (
                f"{SITE}slither/2/2/dc{more}",
                None,
                f"found {quote(more[0])} at character 35 of the link, expected the end of",
            )
            for more in (")", ">", ".", ",", "%2F", "%2", "%", "&a", "/x")
        ),
        ("slither/2/5/cbcbcddad", None, "found 'c' at character 17 of the link, expected the end of the link"),
        ("slither/6/5/cbcbcddad", None, "found 27 values for 'grid', expected 30; then the link ends, at character 21"),
        ("slither/5/cbcbcddad", None, "the text does not say what type of puzzle it is"),
        ("slither/5/5/cb", None, "found 6 values for 'grid', expected 25; then the link ends, at character 14"),
        ("sudoku/9/9/5", None, "found 1 value for 'grid', expected 81; then the link ends, at character 12"),
        ("slither/5/5", None, "found 0 values for 'grid', expected 25; then the link ends, at character 11"),
        ("nurikabe/3/2/gz", None, "found 21 values for 'grid', expected 6, at character 15"),
        ("lits/2/2/v3", None, "found 5 values for 'regions', expected 2, at character 10"),
        ("kakuro/2/1/l1", None, "found the end at character 14 of the link, expected a sum"),
        ("kakuro/2/1/m", None, "found 3 values for 'grid', expected 2, at character 12"),
        ("pentopia/2/2/j", None, "found the end at character 15 of the link, expected a bank of shapes"),
        ("midloop/2/2/11m", None, "row 1, column 1: two dots touch each other"),
        ("tajmahal/2/2/d00c", None, "row 2, column 2: two dots touch each other"),
        ("tajmahal/2/2/9h", None, "a dot where there can be none of its kind"),
        ("midloop/2/2/g0m", None, "a dot where there can be none of its kind"),
        ("slither/5/5/cbcb", "akari", "found a link of the genre 'slither'; Akari has 'akari'"),
        ("slither/5/5/cbcb", "hidato", "found a link of the genre 'slither'; Hidato has no genre there"),
    ],
)
def test_what_is_wrong_with_a_link_is_said(link: str, type_: str | None, sentence: str):
    source = Source("link", "link", link.encode())
    with pytest.raises(PuzzleError) as raised:
        formats.read(source, Reading(type=type_))
    assert sentence in str(raised.value)


def test_the_address_of_another_page_is_refused_and_not_fetched():
    done = command("check", "https://example.org/puzzle.html")
    assert done.code == 2
    assert "this address holds no puzzle of a form that is known here, and is never fetched" in done.err


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("https://tinyurl.com/abc", "this address stands for a longer one"),
        ("http://www.webpbn.com/play.cgi?id=1", "export the puzzle there"),
        ("http://www.kanpen.net/heyawake.html?heyawake=3x3/1in3x3/", "an old address of a puzzle applet"),
        (
            "https://www.sudokuwiki.org/sudoku.htm?bd=S9B0a",
            "holds no plain Sudoku, as 81 digits or as the site packs it",
        ),
        (
            "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/loopy.html",
            "holds no game ID that can be read here",
        ),
        ("https://www.janko.at/Raetsel/Nurikabe/001.a.htm", "only names a puzzle that janko.at keeps"),
        ("https://www.linkedin.com/games/zip/", "only names a puzzle that LinkedIn keeps"),
        ("https://example.org/show?id=12", "only names a puzzle that another site keeps"),
        (
            "https://puzz.link/list.html",
            "this address holds no board, as one of puzz.link of the form https://puzz.link/p?",
        ),
        ("puzz.link/p?nurikabe", "this address holds no board"),
        ("http://indi.s58.xrea.com/nurikabe/sa/m.html?3/3/g2m", "an old address of a puzzle applet"),
        ("https://sudokumaker.app/?puzzle=N4Ig", "links of SudokuMaker are not read here"),
        ("https://puzz.link/p?nurikabe/v:twice/3/3/g2m", "a link of a variant, 'v:twice', whose rules it does not say"),
        ("tinyurl.com/abc", "this address stands for a longer one"),
        ("sudokupad.app/abc", "only names a puzzle that SudokuPad keeps"),
        ("www.sudokuwiki.org/sudoku.htm?bd=S9B0a", "holds no plain Sudoku, as 81 digits or as the site packs it"),
        ("swaroopg92.github.io/penpa-edit/#m=edit", "opens Penpa+ without a drawing, or is cut off"),
    ],
)
def test_an_address_without_a_puzzle_says_what_to_do_instead(address: str, sentence: str):
    done = command("check", address)
    assert done.code == 2 and sentence in done.err


NURIKABE = "nurikabe/3/3/g2m"


@pytest.mark.parametrize(
    "address",
    ["https://puzz.link/p?type=editor&{}", "http://pzv.jp/p.html?type=player&{}", "https://example.org/fork/p?{}",
     "https://puzz.link/p?{}#top", "https://puzz.link/p?{}&utm_source=x&fbclid=y",
     "https://puzz.link/p?nurikabe_play/3/3/g2m", "http://www.kanpen.net/nurikabe.html?pzpr=/3/3/g2m"],
)  # fmt: skip
def test_addresses_of_editors_players_and_forks_are_links(address: str):
    assert pysolve.read(address.format(NURIKABE)).tokens == read(NURIKABE).tokens


def test_what_stands_in_the_line_of_a_browser_behind_the_page_is_a_link():
    assert pysolve.read_text(f"?{NURIKABE}\n").tokens == read(NURIKABE).tokens


@pytest.mark.parametrize("frame", ["<{}>", "[A (small) one]({})", " [x]({})\n"])
def test_an_address_alone_in_markdown_is_that_address(frame: str):
    found = pysolve.read_text(frame.format(f"https://puzz.link/p?{NURIKABE}"))
    assert found.tokens == read(NURIKABE).tokens


@pytest.mark.parametrize(
    ("alias", "type_"),
    [
        ("heyawacky", "heyawake"),
        ("suraromu", "slalom"),
        ("rome", "roma"),
        ("bnuuyhop", "bunnyhop"),
        ("numlin_bit", "numberlink"),
    ],
)
def test_aliases_of_pzpr_are_known(alias: str, type_: str):
    found = find_genre(alias)
    assert found is not None and found.type.name == type_


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("puzzle: hidato\ngrid: |\n  1 .\n", "puzz.link has no genre for a Hidato puzzle"),
        ("puzzle: slitherlink\ngrid: |\n  1 #\n", "row 1, column 2: a link of the genre 'slither' cannot hold a hole"),
        ("puzzle: slitherlink\ngrid: |\n  1 7\n", "row 1, column 2: a link of the genre 'slither' cannot hold '7'"),
        (
            "puzzle: sudoku\noptions: {diagonals: yes}\ngrid: |\n  1 .\n  . .\n",
            "a link of the genre 'sudoku' cannot say diagonals=yes",
        ),
        ("puzzle: isowatari\ngrid: |\n  . .\n", "a link of this genre cannot hold '0'"),
        ("puzzle: tawa\ngrid: |\n  1 # 1\n   . . .\n", "holds only walls whose rows are shifted in turn"),
        ("puzzle: lits\nregions: |\n  AB\n  BA\n", "a region is in several pieces"),
        (
            "puzzle: kakuro\ngrid: |\n  - . .\n  ,3 . .\n",
            "must be blocks with sums for what lies behind them",
        ),
        ("puzzle: kakuro\ngrid: |\n  - 50,\n  - .\n", "cannot hold '50'"),
        ("puzzle: kakuro\ngrid: |\n  - 3,\n  - =3\n", "cannot hold '=3'"),
        ("puzzle: numberlink\noptions: {reading: tidy}\ngrid: |\n  1 1\n", "'numlin' means reading=sparse, found tidy"),
        ("puzzle: kakurasu\ncolumns: |\n  1 .\nrows: |\n  1 1\n", "a link of this genre needs a number in each place"),
        ("puzzle: mejilink\ngrid: |\n  15 3\n", "row 1, column 1 and row 1, column 2 do not say the same of the side"),
        ("puzzle: lits\nregions: |\n  A.\n  AA\n", "row 1, column 2 belongs to no region"),
        ("puzzle: haisu\nends: |\n  S .\ngrid: |\n  . .\nregions: |\n  A A\n", "needs exactly one 'G'"),
        (
            "puzzle: icebarn\ntop: |\n  in .\nbottom: |\n  . .\nleft: |\n  .\nright: |\n  .\nice: |\n  . .\narrows: |\n  .\n",
            "needs exactly one 'out'",
        ),
    ],
)
def test_what_a_link_cannot_hold_is_not_written(text: str, sentence: str, write):
    path = write(text, "puzzle.yaml")
    done = command("convert", str(path), "--to", "puzzlink", "-o", str(path.parent / "link.txt"))
    assert done.code == 2 and sentence in done.err
    assert not (path.parent / "link.txt").exists()


@pytest.mark.parametrize(
    ("digit", "rows", "blanks"),
    [(0, [3, 2, 3, 2], "c"), (1, [3, 3, 3, 3], "e"), (2, [3, 4, 3, 4], "e"), (3, [3, 4, 3, 4], "g")],
)
def test_a_wall_of_bricks_lies_as_the_digit_of_its_link_says(digit: int, rows: list[int], blanks: str):
    puzzle = read(f"tawa/3/4/{digit}/1e2{blanks}")
    assert [len(row) for row in puzzle.board.space_rows] == rows
    assert puzzle.board.holes == ({(2, 7), (4, 7)} if digit == 2 else set())
    assert puzzle.board.row_starts[:2] == ((1, 2) if digit < 2 else (2, 1))
    cells = [token.values["X"] for token in puzzle.tokens["grid"]]
    assert cells == [puzzle.board.cells[0], puzzle.board.cells[6]]
    assert written(puzzle) == f"tawa/3/4/{digit}/1e2{blanks}"


def test_several_puzzles_become_one_file(tmp_path: Path):
    links = [f"{SITE}slither/5/5/cbcbcddad", f"{SITE}starbattle/6/6/1/4ilbhgdnmhou"]
    native, text = tmp_path / "puzzles.yaml", tmp_path / "links.txt"
    assert command("convert", *links, "-o", str(native)).code == 0
    assert command("convert", str(native), "--to", "puzzlink", "-o", str(text)).code == 0
    assert text.read_text().split() == links


def test_a_puzzle_knows_an_address_at_which_it_opens():
    puzzle = pysolve.read(f"{SITE}slither/5/5/cbcbcddad")
    assert puzzle.url() == f"{SITE}slither/5/5/cbcbcddad"
    drawn = pysolve.read_text("puzzle: kakurasu\ncolumns: |\n  1 .\nrows: |\n  1 .\n")
    assert "penpa-edit" in drawn.url()  # a link of puzz.link has all totals
    grid = "grid: |\n" + "  . . . . . . . . .\n" * 9
    assert "sudokupad" in pysolve.read_text(f"puzzle: sudoku\n{grid}thermometer: |\n  r2c1-r2c4\n").url()
    with pytest.raises(PuzzleError, match="no genre for a Hidato puzzle on hexagons"):
        pysolve.read(str(INSTANCES / "hidato" / "hexagon.yaml")).url()


def test_made_puzzles_are_written_as_addresses(tmp_path: Path):
    done = command("make", "akari", "4x4", "--count", "2", "--seed", "3", "--to", "url")
    links = done.out.split()
    assert done.code == 0 and len(links) == 2
    assert command("check", *links).out.split()[::2] == ["unique", "unique"]
    folder = tmp_path / "links"
    assert command("make", "akari", "4x4", "--count", "2", "--seed", "3", "--to", "url", "-o", str(folder)).code == 0
    assert [path.read_text().strip() for path in sorted(folder.iterdir())] == links
    assert command("make", "akari", "4x4", "--to", "url", "--answer").code == 2
    done = command("make", "crossword", "3x3", "--count", "2", "--to", "ipuz", "--words", "/dev/null")
    assert done.code == 2 and "holds one puzzle a file" in done.err


@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        ("puzzlink: {name: x}", "puzzlink: expected 'name' and 'body'"),
        ("puzzlink: {name: x, body: [grid: 5]}", "the codecs are 4, 10, 16"),
        ("puzzlink: {name: x, body: [gird: 4]}", "'gird' is not one of grid"),
        ("puzzlink: {name: x, body: [{grid: 4, at: no}]}", "'no' is not one of grid"),
        ("puzzlink: {name: x, options: {size: 4}, body: [grid: 4]}", "'size' is not an option of the type"),
    ],
)
def test_what_is_wrong_with_the_key_is_said(key: str, sentence: str, write):
    manifest = f'name: Mine\ngroup: x\nabout: x\nread:\n  grid: "clue(X,V)"\n{key}\n'
    path = write(manifest, "mine/manifest.yaml")
    write("", "mine/rules.lp")
    with pytest.raises(PuzzleError) as raised:
        find_genre("x", [path.parent.parent])
    assert sentence in str(raised.value) and "mine/manifest.yaml" in str(raised.value)


# -- A '?' and a 0

QUESTION_MARKS = [
    line.split("\t") for line in (ROOT / "bench" / "question_marks.tsv").read_text(encoding="utf-8").splitlines()[1:]
]


def read_and_counted(link: str) -> str:
    """How many answers a link has, as the table says it; a dash if it is refused."""
    try:
        count = len(list(islice(pysolve.solve(read(link)), 100)))
    except PuzzleError:
        return "–"
    return f"{count}" if count < 100 else "100 and more"


@pytest.mark.parametrize(
    ("type_", "link", "token", "says", "answers", "without"),
    [(type_of_genre()[genre], *others) for genre, *others in QUESTION_MARKS],
)
def test_a_question_mark_and_a_zero_are_what_the_table_says(
    type_: str, link: str, token: str, says: str, answers: str, without: str
):
    assert read_and_counted(link) == answers
    if says == "kept":
        assert written(read(link)) == link
    elif says == "nothing":
        assert read_and_counted(written(read(link))) == answers == without
    elif says.startswith("the same as"):
        assert written(read(link)) == says.split("`")[1]
    else:
        with pytest.raises(PuzzleError) as raised:
            list(pysolve.solve(read(link)))
        assert says in str(raised.value)


def test_the_table_names_what_stands_in_the_first_cell_there():
    compared = 0
    links = [link for _, link, _, _, _, _ in QUESTION_MARKS]
    for (_, link, token, *_), other in zip(QUESTION_MARKS, node("-e", PROGRAM, value=links), strict=True):
        if other is not None and without_flags(other["link"]).strip("/") == without_flags(link).strip("/"):
            compared += 1
            assert other["numbers"][0] == {"?": -2, "0": 0}[token], link
    assert compared > 50


def test_the_list_of_genres_that_write_a_question_mark_as_a_blank_is_complete():
    text = " ".join((ROOT / "docs" / "puzzlink.md").read_text().split())
    listed = re.split(", | and ", text.split("It is a blank, and written as one, in ")[1].split(". In ")[0])
    found = set()
    for type_ in map(catalog.find, LINKED):
        said = {name for genre in genres(type_) for section in genre.sections for name in section.parts}
        marks = [part.tokens["?"] == () for part in type_.parts if part.name in said and "?" in part.tokens]
        found |= {type_.title} if marks and all(marks) else set()
    assert set(listed) == found


# -- The reference

#: Reads links from standard input as JSON; writes what pzpr makes of each: the link again, and the numbers in its cells.
PROGRAM = """
const pzpr = require("pzpr");
const links = JSON.parse(require("fs").readFileSync(0));
console.log(JSON.stringify(links.map(link => {
  if (!pzpr.variety(link.split("/")[0]).valid) return null;
  const puzzle = new pzpr.Puzzle();
  puzzle.open(link);
  return {link: puzzle.getURL().split("?")[1], numbers: Array.from(puzzle.board.cell, cell => cell.qnum)};
})));
"""


#: Whose boards pzpr writes with a frame of empty cells around what is there, which changes nothing.
FRAMED = {"goishi"}

#: Whose sums that are not given it does not have yet: it writes a 0 in place of '-'.
WITHOUT_DASH = {"kakuro"}


def without_flags(link: str) -> str:
    """What stands behind the name and the flags, of which pzpr 0.10.1 does not have all yet."""
    return re.sub(r"^[a-z-]+/(?:[a-z]+/)?", "", link)


def puzzles_of_instances() -> Iterator[Puzzle]:
    """Those of the first three instances of each type that links can hold."""
    for name in LINKED:
        for path in sorted((INSTANCES / name).glob("*.yaml"))[:3]:
            puzzle = pysolve.read(str(path))
            with suppress(PuzzleError):
                written(puzzle)
                yield puzzle


@pytest.mark.parametrize(
    "found",
    [lambda: map(example, EXAMPLES), pytest.param(puzzles_of_instances, marks=pytest.mark.rest)],
    ids=["examples", "instances"],
)
def test_links_are_those_of_the_reference(found: Callable[[], Iterable[Puzzle]]):
    puzzles = [*found()]
    links = [written(puzzle) for puzzle in puzzles]
    compared = 0
    for puzzle, link, other in zip(puzzles, links, node("-e", PROGRAM, value=links), strict=True):
        if other is None or has_later_sections(puzzle) or puzzle.type.name in FRAMED | WITHOUT_DASH:
            continue
        compared += 1
        assert without_flags(other["link"]) == without_flags(link)
        grid = puzzle.type.parts[0]
        if grid.name == "grid" and genres(puzzle.type)[0].sections[0].codec in (
            "4",
            "10",
            "16",
        ):
            cells = puzzle.board.spaces if puzzle.board.in_columns else puzzle.board.cells
            for token in puzzle.tokens["grid"]:
                if token.text.isdecimal():
                    assert other["numbers"][cells.index(token.values["X"])] == token.values.get("V"), link
    assert compared > 50


@pytest.mark.parametrize(
    "said",
    [
        "HTTPS://PUZZ.LINK/p?nurikabe/3/3/g2m",
        "Puzz.Link/p?nurikabe/3/3/g2m",
        "https:/puzz.link/p?nurikabe/3/3/g2m",
        "<https://puzz.link/p?nurikabe/3/3/g2m>",
        "[mine](https://puzz.link/p?nurikabe/3/3/g2m)",
        "`https://puzz.link/p?nurikabe/3/3/g2m`",
        "view-source:https://puzz.link/p?nurikabe/3/3/g2m",
        "https%3A%2F%2Fpuzz.link%2Fp%3Fnurikabe%2F3%2F3%2Fg2m",
        "https://l.facebook.com/l.php?u=https%3A%2F%2Fpuzz.link%2Fp%3Fnurikabe%2F3%2F3%2Fg2m&h=x",
    ],
)
def test_an_address_is_read_from_the_command_line_in_whatever_frame(said: str):
    (source,) = formats.sources([said])
    assert set(atoms(formats.read(source))) == set(atoms(formats.read_text("https://puzz.link/p?nurikabe/3/3/g2m")))


def test_a_file_with_the_name_of_an_address_is_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    folder = tmp_path / "my.site"
    folder.mkdir()
    (folder / "a#b.yaml").write_text("puzzle: nurikabe\ngrid: |\n  . 2\n  . .\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    (source,) = formats.sources(["my.site/a#b.yaml"])
    assert source.path is not None


def test_what_stands_in_an_address_is_read_without_it(tmp_path: Path):
    """The ID of a puzzle of SudokuPad or f-puzzles, the text of Penpa+, a game ID as a phone names it, and digits."""
    sudoku = formats.read_text("12..\n34..\n..4.\n...2\n", "sudoku")
    given = {
        "sudokupad": (sudoku, "https://sudokupad.app/"),
        "fpuzzles": (sudoku, "https://www.f-puzzles.com/?load="),
        "penpa": (sudoku, "https://swaroopg92.github.io/penpa-edit/#m=edit&p="),
    }
    for format_, (puzzle, before) in given.items():
        link = formats.write(puzzle, format_).decode().strip().replace("https://f-puzzles", "https://www.f-puzzles")
        rest = link.removeprefix(before).partition("&a=")[0]
        assert rest != link, link
        (source,) = formats.sources([rest])
        assert set(atoms(formats.read(source, Reading(type="sudoku")))) == set(atoms(puzzle)), format_
        file = tmp_path / f"{format_}.txt"
        file.write_text(f"{rest}\n", encoding="utf-8")
        (source,) = formats.sources([str(file)])
        assert set(atoms(formats.read(source, Reading(type="sudoku")))) == set(atoms(puzzle)), format_
    digits = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    for text in (f"?bd={digits}", f"s={digits}"):
        (source,) = formats.sources([text])
        assert formats.read(source).type.name == "sudoku"
    (source,) = formats.sources(["sgtpuzzles:lightup:7x7:c0d2c0h0b0b2h2c2dBc"])
    assert formats.read(source).type.name == "akari"


def test_a_long_line_with_a_sign_between_a_key_and_its_value_is_no_line_of_words_around_an_address():
    text = "word " * 20_000 + "= 5\nhttps://puzz.link/p?slither/5/5/cbcbcddad\n"
    assert addresses.only_address(text.encode()) is None
    assert addresses.only_address(text.replace("=", "is").encode()) == b"https://puzz.link/p?slither/5/5/cbcbcddad"
