"""What is known not to work yet, by test and type: these tests may fail.

Brute force, on sixty boards a type: the checkers in words take input that the rules refuse, as a number too large for a box
or a run; they differ on Foseruzu with size 0 and on boxes of one cell, which was not looked into. The page and the
service: filling in the answer of these types fails in the tests, for reasons not yet known. `pysolve test`: an atom that
is drawn is missed where a type has canonical.lp.
"""

from __future__ import annotations

GAPS: dict[str, set[str]] = {
    "test_many_boards_have_the_answers_of_brute_force": {
        "nonogram", "shogunsudoku", "str8ts", "windmillsudoku", "clueless2sudoku", "foseruzu",
    },
    "test_an_answer_is_filled_in_by_keyboard": {"hashi", "soheisudoku", "squareo"},
    "test_an_answer_that_was_filled_in_is_complete": {"grandtour"},
    "test_every_type_passes_all_tests": {"aqre", "fillomino"},
}  # fmt: skip
