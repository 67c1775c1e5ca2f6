"""The files of the page: compressed, and at an address that changes with their content, so that browsers keep them."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ..model.caches import Kept

FOLDER = Path(__file__).parent / "static"

#: What the page starts with, and what it loads when a puzzle is opened. The modules that they import are named in the
#: page, so that browsers fetch them at once.
_START, _WORKBENCH = "app.js", "workbench.js"

#: What fetches those of the workbench, where they are needed at once.
_AHEAD = '  <script src="static/ahead.js">'

_STEP = re.compile(r'^(?:import|export)\b[^"(=]*?"\./([\w./-]+)"', re.MULTILINE)
_HASH = re.compile(r"[0-9a-f]{16}")
_COMPRESSIBLE = ("text/", "application/javascript", "application/json", "image/svg+xml")


class Assets(NamedTuple):
    """The files as they are now, by their paths in the folder; version: a hash of them all."""

    files: dict[str, bytes]
    version: str

    def page(self) -> bytes:
        """The page itself."""
        text = self.files["index.html"].decode()
        first = self.modules(_START)
        later = [each for each in self.modules(_WORKBENCH) if each not in first]
        links = [f'  <link rel="modulepreload" href="static/{each}">\n' for each in first]
        links += [f'  <link data-workbench="static/{each}">\n' for each in later]
        text = text.replace(_AHEAD, f"{''.join(links)}{_AHEAD}")
        return text.replace('"static/', f'"static/{self.version}/').encode()

    def modules(self, start: str) -> list[str]:
        """A module and those that it imports, directly or not; without those that it loads later."""
        reached, waiting = {start: None}, [start]
        while waiting:
            found = _STEP.findall(self.files[waiting.pop()].decode())
            waiting += [each for each in found if each not in reached]
            reached |= dict.fromkeys(found)
        return list(reached)


def current() -> Assets:
    """The files, read again if one has changed."""
    states = tuple((name, path.stat().st_mtime_ns) for name, path in _paths())
    return _read(states)


def _of(version: str) -> Assets:
    """The files of a version: those that were read last, if it is theirs; else the folder is looked at, which takes as
    long as all the rest of a request.
    """
    return _by_version.get(version) or current()


def _paths() -> Iterator[tuple[str, Path]]:
    for path in sorted(FOLDER.rglob("*")):
        if path.is_file():
            yield path.relative_to(FOLDER).as_posix(), path


@lru_cache(maxsize=1)
def _read(states: tuple[tuple[str, int], ...]) -> Assets:
    files = {name: (FOLDER / name).read_bytes() for name, _ in states}
    content = hashlib.sha256()
    for name, data in files.items():
        content.update(f"{name} {len(data)}\n".encode() + data)
    assets = Assets(files, content.hexdigest()[:16])
    _by_version.put(assets.version, assets)
    return assets


#: What was read last.
_by_version = Kept[str, Assets](1)


async def page(request: Request) -> Response:
    """GET /"""
    return compressed(request, current().page(), "text/html", {"cache-control": "no-cache"})


async def file(request: Request) -> Response:
    """GET /static/{path}, or /static/{version}/{path}, which browsers may keep."""
    path: str = request.path_params["path"]
    version, _, rest = path.partition("/")
    assets = _of(version)
    lasting = version == assets.version
    name = rest if _HASH.fullmatch(version) else path
    if name not in assets.files:
        raise HTTPException(404)
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    kept = "public, max-age=31536000, immutable" if lasting else "no-cache"
    return compressed(request, assets.files[name], kind, {"cache-control": kept})


def compressed(request: Request, content: bytes, kind: str, headers: dict[str, str]) -> Response:
    """A response that is sent compressed where the client can read that, and it is worth it."""
    headers = {**headers, "vary": "accept-encoding"}
    accepted = request.headers.get("accept-encoding", "")
    if "gzip" in accepted and len(content) > 500 and kind.startswith(_COMPRESSIBLE):
        content = _gzip(content)
        headers["content-encoding"] = "gzip"
    return Response(content, media_type=kind, headers=headers)


@lru_cache(maxsize=512)
def _gzip(content: bytes) -> bytes:
    return gzip.compress(content, 6, mtime=0)
