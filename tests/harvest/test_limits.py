"""A form with ranges that shows only the first hundred matches: split until nothing is missing."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from leadline.codec import load
from leadline.harvest.conversation import Conversation
from leadline.harvest.follow import Details
from leadline.harvest.plan import Plan, Summary
from leadline.harvest.run import understood
from leadline.lab.demo import rows_of_the_catalogue
from leadline.lab.sites import Site, site_of, started
from leadline.lab.world import Counts
from leadline.model import Kind
from leadline.net.budget import Budget
from leadline.net.stack import Browser, Manners, open_fetcher
from leadline.plan.splitting import Splitting
from leadline.source import Source
from leadline.store import MemoryStore, open_store
from tests.harvest.odd_sites import leadline

RECORDS, SIZE, LIMIT = 2_000, 10, 100
FIRST = date(2010, 1, 1)


def offers() -> list[dict[str, Any]]:
    """Airports, each with a price, a date and a class of its own."""
    rng = Random(1)
    return [
        {
            "name": row["name"],
            "country": row["country"],
            "class": rng.choice("ABC"),
            "price": round(rng.lognormvariate(6, 1), 2),
            "opened": (FIRST + timedelta(days=rng.randrange(4000))).isoformat(),
        }
        for row in rows_of_the_catalogue()[:RECORDS]
    ]


@dataclass(frozen=True)
class Ended:
    summary: Summary
    source: Source
    splitter: Any
    urls: set[str]
    requests: int


def split(site: Site) -> Ended:
    """Harvest a site by splitting, from its address alone."""
    store, budget = MemoryStore(), Budget()

    async def run(url: str) -> Conversation:
        plan = Plan(url=url, policy=Splitting(), details=Details.NEVER)
        manners = Manners(delay=0, browser=Browser.NEVER)
        async with open_fetcher(manners, seeds=(url,), archive=store, budget=budget) as door:
            number = store.source(url)
            source = await understood(plan, store, number, door, lambda _: None)
            conversation = Conversation(plan, store, number, door, source)
            await conversation.run(lambda _: None)
            return conversation

    with started(site) as url:
        ended = asyncio.run(run(url))
    return Ended(
        summary=ended.summary("over"),
        source=ended.source,
        splitter=ended.known.learner,
        urls={kept.record.url for kept in store.records(1)},
        requests=budget.requests,
    )


def test_everything_is_found_and_proved_where_matches_are_counted():
    ended = split(site_of(offers(), "ranges", limit=LIMIT, page_size=SIZE, browsable=True))
    kinds = {a.name: a.kind for a in ended.source.interface.attributes}
    assert kinds["price"] is kinds["opened"] is Kind.RANGE
    assert ended.source.interface.limit == LIMIT
    assert len(ended.urls) == RECORDS
    assert ended.splitter.root.closed is not None
    assert ended.summary.complete == "proved"
    assert ended.requests <= 1.4 * RECORDS / SIZE


@pytest.mark.parametrize("browsable", [True, False])
def test_everything_is_found_where_only_words_tell_of_the_limit(browsable):
    silent = Counts(kind="none")
    ended = split(
        site_of(offers(), "ranges", limit=LIMIT, page_size=SIZE, browsable=browsable, counts=silent)
    )
    assert ended.source.interface.limit == LIMIT
    assert len(ended.urls) == RECORDS
    assert ended.requests <= 2.5 * RECORDS / SIZE


@pytest.mark.parametrize(("shown", "found"), [(LIMIT, LIMIT), (None, None)])
def test_a_limit_that_nobody_mentions_shows_where_different_answers_end(shown, found):
    site, budget = site_of(offers(), "uncounted", limit=shown, browsable=True), Budget()

    async def run(url: str) -> Source:
        plan = Plan(url=url, policy=Splitting())
        manners = Manners(delay=0, browser=Browser.NEVER)
        store = MemoryStore()
        async with open_fetcher(manners, seeds=(url,), archive=store, budget=budget) as door:
            return await understood(plan, store, store.source(url), door, lambda _: None)

    with started(site) as url:
        assert asyncio.run(run(url)).interface.limit == found
    assert budget.requests <= 50


def test_by_command_and_what_is_kept_is_what_the_site_shows(tmp_path: Path):
    site, into = site_of(offers(), "ranges", limit=LIMIT, browsable=True), tmp_path / "x.db"
    with started(site) as url:
        ran = leadline("harvest", url, "--into", into, "--policy", "splitting", "--delay", 0,
                       "--json", "--details", "never", "--browser", "never")  # fmt: skip
    assert ran.code == 0, ran.err
    said = json.loads(ran.out)
    assert (said["records"], said["complete"]) == (RECORDS, "proved")
    with open_store(str(into)) as store:
        assert load(Source, store.understanding(1)).interface.limit == LIMIT
        one = next(iter(store.records(1))).record
    dear = dict(one.values)
    assert dear["opened"].split()[1].isalpha()
