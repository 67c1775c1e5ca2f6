"""Every instance is solved, is unique where it says so, and has the answer that it says."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import INSTANCES

from pysolve import catalog, formats
from pysolve.formats import Reading
from pysolve.render import answer_text
from pysolve.solving import search

FILES = sorted(path for path in INSTANCES.rglob("*") if path.is_file() and path.suffix in (".yaml", ".txt", ".json"))


def tokens(text: str) -> list[list[str]]:
    return [line.split() for line in text.strip().split("\n")]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(INSTANCES)))
def test_instance(path: Path):
    words = next(iter(path.parent.glob("*.words")), None)
    source = next(formats.sources([str(path)]))
    needs_words = source.format == "plain" and words is not None
    puzzle = formats.read(source, Reading(words=str(words)) if needs_words else Reading())
    assert puzzle.type.name == path.parent.name
    assert source.format != "native" or puzzle.source, "an instance says where it comes from"
    answers, outcome = search.run(puzzle, search.Settings(models=2))
    assert outcome.verdict == (puzzle.verdict or ("unique" if puzzle.answer else outcome.verdict))
    assert not outcome.warnings
    if puzzle.verdict != "none":
        assert answers
    found = [answer_text.write(puzzle, answer.atoms) for answer in answers]
    if puzzle.answer is not None:
        assert tokens(puzzle.answer) in [tokens(text) for text in found]
    for answer, text in zip(answers, found):  # reading the text back gives the atoms that it shows
        read = answer_text.parse(puzzle, text)
        assert set(read) <= set(answer.atoms)
        assert answer_text.write(puzzle, read) == text


@pytest.mark.parametrize("name", sorted(catalog.names()))
def test_type_has_instances_of_different_sizes(name: str):
    sizes = set()
    for path in (INSTANCES / name).glob("*.yaml"):
        puzzle = formats.read(next(formats.sources([str(path)])))
        sizes.add((puzzle.rows, puzzle.columns))
    assert len(sizes) >= 2
