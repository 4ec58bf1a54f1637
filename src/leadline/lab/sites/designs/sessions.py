"""A search opens a result set within a session; its pages and links are good only there.

The session is in a cookie. Each search gets a set of its own, whose random name stands in all
addresses, those of the records too; without the cookie a set has expired.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property

from leadline.lab.sites.design import Handler
from leadline.lab.sites.frames import office
from leadline.lab.sites.listing import Listing
from leadline.lab.sites.markup import counted, esc, href, joined
from leadline.lab.sites.site import Item, Shown, Site
from leadline.lab.sites.visit import Reply, Visit, redirect

COOKIE = "CATSESSION"
MOST_SETS = 20_000


class Sessions(Listing):
    """As in library catalogues: a keyword box, selects, and numbered hits."""

    name = "sessions"
    summary = "keyword box and selects; results live in a session, whose id is in every address"
    around = staticmethod(office)
    form = "mixed"
    keyword = "term"
    listed = 3

    def __init__(self, site: Site) -> None:
        super().__init__(site)
        self._sets: OrderedDict[str, tuple[str, Mapping[str, str]]] = OrderedDict()

    @cached_property
    def handlers(self) -> Mapping[str, Handler]:
        return {**super().handlers, "results": self._results}

    def search(self, visit: Visit) -> Reply:
        """Open a result set and lead to it."""
        session = visit.cookies.get(COOKIE) or secrets.token_hex(8)
        opened = secrets.token_hex(6)
        self._sets[opened] = (session, dict(visit.fields))
        if len(self._sets) > MOST_SETS:
            self._sets.popitem(last=False)
        cookie = ("Set-Cookie", f"{COOKIE}={session}; Path=/; HttpOnly")
        return redirect(f"/results?s={opened}", *(() if COOKIE in visit.cookies else (cookie,)))

    def _results(self, visit: Visit) -> Reply:
        session, sent = self._sets.get(visit.fields.get("s", ""), ("", {}))
        if not session or visit.cookies.get(COOKIE) != session:
            sorry = '<p>Your session has expired. Please <a href="/">search again</a>.</p>'
            return self.page("Session expired", sorry)
        shown = self.site.look(sent, self.page_of(visit))
        return self.results(replace(shown, sent={**shown.sent, "s": visit.fields["s"]}))

    def page_url(self, shown: Shown, page: int) -> str:
        return href("/results", {"s": shown.sent["s"]}, page=page)

    def item_url(self, item: Item, shown: Shown) -> str:
        return href(f"/item/{item.id}", {"s": shown.sent["s"]})

    def nothing(self, shown: Shown) -> str:
        return "Your search had no hits. Check the spelling or use fewer words."

    def total(self, shown: Shown) -> str:
        if shown.answer.total is None or not shown.items:
            return ""
        much = counted(shown.answer.total, shown.answer.count)
        last = shown.first + len(shown.items) - 1
        return f'<div id="hitcount">Hits {shown.first}–{last} of {much}</div>'

    def records(self, shown: Shown) -> str:
        rows = "".join(
            f'<tr class="hit{place % 2}"><td class="no">{shown.first + place}.</td>'
            f'<td><a href="{self.item_url(item, shown)}">{esc(item.title)}</a><br>'
            f"<i>{' / '.join(joined(texts) for _, texts in item.values[1:] if texts)}</i></td></tr>"
            for place, item in enumerate(shown.items)
        )
        return f'<table id="hitlist">{rows}</table>'
