"""Small real servers on loopback, and fetchers that tell what they were asked."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any, cast

from aiohttp import web

from leadline.model import Page, Request
from leadline.net.addresses import Guard
from leadline.net.http import Http, open_session

Talk = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
HERE = Guard(["127.0.0.1"])


@asynccontextmanager
async def site(routes: Mapping[str, Any], host: str = "127.0.0.1") -> AsyncIterator[str]:
    """A site whose paths are texts, responses or handlers; yields its address, no final slash."""

    async def answer(request: web.Request) -> web.StreamResponse:
        found = routes.get(request.path, web.Response(status=404))
        if isinstance(found, str):
            return web.Response(text=found, content_type="text/html")
        if isinstance(found, web.Response):
            return web.Response(status=found.status, headers=found.headers, body=found.body)
        return cast(web.StreamResponse, await found(request))

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, host, 0).start()
    try:
        yield f"http://{host}:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


@asynccontextmanager
async def raw_site(talk: Talk) -> AsyncIterator[str]:
    """A server that says whatever it likes after the head of the request."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await reader.readuntil(b"\r\n\r\n")
            await talk(reader, writer)
            await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


def saying(data: bytes) -> Talk:
    async def talk(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(data)

    return talk


@asynccontextmanager
async def http(guard: Guard = HERE, **limits) -> AsyncIterator[Http]:
    async with open_session(guard) as session:
        yield Http(session, guard, **limits)


class Prepared:
    """A fetcher that gives prepared answers in turn (statuses, errors, pages), then 200s."""

    def __init__(self, *answers: int | Exception | Page, takes: Callable[[], None] | None = None):
        self.answers = list(answers)
        self.asked = list[str]()
        self.takes = takes

    async def fetch(self, request: Request) -> Page:
        self.asked.append(str(request))
        if self.takes is not None:
            self.takes()
        answer = self.answers.pop(0) if self.answers else 200
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, Page):
            return answer
        return Page(request=request, url=request.url, status=answer)


class Clock:
    """A clock that only sleepers move."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.slept = list[float]()

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(round(seconds, 3))
        self.now += seconds


class Shelf:
    """An archive in memory."""

    def __init__(self) -> None:
        self.pages = dict[Request, Page]()

    def get(self, request: Request) -> Page | None:
        return self.pages.get(request)

    def put(self, page: Page) -> None:
        self.pages[page.request] = page


def get(url: str) -> Request:
    return Request(url=url)
