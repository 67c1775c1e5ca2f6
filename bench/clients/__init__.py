"""Other programs that read and write puzzles, one module each, for `bench/conformance.py`."""
