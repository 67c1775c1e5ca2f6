"""The elements of an SVG document, as text: paths, strokes, symbols, and texts that fit into their room."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from ..model.cell_shapes import Point
from ..model.marks import Shape
from .characters import width
from .look import INKS, PAPER
from .shapes import Edge, chains, number, path

GIVEN, ANSWER = INKS["given"].light, INKS["answer"].light


def path_of(paths: list[str], attributes: str) -> str:
    return f'<path d="{"".join(paths)}" {attributes}/>' if any(paths) else ""


def strokes(edges: Iterable[Edge], ink: str, thickness: float, more: str = "") -> str:
    paths = [path(chain) for chain in chains(edges)]
    return path_of(paths, f'fill="none" stroke="{ink}" stroke-width="{number(thickness)}" stroke-linecap="round"{more}')


def circle(centre: Point, radius: float, ink: str, thickness: float, fill: str = PAPER) -> str:
    x, y = centre
    return (
        f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" '
        f'fill="{fill}" stroke="{ink}" stroke-width="{number(thickness)}"/>'
    )


def symbol(shape: Shape, centre: Point, size: float, ink: str) -> str:
    """A symbol around a point. size: of its unit."""
    data = shape.mapped(lambda x, y: f"{number(centre[0] + size * x)} {number(centre[1] + size * y)}")
    stroke = f' stroke="{ink}" stroke-width="2"' if shape.outlined else ""
    return f'<path d="{data}" fill="{ink if shape.filled else PAPER}"{stroke}/>'


def fitting_size(text: str, size: float, room: float) -> float:
    """The font size in which a text fits into its room."""
    return min(size, room / (0.6 * max(1, width(text))))


def write(centre: Point, text: str, size: float, room: float) -> str:
    """A text around its centre; smaller if it is too long."""
    if not text:
        return ""
    fitting = fitting_size(text, size, room)
    smaller = f' font-size="{number(fitting)}"' if fitting < size else ""
    x, y = centre
    return f'<text x="{number(x)}" y="{number(y + 0.36 * fitting)}"{smaller}>{escape(text, quote=False)}</text>'


def group(texts: list[str], given: bool, size: float, ink: str = "") -> str:
    """Texts in the ink of the puzzle, or in that of the answer, or in one that is named."""
    if not any(texts):
        return ""
    weight = ' font-weight="bold"' if given else ""
    ink = ink or (GIVEN if given else ANSWER)
    return f'<g fill="{ink}" font-size="{number(size)}"{weight}>{"".join(texts)}</g>'
