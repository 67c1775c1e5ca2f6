"""What a dask worker does with its lots.

It hands them to worker processes of pysolve, so limits hold as on one machine, and a puzzle that brings down its
process costs only itself.
"""

from __future__ import annotations

import multiprocessing
import shutil
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Generic, NamedTuple

from ..model.errors import PuzzleError
from . import travel
from .executor import Executor
from .many import Numbered, Result, Work, as_completed

_IDLE = 20.0  # seconds after the last lot of a batch in which a dask worker keeps its processes and files


@dataclass(frozen=True)
class Order(Generic[Result]):
    """What all lots of a batch have in common.

    batch: another one for every batch. folder: the current directory of the client. program: the client's pysolve.
    """

    batch: str
    folder: str
    work: Work[Result]
    memory_limit: int | None
    program: str


class LotResults(NamedTuple, Generic[Result]):
    """The results of a lot, in its order. seconds: how long it took."""

    results: list[Result]
    seconds: float


def hand_over(parcel: travel.Parcel) -> travel.Parcel:
    """A parcel as the result of a task."""
    return parcel


def work_on_lot(
    order: Order[Result], numbered: Sequence[Numbered], parcels: Sequence[travel.Parcel]
) -> LotResults[Result]:
    """The results of a lot. PuzzleError if this pysolve is not the client's, or if no process can be started."""
    from distributed import get_worker

    started = time.monotonic()
    worker = get_worker()
    check_wanted = partial(_check_wanted, worker, worker.get_current_task())
    try:
        if order.program != travel.fingerprint():
            raise PuzzleError("it has another pysolve, or other rules, than this machine")
        with _camp(order, Path(worker.local_directory)) as camp:
            for parcel in parcels:
                camp.unpack(parcel)
            work = _moved(order, camp.root)
            runner = work.runner(camp.executor, 1, len(numbered))  # all at once as long as none breaks down
            moved = [(number, travel.source_below(camp.root, source)) for number, source in numbered]
            results = dict(as_completed(runner, moved, check_wanted))
    except (PuzzleError, OSError) as error:
        raise PuzzleError(f"the worker at {worker.address} cannot solve puzzles: {error}") from None
    cleaned = [order.work.without_root(results[number], str(camp.root)) for number, _ in numbered]
    return LotResults(cleaned, time.monotonic() - started)


def _moved(order: Order[Result], root: Path) -> Work[Result]:
    """The work with its files below another root."""
    work = order.work
    return replace(
        work, reading=travel.reading_below(root, work.reading), settings=travel.settings_below(root, work.settings),
        folder=str(travel.below(root, order.folder)),
    )  # fmt: skip


class Unwanted(Exception):
    """The client has gone, or has given up this lot."""


def _check_wanted(worker: object, key: object) -> None:
    """Unwanted if dask has cancelled a task that runs: it cannot end it itself."""
    tasks = getattr(getattr(worker, "state", None), "tasks", {})
    if getattr(tasks.get(key), "state", None) == "cancelled":
        raise Unwanted


@dataclass
class _Camp:
    """What a dask worker keeps for a batch: a folder with files, and processes that stand by."""

    root: Path
    executor: Executor
    users: int = 0
    ending: threading.Timer | None = None
    unpacked: set[str] = field(default_factory=set)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def unpack(self, parcel: travel.Parcel) -> None:
        """Puts a parcel's files into the folder, once."""
        with self.lock:
            if parcel.key not in self.unpacked:
                parcel.unpack(self.root)
                self.unpacked.add(parcel.key)

    def end(self) -> None:
        """Ends the processes and takes away the files."""
        self.executor.close()
        shutil.rmtree(self.root, ignore_errors=True)


_camps: dict[str, _Camp] = {}
_camps_lock = threading.Lock()


@contextmanager
def _camp(order: Order[Any], folder: Path) -> Iterator[_Camp]:
    """The camp of a batch; it is ended some time after its last use. folder: where to pitch it."""
    with _camps_lock:
        camp = _camps.get(order.batch)
        if camp is None:
            _allow_children()
            root = folder.resolve() / f"pysolve-{order.batch}"
            root.mkdir(parents=True)
            camp = _camps[order.batch] = _Camp(root, order.work.executor(order.memory_limit))
        camp.users += 1
        if camp.ending is not None:
            camp.ending.cancel()
    try:
        yield camp
    finally:
        with _camps_lock:
            camp.users -= 1
            if not camp.users:
                camp.ending = threading.Timer(_IDLE, _strike, (order.batch,))
                camp.ending.daemon = True
                camp.ending.start()


def _strike(batch: str) -> None:
    """Ends the camp of a batch that nobody uses any more."""
    with _camps_lock:
        camp = _camps.get(batch)
        if camp is None or camp.users:
            return
        del _camps[batch]
    camp.end()


def _allow_children() -> None:
    """dask's nanny makes its workers daemons, which multiprocessing forbids to start processes. Ours end with their
    parent in any case.
    """
    config = getattr(multiprocessing.current_process(), "_config", {})
    config["daemon"] = False
