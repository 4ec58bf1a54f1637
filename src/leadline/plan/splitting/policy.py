"""Splitting: ask cells that fit under the limit until nothing can be missing.

Ordered attributes are cut into parts that just fit (rank-shrink), categories are asked value by
value, lazily (slice-cover), both together are the hybrid of Sheng, Zhang, Tao and Jin (2012).
Beyond them: sizes are predicted from the records held and the counts of the source, so that a part
fits at once; a cell is closed without a request when as many of its records are held as there are,
or when it lies inside an answer that was read whole, whatever that was asked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from leadline.model import Interface, Kind, Outcome, Query, Step, Turn, Why
from leadline.plan.knowledge import Knowledge, Shown
from leadline.plan.splitting.agenda import Agenda
from leadline.plan.splitting.asked import Asked, State
from leadline.plan.splitting.broader import Broader
from leadline.plan.splitting.by_words import ByWords
from leadline.plan.splitting.dividing import Divider
from leadline.plan.splitting.halving import Halver, can_halve
from leadline.plan.splitting.node import Node
from leadline.plan.splitting.orders import Orders
from leadline.plan.splitting.rows import Rows
from leadline.plan.splitting.sizes import Sizes
from leadline.plan.splitting.tree import Tree

CLOSED = (State.VALID, State.EMPTY, State.COUNT)


def can_split(interface: Interface) -> bool:
    """Whether answers are cut, and there is something to split them by."""
    return interface.limit is not None and any(
        a.kind is Kind.RANGE or (a.kind is Kind.VALUE and a.domain) for a in interface.attributes
    )


def divider_of(interface: Interface, *, words: bool = False) -> Splitter | Halver | None:
    """What divides a source: ranges and drop-downs, else words; else it may show its two ends.

    `words` has cells that nothing divides asked with words, if nobody else does so.
    """
    if can_split(interface):
        return Splitter(interface, words=words)
    if can_halve(interface):
        return Halver(interface)
    ends = interface.limit is not None and interface.browsable and interface.orders
    return Splitter(interface) if ends else None


@dataclass(frozen=True)
class Splitting:
    """Split what overflows until the source is proved to be held whole."""

    def learner(self, interface: Interface) -> Splitter | Halver:
        """The tree of one conversation."""
        return divider_of(interface, words=True) or Splitter(interface)

    def choose(self, known: Knowledge, rng: Random) -> Step | None:
        """The next page that brings the proof nearer; None if it is done, or stuck."""
        splitter: Splitter | Halver = known.learner
        return splitter.next


class Splitter:
    """What was asked, what follows from it, and what is next."""

    def __init__(self, interface: Interface, *, words: bool = False) -> None:
        self.interface, self.rows = interface, Rows(interface)
        self.tree = Tree(interface, self.rows)
        self.sizes = Sizes(interface, self.rows, self.root)
        self.asked: dict[Query, Asked] = {}
        self.next: Step | None = None
        self._agenda = Agenda(interface, self.tree, self.sizes)
        self.orders = Orders(interface, self.rows, self.asked)
        by_words = ByWords(interface, self.rows) if words else None
        self._divider = Divider(
            interface, self.tree, self.sizes, self._agenda, self.orders, by_words
        )
        self._broader = Broader(interface, self.tree, self.sizes, self.asked)
        self._reading: tuple[Query, Node] | None = None
        if interface.browsable:
            self._agenda.want(self.root)
        else:
            self._divider.split(self.root)
        self._advance()

    @property
    def root(self) -> Node:
        """The cell of everything."""
        return self.tree.root

    @property
    def proved(self) -> bool:
        """Whether nothing can be missing."""
        return self.root.closed is not None

    @property
    def impossible(self) -> list[Query]:
        """Cells that overflow and cannot be told apart any further."""
        return [node.query for node in self.tree.nodes.values() if node.stuck and not node.done]

    # --- learning -----------------------------------------------------------------------------

    def expect(self, known: Knowledge, query: int, step: Step) -> None:
        """Nothing is noted beforehand."""

    def learn(self, known: Knowledge, query: int, turn: Turn, shown: Shown) -> None:
        """Take in a page, whoever asked for it, and decide what is next."""
        asked = self._entry(turn.step.query)
        added = (self.rows.add(record, asked.query) for record in turn.answer.records)
        fresh = [row for row in added if row is not None]
        for row in fresh:
            self._route(row)
        if turn.answer.outcome is Outcome.FOUND:
            self._divider.counts = turn.answer.total is not None
        if turn.step.query.order:
            asked.pages[turn.step.page] = [self.rows.number(one) for one in turn.answer.records]
        asked.hear(turn.number, turn.step.page, turn.answer, self._held(asked, fresh),
                   len(fresh))  # fmt: skip
        self._settle(asked)
        self._advance()

    def _entry(self, query: Query) -> Asked:
        if query not in self.asked:
            self.asked[query] = asked = Asked(query, self.interface)
            if (node := self.tree.nodes.get(query)) is not None:
                node.asked = asked
            elif query.unordered not in self.tree.nodes:
                asked.held = sum(1 for _ in self.rows.matching(query))
        return self.asked[query]

    def _held(self, asked: Asked, fresh: list[int]) -> int:
        """Records held that match a query, with those that have just come."""
        node = self.tree.nodes.get(asked.query.unordered)
        if node is not None and not node.done:
            return len(node.rows)
        asked.held += sum(self.rows.matches(row, asked.query) for row in fresh)
        return asked.held

    def _route(self, row: int) -> None:
        """Put a new record into all cells that it is in."""
        self.root.rows.append(row)
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            if node.closed is None and self._is_held(node):
                self.tree.close(node, State.COUNT)
            if node.closed is None and node.split is not None:
                known = len(node.split.parts)
                waiting.extend(node.split.take(row))
                for part in node.split.parts[known:]:
                    self._agenda.want(self.tree.added(part))

    def _is_held(self, node: Node) -> bool:
        """Whether as many of its records are held as the source says there are."""
        return node.total is not None and len(node.rows) >= node.total

    def _settle(self, asked: Asked) -> None:
        """Draw the conclusions from an answer."""
        if asked.query.order:
            self._settle_sorted(asked)
            return
        if asked.state is State.READING:
            return
        if asked.state in CLOSED:
            self.tree.read_whole(asked.query)
        elif asked.total is not None:
            self.tree.completed.note(asked.query, asked.total)
        if (node := self.tree.nodes.get(asked.query)) is not None:
            self._divider.cutter.learn_fill(node, asked.state in CLOSED)
            self._conclude(node, asked)

    def _conclude(self, node: Node, asked: Asked) -> None:
        if node.done:
            return
        self.sizes.note(node)
        if asked.state in CLOSED or self._is_held(node):
            self.tree.close(node, asked.state if asked.state in CLOSED else State.COUNT)
            return
        unsplit = node.split is None and not node.stuck and node.wanted == node.query
        if unsplit and not self._divider.reads_first(node, asked):
            self._divider.split(node)
            self.tree.answered.append(node)
        if asked.unread and asked.state is State.OVERFLOW:
            self._agenda.want(node)

    def _settle_sorted(self, asked: Asked) -> None:
        """Draw the conclusions from an answer in an order that was chosen."""
        if asked.state in CLOSED:
            self.tree.read_whole(asked.query.unordered)
        node = self._sorted_cell(asked.query)
        if node is None or node.done:
            return
        node.counted = asked.total
        if asked.state in CLOSED or self._is_held(node) or self.orders.meet(node):
            self.tree.close(node, State.VALID)
        elif self._divider.reads_on(node, asked):
            self._agenda.want(node)
        elif asked.state is not State.READING:
            self._divider.sorted_out(node, asked)

    def _sorted_cell(self, query: Query) -> Node | None:
        """The cell that is asked in this order: of two with one query the rest that is not cut."""
        node = self.tree.nodes.get(query.unordered)
        if node is not None and node.split is not None and node.split.ordered:
            node = node.split.rest if node.split.rest.query == node.query else node
        return node if node is not None and node.order == query.order else None

    # --- choosing -----------------------------------------------------------------------------

    def _advance(self) -> None:
        """What is next: go on reading, or the best cell that is still open."""
        self._divider.see_to_siblings()
        if self._reading is not None:
            query, node = self._reading
            asked = self.asked.get(query)
            if (asked is None or asked.state is State.READING) and not node.done:
                self.next = self._step(query, node)
                return
            if query.unordered != node.query:
                self._agenda.want(node)  # a broader query was asked for its sake
        self._reading = self._best()
        self.next = self._step(*self._reading) if self._reading is not None else None

    def _best(self) -> tuple[Query, Node] | None:
        node = self._agenda.best(self._is_settled)
        if node is None:
            return None
        plain = node.asked is None and node.wanted == node.query
        if not plain:
            return node.wanted, node
        divider = self._divider
        return self._broader.query(node, divider.cutter.fill, counts=divider.counts), node

    def _is_settled(self, node: Node) -> bool:
        """Whether a cell needs no request."""
        if self.proved:
            return True
        plain = node.wanted == node.query
        settled = self._is_read_or_known if plain else self._is_asked_otherwise
        is_settled = node.done or settled(node)
        if not is_settled and self._agenda.is_spared(node):
            self.tree.answered.append(node)  # what comes after it need not wait
        self._divider.see_to_siblings()
        return is_settled

    def _is_asked_otherwise(self, node: Node) -> bool:
        """Whether all that a cell shows in its order, or with its word, was read or cannot be."""
        asked = self.asked.get(node.wanted)
        if asked is None or asked.state is State.READING or asked.unread:
            return False
        if node.order:
            self._settle_sorted(asked)
        else:
            self._divider.ask_word(node)
        return True

    def _is_read_or_known(self, node: Node) -> bool:
        return self._is_read(node) or self._is_known(node)

    def _is_read(self, node: Node) -> bool:
        """Whether all that its answer shows was read, or could not be."""
        asked = node.asked
        return asked is not None and asked.state is not State.READING and not asked.unread

    def _is_known(self, node: Node) -> bool:
        """Whether the cell needs no request: it, or one around it, was asked for another reason."""
        if node.asked is None and (asked := self.asked.get(node.query)) is not None:
            node.asked = asked
            if asked.state is State.READING:
                return False
            self._conclude(node, asked)
            return True
        if node.asked is not None:
            return False
        if self._divider.adds_up_without(node):
            self.tree.finish(node)
            return True
        if self._divider.divides_unasked(node):
            return True
        if not self.tree.lies_inside(node):
            return False
        self.tree.close(node, State.VALID)
        return True

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
        return Step(query, asked.next_page(held, thought, counts=self._divider.counts), why)
