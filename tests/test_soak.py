"""Many requests at once, of all kinds; bench/soak.py sends ten thousand."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from conftest import ROOT

pytest.importorskip("httpx", reason="needs httpx")
pytest.importorskip("starlette", reason="needs the extra 'web'")

sys.path.insert(0, str(ROOT / "bench"))

from soak import soak


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")
@pytest.mark.parametrize(
    ("requests", "clients"),
    [pytest.param(12, 6, marks=[pytest.mark.rest]), pytest.param(40, 40, marks=[pytest.mark.slow])],
)
def test_the_service_bears_requests_of_all_kinds_at_once_and_leaves_nothing_behind(requests: int, clients: int):
    with ThreadPoolExecutor(1) as thread:  # the browser of other tests has this one's event loop
        assert thread.submit(soak, requests, clients, log=lambda text: None).result() == []
