"""An experiment of a paper on a table: the sources it needs, the runs, the verdicts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from leadline.lab.collection import Collection, Mode, indexed
from leadline.lab.cover import cover_of
from leadline.lab.experiment import FEWEST, Experiment, Finished, Run, Watch, conduct, summary
from leadline.lab.papers import degrees
from leadline.lab.papers.figure import OURS, Figure, Judged, Variation
from leadline.lab.papers.found import Found
from leadline.lab.papers.tables import rows_of, write_domain
from leadline.lab.policies import NoDomainTable, Setting, need_language
from leadline.lab.world import World
from leadline.model import Query

Told = Callable[[str, int, int, float], None]  # policy, seed, pages, share


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What a person asks for besides the name of the figure."""

    data: Path
    domain: Path | None = None
    interface: Mode | None = None
    rows: int | None = None
    seeds: int = 3
    language: str = "en"
    jobs: int = 1


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a figure: runs under the labels of its series, or degrees, and the verdicts."""

    figure: Figure
    found: Found
    results: dict[str, Any]
    judged: Judged
    graph: tuple[degrees.Ints, degrees.PowerLaw] | None = None


def check(figure: Figure, request: Request) -> None:
    """Raise where something is missing that the figure cannot do without."""
    if figure.domain and request.domain is None:
        raise NoDomainTable(f"{figure.name} needs a table of the same domain: --domain")
    if figure.interface == "keyword":
        need_language(request.language)


def repeat(figure: Figure, request: Request, folder: Path, told: Told) -> Iterator[Run | Outcome]:
    """Run a figure: each run as it is done, the outcome last; `folder` takes scratch files."""
    rows = rows_of(request.data, request.rows)
    collection = indexed(request.data, rows, request.interface or figure.interface)
    if not figure.series:
        yield _of_degrees(figure, collection)
        return
    parts: list[tuple[Experiment, list[Finished]]] = []
    for experiment in _experiments(figure, request, collection, folder):
        finished: list[Finished] = []
        parts.append((experiment, finished))
        for one in conduct(experiment, request.jobs, _in_shares(told, collection.records)):
            finished.append(one)
            if isinstance(one, Run):
                yield one
    yield _judged(figure, collection.records, parts)


def _in_shares(told: Told, all_records: int) -> Watch:
    return lambda policy, seed, pages, records: told(policy, seed, pages, records / all_records)


def _judged(
    figure: Figure, records: int, parts: list[tuple[Experiment, list[Finished]]]
) -> Outcome:
    runs = [
        run
        for variation, (_, finished) in zip(figure.variations, parts, strict=True)
        for run in _labelled(figure, variation, finished)
    ]
    found = Found(figure, tuple(runs), records)
    judged = tuple((claim.text, claim.check(found)) for claim in figure.claims)
    return Outcome(figure, found, _summed(figure, found, [summary(*p) for p in parts]), judged)


# --- what is run ------------------------------------------------------------------------------


def _experiments(
    figure: Figure, request: Request, collection: Collection, folder: Path
) -> Iterator[Experiment]:
    """One for each variation, as a source has one limit and a run one first query."""
    for number, variation in enumerate(figure.variations):
        world = _world(figure, variation, collection)
        path = folder / f"domain-{number}.jsonl"
        setting = Setting(
            world=world,
            cover=cover_of(world),
            cost=figure.cost,
            language=request.language,
            domain=_domain(request, variation, collection, path) if figure.domain else None,
        )
        yield Experiment(
            setting=setting,
            policies=tuple(s.policy for s in figure.series if s.variation == variation),
            seeds=tuple(range(1, min(request.seeds, figure.seeds or request.seeds) + 1)),
            target=figure.target,
            max_pages=max(FEWEST, round(figure.stretch * collection.records / figure.page_size)),
            first=None if variation.first is None else _first(world, variation.first),
        )


def _world(figure: Figure, variation: Variation, collection: Collection) -> World:
    """The source: single values only, as in both papers."""
    return World(
        collection=collection,
        page_size=figure.page_size,
        limit=variation.records_shown(collection.records),
        stop_words=min(figure.stop_words, collection.values // 10),
        predicates=1,
    )


def _domain(request: Request, variation: Variation, collection: Collection, path: Path) -> Path:
    """The part of the domain table that is used; a search box takes the words of all columns."""
    assert request.domain is not None
    names = frozenset(attribute.name for attribute in collection.attributes)
    rows = rows_of(request.domain, None)
    write_domain(path, rows, names if collection.texts is None else None, variation.domain)
    return path


def _first(world: World, share: float) -> Query:
    """The value that is matched by about this share of the records and can be asked."""
    collection = world.collection
    far = np.abs(collection.frequency - max(1.0, share * collection.records))
    far[list(world.stopped)] = np.inf
    value = int(far.argmin())
    name = collection.attributes[collection.attribute[value]].name
    return Query(((name, collection.names[value]),))


def _labelled(figure: Figure, variation: Variation, finished: list[Finished]) -> list[Run]:
    labels = {s.policy: s.label for s in figure.series if s.variation == variation}
    return [Run(labels[one.policy], one.seed, one.curve, one.peak_mb)
            for one in finished if isinstance(one, Run)]  # fmt: skip


# --- what is reported -------------------------------------------------------------------------


def _summed(figure: Figure, found: Found, results: list[dict[str, Any]]) -> dict[str, Any]:
    first = results[0]
    marks = [float(mark) for mark in first["floor"]]
    sources = [{key: one[key] for key in ("limit", "unreachable", "first_queries", "bound")}
               for one in results]  # fmt: skip
    policies = {
        series.label: _series(found, series.label, marks, results[i]["policies"][series.policy])
        for series in figure.series
        for i in [figure.variations.index(series.variation)]
    }
    ours = [{"series": label, "mark": mark, "ratio": round(ratio, 3), "to": best}
            for label, mark, ratio, best in found.ours(marks)]  # fmt: skip
    kept = ("records", "values", "page_size", "seeds", "max_pages", "floor")
    return {"figure": figure.name, "axis": figure.axis} | {key: first[key] for key in kept} | {
        "sources": sources, "policies": policies, OURS: ours
    }  # fmt: skip


def _series(found: Found, label: str, marks: list[float], means: dict[str, Any]) -> dict[str, Any]:
    """The means, and beside pages and queries what was paid in the unit of the figure."""
    paid = {str(m): means[str(m)] | {"cost": round(found.spent(label, m), 1)}
            for m in marks if str(m) in means}  # fmt: skip
    return means | paid


def _of_degrees(figure: Figure, collection: Collection) -> Outcome:
    degree = degrees.degrees(collection)
    law = degrees.fitted(degree)
    results = {
        "figure": figure.name,
        "axis": figure.axis,
        "records": collection.records,
        "values": collection.values,
        "exponent": round(law.exponent, 3),
        "least": law.least,
        "distance": round(law.distance, 4),
    }
    found = Found(figure, (), collection.records)
    return Outcome(figure, found, results, degrees.judged(degree, law), (degree, law))
