"""The table, the plot and the raw measurements."""

from __future__ import annotations

import datetime
import os
import platform
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from statistics import median

from measure import TIME, Measurement
from rows import OURS

from pysolve import __version__


@dataclass(frozen=True)
class Ratio:
    """A peer's time over ours, on one board. bound: '≥' if the peer reached a limit, '≤' if we did, else ''."""

    value: float
    bound: str

    def __str__(self) -> str:
        return f"{self.bound}{short(self.value)}"


def ratios(ours: Sequence[Measurement], theirs: Sequence[Measurement]) -> list[Ratio]:
    """From least to most, over boards and seeds; where both reached a limit there is none."""
    known = {(each.board, each.seed): each for each in ours}
    found = []
    for peer in theirs:
        our = known.get((peer.board, peer.seed))
        if our is None or (our.late and peer.late):
            continue
        bound = "≥" if peer.late else "≤" if our.late else ""
        found.append(Ratio(max(peer.seconds, 0.001) / max(our.seconds, 0.001), bound))
    return sorted(found, key=lambda ratio: ratio.value)


def header(megabytes: int, packages: Sequence[str] = ("clingo", "ortools", "python-sat")) -> list[str]:
    """When, where and with what."""
    versions = ", ".join([f"pysolve {__version__}", *(f"{name} {_version(name)}" for name in packages)])
    return [
        f"Measured {datetime.date.today().isoformat()} on {_processor()}, {os.cpu_count()} cores; "
        f"Python {platform.python_version()}, {versions}; at most {megabytes:,} MB for each run.",
    ]


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "not installed"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def table(titles: dict[str, str], found: Sequence[Measurement]) -> list[str]:
    """The table: a line for each row and solver, and what the totals of a solver are over ours."""
    lines = [
        "| row | solver | seeds | runs | limit s | over a limit | median s | total s | most s | reading s | MB | "
        "ratio of totals | ratios: median (least–most) |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |",
    ]
    for row, title in titles.items():
        of_row = [each for each in found if each.row == row]
        ours = [each for each in of_row if each.solver == OURS]
        for solver in dict.fromkeys(each.solver for each in of_row):
            runs = [each for each in of_row if each.solver == solver]
            cells = [f"{title}" if solver == OURS else "", solver, *_numbers(runs)]
            cells += ["1", ""] if solver == OURS else [totals(ours, runs), spread(ratios(ours, runs))]
            lines.append("| " + " | ".join(cells) + " |")
    return lines


def _numbers(runs: Sequence[Measurement]) -> list[str]:
    seconds = [run.seconds for run in runs]
    late = [run for run in runs if run.late]
    memory = sum(run.outcome != TIME for run in late)
    over = f"{len(late)}" + (f" ({memory} memory)" if memory else "")
    reading = [run.read_seconds for run in runs if run.read_seconds is not None]
    megabytes = [run.megabytes for run in runs if run.megabytes is not None]
    limits = "/".join(f"{limit:g}" for limit in sorted({run.limit for run in runs}))
    return [
        str(len({run.seed for run in runs})), str(len(runs)), limits, over,
        short(median(seconds)), short(sum(seconds)), short(max(seconds)),
        short(median(reading)) if reading else "", f"{max(megabytes):.0f}" if megabytes else "",
    ]  # fmt: skip


def totals(ours: Sequence[Measurement], theirs: Sequence[Measurement]) -> str:
    """The ratio of totals over the boards that both were run on, limits counted as reached."""
    both = {(each.board, each.seed) for each in ours} & {(each.board, each.seed) for each in theirs}
    our, their = ([each for each in runs if (each.board, each.seed) in both] for runs in (ours, theirs))
    if not both:
        return ""
    ratio = sum(each.seconds for each in their) / max(sum(each.seconds for each in our), 0.001)
    late = {any(each.late for each in their): "≥", any(each.late for each in our): "≤"}
    bound = late.get(True, "") if not all(any(each.late for each in runs) for runs in (our, their)) else "~"
    return f"{bound}{short(ratio)}"


def spread(found: Sequence[Ratio]) -> str:
    if not found:
        return "both always over a limit"
    return f"{found[len(found) // 2]} ({found[0]}–{found[-1]})"


def short(number: float) -> str:
    """Two or three digits that matter."""
    if number >= 100:
        return f"{number:,.0f}"
    return f"{number:.1f}" if number >= 10 else f"{number:.2f}" if number >= 0.1 else f"{number:.3f}"


def write(
    folder: Path,
    head: Sequence[str],
    titles: dict[str, str],
    found: Sequence[Measurement],
    remarks: Sequence[str],
    plot: bool = False,
) -> None:
    """Writes results.md and results.jsonl. plot: ratios.svg has been drawn, too."""
    with (folder / "results.jsonl").open("w") as raw:
        raw.writelines(each.to_json() + "\n" for each in found)
    lines = [*head, "", *table(titles, found), ""]
    lines += [
        "Seconds are CPU seconds unless the row says otherwise; a run over a limit counts as the time limit. Ratios "
        "are the peer's time over pysolve's: above 1, pysolve is faster. `≥`: the peer reached a limit; `≤`: pysolve "
        "did; `~`: both did, on some boards. Times below a millisecond count as one."
    ]
    lines += ["", *(f"- {remark}" for remark in remarks)] if remarks else []
    if plot:
        lines += ["", "![Ratios](ratios.svg)"]
    (folder / "results.md").write_text("\n".join(lines) + "\n")


def draw(path: Path, titles: dict[str, str], found: Sequence[Measurement]) -> bool:
    """Every ratio as a dot, a line for each row and peer, on a logarithmic axis; false without matplotlib."""
    try:
        import matplotlib
    except ImportError:
        return False
    matplotlib.use("svg")
    from matplotlib import pyplot

    pairs = list(dict.fromkeys((each.row, each.solver) for row in titles for each in found if each.row == row))
    pairs = [pair for pair in pairs if pair[1] != OURS]
    peers = list(dict.fromkeys(solver for _, solver in pairs))
    figure, axes = pyplot.subplots(figsize=(9, 1 + 0.28 * len(pairs)), layout="constrained")
    for place, (row, solver) in enumerate(pairs):
        ours = [each for each in found if (each.row, each.solver) == (row, OURS)]
        theirs = [each for each in found if (each.row, each.solver) == (row, solver)]
        dots = ratios(ours, theirs)
        colour = f"C{peers.index(solver) % 10}"
        for bound, marker in (("", "o"), ("≥", ">"), ("≤", "<")):
            values = [dot.value for dot in dots if dot.bound == bound]
            axes.scatter(values, [place] * len(values), marker=marker, color=colour, s=16, alpha=0.6, linewidths=0)
        if dots:
            axes.scatter([dots[len(dots) // 2].value], [place], marker="|", color="black", s=120)
    axes.axvline(1, color="grey", linewidth=1)
    axes.set_xscale("log")
    axes.set_yticks(range(len(pairs)), [f"{row}: {solver}" for row, solver in pairs], fontsize=8)
    axes.invert_yaxis()
    axes.grid(axis="x", linewidth=0.3)
    axes.set_xlabel("the peer's time / pysolve's (right of 1: pysolve is faster; triangles: a limit was reached)")
    figure.savefig(path)
    pyplot.close(figure)
    return True
