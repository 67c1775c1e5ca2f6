"""A type of puzzles, as it is explained."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated

from .. import catalog
from ..model.puzzle_type import PuzzleType
from ..report.lines import constraint_lines, option_lines, part_line
from ..rules import beside, display
from ..rules.library import BEYOND, FAST
from .record import Record


@dataclass(frozen=True, kw_only=True)
class TypeRecord(Record):
    """A type of puzzles: what it is, its rules, its input by example, its options, its files."""

    name: Annotated[str, "its name"]
    title: Annotated[str, "what people call it"]
    group: Annotated[str, "the group that it is listed in"]
    about: Annotated[str, "what one has to do, in a sentence"]
    aliases: Annotated[list[str], "other names"]
    boards: Annotated[list[str], "the shapes of boards that it is played on"]
    rules: Annotated[list[str], "its rules, a sentence each"]
    parts: Annotated[list[str], "the parts of the input: a line each, with the tokens that it takes"]
    options: Annotated[list[str], "its options, in lines"]
    constraints: Annotated[list[str], "the constraints that a puzzle may add, a line each"]
    variants: Annotated[list[str], "files of rules that make a variant of it"]
    example: Annotated[str | None, "the file of an example"]
    files: Annotated[list[str], "its own files"]
    details: PuzzleType = field(repr=False)

    def sections(self) -> Iterator[tuple[str, list[str]]]:
        """What is said of it below its name: titles, and the lines of each."""
        yield "Rules", [f"- {rule}" for rule in self.rules]
        yield "Parts of the input", self.parts
        yield "Options", self.options
        yield "Constraints that a puzzle may add (docs/constraints.md)", self.constraints
        yield "Variants (-r FILE)", self.variants
        if self.example is not None:
            text = catalog.examples(self.details)[0].read_text(encoding="utf-8")
            yield f"Example: {self.example}", text.rstrip().split("\n")
        yield "Files", self.files

    def sentences(self) -> Iterator[str]:
        """See Record."""
        yield from (f"{self.title} ({self.name})", self.about, *self.rules)


def type_record(type_: PuzzleType) -> TypeRecord:
    """All that is said of a type."""
    examples = catalog.examples(type_)
    further = [beside(type_.rules_file, name) for name in (FAST, BEYOND)]
    files = [type_.rules_file, *further, type_.folder / "manifest.yaml"]
    return TypeRecord(
        name=type_.name, title=type_.title, group=type_.group, about=type_.about, aliases=list(type_.aliases),
        boards=list(type_.boards), rules=list(type_.rules), parts=[part_line(part) for part in type_.parts],
        options=[line for option in type_.options.values() for line in option_lines(type_, option)],
        constraints=constraint_lines(type_),
        variants=[display(variant) for variant in sorted((type_.folder / "variants").glob("*.lp"))],
        example=display(examples[0]) if examples else None,
        files=[display(file) for file in files if file.is_file()], details=type_,
    )  # fmt: skip
