"""The site that both crawl: result pages of a lab design, made beforehand and served from memory.

    python -m bench.throughput.site --design table --pages 2000 --records 30 [--core N]

Made-up books on shelves, each shelf a query of some pages; around the results stands what real
pages have around theirs (styles, scripts, a menu, a footer). Bodies are packed with gzip. Says its
address in one line and serves until its standard input ends.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count, islice, starmap
from random import Random

from aiohttp import web

from leadline.lab.sites import Site, site_of
from leadline.lab.sites.visit import Visit, sent

DEEP = (12, 25, 18, 31, 7)  # pages of a query: of the first shelf, the second, …; then again
HOST = "127.0.0.1"
SYLLABLES = ("ba", "co", "da", "fe", "gi", "ho", "ju", "ka", "li", "mo", "na", "pe", "qui", "ro")
LANGUAGES = ("English", "German", "French", "Spanish", "Italian", "Dutch", "Polish", "Japanese")


def shelf(number: int) -> str:
    """The word that finds the books of one shelf, and no others."""
    return f"shelf{number:04d}"


def places_of(pages: int) -> Iterator[tuple[int, int]]:
    """The shelf and the number, from 1, of each page."""
    every = ((place, page) for place in count() for page in range(1, DEEP[place % len(DEEP)] + 1))
    return islice(every, pages)


def address_of(place: int, page: int) -> str:
    """The address of a page of a shelf, as the site's own form and pager make it."""
    return f"/search?q={shelf(place)}" + (f"&page={page}" if page > 1 else "")


def rows_of(pages: int, records: int, seed: int = 0) -> list[dict[str, str]]:
    """The books of so many pages."""
    random = Random(seed)
    words = sorted(
        {"".join(random.choices(SYLLABLES, k=random.randint(2, 4))) for _ in range(4000)}
    )
    shelves = (place for place, _ in places_of(pages) for _ in range(records))
    return [_book(number, place, words, random) for number, place in enumerate(shelves)]


def _book(number: int, place: int, words: list[str], random: Random) -> dict[str, str]:
    def text(least: int, most: int) -> str:
        return " ".join(random.choices(words, k=random.randint(least, most))).capitalize()

    return {
        "title": f"{text(2, 6)}, vol. {number}",
        "author": f"{text(1, 1)} {text(1, 1)}",
        "abstract": f"{text(20, 60)}.",
        "year": str(random.randint(1900, 2024)),
        "publisher": f"{text(1, 1)} & {text(1, 1)}",
        "language": random.choice(LANGUAGES),
        "shelf": shelf(place),
    }


def dressed(body: bytes) -> bytes:
    """A page with what real pages have around theirs."""
    rules = "".join(f".c{n}{{margin:{n}px;color:#{n:06x}}}@media print{{.c{n}{{display:none}}}}"
                    for n in range(60))  # fmt: skip
    calls = "".join(
        f'w.push({{"event":"view{n}","id":{n * 7919},"ok":a<b&&c}});' for n in range(80)
    )
    menu = "".join(
        f'<li class="menu-item"><a href="/about?topic={n}"><span>Topic {n}</span></a><ul>'
        + "".join(f'<li><a href="/about?topic={n}.{m}">Area {n}.{m}</a></li>' for m in range(8))
        + "</ul></li>"
        for n in range(8)
    )
    links = "".join(f'<li><a href="/help?to={n}" rel="nofollow">Question {n}</a></li>'
                    for n in range(40))  # fmt: skip
    head = f"<style>{rules}</style><script>var w=[];{calls}</script></head>"
    foot = f'<div class="menu"><ul>{menu}</ul></div><div class="faq"><ul>{links}</ul></div></body>'
    return body.replace(b"</head>", head.encode(), 1).replace(b"</body>", foot.encode(), 1)


def application(site: Site, pages: int) -> web.Application:
    """The site, with its result pages in memory and the others made as they are asked for."""

    def made(address: str) -> bytes:
        path, _, query = address.partition("?")
        reply = site.pages.reply(Visit(path=path, fields=sent(query)))
        return gzip.compress(dressed(reply.body), 6)

    ready = {address: made(address) for address in starmap(address_of, places_of(pages))}
    headers = {"Content-Type": "text/html; charset=utf-8", "Content-Encoding": "gzip"}

    async def answer(request: web.Request) -> web.Response:
        body = ready.get(request.raw_path) or made(request.raw_path)
        return web.Response(body=body, headers=headers)

    app = web.Application()
    app.router.add_get("/{path:.*}", answer)
    return app


@contextmanager
def served(design: str, pages: int, records: int, core: int | None = None) -> Iterator[str]:
    """The site in a process of its own; gives its address."""
    asked = ["--design", design, "--pages", str(pages), "--records", str(records)]
    asked += [] if core is None else ["--core", str(core)]
    process = subprocess.Popen(
        [sys.executable, "-m", "bench.throughput.site", *asked],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            yield process.stdout.readline().strip()
        finally:
            process.stdin.close()


async def _serve(app: web.Application) -> None:
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    await web.TCPSite(runner, HOST, 0).start()
    print(f"http://{HOST}:{runner.addresses[0][1]}", flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    await runner.cleanup()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--design", default="table")
    parser.add_argument("--pages", type=int, default=2000)
    parser.add_argument("--records", type=int, default=30)
    parser.add_argument("--core", type=int)
    options = parser.parse_args()
    if options.core is not None:
        os.sched_setaffinity(0, {options.core})
    rows = rows_of(options.pages, options.records)
    site = site_of(rows, options.design, page_size=options.records)
    asyncio.run(_serve(application(site, options.pages)))


if __name__ == "__main__":
    main()
