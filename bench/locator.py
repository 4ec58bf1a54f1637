"""Store locators over HTTP, from the address of the front page to a proof that was checked.

    python -m bench.locator --data places.jsonl [--most N] [--region S,W,N,E] [--shows json]
        [--order static] [--page-size 10] [--radii 25,50,100] [--radius-max KM] [--unit miles]

Prints the places, those that were found, whether that is proved, the requests it took, and these
over ⌈N/K⌉ and 6·N/K.
"""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path
from random import Random
from typing import Any

from leadline.harvest.follow import Details
from leadline.harvest.plan import Plan, Summary
from leadline.harvest.proofs import check
from leadline.harvest.run import harvest
from leadline.lab.places import airports, coordinate_columns, places_of
from leadline.lab.sites import started
from leadline.lab.sites.locator import LocatorSite
from leadline.lab.table import read_rows
from leadline.net.budget import Budget
from leadline.net.stack import Browser, Manners, open_fetcher
from leadline.plan.locator.region import Region
from leadline.plan.locator.sphere import EVERYWHERE, vectors
from leadline.plan.sounding import Sounding
from leadline.store import MemoryStore


def rows_in(data: Path | None, most: int | None, region: Region) -> list[Any]:
    """The places of a file that lie in the region; so many of them, at random."""
    rows = airports() if data is None else list(read_rows(data))
    lat, lon = coordinate_columns(rows, None, None)
    at = vectors([float(row[lat]) for row in rows], [float(row[lon]) for row in rows])
    inside = [row for row, kept in zip(rows, region.holds(at), strict=True) if kept]
    if most is not None:
        Random(1).shuffle(inside)
    return inside[:most]


async def harvested(url: str, region: Region, store: MemoryStore, budget: Budget) -> Summary:
    """A harvest from the address alone."""
    plan = Plan(url=url, policy=Sounding(), details=Details.NEVER, region=region)
    manners = Manners(delay=0, browser=Browser.NEVER)
    async with open_fetcher(manners, seeds=(url,), archive=store, budget=budget) as door:
        return await harvest(plan, store, door, lambda progress: None)


def main() -> None:
    """One line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--data", type=Path, help="a table of places; the airports if left out")
    parser.add_argument("--most", type=int)
    parser.add_argument("--region", type=Region.parse, default=Region())
    parser.add_argument("--limit", type=int, default=30)
    parser.add_argument("--page-size", type=int, default=30)
    parser.add_argument("--order", default="distance")
    parser.add_argument("--radii", default="")
    parser.add_argument("--radius-max", type=float, default=EVERYWHERE)
    parser.add_argument("--shows", default="words")
    parser.add_argument("--unit", default="km")
    parser.add_argument("--hidden", action="store_true")
    options = parser.parse_args()
    rows = rows_in(options.data, options.most, options.region)
    radii = tuple(float(km) for km in options.radii.split(",") if km)
    places = places_of(rows, limit=options.limit, page_size=options.page_size,
                       order=options.order, radii=radii, largest=options.radius_max)  # fmt: skip
    site = LocatorSite(places=places, shows=options.shows, unit=options.unit, hidden=options.hidden)
    store, budget = MemoryStore(), Budget()
    with started(site) as url:
        got = asyncio.run(harvested(url, options.region, store, budget))
    proved = got.proved and check(store, 1).verdict.complete
    floor = -(-len(rows) // options.limit)
    print(f"{len(rows)} places, {got.records} found, {'proved' if proved else 'not proved'}, "
          f"{budget.requests} requests: {budget.requests / floor:.1f} times the floor; "
          f"6·N/K is {6 * len(rows) / options.limit:.0f}")  # fmt: skip


if __name__ == "__main__":
    main()
