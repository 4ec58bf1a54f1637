"""Records followed to their own pages: what they add, what that costs, and how it is resumed."""

import asyncio
from collections import defaultdict
from importlib.resources import as_file, files

import pytest

from bench.metrics import score
from leadline.codec import load
from leadline.harvest.follow import Details, only_shows, shared_parts
from leadline.harvest.plan import Plan
from leadline.harvest.run import harvest
from leadline.lab.sites import site_of, started, truth
from leadline.lab.table import read_rows
from leadline.net.budget import Budget
from leadline.net.stack import Browser, Manners, open_fetcher
from leadline.plan.sounding import Sounding
from leadline.plan.stopping import Goal
from leadline.source import Source
from leadline.store import MemoryStore
from leadline.store.export.table import columns

with as_file(files("leadline.lab") / "data" / "airports.jsonl.gz") as place:
    ROWS = list(read_rows(place))[::60]


def site_in(design):
    """A small site all of whose records are on one page of results."""
    return site_of(ROWS, design, page_size=50)


def run(url, store, details, most=None, target=0.9):
    budget = Budget(max_requests=most)
    plan = Plan(url=url, policy=Sounding(), goal=Goal(target=target), details=details)
    manners = Manners(delay=0, browser=Browser.NEVER)

    async def story():
        async with open_fetcher(manners, seeds=(url,), archive=store, budget=budget) as door:
            return await harvest(plan, store, door, lambda progress: None)

    return asyncio.run(story())


def opened(site):
    """The requests for records' own pages."""
    return [path for _, path in site.log if path.startswith("/item/")]


def accuracy(site, store):
    found = []
    for one in store.records(1):
        record = defaultdict(list)
        for name, text in (*one.record.values, *one.details):
            record[name].append(text)
        found.append(record)
    shown = [{name: texts[0] for name, texts in one.items()} for one in truth(site).values()]
    return score(shown, found)


@pytest.mark.parametrize("design", ["cards", "sessions"])
def test_all_columns_are_there_in_the_end(design):
    site, store = site_in(design), MemoryStore()
    with started(site) as url:
        summary = run(url, store, Details.ALWAYS)
    got = accuracy(site, store)
    assert set(got.mapping) == set(site.columns)
    assert got.accuracy >= 0.95
    assert (summary.details, summary.unread) == (summary.records, 0)
    assert len(opened(site)) == summary.records


def test_it_only_tells_what_it_would_add_unless_asked():
    site, store = site_in("cards"), MemoryStore()
    with started(site) as url:
        summary = run(url, store, Details.AUTO)
        assert len(opened(site)) == 3
        assert {"timezone", "city"} <= set(summary.more)
        assert (summary.details, summary.unread) == (0, summary.records)
        run(url, store, Details.AUTO)
        assert len(opened(site)) == 3


def test_never():
    site, store = site_in("cards"), MemoryStore()
    with started(site) as url:
        summary = run(url, store, Details.NEVER)
    assert (opened(site), summary.more) == ([], ())


def test_a_spent_budget_loses_nothing():
    site, store = site_in("cards"), MemoryStore()
    with started(site) as url:
        before = run(url, store, Details.AUTO)
        spent = run(url, store, Details.ALWAYS, most=20)
        assert "budget" in spent.stopped_because
        assert 0 < spent.details < before.records
        assert spent.unread == before.records - spent.details
        done = run(url, store, Details.ALWAYS)
    assert done.details == done.records
    assert len(opened(site)) == len(set(opened(site))) == done.records
    assert accuracy(site, store).accuracy >= 0.95


def test_how_own_pages_are_read_is_kept_with_the_source():
    site, store = site_in("cards"), MemoryStore()
    with started(site) as url:
        run(url, store, Details.AUTO)
    rule = load(Source, store.understanding(1)).details
    assert rule is not None
    assert "timezone" in rule.more


def test_details_are_columns_of_the_table():
    site, store = site_in("cards"), MemoryStore()
    with started(site) as url:
        run(url, store, Details.ALWAYS)
    table = columns(store, 1)
    assert {"timezone", "city"} <= set(table.names)
    assert not table.lists


def test_words_of_a_title_in_an_address_do_not_make_it_an_action():
    urls = [f"https://a.org/item/{slug}" for slug in ("how-to-add-up", "delete-key-12", "dune")]
    shared = shared_parts(urls)
    assert all(only_shows(url, shared) for url in urls)
    assert not only_shows("https://a.org/item/logout", shared)
    edits = [f"https://a.org/item/{number}/edit" for number in range(3)]
    assert not only_shows(edits[0], shared_parts(edits))
    assert not only_shows("https://a.org/item/dune.pdf", shared)
    assert not only_shows("https://a.org/?table=films&action=table_drop", ())
    assert only_shows("https://a.org/?title=drop_table&action=view", ())


def test_an_interruption_keeps_what_was_read():
    site, store = site_in("cards"), MemoryStore()

    async def story(url):
        plan = Plan(url=url, policy=Sounding(), goal=Goal(target=0.9), details=Details.ALWAYS)
        manners = Manners(delay=0, browser=Browser.NEVER)
        async with open_fetcher(manners, seeds=(url,), archive=store) as door:

            def watch(progress):
                if progress.doing == "reading records' own pages" and progress.pages == 5:
                    task.cancel()

            task = asyncio.ensure_future(harvest(plan, store, door, watch))
            return await task

    with started(site) as url:
        summary = asyncio.run(story(url))
        assert (summary.stopped_because, summary.details) == ("interrupted", 5)
        assert run(url, store, Details.ALWAYS).unread == 0
    assert len(opened(site)) <= len(set(opened(site))) + 1  # the one that was on its way


def test_pages_that_robots_txt_forbids_are_not_asked_for(monkeypatch):
    monkeypatch.setattr("leadline.lab.sites.usual.ROBOTS", "User-agent: *\nDisallow: /item/\n")
    site, store = site_in("cards"), MemoryStore()
    with started(site) as url:
        summary = run(url, store, Details.ALWAYS)
    assert (opened(site), summary.details, summary.more) == ([], 0, ())
    assert summary.records > 80
