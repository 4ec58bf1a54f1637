"""How many sites are searched at once, and for how long."""

import asyncio
from collections import Counter

import pytest

from leadline.browse.experience import Experience
from leadline.browse.menus import Menus
from leadline.discover.crawl import FIRST, Crawl, Wish
from leadline.discover.remember import remember
from leadline.discover.search import Found, Tools
from leadline.model import Page
from leadline.net.addresses import Guard
from leadline.net.budget import Budget
from leadline.net.stack import Door
from leadline.store.sites import open_sites

MANY = FIRST + 10
SITES = [f"http://10.0.0.{number}/" for number in range(1, MANY + 1)]


class Busy:
    """Answers with an empty page, once all who have asked by now have; counts them."""

    def __init__(self):
        self.now = self.most = 0

    async def fetch(self, request):
        self.now += 1
        self.most = max(self.most, self.now)
        await asyncio.sleep(0)
        self.now -= 1
        return Page(request=request, url=request.url, body=b"<p>nothing here")


def most_at_once(store, strategy):
    fetcher, run = Busy(), store.begin(strategy)
    door = Door(archived=fetcher, budget=Budget())
    tools = Tools(store=store, run=run, door=door, guard=Guard())
    asyncio.run(Crawl(Wish(max_sites=MANY, strategy=strategy), tools, lambda _: None).run())
    return fetcher.most


@pytest.mark.parametrize(("strategy", "most"), [("exhaustive-0", MANY), ("bandit", FIRST)])
def test_who_learns_from_site_to_site_begins_with_few(tmp_path, strategy, most):
    with open_sites(tmp_path / "sites.db") as store:
        store.add_seeds(SITES)
        assert most_at_once(store, strategy) == most


def test_who_has_learned_begins_with_all(tmp_path):
    with open_sites(tmp_path / "sites.db") as store:
        store.add_seeds(SITES)
        earlier = store.begin("an earlier run")
        remember(store, earlier, Experience(menus=Menus(sites=MANY)))
        store.keep_run(earlier, ended="every site is searched")
        assert most_at_once(store, "bandit") == MANY


class Filters:
    """A site of pages that each have a search with another field, and links to two more pages."""

    def __init__(self, action):
        self.action, self.pages = action, set()

    async def fetch(self, request):
        self.pages.add(request.url)
        number = int(request.url.partition("=")[2] or 0)
        action = self.action.format(number)
        body = (
            f'<form action="{action}" method=post role=search><h2>Search our books</h2>'
            f"<label>Title <input type=search name=q></label><input name=filter{number}>"
            "<button>Search</button></form>"
            f'<ul class=more><li><a href="/list?f={number + 1}">Books, more of them</a>'
            f'<li><a href="/list?f={number + 2}">Books, fewer of them</a></ul>'
        )
        headers = (("content-type", "text/html"),)
        return Page(request=request, url=request.url, headers=headers, body=body.encode())


def pages_read(path, action):
    fetcher = Filters(action)
    with open_sites(path) as store:
        store.add_seeds(SITES[:1])
        door = Door(archived=fetcher, budget=Budget())
        tools = Tools(store=store, run=store.begin("x"), door=door, guard=Guard())
        asyncio.run(Crawl(Wish(max_sites=1), tools, lambda _: None).run())
        assert store.tally().query_forms == len(fetcher.pages)  # each is kept
    return len(fetcher.pages)


def test_one_search_with_other_filters_is_not_followed_for_ever(tmp_path):
    same, others = (pages_read(tmp_path / f"{n}.db", f"/find{n}") for n in ("", "{}"))
    assert same < others / 4


def test_of_forms_that_ask_one_address_two_are_news():
    found = Found()
    assert found.news(Counter({"/find": 1})) == 1
    assert found.news(Counter({"/find": 3, "/jobs": 1})) == 2
    assert found.news(Counter({"/find": 1})) == 0


def test_of_searches_in_each_part_of_a_site_a_few_are_news():
    found = Found()
    told = [found.news(Counter({f"http://a.org/part-{n}/search/": 1})) for n in range(8)]
    assert told == [1] * 5 + [0] * 3
    assert found.news(Counter({"http://a.org/jobs/": 1})) == 1
