"""Cards, but a search with a single match leads straight to the record's own page."""

from __future__ import annotations

from leadline.lab.sites.designs.cards import Cards
from leadline.lab.sites.site import Shown
from leadline.lab.sites.visit import Reply, redirect


class Direct(Cards):
    """Every list has two records at least."""

    name = "direct"
    summary = "cards, and a single match is shown by its own page at once"

    def results(self, shown: Shown) -> Reply:
        if shown.page == 1 and len(shown.items) == 1:
            return redirect(self.item_url(shown.items[0], shown))
        return super().results(shown)
