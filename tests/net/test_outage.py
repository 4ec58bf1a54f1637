"""A site that is down is waited for; a page that fails by itself is not."""

import asyncio

import pytest

from leadline.errors import StoppedAnswering, TooLarge, Unreachable
from leadline.net.outage import Outlasting
from tests.net.sites import Clock, Prepared, get


class Story:
    """A page that could be had, then another, with these answers on the way."""

    def __init__(self, *answers):
        self.clock, self.script = Clock(), Prepared(200, *answers)
        self.told = list[str]()
        self.fetcher = Outlasting(self.script, sleep=self.clock.sleep, told=self.told.append)

    def status(self):
        async def both():
            await self.fetcher.fetch(get("http://a/known"))
            return (await self.fetcher.fetch(get("http://a/new"))).status

        return asyncio.run(both())

    @property
    def asked(self):
        return "".join(url.rpartition("/")[2][0] for url in self.script.asked)


def test_what_works_is_asked_once():
    story = Story(200)
    assert (story.status(), story.asked, story.clock.slept) == (200, "kn", [])


def test_a_page_that_fails_by_itself_is_asked_once_more():
    story = Story(500, 200, 500)
    assert (story.status(), story.asked, story.clock.slept) == (500, "knkn", [])


def test_an_error_of_its_own_is_raised():
    with pytest.raises(Unreachable, match="again"):
        Story(Unreachable("reset"), 200, Unreachable("reset again")).status()


def test_a_site_that_comes_back_is_waited_for():
    story = Story(Unreachable("gone"), Unreachable("gone"), 503, 200, 200)
    assert (story.status(), story.asked, story.clock.slept) == (200, "knkkkn", [5.0, 15.0])
    assert story.told == [
        "waiting 5 s for the site to answer again (gone)",
        "waiting 15 s for the site to answer again (gone)",
    ]


def test_a_site_that_stays_away_ends_the_run():
    story = Story(*[Unreachable("gone")] * 9)
    with pytest.raises(StoppedAnswering, match=r"no longer answers \(gone\); run the same"):
        story.status()
    assert (story.asked, sum(story.clock.slept)) == ("kn" + "k" * 6, 485.0)


def test_what_nobody_has_ever_got_is_not_waited_for():
    fetcher = Outlasting(Prepared(503, 404, 503))
    statuses = [asyncio.run(fetcher.fetch(get(url))).status for url in ("http://a/", "http://b/")]
    assert statuses == [503, 404]


def test_what_cannot_pass_is_raised_at_once():
    with pytest.raises(TooLarge):
        Story(TooLarge("big")).status()
