"""Sites on loopback that do what sites should not, and the command that is sent to them."""

from __future__ import annotations

import asyncio
import io
import re
import sys
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import partial
from html import escape
from pathlib import Path
from threading import Thread
from typing import Any
from unittest.mock import patch
from urllib.parse import quote

from aiohttp import web

from leadline.cli import main
from leadline.net.outage import Outlasting
from leadline.net.polite import Polite
from leadline.net.retry import Retrying
from leadline.store import open_store

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

SIZE = 10  # records on a page
FIRST = ("amber", "birch", "cedar", "dune", "ember", "fjord", "grove", "heath")
SECOND = ("harbour", "island", "meadow", "mountain", "orchard", "river", "valley", "village")
THIRD = ("atlas", "ballad", "chronicle", "diary", "fable", "guide", "sketch")
FORM = '<form action="/search"><label>Search <input name="q"></label><button>Search</button></form>'


@contextmanager
def serving(handler: Handler, host: str = "127.0.0.1") -> Iterator[str]:
    """A server in a thread of its own that answers everything with this; yields its address."""
    started: Future[tuple[str, asyncio.AbstractEventLoop, asyncio.Event]] = Future()
    thread = Thread(target=lambda: asyncio.run(_serve(handler, host, started)), daemon=True)
    thread.start()
    address, loop, over = started.result(30)
    try:
        yield address
    finally:
        loop.call_soon_threadsafe(over.set)
        thread.join(30)


async def _serve(handler: Handler, host: str, started: Future[Any]) -> None:
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", _without_robots(handler))
    runner = web.AppRunner(app, shutdown_timeout=0.1, handler_cancellation=True)
    await runner.setup()
    try:
        await web.TCPSite(runner, host, 0).start()
        over = asyncio.Event()
        port = runner.addresses[0][1]
        started.set_result((f"http://{host}:{port}", asyncio.get_running_loop(), over))
        await over.wait()
    finally:
        await runner.cleanup()


def _without_robots(handler: Handler) -> Handler:
    """The handler for everything, robots.txt if it says that it answers that too."""

    async def answer(request: web.Request) -> web.StreamResponse:
        if request.path == "/robots.txt" and not getattr(handler, "robots", False):
            return web.Response(status=404)
        return await handler(request)

    return answer


def page(text: str, **options: Any) -> web.Response:
    """A page of HTML."""
    whole = f"<!doctype html><title>Catalogue</title><body>{text}"
    return web.Response(text=whole, content_type="text/html", **options)


def always(response: Callable[[], web.StreamResponse]) -> Handler:
    """A site that gives every request the same answer."""

    async def answer(_: web.Request) -> web.StreamResponse:
        return response()

    return answer


def titles(count: int = 150) -> list[str]:
    """Titles of books, all different."""
    each = ((a, b, c) for a in FIRST for b in SECOND for c in THIRD)
    return [f"The {a} {b}: {c} {i}" for i, (a, b, c) in zip(range(count), each, strict=False)]


@dataclass
class Catalogue:
    """A well-behaved site with a search box; what inherits from it misbehaves in one thing."""

    count: int = 150
    asked: int = 0

    async def __call__(self, request: web.Request) -> web.StreamResponse:
        if request.path == "/":
            return page(f"<h1>Books</h1>{FORM}")
        if request.path != "/search":
            return page("<h1>No such page</h1>", status=404)
        self.asked += 1
        return await self.answer(request.query.get("q", ""), int(request.query.get("page", 1)))

    async def answer(self, asked: str, number: int) -> web.StreamResponse:
        """A page of results."""
        found = self.found(asked)
        shown = found[(number - 1) * SIZE : number * SIZE]
        return results(asked, number, shown, more=number * SIZE < len(found))

    def found(self, asked: str) -> list[tuple[int, str]]:
        """The books that match."""
        words = asked.lower().split()
        numbered = enumerate(titles(self.count))
        return [(i, t) for i, t in numbered if all(word in t.lower() for word in words) and words]


def results(asked: str, number: int, shown: list[tuple[int, str]], more: bool) -> web.Response:
    """One page of books, with a link to the next if there is more."""
    if not shown:
        return page(f"<h1>Books</h1>{FORM}<p>Nothing was found.</p>")
    items = "".join(
        f'<li class="book"><a href="/book/{i}">{escape(title)}</a> <i>no. {i}</i></li>'
        for i, title in shown
    )
    follows = f'<a rel="next" href="/search?q={quote(asked)}&amp;page={number + 1}">Next</a>'
    return page(f"<h1>Books</h1>{FORM}<ul>{items}</ul><p>{follows if more else ''}</p>")


@dataclass(frozen=True)
class Ran:
    """How the command ended and what it said."""

    code: int
    out: str
    err: str

    @property
    def line(self) -> str:
        """What it said on the error stream, which must be one line."""
        assert self.err.endswith("\n"), self.err
        assert self.err.count("\n") == 1, self.err
        assert self.err.startswith("leadline: "), self.err
        return self.err.removeprefix("leadline: ").strip()


_PROGRESS = re.compile(
    r"^(harvesting: [\d,]+ requests · .*"
    r"|(checking|refreshing|asking again|asking facets): [\d,]+ .*"
    r"|reading what is held|looking at facets)\n",
    re.MULTILINE,
)  # on slow machines


async def _at_once(_: float) -> None:
    await asyncio.sleep(0)


def leadline(*arguments: object, sleep: Callable[[float], Awaitable[object]] = _at_once) -> Ran:
    """The command, in this process, with nobody waiting for sites to recover, except by `sleep`."""
    out, err, code = io.StringIO(), io.StringIO(), 0
    with (
        patch.object(sys, "argv", ["leadline", *map(str, arguments)]),
        patch("leadline.net.stack.Polite", partial(Polite, sleep=_at_once)),
        patch("leadline.net.stack.Retrying", partial(Retrying, sleep=_at_once)),
        patch("leadline.net.stack.Outlasting", partial(Outlasting, sleep=sleep)),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
    return Ran(code, out.getvalue(), _PROGRESS.sub("", err.getvalue()))


def held(path: Path) -> list[tuple[Any, ...]]:
    """All turns and records in a file."""
    with open_store(path, create=False, write=False) as store:
        return [
            (source.url, tuple(store.turns(source.id)), tuple(store.records(source.id)))
            for source in store.sources()
        ]
