"""Pictures of the types' smallest examples, solved: each made once, several by one worker, and kept by content."""

from __future__ import annotations

import asyncio
import hashlib
import json
from typing import NamedTuple

from .. import catalog, rules
from ..model.errors import PuzzleError
from ..model.puzzle_type import PuzzleType
from .pool import Busy, Pool
from .requests import Examples

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
        """The picture of a type's smallest example. Raises Busy where too many requests wait already."""
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
    for file in [*files, *catalog.examples(type_)[:1]]:
        data = file.read_bytes()
        content.update(f"\n{file.name} {len(data)}\n".encode(errors="replace") + data)
    return content.hexdigest()
