"""One search through one site: a strategy names pages, and what they show is kept.

Every page is looked at for forms and for other sites, whichever of the two is sought; what is
sought is what the strategy hears of. Pages and answers to probes lie on the site's shelf while it
is open, so that a search that is broken off, or another strategy, does not fetch them again.
Source: He et al., Section 3.3. Leaves out pages that only a browser can show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field, replace

from leadline.browse.links import external, origin
from leadline.browse.strategy import Entrance, Maker, Seen, Strategy, Visit
from leadline.discover.describe import title_of
from leadline.discover.forms import FormsOfSite, Shown
from leadline.discover.totals import Totals
from leadline.document import Document
from leadline.errors import FetchError, LeadlineError, LoginRequired, NotReadable
from leadline.model import Page, Request
from leadline.net.addresses import Guard
from leadline.net.archive import Archived
from leadline.net.fetcher import Fetcher, host_of
from leadline.net.stack import Door
from leadline.read.walls import wall
from leadline.store.sites import Run, SitesStore, site_key
from leadline.store.sites_values import Site, Sought, State

FAILING = 5  # pages in a row that could not be had, then the site is let alone
OTHERS = 3  # pages whose words are tried on forms that brought nothing
MOST = 300  # pages of one site, for one search
ALIKE = 2  # forms that ask one address and are news, such as a plain one and an advanced one
NAMESAKES = 5  # whose addresses end alike, such as one for each part of a site, and are news


@dataclass(slots=True)
class Allowance:
    """The pages that may be read by all searches together; None: no end."""

    most: int | None = None
    used: int = 0

    def take(self) -> bool:
        """Use up one page, if there is one."""
        if self.is_spent:
            return False
        self.used += 1
        return True

    @property
    def is_spent(self) -> bool:
        """Whether none is left."""
        return self.most is not None and self.used >= self.most


@dataclass(frozen=True, slots=True, kw_only=True)
class Tools:
    """What all searches of a run share."""

    store: SitesStore
    run: Run
    door: Door
    guard: Guard
    pages: Allowance = field(default_factory=Allowance)
    depth: int | None = None  # links from the front page that are followed
    totals: Totals = field(default_factory=Totals)


@dataclass(slots=True, kw_only=True)
class Found:
    """What one search has shown so far: the keys of query forms, and other sites."""

    pages: int = 0
    forms: set[str] = field(default_factory=set)
    sites: set[str] = field(default_factory=set)
    complete: bool = False  # the strategy came to its end
    _asked: Counter[str] = field(default_factory=Counter)  # forms by the address that they ask,
    _named: Counter[str] = field(default_factory=Counter)  # and those that were news by its end

    def news(self, asked: Counter[str]) -> int:
        """Take new forms by what they ask; how many of them say that there is more to find.

        Some sites offer one search anew for each filter that is set: other fields, nothing new.
        Others have one on each of their pages that asks what lies below it.
        """
        named = Counter[str]()
        for address, count in _news(asked, self._asked, ALIKE).items():
            named[address.rstrip("/").rpartition("/")[2]] += count
        return _news(named, self._named, NAMESAKES).total()


def _news(found: Counter[str], before: Counter[str], most: int) -> Counter[str]:
    """Those that are not too many beside those of before, to which all are added."""
    new = Counter({name: min(n, max(0, most - before[name])) for name, n in found.items()})
    before.update(found)
    return new


class Probes:
    """Asks forms, and counts it."""

    def __init__(self, fetcher: Fetcher, count: int) -> None:
        self._fetcher, self.count = fetcher, count

    async def fetch(self, request: Request) -> Document | None:
        """What answers a form; None if nothing does."""
        self.count += 1
        return await fetched(self._fetcher, request)


async def fetched(fetcher: Fetcher, request: Request) -> Document | None:
    """A page; None if it cannot be had."""
    try:
        return Document(await fetcher.fetch(request))
    except FetchError:
        return None


class SiteSearch:
    """Searches through one site, one after the other."""

    def __init__(self, tools: Tools, site: Site, sought: Sought) -> None:
        self.tools, self.site, self._sought = tools, site, sought
        self._shelf = tools.store.shelf(site, sought)
        self._fetcher = Archived(tools.door, self._shelf)
        self._probes = Probes(self._fetcher, site.probes)
        self._forms = FormsOfSite(tools.store, tools.run, site, self._probes.fetch, tools.totals)
        self._front: Page | None = None
        self._entered: Document | None = None  # the front page as it was read first
        self._count = site.pages if sought is Sought.FORMS else site.site_pages
        self._met = set[str]()  # sites that are in the database already
        self._read = dict[str, None]()  # addresses of pages, by whichever strategy, in order

    async def enter(self) -> Entrance | None:
        """Read the front page; None if the site cannot be had, or is another by now."""
        try:
            front = Document(await self._fetcher.fetch(Request(url=self.site.url)))
            obstacle = wall(front)
            if obstacle is not None and not isinstance(obstacle, LoginRequired):
                raise obstacle
            if front.page.status >= 400:  # else a login that other pages may do without
                raise NotReadable(f"{front.url} answers {front.page.status}")
        except LeadlineError as error:
            self._end(State.FAILED, str(error))
            return None
        if self._leads_away(front):
            return None
        self._front, self._entered = front.page, front
        self.site = replace(self.site, url=front.url, title=title_of(front))
        sitemaps = await self._sitemaps(front.url)
        return Entrance(url=front.url, sitemaps=sitemaps, seed=self.site.id)

    async def search(self, entrance: Entrance, maker: Maker) -> Found:
        """Go through the site as a strategy has it."""
        strategy, found, failing = maker(entrance), Found(), 0
        while found.pages < MOST and failing < FAILING:
            visit = strategy.choose()
            if visit is None:
                break
            if self._is_too_deep(visit):
                strategy.learn(Seen(url=visit.url, depth=visit.depth, document=None))
                continue
            if not self._may_read(visit.url):
                return found
            failing = 0 if await self._visit(visit, strategy, found) else failing + 1
        await self._ask_again(found)
        found.complete = True
        return found

    async def _ask_again(self, found: Found) -> None:
        """Ask forms that brought nothing with words of the pages that were read last."""
        if self._forms.has_silent and len(self._read) > 1:
            urls = list(self._read)[-OTHERS:]
            pages = [await self._page(url) for url in urls]
            found.forms |= await self._forms.ask_again([page for page in pages if page is not None])

    def end(self, found: Found, strategy: str) -> None:
        """Keep that a search is over; without an end it stays open."""
        state = State.DONE if found.complete else State.OPEN
        if self._sought is Sought.FORMS:
            self.site = replace(self._now(), forms_state=state, strategy=strategy)
        else:
            self.site = replace(self._now(), sites_state=state)
        with self.tools.store.together():
            self.tools.store.keep_site(self.site)
            if self._sought is Sought.FORMS and found.complete:
                self.tools.store.keep_named(found.sites)

    # --- one page -----------------------------------------------------------------------------

    async def _visit(self, visit: Visit, strategy: Strategy, found: Found) -> bool:
        """Read a page, and let go of it; whether it could be had."""
        document = await self._page(visit.url)
        found.pages += 1
        fresh = await self._look(document, found)
        strategy.learn(Seen(url=visit.url, depth=visit.depth, document=document, fresh=fresh))
        return document is not None

    async def _look(self, document: Document | None, found: Found) -> int:
        """Keep what a page shows; how much of what is sought is new."""
        front = document is not None and document.page is self._front
        named = external(document) if document is not None else ()
        shown = await self._forms.on(document, front=front) if document is not None else Shown()
        self._keep(shown, named)
        news = found.news(self._forms.addresses(shown.query - found.forms))
        fresh = news if self._sought is Sought.FORMS else len(set(named) - found.sites)
        found.forms |= shown.query
        found.sites.update(named)
        return fresh

    def _keep(self, shown: Shown, named: Collection[str]) -> None:
        self._forms.keep(shown)
        unmet = [url for url in named if url not in self._met]
        if unmet:
            self._met.update(unmet)
            self._add_met(unmet)
        self.site = self._now()
        self.tools.store.keep_site(self.site)

    def _now(self) -> Site:
        """The site with all that was counted so far."""
        names, probes = max(self.site.names, len(self._met)), self._probes.count
        if self._sought is Sought.FORMS:
            return replace(self.site, pages=self._count, names=names, probes=probes)
        return replace(self.site, site_pages=self._count, names=names, probes=probes)

    def _add_met(self, urls: Collection[str]) -> None:
        inside = self.tools.guard.is_inside(host_of(self.site.url))
        self.tools.store.add_met(urls, inside=inside)

    def _may_read(self, url: str) -> bool:
        """Take a page from the allowance and count it, if no strategy or search has read it."""
        if url in self._read:
            return True
        if self._sought is Sought.SITES and self._shelf.is_others(Request(url=url)):
            return True
        if not self.tools.pages.take():
            return False
        self._read[url] = None
        self._count += 1
        return True

    async def _page(self, url: str) -> Document | None:
        """A page of the site; None if it cannot be had, or leads off the site."""
        if self._front is not None and url == self._front.url:
            front, self._entered = self._entered or Document(self._front), None
            return front
        document = await fetched(self._fetcher, Request(url=url))
        if document is None or document.page.status >= 400:
            return None
        here = origin(document.url)
        if here != origin(self.site.url) and site_key(document.url) != site_key(self.site.url):
            self._add_met([f"{here}/"])
            return None
        return document

    # --- the site -----------------------------------------------------------------------------

    async def _sitemaps(self, url: str) -> tuple[str, ...]:
        try:
            return await self.tools.door.sitemaps(url)
        except FetchError:
            return ()

    def _leads_away(self, front: Document) -> bool:
        """Whether the front page is that of another site, which then is searched by itself."""
        if site_key(front.url) == site_key(self.site.url):
            return False
        if self.site.seed:
            self.tools.store.add_seeds([front.url])
        else:
            self._add_met([f"{origin(front.url)}/"])
        self._end(State.DONE, f"it leads to {front.url}")
        return True

    def _end(self, state: State, reason: str) -> None:
        if self._sought is Sought.FORMS:
            self.site = replace(self.site, forms_state=state, reason=reason)
        self.site = replace(self.site, sites_state=state)
        self.tools.store.keep_site(self.site)

    def _is_too_deep(self, visit: Visit) -> bool:
        return self.tools.depth is not None and visit.depth > self.tools.depth
