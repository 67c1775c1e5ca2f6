"""The files that a new puzzle type starts with: a folder of new_type for each kind of puzzle, with the type's name for
NAME.
"""

from __future__ import annotations

#: The kinds of puzzles that there is a start for: 'pysolve new NAME --like KIND'. The first is the usual one.
KINDS = ("shading", "division", "loop", "path", "numbers", "margins", "placement", "words")


def new_type(name: str, like: str = KINDS[0]) -> dict[str, str]:
    """From file name to text: rules, clues to make puzzles, manifest and example of a new type.

    like: one of KINDS.
    """
    from importlib.resources import files  # takes time, and the kinds alone are asked for more often

    templates = sorted(files(__package__).joinpath("new_type", like).iterdir(), key=lambda file: file.name)
    return {file.name: file.read_text(encoding="utf-8").replace("NAME", name) for file in templates}
