"""What one expert would ask, and its index."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from leadline.model import Query, Step, Why


@dataclass(frozen=True, slots=True)
class Offer:
    """A page of a query, what it is expected to bring, and why it is offered."""

    expert: str
    index: float
    query: Query = field(default_factory=Query)
    page: int = 1
    expected: float = 0.0
    pages: float = 1.0
    evidence: str = ""

    def step(self) -> Step:
        """The step that asks for it."""
        why = Why(expert=self.expert, expected=self.expected, pages=self.pages,
                  evidence=self.evidence, index=self.index)  # fmt: skip
        return Step(self.query, self.page, why)


NOTHING = Offer("nothing", -np.inf)
