"""Whether a list of everything, which nobody counts, was read to its end: then it is all there is.

The rules are those of a proof: no page is missing, none failed, the last one says that nothing
follows or is empty, the limit is not reached, and no record is held that the list does not have.
Where no limit is known, two answers alike that end after full pages may both be cut, and so may a
list of a thousand, two thousand, ten thousand … if there is no other answer to check it by. Where a
page shows fewer records than most do, and others follow it, something on it was not read. One page
and nothing else proves nothing, and a page of ten, 24, a hundred … may be the first of many.
"""

from __future__ import annotations

from collections.abc import Mapping
from statistics import multimode

import numpy as np

from leadline.model import Query
from leadline.plan.knowledge import Knowledge

ROUND = 1_000  # records: shorter lists are seldom cut
SHORT = 10  # records: a single page of fewer is no page of several
LONG = 50  # records: pages that are longer have round numbers of them
NEARLY = 0.99  # of what a list counts: the rest may be rows that are no records


def is_listed(known: Knowledge) -> bool:
    """Whether a list of everything has all records that are held, and seems read to its end."""
    shown, total = _read_out(known)
    if not known.states_totals and has_gaps(known.listed):
        return False
    return 0 < shown == known.records == total and not _may_be_cut(known, shown)


def is_nearly_listed(known: Knowledge) -> bool:
    """Whether a list of everything was read to its end and has nearly all that it counts."""
    shown, total = _read_out(known)
    return 0 < NEARLY * total <= min(shown, known.records)


def is_listed_whole(known: Knowledge) -> bool:
    """Whether such a list is proved to be everything: there is more than a single page to tell."""
    return known.pages > 1 and is_listed(known)


def has_gaps(shown: Mapping[int, int]) -> bool:
    """Whether a page shows fewer records than most of those that another follows."""
    sizes = [records for page, records in shown.items() if page < max(shown)]
    return bool(sizes) and min(sizes) < max(multimode(sizes))


def _read_out(known: Knowledge) -> tuple[int, int]:
    """What a list of everything has shown and counts; nothing if there is more of it to read."""
    number = known.number(Query())
    if number < 0 or known.open[number] or not known.exact[number]:
        return 0, 0
    return int(known.shown[number]), int(known.total[number])


def _may_be_cut(known: Knowledge, shown: int) -> bool:
    page, alike = known.interface.page_size, int(np.count_nonzero(known.shown == shown))
    alone = int(np.count_nonzero(known.shown)) == 1
    if shown <= page:
        return alone and is_page(shown)
    if known.interface.limit is not None or shown % page:
        return False
    return alike > 1 or (alone and is_round(shown))


def is_page(records: int) -> bool:
    """Whether pages may have so many records each: 10, 12, 15, 20, 24 … 50, 100, 200, 250 …"""
    if records > LONG:
        return str(records).rstrip("0") in ("1", "2", "25", "5")
    return records >= SHORT and (records % 5 == 0 or records % 12 == 0)


def is_round(number: int) -> bool:
    """Whether so many records are likely the most that a site shows: 1, 2, 5, 10 … thousand."""
    return number >= ROUND and str(number).rstrip("0") in ("1", "2", "5")
