"""What choosing and learning cost per page, from ten thousand records to a million.

A synthetic collection (N records of 20 values, N / 2 values in all) is served by the lab's world.
A head start of read answers brings the crawl to the share of N that is asked for, then `Sounding`
goes on and each of its pages is timed: CPU time from the answer to the next step, so without the
simulated source's own work. Every size runs in a process of its own, for its peak memory.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from leadline.flow import converse, recall
from leadline.lab.collection import TEXT, Carried, Collection, Mode, Texts
from leadline.lab.run import first_query
from leadline.lab.world import World
from leadline.model import Attribute, Kind, Query, Step, Turn
from leadline.plan.knowledge import Knowledge
from leadline.plan.sounding import Sounding

EACH = 20  # values of a record
TOPICS = 400
OWN = 0.5  # share of values that a record takes from its topic
ONE_OF = (4, 8, 12, 25, 50, 100, 200, 400, 1000, 2000, 4000)  # values of the narrow attributes
WIDE, SEVERAL = 5, 4  # attributes with N / 50 values each; those with several values a record
BLOCK = 50_000
PAGE_SIZE, LIMIT = 10, 1000
PROBES = 4  # answers of which the head start reads one page, for each that it reads whole


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One size to be measured."""

    interface: Mode
    records: int
    pages: int
    held: float
    predicates: int | None
    seed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What was measured at one size; times in milliseconds of CPU, memory in MB."""

    interface: str
    records: int
    values: int
    held_before: int
    held: int
    queries: int
    pages: int
    page: float
    median: float
    p95: float
    worst: float
    source_page: float
    peak: float
    source: float


# --- the collection ---------------------------------------------------------------------------


def collection(mode: Mode, records: int, seed: int) -> Collection:
    """Zipf-like values, half of them drawn from the record's topic; always the same for a seed."""
    rng = np.random.default_rng((seed, records))
    sizes, several = _shape(mode, records)
    first = np.concatenate(([0], np.cumsum(sizes)))
    terms = np.concatenate(list(_records(rng, records, sizes, several)))
    attributes = _attributes(mode, len(sizes))
    positions = np.repeat(np.arange(len(sizes), dtype=np.int16), sizes)
    names = [_name(v) for v in range(int(first[-1]))]
    where, post = _postings(terms, len(names))
    return Collection(
        attributes=attributes,
        names=names,
        attribute=positions,
        where=where,
        post=post,
        times=np.broadcast_to(np.int32(1), len(post)),
        lengths=np.full(records, EACH, np.int32),
        texts=_texts(terms, names) if mode == "keyword" else None,
        carried=_carried(terms) if mode == "attribute" else None,
        ids={(attributes[positions[v]].name, name): v for v, name in enumerate(names)},
    )


def _shape(mode: Mode, records: int) -> tuple[list[int], int]:
    """How many values each attribute has, and how many of the last attributes are multi-valued."""
    if mode == "keyword":
        return [records // 2], 0
    narrow = [min(size, records // 200) for size in ONE_OF] + [records // 50] * WIDE
    return narrow + [(records // 2 - sum(narrow)) // SEVERAL] * SEVERAL, SEVERAL


def _attributes(mode: Mode, count: int) -> tuple[Attribute, ...]:
    if mode == "keyword":
        return (Attribute(name=TEXT, kind=Kind.KEYWORD),)
    return tuple(Attribute(name=f"a{i:02}") for i in range(count))


def _records(
    rng: np.random.Generator, records: int, sizes: list[int], several: int
) -> Iterator[NDArray[Any]]:
    """The values of the records, a block of records at a time."""
    shifts = rng.integers(0, 2**31, (TOPICS, len(sizes)))
    first = np.concatenate(([0], np.cumsum(sizes)))
    for start in range(0, records, BLOCK):
        count = min(BLOCK, records - start)
        topics = (TOPICS ** rng.random(count)).astype(np.int64) % TOPICS
        places = _places(rng, count, len(sizes), several)
        yield _distinct(rng, topics, places, np.array(sizes), first, shifts)


def _places(rng: np.random.Generator, count: int, attributes: int, several: int) -> NDArray[Any]:
    """The attribute of each of a record's values: two of the last ones twice, the others once."""
    if attributes == 1:
        return np.zeros((count, EACH), np.int64)
    single = attributes - several
    chosen = rng.permuted(np.tile(np.arange(single, attributes), (count, 1)), axis=1)
    plain = np.tile(np.arange(single), (count, 1))
    return np.concatenate((plain, np.repeat(chosen[:, : (EACH - single) // 2], 2, axis=1)), axis=1)


def _distinct(
    rng: np.random.Generator,
    topics: NDArray[Any],
    places: NDArray[Any],
    sizes: NDArray[Any],
    first: NDArray[Any],
    shifts: NDArray[Any],
) -> NDArray[Any]:
    """Values for these places, drawn again until no record has one twice."""
    shape, size = places.shape, sizes[places]
    rank = ((size + 1.0) ** rng.random(shape)).astype(np.int64) - 1
    shift = np.where(rng.random(shape) < OWN, shifts[topics[:, None], places], 0)
    found = first[places] + (rank + shift) % size
    while (twice := _repeated(found)).any():
        found[twice] = first[places[twice]] + rng.integers(0, size[twice])
    return np.asarray(found.astype(np.int32).ravel())


def _repeated(found: NDArray[Any]) -> NDArray[Any]:
    order = np.argsort(found, axis=1, kind="stable")
    ordered = np.take_along_axis(found, order, axis=1)
    twice = np.zeros(found.shape, bool)
    np.put_along_axis(twice, order[:, 1:], ordered[:, 1:] == ordered[:, :-1], axis=1)
    return twice


def _name(value: int) -> str:
    """A word that no rule for guessing values would make up."""
    return f"v{value:x}z"


def _postings(terms: NDArray[Any], values: int) -> tuple[NDArray[Any], NDArray[Any]]:
    where = np.zeros(values + 1, np.int64)
    np.cumsum(np.bincount(terms, minlength=values), out=where[1:])
    post = np.argsort(terms, kind="stable")
    post //= EACH
    return where, post.astype(np.int32)


def _texts(terms: NDArray[Any], names: list[str]) -> Texts:
    sizes = np.array([len(name) + 1 for name in names])
    ends = np.cumsum(np.add.reduceat(sizes[terms], np.arange(0, len(terms), EACH)))
    step = BLOCK * EACH
    blocks = (terms[start : start + step].tolist() for start in range(0, len(terms), step))
    return Texts(
        b"".join("".join(f"{names[v]} " for v in block).encode() for block in blocks), ends
    )


def _carried(terms: NDArray[Any]) -> Carried:
    return Carried(np.arange(0, len(terms) + 1, EACH), terms)


# --- the crawl --------------------------------------------------------------------------------


def measure(task: Task) -> Cost:
    """Build the source, bring the crawl to where it is to be measured, and time its pages."""
    world = World(
        collection=collection(task.interface, task.records, task.seed),
        page_size=PAGE_SIZE,
        limit=LIMIT,
        predicates=task.predicates,
        seed=task.seed,
    )
    source = _resident()
    known = recall(Sounding(), world.interface)
    head_start(world, known, task.held * task.records, task.seed)
    before = known.records
    own, answering = timed(world, known, task.pages, task.seed)
    return Cost(
        interface=task.interface,
        records=task.records,
        values=int(np.count_nonzero(world.collection.frequency)),
        held_before=before,
        held=known.records,
        queries=len(known.queries),
        pages=len(own),
        page=float(own.mean()),
        median=float(np.median(own)),
        p95=float(np.quantile(own, 0.95)),
        worst=float(own.max()),
        source_page=answering,
        peak=resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        source=source,
    )


def head_start(world: World, known: Knowledge, wanted: float, seed: int) -> None:
    """Hear answers, each in one turn, until so many records are held.

    Values of any frequency take their turn at random, the frequent ones more often; one in
    `PROBES + 1` is read as far as the source shows it, of the others just the first page.
    """
    frequency = world.collection.frequency
    rng = np.random.default_rng(seed)
    keys = rng.exponential(size=len(frequency)) / np.maximum(frequency, 1e-9)
    wide = replace(world, page_size=LIMIT)
    for place, value in enumerate(np.argsort(keys).tolist()):
        if known.records >= wanted:
            return
        shown_in = world if place % (PROBES + 1) else wide
        step = Step(_asking(world.collection, value))
        known.hear(Turn(known.pages + 1, step, shown_in.answer(step)))


def _asking(found: Collection, value: int) -> Query:
    return Query(((found.attributes[found.attribute[value]].name, found.names[value]),))


def timed(world: World, known: Knowledge, pages: int, seed: int) -> tuple[NDArray[Any], float]:
    """CPU milliseconds of learning and choosing for each page; the source's own, on average."""
    own, answering = np.zeros(pages), 0.0
    talk = converse(Sounding(), known, (first_query(world, seed),), seed)
    step = next(talk)
    for page in range(pages):
        began = time.process_time()
        answer = world.answer(step)
        answered = time.process_time()
        try:
            step = talk.send(answer)
        except StopIteration:
            return own[:page] * 1e3, answering / max(page, 1) * 1e3
        own[page] = time.process_time() - answered
        answering += answered - began
    return own * 1e3, answering / pages * 1e3


def _resident() -> float:
    """Memory in use now, in MB."""
    status = Path("/proc/self/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


# --- the command ------------------------------------------------------------------------------

HEADER = ("interface", "records", "values", "held", "queries", "ms/page", "median", "p95", "worst",
          "peak MB", "source MB", "growth")  # fmt: skip


def table(costs: list[Cost]) -> Iterator[str]:
    """The measurements as rows of Markdown; growth is by size, cost per page against records."""
    yield "| " + " | ".join(HEADER) + " |"
    yield "|" + " --- |" * len(HEADER)
    last: Cost | None = None
    for cost in costs:
        growth = growth_of(last, cost) if last and last.interface == cost.interface else None
        text = f"×{growth[0]:.2f} for ×{growth[1]:.0f}" if growth else ""
        cells = (cost.interface, f"{cost.records:,}", f"{cost.values:,}",
                 f"{cost.held_before:,} → {cost.held:,}", f"{cost.queries:,}", f"{cost.page:.2f}",
                 f"{cost.median:.2f}", f"{cost.p95:.2f}", f"{cost.worst:.0f}", f"{cost.peak:,.0f}",
                 f"{cost.source:,.0f}", text)  # fmt: skip
        yield "| " + " | ".join(cells) + " |"
        last = cost


def growth_of(small: Cost, large: Cost) -> tuple[float, float]:
    """By what factor the cost per page grew, and by what factor the collection."""
    return large.page / small.page, large.records / small.records


def as_json(costs: list[Cost]) -> str:
    """The measurements and the growth from each size to the next."""
    pairs = [(a, b) for a, b in pairwise(costs) if a.interface == b.interface]
    growth = [{"interface": b.interface, "to": b.records, "cost": growth_of(a, b)[0],
               "records": growth_of(a, b)[1]} for a, b in pairs]  # fmt: skip
    return json.dumps({"sizes": [asdict(cost) for cost in costs], "growth": growth}, indent=1)


def tasks(options: argparse.Namespace) -> list[Task]:
    """One for each interface and size."""
    modes = get_args(Mode) if options.interface == "both" else (options.interface,)
    return [
        Task(interface=mode, records=int(size), pages=options.pages, held=options.held,
             predicates=options.predicates, seed=options.seed)
        for mode in modes
        for size in options.sizes.split(",")
    ]  # fmt: skip


def main() -> None:
    """Measure every size in a fresh process and print what was measured."""
    parser = argparse.ArgumentParser(prog="bench.scale", description=__doc__)
    parser.add_argument("--sizes", default="10000,100000,1000000")
    parser.add_argument("--pages", type=int, default=2000, help="pages to be timed")
    parser.add_argument("--interface", default="both", choices=(*get_args(Mode), "both"))
    parser.add_argument("--held", type=float, default=0.5, help="share held before timing")
    parser.add_argument("--predicates", type=int, help="most predicates of a query (no limit)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    costs = []
    for task in tasks(options):
        print(f"{task.interface}, {task.records:,} records …", file=sys.stderr)
        with ProcessPoolExecutor(1, get_context("spawn")) as fresh:
            costs.append(fresh.submit(measure, task).result())
    print(as_json(costs) if options.json else "\n".join(table(costs)))


if __name__ == "__main__":
    main()
