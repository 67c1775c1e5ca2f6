"""POST /solve: a JSON list of cells in, the same list with the answer out.

The address, the request and the answer are those of the Hidato solver that pysolve took the place of, so its clients
need not be changed. The list may be of any type whose answer is a text in each cell (`?type=`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from starlette.exceptions import HTTPException

from .. import catalog
from ..model.errors import PuzzleError, quote
from ..model.parts import HOLE
from ..model.puzzle_type import PuzzleType
from ..rules.library import well_known
from . import decoding
from .requests import Solve


@cache
def _type_of_lists() -> str:
    """The type of a list where the request names neither a type nor a board: the first well-known one of whose boards a
    list says all. Cells that are not in it are holes, the others are empty or hold a number, and so does the answer.
    """
    types = map(catalog.find, well_known())
    return next(type_.name for type_ in types if _is_said_by_lists(type_))


def _is_said_by_lists(type_: PuzzleType) -> bool:
    grid = type_.parts[0]
    takes_numbers = {"int", HOLE} <= {*grid.tokens, *grid.tokens.values()}
    return len(type_.parts) == 1 and takes_numbers and all(rule.mark == "text" for rule in type_.draw)


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
        values.setdefault("type", _type_of_lists())
    return decoding.body(Solve, values)


def answer(record: Mapping[str, Any]) -> Any:
    """The cells of the answer. Raises HTTPException where there is none."""
    if record["answers"]:
        return record["answers"][0]["cells"]
    raise HTTPException(504 if record["reason"] else 422, record["says"][0].rstrip("."))
