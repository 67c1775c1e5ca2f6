"""Lists of words, with scores."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field

from .errors import PuzzleError, Remark, quote


@dataclass
class Words:
    """A word list: from word to score, in the order of the list, and how many entries were no words.

    Words are numbered from 1.
    """

    scores: dict[str, int] = field(default_factory=dict)
    left_out: int = 0

    def remarks(self, file: str) -> list[Remark]:
        """What the user should know of the list. file: where it stands."""
        if not self.left_out:
            return []
        total = self.left_out + len(self.scores)
        sentence = f"{self.left_out} of {total} words hold characters that are no letters and were left out"
        return [Remark(sentence, file)]


_SCORE = re.compile(r"\s*([+-]?\d{1,9})")


def fold_words(lines: Iterable[str], first_line: int = 1) -> Words:
    """The words of a list, in capitals; a word that stands twice keeps its best score.

    PuzzleError if what stands behind ';' is no number.
    """
    words = Words()
    for number, line in enumerate(lines, first_line):
        if line.isascii() and line.isalpha():  # most lines of large lists
            word = line.upper()
            words.scores[word] = max(0, words.scores.get(word, 0))
            continue
        if not line.strip():
            continue
        text, semicolon, behind = line.strip().rpartition(";")
        score = _SCORE.fullmatch(behind) if semicolon else None
        text = text.rstrip() if semicolon else behind
        if ";" in text or (semicolon and score is None):
            raise PuzzleError(f"found {quote(line.strip())}, expected a word, or word;score", line=number)
        word = unicodedata.normalize("NFC", text).upper()
        if not word.isalpha():
            words.left_out += 1
            continue
        points = int(score[1]) if score else 0
        words.scores[word] = max(points, words.scores.get(word, points))
    return words
