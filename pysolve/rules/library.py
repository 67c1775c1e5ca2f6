"""Rule files, and the library that comes with pysolve: resolves includes, and knows which line of which file a line of
the program is.

clingo looks for an included file in the current directory first, so that a stray file there would win.
Here it is looked for beside the including file, then in pysolve's library, and nowhere else: all files
become one text, and messages about that text are translated back with Program.place.

Beside a file of rules may stand two more: what only makes them faster, and what a person knows beyond them
(docs/rules.md, 'Speed-ups' and 'What a person knows'). The one is read with it, unless the rules are wanted as they
stand; the other where reasons are wanted.

What was read is kept while all files are as they were (many puzzles need the same rules).
"""

from __future__ import annotations

import os
import re
import stat
import time
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache, cached_property, lru_cache
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from ..model.caches import Kept
from ..model.errors import PuzzleError, quote, said_by_system, together
from ..model.puzzle_type import LARGEST_INTEGER, PuzzleType, RuleFile, RuleText
from . import syntax
from .text import Sentence, Statement, Text, depends_on, tokens

# -- `Program`: the texts of several rule files as one, which knows what line of which file each of its lines is


#: Messages that clingo has about a program at most.
MOST_MESSAGES = 50

_BASE = Text("#program base.")


class ProgramText(NamedTuple):
    """One of the texts of a program. from_library: it comes with pysolve."""

    text: Text
    from_library: bool


class Program:
    """One text of ASP made from several files."""

    def __init__(self) -> None:
        self._texts: list[Text] = []
        self._starts: list[int] = []  # the line of the program on which each text begins
        self._files: list[str] = []
        self._first: list[int] = []  # the line of its file on which each text begins
        self._next = 1
        self._library: set[int] = set()  # the texts that come with pysolve, by their numbers
        self._beyond: set[int] = set()  # those that say what a person knows beyond the rules

    def add(
        self, text: str | Text, file: str, *, from_library: bool = False, beyond: bool = False, line: int = 1
    ) -> None:
        """Appends the text of a file, as a part of the base program whatever stands before it.

        beyond: it says what a person knows beyond the rules. line: of the file, on which the text begins.
        """
        text = text if isinstance(text, Text) else Text(text)
        self.__dict__.pop("text", None)
        if from_library:
            self._library.add(len(self._texts) + 1)
        if beyond:
            self._beyond.add(len(self._texts) + 1)
        for name, piece in (("", _BASE), (file, text)):
            self._files.append(name)
            self._first.append(line)
            self._starts.append(self._next)
            self._texts.append(piece)
            self._next += piece.text.count("\n") + 1

    @property
    def pieces(self) -> tuple[ProgramText, ...]:
        """The texts that it is made from."""
        return tuple([ProgramText(text, number in self._library) for number, text in enumerate(self._texts)])

    def with_pieces(self, texts: Iterable[Text]) -> Program:
        """The same program with other texts in place of its own, line for line."""
        other = self.copy()
        other._texts = list(texts)
        return other

    def copy(self) -> Program:
        """The same program, to be added to."""
        other = Program()
        other._texts, other._starts, other._files = self._texts.copy(), self._starts.copy(), self._files.copy()
        other._first = self._first.copy()
        other._next, other._library, other._beyond = self._next, self._library.copy(), self._beyond.copy()
        return other

    # -- Places

    @cached_property
    def text(self) -> str:
        """The whole text."""
        return "\n".join([each.text for each in self._texts]) + "\n"

    def place(self, line: int) -> tuple[str, int]:
        """The file, and the line in it, of a line of the program (from 1)."""
        at = self._number(line)
        return self._files[at], line - self._starts[at] + self._first[at]

    def is_beyond(self, line: int) -> bool:
        """Whether a line of the program says what a person knows beyond the rules."""
        return self._number(line) in self._beyond

    def _number(self, line: int) -> int:
        """The number of the text that a line belongs to."""
        return max(bisect_right(self._starts, line) - 1, 0)

    def line(self, number: int) -> str:
        """The text of a line of the program."""
        lines = self.text.split("\n")
        return lines[number - 1] if 0 < number <= len(lines) else ""

    def end_before(self, line: int) -> int:
        """The last line before a line of the program that is not blank, and no comment."""
        lines = Text(self.text).code.split("\n")
        return next((n for n in range(line - 1, 0, -1) if lines[n - 1].partition("%")[0].strip()), line)

    def begin_of(self, line: int, column: int) -> int:
        """The line on which the statement begins that goes on at a line and column of the program (from 1)."""
        before = "".join(f"{each}\n" for each in self.text.split("\n")[: line - 1])
        text = Text(self.text)
        return text.line_of(text.statement_at(len(before) + column - 1))

    # -- What it says

    def _having(self, *words: str) -> Iterator[Text]:
        """Its texts, as far as one of the words stands in them."""
        return (each for each in self._texts if any(word in each.text for word in words))

    def has(self, *keywords: str) -> bool:
        """Whether a statement begins with one of the directives or arrows."""
        return any(not text.keywords.isdisjoint(keywords) for text in self._having(*keywords))

    @property
    def has_costs(self) -> bool:
        """Whether it says which answers are best."""
        return self.has(":~", "#minimize", "#minimise", "#maximize", "#maximise")

    @property
    def constants(self) -> dict[str, str]:
        """What it declares with `#const`: from name to default."""
        return {name: value for text in self._having("#const") for name, value in text.constants.items()}

    @property
    def names(self) -> frozenset[str]:
        """The names in its statements, except for those that `#const` declares."""
        return frozenset().union(*(text.names for text in self._texts))

    @property
    def selects(self) -> bool:
        """Whether it says which predicates are shown; without that all of them are."""
        return any(text.selects for text in self._having("#show"))

    @property
    def shown(self) -> frozenset[tuple[str, int]]:
        """The predicates that it shows: names, behind a '-' if they are negated for good, and numbers of arguments."""
        return frozenset().union(*(text.shown for text in self._having("#show")))

    @property
    def shown_terms(self) -> frozenset[str]:
        """The names of the terms that it shows besides; '' for one without a name."""
        return frozenset().union(*(text.shown_terms for text in self._having("#show")))

    @property
    def shown_names(self) -> frozenset[str]:
        """The names of the predicates and terms that it shows."""
        return self.shown_terms | {name for name, _ in self.shown}

    def statements(self) -> Iterator[tuple[Statement, int, int]]:
        """Its statements, with the lines of the program on which each begins and ends."""
        for start, text in zip(self._starts, self._texts):
            line, at = start, 0
            for each in text.statements:
                line, at = line + text.text.count("\n", at, each.start), each.start
                yield each, line, line + text.text.count("\n", at, each.end)

    def sentences(self) -> Iterator[Sentence]:
        """The sentences of its rules, with the lines of the program."""
        for start, text in zip(self._starts, self._texts):
            for each in text.sentences:
                yield each._replace(first=each.first + start - 1, last=each.last + start - 1)

    def sentence_above(self, line: int) -> Sentence | None:
        """The sentence right above a line of the program."""
        number = self._number(line)
        return self._texts[number].sentence_above.get(line - self._starts[number] + 1)

    def sentences_of_definitions(self, names: Collection[str] = ()) -> list[str]:
        """The sentences above rules that only define something, and so refute no answer; each once. names: of these
        predicates alone, if any of them has one.
        """
        above = [
            (each.head, self.sentence_above(first)) for each, first, _ in self.statements() if each.head is not None
        ]
        said = dict.fromkeys(each.words for name, each in above if each is not None and name in names)
        return [*(said or dict.fromkeys(each.words for _, each in above if each is not None))]


# -- The part of a program that its answers depend on: the rest is left out before grounding
#
# A plain rule (`head :- body.`) of pysolve's library is needed if its head is. Every other statement, and every rule of
# an author, is needed in any case: so clingo still says what is wrong with it. A predicate is needed if it stands in a
# needed statement, or if the caller reads its atoms. What is left out is stratified: none of its predicates depends on
# itself through a negation, a condition or an aggregate. So no shown atom changes, and no number of answers:
#
# - No head of what is left out stands in a needed statement. The atoms of the needed predicates are therefore a
#   splitting set (Lifschitz, Turner 1994): an answer set of the program is one of the needed statements, together with
#   one of the rest, given the former.
# - A stratified program has exactly one answer set (Apt, Blair, Walker 1988; with aggregates, Faber, Pfeifer, Leone
#   2011). So the rest neither refutes an answer of the needed statements nor makes two of one; and what is shown is
#   needed.
#
# Predicates with the same name count as one, and constants and functions in a needed statement count as predicates.
# Both only keep more than is needed. A program with statements that are not understood here is kept as it is.


#: What every puzzle has (docs/manifest.md, 'Facts that every instance has').
_ALWAYS_GIVEN = frozenset({"rows", "columns", "board", "cell"})


def needed_part(program: Program, wanted: Iterable[str]) -> tuple[Program, frozenset[str]]:
    """What the answers of a program depend on, line for line, and the predicates that it lacks.

    wanted: predicates whose atoms are read, besides those shown.
    """
    texts, left_out = _sliced(program.pieces, frozenset(wanted))
    return program.with_pieces(texts) if left_out else program, left_out


@lru_cache(maxsize=1024)
def _sliced(pieces: tuple[ProgramText, ...], wanted: frozenset[str]) -> tuple[tuple[Text, ...], frozenset[str]]:
    """The texts with blanks in place of what is not needed, and the predicates that were left out."""
    texts = tuple([piece.text for piece in pieces])
    statements = [(each, piece.from_library) for piece in pieces for each in piece.text.statements]
    understood = all(text.rest is None for text in texts) and not any(each.strange for each, _ in statements)
    if not understood or not any(each.selects for each, _ in statements):
        return texts, frozenset()
    left_out = _superfluous(statements, wanted)
    without = [text.without([each for each in text.statements if each.head in left_out]) for text in texts]
    return tuple(without), left_out


def _superfluous(statements: Iterable[tuple[Statement, bool]], wanted: Iterable[str]) -> frozenset[str]:
    """The predicates whose rules can be left out. statements: with whether they come with pysolve."""
    known = _ALWAYS_GIVEN.union(*(each.derives for each, _ in statements))
    rules: list[tuple[str, Statement]] = []  # what may be left out, with the predicate that it derives
    needed = set(wanted)
    for each, from_library in statements:
        if each.head is not None and from_library and each.atoms <= known:
            rules.append((each.head, each))
        else:  # one with an atom that nothing defines, too: clingo says so
            needed |= each.names if each.head is None else {each.head, *each.names}
    reads: dict[str, set[str]] = {}
    for head, rule in rules:
        reads.setdefault(head, set()).update(rule.names)
    unstratified = {head for head, rule in rules if not rule.positive and head in depends_on(rule.names, reads)}
    needed = depends_on([*needed, *unstratified], reads)
    return frozenset([head for head, _ in rules if head not in needed])


# -- What clingo would not survive, or would not say clearly: looked for before it gets the text

#: Brackets and operators within each other. clingo walks through terms by recursion, and ends its process where they
#: are some tens of thousands deep.
DEEPEST = 1000

#: Characters of a line that an error shows.
_LONGEST = 500


def problems(text: Text, shown: str) -> Iterator[PuzzleError]:
    """What stands in a text of rules that none may hold. shown: what messages call the file."""
    if text.unclosed is not None:  # it would reach into the next file
        yield _error("found a comment that is not closed by '*%'", text, text.unclosed, shown)
    if not text.text.isascii():
        yield from _characters(text, shown)
    if re.search(r"\d{10}", text.text):
        yield from _numbers(text, shown)
    if sum(map(text.text.count, "([{-+*/\\&?^~|.")) > DEEPEST:
        yield from _nesting(text, shown)


def _error(sentence: str, text: Text, at: int, shown: str) -> PuzzleError:
    """An error about a place of a text, with the line that it stands in, if that is not too long to be shown."""
    begin = text.text.rfind("\n", 0, at) + 1
    error = PuzzleError(sentence, file=shown, line=text.line_of(at), column=at - begin + 1)
    line = text.text[begin:].partition("\n")[0]
    if len(line) <= _LONGEST:
        error.excerpt = f"    {line}\n    {' ' * (at - begin)}^"
    return error


def _characters(text: Text, shown: str) -> Iterator[PuzzleError]:
    """Characters that no code may hold: clingo's own message would break off in them."""
    for token in tokens(text.code):
        if token.lastgroup in ("other", "unclosed") and not token[0].isascii():
            found = next(each for each in token[0] if not each.isascii())
            sentence = f"found {quote(found)}, which may stand in texts and comments only"
            yield _error(sentence, text, token.start() + token[0].index(found), shown)


def _numbers(text: Text, shown: str) -> Iterator[PuzzleError]:
    """Numbers that clingo cannot hold: it would take others for them, and say nothing."""
    for token in tokens(text.code):
        if token.lastgroup == "number" and token[0].isdigit() and int(token[0][:20]) > LARGEST_INTEGER:
            sentence = f"found a number over {LARGEST_INTEGER}, the largest in rules"
            yield _error(sentence, text, token.start(), shown)


def _nesting(text: Text, shown: str) -> Iterator[PuzzleError]:
    """The first brackets or operators that are nested so deeply that clingo would not survive them."""
    operators = [0]  # since the last separator, for each bracket that is open, and outside of all
    depth = 0
    for token in tokens(text.code):
        kind, sign = token.lastgroup, token[0]
        if sign in ("(", "[", "{"):
            operators.append(0)
            depth += 1
        elif sign in (")", "]", "}"):
            if len(operators) > 1:
                depth -= operators.pop() + 1
        elif kind == "operator":
            operators[-1] += 1
            depth += 1
        elif sign in (",", ";", ":"):
            depth -= operators[-1]
            operators[-1] = 0
        elif kind == "end":
            operators, depth = [0], 0
        if depth > DEEPEST:
            sentence = f"this is nested too deeply, expected at most {DEEPEST} brackets and operators within each other"
            yield _error(sentence, text, token.end(), shown)
            return


@cache
def library() -> Path:
    """The folder of the types that come with pysolve: in the package, or beside it in a checkout."""
    package = Path(__file__).resolve().parents[1]
    inside = package / "asp"
    return inside if inside.is_dir() else package.parent / "asp"


@cache
def well_known() -> Mapping[str, int]:
    """The types that lists begin with, by name: which place each has."""
    lines = (library() / "wellknown.txt").read_text(encoding="utf-8").split("\n")
    names = (line for line in lines if line and not line.startswith("#"))
    return MappingProxyType({name: at for at, name in enumerate(names)})


# -- Rule files


#: The files beside a type's rules.lp: what only makes them faster, and what a person knows beyond them.
FAST, BEYOND = "fast.lp", "known.lp"

#: Bytes of a rule file: more are a slip.
LARGEST_FILE = 64 * 2**20

_PIECE = 2**16  # bytes that are read at once

#: Problems of a file that are told at once.
_MOST_PROBLEMS = 50


def load(files: Iterable[str | RuleFile], *, plain: bool = False, beyond: bool = False) -> Program:
    """The rule files with all that they include, each file once; PuzzleError, with all that is known to be wrong,
    if one cannot be read.

    plain: without what only makes them faster. beyond: with what a person knows beyond them.
    """
    paths = [file if isinstance(file, RuleText) else Path(file) for file in files]
    beside_ = ((FAST,) if not plain else ()) + ((BEYOND,) if beyond else ())
    key = (beside_, Path.cwd(), *paths)  # relative names mean, and are shown as, what they are in the current directory
    reading = _kept.get(key)
    if reading is None or not reading.is_current():
        reading = _Reading(beside_)
        for path in paths:
            if isinstance(path, RuleText):
                reading.add_text(path)
            else:
                reading.add(path)
        if reading.errors:
            raise together(reading.errors)
        reading.show_what_is_open()
        _kept.put(key, reading)
    return reading.program.copy()


def default_options(type_: PuzzleType) -> dict[str, str]:
    """The values of the options that a puzzle does not set: from the rules, where alone they stand."""
    return {name: value for name, value in load([type_.rules_file]).constants.items() if name in type_.options}


def beside(path: Path, name: str) -> Path:
    """Where the file of this name (FAST, BEYOND) would stand: fast.lp beside rules.lp, fast/X.lp beside X.lp."""
    return path.with_name(name) if path.name == "rules.lp" else path.parent / name.removesuffix(".lp") / path.name


def includes(path: Path) -> list[tuple[str, int]]:
    """The names by which a rule file includes others, each with its line; PuzzleError if it cannot be read."""
    text = _read(path, display(path))
    return [(name, text.line_of(statement.start)) for name, statement in text.includes]


def beyond_rules(files: Iterable[Path]) -> list[Path]:
    """The files with what a person knows beyond these rule files, and those that they include."""
    return [path for file in included(files) if (path := beside(file, BEYOND)).is_file()]


def looked_for(files: Iterable[RuleFile]) -> list[Path]:
    """The rule files with all that they include, at any depth, and the places at which that was looked for in vain."""
    return [Path(path) for path in _read_all(files).states]


def included(files: Iterable[RuleFile]) -> list[Path]:
    """The rule files that are there, what they include, at any depth, and what stands beside them."""
    return _read_all(files).files


def _read_all(files: Iterable[RuleFile]) -> _Reading:
    reading = _Reading()
    for file in files:
        if isinstance(file, Path):
            reading.add(file)
        else:
            reading.add_text(file)
    return reading


# -- Rules that a puzzle brings with it


_INCLUDE = re.compile(r'#include\s*"(?:\.\./[\w-]+/)?[\w-]+\.lp"\s*\.')


def check_strange(file: str, text: str, line: int = 1) -> None:
    """PuzzleError if rules could do more than state a puzzle: run scripts, or read files besides pysolve's. line: on
    which they begin.

    Looks at comments and texts, too, so that nothing can hide in them.
    """
    for match in re.finditer(r"#\s*(script|include)", text):
        if match[1] == "script":
            sentence = "found #script, but rules that come with a puzzle cannot run programs"
        elif not _INCLUDE.match(text, match.start()):
            sentence = 'found an #include of another file, expected one of pysolve\'s, such as "../lib/loop.lp"'
        else:
            continue
        raise PuzzleError(sentence, file=file, line=text.count("\n", 0, match.start()) + line)


def looks_like_rules(text: str) -> bool:
    """Whether some line of a text is one of rules, so that its author hardly means words."""
    return re.search(r"^[^%\n]*:-\s.*\.\s*$", text, re.MULTILINE) is not None


def sentences_of(rules: RuleFile) -> list[str]:
    """What rules say in words; PuzzleError if they cannot be read."""
    text = _known(rules.text) if isinstance(rules, RuleText) else _read(rules, display(rules))
    return [each.words for each in text.sentences]


def whole_text(rules: RuleFile) -> str:
    """Rules as a puzzle may bring them with it: what they include stands in place of the directive, once, except for
    the laws that come with pysolve. PuzzleError if a file cannot be read.
    """
    return rules.text if isinstance(rules, RuleText) else _whole(rules, set())


def _whole(path: Path, seen: set[Path]) -> str:
    seen.add(path.resolve())
    text = _read(path, display(path))
    pieces, at = [], 0
    for name, statement in text.includes:
        target = _find(name, path, state)
        if target is None:
            sentence = f"there is no file {quote(name, 80)} to include"
            raise PuzzleError(sentence, file=display(path), line=text.line_of(statement.start))
        if target.resolve().is_relative_to(library()):
            piece = f'#include "../{target.resolve().relative_to(library()).as_posix()}".'
        else:
            piece = "" if target.resolve() in seen else _whole(target, seen).strip("\n")
        pieces += [text.text[at : statement.start], piece]
        at = statement.end
    return "".join([*pieces, text.text[at:]])


def _find(name: str, including: Path, state_of: Callable[[str], _State]) -> Path | None:
    """The file of an include: beside the including file, or, for '../lib/x.lp', in pysolve's library."""
    places = [including.parent / name]
    if name.startswith("../"):
        places.append(library() / name.removeprefix("../"))
    return next((place for place in places if state_of(str(place)) is not None), None)


def by_author(type_: PuzzleType) -> Callable[[str, int], bool]:
    """What says of the rule that begins on a line of a file whether its author is the puzzle's, or that of a type of
    one's own: pysolve's type of this name, and what that includes, has no such rule.
    """
    own = library() / type_.name
    shipped = own / "rules.lp" if (own / "rules.lp").is_file() else type_.rules_file
    known = {path.resolve() for path in included([shipped]) if path.resolve().is_relative_to(library())}

    def is_by_author(file: str, line: int) -> bool:
        path = Path(file).resolve()
        if path in known:
            return False
        if path.parent != type_.folder.resolve() or not (own / path.name).is_file():
            return True
        return _statements(path).get(line) not in _statements(own / path.name).values()

    return is_by_author


def _statements(path: Path) -> dict[int, str]:
    """The statements of a rule file, by the line on which each begins."""
    text = _read(path, display(path))
    return {text.line_of(each.start): text.text[each.start : each.end] for each in text.statements}


#: What a file was like: time of its last change, size, device, number. None: it was not there, or no plain file.
_State = tuple[int, int, int, int] | None

_YOUNG = 2 * 10**9  # nanoseconds after a change within which another one might leave the same time


def state(path: str) -> _State:
    """What a file is like: something else as soon as it has changed."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    if not stat.S_ISREG(status.st_mode):
        return None
    return status.st_mtime_ns, status.st_size, status.st_dev, status.st_ino


class _Reading:
    """A program made from files, and what those files were like, with those that were looked for in vain."""

    def __init__(self, beside_: tuple[str, ...] = (FAST, BEYOND)) -> None:
        self.program = Program()
        self.errors: list[PuzzleError] = []
        self._beside = beside_
        self._seen: set[Path] = set()
        self.states: dict[str, _State] = {}
        self._lasting = True  # every file is a plain one that was not changed just now

    @property
    def files(self) -> list[Path]:
        """The files that were there, under the names by which they were looked for."""
        return [Path(path) for path, state in self.states.items() if state is not None]

    def is_current(self) -> bool:
        """Whether reading the files again would give the same."""
        return self._lasting and all(state(path) == known for path, known in self.states.items())

    def add(self, path: Path, beyond: bool = False) -> None:
        """Adds what a file includes, the file itself, then what stands beside it; what cannot be read is an error.

        beyond: the file says what a person knows beyond the rules.
        """
        resolved = path.resolve()
        if resolved in self._seen:
            return
        self._seen.add(resolved)
        found = self._state_of(str(path))  # before it is read: a change in between is noticed the next time
        if found is None or found[0] > time.time_ns() - _YOUNG:
            self._lasting = False
        shown = display(path)
        try:
            text = _read(path, shown)
        except PuzzleError as error:
            self.errors.append(error)
            return
        own = self._without_includes(text, path, shown, 1)
        self.program.add(own, shown, from_library=resolved.is_relative_to(library()), beyond=beyond)
        for name in self._beside:
            further = beside(path, name)
            if self._state_of(str(further)) is not None:
                self.add(further, name == BEYOND)

    def add_text(self, rules: RuleText) -> None:
        """Adds rules that a puzzle brings with it, indented as in its file: so messages name the right place."""
        text = _known("\n".join(" " * rules.indent + line if line else "" for line in rules.text.split("\n")))
        own = self._without_includes(text, library() / "lib" / "rules.lp", rules.file, rules.line)
        self.program.add(own, rules.file, line=rules.line)

    def _without_includes(self, text: Text, path: Path, shown: str, line: int) -> Text:
        """Adds what a text includes; returns the rest. path: beside which includes are looked for. line: of the file,
        on which the text begins.
        """
        for error in islice(problems(text, shown), _MOST_PROBLEMS):
            error.line = None if error.line is None else error.line + line - 1
            self.errors.append(error)
        for name, statement in text.includes:
            target = _find(name, path, self._state_of)
            if target is None:
                sentence = f"there is no file {quote(name, 80)} to include"
                self.errors.append(PuzzleError(sentence, file=shown, line=text.line_of(statement.start) + line - 1))
            else:
                self.add(target)
        return text.without([each for _, each in text.includes])

    def show_what_is_open(self) -> None:
        """Where the rules do not say what is shown, has them show what may differ between answers.

        clingo would show all: the board, the clues, and what is added to programs besides.
        """
        if self.program.selects:
            return
        shows = [f"#show {name}/{arity}." for name, arity in syntax.open_predicates(self.program.text)]
        if shows:
            self.program.add("\n".join(shows), "")

    def _state_of(self, path: str) -> _State:
        self.states[path] = found = state(path)
        return found


#: By what of beside them is read, the current directory and the files. Nothing is added to a reading that is kept.
# As many as there may be types, several times: with what makes them faster, and the like. To read one again takes 1 ms.
_kept = Kept[tuple[object, ...], _Reading](1024)


def _read(path: Path, shown: str) -> Text:
    try:
        with open(path, "rb") as file:
            pieces = iter(lambda: file.read(_PIECE), b"")  # to read all at once would reserve as much as it may be
            data = b"".join(islice(pieces, LARGEST_FILE // _PIECE + 1))
        text = data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except OSError as error:
        if isinstance(error, IsADirectoryError):
            raise PuzzleError("this is a folder, expected a file of rules", file=shown) from None
        raise PuzzleError(f"the rule file cannot be read: {said_by_system(error)}", file=shown) from None
    except ValueError as error:
        if not isinstance(error, UnicodeDecodeError):  # a NUL in the name
            raise PuzzleError("this is not the name of a file", file=quote(shown)) from None
        raise PuzzleError("found bytes that are not text, expected rules in UTF-8", file=shown) from None
    if "\0" in text:
        raise PuzzleError("found binary data, expected rules", file=shown)
    if len(data) > LARGEST_FILE:
        raise PuzzleError(f"found more than {LARGEST_FILE // 2**20} MB, expected rules", file=shown)
    return _known(text)


_known = lru_cache(maxsize=512)(Text)  # many types include the same file


def display(path: RuleFile) -> str:
    """A path as messages show it: relative to the current directory if it lies below it; of rules in a puzzle, that of
    its file.
    """
    if isinstance(path, RuleText):
        return path.file
    full = os.path.normpath(os.path.abspath(path))
    try:
        return str(Path(full).relative_to(Path.cwd()))
    except ValueError:
        return full
