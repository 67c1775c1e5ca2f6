"""Boards of plausible nonsense, from every manifest: are they refused, or judged and written as they are meant?

    python bench/nonsense.py [--types masyu tents] [--boards 3] [--seed 1] [--seconds 20] [--cells 9]

A small random board of a type gets one thing that a person may write where it means nothing, or contradicts what stands
there: a second clue in a region or row, a number that is too large, a clue on a hole, a wall beside nothing, a region
in two pieces (KINDS). Then it has to be refused in a sentence, or its answers are those of brute force
(bench/brute.py). Each format has to hold it as it is, or refuse it: what was written is read again, and has the same
facts, or at least the same answers, as some formats say things otherwise. Whatever else comes is a fault, and printed
as a puzzle; then the exit code is 1.

--boards   of each kind for a type
--seconds  of processor time for each type, at most
--cells    of a board, at most
--no-judge  compares no answers with those of brute force
--formats  that are written and read
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import brute
from clients.meaning import meaning
from oracles import boards
from oracles.constraints import VALUES

import pysolve
from pysolve import catalog, formats
from pysolve.catalog.manifest import with_constraints
from pysolve.formats import Reading, Source
from pysolve.model.build import Draft, build
from pysolve.model.errors import PuzzleError
from pysolve.model.parts import GRID, HOLE, SEQUENCE, SIDES, WORDS, Part
from pysolve.model.puzzle import Puzzle
from pysolve.model.puzzle_type import PuzzleType
from pysolve.model.rows import BLANKS, Rows
from pysolve.model.tokens import is_pattern, pattern
from pysolve.rules.library import default_options

#: Formats that are read again in which each puzzle is written, and one that only shows what another one writes.
FORMATS = [each.name for each in formats.FORMATS if each.reads and each.writes]

#: Of a board with more answers only the facts are compared.
FEW_ANSWERS = 200


@dataclass
class Board:
    """A board in the making. rows: the tokens of each part, to be changed."""

    type: PuzzleType
    draft: Draft
    chance: random.Random

    @property
    def rows(self) -> dict[str, list[list[str]]]:
        """The tokens of each part."""
        return {name: rows.tokens for name, rows in self.draft.parts.items()}

    def parts(self, wanted: Callable[[Part], object] = lambda part: True) -> list[Part]:
        """The parts of the board that are wanted, in random order."""
        found = [part for part in self.type.parts if part.name in self.draft.parts and wanted(part)]
        return self.chance.sample(found, len(found))

    def spot(self, wanted: Callable[[Part], object] = lambda part: True) -> tuple[Part, list[str], int, int] | None:
        """A random place in a part: the part, its row of tokens, the number of the row, and the place in it."""
        for part in self.parts(wanted):
            rows = self.rows[part.name]
            places = [(number, at) for number, row in enumerate(rows) for at in range(len(row))]
            if places:
                number, at = self.chance.choice(places)
                return part, rows[number], number, at
        return None

    def holes(self) -> list[tuple[str, int, int]]:
        """The part, row and place of each hole."""
        return [
            (part.name, number, at)
            for part in self.parts(lambda part: part.shape is GRID and HOLE in part.tokens.values())
            for number, row in enumerate(self.rows[part.name])
            for at, text in enumerate(row)
            if part.tokens.get(text) == HOLE
        ]

    def has_clues(self, part: Part) -> bool:
        """Whether its tokens are clues: neither regions nor words."""
        return not boards.is_regions(part) and part.shape is not WORDS and bool(part.tokens)

    def clue(self, part: Part) -> str:
        """A random token that means a fact."""
        texts = (boards.token(part, self.chance) for _ in range(20))
        return next((text for text in texts if part.tokens.get(text) not in ((), HOLE) and text not in BLANKS), "1")


#: Changes a board; whether it could.
Kind = Callable[[Board], bool]


def with_number(number: Callable[[Board, Part], int]) -> Kind:
    """A number, alone or within a token, where numbers may stand."""

    def change(board: Board) -> bool:
        spot = board.spot(lambda part: board.has_clues(part) and _takes_numbers(part))
        if spot is None:
            return False
        part, row, _, at = spot
        value = str(number(board, part))
        token = next(
            (text for text in (boards.token(part, board.chance) for _ in range(20)) if re.search(r"\d", text)), value
        )
        row[at] = re.sub(r"\d+", value, token, count=1)
        return True

    return change


def _takes_numbers(part: Part) -> bool:
    return any(
        key in ("int", "any", "symbol") or "number" in str(is_pattern(key) and pattern(key).fields)
        for key in part.tokens
    )


def largest(board: Board, part: Part) -> int:
    """A number that might be the largest one: of the cells, of those of a line or region, of the regions."""
    rows = next(iter(board.rows.values()))
    cells, line = sum(map(len, rows)), max(len(rows), *map(len, rows))
    regions = Counter(text for part in board.parts(boards.is_regions) for row in board.rows[part.name] for text in row)
    return board.chance.choice([cells, line, 9, len(regions) or cells, *(list(regions.values()) or [4])])


def question_mark(board: Board) -> bool:
    """A '?' where a clue may stand."""
    spot = board.spot(board.has_clues)
    if spot is not None:
        spot[1][spot[3]] = "?"
    return spot is not None


def second_clue(board: Board) -> bool:
    """Two clues that differ, in one region, or in one row."""
    spot = board.spot(lambda part: board.has_clues(part) and part.shape is GRID)
    if spot is None:
        return False
    part, row, number, at = spot
    label = {(r, c): text for each in board.parts(boards.is_regions) for r, line in enumerate(board.rows[each.name])
             for c, text in enumerate(line)}  # fmt: skip
    rows = board.rows[part.name]
    beside = [(r, c) for r, line in enumerate(rows) for c in range(len(line)) if (r, c) != (number, at)
              and (label.get((r, c)) == label[number, at] if (number, at) in label else r == number)]  # fmt: skip
    if not beside:
        return False
    r, c = board.chance.choice(beside)
    row[at], rows[r][c] = board.clue(part), board.clue(part)
    return rows[r][c] != row[at]


def hole(board: Board) -> bool:
    """A hole, with whatever stands in its cell by other parts."""
    spot = board.spot(lambda part: part.shape is GRID and HOLE in part.tokens.values())
    if spot is not None:
        part, row, _, at = spot
        row[at] = part.hole
    return spot is not None


def clue_on_hole(board: Board) -> bool:
    """A clue of another part in a hole."""
    if not hole(board):
        return False
    name, number, at = board.chance.choice(board.holes())
    others = board.parts(lambda part: part.shape is GRID and board.has_clues(part) and part.name != name)
    if others:
        board.rows[others[0].name][number][at] = board.clue(others[0])
    return bool(others)


def mark_beside_hole(board: Board) -> bool:
    """A mark between a cell and a hole."""
    sides = board.parts(lambda part: part.shape is SIDES)
    if not sides or not hole(board):
        return False
    _, number, at = board.chance.choice(board.holes())
    rows = board.rows[sides[0].name]
    beside = [(2 * number, at - 1), (2 * number, at), (2 * number - 1, at), (2 * number + 1, at)]
    within = [(r, c) for r, c in beside if 0 <= r < len(rows) and 0 <= c < len(rows[r])]
    if within:
        r, c = board.chance.choice(within)
        rows[r][c] = board.clue(sides[0])
    return bool(within)


def loose_mark(board: Board) -> bool:
    """A mark between two cells, wherever that is: on a border, or within a region."""
    spot = board.spot(lambda part: part.shape is SIDES)
    if spot is not None:
        spot[1][spot[3]] = board.clue(spot[0])
    return spot is not None


def off_the_board(board: Board) -> bool:
    """An arrow in the first or last cell that points away from the board."""
    arrow = board.chance.choice("nwse")
    for part in board.parts(lambda part: part.shape is GRID):
        rows = board.rows[part.name]
        texts = [text for key in part.tokens if is_pattern(key) and "direction" in pattern(key).fields.values()
                 for text in [boards.token_of(key, board.chance, {"direction": arrow})]]  # fmt: skip
        texts += [text for text in "<>^v←→↑↓" if text in part.tokens]
        if texts:
            row = rows[0] if arrow in "nw" else rows[-1]
            row[0 if arrow in "nw" else -1] = board.chance.choice(texts)
            return True
    return False


def torn_region(board: Board) -> bool:
    """A cell that belongs to another region, as likely as not far away from it."""
    spot = board.spot(boards.is_regions)
    if spot is not None:
        part, row, _, at = spot
        row[at] = board.chance.choice([text for each in board.rows[part.name] for text in each])
    return spot is not None


def lone_label(board: Board) -> bool:
    """A region of one cell."""
    spot = board.spot(boards.is_regions)
    if spot is not None:
        spot[1][spot[3]] = board.chance.choice(["99", "z"])
    return spot is not None


def no_region(board: Board) -> bool:
    """A cell without a region."""
    spot = board.spot(boards.is_regions)
    if spot is not None:
        spot[1][spot[3]] = "."
    return spot is not None


def empty_line(board: Board) -> bool:
    """A row or column without its clues, or with a blank or 0 among them."""
    spot = board.spot(lambda part: part.shape.is_margin)
    if spot is None:
        return False
    part, row, _, at = spot
    if part.shape.is_lists:
        row[:] = board.chance.choice([[], ["."], ["0"], ["0", "1"], ["1", ".", "1"], ["0", "0"]])
    else:
        row[at] = board.chance.choice([".", "0", "-"])
    return True


def shared_cell(board: Board) -> bool:
    """Tokens of several parts in one cell."""
    parts = board.parts(lambda part: part.shape is GRID and board.has_clues(part))
    if len(parts) < 2 or (spot := board.spot(lambda part: part is parts[0])) is None:
        return False
    for part in parts:
        board.rows[part.name][spot[2]][spot[3]] = board.clue(part)
    return True


def everywhere(board: Board) -> bool:
    """The same token in all places of a part."""
    spot = board.spot(board.has_clues)
    if spot is None:
        return False
    text = board.clue(spot[0])
    for row in board.rows[spot[0].name]:
        row[:] = [text] * len(row)
    return True


def odd_group(board: Board) -> bool:
    """A group, of a constraint that the type offers, with a cell twice, or of one cell, or of cells apart."""
    if board.type.offered is None:
        return False
    name = board.chance.choice(sorted(VALUES))
    value = board.chance.choice(VALUES[name])
    cells = board.chance.choice(["r1c1 r1c1", "r1c1", "r1c1 r2c2", "r1c1 r1c2 r1c1", "r1c1 r1c2 r2c2 r2c1 r1c1"])
    line = [*cells.split(), *(["=", value] if value else [])]
    board.draft.parts[name] = Rows([list(line) for _ in range(board.chance.choice([1, 1, 2]))])
    board.type = with_constraints(board.type, [name])
    return True


def odd_sequence(board: Board) -> bool:
    """A list with a blank, 0, the same twice, or nothing."""
    parts = board.parts(lambda part: part.shape is SEQUENCE)
    if not parts:
        return False
    row = board.rows[parts[0].name][0]
    text = board.clue(parts[0])
    row[:] = board.chance.choice([["0"], [text, text], [text, ".", text], [text, "0"], [text] * 9])
    return True


#: Kinds of nonsense.
KINDS: dict[str, Kind] = {
    "second clue": second_clue, "0": with_number(lambda *_: 0), "1": with_number(lambda *_: 1),
    "largest": with_number(largest), "largest + 1": with_number(lambda board, part: largest(board, part) + 1),
    "?": question_mark, "hole": hole, "clue on a hole": clue_on_hole, "mark beside a hole": mark_beside_hole,
    "loose mark": loose_mark, "arrow off the board": off_the_board, "torn region": torn_region,
    "region of one cell": lone_label, "no region": no_region, "empty line": empty_line, "shared cell": shared_cell,
    "everywhere": everywhere, "odd group": odd_group, "odd list": odd_sequence,
}  # fmt: skip


@dataclass
class Tally:
    """What came of boards. counts: by kind, and by what happened. faults: each with the kind of its board, and that."""

    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def table(self) -> Iterator[str]:
        """A line for each kind of board, and one for all."""
        yield f"| kind | {' | '.join(EVENTS)} |"
        yield "| --- |" + " --- |" * len(EVENTS)
        for kind in [*KINDS, "all"]:
            kinds = KINDS if kind == "all" else [kind]
            yield f"| {kind} | {' | '.join(str(sum(self.counts[each, what] for each in kinds)) for what in EVENTS)} |"


#: What may happen to a board, in the order of the table's columns.
EVENTS = ("boards", "refused", "remarked on", "judged", "not written", "written", "wrong")


def nonsense(type_: PuzzleType, seed: int, cells: int) -> Iterator[tuple[str, Board]]:
    """Boards of nonsense without end, a kind after the other; always the same for a seed. The kind is '' if the type
    has none such.
    """
    chance = random.Random(f"nonsense {type_.name} {seed}")
    while True:
        for name, change in KINDS.items():
            draft = boards.drawn(type_, chance, cells)
            for part in type_.parts:  # optional ones are where most goes wrong
                if part.name not in draft.parts and part.shape is not WORDS and part.tokens and draft.size:
                    lengths = boards.lengths(part, *draft.size, chance)
                    draft.parts[part.name] = Rows([["."] * length for length in lengths])
            board = Board(type_, draft, chance)
            yield (name if change(board) else "", board)


def run(type_: PuzzleType, count: int, seed: int, seconds: float, cells: int, judged: bool = True,
        written: Sequence[str] = FORMATS) -> Tally:  # fmt: skip
    """Tries `count` boards of each kind of a type. judged: by brute force. written: the formats that are tried."""
    tally = Tally()
    started = time.process_time()
    for number, (kind, board) in enumerate(nonsense(type_, seed, cells)):
        if number >= count * len(KINDS) or time.process_time() - started > seconds:
            break
        if kind:
            tally.counts[kind, "boards"] += 1
            try:
                faults = list(one(board.type, kind, board.draft, tally, judged, written))
            except Exception as error:
                faults = [f"{type(error).__name__}: {error}\n{board.draft}\n"]
            tally.counts[kind, "wrong"] += bool(faults)
            tally.faults += [f"{type_.name}, {kind}: {fault}" for fault in faults]
    return tally


def one(
    type_: PuzzleType, kind: str, draft: Draft, tally: Tally, judged: bool, written: Sequence[str]
) -> Iterator[str]:
    """What is wrong with what becomes of a board."""
    try:
        puzzle = build(type_, draft)
    except PuzzleError:
        tally.counts[kind, "refused"] += 1
        return
    tally.counts[kind, "remarked on"] += bool(puzzle.remarks)
    if judged:
        try:
            pysolve.check(puzzle)
        except PuzzleError:  # the rules refuse it; words say nothing of such input
            tally.counts[kind, "refused"] += 1
            return
        said = brute.Tally()
        brute.compare(puzzle, draft, None, said)
        yield from said.faults
        tally.counts[kind, "judged"] += said.counts["enumerated"] > 0 or said.counts["in words"] > 0
    for format_ in written:
        sentence = lost(puzzle, format_, tally, kind)
        if sentence:
            yield f"{format_}: {sentence}\n{brute.described(puzzle, None)}"


def lost(puzzle: Puzzle, format_: str, tally: Tally, kind: str) -> str:
    """What is wrong with the puzzle as it is read from a format in which it was written; '' if that was refused."""
    try:
        data = formats.write(puzzle, format_)
    except PuzzleError:
        tally.counts[kind, "not written"] += 1
        return ""
    tally.counts[kind, "written"] += 1
    shown = data.decode(errors="replace")[:300]
    try:
        named = None if formats.format_named(format_).constraints else puzzle.type.name  # those name their types
        again = formats.read(Source("again", "again", data), Reading(type=named))
    except PuzzleError as error:
        return f"written, and refused when read: {error.sentence}\n{shown}"
    if said(again) == said(puzzle):
        return ""
    ours, theirs = brute.ours(puzzle, ()), brute.ours(again, ())
    if (ours.verdict, len(ours.atoms)) != (theirs.verdict, len(theirs.atoms)):  # texts may have labels of regions
        return f"{ours.verdict}, and {theirs.verdict} when read again\n{shown}"
    return ""


def said(puzzle: Puzzle) -> dict[str, object]:
    """What the puzzle says, however its regions are called."""
    return meaning(puzzle, clues_of_regions=True) | {
        "options": default_options(puzzle.type) | puzzle.options, "size": puzzle.board.spaces,
        "lists": puzzle.lists, "alphabet": puzzle.alphabet.symbols if puzzle.type.alphabets else "",
    }  # fmt: skip


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--types", nargs="+", default=[type_.name for type_ in catalog.every()])
    parser.add_argument("--boards", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--cells", type=int, default=9)
    parser.add_argument("--no-judge", action="store_true")
    parser.add_argument("--formats", nargs="*", default=FORMATS)
    chosen = parser.parse_args()
    total = Tally()
    for name in chosen.types:
        tally = run(catalog.find(name), chosen.boards, chosen.seed, chosen.seconds, chosen.cells, not chosen.no_judge,
                    chosen.formats)  # fmt: skip
        total.counts += tally.counts
        total.faults += tally.faults
        print(*tally.faults, sep="\n", end="", flush=True)
        print(name, sum(count for (_, what), count in tally.counts.items() if what == "boards"), file=sys.stderr)
    print("\n".join(total.table()))
    return 1 if total.faults else 0


if __name__ == "__main__":
    sys.exit(main())
