"""SVG documents as PNG pictures, by resvg (the extra `png`)."""

from __future__ import annotations

from ..model.errors import PuzzleError, require

#: Pixels for each unit of the document.
SCALE = 2


def check_writer() -> None:
    """PuzzleError if resvg-py is not there."""
    require("png", "resvg_py", need="a PNG")


def write(document: str) -> bytes:
    """The picture; PuzzleError if the text is no single SVG document, or too large to be drawn."""
    import resvg_py

    if "<image" in document:  # resvg would read the file that it names; no picture of pysolve's has one
        raise PuzzleError("the picture cannot be drawn: it names another file")
    try:
        return bytes(resvg_py.svg_to_bytes(svg_string=document, zoom=SCALE))
    except ValueError as error:
        if not document.startswith("<svg") or document.count("<svg") > 1:
            raise PuzzleError("a PNG is made of one picture: add --format svg, for a single puzzle") from None
        raise PuzzleError(f"the picture cannot be drawn: {error}") from None
