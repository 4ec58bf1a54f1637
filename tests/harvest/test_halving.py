"""A search box with a result limit, over HTTP: where a minus leaves words out, all is proved."""

import asyncio

import pytest

from leadline.codec import load
from leadline.harvest.follow import Details
from leadline.harvest.plan import Plan
from leadline.harvest.proofs import check
from leadline.harvest.run import harvest
from leadline.lab.demo import rows_of_the_catalogue
from leadline.lab.sites import site_of, started
from leadline.net.stack import Browser, Manners, open_fetcher
from leadline.plan.sounding import Sounding
from leadline.source import Source
from leadline.store import MemoryStore

ROWS = rows_of_the_catalogue()[::20]


def harvested(**settings):
    store = MemoryStore()
    manners = Manners(delay=0, browser=Browser.NEVER)
    site = site_of(ROWS, "table", limit=50, **settings)

    async def story(url):
        plan = Plan(url=url, policy=Sounding(), details=Details.NEVER)
        async with open_fetcher(manners, seeds=(url,), archive=store) as door:
            return await harvest(plan, store, door, lambda progress: None)

    with started(site) as url:
        return asyncio.run(story(url)), store


@pytest.mark.parametrize("browsable", [True, False])
def test_a_box_that_leaves_words_out_is_harvested_to_the_proof(browsable):
    summary, store = harvested(without="-", browsable=browsable)
    source = load(Source, store.understanding(1))
    assert [a.without for a in source.interface.attributes] == ["-"]
    assert source.interface.limit == 50
    assert (summary.records, summary.complete) == (len(ROWS), "proved")
    assert summary.pages < 2 * len(ROWS) / 10
    checked = check(store, 1)
    assert checked.verdict.problems == ()
    assert checked.verdict.complete


def test_a_minus_that_means_nothing_is_not_believed():
    summary, store = harvested(browsable=True)
    source = load(Source, store.understanding(1))
    assert [a.without for a in source.interface.attributes] == [""]
    assert summary.complete == "proved" or summary.records < len(ROWS)
