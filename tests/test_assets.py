"""The files of the page: how they are sent."""

from __future__ import annotations

import gzip
import re
import socket
from collections.abc import Iterator
from typing import Any

import pytest

httpx = pytest.importorskip("httpx", reason="needs httpx")
pytest.importorskip("starlette", reason="needs the extra 'web'")

from starlette.applications import Starlette  # noqa: E402
from web_server import serving_app  # noqa: E402

from pysolve.web import site  # noqa: E402
from pysolve.web.app import PatientProtocol  # noqa: E402


@pytest.fixture(scope="module")
def client(server: str) -> Iterator[Any]:
    with httpx.Client(base_url=server, timeout=60) as opened:
        yield opened


def test_the_page_names_its_files_by_their_content(client):
    page = client.get("/")
    addresses = re.findall(r'"(static/[^"]+)"', page.text)
    assert page.headers["cache-control"] == "no-cache"
    assert f"static/{site.current().version}/app.js" in addresses
    for address in addresses:
        response = client.get(address)
        assert response.status_code == 200, address
        assert response.headers["cache-control"] == "public, max-age=31536000, immutable"


def test_an_address_of_older_content_is_not_kept(client):
    for address in ("/static/0123456789abcdef/app.js", "/static/app.js"):
        response = client.get(address)
        assert (response.status_code, response.headers["cache-control"]) == (200, "no-cache")
        assert response.content == site.current().files["app.js"]


@pytest.mark.parametrize(
    "path", ["nothing.js", "../app.py", "%2e%2e/app.py", "/etc/hostname", "0123456789abcdef/../../app.py", ""]
)
def test_there_is_nothing_else(path, client):
    assert client.get(f"/static/{path}").status_code == 404


def test_files_are_compressed_for_those_who_can_read_that(client):
    plain = client.get("/static/drawing.js", headers={"accept-encoding": "identity"})
    packed = client.get("/static/drawing.js", headers={"accept-encoding": "gzip, br"})
    assert "content-encoding" not in plain.headers and packed.headers["content-encoding"] == "gzip"
    assert plain.content == packed.content  # the client has unpacked it
    assert int(packed.headers["content-length"]) < len(plain.content) / 2
    assert {each.headers["vary"] for each in (plain, packed)} == {"accept-encoding"}


def test_the_gallery_needs_little(client):
    """All that comes before the first picture is painted; the rules' editor alone is larger. The description of the
    service is named there, but not fetched.
    """
    page = client.get("/", headers={"accept-encoding": "gzip"})
    names = re.findall(r'(?:href|src)="((?:static|api)/[^"]+)"', page.text)
    names = [name for name in names if name != "api/openapi.json"]
    sizes = [int(client.get(name, headers={"accept-encoding": "gzip"}).headers["content-length"]) for name in names]
    assert sum(sizes) + int(page.headers["content-length"]) < 42_000
    assert not any("codemirror" in name or "workbench" in name for name in names)


def test_the_page_names_what_the_workbench_imports(client):
    """So that a browser that opens a puzzle fetches them together."""
    page = client.get("/").text
    names = re.findall(r'<link data-workbench="static/[0-9a-f]+/([^"]+)">', page)
    at_once = re.findall(r'<link rel="modulepreload" href="static/[0-9a-f]+/([^"]+)">', page)
    assert {"workbench.js", "editor.js", "drawing.js"} <= set(names)
    assert not set(names) & set(at_once) and not any("codemirror" in name for name in names)
    assert page.index("data-workbench") < page.index("ahead.js")


def test_the_body_of_an_answer_does_not_wait_until_its_head_was_acknowledged(monkeypatch):
    """That would take 40 ms for each."""
    at_once: list[int] = []
    made = PatientProtocol.connection_made

    def look(self: PatientProtocol, transport: Any) -> None:
        made(self, transport)
        at_once.append(transport.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))

    monkeypatch.setattr(PatientProtocol, "connection_made", look)
    with serving_app(Starlette()) as address:
        assert httpx.get(address).status_code == 404
    assert at_once == [1]


def test_a_changed_file_has_another_address(monkeypatch, tmp_path):
    for name, data in site.current().files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    monkeypatch.setattr(site, "FOLDER", tmp_path)
    before = site.current()
    (tmp_path / "app.js").write_text("// changed")
    after = site.current()
    assert before.version != after.version and after.files["app.js"] == b"// changed"
    assert gzip.decompress(site._gzip(after.files["app.js"])) == b"// changed"
