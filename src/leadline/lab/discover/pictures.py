"""Figures 16 to 21 as pictures."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from leadline.browse.strategies import DEFAULT

if TYPE_CHECKING:
    from matplotlib.axes import Axes

RED, BLUE, GREY = "#c8102e", "#1f6fb4", "#6b7280"


def write(figures: Mapping[str, Any], folder: Path) -> None:
    """`figure16.svg` and .png, and so on, for those that there are."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure as Picture

    for name, (draw, columns) in _DRAWN.items():
        if figures.get(name):
            picture = Picture(figsize=(9, 4), layout="constrained")
            draw(list(picture.subplots(1, columns, squeeze=False)[0]), figures[name])
            with rc_context({"svg.hashsalt": name}):
                picture.savefig(folder / f"{name}.svg", metadata={"Date": None})
            picture.savefig(folder / f"{name}.png", dpi=150)


def _bars(
    axes: Axes, rows: Sequence[Mapping[str, Any]], column: str, margin: str | None = None
) -> None:
    names = [str(row["strategy"]) for row in rows]
    errors = [row[margin] for row in rows] if margin else None
    colours = [RED if name == DEFAULT else BLUE for name in names]
    axes.bar(names, [row[column] for row in rows], yerr=errors, color=colours, capsize=3)
    axes.set_title(column.replace("_", " "), fontsize="medium")
    axes.tick_params(axis="x", rotation=60)
    axes.grid(axis="y", alpha=0.3)


def _study(axes: Sequence[Axes], rows: Sequence[Mapping[str, Any]]) -> None:
    _bars(axes[0], rows, "pages")
    axes[0].set_yscale("log")
    _bars(axes[1], rows, "forms")
    _bars(axes[2], rows, "local_harvest", "local_harvest_margin")
    _bars(axes[3], rows, "local_coverage", "local_coverage_margin")


def _sampling(axes: Sequence[Axes], found: Mapping[str, Any]) -> None:
    rows = [
        {"strategy": one["strategy"]}
        | {f"{what} {part}": one[what][part]
           for what in ("harvest", "coverage") for part in ("mean", "margin")}
        for one in found["sample"]
    ]  # fmt: skip
    _bars(axes[0], rows, "harvest mean", "harvest margin")
    _bars(axes[1], rows, "coverage mean", "coverage margin")


def _trend(axes: Sequence[Axes], curves: Mapping[str, Sequence[Sequence[int]]]) -> None:
    for name, curve in curves.items():
        colour: dict[str, Any] = {"color": RED, "linewidth": 2.0} if name == DEFAULT else {}
        pages, found = [point[0] for point in curve], [point[1] for point in curve]
        rates = [f / p if p else 0.0 for p, f in zip(pages, found, strict=True)]
        axes[0].plot(pages, found, label=name, **colour)
        axes[1].plot(pages, rates, label=name, **colour)
    for one, what in zip(axes, ("found", "harvest"), strict=False):
        one.set(xlabel="pages", ylabel=what, xscale="symlog")
        one.grid(alpha=0.3)
        one.legend(fontsize="small")


def _settings(axes: Sequence[Axes], rows: Sequence[Mapping[str, Any]]) -> None:
    for one in rows:
        axes[0].plot(one["harvest"], one["coverage"], "o", color=BLUE)
        label = f"T={one['threshold']} S={one['window']} p={one['chance']}"
        axes[0].annotate(label, (one["harvest"], one["coverage"]), fontsize=6)
    axes[0].set(xlabel="local harvest", ylabel="local coverage")
    axes[0].grid(alpha=0.3)


def _entire(axes: Sequence[Axes], found: Mapping[str, Any]) -> None:
    _bars(axes[0], found["entire"], "form_finder")
    _bars(axes[1], found["entire"], "entire")
    for name, curve in found["page_based"].items():
        pages = [point[0] for point in curve]
        axes[2].plot(pages, [point[1] / max(point[0], 1) for point in curve], label=name)
    axes[2].set(xlabel="pages", ylabel="harvest, page-based")
    axes[2].grid(alpha=0.3)
    axes[2].legend(fontsize="small")


_DRAWN: dict[str, tuple[Callable[[Sequence[Axes], Any], None], int]] = {
    "figure16": (_study, 4),
    "figure17": (_sampling, 2),
    "figure18": (_trend, 2),
    "figure19": (_settings, 1),
    "figure20": (_trend, 2),
    "figure21": (_entire, 3),
}
