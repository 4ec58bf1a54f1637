"""The regional share: how much is unseen where a record stands, and so where a value occurs.

Opened queries are exact: of the m records with word t, the share (m - l) / m is unseen. A record
takes the weighted mean of that over its opened values (rarer ones say more: weight m^-1/2; for
the sharp variant 1/m), a value the mean over its records. It is the best single predictor of a
value's own unseen share. The same sums are kept of the records' log lengths, and of their company:
the shares of rare values in them, and of values that were asked. Records that are unseen have no
value that was read whole, so where hardly any was asked there is most to be found.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.plan.columns import Column
from leadline.plan.knowledge import Knowledge, Shown

RARE = 2
RARE_AT_FIRST = 0.02
BLOCK = 5_000  # records at a time: what is computed on the way stays in the cache


class Region:
    """Sums over the records of each value: what is unseen round them, length, novelty."""

    def __init__(self) -> None:
        # pairs as complex numbers, since these are gathered and added up at once
        self._own = Column(np.complex128)  # of opened values: weight, unseen share
        self._near = Column(np.complex128)  # soft and sharp
        self._length = Column(np.float64)
        self._company = Column(np.complex128)  # shares of rare values, and of those asked
        self._of_record = Column(np.float64)
        self.mean = 0.9
        self.mean_asked = 0.0
        self.mean_length = 3.0
        self._lengths = 0.0

    def near(self, values: NDArray[Any]) -> NDArray[Any]:
        """Per value, the sums of its records' unseen shares: by soft and by sharp weights."""
        return self._near.array.take(values)

    def company(self, values: NDArray[Any]) -> NDArray[Any]:
        """The same of their shares of rare values, and of values that were asked."""
        return self._company.array.take(values)

    @property
    def lengths(self) -> NDArray[Any]:
        """Per value, the sum of its records' log lengths."""
        return self._length.array

    @property
    def of_record(self) -> NDArray[Any]:
        """The unseen share round each record."""
        return self._of_record.array

    def grow(self, known: Knowledge) -> None:
        """Make room for new values."""
        for column in (self._own, self._near, self._length, self._company):
            column.grow(known.values)

    def weigh(self, known: Knowledge, values: NDArray[Any]) -> None:
        """Renew the own shares of opened values among these."""
        queries = known.query_of[values]
        opened = values[queries >= 0]
        totals = known.total[queries[queries >= 0]]
        opened, totals = opened[totals > 0], totals[totals > 0]
        share = np.maximum(totals - known.local[opened], 0) / totals
        self._own.array[opened] = totals**-0.5 + 1j * share

    def add(self, known: Knowledge, shown: Shown) -> None:
        """Take in the records of a page."""
        if not len(shown.fresh):
            return
        terms, lengths = _values_of(known, slice(shown.fresh[0], shown.fresh[-1] + 1))
        self.weigh(known, terms)
        logs = np.log(np.maximum(lengths, 1))
        own = self._own.array.take(terms)
        near = _shares(own, lengths)
        self._of_record.extend(near.real)
        np.add.at(self._near.array, terms, np.repeat(near, lengths))
        np.add.at(self._length.array, terms, np.repeat(logs, lengths))
        company = RARE_AT_FIRST + 1j * _asked(own, lengths)
        np.add.at(self._company.array, terms, np.repeat(company, lengths))
        self._lengths += logs.sum()
        self.mean_length = self._lengths / known.records

    def renew(self, known: Knowledge) -> None:
        """Recompute every record's share from all that is known now."""
        self.weigh(known, np.arange(known.values))
        near, company = self._of_records(known)
        self.of_record[:] = near.real
        self.mean = float(self.of_record.mean()) if known.records else 0.9
        # one table after the other, since the cache holds no two
        for sums, of_record in ((self._near.array, near), (self._company.array, company)):
            sums[:] = 0.0
            for rows in _blocks(known):
                terms, lengths = _values_of(known, rows)
                np.add.at(sums, terms, np.repeat(of_record[rows], lengths))

    def _of_records(self, known: Knowledge) -> NDArray[Any]:
        """What is unseen round each record, and its company."""
        near, company = found = np.empty((2, known.records), np.complex128)
        rare, self.mean_asked = known.local <= RARE, 0.0
        for rows in _blocks(known):
            terms, lengths = _values_of(known, rows)
            own = self._own.array.take(terms)
            near[rows] = _shares(own, lengths)
            few = _sums(rare.take(terms).astype(np.float32), lengths) / np.maximum(lengths, 1)
            asked = _asked(own, lengths)
            self.mean_asked += float(asked.sum()) / known.records
            company[rows] = few + 1j * asked
        return found


def _blocks(known: Knowledge) -> Iterator[slice]:
    """The rows of all records, a block at a time."""
    for first in range(0, known.records, BLOCK):
        yield slice(first, min(first + BLOCK, known.records))


def _values_of(known: Knowledge, rows: slice) -> tuple[NDArray[Any], NDArray[Any]]:
    """The values of records that follow each other, and how many each of them has."""
    start = known.start[rows.start : rows.stop + 1]
    return known.terms[start[0] : start[-1]].astype(np.intp), np.diff(start)


def _shares(own: NDArray[Any], lengths: NDArray[Any]) -> NDArray[Any]:
    """The unseen share round each of the records whose values' own these are: soft and sharp."""
    weighted = np.stack((own.real, own.real * own.imag))
    soft = _means(weighted, lengths)
    weighted *= own.real
    return np.asarray(soft + 1j * _means(weighted, lengths))


def _asked(own: NDArray[Any], lengths: NDArray[Any]) -> NDArray[Any]:
    """Of the values of each record beside any one of them, the share that was asked."""
    asked = (own.real > 0).astype(np.float32)
    return np.asarray(np.minimum(_sums(asked, lengths) / np.maximum(lengths - 1, 1), 1.0))


def _means(weighted: NDArray[Any], lengths: NDArray[Any]) -> NDArray[Any]:
    """The means of stretches of values: their weights, and the values times these."""
    total, of_values = _sums(weighted, lengths)
    return np.asarray(of_values / np.maximum(total, 1e-9))


def _sums(values: NDArray[Any], lengths: NDArray[Any]) -> NDArray[Any]:
    """Sums of consecutive stretches of the last axis, some of which may be empty."""
    found, filled = np.zeros((*values.shape[:-1], len(lengths))), lengths > 0
    first = (np.cumsum(lengths) - lengths)[filled]
    found[..., filled] = np.add.reduceat(values, first, axis=-1)
    return found
