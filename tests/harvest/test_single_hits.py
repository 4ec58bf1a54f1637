"""A search with one match that leads to the record's own page, and pages that only look like it."""

import asyncio
from dataclasses import dataclass

import pytest
from aiohttp import web

from leadline.harvest.follow import Details
from leadline.harvest.plan import Plan
from leadline.harvest.proofs import check
from leadline.harvest.run import harvest
from leadline.lab.demo import rows_of_the_catalogue
from leadline.lab.sites import site_of, started, truth
from leadline.net.stack import Browser, Manners, open_fetcher
from leadline.plan.sounding import Sounding
from leadline.store import MemoryStore
from tests.harvest.odd_sites import Catalogue, page, serving

ROWS = rows_of_the_catalogue()[::40]


def harvested(url):
    store = MemoryStore()
    plan = Plan(url=url, policy=Sounding(), details=Details.NEVER)
    manners = Manners(delay=0, browser=Browser.NEVER)

    async def story():
        async with open_fetcher(manners, seeds=(url,), archive=store) as door:
            return await harvest(plan, store, door, lambda progress: None)

    return asyncio.run(story()), store


def single(store):
    """The turns that were answered by a record's own page, with that record."""
    both = zip(store.turns(1), store.read_from(1), strict=True)
    return [turn.answer for turn, (_, page) in both if page is not None and "/item/" in page.url]


def test_the_only_match_is_the_record_whose_page_is_shown():
    site = site_of(ROWS, "direct")
    with started(site) as url:
        summary, store = harvested(url)
    answers = single(store)
    assert len(answers) > 10
    assert {(len(a.records), a.total, a.more) for a in answers} == {(1, 1, False)}
    records = list(store.records(1))
    assert summary.records == len(records) >= 0.95 * len(ROWS)
    known = {f"{url.rstrip('/')}/item/{number}": values for number, values in truth(site).items()}
    alone = {one.key for answer in answers for one in answer.records}
    assert alone <= {one.record.key for one in records} <= set(known)
    names = {one.record.values[0] for one in records if one.record.key in alone}
    assert names == {("title", known[key]["name"][0]) for key in alone}
    assert check(store, 1).verdict.problems == ()


@dataclass
class Hurried(Catalogue):
    """Books, and a search with one match leads somewhere else altogether."""

    away: str = "/"

    async def __call__(self, request):
        if request.path == "/search" and len(self.found(request.query.get("q", ""))) == 1:
            raise web.HTTPFound(self.away)
        if request.path.startswith("/book/"):
            return page(f"<h1>Book {request.path[6:]}</h1><dl><dt>Shelf<dd>7</dl>")
        return await super().__call__(request)


@pytest.mark.parametrize("away", ["/", "/about", "/book/7/reviews"])
def test_a_page_that_is_no_records_own_is_no_record(away):
    with serving(Hurried(away=away)) as url:
        _, store = harvested(url)
    keys = {one.record.key for one in store.records(1)}
    assert len(keys) >= 140
    assert keys <= {f"{url}/book/{number}" for number in range(150)}
