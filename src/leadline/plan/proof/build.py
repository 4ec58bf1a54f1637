"""Building a proof: each cell of an outline with the best ground that the turns give it.

What the one who divided the source thinks is closed does not count. A cell that its own answer
closes, or that lies within one that is, needs no parts: so each part of a proof is needed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations

from leadline.model import Interface, Kind, Query, Turn
from leadline.plan.proof.cover import holes, part
from leadline.plan.proof.evidence import Evidence
from leadline.plan.proof.held import MISSING
from leadline.plan.proof.outline import Outline, simple
from leadline.plan.proof.value import ANSWERED, Cell, Ground, Proof
from leadline.plan.proof.within import lies_within, value_of

SUBSETS = 8  # predicates up to which all broader queries are looked up


def build(turns: Iterable[Turn], interface: Interface, along: Outline | None = None) -> Proof:
    """The best proof that turns give: along an outline, or a simple one."""
    evidence = Evidence(turns, interface)
    outlines = [*([along] if along is not None else []), *simple(interface)]
    proofs = (_Builder(evidence).proof(outline) for outline in outlines)
    return max(proofs, key=_worth)


def _worth(proof: Proof) -> tuple[bool, int, int]:
    """How good a proof is: complete or not, then by records in closed cells, then by cells."""
    closed = (cell for cell in proof.cells if cell.ground in ANSWERED)
    records = sum(cell.count or 0 for cell in closed)
    return proof.cells[0].ground is not Ground.OPEN, records, len(proof.cells)


class _Builder:
    """The cells of one proof, while they are put together."""

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence
        self._cells: list[Cell] = []
        self._broader: dict[Query, list[int]] = {}  # and the cells that lie within it

    def proof(self, outline: Outline) -> Proof:
        """The proof along an outline."""
        waiting = [outline]
        for one in waiting:  # it grows: parts come after what they are parts of
            cell = self._judged(one.query)
            parts = self._parts(one) if cell.ground is Ground.OPEN and one.split else []
            if parts:
                numbers = range(len(waiting), len(waiting) + len(parts))
                cell = replace(cell, split=one.split, parts=tuple(numbers))
                waiting.extend(parts)
            self._cells.append(cell)
        self._conclude()
        self._place_broader()
        return Proof(
            turns=max(self._evidence.turns, default=0),
            records=self._evidence.records,
            cells=tuple(self._cells),
        )

    def _judged(self, query: Query) -> Cell:
        found = self._evidence.finding(query)
        if found.ground is Ground.OPEN and (broader := self._broader_than(query)) is not None:
            self._broader.setdefault(broader, []).append(len(self._cells))
            return Cell(query=query, ground=Ground.WITHIN)
        return Cell(query=query, ground=found.ground, count=found.count, turns=found.turns)

    def _broader_than(self, query: Query) -> Query | None:
        """A query that contains this one and is closed by its own answer."""
        pairs = [pair for pair in query.predicates if pair[0] in self._evidence.held.columns]
        if len(pairs) < len(query.predicates):
            return None  # what words narrow is never certain
        for size in range(1, len(pairs)) if len(pairs) <= SUBSETS else (1, 2):
            for some in map(Query, combinations(pairs, size)):
                if some in self._evidence.asked and self._contains(some, query):
                    return some
        return None

    def _contains(self, some: Query, query: Query) -> bool:
        closed = self._evidence.finding(some).ground in ANSWERED
        return closed and lies_within(query, some, self._evidence.interface)

    def _parts(self, outline: Outline) -> list[Outline]:
        """The parts of a cell; values of a drop-down that say nothing are left out.

        Values that were not taken for parts may be closed by what was asked elsewhere.
        """
        attribute = self._evidence.interface.attribute(outline.split)
        parts = outline.parts()
        if attribute.kind is not Kind.VALUE:
            return parts
        named = {one.query for one in parts}
        others = (part(outline.query, attribute, v) for v in attribute.domain or ())
        parts += [Outline(query) for query in others if query not in named]
        return [one for one in parts if one.split or self._says_something(one.query)]

    def _says_something(self, query: Query) -> bool:
        return query in self._evidence.asked or self._broader_than(query) is not None

    def _conclude(self) -> None:
        """Close the cells whose parts are closed and leave out nothing, the innermost first."""
        for number in reversed(range(len(self._cells))):
            cell = self._cells[number]
            if cell.parts and all(self._cells[n].ground is not Ground.OPEN for n in cell.parts):
                queries = [self._cells[n].query for n in cell.parts]
                values = {value_of(q, cell.split, cell.query) or MISSING for q in queries}
                if not holes(cell.query, cell.split, values, self._evidence):
                    closed = replace(cell, ground=Ground.PARTS, count=None, turns=())
                    self._cells[number] = closed

    def _place_broader(self) -> None:
        for query, inner in self._broader.items():
            for number in inner:
                self._cells[number] = replace(self._cells[number], within=len(self._cells))
            found = self._evidence.finding(query)
            self._cells.append(
                Cell(query=query, ground=found.ground, count=found.count, turns=found.turns)
            )
