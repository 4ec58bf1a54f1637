"""Fetch, read and store on one core, ours and Scrapy's, on the same pages in the same run.

    python -m bench.throughput [--designs table,cards] [--pages 2000] [--records 30] [--rounds 3]
                               [--at-once 8] [--json]

The server has a process and, where there are two, a core of its own. The three crawls take turns,
`rounds` times; medians are shown, and the ratio of ours to Scrapy's. Scrapy is installed once, in
a virtual environment under the user's cache folder.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import venv
from collections.abc import Iterator
from itertools import starmap
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from bench.throughput.ours import Job, Result, kept, learnt
from bench.throughput.site import address_of, places_of, served

SCRAPY = "2.19.0"
SPIDER = Path(__file__).with_name("spider.py")
CRAWLS = ("Leadline", "Scrapy", "Scrapy, HTTP cache")


def compare(
    design: str, pages: int, records: int, rounds: int, at_once: int, scrapy: Path
) -> dict[str, list[Result]]:
    """The results of each crawl, round by round."""
    results: dict[str, list[Result]] = {name: [] for name in CRAWLS}
    cores = sorted(os.sched_getaffinity(0))
    with served(design, pages, records, cores[-1]) as url, TemporaryDirectory() as place:
        folder = Path(place)
        source = kept(learnt(url), folder / "source.json")
        addresses = folder / "addresses.txt"
        addresses.write_text("".join(f"{url}{a}\n" for a in starmap(address_of, places_of(pages))))
        for number in range(rounds):
            store = str(folder / f"ours{number}.db")
            job = Job(source=str(source), pages=pages, at_once=at_once, store=store)
            ours = [sys.executable, "-m", "bench.throughput.ours", json.dumps(vars(job))]
            results[CRAWLS[0]].append(_run(ours, cores[0]))
            for name, cache in zip(CRAWLS[1:], ("", str(folder / f"cache{number}")), strict=True):
                asked = {
                    "design": design,
                    "addresses": str(addresses),
                    "at_once": at_once,
                    "store": str(folder / f"{name}{number}.db"),
                    "cache": cache,
                }
                spider = [str(scrapy), str(SPIDER), json.dumps(asked)]
                results[name].append(_run(spider, cores[0]))
    _check(results, pages, pages * records)
    return results


def _run(command: list[str], core: int) -> Result:
    """A crawl in a process of its own, on one core."""
    pinned = [sys.executable, "-c", PIN, str(core), *command]
    done = subprocess.run(pinned, stdout=subprocess.PIPE, text=True, check=True)
    return Result(**json.loads(done.stdout))


PIN = """import os, sys
os.sched_setaffinity(0, {int(sys.argv[1])})
os.execv(sys.argv[2], sys.argv[2:])"""


def _check(results: dict[str, list[Result]], pages: int, records: int) -> None:
    for name, some in results.items():
        for one in some:
            if (one.pages, one.records) != (pages, records):
                raise SystemExit(f"{name} got {one.records:,} records of {one.pages:,} pages, "
                                 f"not {records:,} of {pages:,}")  # fmt: skip


def scrapy_python() -> Path:
    """The interpreter that has Scrapy, in an environment that is made if need be."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    place = cache / "leadline" / f"scrapy-{SCRAPY}"
    python = place / "bin" / "python"
    if not (place / "ready").exists():
        venv.create(place, with_pip=True, clear=True)
        subprocess.run([python, "-m", "pip", "install", "-q", f"scrapy=={SCRAPY}"], check=True)
        (place / "ready").touch()
    return python


def lines_of(design: str, results: dict[str, list[Result]]) -> Iterator[str]:
    """The lines of one design."""
    base = results[CRAWLS[0]]
    for name, some in results.items():
        cells = [design, name, f"{some[0].pages:,}", f"{some[0].records:,}"]
        cells += [f"{median(map(_speed, some)):,.0f}", f"{median(map(_cpu, some)):.2f}"]
        faster = median(map(_speed, base)) / median(map(_speed, some))
        cheaper = median(map(_cpu, some)) / median(map(_cpu, base))
        cells += ["", ""] if some is base else [f"×{faster:.2f}", f"×{cheaper:.2f}"]
        yield f"| {' | '.join(cells)} |"


def _speed(result: Result) -> float:
    return result.pages / result.seconds


def _cpu(result: Result) -> float:
    return 1000 * result.cpu / result.pages


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--designs", default="table,cards")
    parser.add_argument("--pages", type=int, default=2000)
    parser.add_argument("--records", type=int, default=30, help="records of a page")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--at-once", type=int, default=8, help="requests on their way at once")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    scrapy = scrapy_python()
    if not options.json:
        print("| design | crawl | pages | records | pages/s | CPU s per 1,000 pages "
              "| ours, in pages/s | ours, in CPU |", "|" + " --- |" * 8, sep="\n")  # fmt: skip
    for design in options.designs.split(","):
        results = compare(design, options.pages, options.records, options.rounds,
                          options.at_once, scrapy)  # fmt: skip
        if options.json:
            print(json.dumps(plain(design, results)), flush=True)
        else:
            print(*lines_of(design, results), sep="\n", flush=True)


def plain(design: str, results: dict[str, list[Result]]) -> dict[str, Any]:
    """All rounds, for programs."""
    return {"design": design} | {
        name: [vars(one) for one in some] for name, some in results.items()
    }


if __name__ == "__main__":
    main()
