"""What a budget is spent on: records first, an audit only if it can be finished, then own pages."""

import asyncio

from leadline.cli.harvest import _details
from leadline.harvest.follow import Details
from leadline.harvest.plan import Plan
from leadline.harvest.run import harvest
from leadline.lab.demo import rows_of_the_catalogue
from leadline.lab.sites import site_of, started
from leadline.net.budget import Budget
from leadline.net.stack import Browser, Manners, open_fetcher
from leadline.plan.sounding import Sounding
from leadline.store import MemoryStore

ROWS = rows_of_the_catalogue()[::40]


def run(budget, design="cards", details=Details.ALWAYS, **settings):
    """A harvest with a budget: how it ended, and which addresses were asked for."""
    site, store = site_of(ROWS, design, **settings), MemoryStore()
    manners = Manners(delay=0, browser=Browser.NEVER)

    async def story(url):
        async with open_fetcher(manners, seeds=(url,), archive=store, budget=budget) as door:
            plan = Plan(url=url, policy=Sounding(), details=details)
            return await harvest(plan, store, door, lambda progress: None)

    with started(site) as url:
        summary = asyncio.run(story(url))
    return summary, [path for _, path in site.log], store


def audited(store):
    """How many turns were asked by an audit."""
    experts = [turn.step.why.expert for turn in store.turns(1) if turn.step.why is not None]
    return experts.count("audit")


def test_records_come_before_their_own_pages():
    short, paths, _ = run(Budget(max_requests=40))
    assert short.records > 0
    assert "all 40 requests" in short.stopped_because
    assert len(paths) == 40
    assert not any(path.startswith("/item") for path in paths)
    whole, paths, _ = run(Budget(max_requests=250))
    assert whole.records > short.records
    assert whole.details > 0
    places = [n for n, path in enumerate(paths) if path.startswith("/item")]
    assert places == list(range(places[0], len(paths)))


def test_an_audit_is_not_begun_if_it_cannot_be_finished():
    free, paths, store = run(Budget(), details=Details.NEVER)
    assert audited(store) > 10
    short, _, store = run(Budget(max_requests=len(paths) - 5), details=Details.NEVER)
    assert audited(store) == 0
    assert short.stopped_because == free.stopped_because


def test_whatever_the_budget_is_in_the_rest_is_for_own_pages():
    assert _details(Details.AUTO, limited=Budget(max_bytes=10**6).is_limited) is Details.ALWAYS
    assert _details(Details.AUTO, limited=Budget(max_seconds=60.0).is_limited) is Details.ALWAYS
    assert _details(Details.AUTO, limited=Budget().is_limited) is Details.AUTO
    assert _details(Details.NEVER, limited=True) is Details.NEVER
