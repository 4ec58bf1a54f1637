"""A faceted catalogue as a Web site: lists that are narrowed by following links.

Every list has the values that can still be chosen with their counts, links that take a choice back,
orders, views and pages; each of them keeps the rest of the address. Beside the results stand
entities that have nothing to do with them. An entity's own page does not say its facets.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from http import HTTPStatus
from typing import Literal

from leadline.lab.sites.faceted_ajax import ENDPOINT, SKELETON, as_data
from leadline.lab.sites.faceted_churn import Churn
from leadline.lab.sites.faceted_list import WAYS, Entities, ListParts
from leadline.lab.sites.faceted_panel import PanelParts
from leadline.lab.sites.faceted_ranges import Ranges
from leadline.lab.sites.faceted_script import HOLLOW, PIECE, chosen, piece
from leadline.lab.sites.faceted_shapes import List, Shape, rows_of
from leadline.lab.sites.faceted_table import FacetTable, Rows
from leadline.lab.sites.faceted_trap import MONTH, calendar, with_sessions
from leadline.lab.sites.faceted_urls import MANNERS, ROOT, Addresses, Manner
from leadline.lab.sites.fields import label_of
from leadline.lab.sites.frames import Content, modern
from leadline.lab.sites.markup import esc, number
from leadline.lab.sites.usual import missing, usual
from leadline.lab.sites.visit import Reply, Visit, as_json, html, plain

Widget = Literal["links", "select", "boxes", "slider", "ajax", "script"]
MAP = "sitemap.xml"
AT_HAND = 64  # lists and panels that the pages after them need, too
PLAIN_PAGES = {
    "about": ("About us", "A catalogue to stroll through."),
    "help": ("Help", "Choose what you like on the left; take it back with the cross."),
    "contact": ("Contact", "Write to us if something is missing."),
    "terms": ("Terms of use", "The catalogue may be read by anyone."),
}


@dataclass(frozen=True, kw_only=True)
class FacetedSite:
    """A table behind facets; no list shows more than `limit` entities.

    Where facets are not counted, nothing says how many entities a value has but its list. All
    widgets but links are counted and have addresses in the manner `query`. A trap has sessions in
    all addresses, and a calendar. A site that is `mapped` names a map of all entities to robots.
    """

    table: FacetTable
    manner: Manner = MANNERS[0]
    page_size: int = 20
    limit: int | None = None
    counted: bool = True
    widget: Widget = "links"
    shape: Shape = "flat"
    trap: bool = False
    mapped: bool = False
    churn: Churn | None = None
    name: str = "The Catalogue"
    log: list[tuple[str, str]] = field(default_factory=list)

    @cached_property
    def pages(self) -> FacetedPages:
        """The pages of the site."""
        return FacetedPages(self)

    @cached_property
    def ranges(self) -> Ranges | None:
        """The sliders, if it has any."""
        if self.widget != "slider":
            return None
        names = Addresses(table=self.table).names
        return Ranges(table=self.table, names={f: f"r_{name}" for f, name in names.items()})

    def now(self) -> FacetTable:
        """The table at this moment."""
        return self.table if self.churn is None else self.churn.at(len(self.log))


class FacetedPages:
    """Which page answers which address."""

    def __init__(self, site: FacetedSite) -> None:
        self.site = site
        self.addresses = Addresses(table=site.table, manner=site.manner)
        self.entities = Entities(site.table)
        self.list = ListParts(self.entities, self.addresses, site.page_size, site.limit)
        self.panel = PanelParts(self.addresses, site.shape, site.counted)
        self._rows = lru_cache(AT_HAND)(self._ordered)
        self._panels: dict[Hashable, str] = {}

    def reply(self, visit: Visit) -> Reply:
        """The page at an address."""
        first = visit.part(0)
        if first in ("", ROOT, ENDPOINT, PIECE):
            return self._list(visit)
        if first == "item":
            return self._item(number(visit.part(1), 0) - 1)
        if self.site.mapped and first in ("robots.txt", MAP):
            return (
                self._map(visit.origin) if first == MAP else plain(f"Sitemap: {visit.origin}/{MAP}")
            )
        return usual(first, PLAIN_PAGES, self._page)

    # --- a list -----------------------------------------------------------------------------------

    def _list(self, visit: Visit) -> Reply:
        asked = self._asked(visit)
        if asked is None:
            return missing(self._page)
        if self.site.widget in ("ajax", "script"):
            return self._for_script(visit, asked)
        facet = self.addresses.facet(visit.fields.get("values", ""))
        if facet:
            part = max(1, number(visit.fields.get("part", "")))
            return self._page(label_of(facet), self.panel.all_values(asked, facet, part))
        body = self.list.presentation(asked) + self.list.results(asked) + self.list.pager(asked)
        side = self._side(asked) + self._calendar(visit, asked)
        return self._page("Browse", self.panel.crumbs(asked) + body, side=side)

    def _asked(self, visit: Visit) -> List | None:
        """What a visitor of a list wants to see."""
        table, site = self.site.now(), self.site
        choice = chosen(visit, table) if site.widget == "script" else self.addresses.read(visit)
        if choice is None:
            return None
        shown = {n: t for n, t in visit.fields.items() if t and t in WAYS.get(n, {})}
        rows = self._rows(table, tuple(choice), shown.get("sort", ""))
        if site.ranges is not None:
            shown |= site.ranges.asked(visit.fields)
            rows = site.ranges.within(rows, shown)
        return List(
            table=table,
            choice=tuple(choice),
            shown=shown,
            page=max(1, number(visit.fields.get("page", ""))),
            rows=rows,
            unfolded=self.addresses.facet(visit.fields.get("all", "")),
        )

    def _ordered(self, table: FacetTable, choice: tuple[int, ...], sort: str) -> Rows:
        return self.entities.ordered(rows_of(table, self.site.shape, choice), sort)

    def _for_script(self, visit: Visit, asked: List) -> Reply:
        facets, shape, hollow = self.site.table.facets, self.site.shape, HOLLOW
        if self.site.widget == "ajax":
            hollow = SKELETON
            if visit.part(0) == ENDPOINT:
                return as_json(as_data(asked, self.list, self.addresses, shape, facets))
        elif visit.part(0) == PIECE:
            return html(piece(asked, self.list, shape, facets))
        return self._page("Browse", hollow)

    def _side(self, asked: List) -> str:
        return (f'<aside class="filters"><h2>Narrow your choice</h2>{self.panel.chosen(asked)}'
                f"{self._panel(asked)}</aside>{self.list.promotions(asked)}")  # fmt: skip

    def _panel(self, asked: List) -> str:
        """What can be chosen: the same on all pages of a list."""
        key = asked.table, asked.choice, tuple(asked.shown.items()), asked.unfolded
        if key not in self._panels:
            if len(self._panels) >= AT_HAND:
                self._panels.clear()
            self._panels[key] = self._facets(asked)
        return self._panels[key]

    def _facets(self, asked: List) -> str:
        if self.site.widget in ("select", "boxes"):
            return self.panel.form(asked, self.site.widget)
        ranges = self.site.ranges
        if ranges is None:
            return self.panel.links(asked, self.site.table.facets)
        others = [facet for facet in self.site.table.facets if facet not in ranges.columns]
        kept = {**self.addresses.parameters(asked.choice), **asked.shown}
        return self.panel.links(asked, others) + "".join(ranges.forms(f"/{ROOT}", kept))

    def _calendar(self, visit: Visit, asked: List) -> str:
        if not self.site.trap:
            return ""
        return calendar(asked, self.addresses, visit.fields.get(MONTH, ""))

    def _map(self, origin: str) -> Reply:
        rows = self.site.now().present.tolist()
        urls = "".join(f"<url><loc>{origin}/item/{row + 1}</loc></url>" for row in rows)
        return Reply(body=f"<urlset><url><loc>{origin}/about</loc></url>{urls}</urlset>".encode(),
                     kind="application/xml")  # fmt: skip

    # --- an entity --------------------------------------------------------------------------------

    def _item(self, row: int) -> Reply:
        if row not in self.site.now().present:
            return missing(self._page)
        lines = "".join(
            f'<tr><th scope="row">{esc(label_of(name))}</th><td>{esc(text)}</td></tr>'
            for name, text in self.entities.columns(row)
        )
        return self._page(self.entities.title(row), f'<table class="item-details">{lines}</table>')

    def _page(self, title: str, body: str, status: int = HTTPStatus.OK, *, side: str = "") -> Reply:
        content = Content(name=self.site.name, title=title, head="", body=body, side=side)
        text = modern(content)
        return html(with_sessions(text, len(self.site.log)) if self.site.trap else text, status)
