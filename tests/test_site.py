"""The site that the documentation becomes; it is built in .ci/run."""

from __future__ import annotations

import re
import runpy

import pytest
from conftest import ROOT

import pysolve
from pysolve import catalog
from pysolve.analyses import schema

SITE = runpy.run_path(str(ROOT / "tools" / "docs_site.py"))

#: Types that get a page here: with options, with constraints, with an instance that has no plain text.
TYPES = ["crossword", "galaxies", "nurikabe", "sudoku"]


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    SITE["prepare"](folder, TYPES)
    return folder


@pytest.mark.rest
def test_every_link_leads_to_a_page_of_the_site_or_away(pages):
    found = 0
    for page in pages.rglob("*.md"):
        text = "".join(SITE["_FENCED"].split(page.read_text(encoding="utf-8"))[::2])
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            path = target.partition("#")[0]
            if path and not re.match(r"\w+:", path):
                assert (page.parent / path).is_file(), f"{page.relative_to(pages)}: {target}"
                found += 1
    assert found > 100
    assert "](using.md)" in (pages / "index.md").read_text()


def test_every_page_stands_in_the_navigation_once_and_each_type_has_one(pages):
    named = re.findall(r"'([\w/-]+\.md)'", str(SITE["navigation"](pages)))
    there = {page.relative_to(pages).as_posix() for page in pages.rglob("*.md")}
    assert sorted(named) == sorted(there)
    assert {path for path in there if "/" in path} == {f"types/{name}.md" for name in TYPES}


def test_the_list_of_types_leads_to_their_pages_and_names_all(pages):
    listed = (pages / "types.md").read_text(encoding="utf-8")
    assert all(f"[{catalog.find(name).title}](types/{name}.md)" in listed for name in TYPES)
    assert all(f"| `{name}` |" in listed for name in catalog.names())
    assert "../asp" not in listed


@pytest.mark.parametrize("name", TYPES)
def test_the_page_of_a_type_has_its_rules_and_an_example_that_is_drawn(name, pages):
    text = (pages / "types" / f"{name}.md").read_text(encoding="utf-8")
    assert all(SITE["type_pages"]._escaped(rule) in text for rule in catalog.find(name).rules)
    assert f"]({name}.svg)" in text and f"pysolve solve instances/{name}/" in text
    assert (pages / "types" / f"{name}.svg").read_text(encoding="utf-8").startswith("<svg")


def test_what_is_made_for_the_site_stands_where_a_page_wants_it(pages):
    functions, records, genres, modules = (
        (pages / f"{page}.md").read_text(encoding="utf-8") for page in ("python", "results", "puzzlink", "design")
    )
    assert all(f"\n## {name}\n" in functions for name in pysolve.__all__ if name in ("check", "hint", "make"))
    assert "```pycon\n>>> import pysolve" in functions
    assert all(f"\n## `{name}`\n" in records for name in schema.RECORDS)
    assert "| `mochikoro` | Mochikoro |" in genres and "| `model/board` | " in modules
    assert not any(SITE["_MADE"].search(page.read_text(encoding="utf-8")) for page in pages.glob("*.md"))


@pytest.mark.slow
def test_the_page_of_analyses_says_something_of_each():
    said = SITE["analysis_examples"].tables(["sudoku"])
    assert said.count("| Sudoku | `sudoku/") == len(SITE["analysis_examples"].SECTIONS)
    assert "clues taken away |" in said and "conflict: " in said


def test_a_page_without_a_section_is_said(pages, tmp_path):
    (tmp_path / "odd.md").write_text("# Odd\n")
    with pytest.raises(ValueError, match=r"names no section for odd\.md"):
        SITE["navigation"](tmp_path)
