"""How many records there are behind the form, as far as the harvest itself can tell.

Cheap enough for every page. Where the source lists everything and counts it, that count is the
size, and so is a list of everything that was read to its end; where all options of an attribute
were asked, their totals add up to it. Else it is told how many are missing at least and at most;
the estimate is between, as far from either by a factor.

- What a query's total leaves is surely missing: the least; of all that are held, where records may
  match without showing it. Stated totals over the records held that match them is the size over
  what is held. What queries returned is held because they were asked, so this is rather too
  little; without what only they returned it leans the other way and is the most, but for what a
  limit hides.
- The pace of the harvest tells the most, too (`pace`): the smaller of the two is taken, with a
  MARGIN. What nothing leads to comes on top (`beyond`), as does a chance of NONE: a harvest that
  brought nothing lately might have missed so many.

A harvest chooses what to ask by what it holds: its own captures are no sample. So this is no
confidence interval: factors were chosen so that nine of ten intervals held the truth when harvests
of known tables were stopped at any moment (`bench.size_stops`). An audit does better.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.model import Query
from leadline.plan.knowledge import Knowledge
from leadline.plan.size.beyond import out_of_reach
from leadline.plan.size.listed import is_listed
from leadline.plan.size.pace import most_by_pace
from leadline.plan.size.value import Size, exactly

FEW = 5  # totals that an estimate rests on
NEARLY_ALL = 0.95  # of an attribute's options that were asked
MARGIN = 1.3
HIDDEN = 2.0  # times what totals say is the most, where a limit hides records
BEYOND = 2.0  # times those out of reach, by what is seen of records that are not
NONE = 3.0  # records: what may be there by 5 % though it was never seen (the rule of three)
LEAST_SHOWN = 0.5  # of matching records: below that, what they hide is thought out otherwise
NARROWEST = 10.0  # times the least is the most, before the estimate is between them


def estimate_size(known: Knowledge) -> Size | None:
    """The size of the source, or None while nothing can be said."""
    everything = known.number(Query())
    counted = everything >= 0 and known.states_totals and known.exact[everything]
    if counted and known.total[everything] >= known.records:
        return exactly(float(known.total[everything]), counted=True)
    if is_listed(known):
        return exactly(float(known.records), counted=False)
    return _by_options(known) or _between(known)


def _by_options(known: Knowledge) -> Size | None:
    """The totals of all options of an attribute add up to all records that have the attribute."""
    for position, attribute in enumerate(known.interface.attributes):
        values = np.flatnonzero(known.attribute == position)
        opened = known.query_of[values]
        totals = known.total[opened][(opened >= 0) & known.exact[opened]] if len(opened) else opened
        nearly_all = NEARLY_ALL * len(attribute.domain or ())
        if attribute.domain and len(totals) >= nearly_all and _is_everywhere(known, position):
            carried = float(known.local[values].sum()) / max(known.records, 1)
            found = max(float(totals.sum()) / max(carried, 1.0), float(known.records))
            return Size(estimate=found, low=float(known.records), high=found)
    return None


def _is_everywhere(known: Knowledge, position: int) -> bool:
    """Whether every record held has the attribute: of others its totals do not tell."""
    own = known.attribute[known.terms] == position
    having = known.owners[own]
    return len(np.unique(having)) == known.records


def _between(known: Knowledge) -> Size | None:
    """What is held, and between the least and the most that is missing."""
    surely, least, most = _by_totals(known) or (0.0, 0.0, math.inf)
    hidden = 1.0 if known.interface.limit is None else HIDDEN
    most = MARGIN * min(hidden * most, most_by_pace(known))
    if not math.isfinite(most):
        return None
    most = max(most, least) + BEYOND * out_of_reach(known) + NONE / known.records
    most = max(most, surely / known.records)
    middle = math.sqrt(max(least, most / NARROWEST) * most)
    low = known.records + surely
    return Size(
        estimate=max(known.records * (1 + middle), low), low=low, high=known.records * (1 + most)
    )


def _by_totals(known: Knowledge) -> tuple[float, float, float] | None:
    """What is missing of stated totals: records of one query, and the share of all queries'
    together, with and without what each query alone returned."""
    if not known.states_totals:
        return None
    of_values = np.ones(len(known.queries), bool)
    of_values[list(known.of_cells)] = False  # of intervals it is not known what is held
    asked = np.flatnonzero(of_values & (known.shown > 0) & known.exact & (known.total > 0))
    if len(asked) < FEW:
        return None
    totals, matched, shows = known.total[asked], known.matched(asked), known.shows(asked)
    held = _within(matched / max(shows, LEAST_SHOWN), known.shown[asked], totals)
    counted = _within(matched, known.shown[asked], totals)
    without = float((counted - np.minimum(known.alone[asked], counted)).sum())
    total = float(totals.sum())
    surely = max(float((totals - (held if shows >= 1 else known.records)).max()), 0.0)
    return None if without <= 0 else (surely, total / float(held.sum()) - 1, total / without - 1)


def _within(matched: NDArray[Any], shown: NDArray[Any], totals: NDArray[Any]) -> NDArray[Any]:
    return np.asarray(np.minimum(np.maximum(matched, shown), totals))
