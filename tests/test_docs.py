"""The documentation is complete: every command, option, manifest key and mark is described."""

from __future__ import annotations

import re
import runpy
from collections import Counter

import click
import pytest
from conftest import ROOT

from pysolve import catalog
from pysolve.catalog import parts
from pysolve.cli import commands
from pysolve.formats import native
from pysolve.formats.links import genre
from pysolve.formats.penpa import looks
from pysolve.model import yaml_text
from pysolve.model.marks import MARKS
from pysolve.model.parts import TOKEN_CLASSES
from pysolve.model.tokens import ALPHABETS

USING = (ROOT / "docs" / "using.md").read_text()
MANIFEST = (ROOT / "docs" / "manifest.md").read_text()
README = (ROOT / "README.md").read_text()
DOCS = runpy.run_path(str(ROOT / "tools" / "docs.py"))

OPTIONS = [
    (name, option)
    for name, command in commands().items()
    for parameter in command.params
    for option in (*parameter.opts, *parameter.secondary_opts)
    if isinstance(parameter, click.Option)
]


@pytest.mark.parametrize("name", commands())
def test_every_command_is_described_with_its_options(name: str):
    assert f"pysolve {name}" in USING
    assert commands()[name].help
    lacking = [
        option for of, option in OPTIONS if of == name and not re.search(rf"`[^`]*{re.escape(option)}\b[^`]*`", USING)
    ]
    assert lacking == [], "docs/using.md does not describe them"
    assert [each.name for each in commands()[name].params if isinstance(each, click.Option) and not each.help] == []


KEYS = [
    *parts.KEYS,
    *parts.CLUE_KEYS,
    *MARKS,
    *TOKEN_CLASSES,
    *ALPHABETS,
    *native.KEYS,
    *genre.GENRE_KEYS,
    *genre.ID_KEYS,
    *looks.PENPA_KEYS,
    *genre.SECTION_KEYS,
    *genre.CODEC_NAMES,
    "hole",
]


def test_every_key_of_manifests_and_instances_is_described():
    assert [key for key in KEYS if not re.search(rf"`{key}`|`?\b{key}: ", MANIFEST)] == []


@pytest.mark.parametrize(
    "part", ["rules", "examples", pytest.param("guides", marks=[pytest.mark.rest, pytest.mark.timeout(600)])]
)
def test_what_the_pages_show_of_the_program_is_what_it_does(part: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.syspath_prepend(ROOT / "tools")  # as if docs.py had been started
    pages = DOCS["Pages"]()
    DOCS["PARTS"][part](pages)
    assert pages.changed() == {}


@pytest.mark.parametrize(
    ("part", "right", "wrong"),
    [
        ("rules", "{ star(X) : region(G, X) }", "{ star(X) : cell(X) }"),
        ("examples", "Unique: this is the only answer.", "There is an answer."), ("examples", "│ ·*2 · · │", "│ · 2 · · │"),
    ],
)  # fmt: skip
def test_a_page_that_is_out_of_date_is_noticed_and_mended(part: str, right: str, wrong: str, monkeypatch, write):
    path = write(README.replace(right, wrong, 1), "README.md")
    assert path.read_text() != README
    monkeypatch.setitem(DOCS["PARTS"][part].__globals__, "README", path)
    pages = DOCS["Pages"]()
    DOCS["PARTS"][part](pages)
    assert pages.changed()[path] == README


def test_the_readme_names_the_command_that_ci_runs():
    commands = re.findall(r"^    (python3 -m venv .*)$", README, re.MULTILINE)
    assert len(commands) == 2
    assert commands[1] in (ROOT / ".ci" / "run").read_text().replace(" --quiet", "")


def test_all_genres_of_puzz_link_but_one_have_rules():
    listed = {line.partition("\t")[0] for line in (ROOT / "pysolve/formats/links/address.tsv").read_text().splitlines()}
    here = {name for type_ in catalog.every() for each in genre.genres(type_) for name in (each.name, *each.aliases)}
    assert "every genre of puzz.link but one" in README
    assert [name for name in listed - here if not name.endswith("-aux")] == ["ququ"]


def test_links_lead_somewhere():
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_instances_that_the_pages_name_are_there():
    for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]:
        for path in re.findall(r"\binstances/[\w./-]+\.\w+", page.read_text()):
            assert (ROOT / path).is_file(), f"{page.name}: {path}"


def test_the_example_manifest_of_the_documentation_is_real():
    shown = re.search(r"```yaml\n# asp/starbattle/manifest.yaml\n(.*?)```", MANIFEST, re.DOTALL)
    assert shown is not None
    real = (catalog.library() / "starbattle" / "manifest.yaml").read_text()
    assert shown[1].strip() in real


def test_the_python_names_no_type():
    names = "|".join(catalog.names())
    for path in (ROOT / "pysolve").rglob("*.py"):
        match = re.search(rf'"({names})"', re.sub(r"(?m)^ *>>> .*", "", path.read_text()))  # examples do
        assert match is None, f"{path.name} names {match and match[1]}"


#: Tables of rare words in docs/manifest.md, by their heads: where in a manifest such words stand.
RARE = {
    "key": lambda manifest: manifest,
    "key in `clues`": lambda manifest: [key for entry in entries(manifest, "clues") for key in entry],
    "key in `draw`": lambda manifest: [key for entry in entries(manifest, "draw") for key in entry],
    "key in `puzzlink`": lambda manifest: [key for genre in listed(manifest, "puzzlink") for key in genre],
    "codec in `puzzlink`": lambda manifest: [codec for codec, _ in sections(manifest, "puzzlink")],
    "key of a section in `puzzlink`": lambda manifest: [
        key for _, its in sections(manifest, "puzzlink") for key in its
    ],
    "codec in `tatham`": lambda manifest: [codec for codec, _ in sections(manifest, "tatham")],
    "key of a section in `tatham`": lambda manifest: [key for _, its in sections(manifest, "tatham") for key in its],
    "key in `penpa`": lambda manifest: manifest.get("penpa", {}),
}


def entries(manifest: dict, key: str) -> list[dict]:
    value = manifest.get(key, {})
    return [entry for entry in (value.values() if isinstance(value, dict) else ()) if isinstance(entry, dict)]


def listed(manifest: dict, key: str) -> list[dict]:
    value = manifest.get(key, [])
    return value if isinstance(value, list) else [value]


def sections(manifest: dict, key: str) -> list[tuple[str, list[str]]]:
    """The sections of links: the codec of each, and its keys."""
    tables = [each for genre in listed(manifest, key) for each in genre.get("body", ()) if isinstance(each, dict)]
    return [(next(iter(each.values())), list(each)[1:]) for each in tables]


#: Words that serve one type, and stand with the others all the same: other keys have them as well, or all types may.
ELSEWHERE = {"constraints", "also", "at", "base", "before", "blanks", "ended"}

#: Keys of which only a part is rare.
IN_PART = {"make", "header"}


def test_words_of_manifests_that_serve_one_type_stand_apart():
    rare = MANIFEST.partition("## Rare words")[2]
    tables = dict(re.findall(r"^\| ([^|\n]+) \|.*\n\| -.*\n((?:\|.*\n?)+)", rare, re.MULTILINE))
    manifests = [yaml_text.load(path.read_text(), path.name) for path in (ROOT / "asp").glob("*/manifest.yaml")]
    for head, words_of in RARE.items():
        users = Counter(str(word) for manifest in manifests for word in set(words_of(manifest)))
        said = set(re.findall(r"^\| `([\w-]+)", tables[head], re.MULTILINE))
        assert [word for word in said if users[word] > 2 and word not in IN_PART] == [], f"{head}: not rare any more"
        alone = {word for word, count in users.items() if count == 1}
        assert alone - said - ELSEWHERE == set(), f"{head}: these belong to the rare words of docs/manifest.md"
