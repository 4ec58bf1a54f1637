"""A softmax regression over yes-or-no features, read from a table of text.

A line of the table is a feature and its weights in hundredths, `3:120 7:-45`: 1.20 for the fourth
class, -0.45 for the eighth, nothing for the others. The line of the empty feature has what each
class starts with. The tables are derived by `bench/forms.py`; nothing is learned here.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Linear:
    """Classes, and what each feature adds to the scores of some, in hundredths."""

    classes: tuple[str, ...]
    rows: Mapping[str, Mapping[int, int]]

    @classmethod
    def read(cls, classes: tuple[str, ...], table: str) -> Linear:
        """A model as it is written down."""
        lines = (line.partition("\t") for line in table.split("\n") if "\t" in line)
        return cls(classes=classes, rows={name: _row(cells) for name, _, cells in lines})

    def shares(self, features: Iterable[str]) -> list[float]:
        """The probability of each class."""
        scores = [0] * len(self.classes)
        for name in ("", *features):
            row = self.rows.get(name)
            if row is not None:
                for place, hundredths in row.items():
                    scores[place] += hundredths
        most = max(scores)
        grown = [math.exp((score - most) / 100) for score in scores]
        whole = sum(grown)
        return [share / whole for share in grown]

    def weight(self, feature: str, place: int) -> float:
        """What a feature adds to the score of the class at that place."""
        row = self.rows.get(feature)
        return 0.0 if row is None else row.get(place, 0) / 100


def _row(cells: str) -> dict[int, int]:
    pairs = (cell.partition(":") for cell in cells.split())
    return {int(place): int(hundredths) for place, _, hundredths in pairs}
