"""The answer as plain text, and back: one token a cell (docs/manifest.md, 'Answer text')."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import ClassVar

from ..model import terms
from ..model.board import Cell
from ..model.errors import PuzzleError, quote
from ..model.marks import MARKS, NOTHING, Layer, MarkKind
from ..model.puzzle import Puzzle, number_or_text
from ..model.terms import Term, Value
from ..solving import rules
from ..solving.facts import term


def write(puzzle: Puzzle, atoms: Iterable[Term]) -> str:
    """The plain text of an answer's shown atoms, without a line end at the end."""
    return Writer(puzzle).write(atoms)


#: What an atom writes into one place: the place's number, the mark's layer, and a token (of a line: one of its exits).
#: No NamedTuple, which takes longer to unpack.
_Written = tuple[int, Layer, str]


class _KnownAtoms:
    """What atoms write on a board. By the atom's identity, and with the atom, so that it lives as long: a search gives
    the same object for the same atom, and hashing a term takes long.

    texts: place and token of the atoms that write one text and nothing else. index: the numbers of places.
    rows: where each row of places begins and ends.
    """

    def __init__(self, places: Sequence[Cell]) -> None:
        self.index = {cell: number for number, cell in enumerate(places)}
        starts = [0, *(at for at, cell in enumerate(places) if at and cell[0] != places[at - 1][0])]
        self.rows = list(zip(starts, [*starts[1:], len(places)]))
        self.all: dict[int, tuple[Term, list[_Written]]] = {}
        self.texts: dict[int, tuple[int, str]] = {}


class Writer:
    """Writes the answers of one puzzle; what an atom writes is worked out once."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self._known = self._known_atoms(puzzle)
        self._index, self._rows = self._known.index, self._known.rows
        self._is_hex = puzzle.board.is_hex
        self._empty = [NOTHING] * len(puzzle.board.spaces)
        self._blocks = set()
        for cell, token in blocks(puzzle).items():
            self._empty[self._index[cell]] = token
            self._blocks.add(self._index[cell])
        self._templates: dict[str, list[tuple[Term, str]]] = {}
        for template, mark in puzzle.type.draw:
            self._templates.setdefault(template.name, []).append((template, mark))

    #: For the last boards that were written: many puzzles may share a search, and so its atoms.
    _boards: ClassVar[dict[Hashable, _KnownAtoms]] = {}
    _MOST_BOARDS, _MOST_ATOMS = 4, 100_000

    def _known_atoms(self, puzzle: Puzzle) -> _KnownAtoms:
        key = (puzzle.type.folder, puzzle.board, puzzle.alphabet.symbols)
        known = self._boards.pop(key, None)
        if known is None or len(known.all) > self._MOST_ATOMS:
            known = _KnownAtoms(puzzle.board.spaces)
        self._boards[key] = known
        while len(self._boards) > self._MOST_BOARDS:
            self._boards.pop(next(iter(self._boards)))
        return known

    def write(self, atoms: Iterable[Term]) -> str:
        """The plain text of an answer's shown atoms, without a line end at the end."""
        tokens = self._empty.copy()
        atoms = list(atoms)
        if not self._texts_alone(atoms, tokens):
            self._all_marks(atoms, tokens)
        rows = [tokens[start:end] for start, end in self._rows]
        if self._is_hex:
            return self._hexagons(rows)
        return "\n".join([" ".join(row) for row in rows])

    def _texts_alone(self, atoms: list[Term], tokens: list[str]) -> bool:
        """Writes atoms that are known to leave one text each; false, and nothing written, if there are others."""
        if self._blocks:
            return False
        texts = self._known.texts
        try:
            for at, token in [texts[id(atom)] for atom in atoms]:
                tokens[at] = token
        except KeyError:
            return False
        return True

    def _all_marks(self, atoms: list[Term], tokens: list[str]) -> None:
        blocks = self._blocks
        exits: dict[int, list[str]] = {}
        known = self._known.all
        line, text = Layer.LINE, Layer.TEXT  # looked up once: this runs for every atom of every answer
        for atom in atoms:
            entry = known.get(id(atom))
            if entry is None:
                entry = known[id(atom)] = (atom, list(self._written_by(atom)))
                if len(entry[1]) == 1 and entry[1][0][1] is text:
                    self._known.texts[id(atom)] = entry[1][0][0], entry[1][0][2]
            for at, layer, token in entry[1]:
                if layer is line:
                    exits.setdefault(at, []).append(token)
                elif at not in blocks and (layer is text or tokens[at] == NOTHING):
                    tokens[at] = token
        for at, names in exits.items():
            if tokens[at] == NOTHING:
                tokens[at] = self._join(names)

    def _written_by(self, atom: Term) -> Iterator[_Written]:
        for template, mark in self._templates.get(atom.name, ()):
            values = terms.match(template, atom)
            cell: Cell | None = values.get("X") if values is not None else None  # type: ignore[assignment]
            if values is None or cell not in self._index:
                continue
            kind = MARKS[mark]
            if kind.layer is Layer.LINE:
                yield from self._exits(cell, values["Y"])  # type: ignore[arg-type]
            elif kind.layer is Layer.TEXT:
                yield self._index[cell], kind.layer, self._name(values["V"])
            elif kind.token:
                yield self._index[cell], kind.layer, kind.token

    def _name(self, value: Value) -> str:
        if isinstance(value, int):
            return self.puzzle.alphabet.name(value)
        return value if isinstance(value, str) else terms.write(value)

    def _exits(self, cell: Cell, other: Cell) -> Iterator[_Written]:
        names = {step: name for name, step in self.puzzle.board.directions.items()}
        for one, two in ((cell, other), (other, cell)):
            name = names.get((two[0] - one[0], two[1] - one[1]))
            if name is not None:
                yield self._index[one], Layer.LINE, name

    def _join(self, names: list[str]) -> str:
        if self._is_hex:
            order = list(self.puzzle.board.directions)
            return "+".join(sorted(names, key=order.index))
        return "".join(name for name in "nsew" if name in names)

    def _hexagons(self, rows: list[list[str]]) -> str:
        """Rows of a hexagonal board, shifted by half cells."""
        width = max(len(token) for row in rows for token in row)
        width += 1 - width % 2  # so that half a cell is a whole number of characters
        lines = []
        for start, row in zip(self.puzzle.board.row_starts, rows):
            indent = " " * ((start - 1) * (width + 1) // 2)
            lines.append((indent + " ".join(token.center(width) for token in row)).rstrip())
        return "\n".join(lines)


def blocks(puzzle: Puzzle) -> dict[Cell, str]:
    """The cells with marks that belong to the board, with the tokens that they have in the puzzle."""
    drawn = {template.name for template, mark in puzzle.type.draw if MARKS[mark].on_board}
    if not drawn:
        return {}
    return {
        token.values["X"]: token.text  # type: ignore[misc]
        for part in puzzle.tokens.values()
        for token in part
        if "X" in token.values and any(template.name in drawn for template in token.templates)
    }


def parse(puzzle: Puzzle, text: str) -> list[Term]:
    """The atoms that a plain answer text states; PuzzleError for a token that no answer has.

    Atoms that the plain text does not show (the fence of a loop whose inside is marked) are not among them.
    """
    lines = [line.split() for line in text.split("\n") if line.strip()]
    wanted = list(puzzle.board.spaces)
    rows: dict[int, list[Cell]] = {}
    for cell in wanted:
        rows.setdefault(cell[0], []).append(cell)
    if len(lines) != len(rows):
        raise PuzzleError(f"answer: found {len(lines)} rows, expected {len(rows)}", file=puzzle.file)
    fixed = blocks(puzzle)
    known = templates(puzzle)
    atoms: list[Term] = []
    for number, (cells, line) in enumerate(zip(rows.values(), lines), 1):
        if len(cells) != len(line):
            raise PuzzleError(f"answer: found {len(line)} cells, expected {len(cells)}", file=puzzle.file, row=number)
        for column, (cell, token) in enumerate(zip(cells, line), 1):
            if token == fixed.get(cell, NOTHING):
                continue
            try:
                atoms += _atoms(puzzle, known, cell, token)
            except PuzzleError as error:
                raise error.at(file=puzzle.file, row=number, column=column) from None
    return list(dict.fromkeys(atoms))


def templates(puzzle: Puzzle) -> list[tuple[Term, str]]:
    """The templates and marks of the answer that its plain text shows: of predicates that the rules show."""
    shown = rules.shown(rules.load([puzzle.type.rules_file]).text)
    return [
        (template, mark)
        for template, mark in puzzle.type.draw
        if template.name in shown and _has_token(MARKS[mark]) and _on_cells(template)
    ]


def _has_token(kind: MarkKind) -> bool:
    return bool(kind.token) or kind.layer in (Layer.TEXT, Layer.LINE)


def _on_cells(template: Term) -> bool:
    return not any(isinstance(part, Term) for part in template.args)


def _atoms(puzzle: Puzzle, known: list[tuple[Term, str]], cell: Cell, token: str) -> Iterator[Term]:
    if token in (NOTHING, "."):
        return
    for template, mark in known:
        if MARKS[mark].token == token:
            yield term(template, {"X": cell})
            return
    for template, mark in known:
        if MARKS[mark].layer is Layer.LINE and (exits := _exits(puzzle, token)) is not None:
            for step in exits:
                other = (cell[0] + step[0], cell[1] + step[1])
                first, second = sorted((cell, other))
                yield term(template, {"X": first, "Y": second})
            return
        if MARKS[mark].layer is Layer.TEXT:
            value = puzzle.alphabet.value(token) if puzzle.type.alphabets else number_or_text(token)
            if value is not None:
                yield term(template, {"X": cell, "V": value})
                return
    raise PuzzleError(f"found {quote(token)}, expected a token of an answer")


def _exits(puzzle: Puzzle, token: str) -> list[tuple[int, int]] | None:
    """The steps that a line's token names, or None."""
    steps = puzzle.board.directions
    names = token.split("+") if puzzle.board.is_hex else list(token)
    return [steps[name] for name in names] if all(name in steps for name in names) else None
