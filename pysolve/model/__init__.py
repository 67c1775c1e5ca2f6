"""What puzzles are made of: terms, boards, types, puzzles and errors. Knows nothing of files, clingo or pictures."""
