"""The first results, and a button whose data-url has the next ones as a piece of HTML."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from leadline.lab.sites.design import Handler
from leadline.lab.sites.frames import shop
from leadline.lab.sites.listing import Listing
from leadline.lab.sites.markup import esc, href, joined, number
from leadline.lab.sites.site import Item, Shown
from leadline.lab.sites.visit import Reply, Visit, html

SCRIPT = """<script>
document.addEventListener('click', async event => {
  const button = event.target.closest('.load-more');
  if (!button) return;
  const reply = await fetch(button.dataset.url);
  button.outerHTML = await reply.text();
});
</script>"""


class LoadMore(Listing):
    """The button is replaced by what its address returns: more tiles, and the next button."""

    name = "load-more"
    summary = "keyword box; a button whose data-url returns the next results as a piece of HTML"
    around = staticmethod(shop)
    keyword = "query"

    @cached_property
    def handlers(self) -> Mapping[str, Handler]:
        return {**super().handlers, "more": self._more}

    def page_of(self, visit: Visit) -> int:
        return number(visit.fields.get("offset", ""), 0) // self.site.world.page_size + 1

    def _more(self, visit: Visit) -> Reply:
        shown = self.site.look(visit.fields, self.page_of(visit))
        return html(self._tiles(shown) + self._button(shown))

    def records(self, shown: Shown) -> str:
        return f'<div id="tiles" class="tiles">{self._tiles(shown)}{self._button(shown)}</div>'

    def pager(self, shown: Shown) -> str:
        return SCRIPT

    def _button(self, shown: Shown) -> str:
        if not shown.answer.more:
            return ""
        on = href("/more", shown.sent, offset=shown.page * self.site.world.page_size)
        return f'<button type="button" class="load-more" data-url="{on}">Load more</button>'

    def _tiles(self, shown: Shown) -> str:
        return "".join(self._tile(item, shown) for item in shown.items)

    def _tile(self, item: Item, shown: Shown) -> str:
        lines = "".join(
            f'<li data-field="{esc(label)}"><b>{esc(label)}</b> {joined(texts)}</li>'
            for label, texts in item.labelled()[1:]
        )
        return (f'<div class="tile" data-id="{item.id}"><a class="tile__title" '
                f'href="{self.item_url(item, shown)}">{esc(item.title)}</a>'
                f'<ul class="tile__facts">{lines}</ul></div>')  # fmt: skip
