"""The answer as plain text, and back: one token a cell (docs/manifest.md, 'Answer text')."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from . import rules, terms
from .errors import PuzzleError, quote
from .facts import term
from .puzzle import Cell, Puzzle, number_or_text
from .terms import Term, Value

NOTHING = "-"

#: The token of a mark that is either there or not.
TOKENS = {"shade": "x", "tint": "x", "star": "x", "circle": "o"}

_EXITS = {
    "square": {(-1, 0): "n", (1, 0): "s", (0, 1): "e", (0, -1): "w"},
    "hex": {(-1, -1): "nw", (-1, 1): "ne", (0, 2): "e", (1, 1): "se", (1, -1): "sw", (0, -2): "w"},
}


def write(puzzle: Puzzle, atoms: Iterable[Term]) -> str:
    """The plain text of an answer's shown atoms, without a line end at the end."""
    token = {**tokens(puzzle, atoms), **blocks(puzzle)}
    rows: dict[int, list[str]] = {row: [] for row in range(1, puzzle.rows + 1)}
    for cell in puzzle.places:
        rows[cell[0]].append(token.get(cell, NOTHING))
    width = max((len(each) for row in rows.values() for each in row), default=1)
    if puzzle.board == "hex":
        return "\n".join(_hex_line(puzzle, row, line, width) for row, line in rows.items())
    return "\n".join(" ".join(line) for line in rows.values())


def _hex_line(puzzle: Puzzle, row: int, line: list[str], width: int) -> str:
    width += 1 - width % 2  # so that half a cell is a whole number of signs
    indent = (puzzle.row_starts[row - 1] - 1) * (width + 1) // 2
    return " " * indent + " ".join(token.center(width) for token in line).rstrip()


def blocks(puzzle: Puzzle) -> dict[Cell, str]:
    """The black squares that belong to the board, with the tokens that they have in the puzzle."""
    drawn = {template.name for template, mark in puzzle.type.draw if mark == "block"}
    return {
        token.values["X"]: token.text  # type: ignore[misc]
        for part in puzzle.tokens.values()
        for token in part
        if "X" in token.values and any(template.name in drawn for template in token.templates)
    }


def tokens(puzzle: Puzzle, atoms: Iterable[Term]) -> dict[Cell, str]:
    """The token of every cell of which the atoms say something."""
    texts: dict[Cell, str] = {}
    flags: dict[Cell, str] = {}
    exits: dict[Cell, list[str]] = {}
    by_name: dict[str, list[tuple[Term, str]]] = {}
    for template, mark in puzzle.type.draw:
        by_name.setdefault(template.name, []).append((template, mark))
    for atom in atoms:
        for template, mark in by_name.get(atom.name, ()):
            values = terms.match(template, atom)
            if values is None or not isinstance(values.get("X"), tuple):
                continue
            cell: Cell = values["X"]  # type: ignore[assignment]
            if mark == "text":
                texts[cell] = _name(puzzle, values["V"])
            elif mark in TOKENS:
                flags.setdefault(cell, TOKENS[mark])
            elif mark == "line" and isinstance(values["Y"], tuple):
                _add_exits(puzzle, exits, cell, values["Y"])
    return {**{cell: _join(puzzle, found) for cell, found in exits.items()}, **flags, **texts}


def _name(puzzle: Puzzle, value: Value) -> str:
    if isinstance(value, int):
        return puzzle.alphabet.name(value)
    return value if isinstance(value, str) else terms.write(value)


def _add_exits(puzzle: Puzzle, exits: dict[Cell, list[str]], cell: Cell, other: Cell) -> None:
    names = _EXITS[puzzle.board]
    for one, two in ((cell, other), (other, cell)):
        name = names.get((two[0] - one[0], two[1] - one[1]))
        if name is not None:
            exits.setdefault(one, []).append(name)


def _join(puzzle: Puzzle, found: list[str]) -> str:
    if puzzle.board == "hex":
        order = list(_EXITS["hex"].values())
        return "+".join(sorted(set(found), key=order.index))
    return "".join(exit_ for exit_ in "nsew" if exit_ in found)


def parse(puzzle: Puzzle, text: str) -> list[Term]:
    """The atoms that a plain answer text states; PuzzleError for a token that no answer has.

    Atoms that the plain text does not show (the fence of a loop whose inside is marked) are not among them.
    """
    lines = [line.split() for line in text.split("\n") if line.strip()]
    wanted = list(puzzle.places)
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
        if template.name in shown and (mark in TOKENS or mark in ("text", "line")) and _on_cells(template)
    ]


def _on_cells(template: Term) -> bool:
    return not any(isinstance(part, Term) for part in template.args)


def _atoms(puzzle: Puzzle, known: list[tuple[Term, str]], cell: Cell, token: str) -> Iterator[Term]:
    if token in (NOTHING, "."):
        return
    for template, mark in known:
        if TOKENS.get(mark) == token:
            yield term(template, {"X": cell})
            return
    for template, mark in known:
        if mark == "line" and (exits := _exits(puzzle, token)) is not None:
            for step in exits:
                other = (cell[0] + step[0], cell[1] + step[1])
                first, second = sorted((cell, other))
                yield term(template, {"X": first, "Y": second})
            return
        if mark == "text":
            value = puzzle.alphabet.value(token) if puzzle.type.alphabets else number_or_text(token)
            if value is not None:
                yield term(template, {"X": cell, "V": value})
                return
    raise PuzzleError(f"found {quote(token)}, expected a token of an answer")


def _exits(puzzle: Puzzle, token: str) -> list[tuple[int, int]] | None:
    """The steps that a line's token names, or None."""
    steps = {name: step for step, name in _EXITS[puzzle.board].items()}
    names = token.split("+") if puzzle.board == "hex" else list(token)
    return [steps[name] for name in names] if all(name in steps for name in names) else None
