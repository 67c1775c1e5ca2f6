"""Options that say where many puzzles are worked at: in processes of this machine, or on a cluster."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple

import click

if TYPE_CHECKING:
    from ..run.many import Place

_LOCAL = "local"


class Where(NamedTuple):
    """What the options say. jobs: how many processes. cluster: the address of a scheduler, or _LOCAL for a new one."""

    jobs: int | None = None
    cluster: str | None = None

    @property
    def is_named(self) -> bool:
        """Whether the user says anything of it."""
        return self != Where()

    def place(self, memory_limit: int | None, jobs: int | None = None) -> Place:
        """The place. memory_limit: megabytes for each process. jobs: how many, if the user does not say."""
        jobs = self.jobs or jobs or _processors()
        if self.cluster is not None:
            from ..run.cluster import Cluster

            return Cluster(self.cluster, jobs, memory_limit)
        from ..run.many import Workers

        return Workers(jobs, memory_limit)


def place_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds these options to a command; it gets them as one `where`."""

    @click.option(
        "--jobs", "-j", metavar="N", type=click.IntRange(1, 256), help="Processes (default: one per processor)."
    )
    @click.option(
        "--cluster", metavar="ADDRESS",
        help="Work on a dask cluster: tcp://HOST:PORT of its scheduler, or 'local' to make one here.",
    )  # fmt: skip
    @wraps(command)
    def with_where(*arguments: Any, jobs: int | None, cluster: str | None, **named: Any) -> Any:
        if jobs is not None and cluster not in (None, _LOCAL):
            raise click.UsageError("--jobs is for this machine; how much a cluster does at once is up to its workers")
        return command(*arguments, where=Where(jobs, cluster), **named)

    return with_where


def _processors() -> int:
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not every system says
        return os.cpu_count() or 1
