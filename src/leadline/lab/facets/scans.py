"""Pages kept as they came and gone through again when needed, as the paper's methods do.

A page is downloaded once. Going through it for its links, entities and attributes is a scan; the
results of the latest scans are at hand, those of others are made again from the packed page.
"""

from __future__ import annotations

import zlib
from collections import OrderedDict
from dataclasses import dataclass

from leadline.detect.facets import panels
from leadline.document import Document
from leadline.lab.facets.crawl import Crawl
from leadline.model import Page, Request

AT_HAND = 100_000
LABELLED = 30_000  # pages whose labels are at hand
HTML = (("Content-Type", "text/html; charset=utf-8"),)
Label = tuple[str, str]  # an attribute's name, a value


@dataclass(frozen=True, slots=True, kw_only=True)
class Scan:
    """What a page says: the entities it lists, and its other links."""

    entities: frozenset[str]
    links: frozenset[str]

    @property
    def is_list(self) -> bool:
        """Whether it is a list page: it has links to entities and is none itself (§4.1)."""
        return bool(self.entities)


class Scans:
    """All pages downloaded so far."""

    def __init__(self, crawl: Crawl) -> None:
        self.crawl = crawl
        self._kept: dict[str, bytes | None] = {}
        self._at_hand: OrderedDict[str, Scan] = OrderedDict()
        self._links: dict[str, str] = {}  # the same addresses and labels stand on many pages
        self._labels: dict[Label, Label] = {}
        self._labelled: OrderedDict[str, dict[str, Label]] = OrderedDict()  # of the latest pages
        self.no_lists: set[str] = set()  # addresses that were tried and are no list pages

    async def scan(self, url: str) -> Scan | None:
        """What the page at an address says; None if there is none."""
        if url not in self._kept:
            document = await self.crawl.page(url)
            self._kept[url] = zlib.compress(document.page.body, 1) if document else None
            if document is not None and self.crawl.wrapper is None:
                self.crawl.learn(document)
            scan = self.again(url)
            if scan is None or not scan.is_list:
                self.no_lists.add(url)
        return self.again(url)

    def again(self, url: str) -> Scan | None:
        """A page that was downloaded; None for any other."""
        body = self._kept.get(url)
        if body is None:
            return None
        if url not in self._at_hand:
            self._at_hand[url] = self._scanned(url, body)
            if len(self._at_hand) > AT_HAND:
                self._at_hand.popitem(last=False)
        self._at_hand.move_to_end(url)
        return self._at_hand[url]

    def labels(self, url: str) -> dict[str, Label]:
        """What stands above the links of a page that was downloaded, and their texts."""
        body = self._kept.get(url)
        if body is None:
            return {}
        if url not in self._labelled:
            self._labelled[url] = self._read_labels(url, body)
            if len(self._labelled) > LABELLED:
                self._labelled.popitem(last=False)
        return self._labelled[url]

    def _read_labels(self, url: str, body: bytes) -> dict[str, Label]:
        return {
            self._links.get(choice.url, choice.url): self._labels.setdefault(label, label)
            for panel in panels(_document(url, body))
            for choice in panel.choices
            if choice.text and panel.name and not self.crawl.is_entity(choice.url)
            for label in [(panel.name, choice.text)]
        }

    def _scanned(self, url: str, body: bytes) -> Scan:
        document = _document(url, body)
        links = frozenset(self._links.setdefault(u, u) for u in self.crawl.links(document))
        found = self.crawl.results(document) if not self.crawl.is_entity(url) else ()
        return Scan(entities=frozenset(found), links=links)


def _document(url: str, body: bytes) -> Document:
    packed = zlib.decompress(body)
    return Document(Page(request=Request(url=url), url=url, headers=HTML, body=packed))
