"""Our side: the pieces of a harvest, without the choosing, over pages that are known beforehand.

    python -m bench.throughput.ours JOB     where JOB is a `Job` as JSON

Each page passes the whole way that a harvest's pages take: looked for in the archive, fetched,
archived, parsed, read by the learnt wrapper with its total, and kept as a turn with its records.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from bench.throughput.site import places_of, shelf
from leadline.cli.machine import let_go_by_counting
from leadline.codec import dump, load
from leadline.document import Document
from leadline.harvest.run import driven
from leadline.interpret.understand import Hints, understand
from leadline.model import Query, Step, Turn
from leadline.net.fetcher import Fetcher
from leadline.net.stack import Manners, open_fetcher
from leadline.query.ask import request_for
from leadline.read.answer import read
from leadline.source import Source
from leadline.store import SqliteStore, open_store


@dataclass(frozen=True, kw_only=True)
class Job:
    """What to crawl: the source as it was understood, its pages, the file to write."""

    source: str  # a file
    pages: int
    at_once: int
    store: str


@dataclass(frozen=True, kw_only=True)
class Result:
    """What a crawl brought and cost, from its first request to its last commit."""

    pages: int
    records: int
    seconds: float
    cpu: float


def learnt(url: str) -> Source:
    """How the site is asked and read, found out by asking it."""

    async def talk() -> Source:
        async with open_fetcher(Manners(delay=0, obey_robots=False), seeds=(url,)) as door:
            hints = Hints(words=(shelf(0), shelf(1)))
            return await driven(understand(url, hints), door, lambda progress: None)

    return asyncio.run(talk())


def kept(source: Source, path: Path) -> Path:
    """The source in a file, for a `Job`."""
    path.write_text(json.dumps(dump(source)))
    return path


def steps_of(source: Source, pages: int) -> Iterator[Step]:
    """The questions whose answers are all the pages."""
    name = source.interface.attributes[0].name
    for place, page in places_of(pages):
        yield Step(Query(((name, shelf(place)),)), page)


def crawl(job: Job) -> Result:
    """Fetch, read and store all pages of a job."""
    source = load(Source, json.loads(Path(job.source).read_text()))
    with open_store(job.store) as store:
        began, cpu = time.monotonic(), time.process_time()
        asyncio.run(_crawl(job, source, store))
        took, used = time.monotonic() - began, time.process_time() - cpu
        totals = store.totals(1)
    return Result(pages=totals.pages, records=totals.records, seconds=took, cpu=used)


async def _crawl(job: Job, source: Source, store: SqliteStore) -> None:
    manners = Manners(delay=0, at_once=job.at_once, obey_robots=False)
    steps = enumerate(steps_of(source, job.pages), 1)
    number = store.source(source.url)
    async with (
        open_fetcher(manners, seeds=(source.url,), archive=store) as door,
        asyncio.TaskGroup() as group,
    ):
        for _ in range(job.at_once):
            group.create_task(_work(steps, source, number, store, door))


async def _work(
    steps: Iterator[tuple[int, Step]],
    source: Source,
    number: int,
    store: SqliteStore,
    fetcher: Fetcher,
) -> None:
    for turn, step in steps:
        request = request_for(source, step)
        assert request is not None, "the pages are numbered"
        page = await fetcher.fetch(request)
        reading = read(source, Document(page), request, step)
        store.keep_turn(number, Turn(turn, step, reading.answer), next=reading.next, page=page)


if __name__ == "__main__":
    let_go_by_counting()  # as the command does
    print(json.dumps(asdict(crawl(Job(**json.loads(sys.argv[1]))))))
