"""Curves of coverage over pages, as a table and as pictures."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from leadline.errors import MissingExtra
from leadline.lab.experiment import Run

if TYPE_CHECKING:
    from matplotlib.figure import Figure

POINTS = 500  # points that a curve is drawn with


def need_matplotlib() -> None:
    """Raise where curves could not be drawn, before anything is run for them."""
    try:
        import matplotlib  # noqa: F401
    except ImportError as error:
        raise MissingExtra("matplotlib", "lab") from error


def write_csv(path: Path, runs: Iterable[Run]) -> None:
    """Each curve as rows: policy, seed, pages, queries, records, coverage."""
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(("policy", "seed", "pages", "queries", "records", "coverage"))
        for run in runs:
            table.writerows(_rows(run))


def _rows(run: Run) -> Iterator[tuple[object, ...]]:
    curve = run.curve
    for i in sampled(len(curve.held)):
        share = round(float(curve.held[i] / curve.records), 6)
        yield run.policy, run.seed, i + 1, int(curve.queries[i]), int(curve.held[i]), share


def sampled(length: int) -> list[int]:
    """Places along a curve, evenly spread, the last one included."""
    places: list[int] = np.unique(np.linspace(0, length - 1, POINTS).astype(int)).tolist()
    return places if length else []


def write_pictures(folder: Path, runs: Sequence[Run], floor: float) -> None:
    """`curves.svg` and `curves.png`; `floor` is the number of pages that could hold everything."""
    figure = draw(runs, floor)
    for ending in ("svg", "png"):
        figure.savefig(folder / f"curves.{ending}", dpi=150)


def draw(runs: Sequence[Run], floor: float) -> Figure:
    """Coverage over pages: a colour for each policy, a line for each seed."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 5), layout="constrained")
    axes = figure.subplots()
    names = list(dict.fromkeys(run.policy for run in runs))
    for run in runs:
        places = sampled(len(run.curve.held))
        axes.plot(
            [i + 1 for i in places],
            run.curve.held[places] / run.curve.records,
            color=f"C{names.index(run.policy) % 10}",
            linestyle=("-", "--")[names.index(run.policy) // 10 % 2],
            linewidth=1.2,
            label=run.policy if run is _first(runs, run.policy) else None,
        )
    axes.plot([0, floor], [0, 1], color="grey", linestyle=":", label="page floor")
    axes.set(xlabel="pages", ylabel="coverage", ylim=(0, 1.02))
    axes.set_xlim(left=0)
    axes.grid(alpha=0.3)
    axes.legend(loc="lower right", fontsize="small")
    return figure


def _first(runs: Sequence[Run], policy: str) -> Run:
    return next(run for run in runs if run.policy == policy)
