"""Ours: follow the links that promise most, learn from each page, stop when little is left.

The links of a site are the pulls of a sleeping bandit whose arms are clusters of tag paths. What a
link may bring is what experience with all sites says of links with its words, place, depth and
neighbourhood, times what its arm brought here beside what was expected of it. A find is also
credited, in part, to the pages that led to it, so that a page that only leads on has a worth.
Sitemaps and descriptions of the site's search are links like any other. The search ends when the
best link is expected to bring less than a page is worth.
Source: Gauquier, Manolescu, Senellart 2026 for the arms; in place of their upper confidence bound,
which pays off over thousands of pages, the shrunken mean: a site is worth a handful.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from leadline.browse.experience import Experience
from leadline.browse.hints import described, is_index, is_sitemap, listed, search_pages
from leadline.browse.leads import Lead, Leads
from leadline.browse.links import Anchor, internal
from leadline.browse.menus import AGAIN, LONE
from leadline.browse.shown import Sheet, Shown, named
from leadline.browse.strategy import Entrance, Maker, Seen, Strategy, Visit
from leadline.document import Document

LEAST, LITTLE = 0.008, 0.004  # finds that a page must promise; for one who is thorough
CREDIT = 0.5  # of a find that the page before it has
PAGES = 300  # of a site at most
PATIENT = 4  # pages in vain that say nothing of the next
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
        self._visits = self._vain = 0  # pages, and those since the last find
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
        self._vain = 0 if seen.fresh else self._vain + 1
        self._reward(lead, seen.fresh)
        if seen.document is not None:
            self._take_up(seen.document, seen, lead)

    # --- choosing ---------------------------------------------------------------------------------

    def _best(self) -> Lead | None:
        """The lead that promises most, if that is enough."""
        best, worth = None, self._least
        weary = self._known.sum(self._weary())
        for score, lead in self._leads.tops():
            value = math.exp(min(score + weary, HIGHEST)) * lead.arm.factor
            if value >= worth:
                best, worth = lead, value
        return best if self._visits < PAGES else None

    def _follow(self, lead: Lead) -> None:
        lead.followed = True
        if lead is not self._front:
            menu = self._leads.menu(lead.shown, lead.status)
            lead.features = {**lead.shown.features, **self._known.shared(menu), **self._weary()}
            lead.expected = self._known.expected(lead.features)
            lead.arm.pull(lead.expected)

    def _weary(self) -> dict[str, float]:
        """For how long nothing new was found, from where that says something."""
        return {"vain": math.log(self._vain / PATIENT)} if self._vain > PATIENT else {}

    def _reward(self, lead: Lead, fresh: int) -> None:
        """What a page brought, for it and in part for the pages that led to it."""
        if lead is self._front:
            return
        self._known.learn(lead.features, fresh, lead.expected)
        self._known.hear(lead.shown.words, fresh, lead.expected)
        lead.arm.reward(fresh)
        above, share = lead.parent, CREDIT * fresh
        while above is not None and above is not self._front and share > 0.1:
            self._known.credit(above.features, share)
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
            elif not lead.followed and lead.status != AGAIN and sheet.path(url) != lead.shown.path:
                self._leads.move(lead, sheet.shown(url, self._known), parent)

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
