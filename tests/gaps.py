"""What is known not to work yet, by test and type: these tests may fail.

Mostly, a clue of the type says more than one thing (a region's number and operator, a number and a colour), and the
analyses take it for one; in Kakkuru a cell without its clue is another cell.
"""

from __future__ import annotations

GAPS: dict[str, set[str]] = {
    "test_a_clue_only_takes_answers_away": {"kakkuru"},
    "test_a_reduced_puzzle_has_one_answer_and_no_clue_to_spare": {"kakkuru"},
    "test_a_walk_leads_to_the_answer": {"cave", "foseruzu"},
    "test_answers_of_a_puzzle_with_a_clue_are_those_that_imply_it": {"factors", "kakkuru", "kenken"},
    "test_why_there_are_several_answers": {"balanceloop", "factors", "kenken", "shingoki", "yajikabe"},
    "test_why_there_is_no_answer": {"foseruzu"},
}
