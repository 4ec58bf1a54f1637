"""Crawl a simulated locator to its end, and have the proof checked by who did not make it."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import cast

from leadline.answering import answered
from leadline.flow import converse, recall
from leadline.lab.places import Places
from leadline.model import Answer, Step, Turn
from leadline.plan.knowledge import Knowledge
from leadline.plan.locator.chart import Chart
from leadline.plan.locator.near import Disc
from leadline.plan.locator.policy import Locator
from leadline.plan.locator.region import Region
from leadline.plan.locator.sphere import vectors
from leadline.plan.locator.thin import thinned
from leadline.plan.locator.verify import Verdict, verify


@dataclass(frozen=True, slots=True, kw_only=True)
class Located:
    """How a crawl ended: the places of the region that were found, the proof, and its check."""

    places: int
    found: int
    requests: int
    queries: int
    limit: int
    nearest_first: bool
    turns: tuple[Turn, ...]
    discs: tuple[Disc, ...]
    verdict: Verdict

    @property
    def floor(self) -> int:
        """Fewer queries could not show so many places."""
        return max(1, -(-self.places // self.limit))

    @property
    def ratio(self) -> float:
        """Requests over that floor."""
        return self.requests / self.floor


class Crawl:
    """A crawl that can be stopped at any request and still be summed up."""

    def __init__(self, places: Places, region: Region) -> None:
        self.places = places
        self.region = region
        policy = Locator(region=region)
        self.known: Knowledge = recall(policy, places.interface)
        self.turns: list[Turn] = []
        self._talk: Generator[Step, Answer, None] = converse(
            policy, self.known, heard=self.turns.append
        )

    def run(self, progress: Callable[[int, int], None] = lambda pages, found: None) -> Located:
        """Ask until nothing is left to ask; `progress` hears of pages read and places held."""
        for _ in answered(self._talk, self.places.answer):
            progress(self.known.pages, self.known.records)
        return self.result()

    def result(self) -> Located:
        """What there is by now."""
        chart = cast(Chart, self.known.learner)
        discs = tuple(thinned(chart.discs, self.region))
        inside = self.region.holds(vectors(self.places.at[:, 0], self.places.at[:, 1]))
        held = {record.key for turn in self.turns for record in turn.answer.records}
        wanted = [r.key for r, inner in zip(self.places.records, inside, strict=True) if inner]
        return Located(
            places=len(wanted),
            found=sum(key in held for key in wanted),
            requests=self.known.pages,
            queries=len(self.known.queries),
            limit=self.places.limit,
            nearest_first=chart.sight.trusted,
            turns=tuple(self.turns),
            discs=discs,
            verdict=verify(self.turns, discs, self.region, self.places.limit),
        )
