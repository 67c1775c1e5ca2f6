"""Many puzzles of one shape from one grounding.

The tokens of a puzzle become facts. Here they become rules, such as `clue((1,1),5) :- _multishot_given_clue((1,1),5).`,
over atoms that may be true or false, for all tokens of all the puzzles together; each puzzle is then solved with its
own atoms assumed true and all others false. By the splitting theorem (Lifschitz, Turner 1994: these atoms depend on
nothing else) its answers are those of the program with its tokens as facts, whatever the rules are: sharing costs or
saves time only. It pays where the rules ground to much the same whatever the clues are; manifests say so
(`multishot: yes`). A puzzle that takes many conflicts is solved alone: with its clues as facts the program is simpler.
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterable, Iterator, Sequence
from pathlib import Path
from threading import Lock

import clingo

from .. import rules
from ..model.caches import Kept
from ..model.errors import PuzzleError
from ..model.puzzle import Puzzle
from ..rules.library import needed_part
from . import facts
from .facts import SymbolReader
from .grounding import GroundProgram
from .outcome import AnswerSearch, AnswerSet, Outcome
from .remarks import INVALID
from .search import Search
from .settings import Settings, constants_of, for_board

#: Two puzzles take 20 % less time with a grounding that they share than alone (over 61 types: from half of the time to
#: a quarter more); one puzzle takes less alone.
FEWEST = 2

#: Clues for each cell that a grounding has at most. Clues that a puzzle does not have cost it time, too.
CLUES_A_CELL = 16

#: Conflicts after which a puzzle is solved alone.
CONFLICTS = 500


def shape(puzzle: Puzzle, settings: Settings) -> Hashable | None:
    """What puzzles must have in common to share a grounding; None for a puzzle that shares none.

    Enumerations of many answers, pictures and statistics are not worth sharing, and are not shared.
    """
    wanted = 0 < settings.models <= 2 and not settings.drawing and not settings.statistics and not settings.conflicts
    if (
        not wanted
        or puzzle.type.list_part is not None
        or puzzle.type.added
        or len(puzzle.cells) > puzzle.type.multishot
    ):
        return None
    options = tuple(sorted(puzzle.options.items()))
    searched = (settings.rules, tuple(sorted(settings.constants.items())), *settings.arguments(), settings.models)
    return (puzzle.type.folder, puzzle.board, options, searched, settings.count)


#: What stands before the name of a clue's predicate in the free atoms on which the facts of clues depend.
GIVEN = "_multishot_given_"


class SharedGrounding:
    """The program of several puzzles of one shape, grounded once. Of threads that share it, one searches at a time."""

    def __init__(self, puzzle: Puzzle, clues: Iterable[str], settings: Settings) -> None:
        """puzzle: any of the shape. clues: those that may occur, as facts. PuzzleError if it cannot be grounded."""
        self.settings = for_board(settings, puzzle)
        self._reader = SymbolReader()
        self._searching = Lock()
        self._clues = dict.fromkeys(clues)
        self._predicates = facts.predicates(puzzle.type, {clue[:-1].partition("(")[0] for clue in self._clues})
        self._ground = self._grounded(puzzle)
        free = [atom for name, arity in self._predicates for atom in self._ground.atoms(GIVEN + name, arity)]
        self._literals = {f"{str(atom.symbol).removeprefix(GIVEN)}.": atom.literal for atom in free}
        # What the rules find wrong with a puzzle is found by a search of its own: see MultishotSearch.
        self._valid = [-atom.literal for atom in self._ground.atoms(INVALID, 3)]

    @property
    def clues(self) -> Iterable[str]:
        """Those that may occur."""
        return self._clues

    def _grounded(self, puzzle: Puzzle) -> GroundProgram:
        program, _ = needed_part(rules.load([*puzzle.type.rule_files, *self.settings.rules], plain=True), [INVALID])
        program = program.copy()
        constants = constants_of(puzzle, program, self.settings)
        context: facts.SymbolFacts | None = None
        try:
            context = facts.SymbolFacts(puzzle.type, self._clues, [*constants, *program.constants])
            free = context.free(GIVEN)
        except ValueError:
            free = [f"{{ {GIVEN}{clue[:-1]} }}." for clue in self._clues]
        clues = [facts.atom(*each) for each in self._predicates]
        lines = [*facts.board(puzzle), *free, *(f"{clue} :- {GIVEN}{clue}." for clue in clues)]
        program.add("\n".join(lines) + "\n", puzzle.file)
        arguments = [*self.settings.arguments(), f"--solve-limit={CONFLICTS}"]
        ground = GroundProgram(program, arguments, constants, context=context)
        ground.ground()
        return ground

    def assumptions(self, clues: Iterable[str]) -> list[int] | None:
        """The literals that make the program that of a puzzle with these clues; None if one was not grounded."""
        given = {self._literals.get(clue) for clue in clues}
        if None in given:
            return None
        return [literal if literal in given else -literal for literal in self._literals.values()] + self._valid

    def search(self, assumptions: list[int]) -> tuple[list[AnswerSet], Outcome]:
        """The answers under a puzzle's assumptions, as many as the settings ask for and CONFLICTS allow."""
        answers: list[AnswerSet] = []
        outcome = Outcome(asked=self.settings.models)

        def on_model(model: clingo.Model) -> bool:
            outcome.count += 1
            outcome.optimized = bool(model.cost)
            if not self.settings.count:
                answers.append(AnswerSet(self._reader.atoms(model.symbols(shown=True))))
            return outcome.count < self.settings.models and not outcome.optimized

        with self._searching, self._ground.errors_in_words():
            result = self._ground.control.solve(assumptions=assumptions, on_model=on_model)
        outcome.exhausted = bool(result.exhausted) and outcome.count < self.settings.models
        return answers, outcome


class MultishotSearch(AnswerSearch):
    """A search in a shared grounding."""

    def __init__(self, grounding: SharedGrounding, puzzle: Puzzle, assumptions: list[int]) -> None:
        self._grounding = grounding
        self._puzzle = puzzle
        self._assumptions = assumptions
        self.outcome = Outcome()

    def __iter__(self) -> Iterator[AnswerSet]:
        started = time.monotonic()
        answers, self.outcome = self._grounding.search(self._assumptions)
        decided = self.outcome.exhausted or self.outcome.count == self._grounding.settings.models
        if not self.outcome.count or self.outcome.optimized or not decided:
            # Alone: for a plain reason why there is no answer, for wrong input, for rules that optimize, and where the
            # limit was reached.
            search = Search(self._puzzle, self._grounding.settings)
            yield from search
            self.outcome = search.outcome
        else:
            yield from answers
        self.outcome.seconds = time.monotonic() - started


_kept = Kept[Hashable, SharedGrounding](4)


class Groups:
    """Puzzles by shape, and the groundings that they share. A grounding is kept for later groups of its shape."""

    def __init__(self, puzzles: Iterable[Puzzle], settings: Settings) -> None:
        self._settings = settings
        self._rules: dict[Path, str | None] = {}  # of each type, and those that the settings add
        self._waiting: dict[Hashable, dict[int, list[str]]] = {}  # clues, by shape and by the puzzle's identity
        self._keys: dict[int, Hashable | None] = {}  # by the puzzle's identity
        for puzzle in puzzles:
            key = self._keys[id(puzzle)] = self._key(puzzle)
            if key is not None:
                self._waiting.setdefault(key, {})[id(puzzle)] = list(facts.clues(puzzle))
        self._failed: set[Hashable] = set()

    def search(self, puzzle: Puzzle) -> MultishotSearch | None:
        """A search in the grounding of the puzzle's shape; None for a puzzle that is to be solved alone."""
        key = self._keys.pop(id(puzzle)) if id(puzzle) in self._keys else self._key(puzzle)
        if key is None:
            return None
        waiting = self._waiting.get(key, {})
        clues = waiting.pop(id(puzzle), None) or list(facts.clues(puzzle))
        grounding = _kept.get(key)
        assumptions = grounding.assumptions(clues) if grounding is not None else None
        if assumptions is None and len(waiting) + 1 >= FEWEST and key not in self._failed:
            grounding = self._ground(key, puzzle, [clues, *waiting.values()])
            assumptions = grounding.assumptions(clues) if grounding is not None else None
        if grounding is None or assumptions is None:
            return None
        return MultishotSearch(grounding, puzzle, assumptions)

    def _key(self, puzzle: Puzzle) -> Hashable | None:
        """The puzzle's shape, with its rules: they may have changed since an earlier group."""
        shaped = shape(puzzle, self._settings)
        if shaped is None:
            return None
        file = puzzle.type.folder / "rules.lp"
        if file not in self._rules:
            try:
                self._rules[file] = rules.load([file, *self._settings.rules], plain=True).text
            except PuzzleError:  # its own search says why they cannot be read
                self._rules[file] = None
        text = self._rules[file]
        return None if text is None else (shaped, text)

    def _ground(self, key: Hashable, puzzle: Puzzle, clues: Sequence[Iterable[str]]) -> SharedGrounding | None:
        """A grounding for the clues of puzzles that wait, and for those of an earlier one, as far as there is room."""
        before = _kept.get(key)
        together = _together([*clues, before.clues if before is not None else ()], CLUES_A_CELL * len(puzzle.cells))
        try:
            grounding = SharedGrounding(puzzle, together, self._settings)
        except PuzzleError:  # the search of each says what is wrong with it
            self._failed.add(key)
            return None
        _kept.put(key, grounding)
        return grounding


def _together(clues: Iterable[Iterable[str]], most: int) -> list[str]:
    """All clues of the first of some puzzles, and those of the others as long as there are not too many of them."""
    together: dict[str, None] = {}
    for of_puzzle in clues:
        new = [clue for clue in of_puzzle if clue not in together]
        if not together or len(together) + len(new) <= most:
            together.update(dict.fromkeys(new))
    return list(together)
