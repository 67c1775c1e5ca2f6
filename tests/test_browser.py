"""The workbench as files: in a browser without a service it says what pysolve says."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import html
import json
import os
import re
import subprocess
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from conftest import ROOT, command
from samples import TYPES, smallest
from sampling import shuffled
from test_page import button, settles
from web_server import serving, serving_files

pytest.importorskip("starlette", reason="needs the extra 'web'")

import pysolve
from pysolve import catalog
from pysolve.model.errors import PuzzleError
from pysolve.web import site, worker

Page = Any

pytestmark = pytest.mark.timeout(600)  # the site and the worker take a minute each beside other ones

BUILT = ROOT / "browser" / "built"
VERSIONS = json.loads((BUILT / "versions.json").read_text())
PATIENCE = 90_000  # milliseconds: the worker starts in five seconds of a machine with nothing else to do

ENDLESS = "{ hole(I, J) : J = 1..12 } = 1 :- I = 1..13.\n:- hole(I, J), hole(K, J), I < K.\n"


# -- What it is made of


def test_the_built_files_are_those_that_were_recorded():
    for line in (BUILT / "SHA256SUMS").read_text().splitlines():
        digest, name = line.split()
        assert hashlib.sha256((BUILT / name).read_bytes()).hexdigest() == digest, name
    # browser/build.sh and what it runs are as they were when they were built; who changes them builds anew
    scripts = "".join((ROOT / "browser" / name).read_text() for name in ("build.sh", "signatures.py"))
    inputs = "".join(line for line in scripts.splitlines(keepends=True) if not line.startswith("#"))
    assert hashlib.sha256(inputs.encode()).hexdigest() == (BUILT / "inputs").read_text().strip()
    recorded = re.findall(
        r"^(clingo|emscripten|pyodide|msgspec)=([\d.]+)", (ROOT / "browser/build.sh").read_text(), re.M
    )
    assert dict(recorded) == VERSIONS


def test_without_pyodide_there_is_a_sentence(monkeypatch, tmp_path):
    monkeypatch.setenv("NODE_PATH", "")
    monkeypatch.chdir(tmp_path)
    done = command("site", tmp_path / "site", cwd=tmp_path)
    assert done.code == 2 and not (tmp_path / "site").exists()
    assert f"npm install pyodide@{VERSIONS['pyodide']}" in done.err


def test_another_pyodide_is_refused(tmp_path):
    for name in (*site.INTERPRETER, "package.json"):
        (tmp_path / name).write_text('{"version": "0.1.2"}')
    with pytest.raises(PuzzleError, match=rf"found pyodide 0\.1\.2 in .*, expected {VERSIONS['pyodide']}"):
        site.write(tmp_path / "site", tmp_path)


def test_another_clingo_is_refused(monkeypatch, tmp_path):
    monkeypatch.setattr("clingo.__version__", "5.7.1")
    with pytest.raises(PuzzleError, match=r"found .* clingo 5\.7\.1, expected 5\.\d+: pip install"):
        site.write(tmp_path / "site")


def test_types_of_ones_own_are_told_and_lie_among_pysolves(tmp_path):
    assert command("new", "mine", "--in", tmp_path / "types").code == 0
    assert command("copy", "akari", tmp_path / "types").code == 0
    (tmp_path / "types" / "akari" / "fast.lp").unlink(missing_ok=True)
    (tmp_path / "types" / "lib" / "mine").mkdir(parents=True)
    (tmp_path / "types" / "lib" / "mine" / "dark.lp").write_text(":- shade((1,1)).\n")
    own = (str(tmp_path / "types"),)
    (tmp_path / "worker").mkdir()
    with contextlib.chdir(tmp_path):
        files = dict(site._type(catalog.find("mine", own), str(tmp_path / "worker"), own))
    record = json.loads(files["api/types/mine.json"])
    assert record["title"] == "mine" and record["examples"][0]["model"]["rows"]
    assert files["api/types/mine/picture.svg"].startswith(b"<svg")
    (page,) = (
        data.decode()
        for name, data in site._own_type(catalog.find("mine", own), str(tmp_path / "worker"), own)
        if name == "types/mine.html"
    )
    assert "<h1>mine</h1>" in page and 'src="../?embed#/play/mine"' in page and "#show shade/1." in page
    assert all(f"<li>{html.escape(line)}</li>" in page for line in record["rules"])
    packed = site._with_own(dict.fromkeys(("pysolve/asp/akari/fast.lp", "pysolve/asp/lib/board.lp"), b""), own)
    assert "pysolve/asp/akari/fast.lp" not in packed and "pysolve/asp/akari/rules.lp" in packed
    assert {"pysolve/asp/mine/manifest.yaml", "pysolve/asp/lib/mine/dark.lp", "pysolve/asp/lib/board.lp"} <= {*packed}
    assert "types" in command("site", "--help").out


def test_what_the_api_imports_is_in_the_worker():
    files = {name for name, _ in site._python_files()}
    places = re.findall(r"^from \.([\w.]+) import", (ROOT / "pysolve" / "api.py").read_text(), re.MULTILINE)
    assert [
        each for each in places if not any(name.startswith(f"pysolve/{each.replace('.', '/')}") for name in files)
    ] == []


@pytest.mark.rest
def test_the_page_names_files_that_are_there_and_no_other_host(workbench):
    page = (workbench / "index.html").read_text()
    names = re.findall(r'(?:href|src|data-worker|data-workbench)="([^"#]+)"', page)
    names = [name for name in names if not name.startswith("data:")]
    assert any(name.startswith("browser/") for name in names)
    assert [name for name in names if not (workbench / name).is_file()] == []
    for name in TYPES:
        assert json.loads((workbench / "api" / "types" / f"{name}.json").read_text())["name"] == name


def test_another_page_is_left_alone(tmp_path):
    (tmp_path / "index.html").write_text("mine")
    done = command("site", tmp_path)
    assert (done.code, os.listdir(tmp_path), (tmp_path / "index.html").read_text()) == (2, ["index.html"], "mine")
    assert "index.html: found another page there" in done.err


# -- Requests, on this machine


def events(name: str, body: object) -> list[tuple[str, Any]]:
    """What the worker would send."""
    sent: list[tuple[str, Any]] = []
    text = body if isinstance(body, str) else json.dumps(body)
    worker.answer_page(name, text, 60, lambda kind, data: sent.append((kind, json.loads(data))))
    return sent


def test_a_long_text_is_sent_once_and_asked_for_where_it_is_not_known():
    words = "  CAT\n  COT\n  ATE\n  TEN"
    digest = f"sha256-{hashlib.sha256(words.encode()).hexdigest()}"
    puzzle = f"puzzle: crossword\ngrid: . . .\nwords: |\n@{digest}\n"
    ((kind, refused),) = events("check", {"puzzle": puzzle})
    assert (kind, refused["missing"]) == ("error", "text")
    for texts in ({digest: words}, {}):
        *_, (kind, record) = events("check", {"puzzle": puzzle, "texts": texts})
        assert (kind, record["verdict"]) == ("result", "multiple")
    ((_, refused),) = events("check", {"puzzle": puzzle, "texts": {digest: "  DOG"}})
    assert "whose digest is another one" in refused["error"]
    ((_, refused),) = events("check", {"puzzle": puzzle + f"@{digest}\n" * 4})
    assert "found 5 long texts, expected at most 4" in refused["error"]


def test_requests_are_answered_as_by_the_service():
    *_, (kind, record) = events("solve", {"puzzle": smallest("sudoku").read_text()})
    assert (kind, record["verdict"]) == ("result", "unique")


@pytest.mark.parametrize(
    ("name", "body", "sentence"),
    [
        ("solve", {"puzzle": "puzzle: sudokku\n"}, "sudokku"),
        ("solve", {}, "the key 'puzzle' is missing"),
        ("solve", "{", "not valid JSON"),
        ("nothing", {}, "a fault in pysolve itself: KeyError"),
    ],
)
def test_what_is_wrong_is_an_error_event(name: str, body: object, sentence: str):
    ((kind, record),) = events(name, body)
    assert kind == "error" and sentence in record["error"]


def test_what_was_known_of_a_request_that_was_ended_is_its_result():
    known = {"verdict": "multiple", "says": ["There is more than one answer."]}
    ((kind, record),) = events("ended", {"reason": "TIME_LIMIT", "known": known, "answers": []})
    assert (kind, record) == ("result", {**known, "reason": "the time limit was reached"})
    ((_, record),) = events("ended", {"reason": "DIED", "known": None, "answers": []})
    assert record["says"] == ["Unknown: the solver's process ended unexpectedly."]


def test_a_breakdown_of_clingo_itself_ends_the_worker(monkeypatch):
    def broken(*arguments: object) -> None:
        raise type("JsException", (Exception,), {})("unreachable")

    monkeypatch.setattr("pysolve.web.worker.answer", broken)
    with pytest.raises(Exception, match="unreachable"):
        events("solve", {"puzzle": smallest("sudoku").read_text()})


# -- The site in a browser


@pytest.fixture(scope="session")
def address(workbench: Path) -> Iterator[str]:
    """The address of the site."""
    with serving_files(workbench) as known:
        yield f"{known}/"


ASK = """async ([name, body, cancelAfter]) => {
  const app = document.querySelector('script[type="module"]').src;
  const { request } = await import(app.replace("app.js", "service.js"));
  const stop = new AbortController();
  if (cancelAfter) setTimeout(() => stop.abort(), cancelAfter);
  return request(name, body, { signal: stop.signal }).catch((error) => ({ name: error.name, error: error.message }));
}"""


def ask(page: Page, name: str, body: object, cancel_after: int = 0) -> Any:
    """The result of a request of the page; one that is wrong as {name, error}."""
    return page.evaluate(ASK, [name, body, cancel_after])


def test_a_puzzle_is_set_solved_and_explained_without_a_service(page, address):
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on(
        "response",
        lambda response: asked.append(f"{response.status}: {response.url}") if response.status > 399 else None,
    )
    page.set_default_timeout(PATIENCE)
    page.goto(f"{address}#/make/sudoku")
    page.locator("#verdict[data-verdict=unique]").wait_for()
    button(page, "Hint").click()
    page.locator("#findings li").first.wait_for()
    assert ask(page, "make", {"type": "akari", "size": "4", "seed": 1})["clues"] > 0
    sentence = ask(page, "solve", {"puzzle": smallest("sudoku").read_text(), "rules": "shade(X) :- cell(Y).\n"})[
        "error"
    ]
    assert sentence.startswith("Added rules, line 1, column 1: the variable X is unsafe")
    ended = ask(page, "solve", {"puzzle": smallest("sudoku").read_text(), "rules": ENDLESS, "time_limit": 0.5})
    assert (ended["verdict"], ended["reason"]) == ("unknown", "the time limit was reached")
    stopped = ask(page, "solve", {"puzzle": smallest("sudoku").read_text(), "rules": ENDLESS}, cancel_after=2000)
    assert stopped["name"] == "AbortError"
    assert ask(page, "check", {"puzzle": smallest("sudoku").read_text()})["verdict"] == "unique"
    assert [each for each in asked if not each.startswith((address, "data:", "blob:"))] == []


@pytest.mark.chromium
def test_a_type_and_what_was_left_there_is_drawn_before_there_is_a_worker(page, address):
    page.set_default_timeout(PATIENCE)
    page.route("**/browser/**", lambda route: route.abort())
    page.goto(f"{address}#/make/slitherlink")
    page.locator("#board svg [data-given]").first.wait_for()
    page.get_by_text("this browser cannot run the solver").first.wait_for()
    page.goto(address)
    page.locator("#groups img").first.wait_for()
    page.goto(f"{address}#/make/slitherlink")
    page.get_by_text("This is the puzzle as you left it.").wait_for()


#: Notes, when the first worker is made, whether there is a board with clues and something to fill in.
WATCH_WORKERS = """
window.Worker = class extends Worker {
  constructor(...all) {
    super(...all);
    const isThere = (each) => document.querySelector(each)?.getBoundingClientRect().width > 0;
    window.playable ??= ["#board svg text", "#board .palette-group button"].every(isThere);
  }
};
"""


def shared(text: str) -> str:
    """The address of a puzzle as the page's links hold it."""
    packed = zlib.compress(json.dumps({"puzzle": text}).encode(), wbits=-15)
    return f"#/play/p={base64.urlsafe_b64encode(packed).decode().rstrip('=')}"


#: As the page writes it, with a constraint and an option.
WRITTEN = (
    "puzzle: sudoku\ntitle: Nearly done\noptions: {box_rows: 2}\n"
    "grid: |\n  1 2 3 4\n  3 4 1 2\n  2 1 4 3\n  . . . .\nthermometer: |\n  r4c3-r4c1\n"
)


@pytest.mark.representative
@pytest.mark.parametrize(
    "place",
    [
        pytest.param("#/play/sudoku", id="type"),
        pytest.param("?embed#/play/sudoku", id="embedded"),
        pytest.param(shared(WRITTEN), id="link"),
        pytest.param(f"#puzzle={quote(WRITTEN)}", id="text"),
    ],
)
def test_nothing_of_the_engine_is_loaded_before_a_puzzle_can_be_played(page: Page, address: str, place: str):
    page.set_default_timeout(PATIENCE)
    asked: list[bool] = []  # of each file of the engine: whether it can be played by then
    page.add_init_script(WATCH_WORKERS)
    page.route("**/browser/**", lambda route: (asked.append(page.evaluate("window.playable")), route.abort()))
    page.goto(f"{address}{place}")
    page.locator("#board svg text").first.wait_for()
    page.locator("#board .board-frame").focus()
    page.keyboard.press("Control+End")
    for key in ("ArrowLeft", "ArrowLeft", "ArrowLeft", "4"):  # to a cell that is open on each of these boards
        page.keyboard.press(key)
    page.locator("#board svg .play, #board svg [data-layer=play]").first.wait_for()
    settles(lambda: page.evaluate("window.playable") is not None)  # the engine is started all the same
    assert page.evaluate("window.playable") is True


@pytest.mark.rest
def test_the_page_reads_what_it_wrote_as_pysolve_does(workbench: Path):
    done = subprocess.run(["node", ROOT / "tests" / "reading.mjs", workbench], stdout=subprocess.PIPE, check=True)
    said = json.loads(done.stdout)
    assert said["otherwise"] == []
    assert said["read"] > 20 * said["left"] > 0  # boards of hexagons, named alphabets, lists of words


@pytest.mark.chromium
def test_a_worker_stands_by_and_takes_the_place_of_one_that_is_stopped(page, address):
    page.set_default_timeout(PATIENCE)
    page.goto(f"{address}#/make/sudoku")
    page.locator("#verdict[data-verdict=unique]").wait_for()
    if len(page.workers) < 2:
        page.wait_for_event("worker")  # once there is nothing else to do
    at_work, spare = page.workers
    endless = {"puzzle": smallest("sudoku").read_text(), "rules": ENDLESS}
    with at_work.expect_event("close"):
        assert ask(page, "solve", endless, cancel_after=100)["name"]
        assert ask(page, "check", {"puzzle": smallest("sudoku").read_text()})["verdict"] == "unique"
    assert spare in page.workers


def test_the_front_page_needs_no_engine(page, address):
    """Its pictures and the puzzle of the day are files; the day's board is drawn before the engine is there."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address)
    page.locator("#moving-board svg").wait_for()
    page.locator("#day-title:not(:empty)").wait_for()
    page.locator("#day-picture[src]").wait_for()
    page.locator("#groups img").first.wait_for()
    assert any("/api/days/" in url for url in asked)
    assert [url for url in asked if "/browser/" in url] == []
    page.route("**/browser/**", lambda route: route.abort())
    page.locator("#day").click()
    page.locator("body[data-door=play] #board svg").first.wait_for()


@pytest.mark.chromium
def test_after_a_visit_it_works_without_a_connection(page, workbench):
    page.set_default_timeout(PATIENCE)
    with serving_files(workbench) as address:
        page.goto(f"{address}/")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.goto("about:blank")
    page.goto(f"{address}/#/make/akari")
    page.locator("#verdict[data-verdict=unique]").wait_for()
    assert ask(page, "check", {"puzzle": smallest("slitherlink").read_text()})["verdict"] == "unique"


# -- Links, and puzzles in other pages

SLITHER = "p?slither/5/5/cbcbcddad"
NEARLY = "puzzle: sudoku\ngrid: |\n  1234\n  3412\n  2143\n  432.\n"


def sudoku_as(key: str) -> str:
    """The smallest Sudoku in another format."""
    return str(pysolve.convert(pysolve.read(str(smallest("sudoku"))), key)).strip()


@pytest.mark.parametrize(
    ("content", "heading"),
    [
        pytest.param(lambda: f"https://puzz.link/{SLITHER}", "Slitherlink", id="puzzlink"),
        pytest.param(lambda: quote(f"https://pzprxs.vercel.app/{SLITHER}"), "Slitherlink", id="quoted"),
        pytest.param(lambda: quote(smallest("sudoku").read_text()), "Sudoku", id="text"),
        pytest.param(lambda: quote(sudoku_as("penpa")), "Sudoku", id="penpa"),
        pytest.param(lambda: quote(sudoku_as("fpuzzles")), "Sudoku", id="fpuzzles"),
    ],
)
def test_links_and_texts_in_the_address_open_to_be_solved(
    page: Page, address: str, content: Callable[[], str], heading: str
):
    page.set_default_timeout(PATIENCE)
    page.goto(f"{address}#puzzle={content()}")
    page.get_by_role("heading", level=1, name=heading, exact=True).wait_for()
    page.locator("body[data-door=play]").wait_for()


def copied(page: Page, name: str) -> str:
    """What a button copies."""
    page.evaluate("navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }")
    button(page, name).click()
    page.locator("#file-status").get_by_text("copied").wait_for()
    return str(page.evaluate("window.copied"))


def test_a_puzzle_stands_in_another_page_to_be_solved_there(page, address, tmp_path):
    page.set_default_timeout(PATIENCE)
    page.goto(f"{address}#puzzle={quote(NEARLY)}")
    page.locator("body[data-door=play] #board svg text").first.wait_for()
    button(page, "Edit this puzzle …").click()
    page.locator("dialog").get_by_role("button", name="Edit this puzzle").click()
    page.locator("#verdict[data-verdict=unique]").wait_for()
    link, frame = copied(page, "Copy link"), copied(page, "Embed")
    assert link.startswith(f"{address}#/play/p=")
    assert frame.startswith(f'<iframe src="{address}?embed#/play/p=') and frame.endswith("</iframe>")
    lesson = tmp_path / "lesson" / "blog" / "index.html"
    lesson.parent.mkdir(parents=True)
    lesson.write_text(f"<!doctype html><title>A lesson</title><p>Solve this:</p>{frame}")
    with serving_files(lesson.parent) as elsewhere:
        page.goto(f"{elsewhere}/")
        inside = page.frame_locator("iframe")
        inside.locator("#verdict[data-verdict=unique]").wait_for(state="attached")
        for hidden in ("#open", "#copy-link", "#mode-set", "#panel-puzzle", ".foot", "#analyses"):
            assert not inside.locator(hidden).is_visible(), hidden
        inside.locator("#board .board-frame").focus()
        page.keyboard.press("Control+End")
        page.keyboard.press("1")
        inside.get_by_role("button", name="Check", exact=True).click()
        inside.get_by_text("Solved").first.wait_for()
        assert inside.locator(".brand").get_attribute("href").startswith("/below/workbench/#/play/p=")


#: A page that shows a puzzle of a workbench; FOLDER is the workbench's.
BLOG = """<!doctype html><title>A blog</title><div id="puzzle"></div><script src="FOLDER/embed.js"></script><script>
  window.told = [];
  window.puzzle = pysolve.embed(document.getElementById("puzzle"), { puzzle: PUZZLE });
  for (const name of ["ready", "changed", "solved"]) puzzle.on(name, (state) => told.push([name, state]));
</script>"""

#: A page that shows a frame, sends it something, and keeps what it hears.
STRANGER = """<!doctype html><title>Elsewhere</title><iframe src="ADDRESS"></iframe><script>
  window.heard = [];
  addEventListener("message", ({ data }) => heard.push(data));
  window.say = (message) => document.querySelector("iframe").contentWindow.postMessage(message, "*");
</script>"""


@pytest.fixture
def blog(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """A folder, and the address at which another server serves it."""
    folder = tmp_path / "other" / "blog"
    folder.mkdir(parents=True)
    with serving_files(folder) as address:
        yield folder, address


@pytest.fixture(params=["site", pytest.param("service", marks=pytest.mark.rest)])
def embedding(request: pytest.FixtureRequest, blog: tuple[Path, str]) -> Iterator[str]:
    """The address of a workbench that pages of the blog may show."""
    if request.param == "site":
        yield request.getfixturevalue("address").removesuffix("/")
    else:
        with serving("--allow-origin", "/".join(blog[1].split("/")[:3])) as address:
            yield address


def test_another_page_sets_a_puzzle_asks_of_it_and_hears_that_it_is_solved(page, embedding, blog):
    folder, elsewhere = blog
    page.set_default_timeout(PATIENCE)
    (folder / "index.html").write_text(BLOG.replace("FOLDER", embedding).replace("PUZZLE", json.dumps(NEARLY)))
    page.goto(f"{elsewhere}/")
    first = page.evaluate("puzzle.ready")
    assert (first["type"], first["filled"], first["solved"]) == ("sudoku", [], False)
    verdict = page.evaluate("puzzle.verdict()")
    assert (verdict["verdict"], verdict.get("complete")) == ("unique", None)
    (step,) = page.evaluate("puzzle.steps(1)")["steps"]
    assert step["new"] == [{"kind": "text", "place": [4, 4], "value": "1"}]
    assert page.evaluate("puzzle.answer()")["answers"][0]["plain"].split()[-1].endswith("1")
    inside = page.frame_locator("iframe")
    inside.locator("#board .board-frame").focus()
    page.keyboard.press("Control+End")
    page.keyboard.press("1")
    page.wait_for_function("told.at(-1)[0] === 'solved'")
    told = page.evaluate("told")
    assert [name for name, _ in told] == ["ready", "changed", "solved"]
    assert told[-1][1]["solved"] and told[-1][1]["filled"] == [{"kind": "text", "place": [4, 4], "value": "1"}]
    second = page.evaluate("text => puzzle.set(text)", f"https://puzz.link/{SLITHER}")
    assert (second["type"], second["solved"], page.evaluate("told.at(-1)[0]")) == ("slitherlink", False, "changed")
    third = page.evaluate("link => puzzle.set(link)", f"{elsewhere}/{shared(WRITTEN)}")
    assert (third["type"], third["title"]) == ("sudoku", "Nearly done")
    for asks, sentence in (
        ("puzzle.set('puzzle: sudokku')", "sudokku"),
        ("puzzle.set('#/play/p=AAAA')", "damaged"),
        ("puzzle.set(3)", "'puzzle': expected a text"),
        ("puzzle.steps(-1)", "'count': expected 0 to 1000, found '-1'"),
    ):
        assert sentence in page.evaluate(f"{asks}.then(() => 'taken', (error) => error.message)")


def test_a_page_whose_origin_the_address_does_not_name_is_neither_answered_nor_told(page, address, blog):
    folder, elsewhere = blog
    page.set_default_timeout(PATIENCE)
    named = f"{address}?embed&origin={quote('https://blog.example', safe='')}#puzzle={quote(NEARLY)}"
    (folder / "index.html").write_text(STRANGER.replace("ADDRESS", named))
    page.goto(f"{elsewhere}/")
    inside = page.frame_locator("iframe")
    inside.locator("#verdict[data-verdict=unique]").wait_for(state="attached")
    page.evaluate("say({ pysolve: 1, id: 1, ask: 'answer' })")
    inside.locator("#board .board-frame").focus()
    page.keyboard.press("Control+End")
    page.keyboard.press("1")
    inside.get_by_role("button", name="Check", exact=True).click()
    inside.get_by_text("Solved").first.wait_for()
    assert page.evaluate("heard") == []


def test_messages_of_another_version_or_another_window_are_not_taken(page, address, blog):
    folder, elsewhere = blog
    page.set_default_timeout(PATIENCE)
    origin = "/".join(elsewhere.split("/")[:3])
    named = f"{address}?embed&origin={quote(origin, safe='')}#puzzle={quote(NEARLY)}"
    (folder / "index.html").write_text(STRANGER.replace("ADDRESS", named))
    page.goto(f"{elsewhere}/")
    page.wait_for_function("heard.some(({ event }) => event === 'ready')")
    sibling = "window.sibling = document.body.appendChild(document.createElement('iframe'))"
    page.evaluate(
        f"{sibling}; sibling.contentWindow.eval(`parent.frames[0].postMessage({{pysolve: 1, id: 8, ask: 'state'}}, '*')`)"
    )
    page.evaluate("say({ pysolve: 2, id: 9, ask: 'state' })")
    page.evaluate("say({ pysolve: 1, id: 10, ask: 'constructor' })")
    page.wait_for_function("heard.some(({ id }) => id === 10)")
    assert {each["id"]: each["error"] for each in page.evaluate("heard") if "id" in each} == {
        9: "expected version 1 of the messages, found '2'",
        10: "expected one of set, state, verdict, answer, steps, found 'constructor'",
    }


def test_the_example_of_a_page_with_a_puzzle_works(page, embedding):
    page.set_default_timeout(PATIENCE)
    page.goto(f"{embedding}/embed.html")
    page.get_by_text("Ready: Sudoku").wait_for()
    for name, said in (
        ("Verdict", "unique"),
        ("Next step", "holds"),
        ("Another puzzle", "Slitherlink"),
        ("Answer", "x - x"),
    ):
        button(page, name).click()
        page.locator("#said").get_by_text(said).wait_for()


def plain(record: Any) -> Any:
    """A record without what differs from one run to the next, and without workbooks, which need a package."""
    if isinstance(record, list):
        return [plain(each) for each in record if not (isinstance(each, dict) and each.get("name") == "xlsx")]
    if not isinstance(record, dict):
        return record
    return {key: plain(value) for key, value in record.items() if key not in ("seconds", "statistics")}


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.chromium
def test_many_types_are_solved_as_on_this_machine(page, address):
    page.goto(address)
    for name in shuffled("browser", TYPES)[:100]:
        body = {"puzzle": smallest(name).read_text(), "show": ["plain", "atoms"]}
        *_, (_, expected) = events("solve", body)
        assert plain(ask(page, "solve", body)) == plain(expected), name


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.chromium
def test_analyses_say_what_they_say_on_this_machine(page, address):
    page.goto(address)
    for name in ("sudoku", "akari", "slitherlink", "nonogram", "numberlink"):
        text = smallest(name).read_text()
        for request in ("why", "candidates", "reduce", "hint", "grade", "convert", "sheet"):
            body = {"puzzles": [text]} if request == "sheet" else {"puzzle": text}
            *_, (_, expected) = events(request, body)
            assert plain(ask(page, request, body)) == plain(expected), (name, request)
