"""Word lists: pruned and searched in parts, they give the answers, the verdicts and the reasons of the rules alone."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest
from conftest import command

import pysolve
from pysolve import catalog
from pysolve.model.puzzle import Puzzle
from pysolve.model.terms import Term
from pysolve.report import results
from pysolve.solving import facts, word_filling
from pysolve.solving import words as word_search
from pysolve.solving.outcome import Contradiction
from pysolve.solving.search import Search, open_local
from pysolve.solving.settings import Settings
from pysolve.solving.word_domains import Slot, SlotGrid, WordDomains, WordIndex, find_domains
from pysolve.solving.word_filling import Filler, RowFiller, Sampler, rows_of
from pysolve.solving.words import WordSearch, WordsPart

TYPES = [type_.name for type_ in catalog.every() if (type_.folder / "slots.lp").is_file()]

#: Enough to fail at a slip; 5,000 boards were compared when the files were written.
BOARDS = 60


def random_board(type_: str, seed: int) -> Puzzle:
    """A small board with blocks, given letters and words of three letters, so few that some boards have no answer."""
    chance = random.Random(seed)
    rows, columns = chance.randint(1, 4), chance.randint(2, 4)
    grid = [
        [chance.choices([".", "#", chance.choice("ABC")], [12, 3, 1])[0] for _ in range(columns)] for _ in range(rows)
    ]
    words = [
        "".join(chance.choices("ABC", k=chance.choice([2, 2, 3, 3, 4, 4, 5]))) + chance.choice(["", "", ";1", ";2"])
        for _ in range(chance.choice([3, 10, 25, 40]))
    ]
    board = "".join(f"  {' '.join(row)}\n" for row in grid)
    return pysolve.read_text(f"puzzle: {type_}\ngrid: |\n{board}words: [{', '.join(words)}]\n")


def random_settings(seed: int) -> Settings:
    chance = random.Random(seed)
    constants = {"repeats": chance.choice(["no", "yes"]), "minimum": chance.choice(["0", "0", "1", "2"])}
    constants |= {"stem": chance.choice(["0", "0", "2"]), "shared": chance.choice(["0", "0", "2"])}
    return Settings(models=0, constants=constants | {"prefer": chance.choice(["no", "no", "high", "lowest"])})


def answers(search: Search | WordSearch) -> set[frozenset[object]]:
    return {frozenset(answer.atoms) for answer in search}


@pytest.mark.rest
@pytest.mark.parametrize("type_", TYPES)
def test_answers_and_reasons_are_those_of_the_whole_list(type_: str, monkeypatch):
    monkeypatch.setattr(
        word_search, "PARTS", [WordsPart(size, seed, 3) for size, seed in ((1, 0), (2, 0), (2, 1), (4, 0), (8, 0))]
    )
    verdicts, reasons, widened = set(), set(), 0
    for seed in range(BOARDS):
        monkeypatch.setattr(word_search, "FILLED", (seed % 2 * 5, seed % 2 * 20))  # fillings first, or parts at once
        monkeypatch.setattr(word_search, "_FOR_A_SLOT", seed % 3)  # row by row, where few may be put
        puzzle, settings = random_board(type_, seed), random_settings(seed)
        plain = Search(puzzle, settings)
        all_answers = answers(plain)
        pruned = open_local(puzzle, settings)
        assert answers(pruned) == all_answers, seed
        assert pruned.outcome.verdict == plain.outcome.verdict
        assert is_reason(pruned.outcome.impossible, plain.outcome.impossible), seed
        few = open_local(puzzle, replace(settings, models=2))
        answer_sets = [frozenset(each.atoms) for each in few]
        assert len(answer_sets) == len(set(answer_sets)) == few.outcome.count == min(len(all_answers), 2), seed
        assert set(answer_sets) <= all_answers
        assert few.outcome.verdict == plain.outcome.verdict
        assert is_reason(few.outcome.impossible, plain.outcome.impossible), seed
        verdicts.add(plain.outcome.verdict)
        reasons.add(str(plain.outcome.impossible).split(" letters")[0].rstrip("0123456789").split(": ")[-1])
        widened += isinstance(few, WordSearch)
    assert verdicts == {"none", "unique", "multiple"}
    assert len(reasons) >= 4
    assert widened > BOARDS / 10


@pytest.mark.parametrize("seed", range(4))
def test_slots_have_least_scores_of_their_own(seed: int, monkeypatch):
    monkeypatch.setattr(word_search, "PARTS", [WordsPart(3, 0, 100)])
    chance = random.Random(seed)
    words = ", ".join(f"{''.join(chance.choices('AB', k=3))};{chance.randint(1, 3)}" for _ in range(8))
    text = f"puzzle: {TYPES[0]}\ngrid: |\n  . . .\n  . # #\n  . . .\nwords: [{words}]\n"
    puzzle = pysolve.read_text(f"{text}minimums: {{1D: 1, 2A: 3}}\n")
    settings = Settings(models=0, constants={"minimum": "2"})
    plain, pruned = Search(puzzle, settings), open_local(puzzle, settings)
    assert answers(plain) == answers(pruned) and is_reason(pruned.outcome.impossible, plain.outcome.impossible)
    scores = puzzle.lists["words"].scores
    letters = {atom.args[0]: str(atom.args[1]) for atom in next(iter(open_local(puzzle, settings))).atoms}
    found = [
        scores["".join(letters[cell] for cell in slot)]
        for slot in ([(1, 1), (1, 2), (1, 3)], [(1, 1), (2, 1), (3, 1)], [(3, 1), (3, 2), (3, 3)])
    ]
    assert found[0] >= 2 and found[1] >= 1 and found[2] == 3


def test_the_lowest_score_is_raised_step_by_step(monkeypatch):
    monkeypatch.setattr(word_search, "PARTS", [WordsPart(20, 0, 100)])
    puzzle = scored("lowest")
    search = open_local(puzzle, Settings(models=3))
    assert isinstance(search, word_search.BestWords)
    assert [answer.costs for answer in search] == [(-50,)] * 3
    assert search.outcome.filled.lowest == 50 and search.outcome.optimized


def is_reason(found: Contradiction | None, of_rules: Contradiction | None) -> bool:
    """Whether a reason is that of the rules, or, where they know none, names a slot."""
    return found == of_rules or (of_rules is None and found is not None and "from here to" in found.sentence)


def cross(words: list[str], given: dict[str, str]) -> WordDomains:
    """Two slots of three letters that share their first one."""
    slots = (Slot("across", ("a", "b", "c")), Slot("down", ("a", "d", "e")))
    index = WordIndex([(number, word) for number, word in enumerate(words, 1)], 3)
    grid = SlotGrid(slots, {3: index}, {place: frozenset(letter) for place, letter in given.items()})
    return WordDomains(grid, (index.all, index.all))


def test_words_that_no_crossing_word_agrees_with_are_left_out():
    selection = cross(["ABC", "AXY", "BXX", "CCC"], {"b": "X"}).pruned().selection()
    assert dict(selection.slots) == {"across": (2, 3), "down": (1, 2, 3)}
    assert selection.words == {1, 2, 3}


def test_words_are_added_so_that_rules_can_count_them():
    selection = cross(["ABC", "AXY", "BXX"], {"b": "X", "e": "X"}).pruned().selection()
    assert dict(selection.slots) == {"across": (3,), "down": (3,)}
    assert len(selection.words) == 3  # two slots want two words; the first two are taken


def test_letters_that_fit_nothing_refute():
    assert cross(["ABC", "AXY"], {"b": "Q"}).pruned().selection().slots == (("across", ()), ("down", ()))


def three_by_three() -> WordDomains:
    """All words that fit a board of 3x3."""
    words = sorted({"".join(random.Random(seed).choices("ABCDE", k=3)) for seed in range(150)})
    index = WordIndex(list(enumerate(words, 1)), 3)
    lines = [[(r, c) for c in range(3)] for r in range(3)] + [[(r, c) for r in range(3)] for c in range(3)]
    grid = SlotGrid(tuple(Slot(at, tuple(places)) for at, places in enumerate(lines)), {3: index}, {})
    return WordDomains(grid, (index.all,) * 6).pruned()


def test_a_part_is_a_part_and_the_same_for_the_same_seed():
    whole = three_by_three()
    parts = [Sampler(whole, seed).part(10) for seed in range(5)]
    assert parts == [Sampler(whole, seed).part(10) for seed in range(5)]
    for part in parts:
        assert all(some & every == some for some, every in zip(part.domains, whole.domains))
        assert all(some.bit_count() <= 10 for some in part.domains)
    assert len({part.domains for part in parts}) == 5


def test_large_parts_hold_words_that_took_no_part_in_the_rounds(monkeypatch):
    monkeypatch.setattr(word_filling, "_SAMPLED", 10)
    whole = three_by_three()
    assert Sampler(whole, 0).part(1000) == whole


def test_fillings_have_the_best_words_that_lead_to_one_each_once():
    whole = three_by_three()
    index = whole.grid.indexes[3]
    filler = Filler(whole, 1, lambda: False)
    found = [filling for _ in range(3) if (filling := filler.filling(0, 500)) is not None]
    assert found == [Filler(whole, 1, lambda: False).filling(0, 500), *found[1:]] and found
    for filling in found:
        words = [index.members(words) for words in filling.domains]
        assert len({*map(tuple, words)}) == 6 and all(len(each) == 1 for each in words)
        assert filling.pruned() == filling and not filling.refuted
    assert filler.filling(1, 500) is None and filler.filling(0, 3) is None
    assert Filler(whole, 1, lambda: True).filling(0, 500) is None


def test_a_board_all_of_whose_letters_are_crossed_is_filled_row_by_row():
    whole = three_by_three()
    assert rows_of(whole.grid) == [0, 1, 2]
    grid = replace(whole.grid, slots=(*whole.grid.slots[:5], Slot(5, ((0, 2), (1, 2), (3, 3)))))
    assert rows_of(grid) == []  # nothing crosses two of the letters
    assert len(rows_of(replace(grid, given={(2, 2): frozenset("A"), (3, 3): frozenset("B")}))) == 3
    for seed in range(5):
        filling = RowFiller(whole, seed, lambda: False).filling(0, 500)
        assert filling is not None and filling.pruned() == filling and not filling.refuted
        words = {(at, word) for at, word in enumerate(filling.domains)}
        assert all(word.bit_count() == 1 and word & whole.domains[at] for at, word in words)
        assert len({word for _, word in words}) == len(words) == 6
    assert RowFiller(whole, 1, lambda: False).filling(1, 500) is None  # no word has a score
    assert RowFiller(whole, 1, lambda: True).filling(0, 500) is None


def test_later_parts_are_chosen_after_more_rounds():
    sampler = Sampler(three_by_three(), 1)
    assert sampler.part(10) != sampler.part(10)


@pytest.mark.parametrize("bound", [None, 50])
def test_parts_are_left_after_their_conflicts(bound: int | None, monkeypatch):
    monkeypatch.setattr(word_search, "PARTS", [WordsPart(40, 0, 7), WordsPart(60, 0, 8)])
    monkeypatch.setattr(word_search, "QUICK_PARTS", [WordsPart(40, 0, 5)])
    monkeypatch.setattr(word_search, "FILLED", (0, 0))
    monkeypatch.setattr(word_search, "Search", watched := Watched())
    words = sorted({"".join(random.Random(seed).choices("ABCDEF", k=3)) for seed in range(200)})
    puzzle = pysolve.read_text(f"puzzle: {TYPES[0]}\ngrid: |\n  ...\n  ...\n  ...\nwords: [{', '.join(words)}]\n")
    list(open_local(puzzle, Settings(models=10_000_000, conflicts=bound, time_limit=20)))
    assert watched.conflicts == ([7, 8, None] if bound is None else [5])


class Watched:
    """Searches that remember after how many conflicts they were to be left."""

    def __init__(self) -> None:
        self.conflicts: list[int | None] = []

    def __call__(self, puzzle: Puzzle, settings: Settings, **others: object) -> Search:
        self.conflicts.append(settings.conflicts)
        return Search(puzzle, replace(settings, models=1), **others)  # type: ignore[arg-type]


@pytest.mark.parametrize("type_", TYPES)
def test_added_rules_get_the_whole_list(type_: str, write):
    puzzle = random_board(type_, 1)
    nothing = write("% nothing\n", "nothing.lp")
    search = open_local(puzzle, Settings(rules=(str(nothing),)))
    assert isinstance(search, Search)
    assert "may_hold(" not in search._program.text.replace("may_hold((D, X)", "")


MY_RULES = """\
#include "slots.lp".
#defined word/3.
#defined letter/3.
#defined may_hold/2.
#defined words_chosen/0.
fits(S, N) :- may_hold(S, N).
fits(S, N) :- long(S, L), letter(N, L, _), not letter(N, L+1, _), not words_chosen.
{ put(S, N) : fits(S, N) } = 1 :- long(S, _).
value(X, V) :- put(S, N), slot_letter(S, I, X), letter(N, I, V).
:- given(X, V), not value(X, V).
:- value(X, V), value(X, U), U < V.
#show value/2.
"""
MY_SLOTS = """\
slot_letter(row(R), C, (R, C)) :- cell((R, C)).
slot_letter(diagonal, R, (R, R)) :- cell((R, R)).
long(S, L) :- slot_letter(S, L, _), not slot_letter(S, L+1, _).
#defined given/2.
given_letter(X, V) :- given(X, V).
parts_suffice.
"""
MY_MANIFEST = """\
name: Mine
group: my own
about: Rows and the diagonal are words.
rules: [Rows are words., The diagonal is one.]
read:
  grid: {letter: "given(X,V)"}
  words: ["word(N,W,S)", "letter(N,I,V)"]
draw: {"value(X,V)": text}
"""


@pytest.fixture
def mine(write):
    """Reads a board of a type of one's own, with slots of another kind."""
    for name, text in (("rules.lp", MY_RULES), ("slots.lp", MY_SLOTS), ("manifest.yaml", MY_MANIFEST)):
        write(text, f"mine/{name}")

    def read(words: list[str]) -> Puzzle:
        grid = "grid: |\n  . . .\n  . E .\n  . . .\n"
        return pysolve.read(write(f"puzzle: mine\n{grid}words: [{', '.join(words)}]\n", "mine/board.yaml"))

    return read


def test_types_of_ones_own_can_have_slots(mine):
    puzzle = mine(["ABC", "DEF", "GHI", "AEI", "XEX"])
    assert "A B C\nD E F\nG H I" in {answer.plain for answer in pysolve.solve(puzzle)}
    assert answers(open_local(puzzle, Settings(models=0))) == answers(Search(puzzle, Settings(models=0)))
    fits = dict(find_domains(puzzle, Settings(), puzzle.type.folder / "slots.lp").selection().slots)
    assert {slot: set(fits[slot]) for slot in (Term("row", (1,)), Term("row", (2,)), Term("diagonal"))} == {
        Term("row", (1,)): {1, 2, 4, 5},
        Term("row", (2,)): {2, 4, 5},
        Term("diagonal"): {2, 4, 5},
    }


@pytest.mark.parametrize(
    ("slots", "sentence"),
    [
        ("slot_letter(a, 2, (1, 1)).", "the letters of the slot a are not numbered from 1"),
        ("slot_letter(a, 1, (1, 1)). slot_letter(a, 1, (1, 2)).", "letter 1 of the slot a stands in two places"),
        ("slot_letter(a, 1, (1, 1)) :- nothing.", "no fact and no rule defines nothing"),
        ("slot_letter(a, 1, X.", "this cannot be read as a rule"),
    ],
)
def test_invalid_slots(mine, slots: str, sentence: str):
    puzzle = mine(["ABC"])
    (puzzle.type.folder / "slots.lp").write_text(slots)
    with pytest.raises(pysolve.PuzzleError, match=sentence):
        open_local(puzzle, Settings())


def test_a_list_becomes_facts():
    puzzle = pysolve.read_text(f"puzzle: {TYPES[0]}\ngrid: |\n  . .\nwords: [AB;3, C]\n")
    assert facts.text(puzzle).splitlines()[-2:] == [
        'word(1,"AB",3). letter(1,1,"A"). letter(1,2,"B").',
        'word(2,"C",0). letter(2,1,"C").',
    ]
    chosen = facts.text(puzzle, facts.WordSelection({2}, (((1, 2), (2,)), ((2, 1), ()))))
    assert chosen.splitlines()[-3:] == ['word(2,"C",0). letter(2,1,"C").', "words_chosen.", "may_hold((1,2),(2))."]


def test_limits_hold_for_all_parts_together(monkeypatch):
    monkeypatch.setattr(word_search, "PARTS", [WordsPart(size, 0, 4000) for size in (1, 2, 3, 4)])
    words = sorted({"".join(random.Random(seed).choices("ABCDEF", k=3)) for seed in range(200)})
    puzzle = pysolve.read_text(f"puzzle: {TYPES[0]}\ngrid: |\n  ...\n  ...\n  ...\nwords: [{', '.join(words)}]\n")
    search = open_local(puzzle, Settings(models=10_000_000, time_limit=0.3))
    assert isinstance(search, WordSearch)
    answer_sets = [answer.atoms for answer in search]
    assert search.outcome.reason.kind == "the time limit was reached"
    assert len(set(answer_sets)) == len(answer_sets) == search.outcome.count
    assert search.outcome.verdict == ("multiple" if len(answer_sets) > 1 else "unknown")


def test_a_slot_that_is_given_needs_no_list_and_its_word_stands_nowhere_else():
    text = f"puzzle: {TYPES[0]}\ngrid: |\n  C A T\n  # # #\n  . . .\n  # # #\n  Q Q X\nwords: [CAT, DOG]\n"
    puzzle = pysolve.read_text(text)
    expected = [["C A T", "# # #", "D O G", "# # #", "Q Q X"]]
    assert [answer.plain.split("\n") for answer in pysolve.solve(puzzle)] == expected
    assert len(answers(Search(puzzle, Settings(models=0)))) == 1


def scored(prefer: str) -> Puzzle:
    """A board of 3x3 with many words, of which a tenth is good."""
    words = sorted({"".join(random.Random(seed).choices("ABCDEF", k=3)) for seed in range(200)})
    listed = ", ".join(f"{word};{50 if at % 2 else 1}" for at, word in enumerate(words))
    text = f"puzzle: {TYPES[0]}\noptions: {{prefer: {prefer}}}\ngrid: |\n  ...\n  .#.\n  ...\nwords: [{listed}]\n"
    return pysolve.read_text(text)


@pytest.mark.parametrize("prefer", ["no", "high"])
def test_good_words_come_first(prefer: str, monkeypatch):
    monkeypatch.setattr(word_search, "PARTS", [WordsPart(20, 0, 100)])
    puzzle = scored(prefer)
    rows = next(iter(open_local(puzzle, Settings(models=1)))).atoms
    letter = {atom.args[0]: atom.args[1] for atom in rows}
    lines = [[(1, at) for at in (1, 2, 3)], [(3, at) for at in (1, 2, 3)]]
    lines += [[(c, r) for r, c in line] for line in lines]
    scores = puzzle.lists["words"].scores
    assert [scores["".join(letter[cell] for cell in line)] for line in lines] == [50] * 4


def test_good_words_come_first_in_a_short_list_too():
    words = "KUPUKUPA;1, KUPUKUPU;50, ICECREAM;60"
    puzzle = pysolve.read_text(f"puzzle: {TYPES[0]}\ngrid: |\n  ........\nwords: [{words}]\n")
    first = next(iter(open_local(puzzle, Settings(models=1)))).atoms
    assert "".join(str(atom.args[1]) for atom in sorted(first, key=lambda atom: atom.args)) == "ICECREAM"
    search = open_local(puzzle, Settings(models=5))
    assert len(list(search)) == 3 and search.outcome.exhausted


@pytest.mark.parametrize("prefer", ["no", "high"])
def test_an_answer_is_given_at_once_while_better_ones_are_looked_for(prefer: str, monkeypatch):
    monkeypatch.setattr(word_search, "PARTS", [WordsPart(20, 0, 100)])
    puzzle = scored(prefer)
    search = open_local(puzzle, Settings(models=1, improving=True))
    known = [(answer.so_far, answer.costs, search.outcome.count) for answer in search]
    assert [so_far for so_far, _, _ in known] == [*(len(known) - 1) * [True], False] and len(known) > 1
    assert [count for _, _, count in known] == [*(len(known) - 1) * [0], 1] and search.outcome.verdict == "unknown"
    costs = [costs for _, costs, _ in known]
    assert costs[:-1] == sorted({*costs[:-1]}, reverse=True)  # each is better than the one before
    assert not [answer for answer in open_local(puzzle, Settings(models=1)) if answer.so_far]


def test_an_answer_that_was_given_at_once_counts_where_a_limit_leaves_no_better_one(monkeypatch):
    monkeypatch.setattr(word_search, "PARTS", [WordsPart(20, 0, 100)])
    search = open_local(scored("no"), Settings(models=1, improving=True, time_limit=1000))
    found = iter(search)
    first = next(found)
    search._started -= 1000
    assert first.so_far and [*found] == [first._replace(so_far=False)]
    assert search.outcome.count == 1 and search.outcome.reason == "the time limit was reached"


def test_an_answer_all_of_whose_words_are_as_good_as_any_is_the_best(monkeypatch):
    monkeypatch.setattr(word_search, "PARTS", [WordsPart(20, 0, 100)])
    monkeypatch.setattr(word_search.BestWords, "_new", None)  # the whole list is not searched
    search = open_local(scored("high"), Settings(models=1))
    (answer,) = search
    assert answer.costs == (-200,) == search.outcome.costs and search.outcome.filled.score == 50
    assert (search.outcome.count, search.outcome.best, search.outcome.optimized) == (1, None, True)


def test_the_best_answer_so_far_is_there_whatever_ends_the_search(monkeypatch):
    def ended(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(word_search, "PARTS", [WordsPart(20, 0, 100)])
    monkeypatch.setattr(word_search.BestWords, "_better", lambda search, best: search._words)
    monkeypatch.setattr(word_search.BestWords, "_new", ended)
    search = open_local(scored("high"), Settings(models=1))
    with pytest.raises(KeyboardInterrupt):
        next(iter(search))
    assert (
        search.outcome.best is not None and search.outcome.best.costs == (-200,) and search.outcome.filled.score == 50
    )


def test_a_board_that_nothing_fits_names_a_slot():
    words = "ABC, DEF, AX, BX, CX, DX"
    puzzle = pysolve.read_text(f"puzzle: {TYPES[0]}\ngrid: |\n  . . .\n  . . .\nwords: [{words}]\n")
    found = open_local(puzzle, Settings())
    assert not list(found) and found.outcome.verdict == "none" and found.outcome.impossible is not None
    sentence = "no word of the list from here to row 2, column 3 agrees with words of the slots that cross it"
    assert found.outcome.impossible.name == "row 2, column 1"
    assert found.outcome.impossible.sentence == f"{sentence}, in row 2, column 2 at the latest"


@pytest.mark.parametrize("prefer", ["no", "high"])
def test_a_slot_each_of_whose_words_leaves_another_without_any_is_named_before_anything_is_searched(
    prefer, monkeypatch
):
    monkeypatch.setattr(word_search, "PARTS", [WordsPart(1, 0, 100)])
    words = "ADA, CBB, DAB, DAC, DCD, AC, AD, BB, CA, DD"
    text = f"puzzle: {TYPES[0]}\noptions: {{repeats: yes, prefer: {prefer}}}\ngrid: |\n  ...\n  ...\nwords: [{words}]\n"
    found = open_local(pysolve.read_text(text), Settings(models=1))
    assert not list(found) and found.outcome.verdict == "none" and found.outcome.impossible is not None
    sentence = "whatever word stands from here to row 1, column 3, another slot has none left, mostly one through row"
    assert re.fullmatch(rf"{sentence} [12], column [123]", found.outcome.impossible.sentence)


@pytest.mark.parametrize("parts", [1000, 1], ids=["at once", "in parts"])
@pytest.mark.parametrize("prefer", ["no", "high"])
def test_the_mean_score_of_the_first_answer_is_known(prefer: str, parts: int, monkeypatch):
    monkeypatch.setattr(word_search, "PARTS", [WordsPart(parts, 0, 100)])
    board = "grid: |\n  C A .\n  # # #\n  . . .\nwords: [CAT;50, DOG;25, DAG;0]\n"
    puzzle = pysolve.read_text(f"puzzle: {TYPES[0]}\noptions: {{prefer: {prefer}, minimum: 5}}\n{board}")
    search = open_local(puzzle, Settings(models=1))
    assert len(list(search)) == 1 and search.outcome.filled.score == 37.5
    record = results.check_record("x", puzzle.type.name, search.outcome)
    assert record.score == 37.5
    assert record.says[1:] == [
        "2 words of 3.0 letters on average; 6 different letters; 6 cells in one word alone, up to 3 in a row; 3 cells in no word.",
        "The words of the first answer score 37.5 on average, 25 at least.",
    ]
    unscored = open_local(
        pysolve.read_text(f"puzzle: {TYPES[0]}\ngrid: |\n  ..\nwords: [AB, CD]\n"), Settings(models=1)
    )
    assert list(unscored) and unscored.outcome.filled.score is None


def test_a_terminal_shows_an_answer_while_better_ones_are_looked_for(monkeypatch, write):
    words = ", ".join(f"{word};{score}" for word, score in scored("high").lists["words"].scores.items())
    text = f"puzzle: {TYPES[0]}\noptions: {{prefer: high}}\ngrid: |\n  ...\n  .#.\n  ...\nwords: [{words}]\n"
    file = write(text, "board.yaml")
    monkeypatch.setattr(word_search, "PARTS", [WordsPart(20, 0, 100)])
    plain = command("solve", file, "-n", "1")
    assert "better ones" not in plain.out
    monkeypatch.setattr("pysolve.cli.solve.on_terminal", lambda: True)
    shown = command("solve", file, "-n", "1")
    first, end = re.split(r"An answer, with a score of \d+; better ones are looked for\.\n", shown.out)
    assert (
        first.count("┌") == 1
        and end.count("┌") == 1
        and end.partition("\n1 word")[2] == plain.out.partition("\n1 word")[2]
    )
