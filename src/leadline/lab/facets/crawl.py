"""Fetching and reading the pages of a faceted site, with the count of what it costs.

`pages` are downloads and `scans` how often a page was gone through, as the paper counts them (§5).
Entity links are told from others by the shape of their address, learned from the first list
(§4.1 takes them for easily told); results are told from promotions by their place on the page.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Protocol

from leadline.document import Document
from leadline.errors import LeadlineError
from leadline.interpret.facet_lists import learn_results
from leadline.model import Record, Request
from leadline.net.fetcher import Fetcher, origin_of
from leadline.query.script import loaded
from leadline.read import Wrapper
from leadline.read.keys import Seen, learn_dropped, plain_url

Found = set[tuple[str, str, str]]  # an entity's address, an attribute's name, a value


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """Links that were not followed: what they stand under, why, and how many there are."""

    what: str
    why: str
    links: int


class Spent(Exception):
    """No more pages may be had; what is found so far counts."""


class Method(Protocol):
    """A way to crawl: what it finds is kept in the crawl, page by page or at its end."""

    async def __call__(self, crawl: Crawl) -> None: ...


@dataclass(kw_only=True)
class Crawl:
    """One method's crawl of a site."""

    fetcher: Fetcher
    root: str
    most: int | None = None  # pages
    told: Callable[[Crawl], None] = lambda _: None
    found: Found = field(default_factory=set)
    refused: list[Refused] = field(default_factory=list)
    pages: int = 0
    scans: int = 0
    mined: Callable[[], Found] | None = None  # by who finds more than is kept here page by page
    wrapper: Wrapper | None = None
    shape: str = ""
    dropped: tuple[str, ...] = ()

    def so_far(self) -> Found:
        """What would be found if the crawl ended here."""
        return self.found if self.mined is None else self.mined()

    async def page(self, url: str) -> Document | None:
        """The page at an address; None if there is none."""
        return await self.fetch(Request(url=url))

    async def fetch(self, request: Request) -> Document | None:
        """The answer to a request; what a browser loads for a page it draws is counted, too."""
        if self.most is not None and self.pages >= self.most:
            raise Spent
        self.pages += 1
        try:
            page = await self.fetcher.fetch(request)
        except LeadlineError:
            return None
        self.pages += len(loaded(page))
        self.told(self)
        return Document(page) if page.status == 200 else None

    def learn(self, document: Document) -> None:
        """How results look, from a first list; a long facet repeats itself more than they do."""
        self.wrapper = learn_results(document)
        keys = self.results(document)
        self.shape = Counter(map(shape_of, keys)).most_common(1)[0][0] if keys else ""

    def compare(self, lists: Sequence[Document]) -> None:
        """What of the addresses of results does not say which one it is, such as a session."""
        seen = [
            Seen(n, record.url, record.text)
            for n, document in enumerate(lists)
            for record in self._records(document)
        ]
        self.dropped = learn_dropped(seen, [()] * len(lists)) or ()

    def results(self, document: Document) -> tuple[str, ...]:
        """The addresses of the entities that a list shows as its results."""
        self.scans += 1
        found = (plain_url(record.url, self.dropped) for record in self._records(document))
        return tuple(dict.fromkeys(found))

    def _records(self, document: Document) -> list[Record]:
        found = self.wrapper.extract(document).records if self.wrapper is not None else ()
        return [record for record in found if record.url]

    def is_entity(self, url: str) -> bool:
        """Whether an address looks like that of an entity's own page."""
        return bool(self.shape) and shape_of(url) == self.shape

    def links(self, document: Document) -> frozenset[str]:
        """The links of a page within its site that lead to no entity: l_x of the paper."""
        self.scans += 1
        own = origin_of(self.root)
        return frozenset(u for u in addresses(document) if u.startswith(own)
                         and not self.is_entity(u))  # fmt: skip


def addresses(document: Document) -> Iterable[str]:
    """Where the links of a page lead, each once, in their order."""
    links = document.tree.css("a[href]") if document.is_html else []
    found = (document.resolve(link.attributes.get("href")) for link in links)
    return dict.fromkeys(url for url in found if url is not None)


@lru_cache(1 << 16)
def shape_of(url: str) -> str:
    """An address with its numbers and its last word left out."""
    path, _, query = url.partition("?")
    folder, _, last = path.rpartition("/")
    kind = "#" if re.search(r"\d", last) else "*"
    names = "&".join(part.partition("=")[0] for part in query.split("&"))
    return f"{re.sub(r'[0-9]+', '#', folder)}/{kind}?{names}"
