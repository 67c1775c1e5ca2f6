"""Every library file does what its header says: small cases with all their answers, in tests/lib/<file>.yaml; and so do
the laws of a single type, which stand beside its rules.

A case is a mapping of `name`, `facts` (ASP: a board, and what the case shows), `with` (further library files that
the file needs), and what is expected: `models` (how many answers, counted over the shown atoms) or `atoms` (the
shown atoms of the only answer).
"""

from __future__ import annotations

from pathlib import Path

import clingo
import pytest
from conftest import ROOT

from pysolve import catalog
from pysolve.model import yaml_text
from pysolve.rules import beside
from pysolve.rules.library import BEYOND, FAST
from pysolve.solving.search import AUXILIARY_PROGRAMS

LIBRARY = catalog.library() / "lib"
OF_A_TYPE = {"rules.lp", "give.lp", "make.lp", *AUXILIARY_PROGRAMS}
FILES = sorted(each for each in LIBRARY.parent.glob("*/*.lp") if each.name not in OF_A_TYPE)
KEYS = {"name", "facts", "with", "models", "atoms"}


def cases(name: str) -> list[dict]:
    path = ROOT / "tests" / "lib" / f"{name}.yaml"
    return yaml_text.load(path.read_text(), path.name) if path.is_file() else []


CASES = [(file.stem, case) for file in FILES for case in cases(file.stem)]


def path_of(name: str) -> Path:
    return next(each for each in FILES if each.stem == name)


def answers(files: list[Path], facts: str) -> list[list[str]]:
    """The shown atoms of every answer; clingo must have nothing to say about the program."""
    messages: list[str] = []
    control = clingo.Control(["0", "--project=show"], logger=lambda _, message: messages.append(message))
    control.add("base", [], "".join(f'#include "{file}".\n' for file in files) + facts)
    control.ground([("base", [])])
    models: list[list[str]] = []
    control.solve(on_model=lambda model: models.append(sorted(map(str, model.symbols(shown=True)))))
    assert messages == []
    return models


@pytest.mark.parametrize(("file", "case"), CASES, ids=[f"{file}: {case['name']}" for file, case in CASES])
def test_case(file: str, case: dict):
    assert set(case) <= KEYS
    assert "models" in case or "atoms" in case
    files = [path_of(name) for name in [file, *case.get("with", [])]]
    models = answers(files, case["facts"])
    assert len(models) == int(case.get("models", 1))
    if "atoms" in case:
        assert models == [sorted(str(clingo.parse_term(atom)) for atom in case["atoms"])]
    for name in (FAST, BEYOND):
        further = [path for file in files if (path := beside(file, name)).is_file()]
        assert not further or sorted(answers([*files, *further], case["facts"])) == sorted(models)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_file_has_cases(file: Path):
    assert cases(file.stem), f"expected cases in tests/lib/{file.stem}.yaml"


def test_cases_belong_to_files():
    assert {path.stem for path in (ROOT / "tests" / "lib").glob("*.yaml")} == {file.stem for file in FILES}
