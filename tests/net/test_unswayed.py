"""What a server keeps in its session does not change what later pages show."""

import asyncio

from aiohttp import web

from leadline.model import Request
from leadline.net.stack import Manners, open_fetcher
from tests.net.sites import site

QUICK = Manners(delay=0.0, obey_robots=False)
THINGS = {"red": (1, 2), "blue": (3, 4)}


def links(numbers):
    return "".join(f'<a href="/item/{n}">{n}</a>' for n in numbers)


async def choose(request):
    response = web.Response(status=302, headers={"Location": "/list"})
    response.set_cookie("colour", request.query["colour"])
    return response


async def listed(request):
    chosen = THINGS.get(request.cookies.get("colour", ""), (1, 2, 3, 4))
    return web.Response(text=links(chosen), content_type="text/html")


async def gated(request):
    inside = links(range(9)) if "colour" in request.cookies else '<a href="/choose">Enter</a>'
    return web.Response(text=inside, content_type="text/html")


def visited(routes, *paths):
    """What a site says at some addresses, one after the other."""

    async def story():
        async with site(routes) as base, open_fetcher(QUICK, seeds=(base,)) as door:
            pages = [await door.fetch(Request(url=base + path)) for path in paths]
            return [page.body.decode() for page in pages]

    return asyncio.run(story())


def test_a_choice_that_a_server_remembers_is_forgotten():
    said = visited({"/choose": choose, "/list": listed},
                   "/list", "/choose?colour=red", "/list?again", "/choose?colour=blue",
                   "/list?more")  # fmt: skip
    everything = links((1, 2, 3, 4))
    assert said == [everything, links((1, 2)), everything, links((3, 4)), everything]


def test_a_gate_that_was_opened_stays_open():
    said = visited({"/choose": choose, "/list": gated},
                   "/list", "/choose?colour=red", "/list?again")  # fmt: skip
    assert said[1] == said[2] == links(range(9))
