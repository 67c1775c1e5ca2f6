"""Worker processes: limits that hold, and many puzzles at once."""
