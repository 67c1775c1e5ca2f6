"""The records of what searches find, of types, and of what commands write."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, Any

from .. import catalog
from ..analysis.ground import Ground
from ..model.puzzle import Puzzle, Verdict
from ..model.puzzle_type import PuzzleType
from ..report.lines import constraint_lines, name_of, option_lines, outcome_line, part_line
from ..report.record import RecordVerdict
from ..rules.library import BEYOND, FAST, beside, display
from ..solving.outcome import Outcome
from ..solving.settings import Settings
from .record import AnswerRecord, Json, PuzzleRecord, Record


@dataclass(frozen=True, kw_only=True)
class GroundRecord(Record):
    """The size of the ground program."""

    atoms: Annotated[int, "how many atoms it has"]
    rules: Annotated[int, "how many rules it has"]


@dataclass(frozen=True, kw_only=True)
class PortfolioRecord(Record):
    """Which of several searches the verdict comes from."""

    members: Annotated[int, "how many searches there were"]
    configuration: Annotated[str | None, "clasp's, in the first that came to an end; null for the usual one"]
    seed: Annotated[int | None, "its seed"]
    decided: Annotated[bool, "one of the searches came to an end"]


@dataclass(frozen=True, kw_only=True)
class CheckRecord(PuzzleRecord):
    """The verdict of a search."""

    count: Annotated[int, "how many answers were found"]
    exhausted: Annotated[bool, "there are no others"]
    impossible: Annotated[str | None, "a plain reason why there is no answer"]
    optimized: Annotated[bool, "the rules ask for the best answers, and these are meant"]
    ground: Annotated[GroundRecord | None, "the size of the ground program"]
    seconds: Annotated[float, "how long it took"]
    portfolio: Annotated[PortfolioRecord | None, "of a portfolio of searches: the one that decided"]


@dataclass(frozen=True, kw_only=True)
class SolveRecord(CheckRecord):
    """The answers of a search."""

    answers: Annotated[list[AnswerRecord], "the answers"]
    board: Annotated[Json | None, "a picture of the puzzle without an answer, where `marks` are wanted"]


def check_record(
    name: str, type_: str | None, outcome: Outcome, portfolio: PortfolioRecord | None = None
) -> CheckRecord:
    """The verdict at the end of a search. name, type_: of the puzzle; its type is not known where a limit came before
    it was read.
    """
    return CheckRecord(**_of_outcome(name, type_, RecordVerdict.of(outcome), outcome), portfolio=portfolio)


def portfolio_record(settings: Settings, members: int, decided: bool) -> PortfolioRecord:
    """Which member of a portfolio the verdict comes from. settings: that member's."""
    return PortfolioRecord(members=members, configuration=settings.configuration, seed=settings.seed, decided=decided)


def solve_record(puzzle: Puzzle, outcome: Outcome, answers: list[AnswerRecord], board: Json | None) -> SolveRecord:
    """The answers so far. board: the picture without an answer."""
    about = _of_outcome(puzzle.name, puzzle.type.name, RecordVerdict.of(outcome), outcome)
    return SolveRecord(**about, portfolio=None, answers=answers, board=board)


def _of_outcome(name: str, type_: str | None, verdict: Verdict | RecordVerdict, outcome: Outcome) -> dict[str, Any]:
    return {
        "id": name, "type": type_, "verdict": verdict, "reason": outcome.reason, "says": [outcome_line(outcome)],
        "count": outcome.count, "exhausted": outcome.exhausted,
        "impossible": str(outcome.impossible) if outcome.impossible else None, "optimized": outcome.optimized,
        "ground": GroundRecord(**dict(zip(("atoms", "rules"), outcome.ground_size))) if outcome.ground_size else None,
        "seconds": round(outcome.seconds, 4),
    }  # fmt: skip


# -- A type of puzzles, as it is explained


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


# -- What commands wrote into files


@dataclass(frozen=True, kw_only=True)
class FolderRecord(Record):
    """The folder of a type that was begun, or copied."""

    type: Annotated[str, "the name of the type"]
    folder: Annotated[str, "the folder"]
    files: Annotated[list[str], "its files"]


@dataclass(frozen=True, kw_only=True)
class WrittenRecord(Record):
    """A puzzle that was written in another form."""

    id: Annotated[str, "the puzzle's name: that of its file, or the one that its text has"]
    type: Annotated[str | None, "the type of the puzzle; null if it could not be read"]
    format: Annotated[str, "what it was written in: a format, `facts`, or the kind of picture"]
    text: Annotated[str | None, "what was written, where it went to no file and is text"]
    file: Annotated[str | None, "the file that it went to"]
    error: Annotated[str | None, "why it was not written"]


# -- How large a puzzle's program is when it is grounded


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
