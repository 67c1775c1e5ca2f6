"""What the site's reference is made of: the functions of the Python API, the records of results, the genres of
puzz.link, the modules.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import yaml

import pysolve
from pysolve import catalog
from pysolve.analyses import schema
from pysolve.analyses.entry import parameters
from pysolve.analysis.clues import make_program
from pysolve.formats.links.genre import genres
from pysolve.model.errors import plain_type

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = Path(pysolve.__file__).resolve().parent


def functions() -> str:
    """The functions of the Python API, from their docstrings, whose examples run as tests."""
    sections = [_documented(pysolve)]
    for name in pysolve.__all__:
        documented = getattr(pysolve, name)
        if inspect.isfunction(documented):
            signature = textwrap.fill(
                f"pysolve.{name}{_signature(documented)}".replace("'", ""), 100,
                subsequent_indent="    ", break_on_hyphens=False,
            )  # fmt: skip
            said = [f"- `{each.name}`: {each.says.text}" for each in parameters(documented)]
            listed = "".join(f"{line}\n" for line in said) + "\n" * bool(said)
            sections.append(f"## {name}\n\n```python\n{signature}\n```\n\n{listed}{_documented(documented)}")
    return "\n".join(sections)


def _signature(function: Callable[..., object]) -> inspect.Signature:
    """The signature, with types alone."""
    signature = inspect.signature(function)
    plain = [each.replace(annotation=plain_type(each.annotation)) for each in signature.parameters.values()]
    return signature.replace(parameters=plain)


def _documented(documented: object) -> str:
    """A docstring as Markdown: its examples as blocks."""
    text = inspect.cleandoc(documented.__doc__ or "")
    example = re.compile(r"(?:^>>> .*\n?)(?:^(?!$).*\n?)*", re.MULTILINE)
    return example.sub(lambda block: f"```pycon\n{block[0].rstrip()}\n```\n", text).rstrip() + "\n"


def records() -> str:
    """The records of the analyses: a table of values for each."""
    names = {kind: name for name, kind in (schema.RECORDS | schema.WRITTEN).items()}
    sections = []
    for kind in schema.kinds():
        title = f"`{names[kind]}`" if kind in names else schema.name_of(kind)
        rows = [f"| `{name}` | {schema.in_words(type_)} | {says} |" for name, type_, says, _ in schema.values_of(kind)]
        table = "\n".join(["| value | type | what it is |", "| --- | --- | --- |", *rows])
        sections.append(f"## {title}\n\n{(kind.__doc__ or '').strip()}\n\n{table}\n")
    return "\n".join(sections)


def genres_here() -> str:
    """The genres that types have, with how each is checked, and how many there are."""
    sys.path.insert(0, str(ROOT / "bench"))
    from oracles.words import ORACLES

    judge = yaml.safe_load((ROOT / "tests" / "pzpr.yaml").read_text(encoding="utf-8"))["genres"]
    with_genre = [type_ for type_ in catalog.every() if genres(type_)]
    rows = [
        f"| `{genre.name}` | {type_.title} | {_code(genre.aliases)} | {_code(genre.flags)} "
        f"| {_judged(genre.name, judge)} | {_yes(type_.name in ORACLES)} "
        f"| {_yes(type_.unique and bool(make_program(type_).files))} |"
        for type_ in with_genre
        for genre in genres(type_)
    ]
    every = len((PACKAGE / "formats" / "links" / "address.tsv").read_text(encoding="utf-8").splitlines())
    said = f"{len(rows)} of {every} genres, of {len(with_genre)} types:\n\n"
    head = "| genre | type | other names | flags | judged by pzpr | by brute force | made |\n" + "| --- " * 7 + "|\n"
    return said + head + "\n".join(sorted(rows))


def _code(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _yes(holds: bool) -> str:
    return "yes" if holds else ""


def _judged(name: str, judge: dict[str, dict[str, object] | None]) -> str:
    if name not in judge:
        return ""
    like = (judge[name] or {}).get("as")
    return f"in part, by checks of `{like}`" if like else "yes"


def modules() -> str:
    """What lives in each module: the first paragraph of its docstring."""
    return "\n".join(["| module | what lives there |", "| --- | --- |", *_modules()])


def _modules() -> Iterator[str]:
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).with_suffix("").as_posix().removesuffix("/__init__")
        said = (ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or "").partition("\n\n")[0]
        if path != PACKAGE / "__init__.py" and said:
            yield f"| `{name}` | {' '.join(said.split()).replace('|', chr(92) + '|')} |"
