"""A chain in words: what is supposed, what follows from it, and what that contradicts; and a step in a line."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from ..analysis.assumptions import ConstraintInstance
from ..analysis.progress import Fact
from ..analysis.steps import Chain, Step
from ..model.puzzle import Puzzle
from .reasons import folded
from .step_words import facts_in_words, what_follows
from .words import Words, sentence

#: So many links of a chain stand in one line at most.
TOGETHER = 4


class ChainLine(NamedTuple):
    """A sentence of a chain, and the facts that it leads to, or supposes."""

    says: str
    facts: tuple[Fact, ...]


def chain_sentences(puzzle: Puzzle, chain: Chain) -> list[str]:
    """The sentences of `chain_lines`."""
    return [line.says for line in chain_lines(puzzle, chain)]


def chain_lines(puzzle: Puzzle, chain: Chain) -> list[ChainLine]:
    """'Suppose that …', 'Then …, because …', 'So …, because …', 'But …', 'Likewise, …'. What follows by no rule stands
    behind what it follows from: 'Suppose that …; then …'. So does what follows by the same rule from there: '…; so …,
    likewise for row 2, column 3'.
    """
    words = Words(puzzle)
    *before, last = chain.links
    lines = [([f"suppose that {words.atom(chain.supposed.atom, chain.supposed.holds)}"], [chain.supposed])]
    latest: Sequence[ConstraintInstance] = ()  # by which the last line goes on
    for link in before:
        resting = [number for number, (_, facts) in enumerate(lines) if not {*facts}.isdisjoint(link.known)]
        is_later = any(fact != chain.supposed for _, facts in lines for fact in facts if fact in link.known)
        follows = f"{'so' if is_later else 'then'} {what_follows(words, link)}"
        at = resting[-1] if resting else -1
        if because := _because(words, link, whole=True):
            goes_on = at == len(lines) - 1 and len(lines[at][0]) < TOGETHER
            if goes_on and (there := _likewise(words, latest, link.deciding)):
                follows = f"{follows}, likewise for {there}"
            else:
                follows, at = f"{follows}, because {because}", len(lines)
                lines.append(([], []))
            latest = link.deciding
        lines[at][0].append(follows)
        lines[at][1].extend(link.facts)
    said = {fact for _, facts in lines for fact in facts}
    against = [fact for fact in last.known if fact not in said] or last.known
    contradicted = _because(words, last, ", and ", whole=True) or facts_in_words(words, against)
    lines.append(([f"but {contradicted}: a contradiction"], []))
    if chain.likewise:
        lines.append(([f"likewise, {facts_in_words(words, chain.likewise)}"], []))
    return [ChainLine(sentence("; ".join(parts)), tuple(facts)) for parts, facts in lines]


def _likewise(words: Words, one: Sequence[ConstraintInstance], other: Sequence[ConstraintInstance]) -> str:
    """For what a constraint says what another one says, too; '' if they do not say the same of different places."""
    if len(one) != 1 or len(other) != 1:
        return ""
    said = folded(words, [*one, *other], _inside)
    return said[0].partition("; likewise for ")[2] if len(said) == 1 else ""


def brief_sentence(puzzle: Puzzle, step: Step) -> str:
    """What follows in a step and what decides it, in one sentence; of a chain what it leads to."""
    words = Words(puzzle)
    text = what_follows(words, step) if step.facts else "this cannot be"
    if step.chain is not None and (contradicted := _because(words, step.chain.links[-1], "; ")):
        return sentence(f"{text}; or else this breaks: {contradicted}")
    because = _because(words, step, "; ")
    return sentence(f"{text}: {because}" if because else text)


def _because(words: Words, link: Step, between: str = ", and because ", whole: bool = False) -> str:
    """The constraints that decide, as part of a sentence; empty if there are none. whole: all of them; otherwise of
    those by one rule the first.
    """
    rules = groupby(link.deciding, key=lambda each: each.constraint)
    lines = [folded(words, list(each), _inside) for _, each in rules]
    if whole:
        return between.join(line for each in lines for line in each)
    return between.join(f"{each[0]}{', and so on' if each[1:] else ''}" for each in lines)


def _inside(words: Words, constraint: ConstraintInstance) -> str:
    """What a constraint says, inside of a sentence: with a small letter, unless it begins with a value."""
    text = words.constraint(constraint).removesuffix(".")
    begins = (constraint.constraint.sentence or "").split(maxsplit=1)[:1]
    return text if begins and begins[0] in constraint.constraint.variables else text[:1].lower() + text[1:]
