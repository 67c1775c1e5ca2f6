"""Builds the documentation as a site that can be searched: python tools/docs_site.py [--analyses] DIR

Its pages are those of docs/, the README in front, and what is made for the site alone: a page for each type, and a
text in place of each line `<!-- made: NAME -->` (MADE) or `<!-- table: NAME -->` (bench/NAME.tsv) of a page.
--analyses: also what each analysis says of each type, which takes long. Needs mkdocs-material, the extra `site`.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tools"), str(ROOT / "bench")]

import analysis_examples  # noqa: E402
import reference  # noqa: E402
import tables  # noqa: E402
import type_pages  # noqa: E402

from pysolve import catalog  # noqa: E402

#: What is made for the site, by the name that a page calls it.
MADE: dict[str, Callable[[], str]] = {
    "functions": reference.functions, "records": reference.records, "genres": reference.genres_here,
    "modules": reference.modules,
}  # fmt: skip

#: Pages that stand beside docs/, and what they are called on the site.
BESIDE = {"README.md": "index.md", "CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md"}

#: The pages in the order of a reader, by section; below the list of the types, their pages follow by their names.
SECTIONS = {
    "Guides": [
        "guide-setter.md",
        "guide-teacher.md",
        "guide-magazine.md",
        "first-type.md",
        "guide-asp.md",
        "guide-web.md",
        "guide-earlier.md",
    ],
    "Use": [
        "using.md",
        "formats.md",
        "python.md",
        "results.md",
        "service.md",
        "browser.md",
        "cluster.md",
        "editors.md",
    ],
    "Rules": ["rules.md", "manifest.md", "constraints.md"],
    "Types": ["types.md"],
    "How good it is": [
        "benchmarks.md",
        "coverage.md",
        "conformance.md",
        "puzzlink.md",
        "question-marks.md",
        "page.md",
        "reliability.md",
        "stability.md",
    ],
    "Inside": ["design.md", "contributing.md", "changelog.md"],
}

#: The page of the analyses, if it is made.
ANALYSES = "analysis.md"

#: A link with its words; where one of these, or a picture, leads.
_LINK = re.compile(r"(?<!!)\[(?P<text>[^\]]*)\]\((?P<target>[^)\s]+)\)")
_TARGET = re.compile(r"(?P<before>\]\(|(?:src|href)=\")(?P<target>[^)\"\s]+)(?=\)|\")")

_FENCED = re.compile(r"(^ *```.*?^ *```|``.+?``|`[^`\n]+`)", re.DOTALL | re.MULTILINE)


_MADE = re.compile(r"^<!-- (?P<kind>made|table): (?P<name>\w+) -->$", re.MULTILINE)


def prepare(folder: Path, types: Collection[str], analyses: bool = False) -> None:
    """Writes the pages with their pictures into a folder; links lead to pages of the site, or away.

    types: those that get a page.
    """
    shutil.copytree(ROOT / "docs", folder, dirs_exist_ok=True)
    for name, page in BESIDE.items():
        shutil.copy(ROOT / name, folder / page)
    (folder / "types").mkdir()
    for name, text in type_pages.pages(types):
        (folder / "types" / name).write_text(text, encoding="utf-8")
    (folder / "types.md").write_text(type_pages.index(types), encoding="utf-8")
    if analyses:
        (folder / ANALYSES).write_text(analysis_examples.HEAD + analysis_examples.tables(types), encoding="utf-8")
    sources = {folder / page: ROOT / name for name, page in BESIDE.items()}
    for page in folder.rglob("*.md"):
        source = sources.get(page, ROOT / "docs" / page.relative_to(folder))
        text = _MADE.sub(_made, page.read_text(encoding="utf-8"))
        pieces = _FENCED.split(text)  # every other one is code
        bare = [_LINK.sub(partial(_without_lost, source, types), piece) for piece in pieces[::2]]
        pieces[::2] = [_TARGET.sub(partial(_relinked, source, types), piece) for piece in bare]
        page.write_text("".join(pieces), encoding="utf-8")


def _made(place: re.Match[str]) -> str:
    """What stands on the site in place of a line."""
    name = place["name"]
    return MADE[name]() if place["kind"] == "made" else tables.markdown(ROOT / "bench" / f"{name}.tsv")


def _without_lost(source: Path, types: Collection[str], link: re.Match[str]) -> str:
    """A link from a page of the repository; its words alone where the site has no such page."""
    return link[0] if _on_site(source, types, link["target"]) is not None else link["text"]


def _relinked(source: Path, types: Collection[str], link: re.Match[str]) -> str:
    """Where a link leads, as the site has it."""
    return link["before"] + (_on_site(source, types, link["target"]) or link["target"])


def _on_site(source: Path, types: Collection[str], target: str) -> str | None:
    """The target of a link from a page of the repository as the site has it; None if it is not there."""
    target, sign, part = target.partition("#")
    if not target or re.match(r"\w+:", target):
        return f"{target}{sign}{part}"
    path = Path(os.path.normpath(source.parent / target))
    name = str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else ""
    if name in BESIDE:
        there = BESIDE[name]
    elif path.parent == ROOT / "asp" and path.name in types:
        there = f"types/{path.name}.md"
    elif path.is_relative_to(ROOT / "docs") and path.exists():
        there = str(path.relative_to(ROOT / "docs"))
    else:
        return None
    here = BESIDE.get(str(source.relative_to(ROOT))) or str(source.relative_to(ROOT / "docs"))
    return f"{os.path.relpath(there, Path(here).parent)}{sign}{part}"


def navigation(folder: Path) -> list[dict[str, object]]:
    """The pages in order. ValueError if one of docs/ stands in no section."""
    named = [page for pages in SECTIONS.values() for page in pages]
    left = {page.name for page in folder.glob("*.md")} - {*named, "index.md", ANALYSES}
    if left:
        raise ValueError(f"tools/docs_site.py names no section for {', '.join(sorted(left))}")
    types = sorted(f"types/{page.name}" for page in folder.glob("types/*.md"))
    below = {"Types": [*types, *([ANALYSES] if (folder / ANALYSES).exists() else [])]}
    return [{"Start": "index.md"}, *({each: [*pages, *below.get(each, [])]} for each, pages in SECTIONS.items())]


def build(target: Path, analyses: bool) -> None:
    """Builds the site in a folder."""
    from mkdocs.commands.build import build as mkdocs_build
    from mkdocs.config import load_config

    with tempfile.TemporaryDirectory() as folder:
        pages = Path(folder) / "pages"
        prepare(pages, list(catalog.names()), analyses)
        (Path(folder) / "mkdocs.yml").write_text("site_name: pysolve\n", encoding="utf-8")
        mkdocs_build(
            load_config(
                str(Path(folder) / "mkdocs.yml"), docs_dir=str(pages), site_dir=str(target.resolve()), strict=True,
                nav=navigation(pages), theme={"name": "material", "font": False}, plugins=["search"],
                markdown_extensions=["toc", "tables", "fenced_code", "md_in_html"],
            )
        )  # fmt: skip


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, metavar="DIR", help="where the site is written")
    parser.add_argument("--analyses", action="store_true", help="also what each analysis says of each type (slow)")
    given = parser.parse_args()
    build(given.folder, given.analyses)
