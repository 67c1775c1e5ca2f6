"""Texts of ASP: the one place that reads them."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .loading import BEYOND as BEYOND
    from .loading import FAST as FAST
    from .loading import beside as beside
    from .loading import display as display
    from .loading import included as included
    from .loading import includes as includes
    from .loading import load as load
    from .program import Program as Program

_OF_LOADING = ("BEYOND", "FAST", "Program", "beside", "display", "included", "includes", "load")


def __getattr__(name: str) -> object:
    """What reads rules is imported when it is needed: who only looks for types needs none of it."""
    if name not in _OF_LOADING:
        raise AttributeError(name)
    return getattr(import_module(".loading", __name__), name)
