"""How large a puzzle's program is when it is grounded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from ..analysis.ground import Ground
from ..report.lines import name_of
from .record import Record


@dataclass(frozen=True, kw_only=True)
class PlaceRecord(Record):
    """A line of a rule file."""

    file: Annotated[str, "the file"]
    line: Annotated[int, "the line on which the rule begins"]


@dataclass(frozen=True, kw_only=True)
class LineRecord(Record):
    """Ground rules that come from one rule."""

    rules: Annotated[int, "how many there are"]
    places: Annotated[list[PlaceRecord], "the rule; several where they cannot be told apart"]


@dataclass(frozen=True, kw_only=True)
class PredicateRecord(Record):
    """The part of a ground program that derives a predicate."""

    predicate: Annotated[str, "its name and number of arguments"]
    atoms: Annotated[int, "how many atoms it has"]
    rules: Annotated[int, "how many ground rules derive them"]
    lines: Annotated[list[LineRecord], "the rules that these come from, the most first"]


@dataclass(frozen=True, kw_only=True)
class GroundSizeRecord(Record):
    """The size of a ground program."""

    id: Annotated[str, "the puzzle's name"]
    type: Annotated[str | None, "its type; null if a limit came before it was read"]
    reason: Annotated[str | None, "which limit was reached"]
    atoms: Annotated[int, "how many atoms there are"]
    rules: Annotated[int, "how many rules there are"]
    predicates: Annotated[list[PredicateRecord], "by predicate, the largest first"]


def ground_size_record(name: str, type_: str | None, ground: Ground) -> GroundSizeRecord:
    """The size of a puzzle's ground program."""
    predicates = [
        PredicateRecord(
            predicate=name_of(size.predicate), atoms=size.atoms, rules=size.rules,
            lines=[
                LineRecord(rules=count, places=[PlaceRecord(file=file, line=line) for file, line in places])
                for places, count in size.lines
            ],
        )
        for size in ground.sizes
    ]  # fmt: skip
    reason = str(ground.reason) if ground.reason is not None else None
    return GroundSizeRecord(
        id=name, type=type_, reason=reason, atoms=ground.atoms, rules=ground.rules, predicates=predicates
    )
