"""A proof of how much of a source is held, as data: cells, on what ground each is closed.

The cells are a flat list, a tree by the numbers of their parts: the first cell is everything, and
parts come after what they are parts of. A cell that others lie within may stand outside the tree.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from leadline.model import Query


class Ground(StrEnum):
    """Why nothing of a cell can be missing."""

    WHOLE = "whole"  # its answer was read to the end, and had room for more
    EMPTY = "empty"
    COUNT = "count"  # as many of its records are held as the source says there are
    SORTED = "sorted"  # all of it comes before where an answer in ascending order ends
    ENDS = "ends"  # an ascending and a descending answer have passed each other
    WITHIN = "within"  # it lies within a cell that is closed by its own answer
    PARTS = "parts"  # its parts are closed, and no record of it can be in none of them
    OPEN = "open"  # nothing says so


ANSWERED = frozenset(  # closed by its own answer, or a sorted one of which it is the beginning
    {Ground.WHOLE, Ground.EMPTY, Ground.COUNT, Ground.SORTED, Ground.ENDS}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A query and the ground on which it is closed.

    `count` is how many records it has: by its answer, or as the source says; `turns` show it;
    `split` is the attribute that its `parts` differ in.
    """

    query: Query
    ground: Ground = Ground.OPEN
    count: int | None = None
    turns: tuple[int, ...] = ()
    split: str = ""
    parts: tuple[int, ...] = ()
    within: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """What the first so many turns prove, with so many records held."""

    turns: int
    records: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What became of a proof when it was checked.

    It `holds` if all it says follows from the turns, and is `complete` if then nothing can be
    missing. The source has at least `low` records, and at most `high` where that is known.
    """

    holds: bool
    complete: bool
    low: int
    high: int | None
    problems: tuple[str, ...] = ()
    uncovered: tuple[str, ...] = ()
