"""Answers by the content of their questions."""

from __future__ import annotations

import hashlib
import time
from collections import OrderedDict
from collections.abc import Sequence
from pathlib import Path

import msgspec

from .. import catalog
from .requests import Request

#: Seconds for which files are taken to be as they were when they were last looked at.
_FRESH = 1.0


class Cache:
    """The last answers, up to so many bytes; the one that was not asked for the longest goes first."""

    def __init__(self, own_types: Sequence[str], most: int = 64 * 2**20) -> None:
        """own_types: folders of types whose files count as part of every question. most: bytes."""
        self._own_types = own_types
        self._most = most
        self._size = 0
        self._answers: OrderedDict[str, bytes] = OrderedDict()
        self._stamp = ""
        self._looked = float("-inf")

    def key(self, question: str, request: Request) -> str:
        """What tells questions apart: their content, and when the rule files were changed."""
        content = msgspec.json.encode([question, request, self.stamp()], order="deterministic")
        return hashlib.sha256(content).hexdigest()

    def get(self, key: str) -> bytes | None:
        """The answer to a question, if it is known."""
        found = self._answers.get(key)
        if found is not None:
            self._answers.move_to_end(key)
        return found

    def put(self, key: str, answer: bytes) -> None:
        """Keeps an answer."""
        if key in self._answers or len(answer) > self._most // 8:
            return
        self._answers[key] = answer
        self._size += len(answer)
        while self._size > self._most:
            _, oldest = self._answers.popitem(last=False)
            self._size -= len(oldest)

    def stamp(self) -> str:
        """Changes whenever a file of a type does, within a second."""
        now = time.monotonic()
        if now - self._looked >= _FRESH:
            self._looked = now
            found = hashlib.sha256()
            for folder in catalog.folders(self._own_types):
                for file in sorted(Path(folder).rglob("*")):
                    found.update(f"{file}:{file.stat().st_mtime_ns}\n".encode(errors="replace"))
            self._stamp = found.hexdigest()
        return self._stamp
