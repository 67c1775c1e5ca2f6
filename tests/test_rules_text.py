"""What is read in texts of ASP is what clingo's own parser sees in them."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import clingo
import pytest
from clingo import ast
from conftest import INSTANCES, ROOT
from samples import TYPES

import pysolve
from pysolve import Settings, rules
from pysolve.analysis.hint import grade_puzzle
from pysolve.analysis.why import find_candidates
from pysolve.model.errors import PuzzleError
from pysolve.rules.library import Program, check_strange, default_options
from pysolve.rules.text import Text, without_block_comments
from pysolve.solving.search import run

FILES = sorted((ROOT / "asp").rglob("*.lp"))


def parsed(text: str) -> list[ast.AST] | None:
    """The statements of a text but comments, as clingo sees them; None if it refuses the text."""
    statements: list[ast.AST] = []
    try:
        ast.parse_string(text, statements.append, logger=lambda code, message: None)
    except RuntimeError:
        return None
    return [each for each in statements[1:] if each.ast_type != ast.ASTType.Comment]


def place(text: str, at: ast.Position) -> int:
    """Where a place of clingo's, whose columns count bytes, is in a text."""
    lines = text.split("\n")
    before = lines[at.line - 1].encode()[: at.column - 1].decode()
    return sum(len(line) + 1 for line in lines[: at.line - 1]) + len(before)


def compare(text: Text) -> None:
    """Fails unless clingo sees the same statements in the same places, the same constants and the same shows."""
    theirs = parsed(text.text)
    assert theirs is not None and text.rest is None and text.unclosed is None
    ours = [(each.start, each.end) for each in text.statements if each.keyword not in ("#minimize", "#maximize")]
    places = [(place(text.text, each.location.begin), place(text.text, each.location.end)) for each in theirs]
    minimize = {at[0] for at, each in zip(places, theirs) if each.ast_type == ast.ASTType.Minimize}
    directives = {at for at in minimize if not text.text.startswith(":~", at)}  # a statement for each of their elements
    assert ours == [at for at in places if at[0] not in directives]
    constants = {each.name: str(each.value) for each in theirs if each.ast_type == ast.ASTType.Definition}
    assert text.constants == constants
    signatures = {
        (each.name if each.positive else f"-{each.name}", each.arity)
        for each in theirs
        if each.ast_type == ast.ASTType.ShowSignature and each.name
    }
    assert text.shown == signatures
    assert text.selects == any(each.ast_type == ast.ASTType.ShowSignature for each in theirs)
    assert bool(text.shown_terms) == any(each.ast_type == ast.ASTType.ShowTerm for each in theirs)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT / "asp").as_posix())
def test_rule_files_are_read_as_clingo_reads_them(path: Path):
    whole = Text(path.read_text(encoding="utf-8"))
    compare(whole.without([each for _, each in whole.includes]))


STATEMENTS = [
    "a.", "b(X) :- a(X), not c(X).", "{ d(X) : e(X) } = 1 :- X = 1..3.", "_f('x').".replace("'x'", '"%* x *%"'), ":- a, b.",
    ":~ a(X), X > 0x1F. [X@2, X]", "#const n = 3.", "#const m=  f(1, -2) .", "#const k = 4. [override]", "#show a/0.",
    "#show  b / 1 .", "#show -c/2.", "#show (X, Y) : p(X, Y).", "#show X : p(X).", "#show t(1..2) : a.", "#show.",
    '#show "x" : a.', 'g("#show h/1. #include \\"x.lp\\".").', 'g("a\\\\").', "#external a : b. [true]", "#defined z/3.",
    "#heuristic a : b. [1@2, true]", "#script (lua) %* x = 'a. b.' \"\n % #en #end.", "a'b(X') :- 'c(X'), Y' = X'..3.",
    "x(1..2).", "x(2 ** 3 .. 4).", "a ; b | c :- d.", "#edge (X, Y) : e(X, Y).", "&t { a(X) : b(X) } <= 3 :- c.", "-a :- b.",
    "#theory t { t { - : 1, unary }; &t/0 : t, {<=}, t, any }.", "#project a/1.", "#true :- a.", "h :- #sum+ { 1 : a } > 0.",
    "p(_, __x) :- q(_, __x).", "p(0b11;0o17;_X).", "#program base.", "#show\na/0.", "#show% x\nb/1.", "#show %* y *% b/1.",
]  # fmt: skip

BETWEEN = [
    " ", "\n", "\t", "% a. b :- c.\n", "%! Row X holds V.\n", "%* a. *%", "%* %* a. *% b. *%", "%* a % *% b.\n *%", "%**%",
    '%* " *%', '% "\n', "%*% x\n*%", "% #show z/1.\n", "%* #const z = 1. *%", "", '%#include "a".\n', "%* #script (lua) *%",
]  # fmt: skip


@pytest.mark.parametrize("seed", range(40))
def test_random_texts_are_read_as_clingo_reads_them(seed: int):
    chance = random.Random(seed)
    seen = 0
    for _ in range(50):
        pieces = [chance.choice(STATEMENTS if chance.random() < 0.6 else BETWEEN) for _ in range(chance.randint(1, 9))]
        text = Text("".join(pieces))
        theirs = parsed(text.text)
        if theirs is None or any(each.ast_type == ast.ASTType.Script and "#end" not in str(each) for each in theirs):
            continue
        if len(text.constants) < text.text.count("#const") - text.text.count("#const z"):
            continue  # one of them is declared twice
        compare(text)
        seen += 1
    assert seen > 20


def test_what_a_random_program_shows_is_what_clingo_grounds():
    class Shown(clingo.Observer):
        def __init__(self) -> None:
            self.atoms: set[str] = set()

        def output_atom(self, symbol: clingo.Symbol, atom: int) -> None:
            self.atoms.add(f"{'' if symbol.positive else '-'}{symbol.name}/{len(symbol.arguments)}")

    shows = [
        "#show a/1.",
        "#show b/2.",
        "#show -a/1.",
        "#show c/0.",
        "% #show c/0.\n",
        "#show.",
        "#show f(1) : c.",
        "%*#show.*%",
    ]
    for seed in range(100):
        chance = random.Random(seed)
        text = "{ a(1..2); -a(3); b(1,2); b(1); c }. d :- c." + " ".join(chance.sample(shows, chance.randint(1, 4)))
        control, observer = clingo.Control(logger=lambda *_: None), Shown()
        control.register_observer(observer)
        control.add(text)
        control.ground()
        read = Text(text)
        if read.selects:
            assert {f"{name}/{arity}" for name, arity in read.shown} == observer.atoms
        else:
            assert observer.atoms == {"a/1", "-a/1", "b/2", "b/1", "c/0", "d/0"}


@pytest.mark.parametrize("text", ["a. %* b.", "%* %* *% a.", "a. %* % *%", '%* " *% a. %* "'])
def test_comments_that_do_not_end_are_seen(text: str, write):
    assert without_block_comments(text)[1] is not None
    with pytest.raises(PuzzleError, match="not closed"):
        rules.load([write(text, "a.lp")])


def test_a_statement_that_does_not_end_is_seen():
    assert [Text(text).rest for text in ("a. b", "a. :~ b. [1", "a.", "")] == [3, 11, None, None]


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_the_page_finds_the_includes_that_are_found_here(tmp_path):
    """Both read every rule file, and random texts."""
    include = '#include "../lib/x.lp".'
    texts = [path.read_text(encoding="utf-8") for path in FILES]
    for seed in range(300):
        chance = random.Random(seed)
        texts.append("".join(chance.choice([*STATEMENTS, *BETWEEN, *BETWEEN, include]) for _ in range(8)))
    module = shutil.copy(ROOT / "pysolve" / "web" / "static" / "includes.js", tmp_path / "includes.mjs")
    script = f"""
        import {{ includesOf }} from {json.dumps(Path(module).as_uri())};
        import {{ readFileSync }} from "node:fs";
        const texts = JSON.parse(readFileSync(0, "utf-8"));
        console.log(JSON.stringify(texts.map((text) => includesOf(text).map(({{ path, from, to }}) => [path, from, to]))));
    """
    command = ["node", "--input-type=module", "-e", script]
    done = subprocess.run(command, input=json.dumps(texts), capture_output=True, text=True, check=True, timeout=60)
    whole = [(text, found) for text, found in zip(texts, json.loads(done.stdout), strict=True) if text.isascii()]
    for text, found in whole:
        read = Text(text)
        if read.rest is None and read.unclosed is None:
            assert found == [[name, each.start, each.end] for name, each in read.includes], text
    assert sum(bool(found) for _, found in whole) > 200


# -- Options


def test_constants_in_comments_are_no_defaults(write):
    path = write("%* #const stars = 9. *%\n#const stars = 2. % #const stars = 8.\n#const\nm\n=\n3 % x\n.", "a.lp")
    assert rules.load([path]).constants == {"stars": "2", "m": "3"}


def test_defaults_of_included_files_are_known():
    """Those of variants stand in the rules that they include, as often as not."""
    for type_ in TYPES.values():
        assert default_options(type_).keys() == set(type_.options), type_.name


# -- What is shown


@pytest.fixture
def star_battle(write) -> Callable[[str, str], pysolve.Puzzle]:
    """A Star Battle with rules of one's own, beside which nothing is known: those of the type, with this line of them."""
    type_ = TYPES["starbattle"]
    text = type_.rules_file.read_text(encoding="utf-8")
    assert text.count("#show star/1.") == 1

    def read(folder: str, show: str) -> pysolve.Puzzle:
        write(text.replace("#show star/1.", show), f"{folder}/starbattle/rules.lp")
        manifest = (type_.folder / "manifest.yaml").read_text(encoding="utf-8")
        beside = write(manifest, f"{folder}/starbattle/manifest.yaml")
        return pysolve.read(INSTANCES / "starbattle" / "6x6.yaml", types=str(beside.parent.parent))

    return read


def test_rules_that_do_not_say_what_is_shown_show_what_they_choose(star_battle):
    plain, star_battle = star_battle("plain", "#show star/1."), star_battle("other", "")
    assert rules.load([star_battle.type.rules_file]).shown == {("star", 1)}
    assert [set(each.atoms) for each in run(star_battle)[0]] == [set(each.atoms) for each in run(plain)[0]]
    *_, grade = grade_puzzle(star_battle, Settings())
    *_, same = grade_puzzle(plain, Settings())
    assert (grade.sizes, grade.techniques, grade.done) == (same.sizes, same.techniques, True) and grade.difficulty > 0


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("{ a(X) } :- cell(X). b(X) :- a(X). c(X) :- cell(X). d :- not b(1). cell(1).", {("a", 1), ("b", 1), ("d", 0)}),
        ("a :- not b. b :- not a. c. d :- c.", {("a", 0), ("b", 0)}), ("a ; b. -c :- a.", {("a", 0), ("b", 0), ("-c", 0)}),
        ("#external a. b :- a. c.", {("a", 0), ("b", 0)}), ("#sum { 1 : a : b; 2 : c } 2. b.", {("a", 0), ("c", 0)}),
        ("a. b :- a, not c. #defined c/0.", set()), ("{ a }. #show f(1) : a.", {("a", 0)}), ("{ a }. b. #show b/0.", {("b", 0)}),
        ("a(1;2) :- 1 { b(1); b(2,3) }. { b(1..2) }.", {("a", 1), ("b", 1)}), ("{ a }. #show.", set()),
    ],
)  # fmt: skip
def test_what_may_differ_between_answers_is_shown(text: str, shown: set[tuple[str, int]], write):
    assert rules.load([write(text, "a.lp")]).shown == shown


@pytest.mark.parametrize("show", ["(X,V) : value(X,V)", "V : value(X,V)", '"x"', "f(X,V) : value(X,V), V < 3"])
def test_terms_of_all_kinds_may_be_shown(show: str, write):
    puzzle = pysolve.read(INSTANCES / "sudoku" / "4x4.yaml")
    settings = Settings(rules=(str(write(f"#show {show}.\n", "show.lp")),))
    answers, outcome = run(puzzle, settings)
    assert outcome.verdict == "unique"
    *_, candidates = find_candidates(puzzle, settings)
    assert candidates.every == frozenset(answers[0].atoms)
    *_, grade = grade_puzzle(puzzle, settings)
    assert grade.done


def test_the_literal_of_a_shown_term_is_true_where_it_is_shown(write):
    from pysolve.analysis.assumptions import AssumptionSolver

    text = "#show f(V) : value((1,_),V), value((2,1),V).\n#show g(V) : value((1,1),V).\n#show g(V) : value((4,4),V).\n"
    puzzle = pysolve.read_text("puzzle: sudoku\ngrid: |\n  1 . . .\n  . . . .\n  . . . .\n  . . . .\n")
    solver = AssumptionSolver(puzzle, Settings(rules=(str(write(text, "show.lp")),)))
    named = {atom: literal for atom, literal in solver.shown.items() if atom.name in "fg"}
    assert {str(atom) for atom in named} > {"g(1)", "g(2)"}
    for atom, literal in named.items():
        assert all(atom in answer for answer in solver.answers([literal], 20))
        assert not any(atom in answer for answer in solver.answers([-literal], 20))


# -- Sentences


def test_sentences_belong_to_the_rule_below_them_and_may_have_a_name():
    program = Program()
    program.add(
        "%! One\n%! line more.\n:- a.\n\n%* %! no\n*%\n:- b.\n  %! two-rows: Row R.\n:- c. %! d\n:- e.",
        "a.lp",
    )
    assert [(each.identity, each.words) for each in program.sentences()] == [
        ("", "One line more."),
        ("two-rows", "Row R."),
    ]
    above = {line - 1: program.sentence_above(line) for line in range(1, 13)}
    assert {line: each.words for line, each in above.items() if each} == {3: "One line more.", 9: "Row R."}


# -- Rules of strangers


@pytest.mark.parametrize("seed", range(20))
def test_what_is_read_as_a_script_or_a_foreign_include_is_refused(seed: int):
    """Whatever our reading or clingo's finds is found in the bare text, too."""
    chance = random.Random(seed)
    bad = [
        "#script (python) x #end.",
        '#include "/etc/passwd".',
        '#include\n"../../x.lp".',
        '#include "x".',
        "#include <incmode>.",
    ]
    for _ in range(100):
        pieces = [chance.choice([*STATEMENTS, *BETWEEN, *BETWEEN, *bad]) for _ in range(chance.randint(1, 9))]
        text = Text("".join(pieces))
        foreign = any(each.keyword.startswith("#script") or each.keyword == "#include" for each in text.statements)
        try:
            check_strange("a.lp", text.text)
        except PuzzleError:
            continue
        assert not foreign
        assert not any(each.ast_type == ast.ASTType.Script for each in parsed(text.text) or ())
