"""The results of an experiment as a table for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.table import Table

ORACLE = "oracle"


def table_of(results: Mapping[str, Any]) -> Table:
    """Pages and, below them, queries until each mark; the ratio to the oracle; the bounds."""
    marks = list(results["floor"])
    compared = compared_mark(marks)
    table = Table(caption=f"pages, below them queries; × is pages over the oracle's at {compared}")
    table.add_column("policy", no_wrap=True)
    for mark in (*(f"{float(mark):.4g}" for mark in marks), "×", "coverage", "s", "MB"):
        table.add_column(mark, justify="right", no_wrap=True)
    for name, row in results["policies"].items():
        table.add_row(name, *(_cell(row.get(mark)) for mark in marks),
                      _ratio(results["policies"], row, compared), f"{row['coverage']:.1%}",
                      f"{row['seconds']:.1f}", f"{row['peak_mb']:.0f}")  # fmt: skip
    table.add_section()
    for title, key in (("lower bound", "bound"), ("page floor", "floor")):
        table.add_row(title, *(_number(results[key].get(mark)) for mark in marks))
    return table


def compared_mark(marks: list[str]) -> str:
    """The mark at which policies are compared: 0.9, or the highest below it."""
    return max((mark for mark in marks if float(mark) <= 0.9), key=float, default=marks[0])


def _ratio(policies: Mapping[str, Any], row: Mapping[str, Any], mark: str) -> str:
    best, own = policies.get(ORACLE, {}).get(mark), row.get(mark)
    return f"{own['pages'] / best['pages']:.2f}" if best and own else "–"


def _cell(at: Mapping[str, float] | None) -> str:
    return "–" if at is None else f"{_number(at['pages'])}\n[dim]{_number(at['queries'])} q[/dim]"


def _number(count: float | None) -> str:
    return "–" if count is None else f"{count:,.0f}"
