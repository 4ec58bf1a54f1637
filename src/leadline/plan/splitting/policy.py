"""Splitting: ask cells that fit under the limit until nothing can be missing.

Ordered attributes are cut into parts that just fit (rank-shrink), categories are asked value by
value, lazily (slice-cover), both together are the hybrid of Sheng, Zhang, Tao and Jin (2012).
Beyond them: sizes are predicted from the records held and the counts of the source, so that a part
fits at once; a cell is closed without a request when as many of its records are held as there are,
or when it lies inside an answer that was read whole, whatever that was asked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import combinations, count, islice
from random import Random

from leadline.model import Interface, Kind, Outcome, Query, Step, Turn, Why
from leadline.plan.knowledge import Knowledge, Shown
from leadline.plan.splitting.asked import Asked, State
from leadline.plan.splitting.choice import best_attribute, prospects_of
from leadline.plan.splitting.cuts import Region, lowest_part
from leadline.plan.splitting.neighbours import Neighbours
from leadline.plan.splitting.node import Node, Split
from leadline.plan.splitting.rows import Rows
from leadline.plan.splitting.sizes import UNKNOWN, Sizes

CLOSED = (State.VALID, State.EMPTY, State.COUNT)
FILL = 0.7  # of the limit that a part is cut to hold, at first
FULLER, LESS_FULL = 1.012, 0.96  # after a part that fitted, and after one that did not
EMPTIEST, FULLEST = 0.3, 2.0
STALE = 0.8  # of what a cell was worth: then the next is looked at
DULL = 0.05  # of a new record for a page: then an answer that is split anyway is left
RENEW = 1.3  # times the records: then prospects are computed anew
SUBSETS = 6  # predicates of a cell up to which all broader queries are looked up
PRECISION = 9  # decimals at most


def can_split(interface: Interface) -> bool:
    """Whether answers are cut, and there is something to split them by."""
    return interface.limit is not None and any(
        a.kind is Kind.RANGE or (a.kind is Kind.VALUE and a.domain) for a in interface.attributes
    )


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
        self.sizes = Sizes(interface, self.rows, self.root)
        self._neighbours = Neighbours(self.rows)
        self._prospects, self._renewed = prospects_of(self.rows, interface), 1
        self._order = count()
        self._heap: list[tuple[float, int, Node]] = []
        self._answered: list[Node] = []
        self._reading: tuple[Query, Node] | None = None
        self._wholes: set[Query] = set()
        self._decimals = [0] * len(interface.attributes)
        if interface.browsable:
            self._want(self.root)
        else:
            self._split(self.root)
        self._advance()

    @property
    def proved(self) -> bool:
        """Whether nothing can be missing."""
        return self.root.closed is not None

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
        asked.hear(turn.number, turn.step.page, turn.answer, self._held(asked, fresh),
                   len(fresh))  # fmt: skip
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
                self._decimals[position] = min(max(self._decimals[position], decimals), PRECISION)

    def _route(self, row: int) -> None:
        """Put a new record into all cells that it is in."""
        self.root.rows.append(row)
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            if node.closed is None and self._is_held(node):
                self._close(node, State.COUNT)
            if node.closed is None and node.split is not None:
                known = len(node.split.parts)
                waiting.extend(node.split.take(row))
                for part in node.split.parts[known:]:
                    self._want(self._added(part))

    def _is_held(self, node: Node) -> bool:
        """Whether as many of its records are held as the source says there are."""
        return node.total is not None and len(node.rows) >= node.total

    def _settle(self, asked: Asked) -> None:
        """Draw the conclusions from an answer."""
        if asked.state is State.READING:
            return
        if asked.state in CLOSED:
            self._wholes.add(asked.query)
        if (node := self.nodes.get(asked.query)) is not None:
            self._learn_fill(node, asked)
            self._conclude(node, asked)

    def _conclude(self, node: Node, asked: Asked) -> None:
        if node.done:
            return
        if node.beside is not None:
            node.beside.note(node, self.sizes.of(node))
        if asked.state in CLOSED or self._is_held(node):
            self._close(node, asked.state if asked.state in CLOSED else State.COUNT)
            return
        if node.split is None and not node.stuck:
            self._split(node)
            self._answered.append(node)
        if asked.unread and asked.state is State.OVERFLOW:
            self._want(node)

    def _learn_fill(self, node: Node, asked: Asked) -> None:
        """Parts should be nearly full, but mostly fit."""
        split = node.beside
        if split is not None and split.ordered and node is not split.rest:
            change = FULLER if asked.state in CLOSED else LESS_FULL
            self.fill = min(FULLEST, max(EMPTIEST, self.fill * change))

    # --- closing ------------------------------------------------------------------------------

    def _close(self, node: Node, state: State) -> None:
        """Nothing of a cell is missing; perhaps of those around it neither."""
        node.closed = state
        while (split := node.beside) is not None:
            split.open -= 1
            self._neighbours.note(node)
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
            if split.unfinished or not split.ordered:
                break  # a category may have values that were never met
            node = split.node
            self._answered.append(node)

    def _is_covered(self, node: Node) -> bool:
        """Whether all parts are closed, and no record of the cell can be in none of them."""
        split = node.split
        if split is None or split.open or split.unlisted:
            return False
        if split.missing is None and node.value(split.name) is None:
            return False
        return split.ordered or all(
            value in split.values or Query(((split.name, value),)) in self._wholes
            for value in split.domain
        )

    # --- splitting ----------------------------------------------------------------------------

    def _split(self, node: Node) -> None:
        position = self._best_attribute(node)
        if position is None:
            node.stuck = True
            self._finish(node)
        else:
            self._split_by(node, position)

    def _best_attribute(self, node: Node) -> int | None:
        if len(self.rows) >= RENEW * self._renewed:
            self._prospects = prospects_of(self.rows, self.interface)
            self._renewed = max(len(self.rows), 1)
        size = self.sizes.of(node)
        return best_attribute(node, self.rows, size, self._prospects, self.interface, node.tried)

    def _split_by(self, node: Node, position: int) -> None:
        node.tried.add(position)
        split = Split(node, self.rows, position)
        node.split = split
        for part in split.parts:
            self._added(part)
        if split.missing is not None:
            self._want(self._added(split.missing))
        if split.ordered:
            split.alike = self._neighbours.alike(split)
            self._cut(split)
            return
        for part in split.parts:
            self._want(part)
        if not split.unfinished:
            self._want_unmet(split)

    def _added(self, node: Node) -> Node:
        """The cell, which answers to its query unless another one does that is still open."""
        if node.query not in self.nodes or self.nodes[node.query].done:
            self.nodes[node.query] = node
        return node

    def _see_to_siblings(self) -> None:
        """Cells were closed or split: go on with what they are parts of."""
        while self._answered:
            node = self._answered.pop().parent
            if node is None or node.closed is not None or node.split is None:
                continue
            if node.split.ordered:
                self._cut(node.split)
            elif not node.split.unfinished:
                self._want_unmet(node.split)

    def _want_unmet(self, split: Split) -> None:
        """The values met were answered: ask the likeliest of the others."""
        if self._adds_up(split):
            self._finish(split.node)
            return
        if split.unmet is None:
            if self._divided_anew(split):
                return
            split.unmet = [(*self._unlikely(split, v), v) for v in self._unasked(split)]
            heapify(split.unmet)
        if (value := self._likeliest(split, split.unmet)) is not None:
            self._want(self._added(split.part(value)))
        else:
            self._look_around(split)

    def _unasked(self, split: Split) -> list[str]:
        """Values of a category that are no part of a split, and were not read whole."""
        return [v for v in split.domain if v not in split.values and not self._is_whole(split, v)]

    def _is_whole(self, split: Split, value: str) -> bool:
        return Query(((split.name, value),)) in self._wholes

    def _unlikely(self, split: Split, value: str) -> tuple[float, int]:
        """What values never met in a cell are sorted by: of equally likely ones the commonest."""
        return -self.sizes.likely(split, value), -len(self.rows.having(split.position, value))

    def _likeliest(self, split: Split, unmet: list[tuple[float, int, str]]) -> str | None:
        """The value to ask for next; what was learnt meanwhile can make one less likely."""
        while unmet:
            before, _, value = heappop(unmet)
            if value in split.values or self._is_whole(split, value):
                continue
            now = self._unlikely(split, value)
            if now[0] <= before:
                return value
            heappush(unmet, (*now, value))
        return None

    def _adds_up(self, split: Split) -> bool:
        """Whether by the counts all records are in the parts that were asked: some are stuck."""
        counted = split.node.total is not None and not self.rows.several[split.position]
        return counted and self.sizes.rest(split) <= 0

    def _look_around(self, split: Split) -> None:
        """All values were asked: the cell is covered, or split by something else, or stuck."""
        node = split.node
        if self._is_covered(node):
            self._close(node, State.VALID)
        elif self._leaves_out(split) and (position := self._best_attribute(node)) is not None:
            self._split_by(node, position)
        else:
            self._finish(node)

    def _leaves_out(self, split: Split) -> bool:
        """Whether records are known to be in no part: they have no value, or counts tell so."""
        node = split.node
        short = node.total is not None and len(node.rows) < node.total
        return short or any(not self.rows.carried(split.position, row) for row in node.rows)

    def _divided_anew(self, split: Split) -> bool:
        """Where counts tell that some are missing, another attribute may tell where they are.

        Rather that than to ask for each of many values that no record of the cell has.
        """
        node = split.node
        if not self.counts or node.total is None:
            return False
        position = self._best_attribute(node)
        on = len(self._unasked(split)) + self.sizes.rest(split) / self.interface.page_size
        if position is None or self._anew(node, position) >= on:
            return False
        self._split_by(node, position)
        return True

    def _anew(self, node: Node, position: int) -> float:
        """Pages to read, if all of a cell is split by an attribute."""
        size = self.sizes.of(node)
        if self.rows.ordered[position]:
            cells = int(size / (self.interface.limit or 1)) + 1
        else:
            cells = len({v for row in node.rows for v in self.rows.carried(position, row)})
        return max(float(cells), size / self.interface.page_size)

    def _cut(self, split: Split) -> None:
        """Cut off the next part of an ordered attribute, or take the rest as it is."""
        rest, limit, same = split.rest, self.interface.limit or 1, self._is_same(split)
        if rest.closed is not None or (rest.asked is not None and not same):
            return
        if not self._is_ready(split):
            return
        size = self.sizes.rest(split)
        fits = size <= limit * (1.0 if self.counts else min(self.fill, 1.0))
        if not same and (fits or not rest.rows):
            self._want(rest)
            return
        lower, likely = lowest_part(self._region(split, size), self.fill * limit)
        part = split.cut(lower)
        part.thought = min(likely, size)
        self._want(self._added(part))
        self._added(split.rest)

    def _is_same(self, split: Split) -> bool:
        """Whether nothing was cut off yet: the rest is the cell itself, which overflows."""
        return split.rest.query == split.node.query

    def _is_ready(self, split: Split) -> bool:
        """One part at a time: each tells how dense the neighbourhood is."""
        latest = split.latest
        if latest is None or latest.finished:
            return True
        return self.counts and (latest.asked is not None or not latest.before)

    def _region(self, split: Split, size: float) -> Region:
        position, (start, records) = split.position, self._neighbours.below(split)
        return Region(
            interval=split.interval(split.rest),
            sample=split.keys,
            text=lambda place: self.rows.carried(position, split.rest.rows[place])[0],
            size=size,
            decimals=self._decimals[position],
            start=start,
            count=records,
            alike=split.alike,
        )

    # --- choosing -----------------------------------------------------------------------------

    def _want(self, node: Node) -> None:
        heappush(self._heap, (-self._worth(node), next(self._order), node))

    def _worth(self, node: Node) -> float:
        """New records for a page, if the cell is asked, or its answer read on, now."""
        if node.asked is not None and node.asked.overflows:
            unseen = max(0.0, 1 - len(node.rows) / self.sizes.of(node))
            brought = node.asked.brought if node.total is not None else None
            return self.interface.page_size * min(unseen, 1.0 if brought is None else brought)
        node.thought = self.sizes.thought(node)
        size, held = max(node.thought, self._elsewhere(node)), len(node.rows)
        visible = min(size, self.interface.limit or size)
        pages = max(1.0, visible / self.interface.page_size)
        return (visible - min(held, visible)) / pages if size else 0.0

    def _elsewhere(self, node: Node) -> float:
        """A value that was never met is asked in all cells at once: what that should bring."""
        split = node.beside
        if split is None or split.ordered or node is split.missing or node.rows:
            return 0.0
        if self.rows.having(split.position, node.value(split.name) or ""):
            return 0.0
        return self.sizes.of_new_value(split.position)

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
            if node.done or self._is_read(node) or self._is_known(node):
                self._see_to_siblings()
                continue
            if self._is_dull(node):
                continue
            if self._heap and self._worth(node) < STALE * min(-worth, -self._heap[0][0]):
                self._want(node)
                continue
            return (self._broader(node) if node.asked is None else node.query), node
        return None

    def _is_read(self, node: Node) -> bool:
        """Whether all that its answer shows was read, or could not be."""
        asked = node.asked
        return asked is not None and asked.state is not State.READING and not asked.unread

    def _is_dull(self, node: Node) -> bool:
        """Whether reading on pays nothing, in an answer that its parts will show in full."""
        overflows = node.asked is not None and node.asked.overflows
        return overflows and not node.stuck and self._worth(node) < DULL

    def _is_known(self, node: Node) -> bool:
        """Whether the cell needs no request: it, or one around it, was asked for another reason."""
        if node.asked is None and (asked := self.asked.get(node.query)) is not None:
            node.asked = asked
            if asked.state is State.READING:
                return False
            self._conclude(node, asked)
            return True
        if node.asked is not None or not self._lies_inside(node):
            return False
        self._close(node, State.VALID)
        return True

    def _lies_inside(self, node: Node) -> bool:
        """Whether a broader query was read whole."""
        pairs = node.query.predicates
        sizes = range(1, len(pairs)) if len(pairs) <= SUBSETS else (1, 2)
        return any(Query(some) in self._wholes for n in sizes for some in combinations(pairs, n))

    def _broader(self, node: Node) -> Query:
        """The cell's query without predicates that it can do without and still fit."""
        query, split = node.query, node.beside
        if split is None or (split.ordered and node is not split.missing):
            return query
        scale = self.sizes.of(self.root) / max(len(self.rows), 1)
        most = self.fill * (self.interface.limit or 1) / scale
        for name, _ in node.query.predicates:
            fewer = Query(tuple(pair for pair in query.predicates if pair[0] != name))
            if name == split.name or not fewer.predicates or fewer in self.asked:
                continue
            if sum(1 for _ in islice(self.rows.matching(fewer), int(most) + 1)) <= most:
                query = fewer
        return query

    def _step(self, query: Query, node: Node) -> Step:
        asked = self.asked.get(query) or Asked(query, self.interface)
        held, thought = len(node.rows), node.thought
        limit = self.interface.limit or thought
        why = Why(
            expert="split",
            expected=max(min(thought, limit) - held, 0.0),
            pages=max(1.0, min(thought, limit) / self.interface.page_size),
            evidence=f"{held} held of about {thought:.0f} in the cell {node.query}",
        )
        return Step(query, asked.next_page(held, thought, counts=self.counts), why)
