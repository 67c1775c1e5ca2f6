"""The setter's desk: questions about a puzzle, its clues and its rules, for every type alike."""
