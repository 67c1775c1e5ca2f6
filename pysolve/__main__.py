"""The console script, and python -m pysolve."""

from __future__ import annotations

import os


def main() -> None:
    """Runs the command line. Ctrl-C ends it with 130, also before all modules are imported."""
    try:
        from .cli import main as run

        run()
    except KeyboardInterrupt:
        os.write(2, b"Interrupted.\n")
        os._exit(130)


if __name__ == "__main__":
    main()
