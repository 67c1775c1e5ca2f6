"""Files that are there whole or not at all; and what goes into them: puzzles in other formats, as pictures and on
sheets.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple

from .. import formats
from ..analysis.clues import clues, without_given
from ..formats import Reading, Source
from ..model.errors import PuzzleError, Remark, StoppedError, said_by_system
from ..model.formats import format_named
from ..model.puzzle import OnlyAnswer, Puzzle, Reason, no_answer
from ..model.terms import Term, write
from ..render import answer_text, picture
from ..report import lines, results
from ..solving.outcome import AnswerSet, Outcome
from ..solving.settings import Settings, with_rules
from . import many, searches, worker
from .searches import limited
from .worker import ending

if TYPE_CHECKING:
    from ..render.sheet import Entry


@contextmanager
def writing(path: str | Path, what: str = "the file", undo: Callable[[], object] = lambda: None) -> Iterator[None]:
    """Within it a file is written; PuzzleError if it cannot be. undo: what is called where that does not succeed."""
    try:
        yield
    except BaseException as error:
        undo()
        if not isinstance(error, (OSError, ValueError)):
            raise
        raise PuzzleError(f"{what} cannot be written: {said_by_system(error)}", file=str(path)) from None


class WholeFile:
    """A file that is written beside its place, and put there when it is complete.

    What is not a plain file (a pipe, /dev/null) is not replaced, but written to.
    """

    def __init__(self, path: str | Path, part: Path | None = None) -> None:
        """part: where it is written; by default a new file beside it, so that two may be written at once. What a kill
        leaves there is replaced by who writes the same part again. PuzzleError if the file cannot be written.
        """
        self.path = Path(path)
        with writing(path):
            self._place = Path(os.path.realpath(self.path))
            self._plain = self._place.is_file() or not self._place.exists()
            if self._place.is_dir():
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
            if self._plain and part is None:
                self._part: IO[str] = tempfile.NamedTemporaryFile(  # noqa: SIM115
                    "w", encoding="utf-8", errors="replace", dir=self._place.parent, prefix=".", suffix=".part",
                    delete=False,
                )  # fmt: skip
            else:
                file = part if part is not None and self._plain else self._place
                self._part = open(file, "w", encoding="utf-8", errors="replace")  # noqa: SIM115
            self._empty = True

    @property
    def is_empty(self) -> bool:
        """Whether nothing was written."""
        return self._empty

    def write(self, text: str) -> None:
        """Adds text. PuzzleError if it cannot be written; then nothing is left of the file."""
        self._empty = self._empty and not text
        with writing(self.path, undo=self.discard):
            self._part.write(text)

    def write_bytes(self, data: bytes) -> None:
        """Adds what is not text. PuzzleError as `write`."""
        self._empty = self._empty and not data
        with writing(self.path, undo=self.discard):
            self._part.flush()
            self._part.buffer.write(data)  # type: ignore[attr-defined]  # it is a TextIOWrapper

    def finish(self) -> None:
        """Puts the file in its place. PuzzleError if that cannot be done; then nothing is left of it."""
        with writing(self.path, undo=self.discard):
            self._part.close()
            if self._plain:
                os.chmod(self._part.name, 0o666 & ~_umask())
                os.replace(self._part.name, self._place)

    def discard(self) -> None:
        """Takes away what was written."""
        with suppress(OSError):
            self._part.close()
        if self._plain:
            with suppress(OSError):
                os.unlink(self._part.name)


def write_whole(path: str | Path, content: str | bytes, part: Path | None = None) -> None:
    """Writes a file. part: see WholeFile. PuzzleError if it cannot be written."""
    file = WholeFile(path, part)
    if isinstance(content, bytes):
        file.write_bytes(content)
    else:
        file.write(content)
    file.finish()


@contextmanager
def whole_folder(target: Path) -> Iterator[Path]:
    """The folder in which files are written that are to lie in a new one: it is there with all of them, or not at all.

    PuzzleError if it is there already, or if it or its files cannot be written.
    """
    made: list[Path] = []  # the folders above it that were not there, the outermost first, and the one to be filled
    try:
        if os.path.lexists(target):
            raise PuzzleError("this is there already; nothing was changed", file=str(target))
        for each in reversed([target.parent, *target.parent.parents]):
            if not each.exists():
                each.mkdir()
                made.append(each)
        made.append(Path(tempfile.mkdtemp(dir=target.parent, prefix=".", suffix=".part")))
        yield made[-1]
        made[-1].chmod(0o777 & ~_umask())
        made[-1].rename(target)
    except BaseException as error:
        if made and made[-1].name.endswith(".part"):
            shutil.rmtree(made.pop(), ignore_errors=True)
        for each in reversed(made):
            with suppress(OSError):
                each.rmdir()
        if isinstance(error, OSError):
            raise PuzzleError(f"the folder cannot be made: {_reason(error)}", file=str(target)) from None
        raise


def _reason(error: OSError) -> str:
    """Why something could not be written; of many files that were copied, the first."""
    number = re.search(r"\[Errno (\d+)\]", str(error))
    return os.strerror(int(number[1])).lower() if number and not error.strerror else said_by_system(error)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


# -- Puzzles as others get them: in the formats of other programs, as pictures, on sheets. Limits hold for all of it


#: Seconds that the search may take; a puzzle that needs more is written without its answer.
PATIENCE = 5.0


# -- In the formats of other programs


def only_answer(puzzle: Puzzle) -> tuple[Term, ...] | None:
    """The shown atoms of the only answer; None if there is none, are several, or that is not known in time."""
    running = searches.open_search(puzzle, Settings(models=2, time_limit=PATIENCE))
    with ending(PATIENCE + worker.GRACE):
        return running.only()


def with_answer(puzzle: Puzzle, format_: str, wanted: bool | None, find: OnlyAnswer = only_answer) -> Puzzle:
    """The puzzle as a format gets it that holds published answers, and does not check them: with its only answer if
    that is wanted, without one if it is not; None: as it is. find: what gives the only answer.
    """
    format_record = format_named(format_)
    if wanted is None or format_record.checks or not format_record.answers or (wanted and puzzle.answer is not None):
        return puzzle
    atoms = find(puzzle) if wanted else None
    return replace(puzzle, answer=None if atoms is None else answer_text.write(puzzle, atoms) + "\n")


class Converted(NamedTuple):
    """A puzzle that was read, as it is written, and the bytes of the file."""

    puzzle: Puzzle
    content: bytes


def converted(
    source: Source, reading: Reading, format_: str, solution: bool | None, settings: Settings,
    memory_limit: int | None = None,
) -> Converted:  # fmt: skip
    """The puzzle of a source in another format; limits cover all of it. solution: see with_answer. PuzzleError if it
    cannot be read or written, StoppedError if a limit was reached before it was.
    """
    if settings.time_limit is None and memory_limit is None:
        return next(_converted(source, reading, format_, solution, only_answer))
    work = partial(_with_and_without, source, reading, format_, solution)
    results: list[Converted] = []
    try:
        results += limited(work, many.after_waiting(source, settings), memory_limit)
    except StoppedError:
        if not results:
            raise  # otherwise it was the answer that took too long
    return results[-1]


def _with_and_without(
    source: Source, reading: Reading, format_: str, solution: bool | None, settings: Settings
) -> Iterator[Converted]:
    """The puzzle without its answer, which a limit leaves, and then with it."""
    yield from _converted(source, reading, format_, solution, no_answer)
    format_record = format_named(format_)
    if solution is not False and (format_record.checks or (format_record.answers and solution)):
        yield from _converted(source, reading, format_, solution, only_answer)


#: How the command line writes a puzzle together with its type.
_KEEPS = "; --to page_link writes it, too"


def _shown(puzzle: Puzzle, reading: Reading) -> Puzzle:
    return puzzle if reading.given else without_given(puzzle)


def _converted(
    source: Source, reading: Reading, format_: str, solution: bool | None, find: OnlyAnswer
) -> Iterator[Converted]:
    puzzle = _shown(with_answer(formats.read(source, reading), format_, solution, find), reading)
    if puzzle.type.text is not None and not format_named(format_).own_types:
        lost = Remark(
            f"the type {puzzle.type.title} stands in the link alone, and is not written", source.file, how=_KEEPS
        )
        puzzle = replace(puzzle, remarks=(*puzzle.remarks, lost))
    yield Converted(puzzle, formats.write(puzzle, format_, no_answer if solution is False else find))


def in_one(puzzles: Sequence[Puzzle], format_: str, settings: Settings, memory_limit: int | None = None) -> bytes:
    """Puzzles as the bytes of one file, within the limits. PuzzleError as formats.write_all."""
    return next(limited(partial(_in_one, puzzles, format_), settings, memory_limit))


def _in_one(puzzles: Sequence[Puzzle], format_: str, settings: Settings) -> Iterator[bytes]:
    yield formats.write_all(puzzles, format_)


# -- Drawn


def _searched(
    source: Source, reading: Reading, settings: Settings
) -> Iterator[tuple[Puzzle, Sequence[AnswerSet], Outcome | None]]:
    """A puzzle as it is read, without an outcome; then with its answers and the outcome of the search."""
    puzzle, answers, outcome = None, [], None
    for item in searches.search((source, reading), settings):
        if isinstance(item, Puzzle):
            puzzle = item
            yield puzzle, (), None
        elif isinstance(item, AnswerSet):
            answers.append(item)
        else:
            outcome = item
    assert puzzle is not None, "it is read first"
    yield puzzle, answers, outcome


class Drawn(NamedTuple):
    """What came of a puzzle. type: its type, if it is known. content: the file. reason: the limit that was reached."""

    type: str | None = None
    content: str | bytes | None = None
    reason: Reason | None = None


def drawn(
    sources: Iterable[Source], reading: Reading, settings: Settings, memory_limit: int | None, solved: bool, kind: str
) -> Iterator[tuple[Source, Drawn | PuzzleError]]:
    """The pictures of puzzles as files of a kind (results.record.PICTURES); none if there is no answer to draw. In
    place of a puzzle that cannot be understood comes the error.

    solved: with its first answer; without one, what a limit leaves is the board as it is written.
    """
    work = many.CallWork(reading, settings, function=partial(_drawn, solved, kind), newest_only=True)
    for came in many.InTurn(memory_limit=memory_limit).apart(work, sources):
        try:
            result, reason = came.last()
            result = result or Drawn()
            yield came.source, result if reason is None else result._replace(reason=reason)
        except PuzzleError as error:
            yield came.source, error


def _drawn(
    solved: bool, kind: str, number: int, source: Source, reading: Reading, settings: Settings
) -> Iterator[Drawn]:
    for puzzle, answers, outcome in _searched(source, reading, settings):
        found = outcome or Outcome()
        answer = lines.own_answer(puzzle) or found.best or next(iter(answers), None)
        content = None if solved and answer is None else _document(puzzle, answer if solved else None, found, kind)
        yield Drawn(puzzle.type.name, content, found.reason if content is None else None)


def _document(puzzle: Puzzle, answer: AnswerSet | None, outcome: Outcome, kind: str) -> str | bytes:
    atoms = answer.atoms if answer is not None else ()
    return results.Drawing(puzzle, lambda: picture.draw(puzzle, atoms, outcome.given)).document(kind)


def entries(
    sources: Iterable[Source], reading: Reading, settings: Settings, memory_limit: int | None = None
) -> Iterator[tuple[Source, Entry | PuzzleError]]:
    """The entries of a sheet, one for each source. The settings' time limit holds for each puzzle, as memory_limit
    (megabytes) does; what it leaves unsolved has a note.

    In place of a puzzle that cannot be understood, or could not be read and drawn within the limits, comes the error.
    """
    work = many.CallWork(reading, settings, function=_entry, newest_only=True)
    for came in many.InTurn(memory_limit=memory_limit).apart(work, sources):
        try:
            entry, reason = came.last()
        except PuzzleError as error:
            yield came.source, error
            continue
        if entry is None:
            assert reason is not None, "the search has an outcome"
            sentence = f"{reason}, and the puzzle was not drawn yet"
            yield came.source, StoppedError(reason, sentence, file=came.source.file)
        else:
            is_named = not entry.type.unique and entry.answer is not None
            yield came.source, entry if reason is None or is_named else entry._replace(note=f"({reason})")


def _entry(number: int, source: Source, reading: Reading, settings: Settings) -> Iterator[Entry]:
    """The puzzle as it is drawn before it is solved, and then with its answer."""
    for puzzle, answers, outcome in _searched(source, reading, settings):
        shown, found = with_rules(puzzle, settings)[0], outcome or Outcome()
        if not reading.given:
            taken = {fact for clue in clues(shown) for fact in clue.facts}
            found = replace(found, given=tuple(atom for atom in found.given if write(atom) not in taken))
        yield lines.sheet_entry(_shown(shown, reading), answers, found)
