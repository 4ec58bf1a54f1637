"""The demonstration: a real catalogue as a Web site on this machine, harvested over HTTP."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import as_file, files
from typing import Any

import numpy as np

from leadline.errors import MissingExtra
from leadline.harvest.follow import Details
from leadline.harvest.plan import Plan, Progress
from leadline.harvest.run import harvest as over_http
from leadline.lab.bounds import page_floor
from leadline.lab.collection import index
from leadline.lab.policies import word_list
from leadline.lab.run import Curve, run
from leadline.lab.sites import Site, started
from leadline.lab.table import Row, read_rows
from leadline.lab.world import World
from leadline.net.stack import Browser, Manners, open_fetcher
from leadline.plan.classic import AToZ
from leadline.plan.sounding import Sounding
from leadline.plan.stopping import Goal
from leadline.store import MemoryStore

CATALOGUE = "airports.jsonl.gz"
TARGET = 0.9
LIMIT = 100
DESIGN = "table"
SEED = 1
PATIENCE = 10  # times the pages that sounding took, then the comparison is given up


@dataclass(frozen=True, slots=True)
class Demo:
    """A harvest and, where there is a word list, the same by letters and common words."""

    world: World
    harvest: Curve
    by_letters: Curve | None
    requests: int = 0  # over HTTP, with those it took to find out how the site is asked

    @property
    def floor(self) -> int:
        """The pages that would hold as much, were no record shown twice."""
        return page_floor(self.harvest.records, self.harvest.coverage, self.world.page_size)

    @property
    def records(self) -> int:
        """The records that were harvested."""
        return int(self.harvest.held[-1])


def rows_of_the_catalogue() -> list[Row]:
    """The airports of the world."""
    with as_file(files("leadline.lab") / "data" / CATALOGUE) as path:
        return list(read_rows(path))


def catalogue() -> World:
    """The airports of the world, ten on a page, a hundred for a query."""
    return World(collection=index(rows_of_the_catalogue(), "keyword"), limit=LIMIT)


def harvest(world: World, progress: Callable[[int, int], None]) -> tuple[Curve, int]:
    """What a harvest of the site gets from its address alone, and how many requests it takes."""
    site = Site(world=world, rows=rows_of_the_catalogue(), design=DESIGN)
    held, queries = list[int](), list[int]()

    def watch(now: Progress) -> None:
        if now.records:
            held.append(now.records)
            queries.append(now.queries)
        progress(now.pages, now.records)

    began = time.perf_counter()
    with started(site) as url:
        requests = asyncio.run(_harvested(url, watch))
    seconds = time.perf_counter() - began
    return Curve(np.array(held), np.array(queries), len(site.rows), seconds), requests


async def _harvested(url: str, watch: Callable[[Progress], None]) -> int:
    manners = Manners(delay=0, browser=Browser.NEVER)  # the site is ours
    plan = Plan(
        url=url, policy=Sounding(), goal=Goal(target=TARGET), seed=SEED, details=Details.NEVER
    )
    store = MemoryStore()
    async with open_fetcher(manners, seeds=(url,), archive=store) as door:
        await over_http(plan, store, door, watch)
        return door.budget.requests


def by_letters(world: World, pages: int) -> Curve | None:
    """What one gets with a–z, 0–9 and common words; None where there is no word list."""
    try:
        words = word_list("en")
    except MissingExtra:
        return None
    return run(world, AToZ(words), first=None, target=TARGET, max_pages=PATIENCE * pages)


def as_json(demo: Demo) -> dict[str, Any]:
    """The closing summary as plain values."""
    letters = demo.by_letters
    return {
        "records": demo.records,
        "of": demo.harvest.records,
        "coverage": round(demo.harvest.coverage, 6),
        "requests": demo.requests,
        "pages": len(demo.harvest.held),
        "queries": int(demo.harvest.queries[-1]),
        "floor": demo.floor,
        "seconds": round(demo.harvest.seconds, 3),
        "a-z": None
        if letters is None
        else {"pages": len(letters.held), "coverage": round(letters.coverage, 6)},
    }
