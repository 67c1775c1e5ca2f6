"""The words of a crossword whose file has no list of them, but its solution."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ..model.build import Draft
from ..model.errors import PuzzleError, Remark, quote
from ..model.puzzle import fold_words
from ..model.puzzle_type import PuzzleType
from .source import Context


def take_words(draft: Draft, type_: PuzzleType, context: Context, grid: str, block: str, why_none: str = "") -> None:
    """Takes the words from the answer of the draft, unless the user, or the file, names a list; with a remark.

    grid: the part with the board. block: its token. why_none: why there is no answer, if that is known. PuzzleError
    where there is none, where it does not fill the board, or holds a word twice, which a list could not say.
    """
    part = type_.list_part
    if part is None or context.reading.words is not None or part.name in draft.lists:
        return
    wanted = "name a list of words with --words FILE"
    if draft.answer is None:
        raise PuzzleError(f"{why_none or 'the file holds no solution'}, from which the words could be taken: {wanted}")
    letters = [line.split() for line in draft.answer.splitlines()]
    board = draft.parts[grid].tokens
    filled = [["#" if each == block else "A" if each.isalpha() else "." for each in row] for row in letters]
    if filled != [["#" if each == block else "A" for each in row] for row in board]:
        raise PuzzleError(f"the solution does not fill the board, so the words cannot be taken from it: {wanted}")
    words = list(_words(letters, block))
    twice = [word for word, count in Counter(words).items() if count > 1]
    if twice:
        raise PuzzleError(f"the solution holds the word {quote(twice[0])} twice, which a list cannot say: {wanted}")
    draft.lists[part.name] = fold_words(words)
    draft.remarks.append(Remark(f"the {len(words)} words are those of the file's own solution", draft.file))


def _words(rows: Sequence[Sequence[str]], block: str) -> list[str]:
    """What stands in two or more cells in a row without a block between them, across and down."""
    lines = [*rows, *map(list, zip(*rows))]
    texts = ("".join(" " if token == block else token for token in line).split() for line in lines)
    return [word for words in texts for word in words if len(word) > 1]
