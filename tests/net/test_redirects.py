"""Redirects are followed as browsers do, each hop a request of its own."""

import asyncio

import pytest
from aiohttp import web
from hypothesis import given
from hypothesis import strategies as st

from leadline.errors import PrivateAddress, RedirectLoop
from leadline.model import Page, Request
from leadline.net.meta_refresh import sent_on
from leadline.net.redirects import Redirecting
from tests.net.sites import get, http, site


def moved(to: str, status: int = 302) -> web.Response:
    return web.Response(status=status, headers={"Location": to})


async def echo(request):
    return web.Response(text=f"{request.method} {await request.text()}".strip())


START = get("/")


def followed(routes, request: Request = START):
    async def story():
        async with site(routes) as base, http() as fetcher:
            asked = Request(
                url=base + request.url, method=request.method, body=request.body,
                content_type=request.content_type,
            )  # fmt: skip
            page = await Redirecting(fetcher).fetch(asked)
            assert page.request == asked
            return page.url.removeprefix(base), page.status, page.body.decode()

    return asyncio.run(story())


def test_the_page_at_the_end_answers_the_first_request():
    routes = {"/": moved("/b"), "/b": moved("c?x=1#top", 301), "/c": "there"}
    assert followed(routes) == ("/c?x=1", 200, "there")


@pytest.mark.parametrize(
    ("status", "method"),
    [(301, "GET"), (302, "GET"), (303, "GET"), (307, "POST q=1"), (308, "POST q=1")],
)
def test_a_form_is_sent_again_only_where_browsers_do(status, method):
    form = Request(url="/", method="POST", body="q=1", content_type="text/plain")
    assert followed({"/": moved("/b", status), "/b": echo}, form) == ("/b", 200, method)


@pytest.mark.parametrize("to", ["", "javascript:alert(1)", "mailto:a@b", "file:///etc", "http://["])
def test_a_redirect_that_leads_nowhere_is_the_answer(to):
    assert followed({"/": moved(to)}) == ("/", 302, "")


def test_a_loop_ends():
    with pytest.raises(RedirectLoop, match="redirects more than 10 times"):
        followed({"/": moved("/b"), "/b": moved("/")})


def test_ten_redirects_are_followed():
    hops = {f"/{n}": moved(f"/{n + 1}") for n in range(1, 10)}
    assert followed({"/": moved("/1"), **hops, "/10": "there"}) == ("/10", 200, "there")


def test_a_cookie_set_on_the_way_counts_at_the_end():
    async def door(request):
        if "in" in request.cookies:
            return web.Response(text="inside")
        response = moved("/")
        response.set_cookie("in", "1")
        return response

    assert followed({"/": door}) == ("/", 200, "inside")


@pytest.mark.parametrize(
    "to", ["http://127.0.0.2/", "http://0x7f.3/", "http://[::1]/", "//10.1.1.1"]
)
def test_a_redirect_does_not_lead_to_a_neighbour(to):
    with pytest.raises(PrivateAddress, match="was only linked to"):
        followed({"/": moved(to)})


async def key(request):
    return web.Response(text=request.headers.get("X-Key", "no key"))


def test_what_a_script_adds_is_for_its_own_site():
    async def story():
        async with site({"/": key}) as other, http() as fetcher:
            here = {"/near": moved("/end"), "/end": key, "/far": moved(other + "/")}
            async with site(here) as base:
                for path in ("/near", "/far"):
                    asked = Request(url=base + path, headers=(("X-Key", "k1"),))
                    yield (await Redirecting(fetcher).fetch(asked)).body

    async def told():
        return [body async for body in story()]

    assert asyncio.run(told()) == [b"k1", b"no key"]


def refresh(content: str, before: str = "") -> web.Response:
    body = f'<html><head>{before}<META HTTP-EQUIV=Refresh CONTENT="{content}"></head>Wait'
    return web.Response(text=body, content_type="text/html")


@pytest.mark.parametrize(
    "content",
    ["0;url=/b", "0; URL='b'", "3, /b", "0.5;url=/b", " 1 ; url = &quot;/b&quot;", "0;/b#top"],
)
def test_a_page_that_sends_its_reader_on_is_a_redirect(content):
    assert followed({"/": refresh(content), "/b": "there"}) == ("/b", 200, "there")


@pytest.mark.parametrize(
    "page",
    [
        refresh("60;url=/b"),
        refresh("0"),
        refresh("0;url=/"),
        refresh("0;url=mailto:a@b"),
        refresh("0;url=/b", "<noscript>"),
        refresh("0;url=/b", "<!-- "),
        web.Response(status=404, headers={"Refresh": "0;url=/b"}),
    ],
)
def test_a_page_that_wants_to_be_read_stays(page):
    assert followed({"/": page, "/b": "there"})[:2] == ("/", page.status)


def test_the_header_of_that_name_counts_too_and_forms_are_not_sent_again():
    waiting = web.Response(text="Searching", headers={"Refresh": "1; url=/b"})
    form = Request(url="/", method="POST", body="q=1", content_type="text/plain")
    assert followed({"/": waiting, "/b": echo}, form) == ("/b", 200, "GET")


def test_pages_that_send_on_for_ever_are_left_at_one_of_them():
    assert followed({"/": refresh("0;url=/b"), "/b": refresh("0;url=/")})[1] == 200


@given(st.binary(max_size=200), st.text(max_size=60))
def test_any_page_is_read_for_where_it_leads(body, header):
    page = Page(
        request=Request(url="http://a.example/"),
        url="http://a.example/",
        headers=(("Refresh", header),) if body[:1] < b"\x80" else (),
        body=b"<meta http-equiv=refresh content=" + body,
    )
    assert sent_on(page) is None or sent_on(page)
