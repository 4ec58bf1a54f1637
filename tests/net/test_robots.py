"""What a site's robots.txt says is done."""

import asyncio

import pytest
from aiohttp import web
from hypothesis import given
from hypothesis import strategies as st

from leadline.errors import PrivateAddress, RobotsDenied, Unreachable
from leadline.model import Page
from leadline.net.polite import Polite
from leadline.net.robots import Robots, read_rules
from tests.net.sites import Clock, Prepared, get, http, site

RULES = """
User-agent: *
Disallow: /private
Crawl-delay: 5
Sitemap: https://a.example/sitemap.xml

User-agent: Leadline
Disallow: /*?secret
Allow: /private
"""


def robots_txt(status: int = 200, body: str = "") -> Page:
    asked = get("http://a.example/robots.txt")
    return Page(request=asked, url=asked.url, status=status, body=body.encode())


def asked(robots: Page | Exception, *paths: str) -> list[str]:
    """What is fetched of these paths, robots.txt included."""
    script = Prepared(robots)

    async def story():
        fetcher = Robots(script)
        for path in paths:
            await fetcher.fetch(get(f"http://a.example{path}"))

    asyncio.run(story())
    return [url.removeprefix("http://a.example") for url in script.asked]


def test_the_file_is_asked_for_once_per_site():
    assert asked(robots_txt(), "/a", "/b", "/c") == ["/robots.txt", "/a", "/b", "/c"]


def test_rules_for_everybody_and_for_us():
    body = "User-agent: *\nDisallow: /private\nAllow: /private/door"
    assert asked(robots_txt(body=body), "/", "/private/door")[1:] == ["/", "/private/door"]
    with pytest.raises(RobotsDenied, match=r"robots.txt asks us not to fetch this; ask its owner"):
        asked(robots_txt(body=body), "/private/x")
    assert asked(robots_txt(body=RULES), "/private")[1:] == ["/private"]
    with pytest.raises(RobotsDenied):
        asked(robots_txt(body=RULES), "/a?secret=1")


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410, 451])
def test_no_file_allows_everything(status):
    assert asked(robots_txt(status, "User-agent: *\nDisallow: /"), "/a") == ["/robots.txt", "/a"]


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_server_that_fails_allows_nothing(status):
    with pytest.raises(RobotsDenied, match=f"robots.txt answers {status}.*; try later"):
        asked(robots_txt(status), "/a")


def test_a_site_that_is_not_there_is_not_there():
    with pytest.raises(Unreachable, match="gone"):
        asked(Unreachable("gone"), "/a")


def test_a_file_that_leads_where_nothing_may_be_had_is_none():
    assert asked(PrivateAddress("10.0.0.1"), "/a") == ["/robots.txt", "/a"]


def test_only_the_first_half_megabyte_counts():
    body = "User-agent: *\nDisallow: /a\n" + "# " + "x" * 500_000 + "\nDisallow: /b"
    assert asked(robots_txt(body=body), "/b")[1:] == ["/b"]


def test_each_origin_has_its_own_and_redirects_to_it_are_followed():
    routes = {
        "/robots.txt": web.Response(status=301, headers={"Location": "/r"}),
        "/r": "User-agent: *\nDisallow: /no",
        "/yes": "welcome",
    }

    async def story():
        async with site(routes) as one, site({"/no": "welcome"}) as other, http() as fetcher:
            robots = Robots(fetcher)
            with pytest.raises(RobotsDenied):
                await robots.fetch(get(one + "/no"))
            pages = [await robots.fetch(get(url)) for url in (one + "/yes", other + "/no")]
            return [page.body for page in pages]

    assert asyncio.run(story()) == [b"welcome", b"welcome"]


def test_many_at_once_wait_for_one_file():
    script = Prepared()

    async def story():
        robots = Robots(script)
        await asyncio.gather(*(robots.fetch(get(f"http://a.example/{n}")) for n in range(5)))

    asyncio.run(story())
    assert script.asked.count("http://a.example/robots.txt") == 1


def test_of_many_sites_the_one_asked_for_longest_ago_is_forgotten():
    script = Prepared()

    async def story():
        robots = Robots(script)
        for n in (*range(4000), 0, *range(4000, 4200), 0, 1):
            await robots.rules(f"http://h{n}.example/")

    asyncio.run(story())
    asked = [script.asked.count(f"http://h{n}.example/robots.txt") for n in (0, 1, 4199)]
    assert asked == [1, 2, 1]


def test_the_crawl_delay_is_kept_from_the_first_page_on():
    clock = Clock()
    script = Prepared(robots_txt(body="User-agent: *\nCrawl-delay: 5"))
    polite = Polite(script, delay=1.0, clock=clock, sleep=clock.sleep)

    async def story():
        robots = Robots(polite, polite)
        await robots.fetch(get("http://a.example/1"))
        await robots.fetch(get("http://a.example/2"))

    asyncio.run(story())
    assert clock.slept == [5.0, 5.0]


def test_sitemaps_can_be_had():
    rules = read_rules(robots_txt(body=RULES))
    assert rules.sitemaps == ("https://a.example/sitemap.xml",)


@given(st.binary(max_size=300), st.sampled_from(["", "User-agent: *\nDisallow: /", "Crawl-delay:"]))
def test_any_file_can_be_read(body, head):
    page = Page(request=get("http://a/robots.txt"), url="", body=head.encode() + body)
    assert read_rules(page).delay >= 0
