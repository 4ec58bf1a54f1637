"""Asking some of a proof's cells again: are they still as they were?

A cell that was read whole, or was empty, is read whole again: it still is closed if nothing in it
is new. One that was closed by a count is asked how many it has now.
"""

from __future__ import annotations

from collections.abc import Generator, Set
from dataclasses import dataclass
from random import Random

from leadline.model import Answer, Count, Outcome, Query, Step
from leadline.plan.proof.value import ANSWERED, Cell, Ground, Proof

MOST_PAGES = 1000  # of one cell


@dataclass(frozen=True, slots=True, kw_only=True)
class Rechecked:
    """How many records a cell had and has, and how many of them are not held; None: unknown."""

    query: Query
    before: int
    now: int | None
    new: int | None

    @property
    def holds(self) -> bool:
        """Whether it is closed still."""
        return self.now is not None and (
            self.now <= self.before if self.new is None else not self.new
        )


def recheck(
    proof: Proof, held: Set[str], most: int, rng: Random
) -> Generator[Step, Answer, list[Rechecked]]:
    """Ask so many cells again, chosen at random among those that are closed by their answers."""
    closed = [cell for cell in proof.cells if cell.ground in ANSWERED]
    found = list[Rechecked]()
    for cell in rng.sample(closed, min(most, len(closed))):
        found.append((yield from _again(cell, held)))
    return found


def _again(cell: Cell, held: Set[str]) -> Generator[Step, Answer, Rechecked]:
    before = cell.count or 0
    unknown = Rechecked(query=cell.query, before=before, now=None, new=None)
    if cell.ground is Ground.COUNT:
        answer = yield Step(cell.query, 1)
        if answer.total is None or answer.count is not Count.EXACT:
            return unknown
        return Rechecked(query=cell.query, before=before, now=answer.total, new=None)
    shown = yield from _read(cell.query)
    if shown is None:
        return unknown
    return Rechecked(query=cell.query, before=before, now=len(shown), new=len(shown - held))


def _read(query: Query) -> Generator[Step, Answer, set[str] | None]:
    """The keys of all records of a query; None if it cannot be read to its end."""
    shown = set[str]()
    for page in range(1, MOST_PAGES + 1):
        answer = yield Step(query, page)
        if answer.outcome not in (Outcome.FOUND, Outcome.EMPTY):
            return None
        shown.update(record.key for record in answer.records)
        if not answer.more:
            return shown
    return None
