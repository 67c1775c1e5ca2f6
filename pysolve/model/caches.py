"""Caches: what was worked out once and is kept for the whole process, for all of its threads."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Kept(Generic[Key, Value]):
    """Values by their keys, up to a size of `most` together; those that nobody asked for the longest are forgotten.

    Any thread may use it. Two threads may work out the same value, and the later one stays. So a value is one that does
    not change, or one that is itself made for several threads.
    """

    def __init__(self, most: int, size: Callable[[Value], int] = lambda value: 1) -> None:
        """size: of a value; each counts as 1 where nothing is said."""
        self._most = most
        self._size = size
        self._held = 0
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
            if key in self._values:
                self._held -= self._size(self._values.pop(key))
            self._values[key] = value
            self._held += self._size(value)
            while self._held > self._most:
                self._held -= self._size(self._values.pop(next(iter(self._values))))

    def clear(self) -> None:
        """Forgets all."""
        with self._lock:
            self._values.clear()
            self._held = 0
