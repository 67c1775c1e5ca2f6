"""What the tests of a type find, in lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from ..analysis.findings import Finding, Level
from .phrases import many


def finding_line(finding: Finding) -> str:
    """'warning  mine/rules.lp, line 7: …', or 'ok       facts: …'."""
    if finding.level is Level.OK:
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
    errors, warnings = (sum(each.level is level for each in findings) for level in (Level.ERROR, Level.WARNING))
    if not errors and not warnings:
        return "Nothing to fix."
    return f"{many(errors, 'error')}, {many(warnings, 'warning')}."
