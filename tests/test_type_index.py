"""The list of types that is kept in a file: taken while nothing has changed, and never else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import command as run

from pysolve import catalog
from pysolve.author import types

MANIFEST = 'name: Mine\ngroup: tests\nabout: {about}.\nread: {{grid: "clue(X,V)"}}\n'


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one type, and an empty cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    write(tmp_path / "types", "First")
    return tmp_path / "types"


def write(own: Path, about: str, hours_ago: int = 2) -> None:
    """Writes the type's manifest, as if some hours ago: what has changed just now is never kept."""
    file = own / "mine" / "manifest.yaml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(MANIFEST.format(about=about))
    then = file.stat().st_mtime - 3600 * hours_ago
    os.utime(file, (then, then))


def listed(own: Path) -> str:
    """What 'pysolve types' writes about the type."""
    done = run("types", "--types", own)
    assert done.code == 0
    return next(line for line in done.out.splitlines() if line.split()[0] == "mine").split(maxsplit=1)[1]


def test_manifests_are_read_once(own, monkeypatch):
    first = run("types", "--types", own)
    monkeypatch.setattr(catalog, "survey", lambda own: pytest.fail("the manifests were read again"))
    assert run("types", "--types", own) == first


def test_a_kept_list_does_not_wait_for_what_reads_manifests(own):
    """Importing it takes longer than all the rest."""
    run("types", "--types", own)
    code = "import sys; from pysolve.cli import run; run(['types', '--types', sys.argv[1]]); sys.exit('yaml' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code, own], capture_output=True, check=False).returncode == 0


def test_a_changed_manifest_is_read_again(own):
    assert listed(own) == "First."
    write(own, "Other", hours_ago=1)
    assert listed(own) == "Other."


def test_a_type_that_is_taken_away_is_not_listed(own):
    assert listed(own) == "First."
    (own / "mine" / "manifest.yaml").unlink()
    assert "  mine " not in run("types", "--types", own).out


def test_a_wrong_manifest_is_named_each_time(own):
    (own / "mine" / "manifest.yaml").write_text("name: Mine\n")
    os.utime(own / "mine" / "manifest.yaml", (1, 1))
    first, second = run("types", "--types", own), run("types", "--types", own)
    assert first.code == second.code == 2
    assert "mine/manifest.yaml" in first.err
    assert first == second


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"state": 1'])
def test_a_file_that_is_not_whole_is_replaced(own, text):
    assert listed(own) == "First."
    file = types._file()
    whole = file.read_text()
    file.write_text(text)
    assert listed(own) == "First."
    assert file.read_text() == whole


def test_a_folder_that_cannot_be_written_is_done_without(own, tmp_path):
    (tmp_path / "cache").write_text("no folder")
    assert listed(own) == listed(own) == "First."
