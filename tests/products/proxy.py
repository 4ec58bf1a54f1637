"""A proxy in front of a site: it writes down what is asked and can make trouble on the way.

The host name that was asked for is handed on, so absolute links of the site lead to the proxy.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, fields
from threading import Thread

from aiohttp import ClientSession, ClientTimeout, TCPConnector, web
from yarl import URL

from tests.products.runner import Site

HOP_BY_HOP = frozenset(
    ("connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "te", "trailer",
     "transfer-encoding", "upgrade", "content-length", "date", "server")
)  # fmt: skip


def never(path: str) -> bool:
    """Refuse nothing."""
    return False


def unchanged(asked: int) -> None:
    """Leave the site as it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """What goes wrong: every so many-th request fails with 503 or is dropped (0: none).

    A request whose path and query `refused` accepts is answered with 404: a source that shows no
    page beyond its limit. `before` hears the number of each request before the site does, and may
    change the site.
    """

    delay: float = 0.0
    fail_every: int = 0
    drop_every: int = 0
    retry_after: int = 0
    refused: Callable[[str], bool] = never
    before: Callable[[int], None] = unchanged


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A request that came, and the status it was answered with (0: dropped)."""

    method: str
    path: str
    status: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Watched(Site):
    """A site behind the proxy, with everything that was asked of it."""

    requests: list[Asked]


@contextmanager
def proxied(site: Site, trouble: Trouble | None = None) -> Iterator[Watched]:
    """The same site behind a proxy on a port of its own."""
    seen: list[Asked] = []
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever, daemon=True)
    thread.start()
    serving = _serving(site.root, trouble or Trouble(), seen)
    try:
        port = asyncio.run_coroutine_threadsafe(serving.__aenter__(), loop).result()
        root = f"http://127.0.0.1:{port}"
        known = {field.name: getattr(site, field.name) for field in fields(Site)}
        moved = {"root": root, "url": root + site.url.removeprefix(site.root)}
        yield Watched(**{**known, **moved}, requests=seen)
    finally:
        asyncio.run_coroutine_threadsafe(serving.__aexit__(None, None, None), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


@asynccontextmanager
async def _serving(root: str, trouble: Trouble, seen: list[Asked]) -> AsyncIterator[int]:
    """The proxy's port, while it listens."""
    pool = TCPConnector(limit=20, force_close=True)
    timeout = ClientTimeout(total=120)
    async with ClientSession(connector=pool, timeout=timeout, auto_decompress=False) as session:

        async def handle(request: web.BaseRequest) -> web.StreamResponse:
            asked = len(seen) + 1
            seen.append(Asked(method=request.method, path=request.path_qs, status=0))
            reply = await _reply(session, root, trouble, asked, request)
            if reply is None:
                return _drop(request)
            seen[asked - 1] = Asked(
                method=request.method, path=request.path_qs, status=reply.status
            )
            return reply

        runner = web.ServerRunner(web.Server(handle, access_log=None))
        await runner.setup()
        listening = web.TCPSite(runner, "127.0.0.1", 0)
        await listening.start()
        try:
            yield int(runner.addresses[0][1])
        finally:
            await runner.cleanup()


async def _reply(
    session: ClientSession, root: str, trouble: Trouble, asked: int, request: web.BaseRequest
) -> web.Response | None:
    await asyncio.sleep(trouble.delay)
    trouble.before(asked)
    if trouble.drop_every and asked % trouble.drop_every == 0:
        return None
    if trouble.fail_every and asked % trouble.fail_every == 0:
        again = {"Retry-After": str(trouble.retry_after)}
        return web.Response(status=503, text="busy", headers=again)
    if trouble.refused(request.path_qs):
        return web.Response(status=404, text="no such page")
    return await _passed(session, root, request)


async def _passed(session: ClientSession, root: str, request: web.BaseRequest) -> web.Response:
    """What the site itself answers."""
    url = URL(root + request.raw_path, encoded=True)
    sent = {name: text for name, text in request.headers.items() if name.lower() not in HOP_BY_HOP}
    body = await request.read()
    async with session.request(
        request.method, url, headers=sent, data=body or None, allow_redirects=False
    ) as reply:
        answer = web.Response(status=reply.status, body=await reply.read())
        answer.headers.popall("Content-Type", None)
        for name, text in reply.headers.items():
            if name.lower() not in HOP_BY_HOP:
                answer.headers.add(name, text)
        return answer


def _drop(request: web.BaseRequest) -> web.Response:
    """Close the connection without a word."""
    if request.transport is not None:
        request.transport.abort()
    return web.Response()
