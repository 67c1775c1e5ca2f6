"""POST /solve: a JSON list of cells in, the same list with the answer out.

The address, the request and the answer are those of the Hidato solver that pysolve took the place of, so its clients
need not be changed. The list may be of any type whose answer is a text in each cell (`?type=`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.exceptions import HTTPException

from .fields import QUESTIONS
from .questions import shelved_board

#: Where the request names neither a type nor a board, the list is of this board's type: the board of that solver.
USUAL_BOARD = "cascade"


def body(text: bytes, named: Mapping[str, str]) -> dict[str, Any]:
    """The body of the question to solve. named: 'type', or 'board', the name of a board that pysolve has.

    Raises PuzzleError for other names.
    """
    cells = text.decode("utf-8", errors="replace").removeprefix("\ufeff").strip()
    said = {"puzzle": cells or "[]", "models": 1, "show": ["cells"], **named}
    if "board" not in said:
        said.setdefault("type", shelved_board(USUAL_BOARD).parent.name)
    return QUESTIONS["solve"].check(said)


def answer(record: Mapping[str, Any]) -> Any:
    """The cells of the answer. Raises HTTPException where there is none."""
    if record["answers"]:
        return record["answers"][0]["cells"]
    raise HTTPException(504 if record["reason"] else 422, record["says"][0].rstrip("."))
