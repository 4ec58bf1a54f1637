"""How `leadline integrate` goes and ended, for people and as JSON."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from leadline.cli.duration import duration
from leadline.errors import Interrupted, SomeFailed
from leadline.harvest.follow import GAVE_UP, INTERRUPTED
from leadline.harvest.members import Part, Standing
from leadline.harvest.plan import Summary
from leadline.linking.unifying import Unified
from leadline.plan.stopping import EVERYTHING

SPREAD = 3.0  # standard deviations of what a sample says


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """How it ended: each source, and all of them as one table."""

    parts: Sequence[Part]
    requests: Sequence[int]
    stopped_because: str
    seconds: float
    unified: Unified | None

    @property
    def union(self) -> dict[str, Any]:
        """Records and entities held, and how many entities there may be."""
        if self.unified is None:
            return {"records": sum(part.records for part in self.parts), "entities": None,
                    "estimate": None, "low": None, "high": None}  # fmt: skip
        held = self.unified.entities
        bounds = [self._missing(name) for name in ("estimate", "low", "high")]
        estimate, low, high = (None if b is None else round(held + b) for b in bounds)
        return {"records": self.unified.records, "entities": held, "estimate": estimate,
                "low": low, "high": high}  # fmt: skip

    def alone(self, part: Part) -> int | None:
        """Entities that no other source has; None where there is no table."""
        if self.unified is None:
            return None
        alone = dict(zip(self.unified.overlap.sources, self.unified.overlap.alone, strict=True))
        numbers = {url: number for number, url in self.unified.urls.items()}
        return alone.get(numbers.get(part.url, -1), 0)

    def _missing(self, bound: str) -> float | None:
        """Entities that no source has shown: what each lacks, as far as it is there alone."""
        missing = 0.0
        for part in self.parts:
            if part.size is None:
                return None
            lacking = max(getattr(part.size, bound) - part.records, 0.0)
            missing += lacking * self._new(part, bound)
        return missing

    def _new(self, part: Part, bound: str) -> float:
        """The share of what a source lacks that no other has: as of what is held of it.

        That is a sample, so at the least it is what such a sample may be too much of (Wilson
        1927); at the most, all.
        """
        held, alone = max(part.records, 1), self.alone(part) or 0
        if bound == "high":
            return 1.0
        return alone / held if bound == "estimate" else _least_share(alone, held)

    def as_json(self) -> dict[str, Any]:
        """All of it as JSON values."""
        return {
            "sources": [
                {
                    "url": part.url,
                    "requests": requests,
                    "queries": part.queries,
                    "records": part.records,
                    "coverage": None if part.coverage is None else round(part.coverage, 4),
                    "alone": self.alone(part),
                    "stopped_because": part.stopped_because or self.stopped_because,
                    "failure": part.failure,
                }
                for part, requests in zip(self.parts, self.requests, strict=True)
            ],
            "union": self.union,
            "requests": sum(self.requests),
            "queries": sum(part.queries for part in self.parts),
            "stopped_because": self.stopped_because,
            "seconds": self.seconds,
        }

    def complain(self) -> None:
        """Raise if not all of it went well, though all that it brought is kept."""
        if self.stopped_because == INTERRUPTED:
            raise Interrupted("interrupted; run the same command again to go on")
        failed = [part for part in self.parts if part.failure]
        if failed:
            gone = any(part.stopped_because == GAVE_UP for part in failed)
            again = "; run the same command again to go on with it" if gone else ""
            raise SomeFailed(f"{failures(failed)}{again}")


def _least_share(some: int, held: int) -> float:
    """The lower end of a share of which so many were counted."""
    share, square = some / held, SPREAD * SPREAD / held
    middle = share + square / 2
    spread = math.sqrt(max(share * (1 - share), 0.0) * square + square * square / 4)
    return max(middle - spread, 0.0) / (1 + square)


def failures(parts: Sequence[Part]) -> str:
    """Which sites failed, and why."""
    return "; ".join(
        part.failure if part.failure.startswith(part.url) else f"{part.url}: {part.failure}"
        for part in parts
    )


def summary(part: Part, stopped: str) -> Summary:
    """A source as if it had been harvested by itself."""
    return Summary(
        pages=part.pages,
        queries=part.queries,
        records=part.records,
        size=part.whole,
        proved=part.stopped_because == EVERYTHING,
        stopped_because=part.stopped_because or stopped,
        failure=part.failure,
    )


def told(standing: Standing, requests: int) -> str:
    """All of it in one line."""
    held = " + ".join(f"{part.records:,}" for part in standing.parts)
    entities = f" · about {standing.entities:,} entities" if standing.entities else ""
    return f"{standing.doing}: {requests:,} requests · {held} records{entities}"


def _here(alone: int | None) -> str:
    return "" if alone is None else f", {alone:,} entities here alone"


def show(outcome: Outcome, into: Path) -> None:
    """The closing lines."""
    for part, requests in zip(outcome.parts, outcome.requests, strict=True):
        share = "" if part.coverage is None else f" (about {part.coverage:.1%} of it)"
        print(f"  source    {part.records:,} records{share}, {requests:,} requests, "
              f"{part.queries:,} queries{_here(outcome.alone(part))}: {part.url}")  # fmt: skip
        if part.stopped_because == GAVE_UP or part.failure:
            print(f"            {part.stopped_because}: {part.failure}")
    union = outcome.union
    if outcome.unified is not None:
        about = "" if union["estimate"] is None else (
            f", of about {union['estimate']:,} (between {union['low']:,} and {union['high']:,})"
        )  # fmt: skip
        print(f"  entities  {union['entities']:,} of {union['records']:,} records{about}")
    if outcome.unified is not None and len(outcome.unified.urls) > 1:
        shared = [one.name for one in outcome.unified.matching.attributes if one.is_shared]
        print(f"  in common {', '.join(shared) or 'nothing'}")
    print(f"  requests  {sum(outcome.requests):,}, {duration(outcome.seconds)}")
    print(f"  stopped   {outcome.stopped_because}")
    print(f"  kept in   {into}")
