"""What clingo's Python package does, as lines of text: the same natively and as WebAssembly (test_wasm.py)."""

from __future__ import annotations

import clingo
from clingo import Function, Number, String, ast
from clingo.backend import HeuristicType, TruthValue
from clingo.symbol import Infimum, Supremum, SymbolType, Tuple_, parse_term

LINES: list[str] = []


def say(*values: object) -> None:
    """A line."""
    LINES.append(" ".join(map(str, values)))


def attempt(act, *given) -> None:
    """A line with what was raised."""
    try:
        say("nothing raised:", act(*given))
    except (TypeError, OverflowError) as error:
        say(type(error).__name__)
    except Exception as error:
        say(type(error).__name__, error)


def control(text: str, *arguments: str, **more) -> clingo.Control:
    """A grounded program."""
    made = clingo.Control(list(arguments), **more)
    made.add("base", [], text)
    made.ground([("base", [])])
    return made


def models(of: clingo.Control, **given) -> list[list[str]]:
    """Its answers, in order."""
    with of.solve(yield_=True, **given) as handle:
        return sorted(sorted(map(str, model.symbols(shown=True))) for model in handle)


def symbols() -> None:
    """Making, reading and comparing symbols."""
    made = [Number(-3), Number(2**31 - 1), String('say "ä∀"\n'), Function("f", [Number(1), Tuple_([])], False), Infimum]
    made += [
        Supremum,
        Function("", [Number(7)]),
        parse_term("g(1+2,#inf,-h)"),
        Function("long" * 3000, [Number(1)] * 40_000),
    ]
    for each in sorted(made):
        say(str(each)[:60], len(str(each)), each.type, repr(each)[:60])
        if each.type is SymbolType.Function:
            say(each.name[:9], each.positive, len(each.arguments), each.match(each.name, len(each.arguments)))
    say(Number(3) == Number(3), Number(3) < Number(4), hash(Number(3)) == hash(Number(3)))
    attempt(Number, 2**31)
    attempt(Number, "3")
    attempt(lambda: Number(1).name)
    attempt(lambda: String("x").number)
    attempt(parse_term, "f(")


class Context:
    """Functions for terms of a program."""

    def next(self, number):
        return Number(number.number + 1)

    def several(self, number):
        return [Function("n", [Number(each)]) for each in range(number.number)]

    def nested(self, number):
        inner = control("a(1..3). b :- a(X), X > 2.")
        return Number(len(models(inner)[0]) + number.number)

    def wrong(self, number):
        raise ValueError(f"not with {number}")


def context() -> None:
    """Functions that are called while grounding, also ones that ground themselves."""
    of = clingo.Control()
    of.add("base", ["n"], "p(@next(n)). q(X) :- X = @several(n). r(@nested(n)).")
    of.ground([("base", [Number(3)])], Context())
    say(models(of))
    of = clingo.Control(logger=lambda code, text: say(code, text))
    of.add("base", [], "p(@wrong(2)).")
    attempt(of.ground, [("base", [])], Context())
    attempt(clingo.Control().add, "base", [], "a :- ")
    say(models(control("a(1+b). c :- d. e(X) :- f(X).", logger=lambda code, text: say(code, text))))
    attempt(clingo.Control, ["--no-such-option"])


def searching() -> None:
    """Answers, assumptions, cores, costs, consequences, and what a model knows."""
    of = control("{a; b; c}. :- a, b. #external e. d :- e. x(1..2) :- c. #show a/0. #show b/0. #show x(X) : x(X).", "0")
    say(models(of), models(of, assumptions=[(Function("c"), True), (Function("a"), False)]))
    of.assign_external(Function("e"), True)
    literal = {str(each.symbol): each.literal for each in of.symbolic_atoms}
    with of.solve(assumptions=[literal["c"], literal["a"], literal["b"]], yield_=True) as handle:
        say(handle.model(), sorted(literal[name] in handle.core() for name in "abc"), handle.get())
    with of.solve(yield_=True, assumptions=[literal["a"]]) as handle:
        for model in handle:
            say(model.type, model.cost, model.number > 0, model.contains(Function("d")), model.is_true(-literal["b"]))
            say(sorted(map(str, model.symbols(atoms=True))), sorted(map(str, model.symbols(terms=True, shown=True))))
            model.extend([Function("extra")])
            say(sorted(map(str, model.symbols(theory=True))), model.context.symbolic_atoms[Function("a")].is_fact)
    for each in of.symbolic_atoms:
        say(each.symbol, each.is_fact, each.is_external)
    say(of.symbolic_atoms.signatures, len(of.symbolic_atoms), Function("zz") in of.symbolic_atoms)
    best = control("1 {a(1..3)}. #minimize {X@2,X : a(X)}. #maximize {1@1,X : a(X)}.", "0")
    found: list[object] = []
    result = best.solve(on_model=lambda model: found.append((model.cost, model.priority, model.optimality_proven)))
    say(found[-1], result.satisfiable, result.exhausted, result.interrupted)
    for mode in ("brave", "cautious"):
        some = control("1 {a; b} 1. c.", "0", f"--enum-mode={mode}")
        with some.solve(yield_=True) as handle:
            say(mode, [sorted(map(str, model.symbols(shown=True))) for model in handle][-1])
    project = control("{a; b; c}. #project a. #project b.", "0", "--project")
    say(len(models(project)))
    on_finish: list[object] = []
    say(of.solve(on_finish=on_finish.append), on_finish)
    attempt(lambda: of.solve(on_model=lambda model: 1 / 0))
    with of.solve(yield_=True) as handle:
        handle.resume()
        say(handle.model() is not None)
        handle.cancel()
        say(handle.get().interrupted)


def clauses() -> None:
    """Clauses that are added while searching."""
    of = control("{a(1..4)}.", "0")
    literals = [each.literal for each in of.symbolic_atoms]
    count = 0
    with of.solve(yield_=True) as handle:
        for model in handle:
            count += 1
            model.context.add_clause([-literals[0]])
            model.context.add_nogood([literals[1], literals[2]])
    say(0 < count < 16)


def backend() -> None:
    """Everything that a backend takes."""
    of = clingo.Control(["0"])
    with of.backend() as to:
        a, b, c = (to.add_atom(Function(name)) for name in "abc")
        d, e = to.add_atom(), to.add_atom()
        to.add_rule([a, b], choice=True)
        to.add_rule([c], [a, -b])
        to.add_weight_rule([d], 3, [(a, 2), (b, 1), (c, 1)])
        to.add_rule([], [d, e])
        to.add_external(e, TruthValue.Free)
        to.add_minimize(1, [(a, 1), (b, 2)])
        to.add_project([a, b])
        to.add_heuristic(a, HeuristicType.Sign, 1, 1, [b])
        to.add_acyc_edge(1, 2, [a])
        to.add_acyc_edge(2, 1, [b])
        to.add_assume([-e])
        number, name = to.add_theory_term_number(3), to.add_theory_term_string("x")
        function = to.add_theory_term_function("f", [number, name])
        sequence = to.add_theory_term_sequence(clingo.TheorySequenceType.Set, [function, number])
        to.add_theory_atom_with_guard(
            to.add_theory_term_string("t"), [to.add_theory_element([sequence], [a])], "<", number
        )
        attempt(to.add_rule, [a], [2**31])
        attempt(to.add_rule, ["a"])
    for atom in of.theory_atoms:
        say(
            atom,
            *map(str, atom.guard),
            [(list(map(str, element.terms)), element.condition) for element in atom.elements],
            atom.literal > 0,
        )
    say(models(of))


class Watch(clingo.Observer):
    """Says what is grounded."""


def _told(name: str):
    return lambda self, *given: say(name, *given)


for _name in dir(clingo.Observer):
    if not _name.startswith("_"):
        setattr(Watch, _name, _told(_name))


def observer() -> None:
    """Notes what clingo tells an observer."""
    of = clingo.Control()
    of.register_observer(Watch())
    text = "#theory t {term {}; &d/0 : term, {<}, term, any}. {a; b; c}. e :- 2 {a; b; c}. #minimize {1@2 : a}. #project a."
    of.add(
        "base", [], text + " #external x. #heuristic a : b. [1@2,true] #edge (1,2) : a. &d {a : b} < 3. #show z : e."
    )
    of.ground([("base", [])])
    of.solve(assumptions=[2])


class AtMost:
    """A propagator: no more than some atoms are true."""

    def __init__(self, most: int) -> None:
        self.most, self.true, self.undone = most, [], 0

    def init(self, init: clingo.PropagateInit) -> None:
        for atom in init.symbolic_atoms.by_signature("a", 1):
            init.add_watch(init.solver_literal(atom.literal))
        say(init.number_of_threads, init.assignment.has_conflict, init.check_mode)
        init.add_clause([init.add_literal()])

    def propagate(self, control: clingo.PropagateControl, changes) -> None:
        for literal in changes:
            self.true.append(literal)
            if len(self.true) > self.most and not control.add_nogood(self.true):
                return

    def undo(self, thread, assignment, changes) -> None:
        self.undone += len(changes)
        self.true = [each for each in self.true if each not in changes]

    def check(self, control: clingo.PropagateControl) -> None:
        assert control.assignment.is_total and len(self.true) <= self.most

    def decide(self, thread, assignment, fallback) -> int:
        assert not assignment.is_total
        return fallback


def propagators() -> None:
    """Propagators in Python."""
    of = clingo.Control(["0"])
    counting = AtMost(2)
    of.register_propagator(counting)
    of.add("base", [], "{a(1..5)}.")
    of.ground([("base", [])])
    say(len(models(of)), counting.undone > 0)


class Renaming(ast.Transformer):
    """Calls predicates otherwise."""

    def visit_Function(self, node: ast.AST) -> ast.AST:
        return node.update(name=f"my_{node.name}", arguments=self.visit_sequence(node.arguments))


def trees() -> None:
    """Syntax trees: parsed, walked, changed, built, written, grounded."""
    text = """
    #const n = 3. p(1..n). q(X,"t") :- p(X), not r(X), X != 2, 1 #sum {Y,Z : s(Y,Z)} n. :~ p(X). [X@2,a]
    1 {a(X) : p(X)} 2. #show q/2. #show f(X) : p(X). #external e(X) : p(X). [true] #defined zz/1. #program more(k).
    #theory t {term {- : 1, unary}; &d/1 : term, {<}, term, any}. &d(1) {-X : p(X)} < 3. #heuristic a(1). [1,sign]
    #include "nothing". #script (lua) x = 1 #end. b; c :- X = (1,-2,|3|), &true. #edge (1,2) : p(1). #project p/1.
    """.replace('#include "nothing".', "").replace("&true", "#true")
    statements: list[ast.AST] = []
    ast.parse_string(text, statements.append)
    for each in statements:
        say(each, each.ast_type, each.location.begin.line, each.location.end.column, each.keys())
        say(repr(each)[:400], each == each.update(), each < statements[0], hash(each) == hash(each))
        say(Renaming()(each), ast.AST.__deepcopy__(each, {}) == each)
    place = statements[0].location
    head = ast.Literal(
        place,
        ast.Sign.NoSign,
        ast.SymbolicAtom(ast.Function(place, "made", [ast.SymbolicTerm(place, Number(5))], False)),
    )
    made = ast.Rule(place, head, [])
    made.body.append(ast.Literal(place, ast.Sign.Negation, ast.BooleanConstant(0)))
    made.body.extend([made.body[0]])
    del made.body[0]
    say(made, len(made.body), made.head.atom.symbol.arguments[0].symbol)
    of = clingo.Control()
    with ast.ProgramBuilder(of) as to:
        to.add(made)
    of.ground([("base", [])])
    say(models(of))
    attempt(lambda: made.nothing)
    attempt(lambda: ast.parse_string("a :- .", say, logger=lambda code, text: say(code, text)))
    attempt(lambda: ast.parse_string("a.", lambda each: 1 / 0))
    say(clingo.ast.TheorySequenceType.List, [str(each) for each in ast.ASTType][:3])


def configuration() -> None:
    """Options, and statistics."""
    of = control("{a(1..8)}. :- a(X), a(Y), X < Y.", "--models=0", "--stats=2")
    options = of.configuration
    say(
        options.keys,
        options.solve.models,
        options.solve.description("models"),
        len(options.solver),
        options.solver[0].keys,
    )
    options.solve.models = 3
    options.solver[0].heuristic = "Vsids"
    say(options.solve.models, options.solver[0].heuristic, len(models(of)))
    attempt(lambda: setattr(options.solve, "models", "many"))
    options.solve.models = 3
    attempt(lambda: options.nothing)

    def extend(step, all_):
        step["mine"] = {"list": [1, 2], "number": 3}

    of.solve(on_statistics=extend)
    say(sorted(of.statistics), of.statistics["user_step"], of.statistics["summary"]["models"]["enumerated"])
    say(of.statistics["problem"]["lp"]["atoms"], of.is_conflicting, of.enable_cleanup, of.get_const("n"))
    of.enumeration_assumption = False
    of.cleanup()
    say(control("p(n).", "-c", "n=4").get_const("n"), clingo.version()[:2])
    of.release_external(Function("zz"))


for each in (symbols, context, searching, clauses, backend, observer, propagators, trees, configuration):
    LINES.append(f"# {each.__name__}")
    try:
        each()
    except Exception as error:
        import traceback

        last = traceback.extract_tb(error.__traceback__)
        LINES.append(
            f"FAILED {each.__name__}: {type(error).__name__}: {error} {[(f.filename.split('/')[-1], f.lineno, f.name) for f in last][-4:]}"
        )
