"""What the service keeps: answers by the content of their requests, and pictures of what types begin with."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import time
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from .. import catalog, rules
from ..model.caches import Kept
from ..model.errors import PuzzleError
from ..model.puzzle_type import PuzzleType
from .pool import Busy, Pool
from .requests import Body, Examples

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
        self._answers = Kept[str, bytes](most, len)
        self.get = self._answers.get  # the answer to a request, if it is known
        self._stamp = ""
        self._looked = float("-inf")
        self._looking: asyncio.Task[str] | None = None

    async def key(self, name: str, request: Body) -> str:
        """What distinguishes requests: their content, and when the rule files were changed."""
        content = msgspec.json.encode([name, request, await self.stamp()], order="deterministic")
        return hashlib.sha256(content).hexdigest()

    def put(self, key: str, answer: bytes) -> None:
        """Keeps an answer, unless it is so large that it takes the place of many."""
        if len(answer) <= self._most // 8:
            self._answers.put(key, answer)

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


# -- Pictures of the puzzles that types begin with: each made once, several by one worker, and kept by content


#: How many pictures one worker makes, so that starting it costs little, and requests do not wait for it long.
TOGETHER = 12


class Thumbnail(NamedTuple):
    """A picture as SVG, None where there is no example that can be drawn; tag: another one when it may have changed."""

    tag: str
    svg: str | None


class Thumbnails:
    """Makes and keeps the pictures. To be used in one event loop."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._kept: dict[str, str | None] = {}  # by tag
        self._tags: dict[str, str] = {}  # of those that are kept, by type
        self._wanted: dict[str, tuple[str, asyncio.Future[str | None]]] = {}  # by tag: the type, the picture to come
        self._drawing: asyncio.Task[None] | None = None

    async def get(self, type_: PuzzleType) -> Thumbnail:
        """The picture of the puzzle that a type begins with. Raises Busy where too many requests wait already."""
        tag = await asyncio.to_thread(_tag, type_)
        if tag in self._kept:
            return Thumbnail(tag, self._kept[tag])
        if tag not in self._wanted:
            self._wanted[tag] = (type_.name, asyncio.get_running_loop().create_future())
        picture = self._wanted[tag][1]
        if self._drawing is None or self._drawing.done():
            self._drawing = asyncio.create_task(self._draw())
        return Thumbnail(tag, await asyncio.shield(picture))

    async def _draw(self) -> None:
        """Has workers draw, one after the other, until no picture is wanted any more."""
        while self._wanted:
            batch = dict(list(self._wanted.items())[:TOGETHER])
            try:
                await self._draw_together(batch)
            except Busy:
                self._give_up(batch, Busy())
            except Exception as error:  # whatever it is, those who wait must get it
                self._give_up(batch, error)
                raise

    async def _draw_together(self, batch: dict[str, tuple[str, asyncio.Future[str | None]]]) -> None:
        pending = self._pool.submit("examples", Examples(names=[name for name, _ in batch.values()]))
        tags = {name: tag for tag, (name, _) in batch.items()}
        async for kind, content, _ in pending.events():
            if kind == "answer":
                record = json.loads(content)
                self._keep(tags.pop(record["type"]), record["type"], record.get("svg"))
        if tags:  # the worker has ended early: of the first one that is left
            name, tag = next(iter(tags.items()))
            self._keep(tag, name, None)

    def _keep(self, tag: str, name: str, svg: str | None) -> None:
        self._kept.pop(self._tags.get(name, ""), None)
        self._tags[name], self._kept[tag] = tag, svg
        _, picture = self._wanted.pop(tag)
        if not picture.done():
            picture.set_result(svg)

    def _give_up(self, batch: dict[str, tuple[str, asyncio.Future[str | None]]], error: Exception) -> None:
        for tag in batch:
            if tag in self._wanted:
                self._wanted.pop(tag)[1].set_exception(error)


def _tag(type_: PuzzleType) -> str:
    """A hash of all that the picture is made from: the rules with what they include, the type's files, the example."""
    content = hashlib.sha256()
    try:
        content.update(rules.load(type_.rule_files).text.encode(errors="replace"))
    except PuzzleError as error:
        content.update(str(error).encode(errors="replace"))
    files = [file for folder in (type_.folder, *type_.parents) for file in sorted(folder.iterdir()) if file.is_file()]
    for file in filter(None, [*files, catalog.opening(type_)]):
        data = file.read_bytes()
        content.update(f"\n{file.name} {len(data)}\n".encode(errors="replace") + data)
    return content.hexdigest()
