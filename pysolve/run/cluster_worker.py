"""What a dask worker does with its lots.

It hands them to worker processes of pysolve, so limits hold as on one machine, and a puzzle that brings down its
process costs only itself.
"""

from __future__ import annotations

import multiprocessing
import os
import shutil
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from ..formats import Reading, Source
from ..model.errors import PuzzleError
from ..report.record import Record
from ..solving.settings import Settings
from . import travel
from .batch import LocalLot, LocalRunner, lot_executor, run_lots
from .executor import Executor
from .lot import Begun, Done, FoundAnswer, solve_lot

_IDLE = 20.0  # seconds after the last lot of a batch in which a dask worker keeps its processes and files


@dataclass(frozen=True)
class Order:
    """What all lots of a batch have in common.

    batch: another one for every batch. folder: the current directory of the client. program: the client's pysolve.
    """

    batch: str
    folder: str
    reading: Reading
    settings: Settings
    memory_limit: int | None
    program: str


def hand_over(parcel: travel.Parcel) -> travel.Parcel:
    """A parcel as the result of a task."""
    return parcel


def solve_on_worker(order: Order, sources: Sequence[Source], parcels: Sequence[travel.Parcel]) -> list[Record]:
    """The records of a lot. PuzzleError if this pysolve is not the client's, or if no process can be started."""
    from distributed import get_worker

    worker = get_worker()
    unwanted = partial(_is_unwanted, worker, worker.get_current_task())
    try:
        if order.program != travel.fingerprint():
            raise PuzzleError("it has another pysolve, or other rules, than this machine")
        with _camp(order, Path(worker.local_directory)) as camp:
            for parcel in parcels:
                camp.unpack(parcel)
            runner = _LotRunner(camp, order, len(sources), unwanted)
            records = list(run_lots(runner, [travel.source_below(camp.root, source) for source in sources]))
    except (PuzzleError, OSError) as error:
        raise PuzzleError(f"the worker at {worker.address} cannot solve puzzles: {error}") from None
    for record in records:
        if record.error is not None:
            record.error = record.error.replace(str(camp.root), "")
    return records


def solve_lot_below(
    folder: str, sources: Sequence[Source], reading: Reading, settings: Settings
) -> Iterator[Begun | FoundAnswer | Done]:
    """solve_lot in another current directory."""
    os.chdir(folder)
    yield from solve_lot(sources, reading, settings)


class Unwanted(Exception):
    """The client has gone, or has given up this lot."""


def _is_unwanted(worker: object, key: object) -> bool:
    """Whether dask has cancelled a task that runs: it cannot end it itself."""
    tasks = getattr(getattr(worker, "state", None), "tasks", {})
    return getattr(tasks.get(key), "state", None) == "cancelled"


class _LotRunner(LocalRunner):
    """Solves one lot in one worker process, all puzzles at once as long as none breaks down."""

    def __init__(self, camp: _Camp, order: Order, size: int, unwanted: Callable[[], bool]) -> None:
        below = travel.below(camp.root, order.folder)
        super().__init__(
            camp.executor, partial(solve_lot_below, str(below)), travel.reading_below(camp.root, order.reading),
            travel.settings_below(camp.root, order.settings), workers=1,
        )  # fmt: skip
        self.size = size
        self.shares = 1
        self._unwanted = unwanted

    def wait(self, lots: Sequence[LocalLot]) -> Sequence[LocalLot]:
        """Those of the lots from which something can be received. Unwanted if nobody waits for them."""
        if self._unwanted():
            raise Unwanted
        return super().wait(lots)


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
def _camp(order: Order, folder: Path) -> Iterator[_Camp]:
    """The camp of a batch; it is ended some time after its last use. folder: where to pitch it."""
    with _camps_lock:
        camp = _camps.get(order.batch)
        if camp is None:
            _allow_children()
            root = folder.resolve() / f"pysolve-{order.batch}"
            root.mkdir(parents=True)
            camp = _camps[order.batch] = _Camp(root, lot_executor(order.memory_limit))
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
