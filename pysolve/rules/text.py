"""A text of ASP, read once: its statements with their places, and the sentences above them.

No syntax tree: to get one takes longer than to solve many a board. Predicates with the same name count as one.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise, takewhile
from typing import NamedTuple, TypeVar

# -- Tokens, as clingo's lexer cuts them: comments, texts, names, variables, arrows

#: A token. `lastgroup` is its kind, one of the groups below.
Token = re.Match[str]

#: Directives, and aggregates, which look like them.
DIRECTIVES = ("#const", "#defined", "#include", "#maximize", "#minimize", "#show", "#count", "#sum", "#min", "#max")

#: A text; where its end is missing, all that it may reach, so that nothing is looked at twice.
_UNCLOSED = r'"(?:[^"\\\n]|\\.)*+'
_STRING = rf'{_UNCLOSED}"'
_SCRIPT = r"\#script\b(?:[^#]|\#(?!end))*(?:\#end)?"  # another language up to its end

# Blanks and comments have no kind. A block comment is blanked out before.
_TOKEN = re.compile(
    rf"""(?:\s+|%[^\n]*)+
    |(?P<name>[_']*[a-z][\w']*)|(?P<variable>[_']*[A-Z][\w']*|_)|(?P<open>\()|(?P<close>\))
    |(?P<number>\d\w*)|(?P<arrow>:[-~])|(?P<compare>[<>=!]+)
    |(?P<operator>\.\.|[-+*/\\&?^~|])|(?P<end>\.)|(?P<string>{_STRING})|(?P<unclosed>{_UNCLOSED})|(?P<directive>{_SCRIPT}|\#\w*)|(?P<other>.)""",
    re.VERBOSE | re.ASCII,
)

_COMMENT = rf'%\*|%[^\n]*|{_UNCLOSED}"?|{_SCRIPT}'
_IN_COMMENT = r"%\*|%[^\n]*|\*%"


def tokens(code: str) -> Iterator[Token]:
    """The tokens of a text without block comments."""
    return (match for match in _TOKEN.finditer(code) if match.lastgroup is not None)


def being_written(line: str) -> str | None:
    """What a line of rules breaks off in: 'include' in the name of a file, 'directive' in a directive; else None."""
    found = list(tokens(line))
    if not found or found[-1].end() != len(line):
        return None
    if found[-1].lastgroup == "unclosed" and [each[0] for each in found[-2:-1]] == ["#include"]:
        return "include"
    return "directive" if found[-1].lastgroup == "directive" else None


def without_block_comments(text: str) -> tuple[str, int | None]:
    """The text with blanks in place of `%* … *%`, line for line; and where one begins that does not end."""
    if "%*" not in text:
        return text, None
    comment = re.compile(_COMMENT)  # only here, as most rules have none
    pieces: list[str] = []
    kept = at = 0
    while match := comment.search(text, at):
        at = match.end()
        if match[0] == "%*":
            end = _comment_end(text, at)
            pieces += [text[kept : match.start()], blanks(text[match.start() : end])]
            if end is None:
                return "".join(pieces), match.start()
            kept = at = end
    return "".join([*pieces, text[kept:]]), None


def _comment_end(text: str, at: int) -> int | None:
    """Where the block comment ends that has begun before a place. It may hold others, and a % hides its line."""
    within = re.compile(_IN_COMMENT)
    depth = 1
    while depth:
        match = within.search(text, at)
        if match is None:
            return None
        depth += {"%*": 1, "*%": -1}.get(match[0], 0)
        at = match.end()
    return at


def blanks(text: str) -> str:
    """As many blanks, on as many lines."""
    return re.sub(r"[^\n]", " ", text)


#: What changes the meaning of other statements, or is not understood here: a theory atom, a bracket that begins a
#: statement, a text without an end.
_STRANGE = frozenset({"&", "#theory", "#include"})

#: Kinds of tokens that say nothing of predicates.
_SAYS_NOTHING = frozenset({"variable", "number", "string"})

#: Behind these a name in a body, outside of round brackets, is that of an atom, unless it is compared with something.
_BEFORE_ATOM = frozenset({":-", ",", ";", ":", "{", "not"})

#: What a rule chooses from stands behind these.
_BEFORE_CHOICE = frozenset({"{", ";", "|"})

Predicate = TypeVar("Predicate", bound=Hashable)


class Statement(NamedTuple):
    """A statement of a text, from `start` to `end`."""

    start: int
    end: int
    keyword: str  # the directive or arrow that it begins with
    head: str | None  # the predicate that a plain rule derives; None for other statements
    derives: frozenset[str]  # what it may derive, or declares
    names: frozenset[str]  # all names in the body of a plain rule; all in another statement, unless it only declares
    atoms: frozenset[str] = frozenset()  # of these, what may be the name of an atom
    positive: bool = True  # without negations, conditions and aggregates
    selects: bool = False  # it says which predicates are shown; without such a statement all of them are
    strange: bool = False  # it is not understood, or changes what others mean


class Sentence(NamedTuple):
    """What a rule says, in the `%!` lines right above it, from line `first` to `last`.

    identity: its author's name for it, if there is one. forms: other words for it, by 'to X', where that follows for
    the place X, 'from X', where that is known of X, 'from X V', where V is, 'to atom' and 'to not atom', where it alone
    decides that such atoms hold, or do not, 'for atom', where it decides with others that they hold, 'alone', where it
    decides anything alone, and 'of many', where it does so with many that have the same form.
    """

    first: int
    last: int
    identity: str
    words: str
    forms: tuple[tuple[str, str], ...] = ()

    def parted(self) -> Sentence:
        """The sentence with its forms ('{to X: …}') apart from its words."""
        forms = tuple((each[1], each[2]) for each in _FORM.finditer(self.words))
        return self._replace(words=_FORM.sub("", self.words), forms=forms) if forms else self


#: Other words of a sentence.
_FORM = re.compile(
    r"\s*\{((?:to|from) [A-Z]|from [A-Z] [A-Z]|(?:to (?:not )?|for )[a-z]\w*|alone|of many): ((?:[^{}]|\{[^{}]*\})*)\}"
)


class Text:
    """A text of ASP. code: without block comments. unclosed: where one begins that does not end."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.code, self.unclosed = without_block_comments(text)

    def without(self, statements: Collection[Statement]) -> Text:
        """The text with blanks in place of some of its statements, line for line."""
        if not statements:
            return self
        other = Text.__new__(Text)
        gone = {each.start for each in statements}
        left = tuple([each for each in self.statements if each.start not in gone])
        other.__dict__ = {
            "text": _without(self.text, statements), "code": _without(self.code, statements),
            "unclosed": self.unclosed, "_cut": (left, self.rest),
        }  # fmt: skip
        return other

    @property
    def statements(self) -> tuple[Statement, ...]:
        """The statements that end."""
        return self._cut[0]

    @property
    def rest(self) -> int | None:
        """Where a statement begins that does not end; None if all do."""
        return self._cut[1]

    @cached_property
    def _cut(self) -> tuple[tuple[Statement, ...], int | None]:
        statements: list[Statement] = []
        gathered: list[Token] = []
        annotated = False
        for token in tokens(self.code):
            kind = token.lastgroup
            if annotated:  # the weight of a statement, behind its end
                if token[0] == "]":
                    annotated = False
                    statements[-1] = statements[-1]._replace(end=token.end())
            elif kind in _SAYS_NOTHING and gathered:
                continue
            elif kind == "end" and gathered:
                statements.append(self._statement(gathered, token.end()))
                gathered = []
            elif not gathered and token[0] == "[" and statements:
                annotated = True
            else:
                gathered.append(token)
        return tuple(statements), gathered[0].start() if gathered else len(self.code) if annotated else None

    def _statement(self, of: Sequence[Token], end: int) -> Statement:
        start, first = of[0].start(), of[0][0]
        keyword = first if of[0].lastgroup in ("directive", "arrow") else ""
        behind = _behind_atom(of)
        strange = any(map(_is_strange, of))
        if behind and (behind == len(of) or of[behind][0] == ":-"):
            body = of[behind:]
            names, atoms, positive = _names(body), frozenset(_atoms(body)), all(map(_is_positive, body))
            return Statement(start, end, keyword, first, frozenset({first}), names, atoms, positive, strange=strange)
        names = _names(of)
        if keyword == "#defined":
            return Statement(start, end, keyword, None, names, frozenset(), strange=strange)
        strange = strange or (keyword == "#program" and [each[0] for each in of[1:]] != ["base"])
        selects = keyword == "#show" and self._selects(start, end)
        derives = frozenset(each[0] for each in _chosen(of))
        return Statement(start, end, keyword, None, derives, names, selects=selects, strange=strange)

    def _selects(self, start: int, end: int) -> bool:
        """Whether a `#show` shows signatures, not terms: to clingo's lexer it does not, with a comment within."""
        kinds = [each.lastgroup for each in tokens(self.code[start:end]) if each[0] != "-"]
        signature = kinds[1:] in (["end"], ["name", "operator", "number", "end"])
        return signature and "%" not in self.text[start:end]

    @cached_property
    def names(self) -> frozenset[str]:
        """The names in its statements, except for those that `#const` declares."""
        found: set[str] = set()
        for each in self.statements:
            of = self.tokens_of(each)
            found |= _names(of[2:] if each.keyword == "#const" else of)
        return frozenset(found)

    @cached_property
    def keywords(self) -> frozenset[str]:
        """The directives and arrows that its statements begin with."""
        return frozenset([each.keyword for each in self.statements])

    def with_keyword(self, keyword: str) -> Iterator[Statement]:
        """The statements that begin with a directive or an arrow."""
        if keyword in self.text:
            yield from (each for each in self.statements if each.keyword == keyword)

    def tokens_of(self, statement: Statement) -> list[Token]:
        """The tokens of a statement, to its end."""
        return list(tokens(self.code[statement.start : statement.end]))

    @cached_property
    def constants(self) -> dict[str, str]:
        """What it declares with `#const`: from name to default."""
        declared = {}
        for each in self.with_keyword("#const"):
            _, name, _, *value = takewhile(lambda token: token.lastgroup != "end", self.tokens_of(each))
            declared[name[0]] = "".join([token[0] for token in value])
        return declared

    @property
    def selects(self) -> bool:
        """Whether it says which predicates are shown."""
        return any(each.selects for each in self.with_keyword("#show"))

    @cached_property
    def shown(self) -> frozenset[tuple[str, int]]:
        """The predicates that it shows: names, behind a '-' if they are negated for good, and numbers of arguments."""
        shows = ([token[0] for token in self.tokens_of(each)] for each in self.with_keyword("#show") if each.selects)
        return frozenset([("".join(show[1:-3]), int(show[-2], 0)) for show in shows if len(show) > 2])

    @cached_property
    def shown_terms(self) -> frozenset[str]:
        """The names of the terms that it shows besides; '' for one without a name."""
        shows = (self.tokens_of(each)[1] for each in self.with_keyword("#show") if not each.selects)
        return frozenset([show[0] if show.lastgroup == "name" else "" for show in shows])

    @cached_property
    def includes(self) -> list[tuple[str, Statement]]:
        """The files that it includes, by their names."""
        found = []
        for each in self.with_keyword("#include"):
            _, *name, _ = self.tokens_of(each)
            if len(name) == 1 and name[0].lastgroup == "string":
                found.append((name[0][0][1:-1], each))
        return found

    @property
    def header(self) -> str:
        """The comment with which it begins, without its marks."""
        lines = takewhile(
            lambda line: line.startswith("%") and not line.startswith(("%!", "%*")), self.text.split("\n")
        )
        return "\n".join(line[1:].removeprefix(" ") for line in lines)

    @cached_property
    def sentences(self) -> list[Sentence]:
        """The sentences, from the first line on."""
        found: list[Sentence] = []
        line = at = 0
        for match in re.finditer(r"^[^\S\n]*%!(.*)$", self.code, re.MULTILINE):
            line, at = line + self.code.count("\n", at, match.start()), match.start()
            words = match[1].strip()
            if found and found[-1].last == line:
                found[-1] = found[-1]._replace(last=line + 1, words=f"{found[-1].words} {words}")
            else:
                named = re.match(r"([a-z][\w-]*): +(?=\S)", words, re.ASCII)
                words = words[named.end() :] if named else words
                found.append(Sentence(line + 1, line + 1, named[1] if named else "", words))
        return [each.parted() for each in found]

    @cached_property
    def sentence_above(self) -> dict[int, Sentence]:
        """The sentences by the line below them."""
        return {each.last + 1: each for each in self.sentences}

    def line_of(self, at: int) -> int:
        """The line of a place."""
        return self.text.count("\n", 0, at) + 1

    def statement_at(self, at: int) -> int:
        """Where the statement begins that has not ended before a place."""
        last = self.rest if self.rest is not None else len(self.text)
        return next((each.start for each in self.statements if each.end > at), last)


def _without(text: str, statements: Iterable[Statement]) -> str:
    pieces: list[str] = []
    at = 0
    for each in statements:
        pieces += [text[at : each.start], blanks(text[each.start : each.end])]
        at = each.end
    return "".join([*pieces, text[at:]])


def depends_on(predicates: Iterable[Predicate], reads: Mapping[Predicate, Iterable[Predicate]]) -> set[Predicate]:
    """The predicates that some depend on, and themselves. reads: what the rules of each predicate read."""
    reached: set[Predicate] = set()
    ahead = list(predicates)
    while ahead:
        each = ahead.pop()
        if each not in reached:
            reached.add(each)
            ahead += reads.get(each, ())
    return reached


# -- Tokens of a statement


def _behind_atom(of: Sequence[Token]) -> int:
    """The number of the token behind the atom that they begin with; 0 if they begin with something else."""
    if of[0].lastgroup != "name" or of[0][0] == "not":
        return 0
    depth = 0
    for number, token in enumerate(of[1:], 1):
        if not depth and token.lastgroup != "open":
            return number
        depth += (token.lastgroup == "open") - (token.lastgroup == "close")
        if not depth:
            return number + 1
    return len(of)


def _is_strange(token: Token) -> bool:
    return token[0] in _STRANGE or token.lastgroup == "unclosed" or token[0].startswith("#script")


def _is_positive(token: Token) -> bool:
    """Whether it begins neither a negation nor a condition nor an aggregate."""
    return token[0] not in ("not", "{", ":") and token.lastgroup != "directive"


def _names(of: Iterable[Token]) -> frozenset[str]:
    return frozenset([each[0] for each in of if each.lastgroup == "name" and each[0] != "not"])


def _outside_brackets(of: Iterable[Token]) -> list[Token]:
    """The tokens that stand in no round brackets."""
    outside: list[Token] = []
    depth = 0
    for token in of:
        depth += (token.lastgroup == "open") - (token.lastgroup == "close")
        if not depth and token.lastgroup != "close":
            outside.append(token)
    return outside


def _atoms(body: Iterable[Token]) -> Iterator[str]:
    """What may be the names of the atoms of a body, which begins with its arrow."""
    of = _outside_brackets(body)
    for before, token, after in zip(of, of[1:], [*of[2:], None]):
        compared = after is not None and after.lastgroup == "compare"
        if token.lastgroup == "name" and token[0] != "not" and before[0] in _BEFORE_ATOM and not compared:
            yield token[0]


def _chosen(of: Sequence[Token]) -> Iterator[Token]:
    """The names of the atoms that the head of a choice or a disjunction derives."""
    head = list(takewhile(lambda token: token.lastgroup != "arrow", _outside_brackets(of)))
    if of[0].lastgroup == "name" and of[0][0] != "not":
        yield of[0]
    for before, token in pairwise(head):
        if token.lastgroup == "name" and before[0] in _BEFORE_CHOICE:
            yield token
