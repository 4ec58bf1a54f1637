"""A definition list for each record, and a form of selects and boxes; pages count from 0.

At the side are the commonest values of a column with their numbers, as links that ask for them.
"""

from __future__ import annotations

from functools import cached_property

from leadline.lab.sites.fields import Field
from leadline.lab.sites.frames import office
from leadline.lab.sites.listing import Listing
from leadline.lab.sites.markup import counted, esc, href, number
from leadline.lab.sites.site import Item, Shown
from leadline.lab.sites.visit import Visit

VALUES = 10


class Definitions(Listing):
    """Each column that a record has as a term, each value as its definition."""

    name = "definitions"
    summary = "a definition list per record, a form of selects and boxes, values with counts beside"
    around = staticmethod(office)
    form = "fields"
    path = "browse"

    def page_of(self, visit: Visit) -> int:
        return number(visit.fields.get("p", ""), 0) + 1

    def page_url(self, shown: Shown, page: int) -> str:
        return href(f"/{self.path}", shown.sent, p=page - 1)

    def total(self, shown: Shown) -> str:
        if shown.answer.total is None:
            return ""
        much = counted(shown.answer.total, shown.answer.count)
        return f'<div id="hits">Your search returned {much} entries.</div>'

    def records(self, shown: Shown) -> str:
        return "\n".join(self._record(item, shown) for item in shown.items)

    def _record(self, item: Item, shown: Shown) -> str:
        terms = "".join(
            f"<dt>{esc(label)}</dt>" + "".join(f"<dd>{esc(text)}</dd>" for text in texts)
            for label, texts in item.labelled()
        )
        link = f'<dd class="more"><a href="{self.item_url(item, shown)}">Full entry</a></dd>'
        return f'<dl class="record">{terms}{link}</dl>'

    def side(self) -> str:
        return self._values

    @cached_property
    def _values(self) -> str:
        boxes = "".join(self._box(field) for field in self.site.fields if field.options)
        return f'<aside id="refine">{boxes}</aside>'

    def _box(self, field: Field) -> str:
        collection = self.site.world.collection
        counts = {
            o: len(collection.rows(collection.ids[field.attribute, o])) for o in field.options
        }
        common = sorted(counts, key=lambda option: -counts[option])[:VALUES]
        links = "".join(
            f'<li><a href="{href(f"/{self.path}", {field.param: option})}">{esc(option)}</a> '
            f'<span class="count">({counts[option]})</span></li>'
            for option in common
        )
        return f"<h4>{esc(field.label)}</h4><ul>{links}</ul>"
