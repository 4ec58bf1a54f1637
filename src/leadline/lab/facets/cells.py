"""Lists under sets of values, each fetched once, whatever order the values were chosen in.

A list is reached by the links of panels, so addresses need no meaning: who follows the link of a
value from the list under a set reaches the list under both. Links that the panel does not offer,
such as orders, views, and the ways back, are never followed, and notes in addresses do not matter.
Where the site shows only the first K of a list, it is read in parts (drill-down).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from leadline.detect.facets import Panel, panels
from leadline.document import Document
from leadline.lab.facets.crawl import Crawl
from leadline.lab.facets.known import Known, Value
from leadline.lab.facets.trial import facets_by_trial
from leadline.read.next_page import next_links, next_place
from leadline.read.total import TotalRule, TotalSample, learn_total

Under = frozenset[Value]


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A value that can be added: where that leads, and how many results it leaves."""

    url: str
    count: int


@dataclass(kw_only=True)
class Cell:
    """A list: its first page, and once it was read to its end, its members."""

    under: Under
    total: int
    panel: dict[Value, Link]
    first: tuple[str, ...]
    following: str = ""
    members: tuple[str, ...] = ()
    done: bool = False
    counts: dict[Value, int] = field(default_factory=dict)


class Cells:
    """All lists opened so far."""

    def __init__(self, crawl: Crawl) -> None:
        self.crawl = crawl
        self.counted: frozenset[str] = frozenset()  # the facets that count their values
        self.known = Known({}, None)
        self.page_size = 1
        self.limit = 0  # no list shows more than so many; 0 as long as all were shown whole
        self._facets: frozenset[str] = frozenset()
        self._opened: dict[Under, Cell] = {}
        self._rule: TotalRule | None = None
        self._turned = ""  # the place of the link to the following page

    def is_open(self, under: Under) -> bool:
        """Whether the first page of a list is known."""
        return under in self._opened

    def is_too_long(self, count: int) -> bool:
        """Whether a list of so many is not shown whole."""
        return 0 < self.limit < count

    async def start(self, document: Document) -> Cell:
        """The list of everything, from its first page."""
        results = self.crawl.results(document)
        self.page_size = max(1, len(results))
        sample = TotalSample(document=document, records=len(results), page_size=len(results))
        self._rule = learn_total([sample])
        facets = await facets_by_trial(self.crawl, document, self._rule)
        self.counted = facets.counted
        self._facets = facets.counted | {panel.name for panel in facets.uncounted}
        root = self._cell(frozenset(), document)
        self._opened[root.under] = root
        for panel in facets.uncounted:
            await self._count(root, panel)
        if self._rule is None:
            root.total = max(len(results), *_sums(root.counts).values(), 0)
        self.known = Known(root.counts, root.total if self._rule is not None else None)
        for cell in self._opened.values():
            self.known.meet(cell.first, cell.under)
        return root

    async def _count(self, root: Cell, panel: Panel) -> None:
        """The sizes of a facet's lists, from their first pages."""
        for choice in panel.choices:
            value, document = (panel.name, choice.text), await self.crawl.page(choice.url)
            if document is not None:
                cell = self._cell(frozenset([value]), document)
                self._opened[cell.under] = cell
                root.panel[value] = Link(url=choice.url, count=cell.total)
                root.counts[value] = cell.total

    async def open(self, cell: Cell, value: Value) -> Cell | None:
        """The list under one value more."""
        under = cell.under | {value}
        if under not in self._opened:
            document = await self.crawl.page(cell.panel[value].url)
            if document is None:
                return None
            self._opened[under] = self._cell(under, document, cell.panel[value].count)
            self.known.meet(self._opened[under].first, under)
        return self._opened[under]

    async def read(self, cell: Cell) -> None:
        """All members of a list; in parts if the site does not show it whole."""
        if cell.done:
            return
        cell.done = True
        whole = not self.is_too_long(cell.total)
        if whole:
            await self._turn(cell)
            if self.page_size < len(cell.members) < cell.total:
                self.limit = len(cell.members)
        if self.limit and len(cell.members) < cell.total:
            await self._drill(cell)
        if not whole and len(cell.members) < cell.total:  # what no value parts is shown in part
            await self._turn(cell)
            cell.members = tuple(self.known.having(cell.under))
        if len(cell.members) == cell.total or not self.limit:
            self.known.read(cell.members, cell.counts, cell.total, cell.under)

    async def _turn(self, cell: Cell) -> None:
        """The pages of a list, one after the other."""
        members, url = dict.fromkeys(cell.first), cell.following
        while url and len(members) < cell.total:
            document = await self.crawl.page(url)
            found = self.crawl.results(document) if document is not None else ()
            if document is None or not set(found) - set(members):
                break
            members.update(dict.fromkeys(found))
            self.known.meet(found, cell.under)
            url = self._next(document)
        cell.members = tuple(members)

    async def _drill(self, cell: Cell) -> None:
        """The members of a list by the values that narrow it, until all are there."""
        self.known.meet(cell.members, cell.under)
        tried: set[Value] = set()
        while len(members := self.known.having(cell.under)) < cell.total:
            value = self._promising(cell, tried, cell.total - len(members))
            if value is None:
                break
            tried.add(value)
            inner = await self.open(cell, value)
            if inner is not None:
                await self.read(inner)
        cell.members = tuple(members)

    def _promising(self, cell: Cell, tried: set[Value], missing: int) -> Value | None:
        """The value that brings most of the missing members for its pages.

        Members that lists of the same facet have shown are not shown again, if each has one value;
        lists that are themselves too long come last.
        """
        seen = _sums({value: cell.counts[value] for value in tried})

        def worth(value: Value) -> tuple[bool, float]:
            count = cell.counts[value]
            pool = max(1, cell.total - seen.get(value[0], 0))
            gain = count * missing / pool / -(-count // self.page_size)
            return count <= self.limit, gain

        open_ = [value for value, n in cell.counts.items() if value not in tried and n]
        return max(open_, key=worth, default=None)

    def _cell(self, under: Under, document: Document, count: int = 0) -> Cell:
        first = self.crawl.results(document)
        told = self._rule.read(document, len(first)) if self._rule is not None else None
        panel = dict(self._panel(document, under))
        total = told[0] if told is not None else max(count, len(first))
        more = total > len(first)
        return Cell(
            under=under,
            total=total,
            panel=panel,
            first=first,
            following=self._next(document) if more else "",
            counts={value: link.count for value, link in panel.items()},
        )

    def _next(self, document: Document) -> str:
        """The address of the following page, from the place where others had theirs.

        The values of a facet may be numbers in a row, as those of pages are.
        """
        found = next_links(document, self._turned)
        values = {c.url for p in panels(document) if p.name in self._facets for c in p.choices}
        following = next((link.url for link in found if link.url not in values), "")
        if following and not self._turned:
            self._turned = next_place(document, following)
        return following

    def _panel(self, document: Document, under: Under) -> Iterator[tuple[Value, Link]]:
        self.crawl.scans += 1
        for panel in panels(document):
            if panel.name in self.counted:
                for choice in panel.choices:
                    value = panel.name, choice.text
                    if choice.count is not None and choice.url and value not in under:
                        yield value, Link(url=choice.url, count=choice.count)


def _sums(counts: Mapping[Value, int]) -> dict[str, int]:
    """The counts of each facet together."""
    found: dict[str, int] = {}
    for (facet, _), count in counts.items():
        found[facet] = found.get(facet, 0) + count
    return found


def pages(counts: Mapping[Value, int] | list[int], size: int) -> int:
    """How many pages lists of such lengths have together."""
    each = counts.values() if isinstance(counts, Mapping) else counts
    return sum(-(-count // size) for count in each)
