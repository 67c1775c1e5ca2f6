"""The list of the types, a picture of some of them, and the site's pages: one for each type, from its
manifest and an instance, with its picture.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from html import escape
from itertools import groupby
from pathlib import Path

import pysolve
from pysolve import catalog
from pysolve.analysis.clues import default_patterns, make_program, parts_not_given
from pysolve.formats import plain_text
from pysolve.formats.links.genre import genres
from pysolve.model.errors import PuzzleError
from pysolve.model.puzzle import Puzzle
from pysolve.model.puzzle_type import PuzzleType
from pysolve.report.lines import constraint_lines, option_lines, part_line
from pysolve.rules.library import default_options
from pysolve.solving.settings import Settings

ROOT = Path(__file__).resolve().parent.parent

#: The picture: these types in rows of six, the space for each, and for its board, in pixels.
SHOWN = (
    "sudoku", "slitherlink", "akari", "nurikabe", "masyu", "killer",
    "hashi", "starbattle", "numberlink", "shakashaka", "fillomino", "tents",
    "galaxies", "futoshiki", "yajilin", "gokigennaname", "heyawake", "hitori",
    "yinyang", "skyscrapers", "shikaku", "nonogram", "hidato", "crossword",
)  # fmt: skip
IN_A_ROW, WIDTH, HEIGHT, BOARD = 6, 150, 168, 132

#: The instances of a type that are tried for an example that has a plain text, too, and how long that may be.
TRIED, CHARACTERS = 3, 2000


def pages(names: Collection[str]) -> Iterator[tuple[str, str]]:
    """The files about these types: their names with their texts, a page and a picture for each."""
    for type_ in map(catalog.find, names):
        file, plain = example(type_)
        puzzle = pysolve.read(str(file))
        yield f"{type_.name}.md", "\n".join(page(type_, file, plain, puzzle)) + "\n"
        yield f"{type_.name}.svg", picture(puzzle)


def example(type_: PuzzleType) -> tuple[Path, str | None]:
    """A small instance of the type, and its plain text; without one if it has none, and neither have the next few."""
    files = catalog.examples(type_)
    for file in files[:TRIED]:
        try:
            plain = plain_text.write(pysolve.read(str(file))).decode()
        except PuzzleError:
            continue
        if len(plain) <= CHARACTERS:
            return file, plain
    return files[0], None


def picture(puzzle: Puzzle) -> str:
    """The first answer as SVG."""
    answer = next(pysolve.solve(puzzle, Settings(models=1)), None)
    if answer is None:  # an example of what has no answer
        return str(pysolve.draw(puzzle)._repr_svg_())
    return answer._repr_svg_().rstrip("\n") + "\n"


def index(pictured: Collection[str] = ()) -> str:
    """docs/types.md: the types by group. pictured: those whose picture stands beside them, on the site."""
    types = catalog.every()
    lines = [
        "# The types",
        "",
        f"{len(types)} types, with the names of their genres on puzz.link. `pysolve show NAME` explains one: its rules",
        "in words, its input, its options and an example.",
        "",
        "![Solved boards of some of the types](pictures/types.svg)",
    ]
    for group, members in groupby(
        sorted(types, key=lambda type_: (type_.group, type_.name)), lambda type_: type_.group
    ):
        lines += ["", f"## {group.capitalize()}", ""]
        lines += ["| type | name | what one has to do | genre |", "| --- | --- | --- | --- |"]
        for type_ in members:
            image = f'<img src="types/{type_.name}.svg" width="80" alt=""> ' if type_.name in pictured else ""
            genre = ", ".join(f"`{each.name}`" for each in genres(type_))
            lines.append(f"| {image}[{type_.title}](../asp/{type_.name}) | `{type_.name}` | {type_.about} | {genre} |")
    return "\n".join(lines) + "\n"


def sheet() -> str:
    """One picture of several types, each with its solved board and its name."""
    shown = [(type_, picture(pysolve.read(str(example(type_)[0])))) for type_ in map(catalog.find, SHOWN)]
    rows = -(-len(shown) // IN_A_ROW)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {IN_A_ROW * WIDTH} {rows * HEIGHT}">',
        f'<title>Solved boards of {len(shown)} types</title><rect width="100%" height="100%" rx="6" fill="#fffdf7"/>',
    ]
    for number, (type_, board) in enumerate(shown):
        left, top = number % IN_A_ROW * WIDTH, number // IN_A_ROW * HEIGHT
        size = re.search(r' width="[\d.]+" height="[\d.]+"', board)
        assert size is not None
        placed = f' x="{left + (WIDTH - BOARD) / 2:g}" y="{top + 6}" width="{BOARD}" height="{BOARD}"'
        parts.append(board.replace(size[0], placed, 1).rstrip("\n"))
        parts.append(
            f'<text x="{left + WIDTH / 2:g}" y="{top + BOARD + 22}" font-family="Helvetica,Arial,sans-serif" '
            f'font-size="13" fill="#1c1b19" text-anchor="middle">{escape(type_.title)}</text>'
        )
    return "\n".join([*parts, "</svg>"]) + "\n"


def page(type_: PuzzleType, file: Path, plain: str | None, puzzle: Puzzle) -> Iterator[str]:
    """The lines of a type's page. file, puzzle: its example; plain: the same as plain text, if there is one."""
    yield f"# {type_.title}\n\n{type_.about}\n\n![A solved {type_.title}]({type_.name}.svg)\n"
    also = f"; also: {', '.join(type_.aliases)}" if type_.aliases else ""
    yield f"Name: `{type_.name}`{also}. Group: {type_.group}."
    yield from _section("Rules", [f"- {_escaped(rule)}" for rule in type_.rules])
    yield f"\nAs a program: `asp/{type_.name}/rules.lp`, with `asp/{type_.name}/manifest.yaml`."
    yield from _section("Input", [f"- {_escaped(part_line(part))}" for part in type_.parts])
    shown = file.relative_to(ROOT).as_posix()
    yield f"\n`{shown}`:\n\n```yaml\n{file.read_text(encoding='utf-8').rstrip()}\n```"
    if plain is not None:
        yield f"\nThe same as plain text (`--type {type_.name}`), without the answer:\n\n```\n{plain.rstrip()}\n```"
    options = option_lines(type_.options.values(), default_options(type_))
    if options:
        yield from _section("Options", ["`-c NAME=VALUE`, or `options:` in an instance:\n", "```", *options, "```"])
    patterns = option_lines(type_.pattern.values(), default_patterns(type_))
    if patterns:
        yield from _section("Patterns that are made", ["`make -c NAME=VALUE`:\n", "```", *patterns, "```"])
    added = [f"- {_escaped(line)}" for line in constraint_lines(type_)]
    yield from _section(
        "Constraints", ["A puzzle may add these ([constraints.md](../constraints.md)):\n", *added] if added else []
    )
    variants = sorted((type_.folder / "variants").glob("*.lp"))
    yield from _section("Variants", [_variant(file) for file in variants])
    yield from _section("Commands", list(_commands(type_, shown, puzzle)))


def _section(title: str, lines: Sequence[str]) -> Iterator[str]:
    if lines:
        yield f"\n## {title}\n"
        yield from lines


def _escaped(text: str) -> str:
    """The text with the characters that Markdown would take for its own."""
    return re.sub(r"([*_<>|`\\])", r"\\\1", text)


def _variant(file: Path) -> str:
    """What a file of variants says of itself on its first line."""
    first = file.read_text(encoding="utf-8").partition("\n")[0].removeprefix("% ")
    return f"- `-r {file.relative_to(ROOT).as_posix()}`: {_escaped(first)}"


def _commands(type_: PuzzleType, file: str, puzzle: Puzzle) -> Iterator[str]:
    """The commands that work on the type, on its example; how a new puzzle is made, or that none can be."""
    analyses = ("why", "candidates", "reduce", "hint", "grade")
    for command in ("solve", "check", *analyses):
        yield f"    pysolve {command} {file}"
    files = make_program(type_).files
    taken = list(parts_not_given(type_, files)) if files and type_.unique else []
    if type_.unique and not files:
        yield "\n`make` makes no puzzles of this type: its rules do not say which clues an answer implies."
    elif taken:
        yield f"    pysolve make {type_.name} {file}"
        yield f"\n`make` takes {' and '.join(f'`{part.name}`' for part in taken)} from an instance."
    else:
        options = "".join(f" -c {name}={value}" for name, value in puzzle.options.items())
        yield f"    pysolve make {type_.name} {puzzle.board.rows}x{puzzle.board.columns}{options}"
