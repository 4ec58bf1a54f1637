"""Cards: articles whose headings lead to the record, "Found 808 results", previous and next.

The words that were asked for are highlighted; a box at the side has searches that others made.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from leadline.lab.sites.frames import shop
from leadline.lab.sites.listing import Listing
from leadline.lab.sites.markup import counted, esc, href, marked
from leadline.lab.sites.site import Item, Shown

POPULAR = 6


class Cards(Listing):
    """A few columns in the list, all of them on the record's own page."""

    name = "cards"
    summary = 'articles with headings, few columns, "Found 808 results", previous and next'
    around = staticmethod(shop)
    listed = 4

    def search_form(self, sent: Mapping[str, str]) -> str:
        inputs = "".join(
            f'<input type="search" class="form-control" name="{esc(field.param)}" '
            f'placeholder="Search {esc(field.label.lower())}…" aria-label="{esc(field.label)}" '
            f'value="{esc(sent.get(field.param, ""))}">'
            for field in self.site.fields
        )
        return (f'<form class="navbar-form" action="/{self.path}"><div class="input-group">'
                f'{inputs}<button class="btn btn-primary" type="submit">🔍</button>'
                f"</div></form>")  # fmt: skip

    def total(self, shown: Shown) -> str:
        if shown.answer.total is None:
            return ""
        much = counted(shown.answer.total, shown.answer.count)
        noun = "result" if shown.answer.total == 1 else "results"
        return f'<h2 class="page-header">Found <strong>{much}</strong> {noun}</h2>'

    def records(self, shown: Shown) -> str:
        cards = "".join(self._card(item, shown) for item in shown.items)
        return f'<div class="row product-grid">{cards}</div>'

    def _card(self, item: Item, shown: Shown) -> str:
        asked = {word for _, word in shown.query.predicates}
        link = self.item_url(item, shown)
        lines = "".join(
            f'<p class="card-text text-{place}">{marked(", ".join(texts), asked)}</p>'
            for place, (_, texts) in enumerate(item.values[1:], 1)
            if texts
        )
        return (f'<article class="card"><div class="card-body"><h3 class="card-title">'
                f'<a href="{link}">{marked(item.title, asked)}</a></h3>{lines}'
                f'<a class="btn btn-sm" href="{link}">Details</a></div></article>')  # fmt: skip

    def pager(self, shown: Shown) -> str:
        links = list[str]()
        if shown.page > 1:
            back = self.page_url(shown, shown.page - 1)
            links.append(f'<li class="previous"><a rel="prev" href="{back}">‹ previous</a></li>')
        if shown.last > 1:
            links.append(f'<li class="current">Page {shown.page} of {shown.last}</li>')
        if shown.answer.more:
            on = self.page_url(shown, shown.page + 1)
            links.append(f'<li class="next"><a rel="next" href="{on}">next ›</a></li>')
        return f'<ul class="pager">{"".join(links)}</ul>' if links else ""

    def side(self) -> str:
        return self._popular

    @cached_property
    def _popular(self) -> str:
        found = self.site.world.collection
        common = found.frequency.argsort(kind="stable")[::-1][:POPULAR].tolist()
        links = "".join(
            self._search(found.attribute[value], found.names[value]) for value in common
        )
        return (f'<aside class="sidebar"><h4>Popular searches</h4><ul class="list-group">{links}'
                f"</ul></aside>")  # fmt: skip

    def _search(self, attribute: int, text: str) -> str:
        link = href(f"/{self.path}", {self.site.fields[attribute].param: text})
        return f'<li class="list-group-item"><a href="{link}">{esc(text)}</a></li>'
