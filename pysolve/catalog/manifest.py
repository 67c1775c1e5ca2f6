"""Reads and checks the manifest of a puzzle type (docs/manifest.md)."""

from __future__ import annotations

import os
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

from ..model import terms
from ..model.alphabets import ALPHABETS
from ..model.board import Side
from ..model.errors import PuzzleError, quote
from ..model.marks import MARKS, Layer
from ..model.puzzle_type import CONFIGURATIONS, HOLE, ClueKind, LargeBoards, Option, Part, PartShape, PuzzleType
from ..model.terms import Term
from ..model.yaml_text import Node, load_mapping
from .library import library

#: The keys of an entry of `clues`.
CLUE_KEYS = ("instead", "together", "stays", "away", "keep")


def load(folder: Path) -> PuzzleType:
    """The type in a folder; PuzzleError if its manifest is not as docs/manifest.md says."""
    found = os.stat(folder / "manifest.yaml")
    return _load(folder.absolute(), (found.st_mtime_ns, found.st_dev, found.st_ino))


@lru_cache(maxsize=512)
def _load(folder: Path, state: tuple[int, ...]) -> PuzzleType:
    folder = folder.resolve()
    path = folder / "manifest.yaml"
    file = f"{folder.name}/manifest.yaml"
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise PuzzleError(f"the manifest cannot be read: {error}", file=file) from None
    return _Manifest(file, folder, load_mapping(text, file)).read()


class _Manifest:
    """Reads a manifest; every method says what is wrong with its key."""

    KEYS = (
        "name", "group", "about", "aliases", "rules", "parent", "board", "read", "header", "alphabets",
        "options", "draw", "shared", "clues", "unique", "search",
    )  # fmt: skip

    def __init__(self, file: str, folder: Path, data: dict[str, Node]) -> None:
        self.file = file
        self.folder = folder
        self.data = data

    def wrong(self, sentence: str, where: object = None) -> PuzzleError:
        return PuzzleError(sentence, file=self.file, line=getattr(where, "line", None))

    def read(self) -> PuzzleType:
        for key in self.data:
            if key not in self.KEYS:
                raise self.wrong(f"unknown key {quote(key)}; the keys are {', '.join(self.KEYS)}")
        parent = self.parent()
        parts = self.parts() if "read" in self.data or parent is None else parent.parts
        options = self.options()
        draw = self.draw()
        if parent is not None:
            options = {**parent.options, **options}
            draw = tuple(dict([*parent.draw, *draw]).items())
        return PuzzleType(
            name=self.folder.name,
            folder=self.folder,
            title=self.text("name"),
            group=self.text("group"),
            about=self.text("about"),
            aliases=self.words("aliases"),
            rules=self.words("rules", parent.rules if parent else ()),
            boards=self.boards(parent.boards if parent else ("square",)),
            parts=parts,
            header=self.header(options, parent.header if parent else ()),
            alphabets=self.alphabets(parent.alphabets if parent else ()),
            options=options,
            draw=draw,
            shared=self.switch("shared", parent.shared if parent else False),
            clues=self.clues(parts, draw, parent.clues if parent else ()),
            unique=self.switch("unique", parent.unique if parent else True),
            search=self.search(parent.search if parent else None),
            parents=(parent.folder, *parent.parents) if parent else (),
        )

    def parent(self) -> PuzzleType | None:
        if "parent" not in self.data:
            return None
        name = self.text("parent")
        for folder in (self.folder.parent, library()):
            if (folder / name / "manifest.yaml").is_file() and folder / name != self.folder:
                return load(folder / name)
        raise self.wrong(f"there is no puzzle type {quote(name)} to be the parent", self.data["parent"])

    def text(self, key: str) -> str:
        value = self.data.get(key)
        if not isinstance(value, str) or not value.strip():
            raise self.wrong(f"the key {quote(key)} needs a text", value)
        return value.strip()

    def words(self, key: str, default: tuple[str, ...] = ()) -> tuple[str, ...]:
        value = self.data.get(key)
        if value is None:
            return default
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.wrong(f"the key {quote(key)} needs a list of texts")
        return tuple(str(item) for item in value)

    def switch(self, key: str, default: bool) -> bool:
        value = self.data.get(key, "yes" if default else "no")
        if value not in ("yes", "no"):
            raise self.wrong(f"the key {quote(key)} needs 'yes' or 'no'", value)
        return value == "yes"

    def search(self, default: LargeBoards | None) -> LargeBoards | None:
        spec = self.data.get("search")
        if spec is None:
            return default
        above = spec.get("above") if isinstance(spec, dict) else None
        configuration = spec.get("configuration") if isinstance(spec, dict) else None
        if (
            not isinstance(spec, dict)
            or len(spec) != 2
            or not str(above).isdigit()
            or configuration not in CONFIGURATIONS
        ):
            known = ", ".join(CONFIGURATIONS)
            raise self.wrong(f"search: expected 'above', a number of cells, and 'configuration', one of {known}", spec)
        return LargeBoards(int(str(above)), str(configuration))

    def boards(self, default: tuple[str, ...]) -> tuple[str, ...]:
        boards = self.words("board", default)
        if not boards or not set(boards) <= {"square", "hex"}:
            raise self.wrong("board: expected a list of 'square' and 'hex'")
        return boards

    def header(self, options: dict[str, Option], default: tuple[str, ...]) -> tuple[str, ...]:
        header = self.words("header", default)
        for name in header:
            if name not in options:
                raise self.wrong(f"header: {quote(name)} is not one of the options")
        return header

    def alphabets(self, default: tuple[str, ...]) -> tuple[str, ...]:
        chosen = self.words("alphabets", default)
        for name in chosen:
            if name not in ALPHABETS:
                raise self.wrong(f"alphabets: unknown {quote(name)}; known are {', '.join(ALPHABETS)}")
        return chosen

    def mapping(self, key: str) -> dict[str, Node]:
        value = self.data.get(key, {})
        if not isinstance(value, dict):
            raise self.wrong(f"the key {quote(key)} needs lines of the form 'name: value'", value)
        return value

    def template(self, text: object, key: str) -> Term:
        try:
            return terms.parse(str(text))
        except ValueError:
            raise self.wrong(f'{key}: {quote(str(text))} is not a template like "clue(X,V)"', text) from None

    def parts(self) -> tuple[Part, ...]:
        parts = [self.one_part(name, spec) for name, spec in self.mapping("read").items()]
        if not parts:
            raise self.wrong("read: expected at least one part")
        for part, following in pairwise(parts):
            if part.optional and not following.optional:
                raise self.wrong(f"read: {quote(following.name)} must not be missing, so {quote(part.name)} cannot be")
        return tuple(parts)

    def one_part(self, name: str, spec: Node) -> Part:
        key = f"read, {name}"
        table = spec if isinstance(spec, dict) else {"any": spec}
        tokens: dict[str, tuple[Term, ...] | str] = {}
        for token, target in table.items():
            if target == HOLE:
                tokens[token] = HOLE
            else:
                texts = target if isinstance(target, list) else [target]
                tokens[token] = tuple(self.template(text, key) for text in texts if text != "")
        templates = [template for found in tokens.values() if not isinstance(found, str) for template in found]
        return Part(name.removesuffix("?"), name.endswith("?"), self.shape(templates, key), tokens)

    def shape(self, templates: list[Term], key: str) -> PartShape:
        used = {variable for template in templates for variable in terms.variables(template)}
        unknown = used - set("XRCINVWSG")
        if unknown:
            raise self.wrong(f"{key}: unknown variable {quote(min(unknown))}")
        for variable, single, lists in (
            ("R", PartShape.ROW_CLUES, PartShape.ROW_LISTS),
            ("C", PartShape.COLUMN_CLUES, PartShape.COLUMN_LISTS),
        ):
            if variable in used and not used & set("XNWS") and not {"R", "C"} <= used:
                return lists if "I" in used else single
        if "N" in used and not used & set("XRC"):
            return PartShape.WORDS
        if "X" in used and not used & set("INWSRC"):
            return PartShape.GRID
        raise self.wrong(f"{key}: the variables of the templates do not say what shape the part has")

    def options(self) -> dict[str, Option]:
        found = {}
        for name, spec in self.mapping("options").items():
            choices: object = {}
            text: object = spec
            if isinstance(spec, dict):
                text, choices = spec.get("help"), spec.get("choices", {})
            if not isinstance(text, str) or not isinstance(choices, dict):
                raise self.wrong(f"options, {name}: expected a help text, or 'help' and 'choices'", spec)
            for word, about in choices.items():
                if not isinstance(about, str) or not about:
                    raise self.wrong(f"options, {name}: the choice {quote(word)} has no help text", about)
            found[name] = Option(name, text, {word: str(about) for word, about in choices.items()})
        return found

    def draw(self) -> tuple[tuple[Term, str], ...]:
        found = []
        for text, mark in self.mapping("draw").items():
            if mark not in MARKS:
                raise self.wrong(f"draw: unknown mark {quote(str(mark))}; known are {', '.join(MARKS)}", mark)
            layer = MARKS[str(mark)].layer
            template = self.template(text, "draw")
            in_margin = not set(Side).isdisjoint(terms.functions(template))
            if in_margin and not layer.in_margins:
                raise self.wrong(f"draw: the mark {mark} cannot stand in a margin", mark)
            needed = set(layer.variables) - ({"X"} if in_margin else set())
            if not needed <= set(terms.variables(template)):
                raise self.wrong(f"draw: the mark {mark} needs {' and '.join(sorted(needed))} in its template", mark)
            found.append((template, str(mark)))
        return tuple(found)

    def clues(
        self, parts: tuple[Part, ...], draw: tuple[tuple[Term, str], ...], inherited: tuple[ClueKind, ...]
    ) -> tuple[ClueKind, ...]:
        """What the key says; without it, every token that is drawn as a text or note is a clue."""
        read = [template for part in parts if part.shape != PartShape.WORDS for template in part.templates]
        if "clues" not in self.data:
            seen = {template for template, mark in draw if MARKS[mark].layer in (Layer.TEXT, Layer.NOTE)}
            kinds = {kind.template: kind for kind in inherited}
            clues = [template for template in dict.fromkeys(read) if template in seen]
            return tuple(kinds.get(template, ClueKind(template)) for template in clues)
        found = []
        for text, spec in self.mapping("clues").items():
            template = self.template(text, "clues")
            if template not in read:
                raise self.wrong(f"clues: {quote(text)} is not what a token becomes in 'read'", spec)
            found.append(self.clue_kind(template, spec, parts))
        return tuple(found)

    def clue_kind(self, template: Term, spec: Node, parts: tuple[Part, ...]) -> ClueKind:
        said = {"instead": spec} if isinstance(spec, str) else spec
        if not isinstance(said, dict) or not all(isinstance(each, str) for each in said.values()):
            raise self.wrong(f"clues: expected a token, or {', '.join(CLUE_KEYS)}", spec)
        for key in said:
            if key not in CLUE_KEYS:
                raise self.wrong(f"clues: unknown key {quote(key)}; the keys are {', '.join(CLUE_KEYS)}", spec)
        instead, together = str(said.get("instead", ".")), said.get("together")
        own = [part for part in parts if template in part.templates]
        if instead not in (".", "-") and not all(instead in part.tokens for part in own):
            raise self.wrong(f"clues: {quote(instead)} is not a token that 'read' names", spec)
        if together is not None and together not in terms.variables(template):
            raise self.wrong(f"clues: {quote(str(together))} is not a variable of the template", spec)
        for key in ("stays", "keep"):
            if said.get(key, "no") not in ("yes", "no"):
                raise self.wrong(f"clues: the key {quote(key)} needs 'yes' or 'no'", spec)
        away = self.template(said["away"], "clues") if "away" in said else None
        if away is not None and not set(terms.variables(away)) <= set(terms.variables(template)):
            raise self.wrong("clues: the template behind 'away' has variables that the clue has not", spec)
        return ClueKind(
            template,
            instead,
            together=str(together) if together else None,
            stays=said.get("stays") == "yes",
            away=away,
            keep=said.get("keep") == "yes",
        )
