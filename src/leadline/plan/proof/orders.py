"""What answers in a chosen order prove: how far their beginnings leave nothing out.

All that comes before the last value of an ascending answer is in it; what an ascending and a
descending answer to one query show is everything that has a value, if their ends have passed each
other. Whether the source sorts as it should is seen from every record that it shows in an order.
What has no value in the field that answers are sorted by may be missing from both ends: so these
count only if every record that was ever shown has one, and the form cannot be asked for those that
have none. A record that is held, meets the query and
was not shown refutes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from leadline.intervals import WHOLE, Interval, Key, order_key
from leadline.model import Interface, Kind, Order, Query
from leadline.plan.proof.answers import Asked, Finding
from leadline.plan.proof.held import Held
from leadline.plan.proof.value import Ground
from leadline.plan.sorted_list import cross, reach

Start = tuple[Query, str, str | None, bool]


class SortedAnswers:
    """The answers to queries that were asked in an order."""

    def __init__(self, asked: Mapping[Query, Asked], held: Held, interface: Interface) -> None:
        self._asked, self._held, self._interface = asked, held, interface

    # --- both ends ----------------------------------------------------------------------------

    def both_ends(self, query: Query, counted: Asked | None) -> Finding | None:
        """That two opposite orders show all of a query; None if none do."""
        pairs = ((one, one.reverse) for one in self._interface.orders if not one.descending)
        found = (self._ends(query, up, down) for up, down in pairs if up.by and down)
        ends = next((one for one in found if one is not None), None)
        denied = counted is not None and ends is not None and counted.total != ends.count
        return None if denied else ends

    def _ends(self, query: Query, order: Order, reverse: str) -> Finding | None:
        up = self._asked.get(Query(query.predicates, order.name))
        down = self._asked.get(Query(query.predicates, reverse))
        keys = self._held.sorted_by[order.by]
        if up is None or down is None or len(keys) < len(self._held.rows):
            return None
        if any(a.missing for a in self._interface.attributes if a.name == order.by):
            return None
        shown = {*up.first, *down.first}
        if not cross(map(keys.get, up.first), map(keys.get, down.first)):
            return None
        turns = (*up.first_turns, *down.first_turns)
        return self._unless_refuted(query, Ground.ENDS, shown, turns)

    def _unless_refuted(
        self, query: Query, ground: Ground, shown: set[int], turns: tuple[int, ...]
    ) -> Finding | None:
        if (self._held.matching(query) or set()) - shown:
            return None
        return Finding(ground=ground, count=len(shown), turns=turns)

    # --- cursors ------------------------------------------------------------------------------

    def before(self, query: Query) -> Finding | None:
        """That a query is the beginning of a sorted answer; None if it is not."""
        starts = (self._start(query, name) for name in self._by)
        answers = (one for start in starts for one in self._starting.get(start, ()))
        found = (self._before(query, whole, order) for whole, order in answers)
        return next((one for one in found if one is not None), None)

    def _before(self, query: Query, whole: Query, order: Order) -> Finding | None:
        asked, keys = self._asked[whole], self._held.sorted_by[order.by]
        own, interval = _interval(whole, order.by), _interval(query, order.by)
        last = reach(map(keys.get, asked.first))
        if last is None or not interval.within(own) or not _ends_before(interval, last):
            return None
        column = self._held.columns[order.by]
        if not column.believed:
            return None
        shown = set(filter(column.test(str(interval)), asked.first))
        return self._unless_refuted(query, Ground.SORTED, shown, asked.first_turns)

    @cached_property
    def _by(self) -> tuple[str, ...]:
        """The ranges that some order sorts by."""
        names = {order.by for order in self._interface.orders if not order.descending}
        ranges = (a.name for a in self._interface.attributes if a.kind is Kind.RANGE)
        return tuple(name for name in ranges if name in names)

    @cached_property
    def _starting(self) -> dict[Start, list[tuple[Query, Order]]]:
        """Answers in ascending order, by where they start."""
        orders = {order.name: order for order in self._interface.orders}
        found = dict[Start, list[tuple[Query, Order]]]()
        for query in self._asked:
            order = orders.get(query.order)
            if order is not None and not order.descending and order.by in self._by:
                found.setdefault(self._start(query, order.by), []).append((query, order))
        return found

    def _start(self, query: Query, name: str) -> Start:
        """The other predicates of a query, and where its interval begins."""
        others = tuple(pair for pair in query.predicates if pair[0] != name)
        interval = _interval(query, name)
        return Query(others), name, interval.low, interval.low_open


def _interval(query: Query, name: str) -> Interval:
    asked: Iterable[str] = (value for own, value in query.predicates if own == name)
    return Interval.parse(next(iter(asked), "")) or WHOLE


def _ends_before(interval: Interval, last: Key) -> bool:
    """Whether an interval holds only what is less than the last value shown."""
    if interval.high is None:
        return False
    high = order_key(interval.high)
    return high < last or (high == last and interval.high_open)
