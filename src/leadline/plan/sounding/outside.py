"""The records outside of broad answers that were read whole.

Where a word that most records carry was read to its end, all records with it are held: what is
unseen lies outside. Capture-recapture (`values.py`) would take the many records inside, each shown
by one query, as a sign that many more were missed, and would expect most of the words that occur
nowhere but there. So they are left out of the counts as soon as such an answer is complete, and
enough records lie outside to count; which value is the commonest is judged by those outside at
once, and as long as they are few by all others too. The same goes for what is unseen of a value: it
is a share of the records outside, of which those held are a sample (empirical Bayes: a Poisson rate
with a gamma prior, Efron and Morris 1973), so a word half of whose few records lie outside has many
more there, whereas one that was never met outside has few.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.plan.columns import Column
from leadline.plan.knowledge import Knowledge

BROAD = 0.25  # of the source: answers of this size
MOST = 0.55  # the same where queries are what costs: few answers are read, and these whole
PART = 0.2  # of such a broad answer: others of this size are left out, too
WHOLE = 0.97  # of an answer: the last pages may not pay
NEVER = (np.inf, np.inf)
PRIOR = 10.0  # records outside that are thought to be like all others
SMALL = 0.25  # of the records held: where more lie outside, these tell little about the unseen
ALIKE = 1.0  # shape of the prior: how much words are alike in how much of them lies outside


class Outside:
    """How often the records outside were returned, for each value: by one query, by two."""

    def __init__(self, least: int = 0) -> None:
        self.empty = True  # whether there is no such answer
        self.small = False  # whether most were inside when last counted: the others are a sample
        self.records = 0
        self._answers = 0
        self._least = least
        self._held, self._once, self._twice = (Column(np.int64) for _ in range(3))

    @property
    def tells(self) -> bool:
        """Whether enough records lie outside to count how often they were returned."""
        return not self.empty and self.records >= self._least

    @property
    def held(self) -> NDArray[Any]:
        """Per value, the records held outside."""
        return self._held.array

    @property
    def once(self) -> NDArray[Any]:
        """Of these, the ones that exactly one query returned."""
        return self._once.array

    @property
    def twice(self) -> NDArray[Any]:
        """The same for two queries."""
        return self._twice.array

    def grow(self, known: Knowledge) -> None:
        """Make room for new values."""
        for column in (self._held, self._once, self._twice):
            column.grow(known.values)

    def add(self, known: Knowledge, fresh: NDArray[Any]) -> None:
        """Take in new records: none of them can be inside."""
        if not self.empty:
            self.records += len(fresh)
            for counter in (self.held, self.once):
                np.add.at(counter, known.terms_of(fresh), 1)

    def renew(self, known: Knowledge, broad: float, least: float | None = None) -> None:
        """Count anew, if an answer of `broad` records is complete now; `least` is what others have.

        These are as broad if it is not said.
        """
        self.grow(known)
        self._answers = len(_whole(known, broad))
        self.empty, self.small = not self._answers, False
        if self.empty:
            return
        outside = np.ones(known.records, bool)
        for value in _whole(known, broad if least is None else least).tolist():
            outside[known.rows_of(value)] = False
        rows = np.flatnonzero(outside)
        captures, self.records = known.captures[rows], len(rows)
        self.small = self.records < SMALL * known.records
        self._count(known, self.held, rows)
        self._count(known, self.once, rows[captures == 1])
        self._count(known, self.twice, rows[captures == 2])

    def is_stale(self, known: Knowledge, broad: float) -> bool:
        """Whether one more answer of `broad` records is complete than when it was counted."""
        return len(_whole(known, broad)) > self._answers

    def missed(self, known: Knowledge, values: NDArray[Any], unseen: float) -> NDArray[Any]:
        """Unseen records of each value, if there are so many all in all, all of them outside."""
        outside, seen = self.records + unseen, self.records / (self.records + unseen)
        held = self.held[values]
        inside = known.local[values] - held + 1
        expected = inside * (outside / max(known.records - self.records, 1))
        return np.asarray((ALIKE + held) / (ALIKE / expected + seen) * (1 - seen))

    def common(self, known: Knowledge) -> NDArray[Any]:
        """How many records carry each value, of those outside where there are such."""
        if self.empty:
            return known.local
        return np.asarray(self.held + known.local * (PRIOR / max(known.records, 1)))

    def _count(self, known: Knowledge, counter: NDArray[Any], rows: NDArray[Any]) -> None:
        counter[:] = np.bincount(known.terms_of(rows), minlength=known.values)


def _whole(known: Knowledge, least: float) -> NDArray[Any]:
    """Values with an answer of at least this size of which all but a few records are held."""
    broad = np.flatnonzero((known.value >= 0) & known.exact & (known.total >= least))
    values = known.value[broad]
    return np.asarray(values[known.local[values] >= WHOLE * known.total[broad]])
