"""Finding types: by any name, without parsing the others, at once after a change, and beside broken ones."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest
from conftest import command as run

from pysolve import PuzzleError, catalog
from pysolve.catalog import manifest
from pysolve.model.caches import Kept
from pysolve.model.formats import FormatKey

MANIFEST = 'name: {name}\naliases: [{aliases}]\ngroup: tests\nabout: About {name}.\nread: {{grid: "clue(X,V)"}}\n'


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The manifests that are parsed from now on."""
    files: list[str] = []
    load_mapping = manifest.load_mapping

    def counting(text: str, file: str):
        files.append(file)
        return load_mapping(text, file)

    monkeypatch.setattr(manifest, "load_mapping", counting)
    monkeypatch.setattr(manifest, "_loaded", Kept(100))
    return files


@pytest.fixture
def many(write, tmp_path: Path) -> Path:
    for number in range(50):
        name, aliases = f"Type Nr. {number}.", f"Alias {number:03}, 'Other {number:03}'"
        write(MANIFEST.format(name=name, aliases=aliases), f"t{number}/manifest.yaml")
    return tmp_path


@pytest.mark.parametrize("name", ["t7", "T_7", "type nr 7", "TypeNr7", "alias 007", "OTHER-007"])
def test_a_type_is_found_by_any_of_its_names_and_no_other_is_parsed(name: str, many: Path, parsed):
    type_ = catalog.lookup(name, (many,))
    assert type_ is not None and type_.name == "t7"
    assert parsed == ["t7/manifest.yaml"]


@pytest.mark.parametrize("name", ["T7", "t-7", "T_7"])
def test_a_name_that_differs_in_capitals_and_punctuation_alone_needs_no_other_manifest(name, many: Path, monkeypatch):
    read: list[str] = []
    read_bytes = catalog.manifest_bytes
    monkeypatch.setattr(catalog, "manifest_bytes", lambda path: read.append(path) or read_bytes(path))
    assert catalog.find(name, (many,)).name == "t7"
    assert read == []


def test_a_type_wins_over_those_that_have_its_name_as_an_alias(write, tmp_path):
    write(MANIFEST.format(name="First", aliases="Second"), "a/manifest.yaml")
    write(MANIFEST.format(name="Other", aliases="One"), "second/manifest.yaml")
    assert catalog.find("Second", (tmp_path,)).name == "second"


def test_an_unknown_name_parses_no_manifest(many: Path, parsed):
    assert catalog.lookup("nothing of the kind", (many,)) is None
    with pytest.raises(PuzzleError, match="there is no puzzle type 'Alias 49'; did you mean 't49'"):
        catalog.find("Alias 49", (many,))
    assert parsed == []


@pytest.mark.parametrize(
    "head",
    [
        "name: Mine\naliases:\n- Other\n- Wanted One\n", "name: Mine\naliases:\n  - Other\n  - 'Wanted One'\n",
        "name: Mine\naliases: [Other,\n  \"Wanted\n  One\"]\n", "name: Wanted\n  One\n", "name: >\n  Wanted\n  One\n",
        'name: "W\\u0061nted One"\n', '"name": Mine\n"aliases": [Wanted One]\n', "? name\n: Mine\naliases: [Wanted One]\n",
        'name: Mine\n"al\\x69ases": [Wanted One]\n', "name: WANTED-ONE # said so\n", "\ufeffname: Wanted One\n",
        "name: Mine\r\naliases: [Other,\r\n Wanted One]\r\n", "aliases: [Wanted One]\nname: Mine\n",
        "name: Mine\naliases: [Other,\nWanted One]\n", "name: !!str Wanted One\n", "name: Mine\raliases: [Wanted One]\r",
    ],
)  # fmt: skip
def test_names_are_found_however_the_manifest_writes_them(head: str, write, tmp_path):
    write(head + 'group: tests\nabout: It.\nread: {grid: "clue(X,V)"}\n', "mine/manifest.yaml")
    type_ = catalog.lookup("wanted one", (tmp_path,))
    assert type_ is not None and type_.name == "mine"


def test_a_greek_name_is_found(write, tmp_path):
    write(MANIFEST.format(name="Mine", aliases="ΛΟΓΟΣ, Β"), "mine/manifest.yaml")
    type_ = catalog.lookup("Λόγος".replace("ό", "ο"), (tmp_path,))
    assert type_ is not None and type_.name == "mine"


def test_a_changed_manifest_is_noticed_at_once(write, tmp_path):
    path = write(MANIFEST.format(name="Mine", aliases="One"), "mine/manifest.yaml")
    assert catalog.lookup("one", (tmp_path,)) is not None
    for number in range(20):
        path.write_text(MANIFEST.format(name="Mine", aliases=f"A{number}, B"))
        assert catalog.lookup("one", (tmp_path,)) is None
        assert catalog.find(f"a{number}", (tmp_path,)).aliases == (f"A{number}", "B")
    path.unlink()
    assert catalog.lookup("b", (tmp_path,)) is None


# -- A broken manifest

BROKEN = "name: Broken\naliases: [Torn]\ngroup: tests\nabuot: It.\n"


@pytest.mark.parametrize("text", [BROKEN, "name: [Broken\n", b"name: Broken\xff\n", "", "parent: broken\n"])
def test_a_broken_manifest_costs_itself_only(text, write, tmp_path):
    write(text, "broken/manifest.yaml")
    survey = catalog.survey((tmp_path,))
    assert [type_.name for type_ in survey.types] == [type_.name for type_ in catalog.every()]
    assert [error.file for error in survey.errors] == ["broken/manifest.yaml"]
    assert catalog.find("light up", (tmp_path,)).name == "akari"
    assert catalog.lookup("nothing of the kind", (tmp_path,)) is None


@pytest.mark.parametrize("name", ["broken", "Broken!", "torn"])
def test_a_broken_type_that_is_requested_is_an_error(name: str, write, tmp_path):
    write(BROKEN, "broken/manifest.yaml")
    with pytest.raises(PuzzleError, match=r"broken/manifest.yaml.*unknown key 'abuot'"):
        catalog.find(name, (tmp_path,))


def test_another_type_wins_over_a_broken_one_of_the_same_alias(write, tmp_path):
    write(BROKEN, "broken/manifest.yaml")
    write(MANIFEST.format(name="Whole", aliases="Torn"), "whole/manifest.yaml")
    assert catalog.find("torn", (tmp_path,)).name == "whole"


def test_types_lists_all_others_and_says_what_is_wrong(write, tmp_path):
    write(BROKEN, "broken/manifest.yaml")
    done, whole = run("types", "--types", tmp_path), run("types")
    assert (whole.code, whole.err) == (0, "")
    assert (done.code, done.out) == (2, whole.out)
    assert done.err.startswith("Error: broken/manifest.yaml, line 4: unknown key 'abuot'; the keys are ")
    assert len(done.err.splitlines()) == 1


def test_a_broken_type_disturbs_no_puzzle_of_another(write, tmp_path):
    write(BROKEN, "types/broken/manifest.yaml")
    board = write("puzzle: Light Up\ngrid: |\n  . .\n  . #\n", "board.yaml")
    assert run("solve", board, "--types", tmp_path / "types").code == 0
    done = run("solve", board, "--types", tmp_path / "types", "--type", "torn")
    assert done.code == 2
    assert done.err.startswith("Error: broken/manifest.yaml, line 4: unknown key 'abuot'")


def test_the_boards_of_a_file_look_for_their_type_once(many: Path, monkeypatch):
    surveys: list[object] = []
    names_in = catalog._names_in
    monkeypatch.setattr(catalog, "_names_in", lambda folders: surveys.append(folders) or names_in(folders))
    for name in ("Alias 007", "alias-007", "Alias 007"):
        assert catalog.find(name, (many,)).name == "t7"
    assert len(surveys) == 1


def test_a_name_that_is_taken_away_is_gone_at_once(write, tmp_path):
    path = write(MANIFEST.format(name="Mine", aliases="One"), "mine/manifest.yaml")
    assert catalog.lookup("one", (tmp_path,)) is not None
    path.write_text(MANIFEST.format(name="Mine", aliases="Two"))
    assert catalog.lookup("one", (tmp_path,)) is None
    assert catalog.lookup("two", (tmp_path,)) is not None
    path.unlink()
    assert catalog.lookup("two", (tmp_path,)) is None


GENRE = MANIFEST + "puzzlink: {{name: {genre}, body: []}}\n"


def test_the_links_of_a_file_look_for_their_type_once(write, tmp_path, monkeypatch):
    path = write(GENRE.format(name="Mine", aliases="One", genre="mygenre"), "mine/manifest.yaml")
    surveys: list[object] = []
    names_in = catalog._names_in
    monkeypatch.setattr(catalog, "_names_in", lambda folders: surveys.append(folders) or names_in(folders))

    def found() -> list[str]:
        with_genre = catalog.types_with(FormatKey.PUZZLINK, (tmp_path,), "mygenre")
        return [type_.name for type_ in islice(with_genre, 1)]

    assert [found(), found(), found()] == [["mine"]] * 3
    assert len(surveys) == 1
    path.write_text(GENRE.format(name="Mine", aliases="One", genre="another"))
    assert found() == []  # what it says is read each time


def test_all_types_with_a_key_are_looked_for_once(write, tmp_path, monkeypatch):
    write(GENRE.format(name="Mine", aliases="One", genre="mygenre"), "mine/manifest.yaml")
    surveys: list[object] = []
    names_in = catalog._names_in
    monkeypatch.setattr(catalog, "_names_in", lambda folders: surveys.append(folders) or names_in(folders))
    monkeypatch.setattr(catalog, "_SHORT", 60)

    def found() -> list[str]:
        return [type_.name for type_ in catalog.types_with(FormatKey.PUZZLINK, (tmp_path,), "mygenre")]

    assert [found(), found()] == [["mine"]] * 2
    assert len(surveys) == 1
    write(GENRE.format(name="Yours", aliases="Two", genre="mygenre"), "yours/manifest.yaml")
    assert found() == ["mine", "yours"]  # the folder has another type


@pytest.mark.parametrize(
    ("wanted", "meant"),
    [("sudokoo", "sudoku"), ("soduko", "sudoku"), ("slither", "slitherlink"), ("nurekabe", "nurikabe"), ("heyawkae", "heyawake"), ("qwxyz", None)],
)  # fmt: skip
def test_the_type_that_a_misspelt_name_means(wanted: str, meant: str | None):
    error = catalog.unknown(wanted)
    assert f"; did you mean '{meant}'?" in str(error) if meant else "did you mean" not in str(error)
