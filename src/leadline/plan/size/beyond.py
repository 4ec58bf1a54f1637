"""How many records have no value that is known, by those that a harvest met last.

Of the records that came last it is seen how many of their values were known before, but for one, by
which they were found. With k values, each known by that chance, a record is out of reach by the
chance that none is: for each that was found there are 1/(1 − none) − 1 that were not. Titles of one
or two words are like that; where records have many values, next to none is out of reach.

An audit draws records, and `reach` counts how many known values these have; a harvest has drawn
none, and those that it holds are held because of what is known of them: counted like that they say
next to nothing is out of reach. Leaves out that a search box may look into less than a record
shows.
"""

from __future__ import annotations

import numpy as np

from leadline.plan.knowledge import Knowledge

LATEST = 10  # a tenth of the records held
MOST = 500  # records that are looked at
PRIOR = 2.0  # values known out of as many, before any was looked at
LEAST = 0.1  # within reach, whatever is seen


def out_of_reach(known: Knowledge) -> float:
    """For each record held, how many there are that no known value leads to."""
    number = min(-(-known.records // LATEST), MOST)
    rows = np.arange(known.records - number, known.records)
    lengths = known.lengths_of(rows)
    if not lengths.any():
        return 0.0
    page = np.searchsorted(known.held, rows, side="right")
    before = np.where(page > 0, known.held[page - 1], 0)  # records held when its page came
    met = known.since[known.terms_of(rows)] < np.repeat(before, lengths)
    numbers = np.bincount(np.repeat(np.arange(len(rows)), lengths), met, len(rows))
    others = np.maximum(lengths - 1, 0).sum()
    chance = (np.maximum(numbers - 1, 0).sum() + PRIOR) / (others + PRIOR)
    within = np.maximum(1 - (1 - chance) ** lengths, LEAST)
    return float(np.mean(1 / within) - 1)
