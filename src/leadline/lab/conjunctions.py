"""The fewest pages that show all records of a form of drop-downs, whoever asks.

Every record has to be shown by some answer, and every answer is that of values for some of the
fields, cut at the limit. So no certificate, with totals or without, by a tree or by answers that
overlap, takes fewer pages than the cheapest set of answers that shows all records; the dual of its
linear relaxation (`bounds`) is below that. What no query shows is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations

import numpy as np

from leadline.lab.best_tree import Codes, codes_of
from leadline.lab.bounds import Pages, lower_bounds, paged
from leadline.lab.world import World
from leadline.model import Kind, Query

MOST = 1_000_000  # rows times sets of fields: more are not looked at


def least_pages(world: World) -> int | None:
    """A lower bound on the pages that show all that can be shown; None where it is too much work.

    Only for drop-downs of which each row has one value at most, in one order of results.
    """
    fields = world.collection.attributes
    if any(field.kind is not Kind.VALUE for field in fields):
        return None
    if world.sorting.orders or world.ranking == "relevance":
        return None
    if world.collection.records * 2 ** len(fields) > MOST or (codes := codes_of(world)) is None:
        return None
    pages = _pages(world, codes)
    shown = len(np.unique(pages.rows)) / world.collection.records
    return lower_bounds(pages, [shown])[shown]


def _pages(world: World, codes: Codes) -> Pages:
    """The pages of all queries that have an answer."""
    order = world.ranked(Query()).astype(np.int64)
    limit = world.limit or len(order)
    places = range(len(codes))
    asked = chain.from_iterable(combinations(places, many) for many in range(len(codes) + 1))
    found = [group[:limit] for fields in asked for group in _groups(world, codes, fields, order)]
    sizes = np.array([len(group) for group in found])
    return paged(np.concatenate(found).astype(np.int32), sizes, world.page_size, len(order))


def _groups(world: World, codes: Codes, fields: tuple[int, ...], order: Codes) -> Iterator[Codes]:
    """The rows of each combination of values of these fields that can be asked for."""
    lacking = [f for f in fields if not world.collection.attributes[f].missing]
    rows = order[(codes[lacking][:, order] >= 0).all(axis=0)] if lacking else order
    if not fields or not len(rows):
        yield from [rows] if len(rows) else []
        return
    _, group = np.unique(codes[list(fields)][:, rows], axis=1, return_inverse=True)
    by_group = np.argsort(group.ravel(), kind="stable")
    ends = np.cumsum(np.bincount(group.ravel()))[:-1]
    yield from np.split(rows[by_group], ends)
