"""When a harvest is over: the target is reached, or asking no longer pays.

A function of what is known, so that a harvest that is resumed ends where one that was never
interrupted does.
"""

from __future__ import annotations

from leadline.plan.knowledge import Knowledge
from leadline.plan.size import estimate_size, is_proved

WINDOW = 80  # pages looked back on
PAYS = 0.01  # of a page new: the least that a page should bring
EVERY = 10  # pages between two estimates


def reason_to_stop(known: Knowledge, target: float | None) -> str | None:
    """Why to stop now; None: go on."""
    if known.pages % EVERY == 0 and (reason := _reached(known, target)):
        return reason
    return "asking no longer pays" if target is None and _dry(known) else None


def _reached(known: Knowledge, target: float | None) -> str | None:
    size = estimate_size(known)
    if is_proved(known, size):
        return "everything is held"
    if target is None or size is None:
        return None
    return f"target of {target:.0%} reached" if known.records >= target * size.estimate else None


def _dry(known: Knowledge) -> bool:
    if known.pages <= WINDOW:
        return False
    new = known.records - int(known.held[-1 - WINDOW])
    return new < PAYS * known.interface.page_size * WINDOW
