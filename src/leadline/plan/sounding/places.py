"""Where in an answer the new records are, by where those held stand in the order of the source.

Most sites rank by something that has little to do with the query (newest, cheapest, best-known). So
a record that came 30th of 300 stands in the first tenth of any answer that it is in, and of another
query's answer it is known not only how many records are held, but on which of its pages: the pages
where few are expected are the ones to read. How far a record's place in one answer tells that in
another is learnt from records that were shown twice: chance alone makes it differ by u (1 - u) / m
(squared, for a place u in an answer of m records), and whatever is more than that is the source's
own. On a site that ranks by relevance places tell nothing, and every page looks alike.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.plan.columns import Column
from leadline.plan.knowledge import Knowledge

Floats = NDArray[np.float64]
BINS = 100  # parts that an answer is divided into, or pages where these are fewer
SAMPLE = 2_000  # records of an answer that are looked at
UNRELATED = 1 / 6  # mean square of the difference between two places that have nothing in common
PRIOR = 2.0  # records shown twice whose places differed as if unrelated
FADE = 0.999
LEAST = 0.15  # of a page may be new, however many records are thought to be on it


class Places:
    """The place of each record held, from 0 for the first to 1 for the last."""

    def __init__(self) -> None:
        self._place = Column(np.float64)
        self._matches = Column(np.float64)  # of the answers that say so, taken together
        self._excess, self._twice = PRIOR * UNRELATED, PRIOR

    @property
    def noise(self) -> float:
        """Mean square of what places differ by from one answer to another, beyond chance."""
        return max(self._excess / self._twice, 0.0)

    def learn(self, total: int, first: int, rows: NDArray[Any]) -> None:
        """These records were shown in turn, the first as number `first` of `total`."""
        if total < 2 or not len(rows):
            return
        size = int(rows.max()) + 1
        for column in (self._place, self._matches):
            column.grow(max(size, len(column)))
        here = np.minimum((first + np.arange(len(rows)) + 0.5) / total, 1.0)
        place, matches = self._place.array[rows], self._matches.array[rows]
        again = matches > 0
        self._compare(here[again], place[again], 1 / total + 1 / matches[again])
        self._place.array[rows] = place + (here - place) * total / (matches + total)
        self._matches.array[rows] = matches + total

    def _compare(self, here: Floats, there: Floats, chance: Floats) -> None:
        middle = (here + there) / 2
        excess = (here - there) ** 2 - middle * (1 - middle) * chance
        fade = FADE ** len(here)
        self._excess = max(fade * self._excess + float(excess.sum()), 0.0)
        self._twice = fade * self._twice + len(here)

    def newness(self, known: Knowledge, query: int, pages: NDArray[Any]) -> Floats:
        """The share of records on each of these pages that is not held.

        They must be all pages of an opened query that were not read, those behind a limit too.
        """
        rows = np.zeros(0, np.int32) if query in known.of_cells else _rows(known, known.parts(query))
        rows = rows[~known.was_shown(query, rows)]
        return self._newness(rows, float(known.total[query]), known.interface.page_size, pages)

    def newness_of(
        self, known: Knowledge, parts: tuple[int, ...], total: float, pages: NDArray[Any]
    ) -> Floats:
        """The same for all pages of the answer to a query for these values, of about `total`."""
        return self._newness(_rows(known, parts), total, known.interface.page_size, pages)

    def _newness(self, rows: NDArray[Any], total: float, size: int, pages: NDArray[Any]) -> Floats:
        times = max(1, -(-len(rows) // SAMPLE))
        rows = rows[::times]
        rows = rows[rows < len(self._place)]
        rows = rows[self._matches.array[rows] > 0]
        place, matches = self._place.array[rows], self._matches.array[rows]
        count = -(-total // size)
        bins = int(min(max(count, 1), BINS))
        here = np.minimum((pages - 0.5) / count * bins, bins - 1).astype(np.intp)
        records = np.clip(total - (pages - 1) * size, 0.0, size)
        room = np.bincount(here, records, bins)
        held = times * np.bincount(np.minimum(place * bins, bins - 1).astype(np.intp), None, bins)
        chance = place * (1 - place) * (1 / matches + 1 / total)
        blur = bins * np.sqrt(self.noise + (chance.mean() if len(rows) else 0.0))
        share = _blurred(held, room, float(blur))
        return np.maximum(1 - share[here], 0.0) + LEAST


def _rows(known: Knowledge, parts: tuple[int, ...]) -> NDArray[Any]:
    """The records held that match a query for these values, as far as they show it."""
    return known.rows_of(parts[0]) if len(parts) == 1 else known.rows_matching(parts)


def _blurred(held: Floats, room: Floats, width: float) -> Floats:
    """The share of room that is taken, if what is held may be so far (standard deviation) off."""
    apart = np.arange(len(held))[:, None] - np.arange(len(held))[None, :]
    weights = np.exp(-0.5 * (apart / max(width, 0.3)) ** 2)
    return np.asarray((weights @ held) / np.maximum(weights @ room, 1e-9))
