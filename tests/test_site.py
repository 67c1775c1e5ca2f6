"""The site that the documentation becomes; it is built in .ci/run."""

from __future__ import annotations

import re
import runpy

import pytest
from conftest import ROOT
from samples import TYPES

SITE = runpy.run_path(str(ROOT / "tools" / "docs_site.py"))


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    SITE["prepare"](folder)
    return folder


def test_every_link_leads_to_a_page_of_the_site_or_away(pages):
    found = 0
    for page in pages.rglob("*.md"):
        text = "".join(SITE["_FENCED"].split(page.read_text(encoding="utf-8"))[::2])
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            path = target.partition("#")[0]
            if path and not re.match(r"\w+:", path):
                assert (page.parent / path).is_file(), f"{page.relative_to(pages)}: {target}"
                found += 1
    assert found > len(TYPES)
    assert "](using.md)" in (pages / "index.md").read_text()


def test_every_page_stands_in_the_navigation_once_and_each_type_has_one(pages):
    named = re.findall(r"'([\w/-]+\.md)'", str(SITE["navigation"](pages)))
    there = {page.relative_to(pages).as_posix() for page in pages.rglob("*.md")}
    assert sorted(named) == sorted(there)
    assert {f"types/{name}.md" for name in TYPES} <= there


def test_a_page_without_a_section_is_said(pages, tmp_path):
    (tmp_path / "odd.md").write_text("# Odd\n")
    with pytest.raises(ValueError, match=r"names no section for odd\.md"):
        SITE["navigation"](tmp_path)
