"""What every analysis has in common: a result that becomes more complete while one looks."""

from __future__ import annotations

from dataclasses import dataclass

from ..solving.outcome import StopReason


@dataclass(frozen=True, kw_only=True)
class Result:
    """What is known so far. An analysis is a generator of its results, each more complete than the one before.

    reason: which limit ended the analysis early; None if none did.
    """

    reason: StopReason | None = None
