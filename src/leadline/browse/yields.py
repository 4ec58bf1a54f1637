"""What searching brought: harvest and coverage, for one site and for all of them.

Harvest is what was found per page crawled, coverage the share of what there was. The local figures
are the means of the sites', the global ones those of the sums.
Source: He et al., Equations 1 and 2, Section 3.2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Yield:
    """What one strategy brought on one site; `total` is what the site has, None if not known."""

    pages: int
    found: int
    total: int | None = None

    @property
    def harvest(self) -> float:
        """What was found per page."""
        return self.found / self.pages if self.pages else 0.0

    @property
    def coverage(self) -> float | None:
        """The share that was found; None where there is nothing, or nobody knows."""
        return self.found / self.total if self.total else None


def summed(yields: Sequence[Yield]) -> Yield:
    """All sites as one: its harvest and coverage are the global ones."""
    totals = [one.total for one in yields if one.total is not None]
    return Yield(
        pages=sum(one.pages for one in yields),
        found=sum(one.found for one in yields),
        total=sum(totals) if len(totals) == len(yields) else None,
    )


def harvests(yields: Sequence[Yield]) -> list[float]:
    """The local harvest of each site."""
    return [one.harvest for one in yields]


def coverages(yields: Sequence[Yield]) -> list[float]:
    """The local coverage of each site that has something."""
    return [share for one in yields if (share := one.coverage) is not None]
