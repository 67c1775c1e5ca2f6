"""Many puzzles at once, by solve, check and make; and one in many ways at once: a portfolio."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Generator, Iterator
from itertools import islice
from pathlib import Path

import pytest
from conftest import ROOT, Run
from conftest import command as run
from processes import children, kill, wait_until, works

from pysolve.formats import Reading, Source
from pysolve.model.puzzle import StopReason
from pysolve.run import searches
from pysolve.run.many import CallResult, CallWork, Workers, in_order
from pysolve.run.searches import member, race
from pysolve.run.worker import Failed, Finished, Stopped
from pysolve.solving.outcome import Outcome
from pysolve.solving.settings import Settings

UNIQUE = "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 .\n"
SEVERAL = "1 2 . .\n3 4 . .\n. . 4 3\n. . . .\n"
NONE = "1 1 . .\n. . . .\n. . . .\n. . . .\n"
WRONG = "1 x . .\n. . . .\n"

ENDLESS = "endless(0) :- clue((2, 2), 2).\nendless(N+1) :- endless(N).\n"


@pytest.fixture
def boards(write) -> list[Path]:
    texts = {"a": UNIQUE, "b": SEVERAL, "c": NONE, "d": WRONG, "e": UNIQUE}
    return [write(text, f"{name}.txt") for name, text in texts.items()]


def without_times(done: Run) -> Run:
    """What a command wrote, but for seconds."""
    plain = [re.sub(r'\(\d+\.\d+ s\)|"seconds": [\d.]+', "", text) for text in (done.out, done.err)]
    return Run(done.code, *plain)


# -- Many puzzles


@pytest.mark.parametrize(
    "command", [["solve"], ["solve", "-f", "json", "-n", "1"], ["solve", "--count"], ["check"]], ids=" ".join
)
def test_several_at_once_are_written_as_one_after_the_other(command, boards):
    alone = run(*command, "-t", "sudoku", *boards)
    assert alone.code == 2 and "d.txt" in alone.err
    assert without_times(run(*command, "-t", "sudoku", *boards, "--jobs", "2")) == without_times(alone)


def test_limits_hold_for_each_and_leave_the_others(write, boards):
    endless = write(". . . .\n. 2 . .\n. . . .\n. . . .\n", "endless.txt")
    rules = write(ENDLESS, "endless.lp")
    for limit in (["--time-limit", "0.5"], ["--memory-limit", "60"]):
        done = run("check", "-t", "sudoku", endless, boards[0], "-r", rules, *limit, "--jobs", "2")
        first, other = done.out.split()[::2]
        assert (done.code, first) == (3, "unknown")
        assert other == "unique" or "a.txt: the time limit was reached" in done.err, done.err  # on a busy machine
        assert re.search(r"endless\.txt: the (time|memory) limit was reached( while|, |\.\n)", done.err), done.err


def test_all_answers_of_several_at_once_are_refused(boards):
    for options in (["--jobs", "2"], ["--portfolio", "2"]):
        done = run("solve", boards[0], "--all", *options)
        assert done.code == 2 and "use -n" in done.err


def test_sources_are_taken_as_they_are_needed():
    taken = []

    def sources() -> Iterator[Source]:
        for number in range(10**9):
            taken.append(number)
            yield Source(f"p{number}", f"p{number}")

    work = CallWork(Reading(), Settings(), function=number_of)
    with_limit = Workers(2).as_completed(work, sources())
    results = in_order(with_limit)
    assert [result.items for result in islice(results, 50)] == [[number] for number in range(50)]
    with_limit.close()
    assert len(taken) < 50 + work.ahead + 10


def number_of(number: int, source: Source, reading: Reading, settings: Settings) -> Iterator[int]:
    yield number


# -- Many puzzles made


@pytest.mark.rest
def test_puzzle_k_of_a_seed_is_the_same_wherever_it_is_made(tmp_path):
    make = ("make", "sudoku", "4", "--seed", "5", "-f", "json")
    three = run(*make, "--count", "3", "--jobs", "2")
    assert three.code == 0
    assert run(*make, "--count", "3", "--jobs", "1").out == three.out
    assert run(*make).out.splitlines() == three.out.splitlines()[:1]
    assert run(*make, "--count", "3", "--jobs", "2", "-o", tmp_path / "made").code == 0
    assert [path.name for path in sorted((tmp_path / "made").iterdir())] == [
        f"sudoku-5-{number}.json" for number in (1, 2, 3)
    ]


@pytest.mark.parametrize("limit", [["--time-limit", "99"], ["--memory-limit", "60"]])
def test_limits_hold_while_puzzles_are_made(write, limit, request):
    if limit[0] == "--time-limit":
        request.getfixturevalue("hasty")
    rules = write("endless(0). endless(N+1) :- endless(N).\n", "endless.lp")
    done = run("make", "sudoku", "4", "--count", "3", "-r", rules, *limit, "--jobs", "2")
    assert (done.code, done.out) == (3, "")
    assert re.fullmatch(r"No puzzle: the (time|memory) limit was reached.*\.\n", done.err)


def test_ctrl_c_ends_what_is_made(write, tmp_path):
    rules = write("endless(0). endless(N+1) :- endless(N).\n", "endless.lp")
    making = subprocess.Popen(
        [sys.executable, "-m", "pysolve", "make", "sudoku", "4", "--count", "9", "-r", str(rules), "--jobs", "2"],
        cwd=ROOT, text=True, stderr=subprocess.PIPE,
    )  # fmt: skip
    wait_until(lambda: len(children(making.pid)) >= 2)
    making.send_signal(signal.SIGINT)
    assert (making.communicate(timeout=60)[1].strip(), making.returncode) == ("Interrupted.", 130)


# -- A portfolio


@pytest.mark.parametrize("board", [UNIQUE, SEVERAL, NONE, WRONG])
def test_the_verdict_is_that_of_one_search(board, write):
    path = write(board)
    alone, several = (run("solve", path, "-t", "sudoku", *more) for more in ([], ["--portfolio", "3"]))
    assert several.code == alone.code and several.err == alone.err
    if board in (UNIQUE, NONE):
        assert without_times(several).out.startswith(without_times(alone).out)
    if board != WRONG:
        assert re.search(r"\nPortfolio of 3: .* was the first to end\.\n$", several.out)


def test_json_says_who_won(write):
    done = run("solve", write(NONE), "-t", "sudoku", "--portfolio", "2", "-f", "json")
    won = json.loads(done.out)["portfolio"]
    assert (won["members"], won["decided"], won["seed"]) == (2, True, None)
    assert won["configuration"] in (None, "trendy")


def test_a_portfolio_without_an_end_is_unknown(write, hasty):
    rules = write("endless(0). endless(N+1) :- endless(N).\n", "endless.lp")
    done = run("solve", write(UNIQUE), "-t", "sudoku", "-r", rules, "--portfolio", "2", "--time-limit", "99")
    assert done.code == 3
    said, portfolio = without_times(done).out.splitlines()
    assert said.startswith("Unknown: the time limit was reached") and said.endswith(
        "; no answer so far. "
    )  # it may say what grew
    assert portfolio == "Portfolio of 2: none of the searches came to an end."


def test_members_differ():
    settings = [member(Settings(), number) for number in range(20)]
    assert settings[0] == Settings()
    assert len({(each.configuration, each.seed) for each in settings}) == 20
    assert len({member(Settings(seed=7), number).seed for number in range(20)}) == 20


class Finishers:
    """A place at which members end as is said."""

    def __init__(self, *results: CallResult[searches.Found]) -> None:
        self.results = results
        self.closed = False

    def as_completed(self, work: object, sources: object) -> Generator[tuple[int, object], None, None]:
        try:
            yield from enumerate(self.results)
        finally:
            self.closed = True


DEAD = CallResult[searches.Found]([], Stopped(StopReason.DIED))


def test_a_member_that_dies_costs_only_itself():
    ended = CallResult[searches.Found]([Outcome(1, True)], Finished())
    place = Finishers(DEAD, ended, DEAD)
    won = race(Source("a", "a"), Reading(), Settings(), place, 3)  # type: ignore[arg-type]
    assert won.decided and won.winner == member(Settings(), 1) and place.closed


def test_if_all_members_die_the_verdict_is_unknown():
    fault = CallResult[searches.Found]([], Failed(ValueError(), "Traceback"))  # type: ignore[arg-type]
    won = race(Source("a", "a"), Reading(), Settings(), Finishers(DEAD, fault), 2)  # type: ignore[arg-type]
    assert not won.decided and won.search.read() is None
    assert won.search.outcome.reason == StopReason.DIED


@pytest.mark.slow
def test_a_member_that_is_killed_costs_only_itself(write):
    slow = write("{ hole(I, J) : J = 1..9 } = 1 :- I = 1..10.\n:- hole(I, J), hole(K, J), I < K.\n", "slow.lp")
    solving = subprocess.Popen(
        [sys.executable, "-m", "pysolve", "solve", str(write(UNIQUE)), "-t", "sudoku", "-r", str(slow),
         "--portfolio", "2", "--time-limit", "60"], cwd=ROOT, text=True, stdout=subprocess.PIPE,
    )  # fmt: skip
    # The third one tracks resources.
    wait_until(lambda: len(members := children(solving.pid)) >= 3 and works(members[-1]))
    kill(children(solving.pid)[-1])
    out, _ = solving.communicate(timeout=90)
    assert re.search(r"^No answer\. .*\nPortfolio of 2: .* was the first to end\.\n$", out)
    assert solving.returncode == 1
