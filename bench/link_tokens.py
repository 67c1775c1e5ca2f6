"""The tokens of links beside pzpr, the program behind puzz.link: what its editor writes is read here, what is written
here is read there as it was meant, and no two tokens are the same to it.

    python bench/link_tokens.py PZPR [--genres slither ...] [--boards 30] [--seed 1] [--table bench/question_marks.tsv]

PZPR is a built pzpr (dist/js/pzpr.js); the newest one has all genres. A line for each thing that differs, with the
shortest link: 'refused', with the sentence; 'rewritten', as another link ('?' as a blank, say); 'there', a link of ours
that pzpr writes otherwise; 'alike', two tokens that are one to it. --table has what a '?' and a 0 are in each genre.

Small steps at a time, as pzpr keeps whatever it opened in memory.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import tables

import pysolve
from pysolve import catalog, formats
from pysolve.formats import Reading, Source
from pysolve.formats.links.address import SITE
from pysolve.formats.links.board import write_link
from pysolve.formats.links.genre import GenreOfType, genres
from pysolve.model.build import build, draft_of
from pysolve.model.errors import PuzzleError
from pysolve.model.puzzle import Puzzle
from pysolve.model.rows import Rows
from pysolve.model.tokens import is_pattern

HERE = Path(__file__).resolve().parent
INSTANCES = HERE.parent / "instances"

#: What a number, a letter or a symbol may be, besides the tokens that stand in a manifest.
SAMPLES = ("0", "1", "2", "9", "10", "15", "16", "99", "A", "Z", "?", "#")

#: Answers that are counted.
MOST = 100


def read(link: str) -> Puzzle:
    """The puzzle of a link, without the site."""
    return formats.read(Source.of_address(SITE + link), Reading())


def written(puzzle: Puzzle, link: str) -> str:
    """The puzzle as a link of the same genre."""
    known = genres(puzzle.type)
    return write_link(puzzle, next((genre for genre in known if genre.name == link.partition("/")[0]), known[0]))


def ask(pzpr: Path, **question: Any) -> dict[str, Any]:
    """What link_tokens.js answers."""
    done = subprocess.run(
        ["node", str(HERE / "link_tokens.js"), str(pzpr.resolve())],
        input=json.dumps({"seed": 1, "boards": 0, "genres": [], "links": [], **question}),
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return dict(json.loads(done.stdout))


def differences(links: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """What is wrong with links that pzpr's editor wrote: the kind, the sentence, and a link."""
    for link in links:
        try:
            again = written(read(link), link)
        except PuzzleError as error:
            yield "refused", re.sub(r"[0-9]+", "N", error.sentence), link
        else:
            if again != link:
                yield "rewritten", "", f"{link} as {again}"


def with_tokens(genre: GenreOfType) -> Iterator[tuple[str, str]]:
    """A board of the type with each token of each part in the first place that takes it: the token, and the link."""
    path = min((INSTANCES / genre.type.name).glob("*.yaml"), key=lambda path: path.stat().st_size)
    puzzle = pysolve.read(str(path))
    said = {name for section in genre.genre.sections for name in section.parts}
    for part in genre.type.parts:
        rows = puzzle.tokens.get(part.name)
        if part.name not in said or rows is None or genre.type.is_regions(part):
            continue
        literal = [token for token in part.tokens if not is_pattern(token)]
        for token in dict.fromkeys([*literal, *SAMPLES]):
            draft = draft_of(puzzle)
            tokens = [list(row) for row in draft.parts[part.name].tokens]
            if not tokens or not tokens[0]:
                continue
            tokens[0][0] = token
            draft.parts[part.name] = Rows(tokens)
            try:
                yield f"{part.name} {token}", write_link(build(genre.type, draft), genre.genre)
            except PuzzleError:
                continue  # no token of the part, or none of a link


def of_ours(pzpr: Path, genre: GenreOfType) -> Iterator[tuple[str, str, str]]:
    """What pzpr makes of each token that is written here: another link, or the same as of another token."""
    links = dict(with_tokens(genre))
    found: dict[str, str] = {}
    for (token, link), (again, properties) in zip(links.items(), ask(pzpr, links=list(links.values()))["again"]):
        if link != again:
            yield "there", token, f"{link} as {again}"
        if (other := found.setdefault(properties, link)) != link:
            yield "alike", token, f"{link} and {other}"


def answers(link: str) -> str:
    """How many there are."""
    count = len(list(islice(pysolve.solve(read(link)), MOST)))
    return f"{count}" if count < MOST else f"{MOST} and more"


def meanings(genre: str, clues: dict[str, str]) -> Iterator[tuple[str, ...]]:
    """What the `?` and the 0 of a genre are, as rows of question_marks.tsv."""
    for number, token in ("-2", "?"), ("0", "0"):
        if (link := clues.get(number)) is None:
            continue
        try:
            again, count = written(read(link), link), answers(link)
            is_blank = again == clues["blank"] or (token == "?" and count == without(clues))
            says = "kept" if again == link else "nothing" if is_blank else f"the same as `{again}`"
        except PuzzleError as error:
            says, count = error.sentence, "–"
        yield genre, link, token, says, count, without(clues)


def without(clues: dict[str, str]) -> str:
    """The answers of the board without clues; a dash where it cannot be read."""
    try:
        return answers(clues["blank"])
    except PuzzleError:
        return "–"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pzpr", type=Path)
    parser.add_argument("--genres", nargs="+")
    parser.add_argument("--boards", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--table", type=Path)
    chosen = parser.parse_args()
    known = {genre.name: GenreOfType(type_, genre) for type_ in catalog.every() for genre in genres(type_)}
    names = chosen.genres or sorted(known)
    if chosen.table:
        clues = ask(chosen.pzpr, genres=names)["clues"]
        tables.add(chosen.table, [row for name in names for row in meanings(name, clues.get(name, {}))])
        return 0
    for name in names:
        asked = ask(chosen.pzpr, genres=[name], boards=chosen.boards, seed=chosen.seed)
        shortest: dict[tuple[str, str], list[str]] = defaultdict(list)
        for kind, what, link in [*differences(asked["made"][name]), *of_ours(chosen.pzpr, known[name])]:
            shortest[kind, what].append(link)
        for (kind, what), links in shortest.items():
            print(f"{name}: {kind} {len(links)} times: {min(links, key=len)}{': ' if what else ''}{what}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
