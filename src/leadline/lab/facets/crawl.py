"""Fetching and reading the pages of a faceted site, with the count of what it costs.

`pages` are downloads and `scans` how often a page was gone through, as the paper counts them (§5).
Entity links are told from others by the shape of their address, learned from the first list
(§4.1 takes them for easily told); results are told from promotions by their place on the page.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Protocol

from leadline.detect.facets import facets
from leadline.document import Document
from leadline.errors import LeadlineError
from leadline.model import Request
from leadline.net.fetcher import Fetcher, origin_of
from leadline.read import Sample, Wrapper, induce

Found = set[tuple[str, str, str]]  # an entity's address, an attribute's name, a value


class Spent(Exception):
    """No more pages may be had; what is found so far counts."""


class Method(Protocol):
    """A way to crawl: what it finds is kept in the crawl, page by page."""

    async def __call__(self, crawl: Crawl) -> None: ...


@dataclass(kw_only=True)
class Crawl:
    """One method's crawl of a site."""

    fetcher: Fetcher
    root: str
    most: int | None = None  # pages
    told: Callable[[Crawl], None] = lambda _: None
    found: Found = field(default_factory=set)
    pages: int = 0
    scans: int = 0
    wrapper: Wrapper | None = None
    shape: str = ""

    async def page(self, url: str) -> Document | None:
        """The page at an address; None if there is none."""
        if self.most is not None and self.pages >= self.most:
            raise Spent
        self.pages += 1
        try:
            page = await self.fetcher.fetch(Request(url=url))
        except LeadlineError:
            return None
        self.told(self)
        return Document(page) if page.status == 200 else None

    def learn(self, document: Document) -> None:
        """How results look, from a first list; a long facet repeats itself more than they do."""
        self.wrapper = induce([Sample(document=without_facets(document))])
        keys = self.results(document)
        self.shape = Counter(map(shape_of, keys)).most_common(1)[0][0] if keys else ""

    def results(self, document: Document) -> tuple[str, ...]:
        """The addresses of the entities that a list shows as its results."""
        if self.wrapper is None:
            return ()
        self.scans += 1
        return tuple(dict.fromkeys(r.url for r in self.wrapper.extract(document).records if r.url))

    def is_entity(self, url: str) -> bool:
        """Whether an address looks like that of an entity's own page."""
        return bool(self.shape) and shape_of(url) == self.shape

    def links(self, document: Document) -> frozenset[str]:
        """The links of a page within its site that lead to no entity: l_x of the paper."""
        self.scans += 1
        own = origin_of(self.root)
        return frozenset(u for u in addresses(document) if u.startswith(own)
                         and not self.is_entity(u))  # fmt: skip


def without_facets(document: Document) -> Document:
    """A page without the entries of its facets."""
    chosen = {choice.url for facet in facets(document) for choice in facet.choices}
    copy = Document(document.page)
    for link in copy.tree.css("a[href]"):
        if copy.resolve(link.attributes.get("href")) in chosen:
            entry = link.parent if link.parent is not None and link.parent.tag == "li" else link
            entry.decompose()
    return copy


def addresses(document: Document) -> Iterable[str]:
    """Where the links of a page lead, each once, in their order."""
    links = document.tree.css("a[href]") if document.is_html else []
    found = (document.resolve(link.attributes.get("href")) for link in links)
    return dict.fromkeys(url for url in found if url is not None)


def shape_of(url: str) -> str:
    """An address with its numbers and its last word left out."""
    path, _, query = url.partition("?")
    folder, _, last = path.rpartition("/")
    kind = "#" if re.search(r"\d", last) else "*"
    names = "&".join(part.partition("=")[0] for part in query.split("&"))
    return f"{re.sub(r'[0-9]+', '#', folder)}/{kind}?{names}"
