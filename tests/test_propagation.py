"""What propagation, and parts of a program, say follows: the solver, with the whole program, must say so, too."""

from __future__ import annotations

import random
from unittest.mock import Mock

import clingo
import pytest

from pysolve import rules
from pysolve.analysis.assumptions import SearchLimitError
from pysolve.analysis.finders import ByProbing
from pysolve.analysis.propagation import Completion, GroundRules, Propagation, Rule
from pysolve.analysis.regions import Region, RuleGraph
from pysolve.solving.grounding import GroundProgram

THINGS = [f"t{number}" for number in range(5)]
ATOMS = [f"a{number}" for number in range(8)]


def program(chance: random.Random) -> str:
    """Rules, with loops and sums, over some atoms that may be chosen."""
    lines = [f"{{ {'; '.join(THINGS)} }}."]

    def literal() -> str:
        return chance.choice(["", "", "not "]) + chance.choice([*THINGS, *ATOMS])

    for atom in ATOMS:
        for _ in range(chance.randrange(3)):
            body = [literal() for _ in range(chance.randint(1, 3))]
            if chance.random() < 0.3:
                elements = "; ".join(f"{chance.randint(1, 3)},{number}: {literal()}" for number in range(4))
                body.append(f"#sum {{ {elements} }} >= {chance.randint(1, 6)}")
            lines.append(f"{f'{{ {atom} }}' if chance.random() < 0.3 else atom} :- {', '.join(body)}.")
    lines += [f":- {literal()}, {literal()}, {literal()}." for _ in range(2)]
    return "\n".join([*lines, *(f"#defined {atom}/0." for atom in ATOMS)])


class Grounded:
    """A program, its rules, and the literals of its atoms."""

    def __init__(self, text: str) -> None:
        observer = GroundRules()
        self.control = clingo.Control(["--project=no"], logger=lambda code, text: None)
        self.control.register_observer(observer)
        self.control.add("base", [], text)
        self.control.ground([("base", [])])
        self.rules: list[Rule] = observer.rules
        self.literals = {str(atom.symbol): atom.literal for atom in self.control.symbolic_atoms if atom.literal}
        self.things = [self.literals[name] for name in THINGS]

    def possible(self, *literals: int) -> bool:
        """Whether an answer set has all these literals."""
        return bool(self.control.solve(assumptions=list(literals)).satisfiable)


def propagated(grounded: Grounded) -> Propagation:
    propagation = Propagation(Completion(grounded.rules, map(abs, grounded.literals.values())))
    for literal in propagation.completion.certain:
        propagation.add(literal, 0)
    for number, thing in enumerate(grounded.things):
        propagation.add(thing, 1 << number)
    propagation.run(len(THINGS))
    return propagation


def members(grounded: Grounded, label: int) -> list[int]:
    return [thing for number, thing in enumerate(grounded.things) if label >> number & 1]


@pytest.mark.parametrize("seed", range(150))
def test_a_literal_follows_from_its_label(seed: int):
    grounded = Grounded(program(random.Random(seed)))
    labels = propagated(grounded).labels
    for literal in grounded.literals.values():
        for signed in (literal, -literal):
            if signed in labels:
                assert not grounded.possible(*members(grounded, labels[signed]), -signed)


@pytest.mark.parametrize("seed", range(150))
def test_what_a_probe_finds_contradicts_the_literal_and_leaves_no_trace(seed: int):
    grounded = Grounded(program(random.Random(seed)))
    propagation = propagated(grounded)
    before = dict(propagation.labels)
    for literal in grounded.literals.values():
        for signed in (literal, -literal):
            contradiction, _ = propagation.probe(signed, len(THINGS))
            if contradiction is not None:
                assert not grounded.possible(*members(grounded, contradiction), signed)
    assert propagation.labels == before


@pytest.mark.parametrize("seed", range(150))
def test_what_nothing_supports_does_not_hold_by_its_label(seed: int):
    grounded = Grounded(program(random.Random(seed)))
    labels = propagated(grounded).labels
    for literal, label in RuleGraph(grounded.rules).loops().unsupported(labels).items():
        assert not grounded.possible(*members(grounded, label), -literal)


def test_what_only_supports_itself_is_seen_beyond_the_completion():
    grounded = Grounded("{ t0; t1; t2; t3; t4 }. a :- b. b :- a. a :- t0. b :- t1, t2. c :- a.")
    a, b, t0, t1, *_ = (grounded.literals[name] for name in ("a", "b", *THINGS))
    labels = propagated(grounded).labels | {-t0: 1 << 5, -t1: 1 << 6}
    assert RuleGraph(grounded.rules).loops().unsupported(labels) == {-a: 3 << 5, -b: 3 << 5}
    assert RuleGraph(grounded.rules).loops().unsupported({-t0: 1}) == {}


def test_of_reasons_of_one_size_that_with_more_facts_is_kept():
    grounded = Grounded("{ t0; t1; t2; t3; t4 }. a :- t0. a :- t1.")
    propagation = Propagation(Completion(grounded.rules, map(abs, grounded.literals.values())))
    propagation.facts = 1 << 1
    for number, thing in enumerate(grounded.things[:2]):
        propagation.add(thing, 1 << number)
        propagation.run(1)
    assert propagation.labels[grounded.literals["a"]] == 1 << 1


@pytest.mark.parametrize("seed", range(150))
@pytest.mark.parametrize("most", [4, 8, None])
def test_what_follows_in_a_part_follows_in_the_program(seed: int, most: int | None):
    grounded = Grounded(program(random.Random(seed)))
    graph = RuleGraph(grounded.rules)
    facts = [signed for literal in grounded.literals.values() for signed in (literal, -literal)]
    things: list[int] = []  # as many as do not contradict each other
    for thing in grounded.things:
        things += [thing] if grounded.possible(*things, thing) else []
    region = Region(graph, graph.near(grounded.things[0], most), set(map(abs, facts)))
    for fact in region.consequences(facts, things):
        reason = region.shrunk(fact, None)
        assert reason is not None and set(reason) <= set(things)
        assert not grounded.possible(*reason, -fact)
    if most is None:
        certain = {fact for fact in facts if not grounded.possible(*things, -fact)}
        assert certain <= set(region.consequences(facts, things)) | set(things)


def test_facts_that_the_solver_gave_up_are_tried_again_with_more_effort_only(monkeypatch: pytest.MonkeyPatch):
    grounded = Grounded("{ t0; t1; t2; t3; t4 }. a :- t0, t1. b :- not a.")
    graph = RuleGraph(grounded.rules)
    a, things = grounded.literals["a"], [grounded.literals["t0"], grounded.literals["t1"]]
    region = Region(graph, graph.near(a, None), {a})
    searches = Mock(side_effect=SearchLimitError)
    with monkeypatch.context() as patched:
        patched.setattr(region, "core", searches)
        assert region.consequences([a], things, 300) == region.consequences([a], things, 200) == {}
    assert searches.call_count == 1
    assert region.consequences([a], things, 300) == {}
    assert region.consequences([a], things, 3000) == {a: 2}


def test_the_completion_leaves_out_what_leads_nowhere():
    grounded = Grounded("{ t0; t1; t2; t3; t4 }. a :- t0, t1. b :- not a. c :- t3, t4. violated :- t2, not b.")
    t2, violated = grounded.literals["t2"], grounded.literals["violated"]
    completion = Completion(grounded.rules, [t2], [violated])
    used = {abs(literal) for clause in completion.clauses for literal in clause} | {*map(abs, completion.implied)}
    assert used == {grounded.literals[name] for name in ("t0", "t1", "t2", "a", "b", "violated")}
    assert len(completion.clauses) == 2  # what follows from violated being false, and a from t0 and t1; not t0 from a
    assert not completion.implied[grounded.literals["a"]].count(grounded.literals["t0"])


def test_what_led_to_nothing_is_tried_again_where_more_is_known_beside_it():
    """What is new leads to nothing by itself, nor did what the opposite of a fact led to; both together do."""
    grounded = Grounded("{ t0; t1; t2; t3; t4 }. a :- t0. b :- t0. violated :- a, b, t1, t2.")
    x, one, other, violated = (grounded.literals[name] for name in ("t0", "t1", "t2", "violated"))
    propagation = Propagation(Completion(grounded.rules, [x, one, other], [violated]))
    propagation.add(-violated, 1)
    propagation.run(1)
    probing = ByProbing(Mock(propagation=propagation, facts=Mock(elsewhere={})))
    assert probing.find([-x], None) is None
    propagation.add(one, 2)
    propagation.add(other, 4)
    propagation.run(2)
    found = probing.find([-x], None)
    assert found is not None and (found.fact, found.premises) == (-x, 7)


def unrefuted(seed: int) -> Grounded:
    """A random program without constraints; atoms may depend on themselves through a negation."""
    lines = program(random.Random(seed)).split("\n")
    return Grounded("\n".join(line for line in lines if not line.startswith(":-")))


@pytest.mark.parametrize("seed", range(150))
def test_what_literals_depend_on_says_as_much_of_them_as_the_program(seed: int):
    chance = random.Random(seed)
    grounded = unrefuted(seed)
    graph = RuleGraph(grounded.rules)
    literals = [signed for literal in grounded.literals.values() for signed in (literal, -literal)]
    for _ in range(10):
        fact, *premises = chance.sample(literals, 3)
        part = Region(graph, graph.below([fact, *premises]))
        assert (part.core(fact, premises) is None) == grounded.possible(-fact, *premises)


@pytest.mark.parametrize("seed", range(50))
def test_a_part_that_takes_in_another_says_as_much_as_the_program_of_both(seed: int):
    chance = random.Random(seed)
    grounded = unrefuted(seed)
    graph = RuleGraph(grounded.rules)
    literals = [signed for literal in grounded.literals.values() for signed in (literal, -literal)]
    part = Region(graph, graph.below(literals[:1]))
    for _ in range(10):
        fact, *premises = chance.sample(literals, 3)
        below = graph.below([fact, *premises])
        size = part.size
        if not part.take_in(below, 2, 0.5):
            assert part.size == size
            part = Region(graph, below)
        assert (part.core(fact, premises) is None) == grounded.possible(-fact, *premises)


@pytest.mark.parametrize("seed", range(50))
def test_sums_that_gave_nothing_new_are_looked_at_again_once_they_may(seed: int):
    chance = random.Random(seed)
    grounded = Grounded(program(chance))
    propagation, plain = propagated(grounded), propagated(grounded)
    plain._settled = Unsettled([(-1, 0, 0)] * len(plain.completion.sums))
    literals = [signed for literal in grounded.literals.values() for signed in (literal, -literal)]
    for _ in range(30):
        some = dict.fromkeys(chance.sample(literals, 3), 1 << len(THINGS))
        assert propagation.broken(some, len(THINGS)) == plain.broken(some, len(THINGS))


class Unsettled(list):
    """What is kept of sums, if nothing is: all are always looked at."""

    def __setitem__(self, at, value):
        pass


def test_literals_depend_on_a_part_of_the_program_only_if_the_rest_refutes_nothing():
    sizes = set()
    for seed in range(150):
        grounded = unrefuted(seed)
        part = RuleGraph(grounded.rules).below(grounded.things[:1])
        sizes.add(len(part.rules) == len(grounded.rules))
    assert sizes == {True, False}
    for rule in (":- not t0.", "a0 :- t0, not a0.", "a0 :- t0, not a1. a1 :- a2. a2 :- a0."):
        grounded = Grounded(f"{{ t0; t1; t2; t3; t4 }}. {{ t5 }}. {rule}")
        assert len(RuleGraph(grounded.rules).below(grounded.things[:1]).rules) == len(grounded.rules)
    grounded = Grounded("{ t0; t1; t2; t3; t4 }. a0 :- t0, not a1. a1 :- a2. a2 :- a1, t0. a2 :- t1.")
    assert len(RuleGraph(grounded.rules).below(grounded.things[:1]).rules) == 1
    grounded = Grounded("{ t0; t1; t2; t3; t4 }. { t5 }. :- t0, t1.")  # what only bars choices refutes no other ones
    assert [len(RuleGraph(grounded.rules).below([each]).rules) for each in grounded.things[:1]] == [2]


def test_the_random_programs_are_no_trivial_ones():
    sizes = [len(propagated(Grounded(program(random.Random(seed)))).labels) for seed in range(40)]
    assert max(sizes) > 15 and len(set(sizes)) > 5


def test_an_atom_of_which_no_rule_is_left_is_none_that_may_hold(write):
    path = write("{ b }.\na :- c, b, not a.\n#defined c/0.\n", "rules.lp")
    ground = GroundProgram(rules.load([path]))
    ground.ground()
    assert "a" in {str(atom.symbol) for atom in ground.control.symbolic_atoms}  # clingo lists it, with the literal 0
    assert list(ground.atoms("a", 0)) == [] and len(list(ground.atoms("b", 0))) == 1
