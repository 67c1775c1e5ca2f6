"""A chain in words: what is supposed, what follows from it, and what that contradicts; and a step in a line."""

from __future__ import annotations

from itertools import groupby

from ..analysis.assumptions import ConstraintInstance
from ..analysis.steps import Chain, Step
from ..model.puzzle import Puzzle
from .reasons import folded
from .step_words import facts_in_words, what_follows
from .words import Words, sentence


def chain_sentences(puzzle: Puzzle, chain: Chain) -> list[str]:
    """'Suppose that …', 'Then …, because …', 'So …, because …', 'But …', 'Likewise, …'. What follows by no rule stands
    behind what it follows from: 'Suppose that …; then …'.
    """
    words = Words(puzzle)
    *before, last = chain.links
    lines = [f"suppose that {words.atom(chain.supposed.atom, chain.supposed.holds)}"]
    said = {chain.supposed: 0}  # in which line
    for link in before:
        opening = "so" if any(fact in said and fact != chain.supposed for fact in link.known) else "then"
        follows = f"{opening} {what_follows(words, link)}"
        if because := _because(words, link, whole=True):
            lines.append(f"{follows}, because {because}")
            line = len(lines) - 1
        else:
            line = max((said[fact] for fact in link.known if fact in said), default=len(lines) - 1)
            lines[line] += f"; {follows}"
        said.update(dict.fromkeys(link.facts, line))
    against = [fact for fact in last.known if fact not in said] or last.known
    lines.append(
        f"but {_because(words, last, ', and ', whole=True) or facts_in_words(words, against)}: a contradiction"
    )
    if chain.likewise:
        lines.append(f"likewise, {facts_in_words(words, chain.likewise)}")
    return [sentence(line) for line in lines]


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
