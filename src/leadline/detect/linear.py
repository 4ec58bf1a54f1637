"""A softmax regression over yes-or-no features, read from a table of text.

A line of the table is a feature and its weights in hundredths, `3:120 7:-45`: 1.20 for the fourth
class, -0.45 for the eighth, nothing for the others. The line of the empty feature has what each
class starts with. The tables are derived by `bench/forms.py`; nothing is learned here.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


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
        found = [self.rows[name] for name in ("", *features) if name in self.rows]
        scores: list[int] = self.table[found].sum(axis=0).tolist()
        most = max(scores)
        grown = [math.exp((score - most) / 100) for score in scores]
        whole = sum(grown)
        return [share / whole for share in grown]

    def weight(self, feature: str, place: int) -> float:
        """What a feature adds to the score of the class at that place."""
        row = self.rows.get(feature)
        return 0.0 if row is None else int(self.table[row, place]) / 100
