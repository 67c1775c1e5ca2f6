"""The words of rules: what the files of the library need and give, and which predicates a type speaks of.

A header comment names predicates behind `needs:`, `takes:` and `gives:`, and says in brackets what they mean
(docs/rules.md, 'Layout of a file'); other predicates mean what they are drawn as.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ..model import terms
from ..model.board import Board
from ..model.marks import sentence_of
from ..model.puzzle_type import DrawRule, PuzzleType
from ..rules.library import library
from ..rules.text import Text
from ..solving.facts import EVERY_PUZZLE


class Predicate(NamedTuple):
    """A predicate of rules. form: as it is written, 'next(D,X,Y)', or 'next/3' where nothing names its arguments.
    says: what it means; empty if nothing says so.
    """

    name: str
    arity: int
    form: str
    says: str


class Header(NamedTuple):
    """What the header comment of a rule file says: its first sentence, and the predicates."""

    says: str
    needs: list[Predicate]
    gives: list[Predicate]


class LawFile(NamedTuple):
    """A file of the library. name: as rules include it."""

    name: str
    text: str
    header: Header


def laws() -> list[LawFile]:
    """The files of the library that any rules may include."""
    folder = library() / "lib"
    texts = {path.name: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.lp"))}
    return [LawFile(f"../{folder.name}/{name}", text, header_of(text)) for name, text in texts.items()]


def predicates_of_type(type_: PuzzleType) -> list[Predicate]:
    """The predicates that a type speaks of, each once, and where several things say what it means the first of them:
    the headers of its rules and its parents', what it draws, its tokens, and what every puzzle has.
    """
    known: dict[tuple[str, int], Predicate] = {}
    for each in _said(type_):
        before = known.setdefault((each.name, each.arity), each)
        form = before.form if "(" in before.form else each.form
        known[each.name, each.arity] = before._replace(form=form, says=before.says or each.says)
    return list(known.values())


def _said(type_: PuzzleType) -> Iterator[Predicate]:
    for folder in (type_.folder, *type_.parents):
        rules = folder / "rules.lp"
        header = header_of(rules.read_text(encoding="utf-8", errors="replace") if rules.is_file() else "")
        yield from (*header.needs, *header.gives)
    for rule in type_.draw:
        yield Predicate(*rule.template.signature, terms.write(rule.template), _drawn_as(rule))
    for part in type_.parts:
        for template in part.templates:
            says = f"what the part '{part.name}' says"
            yield Predicate(*template.signature, terms.write(template), says)
    for form, says in EVERY_PUZZLE.items():
        yield from _predicates(f"{form} ({says})")


def _drawn_as(rule: DrawRule) -> str:
    """What an atom of a template means, by the mark that it leaves."""
    place, *others = (terms.write(each) for each in rule.places)
    if others and not rule.layer.is_pair:
        place = f"the side between {place} and {others.pop()}"
    return sentence_of(rule.kind_of(""), Board.square(1, 1), place, "".join(others), ",".join(rule.values))


# -- Header comments

_NAME = re.compile(r"(_*[a-z]\w*)(/\d+)?")
_SECTION = re.compile(r"(?:^|[;.] |\n)(needs|takes|gives): ")


def header_of(text: str) -> Header:
    """What the comment with which a rule file begins says."""
    about, *rest = _SECTION.split(Text(text).header)
    sections: dict[str, list[Predicate]] = {"needs": [], "takes": [], "gives": []}
    for name, listed in zip(rest[::2], rest[1::2]):
        sections[name] += _predicates(re.sub(r"\n\s+", " ", listed).partition("\n")[0])
    says = re.split(r"\.(?:\s|$)", " ".join(about.split()), maxsplit=1)[0]
    return Header(says, [*sections["needs"], *sections["takes"]], sections["gives"])


def _predicates(listed: str) -> Iterator[Predicate]:
    """The predicates that a section lists, each perhaps with its meaning in brackets behind it; other words, such as
    names of files, are passed over.
    """
    at = 0
    while match := _NAME.search(listed, at):
        name, slash = match.groups()
        arguments = "" if slash else _bracketed(listed, match.end())
        at = match.end() + len(arguments)
        meaning = _bracketed(listed, at + 1) if listed.startswith(" ", at) else ""
        at += len(meaning)
        if slash or arguments:
            says = re.sub(r"^for [\w.]+: ", "", meaning[1:-1])
            arity = int(slash[1:]) if slash else _count(arguments)
            yield Predicate(name, arity, f"{name}{slash or arguments}", "" if ".lp" in says else says)


def _bracketed(text: str, at: int) -> str:
    """The text in brackets that begins here, with them; empty if none does."""
    depth = 0
    for end in range(at, len(text) if text.startswith("(", at) else at):
        depth += {"(": 1, ")": -1}.get(text[end], 0)
        if not depth:
            return text[at : end + 1]
    return ""


def _count(arguments: str) -> int:
    """How many arguments stand in brackets."""
    return re.sub(r"\([^()]*\)", "", arguments[1:-1]).count(",") + 1
