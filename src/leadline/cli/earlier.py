"""The pages of earlier runs, as far as they will do, and their cookies."""

from __future__ import annotations

from dataclasses import dataclass

from leadline.document import Document
from leadline.model import Page, Request
from leadline.net.cookies import Cookies
from leadline.read.walls import wall
from leadline.store import Store


@dataclass(frozen=True, kw_only=True)
class Earlier:
    """An archive in which an earlier run's walls and errors do not count: they are asked again."""

    store: Store
    since: float

    def get(self, request: Request) -> Page | None:
        """The page, if it will do."""
        page = self.store.get(request)
        if page is None or page.fetched >= self.since:
            return page
        return page if _is_content(page) else None

    def put(self, page: Page) -> None:
        """Keep a page."""
        self.store.put(page)


def cookies_of(store: Store, source: int) -> Cookies:
    """The cookies that earlier runs were given by a source."""
    return Cookies((store.settings(source) or {}).get("cookies", ()))


def _is_content(page: Page) -> bool:
    return page.status < 400 and wall(Document(page)) is None
