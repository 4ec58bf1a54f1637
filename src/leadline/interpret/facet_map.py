"""What a site's maps name: addresses like those of its records.

Sitemaps list pages, or further sitemaps. An address is a record's if it has the folders and the
parameters that the known records' addresses have. Reading is a talk: it yields requests.
Source: sitemaps.org protocol 0.9. Leaves out maps that arrive packed, and records that share one
address.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Sequence
from urllib.parse import urlsplit

from leadline.browse.hints import is_index, is_sitemap, locations
from leadline.interpret.talk import Talk
from leadline.model import Request

MAPS = 20  # that are fetched
MOSTLY = 0.9  # of the records have addresses of one kind


class Maps:
    """The maps of a site, read one after the other, and what those read so far name."""

    def __init__(self, maps: Sequence[str] = ()) -> None:
        self._queue, self._asked = deque(maps), set[str]()
        self._named: dict[str, None] = {}

    @property
    def whole(self) -> bool:
        """Whether there are maps, and all of them were read."""
        return bool(self._asked) and not self._queue

    def read(self, most: int = MAPS) -> Talk[None]:
        """Read maps until it were so many."""
        while self._queue and len(self._asked) < most:
            url = self._queue.popleft()
            if url in self._asked:
                continue
            self._asked.add(url)
            document = yield Request(url=url)
            if document is None or not is_sitemap(document):
                continue
            if is_index(document):
                self._queue.extend(locations(document))
            else:
                self._named |= dict.fromkeys(locations(document))

    def records(self, known: Sequence[str]) -> tuple[str, ...]:
        """The addresses like those of known records."""
        kind = _common_kind(known)
        return tuple(url for url in self._named if kind and _kind(url) == kind)


def _common_kind(urls: Sequence[str]) -> str:
    """What most of some addresses have in common; nothing if they differ."""
    [(kind, number)] = Counter(map(_kind, urls)).most_common(1) or [("", 0)]
    return kind if len(set(urls)) == len(urls) and number >= MOSTLY * len(urls) else ""


def _kind(url: str) -> str:
    """An address without its last folder and its numbers."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    folders = re.sub(r"\d+", "#", parts.path.rstrip("/").rpartition("/")[0])
    names = sorted(part.partition("=")[0] for part in parts.query.split("&"))
    return f"{parts.netloc}{folders}/?{'&'.join(names)}"
