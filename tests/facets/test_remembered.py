"""Choices that a server keeps in its session: all records are had, and the facets are refused."""

import json
from urllib.parse import urlencode

import pytest
from aiohttp import web

from leadline.interpret.facet_trial import REMEMBERED
from tests.harvest.odd_sites import leadline, page, serving

NUMBER, SIZE = 60, 10
FACETS = {"Colour": ("red", "blue", "green"), "Size": ("small", "large")}


def have(number):
    return {name: values[number % len(values)] for name, values in FACETS.items()}


async def shop(request):
    """A shop whose facets lead back to its one list."""
    if request.path == "/choose":
        response = web.Response(status=302, headers={"Location": "/"})
        response.set_cookie("chosen", json.dumps(dict(request.query)))
        return response
    if request.path.startswith("/item/"):
        return page(f"<h1>Thing {request.path[6:]}</h1><p>Ask us about it.</p>")
    return listed(request, json.loads(request.cookies.get("chosen", "{}")), "/choose")


async def adding(request):
    """A shop whose server adds what is chosen to what was, and says so in no address."""
    chosen = json.loads(request.cookies.get("chosen", "{}"))
    chosen |= {name: value for name, value in request.query.items() if name in FACETS}
    if request.path.startswith("/item/"):
        return page(f"<h1>Thing {request.path[6:]}</h1><p>Ask us about it.</p>")
    response = listed(request, chosen, "/")
    response.set_cookie("chosen", json.dumps(chosen))
    return response


def listed(request, chosen, choose):
    chosen = chosen.items()
    some = [n for n in range(NUMBER) if chosen <= have(n).items()]
    first = (int(request.query.get("page", 1)) - 1) * SIZE
    return page(
        f"<h1>Things</h1><p>{len(some)} results</p>{panel(some, choose)}<ol>"
        + "".join(f'<li><a href="/item/{n}">Thing {n}</a> <span>costs {n * 7 % 50}</span></li>'
                  for n in some[first : first + SIZE])
        + "</ol>" + f'<a href="/?page={first // SIZE + 2}">Next</a>' * (first + SIZE < len(some))
    )  # fmt: skip


def panel(some, choose):
    return "".join(
        f"<h3>{name}</h3><ul>"
        + "".join(f'<li><a href="{choose}?{urlencode({name: value})}">{value}</a> ({count})</li>'
                  for value in values if (count := sum(have(n)[name] == value for n in some)))
        + "</ul>"
        for name, values in FACETS.items()
    )  # fmt: skip


@pytest.mark.parametrize("remembering", [shop, adding])
def test_what_the_server_remembers_is_refused_and_sways_nothing(remembering, tmp_path):
    path = tmp_path / "x.db"
    with serving(remembering) as url:
        got = leadline("harvest", url, "--into", path, "--delay", 0, "--browser", "never", "--json")
    assert got.code == 0
    assert json.loads(got.out)["records"] == NUMBER
    assert json.loads(got.out)["pairs"]["count"] == 0
    [source] = json.loads(leadline("status", path, "--json").out)["sources"]
    refused = {(one["what"], one["why"]) for one in source["last_run"]["refused"]}
    assert refused >= {("Colour", REMEMBERED), ("Size", REMEMBERED)}
