"""The table of marks: an entry is all that a mark needs, in manifests, pictures, answer texts, words and on the page."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from conftest import command as run

import pysolve
from pysolve import catalog
from pysolve.model.errors import PuzzleError
from pysolve.model.marks import MARKS, NOTHING, SHAPES, Glyph, Layer, MarkKind, Noun, Shape, Tone
from pysolve.render import answer_text, svg, terminal
from pysolve.render.answer_text import Answer
from pysolve.render.look import width
from pysolve.report.words import Words
from pysolve.web import records

Write = Callable[..., Path]

#: Marks that are not in the table.
NEW = {
    "lozenge": MarkKind(
        "lozenge", Layer.SYMBOL, "{x} has a lozenge", "{x} has no lozenge", "lozenge", noun=Noun.parse("lozenge"),
        token="z", glyph=Glyph("◆", "V"), shape=Shape("M0 -0.25L0.25 0L0 0.25L-0.25 0Z", outlined=True),
    ),
    "water": MarkKind(
        "water", Layer.FILL, "{x} is under water", "{x} is dry", "water",
        token="w", glyph=Glyph("≈", "~"), tone=Tone.DARK,
    ),
}  # fmt: skip

WITH_TOKEN = [name for name, kind in MARKS.items() if kind.token]

RULES = "mark(X) :- cell(X), not clue(X).\n#defined clue/1.\n#show mark/1.\n"

MANIFEST = """name: Mine
group: tests
about: Mark what is free.
rules: [Every cell without a clue is marked.]
read:
  grid: {"q": "clue(X)"}
draw:
  "mark(X)": MARK
"""


@pytest.fixture(params=[*WITH_TOKEN, *NEW])
def kind(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> MarkKind:
    """An entry of the table; new ones stand in it for the time of a test."""
    if request.param in NEW:
        monkeypatch.setitem(MARKS, request.param, NEW[request.param])
    return MARKS[request.param]


def answer_with(kind: MarkKind, write: Write) -> Answer:
    """The answer of a board of three cells in a row, of which the first and the last have such a mark."""
    write(RULES, "mine/rules.lp")
    write(MANIFEST.replace("MARK", kind.name), "mine/manifest.yaml")
    board = write("puzzle: mine\ngrid: |\n  . q .\n", "board.yaml")
    (answer,) = pysolve.solve(pysolve.read(str(board), types=str(board.parent)))
    return answer


def test_a_terminal_shows_its_characters(kind, write):
    picture = answer_with(kind, write).picture()
    assert kind.glyph is not None
    for style, glyph in zip(("unicode", "ascii"), kind.glyph):
        (line,) = (line for line in terminal.render(picture, style=style).split("\n") if glyph in line)
        assert re.fullmatch(rf"{re.escape(glyph)}+ [·.] ?{re.escape(glyph)}+", line.strip("│| "))


def test_an_svg_shows_its_shape_or_its_colour(kind, write):
    answer = answer_with(kind, write)
    root = ElementTree.fromstring(svg.render([answer.picture()]))
    paths = list(root.iter("{http://www.w3.org/2000/svg}path"))
    if kind.tone is not None:
        (fill,) = (path for path in paths if path.get("fill") == svg.FILL[kind.tone])
        assert fill.get("d") == "M40 0V40H0V0ZM120 0V40H80V0Z"
        return
    assert kind.shape is not None
    shapes = [path for path in paths if path.get("fill") == (svg.ANSWER if kind.shape.filled else svg.PAPER)]
    scaled = [
        kind.shape.mapped(lambda x, y, at=at: f"{svg.decimal(at + 40 * x)} {svg.decimal(20 + 40 * y)}")
        for at in (20, 100)
    ]
    assert [path.get("d") for path in shapes] == scaled
    assert {path.get("stroke") for path in shapes} == {svg.ANSWER if kind.shape.outlined else None}


def test_the_answer_text_has_its_token_and_is_read_back(kind, write):
    answer = answer_with(kind, write)
    assert answer.plain == f"{kind.token} {NOTHING} {kind.token}"
    assert set(answer_text.parse(answer.puzzle, answer.plain)) == set(answer.atoms)


def test_words_say_whether_it_is_there(kind, write):
    answer = answer_with(kind, write)
    words = Words(answer.puzzle)
    sentences = [(words.atom(atom), words.atom(atom, holds=False)) for atom in sorted(answer.atoms, key=str)]
    assert sentences == [
        (kind.holds.format(x=place), kind.lacks.format(x=place)) for place in ("row 1, column 1", "row 1, column 3")
    ]


def test_the_page_receives_how_to_draw_and_name_it(kind):
    entry = records.drawing()["marks"][kind.name]
    assert (entry["layer"], entry["here"]) == (kind.layer, kind.here)
    assert entry.get("tone") == kind.tone
    assert entry.get("shape") == (kind.shape._asdict() if kind.shape else None)


# -- The table itself


@pytest.mark.parametrize("name", MARKS)
def test_sentences_have_the_variables_of_the_template(name):
    kind = MARKS[name]
    values = {variable.lower(): f"<{variable}>" for variable in kind.layer.variables if variable != "I"}
    for sentence in (kind.holds, kind.lacks):
        filled = sentence.format(**values)
        assert filled != sentence and all(value in filled for value in values.values())
    assert kind.holds != kind.lacks and kind.name == name


def test_characters_tell_fills_and_symbols_apart():
    glyphs = [kind.glyph for kind in MARKS.values() if kind.glyph]
    for style in zip(*glyphs):
        assert len(set(style)) == len(style) and all(len(glyph) == 1 for glyph in style)
    assert all(glyph.ascii.isascii() for glyph in glyphs)


@pytest.mark.parametrize("name", MARKS)
def test_an_entry_has_what_its_layer_is_drawn_with_and_nothing_else(name):
    kind = MARKS[name]
    assert (kind.tone is not None) == (kind.layer is Layer.FILL)
    assert (kind.shape is not None) == (kind.layer is Layer.SYMBOL)
    assert (kind.stroke is not None) == (kind.layer is Layer.TUBE)
    assert (kind.glyph is not None) == (kind.layer in (Layer.FILL, Layer.SYMBOL))
    assert kind.shape is None or kind.noun is not None


def test_a_mark_where_there_can_be_none_is_an_error(write):
    write("mark(p(R,C)) :- cell((R,C)).\n#show mark/1.\n#defined clue/1.\n", "mine/rules.lp")
    write(MANIFEST.replace("MARK", "shade"), "mine/manifest.yaml")
    board = write("puzzle: mine\ngrid: |\n  . .\n", "board.yaml")
    (answer,) = pysolve.solve(pysolve.read(str(board), types=str(board.parent)))
    with pytest.raises(
        PuzzleError, match=r"leaves the mark shade at the upper left corner of row 1, column 1"
    ) as caught:
        answer.picture()
    assert caught.value.file == "mine/manifest.yaml"
    done = run("solve", board, "--types", board.parent)
    assert done.code == 2 and "where there can be none" in done.err and "Traceback" not in done.err


@pytest.mark.parametrize("name", MARKS)
def test_only_some_marks_may_stand_in_margins(name, write):
    variables = "".join(f",{variable}" for variable in MARKS[name].layer.variables if variable != "X")
    manifest = MANIFEST.replace('"mark(X)": MARK', f'"mark(left(R){variables})": {name}')
    write(RULES, "mine/rules.lp")
    folder = write(manifest, "mine/manifest.yaml").parent
    if MARKS[name].layer.in_margins:
        assert catalog.load(folder).draw[0].mark == name
        return
    with pytest.raises(PuzzleError, match=f"the mark {name} cannot stand in a margin") as caught:
        catalog.load(folder)
    assert caught.value.line == 8


@pytest.mark.parametrize("name", SHAPES)
def test_every_shape_is_a_path_within_its_cell_with_a_character_and_words(name):
    figure = SHAPES[name]
    point = r"-?[\d.]+ -?[\d.]+"
    assert re.fullmatch(f"(?:M{point}(?:L{point}|C{point} {point} {point})*Z)+", figure.shape.path)
    numbers = [float(number) for number in re.findall(r"-?[\d.]+", figure.shape.path)]
    assert max(map(abs, numbers)) < 0.52
    assert width(figure.glyph.unicode) == 1 and figure.glyph.ascii.isascii() and figure.glyph.ascii
    assert figure.noun.one != figure.noun.several
