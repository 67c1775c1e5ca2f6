"""Modules of pysolve run when something of them is taken, once, for all threads."""

from __future__ import annotations

import importlib
import sys
import threading
from collections.abc import Callable
from types import ModuleType

import pytest

import pysolve

ONE, OTHER = "one_of_a_test", "other_of_a_test"


@pytest.fixture
def module(monkeypatch, tmp_path) -> Callable[..., ModuleType]:
    """Puts modules into the package and imports the first, as `from pysolve import …` does; they note that they run."""
    monkeypatch.setattr(pysolve, "__path__", [*pysolve.__path__, str(tmp_path)])
    for name in (ONE, OTHER):
        monkeypatch.delitem(sys.modules, f"pysolve.{name}", raising=False)
        monkeypatch.delattr(pysolve, name, raising=False)

    def module(text: str, other: str = "") -> ModuleType:
        (tmp_path / f"{ONE}.py").write_text(text)
        (tmp_path / f"{OTHER}.py").write_text(other)
        importlib.invalidate_caches()
        return importlib.import_module(f"pysolve.{ONE}")

    return module


def test_a_module_runs_when_a_name_is_taken_and_only_once(module, capsys):
    one = module("print('runs'); value = 7")
    importlib.import_module(f"pysolve.{ONE}")
    assert capsys.readouterr().out == ""
    assert (one.value, one.value, type(one)) == (7, 7, ModuleType)
    assert capsys.readouterr().out == "runs\n"


def test_a_name_that_is_set_first_stays_set(module):
    one = module("value = 7")
    one.value = 8
    assert one.value == 8


def test_modules_in_a_circle_see_what_is_there(module):
    one = module(
        f"early = 1\nfrom pysolve.{OTHER} import seen\nlate = 2",
        f"from pysolve import {ONE}\nseen = {ONE}.early, hasattr({ONE}, 'late')\ndef later(): return {ONE}.late",
    )
    assert one.seen == (1, False)
    assert sys.modules[f"pysolve.{OTHER}"].later() == 2


def test_a_module_that_fails_fails_each_time(module):
    one = module("raise ValueError('not today')")
    for _ in range(2):
        with pytest.raises(ValueError, match="not today"):
            _ = one.value


def test_threads_never_see_half_of_a_module(module):
    half = threading.Event()
    one = module("import threading\nearly = 1\nhalf.wait(30)\nlate = 2".replace("half", "threading.half_of_a_test"))
    threading.half_of_a_test = half
    seen: list[int] = []
    threads = [threading.Thread(target=lambda: seen.append(one.early + one.late)) for _ in range(4)]
    for thread in threads:
        thread.start()
    half.set()
    for thread in threads:
        thread.join(60)
    del threading.half_of_a_test
    assert seen == [3] * 4
