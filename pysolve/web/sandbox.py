"""Rules and types of strangers: what they may not do, and where their files lie."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from .. import catalog
from ..model.errors import PuzzleError, quote
from ..solving.search import AUXILIARY_PROGRAMS

_INCLUDE = re.compile(r'#include\s*"(?:\.\./[\w-]+/)?[\w-]+\.lp"\s*\.')


def check_rules(file: str, text: str) -> None:
    """PuzzleError if rules could do more than state a puzzle: run scripts, or read files besides pysolve's.

    Looks at comments and texts, too, so that nothing can hide in them.
    """
    for match in re.finditer(r"#\s*(script|include)", text):
        if match[1] == "script":
            sentence = "found #script, but rules on this server cannot run programs"
        elif not _INCLUDE.match(text, match.start()):
            sentence = 'found an #include of another file, expected one of pysolve\'s, such as "../lib/loop.lp"'
        else:
            continue
        raise PuzzleError(sentence, file=file, line=text.count("\n", 0, match.start()) + 1)


def write_types(types: Mapping[str, Mapping[str, str]], folder: Path, own_types: Sequence[str]) -> str:
    """Writes types as folders; what they lack is taken from the types of the same names. Returns the folder."""
    for name, files in types.items():
        target = folder / name
        known = catalog.lookup(name, own_types, aliases=False)
        if known is not None and known.folder.name == name:
            shutil.copytree(known.folder, target, ignore=shutil.ignore_patterns("__pycache__", "variants"))
            if files.get("rules.lp", _read(target / "rules.lp")) != _read(target / "rules.lp"):
                for program in AUXILIARY_PROGRAMS:
                    (target / program).unlink(missing_ok=True)
        else:
            target.mkdir(parents=True)
        for file, text in files.items():
            if file.endswith(".lp"):
                check_rules(f"{name}/{file}", text)
            if file not in AUXILIARY_PROGRAMS or known is None or (target / file).exists():
                (target / file).write_text(text, encoding="utf-8")
        for needed in ("manifest.yaml", "rules.lp"):
            if not (target / needed).exists():
                raise PuzzleError(f"the type {quote(name)} has no {needed}")
    return str(folder)


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""
