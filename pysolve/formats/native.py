"""The native format: YAML with the type, the parts, and what else is known of the puzzle.

A part is a `|` block of lines, a list of lines, or a list of rows that are lists of tokens, which holds every board
as it is. Reading what `write` has written gives the same puzzle. Values of Python (lists, dicts and arrays) become
what such a document holds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, TypeGuard

from .. import catalog
from ..catalog import manifest
from ..model import build as drafts
from ..model import rows
from ..model.build import Draft, build
from ..model.errors import PuzzleError, alternatives, nearest, placed, quote
from ..model.parts import CAPTIONS, SEQUENCE, WORDS, Part
from ..model.puzzle import NOTHING, WORDS_ABOUT, Puzzle, Words, fold_words
from ..model.puzzle_type import PuzzleType, RuleFile, RuleText
from ..model.rows import Line, Rows
from ..model.yaml_text import Text, load_mapping
from ..rules.library import check_strange, looks_like_rules, whole_text
from .source import Context, Reading, Source, is_address

#: Keys besides the parts of the type.
KEYS = (
    "puzzle", "link", *WORDS_ABOUT, "rules.lp", "needs", "options", "board", "symbols", "cosmetics", "answer",
    "verdict",
)  # fmt: skip

#: The keys of rules that a puzzle brings with it; `needs`, which names files, is as earlier versions wrote it.
_OWN_RULES = ("rules.lp", "needs")

VERDICTS = ("unique", "multiple", "none")

_SEPARATOR = re.compile(rb"(?:^|(?<=[\r\n]))---[ \t\v\f]*(?:\r\n|\r|\n|\Z)")
_CONTENT = re.compile(rb"(?:^|(?<=[\r\n]))[^#\s]")

#: How rows are written so that YAML takes them as they are.
_AS_BLOCK = "write '|' behind the colon, and the rows below"

#: Words that YAML takes for something else than texts.
_NO_TEXTS = frozenset({"yes", "no", "on", "off", "true", "false", "null"})


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


# -- Reading


def read(draft: Draft, data: bytes, context: Context) -> PuzzleType:
    """Fills the draft with what the document says; PuzzleError for a key that is unknown or holds something else than
    it should.
    """
    return read_document(draft, load_mapping(context.document(data), draft.file, context.source.line), context)


def read_document(draft: Draft, document: Mapping[str, object], context: Context) -> PuzzleType:
    """The same from what the YAML holds. In rows that are lists of tokens, None is an empty place."""
    type_ = _with_constraints(_type(draft, document, context), document)
    type_ = _with_own_rules(draft, type_, document, context)
    unlisted: PuzzleError | None = None
    for key, value in document.items():
        part = type_.part(key)
        _check_scalars(draft, key, value, part)
        if part is not None:
            try:
                _read_part(draft, part, value, context)
            except PuzzleError as error:
                if error.missing != "words":
                    raise
                error.droppable = (key,)
                unlisted = error.at(line=_line(value))
        elif key not in KEYS and manifest.file_of(type_, key) is None:  # a constraint that is not added says 'no'
            raise _unknown(type_, key).at(line=_line(key, _line(value)))
    options = document.get("options", {})
    if not _is_of_texts(options):
        raise PuzzleError("options: expected lines of the form 'name: value'")
    draft.options |= {name: str(value) for name, value in options.items()}  # no line any more
    for name in WORDS_ABOUT:
        setattr(draft, name, _text(document, name))
    if looks_like_rules(draft.rules):
        sentence = "rules: found rules in ASP, expected words; rules that count stand below 'rules.lp'"
        raise PuzzleError(sentence, line=_line(document["rules"]))
    _read_cosmetics(draft, document.get("cosmetics", {}))
    draft.shape = _text(document, "board")
    draft.symbols, draft.answer, draft.verdict = (
        _text(document, key) or None for key in ("symbols", "answer", "verdict")
    )
    if draft.verdict not in (None, *VERDICTS):
        raise PuzzleError(f"verdict: found {quote(draft.verdict)}, expected {alternatives(list(VERDICTS))}")
    if unlisted is not None:
        from .crosswords import Crossword  # few puzzles need it

        Crossword.take_listed(draft, type_, context, unlisted)
    return type_


def _line(value: object, unknown: int | None = None) -> int | None:
    """The line of the file on which a text begins, where that is known."""
    return getattr(value, "line", unknown)


def _is_of_texts(value: object) -> TypeGuard[dict[str, str]]:
    return isinstance(value, dict) and all(isinstance(each, str) for each in value.values())


def _is_lines(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _text(document: Mapping[str, object], key: str) -> str:
    value = document.get(key, "")
    if not isinstance(value, str):
        raise PuzzleError(f"{key}: expected a text")
    return str(value) if key == "answer" else str(value).strip()


def _type(draft: Draft, document: Mapping[str, object], context: Context) -> PuzzleType:
    """The type, as the document names it, or as its link says; what the link holds goes into the draft."""
    named = document.get("puzzle")
    if named is not None and not isinstance(named, str):
        raise PuzzleError("puzzle: expected the name of a puzzle type")
    if "link" not in document:
        try:
            return context.type(named, _line(named))
        except PuzzleError as error:
            for key, value in document.items():
                if error.missing == "type" and key not in KEYS and isinstance(value, str) and catalog.lookup(value):
                    sentence = f"found the key {quote(key)}, expected 'puzzle', which says the type"
                    raise PuzzleError(sentence, line=_line(value)) from None
            raise
    link = _text(document, "link")
    if not is_address(link):
        raise PuzzleError("link: expected the address of a puzzle, such as https://puzz.link/p?…")
    reading = context.reading._replace(beside=tuple(document))
    try:
        type_ = context.type(named, _line(named))
        reading = reading._replace(type=type_.name, own_types=(*reading.own_types, str(type_.folder.parent)))
    except PuzzleError as error:
        if error.missing != "type":
            raise
    with placed(line=_line(document["link"])):
        type_, linked = context.read_draft(Source.of_address(link), reading)
    for name in ("parts", "lists", "size", "options", "remarks"):
        setattr(draft, name, getattr(linked, name))
    draft.cosmetics |= linked.cosmetics
    return type_


def _with_constraints(type_: PuzzleType, document: Mapping[str, object]) -> PuzzleType:
    """The type with the constraints that the document names. One without cells is named with 'yes', or not: 'no'."""
    if all(type_.part(key) or key in KEYS for key in document):
        return type_
    named = [key for key in document if not type_.part(key) and key not in KEYS and manifest.file_of(type_, key)]
    extended = manifest.with_constraints(type_, named)
    switches = {each.name for each in extended.added if not each.takes_cells}
    for name in switches:
        if document[name] not in ("yes", "no"):
            raise PuzzleError(f"{name}: expected 'yes' or 'no'", line=_line(document[name]))
    return manifest.with_constraints(type_, [name for name in named if document[name] != "no"])


def _with_own_rules(draft: Draft, type_: PuzzleType, document: Mapping[str, object], context: Context) -> PuzzleType:
    """The type with the rules that the puzzle brings with it: a text, or names of files, seen from its own."""
    brought: list[RuleFile] = []
    for key in _OWN_RULES:
        value = document.get(key, "")
        names = _names_of_rules(value)
        if isinstance(value, str) and names is None:
            line = _line(value, context.source.line) or 1
            check_strange(draft.file, value, line)
            if value.strip():
                file = re.sub(r", line \d+\Z", "", draft.file)  # of several puzzles in a file
                brought.append(RuleText(value.rstrip(), file, line, getattr(value, "indent", 0)))
            continue
        if names is None:
            raise PuzzleError(f"{key}: expected rules ('{key}: |', then their lines, indented), or names of files")
        if names and context.reading.confined:
            sentence = f"{key}: found the name of a file, {quote(names[0])}, expected the rules themselves"
            raise PuzzleError(sentence, line=_line(value))
        for path in (context.source.folder / name for name in names):
            if path.is_file():
                brought.append(path)
            elif key == "rules.lp":
                raise PuzzleError(f"{key}: there is no file {quote(str(path))}", line=_line(value))
            else:
                sentence = f"this puzzle needs the rules in {path}, which are not there: it may have other answers"
                draft.note(sentence, _line(value))
    return manifest.with_own_rules(type_, brought)


def _names_of_rules(value: object) -> list[str] | None:
    """The files that hold the rules of a puzzle; None if its own does, or for what is neither."""
    names = value.split() if isinstance(value, str) else value
    if not _is_lines(names) or not all(name.endswith(".lp") for name in names):
        return None
    return [str(name) for name in names] or None


def _unknown(type_: PuzzleType, key: str) -> PuzzleError:
    keys, constraints = [*(part.name for part in type_.parts), *KEYS], manifest.constraint_names(type_)
    if near := nearest(key, [*keys, *constraints]):
        return PuzzleError(f"unknown key {quote(key)}; did you mean {quote(near)}?")
    more = f", and may add the constraints {', '.join(constraints)}" if constraints else ""
    return PuzzleError(f"unknown key {quote(key)}; {type_.a_puzzle} has {', '.join(keys)}{more}")


# -- What YAML makes something else of than it looks like


def _check_scalars(draft: Draft, key: str, value: object, part: Part | None) -> None:
    """PuzzleError for rows that became one, as a '|' is forgotten, or a list, as they begin with '-', and for tokens
    behind a '#', which is a comment. A remark on what else is cut off as a comment.
    """
    if part is None and key not in (*WORDS_ABOUT, "answer", "symbols", "cosmetics"):
        return
    held = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else [value]
    for text in held:
        if not isinstance(text, Text):
            continue
        wrong = _misread(key, text, part, isinstance(value, list))
        if wrong is not None:
            raise PuzzleError(f"{key}: {wrong}", line=text.line)
        if text.comment:
            draft.note(f"{key}: what follows ' #' is a comment: {quote(text.comment)}", text.line)


def _misread(key: str, text: Text, part: Part | None, is_item: bool) -> str | None:
    """What is wrong with a scalar that its author probably meant otherwise. is_item: it is one of a list."""
    if text.is_joined and key not in WORDS_ABOUT:
        return (
            f"YAML makes one line of these, {quote(text)}; if they are several, {_AS_BLOCK}; if they are one, write it "
            "on one line"
        )
    if is_item and part is not None and part.shape.is_layer and "-" in text.split():
        return (
            f"a '-' at the beginning of a line makes a list in YAML, here with the item {quote(text)}; if it is an "
            f"empty cell, {_AS_BLOCK}; if it is none, write '.' for those that are empty"
        )
    if text.comment and (key == "answer" or (part is not None and _may_be_tokens(part, text.comment))):
        return (
            f"{quote(text.comment)} is a comment in YAML; if it belongs to the rows, {_AS_BLOCK}; if not, put it on a "
            "line of its own above"
        )
    return None


def _may_be_tokens(part: Part, comment: str) -> bool:
    """Whether what YAML takes for a comment looks like tokens of a part, blanks among them."""
    known = {*rows.BLANKS, *part.tokens}
    return all(token in known or token.isdecimal() for token in comment.split()) or "any" in known


# -- Parts


def _read_part(draft: Draft, part: Part, value: object, context: Context) -> None:
    if part.shape is WORDS:
        draft.lists[part.name] = _words(draft, part.name, value, context)
        return
    found = draft.parts[part.name] = _rows(part, value)
    if part.shape.is_lists and isinstance(value, str) and [] in found.tokens:
        sentence = f"{part.name}: a blank line counts as one of its lines, without anything in it"
        draft.note(sentence, found.line(found.tokens.index([])))


def named_word_list(value: object) -> str | None:
    """The file of words that a part names; None if it holds the words themselves."""
    return value.strip() if isinstance(value, str) and "\n" not in value.strip() else None


def _words(draft: Draft, key: str, value: object, context: Context) -> Words:
    file = named_word_list(value)
    if file is not None:
        return context.words(file, draft.remarks)
    lines = value.split("\n") if isinstance(value, str) else value
    if not _is_lines(lines):
        raise PuzzleError(f"{key}: expected words, one per line")
    words = fold_words(lines, _line(value) or _line(next(iter(lines), None)) or 1)
    draft.remarks += words.remarks(draft.file)
    return words


def _rows(part: Part, value: object) -> Rows:
    """The tokens of a part: of a block, of a list of lines, or of a list of lists, which is taken as it is."""
    if part.shape is CAPTIONS and _is_of_texts(value):
        return Rows([[name, str(text)] for name, text in value.items()], [_line(text) or 1 for text in value.values()])
    if isinstance(value, str):
        return _block_rows(part, value)
    if isinstance(value, list) and value and all(isinstance(row, list) for row in value):
        return _listed(part, value)
    if _is_lines(value):
        lines = [(_line(item) or 1, str(item)) for item in value]
        _check_not_a_row(part, lines)
        return part.shape.of_lines(part, lines)
    raise PuzzleError(f"{part.name}: expected a block of text ('{part.name}: |', then the lines, indented)")


def _block_rows(part: Part, text: str) -> Rows:
    """The tokens of a block; 'grid: 53..7…' may be a whole board."""
    lines = rows.lines_of(text, _line(text) or 1)
    on_a_line = "symbol" in part.tokens and "\n" not in text and lines
    return (rows.square(lines[0]) if on_a_line else None) or part.shape.of_lines(part, lines)


def _check_not_a_row(part: Part, lines: Sequence[Line]) -> None:
    """PuzzleError for a list of cells on one line: rows, or one of them."""
    alone = len({number for number, _ in lines}) == max((len(text) for _, text in lines), default=0) == 1
    if part.shape.is_layer and len(lines) > 1 and alone:
        raise PuzzleError(
            f"{part.name}: found a list of {len(lines)} cells on one line; write [[…]] if they are a row, and each "
            "on a line of its own if they are rows",
            line=lines[0][0],
        )


def _listed(part: Part, value: list[list[object]]) -> Rows:
    tokens: list[list[str]] = []
    for number, row in enumerate(value, 1):
        filled = [part.blank if token is None else token for token in row]
        for token in filled:
            if not isinstance(token, str) or len(token.split()) != 1:
                raise PuzzleError(f"{part.name}: expected a token without blanks for each cell", row=number)
        tokens.append([str(token) for token in filled])
    lines = [_line(row[0]) or 1 if row else 1 for row in value]
    if part.shape.in_one_row:
        return Rows([[token for row in tokens for token in row]], lines[:1])
    return Rows(tokens, lines)


def _read_cosmetics(draft: Draft, value: Any) -> None:
    """Colours, notes and walls of the picture: a block of lines each."""
    if not _is_of_texts(value):
        raise PuzzleError("cosmetics: expected 'colours', 'notes' and 'walls', each a block of lines")
    for key, text in value.items():
        if key not in NOTHING.lines():
            raise PuzzleError(f"cosmetics: found {quote(key)}, expected {alternatives(list(NOTHING.lines()))}")
        draft.cosmetics[key] = rows.filled(rows.lines_of(text, _line(text) or 1))


# -- Values of Python

#: What messages call a puzzle made of them.
_NAME = "puzzle"


def read_values(reading: Reading, values: Mapping[str, Any]) -> Puzzle:
    """The puzzle of the reading's type with these parts, options and words about it, by their names in the native form.

    A part is a text, a list of lines, rows of values or an array of them (None is an empty cell), or a dict from (row,
    column) to values. PuzzleError if it does not fit the type.
    """
    said = {name: value for name, value in values.items() if value is not None}
    size = said.pop("size", None)
    if size is not None and not _is_pair(size):
        raise PuzzleError(f"size: found {size!r}, expected (rows, columns)", file=_NAME)
    document = {name: _plain(name, value, size) for name, value in said.items()}
    draft = Draft(_NAME, name=_NAME)
    with placed(file=_NAME):
        return build(read_document(draft, document, Context(Source(_NAME, _NAME), reading)), draft)


def _plain(name: str, value: Any, size: Any) -> Any:
    """A value as a document has it: a text, a mapping of texts, a list of lines, or rows of tokens."""
    if hasattr(value, "tolist"):  # an array of numpy, or a series of pandas
        value = value.tolist()
    if isinstance(value, Mapping):
        if value and all(isinstance(key, tuple) for key in value):
            return _rows_of_cells(name, value, size)
        return {str(key): text if isinstance(text, Mapping) else str(text) for key, text in value.items()}
    return _plain_rows(name, value) if _is_list(value) else str(value)


def _plain_rows(name: str, value: Sequence[Any]) -> list[Any]:
    if all(isinstance(item, str) for item in value):
        return list(value)
    of_rows = value if any(map(_is_list, value)) else [value]
    if not all(map(_is_list, of_rows)):
        raise PuzzleError(f"{name}: expected a list of values for each row", file=_NAME)
    return [[_token(token) for token in row] for row in of_rows]


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _is_pair(value: Any) -> bool:
    return _is_list(value) and len(value) == 2 and all(type(number) is int and number > 0 for number in value)


def _rows_of_cells(name: str, cells: Mapping[Any, Any], size: Any) -> list[list[str | None]]:
    for cell in cells:
        if not _is_pair(cell):
            raise PuzzleError(f"{name}: found the cell {cell!r}, expected (row, column), from 1", file=_NAME)
    height, width = size or (max(row for row, _ in cells), max(column for _, column in cells))
    for row, column in cells:
        if row > height or column > width:
            sentence = f"{name}: found a cell outside of {height} rows and {width} columns"
            raise PuzzleError(sentence, file=_NAME, row=row, column=column)
    return [[_token(cells.get((row, column))) for column in range(1, width + 1)] for row in range(1, height + 1)]


def _token(value: Any) -> str | None:
    """A value as a token; None for an empty cell. Tables have 5.0 for 5, and nan for nothing."""
    if value is None or value != value or value == "":
        return None
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


# -- Writing


def write(puzzle: Puzzle) -> bytes:
    """The puzzle as YAML."""
    return yaml_of(puzzle).encode()


def yaml_of(puzzle: Puzzle, comments: str = "", words: str | None = None) -> str:
    """The puzzle as YAML. comments: lines to stand above it. words: the file to name in place of a list of words."""
    lines = [f"# {line}".rstrip() for line in comments.splitlines()]
    for key, value in contents(puzzle):
        if isinstance(value, Part):
            lines += _part_lines(puzzle, value, words)
        elif key == "options":
            lines.append(f"options: {{{', '.join(f'{name}: {text}' for name, text in value.items())}}}")
        elif isinstance(value, dict):
            lines.append(f"{key}:")
            lines += (f"  {line}" for name, text in value.items() for line in _block(name, text.split("\n")))
        elif key in ("answer", "rules.lp") or "\n" in value:
            lines += _block(key, value.strip("\n").split("\n"))
        else:
            lines.append(f"{key}: {_quoted(value) if key in (*WORDS_ABOUT, 'symbols') else value}")
    return "\n".join(lines) + "\n"


def contents(puzzle: Puzzle) -> Iterator[tuple[str, Any]]:
    """What a document says of a puzzle, in its order: keys with texts, with texts by their names (options and
    cosmetics), and with parts.
    """
    board = "" if puzzle.board.in_columns else puzzle.board.shape.name
    said = {"puzzle": puzzle.type.name} | {name: getattr(puzzle, name) for name in (*WORDS_ABOUT, "options")}
    said |= {"board": board, "symbols": drafts.symbols(puzzle)}
    said |= {part.name: part for part in puzzle.type.parts if _is_written(puzzle, part)}
    said |= {each.name: "yes" for each in puzzle.type.added if not each.takes_cells and not each.is_own}
    said["rules.lp"] = own_rules(puzzle.type)
    said["cosmetics"] = {key: "\n".join(lines) for key, lines in puzzle.cosmetics.lines().items() if lines}
    said |= {"answer": puzzle.answer, "verdict": puzzle.verdict}
    return ((key, value) for key, value in said.items() if value)


def own_rules(type_: PuzzleType) -> str:
    """The rules that a puzzle brings with it, as one text; PuzzleError if a file of them cannot be read."""
    return "\n\n".join(whole_text(each.rules_file).strip("\n").expandtabs(4) for each in type_.own_rules)


def _is_written(puzzle: Puzzle, part: Part) -> bool:
    """Whether a part is there, or has to be."""
    if part.shape is WORDS:
        return part.name in puzzle.lists
    return part.name in puzzle.tokens or not (part.optional or part.is_ignored)


def _part_lines(puzzle: Puzzle, part: Part, words: str | None) -> Iterator[str]:
    if part.shape is WORDS:
        listed = puzzle.lists[part.name].lines()
        if name := words or puzzle.lists[part.name].name:
            yield f"{part.name}: {_quoted(name)}"
        elif len(listed) > 1:
            yield from _block(part.name, listed)
        else:  # a block of one line would be a file's name
            yield f"{part.name}: [{', '.join(map(_quoted, listed))}]"
        return
    tokens = drafts.rows(puzzle, part)
    if part.shape is CAPTIONS:
        yield f"{part.name}:"
        yield from (f"  {name}: {_quoted(text)}" for name, text in tokens)
    elif not part.shape.fits_lines(tokens):
        listed = [f"[{', '.join(map(_quoted_token, row))}]" for row in tokens]
        yield f"{part.name}: [{', '.join(listed)}]"
    elif part.shape is SEQUENCE:
        yield f"{part.name}: {_quoted(' '.join(tokens[0]))}"
    else:
        yield from _block(part.name, part.shape.to_lines(puzzle.board, tokens))


def _block(key: str, lines: Iterable[str]) -> Iterator[str]:
    """Lines as a block, or in quotes where characters stand in them that a block cannot hold. YAML takes the
    indentation of the first line that says something for that of all, unless `|2` says otherwise.
    """
    lines = list(lines)
    if all(line.isprintable() for line in lines):
        first = next(filter(str.strip, lines), "")
        yield f"{key}: |2" if first.startswith(" ") else f"{key}: |"
        yield from (f"  {line}" for line in lines)
    else:
        yield f"{key}: {_in_quotes(chr(10).join(lines))}"


def _quoted(text: str) -> str:
    """The text as a YAML scalar on one line."""
    if re.fullmatch(r"[A-Za-z](?:[\w ,.'-]*[\w.])?", text, re.ASCII) and text.lower() not in _NO_TEXTS:
        return text
    return _in_quotes(text)


def _quoted_token(token: str) -> str:
    return token if re.fullmatch(r"0|[1-9]\d*", token, re.ASCII) else _quoted(token)


def _in_quotes(text: str) -> str:
    import yaml

    return yaml.safe_dump(text, default_style='"', allow_unicode=True, width=2**31).rstrip("\n")
