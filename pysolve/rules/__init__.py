"""Texts of ASP: the one place that reads them."""

from __future__ import annotations

from .library import library
from .loading import display, included, load
from .program import Program

__all__ = ["Program", "display", "included", "library", "load"]
