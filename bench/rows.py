"""The rows of the table: which boards, which question, which solvers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from board import Board, Rows, read_corpus
from families.crossword import boards as crossword
from families.hidato import boards as hidato
from families.numberlink import boards as numberlink
from families.sudoku import boards as sudoku
from measure import Spec

INSTANCES = Path(__file__).resolve().parent.parent / "instances"
PATTERNS = Path(__file__).resolve().parent / "boards"

OURS = "pysolve"


@dataclass(frozen=True)
class Choice:
    """What the command line asked for. scratch: a folder for files that the boards need."""

    seeds: int = 3
    tiny: bool = False
    corpus: Path | None = None
    corpus_boards: int = 12
    words: Path = Path("/usr/share/dict/american-english")
    words_huge: Path = Path("/usr/share/dict/american-english-huge")
    scratch: Path = Path(".")


class Absent(Exception):
    """Why a row cannot be measured here."""


@dataclass(frozen=True)
class Row:
    """A row of the table.

    answers: 1 asks for the first answer, 2 for the verdict (unique, multiple or none).
    boards: those of one seed. together: all boards of a seed are given to one process.
    """

    name: str
    about: str
    answers: int
    boards: Callable[[Choice, int], Sequence[Board]]
    fault: Callable[[Board, Rows], str | None]
    solvers: dict[str, Spec] = field(default_factory=dict)
    together: bool = False


def solvers(family: str, ours: str = "Ours") -> dict[str, Spec]:
    """pysolve and its peers."""
    module = f"families.{family}.solvers"
    return {
        OURS: Spec(f"ours:{ours}", "clingo"),
        "CP-SAT": Spec(f"{module}:CpSat", "ortools"),
        "cadical195": Spec(f"{module}:Sat", "pysat", {"engine": "cadical195"}),
        "glucose4": Spec(f"{module}:Sat", "pysat", {"engine": "glucose4"}),
        "naive ASP": Spec(f"{module}:NaiveAsp", "clingo"),
    }


def fixed(boards: Iterable[Board], seed: int) -> list[Board]:
    """Boards that are not made from seeds: seed 0 has them as they are, the others turned or mirrored."""
    return [board.turned(seed) for board in boards]


def numberlink_boards(choice: Choice, seed: int, reading: str, sides: Sequence[int]) -> list[Board]:
    if choice.tiny:
        sides = (5, 6)
    made = [numberlink.made(side, seed, reading) for side in sides]
    names = ["copris.txt"] if choice.tiny else ["classic.yaml", "letters.yaml", "made-10x10.yaml", "copris.txt"]
    known = [numberlink.instance(INSTANCES / "numberlink" / name, reading) for name in names]
    published = read_corpus(choice.corpus, "NumberLink", "numberlink", choice.corpus_boards)
    known += [replace(board, options={"reading": reading}) for board in published]
    return made + fixed(known, seed)


def numberlink_first(choice: Choice, seed: int) -> list[Board]:
    return numberlink_boards(choice, seed, "full", (10, 20, 30, 40, 50))


def numberlink_tidy(choice: Choice, seed: int) -> list[Board]:
    return numberlink_boards(choice, seed, "tidy", (10, 20, 30, 40, 50))


def numberlink_verdict(choice: Choice, seed: int) -> list[Board]:
    return numberlink_boards(choice, seed, "full", (10, 15, 20))


def hidato_boards(choice: Choice, seed: int) -> list[Board]:
    shapes = [(5, 0.3), (6, 0.3)] if choice.tiny else [(10, 0.2), (20, 0.2), (30, 0.35)]
    made = [hidato.made(side, given, seed) for side, given in shapes]
    known = [hidato.instance(INSTANCES / "hidato" / name) for name in ("classic.yaml", "made-6x6.yaml")]
    return made + fixed(known + read_corpus(choice.corpus, "Hidoku", "hidato", choice.corpus_boards), seed)


def sudoku_small(choice: Choice, seed: int) -> list[Board]:
    count = 3 if choice.tiny else 100
    return [
        *(sudoku.dug(1000 * seed + number) for number in range(count)),
        *(sudoku.made(9, 0.6, 1000 * seed + number) for number in range(count // 2)),
    ]


def sudoku_25(choice: Choice, seed: int) -> list[Board]:
    if choice.tiny:
        return [sudoku.made(16, 0.4, seed)]
    made = [sudoku.made(25, blanks, seed) for blanks in (0.45, 0.55, 0.65)]
    known = [sudoku.instance(INSTANCES / "sudoku" / name) for name in ("16x16.yaml", "alphadoku-1.txt")]
    published = read_corpus(choice.corpus, "Sudoku", "sudoku", choice.corpus_boards)
    square = [board for board in published if len(board.rows) in (16, 25)]
    return made + fixed(known + square, seed)


def sudoku_49(choice: Choice, seed: int) -> list[Board]:
    if choice.tiny:
        return [sudoku.made(25, 0.3, seed)]
    return [sudoku.made(49, blanks, seed) for blanks in (0.4, 0.5, 0.6)]


def crossword_boards(choice: Choice, seed: int, source: Path) -> list[Board]:
    if not source.is_file():
        raise Absent(f"there is no list of words {source}")
    target = choice.scratch / f"{source.name}-{seed}.words"
    crossword.write_words(source, target, seed)
    boards = crossword.patterns(PATTERNS)
    if choice.tiny:
        boards = [board for board in boards if board.name in ("mini-7x7", "sparse-9x9")]
    return [replace(board, words=str(target.resolve())) for board in boards]


def crossword_normal(choice: Choice, seed: int) -> list[Board]:
    return crossword_boards(choice, seed, choice.words)


def crossword_huge(choice: Choice, seed: int) -> list[Board]:
    return crossword_boards(choice, seed, choice.words_huge)


WORDS = {
    OURS: Spec("ours:Ours", "clingo"),
    "AC-3 + MRV": Spec("families.crossword.solvers:Backtracking", "json"),
}

NUMBERLINK, HIDATO, SUDOKU = solvers("numberlink"), solvers("hidato"), solvers("sudoku")

ROWS = [
    Row("numberlink-first", "Numberlink, a first answer", 1, numberlink_first, numberlink.fault, NUMBERLINK),
    Row("numberlink-tidy", "Numberlink, tidy, verdict", 2, numberlink_tidy, numberlink.fault, NUMBERLINK),
    Row("numberlink-verdict", "Numberlink, verdict", 2, numberlink_verdict, numberlink.fault, NUMBERLINK),
    Row("hidato", "Hidato, verdict", 2, hidato_boards, hidato.fault, HIDATO),
    Row(
        "sudoku-9x9", "Sudoku 9x9, many boards in one process, verdicts", 2, sudoku_small, sudoku.fault,
        solvers("sudoku", "Together"), together=True,
    ),
    Row("sudoku-25x25", "Sudoku 16x16 and 25x25, verdict", 2, sudoku_25, sudoku.fault, SUDOKU),
    Row("sudoku-49x49", "Sudoku 49x49, verdict", 2, sudoku_49, sudoku.fault, SUDOKU),
    Row("crossword", "Crossword, a first filling, normal word list", 1, crossword_normal, crossword.fault, WORDS),
    Row("crossword-huge", "Crossword, a first filling, huge word list", 1, crossword_huge, crossword.fault, WORDS),
]  # fmt: skip
