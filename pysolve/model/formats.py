"""The formats: one record each, and all that the command line, the service, the page and the docs say of them.

A new format is a module of `formats/` with its name, or an object of this name in one (`module`), and a record here.
The module, or the object, has

    sniff(data)                whether the bytes are of this format (where it is read)
    read(draft, data, context) fills a draft; returns the type
    split(data)                where a file may hold several puzzles: each one's id, bytes and first line
                               (not where each line is one: `line_each` says so)
    write(puzzle)              where it is written: the bytes
    write_several(puzzles)     where it writes several as one (`in_one`)
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from .puzzle import WORDS_ABOUT


class FormatKey(StrEnum):
    """The keys of a manifest that say how the formats of other programs hold puzzles of the type."""

    PUZZLINK = "puzzlink"
    TATHAM = "tatham"
    KUDAMONO = "kudamono"
    PENPA = "penpa"
    NON = "non"
    IPUZ = "ipuz"
    PUZ = "puz"
    FPUZZLES = "fpuzzles"
    SDK = "sdk"


class Format(NamedTuple):
    """What is known of a format without its module.

    name: as `convert --to` has it. module: the one in which an object of this name reads and writes it; '': the module
    of this name does. title: what messages call it. looks: what one looks like, for the docs.
    key: the manifest's, which says what it means for a type; without it a format holds all types. types: which it
    holds, for the docs, where neither says it.
    endings: of file names; '' is none. marks: bytes of which one stands in its first lines, in small letters, where few
    files are of this format, so that its module is imported when it is needed only.
    line_each: each line of a file is a puzzle. between: what parts the puzzles of a file that is written; None where it
    holds one, or its module writes several as one (in_one). is_text: it can be pasted. plain_rows: a file with its
    ending may hold plain rows, of the first type that has the key.
    by_name: the ending of a file's name says that it is of this format, whatever it looks like.
    checks: its program checks answers, so that `write(puzzle, only_answer)` is handed what gives the only one.
    said: which of the words about a puzzle it holds. answers: whether a published answer is read from it. constraints:
    whether it holds those that a puzzle adds to its type, or refuses them by name. own_rules: whether it holds rules
    that a puzzle brings with it; own_types: and a type.
    """

    name: str
    title: str
    looks: str = ""
    key: FormatKey | None = None
    endings: tuple[str, ...] = ()
    marks: tuple[bytes, ...] = (b"",)
    line_each: bool = False
    in_one: bool = False
    between: bytes | None = None
    is_text: bool = True
    plain_rows: bool = False
    by_name: bool = False
    said: tuple[str, ...] = ()
    answers: bool = False
    checks: bool = False
    constraints: bool = False
    own_rules: bool = False
    own_types: bool = False
    reads: bool = True
    writes: bool = True
    types: str = ""
    module: str = ""

    @property
    def holds_several(self) -> bool:
        """Whether a file that is written may hold several puzzles."""
        return self.in_one or self.between is not None


#: The formats, in the order in which they are tried; the last one takes any bytes.
FORMATS = (
    Format(
        "puz", "a .puz file", "a crossword of Across Lite", FormatKey.PUZ, (".puz",), (b"across&down",),
        is_text=False, said=WORDS_ABOUT, answers=True, module="crossword_files",
    ),
    Format(
        "xd", "an .xd file", "a crossword: headers, the answer, then clues `A1. … ~ WORD`", FormatKey.PUZ, (".xd",),
        (b"a1. ", b" ~ "), said=("title", "author", "source"), answers=True, writes=False, module="crossword_files",
    ),
    Format(
        "acrosslite", "a text of Across Lite", "`<ACROSS PUZZLE>` … `<GRID>` …: a crossword", FormatKey.PUZ,
        marks=(b"<across puzzle",), said=WORDS_ABOUT, answers=True, module="crossword_files",
    ),
    Format(
        "exolve", "a text of Exolve", "`exolve-begin` …: a page of Exolve makes a crossword to solve of it",
        FormatKey.PUZ, (".exolve",), (b"exolve-",), said=WORDS_ABOUT, answers=True, module="crossword_files",
    ),
    Format(
        "jpz", "a .jpz file", "a crossword of Crossword Compiler: XML, perhaps packed", FormatKey.PUZ, (".jpz",),
        (b"<rectangular-puzzle", b"pk\x03\x04"), is_text=False, said=WORDS_ABOUT, answers=True,
        module="crossword_files",
    ),
    Format(
        "xlsx", "a workbook (.xlsx)", "a sheet for each board, or a row for each puzzle; see [formats.md](formats.md)",
        endings=(".xlsx", ".xlsm"), marks=(b"pk\x03\x04", b"\xd0\xcf\x11\xe0"), in_one=True, is_text=False,
        said=WORDS_ABOUT, answers=True, constraints=True, own_rules=True,
    ),
    Format(
        "runs", "lists of runs", "`rows = [[1, 1], [5]]`, `columns = [[2], …]`, as JSON and programs have them",
        FormatKey.NON, marks=(b"row",), writes=False, module="nonograms",
    ),
    Format(
        "cell_list", "a list of cells",
        '`[{"row": 1, "col": 1, "val": 5}, …]`: `null` is an empty cell. The board is the cells of the list, or the '
        "board of `--board FILE`. Lists of lists, as JSON, Python, numpy or C++ have them, are rows",
        endings=(".json",), marks=(b"[", b"{{", b"{\n", b"= {", b"={", b"(("), writes=False, module="json_files",
    ),
    Format(
        "json_lines", "JSON lines",
        'one line for each puzzle: `{"id": …, "problem": plain text, "puzzle": type}`; `puzzle` may be missing. '
        'Objects with a board: `{"grid": [[5, 3, 0, …], …]}`',
        endings=(".jsonl", ".json"), between=b"", answers=True, writes=False, module="json_files",
    ),
    Format(
        "pzprv3", "a file that puzz.link saves", "`pzprv3`, then the genre, rows and columns, a line each",
        FormatKey.PUZZLINK, marks=(b"pzprv3",), said=("author", "source"), module="links.saved",
    ),
    Format(
        "kanpen", "an address of kanpen.net", "`http://www.kanpen.net/….html?problem=3/3/._2_._/…`",
        FormatKey.PUZZLINK, types="those with `kanpen` in the key `puzzlink`",
        marks=(b".html?problem=",), line_each=True, between=b"", module="links.saved",
    ),
    Format(
        "tsv", "a table with tabs", endings=(".tsv",), in_one=True, said=WORDS_ABOUT, answers=True, constraints=True,
        own_rules=True, reads=False, module="tables",
    ),
    Format(
        "csv", "a table (CSV)",
        "`5,3,,,7`, also with semicolons or tabs: a board in cells, or a row for each puzzle; see "
        "[formats.md](formats.md)",
        endings=(".csv", ".tsv"), marks=(b",", b";", b"\t", b"sep="), in_one=True, said=WORDS_ABOUT, answers=True,
        constraints=True, own_rules=True, module="tables",
    ),
    Format(
        "native", "the native format",
        "YAML: `puzzle: TYPE`, then the parts of the puzzle as `\\|` blocks; see [manifest.md](manifest.md), "
        "'Instances'",
        endings=(".yaml", ".yml"), between=b"---\n", said=WORDS_ABOUT, answers=True, constraints=True,
        own_rules=True,
    ),
    Format(
        "tatham", "a game ID of Simon Tatham's collection", "`lightup:7x7:c0d2c0h0b0b2h2c2dBc`",
        FormatKey.TATHAM, marks=(b":",), line_each=True, between=b"", module="links.tatham",
    ),
    Format(
        "tatham_save", "a saved game of Simon Tatham's collection", "`SAVEFILE:41:Simon Tatham's Portable …`",
        FormatKey.TATHAM, (".sav",), (b"savefile:",), writes=False, module="links.tatham",
    ),
    Format(
        "kudamono", "a link of Kudamono", "`https://pedros.works/kudamono/player?W=4x3&L=(4)2x4&G=hidoku`",
        FormatKey.KUDAMONO, marks=(b"&g=", b"?g="), line_each=True, between=b"", module="links.address",
    ),
    Format(
        "page_link", "a link of pysolve's page", "`…/#/play/p=…`, as *Copy link* gives it, or `…/#puzzle=TEXT`",
        marks=(b"#/play/p=", b"#/make/p=", b"#/study/p=", b"#/p=", b"#puzzle="), line_each=True,
        between=b"", said=WORDS_ABOUT, answers=True, constraints=True, own_rules=True, own_types=True,
    ),
    Format(
        "penpa", "a link of Penpa+", "`https://swaroopg92.github.io/penpa-edit/#m=edit&p=…`, a drawing",
        FormatKey.PENPA, types="most: those whose givens are texts, symbols, filled cells, lines and edges",
        marks=(b"m=edit&", b"m=solve&"), module="penpa.puzzle", line_each=True,
        between=b"", said=WORDS_ABOUT, answers=True, checks=True, constraints=True,
    ),
    Format(
        "ipuz", "ipuz", "JSON that names `ipuz.org`", FormatKey.IPUZ, (".ipuz",), said=WORDS_ABOUT,
        answers=True, module="crosswords",
    ),
    Format(
        "non", "a .non file", "`width 5`, `height 5`, then `rows` and `columns`", FormatKey.NON, (".non",),
        between=b"====\n", said=("title", "author", "source"), answers=True, module="nonograms",
    ),
    Format(
        "nin", "a .nin file", "width and height, then the runs of rows, then of columns; its name says it",
        FormatKey.NON, (".nin",), by_name=True, writes=False, module="nonograms",
    ),
    Format(
        "cwd", "a .cwd file",
        "height and width, a line each, the runs of rows, a blank line, those of columns; its name says it",
        FormatKey.NON, (".cwd",), by_name=True, writes=False, module="nonograms",
    ),
    Format(
        "mk", "a .mk file", "height and width, the runs of rows, a line `#`, those of columns",
        FormatKey.NON, (".mk",), (b"#",), by_name=True, writes=False, module="nonograms",
    ),
    Format(
        "olsak", "a .g file", "colours below `#d`, runs of rows and columns such as `3r 2`, each below a line `:`",
        FormatKey.NON, (".g",), (b"#d",), by_name=True, writes=False, module="nonograms",
    ),
    Format(
        "webpbn", "XML of webpbn", "`<puzzleset><puzzle …><clues type=\"rows\"><line><count>2</count> …`",
        FormatKey.NON, (".xml",), (b"<puzzle",), said=("title", "author", "source"), answers=True, writes=False,
        module="nonograms",
    ),
    Format(
        "digits", "an address with the digits of a Sudoku",
        "`https://sudokuexchange.com/play/?s=53..7…`, of any site: 81 digits, dots or zeros",
        FormatKey.SDK, marks=(b"://",), line_each=True, writes=False, module="sudoku.files",
    ),
    Format(
        "sudokupad", "a link of SudokuPad", "`https://sudokupad.app/scl…`",
        FormatKey.FPUZZLES, marks=(b"sudokupad", b"crackingthecryptic", b"scln4i", b"ctcn4i"),
        module="sudoku.sudokupad", line_each=True, between=b"",
        said=("title", "author", "rules"), answers=True, checks=True, constraints=True,
    ),
    Format(
        "fpuzzles", "a link of f-puzzles", "`https://f-puzzles.com/?load=N4Ig…`, `https://sudokupad.app/fpuzzlesN4Ig…`",
        FormatKey.FPUZZLES, marks=(b"f-puzzles", b"sudokupad", b"crackingthecryptic", b"n4i"), module="sudoku.fpuzzles",
        line_each=True, between=b"", said=("title", "author", "rules"), answers=True, checks=True, constraints=True,
    ),
    Format(
        "puzzlink", "a link of puzz.link", "`https://puzz.link/p?slither/5/5/cbcbcddad`, also of pzv.jp",
        FormatKey.PUZZLINK, marks=(b"/",), line_each=True, between=b"", module="links.address",
    ),
    Format(
        "url", "an address that opens in a browser",
        types="those of puzz.link; where that cannot hold the puzzle, of Penpa+; with constraints, of SudokuPad",
        between=b"", checks=True, constraints=True, reads=False, module="links.address",
    ),
    Format(
        "sdm", "a collection of Sudokus", "a board of 81, 256 or 625 characters a line", FormatKey.SDK,
        (".sdm",), between=b"", plain_rows=True, answers=True, module="sudoku.files",
    ),
    Format(
        "sdk", "a Sudoku of SadMan Software", "lines `#A…`, or a line `[Puzzle]`, then a row a line; also of SudoCue",
        FormatKey.SDK, (".sdk",), (b"#", b"[puzzle]"), plain_rows=True, said=("title", "author", "source"),
        module="sudoku.files",
    ),
    Format(
        "ss", "a Sudoku of Simple Sudoku", "rows with bars between the boxes, `53.\\|.7.\\|...`",
        FormatKey.SDK, (".ss",), (b"|",), plain_rows=True, module="sudoku.files",
    ),
    Format(
        "plain_text", "plain text",
        "a first line with rows and columns (and, for some types, further tokens), or these two on a line each; then "
        "the rows, cells separated by blanks; `-` or `.` is an empty cell. Further parts follow in the order that "
        "`pysolve show TYPE` lists",
        endings=(".txt", ""),
    ),
)  # fmt: skip

_BY_NAME = {format_.name: format_ for format_ in FORMATS}


def format_named(name: str) -> Format:
    """The format of this name."""
    return _BY_NAME[name]


def endings() -> tuple[str, ...]:
    """What files are called whose puzzles some format holds, each ending once; '' is none."""
    return tuple(dict.fromkeys(ending for format_ in FORMATS for ending in format_.endings))
