"""How many sites are searched at once."""

import asyncio

import pytest

from leadline.browse.experience import Experience
from leadline.browse.menus import Menus
from leadline.discover.crawl import FIRST, Crawl, Wish
from leadline.discover.remember import remember
from leadline.discover.search import Tools
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
