"""What the rules find wrong with a puzzle, decided by its facts alone: invalid/3 and impossible/3 (docs/rules.md); and
what is wrong with the rules.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from ..model.errors import PuzzleError, Remark
from ..model.parts import CAPTIONS
from ..model.puzzle import Puzzle
from ..model.puzzle_type import RuleFile
from ..model.terms import Term, Value
from ..rules import Program
from ..rules.library import library
from . import ledger
from .facts import SymbolReader
from .grounding import GroundProgram
from .outcome import Contradiction

INVALID, IMPOSSIBLE = "invalid", "impossible"

#: How many further errors an error carries at most.
_MOST_OTHERS = 20

#: Two forms of a word, of which the number before it decides.
_FORMS = re.compile(r"\{(?P<one>[^{}|]*)\|(?P<many>[^{}|]*)\}")


#: In a sentence: what several atoms that are otherwise alike have as their last argument.
_LIST = "{,}"

#: A sentence on the size of the board that does not say what was found.
_ABOUT_SIZE = re.compile(r"expected (?!.*, but ).*\b(rows?|columns?)\b")


class InputChecks:
    """Reads what a ground program says of a puzzle."""

    def __init__(
        self, ground: GroundProgram, puzzle: Puzzle, reader: SymbolReader, *, whatever_is_chosen: bool = False
    ) -> None:
        """whatever_is_chosen: the program chooses some of what is given; only what is wrong in every case counts."""
        self._ground = ground
        self._puzzle = puzzle
        self._reader = reader
        self._only_facts = whatever_is_chosen

    def check(self) -> None:
        """PuzzleError for the first invalid/3 in reading order, which knows some others."""
        if refusals := self._sorted(INVALID):
            error, *others = (self._error(place, self._sentence(*message)) for place, *message in refusals)
            error.others = tuple(others[:_MOST_OTHERS])
            raise error

    def refusals(self) -> list[tuple[Value, str]]:
        """All of invalid/3, as (place, sentence)."""
        return [(place, self._sentence(*message)) for place, *message in self._sorted(INVALID)]

    def contradiction(self) -> Contradiction | None:
        """The first impossible/3 in reading order."""
        if not (reasons := self._sorted(IMPOSSIBLE)):
            return None
        place, sentence, arguments = reasons[0]
        return Contradiction(self._sentence(sentence, arguments), place, self._puzzle.board.name(place))

    def _sorted(self, predicate: str) -> list[tuple[Value, ...]]:
        """The arguments of a predicate's atoms: (place, sentence, arguments), in reading order."""
        atoms = [
            self._reader.term(atom.symbol)
            for atom in self._ground.atoms(predicate, 3)
            if atom.is_fact or not self._only_facts
        ]
        return _listed([atom.args for atom in sorted(atoms, key=_reading_order)])

    def _error(self, place: Value, sentence: str) -> PuzzleError:
        board, file = self._puzzle.board, self._puzzle.file
        about_size = place == Term("board") and _ABOUT_SIZE.match(sentence)
        found = self._size() if about_size else self._puzzle.found_at(place)
        sentence = f"found {found}, {sentence}" if found is not None else sentence
        if isinstance(place, tuple) and len(place) == 2:
            return PuzzleError(sentence, file=file, row=place[0], column=board.position(place)).about(place)
        name, part = board.name(place), self._puzzle.type.part(str(place))
        how = part.shape.how if part is not None else ""
        error = PuzzleError(f"{name}: {sentence}" if name else sentence, file=file, how=how)
        return error.about(place) if name else error

    def _size(self) -> str:
        rows, columns = self._puzzle.board.rows, self._puzzle.board.columns
        return f"{rows} row{'s' * (rows > 1)} of {columns} cell{'s' * (columns > 1)}"

    def _sentence(self, sentence: Value, arguments: Value) -> str:
        values = arguments if isinstance(arguments, tuple) else (arguments,)
        words = [
            ", ".join(map(self._in_words, value)) if isinstance(value, list) else self._in_words(value)
            for value in values
        ]
        return fill(str(sentence).replace(_LIST, "{}"), words)

    def _in_words(self, value: Value) -> str:
        if isinstance(value, Term) and value.name == "symbol" and isinstance(value.args[0], int):
            return self._puzzle.alphabet.name(value.args[0])
        if isinstance(value, tuple) and value[1:] in ((Term("across"),), (Term("down"),)):
            return CAPTIONS.named(*value)
        return self._puzzle.board.name(value) or (value if isinstance(value, str) else str(value))


def _listed(messages: Iterable[tuple[Value, ...]]) -> list[tuple[Any, ...]]:
    """Messages; those that differ in what a list says alone are one, whose last argument is all of that."""
    found: dict[Value, tuple[Any, ...]] = {}
    for at, (place, sentence, arguments) in enumerate(messages):
        if _LIST not in str(sentence) or not isinstance(arguments, tuple):
            found[at] = (place, sentence, arguments)
            continue
        *others, last = arguments
        message = found.setdefault((place, sentence, *others), (place, sentence, (*others, [])))
        message[2][-1].append(last)
        message[2][-1].sort(key=str)
    return list(found.values())


def fill(sentence: str, words: Sequence[str]) -> str:
    """The sentence with the words in place of its `{}`, one after the other, and of `{one|many}` the form that goes
    with the number before it; what else is in braces stays.
    """
    first, *pieces = sentence.split("{}")
    missing = ["{}"] * (len(pieces) - len(words))
    return first + "".join(word + _in_number(piece, word) for word, piece in zip([*words, *missing], pieces))


def _in_number(text: str, number: str) -> str:
    return _FORMS.sub(lambda forms: forms["one"] if number == "1" else forms["many"], text)


def _reading_order(atom: Term) -> tuple[int, str, str]:
    place, sentence, _ = atom.args
    if isinstance(place, tuple):
        return (0, "".join(f"{part:09}" for part in place if isinstance(part, int)), str(sentence))
    return (1, str(place), str(sentence))


# -- Slips in the rules of a puzzle that clingo passes over in silence
# What has no effect stands in the ledger. A sentence belongs to the next rule alone: the second of two rules below it
# has none.


def without_effect(puzzle: Puzzle, added: Sequence[str | RuleFile] = ()) -> tuple[Remark, ...]:
    """What has no effect in the rules of a puzzle. added: rule files besides those of its type.

    Of a type that comes with pysolve, which is tested, only they are looked at.
    """
    added = (*added, *(each.rules_file for each in puzzle.type.own_rules))
    whole = not puzzle.type.folder.resolve().is_relative_to(library())
    if (
        not whole and not added
    ) or sys.platform == "emscripten":  # in a browser clingo ends where it looks at some trees
        return ()
    made = {each.signature for part in puzzle.tokens.values() for token in part for each in token.templates}
    lists = [part for name in puzzle.lists if (part := puzzle.type.part(name)) is not None]
    made |= {each.signature for part in lists for each in part.templates}
    with suppress(PuzzleError):  # whoever grounds the rules says why
        found = ledger.slips(puzzle.type, added, whole=whole)
        return tuple(each.remark for each in found if each.facts is None or each.facts in made)
    return ()


def uncovered_rules(program: Program) -> Iterator[Remark]:
    """A remark for each constraint that follows at once on one with a sentence, and has none itself."""
    covered_to = 0  # the last line of such a constraint, and of those that follow on it
    for statement, first, last in program.statements():
        if statement.keyword == ":-":
            if program.sentence_above(first) is not None:
                covered_to = last
            elif first - 1 <= covered_to:
                covered_to = last
                sentence = "this rule has no sentence; the one above belongs to the rule before it alone"
                yield Remark(sentence, *program.place(first))
