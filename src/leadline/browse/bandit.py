"""Ours: follow the links that promise most, learn from each page, stop when little is left.

The links of a site are the pulls of a sleeping bandit whose arms are clusters of tag paths. What a
link may bring is what experience with all sites says of links with its words, place, depth and
neighbourhood, times what its arm brought here beside what was expected of it. Experience learns
from the whole forecast, site and arm included: links that are followed only on generous sites would
seem good otherwise. A find is also credited, in part, to the arms that led to it.
Sitemaps and descriptions of the site's search are links like any other. The search ends when the
best link is expected to bring less than a page is worth, which is more after pages in vain.
Source: Gauquier, Manolescu, Senellart 2026 for the arms; in place of their upper confidence bound,
which pays off over thousands of pages, the shrunken mean: a site is worth a handful.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from leadline.browse.experience import MOST, Experience
from leadline.browse.hints import described, is_index, is_sitemap, listed, search_pages
from leadline.browse.leads import Lead, Leads
from leadline.browse.links import Anchor, internal
from leadline.browse.menus import AGAIN, LONE
from leadline.browse.shown import Sheet, Shown, named
from leadline.browse.strategy import Entrance, Maker, Seen, Strategy, Visit
from leadline.browse.weariness import Weariness
from leadline.document import Document

LEAST, LITTLE = 0.003, 0.0007  # finds that a page must promise; for one who is thorough
CREDIT = 0.5  # of a find that the arm of the page before it has
PAGES = 300  # of a site at most
HIGHEST = 5.0  # logarithm of what is believed


def bandit(experience: Experience | None = None, least: float = LEAST) -> Maker:
    """Search sites with one experience of all of them."""
    shared = Experience() if experience is None else experience

    def make(site: Entrance) -> Strategy:
        return Bandit(site, shared, least)

    return make


class Bandit:
    """The search of one site."""

    def __init__(self, site: Entrance, experience: Experience, least: float) -> None:
        self._site = site
        self._known = experience
        self._least = least
        self._leads = Leads(experience=experience)
        self._front = self._leads.add(Visit(url=site.url), Shown(features={"page": 1.0}))
        self._texts = set[str]()
        self._visits = self._searches = 0  # pages; finds behind links that speak of searching
        self._weary = Weariness()
        self._at: Lead | None = None

    def choose(self) -> Visit | None:
        """The front page, then the most promising link while it promises enough."""
        if self._at is None:
            self._at = self._best() if self._visits else self._front
            if self._at is not None:
                self._follow(self._at)
        return None if self._at is None else self._at.visit

    def learn(self, seen: Seen) -> None:
        """Credit what was found, and take up the links of the page."""
        lead, self._at = self._at, None
        if lead is None:
            return
        self._visits += 1
        self._weary.see(seen.fresh, lead is self._front)
        self._reward(lead, seen.fresh)
        if seen.document is not None:
            self._take_up(seen.document, seen, lead)

    # --- choosing ---------------------------------------------------------------------------------

    def _best(self) -> Lead | None:
        """The lead that promises most, if that is enough."""
        best, worth = None, self._least * self._weary.price
        told = self._known.sum(self._told())
        for score, lead in self._leads.tops():
            known = score + told if lead.shown.marks else score
            value = math.exp(min(known, HIGHEST)) * lead.arm.factor
            if value >= worth:
                best, worth = lead, value
        return best if self._visits < PAGES else None

    def _follow(self, lead: Lead) -> None:
        lead.followed = True
        if lead is not self._front:
            known, shown = self._known, lead.shown
            mixed = known.shared(self._leads.menu(shown, lead.status), shown.inside)
            lead.features = {**shown.features, **mixed, **(self._told() if shown.marks else {})}
            lead.expected = known.expected(lead.features)
            lead.promised = min(MOST, lead.expected * lead.arm.factor)
            lead.arm.pull(lead.expected)

    def _told(self) -> dict[str, float]:
        """What links that speak of searching brought says of those that do not."""
        return {"told": math.log1p(self._searches)}

    def _reward(self, lead: Lead, fresh: int) -> None:
        """What a page brought, for it; in part for the arms that led to it."""
        if lead is self._front:
            return
        self._known.learn(lead.features, fresh, lead.promised)
        self._known.hear(lead.shown.words, fresh, lead.promised)
        self._searches += fresh if "search" in lead.features else 0
        lead.arm.reward(fresh)
        above, share = lead.parent, CREDIT * fresh
        while above is not None and above is not self._front and share > 0.1:
            above.arm.reward(share)
            above, share = above.parent, share * CREDIT

    # --- taking up links --------------------------------------------------------------------------

    def _take_up(self, document: Document, seen: Seen, lead: Lead) -> None:
        self._leads.known.setdefault(document.url, lead)  # where it was led to
        front, barren = lead is self._front, not seen.fresh
        if is_sitemap(document):
            kind = "sitemap" if is_index(document) else "listed"
            self._named(listed(document), kind, lead)
            return
        if front:
            self._known.menus.sites += 1
            self._named(self._site.sitemaps, "sitemap", lead)
        if front and barren:
            self._named(described(document), "described", lead)
        if barren and (front or not document.is_html):
            self._named(search_pages(document), "described", lead)
        self._linked(internal(document, self._site.url), lead, seen.fresh > 0)

    def _linked(self, links: Sequence[Anchor], parent: Lead, fruitful: bool) -> None:
        depth = parent.visit.depth + 1
        sheet = Sheet(links, depth, fruitful, parent.status == LONE)
        self._leads.tell(parent, sheet)
        for url in sheet.places:
            lead = self._leads.known.get(url)
            if lead is None:
                shown = sheet.shown(url, self._known)
                self._leads.add(Visit(url=url, depth=depth), shown, parent)
                self._call(sheet.text(url))
            elif not (lead.followed or lead.status == AGAIN or lead.is_known_at(sheet.path(url))):
                shown = sheet.shown(url, self._known, lead.visit.depth)
                self._leads.move(lead, shown, parent)

    def _call(self, text: str) -> None:
        """Note what a link of the site is called, once."""
        if text not in self._texts:
            self._texts.add(text)
            self._known.menus.named(text)

    def _named(self, urls: Iterable[str], kind: str, parent: Lead) -> None:
        """Addresses that no link leads to."""
        depth = parent.visit.depth + 1
        for url in urls:
            if url not in self._leads.known:
                shown = named(url, kind, depth, self._known)
                self._leads.add(Visit(url=url, depth=depth), shown, parent)
