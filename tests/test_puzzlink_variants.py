"""What links of puzz.link say beside their clues: walls within regions, clues without a number, holes, flags."""

from __future__ import annotations

from dataclasses import replace

import pytest
from conftest import command
from puzzlink import SITE, read, written

import pysolve
from pysolve import catalog
from pysolve.analysis.type_checks import check_links
from pysolve.catalog import load
from pysolve.formats import codec
from pysolve.formats.links.board import meaning
from pysolve.formats.links.genre import genres, places_of
from pysolve.model.build import draft_of
from pysolve.model.errors import PuzzleError
from pysolve.model.formats import FormatKey
from pysolve.model.puzzle import Puzzle


def count(puzzle: Puzzle) -> int:
    """How many answers there are."""
    return sum(1 for _ in pysolve.solve(puzzle))


# -- Walls within regions


@pytest.mark.parametrize("link", ["country/3/3/g000g", "shimaguni/2/2/g0g", "factors/3/3/g000g", "lits/3/3/g000",
                                  "starbattle/3/3/1/g000", "moonsun/3/3/g000000", "nanro/3/3/g000o", "aqre/b/3/3/g000g",
                                  "heyabon/2/2/801i", "nagenawa/2/2/804", "nurimaze/2/2/80126", "roma/2/2/081c",
                                  "sukororoom/2/2/801c", "toichika/2/2/808", "kinkonkan/2/2/80h",
                                  "railpool/2/2/n80"])  # fmt: skip
def test_a_wall_within_a_region_is_kept(link: str):
    puzzle = read(link)
    assert puzzle.tokens.get("walls") or puzzle.cosmetics.walls
    again = read(written(puzzle))
    assert again.tokens == puzzle.tokens and again.cosmetics == puzzle.cosmetics


def test_a_wall_that_means_something_changes_the_answers():
    board = "puzzle: {}\ngrid: |\n  . . .\nregions: |\n  A A A\n"
    wall = "walls: |\n  | .\n"
    for name in ("shimaguni", "heyawake", "aqre"):
        without = count(pysolve.read_text(board.format(name)))
        assert (count(pysolve.read_text(board.format(name) + wall)) < without) == (name == "shimaguni")
    two = wall.replace(".", "|")
    assert (
        count(pysolve.read_text(board.format("heyawake") + two)) == 3
    )  # without the walls also the one that is white all over


def test_a_wall_for_which_the_genre_has_no_place_is_refused():
    link = "magnets/3/3/rg000"
    with pytest.raises(PuzzleError, match="row 1, column 1: found a wall within a region, towards row 1, column 2"):
        read(link)


# -- Clues without a number


@pytest.mark.parametrize(
    ("link", "token"),
    [("kurodoko/2/2/.i", "?"), ("mines/2/2/.i", "?"), ("sukoro/2/2/.c", "?"), ("hakoiri/2/2/00.c", "o"),
     ("tatamibari/2/2/.i", "?"), ("geradeweg/2/2/.i", "?"), ("geradeweg/2/2/0i", "0"), ("araf/2/2/.i", "?"),
     ("yajilin/2/2/1.c", "?n"), ("castle/2/2/11.c", "?no"), ("canal/2/2/.i", "?"), ("usoone/2/2/00.i", "?")],
)  # fmt: skip
def test_a_clue_without_a_number_that_says_something_is_kept(link: str, token: str):
    puzzle = read(link)
    assert draft_of(puzzle).parts["grid"].tokens[0][0] == token
    assert written(puzzle) == link


@pytest.mark.parametrize("genre", ["aqre", "heyawake", "country", "chocona", "juosan"])
def test_a_clue_without_a_number_that_says_nothing_is_a_blank(genre: str):
    assert written(read(f"{genre}/2/2/00.")) == written(read(f"{genre}/2/2/00g"))


def test_the_arms_at_a_circle_of_geradeweg_are_equal():
    assert pysolve.check(read("geradeweg/3/3/.h..h.g")) == "unique"  # of two loops one has unequal arms
    for clue in ".0":
        answers = [answer.atoms for answer in pysolve.solve(read(f"geradeweg/3/2/{clue}k"))]
        assert len(answers) == 1  # the square; the loop around the board has arms of one and two


# -- Holes, and flags


@pytest.mark.parametrize("link", ["doubleback/4/4/94g000h240", "nurikabe/3/3/1m1", "suguru/3/3/0000og0"])
def test_holes_come_back_out(link: str):
    assert written(read(link)) == link


def test_no_flags_are_none_and_several_stand_together():
    assert written(read("nurikabe//3/3/1m1")) == "nurikabe/3/3/1m1"
    assert read("koburin/om/3/3/h1l").options == {"outside": "yes", "diagonal": "yes"}
    assert written(read("koburin/mob/3/3/o")) == "koburin/om/3/3/o"
    assert written(read("yajilin/b/2/2/d")) == "yajilin/2/2/d"


@pytest.mark.parametrize(
    ("link", "answers"),
    [("mashu/f/2/3/00", 1), ("mashu/2/3/00", 3), ("slither/f/2/1/h", 1), ("slither/2/1/h", 3), ("midloop/f/2/2/o", 1),
     ("geradeweg/f/2/3/l", 1), ("balance/f/2/3/l", 1), ("fillomino/t/2/2/j", 4), ("aqre/b/2/2/80g", 6)],
)  # fmt: skip
def test_a_flag_is_a_variant(link: str, answers: int):
    assert count(read(link)) == answers


@pytest.mark.parametrize(
    ("query", "says"),
    [("W=7x5&L=(1)0&G=tetrochain", "a link of Kudamono, for its genre 'tetrochain', whose links are not read here; there are rules for Tetro"),
     ("W=3x2&L=(8)0&G=knossos", "for which there are no rules here (Knossos: regions of which numbers say how long their outline"),
     ("W=3&H=2&L=(1)0&G=hidoku", "does not say its size as W=COLUMNSxROWS: open it there, and take its new address"),
     ("W=3x2&SIE=2UU&G=lits&V=double", "found 'V' in the link, which is not known here for the genre 'lits'"),
     ("W=3x2&L=(1)0q1&G=hidoku", "row 1, column 1: found 'q', expected '#'"),
     ("W=3x2&L=(1)0x6&G=hidoku", "found 'x' beyond the board, before character 10 of the layers '&L=(1)0x6'"),
     ("W=3x2&L=(1)0x0&G=hidoku", "found 'x' where another one stands"),
     ("W=3x2&L=(1)&G=hidoku", "found the end at character 7 of the layers '&L=(1)'"),
     ("W=3x2&SIE=2U&G=lits", "found a stroke that leaves the board"),
     ("W=3x2&SIE=9UUR&G=lits", "found a stroke that leaves the board")],
)  # fmt: skip
def test_links_of_kudamono_that_are_not_read_are_refused_by_name(query: str, says: str):
    done = command("check", f"https://example.org/kudamono/player?{query}")
    assert done.code == 2 and says in done.err


def kudamono(query: str) -> Puzzle:
    """The puzzle of a link."""
    return pysolve.read_text(f"https://example.org/kudamono/player?{query}")


def test_layers_of_kudamono_run_up_each_column_from_the_left():
    puzzle = kudamono("G=hidoku&W=3x2&L=(1)0x1(4)4")
    assert puzzle.board.holes == {(1, 1)}
    assert {token.values["X"]: token.text for token in puzzle.tokens["grid"]} == {(2, 1): "1", (1, 3): "4"}


def test_strokes_of_kudamono_part_regions():
    """Corners are counted likewise; a stroke along the edge parts nothing."""
    puzzle = kudamono("W=3x2&SIE=1R2UU3R&G=lits")
    regions = {token.values["X"]: token.text for token in puzzle.tokens["regions"]}
    assert regions == {(1, 1): "A", (2, 1): "C", **{(r, c): "B" for r in (1, 2) for c in (2, 3)}}


@pytest.mark.parametrize("name", ["hidato", "lits", "longest", "seiza", "soulmates", "tetroctb"])
def test_links_of_kudamono_come_back(name: str):
    written = 0
    for path in sorted((catalog.library().parent / "instances" / name).glob("*.yaml")):
        puzzle = pysolve.read(path)
        (genre,) = genres(puzzle.type, FormatKey.KUDAMONO)
        if puzzle.board.in_columns and not puzzle.options and (not puzzle.board.holes or name in ("hidato", "seiza")):
            query = codec("kudamono").write(puzzle).decode().partition("?")[2]
            assert meaning(puzzle, genre) == meaning(kudamono(query), genre)
            written += 1
    assert written


# -- The keys of a type's own


MANIFEST = """
name: Mine
group: x
about: x
read:
  grid: {int: "clue(X,V)"}
  edges?: {x: "cross(X,Y)"}
puzzlink: {name: mine, body: [{BODY}]}
"""


def own(write, body: str):
    path = write(MANIFEST.replace("BODY", body), "mine/manifest.yaml")
    write("#defined clue/2.\n#defined cross/2.\n{ shade(X) } :- cell(X).\n#show shade/1.\n", "mine/rules.lp")
    return load(path.parent)


def test_a_section_on_sides_takes_the_upright_ones_first(write):
    type_ = own(write, "edges: bits, tokens: {1: x}")
    section = genres(type_)[0].sections[0]
    empty = replace(read("nurikabe/2/2/j"), type=type_)
    assert [str(place) for _, place in places_of(empty, section)] == ["h(2,3)", "h(4,3)", "h(3,2)", "h(3,4)"]


@pytest.mark.parametrize(
    ("body", "sentence"),
    [("grid: nosuchcodec", "the codecs are 4, 10"), ("nothing: 4", "'nothing' is not one of grid, edges")],
)
def test_what_is_wrong_with_the_keys_is_found(body: str, sentence: str, write):
    (finding,) = check_links(own(write, body), [])
    assert finding.level == "error" and sentence in finding.sentence


def test_an_example_that_cannot_be_a_link_is_named(write):
    type_ = own(write, "grid: thirds, tokens: {1: a}")
    (finding,) = check_links(type_, [replace(read("nurikabe/2/2/5i"), type=type_)])
    assert finding.level == "warning" and "no example can be written as a link" in finding.sentence


def test_the_site_is_written():
    assert command("convert", f"{SITE}hashikake/2/2/1h1", "--to", "puzzlink").out.strip() == f"{SITE}hashi/2/2/1h1"
