"""When a harvest is over: everything is held, the target seems reached, or asking no longer pays.

A list of everything is believed to be everything once some pages beside it have brought nothing
that it does not have: it may be cut, and count no further than it shows. If it counts a few more,
it is believed to hide them.

A function of what is known, so that a harvest that is resumed ends where one that was never
interrupted does.
"""

from __future__ import annotations

from dataclasses import dataclass

from leadline.plan.knowledge import Knowledge
from leadline.plan.size import (
    Size,
    estimate_size,
    is_listed_whole,
    is_nearly_listed,
    is_proved,
)

WINDOW = 80  # pages looked back on
LEAST = 40  # the same where little is held
FEW = 4  # records held for each of them
PAYS = 0.01  # of a page new, or of all that is held: the least that pages should bring
EVERY = 10  # pages between two estimates
PATIENCE = 4  # windows without news before the proof of what nothing divides is given up
CHECKS = 5  # pages without news before a list is taken for everything
EVERYTHING = "everything is held"
DRY = "asking no longer pays"
UNPROVABLE = "it cannot be proved that nothing is missing, and asking no longer pays"


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """A share of the records, or the proof that nothing is missing, or neither."""

    target: float | None = None
    proof: bool = False

    @property
    def reached(self) -> str:
        """What is said when the target is."""
        return f"target of {self.target or 0.0:.0%} reached"


def reason_to_stop(known: Knowledge, goal: Goal) -> str | None:
    """Why to stop now; None: go on."""
    if is_listed_whole(known) and not known.states_totals:
        return EVERYTHING if _is_quiet(known) else None
    read_out = is_nearly_listed(known) and _is_quiet(known)
    if (read_out or known.pages % EVERY == 0) and (reason := _reached(known, goal)):
        return reason
    if goal == Goal(proof=True):
        return UNPROVABLE if _dry(known) and _is_beyond_proof(known) else None
    return DRY if goal == Goal() and (read_out or _dry(known)) else None


def proved(known: Knowledge, size: Size | None) -> bool:
    """Whether nothing can be missing: by the source's own count, or by cells that cover it."""
    return bool(getattr(known.learner, "proved", False)) or is_proved(known, size)


def _is_beyond_proof(known: Knowledge) -> bool:
    """Whether no cell is left that could be divided or, where nothing divides, no record came.

    Of a policy that does nothing but prove it is not: it ends by itself.
    """
    if not hasattr(known.learner, "splitter"):
        return False
    if (divider := known.learner.splitter) is not None:
        return divider.next is None and not divider.proved
    pages = PATIENCE * WINDOW
    return known.pages > pages and int(known.held[-1 - pages]) == known.records


def _is_quiet(known: Knowledge) -> bool:
    return known.pages > CHECKS and int(known.held[-1 - CHECKS]) == known.records


def _reached(known: Knowledge, goal: Goal) -> str | None:
    size = estimate_size(known)
    if proved(known, size):
        return EVERYTHING
    if goal.target is None or size is None or known.records < goal.target * size.estimate:
        return None
    return goal.reached


def _dry(known: Knowledge) -> bool:
    window = min(WINDOW, max(LEAST, known.records // FEW))
    if known.pages <= window:
        return False
    new = known.records - int(known.held[-1 - window])
    return new < PAYS * min(known.interface.page_size * window, known.records)
