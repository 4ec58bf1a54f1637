"""A softmax regression over yes-or-no features, read from a table of text.

A line of the table is a feature and its weights in hundredths, `3:120 7:-45`: 1.20 for the fourth
class, -0.45 for the eighth, nothing for the others. The line of the empty feature has what each
class starts with. The tables are derived by `bench/forms.py`; nothing is learned here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_ODDS = np.exp(np.arange(0, -10_000, -1) / 100)  # of a class by the hundredths that it is behind


@dataclass(frozen=True, slots=True, kw_only=True)
class Linear:
    """Classes, and what each feature adds to their scores, in hundredths: a row for each."""

    classes: tuple[str, ...]
    rows: Mapping[str, int]
    table: NDArray[np.int64]

    @classmethod
    def read(cls, classes: tuple[str, ...], table: str) -> Linear:
        """A model as it is written down."""
        lines = [line.partition("\t") for line in table.split("\n") if "\t" in line]
        weights = np.zeros((len(lines), len(classes)), dtype=np.int64)
        for row, (_, _, cells) in zip(weights, lines, strict=True):
            for cell in cells.split():
                place, _, hundredths = cell.partition(":")
                row[int(place)] = int(hundredths)
        rows = {name: number for number, (name, _, _) in enumerate(lines)}
        return cls(classes=classes, rows=rows, table=weights)

    def shares(self, features: Iterable[str]) -> list[float]:
        """The probability of each class."""
        odds = self.odds(features)
        whole = sum(odds)
        return [share / whole for share in odds]

    def odds(self, features: Iterable[str]) -> list[float]:
        """How probable each class is beside the likeliest, which has 1."""
        rows = self.rows
        found = [rows[name] for name in ("", *features) if name in rows]
        scores = np.add.reduce(self.table.take(found, axis=0))
        odds: list[float] = _ODDS.take(scores.max() - scores, mode="clip").tolist()
        return odds

    def weights(self, features: Iterable[str], place: int) -> list[float]:
        """What each of some features adds to the score of the class at that place."""
        rows, table = self.rows, self.table
        return [table.item(rows[n], place) / 100 if n in rows else 0.0 for n in features]
