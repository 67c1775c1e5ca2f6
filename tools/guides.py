"""Follows a guide of docs/ in a folder that has only asp/ and instances/: writes the files that it shows, and runs its
commands in order.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

#: A file to write, or commands with their output.
_BLOCK = re.compile(r"^```(?:(?:\w+) (?P<file>\S+)|console)\n(?P<text>.*?)^```\n", re.DOTALL | re.MULTILINE)
_SECONDS = re.compile(r"\d+\.\d+ s\b|(?<=\"seconds\": )[\d.]+")


def page(text: str) -> str:
    """The page with what its commands say now; the seconds that they take stay as they are."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("asp", "instances"):
            (Path(folder) / name).symlink_to(ROOT / name)

        def renewed(block: re.Match[str]) -> str:
            if block["file"] is not None:
                (Path(folder) / block["file"]).write_text(block["text"], encoding="utf-8")
                return block[0]
            command, _, before = block["text"].partition("\n")
            seconds = _SECONDS.search(before)
            output = _run(command.removeprefix("$ "), Path(folder))
            output = _SECONDS.sub(seconds[0], output) if seconds else output
            return f"```console\n{command}\n{output.rstrip()}".rstrip() + "\n```\n"

        return _BLOCK.sub(renewed, text)


def _run(command: str, folder: Path) -> str:
    """What a command says, on both streams; 'pysolve' and 'python' are those of this environment."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", "COLUMNS": "80"}
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8",
        check=False,
    )  # fmt: skip
    return done.stdout.replace(f"{ROOT}{os.sep}", "")
