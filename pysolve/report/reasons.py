"""The reason of a step, as a person would give it: first what decides, then what is excluded, then what is known.

What goes without saying is left out: that a cell which is filled takes nothing else, and a clue that a sentence
repeats.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from .. import rules
from ..analysis.assumptions import ConstraintInstance
from ..analysis.clues import Clue
from ..analysis.clues import clues as clues_of
from ..analysis.patterns import techniques
from ..analysis.progress import Fact
from ..analysis.steps import Pattern, Step, text_of
from ..model.board import cell_of
from ..model.nouns import listed
from ..model.puzzle import Puzzle
from ..model.terms import Term, Value
from ..solving import facts
from .step_words import FEW, facts_in_words, places_in_words
from .words import Words, sentence

#: So many clues, if there are no others, are not told one by one.
MANY_CLUES = 5


def step_reasons(puzzle: Puzzle, step: Step, guess: Collection[Fact] = ()) -> list[str]:
    """The reason of a step, in sentences; facts of the guess are called so."""
    words = Words(puzzle)
    if step.pattern is not None:
        return _pattern(words, step, step.pattern)
    telling = [each for each in step.constraints if each not in step.evident]
    lines = folded(words, [each for each in telling if each in step.deciding], _clause)
    if not (step.constraints or step.clues):
        lines += _rules_alone(puzzle)
    said: set[Fact] = set()
    for each in telling:
        if each not in step.deciding:
            known = [fact for fact in step.excluding[each] if fact not in guess]
            said.update(known)
            lines.append(", and ".join([_clause(words, each), *([facts_in_words(words, known)] if known else [])]))
    seen = {text_of(puzzle, fact.atom) for fact in step.known if fact.holds}
    clues = [
        words.clue(clue)
        for clue in step.clues
        if not (_is_repeated(clue, step.constraints) or _texts(puzzle, clue) & seen)
    ]
    if MANY_CLUES <= len(step.clues) == len(clues_of(puzzle)):
        lines.append("clues: all of them")
    elif clues:
        lines.append(f"{'clue' if len(clues) == 1 else 'clues'}: {'; '.join(clues)}")
    for name, stated in (
        ("guess", [fact for fact in step.known if fact in guess]),
        ("known", [fact for fact in step.known if fact not in guess and fact not in said]),
    ):
        if stated:
            lines.append(f"{name}: {facts_in_words(words, stated)}")
    return [sentence(line) for line in lines] or ["Nothing else is possible on this board."]


def _pattern(words: Words, step: Step, pattern: Pattern) -> list[str]:
    """What a named technique sees, where, and by which other constraints. Why nothing else is left of its homes goes
    without saying: it is seen on the board, or was crossed out before.
    """
    homes = [home for home, _ in pattern.homes]
    others = [each for each in step.deciding if each not in homes]
    lines = [f"{pattern.technique.name}: {pattern.technique.says}"]
    lines += [_left(words, home, left) for home, left in pattern.homes]
    return [sentence(line) for line in lines + folded(words, others, _clause)]


def _left(words: Words, home: ConstraintInstance, left: Sequence[Fact]) -> str:
    """What is left of a home: values for a cell, or cells for a value."""
    marks = [mark for fact in left if (mark := words.mark_of(fact.atom)) is not None]
    places = {drawn.place for _, drawn in marks}
    if len(places) == 1:
        return f"only {listed([words.written(*mark) for mark in marks])} are left for {words.value(places.pop())}"
    cells = "; ".join(places_in_words(words, [*places]))
    return f"{_clause(words, home)}: only {cells} are left"


def _rules_alone(puzzle: Puzzle) -> list[str]:
    """What is said of a step that follows from what the type draws, whatever is required of that: that a loop goes on
    is in no constraint. It is what a law says by its definitions, or else the rules, without those that options bring.
    """
    laws = {file.name for file in rules.included([puzzle.type.rules_file]) if file.parent.name == "lib"}
    if said := [says for law, says in techniques().drawn.items() if law in laws]:
        return said
    in_words = [rule for rule in puzzle.type.rules if "`" not in rule]
    return [f"by the rules: {' '.join(in_words)}"] if in_words else []


def _texts(puzzle: Puzzle, clue: Clue) -> set[tuple[Value, Value] | None]:
    """What a clue writes, as a value that is known is written."""
    return {text_of(puzzle, atom) for atom in _atoms(clue)} - {None}


def _atoms(clue: Clue) -> list[Term]:
    return [facts.term(template, token.values) for token in clue.tokens for template in token.templates]


def _is_repeated(clue: Clue, constraints: Sequence[ConstraintInstance]) -> bool:
    """Whether a constraint says what the clue says: it speaks of its place and of its value."""
    terms = {term for atom in _atoms(clue) for term in atom.args}
    return len(terms) > 1 and any(terms <= {*_parts(one.values)} for one in constraints)


def _parts(values: Sequence[Value]) -> Iterator[Value]:
    """The values of a constraint, and the cells that lines of cells begin in."""
    for value in values:
        yield value
        if isinstance(value, tuple):
            yield from (part for part in value if cell_of(part) is not None)


def _clause(words: Words, constraint: ConstraintInstance) -> str:
    return words.constraint(constraint).removesuffix(".")


def folded(
    words: Words, constraints: Sequence[ConstraintInstance], say: Callable[[Words, ConstraintInstance], str]
) -> list[str]:
    """The constraints in words; of several that differ in one cell alone the first one, and the cells of the others.
    say: puts one into words.
    """
    lines: list[str] = []
    left = list(constraints)
    while left:
        first = left[0]
        alike = max((_alike(left, at) for at in range(len(first.values) or 1)), key=len)
        if len(alike) <= FEW:
            lines.append(say(words, first))
            left.remove(first)
            continue
        at = next(at for at, (one, other) in enumerate(zip(first.values, alike[1].values)) if one != other)
        others = places_in_words(words, [each.values[at] for each in alike[1:]])
        lines.append(f"{say(words, first)}; likewise for {'; '.join(others)}")
        left = [each for each in left if each not in alike]
    return lines


def _alike(constraints: Sequence[ConstraintInstance], at: int) -> list[ConstraintInstance]:
    """Those that differ from the first one in the value at this place alone, which is a cell; the first one, too."""

    def others(values: tuple[Value, ...]) -> tuple[Value, ...]:
        return (*values[:at], *values[at + 1 :])

    first = constraints[0]
    if not first.values or cell_of(first.values[at]) is None:
        return [first]
    return [
        each for each in constraints
        if each.constraint == first.constraint and others(each.values) == others(first.values)
    ]  # fmt: skip
