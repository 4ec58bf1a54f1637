"""How far values lie within what was asked of another attribute, as cities lie within a country.

Once a country was read, all that is held of its cities was in reach; and all that is held of an
elevation too, while no other country is known. Pairs of records tell them apart: of two with one
city, where the first is in a country that was asked, the second is in it as well; of two with one
elevation it is no more often than any record. So an attribute leads out of another as far as its
pairs part there, relative to any two records.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.plan.columns import Column
from leadline.plan.knowledge import Knowledge

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
LEAST = 0.01  # of any value's records may be elsewhere
SEED = 7  # of the pairs


class Within:
    """The logarithm of the share of each value that is outside; of new ones that of their kind."""

    def __init__(self, attributes: int) -> None:
        self._outside = Column(np.float64)
        self._usual = np.zeros(attributes)

    def renew(self, known: Knowledge) -> None:
        """Count everything anew."""
        found = np.log(outside(known, len(self._usual)))
        self._outside.grow(len(found))
        self._outside.array[:] = found
        size = np.bincount(known.attribute, minlength=len(self._usual))
        self._usual = np.bincount(known.attribute, found, len(self._usual)) / np.maximum(size, 1)

    def of(self, known: Knowledge, values: NDArray[Any]) -> Floats:
        """The logarithm of these values."""
        found = self._usual[known.attribute[values]]
        counted = values < len(self._outside)
        found[counted] = self._outside.array[values[counted]]
        return np.asarray(found)


def outside(known: Knowledge, attributes: int) -> Floats:
    """The share of each value that does not lie within what was asked of another attribute."""
    owner = known.owners
    pairs, asked = _pairs(known.terms, owner), known.query_of[known.terms] >= 0
    found = np.ones(known.values)
    for a in range(attributes):
        carried = np.flatnonzero(asked & (known.attribute[known.terms] == a))
        if not len(carried):
            continue
        lies = np.full(
            known.records, -1
        )  # the value asked that each record carries, or one of them
        lies[owner[carried]] = known.terms[carried]
        keys = np.sort(owner[carried] * known.values + known.terms[carried])
        parted = _parted(known, attributes, pairs, lies, keys)[known.attribute]
        met = np.bincount(known.terms, lies[owner] >= 0, known.values) / np.maximum(known.local, 1)
        share = np.where(known.attribute == a, 1.0, 1 - met * (1 - parted))
        found = np.minimum(found, share)
    return np.asarray(np.maximum(found, LEAST))


def _pairs(terms: NDArray[Any], owner: Ints) -> tuple[NDArray[Any], Ints, Ints]:
    """Values, and two records that share each: every record of a value with another, at random."""
    order = np.lexsort((np.random.default_rng(SEED).random(len(terms)), terms))
    value, record = terms[order], owner[order]
    same = np.flatnonzero(value[:-1] == value[1:])
    return value[same], record[same], record[same + 1]


def _parted(
    known: Knowledge,
    attributes: int,
    pairs: tuple[NDArray[Any], Ints, Ints],
    lies: Ints,
    keys: Ints,
) -> Floats:
    """By attribute, how often pairs part in what was asked, relative to any two records."""
    some = lies[pairs[1]] >= 0
    value, one, other = (part[some] for part in pairs)
    anyone = np.random.default_rng(SEED).permutation(other)
    apart, by_chance = (
        np.bincount(known.attribute[value], _lack(keys, known.values, rows, lies[one]), attributes)
        for rows in (other, anyone)
    )
    return np.asarray(np.minimum((apart + 1.0) / (by_chance + 1.0), 1.0))


def _lack(keys: Ints, count: int, rows: Ints, values: Ints) -> NDArray[Any]:
    """Whether records carry none of these values; `keys` are the records and values that do."""
    wanted = rows * count + values
    place = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return np.asarray(keys[place] != wanted)
