"""Checking a proof against the turns alone: every ground anew, nothing on trust.

Only how the source can be asked is taken as given: its attributes, the values that its drop-downs
list, the limit. All that the proof says has to follow: the turns it rests on, each cell's ground
and count, that parts leave out nothing, that what lies within a closed cell does.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from leadline.model import Interface, Query, Turn
from leadline.plan.proof.answers import Finding
from leadline.plan.proof.cover import holes, named, part
from leadline.plan.proof.evidence import Evidence
from leadline.plan.proof.held import MISSING
from leadline.plan.proof.value import ANSWERED, Cell, Ground, Proof, Verdict
from leadline.plan.proof.within import lies_within, value_of

MOST_NAMED = 20  # turns that are missing


def verify(proof: Proof, turns: Iterable[Turn], interface: Interface) -> Verdict:
    """Whether a proof follows from the turns of a conversation, and what it then says."""
    evidence = Evidence((turn for turn in turns if turn.number <= proof.turns), interface)
    check = _Check(proof, evidence)
    problems = tuple(check.problems())
    missing = 0 if problems else check.missing()
    low = evidence.records
    return Verdict(
        holds=not problems,
        complete=not problems and proof.cells[0].ground is not Ground.OPEN,
        low=low,
        high=None if problems or missing is None else low + missing,
        problems=problems,
        uncovered=() if problems else tuple(check.uncovered()),
    )


class _Check:
    def __init__(self, proof: Proof, evidence: Evidence) -> None:
        self._proof, self._cells, self._evidence = proof, proof.cells, evidence

    # --- does it hold -------------------------------------------------------------------------

    def problems(self) -> Iterable[str]:
        """All that does not follow."""
        proof, evidence = self._proof, self._evidence
        absent = (n for n in range(1, proof.turns + 1) if n not in evidence.turns)
        for number in islice(absent, MOST_NAMED):
            yield f"turn {number} is missing"
        if proof.records != evidence.records:
            yield f"it speaks of {proof.records} records; the turns show {evidence.records}"
        if not self._cells or self._cells[0].query != Query():
            yield "its first cell is not everything"
        for number, cell in enumerate(self._cells):
            if wrong := self._wrong_numbers(number, cell) or self._wrong(cell):
                yield f"{cell.query}: {wrong}"

    def _wrong_numbers(self, number: int, cell: Cell) -> str:
        """Whether a cell refers to others that come later, as it must."""
        others = [*cell.parts, *(() if cell.within is None else (cell.within,))]
        if all(number < other < len(self._cells) for other in others):
            return ""
        return "it refers to a cell that is not there"

    def _wrong(self, cell: Cell) -> str:
        if cell.ground is Ground.OPEN:
            return self._differs(cell, self._evidence.open(cell.query)) or self._strange(cell)
        if cell.ground is Ground.PARTS:
            return self._strange(cell) or self._not_covered(cell)
        if cell.ground is Ground.WITHIN:
            return self._not_within(cell)
        found = self._evidence.closed(cell.query, cell.ground)
        if found is None:
            why = self._evidence.open(cell.query).why
            return f"it is not closed ({cell.ground.value}): {why}"
        return self._differs(cell, found)

    def _differs(self, cell: Cell, found: Finding) -> str:
        if cell.count != found.count:
            said, shown = _said(cell.count), _said(found.count)
            return f"it is said to have {said} records; by the turns it has {shown}"
        if cell.turns != found.turns:
            return f"it rests on the turns {_listed(found.turns)}, not {_listed(cell.turns)}"
        return ""

    def _strange(self, cell: Cell) -> str:
        """Whether one of the parts is no part."""
        attribute = named(self._evidence.interface, cell.split)
        for inner in (self._cells[number] for number in cell.parts):
            value = value_of(inner.query, cell.split, cell.query)
            if (
                value is None
                or attribute is None
                or inner.query != part(cell.query, attribute, value)
            ):
                return f"{inner.query} is no part of it by {cell.split}"
        return ""

    def _not_covered(self, cell: Cell) -> str:
        inner = [self._cells[number] for number in cell.parts]
        left_open = [str(one.query) for one in inner if one.ground is Ground.OPEN]
        if left_open:
            return f"its part {left_open[0]} is open"
        return "; ".join(self._holes(cell))

    def _holes(self, cell: Cell) -> list[str]:
        queries = (self._cells[number].query for number in cell.parts)
        values = {value_of(query, cell.split, cell.query) or MISSING for query in queries}
        return holes(cell.query, cell.split, values, self._evidence)

    def _not_within(self, cell: Cell) -> str:
        other = None if cell.within is None else self._cells[cell.within]
        if other is None or other.ground not in ANSWERED:
            return "nothing that is closed contains it"
        if lies_within(cell.query, other.query, self._evidence.interface):
            return ""
        return f"it does not lie within {other.query}"

    # --- what it leaves open ------------------------------------------------------------------

    def missing(self) -> int | None:
        """How many records are not held at most, if counts tell."""
        most: list[int | None] = [0] * len(self._cells)
        for number in reversed(range(len(self._cells))):
            cell = self._cells[number]
            if cell.ground is Ground.OPEN:
                most[number] = self._at_most(cell, [most[inner] for inner in cell.parts])
        return most[0]

    def _at_most(self, cell: Cell, inner: list[int | None]) -> int | None:
        bounds = [self._evidence.missing(cell.query)]
        if inner and None not in inner and not self._holes(cell):
            bounds.append(sum(one for one in inner if one is not None))
        return min((bound for bound in bounds if bound is not None), default=None)

    def uncovered(self) -> Iterable[str]:
        """What may hold records that are not held."""
        waiting = [0]
        while waiting:
            cell = self._cells[waiting.pop()]
            if cell.ground is not Ground.OPEN:
                continue
            if cell.parts:
                waiting.extend(reversed(cell.parts))
                yield from self._holes(cell)
            else:
                yield f"{cell.query}: {self._evidence.open(cell.query).why}"


def _said(count: int | None) -> str:
    return "an unknown number of" if count is None else str(count)


def _listed(turns: tuple[int, ...]) -> str:
    return ", ".join(map(str, turns)) or "none"
