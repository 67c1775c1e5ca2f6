"""Clients of the service take turns, and what is short does not wait for what takes long; no test here waits for time."""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
from typing import Any

import pytest

pytest.importorskip("msgspec")

from pysolve.web import pool as pools
from pysolve.web.context import Event, EventKind
from pysolve.web.pool import Busy, Lane, Limits, PendingRequest, Pool, Turn, Turns, client_of, lane_of
from pysolve.web.requests import Check, Grade, Type

RECORD, SHORT, ANY = Lane


def started(turns: Turns[str]) -> list[str]:
    return [turn.item for turn in turns.start()]


def filled(places: int, waiting: int, *items: tuple[str, str, Lane]) -> tuple[Turns[str], dict[str, Turn[str]]]:
    """Turns of some items, and those that have begun."""
    turns: Turns[str] = Turns(places, waiting)
    begun = {}
    for client, item, lane in items:
        turns.put(client, item, lane)
        begun.update({turn.item: turn for turn in turns.start()})
    return turns, begun


def test_the_client_with_the_fewest_places_gets_the_next_one():
    turns, begun = filled(2, 99, *(("a", f"a{number}", ANY) for number in range(5)), ("b", "b0", ANY), ("c", "c0", ANY))
    assert list(begun) == ["a0", "a1"]
    for ended, following in (("a0", "b0"), ("a1", "c0"), ("b0", "a2"), ("c0", "a3")):
        turns.end(begun[ended])
        begun.update({turn.item: turn for turn in turns.start()})
        assert list(begun)[-1] == following


def test_clients_with_as_many_places_take_turns():
    turns, begun = filled(
        1, 99, ("x", "x0", ANY), *((client, f"{client}{at}", ANY) for client in "ab" for at in range(2))
    )
    order = ["x0"]
    for _ in range(4):
        turns.end(begun[order[-1]])
        begun.update({turn.item: turn for turn in turns.start()})
        order = list(begun)
    assert order == ["x0", "a0", "b0", "a1", "b1"]


@pytest.mark.parametrize(("client", "lane", "begins"), [
    ("b", ANY, False), ("b", SHORT, True), ("b", RECORD, True), ("a", SHORT, False), ("a", RECORD, True),
])  # fmt: skip
def test_where_all_places_are_taken_what_is_short_begins_at_once(client, lane, begins):
    turns, _ = filled(1, 99, ("a", "long", ANY), ("a", "longer", ANY))
    turns.put(client, "new", lane)
    assert started(turns) == ["new"] * begins


def test_what_is_short_passes_what_its_client_has_waiting():
    turns, begun = filled(1, 99, ("a", "long", ANY), ("b", "longer", ANY), ("b", "short", SHORT))
    assert list(begun) == ["long", "short"]
    turns.put("b", "shorter", SHORT)
    assert started(turns) == []  # it has a place already


def test_where_too_many_wait_the_newest_of_who_has_most_leave():
    turns, _ = filled(1, 3, ("a", "a0", ANY), *(("a", f"a{number}", ANY) for number in range(1, 4)))
    assert list(turns.excess()) == []
    turns.put("b", "b0", ANY)
    assert list(turns.excess()) == ["a3"]
    turns.put("a", "a4", ANY)
    assert list(turns.excess()) == ["a4"]


def test_what_is_withdrawn_is_passed_over():
    turns, begun = filled(1, 99, ("a", "a0", ANY), ("b", "b0", ANY), ("c", "c0", ANY))
    turns.withdraw("b", "b0")
    turns.withdraw("b", "b0")
    turns.end(begun["a0"])
    assert started(turns) == ["c0"]


@pytest.mark.parametrize(("address", "client"), [
    ("10.0.0.1", "10.0.0.1"), ("2001:db8::1", "2001:0db8:0000:0000"), ("2001:db8::ffff:1", "2001:0db8:0000:0000"),
    ("2001:db8:0:1::1", "2001:0db8:0000:0001"), ("testclient", "testclient"), ("", ""),
])  # fmt: skip
def test_a_client_is_an_address_or_a_network(address, client):
    assert client_of(address) == client


@pytest.mark.parametrize(("name", "request_", "lane"), [
    ("check", Check(puzzle="1"), SHORT), ("check", Check(puzzle="1", rules="a."), ANY), ("type", Type(type="x"), RECORD),
    ("check", Check(puzzle="1", types={"x": {"rules.lp": "a."}}), ANY), ("grade", Grade(puzzle="1"), ANY),
])  # fmt: skip
def test_a_request_has_the_lane_of_its_kind_unless_it_brings_rules(name, request_, lane):
    assert lane_of(name, request_) is lane


def test_short_requests_are_answered_while_one_client_keeps_all_workers_busy(monkeypatch):
    free = threading.Event()

    def answer(pending: PendingRequest) -> Event:
        if (pending.name, pending.client) == ("check", "greedy"):
            free.wait(60)
        return Event(EventKind.RESULT, pending.name.encode(), True)

    async def events(pending: PendingRequest) -> list[Any]:
        return [each.content async for each in pending.events()]

    async def all_events() -> None:
        pool = Pool(Limits(workers=2, waiting=8))
        try:
            endless = [asyncio.ensure_future(events(pool.submit("check", Check(puzzle="1", rules="a."), "greedy")))
                       for _ in range(10)]  # fmt: skip
            await asyncio.sleep(0)
            for client in ("greedy", "other"):
                assert await events(pool.submit("type", Type(type="x"), client)) == [b"type"]
            assert await events(pool.submit("check", Check(puzzle="1"), "other")) == [b"check"]
            waits = asyncio.ensure_future(events(pool.submit("grade", Grade(puzzle="1"), "other")))
            with pytest.raises(Busy):
                await endless.pop()  # it left the queue for the other client
            with pytest.raises(Busy):
                pool.submit("grade", Grade(puzzle="1"), "greedy")
            free.set()
            assert await waits == [b"grade"]
            assert await asyncio.gather(*endless) == [[b"check"]] * 9
        finally:
            free.set()
            pool.close()

    monkeypatch.setattr(pools.PendingRequest, "_answer", answer)
    thread = threading.Thread(target=lambda: done.append(asyncio.run(all_events())))
    done: list[None] = []
    thread.start()
    thread.join(60)
    assert done == [None]


# -- What the server says where it cannot go on


def test_of_what_goes_wrong_again_and_again_one_line_is_said_a_minute():
    pytest.importorskip("uvicorn")
    from pysolve.web.app import SparingHandler

    lines: queue.Queue[str] = queue.Queue()
    log, clock = logging.Logger("test"), [0.0]
    log.addHandler(SparingHandler(lines.put, lambda: clock[0]))
    for clock[0] in (0.0, 1.0, 59.0, 61.0):
        for _ in range(100):
            try:
                raise OSError(24, "Too many open files")
            except OSError:
                log.exception("it cannot be accepted\nsocket: 7")
    log.error("the end")
    said = [lines.get(timeout=60) for _ in range(3)]
    assert said == ["it cannot be accepted: OSError: [Errno 24] Too many open files\n"] * 2 + ["the end\n"]
    assert lines.empty()


def test_nobody_waits_for_who_reads_what_the_server_says():
    pytest.importorskip("uvicorn")
    from pysolve.web import app

    read = threading.Event()
    log = logging.Logger("test")
    log.addHandler(app.SparingHandler(lambda line: read.wait(60), lambda: 0.0))
    for number in range(5 * app._MOST_LINES):
        log.error("line %d", number)  # which would never return
    read.set()
