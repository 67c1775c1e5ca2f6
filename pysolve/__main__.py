"""The console script, and python -m pysolve."""

from __future__ import annotations

import gc
import os
import signal


def main() -> None:
    """Runs the command line. Ctrl-C ends it with 130, also before all modules are imported."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # some start programs that ignore it
        signal.signal(signal.SIGINT, _end)
    gc.set_threshold(50_000, 20, 20)  # what is imported stays: looking through it again and again only takes time
    from .cli import main as run

    run()


def _end(*_: object) -> None:
    """Ends the process at once. An exception in the midst of an import may come out as another one."""
    os.write(2, b"Interrupted.\n")
    os._exit(130)


if __name__ == "__main__":
    main()
