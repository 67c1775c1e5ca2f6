"""What may be given as a clue: the clues that an answer implies (docs/rules.md, 'Clues that an answer implies')."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from .. import rules
from ..model import terms
from ..model.parts import WORDS, Part
from ..model.puzzle import Puzzle
from ..model.puzzle_type import PuzzleType
from ..model.terms import Term
from ..rules.library import library

#: The predicate of a clue that an answer implies.
GIVE = "give"

#: The program by itself whose answers are puzzles together with their answers.
MAKE = "make.lp"

_VALUE = terms.parse("clue(X,V)")


def file_of(type_: PuzzleType, name: str) -> Path | None:
    """A rule file of the type, or of the nearest of its parents; None if there is none."""
    return next((folder / name for folder in (type_.folder, *type_.parents) if (folder / name).is_file()), None)


def derived_clues_file(type_: PuzzleType) -> Path | None:
    """The rules that derive the clues that an answer implies; None if the type has none.

    They stand in give.lp beside the type's rules. Where an answer is value(X,V) and a clue clue(X,V), every value
    may be given, unless the manifest says that clues are to be kept: then they are of another kind.
    """
    own = file_of(type_, "give.lp")
    if own is not None:
        return own
    by_value = any(terms.match(_VALUE, kind.template) is not None and not kind.keep for kind in type_.clues)
    shows_value = "value" in rules.load(type_.rule_files).shown_names
    return library() / "lib" / "give_values.lp" if by_value and shows_value else None


class MakeProgram(NamedTuple):
    """A program whose answers are puzzles together with their answers.

    files: its rules; none if the type has no such program. constants: `#const`s that it is grounded with. chooses:
    whether it chooses what is given, regions say, rather than derive it from an answer.
    """

    files: list[Path]
    constants: Mapping[str, str] = MappingProxyType({})
    chooses: bool = False


def make_program(type_: PuzzleType, board: Puzzle | None = None) -> MakeProgram:
    """make.lp by itself, or the rules together with what derives the clues, and with regions if the manifest wants some
    made and the board has none.
    """
    own = file_of(type_, MAKE)
    if own is not None:
        return MakeProgram([own, *type_.added_rules], chooses=True)
    given = [file] if (file := derived_clues_file(type_)) is not None else []
    divided = board is not None and any(board.tokens.get(part.name) for part in type_.parts if part.says_regions)
    if type_.regions is not None and not divided:
        sizes = {name: str(size) for name, size in type_.regions._asdict().items()}
        return MakeProgram([*type_.rule_files, library() / "lib" / "make_regions.lp", *given], sizes, chooses=True)
    return MakeProgram([*type_.rule_files, *given] if given else [])


def parts_not_given(type_: PuzzleType, files: Sequence[str | Path]) -> Iterator[Part]:
    """The parts that a puzzle needs and for none of whose tokens the rule files derive give(…).

    PuzzleError if these cannot be read.
    """
    from .predicates import predicates_of  # takes longer to import than few puzzles to make

    given = predicates_of(rules.load(files)).given
    for part in type_.parts:
        needed = not part.optional and not part.is_ignored and part.shape is not WORDS
        if needed and None not in given and all((each.name, len(each.args)) not in given for each in part.templates):
            yield part


def clue_of(atom: Term) -> Term:
    """The clue of an atom give(…)."""
    clue = atom.args[0]
    assert isinstance(clue, Term)
    return clue
