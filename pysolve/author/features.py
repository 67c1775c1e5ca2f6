"""What the language server tells an editor about rules and manifests: what is wrong, and what stands at a place."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from .. import catalog, formats, rules
from ..analysis.assumptions import AssumptionSolver
from ..analysis.type_checks import Check, Finding, Level, manifest_place, of_error
from ..analysis.type_tests import TypeTest, run_tests
from ..analysis.vocabulary import Predicate, header_of, laws, predicates_of_type
from ..catalog import examples
from ..catalog.keys import KEYS
from ..formats import Reading
from ..model.errors import PuzzleError
from ..model.marks import MARKS
from ..model.puzzle_type import PuzzleType
from ..report.words import Words, sentence
from ..rules import display
from ..rules.library import included, library
from ..rules.text import DIRECTIVES, Statement, Text, being_written, tokens
from ..run import limits
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
    with limits.bounded(type_, settings):
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


# -- What stands at a place of a rule file or a manifest: its meaning, where it is defined, what may stand there


class Place(NamedTuple):
    """A line of a file, from 1."""

    file: Path
    line: int


class Item(NamedTuple):
    """What may be written at a place. detail: what it is. is_file: it is the name of one."""

    label: str
    detail: str = ""
    is_file: bool = False


def hover(path: Path, text: str, at: int, previews: Iterable[Preview] = ()) -> str | None:
    """What is known of what stands at a place: the header of a law, the meaning of a predicate, what a sentence says of
    an example.
    """
    rules = Text(text)
    included_law = _include_at(rules, at, path)
    if included_law is not None:
        return Text(_read(included_law)).header
    line = rules.line_of(at)
    said = [each for each in previews if Path(each.file) == path and _belongs(rules, line, each.line)]
    lines = [f"“{each.words}” (one of {each.times} in the example)" for each in said]
    name = _name_at(rules, at)
    if name is not None:
        lines += [f"`{each.form}`: {each.says or 'no header says what it means'}" for each in _known(path, name)]
        lines += [f"of `{law.name}`: {law.header.says}." for law in laws() if _gives(law.header.gives, name)]
    return "\n\n".join(lines) or None


def definition(path: Path, text: str, at: int) -> list[Place]:
    """The file that is included there; or where the predicate is derived, or the manifest makes it of tokens."""
    rules = Text(text)
    target = _include_at(rules, at, path)
    if target is not None:
        return [Place(target, 1)]
    name = _name_at(rules, at)
    if name is None:
        return []
    places = [Place(path, rules.line_of(each.start)) for each in rules.statements if _derives(each, name)]
    for file in included([path]):
        if file.resolve() != path.resolve():
            law = Text(_read(file))
            found = (Place(file.resolve(), law.line_of(each.start)) for each in law.statements if _derives(each, name))
            places += found
    type_ = _type_of(path)
    if not places and type_ is not None:
        file_name, line = manifest_place(type_, "read", name)
        places += [Place(Path(file_name).absolute(), line)] if line is not None else []
    return places


def completion(path: Path, text: str, at: int) -> list[Item]:
    """What may be written at a place: keys and marks of a manifest; laws, predicates and directives of rules."""
    before = text[text.rfind("\n", 0, at) + 1 : at]
    if path.name == MANIFEST:
        if not before[:1].isspace() and ":" not in before:
            return [Item(key, "key of a manifest") for key in KEYS]
        sections = re.findall(r"^(\w+):", text[:at], re.MULTILINE)
        is_mark = sections and sections[-1] in ("draw", "notes") and ":" in before
        return [Item(mark, "mark") for mark in MARKS] if is_mark else []
    writing = being_written(before)
    if writing == "include":
        return [Item(law.name, law.header.says, is_file=True) for law in laws()]
    if writing == "directive":
        return [Item(each) for each in DIRECTIVES]
    words = {each.name: Item(each.name, f"{each.form}  {each.says}".rstrip()) for each in _known(path)}
    return sorted(words.values())


def _belongs(rules: Text, line: int, of_rule: int) -> bool:
    """Whether a line is that on which a rule begins, or one of the sentence above it."""
    sentence = rules.sentence_above.get(of_rule)
    return (sentence.first if sentence is not None else of_rule) <= line <= of_rule


def _include_at(rules: Text, at: int, path: Path) -> Path | None:
    """The file of the `#include` at a place, where the driver looks for it."""
    for name, statement in rules.includes:
        if statement.start <= at <= statement.end:
            places = (path.parent / name, library() / name.removeprefix("../"))
            return next((place.resolve() for place in places if place.is_file()), None)
    return None


def _name_at(rules: Text, at: int) -> str | None:
    found = (each for each in tokens(rules.code) if each.lastgroup == "name")
    return next((each[0] for each in found if each.start() <= at <= each.end()), None)


def _derives(statement: Statement, name: str) -> bool:
    return statement.keyword != "#defined" and (name == statement.head or name in statement.derives)


def _gives(predicates: Iterable[Predicate], name: str) -> bool:
    return any(each.name == name for each in predicates)


def _known(path: Path, name: str | None = None) -> list[Predicate]:
    """The predicates that are known beside a file, each once; or those of a name."""
    known: dict[tuple[str, int], Predicate] = {}
    for each in _predicates(path):
        before = known.get((each.name, each.arity))
        if name in (None, each.name) and (before is None or not before.says):
            known[each.name, each.arity] = each
    return list(known.values())


def _predicates(path: Path) -> Iterator[Predicate]:
    type_ = _type_of(path)
    if type_ is not None:
        yield from predicates_of_type(type_)
    own = header_of(_read(path)) if path.is_file() else None
    for header in (*([own] if own is not None else []), *(law.header for law in laws())):
        yield from (*header.gives, *header.needs)


def _type_of(path: Path) -> PuzzleType | None:
    try:
        return catalog.load(path.parent) if (path.parent / MANIFEST).is_file() else None
    except PuzzleError:
        return None


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")
