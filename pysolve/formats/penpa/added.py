"""What a drawing holds that no token of its type has, as constraints that a puzzle adds: thermos, cages, shades.

The key `penpa` of a constraint's file says what its groups look like: LOOKS. What of a drawing is left is taken by the
first constraint that looks so; so a type's own cages and thermos are its tokens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ...catalog import manifest
from ...model.board import Cell
from ...model.puzzle_type import AddedConstraint, PuzzleType
from ...model.rows import NO_VALUE
from .drawing import DARK_CELL, Element, ElementKind, Kind, PenpaLayer, Spot

#: The cells of a group, and the value behind them.
Group = tuple[list[Cell], str]


@dataclass
class Left:
    """What of a drawing no token has accounted for: elements at spots, cages, and lines of cells by their kind.
    crowded: the spots where something else stood, too.
    """

    elements: dict[Spot, set[Element]] = field(default_factory=dict)
    cages: list[list[Cell]] = field(default_factory=list)
    thermos: list[list[Cell]] = field(default_factory=list)
    arrows: list[list[Cell]] = field(default_factory=list)
    crowded: set[Spot] = field(default_factory=set)


class Look(NamedTuple):
    """What the groups of a constraint look like. take: takes them out of what is left. draw: draws one. said: what a
    remark says where they are there, as they may have been meant otherwise.
    """

    take: Callable[[Left], list[Group]]
    draw: Callable[[PenpaLayer, Group], None]
    said: str = ""


#: The corner in which the total of a cage stands.
_CORNER = "upper left"


def _lines(name: str) -> Look:
    """Lines of cells, which a drawing has under this name."""

    def take(left: Left) -> list[Group]:
        taken: list[list[Cell]] = getattr(left, name)
        setattr(left, name, [])
        return [(cells, NO_VALUE) for cells in taken]

    def draw(layer: PenpaLayer, group: Group) -> None:
        getattr(layer, name).append(group[0])

    return Look(take, draw)


def _take_cages(left: Left) -> list[Group]:
    """The cages with the small numbers in their upper left corners; a number in a cell alone is a cage of one cell."""
    taken, left.cages = left.cages, []
    totals = dict(_totals(left))
    caged = {cell for cells in taken for cell in cells}
    taken += [[cell] for cell in totals if cell not in caged]
    groups: list[Group] = []
    for cells in taken:
        said = [cell for cell in cells if cell in totals]
        value = totals[said[0]] if len(said) == 1 else NO_VALUE  # two numbers stay, and are refused
        groups.append((sorted(cells), value))
        if len(said) == 1:
            _discard(left, Spot(Kind.MIDDLE, *said[0]), Element(ElementKind.NOTE, value, _CORNER))
    return groups


def _totals(left: Left) -> Iterator[tuple[Cell, str]]:
    for spot, there in left.elements.items():
        for each in there:
            if each.kind is ElementKind.NOTE and each.corner == _CORNER and each.value.isdecimal():
                yield spot.cell, each.value


def _discard(left: Left, spot: Spot, element: Element) -> None:
    left.elements[spot].discard(element)
    if not left.elements[spot]:
        del left.elements[spot]


def _draw_cage(layer: PenpaLayer, group: Group) -> None:
    cells, value = group
    layer.cages.append(cells)
    if value != NO_VALUE:
        note = Element(ElementKind.NOTE, value, _CORNER)
        layer.elements.setdefault(Spot(Kind.MIDDLE, *min(cells)), []).append(note)


def _marks(*marks: Element, said: str = "") -> Look:
    """Cells that are marked with one of these, the first of which is drawn. said: what a remark says of them; then they
    hold nothing else, as beside a clue the mark may say something of that.
    """

    def take(left: Left) -> list[Group]:
        cells = []
        barred = left.crowded if said else set[Spot]()
        for spot, there in [*left.elements.items()]:
            for mark in there.intersection(marks) if spot.kind is Kind.MIDDLE and spot not in barred else ():
                cells.append(spot.cell)
                _discard(left, spot, mark)
        return [(sorted(cells), NO_VALUE)] if cells else []

    def draw(layer: PenpaLayer, group: Group) -> None:
        for cell in group[0]:
            layer.elements.setdefault(Spot(Kind.MIDDLE, *cell), []).append(marks[0])

    return Look(take, draw, said)


def _corners(mark: Element) -> Look:
    """Marks on corners, each of which says something of the four cells around it."""

    def take(left: Left) -> list[Group]:
        spots = [spot for spot, there in left.elements.items() if spot.kind is Kind.LOWER_RIGHT and mark in there]
        for spot in spots:
            _discard(left, spot, mark)
        return [([(row + down, column + right) for down in (0, 1) for right in (0, 1)], NO_VALUE)
                for _, row, column in sorted(spots)]  # fmt: skip

    def draw(layer: PenpaLayer, group: Group) -> None:
        layer.elements.setdefault(Spot(Kind.LOWER_RIGHT, *min(group[0])), []).append(mark)

    return Look(take, draw)


#: What the key `penpa` of a constraint's file may say.
LOOKS: Mapping[str, Look] = {
    "thermo": _lines("thermos"), "arrow": _lines("arrows"), "cage": Look(_take_cages, _draw_cage),
    **{name: _marks(Element(ElementKind.SHAPE, name)) for name in ("grey disc", "grey square")},
    "parity": _corners(Element(ElementKind.SHAPE, "parity")),
    "dark": _marks(
        DARK_CELL, Element(ElementKind.FILL, "pale"),
        said="dark cells without a clue are read as shaded from the beginning",
    ),
    "green": _marks(
        Element(ElementKind.FILL, "2"), said="green cells without a clue are read as not shaded from the beginning"
    ),
}  # fmt: skip


def taken(type_: PuzzleType, left: Left) -> tuple[dict[str, list[Group]], list[str]]:
    """By their names the groups of the constraints that what is left looks like, which is then accounted for; and what
    remarks say of them.
    """
    found: dict[str, list[Group]] = {}
    said: list[str] = []
    if left.cages or left.thermos or left.arrows or left.elements:
        for constraint in manifest.drawable(type_):
            look = LOOKS[constraint.penpa]
            if groups := look.take(left):
                found[constraint.name] = groups
                said += filter(None, [look.said])
    return found, said


def draw(constraint: AddedConstraint, groups: Sequence[Group], layer: PenpaLayer) -> None:
    """Draws the groups of a constraint that Penpa+ can show."""
    for group in groups:
        LOOKS[constraint.penpa].draw(layer, group)
