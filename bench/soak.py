"""Sends a running service very many requests of all kinds at once, and checks that it bears them.

    python bench/soak.py                       10,000 requests from 200 clients
    python bench/soak.py --requests 500 --clients 50

Every request that has an answer must get it (its own: the boards differ), or a 503, after which it is sent again. A
wrong request must get a sentence that says why; an endless one (a tenth of all) must be ended, and one whose client
goes away dropped. No status is 5xx but 503. At the end the service must hold no more processes, open files, temporary
folders and memory than before.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

#: Megabytes that the server itself may have more at the end than after the first requests, its memory of answers
#: (64 MB) included.
GROWTH = 100


@dataclass
class Case:
    """A request: where it goes, what it says, and whether an answer is right."""

    kind: str
    address: str
    body: Any
    right: Callable[[int, Any], bool]
    patience: float = 120.0  # seconds after which the client goes


ENDLESS = "wide(1..100000000). wider(X, Y) :- wide(X), wide(Y)."


def sudoku(chance: random.Random) -> tuple[str, str]:
    """A 4x4 Sudoku with one answer, its values and lines mixed, and the answer."""
    board = [[1, 3, 2, 4], [4, 2, 3, 1], [2, 4, 1, 3], [3, 1, 4, 2]]
    given = [[1, 0, 0, 0], [0, 0, 1, 0], [0, 1, 0, 0], [0, 0, 0, 1]]
    names = chance.sample(range(1, 5), 4)
    rows = [row + 2 * band for band in chance.sample(range(2), 2) for row in chance.sample(range(2), 2)]
    columns = [column + 2 * band for band in chance.sample(range(2), 2) for column in chance.sample(range(2), 2)]
    answer = [[names[board[r][c] - 1] for c in columns] for r in rows]
    clues = [[str(answer[i][j]) if given[r][c] else "." for j, c in enumerate(columns)] for i, r in enumerate(rows)]
    return "\n".join(map(" ".join, clues)), "\n".join(" ".join(map(str, row)) for row in answer)


def cases(chance: random.Random) -> Case:
    """A request chosen at random."""
    puzzle, answer = sudoku(chance)
    number = chance.randrange(10**9)
    solvable = {"type": "sudoku", "puzzle": puzzle, "rules": f"mine({number}).", "show": ["plain"]}
    kind = chance.choices(
        ["good", "unsatisfiable", "wrong", "garbage", "endless", "deep", "hungry", "gone", "analysis", "page"],
        [42, 11, 9, 6, 10, 1, 0.2, 4, 11, 5.8],
    )[0]
    if kind == "good":
        return Case(kind, "/api/solve", solvable, lambda status, record: record["answers"][0]["plain"] == answer)
    if kind == "unsatisfiable":
        rules = f"mine({number}). :- value((1, 1), {answer[0]})."
        body = solvable | {"rules": rules}
        return Case(
            kind, "/api/solve", body, lambda status, record: record["verdict"] == "none" and not record["answers"]
        )
    if kind == "wrong":
        body = solvable | {"rules": f"mine :- nobody_{number}."}
        return Case(kind, "/api/solve", body, lambda status, record: status == 400 and str(number) in record["error"])
    if kind == "garbage":
        noise = "".join(chance.choices('{}[]()#%:-.,"\\ \n\tüß19aX', k=chance.randrange(1, 400)))
        body = chance.choice(
            [noise, solvable | {"puzzle": noise}, solvable | {"rules": noise}, [noise], {"puzzle": number}]
        )
        return Case(kind, "/api/solve", body, lambda status, record: status == 400 or "verdict" in record)
    if kind in ("endless", "gone"):
        body = solvable | {"rules": f"mine({number}). {ENDLESS}", "time_limit": 0.3 if kind == "endless" else 10}
        ended = "the time limit was reached"
        return Case(
            kind,
            "/api/solve",
            body,
            lambda status, record: record["reason"] == ended,
            120 if kind == "endless" else 0.5,
        )
    if kind == "deep":
        body = solvable | {"rules": f"mine({number}). deep({'(' * 200_000}1{')' * 200_000})."}
        return Case(kind, "/api/solve", body, lambda status, record: status == 400 and "too deeply" in record["error"])
    if kind == "hungry":
        body = solvable | {"rules": f"mine({number}). wide(X, Y) :- X = 1..9000, Y = 1..9000.", "time_limit": 5}
        return Case(kind, "/api/solve", body, lambda status, record: "limit was reached" in record["reason"])
    if kind == "analysis":
        name = chance.choice(["why", "candidates", "hint", "grade", "reduce", "check"])
        return Case(kind, f"/api/{name}", solvable, lambda status, record: record["verdict"] == "unique")
    address = chance.choice(["/", "/api/types", "/api/types/sudoku", "/api/openapi.json", "/static/app.js", "/nothing"])
    return Case(kind, address, None, lambda status, record: status == (404 if address == "/nothing" else 200))


@dataclass
class Tally:
    """How the requests ended."""

    requests: Counter[str] = field(default_factory=Counter)
    busy: int = 0
    wrong: list[str] = field(default_factory=list)
    printed: int = 0  # of the wrong ones


async def client(address: str, seeds: asyncio.Queue[int], tally: Tally, log: Callable[[str], None]) -> None:
    """One client, who sends requests until none are left."""
    async with httpx.AsyncClient(base_url=address, timeout=None, verify=False) as session:
        while not seeds.empty():
            case = cases(random.Random(seeds.get_nowait()))
            while not await _answered(session, case, tally):
                tally.busy += 1
                await asyncio.sleep(random.uniform(1, 4))
            tally.requests[case.kind] += 1
            if tally.requests.total() % 1000 == 0:
                log(f"{tally.requests.total()} requests, {len(tally.wrong)} wrong")
                for each in tally.wrong[tally.printed :][:5]:
                    log(f"wrong: {each}")
                tally.printed = len(tally.wrong)


async def _answered(session: httpx.AsyncClient, case: Case, tally: Tally) -> bool:
    """Sends a request; False if the service was busy."""
    method, content = ("GET", None) if case.body is None else ("POST", json.dumps(case.body).encode())
    if isinstance(case.body, str):
        content = case.body.encode()
    try:
        async with asyncio.timeout(case.patience):
            answer = await session.request(
                method, case.address, content=content, headers={"content-type": "application/json"}
            )
    except TimeoutError:
        if case.kind != "gone":
            tally.wrong.append(f"{case.kind}: no answer")
        return True
    except httpx.HTTPError as error:
        tally.wrong.append(f"{case.kind}: {type(error).__name__}")
        return True
    if answer.status_code == 503:
        return False
    if answer.status_code >= 500:
        tally.wrong.append(f"{case.kind}: {answer.status_code} {answer.text[:200]} to {str(case.body)[:200]}")
        return True
    record = answer.json() if "json" in answer.headers.get("content-type", "") else answer.text
    try:
        right = case.right(answer.status_code, record)
    except (KeyError, TypeError, IndexError):
        right = False
    if not right:
        tally.wrong.append(f"{case.kind}: {answer.status_code} {str(record)[:200]} to {str(case.body)[:200]}")
    return True


# -- What the service holds


@dataclass
class Holding:
    """Processes, open files, megabytes of the server's own memory and of all its processes, temporary folders."""

    processes: int
    files: int
    own: float
    all: float
    folders: int

    def __str__(self) -> str:
        return (
            f"{self.processes} processes, {self.files} open files, {self.own:.0f} MB (with its workers "
            f"{self.all:.0f} MB), {self.folders} temporary folders"
        )


def holding(process: int, temporary: Path) -> Holding:
    """What a process and its children hold now (Linux)."""
    family = [process, *_children(process)]
    resident = {each: _megabytes(each) for each in family}
    files = len(list(Path(f"/proc/{process}/fd").iterdir()))
    return Holding(
        len(family), files, resident[process], sum(resident.values()), len(list(temporary.glob("pysolve-*")))
    )


def _children(process: int) -> list[int]:
    children = []
    for task in Path(f"/proc/{process}/task").iterdir():
        try:
            direct = [int(each) for each in (task / "children").read_text().split()]
        except OSError:
            continue
        children += [each for child in direct for each in (child, *_children(child))]
    return children


def _megabytes(process: int) -> float:
    try:
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
    except OSError:
        return 0.0


def soak(requests: int, clients: int, log: Callable[[str], None] = print) -> list[str]:
    """Runs it all; returns what was wrong, a line each."""
    with tempfile.TemporaryDirectory() as temporary:
        command = [sys.executable, "-m", "pysolve", "serve", "--port", "0", "--no-browser", "--memory-limit", "300"]
        environment = {**os.environ, "TMPDIR": temporary}
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        try:
            assert server.stdout is not None
            match = re.search(r"http://\S+", server.stdout.readline())
            assert match is not None
            return _soak(match[0].rstrip("/"), server.pid, Path(temporary), requests, clients, log)
        finally:
            server.terminate()
            server.wait(10)


def _soak(
    address: str, process: int, temporary: Path, requests: int, clients: int, log: Callable[[str], None]
) -> list[str]:
    tally = Tally()
    _send_all(address, range(-min(200, requests), 0), clients, tally, log)
    before = _settled(process, temporary)
    log(f"before: {before}")
    started = time.monotonic()
    _send_all(address, range(requests), clients, tally, log)
    after = _settled(process, temporary)
    log(f"after:  {after}")
    log(f"{requests} requests of {clients} clients in {time.monotonic() - started:.0f} s; {tally.busy} times 503")
    log(", ".join(f"{kind} {count}" for kind, count in sorted(tally.requests.items())))
    wrong = list(tally.wrong)
    if after.processes > before.processes:
        wrong.append(f"there were {before.processes} processes, now there are {after.processes}")
    if after.files > before.files:
        wrong.append(f"there were {before.files} open files, now there are {after.files}")
    if after.folders:
        wrong.append(f"{after.folders} temporary folders are left")
    if after.own > before.own + GROWTH:
        wrong.append(f"the server had {before.own:.0f} MB, now it has {after.own:.0f}")
    return wrong


def _send_all(address: str, numbers: range, clients: int, tally: Tally, log: Callable[[str], None]) -> None:
    async def run() -> None:
        seeds: asyncio.Queue[int] = asyncio.Queue()
        for number in numbers:
            seeds.put_nowait(number)
        await asyncio.gather(*(client(address, seeds, tally, log) for _ in range(clients)))

    asyncio.run(run())


def _settled(process: int, temporary: Path) -> Holding:
    """What is held when all requests have ended: the least within some seconds."""
    measured = []
    for _ in range(20):
        time.sleep(0.5)
        measured.append(holding(process, temporary))
        if not measured[-1].folders and len(measured) > 6:
            break
    return min(measured, key=lambda each: (each.folders, each.processes, each.files))


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Sends a service very many requests at once.")
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--clients", type=int, default=200)
    arguments = parser.parse_args()
    wrong = soak(arguments.requests, arguments.clients, lambda text: print(text, flush=True))
    for each in wrong[:20]:
        print(f"wrong: {each}")
    print(f"{len(wrong)} wrong" if wrong else "all right")
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    main()
