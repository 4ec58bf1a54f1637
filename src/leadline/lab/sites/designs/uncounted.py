"""Numbered pages in the path, and never a word about how many there are."""

from __future__ import annotations

from leadline.lab.sites.frames import blog
from leadline.lab.sites.listing import Listing
from leadline.lab.sites.markup import esc, href, joined, number
from leadline.lab.sites.site import Item, Shown
from leadline.lab.sites.visit import Visit


class Uncounted(Listing):
    """A directory with a form; the pager shows only the pages next to the open one."""

    name = "uncounted"
    summary = "numbered pages without any total, a form of selects and boxes"
    around = staticmethod(blog)
    form = "fields"
    path = "directory"

    def page_of(self, visit: Visit) -> int:
        return max(1, number(visit.part(2))) if visit.part(1) == "page" else 1

    def page_url(self, shown: Shown, page: int) -> str:
        path = f"/{self.path}/page/{page}" if page > 1 else f"/{self.path}"
        return href(path, shown.sent)

    def total(self, shown: Shown) -> str:
        return ""

    def records(self, shown: Shown) -> str:
        items = "\n  ".join(self._entry(item, shown) for item in shown.items)
        return f'<div class="listing">{items}</div>'

    def _entry(self, item: Item, shown: Shown) -> str:
        lines = "<br>".join(
            f"<strong>{esc(label)}:</strong> {joined(texts)}"
            for label, texts in item.labelled()[1:]
        )
        return (f'<div class="listing-item"><h3><a href="{self.item_url(item, shown)}">'
                f"{esc(item.title)}</a></h3><p>{lines}</p></div>")  # fmt: skip

    def pager(self, shown: Shown) -> str:
        near = [n for n in range(shown.page - 2, shown.page + 3) if 1 <= n <= shown.last]
        if len(near) < 2:
            return ""
        links = " ".join(
            f'<span class="page-numbers current">{n}</span>' if n == shown.page
            else f'<a class="page-numbers" href="{self.page_url(shown, n)}">{n}</a>'
            for n in near
        )  # fmt: skip
        return f'<nav class="navigation pagination">{links}</nav>'
