"""The part of a program that its answers depend on: the rest is left out before grounding.

A plain rule (`head :- body.`) of pysolve's library is needed if its head is. Every other statement, and every rule of
an author, is needed in any case: so clingo still says what is wrong with it. A predicate is needed if it stands in a
needed statement, or if the caller reads its atoms. What is left out is stratified: none of its predicates depends on
itself through a negation, a condition or an aggregate. So no shown atom changes, and no number of answers:

- No head of what is left out stands in a needed statement. The atoms of the needed predicates are therefore a splitting
  set (Lifschitz, Turner 1994): an answer set of the program is one of the needed statements, together with one of the
  rest, given the former.
- A stratified program has exactly one answer set (Apt, Blair, Walker 1988; with aggregates, Faber, Pfeifer, Leone
  2011). So the rest neither refutes an answer of the needed statements nor makes two of one; and what is shown is
  needed.

Tokens of the text are looked at, and no syntax tree: to get one takes longer than to solve many a board. Predicates are
told apart by their names alone, and constants and functions in a needed statement count as predicates. Both only keep
more than is needed. A program with statements that are not understood here is kept as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, pairwise, takewhile
from typing import NamedTuple

from .rules import Piece, Program

#: What stands in a statement. Blanks, comments, texts, variables and numbers say nothing of predicates.
_TOKEN = re.compile(
    r"""(?:\s+|%[^\n]*)+|"(?:[^"\\\n]|\\.)*"|_*[A-Z][\w']*|_(?!\w)|\d+|\.\.
    |(?P<name>_*[a-z][\w']*)|(?P<open>\()|(?P<close>\))|(?P<arrow>:-|:~)|(?P<compare>[<>=!]+)
    |(?P<end>\.(?:\s*\[[^\]%"]*\])?)|(?P<directive>\#\w*)|(?P<other>.)""",
    re.VERBOSE,
)

#: What changes the meaning of other statements, or is not understood: a theory atom, an annotation that begins a
#: statement, a text without an end.
_STRANGE = frozenset({"&", "[", '"', "#script", "#theory", "#include"})

#: Behind these a name in a body, outside of round brackets, is that of an atom, unless it is compared with something.
_BEFORE_ATOM = frozenset({":-", ",", ";", ":", "{", "not"})

#: What every puzzle has (docs/manifest.md, 'Facts that every instance has').
_ALWAYS_GIVEN = frozenset({"rows", "columns", "board", "cell"})


def needed_part(program: Program, wanted: Iterable[str]) -> tuple[Program, frozenset[str]]:
    """What the answers of a program depend on, line for line, and the predicates that it lacks.

    wanted: predicates whose atoms are read, besides those shown.
    """
    texts, left_out = _sliced(program.pieces, frozenset(wanted))
    return program.with_pieces(texts) if left_out else program, left_out


class _Statement(NamedTuple):
    """A statement of a text, from `start` to `end`.

    head: the predicate that a plain rule derives; None for other statements. derives: what it may derive, or declares.
    names: all names in the body of a plain rule; all in another statement, unless it only declares. atoms: of these,
    what may be the name of an atom. positive: without negations, conditions and aggregates. selects: it says which
    predicates are shown; without such a statement all of them are.
    """

    start: int
    end: int
    head: str | None
    derives: frozenset[str]
    names: frozenset[str]
    atoms: frozenset[str] = frozenset()
    positive: bool = True
    selects: bool = False


@lru_cache(maxsize=128)
def _sliced(pieces: tuple[Piece, ...], wanted: frozenset[str]) -> tuple[tuple[str, ...], frozenset[str]]:
    """The texts with blanks in place of what is not needed, and the predicates that were left out."""
    texts = tuple([piece.text for piece in pieces])
    statements = [_statements(text) for text in texts]
    understood = [each for each in statements if each is not None]
    if len(understood) < len(texts) or not any(each.selects for each in chain(*understood)):
        return texts, frozenset()
    known = _ALWAYS_GIVEN.union(*(each.derives for each in chain(*understood)))
    rules: list[_Statement] = []  # what may be left out
    needed = set(wanted)
    for piece, its_statements in zip(pieces, understood):
        for each in its_statements:
            if each.head is not None and piece.from_library and each.atoms <= known:
                rules.append(each)
            else:  # one with an atom that nothing defines, too: clingo says so
                needed |= each.names if each.head is None else {each.head, *each.names}
    reads: dict[str | None, set[str]] = {}
    for rule in rules:
        reads.setdefault(rule.head, set()).update(rule.names)
    unstratified = {rule.head for rule in rules if not rule.positive and rule.head in _reached(rule.names, reads)}
    needed = _reached([*needed, *filter(None, unstratified)], reads)
    left_out = frozenset([each.head for each in rules if each.head is not None and each.head not in needed])
    return tuple([_without(left_out, *each) for each in zip(texts, understood)]), left_out


def _reached(names: Iterable[str], reads: Mapping[str | None, Iterable[str]]) -> set[str]:
    """These names, and what is read for them."""
    reached: set[str] = set()
    ahead = list(names)
    while ahead:
        name = ahead.pop()
        if name not in reached:
            reached.add(name)
            ahead += reads.get(name, ())
    return reached


def _without(left_out: frozenset[str], text: str, statements: Iterable[_Statement]) -> str:
    """The text with blanks in place of the rules of these predicates."""
    pieces: list[str] = []
    at = 0
    for each in statements:
        if each.head in left_out:
            pieces += [text[at : each.start], re.sub(r"[^\n]", " ", text[each.start : each.end])]
            at = each.end
    return "".join(pieces) + text[at:]


# -- Statements of a text


@lru_cache(maxsize=512)
def _statements(text: str) -> tuple[_Statement, ...] | None:
    """The statements of a text; None if it holds what is not understood."""
    if "%*" in text:  # a comment that may go over several lines
        return None
    statements: list[_Statement] = []
    tokens: list[re.Match[str]] = []
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup
        if kind == "end" and tokens:
            if tokens[0][0] == "#program" and [each[0] for each in tokens[1:]] != ["base"]:
                return None
            statements.append(_statement(tokens, match.end()))
            tokens = []
        elif kind is not None:
            if match[0] in _STRANGE:
                return None
            tokens.append(match)
    return None if tokens else tuple(statements)


def _statement(tokens: Sequence[re.Match[str]], end: int) -> _Statement:
    start = tokens[0].start()
    behind = _behind_atom(tokens)
    if behind and (behind == len(tokens) or tokens[behind][0] == ":-"):
        head, body = tokens[0][0], tokens[behind:]
        positive = not any(each[0] in ("not", "{", ":") or each.lastgroup == "directive" for each in body)
        return _Statement(start, end, head, frozenset({head}), _names(body), frozenset(_atoms(body)), positive)
    names = _names(tokens)
    if tokens[0][0] == "#defined":
        return _Statement(start, end, None, names, frozenset())
    derives = frozenset(_chosen(tokens))
    rest = [each.lastgroup for each in tokens[1:] if each[0] != "-"]
    selects = tokens[0][0] == "#show" and rest in ([], ["name", "other"])  # `#show.`, `#show a/1.`
    return _Statement(start, end, None, derives, names, selects=selects)


def _behind_atom(tokens: Sequence[re.Match[str]]) -> int:
    """The number of the token behind the atom that they begin with; 0 if they begin with something else."""
    if tokens[0].lastgroup != "name" or tokens[0][0] == "not":
        return 0
    depth = 0
    for number, token in enumerate(tokens[1:], 1):
        if not depth and token.lastgroup != "open":
            return number
        depth += (token.lastgroup == "open") - (token.lastgroup == "close")
        if not depth:
            return number + 1
    return len(tokens)


def _names(tokens: Iterable[re.Match[str]]) -> frozenset[str]:
    return frozenset([each[0] for each in tokens if each.lastgroup == "name" and each[0] != "not"])


def _outside_brackets(tokens: Iterable[re.Match[str]]) -> list[re.Match[str]]:
    """The tokens that stand in no round brackets."""
    outside: list[re.Match[str]] = []
    depth = 0
    for token in tokens:
        depth += (token.lastgroup == "open") - (token.lastgroup == "close")
        if not depth and token.lastgroup != "close":
            outside.append(token)
    return outside


def _atoms(body: Iterable[re.Match[str]]) -> Iterator[str]:
    """What may be the names of the atoms of a body, which begins with its arrow."""
    tokens = _outside_brackets(body)
    for before, token, after in zip(tokens, tokens[1:], [*tokens[2:], None]):
        compared = after is not None and after.lastgroup == "compare"
        if token.lastgroup == "name" and token[0] != "not" and before[0] in _BEFORE_ATOM and not compared:
            yield token[0]


def _chosen(tokens: Sequence[re.Match[str]]) -> Iterator[str]:
    """The names of the atoms that the head of a choice or a disjunction derives."""
    head = list(takewhile(lambda token: token.lastgroup != "arrow", _outside_brackets(tokens)))
    if tokens[0].lastgroup == "name" and tokens[0][0] != "not":
        yield tokens[0][0]
    for before, token in pairwise(head):
        if token.lastgroup == "name" and before[0] in ("{", ";", "|"):
            yield token[0]
