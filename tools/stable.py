"""What others rely on: names, options, keys and records, as data.

    python tools/stable.py [--release]

docs/stable.json is what the last release had. Says what of it is no longer there; the exit code is 1 if there is any
such thing. --release: writes the file anew, when a version is released; where something is lost, only a major one.
"""

from __future__ import annotations

import argparse
import inspect
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import pysolve  # noqa: E402
from pysolve import catalog  # noqa: E402
from pysolve.analyses import schema  # noqa: E402
from pysolve.catalog import parts  # noqa: E402
from pysolve.catalog.manifest import CONSTRAINT_KEYS  # noqa: E402
from pysolve.cli import commands  # noqa: E402
from pysolve.cli.options import ExitCode  # noqa: E402
from pysolve.formats import native  # noqa: E402
from pysolve.model.formats import FORMATS  # noqa: E402
from pysolve.model.marks import MARKS  # noqa: E402
from pysolve.web.app import Limits  # noqa: E402
from pysolve.web.openapi import document  # noqa: E402

FILE = ROOT / "docs" / "stable.json"

Data = dict[str, Any]

#: Facts that every puzzle has (docs/manifest.md).
_EVERY_BOARD = {"rows", "columns", "board", "cell"}

_PREDICATE = re.compile(r"(?<![\w(])([a-z]\w*)[(/]")


def interface() -> Data:
    """What docs/stability.md promises. Under `needs` stands what has to be given: it may shrink."""
    return {
        "version": pysolve.__version__,
        "python": {name: _function(getattr(pysolve, name)) for name in pysolve.__all__},
        "commands": {name: _command(command) for name, command in commands().items()},
        "exit codes": {each.name: int(each) for each in ExitCode},
        "records": schema.components("{name}"),
        "service": {path: sorted(methods) for path, methods in document(Limits())["paths"].items()},
        "manifest": sorted(parts.KEYS),
        "marks": sorted(MARKS),
        "constraint": sorted(CONSTRAINT_KEYS),
        "puzzle": sorted(native.KEYS),
        "formats": {each.name: sorted(each.endings) for each in FORMATS},
        "laws": {path.stem: _header(path) for path in sorted((ROOT / "asp" / "lib").glob("*.lp"))},
        "types": {type_.name: _type(type_) for type_ in catalog.every()},
    }


def _function(named: object) -> Data:
    """A function's parameters; of a class and of a text only that there is one."""
    if not inspect.isfunction(named):
        return {}
    given = inspect.signature(named).parameters.values()
    return {
        "parameters": [each.name for each in given],
        "needs": [each.name for each in given if each.default is each.empty and each.kind is not each.VAR_POSITIONAL],
    }


def _command(command: click.Command) -> Data:
    options = [each for each in command.params if isinstance(each, click.Option)]
    return {
        "options": sorted({name for each in options for name in (*each.opts, *each.secondary_opts)}),
        "needs": sorted(each.opts[0] for each in options if each.required),
    }


def _header(path: Path) -> Data:
    """The predicates that the header of a law says it gives, and needs beside what every board has."""
    head = path.read_text(encoding="utf-8").partition("\n\n")[0]
    needs, gives = (re.search(rf"% {word}:(.*?)(?=\n% \w+:|\Z)", head, re.DOTALL) for word in ("needs", "gives"))
    named = {"gives": gives, "needs": needs}
    found = {word: set(_PREDICATE.findall(each[1])) if each else set() for word, each in named.items()}
    return {word: sorted(names - _EVERY_BOARD if word == "needs" else names) for word, names in found.items()}


def _type(type_: Any) -> Data:
    return {
        "aliases": sorted(type_.aliases),
        "parts": [part.name for part in type_.parts],
        "options": sorted(type_.options),
        "needs": [part.name for part in type_.parts if not part.optional],
    }


def lost(released: Any, now: Any, at: str = "") -> Iterator[str]:
    """What is no longer there, or has to be given now, as a path through the data."""
    if isinstance(released, dict) and isinstance(now, dict):
        for key, value in released.items():
            path = f"{at} / {key}".removeprefix(" / ")
            if key == "needs":
                yield from (f"{path} / {each} is new" for each in now.get(key, ()) if each not in value)
            elif key != "version" and not (key == "description" and isinstance(value, str)):  # a sentence may change
                yield from lost(value, now[key], path) if key in now else [path]
    elif isinstance(released, list) and isinstance(now, list):
        yield from (f"{at} / {each}" for each in released if each not in now)
    elif released != now:
        yield f"{at}: {released!r} is {now!r}"


def main() -> int:
    """0, or 1 if something that was released is lost."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--release", action="store_true")
    release = parser.parse_args().release
    released, now = json.loads(FILE.read_text(encoding="utf-8")), interface()
    found = [*lost(released, now)]
    print("\n".join(found) if found else "Nothing is lost.")
    if release and (not found or _major(released) != _major(now)):
        FILE.write_text(json.dumps(now, ensure_ascii=False, indent=1, sort_keys=True) + "\n", encoding="utf-8")
        return 0
    return 1 if found else 0


def _major(data: Data) -> str:
    return str(data["version"]).partition(".")[0]


if __name__ == "__main__":
    sys.exit(main())
