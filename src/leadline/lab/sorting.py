"""The orders in which a simulated source can show its answers: by columns, from either end.

Rows that are equal in a column stay in the source's usual order, whichever end is first; rows that
have nothing there come last in both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.errors import BadData
from leadline.intervals import order_key
from leadline.lab.table import values_in
from leadline.model import Order, Record

ASCENDING, DESCENDING = "ascending", "descending"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sorting:
    """Orders, and for each the place of every row in it; equal rows have equal places.

    `shown` are values by which rows are sorted and which no field asks for: records show them.
    """

    orders: tuple[Order, ...] = ()
    places: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    shown: Mapping[str, Sequence[str | None]] = field(default_factory=dict)

    def sorted(self, rows: NDArray[Any], order: str) -> NDArray[Any]:
        """Rows in an order; equal ones as they come."""
        return np.asarray(rows[np.argsort(self.places[order][rows], kind="stable")])

    def showing(self, record: Record, row: int) -> Record:
        """A record, with what else is shown of it."""
        if not self.shown:
            return record
        told = ((name, texts[row]) for name, texts in self.shown.items())
        more = tuple((name, text) for name, text in told if text is not None)
        return replace(record, values=(*record.values, *more))


def sorting_by(
    rows: Sequence[Mapping[str, Any]], columns: Sequence[str], fields: Sequence[str] = ()
) -> Sorting:
    """Two orders for each of these columns, which records show; some may be fields."""
    places, shown = dict[str, NDArray[Any]](), dict[str, list[str | None]]()
    orders = list[Order]()
    for name in columns:
        texts = [next(values_in(row.get(name)), None) for row in rows]
        ranks, most = _ranks(texts, name)
        shown |= {} if name in fields else {name: texts}
        ends = f"{name} {ASCENDING}", f"{name} {DESCENDING}"
        orders.append(Order(name=ends[0], by=name, reverse=ends[1]))
        orders.append(Order(name=ends[1], by=name, descending=True, reverse=ends[0]))
        places[ends[0]] = np.where(ranks < 0, most, ranks)
        places[ends[1]] = np.where(ranks < 0, most, -ranks)
    return Sorting(orders=tuple(orders), places=places, shown=shown)


def _ranks(texts: Sequence[str | None], name: str) -> tuple[NDArray[Any], int]:
    """Each row's place among the values of a column, -1 without one; and how many values are."""
    distinct = sorted({text for text in texts if text is not None}, key=order_key)
    if not distinct:
        raise BadData(f"no row has a value in the column {name!r}")
    keys = [order_key(text) for text in distinct]
    rank = dict(zip(distinct, np.cumsum([a != b for a, b in _steps(keys)]).tolist(), strict=True))
    return np.array([-1 if text is None else rank[text] for text in texts]), len(distinct)


def _steps(keys: list[Any]) -> list[tuple[Any, Any]]:
    return list(zip([keys[0], *keys], keys, strict=False))
