"""Figure 8 of the paper, with all methods: what was found, and what it cost, as pages go by.

(a) precision and recall over the pages; (b) pages and (c) scans over the share of pairs found.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from leadline.lab.facets.measure import Measured, Point

if TYPE_CHECKING:
    from matplotlib.axes import Axes

TITLE = {"online": "online (paper)", "offline": "offline (paper)"}


def write_curves(path: Path, done: Mapping[str, Measured]) -> None:
    """Each method's curve as rows."""
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(("method", "pages", "scans", "precision", "recall"))
        for name, one in done.items():
            table.writerows(
                (name, at.pages, at.scans, round(at.precision, 6), round(at.recall, 6))
                for at in one.curve
            )


def draw(path: Path, done: Mapping[str, Measured]) -> None:
    """The figure as a picture."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(12, 4), layout="constrained")
    first, second, third = figure.subplots(1, 3)
    for number, (name, one) in enumerate(done.items()):
        label, colour = TITLE.get(name, name), f"C{number}"
        pages = [at.pages for at in one.curve]
        first.plot(pages, [at.recall for at in one.curve], color=colour, label=label)
        first.plot(pages, [at.precision for at in one.curve], color=colour, linestyle=":")
        _cost(second, one, lambda at: at.pages, colour)
        _cost(third, one, lambda at: at.scans, colour)
    first.set(xlabel="pages", xscale="log", ylabel="recall (line), precision (dots)")
    first.legend(fontsize="small")
    second.set(ylabel="pages", xlabel="recall", yscale="log", title="○ finished  × stopped")
    third.set(ylabel="scans", xlabel="recall", yscale="log")
    for axes in (first, second, third):
        axes.grid(alpha=0.3)
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)


def _cost(axes: Axes, one: Measured, cost: Callable[[Point], int], colour: str) -> None:
    axes.plot([at.recall for at in one.curve], [cost(at) for at in one.curve], color=colour)
    end = one.curve[-1]
    axes.plot([end.recall], [cost(end)], color=colour, marker="o" if one.finished else "x")
