"""The service: what it answers, the sentences for what is wrong, and what strangers cannot do (docs/service.md)."""

from __future__ import annotations

import asyncio
import base64
import itertools
import json
import os
import re
import socket
import subprocess
import sys
import threading
from base64 import b64encode
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import pytest
from conftest import INSTANCES, ROOT, SEEDS, command
from processes import processor_time, wait_until, works
from samples import TYPES, files, smallest

httpx = pytest.importorskip("httpx", reason="needs httpx")
pytest.importorskip("starlette", reason="needs the extra 'web'")

from web_server import serving, serving_app  # noqa: E402

import pysolve  # noqa: E402
from pysolve import catalog, formats  # noqa: E402
from pysolve.model.errors import PuzzleError  # noqa: E402
from pysolve.model.puzzle import StopReason  # noqa: E402
from pysolve.run.worker import Executor  # noqa: E402
from pysolve.web import app, cache, requests, worker  # noqa: E402
from pysolve.web.app import create  # noqa: E402
from pysolve.web.cache import Thumbnails  # noqa: E402
from pysolve.web.openapi import document  # noqa: E402
from pysolve.web.pool import Limits, Pool  # noqa: E402
from pysolve.web.requests import REQUESTS, Check, Solve  # noqa: E402

SMALL = "1 . . .\n. . 3 .\n. 4 . .\n. . . 2"
ANSWER = "1 3 2 4\n4 2 3 1\n2 4 1 3\n3 1 4 2"
SEVERAL = "1 . . .\n. . 3 .\n. 4 . .\n. . . ."
ENDLESS = "wide(1..100000000). wider(X, Y) :- wide(X), wide(Y)."

Client = Any

ORIGIN = "https://elsewhere.example"


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Client]]:
    """A folder of types, two of them a new one by other names, and a server that has them, and answers other sites."""
    folder = tmp_path_factory.mktemp("types")
    for name in ("mine", "other"):
        (folder / name).mkdir()
        for file, text in catalog.new_type(name).items():
            (folder / name / file).write_text(text)
    with (
        serving("--types", str(folder), "--allow-origin", ORIGIN) as address,
        httpx.Client(base_url=address, timeout=60) as opened,
    ):
        yield folder, opened


@pytest.fixture(scope="module")
def narrow() -> Iterator[str]:
    """The address of a server with one worker, for which few requests wait, each as long as it likes."""
    with serving("--workers", "1", "--waiting", "12", "--time-limit", "600") as address:
        yield address


@pytest.fixture(scope="module")
def client(server: str) -> Iterator[Client]:
    with httpx.Client(base_url=server, timeout=60) as opened:
        yield opened


def post(client: Client, name: str, status: int = 200, **body: Any) -> dict[str, Any]:
    """Sends a request; the answer must have this status."""
    answer = client.post(f"/api/{name}", json=body)
    assert answer.status_code == status, answer.text
    result: dict[str, Any] = answer.json()
    return result


# -- Types


def test_all_types_are_listed(client):
    types = client.get("/api/types").json()["types"]
    assert [each["name"] for each in types] == [each.name for each in catalog.every()]
    assert all(each["about"] and each["title"] and each["group"] and each["boards"] for each in types)


@pytest.mark.parametrize("path", ["/api/types", "/api/types/sudoku/picture.svg"])
def test_what_the_client_has_already_is_not_sent_again(client, path):
    first = client.get(path)
    again = client.get(path, headers={"if-none-match": f'"another", W/{first.headers["etag"]}'})
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    assert client.get(path, headers={"if-none-match": '"another"'}).content == first.content


@pytest.mark.parametrize("name", TYPES)
def test_a_type_is_described_with_its_parts_options_files_and_examples(client, name):
    type_ = catalog.find(name)
    details = client.get(f"/api/types/{name}").json()
    assert details["rules"] == list(type_.rules) and details["unique"] == type_.unique
    assert [part["name"] for part in details["parts"]] == [part.name for part in type_.parts]
    assert [option["name"] for option in details["options"]] == list(type_.options)
    assert details["files"]["rules.lp"] == type_.rules_file.read_text()
    assert details["answer"], "an answer consists of marks"
    assert [each["text"] for each in details["examples"]] == [file.read_text() for file in catalog.examples(type_)]
    picture = client.get(f"/api/types/{name}/picture.svg")
    assert picture.headers["content-type"] == "image/svg+xml"
    opens = next(each["text"] for each in details["examples"] if each["name"] == details["opens"])
    board = post(client, "solve", puzzle=opens, type=name, models=1, show=["marks"])["board"]
    texts = {str(mark["place"]) for mark in board["marks"] if mark["kind"] == "text"}
    assert picture.text.count("<text") >= len(texts)


def test_the_page_receives_the_nouns_of_a_type(client):
    nouns = {
        name: client.get(f"/api/types/{name}").json()["nouns"] for name in ("akari", "magnets", "nondango", "sudoku")
    }
    assert nouns["akari"]["sign"] == {"": {"one": "light", "several": "lights"}}
    assert nouns["magnets"]["sign"]["minus"]["one"] == "negative pole"
    assert list(nouns["nondango"]) == ["disc"], "its circles are called two things"
    assert nouns["sudoku"] == {}


def test_lines_between_corners_are_told_from_those_between_cells(client):
    for name, on in (("numberlink", "lines between cells"), ("slitherlink", "lines between corners")):
        answer = client.get(f"/api/types/{name}").json()["answer"]
        assert {mark["on"] for mark in answer if mark["kind"] == "line"} == {on}


def test_what_an_answer_consists_of_is_told_with_its_places(client):
    bridges = {"kind": "line", "on": "lines between cells", "values": ["1", "2"], "far": True}
    assert client.get("/api/types/hashi").json()["answer"] == [bridges]
    assert client.get("/api/types/squareo").json()["answer"] == [{"kind": "disc", "on": "corners"}]
    slitherlink = client.get("/api/types/slitherlink").json()["answer"]
    assert [mark["kind"] for mark in slitherlink] == ["line"]


def test_given_lines_that_rules_derive_need_not_be_filled_in(client):
    puzzle = "puzzle: grandtour\ngrid: [[15]]\n"  # the whole loop is given
    assert post(client, "check", puzzle=puzzle, filled=[])["complete"]


def test_a_new_type_works_without_being_stored(client):
    files = client.get("/api/template/mine").json()["files"]
    assert files == catalog.new_type("mine")
    result = post(client, "solve", puzzle=files["example.yaml"], types={"mine": files}, show=["plain"])
    assert result["verdict"] == "unique" and result["type"] == "mine"
    assert post(client, "type", type="mine", types={"mine": files})["title"] == "mine"
    assert post(client, "make", type="mine", size="5", types={"mine": files})["clues"] > 0
    assert client.get("/api/types/mine").status_code == 404


def test_a_new_type_starts_like_a_kind_of_puzzle(client):
    kinds = client.get("/api/template").json()["kinds"]
    assert kinds == list(catalog.KINDS)
    assert client.get(f"/api/template/mine?like={kinds[-1]}").json()["files"] == catalog.new_type("mine", kinds[-1])
    wrong = client.get("/api/template/mine?like=none")
    assert wrong.status_code == 400 and "found 'none'" in wrong.json()["error"]


def test_limits_of_sizes_and_numbers_are_those_of_the_rules(client):
    limits = post(client, "limits", type="sudoku", size="9x8", keep_columns=True)
    assert limits["refused"] == "expected as many rows as columns" and limits["size"] == [8, 8]
    assert limits["numbers"] == {"grid": {"least": 1, "most": 8}}
    limits = post(client, "limits", type="slitherlink", size="3", rules='invalid(X, "no", ()) :- clue(X, V), V > 2.')
    assert (limits["refused"], limits["numbers"]) == (None, {"grid": {"least": 0, "most": 2}})


@pytest.mark.parametrize("name", TYPES)
def test_a_token_of_each_kind_says_what_it_is_drawn_as(client, name):
    parts = {part["name"]: part for part in client.get(f"/api/types/{name}").json()["parts"]}
    for part in TYPES[name].parts:
        tokens = [each.get("token") or each.get("any_of") or each["pattern"] for each in parts[part.name]["tokens"]]
        assert tokens == list(part.tokens)
        for token in parts[part.name]["tokens"]:
            fields = {piece["field"] for piece in token.get("pieces", ()) if "field" in piece}
            assert fields == set(token.get("fields", {}))


# -- Requests have the results of the command line


@pytest.mark.parametrize("name", TYPES)
def test_solve_draws_and_writes_what_the_command_line_does(client, name):
    file = smallest(name)
    result = post(client, "solve", puzzle=file.read_text(), type=name, models=1)
    answer = result["answers"][0]
    assert answer["plain"] == command("solve", "-n", "1", "--format", "plain", file).out.rstrip("\n")
    assert answer["svg"] == command("solve", "-n", "1", "--format", "svg", file).out.rstrip("\n")
    facts = command("solve", "-n", "1", "--format", "facts", file).out.split()
    assert sorted(facts) == sorted(f"{atom}." for atom in answer["atoms"])


@pytest.mark.parametrize("file", files(".yaml"))
def test_read_understands_a_puzzle_and_writes_it_so_that_it_is_the_same(client, file):
    first = post(client, "read", puzzle=file.read_text(), type=file.parent.name)
    again = post(client, "read", puzzle=first["native"])
    assert again["model"] == first["model"] and again["native"] == first["native"]
    puzzle = pysolve.read(str(file))
    assert first["model"]["rows"] == puzzle.board.rows and first["model"]["columns"] == puzzle.board.columns


def test_read_takes_every_format(client):
    book = b64encode(formats.write(pysolve.read(str(smallest("akari"))), "xlsx")).decode()
    text = post(client, "read", puzzle=smallest("akari").read_text())
    assert post(client, "read", puzzle=f"data:;base64,{book}")["model"]["parts"] == text["model"]["parts"]
    refused = post(client, "read", status=400, puzzle=f"data:;base64,{book[:-1]}*")
    assert refused["sentence"] == "expected an address of the form data:;base64,…, in base64"
    plain = post(client, "read", type="numberlink", puzzle=(SEEDS / "numberlink-copris.txt").read_text())
    assert plain["model"]["type"] == "numberlink"
    cells = post(client, "read", type="hidato", puzzle=[{"row": 1, "col": 1, "val": 1}, {"row": 1, "col": 2}])
    assert cells["model"]["parts"]["grid"]["rows"] == [["1", "."]]
    native = post(
        client, "read", puzzle={"puzzle": "sudoku", "grid": SMALL.split("\n"), "options": {"diagonals": True}}
    )
    assert native["model"]["options"] == {"diagonals": "yes"}
    line = json.dumps({"id": "one", "problem": "4 4\n" + SMALL})
    assert post(client, "read", type="sudoku", puzzle=line)["model"]["rows"] == 4


def test_board_is_empty_and_as_large_as_wanted(client):
    model = post(client, "board", type="sudoku", size="6")["model"]
    assert model["parts"]["grid"]["rows"] == [["."] * 6] * 6
    hexagon = post(client, "board", type="hidato", size="hex3")["model"]
    assert [len(row) for row in hexagon["parts"]["grid"]["rows"]] == [3, 4, 5, 4, 3]
    assert hexagon["row_starts"] == [3, 2, 1, 2, 3]
    assert "expected one such as 9" in post(client, "board", 400, type="sudoku", size="wide")["error"]


def test_check_says_the_verdict(client):
    assert post(client, "check", type="sudoku", puzzle=SMALL)["verdict"] == "unique"
    assert post(client, "check", type="sudoku", puzzle=SEVERAL)["verdict"] == "multiple"
    assert post(client, "check", type="sudoku", puzzle="1 1 . .\n. . . .\n. . . .\n. . . .")["verdict"] == "none"


def test_check_says_what_is_wrong_in_what_was_filled_in(client):
    def text(row: int, column: int, value: str) -> dict[str, Any]:
        return {"kind": "text", "place": [row, column], "value": value}

    right, wrong, nonsense = text(1, 2, "3"), text(1, 3, "4"), text(2, 2, "x")
    result = post(client, "check", type="sudoku", puzzle=SMALL, filled=[right, wrong, nonsense])
    assert result["wrong"] == [wrong, nonsense] and not result["complete"]
    assert post(client, "check", type="sudoku", puzzle=SMALL, filled=[right])["wrong"] == []


@pytest.mark.parametrize("name", TYPES)
def test_an_answer_that_was_filled_in_is_complete(client, name):
    file = smallest(name)
    solved = post(client, "solve", puzzle=file.read_text(), type=name, models=1, show=["marks"])

    def identity(mark):
        return mark["kind"], str(mark["place"]), str(mark.get("other"))

    given = {identity(mark) for mark in solved["board"]["marks"] if mark.get("value") != "?"}
    marks = [mark for mark in solved["answers"][0]["picture"]["marks"] if identity(mark) not in given]
    kinds = {mark["kind"] for mark in client.get(f"/api/types/{name}").json()["answer"]}
    played = [{key: mark[key] for key in ("kind", "place", "other", "value") if key in mark} for mark in marks]
    played = [mark for mark in played if mark["kind"] in kinds]
    turned = [mark | {"place": mark["other"], "other": mark["place"]} if "other" in mark else mark for mark in played]
    assert post(client, "check", puzzle=file.read_text(), type=name, filled=turned)["complete"]
    fewer = post(client, "check", puzzle=file.read_text(), type=name, filled=played[1:])
    assert not fewer["complete"] and not fewer["wrong"]


def test_why_reports_a_conflict_and_marks_it(client):
    clash = "1 . . 1\n. . 3 .\n. 4 . .\n. . . 2"
    result = post(client, "why", type="sudoku", puzzle=clash, show=["marks"])
    (conflict,) = result["conflicts"]
    assert conflict["clues"] == ["1 in row 1, column 1", "1 in row 1, column 4"]
    assert conflict["because"] == ["1 stands exactly once in row 1."]
    laws = {law["name"]: law["text"] for law in client.get("/api/library").json()["files"]}
    assert {rule["file"] for rule in conflict["rules"]} == {"lib/unit.lp"}
    assert "V stands exactly once in U." in [rule["sentence"] for rule in conflict["rules"]]
    for rule in conflict["rules"]:
        assert laws["../lib/unit.lp"].split("\n")[rule["line"] - 2] == f"%! {rule['sentence']}"
    marked = [mark["place"] for mark in conflict["picture"]["marks"] if mark.get("differs")]
    assert marked == [[1, 1], [1, 4]]


def test_the_size_of_the_ground_program_is_reported(client):
    for name in ("solve", "check"):
        ground = post(client, name, type="sudoku", puzzle=SMALL)["ground"]
        assert ground["rules"] > ground["atoms"] > 4**3


def test_why_reports_two_answers_and_what_all_have_in_common(client):
    result = post(client, "why", type="sudoku", puzzle=SEVERAL, repair=True, farthest=True, show=["plain", "marks"])
    assert result["verdict"] == "multiple" and len(result["answers"]) == 2
    assert all(any(mark.get("differs") for mark in each["picture"]["marks"]) for each in result["answers"])
    assert result["common"]["picture"]["marks"] and result["repairs"] and result["farthest"]["answer"]["picture"]


def test_candidates_reduce_hint_grade_and_make(client):
    candidates = post(client, "candidates", type="sudoku", puzzle=SEVERAL)
    assert set(candidates["every"]) < set(candidates["some"])
    full = ANSWER.replace("\n", " \n")
    reduced = post(client, "reduce", type="sudoku", puzzle=full, seed=4, keep=[[1, 1]])
    assert reduced["removed"] + reduced["clues"] == 16
    model = post(client, "read", puzzle=reduced["instance"])["model"]
    assert model["parts"]["grid"]["rows"][0][0] == "1"
    easier = post(client, "adjust", type="sudoku", puzzle=SMALL, harder=False, keep=[[1, 1]], show=["marks"])
    assert easier["difficulty"] <= easier["before"] and easier["tries"] == 10 and easier["says"]
    wrong = post(client, "reduce", 400, type="sudoku", puzzle=full, keep=[["left", 1]])
    assert wrong["error"].endswith("there is no clue to keep at left(1)")
    assert "such as [1, 2]" in post(client, "reduce", 400, puzzle=full, keep=[[1]])["error"]
    hints = post(client, "hint", type="sudoku", puzzle=SMALL, steps=2, show=["marks"])
    assert len(hints["steps"]) == 2 and hints["steps"][0]["because"] and hints["steps"][0]["new"]
    assert post(client, "grade", type="sudoku", puzzle=SMALL)["difficulty"] > 0
    made = post(client, "make", type="sudoku", size="4", seed=2)
    assert made["instance"] == post(client, "make", type="sudoku", size="4", seed=2)["instance"]
    others = [post(client, "make", type="sudoku", size="4") for _ in range(2)]
    assert len({each["seed"] for each in others}) == 2
    again = post(client, "make", type="sudoku", size="4", seed=others[0]["seed"])
    assert again["instance"] == others[0]["instance"]
    assert post(client, "check", puzzle=made["instance"])["verdict"] == "unique"


def test_puzzles_are_put_on_a_sheet(client):
    sheet = post(client, "sheet", puzzles=[SMALL, SEVERAL], type="sudoku", title="<Both>")
    assert "<h1>&lt;Both&gt;</h1>" in sheet["html"] and "one of several answers" in sheet["html"]
    assert "Answers" not in post(client, "sheet", puzzles=[SMALL], type="sudoku", answers=False)["html"]
    stepwise = post(client, "sheet", puzzles=[SMALL], type="sudoku", steps=True)["html"]
    assert stepwise.count('class="step"') > 1 and "step by step" in stepwise
    assert post(client, "sheet", 400, puzzles=[SMALL, "x"], type="sudoku")["file"] == "puzzle 2"
    assert "at most 200" in post(client, "sheet", 400, puzzles=["x"] * 201)["error"]


def test_hints_may_call_cells_by_their_short_names(client):
    hint = post(client, "hint", type="sudoku", puzzle=SMALL, r1c1=True, show=[])
    assert re.match(r"R\dC\d holds \d", hint["steps"][0]["says"])


def test_hints_begin_with_what_is_filled_in(client):
    first = post(client, "hint", type="sudoku", puzzle=SMALL, show=[])["steps"][0]
    then = post(client, "hint", type="sudoku", puzzle=SMALL, filled=first["new"], show=[])
    assert then["steps"][0]["says"] != first["says"]
    wrong = [{"kind": "text", "place": [1, 2], "value": "2"}]
    assert post(client, "hint", type="sudoku", puzzle=SMALL, filled=wrong)["wrong"] == ["Row 1, column 2 holds 2."]


def test_wrong_guesses_break(client):
    tried = post(client, "hint", type="sudoku", puzzle=SMALL, **{"try": "2,1=2"}, show=["marks"])
    assert tried["trial"] == {
        "says": "Suppose that row 2, column 1 holds 2.", "breaks": True, "end": "So row 2, column 1 does not hold 2.",
        "holds": ["value((2,1),2)"], "holds_not": [],
    }  # fmt: skip
    assert tried["steps"][-1]["says"] == "This cannot be:" and tried["steps"][-1]["picture"]
    assert any("Guess: row 2, column 1 holds 2." in step["because"] for step in tried["steps"])
    refused = client.post("/api/hint", json={"type": "sudoku", "puzzle": SMALL, "try": "2"})
    assert refused.status_code == 400 and "expected a guess such as 2,5=7" in refused.json()["error"]


def test_a_step_has_its_reason_as_a_chain_and_in_brief(client):
    board = (INSTANCES / "starbattle/8x8.yaml").read_text()
    steps = post(client, "hint", type="starbattle", puzzle=board, steps=0, show=["marks"])["steps"]
    step = next(each for each in steps if each["says"] == "Row 1, column 2 has no star.")
    assert step["chain"]["says"][-2:] == [
        "Then row 2, columns 1 and 2 have no stars, because no star touches the one in row 1, column 2.",
        "But row 3, column 1 has no star, and the region of row 2, column 1 holds 1 star: a contradiction.",
    ]  # fmt: skip
    assert [[1, 2], "1"] in step["chain"]["picture"]["cosmetics"]["notes"]
    assert (
        step["brief"] == "Row 1, column 2 has no star; or else this breaks: the region of row 2, column 1 holds 1 star."
    )
    (direct,) = post(client, "hint", type="sudoku", puzzle=SMALL, show=[])["steps"]
    assert direct["chain"] is None


def test_techniques_are_counted_and_avoided(client):
    counted = post(client, "grade", type="sudoku", puzzle=SMALL)["techniques"]
    steps = post(client, "hint", type="sudoku", puzzle=SMALL, steps=0, show=[])["steps"]
    assert sum(each["steps"] for each in counted) == len(steps)
    name = counted[0]["name"]
    assert name in {step["technique"] for step in steps}
    others = post(client, "hint", type="sudoku", puzzle=SMALL, steps=0, avoid=[name], show=[])
    assert name not in {step["technique"] for step in others["steps"]}
    assert others["done"] != others["stuck"]


def test_options_and_added_rules_count(client):
    assert post(client, "check", type="sudoku", puzzle=SMALL, options={"diagonals": "yes"})["verdict"] == "none"
    assert post(client, "check", type="sudoku", puzzle=SMALL, rules=":- value((1, 2), 3).")["verdict"] == "none"


def test_changed_rules_count_and_proofs_about_the_old_ones_do_not(client):
    file = INSTANCES / "numberlink" / "classic.yaml"
    rules = (ROOT / "asp" / "numberlink" / "rules.lp").read_text()
    assert post(client, "check", puzzle=file.read_text())["verdict"] == "unique"
    forbidden = {"numberlink": {"rules.lp": rules + "\n:- cell((1, 1)).\n"}}
    assert post(client, "check", puzzle=file.read_text(), types=forbidden)["verdict"] == "none"


def test_a_type_of_ones_own_has_the_changed_parent(client):
    sudoku = (ROOT / "asp" / "sudoku" / "rules.lp").read_text()
    changed = {"sudoku": {"rules.lp": sudoku + "\n:- cell((1, 1)).\n"}}
    killer = smallest("killer").read_text()
    assert post(client, "check", puzzle=killer)["verdict"] == "unique"
    assert post(client, "check", puzzle=killer, types={**changed, "killer": {}})["verdict"] == "none"


# -- Streams


def events(client: Client, name: str, **body: Any) -> list[tuple[str, dict[str, Any]]]:
    answer = client.post(f"/api/{name}", json=body, headers={"accept": "text/event-stream"})
    assert answer.headers["content-type"].startswith("text/event-stream")
    blocks = answer.text.strip().split("\n\n")
    return [
        (lines[0].removeprefix("event: "), json.loads(lines[1].removeprefix("data: ")))
        for block in blocks
        if (lines := block.split("\n"))
    ]


def test_answers_are_streamed_as_they_are_found(client):
    body = {"type": "sudoku", "puzzle": SEVERAL, "models": 3, "show": ["plain"]}
    for _ in range(2):  # the second time from memory
        events_ = events(client, "solve", **body)
        answers = [content for kind, content in events_ if kind == "answer"]
        assert events_[-1][0] == "result" and events_[-1][1]["answers"] == answers
    assert events_[-1][1] == post(client, "solve", **body)


def test_an_error_ends_a_stream(client):
    events_ = events(client, "solve", type="sudoku", puzzle="1 x\n. .")
    assert events_[-1][0] == "error" and "row 1, column 2" in events_[-1][1]["error"]


# -- What is wrong is said in a sentence


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({}, "the key 'puzzle' is missing"),
        ({"puzzle": 3}, "puzzle: found '3', expected a text, or an object with the parts of the puzzle"),
        ({"puzzle": ""}, "puzzle: there is nothing in it, expected a puzzle"),
        ({"puzzle": SMALL}, "puzzle: the text does not say what type of puzzle it is"),
        ({"puzzle": SMALL, "type": "suddoku"}, "there is no puzzle type 'suddoku'; did you mean 'sudoku'?"),
        ({"puzzle": SMALL, "type": "sudoku", "what": 1}, "unknown key 'what'"),
        ({"puzzle": SMALL, "type": "sudoku", "models": 0}, "models: found '0', expected a whole number from 1 to 1000"),
        ({"puzzle": SMALL, "type": "sudoku", "models": True}, "models: found 'true'"),
        ({"puzzle": SMALL, "type": "sudoku", "time_limit": -1}, "time_limit: found '-1', expected a number of seconds"),
        ({"puzzle": SMALL, "type": "sudoku", "show": ["all"]}, "show: found '[\"all\"]', expected a list of plain"),
        ({"puzzle": SMALL, "type": "sudoku", "options": {"size": "3"}}, "Sudoku has no option 'size'"),
        ({"puzzle": SMALL.replace("3", "7"), "type": "sudoku"}, "puzzle, row 2, column 3: found '7'"),
        ({"puzzle": SMALL + "\n1", "type": "sudoku"}, "puzzle, row 5: found 1 cell, expected 4"),
        ({"puzzle": SMALL, "type": "sudoku", "rules": "a :- b."}, "added.lp, line 1, column 6: no fact and no rule defines b/0"),
        ({"puzzle": "a\0b", "type": "sudoku"}, "puzzle: found binary data, expected text"),
        ({"puzzle": {"a": [["\b"]]}, "type": "sudoku"}, "puzzle: found binary data, expected text"),
        ({"puzzle": {"grid": [[1, 2.5]]}}, "puzzle, grid, item 1, item 2: found '2.5', expected a text or a whole number"),
        ({"puzzle": {"grid": {"a": []}}}, "puzzle, grid, a: found '[]', expected a text or a whole number"),
        ({"puzzle": [{"row": 1}], "type": "hidato"}, "puzzle, item 1: found '{\"row\":1}', expected a cell such as"),
        ({"puzzle": [{"row": 1, "col": 10**400}], "type": "hidato"}, "item 1 of the list: found"),
        ({"puzzle": {"puzzle": "hidato", "grid": [[10**17, "."]]}}, "found '100000000000000000'"),
        ({"puzzle": {"puzzle": "hidato", "grid": [[10**400, "."]]}}, "puzzle, row 1, column 1: found"),
        ({"puzzle": SMALL, "type": "sudoku", "models": 10**400}, "models: found '1000"),
        ({"puzzle": SMALL, "type": "sudoku", "time_limit": 10**400}, "time_limit: found '1000"),
        ({"puzzle": SMALL, "type": "sudoku", "types": {"x": {"a.lp": 3}}}, "types, x, a.lp: found '3', expected a text"),
        ({"puzzle": SMALL, "type": "sudoku", "options": {"x": None}}, "options, x: found 'null', expected a text"),
        ({"puzzle": "puzzle: crossword\ngrid: |\n  . .\nwords: ../../README.md"}, "there is no list of words"),
        ({"puzzle": SMALL, "type": "sudoku", "types": {"../x": {}}}, "types: found '../x', expected a name"),
        ({"puzzle": SMALL, "type": "sudoku", "types": {"x": {"../a.lp": ""}}}, "types, x: found '../a.lp'"),
        ({"puzzle": SMALL, "type": "sudoku", "types": {"x": {}}}, "the type 'x' has no manifest.yaml"),
        ({"puzzle": SMALL, "type": "sudoku", "board": "nothing"}, "there is no board 'nothing' here"),
    ],
)  # fmt: skip
def test_a_wrong_body_is_refused_with_a_sentence(client, body, sentence):
    result = post(client, "solve", 400, **body)
    assert sentence in result["error"]


def test_an_error_in_a_rule_file_names_its_line_and_shows_it(client):
    rules = (ROOT / "asp" / "sudoku" / "rules.lp").read_text()
    lines = rules.count("\n")
    result = post(
        client, "solve", 400, type="sudoku", puzzle=SMALL, types={"sudoku": {"rules.lp": rules + "a :- b(X, .\n"}}
    )
    assert result["file"] == "sudoku/rules.lp" and result["line"] == lines + 1
    assert result["excerpt"].split("\n")[0].strip() == "a :- b(X, ."
    assert "/tmp" not in json.dumps(result)


def test_warnings_and_notes_say_where_they_belong(client):
    rules = (ROOT / "asp" / "sudoku" / "rules.lp").read_text()
    types = {"sudoku": {"rules.lp": rules + "lost(X) :- X = 1..3, Y = 1 / (X - 2), Y > 0.\n"}}
    result = post(client, "solve", type="sudoku", puzzle=SMALL, types=types, rules="a(1 / 0).", show=[])
    places = {(each["file"], each["line"]) for each in result["rule_remarks"]}
    assert places == {("sudoku/rules.lp", rules.count("\n") + 1), ("added.lp", 1)}
    for each, warning in zip(result["rule_remarks"], result["warnings"], strict=True):
        assert warning.startswith(f"{each['file']}, line {each['line']}") and warning.endswith(each["sentence"])
    noted = post(client, "read", puzzle="puzzle: crossword\ngrid: |\n  . .\nwords: |\n  ab\n  a b c 7\n  ab\n")
    assert [each["sentence"] for each in noted["input_remarks"]] == noted["notes"] != []
    assert all(each["file"] == "puzzle" for each in noted["input_remarks"])


def test_an_error_in_a_file_of_the_server_names_it_without_its_folder(own):
    folder, client = own
    files = catalog.new_type("other")
    (folder / "other" / "rules.lp").write_text(files["rules.lp"] + "a :- b(X, .\n")
    result = post(client, "solve", 400, puzzle=files["example.yaml"])
    assert result["file"] == "other/rules.lp" and str(folder) not in json.dumps(result)


def test_other_requests_are_refused_with_a_sentence(client):
    assert client.get("/api/nothing").json()["error"] == "there is nothing at '/api/nothing'"
    assert client.get("/api/solve").status_code == 405
    assert client.get("/api/types/nothing").status_code == 404
    wrong_kind = client.post("/api/solve", content="{}", headers={"content-type": "text/plain"})
    assert wrong_kind.status_code == 415 and "expected application/json" in wrong_kind.json()["error"]
    json_headers = {"content-type": "application/json"}
    assert "not valid JSON" in client.post("/api/solve", content="{", headers=json_headers).json()["error"]
    deep = client.post("/api/solve", content='{"puzzle": ' + "[" * 100_000, headers=json_headers)
    assert deep.status_code == 400 and "nested too deeply" in deep.json()["error"]
    large = client.post("/api/solve", content=" " * (5 * 2**20), headers=json_headers)
    assert large.status_code == 413 and "larger than" in large.json()["error"]


@pytest.mark.parametrize(
    ("name", "body", "sentence"),
    [
        ("make", '{"type": "sudoku", "size": "4", "difficulty": [1, %s]}' % ("1" * 400), "difficulty: found"),
        ("make", '{"type": "sudoku", "size": "4", "seed": %s}' % ("1" * 5000), "seed: found"),
        ("solve", '{"puzzle": %s' % ("[" * 50_000), "nested too deeply"),
        ("solve", r'{"puzzle": "\ud800"}', "half of a surrogate pair"),
        ("solve", r'{"\udc00": 1}', "half of a surrogate pair"),
        ("solve", '{"puzzle": NaN}', "not valid JSON"),
        ("solve", "[]", "expected a JSON object"),
        ("solve", '{"puzzle":\n3,}', "not valid JSON in line 2"),
        ("check", '{"puzzle": "x", "filled": [{"kind": "text", "place": [1, %s]}]}' % ("1" * 40), "filled, item 1: found"),
        ("reduce", '{"puzzle": "x", "keep": [[1, 2], [1, %s]]}' % ("1" * 40), "keep, item 2: found"),
    ],
)  # fmt: skip
def test_bodies_that_are_hard_to_read_are_refused_with_a_sentence(client, name, body, sentence):
    answer = client.post(f"/api/{name}", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400 and sentence in answer.json()["error"]


@pytest.mark.parametrize("depth", range(880, 1001, 20))
def test_json_near_the_limit_of_nesting_is_refused_with_a_sentence(client, depth):
    deep = "[" * depth + "1" + "]" * depth
    for body in (f'{{"puzzle": {deep}}}', f'{{"puzzle": {{"grid": {deep}}}}}', f'{{"puzzle": "x", "show": {deep}}}'):
        answer = client.post("/api/solve", content=body, headers={"content-type": "application/json"})
        assert answer.status_code == 400 and re.search("expected a|nested too deeply", answer.json()["error"])


def test_a_grid_may_be_lists_of_tokens(client):
    column = post(client, "read", puzzle={"puzzle": "hidato", "grid": [[10], [12], ["."]]})["model"]
    assert column["parts"]["grid"]["rows"] == [["10"], ["12"], ["."]]
    lines = post(client, "read", puzzle={"puzzle": "hidato", "grid": ["10 .", ". ."]})["model"]
    assert lines["parts"]["grid"]["rows"] == [["10", "."], [".", "."]]
    numbers = post(
        client, "read", puzzle={"puzzle": "sudoku", "grid": [[1, "."] * 2] * 4, "options": {"diagonals": True}}
    )
    assert numbers["model"]["options"] == {"diagonals": "yes"} and numbers["model"]["columns"] == 4


# -- The Hidato system's address


def test_the_hidato_request_gets_an_answer_of_the_same_shape(client):
    request = (SEEDS / "hidato-cascade.request.json").read_text()
    response = json.loads((SEEDS / "hidato-cascade.response.json").read_text())
    cells = client.post("/solve", params={"board": "cascade"}, content=request).json()
    assert {(each["row"], each["col"]) for each in cells} == {(each["row"], each["col"]) for each in response}
    assert sorted(each["val"] for each in cells) == list(range(1, 41))
    at = {each["val"]: (each["row"], each["col"]) for each in cells}
    assert all(max(abs(a - b) for a, b in zip(at[n], at[n + 1])) == 1 for n in range(1, 40))
    given = {(each["row"], each["col"]): each["val"] for each in json.loads(request)}
    assert all(each["val"] == given.get((each["row"], each["col"]), each["val"]) for each in cells)


def test_the_hidato_request_is_answered_as_it_was_the_given_cells_first(client):
    response = json.loads((SEEDS / "hidato-cascade.response.json").read_text())
    for given in (response[:16], json.loads((SEEDS / "hidato-cascade.request.json").read_text())):
        cells = client.post("/solve", json=given).json()
        assert cells[: len(given)] == given
        assert [each["val"] for each in cells[16:]] == list(range(16, 40)) or len(given) < 16
        assert {(each["row"], each["col"]) for each in cells} == {(each["row"], each["col"]) for each in response}
        assert list(cells[0]) == ["row", "col", "val"]


def test_cells_that_no_board_has_are_their_own(client):
    two = [{"row": 1, "col": 1, "val": 1}, {"row": 1, "col": 2, "val": 2}]
    assert client.post("/solve", json=two).json() == two
    far = [*two, {"row": 30, "col": 1, "val": 40}]
    assert client.post("/solve", json=far).status_code == 400


def test_the_hidato_request_may_bring_its_empty_cells(client):
    response = json.loads((SEEDS / "hidato-cascade.response.json").read_text())
    request = [each | {"val": each["val"] if each["val"] in (1, 40) else None} for each in response]
    cells = client.post("/solve", json=request).json()
    assert sorted(each["val"] for each in cells) == list(range(1, 41))


def test_the_hidato_address_says_what_is_wrong(client):
    impossible = [{"row": 1, "col": 1, "val": 1}, {"row": 1, "col": 2, "val": 3}, {"row": 1, "col": 3, "val": 2}]
    assert client.post("/solve", json=impossible).status_code == 422
    assert "not valid JSON" in client.post("/solve", content="[{").json()["error"]
    assert client.post("/solve", params={"board": "nothing"}, json=impossible).status_code == 400


# -- What strangers cannot do


@pytest.mark.parametrize(
    "rules",
    [
        "#script (python)\nimport os\n#end.",
        "#script(lua) #end.",
        "% #script (python)",
        '#include "/etc/hostname".',
        '#include "../../README.md".',
        '#include "../../../etc/x.lp".',
        '#include"added.lp" .\n#include <incmode>.',
        "#include %* hidden *% \"/etc/hostname\".",
    ],
)  # fmt: skip
def test_rules_that_read_files_or_run_programs_are_refused(client, rules):
    for body in (
        {"rules": rules},
        {"types": {"sudoku": {"rules.lp": rules}}},
        {"types": {"sudoku": {"give.lp": rules}}},
    ):
        result = post(client, "solve", 400, type="sudoku", puzzle=SMALL, **body)
        assert "cannot run programs" in result["error"] or "expected one of pysolve's" in result["error"]


def test_rules_of_the_library_may_be_included(client):
    rules = '#include "../lib/board.lp".\n:- touching((1, 1), (4, 4)).'
    assert post(client, "check", type="sudoku", puzzle=SMALL, rules=rules)["verdict"] == "unique"


@pytest.mark.parametrize(
    "name", ["solve", *(pytest.param(name, marks=pytest.mark.slow) for name in ("check", "why", "hint"))]
)
def test_endless_grounding_is_ended_with_the_keys_that_every_answer_has(client, name):
    limits = (0.3, 2, 15)  # a busy machine may not have read the puzzle by then
    results = (post(client, name, type="sudoku", puzzle=SMALL, rules=ENDLESS, time_limit=limit) for limit in limits)
    result = next(result for result in results if result["type"])
    assert result["verdict"] == "unknown" and result["reason"] == "the time limit was reached"
    assert result.keys() == post(client, name, type="sudoku", puzzle=SMALL).keys()


def test_a_request_that_ends_before_its_puzzle_is_read_has_the_keys_of_a_verdict():
    (_, content, final) = worker.ended_by(StopReason.DIED, None, [])
    result = json.loads(content)
    assert (result["id"], result["type"], result["verdict"], result["count"]) == ("puzzle", None, "unknown", 0)
    assert result["reason"] == str(StopReason.DIED) and result["says"] == [f"Unknown: {StopReason.DIED}."] and not final


def test_memory_is_limited():
    with (
        serving("--memory-limit", "64", "--time-limit", "60") as address,
        httpx.Client(base_url=address, timeout=90) as client,
    ):
        result = post(client, "solve", type="sudoku", puzzle=SMALL, rules=ENDLESS)
        assert result["verdict"] == "unknown" and result["reason"] == "the memory limit was reached"
        assert post(client, "check", type="sudoku", puzzle=SMALL)["verdict"] == "unique"


def test_rules_that_would_crash_the_parser_are_refused(client):
    nested = "deep(" + "(" * 300_000 + "1" + ")" * 300_000 + ")."
    refused = client.post("/api/solve", json={"type": "sudoku", "puzzle": SMALL, "rules": nested})
    assert refused.status_code == 400
    assert "deep" in refused.json()["sentence"] and refused.json()["line"] == 1
    assert post(client, "check", type="sudoku", puzzle=SMALL)["verdict"] == "unique"


def test_a_worker_that_cannot_be_started_is_reported(monkeypatch):
    def none_left(executor: Executor, *arguments: object) -> None:
        raise OSError("no more processes")

    async def all_events() -> list[Any]:
        pool = Pool(Limits(workers=1))
        try:
            return [event async for event in pool.submit("check", Check(puzzle=SMALL, type="sudoku")).events()]
        finally:
            pool.close()

    monkeypatch.setattr(Executor, "submit", none_left)
    with ThreadPoolExecutor(1) as thread:  # the browser of other tests has this one's event loop
        (kind, content, kept), *others = thread.submit(lambda: asyncio.run(all_events())).result(60)
    assert kind == "error" and "no more processes" in content.decode() and not kept and not others


def test_what_was_found_before_a_limit_is_kept(client):
    empty = "\n".join([". . . ."] * 4)
    whole = post(client, "solve", type="sudoku", puzzle=empty, models=1000, show=["plain"])
    assert whole["count"] == 288 and whole["exhausted"]
    # Two answers at once; a third would need 13 pigeons in 12 holes.
    pigeons = """{ in(P, H) : H = 1..12 } = 1 :- P = 1..13, crowded. :- in(P, H), in(Q, H), P < Q.
    { crowded }. #show crowded/0. #heuristic crowded : . [1, false]"""
    limits = (0.7, 4, 20)  # a busy machine may not have found it by then
    body = {"type": "sudoku", "puzzle": SMALL, "rules": pigeons, "show": ["plain"]}
    results = (post(client, "solve", **body, time_limit=limit) for limit in limits)
    result = next(result for result in results if result.get("count"))
    assert result["reason"] == "the time limit was reached" and result["verdict"] == "unknown"
    assert [each["plain"] for each in result["answers"]] == [ANSWER] and result["count"] == 1


def test_a_request_ends_when_its_client_goes(narrow):
    with httpx.Client(base_url=narrow, timeout=60) as client:
        body = {"type": "sudoku", "puzzle": SMALL, "rules": ENDLESS}
        for headers in ({}, {"accept": "text/event-stream"}):
            with pytest.raises(httpx.ReadTimeout):
                client.post("/api/solve", json=body, headers=headers, timeout=1).read()
        # The one worker would be busy for ten minutes with a request that nobody waits for.
        assert post(client, "check", type="sudoku", puzzle=SMALL)["verdict"] == "unique"


def test_a_request_that_waits_ends_when_its_client_goes(narrow):
    with httpx.Client(base_url=narrow, timeout=60) as client:

        def vanish(number: int) -> None:
            body = {"type": "sudoku", "puzzle": SMALL, "rules": f"{ENDLESS} mine({number})."}
            headers = {"accept": "text/event-stream"} if number % 3 == 0 else {}
            with pytest.raises(httpx.ReadTimeout):
                httpx.post(f"{narrow}/api/solve", json=body, headers=headers, timeout=1)

        with ThreadPoolExecutor(6) as threads:
            list(threads.map(vanish, range(6)))
        # Each would keep the one worker busy for ten minutes; a request that waits for 30 seconds gets 503.
        assert post(client, "check", type="sudoku", puzzle=SMALL)["verdict"] == "unique"


def exchange(address: str, *pieces: bytes) -> bytes:
    """What a server answers to bytes, each sent after an answer to the last, until it closes the connection; fails if
    it does not close it.
    """
    host, _, port = address.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=30) as connection:
        connection.sendall(pieces[0])
        answer = bytearray()
        for piece in pieces[1:]:
            answer += connection.recv(2**16)
            connection.sendall(piece)
        try:
            while piece := connection.recv(2**16):
                answer += piece
        except ConnectionResetError:
            pass
        return bytes(answer)


def test_requests_that_never_end_are_dropped():
    head = b"POST /api/check HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\n"
    whole = b"GET /api/template/mine HTTP/1.1\r\nHost: a\r\n\r\n"
    with serving_app(create(Limits(workers=1, sending=0.3)), patience=0.5) as address:
        answer = exchange(address, head + b"\r\n{")
        assert answer.startswith(b"HTTP/1.1 408 ") and b"did not come within 0.3 seconds" in answer
        for beginning in (b"", head[:60], head):
            assert exchange(address, beginning) == b""
        assert exchange(address, whole, head).startswith(b"HTTP/1.1 200 "), "also the second request of a connection"
        assert httpx.get(f"{address}/api/openapi.json").status_code == 200


def test_clients_that_do_not_read_are_dropped():
    ended = threading.Event()

    async def endless(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            while (await receive())["type"] != "lifespan.shutdown":
                await send({"type": "lifespan.startup.complete"})
            await send({"type": "lifespan.shutdown.complete"})
            return
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for _ in range(1000):
            await send({"type": "http.response.body", "body": bytes(2**20), "more_body": True})
        ended.set()

    with serving_app(endless, patience=0.5) as address:
        host, _, port = address.removeprefix("http://").partition(":")
        with socket.create_connection((host, int(port)), timeout=60) as connection:
            connection.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            assert ended.wait(60)


def test_a_large_answer_is_sent_piece_by_piece():
    sent: list[int] = []

    async def send(message: Any) -> None:
        sent.append(len(message.get("body", b"")))

    content = json.dumps(["x" * 300_000]).encode()
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(app.result(b"result\n" + content)({"type": "http"}, None, send))).result(60)
    assert sum(sent) == len(content) and max(sent) <= 2**16


def test_a_full_queue_answers_503_and_everyone_gets_their_own(narrow):
    with httpx.Client(base_url=narrow, timeout=60) as client:
        blocked = threading.Thread(
            target=lambda: post(client, "solve", type="sudoku", puzzle=SMALL, rules=ENDLESS, time_limit=1.5)
        )
        before = processor_time(os.getpid())
        blocked.start()
        wait_until(lambda: works(os.getpid(), 0.3, before))  # the one worker grounds

        def one(number: int) -> tuple[int, Any]:
            rules = f"mine({number}). #show mine/1."
            answer = client.post(
                "/api/solve", json={"type": "sudoku", "puzzle": SMALL, "show": ["atoms"], "rules": rules}
            )
            if answer.status_code == 503:
                assert answer.headers["retry-after"] and "too many requests" in answer.json()["error"]
                return 503, None
            return 200, f"mine({number})" in answer.json()["answers"][0]["atoms"]

        with ThreadPoolExecutor(20) as threads:
            responses = list(threads.map(one, range(20)))
        blocked.join()
        assert {status for status, _ in responses} == {200, 503}
        assert all(own for status, own in responses if status == 200)


def test_answers_are_kept_until_a_file_of_the_type_changes(own):
    folder, client = own
    files = catalog.new_type("other")
    (folder / "other" / "rules.lp").write_text(files["rules.lp"])
    body = {"puzzle": files["example.yaml"], "show": ["plain"]}
    wait_until(lambda: client.post("/api/solve", json=body).status_code == 200)
    first = post(client, "solve", **body)
    assert post(client, "solve", **body) == first  # its seconds, too: it was not solved again
    (folder / "other" / "rules.lp").write_text(files["rules.lp"] + "\n:- cell((1, 1)).\n")
    wait_until(lambda: post(client, "solve", **body)["verdict"] == "none")


def test_pages_of_other_sites_cannot_ask(client, server):
    cells = [{"row": 1, "col": 1, "val": 1}, {"row": 1, "col": 2, "val": None}]
    for address, body in (("/solve", cells), ("/api/check", {"type": "sudoku", "puzzle": SMALL})):
        for origin in ("https://elsewhere.example", "null", "http://127.0.0.1", "http://127.0.0.1:1"):
            refused = client.post(address, json=body, headers={"origin": origin})
            assert refused.status_code == 403 and "expected a page of this server" in refused.json()["error"]
        for own in ({"origin": server}, {"origin": "https://proxy.example", "sec-fetch-site": "same-origin"}, {}):
            assert client.post(address, json=body, headers=own).status_code == 200
    # What a form, or a script that asks for no permission, can send.
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        refused = client.post("/solve", content=json.dumps(cells), headers={"content-type": kind})
        assert refused.status_code == 415 and "expected application/json" in refused.json()["error"]
    assert client.post("/solve", content=json.dumps(cells)).status_code == 200, "as the old clients may send it"


def test_the_query_of_a_list_of_cells_names_a_type_or_a_board_only(client):
    cells = [{"row": 1, "col": 1, "val": 1}, {"row": 1, "col": 2, "val": None}]
    for key in ("rules", "types", "options", "time_limit", "puzzle", "show", "models"):
        refused = client.post("/solve", params={"type": "hidato", key: "1"}, json=cells)
        assert refused.status_code == 400
        assert refused.json()["error"] == f"the address has the key '{key}', expected type or board"
    assert client.post("/solve", params={"type": "hidato"}, json=cells).status_code == 200


def test_a_broken_type_costs_itself_only_and_a_changed_one_is_noticed(own):
    folder, client = own
    (folder / "broken").mkdir()
    (folder / "broken" / "manifest.yaml").write_text("name: Broken\naliases: [Torn]\ngrup: tests\n")
    (folder / "broken" / "link.lp").symlink_to("nowhere")
    wait_until(lambda: client.get("/api/types").json()["errors"])
    listed = client.get("/api/types").json()
    assert [each["name"] for each in listed["types"]] == sorted([*catalog.names(), "mine", "other"])
    assert [each["file"] for each in listed["errors"]] == ["broken/manifest.yaml"]
    for path in ("/api/types/broken", "/api/types/torn", "/api/types/broken/picture.svg"):
        answer = client.get(path)
        assert (answer.status_code, answer.json()["sentence"][:18]) == (400, "unknown key 'grup'")
    assert post(client, "check", type="light up", puzzle="1 2\n. #\n")["verdict"] == "unique"
    picture = client.get("/api/types/mine/picture.svg")
    assert picture.status_code == 200
    example = folder / "mine" / "example.yaml"
    example.write_text(example.read_text().replace(". 1 2", ". . 2"))
    changed = client.get("/api/types/mine/picture.svg")
    assert changed.headers["etag"] != picture.headers["etag"] and changed.text != picture.text
    (folder / "mine" / "rules.lp").write_text("this is not a rule")
    assert client.get("/api/types/mine/picture.svg").status_code == 404


def test_the_event_loop_waits_for_no_file(monkeypatch):
    """What looks at files runs in other threads, once for all who wait for it."""
    threads: list[int] = []
    turned = threading.Event()

    def slow(own_types: Any) -> str:
        threads.append(threading.get_ident())
        assert turned.wait(60)
        return "stamp"

    monkeypatch.setattr(cache, "stamp_of", slow)

    async def ask_often() -> tuple[list[str], int]:
        answers = cache.Cache(())
        stamps = asyncio.gather(*(answers.stamp() for _ in range(10)))
        turns = 0
        while not stamps.done():
            await asyncio.sleep(0)
            turns += 1
            if turns > 10:
                turned.set()
        return await stamps, turns

    stamps, turns = in_a_loop(ask_often())
    assert stamps == ["stamp"] * 10 and turns > 10
    assert len(threads) == 1 and threads[0] != threading.get_ident()


Result = TypeVar("Result")


def in_a_loop(work: Coroutine[Any, Any, Result]) -> Result:
    """Runs it in a thread of its own: a browser of other tests may have a loop running in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result(60)


def test_thumbnails_are_made_once_and_several_by_one_worker(monkeypatch):
    pool = Pool(Limits(workers=2))
    submitted: list[Any] = []
    submit = pool.submit
    monkeypatch.setattr(pool, "submit", lambda name, body: submitted.append(body) or submit(name, body))

    async def draw() -> list[Any]:
        thumbnails = Thumbnails(pool)
        types = [catalog.find(name) for name in ("akari", "hidato", "sudoku")]
        first = await asyncio.gather(*(thumbnails.get(type_) for type_ in [*types, *types]))
        return [first, await asyncio.gather(*(thumbnails.get(type_) for type_ in [*types, *types]))]

    try:
        first, again = in_a_loop(draw())
    finally:
        pool.close()
    assert first == again and all(each.svg for each in first)
    assert len({each.tag for each in first}) == 3
    drawn = [name for body in submitted for name in body.names]
    assert sorted(drawn) == ["akari", "hidato", "sudoku"] and len(submitted) < 3


def test_headers_keep_the_page_to_itself(client):
    answer = client.get("/api/types", headers={"origin": "https://elsewhere.example"})
    assert "access-control-allow-origin" not in answer.headers and "set-cookie" not in answer.headers
    assert "default-src 'self'" in answer.headers["content-security-policy"]


def test_a_server_on_this_machine_answers_to_no_other_name(client, server):
    assert client.get("/api/types", headers={"host": "rebound.example"}).status_code == 400
    port = server.rpartition(":")[2]
    assert client.get("/api/types", headers={"host": f"localhost:{port}"}).status_code == 200


def test_the_page_stands_in_pages_of_its_own_and_of_allowed_sites_only(client, own):
    for each, shown_by in ((client, "'self'"), (own[1], f"'self' {ORIGIN}")):
        policy = each.get("/", params={"embed": ""}).headers["content-security-policy"]
        assert policy.rpartition("; ")[2] == f"frame-ancestors {shown_by}"
    example = client.get("/embed.html")
    assert example.headers["content-type"].startswith("text/html") and 'src="embed.js"' in example.text
    (script,) = re.findall(r'src="(static/[^"]+)"', example.text)
    assert client.get(f"/{script}").status_code == client.get("/embed.js").status_code == 200


def test_other_sites_may_ask_where_that_is_allowed(own):
    _, client = own
    path = "/api/types/sudoku"
    assert client.get(path, headers={"origin": ORIGIN}).headers["access-control-allow-origin"] == ORIGIN
    body = {"type": "sudoku", "puzzle": SMALL}
    assert client.post("/api/check", json=body, headers={"origin": ORIGIN}).json()["verdict"] == "unique"
    assert client.post("/api/check", json=body, headers={"origin": "https://third.example"}).status_code == 403
    other = client.get(path, headers={"origin": "https://third.example"})
    assert "access-control-allow-origin" not in other.headers


# -- What it says of itself


def test_the_openapi_document_names_every_address_and_key(client):
    served = client.get("/api/openapi.json").json()
    assert served == json.loads(json.dumps(document(Limits())))
    for name, kind in REQUESTS.items():
        reference = served["paths"][f"/api/{name}"]["post"]["requestBody"]["content"]["application/json"]["schema"][
            "$ref"
        ]
        schema = served["components"]["schemas"][reference.rpartition("/")[2]]
        assert set(schema["properties"]) == set(kind.__struct_encode_fields__)
        assert set(schema["required"]) == set(requests.required(kind))
        assert all(each.get("description") for each in schema["properties"].values()), name


def test_the_openapi_document_defines_all_that_it_refers_to(client):
    text = client.get("/api/openapi.json").text
    defined = json.loads(text)["components"]["schemas"]
    assert {name.rpartition("/")[2] for name in re.findall(r'"\$ref":"([^"]+)"', text)} == set(defined)


def test_every_request_has_its_answer_and_its_documentation():
    text = (ROOT / "docs" / "service.md").read_text()
    assert set(REQUESTS) <= set(worker.HANDLERS)
    for name, kind in REQUESTS.items():
        assert f"`POST /api/{name}`" in text
        assert all(re.search(rf"`{key}`|`{key}:", text) for key in kind.__struct_encode_fields__), name


def test_serve_says_what_is_wrong(tmp_path):
    missing = command("serve", "--no-browser", "--types", tmp_path / "nothing")
    assert missing.code == 2 and "there is no such folder" in missing.err
    nowhere = command("serve", "--no-browser", "--host", "256.1.1.1", "--port", "1")
    assert nowhere.code == 2 and nowhere.err.startswith("Error: cannot listen at 256.1.1.1, port 1")


def texts_in(record: dict[str, Any]) -> dict[str, str]:
    return {each["name"]: each["text"] for each in record["formats"] if "text" in each}


def test_a_puzzle_in_every_format_that_holds_it(client, monkeypatch):
    written = texts_in(post(client, "convert", type="sudoku", puzzle=SMALL))
    assert {"native", "plain_text", "puzzlink", "fpuzzles", "tatham"} <= written.keys()
    for text in written.values():
        assert pysolve.read_text(text, "sudoku").board.rows == 4
    assert "&a=" in written["penpa"] and pysolve.read_text(written["penpa"], "sudoku").answer
    open_ = texts_in(post(client, "convert", type="sudoku", puzzle=SEVERAL))
    assert "&a=" not in open_["penpa"]
    monkeypatch.setattr("pysolve.web.pool.GRACE", 60.0)  # the search keeps the limit, however long the rest takes
    with serving_app(create(Limits(workers=1))) as address, httpx.Client(base_url=address, timeout=60) as patient:
        short = post(patient, "convert", type="sudoku", puzzle=SMALL, time_limit=1e-6)
    assert "time limit" in short["reason"] and texts_in(short).keys() == written.keys()
    hexagon = (INSTANCES / "hidato" / "hexagon.yaml").read_text()
    held = texts_in(post(client, "convert", puzzle=hexagon)).keys()
    assert held == {"native", "csv", "tsv", "page_link"}
    (workbook,) = [each for each in post(client, "convert", type="sudoku", puzzle=SMALL)["formats"] if "base64" in each]
    assert workbook["ending"] == ".xlsx" and base64.b64decode(workbook["base64"]).startswith(b"PK")


def test_a_long_list_is_not_handed_on_with_a_filled_crossword(client):
    letters = map("".join, itertools.product("BCDFGHJK", repeat=5))
    answer = "answer: |\n  B A D\n  I C E\n  T E N\n"
    words = "".join(f"  {word}\n" for word in ["BIT;50", "ACE", "DEN", "BAD;60", "ICE", "TEN", *letters])
    puzzle = f"puzzle: crossword\ngrid: |\n  . . .\n  . . .\n  . . .\n{answer}words: |\n{words}"
    record = post(client, "convert", puzzle=puzzle)
    written = texts_in(record)
    assert {"native", "exolve", "ipuz", "csv", "page_link"} <= written.keys() and max(map(len, written.values())) < 2000
    assert "  BIT;50\n" in written["native"] and "BCDFG" not in written["native"]
    assert record["notes"] == ["the list of 32774 words is left out: the puzzle has the 6 of its solution"]
    open_ = texts_in(post(client, "convert", puzzle=puzzle.replace(answer, "")))
    assert "BCDFG" in open_["native"]


def test_an_answer_is_sent_while_better_ones_are_looked_for(monkeypatch, tmp_path):
    from pysolve.solving import words
    from pysolve.web.context import EventKind

    def ended(*_: object, **__: object) -> None:
        raise PuzzleError("the worker is ended")

    monkeypatch.setattr(words, "PARTS", [words.WordsPart(1, 0, 100)])
    monkeypatch.setattr(words.BestWords, "_improved", ended)
    monkeypatch.chdir(tmp_path)
    puzzle = "puzzle: crossword\noptions: {prefer: high}\ngrid: |\n  ...\n  ###\n  ...\nwords: [ABC;9, DEF;5, GHI;1]\n"
    events = [*worker.answer("solve", Solve(puzzle=puzzle, show=["marks"]), 10.0, str(tmp_path), ())]
    known = [json.loads(each.content) for each in events if each.kind is EventKind.PROGRESS]
    numbers = [str(mark["value"]) for mark in known[0]["board"]["marks"] if mark["kind"] == "note"]
    assert numbers == ["1", "2"]  # before anything is searched
    assert not known[0]["answers"] and known[-1]["answers"][0]["costs"] == [-14] and known[-1]["score"] == 7.0
    left = json.loads(worker.ended_by(StopReason.TIME_LIMIT, events[-2].content, []).content)
    assert left["answers"] == known[-1]["answers"] and left["says"] == ["Unknown: the time limit was reached."]


def test_what_is_found_at_once_is_sent_before_the_next_may_take_for_ever():
    from pysolve.web.context import EventKind, Piece
    from pysolve.web.worker import _in_time

    events = _in_time(Piece(lambda number=number: {"found": number}) for number in range(3))  # type: ignore[misc]
    assert [next(events) for _ in range(3)] == [(EventKind.PROGRESS, {"found": number}) for number in range(3)]


# -- What the documentation shows


def test_the_puzzles_of_the_page_on_the_service_are_understood(client):
    page = (ROOT / "docs" / "service.md").read_text(encoding="utf-8")
    puzzles = re.findall(r'^ {6}(\{"puzzle": .*\})$', page, re.MULTILINE)
    assert puzzles
    for puzzle in puzzles:
        assert post(client, "check", puzzle=json.loads(puzzle))["verdict"] == "unique"


@pytest.mark.parametrize(
    ("address", "methods"), [("/solve", "POST"), ("/api/check", "POST"), ("/api/types", "GET, HEAD")]
)
def test_every_address_says_which_methods_it_has(client, address: str, methods: str):
    answer = client.options(address)
    assert answer.status_code == 204 and not answer.content
    assert sorted(answer.headers["allow"].split(", ")) == sorted([*methods.split(", "), "OPTIONS"])


def test_more_types_than_anybody_has_are_refused_at_once(client):
    types = {f"t{number}": {"rules.lp": "a."} for number in range(20_000)}
    refused = client.post("/api/type", json={"type": "t1", "types": types})
    assert refused.status_code == 422 or refused.status_code == 400
    assert "of at most 100" in refused.text


def test_workers_are_forked_with_all_that_a_request_needs(tmp_path):
    """Importing it takes longer than to solve a small board."""
    code = f"""if True:
        import sys
        import pysolve.web.preloaded
        from types import ModuleType
        from pysolve.web import worker
        from pysolve.web.requests import Check

        def run():
            return {{name for name, module in sys.modules.items() if type(module) is ModuleType}}

        before = run()
        events = list(worker.answer("check", Check(puzzle={SMALL!r}, type="sudoku"), 10.0, {str(tmp_path)!r}, ()))
        assert b'"unique"' in events[-1].content, events
        print(sorted(name for name in run() - before if name.split(".")[0] in ("pysolve", "yaml", "clingo")))
    """
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout == "[]\n", done.stderr
