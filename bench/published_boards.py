"""Boards that were published as right or wrong, in pzpr's file text, judged by the rules.

link: https://puzz.link/p?slither/2/2/al       # or a puzzle, as in any instance
sections: [cells, {edges: {"1": "line(P,Q)"}}]   # pzpr_text
right: pzprv3/slither/2/2/…                      # one, or a list
wrong: pzprv3/slither/2/2/…                      # one, a list, or by the sentences that they break
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

import pzpr_text
from pzpr_text import FileAnswer, Section

from pysolve.analysis.assumptions import AssumptionSolver
from pysolve.model import terms
from pysolve.model.board import Cell
from pysolve.model.errors import PuzzleError, quote
from pysolve.model.puzzle import Puzzle
from pysolve.model.terms import Term, Value
from pysolve.solving.settings import Settings


@dataclass(frozen=True)
class PublishedBoards:
    """Texts of one puzzle, each right or wrong. wrong: with the sentence that each breaks, or ''."""

    sections: tuple[Section, ...]
    right: tuple[str, ...]
    wrong: tuple[tuple[str, str], ...]

    @classmethod
    def of_document(cls, document: Mapping[str, object]) -> PublishedBoards:
        """Those that a document states; PuzzleError if it is not understood."""
        right, wrong = (document.get(key, []) for key in ("right", "wrong"))
        if isinstance(wrong, dict):
            broken = [(" ".join(str(sentence).split()), text) for sentence, text in wrong.items()]
        else:
            broken = [("", text) for text in _texts(wrong, "wrong")]
        if not right and not wrong:
            raise PuzzleError("expected boards under 'right' or 'wrong'")
        return cls(
            tuple(pzpr_text.read_sections(document.get("sections"))), _texts(right, "right"),
            tuple((sentence, text) for sentence, given in broken for text in _texts(given, "wrong")),
        )  # fmt: skip


def _texts(given: object, key: str) -> tuple[str, ...]:
    texts = [given] if isinstance(given, str) else given
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise PuzzleError(f"{key}: expected texts such as pzprv3/slither/2/2/…")
    return tuple(map(str, texts))


@dataclass(frozen=True)
class JudgedBoard:
    """What the rules say of a board. says: what they say, as a sentence; agrees: whether it was to be so."""

    text: str
    says: str
    agrees: bool


def judged(puzzle: Puzzle, boards: PublishedBoards, settings: Settings) -> Iterator[JudgedBoard]:
    """The boards in their order, the right ones first. PuzzleError for one that cannot be read."""
    solver = AssumptionSolver(puzzle, settings, by_rules=True)
    solver.check_input()
    known = {name for each in solver.constraints for name in (each.sentence, each.identity)}
    for sentence, _ in boards.wrong:
        if sentence and sentence not in known:
            raise PuzzleError(f"no rule has the sentence {quote(sentence, 200)}")
    clues: list[object] | None = None
    expected = [*(("right", "", text) for text in boards.right), *(("wrong", *each) for each in boards.wrong)]
    for number, (kind, sentence, text) in enumerate(expected, 1):
        name = f"the {kind} board {number - len(boards.right) * (kind == 'wrong')}"
        try:
            answer = pzpr_text.read(text, boards.sections, puzzle.board)
        except PuzzleError as error:
            raise PuzzleError(f"{name}: {error.sentence}") from None
        if clues is not None and answer.clues != clues:
            raise PuzzleError(f"{name} has other clues than the first one; state it with a puzzle of its own")
        clues = [*answer.clues]
        broken = _broken(solver, answer)
        if broken is None:
            yield JudgedBoard(text, f"{name} is accepted by the rules", kind == "right")
        else:
            words = " and ".join(quote(each, 200) for each in broken) or "what answers are chosen from"
            agrees = kind == "wrong" and (not sentence or sentence in broken)
            unlike = f", but not {quote(sentence, 200)}" if sentence and not agrees else ""
            yield JudgedBoard(text, f"{name} breaks {words}{unlike}", agrees)


def _broken(solver: AssumptionSolver, answer: FileAnswer) -> list[str] | None:
    """The sentences of the rules that an answer breaks, none if the rules have no such answer to choose; None if it is
    right.
    """
    known = dict(solver.shown)
    for template in answer.said:
        known |= solver.literals_of(template.name)
    wanted = {_known(known, atom) for atom in answer.atoms}
    if None in wanted:
        return []
    assumed = [
        literal if atom in wanted else -literal for atom, literal in known.items()
        if any(_is_said(answer, template, atom) for template in answer.said)
    ]  # fmt: skip
    for template, (pairs, apart) in answer.regions.items():
        if apart is not None:
            sure = answer.atoms | _facts(solver, apart)
            pairs = [pair for pair in pairs if len({terms.fill(apart, {"X": cell}) in sure for cell in pair}) == 1]
        assumed.append(_parted(solver, template, pairs))
    if solver.satisfiable([*assumed, *solver.required.values()]):
        return None
    broken = solver.holds(assumed, solver.broken.values()) or set()
    instances = [instance for instance, literal in solver.broken.items() if literal in broken]
    return list(dict.fromkeys(each.constraint.sentence or each.constraint.text for each in instances))


def _is_said(answer: FileAnswer, template: Term, atom: Term) -> bool:
    """Whether the text says if the atom holds."""
    values = terms.match(template, atom)
    return values is not None and (template, values.get("X")) not in answer.unsaid


def _known(known: Mapping[Term, int], atom: Term) -> Term | None:
    """The atom as the rules derive it, perhaps from its second place to its first one; None if they never do."""
    turned = Term(atom.name, (*atom.args[1::-1], *atom.args[2:]))
    return next((each for each in (atom, turned) if each in known), None)


def _facts(solver: AssumptionSolver, template: Term) -> set[Term]:
    """The atoms like the template that hold whatever is chosen."""
    atoms = solver.control.symbolic_atoms.by_signature(template.name, len(template.args))
    return {solver.read.term(atom.symbol) for atom in atoms if atom.is_fact}


def _parted(solver: AssumptionSolver, template: Term, pairs: Iterable[tuple[Cell, Cell]]) -> int:
    """A literal under which cells lie in the same region exactly if pairs lead from one to the other: what the rules
    call the regions means nothing here. Cells that belong to no region, whatever is chosen, part them.
    """
    atoms: dict[Value, dict[Value, int]] = {}
    for atom, literal in solver.shown.items():
        values = terms.match(template, atom)
        if values is not None:
            atoms.setdefault(values.pop("X"), {})[tuple(values.values())] = literal
    groups: dict[Value, set[Value]] = {cell: {cell} for cell in atoms}
    for cell, other in pairs:
        if cell in atoms and other in atoms and groups[cell] is not groups[other]:
            groups[cell] |= groups[other]
            groups |= dict.fromkeys(groups[other], groups[cell])
    with solver.control.backend() as backend:
        parted: int = backend.add_atom()
        backend.add_rule([parted], choice=True)
        firsts = [next(iter(group)) for group in {id(group): group for group in groups.values()}.values()]
        for first in firsts:
            for each in groups[first]:
                for name in atoms[each].keys() | atoms[first].keys():
                    one, two = atoms[each].get(name), atoms[first].get(name)
                    for holds, fails in ((one, two), (two, one)):
                        if holds is not None and holds != fails:
                            backend.add_rule([], [parted, holds] if fails is None else [parted, holds, -fails])
        for first, second in combinations(firsts, 2):
            for name in atoms[first].keys() & atoms[second].keys():
                backend.add_rule([], [parted, atoms[first][name], atoms[second][name]])
    return parted
