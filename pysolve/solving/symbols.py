"""clingo's symbols as terms."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from threading import Lock
from typing import Any

import clingo

from ..model.terms import Term, Value, write


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
        """Those, or none if there are too many; who has the former ones keeps them."""
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
        """The terms of a model's symbols; what is no atom (`#show (1,2).`) becomes one without arguments."""
        keys = _keys(symbols)
        try:
            return tuple([self._atoms[key] for key in keys])
        except KeyError:
            return tuple([self.atom(symbol) for symbol in symbols])

    def atom(self, symbol: clingo.Symbol) -> Term:
        """A symbol of a model: an atom, or what `#show` may show besides, a number, a text or a tuple, under a name."""
        key = _key(symbol)
        known = self._atoms.get(key)
        if known is None:
            value = self.term(symbol)
            known = self._atoms[key] = value if isinstance(value, Term) else Term(write(value))
        return known

    def term(self, symbol: clingo.Symbol) -> Any:
        """The value of a symbol: a Term for an atom."""
        key = _key(symbol)
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


def _keys(symbols: Sequence[clingo.Symbol]) -> list[Hashable]:
    """What distinguishes a model's symbols: clingo's numbers for them, which are read ten times faster than symbols.

    They are not part of clingo's documented interface; where they are missing, the symbols take their place.
    """
    numbers = getattr(symbols, "_p_symbols", None)
    return list(symbols) if numbers is None else list(numbers)


def _key(symbol: clingo.Symbol) -> Hashable:
    """The same of one symbol."""
    key: Hashable = getattr(symbol, "_rep", symbol)
    return key
