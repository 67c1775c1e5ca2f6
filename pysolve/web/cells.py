"""POST /solve: a JSON list of cells in, the same list with the answer out.

The address, the request and the answer are those of the Hidato solver that pysolve took the place of, so its clients
need not be changed. The list may be of any type whose answer is a text in each cell (`?type=`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.exceptions import HTTPException

from ..model.errors import PuzzleError, quote
from . import decoding
from .context import shelved_board
from .requests import Solve

#: Where the request names neither a type nor a board, the list is of this board's type: the board of that solver.
USUAL_BOARD = "cascade"


def request(text: bytes, named: Mapping[str, str]) -> Solve:
    """The request 'solve'. named: 'type', or 'board', the name of a board that pysolve has.

    Raises PuzzleError for other names.
    """
    for name in named:
        if name not in ("type", "board"):
            raise PuzzleError(f"the address has the key {quote(name)}, expected type or board")
    cells = text.decode("utf-8", errors="replace").removeprefix("\ufeff").strip()
    values: dict[str, object] = {"puzzle": cells or "[]", "models": 1, "show": ["cells"], **named}
    if "board" not in named:
        values.setdefault("type", shelved_board(USUAL_BOARD).parent.name)
    return decoding.body(Solve, values)


def answer(record: Mapping[str, Any]) -> Any:
    """The cells of the answer. Raises HTTPException where there is none."""
    if record["answers"]:
        return record["answers"][0]["cells"]
    raise HTTPException(504 if record["reason"] else 422, record["says"][0].rstrip("."))
