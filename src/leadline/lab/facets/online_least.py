"""The fewest pages that the paper's online approach can finish with, from the table alone.

It downloads the list of every value, and from each of these lists follows the link of every other
value on it; a query's cluster holds all pages of its list (Algorithms 1 and 2). Two values chosen
in either order have two addresses, so the lists of all pairs are downloaded twice. Leaves out other
orders, further choices and promotions, which it follows as well; and pairs whose list is as long as
that of one value alone, since equal queries may be merged.
"""

from __future__ import annotations

from leadline.lab.sites.faceted_table import FacetTable


def online_least(table: FacetTable, page_size: int) -> int:
    """Pages of the lists of all values, and of all pairs of values in both orders."""
    pages = 0
    for value, rows in enumerate(table.with_value):
        counts = table.counts(rows)
        facet = table.values[value][0]
        first, end = table.spans[facet]
        inner = [int(n) for at, n in enumerate(counts.tolist())
                 if 0 < n < len(rows) and not first <= at < end]  # fmt: skip
        pages += sum(-(-n // page_size) for n in (len(rows), *inner))
    return pages
