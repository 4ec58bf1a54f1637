"""A page is fetched once and archived before anybody sees it; later it comes from the archive.

Pages that say "not now" (429, 5xx) are kept as evidence but asked for again, unless there is no
network to ask: without a fetcher this is an offline replay.
"""

from __future__ import annotations

from typing import Protocol

from leadline.errors import NotArchived
from leadline.model import Page, Request
from leadline.net.fetcher import Fetcher, is_overloaded, shown


class Archive(Protocol):
    """Where pages are kept by the request they answer."""

    def get(self, request: Request) -> Page | None:
        """The page kept last for this request."""
        ...

    def put(self, page: Page) -> None:
        """Keep a page, in place of an earlier answer to the same request."""
        ...


class Archived:
    """Looks into the archive first; what it has to fetch it keeps."""

    def __init__(self, fetcher: Fetcher | None, archive: Archive) -> None:
        self._fetcher = fetcher
        self._archive = archive

    async def fetch(self, request: Request) -> Page:
        """The page, from the archive if it is there."""
        kept = self._archive.get(request)
        if kept is not None and (self._fetcher is None or not is_overloaded(kept)):
            return kept
        if self._fetcher is None:
            raise NotArchived(
                f"{shown(str(request))} is not in the archive; run again with the network"
            )
        page = await self._fetcher.fetch(request)
        self._archive.put(page)
        return page
