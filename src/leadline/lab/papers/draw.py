"""A figure as a picture: coverage over what was paid, or how many values have which degree."""

from __future__ import annotations

from pathlib import Path
from statistics import median_low
from typing import TYPE_CHECKING, Any

import numpy as np

from leadline.lab.experiment import Run
from leadline.lab.papers.conduct import Outcome
from leadline.lab.papers.degrees import Ints, PowerLaw, histogram
from leadline.lab.papers.figure import OURS, Figure, Series
from leadline.lab.papers.found import Found, prices
from leadline.lab.plots import sampled

if TYPE_CHECKING:
    from matplotlib.axes import Axes

RED = "#c8102e"
COLOURS = ("#1f6fb4", "#2c9b5f", "#e08a1e", "#7d5ba6", "#6b7280")
DASHES = ("-", "--", ":", "-.")
WIDEST = 2.5  # times the length of the middle line
THIN_TO = 5  # one point in so many is drawn of what `sampled` keeps


def write(outcome: Outcome, folder: Path) -> None:
    """`figure.svg` and `figure.png`."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure as Picture

    picture = Picture(figsize=(8, 5), layout="constrained")
    axes = picture.subplots()
    axes.set_title(outcome.figure.title, fontsize="medium")
    if outcome.graph is not None:
        _degrees(axes, *outcome.graph)
    else:
        _curves(axes, outcome.found)
    axes.grid(alpha=0.3)
    axes.legend(fontsize="small")
    with rc_context({"svg.hashsalt": outcome.figure.name}):
        picture.savefig(folder / "figure.svg", metadata={"Date": None})
    picture.savefig(folder / "figure.png", dpi=150)


def _curves(axes: Axes, found: Found) -> None:
    figure = found.figure
    for run in sorted(found.runs, key=lambda run: run.policy.startswith(OURS)):  # ours on top
        first = next(r for r in found.runs if r.policy == run.policy) is run
        series = next(s for s in figure.series if s.label == run.policy)
        _line(axes, found, run, _style(figure, series) | {"label": run.policy if first else None})
    axes.set(xlabel=figure.axis, ylabel="coverage", ylim=(figure.above, 1.02))
    axes.set_xlim(0, _widest(found))
    if figure.axis == "pages":
        axes.plot([0, found.floor], [0, 1], color="grey", linestyle=":", label="page floor")


def _widest(found: Found) -> float:
    """Where the picture ends: a line that goes on and on must not squeeze the others."""
    ends = [found.paid(series.label) for series in found.figure.series]
    return min(1.03 * max(ends), WIDEST * median_low(ends))


def _line(axes: Axes, found: Found, run: Run, style: dict[str, Any]) -> None:
    kept = sampled(len(run.curve.held))
    places = [*kept[::THIN_TO], kept[-1]]
    paid = prices(run.curve, found.figure.cost)[places]
    axes.plot(paid, run.curve.held[places] / run.curve.records, **style)


def _style(figure: Figure, series: Series) -> dict[str, Any]:
    """A colour for each policy, a dash for each variation; ours red and broad."""
    alike = [s.variation for s in figure.series if s.policy == series.policy]
    dash = DASHES[alike.index(series.variation) % len(DASHES)]
    if series.policy == OURS:
        return {"color": RED, "linewidth": 2.2, "linestyle": dash}
    if series.policy == "oracle":
        return {"color": "black", "linewidth": 0.9, "linestyle": "--"}
    others = list(dict.fromkeys(s.policy for s in figure.series if s.policy != OURS))
    colour = COLOURS[others.index(series.policy) % len(COLOURS)]
    return {"color": colour, "linewidth": 1.3, "linestyle": dash}


def _degrees(axes: Axes, degree: Ints, law: PowerLaw) -> None:
    found, counts = histogram(degree)
    if len(found) > 400:  # a picture of all would only be larger
        kept = np.unique(np.geomspace(1, len(found), 400).astype(int)) - 1
        found, counts = found[kept], counts[kept]
    axes.loglog(found, counts, ".", color=COLOURS[0], markersize=4, label="values")
    ends = np.array([law.least, degree.max()], float)
    density = (law.exponent - 1) / law.least * (ends / law.least) ** -law.exponent
    fit = density * law.tail * len(degree)
    axes.loglog(ends, fit, color="black", linewidth=1, linestyle="--",
                label=f"power law, α = {law.exponent:.2f} from {law.least} on")  # fmt: skip
    axes.set(xlabel="degree", ylabel="values of that degree", ylim=(0.5, None))
