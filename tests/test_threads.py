"""Threads may use the library: what is kept for the whole process is made for several of them."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from conftest import INSTANCES, ROOT
from samples import TYPES, small, smallest

import pysolve
from pysolve import Settings, catalog, formats
from pysolve.catalog import manifest
from pysolve.model.caches import Kept
from pysolve.model.puzzle import Puzzle, StopReason
from pysolve.render import answer_text
from pysolve.rules import library as rule_loading
from pysolve.solving import facts, multishot
from pysolve.solving import search as solving_search
from pysolve.solving.search import Search, open_local

PACKAGE = ROOT / "pysolve"

NAMES = ["akari", "sudoku", "slitherlink", "nurikabe", "hitori", "starbattle", "hidato", "numberlink"]


@pytest.fixture
def impatient() -> Iterator[None]:
    """Threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


def at_once(work: Callable[[int], Any], threads: int = 4) -> list[Any]:
    """What the work gives to each of some threads that begin together. An error in one of them is raised here."""
    start = threading.Barrier(threads)

    def begin(number: int) -> Any:
        start.wait()
        return work(number)

    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(begin, range(threads)))


def turned(names: Sequence[str], number: int) -> list[str]:
    """The names from another one on."""
    return [*names[number:], *names[:number]]


def test_writers_of_many_boards(impatient):
    puzzles = {name: small(name) for name in NAMES}

    def write(number: int) -> None:
        for _ in range(40):
            for name in turned(NAMES, number):
                answer_text.Writer(puzzles[name])

    at_once(write)


def test_solving_checking_and_writing(impatient):
    def solve(number: int) -> dict[str, object]:
        found: dict[str, object] = {}
        for name in turned(NAMES[:2], number):
            puzzle = pysolve.read(str(smallest(name)))
            answers = [str(answer) for answer in pysolve.solve(puzzle, Settings())]
            found[name] = (answers, pysolve.check(puzzle), [step.facts for step in pysolve.hint(puzzle).steps])
        return found

    expected = solve(0)
    assert at_once(solve) == [expected] * 4


def test_boards_that_share_a_grounding(impatient):
    """A shared grounding has one control of clingo's, which one thread asks at a time."""
    text = INSTANCES.joinpath("sudoku", "4x4.yaml")
    puzzle = pysolve.read(str(text))
    wrong = pysolve.read_text("1 . . .\n1 . . .\n. . . .\n. . . .\n", "sudoku")
    several = pysolve.read_text(". . . .\n" * 4, "sudoku")
    puzzles, verdicts = [puzzle, several, wrong] * 20, ["unique", "multiple", "none"] * 20
    multishot._kept.clear()
    assert at_once(lambda _: list(pysolve.check_all(puzzles))) == [verdicts] * 4
    assert len(multishot._kept._values) == 1


def test_types_are_found_by_all_of_their_names(impatient, write, tmp_path: Path):
    for number in range(30):
        write(
            f'name: Type Nr. {number}\naliases: [Alias {number}]\ngroup: tests\nabout: It is.\nread: {{grid: "clue(X,V)"}}\n',
            f"t{number}/manifest.yaml",
        )

    def find(number: int) -> None:
        for at in turned([str(each) for each in range(30)], 7 * number):
            assert catalog.find(f"alias {at}", [tmp_path]).name == f"t{at}"

    at_once(find)


def test_what_was_used_last_stays():
    kept: Kept[str, int] = Kept(2)
    kept.put("a", 1)
    kept.put("b", 2)
    assert kept.get("a") == 1
    kept.put("c", 3)
    assert [kept.get(key) for key in "abc"] == [1, None, 3]
    kept.clear()
    assert kept.get("a") is None


def test_a_symbol_is_the_same_term_in_all_threads(impatient):
    import clingo

    many = [clingo.Function("thread_test", [clingo.Number(number)]) for number in range(2000)]
    facts._known._terms.clear()
    read = at_once(lambda _: facts.SymbolReader().atoms(many))
    assert all(len({id(term) for term in terms}) == 1 for terms in zip(*read))


# -- Nothing else is kept

#: What makes a container that can be changed.
MAKERS = {"dict", "list", "set", "defaultdict", "deque", "OrderedDict", "Counter", "bytearray", "ChainMap"}

CHANGES = {
    "add", "append", "appendleft", "clear", "discard", "extend", "extendleft", "insert", "pop", "popitem", "popleft",
    "remove", "reverse", "setdefault", "sort", "update",
}  # fmt: skip

#: Containers of modules and classes that are changed, or begin empty, each with the reason why threads may meet there.
ALLOWED = {
    ("run/cluster.py", "_camps"): "behind a lock of its own",
    ("run/worker.py", "_own"): "of a worker, a process that does one thing at a time",
    ("solving/grounding.py", "_current"): "of a worker, a process that does one thing at a time",
    ("solving/grounding.py", "_wanted"): "of a worker, a process that does one thing at a time",
    ("web/requests.py", "types"): "the default of a msgspec field, which is copied",
    ("web/requests.py", "options"): "the default of a msgspec field, which is copied",
    ("web/requests.py", "drop"): "the default of a msgspec field, which is copied",
    ("web/requests.py", "texts"): "the default of a msgspec field, which is copied",
    ("web/requests.py", "filled"): "the default of a msgspec field, which is copied",
}


def containers(body: Sequence[ast.stmt]) -> Iterator[tuple[str, bool]]:
    """The containers of a module and its classes: the name, and whether it begins empty, and so is there to be filled,
    unless its type is a Mapping, which mypy lets nobody write to.
    """
    for node in body:
        if isinstance(node, (ast.ClassDef, ast.If, ast.Try, ast.With)):
            yield from containers(node.body)
        elif isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            value = node.value
            maker = name_of(value.func) if isinstance(value, ast.Call) else ""
            if maker in MAKERS or isinstance(
                value, (ast.Dict, ast.List, ast.Set, ast.DictComp, ast.ListComp, ast.SetComp)
            ):
                filled = ("args", "keywords") if maker else ("keys", "elts", "generators")
                empty = maker == "defaultdict" or not any(getattr(value, part, None) for part in filled)
                empty &= not (isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation).startswith("Mapping["))
                for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                    if isinstance(target, ast.Name):
                        yield target.id, empty


def name_of(node: ast.AST) -> str:
    """The name at the end: `_kept` of `_kept`, `self._kept` and `Groups._kept`."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def changed(tree: ast.Module) -> Iterator[str]:
    """The names whose values are changed somewhere in a module, and the global ones that get another value there."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Global):
            yield from node.names
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, (ast.Store, ast.Del)):
            yield name_of(node.value)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGES:
            yield name_of(node.func.value)
        elif isinstance(node, ast.AugAssign):
            yield name_of(node.target)


def kept_by(tree: ast.Module) -> set[str]:
    """The names of a module under which something is kept: containers that are filled, global names that change, and
    functions whose results are remembered though they can be changed.
    """
    found = dict(containers(tree.body))
    touched = set(changed(tree))
    result = {name for name, empty in found.items() if empty or name in touched}
    result |= {name for node in ast.walk(tree) if isinstance(node, ast.Global) for name in node.names}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and any("cache" in ast.unparse(each) for each in node.decorator_list):
            own = any("cached_property" in ast.unparse(each) for each in node.decorator_list)
            returned = ast.unparse(node.returns) if node.returns is not None else ""
            if not own and returned.split("[")[0] in MAKERS:
                result.add(node.name)
    return result


def test_no_module_and_no_class_keeps_what_changes():
    found = {
        (path.relative_to(PACKAGE).as_posix(), name)
        for path in PACKAGE.rglob("*.py")
        for name in kept_by(ast.parse(path.read_text(encoding="utf-8")))
    }
    assert not found - set(ALLOWED), "hand such an object on, or use model/caches.Kept"
    assert not set(ALLOWED) - found, "no longer needed in ALLOWED"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("_a = {}", {"_a"}), ("a: Mapping[str, int] = {}", set()), ("class A:\n    _b: ClassVar[dict[str, int]] = {}", {"_b"}), ("A = {1: 2}", set()),
        ("A = {1: 2}\ndef f():\n    A[3] = 4", {"A"}), ("A = [1]\nclass B:\n    def f(self):\n        A.append(2)", {"A"}),
        ("class A:\n    b = [1]\n    def f(self):\n        self.b.pop()", {"b"}), ("_a = defaultdict(list)", {"_a"}),
        ("_a = None\ndef f():\n    global _a\n    _a = 1", {"_a"}), ("def f():\n    a = {}\n    a[1] = 2", set()),
        ("@cache\ndef f() -> dict[str, int]: ...", {"f"}), ("@lru_cache(1)\ndef f() -> Mapping[str, int]: ...", set()),
        ("_a = set()", {"_a"}), ("A = dict(b=1)", set()), ("_a = itertools.count()", set()),
    ],
)  # fmt: skip
def test_what_is_kept_is_seen(text: str, names: set[str]):
    assert kept_by(ast.parse(text)) == names


def containers_in_memory() -> dict[str, object]:
    """All containers of the package's modules and classes, by name."""
    found: dict[str, object] = {}
    for module in [each for name, each in sys.modules.items() if name.split(".")[0] == "pysolve"]:
        for holder in [module, *(each for each in vars(module).values() if isinstance(each, type))]:
            if getattr(holder, "__module__", module.__name__) == module.__name__:
                for name, value in vars(holder).items():
                    if isinstance(value, (dict, list, set)) and not name.startswith("__"):
                        found[f"{module.__name__}:{getattr(holder, '__qualname__', '')}:{name}"] = value
    return found


def test_nothing_is_changed_under_another_name():
    for module in pkgutil.walk_packages(pysolve.__path__, "pysolve."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    before = {name: repr(value) for name, value in containers_in_memory().items()}
    for kept in (multishot._kept, rule_loading._kept, answer_text._boards, manifest._loaded):
        kept.clear()
    catalog._read_head.cache_clear()
    for name in NAMES[:4]:
        puzzle = pysolve.read(str(smallest(name)), TYPES[name].title)
        [*pysolve.solve(puzzle)], pysolve.check_all([puzzle] * 3), pysolve.hint(puzzle), formats.write(puzzle, "native")
    after = {name: repr(value) for name, value in containers_in_memory().items()}
    assert {name for name in before if before[name] != after[name]} == set()


# -- Without threads


def found(puzzle: Puzzle, settings: Settings) -> object:
    """The answers of a search, and what is known at its end, except for the time that it took."""
    search = open_local(puzzle, settings)
    answers = [(sorted(map(str, answer.atoms)), answer.costs) for answer in search]
    return sorted(answers), search.outcome.ground_size, replace(search.outcome, seconds=0.0, statistics={})


@pytest.mark.parametrize("name", TYPES)
def test_a_search_finds_the_same_in_the_thread_of_its_caller(name: str, monkeypatch):
    puzzle = pysolve.read(str(smallest(name)))
    for settings in (Settings(drawing=True, statistics=True), Settings(models=3, count=True)):
        expected = found(puzzle, settings)
        with monkeypatch.context() as patch:
            patch.setattr(threading.Thread, "start", None)
            patch.setattr(solving_search, "_THREADS", False)
            assert found(puzzle, settings) == expected


def test_without_threads_a_time_limit_holds_between_answers(monkeypatch):
    monkeypatch.setattr(solving_search, "_THREADS", False)
    puzzle = pysolve.read_text("puzzle: sudoku\ngrid: |\n" + "  . . . .\n" * 4)
    search = Search(puzzle, Settings(models=0, time_limit=0.0))
    assert list(search) == []
    assert search.outcome.reason is StopReason.TIME_LIMIT


def test_without_threads_an_answer_is_there_before_the_next_is_looked_for(monkeypatch):
    monkeypatch.setattr(solving_search, "_THREADS", False)
    puzzle = pysolve.read_text("puzzle: sudoku\ngrid: |\n" + "  . . . . . . . . .\n" * 9)
    search = Search(puzzle, Settings(models=0))
    assert [answer.costs for answer in islice(search, 3)] == [(), (), ()]
    assert search.outcome.count == 3


ALONE = """
import sys, tempfile, threading
for module in ("click", "starlette", "uvicorn", "asyncio", "multiprocessing", "subprocess", "concurrent.futures"):
    sys.modules[module] = None
threading.Thread.start = None
from pysolve.solving import search
search._THREADS = False
from pysolve.web import requests, worker
for name in sys.argv[2:]:
    body = requests.body(requests.REQUESTS[name], {"puzzle": sys.argv[1]})
    *_, last = worker.answer(name, body, 60, tempfile.mkdtemp(), ())
    print(name, last.kind.value)
"""


def test_a_worker_answers_without_threads_processes_and_packages_of_the_service():
    names = ["solve", "why", "hint", "candidates", "reduce", "grade"]
    done = subprocess.run(
        [sys.executable, "-c", ALONE, smallest("sudoku").read_text(), *names],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.returncode) == ("".join(f"{name} result\n" for name in names), 0), done.stderr
