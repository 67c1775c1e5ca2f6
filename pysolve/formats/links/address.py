"""Links of puzz.link and pzv.jp: genre, size and board in one line, which the manifest's key `puzzlink` describes; and
those of Kudamono, whose genre has the key `kudamono`.

    https://puzz.link/p?slither/5/5/cbcbcddad
    https://pedros.works/kudamono/player?W=4x3&L=(4)2x4&G=hidoku

A link is only decoded; nothing is ever fetched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from urllib.parse import unquote

from ... import catalog
from ...model.board import check_size
from ...model.build import Draft
from ...model.errors import PuzzleError, nearest, quote
from ...model.formats import FormatKey
from ...model.puzzle import OnlyAnswer, Puzzle, no_answer
from ...model.puzzle_type import PuzzleType
from ...model.tables import table
from ..addresses import unread
from ..penpa import puzzle as penpa
from ..source import Context, is_address
from ..sudoku import sudokupad
from .board import link_of, read_board, write_link
from .codecs import Cursor
from .genre import Genre, GenreOfType, find_genre, first_written, genre_of, genres, genres_named

#: What links that are written begin with.
SITE = "https://puzz.link/p?"

#: Bytes of a link: the largest board has fewer.
LONGEST_LINK = 2**23

#: Also of an editor or a player of puzz.link (`p?type=editor&…`, `NAME_edit/…`), and as kanpen.net has them.
_LINK = (
    r"\s*(?P<site>(?:https?://)?(?:[\w.-]*kanpen\.net/|[\w.:-]*(?:/[\w./~-]*)?\?(?:\w+=\w+&)*))?"
    r"(?:(?P<variant>v:\w+)/)?(?P<name>[a-z][a-z0-9_-]*?)(?:_edit|_play|\.html\?pzpr=)?"
    r"/(?P<flags>(?:[a-z:]*/)*)(?P<columns>\d{1,6})/(?P<rows>\d{1,6})(?P<body>/\S*)?\s*"
)

#: What other sites add to addresses, to count who comes from there.
_COUNTED = r"[?&](?:utm_\w+|fbclid|gclid|igshid|ref|si)=[^\s&#]*"


def sniff(data: bytes) -> bool:
    """Whether the first line is a link, or looks as if it were to be one."""
    line = data[: LONGEST_LINK + 1].lstrip().partition(b"\n")[0]
    return b"/" in line[:400] and (is_address(line.decode("latin-1")) or _link(line.decode("latin-1")) is not None)


def _without_tail(text: str) -> str:
    """An address without what is no part of the board behind it: a place of the page, and what other sites add."""
    text = text.rstrip()
    end = text.find("#", len(text) - len((text.split(None) or [""])[-1]))
    text = text if end < 0 else text[:end]
    while re.fullmatch(_COUNTED, text[(end := max(text.rfind("?"), text.rfind("&"), 0)) :], re.ASCII):
        text = text[:end]
    return text


def _link(text: str) -> re.Match[str] | None:
    """A link, also one whose slashes are percent-encoded; of one with slashes, '%' stands for itself in the body."""
    if "%2f" in text.lower() and "/" not in (text.partition("?")[2] or text):
        text = unquote(text)
    return re.fullmatch(_LINK, _without_tail(text), re.ASCII)  # compiled when there may be a link, as there seldom is


def read(draft: Draft, data: bytes, context: Context) -> PuzzleType:
    """Fills the draft with what a link holds; PuzzleError, with the character, if it is not as its genre has it."""
    link = _link(context.text(data))
    if link is None:
        raise unread(context.text(data), f"{SITE}NAME/COLUMNS/ROWS/BOARD")
    escape = re.search(r"%(?:20|0[9AD])", link["body"] or "", re.IGNORECASE)
    if escape is not None:
        at = link.start("body") + escape.start() + 1
        raise PuzzleError(f"found {quote(escape[0])} at character {at} of the link, where a blank or a line's end has "
                          "been escaped; expected a link without blanks")  # fmt: skip
    genre_of_type = genre_named(link["name"], context)
    rows, columns = int(link["rows"]), int(link["columns"])
    check_size(rows, columns)
    draft.size = rows + genre_of_type.genre.rim, columns + genre_of_type.genre.rim
    draft.options = dict(genre_of_type.genre.options)
    flags = list(_flags(f"{link['variant'] or ''}/{link['flags']}", genre_of_type.genre.flags))
    name = quote(link["name"])
    for flag in genre_of_type.genre.required:
        if flag not in flags:
            raise PuzzleError(f"expected the flag {quote(flag)}: without it, links of {name} mean another thing")
    for flag in flags:
        if flag.startswith("v:") and flag not in genre_of_type.genre.flags:
            raise PuzzleError(f"this is a link of a variant, {quote(flag)}, whose rules it does not say")
        if flag not in genre_of_type.genre.flags:
            raise PuzzleError(f"found the flag {quote(flag)}, which is not known here for the genre {name}")
        draft.options |= genre_of_type.genre.flags[flag]
    body = link["body"] or ""
    read_board(draft, genre_of_type, Cursor(body[1:].rstrip("/"), link.end("rows") + len(body[:1])))
    return genre_of_type.type


def _flags(text: str, known: Mapping[str, object]) -> Iterator[str]:
    """The flags between slashes; several of one letter each may stand together."""
    for flags in filter(None, text.split("/")):
        yield from [flags] if flags in known or not set(flags) <= known.keys() else flags


def genre_named(name: str, context: Context) -> GenreOfType:
    """The genre of this name, of the type that the user named, if so."""
    own_types = context.reading.own_types
    type_ = context.type() if context.reading.type is not None else None
    genre_of_type = find_genre(name, own_types) if type_ is None else genre_of(type_, name)
    if genre_of_type is not None:
        return genre_of_type
    if type_ is None:
        raise PuzzleError(without_rules(name))
    known = " or ".join(quote(genre.name) for genre in genres(type_))
    raise PuzzleError(f"found a link of the genre {quote(name)}; {type_.title} has {known or 'no genre there'}")


def write(puzzle: Puzzle) -> bytes:
    """The puzzle as a link; PuzzleError if its type has no genre, or if none of them can say all of it."""
    known = [genre for genre in genres(puzzle.type) if genre.shape is puzzle.board.shape]
    board = "" if puzzle.board.in_columns else f" on {puzzle.board.shape.plural}"
    none = f"puzz.link has no genre for {puzzle.type.a_puzzle}{board}"
    return first_written(puzzle, known, lambda puzzle, genre: f"{SITE}{write_link(puzzle, genre)}\n", none)


class _InBrowser:
    """An address at which a puzzle opens in a browser; it is only written, and what it is read as is one of these."""

    @staticmethod
    def write(puzzle: Puzzle, only_answer: OnlyAnswer = no_answer) -> bytes:
        """A link of puzz.link or, where that cannot hold the puzzle, of Penpa+; of SudokuPad, if the puzzle adds
        constraints to its type. PuzzleError, with the reason of each, if none can hold the puzzle as a whole.
        """
        if puzzle.type.added:
            return sudokupad.write(puzzle, only_answer)
        try:
            return write(puzzle)
        except PuzzleError as problem:
            try:
                return penpa.write(puzzle, only_answer)
            except PuzzleError as other:
                sentence = f"no other program's address holds this puzzle: {problem.sentence}; {other.sentence}"
                raise PuzzleError(sentence, how="; a link of pysolve's own page does: --to page_link") from None


class _Kudamono:
    """A link of Kudamono: size, genre, layers of symbols, and strokes along the sides of cells, in any order."""

    _GENRE = re.compile(r"\s*https?://\S*\?(?:\S*&)?G=([\w-]+)")

    def sniff(self, data: bytes) -> bool:
        """Whether it is an address that names a genre as Kudamono does."""
        return self._GENRE.match(data[: LONGEST_LINK + 1].decode("latin-1")) is not None

    def read(self, draft: Draft, data: bytes, context: Context) -> PuzzleType:
        """Fills the draft with what a link holds; PuzzleError for what its genre does not have."""
        said = dict(each.partition("=")[::2] for each in context.text(data).strip().partition("?")[2].split("&"))
        said = {key: unquote(value) for key, value in said.items()}
        name = said.pop("G")
        size = re.fullmatch(r"(\d{1,6})x(\d{1,6})", said.pop("W", ""), re.ASCII)
        known = genres_named(name, context.reading.own_types, FormatKey.KUDAMONO)
        type_ = context.type() if context.reading.type is not None else None
        found = next((each for each in known if type_ is None or each.type.name == type_.name), None)
        if found is None:
            sentence = f"this is a link of Kudamono, for its genre {quote(name)}, {self._not_read(name, context)}"
            raise PuzzleError(sentence + ("" if type_ is None else f" as {type_.title}"))
        if size is None:
            how = ": open it there, and take its new address"
            raise PuzzleError("this link of Kudamono does not say its size as W=COLUMNSxROWS", how=how)
        draft.size = int(size[2]), int(size[1])
        layers = (section.before for section in found.genre.sections)
        board = "".join(layer + said.pop(layer.strip("&="), "") for layer in layers)
        if said:
            layer = quote(next(iter(said)))
            raise PuzzleError(
                f"found {layer} in the link, which is not known here for the genre {quote(name)} of Kudamono"
            )
        read_board(draft, found, Cursor(board, whole=f"layers {quote(board)}"))
        return found.type

    @staticmethod
    def _not_read(name: str, context: Context) -> str:
        """Why links of a genre are not read: what it is, where there are no rules for it; the type, where there are."""
        names = dict(table(__file__, "kudamono.tsv"))  # genres without rules here
        if name in names:
            return f"for which there are no rules here ({names[name]})"
        type_ = catalog.lookup(name, context.reading.own_types) or catalog.lookup(
            name.replace("-", ""), context.reading.own_types
        )
        there = "" if type_ is None else f"; there are rules for {type_.title}, in other formats"
        return f"whose links are not read here{there}"

    @staticmethod
    def write(puzzle: Puzzle) -> bytes:
        """The puzzle as a link; PuzzleError if its type has no genre there, or if none can say all of it."""
        known = genres(puzzle.type, FormatKey.KUDAMONO) if puzzle.board.in_columns else ()
        none = f"links of Kudamono are not written here for {puzzle.type.a_puzzle}"
        return first_written(puzzle, known, _of_kudamono, none)


def _of_kudamono(puzzle: Puzzle, genre: Genre) -> str:
    """The link of a genre; layers without anything are left out."""
    _, body = link_of(puzzle, genre)
    rows, columns = puzzle.board.extent
    layers = re.sub(r"&[\w-]+=(?=&|$)", "", body)
    return f"https://pedros.works/kudamono/player?W={columns}x{rows}{layers}&G={genre.name}\n"


kudamono = _Kudamono()


def without_rules(genre: str) -> str:
    """What is wrong with a link of a genre that no type has."""
    names = dict(table(__file__))  # what puzz.link has, and calls it. Source: pzpr (https://github.com/robx/pzprjs)
    if genre in names:
        return f"found a link of the genre {quote(genre)} ({names[genre]}), for which there are no rules here"
    near = nearest(genre, names)
    hint = f"; did you mean {quote(near)}?" if near else ""
    return f"found a link of the genre {quote(genre)}, which is not one of puzz.link's{hint}"


url = _InBrowser()
