"""Results in the order that one chooses: from a list in the form, or by links above them."""

from __future__ import annotations

from collections.abc import Mapping

from leadline.lab.sites.designs.ranges import Ranges
from leadline.lab.sites.fields import label_of
from leadline.lab.sites.markup import esc, href
from leadline.lab.sites.site import Shown
from leadline.model import Order

SORT = "sort"


class Sorted(Ranges):
    """A box for words, selects, and a list of orders; no ranges."""

    name = "sorted"
    summary = 'a list of orders beside a box and selects; "only the first 100 are shown"'
    form = "mixed"
    kept = (SORT,)
    sorts = True

    def order(self, sent: Mapping[str, str]) -> str:
        return self._codes.get(sent.get(SORT, ""), "")

    @property
    def _codes(self) -> dict[str, str]:
        return {_code(order): order.name for order in self.site.world.interface.orders}

    def _choices(self) -> list[tuple[str, str]]:
        """What each order sends, and what people read; the usual one first."""
        orders = self.site.world.interface.orders
        return [("", "Best match"), *((_code(one), _label(one)) for one in orders)]

    def search_form(self, sent: Mapping[str, str]) -> str:
        options = "".join(
            f'<option value="{esc(code)}"{" selected" * (code == sent.get(SORT, ""))}>'
            f"{esc(label)}</option>"
            for code, label in self._choices()
        )
        form = super().search_form(sent)
        choice = f'<div class="field">Sort by <select name="{SORT}">{options}</select></div>'
        return form.replace('<button type="submit"', f'{choice}<button type="submit"', 1)


class SortedLinks(Sorted):
    """The same with links to other orders above the results."""

    name = "sorted-links"
    summary = "the same with links to other orders above the results"

    def search_form(self, sent: Mapping[str, str]) -> str:
        return Ranges.search_form(self, sent)

    def found(self, shown: Shown) -> str:
        links = " | ".join(
            f'<a href="{href(f"/{self.path}", {**shown.sent, SORT: code})}">{esc(label)}</a>'
            for code, label in self._choices()
        )
        return f'<p class="orders">Sort by: {links}</p>{super().found(shown)}'


def _code(order: Order) -> str:
    return f"{order.by}_{'desc' if order.descending else 'asc'}"


def _label(order: Order) -> str:
    return f"{label_of(order.by)}: {'high to low' if order.descending else 'low to high'}"
