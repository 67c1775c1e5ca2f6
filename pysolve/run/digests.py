"""Digests that tell whether a record of a report is that of a puzzle as it is now, solved as it would be now."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from ..formats import Reading, Source
from ..report.record import RecordVerdict, ReportLine
from ..solving.settings import Settings
from . import travel

_LENGTH = 12  # hexadecimal digits of each of the two digests


class Digests:
    """The digests of puzzles: of each by itself, and of what all have in common."""

    def __init__(self, reading: Reading, settings: Settings, memory_limit: int | None, compare: bool) -> None:
        """memory_limit: megabytes. compare: whether records say how answers compare with published ones."""
        named = travel.with_named_types(reading)
        shared = [
            travel.fingerprint(), named.type, named.dropped, settings.models, sorted(settings.constants.items()),
            settings.plain, settings.configuration, settings.options, settings.seed, compare,
            *(["statistics"] if settings.statistics else []),
            *_contents(travel.shared_parcel(named, settings).files),
        ]  # fmt: skip
        self._shared = _digest(shared)
        self._limited = _digest([*shared, settings.time_limit, memory_limit])
        self._folder = lru_cache(maxsize=4096)(_folder_digest)

    def of(self, puzzle: str, verdict: RecordVerdict) -> str:
        """The digest of a record. Limits count where nothing is known but that they were reached."""
        return f"{puzzle}-{self._limited if verdict == RecordVerdict.UNKNOWN else self._shared}"

    def change(self, source: Source, record: ReportLine) -> str | None:
        """What has changed since a record was written, in words; None if nothing has."""
        if record.digest is None:
            return "the report does not say what it was solved with"
        puzzle, _, settings = record.digest.partition("-")
        wanted_puzzle, _, wanted_settings = self.of(self.puzzle(source), record.verdict).partition("-")
        if puzzle != wanted_puzzle:
            return "the puzzle has changed"
        return None if settings == wanted_settings else "rules, options, limits or pysolve have changed"

    def puzzle(self, source: Source) -> str:
        """The digest of a puzzle, and of what it names, by itself."""
        parts: list[object] = [source.data, source.type_hints, str(source.problem or "")]
        if source.path is not None:
            parts.append(self._folder(source.folder))
            parts += [each for _, parcel in travel.named_parcels(source) for each in _contents(parcel.files)]
        return _digest(parts)


def _folder_digest(folder: Path) -> str:
    parcel = travel.parcel_of_folder(folder)
    return "" if parcel is None else _digest(_contents(parcel.files))


def _contents(files: dict[str, bytes]) -> list[tuple[str, str]]:
    """Files by their own names: a folder that has moved is the same."""
    return sorted((Path(path).name, hashlib.sha256(data).hexdigest()) for path, data in files.items())


def _digest(parts: Iterable[object]) -> str:
    return hashlib.sha256(repr(list(parts)).encode(errors="surrogatepass")).hexdigest()[:_LENGTH]
