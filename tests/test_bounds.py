"""What strangers' rules, full disks, signals and gone folders may not do: each command ends in time, and in a sentence."""

from __future__ import annotations

import errno
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from conftest import INSTANCES, ROOT, command, run

sys.path.insert(0, str(ROOT / "bench"))

import limits_table

from pysolve import catalog, rules
from pysolve.model.puzzle import LimitReason, StopReason
from pysolve.solving import grounding as growth
from pysolve.solving.settings import Settings

SUDOKU = INSTANCES / "sudoku" / "4x4.yaml"


@pytest.fixture
def endless(tmp_path: Path) -> Path:
    """The folder of a type whose rules ground without end."""
    folder = tmp_path / "hostile"
    folder.mkdir()
    for file, text in catalog.new_type("hostile", "shading").items():
        (folder / file).write_text(text)
    with open(folder / "rules.lp", "a") as file:
        file.write("more(0).\nmore(N+1) :- more(N).\n")
    return folder


# -- Grounding without end


@pytest.mark.rest
@pytest.mark.parametrize("how", [("--quick",), ()])
def test_the_test_of_a_type_is_bounded(how: tuple[str, ...], endless: Path):
    done = run("test", endless, "--time-limit", "8", *how, timeout=110)
    assert done.code == 1
    assert f"warning  {endless / 'example.yaml'}: not decided: the time limit was reached" in done.out
    assert done.out.splitlines()[-1]  # it comes to its end


@pytest.mark.rest
def test_what_grows_is_named_with_its_line(endless: Path):
    """At the limit of memory, which does not depend on what else the machine does."""
    done = run("check", endless / "example.yaml", "--memory-limit", "400", "--time-limit", "90", timeout=110)
    last = len((endless / "rules.lp").read_text().splitlines())
    assert (done.code, done.out) == (3, "unknown\n")
    assert "the memory limit was reached while the rules were grounded, and more/1 grew: over" in done.err
    assert done.err.endswith(f"by the rule in {endless / 'rules.lp'}, line {last}.\n")


@pytest.mark.parametrize(
    ("text", "predicate", "line"),
    [
        ("more(0).\nmore(N+1) :- more(N).\n", "more/1", 2),
        ("on(1..9).\nbegins(X,I,I) :- on(X), on(I).\nbegins(X,I,L+1) :- begins(X,I,L), on(X).\n", "begins/3", 3),
        ("{ a }.\ndeep(0) :- a.\ndeep(s(X)) :- deep(X).\n", "deep/1", 3),
        ("many(X,Y,Z) :- X = 1..1000, Y = 1..1000, Z = 1..1000.\n", "many/3", 1),
    ],
)
def test_the_predicate_that_grows_is_found(text: str, predicate: str, line: int, tmp_path: Path):
    (tmp_path / "rules.lp").write_text(text)
    grounding = growth._Grounding(rules.load([tmp_path / "rules.lp"]), ["--warn=none"], None, 0)
    growth._note(grounding)
    assert f"{predicate} grew" in grounding.note and grounding.note.endswith(f"rules.lp, line {line}"), grounding.note


def test_of_a_grounding_that_ends_nothing_is_said(tmp_path: Path):
    (tmp_path / "rules.lp").write_text("few(1..2000).\nmore(X+1) :- few(X).\n")
    grounding = growth._Grounding(rules.load([tmp_path / "rules.lp"]), ["--warn=none"], None, 0)
    growth._note(grounding)
    assert grounding.note == ""


def test_reasons_travel_between_processes():
    import pickle

    reason = LimitReason(StopReason.TIME_LIMIT, " (20 s, by default)")
    other = pickle.loads(pickle.dumps(reason))
    assert (other, other.kind, type(other)) == (reason, StopReason.TIME_LIMIT, LimitReason)


@pytest.mark.slow
def test_own_types_have_limits_by_default_and_pysolves_have_none(endless: Path):
    from pysolve.catalog import find, load
    from pysolve.run import worker

    assert worker.is_own(load(endless), Settings()) and not worker.is_own(find("sudoku"), Settings())
    assert worker.is_own(find("sudoku"), Settings(rules=(str(endless / "rules.lp"),)))
    done = run("solve", endless / "example.yaml", timeout=100)
    assert done.code == 3 and "the default for rules that are not pysolve's own; --" in done.out


# -- A few cells of the table (bench/attack.py table)


def test_the_table_has_no_hole():
    assert len(limits_table.cells()) == len(limits_table.CALLS) * 4 * 4


@pytest.mark.parametrize(
    "cell",
    [
        "solve/endless grounding/SIGINT",
        *(
            pytest.param(cell, marks=pytest.mark.rest)
            for cell in (
                "test/endless grounding/SIGTERM", "make/huge grounding/memory limit", "types/endless grounding/SIGTERM",
                "copy/huge input/SIGINT", "hint/endless search/time limit",
            )
        ),
    ],
)  # fmt: skip
def test_commands_end_in_time(cell: str, monkeypatch):
    monkeypatch.setattr(limits_table, "SLACK", 30.0)
    assert limits_table.run_cell(cell.encode()) in ("in time", "ended by itself")


def some() -> list[str]:
    """An eighth of the cells, for they wait for limits: two attacks on each command, and each attack with every end."""
    return [
        cell for at, cell in enumerate(limits_table.cells())
        if (at + at // 4 + at // 16) % 4 == 0 and (at // 4 + at // 32 + at // 64) % 2 == 0
    ]  # fmt: skip


def test_some_of_the_table_are_every_command_and_every_attack_with_every_end():
    cells = [cell.split("/") for cell in some()]
    assert {command for command, _, _ in cells} == set(limits_table.CALLS)
    assert len({(attack, end) for _, attack, end in cells}) == 4 * 4


@pytest.mark.slow
@pytest.mark.timeout(1000)
@pytest.mark.parametrize("cell", some())
def test_all_commands_end_in_time(cell: str, monkeypatch):
    monkeypatch.setattr(limits_table, "SLACK", 30.0)
    assert limits_table.run_cell(cell.encode()) in ("in time", "ended by itself")


# -- Rules that show what is not an atom


@pytest.mark.rest
@pytest.mark.parametrize("shown", ["(1,2)", "3", '"a"', "()", "#inf"])
@pytest.mark.parametrize("how", ["text", "plain", "json", "svg", "facts"])
def test_terms_may_be_shown(shown: str, how: str, write):
    done = command("solve", SUDOKU, "-r", write(f"#show {shown}.\n", "show.lp"), "--format", how, "--memory-limit=500")
    assert done.code == 0, done.err
    if how == "facts":
        assert f" {shown}." not in done.out  # it is not a fact


# -- Ctrl-C, folders, disks


def test_ctrl_c_while_the_program_starts_shows_nothing_of_it():
    for wait in (0.02, 0.1, 0.2):
        started = subprocess.Popen(
            [sys.executable, "-c", "from pysolve.__main__ import main; main()", "check", str(SUDOKU)],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, cwd=ROOT,
        )  # fmt: skip
        time.sleep(wait)
        started.send_signal(signal.SIGINT)
        said = started.communicate(timeout=60)[1]
        where = re.findall(r'File "[^"]*/pysolve/([^"]+)", line \d+, in (\S+)', said)
        assert ("__main__.py", "main") not in where, said  # before it begins, nothing can look after an interrupt


@pytest.mark.parametrize(
    "arguments",
    [["hint", str(SUDOKU)], *(pytest.param(each, marks=pytest.mark.rest) for each in (["new", "mine"], ["serve"]))],
)
def test_a_folder_that_is_gone_is_wrong_input(arguments: list[str], tmp_path: Path):
    (tmp_path / "gone").mkdir()
    words = " ".join(f"'{word}'" for word in [sys.executable, "-m", "pysolve", *arguments])
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        ["sh", "-c", f"cd '{tmp_path}/gone' && rmdir '{tmp_path}/gone' && exec {words}"],
        capture_output=True, text=True, env=environment, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 2 and done.stderr.startswith("Error: ") and done.stderr.count("\n") == 1, done.stderr


@pytest.mark.parametrize("arguments", [["new", "mine"], ["copy", "sudoku"]])
def test_a_full_disk_leaves_nothing_behind(arguments: list[str], tmp_path: Path, monkeypatch):
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def fail(*_: object, **__: object) -> None:
        raise full

    monkeypatch.setattr(Path, "write_text", fail)
    monkeypatch.setattr("shutil.copystat", fail)
    folder = tmp_path / "a" / "b"
    done = command(*arguments, *(["--in", folder] if arguments[0] == "new" else [folder]))
    assert done.code == 2
    assert re.fullmatch(r"Error: .*: the folder cannot be made: no space left on device\n", done.err), done.err
    assert list(tmp_path.iterdir()) == []


@contextmanager
def without_rights(folder: Path) -> Iterator[None]:
    """Within, this process may not write into a folder; what it runs as root, it runs as a user without rights."""
    folder.chmod(0o555)
    for parent in folder.parents[:3]:
        parent.chmod(parent.stat().st_mode | 0o055)
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)
        folder.chmod(0o755)


@pytest.mark.parametrize(
    "arguments",
    ["new mine --in {}", "copy sudoku {}", "convert {board} -o {}/x.yaml", "solve {board} -o {}/x", "why {board} -o {}/x",
     "batch {board} -o {}/out", "batch {board} --report {}/x"],
)  # fmt: skip
def test_a_folder_that_may_not_be_written_is_one_sentence(arguments: str, tmp_path: Path):
    folder = tmp_path / "closed"
    folder.mkdir()
    words = arguments.replace("{board}", str(SUDOKU)).replace("{}", str(folder)).split()
    command(words[0], "--help")
    catalog.new_type("warm", "shading")
    with without_rights(folder):
        done = command(*words)
    assert done.code == 2 and done.err.startswith("Error: ") and "permission denied" in done.err, done
    assert list(folder.iterdir()) == []


# -- Pictures fetch nothing


@contextmanager
def listening() -> Iterator[tuple[socket.socket, int]]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.3)
        yield server, server.getsockname()[1]


def asked(server: socket.socket) -> bool:
    try:
        server.accept()
    except TimeoutError:
        return False
    return True


def test_a_pdf_fetches_nothing(tmp_path: Path):
    pytest.importorskip("weasyprint", reason="needs the extra 'pdf'")
    from pysolve.render import sheet

    with listening() as (server, port):
        there = f"http://127.0.0.1:{port}/x"
        tags = f'<img src="{there}"><link rel=stylesheet href="{there}"><style>@import "{there}"; p{{background:url({there})}}</style>'
        assert sheet.to_pdf(f"<p>{tags}</p>").startswith(b"%PDF")
        title = f'"></title><img src="{there}"><script src="{there}">{tags}'
        board = tmp_path / "b.yaml"
        board.write_text(f"title: '{title}'\n" + SUDOKU.read_text())
        done = command("sheet", board, "-o", tmp_path / "x.pdf", "--title", title)
        assert done.code == 0, done.err
        assert not asked(server)


def test_a_png_reads_nothing(tmp_path: Path):
    pytest.importorskip("resvg_py", reason="needs the extra 'png'")
    from pysolve.model.errors import PuzzleError
    from pysolve.render import sheet

    secret = tmp_path / "black.svg"
    secret.write_text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>')
    image = f'<image width="9" height="9" href="{secret}"/>'
    with pytest.raises(PuzzleError, match="it names another file"):
        sheet.to_png(f'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">{image}</svg>')
    board = tmp_path / "b.yaml"
    board.write_text(f"title: '</title>{image}'\n" + SUDOKU.read_text().replace("title:", "source:"))
    done = command("solve", board, "--format", "svg", "-o", tmp_path / "x.png")
    assert done.code == 0 and (tmp_path / "x.png").read_bytes().startswith(b"\x89PNG"), done.err


# -- The service


@pytest.mark.parametrize(
    ("host", "bound", "expected"),
    [
        ("::1", "::1", True), ("127.0.0.1", "127.0.0.1", True), ("localhost", "127.0.0.1", True),
        ("127.0.0.2", "127.0.0.2", True), ("0:0::1", "::1", True), ("0.0.0.0", "0.0.0.0", False), ("::", "::", False),
    ],
)  # fmt: skip
def test_a_service_of_this_machine_alone_has_no_other_name(host: str, bound: str, expected: bool):
    from pysolve.cli.services import _names

    class Bound:
        def getsockname(self) -> tuple[str, int]:
            return bound, 1

    names = _names(host, Bound())  # type: ignore[arg-type]
    assert ("*" not in names) is expected and (not expected or bound in names)


def test_other_hosts_are_refused_also_by_ipv6():
    client = pytest.importorskip("starlette.testclient", reason="needs the extra 'web'")
    from pysolve.web.app import create

    asking = client.TestClient(create(names=["127.0.0.1", "localhost", "::1"]))
    for host, code in [
        ("[::1]:8000", 200),
        ("localhost:1", 200),
        ("rebound.example", 400),
        ("[::2]:8000", 400),
        ("", 400),
    ]:
        assert asking.get("/api/template", headers={"host": host}).status_code == code, host


def test_what_is_wrong_in_a_large_request_is_found_by_halves(monkeypatch):
    pytest.importorskip("msgspec", reason="needs the extra 'web'")
    from pysolve.model.errors import PuzzleError
    from pysolve.web import requests
    from pysolve.web.requests import REQUESTS

    decoded = []
    fits = requests._fits
    monkeypatch.setattr(requests, "_fits", lambda raw, kind: decoded.append(raw) or fits(raw, kind))
    body = json.dumps({"puzzle": "x", "avoid": ["a"] * 100_000 + [1]}).encode()
    with pytest.raises(PuzzleError, match="avoid, item 100001: found '1', expected a text"):
        requests.request(REQUESTS["hint"], body)
    assert len(decoded) < 60


def test_termination_ends_the_program_also_where_it_is_dropped():
    """As in a finalizer, in which Python only mentions exceptions."""
    code = (
        "import os, signal, time\nfrom pysolve import cli\n"
        "def drops(*_):\n    try:\n        os.kill(os.getpid(), signal.SIGTERM)\n        time.sleep(0.1)\n"
        "    except BaseException:\n        time.sleep(1000)\n"
        "cli.run = drops\ncli.main()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, timeout=100, check=False)
    assert done.returncode == 143


@pytest.mark.parametrize(("raised", "code"), [("KeyboardInterrupt", 130), ("cli._Terminated", 143)])
def test_a_signal_while_an_error_is_written_is_no_traceback(raised: str, code: int):
    program = f"from pysolve import cli\ndef ends():\n    raise {raised}\ncli.run = ends\ncli.main()\n"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, timeout=50, check=False)
    assert (done.returncode, done.stderr) == (code, b"")


@pytest.mark.parametrize(("raised", "code"), [("KeyboardInterrupt", 130), ("cli._Terminated", 143)])
def test_a_signal_that_python_wraps_is_no_fault(raised: str, code: int):
    """As Python 3.11 wraps one that comes up while it makes a class."""
    program = (
        "from pysolve import cli\n"
        f"class Field:\n    def __set_name__(self, *_):\n        raise {raised}\n"
        "def ends(*_, **__):\n    try:\n        type('Genre', (), {'options': Field()})\n"
        "    except RuntimeError:\n        raise\n"
        "    except BaseException as error:\n        raise RuntimeError('wrapped') from error\n"
        "cli.cli.main = ends\ncli.main()\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, timeout=50, check=False)
    assert (done.returncode, done.stderr) == (code, b"")
