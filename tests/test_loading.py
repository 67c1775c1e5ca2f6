"""Rule files are read again when one of them, or what an include may mean, has changed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pysolve import rules
from pysolve.model.errors import PuzzleError
from pysolve.rules import library as loading
from pysolve.rules.library import library

OLD = 1_000_000_000  # seconds; what was changed just now is read again anyway


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    """An empty type's folder, with a library's beside it, in the current directory."""
    for name in ("mine", "lib"):
        (tmp_path / name).mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path / "mine"


def put(path: Path, text: str, age: int = 0) -> Path:
    """Writes a file whose last change lies long ago; the greater the age, the longer."""
    path.write_text(text)
    os.utime(path, (OLD - age, OLD - age))
    return path


def lines(*files: str | Path) -> list[str]:
    text = rules.load(files).text
    return [line for line in text.split("\n") if line.strip() and not line.startswith("#program")]


@pytest.fixture
def read(monkeypatch) -> list[Path]:
    """The files that are read from the disk."""
    paths: list[Path] = []
    really = loading._read

    def noted(path: Path, shown: str) -> str:
        paths.append(path)
        return really(path, shown)

    monkeypatch.setattr(loading, "_read", noted)
    return paths


def test_files_that_stay_as_they_are_are_read_once(folder, read):
    put(folder / "b.lp", "b.")
    main = put(folder / "a.lp", '#include "b.lp".\na.')
    assert lines(main) == lines(main) == ["b.", "a."]
    assert len(read) == 2


def test_a_change_is_seen(folder):
    main = put(folder / "a.lp", "a(1).")
    assert lines(main) == ["a(1)."]
    put(main, "a(2).", age=1)
    assert lines(main) == ["a(2)."]


def test_a_change_of_an_included_file_is_seen(folder):
    inner = put(folder / "c.lp", "c(1).")
    put(folder / "b.lp", '#include "c.lp".')
    main = put(folder / "a.lp", '#include "b.lp".')
    assert lines(main) == ["c(1)."]
    put(inner, "c(2).", age=1)
    assert lines(main) == ["c(2)."]


def test_another_file_of_the_same_age_and_size_is_seen(folder):
    main = put(folder / "a.lp", "a(1).")
    assert lines(main) == ["a(1)."]
    put(folder / "new.lp", "a(2).").replace(main)
    assert lines(main) == ["a(2)."]


def test_a_file_that_was_changed_just_now_is_read_again(folder):
    main = folder / "a.lp"
    main.write_text("a(1).")
    state = main.stat()
    assert lines(main) == ["a(1)."]
    main.write_text("a(2).")  # within the same tick of a coarse clock
    os.utime(main, ns=(state.st_atime_ns, state.st_mtime_ns))
    assert lines(main) == ["a(2)."]


def test_an_include_that_comes_to_stand_nearer_wins(folder):
    put(folder / "a.lp", '#include "../lib/board.lp".')
    ours = (library() / "lib" / "board.lp").read_text()
    assert ours in rules.load(["mine/a.lp"]).text
    put(folder.parent / "lib" / "board.lp", "nearer.")
    assert lines("mine/a.lp") == ["nearer."]
    (folder.parent / "lib" / "board.lp").unlink()
    assert ours in rules.load(["mine/a.lp"]).text


def test_an_include_that_was_missing_is_found_when_it_is_there_and_missed_when_it_is_gone(folder):
    main = put(folder / "a.lp", '#include "b.lp".')
    for _ in range(2):
        with pytest.raises(PuzzleError, match=r"no file 'b\.lp' to include"):
            rules.load([main])
        put(folder / "b.lp", "b.")
        assert lines(main) == ["b."]
        (folder / "b.lp").unlink()


def test_relative_names_are_those_of_the_current_directory(folder, monkeypatch):
    put(folder / "a.lp", "inner.")
    put(folder.parent / "a.lp", "outer.")
    assert lines("a.lp") == ["outer."]
    monkeypatch.chdir(folder)
    assert lines("a.lp") == ["inner."]
    assert lines("../a.lp") == ["outer."]


def test_names_in_messages_are_relative_to_the_current_directory(folder, monkeypatch):
    main = put(folder / "a.lp", "a.\nb.")
    assert rules.load([main]).place(3) == (os.path.join("mine", "a.lp"), 2)
    monkeypatch.chdir(folder)
    assert rules.load([main]).place(3) == ("a.lp", 2)


def test_what_is_added_to_a_program_stays_out_of_the_next(folder):
    main = put(folder / "a.lp", "a.")
    program = rules.load([main])
    program.add("fact.", "puzzle")
    assert "fact." in program.text
    assert lines(main) == ["a."]
