"""What was found, in lines: results of many puzzles, verdicts, types, entries of sheets, tests of types, sizes of
ground programs; and phrases that reports of several kinds share.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from ..analysis import ground as grounded
from ..analysis import type_checks
from ..catalog import manifest
from ..model.errors import many, quote
from ..model.parts import CAPTIONS, WORDS, Part
from ..model.puzzle import Puzzle, Verdict
from ..model.puzzle_type import Option, PuzzleType
from ..model.rows import BLANKS
from ..model.terms import Term
from ..model.tokens import is_pattern, pattern
from ..render import answer_text, picture, sheet, svg
from ..rules import library
from ..solving.outcome import AnswerSet, Contradiction, Outcome
from ..solving.settings import Settings

if TYPE_CHECKING:
    from ..analysis.ground import Ground, Place, Size
    from ..analysis.type_checks import Finding
    from ..render.picture import Picture
    from ..render.sheet import Entry
    from ..rules.syntax import Signature


# -- One puzzle's result in a report of many: as a line of JSON, and as an answer file


class RecordVerdict(StrEnum):
    """What a record says of its puzzle.

    answered: there is an answer, and others were not looked for. error: the input is wrong.
    """

    UNIQUE = "unique"
    MULTIPLE = "multiple"
    NONE = "none"
    ANSWERED = "answered"
    UNKNOWN = "unknown"
    ERROR = "error"

    @classmethod
    def of(cls, outcome: Outcome) -> RecordVerdict:
        """The verdict of a search."""
        if outcome.count == 1 and outcome.enough:
            return cls.ANSWERED
        return cls(outcome.verdict)


@dataclass
class ReportLine:
    """One puzzle's result: a line of the report.

    id: the puzzle's. type: its type. answers: as plain texts. seconds: wall time. error: what is wrong, or which
    limit was reached. agrees: whether the published answer is one of them; None where none is published, or none was
    found. differs: the cells, row and column, in which the first answer differs from it. digest: of the puzzle, and of
    what it was solved with (run/batch). details: on request, how it was solved: the values that DETAILS names.
    group: how many characters of a row stand together in the answer file, if they do in the puzzle's.
    notes: what is remarkable about the input, if anything is.
    """

    id: str
    type: str = ""
    verdict: RecordVerdict = RecordVerdict.UNKNOWN
    answers: list[str] = field(default_factory=list)
    seconds: float = 0.0
    error: str | None = None
    agrees: bool | None = None
    differs: list[list[int]] = field(default_factory=list)
    digest: str | None = None
    details: dict[str, object] | None = None
    group: int | None = None
    notes: list[str] | None = None

    def values(self, compared: bool = False) -> dict[str, object]:
        """The record as JSON has it. compared: with the comparison with the published answer."""
        fields = (*_FIELDS, *_COMPARED) if compared else _FIELDS
        values = {name: getattr(self, name) for name in fields}
        return values | {name: value for name in _OPTIONAL if (value := getattr(self, name)) is not None}

    def row(self, compared: bool, detailed: bool) -> dict[str, object]:
        """The same as a row of a table. detailed: with the details, each by itself."""
        details = dict.fromkeys(DETAILS if detailed else ()) | (self.details or {})
        return {name: value for name, value in self.values(compared).items() if name not in _OPTIONAL} | details

    def line(self, compared: bool = False) -> str:
        """The same as one line of JSON."""
        return json.dumps(self.values(compared), ensure_ascii=False)

    @classmethod
    def of_line(cls, line: str) -> ReportLine:
        """The record of a line; ValueError if it is none."""
        data = json.loads(line)
        if not isinstance(data, dict) or set(data) - {*_COMPARED, *_OPTIONAL} != set(_FIELDS):
            raise ValueError("this is no record")
        record = cls(**data)
        record.verdict = RecordVerdict(record.verdict)
        texts = [
            record.id,
            record.type,
            *record.answers,
            record.error or "",
            record.digest or "",
            *(record.notes or ()),
        ]
        if not all(isinstance(text, str) for text in texts) or not isinstance(record.group, int | None):
            raise ValueError("this is no record")
        return record

    def answer_file(self) -> str:
        """The text of its answer file: the boards, then the verdict."""
        last = {
            RecordVerdict.UNIQUE: "Solution is unique.",
            RecordVerdict.MULTIPLE: "Solution is not unique.",
            RecordVerdict.NONE: "No solution",
            RecordVerdict.ANSWERED: "Other solutions were not looked for.",
            RecordVerdict.UNKNOWN: f"Unknown: {self.error}",
            RecordVerdict.ERROR: f"Error: {self.error}",
        }[self.verdict]
        return "\n\n".join([*(_grouped(answer, self.group) for answer in self.answers), last]) + "\n"


def _grouped(answer: str, group: int | None) -> str:
    """An answer whose rows stand in groups of this many characters, if each token is a single one."""
    rows = [line.split() for line in answer.split("\n")]
    if not group or any(len(token) > 1 for row in rows for token in row):
        return answer
    return "\n".join(" ".join("".join(row[at : at + group]) for at in range(0, len(row), group)) for row in rows)


#: How a puzzle was solved: the sizes of its ground program, what the search took, the rule files and options that were
#: named, and the puzzle's own options.
DETAILS = ("atoms", "ground_rules", "choices", "conflicts", "rules", "options")

_OPTIONAL = ("digest", "details", "group", "notes")
_FIELDS = ("id", "type", "verdict", "answers", "seconds", "error")
_COMPARED = ("agrees", "differs")


def title_of(puzzle: Puzzle) -> str:
    """What a puzzle is called."""
    return puzzle.title or puzzle.type.title


def so_far(reason: str | None) -> list[str]:
    """The lines for an analysis that a limit ended."""
    return [f"This is what was found so far: {reason}."] if reason else []


def limit_lines(reason: str | None) -> list[str]:
    """The lines that say which limit was reached, after an empty one; none if there was no limit."""
    return ["", *so_far(reason)] if reason else []


def bare(puzzle: Puzzle, given: Sequence[Term] = ()) -> Picture:
    """The picture of a puzzle without an answer."""
    return picture.draw(puzzle, given=given)


# -- The verdict of a search in a sentence


def solve_line(outcome: Outcome, default: bool) -> str:
    """The verdict with the time that it took, as 'pysolve solve' says it below the answers. default: two answers were
    looked for only to see whether there is one.
    """
    return f"{_solve_verdict(outcome, default)} ({outcome.seconds:.2f} s)"


def cost_in_words(costs: Sequence[int]) -> str:
    """', at a cost of 4'; of what rules want as much as possible of, ', with a score of 4'; empty without costs."""
    if len(costs) == 1 and costs[0] < 0:
        return f", with a score of {-costs[0]}"
    return f", at a cost of {', '.join(map(str, costs))}" if costs else ""


def _solve_verdict(outcome: Outcome, default: bool) -> str:
    best = " best" if outcome.optimized else ""
    plural = "s" if outcome.count > 1 else ""
    cost = cost_in_words(outcome.costs)
    if outcome.reason is not None:
        found = f"{outcome.count or 1}{best} answer{plural}{cost}"
        number = found if outcome.count or outcome.best else "no answer"
        return f"Unknown: {outcome.reason}; {number} so far."
    if outcome.count == 0:
        return no_answer_line(outcome.impossible)
    if outcome.exhausted and outcome.count == 1:
        return f"Unique: this is the only{best} answer{cost}."
    if outcome.exhausted:
        return f"{outcome.count}{best} answers{cost}; there are no others."
    best = " best" if outcome.costs else ""
    if default:
        return f"There may be more{best} answers{cost}."
    return f"{outcome.count}{best} answer{plural}{cost}; others were not looked for."


def portfolio_line(settings: Settings, members: int, decided: bool) -> str:
    """Which member of a portfolio the verdict comes from. settings: that member's."""
    if not decided:
        return f"Portfolio of {members}: none of the searches came to an end."
    configuration = f"configuration {settings.configuration}" if settings.configuration else "the usual configuration"
    seed = f", seed {settings.seed}" if settings.seed is not None else ""
    return f"Portfolio of {members}: {configuration}{seed} was the first to end."


def outcome_line(outcome: Outcome) -> str:
    """The verdict by itself, at the end of a search or so far."""
    if outcome.verdict == Verdict.UNIQUE:
        return "Unique: there is one answer."
    if outcome.verdict == Verdict.MULTIPLE:
        return f"{outcome.count} answers." if outcome.exhausted else f"At least {outcome.count} answers."
    if outcome.verdict == Verdict.NONE:
        return no_answer_line(outcome.impossible)
    if outcome.enough:
        return "1 answer; others were not looked for."
    return f"Unknown: {outcome.reason or 'the search goes on'}."


def word_lines(outcome: Outcome) -> list[str]:
    """What is counted of the words of the first answer, and how good they are, if a list has them, with scores."""
    if (found := outcome.filled) is None:
        return []
    counted = [
        f"{many(found.words, 'word')} of {found.length:.1f} letters on average",
        f"{len(found.letters)} different {'letter' if len(found.letters) == 1 else 'letters'}",
    ]
    if found.alone:
        counted.append(f"{many(found.alone, 'cell')} in one word alone, up to {found.run} in a row")
    if found.outside:
        counted.append(f"{many(found.outside, 'cell')} in no word")
    said = [f"{'; '.join(counted)}."]
    if found.score is not None:
        said.append(f"The words of the first answer score {found.score:.1f} on average, {found.lowest} at least.")
    return said


def no_answer_line(impossible: Contradiction | None = None) -> str:
    """That there is no answer. impossible: a plain reason that the rules know."""
    return f"No answer{f': {impossible}' if impossible else ''}."


# -- A puzzle type in words: the parts of its input, and its options


def type_in_short(type_: PuzzleType) -> dict[str, str | list[str]]:
    """A type in short, as JSON."""
    return {
        "name": type_.name, "title": type_.title, "group": type_.group, "about": type_.about,
        "aliases": list(type_.aliases), "boards": list(type_.boards),
    }  # fmt: skip


def part_line(part: Part) -> str:
    """A part of the input: its name, how its tokens lie, and which there are."""
    names = {"int": "numbers", "letter": "letters", "symbol": "values", "any": "numbers or names"}
    tokens = [
        pattern(token).about if is_pattern(token) else names.get(token, quote(token))
        for token in part.tokens
        if part.shape is not WORDS and token not in BLANKS
    ]
    blanks = " and ".join(f"'{token}'" for token in sorted(BLANKS - part.tokens.keys()))
    what = f": {', '.join(tokens)}" + (f"; blank: {blanks}" if blanks else "") if tokens else ""
    optional = " (may be missing)" if part.optional else ""
    return f"{part.name}: {part.shape.about}{optional}{what}"


def constraint_lines(type_: PuzzleType) -> list[str]:
    """The constraints that puzzles of the type may add, a line each: the key, and what it says."""
    return [f"{each.name}: {each.about}" + ("" if each.takes_cells else " ('yes')") for each in manifest.offered(type_)]


def option_lines(options: Iterable[Option], defaults: Mapping[str, str]) -> list[str]:
    """Of each option its name, default and help; then a line for each of its choices."""
    lines = []
    for option in options:
        width = max((len(word) for word in option.choices), default=0)
        lines.append(f"{option.name} = {defaults.get(option.name, '')}: {option.help}")
        lines += (f"    {word:<{width}}  {about}" for word, about in option.choices.items())
    return lines


# -- A puzzle, solved, as it comes onto a sheet to print


def sheet_entry(puzzle: Puzzle, answers: Sequence[AnswerSet], outcome: Outcome) -> Entry:
    """The entry of a puzzle: its board, its answer, and a note where it has none, or several.

    Of a type whose puzzles have many answers, the one that a file names is meant.
    """
    own = own_answer(puzzle)
    answer, note = own or outcome.best or next(iter(answers), None), ""
    if own is not None:
        note = "(not an answer by the rules)" if outcome.verdict is Verdict.NONE else ""
    elif outcome.reason is not None and outcome.count < 2:
        note = f"({outcome.reason})"
    elif answer is None:
        note = "(no answer)"
    elif outcome.count > 1 and puzzle.type.unique:
        note = "(one of several answers)"
    title = title_of(puzzle)
    board = svg.render([picture.draw(puzzle, given=outcome.given)], title)
    solved = svg.render([picture.draw(puzzle, answer.atoms, outcome.given)], title) if answer is not None else None
    below = ", ".join(filter(None, (puzzle.author, puzzle.source)))
    said = "\n".join(filter(None, (puzzle.rules, *(each.about for each in puzzle.type.own_rules))))
    return sheet.Entry(
        puzzle.type, title, below, said, rules_in_words(puzzle), board, solved, note, lists=tuple(_lists(puzzle))
    )


def own_answer(puzzle: Puzzle) -> AnswerSet | None:
    """The answer that a file names, of a type whose puzzles have many; PuzzleError if it cannot be read."""
    if puzzle.type.unique or puzzle.answer is None or puzzle.is_answer_drawn:
        return None
    return AnswerSet(tuple(answer_text.parse(puzzle, puzzle.answer)))


#: Words that are printed with a puzzle: longer lists are no part of it.
_PRINTED = 150


def _lists(puzzle: Puzzle) -> Iterator[sheet.TextList]:
    """What a solver needs besides the board: the clues, or else the words of the list, the short ones first."""
    clues = [
        token for part in puzzle.type.parts if CAPTIONS.are_texts(part) for token in puzzle.tokens.get(part.name, ())
    ]
    for direction in dict.fromkeys(
        token.values["D"] for token in sorted(clues, key=lambda token: str(token.values["D"]))
    ):
        said = [(token.values["N"], token.text) for token in clues if token.values["D"] == direction]
        items = (f"{number}  {text}" for number, text in sorted(said, key=lambda each: int(str(each[0]))))
        yield sheet.TextList(str(direction).capitalize(), tuple(items))
    if clues:
        return
    words = [word for listed in puzzle.lists.values() for word in listed.scores]
    if 0 < len(words) <= _PRINTED:
        yield sheet.TextList("Words", tuple(sorted(words, key=lambda word: (len(word), word))))


_CONDITION = re.compile(r"(^|[.;] )([Ii])f `(\w+)` is `(\w+)`, ([^.]*)")
_EXCEPTION = re.compile(r", unless `(\w+)` is `(\w+)`")


def rules_in_words(puzzle: Puzzle) -> tuple[str, ...]:
    """The rules of its type that hold for a puzzle, without the names of its options: who solves it does not know them.
    (The page does the same, in options.js.)
    """
    return tuple(filter(None, (_with_options(rule, puzzle) for rule in puzzle.type.rules)))


def _with_options(rule: str, puzzle: Puzzle) -> str:
    """A sentence of the rules with what the puzzle's options are set to; "" if they leave nothing of it."""
    options = library.default_options(puzzle.type) | puzzle.options

    def condition(match: re.Match[str]) -> str:
        before, first, name, value, rest = match.groups()
        if options.get(name) == value:
            return str(before + (rest[:1].upper() + rest[1:] if first == "I" else rest))
        return "" if before == "; " else str(before).strip()

    if any(options.get(name) == value for name, value in _EXCEPTION.findall(rule)):
        return ""
    plain = _CONDITION.sub(condition, _EXCEPTION.sub("", rule))
    named = set(re.findall(r"`(\w+)`", plain)) & puzzle.type.options.keys()
    if named - puzzle.options.keys():
        return ""
    filled = re.sub(r"`(\w+)`", lambda match: puzzle.options.get(match[1], match[0]), plain)
    return re.sub(r"\.\.$", ".", filled) if re.search(r"\w", filled) else ""


# -- What the tests of a type find, in lines


def finding_line(finding: Finding) -> str:
    """'warning  mine/rules.lp, line 7: …', or 'ok       facts: …'."""
    if finding.level is type_checks.Level.OK:
        return f"{finding.level:<7}  {finding.check}: {finding.sentence}"
    place = "" if finding.file is None else finding.file
    if finding.line is not None:
        place += f", line {finding.line}"
    if finding.column is not None:
        place += f", column {finding.column}"
    return f"{finding.level:<7}  {place or finding.check}: {finding.sentence}"


def lines_below(finding: Finding) -> list[str]:
    """What stands below the line of a finding, indented: its board, or the line of rules that it is about."""
    return [f"         {line}" for line in (finding.board or finding.excerpt or "").split("\n") if line]


def finding_record(finding: Finding) -> dict[str, object]:
    """A finding as a line of JSON has it."""
    return asdict(finding)


def summary_line(findings: Sequence[Finding]) -> str:
    """How many warnings and errors there are."""
    errors, warnings = (
        sum(each.level is level for each in findings) for level in (type_checks.Level.ERROR, type_checks.Level.WARNING)
    )
    if not errors and not warnings:
        return "Nothing to fix."
    return f"{many(errors, 'error')}, {many(warnings, 'warning')}."


# -- The size of a ground program, in lines


#: Predicates that are listed; of the others their sum.
_MOST = 20


def ground_lines(ground: Ground, most: int = _MOST, before: Ground | None = None) -> Iterator[str]:
    """The sum; then a line for each predicate, the largest first, with the line of the rules that makes most of it.
    before: by how much there are more rules since then is said, too.
    """
    known = {each.predicate: each.rules for each in before.sizes} if before is not None else {}
    more = _more(ground.rules, before.rules) if before is not None else ""
    yield f"Ground: {ground.atoms:,} atoms, {ground.rules:,} rules{more}"
    rows = [("predicate", "atoms", "rules", "most by")]
    for each in ground.sizes[:most]:
        more = _more(each.rules, known.get(each.predicate, 0)) if before is not None else ""
        rows.append((name_of(each.predicate), f"{each.atoms:,}", f"{each.rules:,}", f"{_most(each)}{more}"))
    rest = ground.sizes[most:]
    if rest:
        atoms, rules = (f"{sum(values):,}" for values in ((each.atoms for each in rest), (each.rules for each in rest)))
        rows.append((many(len(rest), "other"), atoms, rules, ""))
    widths = [max(len(row[at]) for row in rows) for at in range(3)]
    for row in rows:
        yield f"  {row[0]:<{widths[0]}}  {row[1]:>{widths[1]}}  {row[2]:>{widths[2]}}  {row[3]}".rstrip()


def _more(now: int, before: int | None) -> str:
    """' (+12)', ' (-3)'; nothing if it is the same, or not known."""
    return f" ({now - before:+,})" if before is not None and now != before else ""


def name_of(predicate: Signature) -> str:
    """'value/2'; what stands for rules without a head, and for atoms that clingo adds."""
    words = {grounded.CONSTRAINTS: "constraints", grounded.AUXILIARY: "(clingo's own)"}
    return words.get(predicate, f"{predicate[0]}/{predicate[1]}")


def _most(size: Size) -> str:
    """'rules.lp, line 7 (120)': the rule, or those that cannot be told apart, with most of the ground rules."""
    if not size.lines:
        return ""
    places, count = size.lines[0]
    return f"{_said(places)}{f' ({count:,})' if count < size.rules else ''}"


def _said(places: tuple[Place, ...]) -> str:
    files = dict.fromkeys(file for file, _ in places)
    lines = {file: [str(line) for other, line in places if other == file] for file in files}
    return "; ".join(f"{file}, line{'s' * (len(of) > 1)} {', '.join(of)}" for file, of in lines.items())
