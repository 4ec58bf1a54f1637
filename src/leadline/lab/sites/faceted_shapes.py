"""Which values a faceted list offers, and which rows a choice finds: the shapes of facets.

- `flat`: all values that some row of the list has; choosing several narrows
- `folded`: the same, but only the commonest stand in the panel (`faceted_panel.py`)
- `hierarchy`: the first two facets are one tree; the second opens where the first is chosen
- `late`: all facets but the first appear only when something of the first is chosen
- `widening`: values of one facet are alternatives, and what is not chosen is counted as before
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

import numpy as np

from leadline.lab.sites.faceted_table import FacetTable, Pair, Rows, texts_of
from leadline.lab.sites.fields import label_of

Shape = Literal["flat", "folded", "hierarchy", "late", "widening"]


@dataclass(frozen=True, slots=True, kw_only=True)
class List:
    """What a visitor of a list asked for, and which rows that are, in their order.

    `shown` are the other parameters that links keep: orders, views, ranges.
    """

    table: FacetTable
    choice: tuple[int, ...]
    shown: Mapping[str, str]
    page: int
    rows: Rows
    unfolded: str = ""  # the facet whose values are all shown


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """The values of a facet that can be chosen, and how many rows each leaves."""

    facet: str
    label: str
    values: tuple[tuple[int, int], ...]


def rows_of(table: FacetTable, shape: Shape, choice: Sequence[int]) -> Rows:
    """The rows that a choice finds."""
    if shape != "widening":
        return table.chosen(choice)
    found = table.present
    by_facet = groupby(sorted(choice), key=lambda value: table.values[value][0])
    for _, values in by_facet:
        either = np.concatenate([table.with_value[value] for value in values])
        found = np.intersect1d(found, either)
    return found


def sections(asked: List, shape: Shape, facets: Iterable[str]) -> Iterator[Section]:
    """What a list offers, of these facets; what is chosen is left out."""
    chosen = {asked.table.values[value][0] for value in asked.choice}
    counts = asked.table.counts(asked.rows)
    for facet in facets:
        if not _is_offered(asked.table.facets, shape, facet, chosen):
            continue
        if shape == "widening" and facet in chosen:
            counts = asked.table.counts(_without(asked, facet))
        first, end = asked.table.spans[facet]
        there = (np.flatnonzero(counts[first:end]) + first).tolist()
        values = tuple((v, int(counts[v])) for v in there if v not in asked.choice)
        if values:
            yield Section(facet=facet, label=label(asked.table, shape, facet), values=values)
        if shape == "widening" and facet in chosen:
            counts = asked.table.counts(asked.rows)


def _without(asked: List, facet: str) -> Rows:
    """The rows that a choice finds if a facet is left out."""
    others = [value for value in asked.choice if asked.table.values[value][0] != facet]
    return rows_of(asked.table, "widening", others)


def label(table: FacetTable, shape: Shape, facet: str) -> str:
    """What a facet is called; a tree has one name."""
    return label_of(
        table.facets[0] if shape == "hierarchy" and facet in table.facets[:2] else facet
    )


def _is_offered(facets: Sequence[str], shape: Shape, facet: str, chosen: set[str]) -> bool:
    first = facets[0]
    if shape == "late":
        return facet == first or first in chosen
    if shape == "hierarchy" and facet in facets[:2]:
        return facet not in chosen and (facet == first) == (first not in chosen)
    return True


def told(table: FacetTable, shape: Shape, *, everything: bool = False) -> Iterator[Pair]:
    """What such a site tells: nothing of what is below a value that a row does not have.

    With `everything`, also what is true but not told.
    """
    first, rest = table.facets[0], table.facets[1:]
    below = rest if shape == "late" else rest[:1] if shape == "hierarchy" else ()
    for number in table.present.tolist():
        row = table.rows[number]
        for name in table.facets:
            if everything or name not in below or texts_of(row, first):
                for text in texts_of(row, name):
                    yield str(number + 1), label(table, shape, name), text
