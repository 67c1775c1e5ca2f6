"""The functions of the Python API (`pysolve` itself, which takes them from here when they are first used)."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import catalog, formats
from .analyses import hint as hints
from .analysis import progress as beginnings
from .analysis import type_tests
from .author import types as new_types
from .formats import native
from .model.errors import PuzzleError, checked
from .model.formats import FORMATS
from .model.puzzle import Puzzle, Verdict, no_answer
from .render import answer_text, picture, svg
from .render import sheet as sheets
from .report import lines, results
from .run import files, searches
from .solving import multishot
from .solving.settings import Settings

if TYPE_CHECKING:
    from .analysis.progress import Progress
    from .analysis.type_checks import Finding
    from .render.answer_text import Answer
    from .report.results import Drawing, TypeRecord

# -- Puzzles


@checked
def puzzle(type: str, *, types: str | None = None, **values: Any) -> Puzzle:
    """A puzzle made of values: lists, dicts, arrays or texts, by the names that `show` gives the parts of its type.

    A part is a text, a list of lines, rows of values (None is empty) or an array of them, or a dict from (row, column),
    with size=(rows, columns). `options` is a dict; `title`, `author`, `source`, `rules`, `answer` and `symbols` are
    texts. types: a folder of own types. Raises PuzzleError if it does not fit the type.

    >>> print(pysolve.puzzle("akari", grid={(1, 1): 0, (2, 3): 2}, size=(3, 3)).board.rows)
    3
    """
    let_draw()
    return native.read_values(formats.Reading(type, (types,) if types else ()), values)


def read(path: str, type: str | None = None, *, types: str | None = None, words: str | None = None) -> Puzzle:
    """The puzzle in a file, or in a link, from which nothing is fetched.

    type: the puzzle type where the file does not say. types: a folder of own types. words: a file of words.
    Raises PuzzleError if the file cannot be understood or holds more than one puzzle.

    >>> pysolve.save(board, folder + "/one.yaml")
    >>> pysolve.read(folder + "/one.yaml").type.title
    'Sudoku'
    """
    puzzles = list(read_all(path, type, types=types, words=words))
    if len(puzzles) != 1:
        raise PuzzleError(f"found {len(puzzles)} puzzles, expected one (read_all reads several)", file=str(path))
    return puzzles[0]


def read_all(
    path: str, type: str | None = None, *, types: str | None = None, words: str | None = None
) -> Iterator[Puzzle]:
    """The puzzles in a file or folder, one after the other. Raises PuzzleError at the first that is wrong.

    >>> pysolve.save([board, board], folder + "/two.yaml")
    >>> [puzzle.name for puzzle in pysolve.read_all(folder + "/two.yaml")]
    ['two-1', 'two-8']
    """
    let_draw()
    reading = formats.Reading(type, (str(types),) if types else (), words=words)
    return formats.read_inputs([str(path)], reading)


def read_text(text: str, type: str | None = None) -> Puzzle:
    """The puzzle in a text of any format. Raises PuzzleError if it cannot be understood.

    >>> pysolve.read_text("3 3\\n0 . .\\n. . .\\n. . 2", "akari").board.rows
    3
    """
    let_draw()
    return formats.read_text(text, type)


@checked
def solve(puzzle: Puzzle, settings: Settings | None = None) -> Iterator[Answer]:
    """The answers of a puzzle, each as soon as it is found; all of them unless the settings say otherwise.

    settings: see pysolve.Settings. A time limit ends the iteration; the search then runs in a process of
    its own, which can be ended.
    Raises PuzzleError if the rules cannot be grounded or find the puzzle invalid.

    >>> [answer.grid[3] for answer in pysolve.solve(board)]
    [[3, 2, 1, 4]]
    """
    writer = answer_text.Writer(puzzle)
    running = searches.open_search(puzzle, settings or Settings(models=0))
    for answer_set in running:
        yield answer_text.Answer(puzzle, answer_set.atoms, running.outcome.given, answer_set.costs, writer)
    if running.outcome.best is not None:
        yield answer_text.Answer(puzzle, running.outcome.best.atoms, running.outcome.given, running.outcome.best.costs)


@checked
def check(puzzle: Puzzle, settings: Settings | None = None) -> Verdict:
    """The verdict, a str: 'unique', 'multiple', 'none', or 'unknown' if a limit was reached before it was clear.

    Raises PuzzleError as solve does.

    >>> pysolve.check(board) == "unique"
    True
    """
    return searches.open_search(puzzle, settings or Settings(drawing=False, count=True)).finish().verdict


def check_all(puzzles: Iterable[Puzzle], settings: Settings | None = None) -> Iterator[Verdict]:
    """The verdicts of many puzzles, in order; boards of one shape share a grounding where that saves time.

    Raises PuzzleError at a puzzle that check would raise it for.

    >>> [str(verdict) for verdict in pysolve.check_all([board, board])]
    ['unique', 'unique']
    """
    puzzles = list(puzzles)
    settings = settings or Settings(drawing=False, count=True)
    groups = multishot.Groups(puzzles if settings.time_limit is None else (), settings)
    for puzzle in puzzles:
        running = groups.search(puzzle) or searches.open_search(puzzle, settings)
        yield running.finish().verdict


def solve_all(puzzles: Iterable[Puzzle], settings: Settings | None = None) -> Iterator[tuple[Answer | None, Verdict]]:
    """The first answer and the verdict of many puzzles, in order; a puzzle without an answer has None.

    >>> [(answer.grid[0], str(verdict)) for answer, verdict in pysolve.solve_all([board])]
    [([1, 4, 3, 2], 'unique')]
    """
    for puzzle in puzzles:
        running = searches.open_search(puzzle, settings or Settings())
        first = next(iter([*running, *filter(None, [running.outcome.best])]), None)
        answer = None if first is None else answer_text.Answer(puzzle, first.atoms, running.outcome.given, first.costs)
        yield answer, running.outcome.verdict


@checked
def progress(puzzle: Puzzle, partial: str, settings: Settings | None = None) -> Progress:
    """How right an answer is that somebody has begun: its `wrong` marks, and whether it is `complete`; None where a
    limit was reached before that was known.

    partial: an answer text, a token a cell ('.' is open).

    >>> pysolve.progress(board, "1 4 3 2\\n. 3 . .\\n4 . . 3\\n. . 1 2").wrong[0].place
    (4, 4)
    """

    settings = settings or Settings()
    outcome = searches.open_search(puzzle, replace(settings, models=2, count=True)).finish()
    return beginnings.check_text(puzzle, settings, outcome.verdict, partial, outcome.given)


# -- Writing


def convert(puzzles: Puzzle | Iterable[Puzzle], to: str = "native", *, solution: bool | None = None) -> str:
    """One puzzle, or several, in a format that is text, such as 'native', 'puzzlink' or 'url'.

    solution: with the only answer, or without any; None: with it where the format checks answers, or as it was read.
    Raises PuzzleError if the format cannot hold them.

    >>> pysolve.convert(board, "puzzlink")
    'https://puzz.link/p?sudoku/4/4/1j3h4h3h1g'
    """
    if not formats.format_named(to).is_text:
        raise PuzzleError(f"{formats.format_named(to).title} is not text: write it with save")
    return _written(puzzles, to, solution).decode().rstrip("\n")


def save(
    what: Puzzle | Iterable[Puzzle] | Drawing, path: str, to: str | None = None, *, solution: bool | None = None
) -> None:
    """Writes puzzles, or a drawing, into a file, which is there whole or not at all.

    to: the format of puzzles; without it, the one that the name ends like, or the native one. A drawing becomes what
    its name ends with: .svg, .png, .pdf or .txt. Raises PuzzleError if that cannot be written.

    >>> pysolve.save(pysolve.draw(board, solved=True), folder + "/board.svg")
    >>> pysolve.save(board, folder + "/board.yaml")
    """

    ending = os.path.splitext(path)[1].lower()
    if isinstance(what, results.Drawing):
        files.write_whole(path, what.document(ending.removeprefix(".")))
        return

    named = (each.name for each in FORMATS if each.writes and ending and ending in each.endings)
    files.write_whole(path, _written(what, to or next(named, "native"), solution))


def _written(puzzles: Puzzle | Iterable[Puzzle], to: str, solution: bool | None) -> bytes:
    several = [puzzles] if isinstance(puzzles, Puzzle) else puzzles
    given = (files.with_answer(each, to, solution) for each in several)
    return formats.write_all(given, to, no_answer if solution is False else files.only_answer)


@checked
def draw(puzzle: Puzzle, settings: Settings | None = None, *, solved: bool = False) -> Drawing:
    """A picture of the puzzle: a notebook shows it, str() draws it for a terminal, `save` writes it into a file.

    solved: with its first answer. Raises PuzzleError if it has none.

    >>> print(pysolve.draw(board))
    ┌─────┬─────┐
    │ 1 · │ · · │
    │ · 3 │ · · │
    ├─────┼─────┤
    │ 4 · │ · 3 │
    │ · · │ 1 · │
    └─────┴─────┘
    """
    answer, verdict = next(solve_all([puzzle], settings))
    if answer is None and solved:
        raise PuzzleError(f"there is no answer to draw: the verdict is {verdict}", file=puzzle.file)
    if answer is not None and solved:
        return results.Drawing(puzzle, answer.picture)

    return results.Drawing(puzzle, lambda: lines.bare(puzzle, answer.given if answer is not None else ()))


def sheet(
    puzzles: Iterable[Puzzle], settings: Settings | None = None, *, title: str = "", per_page: int = 2,
    paper: str = "a4", rules: bool = True, answers: bool = True, steps: bool = False,
) -> str:  # fmt: skip
    """Puzzles on pages to print, as an HTML document. rules: with those of the types, in words. answers: at the end.
    steps: the way to each answer after them, with reasons and pictures.

    >>> "Sunday" in pysolve.sheet([board], title="Sunday")
    True
    """
    entries = []
    for puzzle in puzzles:
        running = searches.open_search(puzzle, settings or Settings())
        entry = lines.sheet_entry(puzzle, list(running), running.outcome)
        path = hints.path_steps(puzzle, hints.hint(puzzle, steps=0, settings=settings).details) if steps else ()
        entries.append(entry._replace(path=tuple(path)))
    return sheets.render(entries, title, per_page=per_page, paper=paper, rules=rules, answers=answers)


@checked
def facts(puzzle: Puzzle) -> str:
    """The puzzle as ASP facts.

    >>> pysolve.facts(board).splitlines()[-1]
    'clue((4,3),1).'
    """
    return searches.puzzle_facts(puzzle)


# -- Types


def types(folder: str | None = None) -> list[TypeRecord]:
    """The types of puzzles. folder: one of own types, which win over those that come along.

    >>> "sudoku" in [type.name for type in pysolve.types()]
    True
    """
    survey = catalog.survey((folder,) if folder else ())
    if survey.errors:
        raise survey.errors[0]
    return [results.type_record(each) for each in sorted(survey.types, key=lambda each: (each.group, each.name))]


@checked
def show(type: str, *, types: str | None = None) -> TypeRecord:
    """A type: what it is, its rules, the parts of its input, its options. types: a folder of own types.

    >>> pysolve.show("akari").about
    'Place lights so that every white cell is lit and no light shines on another.'
    """
    return results.type_record(catalog.find(type, (types,) if types else ()))


@checked
def new(name: str, folder: str = ".", *, like: str = "shading", link: str | None = None) -> str:
    """Starts a new type in a folder; returns the new folder. like: what it begins as: 'shading', 'loop', 'numbers' …
    link: one of its links at puzz.link, of a genre without rules here: then what the link holds is the example.

    >>> path = pysolve.new("stars", folder)
    >>> pysolve.read(path + "/example.yaml").type.name
    'stars'
    """

    return str(new_types.new(name, Path(folder), like, link))


@checked
def copy(type: str, folder: str, *, types: str | None = None) -> str:
    """Copies a type into a folder, to edit its rules; returns the new folder.

    >>> path = pysolve.copy("akari", folder)
    >>> pysolve.show("akari", types=folder).files[0] == path + "/rules.lp"
    True
    """

    return str(new_types.copy(catalog.find(type, (types,) if types else ()), Path(folder)))


@checked
def test(type: str, *, types: str | None = None, quick: bool = False) -> list[Finding]:
    """What the tests of a type find: each finding has its level and a sentence. quick: without wrong boards.

    >>> {str(finding.level) for finding in pysolve.test("stars", types=folder, quick=True)}
    {'ok'}
    """
    own = (types,) if types else ()
    return list(type_tests.run_tests(type_tests.TypeTest(catalog.find(type, own), (), None, own, quick), Settings()))


def _svg(puzzle: Puzzle) -> str:
    return svg.render([picture.draw(puzzle)], puzzle.title or puzzle.type.title)


def _url(puzzle: Puzzle, solution: bool = True) -> str:
    return formats.write(puzzle, "url", files.only_answer if solution else no_answer).decode().strip()


def let_draw() -> None:
    """Lets puzzles draw themselves and write their links, which the model by itself cannot do."""
    Puzzle._repr_svg_ = _svg
    Puzzle.url = _url
