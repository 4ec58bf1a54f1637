"""Figures 1 to 4 of Xian et al. 2012 on sources of one's own, with ours beside their lines.

1. coverage of the union over queries: the cyclic strategy and separate acquisition, by three ways
   to choose;
2. a fourth source when three are held: QuerySelect-DK, which knows the three, and the others;
3. and 4. the update interval K of the dynamic knowledge at 1, 10 and 30, for a first source and
   for a third, when two are held.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from leadline.lab.integrate.experiment import MARKS, Gathered, Integration, marked
from leadline.lab.integrate.methods import PERSISTENT, Spending
from leadline.lab.integrate.run import gather
from leadline.lab.integrate.sources import Overlapping
from leadline.lab.plots import sampled
from leadline.lab.run import Curve
from leadline.lab.workers import Tell, Work, fork_all
from leadline.plan.classic import GreedyLink
from leadline.plan.knowledge import Knowledge
from leadline.plan.many.cycle import Cycle
from leadline.plan.many.dynamic_knowledge import Interval
from leadline.plan.many.high_frequency import HighFrequency
from leadline.plan.many.query_select import QuerySelectT
from leadline.plan.many.separate import Separate
from leadline.plan.many.soundings import Soundings
from leadline.plan.many.together import ManyPolicy

FIRST = ("ours", "cycle", "separate-t", "separate-graph", "separate-frequency")  # of Figure 1
INTERVALS = (1, 10, 30)
NEVER = 10**9  # dull queries before a source is left: it is the only one
HELD = 0.95  # of the sources that are held already
Curves = dict[str, Curve]
Make = Callable[[float, Spending], ManyPolicy]


@dataclass(frozen=True, slots=True)
class Series:
    """One line of a figure: a method for one source."""

    figure: str
    label: str
    make: Make
    source: int
    knows: bool  # those before it


def _select_dk(size: float, cost: Spending, interval: Interval) -> ManyPolicy:
    return Cycle((size,), alpha=NEVER, omega=1.0, cost=cost.theirs, interval=interval)


def _alone(policy: Callable[[float, Spending], Any]) -> Make:
    return lambda size, cost: Separate((size,), lambda _: policy(size, cost))


FOURTH = (
    Series("figure-2", "ours", lambda z, c: Soundings(cost=c.ours, least=PERSISTENT), 3, True),
    Series("figure-2", "QuerySelect-DK", lambda z, c: _select_dk(z, c, Interval()), 3, True),
    Series("figure-2", "QuerySelect-T", _alone(lambda z, c: QuerySelectT(z, c.theirs)), 3, False),
    Series("figure-2", "graph-based", _alone(lambda z, c: GreedyLink()), 3, False),
    Series("figure-2", "high-frequency", _alone(lambda z, c: HighFrequency()), 3, False),
)


def _intervals(figure: str, source: int, knows: bool) -> tuple[Series, ...]:
    def made(interval: int) -> Make:
        return lambda size, cost: _select_dk(size, cost, Interval(fixed=interval))

    return tuple(Series(figure, f"K = {k}", made(k), source, knows) for k in INTERVALS)


SERIES = (*FOURTH, *_intervals("figure-3", 0, False), *_intervals("figure-4", 2, True))


def write_figures(
    place: Path, integration: Integration, gathered: Sequence[Gathered], jobs: int
) -> dict[str, Any]:
    """Run what is not run yet, write pictures, curves and results; give the results."""
    by_name = {one.method: one.curve for one in gathered}
    first = {name: by_name[name] for name in integration.methods}
    figures = {"figure-1": first} | _run(integration, jobs)
    results = {name: {label: _marks(c) for label, c in curves.items()}
               for name, curves in figures.items()}  # fmt: skip
    for name, curves in figures.items():
        _draw(place / name, curves)
    _write_curves(place / "curves.csv", figures)
    (place / "results.json").write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
    return results


def _marks(curve: Curve) -> dict[str, Mapping[str, int]]:
    return {str(mark): at for mark in MARKS if (at := marked(curve, mark)) is not None}


def _run(integration: Integration, jobs: int) -> dict[str, Curves]:
    earlier = [held_of(integration.sources.only(i), integration.seed) for i in range(3)]
    figures: dict[str, Curves] = {}
    works = [_running(integration, one, earlier[: one.source]) for one in SERIES]
    done = {one.number: one.result for one in fork_all(works, jobs)}
    for number, one in enumerate(SERIES):
        figures.setdefault(one.figure, {})[one.label] = done[number]
    return figures


def held_of(source: Overlapping, seed: int) -> Knowledge:
    """What is known of one source after it was harvested by itself."""
    _, together = gather(source, Soundings(least=PERSISTENT), seed=seed, target=HELD)
    known = together.sources[0].known
    known.learner = None
    return known


def _running(integration: Integration, one: Series, earlier: Sequence[Knowledge]) -> Work:
    source = integration.sources.only(one.source)

    def work(tell: Tell) -> Curve:
        policy = one.make(source.sizes[0], integration.cost)
        few = replace(integration, sources=source)
        curve, _ = gather(source, policy, seed=integration.seed, max_pages=few.page_limit,
                          earlier=earlier if one.knows else ())  # fmt: skip
        return curve

    return work


def _draw(path: Path, curves: Curves) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4.5), layout="constrained")
    axes = figure.subplots()
    for label, curve in curves.items():
        places = sampled(len(curve.held))
        axes.plot(curve.queries[places], curve.held[places] / curve.records, label=label)
    axes.set(xlabel="queries", ylabel="coverage", ylim=(0, 1.02))
    axes.set_xlim(left=0)
    axes.grid(alpha=0.3)
    axes.legend(loc="lower right", fontsize="small")
    for ending in ("svg", "png"):
        figure.savefig(path.with_suffix(f".{ending}"), dpi=150)


def _write_curves(path: Path, figures: Mapping[str, Curves]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(("figure", "series", "pages", "queries", "records", "coverage"))
        for name, curves in figures.items():
            for label, curve in curves.items():
                for i in sampled(len(curve.held)):
                    share = round(float(curve.held[i] / curve.records), 6)
                    table.writerow((name, label, i + 1, int(curve.queries[i]),
                                    int(curve.held[i]), share))  # fmt: skip
