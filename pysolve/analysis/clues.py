"""The clues of a puzzle: tokens that a setter may take away, and the puzzle without some of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from ..model import terms
from ..model.puzzle import BLANKS, Puzzle, Token, number_or_text
from ..model.puzzle_type import ClueKind, Part
from ..model.terms import Term, Value
from ..solving import facts

#: The free atom that says whether a clue is given, by its number.
GIVEN = "_clue_given"


@dataclass(frozen=True)
class Clue:
    """What is given, or taken away, as one.

    part: the part of the instance that its tokens stand in; tokens: they themselves. instead: the tokens that stand
    in their place when the clue is away. kind: what the manifest says of it.
    """

    part: str
    tokens: tuple[Token, ...]
    instead: tuple[Token, ...]
    kind: ClueKind

    @property
    def places(self) -> tuple[Value, ...]:
        """The cells or margins that it stands in."""
        return tuple(dict.fromkeys(place_of(token) for token in self.tokens))

    @property
    def text(self) -> str:
        """Its tokens, as the instance writes them."""
        return (
            " ".join(dict.fromkeys(token.text for token in self.tokens))
            if self.kind.together
            else " ".join(token.text for token in self.tokens)
        )

    @property
    def facts(self) -> list[str]:
        """The facts that it makes, as ASP atoms."""
        return [atom for token in self.tokens for atom in _atoms(token)]

    @property
    def facts_away(self) -> list[str]:
        """The facts that hold while it is away."""
        found = [atom for token in self.instead for atom in _atoms(token)]
        if self.kind.keep_facts:
            found = self.facts + found
        if self.kind.when_removed is not None:
            found += [terms.writer(self.kind.when_removed)(token.values) for token in self.tokens]
        return list(dict.fromkeys(found))


def _atoms(token: Token) -> list[str]:
    return [terms.writer(template)(token.values) for template in token.templates]


def place_of(token: Token) -> Value:
    """The cell of a token, or the margin that it stands in."""
    if "X" in token.values:
        return token.values["X"]
    if "R" in token.values:
        return Term("left", (token.values["R"],))
    return Term("top", (token.values["C"],))


def clues(puzzle: Puzzle) -> list[Clue]:
    """The clues of a puzzle, in reading order."""
    found: dict[object, list[Token]] = {}
    belongs: dict[object, tuple[Part, ClueKind]] = {}
    for part in puzzle.type.parts:
        for token in puzzle.tokens.get(part.name, ()):
            kind = next((kind for kind in puzzle.type.clues if kind.template in token.templates), None)
            if kind is None:
                continue
            key: object = (part.name, place_of(token))
            if kind.together:
                key = (part.name, kind.template, token.values[kind.together])
            found.setdefault(key, []).append(token)
            belongs[key] = (part, kind)
    return [_clue(*belongs[key], tokens) for key, tokens in found.items()]


def _clue(part: Part, kind: ClueKind, tokens: list[Token]) -> Clue:
    instead: tuple[Token, ...] = ()
    templates = part.tokens.get(kind.placeholder, ())
    if kind.placeholder not in BLANKS and not isinstance(templates, str):
        value = number_or_text(kind.placeholder)
        standing = tokens[:1] if part.shape.is_lists else tokens
        values = {"V": value, "G": value}
        instead = tuple(Token(kind.placeholder, {**token.values, **values}, templates) for token in standing)
    return Clue(part.name, tuple(tokens), instead, kind)


def without(puzzle: Puzzle, away: Collection[Clue]) -> Puzzle:
    """The puzzle with these clues taken away."""
    gone: dict[int, Token | None] = {}
    for clue in away:
        for number, token in enumerate(clue.tokens):
            gone[id(token)] = clue.instead[number] if number < len(clue.instead) else None
    tokens = {
        name: tuple(kept for token in part if (kept := gone.get(id(token), token)) is not None)
        for name, part in puzzle.tokens.items()
    }
    return replace(puzzle, tokens=tokens, answer=None, verdict=None, title="", source="")


def relaxed(puzzle: Puzzle, found: list[Clue]) -> Iterator[str]:
    """The puzzle as facts in which clue number K depends on the free atom GIVEN(K)."""
    yield from facts.board(puzzle)
    in_clues = {id(token) for clue in found for token in clue.tokens}
    for part in puzzle.tokens.values():
        for token in part:
            if id(token) not in in_clues:
                yield from (f"{atom}." for atom in _atoms(token))
    yield from facts.words(puzzle)
    for number, clue in enumerate(found):
        here, away = clue.facts, clue.facts_away
        yield f"{{ {GIVEN}({number}) }}."
        yield from (f"{atom}." for atom in here if atom in away)
        yield from (f"{atom} :- {GIVEN}({number})." for atom in here if atom not in away)
        yield from (f"{atom} :- not {GIVEN}({number})." for atom in away if atom not in here)
    yield from facts.words(puzzle)
