"""What types are called, got from the text of their manifests without parsing it.

Parsing 500 manifests to find the one with an alias takes longer than solving a small puzzle; reading them and cutting
out two keys takes 7 ms. What is found so is only a filter: it passes every type that has the name, and rarely another,
and the caller parses what is left. So nothing needs to be kept in files, and nothing can be out of date.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from .keys import KEYS
from .loading import Stamp, manifest_bytes, stamp

#: The lines of the keys that hold names: from the key to the next one.
_HEAD = re.compile(rf"^(?:name|aliases):.*(?:\n(?!(?:{'|'.join(KEYS)}):).*)*", re.MULTILINE)


def plain(name: str) -> str:
    """A name without what does not matter: capitals, blanks, punctuation."""
    return re.sub(r"[\W_]+", "", name).casefold()


class Head(NamedTuple):
    """What the head of a manifest says of a type's names.

    values: what stands behind the keys that hold them. text: all of that, plain; None if the manifest is written in a
    way that only a parser understands.
    """

    values: str
    text: str | None

    def may_hold(self, name: str) -> bool:
        """Whether the type may be called so: False is certain. name: plain."""
        return self.text is None or name in self.text

    @property
    def names(self) -> set[str]:
        """The single names, plain, as far as they can be told apart without a parser."""
        return set(filter(None, map(plain, re.split(r"[\[\],\n]|\s#.*", self.values))))


def head_of(folder: Path) -> Head:
    """The head of the manifest in a folder. A file that cannot be read has one without names."""
    path = f"{folder}/manifest.yaml"
    try:
        return _read(path, stamp(path))
    except OSError:
        return Head("", "")


@lru_cache(maxsize=4096)
def _read(path: str, stamp: Stamp) -> Head:
    """stamp: of the file, which tells whether it is still as it was."""
    text = manifest_bytes(path).decode("utf-8-sig", errors="replace")
    values: dict[str, list[str]] = {"name": [], "aliases": []}
    for lines in _HEAD.findall(text):
        key, _, value = lines.partition(":")
        values[key].append(value)
    head = "\n".join([*values["name"], *values["aliases"]])
    understood = "\\" not in head and len(values["name"]) == 1 and len(values["aliases"]) == text.count("aliases")
    return Head(head, plain(head) if understood else None)
