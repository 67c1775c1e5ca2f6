"""A puzzle's answer beside the one that was published with it, cell by cell.

Published answers differ from ours in what does not matter: exits in another order, regions by other names, clues
repeated or left out, capitals, a line with the size above, and what other programs wrote behind it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import chain
from typing import NamedTuple

from ..model import terms
from ..model.board import Cell, cell_of
from ..model.marks import Layer
from ..model.parts import TOKEN_CLASSES
from ..model.puzzle import Puzzle
from ..model.puzzle_type import DrawRule
from ..model.rows import BLANKS
from ..model.terms import Term, Value
from ..model.tokens import is_pattern
from .answer_text import shown_rules, split_facts

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
    """What stands in each cell of the puzzle, but for labels of regions, each with its value alone, and with the tokens
    that say a part of it (a black cell, without its number): answers may repeat one of these, or none.
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
