"""Options: the `#const`s of a type's rules that a puzzle or a user sets."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from .errors import PuzzleError, alternatives, quote
from .puzzle_type import PuzzleType

#: clingo's integers have 32 bits, and it says nothing where one does not fit: so much may rules count to.
LARGEST_INTEGER = 2**31 - 1

#: The largest value of an option: rules may multiply two.
LARGEST_OPTION = 10_000


def defaults(text: str) -> dict[str, str]:
    """What a program declares with `#const`: from name to default."""
    found = re.findall(r"^[ \t]*#const\s+([a-z_]\w*)\s*=([^.%#]*)\.", text, re.MULTILINE)
    return {name: value.strip() for name, value in found}


def check_options(type_: PuzzleType, options: Mapping[str, str]) -> dict[str, str]:
    """The options with values as clingo takes them; PuzzleError for one that the type does not have."""
    checked = {}
    for name, value in options.items():
        option = type_.options.get(name)
        if option is None:
            known = f"its options are {', '.join(type_.options)}" if type_.options else "it has none"
            raise PuzzleError(f"{type_.title} has no option {quote(name)}; {known}")
        checked[name] = check_option(name, value, list(option.choices))
    return checked


_BOOLEANS = {"true": "yes", "on": "yes", "1": "yes", "false": "no", "off": "no", "0": "no"}


def check_option(name: str, value: str, choices: Sequence[str]) -> str:
    """One option's value; where it must be one of some words, other spellings of yes and no are understood."""
    value = str(value).strip()
    if choices:
        plain = _BOOLEANS.get(value.lower(), value.lower()) if set(choices) == {"yes", "no"} else value
        if plain not in choices:
            raise PuzzleError(f"option {name}: found {quote(value)}, expected {alternatives(list(choices))}")
        return plain
    if not re.fullmatch(r"-?\d+", value):
        raise PuzzleError(f"option {name}: found {quote(value)}, expected a whole number")
    if abs(int(value)) > LARGEST_OPTION:
        raise PuzzleError(f"option {name}: found {quote(value)}, expected a number up to {LARGEST_OPTION}")
    return value
