"""Whether everybody has a value of a facet of which some have several: by how its lists overlap.

The panel of each list counts those who have another value too, so the sizes of lists and of what
each two have in common are known once all lists but one were opened, whose first pages are wanted
anyhow. By inclusion and exclusion the sizes less the overlaps are the number of entities, if each
has one value or two. If some may have three, the list of the two values that most have in common
says with which third ones; of the other triples as many are expected for how the values of each
overlap. That only guesses, and who guesses wrong reads a facet value by value after all.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from leadline.plan.facets.cells import Cells
from leadline.plan.facets.lists import Exploring, Value

NEARLY = 0.03  # of the entities, by which the guess may be wrong
Overlaps = NDArray[np.float64]


def everybody_has(cells: Cells, values: Sequence[Value]) -> Exploring[bool]:
    """Whether everybody seems to have one of these values."""
    counts = cells.root.counts
    ordered = sorted(values, key=lambda value: -counts[value])
    both = np.zeros((len(values), len(values)))
    for place, value in enumerate(ordered[:-1]):
        cell = yield from cells.open(cells.root, value)
        if cell is None:
            return False
        both[place, place + 1 :] = [cell.counts.get(other, 0) for other in ordered[place + 1 :]]
    lacking = cells.root.total - sum(counts[value] for value in values) + float(both.sum())
    if lacking <= 0:
        return lacking == 0
    thrice = yield from _thrice(cells, ordered, both + both.T)
    return abs(lacking - thrice) <= NEARLY * cells.root.total


def _thrice(cells: Cells, values: Sequence[Value], both: Overlaps) -> Exploring[float]:
    """How many times three values seem to be had at once."""
    one, other = sorted(divmod(int(both.argmax()), len(values)))
    expected = float(both[one, other] * both[one] @ both[other])
    outer = yield from cells.open(cells.root, values[one])
    cell = (yield from cells.open(outer, values[other])) if outer is not None else None
    if cell is None or not expected:
        return 0.0
    known = sum(n for value, n in cell.counts.items() if value in values)
    return known / expected * float(np.trace(both @ both @ both)) / 6
