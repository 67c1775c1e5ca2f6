"""clingo has nothing to say about any rule file of a type: no name is mistyped, nothing is undefined."""

from __future__ import annotations

from pathlib import Path

import clingo
import pytest
from samples import TYPES, small

from pysolve import rules
from pysolve.model.puzzle import Puzzle
from pysolve.solving import facts

PROGRAMS = [(name, path) for name, type_ in TYPES.items() for path in sorted(type_.folder.rglob("*.lp"))]


def messages(puzzle: Puzzle, *files: Path) -> list[str]:
    """What clingo says when it grounds these files on the puzzle's board."""
    texts: list[str] = []
    constants = [f"-c {name}={value}" for name, value in puzzle.options.items()]
    control = clingo.Control(constants, logger=lambda _, message: texts.append(message))
    try:
        control.add("base", [], rules.load(list(files)).text + facts.text(puzzle))
        control.ground([("base", [])])
    except RuntimeError as error:
        texts.append(str(error))
    return texts


@pytest.mark.parametrize(("name", "path"), PROGRAMS, ids=lambda each: each.name if isinstance(each, Path) else each)
def test_clingo_has_nothing_to_say(name: str, path: Path):
    """Some files stand by themselves, others are added to the type's rules."""
    alone = messages(small(name), path)
    assert not alone or messages(small(name), TYPES[name].rules_file, path) == []
