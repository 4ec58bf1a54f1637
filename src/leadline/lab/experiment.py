"""Several policies, several seeds, one source: who needs how many pages for which share.

Each run is a process of its own (`lab.workers`), the bound is computed beside them. What has
finished can be summed up at any time, so that an experiment that is interrupted is not lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from leadline.lab.bounds import lower_bounds, page_floor, pages_of
from leadline.lab.policies import Setting, make
from leadline.lab.run import MARKS, Curve, first_query, run
from leadline.lab.workers import Tell, Work, fork_all
from leadline.lab.world import World
from leadline.model import PAGES, QUERIES, Cost, Query

BOUND = "bound"
TIMES_THE_FLOOR = 20
FEWEST = 200  # pages that every run may have, however small the source


@dataclass(frozen=True, kw_only=True)
class Experiment:
    """What is to be run; `first` is asked first under every seed, None means one for each seed."""

    setting: Setting
    policies: tuple[str, ...]
    seeds: tuple[int, ...] = (1, 2, 3)
    target: float = 0.95
    max_pages: int | None = None
    first: Query | None = None

    @property
    def world(self) -> World:
        """The simulated source."""
        return self.setting.world

    @property
    def marks(self) -> tuple[float, ...]:
        """The shares that are reported: the usual ones up to the target, and the target."""
        usual = (mark for mark in MARKS if mark < self.target - 1e-9)
        return (*usual, self.target)

    @property
    def page_limit(self) -> int:
        """The pages after which a run is stopped."""
        if self.max_pages is not None:
            return self.max_pages
        whole = page_floor(self.world.collection.records, 1.0, self.world.page_size)
        return max(FEWEST, TIMES_THE_FLOOR * whole)

    def first_query(self, seed: int) -> Query:
        """What is asked first under this seed."""
        return self.first or first_query(self.world, seed)


@dataclass(frozen=True, slots=True)
class Run:
    """One policy under one seed."""

    policy: str
    seed: int
    curve: Curve
    peak_mb: float


@dataclass(frozen=True, slots=True)
class Bounds:
    """For each mark that single values can reach, the fewest pages, and queries if they cost."""

    pages: dict[float, int]
    queries: dict[float, int] | None


Finished = Run | Bounds
Watch = Callable[[str, int, int, int], None]  # policy, seed, pages, records


def conduct(experiment: Experiment, at_once: int, watch: Watch) -> Iterator[Finished]:
    """Run everything, so many processes at once; give each result as it is there."""
    jobs = [(name, seed) for name in experiment.policies for seed in experiment.seeds]
    works = [_bounding(experiment), *(_running(experiment, *job) for job in jobs)]
    names = [(BOUND, 0), *jobs]

    def told(number: int, pages: int, records: int) -> None:
        watch(*names[number], pages, records)

    for done in fork_all(works, at_once, told):
        if done.number == 0:
            yield done.result
        else:
            yield Run(*names[done.number], done.result, done.peak_mb)


def _running(experiment: Experiment, name: str, seed: int) -> Work:
    # Made in the child, so that a word list counts only for the policies that use it.
    def work(tell: Tell) -> Curve:
        return run(
            experiment.world,
            make(name, experiment.setting, seed),
            first=experiment.first_query(seed),
            seed=seed,
            target=experiment.target,
            max_pages=experiment.page_limit,
            progress=tell,
        )

    return work


def _bounding(experiment: Experiment) -> Work:
    setting, marks = experiment.setting, experiment.marks

    def work(tell: Tell) -> Bounds:
        pages = pages_of(setting.world, setting.cover)
        queries = lower_bounds(pages, marks, QUERIES) if setting.cost == QUERIES else None
        return Bounds(lower_bounds(pages, marks, PAGES), queries)

    return work


def bound_at(experiment: Experiment, found: dict[float, int], mark: float) -> int | None:
    """The fewest pages for a mark: never below the floor; None where single values are not enough.

    Where several values can be asked at once, the floor is all that can be said of such a mark.
    """
    floor = page_floor(experiment.world.collection.records, mark, experiment.world.page_size)
    if mark in found:
        return max(floor, found[mark])
    return None if experiment.world.predicates == 1 else floor


def summary(experiment: Experiment, finished: Sequence[Finished]) -> dict[str, Any]:
    """What was run, the bounds, and for each policy the means over its seeds."""
    return _about(experiment) | _bounds(experiment, finished) | {
        "policies": {
            name: _means(experiment, runs)
            for name in experiment.policies
            if (runs := [r for r in finished if isinstance(r, Run) and r.policy == name])
        },
    }  # fmt: skip


def _about(experiment: Experiment) -> dict[str, Any]:
    world, setting = experiment.world, experiment.setting
    capped = f":{world.counts.cap}" if world.counts.kind == "capped" else ""
    return {
        "records": world.collection.records,
        "values": world.collection.values,
        "unreachable": round(setting.cover.unreachable(), 6),
        "page_size": world.page_size,
        "limit": world.limit,
        "counts": world.counts.kind + capped,
        "ranking": world.ranking,
        "cost": cost_name(setting.cost),
        "target": experiment.target,
        "max_pages": experiment.page_limit,
        "seeds": list(experiment.seeds),
        "first_queries": [str(experiment.first_query(seed)) for seed in experiment.seeds],
    }


def cost_name(cost: Cost) -> str:
    """What a cost is called on the command line; "mixed" if it has no name there."""
    return {PAGES: "pages", QUERIES: "queries"}.get(cost, "mixed")


def _bounds(experiment: Experiment, finished: Iterable[Finished]) -> dict[str, Any]:
    world, marks = experiment.world, experiment.marks
    floor = {str(m): page_floor(world.collection.records, m, world.page_size) for m in marks}
    found = next((f for f in finished if isinstance(f, Bounds)), None)
    if found is None:
        return {"floor": floor, "bound": {}}
    at = {str(m): bound_at(experiment, found.pages, m) for m in marks}
    bound = {mark: pages for mark, pages in at.items() if pages is not None}
    if found.queries is None:
        return {"floor": floor, "bound": bound}
    queries = {str(mark): least for mark, least in found.queries.items()}
    return {"floor": floor, "bound": bound, "bound_queries": queries}


def _means(experiment: Experiment, runs: Sequence[Run]) -> dict[str, Any]:
    means: dict[str, Any] = {}
    for mark in experiment.marks:
        reached = [at for r in runs if (at := r.curve.at(mark)) is not None]
        if len(reached) == len(runs):
            pages, queries = zip(*reached, strict=True)
            means[str(mark)] = {"pages": _mean(pages), "queries": _mean(queries)}
    return means | {
        "coverage": round(fmean(r.curve.coverage for r in runs), 6),
        "seconds": round(fmean(r.curve.seconds for r in runs), 3),
        "peak_mb": round(max(r.peak_mb for r in runs), 1),
    }


def _mean(counts: Sequence[int]) -> float:
    mean = round(fmean(counts), 1)
    return int(mean) if mean.is_integer() else mean
