"""What the answer to one question proves: within which radius all records were shown.

Where fewer records came than the source shows at most, that is the radius asked for. Where it
showed as many as it can, it proves nothing, unless records come in the order of their distance:
then all that are nearer than the last one shown were shown, too. Records as far away as the last
one may be missing, so the radius stays below its distance.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from leadline.model import Record
from leadline.plan.locator.coordinates import Columns, points
from leadline.plan.locator.near import Near
from leadline.plan.locator.sphere import MARGIN, Floats, distances, vectors

SURE = 20  # steps from one record to the next, none of them inwards, before an order is believed


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question, the records that its pages showed, and whether they were read to their end."""

    near: Near
    turn: int  # the last one
    records: tuple[Record, ...] = ()
    ended: bool = False

    def complete(self, limit: int | None) -> bool:
        """Whether every record within the radius was shown."""
        return self.ended and (limit is None or len({r.key for r in self.records}) < limit)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """How records are read: where their coordinates stand, how exact these are, and the order."""

    columns: Columns | None = None
    slack: float = 0.0
    steps: int = 0
    ordered: bool = False

    @property
    def trusted(self) -> bool:
        """Whether records are taken to come nearest first."""
        return self.ordered and self.steps >= SURE

    def conclusive(self) -> tuple[Columns | None, float, bool]:
        """What conclusions depend on."""
        return self.columns, self.slack, self.trusted


def at_least(limit: int | None, asked: Asked) -> int | None:
    """The most records that an answer shows, after one that may have shown more."""
    return None if limit is None else max(limit, len({record.key for record in asked.records}))


def away(asked: Asked, columns: Columns | None) -> Floats:
    """How far the records shown are from the point asked for, in the order shown."""
    if columns is None:
        return np.zeros(0)
    _, at = points(columns, asked.records)
    return np.asarray(distances(at, vectors(asked.near.lat, asked.near.lon)))


def outwards(far: Floats, slack: float) -> bool:
    """Whether no record is nearer than one before it, as far as that can be told."""
    before = np.maximum.accumulate(far)[:-1]
    return bool((far[1:] >= before * (1 - 2 * MARGIN) - slack).all())


def proven(asked: Asked, sight: Sight, limit: int | None) -> float:
    """The radius within which all records are held; 0 where there is none."""
    if asked.complete(limit):
        return asked.near.km * (1 - MARGIN)
    if not sight.trusted:
        return 0.0
    far = away(asked, sight.columns)
    if not len(far):
        return 0.0
    nearer = float(far[-1]) * (1 - 2 * MARGIN) - sight.slack
    return max(0.0, min(nearer, asked.near.km * (1 - MARGIN)))
