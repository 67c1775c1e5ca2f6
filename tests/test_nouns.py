"""Nouns: what things are called, one of them and several."""

from __future__ import annotations

from pathlib import Path

import pytest

from pysolve import catalog
from pysolve.model.marks import Noun


@pytest.mark.parametrize(
    ("text", "several", "with_article"),
    [
        ("light", "lights", "a light"),
        ("arrow", "arrows", "an arrow"),
        ("cross", "crosses", "a cross"),
        ("box", "boxes", "a box"),
        ("torch", "torches", "a torch"),
        ("way", "ways", "a way"),
        ("penny", "pennies", "a penny"),
        ("foot|feet", "feet", "a foot"),
        ("part of the snake|part of the snake", "part of the snake", "part of the snake"),
    ],
)
def test_plural_and_article(text: str, several: str, with_article: str):
    noun = Noun.parse(text)
    assert (noun.several, noun.with_article) == (several, with_article)


@pytest.mark.parametrize("text", ["", "|", "foot|", "|feet", " foot", "foot|feet ", "a|b|c"])
def test_what_is_no_noun(text: str):
    with pytest.raises(ValueError, match="is no noun"):
        Noun.parse(text)


def test_a_child_takes_over_the_nouns_of_its_parent(tmp_path: Path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "manifest.yaml").write_text(
        "name: Mine\ngroup: numbers\nabout: Something.\nrules: [One.]\nparent: akari\n"
    )
    (tmp_path / "mine" / "rules.lp").write_text('#include "../akari/rules.lp".\n')
    (lights,) = (rule for rule in catalog.load(tmp_path / "mine").draw if rule.mark == "sign")
    assert lights.kind_of("").lacks == "{x} has no light"
