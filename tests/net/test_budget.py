"""Everything on the wire is counted, and there is an end to it."""

import asyncio
from dataclasses import replace

import pytest
from aiohttp import web

from leadline.errors import BudgetSpent, Unreachable
from leadline.model import Page
from leadline.net.budget import Budget, Budgeted, Punctual
from leadline.net.redirects import Redirecting
from leadline.net.retry import Retrying
from tests.net.sites import Clock, Prepared, get, http, site


def test_each_try_and_each_hop_is_a_request():
    budget, clock = Budget(), Clock()
    routes = {
        "/": web.Response(status=302, headers={"Location": "/busy"}, body=b"12345"),
        "/busy": web.Response(status=503, body=b"123"),
    }

    async def story():
        async with site(routes) as base, http() as fetcher:
            retrying = Retrying(Budgeted(fetcher, budget), sleep=clock.sleep)
            return await Redirecting(retrying).fetch(get(base))

    assert asyncio.run(story()).status == 503
    assert (budget.requests, budget.bytes) == (4, 5 + 3 * 3)
    assert budget.seconds > 0


def test_it_ends_when_it_is_spent():
    async def story():
        script = Prepared(Unreachable("gone"))
        budgeted = Budgeted(script, Budget(max_requests=2))
        with pytest.raises(Unreachable):
            await budgeted.fetch(get("http://a/1"))
        await budgeted.fetch(get("http://a/2"))
        with pytest.raises(BudgetSpent, match=r"all 2 requests of the budget are spent; allow"):
            await budgeted.fetch(get("http://a/3"))
        return script.asked

    assert asyncio.run(story()) == ["http://a/1", "http://a/2"]


def test_what_is_left_is_told_in_requests_as_they_were_so_far():
    spent = Budget(requests=10, bytes=5_000, began=100.0)
    assert spent.left(120.0) == float("inf")
    assert replace(spent, max_requests=25).left(120.0) == 15
    assert replace(spent, max_bytes=8_000).left(120.0) == 6
    assert replace(spent, max_seconds=60.0).left(120.0) == 20
    assert replace(spent, max_seconds=5.0).left(120.0) == 0
    assert Budget(max_bytes=8_000).left(0.0) == 8_000


class Waiting:
    """A fetcher that waits until it is told to go on; perhaps with a request on its way."""

    def __init__(self, budget, on_its_way):
        self.budget, self.on_its_way = budget, on_its_way
        self.go_on = asyncio.Event()
        self.ended = ""

    async def fetch(self, request):
        self.budget.sending += self.on_its_way
        try:
            await self.go_on.wait()
        except asyncio.CancelledError:
            self.ended = "cancelled"
            raise
        finally:
            self.budget.sending -= self.on_its_way
        return Page(request=request, url=request.url)


def over():
    """A budget of ten seconds, of which twenty have passed."""
    return Budget(max_seconds=10.0, began=980.0)


def test_no_pause_goes_on_beyond_the_end_of_a_budget_of_time():
    async def story():
        budget = over()
        waiting = Waiting(budget, 0)
        with pytest.raises(BudgetSpent, match=r"all 10 seconds of the budget are spent"):
            await Punctual(waiting, budget, clock=Clock()).fetch(get("http://a/"))
        await asyncio.sleep(0)
        return waiting.ended

    assert asyncio.run(story()) == "cancelled"


def test_a_request_that_is_on_its_way_is_let_come():
    async def story():
        budget = over()
        waiting = Waiting(budget, 1)
        asyncio.get_running_loop().call_later(0.01, waiting.go_on.set)
        return await Punctual(waiting, budget, clock=Clock()).fetch(get("http://a/"))

    assert asyncio.run(story()).status == 200


def test_without_an_end_in_time_nothing_is_looked_at():
    async def story():
        budget = Budget(max_requests=1, began=0.0)
        return await Punctual(Prepared(), budget, clock=Clock()).fetch(get("http://a/"))

    assert asyncio.run(story()).status == 200
