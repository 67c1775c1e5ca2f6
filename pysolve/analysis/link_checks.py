"""Whether what a manifest says of links and game IDs (`puzzlink`, `tatham`) can be read, and whether each of their
sections keeps what examples say: what was written is read again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..catalog.genres import GenreOfType, genres
from ..formats.link_meaning import difference
from ..formats.puzzlink_writer import GenreWriter
from ..model.errors import PuzzleError, quote
from ..model.formats import FormatKey
from ..model.genre import Genre
from ..model.puzzle import Puzzle
from ..model.puzzle_type import PuzzleType
from .findings import Check, Finding, Level
from .rule_checks import all_well, manifest_place

#: The keys whose sections are read and written by `formats/puzzlink_reader` and its writer.
KEYS = (FormatKey.PUZZLINK, FormatKey.TATHAM)


def check_links(type_: PuzzleType, examples: Sequence[Puzzle]) -> Iterator[Finding]:
    """The findings for each genre that the type has; none if it has none."""
    if any(type_.formats.get(key) is not None for key in KEYS):
        yield from all_well(Check.LINKS, "examples come back out of links as they were", _findings(type_, examples))


def _findings(type_: PuzzleType, examples: Sequence[Puzzle]) -> Iterator[Finding]:
    for key in KEYS:
        try:
            known = genres(type_, key)
        except PuzzleError as error:
            file, line = manifest_place(type_, key, "")
            yield Finding(Check.LINKS, Level.ERROR, error.sentence, file, line)
            continue
        problems: list[PuzzleError] = []
        for genre in known:
            yield from _missing(type_, genre)
        fitting = [(genre, puzzle) for genre in known for puzzle in examples if genre.shape is puzzle.board.shape]
        for genre, puzzle in fitting:
            yield from _genre(type_, genre, puzzle, problems)
        if key is FormatKey.PUZZLINK and problems and len(problems) == len(fitting):
            file, line = manifest_place(type_, key, "")
            yield Finding(
                Check.LINKS, Level.WARNING, f"no example can be written as a link: {problems[0].sentence}", file, line
            )


def _missing(type_: PuzzleType, genre: Genre) -> Iterator[Finding]:
    """The parts that every puzzle has to have, and that no section of the genre holds."""
    held = {name for section in genre.sections for name in section.parts}
    for part in type_.parts:
        if not part.optional and part.name not in held:
            file, line = manifest_place(type_, genre.key, "")
            words = f"{genre.form} does not hold the part {quote(part.name)}, which a puzzle needs"
            yield Finding(Check.LINKS, Level.ERROR, words, file, line)


def _genre(type_: PuzzleType, genre: Genre, puzzle: Puzzle, problems: list[PuzzleError]) -> Iterator[Finding]:
    """The findings of a genre. problems: why examples cannot be written; a number is too large for it, say."""
    try:
        writer = GenreWriter(puzzle, genre)
        flags, text = writer.flags(), writer.body()
    except PuzzleError as error:
        problems.append(error)
        return
    sentence = difference(puzzle, GenreOfType(type_, genre), flags, text)
    if sentence is not None:
        file, line = manifest_place(type_, genre.key, "")
        what = f"{genre.form}: {puzzle.file} becomes {quote(text)}, and that {sentence}"
        yield Finding(Check.LINKS, Level.ERROR, what, file, line)
