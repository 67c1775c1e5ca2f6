"""Caches: what was worked out once and is kept for the whole process, for all of its threads."""

from __future__ import annotations

from collections.abc import Hashable
from threading import Lock
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Kept(Generic[Key, Value]):
    """Values by their keys, as many as `most`; those that nobody asked for the longest are forgotten.

    Any thread may use it. Two threads may work out the same value, and the later one stays. So a value is one that does
    not change, or one that is itself made for several threads.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = Lock()
        self._values: dict[Key, Value] = {}  # the one that was used last is the last

    def get(self, key: Key) -> Value | None:
        """The value of a key, if it is still there."""
        with self._lock:
            if key not in self._values:
                return None
            value = self._values[key] = self._values.pop(key)
            return value

    def put(self, key: Key, value: Value) -> None:
        """Keeps a value, in place of the one that the key had."""
        with self._lock:
            self._values.pop(key, None)
            self._values[key] = value
            while len(self._values) > self._most:
                del self._values[next(iter(self._values))]

    def clear(self) -> None:
        """Forgets all."""
        with self._lock:
            self._values.clear()
