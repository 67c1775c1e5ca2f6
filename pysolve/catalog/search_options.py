"""The key `search`: clasp's options for boards of a type (docs/manifest.md)."""

from __future__ import annotations

from functools import lru_cache

from ..model.errors import quote
from ..model.puzzle_type import CONFIGURATIONS, LargeBoards
from .keys import Keys

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
