"""Tries tests again that have failed, if again.txt allows it: python .ci/again.py CODE [pytest options]

CODE is what pytest has ended with. Anything else than failures of the tests that are listed, each with a reason, is
left as it is and fails: another test, an error, a run that broke off or never began.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ALLOWED = ROOT / ".ci" / "again.txt"

#: What pytest ends with if all tests ran and some of them failed.
FAILURES = 1


def allowed(text: str) -> dict[str, str]:
    """The reasons, by the tests, or the files of tests, that may be tried again. ValueError for a line without one."""
    found = {}
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            test, _, reason = map(str.strip, line.partition("  "))
            if not reason:
                raise ValueError(f"again.txt: no reason stands behind {test!r}, after two blanks")
            found[test] = reason
    return found


def failed(folder: Path) -> list[str]:
    """The tests that the last run in a folder left as failed."""
    file = folder / ".pytest_cache" / "v" / "cache" / "lastfailed"
    return sorted(json.loads(file.read_text())) if file.is_file() else []


def reason_for(test: str, reasons: dict[str, str]) -> str | None:
    """Why a test may be tried again: it is listed, or its file; None if it may not."""
    return reasons.get(test.partition("[")[0]) or reasons.get(test.partition("::")[0])


def again(code: int, folder: Path, reasons: dict[str, str], options: list[str]) -> int:
    """What the second try ends with, or the first if there is none."""
    tests = failed(folder)
    others = [test for test in tests if reason_for(test, reasons) is None]
    if code != FAILURES or not tests or others:
        print(f"Not tried again (code {code}): {', '.join(others) or 'no test has failed'}")
        return code or 1
    for test in tests:
        print(f"Tried again: {test}: {reason_for(test, reasons)}", flush=True)
    return subprocess.run(
        [sys.executable, "-m", "pytest", "--last-failed", *options], cwd=folder, check=False
    ).returncode


if __name__ == "__main__":
    sys.exit(again(int(sys.argv[1]), ROOT, allowed(ALLOWED.read_text(encoding="utf-8")), sys.argv[2:]))
