"""Our rules beside those of pzpr, on node: what answers a puzzle here is right there, what breaks a rule here breaks the
one that means the same there. pzpr.yaml is the table of what means the same, and of the differences.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import islice
from random import Random

import pytest
from conftest import INSTANCES, ROOT
from puzzlink import without_some_clues, written
from pzpr import DATA, EMPTY, Board, CannotBeSaid, board_of, genre_data, judged, node, sentences_of
from samples import TYPES

import pysolve
from pysolve import rules
from pysolve.analysis.assumptions import AssumptionSolver
from pysolve.analysis.clues import clues
from pysolve.analysis.constraints import constraints_of
from pysolve.analysis.type_tests import answer_literals, read_stated, wrong_boards
from pysolve.formats.links.genre import genres
from pysolve.model.errors import PuzzleError
from pysolve.model.puzzle import Puzzle
from pysolve.model.terms import Term
from pysolve.solving.settings import Settings

#: The types of which pzpr has a genre.
JUDGED = [name for name, type_ in TYPES.items() if any(genre.name in DATA["genres"] for genre in genres(type_))]

#: Cells of boards on which rules are broken, and how many times they are on each.
SMALL, TIMES = 40, 12

#: A clue without a number, in links.
UNKNOWN = "."

#: Conflicts after which the search for an answer, or for a board that breaks rules, is given up.
EFFORT = 20_000


@cache
def puzzles(type_: str) -> list[Puzzle]:
    """The instances of a type, which pzpr can read as links."""
    read = [pysolve.read(str(path)) for path in sorted((INSTANCES / type_).glob("*.yaml"))]
    return [puzzle for puzzle in read if link_of(puzzle)]


def link_of(puzzle: Puzzle) -> str:
    """The puzzle as a link that pzpr can read, or nothing."""
    try:
        link = written(puzzle)
    except PuzzleError:
        return ""
    genre, _, body = link.partition("/")
    body = body.removeprefix(f"{genre_data(genre).get('flags')}/")
    unknown = UNKNOWN in body or any("?" in token.text for tokens in puzzle.tokens.values() for token in tokens)
    if not body[:1].isdigit() or (unknown and "unknown" in genre_data(genre)):
        return ""  # pzpr 0.10.1 knows hardly a flag
    return link if genre in DATA["genres"] else ""


def answers(puzzle: Puzzle, **settings: int) -> Iterator[Board]:
    for answer in islice(pysolve.solve(puzzle, Settings(**settings)), 1):  # type: ignore[arg-type]
        yield board_of(puzzle, link_of(puzzle), answer.atoms)


@pytest.mark.parametrize("type_", JUDGED)
def test_an_answer_is_right_there_too_and_no_more_with_a_mark_changed(type_: str):
    boards = [board for puzzle in puzzles(type_) for board in answers(puzzle)]
    judgements = [(board, each) for board, each in zip(boards, judged(boards), strict=True) if each.understood]
    assert judgements
    for board, judgement in judgements:
        assert judgement.codes == set(), board.link
        assert judgement.changed and (unseen(board.genre) or board.checks or all(judgement.changed)), board.link


@pytest.mark.rest
@pytest.mark.parametrize("type_", JUDGED)
def test_all_answers_of_a_puzzle_with_fewer_clues_are_right_there(type_: str):
    few = [each for puzzle in puzzles(type_) for each in without_some_clues(puzzle, 1) if len(each.cells) <= SMALL]
    boards = []
    for puzzle in filter(link_of, few):
        with suppress(PuzzleError):  # an end of a path is missing, say
            boards += [board for seed in (1, 2) for board in answers(puzzle, seed=seed, conflicts=EFFORT)]
    for board, judgement in zip(boards, judged(boards), strict=True):
        needs = set(genre_data(board.genre).get("needs", {}))
        assert not judgement.understood or judgement.codes - EMPTY <= needs, board.link


# -- Boards that break rules


@cache
def unsaid(genre: str) -> set[str]:
    """The sentences that pzpr's boards cannot break."""
    return {*DATA["unsaid"], *genre_data(genre).get("unsaid", {})}


def unseen(genre: str) -> set[str]:
    """The sentences that its checks do not look at."""
    return set(genre_data(genre).get("unseen", {}))


def broken_sentences(solver: AssumptionSolver, base: list[int], atoms: tuple[Term, ...]) -> set[str]:
    """The sentences of the rules that an answer breaks."""
    here = set(atoms)
    answer = [*base, *(literal if atom in here else -literal for atom, literal in solver.shown.items())]
    if solver.satisfiable([*answer, *solver.required.values()]):
        return set()
    violated = solver.holds(answer, solver.broken.values()) or set()
    return {each.constraint.sentence or "" for each, literal in solver.broken.items() if literal in violated}


def broken(puzzle: Puzzle, genre: str) -> Iterator[tuple[tuple[Term, ...], set[str]]]:
    """Answers that break one rule alone, then answers that need not keep some rules, chosen at random; with the sentences
    that they break.
    """
    given = clues(puzzle)
    solver = AssumptionSolver(puzzle, Settings(), given, by_rules=True)
    base = solver.assume(range(len(given)))
    for wrong in wrong_boards(puzzle, Settings()):
        if wrong.answer is not None:
            yield wrong.answer, broken_sentences(solver, base, wrong.answer)
    choose = Random(5)
    for time in range(TIMES):
        solver.settle(time)
        free = {
            each.number for each in solver.constraints
            if each.sentence not in unsaid(genre) | unseen(genre) and choose.random() < choose.choice([0.1, 0.2, 0.4])
        }  # fmt: skip
        kept = [literal for each, literal in solver.required.items() if each.constraint.number not in free]
        atoms = next(solver.answers([*base, *kept], effort=EFFORT), None)
        if atoms is not None:
            yield atoms, broken_sentences(solver, base, atoms)


def stated(type_: str) -> Iterator[tuple[Puzzle, tuple[Term, ...], set[str]]]:
    """The wrong boards of tests/wrong."""
    file = ROOT / "tests" / "wrong" / f"{type_}.yaml"
    for board in read_stated(file) if file.exists() else ():
        puzzle = board.puzzle()
        if link_of(puzzle):
            solver = AssumptionSolver(puzzle, Settings(), by_rules=True)
            atoms = next(solver.answers(answer_literals(puzzle, solver)), None)
            if atoms is not None:
                yield puzzle, atoms, set(board.breaks)


def wrong_answers(type_: str) -> Iterator[tuple[Puzzle, tuple[Term, ...], set[str]]]:
    yield from stated(type_)
    for puzzle in puzzles(type_):
        if len(puzzle.cells) <= SMALL:
            yield from ((puzzle, *each) for each in broken(puzzle, link_of(puzzle).partition("/")[0]))


@pytest.mark.parametrize("type_", JUDGED)
def test_what_breaks_a_rule_breaks_the_one_that_means_the_same_there(type_: str):
    boards, broken = [], []
    for puzzle, atoms, sentences in wrong_answers(type_):
        link = link_of(puzzle)
        genre = link.partition("/")[0]
        if not sentences & unsaid(genre):
            try:
                boards.append(board_of(puzzle, link, atoms))
            except CannotBeSaid:
                continue
            broken.append(sentences - unseen(genre))
    for board, sentences, judgement in zip(boards, broken, judged(boards), strict=True):
        if judgement.understood:
            assert bool(judgement.codes) == bool(sentences), (board.link, sentences)
            for code in judgement.codes - EMPTY:
                assert sentences & sentences_of(board.genre, code), (board.link, code, sentences)


# -- The table


def test_the_table_has_every_genre_that_a_type_has():
    names = [genre.name for type_ in TYPES.values() for genre in genres(type_)]
    program = """
        const pzpr = require("pzpr"), names = JSON.parse(require("fs").readFileSync(0));
        console.log(JSON.stringify(names.filter(name => pzpr.variety(name).valid)));
    """
    known = set(node("-e", program, value=names))
    unjudged = set(DATA["unjudged"])  # with the reason: there are no such rules there, or links mean another thing
    assert known - unjudged == {name for name in DATA["genres"] if "as" not in genre_data(name)}
    assert set(names) - known - unjudged == {name for name in DATA["genres"] if "as" in genre_data(name)}
    assert unjudged <= set(names)


@pytest.mark.parametrize("type_", JUDGED)
def test_every_sentence_of_the_table_stands_in_the_rules(type_: str):
    known = {each.sentence for each in constraints_of(rules.load([TYPES[type_].rules_file]))}
    for genre in genres(TYPES[type_]):
        assert unseen(genre.name) <= known
        for code in genre_data(genre.name).get("codes", {}):
            assert sentences_of(genre.name, code) <= known, code
