"""Types that installed packages bring (docs/using.md, 'Types from packages')."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from conftest import ROOT, command

from pysolve import catalog
from pysolve.catalog import installed


@pytest.fixture
def site(tmp_path, monkeypatch) -> Path:
    """A folder of installed packages."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(folder))
    installed.cache_clear()
    yield folder
    installed.cache_clear()


def install(site: Path, package: str, module: str, types: dict[str, str]) -> None:
    """A package as pip installs it; importing it fails. types: from the name to the kind that it is like."""
    info = site / f"{package}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[pysolve.types]\n{package} = {module}\n")
    folder = site.joinpath(*package.split("."))
    folder.mkdir()
    (folder / "__init__.py").write_text("raise RuntimeError('this must not be run')\n")
    inner = site.joinpath(*module.split("."))
    for name, like in types.items():
        assert command("new", name, "--like", like, "--in", str(inner)).code == 0
    installed.cache_clear()  # 'new' has looked for types of these names


def test_a_package_brings_types(site):
    install(site, "morepuzzles", "morepuzzles.types", {"mytype": "shading"})
    example = site / "morepuzzles" / "types" / "mytype" / "example.yaml"
    assert command("check", str(example)).out == "unique\n"
    assert "\n  mytype " in command("types").out
    assert command("show", "mytype").code == 0


def test_a_site_has_them_behind_those_of_pysolve(site):
    web = pytest.importorskip("pysolve.web.site", reason="needs the extra 'web'")
    install(site, "morepuzzles", "morepuzzles", {"sudoku": "shading", "mytype": "shading"})
    packed = web._with_own({"pysolve/asp/sudoku/rules.lp": b"ours"}, ())
    assert packed["pysolve/asp/sudoku/rules.lp"] == b"ours"
    assert packed["pysolve/asp/mytype/rules.lp"] == (site / "morepuzzles" / "mytype" / "rules.lp").read_bytes()


def test_the_package_of_the_manual_is_one(site):
    text = (ROOT / "docs" / "using.md").read_text()
    (project,) = (
        tomllib.loads(each) for each in re.findall(r"```toml\n(.*?)```", text, re.S) if "pysolve.types" in each
    )
    ((name, module),) = project["project"]["entry-points"]["pysolve.types"].items()
    package = module.partition(".")[0]
    assert (project["project"]["name"], project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]) == (
        name,
        [package],
    )
    install(site, package, module, {"corners": "shading"})
    assert (
        command("check", "--type", "corners", site.joinpath(*module.split("."), "corners", "example.yaml")).out
        == "unique\n"
    )


def test_own_types_and_those_of_pysolve_win(site, tmp_path):
    install(site, "morepuzzles", "morepuzzles", {"sudoku": "shading", "mytype": "shading"})
    command("new", "mytype", "--in", str(tmp_path / "own"))
    assert catalog.find("sudoku").folder == catalog.library() / "sudoku"
    assert catalog.find("mytype").folder == site / "morepuzzles" / "mytype"
    assert catalog.find("mytype", [tmp_path / "own"]).folder == tmp_path / "own" / "mytype"


@pytest.mark.parametrize("module", ["nowhere", "morepuzzles.nowhere", "sys", "..", "morepuzzles.types:name"])
def test_a_package_without_types_costs_itself_only(site, module):
    install(site, "morepuzzles", module, {})
    done = command("types")
    assert done.code == 2 and "\n  sudoku " in done.out
    assert "the entry point 'morepuzzles' of morepuzzles in pysolve.types names" in done.err
    assert command("show", "sudoku").code == 0
