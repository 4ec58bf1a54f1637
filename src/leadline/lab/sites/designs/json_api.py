"""A front page whose form, OpenSearch description and SearchAction all lead to JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cached_property
from http import HTTPStatus

from leadline.lab.sites.design import Design, Handler
from leadline.lab.sites.markup import address, esc
from leadline.lab.sites.site import Item, Shown
from leadline.lab.sites.visit import Reply, Visit, as_json
from leadline.model import Count, Outcome


class JsonApi(Design):
    """Results are data; the records' own pages are HTML."""

    name = "json"
    summary = "an HTML front page with OpenSearch and SearchAction; results come as JSON"
    path = "api"

    @cached_property
    def handlers(self) -> Mapping[str, Handler]:
        return {**super().handlers, "opensearch.xml": self._description}

    def search(self, visit: Visit) -> Reply:
        if visit.part(1) != "search":
            return as_json({"error": "no such resource"}, HTTPStatus.NOT_FOUND)
        return super().search(visit)

    def results(self, shown: Shown) -> Reply:
        outcome, answer = shown.answer.outcome, shown.answer
        if outcome is Outcome.FAILED:
            return as_json({"error": "try again later"}, HTTPStatus.SERVICE_UNAVAILABLE)
        if outcome is Outcome.REFUSED:
            return as_json({"error": self.refusal(shown)}, HTTPStatus.BAD_REQUEST)
        total = {} if answer.total is None else {"total": answer.total}
        loose = {} if answer.count is Count.EXACT else {"total_relation": answer.count.value}
        on = address("/api/search", shown.sent, page=shown.page + 1) if answer.more else None
        return as_json({
            "query": dict(shown.sent), **total, **loose, "page": shown.page,
            "per_page": self.site.world.page_size,
            "results": [self._data(item) for item in shown.items], "next": on,
        })  # fmt: skip

    def _data(self, item: Item) -> dict[str, object]:
        """A record as data; its number gives way to a column that is called the same."""
        columns = {n: ts[0] if len(ts) == 1 else list(ts) for n, ts in item.values if ts}
        return {"id": int(item.id), "url": f"/item/{item.id}", **columns}

    def search_form(self, sent: Mapping[str, str]) -> str:
        form = super().search_form(sent).replace('action="/api"', 'action="/api/search"')
        return f'{form}<p class="hint">Answers are JSON; add <code>page=2</code> to go on.</p>'

    def head(self) -> str:
        return (f'<link rel="search" type="application/opensearchdescription+xml" '
                f'title="{esc(self.site.name)}" href="/opensearch.xml">')  # fmt: skip

    def home(self, visit: Visit) -> Reply:
        body = f"<p>An open API.</p>{self.search_form({})}{self._action(visit.origin)}"
        return self.page(self.site.name, body)

    def _action(self, origin: str) -> str:
        """The search as an action of schema.org."""
        target = f"{origin}/api/search?{self.site.fields[0].param}={{search_term_string}}"
        action = {
            "@context": "https://schema.org", "@type": "WebSite", "name": self.site.name,
            "url": f"{origin}/",
            "potentialAction": {
                "@type": "SearchAction",
                "target": {"@type": "EntryPoint", "urlTemplate": target},
                "query-input": "required name=search_term_string",
            },
        }  # fmt: skip
        data = json.dumps(action).replace("<", "\\u003c")
        return f'<script type="application/ld+json">{data}</script>'

    def _description(self, visit: Visit) -> Reply:
        param = esc(self.site.fields[0].param)
        base = esc(f"{visit.origin}/api/search")
        text = (
            '<?xml version="1.0" encoding="UTF-8"?>'
            '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">'
            f"<ShortName>{esc(self.site.name)}</ShortName><Description>Search</Description>"
            f'<Url type="application/json" template="{base}?{param}={{searchTerms}}'
            '&amp;page={startPage?}"/></OpenSearchDescription>'
        )
        kind = "application/opensearchdescription+xml"
        return Reply(body=text.encode("utf-8", "replace"), kind=kind)
