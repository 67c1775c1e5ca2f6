"""Writes what the documentation shows of the program itself, or, with --check, says what is out of date.

python tools/docs.py [--check] [--type NAME] [PART ...]

PART is one of pages (docs/types), formats, rules, examples, results (docs/results.md), python (docs/python.md), genres
(docs/puzzlink.md), first-type (docs/first-type.md, in an empty folder), analysis (slow: all that the analyses say of
each type), and screenshot (needs playwright and chromium; written only where it is named, and never checked). Without
one it is all of them but analysis and screenshot. --type: renew the rows of docs/analysis.md of this type alone.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from pysolve import catalog  # noqa: E402
from pysolve.catalog.listed import types_with  # noqa: E402
from pysolve.model.formats import FORMATS, Format, endings  # noqa: E402

README = ROOT / "README.md"

#: A type whose rules the README shows.
TYPE_WITH_SHOWN_RULES = "starbattle"


class Pages:
    """Files of the documentation, as they are on disk and as they should be."""

    def __init__(self) -> None:
        self._before: dict[Path, str] = {}
        self._after: dict[Path, str] = {}

    def read(self, path: Path) -> str:
        """The text as far as it has been renewed."""
        if path not in self._after:
            self._before[path] = self._after[path] = path.read_text(encoding="utf-8") if path.exists() else ""
        return self._after[path]

    def write(self, path: Path, text: str) -> None:
        """Renews the text."""
        self.read(path)
        self._after[path] = text

    def changed(self) -> dict[Path, str]:
        """The files that are not as they should be, with their new texts."""
        return {path: text for path, text in self._after.items() if text != self._before[path]}


def replace_block(text: str, start: str, end: str, block: str) -> str:
    """The text with this block between the first `start` and the `end` that follows. ValueError if one is missing."""
    before, opening, rest = text.partition(start)
    _, closing, after = rest.partition(end)
    if not (opening and closing):
        raise ValueError(f"the page lacks {start if not opening else end!r}")
    return f"{before}{start}{block}{end}{after}"


# -- The parts


def type_pages(pages: Pages) -> None:
    """docs/types: a page and a picture for each type, and their list; the README's picture of some of them."""
    import type_pages

    for path, text in type_pages.pages():
        pages.write(path, text)


def formats(pages: Pages) -> None:
    """The tables in docs/formats.md and docs/using.md, the endings of files, and the formats that the README names."""
    using, page = ROOT / "docs" / "using.md", ROOT / "docs" / "formats.md"
    head = "| format | `--to` | files | types | also holds |\n| --- | --- | --- | --- | --- |\n"
    ours_first = sorted(FORMATS, key=lambda each: each.key is not None)
    table = "\n".join(map(_format_row, ours_first))
    pages.write(page, replace_block(pages.read(page), head, "\n\n", table))
    named = [f"`{ending}`" for ending in endings() if ending]
    listed = f"{', '.join(named[:-1])} and {named[-1]}"
    text = replace_block(pages.read(using), "(searched through for files ", ")", listed)
    rows = "\n".join(f"| {each.title} | {each.looks} |" for each in ours_first if each.reads)
    pages.write(using, replace_block(text, "| format | looks like |\n| --- | --- |\n", "\n\n", rows))
    others = ", ".join(each.title for each in FORMATS if each.key is not None and each.reads)
    filled = textwrap.fill(f"{others}.", 118, break_on_hyphens=False)
    pages.write(README, replace_block(pages.read(README), "what other programs write:\n", "\n\n", filled))


def _types_of(format_: Format) -> str:
    """Which types a format holds: all, those that have its key, or these by their titles if they are few."""
    if format_.types or format_.key is None:
        return format_.types or "all"
    titles = sorted(type_.title for type_ in types_with(format_.key))
    return ", ".join(titles) if len(titles) <= 4 else f"those with the key `{format_.key}`"


def _format_row(format_: Format) -> str:
    files = [f"`{ending}`" for ending in format_.endings if ending] + ["no ending"] * ("" in format_.endings)
    held = [*format_.said, *["the answer"] * format_.answers, *["constraints"] * format_.constraints]
    held += ["several puzzles"] * format_.holds_several
    to = f"`{format_.name}`" if format_.writes else "read only"
    return f"| {format_.title} | {to} | {', '.join(files)} | {_types_of(format_)} | {', '.join(held)} |"


def rules(pages: Pages) -> None:
    """The rules that the README shows: without what is for clingo alone, and without the checks of the input."""
    text = catalog.find(TYPE_WITH_SHOWN_RULES).rules_file.read_text(encoding="utf-8")
    text = re.sub(r"^% Input.*?\n(?=#show)", "", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"^(?:%(?!!).*|#defined .*)\n\n?", "", text, flags=re.MULTILINE)
    pages.write(README, replace_block(pages.read(README), "```prolog\n", "```\n", re.sub(r"\n{3,}", "\n\n", text)))


def examples(pages: Pages) -> None:
    """What commands answer, below lines like `$ pysolve check FILE`. The seconds that they take stay as they are."""

    def renewed(block: re.Match[str]) -> str:
        command = [sys.executable, "-m", *block[1].split()]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=True)
        seconds = re.search(r"\d+\.\d+ s\b", block[2])
        output = re.sub(r"\d+\.\d+ s\b", seconds[0], done.stdout) if seconds else done.stdout
        return f"```\n$ {block[1]}\n{output.rstrip()}\n```\n"

    for path in (README, *sorted((ROOT / "docs").glob("*.md"))):
        text = re.sub(
            r"^```\n\$ (pysolve [^\n]*)\n(.*?)^```\n", renewed, pages.read(path), flags=re.DOTALL | re.MULTILINE
        )
        pages.write(path, text)


def python(pages: Pages) -> None:
    """docs/python.md: the functions of the Python API, from their docstrings, whose examples run as tests."""
    import inspect

    import pysolve

    sections = [PYTHON_HEAD, _documented(pysolve)]
    for name in pysolve.__all__:
        documented = getattr(pysolve, name)
        if inspect.isfunction(documented):
            signature = textwrap.fill(f"pysolve.{name}{inspect.signature(documented)}".replace("'", ""), 100,
                                      subsequent_indent="    ", break_on_hyphens=False)  # fmt: skip
            sections.append(f"## {name}\n\n```python\n{signature}\n```\n\n{_documented(documented)}")
    pages.write(ROOT / "docs" / "python.md", "\n".join(sections))


def _documented(documented: object) -> str:
    """A docstring as Markdown: its examples as blocks."""
    import inspect

    text = inspect.cleandoc(documented.__doc__ or "")
    return re.sub(r"(?:^>>> .*\n?)(?:^(?!$).*\n?)*", lambda block: f"```pycon\n{block[0].rstrip()}\n```\n", text,
                  flags=re.MULTILINE).rstrip() + "\n"  # fmt: skip


def results(pages: Pages) -> None:
    """docs/results.md: the records of the analyses."""
    from pysolve.results import schema

    names = {kind: name for name, kind in (schema.RECORDS | schema.WRITTEN).items()}
    sections = [RESULTS_HEAD]
    for kind in schema.kinds():
        title = f"`{names[kind]}`" if kind in names else schema.name_of(kind)
        rows = [f"| `{name}` | {schema.in_words(type_)} | {says} |" for name, type_, says, _ in schema.values_of(kind)]
        table = "\n".join(["| value | type | what it is |", "| --- | --- | --- |", *rows])
        sections.append(f"## {title}\n\n{(kind.__doc__ or '').strip()}\n\n{table}\n")
    pages.write(ROOT / "docs" / "results.md", "\n".join(sections))


PYTHON_HEAD = """# Python

Everything that the command line does, `import pysolve` does, with values in and out: [using.md](using.md) is about
what the commands mean, [results.md](results.md) about the values of results. A result prints as its sentences, and a
notebook shows its pictures, with steps to click through. Wrong input, and arguments of a wrong kind, raise
`pysolve.PuzzleError`, whose text is one sentence. In the examples, `board` is the Sudoku below, and `folder` an empty
folder. All of them run as tests.
"""


RESULTS_HEAD = """# Results

What an analysis found is a record. It has the same names everywhere: in the JSON that the command line writes with
`--format json`, in the answers of the [service](service.md), and as attributes in Python, where
`pysolve.hint(puzzle).steps[0].says` is a sentence. In Python a picture is `drawing`, which notebooks show, and
`details` has the same result with atoms, clues and constraints as values. A line of JSON begins with `schema`, the
version of these tables: it grows when a value goes or changes its meaning, not when one comes.
"""


def first_type(pages: Pages) -> None:
    """What the commands of docs/first-type.md say, in an empty folder."""
    import first_type as following

    path = ROOT / "docs" / "first-type.md"
    pages.write(path, following.page(pages.read(path)))


def analysis(pages: Pages, only: str | None = None) -> None:
    """docs/analysis.md; only: the rows of one type."""
    import analysis_examples

    path = ROOT / "docs" / "analysis.md"
    pages.write(path, analysis_examples.page(pages.read(path), [only] if only else list(catalog.names())))


def genres(pages: Pages) -> None:
    """docs/puzzlink.md: the genres that types have, with how each is checked, and how many there are."""
    import genre_table

    path = ROOT / "docs" / "puzzlink.md"
    pages.write(path, genre_table.page(pages.read(path), replace_block))


PARTS: dict[str, Callable[[Pages], None]] = {
    "pages": type_pages, "formats": formats, "rules": rules, "examples": examples, "results": results,
    "python": python, "genres": genres,
    "first-type": first_type, "analysis": analysis,
}  # fmt: skip

USUAL = ("pages", "formats", "rules", "examples", "results", "python", "genres", "first-type")


def main() -> int:
    """0 if all is as it should be, or has been written; 1 if --check finds what is out of date."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", metavar="PART", nargs="*", choices=[*PARTS, "screenshot", []])
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--type", metavar="NAME")
    given = parser.parse_args()
    pages = Pages()
    for name in given.parts or USUAL:
        if name == "analysis":
            analysis(pages, given.type)
        elif name == "screenshot":
            import screenshot

            screenshot.take(ROOT / "docs" / "pictures" / "page.png")
        else:
            PARTS[name](pages)
    for path, text in pages.changed().items():
        shown = path.relative_to(ROOT).as_posix()
        if given.check:
            print(f"{shown} is out of date: python tools/docs.py {' '.join(given.parts)}".rstrip(), file=sys.stderr)
        else:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
            print(f"{shown} written")
    return 1 if given.check and pages.changed() else 0


if __name__ == "__main__":
    sys.exit(main())
