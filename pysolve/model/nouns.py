"""What things are called, one of them and several."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

_VOWELS = "aeiou"


class Noun(NamedTuple):
    """A noun.

    one, several: its singular and its plural, without an article.
    """

    one: str
    several: str

    @classmethod
    def parse(cls, text: str) -> Noun:
        """The noun of a text: the singular, with its plural behind '|' if that is irregular: 'foot|feet'.

        ValueError if one of them is missing, or begins or ends with a blank.
        """
        one, bar, several = text.partition("|")
        for form in (one, several) if bar else (one,):
            if not form or form != form.strip() or "|" in form:
                raise ValueError(f"{text!r} is no noun")
        return cls(one, several or _plural(one))

    @property
    def with_article(self) -> str:
        """'a light', 'an arrow', 'part of the wall'."""
        if self.one.startswith("part of "):
            return self.one
        is_vowel = self.one[0].lower() in _VOWELS and not self.one.lower().startswith("one ")  # said with a 'w'
        return f"{'an' if is_vowel else 'a'} {self.one}"


def _plural(one: str) -> str:
    if one.endswith(("s", "x", "ch", "sh")):
        return f"{one}es"
    if one.endswith("y") and one[-2:-1] not in _VOWELS:
        return f"{one[:-1]}ies"
    return f"{one}s"


def listed(items: Sequence[str]) -> str:
    """'a', 'a and b', 'a, b and c'."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"
