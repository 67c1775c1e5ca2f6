"""Builds the documentation as a site that can be searched: python tools/docs_site.py DIR

Its pages are those of docs/ (a page for each type among them), the README in front. Needs mkdocs-material, the extra
`site`.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import tempfile
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

#: Pages that stand beside docs/, and what they are called on the site.
BESIDE = {"README.md": "index.md", "CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md"}

#: The pages in the order of a reader, by section; those of the types follow by their names.
SECTIONS = {
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
    "Rules": ["first-type.md", "rules.md", "manifest.md", "constraints.md"],
    "Analyses": ["analysis.md"],
    "How good it is": ["benchmarks.md", "coverage.md", "conformance.md", "puzzlink.md", "page.md", "reliability.md"],
    "Inside": ["design.md", "contributing.md", "changelog.md"],
}

#: A link with its words; where one of these, or a picture, leads.
_LINK = re.compile(r"(?<!!)\[(?P<text>[^\]]*)\]\((?P<target>[^)\s]+)\)")
_TARGET = re.compile(r"(?P<before>\]\(|(?:src|href)=\")(?P<target>[^)\"\s]+)(?=\)|\")")

_FENCED = re.compile(r"(^ *```.*?^ *```|``.+?``|`[^`\n]+`)", re.DOTALL | re.MULTILINE)


def prepare(folder: Path) -> None:
    """Writes the pages with their pictures into a folder; links lead to pages of the site, or away."""
    shutil.copytree(ROOT / "docs", folder, dirs_exist_ok=True)
    for name, page in BESIDE.items():
        shutil.copy(ROOT / name, folder / page)
    sources = {folder / page: ROOT / name for name, page in BESIDE.items()}
    for page in folder.rglob("*.md"):
        source = sources.get(page, ROOT / "docs" / page.relative_to(folder))
        pieces = _FENCED.split(page.read_text(encoding="utf-8"))  # every other one is code
        bare = [_LINK.sub(partial(_without_lost, source), piece) for piece in pieces[::2]]
        pieces[::2] = [_TARGET.sub(partial(_relinked, source), piece) for piece in bare]
        page.write_text("".join(pieces), encoding="utf-8")


def _without_lost(source: Path, link: re.Match[str]) -> str:
    """A link from a page of the repository; its words alone where the site has no such page."""
    return link[0] if _on_site(source, link["target"]) is not None else link["text"]


def _relinked(source: Path, link: re.Match[str]) -> str:
    """Where a link leads, as the site has it."""
    return link["before"] + (_on_site(source, link["target"]) or link["target"])


def _on_site(source: Path, target: str) -> str | None:
    """The target of a link from a page of the repository as the site has it; None if it is not there."""
    target, sign, part = target.partition("#")
    if not target or re.match(r"\w+:", target):
        return f"{target}{sign}{part}"
    path = Path(os.path.normpath(source.parent / target))
    name = str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else ""
    if name in BESIDE:
        there = BESIDE[name]
    elif path.is_relative_to(ROOT / "docs") and path.exists():
        there = str(path.relative_to(ROOT / "docs")) + ("/README.md" if path.is_dir() else "")
    else:
        return None
    here = BESIDE.get(str(source.relative_to(ROOT))) or str(source.relative_to(ROOT / "docs"))
    return f"{os.path.relpath(there, Path(here).parent)}{sign}{part}"


def navigation(folder: Path) -> list[dict[str, object]]:
    """The pages in order. ValueError if one of docs/ stands in no section."""
    named = [page for pages in SECTIONS.values() for page in pages]
    left = {page.name for page in folder.glob("*.md")} - {*named, "index.md"}
    if left:
        raise ValueError(f"tools/docs_site.py names no section for {', '.join(sorted(left))}")
    types = [
        "types/README.md",
        *sorted(f"types/{page.name}" for page in folder.glob("types/*.md") if page.stem != "README"),
    ]
    sections = [{section: pages} for section, pages in SECTIONS.items()]
    return [{"Start": "index.md"}, *sections[:2], {"Types": types}, *sections[2:]]


def build(target: Path) -> None:
    """Builds the site in a folder."""
    from mkdocs.commands.build import build as mkdocs_build
    from mkdocs.config import load_config

    with tempfile.TemporaryDirectory() as folder:
        pages = Path(folder) / "pages"
        prepare(pages)
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
    build(parser.parse_args().folder)
