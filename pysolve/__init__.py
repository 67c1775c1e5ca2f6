"""Logic puzzles, solved from rules that anyone can read and edit.

>>> import pysolve
>>> board = pysolve.puzzle("sudoku", grid=[[1, 0, 0, 0], [0, 3, 0, 0], [4, 0, 0, 3], [0, 0, 1, 0]])
>>> str(pysolve.check(board))
'unique'
>>> answer = next(pysolve.solve(board))
>>> answer.grid[0], dict(answer["value"])[1, 2]
([1, 4, 3, 2], 4)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from . import late

late.install()

from . import analyses  # noqa: E402

if TYPE_CHECKING:
    from .analyses.candidates import candidates
    from .analyses.clues import adjust, reduce
    from .analyses.hint import grade, hint
    from .analyses.make import make
    from .analyses.why import why
    from .api import (
        check,
        check_all,
        convert,
        copy,
        draw,
        facts,
        new,
        progress,
        puzzle,
        read,
        read_all,
        read_text,
        save,
        sheet,
        show,
        solve,
        solve_all,
        test,
        types,
    )  # fmt: skip
    from .model.errors import PuzzleError
    from .model.puzzle import Puzzle, Verdict
    from .render.answer_text import Answer
    from .solving.settings import Settings

__version__ = "1.0.0"

#: Where the names are defined that `__all__` has beside the analyses. They run when something of them is taken, so
#: that `import pysolve` is quick, and Ctrl-C finds the command line ready for it.
_MODULES = {
    "Answer": "render.answer_text", "Puzzle": "model.puzzle", "PuzzleError": "model.errors",
    "Settings": "solving.settings", "Verdict": "model.puzzle",
}  # fmt: skip

__all__ = [
    "Answer", "Puzzle", "PuzzleError", "Settings", "Verdict", "__version__", "adjust", "candidates", "check",
    "check_all", "convert", "copy", "draw", "facts", "grade", "hint", "make", "new", "progress", "puzzle", "read",
    "read_all", "read_text", "reduce", "save", "sheet", "show", "solve", "solve_all", "test", "types", "why",
]  # fmt: skip


def __getattr__(name: str) -> object:
    """A class, or a function."""
    if name not in __all__:
        raise AttributeError(f"module 'pysolve' has no attribute '{name}'")
    if name in analyses.ANALYSES:
        import_module(".api", __name__).let_draw()
    module = f"analyses.{analyses.ANALYSES[name].module}" if name in analyses.ANALYSES else _MODULES.get(name, "api")
    return getattr(import_module(f".{module}", __name__), name)


def __dir__() -> list[str]:
    return __all__
