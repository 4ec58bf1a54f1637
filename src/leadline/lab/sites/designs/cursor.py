"""Pages by an opaque cursor: "Next page" and nothing else.

The cursor names the last record shown and is signed for its query: keyset paging, so that there is
no page number to count up.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from hashlib import blake2s
from http import HTTPStatus

import numpy as np

from leadline.lab.sites.fields import query_of
from leadline.lab.sites.listing import Listing
from leadline.lab.sites.markup import esc, href
from leadline.lab.sites.site import Item, Shown
from leadline.lab.sites.visit import Reply, Visit
from leadline.model import Query

SIGNATURE = 6  # bytes


class Cursor(Listing):
    """One block of labelled values per record."""

    name = "cursor"
    summary = 'keyword box; an opaque "Next page" link and no page numbers'
    keyword = "_search"
    path = "records"

    def search(self, visit: Visit) -> Reply:
        page = self._page(visit.fields)
        if page is None:
            sorry = "<p>The cursor is not valid for this query.</p>"
            return self.page("Bad request", sorry, HTTPStatus.BAD_REQUEST)
        return self.results(self.site.look(visit.fields, page))

    def _page(self, sent: Mapping[str, str]) -> int | None:
        """The page after the record that the cursor names; None where it is not ours."""
        if not sent.get("after"):
            return 1
        query = query_of(self.site.fields, sent)
        row = row_after(sent["after"], query)
        if row is None:
            return None
        place = np.flatnonzero(self.site.world.ranked(query) == row)
        return (int(place[0]) + 1) // self.site.world.page_size + 1 if len(place) else None

    def pager(self, shown: Shown) -> str:
        if not shown.answer.more:
            return ""
        after = cursor_at(int(shown.items[-1].id) - 1, shown.query)
        on = href(f"/{self.path}", shown.sent, after=after)
        return f'<p class="paging"><a href="{on}">Next page</a></p>'

    def records(self, shown: Shown) -> str:
        return "".join(self._block(item, shown) for item in shown.items)

    def _block(self, item: Item, shown: Shown) -> str:
        values = "".join(
            f'<div class="pair"><span class="k">{esc(label)}</span>'
            + "".join(f'<span class="v">{esc(text)}</span>' for text in texts)
            + "</div>"
            for label, texts in item.labelled()
        )
        link = self.item_url(item, shown)
        return f'<div class="rec" id="r{item.id}">{values}<a href="{link}">Permalink</a></div>'


def cursor_at(row: int, query: Query) -> str:
    """The cursor that goes on after a row of a query."""
    name = row.to_bytes(5, "big")
    return base64.urlsafe_b64encode(name + _signature(name, query)).decode().rstrip("=")


def row_after(cursor: str, query: Query) -> int | None:
    """The row after which a cursor goes on, if it is one of this query."""
    try:
        data = base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4))
    except ValueError:
        return None
    name, signature = data[:5], data[5:]
    return int.from_bytes(name, "big") if signature == _signature(name, query) else None


def _signature(name: bytes, query: Query) -> bytes:
    text = repr(query.predicates).encode("utf-8", "replace")
    return blake2s(name + text, digest_size=SIGNATURE).digest()
