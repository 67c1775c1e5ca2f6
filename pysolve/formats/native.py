"""The native format: YAML with the type, the parts, and what else is known of the puzzle.

A part is a `|` block of lines, a list of lines, or a list of rows that are lists of tokens, which holds every board
as it is. Reading what `write` has written gives the same puzzle.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import chain

from ..model import rows
from ..model.build import Draft
from ..model.errors import PuzzleError, Remark, alternatives, quote
from ..model.parts import WORDS, Part
from ..model.puzzle import NOTHING, WORDS_ABOUT, Puzzle
from ..model.puzzle_type import PuzzleType
from ..model.rows import Rows
from ..model.yaml_text import Text, load_mapping
from .source import Context, Source, is_address

#: Keys besides the parts of the type.
KEYS = ("puzzle", "link", *WORDS_ABOUT, "needs", "options", "board", "symbols", "cosmetics", "answer", "verdict")

_SEPARATOR = re.compile(rb"(?:^|(?<=[\r\n]))---[ \t\v\f]*(?:\r\n|\r|\n|\Z)")
_CONTENT = re.compile(rb"(?:^|(?<=[\r\n]))[^#\s]")

VERDICTS = ("unique", "multiple", "none")


def sniff(data: bytes) -> bool:
    """Whether a line begins with a key and a colon."""
    return re.search(rb"(^|[\r\n]|^\xef\xbb\xbf)[A-Za-z][\w-]*:(\s|$)", data) is not None


def split(data: bytes) -> Iterator[tuple[str, bytes, int]]:
    """The documents of a file that `---` parts, with the lines on which they begin."""
    data = data.removeprefix(b"\xef\xbb\xbf")
    start = line = 0
    for separator in chain(_SEPARATOR.finditer(data), [None]):
        end = len(data) if separator is None else separator.start()
        if _CONTENT.search(data, start, end):
            yield "", data[start:end], line + 1
        if separator is not None:
            ends = (data.count(each, start, separator.end()) for each in (b"\n", b"\r", b"\r\n"))
            line += next(ends) + next(ends) - next(ends)
            start = separator.end()


def read(draft: Draft, data: bytes, context: Context) -> PuzzleType:
    """Fills the draft with what the document says; PuzzleError for a key that is unknown or holds something else than
    it should.
    """
    return read_document(draft, load_mapping(context.document(data), draft.file, context.source.line), context)


def read_document(draft: Draft, document: Mapping[str, object], context: Context) -> PuzzleType:
    """The same from what the YAML holds. In rows that are lists of tokens, None is an empty place."""
    named = document.get("puzzle")
    if named is not None and not isinstance(named, str):
        raise PuzzleError("puzzle: expected the name of a puzzle type")
    if "link" in document:
        type_ = _read_link(draft, _text(document, "link"), getattr(document["link"], "line", None), named, context)
    else:
        type_ = context.type(named, getattr(named, "line", None))
    type_ = _with_constraints(type_, document)
    for key, value in document.items():
        part = type_.part(key)
        _check_scalars(draft, key, value, part)
        if part is not None and part.shape is WORDS:
            _read_words(draft, key, value, context)
        elif part is not None:
            draft.parts[key] = _part(part, value)
            if part.shape.is_lists and isinstance(value, str) and not all(draft.parts[key].tokens):
                line = draft.parts[key].line(draft.parts[key].tokens.index([]))
                sentence = f"{key}: a blank line counts as one of its lines, without anything in it"
                draft.remarks.append(Remark(sentence, draft.file, line))
        elif key not in KEYS and not _is_switch(type_, key):
            raise _unknown(type_, key)
    draft.options |= _options(document.get("options", {}))
    for name in WORDS_ABOUT:
        setattr(draft, name, _text(document, name))
    if needs := _text(document, "needs"):
        draft.needs = needs
        sentence = f"this puzzle was made with -r {needs}: by the rules of its type alone it may have other answers"
        draft.remarks.append(Remark(sentence, draft.file, getattr(document["needs"], "line", None)))
    _read_cosmetics(draft, document.get("cosmetics", {}))
    draft.shape = _text(document, "board")
    draft.symbols = _text(document, "symbols") or None
    draft.answer = _text(document, "answer") or None
    verdict = _text(document, "verdict")
    if verdict and verdict not in VERDICTS:
        raise PuzzleError(f"verdict: found {quote(verdict)}, expected {alternatives(list(VERDICTS))}")
    draft.verdict = verdict or None
    return type_


def write(puzzle: Puzzle) -> bytes:
    """The puzzle as YAML."""
    from .native_writer import write

    return write(puzzle).encode()


def _read_link(draft: Draft, link: str, line: int | None, named: str | None, context: Context) -> PuzzleType:
    """Fills the draft with what a link holds, which other keys may change or add to; the type is the link's, unless the
    document names one, or lies with one.
    """
    if not is_address(link):
        raise PuzzleError("link: expected the address of a puzzle, such as https://puzz.link/p?…")
    reading = context.reading
    try:
        type_ = context.type(named, getattr(named, "line", None))
        reading = reading._replace(type=type_.name, own_types=(*reading.own_types, str(type_.folder.parent)))
    except PuzzleError as error:
        if error.missing != "type":
            raise
    try:
        type_, linked = context.read_draft(Source.of_address(link), reading)
    except PuzzleError as error:
        raise error.at(line=line) from None
    for name in ("parts", "lists", "size", "options", "remarks"):
        setattr(draft, name, getattr(linked, name))
    draft.cosmetics |= linked.cosmetics
    return type_


def _with_constraints(type_: PuzzleType, document: Mapping[str, object]) -> PuzzleType:
    """The type with the constraints that the document names. One without cells is named with 'yes', or not: 'no'."""
    if type_.offered is None or all(type_.part(key) or key in KEYS for key in document):
        return type_
    from ..catalog import constraints  # few puzzles add any

    named = [key for key in document if not type_.part(key) and key not in KEYS and constraints.file_of(type_, key)]
    extended = constraints.with_constraints(type_, named)
    switches = {each.name for each in extended.added if not each.takes_cells}
    for name in switches:
        if document[name] not in ("yes", "no"):
            raise PuzzleError(f"{name}: expected 'yes' or 'no'", line=getattr(document[name], "line", None))
    return constraints.with_constraints(type_, [name for name in named if document[name] != "no"])


def _check_scalars(draft: Draft, key: str, value: object, part: Part | None) -> None:
    """PuzzleError for what YAML makes something else of than it looks like: rows that become one, as a '|' is
    forgotten, or a list, as they begin with '-', and tokens behind a '#', which is a comment. A remark on what else is
    cut off as a comment.
    """
    if part is None and key not in (*WORDS_ABOUT, "answer", "symbols", "cosmetics"):
        return
    held = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else [value]
    for text in held:
        if not isinstance(text, Text):
            continue
        comment, line = quote(text.comment), text.line
        written = "write '|' behind the colon, and the rows below"
        if text.is_joined and key not in WORDS_ABOUT:
            raise PuzzleError(f"{key}: YAML makes one line of these, {quote(text)}; if they are several, {written}; "
                              "if they are one, write it on one line", line=line)  # fmt: skip
        if isinstance(value, list) and part is not None and part.shape.is_layer and "-" in text.split():
            raise PuzzleError(f"{key}: a '-' at the beginning of a line makes a list in YAML, here with the item "
                              f"{quote(text)}; if it is an empty cell, {written}; if it is none, write '.' for those "
                              "that are empty", line=line)  # fmt: skip
        if text.comment and (key == "answer" or (part is not None and _may_be_tokens(part, text.comment))):
            raise PuzzleError(f"{key}: {comment} is a comment in YAML; if it belongs to the rows, {written}; if not, "
                              "put it on a line of its own above", line=line)  # fmt: skip
        if text.comment:
            draft.remarks.append(Remark(f"{key}: what follows ' #' is a comment: {comment}", draft.file, line))


def _may_be_tokens(part: Part, comment: str) -> bool:
    """Whether what YAML takes for a comment looks like tokens of a part, blanks among them."""
    known = {*rows.BLANKS, *part.tokens}
    return all(token in known or token.isdecimal() for token in comment.split()) or "any" in known


def _is_switch(type_: PuzzleType, key: str) -> bool:
    """Whether the key names a constraint that is about the whole board (one that is not added says 'no')."""
    from ..catalog import constraints

    return constraints.file_of(type_, key) is not None


def _unknown(type_: PuzzleType, key: str) -> PuzzleError:
    from ..catalog import constraints

    known = ", ".join([*(part.name for part in type_.parts), *KEYS])
    more = f", and may add the constraints {', '.join(names)}" if (names := constraints.names(type_)) else ""
    return PuzzleError(f"unknown key {quote(key)}; {type_.a_puzzle} has {known}{more}")


def named_word_list(value: object) -> str | None:
    """The file of words that a part names; None if it holds the words themselves."""
    return value.strip() if isinstance(value, str) and "\n" not in value.strip() else None


def _read_words(draft: Draft, key: str, value: object, context: Context) -> None:
    file = named_word_list(value)
    if file is not None:
        draft.lists[key] = context.words(file, draft.remarks)
        return
    from ..model.puzzle import fold_words  # most types have no words

    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        words = fold_words(value, value[0].line if value else 1)
    elif isinstance(value, str):
        words = fold_words(value.split("\n"), getattr(value, "line", 1))
    else:
        raise PuzzleError(f"{key}: expected words, one per line")
    draft.lists[key] = words
    draft.remarks += words.remarks(draft.file)


def _part(part: Part, value: object) -> Rows:
    """The tokens of a part: of a block, of a list of lines, or of a list of lists, which is taken as it is."""
    if isinstance(value, list) and value and all(isinstance(row, list) for row in value):
        return _listed(part, value)
    if isinstance(value, str):
        lines = rows.lines_of(value, getattr(value, "line", 1))
        square = rows.square(lines[0]) if "symbol" in part.tokens and "\n" not in value and lines else None
        if square is not None:  # 'grid: 53..7…': no block of lines, but a whole board on a line
            return square
    elif isinstance(value, list) and all(isinstance(item, str) for item in value):
        lines = [(getattr(item, "line", 1), str(item)) for item in value]
        if part.shape.is_layer and len(lines) > 1 and len({line for line, _ in lines}) == max(map(len, value)) == 1:
            raise PuzzleError(f"{part.name}: found a list of {len(lines)} cells on one line; write [[…]] if they are a "
                              "row, and each on a line of its own if they are rows", line=lines[0][0])  # fmt: skip
    else:
        raise PuzzleError(f"{part.name}: expected a block of text ('{part.name}: |', then the lines, indented)")
    return part.shape.of_lines(part, lines)


def _listed(part: Part, value: list[list[object]]) -> Rows:
    tokens: list[list[str]] = []
    for number, row in enumerate(value, 1):
        filled = [part.blank if token is None else token for token in row]
        for token in filled:
            if not isinstance(token, str) or len(token.split()) != 1:
                raise PuzzleError(f"{part.name}: expected a token without blanks for each cell", row=number)
        tokens.append([str(token) for token in filled])
    lines = [getattr(row[0], "line", 1) if row else 1 for row in value]
    if part.shape.in_one_row:
        return Rows([[token for row in tokens for token in row]], lines[:1])
    return Rows(tokens, lines)


def _text(data: Mapping[str, object], key: str) -> str:
    value = data.get(key, "")
    if not isinstance(value, str):
        raise PuzzleError(f"{key}: expected a text")
    return str(value) if key == "answer" else str(value).strip()


def _read_cosmetics(draft: Draft, value: object) -> None:
    """Colours, notes and walls of the picture: a block of lines each."""
    if not isinstance(value, dict) or not all(isinstance(each, str) for each in value.values()):
        raise PuzzleError("cosmetics: expected 'colours', 'notes' and 'walls', each a block of lines")
    for key, text in value.items():
        if key not in NOTHING.lines():
            raise PuzzleError(f"cosmetics: found {quote(key)}, expected {alternatives(list(NOTHING.lines()))}")
        draft.cosmetics[key] = rows.filled(rows.lines_of(text, getattr(text, "line", 1)))


def _options(value: object) -> dict[str, str]:
    if not isinstance(value, dict) or not all(isinstance(each, str) for each in value.values()):
        raise PuzzleError("options: expected lines of the form 'name: value'")
    return {name: str(each) for name, each in value.items()}
