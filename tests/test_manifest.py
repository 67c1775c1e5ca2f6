"""Manifests: what is wrong is said; every real one has what the catalog needs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from pysolve import PuzzleError, catalog, rules
from pysolve.catalog import plain
from pysolve.model import yaml_text
from pysolve.rules.library import default_options, library

GOOD = """\
name: Mine
group: tests
about: Something.
read:
  grid:
    "#": hole
    int: "clue(X,V)"
options:
  stars: how many
draw:
  "clue(X,V)": text
"""

BAD = {
    "unknown key": ("group", "grup", "unknown key 'grup'"),
    "a key twice": ("about: Something.", "name: Yours", "the key 'name' stands twice"),
    "no name": ("name: Mine\n", "", "the key 'name' needs a text"),
    "unknown mark": ("text", "txet", "unknown mark 'txet'; known are text, note"),
    "no template": ('"clue(X,V)": text', '"clue(X": text', "'clue(X' is not a template"),
    "a mark's variables": ('"clue(X,V)": text', '"clue(X)": text', "the mark text needs V and X in its template"),
    "unknown variable": ('int: "clue(X,V)"', 'int: "clue(X,Z)"', "read, grid: 'int' has no value for the variable 'Z'"),
    "unknown kind": ('int: "clue(X,V)"', '"<V:colour>": "clue(X,V)"', "read, grid: '<V:colour>': unknown kind 'colour'; the kinds"),
    "a variable twice": ('int: "clue(X,V)"', '"<V>,<V>": "clue(X,V)"', "'<V>,<V>': the variable V stands twice"),
    "a place as value": ('int: "clue(X,V)"', '"<R>": "clue(X,R)"', "R says where a token stands, and cannot be a value"),
    "a pattern's variable": ('int: "clue(X,V)"', '"<V><D>": "clue(X,W)"', "'<V><D>' has no value for the variable 'W'"),
    "no shape": ('int: "clue(X,V)"', 'int: "clue(V)"', "do not say what shape"),
    "mixed shapes": ('int: "clue(X,V)"', 'int: "clue(X,R,V)"', "do not say what shape"),
    "holes in groups": ('int: "clue(X,V)"', 'int: "clue(X,N,V)"', "read, grid: groups of cells make no holes"),
    "nothing to read": ('read:\n  grid:\n    "#": hole\n    int: "clue(X,V)"\n', "read: {}\n", "expected at least one part"),
    "unknown alphabet": ("options:", "alphabets: [greek]\noptions:", "unknown 'greek'; known are numbers, letters"),
    "unknown board": ("options:", "board: [round]\noptions:", "board: expected a list of 'square', 'hex' or 'brick'"),
    "unknown parent": ("options:", "parent: nobody\noptions:", "there is no puzzle type 'nobody' to be the parent"),
    "header": ("options:", "header: [moons]\noptions:", "header: 'moons' is neither an option nor a sequence of 'read'"),
    "a part in the rows": ("options:", "header: [{rows: grid}]\noptions:", "header: rows: 'grid' is not a part with one line of tokens"),
    "an option without help": ("stars: how many", "stars: [1]", "options, stars: expected a help text"),
    "a choice without help": ("stars: how many", "stars: {help: what, choices: {no: a, b}}", "the choice 'b' has no help"),
    "no clue": ("options:", 'clues: {"clue(X)": "."}\noptions:', "clues: 'clue(X)' is not what a token becomes in 'read'"),
    "a note": ('"clue(X,V)": text', '"clue(X,V)": {mark: text, negated: no}', "draw: negated: expected 'yes' or 'no', behind"),
    "an outline": ('"clue(X,V)": text', '"clue(X,V)": {mark: sign, outlined: yes}', "draw: outlined: expected 'yes' or 'no', behind"),
    "a note's mark": ("options:", 'notes: {"dark(X)": dark}\noptions:', "notes: unknown mark 'dark'; known are text, note"),
    "a note's template": ("options:", 'notes: {"dark(X": tint}\noptions:', "notes: 'dark(X' is not a template"),
    "a noun": ('"clue(X,V)": text', '"clue(X,V)": {mark: text, noun: light}', "draw: the mark text has no noun"),
    "two nouns": ('"clue(X,V)": text', '"clue(X,V)": {mark: sign, noun: a, nouns: {1: b}}', "draw: noun: expected one noun, or 'nouns' with"),
    "no plural": ('"clue(X,V)": text', '"clue(X,V)": {mark: sign, noun: "foot|"}', "draw: noun: found 'foot|', expected a noun such as 'light'"),
    "nouns without values": ('"clue(X,V)": text', '"clue(X,V)": {mark: text, nouns: {1: a}}', "draw: the mark text has no nouns"),
    "a tube": ('"clue(X,V)": text', '"clue(X,V)": tube', "the mark tube needs G and I and X in its template"),
    "a list of clues": ("options:", 'clues: ["clue(X,V)", [a]]\noptions:', 'clues: expected templates such as "clue(X,V)"'),
    "a clue's token": ("options:", 'clues: {"clue(X,V)": "?"}\noptions:', "clues: '?' is not a token that 'read' names"),
    "a clue's key": ("options:", 'clues: {"clue(X,V)": {with: a}}\noptions:', "clues: unknown key 'with'; the keys are"),
    "a clue's variable": (
        "options:", 'clues: {"clue(X,V)": {together: G}}\noptions:', "clues: 'G' is not a variable of the template",
    ),
    "a clue's switch": ("options:", 'clues: {"clue(X,V)": {keep: 1}}\noptions:', "the key 'keep' needs 'yes' or 'no'"),
    "a clue's fact": (
        "options:", 'clues: {"clue(X,V)": {when_removed: "free(G)"}}\noptions:', "has variables that the clue has not",
    ),
    "a path as parent": ("options:", "parent: ../sudoku\noptions:", "parent: found '../sudoku', expected the name of a puzzle"),
    "a file system's root as parent": ("options:", "parent: /\noptions:", "parent: found '/', expected the name of a puzzle type"),
    "no search": ("options:", "search: handy\noptions:", "search: expected 'above', a number of cells, and"),
    "a search's name": (
        "options:", "search: {above: 9, configuration: clever}\noptions:", "one of auto, frumpy, jumpy, tweety",
    ),
    "no bounds": ("options:", "levels: hard\noptions:", "the key 'levels' needs 4 rising numbers, such as"),
    "too few bounds": ("options:", "levels: [1, 2, 3]\noptions:", "the key 'levels' needs 4 rising numbers, such as"),
    "bounds that do not rise": ("options:", "levels: [1, 2, 2, 3]\noptions:", "the key 'levels' needs 4 rising numbers, such as"),
    "no number as a bound": ("options:", "levels: [1, 2, 3, much]\noptions:", "the key 'levels' needs 4 rising numbers, such as"),
    "no switch and no number": ("options:", "multishot: 9x9\noptions:", "the key 'multishot' needs 'yes', 'no' or a number"),
    "a size alone as search": ("options:", "search: {above: 9}\noptions:", "and 'configuration', one of auto, frumpy, jumpy,"),
    "a search's option": (
        "options:", "search: {above: 9, trans-ext: no, trans-txe: no}\noptions:", "line 8: search: 'trans-txe' is not an option of clasp that",
    ),
    "an option that changes what is looked for": ("options:", "search: {supp-models: yes}\noptions:", "search: 'supp-models' is not an option of"),
    "a search option's value": (
        "options:", "search: {trans-ext: perhaps}\noptions:", "search: clasp does not take 'perhaps' for 'trans-ext'",
    ),
    "a search option's list": ("options:", "search: {eq: [1, 2]}\noptions:", "search: clasp does not take '['1', '2']' for 'eq'"),
    "no size to make": ("options:", "make: {options: {moves: king}}\noptions:", "make: expected 'above', a number of cells, and 'options'"),
    "an unknown option to make": (
        "options:", "make: {above: 9, options: {colour: red}}\noptions:", "make: 'colour' is not an option that can be 'red'",
    ),
    "no sizes of regions": ("options:", "make: {regions: 6-2}\noptions:", "make: expected for 'regions' the fewest and the most cells"),
    "no regions to make": (
        "options:", "make: {regions: 2-6}\noptions:", "line 8: make: there are no regions to make: no part of 'read' has a template region",
    ),
    "no mapping": (GOOD, "- a\n", "expected lines of the form 'key: value'"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_what_is_wrong_is_reported(name: str, write):
    old, new, expected = BAD[name]
    assert old in GOOD
    folder = write(GOOD.replace(old, new, 1), "mine/manifest.yaml").parent
    with pytest.raises(PuzzleError) as caught:
        catalog.load(folder)
    assert str(caught.value).startswith("mine/manifest.yaml")
    assert expected in str(caught.value)


def test_a_good_manifest_is_loaded(write):
    type_ = catalog.load(write(GOOD, "mine/manifest.yaml").parent)
    assert (type_.name, type_.title, [part.name for part in type_.parts]) == ("mine", "Mine", ["grid"])


SHAPES = {
    "clue(X,V)": "grid", "clue(left(R),I,V)": "row lists", "clue(top(C),I,V)": "column lists",
    "clue(right(R),V)": "row clues", "clue(bottom(C),V)": "column clues", "word(N,W,S)": "list",
}  # fmt: skip


@pytest.mark.parametrize("template", SHAPES)
def test_the_variables_say_the_shape(template: str, write):
    text = GOOD.replace('  grid:\n    "#": hole\n    int: "clue(X,V)"', f'  grid: "{template}"')
    assert catalog.load(write(text, "mine/manifest.yaml").parent).parts[0].shape.name == SHAPES[template]


@pytest.mark.parametrize(
    ("template", "values"),
    [
        ("clue(X,(A,(B,())),D)", "ABD"),
        ("clue(X,D)", "D"),
        ("clue(X,D,V)", "VD"),
        ("clue(X,I,D,A)", "AD"),
        ("clue(X,I)", "I"),
    ],
)
def test_a_text_has_its_values_and_then_operators_and_directions(template: str, values: str, write):
    text = GOOD.replace('"clue(X,V)": text', f'"{template}": text')
    assert catalog.load(write(text, "mine/manifest.yaml").parent).draw[0].values == tuple(values)


def test_a_child_takes_over_and_adds(write):
    write(GOOD, "mine/manifest.yaml")
    child = (
        'name: Child\ngroup: tests\nabout: More.\nparent: mine\noptions: {moons: how many}\ndraw: {"shade(X)": shade}\n'
    )
    type_ = catalog.load(write(child, "child/manifest.yaml").parent)
    assert list(type_.options) == ["stars", "moons"]
    assert [rule.mark for rule in type_.draw] == ["text", "shade"]
    assert type_.parts[0].name == "grid"


def test_a_child_follows_when_its_parent_changes(write):
    parent = write(GOOD, "mine/manifest.yaml")
    child = write("name: Child\ngroup: tests\nabout: More.\nparent: mine\n", "child/manifest.yaml").parent
    assert list(catalog.load(child).options) == ["stars"]
    parent.write_text(GOOD.replace("stars: how many", "moons: how many"))
    assert list(catalog.load(child).options) == ["moons"]


def test_a_parent_is_never_reached_by_a_path(write, tmp_path):
    write(GOOD, "elsewhere/mine/manifest.yaml")
    for path in ("../elsewhere/mine", str(tmp_path / "elsewhere" / "mine"), "../types/../elsewhere/mine", ".."):
        child = write(f"name: Child\ngroup: tests\nabout: More.\nparent: {path}\n", "types/child/manifest.yaml")
        with pytest.raises(PuzzleError, match=r"child/manifest.yaml, line 4: parent: found .* expected the name of a"):
            catalog.load(child.parent)


@pytest.mark.parametrize("names", ["ab", "abc"])
def test_parents_in_a_circle_are_an_error(names: str, write):
    following = dict(zip(names, names[1:] + names[0], strict=True))
    for name, parent in following.items():
        write(f"name: {name}\ngroup: tests\nabout: More.\nparent: {parent}\n", f"{name}/manifest.yaml")
    folder = write("", "a/rules.lp").parent
    with pytest.raises(PuzzleError, match="parent: the types are each other's parents: a → b"):
        catalog.load(folder)


def test_a_long_line_of_parents_is_an_error(write):
    for number in range(200):
        write(f"name: T\ngroup: g\nabout: a\nparent: t{number + 1}\n", f"t{number}/manifest.yaml")
    with pytest.raises(PuzzleError, match="parent: expected at most 20 types"):
        catalog.load(write("", "t0/rules.lp").parent)


def test_real_types_are_complete():
    assert not catalog.survey().errors
    for type_ in catalog.every():
        program = rules.load([type_.rules_file])
        defaults, shown = program.constants, program.shown_names
        assert type_.rules, type_.name
        assert set(type_.options) == set(defaults), f"{type_.name}: options in the manifest and in the rules"
        for option in type_.options.values():
            assert not option.choices or defaults[option.name] in option.choices
        assert shown & {rule.template.name for rule in type_.draw}
        assert "#script" not in program.text
        assert not re.search(r"\t| +$", type_.rules_file.read_text(), re.MULTILINE)


def test_aliases_lead_to_one_type():
    taken: dict[str, str] = {}
    for type_ in catalog.every():
        for name in {plain(each) for each in (type_.name, type_.title, *type_.aliases)}:
            assert taken.setdefault(name, type_.name) == type_.name
    for name in ("light up", "Light Up", "number link"):
        named = catalog.lookup(name)
        assert named is not None and named.name == taken[plain(name)]


def test_clues_are_named_by_templates_that_cover_several(write):
    def kinds(clues: str, draw: str = "circle") -> list[tuple[str, bool]]:
        tokens = 'int: "clue(X,V)"\n    "a": "end(X,east)"\n    "b": "end(X,west)"'
        text = GOOD.replace('int: "clue(X,V)"', tokens).replace("options:", f"{clues}options:")
        folder = write(f'{text}  "end(X,D)": {draw}\n', "mine/manifest.yaml").parent
        return [(str(kind.template), kind.keep) for kind in catalog.load(folder).clues]

    ends = ["end(X,east)", "end(X,west)"]
    assert kinds('clues: ["end(X,D)", "clue(X,V)"]\n') == [(end, False) for end in [*ends, "clue(X,V)"]]
    assert kinds('clues: {"end(X,D)": {keep: yes}}\n') == [(end, True) for end in ends]
    assert kinds("") == [("clue(X,V)", False)]
    assert kinds("", "sign") == [("clue(X,V)", False), *((end, False) for end in ends)]
    assert kinds("clues: {}\n", "sign") == []


def test_manifests_need_no_libyaml(monkeypatch):
    """PyYAML's own parser takes no key with a '?' within braces, which libyaml takes."""
    files = [*library().rglob("*.yaml"), *Path(catalog.__file__).parent.rglob("*.yaml")]
    texts = {
        (file, number): text
        for file in files
        for number, text in enumerate(re.split(r"(?m)^---\n", file.read_text(encoding="utf-8")))
    }
    usual = {where: yaml_text.load(text, where[0].name) for where, text in texts.items()}
    monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    assert len(files) > 100
    for where, text in texts.items():
        assert yaml_text.load(text, str(where[0])) == usual[where], where


@pytest.mark.parametrize("name", ["crossword", "samuraisudoku", "sudoku", "starbattle", "battleship"])
def test_defaults_of_options_stand_in_what_the_rules_include_too(name: str):
    type_ = catalog.find(name)
    declared = rules.load(type_.rule_files).constants
    assert default_options(type_) == {option: declared[option] for option in type_.options}
