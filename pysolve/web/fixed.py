"""What the service says to everyone: the records of its GET addresses that name no puzzle and no type."""

from __future__ import annotations

from collections.abc import Callable

from .. import catalog
from . import records, tables
from .records import Record

#: By the last part of the address: what makes the record, given folders of types besides pysolve's.
FIXED: dict[str, Callable[[tuple[str, ...]], Record]] = {
    "types": lambda own_types: records.survey(catalog.survey(own_types)),
    "drawing": lambda own_types: tables.drawing(),
    "formats": lambda own_types: records.formats(),
    "library": lambda own_types: records.laws(),
    "template": lambda own_types: {
        "kinds": list(catalog.KINDS), "files": {kind: catalog.new_type("NAME", kind) for kind in catalog.KINDS}
    },
}  # fmt: skip
