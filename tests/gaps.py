"""What is known not to work yet, by test and type: these tests may fail.

Mostly, a clue of the type says more than one thing (a region's number and operator, a number and a colour), and the
analyses take it for one.
"""

from __future__ import annotations

GAPS: dict[str, set[str]] = {
    "test_a_walk_leads_to_the_answer": {"cave"},
    "test_why_there_are_several_answers": {"balanceloop", "shingoki", "yajikabe"},
}
