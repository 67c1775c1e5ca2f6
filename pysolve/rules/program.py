"""`Program`: the texts of several rule files as one, which knows what line of which file each of its lines is."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property, lru_cache
from typing import NamedTuple

from .text import Sentence, Statement, Text, depends_on

#: Messages that clingo has about a program at most.
MOST_MESSAGES = 50

_BASE = Text("#program base.")


class ProgramText(NamedTuple):
    """One of the texts of a program. from_library: it comes with pysolve."""

    text: Text
    from_library: bool


class Program:
    """One text of ASP made from several files."""

    def __init__(self) -> None:
        self._texts: list[Text] = []
        self._starts: list[int] = []  # the line of the program on which each text begins
        self._files: list[str] = []
        self._next = 1
        self._library: set[int] = set()  # the texts that come with pysolve, by their numbers
        self._beyond: set[int] = set()  # those that say what a person knows beyond the rules

    def add(self, text: str | Text, file: str, *, from_library: bool = False, beyond: bool = False) -> None:
        """Appends the text of a file, as a part of the base program whatever stands before it.

        beyond: it says what a person knows beyond the rules.
        """
        text = text if isinstance(text, Text) else Text(text)
        self.__dict__.pop("text", None)
        if from_library:
            self._library.add(len(self._texts) + 1)
        if beyond:
            self._beyond.add(len(self._texts) + 1)
        for name, piece in (("", _BASE), (file, text)):
            self._files.append(name)
            self._starts.append(self._next)
            self._texts.append(piece)
            self._next += piece.text.count("\n") + 1

    @property
    def pieces(self) -> tuple[ProgramText, ...]:
        """The texts that it is made from."""
        return tuple([ProgramText(text, number in self._library) for number, text in enumerate(self._texts)])

    def with_pieces(self, texts: Iterable[Text]) -> Program:
        """The same program with other texts in place of its own, line for line."""
        other = self.copy()
        other._texts = list(texts)
        return other

    def copy(self) -> Program:
        """The same program, to be added to."""
        other = Program()
        other._texts, other._starts, other._files = self._texts.copy(), self._starts.copy(), self._files.copy()
        other._next, other._library, other._beyond = self._next, self._library.copy(), self._beyond.copy()
        return other

    # -- Places

    @cached_property
    def text(self) -> str:
        """The whole text."""
        return "\n".join([each.text for each in self._texts]) + "\n"

    def place(self, line: int) -> tuple[str, int]:
        """The file, and the line in it, of a line of the program (from 1)."""
        at = self._number(line)
        return self._files[at], line - self._starts[at] + 1

    def is_beyond(self, line: int) -> bool:
        """Whether a line of the program says what a person knows beyond the rules."""
        return self._number(line) in self._beyond

    def _number(self, line: int) -> int:
        """The number of the text that a line belongs to."""
        return max(bisect_right(self._starts, line) - 1, 0)

    def line(self, number: int) -> str:
        """The text of a line of the program."""
        lines = self.text.split("\n")
        return lines[number - 1] if 0 < number <= len(lines) else ""

    def end_before(self, line: int) -> int:
        """The last line before a line of the program that is not blank, and no comment."""
        lines = Text(self.text).code.split("\n")
        return next((n for n in range(line - 1, 0, -1) if lines[n - 1].partition("%")[0].strip()), line)

    def begin_of(self, line: int, column: int) -> int:
        """The line on which the statement begins that goes on at a line and column of the program (from 1)."""
        before = "".join(f"{each}\n" for each in self.text.split("\n")[: line - 1])
        text = Text(self.text)
        return text.line_of(text.statement_at(len(before) + column - 1))

    # -- What it says

    def _having(self, *words: str) -> Iterator[Text]:
        """Its texts, as far as one of the words stands in them."""
        return (each for each in self._texts if any(word in each.text for word in words))

    def has(self, *keywords: str) -> bool:
        """Whether a statement begins with one of the directives or arrows."""
        return any(not text.keywords.isdisjoint(keywords) for text in self._having(*keywords))

    @property
    def constants(self) -> dict[str, str]:
        """What it declares with `#const`: from name to default."""
        return {name: value for text in self._having("#const") for name, value in text.constants.items()}

    @property
    def names(self) -> frozenset[str]:
        """The names in its statements, but for those that `#const` declares."""
        return frozenset().union(*(text.names for text in self._texts))

    @property
    def selects(self) -> bool:
        """Whether it says which predicates are shown; without that all of them are."""
        return any(text.selects for text in self._having("#show"))

    @property
    def shown(self) -> frozenset[tuple[str, int]]:
        """The predicates that it shows: names, behind a '-' if they are negated for good, and numbers of arguments."""
        return frozenset().union(*(text.shown for text in self._having("#show")))

    @property
    def shown_terms(self) -> frozenset[str]:
        """The names of the terms that it shows besides; '' for one without a name."""
        return frozenset().union(*(text.shown_terms for text in self._having("#show")))

    @property
    def shown_names(self) -> frozenset[str]:
        """The names of the predicates and terms that it shows."""
        return self.shown_terms | {name for name, _ in self.shown}

    def statements(self) -> Iterator[tuple[Statement, int, int]]:
        """Its statements, with the lines of the program on which each begins and ends."""
        for start, text in zip(self._starts, self._texts):
            line, at = start, 0
            for each in text.statements:
                line, at = line + text.text.count("\n", at, each.start), each.start
                yield each, line, line + text.text.count("\n", at, each.end)

    def sentences(self) -> Iterator[Sentence]:
        """The sentences of its rules, with the lines of the program."""
        for start, text in zip(self._starts, self._texts):
            for each in text.sentences:
                yield each._replace(first=each.first + start - 1, last=each.last + start - 1)

    def sentence_above(self, line: int) -> Sentence | None:
        """The sentence right above a line of the program."""
        number = self._number(line)
        return self._texts[number].sentence_above.get(line - self._starts[number] + 1)

    def sentences_of_definitions(self, names: Collection[str] = ()) -> list[str]:
        """The sentences above rules that only define something, and so refute no answer; each once. names: of these
        predicates alone, if any of them has one.
        """
        above = [
            (each.head, self.sentence_above(first)) for each, first, _ in self.statements() if each.head is not None
        ]
        said = dict.fromkeys(each.words for name, each in above if each is not None and name in names)
        return [*(said or dict.fromkeys(each.words for _, each in above if each is not None))]


# -- The part of a program that its answers depend on: the rest is left out before grounding
#
# A plain rule (`head :- body.`) of pysolve's library is needed if its head is. Every other statement, and every rule of
# an author, is needed in any case: so clingo still says what is wrong with it. A predicate is needed if it stands in a
# needed statement, or if the caller reads its atoms. What is left out is stratified: none of its predicates depends on
# itself through a negation, a condition or an aggregate. So no shown atom changes, and no number of answers:
#
# - No head of what is left out stands in a needed statement. The atoms of the needed predicates are therefore a
#   splitting set (Lifschitz, Turner 1994): an answer set of the program is one of the needed statements, together with
#   one of the rest, given the former.
# - A stratified program has exactly one answer set (Apt, Blair, Walker 1988; with aggregates, Faber, Pfeifer, Leone
#   2011). So the rest neither refutes an answer of the needed statements nor makes two of one; and what is shown is
#   needed.
#
# Predicates are told apart by their names alone, and constants and functions in a needed statement count as predicates.
# Both only keep more than is needed. A program with statements that are not understood here is kept as it is.


#: What every puzzle has (docs/manifest.md, 'Facts that every instance has').
_ALWAYS_GIVEN = frozenset({"rows", "columns", "board", "cell"})


def needed_part(program: Program, wanted: Iterable[str]) -> tuple[Program, frozenset[str]]:
    """What the answers of a program depend on, line for line, and the predicates that it lacks.

    wanted: predicates whose atoms are read, besides those shown.
    """
    texts, left_out = _sliced(program.pieces, frozenset(wanted))
    return program.with_pieces(texts) if left_out else program, left_out


@lru_cache(maxsize=1024)
def _sliced(pieces: tuple[ProgramText, ...], wanted: frozenset[str]) -> tuple[tuple[Text, ...], frozenset[str]]:
    """The texts with blanks in place of what is not needed, and the predicates that were left out."""
    texts = tuple([piece.text for piece in pieces])
    statements = [(each, piece.from_library) for piece in pieces for each in piece.text.statements]
    understood = all(text.rest is None for text in texts) and not any(each.strange for each, _ in statements)
    if not understood or not any(each.selects for each, _ in statements):
        return texts, frozenset()
    left_out = _superfluous(statements, wanted)
    without = [text.without([each for each in text.statements if each.head in left_out]) for text in texts]
    return tuple(without), left_out


def _superfluous(statements: Iterable[tuple[Statement, bool]], wanted: Iterable[str]) -> frozenset[str]:
    """The predicates whose rules can be left out. statements: with whether they come with pysolve."""
    known = _ALWAYS_GIVEN.union(*(each.derives for each, _ in statements))
    rules: list[tuple[str, Statement]] = []  # what may be left out, with the predicate that it derives
    needed = set(wanted)
    for each, from_library in statements:
        if each.head is not None and from_library and each.atoms <= known:
            rules.append((each.head, each))
        else:  # one with an atom that nothing defines, too: clingo says so
            needed |= each.names if each.head is None else {each.head, *each.names}
    reads: dict[str, set[str]] = {}
    for head, rule in rules:
        reads.setdefault(head, set()).update(rule.names)
    unstratified = {head for head, rule in rules if not rule.positive and head in depends_on(rule.names, reads)}
    needed = depends_on([*needed, *unstratified], reads)
    return frozenset([head for head, _ in rules if head not in needed])
