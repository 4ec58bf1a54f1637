"""The list of a faceted page: its results, its orders and views, its pages, and promotions.

Promotions are entities that have nothing to do with the list.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache

import numpy as np

from leadline.lab.sites.faceted_shapes import List
from leadline.lab.sites.faceted_table import FacetTable, Rows
from leadline.lab.sites.faceted_urls import Addresses
from leadline.lab.sites.markup import esc, window
from leadline.lab.table import Row, values_in

SORTS = {"": "Relevance", "title": "Title", "newest": "Newest"}
VIEWS = {"": "List", "grid": "Grid"}
WAYS = {"sort": SORTS, "view": VIEWS}
PROMOTED = 4
ENTRIES = 200_000  # that are written once for all the lists they are on
SHOWN = 2  # columns of an entity beside its heading, none of them a facet


class Entities:
    """What is shown of the rows of a table, which keep their titles whatever changes."""

    def __init__(self, table: FacetTable) -> None:
        self.table = table

    def columns(self, row: int) -> list[tuple[str, str]]:
        """What is shown of an entity: neither its heading nor its facets."""
        content: Row = self.table.rows[row]
        hidden = {*self.table.facets, self.table.heading}
        named = ((n, "; ".join(values_in(v))) for n, v in content.items() if n not in hidden)
        return [(name, text) for name, text in named if text]

    def title(self, row: int) -> str:
        """The heading of an entity; a bare number is none."""
        found = "; ".join(values_in(self.table.rows[row].get(self.table.heading)))
        return found if any(c.isalpha() for c in found) else f"No. {row + 1}"

    def ordered(self, rows: Rows, sort: str) -> Rows:
        """Rows in an order."""
        if sort == "newest":
            return rows[::-1]
        return rows[np.argsort(self._by[sort][rows], kind="stable")]

    @cached_property
    def _by(self) -> dict[str, Rows]:
        """The place of each row in each order."""
        titles = sorted(range(len(self.table.rows)), key=self.title)
        mixed = np.random.default_rng(len(titles)).permutation(len(titles))
        return {"": mixed, "title": np.argsort(np.array(titles, np.int64))}


class ListParts:
    """The parts of a list page."""

    def __init__(
        self, entities: Entities, addresses: Addresses, page_size: int, limit: int | None
    ) -> None:
        self.entities, self.addresses = entities, addresses
        self.page_size, self.limit = page_size, limit
        self._entries = lru_cache(ENTRIES)(self._entry)

    def visible(self, asked: List) -> list[int]:
        """The rows on the page that is asked for."""
        end = asked.page * self.page_size
        rows: list[int] = asked.rows[: self.limit][end - self.page_size : end].tolist()
        return rows

    def last(self, asked: List) -> int:
        """The number of the last page."""
        return -(-len(asked.rows[: self.limit]) // self.page_size)

    def results(self, asked: List) -> str:
        """How many there are, and those of the page."""
        if not len(asked.rows):
            return '<p class="message no-results">Nothing matches.</p>'
        kind = "grid" if asked.shown.get("view") else "list"
        entries = "".join(map(self._entries, self.visible(asked)))
        return (f'<p class="total">{len(asked.rows):,} results</p>'
                f'<ol class="results {kind}">{entries}</ol>')  # fmt: skip

    def _entry(self, row: int) -> str:
        title = esc(self.entities.title(row))
        shown = self.entities.columns(row)[:SHOWN]
        lines = "".join(f"<p>{esc(text[:160])}</p>" for _, text in shown)
        return f'<li class="entry"><h3><a href="/item/{row + 1}">{title}</a></h3>{lines}</li>'

    def presentation(self, asked: List) -> str:
        """The orders and views, each keeping the rest of the address."""
        groups = (("sort", "Sort by", SORTS), ("view", "View as", VIEWS))
        return "".join(self._ways(asked, *group) for group in groups)

    def _ways(self, asked: List, name: str, label: str, ways: Mapping[str, str]) -> str:
        now = asked.shown.get(name, "")
        items = []
        for way, text in ways.items():
            shown = {n: t for n, t in {**asked.shown, name: way}.items() if t}
            link = esc(self.addresses.write(asked.choice, shown))
            items.append(f"<b>{text}</b>" if way == now else f'<a href="{link}">{text}</a>')
        return f'<p class="{name}">{label}: {" | ".join(items)}</p>'

    def pager(self, asked: List) -> str:
        """The links to the other pages."""
        last = self.last(asked)
        if last < 2:
            return ""
        links = [self._page_link(asked, n) for n in window(asked.page, last)]
        if asked.page < last:
            links.append(self._page_link(asked, asked.page + 1, "Next", ' rel="next"'))
        return f'<nav class="pagination">{" ".join(links)}</nav>'

    def _page_link(self, asked: List, n: int | None, text: str = "", more: str = "") -> str:
        if n is None or (n == asked.page and not text):
            return f"<span>{n or '…'}</span>"
        shown = {**asked.shown, **({"page": str(n)} if n > 1 else {})}
        link = esc(self.addresses.write(asked.choice, shown))
        return f'<a href="{link}"{more}>{text or n}</a>'

    def promotions(self, asked: List) -> str:
        """Entities that are the same on most pages, whatever was chosen."""
        there = asked.table.present
        step = max(1, len(there) // PROMOTED)
        some = [int(there[(asked.page + n * step) % len(there)]) for n in range(PROMOTED)]
        links = "".join(
            f'<li><a href="/item/{row + 1}">{esc(self.entities.title(row))}</a></li>'
            for row in dict.fromkeys(some)
        )
        return f'<aside class="promotions"><h3>Popular now</h3><ul>{links}</ul></aside>'
