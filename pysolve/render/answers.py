"""Answers as users of the Python API meet them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..model.marks import NOTHING
from ..model.puzzle import number_or_text

if TYPE_CHECKING:
    from ..model.puzzle import Puzzle
    from ..model.terms import Term
    from .answer_text import Writer
    from .picture import Picture


@dataclass(frozen=True)
class Answer:
    """One answer of a puzzle.

    atoms: the shown atoms, which are the answer. given: facts of the puzzle that pictures show.
    costs: what the rules minimize, if they do. writer: shared by the answers of a search.
    str() gives the terminal drawing, notebooks show the SVG.
    """

    puzzle: Puzzle
    atoms: tuple[Term, ...]
    given: tuple[Term, ...] = ()
    costs: tuple[int, ...] = ()
    writer: Writer | None = field(default=None, repr=False, compare=False)

    @property
    def plain(self) -> str:
        """One token a cell (docs/manifest.md, 'Answer text')."""
        from .answer_text import Writer

        return (self.writer or Writer(self.puzzle)).write(self.atoms)

    @property
    def grid(self) -> list[list[int | str | None]]:
        """The same as rows of values: numbers, texts, and None where nothing stands."""
        return [
            [None if token == NOTHING else number_or_text(token) for token in line.split()]
            for line in self.plain.splitlines()[: len(self.puzzle.board.space_rows)]
        ]

    def __getitem__(self, name: str) -> list[Any]:
        """The arguments of the atoms of a predicate, in order: `dict(answer["value"])[2, 3]` is the value of a cell. An
        atom with one argument is this argument.
        """
        found = [atom.args[0] if len(atom.args) == 1 else atom.args for atom in self.atoms if atom.name == name]
        if not found and name not in {rule.template.name for rule in self.puzzle.type.draw}:
            known = sorted({atom.name for atom in self.atoms})
            raise KeyError(f"the answer has no '{name}', but {', '.join(known) or 'no atoms'}")
        return sorted(found, key=str)

    @property
    def facts(self) -> str:
        """The atoms as ASP facts on one line. What is shown and is no atom, such as a number, is no fact."""
        return " ".join(f"{atom}." for atom in sorted(self.atoms, key=str) if atom.name.lstrip("-_")[:1].islower())

    def picture(self, compared_with: Answer | None = None) -> Picture:
        """The marks of the answer; those that the other answer does not have are marked as different."""
        from .picture import draw

        return draw(self.puzzle, self.atoms, self.given, compared_with.atoms if compared_with else None)

    def __str__(self) -> str:
        from . import terminal

        return terminal.render(self.picture())

    def _repr_svg_(self) -> str:
        from . import svg

        return svg.render([self.picture()])
