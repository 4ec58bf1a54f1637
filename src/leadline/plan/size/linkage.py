"""What parts that are known say of ones that draws have not met.

Draws reach a new part through values that its records share with those held, and parts hang
together by more or by less: packages of one language have their own team, their own libraries. So
that n draws met few new parts says little of the ones that hang together least, which may be large.
How many are of that kind is known from the parts that are held. Each in turn is taken for unknown:
a draw of one of the other records' values meets it by the chance that such a value is drawn, times
its share among what would be missing there (a jackknife over parts). If n draws would have met π of
a known part's kind, Σ s/Σ π records come with each part that was met, s being the parts' sizes.

That is too much, as the larger parts are those that get known first, and what follows from the
sizes of the parts met alone is too little: the truth lies between the two (`parts`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from leadline.plan.knowledge import Knowledge

Floats = NDArray[np.float64]
MOST = 10.0  # times what new parts were counted to have is the most that is thought of


@dataclass(frozen=True, slots=True, kw_only=True)
class Linkage:
    """What draws may have left unmet.

    `with_each` are the records of new parts for each one that was met, as far as they are like the
    known ones, of which there are `parts`; `unmet` is the size of those that no draw met, in the
    quadratic mean.
    """

    parts: int = 0
    with_each: float = 0.0
    unmet: float = 0.0

    def more(self, new: float, met: int) -> float:
        """How many times as many records new parts may have, where so many were met.

        The more of them were met, the less they are like the known ones.
        """
        if not new or met >= self.parts:
            return 1.0
        most = min(max(met * self.with_each / new, 1.0), MOST)
        return math.pow(most, 1 - met / self.parts)


def linkage(known: Knowledge, position: int, missing: float, draws: int, new: int = 0) -> Linkage:
    """Of the parts that an attribute's values are, after so many draws through the others.

    `missing` is how many records of known parts are missing for each one held; so many `new` parts
    were met. A single part does not tell how parts hang together.
    """
    sizes, chance = _parts(known, position, missing)
    missed = (1 - chance) ** draws
    met = float(np.sum(1 - missed))
    if len(sizes) < 2:
        return Linkage()
    return Linkage(
        parts=len(sizes),
        with_each=float(sizes.sum()) / met if met > 0 else math.inf,
        unmet=_unmet(sizes, missed, met, new),
    )


def _unmet(sizes: Floats, missed: Floats, met: float, new: int) -> float:
    """The size of the parts that no draw has met, in the quadratic mean.

    If each part is met by the same chance, those not met are so many more by a geometric
    distribution.
    """
    parts = len(sizes) + new
    chance = (1 + met + new) / (1 + parts)
    one, square = float(np.sum(sizes * missed)) / parts, float(np.sum(sizes**2 * missed)) / parts
    return math.sqrt(square / chance + 2 * (one / chance) ** 2)


def _parts(known: Knowledge, position: int, missing: float) -> tuple[Floats, Floats]:
    """Of each part that is known its size, and the chance that a draw meets it."""
    row = known.owners
    own = known.attribute[known.terms] == position
    part_of = np.full(known.records, -1)
    part_of[row[own]] = known.terms[own]
    names, part_of = np.unique(part_of, return_inverse=True)
    others, frames = known.terms[~own], len(known.interface.attributes)
    pairs, times = np.unique(part_of[row[~own]] * known.values + others, return_counts=True)
    part, value = np.divmod(pairs, known.values)
    frame = part * frames + known.attribute[value]
    everywhere = np.tile(np.bincount(known.attribute[others], minlength=frames), len(names))
    elsewhere = everywhere - np.bincount(frame, times, len(everywhere))
    outside = known.local[value] - times
    drawn = outside / np.maximum(elsewhere[frame], 1)
    meets = np.bincount(part, drawn * times / (times + missing * outside), len(names))
    sizes = np.bincount(part_of, minlength=len(names)) * (1 + missing)
    chance = np.minimum(meets / max(frames - 1, 1), 1)
    return np.asarray(sizes, np.float64), np.asarray(chance, np.float64)
