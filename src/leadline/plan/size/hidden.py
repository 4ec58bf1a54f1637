"""What answers that are cut may hide where nobody counts: an audit cannot see it either.

A record that only cut answers have shown is there by its rank, and stands for others that no answer
shows, how many nobody can tell. Where many records are of that kind, so is the size. Where few are,
what is unknown is what no known value leads to, of which the harvest itself knows more than an
audit that draws from known values: the wider of their bounds counts.

Leaves out ranges, which are divided until nothing is cut.
"""

from __future__ import annotations

import numpy as np

from leadline.plan.knowledge import Knowledge
from leadline.plan.size.running import estimate_size
from leadline.plan.size.value import Size, is_proved

MOST = 0.25  # of the records shown by cut answers only: beyond that nothing is said


def with_hidden(known: Knowledge, size: Size | None) -> Size | None:
    """The size as far as cut answers let one tell; None if they do not."""
    limited = known.interface.limit is not None and not known.states_totals
    if size is None or not limited or is_proved(known, size):
        return size
    running = estimate_size(known)
    if _only_cut(known) > MOST:
        return None
    if running is None:
        return size
    return Size(
        estimate=max(size.estimate, running.estimate),
        low=min(size.low, running.low),
        high=max(size.high, running.high),
    )


def _only_cut(known: Knowledge) -> float:
    """The share of the records that no answer has shown which was not cut."""
    whole = np.zeros(known.records, bool)
    for query in range(len(known.queries)):
        parts = known.parts(query)
        if not parts:
            return 0.0
        if known.exact[query] and not known.overflows(query):
            whole[known.rows_matching(parts)] = True
    return 1.0 - float(whole.mean()) if known.records else 0.0
