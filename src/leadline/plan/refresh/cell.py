"""A cell that a refresh counts: what the source says it has, against what is held of it."""

from __future__ import annotations

from dataclasses import dataclass
from math import log2

from leadline.model import Query


@dataclass(slots=True)
class Cell:
    """What the source says that a query has, and what is believed to be there."""

    query: Query
    said: int
    believed: int
    settled: bool = False  # nothing more can be found out about it
    follows: bool = False  # nobody counted it: that is what the other parts leave for it
    overview: bool = False  # it is one of those that everything was cut into
    aside: bool = False  # it is looked into in another way
    left: int = 0  # records too many or missing when it was looked into last

    @property
    def off(self) -> int:
        """Records too many or missing."""
        return abs(self.said - self.believed)

    @property
    def worth(self) -> float:
        """Changes that it promises, per page of the way to them."""
        return self.off / (1 + log2(1 + self.size / 10))

    @property
    def size(self) -> int:
        """Records that it has, or had."""
        return max(self.said, self.believed, 1)
