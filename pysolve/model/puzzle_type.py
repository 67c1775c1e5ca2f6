"""A puzzle type, as its manifest describes it (docs/manifest.md): its options, and how its atoms are drawn."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from . import terms
from .board import Side, cell_of, direction_between, side_between
from .errors import PuzzleError, alternatives, quote
from .marks import ARROWS, MARKS, Colour, Layer, MarkKind, Noun
from .parts import GRID, WORDS, Part
from .terms import Term, Value
from .tokens import INDEX, NUMBERS, SUFFIXES, Alphabet

if TYPE_CHECKING:
    from .formats import FormatKey
    from .yaml_text import Node


#: clasp's search configurations.
CONFIGURATIONS = ("auto", "frumpy", "jumpy", "tweety", "handy", "crafty", "trendy", "many")


#: How many levels of difficulty there are.
LEVELS = 5


#: Cells of boards that may share a grounding, whatever their type: grounding cannot be interrupted.
LARGEST_SHARED = 1200


class Option(NamedTuple):
    """A `#const` that a user may set. choices: from word to help; empty where any number will do."""

    name: str
    help: str
    choices: dict[str, str]


class HeaderKind(StrEnum):
    """What a token of the first line of a plain text says, behind rows and columns."""

    NUMBER = "number"
    LETTER = "letter"
    FLAG = "flag"
    SEQUENCE = "sequence"


class HeaderItem(NamedTuple):
    """One of those tokens: the value of an option, a number or a letter that stands for its number in the alphabet; a
    flag, which switches an option on where it stands; or all tokens that follow, which are a part.
    """

    name: str
    kind: HeaderKind = HeaderKind.NUMBER
    flag: str = ""


class ClueKind(NamedTuple):
    """Tokens that are clues, and what is left where one is taken away (docs/manifest.md, 'clues').

    template: what the token becomes. placeholder: the token that stands in its place; None for the one that says what
    else the clue's token says, such as a block without its number. together: the variable whose value the tokens of one
    clue share. keep_facts: the clue's own facts hold also while it is away. when_removed: what
    holds meanwhile. keep: puzzles that are made keep all of them.
    """

    template: Term
    placeholder: str | None = None
    together: str | None = None
    keep_facts: bool = False
    when_removed: Term | None = None
    keep: bool = False


@dataclass(frozen=True)
class Drawn:
    """What an atom draws: where, and its values.

    other: the other end of a line, or the cell behind a wall. values: in the order in which they are written, by the
    variable. index: which of several in one place, or of the cells of a tube, from 1.
    """

    place: Value
    other: Value | None
    values: dict[str, Value]
    index: int


class DrawRule(NamedTuple):
    """An entry of `draw`: atoms like the template leave a mark (docs/manifest.md, 'draw').

    places: the parts of the template that say where; two for what joins or parts them, or stands between. values: the
    variables of what is written there, in this order. token: in answer texts, None for the mark's own. shapes, tokens:
    from a value, as it is written, to the shape that it names, and to its token; of a sign without a value from "", or,
    if it is turned, from the direction in which the second place lies. over: from the direction of a line to the tokens
    of the cells that it goes over: of one line, of two side by side and so on. in_alphabet: whether numbers are written
    in the alphabet of the instance. numbered: of regions: whether answer texts number them in reading order, so that
    their labels do not matter. weights: from the sides of a cell, or from its corners, to what those with the mark add
    to its token. slot: of several parts that stand on one side of the board, to which one the atoms belong. outlined:
    of texts: equal ones that touch are a region. nouns: what sentences call the mark; of signs from the value, as it is
    drawn, and from "" for all other marks. joined: of fills: the token stands before what else the cell has.
    colours: of texts: from a value, as it is written, to the colour of the cells that have it. negated: of notes: that
    one does not hold is a note, too; of lines: where there is none is a step, though it takes no rule. steps: of notes:
    one may be a step of its own.
    """

    template: Term
    mark: str
    places: tuple[Value, ...]
    values: tuple[str, ...] = ()
    token: str | None = None
    shapes: Mapping[str, str] = {}
    tokens: Mapping[str, str] = {}
    over: Mapping[str, tuple[str, ...]] = {}
    in_alphabet: bool = True
    numbered: bool = True
    weights: Mapping[str, int] = {}
    slot: int = 1
    outlined: bool = False
    nouns: Mapping[str, Noun] = {}
    joined: bool = False
    colours: Mapping[str, Colour] = {}
    negated: bool = True
    steps: bool = True

    def kind_of(self, value: str) -> MarkKind:
        """The entry of its mark in the table, called what this type calls it. value: of the mark, as it is drawn."""
        noun = self.nouns.get(value) or self.nouns.get("")
        return self.kind.called(noun) if noun is not None else self.kind.of(value)

    @property
    def kind(self) -> MarkKind:
        """The entry of its mark in the table."""
        return MARKS[self.mark]

    @property
    def layer(self) -> Layer:
        """How its mark is drawn."""
        return MARKS[self.mark].layer

    @property
    def turned(self) -> bool:
        """Whether the shape of a sign without a value depends on where its second place lies."""
        return not self.values and bool(self.shapes) and "" not in self.shapes

    @property
    def dropped(self) -> set[str]:
        """The variables of the template that its mark does not show."""
        shown = {name for place in self.places for name in terms.variables(place)}
        return set(terms.variables(self.template)) - shown - {*self.values, INDEX}

    @property
    def numbers_regions(self) -> bool:
        """Whether it draws regions whose labels mean nothing: answer texts number them."""
        return self.layer.is_area and self.numbered and self.token is None

    def match(self, atom: Term) -> Drawn | None:
        """What the atom draws by this entry; None if it is not like the template."""
        if atom.name != self.template.name or (bindings := terms.match(self.template, atom)) is None:
            return None
        place, *others = (terms.fill(place, bindings) for place in self.places)
        index = bindings.get(INDEX, self.slot)
        values = {name: bindings[name] for name in self.values}
        if others and not self.layer.is_pair:
            one, other = cell_of(place), cell_of(others.pop())
            if one is None or other is None:
                return None
            place = side_between(one, other)
            if self.turned:
                values = {"D": direction_between(one, other)}
        return Drawn(place, others[0] if others else None, values, index if isinstance(index, int) else 1)


class LargeBoards(NamedTuple):
    """How clasp searches boards of more cells than `above`.

    configuration: one of CONFIGURATIONS, if the type names one. options: others, as clasp's command line takes them.
    """

    above: int
    configuration: str | None = None
    options: tuple[str, ...] = ()


class LargeMade(NamedTuple):
    """The options of boards of more cells than `above` that are made, unless the user or the board says others."""

    above: int
    options: Mapping[str, str]


class RegionSizes(NamedTuple):
    """How many cells the regions have at least and at most of boards that are made."""

    smallest: int
    largest: int


class RuleText(NamedTuple):
    """Rules that stand in a puzzle's file. file: what messages call it; line: of the file, on which they begin; indent:
    blanks that stand before each of their lines there.
    """

    text: str
    file: str
    line: int = 1
    indent: int = 0


#: Where rules stand.
RuleFile = Path | RuleText


class AddedConstraint(NamedTuple):
    """A constraint that a puzzle adds to its type (docs/constraints.md): one that the type offers, or rules of the
    puzzle's own.

    name: that of its files, which is also what its part is called in a puzzle. title, about: in words. rules_file: its
    rules. takes_cells: whether it has a part, the groups of cells that it is about; otherwise it is about the whole
    board. fpuzzles: what f-puzzles calls it, as its file has it (formats/sudoku knows more). penpa: what its groups
    look like in Penpa+, '' if nothing there does (formats/penpa/added). is_own: the puzzle brings the rules with it, no
    type offers them.
    """

    name: str
    title: str
    about: str
    rules_file: RuleFile
    takes_cells: bool
    fpuzzles: Node | None = None
    penpa: str = ""
    motions: Mapping[str, str] | None = None
    is_own: bool = False


@dataclass(frozen=True, eq=False)
class PuzzleType:
    """One puzzle type, as its manifest describes it: each field but these is a key of the manifest.

    name: the name of its folder. title: the key `name`. boards, parts: the keys `board` and `read`. parents: the
    folders of its ancestors, the nearest first. multishot: the cells up to which boards share a grounding. formats: by
    key, as the manifest has them; only who reads or writes a link needs more (formats/links/genre). pattern: what
    `make` has under this name: constants of make.lp that a user may set. offered: the key `constraints`, the folder of
    constraints that puzzles may add; around: folders of types in which it is looked for, besides those of the type and
    its parents; added: those that a puzzle did add, with their parts among the others (catalog/manifest); text: its
    rules, and manifest_text: its manifest, where a link brought them, so that there is no such folder.
    """

    name: str
    folder: Path
    title: str
    group: str
    about: str
    aliases: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    boards: tuple[str, ...] = ("square",)
    parts: tuple[Part, ...] = ()
    header: tuple[HeaderItem, ...] = ()
    counted_lines: int = 0  # of other parts than the board, which the number of rows in a plain text counts, too
    alphabets: tuple[str, ...] = ()
    options: dict[str, Option] = field(default_factory=dict)
    draw: tuple[DrawRule, ...] = ()
    notes: tuple[DrawRule, ...] = ()
    multishot: int = 0
    levels: tuple[float, ...] = ()
    clues: tuple[ClueKind, ...] = ()
    parents: tuple[Path, ...] = ()
    unique: bool = True
    symmetry: tuple[str, ...] | None = None
    search: LargeBoards | None = None
    made: LargeMade | None = None
    pattern: dict[str, Option] = field(default_factory=dict)
    regions: RegionSizes | None = None
    formats: Mapping[FormatKey, Node] = field(default_factory=dict)
    offered: str | None = None
    around: tuple[Path, ...] = ()
    added: tuple[AddedConstraint, ...] = ()
    text: RuleText | None = None
    manifest_text: str = ""

    @property
    def a_puzzle(self) -> str:
        """What messages call one of its puzzles: 'an Akari puzzle'."""
        return f"{Noun(self.title, self.title).with_article} puzzle"

    @property
    def templates(self) -> list[Term]:
        """What the tokens of its parts become."""
        return [template for part in self.parts for template in part.templates]

    @property
    def mark_rules(self) -> tuple[DrawRule, ...]:
        """The entries of `draw`, and those of `notes`."""
        return (*self.draw, *self.notes)

    def mark_of(self, atom: Term) -> tuple[DrawRule, Drawn] | None:
        """The mark that an atom leaves, drawn or noted, if it leaves one."""
        return next(((rule, drawn) for rule in self.mark_rules if (drawn := rule.match(atom)) is not None), None)

    def is_note(self, atom: Term) -> bool:
        """Whether an atom is a note: made on the way to an answer, no part of it."""
        return any(rule.match(atom) is not None for rule in self.notes)

    def makes_step(self, atom: Term, holds: bool = True) -> bool:
        """Whether a note, that an atom holds or that it does not, may be a step of its own."""
        return any(rule.steps and (holds or rule.negated) and rule.match(atom) is not None for rule in self.notes)

    @property
    def rules_file(self) -> RuleFile:
        return self.text or self.folder / "rules.lp"

    @property
    def added_rules(self) -> tuple[RuleFile, ...]:
        """The rules of the constraints that a puzzle added."""
        return tuple(each.rules_file for each in self.added)

    @property
    def own_rules(self) -> tuple[AddedConstraint, ...]:
        """Those among them that a puzzle brings with it."""
        return tuple(each for each in self.added if each.is_own)

    @property
    def rule_files(self) -> tuple[RuleFile, ...]:
        """All rules by which its puzzles are solved."""
        return (self.rules_file, *self.added_rules)

    def part(self, name: str) -> Part | None:
        """The part of this name, if the type has it."""
        return next((part for part in self.parts if part.name == name), None)

    def is_regions(self, part: Part) -> bool:
        """Whether the tokens of a part say which region a cell belongs to: what they become is drawn as borders."""
        drawn = {rule.template.name for rule in self.draw if rule.mark in ("border", "cage")}
        return part.shape is GRID and any(template.name in drawn for template in part.templates)

    def slots(self, side: Side) -> list[Part]:
        """The parts that have one token each for every line of a side, in their order, if there are several."""
        parts = [part for part in self.parts if part.shape.is_margin and not part.shape.is_lists and part.side is side]
        return parts if len(parts) > 1 else []

    @property
    def colours(self) -> dict[str, Colour]:
        """From a value that is written in a cell to the colour that it gives the cell."""
        return {value: colour for rule in self.draw for value, colour in rule.colours.items()}

    @property
    def list_part(self) -> Part | None:
        """The part that is a list of words, if there is one."""
        return next((part for part in self.parts if part.shape is WORDS), None)


# -- Options: the `#const`s of a type's rules that a puzzle or a user sets

#: clingo's integers have 32 bits, and it says nothing where one does not fit: so much may rules count to.
LARGEST_INTEGER = 2**31 - 1

#: The largest value of an option: rules may multiply two.
LARGEST_OPTION = 10_000


def check_options(type_: PuzzleType, options: Mapping[str, str]) -> dict[str, str]:
    """The options with values as clingo takes them; PuzzleError for one that the type does not have."""
    checked = {}
    for name, value in options.items():
        option = type_.options.get(name)
        if option is None:
            known = f"its options are {', '.join(type_.options)}" if type_.options else "it has none"
            raise PuzzleError(f"{type_.title} has no option {quote(name)}; {known}")
        checked[name] = check_option(name, value, list(option.choices))
    return checked


_BOOLEANS = {"true": "yes", "on": "yes", "1": "yes", "false": "no", "off": "no", "0": "no"}


def check_option(name: str, value: str, choices: Sequence[str]) -> str:
    """One option's value; where it must be one of some words, other spellings of yes and no are understood."""
    value = str(value).strip()
    if choices:
        plain = _BOOLEANS.get(value.lower(), value.lower()) if set(choices) == {"yes", "no"} else value
        if plain not in choices:
            raise PuzzleError(f"option {name}: found {quote(value)}, expected {alternatives(list(choices))}")
        return plain
    if not re.fullmatch(r"-?\d+", value):
        raise PuzzleError(f"option {name}: found {quote(value)}, expected a whole number")
    if abs(int(value)) > LARGEST_OPTION:
        raise PuzzleError(f"option {name}: found {quote(value)}, expected a number up to {LARGEST_OPTION}")
    return value


# -- The values of an atom as they are written into a place: 7, C, 31, 3e


def written(rule: DrawRule, values: Mapping[str, Value], alphabet: Alphabet, arrows: bool = False) -> str:
    """The values of an atom as one text, as answer texts write it. arrows: directions as characters, for the eye.

    Two values of one character each stand side by side; others have a comma between them.
    """
    if len(values) == 1 and not arrows:  # nearly all: this runs for every atom of every answer
        (value,) = values.values()
        return _name(value, rule, alphabet)
    text = before = ""
    for variable, value in values.items():
        part = _name(value, rule, alphabet)
        if arrows and isinstance(value, Term):
            part = ARROWS.get(part, part)
        if variable not in SUFFIXES:
            text += "," if before and max(len(before), len(part)) > 1 else ""
            before = part
        text += part
    return text


def value_of(rule: DrawRule, drawn: Drawn, alphabet: Alphabet) -> str:
    """The value of a mark: what is written, the shape that it names, the label of its group, or how many lines."""
    value = written(rule, drawn.values, alphabet if rule.layer.is_written else NUMBERS) if drawn.values else ""
    return rule.shapes.get(value, value)


def _name(value: Value, rule: DrawRule, alphabet: Alphabet) -> str:
    if isinstance(value, int):
        return (alphabet if rule.in_alphabet else NUMBERS).name(value)
    return value if isinstance(value, str) else terms.write(value)
