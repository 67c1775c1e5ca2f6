"""The keys of a manifest, and how a value of the right kind is got from each (docs/manifest.md)."""

from __future__ import annotations

from copy import copy

from ..model import terms
from ..model.errors import PuzzleError, quote
from ..model.formats import FormatKey
from ..model.terms import Term
from ..model.yaml_text import Node

KEYS = (
    "name", "group", "about", "aliases", "rules", "parent", "board", "read", "header", "alphabets",
    "options", "draw", "notes", "multishot", "clues", "unique", "search", "make", *FormatKey, "constraints",
)  # fmt: skip

#: What keys were called before; the old names are still read.
OLD_KEYS = {"shared": "multishot"}


def renamed(table: dict[str, Node], old: dict[str, str], file: str) -> dict[str, Node]:
    """The table with the present names of its keys. PuzzleError if a key stands there by both of its names."""
    result: dict[str, Node] = {}
    for key, value in table.items():
        present = old.get(key, key)
        if present in result:
            before = next(each for each in old if old[each] == present)
            sentence = f"the key {quote(present)} stands twice ({quote(before)} is its old name)"
            raise PuzzleError(sentence, file=file, line=getattr(value, "line", None))
        result[present] = value
    return result


class Keys:
    """A manifest as keys and values. Each method returns the value of a key; PuzzleError if it is of another kind."""

    def __init__(self, data: dict[str, Node], file: str, known: tuple[str, ...] = KEYS) -> None:
        """data: the whole manifest. file: what messages call it. known: the keys that it may have."""
        self.file = file
        self._within = ""
        self.data = renamed(data, OLD_KEYS, file)
        for key in self.data:
            if key not in known:
                raise self.wrong(f"unknown key {quote(key)}; the keys are {', '.join(known)}")

    def __contains__(self, key: str) -> bool:
        return key in self.data

    def within(self, key: str) -> Keys:
        """The same keys; what is wrong is wrong under this one, as messages say."""
        keys = copy(self)
        keys._within = f"{key}: "
        return keys

    def wrong(self, sentence: str, value: object = None) -> PuzzleError:
        """What is wrong with the manifest. value: the value that is wrong, for the line that it stands in."""
        while isinstance(value, (dict, list)) and value:
            value = next(iter(value.values() if isinstance(value, dict) else value))
        return PuzzleError(f"{self._within}{sentence}", file=self.file, line=getattr(value, "line", None))

    def text(self, key: str) -> str:
        value = self.data.get(key)
        if not isinstance(value, str) or not value.strip():
            raise self.wrong(f"the key {quote(key)} needs a text", value)
        return value.strip()

    def texts(self, key: str, default: tuple[str, ...] = ()) -> tuple[str, ...]:
        value = self.data.get(key)
        if value is None:
            return default
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.wrong(f"the key {quote(key)} needs a list of texts")
        return tuple(str(item) for item in value)

    def switch(self, key: str, default: bool) -> bool:
        value = self.data.get(key, "yes" if default else "no")
        if value not in ("yes", "no"):
            raise self.wrong(f"the key {quote(key)} needs 'yes' or 'no'", value)
        return value == "yes"

    def mapping(self, key: str) -> dict[str, Node]:
        value = self.data.get(key, {})
        if not isinstance(value, dict):
            raise self.wrong(f"the key {quote(key)} needs lines of the form 'name: value'", value)
        return value

    def template(self, text: object) -> Term:
        """The template that is written so."""
        try:
            return terms.parse(str(text))
        except ValueError:
            raise self.wrong(f'{quote(str(text))} is not a template like "clue(X,V)"', text) from None
