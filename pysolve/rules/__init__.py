"""Texts of ASP: the one place that reads them."""

from .library import BEYOND, FAST, Program, beside, display, included, includes, load

__all__ = ["BEYOND", "FAST", "Program", "beside", "display", "included", "includes", "load"]
