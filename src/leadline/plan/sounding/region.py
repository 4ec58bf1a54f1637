"""The regional share: how much is unseen where a record stands, and so where a value occurs.

Opened queries are exact: of the m records with word t, the share (m - l) / m is unseen. A record
takes the weighted mean of that over its opened values (rarer ones say more: weight m^-1/2; for
the sharp variant 1/m), a value the mean over its records. It is the best single predictor of a
value's own unseen share. The same sums are kept of the records' log lengths, and of the share of
rare values in them.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.plan.columns import Column
from leadline.plan.knowledge import Knowledge, Shown

RARE = 2
RARE_AT_FIRST = 0.02
BLOCK = 10_000  # records at a time: what is computed on the way stays in the cache


class Region:
    """Sums over the records of each value: what is unseen round them, length, novelty."""

    def __init__(self) -> None:
        self._share = Column(np.float64)  # of opened values
        self._weight = Column(np.float64)
        self._soft = Column(np.float64)
        self._sharp = Column(np.float64)
        self._length = Column(np.float64)
        self._rare = Column(np.float64)
        self._of_record = Column(np.float64)
        self.mean = 0.9
        self.mean_length = 3.0
        self._lengths = 0.0

    @property
    def soft(self) -> NDArray[Any]:
        """Per value, the sum of its records' unseen shares."""
        return self._soft.array

    @property
    def sharp(self) -> NDArray[Any]:
        """The same with sharper weights."""
        return self._sharp.array

    @property
    def lengths(self) -> NDArray[Any]:
        """Per value, the sum of its records' log lengths."""
        return self._length.array

    @property
    def rare(self) -> NDArray[Any]:
        """Per value, the sum of its records' shares of rare values."""
        return self._rare.array

    @property
    def of_record(self) -> NDArray[Any]:
        """The unseen share round each record."""
        return self._of_record.array

    def grow(self, known: Knowledge) -> None:
        """Make room for new values."""
        for column in (self._share, self._weight, self._soft, self._sharp, self._length,
                       self._rare):  # fmt: skip
            column.grow(known.values)

    def weigh(self, known: Knowledge, values: NDArray[Any]) -> None:
        """Renew the own shares of opened values among these."""
        queries = known.query_of[values]
        opened = values[queries >= 0]
        totals = known.total[queries[queries >= 0]]
        opened, totals = opened[totals > 0], totals[totals > 0]
        self._share.array[opened] = np.maximum(totals - known.local[opened], 0) / totals
        self._weight.array[opened] = totals**-0.5

    def add(self, known: Knowledge, shown: Shown) -> None:
        """Take in the records of a page."""
        if not len(shown.fresh):
            return
        terms = known.terms_of(shown.fresh)
        self.weigh(known, terms)
        lengths = np.diff(known.start[shown.fresh[0] : shown.fresh[-1] + 2])
        logs = np.log(np.maximum(lengths, 1))
        soft, sharp = self._shares(terms, lengths)
        self._of_record.extend(soft)
        np.add.at(self._soft.array, terms, np.repeat(soft, lengths))
        np.add.at(self._sharp.array, terms, np.repeat(sharp, lengths))
        np.add.at(self._length.array, terms, np.repeat(logs, lengths))
        np.add.at(self._rare.array, terms, np.float64(RARE_AT_FIRST))
        self._lengths += logs.sum()
        self.mean_length = self._lengths / known.records

    def renew(self, known: Knowledge) -> None:
        """Recompute every record's share from all that is known now."""
        self.weigh(known, np.arange(known.values))
        for column in (self._soft, self._sharp, self._rare):
            column.array[:] = 0.0
        rare = (known.local <= RARE).astype(float)
        for first in range(0, known.records, BLOCK):
            self._renew_block(known, slice(first, min(first + BLOCK, known.records)), rare)
        self.mean = float(self.of_record.mean()) if known.records else 0.9

    def _renew_block(self, known: Knowledge, rows: slice, rare: NDArray[Any]) -> None:
        start = known.start[rows.start : rows.stop + 1]
        terms = known.terms[start[0] : start[-1]].astype(np.intp)
        lengths = np.diff(start)
        soft, sharp = self._shares(terms, lengths)
        few = _sums(rare[terms], lengths) / np.maximum(lengths, 1)
        self.of_record[rows] = soft
        for sums, share in ((self.soft, soft), (self.sharp, sharp), (self.rare, few)):
            np.add.at(sums, terms, np.repeat(share, lengths))

    def _shares(self, terms: NDArray[Any], lengths: NDArray[Any]) -> tuple[Any, Any]:
        """The unseen share round each of the records whose values these are: soft and sharp."""
        weight, share = self._weight.array[terms], self._share.array[terms]
        return _means(weight, share, lengths), _means(weight * weight, share, lengths)


def _means(weight: NDArray[Any], share: NDArray[Any], lengths: NDArray[Any]) -> NDArray[Any]:
    total = _sums(weight, lengths)
    return np.where(total > 1e-9, _sums(weight * share, lengths) / np.maximum(total, 1e-9), 0.0)


def _sums(values: NDArray[Any], lengths: NDArray[Any]) -> NDArray[Any]:
    """Sums of consecutive stretches, some of which may be empty."""
    found, filled = np.zeros(len(lengths)), lengths > 0
    found[filled] = np.add.reduceat(values, (np.cumsum(lengths) - lengths)[filled])
    return found
