"""The size of a ground program, in lines."""

from __future__ import annotations

from collections.abc import Iterator

from ..analysis.ground import AUXILIARY, CONSTRAINTS, Ground, Place, Size
from ..rules.syntax import Signature
from .phrases import many

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
    words = {CONSTRAINTS: "constraints", AUXILIARY: "(clingo's own)"}
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
