"""Nouns: what things are called, one of them and several."""

from __future__ import annotations

import pytest

from pysolve.model.nouns import Noun


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
