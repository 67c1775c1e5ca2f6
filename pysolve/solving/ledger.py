"""The ledger of rules: what is derived though nothing reads it, and what is read though nothing can derive it.

clingo takes an atom that no rule speaks of for a slip, but not one that `#defined` declares, nor one whose arguments
never fit: a law whose #include is forgotten is silently no rule, and so is `:- value(X, "5").` where values are
numbers. Here the rules are run once with kinds in place of values (rules/syntax), from the facts that the manifest says
to what follows; then back, from what refutes and what is shown, to all that it rests on. A rule that fires for no kind
never applies, and what is not met on the way back says nothing.

A kind holds all that a value can be, and more. So what is named here has no effect in any puzzle of the type.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from .. import rules
from ..catalog import manifest
from ..model.board import CELL_SHAPES
from ..model.errors import Remark, nearest
from ..model.parts import CAPTIONS, Part
from ..model.puzzle import number_or_text
from ..model.puzzle_type import PuzzleType, RuleFile, RuleText
from ..model.terms import Term
from ..model.tokens import INDEX, LETTERS, Role, is_pattern, pattern
from ..rules import syntax
from ..rules import syntax as kinds
from ..rules.library import ProgramText, library
from ..rules.syntax import (
    ANYTHING,
    EQUAL,
    NOTHING,
    NUMBERS,
    TEXTS,
    UNEQUAL,
    Atom,
    Clause,
    Clauses,
    Form,
    Kind,
    Kinds,
    Scope,
    Signature,
)
from ..rules.text import Text, depends_on
from .grounding import parse
from .remarks import IMPOSSIBLE, INVALID
from .word_domains import GIVEN_LETTER, LEAST_SCORE, SLOT_LETTER, Aim

#: What each argument of a predicate can be.
Arguments = tuple[Kind, ...]

_CELL = kinds.function("", [NUMBERS, NUMBERS])

#: What every puzzle has, and what the driver may add to it (docs/rules.md, 'Lists of words').
_EVERY_PUZZLE: Mapping[Signature, Arguments] = {
    ("cell", 1): (_CELL,), ("rows", 1): (NUMBERS,), ("columns", 1): (NUMBERS,),
    ("board", 1): (kinds.names(*(shape.name for shape in CELL_SHAPES)),),
    ("words_chosen", 0): (), ("may_hold", 2): (ANYTHING, NUMBERS),
}  # fmt: skip

_MESSAGES: frozenset[Signature] = frozenset({(INVALID, 3), (IMPOSSIBLE, 3)})

#: What says that an atom, the first argument, puts something on a cell (analysis/placements.py).
PLACEMENT = "placement"

#: What says that the value of a cell is a part of a number (analysis/placements.py).
SUMMAND, FACTOR = "summand", "factor"

#: What rules say for the words of reasons alone, with the number of arguments.
TOLD = {PLACEMENT: 2, SUMMAND: 3, FACTOR: 3}

#: What the driver reads, besides what is shown and drawn.
_BY_DRIVER: frozenset[Signature] = _MESSAGES | {
    ("give", 1), (SLOT_LETTER, 3), (GIVEN_LETTER, 2), (LEAST_SCORE, 2), *((aim, 0) for aim in Aim), *TOLD.items(),
}  # fmt: skip


class Slip(NamedTuple):
    """Something in the rules that has no effect."""

    sentence: str
    file: str
    line: int | None = None
    column: int | None = None
    excerpt: str | None = None  # lines that show the place, where a column is known
    facts: Signature | None = None  # the predicate, if it is about those of tokens

    @property
    def remark(self) -> Remark:
        """The same as a remark."""
        return Remark(self.sentence, self.file, self.line, self.column)


def slips(type_: PuzzleType, added: Iterable[str | RuleFile] = (), *, whole: bool) -> list[Slip]:
    """What has no effect in rules added to a type; whole: and in its own. PuzzleError if they cannot be read."""
    further = [Path(each) if isinstance(each, str) else each for each in added]
    files = tuple(dict.fromkeys([*type_.rule_files, *further]))
    folders = [type_.folder] if whole else []
    own = frozenset(Path(each.file if isinstance(each, RuleText) else each).resolve() for each in (*further, *folders))
    return list(_kept(type_, files, own, rules.load(files, beyond=True).pieces))


@lru_cache(maxsize=64)  # a puzzle is searched for in several ways, and many puzzles have the same rules
def _kept(
    type_: PuzzleType, files: tuple[RuleFile, ...], own: frozenset[Path], pieces: tuple[ProgramText, ...]
) -> tuple[Slip, ...]:
    return tuple(_Ledger(type_, rules.load(files, beyond=True), own).slips())


# -- Forwards, from facts


class _Fired(NamedTuple):
    """What a clause reads and derives for some kinds of its variables."""

    clause: Clause
    reads: list[tuple[Atom, Arguments]]
    derives: list[tuple[Atom, Arguments]]


class _Misfit(NamedTuple):
    """Why something never applies, and where. missing: the predicate that nothing derives, if that is why."""

    sentence: str
    line: int
    column: int
    missing: Signature | None = None


class _Run:
    """Clauses, run with kinds in place of values. derived: what predicates can hold. fired: the clauses that apply."""

    def __init__(self, clauses: list[Clause], given: Mapping[Signature, Arguments]) -> None:
        self.derived = dict(given)
        fired: dict[int, _Fired] = {}
        readers: dict[Signature, list[int]] = {}
        for number, clause in enumerate(clauses):
            for signature in {each.signature for each in clause.body.all_needed()}:
                readers.setdefault(signature, []).append(number)
        ahead = dict.fromkeys(range(len(clauses)))
        while ahead:
            number = next(iter(ahead))
            del ahead[number]
            now = _Fired(clauses[number], [], [])
            if self._fire(now, now.clause.body, {}):
                fired[number] = now
            for atom, arguments in now.derives:
                if self._derive(atom.signature, arguments):
                    ahead |= dict.fromkeys(readers.get(atom.signature, ()))
        self.fired = [fired[number] for number in sorted(fired)]

    def _derive(self, signature: Signature, arguments: Arguments) -> bool:
        """Whether that is news."""
        known = self.derived.get(signature)
        joined = arguments if known is None else _joined(known, arguments)
        self.derived[signature] = joined
        return joined != known

    def _fire(self, fired: _Fired, scope: Scope, known: Kinds) -> bool:
        """Whether a scope can hold; what it then reads and derives is noted. known: the kinds of the variables."""
        if self.misfit(scope, known) is not None:
            return False
        for atom in scope.heads:
            fired.derives.append((atom, tuple(kinds.trimmed(kinds.kind_of(each, known)) for each in atom.arguments)))
        for atom in (*scope.needed, *scope.read):
            fired.reads.append((atom, tuple(kinds.kind_of(each, known) for each in atom.arguments)))
        for inner in scope.inner:
            self._fire(fired, inner, dict(known))
        return True

    def misfit(self, scope: Scope, known: Kinds) -> _Misfit | None:
        """Why a scope can never hold; None if it can. known: the kinds of the variables, which become narrower."""
        while True:
            before = dict(known)
            misfit = self._unlike_atom(scope, known) or self._never_equal(scope, known)
            if misfit is not None or known == before:
                return misfit

    def _unlike_atom(self, scope: Scope, known: Kinds) -> _Misfit | None:
        for atom in scope.needed:
            holds = self.derived.get(atom.signature)
            if holds is None:
                return _underived(atom)
            for number, (term, kind) in enumerate(zip(atom.arguments, holds), 1):
                found = kinds.kind_of(term, known)
                if not kinds.narrow(term, kind, known):
                    return _never(atom, number, found, kind)
        for atom in (*scope.heads, *scope.read):
            if any(kinds.kind_of(each, known) == NOTHING for each in atom.arguments):
                return _Misfit(_NO_NUMBER, atom.line, atom.column)
        return None

    @staticmethod
    def _never_equal(scope: Scope, known: Kinds) -> _Misfit | None:
        for each in scope.compared:
            one, other = kinds.kind_of(each.left, known), kinds.kind_of(each.right, known)
            if NOTHING in (one, other):
                return _Misfit(_NO_NUMBER, each.line, each.column)
            if each.operator == EQUAL and not (
                kinds.narrow(each.left, other, known) and kinds.narrow(each.right, one, known)
            ):
                return _Misfit(f"{_sides(one, other)}, so they are never equal", each.line, each.column)
        return None

    def doubtful(self, scope: Scope, known: Kinds) -> Iterator[_Misfit]:
        """What is always the same within a scope that can hold: atoms, comparisons, conditions."""
        for atom in scope.read:
            if atom.signature not in self.derived:
                yield _underived(atom)
            for number, (term, kind) in enumerate(zip(atom.arguments, self.derived.get(atom.signature, ())), 1):
                if not kinds.narrow(term, kind, dict(known)):
                    yield _never(atom, number, kinds.kind_of(term, known), kind)
                    break
        yield from compared(scope, known)
        for inner in scope.inner:
            inside = dict(known)
            misfit = self.misfit(inner, inside)
            yield from [misfit] if misfit is not None else self.doubtful(inner, inside)


_NO_NUMBER = "this calculates with something that is not a number"


def compared(scope: Scope, known: Kinds) -> Iterator[_Misfit]:
    """The comparisons of a scope with the same result for all values of these kinds."""
    for each in scope.compared:
        one, other = kinds.kind_of(each.left, known), kinds.kind_of(each.right, known)
        sorts = kinds.sorts(one), kinds.sorts(other)
        unlike = kinds.meet(one, other) == NOTHING if each.operator == UNEQUAL else sorts[0].isdisjoint(sorts[1])
        if unlike and all(sorts) and "limit" not in sorts[0] | sorts[1]:
            yield _Misfit(f"{_sides(one, other)}, so this comparison says nothing", each.line, each.column)


def _sides(one: Kind, other: Kind) -> str:
    return f"one side is {kinds.in_words(one)}, the other one {kinds.in_words(other)}"


def _underived(atom: Atom) -> _Misfit:
    return _Misfit("", atom.line, atom.column, atom.signature)


def _never(atom: Atom, number: int, found: Kind, expected: Kind) -> _Misfit:
    which = f"argument {number} of {_written(atom.signature)}"
    sentence = f"{which} is never {kinds.in_words(found)}, but {kinds.in_words(expected)}"
    return _Misfit(sentence, atom.line, atom.column)


def _written(signature: Signature) -> str:
    return f"{signature[0]}/{signature[1]}"


def _is_place(kind: Kind, parts: Iterable[Part]) -> bool:
    """Whether this can be a place of the board, 'board', or the name of one of these parts."""
    pair, named = Form("function", "", 2), {Form("name", name) for name in ("board", *(part.name for part in parts))}
    if kind is None or not named.isdisjoint(kind):
        return True
    other = any(form.sort == "function" and form.name for form in kind)
    return other or (pair in kind and kinds.meet(kind, _CELL) != NOTHING)


def _joined(one: Arguments, other: Arguments) -> Arguments:
    return tuple(kinds.join(*pair) for pair in zip(one, other))


def _fit(one: Arguments, other: Arguments) -> bool:
    return all(kinds.meet(*pair) != NOTHING for pair in zip(one, other))


# -- Backwards, from what decides


class _Ledger:
    """A program of a type, run forwards and back. own: the files, and the folders of files, that are looked at."""

    def __init__(self, type_: PuzzleType, program: rules.Program, own: frozenset[Path]) -> None:
        self._type = type_
        self._program = program
        self._owned: dict[str, bool] = {}
        self._own = own
        constants = _constants(type_, program)
        self._clauses = Clauses(parse(program), constants)
        self._beside = _beside(type_)
        self._tokens = list(_tokens(type_))
        given = dict(_EVERY_PUZZLE)
        given.update((each, (ANYTHING,) * each[1]) for each in self._beside.derived)
        for template, arguments in (fact for _, facts in self._tokens for fact in facts):
            known = given.get(signature := template.signature)
            given[signature] = arguments if known is None else _joined(known, arguments)
        self._run = _Run(self._clauses.all, given)
        drawn = {rule.template.signature for rule in type_.mark_rules}
        self._wanted = {*self._clauses.shown, *drawn, *_BY_DRIVER, *self._beside.read}
        self._needed: dict[Signature, list[Arguments]] = {}
        self._idle = self._run.fired
        self._find_what_matters()

    def _find_what_matters(self) -> None:
        """Fills what is needed, and leaves the clauses that nothing needs."""
        while matter := [each for each in self._idle if self._matters(each)]:
            ids = set(map(id, matter))
            self._idle = [each for each in self._idle if id(each) not in ids]
            for each in matter:
                for atom, arguments in each.reads:
                    some = self._needed.setdefault(atom.signature, [])
                    if arguments not in some:
                        some.append(arguments)

    def _matters(self, fired: _Fired) -> bool:
        return fired.clause.decides or any(self._is_needed(*each) for each in fired.derives)

    def _is_needed(self, atom: Atom, arguments: Arguments) -> bool:
        (name, arity), signature = atom.signature, atom.signature
        opposite = name[1:] if name.startswith("-") else f"-{name}"  # both at once refute an answer
        return (
            signature in self._wanted
            or (opposite, arity) in self._run.derived
            or any(_fit(arguments, each) for each in self._needed.get(signature, ()))
        )

    # -- What is found

    def slips(self) -> list[Slip]:
        """All of them, each once, in the order of their places."""
        if not self._clauses.understood:
            return []
        found = [
            *self._misfits(),
            *self._wrong_places(),
            *self._unread(),
            *self._unread_facts(),
            *self._idle_laws(),
            *self._idle_constants(),
        ]
        return sorted(dict.fromkeys(found), key=lambda each: (each.file, each.line or 0, each.column or 0))

    def _is_own(self, line: int) -> bool:
        return self._is_own_file(self._program.place(line)[0])

    def _is_own_file(self, file: str) -> bool:
        if file not in self._owned:
            path = Path(file).resolve()
            self._owned[file] = path in self._own or path.parent in self._own
        return self._owned[file]

    def _slip(self, sentence: str, line: int, column: int) -> Slip:
        text = self._program.line(line)
        at = len(text.encode()[: column - 1].decode(errors="ignore"))  # columns count bytes
        return Slip(sentence, *self._program.place(line), at + 1, f"    {text}\n    {' ' * at}^")

    def _misfits(self) -> Iterator[Slip]:
        """Clauses that never apply, and parts of clauses without an effect; of laws only the comparisons."""
        underived = self._run.derived.keys() | {
            atom.signature for clause in self._clauses.all for atom in clause.body.all_heads()
        }
        for clause in self._clauses.all:
            known: Kinds = {}
            misfit = self._run.misfit(clause.body, known)
            if not self._is_own(clause.line):
                found = compared(clause.body, known) if misfit is None else iter(())
            else:
                found = self._run.doubtful(clause.body, known) if misfit is None else iter([misfit])
            for each in found:
                if each.missing is None:
                    yield self._slip(each.sentence, each.line, each.column)
                elif each.missing not in underived:
                    sentence = f"nothing derives {_written(each.missing)}, and no token becomes it"
                    likely = self._likely(each.missing, self._run.derived)
                    yield self._slip(sentence + likely, each.line, each.column)

    def _wrong_places(self) -> Iterator[Slip]:
        """Messages about something that is not a place: the driver could not say where."""
        for fired in self._run.fired:
            for atom, arguments in fired.derives if self._is_own(fired.clause.line) else ():
                if atom.signature in _MESSAGES and not _is_place(arguments[0], self._type.parts):
                    sentence = f"found {kinds.in_words(arguments[0])}, expected a place or 'board'"
                    yield self._slip(sentence, atom.line, atom.column)

    def _unread(self) -> Iterator[Slip]:
        """What is derived and not read, without what is read by nothing but that."""
        feeds: dict[Signature, set[Signature]] = {}
        for each in self._idle:
            for atom, _ in each.derives:
                feeds.setdefault(atom.signature, set()).update(read.signature for read, _ in each.reads)
        for fired in self._run.fired:
            for atom, arguments in fired.derives if self._is_own(fired.clause.line) else ():
                if not self._is_needed(atom, arguments):
                    readers = {
                        head.signature
                        for other in self._idle if self._is_own(other.clause.line)
                        if any(each.signature == atom.signature and _fit(arguments, its) for each, its in other.reads)
                        for head, _ in other.derives
                    }  # fmt: skip
                    if readers <= depends_on([atom.signature], feeds):
                        yield self._slip(self._why_unread(atom.signature, arguments), atom.line, atom.column)

    def _why_unread(self, signature: Signature, arguments: Arguments) -> str:
        written = _written(signature)
        for number, kind in enumerate(arguments):
            expected: Kind = NOTHING
            for each in self._needed.get(signature, ()):
                expected = kinds.join(expected, each[number])
            if expected != NOTHING and kinds.meet(kind, expected) == NOTHING:
                which = f"argument {number + 1} of {written} is {kinds.in_words(kind)} here"
                return f"{which}, but what reads it takes only {kinds.in_words(expected)}"
        sentence = f"no rule that has an effect reads {written}"
        included = {Path(self._file(each)).name for each in self._clauses.all}
        if (law := _law_that_reads(signature[0], included)) is not None:
            return f"{sentence} (is '#include \"../lib/{law}\".' missing?)"
        return sentence + self._likely(signature, [*self._needed, *self._wanted - _BY_DRIVER])

    @staticmethod
    def _likely(signature: Signature, known: Iterable[Signature]) -> str:
        """What was likely meant."""
        others = {_written(each) for each in known} - {_written(signature)}
        same = sorted(each for each in others if each.partition("/")[0] == signature[0])
        likely = same[0] if same else nearest(_written(signature), sorted(others))
        return f" (is {likely} meant?)" if likely else ""

    def _unread_facts(self) -> Iterator[Slip]:
        """Facts that tokens become, and no rule reads. One that is drawn is there for the eye, if its token says more
        besides, or is the '?' that stands for anything, or if answers do not show it. Rules need not read captions.
        """
        if self._type.folder.resolve() not in self._own:
            return
        file = rules.display(self._type.folder / "manifest.yaml")
        drawn, silent = {rule.template for rule in self._type.mark_rules}, self._silent()
        for key, facts in self._tokens:
            unread = [fact for fact in facts if not self._is_read(*fact)]
            for template, arguments in unread:
                alone = template not in drawn or (len(unread) == len(facts) and "?" not in key)
                if alone and template not in silent:
                    yield Slip(self._why_unread_fact(template, arguments), file, facts=template.signature)

    def _silent(self) -> set[Term]:
        """The facts that answers do not show, or that are captions."""
        silent = {rule.template for rule in self._type.mark_rules if rule.token == ""}
        return silent.union(*(part.templates for part in self._type.parts if CAPTIONS.are_texts(part)))

    def _is_read(self, template: Term, arguments: Arguments) -> bool:
        signature = template.signature
        needed = self._needed.get(signature, ())
        return signature in self._beside.read or any(_fit(arguments, each) for each in needed)

    def _why_unread_fact(self, template: Term, arguments: Arguments) -> str:
        signature = template.signature
        if self._needed.get(signature):
            return f"no rule reads the facts {template} of a token: {self._why_unread(signature, arguments)}"
        return f"no rule reads the facts {_written(signature)} of tokens{self._likely(signature, self._needed)}"

    def _idle_laws(self) -> Iterator[Slip]:
        """Laws that files include and that have no effect, as nothing derives what they speak of."""
        fired, idle = {id(each.clause) for each in self._run.fired}, {id(each.clause) for each in self._idle}
        at_work = {self._file(each) for each in self._clauses.all if id(each) in fired - idle}
        without_effect = {self._file(each) for each in self._clauses.all if id(each) not in fired} - at_work
        for file in dict.fromkeys(map(self._file, self._clauses.all)):
            for name, line in rules.includes(Path(file)) if self._is_own_file(file) else ():
                laws = {law for law in without_effect if Path(law).parts[-2:] == ("lib", Path(name).name)}
                if laws and not self._are_asked_for(laws):
                    yield Slip(f"'{name}' has no effect: nothing here gives it what it speaks of", file, line)

    def _are_asked_for(self, files: Collection[str]) -> bool:
        """Whether clingo would miss these files: rules elsewhere speak of what they define, however idly."""
        inside = [each for each in self._clauses.all if self._file(each) in files]
        defined = {atom.signature for each in inside for atom in each.body.all_heads()} - self._clauses.declared
        outside = (each for each in self._clauses.all if self._file(each) not in files)
        return any(atom.signature in defined for each in outside for atom in each.body.all_read())

    def _file(self, clause: Clause) -> str:
        return self._program.place(clause.line)[0]

    def _idle_constants(self) -> Iterator[Slip]:
        """Constants that no rule uses."""
        named = self._program.names | self._beside.names
        for name, line in self._clauses.constants.items():
            if name not in named and self._is_own(line):
                yield self._slip(f"no rule uses the constant {name}", line, 1)


def _constants(type_: PuzzleType, program: rules.Program) -> Mapping[str, Kind]:
    """What each `#const` can be: the words of an option, or what is of the same kind as its default."""
    found: dict[str, Kind] = {}
    for name, default in program.constants.items():
        option = type_.options.get(name)
        kind: Kind = NOTHING
        for word in (default, *(option.choices if option is not None else ())):
            plain = re.fullmatch(r"[a-z]\w*", word) is not None and word not in program.constants
            number = re.fullmatch(r"-?\d+", word) is not None
            kind = kinds.join(kind, NUMBERS if number else kinds.names(word) if plain else ANYTHING)
        found[name] = kind
    return found


class _Beside(NamedTuple):
    """What programs beside the rules derive, read and name: they make puzzles, find answers sooner, or are constraints
    that puzzles add.
    """

    derived: frozenset[Signature]
    read: frozenset[Signature]
    names: frozenset[str]


def _beside(type_: PuzzleType) -> _Beside:
    loaded = {"rules.lp", rules.FAST, rules.BEYOND}
    paths = [
        path
        for folder in (type_.folder, *type_.parents)
        for path in sorted(folder.glob("*.lp"))
        if path.name not in loaded
    ]
    offered = [each.rules_file for each in manifest.offered(type_) if isinstance(each.rules_file, Path)]
    derived: set[Signature] = set()
    read: set[Signature] = set()
    names: set[str] = set()
    for path in (*paths, *offered):
        try:
            text = Text(path.read_text(encoding="utf-8-sig"))
            statements = syntax.statements(text.without([each for _, each in text.includes]).text)
        except (RuntimeError, OSError, ValueError):
            continue  # whoever uses it says why
        found = Clauses(statements, {})
        names |= text.names
        derived.update(atom.signature for clause in found.all for atom in clause.body.all_heads())
        read.update(atom.signature for clause in found.all for atom in clause.body.all_read())
        if path in offered:  # its own facts
            derived |= found.declared
    return _Beside(frozenset(derived), frozenset(read), frozenset(names))


# -- What tokens become

_FIELDS: Mapping[str, Kind] = {
    "number": NUMBERS, "symbol": NUMBERS, "number?": kinds.join(NUMBERS, kinds.text("?")),
    "letter": TEXTS, "operator": TEXTS, "exits": TEXTS,
    "direction": kinds.names("n", "ne", "e", "se", "s", "sw", "w", "nw"),
}  # fmt: skip

_CLASSES: Mapping[str, Kind] = {
    "int": NUMBERS, "symbol": NUMBERS, "letter": TEXTS, "any": kinds.join(NUMBERS, TEXTS),
}  # fmt: skip

_PLACES: Mapping[str, Kind] = {
    name: kinds.of_value(letter.sample, {}) for name, letter in LETTERS.items()
    if letter.role in (Role.ON_BOARD, Role.LINE, Role.COUNT) and letter.sample is not None
}  # fmt: skip


def _tokens(type_: PuzzleType) -> Iterator[tuple[str, list[tuple[Term, Arguments]]]]:
    """What tokens become, by the keys of the tables that read them: templates with the kinds of their arguments."""
    for part in type_.parts:
        for key, templates in part.tokens.items():
            if not isinstance(templates, str):
                yield key, [(template, _arguments(template, _of_token(key))) for template in templates]
    for clue in type_.clues:
        if clue.when_removed is not None:
            yield "", [(clue.when_removed, _arguments(clue.when_removed, {}))]


def _arguments(template: Term, values: Mapping[str, Kind]) -> Arguments:
    return tuple(kinds.of_value(each, {**_PLACES, **values}) for each in template.args)


def _of_token(key: str) -> Mapping[str, Kind]:
    """The kinds of the values of a token, by the key of the table that reads it."""
    if is_pattern(key):
        return {INDEX: NUMBERS, **{name: _FIELDS.get(field, ANYTHING) for name, field in pattern(key).fields.items()}}
    value = _CLASSES[key] if key in _CLASSES else kinds.of_value(number_or_text(key), {})
    return {"V": value, "G": value}


# -- Laws


def _law_that_reads(name: str, included: Collection[str]) -> str | None:
    """A law of the library that is about a predicate, and not included; the one that is called so comes first."""
    laws = [
        law for law, needs in _needs_of_laws().items() if law not in included and re.search(rf"\b{name}[(/]", needs)
    ]
    return min(laws, key=lambda law: (law != f"{name}.lp", law), default=None)


@lru_cache(maxsize=1)
def _needs_of_laws() -> Mapping[str, str]:
    """What the header of each law says of what it needs."""
    found = {}
    for path in sorted((library() / "lib").glob("*.lp")):
        header = Text(path.read_text(encoding="utf-8")).header
        found[path.name] = header.partition("needs:")[2].partition("gives:")[0]
    return found
