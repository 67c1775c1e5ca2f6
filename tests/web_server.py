"""A server and a browser for the tests of the page and the service."""

from __future__ import annotations

import functools
import http.server
import re
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FIREFOX = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), None)
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--no-first-run",
]  # fmt: skip


def launch(playwright: Any, name: str, path: str) -> Any:
    """Starts a browser that is installed: 'chromium' or 'firefox', the latter as it comes, by WebDriver BiDi."""
    if name == "firefox":
        return playwright.firefox.launch(executable_path=path, channel="moz-firefox")
    return playwright.chromium.launch(executable_path=path, args=FLAGS)


@contextmanager
def serving_app(app: Any, patience: float = 30.0) -> Iterator[str]:
    """Runs an application in a thread of this process, as 'pysolve serve' would; gives its address."""
    import uvicorn

    from pysolve.web.app import config

    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = uvicorn.Server(config(app, patience))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = server.force_exit = True
            thread.join(20)


@contextmanager
def serving(*options: str) -> Iterator[str]:
    """Runs 'pysolve serve' with these options; gives its address, without a '/' at the end."""
    command = [sys.executable, "-m", "pysolve", "serve", "--port", "0", "--no-browser", *options]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        line = server.stdout.readline()
        address = re.search(r"http://\S+(?=/)", line)
        assert address is not None, line
        yield address[0]
    finally:
        server.terminate()
        try:
            server.wait(10)
        finally:
            server.kill()


@contextmanager
def serving_files(workbench: Path) -> Iterator[str]:
    """Serves the files of 'pysolve site', below another folder, as any web server would; their address as above."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *arguments: object) -> None:
            pass

    handler = functools.partial(Quiet, directory=str(workbench.parent.parent))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/{workbench.parent.name}/{workbench.name}"
        server.shutdown()
