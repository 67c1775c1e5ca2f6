"""Many puzzles of one shape from one grounding.

The tokens of a puzzle become facts. Here they become rules, `clue((1,1),5) :- _multishot_token(17).`, over atoms that
may be true or false, for all tokens of all the puzzles together; each puzzle is then solved with its own atoms assumed
true and all others false. By the splitting theorem (Lifschitz, Turner 1994: the atoms _multishot_token/1 depend on
nothing else) its answers are those of the program with its tokens as facts, whatever the rules are: sharing costs or
saves time only. It pays where the rules ground to much the same whatever the clues are; manifests say so
(`shared: yes`).
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import ClassVar

import clingo

from ..model.errors import PuzzleError
from ..model.puzzle import Puzzle
from . import facts, rules
from .grounding import GroundProgram
from .input_checks import INVALID
from .outcome import AnswerSet, Outcome
from .program_slice import needed_part
from .search import Search
from .settings import Settings, constants_of
from .symbols import SymbolReader

#: A grounding for all clues takes longer the more there are; it pays up to this many different clues a puzzle.
#: (9×9 Sudoku, 729 clues: from some 50 puzzles on; 30 boards of 25×25 are twice as fast one by one.)
CLUES_A_PUZZLE = 16


def shape(puzzle: Puzzle, settings: Settings) -> Hashable | None:
    """What puzzles must have in common to share a grounding; None for a puzzle that shares none.

    Enumerations of many answers, pictures and statistics are not worth sharing, and are not shared.
    """
    wanted = 0 < settings.models <= 2 and not settings.drawing and not settings.statistics
    if not (puzzle.type.multishot and wanted) or puzzle.type.list_part is not None:
        return None
    options = tuple(sorted(puzzle.options.items()))
    searched = (settings.rules, tuple(sorted(settings.constants.items())), *settings.arguments(), settings.models)
    return (puzzle.type.folder, puzzle.board, options, searched, settings.count)


#: The free atoms on which the facts of the clues depend, by the number of the clue.
TOKEN = "_multishot_token"


class SharedGrounding:
    """The program of several puzzles of one shape, grounded once."""

    def __init__(self, puzzle: Puzzle, clues: Iterable[str], settings: Settings) -> None:
        """puzzle: any of the shape. clues: those that may occur, as facts. PuzzleError if it cannot be grounded."""
        self.settings = settings
        self._reader = SymbolReader()
        self._clues = {clue: number for number, clue in enumerate(dict.fromkeys(clues))}
        self._ground = self._grounded(puzzle)
        literal_of = {atom.symbol.arguments[0].number: atom.literal for atom in self._ground.atoms(TOKEN, 1)}
        self._literals = [literal_of[number] for number in range(len(self._clues))]
        self._absent = [-literal for literal in self._literals]
        # What the rules find wrong with a puzzle is found by a search of its own: see MultishotSearch.
        self._valid = [-atom.literal for atom in self._ground.atoms(INVALID, 3)]

    def _grounded(self, puzzle: Puzzle) -> GroundProgram:
        program, _ = needed_part(rules.load([puzzle.type.rules_file, *self.settings.rules]), [INVALID])
        program = program.copy()
        constants = constants_of(puzzle, program, self.settings)
        lines = [facts.CLUES_OPEN, *facts.board(puzzle)]
        for clue, number in self._clues.items():
            lines.append(f"{{ {TOKEN}({number}) }}. {clue[:-1]} :- {TOKEN}({number}).")
        program.add("\n".join(lines) + "\n", puzzle.file)
        ground = GroundProgram(program, self.settings.arguments(), constants)
        ground.ground()
        return ground

    def assumptions(self, clues: Iterable[str]) -> list[int] | None:
        """The literals that make the program that of a puzzle with these clues; None if one was not grounded."""
        literals = self._absent.copy()
        for clue in clues:
            number = self._clues.get(clue)
            if number is None:
                return None
            literals[number] = self._literals[number]
        return literals + self._valid

    def search(self, assumptions: list[int]) -> tuple[list[AnswerSet], Outcome]:
        """The answers under a puzzle's assumptions, as many as the settings ask for."""
        answers: list[AnswerSet] = []
        outcome = Outcome()

        def on_model(model: clingo.Model) -> bool:
            outcome.count += 1
            outcome.optimized = bool(model.cost)
            if not self.settings.count:
                answers.append(AnswerSet(self._reader.atoms(model.symbols(shown=True))))
            return outcome.count < self.settings.models and not outcome.optimized

        with self._ground.errors_in_words():
            result = self._ground.control.solve(assumptions=assumptions, on_model=on_model)
        outcome.exhausted = bool(result.exhausted) and outcome.count < self.settings.models
        return answers, outcome


class MultishotSearch:
    """A search in a shared grounding (see protocol.AnswerSearch)."""

    has_more_ready = False

    def __init__(self, grounding: SharedGrounding, puzzle: Puzzle, assumptions: list[int]) -> None:
        self._grounding = grounding
        self._puzzle = puzzle
        self._assumptions = assumptions
        self.outcome = Outcome()
        self.abandoned = False

    def __iter__(self) -> Iterator[AnswerSet]:
        started = time.monotonic()
        answers, self.outcome = self._grounding.search(self._assumptions)
        if not self.outcome.count or self.outcome.optimized:
            # Alone: for a plain reason why there is no answer, for wrong input, and for rules that optimize.
            search = Search(self._puzzle, self._grounding.settings)
            yield from search
            self.outcome, self.abandoned = search.outcome, search.abandoned
        else:
            yield from answers
        self.outcome.seconds = time.monotonic() - started


class Groups:
    """Puzzles by shape, and the groundings that they share.

    What is known of a shape stays for later groups, which may be small: the clues that have occurred, in how many
    puzzles, and their grounding.
    """

    _known: ClassVar[dict[Hashable, _Shape]] = {}
    _MOST = 4

    def __init__(self, puzzles: Iterable[Puzzle], settings: Settings) -> None:
        self._settings = settings
        self._clues: dict[int, list[str]] = {}  # by the puzzle's identity
        for puzzle in puzzles:
            key = shape(puzzle, settings)
            if key is not None:
                self._clues[id(puzzle)] = clues = list(facts.clues(puzzle))
                self._shape(key).add(clues)

    def _shape(self, key: Hashable) -> _Shape:
        """What is known of a shape; those that were not used for longest are forgotten."""
        known = self._known.pop(key, None) or _Shape()
        self._known[key] = known
        while len(self._known) > self._MOST:
            self._known.pop(next(iter(self._known)))
        return known

    def search(self, puzzle: Puzzle) -> MultishotSearch | None:
        """A search in the grounding of the puzzle's shape; None for a puzzle that is to be solved alone."""
        key = shape(puzzle, self._settings)
        known = self._known.get(key) if key is not None else None
        if known is None:
            return None
        clues = self._clues.get(id(puzzle))
        return known.search(puzzle, list(facts.clues(puzzle)) if clues is None else clues, self._settings)


class _Shape:
    """The clues of the puzzles of one shape, and their grounding."""

    def __init__(self) -> None:
        self._clues: dict[str, None] = {}
        self._puzzles = 0
        self._grounding: SharedGrounding | None = None
        self._fails = False

    def add(self, clues: Iterable[str]) -> None:
        """Counts a puzzle that is to be solved, with these clues."""
        self._clues.update(dict.fromkeys(clues))
        self._puzzles += 1

    def search(self, puzzle: Puzzle, clues: Sequence[str], settings: Settings) -> MultishotSearch | None:
        """A search in the grounding; None if it would not pay, or cannot be grounded."""
        for grounding in (self._grounding, None):
            if grounding is None:
                grounding = self._ground(puzzle, settings)
            assumptions = grounding.assumptions(clues) if grounding is not None else None
            if grounding is not None and assumptions is not None:
                return MultishotSearch(grounding, puzzle, assumptions)
        return None

    def _ground(self, puzzle: Puzzle, settings: Settings) -> SharedGrounding | None:
        """A grounding for all clues that have occurred."""
        if self._fails or len(self._clues) > CLUES_A_PUZZLE * self._puzzles:
            return None
        try:
            self._grounding = SharedGrounding(puzzle, self._clues, settings)
        except PuzzleError:
            self._fails = True  # its own search says what is wrong with each
            return None
        return self._grounding
