"""The attacks of bench/attack.py as properties: whatever comes ends in a puzzle, a verdict, a code, or one sentence.

Few examples by default; with `-m slow` thousands. An attack function raises for everything else.
"""

from __future__ import annotations

import random
import sys

import pytest
from conftest import ROOT, command
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

sys.path.insert(0, str(ROOT / "bench"))

import attack

from pysolve import PuzzleError, rules

QUIET = settings(suppress_health_check=list(HealthCheck))
FEW = settings(QUIET, max_examples=25)
MANY = settings(QUIET, max_examples=1000)

chances = st.integers(0, 2**32).map(random.Random)


@st.composite
def bent_puzzles(draw: st.DrawFn) -> bytes:
    """A mutated puzzle with a type to read it as, as the attack on readers makes them."""
    return next(attack.ATTACKS["readers"].inputs(draw(chances)))


raw_puzzles = st.builds(
    lambda type_, data: type_.encode() + b"\0" + data,
    st.sampled_from(["", "sudoku", "nonogram", "numberlink", "hidato", "crossword"]),
    st.lists(st.sampled_from(attack.FRAGMENTS) | st.binary(max_size=20)).map(b"".join),
)


def check_reader(data: bytes) -> None:
    assert attack.read_puzzle(data) in ("puzzle", "sentence")


@FEW
@given(bent_puzzles() | raw_puzzles)
@example(b'numberlink\0{"problem": "2 2\\n1 .\\n. 1", "solution": "\\ud800"}')
@example(b"sudoku\0" + b"9" * 5000)
@example(b"numberlink\0: |" + b"9" * 5000)
@example(b"slitherlink\0" + b"2 2\n# #\n# #\n")
@example(b"\0puzzle: sudoku\ngrid: " + b"[" * 90_000)
def test_readers_end_in_a_puzzle_or_a_sentence(data):
    check_reader(data)


@pytest.mark.slow
@MANY
@given(bent_puzzles() | raw_puzzles)
def test_readers_end_in_a_puzzle_or_a_sentence_a_thousand_times(data):
    check_reader(data)


deep_terms = st.builds(
    lambda parts, times: "".join(parts[0] * times + ["1"] + parts[1] * times),
    st.sampled_from(
        [(["f("], [")"]), (["-"], [""]), (["1+"], [""]), (["(1,"], [")"]), (["|"], ["|"]), (["1.."], [""])]
    ),
    st.integers(1, 3000),
)


@FEW
@given(deep_terms)
def test_rule_files_are_as_deep_as_clingo_survives(tmp_path_factory, term):
    """What is let through is parsed in this very process."""
    import clingo

    path = tmp_path_factory.mktemp("rules") / "deep.lp"
    path.write_text(f"a({term}).\n")
    try:
        text = rules.load([path]).text
    except PuzzleError as error:
        assert "nested too deeply" in str(error)
        return
    control = clingo.Control(logger=lambda *_: None)
    try:
        control.add(text)
        control.ground()
    except RuntimeError:
        return  # a sentence of clingo's


@pytest.mark.parametrize("number", range(0, len(attack.HOSTILE_RULES), 20))
def test_hostile_rules_end_in_a_verdict_or_a_sentence(number):
    assert attack.ground_rules(attack.HOSTILE_RULES[number]) in attack.GOOD


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(attack.HOSTILE_RULES)))
def test_all_hostile_rules_end_in_a_verdict_or_a_sentence(number):
    assert attack.ground_rules(attack.HOSTILE_RULES[number]) in attack.GOOD


reading_commands = st.sampled_from(["check", "solve", "facts", "types", "show", "make"])
values = [word for word in attack.VALUES if not word.startswith(("/dev", "/proc"))]
words = st.sampled_from(values) | st.text(max_size=8).filter(lambda text: "/" not in text and text != "..")


@pytest.fixture(scope="module")
def few_files(tmp_path_factory):
    """A folder with the few files that the command lines name. A limit of time is one for each puzzle: with a folder
    that holds thousands of them (the checkout, or even `/`) a command works for hours, as it should.
    """
    folder = tmp_path_factory.mktemp("few")
    attack.copy_files(folder, attack.FEW_FILES)
    return folder


@pytest.mark.rest
@FEW
@given(reading_commands, st.lists(words, max_size=4))
@example("solve", ["."])
@example("check", ["asp", "--", "100x100"])
@example("make", ["sudoku", "--", "999x999"])
@example("types", ["\ud800"])
@example("show", ["9" * 300])
@example("show", ["位" * 100])
def test_command_lines_end_in_a_code_and_a_sentence(few_files, name, arguments):
    limit = ["--time-limit=1"] if name in ("solve", "check", "make") else []
    done = command(name, *limit, *[word for word in arguments if word not in ("-o", "--output")], cwd=few_files)
    assert done.code in (0, 1, 2, 3), done
    assert done.code != 2 or done.err.startswith(("Error: ", "Usage: ", "Note: ")) or done.out, done
    assert "Traceback" not in done.err


@pytest.mark.slow
@settings(QUIET, max_examples=40)
@given(chances)
def test_random_command_lines_end_in_a_code(chance):
    line = "\0".join(attack.command_line(chance)).encode(errors="surrogatepass")
    assert attack.run_command(line) in attack.GOOD
