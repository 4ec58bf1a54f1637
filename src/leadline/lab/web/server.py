"""The Web on loopback: one server for all sites, told apart by the address a client connected to.

It listens on all addresses at one port, and answers where that address is of 127.0.0.0/8 only;
Linux has all of these, other systems may have to be given them. At 127.0.0.1 is what is known about
the Web, for those who measure: its seeds, all its sites, the truth and the log. A site that does
not exist closes the connection.
"""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractContextManager, asynccontextmanager
from typing import TYPE_CHECKING

from leadline.lab.serving import in_a_thread
from leadline.lab.web.addresses import site_at
from leadline.lab.web.draw import chance
from leadline.lab.web.log import Log
from leadline.lab.web.pages import reply
from leadline.lab.web.site import Site
from leadline.lab.web.truth import forms
from leadline.lab.web.world import Web

if TYPE_CHECKING:
    from aiohttp import web as http

FORM = "application/x-www-form-urlencoded"
ABOUT = "127.0.0.1"
SPREAD = 0.5  # of the sites' delays, which are log-normal


class Server:
    """A Web that is served, and its log; `latency`: the median of the sites' delays, in seconds."""

    def __init__(self, web: Web, latency: float = 0.0) -> None:
        self.web, self.latency, self.log = web, latency, Log()

    async def handle(self, request: http.BaseRequest) -> http.StreamResponse:
        """The answer to a request to any of the sites."""
        from aiohttp import web as http

        address = _address(request)
        if address == ABOUT:
            return http.Response(text=await asyncio.to_thread(about, self, request.path))
        number = site_at(address)
        if number is None:
            return http.Response(status=403)
        self.log.begin(number)
        try:
            return await self._answer(request, number)
        finally:
            self.log.end(number)

    async def _answer(self, request: http.BaseRequest, number: int) -> http.StreamResponse:
        from aiohttp import web as http

        site = self.web.site(number) if number < self.web.sites else None
        body = await _body(request)
        self.log.note(number, site, request.method, request.path_qs, body)
        if site is None:
            if request.transport is not None:
                request.transport.abort()
            return http.Response(status=502)
        if self.latency:
            await asyncio.sleep(self.delay(site))
        answer = reply(self.web, site, request.path_qs, request.method, body)
        headers = {"Content-Type": answer.kind, **dict(answer.headers)}
        return http.Response(body=answer.body, status=answer.status, headers=headers)

    def delay(self, site: Site) -> float:
        """How long a site takes for each page."""
        return chance("delay", site.seed).lognormvariate(math.log(self.latency), SPREAD)


def _address(request: http.BaseRequest) -> str:
    """The address that a client connected to."""
    name = request.transport.get_extra_info("sockname") if request.transport else None
    return str(name[0]) if name else ""


async def _body(request: http.BaseRequest) -> str:
    if request.method != "POST":
        return ""
    read = await request.read()
    return read.decode("utf-8", "replace") if request.content_type == FORM else ""


def about(server: Server, path: str) -> str:
    """What is known about the Web, by file."""
    web = server.web
    if path == "/seeds.txt":
        return "\n".join(web.seeds()) + "\n"
    if path == "/sites.txt":
        return "".join(f"{web.origin(site)}/\n" for site in range(web.sites))
    if path == "/log.json":
        return json.dumps(server.log.summary())
    if path == "/truth.jsonl":
        return "".join(_truth(web))
    return "seeds.txt sites.txt truth.jsonl log.json\n"


def _truth(web: Web) -> Iterator[str]:
    for site in range(web.sites):
        for known in forms(web, site):
            told = {"site": web.origin(site), "page": known.form.page, "depth": known.depth,
                    "by_menus": known.by_menus, "reach": known.reach, "key": known.key}  # fmt: skip
            yield json.dumps(told) + "\n"


@asynccontextmanager
async def serve(web: Web, latency: float = 0.0) -> AsyncIterator[Server]:
    """Serve a Web in this event loop at its port, or at any free one if that is 0."""
    from aiohttp import web as http

    server = Server(web, latency)
    runner = http.ServerRunner(http.Server(server.handle, access_log=None), shutdown_timeout=1.0)
    await runner.setup()
    try:
        await http.TCPSite(runner, "0.0.0.0", web.port, backlog=1024).start()
        web.port = runner.addresses[0][1]
        yield server
    finally:
        await runner.cleanup()


def started(web: Web) -> AbstractContextManager[Server]:
    """Serve a Web in a thread of its own."""
    return in_a_thread(serve(web))
