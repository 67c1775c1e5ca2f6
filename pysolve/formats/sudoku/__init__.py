"""Sudokus with constraints, as links of f-puzzles and SudokuPad."""
