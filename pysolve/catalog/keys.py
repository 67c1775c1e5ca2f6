"""The keys of a manifest, and how a value of the right kind is got from each (docs/manifest.md)."""

from __future__ import annotations

from copy import copy
from functools import lru_cache

from ..model import terms
from ..model.errors import PuzzleError, quote
from ..model.formats import FormatKey
from ..model.puzzle_type import CONFIGURATIONS, LargeBoards
from ..model.terms import Term
from ..model.yaml_text import Node

KEYS = (
    "name", "group", "about", "aliases", "rules", "parent", "board", "read", "header", "alphabets",
    "options", "draw", "notes", "multishot", "clues", "unique", "search", "make", *FormatKey, "constraints",
)  # fmt: skip


class Keys:
    """A manifest as keys and values. Each method returns the value of a key; PuzzleError if it is of another kind."""

    def __init__(self, data: dict[str, Node], file: str, known: tuple[str, ...] = KEYS) -> None:
        """data: the whole manifest. file: what messages call it. known: the keys that it may have."""
        self.file = file
        self._within = ""
        self.data = data
        self._check(known)

    def _check(self, known: tuple[str, ...]) -> None:
        for key, value in self.data.items():
            if key not in known:
                raise self.wrong(f"unknown key {quote(key)}; the keys are {', '.join(known)}", value)

    def entry(self, table: dict[str, Node], known: tuple[str, ...]) -> Keys:
        """The keys of a table within these. known: those that it may have."""
        keys = copy(self)
        keys.data = table
        keys._check(known)
        return keys

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


# -- The key `search`: clasp's options for boards of a type (docs/manifest.md)


#: clasp's options that say how it searches, and not for what: whatever they are set to, the answers are the same.
OPTIONS = frozenset({
    "acyc-prop", "block-restarts", "contraction", "counter-restarts", "del-cfl", "del-estimate", "del-glue", "del-grow",
    "del-init", "del-max", "del-on-restart", "deletion", "dom-mod", "eq", "forget-on-step", "heuristic", "init-watches",
    "lookahead", "loops", "otfs", "partial-check", "rand-freq", "rand-prob", "reset-restarts", "restarts",
    "reverse-arcs", "save-progress", "score-other", "score-res", "seed", "shuffle", "sign-def", "sign-def-disj",
    "strengthen", "trans-ext", "update-lbd", "update-mode", "vsids-progress",
})  # fmt: skip

#: Those of them that have no value: `yes` sets them.
SWITCHES = frozenset({
    "backprop", "init-moms", "learn-explicit", "local-restarts", "nant", "no-gamma", "sign-fix", "update-act",
    "vsids-acids",
})  # fmt: skip


def read_search(keys: Keys, default: LargeBoards | None) -> LargeBoards | None:
    """How boards are searched; PuzzleError for an option that clasp does not have, or a value that it does not take."""
    value = keys.data.get("search")
    if value is None:
        return default
    known = ", ".join(CONFIGURATIONS)
    sentence = f"search: expected 'above', a number of cells, and 'configuration', one of {known}, or options of clasp"
    if not isinstance(value, dict) or not value.keys() - {"above"}:
        raise keys.wrong(sentence, value)
    above, configuration = value.get("above", "0"), value.get("configuration")
    if not str(above).isdecimal() or configuration not in (None, *CONFIGURATIONS):
        raise keys.wrong(sentence, value)
    options = []
    for name, setting in value.items():
        if name in ("above", "configuration"):
            continue
        if name not in OPTIONS | SWITCHES:
            raise keys.wrong(f"search: {quote(name)} is no option of clasp that says how to search", setting)
        option = f"--{name}" if name in SWITCHES and setting == "yes" else f"--{name}={setting}"
        if not isinstance(setting, str) or not _is_taken(option):
            raise keys.wrong(f"search: clasp does not take {quote(str(setting))} for {quote(name)}", setting)
        options.append(option)
    return LargeBoards(int(str(above)), str(configuration) if configuration else None, tuple(options))


@lru_cache(maxsize=256)
def _is_taken(option: str) -> bool:
    """Whether clasp takes an option with its value. It alone knows which values each has."""
    import clingo  # few types have options

    try:
        clingo.Control([option], message_limit=0)
    except RuntimeError:
        return False
    return True
