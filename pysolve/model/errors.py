"""What goes wrong with input, or is remarkable about it, in one sentence and with its place."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple, ParamSpec, SupportsFloat, SupportsIndex, TypeVar

if TYPE_CHECKING:
    from .puzzle import Reason
    from .terms import Value

_Arguments = ParamSpec("_Arguments")
_Returned = TypeVar("_Returned")


class PuzzleError(Exception):
    """Input that cannot be used: a puzzle, a manifest, an option or a rule file.

    sentence: what was found and what was expected, without a full stop.
    file: the name of the file (or of the puzzle in it) that the user gave.
    line: the line of the file, from 1. row, column: the cell, from 1; in rules, column is the character of the line.
    place: the cell, or another place of the board. others: further errors of the same kind, as far as they are known.
    missing: what the user may name besides, so that it can be read: 'type', 'words' for a list that is not here, 'text'
    in a request; or None. likely: the types that it may be of, the first one most likely, as far as that is known.
    droppable: names of what may be left out of the puzzle, so that it can be read.
    how: what helps on the command line, as it follows the sentence there: ' (--drop leaves it out)'. Who looks at the
    page is not told it, but offered something to press.
    """

    def __init__(
        self,
        sentence: str,
        *,
        file: str | None = None,
        line: int | None = None,
        row: int | None = None,
        column: int | None = None,
        how: str = "",
    ) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.how = how
        self.file = file
        self.line = line
        self.row = row
        self.column = column
        self.excerpt: str | None = None  # lines that show the place, for rule files
        self.place: Value | None = None  # of the board, where one is meant
        self.others: tuple[PuzzleError, ...] = ()  # what else is wrong, as far as that is known
        self.missing: str | None = None  # 'type' or 'words', where that alone is not known
        self.likely: tuple[str, ...] = ()
        self.droppable: tuple[str, ...] = ()

    def about(self, place: Value) -> PuzzleError:
        """The same error about a place of the board."""
        self.place = place
        return self

    def adding(self, sentence: str) -> PuzzleError:
        """The same error, which says more."""
        self.sentence += f"; {sentence}"
        return self

    def moved(self, lines: int) -> PuzzleError:
        """The same error, this many lines further down in the file."""
        self.line = None if self.line is None else self.line + lines
        return self

    def at(self, **place: str | int | None) -> PuzzleError:
        """The same error with the parts of its place that it did not know yet."""
        for name, value in place.items():
            if getattr(self, name) is None:
                setattr(self, name, value)
        return self

    def __str__(self) -> str:
        place = [] if self.file is None else [self.file]
        for name in ("line", "row", "column"):
            number = getattr(self, name)
            if number is not None and not (name == "line" and self.row is not None):
                place.append(f"{name} {number}")
        said = self.sentence + self.how
        return f"{', '.join(place)}: {said}" if place else said

    def __reduce__(self) -> tuple[object, ...]:
        """Errors travel between processes."""
        return (_rebuild, (type(self), self.sentence, self.__dict__))


@contextmanager
def placed(**place: str | int | None) -> Iterator[None]:
    """Errors within get the parts of this place that they do not know: see PuzzleError.at."""
    try:
        yield
    except PuzzleError as error:
        raise error.at(**place) from None


class StoppedError(PuzzleError):
    """What was begun was ended: by a limit, by the death of a worker, or because nobody wants it. reason: which; the
    sentence may say more.
    """

    def __init__(self, reason: Reason, sentence: str = "", *, file: str | None = None) -> None:
        super().__init__(sentence or str(reason), file=file)
        self.reason = reason


def together(errors: Sequence[PuzzleError]) -> PuzzleError:
    """The first of some errors, which knows the others."""
    errors[0].others = tuple(errors[1:])
    return errors[0]


def _rebuild(kind: Callable[[Any], PuzzleError], sentence: str, known: Mapping[str, object]) -> PuzzleError:
    error = kind(sentence)
    error.__dict__.update(known)
    return error


class Remark(NamedTuple):
    """Something that the user should know of the input or the rules, though it can be used.

    sentence: without a full stop. file, line, column: where, as in PuzzleError; how: likewise.
    """

    sentence: str
    file: str | None = None
    line: int | None = None
    column: int | None = None
    how: str = ""

    def __str__(self) -> str:
        return str(PuzzleError(self.sentence, file=self.file, line=self.line, column=self.column, how=self.how))


def unread(given: Mapping[str, object], known: Sequence[str], file: str) -> list[Remark]:
    """A remark on the keys of an object that are not known, if it has any; those without a value say nothing."""
    names = [quote(name) for name, value in given.items() if name not in known and value not in (None, "", [], {})]
    return [Remark(f"passed over: {', '.join(names)}", file)] if names else []


def fault(error: BaseException) -> PuzzleError:
    """What was not foreseen, as a sentence for the user. The traceback goes to the logger `pysolve`, at debug level."""
    import logging  # takes time at the start, and is hardly ever needed

    logging.getLogger("pysolve").debug("a fault in pysolve itself", exc_info=error)
    try:
        detail = " ".join(str(error).split())[:300]
    except Exception:  # it cannot even be said
        detail = ""
    return PuzzleError(f"a fault in pysolve itself: {type(error).__name__}{': ' if detail else ''}{detail}")


def quote(token: str, longest: int = 30) -> str:
    """A token as a message shows it: in quotes, shortened, without control characters."""
    shown = "".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in token)
    return f"'{shown[:longest]}…'" if len(shown) > longest else f"'{shown}'"


def check_characters(text: str, file: str | None = None) -> None:
    """PuzzleError for control characters and halves of characters, which no text holds."""
    wrong = r"[\x00-\x08\x0e-\x1f]" if text.isascii() else r"[\x00-\x08\x0e-\x1f\ud800-\udfff]"  # slow to compile
    control = re.search(wrong, text)
    if control:
        line = text.count("\n", 0, control.start()) + 1
        raise PuzzleError("found binary data, expected text", file=file, line=line)


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that was most likely meant: the one with the fewest slips, one for each three letters at most. A
    slip is a letter that is wrong, missing or too many, or a pair that is swapped (F. Damerau, 1964); a vowel for
    another one counts half, and so does an end that is missing.
    """
    slips, found = min(((_slips(word, each), each) for each in known), default=(0.0, None))
    return found if slips <= (len(word) + 2) // 3 else None


def _slips(one: str, other: str) -> float:
    if len(one) > 3 and other.startswith(one):
        return 0.5
    before: Sequence[float] = ()
    row: Sequence[float] = range(len(other) + 1)
    for i, letter in enumerate(one, 1):
        earlier, before, new = before, row, [float(i)]
        for j, wanted in enumerate(other, 1):
            wrong = 0.0 if letter == wanted else 0.5 if {letter, wanted} <= _VOWELS else 1.0
            new.append(min(before[j] + 1, new[-1] + 1, before[j - 1] + wrong))
            if i > 1 < j and (one[i - 2], letter) == (wanted, other[j - 2]):
                new[-1] = min(new[-1], earlier[j - 2] + 1)
        row = new
    return row[-1]


_VOWELS = frozenset("aeiouy")


def many(number: int, noun: str) -> str:
    """'1 row', '2 rows'."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def alternatives(words: list[str]) -> str:
    """'a', 'a or b', 'a, b or c'."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def said_by_system(error: Exception) -> str:
    """What the system says is wrong, as the end of a sentence. error: mostly an OSError."""
    return str(getattr(error, "strerror", None) or error).lower()


# -- Arguments of the Python API


def checked(function: Callable[_Arguments, _Returned]) -> Callable[_Arguments, _Returned]:
    """The function, which raises PuzzleError, in a sentence, for an argument of another kind than it takes."""
    signature = inspect.signature(function)

    @wraps(function)
    def with_check(*given: _Arguments.args, **named: _Arguments.kwargs) -> _Returned:
        types = {name: plain_type(annotation) for name, annotation in function.__annotations__.items()}
        check_arguments(function.__name__, types, signature.bind(*given, **named).arguments)
        return function(*given, **named)

    return with_check


def plain_type(annotation: str) -> str:
    """The type that an annotation names: 'int' of 'Annotated[int, Says(…)]' or 'Annotated[int, SEED]'."""
    match = re.match(r"Annotated\[(.*?), (?:Says\(|[A-Z]+\]$)", annotation)
    return match[1] if match is not None else annotation


#: What an annotation is called in a sentence; one that is not listed is not checked.
_WORDS = {
    "Puzzle": "a puzzle (pysolve.read and pysolve.puzzle give one)",
    "Settings": "pysolve.Settings(…)",
    "int": "a whole number",
    "float": "a number",
    "bool": "True or False",
    "str": "a text",
    "None": "None",
    "tuple[str, ...]": "a tuple of texts",
    "Mapping[str, str]": "a dict of texts",
}

_LONGEST = 60


def check_arguments(where: str, annotations: Mapping[str, str], values: Mapping[str, object]) -> None:
    """PuzzleError for the first argument that is none of what its annotation names. where: what takes the arguments."""
    for name, value in values.items():
        kinds = re.split(r" \| ", annotations.get(name, "object"))
        if all(kind in _WORDS for kind in kinds) and not any(_is(value, kind) for kind in kinds):
            shown = repr(value)
            shown = shown if len(shown) <= _LONGEST else f"{shown[:_LONGEST]}…"
            expected = alternatives([_WORDS[kind] for kind in kinds])
            raise PuzzleError(f"{where}: {name} is {shown}, expected {expected}")


def _is(value: object, kind: str) -> bool:
    if value is None or kind == "None":  # first: whether None is a number takes long to find
        return value is None and kind == "None"
    if kind == "bool" or isinstance(value, bool):
        return kind == "bool" and isinstance(value, bool)
    if kind == "tuple[str, ...]":
        return isinstance(value, (tuple, list)) and _are_texts(value)
    if kind == "Mapping[str, str]":
        return isinstance(value, Mapping) and _are_texts([*value.keys(), *value.values()])
    if kind in ("Puzzle", "Settings"):
        return type(value).__name__ == kind  # the classes themselves are imported when they are needed
    if kind == "str":
        return isinstance(value, str)
    return isinstance(value, SupportsIndex) or (kind == "float" and isinstance(value, SupportsFloat))  # numpy's, too


def _are_texts(values: Iterable[object]) -> bool:
    return all(isinstance(each, str) for each in values)


# -- Packages that only some commands need


#: What pysolve is called where packages are kept; the import and the command are `pysolve`.
DISTRIBUTION = "pysolve-puzzles"


def require(extra: str, *modules: str, need: str) -> None:
    """PuzzleError if one of the modules is not there: `need` (such as 'a PNG') and the command that installs them.

    The command names the packages themselves, so that it works wherever pysolve came from.
    """
    for module in modules:
        if find_spec(module) is None:
            raise PuzzleError(f"{need} needs {module}, which is not installed: {_command(extra)}")


def _command(extra: str) -> str:
    from importlib import metadata  # costly, and hardly ever needed

    try:
        requirements = metadata.requires(DISTRIBUTION) or []
    except metadata.PackageNotFoundError:  # run from its folder, without being installed
        return f"pip install '.[{extra}]' in pysolve's folder"
    of_extra = [re.split(r"\s*;", each)[0] for each in requirements if re.search(rf"extra == ['\"]{extra}['\"]", each)]
    return "python -m pip install " + " ".join(f"'{each}'" for each in of_extra)
