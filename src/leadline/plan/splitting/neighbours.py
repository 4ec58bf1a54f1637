"""What lies around a cut: the cells just below that were read whole, and cells that are alike."""

from __future__ import annotations

from leadline.intervals import Interval, Key, order_key
from leadline.model import Query
from leadline.plan.splitting.node import Node, Split
from leadline.plan.splitting.rows import Rows

STEADY = 25  # records below a cut that tell how dense they are
ALIKE = 150  # records of neighbouring cells that tell how those of a cell are spread


class Neighbours:
    """Cells that were read whole, by where they end."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        self._ends: dict[tuple[Query, str, str, bool], tuple[Interval, int]] = {}

    def note(self, node: Node) -> None:
        """Remember a cell that was read whole."""
        split = node.beside
        if split is None or not split.ordered or node is split.missing:
            return
        interval = split.interval(node)
        if interval.high is not None:
            end = _end(split, interval.high, interval.high_open)
            self._ends[end] = (interval, len(node.rows))

    def below(self, split: Split) -> tuple[Key | None, int]:
        """Where the cells just below the rest that were read whole begin, and their records."""
        start, count, bound = None, 0, split.interval(split.rest)
        while count < STEADY and bound.low is not None:
            cell = self._ends.get(_end(split, bound.low, not bound.low_open))
            if cell is None or cell[0].low is None:
                break
            bound, start, count = cell[0], order_key(cell[0].low), count + cell[1]
        return start, count

    def alike(self, split: Split) -> list[Key]:
        """Records that should be spread like those of a cell: of its neighbours, else of all."""
        rows: list[int] = []
        beside = split.node.beside
        if beside is not None and beside.ordered and split.node is not beside.missing:
            place = beside.parts.index(split.node)
            for part in reversed(beside.parts[max(0, place - ALIKE) : place]):
                rows += part.rows
                if len(rows) >= ALIKE:
                    break
        if len(rows) < ALIKE:
            return self._rows.line(split.position)
        return sorted(k for row in rows if (k := self._rows.key(split.position, row)) is not None)


def _end(split: Split, bound: str, is_open: bool) -> tuple[Query, str, str, bool]:
    """The other predicates of a split's cells, the attribute, and where an interval ends."""
    others = tuple(pair for pair in split.node.query.predicates if pair[0] != split.name)
    return Query(others), split.name, bound, is_open
