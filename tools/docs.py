"""Writes what the repository's pages show of the program itself, or, with --check, says what is out of date.

python tools/docs.py [--check] [PART ...]

PART is one of types (docs/types.md and its picture, and their number in the README), formats, rules, examples, guides
(docs/guide-*.md and docs/first-type.md, each in a folder of its own), and screenshot (needs playwright and chromium;
written only where it is named, and never checked). Without one it is all of them but screenshot. What only the site
has, tools/docs_site.py makes.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import re
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from pysolve import catalog, cli  # noqa: E402
from pysolve.catalog import types_with  # noqa: E402
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


def types(pages: Pages) -> None:
    """docs/types.md: the list of the types, and a picture of some of them; how many the README says there are."""
    import type_pages

    pages.write(ROOT / "docs" / "types.md", type_pages.index())
    pages.write(ROOT / "docs" / "pictures" / "types.svg", type_pages.sheet())
    number = f"[{len(catalog.every())} types of puzzles]"
    pages.write(README, re.sub(r"\[\d+ types of puzzles\]", number, pages.read(README)))


def formats(pages: Pages) -> None:
    """The tables in docs/formats.md and docs/using.md, and the endings of files."""
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
        said = io.TextIOWrapper(io.BytesIO(), "utf-8", newline="\n")
        with contextlib.redirect_stdout(said), contextlib.chdir(ROOT):
            assert cli.run(shlex.split(block[1])[1:]) in (0, 1), block[1]
        said.seek(0)
        output, seconds = said.read(), re.search(r"\d+\.\d+ s\b", block[2])
        if seconds:
            output = re.sub(r"\d+\.\d+ s\b", seconds[0], output)
        return f"```\n$ {block[1]}\n{output.rstrip()}\n```\n"

    for path in (README, *sorted((ROOT / "docs").glob("*.md"))):
        text = re.sub(
            r"^```\n\$ (pysolve [^\n]*)\n(.*?)^```\n", renewed, pages.read(path), flags=re.DOTALL | re.MULTILINE
        )
        pages.write(path, text)


def guides(pages: Pages) -> None:
    """What the commands of the guides say, each in a folder of its own."""
    import guides as following

    for path in (ROOT / "docs" / "first-type.md", *sorted((ROOT / "docs").glob("guide-*.md"))):
        pages.write(path, following.page(pages.read(path)))


PARTS: dict[str, Callable[[Pages], None]] = {
    "types": types, "formats": formats, "rules": rules, "examples": examples, "guides": guides
}  # fmt: skip


def main() -> int:
    """0 if all is as it should be, or has been written; 1 if --check finds what is out of date."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", metavar="PART", nargs="*", choices=[*PARTS, "screenshot", []])
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    pages = Pages()
    for name in given.parts or PARTS:
        if name == "screenshot":
            import screenshot

            screenshot.take(ROOT / "docs" / "pictures")
        else:
            PARTS[name](pages)
    for path, text in pages.changed().items():
        shown = path.relative_to(ROOT).as_posix()
        if given.check:
            print(f"{shown} is out of date: python tools/docs.py {' '.join(given.parts)}".rstrip(), file=sys.stderr)
        else:
            path.write_text(text, encoding="utf-8")
            print(f"{shown} written")
    return 1 if given.check and pages.changed() else 0


if __name__ == "__main__":
    sys.exit(main())
