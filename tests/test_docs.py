"""The documentation is complete: every command, option, manifest key and mark is described."""

from __future__ import annotations

import re

import click
import pytest
from conftest import ROOT

from pysolve import catalog
from pysolve.cli import commands
from pysolve.formats import native
from pysolve.model.alphabets import ALPHABETS
from pysolve.model.marks import MARKS

USING = (ROOT / "docs" / "using.md").read_text()
MANIFEST = (ROOT / "docs" / "manifest.md").read_text()
README = (ROOT / "README.md").read_text()

OPTIONS = [
    (name, option)
    for name, command in commands().items()
    for parameter in command.params
    for option in (*parameter.opts, *parameter.secondary_opts)
    if isinstance(parameter, click.Option)
]


@pytest.mark.parametrize("name", commands())
def test_every_command_is_described(name: str):
    assert f"pysolve {name}" in USING
    assert commands()[name].help


@pytest.mark.parametrize(("name", "option"), OPTIONS)
def test_every_option_is_described(name: str, option: str):
    assert re.search(rf"`[^`]*{re.escape(option)}\b[^`]*`", USING), f"{option} of {name}"


@pytest.mark.parametrize("option", [option for command in commands().values() for option in command.params])
def test_every_option_has_help(option: click.Parameter):
    assert isinstance(option, click.Argument) or option.help


KEYS = [
    *catalog._Manifest.KEYS,
    *catalog._CLUE_KEYS,
    *MARKS,
    *catalog._CLASSES,
    *ALPHABETS,
    *native.KEYS,
    "hole",
]


@pytest.mark.parametrize("key", KEYS)
def test_every_key_of_manifests_and_instances_is_described(key: str):
    assert re.search(rf"`{key}`|`?\b{key}: ", MANIFEST)


def test_every_type_stands_in_the_table_of_the_readme():
    for type_ in catalog.every():
        assert f"| [{type_.title}](asp/{type_.name}/rules.lp) | `{type_.name}` | {type_.about} |" in README


def test_the_readme_names_the_command_that_ci_runs():
    commands = re.findall(r"^    (python3 -m venv .*)$", README, re.MULTILINE)
    assert len(commands) == 2
    assert commands[1] in (ROOT / ".ci" / "run").read_text()


def test_links_lead_somewhere():
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_instances_that_the_pages_name_are_there():
    for page in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]:
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
        found = re.search(rf'"({names})"', path.read_text())
        assert found is None, f"{path.name} names {found and found[1]}"
