"""Folders of types: new ones, begun from a template or from a link, copies, and the list of all types in short."""

from __future__ import annotations

import json
import os
import re
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from .. import catalog, formats, model
from ..catalog import installed
from ..catalog.manifest import stamp
from ..formats.links import genre as genres
from ..model.errors import PuzzleError, alternatives, quote
from ..model.formats import FormatKey
from ..model.puzzle import Puzzle
from ..model.puzzle_type import PuzzleType
from ..model.yaml_text import load_mapping
from ..report.lines import type_in_short
from ..rules.text import Statement, Text
from ..run.files import whole_folder, write_whole

_LINK = re.compile(
    r"(?P<site>\S*\?)?(?P<genre>[a-z][a-z0-9-]*?)(?:_edit|_play)?/(?P<flags>(?:[a-z:]+/)*)(?P<board>\d\S*)"
)


# -- A start for a new type from one of its links at puzz.link: its manifest, example and rules
# What the link holds is found by trying the types that are here: of those that read it, and write it again as it was,
# the manifest is taken over, as far as it says how the puzzle is read. Mostly several types have such links; what most
# of them have comes first, and the others are named.


class _Likeness(NamedTuple):
    """A type that reads the link. puzzle: what it reads. read, body: what its manifest says of that, as data."""

    type: PuzzleType
    puzzle: Puzzle
    read: dict[str, Any]
    body: list[Any]


def files_of_link(name: str, link: str, like: str) -> dict[str, str]:
    """From file name to text: a type of this name for the genre of a link. like: the kind of puzzle that it begins as.

    PuzzleError if the genre has rules here already, or no type here reads such a link.
    """
    match = _LINK.fullmatch(link.strip())
    if match is None:
        raise PuzzleError(f"found {quote(link, 60)}, expected a link such as https://puzz.link/p?genre/5/5/board")
    genre, flags = match["genre"], [each for each in match["flags"].split("/") if each]
    if (known := genres.find_genre(genre)) is not None:
        raise PuzzleError(
            f"{known.type.title} has rules for {quote(genre)}: 'pysolve copy {known.type.name}' copies them"
        )
    found = list(_likenesses(match["board"].rstrip("/")))
    if not found:
        raise PuzzleError(
            "no type here has links like that one, so its parts cannot be told (docs/manifest.md, 'puzzlink')"
        )
    ways = Counter(str((each.read, each.body)) for each in found)
    found.sort(key=lambda each: -ways[str((each.read, each.body))])
    chosen = found[0]
    others = {str(each.body): each for each in reversed(found) if each.body != chosen.body}.values()
    facts = _facts(chosen)
    template = catalog.new_type(name, like)
    answer = set(map(_predicate, _data(template["manifest.yaml"])["draw"])) - _own_facts(template)
    if shared := sorted(answer & facts.keys()):
        raise PuzzleError(
            f"the link gives {quote(shared[0])}, which is what an answer of the kind {quote(like)} draws; "
            "expected another kind (--like)"
        )
    return {
        "rules.lp": _rules(template, name, genre, facts),
        "manifest.yaml": _manifest(template, name, genre, flags, chosen, facts, list(others)),
        "example.yaml": formats.write(_called(name, chosen.puzzle)).decode(),
    }


def _likenesses(board: str) -> Iterator[_Likeness]:
    """The types that read the board of a link, and write it as it is."""
    for type_ in catalog.types_with(FormatKey.PUZZLINK):
        data = _manifest_of(type_)
        entries = data["puzzlink"] if isinstance(data["puzzlink"], list) else [data["puzzlink"]]
        for genre, entry in zip(genres.genres(type_), entries):
            if genre.options or genre.required or "read" not in data:
                continue
            try:
                puzzle = formats.read_one(f"{genre.name}/{board}", "link", formats.Reading(type_.name))
                again = formats.write(puzzle, "puzzlink").decode()
            except PuzzleError:
                continue
            parts = {part for section in genre.sections for part in (*section.parts, section.regions.walls)}
            if again.strip().endswith(f"?{genre.name}/{board}") and not puzzle.options:
                read = {part: value for part, value in data["read"].items() if part.rstrip("?") in parts}
                yield _Likeness(type_, puzzle, read, entry["body"])


def _manifest_of(type_: PuzzleType) -> dict[str, Any]:
    return _data((type_.folder / "manifest.yaml").read_text(encoding="utf-8"))


def _plain(node: Any) -> Any:
    """YAML as it was read, of plain texts."""
    if isinstance(node, dict):
        return {str(key): _plain(value) for key, value in node.items()}
    return [*map(_plain, node)] if isinstance(node, list) else str(node)


def _facts(likeness: _Likeness) -> dict[str, str]:
    """The facts that the parts of the link become: from the predicate to the first template with it."""
    names = {part.rstrip("?") for part in likeness.read}
    parts = [part for part in likeness.type.parts if part.name in names]
    found: dict[str, str] = {}
    for part in parts:
        for value in part.tokens.values():
            for template in () if isinstance(value, str) else value:
                found.setdefault(template.name, str(template).replace(" ", ""))
    return found


def _called(name: str, puzzle: Puzzle) -> Puzzle:
    """The puzzle as one of the new type."""
    return replace(puzzle, type=replace(puzzle.type, name=name, title=name), file="example.yaml", name="example")


# -- Files


def _manifest(
    template: Mapping[str, str], name: str, genre: str, flags: Sequence[str], chosen: _Likeness,
    facts: Mapping[str, str], others: Sequence[_Likeness],
) -> str:  # fmt: skip
    """The manifest: what the kind of puzzle draws, and what the type that reads the link says of its input."""
    import yaml  # lists of types are kept without it

    kind, like = _data(template["manifest.yaml"]), _manifest_of(chosen.type)
    own = _own_facts(template)
    link: dict[str, Any] = {"name": genre, **({"flags": {flag: {} for flag in flags}} if flags else {})}
    drawn = {key: value for key, value in like.get("draw", {}).items() if _predicate(key) in facts}
    answer = {key: value for key, value in kind["draw"].items() if _predicate(key) not in own}
    clues = like.get("clues", {})
    clues = {key: value for key, value in clues.items() if _predicate(key) in facts} if isinstance(clues, dict) else {}
    data = {
        "name": name, "group": "my own", "about": "Say here in one sentence what one has to do.",
        "rules": ["Say here what an answer has to be, a sentence for each rule."],
        "read": chosen.read, **{key: kind[key] for key in ("options",) if key in kind},
        **({"clues": clues} if clues else {}), "draw": {**drawn, **answer},
        "puzzlink": {**link, "body": chosen.body},
    }  # fmt: skip
    text = yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=110, default_flow_style=None)
    remarks = [f"# The input was seen in the link; links of {chosen.type.title} are alike."]
    remarks += [
        f"# The link may also be read as those of {each.type.title}: body: "
        + yaml.safe_dump(each.body, default_flow_style=True, width=9999).strip()
        for each in others
    ]
    remarks += [f"# Say which options a flag means: {', '.join(flags)}"] if flags else []
    return "\n".join([*remarks, text])


def _data(text: str) -> dict[str, Any]:
    return _plain(load_mapping(text, "manifest.yaml"))  # type: ignore[no-any-return]


def _predicate(template: str) -> str:
    return template.partition("(")[0]


def _own_facts(template: Mapping[str, str]) -> set[str]:
    """The predicates of what the manifest of a template reads."""
    values = [value for part in _data(template["manifest.yaml"])["read"].values() for value in part.values()]
    return {_predicate(fact) for value in values for fact in (value if isinstance(value, list) else [value])}


def _rules(template: Mapping[str, str], name: str, genre: str, facts: Mapping[str, str]) -> str:
    """The rules of the kind of puzzle, without those about clues of its own."""
    header, _, rules = template["rules.lp"].partition("\n\n")
    body = _without_clues(Text(rules), _own_facts(template))
    body = re.sub(r"\n{3,}", "\n\n", re.sub(r"(?m)^% Input:[^\n]*\n*(?=%|\Z)", "", body))
    gives = re.search(r"gives: (.*)", header)
    needs = ", ".join(["cell/1", *facts.values()])
    declared = "".join(f"#defined {fact.partition('(')[0]}/{fact.count(',') + 1}.\n" for fact in facts.values())
    head = f"% {name}: a start from a link of the genre {genre} of puzz.link. Say here what one has to do.\n"
    head += f"% needs: {needs}\n" + (f"% gives: {gives[1].strip()}\n" if gives else "")
    return f"{head}\n{_with_declared(body, declared)}"


def _without_clues(text: Text, gone: set[str]) -> str:
    """The text without the statements that need what is gone, and their sentences."""
    left = list(text.statements)
    while of_clues := [each for each in left if _is_about(each, gone)]:
        left = [each for each in left if each not in of_clues]
        derived = {predicate for each in left for predicate in each.derives}
        gone = gone | ({each.head for each in of_clues if each.head} - derived)
    lines = dict(enumerate(text.text.splitlines(), 1))
    above = {each.last + 1: each.first for each in text.sentences}  # what a statement says
    for each in text.statements:
        if each not in left:
            first, last = (text.text.count("\n", 0, at) + 1 for at in (each.start, each.end))
            for number in range(above.get(first, first), last + 1):
                del lines[number]
    return "\n".join(lines.values())


def _is_about(statement: Statement, gone: set[str]) -> bool:
    """Whether a statement needs, or declares, what is gone."""
    if statement.keyword == "#defined":
        return statement.derives <= gone
    return statement.keyword != "#show" and bool(gone & (statement.names | statement.derives))


def _with_declared(body: str, declared: str) -> str:
    """The rules with declarations behind the laws that they include."""
    laws = [each.end for each in Text(body).statements if each.keyword == "#include"]
    at = body.index("\n", laws[-1]) + 1 if laws else 0
    return body[:at] + declared + body[at:]


# -- Folders for new types of puzzles: begun from a template, or copied from a type that is there


def new(name: str, folder: Path, like: str = catalog.KINDS[0], link: str | None = None) -> Path:
    """Makes the folder of a new type in `folder`. link: one of its links at puzz.link, of a genre without rules here.

    PuzzleError if it cannot be called so, or is there, or if no type has links like that one.
    """
    kinds = [each for each in catalog.KINDS if link is None or each != "words"]  # which no link holds
    if like not in kinds:
        raise PuzzleError(f"found {quote(like)}, expected {alternatives(kinds)}")
    with _new_folder(folder, name) as part:
        texts = catalog.new_type(name, like) if link is None else files_of_link(name, link, like)
        for file, text in texts.items():
            (part / file).write_text(text, encoding="utf-8")
    return folder / name


def copy(type_: PuzzleType, folder: Path) -> Path:
    """Copies the folder of a type into `folder`. PuzzleError if there is one of its name."""
    with _new_folder(folder, type_.name) as part:
        shutil.copytree(type_.folder, part, dirs_exist_ok=True)
    return folder / type_.name


def _new_folder(parent: Path, name: str) -> AbstractContextManager[Path]:
    """A new folder for a type, there whole or not at all. PuzzleError if it has no such name."""
    if not name.isidentifier() or name != name.lower() or not name.isascii():
        raise PuzzleError(f"found {quote(name)}, expected a name of small letters, digits and _ for the type")
    return whole_folder(parent / name)


# -- All types in short, kept in a file among the user's caches: to read 300 manifests takes longer than to list them
# The file is taken only if no manifest, and nothing of what reads them, has changed since; else the manifests are read,
# and it is written anew. It may be deleted at any time.


def types_in_short(own: Sequence[str | Path] = ()) -> tuple[list[dict[str, Any]], list[PuzzleError]]:
    """All types in short, sorted by group and name, and the errors of those that cannot be read.

    own: folders of the user's own types. PuzzleError if one is not there.
    """
    file = _file()
    state = list(_state(own))
    if (kept := _kept(file, state)) is not None:
        return kept, list(installed().errors)
    survey = catalog.survey(own)
    types = [type_in_short(each) for each in sorted(survey.types, key=lambda each: (each.group, each.name))]
    if len(survey.errors) == len(installed().errors):  # all manifests could be read
        _keep(file, state, types)
    return types, survey.errors


def _file() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path("~/.cache").expanduser(), "pysolve", "types.json")


def _state(own: Sequence[str | Path]) -> Iterator[list[str | int]]:
    """What the list depends on, with what tells whether it is as it was: manifests, and the modules that read them."""
    manifests = (f"{os.path.abspath(folder)}/manifest.yaml" for folder in catalog.names(own).values())
    modules = (file for package in (catalog, model) for file in Path(package.__path__[0]).glob("*.py"))
    for file in chain(manifests, sorted(map(str, modules))):
        with suppress(OSError):  # its reading says what is wrong
            yield [file, *stamp(Path(file))]


def _kept(file: Path, state: list[list[str | int]]) -> list[dict[str, Any]] | None:
    """What was kept for this state; None if it was another one, or the file is not whole."""
    try:
        data = json.loads(file.read_bytes())
        types: list[dict[str, Any]] | None = data["types"] if data["state"] == state else None
    except (OSError, ValueError, LookupError, TypeError):
        return None
    return types


def _keep(file: Path, state: list[list[str | int]], types: list[dict[str, Any]]) -> None:
    """Writes the file; where that cannot be done, the next list takes as long as this one."""
    with suppress(OSError, PuzzleError):
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, json.dumps({"state": state, "types": types}))
