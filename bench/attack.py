"""Attacks pysolve as strangers would, for a bounded time, and counts what came of it (docs/reliability.md).

    python bench/attack.py [readers] [links] [rules] [commands] [kills] [table] [--count 2000] [--seconds 600]
                           [--seed 1] [--keep FOLDER]

readers   mutated puzzles of every format: read, written and read again
links     mutated links of puzz.link, and game IDs: likewise, and written as what they were
rules     hostile rule files (HOSTILE_RULES), then mutated ones: grounded within limits
commands  hostile command lines: options, files and values that nobody should write
kills     batches that are killed (kill -9) at random moments, they or one of their workers, and resumed
table     every command × endless or huge grounding, endless search, huge input × each limit and signal

Each input may end in a puzzle, verdict or exit code, or in one sentence (PuzzleError). Whatever else happens (another
exception, a process that dies, more than 5 seconds, more memory than the limit) is a fault: it is printed, kept in
FOLDER, and makes the exit code 1. At the end the counts are printed as a table.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import resource
import signal
import subprocess
import sys
import time
import traceback
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import islice
from multiprocessing.connection import Connection
from pathlib import Path

import limits_table

from pysolve import catalog

ROOT = Path(__file__).resolve().parent.parent

#: Seconds and bytes of address space that one input may take.
SECONDS, MEMORY = 5, 2 * 2**30

#: Seconds for a command, whose own limit is 1 for each puzzle; a busy machine takes minutes for a site.
COMMAND_SECONDS = 300

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
    """Reads the bytes (behind the name of a type, or nothing, and NUL), writes what was read, and reads it again."""
    from pysolve.formats import Reading, Source, native, read
    from pysolve.model.errors import PuzzleError

    name, _, data = data.partition(b"\0")
    type_ = name.decode() or None
    try:
        puzzle = read(Source("attack", "attack", data), Reading(type=type_))
    except PuzzleError as error:
        assert "\n" not in str(error), "a sentence of several lines"
        return "sentence"
    again = read(Source("attack", "attack", native.yaml_of(puzzle).encode()), Reading(type=type_))
    assert (again.board, again.tokens) == (puzzle.board, puzzle.tokens), "not what was written"
    words = ({name: words.scores for name, words in each.lists.items()} for each in (puzzle, again))
    assert next(words) == next(words), "not the words that were written"
    return "puzzle"


def read_link(data: bytes) -> str:
    """Reads a link as `read_puzzle` does; what was read is written as a link, too, and read from it as the same."""
    from pysolve.formats import Source, format_of, read, write
    from pysolve.model.errors import PuzzleError

    ended = read_puzzle(b"\0" + data)
    format_ = format_of(data).name
    if ended == "puzzle" and format_ in LINKS:
        puzzle = read(Source("attack", "attack", data))
        try:
            link = write(puzzle, format_)
        except PuzzleError:  # it says more than such links can, as where rooms without walls are one
            return "puzzle that is not a link"
        again = read(Source("attack", "attack", link))
        assert (again.board, again.tokens) == (puzzle.board, puzzle.tokens), "not what was written as a link"
    return ended


#: Formats of one line, whose characters all mean something.
LINKS = ("puzzlink", "tatham", "kudamono")

#: What links are made of.
CHARACTERS = b"0123456789abcdefghijklmnopqrstuvwxyzAZ/.-+=*$@%_,:;#?v"


def _links(chance: random.Random) -> Iterator[bytes]:
    """Links of our own puzzles, with some characters changed, left out, repeated or from another link; other sizes."""
    import pysolve
    from pysolve import formats
    from pysolve.model.errors import PuzzleError

    originals = []
    for file in sorted((ROOT / "instances").rglob("*.yaml")):
        if file.stat().st_size < 2000:
            puzzles = list(pysolve.read_all(str(file)))
            for puzzle in puzzles:
                for name in LINKS:
                    with suppress(PuzzleError):
                        originals.append(formats.write(puzzle, name).strip())
    while True:
        data = chance.choice(originals)
        for _ in range(chance.choice([1, 1, 2, 3, 8])):
            at = chance.randrange(len(data) // 3, len(data) + 1)
            some = bytes(chance.choices(CHARACTERS, k=chance.choice([1, 1, 1, 2, 30])))
            changes = [
                data[:at] + some + data[at + len(some) :], data[:at] + some + data[at:], data[:at] + data[at + 1 :],
                data[:at], data[:at] + data[at:] * chance.choice([2, 300]), data[:at] + chance.choice(originals)[at:],
                data.replace(b"/", b"/9", 3), data.replace(b"5", b"1000000"),
            ]  # fmt: skip
            data = chance.choice(changes)[:100_000]
        yield data if chance.random() < 0.8 else mutated(data, originals, chance)


#: What the rule files' own mutations hardly come upon.
HOSTILE_RULES: list[bytes] = [
    b"", b"\n" * 100_000, b"%", b"%*", b"%*" * 50_000, b"*%", b"\x00", b"\xff\xfe", b"\xef\xbb\xbf",
    "a(\u00fc).".encode(),
    b"a(" + b"(" * 100_000 + b"1" + b")" * 100_000 + b").",
    b"a(" + b"f(" * 100_000 + b"1" + b")" * 100_000 + b").",
    b"a(" + b"-" * 100_000 + b"1).", b"a(" + b"~" * 100_000 + b"1).", b"a(" + b"|" * 200_000 + b"1).",
    b"a(" + b"1+" * 100_000 + b"1).", b"a(" + b"1**" * 100_000 + b"1).", b"a(" + b"1.." * 100_000 + b"1).",
    b"a(" + b"1&" * 100_000 + b"1).", b"a(" + b"-(" * 100_000 + b"1" + b")" * 100_000 + b").",
    b"b(1). a(X) :- b(X), X = " + b"X*" * 100_000 + b"1.", b"#const a = 1" + b"+1" * 100_000 + b". b(a).",
    b"&a {" + b"(" * 100_000 + b"1" + b")" * 100_000 + b"}.", b"{" * 100_000 + b"a" + b"}" * 100_000 + b".",
    b"(" * 100_000, b")" * 100_000, b"((" * 400 + b"[[" * 400 + b"{{" * 400,
    b"a(" + b"9" * 5000 + b").", b"a(99999999999).", b"a(-2147483648). a(1/0). a(1\\0). a(0**-1).",
    b'a("' + b"x" * 1_000_000 + b'").', b"a" * 1_000_000 + b".", b'a("', b'a("\\', b"a(1)..", b"a :- a", b":-.",
    b"endless(0). endless(N+1) :- endless(N).", b"big(1..2147483647).", b"p(X,Y,Z) :- X=1..3000, Y=1..3000, Z=1..3000.",
    b"{ q(X,Y) : Y = 1..12 } = 1 :- X = 1..13.\n:- q(X,Y), q(Z,Y), X < Z.",
    b"#include \"/etc/passwd\".", b"#include \"..\".", b"#include \"/dev/zero\".", b"#include \"attack.lp\".",
    b"#include <incmode>.", b"#include \"" + b"x" * 5000 + b"\".", b"#include \"a\x00b\".",
    b"#script (python) import os; os._exit(0) #end.", b"#script (lua) os.exit(0) #end.", b"a(@f(1)).",
    b"#program check(k). #external a(k).", b"#external value((1,1),1).", b"#show. #show x : value(_, _).",
    b"#minimize { V : value(X, V) }.", b"#maximize { 2147483647,X : value(X, _) }.", b"#defined a/999999999999.",
    b'invalid(board, "{0.nope}", (1,)).', b'invalid(board, "{0:>1500000000}", (1,)).', b'invalid("", "", ()).',
    b'invalid(board, "{}{}{}{}", (1,)).', b'impossible(board, "%s%n{}", (f(f(f(1))),)).', b'invalid(1, 2, 3).',
    b"board(9, 9). cell((0, 0)). cell((-1, 1)).", b"value(value, value).", b"value((1, 1), \"\xf0\x9f\xa7\xa9\").",
    b"#edge (1, 1). #heuristic value(X, V) : value(X, V). [1, true]",
    b"#theory t { a { - : 99999, unary }; &x/0: a, any }.",
    b"#const box_rows = \"x\". ", b"#const box_rows = 1..2.", b"#project value/2.", b"-a. a.", b":- not not not a.",
    b":~ value(X, V). [V@99999999999, X]", b"%! " + b"x" * 200_000 + b"\n:- value((1, 1), 1).", b"%!\n%!\n%!",
]  # fmt: skip


#: What command lines are made of.
VALUES = [
    "", "-", "--", ".", "/dev/null", "/dev/full", "/dev/zero", "/proc/self/mem", "/proc/1/environ", "nowhere",
    "x" * 300, "x" * 5000, "a/" * 3000, "\ud800", "\u2028", "\U0001f9e9", "\r\n", "a\nb", "%s", "{}", "{0.nope}",
    "$HOME", "~",
    "9" * 5000, "-" + "9" * 5000, "0", "1", "2", "-1", "1e400", "nan", "inf", "-inf", "0x10", "1_000", "\u0663", "1.5",
    "2147483648", "18446744073709551616", "1-", "-1-1", "5-1", "1x1", "0x0", "100x100", "999x999", "hex3",
    "hex0", "hex99",
    "box_rows=2", "box_rows=" + "9" * 5000, "diagonals=yes", "a=", "=a", "a=b=c", "x=" + "(" * 3000, "1,1",
    "9" * 5000 + ",1",
    "r1c1;r2c2", "sudoku", "Sudoku", "no-such", "slitherlink", "crossword", "text", "json", "svg", "plain",
    "facts", "ascii",
    "tests/seeds", "instances/sudoku", "asp", "asp/sudoku/rules.lp", "README.md", "instances/nonogram/10x10.yaml",
]  # fmt: skip


def command_line(chance: random.Random) -> list[str]:
    """A command line that nobody should write; with limits, where the command has some, so that it ends."""
    from pysolve import cli

    commands = {name: command for name, command in cli.commands().items() if name != "serve"}
    name = chance.choice(list(commands))
    options = [option for each in commands[name].params for option in each.opts if option.startswith("-")]
    options = [option for option in options if option != "--watch"]  # which, as 'serve', goes on until it is stopped
    words = [name]
    for _ in range(chance.choice([0, 1, 1, 1, 2, 2, 3, 5])):
        if options and chance.random() < 0.6:
            words.append(chance.choice([*options, "--nothing", "-" + "x" * 300, "--debug"]))
        words.append(chance.choice(VALUES))
    if chance.random() < 0.8:
        words.insert(1, chance.choice(["instances/sudoku/6x6.yaml", "sudoku", "instances/nonogram/10x10.yaml"]))
    return [*words, "--time-limit=1"] if "--time-limit" in options else words


#: The folders that command lines name, and the least that can stand in their place.
FOLDERS = ["instances/sudoku", "instances/nonogram", "tests/seeds", "asp/sudoku"]
FEW_FILES = [
    "instances/sudoku/4x4.yaml", "instances/sudoku/6x6.yaml", "instances/nonogram/10x10.yaml",
    "tests/seeds/numberlink-7x7.txt", "asp/sudoku/rules.lp",
]  # fmt: skip


def copy_files(folder: Path, names: list[str]) -> None:
    """Puts copies of these files and folders of the project into a folder, and a text that is not a puzzle."""
    import shutil

    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if (ROOT / name).is_dir() else shutil.copy)(ROOT / name, folder / name)
    shutil.copy(ROOT / "README.md", folder)


def run_command(data: bytes) -> str:
    """Runs a command line (its words with NUL between them) in a folder of its own, as a user would."""
    import tempfile

    words = [word.decode(errors="surrogatepass") for word in data.split(b"\0")]
    with tempfile.TemporaryDirectory() as folder:
        copy_files(Path(folder), FOLDERS)  # copies: it may write
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "HOME": folder}
        try:
            done = subprocess.run(
                [sys.executable, "-m", "pysolve", *words], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                capture_output=True, timeout=COMMAND_SECONDS, check=False,
            )  # fmt: skip
        except (ValueError, OSError):  # the system refuses it
            return "not a command line"
        except subprocess.TimeoutExpired:
            return "took too long"
    error = done.stderr.decode(errors="replace")
    assert "Traceback" not in error or "--debug" in words, error
    assert done.returncode in (0, 1, 2, 3) or (done.returncode == 70 and "/dev/full" in error), (done.returncode, error)
    assert done.returncode != 2 or error.strip() or b'"error": "' in done.stdout, "refused without a word"
    return f"code {done.returncode}"


#: Puzzles of a batch that is killed.
KILLED_BATCH = 150


def kill_batch(data: bytes) -> str:
    """Kills a batch one to three times, itself or a worker, where the bytes say, and resumes it until it ends.

    Then the report must have every puzzle once, in order, with its own answer, and each its answer file; a puzzle that
    a killed worker had alone may be unknown. Each kill comes when the report has some more lines, and a little later.
    """
    import tempfile

    chance = random.Random(data)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        answers = [_sudoku(chance) for _ in range(KILLED_BATCH)]
        write = "\n".join(
            json.dumps({"id": f"p{number}", "puzzle": "sudoku", "problem": "4 4\n" + answer.replace("1", ".")})
            for number, answer in enumerate(answers)
        )
        (folder / "many.jsonl").write_text(write)
        workers = 0
        for _ in range(chance.randint(1, 3)):
            workers += _killed(folder, chance)
        ended = _batch(folder)
        assert ended.wait() in (0, 3), f"code {ended.returncode}: {ended.stderr.read() if ended.stderr else ''}"
        records = [json.loads(line) for line in (folder / "out" / "report.jsonl").read_text().splitlines()]
        assert [record["id"] for record in records] == [f"p{number}" for number in range(KILLED_BATCH)]
        given_up = [record for record in records if record["verdict"] == "unknown"]
        assert len(given_up) <= workers, f"{len(given_up)} unknown, {workers} workers killed"
        files = {path.name: path.read_text() for path in (folder / "out").iterdir() if path.name != "report.jsonl"}
        assert set(files) == {f"p{number}.txt" for number in range(KILLED_BATCH)}, sorted(files)
        for record, answer in zip(records, answers):
            if record not in given_up:
                assert record["answers"] == [answer], record
                assert files[f"{record['id']}.txt"] == f"{answer}\n\nSolution is unique.\n"
    return "all there"


def _sudoku(chance: random.Random) -> str:
    """A full 4x4 Sudoku, which it is alone without its ones."""
    names = str.maketrans("1234", "".join(chance.sample("1234", 4)))
    return "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1".translate(names)


def _batch(folder: Path) -> subprocess.Popen[str]:
    """The batch, begun or resumed."""
    command = [sys.executable, "-m", "pysolve", "batch", "many.jsonl", "--jobs=2", "-o", "out", "--resume"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(command, cwd=folder, env=environment, stderr=subprocess.PIPE, text=True)


def _killed(folder: Path, chance: random.Random) -> bool:
    """Begins or resumes the batch and kills it, or one of its workers; whether it was a worker."""
    report = folder / "out" / "report.jsonl"
    running = _batch(folder)
    begun = len(report.read_bytes()) if report.exists() else 0
    more = chance.choice([0, 0, 1, 2000, 8000, 20000])  # bytes
    while running.poll() is None and (report.stat().st_size if report.exists() else 0) < begun + more:
        time.sleep(0.001)
    time.sleep(chance.choice([0, chance.random() * 0.02, chance.random() * (1 if more else 0.3)]))
    children = Path(f"/proc/{running.pid}/task/{running.pid}/children")
    workers = children.read_text().split() if running.poll() is None and chance.random() < 0.4 else []
    with suppress(ProcessLookupError):
        os.kill(int(chance.choice(workers)) if workers else running.pid, signal.SIGKILL)
    if not workers:
        running.kill()
    running.wait()
    return bool(workers)


def ground_rules(data: bytes) -> str:
    """Adds the bytes as a rule file to a small puzzle and asks for its verdict."""
    import tempfile

    import pysolve
    from pysolve.model.errors import PuzzleError
    from pysolve.model.puzzle import StopReason
    from pysolve.run.searches import open_search

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "attack.lp"
        file.write_bytes(data)
        puzzle = pysolve.read(str(next(iter(catalog.examples(catalog.find("sudoku"))))))
        try:
            settings = pysolve.Settings(rules=(str(file),), count=True, drawing=False, time_limit=2)
            search = open_search(puzzle, settings, memory_limit=200)
            deque(search, maxlen=0)
            if search.outcome.reason == StopReason.DIED:
                return "a worker died"
            reason = search.outcome.reason
            return str(reason.kind if reason is not None else search.outcome.verdict)
        except PuzzleError as error:
            assert "\n" not in str(error), "a sentence of several lines"
            return "sentence"


@dataclass(frozen=True)
class Attack:
    """function: takes an input and says how it ended. inputs: the inputs, without an end. workers: limits of memory and
    time are those of workers, not of this process. seconds: for an input.
    """

    function: Callable[[bytes], str]
    inputs: Callable[[random.Random], Iterator[bytes]]
    workers: bool = False
    seconds: float = SECONDS


@cache
def _originals() -> list[tuple[str, bytes]]:
    """Puzzles of every format, with the names of their types."""
    from pysolve.formats import Source

    files = [file for file in sorted((ROOT / "instances").rglob("*")) if file.suffix in (".yaml", ".txt")]
    files += sorted((ROOT / "tests" / "seeds").iterdir())
    files = [file for file in files if file.stat().st_size < 20_000]
    names = list(catalog.names())
    lines = b'{"id": "a", "problem": "2 2\\n1 .\\n. 1", "puzzle": "numberlink", "solution": "2 2\\ns -\\ne w"}\n' * 3
    originals = [("numberlink", lines)]
    for file in files:
        own = next((name for name in Source.of_path(str(file)).type_hints if name in names), "")
        originals.append((own, file.read_bytes()))
    return [*originals, *_written(catalog.names())]


def _written(names: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """The first puzzle of each type that has IDs or files of its own elsewhere, in every format that holds it."""
    from pysolve import formats, read
    from pysolve.model.errors import PuzzleError

    for type_ in map(catalog.find, names):
        if len(type_.formats) > 1:
            puzzle = read(str(catalog.examples(type_)[0]))
            for format_ in formats.writable():
                with suppress(PuzzleError):
                    yield type_.name, formats.write(puzzle, format_)


def _puzzles(chance: random.Random) -> Iterator[bytes]:
    """Mutated puzzles, each with a type to read it as: mostly its own, or the one that it names."""
    names, originals = list(catalog.names()), _originals()
    links = _links()
    others = [data for _, data in originals]
    while True:
        own, data = chance.choice(originals)
        if chance.random() < 0.1:
            yield b"\0" + _bent_inside(chance.choice(links), others, chance)
            continue
        type_ = chance.choice([own, own, own, own, "", "", chance.choice(names)])
        yield type_.encode() + b"\0" + mutated(data, others, chance)


@cache
def _links() -> list[bytes]:
    """Sudokus with constraints as links, and others as files."""
    from pysolve import formats, read
    from pysolve.model.errors import PuzzleError

    written = []
    for file in sorted((ROOT / "instances" / "sudoku").glob("*.yaml")):
        for format_ in ("fpuzzles", "sudokupad", "sdm", "sdk", "ss"):
            with suppress(PuzzleError):
                written.append(formats.write(read(str(file)), format_))
    return written


def _bent_inside(data: bytes, others: list[bytes], chance: random.Random) -> bytes:
    """A link whose compressed text is mutated, so that it can still be decompressed; other data mutated as a whole."""
    from pysolve.formats.sudoku import fpuzzles, sudokupad

    site = fpuzzles.SITE.encode()
    if not data.startswith(site):
        return mutated(data, others, chance)
    text = sudokupad.decompress(data.removeprefix(site).decode().strip())
    if chance.random() < 0.3:
        bent = mutated(text.encode(), others, chance).decode(errors="replace")
    else:
        record = json.loads(text)
        for _ in range(chance.randint(1, 3)):
            _bend(record, chance)
        bent = json.dumps(record)
    return site + sudokupad.compress(bent).encode()


#: What may stand in JSON where something else is expected.
JSON_VALUES: list[object] = [
    None, True, False, 0, 1, -1, 4, 17, 1.5, 10**30, "", "1", "R1C1", "R2C2", "R99C99", "R0C1", "r1c1", "?", "x).a(1",
    "\ud800", "9" * 400, [], {}, [[]], [{}], ["R1C1"], ["R1C1", "R1C2"], {"cells": ["R1C1"]}, {"cell": "R1C1"},
    {"lines": [["R1C1", "R2C1"]]},
]  # fmt: skip


def _bend(value: object, chance: random.Random) -> None:
    """Puts something else in a random place of a JSON value, or takes it away."""
    while isinstance(value, (dict, list)) and value:
        key = chance.choice(list(value) if isinstance(value, dict) else range(len(value)))  # type: ignore[arg-type]
        inner = value[key]
        if isinstance(inner, (dict, list)) and inner and chance.random() < 0.75:
            value = inner
            continue
        if chance.random() < 0.2:
            del value[key]
        else:
            value[key] = json.loads(json.dumps(chance.choice(JSON_VALUES)))  # a copy, to be bent further
        return


def _rules() -> list[bytes]:
    return [file.read_bytes() for file in sorted((ROOT / "asp").rglob("*.lp"))]


def _mutations(originals: list[bytes], chance: random.Random) -> Iterator[bytes]:
    while True:
        yield mutated(chance.choice(originals), originals, chance)


def _hostile_rules(chance: random.Random) -> Iterator[bytes]:
    yield from HOSTILE_RULES
    yield from _mutations(_rules(), chance)


def _command_lines(chance: random.Random) -> Iterator[bytes]:
    while True:
        yield "\0".join(command_line(chance)).encode(errors="surrogatepass")


def _cells(chance: random.Random) -> Iterator[bytes]:
    """Those of the table, in a random order, each once."""
    cells = limits_table.cells()
    yield from map(str.encode, chance.sample(cells, len(cells)))


def _seeds(chance: random.Random) -> Iterator[bytes]:
    while True:
        yield chance.randbytes(8)


ATTACKS = {
    "readers": Attack(read_puzzle, _puzzles),
    "links": Attack(read_link, _links),
    "rules": Attack(ground_rules, _hostile_rules, workers=True),
    "commands": Attack(run_command, _command_lines, workers=True, seconds=COMMAND_SECONDS + 5),
    "kills": Attack(kill_batch, _seeds, workers=True, seconds=COMMAND_SECONDS + 5),
    "table": Attack(limits_table.run_cell, _cells, workers=True, seconds=2 * COMMAND_SECONDS),
}


# -- Attacking


def serve(connection: Connection, attack: str) -> None:
    """A process that is attacked again and again."""
    if not ATTACKS[attack].workers:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    function = ATTACKS[attack].function
    while True:
        data = connection.recv()
        signal.alarm(round(2 * ATTACKS[attack].seconds))
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
            if self.connection.poll(ATTACKS[self.attack].seconds):
                outcome: tuple[str, str] = self.connection.recv()
                return outcome
            outcome = "took too long", ""
        except EOFError:
            self.process.join()
            outcome = f"died (exit code {self.process.exitcode})", ""
        self.process.kill()
        self.process.join()
        self.start()
        return outcome


GOOD = {
    "puzzle", "puzzle that is not a link", "sentence", "unique", "multiple", "none", "unknown",
    "the time limit was reached", "the memory limit was reached", "code 0", "code 1", "code 2", "code 3", "code 70",
    "not a command line", "all there", "in time", "ended by itself",
}  # fmt: skip


def attack(name: str, count: int, seconds: float, seed: int, keep: Path) -> Counter[str]:
    """How often each outcome came up, over `count` inputs, or as many as there is time for."""
    chance = random.Random(seed)
    victim = Victim(name)
    outcomes: Counter[str] = Counter()
    started = time.monotonic()
    for number, data in enumerate(islice(ATTACKS[name].inputs(chance), count)):
        if time.monotonic() > started + seconds:
            break
        outcome, detail = victim.hit(data)
        outcomes[outcome] += 1
        if outcome not in GOOD:
            keep.mkdir(parents=True, exist_ok=True)
            (keep / f"{name}-{seed}-{number}").write_bytes(data)
            (keep / f"{name}-{seed}-{number}.txt").write_text(f"{outcome}\n{detail}")
            print(f"  fault {number}: {outcome} {detail.strip().splitlines()[-1] if detail else ''}", flush=True)
    victim.process.kill()
    for outcome, times in outcomes.most_common():
        print(f"| {name} | {outcome} | {times:,} |")
    print(f"| {name} | all, in {time.monotonic() - started:.0f} s | {outcomes.total():,} |", flush=True)
    return outcomes


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("attacks", nargs="*", metavar="ATTACK", help=", ".join(ATTACKS))
    parser.add_argument("--count", type=int, default=2000, help="inputs for each (default 2000)")
    parser.add_argument("--seconds", type=float, default=600, help="the most that each may take (default 600)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, default=Path("attack-faults"), help="where inputs that led to a fault go")
    arguments = parser.parse_args()
    faults = 0
    for name in arguments.attacks or ATTACKS:
        outcomes = attack(name, arguments.count, arguments.seconds, arguments.seed, arguments.keep)
        faults += sum(number for outcome, number in outcomes.items() if outcome not in GOOD)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
