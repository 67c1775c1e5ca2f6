"""Attacks pysolve as strangers would, for a bounded time, and counts what came of it (docs/reliability.md).

    python bench/attack.py [readers] [rules] [--count 2000] [--seed 1] [--keep FOLDER]

readers   mutated puzzles of every format: read, written and read again
rules     mutated and hostile rule files: grounded within limits

Each input may end in a puzzle or verdict, or in one sentence (PuzzleError). Whatever else happens (another
exception, a process that dies, more than 5 seconds, more memory than the limit) is a fault: it is printed, kept in
FOLDER, and makes the exit code 1.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import resource
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path

from pysolve import catalog

ROOT = Path(__file__).resolve().parent.parent

#: Seconds and bytes of address space that one input may take.
SECONDS, MEMORY = 5, 2 * 2**30

#: What breaks parsers.
FRAGMENTS = [
    b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"\r", b"\r\n", b"\t", b"\n\n\n", b"---\n", b": ", b"- ", b"|", b"{",
    b"}", b"[", b"]", b'"', b"'", b"#", b"*a", b"&a ", b"!!python/object ", b"<<: ", b"0", b"-1", b"1e9",
    b"99999999999", b"9" * 5000, b"\xed\xa0\x80", b"\\ud800", b"\xe2\x80\xa8", b"\xc2\xa0", b"puzzle:",
    b"grid: |", b"grid: [[", b"null", b"true", b"NaN", b"[" * 3000, b'{"problem":', b'{"row":1,"col":1,"val":',
    b"100000 100000\n", b"1 1\n", b"? ", b"\xf0\x9f\xa7\xa9", b"..", b"%", b"{}", b"{0}",
]  # fmt: skip


def mutated(data: bytes, others: list[bytes], chance: random.Random) -> bytes:
    """The bytes after one to four changes."""
    for _ in range(chance.randint(1, 4)):
        at = chance.randint(0, len(data))
        length = chance.choice([0, 1, 1, 2, 8, 40])
        kind = chance.randrange(7)
        if kind == 0:
            data = data[:at] + data[at + length :]
        elif kind == 1:
            data = data[:at] + chance.choice(FRAGMENTS) + data[at + length :]
        elif kind == 2:
            data = data[:at] + bytes([chance.randrange(256)]) + data[at + 1 :]
        elif kind == 3:
            lines = data.split(b"\n")
            chance.shuffle(lines) if chance.random() < 0.2 else lines.pop(chance.randrange(len(lines)))
            data = b"\n".join(lines)
        elif kind == 4:
            data = data[:at] + data[at : at + length] * chance.choice([2, 3, 200]) + data[at + length :]
        elif kind == 5:
            other = chance.choice(others)
            data = data[:at] + other[chance.randint(0, len(other)) :]
        else:
            data = data[:at]
    return data


# -- What is attacked: functions that take bytes and say how they ended


def read_puzzle(data: bytes) -> str:
    """Reads the bytes as every type would, writes what was read, and reads it again."""
    from pysolve.formats import Reading, Source, native_writer, read
    from pysolve.model.errors import PuzzleError

    chance = random.Random(len(data))
    type_ = chance.choice([None, *catalog.names()])
    try:
        puzzle = read(Source("attack", "attack", data), Reading(type=type_))
    except PuzzleError as error:
        assert "\n" not in str(error), "a sentence of several lines"
        return "sentence"
    again = read(Source("attack", "attack", native_writer.write(puzzle).encode()), Reading(type=type_))
    assert (again.board, again.tokens, again.lists) == (puzzle.board, puzzle.tokens, puzzle.lists), (
        "not what was written"
    )
    return "puzzle"


def ground_rules(data: bytes) -> str:
    """Adds the bytes as a rule file to a small puzzle and asks for its verdict."""
    import tempfile

    import pysolve
    from pysolve.model.errors import PuzzleError

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "attack.lp"
        file.write_bytes(data)
        puzzle = pysolve.read(str(next(iter(catalog.examples(catalog.find("sudoku"))))))
        try:
            return str(
                pysolve.check(puzzle, pysolve.Settings(rules=(str(file),), count=True, drawing=False, time_limit=2))
            )
        except PuzzleError as error:
            assert "\n" not in str(error), "a sentence of several lines"
            return "sentence"


ATTACKS: dict[str, tuple[Callable[[bytes], str], Callable[[], list[bytes]]]] = {}


def _puzzles() -> list[bytes]:
    files = [file for file in sorted((ROOT / "instances").rglob("*")) if file.suffix in (".yaml", ".txt")]
    seeds = sorted((ROOT / "tests" / "seeds").iterdir())
    lines = b'{"id": "a", "problem": "2 2\\n1 .\\n. 1", "puzzle": "numberlink", "solution": "2 2\\ns -\\ne w"}\n' * 3
    return [file.read_bytes() for file in files + seeds if file.stat().st_size < 20_000] + [lines]


def _rules() -> list[bytes]:
    return [file.read_bytes() for file in sorted((ROOT / "asp").rglob("*.lp"))]


ATTACKS["readers"] = (read_puzzle, _puzzles)
ATTACKS["rules"] = (ground_rules, _rules)


# -- Attacking


def serve(connection: Connection, attack: str) -> None:
    """A process that is attacked again and again."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    function = ATTACKS[attack][0]
    while True:
        data = connection.recv()
        signal.alarm(2 * SECONDS)
        try:
            connection.send((function(data), ""))
        except BaseException as error:
            connection.send((f"{type(error).__name__}", traceback.format_exc()))
        signal.alarm(0)


class Victim:
    """The process, and another one after it has died."""

    def __init__(self, attack: str) -> None:
        self.attack = attack
        self.start()

    def start(self) -> None:
        self.connection, other = multiprocessing.Pipe()
        self.process = multiprocessing.Process(target=serve, args=(other, self.attack), daemon=False)
        self.process.start()
        other.close()

    def hit(self, data: bytes) -> tuple[str, str]:
        """How it ended, and what more there is to say of a fault."""
        self.connection.send(data)
        try:
            if self.connection.poll(SECONDS):
                outcome: tuple[str, str] = self.connection.recv()
                return outcome
            outcome = "took over 5 seconds", ""
        except EOFError:
            self.process.join()
            outcome = f"died (exit code {self.process.exitcode})", ""
        self.process.kill()
        self.process.join()
        self.start()
        return outcome


GOOD = {"puzzle", "sentence", "unique", "multiple", "none", "unknown"}


def attack(name: str, count: int, seed: int, keep: Path) -> Counter[str]:
    """How often each outcome came up."""
    chance = random.Random(seed)
    _, originals = ATTACKS[name]
    data = originals()
    victim = Victim(name)
    outcomes: Counter[str] = Counter()
    started = time.monotonic()
    for number in range(count):
        found = mutated(chance.choice(data), data, chance)
        outcome, detail = victim.hit(found)
        outcomes[outcome] += 1
        if outcome not in GOOD:
            keep.mkdir(parents=True, exist_ok=True)
            (keep / f"{name}-{seed}-{number}").write_bytes(found)
            (keep / f"{name}-{seed}-{number}.txt").write_text(f"{outcome}\n{detail}")
            print(f"  fault {number}: {outcome} {detail.strip().splitlines()[-1] if detail else ''}", flush=True)
    victim.process.kill()
    print(f"{name}: {dict(outcomes)} in {time.monotonic() - started:.0f} s")
    return outcomes


def main() -> Iterator[None] | None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("attacks", nargs="*", metavar="ATTACK", help=", ".join(ATTACKS))
    parser.add_argument("--count", type=int, default=2000, help="inputs for each (default 2000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, default=Path("attack-faults"), help="where inputs that led to a fault go")
    arguments = parser.parse_args()
    faults = 0
    for name in arguments.attacks or ATTACKS:
        outcomes = attack(name, arguments.count, arguments.seed, arguments.keep)
        faults += sum(number for outcome, number in outcomes.items() if outcome not in GOOD)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
