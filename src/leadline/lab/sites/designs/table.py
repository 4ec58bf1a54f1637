"""A table with a header row, a keyword box, numbered pages and "1 - 10 of 808"."""

from __future__ import annotations

from leadline.lab.sites.fields import label_of
from leadline.lab.sites.listing import Listing
from leadline.lab.sites.markup import counted, esc, joined
from leadline.lab.sites.site import Item, Shown


class Table(Listing):
    """Columns as columns; the heading of each row leads to the record's own page."""

    name = "table"
    summary = 'a table with a header row, keyword box, numbered pages, "1 - 10 of 808"'

    def total(self, shown: Shown) -> str:
        if not shown.items:
            return ""
        last = shown.first + len(shown.items) - 1
        total, count = shown.answer.total, shown.answer.count
        of = "" if total is None else f" of {counted(total, count)}"
        return f'<p class="result-range">{shown.first:,} - {last:,}{of}</p>'

    def records(self, shown: Shown) -> str:
        head = "".join(f'<th scope="col">{esc(label_of(name))}</th>' for name in self.site.listed)
        rows = "".join(self._row(item, shown) for item in shown.items)
        return (f'<table class="table results"><thead><tr>{head}</tr></thead>'
                f"<tbody>{rows}</tbody></table>")  # fmt: skip

    def _row(self, item: Item, shown: Shown) -> str:
        link = f'<td><a href="{self.item_url(item, shown)}">{esc(item.title)}</a></td>'
        cells = (f"<td>{joined(texts)}</td>" for _, texts in item.values[1:])
        return f"<tr>{link}{''.join(cells)}</tr>"
