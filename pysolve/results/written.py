"""What commands wrote into files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from .record import Record


@dataclass(frozen=True, kw_only=True)
class FolderRecord(Record):
    """The folder of a type that was begun, or copied."""

    type: Annotated[str, "the name of the type"]
    folder: Annotated[str, "the folder"]
    files: Annotated[list[str], "its files"]


@dataclass(frozen=True, kw_only=True)
class WrittenRecord(Record):
    """A puzzle that was written in another form."""

    id: Annotated[str, "the puzzle's name: that of its file, or the one that its text has"]
    type: Annotated[str | None, "the type of the puzzle; null if it could not be read"]
    format: Annotated[str, "what it was written in: a format, `facts`, or the kind of picture"]
    text: Annotated[str | None, "what was written, where it went to no file and is text"]
    file: Annotated[str | None, "the file that it went to"]
    error: Annotated[str | None, "why it was not written"]
