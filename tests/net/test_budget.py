"""Everything on the wire is counted, and there is an end to it."""

import asyncio

import pytest
from aiohttp import web

from leadline.errors import BudgetSpent, Unreachable
from leadline.net.budget import Budget, Budgeted
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
