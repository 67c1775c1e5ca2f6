"""A puzzle as ASP facts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping
from typing import NamedTuple

from ..model import terms
from ..model.puzzle import Puzzle
from ..model.puzzle_type import PuzzleType
from ..model.terms import Term, Value

#: The facts that every puzzle has (board), and what they say.
EVERY_PUZZLE = {
    "cell(X)": "X is a cell of the board, (row, column)", "rows(N)": "the board has N rows",
    "columns(N)": "the board has N columns, on hexagons and bricks half cells", "board(B)": "B is square, hex or brick",
}  # fmt: skip


class WordSelection(NamedTuple):
    """The words of a list that the rules are given, by their numbers, and those that may stand in each slot."""

    words: Collection[int]
    slots: tuple[tuple[Value, tuple[int, ...]], ...] = ()

    def facts(self) -> Iterator[str]:
        """What the rules are given besides the words (docs/rules.md, 'Lists of words')."""
        yield "words_chosen."
        for slot, words in self.slots:
            if words:
                yield f"may_hold({terms.write(slot)},({';'.join(map(str, words))}))."


def text(puzzle: Puzzle, selection: WordSelection | None = None, tokens: Iterable[str] | None = None) -> str:
    """All facts of the puzzle as ASP text (docs/manifest.md, 'Facts that every instance has' and 'read').

    selection: of the type's list, only these words. tokens: what is written for the facts of the tokens.
    """
    tokens = token_facts(puzzle) if tokens is None else tokens
    selected = selection.facts() if selection is not None else ()
    return "\n".join([*board(puzzle), *tokens, *words(puzzle, selection), *selected]) + "\n"


def board(puzzle: Puzzle) -> Iterator[str]:
    """Size, kind and cells of the board."""
    rows, columns = puzzle.board.rows, puzzle.board.columns
    yield f"rows({rows}). columns({columns}). board({puzzle.board.shape})."
    if len(puzzle.cells) == rows * columns:
        yield f"cell((1..{rows},1..{columns}))."
        return
    row = 0
    line: list[str] = []
    for r, c in puzzle.cells:
        if r != row and line:
            yield " ".join(line)
            line = []
        row = r
        line.append(f"cell(({r},{c})).")
    yield " ".join(line)


def clues(puzzle: Puzzle, selection: WordSelection | None = None) -> Iterator[str]:
    """What the tokens of the puzzle say, and its lists of words."""
    yield from token_facts(puzzle)
    yield from words(puzzle, selection)


def token_facts(puzzle: Puzzle) -> Iterator[str]:
    """What the tokens of the puzzle say, one fact after the other."""
    writers: dict[int, list[Callable[[Mapping[str, Value]], str]]] = {}  # by identity: hashing a template takes longer
    for part in puzzle.tokens.values():
        for token in part:
            known = writers.get(id(token.templates))
            if known is None:
                known = writers[id(token.templates)] = [terms.writer(template) for template in token.templates]
            for write in known:
                yield write(token.values) + "."


def predicates(type_: PuzzleType, names: Container[str]) -> list[tuple[str, int]]:
    """The predicates with these names that tokens of the type become facts of: name and arity."""
    templates = [template for part in type_.parts for template in part.templates if template.name in names]
    return list(dict.fromkeys(each.signature for each in templates))


def words(puzzle: Puzzle, selection: WordSelection | None = None) -> Iterator[str]:
    """What the lists of words say, a line a word."""
    for name in puzzle.lists:
        yield from _words(puzzle, name, selection)


def _words(puzzle: Puzzle, name: str, selection: WordSelection | None) -> Iterator[str]:
    """The facts of a list: templates in which I stands once for each letter, the others once for each word."""
    part = puzzle.type.part(name)
    assert part is not None
    selected = selection if part == puzzle.type.list_part else None
    spelled = [terms.writer(each) for each in part.templates if "I" in terms.variables(each)]
    whole = [terms.writer(each) for each in part.templates if "I" not in terms.variables(each)]
    for number, (word, score) in enumerate(puzzle.lists[name].scores.items(), 1):
        if selected is not None and number not in selected.words:
            continue
        atoms = [write({"N": number, "W": word, "S": score}) for write in whole]
        for index, letter in enumerate(word if spelled else "", 1):
            atoms += [write({"N": number, "I": index, "V": letter}) for write in spelled]
        yield ". ".join(atoms) + "."


def options(puzzle: Puzzle) -> str:
    """The puzzle's options as `#const` statements, for running under plain clingo."""
    return "".join(f"#const {name} = {value}. [override]\n" for name, value in puzzle.options.items())


def atoms(puzzle: Puzzle) -> Iterator[Term]:
    """The facts of the tokens as terms."""
    for part in puzzle.tokens.values():
        for token in part:
            for template in token.templates:
                yield term(template, token.values)


def term(template: Term, values: object) -> Term:
    """A template filled to an atom."""
    filled: Value = terms.fill(template, values)  # type: ignore[arg-type]
    assert isinstance(filled, Term)
    return filled
