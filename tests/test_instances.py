"""Every instance is solved, is unique where it says so, and has the answer that it says."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import INSTANCES
from samples import TYPES, files

import pysolve
from pysolve.render import answer_text
from pysolve.render.answer_text import compare
from pysolve.solving import search


@pytest.mark.every_type
@pytest.mark.parametrize("path", files())
def test_instance(path: Path):
    native = path.suffix == ".yaml"
    words = None if native else next(iter(path.parent.glob("*.words")), None)
    puzzle = pysolve.read(str(path), words=words and str(words))
    assert puzzle.type.name == path.parent.name
    assert puzzle.source or not native, "an instance says where it comes from"
    assert puzzle.answer or puzzle.verdict or not native, "an instance says what its answer is, or how many there are"
    searched = search.open_local if puzzle.lists else search.Search  # a long list takes long in the rules alone
    found = searched(puzzle, search.Settings(models=2))
    answers = list(found)
    outcome = found.outcome
    expected = puzzle.verdict or ("unique" if puzzle.answer else None)
    assert expected in (outcome.verdict, None)
    assert outcome.warnings == ()
    assert bool(answers) == (puzzle.verdict != "none")
    texts = [answer_text.write(puzzle, answer.atoms) for answer in answers]
    if puzzle.answer is not None:
        published = puzzle.answer
        assert any(compare(puzzle, text, published).agrees for text in texts)
    for answer, text in zip(answers, texts):  # reading the text back gives the atoms that it shows
        read = answer_text.parse(puzzle, text)
        regions = [rule for rule in puzzle.type.draw if rule.numbers_regions]  # whose labels the text does not tell
        assert read and {atom for atom in read if not any(rule.match(atom) for rule in regions)} <= set(answer.atoms)
        assert answer_text.write(puzzle, read) == text


@pytest.mark.parametrize("name", TYPES)
def test_type_has_instances_of_different_sizes(name: str):
    puzzles = [pysolve.read(str(path)) for path in (INSTANCES / name).glob("*.yaml")]
    assert len({(puzzle.board.rows, puzzle.board.columns) for puzzle in puzzles}) >= 2
