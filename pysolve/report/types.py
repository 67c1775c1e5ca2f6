"""A puzzle type in words: the parts of its input, and its options."""

from __future__ import annotations

from ..model.errors import quote
from ..model.parts import WORDS, Part
from ..model.puzzle_type import Option, PuzzleType
from ..model.rows import BLANKS
from ..model.tokens import is_pattern, pattern


def type_in_short(type_: PuzzleType) -> dict[str, str | list[str]]:
    """A type in short, as JSON."""
    return {
        "name": type_.name, "title": type_.title, "group": type_.group, "about": type_.about,
        "aliases": list(type_.aliases), "boards": list(type_.boards),
    }  # fmt: skip


def part_line(part: Part) -> str:
    """A part of the input: its name, how its tokens lie, and which there are."""
    names = {"int": "numbers", "letter": "letters", "symbol": "values", "any": "numbers or names"}
    tokens = [
        pattern(token).about if is_pattern(token) else names.get(token, quote(token))
        for token in part.tokens
        if part.shape is not WORDS and token not in BLANKS
    ]
    blanks = " and ".join(f"'{token}'" for token in sorted(BLANKS - part.tokens.keys()))
    what = f": {', '.join(tokens)}" + (f"; blank: {blanks}" if blanks else "") if tokens else ""
    optional = " (may be missing)" if part.optional else ""
    return f"{part.name}: {part.shape.about}{optional}{what}"


def constraint_lines(type_: PuzzleType) -> list[str]:
    """The constraints that puzzles of the type may add, a line each: the key, and what it says."""
    from ..catalog import constraints

    return [
        f"{each.name}: {each.about}" + ("" if each.takes_cells else " ('yes')") for each in constraints.offered(type_)
    ]


def option_lines(type_: PuzzleType, option: Option) -> list[str]:
    """An option: its name, default and help; then a line for each of its choices."""
    from ..rules.loading import default_options

    default = default_options(type_).get(option.name, "")
    lines = [f"{option.name} = {default}: {option.help}"]
    width = max((len(word) for word in option.choices), default=0)
    return lines + [f"    {word:<{width}}  {about}" for word, about in option.choices.items()]
