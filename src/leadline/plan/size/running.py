"""How many records there are behind the form, as far as the harvest itself can tell.

Cheap enough for every page. Where the source lists everything and counts it, that count is the
size; where all options of an attribute were asked, their totals add up to it. Else two views, of
which the smaller is taken:

- Stated totals over the records held that match them is the size over what is held. It is too small
  for queries that were read, and too large without what only they returned: the truth is between.
- Each query opened is a sample: the share of its records that were held when it was opened. The
  latest ones say which share is held now (a ratio estimate with its 95 % interval). Queries are
  asked because much of them is thought unseen, so this leans high; but it tells when all is held.

An audit does better: choosing what to ask by what is held destroys independence.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from leadline.model import Query
from leadline.plan.knowledge import Knowledge
from leadline.plan.size.value import Size

NORMAL = 1.96  # of a 95 % interval
FEWEST = 30  # queries that an estimate by the latest rests on
FEW = 10  # totals that an estimate rests on
LATEST = 0.05  # of all queries opened
NEARLY_ALL = 0.95  # of an attribute's options that were asked


def estimate_size(known: Knowledge) -> Size | None:
    """The size of the source, or None while nothing can be said."""
    everything = known.number(Query())
    if everything >= 0 and known.exact[everything] and known.total[everything] >= known.records:
        total = float(known.total[everything])
        return Size(estimate=total, low=total, high=total, counted=known.states_totals)
    if (size := _by_options(known)) is not None:
        return size
    views = [view for view in (_by_totals(known), _by_latest(known)) if view is not None]
    return min(views, key=lambda view: view.estimate, default=None)


def _by_options(known: Knowledge) -> Size | None:
    """The totals of all options of an attribute add up to all records that have the attribute."""
    for position, attribute in enumerate(known.interface.attributes):
        values = np.flatnonzero(known.attribute == position)
        opened = known.query_of[values]
        totals = known.total[opened][(opened >= 0) & known.exact[opened]] if len(opened) else opened
        if attribute.domain and len(totals) >= NEARLY_ALL * len(attribute.domain):
            carried = float(known.local[values].sum()) / max(known.records, 1)
            found = max(float(totals.sum()) / max(carried, 1.0), float(known.records))
            return Size(estimate=found, low=float(known.records), high=found)
    return None


def _by_totals(known: Knowledge) -> Size | None:
    """Between totals over what is held of them, with and without what each query alone returned."""
    if not known.states_totals:
        return None
    asked = np.flatnonzero((known.shown > 0) & known.exact & (known.total > 0))
    if len(asked) < FEW:
        return None
    totals = known.total[asked]
    held = np.minimum(known.matched(asked), totals)
    without = float((held - np.minimum(known.alone[asked], held)).sum())
    if without <= 0:
        return None
    low = known.records * float(totals.sum() / held.sum())
    high = known.records * float(totals.sum()) / without
    return Size(estimate=math.sqrt(low * high), low=low, high=high)


def _by_latest(known: Knowledge) -> Size | None:
    number = max(FEWEST, int(LATEST * len(known.queries)))
    opened = np.flatnonzero(known.shown > 0)[-number:]
    if len(opened) < FEWEST:
        return None
    held, matching = _held(known, opened)
    share = float(held.sum() / matching.sum())
    if share <= 0:
        return None
    spread = NORMAL * _deviation(held, matching, share)
    records = float(known.records)
    return Size(
        estimate=records / share,
        low=records / min(1.0, share + spread),
        high=records / max(share - spread, share / 10),
    )


def _held(known: Knowledge, opened: NDArray[np.int64]) -> tuple[NDArray[np.float64], ...]:
    """Of each query: records held when it was opened, and records that match, or that it showed."""
    total, shown = known.total[opened], known.shown[opened]
    counted = known.exact[opened] & (total > 0)
    held = np.where(counted, known.before[opened], shown - known.brought[opened])
    matching = np.where(counted, total, shown)
    return np.minimum(held, matching).astype(float), matching.astype(float)


def _deviation(held: NDArray[np.float64], matching: NDArray[np.float64], share: float) -> float:
    """The standard error of the ratio of two sums."""
    number = len(held)
    squares = float(np.sum((held - share * matching) ** 2))
    return math.sqrt(squares * number / (number - 1)) / float(matching.sum())
