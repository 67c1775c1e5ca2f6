"""Files that puzz.link saves: those that pzpr itself writes of our links are read as the same puzzles, those that are
written open there as the same board, and what a solver has drawn is what is filled in.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest
from conftest import INSTANCES, ROOT
from puzzlink import EXAMPLES, SITE, written
from pzpr import node
from samples import TYPES

import pysolve
from pysolve import formats
from pysolve.formats.links.board import meaning
from pysolve.formats.links.forms import FORMS, Drawn, saved
from pysolve.formats.links.genre import Genre, genres
from pysolve.model.errors import PuzzleError
from pysolve.model.puzzle import Puzzle
from pysolve.solving.settings import Settings

SAVED = {name: genre for name, type_ in TYPES.items() for genre in genres(type_) if genre.saved}
KANPEN = {name: genre for name, type_ in TYPES.items() for genre in genres(type_) if genre.kanpen}

#: Opens links of genres that it has, and writes each as a file, and as one that has been solved in part.
PROGRAM = """
    const pzpr = require("pzpr"), links = JSON.parse(require("fs").readFileSync(0));
    console.log(JSON.stringify(links.map(link => {
      if (!pzpr.variety(link.split("?")[1].split("/")[0]).valid) return [];
      const puzzle = new pzpr.Puzzle();
      puzzle.open(link);
      const fresh = puzzle.getFileData();
      puzzle.board.cell.each(cell => { if (cell.qnum === -1) cell.qsub = 1; });
      return [fresh, puzzle.getFileData()];
    })));
"""

#: Opens links or files of genres that it has, and writes each as a link.
AS_LINKS = """
    const pzpr = require("pzpr"), all = JSON.parse(require("fs").readFileSync(0));
    console.log(JSON.stringify(all.map(text => {
      if (!pzpr.variety(text.split(/[?\\n]/)[1].split("/")[0]).valid) return null;
      const puzzle = new pzpr.Puzzle();
      puzzle.open(text);
      return puzzle.getURL();
    })));
"""

#: Opens links of a genre, and writes each as an address of kanpen.net; opens such addresses, and writes each as a link.
AS_ADDRESSES = """
    const pzpr = require("pzpr"), all = JSON.parse(require("fs").readFileSync(0));
    console.log(JSON.stringify(all.map(text => {
      const puzzle = new pzpr.Puzzle(), from = /kanpen.net/.test(text);
      puzzle.open(text);
      return puzzle.getURL(from ? pzpr.parser.URL_PZPRV3 : pzpr.parser.URL_KANPEN);
    })));
"""

#: What pzpr 0.10.1 loses of a link itself: black cells around numbers that are not known.
LOST = {"tateyoko": "."}

FILE = "pzprv3\nnurikabe\n3\n4\n. 2 . . \n. . - . \n. . . 10 \n"


def links(name: str, genre: Genre) -> list[tuple[Puzzle, str]]:
    """The instances of a type as links without flags, but for those with walls within regions, which old files lack, and
    with holes, or with given digits, where an old pzpr does not know them.
    """
    puzzles = [pysolve.read(str(path)) for path in sorted((INSTANCES / name).glob("*.yaml"))]
    if genre.name in EXAMPLES:
        puzzles.append(formats.read_text(f"{SITE}{genre.name}/{EXAMPLES[genre.name]}"))
    found = []
    for puzzle in puzzles:
        try:
            link = written(puzzle)
        except PuzzleError:
            continue
        is_held = "walls" not in puzzle.tokens or any("walls" in section.parts for section in genre.sections)
        if (
            re.match(rf"{genre.name}/(?:{''.join(genre.required)}/)?\d", link)
            and is_held
            and not puzzle.cosmetics.walls
        ):
            found.append((formats.read_text(SITE + link), SITE + link))
    found = [each for each in found if genre.name not in LOST or LOST[genre.name] not in each[1].partition("?")[2]]
    optional = [section for section in genre.sections if section.optional]
    always = {part for section in genre.sections if not section.optional for part in section.parts}
    parts = {part for section in optional for part in section.parts} - always
    known = [each for each in found if not each[0].board.holes and not any(map(each[0].tokens.get, parts))]
    return known if known and optional else found


@pytest.mark.parametrize("name", SAVED)
def test_what_pzpr_saves_is_read_as_the_puzzle_with_and_without_what_a_solver_has_drawn(name: str):
    genre = SAVED[name]
    pairs = links(name, genre)
    assert pairs
    for (puzzle, link), files in zip(pairs, node("-e", PROGRAM, value=[link for _, link in pairs]), strict=True):
        for file in files:
            if file.split("\n")[1] not in genre.names:
                continue  # an old pzpr calls satogaeri heyabon, which is another genre today
            again = formats.read_text(file)
            assert (again.type.name, meaning(again, genre)) == (name, meaning(puzzle, genre)), link


@pytest.mark.parametrize("name", SAVED)
def test_what_is_written_opens_there_as_the_same_board_and_is_read_again(name: str):
    genre, both = SAVED[name], []
    for puzzle, link in links(name, genre):
        try:
            file = formats.write(puzzle, "pzprv3").decode()
        except PuzzleError as error:
            assert re.search("files? (that puzz.link saves|of the genre)", error.sentence)
            continue
        both.append((link, file))
        assert meaning(formats.read_text(file), genre) == meaning(puzzle, genre)
    assert both
    for (link, _), there, ours in zip(
        both,
        node("-e", AS_LINKS, value=[link for link, _ in both]),
        node("-e", AS_LINKS, value=[file for _, file in both]),
    ):
        assert there == ours, link


@pytest.mark.parametrize("name", KANPEN)
def test_addresses_of_kanpen_are_those_of_pzpr_and_read_as_the_same_board(name: str):
    genre, both = KANPEN[name], []
    for puzzle, link in links(name, genre):
        try:
            address = formats.write(puzzle, "kanpen").decode().strip()
        except PuzzleError as error:
            assert "kanpen.net" in error.sentence
            continue
        both.append((link, address))
        assert meaning(formats.read_text(address), genre) == meaning(puzzle, genre)
    assert both
    there = node("-e", AS_ADDRESSES, value=[link for link, _ in both])
    back = node("-e", AS_ADDRESSES, value=[address for _, address in both])
    usual = node("-e", AS_LINKS, value=[link for link, _ in both])
    for (_, address), other, link, same in zip(both, there, back, usual, strict=True):
        assert link == same
        assert address.rstrip("/_") == other.rstrip("/_") or "?pzpr=" in other


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("nurikabe.html?problem=2/2/._._/._q_/", "'q'"),
        ("nurikabe.html?problem=2/2/._._/", "found 0 tokens in a line of the file, expected 2"),
        ("nurikabe.html?problem=1/2/._._/._._/", "goes on behind the last row"),
        ("nurikabe.html?problem=x/2/._._/._._/", "the numbers of rows and columns"),
        ("heyawake.html?problem=2/2/1/0_0_1_2_/", "found a rectangle '0 0 1 2' outside the board"),
        ("heyawake.html?problem=2/2/2/0_0_0_1_/0_0_1_1_/", "or over another one"),
        ("heyawake.html?problem=2/2/1/0_0_1_x_/", "found 'x' in the file, expected a number"),
        ("yajilin.html?problem=1/2/64_._/", "found '64' in the address, expected a number up to 63"),
        ("tapa.html?problem=2/2/._._/._._/", "addresses of kanpen.net are not read here for the genre 'tapa'"),
    ],
)
def test_what_is_wrong_with_an_address_of_kanpen_is_said(address: str, sentence: str):
    with pytest.raises(PuzzleError) as raised:
        formats.read_text(f"http://www.kanpen.net/{address}")
    assert sentence in str(raised.value)


def test_what_an_address_of_kanpen_cannot_hold_is_said():
    for text in (SITE + "nurikabe/2/1/.g", "puzzle: yajilin\ngrid: 16n -\n"):
        with pytest.raises(PuzzleError, match=r"an address of kanpen\.net cannot hold"):
            formats.write(formats.read_text(text), "kanpen")
    with pytest.raises(PuzzleError, match="for the genre 'heyawake' holds rectangles alone"):
        formats.write(formats.read_text(SITE + "heyawake/2/2/g8h"), "kanpen")


#: Files of ours, and what is filled in there.
FILLED = {
    "pzprv3/nurikabe/2/3/# 2 ./+ . #/": ["shade((1,1))", "shade((2,3))"],
    "pzprv3/sudoku/4/1 . . ./. . . ./. . . ./. . . ./. 2[,,,] . ./. + . ./. . . ./. . . .[1,,,]/": ["value((1,2),2)"],
    "pzprv3/mashu/2/2/1 ./. ./1/-1/1 0/": ["line((1,1),(1,2))", "line((1,1),(2,1))"],
    "pzprv3/akari/1/3/# 1 +/0 0 1/": ["light((1,1))"],
    "pzprv3/nibunnogo/1/2/. . ./. 2 ./1 2/": ["shade((1,1))"],
    "pzprv3/hashi/1/4/2 . . 2/2 2 2/": ["bridge((1,1),(1,4),2)"],
    "pzprv3/slither/1/1/3/1 0/1/-1/": ["line(p(1,1),p(2,1))", "line(p(1,1),p(1,2))"],
    "pzprv3.1/slither/1/1/3/1/1 0/1/-1/": ["line(p(1,1),p(2,1))", "line(p(1,1),p(1,2))"],
}


@pytest.mark.parametrize("file", FILLED)
def test_what_a_solver_has_drawn_is_filled_in(file: str):
    atoms = [str(atom) for atom in formats.read_text(file).filled]
    assert atoms == FILLED[file]


def test_given_walls_stand_among_the_edges_that_a_solver_draws():
    file = (
        "pzprv3\npentominous\n2\n5\n. . . . * \n. 3 . - . \n. . . . . \n. . . . . \n0 X 0 0 \n0 0 0 1 \n0 -X 0 0 0 \n"
    )
    puzzle = formats.read_text(file)
    walls = [(token.values["X"], token.values["Y"]) for token in puzzle.tokens["walls"]]
    assert walls == [((1, 2), (1, 3)), ((1, 2), (2, 2))]
    again = formats.write(puzzle, "pzprv3").decode()
    assert again == file.replace("0 0 0 1", "0 0 0 0").replace("-X", "X")


def test_a_whole_division_is_filled_in_and_of_one_in_part_what_is_closed():
    def labels(upright: str) -> list[str]:
        puzzle = formats.read_text(f"pzprv3/shikaku/2/3/2 . ./. . 4/{upright}/")
        return [str(atom) for atom in puzzle.filled]

    assert len(labels("1 0/1 0/0 0 0")) == 6
    assert labels("1 0/0 0/0 0 0") == []


def test_an_answer_that_was_drawn_there_is_ours():
    puzzle = formats.read_text(f"{SITE}nurikabe/{EXAMPLES['nurikabe']}")
    (answer,) = pysolve.solve(puzzle, Settings(models=2, drawing=False))
    lines = formats.write(puzzle, "pzprv3").decode().split("\n")
    shaded = [atom.args[0] for atom in answer.atoms]
    rows = [line.split() for line in lines[4:9]]
    for row, column in shaded:
        rows[row - 1][column - 1] = "#"
    again = formats.read_text("\n".join([*lines[:4], *map(" ".join, rows)]))
    assert sorted(again.filled, key=str) == sorted(answer.atoms, key=str)
    assert meaning(again, SAVED["nurikabe"]) == meaning(puzzle, SAVED["nurikabe"])


def test_the_address_of_an_editor_may_hold_a_file():
    puzzle = formats.read_text(FILE)
    assert [token.text for token in puzzle.tokens["grid"]] == ["2", "?", "10"]
    slashes = FILE.replace("\n", "/")
    for address in (f"{SITE}type=editor&{slashes}", SITE + slashes.replace(" ", "%20"), slashes):
        assert formats.read_text(address).tokens == puzzle.tokens


def test_what_cannot_be_filled_in_is_said_to_be_left_out():
    drawn = formats.read_text("pzprv3/gokigen/1/1/. ./. ./1/")
    assert [each.sentence for each in drawn.remarks] == ["some of what a solver has drawn in the file is left out"]
    assert not formats.read_text(FILE.replace(". 2 . .", "# 2 + .")).remarks


def test_author_and_source_are_kept_and_what_was_tried_is_passed_over():
    puzzle = replace(formats.read_text(FILE), author="Ann O'Nym", source="a “book”")
    text = formats.write(puzzle, "pzprv3").decode()
    assert text.startswith(FILE)
    again = formats.read_text(text)
    assert (again.author, again.source, again.tokens) == (puzzle.author, puzzle.source, puzzle.tokens)
    assert json.loads(text[text.index("info:") + 5 :])["metadata"]["author"] == puzzle.author
    tried = FILE + "TrialData(1)\n# # # # \n. . . . \n. . . . \n" + 'history:{"type":"pzpr"}\n'
    assert formats.read_text(tried).tokens == puzzle.tokens and not formats.read_text(tried).filled
    assert formats.read_text(FILE + "info:{]").remarks


def test_what_a_file_cannot_hold_is_said():
    with pytest.raises(PuzzleError, match="square boards alone"):
        formats.write(formats.read_text(f"{SITE}sudoku/3/2/h1i"), "pzprv3")
    magnets = formats.read_text(f"{SITE}magnets/{EXAMPLES['magnets']}")
    with pytest.raises(PuzzleError, match="are not written here for a Magnets"):
        formats.write(magnets, "pzprv3")


def test_every_form_is_known_and_what_is_none_is_an_error():
    known = [genre.saved for genre in SAVED.values()] + [genre.kanpen for genre in KANPEN.values()]
    assert {name for each in known for block in each.blocks for name in block.forms} <= FORMS.keys()
    assert saved("numbers shaved") is None and saved("numbers:2") is None
    found = saved("1 2:numbers(*=#)+shaded 1:sides tints! lines~")
    assert found is None  # tokens stand behind all forms of a block
    found = saved("1 2:numbers+shaded(*=#) 1:sides tints! lines~")
    assert found is not None and found.version == 1
    numbers, sides, tints, lines = found.blocks
    assert (numbers.section, numbers.value("*"), numbers.token("#"), numbers.token("?")) == (1, "#", "*", "-")
    assert (numbers.drawn("#"), numbers.value("#")) == (Drawn.SHADED, None)
    assert (sides.section, sides.says_walls, tints.new, lines.optional) == (0, True, True, True)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("pzprv3\nnurikabe\nx\ny\n", "the numbers of rows and columns behind the genre, on a line each"),
        ("pzprv3\nnurikabe\n2\n3\n. . .\n. .\n", "found 2 tokens in a line of the file, expected 3"),
        ("pzprv3\nnurikabe\n2\n3\n. . .\n", "found 0 tokens in a line of the file, expected 3"),
        ("pzprv3\nnurikabe\n1\n2\n. q\n", "'q'"),
        ("pzprv3\nyajilin\n1\n2\n. q\n", "found 'q' in the file, expected an arrow such as 2,3"),
        ("pzprv3\nmagnets\n2\n2\n. . .\n", "files that puzz.link saves are not read here for the genre 'magnets'"),
        ("pzprv3\nrecoil\n2\n2\n2 1\n. . \n. . \n", "found '2' in the file, expected an odd number"),
        ("pzprv3\nkakuro\n1\n2\n0 3 4 \n7 5 . \n", "found '5' in the file, expected two sums such as 16,-1"),
        ("pzprv3\nkakuro\n1\n2\n0 3 4,5 \n7 . . \n", "found '4,5' in the file, expected the sum of one run"),
        ("pzprv3\nququ\n2\n2\n", "'ququ'"),
        ("pzprv3\nnurikabe\n900000\n900000\n", "found a board of 900000 rows"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(text: str, sentence: str):
    with pytest.raises(PuzzleError) as raised:
        formats.read_text(text)
    assert sentence in str(raised.value)


@pytest.mark.parametrize(
    "text",
    [
        "puzzle: suguru\ngrid: |\n  . 1 .\n  . . .\nregions: |\n  # A A\n  B B B\n",
        "puzzle: compass\ngrid: |\n  # 1/2/?/0\n  . .\n",
        "puzzle: mukkonn\ngrid: |\n  # 1/2/?/1\n  . .\n",
    ],
)
def test_a_hole_that_links_hold_and_files_do_not_is_refused_by_name(text: str):
    puzzle = pysolve.read_text(text)
    assert pysolve.read_text(formats.codec("puzzlink").write(puzzle).decode()).board.holes == {(1, 1)}
    with pytest.raises(PuzzleError, match=r"^a file that puzz\.link saves cannot hold a hole$"):
        formats.codec("pzprv3").write(puzzle)


def test_what_a_token_begins_with_may_be_the_value_of_another_section():
    puzzle = formats.read_text("pzprv3\nicewalk\n2\n3\n. # 2 \n# - . \n0 0 \n0 0 \n0 0 0 \n")
    assert {part: [(*map(str, (token.values["X"], token.text)),) for token in tokens] for part, tokens in puzzle.tokens.items()} == {
        "ice": [("(1, 2)", "x"), ("(2, 1)", "x")], "grid": [("(1, 3)", "2"), ("(2, 2)", "?")],
    }  # fmt: skip


#: A file, its link, and the shaded cells or lines that a solver has drawn in it.
SOLVED = {
    "slalom": ("pzprv3.2\nslalom\n3\n3\n. i o \n1,2 # 0,3 \n- . . \n1 0 \n0 0 \n0 0 \n0 0 0 \n0 0 0 \n", "d/3/3/4241113512g03/2", 1),
    "snake": ("pzprv3\nsnake\n2\n3\n. . c2 . \n. 1 4 8 \n3 6 0 10 \n", "3/2/9kg2h3", 2),
    "yosenabe": ("pzprv3.1\nyosenabe\n1\n4\no io3 i 5 \n0 0 1 \n0 0 0 0 \n", "4/1/c.3ji5", 1),
    "icebarn": (
        "pzprv3\nicebarn\n2\n2\n4\n11\n1 0 \n0 0 \n0 2 0 \n0 0 0 \n0 0 \n0 1 \n0 0 \n0 1 0 \n0 0 0 \n0 0 \n0 0 \n0 0 \n",
        "2/2/g303/0/7", 1,
    ),
    "reflect": ("pzprv3\nreflect\n1\n3\n13 + 4 \n0 0 \n", "3/1/13540", 0),
}  # fmt: skip


@pytest.mark.parametrize("name", SOLVED)
def test_files_hold_a_link_and_what_a_solver_has_drawn(name: str):
    file, link, drawn = SOLVED[name]
    puzzle = formats.read_text(file)
    assert len(puzzle.filled) == drawn
    assert puzzle.remarks == ()
    assert written(puzzle) == f"{name}/{link}"
    again = formats.read_text(formats.write(puzzle, "pzprv3").decode())
    assert again.tokens == puzzle.tokens and not again.filled


def test_a_line_before_the_board_says_a_flag_or_a_genre():
    for line, said in (("passallcell", {"reading": "full"}), ("dontpassallcell", {"reading": "sparse"})):
        file = f"pzprv3\narukone\n2\n2\n{line}\nA . \n. A \n1 \n0 \n0 0 \n"
        puzzle = formats.read_text(file)
        assert (puzzle.type.name, dict(puzzle.options), len(puzzle.filled)) == ("numberlink", said, 1)
    assert "arukone\n2\n2\n" not in formats.write(puzzle, "pzprv3").decode()  # its first genre is another one
    assert formats.read_text("pzprv3\nichimaga\n1\n2\nmag\n1 1 \n0 \n").options == {"magnetic": "yes"}
    assert formats.read_text("pzprv3\nichimaga\n1\n2\ndef\n1 1 \n0 \n").options.get("magnetic", "no") == "no"


@pytest.mark.parametrize(
    "file",
    [
        "pzprv3\nkramma\n1\n2\n1 2 \n. . . \n. 1 . \n0 \n",
        "pzprv3\nbonsan\n1\n2\n1 . \n0 0 \n1 \n0 \n",
    ],
)
def test_what_another_genre_has_is_not_passed_over(file: str):
    with pytest.raises(PuzzleError, match="found '1' in the file, where this genre has nothing"):
        formats.read_text(file)


def test_a_number_that_is_not_known_is_kept():
    puzzle = formats.read_text("pzprv3\ntateyoko\n2\n2\n? f \na 3 \n. . \n. . \n")
    assert [token.text for token in puzzle.tokens["grid"]] == ["?", "x", "1x", "3"]
    assert "? f \na 3 \n" in formats.write(puzzle, "pzprv3").decode()


def test_notes_before_tokens_are_left_out_and_those_of_margins_beside_the_board_are_clues():
    assert pysolve.convert(formats.read_text("pzprv3\namibo\n1\n2\no. o3 \n0 \n")).split("grid: |\n")[1].split() == [
        ".",
        "3",
    ]
    text = "pzprv3\nkakurasu\n2\n2\n. c1 2 \n3 # + \n1 . . \n"
    puzzle = formats.read_text(text.replace("kakurasu", "box"))
    assert {part: [token.text for token in tokens] for part, tokens in puzzle.tokens.items()} == {
        "columns": ["1", "2"],
        "rows": ["3", "1"],
    }


@pytest.mark.parametrize(
    ("file", "type_", "body"),
    [
        ("castle\n2\n2\n0,-1,0 3,2,2 \n0,-,1 0,-1,0 \n0 \n0 \n1 0 \n", "castlewall", "a23210.a"),
        ("compass\n1\n2\n. 2,-1,1,0 \n0 \n", "compass", "g0.12"),
        ("skyscrapers\n2\n2\n. 2 . . \n. q1 . . \n. . . 1 \n. . . . \n", "skyscrapers", "2l11i"),
        ("statuepark\n2\n2\n2\n11g\n21o\n. 2 \n1 . \n1 . \n. . \n0 1 \n", "statuepark", "70/2/11g/21o"),
        ("statuepark\n2\n2\nt\n. 2 \n1 . \n", "statuepark", "70//t"),
        ("midloop\n2\n2\n.2.\n...\n..2\n0 \n1 \n0 0 \n", "midloop", "gdf"),
        ("nonogram\n2\n2\n. . 1 \n. 1 . \n2 # . \n", "nonogram", None),
        ("nonogram\n2\n2\n. 1 2 \n1 # . \n2 . . \n", "nonogram", "1212"),
        ("angleloop\n1\n1\n1 . \n. 3 \n0 \n", "angleloop", None),
    ],
)
def test_clues_around_dots_banks_and_runs_are_read(file: str, type_: str, body: str | None):
    puzzle = formats.read_text(f"pzprv3\n{file}")
    assert puzzle.type.name == type_
    assert formats.read_text(formats.write(puzzle, "pzprv3").decode()).tokens == puzzle.tokens
    if body is not None:
        assert written(puzzle).split("/", 3)[3] == body


def test_the_docs_name_the_genres_whose_files_are_refused():
    text = (ROOT / "docs" / "puzzlink.md").read_text(encoding="utf-8")
    named = re.findall("`(.+?)`", text.partition("## Saved files")[2].partition("## ")[0])
    refused = sorted(genre.name for type_ in TYPES.values() for genre in genres(type_) if not genre.saved)
    assert named == ["pzprv3", *refused]
    with pytest.raises(PuzzleError, match="are not read here for the genre 'magnets'"):
        formats.read_text("pzprv3/magnets/2/2/")
