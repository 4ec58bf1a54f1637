"""Harvest over HTTP from the lab's own sites, against the truth and against the lab.

    python -m bench.sites [--designs table,cards] [--data FILE] [--limit K] [--json]

For each design: records found and right (recall, precision, share of right values), the requests it
took from the front page's address alone, the pages the lab takes for the same share of the same
source (the median over three first queries, on which they depend much), and the ratio of the two.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import time
from collections import defaultdict
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from importlib.resources import as_file, files
from pathlib import Path
from statistics import median_low
from typing import Any

from bench.metrics import Score, score
from leadline.harvest.plan import Plan, Summary
from leadline.harvest.run import harvest
from leadline.lab.run import first_query, run
from leadline.lab.sites import DESIGNS, Site, site_of, started, truth
from leadline.lab.table import read_rows
from leadline.net.budget import Budget
from leadline.net.stack import Manners, open_fetcher
from leadline.plan.sounding import Sounding
from leadline.plan.stopping import Goal
from leadline.store import MemoryStore

SEEDS = (1, 2, 3)


@dataclass(frozen=True, kw_only=True)
class Result:
    """What one harvest brought and cost."""

    score: Score
    summary: Summary
    requests: int
    lab_pages: int | None
    seconds: float

    @property
    def ratio(self) -> float | None:
        """Requests for each page that the lab takes."""
        return None if self.lab_pages is None else self.requests / self.lab_pages


def measure(site: Site, target: float | None = None) -> Result:
    """Harvest a site from its front page's address."""
    began = time.monotonic()
    store, budget = MemoryStore(), Budget()
    with started(site) as url:
        summary = asyncio.run(_harvested(url, store, budget, target))
    seconds = time.monotonic() - began
    found = [_fields(one.record.values) for one in store.records(1)]
    shown = [
        {name: texts[0] for name, texts in record.items() if name in site.listed}
        for record in truth(site).values()
    ]
    scored = score(shown, found)
    return Result(
        score=scored,
        summary=summary,
        requests=budget.requests,
        lab_pages=_lab_pages(site, scored.recall),
        seconds=seconds,
    )


def _lab_pages(site: Site, share: float) -> int | None:
    """The pages that the lab takes for this share: the median over some first queries."""
    taken = list[int]()
    for seed in SEEDS:
        first = first_query(site.world, seed)
        reached = run(site.world, Sounding(), first=first, target=share).at(share)
        taken += [] if reached is None else [reached[0]]
    return median_low(taken) if taken else None


def _fields(values: tuple[tuple[str, str], ...]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for name, value in values:
        found[name].append(value)
    return dict(found)


async def _harvested(url: str, store: MemoryStore, budget: Budget, target: float | None) -> Summary:
    plan = Plan(url=url, policy=Sounding(), goal=Goal(target=target))
    manners = Manners(delay=0)
    async with open_fetcher(manners, seeds=(url,), archive=store, budget=budget) as door:
        return await harvest(plan, store, door, lambda progress: None)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--designs", default=",".join(DESIGNS))
    parser.add_argument("--data", type=Path, help="a table; the airports if left out")
    parser.add_argument("--limit", type=int, help="the most records shown for one query")
    parser.add_argument("--page-size", type=int, default=10)
    parser.add_argument("--target", type=float, help="stop at this share")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with ExitStack() as stack:
        place = options.data or stack.enter_context(
            as_file(files("leadline.lab") / "data" / "airports.jsonl.gz")
        )
        rows = list(read_rows(place))
    if not options.json:
        print("| design | records | recall | precision | values right | requests | lab | ratio |"
              " coverage said | stopped | seconds |")  # fmt: skip
        print("|" + "---|" * 11)
    for design in options.designs.split(","):
        site = site_of(rows, design, limit=options.limit, page_size=options.page_size)
        try:
            show(design, measure(site, options.target), options.json)
        except Exception as error:
            print(f"| {design} | failed: {type(error).__name__}: {error} |", flush=True)


def show(design: str, result: Result, as_object: bool) -> None:
    """One line."""
    if as_object:
        print(json.dumps({"design": design} | _plain(result)), flush=True)
        return
    scored, got = result.score, result.summary
    ratio = "" if result.ratio is None else f"{result.ratio:.2f}"
    said = "" if got.coverage is None else f"{got.coverage:.1%}"
    print(f"| {design} | {scored.found:,} of {scored.truth:,} | {scored.recall:.3f} | "
          f"{scored.precision:.3f} | {scored.accuracy:.3f} | {result.requests:,} | "
          f"{result.lab_pages or ''} | {ratio} | {said} | {got.stopped_because} | "
          f"{result.seconds:.0f} |", flush=True)  # fmt: skip


def _plain(result: Result) -> dict[str, Any]:
    return asdict(result) | {
        "recall": result.score.recall,
        "precision": result.score.precision,
        "accuracy": result.score.accuracy,
        "ratio": result.ratio,
    }


if __name__ == "__main__":
    main()
