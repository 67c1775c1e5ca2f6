"""New puzzles: boards, random answers and the clues that determine them."""
