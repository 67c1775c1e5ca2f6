"""What commands end with."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum


class ExitCode(IntEnum):
    """The exit codes; each command's help says what the first ones mean for it."""

    SUCCESS = 0
    NEGATIVE = 1
    WRONG_INPUT = 2
    LIMIT_REACHED = 3
    FAULT = 70
    INTERRUPTED = 130
    TERMINATED = 143


#: From harmless to grave: what a command about several puzzles ends with.
_GRAVITY = (ExitCode.SUCCESS, ExitCode.NEGATIVE, ExitCode.LIMIT_REACHED, ExitCode.WRONG_INPUT)


def gravest(codes: Iterable[ExitCode]) -> ExitCode:
    """The exit code for several puzzles."""
    return max(codes, key=_GRAVITY.index, default=ExitCode.SUCCESS)
