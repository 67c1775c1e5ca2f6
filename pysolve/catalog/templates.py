"""The files that a new puzzle type starts with: those in the folder new_type, with the type's name for NAME."""

from __future__ import annotations

from importlib.resources import files

_FOLDER = "new_type"


def new_type(name: str) -> dict[str, str]:
    """From file name to text: rules, clues to make puzzles, manifest and example of a new type."""
    templates = sorted(files(__package__).joinpath(_FOLDER).iterdir(), key=lambda file: file.name)
    return {file.name: file.read_text(encoding="utf-8").replace("NAME", name) for file in templates}
