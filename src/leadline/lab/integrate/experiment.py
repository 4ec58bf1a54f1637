"""Several methods, the same overlapping sources: pages and queries until each share of the union.

Each run is a process of its own (`lab.workers`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from leadline.lab.integrate.methods import BOTH, ORACLES, Spending, make
from leadline.lab.integrate.oracle import floors
from leadline.lab.integrate.run import gather
from leadline.lab.integrate.sources import Overlapping
from leadline.lab.run import Curve
from leadline.lab.workers import Tell, Work, fork_all

MARKS = (0.5, 0.8, 0.9, 0.95)
TIMES_THE_FLOOR = 20
FEWEST = 200  # pages that every run may have, however small the sources


@dataclass(frozen=True, kw_only=True)
class Integration:
    """What is to be run."""

    sources: Overlapping
    methods: tuple[str, ...]
    cost: Spending = BOTH
    seed: int = 1
    max_pages: int | None = None

    @property
    def page_limit(self) -> int:
        """The pages after which a run is stopped."""
        floor = sum(self.sources.sizes) / self.sources.worlds[0].page_size
        return self.max_pages or max(FEWEST, round(TIMES_THE_FLOOR * floor))


@dataclass(frozen=True, slots=True)
class Gathered:
    """One method's curve, and the pages, queries and records of each source."""

    method: str
    curve: Curve
    parts: tuple[tuple[int, int, int], ...]


Watch = Callable[[str, int, int], None]  # method, pages, entities


def conduct(integration: Integration, at_once: int, watch: Watch) -> Iterator[Gathered]:
    """Run every method, so many processes at once; give each result as it is there."""
    names = integration.methods

    def told(number: int, pages: int, records: int) -> None:
        watch(names[number], pages, records)

    works = [_running(integration, name) for name in names]
    for done in fork_all(works, at_once, told):
        yield done.result


def _running(integration: Integration, name: str) -> Work:
    def work(tell: Tell) -> Gathered:
        policy = make(name, integration.sources, integration.cost)
        curve, together = gather(integration.sources, policy, seed=integration.seed,
                                 target=MARKS[-1], max_pages=integration.page_limit,
                                 progress=tell)  # fmt: skip
        known = [source.known for source in together.sources]
        return Gathered(name, curve, tuple((k.pages, len(k.queries), k.records) for k in known))

    return work


def summary(integration: Integration, gathered: Sequence[Gathered]) -> dict[str, Any]:
    """The sources, and for each method what it took; a mark that was not reached is left out."""
    sources, world = integration.sources, integration.sources.worlds[0]
    by_name = {one.method: one for one in gathered}
    return {
        "union": sources.union,
        "sources": [
            {"name": name, "records": int(size)}
            for name, size in zip(sources.names, sources.sizes, strict=True)
        ],
        "shared": sources.shared(),
        "page_size": world.page_size,
        "limit": world.limit,
        "seed": integration.seed,
        "methods": {n: _told(by_name[n]) for n in integration.methods if n in by_name},
    } | _floor(integration)


def _floor(integration: Integration) -> dict[str, Any]:
    """What nobody who asks single values can do better than, if an oracle is asked for."""
    if ORACLES.isdisjoint(integration.methods):
        return {}
    found = floors(integration.sources, MARKS)
    return {"floor": {str(mark): least for mark, least in found.items()}}


def _told(one: Gathered) -> dict[str, Any]:
    curve = one.curve
    found: dict[str, Any] = {str(mark): at for mark in MARKS if (at := marked(curve, mark))}
    return found | {
        "coverage": round(curve.coverage, 6),
        "pages": len(curve.held),
        "queries": int(curve.queries[-1]) if len(curve.queries) else 0,
        "seconds": round(curve.seconds, 1),
        "sources": [dict(zip(("pages", "queries", "records"), p, strict=True)) for p in one.parts],
    }


def marked(curve: Curve, mark: float) -> Mapping[str, int] | None:
    """Pages and queries until a share of the union was held."""
    at = curve.at(mark)
    return None if at is None else {"pages": at[0], "queries": at[1]}
