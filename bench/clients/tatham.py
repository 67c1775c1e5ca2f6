"""Simon Tatham's collection as Debian has it (sgt-puzzles): its games read here, ours taken and solved there.

Its programs make games with fixed seeds, of the sizes that our examples have; each has one answer. They take a game ID
by reading it and saving it again: what they save must be what we wrote. What they cannot solve says nothing, as most of
their solvers only go as far as their puzzles do; a puzzle that they find more answers of, or contradictory, counts.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from shutil import which

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import pysolve  # noqa: E402
from pysolve import catalog, formats  # noqa: E402
from pysolve.formats.links.genre import genres  # noqa: E402
from pysolve.model.errors import PuzzleError  # noqa: E402
from pysolve.model.formats import FormatKey  # noqa: E402
from pysolve.solving.settings import Settings  # noqa: E402

from .row import Row  # noqa: E402

#: Seconds that a program, or a check, may take; games that are made of a type; rows and columns of the largest.
SECONDS, MADE, LARGEST = 20.0, 4, 12

#: What the solvers say of a puzzle that is not as it should be; other words are of those that they cannot solve.
_CONTRADICTS = re.compile(r"multiple|contradict|inconsistent|not self-consistent|no solution exists|non-unique", re.I)


def rows(material: Path, types: Sequence[str]) -> Iterator[Row]:
    """A row for each type that is a game. material: a folder that may hold `links/tatham-*.jsonl`, IDs of others."""
    if _program("lightup") is None:
        raise PuzzleError("sgt-puzzles is not installed (apt install sgt-puzzles)")
    said = _run("lightup", "--version").stdout
    found = re.search(r"Version (\d+)", said)
    client = f"sgt-puzzles {found[1] if found else ''}".strip()
    others = _material(material)
    for name in types:
        type_ = catalog.find(name)
        for game in dict.fromkeys(genre.name for genre in genres(type_, FormatKey.TATHAM)):
            yield _row(client, name, game, others)


def _row(client: str, name: str, game: str, others: Sequence[str]) -> Row:
    ours = list(_written(name, game))
    notes: list[str] = []
    made = list(dict.fromkeys([*_made(game, ours, notes), *(each for each in others if each.startswith(f"{game}:"))]))
    read = opened = refused = agreed = 0
    for id_ in made:
        try:
            puzzle = pysolve.read_text(id_)
            if puzzle.type.name != name:  # the game has several types
                continue
            opened += 1
            again = formats.write(puzzle, "tatham").decode().strip()
        except PuzzleError as error:
            refused += 1
            notes.append(error.sentence)
            continue
        read += again.rpartition(":")[2] == id_.rpartition(":")[2]
        agreed += pysolve.check(puzzle, Settings(time_limit=SECONDS)) == "unique"
    taken = [id_ for id_ in ours if _saved(id_) == id_.rpartition(":")[2]]
    said = [words for id_ in taken if (words := _solved(id_)) is not None]
    wrong = [words for words in said if _CONTRADICTS.search(words)]
    notes += [f"its solver says: {words}" for words in dict.fromkeys(words for words in said if words)]
    solved = said.count("")
    return Row(
        client, "tatham", name, (read, opened) if opened else None, refused, (len(taken), len(ours)) if ours else None,
        (agreed, opened) if opened else None, (solved, solved + len(wrong)) if solved or wrong else None,
        "; ".join(dict.fromkeys(notes)),
    )  # fmt: skip


def _written(name: str, game: str) -> Iterator[str]:
    """The IDs of our examples of the type that are of the game."""
    for file in catalog.examples(catalog.find(name)):
        try:
            id_ = formats.write(pysolve.read(str(file)), "tatham").decode().strip()
        except PuzzleError:
            continue
        if id_.startswith(f"{game}:"):
            yield id_


def _made(game: str, ours: Sequence[str], notes: list[str]) -> Iterator[str]:
    """Games that the program makes, with the sizes and parameters of our IDs."""
    parameters = dict.fromkeys(id_.split(":")[1] for id_ in ours)
    fitting = [each for each in parameters if max(map(int, re.findall(r"\d+", each.partition("n")[0])[:2])) <= LARGEST]
    for at in range(MADE if fitting else 0):
        seeded = f"{fitting[at % len(fitting)]}#{at}"
        try:
            done = _run(game, "--generate", "1", seeded)
        except subprocess.TimeoutExpired:
            notes.append(f"its program did not make {seeded} in {SECONDS:g} s")
            continue
        if done.returncode == 0 and done.stdout.strip():
            yield f"{game}:{done.stdout.strip()}"
        else:
            notes.append(f"its program does not make {seeded}: {done.stderr.strip().rpartition(': ')[2]}")


def _saved(id_: str) -> str | None:
    """The board of an ID as the program saves it; None if it does not take the ID."""
    game, _, rest = id_.partition(":")
    with tempfile.TemporaryDirectory() as folder:
        try:
            _run(game, "--generate", "1", rest, "--save", f"{folder}/game", "--save-suffix", ".sav")
        except subprocess.TimeoutExpired:
            return None
        file = next(Path(folder).glob("*.sav"), None)
        found = re.search(r"^DESC +:\d+:(.*)$", file.read_text(encoding="latin-1"), re.MULTILINE) if file else None
    return found[1] if found else None


def _solved(id_: str) -> str | None:
    """'' if the program solves the ID, else what it says; None if it says nothing, as where it cannot print."""
    game, _, rest = id_.partition(":")
    try:
        done = _run(game, "--print", "1x1", "--with-solutions", text=f"{rest}\n")
    except subprocess.TimeoutExpired:
        return None
    if done.returncode < 0 or "does not support printing" in done.stderr:  # some versions of Pattern break down
        return None
    return "" if done.returncode == 0 else done.stderr.strip().rpartition(": ")[2]


def _material(material: Path) -> list[str]:
    files = sorted((material / "links").glob("tatham-*.jsonl"))
    return [json.loads(line)["text"] for file in files for line in file.read_text(encoding="utf-8").splitlines()]


def _program(game: str) -> str | None:
    return which(f"sgt-{game}") or which(f"sgt-{game}", path="/usr/games")


def _run(game: str, *arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    program = _program(game) or f"sgt-{game}"
    command = [program, *arguments]
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=SECONDS, check=False)
