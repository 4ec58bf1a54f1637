"""What happened to a source while it was read: totals that changed, pages that failed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from leadline.model import Count, Outcome, Query, Step, Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A query for which the source stated one exact total, and later another."""

    query: Query
    before: int
    after: int
    turns: tuple[int, int]

    def __str__(self) -> str:
        first, then = self.turns
        return (f"{self.query}: {self.before:,} records at turn {first}, "
                f"{self.after:,} at turn {then}")  # fmt: skip


def changes(turns: Iterable[Turn]) -> list[Change]:
    """Exact totals of the same query that differ over time."""
    stated: dict[Query, tuple[int, int]] = {}
    found = list[Change]()
    for turn in turns:
        query, total = turn.step.query, turn.answer.total
        if total is None or turn.answer.count is not Count.EXACT:
            continue
        before, number = stated.get(query, (total, turn.number))
        if before != total:
            found.append(
                Change(query=query, before=before, after=total, turns=(number, turn.number))
            )
        stated[query] = (total, turn.number)
    return found


def failures(turns: Iterable[Turn]) -> list[Step]:
    """Pages that could not be had, in the end."""
    failed: dict[tuple[Query, int], Step] = {}
    for turn in turns:
        place = (turn.step.query, turn.step.page)
        if turn.answer.outcome is Outcome.FAILED:
            failed[place] = turn.step
        else:
            failed.pop(place, None)
    return list(failed.values())
