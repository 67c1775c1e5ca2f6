"""A server and a browser for the tests of the page and the service."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--no-first-run",
]  # fmt: skip


@contextmanager
def serving(*options: str) -> Iterator[str]:
    """Runs 'pysolve serve' with these options; gives its address, without a '/' at the end."""
    command = [sys.executable, "-m", "pysolve", "serve", "--port", "0", "--no-browser", *options]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        said = server.stdout.readline()
        address = re.search(r"http://\S+(?=/)", said)
        assert address is not None, said
        yield address[0]
    finally:
        server.terminate()
        try:
            server.wait(10)
        finally:
            server.kill()
