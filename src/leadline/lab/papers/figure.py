"""What an experiment of a paper is: series of runs, a cost, and the claims made about them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from leadline.errors import LeadlineError
from leadline.lab.collection import Mode
from leadline.model import PAGES, Cost

if TYPE_CHECKING:
    from leadline.lab.papers.found import Found

OURS = "sounding"


class UnknownFigure(LeadlineError):
    """A name that no experiment answers to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Variation:
    """What differs between the series of one figure.

    `limit` is K, as a number of records or, below 1, as a share of them. `first` is the share of
    the records that the first query matches (None: one of middling frequency for each seed).
    `domain` is the share of the domain table that is used.
    """

    limit: float | None = None
    first: float | None = None
    domain: float = 1.0

    def records_shown(self, records: int) -> int | None:
        """K for a source of so many records."""
        if self.limit is None:
            return None
        return max(1, round(self.limit * records)) if self.limit < 1 else int(self.limit)


PLAIN = Variation()


@dataclass(frozen=True, slots=True)
class Series:
    """One line of a figure."""

    label: str
    policy: str
    variation: Variation = PLAIN


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a claim held, and the numbers that say so."""

    held: bool
    numbers: str


Judged = tuple[tuple[str, Verdict], ...]


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence of a paper and how it is checked."""

    text: str
    check: Callable[[Found], Verdict]


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One figure: the lines, the source they are run against, the axis, the claims.

    `stretch` bounds a run: so many times the pages that could hold everything. `target` is the
    coverage at which it ends; `above` cuts the picture below that coverage.
    """

    name: str
    title: str
    series: tuple[Series, ...]
    claims: tuple[Claim, ...]
    interface: Mode
    cost: Cost = PAGES
    axis: str = "pages"
    page_size: int = 10
    stop_words: int = 0
    target: float = 0.95
    stretch: float = 20
    above: float = 0.0
    seeds: int | None = None  # at most so many: more would repeat the same runs
    variations: tuple[Variation, ...] = field(init=False)

    def __post_init__(self) -> None:
        found = dict.fromkeys(series.variation for series in self.series)
        object.__setattr__(self, "variations", tuple(found))

    @property
    def domain(self) -> bool:
        """Whether a table of the domain is needed."""
        return any(series.policy == "domain" for series in self.series)

    @property
    def rivals(self) -> tuple[str, ...]:
        """The labels of the paper's own policies."""
        return tuple(s.label for s in self.series if s.policy not in (OURS, "oracle"))


def lines(*policies: str, variation: Variation = PLAIN, note: str = "") -> tuple[Series, ...]:
    """A series for each policy, labelled by its name and, if there is one, a note."""
    return tuple(Series(f"{name}, {note}" if note else name, name, variation) for name in policies)
