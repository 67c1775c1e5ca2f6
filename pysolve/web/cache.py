"""Answers by the content of their requests."""

from __future__ import annotations

import asyncio
import hashlib
import os
import time
from collections import OrderedDict
from collections.abc import Iterator, Sequence

import msgspec

from .. import catalog
from .requests import Request

#: Seconds for which files are taken to be as they were when they were last looked at.
_FRESH = 1.0

#: The folders of a type's folder that are looked into: types/mine/variants/anti-king.lp.
_DEPTH = 3


class Cache:
    """The last answers, up to a number of bytes; the one that was unused for the longest goes first."""

    def __init__(self, own_types: Sequence[str], most: int = 64 * 2**20) -> None:
        """own_types: folders of types whose files count as part of every request. most: bytes."""
        self._own_types = own_types
        self._most = most
        self._size = 0
        self._answers: OrderedDict[str, bytes] = OrderedDict()
        self._stamp = ""
        self._looked = float("-inf")
        self._looking: asyncio.Task[str] | None = None

    async def key(self, name: str, request: Request) -> str:
        """What distinguishes requests: their content, and when the rule files were changed."""
        content = msgspec.json.encode([name, request, await self.stamp()], order="deterministic")
        return hashlib.sha256(content).hexdigest()

    def get(self, key: str) -> bytes | None:
        """The answer to a request, if it is known."""
        answer = self._answers.get(key)
        if answer is not None:
            self._answers.move_to_end(key)
        return answer

    def put(self, key: str, answer: bytes) -> None:
        """Keeps an answer."""
        if key in self._answers or len(answer) > self._most // 8:
            return
        self._answers[key] = answer
        self._size += len(answer)
        while self._size > self._most:
            _, oldest = self._answers.popitem(last=False)
            self._size -= len(oldest)

    async def stamp(self) -> str:
        """Changes whenever a file of a type does, within a second. PuzzleError if a folder of types is gone."""
        if self._looking is None and time.monotonic() - self._looked >= _FRESH:
            self._looked = time.monotonic()
            self._looking = asyncio.create_task(asyncio.to_thread(stamp_of, self._own_types))
        if self._looking is not None:
            looking = self._looking
            try:  # many may wait for one look, and go before it is over
                self._stamp = await asyncio.shield(looking)
            finally:
                if looking.done() and self._looking is looking:
                    self._looking = None
        return self._stamp


def stamp_of(own_types: Sequence[str]) -> str:
    """Another text whenever a file of a type changes, comes or goes; PuzzleError if a folder of types is not there."""
    states = hashlib.sha256()
    for folder in catalog.folders(own_types):
        for state in _states(str(folder), _DEPTH):
            states.update(state.encode(errors="replace"))
    return states.hexdigest()


def _states(folder: str, depth: int) -> Iterator[str]:
    """The files below a folder, each with what changes when it does. What vanishes meanwhile is left out."""
    try:
        with os.scandir(folder) as entries:
            in_order = sorted(entries, key=lambda entry: entry.name)
    except OSError:
        return
    for entry in in_order:
        try:
            if entry.is_dir():
                if depth > 1:
                    yield from _states(entry.path, depth - 1)
                continue
            status = entry.stat()
        except OSError:  # gone by now, or a link that leads nowhere
            continue
        yield f"{entry.path}:{status.st_mtime_ns}:{status.st_size}:{status.st_ino}\n"
