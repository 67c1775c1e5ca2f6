"""How to search: what the user sets, checked and completed for one puzzle."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from .. import rules
from ..catalog.manifest import with_own_rules
from ..model.errors import PuzzleError, alternatives, check_arguments, quote
from ..model.puzzle import Puzzle
from ..model.puzzle_type import CONFIGURATIONS, check_option, check_options

#: Counts and sums are searched as they are; by default clasp makes rules of the small ones. So ten boards each of 94
#: types took 9 % less time (Creek 60 %, Balance Loop 34 %; none of them clearly more).
KEEP_COUNTS = "--trans-ext=no"


@dataclass(frozen=True)
class Settings:
    """How to search.

    models: stop after this many answers, 0 for all. rules: further rule files. plain: the type's rules as they stand,
    without its files that only make them faster (docs/rules.md, 'Speed-ups'). constants: options that win over
    the instance's. time_limit: seconds. threads: how many search side by side. configuration: one of
    puzzle_type.CONFIGURATIONS. options: further options of clasp, as its command line takes them. seed: makes clasp
    choose at random, with this seed. conflicts: give up after this many. count: answers are counted, not read.
    drawing: read the facts that pictures show. statistics: keep clasp's statistics. improving: answers are wanted at
    once while better ones are looked for (AnswerSet.so_far).
    """

    models: int = 2
    rules: tuple[str, ...] = ()
    plain: bool = False
    constants: Mapping[str, str] = field(default_factory=dict)
    time_limit: float | None = None
    threads: int = 1
    configuration: str | None = None
    options: tuple[str, ...] = ()
    seed: int | None = None
    conflicts: int | None = None
    count: bool = False
    drawing: bool = True
    statistics: bool = False
    improving: bool = False

    def __post_init__(self) -> None:
        check_arguments("Settings", _ANNOTATIONS, vars(self))
        least = {"models": 0, "threads": 1}
        for name, bound in least.items():
            if (value := getattr(self, name)) is not None and value < bound:
                raise PuzzleError(f"Settings: {name} is {value}, expected at least {bound}")
        if self.configuration is not None and self.configuration not in CONFIGURATIONS:
            known = alternatives(list(CONFIGURATIONS))
            raise PuzzleError(f"Settings: configuration is {quote(self.configuration)}, expected {known}")

    def arguments(self) -> list[str]:
        """clingo's command line for these settings, without the constants."""
        arguments = ["--models=0", "--project=show", "--opt-mode=optN"]
        if self.threads > 1:
            arguments.append(f"--parallel-mode={self.threads}")
        if self.configuration:
            arguments.append(f"--configuration={self.configuration}")
        options = {} if self.configuration else {"--trans-ext": KEEP_COUNTS}
        if self.seed is not None:
            options |= {"--rand-freq": "--rand-freq=0.02", "--sign-def": "--sign-def=rnd"}
        options |= {option.partition("=")[0]: option for option in self.options}  # clasp takes none of them twice
        if self.seed is not None:
            options["--seed"] = f"--seed={self.seed}"
        arguments += options.values()
        if self.conflicts is not None:
            arguments.append(f"--solve-limit={self.conflicts}")
        if self.statistics:
            arguments.append("--stats")
        return arguments


_ANNOTATIONS: dict[str, str] = Settings.__annotations__


def for_board(settings: Settings, puzzle: Puzzle) -> Settings:
    """The settings, with the options that the type names for boards of this size where the user names none."""
    large = puzzle.type.search
    if large is None or settings.configuration or settings.options or len(puzzle.cells) <= large.above:
        return settings
    return replace(settings, configuration=large.configuration, options=large.options)


def constants_of(puzzle: Puzzle, program: rules.Program, settings: Settings) -> dict[str, str]:
    """The `#const`s that a program is grounded with: the puzzle's options, and over them those of the settings.

    program: it holds the declarations of constants that are no options of the type. PuzzleError if a constant of the
    settings is not declared or has a wrong value.
    """
    constants = dict(puzzle.options)
    if not settings.constants:
        return constants
    declared = set(program.constants)
    for name, value in settings.constants.items():
        option = puzzle.type.options.get(name)
        if option is not None:
            constants[name] = check_option(name, value, list(option.choices))
        elif name in declared:
            if not re.fullmatch(r"-?\d{1,5}|_*[a-z]\w*", value):
                raise PuzzleError(f"option {name}: found '{value}', expected a number below 100000 or a word")
            constants[name] = value
        else:
            known = [*puzzle.type.options, *sorted(declared - set(puzzle.type.options))]
            what = f"its options are {', '.join(known)}" if known else "it has none"
            raise PuzzleError(f"{puzzle.type.title} has no option '{name}'; {what}")
    return constants


def with_rules(puzzle: Puzzle, settings: Settings) -> tuple[Puzzle, Settings]:
    """The puzzle with the rules that the user added as its own, and the settings without them: so what is made of it
    takes them along. PuzzleError if they cannot be read.
    """
    if not settings.rules:
        return puzzle, settings
    return replace(puzzle, type=with_own_rules(puzzle.type, settings.rules)), replace(settings, rules=())


def with_options(puzzle: Puzzle, settings: Settings) -> tuple[Puzzle, Settings]:
    """The puzzle with those options of its type, and those rules, that the user set, and the settings without them."""
    puzzle, settings = with_rules(puzzle, settings)
    own = {name: value for name, value in settings.constants.items() if name in puzzle.type.options}
    others = {name: value for name, value in settings.constants.items() if name not in own}
    options = puzzle.options | check_options(puzzle.type, own)
    return replace(puzzle, options=options), replace(settings, constants=others)
