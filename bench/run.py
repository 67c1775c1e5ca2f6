"""Measures pysolve side by side with other solvers, on the same boards in one run (docs/benchmarks.md).

    python bench/run.py [ROW...] [--seeds 3] [--time-limit 60] [--corpus FOLDER] [--output FOLDER]

A ROW may be the beginning of its name. Writes results.md, results.jsonl and ratios.svg.
The exit code is 1 if solvers disagree.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

import driver
import judge
import measure
import report
import rows
from measure import Limits, Measurement


@dataclass
class Findings:
    """What a run brings: measurements, remarks on what is absent, and what is wrong."""

    measurements: list[Measurement] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def remark(self, sentence: str) -> None:
        """Keeps a remark, and says it once."""
        if sentence not in self.remarks:
            self.remarks.append(sentence)
            print(sentence, file=sys.stderr, flush=True)

    def judged(self, sentences: Sequence[str]) -> None:
        """Keeps what is wrong, and says it loudly."""
        self.faults += sentences
        for sentence in sentences:
            print(f"ERROR: {sentence}", file=sys.stderr, flush=True)


def solving(row: rows.Row, choice: rows.Choice, seed: int, limits: Limits, findings: Findings) -> None:
    """One seed of a row about puzzles: board by board, each solver in turn, so that noise hits all alike."""
    competitors = {}
    for name, spec in row.solvers.items():
        if find_spec(spec.needs):
            competitors[name] = spec
        else:
            findings.remark(f"{name} was left out: {spec.needs} is not installed")
    boards = row.boards(choice, seed)
    for task in [boards] if row.together else [[board] for board in boards]:
        measured = []
        for name, spec in competitors.items():
            measured.append(measure.solve(row.name, seed, name, spec, task, row.answers, limits))
            print_run(measured[-1])
        findings.measurements += measured
        findings.judged(judge.faults(measured, task, row.fault))


def commanding(row: driver.CommandRow, choice: rows.Choice, seed: int, limits: Limits, findings: Findings) -> None:
    """One seed of a row about commands."""
    for task in row.tasks(choice, seed):
        measured = []
        for name, arguments in task.commands.items():
            one, ended = measure.command(row.name, task.board, seed, name, arguments, "", limits)
            if row.wall and not one.late:
                one.seconds = ended.wall
            if not one.late:
                one.verdicts = [row.answer(ended)]
            measured.append(one)
            print_run(one)
        findings.measurements += measured
        verdicts = {one.solver: one.verdicts[0] for one in measured if one.verdicts}
        if len(set(verdicts.values())) > 1 or any(text.startswith(("nothing", "failed")) for text in verdicts.values()):
            sentence = ", ".join(f"{solver} says {text[:200]}" for solver, text in verdicts.items())
            findings.judged([f"{row.name}, seed {seed}: {task.board}: disagreement: {sentence}"])


def print_run(measurement: Measurement) -> None:
    """One line about one run."""
    counts = {verdict: measurement.verdicts.count(verdict) for verdict in dict.fromkeys(measurement.verdicts)}
    verdicts = " ".join(f"{count} {verdict[:40]}" if count > 1 else verdict[:40] for verdict, count in counts.items())
    what = verdicts if measurement.outcome == measure.DONE else measurement.outcome
    print(
        f"{measurement.row}: {measurement.board}: {measurement.solver}: {what}, {measurement.seconds:.3f} s", flush=True
    )


def known(path: Path, chosen: Sequence[rows.Row | driver.CommandRow]) -> list[Measurement]:
    """The measurements of an earlier run, without those of the rows that are measured now."""
    if not path.is_file():
        return []
    try:
        measurements = [Measurement.from_json(line) for line in path.read_text().splitlines()]
    except (TypeError, ValueError):
        sys.exit(f"{path}: expected measurements as this program writes them; without --add they are written anew")
    return [each for each in measurements if each.row not in {row.name for row in chosen}]


def wanted(names: Sequence[str]) -> list[rows.Row | driver.CommandRow]:
    """The rows whose names begin so; all without names."""
    every: list[rows.Row | driver.CommandRow] = [*rows.ROWS, *driver.ROWS]
    for name in names:
        if not any(row.name.startswith(name) for row in every):
            sys.exit(f"{name}: there is no such row; --list shows them")
    return [row for row in every if not names or any(row.name.startswith(name) for name in names)]


def parser() -> argparse.ArgumentParser:
    """The command line."""
    result = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    result.add_argument("rows", nargs="*", metavar="ROW")
    result.add_argument("--seeds", type=int, default=3, help="how many (default 3)")
    result.add_argument("--time-limit", type=float, default=60, help="CPU seconds for each run (default 60)")
    result.add_argument("--memory-limit", type=int, default=6000, help="megabytes for each run (default 6000)")
    result.add_argument("--corpus", type=Path, help="a folder with NumberLink.jsonl, Hidoku.jsonl, Sudoku.jsonl")
    result.add_argument(
        "--corpus-boards", type=int, default=12, help="boards of the corpus for each row, 0 for all (default 12)"
    )
    result.add_argument("--words", type=Path, default=rows.Choice.words, help="the normal list of words")
    result.add_argument("--words-huge", type=Path, default=rows.Choice.words_huge, help="the huge list of words")
    result.add_argument("--output", type=Path, default=Path("bench-results"), help="default: bench-results")
    result.add_argument("--add", action="store_true", help="keep the other rows that the output folder has already")
    result.add_argument("--tiny", action="store_true", help="a few small boards for each row")
    result.add_argument("--list", action="store_true", help="list the rows")
    return result


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the rows, writes the results; 1 if something is wrong."""
    given = parser().parse_args(arguments)
    chosen = wanted(given.rows)
    if given.list:
        for row in chosen:
            print(f"{row.name:20} {row.about}")
        return 0
    given.output.mkdir(parents=True, exist_ok=True)
    limits, findings = Limits(given.time_limit, given.memory_limit), Findings()
    head = report.header(given.memory_limit)
    titles = {row.name: row.about for row in chosen}
    if given.add:
        findings.measurements += known(given.output / "results.jsonl", chosen)
        measured = {each.row for each in findings.measurements}
        titles = {row.name: row.about for row in wanted([]) if row in chosen or row.name in measured}
    with tempfile.TemporaryDirectory() as scratch:
        choice = rows.Choice(
            given.seeds, given.tiny, given.corpus, given.corpus_boards, given.words, given.words_huge, Path(scratch)
        )
        with contextlib.suppress(KeyboardInterrupt):
            for row in chosen:
                for seed in range(given.seeds):
                    try:
                        if isinstance(row, rows.Row):
                            solving(row, choice, seed, limits, findings)
                        else:
                            commanding(row, choice, seed, limits, findings)
                    except rows.Absent as absent:
                        findings.remark(f"the row {row.name} was left out: {absent}")
                        break
                # What is known so far, in case the run is ended.
                report.write(given.output, head, titles, findings.measurements, findings.remarks + findings.faults)
        plot = report.draw(given.output / "ratios.svg", titles, findings.measurements)
        report.write(given.output, head, titles, findings.measurements, findings.remarks + findings.faults, plot)
    print("\n".join(report.table(titles, findings.measurements)))
    if findings.faults:
        print(f"\n{len(findings.faults)} ERRORS:", *findings.faults, sep="\n  ", file=sys.stderr)
    return 1 if findings.faults else 0


if __name__ == "__main__":
    sys.exit(main())
