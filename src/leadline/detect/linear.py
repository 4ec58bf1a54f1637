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

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Linear:
    """Classes, and the row of what each feature adds to their scores; row 0 is the start."""

    classes: tuple[str, ...]
    rows: Mapping[str, int]
    weights: Floats

    @classmethod
    def read(cls, classes: tuple[str, ...], table: str) -> Linear:
        """A model as it is written down."""
        lines = [line.partition("\t") for line in f"\t\n{table}".split("\n") if "\t" in line]
        weights = np.zeros((len(lines), len(classes)))
        for row, (_, _, cells) in enumerate(lines):
            for cell in cells.split():
                place, _, hundredths = cell.partition(":")
                weights[row, int(place)] = int(hundredths) / 100
        rows = {name: row for row, (name, _, _) in enumerate(lines)}
        return cls(classes=classes, rows=rows, weights=weights)

    def shares(self, features: Iterable[str]) -> list[float]:
        """The probability of each class."""
        known = sorted(self.rows[name] for name in ("", *features) if name in self.rows)
        scores = self.weights[known].sum(axis=0)
        grown = np.exp(scores - scores.max())
        shares: list[float] = (grown / grown.sum()).tolist()
        return shares

    def weight(self, feature: str, place: int) -> float:
        """What a feature adds to the score of the class at that place."""
        row = self.rows.get(feature)
        return 0.0 if row is None else float(self.weights[row, place])
