"""Reading puzzles: from a path to sources, from a source to a puzzle.

Which format a text has is seen from the text itself; there is one module a format:

    native   YAML with `puzzle:` and the parts as blocks
    plain    a line with rows and columns, then the parts; or just the rows of a board
    problem  JSON lines with `id`, `problem` (plain text) and, if known, `puzzle`
    cells    a JSON list of {"row", "col", "val"}
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from .. import catalog
from ..catalog import PuzzleType
from ..errors import PuzzleError, alternatives, quote
from ..puzzle import Block, Draft, Puzzle, build
from ..yaml_text import Text, load_mapping

STANDARD_INPUT = "-"

#: A longer line is no puzzle; reading it would only take long.
LONGEST_LINE = 200_000

#: What a folder's files are called if they are puzzles.
SUFFIXES = frozenset({".yaml", ".yml", ".txt", ".json", ".jsonl", ""})


@dataclass(frozen=True)
class Reading:
    """How to read: the type if the user named it, folders of own types, a board and words from other files.

    confined: the text comes from a stranger: lists of words that it names are those that come with pysolve, no others.
    """

    type: str | None = None
    own_types: tuple[str, ...] = ()
    board: str | None = None
    words: str | None = None
    confined: bool = False


@dataclass(frozen=True)
class Source:
    """One puzzle that has been found but not yet understood.

    name: what reports call it. file: what messages call it. folder: what file names in it are relative to.
    format: native, plain, problem or cells. problem: why it cannot even be looked at, if so.
    """

    name: str
    file: str
    text: str = ""
    folder: str = "."
    format: str = "plain"
    problem: PuzzleError | None = field(default=None, compare=False)


def sources(inputs: Sequence[str]) -> Iterator[Source]:
    """The puzzles in files, in folders (searched through) and on standard input ('-'), in order."""
    for given in inputs:
        path = Path(given)
        if given != STANDARD_INPUT and path.is_dir():
            found = sorted(
                file for file in path.rglob("*")
                if file.is_file() and file.suffix.lower() in SUFFIXES
                and not any(part.startswith(".") for part in file.relative_to(path).parts)
            )  # fmt: skip
            if not found:
                problem_ = PuzzleError("the folder holds no puzzles (.yaml, .txt, .json, .jsonl)", file=given)
                yield Source(given, given, problem=problem_)
            for file in found:
                yield from _in_file(str(file))
        else:
            yield from _in_file(given)


def _in_file(given: str) -> Iterator[Source]:
    file = "standard input" if given == STANDARD_INPUT else given
    name = "-" if given == STANDARD_INPUT else Path(given).name.removesuffix(Path(given).suffix)
    try:
        text = read_text_file(given)
    except PuzzleError as error:
        yield Source(name, file, problem=error)
        return
    folder = str(Path(given).parent) if given != STANDARD_INPUT else "."
    format_ = recognize(text)
    if format_ == "problem":
        from . import problem

        for id_, line, number in problem.lines(text):
            shown = f"{file}, line {number}" + (f" ({id_})" if id_ else "")
            yield Source(id_ or f"{name}-{number}", shown, line, folder, "problem")
    else:
        yield Source(name, file, text, folder, format_)


def read_text_file(given: str) -> str:
    """The text of a file or of standard input, with plain line ends; PuzzleError if it is none."""
    file = "standard input" if given == STANDARD_INPUT else given
    try:
        data = sys.stdin.buffer.read() if given == STANDARD_INPUT else Path(given).read_bytes()
    except IsADirectoryError:
        raise PuzzleError("this is a folder, expected a file", file=file) from None
    except OSError as error:
        raise PuzzleError(f"the file cannot be read: {(error.strerror or str(error)).lower()}", file=file) from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise PuzzleError("found bytes that are no text, expected UTF-8", file=file, line=line) from None
    control = re.search(r"[\x00-\x08\x0e-\x1f]", text)
    if control:
        line = text.count("\n", 0, control.start()) + 1
        raise PuzzleError("found binary data, expected text", file=file, line=line)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if not text.strip():
        raise PuzzleError("the file is empty, expected a puzzle", file=file)
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            sentence = f"the line has {len(line):,} characters, expected at most {LONGEST_LINE:,}"
            raise PuzzleError(sentence, file=file, line=number)
    return text


def recognize(text: str) -> str:
    """The format of a text, seen from its content."""
    start = text.lstrip()[:1]
    if start == "{":
        return "problem"
    if start == "[":
        return "cells"
    return "native" if re.search(r"^[A-Za-z][\w-]*:(\s|$)", text, re.MULTILINE) else "plain"


def read(source: Source, reading: Reading = Reading()) -> Puzzle:
    """The puzzle in a source; PuzzleError, with the place, if it cannot be understood."""
    if source.problem is not None:
        raise source.problem
    try:
        return _read(source, reading)
    except PuzzleError as error:
        raise error.at(file=source.file) from None


def _read(source: Source, reading: Reading) -> Puzzle:
    type_, draft = _draft(source, reading)
    if reading.board is not None and source.format != "cells":
        raise PuzzleError("--board goes with a JSON list of cells; this puzzle brings its own board")
    if reading.words is not None:
        part = type_.list_part
        if part is None:
            raise PuzzleError(f"--words: a {type_.title} puzzle takes no words")
        draft.parts[part.name] = word_file(reading.words)
    return build(type_, draft)


def _draft(source: Source, reading: Reading) -> tuple[PuzzleType, Draft]:
    draft = Draft(source.file, name=source.name)
    if source.format == "native":  # each reader is imported where it is needed: most commands need one
        from . import native

        data = load_mapping(source.text, source.file)
        type_ = _type(source, reading, data.get("puzzle"))
        words = native.fill(draft, data, type_)
        for part, name in words.items():
            own = shelved_words(name) if reading.confined else Path(source.folder) / name
            draft.parts[part] = word_file(str(own), name if reading.confined else None)
        return type_, draft
    if source.format == "problem":
        from . import plain, problem

        record = problem.record(source.text)
        type_ = _type(source, reading, record.puzzle)
        plain.fill(draft, Block(record.problem.split("\n")), type_)
        draft.answer = record.solution
        return type_, draft
    type_ = _type(source, reading, None)
    if source.format == "cells":
        from . import cells

        cells.fill(draft, source.text, type_, _board(reading, type_))
    else:
        from . import plain

        plain.fill(draft, Block(source.text.split("\n")), type_)
    return type_, draft


def shelved_words(name: str) -> Path:
    """The list of this name that comes with pysolve; PuzzleError if there is none."""
    found = sorted((catalog.library().parent / "instances").glob("*/*.words"))
    for file in found:
        if file.name == name:
            return file
    known = alternatives([file.name for file in found])
    raise PuzzleError(f"there is no list of words {quote(name)} here; known is {known}, or write the words themselves")


def word_file(path: str, name: str | None = None) -> Block:
    """The lines of a list of words; PuzzleError if it cannot be read. name: what messages call the file."""
    try:
        return Block(read_text_file(path).split("\n"), file=name or path)
    except PuzzleError as error:
        error.sentence = f"{error.sentence} (a list of words)".replace("expected a puzzle", "expected words")
        raise


def _board(reading: Reading, type_: PuzzleType) -> Draft | None:
    if reading.board is None:
        return None
    found = list(sources([reading.board]))
    if len(found) != 1:
        raise PuzzleError(f"--board: found {len(found)} puzzles in the file, expected one", file=reading.board)
    if found[0].problem is not None:
        raise found[0].problem
    return _draft(found[0], replace(reading, type=type_.name, board=None))[1]


def _type(source: Source, reading: Reading, named: object) -> PuzzleType:
    """The type: as the user named it, else as the text says, else after the file's or the folder's name.

    A type whose folder the file lies in needs no --types.
    """
    beside = Path(source.folder)
    if not reading.confined and (beside / "manifest.yaml").is_file():
        reading = replace(reading, own_types=(*reading.own_types, str(beside.resolve().parent)))
    if reading.type is not None:
        return catalog.find(reading.type, reading.own_types)
    if named is not None:
        if not isinstance(named, str):
            raise PuzzleError("puzzle: expected the name of a puzzle type")
        try:
            return catalog.find(named, reading.own_types)
        except PuzzleError as error:
            raise error.at(line=named.line if isinstance(named, Text) else None) from None
    candidates = [] if reading.confined else _names_in(source)
    for direct in (True, False):
        for name in candidates:
            found = catalog.lookup(name, reading.own_types, aliases=not direct)
            if found is not None:
                return found
    raise PuzzleError(
        "the text does not say what type of puzzle it is: name it with --type ('pysolve types' lists all)"
    )


def _names_in(source: Source) -> list[str]:
    """What the names of file and folder may say about the type: 'two-words-3.txt' says 'twowords', 'two'."""
    if source.file == "standard input":
        return []
    file = Path(re.sub(r", line \d+( \(.*\))?$", "", source.file))
    words = [word for word in re.split(r"[\W_\d]+", file.name) if word]
    named = ["".join(words[:count]) for count in range(len(words), 0, -1)]
    return [*named, file.resolve().parent.name]


def read_inputs(inputs: Sequence[str], reading: Reading = Reading()) -> Iterator[Puzzle]:
    """The puzzles in files and folders, read one after the other; PuzzleError at the first that is wrong."""
    for source in sources(inputs):
        yield read(source, reading)


def read_text(text: str, type: str | None = None, file: str = "text", **reading: str | None) -> Puzzle:
    """The puzzle in a text of any format (for JSON lines: a text of one line)."""
    source = Source(file, file, text, ".", recognize(text))
    return read(source, replace(Reading(type=type), **reading))  # type: ignore[arg-type]
