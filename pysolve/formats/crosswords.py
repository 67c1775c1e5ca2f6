"""Crosswords, and what else ipuz (http://ipuz.org) holds, which is JSON; and what crosswords of all formats have.

The manifest's keys `ipuz` and `puz` say which types they are the boards of. What changes the puzzle and has no place in
it here, such as several letters in a cell, is refused by its name; what only adorns it and has no place is passed
over with a remark. Letters that a solver has filled in are those of the puzzle's `filled`.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape, unescape
from operator import itemgetter
from typing import Any, NamedTuple

from ..model.board import Board, Cell, Pair, cell_of, check_size, pair_of
from ..model.build import Draft, build, draft_of
from ..model.errors import PuzzleError, Remark, many, quote
from ..model.formats import FormatKey
from ..model.marks import NOTHING, Layer
from ..model.parts import Part
from ..model.puzzle import Puzzle, Token, Words, fold_words
from ..model.puzzle_type import PuzzleType
from ..model.rows import BLANKS, Rows, answer_of, by_cell, cut
from ..model.terms import Term, Value, fill, match
from ..model.tokens import ALPHABETS, Alphabet, choose_alphabet
from ..rules.library import default_options
from .source import Context, parse_json, shipped_word_list, word_list

# -- What crosswords of all formats hold besides letters, and in which parts of a type it stands

#: What is said of clues of words that are not there.
OTHER_CLUES = "clues of other words"


class Keys(NamedTuple):
    """What a manifest says under the key of a format of crosswords.

    kind: the kind of ipuz; kinds: others that the type is, each with the options that it means. grid: the part that
    the cells are. block: a block's token. rebus: the part with cells of several letters. bars: the part with the bars
    between cells. marks: the part with what adorns cells; circle, shade: its tokens. clues: the part with the clues.
    """

    grid: str
    kind: str = ""
    block: str | None = None
    rebus: str = ""
    bars: str = ""
    marks: str = ""
    circle: str = ""
    shade: str = ""
    clues: str = ""
    kinds: Mapping[str, Mapping[str, str]] = {}

    @property
    def all_kinds(self) -> dict[str, Mapping[str, str]]:
        """The kinds of ipuz that the type is, with the options that each means."""
        return {self.kind: {}, **self.kinds}

    @classmethod
    def of(cls, type_: PuzzleType, key: FormatKey) -> Keys | None:
        """What the manifest of a type says; None if it says nothing."""
        table = type_.formats.get(key)
        if table is None:
            return None
        table = table if isinstance(table, dict) else {}
        values: dict[str, Any] = {name: value if name == "kinds" else str(value) for name, value in table.items()}
        needed = {"grid", "kind"} if key is FormatKey.IPUZ else {"grid", "block"}
        parts = [values.get(name) for name in ("grid", "rebus", "bars", "marks", "clues") if name in values]
        if not needed <= values.keys() <= {*cls._fields} or not all(part and type_.part(part) for part in parts):
            sentence = f"{key}: expected {' and '.join(map(quote, sorted(needed)))}, and perhaps other parts and tokens"
            raise PuzzleError(sentence, file=f"{type_.folder.name}/manifest.yaml")
        return cls(**values)


def type_of(
    context: Context, key: FormatKey, what: str, otherwise: str, kinds: Sequence[str] = ()
) -> tuple[PuzzleType, Keys]:
    """The type, and in which of its parts the contents of a file stand. what: the file, for a message; otherwise: what
    it says of a type that the user named. kinds: those of ipuz that will do, if the file names any.
    """
    for type_ in context.types_with(key):
        keys = Keys.of(type_, key)
        if keys is not None and (not kinds or keys.all_kinds.keys() & kinds):
            return type_, keys
    of = f"; {context.type().title} {otherwise}" if context.reading.type else ", which is not read here"
    raise PuzzleError(f"found {what}{of}")


#: A cell without a letter that may stand beside letters.
NO_LETTER = "_"


class Entry(NamedTuple):
    """A place for a word. direction: A or D."""

    number: int
    direction: str
    cells: tuple[Cell, ...]


@dataclass
class Crossword:
    """A crossword as files hold it, with what it has besides letters and blocks; or a board of another kind of ipuz.

    rows: the tokens of its board. answer: those of the published answer, if it is known. clues: by the number of the
    word and its direction, A or D. rebus: the letters of cells with several. filled: what a solver has filled in.
    alphabet: of a board of values.
    """

    keys: Keys
    rows: list[list[str]] = field(default_factory=list)
    answer: list[list[str]] | None = None
    bars: set[Pair] = field(default_factory=set)
    circles: set[Cell] = field(default_factory=set)
    shades: set[Cell] = field(default_factory=set)
    clues: dict[tuple[int, str], str] = field(default_factory=dict)
    rebus: dict[Cell, str] = field(default_factory=dict)
    filled: dict[Cell, str] = field(default_factory=dict)
    alphabet: Alphabet | None = None

    @classmethod
    def of(cls, puzzle: Puzzle, key: FormatKey, refused: str) -> Crossword:
        """What a puzzle holds; PuzzleError if its type has no such key. refused: what the message begins with."""
        keys = Keys.of(puzzle.type, key)
        if keys is None or not puzzle.board.in_columns:
            raise PuzzleError(f"{refused} {puzzle.type.a_puzzle}")
        parts = draft_of(puzzle).parts
        found = cls(keys, parts[keys.grid].tokens)
        answer = [line.split() for line in (puzzle.answer or "").splitlines()]
        found.answer = answer if list(map(len, answer)) == list(map(len, found.rows)) else None
        found.bars = {_pair(token) for token in puzzle.tokens.get(keys.bars, ())}
        found._take_marks(puzzle)
        clues = parts[keys.clues].tokens if keys.clues in parts else ()
        found.clues = {(int(name[:-1]), name[-1]): text for name, text in clues}
        found._check_clues(keys.clues)
        tokens = by_cell(parts[keys.rebus].tokens) if keys.rebus in parts else {}
        found.rebus = {cell: text for cell, text in tokens.items() if text not in BLANKS}
        if found.is_whole():
            found._take_answer(key is FormatKey.PUZ)
        if found.rebus and found.answer is None:
            sentence = "files say which letters a cell holds by the answer, and the puzzle names none ('answer:')"
            raise PuzzleError(f"the part {quote(keys.rebus)}: {sentence}")
        found.filled = _letters(puzzle)
        return found

    def is_whole(self) -> bool:
        """Whether all letters are given."""
        empty = (cell for cell, token in by_cell(self.rows).items() if token in (*BLANKS, NO_LETTER))
        return self.keys.block is not None and self.rebus.keys() >= {*empty}

    def _take_answer(self, is_to_solve: bool) -> None:
        """Takes the letters, which all are given, as the answer; none is given if others are to solve the puzzle."""
        block, answer = self.keys.block, [list(row) for row in self.rows]
        for (r, c), letters in self.rebus.items():
            answer[r - 1][c - 1] = letters
        self.answer = answer
        if is_to_solve:
            self.rows = [[token if token == block else "." for token in row] for row in answer]

    def _check_clues(self, part: str) -> None:
        """PuzzleError for a clue of a word that is not there, in the words of the rules."""
        known = [f"{each.number}{each.direction}" for each in self.entries()]
        for number, direction in sorted(self.clues):
            if (name := f"{number}{direction}") not in known:
                raise PuzzleError(f"{part}: found {name}, expected one of {', '.join(known) or 'none'}")

    def _take_marks(self, puzzle: Puzzle) -> None:
        part = puzzle.type.part(self.keys.marks)
        for token in puzzle.tokens.get(self.keys.marks, ()):
            cell = cell_of(token.values["X"])
            for name, cells in ((self.keys.circle, self.circles), (self.keys.shade, self.shades)):
                if part is not None and cell is not None and set(part.tokens.get(name, ())) <= set(token.templates):
                    cells.add(cell)

    def entries(self) -> list[Entry]:
        """The places for words, by number, across first; as long as possible, of two cells at least."""
        open_ = {cell for cell, token in by_cell(self.rows).items() if token != self.keys.block}
        entries: list[Entry] = []
        number = 0
        for cell in sorted(open_):
            begun = []
            for direction, down, right in (("A", 0, 1), ("D", 1, 0)):
                before = (cell[0] - down, cell[1] - right)
                if before in open_ and (before, cell) not in self.bars:
                    continue
                cells, after = [cell], (cell[0] + down, cell[1] + right)
                while after in open_ and (cells[-1], after) not in self.bars:
                    cells.append(after)
                    after = (after[0] + down, after[1] + right)
                if len(cells) > 1:
                    begun.append((direction, tuple(cells)))
            number += bool(begun)
            entries += (Entry(number, direction, cells) for direction, cells in begun)
        return entries

    def entries_along(self, direction: str) -> list[Entry]:
        """Those across (A) or down (D)."""
        return [entry for entry in self.entries() if entry.direction == direction]

    def refuse(self, what: str, held: Mapping[str, object]) -> None:
        """PuzzleError if it holds anything that a format cannot. what: the format. held: what that is, by its name."""
        for name, is_there in held.items():
            if is_there:
                raise PuzzleError(f"{what} cannot hold {name}")

    def fill(self, draft: Draft, type_: PuzzleType) -> list[str]:
        """Puts all that the type has a part for into a draft; returns what it has none for."""
        draft.parts[self.keys.grid] = Rows(self.rows)
        draft.answer = None if self.answer is None else answer_of(self.answer)
        for cell, letters in by_cell(self.answer or ()).items():
            if len(letters) > 1 and letters.isalpha() and self.keys.block is not None:
                self.rebus.setdefault(cell, letters)
        if self.rebus and type_.part(self.keys.rebus) is None:
            (row, column), letters = min(self.rebus.items())
            raise PuzzleError(f"found {quote(letters[:40])}, expected one letter", row=row, column=column)
        draft.filled = tuple(self._drawn(type_))
        board, lost = Board.square(len(self.rows), len(self.rows[0])), []
        for name, what, held, tokens in (
            (self.keys.rebus, "cells with several letters", self.rebus, self._several),
            (self.keys.bars, "bars", self.bars, self._barred),
            (self.keys.marks, "styles of cells", self.circles | self.shades, self._marked),
            (self.keys.clues, "clues", self.clues, self._captions),
        ):
            part = type_.part(name)
            if part is None:
                lost += [what] * bool(held)
            elif said := [*tokens(part)]:
                draft.parts[name] = Rows(part.shape.rows(part, board, said))
        return lost

    def _drawn(self, type_: PuzzleType) -> Iterator[Term]:
        """What is filled in, as the atoms that answers write as texts in cells."""
        given = {template.name for part in type_.parts for template in part.templates}
        rules = [rule for rule in type_.draw if rule.layer is Layer.TEXT and rule.template.name not in given]
        tokens = by_cell(self.rows)
        for cell, text in self.filled.items() if rules else ():
            value = self._value_of(cell, text)
            bindings: dict[str, Value] = dict.fromkeys(rules[0].values, value or 0)
            if value and tokens.get(cell) in BLANKS and match(rules[0].places[0], cell, bindings) is not None:
                atom = fill(rules[0].template, bindings)
                assert isinstance(atom, Term)
                yield atom

    def _value_of(self, cell: Cell, text: str) -> int | str | None:
        """The value that a text in a cell is; None if it is none there."""
        if self.alphabet is not None:
            return self.alphabet.value(text)
        return text if len(text) == 1 or cell in self.rebus else None

    def _several(self, _: Part) -> Iterator[Token]:
        return (Token(letters, {"X": cell}, ()) for cell, letters in self.rebus.items())

    def _barred(self, part: Part) -> Iterator[Token]:
        return (Token(next(iter(part.tokens)), {"X": one, "Y": other}, ()) for one, other in sorted(self.bars))

    def _marked(self, part: Part) -> Iterator[Token]:
        adorned = ((self.keys.circle, self.circles), (self.keys.shade, self.shades))
        for cell in self.circles | self.shades:
            name = part.together([name for name, cells in adorned if cell in cells])
            yield Token(name or self.keys.circle, {"X": cell}, ())

    def _captions(self, part: Part) -> Iterator[Token]:
        return (Token(text, {"N": n, "D": d}, ()) for (n, d), text in self.clues.items() if text)

    @classmethod
    def take_listed(cls, draft: Draft, type_: PuzzleType, context: Context, unlisted: PuzzleError) -> None:
        """Takes the words of a draft whose list is not here from its answer, with a remark; where all letters are given
        it needs none, and if the user leaves the list out it has none. unlisted: what is said of the list, and raised
        where there are no words in its stead.
        """
        key = next((key for key in (FormatKey.IPUZ, FormatKey.PUZ) if Keys.of(type_, key)), None)
        held = None if key is None else cls.of(build(type_, draft), key, "")
        is_left_out = {*unlisted.droppable} <= {*context.reading.dropped}
        if (held is None or held.answer is None) and not is_left_out:
            raise unlisted
        draft.note(unlisted.sentence.partition(";")[0], unlisted.line)
        if held is not None and held.answer is not None:
            held.take_words(draft, type_, context)

    def take_words(self, draft: Draft, type_: PuzzleType, context: Context, why_none: str = "") -> None:
        """Takes the words of a file that has no list of them from its answer, unless the user names a list; with a
        remark. why_none: why there is no answer, if that is known. PuzzleError where there is none, where it does not
        fill the board, or holds a word twice, which a list could not say.
        """
        part = type_.list_part
        if part is None or context.reading.words is not None or part.name in draft.lists or self.is_whole():
            return
        words = self._own_words(why_none)
        draft.lists[part.name] = fold_words(words)
        draft.note(f"the {len(words)} words are those of the file's own solution")

    def _own_words(self, why_none: str = "") -> list[str]:
        """The words of the answer, across first; PuzzleError as take_words."""
        how = ": name a list of words with --words FILE"
        if self.answer is None:
            raise PuzzleError(
                f"{why_none or 'the file holds no solution'}, from which the words could be taken", how=how
            )
        letters, board, block = by_cell(self.answer), by_cell(self.rows), self.keys.block
        fit = (each == block if board.get(cell) == block else each.isalpha() for cell, each in letters.items())
        if letters.keys() != board.keys() or not all(fit):
            raise PuzzleError("the solution does not fill the board, so the words cannot be taken from it", how=how)
        entries = sorted(self.entries(), key=lambda each: each.direction)
        words = ["".join(map(letters.__getitem__, each.cells)) for each in entries]
        twice = [word for word, count in Counter(words).items() if count > 1]
        if twice:
            raise PuzzleError(f"the solution holds the word {quote(twice[0])} twice, which a list cannot say", how=how)
        return words

    @classmethod
    def with_own_words(cls, puzzle: Puzzle) -> Puzzle:
        """A puzzle with the words of its answer, and a remark, in place of a list that is too long to be handed on; the
        same puzzle if it has none, or no answer.
        """
        part = puzzle.type.list_part
        key = next((key for key in (FormatKey.IPUZ, FormatKey.PUZ) if Keys.of(puzzle.type, key)), None)
        held = puzzle.lists.get(part.name) if part is not None else None
        if part is None or key is None or held is None or held.name or puzzle.answer is None:
            return puzzle
        if len(held.scores) <= _HANDED_ON:
            return puzzle
        try:
            own = Words({word: held.scores.get(word, 0) for word in cls.of(puzzle, key, "")._own_words()})
        except PuzzleError:  # an answer that does not fill the board, say
            return puzzle
        said = f"the list of {len(held.scores)} words is left out: the puzzle has the {len(own.scores)} of its solution"
        remarks = (*puzzle.remarks, Remark(said, puzzle.file))
        return replace(puzzle, lists={**puzzle.lists, part.name: own}, remarks=remarks)


def _letters(puzzle: Puzzle) -> dict[Cell, str]:
    """What a solver has filled in."""
    values = ((cell_of(atom.args[0]), atom.args[-1]) for atom in puzzle.filled)
    return {
        cell: puzzle.alphabet.name(value) if isinstance(value, int) else value
        for cell, value in values
        if cell is not None and isinstance(value, (int, str))
    }


def _pair(token: Token) -> Pair:
    one, other = cell_of(token.values["X"]), cell_of(token.values["Y"])
    assert one is not None and other is not None  # the part lies between cells
    return one, other


# -- ipuz
#
#    {"version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/sudoku#1"], "puzzle": [[0, 1, 2, …], …], …}

_SITE = "http://ipuz.org/"

#: Keys that say where the puzzle comes from.
_SOURCES = ("publication", "copyright")

#: Keys that are read, and such as say nothing of the puzzle itself.
_ABOUT = ("kind", "title", "author", *_SOURCES, "intro", "charset", "block", "empty", "styles")
_BOARD = ("dimensions", "boxes", "puzzle", "solution")
_OF_THE_FILE = ("version", "publisher", "url", "uniqueid", "editor", "date", "difficulty", "origin", "checksum")
_KNOWN = frozenset({*_ABOUT, *_BOARD, *_OF_THE_FILE, "clues", "volatile", "displaycharset", "saved"})

#: Keys whose texts have no place here; a remark says so.
_PASSED_OVER = ("explanation", "annotation", "notes", "showenumerations", "clueplacement", "enumerations")

#: What only adorns a cell.
_STYLES = ("shapebg", "highlight", "named", "color", "colortext", "colorborder", "label", "mark", "imagebg")

#: How many words a list has at most that is handed on with a puzzle whose answer is known.
_HANDED_ON = 5000

#: Letters of a cell.
_MOST_LETTERS = 20

#: The neighbours of a cell beyond its sides.
_STEPS = {"L": (0, -1), "R": (0, 1), "T": (-1, 0), "B": (1, 0)}

#: The keys of the words that pysolve writes with a crossword, and of how it is to be filled with them.
_WORDS, _OPTIONS, _PARTS = "pysolve:words", "pysolve:options", "pysolve:parts"


class Ipuz:
    """Crosswords and Sudokus as ipuz has them."""

    def sniff(self, data: bytes) -> bool:
        """Whether this is JSON that names ipuz, perhaps as the argument of a call."""
        text = data[:20_000].removeprefix(b"\xef\xbb\xbf").lstrip()
        return (text.startswith(b"{") or re.match(rb"\w+\(\s*\{", text) is not None) and b"ipuz.org/" in text

    def read(self, draft: Draft, data: bytes, context: Context) -> PuzzleType:
        """Fills the draft with what an ipuz file holds; PuzzleError for what has no place in the type."""
        record = _record(context.text(data).strip())
        kinds = _kinds(record)
        what = f"ipuz of the kind {quote(kinds[0][:40])}"
        type_, key = type_of(context, FormatKey.IPUZ, what, "is another kind", kinds)
        rows = _cells(record, "puzzle")
        check_size(len(rows), len(rows[0]))
        _check_dimensions(record, len(rows), len(rows[0]))
        if key.block is None and record.get("boxes") is False:
            raise PuzzleError(f"the file says that there are no boxes, which {type_.a_puzzle} has")
        reader = _CellReader(record, key)
        held = reader.held
        held.rows = [[reader.token(cell, r, c) for c, cell in enumerate(row, 1)] for r, row in enumerate(rows, 1)]
        held.answer = reader.answer() if "solution" in record else None
        draft.title, draft.author = (" ".join(_lines(record, name)) for name in ("title", "author"))
        draft.source = "; ".join(line for name in _SOURCES for line in _lines(record, name))
        draft.rules = "\n".join(_lines(record, "intro"))
        reader.read_saved()
        if key.block is None:
            draft.symbols = reader.read_symbols(type_)
        draft.options = dict(next((options for name, options in key.all_kinds.items() if name in kinds), {}))
        self.read_words(draft, type_, record)
        reader.read_clues()
        reader.passed_over |= dict.fromkeys(held.fill(draft, type_))
        if key.block is not None:
            held.take_words(draft, type_, context)
        if reader.passed_over:
            draft.remarks.append(Remark(f"passed over in the ipuz file: {', '.join(reader.passed_over)}"))
        return type_

    def read_words(self, draft: Draft, type_: PuzzleType, record: Mapping[str, Any]) -> None:
        """The words that a file of pysolve's brings, and how the board is to be filled with them."""
        part = type_.list_part
        if part is None:
            return
        listed = record.get(_WORDS)
        if isinstance(listed, list):
            draft.lists[part.name] = fold_words(map(str, listed))
        elif isinstance(listed, str):
            try:
                draft.lists[part.name] = word_list(str(shipped_word_list(listed)))
            except PuzzleError as error:
                if not record.get("solution"):
                    raise
                draft.note(error.sentence.partition(";")[0])
        if isinstance(options := record.get(_OPTIONS), dict):
            draft.options = {name: str(value) for name, value in options.items()}
        if isinstance(parts := record.get(_PARTS), dict):
            for name in (name for name in parts if type_.part(name) is not None):
                draft.parts[name] = Rows([list(map(str, row)) for row in _cells(parts, name)])

    def write(self, puzzle: Puzzle) -> bytes:
        """The puzzle as ipuz; PuzzleError if it is of no kind there, or has an option that no file can say."""
        type_ = puzzle.type
        held = Crossword.of(puzzle, FormatKey.IPUZ, "ipuz has no kind for")
        words, kind = type_.list_part, _kind_of(puzzle, held.keys)
        title, author, source, rules = (
            escape(text, quote=False) for text in (puzzle.title, puzzle.author, puzzle.source, puzzle.rules)
        )
        record: dict[str, object] = {"version": f"{_SITE}v2", "kind": [f"{_SITE}{kind}#1"]}
        record |= {"title": title, "author": author, "publication": source, "intro": rules.replace("\n", "<br/>")}
        record |= {"dimensions": {"width": puzzle.board.columns, "height": puzzle.board.rows}}
        record |= _of_numbers(held, puzzle.alphabet) if held.keys.block is None else _of_words(held)
        if held.answer is not None:
            answer = [["#" if text == held.keys.block else _value(text) for text in row] for row in held.answer]
            record["solution"] = answer
        record["saved"] = _saved(held, record.get("empty", 0) if held.keys.block is None else 0)
        if words is not None:
            record |= _of_list(puzzle, words, held.keys)
        lines = [f" {_in_lines(name)}: {_in_lines(value)}" for name, value in record.items() if value != ""]
        return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


def _kind_of(puzzle: Puzzle, keys: Keys) -> str:
    """The kind that has the options of a puzzle; of a crossword, which they only fill, the usual one.
    PuzzleError if there is none.
    """
    defaults = default_options(puzzle.type)
    said = {name: value for name, value in puzzle.options.items() if value != defaults.get(name)}
    kind = next((kind for kind, options in keys.all_kinds.items() if options == said), None)
    if kind is None and puzzle.type.list_part is None:
        raise PuzzleError(f"an ipuz file cannot say {' with '.join(f'{name}={value}' for name, value in said.items())}")
    return kind or keys.kind


def _of_list(puzzle: Puzzle, words: Part, keys: Keys) -> dict[str, object]:
    """What only pysolve knows of a crossword: its list of words, and how the board is to be filled with them."""
    others = {name: part.tokens for name, part in draft_of(puzzle).parts.items() if name not in keys}
    held = puzzle.lists.get(words.name)
    listed = "" if held is None else held.name or held.lines()
    parts = {name: rows for name, rows in others.items() if puzzle.tokens.get(name)}
    return {_PARTS: parts or "", _OPTIONS: puzzle.options or "", _WORDS: listed}


def _record(text: str) -> dict[str, object]:
    """The object that a file is, or that it calls a function with."""
    called = re.fullmatch(r"[^(]*\((.*)\)", text, re.DOTALL)
    record = parse_json(called[1] if called else text)
    if not isinstance(record, dict):
        raise PuzzleError("expected a JSON object, as ipuz has it")
    return record


def _kinds(record: Mapping[str, object]) -> list[str]:
    """The kinds that the file names; but those of which it names a special one, as that has rules besides."""
    kinds = record.get("kind")
    kinds = [kinds] if isinstance(kinds, str) else kinds
    if not isinstance(kinds, list) or not kinds:
        raise PuzzleError("the file does not say of which kind it is ('kind')")
    names = [re.sub(r"^https?://ipuz.org/|#.*", "", str(kind)) for kind in kinds]
    return [name for name in names if not any(other.startswith(f"{name}/") for other in names)]


def _lines(record: Mapping[str, object], key: str) -> list[str]:
    """The lines of the HTML under a key that hold anything, without tags."""
    return lines_of_html(str(record.get(key) or ""))


def lines_of_html(html: str) -> list[str]:
    """The lines of a text of HTML that hold anything, without tags."""
    lines = re.split(r"<br ?/?>|</?p>|\n", html)
    texts = (" ".join(unescape(re.sub(r"<[^<>]*>", " ", line)).split()) for line in lines)
    return [text for text in texts if text]


def _cells(record: Mapping[str, object], key: str) -> list[list[object]]:
    rows = record.get(key)
    if not isinstance(rows, list) or not rows or not all(isinstance(row, list) and row for row in rows):
        raise PuzzleError(f"expected a list of rows under {quote(key)}")
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise PuzzleError(f"found {many(len(row), 'cell')} under {quote(key)}, expected {len(rows[0])}", row=number)
    return rows


def _check_dimensions(record: Mapping[str, object], rows: int, columns: int) -> None:
    size = record.get("dimensions")
    if isinstance(size, dict) and (size.get("height", rows), size.get("width", columns)) != (rows, columns):
        said = f"{size.get('height')} rows and {size.get('width')} columns"
        raise PuzzleError(f"found {many(rows, 'row')} and {columns} columns, but 'dimensions' says {quote(said)}")


class _CellReader:
    """Reads the cells of an ipuz file, and sees what it passes over."""

    def __init__(self, record: Mapping[str, object], key: Keys) -> None:
        self.record = record
        self.key = key
        self.block = str(record.get("block", "#"))
        self.empty = str(record.get("empty", "0"))
        is_value = self.empty != "0" and "0" in "".join(_lines(record, "charset"))
        self.blanks = {"", self.empty, *(() if is_value else "0")}
        self.passed_over: dict[str, None] = {}
        self.shown: dict[Cell, int] = {}  # the numbers of words
        self.held = Crossword(key)
        for name, value in record.items():
            if name in _PASSED_OVER and value:
                self.passed_over[name] = None
            elif value and name not in _KNOWN and name not in _PASSED_OVER and not re.search(r"[:.]|^_", name):
                raise PuzzleError(f"found the key {quote(name)}, which has no place in such a puzzle here")

    def token(self, cell: object, row: int, column: int) -> str:
        value: object = cell
        if isinstance(cell, dict):
            unknown = [name for name in cell if name not in ("cell", "given", "value", "style")]
            if unknown:
                raise PuzzleError(f"found {quote(unknown[0])} in a cell", row=row, column=column)
            self.style(cell.get("style"), row, column)
            self.see_number(cell.get("cell"), row, column)
            value = cell.get("value") if "value" in cell else cell.get("given", cell.get("cell", self.empty))
            if "value" in cell and self.key.block is not None:
                return self.given(value, row, column)
        if self.key.block is None:
            return "." if value is None or str(value) in self.blanks else self.name(value, row, column)
        if value is None:
            self.passed_over["cells that are not part of the board, which become blocks"] = None
        self.see_number(value, row, column)
        return self.key.block if value is None or str(value) == self.block else "."

    def see_number(self, cell: object, row: int, column: int) -> None:
        """The number that a cell shows, if it does."""
        if re.fullmatch(r"[1-9]\d{0,3}", str(cell), re.ASCII):
            self.shown[row, column] = int(str(cell))

    def style(self, style: object, row: int, column: int) -> None:
        if style is None:
            return
        named = self.record.get("styles")
        found = named.get(style) if isinstance(named, dict) and isinstance(style, str) else style
        if not isinstance(found, dict):
            sentence = f"found the style {quote(str(style)[:40])}, which the file does not define"
            raise PuzzleError(sentence, row=row, column=column)
        for name, value in filter(itemgetter(1), found.items()):
            if name == "barred" and self.key.bars:
                self.bar(str(value).upper(), row, column)
            elif name not in _STYLES:
                raise PuzzleError(f"found the style {quote(name)}, which has no place here", row=row, column=column)
            elif name == "shapebg" and value == "circle":
                self.held.circles.add((row, column))
            elif name in ("color", "highlight"):
                self.held.shades.add((row, column))
            else:
                self.passed_over["styles of cells"] = None

    def bar(self, sides: str, row: int, column: int) -> None:
        """The bars on some sides of a cell; those on the edge of the board are there in any case."""
        cells = self.record["puzzle"]
        assert isinstance(cells, list)  # _cells looked
        for side in sides:
            if side not in _STEPS:
                sentence = f"found bars on {quote(sides)}, expected some of the sides L, R, T and B"
                raise PuzzleError(sentence, row=row, column=column)
            other = (row + _STEPS[side][0], column + _STEPS[side][1])
            if 1 <= other[0] <= len(cells) and 1 <= other[1] <= len(cells[0]):
                self.held.bars.add(pair_of((row, column), other))

    def read_symbols(self, type_: PuzzleType) -> str | None:
        """What the values are written with, if that is not the usual; the board has an alphabet then."""
        held = self.held
        charset = "".join(_lines(self.record, "charset"))[: len(held.rows)]
        symbols = None if "123456789".startswith(charset) else charset
        found = [text for row in held.rows for text in row if text not in BLANKS]
        usual = choose_alphabet([ALPHABETS[name] for name in type_.alphabets], [*found, *held.filled.values()])
        held.alphabet = Alphabet(symbols, "") if symbols else usual
        return symbols

    def read_saved(self) -> None:
        """The letters or values that a solver has filled in."""
        for r, row in enumerate(_cells(self.record, "saved") if "saved" in self.record else (), 1):
            for c, cell in enumerate(row, 1):
                text = str(cell.get("value", "") if isinstance(cell, dict) else cell).upper()
                if text.isalpha() or (self.key.block is None and text.isalnum() and text != self.empty):
                    self.held.filled[r, c] = text

    def read_clues(self) -> None:
        """The clues across and down, by the numbers that the file's cells show; others are passed over."""
        found = self.record.get("clues")
        names = {(self.shown.get(each.cells[0], each.number), each.direction): each for each in self.held.entries()}
        for heading, clues in found.items() if isinstance(found, dict) else ():
            direction = str(heading).partition(":")[0].strip().upper()
            if direction not in ("ACROSS", "DOWN"):
                self.passed_over[f"the clues {quote(str(heading)[:40])}"] = None
                continue
            for clue in clues if isinstance(clues, list) else ():
                number, text = _clue(clue)
                if number is None:
                    self.passed_over["clues without a number"] = None
                elif word := names.get((number, direction[0])):
                    self.held.clues[word.number, word.direction] = text
                else:
                    self.passed_over[OTHER_CLUES] = None

    def letter(self, value: object, row: int, column: int) -> str:
        text = str(value or "")
        if len(text) > _MOST_LETTERS or (len(text) > 1 and not text.isalpha()):
            raise PuzzleError(f"found {quote(text[:40])}, expected letters", row=row, column=column)
        return text.upper() or "."

    def given(self, value: object, row: int, column: int) -> str:
        """The token of a given letter; several stand in a part of their own."""
        text = self.letter(value, row, column)
        if len(text) > 1:
            self.held.rebus[row, column] = text
        return "." if len(text) > 1 else text

    def name(self, value: object, row: int, column: int) -> str:
        text = str(value).strip()
        if not isinstance(value, (str, int)) or isinstance(value, bool) or len(text) > 20 or len(text.split()) != 1:
            raise PuzzleError(f"found {quote(text[:40])}, expected a value or a blank", row=row, column=column)
        return text

    def answer(self) -> list[list[str]]:
        """The tokens that the solution is."""
        read = self.name if self.key.block is None else self.letter
        rows = []
        for row, cells in enumerate(_cells(self.record, "solution"), 1):
            values = [cell.get("value") if isinstance(cell, dict) else cell for cell in cells]
            rows.append([
                self.key.block or NOTHING if value is None or str(value) in (self.block, "") else read(value, row, at)
                for at, value in enumerate(values, 1)
            ])  # fmt: skip
        return rows


def _clue(clue: object) -> tuple[int | None, str]:
    """The number of a clue of ipuz, and its text: [1, "Expert"] or {"number": 1, "clue": "Expert"}."""
    number: object = None
    text: object = clue
    if isinstance(clue, list) and len(clue) == 2:
        number, text = clue
    elif isinstance(clue, dict):
        number, text = clue.get("number"), clue.get("clue", "")
    said = " ".join(lines_of_html(str(text or "")))
    return (int(str(number)) if re.fullmatch(r"[1-9]\d{0,3}", str(number), re.ASCII) else None), said


def _saved(held: Crossword, empty: object) -> object:
    """What is filled in, given letters and values among it; nothing to write if nothing is. empty: what a blank is."""
    if not held.filled:
        return ""
    cells = by_cell(held.rows).items()
    values = [empty if (text := held.filled.get(cell, token)) in BLANKS else _value(text) for cell, token in cells]
    return cut(values, len(held.rows[0]))


def _of_numbers(held: Crossword, alphabet: Alphabet) -> dict[str, object]:
    """What ipuz says of a board of values."""
    size, symbols = len(held.rows), alphabet.symbols or "123456789"
    empty: object = "." if "0" in symbols[:size] else 0
    return {
        "boxes": True, **({"charset": symbols[:size]} if alphabet.symbols or size <= 9 else {}),
        **({"empty": empty} if empty else {}),
        "puzzle": [[empty if text in BLANKS else _value(text) for text in row] for row in held.rows],
    }  # fmt: skip


def _of_words(held: Crossword) -> dict[str, object]:
    """What ipuz says of a board of words, and of their clues."""
    numbers = {entry.cells[0]: entry.number for entry in held.entries()}
    cells = [[_cell(held, (r, c), numbers) for c, _ in enumerate(row, 1)] for r, row in enumerate(held.rows, 1)]
    said = {
        name: [[n, escape(text, quote=False)] for (n, d), text in sorted(held.clues.items()) if d == name[0]]
        for name in ("Across", "Down")
    }
    return {"block": "#", "empty": "0", "puzzle": cells, **({"clues": said} if held.clues else {})}


def _cell(held: Crossword, at: Cell, numbers: Mapping[Cell, int]) -> object:
    """A cell of ipuz: the number of a word, or a block, with a letter that is given, and with what adorns it."""
    (r, c), block = at, held.keys.block
    letter = held.rows[r - 1][c - 1]
    shown = "#" if letter == block else numbers.get(at, 0)
    before = {side: (r + down, c + right) for side, (down, right) in _STEPS.items() if side in "LT"}
    barred = "".join(side for side, other in before.items() if (other, at) in held.bars)
    style = {"shapebg": "circle" * (at in held.circles), "color": "cccccc" * (at in held.shades), "barred": barred}
    said = {
        "value": "" if letter in (*BLANKS, block, NO_LETTER) else letter,
        "style": {k: v for k, v in style.items() if v},
    }
    return {"cell": shown, **{k: v for k, v in said.items() if v}} if any(said.values()) else shown


def _value(text: str) -> int | str:
    return int(text) if text.isdecimal() and text.isascii() else text


def _in_lines(value: object) -> str:
    """A value as JSON, a list of rows or words with a line for each."""
    if isinstance(value, list) and len(value) > 1:
        return "[\n" + ",\n".join(f"  {json.dumps(each, ensure_ascii=False)}" for each in value) + "\n ]"
    return json.dumps(value, ensure_ascii=False)


ipuz = Ipuz()
