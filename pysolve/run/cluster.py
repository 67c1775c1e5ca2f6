"""Many puzzles on many machines: lots for dask.distributed, with the files that they need, and its workers, which solve
them.

What is lost with a worker or with the scheduler is done again.
"""

from __future__ import annotations

import hashlib
import logging
import multiprocessing
import os
import re
import shutil
import threading
import time
import uuid
import warnings
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

from .. import catalog, rules
from ..formats import Reading, Source
from ..model.errors import PuzzleError, require
from ..model.puzzle import StopReason
from ..solving.settings import Settings
from .many import LocalRunner, Lot, Numbered, Place, Result, Share, Work, work_off
from .worker import Executor, Stopped

if TYPE_CHECKING:
    from distributed import Client, Future


# -- The files that puzzles need beside their own bytes, taken to another machine
# There, they lie below one folder just as they lie below the root of this machine. A worker that reads puzzles there
# has as its current directory what stands for ours; so names that are relative mean, and are shown as, what they are
# here.


_LARGEST_NAMED = 2**26  # bytes of a file that a puzzle may name


@dataclass(frozen=True)
class Parcel:
    """Files, from absolute path to bytes, and folders that are to be there though nothing lies in them."""

    files: dict[str, bytes]
    folders: tuple[str, ...] = ()

    @cached_property
    def key(self) -> str:
        """Another one for other contents."""
        digest = hashlib.sha256(repr(self.folders).encode())
        for path, data in sorted(self.files.items()):
            digest.update(f"{path!r} {len(data)} ".encode() + data)
        return digest.hexdigest()

    def unpack(self, root: Path) -> None:
        """Puts all below a folder; what is there already stays."""
        for folder in self.folders:
            below(root, folder).mkdir(parents=True, exist_ok=True)
        for name, data in self.files.items():
            path = below(root, name)
            if not path.exists():
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)


def below(root: Path, path: str) -> Path:
    """Where a path of the other machine lies below a folder; a relative one is below the current directory anyway."""
    return root / path.lstrip("/") if os.path.isabs(path) else Path(path)


# -- Packing


def with_named_types(reading: Reading) -> Reading:
    """The reading, with the folders of types that the environment names said as those of the command line."""
    return reading._replace(own_types=tuple(str(folder) for folder in catalog.folders(reading.own_types)[:-1]))


def shared_parcel(reading: Reading, settings: Settings) -> Parcel:
    """What all puzzles need: added rules, folders of types, the list of words, the board.

    A file that cannot be read stays behind: the reader then says so, of each puzzle.
    """
    paths = [Path(file) for file in settings.rules]
    for folder in map(Path, reading.own_types):
        paths += [*folder.glob("*/manifest.yaml"), *folder.glob("*/*.lp"), *_constraints(folder)]
    paths += [Path(file) for file in (reading.words, reading.board) if file is not None]
    if reading.board is not None:
        board = Source.of_path(reading.board)
        data = _files([Path(reading.board)]).get(os.path.abspath(reading.board), b"")
        paths += _named_files(board._replace(data=data))
    folders = (os.getcwd(), *map(os.path.abspath, reading.own_types))
    return Parcel(_files(_with_includes(paths)), folders)


def parcel_of_folder(folder: Path) -> Parcel | None:
    """The type whose folder this is, with its ancestors; None if it is none. Puzzles in it need no --types."""
    if not (folder / "manifest.yaml").is_file():
        return None
    try:
        parents = catalog.load(folder).parents
    except PuzzleError:  # the reader will say so
        parents = ()
    paths = [path for each in (folder, *parents) for path in (each / "manifest.yaml", *each.glob("*.lp"))]
    return Parcel(_files(_with_includes([*paths, *_constraints(folder.parent)])))


def _constraints(types: Path) -> list[Path]:
    """The constraints that lie beside types."""
    return [*types.glob("lib/*/*.yaml"), *types.glob("lib/*/*.lp")]


def named_parcels(source: Source) -> Iterator[tuple[str, Parcel]]:
    """Parcels with the files that a puzzle names, such as lists of words, each with its absolute path."""
    for path in _named_files(source):
        if path.stat().st_size <= _LARGEST_NAMED:
            yield os.path.abspath(path), Parcel(_files([path]))


_VALUE = re.compile(
    rb"^[A-Za-z][\w.-]*:[ \t]+[\"']?([^\s\"'|>\[{#][^\r\n\"'#]*+)[\"']?[ \t]*+(?:#.*)?\r?$", re.MULTILINE
)


#: Names of rule files, which may stand in lists.
_RULES = re.compile(rb"[^\s\"'\[\]{},|>]{1,200}\.lp(?![\w.])")


def _named_files(source: Source) -> list[Path]:
    """Values of keys that are names of files, seen from the puzzle's folder. (Its file is not yet understood.)"""
    if source.path is None or source.data.lstrip()[:1] in (b"{", b"["):
        return []
    values = (*_VALUE.findall(source.data), *_RULES.findall(source.data))
    names = (os.fsdecode(value.rstrip()) for value in dict.fromkeys(values))
    return [path for name in names if len(name) < 200 and _is_file(path := source.folder / name)]


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _with_includes(paths: Iterable[Path]) -> list[Path]:
    paths = list(paths)
    return [*paths, *rules.included([path for path in paths if path.suffix == ".lp"])]


def _files(paths: Iterable[Path]) -> dict[str, bytes]:
    """The bytes of the files that can be read, by absolute path; those of pysolve's own library are everywhere."""
    files: dict[str, bytes] = {}
    own = catalog.library()
    for path in paths:
        full = os.path.abspath(path)
        if full in files or Path(full).is_relative_to(own) or not _is_file(path):
            continue
        try:
            files[full] = path.read_bytes()
        except OSError:
            continue
    return files


# -- Unpacked


def reading_below(root: Path, reading: Reading) -> Reading:
    """The reading with absolute paths below the root."""

    def moved(path: str | None) -> str | None:
        return None if path is None else str(below(root, path))

    own_types = tuple(str(below(root, path)) for path in reading.own_types)
    return reading._replace(own_types=own_types, board=moved(reading.board), words=moved(reading.words))


def source_below(root: Path, source: Source) -> Source:
    """The source with an absolute path below the root; messages call it what they did."""
    return source if source.path is None else source._replace(path=below(root, str(source.path)))


# -- The same program on both sides


@lru_cache(maxsize=1)
def fingerprint() -> str:
    """A digest of pysolve's code, with its tables, and of its library of rules."""
    digest = hashlib.sha256()
    package = Path(__file__).parents[1]
    for folder, pattern in ((package, "**/*.py"), (package, "**/*.tsv"), (catalog.library(), "**/*")):
        for path in sorted(folder.glob(pattern)):
            if path.suffix in (".py", ".tsv", ".lp", ".yaml"):
                digest.update(f"{path.relative_to(folder)} ".encode() + path.read_bytes())
    return digest.hexdigest()[:12]


# -- What a dask worker does with its lots
# It hands them to worker processes of pysolve, so limits hold as on one machine, and a puzzle that brings down its
# process costs only itself.


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


def hand_over(parcel: Parcel) -> Parcel:
    """A parcel as the result of a task."""
    return parcel


def work_on_lot(order: Order[Result], numbered: Sequence[Numbered], needed: Sequence[Parcel]) -> LotResults[Result]:
    """The results of a lot. PuzzleError if this pysolve is not the client's, or if no process can be started."""
    from distributed import get_worker

    started = time.monotonic()
    worker = get_worker()
    check_wanted = partial(_check_wanted, worker, worker.get_current_task())
    try:
        if order.program != fingerprint():
            raise PuzzleError("it has another pysolve, or other rules, than this machine")
        with _camp(order, Path(worker.local_directory)) as camp:
            for parcel in needed:
                camp.unpack(parcel)
            work = _moved(order, camp.root)
            runner = LocalRunner(camp.executor, work, 1, len(numbered))  # all at once as long as none breaks down
            moved = [(number, source_below(camp.root, source)) for number, source in numbered]
            results = dict(work_off(work, runner, moved, check_wanted))
    except (PuzzleError, OSError) as error:
        raise PuzzleError(f"the worker at {worker.address} cannot solve puzzles: {error}") from None
    cleaned = [order.work.without_root(results[number], str(camp.root)) for number, _ in numbered]
    return LotResults(cleaned, time.monotonic() - started)


def _moved(order: Order[Result], root: Path) -> Work[Result]:
    """The work with its files below another root."""
    work = order.work
    settings = replace(work.settings, rules=tuple(str(below(root, path)) for path in work.settings.rules))
    folder = str(below(root, order.folder))
    return replace(work, reading=reading_below(root, work.reading), settings=settings, folder=folder)


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

    def unpack(self, parcel: Parcel) -> None:
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


LOGGER = logging.getLogger("pysolve")

LOCAL = "local"  # the address of a cluster that is made for one batch, in this process

_CONNECTING = 10.0  # seconds in which a scheduler has to answer the first time
_PATIENCE = 300.0  # … and to come back if it went away
_LOOK = 5.0  # seconds between looks at the cluster: whether the scheduler answers, and how many workers there are
_POLL = 1.0  # seconds between looks at the lots in hand
_CLOSING = 5.0  # seconds that saying good-bye may take

_FEWEST_AT_MOST = 50  # quick puzzles are handed out in lots of at least as many
_LOT_SECONDS = 1.0  # how long a lot should take
_SCHEDULING = 0.005  # … or so long for each thread of the cluster: a lot costs the scheduler 0.0016
_NOT_WORTH = 0.25  # a lot that takes no more seconds is not split further


@dataclass(frozen=True)
class Cluster(Place):
    """Does work on a cluster; the results are those of many.Workers.

    address: of a scheduler, or LOCAL. workers: how many at once, in a cluster that is LOCAL. memory_limit: megabytes
    for each. patience: seconds that one waits for a scheduler that went away.
    """

    address: str
    workers: int = 1
    memory_limit: int | None = None
    patience: float = _PATIENCE

    def as_completed(self, work: Work[Result], sources: Iterable[Source]) -> Generator[tuple[int, Result], None, None]:
        """See many.Place.

        PuzzleError if there is no such cluster, if its workers have another pysolve, or if it went away for long.
        """
        work = replace(work, reading=with_named_types(work.reading))
        order = Order(uuid.uuid4().hex, os.getcwd(), work, self.memory_limit, fingerprint())
        with _cluster(self.address, self.workers) as address:
            runner = ClusterRunner(order, address, self.patience)
            try:
                yield from work_off(work, runner, enumerate(sources))
            finally:
                runner.close()


@contextmanager
def _cluster(address: str, workers: int) -> Iterator[str]:
    """The address of the scheduler; that of a new one for LOCAL, which ends with the context.

    PuzzleError if dask is not installed.
    """
    require("cluster", "distributed", need="--cluster")
    import distributed

    _silence()
    if address != LOCAL:
        yield address
        return
    import dask

    # Whoever reaches a scheduler or a worker of dask can run programs there: so these talk within this process alone.
    # The servers of HTTP that dask starts in any case are left without anything to ask for.
    no_pages: dict[str, list[str]] = {f"distributed.{part}.http.routes": [] for part in ("scheduler", "worker")}
    with dask.config.set(no_pages):
        local = distributed.LocalCluster(
            n_workers=1, threads_per_worker=workers, processes=False, protocol="inproc://",
            dashboard_address="127.0.0.1:0", worker_dashboard_address="127.0.0.1:0",
            scheduler_kwargs={"dashboard": False},
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


class ClusterRunner(Generic[Result]):
    """Works at lots on a cluster (see many.Runner)."""

    def __init__(self, order: Order[Result], address: str, patience: float) -> None:
        """PuzzleError if the scheduler does not answer."""
        self._order = order
        self._address = address
        self._patience = patience
        self._pace: float | None = None  # seconds a puzzle, at the moment
        self._threads = 0
        self._looked = 0.0
        self._arrived = threading.Event()
        self._shared = shared_parcel(order.work.reading, order.work.settings)
        self._sent: dict[str, Future[Parcel]] = {}  # by what they are
        self._folder = lru_cache(maxsize=4096)(parcel_of_folder)
        self._client = self._connect(_CONNECTING)
        try:
            self._count_threads()
        except Exception:  # see start
            self._reconnect()
        self._last_seen = time.monotonic()  # when there were workers
        self._alone = False  # whether that there are none was said
        self._had_some = bool(self._threads)
        if not self._threads:
            LOGGER.warning("The cluster at %s has no workers yet; waiting for them.", address)

    # -- How much there is to do at once

    def share(self) -> Share:
        """Two lots for each thread: one to work at, one that lies ready. A lot takes about a second, or longer where
        there are many threads; it is not split into less than a quarter of a second.
        """
        room = max(2 * self._threads, 1)
        size = self._in_seconds(max(_LOT_SECONDS, _SCHEDULING * self._threads), room)
        return Share(room, size, self._in_seconds(_NOT_WORTH, room), room)

    def _in_seconds(self, seconds: float, room: int) -> int:
        """How many puzzles take so long."""
        if self._pace is None:
            return 1
        ahead = self._order.work.ahead // (2 * room)  # more would only wait for those that come before
        most = max(_FEWEST_AT_MOST, ahead)
        return max(1, min(self._order.work.largest_lot, most, int(seconds / max(self._pace, 1e-6))))

    def learn(self, lot: ClusterLot[Result]) -> None:
        """The pace is that of the lots that came last."""
        if lot.pace is not None:
            self._pace = lot.pace if self._pace is None else (self._pace + lot.pace) / 2

    # -- Lots

    def start(self, numbered: Sequence[Numbered]) -> ClusterLot[Result]:
        """Submits a lot. PuzzleError if the scheduler is gone for good."""
        while True:
            try:
                needed = self._parcels([source for _, source in numbered])
                future = self._client.submit(work_on_lot, self._order, numbered, needed, pure=False)
            except PuzzleError:
                raise
            except Exception:  # dask raises what it likes when a connection breaks
                self._reconnect()
                continue
            future.add_done_callback(self._wake)
            return ClusterLot(future, numbered, self._order.work)

    def wait(self, lots: Sequence[ClusterLot[Result]]) -> Sequence[ClusterLot[Result]]:
        """Those of the lots that are over. If the scheduler went away, it is waited for, and all lots are over."""
        self._arrived.wait(_POLL)
        self._arrived.clear()
        if time.monotonic() > self._looked + _LOOK or self._client.status != "running":
            try:
                self._count_threads()
            except Exception:  # see start
                self._reconnect()
                for lot in lots:
                    lot.lose()
            self._look_for_workers()
        return [lot for lot in lots if lot.has_ended]

    def close(self) -> None:
        """What is still in hand on the cluster is ended."""
        with suppress(Exception):
            self._client.close(timeout=_CLOSING)

    def _wake(self, future: Future[LotResults[Result]]) -> None:
        self._arrived.set()

    def _parcels(self, sources: Sequence[Source]) -> list[Future[Parcel]]:
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
            needed += [self._send(f"file {name}", parcel) for name, parcel in named_parcels(source)]
        return list({future.key: future for future in needed}.values())

    def _send(self, name: str, parcel: Parcel) -> Future[Parcel]:
        if name not in self._sent:
            self._sent[name] = self._client.submit(hand_over, parcel, key=f"pysolve-files-{parcel.key}")
        return self._sent[name]

    def _look_for_workers(self) -> None:
        """Says so where all workers went away, and waits for others. PuzzleError if none come."""
        if self._threads:
            self._last_seen, self._alone, self._had_some = time.monotonic(), False, True
        elif self._had_some and not self._alone:
            LOGGER.warning("All workers of the cluster at %s went away; waiting for others.", self._address)
            self._alone = True
        elif self._had_some and time.monotonic() > self._last_seen + self._patience:
            hint = "; --resume goes on with what is missing" if self._order.work.resumable else ""
            raise PuzzleError(f"the cluster at {self._address} has no workers any more{hint}")

    # -- The connection

    def _count_threads(self) -> None:
        """Counts the threads of all workers. Raises whatever dask raises if the scheduler does not answer."""
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
                hint = "; --resume goes on with what is missing" if self._order.work.resumable else ""
                raise PuzzleError(f"{error} any more{hint}") from error
            try:
                self._count_threads()
                return
            except Exception:  # it went away again
                self.close()


class ClusterLot(Lot[Result]):
    """A lot that the cluster has in hand . pace: seconds a source, once it is done."""

    def __init__(self, future: Future[LotResults[Result]], numbered: Sequence[Numbered], work: Work[Result]) -> None:
        super().__init__(numbered, work)
        self.pace: float | None = None
        self._future = future
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

    def receive(self) -> Iterator[tuple[int, Result]]:
        """The results for all its sources; none if they were lost on the way, then it is to be done again.

        PuzzleError if the workers cannot solve puzzles.
        """
        from distributed import KilledWorker

        self.over = True
        results: list[Result] = []
        try:
            if not self._lost and self._future.status != "cancelled":
                results, seconds = self._future.result(timeout=60)
                self.pace = seconds / len(results)
        except PuzzleError:
            raise
        except KilledWorker:  # several dask workers have died with this lot
            self.broken = True
            if len(self.left) == 1:
                results = [self._work.ended(self.left[0][1], [], Stopped(StopReason.DIED), 0.0)]
        except Exception as error:  # otherwise the connection broke, or the worker that had the records died
            if self._future.status == "error" and not isinstance(error, Unwanted):
                sentence = f"the cluster cannot solve puzzles: {type(error).__name__}: {error}"
                raise PuzzleError(" ".join(sentence.split())) from error
        self.close()
        for result in results:
            number, _ = self.left.popleft()
            yield number, result
