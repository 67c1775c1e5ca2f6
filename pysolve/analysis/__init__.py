"""What follows from a puzzle, its clues and its rules, for every type alike: why, candidates, reduce, hint, grade."""
