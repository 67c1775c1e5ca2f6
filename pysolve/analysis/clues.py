"""The clues of a puzzle: tokens that a setter may take away, the puzzle without some of them, and what may be given."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from .. import rules
from ..model import terms
from ..model.board import cell_of
from ..model.build import group_tokens
from ..model.errors import PuzzleError
from ..model.parts import GROUPS, TOKEN_CLASSES, WORDS, Part
from ..model.puzzle import Puzzle, Token, number_or_text
from ..model.puzzle_type import ClueKind, PuzzleType, RuleFile
from ..model.terms import Term, Value
from ..model.tokens import is_pattern, single
from ..rules import Program, syntax
from ..rules.library import library
from ..solving import facts, grounding
from .constraints import is_choice, is_constraint

#: The free atom that says whether a clue is given, by its number.
GIVEN = "_clue_given"


@dataclass(frozen=True)
class Clue:
    """What is given, or taken away, as one.

    part: the part of the instance that its tokens stand in; tokens: they themselves. placeholders: the tokens that
    stand in their place when the clue is away. kind: what the manifest says of it.
    """

    part: Part
    tokens: tuple[Token, ...]
    placeholders: tuple[Token, ...]
    kind: ClueKind

    @property
    def places(self) -> tuple[Value, ...]:
        """Where it stands: cells, corners, sides or margins; of a group of cells, these."""
        if self.part.shape is GROUPS:
            return tuple(dict.fromkeys(token.values["X"] for token in self.tokens))
        return tuple(dict.fromkeys(self.part.place(token.values) for token in self.tokens))

    @property
    def text(self) -> str:
        """Its tokens, as the instance writes them."""
        texts = [token.text for token in self.tokens]
        return " ".join(texts if self.part.shape.is_lists else dict.fromkeys(texts))

    @property
    def stays(self) -> bool:
        """Whether the puzzle would be another one without it: the cell of a black number would be a white one, say."""
        kind = self.kind
        says_less = (
            self.placeholders or kind.placeholder is not None or kind.keep_facts or kind.when_removed is not None
        )
        return kind.keep and not says_less

    @property
    def facts(self) -> list[str]:
        """The facts that it makes, as ASP atoms."""
        return [atom for token in self.tokens for atom in _atoms(token)]

    @property
    def facts_away(self) -> list[str]:
        """The facts that hold while it is away."""
        return list(dict.fromkeys([*self.facts_unknown, *self._when_removed()]))

    @property
    def facts_unknown(self) -> list[str]:
        """The facts that hold while it is there, but is not known: the puzzle is the same, so what holds when a clue is
        removed does not, unless nothing else says that this one is not known.
        """
        facts_ = [atom for token in self.placeholders for atom in _atoms(token)]
        if self.kind.keep_facts:
            facts_ = [*self.facts, *facts_, *self._when_removed()]
        return list(dict.fromkeys(facts_))

    def _when_removed(self) -> list[str]:
        template = self.kind.when_removed
        return [] if template is None else [terms.writer(template)(token.values) for token in self.tokens]


def _atoms(token: Token) -> list[str]:
    return [terms.writer(template)(token.values) for template in token.templates]


def clues(puzzle: Puzzle) -> list[Clue]:
    """The clues of a puzzle, in reading order. What stands in one place is one clue, however many facts it makes."""
    tokens_of: dict[object, list[Token]] = {}
    belongs: dict[object, tuple[Part, ClueKind]] = {}
    for part in puzzle.type.parts:
        by_place: dict[Value, list[Token]] = {}
        for token in puzzle.tokens.get(part.name, ()):
            by_place.setdefault(part.place(token.values), []).append(token)
        for place, tokens in by_place.items():
            kind, leading = _kind(puzzle, tokens)
            if kind is None:
                continue
            shared = leading.values[kind.together] if kind.together else place
            key = (part.name, kind.template if kind.together else None, shared)
            tokens_of.setdefault(key, []).extend(tokens)
            belongs[key] = (part, kind)
    return [_clue(puzzle.type, *belongs[key], tokens) for key, tokens in tokens_of.items()]


def own_clues(puzzle: Puzzle) -> list[Clue]:
    """The same without the constraints that the puzzle added: what `make` chooses and takes away."""
    return [clue for clue in clues(puzzle) if clue.part.shape is not GROUPS]


def _kind(puzzle: Puzzle, tokens: list[Token]) -> tuple[ClueKind | None, Token]:
    """Which kind of clue the tokens of a place are, and the token that says so; None if they are no clue."""
    for kind in puzzle.type.clues:
        for token in tokens:
            if kind.template in token.templates:
                return kind, token
    return None, tokens[0]


def _clue(type_: PuzzleType, part: Part, kind: ClueKind, tokens: list[Token]) -> Clue:
    if part.shape is GROUPS:
        return Clue(part, tuple(tokens), tuple(_group_placeholder(part, kind, tokens)), kind)
    standing = {part.place(token.values): token for token in reversed(tokens)}  # one in each place
    placeholders = (_placeholder(type_, part, kind, token) for token in reversed(standing.values()))
    return Clue(part, tuple(tokens), tuple(token for token in placeholders if token is not None), kind)


def _placeholder(type_: PuzzleType, part: Part, kind: ClueKind, token: Token) -> Token | None:
    """The token that stands in the place of one that is taken away; None for a blank."""
    text = kind.placeholder if kind.placeholder is not None else _rest(type_, part, token.templates)
    templates = part.tokens.get(text, ())
    if isinstance(templates, str) or not templates:
        return None
    value = number_or_text(text)
    return Token(text, {**token.values, **single(value)}, templates)


def _group_placeholder(part: Part, kind: ClueKind, tokens: list[Token]) -> Iterator[Token]:
    """The tokens of the same group with the placeholder as its value, if the part has one."""
    text = kind.placeholder
    if text is not None and text in part.tokens:
        cells = [cell for token in tokens if (cell := cell_of(token.values["X"])) is not None]
        values = {**single(text), "N": tokens[0].values["N"]}
        yield from group_tokens(part, text, values, cells, part.tokens[text])


def _rest(type_: PuzzleType, part: Part, templates: tuple[Term, ...]) -> str:
    """The token that says of a place what is not a clue: of a block with a number that it is a block."""
    is_clue = {each for each in templates if any(terms.match(kind.template, each) is not None for kind in type_.clues)}
    rest = set(templates) - is_clue
    for text, target in part.tokens.items():
        if rest and set(target) == rest and text not in TOKEN_CLASSES and not is_pattern(text):
            return text
    return part.blank


def placeholder_texts(type_: PuzzleType) -> set[str]:
    """The tokens that may stand where a clue was taken away."""
    return {
        kind.placeholder if kind.placeholder is not None else _rest(type_, part, target)
        for kind in type_.clues
        for part in type_.parts
        for target in part.tokens.values()
        if not isinstance(target, str) and kind.template in target
    }


def without(puzzle: Puzzle, away: Collection[Clue]) -> Puzzle:
    """The puzzle with these clues taken away."""
    removed = {id(token) for clue in away for token in clue.tokens}
    tokens = {name: [token for token in part if id(token) not in removed] for name, part in puzzle.tokens.items()}
    for clue in away:
        tokens[clue.part.name] += clue.placeholders
    return replace(
        puzzle,
        tokens={name: tuple(part) for name, part in tokens.items()},
        answer=None,
        verdict=None,
        title="",
        source="",
    )


def without_given(puzzle: Puzzle) -> Puzzle:
    """The puzzle with nothing given: the answer that it names has that, too. PuzzleError if it names none, or if that
    would leave another puzzle.
    """
    if puzzle.type.unique:
        sentence = f"what is given in {puzzle.type.a_puzzle} says which answer it has, so it cannot be left out"
        raise PuzzleError(sentence, file=puzzle.file)
    if puzzle.answer is None:
        raise PuzzleError("found no answer ('answer:'), which would hold what is given", file=puzzle.file)
    return replace(puzzle, tokens=without(puzzle, clues(puzzle)).tokens)


def relaxed(puzzle: Puzzle, given: list[Clue], unknown: bool = False) -> Iterator[str]:
    """The puzzle as facts in which clue number K depends on the free atom GIVEN(K).

    unknown: without that atom the clue is not known; otherwise it is removed.
    """
    yield from facts.board(puzzle)
    in_clues = {id(token) for clue in given for token in clue.tokens}
    for part in puzzle.tokens.values():
        for token in part:
            if id(token) not in in_clues:
                yield from (f"{atom}." for atom in _atoms(token))
    for number, clue in enumerate(given):
        here, away = clue.facts, clue.facts_unknown if unknown else clue.facts_away
        yield f"{{ {GIVEN}({number}) }}."
        yield from (f"{atom}." for atom in here if atom in away)
        yield from (f"{atom} :- {GIVEN}({number})." for atom in here if atom not in away)
        yield from (f"{atom} :- not {GIVEN}({number})." for atom in away if atom not in here)
    yield from facts.words(puzzle)


#: A rule that derives an atom from another one alone.
_DERIVES = re.compile(r"([^:|{};]+):-([^:{};#]+)\.")


def held_anyway(program: Program, given: Sequence[Clue], unknown: bool = False) -> Iterator[str]:
    """Facts that the rules derive both from a clue and from what holds while it is away, as that an island lies around
    a number or a question mark. clingo cannot see that by itself, and grounds what would be if they did not hold.
    """
    pairs = []
    for piece in program.pieces:
        for each in piece.text.statements:
            if each.head is not None and (found := _DERIVES.fullmatch(piece.text.code[each.start : each.end].strip())):
                first, *others = re.split(r"\b_\b", found[2])
                body = first + "".join(f"Any{number}{text}" for number, text in enumerate(others))
                with suppress(ValueError):
                    read, derived = terms.parse(body), terms.parse(found[1])
                    if {*terms.variables(derived)} <= {*terms.variables(read)}:
                        pairs.append((read, derived))
    for clue in given:
        away = clue.facts_unknown if unknown else clue.facts_away
        by_clue, otherwise = (
            {
                terms.write(terms.fill(head, values))
                for body, head in pairs
                for fact in facts_
                if (values := terms.match(body, terms.parse(fact))) is not None
            }
            for facts_ in (clue.facts, away)
        )
        yield from (f"{atom}." for atom in sorted(by_clue & otherwise))


# -- What may be given: the clues that an answer implies (docs/rules.md, 'Clues that an answer implies')


#: The predicate of a clue that an answer implies.
GIVE = "give"

#: The program by itself whose answers are puzzles together with their answers.
MAKE = "make.lp"

_VALUE = terms.parse("clue(X,V)")


def file_of(type_: PuzzleType, name: str) -> Path | None:
    """A rule file of the type, or of the nearest of its parents; None if there is none."""
    return next((folder / name for folder in (type_.folder, *type_.parents) if (folder / name).is_file()), None)


def default_patterns(type_: PuzzleType) -> dict[str, str]:
    """What holds of the patterns that are made where nobody says otherwise: from make.lp, where alone it stands."""
    file = file_of(type_, "make.lp") if type_.pattern else None
    constants = rules.load([file]).constants if file is not None else {}
    return {name: value for name, value in constants.items() if name in type_.pattern}


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
    whether it chooses what is given, regions say, rather than derive it from an answer. apart: that one of the files
    which derives clues, if it can do so once an answer is known: over open answers it may ground to very much.
    """

    files: list[RuleFile]
    constants: Mapping[str, str] = MappingProxyType({})
    chooses: bool = False
    apart: RuleFile | None = None


def make_program(type_: PuzzleType, board: Puzzle | None = None) -> MakeProgram:
    """make.lp by itself, or the rules together with what derives the clues, and with regions if the manifest wants some
    made and the board has none; where it has some, make.lp is not asked for others.
    """
    divided = board is not None and any(board.tokens.get(part.name) for part in type_.parts if part.says_regions)
    made = None if divided else type_.regions
    sizes = {} if made is None else {name: str(size) for name, size in made._asdict().items()}
    own = file_of(type_, MAKE)
    if own is not None and not (divided and type_.regions is not None):
        return MakeProgram([*type_.added_rules, own], sizes, chooses=True)
    given: list[RuleFile] = [file] if (file := derived_clues_file(type_)) is not None else []
    if made is not None:
        return MakeProgram([*type_.rule_files, library() / "lib" / "make_regions.lp", *given], sizes, chooses=True)
    own = file_of(type_, "give.lp")
    apart = own if own is not None and _only_derives(own) else None
    return MakeProgram([*type_.rule_files, *given] if given else [], apart=apart)


def _only_derives(file: RuleFile) -> bool:
    """Whether no rule of a file chooses anything, or refuses an answer."""
    rules_ = [each for each in grounding.parse(rules.load([file])) if syntax.is_rule(each)]
    return not any(is_choice(each) or is_constraint(each) for each in rules_)


def parts_not_given(type_: PuzzleType, files: Sequence[str | RuleFile]) -> Iterator[Part]:
    """The parts that a puzzle needs and for none of whose tokens the rule files derive give(…).

    PuzzleError if these cannot be read.
    """
    given = syntax.predicates_of(grounding.parse(rules.load(files))).given
    for part in type_.parts:
        needed = not part.optional and not part.is_ignored and part.shape is not WORDS
        if needed and None not in given and all(each.signature not in given for each in part.templates):
            yield part


def clue_of(atom: Term) -> Term:
    """The clue of an atom give(…)."""
    clue = atom.args[0]
    assert isinstance(clue, Term)
    return clue
