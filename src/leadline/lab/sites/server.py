"""A site on the network: an aiohttp application, in this event loop or in a thread of its own.

aiohttp is loaded when a site is served, not when this module is: that takes longer than most of
the commands that only name a site.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import Future
from contextlib import asynccontextmanager, contextmanager
from threading import Thread
from typing import TYPE_CHECKING, Protocol

from leadline.lab.sites.visit import Reply, Visit, sent

if TYPE_CHECKING:
    from aiohttp import web

FORM = "application/x-www-form-urlencoded"


class Pages(Protocol):
    """What makes a site's pages."""

    def reply(self, visit: Visit) -> Reply:
        """The page at an address."""


class Served(Protocol):
    """What can be served: pages, and a log of the requests for them."""

    @property
    def pages(self) -> Pages:
        """The pages."""

    @property
    def log(self) -> list[tuple[str, str]]:
        """Each request's method and path."""


def app(site: Served) -> web.Application:
    """The site as an application; every request is logged."""
    from aiohttp import web

    async def reply(request: web.Request) -> web.Response:
        body = await _body(request)
        site.log.append((request.method, f"{request.path_qs} {body}".rstrip()))
        answer = site.pages.reply(_visit(request, body))
        response = web.Response(
            body=answer.body, status=answer.status, headers=[("Content-Type", answer.kind)]
        )
        response.headers.extend(answer.headers)
        return response

    made = web.Application()
    made.add_routes([web.get("/{path:.*}", reply), web.post("/{path:.*}", reply)])
    return made


async def _body(request: web.Request) -> str:
    if request.method != "POST" or request.content_type != FORM:
        return ""
    return (await request.read()).decode("utf-8", "replace")


def _visit(request: web.Request, body: str) -> Visit:
    fields = {**sent(request.rel_url.raw_query_string), **sent(body)}
    return Visit(
        origin=f"http://{request.host}",
        path=request.path,
        method=request.method,
        fields=fields,
        cookies=request.cookies,
    )


@asynccontextmanager
async def serve(site: Served, host: str = "127.0.0.1", port: int = 0) -> AsyncIterator[str]:
    """Serve a site in this event loop; gives its address. Port 0 is any free one."""
    from aiohttp import web

    runner = web.AppRunner(app(site), access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    try:
        await web.TCPSite(runner, host, port).start()
        yield f"http://{host}:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


@contextmanager
def started(site: Served, host: str = "127.0.0.1", port: int = 0) -> Iterator[str]:
    """Serve a site in a thread of its own; gives its address."""
    ready: Future[tuple[str, asyncio.AbstractEventLoop, asyncio.Event]] = Future()
    thread = Thread(target=_run, args=(site, host, port, ready), daemon=True)
    thread.start()
    try:
        url, loop, stop = ready.result()
    except BaseException:
        thread.join()
        raise
    try:
        yield url
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join()


def _run(
    site: Served,
    host: str,
    port: int,
    ready: Future[tuple[str, asyncio.AbstractEventLoop, asyncio.Event]],
) -> None:
    async def until_stopped() -> None:
        stop = asyncio.Event()
        async with serve(site, host, port) as url:
            ready.set_result((url, asyncio.get_running_loop(), stop))
            await stop.wait()

    try:
        asyncio.run(until_stopped())
    except OSError as error:
        ready.set_exception(error)
