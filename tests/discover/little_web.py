"""A little Web on loopback: sites that name each other, with searches and with traps.

A trap is a form that is no search; whoever submits one is found out by the log.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import AsyncExitStack, contextmanager
from html import escape
from threading import Thread
from typing import Any

from aiohttp import web

from leadline.cli import main

BOOKS = [f"{colour} {thing}" for colour in ("Amber", "Blue", "Crimson", "Dark", "Emerald", "Frozen")
         for thing in ("harbour", "island", "meadow", "orchard", "river", "valley")]  # fmt: skip
JOBS = [f"{rank} {trade}" for rank in ("Junior", "Senior", "Chief")
        for trade in ("baker", "carpenter", "gardener", "librarian", "welder")]  # fmt: skip
TRAPS = """
<form action="/login" method="post"><input name="user"><input type="password" name="password">
<button>Log in</button></form>
<form action="/subscribe" method="post"><h3>Newsletter</h3><input type="email" name="email">
<button>Subscribe</button></form>
<form action="/delete" method="get"><input type="hidden" name="id" value="7">
<button>Delete my account</button></form>
<form action="/comment" method="post"><textarea name="text"></textarea>
<button>Send comment</button></form>
<form action="/basket" method="post"><input type="number" name="quantity" value="1">
<button>Add to cart</button></form>
<a href="/logout">Log out</a> <a href="/delete?id=8">Delete</a>
"""
TRAPPED = ("/login", "/subscribe", "/delete", "/comment", "/basket", "/logout")

Answer = Callable[[web.Request], web.Response]
Log = list[tuple[str, str, str]]  # host, method, address


def page(title: str, body: str, **options: Any) -> web.Response:
    """A page of HTML."""
    text = f"<!doctype html><title>{escape(title)}</title><body><h1>{escape(title)}</h1>{body}"
    return web.Response(text=text, content_type="text/html", **options)


def results(title: str, rows: list[str], asked: str) -> web.Response:
    """The rows with all words that were asked; nothing asked lists everything."""
    words = asked.lower().split()
    hits = [row for row in rows if all(word in row.lower() for word in words)]
    listed = "".join(f'<li class="hit"><a href="/item/{n}">{escape(row)}</a> <i>no. {n}</i></li>'
                     for n, row in enumerate(hits[:10]))  # fmt: skip
    body = f"<p>{len(hits)} results</p><ul>{listed}</ul>" if hits else "<p>Nothing was found.</p>"
    return page(f"{title}: results for {asked}", body)


def catalogue(title: str, rows: list[str], links: tuple[str, ...] = ()) -> Answer:
    """A site with a menu, its search on a page of its own, and traps everywhere."""
    menu = "".join(
        f'<a href="/{name}">{name}</a> ' for name in ("about", "search", "news", "links")
    )

    def answer(request: web.Request) -> web.Response:
        place = request.path.strip("/")
        if place == "search":
            form = '<form action="/find"><label>Title <input type="search" name="q"></label>'
            return page(f"Search {title}", f"{menu}{form}<button>Search</button></form>{TRAPS}")
        if place == "find":
            return results(title, rows, request.query.get("q", ""))
        if place == "links":
            urls = [f"http://{host}:{request.url.port}/" for host in links]
            named = "".join(f'<li><a href="{url}">{url}</a></li>' for url in urls)
            return page("Links to other sites", f"{menu}<ul>{named}</ul>{TRAPS}")
        if place in ("", "about", "news"):
            told = " ".join(f"<p>{row}</p>" for row in rows[:5])
            return page(f"{title} {place}", f"{menu}{told}{TRAPS}")
        return page("Not found", menu, status=404)

    return answer


@contextmanager
def little_web(sites: dict[str, Answer], port: int = 0) -> Iterator[tuple[int, Log]]:
    """Serve sites, each at its own address, on one port; yields the port and the log."""
    log: Log = []
    ready: Future[tuple[int, asyncio.AbstractEventLoop, asyncio.Event]] = Future()

    async def serve() -> None:
        over = asyncio.Event()
        async with AsyncExitStack() as stack:
            used = port
            for host, answer in sites.items():
                used = await _started(stack, host, used, answer, log)
            ready.set_result((used, asyncio.get_running_loop(), over))
            await over.wait()

    def run() -> None:
        try:
            asyncio.run(serve())
        except OSError as error:
            ready.set_exception(error)

    thread = Thread(target=run, daemon=True)
    thread.start()
    used, loop, over = ready.result(30)
    try:
        yield used, log
    finally:
        loop.call_soon_threadsafe(over.set)
        thread.join(30)


async def _started(stack: AsyncExitStack, host: str, port: int, answer: Answer, log: Log) -> int:
    async def reply(request: web.Request) -> web.Response:
        log.append((host, request.method, request.path_qs))
        if request.path == "/robots.txt" and not getattr(answer, "robots", False):
            return web.Response(status=404)
        return answer(request)

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", reply)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    stack.push_async_callback(runner.cleanup)
    await web.TCPSite(runner, host, port).start()
    return int(runner.addresses[0][1])


def submitted(log: Log) -> Log:
    """The requests that only a form that is no search, or a link that acts, leads to."""
    return [one for one in log if one[1] != "GET" or one[2].partition("?")[0] in TRAPPED]


def ran(capsys: Any, monkeypatch: Any, *arguments: object) -> Any:
    """What `leadline discover` printed, as JSON; a code other than 0 is raised."""
    command = ["leadline", "discover", *map(str, arguments), "--delay", "0", "--json"]
    monkeypatch.setattr(sys, "argv", command)
    try:
        main()
    except SystemExit as ended:
        if ended.code:
            raise
    return json.loads(capsys.readouterr().out)
