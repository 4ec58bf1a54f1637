"""What a budget brings: records and own pages for a share of all requests, over HTTP.

    python -m bench.budget [--designs definitions,cards] [--every 4] [--limit K]

For each design a harvest without a budget, then with a tenth, three and six tenths of its requests,
and with twenty less than all. Also, from the pages of the first: how many records the same pages
hold in the best order by new records per page and by new records per byte, at these shares of the
bytes, with hindsight.
"""

from __future__ import annotations

import argparse
import asyncio
from typing import Any

import numpy as np

from leadline.harvest.follow import Details
from leadline.harvest.plan import Plan, Summary
from leadline.harvest.run import harvest
from leadline.lab.demo import rows_of_the_catalogue
from leadline.lab.sites import site_of, started
from leadline.net.budget import Budget
from leadline.net.stack import Browser, Manners, open_fetcher
from leadline.plan.sounding import Sounding
from leadline.store import MemoryStore

SHARES = (0.1, 0.3, 0.6)
LESS = 20


def harvested(site: Any, budget: Budget, details: Details) -> tuple[Summary, MemoryStore]:
    """A harvest with a budget."""
    store, manners = MemoryStore(), Manners(delay=0, browser=Browser.NEVER)

    async def story(url: str) -> Summary:
        async with open_fetcher(manners, seeds=(url,), archive=store, budget=budget) as door:
            plan = Plan(url=url, policy=Sounding(), details=details)
            return await harvest(plan, store, door, lambda progress: None)

    with started(site) as url:
        return asyncio.run(story(url)), store


def by_hindsight(store: MemoryStore) -> list[tuple[int, int]]:
    """Records at each share of the bytes: the best pages first, and the best bytes first."""
    held, new, size = set[str](), list[int](), list[int]()
    for turn, (_, page) in zip(store.turns(1), store.read_from(1), strict=True):
        keys = {record.key for record in turn.answer.records}
        new.append(len(keys - held))
        size.append(len(page.body) if page is not None else 1)
        held |= keys
    gained, bytes_ = np.array(new), np.array(size)
    orders = (np.argsort(-gained, kind="stable"), np.argsort(-gained / bytes_, kind="stable"))

    def within(order: Any, share: float) -> int:
        spent = np.cumsum(bytes_[order])
        return int(gained[order][spent <= share * spent[-1]].sum())

    return [(within(orders[0], share), within(orders[1], share)) for share in SHARES]


def main() -> None:
    """One line for each design and budget."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--designs", default="definitions,cards,json")
    parser.add_argument("--every", type=int, default=4, help="so many airports, one is taken")
    parser.add_argument("--limit", type=int, help="the most records shown for one query")
    parser.add_argument("--browsable", action="store_true", help="everything can be listed")
    options = parser.parse_args()
    rows = rows_of_the_catalogue()[:: options.every]
    for design in options.designs.split(","):
        settings = {"limit": options.limit, "browsable": options.browsable}
        whole = Budget()
        _, store = harvested(site_of(rows, design, **settings), whole, Details.NEVER)
        print(f"{design}: {whole.requests} requests, by pages and bytes: {by_hindsight(store)}")
        budgets = [int(share * whole.requests) for share in SHARES] + [whole.requests - LESS]
        for most in budgets:
            budget = Budget(max_requests=most)
            got, _ = harvested(site_of(rows, design, **settings), budget, Details.ALWAYS)
            print(f"  {most}: {budget.requests} requests, {got.records} records, "
                  f"{got.details} own pages; {got.stopped_because[:60]}", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
