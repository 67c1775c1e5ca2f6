"""A puzzle as ASP facts, as text and as clingo's symbols; and symbols as terms."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from threading import Lock
from typing import Any, NamedTuple

import clingo

from ..model import terms
from ..model.puzzle import Puzzle, letters_of
from ..model.puzzle_type import PuzzleType
from ..model.terms import Term, Value, write

#: The facts that every puzzle has (board), and what they say.
EVERY_PUZZLE = {
    "cell(X)": "X is a cell of the board, (row, column)", "rows(N)": "the board has N rows",
    "columns(N)": "the board has N columns, on hexagons and bricks half cells", "board(B)": "B is square, hex or brick",
}  # fmt: skip


class WordSelection(NamedTuple):
    """The words of a list that the rules are given, by their numbers, and those that may stand in each slot."""

    words: Collection[int]
    slots: tuple[tuple[Value, tuple[int, ...]], ...] = ()

    def facts(self) -> Iterator[str]:
        """What the rules are given besides the words (docs/rules.md, 'Lists of words')."""
        yield "words_chosen."
        for slot, words in self.slots:
            if words:
                yield f"may_hold({terms.write(slot)},({';'.join(map(str, words))}))."


def text(puzzle: Puzzle, selection: WordSelection | None = None, tokens: Iterable[str] | None = None) -> str:
    """All facts of the puzzle as ASP text (docs/manifest.md, 'Facts that every instance has' and 'read').

    selection: of the type's list, only these words. tokens: what is written for the facts of the tokens.
    """
    tokens = token_facts(puzzle) if tokens is None else tokens
    selected = selection.facts() if selection is not None else ()
    return "\n".join([*board(puzzle), *tokens, *words(puzzle, selection), *selected]) + "\n"


def board(puzzle: Puzzle) -> Iterator[str]:
    """Size, kind and cells of the board."""
    rows, columns = puzzle.board.rows, puzzle.board.columns
    yield f"rows({rows}). columns({columns}). board({puzzle.board.shape})."
    if len(puzzle.cells) == rows * columns:
        yield f"cell((1..{rows},1..{columns}))."
        return
    row = 0
    line: list[str] = []
    for r, c in puzzle.cells:
        if r != row and line:
            yield " ".join(line)
            line = []
        row = r
        line.append(f"cell(({r},{c})).")
    yield " ".join(line)


#: The free atom that says which of several puzzles is meant, by its number.
CHOSEN = "_puzzle_chosen"


def alternatives(puzzles: Sequence[Puzzle]) -> Iterator[str]:
    """The facts of several puzzles on the same board, with a choice of one."""
    yield from board(puzzles[0])
    facts_of = [dict.fromkeys(clues(each)) for each in puzzles]
    everywhere = set(facts_of[0]).intersection(*facts_of[1:])
    yield from (fact for fact in facts_of[0] if fact in everywhere)
    yield f"1 {{ {CHOSEN}(1..{len(puzzles)}) }} 1."
    for number, own in enumerate(facts_of, 1):
        yield from (f"{fact[:-1]} :- {CHOSEN}({number})." for fact in own if fact not in everywhere)


def clues(puzzle: Puzzle, selection: WordSelection | None = None) -> Iterator[str]:
    """What the tokens of the puzzle say, and its lists of words."""
    yield from token_facts(puzzle)
    yield from words(puzzle, selection)


def token_facts(puzzle: Puzzle) -> Iterator[str]:
    """What the tokens of the puzzle say, one fact after the other."""
    writers: dict[int, list[Callable[[Mapping[str, Value]], str]]] = {}  # by identity: hashing a template takes longer
    for part in puzzle.tokens.values():
        for token in part:
            known = writers.get(id(token.templates))
            if known is None:
                known = writers[id(token.templates)] = [terms.writer(template) for template in token.templates]
            for written in known:
                yield written(token.values) + "."


def predicates(type_: PuzzleType, names: Container[str]) -> list[tuple[str, int]]:
    """The predicates with these names that tokens of the type become facts of: name and arity."""
    templates = [template for part in type_.parts for template in part.templates if template.name in names]
    return list(dict.fromkeys(each.signature for each in templates))


def words(puzzle: Puzzle, selection: WordSelection | None = None) -> Iterator[str]:
    """What the lists of words say, a line a word."""
    for name in puzzle.lists:
        yield from _words(puzzle, name, selection)


def _words(puzzle: Puzzle, name: str, selection: WordSelection | None) -> Iterator[str]:
    """The facts of a list: templates in which I stands once for each letter, the others once for each word."""
    part = puzzle.type.part(name)
    assert part is not None
    selected = selection if part == puzzle.type.list_part else None
    spelled = [terms.writer(each) for each in part.templates if "I" in terms.variables(each)]
    whole = [terms.writer(each) for each in part.templates if "I" not in terms.variables(each)]
    for number, (word, score) in enumerate(puzzle.lists[name].scores.items(), 1):
        if selected is not None and number not in selected.words:
            continue
        atoms = [write({"N": number, "W": word, "S": score}) for write in whole]
        for index, letter in enumerate(letters_of(word) if spelled else "", 1):
            atoms += [write({"N": number, "I": index, "V": letter}) for write in spelled]
        yield ". ".join(atoms) + "."


def options(puzzle: Puzzle) -> str:
    """The puzzle's options as `#const` statements, for running under plain clingo."""
    return "".join(f"#const {name} = {value}. [override]\n" for name, value in puzzle.options.items())


def atoms(puzzle: Puzzle) -> Iterator[Term]:
    """The facts of the tokens as terms."""
    for part in puzzle.tokens.values():
        for token in part:
            for template in token.templates:
                yield term(template, token.values)


def term(template: Term, values: object) -> Term:
    """A template filled to an atom."""
    filled: Value = terms.fill(template, values)  # type: ignore[arg-type]
    assert isinstance(filled, Term)
    return filled


# -- clingo's symbols as terms, and facts as symbols


class _Known:
    """The terms of the symbols that were read in this process, by what _key and _keys give.

    Programs share their symbols, which clingo never frees, so what one search has read serves the next ones, in
    whichever thread: terms do not change, and entries are only ever added.
    """

    _MOST = 500_000

    def __init__(self) -> None:
        self._lock = Lock()
        self._terms: dict[Hashable, Any] = {}

    def terms(self) -> dict[Hashable, Any]:
        """Those, or none if there are too many; whoever has the former ones keeps them."""
        with self._lock:
            if len(self._terms) > self._MOST:
                self._terms = {}
            return self._terms


_known = _Known()


class SymbolReader:
    """Reads clingo's symbols; what was read once is remembered, and is the same object ever after."""

    def __init__(self) -> None:
        self._known = _known.terms()
        self._atoms: dict[Hashable, Term] = {}  # those of models

    def atoms(self, symbols: Sequence[clingo.Symbol]) -> tuple[Term, ...]:
        """The terms of a model's symbols; what is not an atom (`#show (1,2).`) becomes one without arguments."""
        keys = keys_of(symbols)
        try:
            return tuple([self._atoms[key] for key in keys])
        except KeyError:
            return tuple([self.atom(symbol) for symbol in symbols])

    def atom(self, symbol: clingo.Symbol) -> Term:
        """A symbol of a model: an atom, or what `#show` may show besides, a number, a text or a tuple, under a name."""
        key = key_of(symbol)
        known = self._atoms.get(key)
        if known is None:
            value = self.term(symbol)
            known = self._atoms[key] = value if isinstance(value, Term) else Term(write(value))
        return known

    def term(self, symbol: clingo.Symbol) -> Any:
        """The value of a symbol: a Term for an atom."""
        key = key_of(symbol)
        known = self._known.get(key)
        if known is None:
            known = self._known.setdefault(key, self._convert(symbol))  # the first one, if two threads read it at once
        return known

    def _convert(self, symbol: clingo.Symbol) -> Value:
        kind = symbol.type
        if kind is clingo.SymbolType.Function:
            name = symbol.name
            args = tuple([self.term(argument) for argument in symbol.arguments])
            if not name:
                return args
            return Term(name if symbol.positive else f"-{name}", args)
        if kind is clingo.SymbolType.Number:
            return symbol.number
        if kind is clingo.SymbolType.String:
            return symbol.string
        return Term(str(symbol))


def keys_of(symbols: Sequence[clingo.Symbol]) -> list[Hashable]:
    """What distinguishes a model's symbols: clingo's numbers for them, which are read ten times faster than symbols.

    They are not part of clingo's documented interface; where they are missing, the symbols take their place.
    """
    numbers = getattr(symbols, "_p_symbols", None)
    return list(symbols) if numbers is None else list(numbers)


def key_of(symbol: clingo.Symbol) -> Hashable:
    """The same of one symbol."""
    key: Hashable = getattr(symbol, "_rep", symbol)
    return key


# -- Facts as symbols, which clingo takes in a third of the time that it needs for their text
# A rule of each predicate gets them while clingo grounds: `clue(A0,A1) :- clue(A0,A1) = @_facts("clue").`


#: What rules call for the facts of a predicate.
FACTS = "_facts"


class SymbolFacts:
    """The facts of tokens, by the names of their predicates: GroundProgram has clingo call `of` for FACTS."""

    def __init__(self, type_: PuzzleType, given: Iterable[str], constants: Iterable[str]) -> None:
        """given: the facts, of tokens of this type. constants: those that are set or declared.

        ValueError if the facts are to be text: clingo then says what is wrong with them, or puts its value in the place
        of a constant, whose name may be in them.
        """
        atoms: dict[str, list[str]] = {}
        for fact in given:
            atoms.setdefault(fact[:-1].partition("(")[0], []).append(fact[:-1])
        names = list(constants)
        self._symbols = {name: _symbols(",".join(of_name), names) for name, of_name in atoms.items()}
        self._predicates = predicates(type_, self._symbols)

    @property
    def rules(self) -> list[str]:
        """The rules that get the facts from here."""
        return [f"{atom(*each)} :- {self._each_of(*each)}." for each in self._predicates]

    def free(self, prefix: str) -> list[str]:
        """Rules by which the same atoms, with something before their names, are true or false as the search chooses.

        By a rule, for clingo leaves out instances of other rules where such atoms are added by its backend before it
        grounds (5.8).
        """
        return [f"{{ {prefix}{atom(*each)} }} :- {self._each_of(*each)}." for each in self._predicates]

    def _each_of(self, name: str, arity: int) -> str:
        return f'{atom(name, arity)} = @{FACTS}("{name}")'

    def of(self, *arguments: clingo.Symbol) -> Sequence[clingo.Symbol]:
        """The facts of a predicate, whose name is the one argument of a call by clingo. KeyError if there is no such
        predicate.
        """
        names = [each.string for each in arguments if each.type is clingo.SymbolType.String]
        return self._symbols[names[0] if len(names) == len(arguments) == 1 else ""]


def with_context(
    puzzle: Puzzle, words: WordSelection | None, constants: Iterable[str]
) -> tuple[str, SymbolFacts | None]:
    """All facts of a puzzle, as text and, except for few puzzles, with the context in which this is ground.

    See facts.text and SymbolFacts.
    """
    try:
        context = SymbolFacts(puzzle.type, token_facts(puzzle), constants)
    except ValueError:
        return text(puzzle, words), None
    return text(puzzle, words, context.rules), context


def atom(name: str, arity: int) -> str:
    """An atom of a predicate, with variables."""
    return f"{name}({','.join(f'A{at}' for at in range(arity))})" if arity else name


def _symbols(atoms: str, constants: Sequence[str]) -> Sequence[clingo.Symbol]:
    """The symbols of atoms. ValueError as in SymbolFacts."""
    if atoms.startswith("-") or "\0" in atoms or any(name in atoms for name in constants):
        raise ValueError(atoms)
    try:
        return clingo.parse_term(f"({atoms},)", logger=lambda code, message: None).arguments
    except RuntimeError:
        raise ValueError(atoms) from None
