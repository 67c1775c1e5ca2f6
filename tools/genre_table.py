"""What docs/puzzlink.md counts and lists of the genres of puzz.link: those of our types, with how each is checked."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import yaml

from pysolve import catalog
from pysolve.analysis.derived_clues import make_program
from pysolve.catalog.genres import genres
from pysolve.model.puzzle_type import PuzzleType

ROOT = Path(__file__).resolve().parent.parent

#: What stands before and after each text that is renewed.
COUNT = ("## Genres with rules here\n\n", " The flags of")
TABLE = (
    "| genre | type | other names | flags | judged by pzpr | by brute force | made |\n"
    "| --- | --- | --- | --- | --- | --- | --- |\n",
    "\n\n",
)
LEFT = ("## Genres without rules here\n\n", " beside two that are editors")
WITHOUT = ("No genre of puzz.link has the rules of these: ", "\n\n")
JUDGED = ("`pzpr` 0.10.1, the program behind these links, has rules of its own for 120 genres, ", " of them of types")


def page(text: str, replace: Callable[[str, str, str, str], str]) -> str:
    """The page renewed. replace(text, start, end, block): the text with a block between these two."""
    sys.path.insert(0, str(ROOT / "bench"))
    from oracles.words import ORACLES

    judge = yaml.safe_load((ROOT / "tests" / "pzpr.yaml").read_text(encoding="utf-8"))["genres"]
    types = catalog.every()
    with_genre = [type_ for type_ in types if genres(type_)]
    rows = [
        f"| `{genre.name}` | {type_.title} | {_code(genre.aliases)} | {_code(genre.flags)} "
        f"| {_judged(genre.name, judge)} | {_yes(type_.name in ORACLES)} | {_yes(_is_made(type_))} |"
        for type_ in with_genre
        for genre in genres(type_)
    ]
    every = len((ROOT / "pysolve" / "formats" / "puzzlink_names.tsv").read_text(encoding="utf-8").splitlines())
    judged = sum("as" not in (judge[name] or {}) for name in judge)
    titles = sorted(type_.title for type_ in types if not genres(type_))
    for (start, end), block in (
        (COUNT, f"{len(rows)} of {every} genres, of {len(with_genre)} types."),
        (TABLE, "\n".join(sorted(rows))),
        (LEFT, f"{every - len(rows) - 2} of the {every},"),
        (WITHOUT, f"{', '.join(titles)}."),
        (JUDGED, str(judged)),
    ):
        text = replace(text, start, end, block)
    return text


def _code(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _yes(holds: bool) -> str:
    return "yes" if holds else ""


def _judged(name: str, judge: dict[str, dict[str, object] | None]) -> str:
    if name not in judge:
        return ""
    like = (judge[name] or {}).get("as")
    return f"in part, by checks of `{like}`" if like else "yes"


def _is_made(type_: PuzzleType) -> bool:
    """Whether 'pysolve make' makes puzzles of the type."""
    return type_.unique and bool(make_program(type_).files)
