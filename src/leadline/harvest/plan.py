"""What is wanted of a harvest, how it stands, and how it ended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from leadline.harvest.exploring import Asking
from leadline.harvest.follow import Details
from leadline.harvest.pairs import Counted
from leadline.interpret.understand import Hints
from leadline.plan.locator.region import Region
from leadline.plan.policy import Policy
from leadline.plan.size import Size
from leadline.plan.stopping import Goal


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is wanted."""

    url: str
    policy: Policy
    hints: Hints = field(default_factory=Hints)
    goal: Goal = field(default_factory=Goal)
    seed: int = 0
    details: Details = Details.AUTO
    facets: Asking = Asking.AUTO
    region: Region = field(default_factory=Region)  # of a source that is asked by points


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How a harvest stands, for people who watch it."""

    doing: str
    pages: int = 0
    queries: int = 0
    records: int = 0
    size: Size | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """How a harvest ended."""

    pages: int
    queries: int
    records: int
    size: Size | None
    proved: bool
    stopped_because: str
    failure: str = ""  # of the last page that could not be had, if the site was given up
    details: int = 0  # records whose own pages were read
    unread: int = 0  # records whose own pages were not
    more: tuple[str, ...] = ()  # what own pages say beyond the rows of results
    pairs: Counted = field(default_factory=Counted)  # of records and values of their facets
    lists: int = 0  # pages of lists that facets led to
    settled: bool = False  # the same plan would ask nothing more

    @property
    def coverage(self) -> float | None:
        """The share of all records that is held, as far as can be told."""
        return None if self.size is None else self.size.coverage(self.records)

    @property
    def complete(self) -> str:
        """What the coverage rests on."""
        return "proved" if self.proved else "unknown" if self.size is None else "estimated"


Watch = Callable[[Progress], None]
