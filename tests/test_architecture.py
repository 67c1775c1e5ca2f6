"""Imports go one way: the folders of pysolve know those before them in the list, never those behind."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from conftest import ROOT

PACKAGE = ROOT / "pysolve"

#: From what knows nobody to what knows all.
ORDER = [
    "model",
    "rules",
    "catalog",
    "formats",
    "solving",
    "render",
    "analysis",
    "generate",
    "report",
    "run",
    "analyses",
    "author",
    "web",
    "cli",
]

RANK = {folder: rank for rank, folder in enumerate(ORDER)}

#: The only names of the package itself that its folders import, and who may.
OF_THE_PACKAGE = {("cli", "__version__"), ("web", "__version__"), ("web", "late")}

#: Imports that still point the other way: (the file, the folder that it imports). Only ever to become fewer.
EXCEPTIONS: set[tuple[str, str]] = set()


def imported(path: Path) -> Iterator[tuple[int, str]]:
    """What a file of the package imports of it, wherever in the file: the line, and the name below 'pysolve'.

    Imports for types alone count like all others.
    """
    package = path.relative_to(PACKAGE.parent).parent.parts
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            names = [name.name.split(".") for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            start = list(package[: len(package) + 1 - node.level]) if node.level else []
            stem = [*start, *(node.module.split(".") if node.module else [])]
            names = [[*stem, name.name] for name in node.names]
        else:
            continue
        yield from ((node.lineno, ".".join(name[1:])) for name in names if name[0] == "pysolve")


def against_the_order(path: Path) -> Iterator[tuple[int, str]]:
    """The imports of a file that point the wrong way."""
    own = path.relative_to(PACKAGE).parts[0]
    for line, name in imported(path):
        folder = name.split(".")[0]
        if folder not in RANK:
            if (own, folder) not in OF_THE_PACKAGE:
                yield line, name
        elif folder != own and RANK[folder] >= RANK[own]:
            yield line, name


FILES = sorted(path for folder in RANK for path in (PACKAGE / folder).rglob("*.py"))


@cache
def tree(path: Path) -> ast.Module:
    """A file of the package, as Python reads it."""
    return ast.parse(path.read_text(encoding="utf-8"))


def test_imports_go_one_way_and_exceptions_are_still_needed():
    wrong = {
        (path.relative_to(PACKAGE).as_posix(), name.split(".")[0]): f"line {line} imports {name}"
        for path in FILES
        for line, name in against_the_order(path)
    }
    assert [f"pysolve/{file}, {wrong[file, folder]}" for file, folder in wrong.keys() - EXCEPTIONS] == []
    assert wrong.keys() >= EXCEPTIONS


def test_every_folder_has_its_place_in_the_order():
    assert {path.parent.name for path in PACKAGE.glob("*/__init__.py")} == set(RANK)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("from ..run import worker", ["run.worker"]), ("from .. import catalog", ["catalog"]),
        ("def f():\n    import pysolve.web.app", ["web.app"]), ("from .library import library", ["model.library.library"]),
        ("if TYPE_CHECKING:\n    from ..cli.types import show", ["cli.types.show"]), ("import os", []),
        ("from pysolve.web import app, pool", ["web.app", "web.pool"]), ("from .. import __version__", ["__version__"]),
    ],
)  # fmt: skip
def test_every_way_to_import_is_seen(text: str, names: list[str], monkeypatch, write, tmp_path):
    monkeypatch.setitem(globals(), "PACKAGE", tmp_path / "pysolve")
    assert [name for _, name in imported(write(text, "pysolve/model/one.py"))] == names


#: Who looks at the text of rules besides rules/: what strangers may not do is looked for in the bare text.
READERS_OF_RULES = {"web/context.py"}


def test_rules_are_read_in_one_place():
    for path in FILES:
        file = path.relative_to(PACKAGE).as_posix()
        if not file.startswith("rules/") and file not in READERS_OF_RULES:
            lines = list(reading_rules(tree(path)))
            assert not lines, f"pysolve/{file}, line {lines}: rules are read by pysolve/rules"


def reading_rules(module: ast.Module) -> Iterator[int]:
    """The lines in which something is looked for that stands in rules."""
    for node in ast.walk(module):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            is_regex = isinstance(node.func.value, ast.Name) and node.func.value.id == "re"
            if is_regex or node.func.attr in ("startswith", "find", "split", "partition", "count", "index"):
                texts = [each.value for each in ast.walk(node.args[0]) if isinstance(each, ast.Constant)]
                pattern = "".join(text for text in texts if isinstance(text, str))
                if re.search(r"#(show|const|include|script|heuristic|program)|%[!*]", pattern):
                    yield node.lineno


@pytest.mark.parametrize("text", ['re.search("#show a", text)', 'text.partition("%!")', 'line.startswith("#const")'])
def test_a_place_that_reads_rules_is_seen(text: str):
    assert list(reading_rules(ast.parse(f"x = 1\n{text}\n"))) == [2]
    assert not list(reading_rules(ast.parse('text.partition("#")\nprint("#show")')))


#: What only the command line reads: the faces that it has, and what it starts.
_OF_COMMANDS = ("cli", "run", "author", "render", "web")


def test_sentences_say_nothing_of_options_of_the_command_line():
    """The page shows them: what helps on the command line stands in `how`. A sentence may be about an option that was given."""
    found = []
    for file in PACKAGE.rglob("*.py"):
        if file.relative_to(PACKAGE).parts[0] in _OF_COMMANDS:
            continue
        calls = [each for each in ast.walk(ast.parse(file.read_text())) if isinstance(each, ast.Call) and each.args]
        for call in calls:
            if isinstance(call.func, ast.Name) and call.func.id in ("PuzzleError", "Remark"):
                texts = [each.value for each in ast.walk(call.args[0]) if isinstance(each, ast.Constant)]
                said = "".join(map(str, texts))
                if re.search(r"--[a-z]|'pysolve ", said) and not said.startswith("--"):
                    found.append((file.name, call.lineno, said))
    assert not found
