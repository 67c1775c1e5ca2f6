"""The files of the page, as the service sends them, and as a folder that needs no service, where all runs in the
browser (docs/browser.md).
"""

from __future__ import annotations

import gzip
import hashlib
import json
import mimetypes
import os
import re
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import chdir, contextmanager, suppress
from functools import lru_cache
from html import escape
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import clingo
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from .. import catalog
from ..formats import native
from ..generate import boards
from ..model.caches import Kept
from ..model.errors import PuzzleError, StoppedError, quote
from ..model.puzzle_type import PuzzleType
from ..render.picture import Picture
from ..report import results
from ..report.results import Json
from ..rules.library import library
from ..run.worker import MEMORY_LIMIT, TIME_LIMIT, Call, is_own, stream
from ..solving.settings import Settings
from . import records, requests, worker
from .context import EventKind
from .records import FIXED

# -- The files of the page: compressed, and at an address that changes with their content, so that browsers keep them


#: The page may use what this server sends, and nothing else. (The rules' editor makes style sheets of its own.)
POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)

FOLDER = Path(__file__).parent / "static"

#: The page about a type, for str.format.
_ABOUT_TYPE = Path(__file__).with_name("type.html")

#: What the page starts with, and what it loads when a puzzle is opened. The modules that they import are named in the
#: page, so that browsers fetch them at once.
_START, _WORKBENCH = "app.js", "workbench.js"

#: What stands beside the page, at addresses that last: what shows a puzzle in other pages, and an example of one.
BESIDE = ("embed.js", "embed.html")

#: Where its texts are, a file for each language.
_TEXTS = "texts/"

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
        later = [f"{_TEXTS}en.js", *(each for each in self.modules(_WORKBENCH) if each not in first)]
        links = [f'  <link rel="modulepreload" href="static/{each}">\n' for each in first]
        links += [f'  <link data-workbench="static/{each}">\n' for each in later]
        texts = [each for each in self.files if each.startswith(_TEXTS) and each.count("/") == 1]
        links += [f'  <link data-language="{Path(each).stem}" data-texts="static/{each}">\n' for each in texts]
        return self._addressed(text.replace(_AHEAD, f"{''.join(links)}{_AHEAD}"))

    def beside(self, name: str) -> bytes:
        """A file of those beside the page."""
        return self._addressed(self.files[name].decode())

    def _addressed(self, text: str) -> bytes:
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


async def beside(request: Request) -> Response:
    """GET /{name}, for the names of BESIDE"""
    name = request.url.path.rpartition("/")[2]
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return compressed(request, current().beside(name), kind, {"cache-control": "no-cache"})


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


#: What clingo was compiled to, what stands for cffi, and the worker (browser/build.sh).
BROWSER = library().parent / "browser"

#: The files of Pyodide that the worker loads.
INTERPRETER = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")

#: What the worker's Python starts from (browser/snapshot.mjs).
_MEMORY = "memory.bin"

#: Packages that pysolve imports in the worker; of clingo without its compiled half.
PACKAGES = ("clingo", "yaml", "wcwidth")

#: Folders and files that are of no use there, and that nothing imports there.
_LEFT_OUT = {"__pycache__", "static", "cli", "server.py"}

#: What is not Python, or is for this machine.
_COMPILED = {".so", ".pyd", ".pyi", ".h", ".hh"}

_SECONDS = 600.0  # for all pictures

#: What the page says of the service, in place of which it says where it works.
_FOOT = (
    "<span>Everything on this page is said by the service that it comes from.</span> "
    '<a href="api/openapi.json">Its description</a>'
)


def write(folder: Path, pyodide: Path | None = None, own_types: Sequence[str] = ()) -> int:
    """Writes the site into a folder; returns how many files it has.

    pyodide: npm's package of this name; where it is None, it is looked for as node does. own_types: folders of types
    that the site has besides pysolve's. PuzzleError if one of them, or the package, is not there or of another version,
    if there is no node, or if there is another page in the folder.
    """
    page, count = folder / "index.html", 0
    if page.exists() and b"data-worker=" not in page.read_bytes():
        raise PuzzleError("found another page there, expected none, or the workbench", file=str(page))
    own = tuple(str(each.resolve()) for each in catalog.folders(own_types)[:-1])
    for name, content in _with_offline(_files(_interpreter(pyodide), own)):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        count += 1
    return count


def _with_offline(files: Iterable[tuple[str, bytes]]) -> list[tuple[str, bytes]]:
    """The files, and at last the service worker that keeps them all. Nothing is written before all are made."""
    made = list(files)
    names = json.dumps([".", *(name for name, _ in made)])
    head = f"const VERSION = {json.dumps(_version(made))};\nconst FILES = {names};\n"
    return [*made, ("offline.js", head.encode() + (BROWSER / "offline.js").read_bytes())]


def _version(files: Iterable[tuple[str, bytes]]) -> str:
    """A hash of files; not of Python's memory, which follows from the others, except for the time and the like."""
    content = hashlib.sha256()
    for name, data in files:
        if not name.endswith(_MEMORY):
            content.update(f"{name} {len(data)}\n".encode() + data)
    return content.hexdigest()[:16]


def _interpreter(given: Path | None) -> Path:
    versions = json.loads((BROWSER / "built" / "versions.json").read_text(encoding="utf-8"))
    version = versions["pyodide"]
    built = versions["clingo"].rpartition(".")[0]
    if clingo.__version__.rpartition(".")[0] != built:
        how = f"expected {built}: pip install 'clingo=={built}.*'"
        raise PuzzleError(f"found the Python package of clingo {clingo.__version__}, {how}")
    folders = [Path(each) for each in os.environ.get("NODE_PATH", "").split(os.pathsep) if each]
    places = [given] if given else [folder / "pyodide" for folder in (Path("node_modules"), *folders)]
    found = next((each for each in places if all((each / file).is_file() for file in INTERPRETER)), None)
    how = f"'npm install pyodide@{version}' puts it into node_modules"
    if found is None:
        where = str(given) if given else "node_modules and the folders of NODE_PATH"
        raise PuzzleError(f"found no Python for browsers in {where}, expected npm's package pyodide: {how}")
    other = json.loads((found / "package.json").read_text(encoding="utf-8"))["version"]
    if other != version:
        raise PuzzleError(f"found pyodide {other} in {found}, expected {version}: {how}")
    return found


def _files(pyodide: Path, own: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
    """The files of the site by their paths. own: folders of types besides pysolve's."""
    page = current()
    heavy = _worker_files(pyodide, own)
    place = f"browser/{_version(heavy.items())}"
    with _memory(heavy) as memory:  # a process of its own, while the types are told
        yield "index.html", _page(page, f"{place}/worker.js")
        yield from ((name, (BROWSER / name).read_bytes()) for name in ("manifest.webmanifest", "icon.svg"))
        yield from ((name, page.beside(name)) for name in BESIDE)
        static = (item for item in page.files.items() if item[0] not in ("index.html", *BESIDE))
        yield from ((f"static/{page.version}/{name}", data) for name, data in static)
        yield from ((f"{place}/{name}", data) for name, data in heavy.items())
        yield from ((f"api/{name}.json", records.encode(make(own))) for name, make in FIXED.items())
        yield from _types(own)
        yield f"{place}/{_MEMORY}", memory()


def _page(page: Assets, worker_address: str) -> bytes:
    """The page, which knows by two attributes that there is no service."""
    policy = POLICY.partition("; frame-ancestors")[0]  # which only a server can say
    first = '<meta charset="utf-8">'
    text = page.page().decode()
    for before, after in (
        ('<html lang="en">', f'<html lang="en" data-ending=".json" data-worker="{worker_address}">'),
        (first, f'{first}\n  <meta http-equiv="Content-Security-Policy" content="{policy}">'),
        ("</title>", '</title>\n  <link rel="manifest" href="manifest.webmanifest">'),
        (
            _FOOT,
            "<span>Everything on this page is worked out in this browser; nothing that you enter leaves it.</span>",
        ),
    ):
        assert before in text, before
        text = text.replace(before, after)
    return text.encode()


def _types(own: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
    """What the service says of each type and of each day, and the pictures of the gallery."""
    with tempfile.TemporaryDirectory() as folder, chdir(folder):  # a worker goes there, and so comes back from it
        for type_ in (catalog.find(name, own) for name in catalog.names(own)):
            told = _own_type if is_own(type_, Settings()) else _type
            yield from told(type_, folder, own)
        for day in catalog.every_day():
            yield f"api/days/{day}.json", records.encode(_answered("day", requests.Day(day=day), folder, own))


def _own_type(type_: PuzzleType, folder: str, own: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
    """The same of a type whose rules need not end: within the limits that such rules have for each example."""
    seconds = TIME_LIMIT * max(len(catalog.examples(type_)), 1)
    try:
        for name, data in stream(Call(_type, (type_, folder, own)), seconds, MEMORY_LIMIT):
            yield name, data
            if name.endswith(".json"):
                yield f"types/{type_.name}.html", _told(json.loads(data))
    except StoppedError as error:
        sentence = f"the examples of {quote(type_.name)} are not decided: {error.sentence}"
        raise StoppedError(error.reason, sentence) from None


def _told(record: Json) -> bytes:
    """A page about a type, from what the service says of it: its rules in words, with an example to be solved."""
    name, title, about = (escape(record[key]) for key in ("name", "title", "about"))
    options = [f"{each['name']}: {each['help']}" for each in record["options"]]
    lists = (("Rules", record["rules"]), ("Options", options))
    told = "".join(
        f"<h2>{head}</h2>\n<ul>\n{''.join(f'<li>{escape(line)}</li>{chr(10)}' for line in lines)}</ul>\n"
        for head, lines in lists if lines
    )  # fmt: skip
    rules = escape(record["files"]["rules.lp"])
    page = _ABOUT_TYPE.read_text(encoding="utf-8")
    return page.format(name=name, title=title, about=about, told=told, rules=rules).encode()


def _type(type_: PuzzleType, folder: str, own: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
    answer = worker.example_picture(type_, own)
    record = _with_models(records.details(type_, answer), folder, own)
    if answer is not None and (derived := dict(_derived(record, answer, folder, own))):
        record["derived"] = derived
    yield f"api/types/{type_.name}.json", records.encode(record)
    picture = worker.opening_picture(type_, own)
    if picture:
        yield f"api/types/{type_.name}/picture.svg", picture["svg"].encode()


def _with_models(record: Json, folder: str, own: tuple[str, ...]) -> Json:
    """What the service says of a type, with its examples as the page has them: it is there before the worker."""
    for example in record["examples"]:
        request = requests.Read(puzzle=example["text"], type=record["name"])
        example["model"] = _answered("read", request, folder, own)["model"]
    return record


def _derived(record: Json, picture: Picture, folder: str, own: tuple[str, ...]) -> Iterator[tuple[str, list[Json]]]:
    """The marks that the rules alone draw, such as the boxes of a Sudoku, by the size of the board: the page shows them
    before the worker does. Of sizes of which there are examples without options, and where they do not depend on clues:
    an empty board has the same. picture: of the first example with its answer.
    """
    name, sizes = record["name"], set[str]()

    def rest(marks: list[Json], puzzle: str) -> list[Json]:
        clues = _answered("read", requests.Read(puzzle=puzzle, type=name), folder, own)["board"]["marks"]
        return [mark for mark in marks if mark.get("given") and mark not in clues]

    def derived(puzzle: str) -> list[Json]:
        request = requests.Solve(puzzle=puzzle, type=name, models=1, show=("marks",))
        solved = _answered("solve", request, folder, own)
        return rest(solved["board"]["marks"], puzzle) if solved["board"] else []

    first = rest(results.picture(picture)["marks"], record["examples"][0]["text"])
    for example in record["examples"] if first else ():
        model = example["model"]
        size = f"{model['rows']}x{model['columns']}"
        if size in sizes or model["options"] or model["board"] != "square":
            continue
        with suppress(PuzzleError):  # an empty board may lack what the rules need
            empty = boards.empty(catalog.find(name, own), size, {})
            marks = derived(native.yaml_of(empty))
            if not marks:
                return
            if marks == (first if example is record["examples"][0] else derived(example["text"])):
                sizes.add(size)
                yield size, marks


def _answered(name: str, request: requests.Body, folder: str, own: tuple[str, ...]) -> Json:
    """The result of a request; PuzzleError if it is refused."""
    *_, last = worker.answer(name, request, _SECONDS, folder, own)
    record: Json = json.loads(last.content)
    if last.kind is not EventKind.RESULT:
        raise PuzzleError(record["error"])
    return record


def _worker_files(pyodide: Path, own: tuple[str, ...]) -> dict[str, bytes]:
    """What the worker loads, except for Python's memory."""
    built = BROWSER / "built"
    files = {
        file: (BROWSER / file).read_bytes() for file in ("worker.js", "python.js", "snapshot.mjs", "clingo_glue.js")
    }
    files |= {file: (built / file).read_bytes() for file in ("clingo.mjs", "clingo.json", "clingo.LICENSE.txt")}
    files |= {file: (pyodide / file).read_bytes() for file in INTERPRETER}
    return files | {"clingo.wasm": gzip.decompress((built / "clingo.wasm.gz").read_bytes()), "pysolve.bin": _pack(own)}


@contextmanager
def _memory(files: dict[str, bytes]) -> Iterator[Callable[[], bytes]]:
    """What waits for Python's memory in a worker of these files once pysolve is imported there, where workers begin."""
    node = shutil.which("node")
    if node is None:
        raise PuzzleError("found no node, expected it: what the browser's Python starts from is made with it")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file, content in files.items():
            (folder / file).write_bytes(content)

        def memory() -> bytes:
            error = making.communicate()[1]
            if making.returncode:
                said = [line for line in error.splitlines() if "Error" in line[:80]]
                raise PuzzleError(f"node could not keep Python's memory: {'; '.join(said) or 'it said nothing'}")
            return (folder / _MEMORY).read_bytes()

        command = [node, str(folder / "snapshot.mjs"), name]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as making:
            try:
                yield memory
            finally:
                making.kill()


def _pack(own: tuple[str, ...]) -> bytes:
    """pysolve with its types and all that it imports: a line of JSON with names and sizes, then the files."""
    files = _with_own(dict(_python_files()), own)
    head = json.dumps([(name, len(data)) for name, data in files.items()]).encode()
    return gzip.compress(b"\n".join((head, b"".join(files.values()))), mtime=0)


def _python_files() -> Iterator[tuple[str, bytes]]:
    package = Path(__file__).parents[1]
    folders = {
        "pysolve": package, "pysolve/asp": library(), "pysolve/instances": library().parent / "instances",
        **{name: _folder_of(name) for name in PACKAGES},
    }  # fmt: skip
    yield "_clingo.py", (BROWSER / "_clingo.py").read_bytes()
    for name, folder in folders.items():
        for path in sorted(folder.rglob("*")):
            first, *others = path.relative_to(folder).parts
            # in the package where it is installed
            below = name == "pysolve" and first in ("asp", "instances", "browser")
            if path.is_file() and path.suffix not in _COMPILED and not below and not _LEFT_OUT & {first, *others}:
                yield "/".join([name, first, *others]), path.read_bytes()
    (wheel,) = (BROWSER / "built").glob("*.whl")
    with zipfile.ZipFile(wheel) as opened:
        yield from ((file, opened.read(file)) for file in opened.namelist())


def _with_own(files: dict[str, bytes], own: tuple[str, ...]) -> dict[str, bytes]:
    """The files, with types besides pysolve's and constraints beside them where those of pysolve lie in the worker: the
    first folder that has a type counts, and all before pysolve's, behind which those of installed packages come.
    """
    packages = catalog.installed().folders
    for place in catalog.names(own).values():
        if place.parent in packages:
            files |= dict(_laid(place))
    for folder in map(Path, reversed(own)):
        for place in sorted({path.parent for path in folder.glob("*/manifest.yaml")} | {folder / "lib"}):
            if place.name != "lib":
                files = {
                    file: data for file, data in files.items() if not file.startswith(f"pysolve/asp/{place.name}/")
                }
            files |= dict(_laid(place))
    return files


def _laid(place: Path) -> Iterator[tuple[str, bytes]]:
    """The files of a type, or of constraints, where the worker has them."""
    for path in sorted(place.rglob("*")):
        part = path.relative_to(place)
        if path.is_file() and not _LEFT_OUT & {*part.parts}:
            yield f"pysolve/asp/{place.name}/{part.as_posix()}", path.read_bytes()


def _folder_of(package: str) -> Path:
    spec = find_spec(package)
    assert spec is not None and spec.origin is not None
    return Path(spec.origin).parent
