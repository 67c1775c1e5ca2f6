"""The manual page, and completion in shells."""

from __future__ import annotations

import pytest
from click.shell_completion import ShellComplete, get_completion_class
from conftest import command

from pysolve.cli import cli, commands


def completed(*words: str, incomplete: str = "") -> list[tuple[str, str]]:
    """What a shell is told: how the word goes on, and whether it is the name of a file."""
    found = ShellComplete(cli, {}, "pysolve", "_PYSOLVE_COMPLETE").get_completions(list(words), incomplete)
    return [(each.value, each.type) for each in found]


def test_the_manual_has_every_command_and_option():
    done = command("man")
    assert done.code == 0 and done.out.startswith(".TH PYSOLVE 1 ")
    text = done.out.replace("\\-", "-")
    for name, each in commands().items():
        assert f"\n.SS\npysolve {name} " in text
        assert all(option in text for parameter in each.params for option in parameter.opts if option.startswith("-"))
    requests = {line.split()[0] for line in done.out.splitlines() if line.startswith((".", "'"))}
    assert requests <= {".TH", ".SH", ".SS", ".PP", ".TP", ".B", ".nf", ".fi"}


def test_options_of_a_type_and_files_are_completed():
    assert completed("solve", "-t", "starbattle", "-c", incomplete="st") == [("stars=", "plain")]
    assert completed("solve", incomplete="insta") == [("insta", "file")]
    assert completed("solve", "-r", incomplete="my") == [("my", "file")]
    assert ("sudoku", "plain") in completed("show", incomplete="sud")
    assert completed(incomplete="gro") == [("ground", "plain")]
    completed("sovle")  # a command that there is not is no error while one types


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_gets_its_script(shell):
    done = command("completion", shell)
    assert done.code == 0 and f"_PYSOLVE_COMPLETE={shell}_complete" in done.out


@pytest.mark.skipif(get_completion_class("powershell") is None, reason="click knows PowerShell from 8.5 on")
def test_powershell_gets_its_script_and_what_the_script_asks_for(monkeypatch):
    """There is no PowerShell here: what its script sends and reads is tried, a line each for kind, word and help."""
    assert "$env:_PYSOLVE_COMPLETE = 'powershell_complete'" in command("completion", "powershell").out
    monkeypatch.setenv("COMP_WORDS", "pysolve solve -t starbattle -c st")
    monkeypatch.setenv("COMP_CWORD", "5")
    asked = get_completion_class("powershell")(cli, {}, "pysolve", "_PYSOLVE_COMPLETE").complete()
    assert asked == "plain\nstars=\n_"


def test_a_shell_that_click_is_too_old_for(monkeypatch):
    monkeypatch.setattr("pysolve.cli.services.get_completion_class", lambda shell: None)
    done = command("completion", "powershell")
    assert done.code == 2 and "expected 8.5 or later for completion in powershell" in done.err


def test_no_other_shell():
    assert command("completion", "dos").code == 2
