"""How many records cells are thought to have, by what is held of them and what the source says."""

from __future__ import annotations

from leadline.model import Interface
from leadline.plan.splitting.likeness import BELIEF
from leadline.plan.splitting.node import Node, Split
from leadline.plan.splitting.rows import MISSING, Rows
from leadline.plan.splitting.spreads import UNMET

UNKNOWN = 4.0  # times the limit: the size of an overflowing source about which nothing is known
BURST = 1.4  # times the limit: the size of a cell that was thought to fit and does not
PRIOR = 2.0  # records' worth of belief in the size thought before
HALF = 0.5  # of a record: what a part may have of which none is held
NEW = 0.1  # likelihood that a value no record has is in a certain cell
TINY = 1e-9  # so as not to divide by nothing
SOME = 20  # records of a value that are looked at


class Sizes:
    """Estimates over the tree of one conversation."""

    def __init__(self, interface: Interface, rows: Rows, root: Node) -> None:
        self._limit = float(interface.limit or 1)
        self._rows, self._root = rows, root

    def of(self, node: Node) -> float:
        """How many records a cell has, or is thought to have."""
        if node.total is not None:
            return float(node.total)
        if node.closed is not None:
            return float(len(node.rows))
        split = node.split
        if split is None or not split.before:
            return self._guessed(node)
        parts = (split.grown + self.rest(split)) / self._rows.values_each(split.position)
        return max(parts, self._limit, float(len(node.rows)))

    def _guessed(self, node: Node) -> float:
        """How many records a cell that is not counted is thought to have, but for its parts."""
        if node.asked is not None and node.asked.overflows:
            return max(node.thought, BURST * self._limit, float(node.asked.least))
        return max(node.thought, float(len(node.rows)))

    def rest(self, split: Split) -> float:
        """How many records the parts of a split that were not asked have, together.

        If nothing counts, as many for each one held when the cell was split as the parts asked
        have: what came later came in other ways to some parts than to others.
        """
        node = split.node
        if node.total is not None:
            return max(node.total - split.grown, 0.0)
        prior = self._guessed(node) / max(split.sample, 1)
        each = (split.grown + PRIOR * prior) / (split.before + PRIOR)
        return max((split.sample - split.before) * each, split.unasked)

    def note(self, node: Node) -> None:
        """A cell was asked: count with its size wherever it is a part."""
        while (split := node.beside) is not None:
            split.note(node, self.of(node))
            node = split.node
            if node.total is not None or node.noted is None:
                break

    def left_to(self, node: Node) -> int | None:
        """How many records the last value of a drop-down has, if the others were counted.

        No fewer than are in it, nor more but for records without a value. None is known of these,
        and less than one is likely, by the records that were not asked for by this drop-down.
        """
        split = node.beside
        if split is None or split.ordered or split.node.total is None or node is split.missing:
            return None
        if self._rows.several[split.position] or node.noted is not None:
            return None
        counted = sum(part.noted is not None for part in split.parts)
        missing = split.missing is None or split.missing.noted is not None
        if counted < len(split.domain) - 1 or not (missing or self._all_have(split)):
            return None
        return split.node.total - round(split.grown)

    def _all_have(self, split: Split) -> bool:
        """Whether no record of a cell is likely to lack a value."""
        position, size = split.position, split.node.total or 0
        return not self._rows.having(position, MISSING) and size <= self._rows.random(position)

    def uncut(self, split: Split) -> float:
        """How many records the rest of an ordered attribute has.

        Those that have no value are not among them; if they were not asked for yet, they are so
        many as the records held tell.
        """
        size, missing = self.rest(split), split.missing
        if missing is None or missing.noted is not None:
            return size
        lacking = len(self._rows.having(split.position, MISSING)) / max(len(self._rows), 1)
        held = len(split.rest.rows)
        return size * (held + 1 - lacking) / (held + len(missing.rows) + 1)

    def thought(self, node: Node) -> float:
        """How many records a cell that was not asked should have."""
        split, held = node.beside, float(len(node.rows))
        if split is None or (split.ordered and node not in (split.rest, split.missing)):
            return max(node.thought, held)
        if split.chances and split.node.total is not None:
            missing = max(self.rest(split) - split.unasked, 0.0)
            return held + missing * self._chance(node, split)
        return max(self.rest(split) * self._share(node, split), held)

    def _chance(self, node: Node, split: Split) -> float:
        """The share that a cell has of what is missing in the parts that were not asked."""
        value = node.value(split.name) or ""
        chance = self.chance(split, value)
        left = max(1 - split.spent, chance)
        return (len(node.rows) + BELIEF * chance) / max(split.unasked + BELIEF * left, TINY)

    def _share(self, node: Node, split: Split) -> float:
        """The share that a cell has of all records in the parts of a split that were not asked.

        One of its records held tells that it is there, the others how large it is.
        """
        held, others = len(node.rows), max(split.unasked, 1.0)
        if split.ordered:
            return (held + HALF) / (others + HALF * split.open)
        belief = UNMET if held else UNMET * self.likely(split, node.value(split.name) or "")
        unlisted = max(len(split.domain) - len(split.parts), 0)
        return max(held - 1 + belief, belief) / (others + UNMET * (split.open + unlisted))

    def chance(self, split: Split, value: str) -> float:
        """The likely share of a value in a cell, before what is held of it."""
        known = split.chances.get(value) or UNMET / (len(self._rows) + 1)
        met = value in split.values and split.values[value].rows
        return known if met else known * self.likely(split, value)

    def likely(self, split: Split, value: str) -> float:
        """How likely a value of which nothing is held in a cell is there after all.

        If records have it, the more the nearer they are to the cell; hardly, if none has.
        """
        rows = self._rows.having(split.position, value)
        if not rows:
            return NEW
        near = max(self._rows.agreement(row, split.node.query) for row in rows[:SOME])
        return near * near

    def of_new_value(self, position: int) -> float:
        """How many records a value that no record held has should have in the whole source."""
        unmet = len(self._rows.attributes[position].domain or ()) - self._rows.met(position)
        return max(self.of(self._root) - len(self._rows), 0.0) / max(unmet, 1)
