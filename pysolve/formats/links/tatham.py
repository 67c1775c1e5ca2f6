"""Game IDs of Simon Tatham's Portable Puzzle Collection, which the manifest's key `tatham` describes.

    lightup:7x7:hBa0aBdBd01B0BdBd2aBa1h

The collection's own IDs leave out the game; here it stands before them, or in the address of the game's page, unless
the type is named beside them (--type). IDs with a random seed ('7x7#123') hold no puzzle.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ...model.board import check_size
from ...model.build import Draft
from ...model.errors import PuzzleError, alternatives, many, quote
from ...model.formats import FormatKey
from ...model.puzzle import Puzzle
from ...model.puzzle_type import PuzzleType
from ...rules.library import default_options
from ..source import Context
from ..sudoku.files import box_sides, usual_boxes
from .board import GenreWriter, check, read_board
from .codecs import Cursor
from .genre import Genre, GenreOfType, first_written, genres, genres_named

_ID = (
    r"\s*(?:(?:https?://[\w.:-]+/[\w./~-]*?|)(?P<game>[a-z]+)(?:(?:\.html)?#|:))?"
    r"(?P<size>\d{1,6}(?:x\d{1,6})?|(?<=[:#])[cw]\d\w*)(?P<parameters>[A-Za-z][A-Za-z0-9]*)?(?P<kind>[:#])(?P<body>\S*)\s*"
)

_PARAMETER = r"d[a-z]|[A-Za-z]\d{0,9}"


def sniff(data: bytes) -> bool:
    """Whether the first line is a game ID."""
    line = data[:400].lstrip().partition(b"\n")[0]
    return b":" in line and re.match(_ID, line.decode("latin-1")) is not None and b" " not in line.strip()


class _Size(NamedTuple):
    """Rows and columns, and the options that say them."""

    rows: int
    columns: int
    options: dict[str, str]


def read(draft: Draft, data: bytes, context: Context) -> PuzzleType:
    """Fills the draft with what an ID holds; PuzzleError, with the character, if it is not as its game has it."""

    id_ = re.fullmatch(_ID, context.text(data), re.ASCII)
    if id_ is None:
        raise PuzzleError("this is not a game ID of the form GAME:COLUMNSxROWS:BOARD")
    if id_["kind"] == "#":
        raise PuzzleError("this ID names a random seed; expected one that holds the puzzle, with ':' in place of '#'")
    (type_, genre), options = _genre(id_["game"], id_["parameters"] or "", context)
    size = _size(genre, [int(number) for number in id_["size"].split("x")], type_)
    check_size(size.rows, size.columns)
    draft.size = size.rows, size.columns
    known = default_options(type_)
    draft.options = {name: value for name, value in (options | size.options).items() if value != known.get(name)}
    read_board(draft, GenreOfType(type_, genre), Cursor(id_["body"], id_.start("body"), whole="ID"))
    return type_


def _genre(game: str | None, parameters: str, context: Context) -> tuple[GenreOfType, dict[str, str]]:
    """The genre that a game with these parameters is, and the options that they mean."""
    candidates = _candidates(game, context)
    problem: PuzzleError | None = None
    for candidate in candidates:
        try:
            return candidate, _options(candidate.genre, parameters)
        except PuzzleError as error:
            problem = error
    name = quote(candidates[0].genre.name)
    if problem is not None and len(candidates) == 1:
        raise problem
    what = f"an ID of the game {name} with the parameters {quote(parameters)}"
    raise PuzzleError(f"found {what}, for which there are no rules here")


def _candidates(game: str | None, context: Context) -> list[GenreOfType]:
    """The genres that a game may be, of the type that the user named, if so."""
    if context.reading.type is None:
        if game is None:
            how = ": write GAME: before it, or name the type with --type"
            raise PuzzleError("the ID does not say which game it is of", how=how)
        candidates = list(genres_named(game, context.reading.own_types, FormatKey.TATHAM))
        what = "for which there are no rules here"
    else:
        type_ = context.type()
        own = genres(type_, FormatKey.TATHAM)
        candidates = [GenreOfType(type_, genre) for genre in own if game is None or game in genre.names]
        known = alternatives([quote(genre.name) for genre in own]) if own else "no game there"
        what = f"{type_.title} has {known}"
    if not candidates:
        between = ", " if context.reading.type is None else "; "
        raise PuzzleError(f"found an ID of the game {quote(game or '')}{between}{what}")
    return candidates


def _options(genre: Genre, parameters: str) -> dict[str, str]:
    """The options that an ID with these parameters means; PuzzleError for one that the genre does not have."""
    options = dict(genre.options)
    found = set()
    for parameter in re.findall(f"{_PARAMETER}|.", parameters):
        if parameter in genre.flags:
            options |= genre.flags[parameter]
            found.add(parameter)
        elif parameter[0] in genre.parameters and parameter[1:]:
            options[genre.parameters[parameter[0]]] = str(int(parameter[1:]))
        elif instead := [flag for flag in genre.required if flag[0] == parameter[0]]:
            what = f"for whose boards there are no rules here; there are for those with {quote(instead[0])}"
            raise PuzzleError(f"found the parameter {quote(parameter)} of {genre.form}, {what}")
        elif parameter[0] not in (*genre.ignored, *genre.counts):
            raise PuzzleError(f"found the parameter {quote(parameter)}, which is not known here for {genre.form}")
    for flag in genre.required:
        if flag not in found:
            raise PuzzleError(
                f"expected the parameter {quote(flag)}, without which there are no rules for {genre.form}"
            )
    return options


def _size(genre: Genre, numbers: list[int], type_: PuzzleType) -> _Size:
    if more := genre.added:
        if len(numbers) != 1:
            raise PuzzleError(f"{genre.form} has one number as its size, found {len(numbers)}")
        return _Size(numbers[0] + more[1], numbers[0] + more[0], {})
    one, other = numbers[0], numbers[-1]
    if genre.size == ("columns", "rows"):
        return _Size(other, one, {})
    options = {} if (one, other) == usual_boxes(one * other) else dict(zip(genre.size, (str(one), str(other))))
    return _Size(one * other, one * other, options)


def write(puzzle: Puzzle) -> bytes:
    """The puzzle as a game ID; PuzzleError if its type is no game there, or if no ID can say all of it."""

    known = genres(puzzle.type, FormatKey.TATHAM) if puzzle.board.in_columns else ()
    board = "" if puzzle.board.in_columns else f" on {puzzle.board.shape.plural}"
    none = f"Simon Tatham's collection has no game for {puzzle.type.a_puzzle}{board}"
    return first_written(puzzle, known, lambda puzzle, genre: f"{_written(puzzle, genre)}\n", none)


def _written(puzzle: Puzzle, genre: Genre) -> str:

    writer = GenreWriter(puzzle, genre)
    rows, columns = puzzle.board.rows, puzzle.board.columns
    more = genre.added or (0, 0)
    if genre.size == ("columns", "rows"):
        size = f"{columns}x{rows}"
    elif rows - more[1] != columns - more[0]:
        shape = f"a board of {' x '.join(genre.size)}" if any(more) else "a square board"
        raise PuzzleError(f"{genre.form} has {shape}, found {many(rows, 'row')} and {columns} columns")
    elif genre.added:
        size = str(rows - more[1])
    else:
        size = "x".join(map(str, _factors(writer, genre, rows)))
    flags, parameters = writer.flags(), ""
    for letter, option in genre.parameters.items():
        value = writer.options.pop(option, "")
        if not value.isdecimal() or int(value) == 0:
            raise PuzzleError(f"{genre.form} needs the option {quote(option)}")
        parameters += letter + value
    parameters += "".join(flags)
    for letter, name in genre.counts.items():
        parameters += letter + str(len({token.text for token in puzzle.tokens[name]}))
    body = writer.body()
    check(puzzle, GenreOfType(puzzle.type, genre), flags, body)
    least, most = genre.sides
    if min(rows, columns) < least or max(rows, columns) > (most or max(rows, columns)):
        sides = f"at least {least}" if most is None else f"{least} to {most}"
        raise PuzzleError(f"{genre.form} has {sides} rows and columns, found {rows} and {columns}")
    return f"{genre.name}:{size}{parameters}:{body}"


def _factors(writer: GenreWriter, genre: Genre, size: int) -> tuple[int, int]:
    """The values of the two options that say the size."""
    given = [writer.options.pop(name, "0") for name in genre.size]
    factors = box_sides(size, given)
    if factors is None:
        raise PuzzleError(f"{genre.form} of this size cannot say {genre.size[0]}={given[0]}")
    return factors


class _SavedGame:
    """Saved games of the collection (.sav): lines with a key, the length of a value in bytes, and the value.

        SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
        GAME    :8:Light Up
        PARAMS  :3:7x7
        DESC    :17:bBbBa3lBgBl1aBb3b

    They are read as the game ID that they hold; what somebody has filled in is left out.
    """

    @staticmethod
    def sniff(data: bytes) -> bool:
        """Whether it begins as a saved game does."""
        return data.lstrip().startswith(b"SAVEFILE:")

    @staticmethod
    def read(draft: Draft, data: bytes, context: Context) -> PuzzleType:
        """Fills the draft with the puzzle of a game; PuzzleError where the file is cut off, or says too little."""
        values = _saved_values(data.lstrip())
        for key in ("GAME", "PARAMS", "DESC"):
            if key not in values:
                raise PuzzleError(f"this saved game lacks the line {quote(key)}")
        game = "".join(each for each in values["GAME"].lower() if each.isalnum())
        type_ = read(draft, f"{game}:{values['PARAMS']}:{values['DESC']}".encode(), context)
        moves = int(values["NSTATES"]) - 1 if values.get("NSTATES", "1").isdecimal() else 0
        if moves > 0:
            made = "1 move that somebody made is" if moves == 1 else f"{moves} moves that somebody made are"
            draft.note(f"{made} left out")
        return type_


def _saved_values(data: bytes) -> dict[str, str]:
    """The first value of each key."""
    values: dict[str, str] = {}
    at = line = 0
    while data[at:].strip():
        line += 1
        match = re.compile(rb"([A-Z]{1,8}) *:(\d{1,7}):").match(data, at)
        end = match.end() + int(match[2]) if match else 0
        if match is None or end > len(data):
            raise PuzzleError("expected a key, the length of its value and the value, as in a saved game", line=line)
        values.setdefault(match[1].decode(), data[match.end() : end].decode("latin-1"))
        at = end + len(re.match(rb"[\r\n]*", data[end:])[0])  # type: ignore[index]
    return values


tatham_save = _SavedGame()
