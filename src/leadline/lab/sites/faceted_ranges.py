"""Facets of numbers as sliders: a lowest and a highest value to be filled in, and no values shown.

Every other one is two inputs of a form, `f_year_min` and `f_year_max`; the rest are one parameter,
`f_year=1990-1999`, that a script would fill in from the slider. No slider says how many rows it
leaves before it is sent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from leadline.lab.sites.faceted_table import FacetTable, Rows, texts_of
from leadline.lab.sites.fields import label_of
from leadline.lab.sites.markup import esc, hidden

Numbers = NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class Ranges:
    """The facets of a table that are numbers, each with its parameters."""

    table: FacetTable
    names: Mapping[str, str]  # a parameter for each facet

    @cached_property
    def columns(self) -> dict[str, Numbers]:
        """Each row's number, of the facets that are nothing but numbers."""
        return {facet: found for facet in self.table.facets
                if (found := numbers_of(self.table, facet)) is not None}  # fmt: skip

    @cached_property
    def bounds(self) -> dict[str, tuple[str, str, str]]:
        """The lowest and the highest number of each, and the step between numbers."""
        return {facet: _bounds(column) for facet, column in self.columns.items()}

    def is_pair(self, facet: str) -> bool:
        """Whether a facet has two parameters."""
        return list(self.columns).index(facet) % 2 == 0

    def asked(self, fields: Mapping[str, str]) -> dict[str, str]:
        """The parameters among these that are ranges."""
        known = {name for facet in self.columns for name in self._parameters(facet)}
        return {name: text for name, text in fields.items() if name in known and text}

    def _parameters(self, facet: str) -> tuple[str, ...]:
        name = self.names[facet]
        return (f"{name}_min", f"{name}_max") if self.is_pair(facet) else (name,)

    def within(self, rows: Rows, shown: Mapping[str, str]) -> Rows:
        """The rows whose numbers lie in what is asked."""
        for facet, column in self.columns.items():
            if low_high := self._asked(facet, shown):
                inside = (column[rows] >= low_high[0]) & (column[rows] <= low_high[1])
                rows = rows[inside]
        return rows

    def _asked(self, facet: str, shown: Mapping[str, str]) -> tuple[float, float] | None:
        given = [shown.get(name, "") for name in self._parameters(facet)]
        if not any(given):
            return None
        if not self.is_pair(facet):
            low, _, high = given[0].partition("-")
            return _number(low, -np.inf), _number(high, np.inf)
        return _number(given[0], -np.inf), _number(given[1], np.inf)

    def forms(self, action: str, kept: Mapping[str, str]) -> Iterator[str]:
        """A form for each slider; the other parameters of the list are sent along."""
        for facet, (low, high, step) in self.bounds.items():
            own = self._parameters(facet)
            rest = hidden({name: text for name, text in kept.items() if name not in own})
            if self.is_pair(facet):
                now = kept.get(own[0], low), kept.get(own[1], high)
                inside = "".join(
                    f'<input type="number" name="{esc(name)}" value="{esc(text)}" min="{low}" '
                    f'max="{high}" step="{step}" aria-label="{side}">'
                    for name, text, side in zip(own, now, ("from", "to"), strict=True)
                )
            else:
                now_ = esc(kept.get(own[0], f"{low}-{high}"))
                inside = (f'<div class="slider" data-min="{low}" data-max="{high}" '
                          f'data-step="{step}"><input type="hidden" name="{esc(own[0])}" '
                          f'value="{now_}"></div>')  # fmt: skip
            yield (f'<section class="facet"><h3>{esc(label_of(facet))}</h3>'
                   f'<form action="{esc(action)}" method="get">{rest}{inside}'
                   "<button>Go</button></form></section>")  # fmt: skip


def numbers_of(table: FacetTable, facet: str) -> Numbers | None:
    """Each row's number, NaN for none; None unless all values are numbers, at most one a row."""
    found = np.full(len(table.rows), np.nan)
    for n, row in enumerate(table.rows):
        texts = texts_of(row, facet)
        number = _number(texts[0], np.nan) if texts else np.nan
        if len(texts) > 1 or (texts and (np.isnan(number) or number < 0)):
            return None
        found[n] = number
    return found


def _bounds(column: Numbers) -> tuple[str, str, str]:
    there = column[~np.isnan(column)]
    whole = bool((there % 1 == 0).all())
    step = "1" if whole else "0.1" if bool(np.isclose(there * 10 % 1, 0).all()) else "0.01"
    return f"{there.min():g}", f"{there.max():g}", step


def _number(text: str, otherwise: float) -> float:
    try:
        return float(text)
    except ValueError:
        return otherwise
