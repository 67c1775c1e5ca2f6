"""Solvers that race.py starts beside each other; each says with its verdict what the search took.

noqx is a folder with the packages `noqx` and `solver` (github.com/T0nyX1ang/noqx, Apache 2.0 or GPL 3). It is given
what pysolve writes of a board, a link of Penpa+: reading it counts for it as reading the text does for pysolve. What it
reads otherwise is seen by another verdict.
"""

from __future__ import annotations

import importlib
import sys
from base64 import b64decode, b64encode
from functools import cache
from pathlib import Path
from pkgutil import iter_modules
from typing import Any
from zlib import compressobj, decompress

from coverage_process import NEEDED, BoardResult, OneByOne, Published

#: Answers that are looked for.
MODELS = 2

#: The verdict for none, one, or two answers found.
VERDICTS = ("none", "unique", "multiple")


class Alone(OneByOne):
    """pysolve: one board after the other, each by itself."""

    def __init__(self, collection: str) -> None:
        for module in NEEDED:
            importlib.import_module(module)
        from pysolve import catalog, convert, read_text
        from pysolve.solving.search import open_local
        from pysolve.solving.settings import Settings

        self._settings = Settings(models=MODELS, drawing=False, statistics=True)
        type_ = catalog.lookup(collection)
        self._type = collection if type_ is None else type_.name
        self._read, self._open = read_text, open_local
        self._read(convert(self._read("1 1\n1\n", "nurikabe"), "penpa"), "nurikabe")  # what links need is imported

    def answer(self, board: Published) -> BoardResult:
        """The verdict; conflicts and rules of the last search that took place."""
        search = self._open(self._read(board.problem, self._type), self._settings)
        for _ in search:
            pass
        outcome = search.outcome
        return BoardResult(str(outcome.verdict), None, **figures(outcome.statistics))


def figures(statistics: Any) -> dict[str, int]:
    """Conflicts and ground rules, from clingo's statistics."""
    if not statistics:
        return {}
    conflicts = statistics["solving"]["solvers"]["conflicts"]
    return {"conflicts": int(conflicts), "rules": int(statistics["problem"]["lp"]["rules"])}


# -- noqx

#: What a link to a drawing that is to be edited has in it.
EDITED = "#m=edit&p="

#: The line of a drawing that holds what a solver drew, and that line where there is nothing.
ANSWER = 4
NOTHING = (
    "{zR:{z_:[]},zU:{z_:[]},z8:{z_:[]},zS:{},zN:{},z1:{},zY:{},zF:{},z2:{},zL:{},zE:{},zW:{},zC:{},z4:{},"
    "zT:[],z3:[],zD:[],z0:[],z5:[],z6:[],z7:[]}"
)


def drawing(link: str) -> str:
    """The drawing of a link of Penpa+ that is to be solved, as one that is to be edited: noqx reads these alone."""
    packed = link.partition("&p=")[2].partition("&")[0]
    lines = decompress(b64decode(packed), wbits=-15).decode().split("\n")
    lines[ANSWER] = lines[ANSWER] or NOTHING
    packing = compressobj(wbits=-15)
    return f"m=edit&p={b64encode(packing.compress(chr(10).join(lines).encode()) + packing.flush()).decode()}"


#: What solvers are told so that they read a drawing as pysolve does, where cells of a Numberlink may stay empty; by
#: default its paths use every cell and take no three sides of a square, and hidden numbers of Fillomino are small.
_PATHS = {"visit_all": False, "no_2x2": False}
AS_READ: dict[str, dict[str, bool]] = {"numlin": _PATHS, "numlin_bit": _PATHS, "fillomino": {"fast_mode": False}}


@cache
def noqx_modules(folder: str) -> dict[str, list[str]]:
    """The solvers of a copy of noqx: from module to the names that it says."""
    solvers = importlib.import_module("noqx.manager") if _on_path(folder) else None
    found: dict[str, list[str]] = {}
    for module in iter_modules([str(Path(folder) / "solver")]):
        if solvers is not None:
            solvers.load_solver("solver", module.name)
            solver = solvers.modules[module.name.lower()]
            found[module.name] = [solver.name, module.name, *solver.aliases]
    return found


def _on_path(folder: str) -> bool:
    if folder not in sys.path:
        sys.path.insert(0, folder)
    return True


class Noqx(OneByOne):
    """Answers boards of one type, as links of Penpa+."""

    def __init__(self, collection: str, module: str, folder: str) -> None:
        _on_path(folder)
        self._manager = importlib.import_module("noqx.manager")
        self._clingo = importlib.import_module("noqx.clingo")
        self._manager.load_solver("solver", module)
        self._name = module.lower()
        parameters = self._manager.modules[self._name].parameters
        self._parameters = {name: parameter["default"] for name, parameter in parameters.items()}
        self._parameters |= AS_READ.get(module, {})
        self._clingo.Config.time_limit = 10**6
        self._clingo.Config.max_solutions_to_find = MODELS

    def answer(self, board: Published) -> BoardResult:
        """The verdict of two answers; where these look the same, it has none."""
        puzzle = self._manager.prepare_puzzle(self._name, board.problem, dict(self._parameters))
        solver = self._clingo.ClingoSolver()
        solver.solve(self._manager.generate_program(puzzle))
        answers = {" ".join(sorted(each.split())) for each in solver.solution()}
        alike = len(answers) < len(solver.solution())
        verdict = "unknown" if alike else VERDICTS[len(answers)]
        return BoardResult(verdict, None, **figures(solver.clingo_instance.statistics))
