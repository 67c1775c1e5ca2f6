"""The language server, asked by a client as an editor would."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, command

PATIENCE = 60  # seconds for what takes a fraction of one, on a machine that does much else


class Editor:
    """A client of the language server, with one folder of a type."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pysolve", "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        self._messages: queue.Queue[dict[str, Any]] = queue.Queue()
        self._number = 0
        self.diagnostics: dict[str, list[dict[str, Any]]] = {}  # by the names of files
        threading.Thread(target=self._read, daemon=True).start()
        self.capabilities = self.ask("initialize", processId=None, rootUri=folder.as_uri(), capabilities={})[
            "capabilities"
        ]
        self.tell("initialized")

    def _read(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while header := stream.readline():
            if header.startswith(b"Content-Length:"):
                while stream.readline().strip():
                    pass
                self._messages.put(json.loads(stream.read(int(header.split(b":")[1]))))
        self._messages.put({})

    def _send(self, **message: Any) -> None:
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
        self.process.stdin.flush()

    def _next(self) -> dict[str, Any]:
        message = self._messages.get(timeout=PATIENCE)
        assert message, "the server has ended"
        if message.get("method") == "textDocument/publishDiagnostics":
            name = message["params"]["uri"].rpartition("/")[2]
            self.diagnostics[name] = message["params"]["diagnostics"]
        return message

    def tell(self, method: str, **params: Any) -> None:
        self._send(method=method, params=params)

    def ask(self, method: str, **params: Any) -> Any:
        self._number += 1
        self._send(method=method, params=params, id=self._number)
        while (message := self._next()).get("id") != self._number:
            pass
        assert "error" not in message, message
        return message["result"]

    def open(self, name: str) -> str:
        text = (self.folder / name).read_text()
        document = {"uri": (self.folder / name).as_uri(), "languageId": "x", "version": 1, "text": text}
        self.tell("textDocument/didOpen", textDocument=document)
        return text

    def change(self, name: str, text: str) -> None:
        document = {"uri": (self.folder / name).as_uri(), "version": 2}
        self.tell("textDocument/didChange", textDocument=document, contentChanges=[{"text": text}])

    def problems(self, name: str, count: int) -> list[dict[str, Any]]:
        """The problems of a file, once there are so many."""
        while len(self.diagnostics.get(name, [])) != count:
            self._next()
        return self.diagnostics[name]

    def at(self, feature: str, name: str, line: int, character: int) -> Any:
        document, position = {"uri": (self.folder / name).as_uri()}, {"line": line, "character": character}
        return self.ask(f"textDocument/{feature}", textDocument=document, position=position)


@pytest.fixture
def editor(tmp_path: Path) -> Iterator[Editor]:
    assert command("new", "mine", cwd=tmp_path).code == 0
    each = Editor(tmp_path / "mine")
    yield each
    each.process.kill()
    each.process.wait()


def position(text: str, part: str) -> tuple[int, int]:
    """The line and the character of the first letter of a part of a text, from 0."""
    at = text.index(part)
    return text.count("\n", 0, at), at - text.rfind("\n", 0, at) - 1


def test_errors_come_while_one_types_and_go_again(editor):
    text = editor.open("rules.lp")
    wrong = text + '\na("ü𝄞", X).\nb(Y).\n'
    editor.change("rules.lp", wrong)
    problems = editor.problems("rules.lp", 2)
    lines = wrong.splitlines()
    assert [lines[each["range"]["start"]["line"]] for each in problems] == ['a("ü𝄞", X).', "b(Y)."]
    assert [each["range"]["end"]["character"] for each in problems] == [12, 5]  # in units of UTF-16
    assert all("is unsafe" in each["message"] and each["severity"] == 1 for each in problems)
    editor.change("rules.lp", text)
    editor.problems("rules.lp", 0)
    assert (editor.folder / "rules.lp").read_text() == text


def test_what_is_wrong_with_a_manifest_stands_in_its_line(editor):
    text = editor.open("manifest.yaml")
    editor.change("manifest.yaml", text.replace("draw:", "drawn:"))
    (problem,) = editor.problems("manifest.yaml", 1)
    assert "unknown key 'drawn'" in problem["message"]
    editor.change("manifest.yaml", text.replace("clue(X,V)", "clues(X,V)"))
    while not any("clues/2" in each["message"] for each in editor.diagnostics["manifest.yaml"]):
        editor._next()
    found = next(each for each in editor.diagnostics["manifest.yaml"] if "clues/2" in each["message"])
    assert "clue(X,V)" in text.splitlines()[found["range"]["start"]["line"]]


def test_hover_shows_laws_predicates_and_what_sentences_say(editor):
    text = editor.open("rules.lp")
    header = editor.at("hover", "rules.lp", *position(text, "lib/board.lp"))["contents"]["value"]
    assert "adjacent(X,Y)" in header and "gives:" in header
    word = editor.at("hover", "rules.lp", *position(text, "touching(X, Y)"))["contents"]["value"]
    assert word.startswith("`touching(X,Y)`: ")
    editor.change("rules.lp", text + "a(X).\n")
    editor.problems("rules.lp", 1)
    editor.change("rules.lp", text)
    editor.problems("rules.lp", 0)  # and with it the previews are there
    preview = editor.at("hover", "rules.lp", *position(text, "%! X holds a number"))["contents"]["value"]
    assert preview.startswith("“Row 1, column ") and "in the example" in preview


def test_definitions_are_found_across_includes(editor):
    text = editor.open("rules.lp")
    (law,) = editor.at("definition", "rules.lp", *position(text, "lib/board.lp"))
    assert law["uri"].endswith("/asp/lib/board.lp")
    places = editor.at("definition", "rules.lp", *position(text, "touching(X, Y)"))
    line = places[0]["range"]["start"]["line"]
    assert "touching(" in (ROOT / "asp/lib/board.lp").read_text().splitlines()[line]
    (clue,) = editor.at("definition", "rules.lp", *position(text, "clue(X, _)"))
    assert clue["uri"].endswith("/mine/manifest.yaml")


def test_completion_of_words_laws_keys_and_marks(editor):
    text = editor.open("rules.lp")
    editor.change("rules.lp", text + '#include "../lib/\nadj\n')
    last = text.count("\n")
    labels = [each["label"] for each in editor.at("completion", "rules.lp", last, 17)["items"]]
    assert "../lib/board.lp" in labels and "../lib/loop.lp" in labels
    items = {each["label"]: each for each in editor.at("completion", "rules.lp", last + 1, 3)["items"]}
    assert items["adjacent"]["detail"].startswith("adjacent(X,Y)") and {"clue", "shade", "connected"} <= items.keys()
    editor.change("rules.lp", text + "#sh\n")
    assert "#show" in [each["label"] for each in editor.at("completion", "rules.lp", last, 3)["items"]]
    manifest = editor.open("manifest.yaml")
    editor.change("manifest.yaml", manifest + "al\n")
    lines = manifest.count("\n")
    keys = [each["label"] for each in editor.at("completion", "manifest.yaml", lines, 2)["items"]]
    assert "aliases" in keys and "alphabets" in keys
    editor.change("manifest.yaml", manifest + 'draw:\n  "shade(X)": \n')
    marks = [each["label"] for each in editor.at("completion", "manifest.yaml", lines + 1, 14)["items"]]
    assert "shade" in marks


def test_it_ends_when_the_editor_says_so(editor):
    assert editor.capabilities["hoverProvider"] and editor.capabilities["definitionProvider"]
    editor.ask("shutdown")
    editor.tell("exit")
    assert editor.process.wait(PATIENCE) == 0
