"""A softmax regression over yes-or-no features, read from a table of text.

A line of the table is a feature and its weights in hundredths, `3:120 7:-45`: 1.20 for the fourth
class, -0.45 for the eighth, nothing for the others. The line of the empty feature has what each
class starts with. The tables are derived by `bench/forms.py`; nothing is learned here.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

Row = tuple[tuple[int, float], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Linear:
    """Classes, and what each feature adds to the scores of some of them."""

    classes: tuple[str, ...]
    weights: Mapping[str, Row]

    @classmethod
    def read(cls, classes: tuple[str, ...], table: str) -> Linear:
        """A model as it is written down."""
        lines = (line.partition("\t") for line in table.split("\n") if "\t" in line)
        return cls(classes=classes, weights={name: _row(cells) for name, _, cells in lines})

    def shares(self, features: Iterable[str]) -> list[float]:
        """The probability of each class."""
        scores = [0.0] * len(self.classes)
        for name in ("", *features):
            for place, weight in self.weights.get(name, ()):
                scores[place] += weight
        return _softmax(scores)

    def weight(self, feature: str, place: int) -> float:
        """What a feature adds to the score of the class at that place."""
        return dict(self.weights.get(feature, ())).get(place, 0.0)


def _row(cells: str) -> Row:
    pairs = (cell.partition(":") for cell in cells.split())
    return tuple((int(place), int(weight) / 100) for place, _, weight in pairs)


def _softmax(scores: list[float]) -> list[float]:
    top = max(scores)
    grown = [math.exp(score - top) for score in scores]
    total = sum(grown)
    return [share / total for share in grown]
