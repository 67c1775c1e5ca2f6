"""HTML documents as PDF, by weasyprint (the extra `pdf`)."""

from __future__ import annotations

from typing import Any

from ..model.errors import PuzzleError, require

#: A page with one picture, which is as wide as the page.
PAGE = "<!doctype html><style>@page {{ margin: 15mm }} svg {{ width: 100%; height: auto }}</style>{}"


def check_writer() -> None:
    """PuzzleError if weasyprint is not there, or lacks a library of the system."""
    require("pdf", "weasyprint", need="a PDF")
    try:
        import weasyprint  # noqa: F401
    except OSError as error:
        raise PuzzleError(f"weasyprint cannot start, since a library of the system is missing: {error}") from None


def write(html: str) -> bytes:
    """The pages of an HTML document as a PDF. Nothing is fetched for it, whatever stands in titles."""
    import weasyprint

    written: bytes = weasyprint.HTML(string=html, url_fetcher=_fetcher()).write_pdf()
    return written


def _fetcher() -> Any:
    """What fetches nothing, in the form in which this version of weasyprint takes it."""
    try:
        from weasyprint.urls import URLFetcher
    except ImportError:  # older versions take a function

        def refuse(url: str, **_: object) -> object:
            raise ValueError("a sheet names no other files")

        return refuse
    return URLFetcher(allowed_protocols=())
