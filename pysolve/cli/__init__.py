"""The command line: thin faces over the modules that do the work."""

from __future__ import annotations

import errno
import io
import os
import signal
import sys
import threading
from contextlib import suppress
from importlib import import_module
from types import FrameType

import click

from .. import __version__
from ..analyses import ANALYSES
from ..formats.source import is_address
from ..model.errors import PuzzleError, StoppedError, fault, nearest, quote, said_by_system
from . import analysis
from .options import ExitCode, complain, leave

#: The commands, in the order in which help lists them: the modules that they live in, and what they are for.
COMMANDS = {
    "solve": ("solve", "Find answers, and say whether there is only one."),
    "check": ("solve", "Only the verdict, a line for each puzzle."),
    "batch": ("batch", "Solve many puzzles: an answer file and a line of JSON each."),
    **{name: ("make" if name == "make" else "analysis", line.about) for name, line in ANALYSES.items()},
    "convert": ("writing", "Write puzzles in another format."),
    "draw": ("writing", "Puzzles as pictures, a file each."),
    "sheet": ("writing", "Puzzles on pages to print, their answers at the end."),
    "serve": ("services", "Open the workbench in the browser."),
    "site": ("services", "Write the workbench as files that any web server can serve."),
    "facts": ("solve", "The puzzle as ASP facts, for plain clingo."),
    "ground": ("solve", "How large the ground program is, by predicate and rule."),
    "types": ("types", "List the types of puzzles."),
    "show": ("types", "Explain a type: its rules, its input by example, its options."),
    "new": ("types", "Start a new type of puzzles."),
    "copy": ("types", "Copy a type, to edit it."),
    "test": ("types", "Test a type that you write: rules, manifest, examples."),
    "lsp": ("services", "A language server for editors: rules and manifests."),
    "completion": ("services", "What completes commands, options, types and files in a shell."),
    "man": ("services", "The manual page."),
}


class _Commands(click.Group):
    """Commands whose modules are imported when they are needed, so that solving starts soon."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context | None, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, about = COMMANDS[cmd_name]
        if module == "analysis":
            command = analysis.command(cmd_name)
        else:
            command = getattr(import_module(f".{module}", __package__), cmd_name)
        command.short_help = about
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Lists the commands for --help, without importing their modules."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, about) for name, (_, about) in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does it; a name that is not there gets the nearest one that is."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-") and not ctx.resilient_parsing:
            near = nearest(args[0], COMMANDS)
            hint = f"did you mean {quote(near)}?" if near else "'pysolve --help' lists all"
            if os.path.exists(args[0]) or is_address(args[0]):
                hint = "a puzzle stands behind one, as in 'pysolve solve FILE'"
            raise click.UsageError(f"there is no command {quote(args[0])}; {hint}", ctx)
        return super().resolve_command(ctx, args)


def commands() -> dict[str, click.Command]:
    """All commands by name."""
    return {name: command for name in COMMANDS if (command := cli.get_command(None, name)) is not None}


def _say_version(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if wanted:
        import platform
        from importlib import metadata

        click.echo(f"pysolve {__version__} (clingo {metadata.version('clingo')}, Python {platform.python_version()})")
        context.exit()


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_say_version,
    help="Show the versions of pysolve, clingo and Python.",
)  # fmt: skip
@click.option("--debug", is_flag=True, help="Show on standard error where in the program an error comes from.")
def cli(debug: bool) -> None:
    """Solve logic puzzles from rules that anyone can read and edit.

    \b
    pysolve solve FILE       find an answer, and say whether it is the only one
    pysolve types            list the types of puzzles
    pysolve show TYPE        explain one

    Exit codes: 0 an answer was found (check, batch: all are unique), 1 none (not unique),
    2 wrong input, 3 unknown because a limit was reached, 70 a fault of pysolve, 130 interrupted.
    """
    if debug:
        import logging

        logging.basicConfig(format="%(message)s", stream=sys.stderr)
        logging.getLogger("pysolve").setLevel(logging.DEBUG)


def main() -> None:
    """The console script."""
    _open_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a character that the terminal lacks must not end the program
    signal.signal(signal.SIGTERM, _terminate)
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)  # from now on, what is half done is cleaned up
    try:
        code = run()
    except KeyboardInterrupt:  # while an error was written
        code = ExitCode.INTERRUPTED
    except _Terminated:
        code = ExitCode.TERMINATED
    leave(code)


def _open_streams() -> None:
    """Where the program was started with a stream closed, puts something in its place: another file would get its
    number. What is written to a closed standard output is lost, so writing fails.
    """
    for number, mode in enumerate((os.O_RDONLY, os.O_RDONLY, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, mode)
    sys.stdout = sys.stdout or open(1, "w", closefd=False)  # noqa: SIM115
    sys.stderr = sys.stderr or open(2, "w", closefd=False)  # noqa: SIM115


class _Terminated(BaseException):
    """The system wants the program to end (SIGTERM); what is half done is removed on the way out."""


#: Seconds that this may take.
_LEAVING = 2.0


def _terminate(number: int, frame: FrameType | None) -> None:
    """Ends the program, also where the exception comes up in a place in which Python drops it."""
    timer = threading.Timer(_LEAVING, os._exit, (int(ExitCode.TERMINATED),))
    timer.daemon = True
    timer.start()
    raise _Terminated


def run(arguments: list[str] | None = None) -> int:
    """Runs a command and turns what went wrong into a sentence; returns the exit code.

    arguments: what follows the program's name; None for those of this process.
    """
    try:
        code = cli.main(arguments, standalone_mode=False, prog_name="pysolve")
        sys.stdout.flush()
    except click.exceptions.Exit as end:
        code = end.exit_code
    except click.ClickException as error:
        with suppress(OSError):
            _of_others(error).show()
        code = ExitCode.WRONG_INPUT
    except StoppedError as error:
        complain(error)
        code = ExitCode.LIMIT_REACHED
    except PuzzleError as error:
        complain(error)
        code = ExitCode.WRONG_INPUT
    except (KeyboardInterrupt, click.exceptions.Abort):
        with suppress(OSError):
            click.echo("Interrupted.", err=True)
        code = ExitCode.INTERRUPTED
    except (BrokenPipeError, SystemExit):  # the reader of our output has seen enough; click makes it an exit
        code = ExitCode.SUCCESS
    except _Terminated:
        code = ExitCode.TERMINATED
    except OSError as error:
        wrong = _of_output(error)
        code = ExitCode.WRONG_INPUT if wrong is not None else ExitCode.FAULT
        complain(wrong or PuzzleError(said_by_system(error), file=error.filename))
    except MemoryError:
        complain(PuzzleError("there was no memory left"))
        code = ExitCode.FAULT
    except Exception as error:
        code = _ended_by(error)
        if code == ExitCode.FAULT:
            complain(fault(error))
    return code if isinstance(code, int) else 0


def _of_others(error: click.ClickException) -> click.ClickException:
    """Says which commands have an option, where the given one has not; any other error as it is."""
    if not isinstance(error, click.NoSuchOption):
        return error
    having = [
        name for name, each in commands().items()
        if any(error.option_name in (*option.opts, *option.secondary_opts) for option in each.params)
    ]  # fmt: skip
    if not having or error.ctx is None:
        return error
    which = "other commands have it" if len(having) > 4 else f"pysolve {' and '.join(having)} have it"
    return click.UsageError(f"{error.ctx.info_name} has no option {quote(error.option_name)}; {which}", error.ctx)


def _ended_by(error: BaseException | None) -> ExitCode:
    """Why the program ends with an error: Python 3.11 wraps a signal that comes up while a class is made."""
    while error is not None:
        if isinstance(error, _Terminated):
            return ExitCode.TERMINATED
        if isinstance(error, KeyboardInterrupt):
            return ExitCode.INTERRUPTED
        error = error.__cause__
    return ExitCode.FAULT


#: How writing ends where there is no room, or nothing to write to.
_UNWRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)


def _of_output(error: OSError) -> PuzzleError | None:
    """What the user can mend: output that cannot be written, as where -o names a file; or a current directory that is
    gone. None if it is neither.
    """
    if not _has_folder():
        return PuzzleError("the current directory no longer exists: change to one that does")
    if error.errno in _UNWRITABLE and error.filename is None:
        return PuzzleError(f"the output cannot be written: {said_by_system(error)}")
    return None


def _has_folder() -> bool:
    """Whether the current directory is there: much of Python ends in an OSError where it is not."""
    try:
        os.getcwd()
    except OSError:
        return False
    return True
