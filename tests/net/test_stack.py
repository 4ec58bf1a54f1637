"""The whole way to the network, as a harvest uses it."""

import asyncio
import subprocess
import sys
from dataclasses import replace

import pytest
from aiohttp import web

from leadline.errors import BudgetSpent, MissingExtra, NotArchived, PrivateAddress, RobotsDenied
from leadline.net.browser import NoBrowser
from leadline.net.stack import Browser, Manners, open_fetcher
from tests.net.sites import Shelf, get, site

ROUTES = {
    "/robots.txt": "User-agent: *\nDisallow: /no\nSitemap: https://a.example/map.xml",
    "/": "start",
    "/no": "hidden",
    "/there": web.Response(status=302, headers={"Location": "/"}),
    "/trap": web.Response(status=302, headers={"Location": "http://127.0.0.2/"}),
}
QUICK = Manners(delay=0.0, tries=1)


def visit(*paths: str, manners: Manners = QUICK, archive: Shelf | None = None):
    """The bodies of these pages, and how many requests they took."""

    async def story():
        async with (
            site(ROUTES) as base,
            open_fetcher(manners, seeds=(base,), archive=archive) as door,
        ):
            pages = [await door.fetch(get(base + path)) for path in paths]
            return [page.body.decode() for page in pages], door.budget.requests

    return asyncio.run(story())


def test_pages_redirects_and_robots_are_counted():
    assert visit("/", "/there") == (["start", "start"], 4)


def test_an_archived_page_costs_nothing():
    assert visit("/", "/", "/", archive=Shelf()) == (["start"] * 3, 2)


def test_robots_are_obeyed_unless_told_otherwise():
    with pytest.raises(RobotsDenied):
        visit("/no")
    assert visit("/no", manners=Manners(delay=0.0, obey_robots=False)) == (["hidden"], 1)


def test_the_budget_holds():
    with pytest.raises(BudgetSpent):
        visit("/", "/?2", "/?3", manners=Manners(delay=0.0, max_requests=3))


def test_a_redirect_into_the_neighbourhood_is_refused():
    with pytest.raises(PrivateAddress):
        visit("/trap")


def test_sitemaps_are_at_hand():
    async def story():
        async with site(ROUTES) as base, open_fetcher(QUICK, seeds=(base,)) as door:
            return await door.sitemaps(base)

    assert asyncio.run(story()) == ("https://a.example/map.xml",)


def test_what_was_fetched_can_be_read_offline():
    shelf = Shelf()

    async def story():
        async with site(ROUTES) as base, open_fetcher(QUICK, seeds=(base,), archive=shelf) as door:
            await door.fetch(get(base + "/there"))
        async with open_fetcher(QUICK, archive=shelf, offline=True) as door:
            page = await door.fetch(get(base + "/there"))
            with pytest.raises(NotArchived):
                await door.fetch(get(base + "/other"))
            with pytest.raises(NotArchived):
                await door.fetch(replace(get(base), rendered=True))
            return page.body, door.budget.requests

    assert asyncio.run(story()) == (b"start", 0)


def drawn(manners: Manners) -> None:
    async def story():
        async with site(ROUTES) as base, open_fetcher(manners, seeds=(base,)) as door:
            await door.fetch(replace(get(base + "/"), rendered=True))

    asyncio.run(story())


def test_drawing_needs_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "playwright.async_api", None)
    assert visit("/") == (["start"], 2)
    with pytest.raises(MissingExtra, match=r"leadline\[browser\]"):
        drawn(QUICK)


def test_no_browser_may_be_used():
    with pytest.raises(NoBrowser, match="--browser auto"):
        drawn(Manners(delay=0.0, tries=1, browser=Browser.NEVER))


def test_nothing_of_the_browser_is_loaded_before_it_is_needed():
    code = "import sys, leadline.cli, leadline.harvest; print('playwright' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == "False\n"
