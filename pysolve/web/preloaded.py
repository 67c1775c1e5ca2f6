"""All that a request needs, run once in the process from which workers are forked, so that they start at once."""

from __future__ import annotations

import yaml  # noqa: F401

from .. import formats, late
from ..model.formats import FORMATS
from . import pool

for each in FORMATS:
    formats.codec(each.name)
late.run_all(pool.__name__)
