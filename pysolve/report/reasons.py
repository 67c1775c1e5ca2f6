"""The reason of a step, as a person would give it, its chain, and steps that are told as one.

First comes what decides, then what is excluded, then what is known. What goes without saying is left out: that a cell
which is filled takes nothing else, and a clue that a sentence repeats.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, groupby, pairwise
from typing import NamedTuple, TypeVar

from .. import rules
from ..analysis.assumptions import ConstraintInstance
from ..analysis.clues import Clue
from ..analysis.clues import clues as clues_of
from ..analysis.constraints import JOINED_BY, LABELS
from ..analysis.progress import Fact, places_of
from ..analysis.steps import Chain, Left, Pattern, Rest, Rival, Step, text_of
from ..analysis.techniques import (
    BY_LINES,
    CONNECTED,
    GOES_ON,
    OF_A_SIZE,
    identity_of,
    single_of,
    technique_of,
    techniques,
)
from ..model.board import Board, Cell, Side, cell_of, corner_of, margin_of
from ..model.marks import listed
from ..model.puzzle import Puzzle
from ..model.terms import Term, Value
from ..solving import facts
from .words import OF_MANY, Words, facts_in_words, numbers_in_words, places_in_words, sentence, what_follows

#: How many steps away a cell is not part of what is looked at, where it is decided what is connected.
FAR = 3

#: What goes from one place to another: of others, their ends are named.
_FROM_TO = re.compile(r"\b(?:[Tt]he|[Aa]n?) \w+ from ([A-Z]) to ([A-Z])\b")

#: What a sentence says of the places of many constraints at once.
_ALL_OF = re.compile(r"\ball of ([A-Z])\b")

#: One place beside another.
_BESIDE = re.compile(r"\b([A-Z]), (beside|before|behind) [a-z ]*\b([A-Z])\b")

#: Two things that belong together.
_PAIR = re.compile(r"\b([A-Z]) and ([A-Z])\b")

#: More clues than the first number are not told where a sentence speaks of whatever comes to a place; so many as the
#: second, if there are no others, nor more than the third, are not told one by one.
FEW_CLUES, MANY_CLUES, TOO_MANY_CLUES = 3, 5, 12

#: The ideas of constraints that say what comes to a place from wherever it may.
REACHING = {"out of reach", "within reach"}

#: What part of all clues are nearly all of them.
MOST_CLUES = 0.7

#: How many of the marks that show what is connected are listed at most: more are seen on the board.
MOST_TRACED = 4

#: A ring through more places is followed on the board.
MOST_RINGED = 8

#: Of what is left of a home no more is told one by one.
MOST_LEFT = 4


def step_reasons(
    puzzle: Puzzle,
    step: Step,
    guess: Collection[Fact] = (),
    start: Collection[Fact] = (),
    before: Collection[Fact] = (),
) -> list[str]:
    """The reason of a step, in sentences; facts of the guess are called so. start: what was known before all steps.
    before: what was known before this one.
    """
    step = _from_inside(Words(puzzle, start).of(step), step, before)
    words = Words(puzzle, start).of(step)
    if OF_MANY in words.decided:  # what only excludes is a part of that, too
        step = replace(step, excluding={})
        words = words.of(step)
    if step.pattern is not None:
        return _pattern(words, step, step.pattern)
    seen = _seen(words, step)
    told = [each for each in _told(words, step) if each not in seen]
    holders = _holders(words, step, told)
    told = [each for each in told if each not in holders]
    implied = _implied(words, step, told)
    excluding, excluded_by = _excluding(words, step, told, {*guess, *implied})
    said = {*guess, *seen, *implied, *excluded_by, *_said_by(step, told, holders)}
    lines = [
        *_deciding(words, step, told),
        *map(partial(_needing, words), step.rivals),
        *excluding,
        *_holding(words, holders),
        *_clues(words, step, [held.clue for held in holders.values() if held.clue is not None], before),
        *_stated(words, step, "guess", [fact for fact in step.known if fact in guess]),
        *_stated(words, step, "known", [fact for fact in step.known if fact not in said]),
    ]
    return [*map(sentence, lines)] or ["Nothing else is possible on this board."]


def _needing(words: Words, rival: Rival) -> str:
    """'The galaxy of R1C2 would need R3C4, too, which belongs to the galaxy of R5C6'."""
    needs, taken = (words.mark_of(each.atom) for each in (rival.needs, rival.taken))
    assert needs is not None and taken is not None  # both put a cell into a region
    cell = words.value(needs[1].place)
    return f"{words.group(*needs)} would need {cell}, too, which belongs to {words.group(*taken)}"


#: Of a set in which each is to be connected with all the others.
_AMONG_OTHERS = re.compile(r"\bthe others?\b")


#: What is cut off, where that is no cell that is known.
_SOME_PART = Term("a part", ())


def _from_inside(
    words: Words, step: Step, before: Collection[Fact], news: Collection[Fact] = (), led: Collection[Fact] = ()
) -> Step:
    """The step, where what is cut off is called by a cell of its smaller part, the nearest one to its facts, or to the
    news that it rests on; that there are others as well, goes without saying. before: what was known before it. led:
    what its chain leads to.
    """
    if not any(map(_is_among, step.constraints)):
        return step
    opposite = _cells_of_facts(words.puzzle, [replace(fact, holds=not fact.holds) for fact in step.facts])
    is_one_thought = len({fact.holds for fact in opposite}) == 1  # without the first of them, a part is cut off
    supposed = dict([*opposite.items()][:1]) if is_one_thought else {}
    cells = _cells_of_facts(words.puzzle, [*step.known, *supposed, *before])
    for instance in filter(_is_among, step.constraints):
        named = [fact for fact, cell in (cells | opposite).items() if cell in instance.values]
        # of what is known of the cell, that which others are known not to be: shaded, not a letter
        own = max(named, key=lambda fact: len(_around(words, fact, cells)), default=None)
        if own is not None:  # of several facts that follow, each may be the only one that does not
            here = {**cells, own: (cells | opposite)[own]}
            not_there = {cell for fact, cell in supposed.items() if fact.atom.name != own.atom.name and not fact.holds}
            step = _named_inside(words.of(step), step, instance, own, here, not_there, step.facts or news)
        elif inside := _parted(words.puzzle, step, [*before, *led]):
            step = _named_within(words, step, instance, inside, step.facts or news)
    return step


def _named_within(
    words: Words, step: Step, instance: ConstraintInstance, inside: Collection[Cell], news: Iterable[Fact]
) -> Step:
    """The step, where a constraint names the nearest cell of a part."""
    away = _away_from(words.puzzle, news)
    nearest = min(inside, key=lambda cell: (away(cell), cell))
    values = tuple(nearest if cell_of(each) not in (None, *inside) else each for each in instance.values)
    return _renamed(step, instance, replace(instance, values=values), ())


def _parted(puzzle: Puzzle, step: Step, before: Iterable[Fact]) -> set[Cell]:
    """The cells that a step parts from the others, where facts say which two are joined and which are not: those of the
    smaller part; empty if it does not part cells so, or if neither is smaller. before: what was known before it.
    """
    known = [*step.known, *(replace(fact, holds=not fact.holds) for fact in step.facts)]
    parts: dict[Cell, frozenset[Cell]] = {}
    for one, other in _pairs_of_cells(puzzle, [fact for fact in (*before, *known) if fact.holds]):
        joined = parts.get(one, frozenset([one])) | parts.get(other, frozenset([other]))
        parts |= dict.fromkeys(joined, joined)
    cut = _pairs_of_cells(puzzle, [fact for fact in known if not fact.holds])
    left = [[parts.get(cell, frozenset([cell])) for cell in pair] for pair in cut]
    inside: set[Cell] = set()
    while left:
        sides = _sides_of(left)
        if sides is None:
            return set()
        left = [pair for pair in left if pair[0] not in sides]
        smaller, larger = sorted((_on_side(sides, side) for side in (True, False)), key=len)
        inside |= smaller if len(smaller) < len(larger) else set()
    return inside


def _on_side(sides: Mapping[frozenset[Cell], bool], side: bool) -> set[Cell]:
    """The cells of the parts that lie on one side."""
    return set[Cell]().union(*(part for part in sides if sides[part] is side))


def _pairs_of_cells(puzzle: Puzzle, facts: Iterable[Fact]) -> list[list[Cell]]:
    """The two cells of those facts that speak of two."""
    cells = ([cell for place in places_of(puzzle, fact.atom) if (cell := cell_of(place))] for fact in facts)
    return [each for each in cells if len(each) == 2]


def _sides_of(cut: Sequence[Sequence[frozenset[Cell]]]) -> dict[frozenset[Cell], bool] | None:
    """On which of two sides parts lie, as far as they hang together by pairs that lie on both; None if one lies on both
    itself.
    """
    sides = {cut[0][0]: True}
    waiting = [cut[0][0]]
    for here in waiting:  # which grows meanwhile
        for there in (pair[1 - pair.index(here)] for pair in cut if here in pair):
            if there not in sides:
                sides[there] = not sides[here]
                waiting.append(there)
            elif sides[there] is sides[here]:
                return None
    return sides


def _named_inside(
    words: Words,
    step: Step,
    instance: ConstraintInstance,
    own: Fact,
    cells: Mapping[Fact, Cell],
    not_there: Collection[Cell],
    news: Iterable[Fact],
) -> Step:
    """The same for one constraint. own: the fact of the cell that it names. not_there: further cells that do not hold
    such a fact, as is supposed. Where no such cell is known to be cut off, none is named.
    """
    puzzle, away, around = words.puzzle, _away_from(words.puzzle, news), _around(words, own, cells).union(not_there)
    alike = {fact: cell for fact, cell in cells.items() if fact.atom.name == own.atom.name and cell not in around}
    parts = _parts_between(puzzle.board, alike.values(), around)
    inside = min(
        alike, key=lambda fact: (len(parts[alike[fact]]), away(alike[fact]), fact is not own, fact not in step.known)
    )
    is_closed = len(parts[alike[inside]]) * 2 <= len(puzzle.cells) - len(around)  # it is the smaller part
    decides = "alone" in words.decided and instance in words.deciding
    if not is_closed and (not decides or techniques().idea(identity_of(instance)) == BY_LINES):
        return step
    named: Value = cells[inside] if is_closed else _SOME_PART
    renamed = replace(instance, values=tuple(named if value == cells[own] else value for value in instance.values))
    step = _renamed(step, instance, renamed, alike.keys() - {inside} if is_closed else ())
    return _with_near_clues(puzzle, step, parts[alike[inside]]) if is_closed and len(step.constraints) == 1 else step


def _with_near_clues(puzzle: Puzzle, step: Step, part: Collection[Cell]) -> Step:
    """The step that a part would be cut off, without the clues of others far from it: that there are some, goes without
    saying.
    """
    near = {*part}.union(*map(puzzle.board.neighbours, part))

    def is_near(clue: Clue) -> bool:
        cells = [each for place in clue.places for each in _cells_at(puzzle, place)]
        return not cells or not near.isdisjoint(cells)

    return replace(step, clues=tuple(filter(is_near, step.clues)))


def _cells_at(puzzle: Puzzle, place: Value) -> Iterable[Cell]:
    """The cell that a place is, or those that meet in it."""
    cell = cell_of(place)
    return [cell] if cell is not None else puzzle.board.cells_around(place)


def _away_from(puzzle: Puzzle, news: Iterable[Fact]) -> Callable[[Cell], int]:
    """How many steps a cell is away from what some facts are about."""
    new = [cell for fact in news for place in places_of(puzzle, fact.atom) if (cell := cell_of(place))]
    return lambda cell: min((abs(cell[0] - row) + abs(cell[1] - column) for row, column in new), default=0)


def _around(words: Words, own: Fact, cells: Mapping[Fact, Cell]) -> set[Cell]:
    """The cells that are known not to be what a fact says of its cell."""
    return {
        cell
        for fact, cell in cells.items()
        if (fact.atom.name == own.atom.name and fact.holds is not own.holds)
        or (fact.holds and own.holds and _is_instead(words, fact, own))
    }


def _is_instead(words: Words, fact: Fact, own: Fact) -> bool:
    """Whether a fact puts another mark of its kind where one may stand: a black circle, not a white one."""
    marks = [words.mark_of(each.atom) for each in (fact, own)]
    layers = {mark[0].layer for mark in marks if mark is not None}
    return fact.atom.name != own.atom.name and None not in marks and len(layers) == 1


def _cells_of_facts(puzzle: Puzzle, facts: Iterable[Fact]) -> dict[Fact, Cell]:
    """The cells of the facts about one cell."""
    places = {fact: [*places_of(puzzle, fact.atom)] for fact in facts}
    return {fact: cell for fact, some in places.items() if len(some) == 1 and (cell := cell_of(some[0])) is not None}


def _parts_between(board: Board, cells: Iterable[Cell], around: Collection[Cell]) -> dict[Cell, set[Cell]]:
    """For each of the cells those that are connected with it, but for those around them."""
    parts: dict[Cell, set[Cell]] = {}
    for cell in cells:
        if cell not in parts:
            part, waiting = {cell}, [cell]
            while waiting:
                near = board.neighbours(waiting.pop())
                new = [each for each in near if each not in part and each not in around]
                part.update(new)
                waiting += new
            parts |= dict.fromkeys(part, part)
    return parts


def _renamed(step: Step, old: ConstraintInstance, new: ConstraintInstance, spare: Collection[Fact]) -> Step:
    """The step with another constraint in place of one, and without some of the facts that were known."""
    return replace(
        step, constraints=tuple(new if each == old else each for each in step.constraints),
        known=tuple(fact for fact in step.known if fact not in spare),
        excluding={new if each == old else each: facts for each, facts in step.excluding.items()},
    )  # fmt: skip


def _implied(words: Words, step: Step, told: Sequence[ConstraintInstance]) -> set[Fact]:
    """The known facts that constraints imply in the words that they have where these are known."""
    places = {form.place for each in told if (form := words.form(each)) is not None}
    return {fact for fact in step.known if {*places_of(words.puzzle, fact.atom)} <= places}


def _excluding(
    words: Words, step: Step, told: Sequence[ConstraintInstance], guess: Collection[Fact]
) -> tuple[list[str], set[Fact]]:
    """The constraints that only exclude, with what known facts leave of sums and with the facts that they alone need;
    and the facts that are said so.
    """
    rests = {each.of: each for each in step.rests if each.of in told}
    others = [each for each in told if each not in step.deciding]
    alone = _facts_of_one({each: step.excluding[each] for each in others if each not in rests}, guess)
    lines = [_with_rest(words, rests[each]) for each in others if each in rests]
    lines += folded(words, [each for each in others if each not in alone and each not in rests], _clause)
    return [*lines, *_alone(words, alone)], _taken_off(step, rests).union(*alone.values())


#: What sentences say of values of which a group holds no two.
_ONCE = re.compile(r"^(\S+) stands (?:at most|exactly) once ")


class _Holder(NamedTuple):
    """What holds the value that a group holds at most once: a known fact, or a clue."""

    fact: Fact | None
    clue: Clue | None


def _holders(words: Words, step: Step, told: Sequence[ConstraintInstance]) -> dict[ConstraintInstance, _Holder]:
    """Why a value is excluded that another cell of a group holds, beside what decides: that it stands there, is
    enough.
    """
    if not all(text_of(words.puzzle, fact.atom) for fact in step.facts):
        return {}
    found = {each: _holder(words, step, each) for each in told if _ONCE.match(words.constraint(each))}
    holders = {each: holder for each, holder in found.items() if holder is not None}
    return holders if len(holders) < len(told) else {}


def _holder(words: Words, step: Step, instance: ConstraintInstance) -> _Holder | None:
    """The same for one constraint; None where it is not a single cell."""
    value = words.constraint(instance).split()[0]
    known = [fact for fact in step.excluding.get(instance, ()) if fact.holds and text_of(words.puzzle, fact.atom)]
    if known:
        return _Holder(known[0], None) if len(known) == 1 else None
    given = [
        clue
        for clue in step.clues
        for _, written in filter(None, _texts(words.puzzle, clue))
        if isinstance(written, tuple) and value in map(words.value, written)
        if _lines_of(clue).intersection(instance.values)
    ]
    return _Holder(None, given[0]) if len(given) == 1 else None


def _said_by(
    step: Step, told: Iterable[ConstraintInstance], holders: Mapping[ConstraintInstance, _Holder]
) -> set[Fact]:
    """The known facts of holders that no other constraint needs, those of regions that would need a cell of others,
    those of which it is said what fits over them, and all along a ring: one goes along it on the board.
    """
    if step.ring:
        return {*step.known}
    needed = {fact for each in told for fact in step.excluding.get(each, ())}
    held = {held.fact for held in holders.values() if held.fact is not None}
    over = {each.of for each in step.left if isinstance(each.of, Fact)}
    return held - needed | {each.known for each in step.rivals} | over


def _lines_of(clue: Clue) -> set[Value]:
    """The row and the column of a clue in a cell."""
    cells = [cell for place in clue.places if (cell := cell_of(place)) is not None]
    return {line for row, column in cells for line in (Term("row", (row,)), Term("column", (column,)))}


def _holding(words: Words, holders: Iterable[ConstraintInstance]) -> Iterator[str]:
    """'1 and 7 already stand in row 1; 9 in column 3', '5 already stands in row 1 and column 2'."""
    values: dict[str, list[str]] = {}
    for each in holders:
        text = words.constraint(each).removesuffix(".")
        values.setdefault(_ONCE.sub("", text), []).append(text.split()[0])
    groups: dict[tuple[str, ...], list[str]] = {}
    for where, some in values.items():
        groups.setdefault(tuple(some), []).append(where)
    parts = [
        (listed(some), listed([where[0], *(each.removeprefix("in ") for each in where[1:])]))
        for some, where in groups.items()
    ]
    if parts:
        (first, where), *others = parts
        verb = "stands" if len(next(iter(groups))) == 1 else "stand"
        yield "; ".join([f"{first} already {verb} {where}", *map(" ".join, others)])


def _seen(words: Words, step: Step) -> frozenset[ConstraintInstance | Fact]:
    """Why nothing else fits, if that is much, and it is said what does: it is seen on the board."""
    if not step.left or not all(_said_of(words, step, each) for each in step.left):
        return frozenset()
    seen = step.left[0].seen
    return seen if len(seen) > MOST_LEFT else frozenset()


def _told(words: Words, step: Step) -> list[ConstraintInstance]:
    """The constraints that are told: not those that go without saying, nor others that say the same as one that
    decides.
    """
    deciding = {_clause(words, each) for each in step.deciding}
    return [
        each
        for each in step.constraints
        if each not in step.evident and (each in step.deciding or _clause(words, each) not in deciding)
    ]


def _facts_of_one(
    excluding: Mapping[ConstraintInstance, Sequence[Fact]], guess: Collection[Fact]
) -> dict[ConstraintInstance, list[Fact]]:
    """The constraints that exclude something together with known facts that no other one needs for that: these facts
    are said with them.
    """
    known = {each: [fact for fact in facts if fact not in guess] for each, facts in excluding.items()}
    times = Counter(fact for facts in known.values() for fact in facts)
    return {each: facts for each, facts in known.items() if facts and all(times[fact] == 1 for fact in facts)}


def _alone(words: Words, alone: Mapping[ConstraintInstance, Sequence[Fact]]) -> Iterator[str]:
    """Constraints with the known facts that only they need; those that can be said together, with all of theirs."""
    left = [*alone]
    while left:
        first = left[0]
        alike, others = max(_alike(words, left), key=lambda each: len(each[0]), default=([first], ""))
        facts = [*dict.fromkeys(fact for each in alike for fact in alone[each])]
        known, clause = facts_in_words(words, facts), _clause(words, first)
        yield f"{clause}; likewise for {others} ({known})" if others else f"{clause}, and {known}"
        left = [each for each in left if each not in alike]


def _taken_off(step: Step, rests: Mapping[ConstraintInstance, Rest]) -> set[Fact]:
    """The known facts that what is left of sums says, and no other constraint needs."""
    needed = {fact for each, facts in step.excluding.items() if each not in rests for fact in facts}
    return {fact for rest in rests.values() for fact in rest.facts if fact not in needed}


#: The ways to make a sum: 'the cage of X: 10 in 2 cells is 1 + 9 or 2 + 8', '9 is left for X and Y, as 1 + 8 or 2 + 7'.
_WAYS = re.compile(r"(: \d+ in \d+ cells(?= is|,)|,? as(?= \d)).*")


def _with_rest(words: Words, rest: Rest) -> str:
    """What a constraint says of a sum, and what is left of it; where that is one number, nobody lists the ways, nor
    those of the whole where the ways of the rest are listed.
    """
    clause = _clause(words, rest.of)
    ways = _WAYS.search(clause) if len(rest.cells) == 1 or rest.ways is not None else None
    said = clause if ways is None else clause[: ways.start()]
    return f"{said}{': ' if ways and ways[1].startswith(':') else ', and '}{_remainder(words, rest)}"


def _remainder(words: Words, rest: Rest) -> str:
    """'16 − 9 = 7 is left for row 1, columns 2 and 3, as 1 + 6 or 2 + 5'."""
    cells = "; ".join(places_in_words(words, [*rest.cells]))
    ways = "" if rest.ways is None else f", as {words.value(rest.ways)}"
    return f"{f' {rest.sign} '.join(map(str, rest.parts))} = {rest.rest} is left for {cells}{ways}"


def _clues(words: Words, step: Step, said: Collection[Clue] = (), before: Collection[Fact] = ()) -> Iterator[str]:
    """The clues, without those that a sentence repeats or that were said, and those that are seen to be filled in.

    That hardly a clue matters less than the others goes without saying: the sentences speak of any.
    """
    if len(step.clues) > FEW_CLUES and _decides_only(step, REACHING):
        return
    if many := _how_many(words, step):
        yield from () if step.constraints else (f"clues: {many} of them",)
        return
    near = _cells(words, step)
    left = [clue for clue in step.clues if clue not in said and clue not in step.walls]
    clues = [words.clue(each, near) for each in left if not _goes_without_saying(words, step, each, near, before)]
    if clues:
        yield f"{'clue' if len(clues) == 1 else 'clues'}: {'; '.join(clues)}"


def _goes_without_saying(
    words: Words, step: Step, clue: Clue, near: Collection[Cell], before: Collection[Fact]
) -> bool:
    """Whether a clue is seen to be filled in, is repeated by a sentence, or is far from what that speaks of. near: of
    which cells the step speaks.
    """
    seen = {text_of(words.puzzle, fact.atom) for fact in step.known if fact.holds}
    return (
        _is_among_others(words, step, clue, before)
        or _is_far(words, step, clue, near)
        or _is_repeated(words, clue, step.constraints)
        or bool(_texts(words.puzzle, clue) & seen)
    )


def _is_among_others(words: Words, step: Step, clue: Clue, before: Collection[Fact]) -> bool:
    """Whether a clue, which no constraint speaks of, only says that there are others with which something is to be
    connected: that goes without saying. It is far from all that follows, or what it says of its cells was known before.
    """
    every = _with_links(step)
    constraints = [each for one in every for each in one.constraints]
    if any(each.ring for each in every):
        return _is_beside_ring(every, clue)
    if not any(map(_is_among, constraints)):
        return False
    new = {*_cells_of_facts(words.puzzle, [fact for one in every for fact in one.facts]).values()}
    values = (value for each in constraints for value in each.values if not isinstance(value, int))
    new.update(*(_cells_at(words.puzzle, value) for value in values))
    known = {*_cells_of_facts(words.puzzle, before).values()}
    cells = _cells_of_clue(words, clue)
    return cells <= known or _are_far(cells, new)


def _is_beside_ring(links: Iterable[Step], clue: Clue) -> bool:
    """Whether a clue only belongs to the rest that is not in a ring: nothing else speaks of it."""
    constraints = chain.from_iterable(each.constraints for each in links if not each.ring)
    return {value for each in constraints for value in each.values}.isdisjoint(clue.places)


def _is_far(words: Words, step: Step, clue: Clue, near: Collection[Cell]) -> bool:
    """Whether a clue is far from what a step speaks of, where a sentence speaks of whatever could come to a place: that
    what is given elsewhere does not, goes without saying.
    """
    constraints = (each for one in _with_links(step) for each in one.constraints)
    reaching = any(techniques().idea(identity_of(each)) in REACHING for each in constraints)
    return reaching and _are_far(_cells_of_clue(words, clue), near)


def _with_links(step: Step) -> Sequence[Step]:
    """A step, and the links of its chain."""
    return (step, *(step.chain.links if step.chain is not None else ()))


def _cells_of_clue(words: Words, clue: Clue) -> set[Cell]:
    """The cells that a clue is about."""
    return {cell for place in clue.places for cell in _cells_at(words.puzzle, place)}


def _are_far(cells: Iterable[Cell], others: Collection[Cell]) -> bool:
    """Whether cells are not part of what is looked at around others."""
    return all(max(abs(row - r), abs(column - c)) >= FAR for row, column in cells for r, c in others)


def _is_among(instance: ConstraintInstance) -> bool:
    """Whether a constraint says that something is connected with all the others."""
    says = instance.constraint.sentence or ""
    return bool(_AMONG_OTHERS.search(says)) and techniques().idea(identity_of(instance)) in CONNECTED


def _how_many(words: Words, step: Step) -> str:
    """How many clues a step takes, if these are too many to be told."""
    if len(step.clues) >= max(MANY_CLUES, MOST_CLUES * len(clues_of(words.puzzle))):
        return "all"
    return str(len(step.clues)) if len(step.clues) > TOO_MANY_CLUES else ""


def _decides_only(step: Step, ideas: Collection[str]) -> bool:
    """Whether constraints of these ideas alone decide a step."""
    return bool(step.deciding) and all(techniques().idea(identity_of(each)) in ideas for each in step.deciding)


def _cells(words: Words, step: Step) -> set[Cell]:
    """The cells of which a step speaks."""
    spoken_of = chain.from_iterable(places_of(words.puzzle, fact.atom) for fact in (*step.facts, *step.known))
    values = (value for each in step.constraints for value in each.values)
    return {cell for value in (*spoken_of, *values) if (cell := cell_of(value)) is not None}


def _stated(words: Words, step: Step, name: str, facts: list[Fact]) -> Iterator[str]:
    """What is known, or guessed. Where it is decided what is connected, what is far away stands by itself."""
    facts = _beyond_clues(words, facts)
    if facts and (step.chain is not None or not _is_traced(step, facts)):
        connects = any(techniques().idea(identity_of(each)) in CONNECTED for each in step.deciding)
        elsewhere = [fact for fact in facts if connects and _is_elsewhere(words, step, fact)]
        near = [fact for fact in facts if fact not in elsewhere]
        far = f"; elsewhere, {facts_in_words(words, elsewhere)}" if near and elsewhere else ""
        filled = _filled(words, step, near)
        others = facts_in_words(words, [fact for fact in near or facts if fact not in filled])
        yield f"{name}: {'; '.join(filter(None, (_are_filled(words, filled), others)))}{far}"


def _is_traced(step: Step, facts: Sequence[Fact]) -> bool:
    """Whether it is seen on the board what is cut off, or which loop would close: along more marks than anybody would
    read off a list.
    """
    last = step.chain.links[-1] if step.chain is not None and step.chain.links[-1].deciding else step
    return len(facts) > MOST_TRACED and (step.one_by_one or _decides_only(last, CONNECTED))


def _filled(words: Words, step: Step, facts: Sequence[Fact]) -> dict[Fact, Value]:
    """The facts that say what stands in places where a value that has a single place does not, with these places: that
    they are filled, is enough.
    """
    single = single_of(step)
    texts = {fact: text[0] for fact in facts if fact.holds and (text := text_of(words.puzzle, fact.atom))}
    return texts if single is not None and len(texts) > 1 else {}


def _are_filled(words: Words, filled: Mapping[Fact, Value]) -> str:
    return f"{'; '.join(places_in_words(words, [*filled.values()]))} are filled" if filled else ""


def _beyond_clues(words: Words, facts: Sequence[Fact]) -> list[Fact]:
    """The facts without those that go without saying: a clue's cell belongs to the area that is called after it, and
    from the start nothing else stands there.
    """
    clues = {place for clue in clues_of(words.puzzle) for place in clue.places}
    return [
        fact
        for fact in facts
        if words.own_area(fact) not in clues
        and (fact.holds or fact not in words.start or not clues.issuperset(places_of(words.puzzle, fact.atom)))
    ]


def _deciding(words: Words, step: Step, told: Sequence[ConstraintInstance]) -> list[str]:
    """The constraints that decide, each with what is left of the placements that it counts; of a step without any, what
    is left over a known cell, or what the rules say.
    """
    new = [each for each in step.left if _is_new(step, each)]
    old = [each for each in step.left if each not in new]
    left = {each.ways or each.of: each for each in reversed(old)}  # of several cells of a piece the first one
    said = {each.of: _said_of(words, step, each) for each in reversed(left.values())}
    lines = _with_left(words, step, [each for each in told if each in step.deciding], said)
    lines += [text for of, text in said.items() if isinstance(of, Fact) and text]
    lines = _with_new(words, new, told, [*lines, *_shutting(words, step)])
    lines[:1] = [f"{each}{_through(words, step)}" for each in lines[:1]]
    return lines or _rules_alone(words.puzzle, step)


def _with_new(words: Words, new: Sequence[Left], told: Iterable[ConstraintInstance], lines: Sequence[str]) -> list[str]:
    """Lines beside what is left over places in which nothing is put. Each of several placements may cut off another
    part.
    """
    if new and any(_SOME_PART in each.values for each in told):
        without = (re.sub(OTHERWISE, "", each, flags=re.IGNORECASE) for each in lines)
        return [f"whatever fits {_over(words, new)}, {each}" for each in without]
    return [*_covering(words, new), *lines, *_covered(words, new, then=bool(lines))]


def _through(words: Words, step: Step) -> str:
    """', through row 1, column 2; …': the ring that would close, if it is short enough to be followed in words."""
    if not 0 < len(step.ring) <= MOST_RINGED or not all(map(cell_of, step.ring)):
        return ""
    names = [words.value(place) for place in step.ring]
    return f", through {listed(names) if words.puzzle.board.short_names else '; '.join(names)}"


def _with_left(
    words: Words,
    step: Step,
    deciding: Iterable[ConstraintInstance],
    said: Mapping[ConstraintInstance | Fact, str],
) -> list[str]:
    """The constraints, each with what is left of its sum, or said of its placements."""
    rests = {each.of: each for each in step.rests}
    alike: dict[Rest | str, list[ConstraintInstance]] = {"": []}
    for each in deciding:
        alike.setdefault(rests.get(each) or (f", and {text}" if (text := said.get(each)) else ""), []).append(each)
    lines: list[str] = []
    for left, some in alike.items():
        summed = [_with_rest(words, left)] if isinstance(left, Rest) else None
        lines += summed or [f"{each}{left}" for each in folded(words, some, _clause)]
    return lines


def _shutting(words: Words, step: Step) -> Iterator[str]:
    """'With R1C2 to R1C4, nothing would fit over R2C3': why no more than what is left is."""
    over: dict[str, dict[str, None]] = {}
    for covered, fact in (shut for left in step.left for shut in left.shut):
        place = "; ".join(places_in_words(words, [*places_of(words.puzzle, fact.atom)]))
        over.setdefault(place, {})["; ".join(places_in_words(words, covered))] = None
    for place, ways in over.items():
        yield f"with {', or with '.join(ways)}, nothing would fit over {place}"


def _is_new(step: Step, left: Left) -> bool:
    """Whether it is left over a place in which nothing is put by this step."""
    return isinstance(left.of, Fact) and replace(left.of, holds=False) in step.facts


def _covering(words: Words, left: Sequence[Left]) -> Iterator[str]:
    """'Whatever fits over row 1, column 2 covers row 1, column 3; over row 5, column 1, row 6, column 1'."""
    yield from (_all_that_fits(words, each) for each in left if each.ways)
    covered: dict[str, list[Left]] = {}
    for each in left:
        if each.always and not each.ways:
            covered.setdefault("; ".join(places_in_words(words, [*each.always])), []).append(each)
    parts = [(_over(words, some), cells) for cells, some in covered.items()]
    if parts:
        (first, cells), *others = parts
        yield "; ".join([f"whatever fits {first} covers {cells}", *(f"{over}, {more}" for over, more in others)])


def _all_that_fits(words: Words, left: Left) -> str:
    """'All that fits over row 1, column 2 is row 1, columns 2 to 4, or row 1, column 2; row 2, columns 2 and 3'."""
    if not left.ways:
        return f"nothing fits {_over(words, [left])}"
    ways = ("; ".join(places_in_words(words, [*each])) for each in left.ways)
    return f"all that fits {_over(words, [left])} is {', or '.join(ways)}"


def _covered(words: Words, left: Sequence[Left], *, then: bool) -> Iterator[str]:
    """'Nothing fits over row 1, column 2'. then: after other reasons."""
    if none := [each for each in left if not each.ever]:
        yield f"{'then ' * then}nothing fits {_over(words, none)}"


def _over(words: Words, left: Sequence[Left]) -> str:
    places = [place for each in left if isinstance(each.of, Fact) for place in places_of(words.puzzle, each.of.atom)]
    return f"over {'; '.join(places_in_words(words, places))}"


def _said_of(words: Words, step: Step, left: Left) -> str:
    """What is left of some placements, as far as that matters for the step; empty if it takes too many words."""
    puzzle = words.puzzle

    def named(cells: Collection[Value]) -> str:
        return "; ".join(places_in_words(words, [*cells]))

    over = f" over {named([*places_of(puzzle, left.of.atom)])}" if isinstance(left.of, Fact) else ""
    new, old = _places(puzzle, step.facts, True), _places(puzzle, step.known, True)
    ways = [*map(named, left.ways)]
    if left.there and ways and not over and new.isdisjoint(left.ever):
        return f"{'it is' if len(ways) == 1 else 'they are'} there: {'; '.join(ways)}"
    if len(ways) == 1:
        return (
            f"nothing else fits{over}" if left.always <= new | old else f"all that fits{over} is {named(left.always)}"
        )
    return _matters(words, step, left, over) or (f"all that fits{over} is {', or '.join(ways)}" if ways else "")


def _matters(words: Words, step: Step, left: Left, over: str) -> str:
    """Which of the cells of a step all ways that are left cover, or none does; empty if that does not matter for it."""
    puzzle = words.puzzle
    new = _places(puzzle, step.facts, True)
    written = _places(puzzle, [fact for fact in step.facts if text_of(puzzle, fact.atom)], True)
    covered = left.always & new - _places(puzzle, step.known, True)
    if covered and not (left.ways and written & left.always):
        return f"whatever fits{over} covers {'; '.join(places_in_words(words, [*covered]))}"
    out = _places(puzzle, step.facts, False) - left.ever
    return f"nothing that fits{over} covers {'; '.join(places_in_words(words, [*out]))}" if out and not new else ""


def _places(puzzle: Puzzle, facts: Iterable[Fact], holds: bool) -> set[Value]:
    """What the facts that hold are about, or those that do not."""
    return {place for fact in facts if fact.holds is holds for place in places_of(puzzle, fact.atom)}


def _pattern(words: Words, step: Step, pattern: Pattern) -> list[str]:
    """What a named technique sees, where, and by which other constraints. Why nothing else is left of its homes goes
    without saying: it is seen on the board, or was crossed out before; so is what is left, if that is much.
    """
    homes = {home for home, _ in pattern.homes}
    rests = {each.of: each for each in step.rests if each.of not in homes}
    lines = [f"{pattern.technique.name}: {pattern.technique.says}"]
    seen = [_left(words, home, left) for home, left in pattern.homes if len(left) <= MOST_LEFT]
    lines += _in_turn(words, pattern.chain, seen) if pattern.chain else seen
    lines += folded(words, [home for home, left in pattern.homes if len(left) > MOST_LEFT], _clause)
    lines += [_with_rest(words, each) for each in rests.values()]
    if not pattern.beside:
        lines += folded(words, [each for each in _thought_of(step) if each not in homes | rests.keys()], _clause)
    if 1 < len(pattern.ends) <= MOST_LEFT:
        lines.append(f"so {', or '.join(words.atom(fact.atom) for fact in pattern.ends)}")
    return [*map(sentence, lines)]


def _thought_of(step: Step) -> Iterator[ConstraintInstance]:
    """The constraints that decide, and those that exclude something for which techniques have no kind: what a clue
    excludes is not crossed out like what stands in a line.
    """
    for each in step.constraints:
        if each in step.deciding or (each not in step.evident and techniques().kind_of(identity_of(each)) is None):
            yield each


def _in_turn(words: Words, chain: Sequence[Fact], seen: Sequence[str]) -> Iterator[str]:
    """A chain in its order. seen: what is left of each home."""
    for number, (one, other, left) in enumerate(zip(chain[::2], chain[1::2], seen)):
        no, yes = words.atom(one.atom, False), words.atom(other.atom)
        yield f"then {no}, so {yes}: {left}" if number else f"if {no}, {yes}: {left}"
    yield f"so {words.atom(chain[0].atom)}, or {words.atom(chain[-1].atom)}"


def notation(puzzle: Puzzle, step: Step) -> str:
    """A chain as the field writes it, '(3=5)r1c1-(5=7)r1c4-(7=3)r5c4 => r5c1<>3'; empty if the step is none."""
    words = Words(puzzle)

    def of(fact: Fact) -> tuple[str, str]:
        mark = words.mark_of(fact.atom)
        cell = None if mark is None else cell_of(mark[1].place)
        return ("", "") if mark is None or cell is None else (words.written(*mark), "r{}c{}".format(*cell))

    chain = [of(fact) for fact in (step.pattern.chain if step.pattern is not None else ())]
    links = [
        f"({value}={other}){cell}" if cell == there else f"({value}){cell}=({other}){there}"
        for (value, cell), (other, there) in zip(chain[::2], chain[1::2])
    ]
    out = ", ".join(f"{cell}<>{value}" for value, cell in map(of, step.facts))
    return f"{'-'.join(links)} => {out}" if links else ""


def _left(words: Words, home: ConstraintInstance, left: Sequence[Fact]) -> str:
    """What is left of a home: values for a cell, or cells for a value."""
    marks = [mark for fact in left if (mark := words.mark_of(fact.atom)) is not None]
    places = {drawn.place for _, drawn in marks}
    if len(places) == 1:
        return f"only {listed([words.written(*mark) for mark in marks])} are left for {words.value(places.pop())}"
    cells = "; ".join(places_in_words(words, [*places]))
    return f"{_clause(words, home)}: only {cells} are left"


def _rules_alone(puzzle: Puzzle, step: Step) -> list[str]:
    """What is said of a step that follows from what the type draws, whatever is required of that: that a loop goes on
    is in no constraint. It is what the sentences above definitions say, of the predicates of its facts if they can, or
    else the rules, without those that options bring.
    """
    if step.constraints:
        return []
    atoms = [fact.atom for fact in (*step.facts, *step.known)]
    text = rules.load([puzzle.type.rules_file], plain=True, beyond=True)
    notes = [atom for atom in atoms if puzzle.type.is_note(atom)]
    if said := text.sentences_of_definitions({atom.name for atom in notes or atoms}):
        return said
    if step.clues:
        return []  # they say it
    in_words = [rule for rule in puzzle.type.rules if "`" not in rule]
    return [f"by the rules: {' '.join(in_words)}"] if in_words else []


def _is_elsewhere(words: Words, step: Step, fact: Fact) -> bool:
    """Whether a fact is far from all that the step is about: it is only there for others to be connected with it."""
    about = {value for each in step.constraints for value in each.values}
    for each in (*step.facts, *step.known):
        if each != fact and (mark := words.mark_of(each.atom)) is not None:
            about |= {mark[1].place}
    mark = words.mark_of(fact.atom)
    cell = None if mark is None else cell_of(mark[1].place)
    return cell is not None and all(
        max(abs(cell[0] - other[0]), abs(cell[1] - other[1])) >= FAR
        for place in about
        if (other := cell_of(place)) is not None
    )


def _texts(puzzle: Puzzle, clue: Clue) -> set[tuple[Value, Value] | None]:
    """What a clue writes, as a value that is known is written."""
    return {text_of(puzzle, atom) for atom in _atoms(clue)} - {None}


def _atoms(clue: Clue) -> list[Term]:
    return [facts.term(template, token.values) for token in clue.tokens for template in token.templates]


def _is_repeated(words: Words, clue: Clue, constraints: Sequence[ConstraintInstance]) -> bool:
    """Whether a constraint says what the clue says, or of several numbers one: it speaks of its place and of its value,
    or of all that stands there. The sign of an operation is in its words.
    """
    said = [{*_parts(words, each)} for each in constraints]
    text = {clue.text, clue.text.replace(",", " ")}  # several numbers stand side by side in sentences
    if any({*clue.places} <= each and text & {*map(words.value, each)} for each in said):
        return True
    if _is_called(words, clue, [one for one, each in zip(constraints, said) if {*clue.places} <= each]):
        return True
    stated = [{term for term in atom.args if not isinstance(term, str)} for atom in _atoms(clue)]
    return any(len(terms) > 1 and any(terms <= each for each in said) for terms in stated)


def _is_called(words: Words, clue: Clue, constraints: Sequence[ConstraintInstance]) -> bool:
    """Whether a constraint calls the clue what it is: 'the white circle in X'."""
    noun = words.symbol(clue)
    return bool(noun) and any(noun in (each.constraint.sentence or "") for each in constraints)


def _parts(words: Words, constraint: ConstraintInstance) -> Iterator[Value]:
    """The values of a constraint, the cells that are joined or that lines of cells begin in, those that regions are
    called after, and the margins of a row or column.
    """
    for variable, value in zip(constraint.constraint.variables, constraint.values):
        yield value
        label = value.args[0] if isinstance(value, Term) and value.args else value
        if variable in LABELS and (first := words.first_cells.get(label)) is not None:
            yield first
        parts = value if isinstance(value, tuple) else _joined(value)
        yield from (part for part in parts if cell_of(part) is not None)
        if isinstance(value, int) and variable in "RC":
            yield from (side.at(value) for side in Side if side.along_rows is (variable == "R"))


def _joined(value: Value) -> Iterator[Value]:
    """What a sentence joins by signs: X, Y and P of 'X < Y < P'."""
    if isinstance(value, Term) and value.name in JOINED_BY:
        for each in value.args:
            yield each
            yield from _joined(each)


def _clause(words: Words, constraint: ConstraintInstance) -> str:
    return words.constraint(constraint).removesuffix(".")


def folded(
    words: Words, constraints: Sequence[ConstraintInstance], say: Callable[[Words, ConstraintInstance], str]
) -> list[str]:
    """The constraints in words; of several by one rule that differ in little the first one, and in what the others
    differ. say: puts one into words.
    """
    lines: list[str] = []
    left = [*{say(words, each): each for each in reversed(constraints)}.values()][::-1]  # two rules may say the same
    while left:
        first = left[0]
        if all_of_them := _all_of(words, left, say(words, first)):
            lines.append(all_of_them)
            left = [each for each in left if words.sentence(each) != words.sentence(first)]
            continue
        alike, others = max(_alike(words, left), key=lambda each: len(each[0]), default=([first], ""))
        likewise = f"; likewise for {others}" if others else ""
        lines.append(_of_each(words, alike, say) or f"{say(words, first)}{likewise}")
        left = [each for each in left if each not in alike]
    return lines


def _all_of(words: Words, constraints: Sequence[ConstraintInstance], text: str) -> str:
    """What the first one of many constraints says of 'all of X', with what X is in those that say the same; empty if it
    does not. text: its words.
    """
    said = words.sentence(constraints[0])
    if (named := _ALL_OF.search(said)) is None:
        return ""
    at = [(each, each.constraint.variables.index(named[1])) for each in constraints if words.sentence(each) == said]
    values = [*dict.fromkeys(each.values[index] for each, index in at)]
    numbers = [value for value in values if isinstance(value, int)]
    every = numbers_in_words(numbers) if numbers else listed(places_in_words(words, values))
    return text.replace(f"all of {words.value(values[0])}", f"all of {every}")


def _of_each(words: Words, alike: Sequence[ConstraintInstance], say: Callable[[Words, ConstraintInstance], str]) -> str:
    """What many constraints say of one cell each, of just those for which something follows: 'each of these cells
    belongs to exactly one region'; empty if they say something else.
    """
    cells = {each.values[0] for each in alike if len(each.values) == 1 and cell_of(each.values[0]) is not None}
    name, text = words.value(alike[0].values[0]) if cells else "", say(words, alike[0])
    if len(cells) <= MOST_LEFT or cells != words.follows or not text.lower().startswith(name):
        return ""
    each = "each of these cells"
    return (each if text[0].islower() else each.capitalize()) + text[len(name) :]


#: Constraints that say the same as the first one, which is one of them, of other places or values; and these in words.
_Alike = tuple[list[ConstraintInstance], str]


def _alike(words: Words, constraints: Sequence[ConstraintInstance]) -> Iterator[_Alike]:
    """Those that can be said together with the first one, in each way in which they can."""
    alike = [each for each in constraints if _says(words, each) == _says(words, constraints[0])]
    if len(alike) > 1 and _is_of_one(words, alike[0]):
        yield from _with_another_place(words, alike)
    elif len(alike) > 1:
        for way in (_with_a_common_cell, _with_other_cells, _with_others_beside, _with_other_ends, _with_another_value):
            yield from way(words, alike)


def _is_of_one(words: Words, constraint: ConstraintInstance) -> bool:
    """Whether a form of a sentence about two cells names one of them only."""
    sentences = (constraint.constraint.sentence or "", words.sentence(constraint))
    of_two, of_one = ({*re.findall(r"\b[XY]\b", each)} for each in sentences)
    form = words.form(constraint)
    return form is not None and form.place is not None and len(of_one) < len(of_two)


def _with_another_place(words: Words, alike: Sequence[ConstraintInstance]) -> Iterator[_Alike]:
    """This cell is another one."""
    same = _listed(alike, [*map(alike[0].constraint.variables.index, "XY")])
    places = [form.place for each in same if (form := words.form(each)) is not None and form.place is not None]
    yield [*same], "; ".join(places_in_words(words, places[1:]))


def _listed(alike: Sequence[ConstraintInstance], among: Sequence[int]) -> dict[ConstraintInstance, list[Value]]:
    """Of constraints that differ in nothing but some of their values, these values."""
    rest = _rest(alike[0], among)
    return {each: [each.values[at] for at in among] for each in alike if _rest(each, among) == rest}


def _with_a_common_cell(words: Words, alike: Sequence[ConstraintInstance]) -> Iterator[_Alike]:
    """Of two cells, one is the same: it is said with the others, unless the words tell the one from the other."""
    among = _listed_cells(alike[0])
    cells = {each: {*named} for each, named in _listed(alike, among).items()}
    for cell in cells[alike[0]] if len(among) == 2 else ():
        same = [each for each, named in cells.items() if cell in named]
        if len(same) > 1:
            others = places_in_words(words, [*set().union(*(cells[each] for each in same[1:])) - {cell}])
            form = words.form(alike[0])
            common = f"{words.value(cell)} with " if form is None or form.place is None else ""
            yield same, f"{common}{'; '.join(others)}"


def _with_other_cells(words: Words, alike: Sequence[ConstraintInstance]) -> Iterator[_Alike]:
    """None of the first one's cells is named again."""
    cells = _listed(alike, _listed_cells(alike[0]))
    first, *others = cells.values()
    form = words.form(alike[0])  # 'from X' and 'to X' tell the one cell from the other
    if first and (form is None or form.place is None) and {*first}.isdisjoint(chain.from_iterable(others)):
        yield [*cells], "; ".join(listed([words.value(cell) for cell in sorted(each, key=str)]) for each in others)


def _with_others_beside(words: Words, alike: Sequence[ConstraintInstance]) -> Iterator[_Alike]:
    """They speak of one place beside another: these are said."""
    rule = alike[0].constraint
    pair = _BESIDE.search(words.sentence(alike[0]))
    if pair is not None and {pair[1], pair[3]} <= {*rule.variables}:
        cells = _listed(alike, [rule.variables.index(pair[1]), rule.variables.index(pair[3])])
        named = [f" {pair[2]} ".join(map(words.value, each)) for each in cells.values()]
        yield [*cells], "; ".join(named[1:])


def _with_other_ends(words: Words, alike: Sequence[ConstraintInstance]) -> Iterator[_Alike]:
    """They go from one place to another: these are said."""
    rule = alike[0].constraint
    ends = _FROM_TO.search(rule.sentence or "")
    if ends is not None and {*ends.groups()} <= {*rule.variables}:
        among = [rule.variables.index(variable) for variable in ends.groups()]
        same = [each for each in alike if _rest(each, among) == _rest(alike[0], among)]
        spans = [" to ".join(words.value(each.values[at]) for at in among) for each in same[1:]]
        yield same, f"{'those' if len(spans) > 1 else 'that'} from {'; from '.join(spans)}"


def _with_another_value(words: Words, alike: Sequence[ConstraintInstance]) -> Iterator[_Alike]:
    """One variable stands for something else; besides, there may be another number."""
    first = alike[0]
    for at, variable in enumerate(first.constraint.variables):
        same = [each for each in alike if _rest(each, [at]) == _rest(first, [at])]
        if len(same) > 1 and (others := _others(words, same[0], same[1:], at)):
            yield same, others
        for number in _numbers(alike) if first.constraint.sentence and variable in LABELS else ():
            yield from _with_numbers(words, alike, at, number)


def _says(words: Words, constraint: ConstraintInstance) -> tuple[object, ...]:
    """What is the same of constraints that say the same, of whatever places."""
    rule = constraint.constraint
    return (words.sentence(constraint), rule.variables) if rule.sentence else (rule,)


def _named(words: Words, constraints: Sequence[ConstraintInstance], at: int, says: str) -> list[str]:
    """What one variable stands for in each of these. Where they look along lines from several sides, the sides, too."""
    variable, values = constraints[0].constraint.variables[at], [each.values[at] for each in constraints]
    sides = {margin[0] for value in values if (margin := margin_of(value)) is not None}
    before = "from " if len(sides) > 1 and f"from {variable}" in says else ""
    return [words.in_sentence(value, variable, before) for value in values]


def _others(words: Words, first: ConstraintInstance, others: Sequence[ConstraintInstance], at: int) -> str:
    """In words, what one variable of these constraints stands for; '' if the sentence may have another form for it.
    first: the one that is said whole.
    """
    values = [each.values[at] for each in others]
    if all(cell_of(value) or corner_of(value) for value in values):
        return "; ".join(places_in_words(words, values))
    constraint = others[0].constraint
    sentence_, variable = words.sentence(others[0]), constraint.variables[at]
    if not sentence_ or ("{" in sentence_ and variable not in LABELS):
        return ""
    named = _named(words, [first, *others], at, sentence_)[1:]
    if (line := re.search(rf"\b(row|column) {variable}\b", sentence_, re.IGNORECASE)) is not None:
        return f"{line[1].lower()}{'s' if len(named) > 1 else ''} {listed(named)}"
    if pairs := _pairs(words, others, variable):
        return "; ".join(pairs)
    areas = all(each.startswith("of ") for each in named)  # 'the region of …', without its noun
    return f"{'those' if len(named) > 1 else 'that'} {listed(named)}" if areas else listed(named)


def _pairs(words: Words, others: Sequence[ConstraintInstance], variable: str) -> list[str]:
    """The pairs of values of which a sentence says one by this variable: '3 and 6'; none where it is no such pair."""
    variables = others[0].constraint.variables
    pairs = [each for each in _PAIR.findall(words.sentence(others[0])) if variable in each and {*each} <= {*variables}]
    if not pairs or variable in LABELS:
        return []
    places = [(name, variables.index(name)) for name in pairs[0]]
    return [" and ".join(words.value(each.values[at], name) for name, at in places) for each in others]


def _numbers(constraints: Sequence[ConstraintInstance]) -> list[int]:
    """Which variables of a rule count something, in all of these."""
    return [
        at
        for at, variable in enumerate(constraints[0].constraint.variables)
        if variable not in LABELS and all(isinstance(each.values[at], int) for each in constraints)
    ]


def _with_numbers(words: Words, constraints: Sequence[ConstraintInstance], at: int, number: int) -> Iterator[_Alike]:
    """Those that say the same as the first one of other places, with a number that may be another one: it stands in
    brackets behind these places then. Of two numbers, two sentences are read more easily.
    """
    first = constraints[0]
    same = [each for each in constraints if _rest(each, [at, number]) == _rest(first, [at, number])]
    by_number: dict[Value, list[ConstraintInstance]] = {first.values[number]: []}
    for each in same[1:]:
        by_number.setdefault(each.values[number], []).append(each)
    places = [each.values[at] for each in same]
    if len(by_number) > 2 and len(set(places)) == len(places):
        groups = [(_others(words, first, others, at), value) for value, others in by_number.items() if others]
        variable = first.constraint.variables[number]
        named = [
            text if value == first.values[number] else f"{text} ({words.value(value, variable)})"
            for text, value in groups
        ]
        yield same, "; ".join(named)


def _rest(constraint: ConstraintInstance, without: Collection[int]) -> list[Value]:
    return [value for at, value in enumerate(constraint.values) if at not in without]


def _listed_cells(constraint: ConstraintInstance) -> list[int]:
    """Which values are cells that the sentence names in a row ('X and Y'), so that their order means nothing."""
    among = [at for at, value in enumerate(constraint.values) if cell_of(value) is not None]
    if len(among) < 2:
        return []
    names = listed([constraint.constraint.variables[at] for at in among])
    return among if names in (constraint.constraint.sentence or "") else []


# -- A chain in words: what is supposed, what follows from it, and what that contradicts; and a step in a line


#: So many links of a chain stand in one line at most.
TOGETHER = 4

#: So a rule may say what would break it; where it is broken, it says without this what is wrong.
OTHERWISE = "otherwise "


class ChainLine(NamedTuple):
    """A sentence of a chain, the facts that it leads to, or supposes, and those known before of which it speaks."""

    says: str
    facts: tuple[Fact, ...]
    known: tuple[Fact, ...]


def chain_sentences(
    puzzle: Puzzle, step: Step, start: Collection[Fact] = (), before: Collection[Fact] = ()
) -> list[str]:
    """The sentences of `chain_lines` for a step, and the clues and the facts that were known before.

    start: what was known before all steps; before: before this one.
    """
    assert step.chain is not None
    words, lines = Words(puzzle, start).of(step), chain_lines(puzzle, step.chain, start, before)
    links = [_from_inside(words, link, before, [step.chain.supposed]) for link in step.chain.links]
    ringed = links[-1].known if links[-1].ring else ()  # one goes along it on the board
    left = [fact for fact in _not_said(step, step.chain, lines, links) if fact not in ringed]
    known = _stated(words, step, "known", left)
    return [*(line.says for line in lines), *map(sentence, [*_clues(words, step, before=before), *known])]


def _not_said(step: Step, chain_: Chain, lines: Sequence[ChainLine], links: Sequence[Step]) -> list[Fact]:
    """What was known before a step that its chain needs and does not say. links: of the chain, as they are told."""
    needed = {fact for link in links for fact in link.known}
    said = {fact for link in chain_.links for fact in link.known} - needed
    said.update(*(line.known for line in lines))
    left = [fact for fact in step.known if fact not in said]
    if _is_traced(step, left):  # along the marks; other links may rest on more
        others = [link for link in chain_.links[:-1] if not _decides_only(link, CONNECTED)]
        left = [fact for fact in left if any(fact in link.known for link in others)]
    return left


def chain_lines(
    puzzle: Puzzle, chain: Chain, start: Collection[Fact] = (), before: Collection[Fact] = ()
) -> list[ChainLine]:
    """'Suppose that …', 'Then …, because …', 'So …, because …', 'But …', 'Likewise, …'. What follows by no rule stands
    behind what it follows from: 'Suppose that …; then …'. So does what follows by the same rule from there: '…; so …,
    likewise for row 2, column 3'.
    """
    words = Words(puzzle, start)
    led = [chain.supposed, *(fact for link in chain.links for fact in link.facts)]
    *links, last = (_from_inside(words, link, before, [chain.supposed], led) for link in chain.links)
    crowding = _crowding(links, last)
    crowded = _crowded(words.of(last), last.known, crowding) if crowding else ""
    telling = _ChainTelling(words, chain.supposed)
    for link in links:
        if not crowded or link not in crowding:
            telling.add(link)
    words = words.of(last)
    before_, known = ("", []) if crowded or last.ring else telling.known_before(last)
    broken = _because(words, last, ", and ", whole=True).replace(OTHERWISE, "") + _through(words, last)
    fits = [*map(partial(_all_that_fits, words), last.left)]
    broken = (
        ", and ".join(filter(None, [before_, *fits, broken]))
        if broken or fits
        else _opposed(words, last.known, telling.said)
    )
    telling.lines.append(_Line([f"but {crowded or broken}: a contradiction"], [], known))
    if chain.likewise:
        telling.lines.append(_Line([f"likewise, {facts_in_words(words, chain.likewise)}"], [], []))
    return [ChainLine(sentence("; ".join(parts)), tuple(facts), tuple(known)) for parts, facts, known in telling.lines]


class _Line(NamedTuple):
    """The parts of a sentence of a chain, the facts that they lead to, and those known before that they name."""

    parts: list[str]
    facts: list[Fact]
    known: list[Fact]


def _crowding(links: Sequence[Step], last: Step) -> list[Step]:
    """Where a chain ends with marks that have no room beside each other, the links to these, as far as nothing else
    rests on them: no place is said to hold two.
    """
    against = {*last.known}
    used = {fact for link in links for fact in link.known}
    return [] if last.constraints else [link for link in links if {*link.facts} <= against - used]


def _crowded(words: Words, against: Sequence[Fact], crowding: Sequence[Step]) -> str:
    """'2 and 5 would both have to stand in row 1, column 2, because …'; empty if these are no values of one place."""
    texts = {text for fact in against if fact.holds and (text := text_of(words.puzzle, fact.atom))}
    if len(texts) != len(against) or len({place for place, _ in texts}) != 1:
        return ""
    marks = [mark for fact in against if (mark := words.mark_of(fact.atom)) is not None]
    because = dict.fromkeys(_because(words, link, whole=True) for link in crowding)
    values = listed([words.written(*mark) for mark in marks])
    reason = ", and".join(f", because {each}" for each in because if each).replace(", and, ", ", and ")
    return f"{values} would both have to stand in {words.value(marks[0][1].place)}{reason}"


def _opposed(words: Words, against: Sequence[Fact], said: Collection[Fact]) -> str:
    """Facts that exclude each other: 'row 1, column 2 cannot have both'; what meets in a place, as a whole."""
    places = [{*places_of(words.puzzle, fact.atom)} for fact in against]
    shared = set.intersection(*places) if all(fact.holds for fact in against) else set()
    if len(against) == 2 and shared == places[0] == places[1]:
        return f"{words.value(shared.pop())} cannot have both"
    return facts_in_words(words, against if shared else [fact for fact in against if fact not in said] or against)


class _ChainTelling:
    """The lines of a chain so far, each with its parts and the facts that these lead to."""

    def __init__(self, words: Words, supposed: Fact) -> None:
        self._words = words
        self._supposed = supposed
        self.lines = [_Line([f"suppose that {words.atom(supposed.atom, supposed.holds)}"], [supposed], [])]
        self._latest: Sequence[ConstraintInstance] = ()  # by which the last line goes on

    @property
    def said(self) -> set[Fact]:
        """The facts that the lines lead to."""
        return {fact for line in self.lines for fact in line.facts}

    def known_before(self, link: Step) -> tuple[str, list[Fact]]:
        """What a link rests on that no line leads to, in words and as facts, if that is said in a few."""
        told = self.said.union(*(line.known for line in self.lines))
        known = [fact for fact in _beyond_clues(self._words, link.known) if fact not in told]
        text = facts_in_words(self._words, known)
        return ("", []) if ";" in text else (text, known)

    def add(self, link: Step) -> None:
        """Adds what follows in a link: to the line that it rests on, if no rule or the same one leads there."""
        known = {*link.known}
        is_later = not known.isdisjoint(self.said - {self._supposed})
        follows = f"{'so' if is_later else 'then'} {what_follows(self._words, link)}"
        resting = [number for number, line in enumerate(self.lines) if not known.isdisjoint(line.facts)]
        at = resting[-1] if resting else -1
        words = self._words.of(link)
        if because := _because(words, link, whole=True):
            goes_on = at == len(self.lines) - 1 and len(self.lines[at].parts) < TOGETHER
            if goes_on and (there := _likewise(words, self._latest, link.deciding)) and there not in follows:
                follows = f"{follows}, likewise for {there}"
            else:
                before, facts = self.known_before(link)
                follows = f"{follows}, because {because}{', and ' * bool(before)}{before}"
                at = len(self.lines)
                self.lines.append(_Line([], [], facts))
            self._latest = link.deciding
        elif len(self.lines[at].parts) > TOGETHER:  # nobody follows more in one breath
            at = len(self.lines)
            self.lines.append(_Line([], [], []))
        self.lines[at].parts.append(follows)
        self.lines[at].facts.extend(link.facts)


def _likewise(words: Words, one: Sequence[ConstraintInstance], other: Sequence[ConstraintInstance]) -> str:
    """For what a constraint says what another one says, too; '' if they do not say the same of different places."""
    if len(one) != 1 or len(other) != 1:
        return ""
    said = folded(words, [*one, *other], _inside)
    return said[0].partition("; likewise for ")[2] if len(said) == 1 else ""


def brief_sentence(puzzle: Puzzle, step: Step) -> str:
    """What follows in a step and what decides it, in one sentence; of a chain what it leads to."""
    words = Words(puzzle).of(step)
    text = what_follows(words, step) if step.facts else "this cannot be"
    if step.chain is not None and (contradicted := _because(words, step.chain.links[-1], "; ")):
        return sentence(f"{text}; or else this breaks: {contradicted}")
    if step.pattern is not None and step.pattern.technique.assumes_one_answer:
        return sentence(f"{text}: {step.pattern.technique.says}")
    because = _because(words, step, "; ")
    return sentence(f"{text}: {because}" if because else text)


def _because(words: Words, link: Step, between: str = ", and because ", whole: bool = False) -> str:
    """The constraints that decide, as part of a sentence; empty if there are none. whole: all constraints of the link,
    even those that only exclude something; without it, of each rule the first one.
    """
    told = [each for each in link.constraints if each not in link.evident] if whole else link.deciding
    rules = groupby(told, key=lambda each: each.constraint)
    lines = [folded(words, list(each), _inside) for _, each in rules]
    if whole:
        return between.join(dict.fromkeys(line for each in lines for line in each))  # two rules may say the same
    return between.join(f"{each[0]}{', and so on' if each[1:] else ''}" for each in lines)


def _inside(words: Words, constraint: ConstraintInstance) -> str:
    """What a constraint says, inside of a sentence: with a small letter, unless it begins with a value."""
    text = words.constraint(constraint).removesuffix(".")
    begins = words.sentence(constraint).replace(",", "").split(maxsplit=1)[:1]
    return text if begins and begins[0] in constraint.constraint.variables else text[:1].lower() + text[1:]


# -- Steps of one kind in a row, shown as one


#: The most premises that a step has which is seen at a glance; larger ones are shown one by one.
PLAIN = 2

#: As many facts are taken in at once.
MOST_FACTS = 20


class Run(NamedTuple):
    """Steps in a row. first, last: their numbers, from 1. step: all of them as one."""

    first: int
    last: int
    step: Step

    @property
    def numbers(self) -> str:
        """'3', '3 and 4', '3 to 5'."""
        between = "and" if self.last == self.first + 1 else "to"
        return str(self.first) if self.first == self.last else f"{self.first} {between} {self.last}"


def runs(steps: Sequence[Step], number: int = 1, *, together: bool = True) -> Iterator[Run]:
    """The steps, where those that follow one another are one: with the same reason, by one constraint, or plain, of the
    same technique, and none resting on another.

    number: that of the first step. together: without it, every step stands by itself.
    """
    run: list[Step] = []
    for at, step in enumerate(steps, number):
        if run and not (together and _goes_on(run, step)):
            yield _as_one(run, at - 1)
            run = []
        run.append(step)
    if run:
        yield _as_one(run, number + len(steps) - 1)


def _goes_on(run: Sequence[Step], step: Step) -> bool:
    first = run[0]
    if step.part is None and first.chain is not None and step.chain is not None:
        return _is_likewise(run, first.chain, step, step.chain)
    if any((step.part, first.chain, step.chain, first.pattern, step.pattern, first.ring, step.ring)):
        return False
    if _premises(step) == _premises(run[-1]):
        return True  # nothing would be said anew
    if sum(len(each.facts) for each in (*run, step)) > MOST_FACTS or _cut_off_anew(first, step):
        return False
    if any(not set(each.facts).isdisjoint(step.known) for each in run):
        goes_on = _goes_on_there(run[-1], step) or _fills_on(run, step)
        return goes_on or (_are_alike(first, step) and _is_one_thought(run, step))
    ways = (_is_by_one, _excludes_likewise, _are_alike, _around_the_same)
    return any(is_one_thought(first, step) for is_one_thought in ways)


def _around_the_same(first: Step, step: Step) -> bool:
    """Whether the same marks exclude the same by the same rule, here and there: around two shaded cells, other ones."""
    alike = [
        ({*each.known}, Counter(one.constraint for one in each.constraints), {_held_alike(fact) for fact in each.facts})
        for each in (first, step)
    ]
    excludes = first.known and not any(fact.holds for fact in (*first.facts, *step.facts))
    return bool(excludes) and alike[0] == alike[1] and not _decides_only(step, CONNECTED) and first.clues == step.clues


def _is_by_one(first: Step, step: Step) -> bool:
    """Whether both follow by the same constraint alone, the second one with more that is known."""
    return len(step.constraints) == 1 and step.constraints == first.constraints


def _goes_on_there(last: Step, step: Step) -> bool:
    """Whether a way goes on from the place to which the last step led, or back from there, by the same rule."""
    told = [[each for each in one.constraints if each not in one.evident] for one in (last, step)]
    return (
        all(len(each) == 1 for each in told)
        and told[0][0].constraint == told[1][0].constraint
        and techniques().idea(identity_of(told[0][0])) == GOES_ON
        and {fact.holds for each in (last, step) for fact in each.facts} != {True, False}
    )


def _fills_on(run: Sequence[Step], step: Step) -> bool:
    """Whether a region is filled further with its number, by the same rule about its size: a closed area at once."""
    told = [each for one in (*run, step) for each in one.constraints if each not in one.evident]
    facts = [fact for each in (*run, step) for fact in each.facts]
    return (
        len({each.constraint for each in told}) == 1
        and techniques().idea(identity_of(told[0])) == OF_A_SIZE
        and len({_held_alike(fact) for fact in facts}) == 1
        and all(fact.holds and len(fact.atom.args) > 1 for fact in facts)
        and _lie_beside(step.facts, facts[: -len(step.facts)])
    )


def _lie_beside(facts: Iterable[Fact], others: Sequence[Fact]) -> bool:
    """Whether each fact is about a cell beside one of others."""
    cells, known = ([cell_of(fact.atom.args[0]) for fact in each] for each in (facts, others))
    return all(any(_are_beside(cell, other) for other in known) for cell in cells)


def _are_beside(cell: Cell | None, other: Cell | None) -> bool:
    """Whether cells are neighbours, on squares or hexagons, or touch."""
    return cell is not None and other is not None and abs(cell[0] - other[0]) + abs(cell[1] - other[1]) <= 2


def _excludes_likewise(first: Step, step: Step) -> bool:
    """Whether both exclude something in the same places, by a constraint that both name and by others that are alike:
    of the two values of a cage, one after the other.
    """
    facts = (*first.facts, *step.facts)
    places = [{fact.atom.args[:1] for fact in each.facts} for each in (first, step)]
    rules = [Counter(one.constraint for one in each.constraints) for each in (first, step)]
    common = {*first.constraints}.intersection(step.constraints)
    return bool(common) and not any(fact.holds for fact in facts) and places[0] == places[1] and rules[0] == rules[1]


def _cut_off_anew(first: Step, step: Step) -> bool:
    """Whether a step names another cell that would be cut off, or leaves nothing where the first one leaves some."""
    is_cut_off = step.constraints == first.constraints and _decides_only(step, CONNECTED - {BY_LINES})
    return is_cut_off or bool(first.emptied) != bool(step.emptied)


def _is_likewise(run: Sequence[Step], first: Chain, step: Step, chain: Chain) -> bool:
    """Whether a chain is another one over again, from the same of another place: with the same rules one after the
    other, to the same contradiction, and without what that led to.
    """
    said = [
        [(len(link.facts), Counter(each.constraint for each in link.constraints)) for link in each.links]
        for each in (first, chain)
    ]
    facts = [each.supposed for each in (first, chain)]
    return (
        said[0] == said[1]
        and _is_alike(*facts)
        and first.links[-1].deciding == chain.links[-1].deciding
        and bool(run[0].emptied) is bool(step.emptied)
        and all(set(each.facts).isdisjoint(step.known) for each in run)
        and sum(len(each.facts) for each in (*run, step)) <= MOST_FACTS
    )


def _is_alike(fact: Fact, other: Fact) -> bool:
    """Whether both say the same, of two places."""
    return _held_alike(fact) == _held_alike(other) and fact != other


def _held_alike(fact: Fact) -> tuple[object, ...]:
    """What a fact says, without its places: of what lies between two of them, without either."""
    places = 2 if all(cell_of(each) is not None for each in fact.atom.args) else 1
    return fact.atom.name, fact.holds, fact.atom.args[places:]


def _are_alike(first: Step, step: Step) -> bool:
    """Whether both are plain and of the same technique; what holds for any clues is a step of its own, and so is what
    holds of what does not.
    """
    return (
        all(_is_plain(each, first.clues) for each in (first, step))
        and technique_of(step) == technique_of(first)
        and {fact.holds for each in (first, step) for fact in each.facts} != {True, False}
        and bool(first.size) == bool(step.size)
        and any(_held(first, at) == _held(step, at) for at in range(max(1, len(first.facts[0].atom.args))))
    )


def _held(step: Step, at: int) -> set[tuple[object, ...]]:
    """What the facts of a step say, with one of the values that they name, as the number or the region: of one value
    alone, the place, without it.
    """
    atoms = [(fact.atom, fact.holds) for fact in step.facts]
    return {(atom.name, holds, *(atom.args[at : at + 1] if len(atom.args) > 1 else ())) for atom, holds in atoms}


def _is_one_thought(run: Sequence[Step], step: Step) -> bool:
    """Whether steps that follow from no constraint say the same of one place after the other."""
    said = {(fact.atom.name, fact.holds) for each in (*run, step) for fact in each.facts}
    return len(said) == 1 and not any(each.constraints for each in (*run, step))


def _premises(step: Step) -> tuple[object, ...]:
    """What a step rests on; rules that say the same of the same are one."""
    rules = [
        (each.constraint.sentence or each.constraint, each.constraint.forms, each.values) for each in step.constraints
    ]
    return rules, step.known, step.clues


def _is_plain(step: Step, clues: Sequence[Clue]) -> bool:
    """Whether a step is seen at a glance; its clues take no further one if they are these."""
    return step.size <= PLAIN or (step.clues == clues and step.size - len(clues) < PLAIN)


T = TypeVar("T")


def _gathered(
    run: Sequence[Step], part: Callable[[Step], Iterable[T]], key: Callable[[T], object] = lambda each: each
) -> tuple[T, ...]:
    """A part of all steps, each thing once. key: what tells things apart."""
    return tuple({key(one): one for each in run for one in part(each)}.values())


def _without_spare(left: Sequence[Left]) -> tuple[Left, ...]:
    """What is left over known cells, without what another one says, too: the rest of the same piece."""
    kept: list[Left] = []
    for each in sorted(left, key=lambda each: -len(each.always)):
        others = (other for other in kept if isinstance(each.of, Fact) and isinstance(other.of, Fact))
        if not each.ever or not any(each.always <= other.always and each.ever >= other.ever for other in others):
            kept.append(each)
    return tuple(each for each in left if each in kept)


def _likewise_for_all(run: Sequence[Step]) -> Chain | None:
    """The chain of the first step, of which the others are likewise."""
    chain = run[0].chain
    return chain and replace(chain, likewise=(*chain.likewise, *_gathered(run[1:], lambda each: each.facts)))


def _as_one(run: Sequence[Step], last: int) -> Run:
    facts = _gathered(run, lambda each: each.facts)
    step = Step(
        facts=facts,
        constraints=_gathered(run, lambda each: each.constraints),
        clues=_gathered(run, lambda each: each.clues, id),
        known=tuple(fact for fact in _gathered(run, lambda each: each.known) if fact not in facts),
        excluding={one: facts for each in run for one, facts in each.excluding.items()},
        evident=frozenset().union(*(each.evident for each in run)),
        emptied=_gathered(run, lambda each: each.emptied),
        chain=_likewise_for_all(run),
        pattern=run[0].pattern,
        part=run[0].part,
        seen=_gathered(run, lambda each: each.seen),
        left=_without_spare(_gathered(run, lambda each: each.left, lambda left: left.of)),
        rests=_gathered(run, lambda each: each.rests, lambda rest: rest.of),
        ring=run[0].ring,
        one_by_one=len(run) > 1
        and all(_goes_on_there(one, other) or _fills_on([one], other) for one, other in pairwise(run)),
        rivals=_gathered(run, lambda each: each.rivals),
        walls=_gathered(
            run,
            lambda each: (
                clue for clue in each.walls if all(clue in one.walls or clue not in one.clues for one in run)
            ),
            id,
        ),
    )
    return Run(last + 1 - len(run), last, step)
