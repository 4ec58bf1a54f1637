"""Which attribute to split a cell by: the one whose parts can be read in the fewest pages.

The records held in a cell are taken as a sample of it. An ordered attribute can be cut into parts
that just fit; a category falls into one part a value, however small, and values of its drop-down
that were never met may have to be asked as well (slice-cover, Sheng et al. 2012).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Set
from dataclasses import dataclass

from leadline.intervals import Interval, order_key
from leadline.model import Interface
from leadline.plan.splitting.node import Node
from leadline.plan.splitting.rows import MISSING, Rows

SAMPLE = 400  # records looked at
FULL = 0.7  # of the limit: what a part that is cut to fit will hold
KNOWN = 0.7  # of the pages: how much better is an attribute along which cells were cut
AGAIN = 1.6  # times its pages: what a part that overflows costs, since it is split again
UNMET = 0.2  # of a record: belief in each value that a drop-down lists


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """The source, and whether it counts."""

    interface: Interface
    counts: bool

    @property
    def limit(self) -> int:
        """K; there is no splitting without one."""
        return self.interface.limit or 1


def best_attribute(
    node: Node, rows: Rows, size: float, setting: Setting, tried: Set[int] = frozenset()
) -> int | None:
    """The position of the attribute to split by; None if all are fixed, or were tried."""
    every = range(len(rows.attributes))
    free = [i for i in every if i not in tried and _is_free(node, rows, i, setting)]
    if not free:
        return None
    sample = node.rows[:: max(1, len(node.rows) // SAMPLE)]
    return min(
        free, key=lambda i: (_pages(i, sample, rows, size, setting) * _habit(node, rows, i), i)
    )


def _habit(node: Node, rows: Rows, position: int) -> float:
    """An attribute that was cut already is known best."""
    return KNOWN if node.value(rows.attributes[position].name) is not None else 1.0


def _is_free(node: Node, rows: Rows, position: int, setting: Setting) -> bool:
    attribute = rows.attributes[position]
    asked = node.value(attribute.name)
    if asked is None:
        most = setting.interface.predicates
        room = most is None or len(node.query.predicates) < most
        return room and (rows.ordered[position] or bool(attribute.domain))
    interval = Interval.parse(asked) if rows.ordered[position] else None
    return asked != MISSING and interval is not None and not interval.single


def _pages(position: int, sample: list[int], rows: Rows, size: float, setting: Setting) -> float:
    """Pages that the parts are thought to take."""
    groups = Counter(v for row in sample for v in rows.carried(position, row) or (MISSING,))
    if len(groups) <= 1:
        return AGAIN * size  # it tells nothing apart that is held
    if rows.ordered[position]:
        return _cut_to_fit(groups, len(sample), size, setting)
    domain = len(rows.attributes[position].domain or ())
    return _value_by_value(groups, domain, len(sample), size, setting)


def _value_by_value(
    groups: Counter[str], domain: int, sampled: int, size: float, setting: Setting
) -> float:
    """One part a value, however few records have it; and values never met."""
    pages, each = 0.0, size / max(sampled, 1)
    for times in groups.values():
        like = (times - 1 + UNMET) / (sampled - 1 + UNMET * domain)  # without the record itself
        pages += times * each * _for_each(1 + size * like, setting)
    return pages + _asked_in_vain(domain - len(groups), groups, each, setting)


def _for_each(size: float, setting: Setting) -> float:
    """Pages for each record of a part of so many."""
    page, limit = setting.interface.page_size, setting.limit
    if size <= limit:
        return max(1 / size, 1 / page)
    return 1 / size + AGAIN * max(1 / page, 1 / (FULL * limit))


def _cut_to_fit(groups: Counter[str], sampled: int, size: float, setting: Setting) -> float:
    """Parts that just fit, but for values that many records share: these are split again."""
    equal = size * max(_collisions(groups, sampled), 1 / _distinct(groups))
    full = max(size / setting.interface.page_size, size / (FULL * setting.limit))
    return full * (1.0 + min(equal / setting.limit, 1.0) * AGAIN)


def _collisions(groups: Counter[str], sampled: int) -> float:
    """How likely two records have the same value (Simpson's index)."""
    pairs = sum(times * (times - 1) for times in groups.values())
    return pairs / max(sampled * (sampled - 1), 1)


def _distinct(groups: Counter[str]) -> float:
    """How many values there may be: of numbers, all between the least and the greatest met."""
    keys = [order_key(value) for value in groups if value != MISSING]
    if any(key[0] for key in keys):
        return float("inf")
    decimals = max(len(value.partition(".")[2]) for value in groups)
    numbers = [key[1] for key in keys]
    return 1 + (max(numbers) - min(numbers)) * 10.0 ** min(decimals, 9)


def _asked_in_vain(unmet: int, groups: Counter[str], each: float, setting: Setting) -> float:
    """Values never met: all must be asked, but where counts tell that nothing is missing."""
    if not setting.counts:
        return float(max(unmet, 0))
    once = sum(times == 1 for times in groups.values())
    return max(0.0, min(unmet, each * once / 2))
