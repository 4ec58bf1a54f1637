"""The tree of cells: each is a query, and its parts together are all of it.

An ordered attribute is split into consecutive intervals, of which the last is the rest that has
not been cut yet; a category into one cell a value. Records without the attribute are a cell of
their own. A category with several values a record covers its cell without partitioning it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from leadline.intervals import WHOLE, Interval, Key, order_key
from leadline.model import Query
from leadline.plan.splitting.asked import Asked, State
from leadline.plan.splitting.rows import MISSING, Rows

Place = tuple[int, Key, bool]


class Node:
    """A cell: its query, the records held in it, and how it is split."""

    def __init__(self, query: Query, beside: Split | None = None, thought: float = 0.0) -> None:
        self.query, self.thought = query, thought
        self.beside = beside  # the split that it is a part of
        self.rows: list[int] = []
        self.before = 0  # records held when it was made
        self.noted: float | None = None  # the size that the split it is a part of counts with
        self.asked: Asked | None = None
        self.closed: State | None = None
        self.split: Split | None = None
        self.tried: set[int] = set()  # attributes that it was split by
        self.reconsider = 0  # records held: then how it is split is looked at again
        self.order = ""  # the order in which it is asked, if not as it comes
        self.ends: list[str] = []  # the orders in which it was, or is, asked
        self.counted: int | None = None  # how many records it has, by an answer in such an order
        self.word: tuple[tuple[str, str], ...] = ()  # the box and the word it is asked with
        self.words: list[str] = []  # all of these
        self.before_word = self.in_vain = 0  # records held then, words that have brought nothing
        self.stuck = False  # it overflows and cannot be split
        self.finished = False  # nothing more is to be asked in it
        self.replaced = False  # it was the rest of a split, and was cut in two since

    @property
    def total(self) -> int | None:
        """How many records it has, by the source."""
        told = self.asked.total if self.asked is not None else None
        return self.counted if told is None else told

    @property
    def parent(self) -> Node | None:
        """The cell that it is a part of."""
        return self.beside.node if self.beside is not None else None

    @property
    def done(self) -> bool:
        """Whether it, or a cell around it, is closed, or was divided in another way since."""
        node: Node | None = self
        while node is not None:
            if node.closed is not None or node.replaced:
                return True
            if node.beside is not None and node.beside.node.split is not node.beside:
                return True
            node = node.parent
        return False

    @property
    def wanted(self) -> Query:
        """Its query, in the order or with the word with which it is asked."""
        if not self.order and not self.word:
            return self.query
        return Query((*self.query.predicates, *self.word), self.order)

    def value(self, name: str) -> str | None:
        """What it asks of an attribute."""
        return next((value for asked, value in self.query.predicates if asked == name), None)


class Split:
    """How a cell is divided by one attribute, and what is known of its parts together."""

    def __init__(self, node: Node, rows: Rows, position: int) -> None:
        self.node, self.position, self._rows = node, position, rows
        self.name, self.ordered = rows.attributes[position].name, rows.ordered[position]
        self.parts: list[Node] = []
        self.values: dict[str, Node] = {}
        self.missing: Node | None = None
        self.domain = rows.attributes[position].domain or ()
        self._listed = frozenset(self.domain)
        self.unlisted = False  # whether a record of the cell has only values that cannot be asked
        self.open = self.unfinished = 0  # parts that are not closed, and not finished
        self.unmet: list[tuple[float, int, str]] | None = None  # values no record has, a heap
        self.grown = self.before = 0.0  # records of the parts that were asked: now, and at first
        self.unasked = 0.0  # records held in the others
        self.sample = 0  # records of its parts that were held when it was made
        self._born = len(rows)  # records held then
        self.chances: dict[str, float] = {}  # the likely shares of a category's values
        self.spent = 0.0  # the chances of the parts that were asked
        self.strip = 0.0  # how large the parts of an ordered attribute should be, if not just full
        self.cursor = ""  # the order in which the rest is read, to cut off what was shown
        self.alike: list[Key] = []  # records of other cells that should be spread like these
        self._starts: list[Place] = []
        self._keys: list[Key] = []  # of the rest's rows
        self._divide()

    def _divide(self) -> None:
        if self._rows.attributes[self.position].missing and self.node.value(self.name) is None:
            self.missing = self._part(MISSING)
        if self.ordered:
            self._append(Interval.parse(self.node.value(self.name) or "") or WHOLE)
            keyed = ((self._rows.key(self.position, row), row) for row in self.node.rows)
            line = sorted((key, row) for key, row in keyed if key is not None)
            self._keys = [key for key, _ in line]
            self._fill(self.rest, [row for _, row in line])
            without = [r for r in self.node.rows if not self._rows.carried(self.position, r)]
            if self.missing is not None:
                self._fill(self.missing, without)
        else:
            for row in self.node.rows:
                for part in self.take(row):
                    part.before += 1
        self.sample = sum(part.before for part in (*self.parts, self.missing) if part is not None)

    def _fill(self, part: Node, rows: list[int]) -> None:
        part.rows, part.before = rows, sum(row < self._born for row in rows)
        self.unasked += len(rows)

    def _part(self, value: str) -> Node:
        kept = tuple(pair for pair in self.node.query.predicates if pair[0] != self.name)
        self.open += 1
        self.unfinished += 1
        return Node(Query((*kept, (self.name, value))), self)

    def _append(self, interval: Interval) -> None:
        self.parts.append(self._part(str(interval)))
        self._starts.append(_place(interval))

    @property
    def rest(self) -> Node:
        """What of an ordered attribute has not been cut yet."""
        return self.parts[-1]

    @property
    def latest(self) -> Node | None:
        """The part of an ordered attribute that was cut last."""
        return self.parts[-2] if len(self.parts) > 1 else None

    @property
    def keys(self) -> list[Key]:
        """What the rest's records are sorted by."""
        return self._keys

    def interval(self, part: Node) -> Interval:
        """The interval of a part."""
        return Interval.parse(part.value(self.name) or "") or WHOLE

    def cut(self, lower: Interval) -> Node:
        """Cut the lowest part off the rest; the part."""
        old, whole = self.parts.pop(), self.interval(self.node)
        self._starts.pop()
        old.replaced = True
        self.open -= 1
        self.unfinished -= 1
        self.unasked -= len(old.rows)
        assert lower.high is not None
        find = bisect_left if lower.high_open else bisect_right
        place = find(self._keys, order_key(lower.high))
        self._append(lower)
        self._fill(self.rest, old.rows[:place])
        self._append(Interval(lower.high, whole.high, not lower.high_open, whole.high_open))
        self._fill(self.rest, old.rows[place:])
        self._keys = self._keys[place:]
        return self.parts[-2]

    def take(self, row: int) -> list[Node]:
        """Put a record into the parts that it is in; a value never met makes a new part."""
        parts = self._parts_of(row)
        for part in parts:
            part.rows.insert(self._place_of(part, row), row)
            self.unasked += part.noted is None
        return parts

    def _place_of(self, part: Node, row: int) -> int:
        """The end, but in the rest, which is sorted."""
        key = self._rows.key(self.position, row) if self.ordered else None
        if key is None or part is not self.rest:
            return len(part.rows)
        place = bisect_right(self._keys, key)
        self._keys.insert(place, key)
        return place

    def _parts_of(self, row: int) -> list[Node]:
        carried = self._rows.carried(self.position, row)
        if not carried:
            return [self.missing] if self.missing is not None else []
        if self.ordered:
            place = bisect_right(self._starts, (1, order_key(carried[0]), False)) - 1
            return [self.parts[place]] if place >= 0 else []
        listed = [self.part(value) for value in carried if value in self._listed]
        self.unlisted |= not listed
        return listed

    def part(self, value: str) -> Node:
        """The cell of a category's value."""
        if value not in self.values:
            self.values[value] = node = self._part(value)
            self.parts.append(node)
        return self.values[value]

    def note(self, part: Node, size: float) -> None:
        """A part was asked, or closed: so many records are in it."""
        if part.noted is None:
            self.before += part.before
            self.unasked -= len(part.rows)
            self.spent += self.chances.get(part.value(self.name) or "", 0.0)
        self.grown += size - (part.noted or 0.0)
        part.noted = size


def _place(interval: Interval) -> Place:
    if interval.low is None:
        return (0, (0, 0.0, ""), False)
    return (1, order_key(interval.low), interval.low_open)
