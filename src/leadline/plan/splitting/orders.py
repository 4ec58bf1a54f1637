"""Orders: where results can be sorted, what is cut off can be seen from its other end.

An answer in ascending order is all there is below the last value it shows. So, with a range over
what it is sorted by, the rest of a cell is asked for again and again, each time from where the last
answer ended: a cursor. A cell that nothing divides is asked in one order after the other: from both
ends twice as many records are seen, and where counts, or the values that the ends have reached,
tell that nothing lies between, it is closed.

Without counts, what has no value in the field of the order may be missing from both ends; so two
ends close a cell only while every record that was ever shown has one, and not where the form can be
asked for those that have none: then that tells. Leaves out cursors that descend.
"""

from __future__ import annotations

from collections.abc import Mapping

from leadline.intervals import Interval, Key
from leadline.model import Interface, Order, Query
from leadline.plan.sorted_list import beginning, cross, reach
from leadline.plan.splitting.asked import Asked, State
from leadline.plan.splitting.node import Node, Split
from leadline.plan.splitting.rows import Rows
from leadline.plan.splitting.tree import Tree

BOTH = 2  # limits' worth of records at most that two ends show


class Orders:
    """The orders of a source, and what answers in them have shown."""

    def __init__(self, interface: Interface, rows: Rows, asked: Mapping[Query, Asked]) -> None:
        self._orders = {order.name: order for order in interface.orders}
        self._interface, self._rows, self._asked = interface, rows, asked
        self._false = set[str]()  # orders that do not sort by what they should

    # --- both ends ----------------------------------------------------------------------------

    def next_end(self, node: Node) -> str:
        """The order in which a cell is to be asked next; nothing if all were tried."""
        can = self._interface.can_ask(node.query)
        left = [one for one in self._orders.values() if can and self._may_help(one, node)]
        other = self._orders[node.ends[-1]].reverse if node.ends else ""
        return (
            min(left, key=lambda o: (o.name != other, not o.reverse, not o.by)).name if left else ""
        )

    def _may_help(self, order: Order, node: Node) -> bool:
        """Whether it was not asked for, and may tell the records of a cell apart."""
        asked = node.value(order.by) if order.by else None
        interval = None if asked is None else Interval.parse(asked)
        return order.name not in node.ends and (
            asked is None or (interval is not None and not interval.single)
        )

    def suffice(self, node: Node, size: float, pages: float) -> bool:
        """Whether both ends should show all of a cell of about so many, in fewer pages."""
        first = self._orders.get(self.next_end(node)) if not node.ends else None
        if first is None or not first.reverse:
            return False
        if node.total is None and not (first.by and self._all_have(first.by)):
            return False
        most = max(size, float(node.total or 0))
        both = BOTH * (self._interface.limit or 1)
        return most <= both and most / self._interface.page_size + 1 < pages

    def meet(self, node: Node) -> bool:
        """Whether two ends of a cell have passed each other: nothing is left between them."""
        latest = self._orders.get(node.order)
        if latest is None or not latest.by or latest.reverse not in node.ends:
            return False
        if not self._all_have(latest.by):
            return False
        up, down = latest.name, latest.reverse
        if latest.descending:
            up, down = down, up
        return cross(self._line(node, up), self._line(node, down))

    def _all_have(self, name: str) -> bool:
        """Whether no record lacks a field, as far as is known.

        Where records that do can be asked for, only that tells: they may lie behind both ends.
        """
        can_be_asked = any(a.missing for a in self._interface.attributes if a.name == name)
        return not can_be_asked and self._rows.all_have(name)

    def _line(self, node: Node, name: str) -> list[Key | None]:
        asked = self._asked.get(Query(node.query.predicates, name))
        shown = [] if asked is None else beginning(asked.pages)
        return [self._rows.sort_key(self._orders[name].by, row) for row in shown]

    # --- cursors ------------------------------------------------------------------------------

    def cursor(self, name: str) -> str:
        """The order that sorts by an attribute, the least first; nothing if there is none."""
        fit = (o.name for o in self._orders.values() if o.by == name and not o.descending)
        return next((name for name in fit if name not in self._false), "")

    def is_full_of_one(self, split: Split, asked: Asked) -> bool:
        """Whether a sorted answer begins and ends with the same value: it shows nothing else."""
        if not asked.overflows or asked.end == 1:
            return False
        first, last = asked.pages.get(1, []), asked.pages.get(asked.end, [])
        keys = [self._key(split, row) for row in (*first[:1], *last[-1:])]
        return len(keys) > 1 and None not in keys and keys[0] == keys[1]

    def cut_off(self, split: Split, asked: Asked, tree: Tree) -> Node | None:
        """Cut off the rest what a sorted answer has shown of it, and close that.

        What is next: the rest, or first the cell of a value that fills an answer. None if the
        answer is not sorted; then the order is not trusted again.
        """
        keys = [self._rows.key(split.position, row) for row in beginning(asked.pages)]
        last = reach(keys) if asked.state is not State.FAILED else None
        if last is None:
            self._false |= {split.cursor} if asked.state is not State.FAILED else set()
            return None
        row = next(r for r in reversed(beginning(asked.pages)) if self._key(split, r) == last)
        value, interval = self._rows.carried(split.position, row)[0], split.interval(split.rest)
        if interval.low is None or value != interval.low:
            tree.close(tree.added(split.cut(interval.below(value))), State.VALID)
        if any(key is not None and key < last for key in keys):
            return tree.added(split.rest)
        if split.interval(split.rest).single:
            return tree.added(split.rest)
        part = tree.added(split.cut(Interval.point(value)))
        tree.added(split.rest)
        return part

    def _key(self, split: Split, row: int) -> Key | None:
        return self._rows.key(split.position, row)
