"""Limits, counting, optimization, rule files and the Python API."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
import weakref
from contextlib import suppress
from dataclasses import replace

import pytest
from conftest import ROOT
from processes import wait_until

import pysolve
from pysolve import PuzzleError, rules
from pysolve.model.puzzle import Puzzle, StopReason
from pysolve.model.puzzle_type import LargeBoards
from pysolve.report.lines import solve_line
from pysolve.run import searches
from pysolve.solving import search
from pysolve.solving.grounding import GroundProgram
from pysolve.solving.outcome import Contradiction
from pysolve.solving.search import Search
from pysolve.solving.settings import Settings

TINY = "puzzle: sudoku\ngrid: |\n  1 2 . .\n  . . . .\n  . . . .\n  . . . .\n"

ENDLESS = "endless(0). endless(N+1) :- endless(N).\n"

PIGEONS = "{ hole(I, J) : J = 1..11 } = 1 :- I = 1..12.\n:- hole(I, J), hole(K, J), I < K.\n"


@pytest.fixture
def tiny():
    return pysolve.read_text(TINY)


def test_types_name_a_configuration_for_large_boards():
    puzzle = pysolve.read_text("puzzle: sudoku\ngrid: |\n  . .\n  . .\n")
    large = replace(puzzle, type=replace(puzzle.type, search=LargeBoards(3, "trendy")))
    assert Search(large).settings.configuration == "trendy"
    assert Search(large, Settings(configuration="handy")).settings.configuration == "handy"
    small = replace(puzzle, type=replace(puzzle.type, search=LargeBoards(4, "trendy")))
    assert Search(small).settings.configuration is None
    options = ("--trans-ext=no", "--eq=0")
    any_size = replace(puzzle, type=replace(puzzle.type, search=LargeBoards(0, None, options)))
    assert Search(any_size).settings.arguments()[-2:] == list(options)
    assert len(list(Search(any_size, Settings(models=0)))) == 2
    assert Search(any_size, Settings(configuration="handy")).settings.options == ()


@pytest.mark.parametrize(
    "settings, translated",
    [
        (Settings(), ["--trans-ext=no"]), (Settings(configuration="trendy"), []),
        (Settings(options=("--eq=0",)), ["--trans-ext=no"]), (Settings(options=("--trans-ext=all",)), ["--trans-ext=all"]),
    ],
)  # fmt: skip
def test_counts_are_searched_as_they_are_unless_told_otherwise(settings: Settings, translated: list[str]):
    assert [each for each in settings.arguments() if each.startswith("--trans-ext")] == translated


def test_a_seed_goes_with_options_that_it_would_set_itself(tiny):
    """clasp takes no option twice: those that are named stay, except for the seed."""
    settings = Settings(models=1, seed=3, options=("--sign-def=pos", "--seed=7"))
    assert settings.arguments()[-4:] == ["--trans-ext=no", "--rand-freq=0.02", "--sign-def=pos", "--seed=3"]
    assert len(list(Search(tiny, settings))) == 1


@pytest.mark.parametrize(
    ("text", "options", "first"),
    [
        ("#heuristic a. [1, true]\n", (), ["a"]),
        ("% #heuristic a. [1, true]\n", (), []),
        ("#heuristic a. [1, true]\n", ("--heuristic=Vsids",), []),
    ],
)
def test_hints_of_a_program_are_heeded(tiny, write, text: str, options: tuple[str, ...], first: list[str]):
    program = write("{ a }.\n#show a/0.\n" + text, "rules.lp")
    answers = list(Search(tiny, Settings(models=1, options=options), [program]))
    assert [str(atom) for atom in answers[0].atoms] == first


def test_all_answers_are_enumerated_and_counted(tiny):
    answers = [answer.plain for answer in pysolve.solve(tiny)]
    assert len(answers) == len(set(answers)) == 24  # 288 boards; the first two cells of a row are one of 12 pairs
    collected, outcome = search.run(tiny, Settings(models=0, count=True))
    assert (collected, outcome.count, outcome.exhausted) == ([], 24, True)


def test_an_answer_that_hidden_atoms_tell_apart_counts_once(tiny, write):
    rules = write("{ hidden(1..3) }.\n", "hidden.lp")
    assert search.run(tiny, Settings(models=0, rules=(str(rules),)))[1].count == 24


@pytest.mark.parametrize(("models", "verdict", "count"), [(1, "unknown", 1), (2, "multiple", 2), (0, "multiple", 24)])
def test_the_requested_number_of_answers(tiny, models, verdict, count):
    answers, outcome = search.run(tiny, Settings(models=models))
    assert (len(answers), outcome.verdict, outcome.exhausted) == (count, verdict, models == 0)


def test_verdicts(write):
    unique = pysolve.read_text(
        TINY.replace("1 2 . .\n  . . . .", "1 2 3 4\n  3 4 1 2").replace(". . . .\n  . . . .", "2 1 . .\n  . . . .")
    )
    assert pysolve.check(unique) == "unique"
    none = pysolve.read_text(TINY.replace("1 2", "1 1"))
    assert pysolve.check(none) == "none"


def test_an_added_rule_takes_answers_away(tiny, write):
    rules = write(":- value((1, 3), 3).\n", "variant.lp")
    assert len(list(pysolve.solve(tiny, Settings(models=0, rules=(str(rules),))))) == 12


def test_an_added_file_may_bring_an_option(tiny, write):
    rules = write("#const wanted = 3.\n:- not value((1, 3), wanted).\n", "variant.lp")
    for constants in ({}, {"wanted": "4"}):
        settings = Settings(models=0, rules=(str(rules),), constants=constants)
        third = {answer.plain.split()[2] for answer in pysolve.solve(tiny, settings)}
        assert third == {constants.get("wanted", "3")}


@pytest.mark.parametrize("rules", [ENDLESS, PIGEONS], ids=["grounding", "search"])
def test_a_time_limit_ends_grounding_and_search(tiny, write, rules):
    settings = Settings(rules=(str(write(rules, "slow.lp")),), time_limit=0.5)
    search = searches.open_search(tiny, settings)
    assert list(search) == []
    assert (search.outcome.verdict, search.outcome.reason.kind) == ("unknown", StopReason.TIME_LIMIT)
    assert pysolve.check(tiny, settings) == "unknown"


def test_what_was_found_before_the_limit_is_kept(tiny, write):
    rules = write(PIGEONS.replace("{", "extra. { ", 1).replace("extra. ", "") + "", "slow.lp")
    rules.write_text(
        "{ easy }.\n"
        + PIGEONS.replace(":- I = 1..12", ":- I = 1..12, not easy").replace("I < K", "I < K, not easy")
        + ":- easy, not value((1, 3), 3).\n#show easy/0.\n"
    )
    board = pysolve.read_text(
        TINY.replace("1 2 . .\n  . . . .", "1 2 3 4\n  3 4 1 2").replace(". . . .\n  . . . .", "2 1 . .\n  . . . .")
    )
    search = Search(board, Settings(models=0, rules=(str(rules),), time_limit=1.0))
    assert len(list(search)) == 1
    assert (search.outcome.verdict, search.outcome.count) == ("unknown", 1)


def test_leaving_an_enumeration_ends_its_search():
    board = pysolve.read_text("puzzle: sudoku\ngrid: |\n" + "  . . . . . . . . .\n" * 9)
    before = threading.active_count()
    for number, _ in enumerate(pysolve.solve(board)):
        if number == 3:
            break
    wait_until(lambda: threading.active_count() == before)


def test_the_best_answers_of_rules_that_optimize(tiny, write):
    rules = write("#maximize { V, X : value(X, V), X = (1, 3) }.\n", "best.lp")
    answers, outcome = search.run(tiny, Settings(models=0, rules=(str(rules),)))
    assert outcome.exhausted
    assert {answer.costs for answer in answers} == {(-4,)}
    assert len(answers) == outcome.count == 12
    assert solve_line(outcome, False).startswith("12 best answers, with a score of 4; there are no others.")
    _, outcome = search.run(tiny, Settings(models=2, rules=(str(rules),)))
    assert solve_line(outcome, True).startswith("There may be more best answers, with a score of 4.")
    assert solve_line(outcome, False).startswith("2 best answers, with a score of 4; others were not looked for.")


def test_the_best_so_far_is_kept_but_is_no_verdict(tiny, write):
    rules = write(
        "#maximize { V, X : value(X, V), X = (1, 3) }.\n{ hole(I, J) : J = 1..11 } 1 :- I = 1..12.\n:- hole(I, J), hole(K, J), I < K.\n#maximize { 1, I : hole(I, J) }.\n",
        "best.lp",
    )
    search = Search(tiny, Settings(rules=(str(rules),), time_limit=1.0))
    assert list(search) == []
    assert search.outcome.verdict == "unknown"
    assert search.outcome.best is not None


@pytest.mark.parametrize(
    "settings",
    [Settings(threads=2), Settings(configuration="handy"), Settings(seed=7), Settings(statistics=True)],
    ids=["threads", "configuration", "seed", "statistics"],
)
def test_search_settings_change_no_verdict(tiny, settings):
    search = Search(tiny, settings)
    assert len(list(search)) == 2
    assert search.outcome.verdict == "multiple"


def test_seeds_choose_different_first_answers():
    board = pysolve.read_text("puzzle: sudoku\ngrid: |\n" + "  . . . . . . . . .\n" * 9)
    first = {search.run(board, Settings(models=1, seed=seed))[0][0].atoms for seed in range(5)}
    again = {search.run(board, Settings(models=1, seed=seed))[0][0].atoms for seed in range(5)}
    assert len(first) > 1
    assert first == again


def test_errors_reach_the_caller(tiny, write):
    with pytest.raises(PuzzleError, match="no option 'nothing'"):
        list(pysolve.solve(tiny, Settings(constants={"nothing": "1"})))
    with pytest.raises(PuzzleError, match="line 1"):
        list(pysolve.solve(tiny, Settings(rules=(str(write("a :- b c.\n", "bad.lp")),))))


def test_answers_draw_themselves(tiny):
    answer = next(iter(pysolve.solve(tiny)))
    assert all(str(value) in str(answer) for value in range(1, 5))
    assert answer._repr_svg_().startswith("<svg")
    assert answer.facts.count("value(") == 16


def test_a_remark_of_clingo_is_a_warning_with_its_place(tiny, write):
    rules = write('text(1..2).\nodd(X + "a") :- text(X).\n', "odd.lp")
    search = Search(tiny, Settings(rules=(str(rules),)))
    list(search)
    (remark,) = (each for each in search.outcome.warnings if each.sentence.startswith("operation undefined"))
    assert remark.file is not None and remark.file.endswith("odd.lp") and remark.line == 2
    assert "odd.lp, line 2: operation undefined" in str(remark)


def test_a_script_without_a_guard_may_set_limits(write, tmp_path):
    script = write(
        "import pysolve\n"
        "from pysolve import Settings\n"
        f"puzzle = pysolve.read_text({TINY!r})\n"
        "print(len(list(pysolve.solve(puzzle, Settings(models=0, time_limit=60)))))\n",
        "script.py",
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=60, env=environment)
    assert (done.stdout, done.returncode) == ("24\n", 0), done.stderr


# -- What a search can die of


def with_value(puzzle: Puzzle, value: str) -> Puzzle:
    """The puzzle with this value in its first clue."""
    (name, (first, *others)), *_ = puzzle.tokens.items()
    token = first._replace(text=value, values={**first.values, "V": value})
    return replace(puzzle, tokens={**puzzle.tokens, name: (token, *others)})


@pytest.mark.parametrize(("value", "what"), [("\ud800", "half of a surrogate pair"), ("a\0b", "a NUL character")])
def test_characters_that_the_solver_cannot_take_are_an_error_with_their_place(tiny, value: str, what: str):
    with pytest.raises(PuzzleError, match=f"found {what}") as caught:
        list(Search(with_value(tiny, value)))
    assert caught.value.file == tiny.file


@pytest.mark.parametrize("death", [KeyError("nothing"), RecursionError(), KeyboardInterrupt(), GeneratorExit()])
@pytest.mark.timeout(20)
def test_whatever_a_search_dies_of_reaches_the_caller(tiny, monkeypatch, caplog, death: BaseException):
    def dies(*arguments: object) -> None:
        raise death

    monkeypatch.setattr(GroundProgram, "ground", dies)
    with (
        caplog.at_level("DEBUG", logger="pysolve"),
        pytest.raises(PuzzleError, match=f"a fault in pysolve itself: {type(death).__name__}"),
    ):
        list(Search(tiny))
    (record,) = caplog.records
    assert record.exc_info is not None and record.exc_info[1] is death


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
@pytest.mark.timeout(20)
def test_a_search_that_ends_without_a_word_is_noticed(tiny, monkeypatch):
    def ends(*arguments: object) -> None:
        raise SystemExit

    monkeypatch.setattr(GroundProgram, "ground", ends)
    with pytest.raises(PuzzleError, match="the search ended without a result"):
        list(Search(tiny))


@pytest.mark.timeout(20)
def test_a_fault_while_answers_are_read_reaches_the_caller(tiny, monkeypatch):
    class Dies(search._Answer):
        def __new__(cls, *parts: object) -> Dies:
            raise UnicodeEncodeError("utf-8", "x", 0, 1, "no reason")

    monkeypatch.setattr(search, "_Answer", Dies)
    with pytest.raises(PuzzleError, match="a fault in pysolve itself"):
        list(Search(tiny))


def test_too_little_memory_is_a_limit(tiny, monkeypatch):
    def ground(*arguments: object) -> None:
        raise MemoryError

    monkeypatch.setattr(GroundProgram, "ground", ground)
    search = Search(tiny)
    assert list(search) == []
    assert (search.outcome.verdict, search.outcome.reason.kind) == ("unknown", StopReason.MEMORY_LIMIT)


SENTENCES = [
    ("found {} and {}", "(1,2)", "found 1 and 2"),
    ("{0.nope} and {}", "(1,)", "{0.nope} and 1"),
    ("{0:>1500000000}{}", "(1,)", "{0:>1500000000}1"),
    ("{{}} of {}", '("{}",2)', "{{}} of 2"),
    ("{} of {}", "(1,)", "1 of {}"),
    ("only {}", "(1,2)", "only 1"),
]


@pytest.mark.parametrize(("sentence", "arguments", "filled"), SENTENCES)
@pytest.mark.timeout(20)
def test_only_empty_braces_are_filled_in(tiny, write, sentence: str, arguments: str, filled: str):
    rules = (str(write(f'invalid(board, "{sentence}", {arguments}).\n', "wrong.lp")),)
    with pytest.raises(PuzzleError) as caught:
        list(Search(tiny, Settings(rules=rules)))
    assert caught.value.sentence == filled
    rules = (str(write(f'impossible((1,2), "{sentence}", {arguments}).\n:- value(_, _).\n', "none.lp")),)
    outcome = search.run(tiny, Settings(rules=rules))[1]
    assert outcome.impossible == Contradiction(filled, (1, 2), "row 1, column 2")
    assert str(outcome.impossible) == f"row 1, column 2: {filled}"


@pytest.mark.parametrize(("sizes", "first", "says"), [(". 1", "1", True), (". 2", "1", False), (". 2", "3", False)])
def test_sizes_are_only_a_reason_where_they_do_not_fill_the_board(sizes: str, first: str, says: bool):
    puzzle = pysolve.read_text(f'puzzle: meidjuluk\nsizes: "{sizes}"\ngrid: |\n  {first} .\n  . .\n')
    search = Search(puzzle, Settings())
    answers = list(search)
    reason = str(search.outcome.impossible) if search.outcome.impossible else ""
    assert ("the sizes add up to 2, but the board has 4 cells" in reason) == says == bool(reason)
    assert bool(answers) == (sizes == ". 2" and first == "1")


def test_an_undefined_atom_of_an_added_rule_is_an_error_whichever_way_is_taken(tiny, write):
    settings = Settings(drawing=False, rules=(str(write("a :- nothing_defines_this.\n", "odd.lp")),))
    for answer in (
        pysolve.check,
        lambda puzzle, settings: list(pysolve.check_all([puzzle] * 60, settings)),
        pysolve.why,
    ):
        with pytest.raises(PuzzleError, match="no fact and no rule defines nothing_defines_this"):
            answer(tiny, settings)


@pytest.mark.parametrize("text", ["a.", "a :- b."])
def test_a_finished_program_gives_its_memory_back_at_once(text: str):
    gc.disable()
    try:
        program = rules.Program()
        program.add(text, "some.lp")
        ground = GroundProgram(program)
        with suppress(PuzzleError):
            ground.ground()
        control = weakref.ref(ground.control)
        del ground
        assert control() is None
    finally:
        gc.enable()


def test_where_several_parts_have_a_token_in_a_cell_the_error_names_them_all():
    text = "puzzle: killer\ntotals: |\n  . .\n  . .\ncages: |\n  1 1\n  2 3\ngivens: |\n  . .\n  . 9\n"
    with pytest.raises(
        PuzzleError, match="row 2, column 2: found '3' in 'cages' and '9' in 'givens', expected a value"
    ):
        pysolve.check(pysolve.read_text(text))


def test_a_tapa_like_loop_may_go_all_round_a_clue():
    (answer,) = pysolve.solve(pysolve.read_text("puzzle: tapaloop\ngrid: |\n  . . .\n  . 8 .\n  . . .\n"))
    assert answer.grid == [["se", "ew", "sw"], ["ns", None, "ns"], ["ne", "ew", "nw"]]
