"""The language server: what is wrong in rules and manifests, what stands at a place of them, and how an editor asks."""

from __future__ import annotations

import asyncio
import os
import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path
from pygls.workspace import TextDocument

from .. import catalog, formats, rules
from ..analysis.assumptions import AssumptionSolver
from ..analysis.constraints import Predicate, header_of, laws, predicates_of_type
from ..analysis.type_checks import Check, Finding, Level, manifest_place, of_error
from ..analysis.type_tests import TypeTest, run_tests
from ..catalog import examples
from ..catalog.parts import KEYS
from ..formats import Reading
from ..model.errors import PuzzleError, StoppedError
from ..model.marks import MARKS
from ..model.puzzle_type import PuzzleType
from ..report.words import Words, sentence
from ..rules import display
from ..rules.library import included, library
from ..rules.text import DIRECTIVES, Statement, Text, being_written, tokens
from ..run import worker
from ..run.worker import Call, Executor, Job
from ..solving.grounding import check_safety, parse
from ..solving.settings import Settings

# -- What the language server tells an editor about rules and manifests: what is wrong, and what stands at a place


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
    with worker.bounded(type_, settings):
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


_PAUSE = 0.15  # seconds without a change, after which a text is checked
_USES = 500  # checks after which a worker is replaced by a new one

_SEVERITY = {Level.ERROR: lsp.DiagnosticSeverity.Error, Level.WARNING: lsp.DiagnosticSeverity.Warning}


class Server(LanguageServer):
    """What is known of the files that an editor has open."""

    def __init__(self, version: str) -> None:
        super().__init__("pysolve", version)
        self.executor = Executor(standby=2, most_uses=_USES)
        self.previews: dict[Path, list[Preview]] = {}  # by the folder of the type
        self._jobs: dict[Path, Job[Finding | Preview]] = {}
        self._told: dict[Path, set[str]] = {}  # the files that have diagnostics
        self._latest: dict[Path, int] = {}
        self._lock = Lock()

    async def check(self, uri: str) -> None:
        """Checks the type that a file belongs to, unless it changes meanwhile, and tells the editor what is found."""
        path = _path(uri)
        if not is_ours(path):
            return
        folder = path.parent
        number = self._latest[folder] = self._latest.get(folder, 0) + 1
        await asyncio.sleep(_PAUSE)
        if self._latest[folder] != number:
            return
        texts = {_path(each.uri): each.source for each in list(self.workspace.text_documents.values())}
        found = await asyncio.to_thread(self._found, path, {each: texts[each] for each in texts if is_ours(each)})
        if self._latest[folder] == number:
            self.previews[folder] = [each for each in found if isinstance(each, Preview)]
            self._tell(folder, [each for each in found if isinstance(each, Finding)])

    def _found(self, path: Path, texts: dict[Path, str]) -> list[Finding | Preview]:
        """What a worker finds; what one before still looks for is not wanted any more."""
        found: list[Finding | Preview] = []
        with self._lock:
            if path.parent in self._jobs:
                self._jobs[path.parent].stop()
            job = self._jobs[path.parent] = self.executor.submit(Call(check, (path, texts)), TIME_LIMIT)
        try:
            with job:
                found.extend(job)
        except (StoppedError, PuzzleError):  # what was found until then is true
            pass
        return found

    def _tell(self, folder: Path, findings: list[Finding]) -> None:
        by_uri: dict[str, list[lsp.Diagnostic]] = {uri: [] for uri in self._told.get(folder, ())}
        for each in findings:
            if each.level in _SEVERITY and each.file is not None:
                uri = from_fs_path(each.file) or ""
                by_uri.setdefault(uri, []).append(_diagnostic(each, self.workspace.get_text_document(uri)))
        self._told[folder] = {uri for uri, diagnostics in by_uri.items() if diagnostics}
        for uri, diagnostics in by_uri.items():
            self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, diagnostics))


def _path(uri: str) -> Path:
    return Path(to_fs_path(uri) or "")


def _diagnostic(finding: Finding, document: TextDocument) -> lsp.Diagnostic:
    """A finding at its place: from its column to the end of the line, or the whole line."""
    lines = document.lines if Path(document.path).is_file() or document.source else [""]
    line = min((finding.line or 1) - 1, max(len(lines) - 1, 0))
    text = lines[line].rstrip("\r\n") if lines else ""
    start = min((finding.column or len(text) - len(text.lstrip()) + 1) - 1, len(text))
    columns = [document.position_codec.client_num_units(text[:end]) for end in (start, len(text))]
    place = lsp.Range(*(lsp.Position(line, each) for each in columns))
    return lsp.Diagnostic(place, finding.sentence, severity=_SEVERITY[finding.level], source="pysolve")


def create(version: str) -> Server:
    """The server, which answers once it is started (`start_io`)."""
    server = Server(version)
    for feature in (lsp.TEXT_DOCUMENT_DID_OPEN, lsp.TEXT_DOCUMENT_DID_CHANGE, lsp.TEXT_DOCUMENT_DID_SAVE):
        server.feature(feature)(_changed)
    server.feature(lsp.TEXT_DOCUMENT_HOVER)(_hover)
    server.feature(lsp.TEXT_DOCUMENT_DEFINITION)(_definition)
    options = lsp.CompletionOptions(trigger_characters=["#", '"', "/"])
    server.feature(lsp.TEXT_DOCUMENT_COMPLETION, options)(_completion)
    return server


_Changed = lsp.DidOpenTextDocumentParams | lsp.DidChangeTextDocumentParams | lsp.DidSaveTextDocumentParams


async def _changed(server: Server, params: _Changed) -> None:
    await server.check(params.text_document.uri)


_Asked = lsp.HoverParams | lsp.DefinitionParams | lsp.CompletionParams


def _at(server: Server, params: _Asked) -> tuple[Path, str, int]:
    """The file, its text, and the place in it that an editor asks about."""
    document = server.workspace.get_text_document(params.text_document.uri)
    return _path(document.uri), document.source, document.offset_at_position(params.position)


def _hover(server: Server, params: lsp.HoverParams) -> lsp.Hover | None:
    path, text, at = _at(server, params)
    said = hover(path, text, at, server.previews.get(path.parent, []))
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, said)) if said else None


def _definition(server: Server, params: lsp.DefinitionParams) -> list[lsp.Location]:
    return list(_locations(definition(*_at(server, params))))


def _locations(places: list[Place]) -> Iterator[lsp.Location]:
    for file, line in places:
        start = lsp.Position(line - 1, 0)
        yield lsp.Location(from_fs_path(str(file)) or "", lsp.Range(start, start))


def _completion(server: Server, params: lsp.CompletionParams) -> lsp.CompletionList:
    kinds = {True: lsp.CompletionItemKind.File, False: lsp.CompletionItemKind.Keyword}
    items = [
        lsp.CompletionItem(each.label, detail=each.detail or None, kind=kinds[each.is_file])
        for each in completion(*_at(server, params))
    ]
    return lsp.CompletionList(is_incomplete=False, items=items)
