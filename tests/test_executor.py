"""Workers: whatever happens to a call, it comes to an end, with a sentence that says how."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace

import pytest

import pysolve
from pysolve import PuzzleError
from pysolve.model.errors import StoppedError
from pysolve.model.puzzle import StopReason
from pysolve.run import worker
from pysolve.run.worker import Call, Executor, Finished, Job, Yielded
from pysolve.solving.settings import Settings


def numbers(count: int) -> Iterator[int]:
    yield from range(count)


def process() -> Iterator[int]:
    yield os.getpid()


def raising(error: BaseException) -> Iterator[int]:
    yield 1
    raise error


def exiting() -> Iterator[int]:
    yield 1
    os._exit(3)


def wrong_input() -> Iterator[int]:
    yield 1
    raise PuzzleError("found 'x', expected a number", file="board", row=2)


def unpicklable() -> Iterator[object]:
    yield 1
    yield lambda: None


class Odd:
    """What can be pickled, but not be made again."""

    def __reduce__(self) -> tuple[object, ...]:
        return (int, ("no number",))


def odd() -> Iterator[object]:
    yield Odd()


def endless() -> Iterator[int]:
    yield 1
    while True:
        time.sleep(60)


def greedy() -> Iterator[int]:
    yield 1
    kept = []
    while True:
        kept.append(bytearray(10 * 2**20))


def growing(count: int, then: float = 0) -> Iterator[tuple[int, ...]]:
    for number in range(count):
        yield tuple(range(number))
    time.sleep(then)


class Unspeakable(Exception):
    def __str__(self) -> str:
        raise ValueError


@pytest.fixture
def executor() -> Iterator[Executor]:
    with Executor() as started:
        yield started


def collect(job: Job[int]) -> tuple[list[int], str]:
    """What a job yields, and how it ends."""
    items = []
    with job:
        try:
            for item in job:
                items.append(item)
        except (PuzzleError, StoppedError) as end:
            return items, str(end)
    return items, "finished"


def test_what_a_function_yields_comes_back(executor):
    assert list(executor.stream(Call(numbers, (1000,)))) == list(range(1000))


@pytest.mark.parametrize(
    "error",
    [ValueError("a value"), KeyboardInterrupt(), SystemExit(0), RecursionError(), BrokenPipeError(), EOFError(),
     UnicodeEncodeError("utf-8", "\udc80", 0, 1, "surrogates"), Unspeakable(), GeneratorExit()],
    ids=lambda error: type(error).__name__,
)  # fmt: skip
def test_whatever_a_function_raises_is_one_sentence(executor, error, caplog):
    with caplog.at_level(logging.DEBUG, "pysolve"):
        items, end = collect(executor.submit(Call(raising, (error,))))
    assert items == [1]
    assert end.startswith("a fault in pysolve itself: ") and type(error).__name__ in end and "\n" not in end
    assert "Traceback" in caplog.text and "in raising" in caplog.text


def test_wrong_input_is_reported_with_its_place(executor, caplog):
    with caplog.at_level(logging.DEBUG, "pysolve"):
        assert collect(executor.submit(Call(wrong_input))) == ([1], "board, row 2: found 'x', expected a number")
    assert "Traceback" not in caplog.text


def test_what_cannot_be_sent_ends_the_call(executor):
    items, end = collect(executor.submit(Call(unpicklable)))
    assert items == [1] and "a fault in pysolve itself: " in end
    items, end = collect(executor.submit(Call(odd)))
    assert items == [] and "a fault in pysolve itself: ValueError" in end


def test_a_call_that_cannot_be_sent_leaves_no_worker(executor):
    with pytest.raises(Exception, match=r"pickle|local object"):
        executor.submit(Call(numbers, (lambda: None,)))
    assert list(executor.stream(Call(numbers, (1,)))) == [0]


def blocked() -> Iterator[set[signal.Signals]]:
    yield set(signal.pthread_sigmask(signal.SIG_BLOCK, ()))


@pytest.mark.usefixtures("spawned_workers")
def test_termination_waits_while_a_worker_starts_and_ends_one_that_has_started(monkeypatch):
    from multiprocessing import util

    held = []
    start = util.spawnv_passfds

    def watched(*arguments):
        held.append(signal.SIGTERM in next(blocked()))
        return start(*arguments)

    monkeypatch.setattr(util, "spawnv_passfds", watched)
    with Executor() as executor:
        (mask,) = executor.stream(Call(blocked))
    assert held and all(held)
    assert signal.SIGTERM not in mask and signal.SIGTERM not in next(blocked())


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSEGV])
def test_a_worker_that_is_killed_ends_its_job(executor, how):
    job = executor.submit(Call(endless))
    assert job.receive() == Yielded(1)
    os.kill(job._worker._process.pid, how)
    assert collect(job) == ([], StopReason.DIED)


def test_a_worker_that_exits_ends_its_job(executor):
    assert collect(executor.submit(Call(exiting))) == ([1], StopReason.DIED)


def test_a_worker_that_is_dead_before_its_first_call_is_replaced():
    with Executor(standby=1) as executor:
        executor.start()
        (worker,) = executor._idle
        os.kill(worker._process.pid, signal.SIGKILL)
        worker._process.join()
        assert list(executor.stream(Call(numbers, (3,)))) == [0, 1, 2]


def test_limits_end_a_job_and_leave_what_came_before(executor):
    job = executor.submit(Call(endless))
    assert job.receive() == Yielded(1)
    job.extend(0.1)
    assert collect(job) == ([], StopReason.TIME_LIMIT)
    with Executor(memory_limit=50) as small:
        assert collect(small.submit(Call(greedy), 30)) == ([1], StopReason.MEMORY_LIMIT)


def test_a_job_is_stopped_from_outside(executor):
    job = executor.submit(Call(endless))
    assert job.receive() == Yielded(1)
    job.stop()
    assert collect(job) == ([], StopReason.INTERRUPTED)
    job.stop()


def test_closing_leaves_no_process(executor):
    jobs = [executor.submit(Call(process)), executor.submit(Call(endless))]
    (one,) = jobs[0]
    executor.close()
    assert collect(jobs[1])[1] == StopReason.INTERRUPTED
    for pid in (one, jobs[1]._worker._process.pid):
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_workers_are_reused_at_most_as_often_as_allowed():
    with Executor(most_uses=3) as executor:
        (first,), (second,), (third,), (fourth,) = (list(executor.stream(Call(process))) for _ in range(4))
    assert first == second == third != fourth


def test_a_worker_in_which_something_went_wrong_is_not_reused():
    with Executor(most_uses=100) as executor:
        (before,) = executor.stream(Call(process))
        assert collect(executor.submit(Call(wrong_input)))[0] == [1]
        (still,) = executor.stream(Call(process))
        collect(executor.submit(Call(raising, (ValueError(),))))
        (after,) = executor.stream(Call(process))
    assert before == still != after


def test_of_results_that_grow_few_are_sent_and_always_the_last(executor):
    results = list(executor.stream(Call(growing, (3000,), newest_only=True)))
    assert results[-1] == tuple(range(2999))
    assert len(results) < 1500
    assert [len(each) for each in results] == sorted({len(each) for each in results})


def test_the_newest_result_comes_though_nothing_follows(executor):
    with executor.submit(Call(growing, (10, 600), newest_only=True)) as job:
        assert tuple(range(9)) in job  # the function sleeps


def test_nothing_comes_after_the_end(executor):
    job = executor.submit(Call(numbers, (0,)))
    assert job.receive() == Finished()
    assert job.receive() is None
    assert list(job) == []


#: Endless if the cell in row 2, column 2 has a clue.
ENDLESS = "endless(0) :- value((1, 1), _), clue((2, 2), 2).\nendless(N+1) :- endless(N).\n"


@pytest.mark.parametrize(
    "verdicts_of", [pysolve.check_all, lambda *given: [each for _, each in pysolve.solve_all(*given)]]
)
def test_many_searches_with_a_limit_share_a_worker_and_a_late_one_disturbs_no_other(verdicts_of, write, monkeypatch):
    started = workers_started(monkeypatch)
    boards = [pysolve.read_text(text, "sudoku") for text in ("1...\n..1.\n.1..\n...1", "....\n.2..\n....\n....")]
    settings = Settings(drawing=False, time_limit=60)
    assert [*verdicts_of([boards[0]] * 4, settings)] == ["multiple"] * 4
    assert len(started) == 1

    # The clock is put on as soon as the endless board is searched: nobody waits, and how fast the machine is matters not
    put_on = 0.0
    monkeypatch.setattr(worker, "now", lambda: time.monotonic() + put_on)
    send = worker.Worker.send

    def sent(self, call):
        nonlocal put_on
        send(self, call)
        put_on += 100.0 * (call.arguments[0] is boards[1])

    monkeypatch.setattr(worker.Worker, "send", sent)
    settings = replace(settings, rules=(str(write(ENDLESS, "endless.lp")),))
    assert [*verdicts_of([boards[0], boards[1], boards[0]], settings)] == ["multiple", "unknown", "multiple"]
    assert len(started) == 2


def workers_started(monkeypatch: pytest.MonkeyPatch) -> list[worker.Worker]:
    """Those that this process starts from now on; it has kept none from before."""
    monkeypatch.setattr(worker, "_kept", worker._Kept())
    started: list[worker.Worker] = []
    start = worker.Worker.__init__
    monkeypatch.setattr(worker.Worker, "__init__", lambda self, *given: started.append(self) or start(self, *given))
    return started


def test_calls_with_a_limit_share_a_worker_while_folder_and_variables_are_the_same(tmp_path, write, monkeypatch):
    started = workers_started(monkeypatch)
    board = pysolve.read_text("1...\n..1.\n.1..\n...1", "sudoku")
    for folder, value in (("here", 1), ("there", 2)):
        write(f":- not value((1, 2), {value + 1}).\n", f"{folder}/more.lp")
    settings = Settings(time_limit=60, rules=("more.lp",))
    for folder, second in (("here", 2), ("here", 2), ("there", 3)):
        monkeypatch.chdir(tmp_path / folder)
        first, *_ = pysolve.solve(board, settings)
        assert first.grid[0][1] == second
        assert len(started) == (2 if folder == "there" else 1)
    monkeypatch.setenv("A_VARIABLE", "changed")
    assert pysolve.check(board, settings) == "multiple" and len(started) == 3


FORKS = """
import os, pysolve
board = pysolve.read_text("1...\\n..1.\\n.1..\\n...1", "sudoku")
settings = pysolve.Settings(models=2, drawing=False, time_limit=60)
verdicts = [pysolve.check(board, settings)]
child = os.fork()
verdicts.append(pysolve.check(board, settings))
if child == 0:
    os._exit(verdicts != ["multiple"] * 2)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), *verdicts)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
def test_a_fork_leaves_the_workers_of_its_parent_alone():
    done = subprocess.run([sys.executable, "-c", FORKS], capture_output=True, text=True, timeout=200)
    assert (done.stdout, done.stderr) == ("0 multiple multiple\n", "")


#: A process whose child starts a worker's main loop when it is gone itself; the other end of its connection stays open.
ORPHANS = """
import os, time
from multiprocessing import Pipe
from pysolve.run import worker
ours, other = Pipe()
parent = os.getpid()
if os.fork():
    os._exit(0)
while os.getppid() == parent:
    time.sleep(0.01)
worker._serve(other, None, True, parent)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
def test_a_worker_that_starts_when_its_parent_is_gone_ends():
    """The command comes to its end only with the worker, which has its output."""
    done = subprocess.run([sys.executable, "-c", ORPHANS], capture_output=True, text=True, timeout=100)
    assert (done.stdout, done.stderr) == ("", "")
