"""What may pass is asked again, a few times."""

import asyncio

import pytest
from aiohttp import web

from leadline.errors import BudgetSpent, TooLarge, TooSlow, Unreachable
from leadline.net.polite import Polite
from leadline.net.retry import Retrying
from tests.net.sites import Clock, Prepared, get, http, site


def tried(*answers):
    clock, script = Clock(), Prepared(*answers)
    page = asyncio.run(Retrying(script, sleep=clock.sleep).fetch(get("http://a/")))
    return page.status, len(script.asked), clock.slept


def test_what_works_is_asked_once():
    assert tried(200) == (200, 1, [])
    assert tried(404) == (404, 1, [])
    assert tried(501) == (501, 1, [])


def test_what_fails_is_asked_again_after_ever_longer_pauses():
    assert tried(500, 429, 200) == (200, 3, [1.0, 2.0])
    assert tried(Unreachable("gone"), 200) == (200, 2, [1.0])


def test_in_the_end_the_last_answer_counts():
    assert tried(500, 502, 503, 200) == (503, 3, [1.0, 2.0])
    with pytest.raises(TooSlow, match="last"):
        tried(TooSlow("first"), 500, TooSlow("last"))


@pytest.mark.parametrize("error", [TooLarge("big"), BudgetSpent("all")])
def test_what_cannot_pass_is_not_asked_again(error):
    with pytest.raises(type(error)):
        tried(error, 200)


def test_a_site_that_says_when_is_asked_again_then():
    clock, waiting = Clock(), [web.Response(status=429, headers={"Retry-After": "7"})]

    async def busy(_request):
        return waiting.pop() if waiting else web.Response(text="welcome")

    async def story():
        async with site({"/": busy}) as base, http() as fetcher:
            polite = Polite(fetcher, delay=0.0, clock=clock, sleep=clock.sleep)
            return (await Retrying(polite, sleep=clock.sleep).fetch(get(base))).body

    assert asyncio.run(story()) == b"welcome"
    assert clock.slept == [1.0, 6.0]
