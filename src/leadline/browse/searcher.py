"""Searching a site from its front page: which links of a page are followed is an argument.

A queue of addresses, a blacklist of those crawled, and a selection of links for each page, up to a
depth. A selection may itself ask for pages before it answers; those are crawled pages like any
other and are not fetched again when their turn comes.
Source: He et al., Section 3.3, Figure 7, Algorithm GeneralInSiteSearcher. Leaves out extracting
the objects, which whoever fetches does.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable
from typing import Protocol

from leadline.browse.strategy import Seen, Visit

Selecting = Generator[str, Seen, Iterable[str]]  # yields what it wants to see, returns the links


class Selection(Protocol):
    """LinkSelection: which links of a page are promising."""

    def __call__(self, seen: Seen) -> Selecting:
        """The links of a page to follow, perhaps after a look at other pages."""
        ...


class InSiteSearcher:
    """GeneralInSiteSearcher with one selection of links and a maximal depth."""

    def __init__(self, root: str, depth: int, select: Selection) -> None:
        self._depth = depth
        self._select = select
        self._queue = deque([Visit(url=root)])
        self._queued = {root}  # B ∪ Q of Figure 7
        self._crawled = dict[str, Seen]()  # ahead of their turn
        self._selecting: tuple[Selecting, int] | None = None
        self._wanted: Visit | None = None

    def choose(self) -> Visit | None:
        """What the selection wants to see, or else the next page of the queue."""
        while self._wanted is None and self._queue:
            visit = self._queue.popleft()
            known = self._crawled.pop(visit.url, None)
            if known is None:
                self._wanted = visit
            else:
                self._begin(known)
        return self._wanted

    def learn(self, seen: Seen) -> None:
        """A page that the selection waited for, or one that links are to be selected from."""
        self._wanted = None
        if self._selecting is None:
            self._begin(seen)
        else:
            if seen.depth <= self._depth:
                self._crawled[seen.url] = seen
            selecting, depth = self._selecting
            self._go_on(selecting, depth, seen)

    def _begin(self, seen: Seen) -> None:
        """Select among the links of a page, unless they lead too deep."""
        if seen.document is not None and seen.depth < self._depth:
            self._go_on(self._select(seen), seen.depth + 1, None)

    def _go_on(self, selecting: Selecting, depth: int, seen: Seen | None) -> None:
        """Run a selection until it wants a page that was not crawled ahead, or ends."""
        try:
            url = next(selecting) if seen is None else selecting.send(seen)
            while url in self._crawled:
                url = selecting.send(self._crawled[url])
        except StopIteration as end:
            self._selecting = None
            self._enqueue(end.value, depth)
        else:
            self._selecting = (selecting, depth)
            self._wanted = Visit(url=url, depth=depth)

    def _enqueue(self, urls: Iterable[str], depth: int) -> None:
        for url in urls:
            if url not in self._queued:
                self._queued.add(url)
                self._queue.append(Visit(url=url, depth=depth))
