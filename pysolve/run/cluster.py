"""Many puzzles on many machines: lots for dask.distributed, and what its workers do with them.

A dask worker hands its lots to worker processes of pysolve, so limits hold as on one machine, and a puzzle that brings
down its process costs only itself. What is lost with a worker or with the scheduler is done again.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import shutil
import threading
import time
import uuid
import warnings
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from ..formats import Reading, Source
from ..model.errors import PuzzleError
from ..report.record import Record, RecordVerdict
from ..solving.outcome import StopReason
from ..solving.settings import Settings
from . import travel
from .batch import AHEAD, LocalLot, LocalRunner, Numbered, lot_executor, run_lots
from .executor import Executor
from .lot import Begun, Done, FoundAnswer, solve_lot

if TYPE_CHECKING:
    from collections.abc import Iterable

    from distributed import Client, Future

LOGGER = logging.getLogger("pysolve")

LOCAL = "local"  # the address of a cluster that is made for one batch, in this process

_CONNECTING = 10.0  # seconds in which a scheduler has to answer the first time
_PATIENCE = 300.0  # … and to come back if it went away
_LOOK = 5.0  # seconds between looks at the cluster: whether the scheduler answers, and how many workers there are
_POLL = 1.0  # seconds between looks at the lots in hand
_CLOSING = 5.0  # seconds that saying good-bye may take

_LARGEST_LOT = 1000
_FEWEST_AT_MOST = 50  # quick puzzles are handed out by so many at least
_LOT_SECONDS = 1.0  # how long a lot should take
_SCHEDULING = 0.005  # … or so long for each thread of the cluster: a lot costs the scheduler 0.0016
_NOT_WORTH = 0.25  # a lot that takes so many seconds is not shared out further

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


# -- The client


@dataclass(frozen=True)
class ClusterBatch:
    """Solves many puzzles on a cluster; the records are those of Batch.

    address: of a scheduler, or LOCAL. workers: how many at once, in a cluster that is LOCAL. memory_limit: megabytes
    for each. patience: seconds that one waits for a scheduler that went away.
    """

    reading: Reading
    settings: Settings
    address: str
    workers: int = 1
    memory_limit: int | None = None
    patience: float = _PATIENCE

    def run(self, sources: Iterable[Source]) -> Iterator[Record]:
        """The records of the sources, in their order, each as soon as those before it are there.

        PuzzleError if there is no such cluster, if its workers have another pysolve, or if it went away for long.
        """
        reading = travel.with_named_types(self.reading)
        order = Order(
            uuid.uuid4().hex, os.getcwd(), reading, self.settings, self.memory_limit, travel.fingerprint()
        )  # fmt: skip
        with _cluster(self.address, self.workers) as address:
            runner = ClusterRunner(order, address, self.patience)
            try:
                yield from run_lots(runner, sources)
            finally:
                runner.close()


@contextmanager
def _cluster(address: str, workers: int) -> Iterator[str]:
    """The address of the scheduler; that of a new one for LOCAL, which ends with the context.

    PuzzleError if dask is not installed.
    """
    try:
        import distributed
    except ImportError:
        raise PuzzleError("--cluster needs dask.distributed: pip install 'pysolve[cluster]'") from None
    _silence()
    if address != LOCAL:
        yield address
        return
    local = distributed.LocalCluster(
        n_workers=1, threads_per_worker=workers, processes=False, protocol="tcp://", host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
    )  # fmt: skip
    with local:
        yield local.scheduler_address


def _silence() -> None:
    """What goes wrong in dask is said here, or mended: its own messages are for those who run the cluster."""
    if LOGGER.isEnabledFor(logging.DEBUG):
        return
    warnings.filterwarnings("ignore", module=r"distributed\.")
    for name in ["distributed", *logging.root.manager.loggerDict]:
        if name.partition(".")[0] in ("distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL)


class ClusterRunner:
    """Solves lots on a cluster (see batch.Runner)."""

    def __init__(self, order: Order, address: str, patience: float) -> None:
        """PuzzleError if the scheduler does not answer."""
        self._order = order
        self._address = address
        self._patience = patience
        self._pace: float | None = None  # seconds a puzzle, at the moment
        self._threads = 0
        self._looked = 0.0
        self._arrived = threading.Event()
        self._shared = travel.shared_parcel(order.reading, order.settings)
        self._sent: dict[str, Future[travel.Parcel]] = {}  # by what they are
        self._folder = lru_cache(maxsize=4096)(travel.parcel_of_folder)
        self._client = self._connect(_CONNECTING)
        try:
            self._look()
        except Exception:  # see start
            self._reconnect()
        if not self._threads:
            LOGGER.warning("The cluster at %s has no workers yet; waiting for them.", address)

    # -- How much there is to do at once

    @property
    def room(self) -> int:
        """Two lots for each thread: one to work at, one that lies ready."""
        return max(2 * self._threads, 1)

    @property
    def shares(self) -> int:
        """As many as there are lots in hand."""
        return self.room

    @property
    def size(self) -> int:
        """So many puzzles that they take about a second, or longer where there are many threads."""
        return self._in_seconds(max(_LOT_SECONDS, _SCHEDULING * self._threads))

    @property
    def least(self) -> int:
        """So many puzzles that they take a quarter of a second."""
        return self._in_seconds(_NOT_WORTH)

    def _in_seconds(self, seconds: float) -> int:
        if self._pace is None:
            return 1
        most = max(_FEWEST_AT_MOST, AHEAD // (2 * self.room))  # more would only wait for those that come before
        return max(1, min(_LARGEST_LOT, most, int(seconds / max(self._pace, 1e-6))))

    def learn(self, lot: ClusterLot) -> None:
        """The pace is that of the lots that came last."""
        if lot.pace is not None:
            self._pace = lot.pace if self._pace is None else (self._pace + lot.pace) / 2

    # -- Lots

    def start(self, numbered: Sequence[Numbered]) -> ClusterLot:
        """Submits a lot. PuzzleError if the scheduler is gone for good."""
        sources = [source for _, source in numbered]
        while True:
            try:
                parcels = self._parcels(sources)
                future = self._client.submit(solve_on_worker, self._order, sources, parcels, pure=False)
            except PuzzleError:
                raise
            except Exception:  # dask raises what it likes when a connection breaks
                self._reconnect()
                continue
            future.add_done_callback(self._wake)
            return ClusterLot(future, numbered, self._order.reading.type or "")

    def wait(self, lots: Sequence[ClusterLot]) -> Sequence[ClusterLot]:
        """Those of the lots that are over. If the scheduler went away, it is waited for, and all lots are over."""
        self._arrived.wait(_POLL)
        self._arrived.clear()
        if time.monotonic() > self._looked + _LOOK or self._client.status != "running":
            try:
                self._look()
            except Exception:  # see start
                self._reconnect()
                for lot in lots:
                    lot.lose()
        return [lot for lot in lots if lot.has_ended]

    def close(self) -> None:
        """What is still in hand on the cluster is ended."""
        with suppress(Exception):
            self._client.close(timeout=_CLOSING)

    def _wake(self, future: Future[list[Record]]) -> None:
        self._arrived.set()

    def _parcels(self, sources: Sequence[Source]) -> list[Future[travel.Parcel]]:
        """The files that a lot needs beside its puzzles, each sent once. Parcels are results of tasks: dask passes them
        on from worker to worker, and makes them again if they are lost.
        """
        needed = [self._send("shared", self._shared)]
        for source in sources:
            if source.path is None:
                continue
            folder = self._folder(source.folder)
            if folder is not None:
                needed.append(self._send(f"type {source.folder}", folder))
            needed += [self._send(f"file {name}", parcel) for name, parcel in travel.named_parcels(source)]
        return list({future.key: future for future in needed}.values())

    def _send(self, name: str, parcel: travel.Parcel) -> Future[travel.Parcel]:
        if name not in self._sent:
            self._sent[name] = self._client.submit(hand_over, parcel, key=f"pysolve-files-{parcel.key}")
        return self._sent[name]

    # -- The connection

    def _look(self) -> None:
        """Looks how many workers there are. Raises whatever dask raises if the scheduler does not answer."""
        if self._client.status != "running":
            raise OSError("the connection is gone")
        self._threads = sum(self._client.nthreads().values())
        self._looked = time.monotonic()

    def _connect(self, seconds: float) -> Client:
        from distributed import Client

        deadline = time.monotonic() + seconds
        while True:
            try:
                return Client(self._address, timeout=max(1.0, min(_CONNECTING, deadline - time.monotonic())))
            except ValueError as error:
                raise PuzzleError(f"--cluster: found '{self._address}', expected tcp://HOST:PORT or local") from error
            except OSError as error:
                if time.monotonic() > deadline:
                    raise PuzzleError(f"the scheduler at {self._address} does not answer") from error
                time.sleep(_POLL)

    def _reconnect(self) -> None:
        """Waits for a scheduler to be there again. PuzzleError if it does not come."""
        LOGGER.warning("The scheduler at %s went away; waiting for it.", self._address)
        self.close()
        self._sent.clear()
        deadline = time.monotonic() + self._patience
        while True:
            try:
                self._client = self._connect(deadline - time.monotonic())
            except PuzzleError as error:
                raise PuzzleError(f"{error} any more; --resume goes on with what is missing") from error
            try:
                self._look()
                return
            except Exception:  # it went away again
                self.close()


class ClusterLot:
    """A lot that the cluster has in hand (see batch.LotInHand). pace: seconds a puzzle, once it is done."""

    def __init__(self, future: Future[list[Record]], numbered: Sequence[Numbered], puzzle: str) -> None:
        self.left = deque(numbered)
        self.over = self.broken = False
        self.pace: float | None = None
        self._future = future
        self._puzzle = puzzle
        self._lost = False

    @property
    def has_ended(self) -> bool:
        """Whether something can be received: records, or that there are none."""
        return self._lost or self._future.status != "pending"

    def lose(self) -> None:
        """The scheduler that knew of it is gone."""
        self._lost = True

    def close(self) -> None:
        """The cluster forgets it."""
        with suppress(Exception):
            self._future.release()

    def receive(self) -> Iterator[tuple[int, Record]]:
        """The records of all its puzzles; none if they were lost on the way, then it is to be done again.

        PuzzleError if the workers cannot solve puzzles.
        """
        from distributed import KilledWorker

        self.over = True
        try:
            records = self._future.result(timeout=60) if not self._lost and self._future.status != "cancelled" else []
        except PuzzleError:
            raise
        except KilledWorker:  # several dask workers have died with this lot
            self.broken = True
            records = self._given_up() if len(self.left) == 1 else []
        except Exception as error:  # otherwise the connection broke, or the worker that had the records died
            if self._future.status == "error" and not isinstance(error, Unwanted):
                sentence = f"the cluster cannot solve puzzles: {type(error).__name__}: {error}"
                raise PuzzleError(" ".join(sentence.split())) from error
            records = []
        self.close()
        if records:
            self.pace = sum(record.seconds for record in records) / len(records)
        for record in records:
            number, _ = self.left.popleft()
            yield number, record

    def _given_up(self) -> list[Record]:
        _, source = self.left[0]
        return [Record(source.name, self._puzzle, RecordVerdict.UNKNOWN, error=StopReason.DIED)]


# -- The dask worker


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
