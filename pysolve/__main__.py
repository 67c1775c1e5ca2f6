"""The console script, and python -m pysolve."""

from __future__ import annotations

import gc
import os


def main() -> None:
    """Runs the command line. Ctrl-C ends it with 130, also before all modules are imported."""
    gc.set_threshold(50_000, 20, 20)  # what is imported stays: looking through it again and again only takes time
    try:
        from .cli import main as run

        run()
    except KeyboardInterrupt:
        os.write(2, b"Interrupted.\n")
        os._exit(130)


if __name__ == "__main__":
    main()
