"""`pysolve test`, and the starts of new types that pass it; what is remarked of slips while solving."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import INSTANCES, ROOT, command
from samples import TYPES

from pysolve import catalog
from pysolve.analysis.type_checks import Check, Level, check_rules
from pysolve.analysis.type_tests import TypeTest, run_tests
from pysolve.catalog import KINDS, new_type
from pysolve.model.puzzle import StopReason
from pysolve.solving.settings import Settings


@pytest.mark.parametrize("name", TYPES)
def test_every_type_passes_without_a_warning(name: str):
    """What can be seen fast; the other tests solve every instance and look for wrong boards."""
    findings = list(run_tests(TypeTest(TYPES[name], quick=True), Settings()))
    assert [finding for finding in findings if finding.level is not Level.OK] == []
    assert len({finding.check for finding in findings}) >= 6


@pytest.mark.slow
@pytest.mark.parametrize("name", TYPES)
def test_every_type_passes_all_tests(name: str):
    assert [each for each in run_tests(TypeTest(TYPES[name]), Settings()) if each.level is not Level.OK] == []


def started(folder: Path, like: str = "shading", **changes: tuple[str, str]) -> Path:
    """A new type with changes, each by the stem of its file: what to replace, and by what."""
    files = new_type("mine", like)
    for stem, (old, new) in changes.items():
        name = next(name for name in files if name.startswith(stem))
        assert old in files[name]
        files[name] = files[name].replace(old, new, 1)
    target = folder / "mine"
    target.mkdir()
    for name, text in files.items():
        (target / name).write_text(text)
    return target


# -- What a new type starts with


@pytest.mark.parametrize("like", [*KINDS][:2] + [pytest.param(kind, marks=pytest.mark.rest) for kind in [*KINDS][2:]])
def test_a_start_of_each_kind_passes_all_tests(like: str, tmp_path):
    assert command("new", "mine", "--like", like, cwd=tmp_path).code == 0
    done = command("test", "mine", cwd=tmp_path)
    assert (done.code, done.err) == (0, "")
    assert done.out.endswith("\nNothing to fix.\n")
    assert "warning" not in done.out and "wrong boards: each of" in done.out
    assert {path.name for path in (tmp_path / "mine").iterdir()} == set(new_type("mine", like))


@pytest.mark.rest
@pytest.mark.parametrize("like", KINDS)
def test_a_start_of_each_kind_makes_puzzles_and_explains_them(like: str, tmp_path):
    mine = started(tmp_path, like)
    words = tmp_path / "words.txt"
    words.write_text("BIT\nACE\nDEN\nBAD\nICE\nTEN\n")
    more = ["--words", words] if like == "words" else []
    made = command("make", mine, "3" if like == "words" else "4", *more, "-o", tmp_path / "made.yaml")
    assert (made.code, made.err) == (0, "")
    assert command("check", tmp_path / "made.yaml", "--types", tmp_path).out in ("unique\n", "multiple\n")
    for name in ("hint", "why"):
        done = command(name, mine / "example.yaml", cwd=tmp_path)
        assert done.code == 0 and done.err == ""


def test_nothing_stale_is_left_in_a_start():
    for like in KINDS:
        for name, text in new_type("mine", like).items():
            assert "NAME" not in text and (name.endswith(".yaml") or text.startswith("% mine: "))


def test_an_unknown_kind_is_refused(tmp_path):
    done = command("new", "mine", "--like", "cards", cwd=tmp_path)
    assert done.code == 2 and "expected shading, division" in done.err and not (tmp_path / "mine").exists()


# -- What is found

SLIPS = {
    "a predicate with two names": (
        {"manifest": ('int: "clue(X,V)" ', 'int: "number(X,V)" ')},
        "error    mine/manifest.yaml, line 10: no rule reads the facts number/2 of tokens",
    ),
    "another number of arguments": (
        {"manifest": ('int: "clue(X,V)" ', 'int: "clue(X,V,V)" ')},
        "error    mine/manifest.yaml, line 10: no rule reads the facts clue/3 of tokens",
    ),
    "shown, never derived": (
        {"rules": ("#show shade/1.", "#show shade/1. #show shaed/1.")},
        "warning  mine/rules.lp, line 29: #show names shaed/1, which nothing derives",
    ),
    "noted, never derived": (
        {"manifest": ("draw:", 'notes:\n  "dark(X)": tint\ndraw:')},
        "warning  mine/manifest.yaml, line 12: 'dark(X)' is noted, but no rule derives it",
    ),
    "drawn, never derived": (
        {"manifest": ('"shade(X)": shade', '"shaed(X)": shade')},
        "warning  mine/manifest.yaml, line 13: 'shaed(X)' is drawn, but no rule derives it and no token becomes it",
    ),
    "a sentence for two rules": (
        {"rules": (":- clue(X, _), shade(X).", ":- clue(X, _), shade(X).\n:- clue(X, 9), shade(X).")},
        "warning  mine/rules.lp, line 21: this rule can refute an answer, but no %! sentence stands right above it "
        "(one sentence belongs to one rule)",
    ),
    "a sentence for no rule": (
        {"rules": ("% Define: sets", "%! X is shaded.\n% Define: sets")},
        "warning  mine/rules.lp, line 12: this sentence stands above no rule",
    ),
    "a variable above a definition": (
        {"rules": ("in(shaded", "%! X is shaded.\nin(shaded")},
        "warning  mine/rules.lp, line 13: the sentence names X, but above a definition",
    ),
    "a variable that the rule lacks": (
        {"rules": ("%! X holds a number", "%! A cell Y holds a number")},
        "warning  mine/rules.lp, line 20: the sentence names Y, which is no variable of the rule",
    ),
    "a message without its values": (
        {"rules": ("from 0 to 8", "from 0 to {}")},
        "warning  mine/rules.lp, line 26: the message 'expected a number from 0 to {}' has {} once, but 0 values",
    ),
    "no clues to make puzzles of": (
        {"give": ("give(clue(X, V))", "give(number(X, V))")},
        "warning  mine/give.lp: nothing derives give(…) for the part 'grid', such as give(clue(X,V))",
    ),
    "clues that do not follow": (
        {"give": ("touching(X, Y)", "adjacent(X, Y)")},
        "warning  mine/give.lp: the answer of mine/example.yaml does not imply its clue",
    ),
    "clues of something else, and no answer": (
        {"give": ("touching(X, Y)", "touches(X, Y)"), "example": ("answer: |", "title: |")},
        "error    mine/give.lp, line 4, column 61: no fact and no rule defines touches/2",
    ),
    "rules that accept too much": (
        {"rules": ("apart(shaded).\n", "")},
        "error    mine/example.yaml: the verdict is 'multiple', expected 'unique'",
    ),
    "another answer": (
        {"example": ("  - x - - -\n", "  - - - x -\n")},
        "error    mine/example.yaml: the answer is not the one that the file says: it differs in 2 cells, first in row 2, "
        "column 2",
    ),
    "an example that cannot be read": (
        {"example": (". 1 2 . .", ". 1 ? . .")},
        "error    mine/example.yaml, line 4: row 1, column 3: found '?', expected a number or a blank ('.' or '-')",
    ),
    "a token that no example uses": (
        {"manifest": ('int: "clue(X,V)" ', '"?": "clue(X,0)"\n    int: "clue(X,V)" ')},
        "warning  mine/manifest.yaml, line 10: no example uses '?' in the part 'grid'",
    ),
    "an option that no example sets": (
        {
            "manifest": ("draw: ", "options:\n  least: how many cells are shaded\ndraw: "),
            "rules": ("% Test:", "#const least = 1.\n\n% Test:"),
        },
        "warning  mine/manifest.yaml, line 12: no example sets the option 'least'",
    ),
    "a rule that follows from the others": (
        {"rules": ("% Input:", "%! X and Y share a side, so one of them is white.\n:- adjacent(X, Y), shade(X), shade(Y).\n\n% Input:")},
        "warning  mine/rules.lp, line 26: on the examples this rule follows from the others, so it is redundant, or they are "
        "too small: X and Y share a side",
    ),
    "a rule that never applies": (
        {"rules": ("% Input:", "%! X is large.\n:- clue(X, 7), shade(X).\n\n% Input:")},
        "warning  mine/rules.lp, line 26: this rule applies in none of the examples: X is large.",
    ),
    "a variable that is not drawn": (
        {
            "manifest": ('"shade(X)": shade', '"shade(X,V)": shade'),
            "rules": ("#show shade/1.", "shade(X, 1) :- shade(X).\n#show shade/2."),
        },
        "warning  mine/manifest.yaml, line 13: 'shade(X,V)' is drawn without V, so answers that differ in it alone look alike",
    ),
    "links that lack a part": (
        {
            "manifest": (
                "read:                     # from a token of the puzzle to a fact\n",
                'puzzlink: {name: mine, body: [grid: 16]}\nread:\n  other:\n    int: "clue(X,V)"\n',
            )
        },
        "error    mine/manifest.yaml, line 8: a link of the genre 'mine' does not hold the part 'other', which a puzzle needs",
    ),
    "rules that cannot be read": (
        {"rules": ("{ shade(X) } :- cell(X).", "{ shade(X) :- cell(X).")},
        "error    mine/rules.lp, line 10, column 12: this cannot be read as a rule",
    ),
}  # fmt: skip


def test_several_errors_of_rules_are_findings_with_column_and_excerpt_each_once(tmp_path):
    mine = started(tmp_path, rules=("% Input:", "two(X, Y) :- shade(X).\none(Y) :- not shade(X).\n\n% Input:"))
    done = command("test", mine, "--quick", cwd=tmp_path)
    assert done.code == 1
    assert "line 25, column 1: the variable Y is unsafe" in done.out
    assert "two(X, Y) :- shade(X).\n             ^\n" in done.out
    assert "line 26, column 1: the variables X, Y are unsafe" in done.out
    assert done.out.endswith("\n2 errors, 0 warnings.\n")
    (tmp_path / "rules").mkdir()
    mine = started(tmp_path / "rules", rules=("% Input:", ":- shadow(1).\n:- shadow(2).\n\n% Input:"))
    (mine / "second.yaml").write_text((mine / "example.yaml").read_text())
    errors = [line for line in command("test", mine, cwd=tmp_path).out.split("\n") if line.startswith("error")]
    assert ["nothing derives shadow/1, and no token becomes it" in each for each in errors] == [True, True]


@pytest.mark.parametrize("name", SLIPS)
def test_a_slip_is_found(name: str, tmp_path):
    changes, expected = SLIPS[name]
    started(tmp_path, **changes)
    for quick in (["--quick"], []):  # what is seen fast needs no more
        done = command("test", "mine", *quick, cwd=tmp_path)
        if found := any(line.startswith(expected) for line in done.out.split("\n")):
            break
    assert found and done.code == 1, done.out


def test_an_undefined_predicate_is_said_once_and_nothing_that_follows_from_it(tmp_path):
    folder = started(tmp_path)
    rules = folder / "rules.lp"
    rules.write_text(f"{rules.read_text()}%! No row is dark.\n:- shade(X), clew((R+1,C),2), X = (R,C).\n")
    done = command("test", folder)
    assert done.out.count("clew/2") == 1 and "to draw" not in done.out
    assert done.out.rstrip().endswith("1 error, 0 warnings.")


def test_a_clue_that_no_token_is_has_its_line(tmp_path):
    started(tmp_path, manifest=("draw: ", 'clues:\n  "klue(X,V)": {keep: yes}\ndraw: '))
    error = command("test", "mine", cwd=tmp_path).err
    assert error == "Error: mine/manifest.yaml, line 12: clues: 'klue(X,V)' is not what a token becomes in 'read'\n"


def test_why_does_not_blame_the_rules_where_nothing_is_a_clue(tmp_path):
    mine = started(tmp_path, manifest=("draw: ", "clues: {}\ndraw: "), example=(". 1 2", ". 8 2"))
    out = command("why", mine / "example.yaml").out
    assert "The puzzle as it stands has no answer; nothing in it is a clue that could be taken away.\n" in out
    assert "8 cells around row 1, column 2 are shaded." in out


def test_wrong_boards_are_shown_and_stated(tmp_path):
    mine = started(tmp_path)
    shown = command("test", "mine", "--boards", cwd=tmp_path).out
    assert "ok       wrong boards: X holds a number, so it is not shaded.\n         - " in shown
    board = "puzzle: mine\nbreaks: X holds a number, so it is not shaded.\ngrid: |\n  0 . .\nanswer: |\n"
    (mine / "wrong.yaml").write_text(f"{board}  x - -\n")
    done = command("test", "mine", "--boards", cwd=tmp_path)
    assert done.code == 0 and "wrong boards: X holds" not in done.out, "it need not be looked for"
    (mine / "wrong.yaml").write_text(f"{board}  - - -\n---\n{board}  x x -\n")
    done = command("test", "mine", cwd=tmp_path)
    assert done.code == 1
    for line, sentence in (
        (1, "this board is meant to be wrong, but the rules accept it"),
        (8, "this board breaks other rules, too"),
    ):
        assert f"error    mine/wrong.yaml, line {line}: {sentence}\n" in done.out
    (mine / "wrong.yaml").write_text(board.replace("so it", "and it") + "  x - -\n")
    assert "no rule has the sentence 'X holds a number, and it" in command("test", "mine", cwd=tmp_path).out


def test_a_corpus_is_compared(tmp_path):
    mine = started(tmp_path)
    puzzle = (mine / "example.yaml").read_text()
    lines = [
        {"id": "right", "puzzle": "mine", "problem": "1 3\n. 1 .", "solution": "x - -"},
        {"id": "unread", "puzzle": "mine", "problem": "1 3\n. ? .", "solution": "x - -"},
    ]
    corpus = tmp_path / "corpus.jsonl"
    corpus.write_text("".join(json.dumps(line) + "\n" for line in lines))
    done = command("test", mine, "--corpus", corpus, "--quick", cwd=tmp_path)
    assert done.code == 1 and "0 of 2 puzzles have one answer, the published one" in done.out
    assert "the verdict is 'multiple'" in done.out and "row 1, column 2: found '?'" in done.out
    assert puzzle


def test_findings_are_records_too_and_files_are_examples(tmp_path):
    mine = started(tmp_path)
    more = tmp_path / "more.yaml"
    more.write_text("puzzle: mine\ngrid: |\n  . .\n")
    done = command("test", mine, more, "--quick", "--format", "json", cwd=tmp_path)
    records = [json.loads(line) for line in done.out.split("\n") if line]
    assert {record["level"] for record in records} == {"ok"} and done.code == 0
    done = command("test", mine, more, "--format", "json", cwd=tmp_path)
    wrong = [record for line in done.out.split("\n") if line and (record := json.loads(line))["level"] != "ok"]
    assert done.code == 1
    assert wrong == [
        {
            "check": "examples", "level": "error", "sentence": "the verdict is 'multiple', expected 'unique'",
            "file": str(more), "line": None, "board": None, "column": None, "excerpt": None,
        }
    ]  # fmt: skip


def test_a_limit_leaves_what_was_found(tmp_path):
    mine = started(tmp_path)

    def apart(function, *arguments):
        """Ends what takes a puzzle at a limit."""
        yield from function(*arguments) if function is check_rules else (StopReason.TIME_LIMIT,)

    findings = [*run_tests(TypeTest(catalog.load(mine), quick=True), Settings(), apart=apart)]
    late = [(each.file, each.level) for each in findings if each.sentence == "not decided: the time limit was reached"]
    assert (str(mine / "example.yaml"), Level.WARNING) in late
    assert (Check.FACTS, Level.OK) in [(each.check, each.level) for each in findings]


def test_a_type_of_the_catalog_is_tested_by_its_name():
    done = command("test", "binairo", "--quick", INSTANCES / "binairo")
    assert (done.code, done.err) == (0, "")
    assert command("test", "nothing").code == 2


# -- What is remarked while solving


@pytest.mark.parametrize("name", ["solve", "facts"])
def test_facts_that_no_rule_reads_are_remarked_once(name: str, tmp_path):
    mine = started(tmp_path, manifest=('int: "clue(X,V)" ', 'int: "number(X,V)" '))
    done = command(name, mine / "example.yaml", mine / "example.yaml", cwd=tmp_path)
    warning = "Warning: mine/manifest.yaml: no rule reads the facts number/2 of tokens"
    assert done.err.count(warning) == 1
    rules = tmp_path / "mine" / "rules.lp"
    rules.write_text(rules.read_text() + "clue(X, V) :- number(X, V).\n")
    assert "Warning" not in command(name, mine / "example.yaml", cwd=tmp_path).err


def test_a_fact_that_an_added_rule_reads_is_not_remarked(tmp_path):
    mine = started(tmp_path, manifest=('int: "clue(X,V)" ', 'int: "number(X,V)" '))
    more = tmp_path / "more.lp"
    more.write_text("clue(X, V) :- number(X, V).\n")
    done = command("solve", mine / "example.yaml", "-r", more, cwd=tmp_path)
    assert done.err == "" and "Unique" in done.out


def test_a_sentence_above_two_rules_is_remarked_where_it_is_used(tmp_path):
    old = ":- clue(X, _), shade(X)."
    mine = started(tmp_path, rules=(old, f"{old}\n:- clue(X, 9), shade(X)."))
    assert "rules.lp, line 21: this rule has no sentence" in command("hint", mine / "example.yaml", cwd=tmp_path).err
    assert command("solve", mine / "example.yaml", cwd=tmp_path).err == ""


def test_make_says_which_part_nothing_derives(tmp_path):
    mine = started(tmp_path, "margins", give=("U = (top(_);left(_))", "U = (top(_);right(_))"))
    file = "make.lp" if (mine / "make.lp").exists() else "give.lp"
    (mine / "give.lp").write_text("give(x(1)).\n")
    done = command("make", "mine", "4", cwd=tmp_path)
    assert done.code == 2
    assert done.err.startswith(
        f"Error: mine/{file}: mine: no rule says what stands in the part 'top': expected one that"
    )
    (tmp_path / "mine").rename(tmp_path / "others")
    regions = started(tmp_path, "placement")
    (regions / "make.lp").write_text('#include "rules.lp".\ngive(stars(1)).\n')
    assert "no rule says what stands in the part 'regions'" in command("make", "mine", "4", cwd=tmp_path).err
    made = command("make", "mine", "mine/example.yaml", cwd=tmp_path)
    assert made.code == 0, "the board has regions"


def test_what_no_example_uses_is_named_where_it_stands(tmp_path):
    started(
        tmp_path,
        "margins",
        example=("top: |\n  2 . . 4 .\nleft: |\n  2 5 3 4 2\n", "top: . . . . .\nleft: . . . . .\n"),
    )
    out = command("test", "mine", cwd=tmp_path).out
    assert "line 10: no example uses 'int' in the part 'top'" in out
    assert "line 12: no example uses 'int' in the part 'left'" in out
    assert "line 15: in no example is there a 'clue(left(R),V)' to draw" in out


def test_make_says_that_clues_may_have_to_be_chosen(tmp_path):
    """The rules want a clue in each region, and an empty board has none."""
    rules = ("% Test.", ":- region(K, K), not clue(X, _) : region(K, X).\n\n% Test.")
    started(tmp_path, "division", rules=rules)
    done = command("make", "mine", "4", "--types", tmp_path, cwd=tmp_path)
    assert "leave no answer on this board as long as nothing is given; a make.lp beside them" in done.err + done.out


def test_every_check_is_documented():
    page = (ROOT / "docs" / "using.md").read_text(encoding="utf-8")
    assert [check for check in Check if f"\n| {check} | " not in page] == []


def test_a_parents_make_that_does_not_fit_the_rules_is_named(tmp_path):
    child = tmp_path / "dim"
    child.mkdir()
    manifest = "name: Dim\ngroup: placement\nabout: Akari in the dark.\nparent: akari\nrules:\n  - No light.\n"
    (child / "manifest.yaml").write_text(manifest)
    rule = "%! No light stands in the first row.\n:- light((1,_)).\n"
    (child / "rules.lp").write_text(f'#include "../akari/rules.lp".\n{rule}')
    puzzle = (INSTANCES / "akari" / "6x6.yaml").read_text().replace("akari", "dim")
    (child / "example.yaml").write_text(f"{puzzle.partition('answer:')[0]}verdict: none\n")
    out = command("test", "dim", cwd=tmp_path).out
    assert "the answer from which make.lp, which Dim takes over from its parent, gets its clues is none" in out
    assert command("make", "dim", "6", cwd=tmp_path).code == 2
    (child / "make.lp").write_text(f'#include "../akari/make.lp".\n{rule}')
    assert "answers that make.lp chooses are answers of the rules" in command("test", "dim", cwd=tmp_path).out
