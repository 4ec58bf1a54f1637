"""A site on the network: an aiohttp application, in this event loop or in a thread of its own.

aiohttp is loaded when a site is served, not when this module is: that takes longer than most of
the commands that only name a site.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AbstractContextManager, asynccontextmanager
from typing import TYPE_CHECKING, Protocol

from leadline.lab.serving import in_a_thread
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


def started(site: Served, host: str = "127.0.0.1", port: int = 0) -> AbstractContextManager[str]:
    """Serve a site in a thread of its own; gives its address."""
    return in_a_thread(serve(site, host, port))
