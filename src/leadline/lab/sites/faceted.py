"""A faceted catalogue as a Web site: lists that are narrowed by following links.

Every list has the values that can still be chosen with their counts, links that take a choice back,
orders, views and pages; each of them keeps the rest of the address. Beside the results stand
entities that have nothing to do with them. An entity's own page does not say its facets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from http import HTTPStatus
from itertools import groupby
from typing import Literal

import numpy as np

from leadline.lab.sites.faceted_table import FacetTable, Rows
from leadline.lab.sites.faceted_urls import MANNERS, ROOT, Addresses, Manner
from leadline.lab.sites.fields import label_of
from leadline.lab.sites.frames import Content, modern
from leadline.lab.sites.markup import esc, number, window
from leadline.lab.sites.style import CSS
from leadline.lab.sites.visit import Reply, Visit, html, plain
from leadline.lab.table import Row, values_in

Widget = Literal["links", "select", "boxes"]
SORTS = {"": "Relevance", "title": "Title", "newest": "Newest"}
VIEWS = {"": "List", "grid": "Grid"}
PROMOTED = 4
SHOWN = 2  # columns of an entity beside its heading, none of them a facet
PLAIN_PAGES = {
    "about": ("About us", "A catalogue to stroll through."),
    "help": ("Help", "Choose what you like on the left; take it back with the cross."),
    "contact": ("Contact", "Write to us if something is missing."),
    "terms": ("Terms of use", "The catalogue may be read by anyone."),
}


@dataclass(frozen=True, kw_only=True)
class FacetedSite:
    """A table behind facets; no list shows more than `limit` entities.

    Where facets are not counted, nothing says how many entities a value has but its list.
    Drop-downs and check-boxes are a form with a button, always counted, with addresses in the
    manner `query`.
    """

    table: FacetTable
    manner: Manner = MANNERS[0]
    page_size: int = 20
    limit: int | None = None
    counted: bool = True
    widget: Widget = "links"
    name: str = "The Catalogue"
    log: list[tuple[str, str]] = field(default_factory=list)

    @cached_property
    def pages(self) -> FacetedPages:
        """The pages of the site."""
        return FacetedPages(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class List:
    """What a visitor of a list asked for, and which rows that are, in their order."""

    choice: Sequence[int]
    shown: Mapping[str, str]
    page: int
    rows: Rows


class FacetedPages:
    """Which page answers which address."""

    def __init__(self, site: FacetedSite) -> None:
        self.site = site
        self.table = site.table
        self.addresses = Addresses(table=site.table, manner=site.manner)

    def reply(self, visit: Visit) -> Reply:
        """The page at an address."""
        first = visit.part(0)
        if first in ("", ROOT):
            return self._list(visit)
        if first == "item":
            return self._item(number(visit.part(1), 0) - 1)
        if first == "robots.txt":
            return plain("User-agent: *\nDisallow: /admin/\n")
        if first == "site.css":
            return Reply(body=CSS.encode(), kind="text/css")
        if first in PLAIN_PAGES:
            title, text = PLAIN_PAGES[first]
            return self._page(title, f"<p>{text}</p>")
        return self._missing()

    def _list(self, visit: Visit) -> Reply:
        choice = self.addresses.read(visit)
        if choice is None:
            return self._missing()
        known = {"sort": SORTS, "view": VIEWS}
        shown = {n: t for n, t in visit.fields.items() if t and t in known.get(n, {})}
        page = max(1, number(visit.fields.get("page", "")))
        rows = self._ordered(self.table.chosen(choice), shown.get("sort", ""))
        asked = List(choice=choice, shown=shown, page=page, rows=rows)
        body = self._presentation(asked) + self._results(asked) + self._pager(asked)
        return self._page("Browse", body, side=self._side(asked))

    def _ordered(self, rows: Rows, sort: str) -> Rows:
        if sort == "newest":
            return rows[::-1]
        return rows[np.argsort(self._by[sort][rows], kind="stable")]

    @cached_property
    def _by(self) -> dict[str, Rows]:
        """The place of each row in each order."""
        titles = sorted(range(len(self.table.rows)), key=self._title)
        mixed = np.random.default_rng(len(titles)).permutation(len(titles))
        return {"": mixed, "title": np.argsort(np.array(titles, np.int64))}

    # --- the list ---------------------------------------------------------------------------------

    def _results(self, asked: List) -> str:
        if not len(asked.rows):
            return '<p class="message no-results">Nothing matches.</p>'
        size = self.site.page_size
        visible = asked.rows[: self.site.limit]
        rows = visible[(asked.page - 1) * size : asked.page * size].tolist()
        kind = "grid" if asked.shown.get("view") else "list"
        entries = "".join(self._entry(row) for row in rows)
        return (f'<p class="total">{len(asked.rows):,} results</p>'
                f'<ol class="results {kind}">{entries}</ol>')  # fmt: skip

    def _entry(self, row: int) -> str:
        lines = "".join(f"<p>{esc(text[:160])}</p>" for _, text in self._columns(row)[:SHOWN])
        return (f'<li class="entry"><h3><a href="/item/{row + 1}">{esc(self._title(row))}</a></h3>'
                f"{lines}</li>")  # fmt: skip

    def _presentation(self, asked: List) -> str:
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

    def _pager(self, asked: List) -> str:
        visible = len(asked.rows[: self.site.limit])
        last = -(-visible // self.site.page_size)
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

    # --- beside it --------------------------------------------------------------------------------

    def _side(self, asked: List) -> str:
        return (f'<aside class="filters"><h2>Narrow your choice</h2>{self._chosen(asked)}'
                f"{self._facets(asked)}</aside>{self._promotions(asked)}")  # fmt: skip

    def _chosen(self, asked: List) -> str:
        if not asked.choice:
            return ""
        items = []
        for value in asked.choice:
            rest = [other for other in asked.choice if other != value]
            facet, text = self.table.values[value]
            link = esc(self.addresses.write(rest, asked.shown))
            items.append(f"<li>{esc(label_of(facet))}: {esc(text)} "
                         f'<a href="{link}" title="Remove">✕</a></li>')  # fmt: skip
        clear = esc(self.addresses.write([], asked.shown))
        return (f'<ul class="chosen">{"".join(items)}</ul>'
                f'<p><a class="clear" href="{clear}">Clear all filters</a></p>')  # fmt: skip

    def _facets(self, asked: List) -> str:
        counts = self.table.counts(asked.rows)
        if self.site.widget != "links":
            return self._form(asked, counts)
        left = [v for v in np.flatnonzero(counts).tolist() if v not in asked.choice]
        groups = groupby(enumerate(left, 1), key=lambda at: self.table.values[at[1]][0])
        return "".join(
            f'<section class="facet"><h3>{esc(label_of(facet))}</h3><ul>'
            + "".join(self._value(asked, v, int(counts[v]), place) for place, v in values)
            + "</ul></section>"
            for facet, values in groups
        )

    def _form(self, asked: List, counts: Rows) -> str:
        """All facets as one form with a button; a facet keeps what is chosen of it."""
        groups = groupby(
            np.flatnonzero(counts).tolist(), key=lambda value: self.table.values[value][0]
        )
        parts = "".join(
            self._control(facet, [(v, int(counts[v]), v in asked.choice) for v in values])
            for facet, values in groups
        )
        return f'<form action="/{ROOT}" method="get">{parts}<button>Apply</button></form>'

    def _control(self, facet: str, values: Sequence[tuple[int, int, bool]]) -> str:
        name, label = esc(self.addresses.names[facet]), esc(label_of(facet))
        texts = [(esc(self.table.values[v][1]), f" ({count:,})", on) for v, count, on in values]
        if self.site.widget == "select":
            options = "".join(
                f'<option value="{text}"{" selected" if on else ""}>{text}{count}</option>'
                for text, count, on in texts
            )
            return (f'<p><label for="{name}">{label}</label> <select id="{name}" name="{name}">'
                    f'<option value="">Any</option>{options}</select></p>')  # fmt: skip
        boxes = "".join(
            f'<label><input type="checkbox" name="{name}" value="{text}"'
            f"{' checked' if on else ''}> {text}{count}</label>"
            for text, count, on in texts
        )
        return f"<fieldset><legend>{label}</legend>{boxes}</fieldset>"

    def _value(self, asked: List, value: int, count: int, place: int) -> str:
        link = esc(self.addresses.write([*asked.choice, value], asked.shown, place))
        text = esc(self.table.values[value][1])
        if not self.site.counted:
            return f'<li><a href="{link}">{text}</a></li>'
        return f'<li><a href="{link}">{text}</a> <span class="count">({count:,})</span></li>'

    def _promotions(self, asked: List) -> str:
        """Entities that are the same on most pages, whatever was chosen."""
        step = max(1, len(self.table.rows) // PROMOTED)
        some = [(asked.page + n * step) % len(self.table.rows) for n in range(PROMOTED)]
        links = "".join(
            f'<li><a href="/item/{row + 1}">{esc(self._title(row))}</a></li>'
            for row in dict.fromkeys(some)
        )
        return f'<aside class="promotions"><h3>Popular now</h3><ul>{links}</ul></aside>'

    # --- an entity --------------------------------------------------------------------------------

    def _item(self, row: int) -> Reply:
        if not 0 <= row < len(self.table.rows):
            return self._missing()
        lines = "".join(
            f'<tr><th scope="row">{esc(label_of(name))}</th><td>{esc(text)}</td></tr>'
            for name, text in self._columns(row)
        )
        return self._page(self._title(row), f'<table class="item-details">{lines}</table>')

    def _columns(self, row: int) -> list[tuple[str, str]]:
        """What is shown of an entity: neither its heading nor its facets."""
        content: Row = self.table.rows[row]
        hidden = {*self.table.facets, self.table.heading}
        named = ((n, "; ".join(values_in(v))) for n, v in content.items() if n not in hidden)
        return [(name, text) for name, text in named if text]

    def _title(self, row: int) -> str:
        """The heading of an entity; a bare number is none."""
        found = "; ".join(values_in(self.table.rows[row].get(self.table.heading)))
        return found if any(c.isalpha() for c in found) else f"No. {row + 1}"

    def _missing(self) -> Reply:
        text = "<p>The page you asked for does not exist.</p>"
        return self._page("Page not found", text, HTTPStatus.NOT_FOUND)

    def _page(self, title: str, body: str, status: int = HTTPStatus.OK, *, side: str = "") -> Reply:
        content = Content(name=self.site.name, title=title, head="", body=body, side=side)
        return html(modern(content), status)
