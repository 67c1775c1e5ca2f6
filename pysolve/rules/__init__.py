"""Texts of ASP: the one place that reads them."""

from .library import BEYOND, FAST, beside, display, included, includes, load
from .program import Program

__all__ = ["BEYOND", "FAST", "Program", "beside", "display", "included", "includes", "load"]
