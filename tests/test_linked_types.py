"""A new type that begins with a link of puzz.link, of a genre without rules here."""

from __future__ import annotations

from pathlib import Path

import pytest

import pysolve
from pysolve import PuzzleError

ROOT = Path(__file__).resolve().parent.parent


def link_of(instance: str, genre: str = "unheard") -> str:
    """The link of an instance, as if it were of another genre."""
    site, _, rest = pysolve.convert(pysolve.read(str(ROOT / "instances" / instance)), "puzzlink").strip().partition("?")
    return f"{site}?{genre}/{rest.partition('/')[2]}"


KINDS = ["division", "loop", "path", "numbers", "margins", "placement"]


@pytest.mark.parametrize("kind", ["shading", *(pytest.param(kind, marks=pytest.mark.rest) for kind in KINDS)])
def test_a_new_type_reads_the_link_that_it_began_with(tmp_path, kind):
    link = link_of("nurikabe/5x5.yaml")
    folder = Path(pysolve.new("mine", str(tmp_path), like=kind, link=link))
    example = pysolve.read(str(folder / "example.yaml"))
    assert example.type.name == "mine" and pysolve.convert(example, "puzzlink").strip() == link
    assert pysolve.read(link, types=str(tmp_path)).tokens == example.tokens
    assert str(pysolve.check(example)) in ("unique", "multiple", "none")  # the rules can be grounded


@pytest.mark.parametrize(
    "instance",
    [
        "yajilin/5x5.yaml",
        "tents/6x6.yaml",
        *(
            pytest.param(each, marks=pytest.mark.rest)
            for each in ("heyawake/8x8.yaml", "masyu/5x5.yaml", "heyawake/walls.yaml")
        ),
    ],
)
def test_what_links_hold_is_told_by_the_types_that_are_here(tmp_path, instance):
    link = link_of(instance)
    folder = pysolve.new("mine", str(tmp_path), link=link)
    assert pysolve.convert(pysolve.read(f"{folder}/example.yaml"), "puzzlink").strip() == link


def test_other_ways_to_read_the_link_are_named(tmp_path):
    folder = Path(pysolve.new("mine", str(tmp_path), link="https://puzz.link/p?unheard/2/2/1h2"))
    remarks = [
        line for line in (folder / "manifest.yaml").read_text(encoding="utf-8").splitlines() if line.startswith("#")
    ]
    assert len(remarks) > 1 and "may also be read" in remarks[1]


def test_flags_of_the_link_are_left_to_the_author(tmp_path):
    folder = Path(pysolve.new("mine", str(tmp_path), link="https://puzz.link/p?unheard/x/2/2/1h2"))
    assert "flags" in (folder / "manifest.yaml").read_text(encoding="utf-8")
    assert pysolve.read("https://puzz.link/p?unheard/x/2/2/1h2", types=str(tmp_path)).type.name == "mine"


@pytest.mark.parametrize(
    ("link", "kind", "sentence"),
    [
        (
            "https://puzz.link/p?slither/2/2/1h2",
            "shading",
            "Slitherlink has rules for 'slither'.*pysolve copy slitherlink",
        ),
        ("sudoku", "shading", "found 'sudoku', expected a link such as"),
        ("https://puzz.link/p?unheard/2/2/!!", "shading", "no type here has links like that one"),
        (None, "division", "the link gives 'region', which is what an answer of the kind 'division' draws"),
        ("https://puzz.link/p?unheard/2/2/1h2", "words", "found 'words', expected shading"),
    ],
)
def test_a_link_that_gives_no_type_is_answered_with_the_reason(tmp_path, link, kind, sentence):
    with pytest.raises(PuzzleError, match=sentence):
        pysolve.new("mine", str(tmp_path), like=kind, link=link or link_of("heyawake/5x5.yaml"))
    assert not list(tmp_path.iterdir())
