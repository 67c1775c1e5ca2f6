"""The answer as plain text (docs/manifest.md, 'Answer text'): a token for each cell, made of the words that the entries
of `draw` have there (answer_words), and below the grid, as facts, what no word says. What is written is read back, and
compared with what was published.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import chain, count, groupby
from typing import Any, NamedTuple, TypeVar

from ..model import terms
from ..model.board import Cell, cell_of
from ..model.caches import Kept
from ..model.errors import PuzzleError, many, quote
from ..model.marks import NOTHING, Layer
from ..model.parts import TOKEN_CLASSES
from ..model.puzzle import Puzzle, number_or_text
from ..model.puzzle_type import DrawRule
from ..model.rows import BLANKS
from ..model.terms import Term, Value
from ..model.tokens import is_pattern
from . import picture as pictures
from . import svg, terminal
from .answer_words import (
    BLANK,
    NAMES,
    OPEN,
    SEPARATOR,
    Exit,
    Exits,
    Fence,
    Label,
    Over,
    Sum,
    Way,
    is_left_out,
    is_word,
    ways,
)

# -- Answers as users of the Python API meet them


@dataclass(frozen=True)
class Answer:
    """One answer of a puzzle.

    atoms: the shown atoms, which are the answer. given: facts of the puzzle that pictures show.
    costs: what the rules minimize, if they do. writer: shared by the answers of a search.
    str() gives the terminal drawing, notebooks show the SVG.
    """

    puzzle: Puzzle
    atoms: tuple[Term, ...]
    given: tuple[Term, ...] = ()
    costs: tuple[int, ...] = ()
    writer: Writer | None = field(default=None, repr=False, compare=False)

    @property
    def plain(self) -> str:
        """One token a cell (docs/manifest.md, 'Answer text')."""
        return (self.writer or Writer(self.puzzle)).write(self.atoms)

    @property
    def grid(self) -> list[list[int | str | None]]:
        """The same as rows of values: numbers, texts, and None where nothing stands."""
        return [
            [None if token == NOTHING else number_or_text(token) for token in line.split()]
            for line in self.plain.splitlines()[: len(self.puzzle.board.space_rows)]
        ]

    def __getitem__(self, name: str) -> list[Any]:
        """The arguments of the atoms of a predicate, in order: `dict(answer["value"])[2, 3]` is the value of a cell. An
        atom with one argument is this argument.
        """
        found = [atom.args[0] if len(atom.args) == 1 else atom.args for atom in self.atoms if atom.name == name]
        if not found and name not in {rule.template.name for rule in self.puzzle.type.draw}:
            known = sorted({atom.name for atom in self.atoms})
            raise KeyError(f"the answer has no '{name}', but {', '.join(known) or 'no atoms'}")
        return sorted(found, key=str)

    @property
    def facts(self) -> str:
        """The atoms as ASP facts on one line. What is shown and is not an atom, such as a number, is not a fact."""
        return " ".join(f"{atom}." for atom in sorted(self.atoms, key=str) if atom.name.lstrip("-_")[:1].islower())

    def picture(self, compared_with: Answer | None = None) -> pictures.Picture:
        """The marks of the answer; those that the other answer does not have are marked as different."""
        return pictures.draw(self.puzzle, self.atoms, self.given, compared_with.atoms if compared_with else None)

    def __str__(self) -> str:
        return terminal.render(self.picture())

    def _repr_svg_(self) -> str:
        return svg.render([self.picture()])


def write(puzzle: Puzzle, atoms: Iterable[Term]) -> str:
    """The plain text of an answer's shown atoms, without a line end at the end."""
    return Writer(puzzle).write(atoms)


def shown_rules(puzzle: Puzzle) -> list[DrawRule]:
    """The entries of `draw` that say something in the cells of an answer's text: of predicates that the rules show."""
    return [way.rule for way in _words_of(puzzle).ways if not isinstance(way, Fence)]


def says(puzzle: Puzzle, atom: Term) -> bool:
    """Whether a text says if an atom holds: all but those that follow from the others, by the manifest."""
    return _words_of(puzzle).says(atom)


# -- What atoms write on a board

_K = TypeVar("_K")
_V = TypeVar("_V")

#: How many bits of a sum count one piece.
_BITS = 6


class _Once(dict[_K, _V]):
    """What a function says of each of its arguments, worked out once."""

    def __init__(self, function: Callable[[_K], _V]) -> None:
        self._function = function

    def __missing__(self, key: _K) -> _V:
        value = self[key] = self._function(key)
        return value


class _Words:
    """The words of a type's answers on a board.

    What stands in a cell is the sum of what atoms add to it, so that the token of a sum is worked out once. A search
    gives the same object for the same atom, and hashing a term takes long, so atoms are known by their identities.
    Entries are only ever added, and two threads that add the same one write the same.

    amounts: what atoms add to the sums of cells, and to one behind them for the sides of the fence. simple: the cell
    and token of those that write one word and nothing else. labels: of some the cell and the number of its region.
    over: the cells that a line goes over. below: the atoms that stand below the grid.
    tokens: of sums; empty where they depend on other cells. start: the sums of cells in which no atom stands.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.type, self.alphabet = puzzle.type, puzzle.alphabet
        self.cells = puzzle.board.spaces
        self.index = {cell: number for number, cell in enumerate(self.cells)}
        self.ways = ways(puzzle)
        self.by_name: dict[str, list[Way]] = {}
        for way in self.ways:
            self.by_name.setdefault(way.name, []).append(way)
        self.fence = next((way for way in self.ways if isinstance(way, Fence)), None)
        self.has_over = any(way.rule.over for way in self.ways)
        self.amounts: dict[int, tuple[tuple[int, int], ...]] = {}
        self.labels: dict[int, tuple[int, int]] = {}
        self.over: dict[int, tuple[int, ...]] = {}
        self.below: dict[int, Term] = {}
        self._kept: list[Term] = []  # so that the identities of known atoms remain their own
        self.simple: dict[int, tuple[int, str]] = {}
        self.tokens = _Once(self._token)
        self.whole_tokens = _Once(self._whole_token)
        self.hides = _Once(self._hides)
        self.hidden = _Once(self._hidden)
        self.is_over = _Once(self._is_over)
        self.numbered = _Once(self._numbered)
        self.read = _Once(self._read)
        self.piece: dict[int, tuple[Way | None, Hashable]] = {}
        self.number = _Once(self._number)
        self._numbers = count()
        self.joined = [way for way in self.ways if way.rule.joined and self.word(way, way.token) == way.token]
        sums = [way for way in self.ways if isinstance(way, Sum)]
        self.start = [sum(self.amount(way, piece) for way in sums for piece in way.edge(cell)) for cell in self.cells]
        self.start.append(0)

    # -- Words

    def _read(self, word: str) -> tuple[Way, str] | None:
        """The entry whose word this is, and the word without a name; None if there is none. Tokens of marks come before
        exits and numbers, and these before what may be any text.
        """
        name, _, rest = word.partition(NAMES)
        bare, some = (rest, self.by_name[name]) if rest and name in self.by_name else (word, self.ways)
        exact = [way for way in some if type(way) is Way]
        tries = [(way, loose) for each, loose in ((exact, False), (some, False), (some, True)) for way in each]
        return next(((way, bare) for way, loose in tries if way.claims(bare, loose)), None)

    def word(self, way: Way, word: str) -> str:
        """A word as it is read as one of this entry: alone or behind the predicate's name; empty if it cannot be."""
        named = f"{way.name}{NAMES}{word}"
        return next((each for each in (word, named) if is_word(word) and self.read[each] == (way, word)), "")

    def _numbered(self, region: tuple[Way | None, int]) -> str:
        """The word of the region with this number."""
        way, number = region
        return self.word(way, str(number)) if way is not None else ""

    # -- What atoms add to cells

    def amount(self, way: Way | None, piece: Hashable) -> int:
        """What a piece of a word adds to the sum of a cell; of a token of the puzzle without a way."""
        return 1 << (_BITS * self.number[way, piece])

    def _number(self, known: tuple[Way | None, Hashable]) -> int:
        """The number by which a piece is known, or the name of a region."""
        number = next(self._numbers)
        self.piece[number] = known
        return number

    def pieces(self, total: int) -> dict[Way | None, list[Hashable]]:
        """What adds up to a sum, by its entries in their order."""
        found: dict[Way | None, list[Hashable]] = {}
        while total:
            number = ((total & -total).bit_length() - 1) // _BITS
            total &= ~((2**_BITS - 1) << (_BITS * number))
            way, piece = self.piece[number]
            found.setdefault(way, []).append(piece)
        return {way: found[way] for way in (None, *self.ways) if way in found}

    def add(self, atom: Term) -> None:
        """Adds what an atom writes to what is known: what the first entry does that can."""
        self._kept.append(atom)
        key = id(atom)
        way, pieces = next(self._ways_of(atom), (None, []))
        if (way is None or not way.whole) and not self._is_left_out(atom):
            self.below[key] = atom
        if over := tuple(self.index[cell] for cell, piece in pieces if isinstance(piece, Over)):
            self.over[key] = over
        if isinstance(way, Label):
            ((cell, region),) = pieces
            self.labels[key] = self.index[cell], self.number[way, region]
        amounts = self._amounts_of(atom, way, pieces)
        is_plain = way is not None and way.whole and way.hides
        if is_plain and len(amounts) == len(pieces) == 1 and not self.start[amounts[0][0]]:
            self.simple[key] = amounts[0][0], self.tokens[amounts[0][1]]
        self.amounts[key] = amounts  # at last: what has them is known

    def _amounts_of(
        self, atom: Term, way: Way | None, pieces: list[tuple[Cell, Hashable]]
    ) -> tuple[tuple[int, int], ...]:
        """What an atom adds to the sums of cells, and to that of the sides of the fence; labels stand apart."""
        if isinstance(way, Label):
            return ()
        amounts = [(self.index[cell], self.amount(way, piece)) for cell, piece in pieces]
        if self.fence is not None and way in (self.fence, self.fence.fill):
            amounts.append((len(self.cells), self.fence.amount(atom, pieces)))
        return tuple(amounts)

    def _ways_of(self, atom: Term) -> Iterator[tuple[Way, list[tuple[Cell, Hashable]]]]:
        """The entries that say an atom, or a part of it, and what these add to cells."""
        for way in self.by_name.get(atom.name, ()):
            drawn = way.rule.match(atom)
            pieces = way.pieces(drawn) if drawn is not None else []
            stand = (
                cell in self.index and all(self.word(way, each) for each in way.words([piece]))
                for cell, piece in pieces
            )
            if (pieces and all(stand)) or (way is self.fence and atom in self.fence.lines):
                yield way, pieces

    def _is_left_out(self, atom: Term) -> bool:
        left_out = any(is_left_out(rule, atom, self.alphabet) for rule in self.type.draw)
        return left_out or self.type.is_note(atom)

    def says(self, atom: Term) -> bool:
        """Whether a text says if an atom holds."""
        return next(self._ways_of(atom), None) is not None or not self._is_left_out(atom)

    # -- Tokens of cells

    def _token(self, total: int) -> str:
        """The token of a cell; empty if that depends on other cells."""
        return "" if self.hidden[total] else self._whole_token((total, "", ()))

    def _hidden(self, total: int) -> tuple[Exit, ...]:
        """The exits of a cell that another mark hides, unless the mark at their other end hides them, too."""
        exits = (
            each for pieces in self.pieces(total).values() for each in pieces if isinstance(each, Exit) and each.near
        )
        return tuple(exits) if self.hides[total] else ()

    def _hides(self, total: int) -> bool:
        return any(way is None or way.hides for way in self.pieces(total))

    def _whole_token(self, key: tuple[int, str, tuple[Exit, ...]]) -> str:
        """The token of a cell from its sum, the words of its regions, and what it says of the exits that are hidden."""
        total, label, needed = key
        hidden = {*self.hidden[total]} - {*needed}
        marks: list[str] = []
        exits: list[str] = []
        usual: list[str] = []
        prefix = first = ""
        for way, pieces in self.pieces(total).items():
            if way is None:
                first = str(pieces[0])
            elif way in self.joined:
                prefix += way.token
            else:
                said = [self.word(way, word) for word in way.words([each for each in pieces if each not in hidden])]
                (usual if way.is_usual(pieces) else exits if isinstance(way, Exits) else marks).extend(said)
        words = [*marks, *exits, *(label.split(SEPARATOR) if label else ())] or ([] if first else usual)
        text = prefix + SEPARATOR.join(words)
        if self.split(text)[1] != words:
            text = prefix + SEPARATOR + text.removeprefix(prefix)
        return SEPARATOR.join(filter(None, (first, text))) or NOTHING

    def _is_over(self, token: str) -> bool:
        """Whether a token says nothing but that lines go over its cell."""
        found = [] if token == NOTHING else [self.read[word] for word in self.split(token)[1]]
        return all(each is not None and isinstance(each[0], Exits) and each[1] in each[0].over for each in found)

    def split(self, token: str) -> tuple[list[Way], list[str]]:
        """The entries whose tokens stand before the words of a cell, and these words."""
        before = []
        for way in self.joined:
            if token.startswith(way.token):
                before.append(way)
                token = token.removeprefix(way.token)
        return before, [word for word in token.split(SEPARATOR) if word]


#: For the last boards that were written: many puzzles may share a search, and so its atoms.
_boards = Kept[Hashable, _Words](4)

_MOST_ATOMS = 100_000


def _words_of(puzzle: Puzzle) -> _Words:
    key = (puzzle.type, puzzle.board, puzzle.alphabet.symbols)
    words = _boards.get(key)
    if words is None or len(words.amounts) > _MOST_ATOMS:
        words = _Words(puzzle)
        _boards.put(key, words)
    return words


def _blocks(puzzle: Puzzle) -> dict[Cell, str]:
    """The cells with marks that belong to the board, with the tokens that they have in the puzzle."""
    drawn = {rule.template.name for rule in puzzle.type.draw if rule.kind.on_board}
    if not drawn:
        return {}
    return {
        token.values["X"]: token.text  # type: ignore[misc]
        for part in puzzle.tokens.values()
        for token in part
        if "X" in token.values and any(template.name in drawn for template in token.templates)
    }


# -- Writing


class Writer:
    """Writes the answers of one puzzle."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._board = puzzle.board
        self._words = words = _words_of(puzzle)
        self._rows = [(words.index[row[0]], words.index[row[-1]] + 1) for row in puzzle.board.space_rows if row]
        self._start = words.start.copy()
        self._blocks = {words.index[cell]: text for cell, text in _blocks(puzzle).items()}
        for at, text in self._blocks.items():
            self._start[at] += words.amount(None, text)
        self._empty = [words.tokens[total] for total in self._start]
        self._taken = len(self._empty) - self._empty.count(NOTHING)

    def write(self, atoms: Iterable[Term]) -> str:
        """The plain text of an answer's shown atoms, without a line end at the end."""
        atoms = list(atoms)
        tokens = self._empty.copy()
        simple = self._words.simple
        if simple:
            try:
                for at, token in [simple[id(atom)] for atom in atoms]:
                    tokens[at] = token
                if len(tokens) - tokens.count(NOTHING) == self._taken + len(atoms):  # no two stand in one cell
                    return self._lines(tokens)
            except KeyError:
                pass
        return self._write(atoms)

    def _write(self, atoms: list[Term], overlapping: Collection[Term] = ()) -> str:
        """Any atoms. overlapping: lines over what others write, which stand below the grid."""
        words = self._words
        ids = [id(atom) for atom in atoms if atom not in overlapping] if overlapping else list(map(id, atoms))
        totals = self._totals(atoms, ids)
        sides = totals.pop()
        regions = [words.labels[each] for each in ids if each in words.labels] if words.labels else []
        tokens = self._tokens(totals, regions)
        if words.over and (blocked := self._blocked(ids, tokens)):
            lost = (atom for atom in atoms if not blocked.isdisjoint(words.over.get(id(atom), ())))
            return self._write(atoms, {*overlapping, *lost})
        below = [words.below[each] for each in ids if each in words.below] if words.below else []
        return self._lines(tokens, [f"{atom}." for atom in (*below, *overlapping)] + self._fenced(atoms, sides))

    def _fenced(self, atoms: list[Term], sides: int) -> list[str]:
        """The lines that do not lie around what is filled, and those that are missing there. sides: their sum."""
        fence = self._words.fence
        if fence is None or not sides & fence.odd:
            return []
        there = set(atoms)
        return [f"{line}." if line in there else f"not {line}." for line in fence.differing(sides)]

    def _totals(self, atoms: Iterable[Term], ids: list[int]) -> list[int]:
        """The sums of cells, and of the sides of the fence. ids: those of the atoms that are written."""
        amounts = self._words.amounts
        try:
            found = [amounts[each] for each in ids]
        except KeyError:
            for atom in atoms:
                if id(atom) not in amounts:
                    self._words.add(atom)
            found = [amounts[each] for each in ids]
        totals = self._start.copy()
        for at, amount in chain.from_iterable(found):
            totals[at] += amount
        return totals

    def _blocked(self, ids: list[int], tokens: list[str]) -> set[int]:
        """The cells that lines go over and in which something else stands."""
        over, is_over = self._words.over, self._words.is_over
        passed = {at for each in ids if each in over for at in over[each]}
        return {at for at in passed if not is_over[tokens[at]]}

    def _tokens(self, totals: list[int], regions: list[tuple[int, int]]) -> list[str]:
        """The tokens of cells. regions: cells with the numbers of their regions."""
        words = self._words
        labels = self._labels(regions) if regions else {}
        tokens = list(map(words.tokens.__getitem__, totals))
        for at in [at for at, token in enumerate(tokens) if not token] if "" in tokens else ():
            exits = tuple([exit_ for exit_ in words.hidden[totals[at]] if self._is_needed(totals, at, exit_)])
            tokens[at] = words.whole_tokens[totals[at], labels.pop(at, ""), exits]
        for at, label in labels.items():
            tokens[at] = words.whole_tokens[totals[at], label, ()] if totals[at] else label
        return tokens

    def _is_needed(self, totals: list[int], at: int, exit_: Exit) -> bool:
        """Whether an exit that a mark hides has to be said, as a mark hides it at its other end, too."""
        end = self._board.beside(self._words.cells[at], exit_.name)
        return self._words.hides[totals[self._words.index[end]]]

    def _labels(self, found: list[tuple[int, int]]) -> dict[int, str]:
        """The words of the regions of each cell, numbered in the order of their first cells. found: cell and region."""
        labels: dict[int, str] = {}
        words: dict[int, str] = {}
        counts: Counter[Way | None] = Counter()
        for at, number in sorted(found):
            if number not in words:
                way, _ = self._words.piece[number]
                counts[way] += 1
                words[number] = self._words.numbered[way, counts[way]]
            labels[at] = f"{labels[at]}{SEPARATOR}{words[number]}" if at in labels else words[number]
        return labels

    def _lines(self, tokens: list[str], below: Collection[str] = ()) -> str:
        rows = [tokens[start:end] for start, end in self._rows]
        lines = [" ".join(row) for row in rows] if self._board.in_columns else self._shifted(rows)
        if not below:  # nearly all
            return "\n".join(lines)
        facts = [" ".join(some) for _, some in groupby(sorted(below), key=lambda fact: fact.partition("(")[0])]
        return "\n".join([*lines, *facts])

    def _shifted(self, rows: list[list[str]]) -> list[str]:
        """Rows that are shifted by half cells."""
        width = max(len(token) for row in rows for token in row)
        width += 1 - width % 2  # so that half a cell is a whole number of characters
        indents = [" " * ((start - 1) * (width + 1) // self._board.shape.apart) for start in self._board.row_starts]
        return [
            (indent + " ".join(token.center(width) for token in row)).rstrip() for indent, row in zip(indents, rows)
        ]


# -- Reading

#: A fact below the grid, which holds, or does not although the grid seems to say it.
_FACT = re.compile(r'\s*(not\s+)?(-?_*[a-z]\w*(?:\((?:"(?:[^"\\]|\\.)*"|[^".])*\))?)\.(?=\s|$)')


class FileText(str):
    """A text that remembers its file, which errors name."""

    file = ""


def parse(puzzle: Puzzle, text: str) -> list[Term]:
    """The atoms that a plain answer text states; PuzzleError for a word that no answer has.

    The labels of regions are those of the text; analysis/progress finds those of the rules, and what the text
    leaves out.
    """
    lines, facts = split_facts(puzzle, text)
    rows = [row for row in puzzle.board.space_rows if row]
    file = text.file if isinstance(text, FileText) else puzzle.file
    if len(lines) != len(rows):
        raise PuzzleError(f"answer: found {many(len(lines), 'row')}, expected {len(rows)}", file=file)
    tokens: dict[Cell, str] = {}
    for number, (cells, line) in enumerate(zip(rows, lines), 1):
        if len(cells) != len(found := line.split()):
            raise PuzzleError(f"answer: found {many(len(found), 'cell')}, expected {len(cells)}", file=file, row=number)
        tokens.update(zip(cells, found))
    atoms = dict.fromkeys(_Grid(puzzle, tokens).atoms()) | facts
    return [atom for atom in atoms if facts.get(atom) is not False]


def split_facts(puzzle: Puzzle, text: str) -> tuple[list[str], dict[Term, bool | None]]:
    """The lines of an answer text that are no facts, and the facts below them: whether each of these atoms holds."""
    lines = [line for line in text.split("\n") if line.strip()]
    above = len(lines)
    while above and not _FACT.sub("", lines[above - 1]).strip():
        above -= 1
    facts: dict[Term, bool | None] = {}
    for does_not, fact in (found for line in lines[above:] for found in _FACT.findall(line)):
        try:
            facts[terms.parse(fact)] = not does_not
        except ValueError:
            raise PuzzleError(f"answer: found {quote(fact)}, expected an atom", file=puzzle.file) from None
    return lines[:above], facts


class _Grid:
    """The words in the cells of an answer text."""

    def __init__(self, puzzle: Puzzle, tokens: Mapping[Cell, str]) -> None:
        self._puzzle = puzzle
        self._words = _words_of(puzzle)
        self._blank = BLANK if self._words.has_over else {NOTHING}
        self._open = {cell for cell, token in tokens.items() if token == OPEN}
        self._split: dict[Cell, tuple[list[Way], list[str]]] = {}
        blocks = _blocks(puzzle)
        for cell, token in tokens.items():
            if cell in blocks and token.partition(SEPARATOR)[0] == blocks[cell]:
                token = token.partition(SEPARATOR)[2]
            self._split[cell] = ([], []) if token in BLANK else self._words.split(token)
        self._tokens = tokens

    def atoms(self) -> Iterator[Term]:
        """What the words say, and what follows from what is filled."""
        filled: dict[Way, set[Cell]] = {}
        for cell, (before, words) in self._split.items():
            found = [(way, way.token) for way in before]
            for word in words:
                if (read := self._words.read[word]) is None:
                    column = self._puzzle.board.position(cell)
                    sentence = f"found {quote(word)}, expected a token of an answer"
                    raise PuzzleError(sentence, file=self._puzzle.file, row=cell[0], column=column)
                found.append(read)
            for way, word in found:
                filled.setdefault(way, set()).add(cell)
                yield from way.atoms(cell, word, self)
        if (fence := self._words.fence) is not None:
            yield from fence.between(filled.get(fence.fill, set()), self._open)

    def goes_over(self, cell: Cell) -> bool:
        """Whether a line may go over the cell: nothing stands in it, or what lines write there."""
        return self._tokens.get(cell) in self._blank or (
            cell in self._tokens and self._words.is_over[self._tokens[cell]]
        )

    def has_exit(self, way: Exits, cell: Cell, name: str) -> bool:
        """Whether a line leaves the cell in this direction."""
        found = [self._words.read[word] for word in self._split.get(cell, ([], []))[1]]
        return any(each is not None and each[0] is way and name in (way.exits(each[1]) or ()) for each in found)


# -- A puzzle's answer beside the one that was published with it, cell by cell
# Published answers differ from ours in what does not matter: exits in another order, regions by other names, clues
# repeated or left out, capitals, a line with the size above, and what other programs wrote behind it.


#: A cell, our token in it, and the published one.
_Pair = tuple[Cell, str, str]


class Comparison(NamedTuple):
    """How an answer compares with the published one.

    differing: the cells in which they differ, empty if they agree. problem: why they cannot be compared, if so.
    """

    differing: tuple[Cell, ...] = ()
    problem: str | None = None

    @property
    def agrees(self) -> bool:
        """Whether the answer is the published one."""
        return not self.differing and self.problem is None


def compare(puzzle: Puzzle, answer: str, published: str) -> Comparison:
    """Compares an answer text with a published one."""
    lines, below = split_facts(puzzle, answer)
    published_lines, published_below = split_facts(puzzle, published)
    ours = [line.split() for line in lines]
    theirs = _published_rows(puzzle, published_lines)
    if below != published_below:
        return Comparison(problem="the facts below the grid are not those of the published answer")
    if [len(row) for row in ours] != [len(row) for row in theirs]:
        sizes = f"{len(theirs)} rows of {len(theirs[0]) if theirs else 0}"
        return Comparison(problem=f"the published answer has {sizes} tokens, expected {len(ours)} of {len(ours[0])}")
    if ours == theirs:  # most are
        return Comparison()
    return Comparison(tuple(_differing(puzzle, list(zip(puzzle.board.spaces, chain(*ours), chain(*theirs))))))


def _differing(puzzle: Puzzle, pairs: list[_Pair]) -> Iterable[Cell]:
    """The cells in which the answers do not say the same."""
    shown = shown_rules(puzzle)
    if any(rule.layer is Layer.BORDER for rule in shown):  # the names of regions do not matter
        return _differently_divided(pairs)
    blanks = _blanks(puzzle, shown)
    if all(_same(our, their, (), blanks) for _, our, their in pairs):  # most are
        return ()
    pairs = _once_a_region(puzzle, pairs)
    clues = _clue_texts(puzzle)
    if any(rule.over for rule in shown) and all(their in blanks for cell, _, their in pairs if cell in clues):
        pairs = [each for each in pairs if each[0] not in clues]  # what lines go over says it all
    return (cell for cell, our, their in pairs if not _same(our, their, clues.get(cell, ()), blanks))


def _blanks(puzzle: Puzzle, shown: Sequence[DrawRule]) -> Set[str]:
    """The tokens that say that nothing stands in a cell. Collections also write 0, unless it is a value of the type:
    numbers are written into the cells of its answers, and no token '0' of its own is read from them.
    """
    numbers = any(rule.layer is Layer.TEXT for rule in shown)
    is_value = numbers and not any("0" in part.tokens for part in puzzle.type.parts if not part.shape.is_margin)
    return BLANKS if is_value else BLANKS | {"0"}


def _once_a_region(puzzle: Puzzle, pairs: list[_Pair]) -> list[_Pair]:
    """The pairs, with the published token of every region in all of its cells, if each region has exactly one token.

    Only where our answer has the same token all over every region.
    """
    region_of = {cell: label for label, cell in _regions(puzzle)}
    ours: dict[Value, set[str]] = {}
    theirs: dict[Value, list[str]] = {}
    for cell, our, their in pairs:
        region = region_of.get(cell, cell)
        ours.setdefault(region, set()).add(our)
        theirs.setdefault(region, []).extend({their} - BLANKS)
    if not region_of or any(len(tokens) != 1 for tokens in (*ours.values(), *theirs.values())):
        return pairs
    return [(cell, our, theirs[region_of.get(cell, cell)][0]) for cell, our, _ in pairs]


def _regions(puzzle: Puzzle) -> Iterator[tuple[Value, Cell]]:
    """The regions that the puzzle itself has: the label, and each cell."""
    rules_ = [rule for rule in puzzle.type.draw if rule.layer is Layer.BORDER]
    for token in (token for part in puzzle.tokens.values() for token in part) if rules_ else ():
        for atom in (terms.fill(template, token.values) for template in token.templates):
            for drawn in (rule.match(atom) for rule in rules_ if isinstance(atom, Term)):
                if drawn is not None and (cell := cell_of(drawn.place)) is not None:
                    yield next(iter(drawn.values.values())), cell


def _published_rows(puzzle: Puzzle, lines: Iterable[str]) -> list[list[str]]:
    """The rows of a published answer, without the line of its size and what stands behind it."""
    rows: list[list[str]] = []
    for line in lines:
        if line.lstrip().startswith("["):
            break
        rows.append(line.split())
    below = puzzle.type.counted_lines  # a line of sums, say, that the answer repeats
    if len(rows) == puzzle.board.rows + below + 1 and all(token.isdigit() for token in rows[0][:2]):
        del rows[0]
    return rows[: puzzle.board.rows] if len(rows) == puzzle.board.rows + below else rows


def _clue_texts(puzzle: Puzzle) -> dict[Cell, list[set[str]]]:
    """What stands in each cell of the puzzle, except for labels of regions, each with its value alone, and with the
    tokens that say a part of it (a black cell, without its number): answers may repeat one of these, or none.
    """
    areas = {rule.template.name for rule in puzzle.type.draw if rule.layer.is_area}
    texts: dict[Cell, list[set[str]]] = {}
    for name, part in puzzle.tokens.items():
        literals = _literals(puzzle, name)
        for token in part:
            cell = token.values.get("X")
            if isinstance(cell, tuple) and not {template.name for template in token.templates} <= areas:
                parts = {text for text, templates in literals.items() if templates <= set(token.templates)}
                texts.setdefault(cell, []).append({token.text, str(token.values.get("V", token.text))} | parts)
    return texts


def _literals(puzzle: Puzzle, name: str) -> dict[str, Set[Term]]:
    """The tokens that a part takes literally, with the templates of the facts that they become."""
    return {
        key: set(templates)
        for part in puzzle.type.parts
        if part.name == name
        for key, templates in part.tokens.items()
        if not isinstance(templates, str) and templates and key not in TOKEN_CLASSES and not is_pattern(key)
    }


def _same(our: str, their: str, clues: Iterable[set[str]], blanks: Set[str]) -> bool:
    """Whether two tokens say the same; where one of them repeats a clue of the cell, the other one may be blank, or be
    the value of the clue.
    """
    if our.lower() == their.lower() or (our in blanks and their in blanks):
        return True
    if sorted(our) == sorted(their) and set(our) <= set("nsew"):
        return True
    return any({our, their} <= clue | BLANKS and (our in clue or their in clue) for clue in clues)


def _differently_divided(pairs: list[tuple[Cell, str, str]]) -> Iterator[Cell]:
    """The cells of regions that one of two divisions has and the other one has not."""
    ours: dict[str, set[Cell]] = {}
    theirs: dict[str, set[Cell]] = {}
    for cell, our, their in pairs:
        ours.setdefault(our, set()).add(cell)
        theirs.setdefault(their, set()).add(cell)
    for cell, our, their in pairs:
        if ours[our] != theirs[their]:
            yield cell
