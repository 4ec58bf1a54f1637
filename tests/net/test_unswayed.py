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


async def adding(request):
    """A list that goes on showing what was chosen last."""
    colour = request.query.get("colour") or request.cookies.get("colour", "")
    response = web.Response(text=links(THINGS.get(colour, (1, 2, 3, 4))), content_type="text/html")
    response.set_cookie("colour", colour)
    return response


def test_a_choice_that_a_server_goes_on_with_is_forgotten():
    said = visited({"/list": adding},
                   "/list", "/list?colour=red", "/list?page=1", "/list?colour=blue",
                   "/list?again")  # fmt: skip
    everything = links((1, 2, 3, 4))
    assert said == [everything, links((1, 2)), everything, links((3, 4)), everything]


def test_a_list_that_stays_as_it_is_is_looked_at_again_once():
    noted = []

    async def plain(request):
        noted.append(request.path_qs)
        response = web.Response(text=links(range(4)), content_type="text/html")
        response.set_cookie("visit", "1")
        return response

    visited({"/list": plain}, "/list", "/list?page=2", "/list?page=3")
    assert noted == ["/list", "/list?page=2", "/list", "/list?page=3"]


def test_a_gate_that_was_opened_stays_open():
    said = visited({"/choose": choose, "/list": gated},
                   "/list", "/choose?colour=red", "/list?again")  # fmt: skip
    assert said[1] == said[2] == links(range(9))
