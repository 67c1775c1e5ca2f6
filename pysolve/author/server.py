"""The server: what an editor says and asks, over standard input and output."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from threading import Lock

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path
from pygls.workspace import TextDocument

from ..analysis.type_checks import Finding, Level
from ..model.errors import PuzzleError, StoppedError
from ..run.worker import Call, Executor, Job
from . import features
from .features import TIME_LIMIT, Preview, check, is_ours

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
    said = features.hover(path, text, at, server.previews.get(path.parent, []))
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, said)) if said else None


def _definition(server: Server, params: lsp.DefinitionParams) -> list[lsp.Location]:
    return list(_locations(features.definition(*_at(server, params))))


def _locations(places: list[features.Place]) -> Iterator[lsp.Location]:
    for file, line in places:
        start = lsp.Position(line - 1, 0)
        yield lsp.Location(from_fs_path(str(file)) or "", lsp.Range(start, start))


def _completion(server: Server, params: lsp.CompletionParams) -> lsp.CompletionList:
    kinds = {True: lsp.CompletionItemKind.File, False: lsp.CompletionItemKind.Keyword}
    items = [
        lsp.CompletionItem(each.label, detail=each.detail or None, kind=kinds[each.is_file])
        for each in features.completion(*_at(server, params))
    ]
    return lsp.CompletionList(is_incomplete=False, items=items)
