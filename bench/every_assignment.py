"""Random tiny boards of puzz.link's genres, before pysolve and before pzpr, which judges every assignment of each.

    python bench/every_assignment.py PZPR [GENRE…] [--boards 30] [--cells 6] [--seed 1] [--assignments 40000]
                                     [--table bench/every_assignment.tsv] [--cases tests/edges.tsv]

PZPR is the folder of a built pzpr with its tests (https://github.com/robx/pzprjs; the newest has all genres); nothing
of it is fetched or kept. Each board is a link of our writing, which both programs read. node tries every assignment
of the marks that an answer consists of (bench/every_assignment.js), and pzpr says which are right; pysolve counts its
answers. Where the numbers differ, our rules judge the boards that pzpr takes, which shows which rule refuses
them. Differences that are meant stand in every_assignment.yaml, with the reason. Prints a row a genre, and each
difference as a link; the exit code is 1 if there is one without a reason. --table adds the rows to a file, --cases
some boards on which both agree.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import tables
import yaml
from oracles import boards
from published_boards import PublishedBoards, judged

import pysolve
from pysolve import catalog, formats
from pysolve.formats import Reading, Source
from pysolve.formats.links.address import SITE
from pysolve.formats.links.genre import find_genre, genres
from pysolve.model.build import build
from pysolve.model.errors import PuzzleError
from pysolve.model.puzzle_type import PuzzleType
from pysolve.solving.settings import Settings

HERE = Path(__file__).resolve().parent
STATED: dict[str, Any] = yaml.safe_load((HERE / "every_assignment.yaml").read_text(encoding="utf-8"))

#: The most answers of a board that is compared; how many that pzpr takes our rules judge; tries for a link.
MOST_ANSWERS, JUDGED, TRIES = 5000, 12, 20

#: Boards of a genre that are kept as cases, with an answer.
CASES = 3


class Compared(NamedTuple):
    """A link, how many answers it has here (None: it is refused) and there, how many more (or less, -1) that would
    be if nothing at all counted as it does here (empty), and what is said of a difference.
    """

    link: str
    ours: int | None
    theirs: int
    empty: int
    says: str = ""

    @property
    def differs(self) -> bool:
        """Whether the programs do not agree; what is refused here, with a sentence, is not compared."""
        return self.ours not in (None, self.theirs, self.theirs + self.empty)


def links(type_: PuzzleType, names: Sequence[str], count: int, chance: random.Random, cells: int) -> Iterator[str]:
    """Links of different random boards of genres of a type, without the site."""
    seen: set[str] = set()
    for _ in range(TRIES * count):
        if len(seen) >= count:
            break
        try:
            puzzle = build(type_, boards.drawn(type_, chance, cells))
            link = formats.write(puzzle, "puzzlink").decode().strip().removeprefix(SITE)
        except PuzzleError:
            continue
        if link.split("/")[0] in names and link not in seen:
            seen.add(link)
            yield link


def accepted(pzpr: Path, links: Sequence[str], assignments: int) -> list[dict[str, Any]]:
    """What bench/every_assignment.js says of each link."""
    asked = {"links": links, "most": assignments // 4, "all": assignments, "shown": JUDGED, "stated": STATED["learnt"]}
    done = subprocess.run(
        ["node", str(HERE / "every_assignment.js"), str(pzpr)],
        input=json.dumps(asked), capture_output=True, text=True, check=True,
    )  # fmt: skip
    return [json.loads(line) for line in done.stdout.splitlines()]


def compared(
    link: str, found: dict[str, Any], sections: list[object] | None = None, own: Sequence[str] = ()
) -> Compared | None:
    """How a board is answered by both; None if there are too many answers. own: folders of types of one's own."""
    try:
        puzzle = formats.read(Source.of_address(SITE + link), Reading(own_types=tuple(own)))
        answers = list(pysolve.solve(puzzle, Settings(models=MOST_ANSWERS + 1, drawing=False)))
    except PuzzleError as error:
        return Compared(link, None, found["count"], found["empty"] - found.get("blank", False), error.sentence)
    if len(answers) > MOST_ANSWERS:
        return None
    result = Compared(link, len(answers), found["count"], found["empty"] - found.get("blank", False))
    if not result.differs or not sections:
        return result
    said: Counter[str] = Counter()
    for text in found["boards"]:
        try:
            document = {"sections": sections, "right": [text]}
            *_, board = judged(puzzle, PublishedBoards.of_document(document), Settings())
            said["" if board.agrees else board.says.partition("breaks ")[2]] += 1
        except PuzzleError as error:
            said[error.sentence] += 1
    if set(said) <= {"", *(f"'{sentence}'" for sentence in STATED["meant"])} and sum(said.values()) == found["count"]:
        found = {**found, "count": said[""]}
        result = result._replace(theirs=said[""])
    refused = "; ".join(f"{count} {says}" for says, count in said.items() if says)
    return result._replace(says=refused or "all that pzpr takes is right here")


def asked(names: Sequence[str]) -> Iterator[tuple[PuzzleType, list[str]]]:
    """The types of genres, each with those genres of it that are asked for: all, if none is named."""
    if not names:
        yield from ((type_, [each.name for each in genres(type_)]) for type_ in catalog.every() if genres(type_))
    for name in names:
        if (found := find_genre(name)) is None:
            raise SystemExit(f"{name}: no type has this genre")
        yield found.type, [found.genre.name]


def row(name: str, all_: Sequence[Compared]) -> tuple[object, ...]:
    """The genre, how many boards there were, of these with an answer there, refused here and differing, and why."""
    differ = sum(each.differs for each in all_)
    reason = STATED["differs"].get(name, "") if differ else ""
    return (
        name,
        len(all_),
        sum(each.theirs > 0 for each in all_),
        sum(each.ours is None for each in all_),
        differ,
        reason,
    )


def cases(all_: Sequence[Compared]) -> list[Compared]:
    """Some boards on which both agree: those with the fewest answers, but one at least."""
    agreed = [each for each in all_ if each.ours == each.theirs]
    some = sorted((each for each in agreed if each.theirs), key=lambda each: (each.theirs, len(each.link)))
    return some[:CASES] + [each for each in agreed if not each.theirs][:1]


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pzpr", type=Path)
    parser.add_argument("genres", nargs="*")
    parser.add_argument("--boards", type=int, default=30)
    parser.add_argument("--cells", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--assignments", type=int, default=40_000)
    parser.add_argument("--table", type=Path)
    parser.add_argument("--cases", type=Path)
    chosen = parser.parse_args()
    sections = yaml.safe_load((HERE / "sections.yaml").read_text(encoding="utf-8"))
    unexplained = 0
    for type_, names in asked(chosen.genres):
        chance = random.Random(f"{type_.name} {chosen.seed}")
        made = list(links(type_, names, chosen.boards, chance, chosen.cells))
        results: dict[str, list[Compared]] = {name: [] for name in names}
        for link, found in zip(made, accepted(chosen.pzpr, made, chosen.assignments), strict=True):
            name = link.split("/")[0]
            result = None if "error" in found else compared(link, found, sections.get(name))
            if result is not None:
                results[name].append(result)
        for name, all_ in results.items():
            differing = [each for each in all_ if each.differs]
            unexplained += len(differing) * (name not in STATED["differs"])
            print(*row(name, all_), sep="\t", flush=True)
            for each in differing:
                print(f"  {each.link}: {each.ours} here, {each.theirs} there. {each.says}", flush=True)
            tables.add(chosen.table, [row(name, all_)])
            tables.add(chosen.cases, [(name, each.link, each.theirs) for each in cases(all_)])
    return 1 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
