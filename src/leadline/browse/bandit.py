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
from collections import Counter
from collections.abc import Iterable

from leadline.browse.experience import Experience
from leadline.browse.features import features, words_of
from leadline.browse.hints import described, is_index, is_sitemap, listed, search_pages
from leadline.browse.leads import LONE, Lead, Leads
from leadline.browse.links import Anchor, internal
from leadline.browse.strategy import Entrance, Maker, Seen, Strategy, Visit
from leadline.document import Document

LEAST, LITTLE = 0.05, 0.015  # finds that a page must promise; for one who is thorough
CREDIT = 0.5  # of a find that the page before it has
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
        self._front = self._leads.add(Visit(url=site.url), {"page": 1.0})
        self._visits = self._found = self._dry = 0
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
        self._found += seen.fresh
        self._dry = 0 if seen.fresh else self._dry + 1
        self._reward(lead, seen.fresh)
        if seen.document is not None:
            self._take_up(seen.document, seen, lead)

    # --- choosing ---------------------------------------------------------------------------------

    def _best(self) -> Lead | None:
        """The lead that promises most, if that is enough."""
        now = self._known.sum(self._history())
        best, worth = None, self._least
        for score, lead in self._leads.tops():
            value = math.exp(min(score + now, HIGHEST)) * lead.arm.factor
            if value >= worth:
                best, worth = lead, value
        return best if self._visits < PAGES else None

    def _follow(self, lead: Lead) -> None:
        lead.followed = True
        if lead is not self._front:
            lead.features |= self._history()
            lead.expected = self._known.expected(lead.features)
            lead.arm.pull(lead.expected)

    def _history(self) -> dict[str, float]:
        """What the site has shown so far, which is the same for all of its links."""
        return {"dry": math.log1p(self._dry), "rich": math.log1p(self._found)}

    def _reward(self, lead: Lead, fresh: int) -> None:
        """What a page brought, for it and in part for the pages that led to it."""
        if lead is self._front:
            return
        self._known.learn(lead.features, fresh, lead.expected)
        self._known.hear(lead.words, fresh, lead.expected)
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
            self._named(self._site.sitemaps, "sitemap", lead)
        if front and barren:
            self._named(described(document), "described", lead)
        if barren and (front or not document.is_html):
            self._named(search_pages(document), "described", lead)
        self._linked(internal(document, self._site.url), lead, seen.fresh > 0)

    def _linked(self, links: Iterable[Anchor], parent: Lead, fruitful: bool) -> None:
        found = dict[str, Anchor]()
        for anchor in links:
            if anchor.url not in found or (anchor.text and not found[anchor.url].text):
                found[anchor.url] = anchor
        self._leads.shown(parent, {url: anchor.path for url, anchor in found.items()})
        depth, stray = parent.visit.depth + 1, parent.status == LONE
        crowds = Counter(anchor.path for anchor in found.values())
        for anchor in found.values():
            if anchor.url not in self._leads.known:
                told = features(anchor, depth, crowds[anchor.path], fruitful, stray)
                self._add(anchor, told, parent)

    def _named(self, urls: Iterable[str], kind: str, parent: Lead) -> None:
        """Addresses that no link leads to."""
        for url in urls:
            if url not in self._leads.known:
                anchor = Anchor(url=url, text="", path=(kind,))
                told = features(anchor, parent.visit.depth + 1, 1, False, False) | {kind: 1.0}
                self._add(anchor, told, parent)

    def _add(self, anchor: Anchor, told: dict[str, float], parent: Lead) -> None:
        words = words_of(anchor)
        told["words"] = self._known.said(words)
        visit = Visit(url=anchor.url, depth=parent.visit.depth + 1)
        self._leads.add(visit, told, words, anchor.path, parent)
