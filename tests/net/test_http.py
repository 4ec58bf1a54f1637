"""One request, one response, whatever the server does."""

import asyncio
import contextlib
import gzip
import socket
import zlib

import brotli
import pytest
from aiohttp import web
from aiohttp.abc import AbstractResolver
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from yarl import URL

from leadline.errors import FetchError, LeadlineError, NotAUrl, TooLarge, TooSlow, Unreachable
from leadline.model import Page, Request
from leadline.net.addresses import Guard
from leadline.net.fetcher import host_key, host_of, normal
from leadline.net.http import Http, open_session, user_agent
from leadline.net.unpack import Body
from tests.net.sites import HERE, get, http, raw_site, saying, site

MEGABYTE = 1 << 20


def fetched(path: str, routes, **limits):
    async def story():
        async with site(routes) as base, http(**limits) as fetcher:
            return await fetcher.fetch(get(base + path))

    return asyncio.run(story())


def said(data: bytes, **limits):
    async def story():
        async with raw_site(saying(data)) as base, http(**limits) as fetcher:
            return await fetcher.fetch(get(base))

    return asyncio.run(story())


def test_a_page_is_what_the_server_sent():
    page = fetched("/a", {"/a": web.Response(body=b"hello", headers={"X-Is": "here"})})
    assert (page.status, page.body, page.header("x-is")) == (200, b"hello", "here")
    assert page.url.endswith("/a")
    assert page.request.url == page.url


@pytest.mark.parametrize("status", [204, 301, 403, 404, 429, 500, 503, 599])
def test_every_status_is_an_answer(status):
    assert fetched("/", {"/": web.Response(status=status)}).status == status


def test_a_form_is_posted_as_it_is():
    async def echo(request):
        text = f"{request.method} {request.content_type} {await request.text()}"
        return web.Response(text=text)

    async def story():
        async with site({"/": echo}) as base, http() as fetcher:
            form = "application/x-www-form-urlencoded"
            asked = Request(url=base, method="POST", body="q=%C3%A9&a=é", content_type=form)
            return await fetcher.fetch(asked)

    expected = "POST application/x-www-form-urlencoded q=%C3%A9&a=é"
    assert asyncio.run(story()).body.decode() == expected


def test_we_say_who_we_are():
    async def echo(request):
        return web.Response(text=request.headers["User-Agent"])

    assert fetched("/", {"/": echo}).body.decode() == user_agent()
    assert user_agent("https://example.org/bot\r\nEvil: 1").endswith(
        " (+https://example.org/botEvil: 1)"
    )


def test_cookies_come_back_also_to_a_bare_address():
    async def count(request):
        seen = int(request.cookies.get("seen", "0"))
        response = web.Response(text=str(seen))
        response.set_cookie("seen", str(seen + 1))
        return response

    async def story():
        async with site({"/": count}) as base, http() as fetcher:
            return [(await fetcher.fetch(get(base))).body for _ in range(3)]

    assert asyncio.run(story()) == [b"0", b"1", b"2"]


RAW_DEFLATE = zlib.compressobj(wbits=-15)


@pytest.mark.parametrize(
    ("encoding", "body", "unpacked"),
    [
        ("gzip", gzip.compress(b"hello", mtime=0), b"hello"),
        (
            "GZIP",
            gzip.compress(b"hello ", mtime=0) + gzip.compress(b"world", mtime=0),
            b"hello world",
        ),
        ("deflate", zlib.compress(b"hello"), b"hello"),
        ("deflate", RAW_DEFLATE.compress(b"hello") + RAW_DEFLATE.flush(), b"hello"),
        ("gzip", gzip.compress(b"a" * MEGABYTE, mtime=0), b"a" * MEGABYTE),
        ("gzip", b"not packed at all", b"not packed at all"),
        ("gzip", gzip.compress(b"hello", mtime=0)[:-8], b"hello"),
        ("gzip", gzip.compress(b"hello", mtime=0)[:-8] + b"\0" * 8, b""),
        ("gzip", b"", b""),
        ("zstd", b"as it came", b"as it came"),
    ],
)
def test_packed_bodies_are_unpacked(encoding, body, unpacked):
    head = f"HTTP/1.1 200 OK\r\nContent-Encoding: {encoding}\r\nContent-Length: {len(body)}\r\n\r\n"
    assert said(head.encode() + body).body == unpacked


def test_brotli_is_unpacked_and_bounded():
    head = b"HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nConnection: close\r\n\r\n"
    assert said(head + brotli.compress(b"hello" * MEGABYTE)).body == b"hello" * MEGABYTE
    with pytest.raises(TooLarge):
        said(head + brotli.compress(b"a" * 9 * MEGABYTE), max_bytes=8 * MEGABYTE)


def test_a_bomb_is_stopped_while_it_goes_off():
    packer = zlib.compressobj(9, wbits=31)
    bomb = b"".join(packer.compress(b"\0" * MEGABYTE) for _ in range(64)) + packer.flush()
    assert len(bomb) < MEGABYTE / 8
    routes = {"/": web.Response(body=bomb, headers={"Content-Encoding": "gzip"})}
    with pytest.raises(TooLarge, match=r"larger than 4,194,304 bytes, unpacked, and more"):
        fetched("/", routes, max_bytes=4 * MEGABYTE)


def test_a_body_without_end_is_not_read_to_the_end():
    sent = 0

    async def pour(request):
        nonlocal sent
        response = web.StreamResponse()
        await response.prepare(request)
        while True:
            await response.write(b"x" * MEGABYTE)
            sent += 1

    with pytest.raises(TooLarge):
        fetched("/", {"/": pour}, max_bytes=2 * MEGABYTE)
    assert sent < 32


def test_a_server_that_drips_is_too_slow():
    async def drip(_reader, writer):
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
        while not writer.is_closing():
            writer.write(b"x")
            await writer.drain()
            await asyncio.sleep(0.02)

    async def story():
        async with raw_site(drip) as base, http(timeout=0.3) as fetcher:
            await fetcher.fetch(get(base))

    with pytest.raises(TooSlow, match=r"did not arrive within 0.3 s; try later"):
        asyncio.run(story())


def test_headers_without_end_are_too_large():
    with pytest.raises(TooLarge, match="sends headers without end"):
        said(b"HTTP/1.1 200 OK\r\nA: " + b"x" * MEGABYTE + b"\r\n\r\n")
    with pytest.raises(TooLarge, match="sends headers without end"):
        said(b"HTTP/1.1 200 OK\r\n" + b"A: x\r\n" * 100_000 + b"\r\n")


def test_header_bytes_that_are_no_text_survive():
    page = said(b"HTTP/1.1 200 \xff\r\nA: caf\xe9\r\nB: caf\xc3\xa9\r\nContent-Length: 0\r\n\r\n")
    assert (page.header("a"), page.header("b")) == ("café", "café")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"SSH-2.0-OpenSSH_9.2\r\n", "does not speak HTTP; check the address"),
        (b"\x00\x01\x02\xff" * 100, "does not speak HTTP; check the address"),
        (b"", "the server broke off; try later"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc", "the server broke off; try later"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n", "does not speak HTTP"),
    ],
)
def test_what_is_no_answer_is_unreachable(data, message):
    with pytest.raises(Unreachable, match=message):
        said(data)


def test_nobody_there():
    async def story(url):
        async with http() as fetcher:
            await fetcher.fetch(get(url))

    with pytest.raises(Unreachable, match=r"nothing answers there .*; check the address"):
        asyncio.run(story("http://127.0.0.1:1/"))


class NoNames(AbstractResolver):
    """Knows no host; a name server that is down may know it later."""

    def __init__(self, code: int) -> None:
        self.code = code

    async def resolve(self, host, port=0, family=socket.AF_INET):
        raise socket.gaierror(self.code, "not known")

    async def close(self) -> None:
        pass


@pytest.mark.parametrize(
    ("code", "transient", "message"),
    [
        (socket.EAI_NONAME, False, "there is no such host; check the address"),
        (socket.EAI_AGAIN, True, "cannot be looked up; check the address or the network"),
    ],
)
def test_a_name_nobody_knows(code, transient, message):
    async def story():
        async with open_session(HERE, resolver=NoNames(code)) as session:
            await Http(session, HERE).fetch(get("http://nowhere.example/"))

    with pytest.raises(Unreachable, match=message) as caught:
        asyncio.run(story())
    assert caught.value.transient is transient


@pytest.mark.parametrize(
    "url", ["", "nonsense", "ftp://a/b", "file:///etc/passwd", "http://", "x:"]
)
def test_what_is_no_address_is_not_fetched(url):
    async def story():
        async with http() as fetcher:
            await fetcher.fetch(get(url))

    with pytest.raises(NotAUrl):
        asyncio.run(story())


HEAD = st.sampled_from(
    [b"HTTP/1.1 200 OK\r\n", b"HTTP/1.1 302 F\r\nLocation: \xff\r\n", b"HTTP/1.0 \r\n",
     b"HTTP/1.1 200 OK\r\nContent-Encoding: deflate\r\n\r\n",
     b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"",
     b"HTTP/1.1 200 OK\r\nSet-Cookie: \xff=;;;=\r\n"]
)  # fmt: skip


@settings(deadline=None, max_examples=60, suppress_health_check=list(HealthCheck))
@given(HEAD, st.binary(max_size=200))
def test_no_bytes_from_a_server_do_worse_than_a_fetch_error(head, rest):
    with contextlib.suppress(FetchError):
        assert isinstance(said(head + rest, timeout=5), Page)


AUTHORITY = st.text("ab.-_~!$&'()*+,;=:@[]%0127xX\\\t\u3002\uff11\u00df/?#", max_size=12)


@settings(deadline=None, max_examples=200)
@given(AUTHORITY, st.text(max_size=6))
def test_any_address_is_refused_or_asked_where_it_says(authority, path):
    url = f"http://{authority}/{path}"

    async def story():
        async with open_session(Guard(), resolver=NoNames(socket.EAI_NONAME)) as session:
            await Http(session, Guard(), timeout=1e-9).fetch(get(url))

    with pytest.raises(LeadlineError):
        asyncio.run(story())


@given(AUTHORITY)
def test_what_is_checked_is_what_is_connected_to(authority):
    with contextlib.suppress(NotAUrl):
        url = normal(f"http://{authority}/")
        assert host_key(URL(url, encoded=True).raw_host or "") == host_of(url)


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        (gzip.compress(b"hello", mtime=0), True),
        (gzip.compress(b"hello ", mtime=0) + gzip.compress(b"world", mtime=0), False),
        (gzip.compress(b"hello", mtime=0) + b"x", False),
        (gzip.compress(b"hello", mtime=0)[:-1], False),
        (b"not packed at all", False),
    ],
)
def test_a_body_is_kept_as_it_was_packed_if_it_is_all_gzip(sent, kept):
    body = Body("gzip", 1000)
    for byte in sent:
        body.feed(bytes([byte]))
    assert body.packed() == (sent if kept else b"")
