"""The native format: YAML with the type, the parts as `|` blocks, and what else is known of the puzzle."""

from __future__ import annotations

from ..catalog import LIST, PuzzleType
from ..errors import PuzzleError, alternatives, quote
from ..puzzle import Block, Draft
from ..yaml_text import Node, Text

#: Keys besides the parts of the type.
KEYS = ("puzzle", "title", "source", "options", "board", "symbols", "answer", "verdict")

VERDICTS = ("unique", "multiple", "none")


def fill(draft: Draft, data: dict[str, Node], type_: PuzzleType) -> dict[str, str]:
    """Puts what the document says into draft; returns the parts that are to be read from files, by name.

    PuzzleError for a key that is unknown or holds something else than it should.
    """
    files: dict[str, str] = {}
    names = [part.name for part in type_.parts]
    for key, value in data.items():
        part = type_.part(key)
        if part is not None:
            if part.shape == LIST and isinstance(value, Text) and "\n" not in value.strip():
                files[key] = value.strip()
            else:
                draft.parts[key] = _block(key, value)
        elif key not in KEYS:
            known = ", ".join([*names, *KEYS])
            raise PuzzleError(f"unknown key {quote(key)}; a {type_.title} puzzle has {known}")
    draft.options = _options(data.get("options", {}))
    draft.title = _text(data, "title")
    draft.source = _text(data, "source")
    draft.board = _text(data, "board") or "square"
    draft.symbols = _text(data, "symbols") or None
    draft.answer = _text(data, "answer") or None
    verdict = _text(data, "verdict")
    if verdict and verdict not in VERDICTS:
        raise PuzzleError(f"verdict: found {quote(verdict)}, expected {alternatives(list(VERDICTS))}")
    draft.verdict = verdict or None
    return files


def _block(key: str, value: Node) -> Block:
    if isinstance(value, Text):
        return Block(value.split("\n"), value.line)
    if isinstance(value, list) and all(isinstance(item, Text) for item in value):
        return Block([str(item) for item in value], value[0].line if value else 1)
    raise PuzzleError(f"{key}: expected a block of text ('{key}: |', then the lines, indented)")


def _text(data: dict[str, Node], key: str) -> str:
    value = data.get(key, "")
    if not isinstance(value, str):
        raise PuzzleError(f"{key}: expected a text")
    return str(value) if key == "answer" else str(value).strip()


def _options(value: Node | dict[str, Node]) -> dict[str, str]:
    if not isinstance(value, dict) or not all(isinstance(each, str) for each in value.values()):
        raise PuzzleError("options: expected lines of the form 'name: value'")
    return {name: str(each) for name, each in value.items()}
