"""What a harvest shows about its source that probing could not: a limit met while reading on.

Where pages can only be followed one after the other, the limit K shows when answers end early,
always after the same number of records, although the site counts more.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np

from leadline.plan.knowledge import Knowledge
from leadline.source import Source

AGREEING = 2  # answers that end after the same number of records
CLEARLY = 0.98  # of its total that an answer must fall short of


def revised(source: Source, known: Knowledge) -> Source | None:
    """The source with what was learnt since; None if nothing was."""
    if source.interface.limit is not None:
        return None
    ended = ~known.open & known.exact & (known.shown > source.interface.page_size)
    short = np.flatnonzero(ended & (known.shown < CLEARLY * known.total))
    lengths = Counter(int(known.shown[q]) for q in short if not known.skipped.get(int(q)))
    if not lengths:
        return None
    limit, times = lengths.most_common(1)[0]
    if times < AGREEING:
        return None
    return replace(source, interface=replace(source.interface, limit=limit))
