"""Game IDs of Simon Tatham's collection: read, solved and written; refused where they are not as the game has them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from conftest import INSTANCES, command
from hypothesis import given, settings
from hypothesis import strategies as st
from samples import TYPES

import pysolve
from pysolve import formats
from pysolve.formats import Reading, Source
from pysolve.formats.links.codecs import Codec, Coding, Cursor, Runs
from pysolve.formats.links.genre import codec_of, genres
from pysolve.formats.links.rare import Operations, Separated
from pysolve.model.build import draft_of
from pysolve.model.errors import PuzzleError
from pysolve.model.formats import FormatKey
from pysolve.model.puzzle import Puzzle

#: The types that are games there.
GAMES = [type_.name for type_ in TYPES.values() if genres(type_, FormatKey.TATHAM)]

#: IDs that the collection's own programs made (version 20230122, `--generate`), and the types that they belong to.
EXAMPLES = {
    "lightup:7x7:c0d2c0h0b0b2h2c2dBc": "akari",
    "lightup:10x10:b1cBpBb2b10a2a4bBh2f2hBbBaBa01b3b2pBc1b": "akari",
    "loopy:7x7t0:3a3a3e22a2c2b21101a222c2032c223321a2b": "slitherlink",
    "solo:2x2:b3_1h2_1b": "sudoku",
    "solo:3x3:a5c3a4e6a3_7_1a6a9a1a5_8_8f3a9a3c7a5a1f4_7_8a3a5a6a5_3_6a2e9a7c1a": "sudoku",
    "solo:3x2:6_2a5_1e2_6c6d6c4_6e3_4a6_1": "sudoku",
    "solo:3x3x:c3c9_8g4c9a4b2c8a1b3k4b2a6c5b7a4c7g9_3c5c": "sudoku",
    "solo:6j:2b1a3a4c6d5b5d1c6a4a1b5,aac_a_ab__abbabe____acddb": "jigsawsudoku",
    "solo:9jx:a5b9c4_2e3_6h2b3d1d3_1a4_9d9d4b7h8_6e1_1c2b9a,"
    "daa_b__bc_bab_a__aaa___ccaaab__cecbdaaacac_b_aa__aa___c__fbbca": "jigsawsudoku",
    "solo:3x3k:zzzc,_aaaaa_____a______a____________a___aa______a_________ab_c__aa____aa__aaa_aa_a_aa_a_aa__ab__a_"
    "aaaaaba_,9_9a7a10a15b5a8_13_14_8_11_6_15a15f10b11_13_6a10_19_8_10_9i10a13a13a10_9_11_11_10_18b9e8a20a9a13f": "killer",
    "solo:3x3xk:zzzc,aa_a__a__a_a_____b______a__a__a___a_______a___a_caaba___a_____aa_aaa_aaa_aa_a___a__b"
    "aa___a_b__a_aa__,10a11a13_12a5_11_16_7a9a12e6a5_8a17a16b14b14_11_15_11a12a4d12b6_11_8b7_10a11b23_9c14a10b16d12c17b": "killer",
    "pattern:5x5:3/1.1/1.1/2/3/3/2/2.1/1/3": "nonogram",
    "pattern:3x3:1/1/1//3/": "nonogram",
    "bridges:7x7m2:3b2b2a3b4d1m3a4c2d23a1d": "hashi",
    "bridges:7x7m2L:3a4c3a1i2p2a2e2b4a3": "hashi",
    "bridges:9x9m3:b4b2b3d4b5i3e3a6i1p1f3b23a9a6b1a": "hashi",
    "singles:5x5:1541344355341351353433244": "hitori",
    "singles:12x12:accb2996a535a9b77433511a382289c1c471b453a77bc869b89c8c44355942579a35118c691c68c94ba82b32ca17a8489bc46b"
    "18172c6a44bc8cb681839a16b49cb5912977ba3316": "hitori",
    "range:9x6:11c10i8f5b9d11b12f4i3c3": "kuromasu",
    "filling:9x7:e25c6b4a55a42b46a3b3d4c28a4a42b4d3c4a82a2b": "fillomino",
    "mosaic:5x5:c5b3b6a5654a6b3b5b": "mosaic",
    "tents:8x8:aa_dmbeb_saca,2,2,1,3,0,3,1,0,3,0,2,1,2,1,1,2": "tents",
    "towers:5:2/1/2/3/2/3/3/2/1/2/2/5/1/2/3/4/1/3/3/2": "skyscrapers",
    "towers:6:3///2//////3//3/3//4////3////3/,o6f1a2g3c": "skyscrapers",
    "keen:5:__a_3a3_abbaa_b_6aa_,m12d2a4m75m10s2a7a13s1s1": "kenken",
    "keen:7:__aa_3a_4a__ba_a_a_aa_aacaab_4a_7a_7a__baa_,s3m84m5d2a7s1m4s1a7d3d3a14a11d2d2m70a7s1m4m700s5s1": "kenken",
    "palisade:5x5n5:a2a1a3c3a3d3b123": "foseruzu",
    "palisade:8x6n6:a11a3232e1b1322b2d1g2c3e31": "foseruzu",
    "slant:8x8:a011a21f2222a2b1d10a12c3c32b321h20c3b3c32a2a21b0a10b0": "gokigennaname",
    "pearl:8x8:cBBbBbBmBaBBbBbBaBBaBoWaBbBd": "masyu",
    "unequal:4:0,0,0L,0,0U,0D,0,0,0,0,0,0,0U,0,0U,0L,": "futoshiki",
    "unequal:6:1,0,0,0D,0,0,0,0,0L,0L,0D,0D,0U,0,0R,0,0D,0,0,0,0,5,0,0,0U,0,0,0R,0R,0,0U,0,0R,0,0U,0L,": "futoshiki",
    "unequal:4a:0,4R,0DL,0,0,0R,0URL,0DL,0,0RD,0L,0U,0R,0URL,0L,0,": "consecutivesudoku",
    "unequal:5a:0D,0RD,0L,0R,0L,0U,0U,0D,0D,4,0D,0RD,0UL,0UR,0L,0UD,0URD,0DL,0D,3,0U,0UR,0UL,0UR,0L,": "consecutivesudoku",
    "galaxies:7x7:bydeczqfzadbrdrh": "galaxies",
    "galaxies:7x7:gphjzgekqzhfp": "galaxies",
    "magnets:6x5:...20.,..2..,.0.212,2.2..,LRLRLRLRTTTTLRBBBBLRLRTTLRLRBB": "magnets",
    "magnets:6x5:2...12,11.3.,2..122,.22.2,LRLRLRTTLRTTBBLRBBTLRLRTBLRLRB": "magnets",
    "dominosa:6:54503440242136205020436631215326612411135160346503055642": "dominosa",
    "unruly:8x8:eABaeabbhJbdCDcagd": "binairo",
    "unruly:14x14:aCADACahBbEAbIaEECHAfBDBdAaDCcFCHDadbaGEDBgcDdbEAAdaDBcibAa": "binairo",
    "net:5x5:82242abd6751b79d57d282c61": "net",
    "net:5x5:34h4e83abev435b4va29bhbd23494": "net",
    "net:4x4w:24aa844343d73cbb": "net",
    "net:5x5w:ad535335e3v6b68129542veh6313h": "net",
    "signpost:4x4:edgfcda4ea7agac1a16aa": "signpost",
    "tracks:6x6:j3e9g6e9e,S4,5,3,3,5,4,3,4,4,6,S5,2": "pipeline",
    "undead:4x4:4,5,2,gRRaLbLaL,2,1,0,3,2,0,3,0,3,3,1,2,1,0,2,2": "undead",
    "map:8x6n8:aaaacbaaadiaababcbcbabbbbabacabccbbafabaa,3b10a32": "map",
    "unruly:6x6u:AdCDFBcdAbAf": "binairo",
    "rect:7x7:2e2_2_2_2_2f2a6a6e2d3c8b3d3a4b": "shikaku",
}


def read(id_: str, type_: str | None = None) -> Puzzle:
    return formats.read(Source.of_address(id_), Reading(type=type_))


def written(puzzle: Puzzle) -> str:
    return formats.write(puzzle, "tatham").decode().strip()


# -- Examples


SAVED = """SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
VERSION :1:1
GAME    :8:Light Up
PARAMS  :10:7x7b20s4d0
CPARAMS :10:7x7b20s4d0
DESC    :27:c0d2c0h0b0b2h2c2dBc
NSTATES :1:3
STATEPOS:1:1
"""


def test_a_saved_game_is_read_as_its_id(write):
    saved = SAVED.replace(":27:", ":19:")
    puzzle = formats.read_text(saved)
    assert (puzzle.type.name, puzzle.tokens) == ("akari", formats.read_text("lightup:7x7:c0d2c0h0b0b2h2c2dBc").tokens)
    assert [remark.sentence for remark in puzzle.remarks] == ["2 moves that somebody made are left out"]
    assert command("check", str(write(saved, "light.sav").parent)).out.split()[0] == "unique"
    rectangles = saved.replace(":8:Light Up", ":10:Rectangles").replace(":10:7x7b20s4d0", ":3:2x2")
    assert formats.read_text(rectangles.replace(":19:c0d2c0h0b0b2h2c2dBc", ":2:4c")).type.name == "shikaku"
    for wrong, expected in (
        (SAVED, "line 7: expected a key, the length of its value and the value"),
        (saved.replace("DESC", "DESK"), "this saved game lacks the line 'DESC'"),
        (saved.replace("Light Up", "Same Gam"), "found an ID of the game 'samegam'"),
    ):
        done = command("check", str(write(wrong, "wrong.sav")))
        assert (done.code, expected in done.err) == (2, True), done.err


def test_numbers_that_are_not_told_are_none_of_a_game_that_needs_them_all():
    """The collection reads nothing between two commas of Tents as a zero."""
    puzzle = pysolve.read(str(INSTANCES / "tents" / "6x6.yaml"))
    with pytest.raises(PuzzleError, match="an ID of this game cannot hold a blank"):
        formats.write(puzzle, "tatham")
    with pytest.raises(PuzzleError, match="found ',' at character 20 of the ID, expected a number"):
        formats.read_text("tents:6x6:eabb_kfb,,,3,,,,,,,,,")


def test_a_board_that_the_game_does_not_take_is_not_written():
    small = formats.read_text("puzzle: binairo\ngrid: |\n  . . . .\n  . . . .\n  . . . .\n  . . . .\n")
    with pytest.raises(PuzzleError, match="'unruly' has at least 6 rows and columns, found 4 and 4"):
        formats.write(small, "tatham")


def test_every_game_has_an_example():
    assert set(GAMES) == set(EXAMPLES.values())


@pytest.mark.parametrize("id_", EXAMPLES)
def test_an_example_is_solved_and_comes_back_out_unchanged(id_: str):
    puzzle = read(id_)
    assert puzzle.type.name == EXAMPLES[id_]
    assert pysolve.check(puzzle) == "unique"
    assert written(puzzle) == id_
    assert draft_of(formats.read_text(formats.write(puzzle).decode())).parts == draft_of(puzzle).parts


def meaning(puzzle: Puzzle) -> dict[str, Any]:
    """What an ID has to keep: all that stands in the puzzle's places; of regions, which cells belong together."""
    options = {
        name: value for name, value in puzzle.options.items() if not name.startswith("box_")
    }  # the size says them
    result: dict[str, Any] = {"options": options, "size": (puzzle.board.rows, puzzle.board.columns)}
    regions: dict[Any, Any] = {}
    for part in puzzle.type.parts:
        places = {(part.place(each.values), each.values.get("I")): each for each in puzzle.tokens.get(part.name, ())}
        if puzzle.type.is_regions(part):
            groups: dict[str, set[Any]] = {}
            for (cell, _), token in places.items():
                groups.setdefault(token.text, set()).add(cell)
            regions |= {cell: min(cells) for cells in groups.values() for cell in cells}
            result[part.name] = {frozenset(cells) for cells in groups.values()}
    games = genres(puzzle.type, FormatKey.TATHAM)
    at = {name: section.at for genre in games for section in genre.sections for name in section.parts}
    for part in puzzle.type.parts:
        if part.name not in result:
            result[part.name] = {
                (regions[place] if at[part.name] else place, index): (token.templates, token.values.get("V"))
                for token in puzzle.tokens.get(part.name, ())
                for place, index in [(part.place(token.values), token.values.get("I"))]
            }
    return result


@pytest.mark.parametrize("name", GAMES)
def test_what_was_written_as_an_id_is_read_as_it_was(name: str):
    count = 0
    for path in sorted((INSTANCES / name).glob("*.yaml")):
        puzzle = pysolve.read(str(path))
        try:
            id_ = written(puzzle)
        except PuzzleError:  # such a puzzle has an option, say, that the game does not have
            continue
        count += 1
        again = read(id_)
        assert meaning(again) == meaning(puzzle), id_
        assert written(again) == id_
    assert count or name in ("foseruzu", "kenken"), f"no instance of {name} can be written as an ID"


# -- Codecs

NUMBERS = st.integers(0, 10**8).map(str)

#: Codecs, what they can write, and whether they know blanks.
CODECS: dict[str, tuple[Codec, st.SearchStrategy[str], bool]] = {
    "digits": (Runs("0123456789AB", {"W": "w"}), st.integers(0, 11).map(str) | st.just("w"), True),
    "decimals": (Runs(""), NUMBERS, True),
    "each": (codec_of(Coding("each")), st.integers(0, 61).map(str), False),
    "separated": (Separated("/"), NUMBERS, True),
    "lists": (Separated("/", " "), st.lists(NUMBERS, min_size=1, max_size=4).map(" ".join), True),
    "operations": (Operations({"a": "+", "d": "/"}), st.tuples(NUMBERS, st.sampled_from("+/")).map("".join), False),
    "gaps": (codec_of(Coding("gaps")), st.just("1"), True),
    "each or a blank": (codec_of(Coding("each", {".": ""})), st.integers(0, 61).map(str), True),
    "colours": (codec_of(Coding("colours")), st.sampled_from("12"), True),
    "ended colours": (codec_of(Coding("colours", ended=True)), st.sampled_from("12"), True),
    "counted gaps": (codec_of(Coding("gaps", counted=True)), st.just("1"), True),
}


@pytest.mark.parametrize("name", CODECS)
@settings(max_examples=50)
@given(st.data())
def test_a_codec_reads_what_it_wrote_and_no_further(name: str, data: Any):
    codec, value, blanks = CODECS[name]
    runs = st.tuples(value, st.integers(0, 80 if blanks else 0)).map(lambda run: [run[0], *[None] * run[1]])
    values = [each for run in data.draw(st.lists(runs, min_size=1, max_size=30)) for each in run]
    values = values[::-1] if data.draw(st.booleans()) else values
    text = codec.encode(values)
    cursor = Cursor(text + "!")
    assert codec.decode(cursor, len(values)) == values
    assert cursor.rest == "!"


@settings(max_examples=300)
@given(st.sampled_from(sorted(EXAMPLES)), st.text("0159afkz_.-,/BW!é9", max_size=30), st.integers(0, 60))
def test_whatever_an_id_holds_is_read_or_refused_with_a_sentence(id_: str, text: str, at: int):
    try:
        puzzle = read(f"{id_[:at]}{text}{id_[at + 2 :]}", EXAMPLES[id_])
    except PuzzleError as error:
        assert error.file is not None
    else:
        assert puzzle.board.cells


# -- IDs and their errors


def test_an_id_is_read_from_a_page_s_address_from_files_and_with_a_named_type(write):
    id_ = "lightup:7x7:c0d2c0h0b0b2h2c2dBc"
    page = "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/lightup.html#" + id_.partition(":")[2]
    assert command("convert", page, "--to", "tatham").out.strip() == id_
    assert command("convert", id_.partition(":")[2], "--type", "akari", "--to", "tatham").out.strip() == id_
    path = write(f"\n{id_}\n{id_.replace('7x7', '7')}\n", "ids.txt")
    assert command("convert", str(path), "--to", "tatham").out.split() == [id_, id_]
    assert command("check", "lightup:7x7b20s4d1:c0d2c0h0b0b2h2c2dBc").out.split() == ["unique"]


@pytest.mark.parametrize(
    ("id_", "sentence"),
    [
        ("lightup:7x7#123", "this ID names a random seed"),
        ("inertia:3x3:0", "found an ID of the game 'inertia', for which there are no rules here"),
        ("net:3x3:0", "found '0' at character 9 of the ID, expected a hex digit from 1 on"),
        ("net:2x1:1v2v", "the right margin of row 1: expected no wall at an edge of the board that no line goes over"),
        ("signpost:2x1:1", "found the end at character 15 of the ID, expected a letter from a to h"),
        ("tracks:1x2:b,S1,1,1", "expected an S before the number of one column, and of one row"),
        ("undead:1x1:1,0,0,a,1,1,1,", "found the end at character 26 of the ID, expected a number"),
        ("map:2x1n2:c,0a", "found 'c' at character 11 of the ID, expected a run of the last 2 of 2 places"),
        ("loopy:7x7t1:0", "found the parameter 't1' of an ID of the game 'loopy', for whose boards there are no rules"),
        ("loopy:7x7:0", "expected the parameter 't0'"),
        ("bridges:7x7m2q:0", "found the parameter 'q'"),
        ("solo:9jk:a", "found an ID of the game 'solo' with the parameters 'jk', for which there are no rules here"),
        ("solo:99999x9999:a", "found a board of"),
        ("keen:5x6:a", "an ID of the game 'keen' has one number as its size, found 2"),
        ("lightup:3x3:iB", "found 'B' at character 14 of the ID, expected the end of the ID"),
        ("lightup:3x3:hh", "found 'h' at character 14 of the ID, expected what stands in the last 1 of 9 places"),
        ("lightup:3x3:h", "found the end at character 14 of the ID"),
        ("range:3x3:_a", "found '_' at character 11 of the ID"),
        (f"range:3x3:{'1' * 5000}", "found '1' at character 11 of the ID, expected a number of at most 9 digits"),
        ("keen:6:a99999999_", "found 'a' at character 8 of the ID"),
        ("tents:2x2:_z,0,0,0,0", "found 'z' at character 12 of the ID"),
        ("tents:2x2:d0,0,0,0", "found '0' at character 12 of the ID, expected ','"),
        ("unruly:2x2:b", "found the end at character 13 of the ID, expected a gap that ends at the last place"),
        ("unruly:2x2:f", "found 'f' at character 12 of the ID, expected the gaps of the last 4 of 4 places"),
        ("unruly:2x2:bB", "expected a gap that ends at the last place"),
        ("unruly:2x2q:e", "found the parameter 'q'"),
        ("unequal:2:0U,0,0,0,", "row 1, column 1: found a sign towards the edge of the board"),
        ("unequal:2:0,0X", "found 'X' at character 14 of the ID, expected ','"),
        ("unequal:2a:0U,0,0,0,", "row 1, column 1: found a sign towards the edge of the board"),
        (
            "unequal:5q:0,",
            "found an ID of the game 'unequal' with the parameters 'q', for which there are no rules here",
        ),
        ("galaxies:2x2:a!", "found '!' at character 15 of the ID"),
        ("dominosa:6x7:1", "an ID of the game 'dominosa' has one number as its size"),
        ("magnets:2x1:..,.,..,.,LL", "row 1, column 1: found one half of a pair, without the other one"),
        ("magnets:2x1:..,.,..,.,LX", "found 'X' at character 24 of the ID, expected one of the characters L R T B *"),
        ("pattern:2x2:1.x/1/1/1", "found 'x' at character 15 of the ID"),
        ("7x7:hBa", "the ID does not say which game it is of: write GAME: before it, or name the type with --type"),
    ],
)
def test_what_is_wrong_with_an_id_is_said(id_: str, sentence: str):
    done = command("check", id_)
    assert done.code == 2 and sentence in done.err


def test_a_type_that_is_named_must_have_the_game():
    done = command("check", "lightup:3x3:i", "--type", "sudoku")
    assert done.code == 2 and "found an ID of the game 'lightup'; Sudoku has 'solo'" in done.err
    done = command("check", "lightup:3x3:i", "--type", "hidato")
    assert done.code == 2 and "found an ID of the game 'lightup'; Hidato has no game there" in done.err


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("puzzle: hidato\ngrid: |\n  1 .\n", "Simon Tatham's collection has no game for a Hidato puzzle"),
        ("puzzle: slitherlink\ngrid: |\n  1 #\n", "row 1, column 2: an ID of the game 'loopy' cannot hold a hole"),
        ("puzzle: hitori\ngrid: |\n  1 .\n", "cannot hold a blank"),
        (
            "puzzle: consecutivesudoku\ngrid: |\n  . . .\n  . . .\n  . . .\nbars: |\n  1 . .\n  . . .\n  . . .\n",
            "an ID of the game 'unequal' cannot hold this puzzle",
        ),
        ("puzzle: fillomino\ngrid: |\n  4 . .\n", "row 1, column 1: an ID of the game 'filling' cannot hold '4'"),
        ("puzzle: hashi\ngrid: |\n  ? . 2\n", "an ID of the game 'bridges' cannot hold '?'"),
        ("puzzle: foseruzu\ngrid: |\n  . . 2 . .\n", "an ID of the game 'palisade' needs the option 'size'"),
        ("puzzle: kenken\ngrid: |\n  3+ .\n  3 .\ncages: |\n  AA\n  BB\n", "an ID of the game 'keen' cannot hold '3'"),
        (
            "puzzle: killer\ntotals: |\n  3 .\n  1 2\ncages: |\n  AA\n  BC\n",
            "row 2, column 1: an ID of the game 'solo' cannot hold a region of 1 cell",
        ),
        (
            "puzzle: dominosa\ngrid: |\n  1 1\n  1 1\n",
            "an ID of the game 'dominosa' has a board of size + 2 x size + 1",
        ),
        (
            "puzzle: magnets\nplus_top: . . .\nminus_top: . . .\nplus_left: .\nminus_left: .\nplates: |\n  AAA\n",
            "row 1, column 1: an ID of the game 'magnets' cannot hold a region that is no pair of neighbours",
        ),
        ("puzzle: kenken\ngrid: |\n  3+ . .\ncages: |\n  AAA\n", "an ID of the game 'keen' has a square board"),
    ],
)
def test_what_an_id_cannot_hold_is_not_written(text: str, sentence: str, write):
    done = command("convert", str(write(text, "puzzle.yaml")), "--to", "tatham")
    assert done.code == 2 and sentence in done.err and not done.out


def test_numbers_of_several_digits_stand_in_brackets():
    numbers = [[each % 12 for each in range(row, row + 13)] for row in range(12)]
    puzzle = formats.read_text(json.dumps(numbers), "dominosa")
    id_ = formats.write(puzzle, "tatham").decode().strip()
    assert "9[10][11]0" in id_ and formats.read_text(id_).tokens == puzzle.tokens


@pytest.mark.parametrize("id_", ["guess:c6p4g10Bm:0a1b", "blackbox:w8h8m5M5:0f1e", "mines:9x9n10:0,0,m1"])
def test_games_that_are_no_puzzles_are_refused_by_name(id_: str):
    game = id_.partition(":")[0]
    assert f"found an ID of the game '{game}', for which there are no rules here" in command("check", id_).err
