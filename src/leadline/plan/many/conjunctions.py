"""Conjunctions inside answers that are cut at a limit: what the best of a source holds for all.

What matches one is predicted within the source (`sounding.cells`). What is held of the answer that
it is cut out of tells how common the other value is in it, so of what that answer hides no more
than `UNUSUAL` times as much is believed; and those that others have shown are not new. The best of
many that are predicted from little look better than they are: as far as such forecasts were too
large before, they are set right.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from leadline.model import Query
from leadline.plan.held import UNKNOWN
from leadline.plan.knowledge import Knowledge
from leadline.plan.many.calibration import FADE, Place, compared
from leadline.plan.many.overlap import Overlap
from leadline.plan.many.promise import UNUSUAL
from leadline.plan.many.together import Together
from leadline.plan.sounding.cells import Cell
from leadline.plan.sounding.index import matches_of

CELL = "cell"
CAUTION = 4.0  # entities that forecasts are believed for
LEAST = 0.05  # of a forecast


@dataclass(frozen=True, slots=True, kw_only=True)
class Conjunction:
    """A query for two values or more: matches at its source, of which so many are held, the pages
    that can be seen of them, and the new entities there."""

    query: Query
    matches: float
    held: float
    pages: float
    forecast: float


class Conjunctions:
    """What conjunctions were to bring, and brought."""

    def __init__(self, overlap: Overlap) -> None:
        self._overlap = overlap
        self._realised = self._expected = 0.0
        self._open: dict[Place, tuple[float, float]] = {}  # forecast, brought

    def open(self, place: Place, forecast: float) -> None:
        """One is opened that is to bring so many."""
        self._open[place] = forecast, 0.0

    def note(self, place: Place, brought: int) -> None:
        """A page of it brought so many."""
        if place in self._open:
            forecast, before = self._open[place]
            self._open[place] = forecast, before + brought

    def close(self, place: Place, rest: float) -> None:
        """It is done, or its rest is known to hold about so many."""
        if place not in self._open:
            return
        forecast, brought = self._open.pop(place)
        realised, expected = compared(forecast, brought + rest)
        self._realised = FADE * self._realised + realised
        self._expected = FADE * self._expected + expected

    @property
    def factor(self) -> float:
        """What to multiply forecasts with."""
        ratio = (self._realised + CAUTION) / (self._expected + CAUTION)
        return float(np.clip(ratio, LEAST, 1.0))

    def best(self, together: Together, source: int) -> Conjunction | None:
        """The best of a source that was not asked yet."""
        one = together.sources[source]
        cell = one.known.learner.cells.best
        if cell is None or one.known.number(query := one.known.query(*cell.parts)) != UNKNOWN:
            return None
        parts = [together.union.id_of((one.common[name], v)) for name, v in query.predicates]
        every = len(together.union.known.rows_matching(parts)) if UNKNOWN not in parts else 0
        matches = min(float(matches_of(cell.held, cell.logit)), _likely(one.known, cell))
        held = min(cell.held + self._overlap.of(source) * max(every - cell.held, 0.0), matches)
        visible = min(matches, one.known.interface.limit or np.inf)
        pages = max(1.0, float(np.ceil(visible / one.known.interface.page_size)))
        new = (matches - held) * visible / max(matches, 1e-9)
        return Conjunction(query=query, matches=matches, held=held, pages=pages, forecast=new)


def _likely(known: Knowledge, cell: Cell) -> float:
    """The most that match a cell, by the answers that it is cut out of and what is held of them."""
    parents = [
        known.number(known.query(*(p for p in cell.parts if p != left))) for left in cell.parts
    ]
    shares = [known.total[parent] / max(known.matches(parent), 1) for parent in parents
              if parent != UNKNOWN and known.total[parent] >= 0]  # fmt: skip
    hidden = max(min(shares, default=np.inf) - 1, 0.0)
    return float(cell.held * (1 + UNUSUAL * hidden))
