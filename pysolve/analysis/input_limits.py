"""What the rules take as input: the sizes of a board, and the numbers of a part.

Types do not declare them: invalid/3 says what is wrong (docs/rules.md, 'Wrong input and no answer'). So small inputs
are tried on those rules alone that invalid/3 depends on, which takes milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from clingo import ast

from .. import rules
from ..model import terms
from ..model.parts import HOLE, SEQUENCE, WORDS, Part
from ..model.puzzle import Puzzle
from ..model.terms import Value, Variable
from ..rules import syntax
from ..rules.text import depends_on
from ..solving import facts
from ..solving.grounding import GroundProgram, parse
from ..solving.remarks import INVALID, InputChecks
from ..solving.settings import Settings, constants_of
from ..solving.symbols import SymbolReader

#: A part is not said to take numbers from one on that is larger than this, nor up to one that is larger than that.
_LARGEST_LEAST, _LARGEST_MOST = 9, 10**6

#: A size near a refused one is looked for among those that differ by at most this number of rows or columns.
_FAR = 9


class Range(NamedTuple):
    """The numbers that a part takes. most: None where there is no end."""

    least: int
    most: int | None


class InputRules:
    """The rules of a puzzle's type that say what is wrong with an input."""

    def __init__(self, puzzle: Puzzle, settings: Settings) -> None:
        """settings: further rules and options. PuzzleError if the rules cannot be parsed."""
        self.puzzle = puzzle
        self.settings = settings
        self._program = rules.load([*puzzle.type.rule_files, *settings.rules])
        self._needed = _needed_for(INVALID, parse(self._program))

    def refusals(self, puzzle: Puzzle, more: Iterable[str] = ()) -> list[tuple[Value, str]]:
        """What is wrong with the board of an empty puzzle and these facts: (place, sentence)."""
        program = self._program.copy()
        program.add("\n".join([*_defined(puzzle), *facts.board(puzzle), *more]), puzzle.file)
        ground = GroundProgram(program, constants=constants_of(puzzle, program, self.settings))
        ground.ground(self._kept)
        return InputChecks(ground, puzzle, SymbolReader()).refusals()

    def _kept(self, statement: ast.AST) -> Iterable[ast.AST]:
        if statement.ast_type != ast.ASTType.Rule:
            return () if statement.ast_type in _SHOWS else (statement,)
        return (statement,) if _predicates(statement.head) & self._needed or not _is_rule(statement) else ()


def _defined(puzzle: Puzzle) -> Iterator[str]:
    """An empty puzzle has none of the facts that the parts of other ones become."""
    for template in dict.fromkeys(template for part in puzzle.type.parts for template in part.templates):
        yield f"#defined {template.name}/{len(template.args)}."


_SHOWS = (
    ast.ASTType.ShowSignature, ast.ASTType.ShowTerm, ast.ASTType.Minimize, ast.ASTType.Heuristic, ast.ASTType.Edge,
)  # fmt: skip


def _is_rule(statement: ast.AST) -> bool:
    """Whether it is more than a fact."""
    return bool(statement.body)


def _needed_for(name: str, statements: Iterable[ast.AST]) -> set[str]:
    """The predicates that a predicate depends on, and itself."""
    reads: dict[str, set[str]] = {}
    for statement in statements:
        if statement.ast_type == ast.ASTType.Rule:
            for head in _predicates(statement.head):
                reads.setdefault(head, set()).update(_predicates(statement))
    return depends_on([name], reads)


def _predicates(part: ast.AST) -> set[str]:
    return {name.removeprefix("-") for name, _ in syntax.atoms(part)}


# -- Sizes


def size_refusal(input_rules: InputRules, puzzle: Puzzle) -> str | None:
    """Why the rules do not take a board of this size; None if they do."""
    return next((sentence for place, sentence in input_rules.refusals(puzzle) if not _is_place(puzzle, place)), None)


def nearest_size(
    input_rules: InputRules, board: Callable[[int, int], Puzzle], rows: int, columns: int, *, keep_columns: bool
) -> tuple[int, int] | None:
    """The size that the rules take and that is the nearest to one that they do not; None if there is none near.

    board: makes an empty puzzle of a size. keep_columns: rather other rows than other columns.
    """
    sizes = sorted(
        (
            (rows + down, columns + right)
            for down in range(-_FAR, _FAR + 1)
            for right in range(-_FAR, _FAR + 1)
            if (not down or not right or rows + down == columns + right) and rows + down > 0 and columns + right > 0
        ),
        key=lambda size: (
            size[1] != columns if keep_columns else size[0] != rows,
            abs(size[0] - rows) + abs(size[1] - columns),
            -size[0] - size[1],
        ),
    )
    return next((size for size in sizes if size_refusal(input_rules, board(*size)) is None), None)


# -- Numbers


def number_ranges(input_rules: InputRules, puzzle: Puzzle) -> dict[str, Range]:
    """The numbers that the parts of an empty puzzle take, as far as the rules say, by the names of the parts.

    Where a number is refused for another reason than its size (there has to be a region around it), nothing is said.
    """
    ranges = {}
    before = set(input_rules.refusals(puzzle))
    for part in puzzle.type.parts:
        if (key := _number_key(part)) is None or not (samples := _samples(puzzle, part)):
            continue

        def takes(number: int, part: Part = part, key: str = key, samples: list[Value] = samples) -> bool:
            new = [fact for place in samples for fact in _facts(part, key, place, number)]
            wrong = {place for place, sentence in set(input_rules.refusals(puzzle, new)) - before}
            return any(place not in wrong for place in samples)

        if (range_ := _range(takes)) is not None:
            ranges[part.name] = range_
    return ranges


def _range(takes: Callable[[int], bool]) -> Range | None:
    """The range of the numbers that are taken; None if none of the first ones is. takes: whether a number is."""
    least = next((number for number in range(_LARGEST_LEAST + 1) if takes(number)), None)
    if least is None:
        return None
    if takes(_LARGEST_MOST):
        return Range(least, None)
    low, high = least, max(2 * least, 1)
    while takes(high):
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if takes(middle) else (low, middle)
    return Range(least, low)


def _number_key(part: Part) -> str | None:
    """The class of tokens by which a part takes numbers."""
    known = (key for key in ("int", "symbol") if key in part.tokens and part.tokens[key] not in ((), HOLE))
    return next(known, None) if part.shape not in (WORDS, SEQUENCE) else None


def _samples(puzzle: Puzzle, part: Part) -> list[Value]:
    """Some places of a part: the first one, and one in the middle."""
    by_row: dict[int, list[Value]] = {}
    for row, _, place in part.shape.places(part, puzzle.board):
        by_row.setdefault(row, []).append(place)
    rows = list(by_row.values())
    if not rows:
        return []
    middle = rows[len(rows) // 2]
    return list(dict.fromkeys([rows[0][0], middle[len(middle) // 2]]))


def _facts(part: Part, key: str, place: Value, number: int) -> Iterator[str]:
    templates = part.tokens[key]
    for template in () if isinstance(templates, str) else templates:
        values = dict.fromkeys(terms.variables(template), number) | part.shape.values_at(part, place)
        if "Y" not in values and not any(isinstance(value, Variable) for value in values.values()):
            yield terms.write(terms.fill(template, values)) + "."


def _is_place(puzzle: Puzzle, place: Value) -> bool:
    return bool(puzzle.board.name(place))
