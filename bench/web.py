"""The synthetic Web: its statistics beside the paper's, and what a page costs.

    python -m bench.web [--sites 2000] [--seed 1] [--forms DIR]

Pages are asked of the function, then over HTTP of a server in a process of its own; its processor
time is what counts, the client takes more than it.
"""

import argparse
import asyncio
import multiprocessing
import time
from collections.abc import Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any

import aiohttp

from leadline.lab.web import Web, page
from leadline.lab.web.server import serve

PAGES = 10_000
AT_ONCE = 200  # sites


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--sites", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--forms", type=Path)
    told = parser.parse_args()
    web = Web(told.sites, seed=told.seed, port=8417, forms=told.forms)
    begun = time.process_time()
    total = sum(web.site(number).tree.pages for number in range(web.sites))
    print(f"{web.sites:,} sites, {total:,} pages, drawn in {time.process_time() - begun:.1f} s\n")
    print(f"{'':44} {'paper':>7} {'here':>7}")
    for name, paper, here in figures(web):
        print(f"{name:44} {paper:>7} {here:7.3f}")
    urls = some_pages(web)
    print(f"\nfunction: {function(web, urls):,.0f} pages/s")
    print(over_http(told, urls))


def figures(web: Web) -> Iterator[tuple[str, str, float]]:
    sites = [web.site(number) for number in range(web.sites)]
    deep = [site for site in sites if site.queries]
    depths = [[site.tree.depth(form.node) for form in site.queries] for site in deep]
    pages = sum(site.tree.pages for site in sites)
    shallow = sum(sum(site.tree.size.levels[:4]) for site in sites)
    forms = [depth for found in depths for depth in found]
    below = [site.tree.by_menus(f.node) for site in deep for f in site.queries if f.node]
    yield "pages within depth 3", "0.17", shallow / pages
    yield "forms within depth 3", "0.94", mean(depth <= 3 for depth in forms)
    yield "forms of a database", "3.79", len(forms) / len(deep)
    yield "forms below the root that menus lead to", "0.87", mean(below)
    yield "forms on a root page", "0.537", mean(found.count(0) for found in depths)
    yield (
        "share of a site's forms on its root page",
        "0.287",
        mean(found.count(0) / len(found) for found in depths),
    )
    yield (
        "the same within depth 3",
        "0.898",
        mean(sum(depth <= 3 for depth in found) / len(found) for found in depths),
    )
    for depth, told in ((3, "0.119"), (10, "0.114")):
        yield (
            f"forms per page within depth {depth}, mean of sites",
            told,
            mean(
                sum(one <= depth for one in found) / sum(site.tree.size.levels[: depth + 1])
                for site, found in zip(deep, depths, strict=True)
            ),
        )


def some_pages(web: Web) -> list[str]:
    """Pages of a few hundred sites, as many of each, in no order."""
    rng = Random(1)
    sites = [web.site(number) for number in range(min(AT_ONCE, web.sites))]
    urls = [
        web.origin(site.number) + site.path(rng.randrange(site.tree.pages))
        for site in sites
        for _ in range(PAGES // len(sites))
    ]
    return rng.sample(urls, len(urls))


def function(web: Web, urls: list[str]) -> float:
    begun = time.process_time()
    for url in urls:
        page(web, url)
    return len(urls) / (time.process_time() - begun)


def over_http(told: argparse.Namespace, urls: list[str]) -> str:
    ours, theirs = multiprocessing.Pipe()
    server = multiprocessing.get_context("spawn").Process(target=serving, args=(theirs, told))
    server.start()
    ours.recv()
    begun = time.perf_counter()
    size = asyncio.run(fetched(urls)) / len(urls)
    wall = time.perf_counter() - begun
    ours.send(None)
    spent = ours.recv()
    server.join()
    return (
        f"HTTP:     {len(urls) / spent:,.0f} pages/s of the server's processor time, "
        f"{len(urls) / wall:,.0f} pages/s with this client; {size:,.0f} bytes a page"
    )


def serving(pipe: Connection, told: argparse.Namespace) -> None:
    web = Web(told.sites, seed=told.seed, port=8417, forms=told.forms)
    for number in range(min(AT_ONCE, web.sites)):
        web.site(number)

    async def until_told() -> None:
        async with serve(web):
            begun = time.process_time()
            pipe.send(None)
            await asyncio.to_thread(pipe.recv)
            pipe.send(time.process_time() - begun)

    asyncio.run(until_told())


async def fetched(urls: list[str]) -> int:
    """Fetch pages, one connection to each site; gives their length together."""
    gate = asyncio.Semaphore(AT_ONCE)
    connector = aiohttp.TCPConnector(limit=0, limit_per_host=1)
    async with aiohttp.ClientSession(connector=connector) as session:

        async def length(url: str) -> int:
            async with gate, session.get(url) as response:
                return len(await response.read())

        tasks: list[Any] = [length(url) for url in urls]
        return sum(await asyncio.gather(*tasks))


if __name__ == "__main__":
    main()
