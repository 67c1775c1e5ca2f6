"""Texts of ASP: the one place that reads them."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .loading import display as display
    from .loading import included as included
    from .loading import load as load
    from .loading import speed_up as speed_up
    from .program import Program as Program

_OF_LOADING = ("Program", "display", "included", "load", "speed_up")


def __getattr__(name: str) -> object:
    """What reads rules is imported when it is needed: who only looks for types needs none of it."""
    if name not in _OF_LOADING:
        raise AttributeError(name)
    return getattr(import_module(".loading", __name__), name)
