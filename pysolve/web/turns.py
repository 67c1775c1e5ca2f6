"""Whose request a worker answers next: clients take turns, and what is short has a lane of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from enum import IntEnum
from ipaddress import IPv6Address, ip_address
from typing import Generic, NamedTuple, TypeVar

Item = TypeVar("Item")


class Lane(IntEnum):
    """How long requests take. RECORD: what is the same for all. SHORT: what mostly ends at once. ANY: all others."""

    RECORD, SHORT, ANY = range(3)


class Turn(NamedTuple, Generic[Item]):
    """An item whose turn has come. lane: the one in which it has a place, until it ends."""

    client: str
    item: Item
    lane: Lane


class Turns(Generic[Item]):
    """Items that wait for a place. The next free one gets the client with the fewest places; of several, the one
    whose last turn was longest ago. To be used in one thread.

    Beside the places for all there is one for short items of clients who have no other place, and one for records: so
    neither waits for what may take long.
    """

    def __init__(self, places: int, waiting: int) -> None:
        """places: for all lanes. waiting: how many items may wait."""
        self._free = {Lane.ANY: places, Lane.SHORT: 1, Lane.RECORD: 1}
        self._most = waiting
        self._waiting: dict[str, list[tuple[Item, Lane]]] = {}  # by client
        self._taken: Counter[str] = Counter()  # places, by client
        self._last: dict[str, int] = {}  # the number of the last turn of clients who wait or have places
        self._turns = 0

    def put(self, client: str, item: Item, lane: Lane) -> None:
        """An item begins to wait."""
        self._waiting.setdefault(client, []).append((item, lane))

    def withdraw(self, client: str, item: Item) -> None:
        """An item does not wait any more, if it still does."""
        self._leave(client, [each for each in self._waiting.get(client, []) if each[0] is not item])

    def start(self) -> Iterator[Turn[Item]]:
        """The items that find a place now."""
        while (turn := self._next()) is not None:
            yield turn

    def end(self, turn: Turn[Item]) -> None:
        """An item has ended; its place is free."""
        self._free[turn.lane] += 1
        self._taken[turn.client] -= 1
        self._forget(turn.client)

    def excess(self) -> Iterator[Item]:
        """The items that wait though there are too many: the newest ones of who has most of them. They wait no more."""
        while sum(map(len, self._waiting.values())) > self._most:
            client = max(self._waiting, key=lambda each: len(self._waiting[each]))
            *others, (item, _) = self._waiting[client]
            self._leave(client, others)
            yield item

    def _next(self) -> Turn[Item] | None:
        for client in sorted(self._waiting, key=lambda each: (self._taken[each], self._last.get(each, 0))):
            for item, lane in self._waiting[client]:
                place = self._place(client, lane)
                if place is not None:
                    self._free[place] -= 1
                    self._taken[client] += 1
                    self._turns += 1
                    self._last[client] = self._turns
                    self.withdraw(client, item)
                    return Turn(client, item, place)
        return None

    def _place(self, client: str, lane: Lane) -> Lane | None:
        if self._free[Lane.ANY]:
            return Lane.ANY
        if lane <= Lane.SHORT and self._free[Lane.SHORT] and not self._taken[client]:
            return Lane.SHORT
        return Lane.RECORD if lane is Lane.RECORD and self._free[Lane.RECORD] else None

    def _leave(self, client: str, left: list[tuple[Item, Lane]]) -> None:
        if left:
            self._waiting[client] = left
        else:
            self._waiting.pop(client, None)
            self._forget(client)

    def _forget(self, client: str) -> None:
        if not self._taken[client]:
            del self._taken[client]
            if client not in self._waiting:
                self._last.pop(client, None)


def client_of(address: str) -> str:
    """Who takes turns: an address, or the network of an IPv6 address, of which a client has any number."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    return str(parsed) if not isinstance(parsed, IPv6Address) or parsed.ipv4_mapped else parsed.exploded[:19]
