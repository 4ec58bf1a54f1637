"""Splitting: ask cells that fit under the limit until nothing can be missing.

Ordered attributes are cut into parts that just fit (rank-shrink), categories are asked value by
value, lazily (slice-cover), both together are the hybrid of Sheng, Zhang, Tao and Jin (2012).
Beyond them: sizes are predicted from the records held and the counts of the source, so that a part
fits at once; a cell is closed without a request when as many of its records are held as there are,
or when it lies inside an answer that was read whole, whatever that was asked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import combinations, count
from random import Random

from leadline.intervals import Interval, Key, order_key
from leadline.model import Interface, Outcome, Query, Step, Turn, Why
from leadline.plan.knowledge import Knowledge, Shown
from leadline.plan.splitting.asked import Asked, State
from leadline.plan.splitting.choice import UNMET, Setting, best_attribute
from leadline.plan.splitting.cuts import Region, lowest_part
from leadline.plan.splitting.node import Node, Split
from leadline.plan.splitting.rows import Rows

CLOSED = (State.VALID, State.EMPTY, State.COUNT)
FILL = 0.7  # of the limit that a part is cut to hold, at first
FULLER, LESS_FULL = 1.012, 0.96  # after a part that fitted, and after one that did not
UNKNOWN = 4.0  # times the limit: the size of an overflowing source about which nothing is known
HALF = 0.5  # of a record: what a part may have of which none is held
STEADY = 25  # records below a cut that tell how dense they are
BURST = 1.4  # times the limit: the size of a cell that was thought to fit and does not
ALIKE = 150  # records of neighbouring cells that tell how those of a cell are spread
PRIOR = 2.0  # records' worth of belief in the size thought before
SOME = 20  # records of a value that are looked at
SUBSETS = 6  # predicates of a cell up to which all broader queries are looked up


@dataclass(frozen=True)
class Splitting:
    """Split what overflows until the source is proved to be held whole."""

    def learner(self, interface: Interface) -> Splitter:
        """The tree of one conversation."""
        return Splitter(interface)

    def choose(self, known: Knowledge, rng: Random) -> Step | None:
        """The next page that brings the proof nearer; None if it is done, or stuck."""
        splitter: Splitter = known.learner
        return splitter.next


class Splitter:
    """The tree, what was asked, and the cells that are to be asked."""

    def __init__(self, interface: Interface) -> None:
        self.interface = interface
        self.rows = Rows(interface)
        self.root = Node(Query(), None, UNKNOWN * (interface.limit or 1))
        self.asked: dict[Query, Asked] = {}
        self.nodes = {self.root.query: self.root}
        self.counts = False
        self.fill = FILL
        self.next: Step | None = None
        self._order = count()
        self._heap: list[tuple[float, int, Node]] = []
        self._answered: list[Node] = []
        self._ends: dict[tuple[Query, str, str, bool], tuple[Interval, int]] = {}
        self._reading: tuple[Query, Node] | None = None
        self._wholes: set[Query] = set()
        self._decimals = [0] * len(interface.attributes)
        if interface.browsable:
            self._want(self.root)
        else:
            self._split(self.root)
        self._advance()

    @property
    def impossible(self) -> list[Query]:
        """Cells that overflow and cannot be told apart any further."""
        return [node.query for node in self.nodes.values() if node.stuck and not node.done]

    # --- learning -----------------------------------------------------------------------------

    def expect(self, known: Knowledge, query: int, step: Step) -> None:
        """Nothing is noted beforehand."""

    def learn(self, known: Knowledge, query: int, turn: Turn, shown: Shown) -> None:
        """Take in a page, whoever asked for it, and decide what is next."""
        asked = self._entry(turn.step.query)
        fresh = [row for r in turn.answer.records if (row := self.rows.add(r)) is not None]
        for row in fresh:
            self._note_decimals(row)
            self._route(row)
        if turn.answer.outcome is Outcome.FOUND:
            self.counts = turn.answer.total is not None
        asked.hear(turn.number, turn.step.page, turn.answer, self._held(asked, fresh))
        self._settle(asked)
        self._advance()

    def _entry(self, query: Query) -> Asked:
        if query not in self.asked:
            self.asked[query] = asked = Asked(query, self.interface)
            if (node := self.nodes.get(query)) is not None:
                node.asked = asked
            else:
                asked.held = sum(1 for _ in self.rows.matching(query))
        return self.asked[query]

    def _held(self, asked: Asked, fresh: list[int]) -> int:
        """Records held that match a query, with those that have just come."""
        if (node := self.nodes.get(asked.query)) is not None and not node.done:
            return len(node.rows)
        asked.held += sum(self.rows.matches(row, asked.query) for row in fresh)
        return asked.held

    def _note_decimals(self, row: int) -> None:
        for position, ordered in enumerate(self.rows.ordered):
            if ordered and (carried := self.rows.carried(position, row)):
                decimals = len(carried[0].partition(".")[2])
                self._decimals[position] = min(max(self._decimals[position], decimals), 9)

    def _route(self, row: int) -> None:
        self.root.rows.append(row)
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            if node.closed is None and node.total is not None and len(node.rows) >= node.total:
                self._close(node, State.COUNT)
            if node.closed is None and node.split is not None:
                known = len(node.split.parts)
                waiting.extend(node.split.take(row))
                for part in node.split.parts[known:]:
                    self._want(self._added(part))

    def _settle(self, asked: Asked) -> None:
        if asked.state is State.READING:
            return
        if asked.state in CLOSED:
            self._wholes.add(asked.query)
        node = self.nodes.get(asked.query)
        if node is None:
            return
        self._learn_fill(node, asked)
        if node.closed is None and node.beside is not None:
            node.beside.note(node, self._size(node))
        if node.closed is None and asked.state in CLOSED:
            self._close(node, asked.state)
        elif node.closed is None:
            if node.split is None and not node.stuck:
                self._split(node)
                self._answered.append(node)
            if asked.unread:
                self._want(node)

    def _learn_fill(self, node: Node, asked: Asked) -> None:
        split = node.beside
        if split is not None and split.ordered and node is not split.rest:
            fits = asked.state in CLOSED
            self.fill = min(2.0, max(0.3, self.fill * (FULLER if fits else LESS_FULL)))

    def _close(self, node: Node, state: State) -> None:
        node.closed = state
        while (split := node.beside) is not None:
            split.open -= 1
            self._note_end(node)
            split.note(node, float(len(node.rows)))
            if split.node.closed is not None or not self._is_covered(split.node):
                break
            node = split.node
            node.closed = State.VALID
        self._finish(node)

    def _finish(self, node: Node) -> None:
        """Nothing more is to be asked in a cell: it is closed, or all that is left is stuck."""
        self._answered.append(node)
        while not node.finished:
            node.finished = True
            if (split := node.beside) is None:
                break
            split.unfinished -= 1
            if split.unfinished:
                break
            node = split.node
            self._answered.append(node)

    def _is_covered(self, node: Node) -> bool:
        """Whether all parts are closed, and no record of the cell can be in none of them."""
        split = node.split
        if split is None or split.open:
            return False
        if split.missing is None and node.value(split.name) is None:
            return False
        domain = self.rows.attributes[split.position].domain
        return split.ordered or set(domain or ()) <= split.values.keys()

    # --- splitting ----------------------------------------------------------------------------

    def _split(self, node: Node) -> None:
        setting = Setting(interface=self.interface, counts=self.counts)
        position = best_attribute(node, self.rows, self._size(node), setting)
        if position is None:
            node.stuck = True
            self._finish(node)
        else:
            self._split_by(node, position)

    def _split_by(self, node: Node, position: int) -> None:
        node.tried.add(position)
        node.split = split = Split(node, self.rows, position)
        for part in split.parts:
            self._added(part)
        if split.missing is not None:
            self._want(self._added(split.missing))
        if split.ordered:
            split.alike = self._alike(split)
            self._cut(split)
        else:
            self._want_values(split)

    def _want_values(self, split: Split) -> None:
        """Ask the values met; when these are answered, the ones that were never met."""
        if all(part.closed or part.asked for part in split.parts):
            if self._divided_anew(split):
                return
            for value in self.rows.attributes[split.position].domain or ():
                self._added(split.part(value))
        for part in split.parts:
            if part.closed is None and part.asked is None:
                self._want(part)

    def _divided_anew(self, split: Split) -> bool:
        """Where counts tell that some are missing, another attribute may tell where they are.

        Rather that than to ask for each of many values that no record of the cell has.
        """
        node, domain = split.node, self.rows.attributes[split.position].domain or ()
        if not self.counts or node.total is None:
            return False
        setting = Setting(interface=self.interface, counts=True)
        position = best_attribute(node, self.rows, float(node.total), setting, node.tried)
        if position is None or self._fewest(node, position) >= len(domain) - len(split.parts):
            return False
        self._split_by(node, position)
        return True

    def _fewest(self, node: Node, position: int) -> int:
        """Cells to look into, if a cell is split by an attribute."""
        if self.rows.ordered[position]:
            return int(self._size(node) / (self.interface.limit or 1)) + 1
        return len({v for row in node.rows for v in self.rows.carried(position, row)})

    def _see_to_siblings(self) -> None:
        """Cells were closed or split: go on with what they are parts of."""
        while self._answered:
            node = self._answered.pop().parent
            if node is None or node.closed is not None or node.split is None:
                continue
            if node.split.ordered:
                self._cut(node.split)
            elif node.split.open <= (node.split.missing is not None):
                self._want_values(node.split)

    def _cut(self, split: Split) -> None:
        """Cut off the next part of an ordered attribute, or take the rest as it is."""
        rest, limit = split.rest, self.interface.limit or 1
        if rest.closed is not None or (rest.asked is not None and rest.query != split.node.query):
            return
        latest = split.latest
        ready = (
            latest is None
            or latest.finished
            or (self.counts and (latest.asked or not latest.before))
        )
        if not ready:
            return  # one at a time: each tells how dense the neighbourhood is
        size = self._rest(split)
        whole = split.node.query == rest.query
        fits = size <= limit * (1.0 if self.counts else min(self.fill, 1.0))
        if not whole and (fits or not rest.rows):
            self._want(rest)
            return
        region = self._region(split, size)
        lower, part_size = lowest_part(region, self.fill * limit)
        part = split.cut(lower)
        part.thought = min(part_size, size)
        self._want(self._added(part))
        self._added(split.rest)

    def _added(self, node: Node) -> Node:
        self.nodes.setdefault(node.query, node)
        return node

    def _region(self, split: Split, size: float) -> Region:
        position, (start, count) = split.position, self._read_below(split)
        return Region(
            interval=split.interval(split.rest),
            sample=split.keys,
            text=lambda place: self.rows.carried(position, split.rest.rows[place])[0],
            size=size,
            decimals=self._decimals[position],
            start=start,
            count=count,
            alike=split.alike,
        )

    def _read_below(self, split: Split) -> tuple[Key | None, int]:
        """Where the cells just below the rest that were read whole begin, and their records."""
        start, count, bound = None, 0, split.interval(split.rest)
        while count < STEADY and bound.low is not None:
            cell = self._ends.get(_end(split, bound.low, not bound.low_open))
            if cell is None or cell[0].low is None:
                break
            bound, start, count = cell[0], order_key(cell[0].low), count + cell[1]
        return start, count

    def _alike(self, split: Split) -> list[Key]:
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
            return self.rows.line(split.position)
        return sorted(k for row in rows if (k := self.rows.key(split.position, row)) is not None)

    def _note_end(self, node: Node) -> None:
        """Remember a cell that was read whole by where it ends."""
        split = node.beside
        if split is not None and split.ordered and node is not split.missing:
            interval = split.interval(node)
            if interval.high is not None:
                self._ends[_end(split, interval.high, interval.high_open)] = (
                    interval,
                    len(node.rows),
                )

    # --- sizes --------------------------------------------------------------------------------

    def _size(self, node: Node) -> float:
        """How many records a cell is thought to have."""
        if node.total is not None:
            return float(node.total)
        if node.closed is not None:
            return float(len(node.rows))
        limit = float(self.interface.limit or 1)
        if node.asked is not None and node.asked.overflows:
            return max(node.thought, BURST * limit, float(node.asked.least))
        return max(node.thought, float(len(node.rows)))

    def _rest(self, split: Split) -> float:
        """How many records the parts of a split that were not asked have, together."""
        node = split.node
        if node.total is not None:
            return max(node.total - split.grown, 0.0)
        prior = self._size(node) / max(len(node.rows), 1)
        return split.unasked * (split.grown + PRIOR * prior) / (split.before + PRIOR)

    def _thought(self, node: Node) -> float:
        """How many records a cell that was not asked should have."""
        split, held = node.beside, len(node.rows)
        if split is None or (
            split.ordered and node is not split.rest and node is not split.missing
        ):
            return max(node.thought, float(held))
        return max(self._rest(split) * self._share(node, split), float(held))

    def _share(self, node: Node, split: Split) -> float:
        """The share that a cell has of all records in the parts of a split that were not asked.

        One of its records held tells that it is there, the others how large it is; a value that
        was met only elsewhere is hardly here.
        """
        held, others = len(node.rows), max(split.unasked, 1.0)
        if split.ordered:
            return (held + HALF) / (others + HALF * split.open)
        domain = len(self.rows.attributes[split.position].domain or ())
        belief = UNMET * (1.0 if held else self._likely(node, split))
        unlisted = max(domain - len(split.parts), 0)
        return max(held - 1 + belief, belief) / (others + UNMET * (split.open + unlisted))

    def _likely(self, node: Node, split: Split) -> float:
        """How likely a value of which nothing is held in the cell is there after all.

        Quite, if no record at all has it; if some do, the more the nearer they are to the cell.
        """
        rows = self.rows.having(split.position, node.value(split.name) or "")
        if not rows:
            return 1.0
        near = max(self.rows.agreement(row, split.node.query) for row in rows[:SOME])
        return near * near

    def _of_a_new_value(self, position: int) -> float:
        """How many records a value that no record held has should have in the whole source."""
        unmet = len(self.rows.attributes[position].domain or ()) - self.rows.met(position)
        return max(self._size(self.root) - len(self.rows), 0.0) / max(unmet, 1)

    # --- choosing -----------------------------------------------------------------------------

    def _want(self, node: Node) -> None:
        heappush(self._heap, (-self._worth(node), next(self._order), node))

    def _worth(self, node: Node) -> float:
        """New records for a page, if the cell is asked, or its answer read on, now."""
        if node.asked is not None and node.asked.overflows:
            return self.interface.page_size * max(0.0, 1 - len(node.rows) / self._size(node))
        node.thought = self._thought(node)
        size, held, split = node.thought, len(node.rows), node.beside
        if split is not None and not split.ordered and node is not split.missing:
            if not self.rows.having(split.position, node.value(split.name) or ""):
                size = max(size, self._of_a_new_value(split.position))
        visible = min(size, self.interface.limit or size)
        pages = max(1.0, visible / self.interface.page_size)
        return (visible - min(held, visible)) / pages if size else 0.0

    def _advance(self) -> None:
        """What is next: go on reading, or the best cell that is still open."""
        self._see_to_siblings()
        if self._reading is not None:
            query, node = self._reading
            asked = self.asked.get(query)
            if (asked is None or asked.state is State.READING) and not node.done:
                self.next = self._step(query, node)
                return
            if query != node.query:
                self._want(node)  # a broader query was asked for its sake
        self._reading = self._best()
        self.next = self._step(*self._reading) if self._reading is not None else None

    def _best(self) -> tuple[Query, Node] | None:
        while self._heap and self.root.closed is None:
            worth, _, node = heappop(self._heap)
            if node.done or self._lies_inside(node):
                continue
            if self._heap and self._worth(node) < 0.8 * min(-worth, -self._heap[0][0]):
                self._want(node)
                continue
            return (self._broader(node) if node.asked is None else node.query), node
        return None

    def _lies_inside(self, node: Node) -> bool:
        """Whether a broader query was read whole; if so, close the cell."""
        pairs = node.query.predicates
        sizes = range(1, len(pairs)) if len(pairs) <= SUBSETS else (1, 2)
        for size in sizes:
            if any(Query(some) in self._wholes for some in combinations(pairs, size)):
                self._close(node, State.VALID)
                self._see_to_siblings()
                return True
        return False

    def _broader(self, node: Node) -> Query:
        """The cell's query without predicates that it can do without and still fit."""
        query, limit = node.query, self.interface.limit or 1
        scale = self._size(self.root) / max(len(self.rows), 1)
        split = node.beside
        if split is None or (split.ordered and node is not split.missing):
            return query
        for name, _ in node.query.predicates:
            fewer = Query(tuple(pair for pair in query.predicates if pair[0] != name))
            if name == split.name or not fewer.predicates or fewer in self.asked:
                continue
            if scale * sum(1 for _ in self.rows.matching(fewer)) <= self.fill * limit:
                query = fewer
        return query

    def _step(self, query: Query, node: Node) -> Step:
        asked = self.asked.get(query) or Asked(query, self.interface)
        held, thought = len(node.rows), node.thought
        page = asked.next_page(held, thought, counts=self.counts)
        limit = self.interface.limit or thought
        why = Why(
            expert="split",
            expected=max(min(thought, limit) - held, 0.0),
            pages=max(1.0, min(thought, limit) / self.interface.page_size),
            evidence=f"{held} held of about {thought:.0f} in the cell {node.query}",
        )
        return Step(query, page, why)


def _end(split: Split, bound: str, is_open: bool) -> tuple[Query, str, str, bool]:
    """The other predicates of a split's cells, the attribute, and where an interval ends."""
    others = tuple(pair for pair in split.node.query.predicates if pair[0] != split.name)
    return Query(others), split.name, bound, is_open
