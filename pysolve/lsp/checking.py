"""What is wrong with a type as an editor has it, saved or not, and what its sentences say of an example."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from .. import catalog, formats, rules
from ..analysis.assumptions import AssumptionSolver
from ..analysis.findings import Check, Finding, Level, of_error
from ..analysis.type_tests import TypeTest, run_tests
from ..catalog import examples
from ..formats import Reading
from ..model.errors import PuzzleError
from ..report.words import Words, sentence
from ..rules import display
from ..run import watch
from ..solving.grounding import check_safety, parse
from ..solving.settings import Settings

MANIFEST, RULES = "manifest.yaml", ".lp"

#: Seconds that a check may take, and cells of the largest example whose sentences are read out.
TIME_LIMIT, _LARGEST = 10.0, 120


class Preview(NamedTuple):
    """What the sentence above a rule says of an example. file, line: of the rule. times: how often it applies."""

    file: str
    line: int
    words: str
    times: int


def is_ours(path: Path) -> bool:
    """Whether a file is one that is checked: rules, or the manifest of a type."""
    return path.suffix == RULES or path.name == MANIFEST


def check(path: Path, texts: Mapping[Path, str]) -> Iterator[Finding | Preview]:
    """What is found of the type that a file belongs to, or of rules that belong to none, with absolute names of files.
    texts: of files as they are edited.
    """
    with _as_edited(path.parent, texts) as folder:
        found = _of_type(folder) if (folder / MANIFEST).is_file() else _of_rules(folder / path.name)
        for each in found:
            file = _original(each.file, folder, path.parent)
            yield each._replace(file=file) if isinstance(each, Preview) else replace(each, file=file)


@contextmanager
def _as_edited(folder: Path, texts: Mapping[Path, str]) -> Iterator[Path]:
    """A folder that holds the same files, with these texts; what lies beside it lies beside this one."""
    with tempfile.TemporaryDirectory(prefix="pysolve-") as root:
        copy = Path(os.path.realpath(root)) / folder.name
        copy.mkdir()
        for beside in folder.parent.iterdir():
            if beside.name != folder.name:
                (copy.parent / beside.name).symlink_to(beside)
        for file in folder.iterdir():
            if file not in texts:
                (copy / file.name).symlink_to(file)
        for file, text in texts.items():
            if file.parent == folder:
                (copy / file.name).write_text(text, encoding="utf-8", newline="")
        yield copy


def _original(file: str | None, copy: Path, folder: Path) -> str:
    """The file that the user edits. Messages about manifests name them by their folders."""
    full = Path(os.path.abspath(file or copy / MANIFEST))
    if full.is_relative_to(copy.parent):
        return str(folder.parent / full.relative_to(copy.parent))
    beside = folder.parent / (file or "")
    return str(full if full.exists() or not beside.exists() else beside)


def _of_rules(path: Path) -> Iterator[Finding]:
    """What is wrong with rules that belong to no type: nothing is grounded of them."""
    try:
        program = rules.load([path])
        parse(program)
        check_safety(program)
    except PuzzleError as error:
        yield from of_error(Check.RULES, error)


def _of_type(folder: Path) -> Iterator[Finding | Preview]:
    try:
        type_ = catalog.load(folder)
    except PuzzleError as error:
        yield from of_error(Check.RULES, error)
        return
    settings = Settings(time_limit=TIME_LIMIT)
    with watch.bounded(type_, settings):
        failed = False
        for finding in run_tests(TypeTest(type_, own_types=(str(folder.parent),), quick=True), settings):
            failed = failed or finding.level is Level.ERROR
            yield finding
        for file in () if failed else examples(type_)[:1]:
            yield from _previews(display(file), Reading(own_types=(str(folder.parent),)))


def _previews(file: str, reading: Reading) -> Iterator[Preview]:
    """What the sentences of the rules say of a puzzle, each of the first place that it is about."""
    puzzle = formats.read(next(formats.sources([file])), reading)
    if len(puzzle.cells) > _LARGEST:
        return
    words = Words(puzzle)
    found: dict[tuple[str, int], list[str]] = {}
    for instance in AssumptionSolver(puzzle, Settings(), by_rules=True).required:
        if instance.constraint.sentence is not None:
            found.setdefault(instance.constraint.place, []).append(sentence(words.constraint(instance)))
    for (name, line), said in found.items():
        yield Preview(name, line, min(said), len(said))
