"""What facets told, for people: a line, and a table of what only they tell."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from leadline.cli.many import many
from leadline.store import Store

MISSING = 5  # addresses of records that were not found


def facets_line(pairs: int, hidden: int, lists: int) -> str:
    """How many values facets tell of records, and how many of them nothing else does."""
    if not pairs:
        return ""
    told = f"{hidden:,} of them by facets alone" if hidden else "rows or own pages show all of them"
    pages = f"; {many(lists, 'page', 'pages')} of lists" if lists else ""
    return f"{pairs:,} values of records, {told}{pages}"


@dataclass(kw_only=True)
class Told:
    """What the facet of one name tells."""

    pairs: int = 0
    hidden: int = 0
    counted: int = 0
    values: set[str] = field(default_factory=set)


def facet_table(store: Store, source: int) -> list[dict[str, Any]]:
    """For each facet its values, who has them, and how many of these only the facet tells."""
    found: dict[str, Told] = {}
    for pair in store.pairs(source):
        told = found.setdefault(pair.attribute, Told())
        told.pairs += 1
        told.hidden += pair.hidden
        told.counted += pair.counted
        told.values.add(pair.value)
    return [
        {
            "attribute": name,
            "values": len(told.values),
            "pairs": told.pairs,
            "shown": told.pairs - told.hidden,
            "hidden": told.hidden,
            "counted": told.counted,
        }
        for name, told in found.items()
    ]


def refused_lines(last: dict[str, Any] | None) -> list[str]:
    """The groups of links that the last run did not follow, and why."""
    groups = (last or {}).get("refused", ())
    return [f"{one['what']}: {one['links']:,} links, {one['why']}" for one in groups]


def missing_lines(last: dict[str, Any] | None) -> list[str]:
    """How many records the site's map names that were not found, and the first of them."""
    missing = (last or {}).get("missing", {})
    if not missing.get("count"):
        return []
    return [f"{missing['count']:,} that the site's map names", *missing["first"][:MISSING]]


def facet_lines(table: list[dict[str, Any]]) -> list[str]:
    """The table for a terminal."""
    if not table:
        return []
    rows = [("facet", "values", "records have one", "rows or own pages show", "facets alone tell")]
    numbers = ("values", "pairs", "shown", "hidden")
    rows += [(one["attribute"], *(f"{one[name]:,}" for name in numbers)) for one in table]
    widths = [max(len(row[place]) for row in rows) for place in range(len(rows[0]))]
    return ["  ".join(cell.rjust(width) if place else cell.ljust(width)
                      for place, (cell, width) in enumerate(zip(row, widths, strict=True)))
            for row in rows]  # fmt: skip
