"""What the tests share."""

from __future__ import annotations

import contextlib
import faulthandler
import io
import itertools
import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import hypothesis
import pytest
import sampling
from web_server import CHROMIUM, FIREFOX, launch, serving, serving_files

from pysolve import catalog, cli
from pysolve.run import worker

ROOT = Path(__file__).resolve().parent.parent
SEEDS = ROOT / "tests" / "seeds"
INSTANCES = ROOT / "instances"


#: Where modules are not to be compiled into the folders that they lie in, tests and the processes that they start find them
#: here: a start without that takes twice as long.
if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
    sys.dont_write_bytecode = False
    sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"] = str(ROOT / ".pytest_cache" / "modules")

#: How long an example takes depends on what else the machine does.
hypothesis.settings.register_profile("pysolve", deadline=None)
hypothesis.settings.load_profile("pysolve")


# -- Tests that are skipped


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--ci", metavar="TYPES", help="tests for some types more, and for these, which a change touched")
    parser.addoption("--no-skips", action="store_true", help="a test that is skipped fails: everything is installed")
    parser.addoption("--firefox", action="store_true", help="tests of the page run in Firefox in place of Chromium")
    parser.addoption("--static", action="store_true", help="and with the files of 'pysolve site' in place of a service")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    report: Any = yield
    if report.skipped and item.config.getoption("no_skips"):
        report.outcome, report.longrepr = "failed", f"skipped: {report.longrepr[-1]}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Iterator[None]:
    report: Any = yield
    if report.skipped and collector.config.getoption("no_skips"):
        report.outcome = "failed"
    return report


# -- Time limits

#: Seconds after a test's time-out, which fails it, when its process is ended: where clingo searches, Python cannot
#: be interrupted. The worker that comes in its place goes on with the next test.
GRACE = 20

#: Seconds for each of the slow tests that name no time of their own.
SLOW = 600


def pytest_configure(config: pytest.Config) -> None:
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as a shell starts what is to run in the background
        signal.signal(signal.SIGINT, signal.default_int_handler)
    config.stash[STDERR] = os.dup(2)  # the true one: while a test runs, pytest holds what is written
    default = "not rest" in config.option.markexpr and not any("::" in each for each in config.args)
    types, changed = set(catalog.names()), config.getoption("ci")
    if default or changed is None:
        config.stash[SAMPLE] = sampling.Sample(types, default)
    else:
        config.stash[SAMPLE] = sampling.Sample(types, False, sampling.MANY_TYPES, changed.split(","))


STDERR = pytest.StashKey[int]()
SAMPLE = pytest.StashKey[sampling.Sample]()


@pytest.hookimpl(tryfirst=True)  # before the values are made into tests
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    function, sample = metafunc.definition, metafunc.config.stash[SAMPLE]
    every_type = function.get_closest_marker("every_type") is not None
    function.own_markers[:] = [
        sample.of(function.nodeid, mark, every_type) if mark.name == "parametrize" else mark
        for mark in function.own_markers
    ]


@pytest.hookimpl(tryfirst=True)  # before -m looks at the marks
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in sampling.without_browser(items):
        item.add_marker("rest")
    if config.getoption("firefox"):
        items[:] = [item for item in items if not item.get_closest_marker("chromium")]
        if config.getoption("ci") is not None:
            items[:] = sampling.in_firefox(items)
    for item in items:
        if item.get_closest_marker("slow") and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(SLOW))


@pytest.hookimpl(wrapper=True)
def pytest_timeout_set_timer(item: pytest.Item, settings: Any) -> Iterator[None]:
    faulthandler.dump_traceback_later(settings.timeout + GRACE, exit=True, file=item.config.stash[STDERR])
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_timeout_cancel_timer(item: pytest.Item) -> Iterator[None]:
    faulthandler.cancel_dump_traceback_later()
    return (yield)


# -- The command line


@dataclass
class Run:
    """How a command ended."""

    code: int
    out: str
    err: str


def run(*arguments: str | Path, stdin: str | bytes = "", cwd: Path = ROOT, timeout: float = 120) -> Run:
    """Runs pysolve as a user would, in a process of its own."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    done = subprocess.run(
        [sys.executable, "-m", "pysolve", *map(str, arguments)],
        input=data, capture_output=True, cwd=cwd, timeout=timeout, check=False,
    )  # fmt: skip
    return Run(done.returncode, done.stdout.decode(), done.stderr.decode())


def command(*arguments: str | Path, stdin: str | bytes = "", cwd: Path = ROOT) -> Run:
    """Runs a pysolve command in this process: the same as `run`, without the start of a process."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    streams = [io.TextIOWrapper(io.BytesIO(part), "utf-8", newline="\n") for part in (data, b"", b"")]
    out, err = streams[1:]
    for stream in (out, err):
        stream.reconfigure(errors="replace")  # as `main` does
    before = sys.stdin
    sys.stdin = streams[0]
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), contextlib.chdir(cwd):
            code = cli.run(list(map(str, arguments)))
    finally:
        sys.stdin = before
    for stream in (out, err):
        stream.flush()
    return Run(code, *(stream.buffer.getvalue().decode() for stream in (out, err)))  # type: ignore[attr-defined]


@pytest.fixture(autouse=True)
def _in_its_place() -> Iterator[None]:
    """The next test begins where this one did: what answers the page goes to a folder, and stays there."""
    with contextlib.chdir("."):
        yield


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What commands keep in the user's cache lies in a folder of the tests."""
    os.environ["XDG_CACHE_HOME"] = str(tmp_path_factory.mktemp("cache"))


@pytest.fixture(scope="session", autouse=True)
def _quick_workers() -> None:
    """Commands in this process fork their workers from one that has imported all: that takes a tenth of the time of
    starting Python. Those in processes of their own start them as users have them (`spawned_workers`, too).
    """
    if "forkserver" in multiprocessing.get_all_start_methods():
        multiprocessing.set_forkserver_preload(["pysolve.web.preloaded"])
        worker.START = "forkserver"


@pytest.fixture
def spawned_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers are started as users have them, with the variables that this test sets."""
    monkeypatch.setattr(worker, "START", "spawn")


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each look at the clock that limits go by is some hours later: what has a time limit reaches it at once."""
    looks = itertools.count()
    monkeypatch.setattr(worker, "now", lambda: time.monotonic() + 10_000 * next(looks))


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Writes a file into the test's folder and returns its path."""

    def write_file(text: str | bytes, name: str = "board.txt") -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path

    return write_file


@pytest.fixture(scope="session")
def workbench(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What 'pysolve site' writes, in a folder below another one."""
    pytest.importorskip("starlette", reason="needs the extra 'web'")
    if not any((Path(each) / "pyodide").is_dir() for each in os.environ.get("NODE_PATH", "").split(os.pathsep) if each):
        pytest.skip("needs pyodide from npm, in a folder of NODE_PATH")
    written = tmp_path_factory.mktemp("site") / "below" / "workbench"
    written.parent.mkdir()
    done = command("site", "workbench", cwd=written.parent)
    assert done.code == 0, done.err
    return written


@pytest.fixture(scope="session")
def server(request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of a running service, or with --static of the files that do without."""
    pytest.importorskip("starlette", reason="needs the extra 'web'")
    pytest.importorskip("uvicorn", reason="needs the extra 'web'")
    static = request.config.getoption("static")
    with serving_files(request.getfixturevalue("workbench")) if static else serving() as address:
        yield address


@pytest.fixture(scope="session")
def browser(request: pytest.FixtureRequest) -> Iterator[Any]:
    """A browser, for tests of the page; they are skipped where there is none."""
    playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")
    name, path = ("firefox", FIREFOX) if request.config.getoption("firefox") else ("chromium", CHROMIUM)
    if path is None:
        pytest.skip(f"needs {name}")
    with playwright.sync_playwright() as started:
        opened = launch(started, name, path)
        yield opened
        opened.close()


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """An empty page of its own, with a wide window. Faults of the page's scripts fail the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, accept_downloads=True)
    opened = context.new_page()
    faults: list[str] = []
    opened.on("pageerror", lambda error: faults.append(str(error)))
    yield opened
    context.close()
    assert not faults
